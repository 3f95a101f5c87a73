-- Following a table by its key, and missing nothing
-- SPDX-License-Identifier: PostgreSQL

\echo 'Rows become visible in the order of commit, ids are in the order of creation.'
\echo 'So who reads on from the greatest id seen so far misses the rows of slower transactions.'
\echo 'Two readers, the second with one more condition:'
\echo
\set ECHO queries
CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuid_v7(), payload text);

CREATE PROCEDURE read_naively(until timestamptz) LANGUAGE plpgsql AS $$
DECLARE
    last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
    WHILE clock_timestamp() < until LOOP
        INSERT INTO seen SELECT 'id > last', id FROM event WHERE id > last ORDER BY id LIMIT 1000;
        last := coalesce(
            (SELECT id FROM seen WHERE reader = 'id > last' ORDER BY id DESC LIMIT 1), last
        );
        COMMIT;
    END LOOP;
END
$$;

CREATE PROCEDURE read_below_bound(until timestamptz) LANGUAGE plpgsql AS $$
DECLARE
    last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
    WHILE clock_timestamp() < until LOOP
        INSERT INTO seen
        SELECT 'id < bound', id FROM event
        WHERE id > last AND id < resolved_uuid_v7('event') ORDER BY id LIMIT 1000;
        last := coalesce(
            (SELECT id FROM seen WHERE reader = 'id < bound' ORDER BY id DESC LIMIT 1), last
        );
        COMMIT;
    END LOOP;
END
$$;
\set ECHO none

\echo 'Twelve sessions write into the table for three seconds, in transactions of up to 20 ms,'
\echo 'while the two read:'
\echo
CREATE TABLE seen (reader text, id uuid);
CREATE INDEX ON seen (reader, id);
CREATE PROCEDURE write_events(until timestamptz) LANGUAGE plpgsql AS $$
BEGIN
    WHILE clock_timestamp() < until LOOP
        INSERT INTO event (payload) VALUES ('first');
        PERFORM pg_sleep(random() * 0.02);
        INSERT INTO event (payload) VALUES ('second');
        COMMIT;
    END LOOP;
END
$$;

-- The sessions in the background are dblink's. Each gets the call and goes its way until all are
-- asked for the end.
\o /dev/null
CREATE EXTENSION dblink;
SELECT clock_timestamp() + interval '3 s' AS writing,
    clock_timestamp() + interval '3.5 s' AS reading \gset
SELECT dblink_connect(name, format('host=%s port=%s dbname=%s user=%s',
        (string_to_array(current_setting('unix_socket_directories'), ','))[1],
        current_setting('port'), current_database(), current_user
    )),
    dblink_send_query(name, call)
FROM (
    SELECT 'writer ' || i, format('CALL write_events(%L)', :'writing') FROM generate_series(1, 12) i
    UNION ALL SELECT 'naive', format('CALL read_naively(%L)', :'reading')
    UNION ALL SELECT 'ours', format('CALL read_below_bound(%L)', :'reading')
) background (name, call);
SELECT name, result
FROM unnest(dblink_get_connections()) name, dblink_get_result(name) result (text text);
SELECT dblink_disconnect(name) FROM unnest(dblink_get_connections()) name;
DROP EXTENSION dblink;
\o

\set ECHO queries
SELECT reader, count(DISTINCT id) AS read,
    (SELECT count(*) FROM event) - count(DISTINCT id) AS missed,
    count(*) - count(DISTINCT id) AS repeated
FROM seen
GROUP BY reader ORDER BY reader;
\set ECHO none

\echo 'The condition is right wherever it stands. Here in a view:'
\echo
\set ECHO queries
CREATE VIEW event_feed AS SELECT * FROM event WHERE id < resolved_uuid_v7('event');
SELECT payload, count(*) FROM event_feed GROUP BY payload ORDER BY payload;
\set ECHO none

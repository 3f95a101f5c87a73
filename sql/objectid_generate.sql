-- gen_objectid(): MongoDB's rules within one session, back-filling, and that no plan makes one id
-- out of two. Several sessions and the clock: test/t; 2^24 ids in a second: test/unit. Nobody
-- else makes ids meanwhile.
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

CREATE FUNCTION pg_temp.middle(id objectid) RETURNS bytea
LANGUAGE sql AS $$ SELECT substring(id::bytea FROM 5 FOR 5) $$;
CREATE FUNCTION pg_temp.counter(id objectid) RETURNS int
LANGUAGE sql AS $$
    SELECT (get_byte(id::bytea, 9) << 16) + (get_byte(id::bytea, 10) << 8) + get_byte(id::bytea, 11)
$$;

-- MongoDB's rules ---------------------------------------------------------------------------------

\echo Times that are not those of the clock
-- They have whole seconds, ahead by one, for less than that, when the counter has just wrapped.
CREATE TEMP TABLE clocked (n serial, before timestamptz, id objectid, after timestamptz);
DO $$
DECLARE
    before timestamptz;
    id objectid;
BEGIN
    FOR i IN 1..1000 LOOP
        before := clock_timestamp();
        id := gen_objectid();
        INSERT INTO clocked (before, id, after) VALUES (before, id, clock_timestamp());
    END LOOP;
END
$$;
SELECT before, id, after
FROM clocked
WHERE objectid_timestamp(id)
    NOT BETWEEN date_trunc('second', before) AND after + interval '1 second';

\echo The time is not that of the transaction, and an id of a later second sorts after earlier ones
BEGIN;
INSERT INTO clocked (before, id) SELECT now(), gen_objectid();
SELECT pg_sleep(1.1) \g /dev/null
INSERT INTO clocked (before, id) SELECT now(), gen_objectid();
SELECT objectid_timestamp(id) > now() AS later_than_transaction,
    id > ALL (SELECT id FROM clocked WHERE n < 1002) AS sorts_last
FROM clocked
WHERE n = 1002;
COMMIT;

\echo In one statement each id has the next number, modulo 2^24, and is greater than the one before
CREATE TEMP TABLE made (n int, id objectid);
INSERT INTO made SELECT i, gen_objectid() FROM generate_series(1, 100000) AS i;
SELECT previous, id AS not_next
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous FROM made) AS s
WHERE pg_temp.counter(id) <> (pg_temp.counter(previous) + 1) % 16777216 OR id <= previous;
SELECT count(DISTINCT id), count(DISTINCT pg_temp.middle(id)) AS middles
FROM (SELECT id FROM made UNION ALL SELECT id FROM clocked) AS s;

-- No plan makes one id out of two -----------------------------------------------------------------

\echo Wherever the function stands
SELECT gen_objectid() <> gen_objectid() AS twice_in_a_row,
    (SELECT count(DISTINCT id) FROM (VALUES (gen_objectid()), (gen_objectid())) AS v (id)),
    (SELECT count(DISTINCT gen_objectid()) FROM generate_series(1, 1000)),
    (SELECT count(DISTINCT id) FROM (SELECT gen_objectid() AS id FROM generate_series(1, 1000)) s),
    (SELECT count(DISTINCT id)
    FROM generate_series(1, 1000) AS i, LATERAL (SELECT gen_objectid() AS id, i) AS s),
    (SELECT count(*) FROM made WHERE id = gen_objectid()) AS found;
PREPARE new_id AS SELECT gen_objectid() AS id;
SET plan_cache_mode = force_generic_plan;
EXECUTE new_id \gset first_
EXECUTE new_id \gset second_
RESET plan_cache_mode;
SELECT :'first_id' <> :'second_id' AS differ;

\echo As a default, also of a new column, which is filled row by row
CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), item text);
INSERT INTO orders (item) VALUES ('book'), ('lamp'), ('chair');
INSERT INTO orders VALUES (DEFAULT, 'table'), ('4d88e15b60f486e428412dc9', 'given');
INSERT INTO orders DEFAULT VALUES;
COPY orders (item) FROM stdin;
pen
ink
\.
INSERT INTO orders (item) SELECT 'many' FROM generate_series(1, 10000);
SELECT count(*), count(DISTINCT id),
    count(*) FILTER (WHERE
        objectid_timestamp(id)
        BETWEEN now() - interval '5 minutes' AND clock_timestamp() + interval '1 second'
    ) AS recent
FROM orders;
ALTER TABLE orders ADD token objectid NOT NULL DEFAULT gen_objectid();
SELECT count(*), count(DISTINCT token), count(*) FILTER (WHERE token = id) AS same FROM orders;
\echo In parallel workers ids stay distinct
-- They have one middle where the server shares its generator, else one for each process.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
PREPARE in_workers AS
SELECT count(*), count(DISTINCT id),
    count(DISTINCT substring(id::bytea FROM 5 FOR 5))
        BETWEEN 1 AND CASE objectid_generator() WHEN 'server' THEN 1 ELSE 3 END AS middles
FROM (SELECT gen_objectid() AS id, item FROM orders OFFSET 0) AS s;
SELECT node FROM plan_of('EXECUTE in_workers') WHERE node = 'Gather';
EXECUTE in_workers;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather;
DROP TABLE orders;

-- For a given time --------------------------------------------------------------------------------

\echo The second is exact; random bytes and counter are those of the back-filling of this session
SELECT instant AS failed
FROM unnest('{
    1970-01-01 00:00:00+00,1999-12-31 23:59:59.999999+00,2106-02-07 06:28:15.999999+00
}'::timestamptz[]) AS instant
WHERE (objectid_timestamp(gen_objectid(instant)) = date_trunc('second', instant)
    AND gen_objectid(instant) <> gen_objectid(instant)
    AND pg_temp.middle(gen_objectid(instant)) = pg_temp.middle(gen_objectid(now()))
    AND pg_temp.middle(gen_objectid(instant)) <> pg_temp.middle(gen_objectid())
) IS NOT TRUE;

\echo 10,000 of one second are distinct, also among those of the clock
TRUNCATE made;
INSERT INTO made
SELECT i, gen_objectid('2011-01-02 03:04:05+00')
FROM generate_series(1, 10000) AS i;
INSERT INTO made
SELECT 10000 + i, CASE WHEN i % 2 = 0 THEN gen_objectid() ELSE gen_objectid(clock_timestamp()) END
FROM generate_series(1, 10000) AS i;
SELECT count(*), count(DISTINCT id),
    count(DISTINCT id)
        FILTER (WHERE objectid_timestamp(id) = '2011-01-02 03:04:05+00') AS of_that_second,
    count(DISTINCT pg_temp.middle(id)) AS middles
FROM made;
\echo Back-filling leaves the time of gen_objectid() alone
SELECT gen_objectid('2106-02-07 06:28:15+00') > gen_objectid() AS far_ahead,
    objectid_timestamp(gen_objectid()) <= clock_timestamp() + interval '1 second'
        AS not_dragged_along;
\echo Generators are of the server since PostgreSQL 17, and before where the library is preloaded
SELECT objectid_generator() = CASE
    WHEN current_setting('server_version_num')::int >= 170000
        OR current_setting('shared_preload_libraries') LIKE '%objectid%' THEN 'server'
    ELSE 'process'
END AS as_expected;

\echo A statement that makes many ids can be cancelled
SET statement_timeout = 100;
SELECT count(gen_objectid()) FROM generate_series(1, 100000), generate_series(1, 100000) AS _;
SELECT count(uuid_v6()) FROM generate_series(1, 100000), generate_series(1, 100000) AS _;
SELECT count(uuid_v7()) FROM generate_series(1, 100000), generate_series(1, 100000) AS _;
SELECT count(uuid_v7_draft01('ns'))
FROM generate_series(1, 100000), generate_series(1, 100000) AS _;
RESET statement_timeout;

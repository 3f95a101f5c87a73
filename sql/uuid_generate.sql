-- uuid_v6(), uuid_v7(), uuid_v8() in one session: the clock, order, defaults, what is out of range.
-- Layouts, counters and random bits are tested in test/unit/uuid_test.cpp and
-- uuid_generator_test.cpp, several sessions and many ids in test/t/generators_order.pl. No step is
-- timed: the clock is compared, not raced.
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- The 60 bits around the version.
CREATE FUNCTION pg_temp.head(id uuid) RETURNS bigint LANGUAGE sql AS $$
    SELECT (
        'x0' || substr(id::text, 1, 8) || substr(id::text, 10, 4) || substr(id::text, 16, 3)
    )::bit(64)::bigint
$$;
-- Microseconds since 1970: of an instant, of the ticks of 100 ns of a version 6, and of the ticks
-- of 1/4096 ms that our version 7 counts.
CREATE FUNCTION pg_temp.us(instant timestamptz) RETURNS bigint LANGUAGE sql AS $$
    SELECT (extract(epoch FROM instant) * 1000000)::bigint
$$;
CREATE FUNCTION pg_temp.v6_us(id uuid) RETURNS bigint LANGUAGE sql AS $$
    SELECT (pg_temp.head(id) - 122192928000000000) / 10
$$;
CREATE FUNCTION pg_temp.v7_us(id uuid) RETURNS bigint LANGUAGE sql AS $$
    SELECT (pg_temp.head(id) >> 12) * 1000 + ((pg_temp.head(id) & 4095) * 1000 >> 12)
$$;

-- The time of a new value -------------------------------------------------------------------------

\echo Times that are not those of the clock, to the tick, and whether it is not the transaction
-- They lie between readings before and after the call. A tick of version 7 may begin in the
-- microsecond before.
CREATE FUNCTION pg_temp.bracketed(
    count int, OUT v6 uuid, OUT v7 uuid, OUT before timestamptz, OUT after timestamptz
)
RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. count LOOP
        before := clock_timestamp();
        v6 := uuid_v6();
        v7 := uuid_v7();
        after := clock_timestamp();
        RETURN NEXT;
    END LOOP;
END
$$;
BEGIN;
CREATE TEMP TABLE made_now AS SELECT * FROM pg_temp.bracketed(2000);
SELECT * FROM made_now
WHERE pg_temp.v6_us(v6) NOT BETWEEN pg_temp.us(before) AND pg_temp.us(after)
    OR pg_temp.v7_us(v7) NOT BETWEEN pg_temp.us(before) - 1 AND pg_temp.us(after)
    OR uuid_v6_timestamp(v6) NOT BETWEEN before AND after
    OR uuid_v7_timestamp(v7) NOT BETWEEN date_trunc('milliseconds', before) AND after;
SELECT max(uuid_v7_timestamp(v7)) > now() AS moves_inside_the_transaction FROM made_now;
COMMIT;

\echo At full speed version 7 never runs ahead of the clock, in milliseconds and in microseconds
SELECT max(uuid_v7_timestamp(uuid_v7())) <= clock_timestamp() AS not_ahead
FROM generate_series(1, 300000);
SELECT max(pg_temp.v7_us(uuid_v7())) <= pg_temp.us(clock_timestamp()) AS not_ahead
FROM generate_series(1, 10000);

\echo The order goes on from statement to statement, also of a plan that is kept
CREATE TEMP TABLE made (n int GENERATED ALWAYS AS IDENTITY, v6 uuid, v7 uuid);
INSERT INTO made (v6, v7) SELECT uuid_v6(), uuid_v7() FROM generate_series(1, 1000);
PREPARE make AS INSERT INTO made (v6, v7) VALUES (uuid_v6(), uuid_v7());
SET plan_cache_mode = force_generic_plan;
EXECUTE make;
EXECUTE make;
RESET plan_cache_mode;
SELECT count(*) AS checked,
       count(*) FILTER (WHERE v6 <= v6_before OR v7 <= v7_before) AS out_of_order
FROM (
    SELECT v6, v7, lag(v6) OVER (ORDER BY n) AS v6_before, lag(v7) OVER (ORDER BY n) AS v7_before
    FROM made
) AS _;

-- For a given time --------------------------------------------------------------------------------

\echo Outside of what a version can hold
-- What it holds: test/unit/uuid_generator_test.cpp.
SELECT error_of(format('SELECT uuid_v%s(%L)', version, t)) AS error, count(*)
FROM (VALUES (6, '1582-10-14 23:59:59.999999'), (6, '5236-03-31 21:21:00.684698'),
             (7, '1969-12-31 23:59:59.999999'), (7, '10889-08-02 05:31:50.656')) AS own (version, t)
GROUP BY 1 ORDER BY 1;

\echo It leaves the order of the values for now alone
SELECT uuid_v7() AS before \gset
SELECT uuid_v7('10889-01-01') > uuid_v7() AS given_is_later, uuid_v7() > :'before' AS goes_on,
       uuid_v7_timestamp(uuid_v7()) <= clock_timestamp() AS not_ahead;

\echo In tables
CREATE TABLE uuid_generate_order
(
    id uuid DEFAULT uuid_v7() PRIMARY KEY,
    old_id v6_id DEFAULT uuid_v6() NOT NULL UNIQUE,
    same_id v7_id DEFAULT uuid_v7() NOT NULL UNIQUE,
    n int
);
INSERT INTO uuid_generate_order DEFAULT VALUES;
INSERT INTO uuid_generate_order (n) VALUES (1), (2), (3);
INSERT INTO uuid_generate_order (n) SELECT generate_series(4, 5000);
COPY uuid_generate_order (n) FROM stdin;
5001
5002
\.
INSERT INTO uuid_generate_order (id, n) VALUES (DEFAULT, 5003), (uuid_v7('2012-10-17 21:13:27'), 0);
SELECT count(*), count(DISTINCT id), array_agg(n ORDER BY id) FILTER (WHERE n > 0)
                                     = array_agg(n ORDER BY n) FILTER (WHERE n > 0) AS as_inserted,
       min(uuid_v7_timestamp(id))
FROM uuid_generate_order;

DROP TABLE uuid_generate_order;

-- uuid_v8 -----------------------------------------------------------------------------------------

\echo Version and variant are stamped over, all other bits are those of the caller: UR-7
SELECT uuid_v8('\x2489e9ad2ee2fe004ec932d5f69181c0');
\echo In a column of the domain
CREATE TABLE uuid_generate_hash
(
    content bytea,
    id v8_id PRIMARY KEY GENERATED ALWAYS AS (uuid_v8(substr(sha256(content), 1, 16))) STORED
);
INSERT INTO uuid_generate_hash VALUES ('a'), ('b') RETURNING *;
DROP TABLE uuid_generate_hash;

\echo Any other length is refused: nothing is cut off or filled up
-- The last one is stored compressed.
CREATE TEMP TABLE stored (bytes bytea);
INSERT INTO stored VALUES (decode(repeat('00', 100000), 'hex'));
SELECT length, error_of(format('SELECT uuid_v8(%L::bytea)', decode(repeat('00', length), 'hex')))
FROM unnest('{0,15,17}'::int[]) AS length;
SELECT uuid_v8(bytes) FROM stored;

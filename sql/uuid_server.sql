-- Agreement with what the server itself says about a uuid: uuid_extract_timestamp and
-- uuid_extract_version (17 and later), uuidv7 (18 and later). For 17 and later.
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- A server without uuidv7() has ours in its place, so that the answers below are those of every
-- version.
SELECT to_regprocedure('pg_catalog.uuidv7()') IS NULL AS without_uuidv7 \gset
\if :without_uuidv7
CREATE FUNCTION pg_temp.server_v7() RETURNS uuid LANGUAGE sql AS 'SELECT uuid_v7()';
CREATE FUNCTION pg_temp.server_v7(shift interval) RETURNS uuid LANGUAGE sql
    AS 'SELECT uuid_v7(clock_timestamp() + shift)';
\else
CREATE FUNCTION pg_temp.server_v7() RETURNS uuid LANGUAGE sql AS 'SELECT uuidv7()';
CREATE FUNCTION pg_temp.server_v7(shift interval) RETURNS uuid LANGUAGE sql
    AS 'SELECT uuidv7(shift)';
\endif

-- A random value with this version and the RFC's variant.
CREATE FUNCTION pg_temp.random_uuid(version int) RETURNS uuid LANGUAGE sql AS $$
    SELECT overlay(gen_random_uuid()::text PLACING to_hex(version) FROM 15 FOR 1)::uuid
$$;

\echo Vectors of the tests of PostgreSQL (PG), by our functions
SELECT uuid_v1_timestamp('C232AB00-9414-11EC-B3C8-9F6BDECED846')
           = 'Tuesday, February 22, 2022 2:22:22.00 PM GMT+05:00' AS "PG-1",
       uuid_v1_timestamp(gen_random_uuid()) IS NULL AND uuid_v6_timestamp(gen_random_uuid()) IS NULL
           AND uuid_v7_timestamp(gen_random_uuid()) IS NULL AS "PG-3",
       uuid_extract_timestamp('1EC9414C-232A-6B00-B3C8-9F6BDECED846')
           IS NOT DISTINCT FROM CASE
               WHEN current_setting('server_version_num')::int >= 200000
               THEN uuid_v6_timestamp('1EC9414C-232A-6B00-B3C8-9F6BDECED846')
           END AS "PG-5",
       uuid_extract_version(uuid_v7()) = 7 AND uuid_is_v7(pg_temp.server_v7()) AS "PG-7",
       uuid_v7_timestamp('FFFFFFFF-FFFF-7FFF-bFFF-FFFFFFFFFFFF')
           = '10889-08-02 05:31:50.655+00' AS "PG-19"
\gx
\echo Versions that the server finds in our values
SELECT uuid_extract_version(id) AS version, count(*)
FROM (SELECT uuid_v6() FROM generate_series(1, 1000)
      UNION ALL SELECT uuid_v7() FROM generate_series(1, 1000)
      UNION ALL SELECT uuid_v6(now()) UNION ALL SELECT uuid_v7(now())
      UNION ALL SELECT uuid_v8(uuid_send(gen_random_uuid()))
      UNION ALL SELECT uuid_v7_draft01() UNION ALL SELECT uuid_v8_draft01()
      UNION ALL SELECT uuid_v6_min(now()) UNION ALL SELECT uuid_v6_max(now())
      UNION ALL SELECT uuid_v7_min(now()) UNION ALL SELECT uuid_v7_max(now())
      UNION ALL SELECT uuid_v6_to_v1(uuid_v6())) AS made (id)
GROUP BY 1 ORDER BY 1;

\echo Version and variant (UV) of values with each pair of digits: checked, and differing
SELECT count(*) AS checked,
       count(*) FILTER (WHERE
           uuid_is_v6(id) <> coalesce(uuid_extract_version(id) = 6, false)
           OR uuid_is_v7(id) <> coalesce(uuid_extract_version(id) = 7, false)
           OR uuid_is_v8(id) <> coalesce(uuid_extract_version(id) = 8, false)
       ) AS deviating
FROM (SELECT format('f47ac10b-58cc-%s372-%s567-0e02b2c3d479', to_hex(v), to_hex(w))::uuid
      FROM generate_series(0, 15) AS v, generate_series(0, 15) AS w
      UNION ALL VALUES ('00000000-0000-0000-0000-000000000000'::uuid),
                       ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
                       ('11111111-1111-1111-1111-111111111111'),
                       ('ffffffff-ffff-9fff-bfff-ffffffffffff')) AS _ (id);

\echo Versions with another time than on the server; times of version 6 as version 1, and others
-- It has that of version 1 always, of 7 from 18 on, of 6 from 20 on.
SELECT version, count(ours), count(servers)
FROM (SELECT version,
             CASE version WHEN 1 THEN uuid_v1_timestamp(id)
                          WHEN 6 THEN uuid_v6_timestamp(id)
                          WHEN 7 THEN uuid_v7_timestamp(id) END AS ours,
             uuid_extract_timestamp(id) AS servers
      FROM (SELECT version, pg_temp.random_uuid(version) AS id
            FROM generate_series(0, 15) AS version, generate_series(1, 1000)) AS _) AS _
GROUP BY version
HAVING count(*) FILTER (WHERE ours IS DISTINCT FROM coalesce(servers, ours)) > 0
    OR count(ours) <> CASE WHEN version IN (1, 6, 7) THEN 1000 ELSE 0 END
    OR count(servers) <> CASE
        WHEN current_setting('server_version_num')::int
            >= CASE version WHEN 1 THEN 170000 WHEN 7 THEN 180000 WHEN 6 THEN 200000
                            ELSE 999999 END
        THEN 1000
        ELSE 0
    END;
SELECT count(*) AS checked,
       count(*) FILTER (WHERE
           uuid_extract_timestamp(uuid_v6_to_v1(id)) <> uuid_v6_timestamp(id)
       ) AS deviating
FROM (SELECT pg_temp.random_uuid(6) FROM generate_series(1, 10000)) AS _ (id);

\echo The two share a column, where they sort by time, and bounds and predicates serve both
-- Both have the fraction of the millisecond in rand_a, in 1/4096 (PG-15).
CREATE TABLE uuid_server_shared (n int GENERATED ALWAYS AS IDENTITY, id v7_id PRIMARY KEY);
DO $$
BEGIN
    FOR i IN 1 .. 500 LOOP
        INSERT INTO uuid_server_shared (id) VALUES (uuid_v7());
        PERFORM pg_sleep(0.00001);
        INSERT INTO uuid_server_shared (id) VALUES (pg_temp.server_v7());
        PERFORM pg_sleep(0.00001);
    END LOOP;
END
$$;
SELECT count(*), array_agg(n ORDER BY id) = array_agg(n ORDER BY n) AS as_made
FROM uuid_server_shared;
SELECT count(*) AS made,
       count(*) FILTER (WHERE
           id BETWEEN uuid_v7_min(first) AND uuid_v7_max(last)
       ) AS between_bounds,
       count(*) FILTER (WHERE uuid_v7_within(id, tstzrange(first, last, '[]'))) AS within
FROM uuid_server_shared,
     (SELECT min(uuid_v7_timestamp(id)), max(uuid_v7_timestamp(id))
      FROM uuid_server_shared) AS _ (first, last);
DROP TABLE uuid_server_shared;

\echo The time of the argument of uuidv7
SELECT abs(extract(epoch FROM
               uuid_v7_timestamp(pg_temp.server_v7('1 year'))
               - (clock_timestamp() + interval '1 year'))) < 60 AS shifted;

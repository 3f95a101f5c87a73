-- GiST indexes on ids: every operator against a sequential scan, and what they are for. (Random
-- conditions, however the index was filled: test/t/objectid_indexes.pl.)
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

CREATE TEMP TABLE ids AS SELECT * FROM ids_of_all_kinds(3000);
CREATE TEMP TABLE probes AS
    SELECT id FROM (SELECT DISTINCT id FROM ids WHERE n > 3300 AND n % 2 = 0) AS corners
    UNION ALL SELECT left(md5((i * 150)::text), 24)::objectid FROM generate_series(1, 15) AS i;
ANALYZE ids;

-- The indexes ------------------------------------------------------------------------------------

\echo Asked, by index, rows, failures: built sorted, and row by row
CREATE INDEX ids_sorted ON ids USING gist (id);
SELECT * FROM against_seqscan('ids', '{<,<=,=,>=,>,<>}');

CREATE TEMP TABLE inserted (LIKE ids);
CREATE INDEX inserted_id ON inserted USING gist (id);
INSERT INTO inserted SELECT * FROM ids;
ANALYZE inserted;
SELECT * FROM against_seqscan('inserted', '{<,<=,=,>=,>,<>}');

\echo A row takes 28 bytes, in pages that a build fills, and ids in ascending order nearly so
CREATE TEMP TABLE made AS
SELECT objectid_min(timestamptz '2026-01-01' + i * interval '1 second') AS id
FROM generate_series(1, 20000) AS i;
CREATE INDEX made_sorted ON made USING gist (id);
CREATE TEMP TABLE filled (LIKE made);
CREATE INDEX filled_id ON filled USING gist (id);
INSERT INTO filled TABLE made;
SELECT pg_relation_size('made_sorted') / 20000 AS built,
    pg_relation_size('filled_id') / 20000 < 32 AS filled;

-- Queries ----------------------------------------------------------------------------------------

SET enable_seqscan = off;

\echo From the index alone; NULLs
VACUUM ANALYZE inserted;
SET enable_bitmapscan = off;
SELECT * FROM scans($$SELECT id FROM inserted WHERE id <= '000000000000000000000100'$$);
SELECT * FROM scans('SELECT count(*) FROM inserted WHERE id IS NULL');
SELECT (SELECT count(*) FROM inserted WHERE id IS NULL) AS nulls,
    (SELECT count(*) FROM inserted WHERE id IS NOT NULL) AS others,
    (SELECT count(*) FROM inserted WHERE id = NULL) AS equal_to_null;
RESET enable_seqscan;
RESET enable_bitmapscan;

\echo Beside a range and a geometry, in any order
CREATE TEMP TABLE visits AS
    SELECT left(md5((i % 40)::text), 24)::objectid AS customer,
        tstzrange(t, t + interval '90 minutes') AS during, point(i % 100, i / 100) AS place
    FROM (
        SELECT i, timestamptz '2026-01-01' + i * interval '10 minutes' AS t
        FROM generate_series(1, 4000) AS i
    ) AS s;
CREATE INDEX visits_all ON visits USING gist (customer, during, place);
CREATE INDEX visits_reverse ON visits USING gist (during, customer) INCLUDE (place);
ANALYZE visits;
SELECT b.*
FROM unnest(ARRAY[
        $$count(*) FROM visits WHERE customer = 'c4ca4238a0b923820dcc509a'
            AND place <@ box '(0,0),(10,20)'$$,
        $$count(*) FROM visits WHERE customer = 'c4ca4238a0b923820dcc509a'
            AND during && '[2026-01-03,2026-01-06)'$$,
        $$array_agg(place) FROM (
            SELECT place FROM visits WHERE customer = 'c4ca4238a0b923820dcc509a'
            ORDER BY place <-> point '(50,50)' LIMIT 2) AS s$$]) AS query,
    both_ways('SELECT ' || query) AS b;

\echo Where a page of pages is split, one that fits on either side goes by the next column
-- (A server with assertions warns if there is no room for it. Many columns make many pages.)
CREATE TEMP TABLE placed (id objectid, place box);
CREATE INDEX placed_all ON placed USING gist (id, place, place, place, place);
INSERT INTO placed
    SELECT objectid_min(timestamptz '2026-01-01' + n / 20 * interval '1 second'),
        box(point(n * 7919 % 1009, n * 104729 % 1013), point(n * 7919 % 1009 + 1, 0))
    FROM generate_series(1, 20000) n;
ANALYZE placed;
SELECT b.*
FROM both_ways($$SELECT count(*) FROM placed
    WHERE id = objectid_min('2026-01-01 00:02+00') AND place <@ box '(0,0),(500,500)'$$) b;

\echo Exclusion constraints
CREATE TEMP TABLE bookings (
    customer objectid,
    during tstzrange,
    EXCLUDE USING gist (customer WITH =, during WITH &&)
);
INSERT INTO bookings VALUES
    ('4d88e15b60f486e428412dc9', '[2026-01-01,2026-01-05)'),
    ('4d88e15b60f486e428412dc9', '[2026-01-05,2026-01-07)'),
    ('4d88e15b60f486e428412dca', '[2026-01-02,2026-01-03)'),
    (NULL, '[2026-01-02,2026-01-03)'),
    (NULL, '[2026-01-02,2026-01-03)');
INSERT INTO bookings VALUES ('4d88e15b60f486e428412dc9', '[2026-01-04,2026-01-06)');

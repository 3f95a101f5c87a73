-- What the server does with the order, the equality and the hash of ids: operators, hash values,
-- sorting, other indexes. The order itself is tested in test/unit/objectid_test.cpp, abbreviated
-- keys in objectid_abbreviation_test.cpp, what indexes find in test/t/objectid_indexes.pl, and
-- estimates in time_estimates. Which operators, classes and aggregates there are: surface. Printed
-- are the headings, and what the queries find.
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
SET jit = off;

-- Operators ---------------------------------------------------------------------------------------

\echo Operators that do not compare, and the functions beside them
SELECT a, b
FROM (VALUES
    (objectid '7fffffffffffffffffffffff', objectid '800000000000000000000000', -1),
    ('4d88e15b60f486e428412dca', '4d88e15b60f486e428412dc9', 1),
    ('4d88e15b60f486e428412dc9', '4d88e15b60f486e428412dc9', 0)) AS pairs (a, b, result)
WHERE ((a < b) = (result < 0) AND (a <= b) = (result <= 0) AND (a = b) = (result = 0)
    AND (a >= b) = (result >= 0) AND (a > b) = (result > 0) AND (a <> b) = (result <> 0)
    AND sign(objectid_cmp(a, b)) = result
    AND (objectid_hash(a) = objectid_hash(b)) = (result = 0)
    AND (objectid_hash_extended(a, 7) = objectid_hash_extended(b, 7)) = (result = 0)
    AND least(a, b) = CASE WHEN result < 0 THEN a ELSE b END
    AND objectid_smaller(a, b) = least(a, b) AND objectid_larger(a, b) = greatest(a, b)
) IS NOT TRUE;

\echo Literals without a type that are no ids
SELECT id
FROM (VALUES (objectid '4d88e15b60f486e428412dc9')) AS orders (id)
WHERE (id = '4D88E15B60F486E428412DC9'
    AND id IN ('4d88e15b60f486e428412dc9', '4d88e15b60f486e428412dca')
    AND id BETWEEN '4d88e15b60f486e428412dc9' AND 'ObjectId(4d88e15b60f486e428412dc9)'
    AND id = ANY ('{4d88e15b60f486e428412dc9}')
    AND '4d88e15b60f486e428412dc8' < id AND (id = NULL) IS NULL) IS NOT TRUE;

\echo Hashes that have changed
-- HASH partitions and shards are placed by them (the last one has the seed of partitions), so these
-- values stay for ever. Like the server's own they depend on the byte order of the machine; the
-- values here are those of little-endian ones.
SELECT hashtext('foo-bar-quux' COLLATE "C") = 584471176 AS little_endian \gset
SELECT id
FROM (VALUES
    (objectid '000000000000000000000000', -1904625858, 8772100946440861502, -9047940290478999927),
    ('ffffffffffffffffffffffff', -806247527, 2416100973583901593, -196306831878730973),
    ('56e1fc72e0c917e9c4714161', -1398355568, 2636153480668432784, -1388400552708793740),
    ('4d88e15b60f486e428412dc9', 953026311, 755651062338029319, -7295694183542210008),
    ('666f6f2d6261722d71757578', 584471176, -3444014049353379192, 5122484439129222020),
    ('0102030405060708090a0b0c', 907075871, -5781704163434897121, 6547371252606333993),
    ('800000000000000000000000', 1116159084, 7953046799169043564, -5050252973350754313)
) AS frozen (id, hash, extended_0, extended_seed)
WHERE :'little_endian' AND (objectid_hash(id) = hash
    AND objectid_hash_extended(id, 0) = extended_0
    AND objectid_hash_extended(id, 8816678312871386365) = extended_seed) IS NOT TRUE;
\echo The bytes of a text hash as the text does
SELECT objectid_hash('666f6f2d6261722d71757578') = hashtext('foo-bar-quux' COLLATE "C"),
    objectid_hash_extended('666f6f2d6261722d71757578', 42)
        = hashtextextended('foo-bar-quux' COLLATE "C", 42);

-- Aggregates --------------------------------------------------------------------------------------

CREATE TABLE ids (n int, id objectid);
INSERT INTO ids
SELECT row_number() OVER (ORDER BY md5(hex)), hex::objectid
FROM (
    SELECT unnest('{
        000000000000000000000000,0000000000000000000000ff,7fffffffffffffffffffffff,
        800000000000000000000000,ffffffffffffffffffffffff
    }'::text[])
    UNION ALL
    SELECT left(md5('id ' || i), 24) FROM generate_series(1, 6000) AS i
) AS hexes (hex);
\echo Aggregates: by all rows, by the ends of an index, of NULLs
SELECT min(id), max(id) FROM ids;
CREATE UNIQUE INDEX ids_id ON ids (id);
VACUUM ANALYZE ids;
SELECT min(id), max(id) FROM ids;
SELECT min(id), max(id), count(id)
FROM (VALUES (NULL::objectid), ('4d88e15b60f486e428412dc9'), (NULL)) AS v (id);

-- Sorting -----------------------------------------------------------------------------------------

-- Abbreviated keys (core/objectid_abbreviation.hpp): of 300 processes within three seconds, and two
-- keys for nearly all ids, so that sorting in memory gives the keys up. In memory and on disk, up
-- and down, with a null
CREATE TEMP TABLE unsorted (kind text, id objectid);
INSERT INTO unsorted
SELECT 'processes',
    (
        lpad(to_hex(i * 7919 % 3), 8, '0') || left(md5((i % 300)::text), 10)
            || left(md5(i::text), 6)
    )::objectid
FROM generate_series(1, 22000) AS i;
INSERT INTO unsorted
SELECT 'two',
    (
        '00000000' || lpad(to_hex(CASE i WHEN 1 THEN 0 ELSE 1 + i * 7919 % 1000 END), 10, '0')
            || left(md5(i::text), 6)
    )::objectid
FROM generate_series(1, 22000) AS i;
INSERT INTO unsorted SELECT kind, NULL FROM unsorted WHERE id IS NOT NULL GROUP BY kind;
CREATE TEMP VIEW missorted AS
SELECT kind, by_datum = by_text AS datum, by_key = by_text AS key, down = down_by_text AS down
FROM unsorted AS u,
    LATERAL (
        SELECT array_agg(id::text ORDER BY id) AS by_datum,
            array_agg(id::text ORDER BY id::text COLLATE "C") AS by_text,
            array_agg(id::text ORDER BY id::text COLLATE "C" DESC) AS down_by_text
        FROM unsorted WHERE kind = u.kind
    ) AS datums,
    LATERAL (
        SELECT array_agg(id::text) AS by_key
        FROM (SELECT id FROM unsorted WHERE kind = u.kind ORDER BY id OFFSET 0) AS s
    ) AS keys,
    LATERAL (
        SELECT array_agg(id::text) AS down
        FROM (SELECT id FROM unsorted WHERE kind = u.kind ORDER BY id DESC OFFSET 0) AS s
    ) AS keys_down
WHERE id IS NULL AND (by_datum <> by_text OR by_key <> by_text OR down <> down_by_text);
\echo Sorted otherwise than their text, in memory and on disk
SET work_mem = '64MB';
TABLE missorted;
SET work_mem = '64kB';
TABLE missorted;
RESET work_mem;

-- Other indexes -----------------------------------------------------------------------------------

\echo Pages that BRIN reads of a gap
-- The distance function is what lets minmax_multi leave out the gap between two clusters of ids
-- that share every page; one range of ids cannot.
CREATE TABLE clustered (id objectid, filler text);
INSERT INTO clustered
SELECT ('4d88e15b60f486e4' || cluster || lpad(to_hex(i), 6, '0'))::objectid, repeat('x', 100)
FROM generate_series(1, 10000) AS i,
    LATERAL (SELECT CASE i % 2 WHEN 0 THEN '10' ELSE 'f0' END) AS c (cluster);
VACUUM ANALYZE clustered;
CREATE FUNCTION pg_temp.pages_read(class text, OUT pages_read text)
LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
    pages int;
BEGIN
    EXECUTE format(
        'CREATE INDEX clustered_brin ON clustered USING brin (id %s) WITH (pages_per_range = 2)',
        class
    );
    SET enable_seqscan = off;
    EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) SELECT * FROM clustered
        WHERE id BETWEEN ''4d88e15b60f486e480000000'' AND ''4d88e15b60f486e490000000''' INTO plan;
    RESET enable_seqscan;
    DROP INDEX clustered_brin;
    pages := (jsonb_path_query_first(plan, '$[0].Plan."Lossy Heap Blocks"'))::int;
    pages_read := CASE pages
        WHEN 0 THEN 'none'
        WHEN (SELECT relpages FROM pg_class WHERE oid = 'clustered'::regclass) THEN 'all'
        ELSE pages::text
    END;
END
$$;
SELECT class, pg_temp.pages_read(class)
FROM unnest('{objectid_minmax_ops,objectid_minmax_multi_ops}'::text[]) AS class;
DROP TABLE clustered;

\echo Indexes on domains over ids and on arrays of them, made before the rows are there
CREATE DOMAIN pg_temp.order_id AS objectid CHECK (value IS NOT NULL);
CREATE DOMAIN pg_temp.order_ids AS objectid[];
CREATE FUNCTION pg_temp.domain_by(index text, condition text, OUT by_index boolean, OUT rows bigint)
LANGUAGE plpgsql AS $$
DECLARE
    plan text;
BEGIN
    CREATE TEMP TABLE of_domain (
        id pg_temp.order_id, list pg_temp.order_id[], ids pg_temp.order_ids
    );
    EXECUTE 'CREATE INDEX of_domain_index ON of_domain USING ' || index;
    INSERT INTO of_domain SELECT id, ARRAY[id]::pg_temp.order_id[], ARRAY[id]
        FROM generate_series(1, 2000) n, LATERAL (SELECT lpad(to_hex(n), 24, '0')::objectid) s(id);
    IF index LIKE 'brin%' THEN
        PERFORM brin_summarize_new_values('of_domain_index');
        INSERT INTO of_domain SELECT id, ARRAY[id]::pg_temp.order_id[], ARRAY[id]
            FROM generate_series(2001, 2010) n,
            LATERAL (SELECT lpad(to_hex(n), 24, '0')::objectid) s(id);
    END IF;
    SET LOCAL enable_seqscan = off;
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM of_domain WHERE ' || condition INTO plan;
    EXECUTE 'SELECT count(*) FROM of_domain WHERE ' || condition INTO rows;
    by_index := plan ~ 'of_domain_index';
    DROP TABLE of_domain;
END
$$;
SELECT index, condition, d.* FROM (VALUES
    ('brin ((id::objectid))', 'id >= objectid ''0000000000000000000007d0'''),
    ('brin ((id::objectid))', 'id = objectid ''0000000000000000000007d0'''),
    ('brin ((id::objectid))', 'id >= timestamptz ''1970-01-01'''),
    ('brin ((id::objectid) objectid_minmax_multi_ops)',
        'id < objectid ''000000000000000000000003'''),
    ('brin (id objectid_bloom_ops)', 'id = objectid ''0000000000000000000007d1'''),
    ('btree (id)', 'id >= objectid ''0000000000000000000007d0'''),
    ('hash (id)', 'id = objectid ''0000000000000000000007d0'''),
    ('gist (id)', 'id >= objectid ''0000000000000000000007d0'''),
    ('gin (id)', 'id >= objectid ''0000000000000000000007d0'''),
    ('gin (list)', 'list @> ARRAY[''0000000000000000000007d0'']::pg_temp.order_id[]'),
    ('gin (ids)', 'ids @> ARRAY[objectid ''0000000000000000000007d0'']'),
    ('btree (ids)', 'ids >= ARRAY[objectid ''0000000000000000000007d0'']')
) v (index, condition), pg_temp.domain_by(index, condition) d;
DROP TABLE ids;

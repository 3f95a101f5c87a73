-- What the planner does with the order, the equality and the hash of ids: operators, hash values,
-- sorting, joins, partitions. The order itself is tested in test/unit/objectid_test.cpp,
-- abbreviated keys in objectid_abbreviation_test.cpp, what indexes find in
-- test/t/objectid_indexes.pl, and estimates in time_estimates. Which operators, classes and
-- aggregates there are: surface.
\pset format unaligned
\pset footer off

SET timezone = 'UTC';
SET datestyle = 'ISO';
SET jit = off;

-- The result of a query that gives one value, with some plan types switched off.
CREATE FUNCTION pg_temp.without(methods text[], query text, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
    method text;
BEGIN
    FOREACH method IN ARRAY methods LOOP
        PERFORM set_config('enable_' || method, 'off', false);
    END LOOP;
    EXECUTE query INTO result;
    FOREACH method IN ARRAY methods LOOP
        PERFORM set_config('enable_' || method, 'on', false);
    END LOOP;
END
$$;

-- Operators ---------------------------------------------------------------------------------------

-- All six, both ways round, and the functions beside them; each of the twelve bytes counts, as an
-- unsigned number
WITH pairs (a, b, result) AS (
    SELECT encode(set_byte('\x808080808080808080808080', place, low), 'hex')::objectid,
        encode(set_byte('\x808080808080808080808080', place, high), 'hex')::objectid,
        sign(low - high)
    FROM generate_series(0, 11) AS place,
        (VALUES (0, 1), (0, 255), (127, 128), (128, 127), (254, 1), (5, 5)) AS pair (low, high)
)
SELECT a, b, result AS deviates
FROM pairs
WHERE ((a < b) = (result < 0) AND (a <= b) = (result <= 0) AND (a = b) = (result = 0)
    AND (a >= b) = (result >= 0) AND (a > b) = (result > 0) AND (a <> b) = (result <> 0)
    AND sign(objectid_cmp(a, b)) = result
    AND (objectid_hash(a) = objectid_hash(b)) = (result = 0)
    AND (objectid_hash_extended(a, 7) = objectid_hash_extended(b, 7)) = (result = 0)
    AND least(a, b) = CASE WHEN result < 0 THEN a ELSE b END
    AND objectid_smaller(a, b) = least(a, b) AND objectid_larger(a, b) = greatest(a, b)
) IS NOT TRUE;

-- An unknown literal is an objectid
SELECT id = '4D88E15B60F486E428412DC9' AS literal,
    id IN ('4d88e15b60f486e428412dc9', '4d88e15b60f486e428412dca') AS list,
    id BETWEEN '4d88e15b60f486e428412dc9' AND 'ObjectId(4d88e15b60f486e428412dc9)' AS between,
    id = ANY ('{4d88e15b60f486e428412dc9}') AS any_of,
    '4d88e15b60f486e428412dc8' < id AS commuted,
    (id = NULL) IS NULL AS with_null
FROM (VALUES (objectid '4d88e15b60f486e428412dc9')) AS orders (id);

-- Hashes: HASH partitions and shards are placed by them, so these values stay for ever. Like the
-- server's own they depend on the byte order of the machine; the values here are those of
-- little-endian ones.
SELECT hashtext('foo-bar-quux' COLLATE "C") = 584471176 AS little_endian \gset
SELECT id,
    NOT :'little_endian' OR (
        objectid_hash(id) = hash
        AND objectid_hash_extended(id, 0) = extended_0
        AND objectid_hash_extended(id, 8816678312871386365) = extended_seed
    ) AS as_frozen
FROM (VALUES
    (objectid '000000000000000000000000', -1904625858, 8772100946440861502, -9047940290478999927),
    ('ffffffffffffffffffffffff', -806247527, 2416100973583901593, -196306831878730973),
    ('56e1fc72e0c917e9c4714161', -1398355568, 2636153480668432784, -1388400552708793740),
    ('4d88e15b60f486e428412dc9', 953026311, 755651062338029319, -7295694183542210008),
    ('666f6f2d6261722d71757578', 584471176, -3444014049353379192, 5122484439129222020),
    ('0102030405060708090a0b0c', 907075871, -5781704163434897121, 6547371252606333993),
    ('800000000000000000000000', 1116159084, 7953046799169043564, -5050252973350754313)
) AS frozen (id, hash, extended_0, extended_seed);
-- 666f6f2d6261722d71757578 is 'foo-bar-quux', which the server hashes in the same way
SELECT objectid_hash('666f6f2d6261722d71757578') = hashtext('foo-bar-quux' COLLATE "C") AS hash,
    objectid_hash_extended('666f6f2d6261722d71757578', 42)
        = hashtextextended('foo-bar-quux' COLLATE "C", 42) AS extended;

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
-- By all rows, and by the ends of an index
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
SET work_mem = '64MB';
TABLE missorted;
SET work_mem = '64kB';
TABLE missorted;
RESET work_mem;
DROP VIEW missorted;
DROP TABLE unsorted;

-- Joins and groups --------------------------------------------------------------------------------

CREATE TABLE events (id objectid, amount int);
INSERT INTO events SELECT id, n + i FROM ids, generate_series(1, 3) AS i WHERE n % 3 = 0;
INSERT INTO events
SELECT left(md5('stranger ' || i), 24)::objectid, i
FROM generate_series(1, 500) AS i;
INSERT INTO events VALUES (NULL, 0), (NULL, 0);
ANALYZE events;
-- Each method of joining gives the same rows
SELECT method, switched_off,
    pg_temp.without(switched_off, $$
        SELECT count(*) || ' ' || sum(n) || ' ' || sum(amount)
        FROM ids JOIN events USING (id)
    $$) AS result,
    pg_temp.without(switched_off, $$
        SELECT count(*) || ' ' || count(n) || ' ' || count(amount)
        FROM ids FULL JOIN events USING (id)
    $$) AS full_join
FROM (VALUES
    ('hash', '{mergejoin,nestloop}'::text[]),
    ('merge', '{hashjoin,nestloop}'),
    ('nested loop', '{hashjoin,mergejoin,seqscan}')
) AS m (method, switched_off);
-- Groups by hashing and by sorting
SELECT
    pg_temp.without(methods, $$
        SELECT count(*) || ' ' || sum(c) || ' ' || max(c)
        FROM (SELECT id, count(*) AS c FROM events GROUP BY id) AS g
    $$) AS groups
FROM (VALUES ('{hashagg}'::text[]), ('{sort}')) AS _ (methods);

-- Partitions --------------------------------------------------------------------------------------

-- By HASH: which one answers for an id follows from the frozen hash. (By RANGE: time_support,
-- partition_statements.)
CREATE TABLE hashed (id objectid PRIMARY KEY, n int) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE hashed_2 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE hashed_3 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO hashed SELECT id, n FROM ids;
SELECT id,
    h.tableoid::regclass::text = (
        SELECT string_agg(relation, ', ')
        FROM plan_of(format('SELECT * FROM hashed WHERE id = %L', id))
    ) AS pruned,
    NOT :'little_endian' OR h.tableoid::regclass::text = partition AS as_frozen
FROM hashed AS h
JOIN (VALUES
    (objectid '000000000000000000000000', 'hashed_0'),
    ('7fffffffffffffffffffffff', 'hashed_3'),
    ('800000000000000000000000', 'hashed_2'),
    ('ffffffffffffffffffffffff', 'hashed_2')
) AS frozen (id, partition) USING (id)
ORDER BY id;
DROP TABLE hashed;

-- Other indexes -----------------------------------------------------------------------------------

-- The distance function is what lets minmax_multi leave out the gap between two clusters of ids
-- that share every page, be the gap in the first bytes or in the last; one range of ids cannot
CREATE TABLE clustered (first objectid, last objectid, filler text);
INSERT INTO clustered
SELECT (cluster || lpad(to_hex(i), 6, '0') || left(md5(i::text), 16))::objectid,
    ('4d88e15b60f486e4' || cluster || lpad(to_hex(i), 6, '0'))::objectid, repeat('x', 100)
FROM generate_series(1, 10000) AS i,
    LATERAL (SELECT CASE i % 2 WHEN 0 THEN '10' ELSE 'f0' END) AS c (cluster);
VACUUM ANALYZE clustered;
CREATE FUNCTION pg_temp.pages_read(
    col name, class text, low objectid, high objectid, OUT pages_read text
)
LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
    pages int;
BEGIN
    EXECUTE format(
        'CREATE INDEX clustered_brin ON clustered USING brin (%I %s) WITH (pages_per_range = 2)',
        col, class
    );
    SET enable_seqscan = off;
    EXECUTE format(
        'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) '
        'SELECT * FROM clustered WHERE %I BETWEEN %L AND %L',
        col, low, high
    ) INTO plan;
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
SELECT col, class, pages_read
FROM unnest('{objectid_minmax_ops,objectid_minmax_multi_ops}'::text[]) AS class,
    (VALUES ('first', objectid '800000000000000000000000', objectid '900000000000000000000000'),
        ('last', '4d88e15b60f486e480000000', '4d88e15b60f486e490000000')) AS gap (col, low, high),
    pg_temp.pages_read(col, class, low, high)
ORDER BY col, class COLLATE "C";
DROP TABLE clustered;

-- Indexes on domains over ids and on arrays of them, made before the rows are there
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
DROP TABLE ids, events;

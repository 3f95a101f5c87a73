-- What the planner does with the order, the equality and the hash of ids: operators, hash values,
-- sorting, joins, partitions. The order itself is tested in test/unit/objectid_test.cpp,
-- abbreviated keys in objectid_abbreviation_test.cpp, and what indexes find in
-- test/t/objectid_indexes.pl.
\pset format unaligned
\pset footer off

SET timezone = 'UTC';
SET datestyle = 'ISO';
SET jit = off;

CREATE FUNCTION pg_temp.uses(statement text, wanted text) RETURNS boolean
LANGUAGE sql AS $$ SELECT count(*) > 0 FROM plan_of(statement) WHERE node = wanted $$;

-- Estimated and true number of rows.
CREATE FUNCTION pg_temp.rows(statement text, OUT estimated float8, OUT actual bigint)
LANGUAGE plpgsql AS $$
BEGIN
    SELECT rows INTO estimated FROM plan_of(statement) LIMIT 1;
    EXECUTE format('SELECT count(*) FROM (%s) AS s', statement) INTO actual;
END
$$;

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

-- An unknown literal is an objectid; text, uuid and bytea are not compared with one by themselves
SELECT id = '4D88E15B60F486E428412DC9' AS literal,
    id IN ('4d88e15b60f486e428412dc9', '4d88e15b60f486e428412dca') AS list,
    id BETWEEN '4d88e15b60f486e428412dc9' AND 'ObjectId(4d88e15b60f486e428412dc9)' AS between,
    id = ANY ('{4d88e15b60f486e428412dc9}') AS any_of,
    '4d88e15b60f486e428412dc8' < id AS commuted,
    (id = NULL) IS NULL AS with_null
FROM (VALUES (objectid '4d88e15b60f486e428412dc9')) AS orders (id);
-- (without the detail and the hint, which the server words anew in version 19)
SELECT type, split_part(error_of(format(
    'SELECT objectid ''4d88e15b60f486e428412dc9'' = NULL::%s', type)), ' | No ', 1) AS error
FROM unnest('{text,varchar,char(24),bytea,uuid,jsonb}'::text[]) AS type;

-- A parameter of unknown type takes the type of the other side; one of type text does not
PREPARE by_id AS SELECT $1 = objectid '4d88e15b60f486e428412dc9' AS equal, pg_typeof($1) AS type;
EXECUTE by_id('ObjectId("4D88E15B60F486E428412DC9")');
EXECUTE by_id('4d88e15b60f486e428412dc');
DEALLOCATE by_id;
PREPARE by_text (text) AS SELECT $1::objectid = objectid '4d88e15b60f486e428412dc9' AS equal;
EXECUTE by_text('4D88E15B60F486E428412DC9');
DEALLOCATE by_text;
SELECT split_part(error_of(
    'PREPARE by_text (text) AS SELECT $1 = objectid ''4d88e15b60f486e428412dc9'''),
    ' | No ', 1) AS error;

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

-- A table to scan ---------------------------------------------------------------------------------

-- The ends and middles of the range, neighbors that differ in one byte, and ids from md5
CREATE TABLE ids (n int, id objectid);
INSERT INTO ids
SELECT row_number() OVER (ORDER BY md5(hex)), hex::objectid
FROM (
    SELECT unnest('{
        000000000000000000000000,000000000000000000000001,0000000000000000000000ff,
        00000000ffffffffffffffff,000000010000000000000000,7fffffffffffffffffffffff,
        800000000000000000000000,80000000ffffffff00000000,80000000ffffffffffffffff,
        800000010000000000000000,fffffffeffffffffffffffff,ffffffff0000000000000000,
        fffffffffffffffffffffffe,ffffffffffffffffffffffff
    }'::text[])
    UNION ALL
    SELECT encode(set_byte('\x7f7f7f7f7f7f7f7f7f7f7f7f', place, value), 'hex')
    FROM generate_series(0, 11) AS place, unnest('{0,126,128,255}'::int[]) AS value
    UNION ALL
    SELECT left(md5('id ' || i), 24) FROM generate_series(1, 6000) AS i
) AS hexes (hex);
CREATE UNIQUE INDEX ids_id ON ids (id);
VACUUM ANALYZE ids;
CREATE TEMP TABLE probes AS
SELECT DISTINCT id FROM (
    SELECT id
    FROM ids
    WHERE id::text ~ '^(.)\1\1\1\1' OR id::text ~ '7f7f7f7f7f7f7f7f7f' OR n % 400 = 0
    UNION ALL
    SELECT left(md5('probe ' || i), 24)::objectid FROM generate_series(1, 10) AS i
) AS p;

-- The index in both directions, lists, ranges of rows, nulls
SET enable_seqscan = off;
SET enable_sort = off;
SELECT node, direction FROM plan_of('SELECT id FROM ids ORDER BY id') UNION ALL
SELECT node, direction FROM plan_of('SELECT id FROM ids ORDER BY id DESC');
SELECT (SELECT array_agg(id::text) FROM (SELECT id FROM ids ORDER BY id) AS s)
        = array_agg(id::text ORDER BY id::text COLLATE "C") AS up,
    (SELECT array_agg(id::text) FROM (SELECT id FROM ids ORDER BY id DESC) AS s)
        = array_agg(id::text ORDER BY id::text COLLATE "C" DESC) AS down
FROM ids;
RESET enable_sort;
SELECT index_cond
FROM plan_of($$
    SELECT *
    FROM ids
    WHERE id IN ('800000000000000000000000', 'ffffffffffffffffffffffff', '4d88e15b60f486e428412dc9')
$$)
WHERE index_cond IS NOT NULL;
SELECT id
FROM ids
WHERE id IN ('800000000000000000000000', 'ffffffffffffffffffffffff', '4d88e15b60f486e428412dc9')
ORDER BY id;
RESET enable_seqscan;

-- Long lists are hashed
SELECT count(*) AS vectors,
    count(*) FILTER (WHERE
        (id = ANY (listed)) <> (id::text = ANY (listed::text[]))
        OR (id <> ALL (listed)) <> (id::text <> ALL (listed::text[]))
    ) AS failed,
    count(*) FILTER (WHERE id = ANY (listed)) AS found
FROM ids, (SELECT array_agg(id ORDER BY id) AS listed FROM probes) AS p;

-- min and max by the ends of the index -- not by an aggregate over all rows
SELECT string_agg(node || coalesce(' ' || direction, ''), ', ' ORDER BY node)
    FILTER (WHERE node ~ 'Index|Aggregate|Seq') AS plan
FROM plan_of('SELECT min(id) FROM ids');
SELECT string_agg(node || coalesce(' ' || direction, ''), ', ' ORDER BY node)
    FILTER (WHERE node ~ 'Index|Aggregate|Seq') AS plan
FROM plan_of('SELECT max(id) FROM ids');
SELECT min(id), max(id) FROM ids;
SELECT min(id), max(id)
FROM ids
WHERE id > '800000000000000000000000' AND id < 'fffffffeffffffffffffffff' AND n < 0;
SELECT min(id), max(id), count(id)
FROM (VALUES (NULL::objectid), ('4d88e15b60f486e428412dc9'), (NULL)) AS v (id);

-- An index-only scan gives back the ids themselves
SELECT pg_temp.uses(
    'SELECT id FROM ids WHERE id < ''00ff00000000000000000000''', 'Index Only Scan'
);
SELECT id FROM ids WHERE id < '00000000ffffffffffffffff' ORDER BY id;

-- Estimates: a unique key is one row, a range is what the histogram says
SELECT histogram_bounds IS NOT NULL AS histogram, n_distinct, null_frac, avg_width
FROM pg_stats
WHERE tablename = 'ids' AND attname = 'id';
SELECT what, round(estimated) AS estimated, actual FROM (VALUES
    ('unique', 'SELECT * FROM ids WHERE id = ''ffffffffffffffffffffffff'''),
    ('unique, none there', 'SELECT * FROM ids WHERE id = ''4d88e15b60f486e428412dc9'''),
    ('list', $$
        SELECT *
        FROM ids
        WHERE id IN (
            '800000000000000000000000', '7fffffffffffffffffffffff', 'ffffffffffffffffffffffff'
        )
    $$)
) AS q (what, query), pg_temp.rows(query);
SELECT count(*) AS vectors,
    string_agg(condition, ', ') FILTER (WHERE abs(estimated - actual) > 0.03 * 6062) AS failed
FROM unnest(ARRAY['<', '<=', '>', '>=', '<>']) AS operator,
    unnest(ARRAY['08', '40', '80', 'c0', 'f8']) AS start,
    format('id %s %L', operator, rpad(start, 24, '0')) AS condition,
    pg_temp.rows('SELECT * FROM ids WHERE ' || condition);
SELECT abs(estimated - actual) < 0.03 * 6062 AS between
FROM pg_temp.rows($$
    SELECT * FROM ids WHERE id BETWEEN '400000000000000000000000' AND '500000000000000000000000'
$$);

-- Sorting -----------------------------------------------------------------------------------------

-- Abbreviated keys (core/objectid_abbreviation.hpp): of random ids, of 300 processes within three
-- seconds, of few processes that share a slot, and two keys for nearly all ids, so that sorting in
-- memory gives the keys up. In memory and on disk, up and down, with a null
CREATE TEMP TABLE unsorted (kind text, id objectid);
INSERT INTO unsorted
SELECT 'random', left(md5(i::text), 24)::objectid
FROM generate_series(1, 22000) AS i;
INSERT INTO unsorted
SELECT 'processes',
    (
        lpad(to_hex(i * 7919 % 3), 8, '0') || left(md5((i % 300)::text), 10)
            || left(md5(i::text), 6)
    )::objectid
FROM generate_series(1, 22000) AS i;
INSERT INTO unsorted
SELECT 'few',
    (repeat(to_hex(i * 7919 % 16), 8) || repeat('f', 8) || left(md5(i::text), 8))::objectid
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
-- The same comparisons build an index
CREATE INDEX unsorted_id ON unsorted (id);
SET enable_seqscan = off;
SET enable_sort = off;
SELECT previous, id AS out_of_order
FROM (
    SELECT id, lag(id) OVER () AS previous
    FROM (SELECT id FROM unsorted WHERE id IS NOT NULL ORDER BY id) AS s
) AS s
WHERE previous > id;
RESET enable_seqscan;
RESET enable_sort;
DROP TABLE unsorted;

-- Joins, grouping, sets ---------------------------------------------------------------------------

CREATE TABLE events (id objectid, amount int);
INSERT INTO events SELECT id, n + i FROM ids, generate_series(1, 3) AS i WHERE n % 3 = 0;
INSERT INTO events
SELECT left(md5('stranger ' || i), 24)::objectid, i
FROM generate_series(1, 500) AS i;
INSERT INTO events VALUES (NULL, 0), (NULL, 0);
ANALYZE events;
-- Each method of joining is possible and gives the same rows
SELECT pg_temp.uses('SELECT * FROM ids JOIN events USING (id)', 'Hash Join') AS hash_join;
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
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT pg_temp.uses('SELECT * FROM ids JOIN events USING (id)', 'Merge Join') AS merge_join;
RESET enable_nestloop;
SET enable_mergejoin = off;
SET enable_seqscan = off;
SELECT count(*) > 0 AS parameterised_index_scan
FROM plan_of('SELECT * FROM events JOIN ids USING (id)')
WHERE index_cond = '(id = events.id)';
RESET enable_seqscan;
RESET enable_mergejoin;
RESET enable_hashjoin;
-- The join of a unique key with three rows each: estimated as such, not as a share of the product
SELECT abs(estimated - actual) < 0.2 * actual AS near
FROM pg_temp.rows('SELECT * FROM ids JOIN events USING (id)');
-- Groups by hashing and by sorting
SET enable_sort = off;
SELECT strategy
FROM plan_of('SELECT id, count(*) FROM events GROUP BY id')
WHERE node = 'Aggregate';
RESET enable_sort;
SELECT
    pg_temp.without(methods, $$
        SELECT count(*) || ' ' || sum(c) || ' ' || max(c)
        FROM (SELECT id, count(*) AS c FROM events GROUP BY id) AS g
    $$) AS groups
FROM (VALUES ('{hashagg}'::text[]), ('{sort}')) AS _ (methods);

-- min and max in parallel: partial results of workers are put together
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT pg_temp.uses('SELECT min(id), max(id) FROM events', 'Gather') AS gather,
    (
        SELECT string_agg(partial_mode, ', ' ORDER BY partial_mode)
        FROM plan_of('SELECT min(id), max(id) FROM events')
        WHERE node = 'Aggregate'
    ) AS modes;
SELECT min(id), max(id) FROM events;
SELECT min(id::text COLLATE "C"), max(id::text COLLATE "C") FROM events;
CREATE INDEX events_id ON events (id);
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET max_parallel_workers_per_gather;
SELECT
    pg_temp.without('{seqscan,bitmapscan,sort}', $$
        SELECT md5(string_agg(id::text, ','))
        FROM (SELECT id FROM events WHERE id IS NOT NULL ORDER BY id) AS s
    $$) = (
        SELECT md5(string_agg(id::text, ',' ORDER BY id::text COLLATE "C")) FROM events
    ) AS parallel_index;

-- Constraints -------------------------------------------------------------------------------------

CREATE TEMP TABLE excluded (id objectid, CONSTRAINT by_hash EXCLUDE USING hash (id WITH =));
INSERT INTO excluded
VALUES ('4d88e15b60f486e428412dc9'), ('4d88e15b60f486e428412dca'), (NULL), (NULL);
INSERT INTO excluded VALUES ('4D88E15B60F486E428412DC9');
ALTER TABLE excluded DROP CONSTRAINT by_hash,
    ADD CONSTRAINT by_btree EXCLUDE USING btree (id WITH =);
INSERT INTO excluded VALUES ('4D88E15B60F486E428412DC9');
SELECT count(*) FROM excluded;
DROP TABLE excluded;

-- Partitions --------------------------------------------------------------------------------------

-- By HASH: how many ids are in which partition, and which one answers for an id, follow from the
-- frozen hash. (By RANGE: time_plans, partition_statements.)
CREATE TABLE hashed (id objectid PRIMARY KEY, n int) PARTITION BY HASH (id);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE hashed_2 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE hashed_3 PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO hashed SELECT id, n FROM ids;
SELECT tableoid::regclass AS partition, count(*) BETWEEN 1300 AND 1700 AS even
FROM hashed
GROUP BY 1
ORDER BY 1;
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
SELECT count(*) AS vectors,
    count(*) FILTER (WHERE NOT
        satisfies_hash_partition('hashed'::regclass, 4, right(tableoid::regclass::text, 1)::int, id)
    ) AS failed
FROM hashed;
SET enable_partitionwise_join = on;
SELECT count(*), sum(a.n - b.n) FROM hashed a JOIN hashed b USING (id);
RESET enable_partitionwise_join;

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
FROM unnest(ARRAY[
        'objectid_minmax_ops',
        'objectid_minmax_multi_ops',
        'objectid_minmax_multi_ops (values_per_range = 8)'
    ]) AS class,
    (VALUES ('first', objectid '800000000000000000000000', objectid '900000000000000000000000'),
        ('last', '4d88e15b60f486e480000000', '4d88e15b60f486e490000000')) AS gap (col, low, high),
    pg_temp.pages_read(col, class, low, high)
ORDER BY col, class COLLATE "C";
DROP TABLE clustered;

-- The btree again ---------------------------------------------------------------------------------

-- Repeated keys are stored once (equalimage): the index is no larger than one on the same keys as
-- uuid, however it was filled
CREATE TABLE repeated AS
SELECT left(md5((i % 500)::text), 24)::objectid AS id,
    left(md5((i % 500)::text), 24)::objectid::uuid AS uuid
FROM generate_series(1, 30000) AS i;
CREATE INDEX repeated_id ON repeated (id);
CREATE INDEX repeated_uuid ON repeated (uuid);
CREATE INDEX repeated_plain ON repeated (id) WITH (deduplicate_items = off);
SELECT pg_relation_size('repeated_id') <= pg_relation_size('repeated_uuid') AS no_larger_than_uuid,
    pg_relation_size('repeated_id') < pg_relation_size('repeated_plain') / 2 AS deduplicated;
TRUNCATE repeated;
INSERT INTO repeated
SELECT id, id::uuid
FROM (
    SELECT left(md5((i % 500)::text), 24)::objectid AS id FROM generate_series(1, 30000) AS i
) AS s;
SELECT pg_relation_size('repeated_id') <= pg_relation_size('repeated_uuid') AS no_larger_than_uuid,
    pg_relation_size('repeated_id') < pg_relation_size('repeated_plain') / 2 AS deduplicated;
SELECT count(*), count(DISTINCT id) FROM repeated WHERE id > '000000000000000000000000';
DROP TABLE repeated;

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
-- BRIN minmax of the domain itself has no operators.
CREATE TABLE pg_temp.of_domain (id pg_temp.order_id);
CREATE INDEX ON of_domain USING brin (id);
INSERT INTO of_domain VALUES ('000000000000000000000001');
SELECT regexp_replace(error_of('INSERT INTO of_domain VALUES (''000000000000000000000002'')'),
    '\d{2,}', 'N', 'g') AS refused;
DROP TABLE of_domain;

DROP TABLE ids, events, probes;

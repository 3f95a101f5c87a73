-- GIN indexes on ids: every operator against a sequential scan, and an id beside what GIN is for.
-- (Random conditions, however the index was filled: test/t/objectid_indexes.pl.)
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

CREATE TEMP TABLE ids AS
    SELECT *, ARRAY[id, '4d88e15b60f486e428412dc9'] AS two FROM ids_of_all_kinds(4000);
CREATE TEMP TABLE probes AS
    SELECT id FROM (SELECT DISTINCT id FROM ids WHERE n > 4300 AND n % 2 = 0) AS corners
    UNION ALL SELECT left(md5((i * 150)::text), 24)::objectid FROM generate_series(1, 20) AS i;

\echo Asked, by index, rows, failures: built at once, filled through pending entries
CREATE INDEX ids_gin ON ids USING gin (id);
ANALYZE ids;
SELECT * FROM against_seqscan('ids', '{<,<=,=,>=,>}');
CREATE TEMP TABLE kept AS TABLE ids;
TRUNCATE ids;
INSERT INTO ids TABLE kept;
SELECT * FROM against_seqscan('ids', '{<,<=,=,>=,>}');

\echo Of many ids, and a range
SELECT condition, index_name, by_index, by_seqscan
FROM unnest(ARRAY[
        $$id = ANY ('{ffffffffffffffffffffffff,00000000000000000000007f,
            123456789012345678901234,NULL}')$$,
        $$id > '7fffffffffffffffffffffff' AND id <= 'c00000000000000000000000'$$]) AS condition,
    both_ways('SELECT count(*) FROM ids WHERE ' || condition);

\echo Arrays keep the class of all arrays
CREATE INDEX ids_two ON ids USING gin (two);
SELECT * FROM both_ways($$SELECT count(*) FROM ids WHERE two @> '{c4ca4238a0b923820dcc509a}'$$);

\echo An id beside a document, an array and a text; a time is a condition for the index, too
CREATE TEMP TABLE documents AS
    SELECT left(md5((i % 20)::text), 24)::objectid AS tenant,
        objectid_min(timestamptz '2026-01-01' + i * interval '1 minute') AS id,
        jsonb_build_object('kind', i % 7, 'size', i % 11) AS body, ARRAY['tag ' || i % 13] AS tags,
        to_tsvector('simple', 'word' || i % 17 || ' word' || i % 5) AS words
    FROM generate_series(1, 5000) AS i;
CREATE INDEX documents_all ON documents USING gin (tenant, id, body, tags, words);
ANALYZE documents;
SELECT b.*
FROM unnest(ARRAY[
        $$tenant = 'c4ca4238a0b923820dcc509a' AND body @> '{"kind": 3}'$$,
        $$tenant = 'c4ca4238a0b923820dcc509a' AND tags && '{tag 1,tag 2}' AND words @@ 'word1'$$,
        $$id >= timestamptz '2026-01-02' AND id < timestamptz '2026-01-03'
            AND body @> '{"kind": 3}'$$,
        'id < now() - interval ''900 years''']) AS condition,
    both_ways('SELECT count(*) FROM documents WHERE ' || condition) AS b;

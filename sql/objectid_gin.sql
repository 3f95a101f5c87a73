-- GIN indexes on ids: every operator against a sequential scan, and an id beside what GIN is for.

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- The indexes of a statement and their conditions.
CREATE FUNCTION pg_temp.scans(statement text) RETURNS TABLE (index_name text, index_cond text)
LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON, COSTS off) ' || statement INTO plan;
    RETURN QUERY
        SELECT n->>'Index Name', n->>'Index Cond'
        FROM jsonb_path_query(plan::jsonb, 'strict $.** ? (exists (@."Index Name"))') AS n;
END
$$;

-- As in objectid_gist.sql
CREATE FUNCTION pg_temp.against_seqscan(
    OUT vectors int, OUT by_index int, OUT found_rows bigint, OUT failed text
)
LANGUAGE plpgsql AS $$
DECLARE
    operator text;
    probe objectid;
    query text;
    by_seqscan text;
    by_index_scan text;
BEGIN
    vectors := 0;
    by_index := 0;
    found_rows := 0;
    FOREACH operator IN ARRAY '{<,<=,=,>=,>}'::text[] LOOP
        FOR probe IN SELECT id FROM probes LOOP
            query := format(
                'SELECT count(*) || '' '' || coalesce(sum(n), 0) FROM ids WHERE id %s %L',
                operator, probe
            );
            SET LOCAL enable_seqscan = on;
            SET LOCAL enable_bitmapscan = off;
            EXECUTE query INTO by_seqscan;
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = on;
            SELECT by_index + count(*) INTO by_index FROM pg_temp.scans(query);
            EXECUTE query INTO by_index_scan;
            vectors := vectors + 1;
            found_rows := found_rows + split_part(by_seqscan, ' ', 1)::bigint;
            IF by_seqscan IS DISTINCT FROM by_index_scan THEN
                failed := concat_ws(
                    ', ', failed,
                    format('%s %s: %s for %s', operator, probe, by_index_scan, by_seqscan)
                );
            END IF;
        END LOOP;
    END LOOP;
END
$$;

-- The statement's refusal: its state and message.
CREATE FUNCTION pg_temp.refusal(statement text, OUT state text, OUT message text)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
END
$$;

-- Ids in random order, some many times, all the corners, and NULL. The corners differ in each byte
-- with its neighbors.
CREATE TEMP TABLE ids AS
    SELECT row_number() OVER () AS n, id, ARRAY[id, '4d88e15b60f486e428412dc9'] AS two FROM (
        SELECT left(md5((i % 2500)::text), 24)::objectid AS id FROM generate_series(1, 4000) AS i
        UNION ALL SELECT NULL FROM generate_series(1, 300)
        UNION ALL
        SELECT overlay('000000000000000000000000' PLACING byte FROM 2 * place + 1)::objectid
        FROM generate_series(0, 11) AS place, unnest('{00,01,7f,80,ff}'::text[]) AS byte
        UNION ALL
        SELECT overlay('ffffffffffffffffffffffff' PLACING byte FROM 2 * place + 1)::objectid
        FROM generate_series(0, 11) AS place, unnest('{00,7f,fe,ff}'::text[]) AS byte
    ) AS s;
CREATE TEMP TABLE probes AS
    SELECT id FROM (SELECT DISTINCT id FROM ids WHERE n > 4300 AND n % 2 = 0) AS corners
    UNION ALL SELECT left(md5((i * 150)::text), 24)::objectid FROM generate_series(1, 20) AS i;

-- Built at once; filled through the list of pending entries; after that was merged and rows have
-- gone
CREATE INDEX ids_gin ON ids USING gin (id);
ANALYZE ids;
SELECT * FROM pg_temp.against_seqscan();
CREATE TEMP TABLE kept AS TABLE ids;
TRUNCATE ids;
INSERT INTO ids TABLE kept;
SELECT * FROM pg_temp.against_seqscan();
DELETE FROM ids WHERE n % 3 = 0;
VACUUM ids;
SELECT * FROM pg_temp.against_seqscan();
TRUNCATE ids;
ALTER INDEX ids_gin SET (fastupdate = off);
INSERT INTO ids TABLE kept;
SELECT * FROM pg_temp.against_seqscan();

SET enable_seqscan = off;
SELECT count(*) FROM ids WHERE id = NULL;
SELECT count(*), count(id)
FROM ids
WHERE id = ANY ('{
    ffffffffffffffffffffffff,00000000000000000000007f,123456789012345678901234,NULL
}');
SELECT count(*) FROM ids WHERE id > '7fffffffffffffffffffffff' AND id <= 'c00000000000000000000000';
SET enable_seqscan = on;
SET enable_bitmapscan = off;
SELECT count(*), count(id)
FROM ids
WHERE id = ANY ('{
    ffffffffffffffffffffffff,00000000000000000000007f,123456789012345678901234,NULL
}');
SELECT count(*) FROM ids WHERE id > '7fffffffffffffffffffffff' AND id <= 'c00000000000000000000000';
RESET enable_bitmapscan;

-- Arrays keep the class of all arrays
CREATE INDEX ids_two ON ids USING gin (two);
SELECT opcname, opcintype::regtype
FROM pg_index
JOIN pg_opclass o ON o.oid = indclass[0]
WHERE indexrelid IN ('ids_gin'::regclass, 'ids_two'::regclass)
ORDER BY 1;
SET enable_seqscan = off;
SELECT * FROM pg_temp.scans($$SELECT FROM ids WHERE two @> '{c4ca4238a0b923820dcc509a}'$$);
SELECT count(*) FROM ids WHERE two @> '{c4ca4238a0b923820dcc509a}';

-- An id beside a document, an array and a text
CREATE TEMP TABLE documents AS
    SELECT left(md5((i % 20)::text), 24)::objectid AS tenant,
        objectid_min(timestamptz '2026-01-01' + i * interval '1 minute') AS id,
        jsonb_build_object('kind', i % 7, 'size', i % 11) AS body, ARRAY['tag ' || i % 13] AS tags,
        to_tsvector('simple', 'word' || i % 17 || ' word' || i % 5) AS words
    FROM generate_series(1, 5000) AS i;
CREATE INDEX documents_all ON documents USING gin (tenant, id, body, tags, words);
ANALYZE documents;
SELECT *
FROM pg_temp.scans($$
    SELECT FROM documents WHERE tenant = 'c4ca4238a0b923820dcc509a' AND body @> '{"kind": 3}'
$$);
SELECT count(*) FROM documents WHERE tenant = 'c4ca4238a0b923820dcc509a' AND body @> '{"kind": 3}';
SELECT count(*)
FROM documents
WHERE tenant = 'c4ca4238a0b923820dcc509a' AND tags && '{tag 1,tag 2}' AND words @@ 'word1';
-- A time is a condition for the index
SELECT index_name, index_cond LIKE '%id %' AND index_cond LIKE '%body @>%' AS has_conditions
FROM pg_temp.scans($$
    SELECT
    FROM documents
    WHERE id >= timestamptz '2026-01-02' AND id < timestamptz '2026-01-03' AND body @> '{"kind": 3}'
$$);
SELECT count(*)
FROM documents
WHERE id >= timestamptz '2026-01-02' AND id < timestamptz '2026-01-03' AND body @> '{"kind": 3}';
SELECT index_name, index_cond LIKE '%id%' AS has_condition
FROM pg_temp.scans('SELECT FROM documents WHERE id > now()');
SET enable_seqscan = on;
SET enable_bitmapscan = off;
SELECT count(*) FROM documents WHERE tenant = 'c4ca4238a0b923820dcc509a' AND body @> '{"kind": 3}';
SELECT count(*)
FROM documents
WHERE tenant = 'c4ca4238a0b923820dcc509a' AND tags && '{tag 1,tag 2}' AND words @@ 'word1';
SELECT count(*)
FROM documents
WHERE id >= timestamptz '2026-01-02' AND id < timestamptz '2026-01-03' AND body @> '{"kind": 3}';
RESET enable_bitmapscan;

-- What it does not do
SELECT * FROM pg_temp.refusal('CREATE INDEX ON ids USING gin (n objectid_gin_ops)');
SELECT * FROM pg_temp.refusal('CREATE INDEX ON ids USING gin (two objectid_gin_ops)');
SELECT * FROM pg_temp.refusal('CREATE UNIQUE INDEX ON ids USING gin (id)');

DROP TABLE ids, probes, kept, documents;

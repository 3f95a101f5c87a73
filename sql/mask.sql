-- Masks of ids: whom they refuse, keys of all kinds, and indexes and partitions. What they compute:
-- test/t/vectors.pl; other programs, with keys of all lengths, are in test/t/mask.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA mask;
SELECT current_schema() AS home \gset
SET search_path = mask, :home;

\echo Versions, -1 of another variant: only 7 is masked, the error shows no id, and only 4 has one
CREATE TABLE any_uuid AS
SELECT CASE WHEN variant IN (8, 9, 10, 11) THEN version ELSE -1 END AS version,
    overlay(overlay('017f22e2-79b0-0cc3-08c4-dc0c0c07398f' PLACING to_hex(version) FROM 15)
        PLACING to_hex(variant) FROM 20)::uuid AS id
FROM generate_series(0, 15) version, generate_series(0, 15) variant
UNION ALL VALUES (-1, '00000000-0000-0000-0000-000000000000'::uuid),
    (-1, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
SELECT min(version) AS least, max(version) AS greatest, count(*), error
FROM any_uuid, error_of(format('SELECT mask_uuid_v7(%L, %L)', id, 'sixteen byte key')) AS error
GROUP BY error, sign(version - 7) ORDER BY least;
SELECT min(version) AS least, max(version) AS greatest, count(*), count(unmasked),
    bool_and(uuid_is_v7(unmasked))
FROM any_uuid, unmask_uuid_v7(id, 'sixteen byte key') AS unmasked
GROUP BY sign(version - 4) ORDER BY least;

-- Keys --------------------------------------------------------------------------------------------

\echo Keys that are too short
SELECT error_of(format('SELECT %s(%L, %L)', function, id, key)) AS error, function, count(*)
FROM (VALUES ('mask_uuid_v7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
        ('unmask_uuid_v7', 'f47ac10b-58cc-4372-8567-0e02b2c3d479'),
        ('unmask_uuid_v7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
        ('mask_objectid', '507f1f77bcf86cd799439011'),
        ('unmask_objectid', '507f1f77bcf86cd799439011')) f (function, id),
    (VALUES (''), ('fifteen byte ke')) k (key)
GROUP BY error, function ORDER BY function;

-- Of all lengths around the block of HMAC, one that is stored out of line, one that is compressed
CREATE TABLE keys AS
SELECT n,
    (SELECT string_agg(sha256(int4send(n + i)), '' ORDER BY i) FROM generate_series(1, 2500) i)
    AS key
FROM generate_series(1, 3) n;
INSERT INTO keys VALUES (4, decode(repeat('ab', 100000), 'hex'));
INSERT INTO keys SELECT 10 + length, substring(key, 1, length)
FROM keys, generate_series(16, 70) length WHERE n = 1;
CREATE FUNCTION at_another_place(function text, id text, key bytea) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE format('SELECT %s(%L, %L)', function, id, key) INTO result;
    RETURN result;
END
$$;
\echo One call for rows with all keys gives what single calls give
CREATE TABLE masks AS
SELECT n, u, o, at_another_place('mask_uuid_v7', u::text, key)::uuid AS masked_u,
    at_another_place('mask_objectid', o::text, key)::objectid AS masked_o
FROM keys, LATERAL (SELECT uuid_v7(), gen_objectid() WHERE n > 0) id (u, o);
SELECT count(*), count(DISTINCT masked_u), count(DISTINCT masked_o),
    count(*) FILTER (WHERE mask_uuid_v7(u, key) = masked_u AND unmask_uuid_v7(masked_u, key) = u
        AND mask_objectid(o, key) = masked_o AND unmask_objectid(masked_o, key) = o) AS same
FROM (SELECT * FROM keys JOIN masks USING (n), generate_series(1, 3) ORDER BY random()) s;
\echo So it does when an error has ended one of them
CREATE FUNCTION mask_or_null(id uuid, key bytea) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
    RETURN mask_uuid_v7(id, key);
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END
$$;
SELECT count(*), count(mask_or_null(u, key)),
    count(*) FILTER (WHERE mask_or_null(u, key) = masked_u) AS same
FROM (SELECT n, u, masked_u, key FROM keys JOIN masks USING (n)
    UNION ALL SELECT n, u, masked_u, substring(key, 1, 15) FROM keys JOIN masks USING (n)
    ORDER BY 1, 4 DESC) s;

-- Rows are found ----------------------------------------------------------------------------------

SET timezone = 'UTC';
CREATE TABLE orders (id uuid PRIMARY KEY, n int);
INSERT INTO orders SELECT uuid_v7(timestamptz '2026-01-01' + n * interval '1 hour'), n
FROM generate_series(1, 10000) n;
CREATE TABLE by_range (LIKE orders) PARTITION BY RANGE (id);
CREATE TABLE by_hash (LIKE orders) PARTITION BY HASH (id);
SELECT format('CREATE TABLE by_range_%s PARTITION OF by_range FOR VALUES FROM (%L) TO (%L)', i,
        uuid_v7_min(timestamptz '2026-01-01' + i * interval '3 months'),
        uuid_v7_min(timestamptz '2026-01-01' + (i + 1) * interval '3 months')),
    format('CREATE TABLE by_hash_%s PARTITION OF by_hash FOR VALUES WITH (MODULUS 5, REMAINDER %s)',
        i, i)
FROM generate_series(0, 4) i \gexec
INSERT INTO by_range SELECT * FROM orders;
INSERT INTO by_hash SELECT * FROM orders;
ALTER TABLE by_range ADD PRIMARY KEY (id);
ALTER TABLE by_hash ADD PRIMARY KEY (id);
CREATE TABLE secret (key bytea);
INSERT INTO secret VALUES ('sixteen byte key');
ANALYZE orders, by_range, by_hash;
CREATE TABLE asked AS
SELECT n, mask_uuid_v7(id, 'sixteen byte key') AS masked FROM orders WHERE n IN (1, 5000, 10000)
UNION ALL SELECT -n, unnest(ARRAY[id, '00000000-0000-0000-0000-000000000000',
    'f47ac10b-58cc-4372-8567-0e02b2c3d479']) FROM orders WHERE n = 1;

-- How each mask is looked up: which scans are executed, on which condition, and what they find.
CREATE FUNCTION looked_up(target regclass, key text, mode text)
RETURNS TABLE (asked int, scan text, condition text, result int) LANGUAGE plpgsql AS $$
DECLARE
    masked uuid;
    call text;
    plan jsonb;
BEGIN
    PERFORM set_config('plan_cache_mode', mode, true);
    EXECUTE format('PREPARE look_up AS SELECT n FROM %s WHERE id = unmask_uuid_v7($1, %s)',
        target, key);
    FOR asked, masked IN SELECT a.n, a.masked FROM asked a LOOP
        call := format('EXECUTE look_up(%L)', masked);
        EXECUTE 'EXPLAIN (ANALYZE, FORMAT JSON) ' || call INTO plan;
        -- Versions print the value of a sub-select in other ways.
        SELECT string_agg(node->>'Node Type', ' '),
            string_agg(DISTINCT regexp_replace(node->>'Index Cond',
                '''[^'']*''|\$0|\(InitPlan \w+\).col1', '?', 'g'), ' ')
        INTO scan, condition
        FROM jsonb_path_query(plan, 'strict $.** ? (@."Actual Loops" > 0)') AS node
        WHERE node->>'Node Type' ~ 'Scan' AND node->>'Relation Name' <> 'secret';
        EXECUTE call INTO result;
        RETURN NEXT;
    END LOOP;
    DEALLOCATE look_up;
END
$$;
\echo Scans and conditions of nine masks in three tables, what they and nonsense find
SELECT left(key, 7) AS key, mode, string_agg(DISTINCT scan, ', ') AS scans,
    string_agg(DISTINCT condition, ', ') AS conditions,
    count(*) FILTER (WHERE result = asked) AS found,
    count(result) FILTER (WHERE asked < 0) AS of_nonsense
FROM unnest('{orders,by_range,by_hash}'::regclass[]) target,
    (VALUES ($$'sixteen byte key'$$), ('(SELECT key FROM secret)')) k (key),
    unnest('{force_custom_plan,force_generic_plan}'::text[]) mode, looked_up(target, key, mode)
GROUP BY key, mode ORDER BY key, mode;

SET client_min_messages = warning;
DROP SCHEMA mask CASCADE;

-- The differences between documents and rows.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION migration.plain_kinds(types text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT ARRAY(SELECT DISTINCT CASE
            WHEN t IN ('int', 'long', 'double', 'decimal') THEN 'number'
            WHEN t = 'bool' THEN 'boolean'
            WHEN t IN ('object', 'array') THEN t
            ELSE 'string' END
        FROM unnest(string_to_array(types, ', ')) AS t WHERE t NOT IN ('null', 'undefined'))
$$;
COMMENT ON FUNCTION migration.plain_kinds(text) IS
    'what jsonb_typeof says of plain JSON of values of MongoDB''s types, but of rare ones';

-- A value of another kind than all those that were surveyed, such as text among numbers, differs.
-- Times are read with the settings of check and misfits, which call this often.
CREATE FUNCTION migration.reads_as(types text, reads jsonb, in_document jsonb, in_row jsonb)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    base text := reads->>'base';
    kind text := jsonb_typeof(in_document);
    given text := in_document #>> '{}';
    before text := CASE kind WHEN 'string' THEN migration.of_shell(given) ELSE given END;
    after text := in_row #>> '{}';
BEGIN
    IF base IS NULL OR in_document IS NULL OR in_row IS NULL THEN
        RETURN false;
    ELSIF kind = 'array' AND (reads->>'is_array')::boolean THEN
        RETURN jsonb_typeof(in_row) = 'array'
            AND jsonb_array_length(in_document) = jsonb_array_length(in_row) AND NOT EXISTS (
            SELECT FROM jsonb_array_elements(in_document) WITH ORDINALITY AS d (value, place)
                JOIN jsonb_array_elements(in_row) WITH ORDINALITY AS r (value, place) USING (place)
            WHERE d.value <> r.value AND NOT migration.reads_as(types, reads, d.value, r.value));
    ELSIF base = 'jsonb' THEN
        RETURN kind = 'string' AND types = 'string' AND jsonb_typeof(in_row) IN ('object', 'array')
            AND jsonb_strip_nulls(migration.json_of_text(given)) = in_row;
    ELSIF jsonb_typeof(in_row) IN ('object', 'array')
        OR before = given AND migration.plain_kinds(types) <> ARRAY[kind] THEN
        RETURN false;
    ELSIF before = after THEN
        RETURN true;
    ELSIF before <> given AND jsonb_typeof(in_row) = 'number' THEN
        RETURN before::numeric = after::numeric;
    ELSIF base IN ('uuid', 'objectid') THEN
        RETURN lower(translate(before, '-{}', '')) = lower(translate(after, '-{}', ''));
    ELSIF base ~ '^date$|^timestamp with' THEN
        RETURN CASE WHEN (reads->>'day_first')::boolean
            THEN migration.time_in_utc_day_first(before)
            ELSE migration.time_in_utc(before) END = after::timestamptz;
    END IF;
    RETURN false;
EXCEPTION WHEN data_exception THEN
    RETURN false;
END
$$;
COMMENT ON FUNCTION migration.reads_as(text, jsonb, jsonb, jsonb) IS
    'whether values of a document and a row differ only in the form that the column''s type has';

-- All pairs go down together, step by step: a value may be another one in each document, as text in
-- a column of times is.
CREATE FUNCTION migration.differences(lines jsonb)
RETURNS TABLE (n bigint, id jsonb, path text, of_document jsonb, of_row jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE pair AS (
        SELECT u.n, u.of_document->'_id' AS id, '$' AS path, NULL::jsonb AS reads, u.of_document,
            u.of_row,
            jsonb_typeof(u.of_document) = 'object' AND jsonb_typeof(u.of_row) = 'object' AS go_on
        FROM pg_temp.migration_unequal AS u
        UNION ALL
        SELECT p.n, p.id, inner_pair.path,
            CASE WHEN inner_pair.path = p.path || '[*]' AND (p.reads->>'is_array')::boolean
                THEN p.reads ELSE lines->inner_pair.path->'reads' END,
            inner_pair.of_document, inner_pair.of_row,
            CASE jsonb_typeof(inner_pair.of_document)
                WHEN 'object' THEN jsonb_typeof(inner_pair.of_row) = 'object'
                WHEN 'array' THEN CASE jsonb_typeof(inner_pair.of_row) WHEN 'array'
                    THEN jsonb_array_length(inner_pair.of_document)
                        = jsonb_array_length(inner_pair.of_row) END
            END
        FROM pair AS p, LATERAL (
            SELECT p.path || '[*]' AS path, d.value AS of_document,
                p.of_row->(d.place::integer - 1) AS of_row
            FROM jsonb_array_elements(
                    CASE jsonb_typeof(p.of_document) WHEN 'array' THEN p.of_document END)
                WITH ORDINALITY AS d (value, place)
            WHERE d.value <> p.of_row->(d.place::integer - 1)
            UNION ALL
            SELECT coalesce(lines->p.path->'fields'->>k.key, p.path || CASE
                    WHEN lines ? (p.path || '.*') THEN '.*' ELSE migration.step(k.key) END),
                p.of_document->k.key, p.of_row->k.key
            FROM (
                SELECT jsonb_object_keys(
                    CASE jsonb_typeof(p.of_document) WHEN 'object' THEN p.of_document END)
                UNION
                SELECT jsonb_object_keys(
                    CASE jsonb_typeof(p.of_document) WHEN 'object' THEN p.of_row END)) AS k (key)
            WHERE p.of_document->k.key IS DISTINCT FROM p.of_row->k.key) AS inner_pair
        WHERE p.go_on)
    SELECT p.n, p.id, p.path, p.of_document, p.of_row FROM pair AS p
    WHERE p.go_on IS NOT TRUE
        AND NOT migration.reads_as(lines->p.path->>'types', p.reads, p.of_document, p.of_row);
END
$$;
COMMENT ON FUNCTION migration.differences(jsonb) IS
    'the differences between plain JSON of documents and of their rows, by path';

-- What differences asks of the lines of a plan
CREATE FUNCTION migration.lines_to_compare(tree jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT jsonb_object_agg(path, jsonb_build_object('types', line->'types', 'reads',
        line->'reads', 'fields', (
            SELECT jsonb_object_agg(tree->c->>'field', c)
            FROM jsonb_array_elements_text(line->'children') AS c
            WHERE tree->c->>'field' IS NOT NULL)))
    FROM jsonb_each(tree) AS e (path, line)
$$;
COMMENT ON FUNCTION migration.lines_to_compare(jsonb) IS
    'the types, and the lines of fields, of each path of a plan';

CREATE FUNCTION migration.note_missing(mapping jsonb, root_table text, documents_view text)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    staged text := mapping->'tables'->0->>'from';
    same_id text := migration.same_key(mapping, 't'::text);
BEGIN
    -- Documents without rows
    EXECUTE format('
        INSERT INTO pg_temp.migration_found
        SELECT ''$'', count(*), (array_agg(d.value->''_id'' ORDER BY s.n))[1],
            (array_agg(d.value ORDER BY s.n))[1], NULL
        FROM %s
        WHERE s.collection = $1 AND NOT EXISTS (SELECT FROM %s AS t WHERE %s)
        HAVING count(*) > 0', staged, root_table, same_id) USING mapping->>'collection';

    -- Rows without documents
    EXECUTE format('
        INSERT INTO pg_temp.migration_found
        SELECT ''$'', count(*), (array_agg(x.document->''_id''))[1], NULL,
            (array_agg(x.document))[1]
        FROM (
            SELECT (SELECT v.document FROM %s AS v WHERE %s) AS document
            FROM %s AS t WHERE NOT EXISTS (SELECT FROM %s WHERE s.collection = $1 AND %s)) AS x
        HAVING count(*) > 0', documents_view, (
            SELECT string_agg(format('v.key_%s OPERATOR(pg_catalog.=) t.%I', i, k->>'name'),
                ' AND ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (k, i)),
        root_table, staged, same_id) USING mapping->>'collection';
END
$$;
COMMENT ON FUNCTION migration.note_missing(jsonb, text, text) IS
    'adds documents without rows, and rows without documents, to a temporary table';

CREATE FUNCTION migration.check(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path'))
RETURNS TABLE (path text, documents bigint, example jsonb, in_document jsonb, in_rows jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO, MDY' SET bytea_output = 'hex'
SET extra_float_digits = 1 SET standard_conforming_strings = on SET jit = off
SET client_min_messages = warning AS $$
#variable_conflict use_column
DECLARE
    mapping jsonb;
    root jsonb;
    documents_view text;
    lines jsonb;
    part record;
BEGIN
    PERFORM migration.check_caller();
    mapping := migration.map_collection(collection, types_from, false);
    root := mapping->'tables'->0;
    documents_view := format('migration.%I',
        migration.view_name(root->>'table', '_documents'::text));
    lines := migration.lines_to_compare(mapping->'tree');
    PERFORM migration.check_tables(mapping, '_documents'::text);
    DROP TABLE IF EXISTS pg_temp.migration_found, pg_temp.migration_unequal;
    CREATE TEMPORARY TABLE migration_found (path text, documents bigint, example jsonb,
        in_document jsonb, in_rows jsonb) ON COMMIT DROP;
    CREATE TEMPORARY TABLE migration_unequal (n bigint, of_document jsonb, of_row jsonb)
        ON COMMIT DROP;
    PERFORM migration.analyze_staging();
    PERFORM migration.warn_of_repeated(collection, (
        SELECT sum(times) FROM (
            SELECT count(*) AS times FROM migration.staging AS s
            WHERE s.collection = $1 AND s.source ? '_id'
            GROUP BY s.source->'_id' HAVING count(*) > 1) AS r)::bigint);
    PERFORM migration.note_missing(mapping, format('%I.%I', root->>'schema', root->>'table'),
        documents_view);
    FOR part IN SELECT * FROM migration.ranges(collection, 100000::bigint) LOOP
        EXECUTE format('
            INSERT INTO pg_temp.migration_unequal
            SELECT s.n, d.value, v.document FROM %s, %s AS v
            WHERE s.collection = $1 AND s.n > $2 AND s.n <= $3 AND %s
                AND d.value IS DISTINCT FROM v.document',
            root->>'from', documents_view, migration.same_key(mapping, 'v'::text))
        USING collection, part.after, part.upto;
        INSERT INTO pg_temp.migration_found
        SELECT f.path, count(DISTINCT f.n), (array_agg(f.id ORDER BY f.n))[1],
            (array_agg(f.of_document ORDER BY f.n))[1], (array_agg(f.of_row ORDER BY f.n))[1]
        FROM migration.differences(lines) AS f GROUP BY f.path;
        TRUNCATE pg_temp.migration_unequal;
        PERFORM migration.progress(collection, 'checked'::text, part.documents, part.total,
            100000::bigint);
    END LOOP;
    RETURN QUERY
    SELECT f.path, sum(f.documents)::bigint, migration.cut((array_agg(f.example))[1]),
        migration.cut((array_agg(f.in_document))[1]), migration.cut((array_agg(f.in_rows))[1])
    FROM pg_temp.migration_found AS f
    GROUP BY f.path, f.path = '$' AND f.in_document IS NULL
    ORDER BY f.path COLLATE "C", f.path = '$' AND f.in_document IS NULL;
END
$$;
COMMENT ON FUNCTION migration.check(text, text) IS
    'the differences between the staged documents of a collection and its rows, by path';

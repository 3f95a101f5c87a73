-- What the plan refuses, or has no place for.
-- SPDX-License-Identifier: PostgreSQL

-- The condition under which check would find another value in the row, NULL if there is none
CREATE FUNCTION migration.differing(reads jsonb, types text, value text, reading text)
RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN reads->>'base' IN ('text', 'jsonb') THEN NULL
        -- Text that is read as a time is that time, unless it is rounded.
        WHEN reads->>'base' ~ '^timestamp with' AND reads->>'element' IS NOT NULL
            AND NOT (reads->>'is_array')::boolean AND types NOT IN ('date', 'timestamp')
            AND migration.plain_kinds(types) = '{string}'
            THEN format('(%s) IS NOT NULL AND jsonb_typeof(%s) <> ''string''', reading, value)
        -- Text where all were dates is read as the session that runs the statements reads it.
        ELSE format('jsonb_strip_nulls(to_jsonb(%s)) <> %s '
            'AND (NOT migration.reads_as(%L::text, %L::jsonb, %2$s, to_jsonb(%1$s))%5$s)',
            reading, value, types, reads, CASE WHEN types IN ('date', 'timestamp')
                THEN format(' OR %s @? ''$[*] ? (!(@ like_regex "[+]00:00( BC)?$"))''', value)
            END) END
$$;
COMMENT ON FUNCTION migration.differing(jsonb, text, text, text) IS
    'a condition of SQL: that a value is read as another one';

CREATE FUNCTION migration.expectations(mapped_table jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    expected jsonb := '[]';
    path text;
    item jsonb;
    unplanned text;
BEGIN
    FOR path, item IN SELECT * FROM jsonb_each(mapped_table->'containers') LOOP
        expected := expected || jsonb_build_object('path', path, 'value', item->'value',
            'error', 'value is not an ' || (item->>'kind'),
            'wrong', format('pg_catalog.jsonb_typeof(%s) <> %L', item->>'value', item->>'kind'));
        IF (item->>'required')::boolean THEN
            expected := expected || jsonb_build_object('path', path, 'value', 'NULL::jsonb',
                'error', format('required %s is missing', item->>'kind'),
                'wrong', (item->>'value') || ' IS NULL');
        ELSIF NOT (item->>'can_be_empty')::boolean THEN
            expected := expected || jsonb_build_object('path', path, 'value', item->'value',
                'error', format('empty %s without a column for it', item->>'kind'),
                'wrong', format('%s = %L', item->>'value',
                    CASE item->>'kind' WHEN 'array' THEN '[]' ELSE '{}' END));
        END IF;
        IF item ? 'fields' THEN
            unplanned := format('CASE pg_catalog.jsonb_typeof(%s) WHEN ''object'' '
                'THEN (%1$s) - %L::text[] END', item->>'value',
                ARRAY(SELECT jsonb_array_elements_text(item->'fields')));
            expected := expected || jsonb_build_object('path', path, 'value', unplanned,
                'is_unplanned', true, 'wrong', unplanned || ' <> ''{}''');
        END IF;
    END LOOP;
    FOR item IN SELECT jsonb_array_elements(mapped_table->'columns') LOOP
        CONTINUE WHEN NOT item ? 'value' OR item ? 'flag' OR item ? 'rest'
            OR item ? 'of_parent';
        -- Text holds everything, but not as it was.
        IF item->'reads'->>'base' = 'text' AND NOT (item->'reads'->>'is_array')::boolean
            OR migration.storage(item->'reads', item->>'types') = 'json text'
                AND NOT (item->'reads'->>'is_array')::boolean THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'error', 'value is not a string', 'wrong', format(
                    'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'', %L)',
                    item->>'value', CASE WHEN item->>'types' IN ('int', 'long', 'double', 'decimal')
                        THEN 'number' WHEN item->>'types' = 'bool' THEN 'boolean' ELSE '' END));
        ELSIF item->'reads'->>'base' = 'text' THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'error', 'value is not an array of strings', 'wrong', format(
                    '%s @? ''strict $[*] ? (@.type() != "string" && @ != null)''', item->>'value'));
        END IF;
        IF (item->>'required')::boolean OR item ? 'key' THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'error', format('null value in column "%s" of table "%s"', item->>'name',
                    mapped_table->>'table'), 'wrong', (item->>'value') || ' IS NULL');
        END IF;
        IF (item->'reads'->>'is_array')::boolean
            OR item->'reads'->>'base' NOT IN ('text', 'jsonb')
            OR item->'reads'->>'element' IS NULL THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'reads', coalesce('bool_or(' || migration.differing(item->'reads', item->>'types',
                        item->>'value', item->>'expression') || ')',
                    format('count(%s) < 0', item->>'expression')),
                'reading', migration.reading(item->'reads', '$1'::text, NULL::text,
                    item->>'types'),
                'differing', migration.differing(item->'reads', item->>'types', '$1'::text,
                    'reading'::text));
        END IF;
    END LOOP;
    RETURN expected;
END
$$;
COMMENT ON FUNCTION migration.expectations(jsonb) IS 'what misfits asks of the values for a table';

CREATE FUNCTION migration.has_misfit(statement text, of_collection text, after bigint, upto bigint,
    unreadable bigint[]) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    result boolean;
BEGIN
    EXECUTE statement INTO result USING of_collection, after, upto, unreadable;
    RETURN result;
EXCEPTION WHEN data_exception OR integrity_constraint_violation OR raise_exception THEN
    RETURN true;
END
$$;
COMMENT ON FUNCTION migration.has_misfit(text, text, bigint, bigint, bigint[]) IS
    'whether a statement says so of some documents, or raises an error';

CREATE FUNCTION migration.tried(conditions text[], source text, of_collection text, after bigint,
    upto bigint, unreadable bigint[]) RETURNS boolean[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    result boolean[];
BEGIN
    EXECUTE format('SELECT ARRAY[%s]::boolean[] %s', array_to_string(conditions, ', '), source)
    INTO result USING of_collection, after, upto, unreadable;
    RETURN result;
EXCEPTION WHEN data_exception OR integrity_constraint_violation OR raise_exception THEN
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION migration.tried(text[], text, text, bigint, bigint, bigint[]) IS
    'which conditions some documents meet, NULL if one raises an error';

-- Most columns fit, which is asked of many at once.
CREATE FUNCTION migration.unfit(conditions text[], source text, of_collection text, after bigint,
    upto bigint, unreadable bigint[]) RETURNS boolean[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size integer := cardinality(conditions);
    result boolean[] := migration.tried(conditions, source, of_collection, after, upto, unreadable);
BEGIN
    IF result IS NOT NULL OR size = 1 THEN
        RETURN coalesce(result, '{true}');
    END IF;
    RETURN migration.unfit(conditions[:size / 2], source, of_collection, after, upto, unreadable)
        || migration.unfit(conditions[size / 2 + 1:], source, of_collection, after, upto,
            unreadable);
END
$$;
COMMENT ON FUNCTION migration.unfit(text[], text, text, bigint, bigint, bigint[]) IS
    'which conditions some documents meet, or raise an error for';

-- A function of its own is planned once.
CREATE FUNCTION migration.make_error_function(reading text, differing text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('CREATE OR REPLACE FUNCTION pg_temp.migration_error(jsonb, OUT error text, '
        'OUT kind text) LANGUAGE plpgsql AS %L', format($body$
        DECLARE
            is_null boolean; -- asked so that the value is read
        BEGIN
            SELECT reading IS NULL, CASE WHEN %s THEN
                'value is read as ' || left(pg_catalog.to_jsonb(reading)::text, 200) END
            INTO is_null, error FROM (SELECT %s AS reading OFFSET 0) AS r;
            kind := 'value is read as';
        EXCEPTION WHEN data_exception OR integrity_constraint_violation OR raise_exception THEN
            error := left(SQLERRM, 300);
            kind := regexp_replace(replace(SQLERRM, format('"%%s"', $1 #>> '{}'), ''),
                ': ".*$', '');
        END
        $body$, coalesce(differing, 'false'), reading));
END
$$;
COMMENT ON FUNCTION migration.make_error_function(text, text) IS
    'makes a temporary function that says what a column has against a value, and of which kind it '
    'is';

CREATE FUNCTION migration.is_readable(source jsonb, legacy_uuid text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN ejson_to_jsonb(source, legacy_uuid) IS NOT NULL;
EXCEPTION WHEN data_exception THEN
    RETURN false;
END
$$;
COMMENT ON FUNCTION migration.is_readable(jsonb, text) IS 'whether a document is Extended JSON';

CREATE FUNCTION migration.unreadable(of_path text, value jsonb, legacy_uuid text)
RETURNS TABLE (path text, of_value jsonb, error text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    message text;
    is_in_it boolean := false;
    child record;
BEGIN
    PERFORM ejson_to_jsonb(value, legacy_uuid);
EXCEPTION WHEN data_exception THEN
    message := SQLERRM;
    FOR child IN
        SELECT migration.step(e.key) AS step, e.value
        FROM jsonb_each(CASE jsonb_typeof(value) WHEN 'object' THEN value END) AS e
        WHERE NOT starts_with(e.key, '$')
        UNION ALL
        SELECT '[*]', e.value
        FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value END) AS e
    LOOP
        FOR path, of_value, error IN
            SELECT * FROM migration.unreadable(of_path || child.step, child.value, legacy_uuid) LOOP
            is_in_it := true;
            RETURN NEXT;
        END LOOP;
    END LOOP;
    IF NOT is_in_it THEN
        path := of_path;
        of_value := value;
        error := message;
        RETURN NEXT;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.unreadable(text, jsonb, text) IS
    'the values in a document that are no Extended JSON';

-- Of one expectation that some documents do not meet
CREATE FUNCTION migration.note_misfits(item jsonb, source text, of_collection text, after bigint,
    upto bigint, unreadable bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF item ? 'reading' THEN
        PERFORM migration.make_error_function(item->>'reading', item->>'differing');
        EXECUTE format('
            WITH given AS MATERIALIZED (SELECT s.n, %s AS value %s),
            wrong AS MATERIALIZED (
                SELECT d.value, e.error, e.kind
                FROM (SELECT DISTINCT value FROM given) AS d,
                    pg_temp.migration_error(d.value) AS e
                WHERE e.error IS NOT NULL)
            INSERT INTO pg_temp.migration_misfits
            SELECT $5, (array_agg(value ORDER BY n))[1],
                (array_agg(error ORDER BY n))[1], kind, count(DISTINCT n), min(n)
            FROM given JOIN wrong USING (value) GROUP BY kind', item->>'value', source)
        USING of_collection, after, upto, unreadable, item->>'path';
    ELSIF item ? 'is_unplanned' THEN
        EXECUTE format('
            INSERT INTO pg_temp.migration_misfits
            SELECT $5 || migration.step(e.key), (array_agg(e.value ORDER BY n))[1],
                ''field without a line in the plan'', ''unplanned'', count(DISTINCT n), min(n)
            FROM (SELECT s.n, %s AS value %s AND (%s)) AS given,
                LATERAL jsonb_each(given.value) AS e
            GROUP BY e.key', item->>'value', source, item->>'wrong')
        USING of_collection, after, upto, unreadable, item->>'path';
    ELSE
        EXECUTE format('
            INSERT INTO pg_temp.migration_misfits
            SELECT $5, (array_agg(%s ORDER BY s.n))[1], $6, $6, count(DISTINCT s.n), min(s.n)
            %s AND (%s) HAVING count(*) > 0', item->>'value', source, item->>'wrong')
        USING of_collection, after, upto, unreadable, item->>'path', item->>'error';
    END IF;
END
$$;
COMMENT ON FUNCTION migration.note_misfits(jsonb, text, text, bigint, bigint, bigint[]) IS
    'adds what does not meet an expectation to a temporary table';

CREATE FUNCTION migration.note_unreadable(of_collection text, legacy_uuid text, after bigint,
    upto bigint) RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    document record;
    numbers bigint[] := '{}';
BEGIN
    FOR document IN SELECT s.n, s.source FROM migration.staging AS s
        WHERE s.collection = of_collection AND s.n > after AND s.n <= upto
            AND NOT migration.is_readable(s.source, legacy_uuid) LOOP
        INSERT INTO pg_temp.migration_misfits
        SELECT u.path, u.of_value, u.error, 'no Extended JSON', 1, document.n
        FROM migration.unreadable('$'::text, document.source, legacy_uuid) AS u;
        numbers := numbers || document.n;
    END LOOP;
    RETURN numbers;
END
$$;
COMMENT ON FUNCTION migration.note_unreadable(text, text, bigint, bigint) IS
    'adds documents that are no Extended JSON to a temporary table, and gives their numbers';

CREATE FUNCTION migration.note_duplicates(of_collection text, legacy_uuid text, of_table text,
    unreadable bigint[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO pg_temp.migration_misfits
    SELECT '$._id', (array_agg(r.id ORDER BY first))[1],
        format('duplicate key value of table "%s"', of_table), 'duplicate', sum(times), min(first)
    FROM (
        SELECT d.id, count(*) AS times, min(s.n) AS first
        FROM migration.staging AS s,
            jsonb_strip_nulls(ejson_to_jsonb(s.source->'_id', legacy_uuid)) AS d(id)
        WHERE s.collection = of_collection AND s.n <> ALL (unreadable) AND d.id <> 'null'
        GROUP BY d.id HAVING count(*) > 1) AS r
    HAVING count(*) > 0
$$;
COMMENT ON FUNCTION migration.note_duplicates(text, text, text, bigint[]) IS
    'adds documents that share their _id to a temporary table';

CREATE FUNCTION migration.note_ids(mapping jsonb, unreadable bigint[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO pg_temp.migration_misfits
    SELECT '$._id', (array_agg(i.id ORDER BY i.n))[1],
        format('_id of type %s, which the plan does not have', i.type), 'type', count(*), min(i.n)
    FROM migration.unplanned_ids(mapping, unreadable) AS i GROUP BY i.type
$$;
COMMENT ON FUNCTION migration.note_ids(jsonb, bigint[]) IS
    'adds documents, and deletions, whose _id is of an unplanned type to a temporary table';

-- All documents are read once, also without a plan.
CREATE FUNCTION migration.expected_of(mapping jsonb, legacy_uuid text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    chosen text := 's.collection = $1 AND s.n > $2 AND s.n <= $3 AND s.n <> ALL ($4)';
    tables jsonb := (
        SELECT jsonb_agg(jsonb_build_object('expected', e, 'source',
            format('FROM %s WHERE %s', t->>'lenient_from', chosen)))
        FROM jsonb_array_elements(mapping->'tables') AS t, migration.expectations(t) AS e
        WHERE e <> '[]');
BEGIN
    RETURN coalesce(tables, jsonb_build_array(jsonb_build_object(
        'expected', jsonb_build_array(jsonb_build_object(
            'reads', format('count(ejson_to_jsonb(s.source, %L::text)) < 0', legacy_uuid))),
        'source', 'FROM migration.staging AS s WHERE ' || chosen)));
END
$$;
COMMENT ON FUNCTION migration.expected_of(jsonb, text) IS
    'what misfits asks of the values for each table, and of which rows of staging';

CREATE FUNCTION migration.misfits(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path'))
RETURNS TABLE (path text, value jsonb, error text, documents bigint, example bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO, MDY' SET bytea_output = 'hex'
SET extra_float_digits = 1 SET standard_conforming_strings = on SET jit = off
SET client_min_messages = warning AS $$
#variable_conflict use_column
DECLARE
    mapping jsonb;
    legacy text;
    part record;
    unreadable bigint[]; -- NULL while it is not known which documents are no Extended JSON
    all_unreadable bigint[] := '{}';
    tables jsonb;
    tab jsonb;
    conditions text[];
    are_met boolean[];
BEGIN
    PERFORM migration.check_caller();
    DROP TABLE IF EXISTS pg_temp.migration_misfits;
    CREATE TEMPORARY TABLE migration_misfits (path text, value jsonb, error text, kind text,
        documents bigint, example bigint) ON COMMIT DROP;
    SELECT p.legacy_uuid INTO legacy FROM migration.plan AS p
    WHERE p.collection = $1 AND p.path = '$';
    IF FOUND THEN
        mapping := migration.map_collection(collection, types_from, false);
    ELSIF NOT EXISTS (SELECT FROM migration.staging AS s WHERE s.collection = $1) THEN
        RAISE EXCEPTION 'there are neither documents nor a plan of collection "%"', collection
            USING ERRCODE = 'undefined_object';
    END IF;
    tables := migration.expected_of(mapping, legacy);

    FOR part IN SELECT * FROM migration.ranges(collection, 10000::bigint) LOOP
        unreadable := NULL;
        FOR tab IN SELECT jsonb_array_elements(tables) LOOP
            SELECT array_agg(coalesce(e.item->>'reads', format('bool_or(%s)', e.item->>'wrong'))
                ORDER BY e.i) INTO conditions
            FROM jsonb_array_elements(tab->'expected') WITH ORDINALITY AS e (item, i);
            are_met := migration.tried(conditions, tab->>'source', collection, part.after,
                part.upto, coalesce(unreadable, '{}'));
            IF are_met IS NULL THEN
                unreadable := coalesce(unreadable,
                    migration.note_unreadable(collection, legacy, part.after, part.upto));
                are_met := migration.unfit(conditions, tab->>'source', collection, part.after,
                    part.upto, unreadable);
            END IF;
            PERFORM migration.note_misfits(e.item, tab->>'source', collection, part.after,
                part.upto, coalesce(unreadable, '{}'))
            FROM jsonb_array_elements(tab->'expected') WITH ORDINALITY AS e (item, i)
            WHERE are_met[e.i];
        END LOOP;
        all_unreadable := all_unreadable || unreadable;
        IF part.documents % 100000 = 0 OR part.documents = part.total THEN
            PERFORM migration.progress(collection, 'tried'::text, part.documents, part.total,
                100000::bigint);
        END IF;
    END LOOP;
    DROP FUNCTION IF EXISTS pg_temp.migration_error;
    IF NOT mapping->'keys'->0 ? 'number' THEN
        PERFORM migration.note_duplicates(collection, legacy, mapping->'tables'->0->>'table',
            all_unreadable);
        PERFORM migration.note_ids(mapping, all_unreadable);
    END IF;
    RETURN QUERY
    SELECT m.path, migration.cut((array_agg(m.value ORDER BY m.example))[1]),
        (array_agg(m.error ORDER BY m.example))[1], sum(m.documents)::bigint, min(m.example)
    FROM pg_temp.migration_misfits AS m
    GROUP BY m.path, m.kind ORDER BY m.path COLLATE "C", 4 DESC, 5, 3;
END
$$;
COMMENT ON FUNCTION migration.misfits(text, text) IS
    'what the plan refuses or has no place for, by path and error, with an example and its number '
    'in staging';

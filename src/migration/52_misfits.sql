-- What the plan refuses, or has no place for.
-- SPDX-License-Identifier: PostgreSQL

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
                'error', 'fields without a line in the plan', 'wrong', unplanned || ' <> ''{}''');
        END IF;
    END LOOP;
    FOR item IN SELECT jsonb_array_elements(mapped_table->'columns') LOOP
        CONTINUE WHEN NOT item ? 'value' OR item ? 'flag' OR item ? 'rest'
            OR item ? 'of_parent';
        -- Text holds everything, but not as it was.
        IF item->>'type' = 'text' THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'error', 'value is not a string', 'wrong', format(
                    'pg_catalog.jsonb_typeof(%s) NOT IN (''string'', ''null'')', item->>'value'));
        ELSIF item->>'type' = 'text[]' THEN
            expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
                'error', 'value is not an array of strings', 'wrong', format(
                    '%s @? ''strict $[*] ? (@.type() != "string" && @ != null)''', item->>'value'));
        END IF;
        expected := expected || jsonb_build_object('path', item->'path', 'value', item->'value',
            'expression', item->'expression', 'reading', migration.reading(
                item->'reads', '$1::jsonb'::text, NULL::text, item->>'types'), 'error',
            format('null value in column "%s" of table "%s"', item->>'name',
                mapped_table->>'table'),
            'wrong', CASE WHEN (item->>'required')::boolean OR item ? 'key'
                THEN (item->>'value') || ' IS NULL' ELSE 'false' END);
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

-- Most columns fit, which is asked of many at once.
CREATE FUNCTION migration.with_misfits(columns jsonb, source text, of_collection text,
    after bigint, upto bigint, unreadable bigint[]) RETURNS SETOF jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    size integer := jsonb_array_length(columns);
    half integer;
BEGIN
    IF size = 0 OR NOT migration.has_misfit(format('SELECT %s < 0 %s', (
            SELECT string_agg(format('count(%s)', c->>'expression'), ' + ')
            FROM jsonb_array_elements(columns) AS c), source),
            of_collection, after, upto, unreadable) THEN
        RETURN;
    ELSIF size = 1 THEN
        RETURN NEXT columns->0;
        RETURN;
    END IF;
    FOR half IN 0 .. 1 LOOP
        RETURN QUERY SELECT migration.with_misfits((
            SELECT jsonb_agg(c ORDER BY i)
            FROM jsonb_array_elements(columns) WITH ORDINALITY AS e (c, i)
            WHERE (i > size / 2) = (half = 1)), source, of_collection, after, upto, unreadable);
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.with_misfits(jsonb, text, text, bigint, bigint, bigint[]) IS
    'those of columns whose expressions raise an error for some documents';

CREATE FUNCTION migration.error_of(expression text, value jsonb) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE 'SELECT ' || expression USING value;
    RETURN NULL;
EXCEPTION WHEN data_exception OR integrity_constraint_violation OR raise_exception THEN
    RETURN SQLERRM;
END
$$;
COMMENT ON FUNCTION migration.error_of(text, jsonb) IS
    'the error that an expression raises for a value, NULL if it does not';

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

CREATE FUNCTION migration.misfits(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path'))
RETURNS TABLE (path text, value jsonb, error text, documents bigint, example bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on SET jit = off SET client_min_messages = warning AS $$
#variable_conflict use_column
DECLARE
    mapping jsonb;
    legacy text;
    chosen text := 's.collection = $1 AND s.n > $2 AND s.n <= $3 AND s.n <> ALL ($4)';
    readable text;
    part record;
    number record;
    unreadable bigint[];
    all_unreadable bigint[] := '{}';
    tab jsonb;
    expected jsonb;
    are_wrong boolean[];
    item jsonb;
    source text;
    message text;
BEGIN
    DROP TABLE IF EXISTS pg_temp.migration_misfits;
    CREATE TEMPORARY TABLE migration_misfits (path text, value jsonb, error text, documents bigint,
        example bigint) ON COMMIT DROP;
    SELECT p.legacy_uuid INTO legacy FROM migration.plan AS p
    WHERE p.collection = $1 AND p.path = '$';
    readable := format('SELECT count(ejson_to_jsonb(s.source, %L::text)) < 0 '
        'FROM migration.staging AS s WHERE %s', legacy, chosen);
    IF EXISTS (SELECT FROM migration.plan AS p WHERE p.collection = $1) THEN
        mapping := migration.map_collection(collection, types_from, false);
    END IF;
    FOR part IN SELECT * FROM migration.ranges(collection, 10000::bigint) LOOP
        -- What is no Extended JSON
        unreadable := '{}';
        IF migration.has_misfit(readable, collection, part.after, part.upto,
            '{}'::bigint[]) THEN
            FOR number IN SELECT s.n, s.source FROM migration.staging AS s
                WHERE s.collection = $1 AND s.n > part.after AND s.n <= part.upto LOOP
                INSERT INTO pg_temp.migration_misfits
                SELECT u.path, u.of_value, u.error, 1, number.n
                FROM migration.unreadable('$'::text, number.source, legacy) AS u;
                IF FOUND THEN
                    unreadable := unreadable || number.n;
                END IF;
            END LOOP;
            all_unreadable := all_unreadable || unreadable;
        END IF;

        FOR tab IN SELECT jsonb_array_elements(mapping->'tables') LOOP
            source := format('FROM %s WHERE %s', tab->>'lenient_from', chosen);
            expected := migration.expectations(tab);
            CONTINUE WHEN expected = '[]';
            EXECUTE format('SELECT ARRAY[%s] %s', (
                    SELECT string_agg(format('bool_or(%s)', e.item->>'wrong'), ', ' ORDER BY e.i)
                    FROM jsonb_array_elements(expected) WITH ORDINALITY AS e (item, i)), source)
            INTO are_wrong USING collection, part.after, part.upto, unreadable;
            FOR item IN
                SELECT e.item FROM jsonb_array_elements(expected) WITH ORDINALITY AS e (item, i)
                WHERE are_wrong[e.i]
            LOOP
                EXECUTE format('
                    INSERT INTO pg_temp.migration_misfits
                    SELECT $5, %s, $6, count(DISTINCT s.n), min(s.n)
                    %s AND (%s) GROUP BY 2', item->>'value', source, item->>'wrong')
                USING collection, part.after, part.upto, unreadable, item->>'path', item->>'error';
            END LOOP;
            FOR item IN SELECT migration.with_misfits(jsonb_path_query_array(expected,
                '$[*] ? (@.reading != null)'), source, collection, part.after, part.upto,
                unreadable)
            LOOP
                FOR number IN EXECUTE format('
                    SELECT %s AS value, count(DISTINCT s.n) AS documents,
                        min(s.n) AS example %s GROUP BY 1', item->>'value', source)
                    USING collection, part.after, part.upto, unreadable
                LOOP
                    message := migration.error_of(item->>'reading', number.value);
                    IF message IS NOT NULL THEN
                        INSERT INTO pg_temp.migration_misfits VALUES (item->>'path', number.value,
                            message, number.documents, number.example);
                    END IF;
                END LOOP;
            END LOOP;
        END LOOP;
        IF part.documents % 100000 = 0 OR part.documents = part.total THEN
            PERFORM migration.progress(collection, 'tried'::text, part.documents, part.total,
                100000::bigint);
        END IF;
    END LOOP;

    IF NOT mapping->'keys'->0 ? 'number' THEN
        INSERT INTO pg_temp.migration_misfits
        SELECT '$._id', d.id, format('duplicate key value of table "%s"',
            mapping->'tables'->0->>'table'), count(*), min(s.n)
        FROM migration.staging AS s, ejson_to_jsonb(s.source->'_id', legacy) AS d(id)
        WHERE s.collection = $1 AND s.n <> ALL (all_unreadable) AND d.id <> 'null'
        GROUP BY d.id HAVING count(*) > 1;
    END IF;
    RETURN QUERY
    SELECT m.path, m.value, m.error, sum(m.documents)::bigint,
        min(m.example)
    FROM pg_temp.migration_misfits AS m
    GROUP BY 1, 2, 3 ORDER BY m.path COLLATE "C", 4 DESC, 5, 3;
END
$$;
COMMENT ON FUNCTION migration.misfits(text, text) IS
    'the values that the plan refuses or has no place for, with an example''s number in staging';

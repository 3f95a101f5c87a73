-- What the plan makes: tables, columns, and the expressions there and back.
-- SPDX-License-Identifier: PostgreSQL

-- Each line by its path, with what find_type finds ("reads") and, where it is a table, the names of
-- its columns.
CREATE FUNCTION migration.tree(of_collection text, types_from text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tree jsonb;
    untyped record;
BEGIN
    WITH found AS MATERIALIZED (
        SELECT t.type, migration.find_type(t.type, types_from) AS reads
        FROM (SELECT DISTINCT p.type FROM migration.plan AS p
            WHERE p.collection = of_collection AND p.type IS NOT NULL) AS t)
    SELECT jsonb_object_agg(p.path, to_jsonb(p) || jsonb_build_object('children', coalesce(
        (SELECT jsonb_agg(c.path ORDER BY c.place) FROM migration.plan AS c
            WHERE c.collection = of_collection AND c.parent = p.path), '[]'),
        'type', reads->>'name', 'reads', reads,
        'kind', CASE WHEN p.type IS NULL THEN 'rest'
            WHEN p.type IN ('table', 'columns') THEN p.type
            WHEN p."column" IS NULL THEN 'rest' ELSE 'column' END)) INTO tree
    FROM migration.plan AS p LEFT JOIN found USING (type)
    WHERE p.collection = of_collection;
    IF tree IS NULL THEN
        RAISE EXCEPTION 'there is no plan for collection "%"', of_collection USING
            ERRCODE = 'undefined_object',
            HINT = format('Use SELECT * FROM migration.propose(%L).', of_collection);
    ELSIF tree->'$'->>'kind' <> 'table' OR tree->'$'->>'table' IS NULL THEN
        RAISE EXCEPTION 'the plan for collection "%" has no table for path $', of_collection USING
            ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT p.path, p.type INTO untyped FROM migration.plan AS p
    WHERE p.collection = of_collection AND p.type IS NOT NULL AND tree->p.path->>'type' IS NULL
    ORDER BY p.place;
    IF FOUND THEN
        RAISE EXCEPTION 'type "%" for path % of collection "%" does not exist', untyped.type,
            untyped.path, of_collection USING ERRCODE = 'undefined_object';
    END IF;
    RETURN migration.checked_tree(tree);
END
$$;
COMMENT ON FUNCTION migration.tree(text, text) IS
    'the plan for a collection, by path; types are found in a search_path, if there is one';

-- IN_TABLE is the path of the table that has the columns of a line. Lines in what is jsonb, or in
-- the column "rest", are not there.
CREATE FUNCTION migration.live_lines(tree jsonb)
RETURNS TABLE (path text, in_table text, kind text, tab text, col text, types text, type text,
    place integer, is_scalar boolean, is_array boolean, has_element boolean, children integer)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH RECURSIVE live AS (
        SELECT '$'::text AS path, '$'::text AS in_table, tree->'$' AS line
        UNION ALL
        SELECT child.path, CASE WHEN live.line->>'kind' = 'table' THEN live.path
            ELSE live.in_table END, tree->child.path
        FROM live, jsonb_array_elements_text(live.line->'children') AS child (path)
        WHERE live.line->>'kind' IN ('table', 'columns'))
    SELECT path, in_table, line->>'kind', line->>'table', line->>'column', line->>'types',
        line->>'type', (line->'place')::integer, (line->'reads'->>'is_scalar')::boolean,
        line->'children' ? (path || '[*]'),
        line->'children' ?| ARRAY[path || '[*]', path || '.*'],
        jsonb_array_length(line->'children')
    FROM live
$$;
COMMENT ON FUNCTION migration.live_lines(jsonb) IS
    'the lines of a plan that are not in a column, each with the path of its table';

CREATE FUNCTION migration.wrong_lines(tree jsonb)
RETURNS TABLE (path text, place integer, reason text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH live AS MATERIALIZED (SELECT * FROM migration.live_lines(tree)),
    in_full AS (
        SELECT live.*, tree->in_table->>'table' AS table_name,
            first_value(path) OVER (PARTITION BY in_table, col, kind = 'rest' OR path = '$'
                ORDER BY place) AS first_of_column,
            first_value(path) OVER (PARTITION BY tab, kind ORDER BY place) AS first_of_table,
            other_table
        FROM live LEFT JOIN (
            SELECT 'table' AS kind, other."table" AS tab,
                min(format('path %s of collection "%s"', other.path, other.collection))
                    AS other_table
            FROM migration.plan AS root JOIN migration.plan AS other
                ON other.collection = root.collection AND other.type = 'table'
            WHERE root.path = '$' AND root.schema = tree->'$'->>'schema'
                AND root.collection <> tree->'$'->>'collection'
            GROUP BY 2) AS others USING (kind, tab))
    SELECT path, place, reason FROM (
        SELECT path, place, CASE
            WHEN kind = 'table' AND tab IS NULL THEN 'has a table without a name'
            WHEN kind = 'table' AND NOT has_element AND path <> '$'
                THEN 'cannot be a table: the plan has no line for its elements'
            WHEN kind = 'table' AND first_of_table <> path
                THEN format('has a table "%s", as path %s has', tab, first_of_table)
            WHEN kind = 'table' AND other_table IS NOT NULL
                THEN format('has a table "%s", as %s has', tab, other_table)
            WHEN kind = 'columns' AND is_array
                THEN 'has an array, whose type can be table, but not columns'
            WHEN kind = 'columns' AND children = 0
                THEN 'cannot be columns: the plan has no line for what is in it'
            WHEN kind = 'rest' AND type IS NOT NULL
                THEN format('has type %s, but no column', type)
            WHEN kind = 'column' AND is_scalar AND types ~ '^(object|array)(, (object|array))*$'
                THEN format('has type %s, which no %s can have', type, types)
            WHEN kind <> 'table' AND NOT has_element AND tab <> table_name
                THEN format('cannot be in table "%s", because what it is in is in table "%s"', tab,
                    table_name)
            WHEN kind <> 'rest' AND col IS NOT NULL AND first_of_column <> path AND path <> '$'
                THEN format('has a column "%s", as path %s has', col, first_of_column)
            WHEN kind <> 'rest' AND (col = '' OR col IN ('tableoid', 'xmin', 'cmin', 'xmax', 'cmax',
                    'ctid') OR octet_length(col) > 63)
                THEN format('has a column "%s", which cannot be a name', col)
            WHEN kind = 'table' AND (tab = '' OR octet_length(tab) > 63)
                THEN format('has a table "%s", which cannot be a name', tab)
            END AS reason
        FROM in_full
        UNION ALL
        SELECT key, (value->'place')::integer,
            format('has type %s, but is in a column', value->>'type')
        FROM jsonb_each(tree)
        WHERE value->>'type' IS NOT NULL AND starts_with(value->>'note', 'in $')
            AND key NOT IN (SELECT path FROM live)) AS r
    WHERE reason IS NOT NULL
$$;
COMMENT ON FUNCTION migration.wrong_lines(jsonb) IS
    'the lines of a plan that have no effect, or another one than they say, and why';

CREATE FUNCTION migration.checked_tree(tree jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wrong record;
BEGIN
    SELECT * INTO wrong FROM migration.wrong_lines(tree) AS w ORDER BY w.place LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'path % of collection "%" %', wrong.path, tree->'$'->>'collection',
            wrong.reason USING ERRCODE = 'invalid_parameter_value', HINT = CASE
            WHEN wrong.reason LIKE 'cannot be in table%' THEN 'All lines of a table name it. '
                'Elements of an array, or the keys of a map, can have a table of their own.'
            WHEN wrong.reason LIKE '%but no column'
                THEN 'With a type of NULL, it stays in the column "rest".'
            ELSE 'Change its line in migration.plan, or propose again.' END;
    ELSIF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = tree->'$'->>'schema') THEN
        RAISE invalid_schema_name USING
            MESSAGE = format('schema "%s" does not exist', tree->'$'->>'schema');
    END IF;
    RETURN tree || (
        SELECT jsonb_object_agg(n.in_table,
            tree->n.in_table || jsonb_build_object('names', coalesce(n.names, '[]')))
        FROM (
            SELECT l.in_table, jsonb_agg(l.col) FILTER (
                WHERE l.col IS NOT NULL AND l.kind <> 'rest' AND l.path <> '$') AS names
            FROM migration.live_lines(tree) AS l GROUP BY 1) AS n);
END
$$;
COMMENT ON FUNCTION migration.checked_tree(jsonb) IS
    'the lines of a plan, with the names of the columns of each table; an error names what is '
    'wrong';

-- A path is read from the SQL expression "value"; "rest" is the expression of what has been stored
-- of it in the column "rest" of the table whose alias is table_alias. For {"a": 1, "b": {"c": 2}}
-- with a column for a alone, the result has
--
--     columns   a, with the expression d.value->'a'
--     document  coalesce(t0.rest, '{}') || jsonb_build_object('a', t0.a)
--     rest      d.value - '{a}', to be stored; NULL if there is nothing that has no column
--     tables    those of arrays and maps in it
--
-- and "containers", the objects and arrays that must be such. The expressions are run in the
-- search_path of whoever runs the statements: their operators fit those of pg_catalog exactly, so
-- that nothing else is chosen.
CREATE FUNCTION migration.map_path(tree jsonb, of_path text, value text, rest text,
    table_alias text, level integer, is_row boolean, context jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line jsonb := tree->of_path;
    kind text := CASE WHEN of_path = '$' THEN 'columns' ELSE line->>'kind' END;
    is_required boolean := line->>'required';
    has_flag boolean := NOT is_row AND line->>'column' IS NOT NULL;
    is_array boolean := line->'children' ? (of_path || '[*]');
    mapped jsonb;
    container jsonb;
BEGIN
    IF kind = 'rest' THEN
        RETURN jsonb_build_object('columns', '[]'::jsonb, 'tables', '[]'::jsonb, 'document',
            CASE WHEN (context->>'is_back')::boolean
                THEN migration.back_jsonb(tree, of_path, rest, '{}'::text[], 1) ELSE rest END,
            'rest', value, 'containers', '{}'::jsonb);
    ELSIF kind = 'column' THEN
        RETURN migration.map_column(tree, of_path, value, table_alias,
            (context->>'is_back')::boolean);
    ELSIF kind = 'table' THEN
        mapped := migration.map_table(tree, of_path, value, table_alias, level, context)
            || '{"columns": [], "rest": null, "containers": {}}';
    ELSE
        mapped := migration.map_fields(tree, of_path, value, rest, table_alias, level, context);
        IF NOT is_row AND NOT is_required THEN
            mapped := jsonb_set(mapped, '{document}', to_jsonb(format(
                'NULLIF(pg_catalog.jsonb_strip_nulls(%s), ''{}'')', mapped->>'document')));
        END IF;
    END IF;
    container := jsonb_build_object('value', value, 'required', NOT is_row AND is_required,
        'can_be_empty', is_row AND kind = 'columns' OR is_required OR line->>'column' IS NOT NULL,
        'kind', CASE WHEN is_array THEN 'array' ELSE 'object' END);
    IF mapped ? 'fields' THEN
        container := container || jsonb_build_object('fields', mapped->'fields');
    END IF;
    mapped := jsonb_set(mapped, ARRAY['containers', of_path], container);
    IF has_flag THEN
        mapped := migration.map_flag(mapped, line, value,
            table_alias || '.' || quote_ident(line->>'column'),
            CASE WHEN is_array THEN '[]' ELSE '{}' END);
    END IF;
    RETURN mapped;
END
$$;
COMMENT ON FUNCTION migration.map_path(jsonb, text, text, text, text, integer, boolean, jsonb) IS
    'what the plan makes of a path: columns, tables, and the expressions there and back';

CREATE FUNCTION migration.map_column(tree jsonb, of_path text, value text, table_alias text,
    is_back boolean) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line jsonb := tree->of_path;
    stored text := table_alias || '.' || quote_ident(line->>'column');
    step text := format('->%L::text', line->>'field');
    text_value text := CASE WHEN right(value, length(step)) = step
        THEN format('(%s->>%L::text)', left(value, -length(step)), line->>'field') END;
    types text := tree->CASE WHEN (line->'reads'->>'is_array')::boolean THEN of_path || '[*]'
        ELSE of_path END->>'types';
BEGIN
    RETURN jsonb_build_object('tables', '[]'::jsonb, 'containers', '{}'::jsonb, 'rest', NULL,
        'document',
        CASE WHEN is_back THEN migration.back_column(tree, of_path, stored) ELSE stored END,
        'columns', jsonb_build_array(jsonb_build_object('name', line->'column', 'type',
            line->'type', 'required', line->'required', 'path', of_path, 'value', value,
            'reads', line->'reads', 'types', types,
            'expression', migration.reading(line->'reads', value, text_value, types))));
END
$$;
COMMENT ON FUNCTION migration.map_column(jsonb, text, text, text, boolean) IS
    'what the plan makes of a path with a column of its own';

-- A function takes 100 arguments. (Without a field, it makes an empty object.)
CREATE FUNCTION migration.object_of(fields text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT string_agg(format('pg_catalog.jsonb_build_object(%s)',
        array_to_string(fields[i * 50 + 1 : i * 50 + 50], ', ')), ' || ' ORDER BY i)
    FROM generate_series(0, (cardinality(fields) - 1) / 50) AS i
$$;
COMMENT ON FUNCTION migration.object_of(text[]) IS
    'the expression that makes an object of expressions of its keys and values';

CREATE FUNCTION migration.map_fields(tree jsonb, of_path text, value text, rest text,
    table_alias text, level integer, context jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    columns jsonb := '[]';
    tables jsonb := '[]';
    containers jsonb := '{}';
    fields text[] := '{}';
    partly text[] := '{}';
    stored text[] := '{}';
    is_complete boolean := true;
    document text;
    left_over text;
    child text;
    field text;
    mapped jsonb;
BEGIN
    FOR child IN SELECT jsonb_array_elements_text(tree->of_path->'children') LOOP
        field := tree->child->>'field';
        -- What has no key here has a path that was cut off.
        IF tree->child->>'kind' = 'rest' OR field IS NULL THEN
            is_complete := false;
            CONTINUE;
        END IF;
        mapped := migration.map_path(tree, child, format('%s->%L::text', value, field),
            format('%s->%L::text', rest, field), table_alias, level, false, context);
        columns := columns || (mapped->'columns');
        tables := tables || (mapped->'tables');
        containers := containers || (mapped->'containers');
        fields := fields || format('%L, %s', field, mapped->>'document');
        stored := stored || field;
        IF mapped->>'rest' IS NOT NULL THEN
            is_complete := false;
            partly := partly || format('%L, NULLIF(%s, ''{}'')', field, mapped->>'rest');
        END IF;
    END LOOP;
    document := migration.object_of(fields);
    IF NOT is_complete THEN
        document := format('COALESCE(%s, ''{}'') || %s', CASE WHEN (context->>'is_back')::boolean
            THEN migration.back_jsonb(tree, of_path, rest, stored, 1) ELSE rest END, document);
        left_over := format('((%s) - %L::text[])', value, stored);
        IF partly <> '{}' THEN
            left_over := format('pg_catalog.jsonb_strip_nulls(%s || %s)', left_over,
                migration.object_of(partly));
        END IF;
    END IF;
    RETURN jsonb_build_object('columns', columns, 'tables', tables, 'containers', containers,
            'document', '(' || document || ')', 'rest', left_over)
        || CASE WHEN is_complete THEN jsonb_build_object('fields', stored) ELSE '{}' END;
END
$$;
COMMENT ON FUNCTION migration.map_fields(jsonb, text, text, text, text, integer, jsonb) IS
    'what the plan makes of the fields of an object; "fields" are all that it can have';

-- What is said to be empty and is not gets the name of the column, so that check finds it. (What is
-- required is empty without being NULL, so that this would change it.)
CREATE FUNCTION migration.map_flag(mapped jsonb, line jsonb, value text, flag text, empty text)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN mapped || jsonb_build_object('document', format(
            'COALESCE(%s || CASE WHEN %s THEN %L::jsonb ELSE %L::jsonb END, '
            'CASE WHEN %2$s THEN %4$L::jsonb END)', mapped->>'document', flag,
            CASE WHEN (line->>'required')::boolean THEN empty
                WHEN empty = '[]' THEN jsonb_build_array(line->'column')::text
                ELSE jsonb_build_object(line->>'column', true)::text END, empty),
        'columns', jsonb_build_array(jsonb_build_object('name', line->'column', 'type', 'boolean',
            'required', false, 'path', line->'path', 'flag', true, 'value', value, 'expression',
            format('CASE WHEN %s = %L THEN true END', value, empty))) || (mapped->'columns'));
END
$$;
COMMENT ON FUNCTION migration.map_flag(jsonb, jsonb, text, text, text) IS
    'what the plan makes of an array or object with a column that says that it is empty';

-- Of those that have no parent yet, the table is it.
CREATE FUNCTION migration.tables_within(tables jsonb, parent_table jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT coalesce(jsonb_agg(CASE WHEN t ? 'parent_table' THEN t
        ELSE t || jsonb_build_object('parent_table', parent_table) END), '[]')
        FROM jsonb_array_elements(tables) AS t);
END
$$;
COMMENT ON FUNCTION migration.tables_within(jsonb, jsonb) IS
    'the tables of what is within a table, each with its parent';

CREATE FUNCTION migration.map_table(tree jsonb, of_path text, value text, parent_alias text,
    level integer, context jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line jsonb := tree->of_path;
    element text := (SELECT c FROM jsonb_array_elements_text(line->'children') AS c
        WHERE c IN (of_path || '[*]', of_path || '.*') AND tree->c->>'field' IS NULL);
    is_map boolean := element = of_path || '.*';
    own_alias text := 't' || level;
    row_alias text := 'e' || level;
    empty text := CASE WHEN is_map THEN '{}' ELSE '[]' END;
    taken text[];
    keys jsonb := '[]';
    conditions text[] := '{}';
    key jsonb;
    name text;
    rest_name text;
    mapped jsonb;
    columns jsonb;
    document text;
BEGIN
    taken := ARRAY(SELECT jsonb_array_elements_text(line->'names'));
    FOR key IN SELECT jsonb_array_elements(context->'keys') LOOP
        name := migration.unique_name(key->>'inherited', taken, 63);
        taken := taken || name;
        conditions := conditions || format('%s.%I OPERATOR(pg_catalog.=) %s.%I', own_alias, name,
            parent_alias, key->>'name');
        keys := keys || (key - 'next' || jsonb_build_object('name', name, 'inherited', name,
            'of_parent', key->'name', 'key', true));
    END LOOP;
    name := migration.unique_name(CASE WHEN is_map THEN 'key' ELSE 'place' END, taken, 63);
    taken := taken || name;
    keys := keys || jsonb_build_object('name', name, 'key', true, 'required', true, 'path', of_path,
        'inherited', migration.singular(migration.snake(coalesce(line->>'field', 'element')))
            || CASE WHEN is_map THEN '_key' ELSE '_place' END,
        'type', CASE WHEN is_map THEN 'text' ELSE 'bigint' END, 'expression',
        row_alias || CASE WHEN is_map THEN '.key' ELSE '.place' END,
        -- A document has at most 16 MB, and no array so many elements.
        'next', CASE WHEN NOT is_map THEN 16777217 END);
    rest_name := migration.unique_name('rest'::text, taken, 63);
    context := context || jsonb_build_object('keys', keys, 'table', line->'table',
        'from', format(CASE WHEN is_map
            THEN '%s,' || E'\n    LATERAL pg_catalog.jsonb_each(%s) AS %s(key, value)'
            ELSE '%s,' || E'\n    LATERAL pg_catalog.jsonb_array_elements(%s) WITH ORDINALITY'
                || ' AS %s(value, place)' END, context->>'from', value, row_alias),
        -- With nothing in the place of what has another type
        'lenient_from', format(CASE WHEN is_map
            THEN '%s, LATERAL pg_catalog.jsonb_each('
                || 'CASE pg_catalog.jsonb_typeof(%s) WHEN ''object'' THEN %2$s END)'
                || ' AS %s(key, value)'
            ELSE '%s, LATERAL pg_catalog.jsonb_array_elements('
                || 'CASE pg_catalog.jsonb_typeof(%s) WHEN ''array'' THEN %2$s END) WITH ORDINALITY'
                || ' AS %s(value, place)' END, context->>'lenient_from', value, row_alias));
    mapped := migration.map_path(tree, element, row_alias || '.value',
        format('%s.%I', own_alias, rest_name), own_alias, level + 1, true, context);
    columns := keys || (mapped->'columns');
    IF mapped->>'rest' IS NOT NULL THEN
        columns := columns || jsonb_build_object('name', rest_name, 'type', 'jsonb', 'required',
            false, 'path', element, 'rest', true, 'value', mapped->'rest', 'expression',
            CASE WHEN tree->element->>'kind' = 'rest' THEN mapped->>'rest'
                ELSE format('NULLIF(%s, ''{}'')', mapped->>'rest') END);
    END IF;
    document := format('(SELECT pg_catalog.%s) FROM %I.%I AS %s WHERE %s)',
        CASE WHEN is_map
            THEN format('jsonb_object_agg(%s.%I, %s', own_alias, name, mapped->>'document')
            ELSE format('jsonb_agg(%s ORDER BY %s.%I', mapped->>'document', own_alias, name) END,
        context->>'schema', line->>'table', own_alias, array_to_string(conditions, ' AND '));
    IF (line->>'required')::boolean THEN
        document := format('COALESCE(%s, %L)', document, empty);
    END IF;
    RETURN jsonb_build_object('document', document, 'tables', jsonb_build_array(context
        || jsonb_build_object('columns', columns, 'path', of_path,
            'containers', mapped->'containers'))
        || migration.tables_within(mapped->'tables', line->'table'));
END
$$;
COMMENT ON FUNCTION migration.map_table(jsonb, text, text, text, integer, jsonb) IS
    'what the plan makes of an array or a map that becomes a table';

-- IS_BACK: the documents are Extended JSON instead of plain JSON.
CREATE FUNCTION migration.map_collection(of_collection text, types_from text, is_back boolean)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tree jsonb := migration.tree(of_collection, types_from);
    line jsonb := tree->'$';
    id jsonb;
    keys jsonb;
    rest_name text;
    taken text[] := ARRAY(SELECT jsonb_array_elements_text(tree->'$'->'names'));
    context jsonb;
    columns jsonb;
    mapped jsonb;
BEGIN
    IF line->>'column' IS NULL AND tree->'$._id'->>'kind' IN ('column', 'columns') THEN
        id := migration.map_path(tree, '$._id'::text, 'd.value->''_id''::text'::text,
            't0.rest'::text, 't0'::text, 0, false, '{}'::jsonb);
        IF id->'tables' = '[]' AND id->>'rest' IS NULL THEN
            keys := id->'columns';
        END IF;
    END IF;
    IF keys IS NULL THEN
        keys := jsonb_build_array(jsonb_build_object('path', '$', 'required', true,
            'type', 'bigint', 'name', migration.unique_name(
                coalesce(line->>'column', 'n'), taken, 63),
            'expression', 's.n', 'number', true, 'next', (
                SELECT coalesce(max(s.n), 0) + 1 FROM migration.staging AS s
                WHERE s.collection = of_collection)));
        taken := taken || (keys->0->>'name');
    END IF;
    SELECT jsonb_agg(k || jsonb_build_object('key', true, 'inherited',
        migration.singular(line->>'table') || '_' || (k->>'name')) ORDER BY i) INTO keys
    FROM jsonb_array_elements(keys) WITH ORDINALITY AS e (k, i);
    rest_name := migration.unique_name('rest'::text, taken, 63);
    context := jsonb_build_object('keys', keys, 'schema', line->'schema', 'table', line->'table',
        'from', format(E'migration.staging AS s,\n'
            '    LATERAL pg_catalog.jsonb_strip_nulls('
            'pg_catalog.ejson_to_jsonb(s.source, %L::text)) AS d(value)', line->>'legacy_uuid'));
    context := context
        || jsonb_build_object('lenient_from', context->'from', 'is_back', is_back);
    mapped := migration.map_path(tree, '$'::text, 'd.value'::text, format('t0.%I', rest_name),
        't0'::text, 1, true, context);
    SELECT jsonb_agg(CASE WHEN c->'name' IN (SELECT k->'name' FROM jsonb_array_elements(keys) AS k)
        THEN c || '{"key": true}' ELSE c END ORDER BY i) INTO columns
    FROM jsonb_array_elements(mapped->'columns') WITH ORDINALITY AS e (c, i);
    columns := CASE WHEN keys->0 ? 'number' THEN jsonb_build_array(keys->0) ELSE '[]' END
        || coalesce(columns, '[]');
    IF mapped->>'rest' IS NOT NULL THEN
        columns := columns || jsonb_build_object('name', rest_name, 'type', 'jsonb', 'required',
            false, 'path', '$', 'rest', true, 'value', mapped->'rest', 'expression',
            format('NULLIF(%s, ''{}'')', mapped->>'rest'));
    END IF;
    RETURN jsonb_build_object('collection', of_collection, 'tree', tree, 'document',
        mapped->'document', 'keys', keys, 'tables',
        jsonb_build_array(context || jsonb_build_object('columns', columns, 'path', '$',
            'containers', mapped->'containers'))
        || migration.tables_within(mapped->'tables', line->'table'));
END
$$;
COMMENT ON FUNCTION migration.map_collection(text, text, boolean) IS
    'all tables of a collection, their columns, the expressions there and back, and the lines';

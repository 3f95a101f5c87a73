-- Makes typed tables of MongoDB's collections, and proves that nothing was lost on the way.
-- SPDX-License-Identifier: PostgreSQL
--
--     psql -X -1 -v ON_ERROR_STOP=1 -f collections.sql
--
-- makes the schema "migration" in a database that has the extension objectid. Documents are loaded
-- into migration.staging. migration.propose('orders') says in migration.plan what becomes of each
-- path, and migration.statements('orders') prints the statements that do it. Tables do not depend
-- on the schema; when all has arrived,
--
--     DROP SCHEMA migration CASCADE;
--
-- removes everything but them. PostgreSQL 15 or later. The guide: doc/migrate-from-mongodb.md.
--
-- How documents become statements, for who reads what follows. Collection "people" has these three:
--
--     {"_id": 1, "home": {"city": "Rome"}, "pets": [{"name": "Rex", "age": 3.0}]}
--     {"_id": 2, "home": {"city": "Oslo"}, "pets": [], "code": "7"}
--     {"_id": 3, "home": {"city": "Kyiv"}, "code": 7}
--
-- 1. survey() has the extension's ejson_fields() list all values, and keeps what is known of each
--    path in temporary tables: $.code has an int and a string, $.pets is empty once, the doubles
--    of $.pets[*].age are whole. If the keys of an object are data, as in {"2020-01-01": 5, ...},
--    it is a map, and .* stands for all of them. survey_nodes() chooses what becomes of each path.
--
-- 2. propose_fields() goes down from $, and finds names for the lines of the plan:
--
--     path            table        column      type     note
--     $               people                   table
--     $._id           people       id          integer
--     $.code          people       code        jsonb    varies: 1 int, 1 string
--     $.home          people                   columns
--     $.home.city     people       home_city   text     unique
--     $.pets          people_pets  pets_empty  table    [] and a missing field differ
--     $.pets[*]       people_pets              columns
--     $.pets[*].age   people_pets  age         integer  numbers that are all whole
--     $.pets[*].name  people_pets  name        text
--
-- 3. map_collection() makes of the plan, with its edits, what all statements are made of.
--    map_path() has for a path its columns, each with an expression that reads it from the
--    document, and an expression that makes the value again from the row. For $.home these are
--
--     d.value->'home'->>'city'
--     jsonb_build_object('city', t0.home_city)
--
--    map_table() has for an array or a map the FROM that gives its elements, the keys of the
--    tables around it, and (SELECT jsonb_agg(...) FROM people_pets ...) to make it again. What has
--    no column is read into the column "rest".
--
-- 4. statements() prints CREATE TABLE, views of what is read from the documents (people_rows and
--    people_pets_rows), INSERTs from these, and a view of the documents that are made again from
--    the rows (people_documents).
--
-- 5. check() compares people_documents with ejson_to_jsonb() of the sources, both without nulls,
--    and goes down the paths of what is unequal. misfits() finds the values for which the
--    expressions that read them raise an error, and what has no place in the plan.

CREATE SCHEMA migration;
COMMENT ON SCHEMA migration IS
    'makes typed tables of MongoDB''s collections: staging, propose, plan, statements, check';

CREATE TABLE migration.staging (
    n bigint GENERATED ALWAYS AS IDENTITY,
    collection text NOT NULL,
    source jsonb NOT NULL,
    PRIMARY KEY (collection, n)
);
COMMENT ON TABLE migration.staging IS 'documents in Extended JSON, as they were exported';
COMMENT ON COLUMN migration.staging.n IS 'number of the document';
COMMENT ON COLUMN migration.staging.collection IS 'the collection that it is of';
COMMENT ON COLUMN migration.staging.source IS 'the document';

CREATE TABLE migration.plan (
    collection text,
    path text,
    types text NOT NULL,
    documents bigint NOT NULL,
    "table" text,
    "column" text,
    type text,
    required boolean NOT NULL DEFAULT false,
    note text,
    place integer NOT NULL,
    parent text,
    field text,
    schema text,
    legacy_uuid text,
    PRIMARY KEY (collection, path)
);
CREATE INDEX ON migration.plan (collection, parent);
COMMENT ON TABLE migration.plan IS 'what becomes of each path of a collection; UPDATE it';
COMMENT ON COLUMN migration.plan.collection IS 'the collection';
COMMENT ON COLUMN migration.plan.path IS
    'path of SQL/JSON; [*] stands for all elements of an array, .* for all keys of a map';
COMMENT ON COLUMN migration.plan.types IS 'MongoDB''s types of its values, the commonest first';
COMMENT ON COLUMN migration.plan.documents IS 'how many documents have a value there';
COMMENT ON COLUMN migration.plan."table" IS 'the table';
COMMENT ON COLUMN migration.plan."column" IS
    'the column; beside the type ''table'' or ''columns'', if it is there, a column that is true '
    'where the array or object is there and empty; of the path $, a key that numbers the rows';
COMMENT ON COLUMN migration.plan.type IS
    'the type of the column; ''table'': elements or keys become rows; ''columns'': what is in the '
    'object has columns; NULL: it has nothing of its own, and stays in the column "rest"';
COMMENT ON COLUMN migration.plan.required IS
    'the column is NOT NULL; an array or object whose type is ''table'' or ''columns'' is never '
    'missing: where nothing is in it, it is empty';
COMMENT ON COLUMN migration.plan.note IS 'why, and what else could be chosen';
COMMENT ON COLUMN migration.plan.place IS 'the order of lines';
COMMENT ON COLUMN migration.plan.parent IS 'the path that this one is in';
COMMENT ON COLUMN migration.plan.field IS 'the key in the object of the parent';
COMMENT ON COLUMN migration.plan.schema IS 'of the path $: the schema of the tables';
COMMENT ON COLUMN migration.plan.legacy_uuid IS
    'of the path $: the driver that wrote UUIDs as binary data of subtype 3';

-- Names -------------------------------------------------------------------------------------------

-- Names are looked up when statements run: the owner of a schema could put others in their place by
-- then, with functions of his members.
CREATE FUNCTION migration.trusted(schema text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    owner record;
BEGIN
    SELECT r.rolname, r.rolsuper INTO owner
    FROM pg_namespace AS n JOIN pg_roles AS r ON r.oid = CASE n.nspowner
        WHEN 'pg_database_owner'::regrole
        THEN (SELECT datdba FROM pg_database WHERE datname = current_database())
        ELSE n.nspowner END
    WHERE n.nspname = schema;
    IF NOT owner.rolsuper AND EXISTS (SELECT FROM pg_roles
        WHERE rolsuper AND (rolname = current_user OR pg_has_role(
            (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER'))) THEN
        RAISE EXCEPTION 'must not be connected as a superuser' USING
            ERRCODE = 'insufficient_privilege',
            DETAIL = format('The owner of schema %I, role %I, is no superuser, and could choose '
                'what is run.', schema, owner.rolname),
            HINT = 'Connect as another role, or use schemas of a superuser for the extension and '
                'for the tables.';
    END IF;
    RETURN quote_ident(schema);
END
$$;
COMMENT ON FUNCTION migration.trusted(text) IS
    'a schema, quoted; an error for a superuser whom its owner could make run something';

CREATE FUNCTION migration.extension() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    schema text := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n
        ON n.oid = e.extnamespace WHERE e.extname = 'objectid');
BEGIN
    IF schema IS NULL THEN
        RAISE EXCEPTION 'extension "objectid" is not installed in this database' USING
            ERRCODE = 'undefined_object', HINT = 'Use CREATE EXTENSION objectid.';
    END IF;
    RETURN migration.trusted(schema);
END
$$;
COMMENT ON FUNCTION migration.extension() IS 'the schema of the extension objectid, quoted';

CREATE FUNCTION migration.snake(key text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text := left(key, 200);
BEGIN
    -- What cannot be seen
    IF getdatabaseencoding() = 'UTF8' THEN
        name := regexp_replace(name,
            '[\u0080-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f'
            '\ufeff]+', ' ', 'g');
    END IF;
    name := regexp_replace(name, '([a-z0-9])([A-Z])', '\1_\2', 'g');
    name := regexp_replace(name, '([A-Z])([A-Z][a-z])', '\1_\2', 'g');
    name := regexp_replace(name, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '_', 'g');
    name := lower(btrim(name, '_'));
    RETURN CASE WHEN name = '' THEN 'field'
        WHEN name ~ '^[0-9]' THEN 'field_' || name ELSE name END;
END
$$;
COMMENT ON FUNCTION migration.snake(text) IS 'a name in snake_case for a key of a document';

CREATE FUNCTION migration.singular(name text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN name ~ '(series|species|news)$' THEN name
        WHEN name ~ '(movies|cookies)$' THEN left(name, -1)
        WHEN name ~ '[a-z]{2}ies$' THEN left(name, -3) || 'y'
        WHEN name ~ '(ss|x|ch|sh|[^oa]us)es$' THEN left(name, -2)
        WHEN name ~ '[a-z]{2}[^sui]s$|[a-z]{2}es$' THEN left(name, -1)
        ELSE name
    END
$$;
COMMENT ON FUNCTION migration.singular(text) IS 'the singular of an English name';

CREATE FUNCTION migration.unique_name(base text, taken text[], longest integer DEFAULT 63)
RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text;
    suffix text := '';
    number integer := 1;
BEGIN
    LOOP
        name := left(base, 63);
        WHILE octet_length(name) + octet_length(suffix) > longest LOOP
            name := left(name, -1);
        END LOOP;
        name := name || suffix;
        -- Of columns, those that each table has already
        EXIT WHEN name <> ALL (coalesce(taken, '{}')) AND name NOT IN
            ('tableoid', 'xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'oid');
        number := number + 1;
        suffix := '_' || number;
    END LOOP;
    RETURN name;
END
$$;
COMMENT ON FUNCTION migration.unique_name(text, text[], integer) IS
    'a name that is not taken and not longer than so many bytes';

CREATE FUNCTION migration.view_name("table" text, suffix text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN octet_length("table" || suffix) <= 63 THEN "table" || suffix
        ELSE left("table", 5) || '_' || md5("table") || suffix -- 63 bytes at most
    END
$$;
COMMENT ON FUNCTION migration.view_name(text, text) IS 'the name of a view beside a table';

CREATE FUNCTION migration.step(key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    path text;
BEGIN
    IF key COLLATE "C" ~ '^[A-Za-z_][A-Za-z0-9_]*$' THEN
        RETURN '.' || key;
    END IF;
    -- An object with one key may be Extended JSON.
    EXECUTE format('SELECT path FROM %s.ejson_fields($1, NULL::text)', migration.extension())
    INTO path USING jsonb_build_object(key, NULL, key || '_', NULL);
    RETURN substr(path, 2);
END
$$;
COMMENT ON FUNCTION migration.step(text) IS 'the step of a path of SQL/JSON to a key';

CREATE FUNCTION migration.key(step text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN step LIKE '."%' THEN substr(step, 2)::jsonb #>> '{}'
        WHEN step NOT IN ('[*]', '.*') THEN substr(step, 2) END
$$;
COMMENT ON FUNCTION migration.key(text) IS
    'the key that a step of a path leads to, NULL if it leads to all';

-- A part takes some seconds: long enough for a plan to pay, and soon enough to say how far it is.
CREATE FUNCTION migration.ranges(of_collection text, size bigint)
RETURNS TABLE (after bigint, upto bigint, documents bigint, total bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH numbered AS (
        SELECT n, (row_number() OVER (ORDER BY n) - 1) / size AS part
        FROM migration.staging WHERE collection = of_collection),
    parts AS (SELECT part, max(n) AS upto, count(*) AS documents FROM numbered GROUP BY part)
    SELECT lag(upto, 1, 0::bigint) OVER w, upto, (sum(documents) OVER w)::bigint,
        (sum(documents) OVER ())::bigint
    FROM parts WINDOW w AS (ORDER BY part)
$$;
COMMENT ON FUNCTION migration.ranges(text, bigint) IS
    'ranges of numbers that hold so many documents of a collection each, and how many till there';

CREATE FUNCTION migration.progress(of_collection text, done text, documents bigint, total bigint,
    size bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF total > size THEN
        RAISE INFO '%: % of % documents %', of_collection, documents, total, done;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.progress(text, text, bigint, bigint, bigint) IS
    'says how far a step is that has several parts';

-- What casts a value ------------------------------------------------------------------------------

-- Rows are compared in another time zone than they are made in. (To set a search_path, which is not
-- needed here, would cost half as much again.)
CREATE FUNCTION migration.time_in_utc(text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET "TimeZone" = 'UTC' AS $$
BEGIN
    RETURN $1::pg_catalog.timestamptz;
END
$$;
COMMENT ON FUNCTION migration.time_in_utc(text) IS 'a time, in UTC where the text names no zone';

CREATE FUNCTION migration.reading(type text, value text, text_value text DEFAULT NULL,
    types text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    is_array boolean := type LIKE '%[]';
    element text := regexp_replace(type, '\[\]$', '');
    plain text := CASE WHEN is_array THEN 'e.value'
        ELSE coalesce(text_value, format('(%s #>> ''{}''::text[])', value)) END;
BEGIN
    IF type = 'jsonb' THEN
        RETURN value;
    ELSIF element = 'objectid' THEN
        plain := plain || '::' || migration.extension() || '.objectid';
    ELSIF to_regtype(element) = 'timestamptz'::regtype THEN
        -- What was no text names its zone.
        plain := CASE WHEN types IN ('date', 'timestamp') THEN plain
            ELSE format('migration.time_in_utc(%s)', plain) END || '::' || element;
    ELSIF element IN ('boolean', 'uuid', 'bytea', 'timestamp', 'date', 'numeric',
            'double precision', 'float8', 'real') THEN
        plain := plain || '::' || element;
    ELSIF element IN ('integer', 'int', 'int4', 'bigint', 'int8', 'smallint', 'int2') THEN
        -- 4.0 is 4, and 4.5 an error.
        plain := format('pg_catalog.regexp_replace(%s, ''[.]0+$'', '''')::%s', plain, element);
    ELSIF element NOT IN ('text', 'jsonb') THEN
        -- As input, unlike a cast, which cuts off what is longer than varchar(3).
        RETURN format('(SELECT r.value FROM pg_catalog.jsonb_to_record('
            'pg_catalog.jsonb_build_object(''value'', %s)) AS r(value %s))', value, type);
    END IF;
    IF is_array THEN
        RETURN format('CASE WHEN %s IS NOT NULL THEN ARRAY('
            'SELECT %s FROM pg_catalog.jsonb_array_elements%s(%1$s) AS e(value)) END',
            value, plain, CASE WHEN element <> 'jsonb' THEN '_text' END);
    END IF;
    RETURN plain;
END
$$;
COMMENT ON FUNCTION migration.reading(text, text, text, text) IS
    'the expression that makes a value of a type from an expression of jsonb, or of its text, for '
    'values of MongoDB''s types';

CREATE FUNCTION migration.type_name(type text, types_from text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found regtype;
BEGIN
    -- What reads as a type is printed as it is, but not a comment, which would go on.
    IF type IS NULL OR type LIKE '%--%' THEN
        RETURN NULL;
    ELSIF type IN ('table', 'columns', 'objectid', 'objectid[]') THEN
        RETURN type;
    END IF;
    found := to_regtype(type);
    IF found IS NULL THEN
        -- Nothing is run in this search_path but the look-up.
        PERFORM pg_catalog.set_config('search_path', coalesce(types_from, ''), true);
        found := pg_catalog.to_regtype(type);
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        type := regexp_replace(found::text, '(\[\])?$',
            coalesce(substring(type FROM '\(.*\)'), '') || '\1');
    END IF;
    PERFORM migration.trusted(n.nspname)
    FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid = found;
    RETURN type;
EXCEPTION WHEN syntax_error THEN
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION migration.type_name(text, text) IS
    'a type, with its schema where it has to be found in a search_path; NULL if there is none';

CREATE FUNCTION migration.declared(type text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN type IN ('objectid', 'objectid[]')
        THEN migration.extension() || '.' || type ELSE type END
$$;
COMMENT ON FUNCTION migration.declared(text) IS 'a type as CREATE TABLE has it';

CREATE FUNCTION migration.equals(type text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN type = 'objectid'
        THEN format('OPERATOR(%s.=)', migration.extension()) ELSE 'OPERATOR(pg_catalog.=)' END
$$;
COMMENT ON FUNCTION migration.equals(text) IS 'the operator that compares two keys of a type';

-- What the plan makes -----------------------------------------------------------------------------

CREATE FUNCTION migration.tree(of_collection text, types_from text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tree jsonb;
    untyped record;
BEGIN
    SELECT jsonb_object_agg(p.path, to_jsonb(p) || jsonb_build_object('children', coalesce(
        (SELECT jsonb_agg(c.path ORDER BY c.place) FROM migration.plan AS c
            WHERE c.collection = of_collection AND c.parent = p.path), '[]'),
        'type', migration.type_name(p.type, types_from),
        'kind', CASE WHEN p.type IS NULL THEN 'rest'
            WHEN p.type IN ('table', 'columns') THEN p.type
            WHEN p."column" IS NULL THEN 'rest' ELSE 'column' END)) INTO tree
    FROM migration.plan AS p WHERE p.collection = of_collection;
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
    RETURN tree;
END
$$;
COMMENT ON FUNCTION migration.tree(text, text) IS
    'the plan for a collection, by path; types are found in a search_path, if there is one';

CREATE FUNCTION migration.column_names(tree jsonb, of_path text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    names text[] := '{}';
    child text;
BEGIN
    IF tree->of_path->>'kind' IN ('column', 'columns', 'table') AND of_path <> '$' THEN
        names := array_remove(ARRAY[tree->of_path->>'column'], NULL);
    END IF;
    IF tree->of_path->>'kind' = 'columns' OR of_path = '$' THEN
        FOR child IN SELECT jsonb_array_elements_text(tree->of_path->'children') LOOP
            names := names || migration.column_names(tree, child);
        END LOOP;
    END IF;
    RETURN names;
END
$$;
COMMENT ON FUNCTION migration.column_names(jsonb, text) IS
    'the names of the columns that the plan has for a path and what is in it';

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
    flag text := table_alias || '.' || quote_ident(line->>'column');
    columns jsonb := '[]';
    tables jsonb := '[]';
    fields text[] := '{}';
    partly text[] := '{}';
    stored text[] := '{}';
    chunks text[] := '{}';
    is_complete boolean := true;
    document text;
    empty text;
    left_over text;
    step text := format('->%L::text', line->>'field');
    text_value text := CASE WHEN right(value, length(step)) = step
        THEN format('(%s->>%L::text)', left(value, -length(step)), line->>'field') END;
    containers jsonb := '{}';
    child text;
    mapped jsonb;
BEGIN
    IF kind IN ('columns', 'table') THEN
        containers := jsonb_build_object(of_path, jsonb_build_object('value', value,
            'required', NOT is_row AND (line->>'required')::boolean, 'can_be_empty',
            is_row OR (line->>'required')::boolean OR line->>'column' IS NOT NULL, 'kind',
            CASE WHEN line->'children' ? (of_path || '[*]') THEN 'array' ELSE 'object' END));
    END IF;
    IF kind = 'rest' THEN
        RETURN jsonb_build_object('columns', '[]'::jsonb, 'tables', '[]'::jsonb, 'document', rest,
            'rest', value, 'containers', containers);
    END IF;
    IF kind = 'column' THEN
        RETURN jsonb_build_object('tables', '[]'::jsonb, 'document', flag, 'rest', NULL,
            'containers', containers, 'columns',
            jsonb_build_array(jsonb_build_object('name', line->'column', 'type', line->'type',
                'required', line->'required', 'path', of_path, 'value', value,
                'expression', migration.reading(line->>'type', value, text_value,
                    coalesce(tree->(of_path || '[*]'), line)->>'types'))));
    END IF;
    IF kind = 'table' THEN
        mapped := migration.map_table(tree, of_path, value, table_alias, level, context);
        document := mapped->>'document';
        tables := mapped->'tables';
    ELSE
        FOR child IN SELECT jsonb_array_elements_text(line->'children') LOOP
            -- What has no key here has a path that was cut off.
            IF tree->child->>'kind' = 'rest' OR tree->child->>'field' IS NULL THEN
                is_complete := false;
                CONTINUE;
            END IF;
            mapped := migration.map_path(tree, child,
                format('%s->%L::text', value, tree->child->>'field'),
                format('%s->%L::text', rest, tree->child->>'field'), table_alias, level, false,
                context);
            columns := columns || (mapped->'columns');
            tables := tables || (mapped->'tables');
            containers := containers || (mapped->'containers');
            fields := fields || format('%L, %s', tree->child->>'field', mapped->>'document');
            stored := stored || (tree->child->>'field');
            IF mapped->>'rest' IS NOT NULL THEN
                is_complete := false;
                partly := partly || format('%L, NULLIF(%s, ''{}'')', tree->child->>'field',
                    mapped->>'rest');
            END IF;
        END LOOP;
        -- A function takes 100 arguments. (Without a field, it makes an empty object.)
        FOR i IN 0 .. (cardinality(fields) - 1) / 50 LOOP
            chunks := chunks || format('pg_catalog.jsonb_build_object(%s)',
                array_to_string(fields[i * 50 + 1 : i * 50 + 50], ', '));
        END LOOP;
        document := array_to_string(chunks, ' || ');
        IF NOT is_complete THEN
            document := format('COALESCE(%s, ''{}'') || %s', rest, document);
            left_over := format('((%s) - %L::text[])', value, stored);
            FOR i IN 0 .. (cardinality(partly) + 49) / 50 - 1 LOOP
                left_over := format('%s || pg_catalog.jsonb_build_object(%s)', left_over,
                    array_to_string(partly[i * 50 + 1 : i * 50 + 50], ', '));
            END LOOP;
            IF partly <> '{}' THEN
                left_over := format('pg_catalog.jsonb_strip_nulls(%s)', left_over);
            END IF;
        END IF;
        IF is_complete THEN
            containers := jsonb_set(containers, ARRAY[of_path, 'fields'], to_jsonb(stored));
        END IF;
        document := '(' || document || ')';
        IF NOT is_row AND NOT (line->>'required')::boolean THEN
            document := format('NULLIF(pg_catalog.jsonb_strip_nulls(%s), ''{}'')', document);
        END IF;
    END IF;
    IF NOT is_row AND line->>'column' IS NOT NULL THEN
        empty := CASE WHEN line->'children' ? (of_path || '[*]') THEN '[]' ELSE '{}' END;
        -- What is said to be empty and is not gets the name of the column, so that check finds it.
        -- (What is required is empty without being NULL, so that this would change it.)
        document := format('COALESCE(%s || CASE WHEN %s THEN %L::jsonb ELSE %L::jsonb END, '
            'CASE WHEN %2$s THEN %4$L::jsonb END)', document, flag,
            CASE WHEN (line->>'required')::boolean THEN empty
                WHEN empty = '[]' THEN jsonb_build_array(line->'column')::text
                ELSE jsonb_build_object(line->>'column', true)::text END, empty);
        columns := jsonb_build_array(jsonb_build_object('name', line->'column', 'type', 'boolean',
            'required', false, 'path', of_path, 'flag', true, 'value', value, 'expression',
            format('CASE WHEN %s = %L THEN true END', value, empty))) || columns;
    END IF;
    RETURN jsonb_build_object('columns', columns, 'tables', tables, 'document', document,
        'rest', left_over, 'containers', containers);
END
$$;
COMMENT ON FUNCTION migration.map_path(jsonb, text, text, text, text, integer, boolean, jsonb) IS
    'what the plan makes of a path: columns, tables, and the expressions there and back';

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
    IF element IS NULL THEN
        RAISE EXCEPTION 'path % of collection "%" cannot be a table', of_path, line->>'collection'
            USING ERRCODE = 'invalid_parameter_value',
            DETAIL = 'The plan has no line for its elements.';
    ELSIF line->>'table' IS NULL THEN
        RAISE EXCEPTION 'the table for path % of collection "%" has no name', of_path,
            line->>'collection' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    taken := migration.column_names(tree, element);
    FOR key IN SELECT jsonb_array_elements(context->'keys') LOOP
        name := migration.unique_name(key->>'inherited', taken);
        taken := taken || name;
        conditions := conditions || format('%s.%I %s %s.%I', own_alias, name,
            migration.equals(key->>'type'), parent_alias, key->>'name');
        keys := keys || (key || jsonb_build_object('name', name, 'inherited', name,
            'of_parent', key->'name', 'key', true));
    END LOOP;
    name := migration.unique_name(CASE WHEN is_map THEN 'key' ELSE 'place' END, taken);
    taken := taken || name;
    keys := keys || jsonb_build_object('name', name, 'key', true, 'required', true, 'path', of_path,
        'inherited', migration.singular(migration.snake(coalesce(line->>'field', 'element')))
            || CASE WHEN is_map THEN '_key' ELSE '_place' END,
        'type', CASE WHEN is_map THEN 'text' ELSE 'integer' END,
        'expression', row_alias || CASE WHEN is_map THEN '.key' ELSE '.place::integer' END);
    rest_name := migration.unique_name('rest', taken);
    context := jsonb_build_object('keys', keys, 'schema', context->'schema',
        'table', line->'table',
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
        || (SELECT coalesce(jsonb_agg(CASE WHEN t ? 'parent_table' THEN t
            ELSE t || jsonb_build_object('parent_table', line->'table') END), '[]')
            FROM jsonb_array_elements(mapped->'tables') AS t));
END
$$;
COMMENT ON FUNCTION migration.map_table(jsonb, text, text, text, integer, jsonb) IS
    'what the plan makes of an array or a map that becomes a table';

CREATE FUNCTION migration.map_collection(of_collection text, types_from text DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tree jsonb := migration.tree(of_collection, types_from);
    line jsonb := tree->'$';
    id jsonb;
    keys jsonb;
    rest_name text;
    taken text[] := migration.column_names(tree, '$');
    context jsonb;
    columns jsonb;
    mapped jsonb;
BEGIN
    PERFORM migration.trusted(line->>'schema');
    IF line->>'column' IS NULL AND tree->'$._id'->>'kind' IN ('column', 'columns') THEN
        id := migration.map_path(tree, '$._id', 'd.value->''_id''::text', 't0.rest', 't0', 0, false,
            '{}');
        IF id->'tables' = '[]' AND id->>'rest' IS NULL THEN
            keys := id->'columns';
        END IF;
    END IF;
    IF keys IS NULL THEN
        keys := jsonb_build_array(jsonb_build_object('path', '$', 'required', true,
            'type', 'bigint', 'name', migration.unique_name(coalesce(line->>'column', 'n'), taken),
            'expression', 's.n', 'number', true));
        taken := taken || (keys->0->>'name');
    END IF;
    SELECT jsonb_agg(k || jsonb_build_object('key', true, 'inherited',
        migration.singular(line->>'table') || '_' || (k->>'name')) ORDER BY i) INTO keys
    FROM jsonb_array_elements(keys) WITH ORDINALITY AS e (k, i);
    rest_name := migration.unique_name('rest', taken);
    context := jsonb_build_object('keys', keys, 'schema', line->'schema', 'table', line->'table',
        'from', format(E'migration.staging AS s,\n'
            '    LATERAL pg_catalog.jsonb_strip_nulls('
            '%s.ejson_to_jsonb(s.source, %L::text)) AS d(value)',
            migration.extension(), line->>'legacy_uuid'));
    context := context || jsonb_build_object('lenient_from', context->'from');
    mapped := migration.map_path(tree, '$', 'd.value', format('t0.%I', rest_name), 't0', 1, true,
        context);
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
    RETURN jsonb_build_object('document', mapped->'document', 'keys', keys, 'tables',
        jsonb_build_array(context || jsonb_build_object('columns', columns, 'path', '$',
            'containers', mapped->'containers'))
        || (SELECT coalesce(jsonb_agg(CASE WHEN t ? 'parent_table' THEN t
            ELSE t || jsonb_build_object('parent_table', line->'table') END), '[]')
            FROM jsonb_array_elements(mapped->'tables') AS t));
END
$$;
COMMENT ON FUNCTION migration.map_collection(text, text) IS
    'all tables of a collection, their columns, and the expressions there and back';

-- The survey and the proposal ---------------------------------------------------------------------

-- Values are counted by path, type and form, which text and binary data have.
CREATE FUNCTION migration.survey_range(of_collection text, legacy_uuid text, after bigint,
    upto bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    message text;
    detail text;
BEGIN
    EXECUTE format($query$
        INSERT INTO pg_temp.migration_survey
        SELECT path, CASE WHEN path LIKE '%%...' THEN '{...}' ELSE ARRAY(SELECT m[1]
                FROM regexp_matches(path, '\[\*\]|\.[^."\[]+|\."(?:[^"\\]|\\.)*"', 'g') AS m) END,
            type, CASE
                WHEN type IN ('int', 'long', 'double', 'decimal') THEN 'number'
                WHEN type IN ('date', 'timestamp') THEN 'time'
                WHEN type LIKE 'binData%%' THEN 'binary'
                WHEN type IN ('object', 'DBRef', 'javascriptWithScope') THEN 'object'
                WHEN type IN ('null', 'undefined') THEN 'null'
                ELSE type END, CASE
                WHEN string = '' THEN 'empty'
                WHEN octet_length(string) = 24 AND string ~ '^[0-9a-fA-F]+$' THEN 'oid'
                WHEN octet_length(string) = 32 AND string ~ '^[0-9a-fA-F]+$' THEN 'hex'
                WHEN octet_length(string) = 36 AND string
                    ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' THEN 'uuid'
                WHEN octet_length(string) BETWEEN 10 AND 38 AND string LIKE '____-__-__%%'
                    AND string ~ '^\d{4}-[01]\d-[0-3]\d([T ][0-2]\d(:[0-5]\d){1,2}(\.\d{1,6}0*)?'
                        '(Z|[+-]\d\d:?\d\d)?)?$' THEN 'time'
                WHEN octet_length(string) < 19 AND ltrim(string, '-0123456789') = ''
                    AND string ~ '^(0|-?[1-9]\d*)$' THEN 'digits'
                WHEN starts_with(string, '\x') THEN 'bytea'
                WHEN string IS NOT NULL THEN 'text' END,
            count(*), min(number), max(number), bool_and(coalesce(number = trunc(number), false)),
            bool_and(CASE
                WHEN type IN ('int', 'long') THEN abs(number) <= 9007199254740992
                WHEN type <> 'double' THEN false
                WHEN number IS NULL OR number = 0 THEN true
                WHEN abs(number) BETWEEN 1e-300 AND 1e300 THEN to_jsonb(number::float8) = value
                ELSE false END),
            count(*) FILTER (WHERE number = 0 AND type IN ('array', 'object') OR string = '')
        FROM (
            SELECT f.path, f.type, f.value,
                CASE WHEN jsonb_typeof(f.value) = 'number' THEN f.value::numeric END AS number,
                CASE WHEN f.type = 'string' OR starts_with(f.type, 'binData')
                    THEN f.value #>> '{}' END AS string
            FROM migration.staging AS s,
                %s.ejson_fields(jsonb_strip_nulls(s.source), $2) AS f
            WHERE s.collection = $1 AND s.n > $3 AND s.n <= $4
            OFFSET 0) AS fields -- computes them once
        GROUP BY path, type, 5 $query$, migration.extension())
    USING of_collection, legacy_uuid, after, upto;
EXCEPTION WHEN data_exception THEN
    IF upto - after > 1 THEN
        PERFORM migration.survey_range(of_collection, legacy_uuid, s.n - 1, s.n)
        FROM migration.staging AS s
        WHERE s.collection = of_collection AND s.n > after AND s.n <= upto ORDER BY s.n;
        RETURN;
    END IF;
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION 'document % of collection "%": %', upto, of_collection, message USING
        ERRCODE = 'data_exception', DETAIL = detail,
        HINT = format('SELECT * FROM migration.misfits(%L) lists all such documents.',
            of_collection);
END
$$;
COMMENT ON FUNCTION migration.survey_range(text, text, bigint, bigint) IS
    'counts values of documents in a temporary table; an error names the document';

-- Maps are objects of many keys, each in few of them, or of keys that look like data, whose values
-- are alike.
CREATE FUNCTION migration.survey_maps() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    FOR level IN 1 .. (
        SELECT coalesce(max(cardinality(steps)), 1) - 1 FROM pg_temp.migration_survey) LOOP
        UPDATE pg_temp.migration_survey AS t SET steps[level + 1] = '.*'
        FROM (
            SELECT steps[:level] AS steps, count(DISTINCT steps[level + 1]) AS keys,
                sum(times) AS times, bool_and(steps[level + 1] ~
                    '^\."?([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})"?$')
                AS hex,
                bool_and(steps[level + 1] ~ '^\."(\d+|\d{4}-\d\d(-\d\d.{0,20})?)"$') AS number
            FROM pg_temp.migration_survey
            WHERE cardinality(steps) = level + 1 AND steps[1] <> '._id'
            GROUP BY 1
            HAVING count(DISTINCT class) = 1 AND min(class) NOT IN ('null', 'minKey', 'maxKey')
                AND bool_and(steps[level + 1] LIKE '.%' AND steps[level + 1] <> '...'
                    AND octet_length(steps[level + 1]) < 200)) AS map
            JOIN (
            SELECT steps, sum(times - empty) AS times
            FROM pg_temp.migration_survey WHERE cardinality(steps) = level
            GROUP BY 1 HAVING bool_and(class = 'object')) AS object USING (steps)
        WHERE (map.hex OR map.number AND map.keys > 2
                OR map.keys >= 10 AND map.times * 5 <= map.keys * object.times)
            AND t.steps[:level] = map.steps AND cardinality(t.steps) > level;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.survey_maps() IS 'makes one step of all keys of a map';

-- The type of a column for scalars of one class, NULL if there is none
CREATE FUNCTION migration.scalar_type(node jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE node->>'class'
        WHEN 'number' THEN CASE
            WHEN (node->>'whole')::boolean AND node->>'types' NOT LIKE '%long%'
                AND (node->>'least')::numeric >= -2147483648
                AND (node->>'greatest')::numeric <= 2147483647 THEN 'integer'
            WHEN (node->>'whole')::boolean AND (node->>'least')::numeric >= -9223372036854775808
                AND (node->>'greatest')::numeric <= 9223372036854775807 THEN 'bigint'
            WHEN (node->>'exact')::boolean AND node->>'types' LIKE '%double%'
                THEN 'double precision'
            ELSE 'numeric' END
        WHEN 'time' THEN 'timestamptz'
        WHEN 'bool' THEN 'boolean'
        WHEN 'objectId' THEN 'objectid'
        WHEN 'binary' THEN CASE WHEN node->>'form' IN ('uuid', 'bytea') THEN node->>'form' END
        WHEN 'string' THEN 'text'
        WHEN 'symbol' THEN 'text'
        WHEN 'javascript' THEN 'text'
        WHEN 'regex' THEN 'text'
    END
$$;
COMMENT ON FUNCTION migration.scalar_type(jsonb) IS
    'the type of a column for scalars that were surveyed, NULL if they vary';

CREATE FUNCTION migration.scalar_note(node jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN node->>'types' ~ 'double|decimal' THEN CASE
            WHEN (node->>'whole')::boolean THEN 'numbers that are all whole'
            WHEN node->>'types' !~ 'long|decimal' AND NOT (node->>'exact')::boolean
                THEN 'more digits than double precision keeps' END
        WHEN node->>'types' = 'string' THEN CASE node->>'form'
            WHEN 'time' THEN 'text that always reads as a time'
            WHEN 'digits' THEN 'text that always reads as a whole number'
            WHEN 'oid' THEN '24 hexadecimal digits'
            WHEN 'hex' THEN '32 hexadecimal digits'
            WHEN 'uuid' THEN 'text that always reads as a UUID'
            WHEN 'empty' THEN 'always empty'
            ELSE CASE WHEN (node->>'empty')::bigint > 0 THEN 'sometimes empty' END END
        WHEN node->>'types' LIKE '%binData 3%' AND node->>'form' = 'bytea'
            THEN 'UUIDs of an old driver: propose again with its name' END
$$;
COMMENT ON FUNCTION migration.scalar_note(jsonb) IS
    'what is to be said of scalars that were surveyed';

-- A node is a path. What becomes of it is its KIND, if the tables have room for it.
CREATE FUNCTION migration.survey_nodes() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    CREATE TEMPORARY TABLE migration_nodes ON COMMIT DROP AS
    WITH typed AS (
        SELECT steps, string_agg(type, ', ' ORDER BY times DESC, type) AS types,
            string_agg(times || ' ' || type, ', ' ORDER BY times DESC, type) AS counts
        FROM (SELECT steps, type, sum(times) AS times FROM pg_temp.migration_survey
            GROUP BY 1, 2) AS t GROUP BY 1),
    surveyed AS (
        SELECT steps, steps[cardinality(steps)] AS step,
            CASE WHEN bool_or(path LIKE '%...') THEN min(path)
                ELSE '$' || array_to_string(steps, '') END AS path,
            '$' || array_to_string(steps[:cardinality(steps) - 1], '') AS parent,
            CASE WHEN count(DISTINCT class) FILTER (WHERE class <> 'null') = 1
                THEN min(class) FILTER (WHERE class <> 'null') END AS class,
            CASE WHEN count(DISTINCT form) = 1 THEN min(form) END AS form,
            bool_and(class IN ('string', 'objectId', 'time', 'symbol', 'javascript', 'regex'))
                AS is_text,
            coalesce(sum(times) FILTER (WHERE class <> 'null'), 0)::bigint AS times,
            sum(times) FILTER (WHERE class = 'null')::bigint AS nulls, min(least) AS least,
            max(greatest) AS greatest, bool_and(whole) AS whole, bool_and(exact) AS exact,
            sum(empty)::bigint AS empty, count(DISTINCT path) AS keys,
            max(octet_length(path)) AS longest
        FROM pg_temp.migration_survey GROUP BY 1),
    node AS (
        SELECT f.*, CASE WHEN step <> '...' THEN migration.key(step) END AS field,
            CASE WHEN step <> '...' THEN migration.scalar_type(f.facts) END AS scalar,
            migration.scalar_note(f.facts) AS scalar_note
        FROM (SELECT *, to_jsonb(surveyed) || to_jsonb(typed) AS facts
            FROM surveyed JOIN typed USING (steps)) AS f),
    members AS (
        SELECT parent AS path, count(*) AS children, max(keys) AS keys, max(longest) AS longest,
            bool_or(step = '.*') AS is_map, sum(nulls) IS NULL AS not_null,
            bool_and(scalar IS NOT NULL) AS are_scalars, min(times) AS least_times,
            max(times) AS most_times
        FROM node GROUP BY 1)
    SELECT n.path, n.steps, n.step, n.parent, n.field, n.class, n.types, n.times, n.nulls, n.empty,
        coalesce(m.is_map, false) AS is_map, coalesce(m.children, 0) AS children, m.not_null,
        m.least_times, m.longest AS longest_key, CASE
            WHEN n.step = '...' OR n.scalar IS NOT NULL THEN n.scalar
            WHEN n.nulls > 0 OR m.path IS NULL THEN 'jsonb'
            WHEN n.class = 'object' AND m.is_map THEN 'table'
            WHEN n.class = 'object' AND CASE WHEN n.path = '$._id'
                THEN m.children <= 8 AND m.are_scalars AND m.least_times = n.times
                    AND m.most_times = n.times
                ELSE m.children <= 250 END THEN 'columns'
            WHEN n.path = '$._id' THEN 'jsonb'
            WHEN element.scalar IS NOT NULL THEN element.scalar || '[]'
            WHEN element.class = 'object' AND element.nulls IS NULL AND i.path IS NOT NULL
                THEN 'table'
            ELSE 'jsonb' END AS kind, CASE
            WHEN n.step = '...' THEN 'the path is too long'
            WHEN n.scalar IS NOT NULL THEN n.scalar_note
            WHEN n.class IS NULL OR n.nulls > 0 THEN concat('varies: ', n.counts,
                CASE WHEN n.is_text THEN '; text would hold all' END)
            WHEN n.class IN ('array', 'object') AND m.path IS NULL THEN 'always empty'
            WHEN m.is_map THEN format('its keys are data: %s different ones', m.keys)
            WHEN n.path = '$._id' OR element.step = '...' THEN NULL
            WHEN m.children > 250 THEN format('it has %s different keys', m.children)
            WHEN element.scalar IS NOT NULL THEN element.scalar_note
            WHEN element.class = 'array' THEN 'arrays in an array'
            WHEN element.path IS NOT NULL AND (element.class IS NULL OR element.nulls > 0)
                THEN 'its elements vary'
            WHEN element.path IS NOT NULL AND i.path IS NULL
                THEN 'its elements have no column' END AS note
    FROM node AS n LEFT JOIN members AS m USING (path)
        LEFT JOIN node AS element ON n.class = 'array' AND m.children = 1
            AND element.parent = n.path
        LEFT JOIN members AS i ON i.path = element.path;
    CREATE INDEX ON pg_temp.migration_nodes (parent);
    ANALYZE pg_temp.migration_nodes;
END
$$;
COMMENT ON FUNCTION migration.survey_nodes() IS
    'makes a temporary table of the surveyed paths, with what may become of each';

CREATE FUNCTION migration.survey(of_collection text, legacy_uuid text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
    part record;
BEGIN
    DROP TABLE IF EXISTS pg_temp.migration_survey, pg_temp.migration_nodes;
    CREATE TEMPORARY TABLE migration_survey (path text, steps text[], type text, class text,
        form text, times bigint, least numeric, greatest numeric, whole boolean, exact boolean,
        empty bigint) ON COMMIT DROP;
    -- Parts are for the progress, which is told each few seconds.
    FOR part IN SELECT * FROM migration.ranges(of_collection, 50000) LOOP
        PERFORM migration.survey_range(of_collection, legacy_uuid, part.after, part.upto);
        PERFORM migration.progress(of_collection, 'surveyed', part.documents, part.total, 50000);
    END LOOP;

    -- A path that was cut off has the steps of what it is in.
    UPDATE pg_temp.migration_survey AS cut SET steps = found.steps || '...'::text
    FROM (
        SELECT DISTINCT ON (c.path) c.path, p.steps
        FROM pg_temp.migration_survey AS c JOIN pg_temp.migration_survey AS p
            ON p.path NOT LIKE '%...' AND p.class IN ('object', 'array')
                AND starts_with(c.path, p.path)
                AND substr(c.path, length(p.path) + 1, 1) IN ('.', '[')
        WHERE c.path LIKE '%...' ORDER BY c.path, length(p.path) DESC) AS found
    WHERE cut.path = found.path;
    PERFORM migration.survey_maps();
    PERFORM migration.survey_nodes();
END
$$;
COMMENT ON FUNCTION migration.survey(text, text) IS
    'finds all paths of a collection, with what propose asks of them, in temporary tables';

-- IS_SURE says whether the parent, which occurs so many times, is in each row of the table. LEVEL
-- and KEY_SIZE are the number of tables around and what their keys take, in bytes.
CREATE FUNCTION migration.propose_fields(of_collection text, parent_path text, in_table text,
    prefix text, parent_times bigint, is_sure boolean, level integer, key_size integer)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    child record;
    sure boolean;
    taken text[];
    name text;
    fits boolean;
    kind text;
    note text;
    empty text;
    of_table text;
BEGIN
    FOR child IN
        -- Of equal names, the commonest field has it as it is.
        SELECT *, row_number() OVER w AS rank
        FROM pg_temp.migration_nodes WHERE parent = parent_path
        WINDOW w AS (ORDER BY step = '...', path <> '$._id', times DESC, path COLLATE "C")
        ORDER BY rank
    LOOP
        sure := is_sure AND child.times = parent_times AND child.nulls IS NULL;
        taken := ARRAY(SELECT p."column" FROM migration.plan AS p
            WHERE child.rank <= 250 AND p.collection = of_collection
                AND (p."table" = in_table OR p.type = 'table') AND p."column" IS NOT NULL);
        name := CASE WHEN child.field IS NULL THEN 'value' WHEN child.path = '$._id' THEN 'id'
            ELSE prefix || migration.snake(child.field) END;
        -- An index takes 2,700 bytes.
        fits := CASE WHEN child.path = '$._id' THEN sure
            ELSE octet_length(child.path) <= 900 AND level < 8
                AND (NOT child.is_map OR key_size + child.longest_key < 2300) END;
        kind := child.kind;
        note := child.note;
        IF kind IS NOT NULL AND (child.rank > 250 OR cardinality(taken) >= 300
                AND child.path <> '$._id') THEN
            kind := NULL;
            note := 'one of too many columns';
        ELSIF kind IN ('table', 'columns') AND NOT fits THEN
            kind := 'jsonb';
            note := coalesce(note,
                CASE WHEN child.class = 'array' THEN 'its elements have no column' END);
        END IF;
        of_table := CASE WHEN kind = 'table'
            THEN migration.table_name(of_collection, migration.singular(in_table) || '_' || name)
            WHEN kind IS NOT NULL THEN in_table END;
        empty := CASE WHEN kind IN ('table', 'columns') AND NOT sure
                AND (child.empty > 0 OR kind = 'columns' AND NOT child.not_null)
            THEN CASE child.class WHEN 'array' THEN '[]' ELSE '{}' END END;
        INSERT INTO migration.plan (collection, path, types, documents, "table", "column", type,
            required, note, place, parent, field)
        VALUES (of_collection, child.path, child.types, child.times, of_table,
            CASE WHEN empty IS NOT NULL THEN migration.unique_name(name || '_empty', taken)
                WHEN kind NOT IN ('table', 'columns') THEN migration.unique_name(name, taken) END,
            kind, sure AND kind IS NOT NULL, nullif(concat_ws('; ', note,
                empty || ' and a missing field differ'), ''), 0, parent_path, child.field);
        IF kind = 'table' THEN
            PERFORM migration.propose_fields(of_collection, child.path, of_table, '',
                child.least_times, true, level + 1,
                key_size + CASE WHEN child.is_map THEN child.longest_key ELSE 4 END);
        ELSIF kind = 'columns' THEN
            PERFORM migration.propose_fields(of_collection, child.path, in_table,
                CASE WHEN child.field IS NULL THEN '' ELSE name || '_' END,
                child.times, sure, level, key_size);
        ELSIF child.children > 0 AND child.rank <= 250 THEN
            PERFORM migration.propose_inside(of_collection, child.path, child.steps,
                coalesce(kind LIKE '%[]', false));
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.propose_fields(text, text, text, text, bigint, boolean, integer,
    integer) IS 'plans what is in an object, an array or a map that was surveyed';

-- More than a hundred paths would hide what can be planned.
CREATE FUNCTION migration.propose_inside(of_collection text, of_path text, of_steps text[],
    is_array boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO migration.plan (collection, path, types, documents, "column", type, required, note,
        place, parent, field)
    SELECT of_collection, i.path, i.types, i.times, CASE WHEN is_array THEN 'value' END,
        CASE WHEN is_array THEN i.kind END, is_array AND i.nulls IS NULL, CASE WHEN is_array
            THEN format('elements; a column if the type of %s is table', of_path)
            ELSE 'in ' || of_path END, 0, i.parent, i.field
    FROM (
        SELECT *, count(*) OVER () AS paths FROM pg_temp.migration_nodes
        WHERE steps[:cardinality(of_steps)] = of_steps) AS i
    WHERE i.paths <= 100 AND i.steps <> of_steps AND i.step <> '...';
END
$$;
COMMENT ON FUNCTION migration.propose_inside(text, text, text[], boolean) IS
    'adds lines to the plan for what is in a column of an array or of jsonb';

CREATE FUNCTION migration.table_name(of_collection text, base text,
    of_schema text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN migration.unique_name(base, ARRAY(
        SELECT p."table" FROM migration.plan AS p WHERE p."table" IS NOT NULL
        UNION
        SELECT c.relname FROM pg_class AS c
        WHERE c.relnamespace = to_regnamespace(quote_ident(coalesce(of_schema, (
                SELECT p.schema FROM migration.plan AS p
                WHERE p.collection = of_collection AND p.path = '$'))))
            AND c.oid NOT IN (SELECT m.relation FROM migration.relations_of(of_collection) AS m)),
        62); -- The type of its arrays has an underscore before this name.
END
$$;
COMMENT ON FUNCTION migration.table_name(text, text, text) IS
    'a name that no table has, but those that were made for a collection before';

CREATE FUNCTION migration.count_documents(of_collection text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    paths text[] := '{}';
    counted bigint[];
BEGIN
    -- What is in an array or a map can be in a document more than once. A step [*] also takes what
    -- is no array. (What a parallel worker counts is a row, which has at most 1,664 columns.)
    SELECT coalesce(array_agg(p.path), '{}') INTO paths FROM migration.plan AS p
    WHERE p.collection = of_collection AND p.path ~ '\[\*\]|\.\*' AND p.path NOT LIKE '%...'
        AND NOT EXISTS (
            SELECT FROM migration.plan AS o WHERE o.collection = of_collection
                AND o.types LIKE '%,%' AND starts_with(p.path, o.path || '[*]'));
    FOR i IN 0 .. (cardinality(paths) + 499) / 500 - 1 LOOP
        EXECUTE format('SELECT ARRAY[%s]::bigint[] FROM migration.staging AS s,
            LATERAL jsonb_strip_nulls(s.source) AS d(value) WHERE s.collection = $1', (
            SELECT string_agg(format('count(*) FILTER (WHERE d.value @? %L)', p), ', ' ORDER BY o)
            FROM unnest(paths[i * 500 + 1 : i * 500 + 500]) WITH ORDINALITY AS u (p, o)))
        INTO counted USING of_collection;
        UPDATE migration.plan AS p SET documents = c.documents
        FROM unnest(paths[i * 500 + 1 : i * 500 + 500], counted) AS c (path, documents)
        WHERE p.collection = of_collection AND p.path = c.path;
    END LOOP;
    SELECT array_agg(p.path) INTO paths FROM migration.plan AS p
    WHERE p.collection = of_collection AND p.path ~ '\[\*\]' AND p.path <> ALL (paths);
    IF paths IS NOT NULL THEN
        EXECUTE format('
            UPDATE migration.plan AS p SET documents = c.documents
            FROM (
                SELECT f.path, count(DISTINCT s.n) AS documents
                FROM migration.staging AS s,
                    %s.ejson_fields(jsonb_strip_nulls(s.source), NULL::text) AS f
                WHERE s.collection = $1 AND f.path = ANY ($2) GROUP BY f.path) AS c
            WHERE p.collection = $1 AND p.path = c.path', migration.extension())
        USING of_collection, paths;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.count_documents(text) IS
    'counts the documents that have what the plan has in arrays and maps';

CREATE FUNCTION migration.verify_times(of_collection text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tab jsonb;
    col record;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(migration.map_collection(of_collection)->'tables') LOOP
        FOR col IN
            SELECT c->>'value' AS value, p.path, p.type
            FROM jsonb_array_elements(tab->'columns') AS c JOIN migration.plan AS p
                ON p.collection = of_collection AND p.path = c->>'path'
            WHERE p.note ~ 'reads as a time'
        LOOP
            IF migration.has_misfit(format('SELECT count(%s) < 0 FROM %s WHERE s.collection = $1',
                migration.reading(replace(col.type, 'text', 'timestamptz'), col.value),
                tab->>'from'), of_collection, NULL, NULL, NULL) THEN
                UPDATE migration.plan SET note = nullif(regexp_replace(note,
                    '(; )?text that always reads as a time', ''), '')
                WHERE collection = of_collection AND path = col.path;
            END IF;
        END LOOP;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.verify_times(text) IS
    'takes back the note that text is a time where it only looks like one';

CREATE FUNCTION migration.note_unique(of_collection text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    root jsonb := migration.map_collection(of_collection)->'tables'->0;
    paths text[];
    "values" text[];
    unique_ones boolean[];
    number bigint;
BEGIN
    SELECT array_agg(c->>'path'), array_agg(c->>'value') INTO paths, "values"
    FROM jsonb_array_elements(root->'columns') AS c
    WHERE NOT c ? 'key' AND c->>'type' <> ALL ('{boolean,jsonb}') AND c->>'type' NOT LIKE '%[]';
    -- The first thousand leave few paths for more documents, which cost a sort of each path.
    FOREACH number IN ARRAY ARRAY[1000, 20000, 9000000000000000000] LOOP
        EXIT WHEN paths IS NULL;
        EXECUTE format('
            SELECT ARRAY[%s]::boolean[]
            FROM (
                SELECT source FROM migration.staging
                WHERE collection = $1 ORDER BY n LIMIT $2) AS s,
                LATERAL %s.ejson_to_jsonb(s.source, %L::text) AS d(value)',
            (SELECT string_agg(
                format('count(DISTINCT %s) = count(%1$s) AND count(%1$s) > 1
                    AND count(%1$s) * 2 >= count(*)', v), ', ' ORDER BY o)
                FROM unnest("values") WITH ORDINALITY AS u (v, o)),
            migration.extension(), (SELECT legacy_uuid FROM migration.plan
                WHERE collection = of_collection AND path = '$'))
        INTO unique_ones USING of_collection, number;
        SELECT array_agg(p), array_agg(v) INTO paths, "values"
        FROM unnest(paths, "values", unique_ones) AS u (p, v, is_unique) WHERE is_unique;
    END LOOP;
    UPDATE migration.plan SET note = concat_ws('; ', note, 'unique')
    WHERE collection = of_collection AND path = ANY (paths);
END
$$;
COMMENT ON FUNCTION migration.note_unique(text) IS
    'notes which columns that most rows have, have no value twice';

CREATE FUNCTION migration.analyze_staging() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT c.reltuples NOT BETWEEN 0.8 * s.documents AND 1.2 * s.documents
        FROM pg_class AS c, (SELECT count(*) AS documents FROM migration.staging) AS s
        WHERE c.oid = 'migration.staging'::regclass) THEN
        ANALYZE migration.staging;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.analyze_staging() IS
    'collects statistics of the staged documents if their number has changed';

CREATE FUNCTION migration.propose(collection text, legacy_uuid text DEFAULT NULL,
    schema text DEFAULT current_schema()) RETURNS SETOF migration.plan
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on SET jit = off AS $$
DECLARE
    total bigint;
    ids bigint;
    repeated bigint;
    of_id text := migration.extension() || '.ejson_to_jsonb(source->''_id'', $2)';
    key_size integer;
    root text;
BEGIN
    SELECT count(*) INTO total FROM migration.staging AS s WHERE s.collection = propose.collection;
    IF total = 0 THEN
        RAISE EXCEPTION 'no documents of collection "%" are in migration.staging', collection USING
            ERRCODE = 'no_data_found';
    END IF;
    PERFORM migration.analyze_staging();
    DELETE FROM migration.plan AS p WHERE p.collection = propose.collection;
    PERFORM migration.survey(collection, legacy_uuid);

    -- The key
    EXECUTE format('
        SELECT count(nullif(%1$s, ''null'')), max(octet_length((%1$s)::text)),
            coalesce((SELECT sum(times) FROM (
                SELECT count(*) AS times FROM migration.staging
                WHERE collection = $1 GROUP BY %1$s HAVING count(*) > 1) AS r), 0)
        FROM migration.staging WHERE collection = $1', of_id)
    INTO ids, key_size, repeated USING collection, legacy_uuid;
    root := migration.table_name(collection, migration.snake(collection), schema);
    INSERT INTO migration.plan (collection, path, types, documents, "table", "column", type,
        required, note, place, schema, legacy_uuid)
    VALUES (collection, '$', 'object', total, root,
        CASE WHEN ids < total OR repeated > 0 OR key_size > 1000 THEN 'n' END, 'table', true,
        CASE WHEN ids < total THEN format('%s documents have no _id', total - ids)
            WHEN repeated > 0 THEN format('%s documents share their _id with others', repeated)
            WHEN key_size > 1000 THEN '_id is too long for a key' END, 0, schema, legacy_uuid);
    PERFORM migration.propose_fields(collection, '$', root, '', total, true, 1,
        CASE WHEN key_size > 1000 THEN 8 ELSE coalesce(key_size, 8) END);

    WITH RECURSIVE line AS (
        SELECT '$'::text AS path, '{}'::text[] AS steps, total AS documents
        UNION ALL
        SELECT p.path, line.steps || CASE WHEN p.path <> '$._id' THEN p.path ELSE '' END,
            least(p.documents, line.documents)
        FROM line JOIN migration.plan AS p ON p.collection = propose.collection
            AND p.parent = line.path)
    UPDATE migration.plan AS p SET place = ordered.place, documents = ordered.documents
    FROM (SELECT path, documents, row_number() OVER (ORDER BY steps COLLATE "C") AS place
        FROM line) AS ordered
    WHERE p.collection = propose.collection AND p.path = ordered.path;
    PERFORM migration.count_documents(collection);
    PERFORM migration.verify_times(collection);
    PERFORM migration.note_unique(collection);
    RETURN QUERY SELECT p.* FROM migration.plan AS p WHERE p.collection = propose.collection
        ORDER BY p.place;
END
$$;
COMMENT ON FUNCTION migration.propose(text, text, text) IS
    'surveys the staged documents of a collection, and plans what becomes of each path';

-- The statements ----------------------------------------------------------------------------------

CREATE FUNCTION migration.inserts(of_collection text, mapping jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tab jsonb;
    part record;
    names text;
    staged_names text;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(mapping->'tables') LOOP
        SELECT string_agg(quote_ident(c->>'name'), ', ' ORDER BY i),
            string_agg(quote_ident(migration.unique_name(c->>'name', '{staged_n}')), ', '
                ORDER BY i)
        INTO names, staged_names
        FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i);
        FOR part IN SELECT r.*, r.documents = r.total AS is_last
            FROM migration.ranges(of_collection, 100000) AS r LOOP
            RETURN NEXT format(E'INSERT INTO %I.%I (%s)\nSELECT %s FROM migration.%I%s;',
                tab->>'schema', tab->>'table', names, staged_names,
                migration.view_name(tab->>'table', '_rows'),
                CASE WHEN part.after = 0 AND part.is_last THEN ''
                    WHEN part.is_last THEN format(E'\nWHERE staged_n > %s', part.after)
                    ELSE format(E'\nWHERE staged_n > %s AND staged_n <= %s', part.after, part.upto)
                END);
        END LOOP;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.inserts(text, jsonb) IS
    'the statements that insert rows of the staged documents';

CREATE FUNCTION migration.statements(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path')) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    mapping jsonb := migration.map_collection(collection, types_from);
    tables jsonb := mapping->'tables';
    tab jsonb;
    name text;
    view text;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        name := format('%I.%I', tab->>'schema', tab->>'table');
        RETURN NEXT format(E'CREATE TABLE %s (\n%s\n);', name, (
            SELECT string_agg(format('    %I %s%s', c->>'name', migration.declared(c->>'type'),
                CASE WHEN c->>'path' = '$._id' AND c ? 'key' AND c->>'type' = 'objectid'
                        AND NOT c ? 'of_parent'
                    THEN format(' DEFAULT %s.gen_objectid()', migration.extension())
                    WHEN (c->>'required')::boolean AND NOT c ? 'key' THEN ' NOT NULL' END),
                E',\n' ORDER BY i) || format(E',\n    PRIMARY KEY (%s)',
                string_agg(quote_ident(c->>'name'), ', ' ORDER BY i) FILTER (WHERE c ? 'key'))
            FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)));
        RETURN NEXT format('COMMENT ON TABLE %s IS %L;', name,
            format('collection %L, path %s', collection, tab->>'path'));
    END LOOP;
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        view := format('migration.%I', migration.view_name(tab->>'table', '_rows'));
        RETURN NEXT format(E'CREATE VIEW %s (staged_n, %s) AS\nSELECT s.n,\n%s\nFROM %s\n'
            'WHERE s.collection = %L;', view,
            (SELECT string_agg(quote_ident(migration.unique_name(c->>'name', '{staged_n}')), ', '
                ORDER BY i)
                FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)),
            (SELECT string_agg('    ' || (c->>'expression'), E',\n' ORDER BY i)
                FROM jsonb_array_elements(tab->'columns') WITH ORDINALITY AS e (c, i)),
            tab->>'from', collection);
        RETURN NEXT format('COMMENT ON VIEW %s IS %L;', view, format(
            'collection %L, path %s: rows of the staged documents', collection, tab->>'path'));
    END LOOP;
    RETURN QUERY SELECT migration.inserts(collection, mapping);
    FOR tab IN SELECT jsonb_array_elements(tables) LOOP
        IF tab ? 'parent_table' THEN
            RETURN NEXT format(E'ALTER TABLE %I.%I ADD FOREIGN KEY (%s)\n'
                '    REFERENCES %1$I.%4$I (%5$s) ON DELETE CASCADE;', tab->>'schema', tab->>'table',
                (SELECT string_agg(quote_ident(c->>'name'), ', ' ORDER BY i)
                    FROM jsonb_array_elements(tab->'keys') WITH ORDINALITY AS e (c, i)
                    WHERE c ? 'of_parent' AND i < jsonb_array_length(tab->'keys')),
                tab->>'parent_table',
                (SELECT string_agg(quote_ident(c->>'of_parent'), ', ' ORDER BY i)
                    FROM jsonb_array_elements(tab->'keys') WITH ORDINALITY AS e (c, i)
                    WHERE c ? 'of_parent' AND i < jsonb_array_length(tab->'keys')));
        END IF;
        RETURN NEXT format('ANALYZE %I.%I;', tab->>'schema', tab->>'table');
    END LOOP;
    view := format('migration.%I', migration.view_name(tables->0->>'table', '_documents'));
    RETURN NEXT format(E'CREATE VIEW %s (document, %s) AS\n'
        'SELECT pg_catalog.jsonb_strip_nulls(%s), %s\nFROM %I.%I AS t0;', view,
        (SELECT string_agg('key_' || i, ', ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (c, i)),
        mapping->>'document',
        (SELECT string_agg(format('t0.%I', c->>'name'), ', ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (c, i)),
        tables->0->>'schema', tables->0->>'table');
    RETURN NEXT format('COMMENT ON VIEW %s IS %L;', view,
        format('collection %L, path $: plain JSON of the documents, made of the rows', collection));
END
$$;
COMMENT ON FUNCTION migration.statements(text, text) IS
    'prints what makes tables of a collection: definitions, views there and back, INSERTs';

CREATE FUNCTION migration.relations_of(of_collection text)
RETURNS TABLE (relation oid, relname text, nspname text, relkind "char", path text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT c.oid, c.relname, n.nspname, c.relkind,
        substr(d.description, length(format('collection %L, path ', of_collection)) + 1)
    FROM pg_description AS d
        JOIN pg_class AS c ON c.oid = d.objoid
        JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE d.classoid = 'pg_class'::regclass AND d.objsubid = 0 AND c.relkind IN ('r', 'p', 'v')
        AND starts_with(d.description, format('collection %L, path $', of_collection))
$$;
COMMENT ON FUNCTION migration.relations_of(text) IS
    'the tables and views that statements made for a collection, which their comments tell';

CREATE FUNCTION migration.undo(collection text) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT format('DROP %s %s.%I;', CASE m.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END,
        migration.trusted(m.nspname), m.relname)
    FROM migration.relations_of(collection) AS m
    ORDER BY m.relkind = 'v' DESC, length(m.path) DESC, m.relname
$$;
COMMENT ON FUNCTION migration.undo(text) IS
    'prints what removes the tables and views that were made for a collection, to start anew';

CREATE FUNCTION migration.stage_changes()
RETURNS TABLE (collection text, changed bigint, deleted bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = warning AS $$
#variable_conflict use_column
BEGIN
    DROP TABLE IF EXISTS pg_temp.migration_changes;
    EXECUTE format('
        CREATE TEMPORARY TABLE migration_changes ON COMMIT DROP AS
        SELECT DISTINCT ON (1, 2) s.source #>> ''{ns,coll}'' AS collection,
            %s.ejson_to_jsonb(s.source #> ''{documentKey,_id}'', NULL::text) AS id,
            nullif(s.source->''fullDocument'', ''null'') AS source
        FROM migration.staging AS s
        WHERE s.collection = ''$changes'' AND s.source ? ''documentKey''
        ORDER BY 1, 2, s.n DESC', migration.extension());
    DELETE FROM migration.staging AS s WHERE s.collection IN (
        SELECT c.collection FROM pg_temp.migration_changes AS c);
    INSERT INTO migration.staging (collection, source)
    SELECT c.collection, c.source FROM pg_temp.migration_changes AS c WHERE c.source IS NOT NULL;
    RETURN QUERY
    SELECT c.collection, count(c.source), count(*) - count(c.source)
    FROM pg_temp.migration_changes AS c GROUP BY 1 ORDER BY 1;
END
$$;
COMMENT ON FUNCTION migration.stage_changes() IS
    'of events of a change stream, staged as collection $changes, stages the newest documents';

CREATE FUNCTION migration.refresh(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path')) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    mapping jsonb := migration.map_collection(collection, types_from);
    root jsonb := mapping->'tables'->0;
    matches text := (
        SELECT string_agg(format('t.%I %s (%s)', k->>'name', migration.equals(k->>'type'),
            k->>'expression'), ' AND ' ORDER BY i)
        FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (k, i));
BEGIN
    IF mapping->'keys'->0 ? 'number' THEN
        RAISE EXCEPTION 'rows of collection "%" cannot be found by their documents', collection
            USING ERRCODE = 'object_not_in_prerequisite_state',
            DETAIL = 'Their _id is no key.';
    END IF;
    RETURN NEXT format(E'DELETE FROM %I.%I AS t\nUSING %s\nWHERE s.collection = %L AND %s;',
        root->>'schema', root->>'table', root->>'from', collection, matches);
    -- Those that were deleted
    IF EXISTS (SELECT FROM migration.staging AS s WHERE s.collection = '$changes') THEN
        RETURN NEXT format(E'DELETE FROM %I.%I AS t\nUSING migration.staging AS s,\n'
            '    LATERAL %s.ejson_to_jsonb(s.source->''documentKey''::text, %L::text) AS d(value)\n'
            'WHERE s.collection = ''$changes'' AND s.source #>> ''{ns,coll}''::text[] = %L AND %s;',
            root->>'schema', root->>'table', migration.extension(), (
                SELECT p.legacy_uuid FROM migration.plan AS p
                WHERE p.collection = $1 AND p.path = '$'), collection, matches);
    END IF;
    RETURN QUERY SELECT migration.inserts(collection, mapping);
END
$$;
COMMENT ON FUNCTION migration.refresh(text, text) IS
    'prints what deletes and inserts anew the rows of the staged documents of a collection';

-- The check ---------------------------------------------------------------------------------------

-- Times are read with the settings of check, which calls this often.
CREATE FUNCTION migration.reads_as(types text, type text, in_document jsonb, in_row jsonb)
RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    before text := in_document #>> '{}';
    after text := in_row #>> '{}';
    kind text := CASE WHEN types IN ('int', 'long', 'double', 'decimal') THEN 'number'
        WHEN types = 'bool' THEN 'boolean' ELSE 'string' END;
BEGIN
    IF in_row IS NULL OR types LIKE '%,%' OR type = 'jsonb'
        OR jsonb_typeof(in_document) IS DISTINCT FROM kind
        OR jsonb_typeof(in_row) IN ('object', 'array') THEN
        RETURN false;
    ELSIF before = after THEN
        RETURN true;
    ELSIF type IN ('uuid', 'objectid') THEN
        RETURN lower(translate(before, '-{}', '')) = lower(translate(after, '-{}', ''));
    ELSIF type NOT IN ('timestamptz', 'timestamp', 'date') THEN
        RETURN false;
    END IF;
    BEGIN
        RETURN before::timestamptz = after::timestamptz;
    EXCEPTION WHEN data_exception THEN
        RETURN false;
    END;
END
$$;
COMMENT ON FUNCTION migration.reads_as(text, text, jsonb, jsonb) IS
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
        SELECT u.n, u.of_document->'_id' AS id, '$' AS path, NULL AS type, u.of_document, u.of_row,
            jsonb_typeof(u.of_document) = 'object' AND jsonb_typeof(u.of_row) = 'object' AS go_on
        FROM pg_temp.migration_unequal AS u
        UNION ALL
        SELECT p.n, p.id, inner_pair.path,
            CASE WHEN inner_pair.path = p.path || '[*]' AND p.type LIKE '%[]' THEN left(p.type, -2)
                ELSE lines->inner_pair.path->>'type' END,
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
        AND NOT migration.reads_as(lines->p.path->>'types', p.type, p.of_document, p.of_row);
END
$$;
COMMENT ON FUNCTION migration.differences(jsonb) IS
    'the differences between plain JSON of documents and of their rows, by path';

CREATE FUNCTION migration.check(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path'))
RETURNS TABLE (path text, documents bigint, example jsonb, in_document jsonb, in_rows jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET bytea_output = 'hex' SET extra_float_digits = 1
SET standard_conforming_strings = on SET jit = off SET client_min_messages = warning AS $$
#variable_conflict use_column
DECLARE
    mapping jsonb := migration.map_collection(collection, types_from);
    root jsonb := mapping->'tables'->0;
    root_table text := format('%I.%I', root->>'schema', root->>'table');
    documents_view text := format('migration.%I',
        migration.view_name(root->>'table', '_documents'));
    same_key text;
    same_id text;
    lines jsonb;
    part record;
BEGIN
    DROP TABLE IF EXISTS pg_temp.migration_found, pg_temp.migration_unequal;
    CREATE TEMPORARY TABLE migration_found (path text, documents bigint, example jsonb,
        in_document jsonb, in_rows jsonb) ON COMMIT DROP;
    CREATE TEMPORARY TABLE migration_unequal (n bigint, of_document jsonb, of_row jsonb)
        ON COMMIT DROP;
    IF to_regclass(root_table) IS NULL OR to_regclass(documents_view) IS NULL THEN
        RAISE EXCEPTION 'there are no rows of collection "%"', collection USING
            ERRCODE = 'undefined_table',
            DETAIL = format('%s or %s does not exist.', root_table, documents_view),
            HINT = format('Use SELECT migration.statements(%L) \gexec.', collection);
    END IF;
    SELECT jsonb_object_agg(p.path, jsonb_build_object('types', p.types, 'type', p.type, 'fields',
        (SELECT jsonb_object_agg(c.field, c.path) FROM migration.plan AS c
            WHERE c.collection = $1 AND c.parent = p.path AND c.field IS NOT NULL))) INTO lines
    FROM migration.plan AS p WHERE p.collection = $1;
    SELECT string_agg(format('v.key_%s %s (%s)', i, migration.equals(c->>'type'),
            c->>'expression'), ' AND ' ORDER BY i),
        string_agg(format('t.%I %s (%s)', c->>'name', migration.equals(c->>'type'),
            c->>'expression'), ' AND ' ORDER BY i)
    INTO same_key, same_id
    FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (c, i);

    PERFORM migration.analyze_staging();

    -- Documents without rows
    EXECUTE format('
        INSERT INTO pg_temp.migration_found
        SELECT ''$'', count(*), (array_agg(d.value->''_id'' ORDER BY s.n))[1],
            (array_agg(d.value ORDER BY s.n))[1], NULL
        FROM %s
        WHERE s.collection = $1 AND NOT EXISTS (SELECT FROM %s AS t WHERE %s)
        HAVING count(*) > 0', root->>'from', root_table, same_id) USING collection;

    -- Rows without documents
    EXECUTE format('
        INSERT INTO pg_temp.migration_found
        SELECT ''$'', count(*), (array_agg(x.document->''_id''))[1], NULL,
            (array_agg(x.document))[1]
        FROM (
            SELECT (SELECT v.document FROM %s AS v WHERE %s) AS document
            FROM %s AS t WHERE NOT EXISTS (SELECT FROM %s WHERE s.collection = $1 AND %s)) AS x
        HAVING count(*) > 0', documents_view,
        (SELECT string_agg(format('v.key_%s %s t.%I', i, migration.equals(k->>'type'), k->>'name'),
            ' AND ' ORDER BY i)
            FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (k, i)),
        root_table, root->>'from', same_id) USING collection;

    FOR part IN SELECT * FROM migration.ranges(collection, 100000) LOOP
        EXECUTE format('
            INSERT INTO pg_temp.migration_unequal
            SELECT s.n, d.value, v.document FROM %s, %s AS v
            WHERE s.collection = $1 AND s.n > $2 AND s.n <= $3 AND %s
                AND d.value IS DISTINCT FROM v.document',
            root->>'from', documents_view, same_key)
        USING collection, part.after, part.upto;
        INSERT INTO pg_temp.migration_found
        SELECT f.path, count(DISTINCT f.n), (array_agg(f.id ORDER BY f.n))[1],
            (array_agg(f.of_document ORDER BY f.n))[1], (array_agg(f.of_row ORDER BY f.n))[1]
        FROM migration.differences(lines) AS f GROUP BY f.path;
        TRUNCATE pg_temp.migration_unequal;
        PERFORM migration.progress(collection, 'checked', part.documents, part.total, 100000);
    END LOOP;
    RETURN QUERY
    SELECT f.path, sum(f.documents)::bigint, (array_agg(f.example))[1],
        (array_agg(f.in_document))[1], (array_agg(f.in_rows))[1]
    FROM pg_temp.migration_found AS f
    GROUP BY f.path, f.path = '$' AND f.in_document IS NULL
    ORDER BY f.path COLLATE "C", f.path = '$' AND f.in_document IS NULL;
END
$$;
COMMENT ON FUNCTION migration.check(text, text) IS
    'the differences between the staged documents of a collection and its rows, by path';

-- What does not fit -------------------------------------------------------------------------------

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
            'expression', item->'expression', 'reading',
            migration.reading(item->>'type', '$1::jsonb'), 'error',
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
    EXECUTE format('SELECT %s.ejson_to_jsonb($1, $2)', migration.extension())
    USING value, legacy_uuid;
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
    readable := format('SELECT count(%s.ejson_to_jsonb(s.source, %L::text)) < 0 '
        'FROM migration.staging AS s WHERE %s', migration.extension(), legacy, chosen);
    IF EXISTS (SELECT FROM migration.plan AS p WHERE p.collection = $1) THEN
        mapping := migration.map_collection(collection, types_from);
    END IF;
    FOR part IN SELECT * FROM migration.ranges(collection, 10000) LOOP
        -- What is no Extended JSON
        unreadable := '{}';
        IF migration.has_misfit(readable, collection, part.after, part.upto, '{}') THEN
            FOR number IN SELECT s.n, s.source FROM migration.staging AS s
                WHERE s.collection = $1 AND s.n > part.after AND s.n <= part.upto LOOP
                INSERT INTO pg_temp.migration_misfits
                SELECT u.path, u.of_value, u.error, 1, number.n
                FROM migration.unreadable('$', number.source, legacy) AS u;
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
            PERFORM migration.progress(collection, 'tried', part.documents, part.total, 100000);
        END IF;
    END LOOP;

    IF NOT mapping->'keys'->0 ? 'number' THEN
        EXECUTE format('
            INSERT INTO pg_temp.migration_misfits
            SELECT ''$._id'', d.id, $2, count(*), min(s.n)
            FROM migration.staging AS s,
                LATERAL %s.ejson_to_jsonb(s.source->''_id'', %L::text) AS d(id)
            WHERE s.collection = $1 AND s.n <> ALL ($3) AND d.id <> ''null''
            GROUP BY d.id HAVING count(*) > 1', migration.extension(), legacy)
        USING collection, format('duplicate key value of table "%s"',
            mapping->'tables'->0->>'table'), all_unreadable;
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

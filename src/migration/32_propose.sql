-- What becomes of each path.
-- SPDX-License-Identifier: PostgreSQL

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
            THEN migration.table_name(of_collection,
                migration.singular(in_table) || '_' || name, NULL::text)
            WHEN kind IS NOT NULL THEN in_table END;
        empty := CASE WHEN kind IN ('table', 'columns') AND NOT sure
                AND (child.empty > 0 OR kind = 'columns' AND NOT child.not_null)
            THEN CASE child.class WHEN 'array' THEN '[]' ELSE '{}' END END;
        INSERT INTO migration.plan (collection, path, types, documents, "table", "column", type,
            required, note, place, parent, field)
        VALUES (of_collection, child.path, child.types, child.times, of_table,
            CASE WHEN empty IS NOT NULL THEN migration.unique_name(name || '_empty', taken, 63)
                WHEN kind NOT IN ('table', 'columns')
                THEN migration.unique_name(name, taken, 63) END,
            kind, sure AND kind IS NOT NULL, nullif(concat_ws('; ', note,
                empty || ' and a missing field differ'), ''), 0, parent_path, child.field);
        IF kind = 'table' THEN
            PERFORM migration.propose_fields(of_collection, child.path, of_table, ''::text,
                child.least_times, true, level + 1,
                key_size + CASE WHEN child.is_map THEN child.longest_key ELSE 8 END);
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

-- Plain JSON does not tell these types.
CREATE FUNCTION migration.propose_types(of_collection text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    WITH typed AS (
        SELECT DISTINCT n.steps[:i] AS steps
        FROM pg_temp.migration_nodes AS n, generate_series(1, cardinality(n.steps)) AS i
        WHERE n.types ~ 'objectId|date|timestamp|binData|double|decimal|long|symbol|javascript'
            OR n.types ~ 'regex|dbPointer' OR n.step = '...')
    INSERT INTO migration.plan (collection, path, types, documents, note, place, parent, field)
    SELECT of_collection, n.path, n.types, n.times, 'in ' || (
            SELECT p.path FROM migration.plan AS p, generate_series(1, cardinality(n.steps)) AS i
            WHERE p.collection = of_collection
                AND p.path = '$' || array_to_string(n.steps[:cardinality(n.steps) - i], '')
            ORDER BY i LIMIT 1), 0, n.parent, n.field
    FROM pg_temp.migration_nodes AS n JOIN typed USING (steps)
    WHERE NOT EXISTS (
        SELECT FROM migration.plan AS p WHERE p.collection = of_collection AND p.path = n.path)
$$;
COMMENT ON FUNCTION migration.propose_types(text) IS
    'adds lines to the plan for what has a type in columns of jsonb that have no lines';

CREATE FUNCTION migration.table_name(of_collection text, base text, of_schema text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN migration.unique_name(base, ARRAY(
        SELECT p."table" FROM migration.plan AS p WHERE starts_with(p."table", left(base, 10))
        UNION
        SELECT c.relname FROM pg_class AS c
        WHERE starts_with(c.relname::text, left(base, 10))
            AND c.relnamespace = to_regnamespace(quote_ident(coalesce(of_schema, (
                SELECT p.schema FROM migration.plan AS p
                WHERE p.collection = of_collection AND p.path = '$'))))
            AND c.oid NOT IN (SELECT m.relation FROM migration.relations_of(of_collection) AS m)),
        62); -- The type of its arrays has an underscore before this name.
END
$$;
COMMENT ON FUNCTION migration.table_name(text, text, text) IS
    'a name that no table has, but those that were made for a collection before';

CREATE FUNCTION migration.count_documents(of_collection text, last_n bigint) RETURNS void
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
            LATERAL jsonb_strip_nulls(s.source) AS d(value)
            WHERE s.collection = $1 AND s.n <= $2', (
            SELECT string_agg(format('count(*) FILTER (WHERE d.value @? %L)', p), ', ' ORDER BY o)
            FROM unnest(paths[i * 500 + 1 : i * 500 + 500]) WITH ORDINALITY AS u (p, o)))
        INTO counted USING of_collection, last_n;
        UPDATE migration.plan AS p SET documents = c.documents
        FROM unnest(paths[i * 500 + 1 : i * 500 + 500], counted) AS c (path, documents)
        WHERE p.collection = of_collection AND p.path = c.path;
    END LOOP;
    SELECT array_agg(p.path) INTO paths FROM migration.plan AS p
    WHERE p.collection = of_collection AND p.path ~ '\[\*\]' AND p.path <> ALL (paths);
    IF paths IS NOT NULL THEN
        UPDATE migration.plan AS p SET documents = c.documents
        FROM (
            SELECT f.path, count(DISTINCT s.n) AS documents
            FROM migration.staging AS s, ejson_fields(jsonb_strip_nulls(s.source)) AS f
            WHERE s.collection = of_collection AND s.n <= last_n AND f.path = ANY (paths)
            GROUP BY f.path) AS c
        WHERE p.collection = of_collection AND p.path = c.path;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.count_documents(text, bigint) IS
    'counts the documents that have what the plan has in arrays and maps';

CREATE FUNCTION migration.verify_text(mapping jsonb, last_n bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    of_collection text := mapping->>'collection';
    tab jsonb;
    col record;
BEGIN
    FOR tab IN SELECT jsonb_array_elements(mapping->'tables') LOOP
        FOR col IN
            SELECT p.path, CASE WHEN p.note LIKE '%reads as jsonb%'
                THEN format('bool_or(EXISTS (SELECT FROM jsonb_path_query(%s, ''$[*]'') AS e (v) '
                    'WHERE jsonb_typeof(migration.json_of_text(e.v #>> ''{}'')) = ''string''))',
                    c->>'value')
                ELSE format('count(%s) < 0', migration.reading(
                    migration.find_type('timestamptz'
                        || CASE WHEN (c->'reads'->>'is_array')::boolean THEN '[]' ELSE '' END
                        || CASE WHEN p.note LIKE '%as timestamptz DMY%' THEN ' DMY' ELSE '' END,
                        NULL::text),
                    c->>'value', NULL::text, 'string'::text)) END AS is_wrong
            FROM jsonb_array_elements(tab->'columns') AS c JOIN migration.plan AS p
                ON p.collection = of_collection AND p.path = c->>'path'
            WHERE p.note ~ 'always reads as (a time|jsonb)'
        LOOP
            IF migration.has_misfit(format(
                'SELECT %s FROM %s WHERE s.collection = $1 AND s.n <= $3',
                col.is_wrong, tab->>'from'), of_collection, 0::bigint, last_n, NULL::bigint[]) THEN
                UPDATE migration.plan SET note = nullif(regexp_replace(note,
                    '(; )?text that always reads as (a time|jsonb)[^;]*', ''), '')
                WHERE collection = of_collection AND path = col.path;
            END IF;
        END LOOP;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.verify_text(jsonb, bigint) IS
    'takes back the note that text is a time or jsonb where it only looks like one';

CREATE FUNCTION migration.note_unique(mapping jsonb, last_n bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    of_collection text := mapping->>'collection';
    paths text[];
    "values" text[];
    unique_ones boolean[];
    number bigint;
BEGIN
    SELECT array_agg(c->>'path'), array_agg(c->>'value') INTO paths, "values"
    FROM jsonb_array_elements(mapping->'tables'->0->'columns') AS c
    WHERE NOT c ? 'key' AND c->>'type' <> ALL ('{boolean,jsonb}') AND c->>'type' NOT LIKE '%[]';
    -- The first thousand leave few paths for more documents, which cost a sort of each path.
    FOREACH number IN ARRAY ARRAY[1000, 20000, 9000000000000000000] LOOP
        EXIT WHEN paths IS NULL;
        EXECUTE format('
            SELECT ARRAY[%s]::boolean[]
            FROM (
                SELECT source FROM migration.staging
                WHERE collection = $1 AND n <= $3 ORDER BY n LIMIT $2) AS s,
                LATERAL ejson_to_jsonb(s.source, %L::text) AS d(value)',
            (SELECT string_agg(
                format('count(DISTINCT %s) = count(%1$s) AND count(%1$s) > 1
                    AND count(%1$s) * 2 >= count(*)', v), ', ' ORDER BY o)
                FROM unnest("values") WITH ORDINALITY AS u (v, o)),
            mapping->'tree'->'$'->>'legacy_uuid')
        INTO unique_ones USING of_collection, number, last_n;
        SELECT array_agg(p), array_agg(v) INTO paths, "values"
        FROM unnest(paths, "values", unique_ones) AS u (p, v, is_unique) WHERE is_unique;
    END LOOP;
    UPDATE migration.plan SET note = concat_ws('; ', note, 'unique')
    WHERE collection = of_collection AND path = ANY (paths);
END
$$;
COMMENT ON FUNCTION migration.note_unique(jsonb, bigint) IS
    'notes which columns that most rows have, have no value twice';

CREATE FUNCTION migration.note_words(of_collection text) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    UPDATE migration.plan SET note = concat_ws('; ', note, CASE
        WHEN word ~ '^(current_|session_|local|system_)|^user$'
            THEN format('without quotes, %s is something else in SQL', word)
        ELSE format('needs quotes in SQL: %s', word) END)
    FROM pg_get_keywords() AS k
    WHERE collection = of_collection AND catcode IN ('R', 'T')
        AND word = CASE type WHEN 'table' THEN "table" ELSE "column" END
$$;
COMMENT ON FUNCTION migration.note_words(text) IS
    'notes which columns and tables have names that SQL reads as words of its own';

CREATE FUNCTION migration.propose(collection text, legacy_uuid text DEFAULT NULL,
    schema text DEFAULT current_schema(), first bigint DEFAULT NULL) RETURNS SETOF migration.plan
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on SET jit = off AS $$
DECLARE
    total bigint;
    staged bigint;
    last_n bigint;
    ids bigint;
    repeated bigint;
    key_size integer;
    root text;
    mapping jsonb;
BEGIN
    PERFORM migration.check_caller();
    SELECT count(*), max(s.n) INTO staged, last_n
    FROM migration.staging AS s WHERE s.collection = propose.collection;
    total := least(staged, first);
    IF total < staged THEN
        SELECT s.n INTO last_n FROM migration.staging AS s
        WHERE s.collection = propose.collection ORDER BY s.n LIMIT 1 OFFSET greatest(total, 1) - 1;
    END IF;
    IF staged = 0 THEN
        RAISE EXCEPTION 'no documents of collection "%" are in migration.staging', collection USING
            ERRCODE = 'no_data_found';
    END IF;
    PERFORM migration.analyze_staging();
    DELETE FROM migration.plan AS p WHERE p.collection = propose.collection;
    PERFORM migration.survey(collection, legacy_uuid, last_n);

    -- The key
    SELECT coalesce(sum(times) FILTER (WHERE id <> 'null'), 0), max(octet_length(id::text)),
        coalesce(sum(times) FILTER (WHERE id <> 'null' AND times > 1), 0)
    INTO ids, key_size, repeated
    FROM (
        SELECT d.id, count(*) AS times
        FROM migration.staging AS s,
            jsonb_strip_nulls(ejson_to_jsonb(s.source->'_id', legacy_uuid)) AS d(id)
        WHERE s.collection = $1 AND s.n <= last_n GROUP BY d.id) AS ids;
    PERFORM migration.warn_of_repeated(collection, repeated);
    root := migration.table_name(collection, migration.snake(collection), schema);
    INSERT INTO migration.plan (collection, path, types, documents, "table", "column", type,
        required, note, place, schema, legacy_uuid)
    VALUES (collection, '$', 'object', total, root,
        CASE WHEN ids < total OR repeated > 0 OR key_size > 1000 THEN 'n' END, 'table', true,
        nullif(concat_ws('; ',
            CASE WHEN total < staged
                THEN format('of the first %s of %s documents', total, staged) END,
            CASE WHEN ids < total THEN format('%s documents have no _id', total - ids)
                WHEN repeated > 0 THEN format('%s documents share their _id with others', repeated)
                WHEN key_size > 1000 THEN '_id is too long for a key' END), ''), 0, schema,
        legacy_uuid);
    PERFORM migration.propose_fields(collection, '$'::text, root, ''::text, total, true, 1,
        CASE WHEN key_size > 1000 THEN 8 ELSE coalesce(key_size, 8) END);
    PERFORM migration.propose_types(collection);

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
    PERFORM migration.count_documents(collection, last_n);
    mapping := migration.map_collection(collection, NULL::text, false);
    PERFORM migration.verify_text(mapping, last_n);
    PERFORM migration.note_unique(mapping, last_n);
    PERFORM migration.note_words(collection);
    PERFORM migration.note_references(collection);
    PERFORM migration.note_changes(mapping);
    RETURN QUERY SELECT p.* FROM migration.plan AS p WHERE p.collection = propose.collection
        ORDER BY p.place;
END
$$;
COMMENT ON FUNCTION migration.propose(text, text, text, bigint) IS
    'surveys the staged documents of a collection, or the first so many of them, and plans what '
    'becomes of each path';

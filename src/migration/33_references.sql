-- Which columns refer to other collections.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION migration.referring(field text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT migration.singular(regexp_replace(migration.snake(field), '_(id|key|ref)s?$', ''))
$$;
COMMENT ON FUNCTION migration.referring(text) IS 'what a field such as customerIds is about';

-- Values are those of ids of a collection, if nine in ten are. Ids of MongoDB and UUIDs are unique
-- everywhere; of other types, a small number may be anything, so that the name has to say it.
CREATE FUNCTION migration.possible_references(of_collection text)
RETURNS TABLE (collection text, path text, target text, values_of jsonb)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH target AS (
        SELECT p.collection, replace(p.type, 'bigint', 'integer') AS type, r.legacy_uuid,
            migration.singular(migration.snake(p.collection)) AS name
        FROM migration.plan AS p JOIN migration.plan AS r USING (collection)
        WHERE p.path = '$._id' AND r.path = '$' AND r."column" IS NULL
            AND p.type IN ('objectid', 'uuid', 'integer', 'bigint', 'text')),
    candidate AS (
        SELECT p.collection, p.path, replace(p.type, 'bigint', 'integer') AS type, r.legacy_uuid,
            migration.referring(coalesce(p.field, c.field)) AS name
        FROM migration.plan AS p JOIN migration.plan AS c
                ON c.collection = p.collection AND c.path = p.parent
            JOIN migration.plan AS r ON r.collection = p.collection AND r.path = '$'
        -- Where another collection's line says so already, it may have been edited.
        WHERE p.path <> '$._id' AND p.path NOT LIKE '%...' AND p.refers_to IS NULL
            AND (p.collection = of_collection OR p.note ~ '\m_ids of ' IS NOT TRUE)
            AND p."column" IS NOT NULL AND (c.type LIKE '%[]' OR c.type IN ('table', 'columns'))),
    pair AS MATERIALIZED (
        SELECT c.collection, c.path, c.legacy_uuid, t.collection AS target,
            t.legacy_uuid AS target_uuid, c.name = t.name AS is_named
        FROM candidate AS c JOIN target AS t USING (type)
        WHERE of_collection IN (c.collection, t.collection)
            AND (type IN ('objectid', 'uuid') OR c.name = t.name)),
    -- of the first thousand documents
    sample AS MATERIALIZED (
        SELECT DISTINCT c.collection, c.path, ejson_to_jsonb(v, c.legacy_uuid) AS value
        FROM (SELECT DISTINCT collection, path, legacy_uuid FROM pair) AS c,
            LATERAL (SELECT s.source FROM migration.staging AS s
                WHERE s.collection = c.collection ORDER BY s.n LIMIT 1000) AS d,
            jsonb_path_query(d.source, c.path::jsonpath) AS v
        WHERE v <> 'null'),
    hit AS (
        SELECT m.collection, m.path, t.target, count(DISTINCT m.value) AS hits
        FROM (SELECT DISTINCT target, target_uuid FROM pair) AS t
            JOIN migration.staging AS s ON s.collection = t.target
            JOIN sample AS m ON m.value = ejson_to_jsonb(s.source->'_id', t.target_uuid)
        GROUP BY 1, 2, 3)
    SELECT pair.collection, pair.path, pair.target, jsonb_build_object('is_named', is_named,
        'legacy_uuid', pair.legacy_uuid, 'target_uuid', pair.target_uuid)
    FROM pair JOIN hit USING (collection, path, target) JOIN (
        SELECT m.collection, m.path, count(*) AS times FROM sample AS m GROUP BY 1, 2) AS sampled
        USING (collection, path)
    WHERE hits * 10 >= times * 9
$$;
COMMENT ON FUNCTION migration.possible_references(text) IS
    'columns of a collection whose first values are _ids of another one, and those of others';

CREATE FUNCTION migration.note_references(of_collection text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    reference record;
    as_table boolean;
    has_flag boolean;
    table_name text;
BEGIN
    FOR reference IN
        SELECT DISTINCT ON (p.collection, p.path) p.collection, p.path, p.target, c.missing,
            a.path AS array_path, a."column" AS array_column, a."table" AS in_table, a.required
        FROM migration.possible_references(of_collection) AS p
            LEFT JOIN migration.plan AS a ON a.collection = p.collection
                AND a.path || '[*]' = p.path AND a.type LIKE '%[]', LATERAL (
            SELECT count(*) AS times, count(*) FILTER (WHERE t.id IS NULL) AS missing
            FROM (
                SELECT DISTINCT ejson_to_jsonb(v, p.values_of->>'legacy_uuid') AS value
                FROM migration.staging AS s, jsonb_path_query(s.source, p.path::jsonpath) AS v
                WHERE s.collection = p.collection AND v <> 'null') AS d
                LEFT JOIN (
                SELECT DISTINCT ejson_to_jsonb(s.source->'_id', p.values_of->>'target_uuid') AS id
                FROM migration.staging AS s WHERE s.collection = p.target) AS t
                ON t.id = d.value) AS c
        WHERE c.missing * 10 <= c.times
        ORDER BY p.collection, p.path, (p.values_of->>'is_named')::boolean DESC, c.missing,
            p.target
    LOOP
        -- Only rows can have a foreign key.
        as_table := reference.array_path IS NOT NULL
            AND length(reference.path) - length(replace(reference.path, '[*]', '')) < 21
            AND (reference.collection = of_collection
                OR NOT EXISTS (SELECT FROM migration.relations_of(reference.collection)));
        UPDATE migration.plan AS p
        SET refers_to = CASE WHEN as_table OR reference.array_path IS NULL
                THEN reference.target END,
            note = concat_ws('; ', CASE WHEN NOT as_table THEN note END, '_ids of '
                || reference.target
                || CASE WHEN reference.missing > 0
                    THEN ', but for ' || reference.missing ELSE '' END)
        WHERE p.collection = reference.collection AND p.path = reference.path;
        IF as_table THEN
            -- Of another collection it is not known whether an array is ever empty.
            has_flag := NOT reference.required AND (reference.collection <> of_collection
                OR EXISTS (SELECT FROM pg_temp.migration_nodes AS n
                    WHERE n.path = reference.array_path AND n.empty > 0));
            table_name := migration.table_name(reference.collection,
                migration.singular(reference.in_table) || '_' || reference.array_column,
                NULL::text);
            UPDATE migration.plan AS p SET "table" = table_name,
                type = CASE WHEN p.path = reference.path THEN p.type ELSE 'table' END,
                "column" = CASE WHEN p.path = reference.path THEN p."column"
                    WHEN has_flag THEN migration.unique_name(p."column" || '_empty', ARRAY(
                        SELECT o."column" FROM migration.plan AS o
                        WHERE o.collection = p.collection AND o."column" IS NOT NULL), 63) END,
                note = nullif(concat_ws('; ', p.note, CASE WHEN p.path <> reference.path
                    AND has_flag THEN '[] and a missing field differ' END), '')
            WHERE p.collection = reference.collection
                AND p.path IN (reference.path, reference.array_path);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.note_references(text) IS
    'notes which columns refer to other collections, and makes tables of arrays that do';

-- What the plan says refers to other collections, with the foreign key if there is one
CREATE FUNCTION migration.referring_columns(types_from text)
RETURNS TABLE ("table" regclass, "column" text, target regclass, target_column text,
    made text, is_valid boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line record;
    mapping jsonb;
    of_target jsonb;
    tab jsonb;
    col jsonb;
    id jsonb;
    is_there boolean;
BEGIN
    FOR line IN
        SELECT p.collection, p.path, p.refers_to FROM migration.plan AS p
        WHERE p.refers_to IS NOT NULL ORDER BY p.collection, p.place
    LOOP
        of_target := migration.map_collection(line.refers_to, types_from, false);
        id := of_target->'keys'->0;
        IF id->>'path' <> '$._id' OR jsonb_array_length(of_target->'keys') > 1 THEN
            RAISE EXCEPTION 'path % of collection "%" cannot refer to collection "%"', line.path,
                line.collection, line.refers_to USING ERRCODE = 'invalid_parameter_value',
                DETAIL = 'Its _id is no key of one column.';
        END IF;
        mapping := migration.map_collection(line.collection, types_from, false);
        is_there := false;
        FOR tab, col IN
            SELECT t, c FROM jsonb_array_elements(mapping->'tables') AS t,
                jsonb_array_elements(t->'columns') AS c
            WHERE c->>'path' = line.path AND c ? 'value' AND NOT c ?| '{of_parent,flag,rest}'
                AND c->>'type' NOT LIKE '%[]'
        LOOP
            is_there := true;
            IF migration.storage(col->'reads', NULL::text)
                    <> migration.storage(id->'reads', NULL::text) THEN
                RAISE EXCEPTION 'path % of collection "%" cannot refer to collection "%"',
                    line.path, line.collection, line.refers_to
                    USING ERRCODE = 'datatype_mismatch', DETAIL = format(
                        'Its type is %s, and that of the ids is %s.', col->>'type', id->>'type');
            END IF;
            PERFORM migration.check_tables(m, '_rows'::text)
            FROM unnest(ARRAY[of_target, mapping]) AS m;
            "table" := to_regclass(format('%I.%I', tab->>'schema', tab->>'table'));
            "column" := col->>'name';
            target := to_regclass(format('%I.%I', of_target->'tables'->0->>'schema',
                of_target->'tables'->0->>'table'));
            target_column := id->>'name';
            SELECT c.conname, c.convalidated INTO made, is_valid
            FROM pg_constraint AS c JOIN pg_attribute AS a
                ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
            WHERE c.contype = 'f' AND c.conrelid = "table" AND c.confrelid = target
                AND a.attname = "column";
            RETURN NEXT;
        END LOOP;
        IF NOT is_there THEN
            RAISE EXCEPTION 'path % of collection "%" cannot refer to another one', line.path,
                line.collection USING ERRCODE = 'invalid_parameter_value',
                DETAIL = 'It has no column of a type that a foreign key can have.';
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.referring_columns(text) IS
    'the columns of the tables that refer to other collections, with their foreign keys';

CREATE FUNCTION migration.references(types_from text DEFAULT current_setting('search_path'))
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    key record;
    dangles boolean;
    name text;
    names text[] := '{}';
BEGIN
    PERFORM migration.check_caller();
    FOR key IN SELECT * FROM migration.referring_columns(types_from) LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s AS s WHERE s.%I IS NOT NULL '
            'AND NOT EXISTS (SELECT FROM %s AS t WHERE t.%I OPERATOR(pg_catalog.=) s.%2$I))',
            key."table", key."column", key.target, key.target_column)
        INTO dangles;
        name := coalesce(key.made, migration.unique_name(
            (SELECT left(relname, 30) FROM pg_class WHERE oid = key."table")
                || format('_%s_fkey', left(key."column", 25)),
            names || ARRAY(SELECT conname::text FROM pg_constraint WHERE conrelid = key."table"),
            63));
        names := names || name;
        IF key.made IS NULL THEN
            RETURN NEXT format(E'%sALTER TABLE %s ADD CONSTRAINT %I\n'
                '    FOREIGN KEY (%I) REFERENCES %s (%I) NOT VALID;',
                CASE WHEN dangles THEN E'-- some rows refer to nothing\n' END,
                key."table", name, key."column", key.target, key.target_column);
        END IF;
        -- What deletes or changes an id looks for the rows that refer to it.
        IF NOT EXISTS (SELECT FROM pg_index AS i JOIN pg_attribute AS a
                ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid = key."table" AND a.attname = key."column"
                AND i.indpred IS NULL AND i.indisvalid) THEN
            RETURN NEXT format('CREATE INDEX ON %s (%I);', key."table", key."column");
        END IF;
        IF key.is_valid IS NOT TRUE AND NOT dangles THEN
            RETURN NEXT format('ALTER TABLE %s VALIDATE CONSTRAINT %I;', key."table", name);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.references(text) IS
    'prints foreign keys between collections, not validated where rows refer to nothing';

CREATE FUNCTION migration.undo_references(types_from text DEFAULT current_setting('search_path'))
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM migration.check_caller();
    RETURN QUERY SELECT format('ALTER TABLE %s DROP CONSTRAINT %I;', r."table", r.made)
    FROM migration.referring_columns(types_from) AS r WHERE r.made IS NOT NULL;
END
$$;
COMMENT ON FUNCTION migration.undo_references(text) IS
    'prints what removes the foreign keys between collections';

-- Documents that have changed meanwhile.
-- SPDX-License-Identifier: PostgreSQL

-- Which events there are, and what each has: MongoDB's manual, "Change Events".
CREATE FUNCTION migration.check_events() RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET client_min_messages = warning
AS $$
DECLARE
    event record;
    of_collections text;
BEGIN
    SELECT wrong.* INTO event
    FROM migration.staging AS s, LATERAL (SELECT s.source->>'operationType') AS o (kind), LATERAL (
        SELECT s.n, o.kind, CASE
            WHEN o.kind IN ('create', 'createIndexes', 'drop', 'dropDatabase', 'dropIndexes',
                'invalidate', 'modify', 'refineCollectionShardKey', 'rename', 'reshardCollection',
                'shardCollection') THEN NULL
            WHEN o.kind IN ('insert', 'update', 'replace', 'delete') IS NOT TRUE
                THEN 'is of no known kind'
            WHEN s.source #> '{ns,coll}' IS NULL OR s.source #> '{documentKey,_id}' IS NULL
                THEN 'does not say of which document it is'
            -- That of an update is null if the stream did not find the document any more.
            WHEN o.kind <> 'delete' AND (jsonb_typeof(s.source->'fullDocument') = 'object'
                    OR o.kind = 'update' AND s.source->'fullDocument' = 'null') IS NOT TRUE
                THEN 'has no "fullDocument"'
            END AS reason) AS wrong
    WHERE s.collection = '$changes' AND wrong.reason IS NOT NULL ORDER BY s.n LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'event % of a change stream %', event.n, event.reason USING
            ERRCODE = 'data_exception',
            DETAIL = format('Its "operationType" is %s.', coalesce(event.kind, 'missing')),
            HINT = CASE WHEN event.reason LIKE 'has%'
                THEN 'The stream needs {fullDocument: "updateLookup"}. Record changes with it, and '
                    'export again after that.'
                ELSE 'Stage as collection $changes what record_changes.js has written.' END;
    END IF;
    SELECT string_agg(DISTINCT concat(o.kind, ' of collection "' || o.coll || '"',
        ' to "' || o.renamed || '"', ' of database "'
            || CASE WHEN o.coll IS NULL THEN o.db END || '"'), E'\n') INTO of_collections
    FROM (
        SELECT s.source->>'operationType' AS kind, s.source #>> '{ns,coll}' AS coll,
            s.source #>> '{to,coll}' AS renamed, s.source #>> '{ns,db}' AS db
        FROM migration.staging AS s WHERE s.collection = '$changes') AS o
    WHERE o.kind IN ('drop', 'rename', 'dropDatabase', 'invalidate');
    IF of_collections IS NOT NULL THEN
        RAISE WARNING 'events about more than a document change no rows' USING
            DETAIL = of_collections,
            HINT = 'Remove the rows of collections that are gone, and export new ones.';
    END IF;
END
$$;
COMMENT ON FUNCTION migration.check_events() IS
    'an error if an event of a change stream does not say what a document is, and a warning of '
    'those about collections';

CREATE FUNCTION migration.id_of(of_document jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    SELECT regexp_replace(($1->'_id')::text, '\{"\$number(?:Int|Long|Double|Decimal)": '
        '"(-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[Ee][-+]?[0-9]+)?)"\}', '\1', 'g')::jsonb;
END;
COMMENT ON FUNCTION migration.id_of(jsonb) IS
    'the _id of a document, in one style of Extended JSON equal to that of another one where '
    'MongoDB''s is: numbers are of any type, and an ObjectId is not the text of its digits';

CREATE FUNCTION migration.stage_changes()
RETURNS TABLE (collection text, changed bigint, deleted bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = warning
SET enable_nestloop = off -- there can be many of each
AS $$
#variable_conflict use_column
DECLARE
    missing record;
BEGIN
    PERFORM migration.check_caller();
    PERFORM migration.check_events();
    IF NOT EXISTS (SELECT FROM migration.staging AS s WHERE s.collection = '$changes') THEN
        RETURN;
    END IF;
    DROP TABLE IF EXISTS pg_temp.migration_changes;
    CREATE TEMPORARY TABLE migration_changes ON COMMIT DROP AS
    SELECT DISTINCT ON (1, 2) s.source #>> '{ns,coll}' AS collection,
        migration.id_of(s.source->'documentKey') AS id, s.n,
        CASE WHEN s.source->>'operationType' <> 'delete' THEN s.source->'fullDocument' END AS source
    FROM migration.staging AS s
    WHERE s.collection = '$changes' AND s.source ? 'documentKey'
        AND (s.source->>'operationType' = 'delete' OR s.source->'fullDocument' <> 'null')
    ORDER BY 1, 2, s.n DESC;
    -- That a document was not found says nothing of it: what was deleted has an event of its own.
    SELECT count(*) AS times, (array_agg(s.source #> '{documentKey,_id}' ORDER BY s.n))[1] AS id,
        (array_agg(s.source #>> '{ns,coll}' ORDER BY s.n))[1] AS of_collection INTO missing
    FROM migration.staging AS s
    WHERE s.collection = '$changes' AND s.source->'fullDocument' = 'null' AND NOT EXISTS (
        SELECT FROM pg_temp.migration_changes AS c
        WHERE c.collection = s.source #>> '{ns,coll}' AND c.n > s.n
            AND c.id = migration.id_of(s.source->'documentKey'));
    IF missing.times > 0 THEN
        RAISE WARNING 'the change stream has no document for % of its updates', missing.times USING
            DETAIL = format('The first is of document %s of collection "%s".', missing.id,
                missing.of_collection),
            HINT = 'Either a later event deletes these documents, or the shard key of some was '
                'changed: export their collections again.';
    END IF;
    DELETE FROM migration.staging AS s
    USING pg_temp.migration_changes AS c
    WHERE s.collection <> '$changes' AND c.collection = CASE s.collection
            WHEN '$deleted' THEN s.source #>> '{ns,coll}' ELSE s.collection END
        AND c.id = migration.id_of(CASE s.collection
            WHEN '$deleted' THEN s.source->'documentKey' ELSE s.source END);
    UPDATE migration.staging AS s SET collection = '$deleted'
    FROM pg_temp.migration_changes AS c
    WHERE s.collection = '$changes' AND c.n = s.n AND c.source IS NULL;
    DELETE FROM migration.staging AS s WHERE s.collection = '$changes';
    INSERT INTO migration.staging (collection, source)
    SELECT c.collection, c.source FROM pg_temp.migration_changes AS c WHERE c.source IS NOT NULL;
    RETURN QUERY
    SELECT c.collection, count(c.source), count(*) - count(c.source)
    FROM pg_temp.migration_changes AS c GROUP BY 1 ORDER BY 1;
END
$$;
COMMENT ON FUNCTION migration.stage_changes() IS
    'of events of a change stream, staged as collection $changes, stages the newest documents, and '
    'as collection $deleted the events of those that are gone';

CREATE FUNCTION migration.same_key(mapping jsonb, alias text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT string_agg(format('%s.%I OPERATOR(pg_catalog.=) (%s)', alias,
        CASE alias WHEN 'v' THEN 'key_' || i ELSE k->>'name' END, k->>'expression'), ' AND '
        ORDER BY i)
    FROM jsonb_array_elements(mapping->'keys') WITH ORDINALITY AS e (k, i)
$$;
COMMENT ON FUNCTION migration.same_key(jsonb, text) IS
    'a condition of SQL: that the key of a row of t, the table, or v, the view of documents, is '
    'that of a staged document';

-- Keys that would change rows which are not inserted again: but for those of the plan
CREATE FUNCTION migration.check_keys(mapping jsonb) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    in_the_way text;
BEGIN
    WITH tab AS (
        SELECT to_regclass(format('%I.%I', t->>'schema', t->>'table')) AS rel,
            to_regclass(quote_ident(t->>'schema') || '.' || quote_ident(t->>'parent_table'))
                AS parent,
            ARRAY(
                SELECT k->>'name' FROM jsonb_array_elements(t->'keys') WITH ORDINALITY AS e (k, i)
                WHERE k ? 'of_parent' AND i < jsonb_array_length(t->'keys')) AS names
        FROM jsonb_array_elements(mapping->'tables') AS t)
    SELECT string_agg(format('constraint %I of table %s', conname, conrelid::regclass), ', '
        ORDER BY conrelid::regclass::text, conname) INTO in_the_way
    FROM pg_constraint
    WHERE contype = 'f' AND confdeltype IN ('c', 'n', 'd')
        AND confrelid IN (SELECT rel FROM tab)
        AND conparentid = 0
        AND NOT EXISTS (
            SELECT FROM tab
            WHERE rel = conrelid AND parent = confrelid AND confdeltype = 'c' AND names = ARRAY(
                SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS u (col, n)
                    JOIN pg_attribute ON attrelid = conrelid AND attnum = col
                ORDER BY n));
    IF in_the_way IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING
            MESSAGE = format('rows of collection "%s" cannot be deleted and inserted again',
                mapping->>'collection'),
            DETAIL = format('Rows that refer to them would be deleted or changed by %s.',
                in_the_way),
            HINT = 'Add such foreign keys after the cut-over, or make them DEFERRABLE INITIALLY '
                'DEFERRED, with no action ON DELETE.';
    END IF;
END
$$;
COMMENT ON FUNCTION migration.check_keys(jsonb) IS
    'an error if foreign keys would delete or change rows when those of a collection are deleted';

-- An _id of another type than the plan knows can look like that of another document.
CREATE FUNCTION migration.unplanned_ids(mapping jsonb, unreadable bigint[])
RETURNS TABLE (n bigint, id jsonb, type text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT i.n, i.id, f.type
    FROM (
        SELECT s.n, s.source->'_id' AS id
        FROM migration.staging AS s WHERE s.collection = mapping->>'collection'
        UNION ALL
        SELECT s.n, s.source #> '{documentKey,_id}'
        FROM migration.staging AS s
        WHERE s.collection = '$deleted' AND s.source #>> '{ns,coll}' = mapping->>'collection') AS i,
        ejson_fields(jsonb_build_object('_id', i.id), mapping #>> '{tree,$,legacy_uuid}') AS f
    WHERE i.n <> ALL (unreadable) AND f.path = '$._id' AND f.type <> 'null' AND NOT EXISTS (
        SELECT FROM string_to_table(mapping #>> '{tree,$._id,types}', ', ') AS planned
        WHERE planned = f.type OR f.type = 'string' AND starts_with(planned, 'shell ')
            OR ARRAY[planned, f.type] <@ '{int,long,double,decimal}'
            -- Text of the shell that was read is the value.
            OR planned = 'shell ' || f.type
                AND migration.storage(mapping #> '{tree,$._id,reads}', planned) <> ALL
                    ('{text,jsonb}'))
$$;
COMMENT ON FUNCTION migration.unplanned_ids(jsonb, bigint[]) IS
    'the staged documents and deletions whose _id is of a type that the plan does not have';

CREATE FUNCTION migration.refresh(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path')) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    mapping jsonb;
    root jsonb;
    matches text;
    unplanned record;
BEGIN
    PERFORM migration.check_caller();
    IF EXISTS (SELECT FROM migration.staging AS s WHERE s.collection = '$changes') THEN
        RAISE object_not_in_prerequisite_state USING
            MESSAGE = 'the newest documents of the staged changes are not known',
            HINT = 'Use SELECT * FROM migration.stage_changes().';
    END IF;
    mapping := migration.map_collection(collection, types_from, false);
    root := mapping->'tables'->0;
    matches := migration.same_key(mapping, 't'::text);
    IF mapping->'keys'->0 ? 'number' THEN
        RAISE EXCEPTION 'rows of collection "%" cannot be found by their documents', collection
            USING ERRCODE = 'object_not_in_prerequisite_state',
            DETAIL = 'Their _id is no key.';
    END IF;
    SELECT * INTO unplanned FROM migration.unplanned_ids(mapping, '{}'::bigint[]) AS i
    ORDER BY i.n LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'an _id of collection "%" is of type %, which the plan does not have',
            collection, unplanned.type
            USING ERRCODE = 'data_exception',
            DETAIL = format('It is %s, in row %s of migration.staging, and could look like another '
                'one.', unplanned.id, unplanned.n),
            HINT = 'If none looks alike, add the type to "types" of path $._id in migration.plan.';
    END IF;
    PERFORM migration.check_tables(mapping, '_rows'::text);
    PERFORM migration.check_keys(mapping);
    RETURN NEXT format(E'DELETE FROM %I.%I AS t\nUSING %s\nWHERE s.collection = %L AND %s;',
        root->>'schema', root->>'table', root->>'from', collection, matches);
    -- Those that were deleted
    IF EXISTS (SELECT FROM migration.staging AS s WHERE s.collection = '$deleted') THEN
        RETURN NEXT format(E'DELETE FROM %I.%I AS t\nUSING migration.staging AS s,\n'
            '    LATERAL pg_catalog.jsonb_strip_nulls(pg_catalog.ejson_to_jsonb('
            's.source->''documentKey''::text, %L::text)) AS d(value)\n'
            'WHERE s.collection = ''$deleted'' AND s.source #>> ''{ns,coll}''::text[] = %L AND %s;',
            root->>'schema', root->>'table', (
                SELECT p.legacy_uuid FROM migration.plan AS p
                WHERE p.collection = $1 AND p.path = '$'), collection, matches);
    END IF;
    RETURN QUERY SELECT migration.inserts(collection, mapping);
END
$$;
COMMENT ON FUNCTION migration.refresh(text, text) IS
    'prints what deletes and inserts anew the rows of the staged documents of a collection';

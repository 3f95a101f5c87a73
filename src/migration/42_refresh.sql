-- Documents that have changed meanwhile.
-- SPDX-License-Identifier: PostgreSQL

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

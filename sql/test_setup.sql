-- What several of the tests use.

-- Columns that hold one version of uuid
CREATE DOMAIN v6_id AS uuid CHECK (uuid_is_v6(VALUE));
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE DOMAIN v8_id AS uuid CHECK (uuid_is_v8(VALUE));

-- How a statement fails: SQLSTATE | message | detail | hint.
CREATE FUNCTION error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    state text;
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'none';
EXCEPTION WHEN others THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', state, message, nullif(detail, ''), nullif(hint, ''));
END
$$;

-- The nodes of a plan.
CREATE FUNCTION plan_of(statement text)
RETURNS TABLE (
    node text, direction text, index_name text, index_cond text, filter text, relation text,
    partial_mode text, strategy text, rows float8
)
LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || statement INTO plan;
    RETURN QUERY
        SELECT n->>'Node Type', n->>'Scan Direction', n->>'Index Name', n->>'Index Cond',
            n->>'Filter', n->>'Relation Name', n->>'Partial Mode', n->>'Strategy',
            (n->>'Plan Rows')::float8
        FROM jsonb_path_query(plan, 'strict $.** ? (exists (@."Node Type"))') AS n;
END
$$;

-- Those that scan an index.
CREATE FUNCTION scans(statement text) RETURNS TABLE (node text, index_name text, index_cond text)
LANGUAGE sql AS $$
    SELECT node, index_name, index_cond FROM plan_of(statement) WHERE index_name IS NOT NULL
$$;

-- How often an operator and an id of probes were tried on a table with an index, how often by the
-- index, and where it found other rows than a sequential scan.
CREATE FUNCTION against_seqscan(
    target regclass, operators text[], OUT vectors int, OUT by_index int, OUT found_rows bigint,
    OUT failed text
)
LANGUAGE plpgsql AS $$
DECLARE
    operator text;
    probe objectid;
    query text;
    by_seqscan text;
    by_index_scan text;
BEGIN
    vectors := 0;
    by_index := 0;
    found_rows := 0;
    FOREACH operator IN ARRAY operators LOOP
        FOR probe IN SELECT id FROM probes LOOP
            query := format(
                'SELECT count(*) || '' '' || coalesce(sum(n), 0) FROM %s WHERE id %s %L',
                target, operator, probe
            );
            SET LOCAL enable_seqscan = on;
            SET LOCAL enable_bitmapscan = off;
            SET LOCAL enable_indexscan = off;
            SET LOCAL enable_indexonlyscan = off;
            EXECUTE query INTO by_seqscan;
            SET LOCAL enable_seqscan = off;
            SET LOCAL enable_bitmapscan = on;
            SET LOCAL enable_indexscan = on;
            SELECT by_index + count(*) INTO by_index FROM scans(query);
            EXECUTE query INTO by_index_scan;
            vectors := vectors + 1;
            found_rows := found_rows + split_part(by_seqscan, ' ', 1)::bigint;
            IF by_seqscan IS DISTINCT FROM by_index_scan THEN
                failed := concat_ws(
                    ', ', failed,
                    format('%s %s: %s for %s', operator, probe, by_index_scan, by_seqscan)
                );
            END IF;
        END LOOP;
    END LOOP;
END
$$;

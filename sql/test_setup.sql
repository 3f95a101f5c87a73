-- What several of the tests use: not printed.
\set ECHO none

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

-- Runs the statements that a query prints, when all are printed.
CREATE PROCEDURE run_printed(query text) LANGUAGE plpgsql AS $$
DECLARE
    statements text[];
    statement text;
BEGIN
    EXECUTE format('SELECT ARRAY(%s)', query) INTO statements;
    FOREACH statement IN ARRAY statements LOOP
        EXECUTE statement;
    END LOOP;
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

-- The index that serves a query, and the value that this gives by it and by a sequential scan.
CREATE FUNCTION both_ways(
    query text, OUT index_name text, OUT index_cond text, OUT by_index text, OUT by_seqscan text
)
LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL enable_seqscan = off;
    SET LOCAL enable_bitmapscan = on;
    SET LOCAL enable_indexscan = on;
    SET LOCAL enable_indexonlyscan = on;
    SELECT s.index_name, s.index_cond INTO index_name, index_cond FROM scans(query) s;
    EXECUTE query INTO by_index;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_bitmapscan = off;
    SET LOCAL enable_indexscan = off;
    SET LOCAL enable_indexonlyscan = off;
    EXECUTE query INTO by_seqscan;
END
$$;

-- How often an operator and an id of probes were tried on a table with an index, how often by the
-- index, and where it found other rows than a sequential scan.
CREATE FUNCTION against_seqscan(
    target regclass, operators text[], OUT vectors int, OUT by_index int, OUT found_rows bigint,
    OUT failed text
)
LANGUAGE plpgsql AS $$
BEGIN
    SELECT count(*), count(index_name), sum(split_part(b.by_seqscan, ' ', 1)::bigint),
        string_agg(format('%s: %s for %s', condition, b.by_index, b.by_seqscan), ', ')
            FILTER (WHERE b.by_index IS DISTINCT FROM b.by_seqscan)
    INTO vectors, by_index, found_rows, failed
    FROM unnest(operators) AS operator, probes, format('id %s %L', operator, id) AS condition,
        both_ways(format('SELECT count(*) || '' '' || coalesce(sum(n), 0) FROM %s WHERE %s',
            target, condition)) AS b;
END
$$;

-- Ids in random order, some many times, all the corners, and NULL. The corners differ in each byte
-- with its neighbors.
CREATE FUNCTION ids_of_all_kinds(random int, OUT n bigint, OUT id objectid) RETURNS SETOF record
LANGUAGE sql AS $$
    SELECT row_number() OVER (), id FROM (
        SELECT left(md5((i % 2500)::text), 24)::objectid AS id FROM generate_series(1, random) AS i
        UNION ALL SELECT NULL FROM generate_series(1, 300)
        UNION ALL
        SELECT overlay('000000000000000000000000' PLACING byte FROM 2 * place + 1)::objectid
        FROM generate_series(0, 11) AS place, unnest('{00,01,7f,80,ff}'::text[]) AS byte
        UNION ALL
        SELECT overlay('ffffffffffffffffffffffff' PLACING byte FROM 2 * place + 1)::objectid
        FROM generate_series(0, 11) AS place, unnest('{00,7f,fe,ff}'::text[]) AS byte
    ) AS s
$$;

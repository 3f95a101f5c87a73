-- time_support.cpp: how predicates on the time of an id are planned. What they say:
-- time_predicates. Estimates: time_estimates. Printed are the queries and their plans.
\set ECHO none
CREATE SCHEMA support;
SET search_path = support, public;
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- The nodes of a plan that read something or hold a condition. The values that a plan gets from a
-- sub-select or from the other side of a join are written differently by the versions.
CREATE FUNCTION pg_temp.nodes(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON, COSTS OFF) ' || query INTO plan;
    RETURN QUERY
    WITH RECURSIVE nodes(place, node) AS (
        SELECT ARRAY[1], plan->0->'Plan'
        UNION ALL
        SELECT place || child.no::int, child.node
        FROM nodes, json_array_elements(node->'Plans') WITH ORDINALITY child(node, no))
    SELECT regexp_replace(concat_ws(' ',
            CASE node->>'Parallel Aware' WHEN 'true' THEN 'Parallel' END, node->>'Node Type',
            'on ' || (node->>'Relation Name'),
            'using ' || (node->>'Index Name'),
            'cond ' || (node->>'Index Cond'),
            'filter ' || (node->>'Filter'),
            'join filter ' || (node->>'Join Filter'),
            'one-time filter ' || (node->>'One-Time Filter'),
            'removed ' || nullif(node->>'Subplans Removed', '0')),
        '\$\d|\(InitPlan \w+\).col1', '$', 'g')
    FROM nodes
    WHERE node->>'Node Type' ~ 'Scan'
        OR json_typeof(node->'Filter') IS NOT NULL
        OR json_typeof(node->'Join Filter') IS NOT NULL
        OR json_typeof(node->'One-Time Filter') IS NOT NULL
        OR node->>'Subplans Removed' <> '0'
    ORDER BY place;
END
$$;

-- Queries, each with the nodes of its plan below.
CREATE FUNCTION pg_temp.plans(beginning text, VARIADIC rests text[])
    RETURNS TABLE (query text, plan text) LANGUAGE sql AS $$
    SELECT trim(regexp_replace(rest, '\s+', ' ', 'g')), string_agg(node, E'\n    ' ORDER BY line)
        FROM unnest(rests) WITH ORDINALITY r(rest, no),
        LATERAL (SELECT * FROM pg_temp.nodes(beginning || rest) WITH ORDINALITY p(node, line)) s
    GROUP BY rest, no ORDER BY no
$$;
\pset format unaligned
\pset tuples_only on
\pset fieldsep '\n    '

-- Three ids an hour, 2026-10-01 to 2026-12-31. In order, for BRIN; n is there so that nothing is
-- index-only.
CREATE TABLE events (id objectid PRIMARY KEY, v6 uuid, v7 v7_id, doc jsonb, n int);
INSERT INTO events
    SELECT objectid_min(t), uuid_v6_min(t), uuid_v7_min(t), objectid_to_ejson(objectid_min(t)), n
    FROM generate_series(0, 92 * 72 - 1) n,
        LATERAL (SELECT timestamptz '2026-10-01' + n * interval '20 minutes') s(t);
CREATE INDEX events_v6 ON events (v6);
CREATE UNIQUE INDEX events_v7 ON events (v7);
VACUUM ANALYZE events;

-- Every form, with a time that the planner knows --------------------------------------------------

SELECT * FROM pg_temp.plans('SELECT n FROM events WHERE ',
    $$id <= timestamptz '2026-11-01'$$,
    $$timestamptz '2026-11-01' < id$$,
    $$id >= timestamptz '2026-11-01' AND id < timestamptz '2026-12-01'$$,
    $$objectid_within(id, tstzrange('2026-11-01', '2026-12-01', '[]'))$$,
    $$objectid_within(id, tstzrange('2026-11-01', NULL))$$,
    $$objectid_ge_timestamptz(id, '2026-11-01')$$,
    $$objectid_within(id, 'empty')$$,
    $$id < timestamptz 'infinity'$$,
    $$id >= timestamptz '2106-02-07 06:28:15.5'$$,
    $$NOT id < timestamptz '2026-11-01'$$,
    $$uuid_v6_within(v6, '[2026-11-01,2026-12-01)')$$,
    $$uuid_v7_within(v7, '[2026-11-01,2026-12-01)')$$,
    $$v7 > timestamptz '2026-11-01'$$,
    $$timestamptz '2026-11-01' > v7$$,
    $$v7 < timestamptz 'infinity'$$);

-- OR and NOT: a bitmap of two conditions.
SET enable_bitmapscan = on;
SELECT * FROM pg_temp.plans('SELECT n FROM events WHERE ',
    $$id < timestamptz '2026-10-02' OR id >= timestamptz '2026-12-31'$$,
    $$v7 NOT BETWEEN timestamptz '2026-10-02' AND timestamptz '2026-12-31'$$);
SET enable_bitmapscan = off;

-- With a time that is known when execution starts -------------------------------------------------

CREATE FUNCTION costly_time() RETURNS timestamptz LANGUAGE plpgsql STABLE
    COST 1000 AS 'BEGIN RETURN ''2026-11-01''; END';
CREATE FUNCTION costly_range() RETURNS tstzrange LANGUAGE plpgsql STABLE
    COST 1000 AS 'BEGIN RETURN ''[2026-11-01,2026-11-02)''; END';
CREATE FUNCTION volatile_time() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
    COST 1 AS 'BEGIN RETURN ''2026-11-01''; END';
CREATE FUNCTION volatile_range() RETURNS tstzrange LANGUAGE plpgsql VOLATILE
    COST 1 AS 'BEGIN RETURN ''[2026-11-01,2026-11-02)''; END';
SELECT * FROM pg_temp.plans('SELECT n FROM events WHERE ',
    $$id > now() - interval '1 day'$$,
    $$id >= current_date$$,
    $$id < localtimestamp$$,
    $$objectid_within(id, tstzrange(now() - interval '1 day', now()))$$,
    $$uuid_v6_within(v6, tstzrange(now() - interval '1 hour', NULL))$$,
    $$v7 > now() - interval '1 hour'$$,
    -- Sub-selects are not written twice, but the index serves them.
    $$id >= (SELECT now())$$,
    $$uuid_v7_within(v7, (SELECT tstzrange(now(), NULL)))$$,
    $$objectid_within(id, costly_range())$$,
    -- Volatile ones are for each row to compute.
    $$id >= volatile_time()$$,
    $$objectid_within(id, volatile_range())$$,
    $$v7 < volatile_time()$$,
    -- So are arrays of times, but for ANY of < and >=.
    $$id >= ALL ('{2026-11-01,2026-12-01}'::timestamptz[])$$,
    $$id < ANY ('{2026-11-01,2026-12-01}'::timestamptz[])$$,
    -- Row comparisons: a time stands for the first id that is not before it. An index on the id
    -- alone serves them, too.
    $$(id, n) < (timestamptz '2026-10-01 01:00', 1)$$,
    $$(id, n) >= (timestamptz '2026-12-31 23:00', 1)$$);

-- Prepared statements.
PREPARE since(timestamptz) AS SELECT n FROM events WHERE id >= $1;
PREPARE between_two(timestamptz, timestamptz) AS SELECT n FROM events WHERE id >= $1 AND id < $2;
PREPARE during(tstzrange) AS SELECT n FROM events WHERE objectid_within(id, $1);
PREPARE since_or_all(timestamptz) AS SELECT n FROM events WHERE $1 IS NULL OR id >= $1;
SET plan_cache_mode = force_custom_plan;
SELECT * FROM pg_temp.plans('EXECUTE ',
    $$since(NULL)$$,
    $$during('[2026-11-01,)')$$,
    $$since_or_all('2026-11-01')$$);
SET plan_cache_mode = force_generic_plan;
SELECT * FROM pg_temp.plans('EXECUTE ',
    $$between_two('2026-11-01', '2026-12-01')$$,
    $$during('[2026-11-01,)')$$,
    $$since_or_all('2026-11-01')$$);
RESET plan_cache_mode;

-- Joins -------------------------------------------------------------------------------------------

CREATE TABLE periods (since timestamptz, during tstzrange);
INSERT INTO periods VALUES ('2026-11-01', '[2026-11-01,2026-11-02)'),
    ('2026-12-01', '[2026-12-01,2026-12-02)');
ANALYZE periods;
SET enable_seqscan = on;
SET enable_material = off;
SELECT * FROM pg_temp.plans('SELECT n FROM periods p ',
    $$JOIN events e ON e.id >= p.since AND e.id < p.since + interval '1 hour'$$,
    $$LEFT JOIN events e ON objectid_within(e.id, p.during)$$,
    $$LEFT JOIN events e ON uuid_v7_within(e.v7, p.during)$$);
RESET enable_material;
SET enable_seqscan = off;

-- UNION ALL brings NULL into a condition after this has been simplified.
SET enable_bitmapscan = on;
\echo rows of a UNION ALL
SELECT count(*)
FROM periods p
    JOIN (
        SELECT v7, NULL::tstzrange AS during FROM events UNION ALL SELECT v7, 'empty' FROM events
    ) u ON uuid_v7_within(u.v7, u.during) OR uuid_v7_within(u.v7, p.during);
SET enable_bitmapscan = off;

-- A known id and a column of times: the index of the times. Both in one row: as it is written -----

CREATE TABLE visits (during tstzrange, began timestamptz, id objectid);
INSERT INTO visits SELECT tstzrange(t, t + interval '20 minutes'), t, id FROM events,
    LATERAL (SELECT id::timestamptz) s(t);
CREATE INDEX visits_during ON visits USING gist (during);
CREATE INDEX visits_began ON visits (began);
VACUUM ANALYZE visits;
SELECT * FROM pg_temp.plans('SELECT * FROM visits WHERE ',
    'objectid_within(objectid ''6ae6810000000000000000ff'', during)',
    'uuid_v7_within(uuid ''01a19467-e800-4000-8000-000000000000'', during)',
    'uuid ''01a19467-e800-7000-8000-000000000000'' >= began',
    'uuid_v7_within((SELECT uuid ''01a19467-e800-7000-8000-000000000000''), during)',
    'began <= (SELECT objectid ''6abe100100000000000000ff'')',
    'objectid ''6abe100100000000000000ff'' > began',
    'id >= began AND NOT objectid_within(id, during)');
-- Few ids and many times: the index on the times serves the join and a generic plan.
CREATE TABLE few AS SELECT id, v7 FROM events WHERE n % 1000 = 0;
ANALYZE few;
SET enable_material = off;
SELECT * FROM pg_temp.plans('SELECT count(*) FROM few JOIN visits ON ',
    $$objectid_within(few.id, visits.during)$$,
    $$few.id >= began AND few.id < began + interval '1 minute'$$);
PREPARE visits_of_v7(uuid) AS SELECT began FROM visits WHERE uuid_v7_within($1, during);
SET plan_cache_mode = force_generic_plan;
SELECT * FROM pg_temp.plans('', $$EXECUTE visits_of_v7('01a19467-e800-7000-8000-000000000000')$$);
\echo visits of a UUID, of one of version 4, of NULL
EXECUTE visits_of_v7('01a19467-e800-7000-8000-000000000000');
EXECUTE visits_of_v7('01a19467-e800-4000-8000-000000000000');
EXECUTE visits_of_v7(NULL);
RESET plan_cache_mode;
RESET enable_material;

-- Views, functions, policies ----------------------------------------------------------------------

CREATE VIEW by_day AS SELECT date_trunc('day', objectid_timestamp(id)) AS day, * FROM events;
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM events WHERE n >= 0;
CREATE FUNCTION peek(objectid) RETURNS boolean COST 0.0001
    LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'peeked at %', $1; RETURN true; END $$;
CREATE FUNCTION v7_is_of(uuid, date) RETURNS boolean
    LANGUAGE sql STABLE AS 'SELECT uuid_v7_within($1, tstzrange($2, $2 + 1))';
SELECT * FROM pg_temp.plans('SELECT n FROM ',
    $$by_day WHERE id >= timestamptz '2026-11-01'$$,
    $$barrier WHERE uuid_v7_within(v7, tstzrange(now(), NULL))$$);

CREATE ROLE regress_objectid_tenant;
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA support TO regress_objectid_tenant;
GRANT SELECT ON events TO regress_objectid_tenant;
CREATE POLICY recent ON events FOR SELECT
    USING (uuid_v7_within(v7, tstzrange(now() - interval '30 days', NULL)) AND n % 2 = 0);
SET ROLE regress_objectid_tenant;
SELECT * FROM pg_temp.plans('SELECT n FROM events WHERE ', $$v7_is_of(v7, date '2026-11-01')$$);
RESET ROLE;
ALTER POLICY recent ON events USING (n % 2 = 0);
SET ROLE regress_objectid_tenant;
SELECT * FROM pg_temp.plans('SELECT n FROM events WHERE ',
    $$id > now()$$,
    $$uuid_v6_within(v6, tstzrange(now(), NULL))$$,
    $$id < '507f1f77bcf86cd799439011'$$,
    $$objectid_within(id, tstzrange('2026-11-01', '2026-11-02'))$$);
-- A function that is not leakproof sees the row that the policy shows, and not the last one.
\echo rows that a policy shows
SELECT count(*) FROM events WHERE peek(id) AND id >= timestamptz '2026-12-31 23:20';
SELECT count(*) FROM events WHERE peek(id) AND id >= timestamptz '2026-12-31 23:40';
RESET ROLE;

-- Kinds of scans and indexes ----------------------------------------------------------------------

SELECT * FROM pg_temp.plans('SELECT id FROM events WHERE ', $$id >= timestamptz '2026-12-01'$$);
CREATE TABLE logged (id objectid, v7 uuid, tenant int, doc jsonb);
INSERT INTO logged SELECT id, v7, n % 3, doc FROM events;
SET enable_bitmapscan = on;
CREATE INDEX logged_brin ON logged USING brin (id) WITH (pages_per_range = 4);
ANALYZE logged;
SELECT * FROM pg_temp.plans('SELECT tenant FROM logged WHERE ', 'id >= costly_time()');
DROP INDEX logged_brin;
SET enable_bitmapscan = off;

-- Indexes that know nothing of order are of no use, and do no harm.
CREATE INDEX logged_hash ON logged USING hash (id);
CREATE INDEX logged_bloom ON logged USING brin (id objectid_bloom_ops);
SELECT * FROM pg_temp.plans('SELECT tenant FROM logged WHERE ', 'id >= costly_time()');
DROP INDEX logged_hash, logged_bloom;

-- Of several columns, of an expression, of some rows.
CREATE INDEX logged_tenant ON logged (tenant, id DESC);
SELECT * FROM pg_temp.plans('SELECT doc FROM logged WHERE ', 'tenant = 1 AND id >= now()');
DROP INDEX logged_tenant;
CREATE INDEX logged_expression ON logged (((doc->>'$oid')::objectid));
SELECT * FROM pg_temp.plans('SELECT tenant FROM logged WHERE ',
    $$objectid_within((doc->>'$oid')::objectid, costly_range())$$);
DROP INDEX logged_expression;
CREATE INDEX logged_december ON logged (tenant) WHERE id >= timestamptz '2026-12-01';
CREATE INDEX logged_november ON logged (tenant)
    WHERE objectid_within(id, tstzrange('2026-11-01', '2026-12-01'));
SELECT * FROM pg_temp.plans('SELECT doc FROM logged WHERE tenant = 1 AND ',
    $$id > timestamptz '2026-12-24'$$,
    $$id BETWEEN timestamptz '2026-11-02' AND timestamptz '2026-11-03'$$,
    $$id >= timestamptz '2026-11-30'$$);
DROP INDEX logged_december, logged_november;
CREATE INDEX logged_late ON logged ((id >= timestamptz '2026-12-01'));
SELECT * FROM pg_temp.plans('SELECT doc FROM logged WHERE ', $$id >= timestamptz '2026-12-01'$$);

-- Partitions --------------------------------------------------------------------------------------

CREATE TABLE parts (id objectid PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE v7_parts (id v7_id PRIMARY KEY, n int) PARTITION BY RANGE (id);
DO $$
DECLARE
    month date;
BEGIN
    FOR month IN SELECT generate_series(timestamp '2026-09-01', '2026-12-01', '1 month') LOOP
        EXECUTE format('CREATE TABLE parts_%s PARTITION OF parts
            FOR VALUES FROM (objectid_min(%L)) TO (objectid_min(%L))',
            to_char(month, 'MM'), month, month + interval '1 month');
        EXECUTE format('CREATE TABLE v7_parts_%s PARTITION OF v7_parts
            FOR VALUES FROM (uuid_v7_min(%L)) TO (uuid_v7_min(%L))',
            to_char(month, 'MM'), month, month + interval '1 month');
    END LOOP;
END
$$;
CREATE TABLE parts_default PARTITION OF parts DEFAULT;
INSERT INTO parts SELECT id, n FROM events;
INSERT INTO v7_parts SELECT v7, n FROM events;
ANALYZE parts, v7_parts;

-- At plan time.
SELECT * FROM pg_temp.plans('SELECT n FROM parts WHERE ',
    $$objectid_within(id, tstzrange('2026-11-10', '2026-11-20'))$$,
    $$objectid_within(id, 'empty')$$,
    $$id < timestamptz '1970-01-01'$$,
    $$NOT (id < timestamptz '2026-12-01') AND id < timestamptz '2027-01-01'$$);
SELECT * FROM pg_temp.plans('SELECT n FROM v7_parts WHERE ',
    $$uuid_v7_within(id, '[2026-11-10,2026-12-01]')$$,
    $$uuid_v7_within(id, 'empty')$$,
    $$id < timestamptz 'infinity' AND id >= timestamptz '2026-12-10'$$,
    $$NOT (id BETWEEN timestamptz '2026-09-10' AND timestamptz '2026-12-10')$$);

-- When execution starts: by stable expressions and by the parameters of a generic plan.
PREPARE parts_since(timestamptz) AS SELECT n FROM parts WHERE id >= $1;
PREPARE v7_parts_during(tstzrange) AS SELECT n FROM v7_parts WHERE uuid_v7_within(id, $1);
SET plan_cache_mode = force_generic_plan;
SELECT * FROM pg_temp.plans('',
    $$EXECUTE parts_since(NULL)$$,
    $$EXECUTE v7_parts_during('[2026-11-10,2026-12-01)')$$,
    $$SELECT n FROM v7_parts
        WHERE uuid_v7_within(id,
            tstzrange(now() - interval '1000 years', now() - interval '500 years'))$$,
    $$SELECT n FROM v7_parts WHERE NOT id < now() + interval '900 years'$$,
    $$SELECT n FROM v7_parts
        WHERE id < timestamptz '2026-10-15' AND id < now() + interval '900 years'$$,
    $$SELECT n FROM parts
        WHERE id NOT BETWEEN now() - interval '500 years' AND now() + interval '60 years'$$,
    $$SELECT n FROM parts WHERE objectid_within(id, costly_range())$$);
RESET plan_cache_mode;

-- A sub-select prunes when execution starts, but for one of a range with FROM; each partition is
-- read through its index all the same.
SELECT * FROM pg_temp.plans('SELECT n FROM v7_parts WHERE ',
    $$id >= (SELECT timestamptz '2026-12-15' + (now() - now()))$$,
    $$uuid_v7_within(id, (SELECT during FROM periods LIMIT 1))$$);
-- How many nodes were not executed: all but one partition.
CREATE FUNCTION pg_temp.never_executed(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, FORMAT JSON) ' || query INTO plan;
    RETURN (SELECT count(*) FROM jsonb_path_query(plan, 'strict $.**."Actual Loops" ? (@ == 0)'));
END
$$;
\echo Tables of which not three partitions are left unread
SELECT t
FROM unnest('{parts,v7_parts}'::text[]) t
WHERE 3 <> pg_temp.never_executed(format($$
        SELECT n FROM %I WHERE id >= (SELECT timestamptz '2026-12-15' + (now() - now()))$$, t));

-- Constraint exclusion, on one table and on inheritance.
CREATE TABLE november (
    id objectid CHECK (id >= timestamptz '2026-11-01' AND id < timestamptz '2026-12-01'),
    v7 uuid CHECK (uuid_v7_within(v7, '[2026-11-01,2026-12-01)')));
SET constraint_exclusion = on;
SELECT * FROM pg_temp.plans('SELECT FROM november WHERE ',
    $$objectid_within(id, tstzrange('2026-10-01', '2026-11-01'))$$,
    $$uuid_v7_within(v7, '[2026-12-01,)')$$);
RESET constraint_exclusion;
CREATE TABLE v7_parent (id uuid, n int);
CREATE TABLE v7_child_10 (CHECK (uuid_v7_within(id, tstzrange('2026-10-01', '2026-11-01'))))
    INHERITS (v7_parent);
CREATE TABLE v7_child_11 (CHECK (id >= timestamptz '2026-11-01' AND id < timestamptz '2026-12-01'))
    INHERITS (v7_parent);
SELECT * FROM pg_temp.plans('SELECT FROM v7_parent WHERE ',
    $$id >= timestamptz '2026-11-05'$$,
    -- A time of the same row bounds no ids.
    $$id >= to_timestamp(n)$$);

-- A predicate on a uuid stays whole, unless a partial index has a predicate that it may have to
-- match.
CREATE TABLE wholes (id uuid, n int);
CREATE INDEX wholes_id ON wholes (id);
SELECT * FROM pg_temp.plans('SELECT n FROM wholes WHERE ', $$id >= timestamptz '2026-11-05'$$);
CREATE INDEX wholes_november ON wholes (n)
    WHERE id >= timestamptz '2026-11-01' AND id < timestamptz '2026-12-01';
SELECT * FROM pg_temp.plans('SELECT n FROM wholes WHERE ',
    $$n = 1 AND id >= timestamptz '2026-11-05' AND id < timestamptz '2026-11-06'$$);

-- A check on the time spares a table that is attached from being read, but not for UUIDs, of which
-- it lets other versions pass.
CREATE TABLE of_months (id objectid NOT NULL, v7 uuid NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE of_months_v7 (LIKE of_months) PARTITION BY RANGE (v7);
CREATE TABLE checked (LIKE of_months,
    CHECK (id >= timestamptz '2005-01-01' AND id < timestamptz '2005-02-01'));
CREATE TABLE checked_v7 (LIKE of_months, CHECK (uuid_v7_within(v7, '[2005-01-01,2005-02-01)')));
CREATE TABLE unchecked (LIKE of_months);
BEGIN;
ALTER TABLE of_months ATTACH PARTITION checked
    FOR VALUES FROM (objectid_min('2005-01-01')) TO (objectid_min('2005-02-01'));
ALTER TABLE of_months ATTACH PARTITION unchecked
    FOR VALUES FROM (objectid_min('2005-02-01')) TO (objectid_min('2005-03-01'));
ALTER TABLE of_months_v7 ATTACH PARTITION checked_v7
    FOR VALUES FROM (uuid_v7_min('2005-01-01')) TO (uuid_v7_min('2005-02-01'));
\echo scans while partitions are attached
SELECT relname, seq_scan AS reads FROM pg_stat_xact_user_tables
WHERE relname IN ('checked', 'checked_v7', 'unchecked') ORDER BY relname;
COMMIT;

-- The planner simplifies the sub-select of an EXISTS in a select list or below OR on behalf of the
-- query around it, which has other tables in the same places, or none. What that query requires of
-- its rows is not required of these.
CREATE TABLE days (at timestamptz);
INSERT INTO days VALUES ('1960-01-01'), ('2026-10-01 01:00');
\echo sub-selects of EXISTS
SELECT d.at,
    EXISTS (
        SELECT FROM days e JOIN parts ON id >= e.at
        WHERE e.at = d.at AND id < now() - interval '1000 years')
FROM days d ORDER BY 1;
SET enable_seqscan = on; -- for a hashed sub-select, which is the one that is simplified so
SELECT count(*) FROM parts o, days d
WHERE o.id < d.at
    AND (o.n < 0 OR EXISTS (
        SELECT FROM parts i, days e
        WHERE (i.id < e.at) IS FALSE AND i.n = o.n));

-- Functions of others by the name of ours stay what they are, whatever a superuser says of them
CREATE SCHEMA others;
CREATE FUNCTION others.objectid_within(objectid, int4range) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT SUPPORT objectid_internal_time_support AS '$libdir/objectid';
CREATE FUNCTION others.objectid_within(objectid, tstzrange) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE SUPPORT objectid_internal_time_support
    AS 'BEGIN RETURN true; END';
CREATE TABLE others.t (id objectid);
\echo functions of others
EXPLAIN (COSTS OFF) SELECT FROM others.t WHERE others.objectid_within(id, '[1,3)'::int4range);
EXPLAIN (COSTS OFF)
SELECT FROM others.t WHERE others.objectid_within(id, '[2026-01-01,)'::tstzrange);

SET client_min_messages = warning;
DROP SCHEMA support, others CASCADE;
DROP ROLE regress_objectid_tenant;

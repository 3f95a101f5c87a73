-- time_estimates.cpp, time_support.cpp: with many rows, how many the planner expects, in one table
-- and in partitions, and what the settings of a session change: the plan, and no answer.
-- Each estimate held against that of a timestamptz: time_selectivity.
\pset format unaligned
\pset footer off
SET timezone = 'UTC';
SET jit = off;
CREATE SCHEMA time_estimates;
SELECT current_schema() AS home \gset
SET search_path = time_estimates, :home;

-- 200,000 ids of a year that ends now, more and more of them per day, so that time is not spread
-- evenly; every fifth row of any_version has version 4. In two tables, one of them in partitions of
-- a month.
CREATE TABLE year AS SELECT now() - interval '365 days' AS begins, now() AS ends;
CREATE TABLE events (id objectid PRIMARY KEY, v6 uuid, v7 v7_id, any_version uuid, n int);
INSERT INTO events
    SELECT gen_objectid(t), uuid_v6(t), uuid_v7(t),
        CASE WHEN n % 5 = 0 THEN gen_random_uuid() ELSE uuid_v7(t) END,
        n
    FROM year, generate_series(1, 200000) n,
        LATERAL (SELECT begins + interval '365 days' * sqrt(n / 200000.0)) s(t);
CREATE INDEX ON events (v6);
CREATE UNIQUE INDEX ON events (v7);
CREATE INDEX ON events (any_version);
CREATE TABLE monthly (LIKE events) PARTITION BY RANGE (id);
DO $$
DECLARE
    month timestamptz;
BEGIN
    FOR month IN
        SELECT generate_series(date_trunc('month', begins - interval '1 month'),
            ends + interval '1 month', '1 month')
        FROM year
    LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF monthly
            FOR VALUES FROM (objectid_min(%L)) TO (objectid_min(%L))',
            'monthly_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
    END LOOP;
END
$$;
INSERT INTO monthly SELECT * FROM events;
CREATE INDEX ON monthly (id);
CREATE TABLE periods AS
    SELECT tstzrange(ends - n * interval '30 days', ends - (n - 1) * interval '30 days') AS during,
        ends - n * interval '30 days' AS since
    FROM year, generate_series(1, 3) n;
VACUUM ANALYZE events, periods;
ANALYZE monthly;

-- Estimates ---------------------------------------------------------------------------------------

-- Rows that the planner expects of a condition, and those that there are.
CREATE FUNCTION rows_of(relation text, condition text, OUT expected float8, OUT actual float8)
    LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE %s', relation, condition) INTO plan;
    expected := plan->0->'Plan'->>'Plan Rows';
    EXECUTE format('SELECT count(*) FROM %s WHERE %s', relation, condition) INTO actual;
END
$$;
-- Operands that are not written twice are estimated all the same, when they can be known.
CREATE FUNCTION costly(timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE
    COST 10000 AS 'BEGIN RETURN $1; END';
CREATE FUNCTION costly(tstzrange) RETURNS tstzrange LANGUAGE plpgsql STABLE
    COST 10000 AS 'BEGIN RETURN $1; END';

-- Ranges of 5 % of the rows and more, wherever they lie, as constants and as expressions of now().
CREATE TABLE conditions (relation text, condition text);
INSERT INTO conditions
    SELECT relation, replace(condition, 'RANGE', range)
    FROM year, unnest('{0.05,0.1,0.3,0.6,0.95}'::numeric[]) share,
        unnest('{0,0.4,0.9}'::numeric[]) place,
        LATERAL (SELECT
            begins + interval '365 days' * sqrt(place),
            begins + interval '365 days' * sqrt(place + share)) e(since, until),
        LATERAL (VALUES
            (format('tstzrange(%L, %L)', since, until)),
            (format('tstzrange(now() - interval %L, %L)', now() - since, until))) r(range),
        (VALUES
            ('events', 'objectid_within(id, RANGE)'),
            ('events', 'uuid_v6_within(v6, RANGE)'),
            ('events', 'uuid_v7_within(v7, RANGE)'),
            ('events', 'uuid_v7_within(any_version, RANGE)'),
            ('monthly', 'objectid_within(id, RANGE)'),
            ('events', 'id >= lower(RANGE) AND id < upper(RANGE)'),
            ('monthly', 'id >= lower(RANGE) AND id < upper(RANGE)')) c(relation, condition)
    WHERE place + share <= 1;
INSERT INTO conditions
    SELECT relation, condition
    FROM year, unnest('{0.05,0.1,0.3,0.6,0.95}'::numeric[]) share,
        unnest('{events,monthly}'::text[]) relation,
        LATERAL (SELECT
            begins + interval '365 days' * sqrt(1 - share),
            begins + interval '365 days' * sqrt(share)) e(last, first),
        unnest(ARRAY[
            format('id >= timestamptz %L', last),
            format('timestamptz %L < id', last),
            format('NOT id < timestamptz %L', last),
            format('id >= now() - (now() - timestamptz %L)', last),
            format('id <= timestamptz %L', first),
            format('NOT id >= now() - (now() - timestamptz %L)', first)]) condition;
INSERT INTO conditions
    SELECT relation, condition
    FROM unnest('{events,monthly}'::text[]) relation,
        unnest(ARRAY[
            'id < timestamptz ''infinity''',
            'id > now() - interval ''2000 years''']) condition;
INSERT INTO conditions VALUES
    ('events', 'id >= costly(now() - interval ''60 days'')'),
    ('events', 'costly(now() - interval ''60 days'') > id'),
    ('events', 'objectid_within(id,
        costly(tstzrange(now() - interval ''90 days'', now() - interval ''60 days'')))'),
    ('events', 'uuid_v7_within(v7,
        costly(tstzrange(now() - interval ''90 days'', now() - interval ''60 days'')))');
SELECT relation, count(*) FROM conditions GROUP BY relation ORDER BY relation;
SELECT * FROM conditions, rows_of(relation, condition)
WHERE actual = 0 OR greatest(expected, actual) > 2 * least(expected, actual);

-- The same as the same range of ids, to the row.
SELECT since, until, ours.expected AS ours, by_hand.expected AS by_hand
FROM year,
    LATERAL (VALUES
        (format('timestamptz %L', begins), format('timestamptz %L', ends)),
        ('now() - interval ''3 days''', 'now() - interval ''1 day'''),
        ('now() - interval ''100 days''', 'now()')) v(since, until),
    rows_of('events', format('objectid_within(id, tstzrange(%s, %s))', since, until)) ours,
    rows_of('events', format('id >= objectid_min(%s) AND id < objectid_min(%s)', since, until))
        by_hand
WHERE abs(ours.expected - by_hand.expected) > 1 + by_hand.expected / 1000;

-- Nothing there: at least nothing much expected.
SELECT condition, expected <= 200 AS hardly_a_row
FROM unnest(ARRAY[
        'id < timestamptz ''1970-01-01''',
        'id >= timestamptz ''2107-01-01''',
        'objectid_within(id, ''empty'')',
        'uuid_v7_within(v7, ''empty'')',
        'id < now() - interval ''400 days''',
        'id > timestamptz ''infinity''',
        'id < NULL::timestamptz']) condition,
    rows_of('events', condition);

-- A check on the time spares a table that is attached from being read, but not for UUIDs, of which
-- it lets other versions pass.

CREATE TABLE of_months (id objectid NOT NULL, v7 uuid NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE of_months_v7 (LIKE of_months) PARTITION BY RANGE (v7);
CREATE TABLE checked (LIKE of_months,
    CHECK (id >= timestamptz '2005-01-01' AND id < timestamptz '2005-02-01'));
CREATE TABLE checked_v7 (LIKE of_months, CHECK (uuid_v7_within(v7, '[2005-01-01,2005-02-01)')));
CREATE TABLE unchecked (LIKE of_months);
BEGIN;
CREATE VIEW reads AS SELECT relid, seq_scan FROM pg_stat_xact_user_tables;
CREATE TEMP TABLE reads_before AS TABLE reads;
ALTER TABLE of_months ATTACH PARTITION checked
    FOR VALUES FROM (objectid_min('2005-01-01')) TO (objectid_min('2005-02-01'));
ALTER TABLE of_months ATTACH PARTITION unchecked
    FOR VALUES FROM (objectid_min('2005-02-01')) TO (objectid_min('2005-03-01'));
ALTER TABLE of_months_v7 ATTACH PARTITION checked_v7
    FOR VALUES FROM (uuid_v7_min('2005-01-01')) TO (uuid_v7_min('2005-02-01'));
SELECT "table", coalesce(a.seq_scan, 0) - coalesce(b.seq_scan, 0) AS reads
FROM unnest('{checked,checked_v7,unchecked}'::regclass[]) "table"
    LEFT JOIN reads a ON a.relid = "table"
    LEFT JOIN reads_before b ON b.relid = "table"
ORDER BY "table"::text;
COMMIT;

-- What a session may set --------------------------------------------------------------------------

CREATE FUNCTION use_settings(settings text) RETURNS void LANGUAGE sql AS $$
    SELECT set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
    FROM string_to_table(regexp_replace(settings, '\s+', ' ', 'g'), ' ') setting
$$;
-- What a statement gives with these settings and with this expression for the end of the year.
CREATE TABLE statements (no int GENERATED ALWAYS AS IDENTITY, statement text, answer text);
INSERT INTO statements (statement) VALUES
    ('events WHERE id >= ENDS - interval ''30 days'''),
    ('events WHERE objectid_within(id,
        tstzrange(ENDS - interval ''90 days'', ENDS - interval ''30 days''))'),
    ('events WHERE uuid_v7_within(any_version, tstzrange(ENDS - interval ''90 days'', NULL))'),
    ('events e JOIN periods p ON objectid_within(e.id, p.during)'),
    ('events e JOIN periods p ON uuid_v7_within(e.any_version, p.during)'),
    ('monthly WHERE id >= ENDS - interval ''30 days'''),
    ('monthly WHERE id >= (SELECT min(since) FROM periods)'),
    ('monthly m JOIN periods p ON m.id >= p.since');
CREATE FUNCTION answer(statement text, expression text DEFAULT 'timestamptz %L',
    settings text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM use_settings(settings);
    EXECUTE 'SELECT ROW(count(*), sum(n)) FROM '
        || replace(statement, 'ENDS', format(expression, (SELECT ends FROM year)))
        INTO answer;
    RETURN answer;
END
$$;
UPDATE statements SET answer = answer(statement, settings =>
    'enable_indexscan=off enable_indexonlyscan=off enable_bitmapscan=off
    enable_partition_pruning=off');
SELECT count(*), count(DISTINCT answer) > 4 AS answers_differ FROM statements;
SELECT 'max_parallel_workers_per_gather=2 parallel_setup_cost=0 parallel_tuple_cost=0
    min_parallel_table_scan_size=0 min_parallel_index_scan_size=0' AS parallel \gset
CREATE FUNCTION differ(settings text) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FROM statements,
        unnest(ARRAY['timestamptz %L', '(timestamptz %L + (now() - now()))']) expression
    WHERE answer(statement, expression, settings) IS DISTINCT FROM answer
$$;
CREATE TABLE settings AS SELECT unnest(ARRAY['', :'parallel', :'parallel' || ' enable_seqscan=off',
    'jit=on jit_above_cost=0 jit_inline_above_cost=0 jit_optimize_above_cost=0',
    'enable_seqscan=off enable_bitmapscan=off',
    'enable_seqscan=off enable_indexscan=off enable_indexonlyscan=off',
    'enable_partition_pruning=off constraint_exclusion=on',
    'enable_partitionwise_join=on enable_partitionwise_aggregate=on']) AS set;
DO $$
DECLARE
    set text;
BEGIN
    FOR set IN TABLE settings LOOP
        ASSERT differ(set) = 0, set;
        COMMIT;
    END LOOP;
END
$$;

-- Plans of several processes: how they read the table, and of which column the condition is.
CREATE FUNCTION scan_of(query text, settings text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    PERFORM use_settings(settings);
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN (
        SELECT concat_ws(' ', node->>'Node Type',
            substring(node->>'Index Cond' FROM '^\(+(\w+)'))
        FROM jsonb_path_query(plan, 'strict $.**') node
        WHERE node->>'Relation Name' = 'events' AND node->>'Parallel Aware' = 'true');
END
$$;
CREATE TABLE parallel_queries AS
SELECT format('SELECT sum(n) FROM events WHERE %s', condition) AS query
FROM unnest(ARRAY[
    format('id >= timestamptz %L', (SELECT begins FROM year)),
    'objectid_within(id, tstzrange(now() - interval ''200 days'', NULL))',
    'uuid_v7_within(v7, tstzrange(now() - interval ''200 days'', NULL))',
    'id >= (SELECT min(since) FROM periods)']) condition;
SELECT scan_of(query, :'parallel' || ' enable_seqscan=off enable_bitmapscan=off')
    FROM parallel_queries;
SELECT scan_of(query, :'parallel' || ' enable_indexscan=off enable_bitmapscan=off')
    FROM parallel_queries;

SET client_min_messages = warning;
DROP SCHEMA time_estimates CASCADE;

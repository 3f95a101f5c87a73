-- time_estimates.cpp: how many rows the planner expects of conditions on the time of an id, and
-- what it expects an index scan to cost, where that does not depend on the rows that ANALYZE
-- happens to look at: here it looks at all of them. Many rows: time_estimates. Each function shows
-- at first that it finds what is wrong. After that no query may return a row.
\pset format unaligned
\pset footer off
SELECT current_schema() AS home \gset
CREATE SCHEMA estimates;
SET search_path = estimates, :home;
SET timezone = 'UTC';
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET plan_cache_mode = force_generic_plan;

-- 90 days, a row each 259.2 seconds, some 333 a day. mix: each tenth of version 4. gaps: each fifth
-- NULL. common: each fourth the same id.
CREATE TABLE ids AS
    SELECT n, at, id, v7,
        CASE
            WHEN n % 10 = 0
                THEN overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
            ELSE v7
        END AS mix,
        CASE WHEN n % 5 <> 0 THEN id END AS gaps,
        CASE WHEN n % 5 <> 0 THEN v7 END AS gaps_v7,
        CASE WHEN n % 4 = 0 THEN objectid_min('2026-02-14 12:00') ELSE id END AS common,
        CASE WHEN n % 4 = 0 THEN uuid_v7_min('2026-02-14 12:00') ELSE v7 END AS common_v7
    FROM generate_series(1, 30000) n,
        LATERAL (SELECT timestamptz '2026-01-01' + n * interval '259.2 seconds') s(at),
        LATERAL (SELECT objectid_min(at), uuid_v7_min(at)) i(id, v7);
ANALYZE ids;

-- A number of the plan of a query; one with $1 or $2 is planned without knowing them.
CREATE FUNCTION of_plan(query text, what text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    IF query ~ '\$[12]' THEN
        EXECUTE 'PREPARE q(timestamptz, timestamptz) AS ' || query;
        EXECUTE 'EXPLAIN (FORMAT JSON) EXECUTE q(NULL, NULL)' INTO plan;
        DEALLOCATE q;
    ELSE
        EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    END IF;
    RETURN plan->0->'Plan'->>what;
END
$$;
CREATE FUNCTION expected(tab text, condition text) RETURNS float8 LANGUAGE sql
    RETURN of_plan(format('SELECT FROM %s WHERE %s', tab, condition), 'Plan Rows');
CREATE FUNCTION cost(query text) RETURNS float8 LANGUAGE sql RETURN of_plan(query, 'Total Cost');
CREATE FUNCTION q(a float8, b float8) RETURNS float8 LANGUAGE sql
    RETURN greatest(a, b, 1) / greatest(least(a, b), 1);

-- The condition on a column, in place of COL, and with its predicate in place of WITHIN
CREATE FUNCTION contained(timestamptz, tstzrange) RETURNS boolean LANGUAGE sql IMMUTABLE
    RETURN $1 <@ $2;
CREATE FUNCTION with_column(condition text, col text) RETURNS text LANGUAGE sql
    RETURN replace(replace(condition, 'COL', col), 'WITHIN',
        CASE col
            WHEN 'id' THEN 'objectid_within'
            WHEN 'v7' THEN 'uuid_v7_within'
            ELSE 'contained'
        END);

-- The conditions on id and on v7, in place of COL, that are not expected to hold for half to twice
-- as many rows as they do
CREATE FUNCTION far_off(tab text, VARIADIC conditions text[])
    RETURNS TABLE (condition text, expected float8, rows float8) LANGUAGE plpgsql AS $$
BEGIN
    FOR condition IN
        SELECT DISTINCT with_column(c, col)
        FROM unnest(conditions) c, unnest('{id,v7}'::text[]) col
    LOOP
        expected := expected(tab, condition);
        EXECUTE format('SELECT count(*) FROM %s WHERE %s', tab, condition) INTO rows;
        IF q(expected, rows) > 2 THEN
            RETURN NEXT;
        END IF;
    END LOOP;
END
$$;
SELECT * FROM far_off('ids', 'n % 7 = 0');

-- Those of which not as many rows are expected as of the same on the column of times. COL may also
-- stand in what is read.
CREATE FUNCTION otherwise(tab text, VARIADIC conditions text[])
    RETURNS TABLE (condition text, id float8, v7 float8, at float8) LANGUAGE plpgsql AS $$
BEGIN
    FOREACH condition IN ARRAY conditions LOOP
        id := expected(with_column(tab, 'id'), with_column(condition, 'id'));
        v7 := expected(with_column(tab, 'v7'), with_column(condition, 'v7'));
        at := expected(with_column(tab, 'at'), with_column(condition, 'at'));
        IF greatest(q(id, at), q(v7, at)) > 1.1 THEN
            RETURN NEXT;
        END IF;
    END LOOP;
END
$$;
SELECT condition FROM otherwise('ids', $$CASE 'COL' WHEN 'at' THEN n > 0 ELSE n > 20000 END$$);

-- One end, a value that is common, parameters, a version ------------------------------------------

SELECT f.*
FROM unnest('{<,<=,>=,>}'::text[]) op,
    unnest('{id,v7,mix,gaps,gaps_v7}'::text[]) col,
    generate_series(timestamptz '2026-01-02', '2026-03-30', '3 days 1 hour') at,
    far_off('ids', format('%I %s timestamptz %L', col, op, at)) f;
SELECT f.*
FROM unnest('{1 hour,1 day,10 days}'::interval[]) length,
    generate_series(timestamptz '2026-01-02', '2026-03-15', '53 hours') since,
    unnest('{common,common_v7}'::text[]) col,
    far_off('ids', format('%1$I >= timestamptz %2$L AND %1$I < timestamptz %3$L',
        col, since, since + length)) f
WHERE f.rows >= 200 OR f.expected >= 200;
-- Nine tenths of the rows have the same id, the first of a second, which < and > leave out.
CREATE TABLE skewed AS
    SELECT n,
        CASE WHEN n % 10 = 0 THEN id ELSE objectid_min('2026-02-14 12:00') END AS id,
        CASE WHEN n % 10 = 0 THEN v7 ELSE uuid_v7_min('2026-02-14 12:00') END AS v7
    FROM ids;
ANALYZE skewed;
SELECT f.*
FROM unnest('{<,<=,>=,>}'::text[]) op,
    far_off('skewed',
        format('COL %s timestamptz %L', op, '2026-02-14 12:00'),
        format('NOT COL %s timestamptz %L', op, '2026-02-14 12:00'),
        format('id %s objectid_min(%L)', op, '2026-02-14 12:00'),
        format('NOT id %s objectid_min(%L)', op, '2026-02-14 12:00'),
        format('objectid_min(%2$L) %1$s id', op, '2026-02-14 12:00'),
        format('id %s objectid_min(%L) AND id < objectid_min(%L)',
            op, '2026-02-14 12:00', '2026-03-01'),
        format('uuid_is_v7(v7) AND v7 %s uuid_v7_min(%L)', op, '2026-02-14 12:00')) f;
SELECT * FROM far_off('skewed', $$id > 'ffffffffffffffffffffffff'$$,
    $$id < '000000000000000000000000'$$);
SET plan_cache_mode = force_custom_plan;
PREPARE id(timestamptz, timestamptz) AS SELECT FROM ids WHERE id >= $1 AND id < $2;
PREPARE v7(timestamptz, timestamptz) AS SELECT FROM ids WHERE v7 >= $1 AND v7 < $2;
PREPARE mix(timestamptz, timestamptz) AS SELECT FROM ids WHERE mix >= $1 AND mix < $2;
SELECT col, since, expected
FROM unnest('{id,v7,mix}'::text[]) col,
    generate_series(timestamptz '2026-01-02', '2026-03-28', '17 hours') since,
    of_plan(format('EXECUTE %s(%L, %L)', col, since, since + interval '1 day'),
        'Plan Rows') expected
WHERE q(expected, 333) > 2;
DEALLOCATE ALL;
SET plan_cache_mode = force_generic_plan;
-- A version is expected as often as it is in the statistics.
SELECT condition, expected
FROM (VALUES ('uuid_is_v7(v7)', 28500, 30000), ('uuid_is_v7(mix)', 24000, 28800),
    ('uuid_is_v6(v7)', 0, 600), ('uuid_is_v7(gaps_v7)', 21000, 25500))
    c(condition, low, high), expected('ids', condition)
WHERE expected NOT BETWEEN low AND high;

-- Version 8, whose values have no times, lies among all others.
CREATE TABLE of_v8 AS
SELECT CASE WHEN n % 4 = 0 THEN uuid_v8(decode(md5(n::text), 'hex'))
    ELSE overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid END AS u
FROM generate_series(1, 12000) n;
ANALYZE of_v8;
SELECT * FROM far_off('of_v8', 'uuid_is_v8(u)',
    'uuid_is_v8(u) AND u >= ''80000000-0000-0000-0000-000000000000''');

-- The first days of version 7 in a table of version 4: one bound of the histogram is of version 7.
-- They lie as dense on either side of it, and reach up to now.
CREATE TABLE newborn AS
SELECT CASE WHEN n % 40 = 0 THEN uuid_v7_min(now() - (12000 - n) * interval '14 days' / 12000)
    ELSE overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid END AS v7
FROM generate_series(1, 12000) n;
ALTER TABLE newborn ALTER v7 SET STATISTICS 40;
ANALYZE newborn;
SELECT count(*) AS of_version_7
FROM pg_stats, unnest(histogram_bounds::text::uuid[]) bound
WHERE tablename = 'newborn' AND uuid_is_v7(bound);
SELECT * FROM far_off('newborn', 'uuid_is_v7(v7)', $$v7 >= now() - interval '7 days'$$,
    $$v7 >= now() - interval '2 days'$$, $$v7 < now() - interval '2 days'$$);

-- NOT has neither NULL nor values of other versions, also below OR.
SELECT * FROM far_off('ids', $$NOT mix < timestamptz '2026-02-10'$$,
    $$NOT mix >= timestamptz '2026-03-25'$$, $$NOT gaps_v7 < timestamptz '2026-03-30'$$,
    $$NOT gaps_v7 < timestamptz '2026-03-30' OR n = 5$$,
    $$NOT gaps_v7 < timestamptz '2026-03-30' OR NOT gaps_v7 >= timestamptz '2026-01-05'$$,
    $$mix < timestamptz '2026-02-10' OR mix >= timestamptz '2026-02-10'$$);

-- A predicate and its negation with the same time are two.
SELECT f.*
FROM (VALUES ('<', '>='), ('<=', '>'), ('>=', '<'), ('>', '<=')) o(op, inverse),
    unnest('{id,v7,mix,gaps_v7}'::text[]) col,
    unnest('{2026-01-02,2026-01-03,2026-02-14,2026-03-29,2026-03-30}'::timestamptz[]) at,
    far_off('ids',
        format('%1$I %2$s timestamptz %4$L AND NOT %1$I %3$s timestamptz %4$L',
            col, op, inverse, at),
        format('NOT timestamptz %4$L %3$s %1$I AND NOT %1$I %3$s timestamptz %4$L AND n > 0',
            col, op, inverse, at)) f;
SELECT * FROM far_off('ids',
    $$WITHIN(COL, tstzrange('2026-01-02', '2026-01-05'))
        AND NOT WITHIN(COL, tstzrange('2026-02-02', '2026-03-05'))$$,
    $$COL >= timestamptz '2026-02-10' AND NOT WITHIN(COL,
        tstzrange(now() - (now() - timestamptz '2026-02-10'), '2026-02-11'))$$,
    $$(NOT gaps_v7 >= timestamptz '2027-01-01' AND n < 50)
        OR (gaps_v7 >= timestamptz '2027-01-01' AND n > 0)$$,
    $$(gaps_v7 >= timestamptz '2027-01-01' AND n > 0)
        OR (NOT gaps_v7 >= timestamptz '2027-01-01' AND n < 50)$$);

-- Nor are the conditions that go with one those that go with the other.
SELECT f.*
FROM unnest('{id,v7,mix,gaps_v7}'::text[]) col,
    unnest('{2026-01-02,2026-01-03,2026-02-14,2026-03-29,2026-03-30}'::timestamptz[]) at,
    far_off('ids',
        format('(%1$I < timestamptz %2$L AND n > 0) OR (%1$I >= timestamptz %2$L AND n > -1)',
            col, at),
        format('(%1$I > timestamptz %2$L AND n > 0) OR (%1$I <= timestamptz %2$L AND n > -1)',
            col, at)) f;
SELECT * FROM far_off('ids',
    $$(COL >= timestamptz '2026-01-10' AND COL < timestamptz '2026-01-11')
        OR (timestamptz '2026-01-10' <= COL AND COL < timestamptz '2026-03-11')$$,
    $$(uuid_is_v6(mix) AND mix >= 'f0000000-0000-0000-0000-000000000000')
        OR (uuid_is_v7(mix) AND mix < 'f0000000-0000-0000-0000-000000000000')$$);

-- The first weeks of version 7 in a table of version 4: five bounds of the histogram are of version
-- 7. (Of a single one, which leaves the rest to luck, test/unit/histogram_test.cpp has the
-- arithmetic.)
CREATE TABLE young AS
    SELECT CASE
            WHEN n % 8 = 0
                THEN uuid_v7_min(timestamptz '2026-01-01' + n / 8 * interval '14 days' / 1500)
            ELSE overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
        END AS v7
    FROM generate_series(1, 12000) n;
ALTER TABLE young ALTER v7 SET STATISTICS 40;
ANALYZE young;
SELECT * FROM far_off('young', 'uuid_is_v7(v7)', 'v7 < now()',
    $$NOT v7 < timestamptz '2026-01-05'$$,
    $$v7 >= timestamptz '2026-01-05'$$,
    $$v7 >= timestamptz '2026-01-03' AND v7 < timestamptz '2026-01-12'$$,
    $$uuid_v7_within(v7, tstzrange('2026-01-03', '2026-01-05'))$$,
    $$uuid_v7_within(v7, tstzrange('2026-01-10', NULL))$$);

-- Conditions that go together ---------------------------------------------------------------------

SELECT * FROM far_off('ids',
    $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11'
        AND COL >= timestamptz '2026-02-10'$$,
    $$COL >= timestamptz '2026-02-10' AND COL >= timestamptz '2026-02-10'$$,
    $$COL < timestamptz '2026-02-11' AND COL < timestamptz '2026-02-15'
        AND COL > timestamptz '2026-02-10'$$,
    $$COL >= timestamptz '2026-02-10' AND n > 0
        AND COL < now() - (now() - timestamptz '2026-02-11')$$,
    $$timestamptz '2026-02-11' > COL AND timestamptz '2026-02-10' <= COL$$,
    $$(COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11')
        OR (COL >= timestamptz '2026-02-11' AND COL < timestamptz '2026-02-15')$$,
    $$WITHIN(COL, tstzrange('2026-02-10', '2026-02-15')) AND COL < timestamptz '2026-02-11'$$,
    $$COL >= timestamptz '2026-02-10' AND WITHIN(COL, tstzrange('2026-02-10', '2026-02-11'))$$,
    $$NOT (id < timestamptz '2026-02-10') AND id < timestamptz '2026-02-11'$$,
    $$id >= objectid_min('2026-02-10') AND id < timestamptz '2026-02-11' AND n > -1$$,
    $$id >= objectid_min('2026-02-10') AND id < objectid_min('2026-02-11')$$);

-- Joins, EXISTS, OR and NOT
CREATE TABLE shifts AS
    SELECT (row_number() OVER (ORDER BY since))::int AS n, since, until,
        tstzrange(since, until) AS during
    FROM generate_series(timestamptz '2026-01-11', '2026-03-27', '10 hours') since,
        LATERAL (SELECT since + interval '20 minutes') s(until);
CREATE TABLE numbers AS SELECT n FROM generate_series(1, 180) n;
ANALYZE shifts, numbers;
SELECT source, o.*
FROM unnest(ARRAY[
        'shifts JOIN ids ON COL >= since',
        'shifts JOIN ids ON COL >= since AND COL < until',
        'shifts JOIN ids ON until > COL AND since <= COL',
        'shifts JOIN ids ON WITHIN(COL, during)',
        'shifts JOIN ids ON (COL >= since AND COL < until) OR at = since',
        'numbers LEFT JOIN shifts USING (n) LEFT JOIN ids i ON COL >= since AND COL < until',
        'numbers LEFT JOIN shifts USING (n) LEFT JOIN ids i ON WITHIN(COL, during)']) source,
    otherwise(source, 'true') o;
SELECT source, o.*
FROM (VALUES
        ('shifts LEFT JOIN ids ON COL >= since AND COL < until', 'since IS NULL'),
        ('shifts', 'EXISTS (SELECT FROM ids WHERE COL >= since AND COL < until)'),
        ('shifts', 'NOT EXISTS (SELECT FROM ids WHERE COL >= since AND COL < until)'),
        ('shifts', 'NOT EXISTS (SELECT FROM ids WHERE COL >= since)'),
        ('shifts s JOIN numbers USING (n)',
            'NOT EXISTS (SELECT FROM ids WHERE COL >= s.since AND COL < until)'),
        ('ids', 'EXISTS (SELECT FROM shifts WHERE WITHIN(COL, during))'),
        ('ids', 'EXISTS (SELECT FROM shifts WHERE COL >= since AND COL < until)'),
        ('ids', 'ONE OR OTHER'),
        ('ids', 'n > 5 AND (ONE OR n = 5)'),
        ('ids', '(ONE) IS TRUE'),
        ('ids', $$(COL >= now() - (now() - timestamptz '2026-02-10')
            AND COL < now() - (now() - timestamptz '2026-02-11')) OR n = 5$$),
        ('ids', $$NOT (COL < timestamptz '2026-02-10' OR COL >= timestamptz '2026-02-11')$$),
        ('ids', $$COL >= timestamptz '2026-02-10' AND NOT (COL >= timestamptz '2026-02-11')$$),
        ('ids LEFT JOIN numbers USING (n)', '(ONE) OR numbers.n IS NULL AND OTHER'),
        ('ids JOIN numbers USING (n)', 'ONE'),
        ('(SELECT * FROM ids OFFSET 0) s', 'ONE')) c(source, condition),
    LATERAL replace(replace(condition,
        'ONE', $$(COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11')$$),
        'OTHER', $$(COL >= timestamptz '2026-02-20' AND COL < timestamptz '2026-02-21')$$) written,
    otherwise(source, written) o;

-- Extended statistics, which the planner asks first
CREATE STATISTICS together (mcv, dependencies, ndistinct) ON id, v7, n FROM ids;
ANALYZE ids;
SELECT * FROM far_off('ids',
    $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11'$$,
    $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11' AND n > 0$$);
DROP STATISTICS together;

-- Below a policy the planner looks at the statistics only for leakproof functions, which ours are.
CREATE ROLE regress_estimates;
GRANT USAGE ON SCHEMA estimates TO regress_estimates;
GRANT SELECT ON ids TO regress_estimates;
ALTER TABLE ids ENABLE ROW LEVEL SECURITY;
CREATE POLICY positive ON ids TO regress_estimates USING (n > 0);
SET ROLE regress_estimates;
SELECT * FROM far_off('ids',
    $$COL >= now() - (now() - timestamptz '2026-02-10')
        AND COL < now() - (now() - timestamptz '2026-02-11')$$);
RESET ROLE;
DROP POLICY positive ON ids;
ALTER TABLE ids DISABLE ROW LEVEL SECURITY;
DROP OWNED BY regress_estimates;
DROP ROLE regress_estimates;

-- Buckets of a histogram that are a second long, before 2038 and after, and some around the second
-- in which a signed number of seconds ends
CREATE TABLE dense AS
    SELECT uuid_v7_min(t) AS v7, objectid_min(t) AS id,
        objectid_min(t + interval '12 years') AS later
    FROM generate_series(1, 30000) n,
        LATERAL (SELECT timestamptz '2026-04-19' + n * interval '10 seconds' / 3000) s(t);
CREATE TABLE around_2038 AS
    SELECT objectid_min(timestamptz '2038-01-19' + n * interval '3 seconds') AS id
        FROM generate_series(1, 30000) n;
ANALYZE dense, around_2038;
-- These make counting fast.
CREATE INDEX ON dense (v7);
CREATE INDEX ON dense (id);
CREATE INDEX ON dense (later);
CREATE INDEX ON around_2038 (id);
SELECT since, f.*
FROM
    generate_series(timestamptz '2026-04-19 00:00:01', '2026-04-19 00:01:39', '200 milliseconds')
        since,
    far_off('dense', format('v7 >= timestamptz %L AND v7 < timestamptz %L',
        since, since + interval '400 milliseconds')) f;
SELECT since, f.*
FROM generate_series(timestamptz '2026-04-19 00:00:01', '2026-04-19 00:01:30', '1 second') since,
    unnest('{0,12 years}'::interval[]) after,
    far_off('dense', format('%1$s >= timestamptz %2$L AND %1$s < timestamptz %3$L',
        CASE WHEN after > '0' THEN 'later' ELSE 'id' END,
        since + after, since + after + interval '4 seconds')) f;
SELECT since, f.*
FROM generate_series(timestamptz '2038-01-19 02:00', '2038-01-19 04:00', '1 minute') since,
    far_off('around_2038', format('id >= timestamptz %L AND id < timestamptz %L',
        since, since + interval '10 minutes')) f;
DROP TABLE dense, around_2038;

-- Where the time or the rows are not known --------------------------------------------------------

CREATE TABLE empty (id objectid, v7 uuid, at timestamptz);
ANALYZE empty;
CREATE TABLE unknown WITH (autovacuum_enabled = off) AS SELECT id, v7, at FROM ids WHERE n % 3 = 0;
CREATE TABLE stale (id objectid PRIMARY KEY, v7 uuid UNIQUE, at timestamptz)
    WITH (autovacuum_enabled = off);
CREATE INDEX ON stale (at);
INSERT INTO stale SELECT id, v7, at FROM ids WHERE at < '2026-03-29';
ANALYZE stale;
INSERT INTO stale SELECT id, v7, at FROM ids WHERE at >= '2026-03-29';
CREATE TABLE parts (id objectid, v7 uuid, at timestamptz) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (objectid_min('2026-02-01'));
CREATE TABLE parts_2 PARTITION OF parts
    FOR VALUES FROM (objectid_min('2026-02-01')) TO (objectid_min('2026-03-01'));
CREATE TABLE parts_3 PARTITION OF parts FOR VALUES FROM (objectid_min('2026-03-01')) TO (MAXVALUE);
CREATE TABLE parts_v7 (id objectid, v7 uuid, at timestamptz) PARTITION BY RANGE (v7);
CREATE TABLE parts_v7_1 PARTITION OF parts_v7
    FOR VALUES FROM (MINVALUE) TO (uuid_v7_min('2026-02-15'));
CREATE TABLE parts_v7_2 PARTITION OF parts_v7
    FOR VALUES FROM (uuid_v7_min('2026-02-15')) TO (MAXVALUE);
INSERT INTO parts SELECT id, v7, at FROM ids;
INSERT INTO parts_v7 SELECT id, v7, at FROM ids;
CREATE TABLE parts_nulls (v7 uuid) PARTITION BY RANGE (v7); -- three in five NULL
CREATE TABLE parts_nulls_1 PARTITION OF parts_nulls DEFAULT;
INSERT INTO parts_nulls SELECT CASE WHEN n % 5 >= 3 THEN v7 END FROM ids;
CREATE TABLE parts_few (v7 uuid) PARTITION BY RANGE (v7); -- one in ten of version 7
CREATE TABLE parts_few_1 PARTITION OF parts_few DEFAULT;
INSERT INTO parts_few
    SELECT CASE
            WHEN n % 10 <> 0
                THEN overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
            ELSE v7
        END
    FROM ids;
ANALYZE parts, parts_v7, parts_nulls, parts_few;

SELECT tab, o.*
FROM (VALUES
        ('ids', 'COL >= $1'),
        ('ids', '$2 > COL'),
        ('ids', 'COL >= $1 AND COL < $2'),
        ('ids', 'WITHIN(COL, tstzrange($1, $2))'),
        ('ids', $$COL >= timestamptz '2026-02-10' AND COL < $1$$),
        ('empty', $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11'$$),
        ('unknown', $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11'$$),
        ('unknown', $$COL >= timestamptz '2026-02-10'$$),
        ('stale', $$COL >= timestamptz '2026-03-31'$$),
        ('stale', $$COL < timestamptz '1990-01-01'$$),
        ('parts', $$COL >= timestamptz '2026-02-10'$$),
        ('parts', 'COL >= $1 OR at IS NULL')) c(tab, condition),
    otherwise(tab, condition) o
-- Until 17, a range of unknown ends was an unknown range.
WHERE current_setting('server_version_num')::int >= 170000 OR c.condition !~ 'WITHIN';
SELECT tab, f.*
FROM unnest('{parts,parts_v7}'::text[]) tab, far_off(tab,
    $$COL < timestamptz '2026-01-01 02:00'$$,
    $$COL > timestamptz '2026-03-31 22:00'$$,
    $$COL >= timestamptz '2026-02-10' AND COL < timestamptz '2026-02-11'$$,
    $$COL >= now() - (now() - timestamptz '2026-02-10')
        AND COL < now() - (now() - timestamptz '2026-02-11')$$,
    -- within a bucket of the histogram
    $$COL >= timestamptz '2026-02-10 00:10' AND COL < timestamptz '2026-02-10 02:10'$$,
    $$WITHIN(COL, tstzrange('2026-02-10', '2026-02-10 02:00'))$$,
    $$WITHIN(COL, tstzrange('2026-02-10', '2026-02-15'))$$) f;
SELECT * FROM far_off('parts_nulls', $$NOT v7 >= timestamptz '2026-01-01'$$,
    $$NOT v7 < timestamptz '2026-01-01'$$, $$v7 NOT BETWEEN timestamptz '2026-02-01' AND now()$$);
SELECT * FROM far_off('parts_few',
    $$v7 >= timestamptz '2026-02-10' AND v7 < timestamptz '2026-03-10'$$,
    $$v7 > timestamptz '2026-03-01'$$,
    $$v7 < timestamptz '2026-02-01' OR v7 >= timestamptz '2027-01-01'$$,
    $$v7 NOT BETWEEN timestamptz '2026-01-20' AND timestamptz '2027-01-01'$$,
    $$v7 NOT BETWEEN timestamptz '2026-02-10' AND timestamptz '2026-03-10'$$,
    $$uuid_v7_within(v7, '[2026-01-10,2026-01-20)')
        OR uuid_v7_within(v7, '[2026-02-10,2026-03-10)')$$);
-- Joins with partitions are estimated as joins with one table.
SELECT condition, expected('ids JOIN shifts ON true', with_column(condition, 'id')) AS ids,
    expected('parts JOIN shifts ON true', with_column(condition, 'id')) AS parts
FROM unnest(ARRAY['COL >= since', 'since < COL', 'NOT COL > since', 'COL >= since AND COL < until',
    'COL NOT BETWEEN since AND until', 'WITHIN(COL, during)', 'NOT WITHIN(COL, during)']) condition
WHERE q(expected('ids JOIN shifts ON true', with_column(condition, 'id')),
    expected('parts JOIN shifts ON true', with_column(condition, 'id'))) > 1.1;

-- A function that has the name of an end of a range is none.
CREATE FUNCTION estimates.objectid_internal_lower(tstzrange) RETURNS timestamptz LANGUAGE plpgsql AS
    'BEGIN RETURN lower($1); END';
SELECT
    expected('ids JOIN shifts ON true',
        'id >= estimates.objectid_internal_lower(during)') AS named_alike,
    expected('ids JOIN shifts ON true', 'id >= since') AS time
WHERE q(expected('ids JOIN shifts ON true', 'id >= estimates.objectid_internal_lower(during)'),
    expected('ids JOIN shifts ON true', 'id >= since')) > 1.1;
DROP FUNCTION estimates.objectid_internal_lower(tstzrange);
-- A third is the default.
SELECT tab, expected
FROM (VALUES ('parts', 'id >= $1'), ('parts_v7', 'v7 >= $1')) c(tab, condition),
    expected(tab, condition)
WHERE expected < 6000;

-- Statistics that somebody has written: not less than one row is expected, and not more than all.
CREATE TABLE written WITH (autovacuum_enabled = off) AS
    SELECT CASE WHEN n % 3 = 0 THEN objectid_min('2026-01-15') ELSE id END AS id,
        CASE WHEN n % 3 = 0 THEN overlay(v7::text PLACING '4' FROM 15)::uuid ELSE v7 END AS v7
    FROM ids WHERE n <= 1000;
ANALYZE written;
DO $$
DECLARE
    share float4;
    condition text;
    expected float8;
BEGIN
    FOREACH share IN ARRAY '{-5,-0.5,0,1.5,100}'::float4[] LOOP
        UPDATE pg_statistic SET stanullfrac = share,
            stanumbers1 = array_fill(1 - share, ARRAY[greatest(cardinality(stanumbers1), 1)])
        WHERE starelid = 'written'::regclass;
        FOREACH condition IN ARRAY ARRAY[
            'id >= now()',
            $q$objectid_within(id, tstzrange('2026-01-02', now()))$q$,
            $q$v7 < timestamptz '2026-01-02'$q$,
            'NOT v7 < now()',
            'uuid_is_v7(v7)']
        LOOP
            expected := expected('written', condition);
            ASSERT expected BETWEEN 1 AND 1000,
                format('%s: %s of 1000 rows, with %s', condition, expected, share);
        END LOOP;
    END LOOP;
END
$$;

-- Index scans -------------------------------------------------------------------------------------

-- What the scan of an index costs says how much of it the planner expects to read.
CREATE FUNCTION costly(objectid) RETURNS objectid LANGUAGE plpgsql IMMUTABLE
    COST 100 AS 'BEGIN RETURN $1; END';
CREATE TABLE orders AS
    SELECT n, n % 100 AS customer, at, id, v7, n % 4 = 3 AS is_v7,
        CASE
            WHEN n % 4 = 3 THEN v7
            ELSE overlay(overlay(md5(n::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
        END AS mix
    FROM ids;
CREATE INDEX orders_at ON orders (at);
CREATE INDEX orders_id ON orders (id);
CREATE INDEX orders_costly ON orders (costly(id));
CREATE TABLE spells AS
    SELECT since, until, tstzrange(since, until) AS during, objectid_min(since) AS first_id,
        objectid_min(until) AS last_id
    FROM generate_series(timestamptz '2026-01-11', '2026-03-27', '10 hours') since,
        LATERAL (SELECT since + interval '1 minute') s(until);
VACUUM ANALYZE orders, spells;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_material = off;
SET enable_memoize = off;

-- The queries that are expected to cost more or less than the first one
CREATE FUNCTION otherwise_than(reference text, VARIADIC queries text[])
    RETURNS TABLE (query text, cost float8, reference_cost float8)
LANGUAGE sql AS $$
    SELECT query, cost(query), cost(reference) FROM unnest(queries) query
    WHERE q(cost(query), cost(reference)) > 1.15
$$;
SELECT query FROM otherwise_than($$SELECT n FROM orders WHERE id >= timestamptz '2026-02-10'$$,
    $$SELECT n FROM orders WHERE id >= timestamptz '2026-03-10'$$);

-- Where the time is not known, the ends of a range are no less of one predicate or two.
SELECT * FROM otherwise_than(
    $$SELECT n FROM orders
        WHERE id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-11'$$,
    $$SELECT n FROM orders
        WHERE id >= now() - (now() - timestamptz '2026-02-10')
            AND id < now() - (now() - timestamptz '2026-02-11')$$,
    $$SELECT n FROM orders
        WHERE objectid_within(id, tstzrange(
            now() - (now() - timestamptz '2026-02-10'),
            now() - (now() - timestamptz '2026-02-11')))$$,
    $$SELECT n FROM orders
        WHERE now() - (now() - timestamptz '2026-02-11') > id
            AND now() - (now() - timestamptz '2026-02-10') <= id$$,
    $$SELECT n FROM orders
        WHERE id >= now() - (now() - timestamptz '2026-02-10')
            AND id < timestamptz '2026-02-11'$$,
    $$SELECT n FROM orders
        WHERE id >= timestamptz '2026-02-10'
            AND id < now() - (now() - timestamptz '2026-02-11')$$,
    $$SELECT n FROM orders
        WHERE id >= now() - (now() - timestamptz '2026-02-10')
            AND id < now() - (now() - timestamptz '2026-02-11')
            AND id >= now() - (now() - timestamptz '2026-02-10')$$,
    $$SELECT n FROM orders
        WHERE objectid_min('2026-02-10') <= id AND objectid_min('2026-02-11') > id$$,
    $$SELECT n FROM orders
        WHERE objectid_within(costly(id), tstzrange('2026-02-10', '2026-02-11'))$$,
    $$SELECT n FROM orders
        WHERE objectid_within(costly(id), tstzrange(
            now() - (now() - timestamptz '2026-02-10'),
            now() - (now() - timestamptz '2026-02-11')))$$);
SELECT * FROM otherwise_than('SELECT n FROM orders WHERE at >= $1 AND at < $2',
    'SELECT n FROM orders WHERE id >= $1 AND id < $2',
    'SELECT n FROM orders WHERE objectid_within(id, tstzrange($1, $2))');
SELECT * FROM otherwise_than('SELECT n FROM orders WHERE at >= $1',
    'SELECT n FROM orders WHERE id >= $1',
    'SELECT n FROM orders WHERE $1 <= id');

-- The inner side of a join: as with ids of the other table.
SELECT * FROM otherwise_than(
    'SELECT orders.n FROM spells JOIN orders ON id >= first_id AND id < last_id',
    'SELECT orders.n FROM spells JOIN orders ON id >= since AND id < until',
    'SELECT orders.n FROM spells JOIN orders ON objectid_within(id, during)',
    'SELECT orders.n FROM spells LEFT JOIN orders ON id >= since AND id < until',
    'SELECT orders.n FROM spells LEFT JOIN orders ON objectid_within(id, during)');

SET enable_bitmapscan = on;
SET enable_indexscan = off;
SELECT * FROM otherwise_than(
    $$SELECT n FROM orders
        WHERE (id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-11')
            OR at < '2026-01-02'$$,
    $$SELECT n FROM orders
        WHERE (id >= now() - (now() - timestamptz '2026-02-10')
                AND id < now() - (now() - timestamptz '2026-02-11'))
            OR at < '2026-01-02'$$);
SELECT * FROM otherwise_than(
    $$SELECT n FROM orders
        WHERE (at < now() - (now() - timestamptz '2026-03-20') AND n < 0)
            OR (at >= now() - (now() - timestamptz '2026-03-20') AND customer = 5)$$,
    $$SELECT n FROM orders
        WHERE (id < now() - (now() - timestamptz '2026-03-20') AND n < 0)
            OR (id >= now() - (now() - timestamptz '2026-03-20') AND customer = 5)$$);
SET enable_bitmapscan = off;
RESET enable_indexscan;

-- As the second column of an index
BEGIN;
DROP INDEX orders_id;
CREATE INDEX ON orders (customer, id);
SELECT * FROM otherwise_than(
    $$SELECT n FROM orders
        WHERE customer = 5
            AND id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-11'$$,
    $$SELECT n FROM orders
        WHERE customer = 5
            AND id >= now() - (now() - timestamptz '2026-02-10')
            AND id < now() - (now() - timestamptz '2026-02-11')$$);
ROLLBACK;

-- Of an index that does not know the order of ids and times
BEGIN;
DROP INDEX orders_id;
CREATE INDEX ON orders USING gist (id);
SELECT * FROM otherwise_than(
    $$SELECT n FROM orders
        WHERE id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-11'$$,
    $$SELECT n FROM orders
        WHERE id >= now() - (now() - timestamptz '2026-02-10')
            AND id < now() - (now() - timestamptz '2026-02-11')$$);
ROLLBACK;

-- A partial index counts as what it covers.
BEGIN;
DROP INDEX orders_at, orders_id;
CREATE FUNCTION cost_by_partial_index(condition text, asked text DEFAULT NULL) RETURNS float8
LANGUAGE plpgsql AS $$
DECLARE
    cost float8;
BEGIN
    EXECUTE 'CREATE INDEX partial ON orders (customer) WHERE ' || condition;
    cost := cost('SELECT n FROM orders WHERE customer = 5 AND ' || coalesce(asked, condition));
    DROP INDEX partial;
    RETURN cost;
END
$$;
SELECT condition, cost, reference
FROM (VALUES
        ($$id >= timestamptz '2026-03-27'$$, $$at >= timestamptz '2026-03-27'$$),
        ($$timestamptz '2026-03-27' < id$$, $$at > timestamptz '2026-03-27'$$),
        ($$id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-15'$$,
            $$at >= timestamptz '2026-02-10' AND at < timestamptz '2026-02-15'$$),
        ($$objectid_within(id, tstzrange('2026-02-10', '2026-02-15'))$$,
            $$at >= timestamptz '2026-02-10' AND at < timestamptz '2026-02-15'$$),
        ($$v7 >= timestamptz '2026-03-27'$$, $$at >= timestamptz '2026-03-27'$$),
        ('uuid_is_v7(mix)', 'is_v7')) c(condition, on_other),
    cost_by_partial_index(condition) cost,
    cost_by_partial_index(on_other) reference
WHERE q(cost, reference) > 1.15;
-- And where a query asks for a part of that.
SELECT cost, reference
FROM cost_by_partial_index($$id >= timestamptz '2026-02-10' AND id < timestamptz '2026-02-15'$$,
        $$id >= timestamptz '2026-02-11' AND id < timestamptz '2026-02-12'$$) cost,
    cost_by_partial_index($$at >= timestamptz '2026-02-10' AND at < timestamptz '2026-02-15'$$,
        $$at >= timestamptz '2026-02-11' AND at < timestamptz '2026-02-12'$$) reference
WHERE q(cost, reference) > 1.15;
ROLLBACK;

-- Many conditions ---------------------------------------------------------------------------------

-- What there is to do for one does not grow with the number of the others. Times are looked at
-- while a query is planned, and the sequence counts that.
CREATE SEQUENCE looks;
CREATE FUNCTION look(regclass) RETURNS bigint LANGUAGE internal STABLE STRICT AS 'nextval_oid';
CREATE FUNCTION many(condition text, connective text, count int) RETURNS text LANGUAGE sql
    RETURN (
        SELECT string_agg('(' || replace(condition, '?', lpad(n::text, 4, '0')) || ')', connective)
        FROM generate_series(1, count) n);
CREATE FUNCTION looks_of(condition text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    ALTER SEQUENCE looks RESTART;
    PERFORM expected('empty', condition);
    RETURN nextval('looks');
END
$$;
SELECT condition, few, many
FROM (VALUES
        ($$id > objectid_min(to_timestamp(look('looks') + ?))$$, ' AND '),
        ($$id > to_timestamp(look('looks') + ?)$$, ' AND '),
        ($$id > to_timestamp(look('looks') + ?) AND id < to_timestamp(look('looks') + ?)$$,
            ' OR ')) c(condition, connective),
    looks_of(many(condition, connective, 200)) few,
    looks_of(many(condition, connective, 400)) many
WHERE few < 200 OR many > 3 * few;

-- Nor does it take more memory than integers do. EXPLAIN (MEMORY) came with 17.
CREATE FUNCTION kilobytes(tab text, condition text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('EXPLAIN (MEMORY, FORMAT JSON) SELECT FROM %s WHERE %s', tab, condition)
        INTO plan;
    RETURN plan->0->'Planning'->>'Memory Used';
END
$$;
DO $$
DECLARE
    condition text;
    connective text;
    ids int;
    numbers int;
BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        FOR condition, connective IN
            VALUES ('COL > LOW', ' AND '), ('COL > LOW AND COL < HIGH', ' OR ')
        LOOP
            ids := kilobytes('ids', many(
                replace(replace(replace(condition, 'COL', 'id'),
                    'LOW', $q$objectid '6950?0000000000000000'$q$),
                    'HIGH', $q$objectid '6950?8000000000000000'$q$),
                connective, 1000));
            numbers := kilobytes('numbers', many(
                replace(replace(replace(condition, 'COL', 'n'), 'LOW', '?'), 'HIGH', '?9'),
                connective, 1000));
            ASSERT ids <= 2 * numbers,
                format('%s kB for objectid, and %s kB for integer', ids, numbers);
        END LOOP;
    END IF;
END
$$;

-- Planning that is cancelled stops at the next condition.
CREATE FUNCTION cancel(int) RETURNS bool LANGUAGE internal STABLE STRICT AS 'pg_cancel_backend';
ALTER SEQUENCE looks RESTART;
\set VERBOSITY sqlstate
EXPLAIN SELECT FROM empty WHERE id > objectid_min(to_timestamp(cancel(pg_backend_pid())::int))
    AND id > objectid_min(to_timestamp(look('looks')));
\set VERBOSITY default
SELECT last_value, 'is called' FROM looks WHERE is_called;

SET client_min_messages = warning;
DROP SCHEMA estimates CASCADE;

-- Predicates on the time of an id where random conditions (test/t/time_predicates.pl) do not come:
-- times as dates and untyped literals, volatile operands, definitions that keep a predicate, and
-- support functions in wrong hands. How they are planned: time_support. Printed are the headings,
-- and what the statements below them find.
\set ECHO none
\pset format unaligned
\pset tuples_only on
CREATE SCHEMA predicates;
SET search_path = predicates, public;
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- Operators ---------------------------------------------------------------------------------------

\echo A time whose place in the operator family is not that of the first id that is not before it
SELECT id, t
FROM unnest('{000000000000000000000000,6ae680ffffffffffffffffff,6ae681000000000000000000,
        6ae681000000000000000001,ffffffffffffffffffffffff}'::objectid[]) id,
    unnest('{-infinity,1969-12-31,1970-01-01,2026-10-31 23:59:59.999999,2026-11-01,
        2026-11-01 00:00:00.000001,2106-02-07 06:28:15,2106-02-08,infinity}'::timestamptz[]) t,
    LATERAL (SELECT objectid_cmp_timestamptz(id, t)) c(cmp)
WHERE cmp <> CASE
        WHEN t > timestamptz '2106-02-07 06:28:15' THEN -1
        WHEN id < objectid_internal_first_objectid(t) THEN -1
        WHEN id = objectid_internal_first_objectid(t) THEN 0
        ELSE 1
    END
    OR (id < t) <> (cmp < 0) OR (id <=# t) <> (cmp <= 0) OR (id >= t) <> (cmp >= 0);

CREATE TABLE hours (id objectid PRIMARY KEY, v6 uuid, v7 uuid, n int);
INSERT INTO hours
    SELECT objectid_min(t), uuid_v6_min(t), uuid_v7_min(t), n
    FROM generate_series(0, 23) n,
        LATERAL (SELECT timestamptz '2026-11-01' + n * interval '1 hour') s(t);

\echo A date or a timestamp that is not as next to a timestamptz
-- They come by way of their own casts to timestamptz, in the time zone of the session. One beyond
-- the range of timestamptz is before or after every time: as a literal, a value of a row and a
-- parameter, with the operands in either order.
SET timezone = 'Etc/GMT-14';
SELECT count(*) FROM hours WHERE (id > timestamp '4714-11-24 00:00 BC'
    AND v7 > timestamp '4714-11-24 00:00 BC' AND id > date '4714-11-24 BC') IS NOT TRUE;
SELECT id, day, moment
FROM (SELECT id, v7, objectid_timestamp(id) AS t FROM hours) h,
    (VALUES
        (date '5874897-12-31', timestamp '294276-12-31 23:59:59'),
        ('294277-01-01', '294276-12-31 12:00'),
        ('2026-11-02', '2026-11-02 05:00'), -- times of ids
        ('4714-11-24 BC', '4714-11-24 BC'),
        ('infinity', 'infinity'),
        ('-infinity', '-infinity'),
        (NULL, NULL)) v (day, moment),
    LATERAL (SELECT ARRAY[t < day, t <= day, t >= day, t > day,
        day < t, day <= t, day >= t, day > t]) m (of_day)
WHERE of_day IS DISTINCT FROM ARRAY[id < day, id <= day, id >= day, id > day,
        day < id, day <= id, day >= id, day > id]
    OR of_day IS DISTINCT FROM ARRAY[v7 < day, v7 <= day, v7 >= day, v7 > day,
        day < v7, day <= v7, day >= v7, day > v7]
    OR ARRAY[t < moment, t <= moment, t >= moment, t > moment]
        IS DISTINCT FROM ARRAY[id < moment, id <= moment, id >= moment, id > moment];
\echo Hours before the last day, a day and NULL
SET plan_cache_mode = force_generic_plan;
PREPARE before_day(date) AS SELECT count(*) FROM hours WHERE id < $1 AND v7 < $1;
EXECUTE before_day('5874897-12-31');
EXECUTE before_day('2026-11-02');
EXECUTE before_day(NULL);
RESET plan_cache_mode;
SET timezone = 'UTC';

\echo Hours in a literal without a type
SELECT count(*) FROM hours WHERE objectid_within(id, '[2026-11-01 10:00, 2026-11-01 12:00)');

\echo Such a literal that is no id
-- It is an objectid, by the rules of PostgreSQL, and the error says how to write a time.
SELECT literal, error_of(format('SELECT count(*) FROM hours WHERE id >= %L', literal))
FROM unnest('{2026-11-01,690552c5}'::text[]) literal;
SELECT error_of($$
    PREPARE untyped AS SELECT count(*) FROM hours WHERE id >= $1;
    EXECUTE untyped('2026-11-01')$$);

-- Ends --------------------------------------------------------------------------------------------
-- EXPLAIN shows these functions where the time is not known when the plan is made. The first ids:
-- test/unit/time_range_test.cpp.

\echo Ranges, and their ends
SELECT r, objectid_internal_lower(r), objectid_internal_upper(r)
FROM unnest(ARRAY[
    'empty', '(,)', '[-infinity,infinity]', '(-infinity,infinity)', '[2026-11-01,2026-12-01)',
    '(2026-11-01,2026-12-01]', '(,1970-01-01)', '[infinity,)']::tstzrange[]) r;

\echo Times that are converted without an error
-- The functions are leakproof: none has an error that depends on its argument.
PREPARE times AS
SELECT count(objectid_internal_timestamptz(d)), count(objectid_internal_timestamptz(m))
FROM unnest(
    '{-infinity,4714-11-24 BC,2000-01-01,
        294276-12-31,294277-01-01,5874897-12-31,infinity}'::date[],
    '{-infinity,4714-11-24 BC,2000-01-01,
        294276-12-31 23:59:59.999999,infinity}'::timestamp[]) s(d, m);
EXECUTE times;
SET timezone = 'Etc/GMT-14';
EXECUTE times;
SET timezone = 'UTC';
\echo The first and the last time are none of the infinities
SELECT objectid_internal_timestamptz(date '4714-11-24 BC') = '4714-11-24 BC',
    objectid_internal_timestamptz(timestamp '4714-11-24 BC') = '4714-11-24 BC',
    objectid_internal_timestamptz(timestamp '294276-12-31 23:59:59.999999')
        = '294276-12-31 23:59:59.999999';

-- Where a predicate may stand ---------------------------------------------------------------------

\echo Later than a set of times
SELECT id >= generate_series(timestamptz '2026-11-01', '2026-11-01 03:00', '1 hour')
FROM hours WHERE n = 2;

\echo Calls of volatile operands: as many as the predicate is written with
CREATE SEQUENCE calls;
-- Never the same twice: the second, the first, the second ...
CREATE FUNCTION turning(anyelement, anyelement) RETURNS anyelement
    LANGUAGE plpgsql VOLATILE COST 1 AS
    $$ BEGIN RETURN CASE WHEN nextval('calls') % 2 = 0 THEN $1 ELSE $2 END; END $$;
CREATE TABLE thousand AS SELECT gen_objectid() AS id, uuid_v7() AS u, uuid_v6() AS u6
    FROM generate_series(1, 1000);
CREATE INDEX ON thousand (id);
CREATE INDEX ON thousand (u);
ANALYZE thousand;

-- What a predicate finds of the thousand rows, in three ways, and how often it called the function
-- each time: once for each row.
CREATE FUNCTION calls_of(predicate text) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    query text;
    rows bigint;
    result bigint[] := '{}';
BEGIN
    FOREACH query IN ARRAY ARRAY['SELECT count(*) FROM thousand WHERE ' || predicate,
            'SELECT 1000 - count(*) FROM thousand WHERE NOT (' || predicate || ')',
            'SELECT count(*) FILTER (WHERE b) FROM (SELECT ' || predicate ||
                ' AS b FROM thousand OFFSET 0) s'] LOOP
        PERFORM setval('calls', 1);
        EXECUTE query INTO rows;
        result := result || ARRAY[rows, (SELECT last_value - 1 FROM calls)];
    END LOOP;
    RETURN result;
END
$$;
CREATE TABLE of_turning AS
SELECT replace(replace(replace(replace(form,
    'TIME', $$turning(timestamptz 'infinity', '-infinity')$$),
    'RANGE', $$turning(tstzrange '(,)', 'empty')$$),
    'UUID', $$turning(uuid_v7_min('2021-01-01'), uuid_v7_min('2101-01-01'))$$),
    'ID', $$turning(objectid_min('2021-01-01'), objectid_min('2101-01-01'))$$) AS predicate
FROM unnest(ARRAY[
    'id >= TIME', 'id > TIME', 'id < TIME', 'TIME < id', 'objectid_within(id, RANGE)',
    'u >= TIME', 'TIME > u', 'uuid_v7_within(u, RANGE)', 'uuid_v6_within(u6, RANGE)',
    $$ID < timestamptz '2025-01-01'$$, 'ID >= now()',
    $$objectid_within(ID, tstzrange('2020-01-01', '2025-01-01'))$$,
    $$objectid_within(ID, tstzrange(now() - interval '2000 years', now()))$$,
    $$UUID < timestamptz '2025-01-01'$$,
    $$uuid_v7_within(UUID, '[2020-01-01,2025-01-01)')$$]) AS form;
SELECT calls, count(*) FROM of_turning, calls_of(predicate) calls GROUP BY calls;
\echo with an index at hand
SET enable_seqscan = off;
SELECT calls, count(*) FROM of_turning, calls_of(predicate) calls GROUP BY calls;
RESET enable_seqscan;

\echo Any, all, above all of the times of a sub-select, one of which is NULL
CREATE TEMP TABLE moments (t timestamptz);
INSERT INTO moments VALUES ('2026-11-01 10:00'), (NULL), ('2026-11-01 20:00');
SELECT id >= ANY (SELECT t FROM moments), id >= ALL (SELECT t FROM moments),
    id > ALL (SELECT t FROM moments WHERE t IS NOT NULL), count(*)
FROM hours GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;

\echo RETURNING sees a row as it becomes, and WHERE as it was
CREATE TABLE parts (id objectid, any_version uuid) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts DEFAULT;
INSERT INTO parts VALUES (objectid_min('2026-11-01'), uuid_v7_min('2026-11-01'));
CREATE TABLE limits (n int, ts timestamptz);
INSERT INTO limits VALUES (1, '2026-01-01');
UPDATE limits SET ts = 'infinity' FROM parts WHERE id > ts AND any_version > ts
RETURNING id > ts, any_version > ts;
UPDATE limits SET ts = '2026-01-01';
DELETE FROM limits USING parts WHERE id > ts AND any_version > ts
RETURNING id > ts, any_version > ts, id <= ts;
-- RETURNING of MERGE came with PostgreSQL 17.
DO $$
DECLARE
    id_after boolean;
    uuid_after boolean;
BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        INSERT INTO limits VALUES (1, '2026-01-01');
        EXECUTE 'MERGE INTO limits USING parts ON id > ts AND any_version > ts
            WHEN MATCHED THEN UPDATE SET ts = ''infinity''
            RETURNING id > ts, any_version > ts' INTO id_after, uuid_after;
        ASSERT NOT id_after AND NOT uuid_after;
        DELETE FROM limits;
    END IF;
END
$$;

\echo A UUID without a time is neither before times nor not
INSERT INTO limits VALUES (2, 'infinity'), (3, NULL);
SELECT ts, uuid '01a19467-e800-4000-8000-000000000000' < ts,
    NOT uuid '01a19467-e800-4000-8000-000000000000' < ts
FROM limits ORDER BY ts;
SELECT count(*) FROM limits WHERE NOT uuid '01a19467-e800-4000-8000-000000000000' < ts;

-- COPY, triggers and policies ---------------------------------------------------------------------

CREATE TEMP TABLE copied (
    id objectid, note text, v7 uuid DEFAULT uuid_v7_min('2026-11-01'));
CREATE FUNCTION pg_temp.tell() RETURNS trigger
    LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE 'trigger of %', new.note; RETURN new; END$$;
CREATE TRIGGER tell_of_late BEFORE INSERT ON copied FOR EACH ROW
    WHEN (new.id >= timestamptz '2026-06-01'
        AND NOT objectid_within(new.id, tstzrange(now() - interval '900 years', '2026-07-01')))
    EXECUTE FUNCTION pg_temp.tell();
\echo Copied
COPY copied (id, note) FROM stdin
    WHERE id >= timestamptz '2026-03-01'
    AND objectid_within(id, tstzrange(now() - interval '900 years', NULL))
    AND NOT objectid_within(id, tstzrange('2026-06-01', '2026-07-01'))
    AND NOT objectid_within(id, '[2026-07-01,2026-08-01)')
    AND NOT id >= timestamptz '2026-12-01'
    AND NOT uuid_v7_within(v7, '[2026-06-01,2026-07-01)')
    AND NOT v7 < timestamptz '2026-01-01'
    AND NOT id >= date '5874897-12-31';
6955b9000000000000000000	January
69a381800000000000000000	March
6a1ccf800000000000000000	June
6a445c800000000000000000	July
6ae681000000000000000000	November
6b0e0e000000000000000000	December
\.
SELECT note FROM copied ORDER BY id;
CREATE ROLE regress_objectid_writer;
GRANT INSERT ON copied TO regress_objectid_writer;
ALTER TABLE copied ENABLE ROW LEVEL SECURITY;
CREATE POLICY recent ON copied
    WITH CHECK (id >= timestamptz '2026-06-01' AND id < now() + interval '1000 years');
\echo A policy that refuses, and that does not
SET ROLE regress_objectid_writer;
INSERT INTO copied VALUES ('69a381800000000000000000', 'old');
INSERT INTO copied VALUES ('6a1ccf800000000000000000', 'new');
RESET ROLE;
DROP TABLE copied;
DROP ROLE regress_objectid_writer;

-- Definitions that keep a predicate ---------------------------------------------------------------

CREATE TABLE kept (
    id objectid CHECK (id >= timestamptz '2026-01-01' AND id < timestamptz '2027-01-01'),
    v7 uuid CHECK (uuid_v7_within(v7, tstzrange('2026-01-01', '2027-01-01'))),
    late bool GENERATED ALWAYS AS (id >= timestamptz '2026-07-01') STORED,
    summer bool GENERATED ALWAYS AS (objectid_within(id, tstzrange('2026-06-01', '2026-09-01')))
        STORED,
    n int);
CREATE INDEX kept_late ON kept ((id >= timestamptz '2026-07-01'));
CREATE UNIQUE INDEX kept_n_recent ON kept (n) WHERE id >= timestamptz '2026-07-01';
CREATE UNIQUE INDEX kept_n_summer ON kept (v7, n)
    WHERE objectid_within(id, tstzrange('2026-06-01', '2026-09-01'));
CREATE STATISTICS kept_stat ON (id >= timestamptz '2026-07-01'), (n % 2) FROM kept;
CREATE RULE kept_late_is_kept AS ON DELETE TO kept
    WHERE old.id >= timestamptz '2026-07-01' DO INSTEAD NOTHING;
\echo NULL passes a check
INSERT INTO kept (id, v7, n) VALUES (NULL, NULL, 0),
    (objectid_min('2026-01-01'), uuid_v7_min('2026-01-01'), 1),
    (objectid_max('2026-12-31 23:59:59.9'), uuid_v7_max('2026-12-31 23:59:59.999999'), 2),
        (objectid_min('2026-07-01'), NULL, 3)
    RETURNING n, late, summer;
\echo what else does not
SELECT error_of($$INSERT INTO kept (id) VALUES (objectid_min('2027-01-01'))$$);
SELECT error_of($$INSERT INTO kept (v7) VALUES (uuid_v7_min('2027-01-01'))$$);
\echo Another version passes, unless the check refuses it
INSERT INTO kept (v7) VALUES (uuid_v6_min('2026-07-01')), (uuid_v6_min('2036-07-01'));
SELECT error_of($$ALTER TABLE kept ADD CHECK (v7 >= timestamptz '2026-01-01' AND uuid_is_v7(v7))$$);
DELETE FROM kept WHERE NOT uuid_is_v7(v7);
ALTER TABLE kept ADD CHECK (v7 >= timestamptz '2026-01-01' AND uuid_is_v7(v7));
SELECT error_of($$INSERT INTO kept (v7) VALUES (uuid_v6_min('2026-07-01'))$$);
ANALYZE kept;

\echo The arbiter of an upsert is found by its predicate
INSERT INTO kept (id, n) VALUES (objectid_min('2026-08-01'), 3)
    ON CONFLICT (n) WHERE id >= timestamptz '2026-07-01' DO UPDATE SET n = 33 RETURNING n;
INSERT INTO kept (id, n) VALUES (objectid_min('2026-09-01'), 33)
    ON CONFLICT (n) WHERE id >= timestamptz '2026-08-01' DO NOTHING RETURNING n;
INSERT INTO kept (id, n) VALUES (objectid_min('2026-07-02'), 34) ON CONFLICT (v7, n)
    WHERE objectid_within(id, tstzrange('2026-06-01', '2026-09-01')) DO NOTHING RETURNING n;
SELECT error_of($$
    INSERT INTO kept (id, n) VALUES (objectid_min('2026-08-01'), 3)
    ON CONFLICT (n) WHERE id >= timestamptz '2026-06-30' DO NOTHING$$);
DELETE FROM kept;
SELECT n FROM kept ORDER BY n;

\echo and one with a predicate as an expression, which serves other queries, too
CREATE TABLE expressions (n int, id objectid, v7 uuid);
CREATE UNIQUE INDEX ON expressions (n, (id >= timestamptz '2026-07-01'));
CREATE UNIQUE INDEX expressions_v7 ON expressions (n, (v7 >= timestamptz '2026-07-01'));
CREATE INDEX expressions_within ON expressions ((uuid_v7_within(v7, '[2026-07-01,2026-08-01)')), n);
INSERT INTO expressions VALUES (1, objectid_min('2026-08-01'), uuid_v7_min('2026-08-01'));
INSERT INTO expressions VALUES (1, objectid_min('2026-09-01'), uuid_v7_min('2026-09-01'))
ON CONFLICT (n, (id >= timestamptz '2026-07-01')) DO UPDATE SET n = 2 RETURNING n;
INSERT INTO expressions VALUES (2, NULL, uuid_v7_min('2026-09-01'))
ON CONFLICT (n, (v7 >= timestamptz '2026-07-01')) DO UPDATE SET n = 3 RETURNING n;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET enable_sort = off;
EXPLAIN (COSTS OFF)
SELECT FROM expressions ORDER BY n, v7 >= timestamptz '2026-07-01';
EXPLAIN (COSTS OFF)
SELECT FROM expressions ORDER BY uuid_v7_within(v7, '[2026-07-01,2026-08-01)');
RESET enable_seqscan;
RESET enable_bitmapscan;
RESET enable_sort;

\echo An id and a time of one row: partial indexes, expressions, partitions
CREATE TABLE by_row (n int, id objectid, v7 uuid, ts timestamptz, during tstzrange);
CREATE UNIQUE INDEX by_row_ge ON by_row (n) WHERE id >= ts;
CREATE UNIQUE INDEX by_row_v7 ON by_row (n) WHERE v7 < ts;
CREATE INDEX by_row_within ON by_row ((objectid_within(id, during)));
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT FROM by_row WHERE n = 1 AND id >= ts;
EXPLAIN (COSTS OFF) SELECT FROM by_row WHERE n = 1 AND v7 < ts;
EXPLAIN (COSTS OFF) SELECT FROM by_row WHERE objectid_within(id, during);
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE by_row;
CREATE TABLE by_row (id objectid, v7 uuid, ts timestamptz) PARTITION BY LIST ((v7 < ts));
CREATE TABLE by_row_old PARTITION OF by_row
    FOR VALUES IN (true) PARTITION BY LIST ((id >= timestamptz '2026-01-01'));
CREATE TABLE by_row_old_late PARTITION OF by_row_old FOR VALUES IN (true);
CREATE TABLE by_row_old_rest PARTITION OF by_row_old FOR VALUES IN (false, NULL);
CREATE TABLE by_row_rest PARTITION OF by_row FOR VALUES IN (false, NULL);
INSERT INTO by_row VALUES
    (objectid_min('2026-01-02'), uuid_v7_min('2026-01-02'), '2026-01-03'),
    (NULL, uuid_v7_min('2026-01-02'), '2026-01-02'),
    (NULL, NULL, NULL),
    (NULL, uuid_v7_min('2026-01-02'), '2026-01-03');
EXPLAIN (COSTS OFF) SELECT FROM by_row WHERE v7 < ts AND id >= timestamptz '2026-01-01';
SELECT tableoid::regclass, id, v7, ts FROM by_row WHERE v7 < ts ORDER BY id;

\echo Domains over the time and the id
CREATE DOMAIN moment AS timestamptz;
CREATE DOMAIN period AS tstzrange;
SELECT count(*) FROM hours WHERE id >= '2026-11-01 10:00'::moment
    AND objectid_within(id, '(,2026-11-01 12:00)'::period);
CREATE DOMAIN document AS objectid CHECK (VALUE >= timestamptz '2026-01-01');
SELECT '65a000000000000000000000'::document >= timestamptz '2026-01-01';
SELECT objectid_within('6ae681000000000000000000'::document,
    tstzrange(now() - interval '900 years', NULL));

-- Plans and support functions ---------------------------------------------------------------------

\echo Predicates in a query that is pulled up: joined, in partitions, and as expected
-- A rewritten predicate repeats its operands, and the planner renumbers each of them.
CREATE TEMP TABLE late AS SELECT gen_objectid(t) AS id, uuid_v6(t) AS v6, uuid_v7(t) AS v7
    FROM generate_series(timestamptz '2026-11-01', '2026-11-03', '1 hour') AS t;
CREATE TEMP TABLE early AS SELECT gen_objectid(t) AS id, uuid_v6(t) AS v6, uuid_v7(t) AS v7
    FROM generate_series(timestamptz '2020-01-01', '2020-01-02', '1 hour') AS t;
-- With partitions, which predicates are rewritten for whatever the time is.
CREATE TEMP TABLE late_parts (LIKE late) PARTITION BY RANGE (id);
CREATE TEMP TABLE late_1 PARTITION OF late_parts
    FOR VALUES FROM (MINVALUE) TO (objectid_min('2026-11-02'));
CREATE TEMP TABLE late_2 PARTITION OF late_parts
    FOR VALUES FROM (objectid_min('2026-11-02')) TO (MAXVALUE);
INSERT INTO late_parts TABLE late;
CREATE FUNCTION pg_temp.pulled_up(predicate text, meaning text,
    OUT joined bigint, OUT partitioned bigint, OUT expected bigint)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('
        SELECT count(*)
        FROM (
            SELECT 1
            FROM late l, early e, LATERAL generate_series(1, (%s)::integer) g) s', predicate)
        INTO joined;
    EXECUTE format('
        SELECT count(*)
        FROM (
            SELECT 1
            FROM late_parts l, early e, LATERAL generate_series(1, (%s)::integer) g) s', predicate)
        INTO partitioned;
    EXECUTE format('SELECT count(*) FROM late l, early e WHERE %s', meaning) INTO expected;
END
$$;
SELECT predicate, joined, partitioned, expected FROM (VALUES
    ('objectid_within(l.id, tstzrange(''2026-11-02'', ''2026-11-02 12:00''))',
        'objectid_timestamp(l.id) <@ tstzrange(''2026-11-02'', ''2026-11-02 12:00'')'),
    ('objectid_within(l.id, tstzrange(now() - interval ''900 years'', ''2026-11-02 12:00''))',
        'objectid_timestamp(l.id) < ''2026-11-02 12:00'''),
    ('uuid_v7_within(l.v7, tstzrange(''2026-11-02'', ''2026-11-02 12:00''))',
        'uuid_v7_timestamp(l.v7) <@ tstzrange(''2026-11-02'', ''2026-11-02 12:00'')'),
    ('l.id < objectid_timestamp(e.id)', 'false'),
    ('objectid_within(l.id, tstzrange(objectid_timestamp(e.id), NULL))', 'true'),
    ('l.v7 < objectid_timestamp(e.id)', 'false')) AS v (predicate, meaning),
        pg_temp.pulled_up(predicate, meaning);

-- Planner support and estimators in the hands of a superuser, on functions and operators of other
-- types, and of functions of ours under other names and with other arguments: defaults, and no
-- crash.
CREATE FUNCTION pg_temp.same_text(text, text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT
    SUPPORT objectid_internal_time_support AS 'SELECT $1 = $2 AND random() >= 0';
CREATE FUNCTION pg_temp.one(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
    SUPPORT objectid_internal_time_support AS 'BEGIN RETURN true; END';
CREATE FUNCTION pg_temp.none() RETURNS boolean LANGUAGE plpgsql IMMUTABLE
    SUPPORT objectid_internal_time_support AS 'BEGIN RETURN true; END';
CREATE FUNCTION pg_temp.three(objectid, tstzrange, int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
    SUPPORT objectid_internal_time_support AS 'BEGIN RETURN true; END';
SELECT probin AS library FROM pg_proc WHERE proname = 'objectid_within' \gset
CREATE FUNCTION pg_temp.wrong_time(objectid, timestamptz) RETURNS boolean LANGUAGE c
    IMMUTABLE STRICT SUPPORT objectid_internal_time_support AS :'library', 'objectid_within';
CREATE FUNCTION pg_temp.wrong_id(text, timestamptz) RETURNS boolean LANGUAGE c IMMUTABLE STRICT
    SUPPORT objectid_internal_time_support AS :'library', 'objectid_lt_timestamptz';
CREATE FUNCTION pg_temp.wrong_uuid(int, tstzrange) RETURNS boolean LANGUAGE c IMMUTABLE STRICT
    SUPPORT objectid_internal_time_support AS :'library', 'uuid_v7_within';
CREATE FUNCTION pg_temp.wrong_count(uuid) RETURNS boolean LANGUAGE c IMMUTABLE STRICT
    SUPPORT objectid_internal_time_support AS :'library', 'uuid_lt_timestamptz';
CREATE FUNCTION pg_temp.wrong_version(text) RETURNS boolean LANGUAGE c IMMUTABLE STRICT
    SUPPORT objectid_internal_time_support AS :'library', 'uuid_is_v7';
CREATE OPERATOR pg_temp.=== (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_temp.same_text,
    RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel);
CREATE OPERATOR pg_temp.!!! (RIGHTARG = int, FUNCTION = pg_temp.one,
    RESTRICT = objectid_internal_sel);
CREATE OPERATOR pg_temp.<<< (LEFTARG = objectid, RIGHTARG = timestamptz,
    FUNCTION = pg_temp.wrong_time, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel);
CREATE OPERATOR pg_temp.<<< (LEFTARG = text, RIGHTARG = timestamptz, FUNCTION = pg_temp.wrong_id,
    RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel);
CREATE OPERATOR pg_temp.<<< (LEFTARG = int, RIGHTARG = tstzrange, FUNCTION = pg_temp.wrong_uuid,
    RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel);
-- One that has the name of ours.
CREATE FUNCTION pg_temp.objectid_internal_upper(text) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    AS 'SELECT now() FROM (SELECT $1) s';
ANALYZE hours;
DO $do$
DECLARE
    predicate text;
BEGIN
    FOREACH predicate IN ARRAY ARRAY[
        'pg_temp.same_text(v6::text, v7::text)',
        'v6::text OPERATOR(pg_temp.===) ''x''',
        'v6::text OPERATOR(pg_temp.===) NULL',
        'v6::text OPERATOR(pg_temp.===) t::text',
        'OPERATOR(pg_temp.!!!) n',
        'OPERATOR(pg_temp.!!!) one',
        'pg_temp.one(n)',
        'pg_temp.none()',
        'pg_temp.three(id, r, n)',
        'pg_temp.three(id, NULL, 1)',
        'pg_temp.wrong_time(id, t)',
        'id OPERATOR(pg_temp.<<<) timestamptz ''2026-01-01''',
        'id OPERATOR(pg_temp.<<<) t',
        'pg_temp.wrong_id(v6::text, ''2026-01-01'')',
        'v6::text OPERATOR(pg_temp.<<<) timestamptz ''2026-01-01''',
        'v6::text OPERATOR(pg_temp.<<<) now()',
        'v6::text OPERATOR(pg_temp.<<<) t',
        'pg_temp.wrong_uuid(n, ''[2026-01-01,)'')',
        'n OPERATOR(pg_temp.<<<) tstzrange ''(,)''',
        'n OPERATOR(pg_temp.<<<) r',
        'one OPERATOR(pg_temp.<<<) r',
        'pg_temp.wrong_count(v6)',
        'pg_temp.wrong_version(v6::text)',
        'id < NULL::timestamptz',
        'objectid_within(id, NULL)',
        'v7 >= NULL::timestamptz',
        'id < NULL',
        'uuid_v7_within(NULL, r)',
        'NULL::objectid < t',
        'uuid_v7_within(NULL::uuid, r)',
        'uuid_is_v7(NULL)',
        $$id >= pg_temp.objectid_internal_upper('x')
            OR id >= pg_temp.objectid_internal_upper(n::text)$$] LOOP
        EXECUTE 'EXPLAIN SELECT
            FROM hours h, (SELECT now() AS t, NULL::tstzrange AS r, 1 AS one OFFSET 0) s
            WHERE ' || predicate;
    END LOOP;
END
$do$;
-- On types of as many bytes, some of which have no order: under the names of functions of ours. A
-- third of the rows is expected, as the server would.
\echo Not a third of the rows is expected
CREATE TABLE others (p point, a aclitem, i interval, o objectid, n int);
INSERT INTO others
SELECT point(n, n), makeaclitem(10, 10, 'SELECT', n % 2 = 0), n * interval '1 day',
    objectid_min('2026-01-01'), n
FROM generate_series(1, 100) n;
ANALYZE others;
CREATE FUNCTION pg_temp.borrow(library text, name text, lefttype text, righttype text, value text)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('CREATE FUNCTION pg_temp.%I(%s, %s) RETURNS boolean LANGUAGE c IMMUTABLE
        SUPPORT objectid_internal_time_support AS %L, ''objectid_lt''',
        name, lefttype, righttype, library);
    EXECUTE format('CREATE OPERATOR pg_temp.@@@@ (FUNCTION = pg_temp.%I, LEFTARG = %s,
        RIGHTARG = %s, RESTRICT = objectid_internal_sel)', name, lefttype, righttype);
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM others WHERE '
        '%1$s OPERATOR(pg_temp.@@@@) (SELECT %2$s) OR pg_temp.%3$I(%1$s, %2$s)',
        left(lefttype, 1), value, name) INTO plan;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM others '
        'WHERE %1$s OPERATOR(pg_temp.@@@@) %2$s', left(lefttype, 1), value) INTO plan;
    EXECUTE format('DROP OPERATOR pg_temp.@@@@ (%s, %s)', lefttype, righttype);
    RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;
SELECT name, type, other, expected
FROM (VALUES
    ('point', 'point(3, 3)'),
    ('aclitem', 'makeaclitem(10, 10, ''SELECT'', true)'),
    ('interval', 'interval ''3 days'''),
    ('objectid', 'objectid ''507f1f77bcf86cd799439011''')) t (type, value), (VALUES
    ('objectid_lt', NULL, NULL),
    ('objectid_gt_timestamptz', 'timestamptz', 'timestamptz ''2026-01-01'''),
    ('objectid_ge_timestamptz', 'date', 'date ''2026-01-01'''),
    ('objectid_within', 'text', 'text ''2026-01-01'''),
    ('uuid_ge_timestamptz', 'timestamptz', 'timestamptz ''2026-01-01'''),
    ('uuid_v7_within', 'tstzrange', 'tstzrange ''(,)''')) v (name, other, time),
    pg_temp.borrow(:'library', name, type, coalesce(other, type), coalesce(time, value)) expected
WHERE (type <> 'objectid' OR name NOT IN ('objectid_lt', 'objectid_gt_timestamptz'))
    AND expected <> '33';
\echo Called by hand they cannot be
SELECT call, left(error_of('SELECT ' || call), 5) IN ('42883', '0A000') AS fails
FROM unnest('{objectid_internal_time_support(NULL),objectid_internal_time_support(1),
    "objectid_internal_sel(NULL, 0, NULL, 0)"}'::text[]) call;

SET client_min_messages = warning;
DROP SCHEMA predicates CASCADE;

-- time_predicates.cpp, time_support.cpp: whatever the plan, a predicate on the time of an id says
-- what a comparison of the extracted time says, for every id, time and NULL. 20,000 ids at known
-- times and the corner ids, against every corner time.
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET jit = off;
CREATE SCHEMA time_property;
SELECT current_schema() AS home \gset
SET search_path = time_property, :home;

-- What there is to compare ------------------------------------------------------------------------

-- Corner times; NULL is one of them. 2021-03-01 12:00:00 and 2022-08-15 lie inside the data.
CREATE TABLE times (no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, arg timestamptz);
INSERT INTO times (arg) VALUES
    ('-infinity'), ('4714-11-24 00:00:00 BC'), ('0044-03-15 12:00:00 BC'),
    ('1582-10-14 23:59:59.999999'), ('1582-10-15'), ('1582-10-15 00:00:00.000001'), ('1750-06-01'),
    ('1969-12-31 23:59:58.9995'), ('1969-12-31 23:59:59'), ('1969-12-31 23:59:59.999999'),
    ('1970-01-01'), ('1970-01-01 00:00:00.000001'), ('1970-01-01 00:00:00.0005'),
    ('1970-01-01 00:00:00.001'), ('1970-01-01 00:00:00.999999'), ('1970-01-01 00:00:01'),
    ('2021-03-01 11:59:59.999999'), ('2021-03-01 12:00:00'), ('2021-03-01 12:00:00.000001'),
    ('2021-03-01 12:00:00.0005'), ('2021-03-01 12:00:00.000999'), ('2021-03-01 12:00:00.001'),
    ('2021-03-01 12:00:00.5'), ('2021-03-01 12:00:00.999999'), ('2021-03-01 12:00:01'),
    ('2022-08-15'), ('2038-01-19 03:14:07'), ('2038-01-19 03:14:08'),
    ('2106-02-07 06:28:14.999999'), ('2106-02-07 06:28:15'), ('2106-02-07 06:28:15.000001'),
    ('2106-02-07 06:28:15.5'), ('2106-02-07 06:28:15.999999'), ('2106-02-07 06:28:16'),
    ('2107-01-01'),
    ('5236-03-31 21:21:00.684696'), ('5236-03-31 21:21:00.684697'), ('5236-03-31 21:21:00.684698'),
    ('5237-01-01'),
    ('10889-08-02 05:31:50.654'), ('10889-08-02 05:31:50.654999'), ('10889-08-02 05:31:50.655'),
    ('10889-08-02 05:31:50.655001'), ('10889-08-02 05:31:50.655999'), ('10889-08-02 05:31:50.656'),
    ('10890-01-01'),
    ('294276-12-31 23:59:59.999999'), ('infinity'), (NULL);

-- Ranges between any two of them with each kind of bounds; a NULL bound makes an unbounded one.
CREATE TABLE ranges (no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, arg tstzrange);
INSERT INTO ranges (arg)
    SELECT DISTINCT tstzrange(a.arg, b.arg, bounds)
    FROM times a JOIN times b ON coalesce(a.arg <= b.arg, true),
        unnest('{[],[),(],()}'::text[]) bounds
    UNION ALL SELECT NULL;
-- Those that are tried one by one: the odd ones, and some of each sort.
CREATE TABLE some_ranges AS
    SELECT no, arg FROM ranges
    WHERE arg IS NULL OR isempty(arg) OR lower_inf(arg) AND upper_inf(arg)
    UNION
    SELECT no, arg
    FROM (
        SELECT *, row_number() OVER (
            PARTITION BY lower_inc(arg), upper_inc(arg), lower_inf(arg), upper_inf(arg),
                lower(arg) < '1970-01-01', upper(arg) < '1970-01-01',
                lower(arg) > '2107-01-01', upper(arg) > '2107-01-01'
            ORDER BY md5(arg::text))
        FROM ranges) s
    WHERE row_number = 1;

CREATE TABLE corner_objectids AS
    SELECT DISTINCT id FROM (
        SELECT unnest(ARRAY[objectid_min(arg), objectid_max(arg), gen_objectid(arg)]) AS id
        FROM times WHERE arg BETWEEN '1970-01-01' AND '2106-02-07 06:28:15.999999'
        UNION ALL SELECT (first || repeat(rest, 16))::objectid
            FROM unnest('{00000000,00000001,7fffffff,80000000,fffffffe,ffffffff}'::text[]) first,
                unnest('{0,8,f}'::text[]) rest
        UNION ALL SELECT NULL) s;

-- A column that holds whatever there is: v6 and v7, their corner values under other versions and
-- variants.
CREATE TABLE corner_uuids AS
    WITH v6_and_v7 AS (
        SELECT unnest(ARRAY[uuid_v7_min(arg), uuid_v7_max(arg), uuid_v7(arg)]) AS id
        FROM times WHERE arg BETWEEN '1970-01-01' AND '10889-08-02 05:31:50.655999'
        UNION ALL
        SELECT unnest(ARRAY[uuid_v6_min(arg), uuid_v6_max(arg), uuid_v6(arg),
            uuid_v6_to_v1(uuid_v6(arg))])
        FROM times WHERE arg BETWEEN '1582-10-15' AND '5236-03-31 21:21:00.684697')
    SELECT DISTINCT id FROM (
        SELECT id FROM v6_and_v7
        UNION ALL SELECT overlay(overlay(id::text PLACING version FROM 15) PLACING variant
            FROM 20)::uuid
            FROM v6_and_v7, unnest('{0,4,6,7,8,f}'::text[]) version,
                unnest('{0,7,8,b,c,f}'::text[]) variant
            WHERE right(id::text, 1) IN ('0', 'f')
        UNION ALL SELECT repeat(digit, 32)::uuid FROM unnest('{0,7,8,f}'::text[]) digit
        UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 100)
        UNION ALL SELECT NULL) s;

-- 20,000 ids at 1,000 known times of two years, given to the microsecond.
CREATE TABLE known_times AS
    SELECT timestamptz '2021-01-01' + n * interval '17:30:38.271605' AS at
        FROM generate_series(1, 1000) n
    UNION ALL SELECT '2021-03-01 12:00:00'
    UNION ALL SELECT '2021-03-01 12:00:00.0006'
    UNION ALL SELECT '2022-08-15';
CREATE TABLE objectids AS
    SELECT gen_objectid(at) AS id
        FROM known_times, generate_series(1, 20)
    UNION ALL TABLE corner_objectids;
CREATE TABLE uuids AS
    SELECT CASE WHEN n % 2 = 0 THEN uuid_v6(at) ELSE uuid_v7(at) END AS id
        FROM known_times, generate_series(1, 20) n
    UNION ALL TABLE corner_uuids;
CREATE INDEX ON objectids (id);
CREATE INDEX ON uuids (id);
-- How many rows have a time, of those that have an id, and of those that have none.
CREATE TABLE objectid_times AS
    SELECT id IS NOT NULL AS has_id, objectid_timestamp(id) AS at, count(*) AS rows
    FROM objectids GROUP BY 1, 2;
CREATE TABLE uuid_v6_times AS
    SELECT id IS NOT NULL AS has_id, uuid_v6_timestamp(id) AS at, count(*) AS rows
    FROM uuids GROUP BY 1, 2;
CREATE TABLE uuid_v7_times AS
    SELECT id IS NOT NULL AS has_id, uuid_v7_timestamp(id) AS at, count(*) AS rows
    FROM uuids GROUP BY 1, 2;

-- The corners and a few others, to be looked at row by row; of each sort of corner some, to be
-- looked at in every context.
CREATE TABLE few_objectids AS
    TABLE corner_objectids
    UNION ALL
    SELECT gen_objectid(at)
        FROM (SELECT at FROM known_times ORDER BY md5(at::text) LIMIT 200) s;
CREATE TABLE few_uuids AS
    TABLE corner_uuids
    UNION ALL
    SELECT unnest(ARRAY[uuid_v6(at), uuid_v7(at)])
        FROM (SELECT at FROM known_times ORDER BY md5(at::text) LIMIT 100) s;
CREATE TABLE some_objectids AS TABLE few_objectids;
CREATE TABLE some_uuids AS
    SELECT id
    FROM (
        SELECT *, row_number() OVER (
            PARTITION BY substr(id::text, 15, 1), substr(id::text, 20, 1)
            ORDER BY md5(id::text))
        FROM few_uuids) s
    WHERE row_number <= 10;
VACUUM ANALYZE objectids, uuids, few_objectids, few_uuids, some_objectids, some_uuids, times,
    ranges, some_ranges;
SELECT (SELECT count(*) FROM objectids) > 20000 AS objectids,
    (SELECT count(*) FROM uuids) > 20000 AS uuids,
    (SELECT count(*) FROM times) AS times,
    (SELECT count(*) FROM ranges) AS ranges,
    (SELECT count(*) FROM some_ranges) AS some_ranges;

-- How it is compared ------------------------------------------------------------------------------

-- A predicate is written with ID and ARG, and so is what it means, with TIME, the extracted one. A
-- uuid of another version has none, and is in no range. (The server itself says since 17 that an
-- unbounded range contains NULL, when the range is a constant.)
CREATE TABLE predicates (
    kind text, ids text, says text, means text, args text, other_order boolean);
INSERT INTO predicates
    SELECT kind, CASE kind WHEN 'objectid' THEN 'objectids' ELSE 'uuids' END, says,
        CASE kind
            WHEN 'objectid' THEN compares
            ELSE 'CASE WHEN ID IS NOT NULL AND ARG IS NOT NULL
                THEN TIME IS NOT NULL AND ' || compares || ' END'
        END,
        'times', says ~ '^ARG'
    FROM unnest('{objectid,uuid_v7}'::text[]) kind,
        unnest('{<,<=,>=,>}'::text[]) op,
        LATERAL (VALUES
            ('ID ' || op || ' ARG', 'TIME ' || op || ' ARG'),
            ('ARG ' || op || ' ID', 'ARG ' || op || ' TIME')) v(says, compares);
INSERT INTO predicates
    SELECT kind, CASE kind WHEN 'objectid' THEN 'objectids' ELSE 'uuids' END, says,
        CASE kind
            WHEN 'objectid' THEN 'CASE WHEN ID IS NOT NULL THEN ARG @> TIME END'
            ELSE 'CASE WHEN ID IS NOT NULL AND ARG IS NOT NULL
                THEN TIME IS NOT NULL AND ARG @> TIME END'
        END,
        'some_ranges', false
    FROM unnest('{objectid,uuid_v6,uuid_v7}'::text[]) kind,
        LATERAL (SELECT kind || '_within(ID, ARG)') s(says);
SELECT kind, args, array_agg(says ORDER BY says COLLATE "C") AS says
FROM predicates GROUP BY kind, args ORDER BY kind, args;

-- Ways to give the argument: an expression in the text of the query, where %1$L is the value and
-- %2$s its number, or a parameter. Plans of the last three are made before the value is known.
CREATE TABLE forms (form text, argument text);
INSERT INTO forms VALUES
    ('constant', '%1$L::TYPE'),
    ('parameter of a custom plan', '$1'),
    ('stable expression', 'stable(%1$L::TYPE)'),
    ('costly stable expression', 'costly(%1$L::TYPE)'),
    ('volatile expression', 'volatile(%1$L::TYPE)'),
    ('sub-select', '(SELECT arg FROM ARGS WHERE no = %2$s)'),
    ('parameter of a generic plan', '$1');
-- No functions of SQL, which would be inlined.
DO $$
DECLARE
    f record;
BEGIN
    FOR f IN
        SELECT *
        FROM unnest('{timestamptz,tstzrange}'::text[]) type,
            (VALUES
                ('stable', 'STABLE COST 1'),
                ('costly', 'STABLE COST 100000'),
                ('volatile', 'VOLATILE COST 1')) v(name, options)
    LOOP
        EXECUTE format('CREATE FUNCTION %s(x %s) RETURNS %2$s LANGUAGE plpgsql %s
            AS ''BEGIN RETURN x; END''', f.name, f.type, f.options);
    END LOOP;
END
$$;

-- What the words of a template stand for.
CREATE FUNCTION written(template text, p predicates, id text, arg text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    words text[] := ARRAY[
        ['SAYS', p.says],
        ['MEANS', p.means],
        ['TIME', p.kind || '_timestamp(ID)'],
        ['ID', id],
        ['ARG', arg],
        ['ARGS', p.args],
        ['TYPE', CASE p.args WHEN 'times' THEN 'timestamptz' ELSE 'tstzrange' END]];
    word text[];
BEGIN
    FOREACH word SLICE 1 IN ARRAY words LOOP
        template := regexp_replace(template, '\m' || word[1] || '\M', word[2], 'g');
    END LOOP;
    RETURN template;
END
$$;

-- Runs a query, which yields one text, for each argument of a predicate, and one that says what it
-- should have yielded: how many were tried, and one that differs.
CREATE FUNCTION attack(p predicates, form forms, query text, reference text,
    OUT tried int, OUT differs text) LANGUAGE plpgsql AS $$
DECLARE
    arg record;
    got text;
    wanted text;
BEGIN
    query := written(query, p, 'id', form.argument);
    reference := written(reference, p, 'id', '%1$L::TYPE');
    tried := 0;
    IF form.form ~ 'generic' THEN
        EXECUTE format('PREPARE q(%s) AS %s',
            CASE p.args WHEN 'times' THEN 'timestamptz' ELSE 'tstzrange' END, query);
    END IF;
    FOR arg IN EXECUTE format('SELECT no, arg::text AS value FROM %s ORDER BY no', p.args) LOOP
        IF form.form ~ 'generic' THEN
            EXECUTE format('EXECUTE q(%L)', arg.value) INTO got;
        ELSIF form.form ~ 'parameter' AND p.args = 'times' THEN
            EXECUTE query INTO got USING arg.value::timestamptz;
        ELSIF form.form ~ 'parameter' THEN
            EXECUTE query INTO got USING arg.value::tstzrange;
        ELSE
            EXECUTE format(query, arg.value, arg.no) INTO got;
        END IF;
        EXECUTE format(reference, arg.value) INTO wanted;
        tried := tried + 1;
        IF got IS DISTINCT FROM wanted THEN
            differs := format('%s, %s: %s instead of %s', p.says, arg.value, got, wanted);
        END IF;
    END LOOP;
    IF form.form ~ 'generic' THEN
        DEALLOCATE q;
    END IF;
END
$$;
CREATE FUNCTION rows_of(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    rows bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (%s) s', query) INTO rows;
    RETURN rows;
END
$$;

-- Through the index, all rows ---------------------------------------------------------------------

-- What is right, for every argument: the extracted times as a sequential scan found them, and their
-- rows.
CREATE FUNCTION by_index(p predicates) RETURNS text STABLE
    RETURN format('SELECT count(*) FROM %s WHERE SAYS', p.ids);
CREATE FUNCTION by_times(p predicates) RETURNS text STABLE
    RETURN format('SELECT coalesce(sum(rows), 0) FROM %s_times WHERE %s', p.kind,
        replace(replace(p.means, 'ID IS NOT NULL', 'has_id'), 'TIME', 'at'));
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SELECT kind, f.form, count(*) AS predicates, sum(tried) AS tried, min(differs) AS differs
FROM predicates p, forms f, LATERAL attack(p, f, by_index(p), by_times(p))
WHERE f.form <> 'volatile expression' AND (NOT other_order OR f.form = 'constant')
    AND (kind = 'objectid' OR says ~ 'within' OR f.form ~ 'generic|constant|stable')
GROUP BY kind, f.form ORDER BY kind, f.form COLLATE "C";
-- A nested loop gives all arguments to one plan.
SELECT kind, count(*) AS predicates, sum(rows) AS differ
FROM predicates p,
    rows_of(written(format('
        SELECT FROM %s a, LATERAL (%s) got(n), LATERAL (%s) wanted(n)
        WHERE got.n IS DISTINCT FROM wanted.n',
        args, by_index(p), by_times(p)), p, 'id', 'a.arg')) rows
GROUP BY kind ORDER BY kind;
RESET enable_seqscan;

-- Row by row: true, false or NULL -----------------------------------------------------------------

-- Each row, for every range there is (a thirtieth of them for the many corner uuids); and in a
-- select list.
CREATE TABLE fewer_ranges AS SELECT * FROM ranges WHERE no % 30 = 0 UNION TABLE some_ranges;
SELECT kind, count(*) AS predicates, sum(in_where) AS in_where, sum(in_list) AS in_list
FROM predicates p,
    LATERAL (SELECT CASE
        WHEN args = 'times' THEN 'times'
        WHEN ids = 'uuids' THEN 'fewer_ranges'
        ELSE 'ranges'
    END) a(arguments),
    LATERAL rows_of(written(format('
        SELECT FROM few_%s, %s
        WHERE (SAYS) IS DISTINCT FROM (MEANS)',
        ids, arguments), p, 'id', 'arg')) in_where,
    LATERAL rows_of(written(format('
        SELECT FROM (SELECT SAYS AS said, MEANS AS meant FROM few_%s, %s OFFSET 0) s
        WHERE said IS DISTINCT FROM meant',
        ids, args), p, 'id', 'arg')) in_list
GROUP BY kind ORDER BY kind;

-- Wherever an expression can stand.
SELECT 'SELECT '
    || string_agg(format('coalesce((%s)::text, ''NULL'')', context), ' || '' '' || ') AS contexts
FROM unnest(ARRAY[
    'SELECT count(*) FROM SOME WHERE PREDICATE',
    'SELECT count(*) FROM SOME WHERE NOT (PREDICATE)',
    'SELECT count(*) FROM SOME WHERE (PREDICATE) IS NULL',
    'SELECT count(*) FROM SOME WHERE (PREDICATE) IS NOT TRUE',
    'SELECT count(*) FROM SOME WHERE PREDICATE OR id IS NULL',
    'SELECT count(*) FROM SOME WHERE NOT (PREDICATE AND id IS NOT NULL)',
    'SELECT sum(CASE WHEN PREDICATE THEN 1 WHEN NOT (PREDICATE) THEN 1000 ELSE 1000000 END)
        FROM SOME',
    'SELECT md5(string_agg(coalesce((PREDICATE)::text, ''-''), '''' ORDER BY id)) FROM SOME',
    'SELECT count(*) FILTER (WHERE PREDICATE) FROM SOME']) context \gset
SELECT kind, f.form, count(*) AS predicates, sum(tried) AS tried, min(differs) AS differs
FROM predicates p, forms f, LATERAL replace(:'contexts', 'SOME', 'some_' || ids) contexts,
    LATERAL attack(p, f, replace(contexts, 'PREDICATE', 'SAYS'),
        replace(contexts, 'PREDICATE', 'MEANS'))
WHERE f.form = 'constant' OR NOT other_order
    AND f.form IN ('parameter of a generic plan', 'stable expression', 'volatile expression')
GROUP BY kind, f.form ORDER BY kind, f.form COLLATE "C";
RESET plan_cache_mode;

-- Volatile arguments ------------------------------------------------------------------------------

CREATE SEQUENCE calls;
-- Never the same twice: -infinity, infinity, -infinity ...
CREATE FUNCTION turning() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT CASE
        WHEN nextval('calls') % 2 = 0 THEN timestamptz 'infinity'
        ELSE '-infinity'
    END $$;
CREATE FUNCTION turning_range() RETURNS tstzrange LANGUAGE plpgsql VOLATILE COST 1 AS
    $$ BEGIN RETURN CASE
        WHEN nextval('calls') % 2 = 0 THEN tstzrange(NULL, NULL)
        ELSE 'empty'
    END; END $$;
CREATE FUNCTION turning_objectid() RETURNS objectid LANGUAGE plpgsql VOLATILE COST 1 AS
    $$ BEGIN RETURN CASE
        WHEN nextval('calls') % 2 = 0 THEN objectid_min('2021-01-01')
        ELSE objectid_min('2101-01-01')
    END; END $$;
CREATE FUNCTION turning_uuid() RETURNS uuid LANGUAGE plpgsql VOLATILE COST 1 AS
    $$ BEGIN RETURN CASE
        WHEN nextval('calls') % 2 = 0 THEN uuid_v7_min('2021-01-01')
        ELSE uuid_v7_min('2101-01-01')
    END; END $$;
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
CREATE TABLE of_turning (predicate text);
INSERT INTO of_turning VALUES
    ('id >= turning()'), ('id > turning()'), ('id < turning()'), ('id <= turning()'),
    ('turning() >= id'), ('turning() < id'),
    ('objectid_within(id, turning_range())'),
    ('u >= turning()'), ('u < turning()'), ('turning() > u'),
    ('uuid_v7_within(u, turning_range())'),
    ('turning_uuid() < timestamptz ''2025-01-01'''),
    ('turning_uuid() >= now() - interval ''1 year'''),
    ('uuid_v6_within(u6, turning_range())'), ('uuid_v7_within(u, turning_range())'),
    ('turning_objectid() < timestamptz ''2025-01-01'''), ('turning_objectid() >= now()'),
    ('objectid_within(turning_objectid(), tstzrange(''2020-01-01'', ''2025-01-01''))'),
    ('objectid_within(turning_objectid(), tstzrange(now() - interval ''2000 years'', now()))'),
    ('uuid_v7_within(turning_uuid(), ''[2020-01-01,2025-01-01)'')'),
    ('uuid_v7_within(turning_uuid(), tstzrange(now() - interval ''500 years'', now()))');
SELECT calls, count(*) FROM of_turning, calls_of(predicate) calls GROUP BY calls;
-- With an index at hand.
SET enable_seqscan = off;
SELECT calls, count(*) FROM of_turning, calls_of(predicate) calls GROUP BY calls;

SET client_min_messages = warning;
DROP SCHEMA time_property CASCADE;

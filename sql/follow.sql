-- What rows_after and the functions resolved_… return and refuse. What other sessions do:
-- test/isolation, test/t/follow.pl.
\pset format unaligned
\pset footer off

-- The bounds --------------------------------------------------------------------------------------

CREATE TABLE event (
    id objectid PRIMARY KEY DEFAULT gen_objectid(),
    gone int,
    n int,
    doubled int GENERATED ALWAYS AS (n * 2) STORED);
ALTER TABLE event DROP COLUMN gone;
CREATE TABLE bounded (
    id bigserial PRIMARY KEY,
    at uuid UNIQUE DEFAULT uuid_v7(),
    made objectid UNIQUE DEFAULT gen_objectid(),
    changed timestamptz DEFAULT clock_timestamp());

SELECT resolved_timestamp('event') BETWEEN statement_timestamp() AND clock_timestamp();
SELECT resolved_timestamp(NULL) IS NULL AND resolved_objectid(NULL) IS NULL
    AND resolved_uuid_v7(NULL) IS NULL AND resolved_number(NULL) IS NULL;
-- The first id of the second or millisecond, in one statement of the same time for all of a table
SELECT resolved_objectid('event') = objectid_min(resolved_timestamp('event')),
    resolved_uuid_v7('bounded') = uuid_v7_min(resolved_timestamp('bounded')),
    resolved_objectid('bounded') = objectid_min(resolved_timestamp('bounded'));
SELECT resolved_number('bounded');
INSERT INTO bounded SELECT FROM generate_series(1, 3);
SELECT resolved_number('bounded');
SELECT pg_sleep(0.002);
SELECT count(*) FROM bounded WHERE id < resolved_number('bounded', 'id')
    AND at < resolved_uuid_v7('bounded', key => 'at') AND changed < resolved_timestamp('bounded');

-- The caller's own rows come after it has committed
BEGIN;
INSERT INTO bounded DEFAULT VALUES;
SELECT resolved_timestamp('bounded') = now(), resolved_number('bounded');
SELECT count(*) FROM bounded
WHERE id < resolved_number('bounded') OR at < resolved_uuid_v7('bounded');
COMMIT;
SELECT resolved_timestamp('bounded') > statement_timestamp(), resolved_number('bounded');

-- A bound that the session knows stays right. One that is unknown is the smallest value.
SELECT resolved_timestamp('bounded') AS known \gset
SET track_activities = off;
BEGIN;
INSERT INTO bounded DEFAULT VALUES;
SELECT resolved_timestamp('bounded') >= :'known', resolved_number('bounded');
ROLLBACK;
\c
SET track_activities = off;
BEGIN;
INSERT INTO bounded DEFAULT VALUES;
SELECT resolved_timestamp('bounded'), resolved_uuid_v7('bounded'), resolved_objectid('bounded');
ROLLBACK;
RESET track_activities;

-- A snapshot of the past, too
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT resolved_timestamp('bounded') > statement_timestamp();
SELECT resolved_number('bounded');
COMMIT;

-- Each statement has one bound, however often it asks and in however many places, though time goes
-- on. Here a transaction ends at each row, but not for this snapshot.
CREATE FUNCTION transaction_ends() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_sleep(0.0001);
    CREATE TEMP TABLE ended ();
    RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
    RETURN true;
END
$$;
CREATE FUNCTION bound_in_sql() RETURNS timestamptz STABLE LANGUAGE sql
    SET work_mem = '4MB' AS 'SELECT resolved_timestamp(''bounded'')';
CREATE FUNCTION bound_in_plpgsql() RETURNS timestamptz STABLE LANGUAGE plpgsql AS
    'BEGIN RETURN resolved_timestamp(''bounded''); END';
CREATE FUNCTION bound_in_query() RETURNS timestamptz STABLE LANGUAGE plpgsql AS
    'BEGIN RETURN (SELECT resolved_timestamp(''bounded'') FROM pg_class LIMIT 1); END';
SELECT count(DISTINCT bound), min(bound) > statement_timestamp()
FROM (SELECT n, CASE n % 4
            WHEN 0 THEN bound_in_sql()
            WHEN 1 THEN bound_in_plpgsql()
            WHEN 2 THEN bound_in_query()
            ELSE resolved_timestamp('bounded')
        END AS bound, CASE WHEN n > 9 THEN transaction_ends() END
    FROM generate_series(0, 19) n) s;
SELECT count(DISTINCT bound)
FROM generate_series(1, 3), LATERAL (VALUES
    (resolved_timestamp('bounded'), transaction_ends()),
    (resolved_timestamp('bounded'), transaction_ends()),
    (bound_in_sql(), transaction_ends())) v (bound);
SELECT count(DISTINCT resolved_number('bounded')) AS numbers
FROM (SELECT nextval('bounded_id_seq'), transaction_ends() FROM generate_series(1, 5)) s;
-- Of more tables than the last calls that are remembered, in rows, lists of values and functions
CREATE FUNCTION bound_of(regclass) RETURNS timestamptz STABLE LANGUAGE plpgsql AS
    'BEGIN RETURN (SELECT resolved_timestamp($1) FROM pg_class LIMIT 1); END';
CREATE VIEW asked AS
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'pg_catalog'::regnamespace ORDER BY oid LIMIT 12;
SELECT string_agg(format('(%L, resolved_timestamp(%1$L))', name), ', ') AS values
FROM asked \gset
SELECT count(DISTINCT name) AS tables, count(DISTINCT (name, bound)) AS bounds
FROM generate_series(1, 2) times, LATERAL (
    SELECT v.* FROM (VALUES :values) v (name, bound) WHERE times > 0
    UNION ALL
    SELECT name, resolved_timestamp(name::regclass) FROM asked
    UNION ALL
    SELECT name, bound_of(name::regclass) FROM asked WHERE times > 0) b;
DROP VIEW asked;
-- A cursor keeps the bound with which it was planned, however many others are found meanwhile.
CREATE FUNCTION find_other_bounds(times int DEFAULT 50) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    before timestamptz := resolved_timestamp('bounded');
BEGIN
    FOR i IN 1 .. times LOOP
        PERFORM FROM pg_class WHERE resolved_timestamp('bounded') < before LIMIT 1;
    END LOOP;
END
$$;
BEGIN;
DECLARE bounds CURSOR FOR
    SELECT resolved_timestamp('bounded') AS bound
    FROM generate_series(timestamptz '2000-01-01', '2000-01-03', '1 day') t
    WHERE t < resolved_timestamp('bounded');
FETCH bounds \gset first_
SELECT find_other_bounds();
FETCH bounds \gset second_
SELECT :'first_bound' = :'second_bound' AS is_same;
COMMIT;
-- So does a list of values, whose memory lasts for a row.
SELECT count(DISTINCT bound)
FROM (VALUES
    (resolved_timestamp('bounded'), find_other_bounds(300)::text),
    (resolved_timestamp('bounded'), find_other_bounds(300)::text),
    (resolved_timestamp('bounded'), find_other_bounds(300)::text)) v (bound);
-- So do the queries of a function that an expression calls.
CREATE FUNCTION bounds_of_queries() RETURNS timestamptz[] STABLE LANGUAGE plpgsql AS $$
DECLARE
    bounds timestamptz[];
BEGIN
    bounds := ARRAY(SELECT resolved_timestamp('bounded') FROM pg_class LIMIT 1);
    PERFORM find_other_bounds();
    RETURN bounds || ARRAY(SELECT resolved_timestamp('bounded') FROM pg_class LIMIT 1)
        || resolved_timestamp('bounded');
END
$$;
DO $$
DECLARE
    bounds timestamptz[] := bounds_of_queries();
BEGIN
    ASSERT bounds[1] = ALL (bounds), bounds::text;
END
$$;
-- And a cursor that outlives the query in which it was opened, and which asked first.
CREATE FUNCTION open_bounds() RETURNS timestamptz STABLE LANGUAGE plpgsql AS $$
DECLARE
    bounds refcursor := 'bounds';
    bound timestamptz;
BEGIN
    OPEN bounds FOR SELECT resolved_timestamp('bounded') AS bound FROM generate_series(1, 3);
    FETCH bounds INTO bound;
    RETURN bound;
END
$$;
BEGIN;
SELECT resolved_timestamp('bounded') AS outer_bound, open_bounds() AS first_bound \gset
SELECT find_other_bounds(300);
FETCH bounds \gset second_
SELECT :'first_bound' = :'outer_bound' AND :'first_bound' = :'second_bound' AS is_same;
COMMIT;
DROP FUNCTION open_bounds(), bounds_of_queries(), find_other_bounds(int);
-- Expressions of PL/pgSQL get on.
DO $$
DECLARE
    bounds timestamptz[];
BEGIN
    FOR i IN 1 .. 5 LOOP
        PERFORM pg_sleep(0.001);
        bounds := bounds || resolved_timestamp('bounded');
        bounds := bounds || (SELECT resolved_timestamp('bounded') FROM pg_class LIMIT 1);
        bounds := bounds || bound_in_plpgsql();
        PERFORM bound_in_query();
    END LOOP;
    ASSERT bounds = ARRAY(SELECT DISTINCT unnest(bounds) ORDER BY 1), bounds::text;
END
$$;

-- The caller's rights; one key or another
SELECT error_of('SELECT resolved_uuid_v7(''event'')');
SELECT error_of('SELECT resolved_number(''event'')');
SELECT error_of('SELECT resolved_objectid(''bounded'', ''made'')');
ALTER TABLE bounded ALTER at SET DEFAULT gen_random_uuid(), ALTER id DROP DEFAULT;
SELECT error_of('SELECT resolved_uuid_v7(''bounded'')');
SELECT error_of('SELECT resolved_uuid_v7(''bounded'', ''at'')');
SELECT error_of('SELECT resolved_number(''bounded'')');
DROP TABLE bounded;
DROP FUNCTION transaction_ends(), bound_in_sql(), bound_in_plpgsql(), bound_in_query(),
    bound_of(regclass);

-- Tables only
CREATE VIEW event_view AS SELECT * FROM event;
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE event_foreign (id objectid) SERVER nowhere;
CREATE TABLE event_parts (id objectid) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE event_part PARTITION OF event_parts DEFAULT SERVER nowhere;
SELECT relation, error_of(format('SELECT resolved_timestamp(%L::regclass)', relation))
FROM unnest('{event_view,event_pkey,event_foreign,event_parts,1}'::text[]) relation;
SELECT error_of('SELECT * FROM rows_after(NULL::event_view, NULL::objectid)');

-- rows_after --------------------------------------------------------------------------------------

INSERT INTO event
SELECT objectid_min('2020-01-01 00:00 UTC'::timestamptz + n * interval '1 s'), n
FROM generate_series(1, 9) n;
-- Not over yet
INSERT INTO event VALUES (objectid_min(now() + interval '1 day'), 10);

SELECT * FROM rows_after(NULL::event, NULL::objectid, 3);
SELECT n, doubled FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:03 UTC'), 3);
SELECT n FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:07 UTC'));
SELECT count(*) FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:09 UTC'));
SELECT rows_after(NULL::event, NULL::objectid, max_rows => 2);
SELECT t.n FROM event e, rows_after(e, e.id, 2) t WHERE e.n IN (2, 5);

-- A row of the table stands for it as well as NULL does
SELECT n FROM rows_after(ROW(NULL, 1, 2)::event, NULL::objectid, 1);
CREATE DOMAIN event_domain AS event;
SELECT error_of('SELECT * FROM rows_after(NULL::event_domain, NULL::objectid, 1)');

SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid, 0)');
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid, NULL)');

-- Rows would be missed that others commit while the snapshot is kept
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid)');
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid)');
ROLLBACK;

-- Changes of the table between two calls of a session
ALTER TABLE event ADD COLUMN note text DEFAULT 'new';
SELECT * FROM rows_after(NULL::event, NULL::objectid, 1);
ALTER TABLE event RENAME TO events;
ALTER TABLE events RENAME COLUMN id TO "the ""Key""";
SELECT * FROM rows_after(NULL::events, NULL::objectid, 1);
CREATE TABLE event (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
SELECT count(*) FROM rows_after(NULL::event, NULL::objectid);
ALTER TABLE event DROP CONSTRAINT event_pkey1;
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid)');

-- The key. What is no key: an index that is not unique, of two columns, partial, on an expression,
-- of other operators, or that could not be built
CREATE TABLE keyed (
    n int PRIMARY KEY,
    a objectid DEFAULT gen_objectid(),
    b objectid DEFAULT gen_objectid(),
    u uuid);
INSERT INTO keyed
SELECT n, objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s'),
    objectid_min('2020-01-01 UTC'::timestamptz - n * interval '1 s')
FROM generate_series(1, 3) n;
INSERT INTO keyed VALUES
    (4, NULL, NULL), (5, objectid_min('2030-01-01'), NULL), (6, objectid_min('2030-01-01'), NULL);
CREATE INDEX ON keyed (a);
CREATE UNIQUE INDEX ON keyed (a, n);
CREATE UNIQUE INDEX ON keyed (a) WHERE n < 5;
CREATE UNIQUE INDEX CONCURRENTLY keyed_invalid ON keyed (a);
DELETE FROM keyed WHERE n > 4;
CREATE UNIQUE INDEX ON keyed ((objectid_max(objectid_timestamp(a))));
CREATE OPERATOR CLASS objectid_down FOR TYPE objectid USING btree AS
    OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <,
    FUNCTION 1 objectid_cmp(objectid, objectid);
CREATE UNIQUE INDEX ON keyed (b objectid_down);
SELECT error_of('SELECT * FROM rows_after(NULL::keyed, NULL::objectid)');
SELECT column_name, error_of(format(
    'SELECT * FROM rows_after(NULL::keyed, NULL::objectid, key => %L)', column_name))
FROM unnest('{a,none}'::text[]) column_name;
DROP INDEX keyed_invalid;
CREATE UNIQUE INDEX keyed_a ON keyed (a) INCLUDE (n);
CREATE UNIQUE INDEX keyed_a_down ON keyed (a DESC);
SELECT array_agg(n) FROM rows_after(NULL::keyed, NULL::objectid);
CREATE UNIQUE INDEX keyed_b ON keyed (b);
SELECT error_of('SELECT * FROM rows_after(NULL::keyed, NULL::objectid)');
SELECT array_agg(n) FROM rows_after(NULL::keyed, NULL::objectid, key => 'a');
SELECT array_agg(n) FROM rows_after(NULL::keyed, NULL::objectid, key => 'b');
DROP INDEX keyed_a, keyed_a_down;
CREATE UNIQUE INDEX ON keyed (u);
SELECT array_agg(n) FROM rows_after(NULL::keyed, NULL::objectid);
DELETE FROM keyed WHERE n = 4;
ALTER TABLE keyed DROP CONSTRAINT keyed_pkey, ADD PRIMARY KEY (a) DEFERRABLE;
SELECT array_agg(n) FROM rows_after(NULL::keyed, NULL::objectid);

-- Without a name, only a column whose default makes values in order; with one, that of an id is the
-- caller's business
CREATE TABLE made (id uuid PRIMARY KEY, arrived uuid UNIQUE DEFAULT uuid_v7(), n int);
INSERT INTO made
SELECT uuid_v7_min('2020-01-01 UTC'::timestamptz - n * interval '1 s'),
    uuid_v7_min('2020-01-01 UTC'::timestamptz + n * interval '1 s'), n
FROM generate_series(1, 3) n;
SELECT error_of('SELECT * FROM rows_after(NULL::made, NULL::uuid)');
SELECT array_agg(n) FROM rows_after(NULL::made, NULL::uuid, key => 'arrived');
SELECT array_agg(n) FROM rows_after(NULL::made, NULL::uuid, key => 'id');
TRUNCATE made;
ALTER TABLE made DROP arrived;
CREATE DOMAIN made_id AS uuid DEFAULT uuid_v7();
CREATE DOMAIN made_id_again AS made_id;
CREATE DOMAIN made_number AS integer;
CREATE SEQUENCE made_numbers;
CREATE SCHEMA other;
CREATE FUNCTION other.uuid_v7() RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.uuid_v7()';
CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.uuid_v7()';
CREATE FUNCTION followed_with(type text, made_by text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE made DROP id, ADD id %s PRIMARY KEY %s',
        type, 'DEFAULT ' || made_by);
    RETURN regexp_replace(error_of('SELECT * FROM rows_after(NULL::made, NULL)'), ' \| .*', '');
END
$$;
-- None is otherwise.
SELECT type, made_by, outcome
FROM (VALUES
    ('uuid', 'uuid_v7()', 'none'),
    ('uuid', 'gen_random_uuid()', '42P10'),
    ('uuid', 'uuid_v7(now())', '42P10'),
    ('uuid', 'other.uuid_v7()', '42P10'),
    ('uuid', 'public.uuidv7()', '42P10'),
    ('uuid', 'coalesce(uuid_v7(), gen_random_uuid())', '42P10'),
    ('uuid', 'uuid_v6()', '42P10'),
    ('v7_id', 'uuid_v7()', 'none'),
    ('made_id', NULL, 'none'),
    ('made_id_again', NULL, 'none'),
    ('made_id_again', 'gen_random_uuid()', '42P10'),
    ('made_id', 'NULL', '42P10'),
    ('objectid', 'gen_objectid()', 'none'),
    ('bigint', 'nextval(''made_numbers'')', 'none'),
    ('smallint', 'nextval(''made_numbers'')', 'none'),
    ('made_number', 'nextval(''made_numbers'')::smallint', 'none'),
    ('bigint', 'nextval(''made_numbers''::text)', '42P10'),
    ('bigint', 'nextval(NULL::regclass)', '42P10'),
    ('bigserial', NULL, 'none'),
    ('int GENERATED BY DEFAULT AS IDENTITY', NULL, 'none'),
    ('int GENERATED ALWAYS AS (n) STORED', NULL, '42P10')) made (type, made_by, expected),
    LATERAL followed_with(type, made_by) outcome
WHERE outcome IS DISTINCT FROM expected;

-- PostgreSQL's own function, where there is one
DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 180000 THEN
        ALTER TABLE made DROP id, ADD id uuid PRIMARY KEY DEFAULT uuidv7();
        ASSERT error_of('SELECT * FROM rows_after(NULL::made, NULL)') = 'none';
        ALTER TABLE made ALTER id SET DEFAULT uuidv7(interval '-1 hour');
        ASSERT error_of('SELECT * FROM rows_after(NULL::made, NULL)') ~ '^42P10';
    END IF;
END
$$;

-- What is given as text is read as the key's type; a table's name is no row type
CREATE TABLE read (id bigserial PRIMARY KEY, at uuid UNIQUE);
INSERT INTO read (at) VALUES (uuid_v7_min('2020-01-01 UTC')), (uuid_v7_min('2021-01-01 UTC'));
SELECT id FROM rows_after(NULL::read, '1');
SELECT id FROM rows_after(NULL::read, 1);
SELECT id FROM rows_after(NULL::read, '016f5e66-e800-7000-8000-000000000000', key => 'at');
SELECT error_of('SELECT * FROM rows_after(NULL::read, ''x'')');
SELECT error_of('SELECT * FROM rows_after(''read''::regclass, ''1'', 10)');

-- Numbers -----------------------------------------------------------------------------------------

-- A sequence that was not called has given out what is below its start
CREATE TABLE numbered (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n int);
SELECT count(*) FROM rows_after(NULL::numbered, NULL);
INSERT INTO numbered VALUES (-1, -1), (2, 2), (3, 3);
SELECT array_agg(n) FROM rows_after(NULL::numbered, NULL);
SELECT setval('numbered_id_seq', 3, false);
SELECT array_agg(n) FROM rows_after(NULL::numbered, NULL);
SELECT nextval('numbered_id_seq');
SELECT array_agg(n) FROM rows_after(NULL::numbered, NULL);
INSERT INTO numbered (n) VALUES (4);
SELECT array_agg(n) FROM rows_after(NULL::numbered, 1, 2);
ALTER SEQUENCE numbered_id_seq RENAME TO "Numbers";
CREATE SCHEMA "Else where";
ALTER TABLE numbered SET SCHEMA "Else where";
SELECT array_agg(n) FROM rows_after(NULL::"Else where".numbered, 2);
ALTER TABLE "Else where".numbered SET SCHEMA public;
DROP SCHEMA "Else where";
CREATE TABLE lowest (
    id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY
        (MINVALUE -9223372036854775808 START -9223372036854775808));
SELECT * FROM rows_after(NULL::lowest, NULL);
INSERT INTO lowest DEFAULT VALUES;
SELECT * FROM rows_after(NULL::lowest, NULL);

-- Sequences whose numbers do not ascend, and what mends them
CREATE FUNCTION mended(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text; detail text; hint text;
BEGIN
    EXECUTE query;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS
        message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    EXECUTE hint;
    EXECUTE query;
    RETURN concat_ws(' | ', SQLSTATE || ': ' || message, detail, hint);
END
$$;
SELECT options, error_of(format('ALTER SEQUENCE "Numbers" %s', options)),
    mended('SELECT * FROM rows_after(NULL::numbered, NULL)')
FROM (VALUES
    ('CACHE 2'),
    ('CYCLE'),
    ('INCREMENT -1 MINVALUE -9'),
    ('INCREMENT -1 MINVALUE -9 CACHE 5 CYCLE'),
    ('INCREMENT 10')) v (options);
-- No number is above the largest one.
CREATE TABLE counted_down (
    n smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (INCREMENT -1 MAXVALUE 32767));
SELECT error_of('SELECT * FROM rows_after(NULL::counted_down, NULL)');
DROP TABLE counted_down;

-- Children and partitions: those that are written to by themselves must take their numbers from the
-- same sequence
CREATE TABLE family (id bigserial PRIMARY KEY, n int);
CREATE TABLE family_child (PRIMARY KEY (id)) INHERITS (family);
INSERT INTO family (n) VALUES (1);
INSERT INTO family_child (n) VALUES (2);
INSERT INTO family (n) VALUES (3);
SELECT array_agg(n) FROM rows_after(NULL::family, NULL);
SELECT array_agg(n) FROM rows_after(NULL::family_child, NULL);
ALTER TABLE family_child ALTER id DROP DEFAULT;
SELECT array_agg(n) FROM rows_after(NULL::family, NULL);
SELECT error_of('SELECT n FROM rows_after(NULL::family_child, NULL)');
ALTER TABLE family_child ALTER id SET DEFAULT nextval('made_numbers');
SELECT error_of('SELECT n FROM rows_after(NULL::family, NULL, key => ''id'')');
CREATE TABLE divided (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)
    PARTITION BY RANGE (id);
CREATE TABLE divided_1 PARTITION OF divided FOR VALUES FROM (MINVALUE) TO (3);
CREATE TABLE divided_2 (n int, id bigint NOT NULL);
ALTER TABLE divided ATTACH PARTITION divided_2 DEFAULT;
INSERT INTO divided (n) SELECT generate_series(1, 4);
SELECT array_agg(n) FROM rows_after(NULL::divided, 1);
SELECT array_agg(n) FROM rows_after(NULL::divided_2, NULL);
CREATE TABLE divided_ids (id uuid PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
CREATE TABLE divided_ids_1 PARTITION OF divided_ids DEFAULT;
SELECT * FROM rows_after(NULL::divided_ids, NULL);
ALTER TABLE divided_ids_1 ALTER id SET DEFAULT gen_random_uuid();
SELECT error_of('SELECT * FROM rows_after(NULL::divided_ids, NULL)');
SELECT * FROM rows_after(NULL::divided_ids, NULL, key => 'id');
ALTER TABLE divided_ids_1 ALTER id SET DEFAULT (uuid_v7());
SELECT * FROM rows_after(NULL::divided_ids, NULL);
-- What a partition takes from a domain, after a call
CREATE TABLE divided_domain (id made_id PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
CREATE TABLE divided_domain_1 (id made_id NOT NULL);
ALTER TABLE divided_domain ATTACH PARTITION divided_domain_1 DEFAULT;
SELECT * FROM rows_after(NULL::divided_domain, NULL);
ALTER DOMAIN made_id SET DEFAULT gen_random_uuid();
SELECT error_of('SELECT * FROM rows_after(NULL::divided_domain, NULL)');
ALTER DOMAIN made_id SET DEFAULT uuid_v7();
SELECT * FROM rows_after(NULL::divided_domain, NULL);
DROP TABLE divided_domain;
-- The partition's own default comes first, and its parent's must be like it.
ALTER TABLE ONLY divided_ids ALTER id SET DEFAULT gen_random_uuid();
SELECT error_of('SELECT * FROM rows_after(NULL::divided_ids_1, NULL)');

-- Inside of a statement that writes to the table, and after it, until its transaction has committed

CREATE TABLE triggered (
    id bigserial PRIMARY KEY,
    at uuid DEFAULT uuid_v7() UNIQUE,
    n int,
    found bigint,
    is_before boolean);
CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO triggered (n) VALUES (1);
    PERFORM pg_sleep(0.002);
    NEW.found := (SELECT count(*) FROM rows_after(NULL::triggered, NULL))
        + (SELECT count(*) FROM rows_after(NULL::triggered, NULL, key => 'at'));
    NEW.is_before := resolved_timestamp('triggered') <= now();
    RETURN NEW;
END
$$;
CREATE TRIGGER look BEFORE INSERT ON triggered FOR EACH ROW WHEN (NEW.n = 0)
    EXECUTE FUNCTION look();
INSERT INTO triggered (n) VALUES (0);
SELECT n, found, is_before FROM triggered ORDER BY id;
SELECT pg_sleep(0.002);
SELECT n FROM rows_after(NULL::triggered, NULL);
WITH inserted AS (INSERT INTO triggered (n) VALUES (2) RETURNING id)
SELECT max(r.id) < min(i.id) FROM rows_after(NULL::triggered, NULL) r, inserted i;
DELETE FROM triggered t USING rows_after(NULL::triggered, NULL, 2) r WHERE t.id = r.id;
SELECT n FROM rows_after(NULL::triggered, NULL);
-- Also those that the statement has yet to add to a child
TRUNCATE triggered;
CREATE TABLE triggered_child (PRIMARY KEY (id), UNIQUE (at)) INHERITS (triggered);
CREATE TRIGGER look BEFORE INSERT ON triggered_child FOR EACH ROW WHEN (NEW.n = 0)
    EXECUTE FUNCTION look();
INSERT INTO triggered_child (n) VALUES (0);
SELECT n, found, is_before FROM triggered ORDER BY id;

-- Version 7 of uuid; what is of another version is in no order of time
CREATE TABLE versions (id made_id PRIMARY KEY, n int);
INSERT INTO versions
SELECT uuid_v7_min('2020-01-01 UTC'::timestamptz + n * interval '1 ms'), n
FROM generate_series(1, 3) n;
INSERT INTO versions VALUES
    ('00000000-0000-0000-0000-000000000000', 10), ('00112233-4455-4677-8899-aabbccddeeff', 14),
    (uuid_v6('2020-01-01 UTC'), 16), (uuid_v7_min(now() + interval '1 day'), 17),
    ('00112233-4455-7677-c899-aabbccddeeff', 18);
SELECT array_agg(n) FROM rows_after(NULL::versions, NULL::uuid);

-- Partitions and children, whose columns are in another order
CREATE TABLE parted (n int, id objectid PRIMARY KEY DEFAULT gen_objectid()) PARTITION BY RANGE (id);
CREATE TABLE parted_1 (id objectid NOT NULL, gone int, n int);
ALTER TABLE parted_1 DROP COLUMN gone;
ALTER TABLE parted ATTACH PARTITION parted_1
    FOR VALUES FROM (MINVALUE) TO (objectid_min('2020-01-01 00:00:03 UTC'));
CREATE TABLE parted_2 PARTITION OF parted DEFAULT;
INSERT INTO parted
SELECT n, objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s')
FROM generate_series(1, 5) n;
SELECT * FROM rows_after(NULL::parted, NULL::objectid, 4);
CREATE TABLE parent (n int, id objectid PRIMARY KEY DEFAULT gen_objectid());
CREATE TABLE child (more text, PRIMARY KEY (id)) INHERITS (parent);
INSERT INTO parent VALUES (1, objectid_min('2020-01-01 UTC')), (3, objectid_min('2020-01-03 UTC'));
INSERT INTO child VALUES (2, objectid_min('2020-01-02 UTC'), 'x');
SELECT * FROM rows_after(NULL::parent, NULL::objectid);
-- The same key in both: the end of a batch does not come between them
INSERT INTO child SELECT 20 + n, id FROM ONLY parent;
SELECT array_agg(n ORDER BY n) FROM rows_after(NULL::parent, NULL::objectid, 1);
SELECT array_agg(n ORDER BY n) FROM rows_after(NULL::parent, (SELECT id FROM child WHERE n = 2), 1);

-- A child that is dropped between the look at pg_inherits and the look at the child
BEGIN;
SET LOCAL allow_system_table_mods = on;
INSERT INTO pg_inherits VALUES (1, 'parent'::regclass, 1, false);
SELECT resolved_timestamp('parent') > now() - interval '1 hour';
SELECT count(*) FROM rows_after(NULL::parent, NULL::objectid);
ROLLBACK;

-- Temporary tables
CREATE TEMP TABLE passing (id objectid PRIMARY KEY DEFAULT gen_objectid());
INSERT INTO passing VALUES (objectid_min('2020-01-01 UTC'));
SELECT * FROM rows_after(NULL::passing, NULL::objectid);

-- Rights and row security are the caller's --------------------------------------------------------

CREATE ROLE regress_follower;
CREATE TABLE secret (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
INSERT INTO secret
SELECT objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s'), n
FROM generate_series(1, 4) n;
SELECT n FROM rows_after(NULL::secret, NULL::objectid, 1);
SET ROLE regress_follower;
SELECT error_of('SELECT resolved_timestamp(''secret'')');
SELECT error_of('SELECT * FROM rows_after(NULL::secret, NULL::objectid)');
RESET ROLE;
GRANT SELECT (id) ON secret TO regress_follower;
SET ROLE regress_follower;
SELECT error_of('SELECT resolved_timestamp(''secret'')');
SELECT error_of('SELECT * FROM rows_after(NULL::secret, NULL::objectid)');
RESET ROLE;
GRANT SELECT ON secret TO regress_follower;
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY even ON secret USING (n % 2 = 0);
SET ROLE regress_follower;
SELECT array_agg(n) FROM rows_after(NULL::secret, NULL::objectid);
RESET ROLE;
SELECT array_agg(n) FROM rows_after(NULL::secret, NULL::objectid);

-- The sequence of a followed number: UPDATE alone is not enough
GRANT SELECT ON numbered TO regress_follower;
GRANT UPDATE ON SEQUENCE "Numbers" TO regress_follower;
SET ROLE regress_follower;
SELECT error_of('SELECT n FROM rows_after(NULL::numbered, NULL)');
RESET ROLE;
GRANT USAGE ON SEQUENCE "Numbers" TO regress_follower;
SET ROLE regress_follower;
SELECT n FROM rows_after(NULL::numbered, NULL, 1);
RESET ROLE;

-- A policy that makes the plan which calls it invalid, and has others kept
CREATE TABLE guarded (id bigserial PRIMARY KEY, n int);
INSERT INTO guarded (n) VALUES (1), (2), (3);
CREATE TABLE other_1 (id bigserial PRIMARY KEY);
CREATE TABLE other_2 (id bigserial PRIMARY KEY);
CREATE TABLE other_3 (id bigserial PRIMARY KEY);
CREATE FUNCTION follow_others(n int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    EXECUTE format('ALTER FUNCTION follow_others COST %s', n);
    EXECUTE format('SELECT FROM rows_after(NULL::other_%s, NULL)', n);
    RETURN (SELECT count(*) FROM rows_after(NULL::guarded, NULL)) = 3;
END
$$;
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY follows ON guarded USING (follow_others(n));
GRANT SELECT ON guarded, guarded_id_seq TO regress_follower;
SET ROLE regress_follower;
SELECT array_agg(n) FROM rows_after(NULL::guarded, NULL);
SELECT array_agg(n) FROM rows_after(NULL::guarded, NULL);
RESET ROLE;
DROP TABLE guarded, other_1, other_2, other_3;
DROP FUNCTION follow_others;

-- The plan is a scan of the key, without a sort, also where nothing is known of the table ---------

CREATE TABLE scanned (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int)
    WITH (autovacuum_enabled = off);
INSERT INTO scanned
SELECT gen_objectid('2020-01-01 UTC'::timestamptz + n * interval '1 s'), n
FROM generate_series(1, 2000) n;
BEGIN;
SELECT count(*), min(n), max(n)
FROM rows_after(NULL::scanned, objectid_min('2020-01-01 00:10 UTC'), 10);
SELECT count(*), min(n), max(n) FROM rows_after(NULL::scanned, NULL::objectid, 10);
SELECT seq_tup_read, idx_scan, idx_tup_fetch
FROM pg_stat_xact_user_tables WHERE relid = 'scanned'::regclass;
ROLLBACK;
SELECT count(*) FROM rows_after(NULL::scanned, NULL::objectid, 2147483647);
SELECT count(*) FROM rows_after(NULL::scanned, NULL::objectid);

CREATE TABLE scanned_numbers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)
    WITH (autovacuum_enabled = off);
INSERT INTO scanned_numbers (n) SELECT generate_series(1, 2000);
BEGIN;
SELECT count(*), min(n), max(n) FROM rows_after(NULL::scanned_numbers, 600, 10);
SELECT seq_tup_read, idx_scan, idx_tup_fetch
FROM pg_stat_xact_user_tables WHERE relid = 'scanned_numbers'::regclass;
ROLLBACK;

-- A table that becomes a partitioned one: the plan for the table is not that for the partitions
CREATE TABLE becomes (id bigserial PRIMARY KEY, n int);
INSERT INTO becomes (n) VALUES (1);
SELECT n FROM rows_after(NULL::becomes, 0::bigint);
ALTER TABLE becomes RENAME TO became;
CREATE TABLE becomes (id bigint PRIMARY KEY DEFAULT nextval('becomes_id_seq'), n int)
    PARTITION BY RANGE (id);
CREATE TABLE becomes_1 PARTITION OF becomes FOR VALUES FROM (1) TO (1000);
CREATE TABLE becomes_2 PARTITION OF becomes FOR VALUES FROM (1000) TO (2000);
INSERT INTO becomes (n) VALUES (2);
BEGIN;
SELECT n FROM rows_after(NULL::becomes, 0::bigint);
SELECT relation::regclass
FROM pg_locks WHERE relation IN ('becomes_1'::regclass, 'becomes_2'::regclass);
ROLLBACK;

-- The settings of the caller are what they were
SELECT current_setting('enable_seqscan'), current_setting('enable_bitmapscan'),
    current_setting('enable_sort');

-- The planner expects max_rows
CREATE FUNCTION expected_rows(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    EXECUTE 'EXPLAIN ' || query INTO line;
    RETURN substring(line from 'rows=\d+');
END
$$;
SELECT given, expected_rows(format('SELECT * FROM rows_after(NULL::scanned, NULL%s)', given))
FROM unnest(ARRAY['', '::objectid, 10', '::uuid, 10', '::bigint, 10', '::text, 10',
    ', NULL', ', key => ''id'', max_rows => 7']) AS given;
PREPARE next_rows (int) AS SELECT * FROM rows_after(NULL::scanned, NULL, $1);
SELECT expected_rows('EXECUTE next_rows (20)');
DROP FUNCTION expected_rows;

-- Of as many tables, the plans are kept; of wider ones, as many as there is room for. Those go that
-- were not asked for the longest. Each has a first column of its own, by which its plan is known.
CREATE SCHEMA many;
CREATE FUNCTION create_tables(first int, last int, width int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN first .. last LOOP
        EXECUTE format('CREATE TABLE many.t%1$s (
            n%1$s int DEFAULT %1$s, id objectid PRIMARY KEY DEFAULT gen_objectid() %2$s)', i,
            (SELECT string_agg(format(', column_%s int', c), '') FROM generate_series(3, width) c));
        EXECUTE format('INSERT INTO many.t%s (id) VALUES (objectid_min(''2020-01-01''))', i);
    END LOOP;
END
$$;
CREATE FUNCTION poll(first int, last int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    found int;
BEGIN
    FOR i IN first .. last LOOP
        EXECUTE format('SELECT n%1$s FROM rows_after(NULL::many.t%1$s, NULL)', i) INTO found;
        ASSERT found = i;
    END LOOP;
    RETURN true;
END
$$;
CREATE VIEW kept AS
    SELECT substring(ident FROM '^SELECT t\.n(\d+),')::int AS n
    FROM pg_backend_memory_contexts WHERE name = 'CachedPlanSource' AND ident ~ '^SELECT t\.n\d+,';
SELECT create_tables(1, 100, 4);
SELECT create_tables(101, 150, 400);
-- (functions above have left plans of their own)
SELECT sum(total_bytes) AS before FROM pg_backend_memory_contexts
WHERE name ~ '^(SPI Plan|CachedPlan.*|objectid kept plan)$' \gset
SELECT poll(1, 100);
SELECT poll(1, 100);
SELECT count(*) FROM kept;
SELECT poll(101, 150);
SELECT poll(101, 150);
SELECT (SELECT sum(total_bytes) FROM pg_backend_memory_contexts
        WHERE name ~ '^(SPI Plan|CachedPlan.*|objectid kept plan)$') - :before
        < 8.5 * 1024 * 1024 AS enough,
    count(*) BETWEEN 5 AND 40 AS kept, bool_or(n = 150) AS last, bool_or(n < 120) AS first
FROM kept;
SELECT min(n) AS oldest FROM kept \gset
SELECT poll(:oldest, :oldest) AND poll(101, 101);
SELECT bool_or(n = :oldest) AS again, bool_or(n = :oldest + 1) AS oldest, bool_or(n = 101) AS last
FROM kept;
-- Not one that is running: here a policy asks for all others
CREATE TABLE many.t0 (n0 int, id objectid PRIMARY KEY DEFAULT gen_objectid());
INSERT INTO many.t0 SELECT n, objectid_min(to_timestamp(n)) FROM generate_series(1, 3) n;
CREATE POLICY asks ON many.t0 USING (n0 > 1 AND poll(101, 150));
ALTER TABLE many.t0 ENABLE ROW LEVEL SECURITY;
ALTER TABLE many.t0 FORCE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA many TO regress_follower;
GRANT SELECT ON ALL TABLES IN SCHEMA many TO regress_follower;
SET ROLE regress_follower;
SELECT n0 FROM rows_after(NULL::many.t0, NULL);
RESET ROLE;
SELECT count(*) FILTER (WHERE n = 0) AS running, count(*) BETWEEN 5 AND 40 AS kept FROM kept;
-- What is left of a table that is gone is no obstacle to another one of its name
ALTER TABLE many.t150 RENAME COLUMN n150 TO gone;
DROP TABLE many.t150;
SELECT create_tables(150, 150, 400);
SELECT poll(150, 150);
SET client_min_messages = warning;
DROP SCHEMA many CASCADE;
DROP VIEW kept;
DROP FUNCTION create_tables(int, int, int), poll(int, int);

DROP TABLE event, events, keyed, made, read, numbered, lowest, family, divided, divided_ids,
    triggered, versions, parted, parent, secret, scanned, scanned_numbers, becomes,
    became CASCADE;
DROP OPERATOR FAMILY objectid_down USING btree;
DROP DOMAIN made_id, made_id_again, made_number;
DROP SEQUENCE made_numbers;
DROP SCHEMA other CASCADE;
DROP FUNCTION look(), mended(text), public.uuidv7(), followed_with(text, text);
DROP FOREIGN DATA WRAPPER nowhere CASCADE;
DROP TABLE event_parts;
DROP ROLE regress_follower;
-- A type of the same name that is another one, in a session that still has room for plans
\c
SET client_min_messages = error;
CREATE TABLE again (n int);
CREATE FUNCTION follow_again() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    found int;
BEGIN
    DELETE FROM again;
    ALTER TABLE again ADD COLUMN id objectid PRIMARY KEY DEFAULT gen_objectid();
    INSERT INTO again VALUES (1, objectid_min('2020-01-01 UTC'));
    EXECUTE 'SELECT n FROM rows_after(NULL::again, NULL::objectid)' INTO found;
    DROP EXTENSION objectid CASCADE;
    CREATE EXTENSION objectid;
    RETURN found;
END
$$;
BEGIN;
SELECT follow_again();
SELECT follow_again();
ROLLBACK;
DROP TABLE again;
DROP FUNCTION follow_again;

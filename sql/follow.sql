-- What the functions resolved_… return and refuse. What other sessions do: test/t/follow*.pl.
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA follow;
SET search_path = follow, public;

-- The bounds --------------------------------------------------------------------------------------

CREATE TABLE event (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
CREATE TABLE bounded (
    id bigserial PRIMARY KEY,
    at uuid UNIQUE DEFAULT uuid_v7(),
    made objectid UNIQUE DEFAULT gen_objectid(),
    changed timestamptz DEFAULT clock_timestamp());

SELECT resolved_timestamp('bounded') BETWEEN statement_timestamp() AND clock_timestamp();
SELECT resolved_timestamp(NULL) IS NULL AND resolved_objectid(NULL) IS NULL
    AND resolved_uuid_v7(NULL) IS NULL AND resolved_number(NULL) IS NULL;
-- The first id of the second or millisecond, in one statement of the same time for all of a table
SELECT resolved_uuid_v7('bounded') = uuid_v7_min(resolved_timestamp('bounded')),
    resolved_objectid('bounded') = objectid_min(resolved_timestamp('bounded'));
INSERT INTO bounded SELECT FROM generate_series(1, 3);
SELECT resolved_number('bounded');
SELECT pg_sleep(0.002);
SELECT count(*) FROM bounded WHERE id < resolved_number('bounded', 'id')
    AND at < resolved_uuid_v7('bounded', key => 'at') AND changed < resolved_timestamp('bounded');

-- The caller's own rows come after it has committed
BEGIN;
INSERT INTO bounded DEFAULT VALUES;
SELECT resolved_timestamp('bounded') = now(), resolved_number('bounded');
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
SET search_path = follow, public;
SET track_activities = off;
BEGIN;
INSERT INTO bounded DEFAULT VALUES;
SELECT resolved_timestamp('bounded'), resolved_uuid_v7('bounded'), resolved_objectid('bounded');
ROLLBACK;
RESET track_activities;

-- All calls in a transaction whose snapshots show the same have one bound, however often they ask
-- and in however many places, though time goes on.
\set ECHO none
CREATE FUNCTION bound_in_sql() RETURNS timestamptz STABLE LANGUAGE sql
    SET work_mem = '4MB' AS 'SELECT resolved_timestamp(''bounded'')';
CREATE FUNCTION bound_in_plpgsql() RETURNS timestamptz STABLE LANGUAGE plpgsql AS
    'BEGIN RETURN resolved_timestamp(''bounded''); END';
CREATE FUNCTION bound_in_query() RETURNS timestamptz STABLE LANGUAGE plpgsql AS
    'BEGIN RETURN (SELECT resolved_timestamp(''bounded'') FROM pg_class LIMIT 1); END';
-- To other snapshots, a transaction ends, which has drawn a number.
CREATE FUNCTION transaction_ends() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_sleep(0.0001), nextval('bounded_id_seq');
    CREATE TEMP TABLE ended ();
    RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
    RETURN true;
END
$$;
-- Other bounds are found.
CREATE FUNCTION find_other_bounds(times int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    bound timestamptz := resolved_timestamp('bounded');
    last_bound timestamptz;
BEGIN
    FOR i IN 1 .. times LOOP
        PERFORM transaction_ends();
        last_bound := bound;
        bound := resolved_timestamp('bounded');
        ASSERT bound > last_bound;
    END LOOP;
END
$$;
\set ECHO all
SELECT count(DISTINCT bound), min(bound) > statement_timestamp()
FROM generate_series(1, 3), LATERAL (VALUES
    (resolved_timestamp('bounded'), find_other_bounds(20)::text),
    (bound_in_sql(), find_other_bounds(20)::text),
    (bound_in_plpgsql(), find_other_bounds(20)::text),
    (bound_in_query(), find_other_bounds(20)::text)) v (bound);
-- With the name of the key and without, and times of all types
SELECT count(DISTINCT bound) AS bounds, count(DISTINCT number) AS numbers
FROM generate_series(1, 3), LATERAL (VALUES
    (resolved_uuid_v7('bounded'), resolved_number('bounded', key => 'id'), transaction_ends()),
    (resolved_uuid_v7('bounded', key => 'at'), resolved_number('bounded'), transaction_ends()),
    (uuid_v7_min(resolved_timestamp('bounded')), resolved_number('bounded'), transaction_ends()))
    v (bound, number);
-- A cursor keeps the bound with which it was planned.
BEGIN;
DECLARE planned CURSOR FOR
    SELECT resolved_timestamp('bounded') AS bound
    FROM generate_series(timestamptz '2000-01-01', '2000-01-03', '1 day') t
    WHERE t < resolved_timestamp('bounded');
FETCH planned \gset first_
SELECT find_other_bounds(20);
FETCH planned \gset second_
SELECT :'first_bound' = :'second_bound' AS is_same,
    resolved_timestamp('bounded') > :'first_bound' AS is_later;
COMMIT;

-- One key or another
SELECT error_of('SELECT resolved_uuid_v7(''event'')');
SELECT error_of('SELECT resolved_number(''event'')');
ALTER TABLE bounded ALTER at SET DEFAULT gen_random_uuid(), ALTER id DROP DEFAULT;
SELECT error_of('SELECT resolved_uuid_v7(''bounded'')');
SELECT error_of('SELECT resolved_uuid_v7(''bounded'', ''at'')');
SELECT error_of('SELECT resolved_number(''bounded'')');

-- Tables only
\set ECHO none
CREATE VIEW event_view AS SELECT * FROM event;
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE TABLE event_parts (at timestamptz DEFAULT clock_timestamp()) PARTITION BY RANGE (at);
CREATE FOREIGN TABLE event_part PARTITION OF event_parts DEFAULT SERVER nowhere;
SELECT relation, error_of(format('SELECT resolved_timestamp(%L::regclass)', relation))
FROM unnest('{event_view,event_parts,1}'::text[]) relation;
\set ECHO all

-- The key -----------------------------------------------------------------------------------------

-- What is no key: an index that is not unique, of two columns, partial, on an expression, of other
-- operators, or that could not be built
\set ECHO none
-- What a call gives instead of this error, or of none.
CREATE FUNCTION otherwise(call text, expected text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT format('%s: %s', call, error) FROM error_of('SELECT ' || call) error
    WHERE error NOT LIKE expected
$$;
CREATE TABLE keyed (
    n int PRIMARY KEY,
    a objectid DEFAULT gen_objectid(),
    b objectid DEFAULT gen_objectid(),
    u uuid);
INSERT INTO keyed VALUES (1, objectid_min('2030-01-01')), (2, objectid_min('2030-01-01'));
CREATE INDEX ON keyed (a);
CREATE UNIQUE INDEX ON keyed (a, n);
CREATE UNIQUE INDEX ON keyed (a) WHERE n < 2;
CREATE UNIQUE INDEX CONCURRENTLY keyed_invalid ON keyed (a);
DELETE FROM keyed;
CREATE UNIQUE INDEX ON keyed ((objectid_max(objectid_timestamp(a))));
CREATE OPERATOR CLASS objectid_down FOR TYPE objectid USING btree AS
    OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <,
    FUNCTION 1 objectid_cmp(objectid, objectid);
CREATE UNIQUE INDEX ON keyed (b objectid_down);
\set ECHO all
SELECT error_of('SELECT resolved_objectid(''keyed'')');
SELECT error_of('SELECT resolved_objectid(''keyed'', ''a'')');
DROP INDEX keyed_invalid;
CREATE UNIQUE INDEX keyed_a ON keyed (a) INCLUDE (n);
CREATE UNIQUE INDEX keyed_a_down ON keyed (a DESC);
SELECT otherwise('resolved_objectid(''keyed'')', 'none');
CREATE UNIQUE INDEX keyed_b ON keyed (b);
SELECT error_of('SELECT resolved_objectid(''keyed'')');
SELECT otherwise('resolved_objectid(''keyed'', key => ''b'')', 'none');
DROP INDEX keyed_a, keyed_a_down;
CREATE UNIQUE INDEX ON keyed (u);
SELECT otherwise('resolved_objectid(''keyed'')', 'none');
ALTER TABLE keyed DROP CONSTRAINT keyed_pkey, ADD PRIMARY KEY (a) DEFERRABLE;
SELECT otherwise('resolved_objectid(''keyed'')', 'none');

-- Without a name, only a column whose default makes values in order; with one, that of an id is the
-- caller's business
CREATE TABLE made (id uuid PRIMARY KEY, arrived uuid UNIQUE DEFAULT uuid_v7(), n int);
SELECT error_of('SELECT resolved_uuid_v7(''made'')');
SELECT otherwise(format('resolved_uuid_v7(''made'', key => %L)', name), 'none')
FROM unnest('{arrived,id}'::text[]) name;
ALTER TABLE made DROP arrived;
\set ECHO none
CREATE DOMAIN made_id AS uuid DEFAULT uuid_v7();
CREATE DOMAIN made_id_again AS made_id;
CREATE DOMAIN made_number AS integer;
CREATE DOMAIN made_time AS timestamptz DEFAULT clock_timestamp();
CREATE DOMAIN made_rounded AS timestamptz(3);
CREATE SEQUENCE made_numbers;
CREATE SCHEMA other;
CREATE FUNCTION other.uuid_v7() RETURNS uuid LANGUAGE sql AS 'SELECT pg_catalog.uuid_v7()';
CREATE FUNCTION other.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()';
CREATE FUNCTION followed_with(function text, type text, made_by text, key text DEFAULT NULL)
RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE made DROP id, ADD id %s UNIQUE %s', type, 'DEFAULT ' || made_by);
    RETURN left(error_of(format('SELECT %s(''made'', %L)', function, key)), 5);
END
$$;
-- None is otherwise.
SELECT function, type, made_by, outcome
FROM (VALUES
    ('resolved_uuid_v7', 'uuid', 'uuid_v7()', 'none'),
    ('resolved_uuid_v7', 'uuid', 'gen_random_uuid()', '42P10'),
    ('resolved_uuid_v7', 'uuid', 'uuid_v6()', '42P10'),
    ('resolved_uuid_v7', 'uuid', 'uuid_v7(now())', '42P10'),
    ('resolved_uuid_v7', 'uuid', 'other.uuid_v7()', '42P10'),
    ('resolved_uuid_v7', 'uuid', 'coalesce(uuid_v7(), gen_random_uuid())', '42P10'),
    ('resolved_uuid_v7', 'v7_id', 'uuid_v7()', 'none'),
    ('resolved_uuid_v7', 'made_id', NULL, 'none'),
    ('resolved_uuid_v7', 'made_id_again', NULL, 'none'),
    ('resolved_uuid_v7', 'made_id_again', 'gen_random_uuid()', '42P10'),
    ('resolved_uuid_v7', 'made_id', 'NULL', '42P10'),
    ('resolved_objectid', 'objectid', 'gen_objectid()', 'none'),
    ('resolved_objectid', 'uuid', 'uuid_v7()', '42P10'),
    ('resolved_number', 'bigint', 'nextval(''made_numbers'')', 'none'),
    ('resolved_number', 'smallint', 'nextval(''made_numbers'')', 'none'),
    ('resolved_number', 'made_number', 'nextval(''made_numbers'')::smallint', 'none'),
    ('resolved_number', 'bigint', 'nextval(''made_numbers''::text)', '42P10'),
    ('resolved_number', 'bigint', 'nextval(NULL::regclass)', '42P10'),
    ('resolved_number', 'bigserial', NULL, 'none'),
    ('resolved_number', 'int GENERATED BY DEFAULT AS IDENTITY', NULL, 'none'),
    ('resolved_number', 'int GENERATED ALWAYS AS (n) STORED', NULL, '42P10'),
    ('resolved_timestamp', 'timestamptz', 'clock_timestamp()', 'none'),
    ('resolved_timestamp', 'timestamptz(6)', 'clock_timestamp()', 'none'),
    ('resolved_timestamp', 'made_time', NULL, 'none'),
    ('resolved_timestamp', 'made_time', 'NULL', '42P10'),
    ('resolved_timestamp', 'timestamptz', NULL, '42P10'),
    ('resolved_timestamp', 'timestamp', 'clock_timestamp()', '42P10'),
    ('resolved_timestamp', 'timestamptz(3)', 'clock_timestamp()', '42P10'),
    ('resolved_timestamp', 'made_rounded', 'clock_timestamp()', '42P10'),
    ('resolved_timestamp', 'timestamptz', 'clock_timestamp() - interval ''1 s''', '42P10'))
    made (function, type, made_by, expected),
    LATERAL followed_with(function, type, made_by) outcome
WHERE outcome IS DISTINCT FROM expected;
-- A named column of times may be filled by a trigger, and then has no default.
SELECT type, made_by, outcome
FROM (VALUES
    ('timestamptz', 'clock_timestamp()', 'none'),
    ('timestamptz(6)', 'clock_timestamp()', 'none'),
    ('made_time', NULL, 'none'),
    ('timestamptz', NULL, 'none'),
    ('timestamptz', '''-infinity''', '42P10'),
    ('timestamptz', 'other.now()', '42P10'),
    ('timestamptz', 'now()', '42P10'),
    ('timestamptz', 'CURRENT_TIMESTAMP', '42P10'),
    ('timestamptz', 'LOCALTIMESTAMP', '42P10'),
    ('timestamptz', '''now''::text::timestamptz', '42P10'),
    ('timestamptz', 'date_trunc(''minute'', clock_timestamp())', '42P10'),
    ('timestamptz(0)', NULL, '42P10'),
    ('made_rounded', NULL, '42P10'),
    ('date', NULL, '42P10'))
    made (type, made_by, expected),
    LATERAL followed_with('resolved_timestamp', type, made_by, 'id') outcome
WHERE outcome IS DISTINCT FROM expected;
-- A sequence whose first number is the least one
CREATE SEQUENCE least_numbers MINVALUE -9223372036854775808 START -9223372036854775808;
CREATE TABLE least (id bigint PRIMARY KEY DEFAULT nextval('least_numbers'));
SELECT bound FROM resolved_number('least') AS bound
WHERE bound IS DISTINCT FROM -9223372036854775808;
-- PostgreSQL's own function, where there is one
DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 180000 THEN
        ASSERT followed_with('resolved_uuid_v7', 'uuid', 'pg_catalog.uuidv7()') = 'none';
        ASSERT followed_with('resolved_uuid_v7', 'uuid', 'uuidv7(interval ''-1 hour'')') = '42P10';
    END IF;
END
$$;
\set ECHO all
-- What the errors say
CREATE TABLE timed (
    id int PRIMARY KEY,
    "made At" timestamptz DEFAULT now(),
    changed timestamptz DEFAULT clock_timestamp(),
    seen timestamptz);
SELECT error_of('SELECT resolved_timestamp(''timed'')');
SELECT error_of(format('SELECT resolved_timestamp(''timed'', key => %L)', name))
FROM unnest('{made At,seen,id,none}'::text[]) name;
ALTER TABLE timed ALTER changed DROP DEFAULT;
SELECT error_of('SELECT resolved_timestamp(''timed'')');
ALTER TABLE timed ALTER "made At" SET DEFAULT clock_timestamp(),
    ALTER changed SET DEFAULT clock_timestamp();
SELECT error_of('SELECT resolved_timestamp(''timed'')');
ALTER TABLE timed DROP "made At", ALTER changed TYPE timestamptz(3);
SELECT error_of('SELECT resolved_timestamp(''timed'', key => ''changed'')');
ALTER TABLE timed DROP changed;
SELECT error_of('SELECT resolved_timestamp(''timed'')');

-- A bound of times is no bound of ids, wherever the planner sees it.
\set ECHO none
CREATE TABLE clock (at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION bound_of_clock() RETURNS timestamptz STABLE LANGUAGE sql AS
    'SELECT resolved_timestamp(''clock'')';
-- None is otherwise.
SELECT id, condition
FROM unnest('{gen_objectid(),uuid_v7()}'::text[]) id, unnest(ARRAY[
    'id <= resolved_timestamp(''clock'')', 'resolved_timestamp(''clock'') > id',
    'NOT id >= resolved_timestamp(''clock'')', 'id < bound_of_clock()',
    'id < least(now(), resolved_timestamp(''clock''))',
    '%s_within(id, tstzrange(NULL, resolved_timestamp(''clock'')))']) condition
WHERE error_of(format('SELECT FROM (SELECT %s AS id) s WHERE %s', id,
    format(condition, CASE id WHEN 'uuid_v7()' THEN 'uuid_v7' ELSE 'objectid' END)))
    NOT LIKE '42883 | ids cannot be compared%';
\set ECHO all
SELECT id, condition, error_of(format('SELECT FROM (SELECT %s AS id) s WHERE %s', id, condition))
FROM (VALUES
    ('gen_objectid()', 'id < resolved_timestamp(''clock'')'),
    ('uuid_v7()', 'id < resolved_timestamp(''clock'', key => ''at'')')) v (id, condition);
SELECT error_of('SELECT FROM (SELECT uuid_v6() AS id) s
    WHERE uuid_v6_within(id, tstzrange(NULL, resolved_timestamp(''clock'')))');

-- Numbers -----------------------------------------------------------------------------------------

-- A sequence that was not called has given out what is below its start
CREATE TABLE numbered (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n int);
CREATE VIEW numbered_feed AS SELECT * FROM numbered WHERE id < resolved_number('numbered');
SELECT resolved_number('numbered');
INSERT INTO numbered VALUES (-1, -1), (2, 2), (3, 3);
SELECT array_agg(n) FROM numbered_feed;
SELECT setval('numbered_id_seq', 3, false);
SELECT array_agg(n) FROM numbered_feed;
SELECT nextval('numbered_id_seq');
SELECT array_agg(n) FROM numbered_feed;
ALTER SEQUENCE numbered_id_seq RENAME TO "Numbers";
CREATE TABLE lowest (
    id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY
        (MINVALUE -9223372036854775808 START -9223372036854775808));
SELECT * FROM lowest WHERE id < resolved_number('lowest');
INSERT INTO lowest DEFAULT VALUES;
SELECT * FROM lowest WHERE id < resolved_number('lowest');

-- Sequences whose numbers do not ascend, and what mends them
\set ECHO none
CREATE FUNCTION mended(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    error text := error_of(query);
BEGIN
    IF error <> 'none' THEN
        EXECUTE split_part(error, ' | ', 4);
        EXECUTE query;
    END IF;
    RETURN error;
END
$$;
\set ECHO all
SELECT options, error_of(format('ALTER SEQUENCE "Numbers" %s', options)),
    mended('SELECT resolved_number(''numbered'')')
FROM (VALUES
    ('CACHE 2'),
    ('CYCLE'),
    ('INCREMENT -1 MINVALUE -9'),
    ('INCREMENT -1 MINVALUE -9 CACHE 5 CYCLE'),
    ('INCREMENT 10')) v (options);
-- No number is above the largest one.
CREATE TABLE counted_down (
    n smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (INCREMENT -1 MAXVALUE 32767));
SELECT error_of('SELECT resolved_number(''counted_down'')');

-- Children and partitions: those that are written to by themselves must take their numbers from the
-- same sequence
CREATE TABLE family (id bigserial PRIMARY KEY, n int);
CREATE TABLE family_child (PRIMARY KEY (id)) INHERITS (family);
INSERT INTO family_child (n) VALUES (1);
SELECT resolved_number('family'), resolved_number('family_child');
ALTER TABLE family_child ALTER id DROP DEFAULT;
SELECT resolved_number('family');
SELECT otherwise('resolved_number(''family_child'')', '42P10 | cannot follow table%no default%');
ALTER TABLE family_child ALTER id SET DEFAULT nextval('made_numbers');
SELECT error_of('SELECT resolved_number(''family'', key => ''id'')');
CREATE TABLE divided (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)
    PARTITION BY RANGE (id);
CREATE TABLE divided_1 PARTITION OF divided FOR VALUES FROM (MINVALUE) TO (3);
CREATE TABLE divided_2 (n int, id bigint NOT NULL);
ALTER TABLE divided ATTACH PARTITION divided_2 DEFAULT;
INSERT INTO divided (n) SELECT generate_series(1, 4);
SELECT array_agg(n) FROM divided WHERE id > 1 AND id < resolved_number('divided');
SELECT array_agg(n) FROM divided_2 WHERE id < resolved_number('divided_2');
-- and ids and times from the same function.
\set ECHO none
\set differs '42P10 | cannot follow table%another default in table "divided_ids_1"%'
CREATE TABLE divided_ids (
    id uuid PRIMARY KEY DEFAULT uuid_v7(),
    changed timestamptz DEFAULT clock_timestamp()) PARTITION BY RANGE (id);
CREATE TABLE divided_ids_1 PARTITION OF divided_ids DEFAULT;
SELECT otherwise('resolved_uuid_v7(''divided_ids'')', 'none');
ALTER TABLE divided_ids_1 ALTER id SET DEFAULT gen_random_uuid();
SELECT otherwise('resolved_uuid_v7(''divided_ids'')', :'differs');
SELECT otherwise('resolved_uuid_v7(''divided_ids'', key => ''id'')', 'none');
ALTER TABLE divided_ids_1 ALTER id SET DEFAULT (uuid_v7());
-- Times of a partition's own default, without a name and with one, also where a trigger sets the
-- others
ALTER TABLE divided_ids_1 ALTER changed SET DEFAULT now();
SELECT otherwise(call, :'differs') FROM unnest(ARRAY['resolved_timestamp(''divided_ids'')',
    'resolved_timestamp(''divided_ids'', key => ''changed'')']) AS call;
ALTER TABLE ONLY divided_ids ALTER changed DROP DEFAULT;
SELECT otherwise('resolved_timestamp(''divided_ids'', key => ''changed'')', :'differs');
ALTER TABLE divided_ids_1 ALTER changed SET DEFAULT clock_timestamp();
SELECT otherwise('resolved_timestamp(''divided_ids'', key => ''changed'')', 'none');
-- whatever other keys of the table have got in the same statement
ALTER TABLE divided_ids_1 ALTER changed SET DEFAULT now();
SELECT otherwise('resolved_uuid_v7(''divided_ids''), '
    'resolved_timestamp(''divided_ids'', key => ''changed'')', :'differs');
-- What a partition takes from a domain, after a call
CREATE TABLE divided_domain (id made_id PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
CREATE TABLE divided_domain_1 (id made_id NOT NULL);
ALTER TABLE divided_domain ATTACH PARTITION divided_domain_1 DEFAULT;
SELECT otherwise('resolved_uuid_v7(''divided_domain'')', 'none');
ALTER DOMAIN made_id SET DEFAULT gen_random_uuid();
SELECT otherwise('resolved_uuid_v7(''divided_domain'')', '42P10 |%table "divided_domain_1"%');
ALTER DOMAIN made_id SET DEFAULT uuid_v7();
SELECT otherwise('resolved_uuid_v7(''divided_domain'')', 'none');
-- The partition's own default comes first, and its parent's must be like it.
ALTER TABLE ONLY divided_ids ALTER id SET DEFAULT gen_random_uuid();
SELECT otherwise('resolved_uuid_v7(''divided_ids_1'')', '42P10 |%in table "divided_ids",%');

-- Inside of a statement that writes to the table, and after it, until its transaction has committed
CREATE TABLE triggered (
    id bigserial PRIMARY KEY,
    at uuid DEFAULT uuid_v7() UNIQUE,
    changed timestamptz DEFAULT clock_timestamp(),
    n int,
    found bigint,
    is_before boolean);
CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO triggered (n) VALUES (1);
    PERFORM pg_sleep(0.002);
    NEW.found := (SELECT count(*) FROM triggered WHERE id < resolved_number('triggered'))
        + (SELECT count(*) FROM triggered WHERE at < resolved_uuid_v7('triggered'));
    NEW.is_before := resolved_timestamp('triggered') <= now();
    RETURN NEW;
END
$$;
CREATE TRIGGER look BEFORE INSERT ON triggered FOR EACH ROW WHEN (NEW.n = 0)
    EXECUTE FUNCTION look();
\set ECHO all
INSERT INTO triggered (n) VALUES (0);
SELECT n, found, is_before FROM triggered ORDER BY id;
SELECT n FROM triggered WHERE id < resolved_number('triggered') ORDER BY id;
-- Also those that the statement has yet to add to a child
TRUNCATE triggered;
CREATE TABLE triggered_child (PRIMARY KEY (id), UNIQUE (at)) INHERITS (triggered);
CREATE TRIGGER look BEFORE INSERT ON triggered_child FOR EACH ROW WHEN (NEW.n = 0)
    EXECUTE FUNCTION look();
INSERT INTO triggered_child (n) VALUES (0);
SELECT n, found, is_before FROM triggered ORDER BY id;

-- A child of two parents, each of which is one, and so on
\set ECHO none
SET client_min_messages = warning;
CREATE TEMP TABLE ancestor_0 (at timestamptz DEFAULT clock_timestamp());
CREATE TEMP TABLE ancestor_0_too () INHERITS (ancestor_0);
DO $$ BEGIN
    FOR i IN 1 .. 40 LOOP
        EXECUTE format('CREATE TEMP TABLE ancestor_%s () INHERITS (ancestor_%s, ancestor_%2$s_too);
            CREATE TEMP TABLE ancestor_%1$s_too () INHERITS (ancestor_%2$s, ancestor_%2$s_too)',
            i, i - 1);
    END LOOP;
END $$;
\set ECHO all
SELECT resolved_timestamp('ancestor_0') > now() - interval '1 hour';

-- A child that is dropped between the look at pg_inherits and the look at the child
CREATE TABLE parent (id objectid PRIMARY KEY DEFAULT gen_objectid());
BEGIN;
SET LOCAL allow_system_table_mods = on;
INSERT INTO pg_inherits VALUES (1, 'parent'::regclass, 1, false);
SELECT resolved_objectid('parent') > objectid_min(now() - interval '1 hour');
ROLLBACK;

-- Rights are the caller's -------------------------------------------------------------------------

CREATE ROLE regress_follower;
GRANT USAGE ON SCHEMA follow TO regress_follower;
CREATE TABLE secret (id bigserial PRIMARY KEY, n int);
CREATE FUNCTION error_for_follower(call text) RETURNS text LANGUAGE plpgsql
    SET role = regress_follower AS $$ BEGIN RETURN error_of('SELECT ' || call); END $$;
SELECT error_for_follower('resolved_number(''secret'')');
GRANT SELECT (n) ON secret TO regress_follower;
-- The sequence of a followed number: UPDATE alone is not enough
GRANT UPDATE ON SEQUENCE secret_id_seq TO regress_follower;
SELECT error_for_follower('resolved_number(''secret'')');
GRANT USAGE ON SEQUENCE secret_id_seq TO regress_follower;
SELECT error_for_follower('resolved_number(''secret'')');
-- What another role has asked is no answer for one without rights.
REVOKE USAGE ON SEQUENCE secret_id_seq FROM regress_follower;
BEGIN;
SELECT resolved_number('secret');
SELECT error_for_follower('resolved_number(''secret'')');
ROLLBACK;
CREATE TABLE hidden (id uuid PRIMARY KEY DEFAULT uuid_v7());
BEGIN;
SELECT resolved_uuid_v7('hidden') > uuid_v7_min(now() - interval '1 hour');
SELECT error_for_follower('resolved_uuid_v7(''hidden'')');
ROLLBACK;

DROP SCHEMA follow, other CASCADE;
DROP FOREIGN DATA WRAPPER nowhere CASCADE;
DROP ROLE regress_follower;

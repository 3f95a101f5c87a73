-- Counters in one session; several sessions, crashes and dumps are in test/t/counters.pl.
-- Which shard is taken is random: what is shown does not depend on it.
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA counters;
SET search_path = counters, public;
CREATE TABLE counter (
    name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));

-- One shard: made on first use, continuous, in batches too.
SELECT counter_next('counter', 'users'), counter_next('counter', 'users'),
    counter_take('counter', 'users', 5), counter_next('counter', 'users');
SELECT counter_take('counter', 'orders', 1000);
SELECT name, shard, shards, next, last FROM counter ORDER BY name;
SELECT counter_next('counter', 'a''b"c\d $1 %s'), counter_next('counter', ''),
    counter_next('counter', 'Users');

-- Other counters begin elsewhere.
SELECT counter_create('counter', 'invoices', start_value => 20260001);
SELECT counter_next('counter', 'invoices'), counter_next('counter', 'invoices');

-- What is rolled back is given again.
BEGIN;
SELECT counter_next('counter', 'users');
SAVEPOINT before;
SELECT counter_take('counter', 'users', 10);
ROLLBACK TO before;
SELECT counter_next('counter', 'users');
ROLLBACK;
SELECT counter_next('counter', 'users');

-- One shard runs to the end of bigint. A batch that ends there has no upper bound: there is no
-- bigint after the last one.
SELECT counter_create('counter', 'end', start_value => 9223372036854775801);
SELECT counter_take('counter', 'end', 6);
SELECT error_of($$SELECT counter_take('counter', 'end', 2)$$);
SELECT counter_next('counter', 'end');
SELECT counter_create('counter', 'end again', start_value => 9223372036854775806);
SELECT b, upper_inf(b), b @> 9223372036854775807 FROM counter_take('counter', 'end again', 2) b;

-- Several shards: shard i owns start + i * size and on.
SELECT counter_create('counter', 'shards', 4, 25);
SELECT shard, shards, next, last FROM counter WHERE name = 'shards' ORDER BY shard;

-- A batch never spans two shards; one with too little left is passed over, and stays for others.
SELECT counter_create('counter', 'batches', 3, 10);
SELECT count(DISTINCT lower(b) / 10), bool_and(upper(b) - lower(b) = 6),
    bool_and((lower(b) - 1) % 10 = 0)
FROM (SELECT counter_take('counter', 'batches', 6) AS b FROM generate_series(1, 3) OFFSET 0) t;
SELECT error_of($$SELECT counter_take('counter', 'batches', 5)$$);
SELECT count(DISTINCT b), bool_and(upper(b) - lower(b) = 4)
FROM (SELECT counter_take('counter', 'batches', 4) AS b FROM generate_series(1, 3) OFFSET 0) t;
SELECT error_of($$SELECT counter_next('counter', 'batches')$$);

-- A transaction stays in its shard, also in savepoints, and leaves the others to others.
SELECT counter_create('counter', 'crowd', 100, 1000);
BEGIN;
SELECT count(counter_next('counter', 'crowd')) FROM generate_series(1, 500);
SAVEPOINT a;
SELECT counter_take('counter', 'crowd', 500) <> counter_take('counter', 'crowd', 10);
RELEASE a;
SAVEPOINT b;
SELECT counter_next('counter', 'crowd') % 1000;
SELECT count(*) FROM counter WHERE name = 'crowd' AND (next - 1) % 1000 <> 0;
COMMIT;
-- Transactions choose their shards at random: 100 of them take far more than 10 of 100 shards.
\set ECHO none
DO $$
BEGIN
    FOR i IN 1 .. 100 LOOP
        PERFORM counter_next('counter', 'crowd');
        COMMIT;
    END LOOP;
END
$$;
\set ECHO all
SELECT count(*) > 10 FROM counter WHERE name = 'crowd' AND (next - 1) % 1000 <> 0;

-- What the user writes himself: a shard whose next number is beyond its last, or where one of them
-- is NULL, has none; a counter whose first rows are gone goes on with the others; a row without the
-- number of shards is of no use.
INSERT INTO counter VALUES ('beyond', 0, 1, 8, 7), ('beyond shards', 0, 2, 8, 7),
    ('beyond shards', 1, 2, NULL, 9), ('no last', 0, 1, 5, NULL), ('no shards', 0, NULL, 5, 9);
INSERT INTO counter SELECT 'no first', i, 3, 1 + i * 10, 10 + i * 10 FROM generate_series(1, 2) i;
SELECT name, error_of(format('SELECT counter_next(''counter'', %L)', name))
FROM unnest(ARRAY['beyond', 'beyond shards', 'no last', 'no shards']) name;
SELECT array_agg(n ORDER BY n)
FROM (SELECT counter_next('counter', 'no first') AS n FROM generate_series(1, 20) OFFSET 0) t;
SELECT error_of($$SELECT counter_next('counter', 'no first')$$);

-- Dropped, a counter begins again on first use.
SELECT counter_drop('counter', 'users');
SELECT counter_next('counter', 'users');
SELECT counter_drop('counter', 'crowd');

-- Errors.
\set ECHO none
SELECT error_of(call) AS error, call
FROM (VALUES
    ($$SELECT counter_drop('counter', 'nobody')$$),
    ($$SELECT counter_create('counter', 'users')$$),
    ($$SELECT counter_create('counter', 'shards', 2, 10)$$),
    ($$SELECT counter_create('counter', 'x', 0)$$),
    ($$SELECT counter_create('counter', 'x', 1, 0)$$),
    ($$SELECT counter_create('counter', 'x', 2)$$),
    ($$SELECT counter_create('counter', 'x', 2, 4611686018427387904)$$),
    ($$SELECT counter_create(NULL, 'x')$$),
    ($$SELECT counter_create('counter', 'x', start_value => NULL)$$),
    ($$SELECT counter_take('counter', 'nobody', 0)$$)
) t (call);
\set ECHO all

-- What is no table of counters: the error shows how one is made.
\set ECHO none
CREATE VIEW a_view AS TABLE counter;
CREATE TABLE without_last (LIKE counter INCLUDING ALL);
ALTER TABLE without_last DROP last;
CREATE DOMAIN positive AS bigint CHECK (value > 0);
CREATE TABLE of_domain (LIKE counter INCLUDING ALL);
ALTER TABLE of_domain ALTER next TYPE positive;
CREATE TABLE of_bigint (LIKE counter INCLUDING ALL);
ALTER TABLE of_bigint ALTER shard TYPE bigint, ALTER shards TYPE bigint;
CREATE TABLE wider_key (LIKE counter, PRIMARY KEY (name, shard, last));
CREATE TABLE other_key (LIKE counter, PRIMARY KEY (name, shards));
CREATE TABLE deferrable_key (LIKE counter, PRIMARY KEY (name, shard) DEFERRABLE);
CREATE TABLE partial_key (LIKE counter);
CREATE UNIQUE INDEX ON partial_key (name, shard) WHERE shard < 1000;
CREATE TABLE plain_index (LIKE counter);
CREATE INDEX ON plain_index (name, shard);
CREATE TABLE other_collation (LIKE counter);
CREATE UNIQUE INDEX ON other_collation (name COLLATE "C", shard);
CREATE TABLE inherited (LIKE counter INCLUDING ALL);
CREATE TABLE inheriting (PRIMARY KEY (name, shard)) INHERITS (inherited);
SELECT name, regexp_replace(error_of(format('SELECT counter_next(%L, ''x'')', name)),
    'Make a table of counters by CREATE TABLE.*', 'Make ...') AS error
FROM unnest('{a_view, without_last, of_domain, of_bigint, wider_key, other_key, deferrable_key,
    partial_key, plain_index, other_collation, inherited}'::text[]) name;
\set ECHO all
SELECT error_of($$SELECT counter_next(0, 'x')$$);
-- The statement of the hint makes a table.
SELECT substring(error_of($$SELECT counter_next('a_view', 'x')$$) FROM 'CREATE TABLE .*\)')
    AS statement \gset
BEGIN;
DROP TABLE counter CASCADE;
:statement;
SELECT counter_next('counter', 'made as the hint says');
ROLLBACK;

-- What is one: any name, more columns, any order of them, another order of the key, a key that
-- includes others, another collation, partitions, a temporary table.
\set ECHO none
CREATE TABLE "Any ""Name"".%s" (
    last bigint NOT NULL, comment text DEFAULT 'none', next bigint, gone int, shards int NOT NULL,
    c int DEFAULT 5, shard int, name text COLLATE "C", UNIQUE (shard, name) INCLUDE (last));
ALTER TABLE "Any ""Name"".%s" DROP gone;
CREATE TABLE parted (LIKE counter, PRIMARY KEY (name, shard)) PARTITION BY HASH (name);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TEMP TABLE of_session (LIKE counter INCLUDING ALL);
\set ECHO all
SELECT t, counter_next(t, 'one'), counter_next(t, 'one'), counter_take(t, 'two', 3),
    counter_next(t, 'two'), counter_create(t, 'shards', 2, 2),
    (SELECT count(DISTINCT n)
    FROM (SELECT counter_next(t, 'shards') AS n FROM generate_series(1, 4)) s) AS of_shards
FROM unnest(ARRAY['"Any ""Name"".%s"', 'parted', 'of_session']::regclass[]) t;
-- Also where nothing else may be written
BEGIN READ ONLY;
SELECT counter_next('of_session', 'one');
ROLLBACK;

-- A default follows its table, and takes no number of another one.
\set ECHO none
CREATE TABLE bill (number bigint PRIMARY KEY DEFAULT counter_next('counter', 'bill'), n int);
INSERT INTO bill (n) VALUES (1);
ALTER TABLE counter RENAME TO numbers;
INSERT INTO bill (n) VALUES (2);
CREATE SCHEMA counters_moved;
ALTER TABLE numbers SET SCHEMA counters_moved;
INSERT INTO bill (n) VALUES (3);
ALTER SCHEMA counters_moved RENAME TO "Counters Moved";
CREATE SCHEMA counters_moved;
CREATE TABLE counters_moved.numbers (LIKE "Counters Moved".numbers INCLUDING ALL);
INSERT INTO bill (n) VALUES (4);
SELECT * FROM counters_moved.numbers;
DROP TABLE counters_moved.numbers;
ALTER TABLE "Counters Moved".numbers SET SCHEMA counters;
ALTER TABLE numbers RENAME TO counter;
DROP SCHEMA counters_moved, "Counters Moved";
INSERT INTO bill (n) VALUES (5);
SELECT * FROM bill WHERE number <> n;
\set ECHO all

-- A call is what the UPDATE would be: with the rights of the caller, which are these.
CREATE ROLE regress_counter;
BEGIN;
GRANT USAGE ON SCHEMA counters TO regress_counter;
\set ECHO none
CREATE FUNCTION errors(rights text, call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL ROLE NONE;
    REVOKE ALL ON counter FROM regress_counter;
    EXECUTE format('GRANT %s ON counter TO regress_counter', rights);
    SET LOCAL ROLE regress_counter;
    RETURN error_of('SELECT counter_' || call);
END
$$;
-- A counter with the name of the rights is a new one.
SELECT rights, error, string_agg(call, ' ' ORDER BY call COLLATE "C") AS calls
FROM unnest('{SELECT,"UPDATE, INSERT, DELETE","SELECT, UPDATE","SELECT, UPDATE, INSERT",
        "SELECT, DELETE"}'::text[]) AS rights,
    unnest(ARRAY[$$next('counter', 'users')$$, $$take('counter', 'users', 2)$$,
        $$next('counter', %L)$$, $$create('counter', %L || '!')$$,
        $$drop('counter', 'invoices')$$]) AS call,
    errors(rights, format(call, rights)) AS error
GROUP BY rights, error ORDER BY rights COLLATE "C", error COLLATE "C";
\set ECHO all
ROLLBACK;

-- No number is given out if a trigger, a rule or a policy on the table keeps its row from being
-- updated.
BEGIN;
GRANT ALL ON counter TO regress_counter;
GRANT USAGE ON SCHEMA counters TO regress_counter;
SELECT counter_create('counter', 'sharded', 2, 10);
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER skip BEFORE INSERT ON counter FOR EACH ROW EXECUTE FUNCTION skip();
SELECT error_of($$SELECT counter_next('counter', 'skipped')$$);
SELECT error_of($$SELECT counter_create('counter', 'skipped')$$);
DROP TRIGGER skip ON counter;
CREATE TRIGGER skip BEFORE UPDATE ON counter FOR EACH ROW EXECUTE FUNCTION skip();
SELECT error_of($$SELECT counter_next('counter', 'users')$$);
DROP TRIGGER skip ON counter;
CREATE RULE skip AS ON UPDATE TO counter DO INSTEAD NOTHING;
SELECT error_of($$SELECT counter_next('counter', 'users')$$);
DROP RULE skip ON counter;
ALTER TABLE counter ENABLE ROW LEVEL SECURITY;
CREATE POLICY write ON counter FOR INSERT WITH CHECK (true);
CREATE POLICY change ON counter FOR UPDATE
    USING (name NOT IN ('users', 'sharded')) WITH CHECK (true);
CREATE POLICY see ON counter FOR SELECT USING (name <> 'orders');
SET LOCAL ROLE regress_counter;
SELECT counter_next('counter', 'Users');
-- Some minor releases raise an error of their own for a row that a policy hides.
SELECT name, error_of(format('SELECT counter_next(''counter'', %L)', name))
    ~ '^(55000 .*skips or hides its row|42501 .*row-level security)' AS refused
FROM unnest('{users,orders,sharded}'::text[]) name;
SELECT error_of($$SELECT counter_next('counter', 'mine')$$);
RESET ROLE;
ROLLBACK;

-- A trigger moves the table away while a statement on it runs, whose plan must stay.
BEGIN;
CREATE SCHEMA elsewhere;
\set ECHO none
CREATE FUNCTION move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.name = 'outer' THEN
        ALTER TABLE counter SET SCHEMA elsewhere;
        PERFORM counter_next('elsewhere.counter', 'inner');
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER move BEFORE INSERT ON counter FOR EACH ROW EXECUTE FUNCTION move();
\set ECHO all
SELECT error_of($$SELECT counter_next('counter', 'outer')$$);
ROLLBACK;
SELECT counter_next('counter', 'users');

-- A table that is dropped by the statement that calls the function is not exchanged for another one
-- of its name.
BEGIN;
\set ECHO none
CREATE FUNCTION exchange() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    CREATE TABLE other (LIKE counter INCLUDING ALL);
    DROP TABLE counter CASCADE;
    ALTER TABLE other RENAME TO counter;
END
$$;
\set ECHO all
SET LOCAL client_min_messages = warning;
SELECT regexp_replace(error_of($$
    SELECT counter_next('counter', 'dropped') FROM (SELECT exchange() OFFSET 0) d$$),
    'OID \d+', 'OID ...') AS error;
ROLLBACK;

-- Refused, as nextval() is, where nothing may be written, and in a parallel worker
BEGIN READ ONLY;
SELECT error_of('SELECT ' || call) AS error
FROM (VALUES
    ($$counter_next('counter', 'users')$$),
    ($$counter_take('counter', 'users', 2)$$),
    ($$counter_create('counter', 'read')$$),
    ($$counter_drop('counter', 'users')$$)) v (call);
ROLLBACK;
CREATE FUNCTION next_user() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS
    'BEGIN RETURN counter_next(''counter'', ''users''); END';
BEGIN;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL parallel_leader_participation = off;
SELECT error_of('SELECT sum(next_user()) FROM pg_type');
ROLLBACK;

-- On a node of a Citus cluster that has a counter table of its own. Instead of Citus, there are
-- tables like its catalogs, and after each change of them one of any relation: Citus makes sessions
-- forget what they know of one, too.
\set ECHO none
CREATE FUNCTION call() RETURNS text LANGUAGE plpgsql SET role = regress_counter AS
    $$ BEGIN RETURN error_of('SELECT counter_next(''counter'', ''n'')'); END $$;
BEGIN;
GRANT USAGE ON SCHEMA counters TO regress_counter;
GRANT ALL ON counter TO regress_counter;
SET LOCAL allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_local_group (groupid int NOT NULL PRIMARY KEY);
CREATE TABLE pg_catalog.pg_dist_partition (
    logicalrelid regclass NOT NULL,
    partmethod "char" NOT NULL);
INSERT INTO pg_dist_local_group VALUES (1);
GRANT SELECT ON pg_dist_local_group, pg_dist_partition TO PUBLIC;
\echo Without Citus, tables with the names of its catalogs are not read
SELECT call();
\echo A worker
INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    VALUES (99999, 'citus', 10, 'pg_catalog'::regnamespace, false, 'stand-in');
INSERT INTO pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_class'::regclass, oid, 0, 'pg_extension'::regclass, 99999, 0, 'e'
    FROM pg_class WHERE relname IN ('pg_dist_local_group', 'pg_dist_partition');
ALTER TABLE pg_dist_local_group SET (fillfactor = 90);
SELECT call();
\echo with a reference table
INSERT INTO pg_dist_partition VALUES ('pg_class', 'h'), ('counter', 'n');
ALTER TABLE pg_dist_partition SET (fillfactor = 90);
SELECT call();
\echo The coordinator, on which the table is distributed
UPDATE pg_dist_partition SET partmethod = 'h' WHERE partmethod = 'n';
UPDATE pg_dist_local_group SET groupid = 0;
ALTER TABLE pg_dist_local_group SET (fillfactor = 70);
SELECT call();
\echo and where it is local
DELETE FROM pg_dist_partition WHERE logicalrelid = 'counter'::regclass;
ALTER TABLE pg_dist_local_group SET (fillfactor = 80);
SELECT call();
ROLLBACK;

SET client_min_messages = warning;
DROP SCHEMA counters CASCADE;
DROP ROLE regress_counter;

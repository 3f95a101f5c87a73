-- Counters in one session; several sessions, crashes and dumps are in test/t/counters.pl and
-- test/isolation. Which shard is taken is random: what is shown does not depend on it.
\pset format unaligned
\pset footer off

CREATE SCHEMA counters;
SET search_path = counters, public;

-- One shard: made on first use, continuous, in batches too.
SELECT counter_next('users'), counter_next('users'), counter_take('users', 5),
    counter_next('users');
SELECT counter_take('orders', 1000);
SELECT counter_next('orders');
SELECT name, shard, shards, next, last FROM objectid_counter ORDER BY name;
SELECT counter_next('a''b"c\d $1 %s'), counter_next(''), counter_next('Users');

-- Other counters begin elsewhere.
SELECT counter_create('invoices', start => 20260001);
SELECT counter_next('invoices'), counter_next('invoices');
SELECT counter_create('below zero', start => -2);
SELECT array_agg(counter_next('below zero')) FROM generate_series(1, 4);

-- What is rolled back is given again.
BEGIN;
SELECT counter_next('users');
SAVEPOINT before;
SELECT counter_take('users', 10);
ROLLBACK TO before;
SELECT counter_next('users');
ROLLBACK;
SELECT counter_next('users');

-- As a default, row by row, and a batch for many rows.
CREATE TABLE users (id bigint PRIMARY KEY DEFAULT counter_next('users.id'), name text);
INSERT INTO users (name) VALUES ('Sarah C.'), ('Bob D.');
INSERT INTO users
    SELECT lower(b.batch) + i.n, 'user ' || i.n
    FROM counter_take('users.id', 1000) b (batch), generate_series(0, 999) i (n);
INSERT INTO users (name) VALUES ('Sarah D.') RETURNING *;
SELECT count(*), min(id), max(id) FROM users;

-- One shard runs to the end of bigint. A batch that ends there has no upper bound: there is no
-- bigint after the last one.
SELECT counter_create('end', start => 9223372036854775801);
SELECT counter_take('end', 3);
SELECT error_of($$SELECT counter_take('end', 5)$$);
SELECT counter_take('end', 3);
SELECT error_of($$SELECT counter_take('end', 2)$$);
SELECT counter_next('end');
SELECT error_of($$SELECT counter_next('end')$$);
SELECT counter_create('end again', start => 9223372036854775806);
SELECT b, upper_inf(b), b @> 9223372036854775807 FROM counter_take('end again', 2) b;
SELECT error_of($$SELECT counter_next('end again')$$);
SELECT counter_create('whole', start => -9223372036854775808);
SELECT counter_take('whole', 2147483647);
SELECT counter_create('lowest', shards => 1, shard_size => 3, start => -9223372036854775808);
SELECT error_of($$SELECT counter_take('lowest', 4)$$);
SELECT counter_take('lowest', 3);
SELECT error_of($$SELECT counter_next('lowest')$$);

-- Several shards: shard i owns start + i * size and on.
SELECT counter_create('shards', 4, 25);
SELECT shard, shards, next, last FROM objectid_counter WHERE name = 'shards' ORDER BY shard;
SELECT counter_create('blog', shards => 1000, shard_size => 1000000000, start => 0);
SELECT count(*), min(next), max(last), min(last - next + 1), max(last - next + 1)
FROM objectid_counter WHERE name = 'blog';
SELECT next, last FROM objectid_counter WHERE name = 'blog' AND shard = 499;

-- All numbers of all shards, each once, then the end.
CREATE TABLE taken (number bigint PRIMARY KEY);
INSERT INTO taken SELECT counter_next('shards') FROM generate_series(1, 99);
INSERT INTO taken SELECT counter_next('shards');
SELECT count(*), min(number), max(number) FROM taken;
SELECT error_of($$SELECT counter_next('shards')$$);
SELECT error_of($$SELECT counter_take('shards', 1)$$);

-- A batch never spans two shards; one with too little left is passed over, and stays for others.
SELECT counter_create('batches', 3, 10);
SELECT count(DISTINCT lower(b) / 10), bool_and(upper(b) - lower(b) = 6),
    bool_and((lower(b) - 1) % 10 = 0)
FROM (SELECT counter_take('batches', 6) AS b FROM generate_series(1, 3) OFFSET 0) t;
SELECT error_of($$SELECT counter_take('batches', 5)$$);
SELECT count(DISTINCT b), bool_and(upper(b) - lower(b) = 4)
FROM (SELECT counter_take('batches', 4) AS b FROM generate_series(1, 3) OFFSET 0) t;
SELECT error_of($$SELECT counter_next('batches')$$);

-- A transaction stays in its shard, and leaves the others to other transactions.
SELECT counter_create('crowd', 100, 1000);
BEGIN;
SELECT count(counter_next('crowd')) FROM generate_series(1, 500);
SELECT counter_take('crowd', 500) <> counter_take('crowd', 10);
SELECT count(*) FROM objectid_counter WHERE name = 'crowd' AND (next - 1) % 1000 <> 0;
COMMIT;
-- Transactions choose their shards at random: 100 of them take far more than 10 of 100 shards.
DO $$
BEGIN
    FOR i IN 1 .. 100 LOOP
        PERFORM counter_next('crowd');
        COMMIT;
    END LOOP;
END
$$;
SELECT count(*) > 10 FROM objectid_counter WHERE name = 'crowd' AND (next - 1) % 1000 <> 0;
-- Wherever they begin, they find the one that has numbers left.
SELECT counter_create('one left', 2, 20);
UPDATE objectid_counter SET next = NULL WHERE name = 'one left' AND shard = 1;
DO $$
BEGIN
    FOR i IN 1 .. 20 LOOP
        PERFORM counter_next('one left');
        COMMIT;
    END LOOP;
END
$$;

-- Whatever savepoints the transaction has.
SELECT counter_create('savepoints', 64, 1000);
BEGIN;
SELECT counter_next('savepoints') IS NOT NULL AS taken;
SAVEPOINT a;
SELECT counter_next('savepoints') IS NOT NULL AS taken;
SAVEPOINT b;
SELECT counter_next('savepoints') IS NOT NULL AS taken;
RELEASE a;
SAVEPOINT c;
SELECT counter_next('savepoints') IS NOT NULL AS taken;
COMMIT;
SELECT count(*), sum((next - 1) % 1000)
FROM objectid_counter WHERE name = 'savepoints' AND (next - 1) % 1000 <> 0;
-- What a committed transaction takes and does not store is a gap; what a savepoint takes back is
-- not.
CREATE TABLE stored (number bigint PRIMARY KEY, n int UNIQUE);
INSERT INTO stored VALUES (counter_next('stored'), 1);
INSERT INTO stored VALUES (counter_next('stored'), 1) ON CONFLICT DO NOTHING;
SELECT error_of($$INSERT INTO stored VALUES (counter_next('stored'), 1)$$);
INSERT INTO stored VALUES (counter_next('stored'), 2);
INSERT INTO stored VALUES (counter_next('stored'), 2) ON CONFLICT (n) DO UPDATE SET n = 3;
ALTER TABLE stored ALTER number SET DEFAULT counter_next('stored');
COPY stored (n) FROM stdin WHERE n <> 4;
4
5
\.
SELECT * FROM stored;

-- The table refuses what no counter can be.
SELECT error_of(format('INSERT INTO objectid_counter VALUES (%s)', v.row))
FROM (VALUES
    ($$'bad', 0, 1, 8, 7$$),
    ($$'bad', -1, 1, 1, 7$$),
    ($$'bad', 1, 1, 1, 7$$),
    ($$'bad', 0, 1, 7, 7$$)) v ("row");
SELECT counter_next('bad');
SELECT error_of($$SELECT counter_next('bad')$$);

-- Dropped, a counter begins again on first use.
SELECT counter_drop('users');
SELECT counter_next('users');
SELECT counter_drop('shards');
SELECT count(*) FROM objectid_counter WHERE name = 'shards';

-- Errors.
SELECT error_of(call) AS error, call
FROM (VALUES
    ($$SELECT counter_drop('nobody')$$),
    ($$SELECT counter_create('users')$$),
    ($$SELECT counter_create('blog', 2, 10)$$),
    ($$SELECT counter_create('blog', 2000, 10)$$),
    ($$SELECT counter_create('x', 0)$$),
    ($$SELECT counter_create('x', -1, 10)$$),
    ($$SELECT counter_create('x', 1, 0)$$),
    ($$SELECT counter_create('x', 2, -5)$$),
    ($$SELECT counter_create('x', 2)$$),
    ($$SELECT counter_create('x', 2, 4611686018427387904)$$),
    ($$SELECT counter_create('x', 1, 2, 9223372036854775807)$$),
    ($$SELECT counter_create('x', 2147483647, 9223372036854775807, 9223372036854775807)$$),
    ($$SELECT counter_create(NULL)$$),
    ($$SELECT counter_create('x', NULL)$$),
    ($$SELECT counter_create('x', start => NULL)$$),
    ($$SELECT counter_take('users', 0)$$),
    ($$SELECT counter_take('users', -3)$$),
    ($$SELECT counter_take('nobody', 0)$$)
) t (call);
SELECT count(*) FROM objectid_counter WHERE name IN ('x', 'nobody');
SELECT count(*) FROM objectid_counter WHERE name = 'blog';
-- Just fits.
SELECT counter_create('fits', 2, 4611686018427387904, 0);
SELECT shard, next, last FROM objectid_counter WHERE name = 'fits' ORDER BY shard;
SELECT counter_create('fits too', 3, 6148914691236517204, -9223372036854775808);
SELECT shard, next, last FROM objectid_counter WHERE name = 'fits too' ORDER BY shard;
-- Strict, as nextval() is
SELECT counter_next(NULL), counter_take(NULL, 1), counter_take('users', NULL), counter_drop(NULL);

-- No number is given out if a trigger or a policy on the table keeps its row from being updated.
CREATE ROLE regress_counter;
BEGIN;
GRANT ALL ON objectid_counter TO regress_counter;
GRANT USAGE ON SCHEMA counters TO regress_counter;
GRANT EXECUTE ON FUNCTION counter_next(text) TO regress_counter;
SELECT counter_create('sharded', 2, 10);
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER skip BEFORE INSERT ON objectid_counter FOR EACH ROW EXECUTE FUNCTION skip();
SELECT error_of($$SELECT counter_next('skipped')$$);
SELECT error_of($$SELECT counter_create('skipped')$$);
DROP TRIGGER skip ON objectid_counter;
CREATE TRIGGER skip BEFORE UPDATE ON objectid_counter FOR EACH ROW EXECUTE FUNCTION skip();
SELECT error_of($$SELECT counter_next('users')$$);
SELECT error_of($$SELECT counter_next('sharded')$$);
DROP TRIGGER skip ON objectid_counter;
ALTER TABLE objectid_counter ENABLE ROW LEVEL SECURITY;
CREATE POLICY write ON objectid_counter FOR INSERT WITH CHECK (true);
CREATE POLICY change ON objectid_counter FOR UPDATE
    USING (name NOT IN ('users', 'sharded')) WITH CHECK (true);
CREATE POLICY see ON objectid_counter FOR SELECT USING (name <> 'orders');
SET LOCAL ROLE regress_counter;
SELECT counter_next('Users');
-- Some minor releases raise an error of their own for a row that a policy hides.
SELECT name, error_of(format('SELECT counter_next(%L)', name))
    ~ '^(55000 .*skips or hides its row|42501 .*row-level security)' AS refused
FROM unnest('{users,orders,sharded}'::text[]) name;
SELECT error_of($$SELECT counter_next('mine')$$);
RESET ROLE;
ROLLBACK;

-- If the extension is dropped by a statement that calls the function, the call fails, and does not
-- use a table of that name in the search_path.
BEGIN;
CREATE TABLE objectid_counter AS
SELECT 'dropped' AS name, 0 AS shard, 1 AS shards, 666::bigint AS next, 999::bigint AS last;
CREATE FUNCTION drop_extension() RETURNS void LANGUAGE plpgsql AS
    'BEGIN DROP EXTENSION objectid CASCADE; END';
SET LOCAL client_min_messages = warning;
SELECT error_of(format('SELECT %s FROM (SELECT drop_extension() OFFSET 0) d', call)) AS error
FROM (VALUES
    ($$counter_next('dropped')$$),
    ($$counter_take('dropped', 2)$$),
    ($$counter_create('dropped')$$),
    ($$counter_drop('dropped')$$)) v (call);
ROLLBACK;

-- Refused, as nextval() is, where nothing may be written, and in a parallel worker
BEGIN READ ONLY;
SELECT error_of('SELECT ' || call) AS error
FROM (VALUES
    ($$counter_next('users')$$),
    ($$counter_take('users', 2)$$),
    ($$counter_create('read')$$),
    ($$counter_drop('users')$$)) v (call);
ROLLBACK;
CREATE FUNCTION next_user() RETURNS bigint LANGUAGE plpgsql PARALLEL SAFE AS
    'BEGIN RETURN counter_next(''users''); END';
BEGIN;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL parallel_leader_participation = off;
SELECT error_of('SELECT sum(next_user()) FROM pg_type');
ROLLBACK;

-- None of the functions runs in a parallel worker, which could not write.
SELECT proname, proparallel, provolatile
FROM pg_proc WHERE proname ~ '^counter_' ORDER BY proname COLLATE "C", pronargs;

-- PUBLIC may call only what does no harm.
SELECT relacl FROM pg_class WHERE relname = 'objectid_counter' AND relacl::text ~ '[{,]=';
SELECT p.proname, has_function_privilege('pg_monitor', p.oid, 'EXECUTE') AS public
FROM pg_proc p
WHERE p.proname ~ '^counter_|_digits$' AND p.pronamespace = 'pg_catalog'::regnamespace
ORDER BY p.proname COLLATE "C";

-- On a node of a Citus cluster that has a counter table of its own. Instead of Citus, there are
-- tables like its catalogs, and after each change of them one of any relation: Citus makes sessions
-- forget what they know of one, too.
PREPARE calls AS
    SELECT call, regexp_replace(error_of('SELECT counter_' || call), ' \| Each node.*', '') AS error
    FROM unnest(ARRAY['create(''n'', 2, 5)', 'next(''n'')', 'take(''n'', 2)', 'drop(''n'')']) call;
BEGIN;
GRANT USAGE ON SCHEMA counters TO regress_counter;
GRANT ALL ON objectid_counter TO regress_counter;
GRANT EXECUTE ON FUNCTION counter_next(text), counter_take(text, integer),
    counter_create(text, integer, bigint, bigint), counter_drop(text) TO regress_counter;
SET LOCAL allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_local_group (groupid int NOT NULL PRIMARY KEY);
CREATE TABLE pg_catalog.pg_dist_partition (
    logicalrelid regclass NOT NULL,
    partmethod "char" NOT NULL);
INSERT INTO pg_dist_local_group VALUES (1);
GRANT SELECT ON pg_dist_local_group, pg_dist_partition TO PUBLIC;
-- Without Citus, tables with the names of its catalogs are not read.
SET LOCAL ROLE regress_counter;
EXECUTE calls;
RESET ROLE;
-- A worker.
INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    VALUES (99999, 'citus', 10, 'pg_catalog'::regnamespace, false, 'stand-in');
INSERT INTO pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_class'::regclass, oid, 0, 'pg_extension'::regclass, 99999, 0, 'e'
    FROM pg_class WHERE relname IN ('pg_dist_local_group', 'pg_dist_partition');
ALTER TABLE pg_dist_local_group SET (fillfactor = 90);
SET LOCAL ROLE regress_counter;
EXECUTE calls;
RESET ROLE;
-- With a reference table.
INSERT INTO pg_dist_partition VALUES ('pg_class', 'h'), ('objectid_counter', 'n');
ALTER TABLE pg_dist_partition SET (fillfactor = 90);
SET LOCAL ROLE regress_counter;
EXECUTE calls;
RESET ROLE;
-- The coordinator.
DELETE FROM pg_dist_partition WHERE partmethod = 'n';
UPDATE pg_dist_local_group SET groupid = 0;
ALTER TABLE pg_dist_local_group SET (fillfactor = 80);
SET LOCAL ROLE regress_counter;
EXECUTE calls;
RESET ROLE;
ROLLBACK;

SET client_min_messages = warning;
DROP SCHEMA counters CASCADE;
DROP ROLE regress_counter;

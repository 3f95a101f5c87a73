# The condition "below the bound", in every kind of statement: readers that poll with it, in each
# isolation level, by cursors, functions, views and foreign tables, get each row exactly once and in
# order while twelve sessions write. The same statement with a bound that was found without looking
# at its snapshot loses rows. FOLLOW_SECONDS sets the duration (20), OBJECTID_SEED the seed of the
# random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use readers;
use test_server;
use Time::HiRes qw(sleep);

my $seconds = $ENV{FOLLOW_SECONDS} // ($ENV{OBJECTID_MATRIX} ? 8 : 20);
seeded();

my $node = start_server('main', q{
max_connections = 80
shared_preload_libraries = 'objectid'
max_prepared_transactions = 30
max_wal_size = 4GB
autovacuum_naptime = 1
}, allows_streaming => 1);
sql('CREATE EXTENSION objectid');
my $has_fdw = available('postgres_fdw');

# Once for each statement ------------------------------------------------------------------------

sql(q{
CREATE TABLE many (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)
	PARTITION BY RANGE (id);
SELECT format('CREATE TABLE many_%s PARTITION OF many FOR VALUES FROM (%s) TO (%s)', i, i * 10,
	(i + 1) * 10) FROM generate_series(0, 399) i \gexec
INSERT INTO many (n) SELECT generate_series(1, 3500);
ANALYZE many;
CREATE TABLE marked (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
INSERT INTO marked (n) SELECT generate_series(1, 100);
});

# How often the sequence is read: each search does it.
sub searches
{
	my ($session, $statement) = @_;
	my $count = q{
SELECT pg_stat_force_next_flush();
SELECT blks_read + blks_hit FROM pg_statio_all_sequences WHERE relname = 'many_id_seq'};
	my ($before) = $session->query_safe($count) =~ /(\d+)\s*$/;
	$session->query_safe($statement);
	my ($after) = $session->query_safe($count) =~ /(\d+)\s*$/;
	return $after - $before;
}
my $session = $node->background_psql('postgres');
$session->query_safe("SELECT resolved_number('many')");
my $condition = q{SELECT count(*) FROM many WHERE id < resolved_number('many')};
is(searches($session, $condition), 2, '400 partitions: one search to plan, one to run');
$session->query_safe("SET enable_indexscan = off; SET enable_bitmapscan = off;
	SET enable_indexonlyscan = off");
is(searches($session, $condition), 2, '400 partitions, each row of them');
$session->query_safe(
	"PREPARE p AS $condition; SET plan_cache_mode = force_generic_plan; EXECUTE p");
is(searches($session, 'EXECUTE p'), 1, 'a plan that is kept');
is($session->query_safe('EXECUTE p'), '3500', 'it finds all rows');
$session->query_safe('RESET ALL');

# Parallel workers get it from the leader.
my $parallel = q{SELECT count(*), count(DISTINCT bound) FROM (
	SELECT id, (SELECT resolved_number('many')) AS bound FROM many) m WHERE id < bound};
$session->query_safe(q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET enable_indexscan = off;
	SET enable_indexonlyscan = off; SET enable_bitmapscan = off});
like($session->query_safe("EXPLAIN $parallel"), qr/Parallel Append.*Filter: \(.*(?:\$|InitPlan)/s,
	'a parallel plan');
is($session->query_safe($parallel), '3500|1', 'its bound');
unlike($session->query_safe("EXPLAIN $condition"), qr/Parallel/, 'a condition by itself');
$session->query_safe('RESET ALL');

# Who ends between a statement's snapshot and its bound, and is not in what it reads -------------

# Waits between them, as one statement, and reads by a bound that is found once.
my $gate = q{
SELECT string_agg(n::text, ',' ORDER BY id)
FROM (SELECT pg_advisory_xact_lock_shared(1)::text AS void OFFSET 0) waited,
	LATERAL (SELECT %s(('event' || void)::regclass) AS bound OFFSET 0) b, event
WHERE id < bound};
sql(q{
CREATE FUNCTION naive_bound(regclass) RETURNS uuid VOLATILE LANGUAGE plpgsql AS
	'BEGIN RETURN resolved_uuid_v7($1); END'; -- with a snapshot of its own
CREATE FUNCTION subtransactions(n int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. n LOOP
		BEGIN
			INSERT INTO event (n) VALUES (i);
		EXCEPTION WHEN division_by_zero THEN
		END;
	END LOOP;
END
$$});
my ($holder, @writer) = map { $node->background_psql('postgres') } 0 .. 2;
for (
	[ 'a transaction', ['INSERT INTO event (n) VALUES (1)'], 'COMMIT' ],
	[ 'one with 100 subtransactions', ['SELECT subtransactions(100)'], 'COMMIT' ],
	[ 'a prepared one', [ 'INSERT INTO event (n) VALUES (1)', q{PREPARE TRANSACTION 'a'} ],
		q{COMMIT PREPARED 'a'} ],
	[ 'a transaction without a number until then', ['LOCK TABLE event IN ROW EXCLUSIVE MODE'],
		'INSERT INTO event (n) VALUES (1); COMMIT' ])
{
	my ($name, $begin, $end) = @$_;
	for my $function ('naive_bound', 'resolved_uuid_v7')
	{
		sql(q{DROP TABLE IF EXISTS event; CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuid_v7(),
			n int); INSERT INTO event (n) VALUES (0)}, ';', 'SELECT pg_sleep(0.002)');
		my $query = sprintf $gate, $function;
		# The bound of an earlier poll, in which the row is.
		is($session->query_safe($query), '0', "$name: before, $function");
		$writer[0]->query_safe($_) for 'BEGIN', @$begin;
		$writer[1]->query_safe('INSERT INTO event (n) VALUES (-1)');
		sql('SELECT pg_sleep(0.002)');
		$holder->query_safe('SELECT pg_advisory_lock(1)');
		$session->query_until(qr/started/, "\\echo started\n$query\n;\n");
		$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks
			WHERE locktype = 'advisory' AND objid = 1 AND NOT granted}) or die;
		$writer[0]->query_safe($end);
		sql('SELECT pg_sleep(0.002)');
		$holder->query_safe('SELECT pg_advisory_unlock(1)');
		my $read = $session->query_safe('SELECT 1');
		$read =~ s/\n?1$//;
		if ($function eq 'naive_bound') { is($read, '0,-1', "$name: it is passed, $function") }
		else { is($read, '0', "$name: it is not passed, $function") }
	}
}

# A sequence that somebody alters meanwhile, after ten calls for other tables
my $others = join ', ', map { "resolved_timestamp('many_$_')::text" } 1 .. 10;
$holder->query_safe('SELECT pg_advisory_lock(1)');
$session->query_until(qr/started/, "\\echo started\n" . qq{
SELECT v[1] = v[cardinality(v)] FROM (SELECT ARRAY[resolved_number('many')::text,
	pg_advisory_xact_lock_shared(1)::text, $others, resolved_number('many')::text] AS v OFFSET 0) a
;\n});
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks
	WHERE locktype = 'advisory' AND objid = 1 AND NOT granted}) or die;
$writer[0]->query_safe($_) for 'BEGIN', 'ALTER SEQUENCE many_id_seq NO CYCLE';
$holder->query_safe('SELECT pg_advisory_unlock(1)');
is($session->query_safe('SELECT 1') =~ s/\n?1$//r, 't', 'one bound, though its sequence is locked');
$writer[0]->query_safe('ROLLBACK');
$_->quit for $holder, @writer;

# A snapshot of another session, imported before and after others have ended
sql('TRUNCATE event; INSERT INTO event (n) VALUES (1); SELECT pg_sleep(0.002)');
my ($exporter, $importer) = map { $node->background_psql('postgres') } 0 .. 1;
my $read =
  q{SELECT string_agg(n::text, ',' ORDER BY id) FROM event WHERE id < resolved_uuid_v7('event')};
is($importer->query_safe($read), '1', 'the bound before');
$exporter->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_current_xact_id()');
my ($snapshot) = $exporter->query_safe('SELECT pg_export_snapshot()');
my $import = "BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '$snapshot'";
$importer->query_safe($import);
is($importer->query_safe($read), '1', 'an imported snapshot');
is($importer->query_safe(q{SELECT resolved_timestamp('event') > now()}),
	't', 'nobody has ended since');
$importer->query_safe('COMMIT');
sql('INSERT INTO event (n) VALUES (2); SELECT pg_sleep(0.002)');
is($importer->query_safe($read), '1,2', 'a later one');
$importer->query_safe($import);
is($importer->query_safe($read), '1', 'the imported one again, with the bound from before it');
$importer->query_safe('COMMIT');
is(sql("$import; $read; COMMIT"), '', 'a session that knows none');
$_->quit for $exporter, $importer;

# Somebody changes the table or its sequence: nobody waits.
my $changer = $node->background_psql('postgres');
$changer->query_safe('BEGIN; LOCK TABLE event; ALTER SEQUENCE many_id_seq RESTART 10000');
is(sql(q{SELECT resolved_timestamp('event'), resolved_number('many')}),
	'-infinity|-9223372036854775808', 'a table and a sequence that somebody changes');
$changer->query_safe('ROLLBACK');

# Nor does a query get another bound then, though a subtransaction had the lock, and is undone.
my $undone = $node->background_psql('postgres');
$undone->query_safe(q{BEGIN; DECLARE c CURSOR FOR SELECT resolved_number('many')
	FROM generate_series(1, 3); SAVEPOINT s});
my $first_bound = $undone->query_safe('FETCH c');
$undone->query_safe('ROLLBACK TO s');
my $forget = q{SELECT resolved_timestamp('marked')};
$undone->query_safe($forget) for 1 .. 10;
$changer->query_safe('BEGIN; ALTER SEQUENCE many_id_seq RESTART 10000');
is($undone->query_safe('FETCH c'), $first_bound, 'the bound of a cursor, while a sequence changes');
$undone->query_safe($forget) for 1 .. 10;
$changer->query_safe('COMMIT');
is($undone->query_safe('FETCH c'), $first_bound, 'and when it has changed');

# Where a number is asked for of a table that somebody has locked meanwhile, a time that the same
# query has got is none. The lock of the first call went with its subtransaction.
sql(q{CREATE FUNCTION undone_time() RETURNS boolean STABLE LANGUAGE plpgsql AS $$
DECLARE
	is_time boolean;
BEGIN
	is_time := resolved_timestamp('many') > '2000-01-01';
	RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
	RETURN is_time;
END
$$});
$undone->query_safe(q{COMMIT; BEGIN; DECLARE c CURSOR FOR SELECT CASE n WHEN 1
	THEN undone_time()::int ELSE resolved_number('many') END FROM generate_series(1, 2) n});
is($undone->query_safe('FETCH c'), '1', 'a time of a query');
$changer->query_safe(q{BEGIN; SET LOCAL lock_timeout = '60s'; LOCK TABLE ONLY many});
is($undone->query_safe('FETCH c'), '-9223372036854775808', 'is no number of it');
$changer->query_safe('ROLLBACK');
$_->quit for $changer, $undone;

# Long-lived sessions keep little: many statements of one transaction, in each kind of function
$session->query_safe(q{
CREATE FUNCTION bound_in_plpgsql() RETURNS uuid STABLE LANGUAGE plpgsql AS
	$$BEGIN RETURN resolved_uuid_v7('event'); END$$;
CREATE FUNCTION poll(times int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
	bound uuid;
BEGIN
	FOR i IN 1 .. times LOOP
		bound := resolved_uuid_v7('event');
		PERFORM FROM event WHERE id < resolved_uuid_v7('event');
		IF i = 10 THEN
			before := (SELECT sum(used_bytes) FROM pg_backend_memory_contexts);
		END IF;
	END LOOP;
	RETURN (SELECT sum(used_bytes) FROM pg_backend_memory_contexts) - before;
END
$$});
cmp_ok($session->query_safe('SELECT poll(3000)'), '<', 150_000,
	'what three thousand polls of a transaction leave');
$session->quit;

# Exactly once and in order ----------------------------------------------------------------------

# 1: ids of version 7, times, and in which transaction. 2: objectids in partitions by hash. 3:
# numbers in a parent and a child.
sql(q{
CREATE TABLE t1 (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int UNIQUE,
	changed timestamptz NOT NULL DEFAULT clock_timestamp(), began timestamptz DEFAULT now());
CREATE INDEX ON t1 (changed);
CREATE INDEX ON t1 (began);
CREATE TABLE t2 (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int) PARTITION BY HASH (id);
SELECT format('CREATE TABLE t2_%s PARTITION OF t2 FOR VALUES WITH (MODULUS 8, REMAINDER %1$s)', i)
FROM generate_series(0, 7) i \gexec
CREATE TABLE t3 (id bigserial PRIMARY KEY, n int);
CREATE TABLE t3_child (PRIMARY KEY (id)) INHERITS (t3);
CREATE VIEW t1_feed AS SELECT * FROM t1 WHERE id < resolved_uuid_v7('t1');
CREATE VIEW t2_feed AS SELECT * FROM t2 WHERE id < resolved_objectid('t2');
CREATE VIEW t3_feed AS SELECT * FROM t3 WHERE id < resolved_number('t3');
-- Not inlined: these have other memory than their query.
CREATE FUNCTION t1_bound() RETURNS uuid STABLE SET jit = off LANGUAGE sql
	AS $$SELECT resolved_uuid_v7('t1')$$;
CREATE FUNCTION t2_bound() RETURNS objectid STABLE LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_objectid('t2'); END$$;
CREATE FUNCTION t3_bound() RETURNS bigint STABLE LANGUAGE plpgsql
	AS $$BEGIN RETURN (SELECT resolved_number('t3') FROM generate_series(1, 1)); END$$;
CREATE FUNCTION naive_t1() RETURNS uuid LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_uuid_v7('t1'); END$$;
CREATE FUNCTION naive_t2() RETURNS objectid LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_objectid('t2'); END$$;
CREATE FUNCTION naive_t3() RETURNS bigint LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_number('t3'); END$$;
});
create_readers(q{
INSERT INTO place (reader, t, type, key, source)
SELECT reader, t, type, 'id', replace(replace(source, 'BOUND', bound), 'TABLE', format('t%s', t))
FROM (VALUES
	(1, 'uuid', $$resolved_uuid_v7('t1')$$),
	(2, 'objectid', $$resolved_objectid('t2')$$),
	(3, 'bigint', $$resolved_number('t3')$$)) t (t, type, bound), (VALUES
	('one session', 'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND'),
	('new sessions', 'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND'),
	('repeatable read', 'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND'),
	('serializable', 'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND'),
	('cursor', 'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND'),
	('view', 'SELECT id FROM TABLE_feed WHERE id > %1$s'),
	('foreign table', 'SELECT id FROM far.TABLE_feed WHERE id > %1$s'),
	('function', 'SELECT id FROM TABLE WHERE id > %1$s AND id < TABLE_bound()'),
	('each row', 'SELECT id FROM TABLE WHERE id > %1$s AND (id < BOUND) IS TRUE'),
	('late',
		'SELECT id FROM (SELECT pg_sleep(0.001) OFFSET 0) s, LATERAL (
			SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND OFFSET 0) r'),
	('naive bound',
		'SELECT id FROM (SELECT pg_sleep(0.001) OFFSET 0) s, LATERAL (SELECT naive_TABLE() AS b
			WHERE s IS NOT NULL OFFSET 0) b, LATERAL (
			SELECT id FROM TABLE WHERE id > %1$s AND id < b OFFSET 0) r')) s (reader, source);
INSERT INTO place (reader, t, type, key, source) VALUES
	('time', 1, 'timestamptz', 'changed',
		$$SELECT changed AS id FROM t1
			WHERE changed > %1$s AND changed < resolved_timestamp('t1')$$),
	('naive time', 1, 'timestamptz', 'began',
		$$SELECT began AS id FROM t1 WHERE began > %1$s AND began < resolved_timestamp('t1')$$)});
if ($has_fdw)
{
	my ($host, $port) = ($node->host, $node->port);
	sql(qq{
CREATE EXTENSION postgres_fdw;
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
	OPTIONS (host '$host', port '$port', dbname 'postgres', fetch_size '10');
CREATE USER MAPPING FOR CURRENT_USER SERVER far;
CREATE SCHEMA far;
IMPORT FOREIGN SCHEMA public LIMIT TO (t1_feed, t2_feed, t3_feed) FROM SERVER far INTO far});
}
else
{
	sql(q{DELETE FROM place WHERE reader = 'foreign table'});
	note('skipped foreign tables: the server has no postgres_fdw');
}

my $script = q{
\set a random(1, 3)
\set b random(1, 3)
\set how random(1, 12)
\set before random(0, 3)
\set between random(0, 6)
\set rows random(1, 5)
\if :how > 9
INSERT INTO t:a DEFAULT VALUES;
INSERT INTO t1 (n) VALUES (:rows) ON CONFLICT (n) DO UPDATE SET n = EXCLUDED.n;
\else
BEGIN;
SELECT 1;
\sleep :before ms
INSERT INTO t:a DEFAULT VALUES;
\sleep :between ms
\if :how > 6
SAVEPOINT s;
INSERT INTO t:b DEFAULT VALUES;
INSERT INTO t3_child DEFAULT VALUES;
\if :how > 8
ROLLBACK TO s;
\endif
\endif
\if :how = 4
SELECT subtransactions(70);
\endif
INSERT INTO t:b (n) SELECT NULL FROM generate_series(1, :rows);
INSERT INTO t:a DEFAULT VALUES;
\if :how = 1
ROLLBACK;
\elif :how = 2
PREPARE TRANSACTION ':client_id';
COMMIT PREPARED ':client_id';
\else
COMMIT;
\endif
\endif
};

start_readers($node);
my $few = 'SELECT least((SELECT count(*) FROM t1), (SELECT count(*) FROM t2)) < ' . 20 * $seconds;
for (my $round = 1; $round <= 2 || $round <= 10 && sql($few) eq 't'; $round++)
{
	my ($writers) = start_pgbench($node, $script, qw(-c 12 -j 2 -T), int($seconds / 2 + 0.5),
		'--random-seed', int(rand(2**31)));
	if ($round == 2)
	{
		sleep($seconds / 4);
		sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = 'pgbench' ORDER BY random() LIMIT 1});
	}
	$writers->finish;
	sql(q{SELECT format('COMMIT PREPARED %L', gid) FROM pg_prepared_xacts \gexec});
}
check_readers();

$node->stop;
done_testing();

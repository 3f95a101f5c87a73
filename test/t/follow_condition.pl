# Which calls of a transaction agree on a bound, and what that takes; that a bound is right for the
# snapshot of its statement, whoever ends or changes something meanwhile; and that a job which
# connects anew gets on.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;
use Time::HiRes qw(sleep);

my $node = start_server('main', q{
max_connections = 80
shared_preload_libraries = 'objectid'
max_prepared_transactions = 30
autovacuum = off
});
sql('CREATE EXTENSION objectid');

# Once for each transaction, until somebody has ended --------------------------------------------

sql(q{
CREATE TABLE many (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int,
	at timestamptz DEFAULT clock_timestamp()) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE many_%s PARTITION OF many FOR VALUES FROM (%s) TO (%s)', i, i * 10,
	(i + 1) * 10) FROM generate_series(0, 399) i \gexec
INSERT INTO many (n) SELECT generate_series(1, 3500);
ANALYZE many;
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
is(searches($session, q{SELECT count(*) FROM many WHERE id < resolved_number('many')}),
	1, '400 partitions: one search to plan and to run');

# Parallel workers get it from the leader.
my $parallel = q{SELECT count(*), count(DISTINCT bound) FROM (
	SELECT id, (SELECT resolved_number('many')) AS bound FROM many) m WHERE id < bound};
$session->query_safe(q{SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
	SET min_parallel_table_scan_size = 0; SET enable_indexscan = off;
	SET enable_indexonlyscan = off; SET enable_bitmapscan = off});
like($session->query_safe("EXPLAIN $parallel"), qr/Parallel Append.*Filter: \(.*(?:\$|InitPlan)/s,
	'a parallel plan');
is($session->query_safe($parallel), '3500|1', 'its bound');
$session->query_safe('RESET ALL');

# However often a transaction asks
sql(q{
CREATE FUNCTION unread() RETURNS bigint STABLE LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT count(*) FROM many_1 WHERE id < resolved_number('many'));
END
$$;
-- What the session has for agreements, and for all of its transaction
CREATE VIEW taken AS SELECT name, sum(total_bytes) AS bytes FROM pg_backend_memory_contexts
	WHERE name IN ('objectid agreements', 'TopTransactionContext') GROUP BY name;
});
my $taken = q{SELECT string_agg(name || bytes, ',' ORDER BY name) FROM taken};
is(searches($session, 'SELECT sum(unread()) FROM generate_series(1, 80000)'),
	1, '80,000 calls of a function that asks');
$session->query_safe('BEGIN; SELECT unread()');
my $taken_by_one = $session->query_safe($taken);
like($taken_by_one, qr/objectid agreements\d+/, 'what one call takes');
$session->query_safe('SELECT sum(unread()) FROM generate_series(1, 80000)');
is($session->query_safe($taken), $taken_by_one, 'and 80,000 more');
$session->query_safe('COMMIT');

# All calls whose snapshots show the same get the same, also when a writer has left without a trace
# in snapshots, after which a search finds a greater bound.
sql(q{
CREATE TABLE agreed (id uuid PRIMARY KEY DEFAULT uuid_v7(), n bigserial UNIQUE,
	at timestamptz DEFAULT clock_timestamp());
SELECT nextval('agreed_n_seq');
});
my @times = map { "resolved_timestamp($_)" } q{'agreed'}, q{'agreed', key => 'at'},
  q{(SELECT oid FROM pg_class WHERE relname = 'agreed')};
my @numbers = map { "resolved_number($_)" } q{'agreed'}, q{'agreed', key => 'n'};
my @ids = map { "resolved_uuid_v7($_)" } q{'agreed'}, q{'agreed', 'id'};

# What the calls get, each in a statement of its own; once, if it is the same.
sub all_agreed
{
	return map {
		my %bounds = map { $session->query_safe("SELECT $_") => 1 } @$_;
		join ' ', keys %bounds;
	} \@times, \@numbers, \@ids;
}

my ($leaves, $ends) = map { $node->background_psql('postgres') } 0 .. 1;
my $start = $leaves->query_safe('BEGIN; LOCK TABLE agreed IN ROW EXCLUSIVE MODE; SELECT now()');
$session->query_safe("BEGIN; DECLARE bounds CURSOR FOR
	SELECT $times[0], $numbers[0] FROM generate_series(1, 3)");
is($session->query_safe('FETCH bounds'), "$start|-9223372036854775808", 'a writer without rows');
my @bounds = all_agreed();
is($bounds[0], $start, 'all calls get its start');
is($bounds[1], '-9223372036854775808', 'or no number');
$leaves->query_safe('COMMIT');
is_deeply([all_agreed()], \@bounds, 'and get the same when it has left');
is($session->query_safe("SAVEPOINT s; SELECT $times[0]; ROLLBACK TO s; SELECT $times[2]"),
	"$start\n$start", 'in subtransactions, too');
is($session->query_safe('FETCH bounds'), join('|', @bounds[ 0, 1 ]), 'and in a cursor');
$ends->query_safe('CREATE TABLE ended ()');
my @later = all_agreed();
is($session->query_safe("SELECT timestamptz '$later[0]' > '$start'"),
	't', 'they get on when somebody has ended');
is("@later[1, 2]", '2 ' . $session->query_safe("SELECT uuid_v7_min('$later[0]')"),
	'all of them');
is($session->query_safe('FETCH bounds'), join('|', @bounds[ 0, 1 ]), 'but for the cursor');
$session->query_safe('COMMIT');
is(sql("SELECT timestamptz '$later[0]' < resolved_timestamp('agreed')"), 't',
	'the next transaction has agreed on nothing');

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
			n int, at timestamptz DEFAULT clock_timestamp()); INSERT INTO event (n) VALUES (0)},
			';', 'SELECT pg_sleep(0.002)');
		my $query = sprintf $gate, $function;
		# The bound of an earlier poll, in which the row is.
		is($session->query_safe($query), '0', "$name: before, $function");
		$writer[0]->query_safe($_) for 'BEGIN', @$begin;
		$writer[1]->query_safe('INSERT INTO event (n) VALUES (-1)');
		sleep(0.002);
		$holder->query_safe('SELECT pg_advisory_lock(1)');
		let_wait($session, $query);
		$writer[0]->query_safe($end);
		sleep(0.002);
		$holder->query_safe('SELECT pg_advisory_unlock(1)');
		is(answer_of($session), $function eq 'naive_bound' ? '0,-1' : '0',
			"$name: what is read by $function");
	}
}

# A sequence that somebody alters meanwhile, after ten calls for other tables
my $others = join ', ', map { "resolved_timestamp('many_$_')::text" } 1 .. 10;
$holder->query_safe('SELECT pg_advisory_lock(1)');
let_wait($session, qq{
SELECT v[1] = v[cardinality(v)] FROM (SELECT ARRAY[resolved_number('many')::text,
	pg_advisory_xact_lock_shared(1)::text, $others, resolved_number('many')::text] AS v
	OFFSET 0) a});
$writer[0]->query_safe($_) for 'BEGIN', 'ALTER SEQUENCE many_id_seq NO CYCLE';
$holder->query_safe('SELECT pg_advisory_unlock(1)');
is(answer_of($session), 't', 'one bound, though its sequence is locked');
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
my $forget = "SELECT $others";
$undone->query_safe($forget);
$changer->query_safe('BEGIN; ALTER SEQUENCE many_id_seq RESTART 10000');
is($undone->query_safe('FETCH c'), $first_bound, 'the bound of a cursor, while a sequence changes');
$undone->query_safe($forget);
$changer->query_safe('COMMIT');
is($undone->query_safe('FETCH c'), $first_bound, 'and when it has changed');

# Where a number is asked for of a table that somebody has locked meanwhile, a time that the same
# query has got is none. The lock of the first call went with its subtransaction.
sql(q{CREATE FUNCTION undone(expression text) RETURNS boolean STABLE LANGUAGE plpgsql AS $$
DECLARE
	result boolean;
BEGIN
	EXECUTE 'SELECT ' || expression INTO result;
	RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
	RETURN result;
END
$$});
$undone->query_safe(q{COMMIT; BEGIN; DECLARE c CURSOR FOR SELECT CASE n WHEN 1
	THEN undone($$resolved_timestamp('many') > '2000-01-01'$$)::int ELSE resolved_number('many') END
	FROM generate_series(1, 2) n});
is($undone->query_safe('FETCH c'), '1', 'a time of a query');
$changer->query_safe(q{BEGIN; SET LOCAL lock_timeout = '60s'; LOCK TABLE ONLY many});
is($undone->query_safe('FETCH c'), '-9223372036854775808', 'is no number of it');
$changer->query_safe('ROLLBACK');

# Nor is it one by no name, though one by its name was, also when nobody has locked it any more.
$undone->query_safe(q{COMMIT; BEGIN; DECLARE c CURSOR FOR SELECT CASE n WHEN 1
	THEN undone($$resolved_number('many', key => 'id') > 0$$)::int ELSE resolved_number('many') END
	FROM generate_series(1, 4) n});
is($undone->query_safe('FETCH c'), '1', 'a number of a named column');
$changer->query_safe(q{BEGIN; SET LOCAL lock_timeout = '60s'; LOCK TABLE ONLY many});
is($undone->query_safe('FETCH c'), '-9223372036854775808', 'is none by no name');
$changer->query_safe('ROLLBACK');
$undone->query_safe($forget);
is($undone->query_safe('FETCH 2 FROM c'), "-9223372036854775808\n-9223372036854775808",
	'for as long as the query goes on');
$_->quit for $changer, $undone;

# What agreements take ---------------------------------------------------------------------------

# Each statement has another snapshot, as a subtransaction has ended. Cursors ask now and then.
sql(q{
CREATE TABLE burnt (n int) WITH (autovacuum_enabled = off);
SELECT format('CREATE TABLE kept_%s (id bigserial PRIMARY KEY)', n)
FROM generate_series(1, 10) n \gexec
CREATE FUNCTION end_one() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO burnt VALUES (1);
	RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
END
$$;
CREATE FUNCTION poll_all(times int, kept refcursor) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	first bigint;
	bound bigint;
BEGIN
	FETCH kept INTO first;
	FOR i IN 1 .. times LOOP
		PERFORM end_one();
		-- A name of the key and none are two agreements.
		PERFORM resolved_number(name) FROM unnest('{kept_1,kept_2,kept_3,kept_4,kept_5,kept_6,
			kept_7,kept_8,kept_9,kept_10}'::regclass[]) name;
		IF i % 1000 = 0 THEN
			FETCH kept INTO bound;
			ASSERT bound = first;
		END IF;
	END LOOP;
END
$$});
my $polls = $node->background_psql('postgres', on_error_stop => 0);
$polls->query(q{BEGIN;
DECLARE forgotten CURSOR FOR SELECT resolved_number('kept_1') FROM generate_series(1, 99);
DECLARE kept CURSOR FOR SELECT resolved_number('kept_2') FROM generate_series(1, 99);
FETCH forgotten});
$polls->query(q{SELECT poll_all(5000, 'kept')});
my $taken_first = $polls->query('SELECT sum(bytes) FROM taken');
cmp_ok($taken_first, '<', 16 * 1024 * 1024,
	"100,000 agreements of a transaction take $taken_first bytes");
$polls->query(q{SELECT poll_all(5000, 'kept')});
is($polls->query('SELECT sum(bytes) FROM taken'), $taken_first, 'and so do 200,000');
is($polls->query('FETCH kept'), '1', 'a cursor that keeps asking is not forgotten');
$polls->query('FETCH forgotten');
like($polls->{stderr}, qr/ERROR:  snapshot is too old to follow a table/, 'one that does not is');
$polls->query('ROLLBACK');
is($polls->query(q{SELECT resolved_number('kept_1')}), '1', 'the next transaction begins anew');
$polls->quit;

$session->quit;

# A job that connects anew -----------------------------------------------------------------------

# It asks once before its query, whose snapshot is then later than the one of that bound.
sql(q{
CREATE TABLE job (id objectid PRIMARY KEY DEFAULT gen_objectid(), v7 uuid UNIQUE DEFAULT uuid_v7(),
	n bigserial UNIQUE, at timestamptz DEFAULT clock_timestamp());
CREATE INDEX ON job (at);
INSERT INTO job (id) VALUES (objectid_min('2020-01-01'));
SELECT pg_sleep(0.002);
CREATE TABLE busy (n int)});
my %function = (id => 'objectid', v7 => 'uuid_v7', n => 'number', at => 'timestamp');

# What a new session finds when somebody ends between the snapshot of its query and the bound
$holder = $node->background_psql('postgres');
for my $key (sort keys %function)
{
	my $bound = "resolved_$function{$key}(('job' || void)::regclass, key => '$key')";
	my $query = qq{
SELECT count(*) FROM (SELECT pg_advisory_xact_lock_shared(1)::text AS void OFFSET 0) waited,
	LATERAL (SELECT $bound AS bound OFFSET 0) b, job WHERE $key < bound};
	for my $asks ('', "SELECT resolved_$function{$key}('job', '$key')")
	{
		my $job = $node->background_psql('postgres');
		$holder->query_safe('SELECT pg_advisory_lock(1)');
		$job->query_safe($asks) if $asks;
		let_wait($job, $query);
		sql('INSERT INTO busy VALUES (1)');
		$holder->query_safe('SELECT pg_advisory_unlock(1)');
		is(answer_of($job), $asks ? 1 : 0,
			"by $key: a job that connects anew and asks " . ($asks ? 'before' : 'once'));
		$job->quit;
	}
}
$holder->quit;

$node->stop;
done_testing();

# Counters: several sessions, crashes, isolation levels, dumps, logical replication.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', "restart_after_crash = on\ntrack_commit_timestamp = on",
	allows_streaming => 'logical');
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE got (counter text, number bigint, PRIMARY KEY (counter, number));
});

# The statement that keeps the next number of a counter.
sub take { return "INSERT INTO got VALUES ('$_[0]', counter_next('counter', '$_[0]'))" }

# All committed numbers of a counter: how many, how many different, the smallest, the largest.
sub got
{
	my ($counter) = @_;
	return sql("SELECT count(*), count(DISTINCT number), min(number), max(number)
		FROM got WHERE counter = '$counter'");
}

# One shard --------------------------------------------------------------------------------------

writers('-c 8 -t 200', '8 writers take 200 numbers each', take('one'));
is(got('one'), '1600|1600|1|1600', 'they are continuous');
is(sql(q{
SELECT count(*) FROM (
	SELECT pg_xact_commit_timestamp(xmin) AS at,
		lag(pg_xact_commit_timestamp(xmin)) OVER (PARTITION BY counter ORDER BY number) AS before
	FROM got) c
WHERE at < before}),
	'0', 'the order of the numbers is the order of the commits');

# A crash ----------------------------------------------------------------------------------------

# Four writers say which numbers they were given, until a session is killed that has the number 1 of
# another counter: in the middle of its transaction. No number is lost or given again.
my $victim = $node->background_psql('postgres', on_error_stop => 0);
is($victim->query_safe('BEGIN; ' . take('victim') . ' RETURNING number'),
	'1', 'a transaction takes a number');
my $pid = $victim->query_safe('SELECT pg_backend_pid()');
my $file = $node->basedir . '/take.sql';
my $take = take('crash') . " RETURNING number;\n";
append_to_file($file, $take x 100_000);
my @talkers = map { start_psql($node, '-v', 'ON_ERROR_STOP=1', '-f', $file) } 1 .. 4;
$node->poll_query_until('postgres', q{SELECT count(*) > 200 FROM got WHERE counter = 'crash'})
  or die 'nobody writes';
crash($node, $pid);
$_->{run}->finish foreach @talkers;
eval { $victim->quit };
# the last line may be cut
my @said = map { $_->{out} =~ /^(\d+)\n/mg } @talkers;
cmp_ok(scalar(@said), '>', 100, 'numbers were taken before the crash: ' . @said);
my %said = map { $_ => 1 } @said;
is(scalar(keys %said), scalar(@said), 'none was given twice');
my %kept = map { $_ => 1 } split /\n/, sql(q{SELECT number FROM got WHERE counter = 'crash'});
is(scalar(grep { !$kept{$_} } @said), 0, 'none that was given is lost');
writers('-c 8 -t 10', '8 writers go on', take('crash'));
my $last = scalar(keys %kept) + 80;
is(got('crash'), "$last|$last|1|$last", 'none is repeated, and there is no gap');
is(sql("SELECT counter_next('counter', 'victim')"),
	'1', 'what the killed one had taken is given again');

# Several shards ---------------------------------------------------------------------------------

sql(q{SELECT counter_create('counter', 'all', 100, 20)});
writers('-c 8 -t 250', '8 writers use up 100 shards', take('all'));
is(got('all'), '2000|2000|1|2000', 'they get every number');
is(error_of(q{SELECT counter_next('counter', 'all')}),
	'2200H: counter "all" is exhausted', 'and no other');

# One of two shards is held: whoever comes takes the other one, wherever his search begins, and
# waits for nobody.
foreach my $held (0, 1)
{
	my $counter = "half $held";
	sql("SELECT counter_create('counter', '$counter', 2, 1000)");
	my $holder = $node->background_psql('postgres');
	$holder->query_safe("BEGIN;
		SELECT FROM counter WHERE name = '$counter' AND shard = $held FOR UPDATE");
	is(sql(q{SET lock_timeout = '60s';},
			(take($counter) . ';') x 30,
			'SELECT count(*), count(DISTINCT number / 1001), min(number / 1001)',
			"FROM got WHERE counter = '$counter'"),
		'30|1|' . (1 - $held),
		"30 transactions take numbers of the one that is free while shard $held is held");
	$holder->quit;
}

# Two transactions, step by step -------------------------------------------------------------------

my %session =
  map { ($_ => $node->background_psql('postgres', on_error_stop => 0)) } 1 .. 3;
# Of two that wait for each other the first gives way.
$session{1}->query_safe(q{SET deadlock_timeout = '10ms'});
$session{2}->query_safe(q{SET deadlock_timeout = '100s'});

# steps(NAME, EXPECTED, STEP...): a step is what one of the sessions does ("1: SQL"). It may wait
# for another ("2 waits: SQL") until a later step reads what it gets ("2 gets"). EXPECTED is what
# all of them got.
sub steps
{
	my ($name, $expected, @steps) = @_;
	sql(q{
DROP TABLE IF EXISTS c, got_by;
CREATE TABLE c (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
SELECT counter_next('c', 'old'), counter_create('c', 'shards', 2, 3);
CREATE TABLE got_by (who integer, number bigint)});
	my @got;
	for (@steps)
	{
		my ($who, $waits, $sql) = /^(\d)(?: gets|( waits)?: (.*))$/s or die "no step: $_";
		if ($waits) { let_wait($session{$who}, $sql) }
		else { push @got, grep { $_ ne '' } split /\n/, answer_of($session{$who}, $sql) }
	}
	return is(join(' ', @got), $expected, $name);
}

my $old = q{SELECT counter_next('c', 'old')};
my $new = q{SELECT counter_next('c', 'new')};
my $drop = q{SELECT counter_drop('c', 'old')};
my $create = q{SELECT counter_create('c', 'new', start_value => 100)};
my $create_two = q{SELECT counter_create('c', 'shards', 2, 3)};
my $who = q{SELECT concat_ws(':', who, count(*), count(DISTINCT (number - 1) / 3))
	FROM got_by GROUP BY who ORDER BY who};

# Whose session takes how many numbers of two shards
sub takes
{
	my ($session, $numbers) = @_;
	return "INSERT INTO got_by SELECT $session, counter_next('c', 'shards')
		FROM generate_series(1, $numbers)";
}

steps('whoever waits goes on behind the first', '[2,12) 12 13',
	q{1: BEGIN; SELECT counter_take('c', 'old', 10)}, "2 waits: $old", '1: COMMIT', '2 gets',
	"1: $old");
steps('or takes its place', '2 2 3', "1: BEGIN; $old", "2 waits: $old", '1: ROLLBACK', '2 gets',
	"1: $old");
steps('a snapshot from before cannot go on behind it',
	'0 2 could not serialize access due to concurrent update 3',
	'2: BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM got_by', "1: $old", "2: $old",
	'2: COMMIT', "2: $old");

steps('two first uses make one counter', '1 2 3', "1: BEGIN; $new", "2 waits: $new", '1: COMMIT',
	'2 gets', "1: $new");
steps('a counter that was not made begins at 1', '1', "1: BEGIN; $create", "2 waits: $new",
	'1: ROLLBACK', '2 gets');
steps('what a first use has made is not made again', '1 counter "new" already exists',
	"1: BEGIN; $new", "2 waits: $create", '1: COMMIT', '2 gets');
steps('who waits makes what was not made', '100', "1: BEGIN; $create", "2 waits: $create",
	'1: ROLLBACK', '2 gets', "1: $new");

steps('an UPDATE that has waited is evaluated again: its first number, 2, is a gap', '3',
	'1: INSERT INTO got_by VALUES (0, 0)', '1: BEGIN; UPDATE got_by SET who = 1',
	q{2 waits: UPDATE got_by SET number = counter_next('c', 'old') RETURNING number},
	'1: COMMIT', '2 gets');

# A trigger holds the second session up after it has made sure that a counter is there.
sql(q{
CREATE FUNCTION wait_in_second() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('application_name') = 'second' THEN
		PERFORM pg_advisory_xact_lock(1);
	END IF;
	RETURN NULL;
END
$$});
steps('nobody drops a counter between two statements of a call', '1 2',
	'3: CREATE TRIGGER wait AFTER INSERT ON c EXECUTE FUNCTION wait_in_second()',
	'3: SELECT pg_advisory_lock(1)', "2: SET application_name = 'second'", "1: BEGIN; $new",
	"2 waits: $new", '1: COMMIT',
	q{3: DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory'
		AND NOT granted) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$},
	q{1 waits: SELECT counter_drop('c', 'new')},
	'3: DO $$ BEGIN PERFORM pg_advisory_unlock(1); END $$', '2 gets', '1 gets',
	'2: RESET application_name');

steps('a counter that is dropped meanwhile begins again', '1 2', "1: BEGIN; $drop",
	"2 waits: $old", '1: COMMIT', '2 gets', "1: $old");
steps('without its shards', '2:1:1', q{1: BEGIN; SELECT counter_drop('c', 'shards')},
	'2 waits: ' . takes(2, 1), '1: COMMIT', '2 gets', "2: $who");
steps('or with new ones', '1:1:1 2:1:1',
	q{1: UPDATE c SET next = NULL WHERE name = 'shards' AND shard > 0},
	'1: BEGIN; ' . takes(1, 1), '2 waits: ' . takes(2, 1),
	"1: SELECT counter_drop('c', 'shards'); $create_two", '1: COMMIT', '2 gets', "2: $who");

steps('who took pairs holds both shards', '1:2:2 2:1:1',
	q{1: BEGIN; INSERT INTO got_by SELECT 1, lower(counter_take('c', 'shards', 2))
		FROM generate_series(1, 2)}, '2 waits: ' . takes(2, 1), '1: COMMIT', '2 gets', "2: $who");
steps('what the first uses up is gone', 'counter "shards" is exhausted 1:6:2',
	'1: BEGIN; ' . takes(1, 6), '2 waits: ' . takes(2, 1), '1: COMMIT', '2 gets', "2: $who");
steps('only a deadlock can tell which of two that want the shard of the other gives way',
	'deadlock detected 2:4:2', '1: BEGIN; ' . takes(1, 3), '2: BEGIN; ' . takes(2, 3),
	'2 waits: ' . takes(2, 1), '1: ' . takes(1, 1), '1: ROLLBACK', '2 gets', '2: COMMIT',
	"2: $who");

$_->quit for values %session;

# Another session's temporary table ----------------------------------------------------------------

my $has_table = $node->background_psql('postgres');
my $its_table = $has_table->query_safe(q{
CREATE TEMP TABLE own (LIKE counter INCLUDING ALL);
SELECT counter_next('own', 'one');
SELECT format('%s.own', pg_my_temp_schema()::regnamespace)}) =~ s/^1\n//r;
is(error_of("SELECT counter_next('$its_table', 'one')"),
	'0A000: cannot access temporary tables of other sessions', 'not of another session');
$has_table->quit;

# An exchanged table ----------------------------------------------------------------------------

# Whoever owns the schema exchanges it while another's call waits, in one case for the table, in the
# other between two statements. What he puts there is a trap.
sql(q{
CREATE ROLE owner LOGIN;
CREATE DATABASE taken OWNER owner});
sql_in('taken', 'CREATE EXTENSION objectid');
sql_in('taken', q{
CREATE SCHEMA numbers;
CREATE TABLE numbers.counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
SELECT counter_next('numbers.counter', 'held'), counter_create('numbers.counter', 'many', 2, 100);
}, 'owner');
my $exchange = q{
ALTER SCHEMA numbers RENAME TO was;
CREATE SCHEMA numbers;
CREATE TABLE numbers.counter (LIKE was.counter INCLUDING ALL);
CREATE FUNCTION numbers.spring() RETURNS trigger LANGUAGE plpgsql AS
	$$ BEGIN RAISE 'sprung as %', current_user; END $$;
CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON numbers.counter
	FOR EACH STATEMENT EXECUTE FUNCTION numbers.spring()};
my $lock = 'LOCK TABLE numbers.counter IN ACCESS EXCLUSIVE MODE';
my $hold = q{SELECT FROM numbers.counter WHERE name = 'held' FOR UPDATE};
my $taken = 'another relation has taken the name of table "counter"';
for (
	[ q{counter_next('numbers.counter', 'held')}, $lock, '2' ],
	[ q{counter_next('numbers.counter', 'many') IN (1, 101)}, $lock, 't' ],
	[ q{counter_take('numbers.counter', 'many', 2) IS NOT NULL}, $lock, 't' ],
	[ q{counter_create('numbers.counter', 'new')}, $lock, '' ],
	[ q{counter_drop('numbers.counter', 'new')}, $lock, '' ],
	[ q{counter_next('numbers.counter', 'held')}, $hold, $taken ],
	[ q{counter_take('numbers.counter', 'held', 2)}, $hold, $taken ])
{
	my ($call, $held, $expected) = @$_;
	my $calls = $node->background_psql('taken', on_error_stop => 0);
	my $holds = $node->background_psql('taken', extra_params => [ '-U', 'owner' ]);
	$holds->query_safe("BEGIN; $held");
	let_wait($calls, "SELECT $call");
	$holds->query_safe("$exchange; COMMIT");
	is(answer_of($calls), $expected, "nothing of another table is used: $call");
	sql_in('taken', 'DROP SCHEMA numbers CASCADE; ALTER SCHEMA was RENAME TO numbers', 'owner');
	$_->quit for $calls, $holds;
}

# Dump and restore -------------------------------------------------------------------------------

# By an owner who is no superuser, for another one. Nothing belongs to the extension.
sql(q{
CREATE ROLE other LOGIN;
CREATE DATABASE origin OWNER owner;
CREATE DATABASE moved OWNER other;
});
sql_in('origin', q{
CREATE EXTENSION objectid;
CREATE SCHEMA numbers;
CREATE TABLE numbers.counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE orders (number bigint PRIMARY KEY DEFAULT counter_next('numbers.counter', 'orders'));
CREATE TABLE "A" (number bigint PRIMARY KEY DEFAULT counter_next('numbers.counter', 'A'));
SELECT counter_take('numbers.counter', 'orders', 42);
SELECT counter_create('numbers.counter', 'shards', 3, 100);
SELECT counter_take('numbers.counter', 'shards', 100);
INSERT INTO orders DEFAULT VALUES;
INSERT INTO "A" DEFAULT VALUES;
}, 'owner');
my $dump = $node->basedir . '/origin.dump';
$node->command_ok([ qw(pg_dump -Fc -U owner -f), $dump, 'origin' ], 'the owner dumps counters');
$node->command_ok(
	[ qw(pg_restore --exit-on-error --no-owner --no-privileges -U other -d moved), $dump ],
	'another one restores them');
my $counters = q{SELECT c FROM numbers.counter c ORDER BY name, shard};
is(sql_in('moved', $counters), sql_in('origin', $counters), 'as they were');
is(sql_in('moved', q{
INSERT INTO orders DEFAULT VALUES;
INSERT INTO "A" DEFAULT VALUES;
SELECT max(orders.number), max("A".number),
	(SELECT count(counter_next('numbers.counter', 'shards')) FROM generate_series(1, 200))
FROM orders, "A"}, 'other'),
	'44|2|200', 'defaults and shards go on where they stopped');
is(error_of(q{SELECT counter_next('numbers.counter', 'shards')}, 'other', 'moved'),
	'2200H: counter "shards" is exhausted', 'until they are used up');

# Logical replication ------------------------------------------------------------------------------

# A table of counters goes with the others, or stays: as its owner decides.
sql(q{
CREATE DATABASE publisher;
CREATE DATABASE subscriber;
});
my $tables = q{
CREATE EXTENSION objectid;
CREATE TABLE shared (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE own (LIKE shared INCLUDING ALL);
CREATE TABLE invoice (number bigint PRIMARY KEY DEFAULT counter_next('shared', 'invoice'),
	local bigint DEFAULT counter_next('own', 'local'));
};
sql_in('publisher', $tables . q{
CREATE PUBLICATION numbers FOR TABLE shared, invoice (number);
SELECT pg_create_logical_replication_slot('numbers', 'pgoutput');
INSERT INTO invoice SELECT FROM generate_series(1, 3);
});
my $at = 'host=' . $node->host . ' port=' . $node->port . ' dbname=publisher';
sql_in('subscriber', $tables . qq{
SELECT counter_take('own', 'local', 10);
CREATE SUBSCRIPTION numbers CONNECTION '$at' PUBLICATION numbers WITH (create_slot = false)});
$node->wait_for_subscription_sync($node, 'numbers', 'subscriber');
sql_in('publisher', 'INSERT INTO invoice SELECT FROM generate_series(1, 3)');
$node->wait_for_catchup('numbers');
is(sql_in('subscriber', q{
SELECT string_agg(number || ':' || local, ' ' ORDER BY number) FROM invoice;
ALTER SUBSCRIPTION numbers DISABLE;
INSERT INTO invoice DEFAULT VALUES RETURNING number, local}),
	"1:11 2:12 3:13 4:14 5:15 6:16\n7|17",
	'a subscriber that takes over goes on with the counters it was sent, and with its own');
sql_in('subscriber',
	'ALTER SUBSCRIPTION numbers SET (slot_name = NONE); DROP SUBSCRIPTION numbers');

$node->stop;
done_testing();

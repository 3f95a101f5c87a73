# Twelve sessions write to tables while readers follow them by ids and by numbers: rows_after(), in one
# session and with a connection for each call, and resolved_timestamp() give each row exactly once and
# in order, through rollbacks, terminated sessions and a crash, and the naive reader beside them misses
# some of each table. Before that: which sessions hold the bound back.
# FOLLOW_SECONDS sets the duration (20), FOLLOW_SEED the seed of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

my $seconds = $ENV{FOLLOW_SECONDS} // ($ENV{OBJECTID_MATRIX} ? 8 : 20);
my $seed = $ENV{FOLLOW_SEED} // int(rand(2**31));
note "FOLLOW_SEED=$seed";
srand($seed);

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 1);
$node->append_conf('postgresql.conf', q{
max_connections = 50
shared_preload_libraries = 'objectid'
max_prepared_transactions = 20
max_wal_size = 4GB
autovacuum_naptime = 1
});
$node->start;

sub value
{
	my ($sql) = @_;
	return $node->safe_psql('postgres', $sql);
}

# Who holds the bound back --------------------------------------------------------------------------

value(q{
CREATE EXTENSION objectid;
CREATE TABLE held (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int) WITH (autovacuum_enabled = off);
INSERT INTO held (n) SELECT generate_series(1, 50000);
CREATE TABLE held_other (id uuid PRIMARY KEY DEFAULT uuid_v7(), held_id uuid REFERENCES held);
CREATE TABLE held_parts (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY HASH (id);
CREATE TABLE held_part_0 PARTITION OF held_parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE held_part_1 PARTITION OF held_parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE held_child () INHERITS (held);
});

# now: nobody holds it back; start: the start of a writer does; -infinity
sub bound_is
{
	my ($table, $expected, $name) = @_;
	is(value(qq{
SELECT CASE
	WHEN t = '-infinity' THEN '-infinity'
	WHEN t >= statement_timestamp() THEN 'now'
	WHEN t IN (SELECT xact_start FROM pg_stat_activity WHERE pid <> pg_backend_pid()) THEN 'start'
	ELSE t::text
END
FROM resolved_timestamp('$table') t}), $expected, $name);
	return;
}

my $session = $node->background_psql('postgres');

sub held_by
{
	my ($sql, $name, %expected) = @_;
	$session->query_safe("BEGIN; $sql");
	bound_is($_, $expected{$_}, "$name: $_") foreach sort keys %expected;
	$session->query_safe('ROLLBACK');
	bound_is($_, 'now', "$name, ended: $_") foreach sort keys %expected;
	return;
}

bound_is('held', 'now', 'nobody there');
held_by('INSERT INTO held (n) VALUES (1)', 'a writer', held => 'start', held_other => 'now', held_child => 'now');
held_by('INSERT INTO held_child (n) VALUES (1)', 'a writer of a child', held => 'start', held_child => 'start');
held_by('LOCK TABLE held IN EXCLUSIVE MODE; INSERT INTO held (n) VALUES (1)',
	'a writer that locked the table before', held => 'start');
held_by('INSERT INTO held (n) VALUES (1); SAVEPOINT a; INSERT INTO held (n) VALUES (1); ROLLBACK TO a',
	'a writer that went back to a savepoint', held => 'start');
held_by('INSERT INTO held_parts (n) VALUES (1)', 'a writer of the root',
	held_parts => 'start', held_part_0 => 'start', held_part_1 => 'start');
held_by(q{SAVEPOINT a; DO $$ BEGIN LOOP BEGIN
		INSERT INTO held_part_0 (n) VALUES (1); EXIT; EXCEPTION WHEN check_violation THEN END; END LOOP; END $$},
	'a writer of a partition', held_parts => 'start', held_part_0 => 'start', held_part_1 => 'now');
held_by('SELECT count(*) FROM held', 'a reader, idle in its transaction', held => 'now');
held_by('SELECT FROM held LIMIT 1 FOR UPDATE', 'SELECT FOR UPDATE', held => 'now');
held_by('INSERT INTO held_other (held_id) SELECT id FROM held LIMIT 1', 'a foreign key check', held => 'now', held_other => 'start');
held_by('LOCK TABLE held IN SHARE ROW EXCLUSIVE MODE', 'a stronger lock alone', held => 'now');

$session->query_safe('SET track_activities = off');
held_by('INSERT INTO held (n) VALUES (1)', 'a writer with track_activities = off', held => '-infinity');
held_by('INSERT INTO held (n) VALUES (1); SET LOCAL track_activities = on', 'and with track_activities = on too late', held => '-infinity');
$session->query_safe('SET track_activities = on');
held_by('INSERT INTO held (n) VALUES (1); SET LOCAL track_activities = off', 'and with track_activities = off halfway', held => '-infinity');
held_by('INSERT INTO held (n) VALUES (1)', 'a writer with track_activities = on again', held => 'start');

$session->query_safe(q{BEGIN; INSERT INTO held (n) VALUES (1); PREPARE TRANSACTION 'held'});
bound_is('held', '-infinity', 'a prepared transaction');
bound_is('held_other', 'now', 'a prepared transaction on another table');
is(value('SELECT count(*) FROM rows_after(NULL::held, NULL::uuid, 10)'), '0', 'rows_after waits for it');
$session->quit;
$node->restart;
bound_is('held', '-infinity', 'a prepared transaction after a restart');
value(q{COMMIT PREPARED 'held'});
bound_is('held', 'now', 'a prepared transaction, committed');

# Numbers: what the readers of a connection each find
value(q{
CREATE TABLE numbers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
INSERT INTO numbers (n) VALUES (1)});

sub numbers_are
{
	my ($expected, $name) = @_;
	is(value(q{SELECT string_agg(n::text, ',' ORDER BY id) FROM rows_after(NULL::numbers, NULL)}),
		$expected, "numbers: $name");
	return;
}

$session = $node->background_psql('postgres');
my $second = $node->background_psql('postgres');
numbers_are('1', 'nobody there');
$session->query_safe('BEGIN; INSERT INTO numbers (n) VALUES (2)');
numbers_are('1', 'a writer');
$second->query_safe('BEGIN; INSERT INTO numbers (n) VALUES (3)');
$session->query_safe('COMMIT');
numbers_are('1,2', 'a later writer, when the one that an earlier call saw has ended');
$session->query_safe(q{BEGIN; INSERT INTO numbers (n) VALUES (4); PREPARE TRANSACTION 'numbers'});
$second->query_safe('COMMIT');
numbers_are('1,2', 'a prepared transaction');
$second->query_safe('SET track_activities = off; BEGIN; INSERT INTO numbers (n) VALUES (5)');
value(q{COMMIT PREPARED 'numbers'});
numbers_are('1,2', 'a writer with track_activities = off');
$second->query_safe('ROLLBACK');
numbers_are('1,2,3,4', 'all ended');
$second->query_safe('SET track_activities = on; BEGIN; INSERT INTO numbers (n) VALUES (6)');
value(q{SELECT setval('numbers_id_seq', 2)});
numbers_are('', 'a sequence that was set back makes marks void');
$second->query_safe('ROLLBACK');
numbers_are('1,2', 'and nobody reads above its last number');
value(q{SELECT setval('numbers_id_seq', 6)});
$_->quit foreach $session, $second;

# A copy of the database has the same table, with the same OID.
value('CREATE DATABASE copy TEMPLATE postgres');
my $elsewhere = $node->background_psql('copy');
$elsewhere->query_safe('BEGIN; INSERT INTO held (n) VALUES (1)');
bound_is('held', 'now', 'a writer in another database');
$elsewhere->quit;

# What runs for long: each is caught in the middle.
sub not_held_by
{
	my ($name, $sql, $running) = @_;
	my $run = IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), (map { ('-c', $_) } @$sql) ], '>', \my $out, '2>', \my $error);
	$node->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE relation = 'held'::regclass AND mode = 'ShareUpdateExclusiveLock' AND granted AND $running")
	  or die "$name did not run: $error";
	bound_is('held', 'now', $name);
	value(qq{SELECT pg_terminate_backend(pid) FROM pg_stat_activity a WHERE $running});
	$run->finish;
	return;
}

my @slow = ('SET vacuum_cost_delay = 100', 'SET vacuum_cost_limit = 1');
not_held_by('VACUUM', [ @slow, 'VACUUM held' ], q{query = 'VACUUM held'});
not_held_by('ANALYZE', [ @slow, 'ANALYZE held' ], q{query = 'ANALYZE held'});
$session = $node->background_psql('postgres');
$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM held');
not_held_by('CREATE INDEX CONCURRENTLY', ['CREATE INDEX CONCURRENTLY held_n ON held (n)'], q{query ~ '^CREATE INDEX'});
$session->query_safe('COMMIT');
value(q{
ALTER TABLE held SET (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1, autovacuum_enabled = on);
UPDATE held SET n = 0});
not_held_by('autovacuum', ['SELECT'], q{query ~ '^autovacuum: .* public.held\M'});
value('ALTER TABLE held SET (autovacuum_enabled = off)');

# Somebody else's temporary table, and a standby
$session->query_safe('CREATE TEMP TABLE passing (id uuid PRIMARY KEY)');
my ($status, $out, $error) = $node->psql('postgres', q{SELECT resolved_timestamp(oid) FROM pg_class WHERE relname = 'passing'});
like($error, qr/cannot access temporary tables of other sessions/, 'a temporary table of another session');
$session->quit;

$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;
foreach my $call (q{resolved_timestamp('held')}, 'rows_after(NULL::held, NULL::uuid)')
{
	($status, $out, $error) = $standby->psql('postgres', "\\set VERBOSITY sqlstate\nSELECT $call");
	like($error, qr/ERROR:  55000/, "$call on a standby");
}
$standby->stop;

# Exactly once and in order -----------------------------------------------------------------------------

# 1, 2: plain. 3, 4: partitioned, and a partition that is also written and followed by itself. 5:
# partitioned by time, so that the partition changes on the way. 6, 7: parent and child. 8: identity. 9:
# a serial beside a key that clients make, and 10, an id beside one. 11: partitioned by number. 12, 13:
# parent and child with one sequence.
value(q{
CREATE TABLE t1 (id objectid PRIMARY KEY DEFAULT gen_objectid(), pid int DEFAULT pg_backend_pid());
CREATE TABLE t2 (id uuidv7 PRIMARY KEY DEFAULT uuid_v7(), pid int DEFAULT pg_backend_pid());
CREATE TABLE t3 (id uuidv7 PRIMARY KEY DEFAULT uuid_v7(), pid int DEFAULT pg_backend_pid())
	PARTITION BY RANGE (id);
CREATE TABLE t4 PARTITION OF t3 FOR VALUES FROM (MINVALUE) TO ('f0000000-0000-7000-8000-000000000000');
CREATE TABLE t4_later PARTITION OF t3 DEFAULT;
CREATE TABLE t5 (id objectid PRIMARY KEY DEFAULT gen_objectid(), pid int DEFAULT pg_backend_pid())
	PARTITION BY RANGE (id);
CREATE TABLE t5_default PARTITION OF t5 DEFAULT;
DO $$
BEGIN
	FOR i IN 1 .. 20 LOOP
		EXECUTE format('CREATE TABLE t5_%s PARTITION OF t5 FOR VALUES FROM (%L) TO (%L)', i,
			objectid_min(now() + i * interval '2 s'), objectid_min(now() + (i + 1) * interval '2 s'));
	END LOOP;
END
$$;
CREATE TABLE t6 (id uuid PRIMARY KEY DEFAULT uuid_v7(), pid int DEFAULT pg_backend_pid());
CREATE TABLE t7 (PRIMARY KEY (id)) INHERITS (t6);
CREATE TABLE t8 (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	pid int DEFAULT pg_backend_pid());
CREATE TABLE t9 (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), number serial UNIQUE,
	pid int DEFAULT pg_backend_pid());
CREATE TABLE t10 (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	arrived uuid UNIQUE DEFAULT uuid_v7(), pid int DEFAULT pg_backend_pid());
CREATE TABLE t11 (id bigserial PRIMARY KEY, pid int DEFAULT pg_backend_pid())
	PARTITION BY RANGE (id);
CREATE TABLE t11_default PARTITION OF t11 DEFAULT;
DO $$
BEGIN
	FOR i IN 0 .. 9 LOOP
		EXECUTE format('CREATE TABLE t11_%s PARTITION OF t11 FOR VALUES FROM (%s) TO (%s)', i,
			i * 200, i * 200 + 200);
	END LOOP;
END
$$;
CREATE TABLE t12 (id bigserial PRIMARY KEY, pid int DEFAULT pg_backend_pid());
CREATE TABLE t13 (PRIMARY KEY (id)) INHERITS (t12);

CREATE TABLE followed (t int PRIMARY KEY, type text, key text DEFAULT 'id',
	is_named boolean DEFAULT false);
INSERT INTO followed VALUES (1, 'objectid'), (2, 'uuid'), (3, 'uuid'), (4, 'uuid'), (5, 'objectid'),
	(6, 'uuid'), (8, 'bigint'), (11, 'bigint'), (12, 'bigint');
INSERT INTO followed VALUES (9, 'bigint', 'number', true), (10, 'uuid', 'arrived', true);

-- Numbers are filled up with zeros, so that their texts are in order, too.
CREATE FUNCTION as_text(objectid) RETURNS text RETURN $1;
CREATE FUNCTION as_text(uuid) RETURNS text RETURN $1;
CREATE FUNCTION as_text(bigint) RETURNS text RETURN lpad($1::text, 19, '0');

CREATE TABLE reader (name text PRIMARY KEY, types text[]);
INSERT INTO reader VALUES ('rows_after', '{objectid,uuid,bigint}'), ('fresh', '{uuid,bigint}'),
	('two statements', '{objectid,uuid}'), ('naive', '{objectid,uuid,bigint}');
CREATE TABLE seen (place bigserial, reader text, t int, id text);
CREATE TABLE place (reader text, t int, id text, PRIMARY KEY (reader, t));
INSERT INTO place SELECT name, t FROM reader, followed WHERE type = ANY (types);

-- One batch of one table. Each statement has a snapshot of its own.
CREATE FUNCTION read_next(reader text, number int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	f followed := (SELECT f FROM followed f WHERE t = number);
	smallest text := CASE f.type WHEN 'uuid' THEN 'uuid_v7_min' ELSE 'objectid_min' END;
	place text := format('(SELECT p.id::%s FROM place p WHERE p.reader = %L AND p.t = %s)',
		f.type, reader, number);
	source text;
	bound timestamptz;
	rows bigint;
BEGIN
	IF reader IN ('rows_after', 'fresh') THEN
		source := format('rows_after(NULL::t%s, %s, 500, %L) r', number, place,
			CASE WHEN f.is_named THEN f.key END);
	ELSE
		source := format('t%s r WHERE r.%I > coalesce(%s, %s)', number, f.key, place,
			CASE f.type WHEN 'bigint' THEN '0' ELSE smallest || '(''1970-01-01 UTC'')' END);
	END IF;
	IF reader = 'two statements' THEN
		bound := resolved_timestamp(format('t%s', number)::regclass);
		source := source || format(
			' AND $1 <> ''-infinity'' AND r.%I < %s(greatest($1, ''1970-01-01 UTC''))',
			f.key, smallest);
	END IF;
	EXECUTE format(
		'WITH next AS MATERIALIZED (SELECT as_text(r.%1$I) AS id FROM %2$s ORDER BY r.%1$I LIMIT 500),
		numbered AS (
			INSERT INTO seen (reader, t, id) SELECT %3$L, %4$s, id FROM next
		)
		UPDATE place p SET id = (SELECT max(id COLLATE "C") FROM next)
		WHERE p.reader = %3$L AND p.t = %4$s AND EXISTS (SELECT FROM next)',
		f.key, source, reader, number) USING bound;
	GET DIAGNOSTICS rows = ROW_COUNT;
	RETURN rows;
END
$$;

CREATE TABLE stop ();
CREATE PROCEDURE read_on(reader text) LANGUAGE plpgsql AS $$
DECLARE
	rows bigint;
	number int;
	stopping boolean;
BEGIN
	LOOP
		SELECT count(*) > 0 INTO stopping FROM stop;
		rows := 0;
		FOREACH number IN ARRAY (
			SELECT array_agg(t ORDER BY t) FROM place p WHERE p.reader = read_on.reader)
		LOOP
			rows := rows + read_next(reader, number);
			COMMIT;
		END LOOP;
		EXIT WHEN stopping AND rows = 0;
		PERFORM pg_sleep(0.002);
		COMMIT;
	END LOOP;
END
$$;
});

my $script = PostgreSQL::Test::Utils::tempdir() . '/write.sql';
append_to_file($script, q{
\set a random(1, 13)
\set b random(1, 13)
\set how random(1, 10)
\set before random(0, 5)
\set between random(0, 10)
\set after random(0, 5)
\set rows random(1, 5)
BEGIN;
SELECT 1;
\sleep :before ms
INSERT INTO t:a DEFAULT VALUES;
\sleep :between ms
\if :how > 6
SAVEPOINT s;
INSERT INTO t:b DEFAULT VALUES;
\if :how > 8
ROLLBACK TO s;
\endif
\endif
INSERT INTO t:b (pid) SELECT pg_backend_pid() FROM generate_series(1, :rows);
INSERT INTO t:a DEFAULT VALUES;
\sleep :after ms
\if :how = 1
ROLLBACK;
\elif :how = 2
PREPARE TRANSACTION ':client_id';
COMMIT PREPARED ':client_id';
\else
COMMIT;
\endif
});

my %reader = map { $_ => undef } 'rows_after', 'two statements', 'naive', 'fresh';

# A connection for each call
my $fresh = q{
while stopping=$(psql -XAtqc 'SELECT count(*) FROM stop'); do
	rows=0
	for t in $(psql -XAtqc "SELECT t FROM place WHERE reader = 'fresh'"); do
		read=$(psql -XAtqc "SELECT read_next('fresh', $t)") || exit
		rows=$((rows + read))
	done
	[ "$stopping" = 0 ] || [ "$rows" != 0 ] || exit 0
done};

sub start_readers
{
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($node->host, $node->port, 'postgres');
	foreach my $name (keys %reader)
	{
		my @command =
		  $name eq 'fresh' ? ('sh', '-c', $fresh) : ('psql', '-XAtqc', "CALL read_on('$name')");
		$reader{$name} = IPC::Run::start(\@command, '>', \my $ignored, '2>', \my $errors);
	}
	return;
}

sub start_writers
{
	my ($round_seconds) = @_;
	return IPC::Run::start(
		[ 'pgbench', '-n', '-c', 12, '-j', 2, '-T', $round_seconds, '--random-seed', int(rand(2**31)), '-f', $script, $node->connstr('postgres') . ' application_name=pgbench' ],
		'>&', $node->basedir . '/pgbench.log');
}

sub commit_prepared
{
	value("COMMIT PREPARED '$_'") foreach split /\n/, value('SELECT gid FROM pg_prepared_xacts');
	return;
}

# Writers are terminated now and then, which ends their client, so new ones come in rounds. In the last
# but one, the server crashes with all of them and the readers; afterwards it does not preload the
# library, so that before 17 each session has marks of its own. A slow machine takes more rounds until
# there are enough rows.
start_readers();
my $rounds = 4;
my $few = 'SELECT least(' . join(', ', map { "(SELECT count(*) FROM t$_)" } 1 .. 6, 8 .. 12) .
  ") <= 10 * $seconds";
for (my $round = 1; $round <= $rounds || value($few) eq 't'; $round++)
{
	my $round_seconds = int($seconds / $rounds + 0.5);
	my $end = time + $round_seconds;
	my $writers = start_writers($round_seconds);
	while (time < $end - 0.5)
	{
		sleep(0.3);
		value(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pgbench' ORDER BY random() LIMIT 1})
		  if $round % 2 && $round < $rounds;
	}
	if ($round == $rounds - 1)
	{
		$node->stop('immediate');
		eval { $_->finish } foreach $writers, values %reader;
		$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
		$node->start;
		start_readers();
	}
	else
	{
		$writers->finish;
	}
	commit_prepared();
}

# Ids of this second and of this millisecond come when it is over.
value('SELECT pg_sleep(1.1)');
value('INSERT INTO stop DEFAULT VALUES');
$_->finish foreach values %reader;
value('CREATE INDEX ON seen (t, reader, id)');
value('ANALYZE');

foreach my $followed (split /\n/, value('SELECT t, key, type FROM followed ORDER BY t'))
{
	my ($t, $key, $type) = split /\|/, $followed;
	cmp_ok(value("SELECT count(*) FROM t$t"), '>', 10 * $seconds, "t$t: rows were written");
	my @readers = split /\n/,
	  value("SELECT reader FROM place WHERE t = $t AND reader <> 'naive' ORDER BY reader");
	foreach my $name (@readers)
	{
		is( value(qq{
WITH s AS (SELECT place, id FROM seen WHERE reader = '$name' AND t = $t)
SELECT (SELECT count(*) FROM t$t WHERE as_text(t$t.$key) NOT IN (SELECT id FROM s)) AS missed,
	(SELECT count(*) - count(DISTINCT id) FROM s) AS repeated,
	(SELECT count(*) FROM s WHERE id NOT IN (SELECT as_text(t$t.$key) FROM t$t)) AS false,
	(SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY place) AS before FROM s) o
		WHERE id COLLATE "C" < before) AS disordered}),
			'0|0|0|0',
			"t$t, $type: $name: none missed, none repeated, none that is not there, none out of order");
	}
	my $missed = value(qq{SELECT count(*) FROM t$t WHERE NOT EXISTS (
		SELECT FROM seen s WHERE s.reader = 'naive' AND s.t = $t AND s.id = as_text(t$t.$key))});
	my $written = value("SELECT count(*) FROM t$t");
	cmp_ok($missed, '>', 0, "t$t, $type: the naive reader missed $missed of $written rows");
}

$node->stop;
done_testing();

# Whose generators make the ids of a session: the server's or its own; databases, extensions, crashes.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Copy;
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $sessions = 20;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "max_connections = 40\nrestart_after_crash = on\nshared_preload_libraries = ''");
$node->start;
my $shared_without_preloading = $node->pg_version >= 17;

$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;

CREATE FUNCTION middle(id objectid) RETURNS bytea IMMUTABLE PARALLEL SAFE
	RETURN substring(id::bytea FROM 5 FOR 5);
CREATE FUNCTION counter(id objectid) RETURNS int IMMUTABLE PARALLEL SAFE
	RETURN (get_byte(id::bytea, 9) << 16) + (get_byte(id::bytea, 10) << 8) + get_byte(id::bytea, 11);

-- What is random in the second half of a UUID, but for the bit that version 6 sets.
CREATE FUNCTION random_part(id uuid) RETURNS text IMMUTABLE PARALLEL SAFE
	RETURN set_bit(set_bit(set_bit(substring(uuid_send(id) FROM 9), 6, 0), 7, 0), 16, 1)::text;

CREATE TABLE made (
	n bigserial, pid int DEFAULT pg_backend_pid(), generator text DEFAULT objectid_generator(),
	id objectid DEFAULT gen_objectid(), back_filled objectid DEFAULT gen_objectid('2020-01-01 00:00:00+00'),
	v6 uuid DEFAULT uuid_v6(), v7 uuid DEFAULT uuid_v7(),
	d7 uuid DEFAULT uuid_v7_draft01(), d8 uuid DEFAULT uuid_v8_draft01(),
	v6_at uuid DEFAULT uuid_v6(now()), v7_at uuid DEFAULT uuid_v7(now()));
CREATE TABLE upgraded (
	n bigserial, session text, library text, pid int DEFAULT pg_backend_pid(), generator text, id objectid, v7 uuid);
});

# What holds wherever the generators lie.
sub check_sessions
{
	my ($mode, $expected) = @_;

	# After a restart, ids are ahead of the clock for a moment.
	$node->poll_query_until('postgres', 'SELECT uuid_v7_timestamp(uuid_v7()) <= clock_timestamp()') or die 'ids stay ahead of the clock';

	# pgbench waits until all are connected, then they run at once: five times ten rows each.
	$node->safe_psql('postgres', 'TRUNCATE made');
	my $script = PostgreSQL::Test::Utils::tempdir() . '/ids.sql';
	append_to_file($script, 'INSERT INTO made SELECT FROM generate_series(1, 10);');
	$node->command_ok(
		[ 'pgbench', '-n', '-c', $sessions, '-j', $sessions, '-t', 5, '-f', $script, 'postgres' ],
		"$mode: $sessions sessions make ids at once");
	my $rows = $sessions * 50;
	is( $node->safe_psql('postgres',
			'SELECT count(DISTINCT pid), string_agg(DISTINCT generator, \' \'), count(DISTINCT id), count(DISTINCT back_filled) FROM made'),
		"$sessions|$expected|$rows|$rows", "$mode: all ids are distinct, of the $expected\'s generator");

	# 40 random bits each: two of 20 are equal once in 5 * 10^9 runs.
	is( $node->safe_psql('postgres',
			'SELECT count(DISTINCT middle(id)), count(DISTINCT (pid, middle(id))), count(DISTINCT middle(back_filled)), count(DISTINCT (pid, middle(back_filled))) FROM made'),
		($expected eq 'server' ? 1 : $sessions) . "|$sessions|$sessions|$sessions",
		"$mode: each $expected has random bytes of its own, and each session for back-filling");
	my $partition = $expected eq 'server' ? '' : 'PARTITION BY pid';
	is( $node->safe_psql(
			'postgres', qq{
SELECT count(*) FROM (
	SELECT (counter(id) - lag(counter(id)) OVER ($partition ORDER BY id)) & x'ffffff'::int AS step FROM made) AS _
WHERE step <> 1}),
		'0', "$mode: the counter of a $expected steps by one");

	# Chance puts 20 starts into three sixteenths of the range or fewer once in 6 * 10^11 runs.
	my $column = $expected eq 'server' ? 'back_filled' : 'id';
	cmp_ok(
		$node->safe_psql(
			'postgres', qq{
SELECT count(DISTINCT start >> 20) FROM (
	SELECT DISTINCT ON (pid) counter($column) AS start FROM made ORDER BY pid, n) AS _}),
		'>=', 4, "$mode: counters start all over their range");

	# The random bits of UUIDs belong to one session each, whoever loaded the library. Of version 7 only the first one
	# of a tick is drawn as a whole: 5,000 parts of 61 bits, two of which are equal once in 10^11 runs.
	is( $node->safe_psql(
			'postgres', q{
SELECT count(*) - count(DISTINCT random_part(made_id)) FROM made, unnest(ARRAY[v6, d7, d8, v6_at, v7_at]) AS made_id}),
		'0', "$mode: no two UUIDs have the same random bits");
	is( $node->safe_psql(
			'postgres', q{
SELECT count(*) FROM (
	SELECT id, v6, v7, d7, d8, lag(id) OVER w AS o, lag(v6) OVER w AS o6, lag(v7) OVER w AS o7, lag(d7) OVER w AS p7, lag(d8) OVER w AS p8
	FROM made WINDOW w AS (PARTITION BY pid ORDER BY n)) AS _
WHERE id <= o OR v6 <= o6 OR v7 <= o7 OR d7 <= p7 OR d8 <= p8}),
		'0', "$mode: the ids of each session rise");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM made WHERE uuid_v7_timestamp(v7) > clock_timestamp()'),
		'0', "$mode: no time of version 7 is ahead of the clock");
	return;
}

# One id in each of these databases: whether they rise, and how many random bytes they have among them.
sub rises
{
	my @ids = map { $node->safe_psql($_, 'SELECT gen_objectid()') } @_;
	my %middles = map { substr($_, 8, 10) => 1 } @ids;
	return ("@ids" eq join(' ', sort @ids) ? 'rises' : "falls: @ids") . ', middles: ' . keys %middles;
}

# A session that runs a query, and its process.
sub run_session
{
	my ($sql) = @_;
	my ($out, $err) = ('', '');
	my $run = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-c', $sql ], '<', \undef, '>', \$out, '2>', \$err);
	my $find = "SELECT pid FROM pg_stat_activity WHERE query = '$sql' AND state = 'active'";
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM ($find) AS _") or die 'the session did not start';
	return ($run, $node->safe_psql('postgres', $find));
}
my $endless = 'SELECT count(gen_objectid()) FROM generate_series(1, 100000), generate_series(1, 100000) AS _';

# A session that is stopped while it has the generator: others wait, and do as they are told.
sub check_stopped
{
	my ($loop, $pid) = run_session($endless);
	my ($stuck, $tries) = (0, 0);
	until ($stuck || $tries++ == 500)
	{
		kill 'STOP', $pid;
		my ($status, $out, $err) = $node->psql('postgres', 'SET statement_timeout = 300; SELECT gen_objectid()');
		$stuck = $err =~ /statement timeout/;
		kill 'CONT', $pid unless $stuck;
	}
	ok($stuck, 'behind a session that was stopped in its turn, one that waits can be cancelled');
	my ($waiting, $waiting_pid) = run_session('SELECT gen_objectid() AS waiting');
	is($node->safe_psql('postgres', "SELECT pg_terminate_backend($waiting_pid, 60000)"), 't', 'or terminated');
	kill 'CONT', $pid;
	is($node->safe_psql('postgres', 'SELECT gen_objectid() < gen_objectid()'), 't', 'when it continues, all do');
	$node->safe_psql('postgres', "SELECT pg_terminate_backend($pid)");
	$_->finish for $loop, $waiting;
	return;
}

# A session that is killed while it makes ids.
sub crash
{
	my ($loop, $pid) = run_session($endless);
	my $before = $node->safe_psql('postgres', 'SELECT gen_objectid()');
	my $log_before = -s $node->logfile;
	kill 'KILL', $pid;
	$loop->finish;

	# The server takes connections until it has noticed.
	$node->wait_for_log(qr/database system is ready to accept connections/, $log_before);
	return ($before, $node->safe_psql('postgres', 'SELECT gen_objectid()'));
}

# The installed library under another name, which may be replaced by a new file, as an installation does it: the same
# again, or one whose generators have another layout. That is the same code with another name for its shared memory.
my $library = PostgreSQL::Test::Utils::tempdir() . '/library.so';
my ($installed) = run_command([ 'pg_config', '--pkglibdir' ]);
sub replace_library
{
	my ($layout) = @_;
	copy("$installed/objectid.so", "$library.new") or die "cannot copy the library: $!";
	if ($layout eq 'another')
	{
		my $bytes = slurp_file("$library.new");
		my $count = $bytes =~ s/\0objectid \K(\d)(?= )/($1 + 1) % 10/ge;
		die 'the name of the shared memory is not in the library' unless $count;
		unlink "$library.new";
		append_to_file("$library.new", $bytes);
	}
	chmod 0755, "$library.new";
	rename "$library.new", $library or die "cannot replace the library: $!";
	return;
}

sub session
{
	my ($name) = @_;
	return { name => $name, psql => $node->background_psql('postgres') };
}

# Twenty rounds in which each of these sessions makes three ids of each kind. The schema names the library whose
# functions it calls: public the installed one, replaced the other, of which it has the file that it found at first.
sub by_turns
{
	my @turns = @_;
	for (1 .. 20)
	{
		for my $turn (@turns)
		{
			my ($session, $schema, $library_of) = @$turn;
			$session->{psql}->query_safe(qq{
INSERT INTO upgraded (session, library, generator, id, v7)
SELECT '$session->{name}', '$library_of', $schema.objectid_generator(), $schema.gen_objectid(), $schema.uuid_v7() FROM generate_series(1, 3)});
		}
	}
	return;
}

# What those ids are like: each state has random bytes of its own, and its ids rise.
sub check_upgraded
{
	my ($name, $generator, $states, $partition) = @_;
	is( $node->safe_psql(
			'postgres', qq{
SELECT string_agg(DISTINCT generator, ' '), count(*) - count(DISTINCT id), count(*) - count(DISTINCT v7),
	count(DISTINCT middle(id)), count(DISTINCT ($partition, middle(id))), count(DISTINCT (session, pid)) - count(DISTINCT session),
	(SELECT count(*) FROM (SELECT id, v7, lag(id) OVER w AS o, lag(v7) OVER w AS o7 FROM upgraded WINDOW w AS (PARTITION BY $partition ORDER BY n)) AS _
		WHERE id <= o OR v7 <= o7)
FROM upgraded}),
		"$generator|0|0|$states|$states|0|0", $name);
	$node->safe_psql('postgres', 'TRUNCATE upgraded');
	return;
}

# New files of the library while sessions go on with the one that they loaded.
sub check_upgrade
{
	my ($mode, $expected) = @_;
	my $partition = $expected eq 'server' ? 'library' : 'session, library';
	replace_library('same');
	$node->safe_psql(
		'postgres', qq{
CREATE SCHEMA IF NOT EXISTS replaced;
CREATE OR REPLACE FUNCTION replaced.gen_objectid() RETURNS objectid LANGUAGE c VOLATILE AS '$library', 'gen_objectid';
CREATE OR REPLACE FUNCTION replaced.uuid_v7() RETURNS uuid LANGUAGE c VOLATILE AS '$library', 'uuid_v7';
CREATE OR REPLACE FUNCTION replaced.objectid_generator() RETURNS text LANGUAGE c VOLATILE AS '$library', 'objectid_generator'});

	# What loads a file keeps it, and the first call loads it.
	my @old = (session('old'), 'replaced', 'old');
	by_turns(\@old);
	replace_library('same');
	my @equal = (session('equal'), 'replaced', 'old');
	by_turns(\@old, \@equal);
	check_upgraded("$mode: the same library again goes on with the $expected\'s generator", $expected, $expected eq 'server' ? 1 : 2, $partition);

	replace_library('another');
	my @new = (session('new'), 'replaced', 'new');
	my @newer = (session('newer'), 'replaced', 'new');
	by_turns(\@old, \@equal, \@new, \@newer);
	check_upgraded("$mode: a library of another layout has a generator of its own", $expected, $expected eq 'server' ? 2 : 4, $partition);
	$_->[0]{psql}->quit for \@old, \@newer;

	# The installed library is of the old layout. Where it is preloaded, its memory is another, which all sessions share.
	my $installed_is = $node->safe_psql('postgres', 'SELECT objectid_generator()');
	if ($mode ne 'preloaded')
	{
		by_turns(\@equal, [ $new[0], 'public', 'old' ], \@new);
		check_upgraded("$mode: a session uses both libraries", $expected, $expected eq 'server' ? 2 : 3, $partition);
	}
	else
	{
		by_turns([ $new[0], 'public', 'installed' ], \@new);
		check_upgraded("$mode: a session uses a library that is preloaded and one that is not",
			$expected eq $installed_is ? $expected : "$expected $installed_is", 2, 'library');
	}
	$_->[0]{psql}->quit for \@equal, \@new;
	return;
}

# A library that is preloaded stays until a restart, as every process gets it from the postmaster.
sub check_upgrade_preloaded
{
	replace_library('same');
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$library'");
	$node->restart;
	my @old = (session('old'), 'replaced', 'old');
	by_turns(\@old);
	replace_library('another');
	my @new = (session('new'), 'replaced', 'old');
	by_turns(\@old, \@new);
	check_upgraded('preloaded: a new file of the library is not used', 'server', 1, 'library');
	$_->[0]{psql}->quit for \@old, \@new;
	$node->restart;
	@new = (session('new'), 'replaced', 'new');
	by_turns(\@new);
	check_upgraded('preloaded: until the server has started again', 'server', 1, 'library');
	$new[0]{psql}->quit;
	return;
}

sub check_server
{
	my ($mode) = @_;
	check_sessions($mode, 'server');

	# Databases share the generator, and an extension that is created again finds it.
	$node->safe_psql('postgres', 'DROP DATABASE IF EXISTS second WITH (FORCE)');
	$node->safe_psql('postgres', 'CREATE DATABASE second');
	$node->safe_psql('second', 'CREATE EXTENSION objectid');
	is(rises(qw(postgres second postgres second)), 'rises, middles: 1', "$mode: two databases share one generator");
	my $kept = $node->safe_psql('second', 'SELECT gen_objectid()');
	is( $node->safe_psql(
			'second', qq{
DROP EXTENSION objectid;
CREATE EXTENSION objectid;
SELECT gen_objectid() > '$kept', substring(gen_objectid()::bytea FROM 5 FOR 5) = substring('$kept'::objectid::bytea FROM 5 FOR 5)}),
		't|t', "$mode: it outlives the extension");
	is(rises(qw(postgres second postgres)), 'rises, middles: 1', "$mode: and goes on for both");

	my ($before, $after) = crash();
	isnt(substr($after, 8, 10), substr($before, 8, 10), "$mode: after a crash the random bytes are new");
	is(rises(qw(postgres second postgres)), 'rises, middles: 1', "$mode: and shared again");
	return;
}

if ($shared_without_preloading)
{
	check_server('loaded by sessions');
	check_upgrade('loaded by sessions', 'server');
}
else
{
	check_sessions('loaded by sessions', 'process');
	check_upgrade('loaded by sessions', 'process');
}

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'");
$node->restart;
check_server('preloaded');
check_stopped();
like(
	$node->safe_psql('postgres', q{
SELECT string_agg(name, ', ' ORDER BY name) FROM pg_shmem_allocations WHERE name LIKE 'objectid %'}),
	qr/^objectid 1 \d+$/,
	'preloaded: in main shared memory, and named after its layout');
check_upgrade('preloaded', $shared_without_preloading ? 'server' : 'process');
check_upgrade_preloaded();
$node->stop;

# A process without a postmaster is alone, preloaded or not.
my ($out, $err);
IPC::Run::run(
	[ 'postgres', '--single', '-D', $node->data_dir, 'postgres' ],
	'<', \"SELECT objectid_generator() || ' ' || (gen_objectid() < gen_objectid() AND uuid_v7() < uuid_v7()) AS made\n",
	'>', \$out, '2>', \$err);
like($out, qr/made = "process true"/, 'single-user mode: of the process');

done_testing();

# Whose generators make the ids of a session: the server's or its own; databases, extensions,
# crashes, new files of the library.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Copy;
use test_server;
use Time::HiRes qw(sleep);

my $sessions = 20;

my $node = start_server('main', q{
max_connections = 40
restart_after_crash = on
shared_preload_libraries = ''});
my $shared_without_preloading = $node->pg_version >= 17;

sql(q{
CREATE EXTENSION objectid;

CREATE FUNCTION middle(id objectid) RETURNS bytea IMMUTABLE PARALLEL SAFE
	RETURN substring(id::bytea FROM 5 FOR 5);
CREATE FUNCTION counter(id objectid) RETURNS int IMMUTABLE PARALLEL SAFE
	RETURN ('x' || right(id::text, 6))::bit(24)::int;

-- What is random in the second half of a UUID, but for the bit that version 6 sets.
CREATE FUNCTION random_part(id uuid) RETURNS text IMMUTABLE PARALLEL SAFE
	RETURN set_bit(set_bit(set_bit(substring(uuid_send(id) FROM 9), 6, 0), 7, 0), 16, 1)::text;

CREATE TABLE made (
	n bigserial, pid int DEFAULT pg_backend_pid(), generator text DEFAULT objectid_generator(),
	id objectid DEFAULT gen_objectid(), back_filled objectid DEFAULT gen_objectid('2020-01-01'),
	v6 uuid DEFAULT uuid_v6(), v7 uuid DEFAULT uuid_v7(),
	d7 uuid DEFAULT uuid_v7_draft01(), d8 uuid DEFAULT uuid_v8_draft01(),
	v6_at uuid DEFAULT uuid_v6(now()), v7_at uuid DEFAULT uuid_v7(now()));
CREATE TABLE upgraded (
	n bigserial, session text, library text, pid int DEFAULT pg_backend_pid(), generator text,
	id objectid, v7 uuid);
});

# What holds wherever the generators lie.
sub check_sessions
{
	my ($mode, $expected) = @_;
	my $shared = $expected eq 'server';

	# After a restart, ids are ahead of the clock for a moment.
	my $caught_up = 'SELECT uuid_v7_timestamp(uuid_v7()) <= clock_timestamp()';
	$node->poll_query_until('postgres', $caught_up) or die 'ids stay ahead of the clock';

	# pgbench waits until all are connected, then they run at once: five times ten rows each.
	sql('TRUNCATE made');
	writers("-c $sessions -j $sessions -t 5", "$mode: $sessions sessions make ids at once",
		'INSERT INTO made SELECT FROM generate_series(1, 10);');
	my $rows = $sessions * 50;
	is(sql(q{
SELECT count(DISTINCT pid), string_agg(DISTINCT generator, ' '), count(DISTINCT id),
	count(DISTINCT back_filled)
FROM made}),
		"$sessions|$expected|$rows|$rows",
		"$mode: all ids are distinct, of the $expected\'s generator");

	# 40 random bits each: two of 20 are equal once in 5 * 10^9 runs.
	my $middles = 'count(DISTINCT middle(%1$s)), count(DISTINCT (pid, middle(%1$s)))';
	is(sql(sprintf "SELECT $middles FROM made", 'id'),
		($shared ? 1 : $sessions) . "|$sessions",
		"$mode: each $expected has random bytes of its own");
	is(sql(sprintf "SELECT $middles FROM made", 'back_filled'),
		"$sessions|$sessions", "$mode: and each session for back-filling");
	my $partition = $shared ? '' : 'PARTITION BY pid';
	is(sql(qq{
SELECT count(*) FROM (
	SELECT (counter(id) - lag(counter(id)) OVER ($partition ORDER BY id)) & x'ffffff'::int AS step
	FROM made) s
WHERE step <> 1}),
		'0', "$mode: the counter of a $expected steps by one");

	# The random bits of UUIDs belong to one session each, whoever loaded the library. Of version 7
	# only the first one of a tick is drawn as a whole: 5,000 parts of 61 bits, two of which are
	# equal once in 10^11 runs.
	is(sql(q{
SELECT count(*) - count(DISTINCT random_part(uuid))
FROM made, unnest(ARRAY[v6, d7, d8, v6_at, v7_at]) AS uuid}),
		'0', "$mode: no two UUIDs have the same random bits");
	my @kinds = qw(id v6 v7 d7 d8);
	my $before = join ', ', map { "$_, lag($_) OVER w AS before_$_" } @kinds;
	my $falls = join ' OR ', map { "$_ <= before_$_" } @kinds;
	is(sql(qq{
SELECT count(*)
FROM (SELECT $before FROM made WINDOW w AS (PARTITION BY pid ORDER BY n)) s
WHERE $falls}),
		'0', "$mode: the ids of each session rise");
	return;
}

# One id in each of these databases: whether they rise, and how many random bytes they have.
sub rises
{
	my @ids = map { sql_in($_, 'SELECT gen_objectid()') } @_;
	my %middles = map { substr($_, 8, 10) => 1 } @ids;
	return ("@ids" eq join(' ', sort @ids) ? 'rises' : "falls: @ids") . ', ' . keys %middles;
}

# A session that runs a query, and its process.
sub run_session
{
	my ($sql) = @_;
	my $session = start_psql($node, '-c', $sql);
	my $find = "SELECT pid FROM pg_stat_activity WHERE query = '$sql' AND state = 'active'";
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM ($find) s")
	  or die 'the session did not start';
	return ($session, sql($find));
}
my $endless = 'SELECT count(gen_objectid()) '
  . 'FROM generate_series(1, 100000), generate_series(1, 100000) AS _';

# Whether a new id takes longer than this time. Not if nothing ends the wait: then the session was
# stopped with a lock of the server's, such as that of the reservation's page.
sub has_to_wait
{
	my ($time) = @_;
	my ($status, $out, $errors) = $node->psql('postgres',
		"SET statement_timeout = '$time'; SELECT gen_objectid()",
		timeout => 60, timed_out => \my $hangs);
	return !$hangs && $errors =~ /canceling statement due to statement timeout/;
}

# A session that is stopped while it has the generator: others wait, and do as they are told.
sub check_stopped
{
	my ($loop, $pid) = run_session($endless);
	my ($stuck, $tries) = (0, 0);
	until ($stuck || $tries++ == 500)
	{
		sleep(0.01);    # so that it has gone on since the last time
		kill 'STOP', $pid;
		$stuck = has_to_wait('300ms') && has_to_wait('10s');    # not just slow
		kill 'CONT', $pid unless $stuck;
	}
	ok($stuck, 'behind a session that was stopped in its turn, one that waits can be cancelled')
	  or die 'nobody waits';
	my ($waiting, $waiting_pid) = run_session('SELECT gen_objectid() AS waiting');
	is(sql("SELECT pg_terminate_backend($waiting_pid, 60000)"), 't', 'or terminated');
	kill 'CONT', $pid;
	is(sql('SELECT gen_objectid() < gen_objectid()'), 't', 'when it continues, all do');
	sql("SELECT pg_terminate_backend($pid)");
	$_->{run}->finish for $loop, $waiting;
	return;
}

# The installed library under another name, which may be replaced by a new file, as an installation
# does it: the same again, or one whose generators have another layout. That is the same code with
# another name for its shared memory.
my $library = PostgreSQL::Test::Utils::tempdir() . '/library.so';
sub replace_library
{
	my ($layout) = @_;
	copy("$pkglibdir/objectid.so", "$library.new") or die "cannot copy the library: $!";
	if ($layout eq 'another')
	{
		my $bytes = slurp_file("$library.new");
		my $count = $bytes =~ s/objectid \K(\d)(?= %zu\0)/($1 + 1) % 10/ge;
		die 'the name of the shared memory is not in the library' unless $count;
		unlink "$library.new";
		append_to_file("$library.new", $bytes);
	}
	chmod 0755, "$library.new";
	rename "$library.new", $library or die "cannot replace the library: $!";
	return;
}

# A session, the schema whose functions it calls, and the library that they are of: pg_catalog has
# those of the installed library, replaced those of the other one, of which a session has the file
# that it found at first.
sub session
{
	my ($name, $library_of) = @_;
	my $psql = $node->background_psql('postgres');
	$psql->query_safe('SET client_min_messages = error'); # of ids that ascend within it only
	return { name => $name, psql => $psql, schema => 'replaced', library => $library_of };
}

# Rounds in which each of these sessions makes three ids of each kind. (Where the library changes,
# an id waits for up to a second, as those of the other one are ahead.)
sub by_turns
{
	my @turns = @_;
	for my $turn ((@turns) x repeated(4, 20))
	{
		my $schema = $turn->{schema};
		$turn->{psql}->query_safe(qq{
INSERT INTO upgraded (session, library, generator, id, v7)
SELECT '$turn->{name}', '$turn->{library}', $schema.objectid_generator(), $schema.gen_objectid(),
	$schema.uuid_v7()
FROM generate_series(1, 3)});
	}
	return;
}

# What those ids are like: each state has random bytes of its own, and its ids rise.
sub check_upgraded
{
	my ($name, $generator, $states, $partition) = @_;
	is(sql(qq{
SELECT string_agg(DISTINCT generator, ' '), count(*) - count(DISTINCT id),
	count(*) - count(DISTINCT v7), count(DISTINCT middle(id)),
	count(DISTINCT ($partition, middle(id))),
	count(DISTINCT (session, pid)) - count(DISTINCT session),
	count(*) FILTER (WHERE id <= before OR v7 <= before_v7)
FROM (SELECT *, lag(id) OVER w AS before, lag(v7) OVER w AS before_v7
	FROM upgraded WINDOW w AS (PARTITION BY $partition ORDER BY n)) s}),
		"$generator|0|0|$states|$states|0|0", $name);
	sql('TRUNCATE upgraded');
	return;
}

sub check_server
{
	my ($mode) = @_;
	check_sessions($mode, 'server');

	# Databases share the generator, and an extension that is created again finds it.
	sql('DROP DATABASE IF EXISTS second WITH (FORCE)');
	sql('CREATE DATABASE second');
	sql_in('second', 'CREATE EXTENSION objectid');
	is(rises(qw(postgres second postgres second)),
		'rises, 1', "$mode: two databases share one generator");
	my $kept = sql_in('second', 'SELECT gen_objectid()');
	sql_in('second', 'DROP EXTENSION objectid; CREATE EXTENSION objectid');
	my $again = sql_in('second', 'SELECT gen_objectid()');
	cmp_ok($again, 'gt', $kept, "$mode: it outlives the extension");
	is(substr($again, 8, 10), substr($kept, 8, 10), "$mode: with its random bytes");
	is(rises(qw(postgres second postgres)), 'rises, 1', "$mode: and goes on for both");

	# A session is killed while it makes ids.
	my ($loop, $pid) = run_session($endless);
	my $before = sql('SELECT gen_objectid()');
	crash($node, $pid);
	$loop->{run}->finish;
	isnt(substr(sql('SELECT gen_objectid()'), 8, 10),
		substr($before, 8, 10), "$mode: after a crash the random bytes are new");
	is(rises(qw(postgres second postgres)), 'rises, 1', "$mode: and shared again");
	return;
}

if ($shared_without_preloading) { check_server('loaded by sessions') }
else { check_sessions('loaded by sessions', 'process') }

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'");
$node->restart;
check_server('preloaded');
check_stopped();

# New files of the library while sessions go on with the one that they loaded.
my $expected = $shared_without_preloading ? 'server' : 'process';
my $partition = $shared_without_preloading ? 'library' : 'session, library';
replace_library('same');
my %functions = (gen_objectid => 'objectid', uuid_v7 => 'uuid', objectid_generator => 'text');
sql('CREATE SCHEMA replaced;', map { qq{
CREATE FUNCTION replaced.$_() RETURNS $functions{$_} LANGUAGE c VOLATILE AS '$library', '$_';}
} keys %functions);

# What loads a file keeps it, and the first call loads it.
my $old = session('old', 'old');
by_turns($old);
replace_library('same');
my $equal = session('equal', 'old');
by_turns($old, $equal);

replace_library('another');
my ($new, $newer) = map { session($_, 'new') } qw(new newer);
by_turns($old, $equal, $new, $newer);
check_upgraded('a library of another layout has a generator of its own',
	$expected, $shared_without_preloading ? 2 : 4, $partition);

# The memory of the installed library, which is preloaded, is another, which all sessions share.
my $of_installed = { %$new, schema => 'pg_catalog', library => 'installed' };
by_turns($of_installed, $new);
check_upgraded('a session uses a library that is preloaded and one that is not',
	$shared_without_preloading ? 'server' : 'process server', 2, 'library');
$_->{psql}->quit for $old, $equal, $new, $newer;

$node->stop;
done_testing();

# The order of ids and bounds outlives the server: restarts, crashes, standbys, backups and archives, each with a clock that
# is behind afterwards; and where the ceiling is written, and where not.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

use sources;

foreach my $program ('pg_rewind', 'pg_waldump')
{
	plan skip_all => "the server has no $program"
	  unless grep { -x "$_/$program" } split /:/, $ENV{PATH};
}
sources::build() or plan skip_all => 'no C compiler';

my %folder;    # of the clock of each node

# All clocks of the node are off by so many seconds from now on.
sub set_clock
{
	my ($node, $off_by) = @_;
	my $dir = $folder{ $node->name } //= PostgreSQL::Test::Utils::tempdir();
	append_to_file("$dir/new", $off_by);
	rename "$dir/new", "$dir/server_clock" or die "cannot set the clock: $!";
	return;
}

sub start
{
	my ($node, $off_by) = @_;
	set_clock($node, $off_by);
	sources::start($node, $folder{ $node->name });
	return;
}

# New ids of ten kinds, as text that sorts as they do.
my @kinds = ('gen_objectid()', 'uuid_v6()', 'uuid_v7()', (map { "uuid_v7_draft01('$_')" } qw(ms us ns)),
	map { "uuid_v8_draft01($_)" } qw(32 48 60 64));

sub make_ids
{
	my ($node) = @_;
	return [ split /\|/, $node->safe_psql('postgres', 'SELECT ' . join ', ', @kinds) ];
}

# A bound, as ids: those of rows that it does not show are not below.
sub bound
{
	my ($node) = @_;
	return [
		split /\|/,
		$node->safe_psql('postgres', q{
SELECT objectid_min(t), uuid_v6_min(t), uuid_v7_min(t) FROM resolved_timestamp('followed') t})
	];
}

# Which kinds of these ids are not above those.
sub below
{
	my ($ids, $before) = @_;
	return join ' ', map { $kinds[$_] } grep { $ids->[$_] le $before->[$_] } 0 .. $#$before;
}

my ($ids, $bound);

# What is to be kept: ids, and half a minute later a bound, with no id since.
sub remember
{
	my ($node, $off_by) = @_;
	set_clock($node, $off_by - 30);
	$ids = make_ids($node);
	set_clock($node, $off_by);
	$bound = bound($node);
	return;
}

sub check_order
{
	my ($node, $name) = @_;
	my $new = make_ids($node);
	is(below($new, $ids), '', "$name: all ids are above those before");
	is(below($new, $bound), '', "$name: and above the bound");
	return;
}

# Restarts and crashes ------------------------------------------------------------------------------

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init(allows_streaming => 1, has_archiving => 1);
$node->append_conf('postgresql.conf', "restart_after_crash = on\nwal_log_hints = on\nwal_sender_timeout = 0\nwal_keep_size = 1GB");
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'") if $node->pg_version < 17;
start($node, 0);
$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE TABLE followed (id uuid PRIMARY KEY DEFAULT uuid_v7());
});
is($node->safe_psql('postgres', 'SELECT objectid_generator()'), 'server', 'the sessions share their generators');
# While the server runs, too: no id was made since the bound.
remember($node, 0);
set_clock($node, -50);
check_order($node, 'a step back of the clock');
set_clock($node, 60);

remember($node, 60);
$node->stop('fast');
start($node, 30);
check_order($node, 'a clean restart');

remember($node, 120);
$node->stop('immediate');
start($node, 62);
check_order($node, 'an immediate stop');

# A killed session takes the server through crash recovery. Its buffers of WAL are gone, too.
remember($node, 180);
set_clock($node, 135);
my $log_before = -s $node->logfile;
my $session = $node->background_psql('postgres');
kill 'KILL', $session->query_safe('SELECT pg_backend_pid()');
$node->wait_for_log(qr/database system is ready to accept connections/, $log_before);
eval { $session->quit };
check_order($node, 'a crash');

# A clock that is behind by more is followed, and from then on its order is kept.
remember($node, 240);
$node->stop('immediate');
start($node, -600);
is(below(make_ids($node), $ids), join(' ', @kinds), 'a clock that is ten minutes behind is followed');
remember($node, -570);
$node->stop('immediate');
start($node, -625);
check_order($node, 'and the order that begins there outlives a crash');
set_clock($node, -3600);
make_ids($node);
$ids = make_ids($node);
$node->stop('immediate');
start($node, -3650);
is(below(make_ids($node), $ids), '', 'and likewise if it steps back while the server runs');

# What a session knows of the ceiling does not outlive a step back that others have followed. Then the ceiling is below what it
# was, and the clock comes back to the seconds that the session had found covered. The clocks stand meanwhile.
$session = $node->background_psql('postgres');
foreach my $what (
	[ 'ids', 'SELECT uuid_v7_timestamp(uuid_v7())' ],
	[ 'bounds', q{SELECT resolved_timestamp('followed')} ])
{
	my ($name, $sql) = @$what;
	my $seconds = "SELECT floor(extract(epoch FROM ($sql)))";
	my $now = time;
	my $at = sub { set_clock($node, ($now + shift) . ' 0 0') };
	$at->(400);
	$session->query_safe($seconds);
	$at->(300);
	$node->safe_psql('postgres', $seconds);
	$at->(350);
	cmp_ok($session->query_safe($seconds), '<', $node->safe_psql('postgres', 'SELECT last_value FROM objectid_ceiling'),
		"$name after a step back that another session followed are below the ceiling");
	# And it is followed by a session that has not seen how far the clock had come.
	$at->(450);
	$node->safe_psql('postgres', $seconds);
	$at->(350);
	$session->query_safe($seconds);
	cmp_ok($node->safe_psql('postgres', 'SELECT last_value FROM objectid_ceiling'), '<=', $now + 352,
		"$name: a step back is followed by a session that had not seen the clock before it");
}
$session->quit;

# Many lives within seconds run ahead of the clock, and are no step back of it.
set_clock($node, 0);
my @falls;
foreach my $life (1 .. 40)
{
	$ids = make_ids($node);
	$node->stop($life % 2 ? 'fast' : 'immediate');
	start($node, 0);
	my $falling = below(make_ids($node), $ids);
	push @falls, "$life: $falling" if $falling;
}
is("@falls", '', 'forty lives within seconds: all ids are above those before');

# Single-user mode makes ids from a state of its own, under the same ceiling.
$node->stop;
my ($single, $err) = ('', '');
IPC::Run::run(
	[ 'postgres', '--single', '-D', $node->data_dir, 'postgres' ],
	'<', \('SELECT ' . join(', ', map { "$kinds[$_] AS k$_" } 0 .. $#kinds) . "\n"), '>', \$single, '2>', \$err);
$single = [ map { $single =~ /k$_ = "([^"]+)"/ } 0 .. $#kinds ];
is(scalar @$single, scalar @kinds, 'single-user mode makes ids');
is(below($single, $ids), '', 'above those before');
start($node, -50);
is(below(make_ids($node), $single), '', 'and those that follow are above them');

# Standbys -------------------------------------------------------------------------------------------

$node->backup('first');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'first', has_streaming => 1);
$standby->append_conf('postgresql.conf', 'max_replication_slots = 0');
$standby->append_conf('postgresql.conf', 'max_active_replication_origins = 0') if $node->pg_version >= 18;
start($standby, 0);
remember($node, 600);
$node->safe_psql('postgres', 'INSERT INTO followed DEFAULT VALUES');
$node->wait_for_catchup($standby);

# A standby makes ids from its own state and writes nothing.
set_clock($standby, 560);
my $connected = $standby->background_psql('postgres');
my $own = $connected->query_safe('SELECT uuid_v7()');
ok($own lt $ids->[2], 'a standby makes ids of its own');
$node->stop('immediate');
$standby->promote;
cmp_ok($connected->query_safe('SELECT uuid_v7()'), 'gt', $bound->[2], 'promotion: a session that was connected before, too');
$connected->quit;
check_order($standby, 'promotion');

# The primary comes back behind the new one, and takes over again.
remember($standby, 600);
$standby->safe_psql('postgres', 'CHECKPOINT');
my $conf = slurp_file($node->data_dir . '/postgresql.conf');
command_ok(
	[ 'pg_rewind', '--source-server', $standby->connstr('postgres'), '--target-pgdata', $node->data_dir ],
	'pg_rewind');
unlink $node->data_dir . '/postgresql.conf';
$node->append_conf('postgresql.conf', $conf);
$node->enable_streaming($standby);
$node->set_standby_mode;
start($node, 545);
$standby->safe_psql('postgres', 'INSERT INTO followed DEFAULT VALUES');
$standby->wait_for_catchup($node);
$standby->stop('immediate');
$node->promote;
check_order($node, 'pg_rewind and promotion');

# Backups and archives -------------------------------------------------------------------------------

remember($node, 600);
$node->backup('second');
my $copy = PostgreSQL::Test::Cluster->new('copy');
$copy->init_from_backup($node, 'second');
start($copy, 541);
check_order($copy, 'a backup started on its own');
$copy->stop('immediate');

remember($node, 720);
my $archived = $node->safe_psql('postgres', 'SELECT pg_walfile_name(pg_switch_wal())');
$node->poll_query_until('postgres', "SELECT last_archived_wal >= '$archived' FROM pg_stat_archiver") or die 'not archived';
my $restored = PostgreSQL::Test::Cluster->new('restored');
$restored->init_from_backup($node, 'second', has_restoring => 1, standby => 0);
start($restored, 661);
$restored->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not recovered';
check_order($restored, 'recovery to the end of an archive');
$restored->stop('immediate');

# What is written ------------------------------------------------------------------------------------

# The ceiling, as doc/objectid.md shows how to see it.
set_clock($node, 800);
is( $node->safe_psql('postgres', q{
SELECT gen_objectid() IS NOT NULL;
SELECT to_timestamp(last_value) > clock_timestamp() FROM objectid_ceiling}), "t\nt", 'the ceiling is ahead of the clock');

# How many records of WAL the statements write for the ceiling, which alone writes generic ones, while the clock stands at this
# second; and what they return.
sub records_of
{
	my ($second, @sql) = @_;
	set_clock($node, "$second 0 0");
	my ($from) = $node->safe_psql('postgres', 'SELECT pg_switch_wal(); SELECT pg_current_wal_insert_lsn()') =~ /\n(.*)/;
	my $result = join "\n", map { $node->safe_psql('postgres', $_) } @sql;
	my ($to, $file) = split /\n/, $node->safe_psql('postgres',
		q{SELECT pg_create_restore_point('end'); SELECT pg_walfile_name(pg_switch_wal())});
	my ($records, $errors) = run_command(
		[
			'pg_waldump', '-p', $node->data_dir . '/pg_wal', '-t', hex substr($file, 0, 8),
			'-s', $from, '-e', $to
		]);
	like($records, qr/RESTORE_POINT end/, 'WAL can be read') or diag($errors);
	return (scalar(() = $records =~ /^rmgr: Generic/mg), $result);
}
my $second = time + 900;
my $thousands = 'SELECT ' . join(', ', map { "count($_)" } @kinds[ 0 .. 2 ]) . ' FROM generate_series(1, 1000)';
my $parallel = q{SET debug_parallel_query = on; SELECT uuid_v7() IS NOT NULL};
$parallel =~ s/debug_parallel_query/force_parallel_mode/ if $node->pg_version < 16;
my $xid = q{SELECT coalesce(pg_current_xact_id_if_assigned()::text, 'none')};
my $held = q{SELECT resolved_timestamp('followed') IS NOT NULL};

is((records_of($second, $thousands, $thousands, $held))[0], 1, 'one record for the ids and bounds of a second');
is((records_of($second, $thousands, $held))[0], 0, 'and none for more of them');
is((records_of($second + 1, $thousands, $held, $thousands))[0], 1, 'one for those of the next');
is((records_of($second + 100, 'SELECT 1'))[0], 0, 'none while no ids are made');
foreach my $case (
	[ 'a read-only transaction', "BEGIN READ ONLY; SELECT uuid_v7() IS NOT NULL; $xid; COMMIT", "t\nnone" ],
	[ 'an aborted subtransaction', "BEGIN; SAVEPOINT a; SELECT uuid_v7() IS NOT NULL; $xid; ROLLBACK TO a; ROLLBACK", "t\nnone" ],
	[ 'a parallel worker', "BEGIN; $parallel; $xid; COMMIT", "t\nnone" ],
	[ 'a bound', "BEGIN READ ONLY; $held; $xid; COMMIT", "t\nnone" ])
{
	my ($name, $sql, $expected) = @$case;
	my ($records, $result) = records_of($second += 100, $sql);
	is("$records record: $result", "1 record: $expected", "$name: the ceiling is written, without a transaction number");
	my ($last) = $node->safe_psql('postgres', 'SELECT last_value FROM objectid_ceiling');
	is($last, $second + 2, "$name: for two seconds");
}

# Errors ---------------------------------------------------------------------------------------------

set_clock($node, $second + 100 - time);
my $owner = $node->background_psql('postgres');
$owner->query_safe('BEGIN; ALTER SEQUENCE objectid_ceiling CACHE 1');
my ($status, $out);
($status, $out, $err) = $node->psql('postgres', 'SET statement_timeout = 200; SELECT uuid_v7()');
like($err, qr/canceling statement due to statement timeout/, 'a session that waits for the ceiling can be cancelled');
$owner->query_safe('ROLLBACK');
remember($node, $second + 200 - time);

my $path = $node->data_dir . '/' . $node->safe_psql('postgres', q{SELECT pg_relation_filepath('objectid_ceiling')});
$node->safe_psql('postgres', 'CREATE DATABASE other');
$node->safe_psql('other', 'CREATE EXTENSION objectid');
$node->stop;
rename $path, "$path.away" or die;
start($node, $second + 150 - time);
foreach my $sql ('SELECT uuid_v7()', q{SELECT resolved_timestamp('followed')})
{
	($status, $out, $err) = $node->psql('postgres', $sql);
	like($err, qr/could not (open|read)/, "an unreadable ceiling is an error: $sql");
}
is($node->safe_psql('other', 'SELECT gen_objectid() < gen_objectid()'), 't', 'other databases go on');
rename "$path.away", $path or die;
check_order($node, 'when it can be read again');

# Sessions that make their first ids of a life at the same time, before the ceiling of the life before can be read: all of them
# begin there, not only the one that reads it first.
my $begin = $node->safe_psql('postgres', q{SELECT setval('objectid_ceiling', last_value + 40) FROM objectid_ceiling});
$node->stop;
start($node, $second + 200 - time);
$owner = $node->background_psql('postgres');
$owner->query_safe('BEGIN; ALTER SEQUENCE objectid_ceiling CACHE 1');
my @sessions = map { $node->background_psql('postgres') } 1 .. 3;
$_->query_until(qr/asked/, "\\echo asked\nSELECT extract(epoch FROM uuid_v7_timestamp(uuid_v7()));\n") foreach @sessions;
$node->poll_query_until('postgres',
	q{SELECT count(*) = 3 FROM pg_locks WHERE relation = 'objectid_ceiling'::regclass AND NOT granted}) or die 'nobody waits';
$owner->query_safe('ROLLBACK');
$owner->quit;
my @times = map { $_->query_safe('SELECT 1') =~ /([\d.]+)\n1/ ? $1 : 0 } @sessions;
is(scalar(grep { $_ >= $begin } @times), 3, 'sessions that begin a life together') or diag("@times, ceiling $begin");
$_->quit foreach @sessions;

# Without the extension's sequence, ids are made as before.
$node->safe_psql('other', q{
CREATE SCHEMA bare;
CREATE FUNCTION bare.uuid_v7() RETURNS uuid LANGUAGE c VOLATILE AS '$libdir/objectid', 'uuid_v7'});
is($node->safe_psql('other', 'SELECT bare.uuid_v7() < bare.uuid_v7()'), 't', 'a function of no extension');

# An extension that is created again has a new ceiling, and a session that had the old one finds it.
$session = $node->background_psql('other');
$session->query_safe('SELECT gen_objectid()');
my $ceiling = q{SELECT last_value > 1 FROM objectid_ceiling};
$session->query_safe('DROP EXTENSION objectid; CREATE EXTENSION objectid');
is($session->query_safe($ceiling), 'f', 'a new extension has no ceiling');
$session->query_safe('SELECT gen_objectid()');
is($session->query_safe($ceiling), 't', 'until the first id');
$session->query_safe(
	'ALTER SEQUENCE objectid_ceiling RENAME TO gone; SELECT uuid_v7(); ALTER SEQUENCE gone RENAME TO objectid_ceiling');
set_clock($node, $second + 300 - time);
cmp_ok($session->query_safe('SELECT extract(epoch FROM uuid_v7_timestamp(uuid_v7()))'), '<',
	$session->query_safe('SELECT last_value FROM objectid_ceiling'), 'a session that did not find it looks again');
$session->quit;

# Who was granted USAGE on all sequences cannot move it.
$node->safe_psql('other', q{
CREATE ROLE app;
DROP EXTENSION objectid;
ALTER DEFAULT PRIVILEGES GRANT USAGE ON SEQUENCES TO app;
CREATE EXTENSION objectid});
my $moves = q{SET ROLE app; SELECT nextval('objectid_ceiling')};
is($node->safe_psql('other', $moves), 1, 'before the first id there is nothing to move');
$node->safe_psql('other', 'SELECT gen_objectid()');
my $page = $node->safe_psql('other', 'SELECT last_value, log_cnt FROM objectid_ceiling');
($status, $out, $err) = $node->psql('other', $moves, extra_params => [ '-v', 'VERBOSITY=sqlstate' ]);
like($err, qr/ERROR: +2200H/, 'a role with USAGE on the ceiling cannot move it');
is($node->safe_psql('other', 'SELECT last_value, log_cnt FROM objectid_ceiling'), $page, 'and it stays as it is');

# A state per process has no ceiling.
if ($node->pg_version < 17)
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
	$node->stop;
	start($node, $second + 400 - time);
	$ceiling = 'SELECT last_value FROM objectid_ceiling';
	my $before = $node->safe_psql('postgres', $ceiling);
	is($node->safe_psql('postgres', "SELECT objectid_generator(), gen_objectid() < gen_objectid(); $ceiling"),
		"process|t\n$before", 'a state per process leaves the ceiling as it is');
}
$node->stop;
done_testing();

# The order of ids and bounds outlives the server: restarts, crashes, standbys, backups, archives,
# each with a clock that is behind afterwards; and where the reservation is written, and where
# not.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Path qw(rmtree);
use fake_clock_and_random;
use test_server;

fake_clock_and_random::build() or plan skip_all => 'no C compiler';

sub query { my ($node, $sql) = @_; return $node->safe_psql('postgres', $sql) }

# New ids of all kinds, as text that sorts as they do; and a bound, as ids: those of rows that it
# does not show are not below.
my $make = 'SELECT ' . join ', ', @generators;
my $find_bound = q{
SELECT objectid_min(t), uuid_v6_min(t), uuid_v7_min(t) FROM resolved_timestamp('followed') t};
sub make_ids { my ($node) = @_; return [ split /\|/, query($node, $make) ] }

# Which kinds of these ids are not above those.
sub below
{
	my ($ids, $before) = @_;
	return join ' ', map { $generators[$_] } grep { $ids->[$_] le $before->[$_] } 0 .. $#$before;
}

my ($ids, $bound);

# What is to be kept: ids, and half a minute later a bound, with no id since.
sub remember
{
	my ($node, $off_by) = @_;
	$node->set_clock($off_by - 30);
	$ids = make_ids($node);
	$node->set_clock($off_by);
	$bound = [ split /\|/, query($node, $find_bound) ];
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

# Restarts and crashes -----------------------------------------------------------------------------

my $node = start_server('main', shared_generators() . q{
restart_after_crash = on
wal_log_hints = on
wal_sender_timeout = 0
wal_keep_size = 1GB}, allows_streaming => 1, has_archiving => 1);
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE followed
	(id uuid PRIMARY KEY DEFAULT uuid_v7(), at timestamptz DEFAULT clock_timestamp());
});
is(sql('SELECT objectid_generator()'), 'server', 'the sessions share their generators');

sub restart
{
	my ($how, $off_by) = @_;
	$node->stop($how);
	return $node->start_at($off_by);
}

# A killed session takes the server through crash recovery. Its buffers of WAL are gone, too.
sub crash_at
{
	my ($off_by) = @_;
	$node->set_clock($off_by);
	my $victim = $node->background_psql('postgres');
	crash($node, $victim->query_safe('SELECT pg_backend_pid()'));
	return eval { $victim->quit };
}

foreach my $case (
	[ 0, 'a clock that is set back', -50, sub { $node->set_clock(@_) } ],
	[ 60, 'a clean restart', 30, sub { restart('fast', @_) } ],
	[ 120, 'an immediate stop', 62, sub { restart('immediate', @_) } ],
	[ 180, 'a crash', 135, \&crash_at ])
{
	my ($off_by, $name, $off_by_then, $happens) = @$case;
	remember($node, $off_by);
	$happens->($off_by_then);
	check_order($node, $name);
}

# With a clock that is behind by more, ids go back, and from then on its order is kept.
remember($node, 240);
restart('immediate', -600);
is(below(make_ids($node), $ids), "@generators", 'ids go back with a clock ten minutes behind');
remember($node, -570);
restart('immediate', -625);
check_order($node, 'and the order that begins there outlives a crash');

# What a session knows of the reservation is void once another has gone back with the clock. Then
# the clock comes to seconds that the session had found reserved. It stands meanwhile.
my $last_value = 'SELECT last_value FROM objectid_internal.reservation';
my ($session, $other) = map { $node->background_psql('postgres') } 0 .. 1;
my %made = (ids => 'uuid_v7_timestamp(uuid_v7())', bounds => q{resolved_timestamp('followed')});
foreach my $what (sort keys %made)
{
	my $now = time;
	my $made;
	foreach my $case ([ $session, 400 ], [ $other, 300 ], [ $session, 350 ])
	{
		my ($maker, $later) = @$case;
		$node->set_clock($now + $later . ' 0 0');
		$made = $maker->query_safe("SELECT floor(extract(epoch FROM $made{$what}))");
	}
	cmp_ok($made, '<', sql($last_value), "$what after another has gone back are reserved");
}
$_->quit foreach $session, $other;

# Single-user mode makes ids from a state of its own, preloaded or not, under the same reservation.
$node->set_clock(-5);
$ids = make_ids($node);
$node->stop;
my @single = ('postgres', '--single', '-D', $node->data_dir, 'postgres');
my $columns = join ', ', map { "$generators[$_] AS k$_" } 0 .. $#generators;
my $rise = 'gen_objectid() < gen_objectid() AND uuid_v7() < uuid_v7()';
my $asked = "SELECT $columns, objectid_generator() || ' ' || ($rise) AS made\n";
my ($printed, $err) = ('', '');
IPC::Run::run(\@single, '<', \$asked, '>', \$printed, '2>', \$err);
my $single = [ map { $printed =~ /k$_ = "([^"]+)"/ } 0 .. $#generators ];
like($printed, qr/made = "process true"/, 'single-user mode has generators of its own');
is(scalar @$single, scalar @generators, 'which make ids');
is(below($single, $ids), '', 'above those before');
$node->start_at(-50);
is(below(make_ids($node), $single), '', 'and those that follow are above them');

# Standbys -----------------------------------------------------------------------------------------

$node->backup('first');
my $standby = fake_clock_and_random->new('standby');
$standby->init_from_backup($node, 'first', has_streaming => 1);
$standby->append_conf('postgresql.conf', 'max_replication_slots = 0');
$standby->append_conf('postgresql.conf', 'max_active_replication_origins = 0')
  if $node->pg_version >= 18;
$standby->start_at(0);
remember($node, 600);
sql('INSERT INTO followed DEFAULT VALUES');
$node->wait_for_catchup($standby);

# A standby makes ids from its own state and writes nothing.
$standby->set_clock(560);
my $connected = $standby->background_psql('postgres');
my $own = $connected->query_safe('SELECT uuid_v7()');
ok($own lt $ids->[2], 'a standby makes ids of its own');
$node->stop('immediate');
$standby->promote;
cmp_ok($connected->query_safe('SELECT uuid_v7()'),
	'gt', $bound->[2], 'promotion: a session that was connected before, too');
$connected->quit;
check_order($standby, 'promotion');

# The primary comes back behind the new one, and takes over again.
remember($standby, 600);
query($standby, 'CHECKPOINT');
if (grep { -x "$_/pg_rewind" } split /:/, $ENV{PATH})
{
	my $conf = slurp_file($node->data_dir . '/postgresql.conf');
	my @target = ('--target-pgdata', $node->data_dir);
	command_ok([ 'pg_rewind', '--source-server', $standby->connstr('postgres'), @target ],
		'pg_rewind');
	unlink $node->data_dir . '/postgresql.conf';
	$node->append_conf('postgresql.conf', $conf);
	$node->enable_streaming($standby);
	$node->set_standby_mode;
}
else
{
	note('the server has no pg_rewind: what was the primary is made again from a backup');
	$standby->backup('again', backup_options => ['--no-slot']);
	rmtree($node->data_dir);
	$node->init_from_backup($standby, 'again', has_streaming => 1);
}
$node->start_at(545);
query($standby, 'INSERT INTO followed DEFAULT VALUES');
$standby->wait_for_catchup($node);
$standby->stop('immediate');
$node->promote;
check_order($node, 'promotion of what was the primary');

# Backups and archives -----------------------------------------------------------------------------

remember($node, 600);
$node->backup('second', backup_options => ['--no-slot']);
my $copy = fake_clock_and_random->new('copy');
$copy->init_from_backup($node, 'second');
$copy->start_at(541);
check_order($copy, 'a backup started on its own');
$copy->stop('immediate');

remember($node, 720);
my $archived = sql('SELECT pg_walfile_name(pg_switch_wal())');
my $last_archived = "SELECT last_archived_wal >= '$archived' FROM pg_stat_archiver";
$node->poll_query_until('postgres', $last_archived) or die 'not archived';
my $restored = fake_clock_and_random->new('restored');
$restored->init_from_backup($node, 'second', has_restoring => 1, standby => 0);
$restored->start_at(661);
$restored->poll_query_until('postgres', 'SELECT NOT pg_is_in_recovery()') or die 'not recovered';
check_order($restored, 'recovery to the end of an archive');
$restored->stop('immediate');

# What is written ----------------------------------------------------------------------------------

# How many records of WAL the statements write for the reservation, which alone writes generic ones,
# while the clock stands at this second; and what they return.
sub records_of
{
	my ($second, @sql) = @_;
	$node->set_clock("$second 0 0");
	my ($from) = sql('SELECT pg_switch_wal(); SELECT pg_current_wal_insert_lsn()') =~ /\n(.*)/;
	my $result = join "\n", map { sql($_) } @sql;
	my ($to) = split /\n/, sql(q{SELECT pg_create_restore_point('end'); SELECT pg_switch_wal()});
	my $records = sql(qq{
SELECT CASE WHEN bool_or(record_type = 'RESTORE_POINT')
	THEN count(*) FILTER (WHERE resource_manager = 'Generic') END
FROM pg_get_wal_records_info('$from', '$to')});
	return ($records, $result);
}

my $second = time + 900;
SKIP:
{
	skip 'the server has no pg_walinspect', 12 unless available('pg_walinspect');
	sql('CREATE EXTENSION pg_walinspect');
	my $counts = join ', ', map { "count($_)" } @generators[ 0 .. 2 ];
	my $ids = "SELECT $counts FROM generate_series(1, 1000)";
	my $bound = q{SELECT resolved_timestamp('followed') IS NOT NULL};
	foreach my $case (
		[ 0, 1, 'one record for the ids and bounds of a second', $ids, $ids, $bound ],
		[ 0, 0, 'and none for more of them', $ids, $bound ],
		[ 1, 1, 'one for those of the next', $ids, $bound, $ids ],
		[ 100, 0, 'none while no ids are made', 'SELECT 1' ])
	{
		my ($later, $expected, $name, @sql) = @$case;
		is((records_of($second + $later, @sql))[0], $expected, $name);
	}

	my $id = 'SELECT uuid_v7() IS NOT NULL';
	my $forced = $node->pg_version < 16 ? 'force_parallel_mode' : 'debug_parallel_query';
	foreach my $case (
		[ 'a read-only transaction', "BEGIN READ ONLY; $id", 'COMMIT' ],
		[ 'an aborted subtransaction', "BEGIN; SAVEPOINT a; $id", 'ROLLBACK TO a; ROLLBACK' ],
		[ 'a parallel worker', "BEGIN; SET $forced = on; $id", 'COMMIT' ],
		[ 'a bound', "BEGIN READ ONLY; $bound", 'COMMIT' ])
	{
		my ($name, $begin, $end) = @$case;
		my $xid = q{SELECT coalesce(pg_current_xact_id_if_assigned()::text, 'none')};
		my ($records, $result) = records_of($second += 100, "$begin; $xid; $end");
		is("$records record: $result",
			"1 record: t\nnone", "$name: the reservation is written, without a transaction number");
		is(sql($last_value), $second + 1, "$name: up to the end of the second");
	}
}

# Errors -------------------------------------------------------------------------------------------

# A session may hold the reservation, so that others wait for it.
my $owner = $node->background_psql('postgres');
$owner->query_safe('BEGIN; ALTER SEQUENCE objectid_internal.reservation CACHE 1');
$node->set_clock($second + 100 - time);
like(error_of('SET statement_timeout = 200; SELECT uuid_v7()'),
	qr/^57014: /, 'a session that waits for the reservation can be cancelled');
$owner->quit;
remember($node, $second + 200 - time);

my $file_of = q{SELECT pg_relation_filepath('objectid_internal.reservation')};
my $path = $node->data_dir . '/' . sql($file_of);
sql('CREATE DATABASE other');
sub other { return sql_in('other', join "\n", @_) }
other('CREATE EXTENSION objectid');
$node->stop;
rename $path, "$path.away" or die;
$node->start_at($second + 150 - time);
foreach my $sql ('SELECT uuid_v7()', q{SELECT resolved_timestamp('followed')})
{
	like(error_of($sql), qr/could not (open|read)/, "an unreadable reservation is an error: $sql");
}
is(other('SELECT gen_objectid() < gen_objectid()'), 't', 'other databases go on');
rename "$path.away", $path or die;
check_order($node, 'when it can be read again');

# Without the extension's sequence, ids are made as before.
sql('CREATE DATABASE bare');
is(sql_in('bare', q{
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE c VOLATILE AS '$libdir/objectid';
SELECT uuid_v7() < uuid_v7();
CREATE SCHEMA objectid_internal;
CREATE TABLE objectid_internal.reservation (last_value bigint);
SELECT uuid_v7() < uuid_v7()}), "t\nt", 'where it is not there, nor a sequence of its name');

# An extension that is created again has a new reservation, and a session that had the old one
# finds it.
$session = $node->background_psql('other');
$session->query_safe('SELECT gen_objectid()');
my $has_reservation = 'SELECT last_value > 1 FROM objectid_internal.reservation';
$session->query_safe('DROP EXTENSION objectid; CREATE EXTENSION objectid');
is($session->query_safe($has_reservation), 'f', 'a new extension has no reservation');
$session->query_safe('SELECT gen_objectid()');
is($session->query_safe($has_reservation), 't', 'until the first id');
$session->quit;

# Who may write everything cannot move it.
my $page = 'SELECT last_value, log_cnt FROM objectid_internal.reservation';
other('CREATE ROLE app LOGIN; GRANT pg_write_all_data, pg_read_all_data TO app;',
	'DROP EXTENSION objectid; CREATE EXTENSION objectid');
my $moves = q{SELECT nextval('objectid_internal.reservation')};
is(sql_in('other', $moves, 'app'), 1, 'before the first id there is nothing to move');
my $before = other("SELECT gen_objectid(); $page") =~ s/.*\n//r;
like(error_of($moves, 'app', 'other'),
	qr/^2200H: /, 'a role that may write everything cannot move it');
is(other($page), $before, 'and it stays as it is');

# Nor does it help to set it: what is ahead of the clock is not believed.
my $lead = 'SELECT floor(extract(epoch FROM uuid_v7_timestamp(uuid_v7()) - clock_timestamp()))';
$node->set_clock($second + 500 - time);
sql_in('other', q{SELECT setval('objectid_internal.reservation', 9000000000)}, 'app');
cmp_ok(other($lead), '<', 2, 'ids are not ahead after setval()');

# Without waiting for a clock that was ahead by less than a minute, and is right again: the
# statement of doc/operate.md, before the first id after a restart.
my $page_of_manual = slurp_file("$top/doc/operate.md");
my ($forget) = $page_of_manual =~ /^(ALTER SEQUENCE objectid_internal.reservation RESTART;)$/m;
$node->set_clock($second + 600 - time);
other($make);
restart('fast', $second + 550 - time);
other($forget);
cmp_ok(other($lead), '<', 2, 'a reservation that was ahead is forgotten');

# A page that is damaged is an error, until the statements of the manual have been run.
my ($repair) = $page_of_manual =~ /^(BEGIN;\nALTER EXTENSION objectid DROP SEQUENCE.*?COMMIT;)$/ms;
$path = $node->data_dir . '/' . other($file_of);
$node->stop;
open my $file, '+<', $path or die "cannot open $path: $!";
print $file "\0" x 8192;
close $file or die "cannot write $path: $!";
$node->start_at($second + 650 - time);
like(error_of('SELECT gen_objectid()', undef, 'other'),
	qr/page of a sequence is invalid/, 'a damaged page is an error');
other('ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO PUBLIC, app');
# Whoever owns the schema public can plant a format() for the statements that a superuser runs.
other(q{
CREATE FUNCTION public.format(text, text) RETURNS text LANGUAGE plpgsql
	AS 'BEGIN RAISE ''the planted function was called''; END'});
other($repair);
is(other(q{
SELECT count(*) FROM pg_class, aclexplode(relacl)
WHERE pg_class.oid = 'objectid_internal.reservation'::regclass AND grantee <> relowner}),
	'0', 'nobody has rights on the sequence that the manual makes');
is(other('SELECT gen_objectid() < gen_objectid()'), 't', 'and can be repaired');
is(other($has_reservation), 't', 'with a sequence that is written again');
is(other(q{
SELECT count(*) FROM pg_depend
WHERE objid = 'objectid_internal.reservation'::regclass AND refclassid = 'pg_extension'::regclass}),
	1, 'and belongs to the extension');

# A state per process has no reservation.
if ($node->pg_version < 17)
{
	$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
	restart('fast', $second + 700 - time);
	$before = sql($last_value);
	is(sql("SELECT objectid_generator(), gen_objectid() < gen_objectid(); $last_value"),
		"process|t\n$before", 'a state per process leaves the reservation as it is');
}
$node->stop;
done_testing();

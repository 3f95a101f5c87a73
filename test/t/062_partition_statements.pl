# Partition statements: for the owner alone, beside readers and writers, after an interruption.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('partitions');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\n");
$node->start;
$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE ROLE owner LOGIN;
CREATE ROLE member LOGIN IN ROLE owner;
CREATE ROLE other LOGIN;
CREATE SCHEMA app AUTHORIZATION owner;
GRANT ALL ON SCHEMA app TO other;
SET ROLE owner;
CREATE TABLE app.orders (id objectid DEFAULT gen_objectid(), n int) PARTITION BY RANGE (id);
});

sub sql { return $node->safe_psql('postgres', $_[0]) }

# What psql prints as a role, and its errors.
sub as
{
	my ($role, $sql) = @_;
	return ($node->psql('postgres', $sql, extra_params => [ '-U', $role ]))[ 1, 2 ];
}
sub error_as { return (as(@_))[1] }

# -- The owner ------------------------------------------------------------------------------------

# The CHECK of a domain runs when a partition is created, with the rights of whoever creates it.
sql(q{
SET ROLE owner;
CREATE FUNCTION app.trap(objectid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	SET ROLE NONE;
	ALTER ROLE owner SUPERUSER;
	RETURN true;
END $$;
CREATE DOMAIN app.id AS objectid CHECK (app.trap(VALUE));
CREATE TABLE app.trapped (id app.id) PARTITION BY RANGE (id);
});
my $trap = q{SELECT partition_statements('app.trapped', '1 day', 1) \gexec};
like(error_as('postgres', $trap), qr/must be owner/, 'a superuser gets no statements');
like(error_as('postgres', "SET ROLE owner; $trap"), qr/must not be connected as a superuser/,
	'nor does he as the owner');
like(error_as('postgres', "SET SESSION AUTHORIZATION owner; $trap"),
	qr/must not be connected as a superuser/, 'nor in a session of the owner');
like(error_as('owner', $trap), qr/permission denied|must be superuser/,
	'the owner springs his own trap');
is(sql(q{SELECT rolsuper FROM pg_roles WHERE rolname = 'owner'}), 'f', 'and gains nothing');

my $call = q{SELECT partition_statements('app.orders', '1 day', 2, '1 week')};
like(error_as('other', $call), qr/must be owner of table app\.orders/, 'no statements for others');
like(error_as('member', $call), qr/must be owner.*\n.*SET ROLE owner first\./,
	'nor for a member, who would own the partitions');
is(error_as('member', "SET ROLE owner; $call \\gexec"), '', 'but he can become the owner');
is((as('owner', $call))[0], '', 'which creates all that is missing');
is( sql(q{SELECT count(*), min(pg_get_userbyid(relowner)), max(pg_get_userbyid(relowner))
		FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'app.orders'::regclass}),
	'3|owner|owner', 'as partitions of the owner');

# -- Beside readers and writers -------------------------------------------------------------------

# The statements of a day, with as many partitions ahead, and without those before.
sub statements_of
{
	my ($day, $ahead) = @_;
	return 'SELECT objectid_internal_partition_statements('
	  . "'busy', '1 day', $ahead, '0 days', '$day', 'objectid')";
}
my $partitions = q{pg_inherits WHERE inhparent = 'busy'::regclass};

sql(q{CREATE TABLE busy (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY RANGE (id);
CREATE TABLE referring (busy uuid REFERENCES busy);}
	  . statements_of('2026-01-01', 3) . '\gexec');

# Starts the statements of a day, and returns when the first partition is being detached.
sub detaching
{
	my ($day) = @_;
	my $script = $node->basedir . "/$day.sql";
	append_to_file($script, statements_of($day, 5) . "\\gexec\n");
	my $output = '';
	my @psql = ('psql', '-X', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_STOP=1');
	my $job = IPC::Run::start([ @psql, '-f', $script ], '>&', \$output);
	ok( $node->poll_query_until(
			'postgres', "SELECT count(*) = 1 FROM $partitions AND inhdetachpending"),
		"a partition is being detached on $day");
	return ($job, \$output);
}

my $insert = q{INSERT INTO busy SELECT uuid_v7('2026-01-02'), 1};
my $reader = $node->background_psql('postgres', on_error_stop => 1);
$reader->query_safe("BEGIN; $insert; SELECT count(*) FROM busy");
sql(q{SET lock_timeout = '1s'; } . statements_of('2026-01-01', 5) . '\gexec');
is(sql("SELECT count(*) FROM $partitions"), '6',
	'partitions are created beside a transaction that has read and written the table');

my ($job, $output) = detaching('2026-01-02');
is($reader->query_safe("$insert; SELECT count(*) FROM busy"), '2', 'the transaction goes on');
is(sql("SET lock_timeout = '1s'; $insert; SELECT count(*) FROM busy"), '1', 'and so do others');
$reader->query_safe('COMMIT');
$job->finish;
is($job->result(0), 0, 'and the statements end after it') or diag $$output;
is(sql("SELECT to_regclass('busy_20260101') IS NULL, count(*) FROM $partitions"), 't|6',
	'with the partition dropped');

# One that is cancelled in its second half.
$reader->query_safe('BEGIN; SELECT count(*) FROM busy');
($job, $output) = detaching('2026-01-03');
sql(q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query ~ '^ALTER .* CONCURRENTLY'});
$job->finish;
like($$output, qr/canceling statement due to user request/, 'a detachment is interrupted');
$reader->quit;
like(sql(statements_of('2026-01-03', 5)),
	qr/DETACH PARTITION public\.busy_20260102 FINALIZE;\nDROP TABLE public\.busy_20260102;\z/,
	'the next statements finish it');
sql(statements_of('2026-01-03', 5) . '\gexec');
is(sql("SELECT to_regclass('busy_20260102') IS NULL, count(*) FROM $partitions"), 't|6',
	'and drop the partition');

# -- What not every version has --------------------------------------------------------------------

SKIP:
{
	skip 'partitioned tables have no access method, and intervals are finite', 2
	  if sql('SHOW server_version_num') < 170000;
	sql(q{
CREATE ACCESS METHOD "my heap" TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE stored (id objectid) PARTITION BY RANGE (id) USING "my heap";
SELECT partition_statements('stored', '1 month', 0) \gexec
});
	is( sql(q{SELECT amname FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
		JOIN pg_am a ON a.oid = relam WHERE inhparent = 'stored'::regclass}),
		'my heap', 'partitions have the access method of the table');
	like(error_as('postgres', q{SELECT partition_statements('stored', 'infinity', 0)}),
		qr/invalid length of a period: infinity/, 'no infinite periods');
}

$node->stop;
done_testing();

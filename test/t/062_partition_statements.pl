# Partition statements: for the owner alone, beside readers and writers, and as a job that runs again and again.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('partitions');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nlock_timeout = '180s'\n");
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

# psql as a role; its output, its errors.
sub as
{
	my ($role, $sql) = @_;
	my ($out, $err) = ($node->psql('postgres', $sql, extra_params => [ '-U', $role ]))[ 1, 2 ];
	return ($out, $err);
}
my $call = q{SELECT partition_statements('app.orders', '1 day', 2, '1 week')};

# Starts the statements of a day, and returns when the first partition is being detached.
sub detaching
{
	my ($day) = @_;
	my $script = $node->basedir . "/$day.sql";
	append_to_file($script,
		"SELECT objectid_internal_partition_statements('busy', '1 day', 5, '0 days', '$day', 'objectid') \\gexec\n");
	my $output = '';
	my $started = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-v', 'ON_ERROR_STOP=1', '-f', $script ], '>&', \$output);
	ok( $node->poll_query_until(
			'postgres', q{SELECT count(*) = 1 FROM pg_inherits WHERE inhparent = 'busy'::regclass AND inhdetachpending}),
		"a partition is being detached on $day");
	return ($started, \$output);
}

# -- The owner --------------------------------------------------------------------------------------

# The CHECK of a domain runs when a partition is created, with the rights of whoever creates it.
$node->safe_psql(
	'postgres', q{
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
for my $role ('owner', 'postgres')
{
	my ($out, $err) = as('postgres', "SET ROLE $role; SELECT partition_statements('app.trapped', '1 day', 1) \\gexec");
	like($err, qr/must (not be connected as a superuser|be owner of table)/, "a superuser gets no statements as $role");
}
my ($out, $err) = as('owner', q{SELECT partition_statements('app.trapped', '1 day', 0) \gexec});
like($err, qr/permission denied|must be superuser/, 'the owner springs his own trap');
is($node->safe_psql('postgres', q{SELECT rolsuper FROM pg_roles WHERE rolname = 'owner'}), 'f', 'and gains nothing');

like((as('other', $call))[1], qr/must be owner of table app\.orders/, 'no statements for others');
like((as('member', $call))[1], qr/must be owner.*\n.*SET ROLE owner first\./, 'nor for a member, who would own the partitions');
is((as('member', "SET ROLE owner; $call \\gexec"))[1], '', 'a member that is no superuser can become the owner');
is((as('owner', $call))[0], '', 'which creates all that is missing');
is($node->safe_psql('postgres', q{SELECT count(*), min(pg_get_userbyid(relowner)) FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'app.orders'::regclass}),
	'3|owner', 'as partitions of the owner');

# Row security and other owners keep the function from reading the default partition.
for my $hidden (
	q{ALTER TABLE app.rest FORCE ROW LEVEL SECURITY},
	q{ALTER TABLE app.rest NO FORCE ROW LEVEL SECURITY; ALTER TABLE app.rest OWNER TO other; REVOKE ALL ON app.rest FROM owner})
{
	$node->safe_psql('postgres', q{
CREATE FUNCTION app.seen() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'policy evaluated'; END $$;
CREATE TABLE app.parent (id uuid) PARTITION BY RANGE (id);
CREATE TABLE app.rest PARTITION OF app.parent DEFAULT;
INSERT INTO app.parent SELECT uuid_v7();
ALTER TABLE app.rest ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON app.rest USING (app.seen());
ALTER TABLE app.parent OWNER TO owner;
ALTER TABLE app.rest OWNER TO owner;} );
	like((as('owner', q{SELECT partition_statements('app.parent', '1 day', 0)}))[1], qr/has rows of its time in app\.rest/, 'the default partition is read');
	$node->safe_psql('postgres', $hidden);
	($out, $err) = as('owner', q{SELECT partition_statements('app.parent', '1 day', 0)});
	like($out, qr/^CREATE TABLE/, "but not after $hidden");
	is($err, '', 'without a word');
	$node->safe_psql('postgres', 'DROP TABLE app.parent; DROP FUNCTION app.seen');
}

# -- Beside readers and writers ---------------------------------------------------------------------

# A transaction that reads and writes waits for nothing, and is waited for only by the partition's end. The job runs
# again and again, each time some days later.
$node->safe_psql('postgres', q{
CREATE TABLE busy (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY RANGE (id);
CREATE TABLE referring (busy uuid REFERENCES busy);
SELECT objectid_internal_partition_statements('busy', '1 day', 3, NULL, '2026-01-01', 'objectid') \gexec
INSERT INTO busy SELECT uuid_v7('2026-01-02'), 1;
});
my $session = $node->background_psql('postgres', on_error_stop => 1);
$session->query_safe(q{BEGIN; INSERT INTO busy SELECT uuid_v7('2026-01-02'), 2; SELECT count(*) FROM busy});
$node->safe_psql('postgres', q{SET lock_timeout = '1s';
SELECT objectid_internal_partition_statements('busy', '1 day', 5, NULL, '2026-01-01', 'objectid') \gexec});
$session->query_safe(q{INSERT INTO busy SELECT uuid_v7('2026-01-05'), 3});
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'busy'::regclass}), '6',
	'partitions are created beside a transaction that has read and written the table');

my ($job, $printed) = detaching('2026-01-02');
is($session->query_safe(q{INSERT INTO busy SELECT uuid_v7('2026-01-02'), 4; SELECT count(*) FROM busy}), '4', 'the transaction goes on');
is($node->safe_psql('postgres', q{SET lock_timeout = '1s'; INSERT INTO busy SELECT uuid_v7('2026-01-02'), 5; SELECT count(*) FROM busy}), '2', 'and so do others');
$session->query_safe('COMMIT');
$session->quit;
$job->finish;
is($job->result(0), 0, 'and the statements end') or diag $$printed;
is($node->safe_psql('postgres', q{SELECT to_regclass('busy_20260101') IS NULL, count(*) FROM pg_inherits WHERE inhparent = 'busy'::regclass}), 't|6', 'with the partition dropped');

# A job that was cancelled between the two halves of DETACH ... CONCURRENTLY is finished by the next one.
$session = $node->background_psql('postgres', on_error_stop => 1);
$session->query_safe(q{BEGIN; SELECT count(*) FROM busy});
($job, $printed) = detaching('2026-01-03');
$node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query ~ '^ALTER TABLE .* CONCURRENTLY'});
$job->finish;
like($$printed, qr/canceling statement due to user request/, 'a detachment is interrupted');
$session->quit;
like($node->safe_psql('postgres', q{SELECT objectid_internal_partition_statements('busy', '1 day', 5, '0 days', '2026-01-03', 'objectid')}),
	qr/DETACH PARTITION public\.busy_20260102 FINALIZE;\nDROP TABLE public\.busy_20260102;\z/, 'which the next job finishes');
$node->safe_psql('postgres', q{SELECT objectid_internal_partition_statements('busy', '1 day', 5, '0 days', '2026-01-03', 'objectid') \gexec});
is($node->safe_psql('postgres', q{SELECT min(inhrelid::regclass::text), count(*) FROM pg_inherits WHERE inhparent = 'busy'::regclass}), 'busy_20260103|6', 'and goes on');

done_testing();

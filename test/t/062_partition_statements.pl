# Partition statements: for who connects as the owner, beside readers and writers, after an
# interruption. What they print and do, and for whom not: sql/partition_statements.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('partitions', "timezone = 'UTC'");
sql(q{
CREATE EXTENSION objectid;
CREATE ROLE owner LOGIN;
CREATE ROLE member LOGIN IN ROLE owner;
CREATE SCHEMA app AUTHORIZATION owner;
SET ROLE owner;
CREATE TABLE app.orders (id objectid DEFAULT gen_objectid(), n int) PARTITION BY RANGE (id);
-- The CHECK of a domain runs when a partition is created, with the rights of whoever creates it.
CREATE FUNCTION app.trap(objectid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	SET ROLE NONE;
	ALTER ROLE owner SUPERUSER;
	RETURN true;
END $$;
CREATE DOMAIN app.id AS objectid CHECK (app.trap(VALUE));
CREATE TABLE app.trapped (id app.id) PARTITION BY RANGE (id);
});

# The owner ----------------------------------------------------------------------------------------

like(error_of(q{SELECT partition_statements('app.trapped', '1 day', 1) \gexec}, 'owner'),
	qr/permission denied|must be superuser/, 'the owner springs his own trap');
is(sql(q{SELECT rolsuper FROM pg_roles WHERE rolname = 'owner'}), 'f', 'and gains nothing');

my $call = q{SELECT partition_statements('app.orders', '1 day', 2, '1 week')};
like(error_of($call, 'member'), qr/must be owner/, 'a member would own the partitions');
is(error_of("SET ROLE owner; $call \\gexec", 'member'), 'none', 'but can become the owner');
is(sql_in('postgres', $call, 'owner'), '', 'which creates all that is missing');
is(sql(q{
SELECT count(*), min(pg_get_userbyid(relowner)), max(pg_get_userbyid(relowner))
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'app.orders'::regclass}),
	'3|owner|owner', 'as partitions of the owner');

# Beside readers and writers -----------------------------------------------------------------------

# The statements of a day, with as many partitions ahead, and without those before.
sub statements_of
{
	my ($day, $ahead) = @_;
	return 'SELECT objectid_internal_partition_statements('
	  . "'busy', '1 day', $ahead, '0 days', '$day', 'objectid')";
}
my $partitions = q{pg_inherits WHERE inhparent = 'busy'::regclass};

sql(q{
CREATE TABLE busy (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY RANGE (id);
CREATE TABLE referring (busy uuid REFERENCES busy)}, ';',
	statements_of('2026-01-01', 3), '\gexec');

# Starts the statements of a day, and returns when the first partition is being detached.
sub detaching
{
	my ($day) = @_;
	my $script = $node->basedir . "/$day.sql";
	append_to_file($script, statements_of($day, 5) . "\\gexec\n");
	my $job = start_psql($node, '-v', 'ON_ERROR_STOP=1', '-f', $script);
	ok($node->poll_query_until('postgres',
			"SELECT count(*) = 1 FROM $partitions AND inhdetachpending"),
		"a partition is being detached on $day");
	return $job;
}

my $insert = q{INSERT INTO busy SELECT uuid_v7('2026-01-02'), 1};
my $reader = $node->background_psql('postgres', on_error_stop => 1);
$reader->query_safe("BEGIN; $insert; SELECT count(*) FROM busy");
sql(q{SET lock_timeout = '1s';}, statements_of('2026-01-01', 5), '\gexec');
is(sql("SELECT count(*) FROM $partitions"), '6',
	'partitions are created beside a transaction that has read and written the table');

my $job = detaching('2026-01-02');
is($reader->query_safe("$insert; SELECT count(*) FROM busy"), '2', 'the transaction goes on');
is(sql("SET lock_timeout = '1s'; $insert; SELECT count(*) FROM busy"), '1', 'and so do others');
$reader->query_safe('COMMIT');
$job->{run}->finish;
is($job->{err}, '', 'and the statements end after it');
is(sql("SELECT to_regclass('busy_20260101') IS NULL, count(*) FROM $partitions"), 't|6',
	'with the partition dropped');

# One that is cancelled in its second half.
$reader->query_safe('BEGIN; SELECT count(*) FROM busy');
$job = detaching('2026-01-03');
sql(q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query ~ '^ALTER .* CONCURRENTLY'});
$job->{run}->finish;
like($job->{err}, qr/canceling statement due to user request/, 'a detachment is interrupted');
$reader->quit;
like(sql(statements_of('2026-01-03', 5)),
	qr/DETACH PARTITION public\.busy_20260102 FINALIZE;\nDROP TABLE public\.busy_20260102;\z/,
	'the next statements finish it');
sql(statements_of('2026-01-03', 5), '\gexec');
is(sql("SELECT to_regclass('busy_20260102') IS NULL, count(*) FROM $partitions"), 't|6',
	'and drop the partition');

$node->stop;
done_testing();

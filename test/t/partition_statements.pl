# Partition statements: for who connects as the owner, beside readers and writers, after an
# interruption. What they print and do, and for whom not: sql/partition_statements.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node = start_server('partitions', "timezone = 'UTC'");
sql(q{
CREATE EXTENSION objectid;
CREATE ROLE owner LOGIN;
CREATE ROLE member LOGIN IN ROLE owner;
CREATE ROLE admin SUPERUSER;
CREATE ROLE deputy LOGIN IN ROLE owner, admin;
CREATE ROLE noinherit LOGIN NOINHERIT IN ROLE owner, admin;
CREATE ROLE attacker LOGIN;
CREATE SCHEMA app AUTHORIZATION owner;
GRANT USAGE ON SCHEMA app TO PUBLIC;
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

# A trap could as well become a superuser that the connected role is only a member of.
for my $role ('deputy', 'noinherit', 'postgres')
{
	like(error_of("$_ $call", $role), qr/^42501: must not be connected as a superuser/,
		"but not $role, who can become superuser: $_") for '', 'SET ROLE owner;';
}

# A superuser gets statements about his own tables, where nobody else could exchange anything.
sql('CREATE TABLE public.logs (id objectid) PARTITION BY RANGE (id)');
my $of_superuser = q{SELECT partition_statements('public.logs', '1 day', 0)};
for my $owner ('SCHEMA public', 'DATABASE postgres')
{
	sql('ALTER SCHEMA public OWNER TO pg_database_owner') if $owner =~ /DATABASE/;
	sql("ALTER $owner OWNER TO attacker");
	like(error_of($of_superuser), qr/^42501: must not be connected as a superuser/,
		"nor one whose table is in a schema of others: $owner");
	sql("ALTER $owner OWNER TO postgres");
}
is(error_of($of_superuser), 'none', 'but in his own he does');

# Who owns the schema exchanges the table for one of his own before the statements run. What he hung
# on that one does not run.
sql(q{
ALTER SCHEMA app OWNER TO attacker;
GRANT CREATE ON DATABASE postgres TO attacker;
GRANT ALL ON SCHEMA app TO owner});
my @printed = split /\n/,
  sql_in('postgres', q{SELECT partition_statements('app.orders', '1 day', 3, '0 days')}, 'owner');
sql_in('postgres', q{
ALTER SCHEMA app RENAME TO hidden;
CREATE SCHEMA app;
CREATE FUNCTION app.trap(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'attacker' THEN RAISE 'trap sprung by %', current_user; END IF;
	RETURN $1;
END $$;
CREATE TABLE app.orders (id objectid, n int) PARTITION BY RANGE (id);
CREATE INDEX ON app.orders (app.trap('x'));
GRANT ALL ON SCHEMA app TO PUBLIC;
GRANT ALL ON app.orders TO PUBLIC}, 'attacker');
is(scalar @printed, 1, 'a statement is printed');
like(error_of($_, 'owner'), qr/^42501: must be owner of table orders/,
	'exchanged tables are not those of the owner, and nothing of theirs is run') for @printed;
like(error_of($printed[0] =~ s/^ALTER TABLE \S+ RESET \(fillfactor\);//r, 'owner'),
	qr/^P0001: trap sprung by owner/, 'as it would otherwise');
sql('DROP SCHEMA app CASCADE; ALTER SCHEMA hidden RENAME TO app; ALTER SCHEMA app OWNER TO owner');

# Beside readers and writers -----------------------------------------------------------------------

# The statements of a day, with as many partitions ahead, and without those before.
sub statements_of
{
	my ($day, $ahead) = @_;
	return 'SELECT objectid_internal_partition_statements('
	  . "'busy', '1 day', $ahead, '0 days', NULL, '$day')";
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

# Rows of a default partition ----------------------------------------------------------------------

# As documented, while others write: at once, and in batches.
my @blocks = map { $_->{sql} =~ s/since => \K'[^']*'/'2020-01-01'/r }
  grep { ($_->{section} // '') =~ /default partition/ }
  doc_examples::blocks('doc/query-by-time.md');
my ($create) = $blocks[0] =~ /^(CREATE TABLE .*?)^INSERT/ms;
$create =~ s/page text/page text, n bigint GENERATED ALWAYS AS IDENTITY/;
my ($overriding) = slurp_file("$top/doc/query-by-time.md") =~ /for identities, add `([A-Z ]+)`/;
s/INSERT INTO hits \KSELECT \*/$overriding SELECT */ for @blocks;
my ($at_once) = map { /^(BEGIN;.*^COMMIT;)$/ms } grep { /ATTACH PARTITION hits_default/ } @blocks;
my ($detach) = grep { /lock_timeout.*DETACH PARTITION/s } @blocks;
my ($batch) = grep { /^WITH batch/ } @blocks;
my ($rows, $writes) = (20_000, 10_000);
for my $way ('at once', 'in batches')
{
	sql($create, "
INSERT INTO hits SELECT gen_objectid(now() - n * interval '10 minutes'), 'old'
FROM generate_series(1, $rows) AS n");
	my ($writing, $log) = start_pgbench($node, q{INSERT INTO hits (page) VALUES ('new')},
		'-c', 2, '-t', $writes);
	my $written = q{SELECT count(*) FROM hits WHERE page = 'new'};
	$node->poll_query_until('postgres', "SELECT ($written) > 0") or die;
	my $before = sql($way eq 'at once' ? $at_once : $detach, $written);
	my $batches = 0;
	while ($way eq 'in batches' && sql('SELECT EXISTS (TABLE hits_default)') eq 't')
	{
		sql($batch);
		$batches++;
	}
	cmp_ok($batches, '>', $rows / 1000, 'there are many batches') if $way eq 'in batches';
	$writing->finish;
	unlike(slurp_file($log), qr/ERROR|abort/, "$way, writers do not fail");
	cmp_ok(2 * $writes, '>', $before, 'and have gone on');
	is(sql(q{
SELECT count(*) FILTER (WHERE page = 'old'), count(*) FILTER (WHERE page = 'new'),
	count(DISTINCT id), max(n) FILTER (WHERE page = 'old')
FROM hits WHERE tableoid <> 'hits_default'::regclass}),
		join('|', $rows, 2 * $writes, $rows + 2 * $writes, $rows),
		'each row is in its partition once, with its identity');
	is(sql('SELECT count(*) FROM hits_default'), '0', 'and none in the default partition');
	sql('DROP TABLE hits; DROP TABLE IF EXISTS hits_default');
}

# In cron ------------------------------------------------------------------------------------------

# As documented, in a folder of the test: one table whose partitions cannot be detached, because of
# a foreign key, and two more, whose files follow.
my $page = slurp_file("$top/doc/query-by-time.md");
my ($cron) = $page =~ /^15 3 \* \* \*  (.*)/m or die 'no line of cron';
my ($file) = $page =~ m{^(-- /etc/app/partitions/visits\.sql\n.*?)^```}ms or die 'no file';
my $folder = $node->basedir . '/partitions';
mkdir $folder or die;
sql('CREATE DATABASE app');
sql_in('app', 'CREATE EXTENSION objectid');
for my $table (qw(orders payments receipts))
{
	append_to_file("$folder/$table.sql", $file =~ s/visits/$table/gr);
	sql_in('app', qq{
CREATE TABLE $table (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
SELECT objectid_internal_partition_statements('$table', '1 month', 1, NULL, NULL, '2020-01-15')
	\\gexec
INSERT INTO $table VALUES (objectid_min('2020-01-15'))});
}
sql_in('app', q{
CREATE TABLE items (orders objectid REFERENCES orders);
INSERT INTO items TABLE orders});
$cron =~ s{/etc/app/partitions}{$folder} or die 'no folder';
my ($output, $errors) = ('', '');
local $ENV{PGHOST} = $node->host;
local $ENV{PGPORT} = $node->port;
IPC::Run::run([ 'sh', '-c', $cron ], '>', \$output, '2>', \$errors);
like($errors, qr{orders\.sql:\d+: ERROR: .*violates foreign key constraint},
	'a foreign key forbids to detach a partition');
unlike($errors, qr{(payments|receipts)\.sql:\d+: ERROR}, 'and is no error of other tables');
is(sql_in('app', q{
SELECT inhparent::regclass, count(*), count(*) FILTER (WHERE c.relname ~ '2020')
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid AND relkind = 'r'
GROUP BY 1 ORDER BY 1}), "orders|7|2\npayments|5|0\nreceipts|5|0",
	'all tables get their partitions, and the others are rid of the old ones');
is(sql_in('app', 'SELECT count(*) FROM orders JOIN items ON id = orders'), '1', 'no row is lost');

$node->stop;
done_testing();

# Sixteen clients fill unique columns while sessions are terminated and killed: no id is repeated.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use Time::HiRes qw(sleep time);
use test_server;

my ($clients, $each, $batch) = (16, 25_000, 250);

my $node = start_server('main', q{
max_connections = 60
shared_buffers = 256MB
max_wal_size = 4GB
log_statement = none
restart_after_crash = on
});
sql(q{
CREATE EXTENSION objectid;
CREATE EXTENSION amcheck;
CREATE TABLE made (
	id objectid PRIMARY KEY DEFAULT gen_objectid(),
	v6 uuid NOT NULL UNIQUE DEFAULT uuid_v6(),
	v7 uuid NOT NULL UNIQUE DEFAULT uuid_v7(),
	v7_draft uuid NOT NULL UNIQUE DEFAULT uuid_v7_draft01(),
	v8_draft uuid NOT NULL UNIQUE DEFAULT uuid_v8_draft01());
});
my $script = "INSERT INTO made SELECT FROM generate_series(1, $batch);";

# pgbench ends a client that lost its session, so it is started again until enough is there. What it
# says is kept: a duplicate would be an error there.
my $said = '';
my $wanted = $clients * $each;
my ($terminated, $killed, $rounds, $have) = (0, 0, 0, 0);
my $deadline = time + 4 * $PostgreSQL::Test::Utils::timeout_default;
while ($have < $wanted && time < $deadline)
{
	$rounds++;
	my $transactions = 1 + int(($wanted - $have) / ($clients * $batch));
	my ($pgbench, $output) =
	  start_pgbench($node, $script, qw(-j 2 -c), $clients, '-t', $transactions);
	my ($seen, $log_before) = (0);
	while ($seen < 20 && !defined $log_before)
	{
		sleep 0.1;
		my ($status, $pid) = $node->psql('postgres', q{SELECT pid FROM pg_stat_activity
			WHERE query LIKE 'INSERT INTO made%' ORDER BY random() LIMIT 1});
		last unless $pid || $pgbench->pumpable;    # or it is not there yet
		next unless $pid;
		$seen++;

		# A killed session takes the server through crash recovery; that needs no repetition.
		my $size = -s $node->logfile;
		if ($seen < 5 || $killed == 2) { $terminated += kill 'TERM', $pid }
		elsif (kill 'KILL', $pid) { ($killed, $log_before) = ($killed + 1, $size) }
	}
	$pgbench->finish;
	$said .= slurp_file($output);
	$node->wait_for_log(qr/database system is ready to accept connections/, $log_before)
	  if defined $log_before;
	$have = sql('SELECT count(*) FROM made');
}

note("$have rows in $rounds rounds; $terminated sessions terminated, $killed killed");
cmp_ok($have, '>=', $wanted, "$clients clients made $each ids of each generator each");
cmp_ok($terminated, '>', 0, 'sessions were terminated meanwhile');
cmp_ok($killed, '>', 0, 'and the server was crashed');
unlike($said, qr/duplicate key/, 'no id was refused as a duplicate');
is(sql(q{
SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;
SELECT count(*) - count(DISTINCT id), count(*) - count(DISTINCT v6), count(*) - count(DISTINCT v7),
	count(*) - count(DISTINCT v7_draft), count(*) - count(DISTINCT v8_draft) FROM made}),
	'0|0|0|0|0', 'nor is there one in the table');
$node->command_ok([ 'pg_amcheck', '--heapallindexed', '--parent-check', 'postgres' ],
	'the indexes are whole');

$node->stop;
done_testing();

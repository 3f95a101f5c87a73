# Eight sessions that insert 250,000 rows each: no generator repeats an id, and ids are in order within a session.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $sessions = 8;
my $rows = 250_000;
my $transactions = 25;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "max_wal_size = 4GB\nautovacuum = off");
$node->start;

$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE UNLOGGED TABLE made
(
	n int NOT NULL,
	pid int DEFAULT pg_backend_pid() NOT NULL,
	v7 uuidv7 DEFAULT uuid_v7() NOT NULL UNIQUE,
	v6 uuidv6 DEFAULT uuid_v6() NOT NULL UNIQUE,
	object_id objectid DEFAULT gen_objectid() NOT NULL UNIQUE
);
});

my $script = PostgreSQL::Test::Utils::tempdir() . '/insert.sql';
my $batch = $rows / $transactions;
append_to_file($script, "INSERT INTO made (n) SELECT generate_series(1, $batch);");
$node->command_ok(
	[ 'pgbench', '-n', '-c', $sessions, '-j', $sessions, '-t', $transactions, '-f', $script, 'postgres' ],
	"$sessions sessions insert $rows rows each into unique columns");
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT pid) FROM made'),
	$sessions * $rows . "|$sessions", 'every row is there');

# A session fills its transactions one after the other, so that the order of its n starts again with each.
# The counter of gen_objectid() may go round within a second: for it the second is what is in order.
is( $node->safe_psql(
		'postgres', q{
SELECT count(*) FILTER (WHERE v7 <= v7_before), count(*) FILTER (WHERE v6 <= v6_before),
	count(*) FILTER (WHERE objectid_timestamp(object_id) < objectid_timestamp(object_id_before)),
	count(*) FILTER (WHERE n <> CASE n_before WHEN 10000 THEN 1 ELSE n_before + 1 END)
FROM (SELECT n, v7, v6, object_id, lag(v7) OVER made AS v7_before, lag(v6) OVER made AS v6_before,
		lag(object_id) OVER made AS object_id_before, lag(n) OVER made AS n_before
	FROM made WINDOW made AS (PARTITION BY pid ORDER BY v7)) AS _}),
	'0|0|0|0',
	'the ids of each session are in the order of its rows');

# What the sessions made at the same time is mixed by time: the bounds of an instant hold for all of them.
is( $node->safe_psql(
		'postgres', q{
SELECT count(*) FROM made
WHERE uuid_v7_timestamp(v7) > clock_timestamp() OR NOT v7 BETWEEN uuid_v7_min(uuid_v7_timestamp(v7)) AND uuid_v7_max(uuid_v7_timestamp(v7))}),
	'0',
	'no time is ahead of the clock');

$node->stop;
done_testing();

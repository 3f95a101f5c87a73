# Every server process draws five random bytes and a start of the counter of its own.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $sessions = 20;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', 'max_connections = 40');
$node->start;

$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;

CREATE FUNCTION middle(id objectid) RETURNS bytea IMMUTABLE PARALLEL SAFE
	RETURN substring(id::bytea FROM 5 FOR 5);
CREATE FUNCTION counter(id objectid) RETURNS int IMMUTABLE PARALLEL SAFE
	RETURN (get_byte(id::bytea, 9) << 16) + (get_byte(id::bytea, 10) << 8)
		+ get_byte(id::bytea, 11);

-- The server calls pg_backend_pid() parallel restricted; what it returns in a worker is just what
-- is wanted here. The sleep leaves rows over for the workers that start last.
CREATE FUNCTION worker_pid() RETURNS int VOLATILE PARALLEL SAFE LANGUAGE plpgsql AS
	$$ BEGIN PERFORM pg_sleep(0.005); RETURN pg_backend_pid(); END $$;

CREATE TABLE made
	(n bigserial, pid int DEFAULT pg_backend_pid(), id objectid DEFAULT gen_objectid());

-- 400 pages of one row.
CREATE TABLE pages (filler text) WITH (parallel_workers = 4);
ALTER TABLE pages ALTER filler SET STORAGE plain;
INSERT INTO pages SELECT repeat('x', 5000) FROM generate_series(1, 400);
});

# The same whether the postmaster has the library loaded, and forks it, or each session loads it.
sub check_processes
{
	my ($mode) = @_;

	# pgbench waits until all are connected, then they run at once: five times ten ids each.
	$node->safe_psql('postgres', 'TRUNCATE made');
	my $script = PostgreSQL::Test::Utils::tempdir() . '/ids.sql';
	append_to_file($script, 'INSERT INTO made SELECT FROM generate_series(1, 10);');
	$node->command_ok(
		[ 'pgbench', '-n', '-c', $sessions, '-j', $sessions, '-t', 5, '-f', $script, 'postgres' ],
		"$mode: $sessions sessions make ids at once");

	is($node->safe_psql('postgres', 'SELECT count(DISTINCT pid), count(DISTINCT id) FROM made'),
		"$sessions|" . $sessions * 50, "$mode: all ids are distinct");

	# 40 random bits each: two of 20 are equal once in 5 * 10^9 runs.
	is( $node->safe_psql('postgres',
			'SELECT count(DISTINCT middle(id)), count(DISTINCT (pid, middle(id))) FROM made'),
		"$sessions|$sessions",
		"$mode: each session has one middle, which no other has");

	is( $node->safe_psql(
			'postgres', q{
SELECT count(*) FROM (
	SELECT (counter(id) - lag(counter(id)) OVER (PARTITION BY pid ORDER BY n)) & x'ffffff'::int AS step
	FROM made) s
WHERE step <> 1}),
		'0',
		"$mode: the counter of a session steps by one");

	# Chance puts 20 starts into three sixteenths of the range or fewer once in 6 * 10^11 runs.
	cmp_ok(
		$node->safe_psql(
			'postgres', q{
SELECT count(DISTINCT start >> 20) FROM (
	SELECT DISTINCT ON (pid) counter(id) AS start FROM made ORDER BY pid, n) s}),
		'>=', 4, "$mode: counters start all over their range");

	# A parallel worker is a background worker that the postmaster forks.
	my $ids_of_workers = 'SELECT worker_pid() AS pid, gen_objectid() AS id FROM pages';
	my $result = $node->safe_psql(
		'postgres', qq{
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 4;
SET parallel_leader_participation = off;
CREATE TEMP TABLE before AS SELECT gen_objectid() AS id;
CREATE TEMP TABLE worked AS $ids_of_workers;
CREATE TEMP TABLE after AS SELECT gen_objectid() AS id;
EXPLAIN (COSTS off) $ids_of_workers;
SELECT count(*), count(DISTINCT id), count(DISTINCT pid) > 1,
	count(DISTINCT pid) = count(DISTINCT middle(id)),
	count(DISTINCT pid) = count(DISTINCT (pid, middle(id)))
FROM worked;
SELECT count(*) FROM worked WHERE pid = pg_backend_pid()
	OR middle(id) IN (SELECT middle(before.id) FROM before);
SELECT middle(before.id) = middle(after.id), counter(after.id) - counter(before.id) IN (1, 1 - 2^24)
FROM before, after;
});
	like($result, qr/^Gather\n.*\n +->  Parallel Seq Scan on pages$/m, "$mode: workers make ids");
	like($result, qr/^400\|400\|t\|t\|t$/m, "$mode: each worker has one middle, which no other has");
	like($result, qr/^0\nt\|t$/m, "$mode: none is the leader's, and the leader's stays");
}

check_processes('loaded by sessions');

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'");
$node->restart;
check_processes('preloaded');

$node->stop;
done_testing();

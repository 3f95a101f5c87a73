# Random bits of UUIDs belong to one process each: no two sessions or workers share them, whoever loads the library.
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

-- One id of each generator that has 62 random bits in a row. Of version 7 the first one of a tick: the
-- next ones of the tick have the same bits and a little more.
CREATE FUNCTION one_of_each(round int, OUT generator text, OUT id uuid) RETURNS SETOF record VOLATILE PARALLEL SAFE LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_sleep(0.000001);
	RETURN QUERY VALUES ('v7', uuid_v7()), ('v6', uuid_v6()), ('v7 of the draft', uuid_v7_draft01()),
		('v8 of the draft', uuid_v8_draft01()), ('v7 of a time', uuid_v7(now())), ('v6 of a time', uuid_v6(now()));
END $$;

-- What is random in it, but for the bit that version 6 sets.
CREATE FUNCTION random_part(id uuid) RETURNS text IMMUTABLE PARALLEL SAFE
	RETURN set_bit(set_bit(set_bit(substring(uuid_send(id) FROM 9), 6, 0), 7, 0), 16, 1)::text;

CREATE TABLE made (n bigserial, pid int DEFAULT pg_backend_pid(), generator text, id uuid);

-- The server calls pg_backend_pid() parallel restricted; what it returns in a worker is just what
-- is wanted here. The sleep leaves rows over for the workers that start last.
CREATE FUNCTION worker_pid() RETURNS int VOLATILE PARALLEL SAFE LANGUAGE plpgsql AS
	$$ BEGIN PERFORM pg_sleep(0.005); RETURN pg_backend_pid(); END $$;

-- 400 pages of one row.
CREATE TABLE pages (filler text) WITH (parallel_workers = 4);
ALTER TABLE pages ALTER filler SET STORAGE plain;
INSERT INTO pages SELECT repeat('x', 5000) FROM generate_series(1, 400);
});

# The same whether the postmaster has the library loaded, and forks it, or each session loads it (RU-2).
sub check_processes
{
	my ($mode) = @_;

	# pgbench waits until all are connected, then they run at once: five transactions of ten rounds each.
	$node->safe_psql('postgres', 'TRUNCATE made');
	my $script = PostgreSQL::Test::Utils::tempdir() . '/uuids.sql';
	append_to_file($script,
		'INSERT INTO made (generator, id) SELECT one.generator, one.id FROM generate_series(1, 10) AS round, one_of_each(round) AS one;');
	$node->command_ok(
		[ 'pgbench', '-n', '-c', $sessions, '-j', $sessions, '-t', 5, '-f', $script, 'postgres' ],
		"$mode: $sessions sessions make UUIDs at once");

	# 6,000 parts of 61 bits: two of them are equal once in 10^11 runs.
	my $ids = $sessions * 50 * 6;
	is( $node->safe_psql(
			'postgres', 'SELECT count(DISTINCT pid), count(*), count(DISTINCT id), count(DISTINCT random_part(id)) FROM made'),
		"$sessions|$ids|$ids|$ids",
		"$mode: all ids and all their random parts are distinct");

	# The first bytes that a process draws make the first id of each kind.
	is( $node->safe_psql(
			'postgres', q{
SELECT count(*), count(DISTINCT random_part(id))
FROM (SELECT DISTINCT ON (pid, generator) id FROM made ORDER BY pid, generator, n) AS first}),
		$sessions * 6 . '|' . $sessions * 6, "$mode: no two sessions begin alike");

	is( $node->safe_psql(
			'postgres', q{
SELECT count(*) FROM (
	SELECT id, lag(id) OVER (PARTITION BY pid, generator ORDER BY n) AS before FROM made
	WHERE generator NOT LIKE '% of a time') s
WHERE id <= before}),
		'0',
		"$mode: the ids of each session rise");

	# A parallel worker is a background worker that the postmaster forks.
	my $ids_of_workers = 'SELECT worker_pid() AS pid, uuid_v7() AS v7, uuid_v6() AS v6, uuid_v7_draft01() AS d7 FROM pages';
	my $result = $node->safe_psql(
		'postgres', qq{
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 4;
SET parallel_leader_participation = off;
CREATE TEMP TABLE leaders AS SELECT 0 AS pid, uuid_v7() AS v7, uuid_v6() AS v6, uuid_v7_draft01() AS d7;
CREATE TEMP TABLE worked AS $ids_of_workers;
INSERT INTO leaders SELECT 1, uuid_v7(), uuid_v6(), uuid_v7_draft01();
EXPLAIN (COSTS off) $ids_of_workers;
WITH parts AS (
	SELECT random_part(id) AS part FROM (TABLE worked UNION ALL TABLE leaders) AS _, unnest(ARRAY[v7, v6, d7]) AS id
)
SELECT count(DISTINCT pid) > 1, (SELECT count(*) FROM parts), (SELECT count(DISTINCT part) FROM parts) FROM worked;
SELECT (SELECT v7 FROM leaders WHERE pid = 1) > (SELECT v7 FROM leaders WHERE pid = 0);
});
	like($result, qr/^Gather\n.*\n +->  Parallel Seq Scan on pages$/m, "$mode: workers make ids");
	like($result, qr/^t\|1206\|1206$/m, "$mode: their random parts are distinct, and none is the leader's");
	like($result, qr/^t$/m, "$mode: the leader goes on in order");
}

check_processes('loaded by sessions');

$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'");
$node->restart;
check_processes('preloaded');

$node->stop;
done_testing();

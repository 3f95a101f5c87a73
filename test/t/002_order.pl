# The order of ids that many sessions make: by turns, at once, in parallel workers, and twenty million of them.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf',
	"max_connections = 40\ndeadlock_timeout = '1min'\nautovacuum = off\nmax_wal_size = 4GB");
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'") if $node->pg_version < 17;
$node->start;
my $dir = PostgreSQL::Test::Utils::tempdir();

my %kinds = (
	id => 'gen_objectid()', v6 => 'uuid_v6()', v7 => 'uuid_v7()',
	(map { ("d7$_" => "uuid_v7_draft01('$_')") } qw(ms us ns)),
	(map { ("d8$_" => "uuid_v8_draft01($_)") } qw(32 48 60 64)));
my @kinds = sort keys %kinds;
my $columns = join ', ', map { ($_ eq 'id' ? "$_ objectid" : "$_ uuid") . " DEFAULT $kinds{$_}" } @kinds;

# How many ids of each kind are not greater than the one before; only kinds that have some.
sub descents
{
	my ($table, $window) = @_;
	my $counts = join ', ', map { "count(*) FILTER (WHERE $_ <= before_$_) AS $_" } @kinds;
	my $before = join ', ', map { "$_, lag($_) OVER w AS before_$_" } @kinds;
	return $node->safe_psql('postgres',
		"SELECT coalesce(string_agg(key || ': ' || value, ', '), 'none') FROM (SELECT $counts FROM (SELECT $before FROM $table WINDOW w AS ($window)) AS _) AS counted, json_each_text(row_to_json(counted)) WHERE value <> '0'");
}

$node->safe_psql(
	'postgres', qq{
CREATE EXTENSION objectid;
CREATE UNLOGGED TABLE turns (turn int, pid int DEFAULT pg_backend_pid(), $columns);
CREATE SEQUENCE moments;
-- in its first row, a session waits for the other fifteen
CREATE SEQUENCE arrivals;
CREATE FUNCTION meet() RETURNS boolean LANGUAGE plpgsql AS \$\$ BEGIN
	IF current_setting('made.met', true) IS NULL THEN
		PERFORM nextval('arrivals'), set_config('made.met', 'yes', false);
		WHILE (SELECT last_value FROM arrivals) < 16 LOOP PERFORM pg_sleep(0.01); END LOOP;
	END IF;
	RETURN true;
END \$\$;
CREATE UNLOGGED TABLE made (beginning bigint DEFAULT nextval('moments'), met boolean DEFAULT meet(), $columns,
	ending bigint DEFAULT nextval('moments'), pid int DEFAULT pg_backend_pid());
});

# By turns ------------------------------------------------------------------------------------------

# Two sessions hand the turn to each other by advisory locks: lock (n mod 4) belongs to the session of turn n, who takes
# it one turn of its own before and lets go of it at the end of turn n; the other one waits for that.
my $turns = 100_000;
$node->safe_psql(
	'postgres', q{
CREATE FUNCTION held(lock int) RETURNS boolean LANGUAGE sql AS
	$$ SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND objid = lock AND granted $$;
CREATE PROCEDURE take_turns(first int, turns int) LANGUAGE plpgsql AS $$
BEGIN
	-- the first session begins when the second one is there
	WHILE first = 1 AND NOT held(0) LOOP PERFORM pg_sleep(0.01); END LOOP;
	PERFORM pg_advisory_lock(first);
	WHILE first = 0 AND NOT held(1) LOOP PERFORM pg_sleep(0.01); END LOOP;
	FOR n IN first .. turns - 1 BY 2 LOOP
		IF n > 0 THEN
			PERFORM pg_advisory_lock((n - 1) % 4);
			PERFORM pg_advisory_unlock((n - 1) % 4);
		END IF;
		PERFORM pg_advisory_lock((n + 2) % 4);
		INSERT INTO turns (turn) VALUES (n);
		PERFORM pg_advisory_unlock(n % 4);
	END LOOP;
END $$;
});
append_to_file("$dir/turns.sql", "CALL take_turns(:client_id, $turns);");
$node->command_ok([ 'pgbench', '-n', '-c', 2, '-j', 2, '-t', 1, '-f', "$dir/turns.sql", 'postgres' ],
	'two sessions take turns');
is( $node->safe_psql('postgres',
		'SELECT count(*), count(*) FILTER (WHERE pid = before) FROM (SELECT pid, lag(pid) OVER (ORDER BY turn) AS before FROM turns) AS _'),
	"$turns|0", "the turn went from one to the other $turns times");
is(descents('turns', 'ORDER BY turn'), 'none', 'each id is greater than the last of the other session');
is( $node->safe_psql('postgres', 'SELECT count(DISTINCT substring(id::bytea FROM 5 FOR 5)) FROM turns'),
	'1', 'the random bytes were drawn once');

# At once -------------------------------------------------------------------------------------------

# A row takes a number of a sequence, then its ids, then another number. An id whose beginning comes after the ending of
# another one was begun when that one had been returned.
append_to_file("$dir/made.sql", 'INSERT INTO made SELECT FROM generate_series(1, 50);');
$node->command_ok([ 'pgbench', '-n', '-c', 16, '-j', 4, '-t', 20, '-f', "$dir/made.sql", 'postgres' ],
	'sixteen sessions make ids at once');
is( $node->safe_psql(
		'postgres',
		'SELECT count(*), count(DISTINCT pid), bool_and(beginning < ending) FROM made'),
	'16000|16|t', 'all rows are there');
my $values = join ', ', map { "('$_', $_\::text)" } @kinds;
is( $node->safe_psql(
		'postgres', qq{
WITH ids AS (
	SELECT kind, value COLLATE "C" AS id, beginning, ending FROM made, LATERAL (VALUES $values) AS _ (kind, value)
), moments AS (
	SELECT kind, id AS begun, NULL AS ended, beginning AS at FROM ids UNION ALL SELECT kind, NULL, id, ending FROM ids
), compared AS (
	SELECT kind, begun, max(ended) OVER (PARTITION BY kind ORDER BY at) AS newest FROM moments
)
SELECT count(begun), count(newest) > 0, coalesce(string_agg(DISTINCT kind, ' ') FILTER (WHERE begun <= newest), 'none') FROM compared}),
	'160000|t|none', 'each id is greater than all that were returned before it was begun');
is( $node->safe_psql('postgres', 'SELECT count(*) > 0 FROM (SELECT pid, lag(pid) OVER (ORDER BY beginning) AS before, lag(ending) OVER (ORDER BY beginning) > beginning AS meanwhile FROM made) AS _ WHERE pid <> before AND meanwhile'),
	't', 'sessions made them at the same time');

# In parallel workers -------------------------------------------------------------------------------

# The server calls pg_backend_pid() parallel restricted; what it returns in a worker is just what is wanted here. The
# sleep leaves rows over for the workers that start last. A worker's rows reach the leader in the order of their making.
my $as = 'SELECT worker_pid() AS pid, ' . join(', ', map { "$kinds{$_} AS $_" } @kinds) . ' FROM pages';
my $plan = $node->safe_psql(
	'postgres', qq{
CREATE FUNCTION worker_pid() RETURNS int VOLATILE PARALLEL SAFE LANGUAGE plpgsql AS
	\$\$ BEGIN PERFORM pg_sleep(0.005); RETURN pg_backend_pid(); END \$\$;
-- 400 pages of one row
CREATE TABLE pages (filler text) WITH (parallel_workers = 4);
ALTER TABLE pages ALTER filler SET STORAGE plain;
INSERT INTO pages SELECT repeat('x', 5000) FROM generate_series(1, 400);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 4;
SET parallel_leader_participation = off;
EXPLAIN (COSTS off) $as;
CREATE TABLE worked AS $as;
INSERT INTO worked SELECT 0, @{[ join ', ', map { $kinds{$_} } @kinds ]};
});
like($plan, qr/^Gather\n.*\n +->  Parallel Seq Scan on pages$/m, 'workers make ids');
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT pid) > 2 FROM worked'), '401|t', 'several of them');
is(descents('worked', 'PARTITION BY pid ORDER BY ctid'), 'none', 'the ids of each worker rise');
my $smaller = join ' OR ', map { "w.$_ >= l.$_" } @kinds;
is( $node->safe_psql('postgres', "SELECT count(*) FROM worked w, worked l WHERE l.pid = 0 AND w.pid <> 0 AND ($smaller)"),
	'0', "the leader's next ids are greater than all of them");

# Twenty million ------------------------------------------------------------------------------------

# More than the counter has values, so that it goes round. The files are those of COPY's binary format.
my ($sessions, $each) = (8, 2_500_000);
append_to_file("$dir/check.c", <<'EOC');
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
main(int argc, char **argv)
{
	static struct { unsigned char head[9]; unsigned char *counters; } seen[10000];
	int heads = 0, middles = 1;
	long ids = 0, repeated = 0, descents = 0;
	for (int i = 1; i < argc; ++i)
	{
		FILE *file = fopen(argv[i], "rb");
		unsigned char header[19], row[18], before[12] = {0};
		if (!file || fread(header, 1, 19, file) != 19)
			return 1;
		while (fread(row, 1, 18, file) == 18)
		{
			unsigned char *id = row + 6;
			uint32_t counter = id[9] << 16 | id[10] << 8 | id[11];
			int head = heads;
			while (head > 0 && memcmp(seen[head - 1].head, id, 9))
				--head;
			if (head == 0)
			{
				memcpy(seen[heads].head, id, 9);
				seen[heads].counters = calloc(1 << 21, 1);
				head = ++heads;
			}
			unsigned char *bits = &seen[head - 1].counters[counter / 8], bit = 1 << counter % 8;
			repeated += (*bits & bit) != 0;
			*bits |= bit;
			descents += memcmp(id, before, 12) <= 0;
			memcpy(before, id, 12);
			++ids;
		}
		fclose(file);
	}
	for (int i = 1; i < heads; ++i)
		middles += memcmp(seen[i].head + 4, seen[0].head + 4, 5) != 0;
	printf("%ld ids, %ld repeated, %ld descents, %d middle\n", ids, repeated, descents, middles);
	return 0;
}
EOC
my $output = '';
SKIP:
{
	skip 'no C compiler', 2
	  unless eval { IPC::Run::run([ 'cc', '-O2', '-o', "$dir/check", "$dir/check.c" ], '>&', \$output) };
	append_to_file("$dir/copy.sql",
		"COPY (SELECT gen_objectid() FROM generate_series(1, $each)) TO '$dir/ids.:client_id' (FORMAT binary);");
	$node->command_ok(
		[ 'pgbench', '-n', '-c', $sessions, '-j', 2, '-t', 1, '-f', "$dir/copy.sql", 'postgres' ],
		"$sessions sessions make $each ids each");
	my ($result) = run_command([ "$dir/check", glob("$dir/ids.*") ]);
	is($result, $sessions * $each . ' ids, 0 repeated, 0 descents, 1 middle', 'all are distinct, and rise in each session');
}

$node->stop;
done_testing();

# The order of ids that many sessions make: at once, in parallel workers, and as fast as they can.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', shared_generators() . q{
max_connections = 40
deadlock_timeout = '1min'
autovacuum = off});

# A column for each generator, with its name.
my %calls = map { s/\W//gr => $_ } @generators;
my @kinds = sort keys %calls;
my $columns = join ', ',
  map { ($_ eq 'gen_objectid' ? "$_ objectid" : "$_ uuid") . " DEFAULT $calls{$_}" } @kinds;

sql(qq{
CREATE EXTENSION objectid;
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
CREATE UNLOGGED TABLE made (
	beginning bigint DEFAULT nextval('moments'), met boolean DEFAULT meet(), $columns,
	ending bigint DEFAULT nextval('moments'), pid int DEFAULT pg_backend_pid());
});

# At once ------------------------------------------------------------------------------------------

# A row takes a number of a sequence, then its ids, then another number. An id whose beginning comes
# after the ending of another one was begun when that one had been returned.
writers('-c 16 -j 4 -t 20', 'sixteen sessions make ids at once',
	'INSERT INTO made SELECT FROM generate_series(1, 50);');
is(sql('SELECT count(*), count(DISTINCT pid), bool_and(beginning < ending) FROM made'),
	'16000|16|t', 'all rows are there');
my $values = join ', ', map { "('$_', $_\::text)" } @kinds;
is(sql(qq{
WITH ids AS (
	SELECT kind, value COLLATE "C" AS id, beginning, ending
	FROM made, LATERAL (VALUES $values) v (kind, value)
), moments AS (
	SELECT kind, id AS begun, NULL AS ended, beginning AS at FROM ids
	UNION ALL SELECT kind, NULL, id, ending FROM ids
), compared AS (
	SELECT kind, begun, max(ended) OVER (PARTITION BY kind ORDER BY at) AS newest FROM moments
)
SELECT count(begun), count(newest) > 0,
	coalesce(string_agg(DISTINCT kind, ' ') FILTER (WHERE begun <= newest), 'none')
FROM compared}),
	'160000|t|none', 'each id is greater than all that were returned before it was begun');
is(sql(q{
SELECT count(*) > 0
FROM (SELECT pid, lag(pid) OVER w AS before, lag(ending) OVER w > beginning AS meanwhile
	FROM made WINDOW w AS (ORDER BY beginning)) s
WHERE pid <> before AND meanwhile}),
	't', 'sessions made them at the same time');

# In parallel workers ------------------------------------------------------------------------------

# The server calls pg_backend_pid() parallel restricted; what it returns in a worker is just what is
# wanted here. The sleep leaves rows over for the workers that start last. A worker's rows reach the
# leader in the order of their making.
my $calls = join ', ', map { "$calls{$_} AS $_" } @kinds;
my $plan = sql(qq{
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
EXPLAIN (COSTS off) SELECT worker_pid() AS pid, $calls FROM pages;
CREATE TABLE worked AS SELECT worker_pid() AS pid, $calls FROM pages;
INSERT INTO worked SELECT 0, $calls;
});
like($plan, qr/^Gather\n.*\n +->  Parallel Seq Scan on pages$/m, 'workers make ids');
is(sql('SELECT count(*), count(DISTINCT pid) > 2 FROM worked'), '401|t', 'several of them');
my $before = join ', ', map { "$_, lag($_) OVER w AS before_$_" } @kinds;
my $falls = join ' OR ', map { "$_ <= before_$_" } @kinds;
is(sql(qq{
SELECT count(*)
FROM (SELECT $before FROM worked WINDOW w AS (PARTITION BY pid ORDER BY ctid)) s WHERE $falls}),
	'0', 'the ids of each worker rise');
my $smaller = join ' OR ', map { "w.$_ >= l.$_" } @kinds;
is(sql("SELECT count(*) FROM worked w, worked l WHERE l.pid = 0 AND w.pid <> 0 AND ($smaller)"),
	'0', "the leader's next ids are greater than all of them");

# As fast as they can ------------------------------------------------------------------------------

# Then two of them often are at the generator at the same time. Each session's file holds its ids in
# the order of their making.
my $dir = PostgreSQL::Test::Utils::tempdir();
my ($sessions, $each) = (8, repeated(60_000, 250_000));
writers("-c $sessions -j 2 -t 1", "$sessions sessions make $each ids each",
	"COPY (SELECT gen_objectid() FROM generate_series(1, $each)) TO '$dir/ids.:client_id';");
local $ENV{LC_ALL} = 'C';
$node->command_ok([ 'sort', '-c', '-u', $_ ], 'a session\'s ids rise') for glob "$dir/ids.*";
my $distinct = `sort -m -u $dir/ids.* | wc -l`;
is(0 + $distinct, $sessions * $each, 'all are distinct');
my $middles = `cut -c 9-18 $dir/ids.* | uniq | sort -u | wc -l`;
is(0 + $middles, 1, 'and have the same random bytes');

$node->stop;
done_testing();

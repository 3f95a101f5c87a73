# Plans of time predicates where rows, statistics or the session matter: estimates, the choice between custom
# and generic plans, parallel plans, JIT, plans that outlive a change. The form of each plan: sql/time_plans.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('plans');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\njit = off\nclient_min_messages = warning\n");
$node->start;

# One session, which each call finds as new.
my $session = $node->background_psql('postgres');
$session->set_query_timer_restart;
sub sql { return $session->query_safe(join "\n", 'DISCARD ALL;', @_) }

# 200,000 ids of a year that ends now, more and more of them per day, so that time is not spread evenly; every
# fifth row of uuid has another version. In two tables, one of them in partitions of a month.
sql(<<'SQL');
CREATE EXTENSION objectid;
CREATE TABLE events (id objectid PRIMARY KEY, v6 uuid, v7 uuidv7, any_version uuid, n int);
INSERT INTO events
	SELECT gen_objectid(t), uuid_v6(t), uuid_v7(t), CASE WHEN n % 5 = 0 THEN gen_random_uuid() ELSE uuid_v7(t) END, n
	FROM generate_series(1, 200000) n, LATERAL (SELECT now() - interval '365 days' * (1 - sqrt(n / 200000.0))) s(t);
CREATE INDEX ON events (v6);
CREATE UNIQUE INDEX ON events (v7);
CREATE INDEX ON events (any_version);

CREATE TABLE monthly (LIKE events) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE %I PARTITION OF monthly FOR VALUES FROM (objectid_min(%L)) TO (objectid_min(%L))',
		'monthly_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month')
FROM generate_series(date_trunc('month', now() - interval '13 months'), now() + interval '1 month', '1 month') month \gexec
INSERT INTO monthly SELECT * FROM events;
CREATE INDEX ON monthly (id);

CREATE TABLE periods AS SELECT during, lower(during) AS since FROM (
	SELECT tstzrange(now() - n * interval '30 days', now() - (n - 1) * interval '30 days') AS during FROM generate_series(1, 3) n) s;
VACUUM ANALYZE;
SQL

# -- Estimates ------------------------------------------------------------------------------------

# Rows that the planner expects of a query, and those that there are.
sub estimate
{
	my ($query, $settings) = @_;
	my ($expected) = sql($settings // '', "EXPLAIN $query;") =~ /rows=(\d+)/;
	my $actual = sql("SELECT count(*) FROM ($query) s;");
	return ($expected, $actual);
}

sub estimated_well
{
	my ($query, $settings) = @_;
	my ($expected, $actual) = estimate($query, $settings);
	my $well = $actual > 0 && $expected <= 2 * $actual && 2 * $expected >= $actual;
	ok($well, "$query: estimated well") or diag "$expected rows expected, $actual there";
}

# Ranges of 5 % of the rows and more, wherever they lie.
my $year_ago = sql("SELECT now() - interval '365 days'");
my $now = sql('SELECT now()');
for my $table ('events', 'monthly')
{
	for my $share (0.05, 0.1, 0.3, 0.6, 0.95)
	{
		for my $from (0, 0.4, 0.9)
		{
			next if $from + $share > 1;
			my ($since, $until) = map { sql("SELECT timestamptz '$year_ago' + interval '365 days' * sqrt($_)") } $from, $from + $share;
			my @ranges = ("tstzrange('$since', '$until')", "tstzrange(now() - interval '@{[sql(\"SELECT now() - '$since'\")]}', '$until')");
			for my $range (@ranges)
			{
				estimated_well("SELECT FROM $table WHERE id <@ $range");
				next if $table ne 'events';
				estimated_well("SELECT FROM $table WHERE uuid_v6_within(v6, $range)");
				estimated_well("SELECT FROM $table WHERE uuid_v7_within(v7, $range)");
				estimated_well("SELECT FROM $table WHERE uuid_v7_within(any_version, $range)");
			}
			estimated_well("SELECT FROM $table WHERE id >= timestamptz '$since' AND id < timestamptz '$until'");
		}
		my $edge = sql("SELECT timestamptz '$year_ago' + interval '365 days' * sqrt(1 - $share)");
		estimated_well("SELECT FROM $table WHERE id >= timestamptz '$edge'");
		estimated_well("SELECT FROM $table WHERE timestamptz '$edge' < id");
		estimated_well("SELECT FROM $table WHERE NOT id < timestamptz '$edge'");
		estimated_well("SELECT FROM $table WHERE id >= now() - (now() - timestamptz '$edge')");
		my $first = sql("SELECT timestamptz '$year_ago' + interval '365 days' * sqrt($share)");
		estimated_well("SELECT FROM $table WHERE id <= timestamptz '$first'");
		estimated_well("SELECT FROM $table WHERE NOT id >= now() - (now() - timestamptz '$first')");
	}
	estimated_well("SELECT FROM $table WHERE id < timestamptz 'infinity'");
	estimated_well("SELECT FROM $table WHERE id > now() - interval '2000 years'");
}

# The same as the same range of ids, to the row.
for my $range ("'$year_ago', '$now'", 'now() - interval \'3 days\', now() - interval \'1 day\'', 'now() - interval \'100 days\', now()')
{
	my ($since, $until) = split /, /, $range;
	($since, $until) = map { /now/ ? $_ : "timestamptz $_" } $since, $until;
	my ($ours) = estimate("SELECT FROM events WHERE id <@ tstzrange($range)");
	my ($by_hand) = estimate("SELECT FROM events WHERE id >= objectid_min($since) AND id < objectid_min($until)");
	cmp_ok(abs($ours - $by_hand), '<=', 1 + $by_hand / 1000, "id <@ tstzrange($range): $ours rows expected, by hand $by_hand");
}

# Operands that are not written twice are estimated all the same, when they can be known.
sql(<<'SQL');
CREATE FUNCTION costly_time(timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE COST 10000 AS 'BEGIN RETURN $1; END';
CREATE FUNCTION costly_range(timestamptz, timestamptz) RETURNS tstzrange LANGUAGE plpgsql STABLE COST 10000 AS 'BEGIN RETURN tstzrange($1, $2); END';
SQL
estimated_well("SELECT FROM events WHERE id >= costly_time(now() - interval '60 days')");
estimated_well("SELECT FROM events WHERE costly_time(now() - interval '60 days') > id");
estimated_well("SELECT FROM events WHERE id <@ costly_range(now() - interval '90 days', now() - interval '60 days')");
estimated_well("SELECT FROM events WHERE uuid_v7_within(v7, costly_range(now() - interval '90 days', now() - interval '60 days'))");

# Nothing there: at least nothing much expected.
for my $nothing ("id < timestamptz '1970-01-01'", "id >= timestamptz '2107-01-01'", "id <@ 'empty'", "uuid_v7_within(v7, 'empty')",
	"id < now() - interval '400 days'", "id > timestamptz 'infinity'", 'id < NULL::timestamptz')
{
	my ($expected) = estimate("SELECT FROM events WHERE $nothing");
	cmp_ok($expected // 1, '<=', 200, "$nothing: hardly a row expected");
}

# -- A check on the time spares a table that is attached from being read -------------------------

my (undef, undef, $debug) = $node->psql('postgres', <<'SQL');
CREATE TABLE attached (LIKE monthly, CHECK (id >= timestamptz '2005-01-01' AND id < timestamptz '2005-02-01'));
CREATE TABLE attached_v7 (id uuidv7 PRIMARY KEY, CHECK (uuid_v7_within(id, '[2005-01-01,2005-02-01)')));
CREATE TABLE monthly_v7 (id uuidv7 PRIMARY KEY) PARTITION BY RANGE (id);
SET client_min_messages = debug1;
ALTER TABLE monthly ATTACH PARTITION attached FOR VALUES FROM (objectid_min('2005-01-01')) TO (objectid_min('2005-02-01'));
ALTER TABLE monthly_v7 ATTACH PARTITION attached_v7 FOR VALUES FROM (uuid_v7_min('2005-01-01')) TO (uuid_v7_min('2005-02-01'));
SQL
like($debug, qr/partition constraint for table "$_" is implied by existing constraints/, "$_ is attached without a scan") for 'attached', 'attached_v7';

# -- What a session may set -----------------------------------------------------------------------

my $ways = <<'SQL';
SELECT count(*), sum(n) FROM events WHERE id >= now() - interval '30 days';
SELECT count(*), sum(n) FROM events WHERE id <@ tstzrange(now() - interval '90 days', now() - interval '30 days');
SELECT count(*), sum(n) FROM events WHERE uuid_v7_within(any_version, tstzrange(now() - interval '90 days', NULL));
SELECT count(*), sum(n) FROM events e JOIN periods p ON e.id <@ p.during;
SELECT count(*), sum(n) FROM events e JOIN periods p ON uuid_v7_within(e.any_version, p.during);
SELECT count(*), sum(n) FROM monthly WHERE id >= now() - interval '30 days';
SELECT count(*), sum(n) FROM monthly WHERE id >= (SELECT min(since) FROM periods);
SELECT count(*), sum(n) FROM monthly m JOIN periods p ON m.id >= p.since;
SQL
my $fixed = $ways =~ s/now\(\)/timestamptz '$now'/gr;
my $wanted = sql('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off; SET enable_partition_pruning = off;', $fixed);

my $parallel = 'SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; '
	. 'SET min_parallel_table_scan_size = 0; SET min_parallel_index_scan_size = 0;';
my $stable = $ways =~ s/now\(\)/(timestamptz '$now' + (now() - now()))/gr;
my %settings = (
	'as is' => '',
	'parallel' => $parallel,
	'parallel, by index' => "$parallel SET enable_seqscan = off;",
	'JIT' => 'SET jit = on; SET jit_above_cost = 0; SET jit_inline_above_cost = 0; SET jit_optimize_above_cost = 0;',
	'by index' => 'SET enable_seqscan = off; SET enable_bitmapscan = off;',
	'by bitmap' => 'SET enable_seqscan = off; SET enable_indexscan = off; SET enable_indexonlyscan = off;',
	'without pruning' => 'SET enable_partition_pruning = off; SET constraint_exclusion = on;',
	'partitionwise' => 'SET enable_partitionwise_join = on; SET enable_partitionwise_aggregate = on;',
);
for my $name (sort keys %settings)
{
	is(sql($settings{$name}, $fixed), $wanted, "$name: constants");
	is(sql($settings{$name}, $stable), $wanted, "$name: stable expressions");
}

for my $query ("SELECT sum(n) FROM events WHERE id >= timestamptz '$year_ago'", "SELECT sum(n) FROM events WHERE id <@ tstzrange(now() - interval '200 days', NULL)",
	"SELECT sum(n) FROM events WHERE uuid_v7_within(v7, tstzrange(now() - interval '200 days', NULL))",
	"SELECT sum(n) FROM events WHERE id >= (SELECT min(since) FROM periods)")
{
	like(sql($settings{'parallel, by index'}, 'SET enable_bitmapscan = off;', "EXPLAIN (COSTS OFF) $query;"),
		qr/Parallel Index Scan.*\n.*Index Cond:/, "$query: a parallel index scan");
	like(sql($parallel, 'SET enable_indexscan = off; SET enable_bitmapscan = off;', "EXPLAIN (COSTS OFF) $query;"), qr/Parallel Seq Scan/, "$query: a parallel sequential scan");
}

# -- Plans that outlive a change ------------------------------------------------------------------

# In automatic mode the sixth execution may settle for a generic plan; it prunes as it starts, and is right.
is(sql(<<"SQL"), join("\n", (sql("SELECT count(*) FROM monthly WHERE id >= objectid_min('$now'::timestamptz - interval '30 days')")) x 8), 'eight executions of a prepared statement');
PREPARE since(timestamptz) AS SELECT count(*) FROM monthly WHERE id >= \$1;
@{["EXECUTE since(date_trunc('second', timestamptz '$now' - interval '30 days'));\n" x 8]}
SQL

# A column that is renamed, an index that goes and comes, statistics that change, an extension that moves.
is(sql(<<'SQL'), "3\n3\n3\n3\n3\n3", 'a plan is made anew after a change');
CREATE TABLE few (id objectid PRIMARY KEY);
INSERT INTO few SELECT objectid_min(timestamptz '2026-11-01' + n * interval '1 day') FROM generate_series(0, 9) n;
SET plan_cache_mode = force_generic_plan;
PREPARE since(timestamptz) AS SELECT count(*) FROM few WHERE id >= $1;
EXECUTE since('2026-11-08');
ALTER TABLE few DROP CONSTRAINT few_pkey;
EXECUTE since('2026-11-08');
CREATE INDEX few_brin ON few USING brin (id);
EXECUTE since('2026-11-08');
ANALYZE few;
EXECUTE since('2026-11-08');
CREATE SCHEMA ext;
CREATE VIEW late AS SELECT count(*) FROM few WHERE id >= now() - interval '3000 years' AND id >= timestamptz '2026-11-08';
ALTER EXTENSION objectid SET SCHEMA ext;
TABLE late;
SET search_path = public, ext;
EXECUTE since('2026-11-08');
ALTER EXTENSION objectid SET SCHEMA public;
DROP VIEW late;
SQL

# Two sessions: a generic plan stays right while the other one writes.
is(sql(<<'SQL'), "10\n11", 'a generic plan sees new rows');
SET plan_cache_mode = force_generic_plan;
PREPARE since(timestamptz) AS SELECT count(*) FROM few WHERE id >= $1;
EXECUTE since('-infinity');
INSERT INTO few VALUES (gen_objectid());
EXECUTE since('-infinity');
SQL

$session->quit;
$node->stop;
done_testing();

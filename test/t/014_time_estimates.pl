# How many rows the planner expects of conditions on the time of an id: held against the rows that there are, and
# against what it expects of the same condition on a timestamptz column. Only EXPLAIN, no timing.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('estimates');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\njit = off\nclient_min_messages = error\nfsync = off\nmax_parallel_workers_per_gather = 0\nmax_wal_size = 4GB\n");
$node->start;

# One session, which each call finds as new.
my $session = $node->background_psql('postgres');
$session->set_query_timer_restart;
sub sql { return $session->query_safe(join "\n", 'ROLLBACK;', 'DISCARD ALL;', @_) }

# -- A million rows of 90 days, evenly and at power 4 ---------------------------------------------

# id, v7: every row. mix: each tenth of version 4. gaps: each fifth NULL. common: each fourth the same id. at, which
# ascends with n, is the time of all of them.
sql(<<'SQL');
CREATE EXTENSION objectid;
CREATE UNLOGGED TABLE uniform (n int, at timestamptz, id objectid, v7 uuid, mix uuid, gaps objectid, gaps_v7 uuid, common objectid, common_v7 uuid);
INSERT INTO uniform SELECT n, t, id, v7, CASE WHEN n % 10 = 0 THEN gen_random_uuid() ELSE v7 END,
	CASE WHEN n % 5 <> 0 THEN id END, CASE WHEN n % 5 <> 0 THEN v7 END,
	CASE WHEN n % 4 = 0 THEN objectid_min(now() - interval '45 days') ELSE id END,
	CASE WHEN n % 4 = 0 THEN uuid_v7_min(now() - interval '45 days') ELSE v7 END
	FROM generate_series(1, 1000000) n, LATERAL (SELECT now() - interval '90 days' * (1 - n / 1e6::float8)) s(t),
		LATERAL (SELECT gen_objectid(t), uuid_v7(t)) i(id, v7);
CREATE UNLOGGED TABLE skewed (n int, at timestamptz, id objectid, v7 uuid, mix uuid);
INSERT INTO skewed SELECT n, t, id, v7, CASE WHEN n % 10 = 0 THEN gen_random_uuid() ELSE v7 END
	FROM generate_series(1, 1000000) n, LATERAL (SELECT now() - interval '90 days' * (1 - (n / 1e6::float8) ^ 4)) s(t),
		LATERAL (SELECT gen_objectid(t), uuid_v7(t)) i(id, v7);
CREATE INDEX ON uniform (at) INCLUDE (n);
CREATE INDEX ON skewed (at) INCLUDE (n);
CREATE INDEX ON uniform (id);
CREATE INDEX ON uniform (v7);
CREATE INDEX ON uniform (gaps);
CREATE INDEX ON uniform (gaps_v7);
CREATE INDEX ON skewed (id);
CREATE INDEX ON skewed (v7);
VACUUM ANALYZE;

CREATE FUNCTION of_plan(query text, what text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
	RETURN plan->0->'Plan'->>what;
END
$$;
CREATE FUNCTION expected(query text) RETURNS float8 LANGUAGE sql AS $$SELECT of_plan(query, 'Plan Rows')$$;
CREATE FUNCTION cost(query text) RETURNS float8 LANGUAGE sql AS $$SELECT of_plan(query, 'Total Cost')$$;
CREATE FUNCTION q(expected float8, actual float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS
	'SELECT greatest(expected, 1) / greatest(actual, 1) + 0 * actual WHERE expected >= actual UNION ALL SELECT greatest(actual, 1) / greatest(expected, 1) WHERE expected < actual';

-- Rows of a table with since <= at < until.
CREATE FUNCTION rows_between(tab text, since timestamptz, until timestamptz) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	ends int[];
BEGIN
	EXECUTE format('SELECT ARRAY(SELECT coalesce((SELECT n FROM %I WHERE at >= e ORDER BY at LIMIT 1), 1000001) FROM unnest($1) e)', tab)
		INTO ends USING ARRAY[since, until];
	RETURN ends[2] - ends[1];
END
$$;

-- Every range: a minute to 60 days, at ten places, ends at whole seconds. Near the first and last rows a short one
-- is estimated well only with an index, which says where they are; the columns mix and common have none.
CREATE TABLE spans AS
	SELECT tab, length, since, since + length AS until, rows_between(tab, since, since + length) AS rows,
		place BETWEEN 1 AND 8 OR length >= '7 days' AS needs_no_index
	FROM unnest('{uniform,skewed}'::text[]) tab,
		unnest('{1 minute,10 minutes,1 hour,6 hours,1 day,7 days,30 days,60 days}'::interval[]) length,
		generate_series(0, 9) place,
		LATERAL (SELECT date_trunc('second', now() - interval '90 days') + interval '1 second'
			+ date_trunc('second', (interval '89 days 23 hours 59 minutes 50 seconds' - length) * (place / 9.0))) s(since);
CREATE TABLE columns (tab text, col text, share float8, condition text);
INSERT INTO columns SELECT tab, col, share, col || ' >= SINCE AND ' || col || ' < UNTIL' FROM unnest('{uniform,skewed}'::text[]) tab,
	(VALUES ('id', 1.0), ('v7', 1.0), ('mix', 0.9), ('gaps', 0.8), ('gaps_v7', 0.8)) c(col, share) WHERE tab = 'uniform' OR share <> 0.8;
INSERT INTO columns SELECT tab, col, share, col || ' <@ tstzrange(SINCE, UNTIL)' FROM columns;
INSERT INTO columns SELECT tab, col, share, 'uuid_v7_within(' || col || ', tstzrange(SINCE, UNTIL))' FROM columns WHERE col IN ('v7', 'mix') AND condition ~ '<@';
SQL

cmp_ok(sql('SELECT count(*) FROM spans WHERE rows >= 100'), '>', 100, 'ranges of at least 100 rows');

# -- Ranges: q at most 2 --------------------------------------------------------------------------

# As a constant, as an expression of now(), and as the parameters of a custom plan.
my %since_and_until = (
	'constants' => q[format('timestamptz %L', since), format('timestamptz %L', until)],
	'now()' => q[format('(now() - (now() - timestamptz %L))', since), format('(now() - (now() - timestamptz %L))', until)],
);
for my $form (sort keys %since_and_until)
{
	is(sql(<<"SQL"), '', "$form: estimated within a factor of 2");
SELECT format('%s: %s, %s %s: %s expected of %s', tab, condition, length, since, expected, rows)
FROM (SELECT tab, condition, length, since, rows * share AS rows,
		expected(format('SELECT FROM %I WHERE %s', tab, replace(replace(condition, 'SINCE', s), 'UNTIL', u)))
	  FROM spans JOIN columns USING (tab), LATERAL (SELECT $since_and_until{$form}) e(s, u) WHERE rows >= 100 AND (needs_no_index OR col <> 'mix')) e
WHERE q(expected, rows) > 2 LIMIT 20;
SQL
}
is(sql(<<'SQL'), '', 'parameters of a custom plan: estimated within a factor of 2');
SET plan_cache_mode = force_custom_plan;
PREPARE id(timestamptz, timestamptz) AS SELECT FROM uniform WHERE id >= $1 AND id < $2;
PREPARE v7(timestamptz, timestamptz) AS SELECT FROM uniform WHERE v7 >= $1 AND v7 < $2;
PREPARE mix(timestamptz, timestamptz) AS SELECT FROM uniform WHERE mix >= $1 AND mix < $2;
SELECT * FROM (SELECT q, length, since, rows, expected(format('EXECUTE %s(%L, %L)', q, since, until)) FROM spans, unnest('{id,v7,mix}'::text[]) q
	WHERE tab = 'uniform' AND rows >= 1000 AND (needs_no_index OR q <> 'mix')) e
WHERE q(expected, rows * CASE q WHEN 'mix' THEN 0.9 ELSE 1 END) > 2;
SQL

# One end: as good as the timestamptz column, from 1 % of the rows to all of them.
is(sql(<<'SQL'), '', 'one end: estimated within a factor of 2');
SELECT * FROM (SELECT col, op, at, expected(format('SELECT FROM uniform WHERE %I %s timestamptz %L', col, op, at)) AS expected,
		share * CASE WHEN op ~ '<' THEN n ELSE 1000000 - n END AS rows
	FROM (VALUES ('id', 1.0), ('v7', 1.0), ('mix', 0.9), ('gaps', 0.8), ('gaps_v7', 0.8)) c(col, share),
		unnest('{<,<=,>=,>}'::text[]) op, (SELECT n, at FROM uniform WHERE n % 33333 = 0) u) e
WHERE rows > 5000 AND q(expected, rows) > 2;
SQL

# Every fourth id is the same: in the range, or not.
is(sql(<<'SQL'), '', 'with a most common value: estimated within a factor of 2');
SELECT * FROM (SELECT col, length, since,
		0.75 * rows + CASE WHEN since <= now() - interval '45 days' AND until > now() - interval '45 days' THEN 250000 ELSE 0 END AS rows,
		expected(format('SELECT FROM uniform WHERE %1$I >= timestamptz %2$L AND %1$I < timestamptz %3$L', col, since, until))
	FROM spans, unnest('{common,common_v7}'::text[]) col WHERE tab = 'uniform' AND rows >= 200 AND needs_no_index
		AND NOT (since - interval '2 hours', until + interval '2 hours') OVERLAPS (now() - interval '45 days 1 hour', now() - interval '45 days') OR length >= '7 days' AND tab = 'uniform') e
WHERE q(expected, rows) > 2;
SQL

# Many rows in a short time, so that a bucket of the histogram is a second long, before 2038 and after; and buckets
# around the second in which a signed number of seconds ends.
sql(<<'SQL');
CREATE TABLE dense AS SELECT uuid_v7(t) AS v7, gen_objectid(t) AS id, gen_objectid(t + interval '12 years') AS later
	FROM generate_series(1, 100000) n, LATERAL (SELECT timestamptz '2026-04-19' + n * interval '1 millisecond') s(t);
CREATE TABLE around_2038 AS SELECT gen_objectid(timestamptz '2038-01-19' + n * interval '1 second') AS id FROM generate_series(1, 100000) n;
ANALYZE dense, around_2038;
SQL
is(sql(<<'SQL'), '', 'short ranges: estimated within a factor of 2');
SELECT * FROM (SELECT since, expected(format('SELECT FROM dense WHERE v7 >= timestamptz %L AND v7 < timestamptz %L', since, since + interval '400 milliseconds'))
	FROM generate_series(timestamptz '2026-04-19 00:00:01', '2026-04-19 00:01:39', '200 milliseconds') since) e
WHERE q(expected, 400) > 2;
SELECT * FROM (SELECT col, since, expected(format('SELECT FROM dense WHERE %1$s >= timestamptz %2$L AND %1$s < timestamptz %3$L', col, since, since + interval '4 seconds'))
	FROM (VALUES ('id', interval '0'), ('later', interval '12 years')) c(col, later), generate_series(1, 90) n,
		LATERAL (SELECT timestamptz '2026-04-19' + later + n * interval '1 second') s(since)) e
WHERE q(expected, 4000) > 2;
SELECT * FROM (SELECT since, expected(format('SELECT FROM around_2038 WHERE id >= timestamptz %L AND id < timestamptz %L', since, since + interval '10 minutes'))
	FROM generate_series(timestamptz '2038-01-19 02:00', '2038-01-19 04:00', '1 minute') since) e
WHERE q(expected, 600) > 2;
SQL

# The version alone.
is(sql(q[SELECT expected('SELECT FROM uniform WHERE uuid_is_v7(v7)') > 950000, expected('SELECT FROM uniform WHERE uuid_is_v7(mix)') BETWEEN 800000 AND 960000,
	expected('SELECT FROM uniform WHERE uuid_is_v6(v7)') < 20000, expected('SELECT FROM uniform WHERE uuid_is_v7(gaps_v7)') BETWEEN 700000 AND 850000]),
	't|t|t|t', 'a version is expected as often as it is in the statistics');

# -- Conditions that go together ------------------------------------------------------------------

sub estimated
{
	my ($tab, $condition, $rows, $limit) = @_;
	my $expected = sql("SELECT expected('SELECT FROM $tab WHERE " . ($condition =~ s/'/''/gr) . "')");
	my $q = sql("SELECT q($expected, $rows)");
	cmp_ok($q, '<=', $limit // 2, "$tab: $condition: $expected rows expected of $rows");
}

my ($day1, $day2, $day3) = map { "timestamptz '" . sql("SELECT date_trunc('second', now() - interval '$_ days')") . "'" } 40, 39, 35;
my ($one, $five) = (1e6 / 90, 5e6 / 90);
for my $c ('id', 'v7')
{
	estimated('uniform', "$c >= $day1 AND $c < $day2 AND $c >= $day1", $one);
	estimated('uniform', "$c >= $day1 AND $c >= $day1", 40 * $one);
	estimated('uniform', "$c < $day2 AND $c < $day3 AND $c > $day1", $one);
	estimated('uniform', "$c >= $day1 AND n > 0 AND $c < now() - (now() - $day2)", $one);
	estimated('uniform', "$day2 > $c AND $day1 <= $c", $one);
	estimated('uniform', "($c >= $day1 AND $c < $day2) OR ($c >= $day2 AND $c < $day3)", $five);
	estimated('uniform', "$c <@ tstzrange($day1, $day3) AND $c < $day2", $one);
	estimated('uniform', "$c >= $day1 AND $c <@ tstzrange($day1, $day2)", $one);
	estimated('uniform', "NOT ($c < $day1) AND $c < $day2", $one) if $c eq 'id';
	estimated('uniform', "$c >= ${\($c eq 'id' ? 'objectid' : 'uuid_v7')}_min($day1) AND $c < $day2 AND n > -1", $one) if $c eq 'id';
}
estimated('uniform', "id >= objectid_min($day1) AND id < objectid_min($day2)", $one);

# Extended statistics, which the planner asks first; none at all; ones that are out of date; a user who may see none.
sql('CREATE STATISTICS together (mcv, dependencies, ndistinct) ON id, v7, n FROM uniform; ANALYZE uniform;');
for my $c ('id', 'v7')
{
	estimated('uniform', "$c >= $day1 AND $c < $day2", $one);
	estimated('uniform', "$c >= $day1 AND $c < $day2 AND n > 0", $one);
}
sql('DROP STATISTICS together;');

sql(<<'SQL');
CREATE TABLE empty (id objectid, v7 uuid, at timestamptz);
ANALYZE empty;
CREATE TABLE unknown AS SELECT id, v7, at FROM uniform WHERE n % 100 = 0;
CREATE TABLE stale (id objectid PRIMARY KEY, v7 uuid UNIQUE, at timestamptz);
CREATE INDEX ON stale (at);
INSERT INTO stale SELECT id, v7, at FROM uniform WHERE n % 20 = 0 AND at < now() - interval '3 days';
ANALYZE stale;
INSERT INTO stale SELECT id, v7, at FROM uniform WHERE n % 20 = 0 AND at >= now() - interval '3 days';
CREATE TABLE parts (id objectid, v7 uuid, at timestamptz) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (objectid_min(now() - interval '60 days'));
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (objectid_min(now() - interval '60 days')) TO (objectid_min(now() - interval '30 days'));
CREATE TABLE parts_3 PARTITION OF parts FOR VALUES FROM (objectid_min(now() - interval '30 days')) TO (MAXVALUE);
CREATE TABLE parts_v7 (id objectid, v7 uuid, at timestamptz) PARTITION BY RANGE (v7);
CREATE TABLE parts_v7_1 PARTITION OF parts_v7 FOR VALUES FROM (MINVALUE) TO (uuid_v7_min(now() - interval '45 days'));
CREATE TABLE parts_v7_2 PARTITION OF parts_v7 FOR VALUES FROM (uuid_v7_min(now() - interval '45 days')) TO (MAXVALUE);
INSERT INTO parts SELECT id, v7, at FROM uniform WHERE n % 10 = 0;
INSERT INTO parts_v7 SELECT id, v7, at FROM uniform WHERE n % 10 = 0;
ANALYZE parts, parts_v7;
SQL

# Statistics that somebody has written.
is(sql(<<'SQL'), '', 'statistics that make no sense: not less than one row expected, and not more than all');
CREATE TABLE written AS SELECT CASE WHEN n % 3000 = 0 THEN objectid_min('2026-05-01') ELSE id END AS id, CASE WHEN n % 3000 = 0 THEN gen_random_uuid() ELSE v7 END AS v7
	FROM uniform WHERE n % 1000 = 0;
ANALYZE written;
CREATE TEMP TABLE readings (share float4, condition text, expected float8);
DO $$
DECLARE
	share float4;
	condition text;
BEGIN
	FOREACH share IN ARRAY '{-5,-0.5,0,1.5,100}'::float4[] LOOP
		UPDATE pg_statistic SET stanullfrac = share, stanumbers1 = array_fill(1 - share, ARRAY[greatest(cardinality(stanumbers1), 1)]) WHERE starelid = 'written'::regclass;
		FOREACH condition IN ARRAY ARRAY['id >= now()', 'id <@ tstzrange(now() - interval ''40 days'', now())', 'v7 < timestamptz ''2026-05-01''', 'NOT v7 < now()', 'uuid_is_v7(v7)'] LOOP
			INSERT INTO readings VALUES (share, condition, expected('SELECT FROM written WHERE ' || condition));
		END LOOP;
	END LOOP;
END
$$;
SELECT * FROM readings WHERE NOT expected BETWEEN 1 AND 1000;
SQL

# What is expected of an id, of a uuid and of a timestamptz column: the same, where the time or the rows are not known.
sub same
{
	my ($what, $tab, $condition, $settings, $types) = @_;
	my ($id, $v7, $at) = map {
		my $c = $condition =~ s/COL/$_/gr;
		$types ? sql("$settings PREPARE q($types) AS SELECT FROM $tab WHERE $c; SELECT expected('EXECUTE q(NULL, NULL)');")
			: sql($settings, "SELECT expected('SELECT FROM $tab WHERE " . ($c =~ s/'/''/gr) . "')")
	} 'id', 'v7', 'at';
	for (['objectid', $id], ['uuid', $v7])
	{
		cmp_ok(sql("SELECT q($_->[1], $at)"), '<=', 1.1, "$what: $_->[0] as timestamptz: $_->[1] rows, and $at");
	}
}
my $generic = 'SET plan_cache_mode = force_generic_plan;';
same('one unknown end', 'uniform', 'COL >= $1', $generic, 'timestamptz, timestamptz');
same('the other', 'uniform', '$2 > COL', $generic, 'timestamptz, timestamptz');
same('two unknown ends', 'uniform', 'COL >= $1 AND COL < $2', $generic, 'timestamptz, timestamptz');
same('an unknown range', 'uniform', 'COL <@ tstzrange($1, $2)', $generic, 'timestamptz, timestamptz') if sql('SHOW server_version_num') >= 170000;
same('one end known', 'uniform', "COL >= $day1 AND COL < \$1", $generic, 'timestamptz, timestamptz');
same('no rows', 'empty', "COL >= $day1 AND COL < $day2", '');
same('no statistics', 'unknown', "COL >= $day1 AND COL < $day2", '');
same('no statistics, one end', 'unknown', "COL >= $day1", '');
same('rows newer than the statistics', 'stale', "COL >= now() - interval '1 day'", '');
same('all rows older', 'stale', "COL < timestamptz '1990-01-01'", '');
same('one end, of partitions', 'parts', "COL >= $day1", '');
same('one unknown end, of partitions and below OR', 'parts', 'COL >= $1 OR at IS NULL', $generic, 'timestamptz, timestamptz');

for my $c ('id', 'v7')
{
	for my $tab ('parts', 'parts_v7')
	{
		estimated($tab, "$c >= $day1 AND $c < $day2", $one / 10);
		estimated($tab, "$c >= now() - interval '40 days' AND $c < now() - interval '39 days'", $one / 10);
		estimated($tab, "$c <@ tstzrange($day1, $day3)", $five / 10);
	}
}
my $unknown = sql("$generic PREPARE q(timestamptz) AS SELECT FROM parts WHERE id >= \$1; SELECT expected('EXECUTE q(NULL)');");
cmp_ok($unknown, '>', 20_000, "an unknown end of partitions: $unknown rows, about a third");
$unknown = sql("$generic PREPARE q(timestamptz) AS SELECT FROM parts_v7 WHERE v7 >= \$1; SELECT expected('EXECUTE q(NULL)');");
cmp_ok($unknown, '>', 20_000, "the same of uuid: $unknown rows");

# Below a policy the planner looks at the statistics only for leakproof functions, which ours are.
sql(<<'SQL');
CREATE ROLE guest;
GRANT SELECT ON uniform TO guest;
ALTER TABLE uniform ENABLE ROW LEVEL SECURITY;
CREATE POLICY positive ON uniform TO guest USING (n > 0);
SQL
for my $c ('id', 'v7')
{
	my $expected = sql("SET ROLE guest; SELECT expected('SELECT FROM uniform WHERE $c >= now() - interval ''40 days'' AND $c < now() - interval ''39 days''');");
	cmp_ok(sql("SELECT q($expected, $one)"), '<=', 2, "$c below a policy: $expected rows");
}
sql('DROP POLICY positive ON uniform; ALTER TABLE uniform DISABLE ROW LEVEL SECURITY;');

# -- Beside timestamptz ---------------------------------------------------------------------------

# Joins, EXISTS, OR, NOT: what is expected of an id and of a uuid is what is expected of a timestamptz.
sql(<<'SQL');
CREATE TABLE shifts AS SELECT tstzrange(t, t + interval '1 minute') AS during, t AS since, t + interval '1 minute' AS until
	FROM generate_series(now() - interval '80 days', now() - interval '5 days', '10 hours') t;
CREATE TABLE spells AS SELECT n, since, until, tstzrange(since, until) AS during, objectid_min(since) AS first_id, objectid_min(until) AS last_id FROM (
	SELECT (row_number() OVER (ORDER BY since))::int, since, until FROM shifts) s(n, since, until);
CREATE TABLE numbers AS SELECT n FROM generate_series(1, 180) n;
ANALYZE shifts, spells, numbers;
CREATE FUNCTION either(since timestamptz, until timestamptz) RETURNS text LANGUAGE sql AS
	$$SELECT format('(COL >= timestamptz %L AND COL < timestamptz %L)', since, until)$$;
SQL
my ($two_ends, $earlier) = map { sql("SELECT either(timestamptz '2000-01-01' + ($_ - timestamptz '2000-01-01'), $_ + interval '1 day')") } $day1, $day3;
my $short = sql("SELECT either($day1, $day1 + interval '20 minutes')");
my ($now1, $now2) = ("now() - interval '40 days'", "now() - interval '39 days'");
for my $query (
	"shifts JOIN uniform ON COL >= since",
	"shifts JOIN uniform ON COL >= since AND COL < until",
	"shifts JOIN uniform ON until > COL AND since <= COL",
	"shifts JOIN uniform ON COL <\@ during",
	"shifts JOIN uniform ON during \@> COL",
	"shifts JOIN uniform ON (COL >= since AND COL < until) OR at = since",
	"numbers LEFT JOIN spells USING (n) LEFT JOIN uniform u ON COL >= since AND COL < until",
	"numbers LEFT JOIN spells USING (n) LEFT JOIN uniform u ON COL <\@ during",
	"shifts LEFT JOIN uniform ON COL >= since AND COL < until WHERE since IS NULL",
	"shifts WHERE EXISTS (SELECT FROM uniform WHERE COL >= since AND COL < until)",
	"shifts WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= since AND COL < until)",
	"shifts WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= since)",
	"shifts s JOIN numbers USING (n) WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= s.since AND COL < until)" =~ s/shifts/spells/r,
	"uniform WHERE EXISTS (SELECT FROM shifts WHERE COL <\@ during)",
	"uniform WHERE EXISTS (SELECT FROM shifts WHERE COL >= since AND COL < until)",
	"uniform WHERE $two_ends OR $earlier",
	"uniform WHERE $short OR $earlier OR n = 5",
	"uniform WHERE n > 5 AND ($short OR n = 5)",
	"uniform WHERE $short IS TRUE",
	"uniform WHERE (COL >= $now1 AND COL < $now2) OR n = 5",
	"uniform WHERE NOT (COL < $now1 OR COL >= $now2)",
	"uniform WHERE COL >= $now1 AND NOT (COL >= $now2)",
	"uniform WHERE COL >= $now1 AND NOT COL <\@ tstzrange($now1, $now2)",
	"uniform LEFT JOIN numbers USING (n) WHERE $short OR numbers.n IS NULL AND $earlier",
	"uniform JOIN numbers USING (n) WHERE $short",
	"uniform u JOIN uniform v USING (n) WHERE " . ($two_ends =~ s/COL/u.COL/gr) . " AND " . ($earlier =~ s/COL/v.COL/gr),
	"(SELECT * FROM uniform OFFSET 0) s WHERE COL >= $day1 AND COL < $day3")
{
	my ($id, $v7, $at) = map { sql("SELECT expected('SELECT FROM " . ($query =~ s/COL/$_/gr =~ s/'/''/gr) . "')") } 'id', 'v7', 'at';
	cmp_ok(sql("SELECT greatest(q($id, $at), q($v7, $at))"), '<=', 1.1, "$query: $id rows of objectid and $v7 of uuid, $at of timestamptz");
}

# The first weeks of version 7 in a table of version 4: a few bounds of the histogram are of version 7.
# (Of a single one, which leaves the rest to luck, test/unit/histogram_test.cpp has the arithmetic.)
sql(<<'SQL');
CREATE TABLE young AS SELECT CASE WHEN n % 8 = 0 THEN uuid_v7(now() - interval '14 days' * (1 - n / 1e5::float8)) ELSE gen_random_uuid() END AS v7
	FROM generate_series(1, 100000) n;
ALTER TABLE young ALTER v7 SET STATISTICS 40;
ANALYZE young;
SQL
for my $condition ('uuid_is_v7(v7)', "v7 < now()", "v7 >= now() - interval '10 days'", "v7 >= now() - interval '12 days' AND v7 < now() - interval '3 days'",
	"v7 <\@ tstzrange(now() - interval '12 days', now() - interval '10 days')", "v7 <\@ tstzrange(now() - interval '5 days', NULL)")
{
	estimated('young', $condition, sql("SELECT count(*) FROM young WHERE $condition"));
}

# -- Index scans ----------------------------------------------------------------------------------

# What the scan of an index costs says how much of it the planner expects to read.
sql(<<'SQL');
CREATE FUNCTION costly(objectid) RETURNS objectid LANGUAGE plpgsql IMMUTABLE COST 100 AS 'BEGIN RETURN $1; END';
CREATE TABLE orders AS SELECT n, (n / 10) % 100 AS customer, at, id, v7, CASE WHEN n % 40 = 3 THEN v7 ELSE gen_random_uuid() END AS mix, n % 40 = 3 AS is_v7
	FROM uniform WHERE n % 10 = 3;
CREATE INDEX orders_at ON orders (at);
CREATE INDEX orders_id ON orders (id);
CREATE INDEX orders_costly ON orders (costly(id));
VACUUM ANALYZE orders;
SQL
my $by_index = 'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_memoize = off;';

sub cost
{
	my ($settings, $query, $types) = @_;
	return sql("$by_index $settings", $types ? "PREPARE q($types) AS $query; SELECT cost('EXECUTE q(NULL, NULL)');" : "SELECT cost('" . ($query =~ s/'/''/gr) . "');");
}

sub cost_the_same
{
	my ($what, $cost, $reference) = @_;
	cmp_ok(sql("SELECT q($cost, $reference)"), '<=', 1.15, "$what: $cost as much as $reference");
}

# A partial index counts as what it covers.
my $day5 = "timestamptz '" . sql("SELECT date_trunc('second', now() - interval '5 days')") . "'";
for ([ "id >= $day5", "at >= $day5" ], [ "$day5 < id", "at > $day5" ], [ "id >= $day1 AND id < $day3", "at >= $day1 AND at < $day3" ],
	[ "id <@ tstzrange($day1, $day3)", "at >= $day1 AND at < $day3" ], [ "v7 >= $day5", "at >= $day5" ], [ 'uuid_is_v7(mix)', 'is_v7' ])
{
	my ($cost, $reference) = map {
		cost("BEGIN; DROP INDEX orders_at, orders_id; CREATE INDEX ON orders (customer) WHERE $_;", "SELECT n FROM orders WHERE customer = 5 AND $_")
	} @$_;
	cost_the_same("a partial index on $_->[0]", $cost, $reference);
}

# Where the time is not known, the ends of a range are no less of one predicate or two.
my ($since, $until) = map { "(now() - (now() - $_))" } $day1, $day2;
my $constants = cost('', "SELECT n FROM orders WHERE id >= $day1 AND id < $day2");
for my $condition ("id >= $since AND id < $until", "id <@ tstzrange($since, $until)", "$until > id AND $since <= id", "id >= $since AND id < $day2", "id >= $day1 AND id < $until",
	"id >= $since AND id < $until AND id >= $since", "objectid_min($day1) <= id AND objectid_min($day2) > id", "costly(id) <@ tstzrange($day1, $day2)", "costly(id) <@ tstzrange($since, $until)") {
	cost_the_same($condition, cost('', "SELECT n FROM orders WHERE $condition"), $constants);
}
$constants = cost('SET enable_bitmapscan = on; SET enable_indexscan = off;', "SELECT n FROM orders WHERE (id >= $day1 AND id < $day2) OR at < $day2 - interval '50 days'");
cost_the_same('below OR', cost('SET enable_bitmapscan = on; SET enable_indexscan = off;', "SELECT n FROM orders WHERE (id >= $since AND id < $until) OR at < $day2 - interval '50 days'"), $constants);
my ($wide, $narrow) = map { cost("BEGIN; DROP INDEX orders_id; CREATE INDEX ON orders (customer, id);", "SELECT n FROM orders WHERE customer = 5 AND id >= $_->[0] AND id < $_->[1]") } [ $since, $until ], [ $day1, $day2 ];
cost_the_same('the second column of an index', $wide, $narrow);
my $unknown_at = cost($generic, 'SELECT n FROM orders WHERE at >= $1 AND at < $2', 'timestamptz, timestamptz');
cost_the_same("generic plan: $_", cost($generic, "SELECT n FROM orders WHERE $_", 'timestamptz, timestamptz'), $unknown_at) for 'id >= $1 AND id < $2', 'id <@ tstzrange($1, $2)';
$unknown_at = cost($generic, 'SELECT n FROM orders WHERE at >= $1', 'timestamptz, timestamptz');
cost_the_same("generic plan: $_", cost($generic, "SELECT n FROM orders WHERE $_", 'timestamptz, timestamptz'), $unknown_at) for 'id >= $1', '$1 <= id';

# The inner side of a join: as with ids of the other table.
$constants = cost('', 'SELECT orders.n FROM spells JOIN orders ON id >= first_id AND id < last_id');
cost_the_same("a join on $_", cost('', "SELECT orders.n FROM spells JOIN orders ON $_"), $constants) for 'id >= since AND id < until', 'id <@ during', 'during @> id';
cost_the_same("an outer join on $_", cost('', "SELECT orders.n FROM spells LEFT JOIN orders ON $_"), $constants) for 'id >= since AND id < until', 'id <@ during';

# -- Many conditions ------------------------------------------------------------------------------

# What there is to do for one does not grow with the number of the others. Times are looked at while a query is planned,
# and the sequence counts that.
sql(<<'SQL');
CREATE SEQUENCE looks;
CREATE FUNCTION look(regclass) RETURNS bigint LANGUAGE internal STABLE STRICT AS 'nextval_oid';
CREATE FUNCTION many(condition text, connective text, count int) RETURNS text LANGUAGE sql AS
	$$SELECT string_agg('(' || replace(condition, '?', lpad(n::text, 4, '0')) || ')', connective) FROM generate_series(1, count) n$$;
CREATE FUNCTION looks_of(query text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	ALTER SEQUENCE looks RESTART;
	PERFORM expected(query);
	RETURN nextval('looks');
END
$$;
SQL
my $looked = "to_timestamp(look('looks') + ?)";
for ([ "id > objectid_min($looked)", ' AND ' ], [ "id > $looked", ' AND ' ], [ "id > $looked AND id < $looked", ' OR ' ])
{
	my ($condition, $connective) = @$_;
	my ($few, $many) = map { sql("SELECT looks_of('SELECT FROM empty WHERE ' || many(\$\$$condition\$\$, '$connective', $_))") } 200, 400;
	cmp_ok($many, '<=', 3 * $few, "$condition$connective...: $many looks at 400, and $few at 200");
}

SKIP: {
	skip 'EXPLAIN (MEMORY) came with 17', 2 if sql('SHOW server_version_num') < 170000;
	sql(<<'SQL');
CREATE FUNCTION kilobytes(query text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (MEMORY, FORMAT JSON) ' || query INTO plan;
	RETURN plan->0->'Planning'->>'Memory Used';
END
$$;
SQL
	for ([ 'COL > LOW', ' AND ' ], [ 'COL > LOW AND COL < HIGH', ' OR ' ])
	{
		my ($condition, $connective) = @$_;
		my ($ids, $numbers) = map {
			my ($tab, $col, $low, $high) = @$_;
			my $one = $condition =~ s/COL/$col/gr =~ s/LOW/$low/gr =~ s/HIGH/$high/gr;
			sql("SELECT kilobytes('SELECT FROM $tab WHERE ' || many(\$\$$one\$\$, '$connective', 1000))")
		} [ 'dense', 'id', map { "objectid '6950?$_" . '0' x 15 . q(') } 0, 8 ], [ 'numbers', 'n', '?', '?9' ];
		cmp_ok($ids, '<=', 2 * $numbers, "1000 times ($condition)$connective...: $ids kB for objectid, and $numbers kB for integer");
	}
}

# Planning that is cancelled stops at the next condition.
sql(q[CREATE FUNCTION cancel(int) RETURNS bool LANGUAGE internal STABLE STRICT AS 'pg_cancel_backend'; SELECT setval('looks', 1);]);
my ($result, $stdout, $stderr) = $node->psql('postgres', <<'SQL');
\set VERBOSITY sqlstate
EXPLAIN SELECT FROM empty WHERE id > objectid_min(to_timestamp(cancel(pg_backend_pid())::int)) AND id > objectid_min(to_timestamp(look('looks')));
SQL
like($stderr, qr/ERROR:  57014/, 'cancelled while it is planned');
is(sql('SELECT last_value FROM looks'), 1, 'the second condition is not looked at');

# -- Sub-selects prune ----------------------------------------------------------------------------

for my $query ("SELECT count(*) FROM parts WHERE id >= (SELECT now() - interval '1 day')", "SELECT count(*) FROM parts_v7 WHERE v7 >= (SELECT now() - interval '1 day')")
{
	my $plan = sql("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) $query");
	like($plan, qr/never executed/, "$query: partitions left out when it starts") or diag $plan;
}

$session->quit;
$node->stop;
done_testing();

# How many rows the planner expects of ranges of time among a million, of which ANALYZE looks at
# some: within a factor of 2 of those that there are. In joins and beside other conditions: as many
# as of a timestamptz column. Only EXPLAIN, no timing. What no sample decides:
# sql/time_selectivity.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('estimates', q{
timezone = 'UTC'
autovacuum = off
jit = off
fsync = off
max_parallel_workers_per_gather = 0
max_wal_size = 4GB
});
my $session = keep_session();
sql('CREATE EXTENSION objectid');

# A million rows of 90 days, evenly and at power 4 -------------------------------------------------

# id, v7: every row. mix: each tenth of version 4. gaps: each fifth NULL. at, which ascends with n,
# is the time of all of them.
for ([ 'uniform', 1 ], [ 'skewed', 4 ])
{
	my ($table, $power) = @$_;
	sql(<<"SQL");
CREATE UNLOGGED TABLE $table AS
	SELECT n, at, id, v7, CASE WHEN n % 10 = 0 THEN gen_random_uuid() ELSE v7 END AS mix,
		CASE WHEN n % 5 <> 0 THEN id END AS gaps, CASE WHEN n % 5 <> 0 THEN v7 END AS gaps_v7
	FROM generate_series(1, 1000000) n,
		LATERAL (SELECT now() - interval '90 days' * (1 - (n / 1e6::float8) ^ $power)) s(at),
		LATERAL (SELECT gen_objectid(at), uuid_v7(at)) i(id, v7);
CREATE INDEX ON $table (at) INCLUDE (n);
SQL
	sql("CREATE INDEX ON $table ($_)") for qw(id v7 gaps gaps_v7);
}
sql(<<'SQL');
VACUUM ANALYZE uniform, skewed;
CREATE FUNCTION expected(query text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END
$$;
CREATE FUNCTION q(a float8, b float8) RETURNS float8 LANGUAGE sql
	RETURN greatest(a, b, 1) / greatest(least(a, b), 1);

-- Rows of a table with since <= at < until.
CREATE FUNCTION rows_between(tab text, since timestamptz, until timestamptz) RETURNS float8
LANGUAGE plpgsql AS $$
DECLARE
	ends int[];
BEGIN
	EXECUTE format('SELECT ARRAY(SELECT coalesce((SELECT n FROM %I
		WHERE at >= e ORDER BY at LIMIT 1), 1000001) FROM unnest($1) e)', tab)
	INTO ends USING ARRAY[since, until];
	RETURN ends[2] - ends[1];
END
$$;

-- Every range: a minute to 60 days, at ten places, ends at whole seconds. Near the first and last
-- rows a short one is estimated well only with an index, which says where they are; mix has none.
CREATE TABLE spans AS
	SELECT tab, length, since, since + length AS until,
		rows_between(tab, since, since + length) AS rows,
		place BETWEEN 1 AND 8 OR length >= '7 days' AS needs_no_index
	FROM unnest('{uniform,skewed}'::text[]) tab,
		unnest('{1 min,10 min,1 hour,6 hours,1 day,7 days,30 days,60 days}'::interval[]) length,
		generate_series(0, 9) place, LATERAL (
			SELECT date_trunc('second', now() - interval '90 days') + interval '1 second'
				+ date_trunc('second', place / 9.0
					* (interval '89 days 23 hours 59 minutes 50 seconds' - length))) s(since);
CREATE TABLE conditions AS
	SELECT *
	FROM unnest('{uniform,skewed}'::text[]) tab,
		(VALUES ('id', 1.0), ('v7', 1.0), ('mix', 0.9), ('gaps', 0.8), ('gaps_v7', 0.8))
			c(col, share),
		unnest(ARRAY['%1$I >= %2$s AND %1$I < %3$s',
			'objectid_within(%1$I, tstzrange(%2$s, %3$s))',
			'uuid_v7_within(%1$I, tstzrange(%2$s, %3$s))']) condition
	WHERE (tab = 'uniform' OR col !~ 'gaps')
		AND (condition !~ '^objectid_within' OR col IN ('id', 'gaps'))
		AND (condition !~ '^uuid_v7_within' OR col NOT IN ('id', 'gaps'));
SQL

# Ranges: q at most 2 ------------------------------------------------------------------------------

cmp_ok(sql('SELECT count(*) FROM spans WHERE rows >= 100'), '>', 100, 'ranges of 100 rows or more');
for my $form ('timestamptz %L', '(now() - (now() - timestamptz %L))')
{
	is(sql(<<"SQL"), '', "between two of $form: estimated within a factor of 2");
SELECT tab, condition, expected, rows
FROM (
	SELECT tab, length, since, rows * share AS rows,
		format(condition, col, format('$form', since), format('$form', until)) AS condition
	FROM spans JOIN conditions USING (tab)
	WHERE rows >= 100 AND (needs_no_index OR col <> 'mix')) c,
	expected(format('SELECT FROM %I WHERE %s', tab, condition))
WHERE q(expected, rows) > 2 LIMIT 20;
SQL
}
# Joins, EXISTS, OR, NOT: as many rows as of a timestamptz -----------------------------------------

sql(<<'SQL');
CREATE TABLE shifts AS
	SELECT (row_number() OVER (ORDER BY since))::int AS n, since, until,
		tstzrange(since, until) AS during
	FROM generate_series(now() - interval '80 days', now() - interval '5 days', '10 hours') since,
		LATERAL (SELECT since + interval '1 minute') s(until);
CREATE TABLE numbers AS SELECT n FROM generate_series(1, 180) n;
ANALYZE shifts, numbers;
CREATE FUNCTION contained(timestamptz, tstzrange) RETURNS boolean LANGUAGE sql IMMUTABLE
	RETURN $1 <@ $2;
SQL

# Of so long, so long ago
sub range
{
	my ($ago, $length) = @_;
	return sql(qq{
SELECT format('(COL >= timestamptz %L AND COL < timestamptz %L)', t, t + interval '$length')
FROM date_trunc('second', now() - interval '$ago') t});
}

# The query with a column in place of COL, and with its predicate in place of WITHIN
sub of_column
{
	my ($query, $column) = @_;
	my %within = (id => 'objectid_within', v7 => 'uuid_v7_within', at => 'contained');
	return $query =~ s/\bCOL\b/$column/gr =~ s/\bWITHIN\b/$within{$column}/gr;
}
my $short = range('40 days', '20 minutes');
my ($one, $other) = (range('40 days', '1 day'), range('35 days', '1 day'));
for my $query (
	'shifts JOIN uniform ON COL >= since',
	'shifts JOIN uniform ON COL >= since AND COL < until',
	'shifts JOIN uniform ON until > COL AND since <= COL',
	'shifts JOIN uniform ON WITHIN(COL, during)',
	'shifts JOIN uniform ON (COL >= since AND COL < until) OR at = since',
	'numbers LEFT JOIN shifts USING (n) LEFT JOIN uniform u ON COL >= since AND COL < until',
	'numbers LEFT JOIN shifts USING (n) LEFT JOIN uniform u ON WITHIN(COL, during)',
	'shifts LEFT JOIN uniform ON COL >= since AND COL < until WHERE since IS NULL',
	'shifts WHERE EXISTS (SELECT FROM uniform WHERE COL >= since AND COL < until)',
	'shifts WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= since AND COL < until)',
	'shifts WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= since)',
	'shifts s JOIN numbers USING (n)
		WHERE NOT EXISTS (SELECT FROM uniform WHERE COL >= s.since AND COL < until)',
	'uniform WHERE EXISTS (SELECT FROM shifts WHERE WITHIN(COL, during))',
	'uniform WHERE EXISTS (SELECT FROM shifts WHERE COL >= since AND COL < until)',
	"uniform WHERE $one OR $other",
	"uniform WHERE $short OR $other OR n = 5",
	"uniform WHERE n > 5 AND ($short OR n = 5)",
	"uniform WHERE $short IS TRUE",
	q{uniform
		WHERE (COL >= now() - interval '40 days' AND COL < now() - interval '39 days') OR n = 5},
	q{uniform WHERE NOT (COL < now() - interval '40 days' OR COL >= now() - interval '39 days')},
	q{uniform WHERE COL >= now() - interval '40 days' AND NOT (COL >= now() - interval '39 days')},
	q{uniform WHERE COL >= now() - interval '40 days'
		AND NOT WITHIN(COL, tstzrange(now() - interval '40 days', now() - interval '39 days'))},
	"uniform LEFT JOIN numbers USING (n) WHERE $short OR numbers.n IS NULL AND $other",
	"uniform JOIN numbers USING (n) WHERE $short",
	'uniform u JOIN uniform v USING (n) WHERE '
	. $one =~ s/COL/u.COL/gr . ' AND ' . $other =~ s/COL/v.COL/gr,
	"(SELECT * FROM uniform OFFSET 0) s WHERE $one")
{
	my ($id, $v7, $at) =
	  map { sql("SELECT expected(\$\$SELECT FROM @{[ of_column($query, $_) ]}\$\$)") } qw(id v7 at);
	is(sql("SELECT greatest(q($id, $at), q($v7, $at)) <= 1.1"),
		't', "$query: $id rows of objectid and $v7 of uuid, $at of timestamptz");
}

$session->quit;
$node->stop;
done_testing();

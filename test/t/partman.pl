# pg_partman on a uuid key of version 7, with our functions as encoder and decoder: the recipe of
# the guide, then what pg_partman does with it over time.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node = start_server('partman', "timezone = 'UTC'\n");

my $version = available('pg_partman');
plan skip_all => 'the server has no pg_partman' if $version eq '';
plan skip_all => "pg_partman $version takes no encoder for uuid, which came with 5.2"
  if $version =~ /^(?:[0-4]\.|5\.[01]\.)/;
note "pg_partman $version";
plan skip_all => 'partitions around now() change with the month'
  if sql("SELECT date_trunc('month', now() + interval '1 hour') > now()") eq 't';

my $guide = 'doc/other-extensions.md';
doc_examples::check($node, $guide, section => qr/^pg_partman/, database => 'guide');
sub guide { return sql_in('guide', $_[0]) }

guide(<<'SQL');
CREATE OR REPLACE VIEW part AS
	SELECT c.oid::regclass AS name, info.child_start_time AS first, info.child_end_time AS next,
		   pg_get_expr(relpartbound, c.oid) AS bounds
	FROM partman.show_partitions('public.measurement') p,
	LATERAL format('%I.%I', partition_schemaname, partition_tablename) path
	JOIN pg_class c ON c.oid = path::regclass,
	LATERAL partman.show_partition_info(path, '1 month', 'public.measurement') info;
CREATE VIEW misplaced AS SELECT FROM measurement JOIN part ON tableoid = name
	WHERE NOT uuid_v7_within(id, tstzrange(first, next));
CREATE FUNCTION month(n int) RETURNS timestamptz STABLE
	RETURN date_trunc('month', now()) + n * interval '1 month';
SQL

# -- Partitions -----------------------------------------------------------------------------------

# Four months before, this one and four to come, each from one month's first millisecond to the
# next's. (Without rows, maintenance does not make those that a larger premake asks for.)
is(guide(q{
SELECT count(*), bool_and(first = date_trunc('month', first) AND next = first + interval '1 month'
	AND bounds = format('FOR VALUES FROM (%L) TO (%L)', uuid_v7_min(first), uuid_v7_min(next)))
FROM part}),
	'9|t', 'partitions of a month, with the bounds of the month');
is(guide(q{
SELECT count(*) FROM generate_series(-4, 4) n LEFT JOIN part ON first = month(n)
WHERE name IS NULL}),
	'0', 'and none is missing');

guide(<<'SQL');
INSERT INTO measurement SELECT uuid_v7(t), 1
FROM generate_series(month(-4), month(5) - interval '1 hour', '1 hour') t;
INSERT INTO measurement (value) SELECT 2 FROM generate_series(1, 100);
ANALYZE measurement;
SQL
is(guide('SELECT count(*) FROM misplaced'), '0', 'every row is where its time belongs');
is(guide('SELECT count(*) FROM measurement_default'), '0', 'nothing is in the default partition');

# -- Queries --------------------------------------------------------------------------------------

my $within = 'EXPLAIN SELECT * FROM measurement WHERE uuid_v7_within(id, tstzrange';
my ($from, $to) = map { guide("SELECT month($_)") } 2, 3;
my $plan = guide("$within('$from', '$to'))");
is(() = $plan =~ /Scan (?:using \S+ )?on measurement_/g, 1, 'one partition at plan time')
  or diag $plan;
$plan = guide("$within(month(0), month(1)))");
like($plan, qr/Subplans Removed: 9/, 'one partition when execution starts') or diag $plan;

# -- Maintenance ----------------------------------------------------------------------------------

guide(q{
UPDATE partman.part_config
SET premake = 8, infinite_time_partitions = true, retention = '2 months',
	retention_keep_table = false
WHERE parent_table = 'public.measurement';
CALL partman.run_maintenance_proc();});
is(guide("SELECT count(*) FROM part WHERE next > now() - interval '2 months'"),
	guide('SELECT count(*) FROM part'), 'partitions past their retention are dropped');
cmp_ok(guide('SELECT count(*) FROM part WHERE first > now()'), '>=', 8, 'new ones are made ahead');
is(guide(q{
SELECT count(*) FROM pg_class
WHERE relname ~ '^measurement_p' AND relkind = 'r' AND NOT relispartition}),
	'0', 'nothing is left of those dropped');

is(guide(q{
SELECT uuid_v7_bound(NULL) IS NULL, uuid_v7_bound_time(NULL) IS NULL,
	uuid_v7_bound_time(uuid_v7_bound(t)::text) = t,
	uuid_v7_bound_time(gen_random_uuid()::text) IS NULL
FROM month(0) t}),
	't|t|t|t', 'the functions take NULL, as of an empty partition, and are inverses');

$node->stop;
done_testing();

# The extension beside modules that see what is planned and run: pg_stat_statements, auto_explain.
# What psql lists: sql/catalog.sql. pg_dump: dumps.pl.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $preload = join ', ', grep { () = glob "$pkglibdir/$_.*" } qw(pg_stat_statements auto_explain);
my $node = start_server('tools', qq{
timezone = 'UTC'
shared_preload_libraries = '$preload'
auto_explain.log_min_duration = -1
compute_query_id = on
});

sql(q{
CREATE EXTENSION objectid;
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid())});

# pg_stat_statements -------------------------------------------------------------------------------

SKIP:
{
	skip 'the server has no pg_stat_statements', 3 unless available('pg_stat_statements');
	sql('CREATE EXTENSION pg_stat_statements; SELECT pg_stat_statements_reset()');
	my $count = 'SELECT count(*) FROM orders WHERE id';
	my $within = 'SELECT count(*) FROM orders WHERE objectid_within(id';
	sql("$count >= timestamptz '2026-01-0$_' AND id < now();",
		"$within, tstzrange('2026-01-0$_', NULL)); $count = '6955b900000000000000000$_'")
	  for 1 .. 3;
	is(sql(q{
SELECT calls, query FROM pg_stat_statements
WHERE query ~ '^SELECT count.* orders' ORDER BY query COLLATE "C"}),
		"3|$count = \$1\n"
		  . "3|$count >= timestamptz \$1 AND id < now()\n"
		  . "3|$within, tstzrange(\$1, \$2))",
		'pg_stat_statements: one statement, whatever the time');
	sql(q{
SET pg_stat_statements.track = 'all';
INSERT INTO orders DEFAULT VALUES;
SELECT counter_next('counter', 'a'), counter_next('counter', 'b')});
	is(sql(q{
SELECT calls, query, toplevel FROM pg_stat_statements
WHERE query ~ '^(INSERT INTO orders|SELECT counter)' ORDER BY query COLLATE "C"}),
		"1|INSERT INTO orders DEFAULT VALUES|t\n"
		  . "1|SELECT counter_next(\$1, \$2), counter_next(\$3, \$4)|t",
		'a default is no statement of its own');
	is(sql(q{SELECT count(*) FROM pg_stat_statements WHERE NOT toplevel AND query ~ 'orders'}),
		'0', 'nor is a time predicate');
}

# auto_explain -------------------------------------------------------------------------------------

SKIP:
{
	skip 'the server has no auto_explain', 3 unless $preload =~ /auto_explain/;
	sql('INSERT INTO orders SELECT FROM generate_series(1, 10000); VACUUM ANALYZE orders');
	my $start = -s $node->logfile;
	sql(q{
SET auto_explain.log_min_duration = 0;
SET auto_explain.log_analyze = on;
SET auto_explain.log_timing = off;
SET auto_explain.log_nested_statements = on;
SELECT count(*) FROM orders WHERE id >= timestamptz '2100-01-01';
SELECT count(*) FROM orders WHERE id >= now() + interval '1 day';
SELECT counter_next('counter', 'explained');
});
	my $log = slurp_file($node->logfile, $start);
	my $planned = q{Index Cond: (id >= 'f48657000000000000000000'::objectid)};
	like($log, qr/WHERE id >= timestamptz '2100-01-01';.*?\Q$planned\E/s,
		'auto_explain: a time predicate as it was written, and as it was planned');
	my $unknown = q{(now() + '1 day'::interval)};
	like($log, qr/Index Cond: \(id >= \Q$unknown\E\)/, 'one of a time that is not known yet');
	like($log, qr/Query Text: SELECT counter_next\('counter', 'explained'\);/, 'a counter');
}

$node->stop;
done_testing();

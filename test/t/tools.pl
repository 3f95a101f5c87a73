# The extension with PostgreSQL's own tools and pgTAP: psql's tab key (what psql lists:
# sql/catalog.sql), pg_stat_statements, auto_explain. pg_dump: dumps.pl.
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

# psql ---------------------------------------------------------------------------------------------

sql(q{
CREATE EXTENSION objectid;
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid())});
# What the tab key completes, where Perl has a terminal to offer and psql was built to complete.
SKIP:
{
	eval { require IO::Pty; 1 } or skip 'Perl has no IO::Pty', 4;
	eval { IO::Pty->new } or skip 'there is no terminal to be had', 4;
	skip 'psql was built without readline', 4
	  if `pg_config --configure` =~ /--without-readline/;
	delete local @ENV{qw(TERM LS_COLORS)};
	local $ENV{INPUTRC} = '/dev/null';
	local $ENV{PSQL_HISTORY} = $node->basedir . '/history';
	my ($keys, $screen) = ('', '');
	my $timer = IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default);
	my $psql = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres') ],
		'<pty<', \$keys, '>pty>', \$screen, $timer);
	$psql->pump until $screen =~ /=# $/;
	foreach my $case (
		[ "ALTER EXTENSION objec\t", qr/ALTER EXTENSION objectid/, 'the extension' ],
		# (the bell rings, as there is also a schema objectid_internal)
		[ "DROP TYPE objec\t", qr/DROP TYPE objec\a?tid/, 'the type' ],
		[ "\\df gen_obj\t", qr/\\df gen_objectid/, 'a function' ],
		# upgrade.pl makes others meanwhile
		[ "ALTER EXTENSION objectid UPDATE TO \"1\t", qr/UPDATE TO "1\.0\.0"/, 'the version' ])
	{
		my ($typed, $expected, $name) = @$case;
		$screen = '';
		$keys .= $typed;
		$timer->start;
		eval { $psql->pump until $screen =~ $expected };
		like($screen, $expected, "the tab key completes $name");
		last if $@;
		$keys .= "\cU\n"; # away with the line
		$screen = '';
		eval { $psql->pump until $screen =~ /=# $/ };
	}
	$psql->kill_kill;
}

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

# pgTAP --------------------------------------------------------------------------------------------

SKIP:
{
	skip 'the server has no pgTAP', 1 unless available('pgtap');
	sql('CREATE EXTENSION pgtap');
	is(sql(q{
SELECT plan(11);
SELECT has_type('objectid');
SELECT has_extension('objectid');
SELECT has_cast('text', 'objectid');
SELECT has_operator('objectid', '>=', 'timestamp with time zone', 'boolean');
SELECT has_opclass('objectid_ops');
SELECT col_type_is('orders', 'id', 'objectid', 'type of a column');
SELECT col_default_is('orders', 'id', 'gen_objectid()', 'default');
SELECT function_returns('gen_objectid', ARRAY[]::name[], 'objectid');
SELECT is('6955b9000000000000000001'::objectid,
	'ObjectId("6955B9000000000000000001")', 'the same id');
SELECT set_eq('TABLE orders', 'SELECT objectid_to_ejson(id)::objectid FROM orders', 'sets');
SELECT throws_ok($$ SELECT '6955b900000000000000000'::objectid $$, '22P02',
	'invalid input syntax for type objectid: "6955b900000000000000000"');
}) =~ s/^(ok \d+).*/$1/mgr,
		join("\n", '1..11', map { "ok $_" } 1 .. 11),
		'pgTAP tests of a schema that uses us');
}

$node->stop;
done_testing();

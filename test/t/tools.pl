# The extension with PostgreSQL's own tools and pgTAP: pg_dump, psql's tab key (what psql lists:
# sql/catalog.sql), pg_stat_statements, auto_explain.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use dumps;
use test_server;

my $preload = join ', ', grep { () = glob "$pkglibdir/$_.*" } qw(pg_stat_statements auto_explain);
my $node = start_server('tools', qq{
timezone = 'UTC'
shared_preload_libraries = '$preload'
auto_explain.log_min_duration = -1
compute_query_id = on
});

# pg_dump: a schema that uses every object of the extension ----------------------------------------

sql('CREATE DATABASE origin');
sql_in('origin', 'CREATE EXTENSION objectid');
create_calls('origin');
sql_in('origin', q{
-- An index for each operator class.
CREATE TABLE public.indexed (id objectid);
SELECT format('CREATE INDEX ON indexed USING %s (id %I%s)', amname, opcname,
	CASE WHEN opcname ~ 'bloom' THEN ' (n_distinct_per_range = 50)' END)
FROM member JOIN pg_opclass c ON classid = 'pg_opclass'::regclass AND objid = c.oid
	JOIN pg_am a ON a.oid = opcmethod \gexec

CREATE TABLE public.counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
-- A view that calls each function, operator and cast that takes values of SQL.
SELECT 'CREATE VIEW everything AS SELECT '
	|| string_agg(format('(%s) IS NULL AS c%s', expression, n), ', ')
FROM (
	SELECT expression, row_number() OVER (ORDER BY expression COLLATE "C") AS n
	FROM calls_of('{"anyelement": "NULL::public.indexed"}')) e \gexec
DROP FUNCTION calls_of, value_of;
-- And what a schema has besides: time predicates wherever an expression may stand.
CREATE TYPE idrange AS RANGE (subtype = objectid);
CREATE TYPE order_line AS (item objectid, amount int);
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE TABLE customer (id objectid PRIMARY KEY DEFAULT gen_objectid(),
	number bigint DEFAULT counter_next('counter', 'customer'),
	code bigint UNIQUE GENERATED ALWAYS AS (permute_digits(number, 9, 'key')) STORED,
	v6 uuid DEFAULT uuid_v6(), v7 v7_id DEFAULT uuid_v7(), v8 uuid CHECK (uuid_is_v8(v8)),
	CHECK (id >= timestamptz '2020-01-01 00:00:00+00'),
	CHECK (uuid_v7_within(v7, '[2020-01-01 00:00:00+00,]')));
CREATE INDEX ON customer (number) WHERE id < timestamptz '2100-01-01 00:00:00+00';
CREATE INDEX ON customer ((objectid_within(id, tstzrange('2026-01-01 00:00:00+00', NULL))));
CREATE STATISTICS customer_time ON (objectid_timestamp(id)), number FROM customer;
CREATE TABLE purchase (id objectid DEFAULT gen_objectid(), customer objectid REFERENCES customer,
	lines order_line[], during idrange,
	made timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED, PRIMARY KEY (id))
	PARTITION BY RANGE (id);
CREATE TABLE lonely (id objectid, EXCLUDE USING hash (id WITH =));
CREATE TABLE purchase_old PARTITION OF purchase
	FOR VALUES FROM (MINVALUE) TO ('6955b9000000000000000000');
CREATE TABLE purchase_new PARTITION OF purchase
	FOR VALUES FROM ('6955b9000000000000000000') TO (MAXVALUE);
CREATE TABLE event (id uuid DEFAULT uuid_v7() PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE event_new PARTITION OF event
	FOR VALUES FROM ('016f5e66-e800-7000-8000-000000000000') TO (MAXVALUE);
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY recent ON customer USING (id > now() - interval '1 year');
CREATE VIEW recent AS SELECT * FROM customer
	WHERE id >= now() - interval '1 day' OR objectid_within(id, tstzrange(now(), NULL));
CREATE MATERIALIZED VIEW per_day AS
	SELECT date_trunc('day', objectid_timestamp(id), 'UTC') AS day, max(id) AS last
	FROM customer GROUP BY 1;
CREATE RULE keep AS ON DELETE TO customer WHERE old.id > timestamptz '2020-01-01 00:00:00+00'
	DO INSTEAD NOTHING;
CREATE FUNCTION of_day(day timestamptz) RETURNS SETOF customer LANGUAGE sql STABLE
	BEGIN ATOMIC SELECT * FROM customer WHERE id >= day AND id < day + interval '1 day'; END;
CREATE PUBLICATION ours FOR TABLE customer (id, number) WITH (publish = 'insert');
INSERT INTO customer (v8)
	SELECT uuid_v8(decode(md5(i::text), 'hex')) FROM generate_series(1, 100) i;
INSERT INTO purchase (customer, lines, during)
	SELECT id, ARRAY[ROW(id, 1)::order_line], idrange(id, NULL) FROM customer;
INSERT INTO event SELECT FROM generate_series(1, 100);
REFRESH MATERIALIZED VIEW per_day;
-- Each byte value at each place, in the partitions of a hash.
CREATE TABLE hashed (id objectid PRIMARY KEY) PARTITION BY HASH (id);
SELECT format('CREATE TABLE hashed_%s PARTITION OF hashed
	FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', n) FROM generate_series(0, 3) n \gexec
INSERT INTO hashed
	SELECT DISTINCT set_byte('\x000000000000000000000000', place, value)::objectid
	FROM generate_series(0, 11) place, generate_series(0, 255) value;
});

# Whatever only the server calls is used by way of the type or operator class that it belongs to.
is(sql_in('origin', q{
SELECT name FROM member
WHERE NOT EXISTS (SELECT FROM pg_depend d
		WHERE d.refclassid = member.classid AND d.refobjid = member.objid
		AND d.deptype IN ('n', 'a')
		AND (d.classid, d.objid) NOT IN (SELECT classid, objid FROM member))
	AND NOT (classid = 'pg_proc'::regclass
		AND (SELECT proargtypes::oid[] && ARRAY['internal'::regtype, 'cstring'::regtype]::oid[]
			OR prorettype = 'cstring'::regtype FROM pg_proc WHERE oid = objid))
	AND NOT (classid = 'pg_cast'::regclass) -- a view depends on its function
	AND classid NOT IN ('pg_class'::regclass, 'pg_namespace'::regclass, 'pg_opfamily'::regclass)
	-- since 17 also what comes with a type or a table by itself
	AND NOT (classid = 'pg_type'::regclass
		AND (SELECT typcategory = 'A' OR typtype = 'c' FROM pg_type WHERE oid = objid))
ORDER BY 1}),
	'', 'the schema depends on every object of the extension that a schema can depend on');

# What the dump has no rows of: generated columns, and a materialized view.
my $generated = q{
SELECT md5(string_agg(code::text, ' ' ORDER BY id)),
	(SELECT md5(string_agg(made::text, ' ' ORDER BY id)) FROM purchase),
	(SELECT max(last) FROM per_day)
FROM customer};
my $dump = dumps::dump_of($node, 'origin');
my $custom = $node->basedir . '/custom';
$node->command_ok([ qw(pg_dump -Fc --load-via-partition-root -f), $custom, 'origin' ],
	'pg_dump -Fc');
my %restore = (
	plain => [ qw(psql -X -q -v ON_ERROR_STOP=1 --single-transaction -d plain -f),
		$node->basedir . '/origin.dump' ],
	custom => [ qw(pg_restore --exit-on-error --single-transaction -d custom), $custom ]);
foreach my $format (sort keys %restore)
{
	sql("CREATE DATABASE $format");
	$node->command_ok($restore{$format}, "format $format: restored in a single transaction");
	ok(dumps::dump_of($node, $format) eq $dump, "format $format: the next dump is the same");
	is(sql_in($format, $generated), sql_in('origin', $generated),
		"format $format: so is what is generated");
	is(sql_in($format, q{
INSERT INTO public.customer DEFAULT VALUES
RETURNING number, code IS NOT NULL, v6 IS NOT NULL}),
		'101|t|t', "format $format: its defaults work");
}

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
		[ "DROP TYPE objec\t", qr/DROP TYPE objectid/, 'the type' ],
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

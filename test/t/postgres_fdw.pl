# Time predicates on foreign tables: what postgres_fdw sends, and a table spread over servers. The
# servers are databases of one here.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node = start_server('fdw', "timezone = 'UTC'\n");

plan skip_all => 'the server has no postgres_fdw' if !available('postgres_fdw');

# -- The recipe of the guide ----------------------------------------------------------------------

my $there = $node->host . "', port '" . $node->port;
doc_examples::check($node, 'doc/other-extensions.md',
	section => qr/^postgres_fdw/, database => 'guide',
	replace => { 'shard1.example.com' => $there, 'shard2.example.com' => $there });

sub guide { return sql_in('guide', join "\n", @_) }

my $all = guide('SELECT count(*) FROM spread_orders');
my @shards = map { sql_in($_, 'SELECT count(*) FROM orders') } 'shard1', 'shard2';
is($shards[0] + $shards[1], $all, 'each row is on one server');
cmp_ok($_, '>', $all * 0.45, 'about half of the rows on each') for @shards;

# What is sent is served by the primary key over there.
my $explain = 'EXPLAIN (VERBOSE, COSTS OFF)';
my ($sent) = guide("$explain SELECT total FROM spread_orders WHERE id >= timestamptz '2026-11-29'")
  =~ /Remote SQL: (.*)/;
like(sql_in('shard1', "ANALYZE orders; EXPLAIN $sent"),
	qr/Index Cond: \(id >= '6b0b6b00/, 'the other server uses its index');

# -- What is sent ---------------------------------------------------------------------------------

sql('CREATE DATABASE here');
sql('CREATE DATABASE there');
sql_in('there', <<'SQL');
CREATE EXTENSION objectid;
CREATE TABLE event (id objectid PRIMARY KEY, v6 uuid, v7 uuid, n int);
INSERT INTO event
	SELECT gen_objectid(t), uuid_v6(t),
		CASE WHEN n % 10 = 0 THEN gen_random_uuid() ELSE uuid_v7(t) END, n
	FROM generate_series(1, 5000) n,
		LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 hour') s(t);
CREATE INDEX ON event (v6);
CREATE INDEX ON event (v7);
ANALYZE event;
SQL
sql_in('here', <<"SQL");
CREATE EXTENSION objectid;
CREATE EXTENSION postgres_fdw;
CREATE SERVER there FOREIGN DATA WRAPPER postgres_fdw
	OPTIONS (host '$there', dbname 'there', extensions 'objectid');
CREATE SERVER unaware FOREIGN DATA WRAPPER postgres_fdw
	OPTIONS (host '$there', dbname 'there');
CREATE USER MAPPING FOR CURRENT_USER SERVER there;
CREATE USER MAPPING FOR CURRENT_USER SERVER unaware;
CREATE FOREIGN TABLE event (id objectid, v6 uuid, v7 uuid, n int) SERVER there;
CREATE FOREIGN TABLE unaware_event (id objectid, v6 uuid, v7 uuid, n int) SERVER unaware
	OPTIONS (table_name 'event');
CREATE TABLE local_event AS TABLE event;
SQL

sub here { return sql_in('here', join "\n", @_) }
sub remote_where { return $_[0] =~ /Remote SQL: .*? WHERE (.*)/ ? $1 : '' }

# The WHERE clause of the remote query, or nothing; and the rows are those of the same query on a
# local table.
sub sent
{
	my ($predicate, $name) = @_;
	my $query = "SELECT count(*), sum(n) FROM event WHERE $predicate";
	is(here("$query;"), here($query =~ s/FROM event/FROM local_event/r), "$name: the same rows");
	return remote_where(here("$explain $query;"));
}

# What a remote query has for a range of ids, for a parameter and for an operator.
my $from = quotemeta "((id >= '69a381800000000000000000'))";
my $until = quotemeta "((id < '69cc60000000000000000000'))";
my ($time, $range) = map { quotemeta "\$1::$_" } 'timestamp with time zone', 'tstzrange';
my $march = "tstzrange('2026-03-01', '2026-04-01')";
my $t = "(SELECT timestamptz '2026-03-01' + (now() - now()))";
my $r = "(SELECT tstzrange('2026-03-01', now() + interval '1000 years'))";
my ($ge, $lt) = map { quotemeta } '>=', '<';

my %is_sent = (
	"id >= timestamptz '2026-03-01'" => qr/^$from$/,
	"timestamptz '2026-03-01' > id" =>
	  qr/^\Q((id < '69a381800000000000000000'))\E$/,
	"objectid_within(id, $march)" => qr/^$from AND $until$/,
	"NOT objectid_within(id, $march)" =>
	  qr/^\(\(\(id $lt .*\) OR \(id $ge .*\)\)\)$/,
	"uuid_v7_within(v7, $march)" =>
	  qr/^\(uuid_is_v7\(v7\)\) AND \(\(v7 >= '.*'\)\) AND \(\(v7 < '.*'\)\)$/,
	"uuid_v6_within(v6, $march)" =>
	  qr/^\(uuid_is_v6\(v6\)\) AND \(\(v6 >= '.*'\)\) AND \(\(v6 < '.*'\)\)$/,
	"v7 >= timestamptz '2026-03-01'" => qr/^\(uuid_is_v7\(v7\)\) AND \(\(v7 >= '.*'\)\)$/,
	"v7 < $t" => qr/^\(\(v7 $lt $time\)\)$/,
	"id >= $t" => qr/^\(\(id $ge $time\)\)$/,
	"objectid_within(id, $r)" =>
	  qr/^\(\(id $ge objectid_internal_lower\(.*\(\(id $lt objectid_internal_u/,
	"uuid_v7_within(v7, $r)" => qr/^\(uuid_v7_within\(v7, $range\)\)$/,
	"n > 10 AND id >= timestamptz '2026-03-01' AND n < 4000" => qr/n > 10.*id $ge.*n < 4000/,
);
like(sent($_, $_), $is_sent{$_}, "$_: sent") for sort keys %is_sent;

# What might differ over there is computed here, as it is for any type. A version does not.
is(sent($_, $_) =~ s/^\(uuid_is_v7\(v7\)\)$//r, '', "$_: not sent")
	for "id > now() - interval '100 years'", 'id >= clock_timestamp()', "id >= date '2026-03-01'",
	"objectid_within(id, tstzrange(now() - interval '100 years', now() + interval '1 year'))",
	"uuid_v7_within(v7, tstzrange(now() - interval '100 years', NULL))",
	"v7 > now() - interval '100 years'";

# Parameters of a generic plan.
my %parameter = (
	'timestamptz: id >= $1' => qr/^\(\(id $ge $time\)\)$/,
	'timestamptz: id > $1' => qr/^\(\(id $ge objectid_internal_next\($time\)\)\)$/,
	'timestamptz: v7 < $1' => qr/uuid_is_v7\(v7\).*\ AND\ \(\(v7\ <
		\ objectid_internal_first_uuid_v7\($time\)\)\)$/x,
	'tstzrange: objectid_within(id, $1)' => qr/^\(\(id\ $ge
		\ objectid_internal_lower\($range\)\)\)
		\ AND\ \(\(id\ $lt\ objectid_internal_upper\($range\)\)\)$/x,
	'tstzrange: uuid_v7_within(v7, $1)' => qr/uuid_is_v7\(v7\).*\ AND\ \(\(v7\ >=
		\ objectid_internal_first_uuid_v7\(objectid_internal_lower\($range\)\)\)\)
		\ AND\ .*objectid_internal_upper/x,
);
for my $case (sort keys %parameter)
{
	my ($type, $predicate) = split /: /, $case;
	my $value = $type eq 'tstzrange' ? "'[2026-03-01,2026-04-01)'" : "'2026-03-01'";
	my $prepare = "SET plan_cache_mode = force_generic_plan;
		PREPARE q($type) AS SELECT count(*), sum(n) FROM event WHERE $predicate;";
	my $locally = $prepare =~ s/FROM event/FROM local_event/r;
	my $execute = "EXECUTE q($value);";
	like(remote_where(here($prepare, "$explain $execute")), $parameter{$case}, "$case: sent");
	is(here($prepare, $execute), here($locally, $execute), "$case: the same rows");
	is(here($prepare, 'EXECUTE q(NULL);'), '0|', "$case: no rows of NULL");
}

# A statement that writes, and a join with a table of times: all of it over there.
like(here("$explain DELETE FROM event WHERE id < timestamptz '2026-01-03';"),
	qr/Foreign Delete.*Remote SQL: DELETE FROM public\.event WHERE \(\(id $lt '/s,
	'DELETE is sent');
is(here("DELETE FROM event WHERE id < timestamptz '2026-01-03'; SELECT count(*) FROM event;"),
	'4953', 'and done');
here("ALTER SERVER there OPTIONS (ADD use_remote_estimate 'true');",
	"CREATE TABLE period AS SELECT tstzrange('2026-03-01', '2026-03-02') AS during;",
	'ANALYZE period;');
is(here('SELECT count(*) FROM period JOIN event ON objectid_within(event.id, during);'),
	'24', 'a join with a range of ours');
like(here('SET enable_hashjoin = off; SET enable_mergejoin = off;',
		"$explain SELECT n FROM period JOIN event ON objectid_within(event.id, during);"),
	qr/Remote SQL: .*objectid_within\(id, $range\)/, 'which is sent for each');

# A server that is not said to have the extension gets nothing of it.
my $unaware = "FROM unaware_event WHERE id >= timestamptz '2026-03-01'";
unlike(here("$explain SELECT n $unaware;"),
	qr/Remote SQL: .*WHERE/, 'without the option extensions, objectid predicates stay here');
is(here("SELECT count(*) $unaware;"),
	here("SELECT count(*) FROM event WHERE id >= timestamptz '2026-03-01';"), 'and are right');
like(here("$explain SELECT n FROM unaware_event WHERE uuid_v7_within(v7, '[2026-03-01,)');"),
	qr/Filter: uuid_is_v7\(.*\).*Remote SQL: .* WHERE \(\(v7 >= '/s,
	'the range of uuids is sent all the same');

$node->stop;
done_testing();

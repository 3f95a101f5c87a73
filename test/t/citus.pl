# Citus: a coordinator and two workers. Queries on distributed tables return what they return for
# local ones, ids are unique across all nodes, and what the guide says about counters, time zones
# and partitions is true.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

plan skip_all => 'the server has no Citus' if !-e "$pkglibdir/citus.so";

my ($coordinator, @workers) = map { start_server($_, <<'CONF') } qw(coordinator worker1 worker2);
shared_preload_libraries = 'citus'
citus.enable_statistics_collection = off
citus.shard_count = 8
wal_level = logical
max_prepared_transactions = 100
max_connections = 200
timezone = 'UTC'
jit = off
CONF
my @nodes = ($coordinator, @workers);
# Citus hands the command for the extension on to the workers, which have to have the files.
$_->safe_psql('postgres', 'CREATE EXTENSION citus') for @nodes;

my $host = $coordinator->host;
sql("SELECT citus_set_coordinator_host('$host', ${\ $coordinator->port });",
	map { "SELECT citus_add_node('$host', ${\ $_->port });" } @workers);
sql('CREATE EXTENSION objectid');
note sql('SELECT citus_version()');

sub on_all_nodes
{
	my ($query) = @_;
	return split /\n/, sql("SELECT result FROM run_command_on_all_nodes(\$\$$query\$\$)");
}

# The same of the distributed table as of the local one.
sub as_locally
{
	my ($query, $name) = @_;
	my ($distributed, $local) = map { $query =~ s/\bTABLE\b/$_/gr } 'event', 'local';
	return is(sql($distributed), sql($local), $name);
}

is(join(' ', on_all_nodes(q{SELECT extname FROM pg_extension WHERE extname = 'objectid'})),
	'objectid objectid objectid', 'CREATE EXTENSION on the coordinator reaches the workers');

# -- Ids -------------------------------------------------------------------------------------------

# Five days of rows at known times, and some that are made now, by the coordinator and by both
# workers.
sql(<<'SQL');
CREATE TABLE local (id objectid PRIMARY KEY, n int);
INSERT INTO local SELECT gen_objectid(timestamptz '2026-01-01' + n * interval '1 minute'), n
	FROM generate_series(0, 7199) n;
INSERT INTO local SELECT repeat(digit, 24)::objectid, 9000
	FROM unnest('{0,7,8,f}'::text[]) digit;
CREATE TABLE event (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
SELECT create_distributed_table('event', 'id');
INSERT INTO event TABLE local;
CREATE TABLE detail (event objectid REFERENCES event, n int, PRIMARY KEY (event, n));
SELECT create_distributed_table('detail', 'event', colocate_with => 'event');
INSERT INTO detail SELECT id, i FROM event, generate_series(1, 2) i;
SQL
is(sql(q{
SELECT count(DISTINCT nodename || nodeport) > 1, count(*)
FROM citus_shards WHERE table_name = 'event'::regclass}),
	't|8', 'the shards are on both workers');
my @ids = map { /\w{24}/g }
  on_all_nodes('SELECT array_agg(gen_objectid()) FROM generate_series(1, 2000)');
my %ids = map { $_ => 1 } @ids;
is(@ids . ' ' . keys %ids, '6000 6000', 'ids of three nodes do not repeat');

# -- Queries ---------------------------------------------------------------------------------------

as_locally("SELECT count(*), sum(n), md5(string_agg(id::text, '' ORDER BY id)) FROM TABLE WHERE $_",
	"$_: as in a local table")
  for (map { "id $_ timestamptz '2026-01-03 00:00:30+00'" } qw(< <= >= >)),
  "objectid_within(id, tstzrange('2026-01-02 00:00+00', '2026-01-02 12:00+00'))",
  "objectid_within(id, tstzrange(NULL, '2026-01-02 12:00+00', '[]'))",
  "id > now() - interval '1 day'", "id < '695600000000000000000000'",
  "id = ANY ('{000000000000000000000000,ffffffffffffffffffffffff}')",
  "objectid_timestamp(id) < timestamptz '1971-01-01 00:00+00'";
is(sql(q{
SELECT count(*) FROM event JOIN detail ON detail.event = event.id
WHERE event.id < timestamptz '2026-01-02 00:00+00'}),
	sql(q{SELECT 2 * count(*) FROM local WHERE id < timestamptz '2026-01-02 00:00+00'}),
	'a join of what lies together');
as_locally('SELECT count(*) FROM TABLE a JOIN local b USING (id) WHERE a.n = b.n',
	'a join with a local table');
as_locally(q{SELECT string_agg(id::text, ' ' ORDER BY id)
	FROM (SELECT id FROM TABLE ORDER BY id LIMIT 3) s}, 'ORDER BY id LIMIT');
as_locally(q{SELECT count(*) FROM TABLE WHERE (id, n) < ('69571f000000000000000000', 3)},
	'a comparison of rows');
as_locally('SELECT min(id), max(id) FROM TABLE', 'min and max');

sub plan_of
{
	my ($query) = @_;
	return sql("SET citus.explain_all_tasks = on; EXPLAIN (COSTS off) SELECT id FROM event $query");
}

like(plan_of(q{WHERE id = '000000000000000000000000'}),
	qr/Task Count: 1\b/, 'an id is looked up in one shard');
my $sent = plan_of(q{WHERE id >= timestamptz '2026-01-03 00:00+00'
	AND id < timestamptz '2026-01-03 00:10+00'});
is(() = $sent =~ /Index Cond: \(\(id >= /g,
	8, 'a range of time is a condition for the index of each shard')
  or diag $sent;
my $first = plan_of('ORDER BY id LIMIT 1');
is(() = $first =~ /Index Only Scan/g, 8, 'ORDER BY id LIMIT 1 reads the index of each shard')
  or diag $first;

# What depends on the time zone is computed by the workers, in theirs. A literal is read by the
# coordinator.
for my $node (@workers)
{
	$node->append_conf('postgresql.conf', "timezone = 'Asia/Tokyo'");
	$node->reload;
}
my ($literal, $day) = map { "SELECT count(*) FROM TABLE WHERE id < $_" } "timestamptz '2026-01-02'",
  "date_trunc('day', timestamptz '2026-01-02 12:00+00')";
as_locally($literal, 'a literal time means the same on every node');
isnt(sql($day =~ s/TABLE/event/r),
	sql($day =~ s/TABLE/local/r), 'the beginning of a day does not, when time zones differ');
sql("ALTER DATABASE postgres SET timezone = 'UTC'");
is(join(' ', on_all_nodes('SHOW timezone')),
	'UTC UTC UTC', 'ALTER DATABASE on the coordinator sets the time zone of all nodes');
as_locally($day, 'which settles it');

# -- Writing ---------------------------------------------------------------------------------------

sql(q{DELETE FROM detail WHERE event = '888888888888888888888888'});
sql("UPDATE $_ SET n = n + 1 WHERE id < timestamptz '2026-01-02 00:00+00';",
	"DELETE FROM $_ WHERE id = '888888888888888888888888'")
  for 'local', 'event';
as_locally('SELECT count(*), sum(n) FROM TABLE', 'UPDATE by time, DELETE by key');
# An exclusion constraint holds in every shard, and so in the table, when it has the distribution
# column.
sql(<<'SQL');
CREATE TABLE booking (customer objectid, during tstzrange,
	EXCLUDE USING gist (customer WITH =, during WITH &&));
SELECT create_distributed_table('booking', 'customer');
INSERT INTO booking SELECT id, tstzrange('2026-01-01', '2026-01-05') FROM local WHERE n < 20;
SQL
my %refused = (
	"event VALUES ('000000000000000000000000', 1)" => 'duplicate key',
	"detail VALUES ('123412341234123412341234', 1)" => 'violates foreign key',
	"booking SELECT id, tstzrange('2026-01-04', '2026-01-06') FROM local WHERE n = 7" =>
	  'violates exclusion constraint');
like(error_of("INSERT INTO $_"), qr/$refused{$_}/, "a constraint holds: $_")
  for sort keys %refused;

# -- Counters --------------------------------------------------------------------------------------

# A node does not know the numbers of the others.
my $made = q{CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint,
	PRIMARY KEY (name, shard))};
$_->safe_psql('postgres', "SET citus.enable_ddl_propagation = off; $made") for @nodes;
my $one = q{SELECT counter_next('counter', 'invoice')};
is(sql($one), '1', 'the coordinator takes numbers of its own table');
like(($workers[0]->psql('postgres', $one))[2],
	qr/counters cannot be used on this node .*create_reference_table\('public\.counter'\)/s,
	'a worker does not');
$_->safe_psql('postgres', 'DROP TABLE counter') for @workers;
sql("SELECT create_distributed_table('counter', 'name')");
like(error_of($one), qr/^0A000: counters cannot be used in distributed table public\.counter$/,
	'nobody takes numbers of a distributed one');
sql("SELECT undistribute_table('counter')");

# Once the table is one for all nodes, no number repeats, wherever it is taken.
sql("SELECT create_reference_table('counter')");
my $five = q{SELECT counter_next('counter', 'invoice') FROM generate_series(1, 5)};
my @numbers = map { split /\n/, $_->safe_psql('postgres', $five) } @nodes, $coordinator;
is_deeply(\@numbers, [ 2 .. 21 ], 'a counter in a reference table is one counter on all nodes');
sql(q{
INSERT INTO event (n) SELECT lower(batch) + i
FROM counter_take('counter', 'invoice', 10) batch, generate_series(0, 9) i});
is(sql(q{
SELECT counter_next('counter', 'invoice') > 31, count(*), count(DISTINCT n) FROM event
WHERE n BETWEEN 22 AND 31 AND id > now() - interval '1 hour'}),
	't|10|10', 'a batch numbers many rows');
sql(q{
CREATE TABLE bill (number bigint DEFAULT counter_next('counter', 'bill'), customer int);
SELECT create_distributed_table('bill', 'customer');
INSERT INTO bill (customer) VALUES (1), (2), (3)});
is(sql('SELECT string_agg(number::text, $$ $$ ORDER BY customer) FROM bill'),
	'1 2 3', 'a default of a distributed table');

# -- Partitions by time ----------------------------------------------------------------------------

sql(<<'SQL');
CREATE TABLE log (tenant int, id objectid DEFAULT gen_objectid(), PRIMARY KEY (tenant, id))
	PARTITION BY RANGE (id);
SELECT create_distributed_table('log', 'tenant');
SELECT create_time_partitions('log', interval '1 month',
	end_at => timestamptz '2026-07-01 00:00+00', start_from => timestamptz '2026-01-01 00:00+00');
INSERT INTO log
	SELECT n % 10, gen_objectid(timestamptz '2026-01-01 00:00+00' + n * interval '6 hours')
	FROM generate_series(0, 700) n;
SQL
is(sql(q{
SELECT count(*), min(from_value::objectid) = objectid_min('2026-01-01 00:00+00'),
	max(to_value::objectid) = objectid_min('2026-07-01 00:00+00')
FROM time_partitions WHERE parent_table = 'log'::regclass}),
	'6|t|t', 'create_time_partitions makes partitions of ids');
is(sql(q{SELECT count(*) FROM log WHERE id < timestamptz '2026-03-01 00:00+00'}),
	'236', 'which answer');
sql(q{CALL drop_old_time_partitions('log', timestamptz '2026-03-01 00:00+00')});
is(sql(q{SELECT count(*), bool_and(id >= timestamptz '2026-03-01 00:00+00') FROM log}),
	'465|t', 'drop_old_time_partitions drops those before');

# Of UUIDs, with the casts of doc/other-extensions.md
sql(<<'SQL');
CREATE CAST (uuid AS timestamptz) WITH FUNCTION uuid_v7_timestamp(uuid);
CREATE CAST (timestamptz AS uuid) WITH FUNCTION uuid_v7_min(timestamptz);
CREATE TABLE visit (tenant int, id uuid DEFAULT uuid_v7(), PRIMARY KEY (tenant, id))
	PARTITION BY RANGE (id);
SELECT create_distributed_table('visit', 'tenant');
SELECT create_time_partitions('visit', interval '1 month',
	end_at => timestamptz '2026-03-01 00:00+00', start_from => timestamptz '2026-01-01 00:00+00');
INSERT INTO visit SELECT n, uuid_v7(timestamptz '2026-01-10 00:00+00') FROM generate_series(1, 9) n;
CALL drop_old_time_partitions('visit', timestamptz '2026-02-01 00:00+00');
SQL
is(sql(q{
SELECT count(*), bool_and(from_value::uuid = uuid_v7_min('2026-02-01 00:00+00')),
	(SELECT count(*) FROM visit)
FROM time_partitions WHERE parent_table = 'visit'::regclass}),
	'1|t|0', 'partitions of UUIDs');

# -- Following -------------------------------------------------------------------------------------

# Other nodes write to what Citus manages, and this one cannot look at their transactions.
sql(<<'SQL');
CREATE TABLE plain (id bigserial PRIMARY KEY);
INSERT INTO plain DEFAULT VALUES;
CREATE TABLE everywhere (id uuid PRIMARY KEY DEFAULT uuid_v7());
SELECT create_reference_table('everywhere');
CREATE TABLE known (id uuid PRIMARY KEY DEFAULT uuid_v7());
SELECT citus_add_local_table_to_metadata('known');
SQL
is(sql(q{SELECT count(*) FROM plain WHERE id < resolved_number('plain')}),
	'1', 'a local table is followed');
my $partition =
  sql(q{SELECT partition FROM time_partitions WHERE parent_table = 'log'::regclass LIMIT 1});
my $shard = $workers[0]->safe_psql('postgres', q{SET citus.override_table_visibility = off;
	SELECT relname FROM pg_class WHERE relname ~ '^event_[0-9]+$' AND relkind = 'r' LIMIT 1});
for my $case ((map { [ $coordinator, $_ ] } qw(event everywhere known log), $partition),
	[ $workers[0], 'event' ], [ $workers[0], $shard ])
{
	my ($node, $table) = @$case;
	my $call = "resolved_uuid_v7('$table')"; # no matter which key the table has
	my $error = ($node->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call"))[2];
	like($error, qr/0A000: cannot follow table/, $node->name . ": $call is refused");
}

# A session that has followed a table before Citus came to manage it
sql(q{
CREATE FUNCTION code_of(query text) RETURNS text LANGUAGE plpgsql AS
	'BEGIN EXECUTE query; RETURN NULL; EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE; END'});
my $follower = $coordinator->background_psql('postgres');
my $follow = q{SELECT coalesce(code_of($$SELECT resolved_number('plain')$$), 'none')};
is($follower->query_safe($follow), 'none', 'a session follows a local table') for 1 .. 2;
sql(q{SELECT create_reference_table('plain')});
is($follower->query_safe($follow), '0A000', 'until Citus manages it');
$follower->quit;

$_->stop('immediate') for @workers, $coordinator;
done_testing();

# Citus: a coordinator and two workers. Queries on distributed tables return what they return for local ones, ids are unique across
# all nodes, and what the guide says about counters, time zones and partitions is true.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $coordinator = PostgreSQL::Test::Cluster->new('coordinator');
my ($library) = glob($coordinator->config_data('--pkglibdir') . '/citus.so');
plan skip_all => 'the server has no Citus' if !-e ($library // '');

my @workers = map { PostgreSQL::Test::Cluster->new("worker$_") } 1, 2;
for my $node ($coordinator, @workers)
{
	$node->init;
	$node->append_conf('postgresql.conf', <<'CONF');
shared_preload_libraries = 'citus'
citus.enable_statistics_collection = off
citus.shard_count = 8
wal_level = logical
max_prepared_transactions = 100
max_connections = 200
timezone = 'UTC'
jit = off
CONF
	$node->start;
	# Citus hands the command for the extension on to the workers, which have to have the files.
	$node->safe_psql('postgres', 'CREATE EXTENSION citus');
}

sub sql { return $coordinator->safe_psql('postgres', join "\n", @_) }

my $host = $coordinator->host;
sql("SELECT citus_set_coordinator_host('$host', ${\ $coordinator->port });", map { "SELECT citus_add_node('$host', ${\ $_->port });" } @workers);
sql('CREATE EXTENSION objectid');
note sql('SELECT citus_version()');
is(sql("SELECT string_agg(result, ' ') FROM run_command_on_all_nodes(\$\$SELECT extname FROM pg_extension WHERE extname = 'objectid'\$\$)"),
	'objectid objectid objectid', 'CREATE EXTENSION on the coordinator reaches the workers');

# -- Ids -------------------------------------------------------------------------------------------

# Five days of rows at known times, and some that are made now, by the coordinator and by both workers.
sql(<<'SQL');
CREATE TABLE local (id objectid PRIMARY KEY, n int);
INSERT INTO local SELECT gen_objectid(timestamptz '2026-01-01' + n * interval '1 minute'), n FROM generate_series(0, 7199) n;
INSERT INTO local SELECT repeat(digit, 24)::objectid, 9000 FROM unnest('{0,7,8,f}'::text[]) digit;
CREATE TABLE event (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
SELECT create_distributed_table('event', 'id');
INSERT INTO event TABLE local;
CREATE TABLE detail (event objectid REFERENCES event, n int, PRIMARY KEY (event, n));
SELECT create_distributed_table('detail', 'event', colocate_with => 'event');
INSERT INTO detail SELECT id, i FROM event, generate_series(1, 2) i;
SQL
is(sql('SELECT count(DISTINCT nodename || nodeport) > 1, count(*) FROM citus_shards WHERE table_name = \'event\'::regclass'), 't|8', 'the shards are on both workers');
is(sql("SELECT count(*), count(DISTINCT id) FROM (SELECT unnest(result::objectid[]) AS id FROM run_command_on_all_nodes(\$\$SELECT array_agg(gen_objectid()) FROM generate_series(1, 2000)\$\$)) s"),
	'6000|6000', 'ids of three nodes do not repeat');

# -- Queries ---------------------------------------------------------------------------------------

my @conditions = (
	(map { "id $_ timestamptz '2026-01-03 00:00:30+00'" } qw(< <= >= >)), "id <@ tstzrange('2026-01-02 00:00+00', '2026-01-02 12:00+00')",
	"objectid_within(id, tstzrange(NULL, '2026-01-02 12:00+00', '[]'))", "id > now() - interval '1 day'", "id < '695600000000000000000000'",
	"id = ANY ('{000000000000000000000000,ffffffffffffffffffffffff}')", 'objectid_timestamp(id) < timestamptz \'1971-01-01 00:00+00\'');
for my $condition (@conditions)
{
	my $query = "SELECT count(*), coalesce(sum(n), 0), md5(string_agg(id::text, '' ORDER BY id)) FROM %s WHERE $condition";
	is(sql(sprintf $query, 'event'), sql(sprintf $query, 'local'), "$condition: as in a local table");
}
is(sql('SELECT count(*) FROM event JOIN detail ON detail.event = event.id WHERE event.id < timestamptz \'2026-01-02 00:00+00\''),
	sql('SELECT 2 * count(*) FROM local WHERE id < timestamptz \'2026-01-02 00:00+00\''), 'a join of what lies together');
is(sql('SELECT count(*) FROM event a JOIN local b USING (id) WHERE a.n = b.n'), sql('SELECT count(*) FROM local'), 'a join with a local table');
is(sql('SELECT string_agg(id::text, \' \' ORDER BY id) FROM (SELECT id FROM event ORDER BY id LIMIT 3) s'),
	sql('SELECT string_agg(id::text, \' \' ORDER BY id) FROM (SELECT id FROM local ORDER BY id LIMIT 3) s'), 'ORDER BY id LIMIT');
my $compared = ($coordinator->psql('postgres', "SELECT count(*) FROM event WHERE (id, n) < ('69571f000000000000000000', 3)"))[2];
like($compared, qr/operator does not exist: integer public\.< integer/, 'a row comparison is not sent to the shards as it is');
is(sql('SELECT min(id), max(id) FROM event'), sql('SELECT min(id), max(id) FROM local'), 'min and max');

sub plan_of { return sql("SET citus.explain_all_tasks = on; EXPLAIN (COSTS off) SELECT * FROM event WHERE $_[0]") }

like(plan_of("id = '000000000000000000000000'"), qr/Task Count: 1\b/, 'an id is looked up in one shard');
my $sent = plan_of("id >= timestamptz '2026-01-03 00:00+00' AND id < timestamptz '2026-01-03 00:10+00'");
is(() = $sent =~ /Index Cond: \(\(id >= /g, 8, 'a range of time is a condition for the index of each shard') or diag $sent;
my $first = sql('SET citus.explain_all_tasks = on; EXPLAIN (COSTS off) SELECT id FROM event ORDER BY id LIMIT 1');
is(() = $first =~ /Index Only Scan/g, 8, 'ORDER BY id LIMIT 1 reads the index of each shard') or diag $first;

# What depends on the time zone is computed by the workers, in theirs. A literal is read by the coordinator.
for my $node (@workers)
{
	$node->append_conf('postgresql.conf', "timezone = 'Asia/Tokyo'");
	$node->reload;
}
my @days = ("timestamptz '2026-01-02'", "date_trunc('day', timestamptz '2026-01-02 12:00+00')");
sub before { return sql("SELECT count(*) FROM $_[0] WHERE id < $_[1]") }
is(before('event', $days[0]), before('local', $days[0]), 'a literal time means the same on every node');
isnt(before('event', $days[1]), before('local', $days[1]), 'the beginning of a day does not, when time zones differ');
sql("ALTER DATABASE postgres SET timezone = 'UTC'");
is(sql("SELECT string_agg(result, ' ') FROM run_command_on_all_nodes('SHOW timezone')"), 'UTC UTC UTC', 'ALTER DATABASE on the coordinator sets the time zone of all nodes');
is(before('event', $days[1]), before('local', $days[1]), 'which settles it');

# -- Writing ---------------------------------------------------------------------------------------

sql("UPDATE $_ SET n = n + 1 WHERE id < timestamptz '2026-01-02 00:00+00'; DELETE FROM $_ WHERE id = '888888888888888888888888'") for 'local';
sql("UPDATE event SET n = n + 1 WHERE id < timestamptz '2026-01-02 00:00+00'; DELETE FROM detail WHERE event = '888888888888888888888888'; DELETE FROM event WHERE id = '888888888888888888888888'");
is(sql('SELECT count(*), sum(n) FROM event'), sql('SELECT count(*), sum(n) FROM local'), 'UPDATE by time, DELETE by key');
my $error = ($coordinator->psql('postgres', "INSERT INTO event VALUES ('000000000000000000000000', 1)"))[2];
like($error, qr/duplicate key value violates unique constraint/, 'the key is unique');
$error = ($coordinator->psql('postgres', "INSERT INTO detail VALUES ('123412341234123412341234', 1)"))[2];
like($error, qr/violates foreign key constraint/, 'the foreign key holds');

# An exclusion constraint holds in every shard, and so in the table, when it has the distribution column.
sql(<<'SQL');
CREATE TABLE booking (customer objectid, during tstzrange, EXCLUDE USING gist (customer WITH =, during WITH &&));
SELECT create_distributed_table('booking', 'customer');
INSERT INTO booking SELECT id, tstzrange('2026-01-01', '2026-01-05') FROM local WHERE n < 20;
SQL
$error = ($coordinator->psql('postgres', "INSERT INTO booking SELECT id, tstzrange('2026-01-04', '2026-01-06') FROM local WHERE n = 7"))[2];
like($error, qr/conflicting key value violates exclusion constraint/, 'an exclusion constraint on the distribution column');

# -- Counters --------------------------------------------------------------------------------------

# Until the table is one for all nodes, each has its own.
note 'before create_reference_table: ', join ' ', map { ($_->psql('postgres', "SELECT counter_next('own')"))[1] || 'refused' } $coordinator, @workers;
# Then no number repeats, wherever it is taken.
sql("SELECT create_reference_table('objectid_counter')");
my @numbers = map { split /\n/, $_->safe_psql('postgres', "SELECT counter_next('invoice') FROM generate_series(1, 5)") } $coordinator, @workers, $coordinator;
is_deeply(\@numbers, [ 1 .. 20 ], 'a counter in a reference table is one counter on all nodes');
$error = ($coordinator->psql('postgres', "INSERT INTO event (n) SELECT counter_next('invoice') FROM event LIMIT 10"))[2];
note "INSERT ... SELECT: $error";
sql("INSERT INTO event (n) SELECT lower(batch) + i FROM counter_take('invoice', 10) batch, generate_series(0, 9) i");
is(sql("SELECT counter_next('invoice') > 30, count(*), count(DISTINCT n) FROM event WHERE n BETWEEN 21 AND 30 AND id > now() - interval '1 hour'"), 't|10|10', 'a batch numbers many rows');

# -- Partitions by time ----------------------------------------------------------------------------

sql(<<'SQL');
CREATE TABLE log (tenant int, id objectid DEFAULT gen_objectid(), PRIMARY KEY (tenant, id)) PARTITION BY RANGE (id);
SELECT create_distributed_table('log', 'tenant');
SELECT create_time_partitions('log', interval '1 month', end_at => timestamptz '2026-07-01 00:00+00', start_from => timestamptz '2026-01-01 00:00+00');
INSERT INTO log SELECT n % 10, gen_objectid(timestamptz '2026-01-01 00:00+00' + n * interval '6 hours') FROM generate_series(0, 700) n;
SQL
is(sql("SELECT count(*), min(from_value::objectid) = objectid_min('2026-01-01 00:00+00'), max(to_value::objectid) = objectid_min('2026-07-01 00:00+00') FROM time_partitions WHERE parent_table = 'log'::regclass"),
	'6|t|t', 'create_time_partitions makes partitions of ids');
is(sql("SELECT count(*) FROM log WHERE id < timestamptz '2026-03-01 00:00+00'"), '236', 'which answer');
sql("CALL drop_old_time_partitions('log', timestamptz '2026-03-01 00:00+00')");
is(sql("SELECT count(*), bool_and(id >= timestamptz '2026-03-01 00:00+00') FROM log"), '465|t', 'drop_old_time_partitions drops those before');

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
is(sql('SELECT count(*) FROM rows_after(NULL::plain, NULL)'), '1', 'a local table is followed');
my $partition =
  sql("SELECT partition FROM time_partitions WHERE parent_table = 'log'::regclass LIMIT 1");
for my $table ('event', 'everywhere', 'known', 'log', $partition)
{
	for my $call ("rows_after(NULL::$table, NULL)", "resolved_timestamp('$table')")
	{
		$error = ($coordinator->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call"))[2];
		like($error, qr/0A000: cannot follow table/, "$call is refused");
	}
}
$error = ($workers[0]->psql('postgres', "SELECT resolved_timestamp('event')"))[2];
like($error, qr/cannot follow table "event"/, 'on a worker, too');
my $shard = $workers[0]->safe_psql('postgres', "SET citus.override_table_visibility = off;
	SELECT relname FROM pg_class WHERE relname ~ '^event_[0-9]+\$' AND relkind = 'r' LIMIT 1");
for my $call ("rows_after(NULL::$shard, NULL)", "resolved_timestamp('$shard')")
{
	$error = ($workers[0]->psql('postgres', "SELECT $call"))[2];
	like($error, qr/cannot follow table/, "$call, a shard, is refused");
}

$_->stop('immediate') for @workers, $coordinator;
done_testing();

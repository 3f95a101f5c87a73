# Ids on a standby, through promotion and through logical replication. Indexes on a standby, and
# after a crash: test/t/objectid_indexes.pl.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $primary = start_server('primary', undef, allows_streaming => 'logical');
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE made (
	id objectid PRIMARY KEY DEFAULT gen_objectid(),
	v6 uuid NOT NULL UNIQUE DEFAULT uuid_v6(),
	v7 uuid NOT NULL UNIQUE DEFAULT uuid_v7(),
	n int NOT NULL);
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
});
my $insert = 'INSERT INTO made (n) SELECT generate_series(1, 20000)';
sql($insert);

sub fingerprint
{
	my ($node, $database) = @_;
	return $node->safe_psql($database // 'postgres',
		q{SELECT count(*), md5(string_agg(id || v6::text || v7, '' ORDER BY id)) FROM made});
}

# Streaming ----------------------------------------------------------------------------------------

my $standby = copy_of($primary, 'standby', has_streaming => 1);
sql('INSERT INTO made (n) SELECT generate_series(1, 1000)');
$primary->wait_for_catchup($standby);
is(fingerprint($standby), fingerprint($primary), 'a standby has the same rows');
is($standby->safe_psql('postgres', q{
SELECT count(DISTINCT (gen_objectid(), uuid_v6(), uuid_v7())) FROM generate_series(1, 1000)}),
	'1000', 'a read-only standby makes ids');
is($standby->safe_psql('postgres',
		q{SELECT count(*) > 0 FROM made WHERE id > now() - interval '1 day'}),
	't', 'a standby answers a time predicate');
like(($standby->psql('postgres', q{SELECT counter_next('counter', 'x')}))[2],
	qr/cannot execute counter_next\(\) in a read-only transaction/,
	'a standby gives out no number');

$standby->promote;
$standby->safe_psql('postgres', $insert);
is($standby->safe_psql('postgres', 'SELECT count(*) FROM made'), 41000,
	'once promoted, it makes others');
$standby->stop;

# Logical replication ------------------------------------------------------------------------------

my $subscriber = start_server('subscriber');
sql('CREATE PUBLICATION all_made FOR TABLE made');
my $primary_at = 'host=' . $primary->host . ' port=' . $primary->port . ' dbname=postgres';

# The ids that a subscriber gives to rows as they arrive. Two background workers make them: one
# copies the table, the other applies the rest. Sessions make some in between, before the
# subscription and after each transaction.
for my $binary ('false', 'true')
{
	my $name = "binary_$binary";
	my $subscribed = sub { return $subscriber->safe_psql($name, $_[0]) };
	$subscriber->safe_psql('postgres', "CREATE DATABASE $name");
	$subscribed->(qq{
CREATE EXTENSION objectid;
CREATE TABLE visits (n int, arrived objectid DEFAULT gen_objectid(),
	arrived_v7 uuid DEFAULT uuid_v7(), generator text DEFAULT objectid_generator(),
	pid int DEFAULT pg_backend_pid());
INSERT INTO visits VALUES (0);
CREATE TABLE made (id objectid PRIMARY KEY, v6 uuid, v7 uuid, LIKE visits INCLUDING DEFAULTS);
CREATE SUBSCRIPTION $name CONNECTION '$primary_at' PUBLICATION all_made WITH (binary = $binary)});
	sql('INSERT INTO made (n) VALUES (1), (2); UPDATE made SET n = 0 WHERE n = 1;',
		'DELETE FROM made WHERE n = 2');
	$subscriber->wait_for_subscription_sync($primary, $name, $name);
	is(fingerprint($subscriber, $name), fingerprint($primary), "$name: the same rows");

	for my $n (-3 .. -1)
	{
		sql("INSERT INTO made (n) SELECT $n FROM generate_series(1, 10)");
		$primary->wait_for_catchup($name);
		$subscribed->("INSERT INTO visits VALUES ($n)");
	}
	is($subscribed->(qq{
SELECT count(DISTINCT pid), count(DISTINCT pid) FILTER (WHERE n < 0),
	count(*) FILTER (WHERE n < 0 AND pid = applying)
FROM made, (
	SELECT pid AS applying FROM pg_stat_subscription
	WHERE subname = '$name' AND relid IS NULL) AS _}),
		'2|1|30', "$name: background workers make ids");
	my $shared = $subscriber->pg_version >= 17
	  || $subscribed->('SHOW shared_preload_libraries') eq 'objectid';
	my ($generator, $partition) = $shared ? ('server', '') : ('process', 'PARTITION BY pid');
	is($subscribed->(qq{
SELECT string_agg(DISTINCT generator, ' '), max(stage), count(*) - count(DISTINCT arrived),
	count(*) - count(DISTINCT arrived_v7), count(*) FILTER (WHERE stage < before),
	count(*) FILTER (WHERE stage < before_v7)
FROM (
	SELECT *, lag(stage) OVER ($partition ORDER BY arrived) AS before,
		lag(stage) OVER ($partition ORDER BY arrived_v7) AS before_v7
	FROM (
		SELECT CASE WHEN n < 0 THEN 2 * n + 8 ELSE 1 END AS stage, arrived, arrived_v7, generator,
			pid FROM made
		UNION ALL
		SELECT CASE WHEN n < 0 THEN 2 * n + 9 ELSE 0 END, arrived, arrived_v7, generator,
			pid FROM visits) AS _) AS _}),
		"$generator|7|0|0|0|0",
		"$name: theirs and those of sessions come one after the other, of the $generator");
	sql('DELETE FROM made WHERE n < 0');
	$subscribed->("DROP SUBSCRIPTION $name");
}

# A subscriber without the extension, whose columns are text, has the ids too. None of all tables is
# the extension's.
sql('CREATE TABLE listed (id objectid PRIMARY KEY, others objectid[]);',
	'INSERT INTO listed SELECT gen_objectid(), ARRAY[gen_objectid(), NULL] FROM',
	'generate_series(1, 10); DROP TABLE counter; CREATE PUBLICATION every_table FOR ALL TABLES');
$subscriber->safe_psql('postgres', q{
CREATE TABLE made (id text COLLATE "C" PRIMARY KEY, v6 uuid, v7 uuid, n int);
CREATE TABLE listed (id text COLLATE "C" PRIMARY KEY, others text[]);
} . "CREATE SUBSCRIPTION plain CONNECTION '$primary_at' PUBLICATION every_table");
$subscriber->wait_for_subscription_sync($primary, 'plain', 'postgres');
sql('UPDATE listed SET others = others || gen_objectid();',
	'DELETE FROM listed WHERE id = (SELECT max(id) FROM listed);',
	'INSERT INTO listed VALUES (gen_objectid())');
$primary->wait_for_catchup('plain');
my $listed = 'SELECT * FROM listed ORDER BY id';
is($subscriber->safe_psql('postgres', $listed), sql($listed), 'ids arrive as text, in their order');
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION plain');
$subscriber->stop;

$primary->stop;
done_testing();

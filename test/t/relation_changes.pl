# What functions have read of a table stays right while other sessions change it: the server
# replaces what it keeps of a relation whenever it takes a message about it, as while it waits for a
# lock.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', "autovacuum = off\nmax_locks_per_transaction = 256");
my $columns = join ', ', map { "column_number_$_ int" } 1 .. 1587;
sql(qq{
CREATE EXTENSION objectid;
CREATE TABLE narrow (n int, id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m int);
CREATE TABLE wide (n int, id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m int, $columns);
CREATE TABLE uuids (n int, id uuid PRIMARY KEY DEFAULT uuid_v7(), m int);
CREATE UNIQUE INDEX uuids_m ON uuids (m);
INSERT INTO narrow (n, m) SELECT i, -i FROM generate_series(1, 3) i;
INSERT INTO wide (n, m) SELECT i, -i FROM generate_series(1, 3) i;
INSERT INTO uuids (n, m) SELECT i, -i FROM generate_series(1, 3) i;
SELECT pg_sleep(0.003);
});

my ($holds, $reads) = map { $node->background_psql('postgres', on_error_stop => 0) } 1, 2;

# While one session holds what a call needs, another changes something.
sub read_beside
{
	my ($held, $change, $call) = @_;
	$holds->query_safe("BEGIN; $held");
	let_wait($reads, $call);
	sql($change);
	$holds->query_safe('COMMIT');
	return answer_of($reads);
}

# One changes the descriptor on some versions, the other on others. The definition of the sequence
# is looked up while the table is open.
for my $table (qw(narrow wide))
{
	my $poll = "SELECT id, n, m FROM $table WHERE id > 1 AND id < resolved_number('$table')";
	for my $change (
		"ALTER TABLE $table ALTER n SET STATISTICS 77; ALTER TABLE $table ALTER m SET STATISTICS 7",
		"ALTER TABLE $table VALIDATE CONSTRAINT later")
	{
		$reads->query($poll);
		sql("ALTER SEQUENCE ${table}_id_seq INCREMENT 1", ";",
			"ALTER TABLE $table DROP CONSTRAINT IF EXISTS later,
				ADD CONSTRAINT later CHECK (n > 0) NOT VALID");
		is(read_beside('LOCK TABLE pg_sequence', $change, $poll),
			"2|2|-2\n3|3|-3", "the definition of the sequence is waited for: $change");
	}
}

# A session that has missed too many messages, because it waits, forgets everything.
my $writes = $node->background_psql('postgres');
my $poll = q{SELECT m FROM uuids WHERE m > 0 AND id < resolved_uuid_v7('uuids')};
$reads->query($poll);
$holds->query_safe('BEGIN; SELECT FROM pg_advisory_xact_lock(1)');
let_wait($reads, 'SELECT FROM pg_advisory_xact_lock(1)');
sql('CREATE TABLE uuids_child (PRIMARY KEY (id)) INHERITS (uuids)',
	';', 'CREATE TABLE more (LIKE wide); DROP TABLE more');
$writes->query_safe('BEGIN; INSERT INTO uuids_child (m) VALUES (7)');
sql('INSERT INTO uuids (m) VALUES (8); SELECT pg_sleep(0.003)');
$holds->query_safe('COMMIT');
answer_of($reads);
is($reads->query($poll), '', 'which children a table had');
$_->quit for $holds, $reads, $writes;

# All functions that look at tables ----------------------------------------------------------------

sql(q{
CREATE EXTENSION objectid_migration;
CREATE TABLE numbers (a int CHECK (a > 0), id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	b uuid UNIQUE DEFAULT uuid_v7(), at timestamptz DEFAULT clock_timestamp());
CREATE TABLE ids (a int, id objectid PRIMARY KEY DEFAULT gen_objectid(), b int UNIQUE,
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE parts (a int, id uuid PRIMARY KEY DEFAULT uuid_v7(), b int,
	at timestamptz DEFAULT clock_timestamp()) PARTITION BY RANGE (id);
CREATE TABLE part PARTITION OF parts DEFAULT;
CREATE TABLE parent (a int, id objectid PRIMARY KEY DEFAULT gen_objectid(), b text,
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE child (PRIMARY KEY (id)) INHERITS (parent);
CREATE TABLE before (id text PRIMARY KEY, other text REFERENCES before, b int);
CREATE TABLE months (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
INSERT INTO numbers (a) SELECT generate_series(1, 9);
INSERT INTO ids (a, id) SELECT i, objectid_min(to_timestamp(i)) FROM generate_series(1, 9) i;
INSERT INTO parts (a) SELECT generate_series(1, 9);
INSERT INTO parent (a, id) SELECT i, objectid_min(to_timestamp(i)) FROM generate_series(1, 9, 2) i;
INSERT INTO child (a, id) SELECT i, objectid_min(to_timestamp(i)) FROM generate_series(2, 9, 2) i;
SELECT pg_sleep(0.003);
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
ANALYZE;
});

# Each is true; beside a session that has locked the table, those of an unknown bound are NULL.
my @calls = (
	q{(SELECT sum(a) = 45 FROM numbers WHERE id < resolved_number('numbers'))},
	q{(SELECT sum(a) = 39 FROM numbers WHERE id > 3 AND id < resolved_number('numbers', 'id'))},
	q{(SELECT sum(a) = 45 FROM numbers WHERE b < resolved_uuid_v7('numbers', key => 'b'))},
	q{(SELECT sum(a) = 45 FROM ids WHERE id < resolved_objectid('ids'))},
	q{(SELECT sum(a) = 45 FROM parts WHERE id < resolved_uuid_v7('parts'))},
	q{(SELECT sum(a) = 45 FROM part WHERE id < resolved_uuid_v7('part'))},
	q{(SELECT sum(a) = 45 FROM parent WHERE id < resolved_objectid('parent'))},
	(map { "resolved_timestamp('$_') <= clock_timestamp()" } qw(numbers ids part parts parent)),
	q{counter_next('counter', 'one') > 0},
	q{counter_take('counter', 'one', 2) IS NOT NULL},
	'(SELECT sum(a) = 45 FROM ids WHERE id < now())',
	'(SELECT sum(a) = 39 FROM parent WHERE id > to_timestamp(3))',
	q{(SELECT sum(a) = 45 FROM parts WHERE id > now() - interval '1 day')},
	q{(SELECT count(*) > 3 FROM migration.conversion_statements('before.id'))},
	q{(SELECT count(*) > 1 FROM partition_statements('months', '1 month', 2))},
	'gen_objectid() < gen_objectid()');

my @tables = qw(numbers ids parts part parent child before counter);
my $changes = "\\set n random(1, 1000)\n" . join '', map {
	my $column = { before => 'b', counter => 'shards' }->{$_} // 'a';
	"ALTER TABLE $_ ALTER $column SET STATISTICS :n;
BEGIN; ALTER TABLE $_ ADD CONSTRAINT later CHECK ($column < 1000000000) NOT VALID; COMMIT;
ALTER TABLE $_ VALIDATE CONSTRAINT later;
ALTER TABLE $_ DROP CONSTRAINT later;\n" } @tables;
# A parent's constraints are those of its children.
$changes =~ s/^.*TABLE (?:part|child) .*later.*\n//gm;
my ($pgbench, $log) = start_pgbench($node, $changes, '-t', 1_000_000);
my $run = join '', map { "SELECT 1 / ($_)::int;\n" } @calls;
writers('-c 2 -t ' . repeated(50, 200),
	'right beside a session that changes the tables', $run);
ok($pgbench->pumpable, 'which has not ended') or diag(slurp_file($log));
$pgbench->kill_kill;

SKIP:
{
	# Only servers with assertions can do it.
	skip 'the server cannot discard its caches', scalar @calls
	  unless sql(q{SELECT max_val FROM pg_settings WHERE name = 'debug_discard_caches'}) > 0;
	for (@calls)
	{
		is(sql("SET debug_discard_caches = 1; SELECT $_"), 't', "whatever is discarded: $_");
	}
}

$node->stop;
done_testing();

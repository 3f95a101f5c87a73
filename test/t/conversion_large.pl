# The guide's steps for tables too large for one rewrite, while other sessions write all the time.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

# On a busy machine the usual deadlock_timeout, 1 s, is not well above the guide's lock_timeout.
my $node = start_server('main', "fsync = off\ndeadlock_timeout = '1min'");
sql('CREATE EXTENSION objectid');

my @blocks = map { $_->{sql} }
  grep { ($_->{section} // '') eq 'Without blocking writers' }
  doc_examples::blocks('doc/convert-columns.md');
is(scalar @blocks, 6, 'the guide has the tables and five steps');
my $rows = 20000;
my $tables = shift @blocks;
sql($tables);
is(sql('SELECT count(*) FROM readings'), $rows, 'so many rows');

# Runs a statement without an error. One that may give up before it could deadlock with a writer is
# repeated.
sub run_step
{
	my ($what, $statement, $may_give_up) = @_;
	my $error;
	do
	{
		$error = ($node->psql('postgres', $statement))[2];
		note "$what: $error" if $error;
	} while ($may_give_up && $error =~ /lock timeout/);
	return is($error, '', $what);
}

# What writers did, by the digits of the id, which both types show.
sql(q{
CREATE TABLE ledger (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text UNIQUE,
	value integer, alarms integer DEFAULT 0, deleted boolean DEFAULT false);
INSERT INTO ledger (id, value, alarms)
	SELECT id, value, (SELECT count(*) FROM alarms WHERE reading = r.id) FROM readings r});
# A writer locks a row of the ledger before it touches the tables, so that writers do not deadlock
# with one another.
my $script = <<'SQL' =~ s/ROWS/$rows/r;
\set row random(1, ROWS)
\set kind random(1, 10)
BEGIN;
SELECT id AS target, deleted AS gone FROM ledger WHERE n = :row FOR UPDATE \gset
\if :gone
WITH made AS (INSERT INTO readings (id, value) VALUES (gen_objectid()::text, 0) RETURNING id)
	INSERT INTO ledger (id, value) SELECT id::text, 0 FROM made;
\elif :kind = 1
DELETE FROM readings WHERE id = ':target';
UPDATE ledger SET deleted = true, alarms = 0 WHERE n = :row;
\elif :kind < 4
INSERT INTO alarms (reading) VALUES (':target');
UPDATE ledger SET alarms = alarms + 1 WHERE n = :row;
\else
UPDATE readings SET value = value + 1 WHERE id = ':target';
UPDATE ledger SET value = value + 1 WHERE n = :row;
\endif
COMMIT;
SQL
my ($writers, $said) = start_pgbench($node, $script, qw(-c 4 -j 1 -T 3600));

# Writers go on: the ledger gets new rows or new values.
my $tally = 'SELECT sum(value) + sum(alarms) + count(*) + count(*) FILTER (WHERE deleted)
	FROM ledger';

sub writers_go_on
{
	my ($when) = @_;
	my $before = sql($tally);
	ok($node->poll_query_until('postgres', "SELECT ($tally) > $before + 100"),
		"writers write $when");
}

writers_go_on('before');

# A trigger that fires after the guide's would lose what it writes.
sql('CREATE DATABASE late');
sql_in('late', "CREATE EXTENSION objectid; $tables $blocks[0] $blocks[1]");
sql_in('late', q{
CREATE FUNCTION set_reading() RETURNS trigger LANGUAGE plpgsql
	AS 'BEGIN SELECT id FROM readings INTO NEW.reading; RETURN NEW; END';
CREATE TRIGGER set_reading BEFORE INSERT ON alarms
	FOR EACH ROW EXECUTE FUNCTION set_reading();
INSERT INTO alarms DEFAULT VALUES});
like(error_of($blocks[2], undef, 'late'), qr/^23514: .*"alarms_filled"/,
	'step 3 finds what a later trigger has written');

for my $step (1 .. 3)
{
	# A statement of its own for what cannot run in a transaction: psql sends them one by one.
	run_step("step $step", $blocks[ $step - 1 ]);
	writers_go_on("after step $step");
}
my ($validate, $swap, $rest) = $blocks[4] =~ /\A(.*?)(^BEGIN;.*?^COMMIT;\n)(.*)\z/ms;
run_step('step 4', $blocks[3], 'may give up');
run_step('step 5, before the swap', $validate);
run_step('step 5, the swap', $swap, 'may give up');
run_step('step 5, after the swap', $rest);
writers_go_on('after the swap');

$writers->signal('TERM');
$writers->finish;
unlike(slurp_file($said), qr/ERROR|abort|deadlock/, 'no writer met an error');

is( sql(q{
SELECT count(*) > 10000, count(*) FILTER (WHERE r.id IS NULL),
	count(*) FILTER (WHERE l.id IS NULL), count(*) FILTER (WHERE r.value <> l.value)
FROM (SELECT * FROM ledger WHERE NOT deleted) l FULL JOIN readings r ON r.id::text = l.id}),
	't|0|0|0', 'no row is missing, none is too many, each has its last value');
is( sql(q{
SELECT count(*) FROM ledger l
FULL JOIN (SELECT reading, count(*) AS n FROM alarms GROUP BY reading) a ON a.reading::text = l.id
WHERE coalesce(l.alarms, 0) <> coalesce(a.n, 0)}),
	'0', 'nor of the rows that refer to them');
is( sql(q{
SELECT attrelid::regclass, attname, atttypid::regtype FROM pg_attribute
WHERE attrelid IN ('readings'::regclass, 'alarms'::regclass) AND attnum > 0 AND NOT attisdropped
ORDER BY attrelid::regclass::text, attnum}),
	"alarms|n|bigint\nalarms|reading|objectid\nreadings|value|integer\nreadings|id|objectid",
	'the columns');
is( sql(q{
SELECT conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
WHERE conrelid IN ('readings'::regclass, 'alarms'::regclass) AND contype IN ('p', 'f', 'c')
ORDER BY conname}),
	join("\n",
		'alarms_pkey|PRIMARY KEY (n)|t',
		'alarms_reading_fkey|FOREIGN KEY (reading) REFERENCES readings(id) ON DELETE CASCADE|t',
		'readings_pkey|PRIMARY KEY (id)|t'),
	'the constraints');

$node->stop;
done_testing();

# assign_random_digits(): several sessions, bulk loads, few numbers left, isolation levels.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

# Bulk loads have to work with the settings that a new server has.
my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf(
	'postgresql.conf', q{
max_connections = 100
max_locks_per_transaction = 64
log_lock_waits = on
});
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION objectid');

sub sql
{
	my ($sql) = @_;
	return $node->safe_psql('postgres', $sql);
}

sub error_of
{
	my ($sql) = @_;
	my ($ret, $stdout, $stderr) = $node->psql('postgres', "\\set VERBOSITY verbose\n$sql");
	return $stderr =~ /ERROR:  (.*)/ ? $1 : 'none';
}

# Runs a script with so many clients, none of which may fail.
my $scripts = 0;
sub writers
{
	my ($options, $name, $script) = @_;
	$node->pgbench("-n $options", 0, [qr/processed/], [qr/^$/], $name,
		{ 'script_' . ++$scripts => $script });
	return;
}

sub table
{
	my ($name, $digits) = @_;
	sql(qq{
CREATE TABLE $name (id bigint PRIMARY KEY, who text);
CREATE TRIGGER digits BEFORE INSERT ON $name FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '$digits');
});
	return;
}

sub rows
{
	my ($table) = @_;
	return sql("SELECT count(*), count(DISTINCT id), min(id) >= 0, max(length(id::text)) FROM $table");
}

sub start
{
	my ($sql) = @_;
	my $run = { out => '', err => '' };
	$run->{run} = IPC::Run::start([ 'psql', '-XAtq', '-v', 'VERBOSITY=verbose', '-d', $node->connstr('postgres'), '-c', $sql ],
		'>', \$run->{out}, '2>', \$run->{err});
	return $run;
}

# Whether so many sessions come to wait for another.
sub waiting
{
	my ($count) = @_;
	return $node->poll_query_until('postgres', "SELECT count(*) = $count FROM pg_locks WHERE NOT granted");
}

# Whether the numbers of one transaction are spread evenly over the remainders by 2 to 1,000. For each a
# chi-square, by Wilson and Hilferty's approximation as standard deviations from the mean: beyond 9 of
# them is met by chance once in 10^15 runs.
sub evenly_spread
{
	my ($name, @numbers) = @_;
	my ($worst, $by) = (0, 0);
	foreach my $modulus (2 .. 1000)
	{
		my @found = (0) x $modulus;
		$found[ $_ % $modulus ]++ foreach @numbers;
		my $expected = @numbers / $modulus;
		my $chi_square = 0;
		$chi_square += ($_ - $expected)**2 / $expected foreach @found;
		my $spread = 2 / (9 * ($modulus - 1));
		my $deviation = (($chi_square / ($modulus - 1))**(1 / 3) - 1 + $spread) / sqrt($spread);
		($worst, $by) = ($deviation, $modulus) if $deviation > $worst;
	}
	cmp_ok($worst, '<', 9, sprintf '%s: the remainders by %d are the least even, %.1f deviations', $name, $by, $worst);
	return;
}

# Many short transactions -----------------------------------------------------------------------

table('four', 4);
writers('-c 8 -t 1000', '8 writers fill 8,000 of 10,000 numbers', 'INSERT INTO four (who) VALUES (:client_id);');
is(rows('four'), '8000|8000|t|4', 'not one failed');
writers('-c 8 -t 250', '8 writers take all that are left', 'INSERT INTO four (who) VALUES (:client_id);');
is(rows('four'), '10000|10000|t|4', 'not one failed, down to the last number');
is(error_of('INSERT INTO four DEFAULT VALUES'), '2200H: column "id" of relation "four" has no unused 4-digit numbers left', 'then there are no more');
is(sql('SELECT count(*) FROM (SELECT who, count(*) FROM four GROUP BY who) w WHERE count = 1250'), '8', 'each had its share');

# Transactions of several rows, some of which give up.
table('five', 5);
writers('-c 8 -t 12', '8 writers of 100 rows or more, with savepoints and rollbacks', q{
\set outcome random(1, 4)
BEGIN;
INSERT INTO five SELECT NULL, :client_id FROM generate_series(1, 50);
SAVEPOINT half;
INSERT INTO five SELECT NULL, 'gone' FROM generate_series(1, 50);
\if :outcome = 1
RELEASE half;
\else
ROLLBACK TO half;
\endif
INSERT INTO five SELECT NULL, :client_id FROM generate_series(1, 50);
\if :outcome = 2
ROLLBACK;
\else
COMMIT;
\endif
});
like(rows('five'), qr/^(\d+)\|\1\|t\|5$/, 'their numbers differ');

# Bulk loads -------------------------------------------------------------------------------------

table('loads', 12);
my @loaders = map { $node->background_psql('postgres') } 1 .. 2;
foreach my $i (0, 1)
{
	$loaders[$i]->query_until(qr/begun/, qq{\\echo begun
BEGIN;
INSERT INTO loads SELECT NULL, 'load $i' FROM generate_series(1, 100000);
SELECT 'loaded';
});
}
# While both run, others come and go. The log tells when one of them waits for a load, be it for its statement alone; extending
# the table or an index takes a lock too.
sub beside_loads
{
	my ($name) = @_;
	my $log = -s $node->logfile;
	writers('-c 4 -t 50', $name, "SET lock_timeout = '180s';\nINSERT INTO loads (who) VALUES ('single');");
	unlike(slurp_file($node->logfile, $log), qr/still waiting for \w+ on (?!extension)/, "$name: nobody waits");
	return;
}
beside_loads('4 writers of single rows beside two loads that are not committed');
$_->query_safe('SELECT 1') foreach @loaders;
is( sql(q{SELECT count(*) FROM pg_locks WHERE locktype = 'object' AND classid = 'loads'::regclass}),
	'0', 'two transactions of 100,000 rows hold no locks on numbers when their statements have ended');
beside_loads('4 more of them');
$_->query_safe('COMMIT') foreach @loaders;
$_->quit foreach @loaders;
is(sql(q{SELECT who, count(*) FROM loads GROUP BY who ORDER BY who}), "load 0|100000\nload 1|100000\nsingle|400", 'all rows are there');
is(rows('loads'), '200400|200400|t|12', 'their numbers differ');
is( sql(q{SELECT count(DISTINCT id / 1000000000) FROM loads WHERE who = 'load 0'}),
	'1000', 'those of one load begin with all digits');
is(sql(q{SELECT count(DISTINCT id % 1000) FROM loads WHERE who = 'load 0'}), '1000', 'and end in all');

# What the numbers of a transaction tell about one another: nothing.
foreach my $digits (6, 12)
{
	table("vouchers_$digits", $digits);
	sql("INSERT INTO vouchers_$digits SELECT FROM generate_series(1, 3000)");
	my @numbers = split /\n/, sql("SELECT id FROM vouchers_$digits");
	is(scalar(@numbers), 3000, "3,000 numbers of $digits digits in one transaction");
	evenly_spread("$digits digits", @numbers);
}
# Whoever knows one of them and takes steps of 2 to 1,000 from it, 500 steps each, hits 0.3 in 100, as
# with any guess. By chance it comes to 30 of 500 once in 10^20 times.
my %exists = map { $_ => 1 } split /\n/, sql('SELECT id FROM vouchers_6');
my ($known) = sort { $a <=> $b } keys %exists;
my ($most, $step) = (0, 0);
foreach my $try (2 .. 1000)
{
	my $hits = grep { $exists{ ($known + $_ * $try) % 1_000_000 } } 1 .. 500;
	($most, $step) = ($hits, $try) if $hits > $most;
}
cmp_ok($most, '<', 30, "of 500 guesses from a known number $most hit at best, in steps of $step");

# Two loads that share a range of numbers.
table('tight', 4);
my @runs = map { start("INSERT INTO tight SELECT NULL, 'load $_' FROM generate_series(1, 3000)") } 1 .. 2;
$_->{run}->finish foreach @runs;
is(join('', map { $_->{err} } @runs), '', 'two loads fill 60 of 100 numbers side by side');
is(rows('tight'), '6000|6000|t|4', 'their numbers differ');

# COPY, from two sessions at once.
table('copied', 6);
my $file = $node->basedir . '/rows.csv';
open my $csv, '>', $file or die;
print $csv ",copied\n" x 2_000;
close $csv;
@runs = map { start("\\copy copied FROM '$file' (FORMAT csv)") } 1 .. 2;
$_->{run}->finish foreach @runs;
is(rows('copied'), '4000|4000|t|6', 'COPY from two sessions');

# The last numbers -------------------------------------------------------------------------------

# Whoever was given no number waits for the one with the last number, and gets what is left of it.
table('last', 1);
sql('INSERT INTO last SELECT n FROM generate_series(0, 8) n');
my $holder = $node->background_psql('postgres');
foreach my $end ('ROLLBACK', 'COMMIT')
{
	$holder->query_safe('BEGIN');
	is($holder->query_safe('INSERT INTO last DEFAULT VALUES RETURNING id'), '9', 'a transaction takes the last number');
	my @waiters = map { start('INSERT INTO last DEFAULT VALUES RETURNING id') } 1 .. 2;
	ok(waiting(2), 'two others wait for it');
	$holder->query_safe($end);
	$_->{run}->finish foreach @waiters;
	is(join('', map { $_->{out} } @waiters), $end eq 'ROLLBACK' ? "9\n" : '', "what they get after $end");
	is( scalar(grep { $_->{err} =~ /ERROR:  2200H: column "id" of relation "last" has no unused 1-digit numbers left/ } @waiters),
		$end eq 'ROLLBACK' ? 1 : 2,
		"the rest is told that there is none after $end");
	sql('DELETE FROM last WHERE id = 9');
}

# Whoever was given a number never waits for another: no deadlock.
table('pair', 1);
sql('INSERT INTO pair SELECT n FROM generate_series(0, 7) n');
my @holders = map { $node->background_psql('postgres', on_error_stop => 0) } 1 .. 2;
foreach my $session (@holders)
{
	$session->query_safe('\set VERBOSITY verbose');
	$session->query_safe('BEGIN');
	$session->query_safe('INSERT INTO pair DEFAULT VALUES');
}
foreach my $session (@holders)
{
	$session->query('INSERT INTO pair DEFAULT VALUES');
	like($session->{stderr},
		qr/ERROR:  55P03: could not obtain a 1-digit number for column "id" of relation "pair"\nDETAIL:  All remaining numbers are held by other transactions.\nHINT:  The transaction might succeed if retried./,
		'a transaction that holds a number does not wait for one that another holds');
	$session->{stderr} = '';
	$session->query_safe('ROLLBACK');
	last;
}
is($holders[1]->query_safe('INSERT INTO pair DEFAULT VALUES RETURNING id BETWEEN 8 AND 9'), 't', 'the other one goes on when it has given up');
$holders[1]->query_safe('COMMIT');
is(rows('pair'), '10|10|t|1', 'and has both');

# The same for a number of another table.
table('other', 1);
sql('INSERT INTO other SELECT n FROM generate_series(0, 8) n; DELETE FROM pair WHERE id > 8');
foreach my $i (0, 1)
{
	$holders[$i]->query_safe('BEGIN');
	$holders[$i]->query_safe('INSERT INTO ' . ('pair', 'other')[$i] . ' DEFAULT VALUES');
}
$holders[0]->query('INSERT INTO other DEFAULT VALUES');
like($holders[0]->{stderr}, qr/ERROR:  55P03/, 'nor does it wait for a number of another table');
$holders[0]->{stderr} = '';
$holders[0]->query_safe('ROLLBACK');
$holders[1]->query_safe('INSERT INTO pair DEFAULT VALUES');
$holders[1]->query_safe('COMMIT');
$_->quit foreach @holders;
$holder->quit;

# 40 sessions for 30 numbers, all at once.
table('thirty', 2);
sql('INSERT INTO thirty SELECT n FROM generate_series(0, 69) n');
@runs = map { start('INSERT INTO thirty DEFAULT VALUES') } 1 .. 40;
$_->{run}->finish foreach @runs;
is(rows('thirty'), '100|100|t|2', '40 sessions for the last 30 numbers take them all');
is(scalar(grep { $_->{err} =~ /2200H/ } @runs), 10, '10 of them are told that there is none');
is(scalar(grep { $_->{err} !~ /2200H|^$/ } @runs), 0, 'nothing else happens to any');

# 16 sessions for 95 of 100 numbers.
table('hundred', 2);
@runs = map { start('INSERT INTO hundred DEFAULT VALUES') } 1 .. 16;
$_->{run}->finish foreach @runs;
writers('-c 16 -t 4', '16 sessions go on', 'INSERT INTO hundred DEFAULT VALUES;');
push @runs, map { start('INSERT INTO hundred DEFAULT VALUES') } 1 .. 15;
$_->{run}->finish foreach @runs;
is(join('', map { $_->{err} } @runs), '', '16 sessions fill 95 of 100 numbers, and none fails');
is(rows('hundred'), '95|95|t|2', 'their numbers differ');

# Each of the numbers that are left comes as often as any other. 2,000 draws from ten, with the numbers that
# are taken next to one another, so that whoever goes on from a taken one to the next free one would
# prefer the first: beyond 80 it is by chance once in 10^13 times.
sql('CREATE TABLE drawn (id int); TRUNCATE hundred; INSERT INTO hundred SELECT n FROM generate_series(10, 99) n');
sql(q{
DO $$
BEGIN
	FOR i IN 1 .. 2000 LOOP
		WITH made AS (INSERT INTO hundred DEFAULT VALUES RETURNING id) INSERT INTO drawn SELECT id FROM made;
		DELETE FROM hundred WHERE id < 10;
	END LOOP;
END
$$});
my $uneven = sql('SELECT round(sum((n - 200) ^ 2) / 200) FROM (SELECT count(*) AS n FROM drawn GROUP BY id) d');
is(sql('SELECT count(DISTINCT id) FROM drawn'), '10', 'each free number is given');
cmp_ok($uneven, '<', 80, "with the same chance: chi-square of 9 degrees is $uneven");

# Isolation levels -------------------------------------------------------------------------------

# The trigger does not look with the transaction's snapshot: it knows what was committed later.
table('snapshot', 1);
sql('INSERT INTO snapshot SELECT n FROM generate_series(0, 7) n');
foreach my $level ('REPEATABLE READ', 'SERIALIZABLE')
{
	my $session = $node->background_psql('postgres', on_error_stop => 0);
	$session->query_safe('\set VERBOSITY verbose');
	$session->query_safe("BEGIN ISOLATION LEVEL $level");
	is($session->query_safe('SELECT count(*) FROM snapshot'), '8', "a snapshot under $level");
	sql('INSERT INTO snapshot VALUES (8)');
	is($session->query_safe('INSERT INTO snapshot DEFAULT VALUES RETURNING id'), '9', "a number taken since is not given under $level");
	$session->query_safe('ROLLBACK');
	$session->quit;
	sql('DELETE FROM snapshot WHERE id > 7');
	table($level =~ /SER/ ? 'serializable' : 'repeatable', 12);
}
writers('-c 8 -t 50', '8 writers under REPEATABLE READ', q{
BEGIN ISOLATION LEVEL REPEATABLE READ;
INSERT INTO repeatable SELECT FROM generate_series(1, 5);
COMMIT;
});
is(rows('repeatable'), '2000|2000|t|12', 'with many digits nothing is met twice');
writers('-c 8 -t 50 --max-tries=10000', '8 writers under SERIALIZABLE', q{
BEGIN ISOLATION LEVEL SERIALIZABLE;
INSERT INTO serializable SELECT FROM generate_series(1, 5);
COMMIT;
});
is(rows('serializable'), '2000|2000|t|12', 'what fails with 40001 can be repeated');

# Partitions, rights ------------------------------------------------------

sql(q{
CREATE TABLE parts (id bigint, who int NOT NULL, PRIMARY KEY (id, who)) PARTITION BY HASH (who);
CREATE TABLE parts_0 PARTITION OF parts FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES WITH (MODULUS 3, REMAINDER 2);
CREATE TRIGGER digits BEFORE INSERT ON parts FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '3');
});
writers('-c 8 -t 100', '8 writers fill 800 of 1,000 numbers of a partitioned table', q{
\set who random(1, 1000)
INSERT INTO parts (who) VALUES (:who);
});
is(rows('parts'), '800|800|t|3', 'their numbers differ between partitions too');
is(sql('SELECT count(DISTINCT tableoid) FROM parts'), '3', 'of which there are three');

sql(q{
CREATE ROLE app LOGIN;
CREATE ROLE nobody LOGIN;
CREATE TABLE granted (id numeric(1) PRIMARY KEY, who text DEFAULT current_user);
ALTER TABLE granted ENABLE ROW LEVEL SECURITY;
CREATE POLICY all_in ON granted FOR INSERT WITH CHECK (true);
CREATE TRIGGER digits BEFORE INSERT ON granted FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '1');
GRANT INSERT ON granted TO app;
});
$node->safe_psql('postgres', 'INSERT INTO granted DEFAULT VALUES', extra_params => [ '-U', 'app' ]) foreach 1 .. 10;
is(rows('granted'), '10|10|t|1', 'whoever may insert needs no other right, and rows that he cannot see count too');

# A row that moves to another partition while its number is looked for is in one of the two: three sessions move
# nine rows about, and two look for the tenth number.
sql(q{
CREATE TABLE moving (id int, part int, UNIQUE (id, part)) PARTITION BY LIST (part);
SELECT format('CREATE TABLE moving_%s PARTITION OF moving FOR VALUES IN (%1$s)', i) FROM generate_series(0, 15) i \gexec
CREATE TRIGGER digits BEFORE INSERT ON moving FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '1');
INSERT INTO moving (part) SELECT generate_series(1, 9);
CREATE TABLE twice (id int);
CREATE PROCEDURE move(client int) LANGUAGE plpgsql AS $$
DECLARE
    number int;
BEGIN
    SET synchronous_commit = off;
    FOR i IN 1 .. CASE WHEN client < 3 THEN 1500 ELSE 4000 END LOOP
        IF client < 3 THEN
            UPDATE moving SET part = (random() * 14)::int WHERE id % 3 = client AND part <> 15;
        ELSE
            BEGIN
                INSERT INTO moving (part) VALUES (15) RETURNING id INTO number;
                INSERT INTO twice SELECT number WHERE (SELECT count(*) FROM moving WHERE id = number) > 1;
                DELETE FROM moving WHERE id = number AND part = 15;
            EXCEPTION WHEN sequence_generator_limit_exceeded THEN
            END;
        END IF;
        COMMIT;
    END LOOP;
END
$$;
});
writers('-c 5 -t 1', 'rows move', 'CALL move(:client_id)');
is(sql('SELECT count(*) FROM twice'), '0', 'the number of a row that moves to another partition is not given again');

# Who writes to a partition keeps the table at the top as it is. (For the first row of a session the server does so.)
sql('DELETE FROM moving; INSERT INTO moving SELECT n, 1 FROM generate_series(0, 7) n');
my $partition = $node->background_psql('postgres');
$partition->query_safe($_) foreach 'INSERT INTO moving_0 (part) VALUES (0)', 'BEGIN', 'INSERT INTO moving_0 (part) VALUES (0)';
is( $partition->query_safe(q{SELECT mode FROM pg_locks WHERE relation = 'moving'::regclass AND pid = pg_backend_pid()}),
	'AccessShareLock', 'a row of a partition locks the table at the top');
is( error_of(q{SET lock_timeout = '1ms'; ALTER TABLE moving DETACH PARTITION moving_0 CONCURRENTLY}),
	'55P03: canceling statement due to lock timeout', 'its partition cannot be detached at once');
$partition->query_safe('COMMIT');
$partition->quit;
# From here on it is as if it were detached, with numbers of its own.
my $rows = 'INSERT INTO moving_0 (part) SELECT 0 FROM generate_series(3, 10)';
is(error_of($rows), '42P10: there is no unique index on column "id" of relation "moving_0"', 'a partition that is being detached');
is(error_of("CREATE UNIQUE INDEX ON moving_0 (id); $rows"), 'none', 'needs an index of its own');
is(sql('SELECT count(DISTINCT id) FROM moving_0'), '10', 'and has all numbers');

# A search of all numbers ends, whatever other tables others create meanwhile.
table('used_up', 5);
sql(q{ALTER TABLE used_up DISABLE TRIGGER digits; INSERT INTO used_up SELECT generate_series(0, 99999); ALTER TABLE used_up ENABLE TRIGGER digits});
my $creating = $node->basedir . '/creating.sql';
append_to_file($creating, "CREATE TEMP TABLE other (n int);\nDROP TABLE other;\n");
my ($made, $complaint) = ('', '');
my $creator = IPC::Run::start([ 'pgbench', '-n', '-c', '1', '-T', '600', '-f', $creating, $node->connstr('postgres') ], '>', \$made, '2>', \$complaint);
$node->poll_query_until('postgres', q{SELECT count(*) > 0 FROM pg_stat_activity WHERE query ~ 'TABLE other' AND pid <> pg_backend_pid()}) or die;
is( error_of(q{SET statement_timeout = '180s'; INSERT INTO used_up DEFAULT VALUES}),
	'2200H: column "id" of relation "used_up" has no unused 5-digit numbers left', 'a search ends while tables are created');
$creator->signal('TERM');
$creator->finish;

# A role without rights cannot hold anybody up: it takes all advisory locks that there may be on this table,
# in the way of an older version and in others.
table('stalled', 6);
my $stalling = $node->background_psql('postgres', extra_params => [ '-U', 'nobody' ]);
$stalling->query_safe('BEGIN');
is( $stalling->query_safe(q{
SELECT count(pg_advisory_xact_lock(t.oid::bigint::bit(32)::int, (hashtext('id') & -256) | n)) + count(pg_advisory_xact_lock(t.oid::int, n))
	+ count(pg_advisory_xact_lock(t.oid::bigint << 32 | n)) + count(pg_advisory_xact_lock(n))
FROM generate_series(0, 1023) n, pg_class t WHERE t.relname = 'stalled'}), '4096', 'a role without rights takes advisory locks');
is(error_of(q{SET lock_timeout = '180s'; INSERT INTO stalled SELECT FROM generate_series(1, 3000)}), 'none', 'and nobody has to wait');
$stalling->query_safe('COMMIT');
$stalling->quit;

# Citus ------------------------------------------------------------------------------------------

# There is none here: what its catalogs say is said by a stand-in that a superuser makes.
table('shard_102008', 6);
table('coordinators', 6);
sql(q{
CREATE FUNCTION pg_catalog.relation_is_a_known_shard(regclass) RETURNS bool LANGUAGE sql AS $$ SELECT $1::text ~ 'shard' $$;
});
is(error_of('INSERT INTO shard_102008 DEFAULT VALUES'), 'none', 'a function of that name that is not of Citus is not asked');
sql(q{
SET allow_system_table_mods = on;
INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
VALUES (99999, 'citus', 10, 'pg_catalog'::regnamespace, false, 'stand-in');
INSERT INTO pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
VALUES ('pg_proc'::regclass, 'relation_is_a_known_shard'::regproc, 0, 'pg_extension'::regclass, 99999, 0, 'e');
});
is( error_of('INSERT INTO shard_102008 DEFAULT VALUES'),
	'0A000: function "assign_random_digits" cannot be used on a shard',
	'on a shard numbers would be unique in that shard only');
is(error_of('INSERT INTO coordinators DEFAULT VALUES'), 'none', 'any other table is served');

$node->stop;
done_testing();

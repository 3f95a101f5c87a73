# A reader on a standby: it takes the bound from the primary, then the primary's insert position,
# and reads on the standby once this is replayed. Twelve sessions write while the recovery is paused
# and resumed: each row is read once, in order. FOLLOW_SECONDS sets the duration (5), OBJECTID_SEED
# the seed of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;
use Time::HiRes qw(time);

my $seconds = $ENV{FOLLOW_SECONDS} // repeated(5, 10);
seeded();

my $primary = start_server('primary',
	"shared_preload_libraries = 'objectid'\nmax_connections = 50", allows_streaming => 1);
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE by_id (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
CREATE TABLE by_number (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int)});
my @tables = qw(by_id by_number);
my $standby = copy_of($primary, 'standby', has_streaming => 1);

my $script = q{
\set before random(0, 5)
\set between random(0, 20)
BEGIN;
SELECT 1;
\sleep :before ms
INSERT INTO by_id (n) VALUES (1);
INSERT INTO by_number (n) VALUES (1);
\sleep :between ms
INSERT INTO by_id (n) VALUES (2);
INSERT INTO by_number (n) VALUES (2);
COMMIT;
};

# The sessions of the reader
my $on_primary = $primary->background_psql('postgres');
my $on_standby = $standby->background_psql('postgres');
my $control = $standby->background_psql('postgres');

like(($standby->psql('postgres', "\\set VERBOSITY sqlstate\nSELECT $_"))[2], qr/ERROR:  55000/,
	"a standby by itself finds no bound: $_")
  for q{resolved_uuid_v7('by_id')}, q{resolved_number('by_number')};

my $zero = '00000000-0000-0000-0000-000000000000';
my %last = (by_id => $zero, by_number => 0);
my %read = (by_id => [], by_number => []);

# What is before a bound that the primary gives, of which the standby may not yet have all.
sub bounds
{
	my ($id, $number) = split /\|/, $on_primary->query_safe(
		q{SELECT resolved_uuid_v7('by_id'), resolved_number('by_number')});
	return (by_id => "id < '$id'", by_number => "id < $number");
}

# PostgreSQL 19 can wait by itself.
my $replayed =
  $pg_version >= 19
  ? q{WAIT FOR LSN '%s' WITH (TIMEOUT '10ms', NO_THROW)}
  : q{SELECT pg_last_wal_replay_lsn() >= '%s'};
my ($is_paused, $waits) = (0, 0);

sub round
{
	my %bounds = bounds();
	my $position = $on_primary->query_safe('SELECT pg_current_wal_insert_lsn()');
	while ($on_standby->query_safe(sprintf $replayed, $position) !~ /^(?:t|success)$/)
	{
		$waits++;
		$control->query_safe('SELECT pg_wal_replay_resume()') if $is_paused;
		$is_paused = 0;
	}
	foreach my $table (@tables)
	{
		my $rows = $on_standby->query_safe(
			"SELECT id FROM $table WHERE id > '$last{$table}' AND $bounds{$table}
			ORDER BY id LIMIT 1000");
		push @{ $read{$table} }, split /\n/, $rows;
		$last{$table} = $read{$table}[-1] if $rows ne '';
	}
	return;
}

# The standby stands still until those that were writing then have ended: it does not show them, but
# the bound of the primary is already behind them.
sub stand_still
{
	$control->query_safe('SELECT pg_wal_replay_pause()');
	$is_paused = 1;
	bounds(); # leaves a mark
	my $now = $on_primary->query_safe('SELECT clock_timestamp()');
	my $ended = "SELECT uuid_v7_timestamp(resolved_uuid_v7('by_id')) > '$now'";
	1 until $on_primary->query_safe($ended) eq 't';
	return;
}

my ($writers) = start_pgbench($primary, $script, qw(-c 12 -j 2 -T), $seconds,
	'--random-seed', int(rand(2**31)));
my $end = time + $seconds - 1;
while (time < $end)
{
	stand_still() if $waits == 0 || rand() < 0.5;
	round();
}
$writers->finish;
$control->query_safe('SELECT pg_wal_replay_resume()');
$is_paused = 0;
# What is left: the rows of the last millisecond come when it is over.
my $before;
do
{
	$before = "$last{by_id} $last{by_number}";
	sql('SELECT pg_sleep(0.01); SELECT pg_current_xact_id()');
	round();
} while ($before ne "$last{by_id} $last{by_number}");
note "waited $waits times for the position";
cmp_ok($waits, '>', 0, 'the standby lagged behind');

foreach my $table (@tables)
{
	my $written = sql("SELECT id FROM $table ORDER BY id");
	my $count = () = $written =~ /^/mg;
	cmp_ok($count, '>', 10 * $seconds, "$table: rows were written");
	is(join("\n", @{ $read{$table} }), $written,
		"$table: each of $count rows once and in order");
}
$_->quit for $on_primary, $on_standby, $control;
$_->stop for $standby, $primary;
done_testing();

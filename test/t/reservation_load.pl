# The order of ids outlives a server that is killed under load: readers follow tables across a
# promotion while twelve sessions write, and no id is at or below one that a client got before
# sessions were killed at random. Nor does one come twice, while others are terminated and killed.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use List::Util qw(max maxstr);
use Time::HiRes qw(sleep time);
use fake_clock_and_random;
use test_server;

seeded();
my $kills = repeated(5, 15);

fake_clock_and_random::build() or plan skip_all => 'no C compiler';
my $folder = PostgreSQL::Test::Utils::tempdir();

# Followers across a promotion ---------------------------------------------------------------------

my $primary = start_server('primary', shared_generators() . q{
max_connections = 50
wal_sender_timeout = 0
log_statement = none}, allows_streaming => 1);
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE by_uuid (id uuid PRIMARY KEY DEFAULT uuid_v7(), other uuid DEFAULT uuid_v6());
CREATE TABLE by_objectid (id objectid PRIMARY KEY DEFAULT gen_objectid());
});
$primary->backup('base');
my $standby = fake_clock_and_random->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
$standby->start_at(0);

# What a client was told has reached the standby.
$primary->append_conf('postgresql.conf', "synchronous_standby_names = '*'");
$primary->reload;

my $script = <<'SQL';
\set pause random(0, 20)
BEGIN;
INSERT INTO by_uuid SELECT FROM generate_series(1, 2);
INSERT INTO by_objectid SELECT FROM generate_series(1, 2);
\sleep :pause ms
COMMIT;
SQL
my @options = qw(-c 12 -j 2 -T 600);

my %seen = (by_uuid => {}, by_objectid => {});
my %last = (
	by_uuid => q{'00000000-0000-0000-0000-000000000000'},
	by_objectid => q{'000000000000000000000000'});
my %bound = (by_uuid => 'resolved_uuid_v7', by_objectid => 'resolved_objectid');

# Reads what there is, in batches; how many rows.
sub follow
{
	my ($reader) = @_;
	my $rows = 0;
	foreach my $table (sort keys %seen)
	{
		my $next = "SELECT id FROM $table WHERE id > $last{$table} AND id < $bound{$table}('$table')
			ORDER BY id LIMIT 300";
		my @ids = split /\n/, $reader->query_safe($next);
		$rows += @ids;
		$seen{$table}{$_}++ foreach @ids;
		$last{$table} = "'$ids[-1]'" if @ids;
	}
	return $rows;
}

my ($writers) = start_pgbench($primary, $script, @options);
my $reader = $primary->background_psql('postgres');
follow($reader) while grep { keys %$_ < 2000 } values %seen;
my %before = %last;

# What runs on the primary fails.
$primary->stop('immediate');
$writers->finish;
eval { $reader->quit };
$standby->set_clock(-45);
$standby->promote;
($writers) = start_pgbench($standby, $script, @options);
$reader = $standby->background_psql('postgres');
my $many_more = join ' AND ',
  map { "(SELECT count(*) > 2000 FROM $_ WHERE id > $before{$_})" } sort keys %seen;
follow($reader) until $reader->query_safe("SELECT $many_more") eq 't';
$writers->signal('TERM');
$writers->finish;

# Its clock is set right: what the bound held back is read.
$standby->set_clock(120);
$standby->poll_query_until('postgres',
	q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'});
1 while follow($reader);
$reader->quit;
foreach my $table (sort keys %seen)
{
	my @ids = split /\n/, $standby->safe_psql('postgres', "SELECT id FROM $table");
	note(scalar @ids . " rows of $table");
	is(scalar(grep { !$seen{$table}{$_} } @ids), 0, "$table: no row was missed");
	is(scalar(grep { $_ > 1 } values %{ $seen{$table} }), 0, "$table: or read twice");
}

# Sessions killed at random ------------------------------------------------------------------------

# The clock runs fast, so that the reservation is written all the time.
my $node = $standby;
$node->append_conf('postgresql.conf', 'restart_after_crash = on');
$node->reload;
my $rate = 200;
my $begin = int(time) + 1000;
my $make = 'SELECT ' . join ', ', @generators;
append_to_file("$folder/make.sql", "$make;\n" x 100_000);

my @newest = ('') x @generators;
my ($got, $repeated, @falls) = (0, 0);
foreach my $kill (1 .. $kills)
{
	my $real = time;
	$node->set_clock(sprintf '%d %d %d', $begin - int($real), $rate, int($real));
	my @clients = map {
		start_psql($node, '-f', "$folder/make.sql", '-o', "$folder/got$_")
	} 1 .. 5;
	my $find = q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT gen\_objectid(), uuid%'};
	$node->poll_query_until('postgres', "SELECT count(*) = 5 FROM ($find) s") or die 'no clients';
	my ($pid, $other) =
	  split /\n/, $node->safe_psql('postgres', "$find ORDER BY random() LIMIT 2");
	sleep rand 0.3;
	kill 'TERM', $other;
	sleep rand 0.2;

	# The clock of the next incarnation is behind, and runs as usual.
	my $now = $begin + int((time - int($real)) * $rate);
	crash($node, $pid, sub { $node->set_clock(int($now - time - rand 50)) });
	$_->{run}->finish foreach @clients;

	my %seen;
	foreach my $line (map { split /\n/, slurp_file("$folder/got$_") } 1 .. 5)
	{
		my @ids = split /\|/, $line;
		next unless @ids == @generators && length $ids[-1] == 36;
		$got++;
		$repeated += grep { $seen{$_}++ } @ids;
		$newest[$_] = maxstr($newest[$_], $ids[$_]) foreach 0 .. $#ids;
	}
	my @ids = split /\|/, $node->safe_psql('postgres', $make);
	push @falls, map { "$kill: $generators[$_]" } grep { $ids[$_] le $newest[$_] } 0 .. $#ids;
	$begin = max($begin, int $now) + 60;
}
cmp_ok($got, '>', 100 * $kills, "clients got ids before $kills sessions were killed");
is("@falls", '', 'the next incarnation made none at or below them');
is($repeated, 0, "no id came twice in $got calls of each generator");
$node->stop;
done_testing();

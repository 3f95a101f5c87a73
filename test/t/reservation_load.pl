# The order of ids outlives sessions that are killed at random under load: no id is at or below one
# that a client got before. Nor does one come twice, while others are terminated and killed.
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

my $node = start_server('main', shared_generators() . q{
max_connections = 50
restart_after_crash = on
log_statement = none});
sql('CREATE EXTENSION objectid');

# The clock runs fast, so that the reservation is written all the time.
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
	my ($pid, $other) = split /\n/, sql("$find ORDER BY random() LIMIT 2");
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
	my @ids = split /\|/, sql($make);
	push @falls, map { "$kill: $generators[$_]" } grep { $ids[$_] le $newest[$_] } 0 .. $#ids;
	$begin = max($begin, int $now) + 60;
}
cmp_ok($got, '>', 100 * $kills, "clients got ids before $kills sessions were killed");
is("@falls", '', 'the next incarnation made none at or below them');
is($repeated, 0, "no id came twice in $got calls of each generator");
$node->stop;
done_testing();

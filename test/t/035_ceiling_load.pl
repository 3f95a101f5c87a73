# The order of ids outlives a server that is killed under load: readers follow tables across a promotion while twelve sessions
# write, and no id is at or below one that a client got before sessions were killed at random.
# CEILING_SEED sets the seed of the random numbers, CEILING_KILLS how many sessions are killed.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use List::Util qw(max maxstr);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);

use sources;

my $seed = $ENV{CEILING_SEED} // int(rand(2**31));
my $kills = $ENV{CEILING_KILLS} // ($ENV{OBJECTID_MATRIX} ? 6 : 15);
note "CEILING_SEED=$seed";
srand($seed);

sources::build() or plan skip_all => 'no C compiler';

my $folder = PostgreSQL::Test::Utils::tempdir();

sub clock_folder
{
	my ($node) = @_;
	my $dir = "$folder/" . $node->name;
	mkdir $dir;
	return $dir;
}

# All clocks of the node, as test/lib/sources.pm reads it.
sub set_clock
{
	my ($node, $setting) = @_;
	my $dir = clock_folder($node);
	append_to_file("$dir/new", $setting);
	rename "$dir/new", "$dir/server_clock" or die "cannot set the clock: $!";
	return;
}

# Followers across a promotion ----------------------------------------------------------------------

my $primary = PostgreSQL::Test::Cluster->new('primary');
$primary->init(allows_streaming => 1);
$primary->append_conf('postgresql.conf', "max_connections = 50\nwal_sender_timeout = 0\nlog_statement = none");
$primary->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'") if $primary->pg_version < 17;
set_clock($primary, 0);
sources::start($primary, clock_folder($primary));
$primary->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE TABLE by_uuid (id uuid PRIMARY KEY DEFAULT uuid_v7(), other uuid DEFAULT uuid_v6());
CREATE TABLE by_objectid (id objectid PRIMARY KEY DEFAULT gen_objectid());
});
$primary->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'base', has_streaming => 1);
set_clock($standby, 0);
sources::start($standby, clock_folder($standby));

# What a client was told has reached the standby.
$primary->append_conf('postgresql.conf', "synchronous_standby_names = '*'");
$primary->reload;

append_to_file("$folder/write.sql", <<'SQL');
\set pause random(0, 20)
BEGIN;
INSERT INTO by_uuid SELECT FROM generate_series(1, 2);
INSERT INTO by_objectid SELECT FROM generate_series(1, 2);
\sleep :pause ms
COMMIT;
SQL

sub start_writers
{
	my ($node) = @_;
	return IPC::Run::start(
		[ 'pgbench', '-n', '-c', 12, '-j', 2, '-T', 600, '-f', "$folder/write.sql", $node->connstr('postgres') ],
		'<', \undef, '>', \my $out, '2>', \my $err);
}

my %seen = (by_uuid => {}, by_objectid => {});
my %last = (by_uuid => 'NULL::uuid', by_objectid => 'NULL::objectid');

# Reads what there is, in batches; how many rows.
sub follow
{
	my ($reader) = @_;
	my $rows = 0;
	foreach my $table (sort keys %seen)
	{
		my @ids = split /\n/, $reader->query_safe("SELECT id FROM rows_after(NULL::$table, $last{$table}, 300)");
		$rows += @ids;
		$seen{$table}{$_}++ foreach @ids;
		$last{$table} = "'$ids[-1]'::" . ($table =~ s/by_//r) if @ids;
	}
	return $rows;
}

my $writers = start_writers($primary);
my $reader = $primary->background_psql('postgres');
my $end = time + 4;
follow($reader) while time < $end;
cmp_ok(scalar keys %{ $seen{$_} }, '>', 100, "rows of $_ were read from the primary") foreach sort keys %seen;
my %before = %last;

# A writer that is killed takes the primary down; what runs on it fails.
$primary->stop('immediate');
$writers->finish;
eval { $reader->quit };
set_clock($standby, -45);
$standby->promote;
$writers = start_writers($standby);
$reader = $standby->background_psql('postgres');
$end = time + 3;
follow($reader) while time < $end;
$writers->signal('TERM');
$writers->finish;

# Its clock is set right: what the bound held back is read.
set_clock($standby, 120);
$standby->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'});
1 while follow($reader);
$reader->quit;
foreach my $table (sort keys %seen)
{
	my @ids = split /\n/, $standby->safe_psql('postgres', "SELECT id FROM $table");
	my $made = $standby->safe_psql('postgres', "SELECT count(*) FROM $table WHERE id > $before{$table}");
	note(scalar @ids . " rows of $table, $made after the last that was read from the primary");
	cmp_ok($made, '>', 100, "$table: sessions wrote to the new primary");
	is(scalar(grep { !$seen{$table}{$_} } @ids), 0, "$table: no row was missed");
	is(scalar(grep { $_ > 1 } values %{ $seen{$table} }), 0, "$table: or read twice");
}

# Sessions killed at random --------------------------------------------------------------------------

# The clock runs fast, so that the ceiling is written all the time.
my $node = $standby;
$node->append_conf('postgresql.conf', 'restart_after_crash = on');
$node->reload;
my $rate = 200;
my $begin = int(time) + 1000;
my @kinds = ('gen_objectid()', 'uuid_v6()', 'uuid_v7()');
my $make = 'SELECT ' . join(', ', @kinds) . ";\n";
append_to_file("$folder/make.sql", $make x 100_000);

my @newest = ('') x @kinds;
my (@falls, $got);
foreach my $kill (1 .. $kills)
{
	my $real = time;
	set_clock($node, sprintf '%d %d %d', $begin - int($real), $rate, int($real));
	unlink glob "$folder/got*";
	my @clients = map {
		my $client = $_;
		IPC::Run::start([ 'psql', '-XAtq', '-d', $node->connstr('postgres'), '-f', "$folder/make.sql" ],
			'<', \undef, '>', "$folder/got$client", '2>', \my $err)
	} 1 .. 5;
	my $find = q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT gen\_objectid(), uuid%' ORDER BY random()};
	$node->poll_query_until('postgres', "SELECT count(*) = 5 FROM ($find) AS _") or die 'no clients';
	my ($pid) = split /\n/, $node->safe_psql('postgres', $find);
	sleep rand 0.5;

	# The clock of the next life is behind, and runs as usual.
	my $now = $begin + int((time - int($real)) * $rate);
	my $log_before = -s $node->logfile;
	kill 'KILL', $pid;
	my $killed = time;
	set_clock($node, int($now - $killed - rand 50));
	$_->finish foreach @clients;
	$node->wait_for_log(qr/database system is ready to accept connections/, $log_before);

	foreach my $line (map { split /\n/, slurp_file($_) } glob "$folder/got*")
	{
		my @ids = split /\|/, $line;
		next unless @ids == @kinds && length $ids[2] == 36;
		$got++;
		$newest[$_] = maxstr($newest[$_], $ids[$_]) foreach 0 .. $#kinds;
	}
	my @ids = split /\|/, $node->safe_psql('postgres', 'SELECT ' . join ', ', @kinds);
	push @falls, map { "$kill: $kinds[$_]" } grep { $ids[$_] le $newest[$_] } 0 .. $#kinds;
	$begin = max($begin, int $now) + 60;
}
cmp_ok($got, '>', 100 * $kills, "clients got ids before $kills sessions were killed");
is("@falls", '', 'the next life of the server made none at or below them');
note("$got times three ids");
$node->stop;
done_testing();

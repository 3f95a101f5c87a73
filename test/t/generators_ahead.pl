# Nobody takes ids ahead of the clock: neither who asks for more than its seconds hold, nor a clock
# that is put right while an id or a bound is made. And ids are made while pg_depend is locked.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use fake_clock_and_random;
use test_server;

fake_clock_and_random::build() or plan skip_all => 'no C compiler';
my $node = start_server('main', shared_generators());
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE followed
	(id uuid PRIMARY KEY DEFAULT uuid_v7(), at timestamptz DEFAULT clock_timestamp());
CREATE DATABASE other;
});
sql_in('other', 'CREATE EXTENSION objectid');

# The clock stands at this second.
my $now = time + 1000;
sub stand_at { my ($second) = @_; $node->set_clock("$second 0 0"); return }

# The time of the next id of a generator.
sub time_of_next
{
	my ($generator) = @_;
	my ($kind, $argument) = $generator =~ /^(?:gen_)?(\w+)\((.*)\)$/;
	my $width = $kind eq 'uuid_v8_draft01' ? ", $argument" : '';
	return "${kind}_timestamp($generator$width)";
}

# The seconds by which each generator is ahead of the clock, in the order of @generators.
my $lead = join ' UNION ALL ',
  map { 'SELECT floor(extract(epoch FROM ' . time_of_next($_) . ' - clock_timestamp()))' }
  @generators;

# Those that are more than two seconds ahead in one of the databases.
sub far_ahead
{
	my %far;
	foreach my $database ('postgres', 'other')
	{
		my @leads = split /\n/, sql_in($database, $lead);
		$far{ $generators[$_] } = $leads[$_] foreach grep { $leads[$_] > 2 } 0 .. $#leads;
	}
	return join ', ', map { "$_: $far{$_} s" } sort keys %far;
}

sub restart_at
{
	my ($second) = @_;
	$node->stop('immediate');
	$node->start_at("$second 0 0");
	return;
}

# Too many ids -------------------------------------------------------------------------------------

# A second of this layout has 4,096 ids: this one asks for those of four.
my $attack = 'SELECT count(uuid_v8_draft01(32)) FROM generate_series(1, 14000)';

# Waits until the session waits for the clock, or is done. Which of them.
sub wait_until_it_waits
{
	my ($run) = @_;
	my $waits = qq{
SELECT count(*) FROM pg_stat_activity WHERE query = '$attack' AND wait_event_type = 'Extension'};
	until (sql($waits))
	{
		$run->pump_nb;
		return 'is done' unless $run->pumpable;
	}
	return 'waits';
}

stand_at($now);
my $attacker = start_psql($node, '-c', $attack);
is(wait_until_it_waits($attacker->{run}), 'waits', 'who asks for too many ids waits for the clock');
is(sql('SELECT uuid_v7_timestamp(uuid_v7()) <= clock_timestamp()'),
	't', 'and holds nobody up who asks for others');
is(sql(qq{SELECT bool_and(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query = '$attack'}),
	't', 'it can be cancelled');
$attacker->{run}->finish;
like($attacker->{err}, qr/canceling statement due to user request/, 'and is');

# While the clock stands, the layout has no ids left.
$attacker = start_psql($node, '-c', $attack);
is(wait_until_it_waits($attacker->{run}), 'waits', 'so does the next one');
stand_at(++$now);
stand_at(++$now) while wait_until_it_waits($attacker->{run}) eq 'waits';
$attacker->{run}->finish;
is($attacker->{out}, "14000\n", 'it gets all of them when the clock has gone on');
is(far_ahead(), '', 'no time is more than two seconds ahead');
restart_at(++$now);
is(far_ahead(), '', 'nor after a restart');

# A clock that is put right ------------------------------------------------------------------------

# A session's first id, or bound, waits for the reservation while the clock is ten years ahead.
my $years = 10 * 365 * 86400;
foreach my $case (
	[ 'an id', 'SELECT uuid_v7_timestamp(uuid_v7())' ],
	[ 'a bound', q{SELECT resolved_timestamp('followed')} ])
{
	my ($name, $sql) = @$case;
	$now += 100;
	stand_at($now);
	my $owner = $node->background_psql('postgres');
	$owner->query_safe('BEGIN; ALTER SEQUENCE objectid_internal.reservation CACHE 1');
	stand_at($now + $years);
	my $waiting = start_psql($node, '-c', "SELECT extract(epoch FROM ($sql))");
	$node->poll_query_until('postgres', q{
SELECT count(*) = 1 FROM pg_locks
WHERE relation = 'objectid_internal.reservation'::regclass AND NOT granted}) or die 'nobody waits';
	stand_at($now);
	$owner->quit;
	$waiting->{run}->finish;
	cmp_ok($waiting->{out}, '<', $now + 2, "$name that is made while the clock is put right");
	is(far_ahead(), '', "$name: what is made then is not ahead");
	$now += 10;
	restart_at($now);
	is(far_ahead(), '', "$name: nor after a restart");
}

# The catalog of dependencies ----------------------------------------------------------------------

my $session = $node->background_psql('postgres');
$session->query_safe(q{SET statement_timeout = '60s'; SELECT gen_objectid()});
my $locking = $node->background_psql('postgres');
$locking->query_safe('BEGIN; LOCK TABLE pg_depend');
foreach my $generator (@generators)
{
	stand_at($now += 5);
	like($session->query("SELECT $generator"),
		qr/^[0-9a-f-]+$/, "$generator while pg_depend is locked");
}
$locking->quit;
$session->quit;

$node->stop;
done_testing();

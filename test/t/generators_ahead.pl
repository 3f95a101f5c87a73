# Nobody who asks for more ids than seconds hold takes them ahead of the clock. And ids are made
# while pg_depend is locked.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use fake_clock_and_random;
use test_server;

fake_clock_and_random::build() or plan skip_all => 'no C compiler';
my $node = start_server('main', shared_generators());
sql('CREATE EXTENSION objectid');

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

# Those that are more than two seconds ahead.
sub far_ahead
{
	my @leads = split /\n/, sql($lead);
	return join ', ', map { "$generators[$_]: $leads[$_] s" } grep { $leads[$_] > 2 } 0 .. $#leads;
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
$node->stop('immediate');
$node->start_at(++$now . ' 0 0');
is(far_ahead(), '', 'nor after a restart');

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

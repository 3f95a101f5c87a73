# What generators make of a clock that steps or stands and of a random source that fails, the
# planner of a clock beyond the times of ids, and permutations of an HMAC that fails: all are put
# between the server and its libraries.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use fake_clock_and_random;
use test_server;

fake_clock_and_random::build() or plan skip_all => 'no C compiler';
my $node = start_server('main', "timezone = 'UTC'\n" . shared_generators());
my $dir = $node->folder;

# How a statement fails, and of each generator a name, a call, the time of what it makes. That of
# objectid is the last, because it takes random bytes once, which may be left of a block.
sql('CREATE EXTENSION objectid;', slurp_file("$top/sql/test_setup.sql"), q{
CREATE TABLE generators (name text, call text, time_of text);
INSERT INTO generators VALUES
	('v6', 'uuid_v6()', 'uuid_v6_timestamp(id)'), ('v7', 'uuid_v7()', 'uuid_v7_timestamp(id)');
INSERT INTO generators
	SELECT 'v7_' || unit, format('uuid_v7_draft01(%L)', unit), 'uuid_v7_draft01_timestamp(id)'
	FROM unnest('{ms,us,ns}'::text[]) unit
	UNION ALL SELECT format(name, width), format(call, width), format(time_of, width)
	FROM unnest('{32,48,60,64}'::int[]) width,
		(VALUES ('v8_%s', 'uuid_v8_draft01(%s)', 'uuid_v8_draft01_timestamp(id, %s)'))
			v (name, call, time_of)
	UNION ALL SELECT 'id', 'gen_objectid()::uuid', 'objectid_timestamp(id::objectid)';
CREATE TABLE made (
	n int GENERATED ALWAYS AS IDENTITY, step text, name text, id uuid, "time" timestamptz,
	"clock" timestamptz);
-- so many ids of each, labelled with the step of the test
CREATE PROCEDURE make(label text, count int) LANGUAGE plpgsql AS $$
DECLARE
	generator record;
BEGIN
	FOR generator IN TABLE generators LOOP
		EXECUTE format('INSERT INTO made (step, name, id, "time", "clock")
			SELECT %L, %L, id, %s, clock_timestamp()
			FROM (SELECT %s AS id FROM generate_series(1, %s)) s',
			label, generator.name, generator.time_of, generator.call, count);
	END LOOP;
END $$;
});

# Lines that start with "clock", "random" or "hmac" set the source, all others are SQL. A clock that
# steps does it between two sessions: each goes on from where the other was.
sub session
{
	my $script = '';
	foreach my $line (split /\n/, $_[0])
	{
		$line =~ s{^(clock|random|hmac) (.+)$}{\\! echo '$2' > $dir/$1};
		$line .= "\n\\c -" if $line =~ m{/clock$};
		$script .= "$line\n";
	}
	my $result = sql($script);
	unlink map { "$dir/$_" } qw(clock random hmac);
	return $result;
}

# Sources that fail --------------------------------------------------------------------------------

SKIP:
{
	skip 'this server does not take its random bytes from OpenSSL', 1
	  unless session("random zeros\nSELECT gen_random_uuid()") =~ /^00000000-0000-4000-8000-0+$/;

	# Ten thousand ids are more than what is left of a block of random bytes can serve.
	my $failed = 'XX000 | could not generate random values';
	is(session(<<'SESSION'), "t\n14|$failed\nt", 'without random bytes no id is made');
SELECT uuid_v7() AS before \gset
SELECT uuid_v7() > :'before';
random fails
SELECT count(*), string_agg(DISTINCT error_of(
		format('SELECT count(%s) FROM generate_series(1, 10000)', call)), ' and ')
	FROM (SELECT call FROM generators UNION ALL VALUES ('gen_objectid(now())'),
		('uuid_v6(now())'), ('uuid_v7(now())'), ('gen_random_digits(12)')) AS _;
random works
SELECT uuid_v7() > :'before' AND uuid_v7_timestamp(uuid_v7()) <= clock_timestamp();
SESSION
}

SKIP:
{
	my $permute = q{SELECT error_of($$SELECT permute_digits(1, 3, 'key')$$)};
	skip 'this server does not take its HMAC from OpenSSL', 3
	  unless session("hmac fails\n$permute") =~ /^XX000 /;
	my $failed = qr/^t\n10000\|XX000 \| could not compute HMAC-SHA-256: \N+\nt$/;
	like(session(<<"SESSION"), $failed, 'without HMAC nothing is permuted');
PREPARE again AS SELECT count(permute_digits(n, 6, 'key')) = 10 FROM generate_series(1, 10) n;
EXECUTE again;
hmac fails
SELECT count(*), string_agg(DISTINCT
		error_of(format('SELECT %s(%s, 3, ''key'')', function, n % 1000)), ' and ')
	FROM generate_series(1, 5000) n, unnest('{permute_digits,unpermute_digits}'::text[]) function;
hmac works
EXECUTE again;
SESSION
	# One place that calls it, within a transaction
	is(session(<<'SESSION'), "cfbf009bceabe3ab6396f2a2\n\ncfbf009bceabe3ab6396f2a2", 'nor masked');
CREATE FUNCTION pg_temp.masked(id objectid) RETURNS objectid LANGUAGE plpgsql AS $$
BEGIN
	RETURN mask_objectid(id, 'sixteen byte key');
EXCEPTION WHEN internal_error THEN
	RETURN NULL;
END $$;
BEGIN;
SELECT pg_temp.masked('507f1f77bcf86cd799439011');
hmac fails
SELECT pg_temp.masked('507f1f77bcf86cd799439011');
hmac works
SELECT pg_temp.masked('507f1f77bcf86cd799439011');
COMMIT;
SESSION
	is(session(<<'SESSION'), "740|cfbf009bceabe3ab6396f2a2\n768|3eca13b3c6bc09653341ad42",
hmac forgets
SELECT permute_digits(7, 3, short), mask_objectid(id, long)
FROM (VALUES (objectid '507f1f77bcf86cd799439011', bytea 'a', bytea 'sixteen byte key'),
	('6955b9000123456789abcdef', 'b', decode(repeat('ff', 32), 'hex'))) v (id, short, long);
SESSION
		'one that keeps no key gives the same');
}

# The clock ----------------------------------------------------------------------------------------

# How the ids of each step follow upon the one before, and where their times are: between the first
# reading of the real clock and the last ("held"), or near the false one. An id of seconds may be
# some of them ahead, for 4,096 ids use a second up. At last the number of the objectids' middles.
my $steps = q{
SELECT step, string_agg(DISTINCT way, ' ' ORDER BY way),
	CASE WHEN bool_and("time" >= began - interval '5 s' AND "time" <= "clock" + interval '5 s')
		THEN 'held'
		WHEN bool_and("time" - "clock" - off_by BETWEEN '-5 s' AND '5 s') THEN 'followed'
		ELSE 'neither' END
FROM (SELECT *, lag(id) OVER (PARTITION BY name ORDER BY n) AS before,
		min("clock") OVER () AS began, (split_part(step, ' ', 1) || ' s')::interval AS off_by
	FROM made) m,
	LATERAL (SELECT CASE WHEN id > before THEN 'rises' ELSE 'falls' END) w (way)
WHERE before IS NOT NULL GROUP BY step ORDER BY min(n);
SELECT count(DISTINCT substring(id::objectid::bytea, 5, 5)) FROM made WHERE name = 'id';
TRUNCATE made;};

foreach my $case (
	[ 'ids keep their time while a clock that stepped back a little catches up', 1,
		[ 0, 10, 'rises|held' ], [ -10, 1000, 'rises|held' ], [ -59, 5000, 'rises|held' ],
		[ '0 again', 10, 'rises|held' ] ],
	[ 'a clock that steps back by more is followed, with new random bytes', 4,
		[ 0, 10, 'rises|held' ], [ -600, 1000, 'falls rises|followed' ],
		[ -31536000, 1000, 'falls rises|followed' ], [ 3600, 10, 'rises|followed' ],
		[ '0 again', 1000, 'falls rises|held' ] ])
{
	my ($name, $middles, @moves) = @$case;
	my $script = join "\n", map { "clock $_->[0]\nCALL make('$_->[0]', $_->[1]);" } @moves;
	is(session("$script\n$steps"),
		join("\n", (map { "$_->[0]|$_->[2]" } @moves), $middles), $name);
}

# Too many ids -------------------------------------------------------------------------------------

# The clock stands at this second.
my $now = time + 1000;
sub stand_at { my ($second) = @_; $node->set_clock("$second 0 0"); return }

# The generators whose next id is more than two seconds ahead.
my $leads = sql(q{
SELECT string_agg(format('SELECT %L, %s - clock_timestamp()', name,
	regexp_replace(time_of, '\mid\M', call)), ' UNION ALL ') FROM generators});
sub far_ahead { return sql("SELECT * FROM ($leads) l (name, lead) WHERE lead >= '3 s'") }

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

# Ids of a new second are made while the catalog of dependencies is locked.
my ($session, $locking) = map { $node->background_psql('postgres') } 0 .. 1;
$session->query_safe(q{SET statement_timeout = '60s'; SELECT gen_objectid()});
$locking->query_safe('BEGIN; LOCK TABLE pg_depend');
foreach my $generator (@generators)
{
	stand_at($now += 5);
	like($session->query("SELECT $generator"),
		qr/^[0-9a-f-]+$/, "$generator while pg_depend is locked");
}
$_->quit foreach $session, $locking;
$node->set_clock(0);

# Times beyond those of ids ------------------------------------------------------------------------

# Times that an id cannot hold are refused, never wrapped.
# How far each of them reaches, unit tests say.
foreach my $unix_s (-14831769600, 284964393600)    # the years 1500 and 11000
{
	my $clock = 'clock ' . ($unix_s - time);
	is(session(<<"SESSION"), '10|10', "a time that no id can hold: $unix_s");
$clock
SELECT count(*), count(*) FILTER (WHERE error ~ '^22008 . timestamp out of range')
FROM (SELECT error_of('SELECT ' || call) AS error FROM generators) s;
SESSION
}
is(sql('SELECT uuid_v7_timestamp(uuid_v7()) <= clock_timestamp()'), 't', 'and then they go on');

# A histogram of UUIDs of two versions is read up to what the clock shows.
sql(q{
CREATE TABLE mixed AS
	SELECT uuid_v7() AS id FROM generate_series(1, 1000)
	UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 1000);
ANALYZE mixed;
});
foreach my $case ([ -315619200, 1000 ], [ 284964393600, 0 ])
{
	my ($unix_s, $count) = @$case;
	$node->set_clock($unix_s - time);
	is(sql('SELECT count(*) FROM mixed WHERE id > now()'),
		$count, "a query is planned while the clock shows $unix_s");
}

$node->stop;
done_testing();

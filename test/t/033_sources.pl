# What generators make of a clock that steps and of a random source that fails, and the permutation of an HMAC that fails: all are
# put between the server and its libraries.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

use sources;

my $dir = PostgreSQL::Test::Utils::tempdir();

sources::build() or plan skip_all => 'no C compiler';

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'");
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'") if $node->pg_version < 17;
sources::start($node, $dir);

# How a statement fails, and what the generators have in common: a name, a call, the time of what it makes.
$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE FUNCTION error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN 'none';
EXCEPTION WHEN others THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE TABLE generators (name text, call text, time_of text);
INSERT INTO generators VALUES
	('v6', 'uuid_v6()', 'uuid_v6_timestamp(id)'), ('v7', 'uuid_v7()', 'uuid_v7_timestamp(id)'),
	('v7_ms', 'uuid_v7_draft01(''ms'')', 'uuid_v7_draft01_timestamp(id)'),
	('v7_us', 'uuid_v7_draft01(''us'')', 'uuid_v7_draft01_timestamp(id)'),
	('v7_ns', 'uuid_v7_draft01(''ns'')', 'uuid_v7_draft01_timestamp(id)'),
	('v8_32', 'uuid_v8_draft01(32)', 'uuid_v8_draft01_timestamp(id, 32)'),
	('v8_48', 'uuid_v8_draft01(48)', 'uuid_v8_draft01_timestamp(id, 48)'),
	('v8_60', 'uuid_v8_draft01(60)', 'uuid_v8_draft01_timestamp(id, 60)'),
	('v8_64', 'uuid_v8_draft01(64)', 'uuid_v8_draft01_timestamp(id, 64)'),
	('id', 'gen_objectid()::uuid', 'objectid_timestamp(id::objectid)');
CREATE TABLE made (n int GENERATED ALWAYS AS IDENTITY, step text, name text, id uuid, "time" timestamptz, "clock" timestamptz);
-- so many ids of each, labelled with the step of the test
CREATE PROCEDURE make(label text, count int) LANGUAGE plpgsql AS $$
DECLARE
	generator record;
BEGIN
	FOR generator IN TABLE generators LOOP
		EXECUTE format('INSERT INTO made (step, name, id, "time", "clock")
			SELECT %L, %L, id, %s, clock_timestamp() FROM (SELECT %s AS id FROM generate_series(1, %s)) AS _',
			label, generator.name, generator.time_of, generator.call, count);
	END LOOP;
END $$;
});

# Lines that start with "clock", "random" or "hmac" set the source, all others are SQL. A clock that steps does it between two
# sessions: each goes on from where the other was.
sub session
{
	my $script = '';
	foreach my $line (split /\n/, $_[0])
	{
		$line =~ s{^(clock|random|hmac) (.+)$}{\\! echo '$2' > $dir/$1};
		$line .= "\n\\c -" if $line =~ m{/clock$};
		$script .= "$line\n";
	}
	my $result = $node->safe_psql('postgres', $script);
	unlink map { "$dir/$_" } qw(clock random hmac);
	return $result;
}

# -- The random source ----------------------------------------------------------------------------

SKIP:
{
	skip 'this server does not take its random bytes from OpenSSL', 3
	  unless session("random zeros\nSELECT gen_random_uuid()") eq '00000000-0000-4000-8000-000000000000';

	# Ten thousand ids are more than what is left of a block of random bytes can serve.
	my $errors = "string_agg(DISTINCT error_of('SELECT count(' || call || ') FROM generate_series(1, 10000)'), ' and ')";
	is( session(<<"SESSION"), "t\n14|XX000 could not generate random values\nt", 'without random bytes no id is made, and the session goes on');
SELECT uuid_v7() AS before \\gset
SELECT uuid_v7() > :'before';
random fails
SELECT count(*), $errors
	FROM (SELECT call FROM generators UNION ALL VALUES ('gen_objectid(now())'), ('uuid_v6(now())'), ('uuid_v7(now())'),
		('gen_random_digits(12)')) AS _;
random works
SELECT uuid_v7() > :'before' AND uuid_v7_timestamp(uuid_v7()) <= clock_timestamp();
SESSION

	is( session(<<'SESSION'), 'XX000 could not generate random values|0', 'nothing of the statement stays in a table');
CREATE TEMP TABLE t (id uuid DEFAULT uuid_v7());
random fails
SELECT error_of('INSERT INTO t SELECT FROM generate_series(1, 10000)'), (SELECT count(*) FROM t);
SESSION

	# A node of the draft is never all zero: a source that gives nothing else is refused.
	is( session(<<"SESSION"), "XX000 could not generate random values\nnone", 'the draft refuses a node of zeros');
random zeros
SELECT $errors FROM generators WHERE call LIKE '%draft01%';
SELECT $errors FROM generators WHERE call NOT LIKE '%draft01%';
SESSION
}

# -- HMAC ------------------------------------------------------------------------------------------

SKIP:
{
	skip 'this server does not take its HMAC from OpenSSL', 1
	  unless session("hmac fails\nSELECT error_of(\$\$SELECT permute_digits(1, 3, 'key')\$\$)") =~ /^XX000 /;
	my $failed = qr/^t\n10000\|XX000 could not compute HMAC-SHA-256: \N+\nt$/;
	like(session(<<"SESSION"), $failed, 'without HMAC nothing is permuted, and the session goes on');
PREPARE again AS SELECT count(permute_digits(n, 6, 'key')) = 10 FROM generate_series(1, 10) n;
EXECUTE again;
hmac fails
SELECT count(*),
		string_agg(DISTINCT error_of(format('SELECT %s(%s, 3, ''key'')', function, n % 1000)), ' and ')
	FROM generate_series(1, 5000) n, unnest('{permute_digits,unpermute_digits}'::text[]) function;
hmac works
EXECUTE again;
SESSION
}

# -- The clock ------------------------------------------------------------------------------------

# How many random bytes the objectids had.
my $middles = q{SELECT count(DISTINCT substring(id::objectid::bytea, 5, 5)) AS middles FROM made WHERE name = 'id' \gset};

# How the ids of each step follow upon the one before, and where their times are: between the first reading of the real clock and
# the last ("held"), or near the false one. An id of seconds may be some of them ahead, for 4,096 ids use a second up.
my $steps = q{
SELECT step, string_agg(DISTINCT CASE WHEN id > before THEN 'rises' ELSE 'falls' END, ' ' ORDER BY CASE WHEN id > before THEN 'rises' ELSE 'falls' END),
	CASE WHEN bool_and("time" BETWEEN began - interval '5 s' AND "clock" + interval '5 s') THEN 'held'
		WHEN bool_and("time" - "clock" - (split_part(step, ' ', 1) || ' s')::interval BETWEEN '-5 s' AND '5 s') THEN 'followed' ELSE 'neither' END
FROM (SELECT *, lag(id) OVER (PARTITION BY name ORDER BY n) AS before, min("clock") OVER () AS began FROM made) AS _
WHERE before IS NOT NULL GROUP BY step ORDER BY min(n);
TRUNCATE made;
SELECT :middles;
};

is( session(<<"SESSION"), "0|rises|held\n-10|rises|held\n-59|rises|held\n0 again|rises|held\n1", 'ids keep their time while a clock that stepped back a little catches up');
CALL make('0', 10);
clock -10
CALL make('-10', 1000);
clock -59
CALL make('-59', 5000);
clock 0
CALL make('0 again', 10);
$middles
$steps
SESSION

# A session may sleep between its reading of the clock and its turn: what it read then is no step back.
is( session(<<"SESSION"), "0|rises|held\n-120 old|rises|held\n1", 'a reading that is old is taken again');
CALL make('0', 10);
clock -120 old
CALL make('-120 old', 1000);
$middles
$steps
SESSION

# While the clock is held, the ids of version 7 have one tick, or once in two million runs the next one too, and in
# it random steps of 1 to 2^32. Two steps of a thousand are equal once in 8,000 runs, eleven never.
# Those of version 6 have a tick each.
is( session(<<'SESSION'), "t|0|t\n1|1", 'the ids of a clock that stands still');
SELECT uuid_v6() AS v6, uuid_v7() AS v7 \gset
clock -59
SELECT array_agg(uuid_v7()) AS v7, array_agg(uuid_v6()) AS v6 FROM generate_series(1, 1000) \gset
SELECT count(DISTINCT tick) <= 2, count(*) FILTER (WHERE tick = tick_before AND step NOT BETWEEN 1 AND 1::bigint << 32),
	count(DISTINCT step) > 988
FROM (SELECT left(id::text, 18) AS tick, left(lag(id) OVER ()::text, 18) AS tick_before, tail - lag(tail) OVER () AS step
	FROM unnest(:'v7'::uuid[]) AS id, LATERAL (SELECT ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint) AS _ (tail)) AS _;
SELECT min(ticks - before), max(ticks - before)
FROM (SELECT ticks, lag(ticks) OVER () AS before
	FROM unnest(:'v6'::uuid[]) AS id, LATERAL (SELECT ('x0' || overlay(left(replace(id::text, '-', ''), 16) PLACING '' FROM 13 FOR 1))::bit(64)::bigint) AS _ (ticks)) AS _;
SESSION

is( session(<<"SESSION"), "0|rises|held\n-600|falls rises|followed\n-31536000|falls rises|followed\n3600|rises|followed\n0 again|falls rises|held\n4", 'a clock that steps back by more is followed, with new random bytes');
CALL make('0', 10);
clock -600
CALL make('-600', 1000);
clock -31536000
CALL make('-31536000', 1000);
clock 3600
CALL make('3600', 10);
clock 0
CALL make('0 again', 1000);
$middles
$steps
SESSION

# Times that an id cannot hold are refused, never wrapped; the session goes on when the clock does.
my %unix_s = (1500 => -14831769600, 1960 => -315619200, 3000 => 32503680000, 6000 => 127174492800, 11000 => 284964393600);
my $range = q{SELECT string_agg(name, ' ' ORDER BY name) FROM generators WHERE error_of('SELECT ' || call) = '22008 timestamp out of range';};
my $worked = q{SELECT count(*) FROM generators WHERE error_of('SELECT ' || call) = 'none';};
is( session(join "\n", map { 'clock ' . ($unix_s{$_} - time) . "\n$range\n$worked" } sort { $a <=> $b } keys %unix_s),
	join("\n",
		'id v6 v7 v7_ms v7_ns v7_us v8_32 v8_48 v8_60 v8_64', 0,
		'id v7 v7_ms v7_ns v7_us v8_32 v8_48 v8_64', 2,
		'id v8_32 v8_64', 7,
		'id v6 v7_ms v7_ns v7_us v8_32 v8_60 v8_64', 2,
		'id v6 v7 v7_ms v7_ns v7_us v8_32 v8_48 v8_60 v8_64', 0),
	'a time that an id cannot hold is refused');
$node->stop;
done_testing();

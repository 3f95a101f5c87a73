# npm's uuid package and Python's uuid module, where installed, read our UUIDs as we do, and we read
# theirs as they do.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Copy qw(copy);
use npm_packages;
use test_server;

my $count = repeated(2_000, 10_000);
my $seed = seeded();
my $oracles = "$top/test/oracles";
my $dir = PostgreSQL::Test::Utils::tempdir();

# Runs a command, maybe with these files as input and output; false when it cannot be run or fails.
sub run
{
	my ($command, $input, $output) = (@_, '/dev/null', '/dev/null');
	my $error = '';
	my $done = eval {
		IPC::Run::run($command, '<', $input, '>', $output, '2>', \$error, IPC::Run::timeout(180));
	};
	note($error || $@) unless $done;
	return $done;
}

my $node = start_server('main', "timezone = 'UTC'");

# Microseconds since 1970, exact.
sql(q{
CREATE EXTENSION objectid;
CREATE FUNCTION us(instant timestamptz) RETURNS numeric IMMUTABLE
	RETURN extract(epoch FROM instant) * 1000000;
CREATE FUNCTION us_of_ticks(ticks numeric) RETURNS numeric IMMUTABLE
	RETURN div(ticks, 10) - 12219292800000000;
CREATE FUNCTION sequence_and_node_of(id uuid) RETURNS bigint IMMUTABLE
	RETURN ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint & (1::bigint << 62) - 1;
});

# Ids of ours for the oracles to read: of now, of any time, of the ends of their ranges, and random
# ones in each version.
sql(qq{
CREATE TABLE ours (id uuid);
INSERT INTO ours SELECT unnest(ARRAY[uuid_v6(), uuid_v7(), uuid_v6_to_v1(uuid_v6()),
		uuid_v7_draft01('ms'), uuid_v7_draft01('us'), uuid_v7_draft01('ns'),
		uuid_v8_draft01(32), uuid_v8_draft01(48), uuid_v8_draft01(60), uuid_v8_draft01(64)])
	FROM generate_series(1, $count / 10);
INSERT INTO ours
	SELECT unnest(ARRAY[uuid_v6(t), uuid_v6_min(t), uuid_v6_max(t), uuid_v6_to_v1(uuid_v6(t))])
	FROM generate_series(timestamptz '1582-10-15', '5236-03-31', '1000 days 07:11:13.123457') AS t;
INSERT INTO ours SELECT unnest(ARRAY[uuid_v7(t), uuid_v7_min(t), uuid_v7_max(t)])
	FROM generate_series(timestamptz '1970-01-01', '10889-08-02', '2000 days 07:11:13.123457') AS t;
INSERT INTO ours SELECT overlay(gen_random_uuid()::text PLACING version::text FROM 15 FOR 1)::uuid
	FROM unnest(ARRAY[1, 6, 7, 8]) AS version, generate_series(1, $count / 10);
INSERT INTO ours SELECT uuid_v8(uuid_send(gen_random_uuid())) FROM generate_series(1, $count / 10);
COPY ours TO '$dir/ours';
});
my $ours = sql('SELECT count(*) FROM ours');

# The table of what a program prints: of the ids that it makes, or of ours, which it reads.
sub ask
{
	my ($table, $columns, @program) = @_;
	my ($input, @arguments) =
	  $table =~ /^made/ ? ('/dev/null', 'make', $count, $seed) : ("$dir/ours", 'read');
	ok(run([ @program, @arguments ], $input, "$dir/$table"), "$table: it answers");
	sql("CREATE TABLE $table ($columns); COPY $table FROM '$dir/$table'");
	return;
}

# How many of these rows there are, and how many deviate: the first of them are shown.
sub agrees
{
	my ($name, $rows, $from, $law) = @_;
	my ($of, $deviates) = ("FROM (SELECT * FROM $from) AS _", "($law) IS NOT true");
	my ($checked, $deviating) =
	  split /\|/, sql("SELECT count(*), count(*) FILTER (WHERE $deviates) $of");
	ok($checked == $rows && $deviating == 0, "$name ($checked)")
	  or diag("$deviating of $checked (expected $rows) deviate:\n"
		  . sql("SELECT * $of WHERE $deviates LIMIT 5"));
	return;
}

SKIP:
{
	my ($npm, $reason) = install_npm('uuid');
	skip $reason, 6 unless $npm;
	copy("$oracles/uuid_npm.mjs", $npm) or die "could not copy to $npm: $!";
	my @program = ('node', "$npm/uuid_npm.mjs");
	skip 'this node does not run that package', 6 unless run([ @program, 'make', 0, 0 ]);

	ask('made_by_npm', 'kind text, v1 uuid, id uuid, made_of numeric', @program);
	my ($v6, $v7) = map { "made_by_npm WHERE kind = '$_'" } 'v6', 'v7';
	agrees('its v6 has the time it was made of, as has the v1', $count, $v6,
		'us(uuid_v6_timestamp(id)) = us_of_ticks(made_of)
			AND us(uuid_v1_timestamp(v1)) = us_of_ticks(made_of)
			AND id >= uuid_v6_min(uuid_v6_timestamp(id))
			AND id <= uuid_v6_max(uuid_v6_timestamp(id))');
	agrees('v1ToV6 and v6ToV1 give what our conversions give', $count, $v6,
		'uuid_v1_to_v6(v1) = id AND uuid_v6_to_v1(id) = v1');
	agrees('its v7 has the time it was made of', $count, $v7,
		'us(uuid_v7_timestamp(id)) = made_of * 1000
			AND id >= uuid_v7_min(uuid_v7_timestamp(id))
			AND id <= uuid_v7_max(uuid_v7_timestamp(id))');

	ask('read_by_npm', 'id uuid, valid boolean, version int, converted uuid', @program);
	agrees('ours are valid to it, of the right version, and converted alike', $ours, 'read_by_npm',
		'valid AND CASE version
			WHEN 1 THEN uuid_v1_timestamp(id) IS NOT NULL AND converted = uuid_v1_to_v6(id)
			WHEN 6 THEN uuid_is_v6(id) AND converted = uuid_v6_to_v1(id)
			WHEN 7 THEN uuid_is_v7(id)
			WHEN 8 THEN uuid_is_v8(id) END');
}

SKIP:
{
	skip 'python3 is not installed', 7 unless run([ 'python3', '--version' ]);
	my @program = ('python3', "$oracles/uuid_python.py");
	my $made = 'made_by_python WHERE kind';
	ask('made_by_python', 'kind text, id uuid, argument text, made_of numeric', @program);
	agrees('its v1 has the time it was made of, there and back by v6', $count, "$made = 'v1'",
		'us(uuid_v1_timestamp(id)) = us_of_ticks(made_of)
			AND us(uuid_v6_timestamp(uuid_v1_to_v6(id))) = us_of_ticks(made_of)
			AND uuid_v6_to_v1(uuid_v1_to_v6(id)) = id');

	SKIP:
	{
		skip 'this Python makes no v6 and v7 (3.14 does)', 1
		  unless sql("SELECT count(*) FROM $made = 'v7'");
		agrees('its v6 and v7 have the time it says', 2 * $count, "$made IN ('v6', 'v7')",
			"CASE kind WHEN 'v6' THEN us(uuid_v6_timestamp(id)) = us_of_ticks(made_of)
				ELSE us(uuid_v7_timestamp(id)) = made_of * 1000 END");
	}

	# The times of the draft's layouts are floored to the unit of the encoder.
	agrees('a draft v7 of exact fractions has the ms, us or ns that it was made of', 3 * $count,
		"$made = 'draft01_v7'",
		"CASE argument
			WHEN 'ms' THEN us(date_trunc('milliseconds', uuid_v7_draft01_timestamp(id)))
				= made_of * 1000
			ELSE us(uuid_v7_draft01_timestamp(id)) = made_of END");
	agrees('a draft v8 has the time that it was made of', 4 * $count, "$made = 'draft01_v8'",
		"us(uuid_v8_draft01_timestamp(id, argument::int))
			= CASE argument WHEN '32' THEN made_of * 1000000 WHEN '48' THEN made_of * 1000
				WHEN '60' THEN made_of - 12219292800000000 ELSE made_of END");

	ask('read_by_python', 'id uuid, version int, ticks numeric, sequence_and_node bigint,
		unix_ms numeric, draft01_us numeric', @program);
	agrees('ours say the same to it', $ours, 'read_by_python',
		"CASE version
			WHEN 1 THEN us(uuid_v1_timestamp(id)) = us_of_ticks(ticks)
				AND sequence_and_node = sequence_and_node_of(uuid_v1_to_v6(id))
			WHEN 6 THEN uuid_is_v6(id) AND sequence_and_node = sequence_and_node_of(id)
			WHEN 7 THEN us(uuid_v7_timestamp(id)) = unix_ms * 1000
				AND us(uuid_v7_draft01_timestamp(id)) = draft01_us
			WHEN 8 THEN uuid_is_v8(id) END");
}

$node->stop;
done_testing();

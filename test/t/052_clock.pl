# What the generators do when the clock of the machine steps, with libfaketime as the clock.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($library) = glob('/usr/lib/*/faketime/libfaketime.so.1');
plan skip_all => 'libfaketime is not installed (Debian package libfaketime)' unless $library;

# The clock reads its offset from this file at every call.
my $offset_file = PostgreSQL::Test::Utils::tempdir() . '/offset';
append_to_file($offset_file, "+0\n");

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
{
	local $ENV{LD_PRELOAD} = $library;
	local $ENV{FAKETIME_TIMESTAMP_FILE} = $offset_file;
	local $ENV{FAKETIME_NO_CACHE} = 1;
	local $ENV{FAKETIME_DONT_FAKE_MONOTONIC} = 1;
	local $ENV{DONT_FAKE_MONOTONIC} = 1;
	$node->start;
}
$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE TABLE made (
	step text, n serial, id objectid DEFAULT gen_objectid(), v6 uuid DEFAULT uuid_v6(),
	v7 uuid DEFAULT uuid_v7(), draft uuid DEFAULT uuid_v7_draft01('us'),
	clock timestamptz DEFAULT clock_timestamp());
});

# One session lives through all steps: name of the step, and the offset of the clock in seconds.
my @steps = (
	[ 'start', 0 ], [ 'forward 1 h', 3600 ], [ 'back 10 s', 3590 ],
	[ 'back 49 s more', 3541 ], [ 'back 1 h', -60 ], [ 'forward again', 7200 ]);
my $script = '';
for my $step (@steps)
{
	my ($name, $offset) = @$step;
	my $signed = sprintf '%+d', $offset;
	$script .= "\\! echo '$signed' > $offset_file\n";
	$script .= "INSERT INTO made (step) SELECT '$name' FROM generate_series(1, 1000);\n";
}
$node->safe_psql('postgres', $script);

# The clock did step, or the test says nothing.
is( $node->safe_psql(
		'postgres', q{
SELECT string_agg(round(extract(epoch FROM after - before) / 10)::text, ' ' ORDER BY n) FROM (
	SELECT min(n) AS n, min(clock) AS after, lag(max(clock)) OVER (ORDER BY min(n)) AS before
	FROM made GROUP BY step) s}),
	'360 -1 -5 -360 726',
	'libfaketime steps the clock');

# A column is in order when no value is smaller than the one before, but at the large step.
my %times = (
	id => 'id::timestamptz',
	v6 => 'uuid_v6_timestamp(v6)',
	v7 => 'uuid_v7_timestamp(v7)',
	draft => 'uuid_v7_draft01_timestamp(draft)');
for my $column (sort keys %times)
{
	# The counter of an objectid may go round; its time may not go back.
	my $value = $column eq 'id' ? 'id::timestamptz' : $column;
	my $smaller = $column eq 'id' ? '<' : '<=';
	is( $node->safe_psql(
			'postgres', qq{
SELECT string_agg(step, ', ') FROM (
	SELECT step, $value AS value, lag($value) OVER (ORDER BY n) AS before FROM made) s
WHERE value $smaller before}),
		'back 1 h',
		"$column: only a large step back breaks the order");

	is( $node->safe_psql(
			'postgres', qq{
SELECT string_agg(step, ', ' ORDER BY first) FROM (
	SELECT step, min(n) AS first FROM made
	WHERE abs(extract(epoch FROM $times{$column} - clock)) > 2 GROUP BY step) s}),
		'back 10 s, back 49 s more',
		"$column: small steps back are waited out, others followed");
	is($node->safe_psql('postgres', "SELECT count(DISTINCT $column) FROM made"),
		1000 * @steps, "$column: no value comes twice");
}
is( $node->safe_psql(
		'postgres',
		q{SELECT string_agg(step, ', ') FROM (
	SELECT step, substring(id::bytea, 5, 5) AS middle, lag(substring(id::bytea, 5, 5)) OVER (ORDER BY n) AS before
	FROM made) s WHERE middle <> before}),
	'back 1 h',
	'id: the random bytes are drawn again at the large step back, and only there');

$node->stop;
done_testing();

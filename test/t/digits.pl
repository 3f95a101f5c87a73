# permute_digits() against another program.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main');
sql('CREATE EXTENSION objectid');

SKIP:
{
	my $dir = PostgreSQL::Test::Utils::tempdir();
	my $oracle = "$top/test/oracles/permute_digits.py";
	my $error = '';
	skip 'python3 is not installed', 2
	  unless eval { IPC::Run::run([ 'python3', '--version' ], '>', '/dev/null', '2>', \$error) };

	# The ends and random points of each count of digits, with keys of all lengths around the block
	# of SHA-256.
	my $seed = seeded();
	sql(qq{
SELECT setseed($seed / 2147483648.0);
CREATE TABLE asked AS
	SELECT digits, number, decode(repeat(md5(random()::text), 4), 'hex') AS key
	FROM generate_series(1, 18) digits, LATERAL (
		SELECT unnest(ARRAY[0, 10::numeric ^ digits - 1]) UNION ALL
		SELECT floor(random()::numeric * 10::numeric ^ digits)
		FROM generate_series(1, 8)) n (number);
UPDATE asked SET key = substring(key, 1, 1 + (random() * 69)::int);
UPDATE asked SET key = key || key || key WHERE random() < 0.1;
COPY (SELECT digits, number::bigint, key FROM asked) TO '$dir/asked' (FORMAT csv)});
	my @files = ('<', "$dir/asked", '>', "$dir/answered", '2>', \$error);
	ok(IPC::Run::run([ 'python3', $oracle ], @files), 'another program permutes') or diag($error);
	is(sql(qq{
CREATE TABLE answered (digits int, number bigint, key bytea, place bigint);
COPY answered FROM '$dir/answered' (FORMAT csv);
SELECT count(*), count(*) FILTER (WHERE permute_digits(number, digits, key) = place
	AND unpermute_digits(place, digits, key) = number)
FROM answered}),
		'180|180', 'as permute_digits and unpermute_digits do');
}

$node->stop;
done_testing();

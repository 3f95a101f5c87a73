# Masks of ids: what programs in Python and JavaScript make of the definition.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

start_server('main');
sql('CREATE EXTENSION objectid');

# The vectors, and ids of all times with keys of all lengths around the block of SHA-256.
my $dir = PostgreSQL::Test::Utils::tempdir();
my $vectors = join ', ',
  slurp_file("$top/test/data/vectors.md") =~ /^\| M[UO]-\d+ (\| `[^`]+` \| `[^`]+` \| `[^`]+`)/mg;
$vectors =~ s/\| `([^`]+)` \| `[^`]+` \| `([^`]+)`/('$1', decode('$2', 'hex'))/g;
my $seed = seeded();
sql(qq{
SELECT setseed($seed / 2147483648.0);
CREATE TABLE asked (id text, key bytea);
INSERT INTO asked VALUES $vectors;
INSERT INTO asked
	SELECT unnest(ARRAY[overlay(overlay(md5(random()::text) PLACING '7' FROM 13)
			PLACING substr('89ab', 1 + n % 4, 1) FROM 17)::uuid::text,
		left(md5(random()::text), 24)]),
		substring(decode(repeat(md5(random()::text), 5), 'hex'), 1, 16 + n % 60)
	FROM generate_series(1, 1000) n;
COPY asked TO '$dir/asked' (FORMAT csv)});

foreach my $program ([ 'python3', "$top/test/oracles/mask.py" ],
	[ 'node', "$top/test/oracles/mask.mjs" ])
{
	SKIP:
	{
		my $error = '';
		skip "$program->[0] is not installed", 2
		  unless eval { IPC::Run::run([ $program->[0], '--version' ], '>', '/dev/null') };
		my @files = ('<', "$dir/asked", '>', "$dir/answered", '2>', \$error);
		ok(IPC::Run::run($program, @files), "$program->[0] makes masks") or diag($error);
		is(sql(qq{
CREATE TEMP TABLE answered (id text, key bytea, masked text);
COPY answered FROM '$dir/answered' (FORMAT csv);
SELECT count(*), count(*) FILTER (WHERE CASE length(id)
	WHEN 24 THEN mask_objectid(id::objectid, key) = masked::objectid
		AND unmask_objectid(masked::objectid, key) = id::objectid
	ELSE mask_uuid_v7(id::uuid, key) = masked::uuid
		AND unmask_uuid_v7(masked::uuid, key) = id::uuid END)
FROM answered}),
			'2014|2014', "the same as those of the server");
	}
}

done_testing();

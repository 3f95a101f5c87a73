# doc/benchmarks.md as test/bench/report.py writes it, of results that are made up: what users ask,
# in words, the rest in a table, and no ratio where rounds contradict one another.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use JSON::PP;
use test_server;

my $python = '/usr/bin/python3';
plan skip_all => "there is no $python" unless -x $python;

# Values of three rounds.
my %of_18 = (
	generation => {
		'gen_objectid()' => [ 50, 60, 70 ],
		'uuid_v7()' => [ 100, 120, 140 ],
		'uuidv7()' => [ 610, 600, 590 ] },
	'time range' => {
		'id >= a AND id <= b' => [ 0.001, 0.003, 0.002 ],
		'by hand' => [ 0.002, 0.002, 0.002 ] },
	'sessions, 1 rows' => { 'gen_objectid()' => [ 20, 30, 40 ], 'uuidv7()' => [ 10, 15, 20 ] },
	'size, primary key' => { objectid => [9e6], uuid => [9e6], 'text COLLATE "C"' => [18e6] },
	'size, (id, integer)' => { objectid => [9e6], uuid => [12e6] },
	# slower in each round, but not than in each
	'point lookup' => { objectid => [ 9, 18, 27 ], uuid => [ 10, 20, 30 ] },
	'poll of 1,000 changes, ms' => {
		'a column' => [ 1, 3, 2 ],
		'a log of keys' => [ 2, 2, 2 ] });
my %of_15 = (generation => $of_18{generation}, 'copy in' => { objectid => [4], uuid => [5] });

my $folder = PostgreSQL::Test::Utils::tempdir();
foreach ([ 15, \%of_15 ], [ 18, \%of_18 ])
{
	my ($version, $results) = @$_;
	my $facts = { server => "$version.1 (made up)", settings => { jit => 'off' }, ids => 3000 };
	append_to_file("$folder/$version.json",
		encode_json({ quick => JSON::PP::false, facts => $facts, results => $results }));
}
append_to_file("$folder/15.instructions", "comparison\tobjectid\t50\ncomparison\tuuid\t100\n");

my ($page, $errors) =
  run_command([ $python, "$top/test/bench/report.py", $folder, $folder, '--print' ]);
is($errors, '', 'the page is written');
my ($asked, $rest) = split /<summary>/, $page;
like($page, qr/PostgreSQL 18\.1 \(made up\) and 15\.1 \(made up\)/, 'of both servers');

like($asked, qr/`gen_objectid\(\)` 60 \(50–70\) ns, 10 times as fast as `uuidv7\(\)`/,
	'a time, its extremes, and how many times faster it is');
like($asked, qr/`id >= a AND id <= b` 2 \(1–3\) ms, as fast as `by hand` \|/,
	'or that some rounds say one thing, and others another');
like($asked, qr{`gen_objectid\(\)` 30 \(20–40\) rows/s, 2\.0 times as fast as `uuidv7\(\)`},
	'of rates more is faster');
like($asked, qr{18 \(9–27\) 1/s, 0\.90 times as many as `uuid`},
	'a ratio that is the same in each round is told');
like($asked, qr/primary key: `objectid` 9 MB, as large as `uuid`/, 'sizes that are equal');
like($asked, qr/\(id, integer\): `objectid` 9 MB, 0\.75 times as large as `uuid`/, 'or are not');
unlike($asked, qr/below the bound/, 'what was not measured is not asked');

like($rest, qr/^\| a poll of 1,000 changes, ms \| `a log of keys` 2: `a column` 2 as fast \|$/m,
	'a row of the rest');
like($rest, qr/^\| size, primary key, MB \| `text COLLATE "C"` 18: `objectid` 9 \*\*0\.50\*\* \|$/m,
	'has what is not above');
unlike($rest, qr/`uuid` 9|uuidv7/, 'and nothing else');
like($rest, qr/^\| copy in, s \| `uuid` 5: `objectid` 4 \*\*0\.80\*\* \|$/m,
	'also what only the older server has');
like($rest, qr/^\| comparison, instructions \| `uuid` 100: `objectid` 50 \*\*0\.50\*\* \|$/m,
	'and instructions');
done_testing();

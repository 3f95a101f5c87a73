# Random collections become tables by the plan as it is proposed, and by random edits of it; nothing
# is lost.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;
use utf8;

use moves;
use random_collections;
use test_server;

seeded();

# Nothing of the settings may show in the results.
my $node = start_server(
	'main',
	"timezone = 'Asia/Kathmandu'\ndatestyle = 'SQL, DMY'\nintervalstyle = sql_standard\n"
	  . "extra_float_digits = 0\nbytea_output = escape\nlog_statement = none\n"
	  . "log_min_error_statement = panic\nlog_min_messages = panic",
	extra => [ '-E', 'UTF8', '--locale', 'C' ]);
create_moves('moves');

# Names of collections of which tables could have one name
my @families = (
	[qw(a a_b a_b_c)], [qw(Orders orders ORDERS)],
	[ 'system.users', 'system_users', 'system users' ],
	[ "it's", '"', '$' ], [ 'table', 'order', 'null' ], [ 'x' x 120, 'x' x 121, 'x' x 63 ],
	[qw(staging plan rest)], [qw(n id place)], [ '名前', 'é', '%s' ]);
# Three collections at once, as proposed or after an edit
foreach my $n (1 .. repeated(12, 30))
{
	my @names = map { s/$/pick('', ' ', '_') . $n/er } pick(@families)->@*;
	load_collections('moves',
		map { $_ => [ random_collection(pick(1, 2, 5 + int rand 30)) ] } @names);
	my $edit = pick('as proposed', sort keys %edits);
	is(moved('moves', \@names, pick(undef, qw(java csharp python)), $edit), '', "$n: $edit");
}

# Those that are rarer
my %rare = (
	'many fields' => [ map {
		my $n = $_;
		my @fields = map { qq("field $_":) . ($_ % $n ? '"text"' : $_) } 1 .. 700;
		'{"_id":' . join(',', $n, @fields) . '}'
	} 1 .. 3 ],
	'keys that are alike' =>
	  [ map { qq({"_id":$_,"a":[{"b":1}]}) } '{"$oid":"507f1f77bcf86cd799439011"}',
		'"507f1f77bcf86cd799439011"', '"507F1F77BCF86CD799439011"', '{"$symbol":""}', '""' ],
	'no key' => [ '{"a":1}', '{"_id":1,"a":[{"b":[{"c":2}]}]}' ],
	'long keys' => [ map {
		sprintf '{"_id":"%s","a":[{"b":{"%s":[1]}}]}', $_ x 5000, $_ x 400
	} 'a' .. 'd' ],
	# Paths that are cut off
	'longer keys' => [ map { sprintf '{"_id":%s,"%s":%s}', $_->[0], 'x' x 1000, $_->[1] }
		[ 1, '{"$numberDouble":"NaN"}' ], [ 2, '{"$numberDouble":"-Infinity"}' ],
		[ 3, '{"$numberDouble":"1.0"}' ], [ 4, '{"$numberDecimal":"NaN"}' ] ],
	'many paths in an array of arrays' => [ '{"_id":1,"a":[[{' . join(',',
		map { qq("a$_":{"\$numberDouble":"$_.0"},"b$_":{"\$numberDouble":"NaN"}) } 1 .. 60)
		. '}]]}' ],
	'deep' => [ map {
		qq({"_id":$_,"a":) . '[{"b":{"c":' x 10 . $_ . '}}]' x 10 . '}'
	} 1, 2 ],
	'times without a zone' => [ map { qq({"_id":"$_","a":"$_","b":[{"c":"$_"}]}) }
		'2012-12-24', '2012-12-24 12:15', '2012-12-24T12:15:30.5+05:45' ],
	# Tables whose names differ at their ends, of 63 bytes
	'x' x 80 => [ '{' . join(',', map { qq("a$_":[{"b":$_}]) } 1 .. 80) . '}' ],
	# A name of a view is cut off by bytes.
	'名前' x 20 => ['{"_id":1,"a":[{"b":1}]}'],
	'null' => [ '{"_id":null,"a":null}', '{"_id":{"$undefined":true},"b":[null,[null]]}' ],
	'empty' => [ '{}', '{"_id":{},"a":{},"b":[],"c":""}' ]);
load_collections('moves', %rare);
foreach my $name (sort keys %rare)
{
	my $edit = $name =~ /^times/ ? 'what notes say of text' : 'as proposed';
	is(moved('moves', [$name], undef, $edit), '', $name =~ s/[^ -~]/?/gr);
}

$node->stop;
done_testing();

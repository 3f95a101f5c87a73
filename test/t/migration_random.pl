# Random collections become tables by the plan as it is proposed, and by random edits of it; nothing
# is lost.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;
use utf8;

use moves;
use random_collections;
use test_server;

# OBJECTID_COLLECTIONS=2000 tries so many.
my $count = $ENV{OBJECTID_COLLECTIONS} // 60;
seeded();

# Nothing of the settings may show in the results.
my $node = start_server(
	'main',
	"timezone = 'Asia/Kathmandu'\ndatestyle = 'SQL, DMY'\nintervalstyle = sql_standard\n"
	  . "extra_float_digits = 0\nbytea_output = escape\nlog_statement = none\n"
	  . "log_min_error_statement = panic\nlog_min_messages = panic",
	extra => [ '-E', 'UTF8', '--locale', 'C' ]);
sql('CREATE DATABASE moves');
sql_in('moves', 'CREATE EXTENSION objectid');
create_moves('moves');

# Names of collections of which tables could have one name
my @families = (
	[qw(a a_b a_b_c)], [qw(Orders orders ORDERS)], [ 'system.users', 'system_users', 'system users' ],
	[ "it's", '"', '$' ], [ 'table', 'order', 'null' ], [ 'x' x 120, 'x' x 121, 'x' x 63 ],
	[qw(staging plan rest)], [qw(n id place)], [ '名前', 'é', '%s' ]);
# Three collections at once, as proposed or after an edit
foreach my $n (1 .. $count)
{
	my @names = map { s/$/pick('', ' ', '_') . $n/er } pick(@families)->@*;
	load_collections('moves', map { $_ => [ random_collection(pick(1, 2, 5 + int rand 30)) ] } @names);
	my $edit = pick('as proposed', sort keys %edits);
	is(moved('moves', \@names, pick(undef, qw(java csharp python)), $edit), '', "$n: $edit");
}

$node->stop;
done_testing();

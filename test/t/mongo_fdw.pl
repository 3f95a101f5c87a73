# mongo_fdw: the guide's way to read ids of MongoDB, and the ways that lose them without a word.
# MongoDB is not in Debian, so a server of our own answers what mongo_fdw asks.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node = start_server('mongo');

plan skip_all => 'the server has no mongo_fdw' unless available('mongo_fdw');
plan skip_all => 'python3 has no bson' if system(qw(python3 -c), 'import bson') != 0;

my $port = PostgreSQL::Test::Cluster::get_free_port();
my ($output, $errors) = ('', '');
my $mongo = IPC::Run::start(
	[ 'python3', "$top/test/lib/mongo_server.py", $port ],
	'>', \$output, '2>', \$errors, IPC::Run::timeout($PostgreSQL::Test::Utils::timeout_default));
$mongo->pump until $output =~ /ready/;

doc_examples::check($node, 'doc/other-extensions.md',
	section => qr/^mongo_fdw/, database => 'guide',
	replace => { 'mongo.example.com' => '127.0.0.1', 27017 => $port });

# The table of the guide: what a column of each type shows, and finds.
my %found = (
	name => [ '507f1f77bcf86cd799439011,6955b9000000000000000000', 'Ada' ],
	bytea => [ '\x507f1f77bcf86cd799439011,\x6955b9000000000000000000', '' ],
	text => [ ',', '' ],
	varchar => [ ',', '' ]);
foreach my $type (sort keys %found)
{
	my $literal = $type eq 'bytea' ? '\x507f1f77bcf86cd799439011' : '507f1f77bcf86cd799439011';
	sql_in('guide', qq{CREATE FOREIGN TABLE as_$type (_id $type, name text)
		SERVER mongo OPTIONS (database 'shop', collection 'customers')});
	is(sql_in('guide',
			"SELECT string_agg(coalesce(_id::text, ''), ',' ORDER BY name) FROM as_$type"),
		$found{$type}[0], "$type: what it shows");
	is(sql_in('guide', "SELECT name FROM as_$type WHERE _id = '$literal'"),
		$found{$type}[1], "$type: what it finds");
}
foreach my $type (qw(name bytea))
{
	is(sql_in('guide', qq{
SELECT (SELECT name FROM as_$type WHERE _id::objectid = '507f1f77bcf86cd799439011'),
	(SELECT name FROM as_$type WHERE _id::objectid >= timestamptz '2020-01-01')}),
		'Ada|Grace', "$type: what it finds as objectid");
}
sql_in('guide', q{CREATE FOREIGN TABLE as_objectid (_id objectid, name text)
	SERVER mongo OPTIONS (database 'shop', collection 'customers')});
is(error_of('SELECT * FROM as_objectid', undef, 'guide') =~ s/.*(cannot convert BSON.*type).*/$1/r,
	'cannot convert BSON type to column type', 'objectid: an error');

$node->stop;
$mongo->kill_kill;
done_testing();

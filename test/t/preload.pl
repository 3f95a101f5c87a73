# Preloaded before and after another library that asks for shared memory: both have theirs. Without
# it, CREATE EXTENSION says so where sessions then share nothing.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

# What CREATE EXTENSION says beside its result
sub notices
{
	my ($node) = @_;
	my ($status, $out, $notices) =
	  $node->psql('postgres', "CREATE EXTENSION objectid;\nSHOW client_min_messages");
	is("$status $out", '0 notice', 'CREATE EXTENSION leaves the level of messages as it was');
	return $notices =~ s/^psql:<stdin>:1: //r;
}

my $plain = PostgreSQL::Test::Cluster->new('plain');
$plain->init;
$plain->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$plain->start;
is(notices($plain),
	$pg_version >= 17
	? ''
	: "NOTICE:  ids ascend within each session only\n"
	  . 'HINT:  To have them ascend across sessions, add objectid to "shared_preload_libraries" '
	  . 'and restart the server.',
	'not preloaded: a notice before 17');
$plain->stop;

for my $libraries ('pg_stat_statements,objectid', 'objectid,pg_stat_statements')
{
	my $node = PostgreSQL::Test::Cluster->new($libraries =~ tr/,/_/r);
	$node->init;
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$libraries'");
	ok($node->start(fail_ok => 1), "$libraries: the server starts") or next;
	is(notices($node), '', "$libraries: no notice");
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_stat_statements');
	is($node->safe_psql('postgres', 'SELECT objectid_generator()'),
		'server', "$libraries: sessions share their generators");
	is($node->safe_psql('postgres', q{
SELECT count(*) FROM pg_shmem_allocations
WHERE name LIKE 'objectid %' OR name = 'pg_stat_statements'}),
		'2', "$libraries: in main shared memory");
	is($node->safe_psql('postgres', q{
SELECT calls FROM pg_stat_statements WHERE query = 'SELECT objectid_generator()'}),
		'1', "$libraries: statements are counted");
	$node->stop;
}
done_testing();

# Preloaded before and after another library that asks for shared memory: both have theirs.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

for my $libraries ('pg_stat_statements,objectid', 'objectid,pg_stat_statements')
{
	my $node = PostgreSQL::Test::Cluster->new($libraries =~ tr/,/_/r);
	$node->init;
	$node->append_conf('postgresql.conf', "shared_preload_libraries = '$libraries'");
	ok($node->start(fail_ok => 1), "$libraries: the server starts") or next;
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_stat_statements; CREATE EXTENSION objectid');
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

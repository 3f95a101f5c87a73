# Preloaded after another library that asks for shared memory: both have theirs. Without it, CREATE
# EXTENSION says so where sessions then share nothing, and so does the first id of a session if they
# once shared the generators.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

# What CREATE EXTENSION says beside its result
sub messages
{
	my ($node, $level) = @_;
	return ($node->psql('postgres', "\\set VERBOSITY default
SET client_min_messages = $level;
DROP EXTENSION IF EXISTS objectid;
CREATE EXTENSION objectid;"))[2] =~ s/^.*does not exist, skipping\n|^psql:<stdin>:4: //gr;
}

my $plain = PostgreSQL::Test::Cluster->new('plain');
$plain->init;
$plain->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$plain->start;
is(messages($plain, 'warning'),
	$pg_version >= 17
	? ''
	: "WARNING:  ids ascend within each session only\n"
	  . 'HINT:  To have them ascend across sessions, add objectid to "shared_preload_libraries" '
	  . 'and restart the server.',
	'not preloaded: a warning before 17');
is(messages($plain, 'error'), '', 'which the session need not see');
$plain->stop;

my $node = start_server('main', "shared_preload_libraries = 'pg_stat_statements,objectid'");
is(messages($node, 'warning'), '', 'preloaded: no warning');
sql('CREATE EXTENSION pg_stat_statements');
is(sql('SELECT objectid_generator()'), 'server', 'sessions share their generators');
is(sql(q{
SELECT count(*) FROM pg_shmem_allocations
WHERE name LIKE 'objectid %' OR name = 'pg_stat_statements'}),
	'2', 'in main shared memory');
is(sql(q{SELECT calls FROM pg_stat_statements WHERE query = 'SELECT objectid_generator()'}),
	'1', 'and statements are counted');

# No longer preloaded ------------------------------------------------------------------------------

# What a session says to its first id and to the second.
sub warnings
{
	my ($status, $out, $warnings) = $node->psql('postgres', <<~SQL, extra_params => ['-q']);
		SET statement_timeout = '20s';
		SELECT FROM gen_objectid();
		SELECT FROM uuid_v7();
		SQL
	is($status, 0, 'ids are made');
	return $warnings;
}

my $lost = $pg_version >= 17
  ? ''
  : "psql:<stdin>:2: WARNING:  ids ascend within this session only\n"
  . "DETAIL:  Earlier ids of this database ascend across sessions.\n"
  . 'HINT:  To have new ones ascend across sessions, add objectid to "shared_preload_libraries" '
  . 'and restart the server.';

is(warnings(), '', 'preloaded: no warning');
$node->adjust_conf('postgresql.conf', 'shared_preload_libraries', "''");
$node->restart;
is(warnings(), $lost, 'not preloaded any more: a warning once in a session');

if ($pg_version < 17)
{
	my $blocker = $node->background_psql('postgres');
	$blocker->query_safe('BEGIN; ALTER TABLE objectid_internal.reservation OWNER TO CURRENT_USER');
	is(warnings(), '', 'the sequence is locked: no warning, and nothing waits');
	$blocker->quit;
}

sql('ALTER SEQUENCE objectid_internal.reservation RESTART');
is(warnings(), '', 'as if no id had been made: no warning');
sql(q{SELECT setval('objectid_internal.reservation', 1700000000)});
is(warnings(), $lost, 'with a value as pg_upgrade sets it: the warning');
$node->stop;
done_testing();

# ALTER EXTENSION UPDATE finds the way from this release to the next one, with a step of the test's own.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
my $folder = "$sharedir/extension";
plan skip_all => "the server's extension folder is not ours to write to" unless -w $folder;

my $step = "$folder/objectid--1.0.0--1.0.0.next.sql";
END { unlink $step if defined $step; }
append_to_file($step,
	"CREATE FUNCTION objectid_next_release() RETURNS int IMMUTABLE PARALLEL SAFE RETURN 2;\n");

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid VERSION '1.0.0';
CREATE TABLE made (id objectid PRIMARY KEY DEFAULT gen_objectid(), v7 uuidv7 DEFAULT uuid_v7());
INSERT INTO made SELECT FROM generate_series(1, 100);
});
my $fingerprint = q{SELECT count(*), md5(string_agg(id || v7::text, '' ORDER BY id)) FROM made};
my $before = $node->safe_psql('postgres', $fingerprint);

$node->safe_psql('postgres', q{ALTER EXTENSION objectid UPDATE TO '1.0.0.next'});
is($node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'objectid'}),
	'1.0.0.next', 'ALTER EXTENSION UPDATE takes the step');
is($node->safe_psql('postgres', 'SELECT objectid_next_release()'), '2', 'what the step brings is there');
is($node->safe_psql('postgres', $fingerprint), $before, 'the data is as it was');

$node->safe_psql('postgres', q{CREATE DATABASE fresh});
$node->safe_psql('fresh', q{CREATE EXTENSION objectid VERSION '1.0.0.next'});
is($node->safe_psql('fresh', 'SELECT objectid_next_release()'), '2',
	'a fresh installation goes through the released script and the step');

$node->stop;
done_testing();

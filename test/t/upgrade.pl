# ALTER EXTENSION UPDATE gives what a fresh installation has, and what uses the extension stays.
# Until there is an older release, the test makes one without some of the parts in src/sql, and an
# update script that adds them; test/upgrade/step.sql is the update script to the next release.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
my $folder = "$sharedir/extension";
plan skip_all => "the server's extension folder is not ours to write to" unless -w $folder;

my ($version) = slurp_file("$folder/objectid.control") =~ /^default_version = '(.*)'/m;
my %script_of = (
	"0.9--$version" => '',
	"$version--next" => slurp_file("$top/test/upgrade/step.sql"));
my $old = slurp_file("$folder/objectid--$version.sql");
foreach (map { glob "$top/src/sql/*_$_.sql" } qw(uuid_draft01 counters digits))
{
	my $part = slurp_file($_);
	$old =~ s/\Q$part\E// or BAIL_OUT("$_ is no part of the script");
	$script_of{"0.9--$version"} .= $part;
}
$script_of{'0.9'} = $old;
END { unlink map { "$folder/objectid--$_.sql" } keys %script_of }
append_to_file("$folder/objectid--$_.sql", $script_of{$_}) for keys %script_of;

my $node = start_server('main', shared_generators());
sql("CREATE DATABASE $_") for qw(fresh upgraded);

sub surface
{
	my ($database) = @_;
	return sql_in($database, slurp_file("$top/sql/surface.sql"));
}

sql_in('fresh', q{CREATE EXTENSION objectid VERSION 'next'});
my $fresh = surface('fresh');
like($fresh, qr/^objectid_timestamp\(.*cost 2/m, 'the step changes a function');
like($fresh, qr/^<\(objectid,objectid\)\|.*restrict scalarltsel/m, 'and an estimator');
is(sql_in('fresh', q{SELECT objectid_epoch('507f1f77bcf86cd799439011')}),
	'1350508407', 'and adds a function');

sql_in('upgraded', q{
CREATE EXTENSION objectid VERSION '0.9';
CREATE TABLE made (
	id objectid PRIMARY KEY DEFAULT gen_objectid() CHECK (objectid_timestamp(id) > '2000-01-01'),
	v7 uuid DEFAULT uuid_v7());
CREATE INDEX by_time ON made (objectid_timestamp(id));
CREATE VIEW earlier AS
	SELECT a.id FROM made a JOIN made b ON a.id < b.id WHERE a.id < now() + interval '1 minute';
INSERT INTO made SELECT FROM generate_series(1, 100);
});
my $fingerprint = q{
SELECT count(*), md5(string_agg(id || v7::text, '' ORDER BY id)),
	(SELECT count(*) FROM earlier) FROM made};
my $before = sql_in('upgraded', $fingerprint);
sql_in('upgraded', q{ALTER EXTENSION objectid UPDATE TO 'next'});
is(sql_in('upgraded', q{SELECT extversion FROM pg_extension WHERE extname = 'objectid'}),
	'next', 'an upgrade takes both steps');
is(sql_in('upgraded', $fingerprint), $before, 'rows, and a view over them, are as they were');
is(surface('upgraded'), $fresh, 'an upgrade has the surface of a fresh installation');

$node->stop;
done_testing();

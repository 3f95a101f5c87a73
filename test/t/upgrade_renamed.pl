# A later server that has a function of one of our names, as doc/operate.md tells: what fails, and
# that a release with another name is the way out, for CREATE EXTENSION, for ALTER EXTENSION UPDATE
# and for pg_upgrade.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run ();
use test_server;

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
my $folder = "$sharedir/extension";
plan skip_all => "the server's extension folder is not ours to write to" unless -w $folder;
my ($bindir) = run_command([ 'pg_config', '--bindir' ]);
plan skip_all => 'there is no pg_upgrade' unless -x "$bindir/pg_upgrade";

# A release before ours, which has no function of the name, and one after it, which has another
# name. So have their update scripts.
my ($version) = slurp_file("$folder/objectid.control") =~ /^default_version = '(.*)'/m;
my $now = slurp_file("$folder/objectid--$version.sql");
my ($made) = $now =~ /^(CREATE FUNCTION gen_random_digits\(.*?^COMMENT ON FUNCTION .*?;\n)/ms;
my $renamed = $made =~ s/'MODULE_PATHNAME'/'MODULE_PATHNAME', 'gen_random_digits'/r;
$renamed =~ s/FUNCTION \Kgen_random_digits/random_digits/g;
my %script_of = (
	'early' => $now =~ s/\Q$made\E//r,
	'late' => $now =~ s/\Q$made\E/$renamed/r,
	"early--$version" => $made,
	'early--late' => $renamed,
	"$version--late" => 'ALTER FUNCTION gen_random_digits(integer) RENAME TO random_digits;');
END { unlink map { "$folder/objectid--$_.sql" } keys %script_of }
append_to_file("$folder/objectid--$_.sql", $script_of{$_}) for keys %script_of;

my $is_there = qr/function "gen_random_digits" already exists with same argument types/;

# A server whose pg_catalog has the function in each database.
sub later_server
{
	my ($name) = @_;
	my $node = start_server($name, shared_generators());
	my @allow = map { "ALTER DATABASE template0 ALLOW_CONNECTIONS $_" } qw(true false);
	$node->safe_psql('postgres', $allow[0]);
	$node->safe_psql($_, 'CREATE FUNCTION pg_catalog.gen_random_digits(integer) RETURNS bigint
		LANGUAGE sql RETURN -1') for qw(template0 template1 postgres);
	$node->safe_psql('postgres', $allow[1]);
	return $node;
}

# CREATE EXTENSION and ALTER EXTENSION UPDATE ------------------------------------------------------

my $later = later_server('later');
like(error_of('CREATE EXTENSION objectid'), qr/^42723: $is_there/, 'CREATE EXTENSION fails');
my $works = 'SELECT gen_random_digits(3), random_digits(3) >= 0, gen_objectid() IS NOT NULL';
is(sql(q{CREATE EXTENSION objectid VERSION 'late';}, $works), '-1|t|t',
	'that of a release with another name does not');

sql('CREATE DATABASE updated');
sql_in('updated', q{CREATE EXTENSION objectid VERSION 'early'});
like(error_of("ALTER EXTENSION objectid UPDATE TO '$version'", undef, 'updated'),
	qr/^42723: $is_there/, 'ALTER EXTENSION UPDATE fails');
is(sql_in('updated', q{
SELECT extversion, gen_random_digits(3), gen_objectid() IS NOT NULL
FROM pg_extension WHERE extname = 'objectid'}),
	'early|-1|t', 'and changes nothing');
is(sql_in('updated', "ALTER EXTENSION objectid UPDATE TO 'late'; $works"), '-1|t|t',
	'that to a release with another name does not');
$later->stop;

# pg_upgrade ---------------------------------------------------------------------------------------

my $old = start_server('old', shared_generators());
$old->safe_psql('postgres', q{
CREATE EXTENSION objectid;
CREATE TABLE coupon (code bigint DEFAULT gen_random_digits(12), n integer);
CREATE VIEW draw AS SELECT gen_random_digits(3) AS drawn;
CREATE FUNCTION drawn() RETURNS bigint BEGIN ATOMIC SELECT gen_random_digits(3); END;
INSERT INTO coupon SELECT FROM generate_series(1, 10);
});
my $uses = q{
INSERT INTO coupon DEFAULT VALUES;
SELECT count(*), min(code) >= 0, (SELECT drawn FROM draw) >= 0, drawn() >= 0 FROM coupon};

# Returns what it says, and whether it succeeded.
chdir $PostgreSQL::Test::Utils::tmp_check or die;
sub upgraded_to
{
	my ($new) = @_;
	$_->stop for $old, $new;
	my $said = '';
	my $succeeded = IPC::Run::run(
		[
			'pg_upgrade', '--no-sync', '-s', $new->host,
			'-d', $old->data_dir, '-b', $bindir, '-p', $old->port,
			'-D', $new->data_dir, '-B', $bindir, '-P', $new->port
		],
		'>&', \$said);
	my @logs = map { glob $new->data_dir . "/pg_upgrade_output.d/$_" } '*/log/*';
	return ($succeeded, join '', $said, map { slurp_file($_) } @logs);
}

my ($succeeded, $log) = upgraded_to(later_server('later_for_nothing'));
ok(!$succeeded, 'pg_upgrade fails');
like($log, $is_there, 'as there is such a function');
$old->start;
is($old->safe_psql('postgres', $uses), '11|t|t|t', 'and the old server works as before');

$old->safe_psql('postgres', q{ALTER EXTENSION objectid UPDATE TO 'late'});
is($old->safe_psql('postgres', $uses), '12|t|t|t', 'what uses the function follows its name');
my $new = later_server('later_for_late');
($succeeded, $log) = upgraded_to($new);
ok($succeeded, 'then pg_upgrade succeeds') or diag $log;
$new->start;
is($new->safe_psql('postgres', $uses), '13|t|t|t', 'with all that uses the function');
is($new->safe_psql('postgres', $works), '-1|t|t', 'beside that of the server');
$new->stop;
done_testing();

# The way from one version of PostgreSQL to another, by pg_upgrade, and by dump and restore:
# upgrade.pl OLD NEW
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

use dumps;

# What a file prints, without an error.
sub sql
{
	my ($node, $database, $file) = @_;
	my $status = $node->psql(
		$database, dumps::script($file),
		stdout => \my $out,
		stderr => \my $error);
	is($status, 0, $node->name . ", $database: $file") or diag $error;
	return $out;
}

sub amcheck
{
	my ($node, $database) = @_;
	my @checks = qw(--install-missing --heapallindexed --parent-check --rootdescend);
	$node->command_ok([ 'pg_amcheck', @checks, $database ],
		$node->name . ", $database: pg_amcheck");
	$node->safe_psql($database, 'DROP EXTENSION amcheck');
	return;
}

sub server
{
	my ($version) = @_;
	my $node = PostgreSQL::Test::Cluster->new($version,
		install_path => "/usr/lib/postgresql/$version");
	$node->init;
	# a server that was lent has no LLVM
	$node->append_conf('postgresql.conf', 'jit = off');
	$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'") if $version < 17;
	return $node;
}

sub stop
{
	my ($node) = @_;
	$node->stop;
	my $log = slurp_file($node->logfile);
	unlike($log, qr/PANIC|TRAP|terminated by signal/, $node->name . ': no crash');
	return;
}

my ($from, $to) = @ARGV;
my ($old, $new) = map { server($_) } $from, $to;
my %bin = map { $_->name => $_->config_data('--bindir') } $old, $new;
$dumps::pg_dump = "$bin{$to}/pg_dump";

$old->start;
my @databases = dumps::create_databases($old);
my %shown;
foreach my $database (@databases)
{
	$shown{$database} = sql($old, $database, 'show');
	dumps::dump_of($old, $database, 'owner');
}
my $reserved_now = 'SELECT last_value, last_value > 1 FROM objectid_internal.reservation';
my $reserved = $old->safe_psql('of_superuser', $reserved_now);
like($reserved, qr/t$/, "$from: new ids have a reservation");
stop($old);

chdir $PostgreSQL::Test::Utils::tmp_check or die;
my $said;
my @pg_upgrade = (
	"$bin{$to}/pg_upgrade", '--no-sync', '-s', $new->host,
	'-d', $old->data_dir, '-b', $bin{$from}, '-p', $old->port,
	'-D', $new->data_dir, '-B', $bin{$to}, '-P', $new->port);
ok(IPC::Run::run(\@pg_upgrade, '>&', \$said), "pg_upgrade from $from to $to")
  or diag $said, grep { /error/ } map { split /^/, slurp_file($_) }
  glob $new->data_dir . '/pg_upgrade_output.d/*/log/*';
$new->start;
is($new->safe_psql('of_superuser', $reserved_now), $reserved, "$to: which pg_upgrade keeps");

foreach my $database (@databases)
{
	my $restored = "restored_$database";
	$new->safe_psql('postgres', "CREATE DATABASE $restored OWNER owner");
	my @restore = qw(psql -U owner -X -q -v ON_ERROR_STOP=1);
	$new->command_ok([ @restore, '-f', $old->basedir . "/$database.dump", '-d', $restored ],
		"$to, $restored: the dump of $from is restored");
	foreach my $there ($database, $restored)
	{
		is(dumps::difference($shown{$database}, sql($new, $there, 'show')),
			'', "$to, $there: has the same");
		amcheck($new, $there);
	}
	# Newer servers print some expressions in other ways.
	is(dumps::difference(map { dumps::dump_of($new, $_, 'owner') } $database, $restored),
		'', "$to, $database: a dump is that of $restored");
}
foreach my $database (qw(of_superuser restored_of_superuser))
{
	sql($new, $database, 'scan');
	sql($new, $database, 'go_on');
	sql($new, $database, 'scan');
	amcheck($new, $database);
}
stop($new);
done_testing();

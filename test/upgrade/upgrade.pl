# Fills a database of 15 and dumps it (dump); restores that in 18 and takes it, and one filled
# there, to 19 (upgrade).
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use FindBin;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($dump, $shown) = ('/tmp/dump', '/tmp/shown');

# What a file prints, without an error.
sub sql
{
	my ($node, $database, $file) = @_;
	my $status = $node->psql(
		$database, slurp_file("$FindBin::RealBin/$file.sql"),
		stdout => \my $out,
		stderr => \my $error);
	is($status, 0, $node->name . ", $database: $file") or diag $error;
	return $out;
}

sub amcheck
{
	my ($node, $database, @options) = @_;
	my @checks = qw(--install-missing --heapallindexed --parent-check);
	$node->command_ok([ 'pg_amcheck', @checks, @options, $database ],
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

if ($ARGV[0] eq 'dump')
{
	my $node = server(15);
	$node->start;
	sql($node, 'postgres', 'fill');
	append_to_file($shown, sql($node, 'postgres', 'show'));
	sql($node, 'postgres', 'scan');
	$node->command_ok([ 'pg_dump', '-Fc', '-f', $dump, 'postgres' ], '15: pg_dump');
	stop($node);
	done_testing();
	exit;
}

my ($old, $new) = (server(18), server(19));
$old->start;
my %before;
$old->safe_psql('postgres', 'CREATE DATABASE filled');
sql($old, 'filled', 'fill');
$before{filled} = sql($old, 'filled', 'show');
SKIP:
{
	skip 'PostgreSQL 15 is not to be had here', 1 unless -e $dump;
	$before{restored} = slurp_file($shown);
	$old->safe_psql('postgres', 'CREATE DATABASE restored');
	$old->command_ok([ 'pg_restore', '-d', 'restored', '--exit-on-error', $dump ],
		'18: pg_restore of 15');
	is(sql($old, 'restored', 'show'), $before{restored}, '18 has what 15 had');
	sql($old, 'restored', 'scan');
	amcheck($old, 'restored');
}
my $reserved_now = 'SELECT last_value, last_value > 1 FROM objectid_internal.reservation';
my $reserved = $old->safe_psql('filled', $reserved_now);
like($reserved, qr/t$/, '18: new ids have a reservation');
stop($old);

chdir $PostgreSQL::Test::Utils::tmp_check or die;
$new->command_ok(
	[
		'pg_upgrade', '--no-sync', '-s', $new->host,
		'-d', $old->data_dir, '-b', $old->config_data('--bindir'), '-p', $old->port,
		'-D', $new->data_dir, '-B', $new->config_data('--bindir'), '-P', $new->port
	],
	'pg_upgrade from 18 to 19');
$new->start;
is($new->safe_psql('filled', $reserved_now), $reserved, '19: and keep it');
for my $database (sort keys %before)
{
	is(sql($new, $database, 'show'), $before{$database}, "19, $database: all is there");
	sql($new, $database, 'scan');
	amcheck($new, $database, '--rootdescend');
	sql($new, $database, 'go_on');
	sql($new, $database, 'scan');
	amcheck($new, $database);
}
stop($new);
done_testing();

# What pg_dump writes, for tests that compare databases, and databases that have to survive it.
# SPDX-License-Identifier: PostgreSQL
package dumps;

use strict;
use warnings;

use Cwd qw(abs_path);
use File::Basename qw(dirname);
use PostgreSQL::Test::Utils;

my $test = abs_path(dirname(__FILE__) . '/..');

# The program.
our $pg_dump = 'pg_dump';

# The plain dump of a database, by a role if one is given, without the random key that newer
# versions of pg_dump put into each dump. The file stays in the node's basedir as DATABASE.dump.
sub dump_of
{
	my ($node, $database, $role, @options) = @_;
	my $file = $node->basedir . "/$database.dump";
	push @options, '-U', $role if defined $role;
	$node->command_ok([ $pg_dump, '-f', $file, @options, $database ], "pg_dump of $database");
	return join '', grep { !/^(\\(un)?restrict|-- Dumped from) / } split /^/, slurp_file($file);
}

# The first lines that two texts do not have in common.
sub difference
{
	my ($left, $right) = @_;
	my %count;
	$count{$_}++ for split /\n/, $left;
	$count{$_}-- for split /\n/, $right;
	my @lines = map { ($count{$_} > 0 ? '-' : '+') . $_ } sort grep { $count{$_} } keys %count;
	return join "\n", grep { defined } @lines[ 0 .. 29 ];
}

# The text of a file of test/upgrade.
sub script
{
	return slurp_file("$test/upgrade/$_[0].sql");
}

# How databases came to the role owner: who did what, one after the other. dba is a superuser, and
# former a role of this database alone, its first owner.
my $install = 'CREATE EXTENSION objectid';
my $use = q{
CREATE TABLE used (id objectid PRIMARY KEY DEFAULT gen_objectid(), v7 uuid DEFAULT uuid_v7());
INSERT INTO used SELECT FROM generate_series(1, 100);
CREATE VIEW twice AS SELECT * FROM used JOIN used b USING (id, v7)};
my $reassign = 'REASSIGN OWNED BY former TO owner';
my $leave = 'DROP OWNED BY former; DROP ROLE former';
my %steps = (
	of_owner => [ owner => "${install}_migration CASCADE", owner => script('expressions') ],
	of_superuser => [ dba => $install, owner => script('../lib/calls'), owner => script('fill') ],
	given => [ former => $install, dba => 'ALTER DATABASE given OWNER TO owner', owner => $use ],
	reassigned => [ former => "$install; $use", dba => $reassign ],
	abandoned => [ former => "$install; $use", dba => "$reassign; $leave" ],
	abandoned_early => [
		dba => "$install; ALTER DATABASE abandoned_early OWNER TO owner; $leave",
		owner => $use ],
	copied => [
		former => $install,
		dba => q{\c postgres
ALTER DATABASE copied RENAME TO template_of_former;
CREATE DATABASE copied TEMPLATE template_of_former OWNER owner;
DROP DATABASE template_of_former},
		owner => $use, dba => "$reassign; $leave" ],
	# The superuser had said what former may do with all that he would make.
	privileged => [
		dba => join('; ',
			(map { "ALTER DEFAULT PRIVILEGES GRANT ALL ON $_ TO former" }
				  qw(TABLES SEQUENCES FUNCTIONS TYPES SCHEMAS)),
			$install, 'ALTER DATABASE privileged OWNER TO owner', $leave),
		owner => $use ]);

# create_databases(NODE): makes them, and gives their names.
sub create_databases
{
	my ($node) = @_;
	$node->safe_psql('postgres', 'CREATE ROLE owner LOGIN');
	foreach my $database (sort keys %steps)
	{
		my $former = "former_of_$database";
		my @steps = map { s/\bformer\b/$former/gr } @{ $steps{$database} };
		my $first = "@steps" =~ /\b$former\b/ ? $former : 'owner';
		$node->safe_psql('postgres', "CREATE ROLE $former LOGIN");
		$node->safe_psql('postgres', "CREATE DATABASE $database OWNER $first");
		while (my ($role, $statements) = splice @steps, 0, 2)
		{
			my @as = $role eq 'dba' ? () : ('-U', $role);
			$node->safe_psql($database, $statements, extra_params => \@as);
		}
	}
	return sort keys %steps;
}

1;

# make install DESTDIR= and PostgreSQL 18's extension_control_path: the extension in a directory outside the server's own.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use Cwd qw(getcwd);
use File::Basename qw(dirname);
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my ($version) = run_command([ 'pg_config', '--version' ]);
plan skip_all => 'extension_control_path came with PostgreSQL 18' if $version =~ /(\d+)/ and $1 < 18;
my $build = dirname($ENV{TESTDATADIR});
plan skip_all => 'the library is not built here' unless -e "$build/objectid.so";

my $folder = PostgreSQL::Test::Utils::tempdir;
my $makefile = getcwd() . '/Makefile';
{
	local %ENV = %ENV;
	delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS)};
	my @bitcode = -e "$build/src/pg/module.bc" ? () : 'with_llvm=no';    # what is built is installed
	command_ok([ 'make', '-s', '-C', $build, '-f', $makefile, 'install', "DESTDIR=$folder", @bitcode ], 'make install DESTDIR=');
}

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
my ($pkglibdir) = run_command([ 'pg_config', '--pkglibdir' ]);
my $node = PostgreSQL::Test::Cluster->new('own_folder');
$node->init;
# without $system, where the tests have installed it as well; plpgsql is in $libdir
$node->append_conf('postgresql.conf', "extension_control_path = '$folder$sharedir'\ndynamic_library_path = '$folder$pkglibdir:\$libdir'");
$node->start;
$node->safe_psql('postgres', 'CREATE EXTENSION objectid');
like($node->safe_psql('postgres', 'SELECT gen_objectid()'), qr/^[0-9a-f]{24}$/, 'an id');

my $psql = $node->background_psql('postgres');
my $pid = $psql->query_safe('SELECT pg_backend_pid() FROM gen_objectid()');
SKIP:
{
	skip 'no /proc', 1 unless -r "/proc/$pid/maps";
	like(slurp_file("/proc/$pid/maps"), qr{\Q$folder$pkglibdir\E/objectid\.so}, 'the library comes from there');
}
$psql->quit;
$node->stop;
done_testing();

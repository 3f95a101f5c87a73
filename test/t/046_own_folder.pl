# make install DESTDIR= and PostgreSQL 18's extension_control_path: the extension in a directory
# outside the server's own.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Basename qw(dirname);
use test_server;

my ($version) = run_command([ 'pg_config', '--version' ]);
plan skip_all => 'extension_control_path came with PostgreSQL 18'
  if $version =~ /(\d+)/ and $1 < 18;
my $build = dirname($ENV{TESTDATADIR});
plan skip_all => 'the library is not built here' unless -e "$build/objectid.so";

my $folder = PostgreSQL::Test::Utils::tempdir();
{
	local %ENV = %ENV;
	delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS)};
	# what is built is installed
	my @bitcode = -e "$build/src/pg/module.bc" ? () : 'with_llvm=no';
	command_ok(
		[ qw(make -s -C), $build, '-f', "$top/Makefile", 'install', "DESTDIR=$folder", @bitcode ],
		'make install DESTDIR=');
}

my ($sharedir) = run_command([ 'pg_config', '--sharedir' ]);
# without $system, where the tests have installed it as well; plpgsql is in $libdir
my $node = start_server('own_folder', "extension_control_path = '$folder$sharedir'\n"
	  . "dynamic_library_path = '$folder$pkglibdir:\$libdir'");
sql('CREATE EXTENSION objectid');
like(sql('SELECT gen_objectid()'), qr/^[0-9a-f]{24}$/, 'an id');

my $psql = $node->background_psql('postgres');
my $pid = $psql->query_safe('SELECT pg_backend_pid() FROM gen_objectid()');
SKIP:
{
	skip 'no /proc', 1 unless -r "/proc/$pid/maps";
	like(slurp_file("/proc/$pid/maps"),
		qr{\Q$folder$pkglibdir\E/objectid\.so}, 'the library comes from there');
}
$psql->quit;
$node->stop;
done_testing();

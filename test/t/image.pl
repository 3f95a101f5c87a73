# The Dockerfile as far as Docker is not needed: where packages come from, the files that make
# install-image makes, and some regression tests on a server that finds the extension by PostgreSQL
# 18's extension_control_path.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Basename qw(basename dirname);
use File::Find qw(find);
use test_server;

my $build = dirname($PostgreSQL::Test::Utils::tmp_check);
plan skip_all => 'the library is not built here' unless -e "$build/objectid.so";

my $dockerfile = slurp_file("$top/Dockerfile");
my ($bring) = $dockerfile =~ /^RUN (.*?[^\\])\n/ms;
my %packages = (
	'apk' => "apk add --no-cache g++ make llvm19-dev clang19\n",
	'apt-get' => "apt-get update\n"
	  . "apt-get install -y --no-install-recommends g++ make postgresql-server-dev-18\n");
foreach my $tool (sort keys %packages)
{
	my $bin = PostgreSQL::Test::Utils::tempdir();
	append_to_file("$bin/$tool", "#!/bin/sh\necho $tool \"\$@\"\n");
	chmod 0755, "$bin/$tool" or die;
	local @ENV{qw(PATH PG_MAJOR DOCKER_PG_LLVM_DEPS)} = ($bin, 18, 'llvm19-dev clang19');
	IPC::Run::run([ '/bin/sh', '-c', $bring ], '>', \my $called);
	is($called, $packages{$tool}, "packages by $tool");
}

# The calls of make below are no part of the one that runs the tests. What is built is installed.
delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS)};
my @bitcode = -e "$build/src/pg/module.bc" ? () : 'with_llvm=no';
my @make = (qw(make -s -f), "$top/Makefile", @bitcode);

my $folder = PostgreSQL::Test::Utils::tempdir();
command_ok([ @make, '-C', $build, 'install-image', "DESTDIR=$folder" ],
	'make install-image DESTDIR=');

my ($extversion) = slurp_file("$top/objectid.control") =~ /^default_version = '(.*)'$/m;
my %script = map { basename($_) => 1 } "objectid--$extversion.sql",
  "objectid_migration--$extversion.sql",
  glob "$top/src/sql/objectid--*.sql";
my @expected = ('lib/objectid.so', map { "share/extension/$_" } 'objectid.control',
	'objectid_migration.control', keys %script);
my @found;
find(sub { push @found, $File::Find::name =~ s{^\Q$folder/}{}r unless -d }, $folder);
is_deeply([ sort @found ], [ sort @expected ], 'the files of the image');
like($dockerfile, qr{^ .* make install-image DESTDIR=/extension$}m, 'the Dockerfile makes them');
like($dockerfile, qr{^FROM scratch AS extension\nCOPY --from=build /extension /\n\n}m,
	'and puts nothing else into the image');

if ($pg_version < 18)
{
  SKIP: { skip 'extension_control_path came with PostgreSQL 18', 1 }
	done_testing();
	exit;
}

# Without $system, where the tests have installed the extension as well; plpgsql is in $libdir.
my $node = start_server('own_folder', "extension_control_path = '$folder/share'\n"
	  . "dynamic_library_path = '$folder/lib:\$libdir'");
sql('CREATE EXTENSION objectid_migration CASCADE');
like(sql('SELECT gen_objectid()'), qr/^[0-9a-f]{24}$/, 'an id');

my $psql = $node->background_psql('postgres');
my $pid = $psql->query_safe('SELECT pg_backend_pid() FROM gen_objectid()');
SKIP:
{
	skip 'no /proc', 1 unless -r "/proc/$pid/maps";
	my @libraries = slurp_file("/proc/$pid/maps") =~ m{ (/.*/objectid\.so)$}mg;
	is_deeply([ grep { $_ ne "$folder/lib/objectid.so" } @libraries ],
		[], 'the library comes from there');
	isnt(scalar @libraries, 0, 'and is loaded');
}
$psql->quit;

# In a folder of its own, as the build's may be running them on another server.
my $results = PostgreSQL::Test::Utils::tempdir();
local @ENV{qw(PGHOST PGPORT)} = ($node->host, $node->port);
my $passed = run_log([ @make, '-C', $results, 'installcheck',
	'REGRESS=test_setup catalog surface objectid_io' ]);
ok($passed, 'make installcheck');
diag(slurp_file("$results/regression.diffs")) if !$passed && -e "$results/regression.diffs";
$node->stop;
done_testing();

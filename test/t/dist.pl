# A release: what make dist packs in a clean clone is all of it, and installs; make releasecheck.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use File::Basename qw(dirname);
use File::Find qw(find);
use test_server;

foreach my $program (qw(git unzip))
{
	plan skip_all => "there is no $program" if system("command -v $program >/dev/null");
}

# The calls of make below are no part of the one that runs the tests.
delete @ENV{qw(MAKELEVEL MFLAGS)};

# Tests that run beside this one write into the tree: so of it all that is tracked, in a repository
# of its own, and a clean clone of that.
my $folder = PostgreSQL::Test::Utils::tempdir();
my $listed = `git -C '$top' -c safe.directory='*' ls-files -z`;
plan skip_all => 'the sources are in no repository' if $listed eq '';
my @git = ('git', "--git-dir=$folder/repository", "--work-tree=$top");
append_to_file("$folder/listed", $listed);
run_log([ @git, @$_ ]) or die
  for [qw(init -q)], [ 'add', "--pathspec-from-file=$folder/listed", '--pathspec-file-nul' ],
  [ qw(-c user.name=test -c user.email= commit -q -m), 'the sources' ];
run_log([ qw(git clone -q), "$folder/repository", "$folder/clone" ]) or die;
my ($version) = slurp_file("$top/objectid.control") =~ /^default_version = '(.*)'$/m;
my $archive = "objectid-$version";
command_ok([ qw(make -s -C), "$folder/clone", 'dist' ], 'make dist');
my ($changed) = run_command([ qw(git -C), "$folder/clone", qw(status --porcelain) ]);
is($changed, '', 'which leaves the clone as it was');

# Whatever is tracked is in the archive, but for .gitattributes and the like, and the script.
command_ok([ qw(unzip -q -d), $folder, "$folder/clone/$archive.zip" ], 'the archive is unpacked');
my @found;
find(sub { push @found, $File::Find::name =~ s{^\Q$folder/$archive/}{}r if -f },
	"$folder/$archive");
my @tracked = grep { !m{(^|/)\.git|^\.ci/} } split /\0/, $listed;
my @scripts = map { "$_--$version.sql" } qw(objectid objectid_migration);
is_deeply([ sort @found ], [ sort @tracked, @scripts ], 'with all files');

# make releasecheck names the lines that the owner has to fill in.
my ($left) = run_command([ qw(make -s -C), "$folder/clone", 'releasecheck' ]);
my $unfilled = qr/objectid\.invalid|UNRELEASED|\(unreleased\)|no release yet|\.sql: is not there$/;
is(join("\n", grep { !/$unfilled/ } split /\n/, $left), '', 'make releasecheck names nothing else');
my @places = qw(META.json debian/changelog debian/control debian/control.in debian/watch README.md
  CHANGELOG.md);
is_deeply([ grep { $left !~ /^\Q$_\E:\d+: /m } @places ], [], 'but a line of each file')
  if !grep { /^src\/sql\/objectid--/ } @tracked;
# A server of our own, which finds its files from where its programs are, so that installing changes
# no other. In it nothing of the extension's is left.
my %path_of;
foreach my $name (qw(bindir pkglibdir sharedir pkgincludedir includedir-server))
{
	my ($path) = run_command([ 'pg_config', "--$name" ]);
	$path_of{$name} = "$folder/server$path";
	my $copy = $name eq 'bindir' ? '-aL' : '-as --remove-destination';
	run_log([ 'sh', '-c', "mkdir -p '$path_of{$name}' && cp $copy '$path/.' '$path_of{$name}'" ])
	  or die;
}
find({ no_chdir => 1, wanted => sub { unlink if m{/objectid[^/]*$} && !-d } }, "$folder/server");

# What the build of these tests has compiled serves, since the sources are the same, as was seen.
# test/clients/run pgxn compiles those of an archive.
my $built = dirname($PostgreSQL::Test::Utils::tmp_check) . '/src/pg';
run_log([ 'sh', '-c', "cp '$built'/*.o '$folder/$archive/src/pg'" ]) if -e "$built/module.o";
# An archive has no repository, and nothing calls git.
mkdir "$folder/without_git" or die;
append_to_file("$folder/without_git/git", "#!/bin/sh\ntouch '$folder/git_was_called'\nexit 1\n");
chmod 0755, "$folder/without_git/git" or die;
my @make = ('env', "PATH=$folder/without_git:$ENV{PATH}", 'make', '-s', '-C', "$folder/$archive",
	"PG_CONFIG=$path_of{bindir}/pg_config", 'with_llvm=no');
command_ok([ @make, $_ ], "make $_") for qw(all install);
my $node = PostgreSQL::Test::Cluster->new('released', install_path => dirname($path_of{bindir}));
$node->init;
$node->start;
is($node->safe_psql('postgres', q{
CREATE EXTENSION objectid_migration CASCADE;
SELECT extversion, gen_objectid() IS NOT NULL FROM pg_extension WHERE extname = 'objectid'}),
	"$version|t", 'the extension is created and works');
like($node->safe_psql('postgres', q{SELECT setting FROM pg_config WHERE name = 'PKGLIBDIR'}),
	qr/^\Q$folder/, 'from the folder of this test');

# All regression tests are run where the checkout is tested (installcheck).
local @ENV{qw(PGHOST PGPORT)} = ($node->host, $node->port);
my $regress = 'REGRESS=test_setup catalog surface objectid_io';
ok(run_log([ @make, 'installcheck', $regress ]), 'make installcheck, in part');
ok(!-e "$folder/git_was_called", 'without git');

# Without the library: what doc/operate.md says of messages, and that nothing is lost.
$node->safe_psql('postgres', q{
CREATE TABLE made (id objectid DEFAULT gen_objectid());
INSERT INTO made DEFAULT VALUES});
my ($missing) = slurp_file("$top/doc/operate.md") =~ /^\| `(could not access file [^`]*)`/m;
my ($made) = $node->safe_psql('postgres', 'TABLE made');
command_ok([ @make, 'uninstall' ], 'make uninstall');
$node->psql('postgres', 'TABLE made', stderr => \my $of_query);
like($of_query, qr/ERROR:  \Q$missing\E: No such file/, 'a query without the library');
$node->command_fails_like([ 'pg_dump', 'postgres' ], qr/\Q$missing\E: No such file/, 'pg_dump');
$node->append_conf('postgresql.conf', "shared_preload_libraries = 'objectid'");
$node->stop;
ok(!$node->start(fail_ok => 1), 'no server starts that preloads it');
like(slurp_file($node->logfile), qr/FATAL:  could not access file "objectid": No such file/,
	'and it says so');
command_ok([ @make, 'install' ], 'make install');
$node->start;
is($node->safe_psql('postgres', 'TABLE made'), $made, 'nothing is lost');
$node->stop;
done_testing();

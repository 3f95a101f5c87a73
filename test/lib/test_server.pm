# The server of a test, and SQL on it. Exports what Test::More and PostgreSQL::Test::Utils do, too.
# SPDX-License-Identifier: PostgreSQL
#
#     use test_server;
#
#     my $node = start_server('main', "timezone = 'UTC'");
#     sql('CREATE EXTENSION objectid');
package test_server;

use strict;
use warnings;

use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

our @EXPORT = (
	@PostgreSQL::Test::Utils::EXPORT, @Test::More::EXPORT,
	qw(start_server copy_of sql sql_in error_of available writers create_calls
	  let_wait answer_of start_psql start_pgbench crash shared_generators seeded pick repeated
	  $top $pkglibdir $pg_version @generators));

# The folder of the project.
our $top = abs_path(dirname(__FILE__) . '/../..');

# That of the server's libraries.
our ($pkglibdir) = run_command([ 'pg_config', '--pkglibdir' ]);

# The server's major version, also of a release candidate, whose pg_version is below that number.
my ($version_of_pg_config) = run_command([ 'pg_config', '--version' ]);
our ($pg_version) = $version_of_pg_config =~ /(\d+)/;

# Every generator without arguments.
our @generators = (
	'gen_objectid()', 'uuid_v6()', 'uuid_v7()', (map { "uuid_v7_draft01('$_')" } qw(ms us ns)),
	map { "uuid_v8_draft01($_)" } 32, 48, 60, 64);

# Of this class are the servers that start_server() makes.
our $class = 'PostgreSQL::Test::Cluster';

# A server that initdb would make without further options is a copy of INITDB_TEMPLATE, if there is
# one: since 17 PostgreSQL::Test::Cluster does that itself.
my $run = \&PostgreSQL::Test::Utils::system_or_bail;
no warnings 'redefine';
*PostgreSQL::Test::Utils::system_or_bail = sub {
	return $run->(@_) unless $ENV{INITDB_TEMPLATE} && "@_" =~ /^initdb -D \S+ -A trust -N$/;
	return $run->('cp', '-RPp', $ENV{INITDB_TEMPLATE}, $_[2]);
};
use warnings 'redefine';

my $first;

# start_server(NAME, CONFIGURATION, INIT...): a PostgreSQL::Test::Cluster that runs. The first one
# is the server of the functions below.
sub start_server
{
	my ($name, $configuration, @init) = @_;
	my $node = $class->new($name);
	$node->init(@init);
	$node->append_conf('postgresql.conf', $configuration) if defined $configuration;
	$node->start;
	$first //= $node;
	return $node;
}

# copy_of(NODE, NAME, OPTION...): a server that runs on a base backup; options of init_from_backup.
sub copy_of
{
	my ($node, $name, @options) = @_;
	$node->backup($name);
	my $copy = $class->new($name);
	$copy->init_from_backup($node, $name, @options);
	$copy->start;
	return $copy;
}

# The configuration with which sessions share their generators; from 17 on it takes none.
sub shared_generators
{
	return $pg_version < 17 ? "shared_preload_libraries = 'objectid'\n" : '';
}

# sql(LINE...): what psql prints in the database postgres. An error ends the test.
sub sql
{
	return $first->safe_psql('postgres', join "\n", @_);
}

# Options of psql() and safe_psql() for a role, if there is one.
sub as
{
	my ($role) = @_;
	return unless defined $role;
	return (extra_params => [ '-U', $role ]);
}

# sql_in(DATABASE, SQL, ROLE): the same in another database, maybe as another role.
sub sql_in
{
	my ($database, $sql, $role) = @_;
	return $first->safe_psql($database, $sql, as($role));
}

# error_of(SQL, ROLE, DATABASE): the first error with its SQLSTATE, or 'none'.
sub error_of
{
	my ($sql, $role, $database) = @_;
	my ($status, $out, $errors) = $first->psql(
		$database // 'postgres',
		"\\set VERBOSITY verbose\n$sql",
		as($role));
	return $errors =~ /(?:ERROR|FATAL):  (.*)/ ? $1 : 'none';
}

# The version of another extension that the server has, or nothing.
sub available
{
	my ($name) = @_;
	return sql("SELECT default_version FROM pg_available_extensions WHERE name = '$name'");
}

# writers(OPTIONS, NAME, SCRIPT): one test, that no client of pgbench fails.
my $scripts = 0;
sub writers
{
	my ($options, $name, $script) = @_;
	$first->pgbench("-n $options", 0, [qr/processed/],
		[qr/^(?:pgbench: setting random seed to \d+\n)?$/],
		$name, { 'script_' . ++$scripts => $script });
	return;
}

# let_wait(SESSION, SQL): has a session of background_psql() wait for a lock. answer_of(SESSION):
# what it printed when it went on, or its error; answer_of(SESSION, SQL): of a statement.
sub let_wait
{
	my ($session, $query) = @_;
	my $pid = $session->query('SELECT pg_backend_pid()');
	$session->query_until(qr/asked/, "\\echo asked\n$query;\n");
	$first->poll_query_until('postgres', "SELECT cardinality(pg_blocking_pids($pid)) > 0")
	  or die "it does not wait: $query";
	return;
}

sub answer_of
{
	my ($session, $query) = @_;
	my $rows = $session->query($query // '');
	my ($error) = $session->{stderr} =~ /ERROR:  (.*)/;
	$session->{stderr} = '';
	return $error // $rows;
}

# start_psql(NODE, OPTION...): a psql in the database postgres that runs, with what it prints: run,
# out, err.
sub start_psql
{
	my ($node, @options) = @_;
	my $psql = { out => '', err => '' };
	my @command = ('psql', '-XAtq', '-d', $node->connstr('postgres'), @options);
	my @files = ('<', \undef, '>', \$psql->{out}, '2>', \$psql->{err});
	$psql->{run} = IPC::Run::start(\@command, @files);
	return $psql;
}

# crash(NODE, PID, SUB): kills that session, calls SUB if there is one, and returns when the server
# has recovered.
sub crash
{
	my ($node, $pid, $meanwhile) = @_;
	my $log_before = -s $node->logfile;
	kill 'KILL', $pid or die "no process $pid";
	$meanwhile->() if $meanwhile;
	$node->wait_for_log(qr/database system is ready to accept connections/, $log_before);
	return;
}

# start_pgbench(NODE, SCRIPT, OPTION...): a pgbench that runs, and the file with what it says.
sub start_pgbench
{
	my ($node, $script, @options) = @_;
	my $file = $node->basedir . '/script_' . ++$scripts;
	append_to_file($file, $script);
	local $ENV{PGAPPNAME} = 'pgbench';
	my @command = ('pgbench', '-n', @options, '-f', $file, $node->connstr('postgres'));
	my $pgbench = IPC::Run::start(\@command, '<', '/dev/null', '>&', "$file.log");
	return ($pgbench, "$file.log");
}

# create_calls(DATABASE): the view member, of all objects of the extension, and calls_of(given), of
# which each row is an expression: each function, aggregate, operator and cast that takes values of
# SQL, or a count of its rows. The JSON object has what to give, by type, or by function (its name
# or signature) and type; for everything else that is NULL.
sub create_calls
{
	my ($database) = @_;
	sql_in($database, slurp_file("$top/test/lib/calls.sql"));
	return;
}

# The seed of the random numbers from now on, which OBJECTID_SEED in the environment gives: another
# one in each run without it.
sub seeded
{
	my $seed = $ENV{OBJECTID_SEED} // int(rand(2**31));
	srand($seed);
	note("OBJECTID_SEED=$seed");
	return $seed;
}

# One of its arguments, at random.
sub pick { return $_[ rand @_ ] }

# repeated(FEW, MANY): how often to do again what takes long: test/all says when it is many times.
sub repeated
{
	my ($few, $many) = @_;
	return $ENV{OBJECTID_THOROUGH} ? $many : $few;
}

1;

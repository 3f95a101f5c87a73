# Through pgbouncer, whose connections serve one transaction of a client each: ids, time predicates,
# counters, and a consumer that connects anew for each poll.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my ($pgbouncer) = grep { -x } map { "$_/pgbouncer" } split(/:/, $ENV{PATH}), '/usr/sbin';
plan skip_all => 'pgbouncer is not installed' if !$pgbouncer;

my $node = start_server('main', shared_generators());
sql(q{
CREATE ROLE pooled SUPERUSER LOGIN;
CREATE EXTENSION objectid;
CREATE TABLE by_id (id uuid PRIMARY KEY DEFAULT uuid_v7(), n bigint);
CREATE TABLE by_number (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n bigint);
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE invoice (
	number bigint PRIMARY KEY DEFAULT counter_next('counter', 'invoice'));
});

my ($folder, $port) = ($node->host, PostgreSQL::Test::Cluster::get_free_port());
my $settings = $node->basedir . '/pgbouncer.ini';
append_to_file($settings, <<"INI");
[databases]
postgres = host=$folder port=${\ $node->port } user=pooled
[pgbouncer]
listen_addr =
unix_socket_dir = $folder
listen_port = $port
auth_type = any
pool_mode = transaction
default_pool_size = 4
INI
my $bouncer = IPC::Run::start([ $pgbouncer, $settings ], '<', '/dev/null', '>&', "$settings.log");

# A client of its own for each call.
sub through
{
	my ($sql) = @_;
	my @psql = ('psql', '-XAtq', '-h', $folder, '-p', $port, '-d', 'postgres', '-c', $sql);
	my $status = IPC::Run::run(\@psql, '<', '/dev/null', '>', \my $out, '2>', \my $errors);
	return $status ? $out =~ s/\n\z//r : $errors;
}

my $waits = 0;
sleep 1 while through('SELECT 1') ne '1' && $waits++ < $PostgreSQL::Test::Utils::timeout_default;
is(through('SELECT objectid_generator()'), 'server', 'clients share the generators');

# Eight writers on four connections, each statement a transaction, with the parameters of the
# extended protocol.
my $script = q{
INSERT INTO by_id (n) VALUES (:client_id);
INSERT INTO by_number (n) VALUES (:client_id);
INSERT INTO invoice DEFAULT VALUES;
SELECT count(*) FROM by_id WHERE id >= now() - interval '1 millisecond';
};
my $file = $node->basedir . '/writers.sql';
append_to_file($file, $script);
my @pgbench = (
	'pgbench', '-n', '-M', 'extended', '-c', 8, '-t', 200, '-f', $file,
	"host=$folder port=$port dbname=postgres");
my $writers = IPC::Run::start(\@pgbench, '<', '/dev/null', '>&', "$file.log");

my (%read, %last);
my %bound = (by_id => 'resolved_uuid_v7', by_number => 'resolved_number');
my $end = time + $PostgreSQL::Test::Utils::timeout_default;
while (grep { @{ $read{$_} // [] } < 1600 } keys %bound and time < $end)
{
	for my $table (sort keys %bound)
	{
		my $after = defined $last{$table} ? "id > '$last{$table}' AND" : '';
		push @{ $read{$table} }, split /\n/,
		  through("SELECT id FROM $table WHERE $after id < $bound{$table}('$table') ORDER BY id");
		$last{$table} = $read{$table}[-1] if $read{$table};
	}
}
ok($writers->finish, 'the writers have no error') or diag slurp_file("$file.log");
for my $table (sort keys %bound)
{
	is(join("\n", @{ $read{$table} }), sql("SELECT id FROM $table ORDER BY id"),
		"$table: a client that connects anew for each poll reads each row once");
}
is(sql('SELECT count(*), max(number) FROM invoice'), '1600|1600', 'a counter has no gaps');

# A time as a parameter, with the server's own PREPARE, in one transaction of the client.
is(through(q{
BEGIN; PREPARE since(timestamptz) AS SELECT count(*) FROM by_id WHERE id >= $1;
EXECUTE since('2020-01-01'); DEALLOCATE since; COMMIT}), '1600', 'a time is a parameter');

$bouncer->kill_kill;
$node->stop;
done_testing();

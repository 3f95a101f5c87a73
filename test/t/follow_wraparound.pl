# A row that is older than a wraparound of transaction numbers is read, though its xmin seems to be
# of the future; and bounds are right beside a wraparound.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main');
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
INSERT INTO event (n) VALUES (1);
UPDATE pg_database SET datallowconn = true;
});
my $xmin = sql('SELECT xmin FROM event');

# The next transaction of the server gets this number.
sub go_on_with
{
	my ($number) = @_;
	$node->stop;
	my $file = $node->data_dir . sprintf '/pg_xact/%04X', $number / 4 / 8192 / 32;
	append_to_file($file, "\0" x (8192 * 32)) if !-e $file;
	command_ok([ 'pg_resetwal', '-x', $number, $node->data_dir ], "on with $number");
	$node->start;
	return;
}

# In two steps, because no row may be half way behind.
go_on_with(1_600_000_000);
command_ok([ 'vacuumdb', '-q', '-F', '-a', '-h', $node->host, '-p', $node->port ], 'all is frozen');
go_on_with(2**31 + $xmin + 1000);
is(sql('SELECT xmin FROM event'), $xmin, 'the row has kept its xmin');
sql('INSERT INTO event (n) VALUES (2)');
is(sql(q{
SELECT string_agg(n::text, ',' ORDER BY id) FROM event WHERE id < resolved_number('event')}),
	'1,2', 'it is read');

# The numbers of snapshots go round while a session polls.
go_on_with(2**32 - 50);
my ($reader, $writer, $slow, $keeps) = map { $node->background_psql('postgres') } 0 .. 3;
sql('CREATE TABLE made (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int)');
my $bound = q{SELECT resolved_uuid_v7('made'), resolved_number('event')};
my $kept = $keeps->query_safe("BEGIN ISOLATION LEVEL REPEATABLE READ; $bound");
my @read;
my $last = '00000000-0000-0000-0000-000000000000';
for my $n (1 .. 100)
{
	if ($n % 10 == 1)
	{
		$slow->query_safe('COMMIT') if $n > 1;
		$slow->query_safe("BEGIN; INSERT INTO made (n) VALUES (1000 + $n)");
	}
	$writer->query_safe("INSERT INTO made (n) VALUES ($n)");
	my $rows = $reader->query_safe(
		"SELECT id FROM made WHERE id > '$last' AND id < resolved_uuid_v7('made') ORDER BY id");
	push @read, split /\n/, $rows;
	$last = $read[-1] if @read;
}
$slow->query_safe('COMMIT');
sql('SELECT pg_sleep(0.002)');
push @read, split /\n/, $reader->query_safe(
	"SELECT id FROM made WHERE id > '$last' AND id < resolved_uuid_v7('made') ORDER BY id");
cmp_ok(sql('SELECT pg_current_xact_id()'), '>', 2**32, 'transaction numbers have gone round');
is(join("\n", @read), sql('SELECT id FROM made ORDER BY id'), 'each row once and in order');
isnt($kept, '00000000-0000-0000-0000-000000000000|-9223372036854775808', 'a snapshot has bounds');
is($keeps->query_safe($bound), $kept, 'and keeps them');
$_->quit for $reader, $writer, $slow, $keeps;
$node->stop;
done_testing();

# What doc/follow.md says of where a consumer begins and how far behind it is, with the page's own
# statements, beside open transactions.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node =
  start_server('main', shared_generators() . "max_prepared_transactions = 2\nautovacuum = off");
my @sql = map { $_->{sql} } doc_examples::blocks('doc/follow.md');

# The statement of the page that matches.
sub shown
{
	my ($pattern) = @_;
	my @found = map { /^((?:CREATE VIEW|SELECT)[^;]*$pattern[^;]*);/mg } @sql;
	is(@found, 1, "one statement has $pattern") or diag "@found";
	return $found[0];
}

my $zero = '00000000-0000-0000-0000-000000000000';
my $view = shown(qr/pg_locks/);
my $begin = q{SELECT resolved_uuid_v7('event')};
my $begin_by_number = q{SELECT resolved_number('payment') - 1};
like(slurp_file("$top/doc/follow.md"), qr/`\Q$_\E`/, "the page has $_")
  for $begin, $begin_by_number;
my $behind = shown(qr/unread_age/);

sql(qq{
CREATE EXTENSION objectid;
$view;
CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuid_v7(), payload text);
CREATE TABLE outbox (id uuid PRIMARY KEY DEFAULT uuid_v7());
CREATE TABLE consumer (name text PRIMARY KEY, last_id uuid NOT NULL);
CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, amount int);
});
my $writer = $node->background_psql('postgres');
my $pid = $writer->query_safe('SELECT pg_backend_pid()');

sub after_is
{
	my ($after, $expected, $name) = @_;
	my $query = qq{SELECT string_agg(payload, ',' ORDER BY id) FROM event
		WHERE id > '$after' AND id < resolved_uuid_v7('event')};
	$node->poll_query_until('postgres', $query, $expected) or diag sql($query);
	is(sql($query), $expected, $name);
	return;
}

# Begin now
sql(q{INSERT INTO event (payload) VALUES ('long before')}, ';', 'SELECT pg_sleep(0.01)');
$writer->query_safe(q{BEGIN; INSERT INTO event (payload) VALUES ('slow')});
sql(q{INSERT INTO event (payload) VALUES ('fast')});
my $newest = sql('SELECT id FROM event ORDER BY id DESC LIMIT 1');
my $position = sql($begin);
$writer->query_safe('COMMIT');
sql(q{INSERT INTO event (payload) VALUES ('later')});
after_is($position, 'slow,fast,later', 'who begins now misses no row');
after_is($newest, 'later', 'who begins after the greatest id does');
$writer->query_safe(
	q{BEGIN; INSERT INTO event (payload) VALUES ('two phases'); PREPARE TRANSACTION 'p'});
is(sql($begin), $zero, 'beside a prepared transaction one begins with the first row');
sql(q{ROLLBACK PREPARED 'p'});

sql('INSERT INTO payment (amount) VALUES (10), (20)');
is(sql($begin_by_number), '2', 'by number, with nobody there');
$writer->query_safe('BEGIN; INSERT INTO payment (amount) VALUES (30)');
sql('INSERT INTO payment (amount) VALUES (40)');
is(sql('SELECT max(id) FROM payment'), '4', 'by number, the greatest one');
is(sql($begin_by_number), '2', 'by number, beside an open transaction that has drawn 3');
$writer->query_safe('COMMIT');
is(sql($begin_by_number), '4', 'by number, when it has ended');

# How far behind
sub behind_is
{
	my ($expected, $name) = @_;
	is(sql("SELECT last_id_age IS NULL, unread_age > '0', bound_age > '0.1 s', writer
		FROM ($behind) behind"), $expected, $name);
	return;
}

sql(qq{INSERT INTO consumer VALUES ('mailer', '$zero')});
behind_is('t||f|', 'no rows');
sql('INSERT INTO outbox DEFAULT VALUES', ';', 'SELECT pg_sleep(0.01)');
behind_is('t|t|f|', 'a row that nobody has read');
$writer->query_safe('BEGIN; INSERT INTO outbox DEFAULT VALUES; SELECT pg_sleep(0.2)');
behind_is("t|t|t|$pid", 'and a writer');
sql(q{UPDATE consumer SET last_id =
	(SELECT id FROM outbox WHERE id < resolved_uuid_v7('outbox'))});
behind_is("f||t|$pid", 'the consumer has read it');
$writer->query_safe('COMMIT');
behind_is('f|t|f|', 'the writer has ended');
$writer->query_safe(q{BEGIN; INSERT INTO outbox DEFAULT VALUES; PREPARE TRANSACTION 'p'});
behind_is('f|t||', 'one is prepared');
sql(q{COMMIT PREPARED 'p'});

$writer->quit;
$node->stop;
done_testing();

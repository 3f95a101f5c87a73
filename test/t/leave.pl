# Leaving as doc/operate.md says: nothing is lost of a database that uses one thing of each kind.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $node = start_server('main', shared_generators() . "timezone = 'UTC'");
sql('CREATE DATABASE leave');
sub leave { return sql_in('leave', join ' ', @_) }
leave('CREATE EXTENSION objectid;', q{
CREATE TABLE customer (
    id objectid PRIMARY KEY DEFAULT gen_objectid(), tags objectid[] DEFAULT '{}', name text,
    made timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED);
CREATE DOMAIN customer_id AS objectid NOT NULL;
CREATE DOMAIN new_uuid AS uuid CHECK (uuid_is_v7(VALUE));
CREATE TABLE purchase (
    id new_uuid PRIMARY KEY DEFAULT uuid_v7(),
    customer objectid NOT NULL REFERENCES customer ON DELETE CASCADE, seller customer_id,
    CHECK (id >= timestamptz '2009-01-01'));
CREATE TABLE gift (FOREIGN KEY (customer) REFERENCES customer) INHERITS (purchase);
CREATE INDEX purchase_customer ON purchase (customer, seller);
CREATE INDEX customer_gin ON customer USING gin (id);
CREATE INDEX recent_customers ON customer (name) WHERE id >= timestamptz '2026-01-01';
CREATE STATISTICS customer_day ON (date_trunc('day', id::timestamptz)) FROM customer;
CREATE TABLE visit (id objectid PRIMARY KEY DEFAULT gen_objectid(), page text)
    PARTITION BY RANGE (id);
CREATE TABLE visit_2026 PARTITION OF visit
    FOR VALUES FROM (objectid_min('2026-01-01')) TO (objectid_min('2027-01-01'));
CREATE TABLE visit_2027 PARTITION OF visit
    FOR VALUES FROM (objectid_min('2027-01-01')) TO (objectid_min('2028-01-01'));
CREATE TABLE click (id uuid PRIMARY KEY DEFAULT uuid_v7(), page text)
    PARTITION BY RANGE (id);
CREATE TABLE click_2026 PARTITION OF click
    FOR VALUES FROM (uuid_v7_min('2026-01-01')) TO (uuid_v7_min('2027-01-01'));
SELECT partition_statements('visit', '1 year', 1) \gexec
SELECT partition_statements('click', '1 year', 1) \gexec
CREATE TABLE counter (
    name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE invoice (
    number bigint PRIMARY KEY DEFAULT counter_next('counter', 'invoice'), customer text);
CREATE TABLE voucher (code bigint PRIMARY KEY
    DEFAULT permute_digits(counter_next('counter', 'voucher'), 8, 'an example key'));
CREATE TABLE note (id text PRIMARY KEY DEFAULT gen_objectid()::text, body text);
CREATE VIEW recent_customer AS
    SELECT id, name FROM customer WHERE id >= now() - interval '1 day';
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY old ON customer USING (id < now());
CREATE PUBLICATION customers FOR TABLE customer (id, name);
CREATE FUNCTION new_name() RETURNS text LANGUAGE sql
    BEGIN ATOMIC SELECT 'c-' || gen_objectid(); END;
CREATE FUNCTION new_note() RETURNS text LANGUAGE plpgsql
    AS 'BEGIN RETURN gen_objectid(); END';
INSERT INTO customer (id, tags, name)
SELECT gen_objectid('2026-11-01'), ARRAY[gen_objectid(), NULL], n::text
FROM generate_series(1, 20) AS n;
INSERT INTO purchase (customer, seller) SELECT id, id FROM customer;
INSERT INTO visit SELECT gen_objectid(t), t::text
FROM generate_series(timestamptz '2026-11-01', '2027-02-01', '1 day') AS t;
INSERT INTO click SELECT uuid_v7(t), t::text
FROM generate_series(timestamptz '2026-11-01', '2026-12-01', '1 day') AS t;
INSERT INTO invoice (customer) SELECT name FROM customer;
INSERT INTO voucher SELECT FROM generate_series(1, 5);
INSERT INTO note (body) VALUES ('hello');
});

my $rows = join ' UNION ALL ', map { "SELECT '$_', t::text FROM $_ t" }
  qw(customer purchase visit click counter invoice voucher note);
my $relations = q{
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace
	AND oid NOT IN (SELECT conindid FROM pg_constraint)};
my $held = leave("$rows ORDER BY 1, 2");
my %is_there = map { $_ => 1 } split /\n/, leave($relations);

# Before, the page finds the function whose body is text.
my ($code) = map { $_->{sql} } grep { ($_->{section} // '') eq 'Leave: Code' }
  doc_examples::blocks('doc/operate.md');
is(leave($code), 'new_note()', 'a function is found by its text');

# The defaults and expressions that the page tells to drop.
leave(q{
ALTER TABLE purchase ALTER id SET DEFAULT gen_random_uuid(), DROP CONSTRAINT purchase_id_check;
ALTER TABLE note ALTER id DROP DEFAULT;
ALTER TABLE voucher ALTER code DROP DEFAULT;
ALTER DOMAIN new_uuid DROP CONSTRAINT new_uuid_check;
ALTER TABLE customer ALTER made DROP EXPRESSION;
DROP VIEW recent_customer;
DROP POLICY old ON customer;
DROP INDEX recent_customers, customer_gin;
DROP STATISTICS customer_day;
DROP PUBLICATION customers;
DROP FUNCTION new_name;
});
doc_examples::check($node, 'doc/operate.md', section => qr/^Leave/, database => 'leave');

is(leave("$rows ORDER BY 1, 2"), $held, 'every row is there');
is(leave("SELECT count(*) FROM pg_stats WHERE (tablename, attname) = ('customer', 'id')"),
	1, 'the planner knows the new columns');
delete @is_there{ split /\n/, leave($relations) };
is(join(' ', sort keys %is_there), 'customer_gin recent_customer recent_customers',
	'and every relation but those that the page drops');
is(leave(q{
SELECT attrelid::regclass, attname, atttypid::regtype, collname
FROM pg_attribute JOIN pg_collation c ON c.oid = attcollation
WHERE attname IN ('id', 'tags', 'customer', 'seller')
	AND attrelid IN ('customer'::regclass, 'purchase'::regclass, 'visit'::regclass)
ORDER BY 1, 2}), join("\n", map { "$_|C" } (
	'customer|id|text', 'customer|tags|text[]', 'purchase|customer|text', 'purchase|seller|text',
	'visit|id|text')), 'ids are text in their order');
is(leave(q{
SELECT attrelid::regclass FROM pg_attribute WHERE attname = 'seller' AND attnotnull ORDER BY 1}),
	"purchase\ngift", 'a column is NOT NULL as its domain was');
is(leave(q{SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = 'gift'::regclass}),
	'gift_customer_fkey', 'a child has its foreign key');
is(leave(q{INSERT INTO invoice (customer) VALUES ('next') RETURNING number}), 21,
	'a counter goes on');
like(error_of(q{UPDATE counter SET last = 21; INSERT INTO invoice (customer) VALUES ('late')},
		undef, 'leave'), qr/^23502: /, 'as far as its last number');
is(leave(q{SELECT next_number('new'), next_number('new')}), '1|2', 'and so does a new one');
leave(q{DELETE FROM customer WHERE name = '7'});
is(leave('SELECT count(*) FROM purchase'), 19, 'and so does a foreign key');

# Times in text: the rows since a time, as the page writes it.
my ($since_text, $time_of_text, $since_uuid) = slurp_file("$top/doc/operate.md")
  =~ /^\| `(?:id >= t|objectid_timestamp\(id\))`.*? \| `(.*)` \|$/mg;
is(leave("
SELECT count(*) FROM visit, (SELECT timestamptz '2026-12-24 00:00:00.5' t) s WHERE $since_text"),
	39, 'visits since a time');
is(leave("SELECT count(*) FROM visit WHERE $time_of_text > '2026-12-24 00:00:00.5'"),
	39, 'by their time');
foreach my $operator ('>=', '<', '>', '<=')
{
	my $time = "timestamptz '2026-12-24'";
	my $later = $operator =~ /^(>|<=)$/ ? "$time + interval '1 microsecond'" : $time;
	my $instead = $operator =~ /^>/ ? $since_text : $since_text =~ s/>=/</r;
	is(leave("SELECT count(*) FROM visit, (SELECT $later t) s WHERE $instead"),
		leave("SELECT count(*) FROM visit WHERE $time_of_text $operator $time"),
		"$operator of a time at which there is a visit");
}
is(leave("SELECT count(*) FROM click, (SELECT timestamptz '2026-11-24' t) s WHERE $since_uuid"),
	8, 'clicks since a time');
my ($first, $last) = slurp_file("$top/doc/operate.md") =~ /times from (\d+) to (\d+)/
  or die 'the page says of which times';
is(leave("
SELECT t, (SELECT count(*) FROM visit WHERE $since_text),
	(SELECT count(*) FROM click WHERE $since_uuid)
FROM (VALUES ('$first-01-01'::timestamptz), ('$last-12-31')) AS s (t) ORDER BY t"),
	join("\n", "$first-01-01 00:00:00+00|" . leave('SELECT count(*) FROM visit') . '|'
		. leave('SELECT count(*) FROM click'), "$last-12-31 00:00:00+00|0|0"),
	'as early and as late as the page says');

# By the defaults of the page, new ids have the time of now, for which there is a partition.
my %time_of = (
	visit => $time_of_text,
	click => q{
to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)});
foreach my $table (sort keys %time_of)
{
	is(leave("
SELECT date_trunc('second', clock_timestamp()) AS began \\gset
INSERT INTO $table (page) SELECT 'new' FROM generate_series(1, 100);
SELECT count(*) FROM $table
WHERE page = 'new' AND $time_of{$table} BETWEEN :'began' AND clock_timestamp()"),
		'100', "new rows of $table");
}
is(leave(q{SELECT count(*) FROM click WHERE page = 'new' AND id::text !~ '^.{14}7.{4}[89ab]'}),
	'0', 'are UUIDs of version 7');

# A member of all owners leaves. A partition that another session makes meanwhile moves, too,
# whatever the default isolation is.
sql(q{
CREATE ROLE one LOGIN;
CREATE ROLE two LOGIN;
CREATE ROLE leaver LOGIN IN ROLE one, two;
CREATE DATABASE busy OWNER one;
GRANT CREATE ON DATABASE busy TO two;
ALTER DATABASE busy SET default_transaction_isolation = 'repeatable read'});
sql_in('busy', q{
CREATE EXTENSION objectid;
CREATE TABLE visit (id objectid PRIMARY KEY, page text) PARTITION BY RANGE (id);
CREATE TABLE visit_1 PARTITION OF visit
	FOR VALUES FROM (objectid_min('2026-01-01')) TO (objectid_min('2027-01-01'));
INSERT INTO visit SELECT gen_objectid('2026-12-24') FROM generate_series(1, 10)}, 'one');
sql_in('busy', q{
CREATE SCHEMA two;
CREATE TABLE two.note (id objectid);
INSERT INTO two.note VALUES (gen_objectid())}, 'two');
my $other = $node->background_psql('busy', extra_params => [qw(-U one)]);
my $leaver = $node->background_psql('busy', extra_params => [qw(-U leaver)]);
$other->query_safe(q{BEGIN;
CREATE TABLE visit_2 PARTITION OF visit
	FOR VALUES FROM (objectid_min('2027-01-01')) TO (objectid_min('2028-01-01'));
INSERT INTO visit VALUES (gen_objectid('2027-12-24'))});
my @steps = map { $_->{sql} } doc_examples::blocks('doc/operate.md');
my ($begin) = grep { /^BEGIN[^;]*;\n\z/ } @steps;
my ($move) = grep { /CREATE TABLE visit_by_text/ } @steps;
my ($columns) = grep { /id_column ON COMMIT DROP/ } @steps;
let_wait($leaver, "$begin SELECT;\n$move $columns DROP EXTENSION objectid; COMMIT");
$other->query_safe('COMMIT');
is(answer_of($leaver), '', 'the partitions move after another session');
is(sql_in('busy', 'SELECT tableoid::regclass, count(*) FROM visit GROUP BY 1 ORDER BY 1'),
	"visit_1|10\nvisit_2|1", 'with all that it had committed');
is(sql_in('busy', 'SELECT pg_typeof(id) FROM two.note'), 'text', 'and so do columns of others');
$_->quit for $other, $leaver;

$node->stop;
done_testing();

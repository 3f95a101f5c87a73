# The guide from MongoDB to PostgreSQL, and what it is made of: real collections become tables as
# proposed and by every kind of edit; the check finds each kind of difference, and misfits what does
# not fit; and the recorder of changes.
# SPDX-License-Identifier: PostgreSQL
#
# Takes some 40 seconds of CPU, as it makes tables of two dozen collections, each also after an
# edit. With OBJECTID_THOROUGH=1 each has all kinds of edits, and five times as many differences are
# planted.
use strict;
use warnings;

use Encode qw(decode_utf8);
use JSON::PP qw(decode_json);
use doc_examples;
use moves;
use test_server;

my ($python) = grep { !system("$_ -c 'import json' 2>/dev/null") } '/usr/bin/python3', 'python3';
plan skip_all => 'python3 is not installed' unless $python;

seeded();
my $is_thorough = $ENV{OBJECTID_THOROUGH};
my $page = 'doc/migrate-from-mongodb.md';
my $guide = slurp_file("$top/$page");
my $folder = PostgreSQL::Test::Utils::tempdir;
my $node = start_server('main', "timezone = 'UTC'");

sub shop { return sql_in('shop', join("\n", @_), 'mover') }
sub moves { return sql_in('moves', join("\n", 'SET client_min_messages = warning;', @_), 'mover') }

# The same, and nothing of it stays.
sub tried { return moves('BEGIN;', @_, ';ROLLBACK') }

sub write_file
{
	my ($name, $text) = @_;
	unlink "$folder/$name";
	append_to_file("$folder/$name", $text);
	return "$folder/$name";
}

# made(COLLECTION, COUNT, STYLE...): such documents, in a file.
sub made
{
	my ($collection, @arguments) = @_;
	my ($documents) = run_command([ $python, "$top/test/data/shop.py", $collection, @arguments ]);
	return write_file("$collection.json", "$documents\n");
}

# The guide ----------------------------------------------------------------------------------------

made('orders', 1000);
made('customers', 50);
made('changes', 10);
doc_examples::check($node, $page, database => 'shop', replace => {
	(map { ("'$_.json'" => "'$folder/$_.json'") } qw(orders customers changes)),
	'\g back.json' => "\\g $folder/back.json" });

# oid(KIND, N): as in test/data/shop.py
sub oid { return sprintf '%08x%010x%06x', 1325376000 + 400 * $_[1], @_ }

# test/data/shop.py says what has changed.
my $changed = join ', ', map { q(') . oid(3, $_) . q(') } 1, 2, 3, 11, 5000, 5001;
is(shop(qq{
SELECT right(id::text, 4), to_char(placed, 'HH24:MI:SS.MS'), (
	SELECT string_agg(place || 'x' || amount, ' ' ORDER BY place)
	FROM order_lines WHERE order_id = id)
FROM orders WHERE id IN ($changed) ORDER BY 1;
SELECT count(*) FROM orders}),
	join("\n", '0001|00:40:00.006|1x1 2x2', '0003|00:46:40.007|1x1 2x2 3x3',
		'1388|03:33:20.000|', '999'),
	'the changes are applied, the newest state of a document last');

my $id = oid(3, 7);
is(shop("SELECT * FROM orders WHERE id = '$id';
	SELECT * FROM order_lines WHERE order_id = '$id';
	SELECT * FROM discounts WHERE order_id = '$id';
	SELECT * FROM customers WHERE name = 'Customer 2';
	SELECT value FROM friends WHERE customer_id = '${\oid(2, 2)}' ORDER BY place"),
	join("\n",
		"$id|Main Street 7|Cádiz|" . oid(2, 7) . '|\x0700ff||t|2012-01-01 00:46:40.007+00|0|'
		  . 'd6ed313e-533a-45a6-aa06-4c00bc132812',
		(map { "$id|$_|$_|" . oid(1, 6 + $_) . '|' . (10.63 + $_ / 100) } 1 .. 3),
		"$id|3|1|SPRING|10", "$id|3|2|STAFF|2",
		oid(2, 2) . '|Customer 2|[2, {"seen": "2012-01-01T00:00:00+00:00"}]'
		  . '|2012-01-01 00:00:00.002+00',
		oid(2, 2), oid(2, 3)),
	'typed rows of a document');

# In other sessions, whose terminal has another encoding, the guide reads and writes UTF-8 as well.
my $written = slurp_file("$folder/back.json");
unlink "$folder/back.json";
my $towns = shop('SELECT address_town, count(*) FROM orders GROUP BY 1 ORDER BY 1');
my %block = map { $_->{section} => $_->{sql} }
  grep { $_->{sql} =~ /\\copy|\\g back/ } doc_examples::blocks($page);
{
	local $ENV{PGCLIENTENCODING} = 'LATIN1';
	shop($block{'Cut-over with both databases running'} =~ s/'(?=changes)/'$folder\//r);
	shop($block{'The way back'} =~ s/(?=back\.json)/$folder\//r);
}
like($towns, qr/Cádiz/, 'there are towns that are not in ASCII');
is(shop('SELECT address_town, count(*) FROM orders GROUP BY 1 ORDER BY 1'),
	$towns, 'changes are UTF-8, whatever the terminal has');
is(join("\n", sort split /\n/, slurp_file("$folder/back.json")),
	join("\n", sort split /\n/, $written), 'and so is the way back');

# Other files --------------------------------------------------------------------------------------

# load(COLLECTION, FILE): as the guide loads orders.
sub load
{
	my ($collection, $file) = @_;
	my ($load) = $guide =~ /^(ALTER TABLE migration\.staging.*?\n)```/ms
	  or die 'the guide does not load';
	return $load =~ s/'orders'/'$collection'/r =~ s/'orders\.json'/'$file'/r;
}

is(shop(load('back', "$folder/back.json"), q{
SELECT count(*), count(*) FILTER (WHERE ejson_to_jsonb(source, 'java') = document)
FROM migration.staging JOIN migration.orders_documents ON source->'_id' = objectid_to_ejson(key_1)
WHERE collection = 'back'}),
	'999|999', 'the file of the way back');

is(shop(q{
BEGIN;
SELECT migration.export('orders') AS query \gset
CREATE TEMP TABLE back AS :query;
DROP EXTENSION objectid_migration CASCADE;
SELECT count(*) FROM (:query) AS again JOIN back USING (document);
ROLLBACK}), '999', 'the way back needs nothing of the extension');

# A line that is no JSON, or that jsonb does not take, is named.
foreach my $line ('{"a": 1', '{"a": "\u0000"}', '{"a": NaN}')
{
	my $file = write_file('line', '{"a": 1}' . "\n$line\n");
	my ($status, $out, $error) = $node->psql('shop', load('line', $file));
	like($error, qr/ERROR:.*COPY staging, line 2, column source/s, "the line of $line is named");
}

my ($of_bson, $mend_nan) = $guide =~ /^```sh\n(python3 -c .*?)^```/msg;
write_file('orders.json', qq({"_id": 1, "a": NaN, "b": [-Infinity, "x: NaN, y"]}\n));
system("cd '$folder' && $mend_nan") == 0 or die;
is(shop('BEGIN;', load('nan', "$folder/loadable.json"),
		q{SELECT ejson_to_jsonb(source) FROM migration.staging WHERE collection = 'nan'; ROLLBACK}),
	'{"a": "NaN", "b": ["-Infinity", "x: NaN, y"], "_id": 1}',
	'NaN in the files of Python');

SKIP:
{
	skip "Python's bson is not installed", 1
	  if system("$python -c 'from bson import json_util' 2>/dev/null");
	my $made = q{import bson, sys; sys.stdout.buffer.write(b"".join(
		bson.BSON.encode({"_id": i, "at": bson.Int64(2**60)}) for i in range(2)))};
	my $convert = $of_bson =~ s/python3/$python/r;
	system("cd '$folder' && $python -c '$made' >orders.bson && $convert") == 0 or die;
	is(slurp_file("$folder/orders.json"), join('', map {
			qq({"_id": {"\$numberInt": "$_"}, "at": {"\$numberLong": "1152921504606846976"}}\n)
		} 0, 1), 'lines of JSON of BSON');
}

my ($csv) = $guide =~ /^(\\copy csv .*\n)/m;
is(scalar(grep { !/ENCODING 'UTF8'/ } $guide =~ /^(\\?copy .*)/gmi), 0, 'every COPY is of UTF-8');
is(shop('CREATE TABLE csv (id objectid, customer objectid, items jsonb, placed timestamptz,
	total numeric, note text);',
		$csv =~ s/orders\.csv/$top\/test\/data\/orders.csv/r,
		'SELECT count(*), count(DISTINCT id), max(ejson_to_jsonb(items)->>0) FROM csv'),
	'200|200|7fffffff0000000000000007', 'CSV');

# All collections ----------------------------------------------------------------------------------

create_moves('moves');

my $data = $ENV{OBJECTID_DATA} || "$top/../shared/data";
note("no real collections in $data: name the folder in OBJECTID_DATA") unless -d $data;
# 51 fields, with that of the key: one more than fit into one call of jsonb_build_object()
my $wide = '{"_id": 1' . join('', map { qq(, "$_": 1) } 'aa' .. 'bx') . "}\n";
# Every type, in arrays of its own, columns of tables of an array and of a map, and with all others
my @types = (
	'{"$oid": "56e1fc72e0c917e9c4714161"}', '"text"', '""', 'true', '{"$numberInt": "-5"}',
	'{"$numberLong": "5"}', '{"$numberLong": "9007199254740993"}', '{"$numberDouble": "5.0"}',
	'{"$numberDouble": "0.1"}', '{"$numberDouble": "1E+20"}', '{"$numberDouble": "-Infinity"}',
	'{"$numberDecimal": "1.10"}', '{"$numberDecimal": "NaN"}',
	'{"$date": {"$numberLong": "-62135596800000"}}', '{"$date": {"$numberLong": "1356351330501"}}',
	'{"$timestamp": {"t": 4294967295, "i": 1}}',
	'{"$binary": {"base64": "AP/+", "subType": "00"}}',
	'{"$binary": {"base64": "MTIz", "subType": "80"}}',
	map({ qq({"\$binary": {"base64": "ABEiM0RVZneImaq7zN3u/w==", "subType": "0$_"}}) } 3, 4),
	'{"$regularExpression": {"pattern": "a/b", "options": "im"}}', '{"$symbol": "s"}',
	'{"$code": "f()"}', '{"$code": "f()", "$scope": {"x": {"$numberLong": "5"}}}',
	'{"$minKey": 1}', '{"$maxKey": 1}',
	'{"$dbPointer": {"$ref": "c", "$id": {"$oid": "56e1fc72e0c917e9c4714161"}}}',
	'{"$ref": "c", "$id": {"$oid": "56e1fc72e0c917e9c4714161"}, "$db": "d"}');
my $of_types = join '', map {
	my $n = $_;
	my $fields = join ', ', map { qq("$_": $types[$_]) } 0 .. $#types;
	my $arrays = join ', ', map { qq("a$_": [$types[$_], $types[$_]]) } 0 .. $#types;
	my $map = join ', ', map { qq("2020-01-0$_": {$fields}) } 1 .. 3;
	my $mixed = join ', ', map { qq({"$n": $_}, $_) } @types;
	qq({"_id": $n, $arrays, "objects": [{$fields}], "map": {$map}, "mixed": [$mixed]}\n)
} 1, 2;
my %collections = map { m{([^/]*)\.json$} ? ($1 =~ s/\W/_/gr => $_) : () }
  glob("$top/test/data/*.json"), glob("$data/collections/*.json"), glob("$data/*.json"),
  made('orders', 100), write_file('wide.json', $wide), write_file('types.json', $of_types);
foreach my $name (sort keys %collections)
{
	my $lines = decode_utf8(slurp_file($collections{$name}));
	load_collections('moves', $name => [ split /\n/, $lines ]);
}

# Each collection has one kind of edit, the next one the next kind; that of all types has all.
my @kinds_of_edits = sort keys %edits;
foreach my $name (sort keys %collections)
{
	push @kinds_of_edits, shift @kinds_of_edits;
	my @kinds = $is_thorough || $name eq 'types' ? @kinds_of_edits : $kinds_of_edits[0];
	foreach my $kind ('as proposed', @kinds)
	{
		is(moved('moves', [$name], 'java', $kind), '', "$name: $kind");
	}
}

moves(map { "SELECT count(*) FROM migration.propose('$_', 'java');" } sort keys %collections);
is(moves(q{
SELECT DISTINCT types FROM migration.plan
WHERE collection = 'types' AND type = 'jsonb' AND types <> 'array' AND path !~ 'mixed'
ORDER BY types}), "dbPointer\nmaxKey\nminKey", 'each other type has one of its own');

# The check finds what is wrong --------------------------------------------------------------------

# Also where an edit makes every document differ from its rows in how values are written.
my %found;
my $csv_of_lines = q{(FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')};
my @edits_of_values = ('other types', 'what notes say of text');
foreach my $name (sort keys %collections)
{
	my $edit = $name =~ /^[a-m]/ ? $edits{ pick(@edits_of_values) } =~ s/\$1/'$name'/gr : '';
	my ($count, $kinds) = ($is_thorough ? 20 : 4, join ',', map { qq("$_") } sort keys %found);
	my $said = moves("$edit;", "SELECT run('SELECT migration.statements(''$name'')') \\g /dev/null",
		"SELECT migration.export('$name') AS query \\gset",
		"COPY (:query) TO STDOUT $csv_of_lines \\g $folder/export_$name.json",
		"SELECT setseed(${\rand}) \\g /dev/null",
		"SELECT * FROM found('$name', $count, '{$kinds}')");
	/^found: (.*)/ ? $found{$1}++ : fail($_) foreach split /\n/, $said;
}

# MongoDB's own reader for Python reads the way back, and writes the same values of the same types.
# (That of npm reads what this one reads: test/t/ejson_readers.pl.)
SKIP:
{
	skip "Python's bson is not installed", 1 if system("$python -c 'import bson' 2>/dev/null");
	my $documents = join '', map { slurp_file($_) } glob "$folder/export_*.json";
	my $export = write_file('export.json', $documents);
	my ($read, $error) = ("$folder/read.json", '');
	IPC::Run::run([ $python, '-c', <<'PYTHON' ], '<', $export, '>', $read, '2>', \$error);
import sys
from bson.json_util import JSONMode, JSONOptions, dumps, loads
options = JSONOptions(json_mode=JSONMode.CANONICAL, uuid_representation=0)
for line in sys.stdin:
    print(dumps(loads(line, json_options=options), json_options=options))
PYTHON
	is($error . moves(q{
CREATE TEMP TABLE doc (side int DEFAULT 1, source jsonb);},
		"\\copy doc (source) FROM '$export' $csv_of_lines",
		'ALTER TABLE doc ALTER side SET DEFAULT -1;',
		"\\copy doc (source) FROM '$read' $csv_of_lines", q{
-- It makes strings and DBRefs of two types that MongoDB has given up.
SELECT path, replace(type, 'symbol', 'string') AS type, same, sum(side)
FROM doc, ejson_fields(source), LATERAL (
	SELECT CASE type WHEN 'double' THEN to_jsonb((value #>> '{}')::float8)
		ELSE value END) AS v (same)
WHERE type NOT IN ('dbPointer', 'DBRef') AND path !~ '[$](ref|id|db)"$'
GROUP BY source->'_id', path, 2, same HAVING sum(side) <> 0
LIMIT 5}), '', "Python's reader reads the way back");
}

foreach ('a missing row', 'a surplus row', 'another text', 'NULL instead of text',
	'a missing document', 'a surplus field', 'text instead of a number',
	'another value in a document', 'a value less in a document', 'a value more in a document')
{
	cmp_ok($found{$_} // 0, '>', 0, "$_: found " . ($found{$_} // 0) . ' times');
}
note("$_: found $found{$_} times") foreach sort keys %found;

is(tried(q{
INSERT INTO migration.staging (collection, source) VALUES ('mixed', '{"_id": 1, "a": ["x", 2]}');
SELECT count(*) FROM migration.propose('mixed') \g /dev/null
SELECT migration.statements('mixed') \gexec
UPDATE migration.staging SET source = '{"_id": 1, "a": ["x", 2, 3]}' WHERE collection = 'mixed';
SELECT path, in_document, in_rows FROM migration.check('mixed')}),
	'$.a|["x", 2, 3]|["x", 2]', 'an element that the rows lack');

is(tried(q{
INSERT INTO migration.staging (collection, source) VALUES
	('films', '{"_id": 1, "seats": 1}'), ('reviews', '{"_id": 1, "film": 1}');
SELECT c FROM unnest('{films,reviews}'::text[]) AS c, migration.propose(c) \g /dev/null
SELECT migration.statements(c) FROM unnest('{films,reviews}'::text[]) AS c \gexec
ALTER TABLE reviews ADD FOREIGN KEY (film) REFERENCES films DEFERRABLE INITIALLY DEFERRED;
UPDATE migration.staging SET source = '{"_id": 1, "seats": 2}' WHERE collection = 'films';
SELECT migration.refresh('films') \gexec
SET CONSTRAINTS ALL IMMEDIATE;
SELECT seats FROM films}), '2', 'rows are refreshed that a deferred key refers to');

# References ---------------------------------------------------------------------------------------

# People with friends, pets with keepers and an owner, who is missing for one, and seven shops,
# whose keys are numbers as others are.
sub zoo { return sql_in('zoo', join("\n", @_), 'mover') }
create_moves('zoo');
zoo(q{
CREATE FUNCTION oid(n integer) RETURNS jsonb
	RETURN jsonb_build_object('$oid', lpad(to_hex(n), 24, '0'));
INSERT INTO migration.staging (collection, source)
SELECT 'pets', jsonb_build_object('_id', oid(1000 + n), 'owner', oid(n % 51), 'shopId', n % 7,
	'legs', n % 5, 'keepers', jsonb_build_array(oid(n % 50 + 1)),
	'visits', jsonb_build_array(jsonb_build_object('by', oid(n % 50 + 1))))
FROM generate_series(1, 500) AS n
UNION ALL SELECT 'people', jsonb_build_object('_id', oid(n), 'friends', (
	SELECT coalesce(jsonb_agg(oid(f % 50 + 1)), '[]') FROM generate_series(n, n + n % 4 - 1) AS f))
FROM generate_series(1, 50) AS n
UNION ALL SELECT 'people', jsonb_build_object('_id', oid(999))
UNION ALL SELECT 'shops', jsonb_build_object('_id', n, 'n', n) FROM generate_series(0, 6) AS n});
my $planned = join "\n", '$.friends[*]|people_friends|people|_ids of people',
  '$.keepers[*]|pet_keepers|people|_ids of people',
  '$.owner|pets|people|_ids of people, but for 1', '$.shopId|pets|shops|_ids of shops',
  '$.visits[*].by|pet_visits|people|_ids of people';
foreach my $order ('people,pets,shops', 'shops,pets,people')
{
	is(zoo("SELECT FROM unnest('{$order}'::text[]) AS c, migration.propose(c) \\g /dev/null
SELECT path, \"table\", refers_to, note FROM migration.plan
WHERE refers_to IS NOT NULL ORDER BY 1"), $planned, "references, in the order of $order");
}

zoo(q{SELECT migration.statements(c) FROM unnest('{people,pets,shops}'::text[]) AS c \gexec});
is(zoo(q{SELECT c, d FROM unnest('{people,pets,shops}'::text[]) AS c, LATERAL (
	SELECT x::text FROM migration.check(c) AS x UNION ALL SELECT unlike(c)) AS found (d)}),
	'', 'rows of arrays that refer, there and back');
is(zoo(q{SELECT * FROM migration.references() WHERE "references" ~ 'owner'}), <<'SQL' =~ s/\n\z//r,
-- some rows refer to nothing
ALTER TABLE public.pets ADD CONSTRAINT pets_owner_fkey
    FOREIGN KEY (owner) REFERENCES public.people (id) NOT VALID;
CREATE INDEX ON public.pets (owner);
SQL
	'a key that is not validated');
is(zoo(q{
SELECT migration.references() \gexec
SELECT conrelid::regclass, confrelid::regclass, convalidated FROM pg_constraint
WHERE conname LIKE '%_fkey' AND conrelid IN (
	SELECT to_regclass(quote_ident("table")) FROM migration.plan WHERE refers_to IS NOT NULL)
	AND conkey[1] IN (SELECT indkey[0] FROM pg_index WHERE indrelid = conrelid)
ORDER BY conrelid::regclass::text, confrelid::regclass::text;
SELECT * FROM migration.references();
DELETE FROM pets WHERE owner NOT IN (SELECT id FROM people);
SELECT * FROM migration.references();
SELECT migration.undo('shops') \gexec
SELECT conname FROM pg_constraint WHERE conrelid = 'pets'::regclass AND contype = 'f' ORDER BY 1;
SELECT migration.statements('shops') \gexec
SELECT migration.undo_references() \gexec
SELECT conname FROM pg_constraint WHERE conrelid = 'pets'::regclass AND contype = 'f';
SELECT count(*) FROM migration.references()}),
	<<'LINES' =~ s/\n\z//r, 'references become foreign keys, and these go');
people_friends|people|t
people_friends|people|t
pet_keepers|people|t
pet_keepers|pets|t
pet_visits|people|t
pet_visits|pets|t
pets|people|f
pets|shops|t
ALTER TABLE public.pets VALIDATE CONSTRAINT pets_owner_fkey;
pets_owner_fkey
10
LINES
foreach (
	[ "refers_to = 'cats' WHERE path = '\$.owner'",
		'42704: there is no plan for collection "cats"' ],
	[ "refers_to = 'pets' WHERE path = '\$.shopId'",
		'42804: path $.shopId of collection "pets" cannot refer to collection "pets"' ],
	[ "refers_to = 'people' WHERE path = '\$.visits'",
		'22023: path $.visits of collection "pets" cannot refer to another one' ])
{
	my ($edit, $error) = @$_;
	my $query = "BEGIN; UPDATE migration.plan SET $edit; SELECT migration.references()";
	is(error_of($query, 'mover', 'zoo'), $error, $error);
}
# What does not fit --------------------------------------------------------------------------------

my $orders = q{collection = 'orders' AND source->'_id'->>'$oid' = '} . oid(3, 7) . q{'};
is(tried(q{
UPDATE migration.plan SET type = 'timestamptz'
	WHERE collection = 'orders' AND path = '$.placed';
UPDATE migration.staging SET source = '{"placed": {"$date": 0}}' || source
	|| '{"customer": "4fb7", "session": 5, "paid": null, "address": "none"}'
	|| '{"lines": [{"item": "x", "amount": 1.5, "price": 0, "size": 9, "discounts": []},
		{"amount": 1, "price": "p"}, 7]}'
} . "WHERE $orders;" . q{
INSERT INTO migration.staging (collection, source)
	SELECT collection, source || '{"placed": {"$date": "1970"}}'
	FROM migration.staging WHERE } . $orders . q{;
INSERT INTO migration.staging (collection, source)
	SELECT collection, jsonb_set(source, '{lines,0}', '{"item": 5, "amount": ""}')
		|| '{"address": {"street": 5}}'
	FROM migration.staging WHERE collection = 'orders' ORDER BY n LIMIT 1;
SELECT path, value, error, documents
FROM migration.misfits('orders')}), <<'LINES' =~ s/\n\z//r, 'misfits of every kind');
$._id|"4effa2000000000003000000"|duplicate key value of table "orders"|2
$.address|"none"|value is not an object|1
$.address.street|5|value is not a string|1
$.customer|"4fb7"|invalid input syntax for type objectid: "4fb7"|1
$.lines[*]|7|value is not an object|1
$.lines[*].amount|1.5|invalid input syntax for type integer: "1.5"|2
$.lines[*].amount||null value in column "amount" of table "order_lines"|1
$.lines[*].discounts|[]|empty array without a column for it|1
$.lines[*].item|"x"|invalid input syntax for type objectid: "x"|2
$.lines[*].item||null value in column "item" of table "order_lines"|1
$.lines[*].price||null value in column "price" of table "order_lines"|2
$.lines[*].price|"p"|invalid input syntax for type numeric: "p"|1
$.lines[*].size|9|field without a line in the plan|1
$.paid||null value in column "paid" of table "orders"|1
$.placed|"soon"|invalid input syntax for type timestamp with time zone: "soon"|1
$.placed|{"$date": "1970"}|invalid Extended JSON: {"$date": "1970"}|1
$.session|5|invalid input syntax for type uuid: "5"|1
LINES

is(tried(q{
INSERT INTO migration.staging (collection, source) VALUES ('lists', '{"_id": 1, "a": ["x", null]}');
SELECT FROM migration.propose('lists') \g /dev/null
INSERT INTO migration.staging (collection, source) VALUES ('lists', '{"_id": 2, "a": ["x", 2]}');
SELECT path, value, error FROM migration.misfits('lists')}),
	'$.a|["x", 2]|value is not an array of strings', 'a misfit in an array');

is(tried(q{
CREATE FUNCTION is_short(text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RAISE 'it is never short';
END $$;
CREATE DOMAIN short AS text CHECK (is_short(VALUE));
UPDATE migration.plan SET type = 'short' WHERE collection = 'orders' AND path = '$.address.street';
SELECT DISTINCT path, error FROM migration.misfits('orders')}),
	'$.address.street|it is never short', 'a misfit that a function of the user\'s finds');

# What is no type is not printed.
foreach my $type ('text); SELECT 1; --', 'text --', 'none', 'SETOF text', '')
{
	foreach my $function (qw(statements refresh check misfits))
	{
		is(error_of(qq{BEGIN;
			UPDATE migration.plan SET type = '$type'
			WHERE collection = 'orders' AND path = '\$.placed';
			SELECT migration.$function('orders')}, 'mover', 'moves'),
			qq{42704: type "$type" for path \$.placed of collection "orders" does not exist},
			"$function: $type");
	}
}

SKIP:
{
	skip 'strings are standard since 19', 1 if $pg_version >= 19;
	is(moves(q{SET standard_conforming_strings = off; SET escape_string_warning = off;
SELECT DISTINCT migration.undo('orders') ~ '^DROP' FROM migration.propose('orders', 'java');
\o /dev/null
SELECT migration.undo('orders') \gexec
SELECT migration.statements('orders') \gexec
SELECT migration.refresh('orders') \gexec
\o
SELECT * FROM migration.misfits('orders');
SELECT * FROM migration.check('orders')}), 't', 'strings with backslashes of old');
}

# Undo removes what was made, also when the plan says something else by then.
is(moves(q{
SELECT migration.undo('orders') \gexec
CREATE TEMP VIEW objects AS SELECT relname FROM pg_class
	WHERE relnamespace IN ('public'::regnamespace, 'migration'::regnamespace);
CREATE TEMP TABLE before AS TABLE objects;
CREATE SCHEMA other;
SET search_path = other, public;
SELECT count(*) FROM migration.propose('orders') \g /dev/null
SELECT migration.statements('orders') \gexec
UPDATE migration.plan SET "table" = 'purchases' WHERE "table" = 'orders';
SELECT migration.undo('orders') \gexec
SELECT relname FROM pg_class WHERE relnamespace = 'other'::regnamespace
UNION ALL (TABLE objects EXCEPT TABLE before)}), '', 'undo leaves nothing');

# The recorder of changes --------------------------------------------------------------------------

# The script in a shell that is not MongoDB's: events have numbers, which are their tokens; each
# other call of tryNext finds nothing. A life of it ends before a call for files, of which it may
# have written a part, which ends within a line, or with event 18.
SKIP:
{
	skip 'node is not installed', 3 if system('node --version >/dev/null 2>&1');
	my $shell = write_file('shell.js', <<'JAVASCRIPT');
const files = require('fs');
const real = { ...files };
const death = Symbol('death');
let calls, dies;
for (const name of ['writeFileSync', 'fsyncSync', 'renameSync', 'ftruncateSync']) {
    files[name] = (...parameters) => {
        calls.push(name);
        if (calls.length === dies && name === 'writeFileSync') {
            real[name](parameters[0], parameters[1].slice(0, parameters[1].length * 0.7));
        }
        if (calls.length === dies) throw death;
        return real[name](...parameters);
    };
}
const EJSON = { stringify: (value) => JSON.stringify(value), parse: JSON.parse };
const db = { watch: (pipeline, { resumeAfter }) => {
    let next = resumeAfter ? resumeAfter.n : 10;
    let tried = 0;
    return {
        isClosed: () => next >= 18,
        tryNext: () => (++tried % 3 === 0 ? null : { _id: { n: ++next } }),
        getResumeToken: () => ({ n: next }),
    };
} };
const script = new Function('require', 'EJSON', 'db', files.readFileSync(process.argv[2], 'utf8'));
const lived = (last) => {
    [calls, dies] = [[], last];
    try {
        script(require, EJSON, db);
        return 0;
    } catch (error) {
        if (error !== death) throw error;
        return 1;
    }
};
const read = (name) => files.readFileSync(name, 'utf8');
const begin = () => {
    for (const name of files.readdirSync('.').filter((file) => file.startsWith('changes.'))) {
        files.unlinkSync(name);
    }
};
begin();
lived(0);
const all = calls;
const ended = all.map((call, n) => {
    begin();
    return { status: [n + 1, 3, 0].map(lived).join(' '), rest: read('changes.json') };
});
const moved = [...all, 1, 2, 3].map((call, n) => {
    begin();
    lived(8);
    real.renameSync('changes.json', 'moved.json');
    return { status: [n + 1, 0].map(lived).join(' '), moved: read('moved.json'),
        rest: read('changes.json') };
});
console.log(JSON.stringify({ calls: all.join(' '), ended, moved }));
JAVASCRIPT
	my $json = qx{cd '$folder' && node '$shell' '$top/doc/migration/record_changes.js'};
	my $recorded = decode_json($json);
	my $save = 'writeFileSync fsyncSync writeFileSync fsyncSync renameSync';
	like($recorded->{calls}, qr/^ftruncateSync( $save)+$/,
		'events are on disk before their token, which replaces the last one when it is');

	# Ended before each of its calls, then started again
	my @ended = $recorded->{ended}->@*;
	my @wrong = grep {
		$_->{status} !~ /^1 [01] 0$/
		  || $_->{rest} ne join '', map { qq({"_id":{"n":$_}}\n) } 11 .. 18
	} @ended;
	is_deeply(\@wrong, [],
		'each event is recorded once, whichever of ' . @ended . ' calls it died before');

	# It died at its eighth call, and the file was moved away; after its next start it died again.
	@wrong = grep {
		my @lines = split /\n/, $_->{moved} . $_->{rest};
		my %events = map { /^\{"_id":\{"n":(\d+)\}\}$/ ? ($1 => 1) : () } @lines;
		my @half = grep { !/^\{"_id":\{"n":\d+\}\}$/ } split /\n/, $_->{rest};
		$_->{status} !~ /^[01] 0$/ || @half || join(' ', sort keys %events) ne join ' ', 11 .. 18
	} $recorded->{moved}->@*;
	is_deeply(\@wrong, [], 'no event is lost when the file is moved away');
}

$node->stop;
done_testing();

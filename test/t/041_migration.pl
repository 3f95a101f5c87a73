# The guide from MongoDB to PostgreSQL, and the same steps with exports of every shape, which other
# programs read back.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my $samples = "$top/test/data";
my $real = $ENV{OBJECTID_DATA} || "$top/../shared/data";
my $folder = PostgreSQL::Test::Utils::tempdir;

my $node = start_server('main', "timezone = 'UTC'");

my ($python) =
  grep { -x $_ and !system("$_ -c 'from bson import json_util' 2>/dev/null") } '/usr/bin/python3';
my $node_js = !system("node -e \"require('bson')\" 2>/dev/null") && 'node';

sub shop { return sql_in('shop', $_[0]) }
sub error { return error_of($_[0], undef, 'shop') }

sub write_file
{
	my ($name, $text) = @_;
	append_to_file("$folder/$name", $text);
	return "$folder/$name";
}

# Lines of documents as an array.
sub as_array { return '[' . join($_[1], split /\n/, $_[0]) . "]\n" }

# The guide ----------------------------------------------------------------------------------------

# One collection was exported three times, in three styles, and another one as an array on one line.
my $superuser = getpwuid($<);
my %replace = (
	"'orders.csv'" => "'$samples/orders.csv'", "'changes.json'" => "'$samples/changes.json'",
	'\g back.json' => "\\g $folder/back.json",
	'as postgres' => "as $superuser", 'OWNER TO postgres' => "OWNER TO $superuser");
for ([qw(customers relaxed)], [qw(items canonical)], [qw(orders spaced canonical relaxed)])
{
	my ($collection, @styles) = @$_;
	my $documents = join '', map { slurp_file("$samples/$collection.$_.json") } @styles;
	$documents = as_array($documents, ',') if $collection eq 'items';
	$replace{"'$collection.json'"} = "'" . write_file("$collection.json", $documents) . "'";
}
doc_examples::check($node, 'doc/migrate-from-mongodb.md', database => 'shop', replace => \%replace);

# The orders once more, as they were before the cut-over.
sub load_lines
{
	my ($collection, $file) = @_;
	return qq{
ALTER TABLE staging ALTER collection SET DEFAULT '$collection';
\\copy staging (doc) FROM '$file' (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02', ENCODING 'UTF8')
};
}

is(shop(load_lines('exported', "$folder/orders.json") . q{
SELECT count(*), count(*) FILTER (WHERE
	(c.customer, objectid_to_jsonb(c.items), c.placed, c.total, c.note) IS DISTINCT FROM
	((doc->'customer')::objectid, doc->'items', mongo_time(doc, 'placed'),
		mongo_text(doc->'total')::numeric, doc->>'note'))
FROM staging LEFT JOIN csv_orders c ON id = (doc->'_id')::objectid
WHERE collection = 'exported'}),
	'200|0', 'CSV and JSON give the same rows');

# test/data/README.md says what changed in the meantime.
my $documents = q{
SELECT (doc->'_id')::objectid AS id, doc, mongo_text(doc->'total')::numeric AS total FROM staging
WHERE collection = };
is(shop(qq{
SELECT id, e.id IS NOT NULL AS was, o.total
FROM orders o FULL JOIN ($documents 'exported') e USING (id)
WHERE o.total IS DISTINCT FROM e.total ORDER BY 1;
SELECT count(*) FROM orders;
SELECT count(*) FROM staging WHERE collection IN ('orders', 'changes')}),
	join("\n",
		'50dc20fa54d4847195c5eeae|t|5.5', '50e8b983c27a6b93baeb2576|t|',
		'5d3a0474e756916b49b2e9b0|t|2.5', '5d5ae202e756916b49b2e9b1|t|',
		'6ae68100e756916b49b2ea50|f|3.5', '199', '199'),
	'the change stream is applied, the newest state of a document last');

# All of it once more, with the check of the guide after it.
my $guide = slurp_file("$top/doc/migrate-from-mongodb.md");
my ($apply) =
  $guide =~ /^(ALTER TABLE staging ALTER collection SET DEFAULT 'changes';\n.*?^COMMIT;\n)/ms;
my ($check) = $guide =~ /^(WITH raw AS \(.*?^WHERE difference <> '' ORDER BY n, id;)$/ms;
$apply =~ s/'changes\.json'/$replace{"'changes.json'"}/;
is(shop(qq{
CREATE TABLE before AS TABLE orders;
$apply
SELECT count(*) FROM (TABLE before EXCEPT TABLE orders) AS d;
SELECT count(*) FROM orders;
$check}),
	"0\n199", 'changes that are applied twice change nothing, and the check is content');

# The file of the way back, read as the guide reads any other, has the documents of staging.
is(shop(load_lines('back', "$folder/back.json") . qq{
SELECT count(*), count(*) FILTER (WHERE
	(b.total, mongo_time(b.doc, 'placed'), b.doc->'customer', b.doc->'items', b.doc->'note')
	IS DISTINCT FROM
	(s.total, mongo_time(s.doc, 'placed'), s.doc->'customer', s.doc->'items', s.doc->'note'))
FROM ($documents 'back') b FULL JOIN ($documents 'orders') s USING (id)}),
	'199|0', 'the file of the way back has the same documents');

# A file made by psql -At runs by psql -f.
shop(q{
CREATE TABLE moved (id text PRIMARY KEY);
INSERT INTO moved VALUES ('507f1f77bcf86cd799439011');
CREATE VIEW moved_view AS SELECT id AS shown FROM moved});
my $migration = write_file('moved.sql', shop(q{SELECT objectid_conversion('moved', 'id')}) . "\n");
$node->command_ok([ qw(psql -X -q -v ON_ERROR_STOP=1 -d shop -f), $migration ],
	'the statement runs from a file');
is(shop('SELECT pg_typeof(id), shown FROM moved, moved_view'),
	'objectid|507f1f77bcf86cd799439011', 'and converts');

SKIP:
{
	skip 'JSON_TABLE came with PostgreSQL 17', 1 if $node->pg_version < 17;
	is(shop(q{
SELECT count(customer), count(*)
FROM staging, JSON_TABLE(doc, '$' COLUMNS (customer objectid PATH '$.customer'))
WHERE collection = 'exported'}),
		'0|200', 'JSON_TABLE silently reads NULL for the object of an id, as the guide says');
}

# The check finds what is wrong --------------------------------------------------------------------

# After each of these changes, which is taken back.
my $id = '5d3a0474e756916b49b2e9b0';
my $new_id = 'ffffffffffffffffffffffff';
my ($item, $other_item) = ('4f7d656d54d4847195c5ee97', '4f6455fe54d4847195c5ee96');
my $nullable = 'ALTER TABLE orders ALTER placed DROP NOT NULL';

sub document
{
	my ($field, $value) = @_;
	return qq{UPDATE staging SET doc = jsonb_set(doc, '{$field}', '$value')
WHERE collection = 'orders' AND doc->'_id'->>'\$oid' = '$id'};
}

sub row { return "UPDATE orders SET $_[0] WHERE id = '$id'" }

foreach my $case (
	[ 'no change', '', 'SELECT' ],
	[ 'an id in a string and in upper case', '', document(_id => '"' . uc($id) . '"') ],
	[ 'a time as text', '', document(placed => '"2019-07-25T21:35:16+02:00"') ],
	[ 'a time as legacy milliseconds', '', document(placed => '{"$date": 1564083316000}') ],
	[ 'a number as text', '', document(total => '{"$numberDecimal": "2.50"}') ],
	[ 'null instead of a missing field', '', document(customer => 'null') ],
	[ 'null in an array', '',
		document(items => qq([null, {"\$oid": "\U$item\E"}])), row("items = '{NULL,$item}'") ],
	[ 'a missing row', "$id|missing", "DELETE FROM orders WHERE id = '$id'" ],
	[ 'a surplus row', "$new_id|surplus",
		"INSERT INTO orders (id, placed) VALUES ('$new_id', now())" ],
	[ 'another id', "$id|missing\n$new_id|surplus",
		'DROP TABLE order_items', row("id = '$new_id'") ],
	[ 'another reference', "$id|customer", row("customer = '4f4ad93154d4847195c5eeab'") ],
	[ 'a reference that became NULL', "$id|NULL, customer",
		document(customer => '{"$oid": "4f4ad93154d4847195c5eeab"}') ],
	[ 'another array', "$id|items", row("items = '{$item}'") ],
	[ 'another order in an array', "$id|items",
		document(items => qq([{"\$oid": "$item"}, {"\$oid": "$other_item"}])),
		row("items = '{$other_item,$item}'") ],
	[ 'an array without its null', "$id|items",
		document(items => qq([null, {"\$oid": "$item"}])), row("items = '{$item}'") ],
	[ 'a millisecond', "$id|placed", row("placed = placed + interval '1 ms'") ],
	[ 'another zone', "$id|placed", document(placed => '{"$date": "2019-07-25T19:35:16+02:00"}') ],
	[ 'a time that became NULL', "$id|NULL, placed", $nullable, row('placed = NULL') ],
	[ 'text that became NULL as a time', "$id|NULL",
		$nullable, row('placed = NULL'), document(placed => '"last July"') ],
	[ 'another number', "$id|total", row('total = total + 0.01') ],
	[ 'a number that became NULL', "$id|NULL, total", row('total = NULL') ],
	[ 'another text', "$id|note", row("note = ''") ],
	[ 'a text that became NULL', "$id|NULL, note", document(note => '""') ])
{
	my ($name, $expected, @changes) = @$case;
	my $found = shop(join('; ', 'BEGIN', @changes, "$check ROLLBACK"));
	my $result = $expected ? 'finds' : 'accepts';
	is($found =~ s/^\d*\|//gmr, $expected, "the check $result $name");
}

# Exports of every shape ---------------------------------------------------------------------------

# test/data/README.md says who wrote these files. All have the same documents.
my %file = map { m{/exports\.(.*)$} => $_ } glob "$samples/exports.*.json $samples/exports.*.txt";
is(scalar keys %file, 9, 'exports in nine styles');
my $lines = slurp_file($file{'python-canonical.json'});
my $pretty = shop(load_lines('pretty', $file{'python-canonical.json'}) . q{
SELECT jsonb_pretty(doc) FROM staging WHERE collection = 'pretty'});
my %layout = (
	'an array on one line' => as_array($lines, ','),
	'an array with a line for each document' => as_array($lines, ",\n"),
	'a pretty array' => "[\n" . ($pretty =~ s/^\}$(?=\n)/},/gmr) . "\n]\n",
	'pretty documents' => "$pretty\n",
	'pretty documents, on Windows' => "$pretty\n" =~ s/\n/\r\n/gr,
	'lines that end as on Windows' => $lines =~ s/\n/\r\n/gr);
$file{$_} = write_file($_ =~ s/\W/_/gr, $layout{$_}) for keys %layout;

# And what the libraries that are here write today.
for ([ 'pymongo', $python, 'exports.py' ], [ 'bson for Node', $node_js, 'exports.js', 'bson' ])
{
	my ($name, $program, $script, @arguments) = @$_;
  SKIP: for my $style ('legacy', 'relaxed', 'canonical')
	{
		skip "$name is not installed", 1 unless $program;
		my ($written) = run_command([ $program, "$samples/$script", @arguments, $style ]);
		is($written =~ tr/\n//, 5, "$name writes six documents in style $style");
		$file{"$name-$style.json"} = write_file("$name-$style" =~ s/\W/_/gr, "$written\n");
	}
}

# What is read of each document, and what is expected.
my $mapping = q{
	(doc->'_id')::objectid AS id, mongo_time(doc, 'at') AS at,
	mongo_time(doc, 'moment') AS moment, mongo_time(doc, 'milliseconds') AS milliseconds,
	mongo_text(doc->'small')::integer AS small, mongo_text(doc->'large')::numeric AS large,
	mongo_text(doc->'ratio')::float8 AS ratio, mongo_text(doc->'price')::numeric AS price,
	mongo_text(doc->'uuid') AS uuid_text, mongo_uuid(doc->'uuid') AS uuid,
	mongo_uuid(doc->'python', 'Python') AS python, mongo_uuid(doc->'java', 'Java') AS java,
	mongo_uuid(doc->'csharp', 'C#') AS csharp,
	ARRAY(SELECT item::objectid
		FROM jsonb_array_elements(doc->'items') WITH ORDINALITY AS a (item, n) ORDER BY n) AS items,
	mongo_text(doc->'key'->'store')::integer AS store, mongo_time(doc, 'key', 'day') AS day,
	mongo_text(doc->'note') AS note, mongo_text(doc->'none') AS none,
	mongo_time(doc, 'none') AS never};
shop(<<'SQL' . <<"SQL_WITH_MAPPING");
CREATE TABLE expected AS
SELECT
	('4f4ad93154d4847195c5ee0' || i)::objectid AS id, t AS at,
	to_timestamp(1412180887 + i) AS moment, t AS milliseconds,
	i AS small, 9223372036854775807 - i::numeric AS large,
	i + 0.25::float8 AS ratio, 12345678901234567 + i::numeric / 10 AS price,
	u::text AS uuid_text, u AS uuid, u AS python, u AS java, u AS csharp,
	(ARRAY['507f1f77bcf86cd799439011', '507f1f77bcf86cd79943900' || i]::objectid[])[:i % 3]
		AS items,
	i AS store, timestamptz '2019-07-25' AS day,
	(ARRAY['plain', E'two\nlines\tand "quotes" \\',
		E'}\n{ ObjectId("507f1f77bcf86cd799439011") it''s', 'Gdańsk ☕'])[i % 4 + 1] AS note,
	NULL AS none, NULL::timestamptz AS never
FROM unnest('{2012-12-27 10:20:42.135, 2019-07-25 19:35:16, 2019-07-25 19:35:16.12,
		1970-01-01, 1969-12-31 23:59:59.999, 2100-01-01}'::timestamptz[])
		WITH ORDINALITY AS a (t, n),
	CAST(n - 1 AS integer) AS i,
	CAST((ARRAY['c232ab00-9414-11ec-b3c8-9f6bdeced846',
		'00112233-4455-6677-8899-aabbccddeeff'])[i % 2 + 1] AS uuid) AS u;
SQL
CREATE VIEW actual AS SELECT collection, $mapping FROM staging;
CREATE FUNCTION differing(of text, OUT bigint, OUT bigint) LANGUAGE sql AS \$\$
	SELECT count(*), count(*) FILTER (WHERE e IS DISTINCT FROM a)
	FROM expected e FULL JOIN (SELECT $mapping FROM staging WHERE collection = \$1) a USING (id)
\$\$;
SQL_WITH_MAPPING

foreach my $name (sort keys %file)
{
	my $shell = $name =~ /\.txt$/ ? 'mongo_shell' : '';
	my $whole = qq{
\\lo_import '$file{$name}'
\\set file :LASTOID
INSERT INTO staging (collection, doc)
SELECT '$name', doc FROM mongo_documents($shell(convert_from(lo_get(:file), 'UTF8'))) AS doc;
\\lo_unlink :file
};
	my ($compare, $expected) = ("SELECT * FROM differing('$name')", '6|0');
	# JavaScript has no integers beyond 2^53 in these styles, as the guide says.
	($compare, $expected) = (qq{
SELECT DISTINCT large > 9223372036854775807 FROM actual WHERE collection = '$name';
UPDATE staging SET doc = doc #- '{large}';
UPDATE expected SET large = NULL;
$compare}, "t\n$expected") if $name =~ /^(bson|extjson).*-(legacy|relaxed)/;
	is(shop("BEGIN; $whole $compare; ROLLBACK"), $expected, "$name, at once");
	is(shop('BEGIN;' . load_lines($name, $file{$name}) . "$compare; ROLLBACK"),
		$expected, "$name, line by line") if $name =~ /^lines|\.json$/;
}

# What does not fit --------------------------------------------------------------------------------

# Each of these in the place of a good value is an error. That of a time names the document, and the
# function of the guide finds all.
my %bad = (
	_id => [ '{"$oid": "5d3a0474e756916b49b2e9"}', '{"$oid": "5d3a0474e756916b49b2e9zz"}',
		'{"$oid": "5d3a0474e756916b49b2e9b0", "a": 1}', '17', '""', '{}' ],
	at => [ '"soon"', '"now"', '"infinity"', '""', '"03/04/2012"', '"2012-13-45"',
		'"1356603642135"', '"2012-02-27T25:00:00Z"', 'true', '{}', '[]', '[1]', '{"$date": null}',
		'{"$date": {}}', '{"$date": "soon"}', '{"$date": {"$numberLong": "soon"}}', '"$timestamp"',
		'{"$date": {"$numberLong": "9223372036854775807"}}', '{"$numberDouble": "NaN"}',
		'{"$timestamp": {}}', '{"$timestamp": {"t": "soon"}}',
		'{"$oid": "5d3a0474e756916b49b2e9b0"}' ],
	small => [ '"many"', '""', 'true', '{}', '{"$numberInt": "many"}',
		'{"$numberInt": "99999999999"}' ],
	uuid => [ '{"$binary": {"base64": "wjKrAJQUEeyzyJ9r3s7YRg==", "subType": "03"}}',
		'{"$binary": "wjKrAJQUEeyzyJ9r3s7YRg==", "$type": "03"}',
		'{"$binary": {"base64": "wjKrAJQUEeyzyJ9r3s7YRg==", "subType": "00"}}',
		'{"$binary": {"base64": "wjKrAJQUEeyzyJ9r", "subType": "04"}}',
		'{"$binary": {"base64": "!", "subType": "04"}}', '{"$uuid": "c232ab00"}', '"c232ab00"',
		'5' ],
	java => ['{"$binary": {"base64": "wjKrAJQUEeyzyJ9r", "subType": "03"}}'],
	items => [ '[{"$oid": "5d3a"}]', '"5d3a0474e756916b49b2e9b0"',
		'[{"$ref": "items", "$id": {"$oid": "5d3a0474e756916b49b2e9b0"}}]' ]);
my $values = join ",\n",
  map { my $field = $_; map { "('$field', '$_')" } @{ $bad{$field} } } sort keys %bad;
shop(load_lines('bad', $file{'python-canonical.json'}) . qq{
INSERT INTO staging (collection, doc)
SELECT 'bad', good.doc || jsonb_build_object(field, value::jsonb, 'planted', field)
FROM (VALUES $values) AS bad (field, value),
	(SELECT doc FROM staging WHERE collection = 'bad' LIMIT 1) AS good});
my $errors = qq{
CREATE TEMP VIEW errors AS
SELECT doc, doc->>'planted' COLLATE "C" AS planted, error
FROM staging, mongo_error(doc, \$list\$$mapping\$list\$) AS error
WHERE collection = 'bad' AND error IS NOT NULL;
};
is(shop("$errors SELECT planted, count(*) FROM errors GROUP BY 1 ORDER BY 1"),
	join("\n", map { $_ . '|' . @{ $bad{$_} } } sort keys %bad),
	'every error that was planted is found, and no other');
is(shop($errors . q{
SELECT count(*) FROM errors WHERE planted = 'at'
	AND error = format('document %s has no time in {at}: %s', doc->'_id', doc->'at')}),
	scalar @{ $bad{at} }, 'an error of a time names the document');
like(error(q{INSERT INTO orders (id, placed)
		SELECT gen_objectid(), mongo_time(doc, 'at') FROM staging WHERE collection = 'bad'}),
	qr/22007: document \{"\$oid": "4f4ad93154d4847195c5ee00"\} has no time in \{at\}: "soon"/,
	'also in an INSERT');

# A line that is no JSON, or that jsonb does not take, is named.
foreach my $line ('{"a": 1', '{"a": "\u0000"}', '{"a": NaN}')
{
	my $file = write_file('line', '{"a": 1}' . "\n$line\n");
	my ($status, $out, $error) = $node->psql('shop', load_lines('line', $file));
	like($error, qr/ERROR:.*COPY staging, line 2, column doc/s, "the line of $line is named");
	unlink $file;
}

# A check of UUIDs, and what Debezium delivers: Extended JSON in strings.
is(shop(q{
SELECT count(*), count(*) FILTER (WHERE started = '2019-07-25 19:35:16+00')
FROM staging JOIN sessions ON uuid_send(id) = decode(doc->'_id'->'$binary'->>'base64', 'base64')
WHERE collection = 'sessions'}),
	'1|1', 'UUIDs by their bytes');
is(shop(load_lines('events', $file{'bson-legacy.json'}) . q{
WITH event AS (
	SELECT doc, jsonb_build_object('id', (doc->'_id')::text) AS key,
		jsonb_build_object('after', doc::text) AS value
	FROM staging WHERE collection = 'events')
SELECT count(*), count(*) FILTER (WHERE (key->>'id')::objectid = (doc->'_id')::objectid
	AND (value->>'after')::jsonb = doc)
FROM event}),
	'6|6', 'documents and keys in strings');

# Two keys that become one text are an error of the primary key.
is(shop(q{
CREATE TABLE mixed (id text COLLATE "C" PRIMARY KEY);
INSERT INTO mixed SELECT mongo_text(_id) FROM jsonb_array_elements('[5, {"$numberInt": "6"},
	{"$numberLong": "7"}, {"$uuid": "c232ab00-9414-11ec-b3c8-9f6bdeced846"}, "eight"]') AS _id;
TABLE mixed ORDER BY id}),
	"5\n6\n7\nc232ab00-9414-11ec-b3c8-9f6bdeced846\neight", 'keys of several types as text');
like(error(q{INSERT INTO mixed SELECT mongo_text('"5"')}),
	qr/duplicate key value .* "mixed_pkey"/, '5 and "5" are two keys');

foreach my $display (
	'{ a: { b: [Object] } }', '{ a: [ 1, 2, ... 5 more items ] }', '{ a: MinKey() }', '{ a: NaN }',
	'{ "a" : DBRef("items", ObjectId("507f1f77bcf86cd799439011")) }')
{
	like(error("SELECT mongo_documents(mongo_shell('$display'))"),
		qr/invalid input syntax for type json/, "from a shell, refused: $display");
}

# Others read what comes out -----------------------------------------------------------------------

# Each document of a file, as Python's bson reads it: its id, and the seconds in it.
sub read_by_python
{
	my ($out, $err) = run_command([ $python, '-c', <<'PYTHON', @_ ]);
import sys
from bson import json_util
for line in open(sys.argv[1], encoding='utf-8'):
    _id = json_util.loads(line)['_id']
    print(_id, int(_id.generation_time.timestamp()), sep='|')
PYTHON
	diag $err if $err;
	return $out;
}

# The same of rows in a table
my $seconds = 'extract(epoch FROM objectid_timestamp(id))::bigint';
SKIP:
{
	skip 'python3-pymongo (for its bson) is not installed', 1 unless $python;
	is(read_by_python("$folder/back.json"), shop("SELECT id, $seconds FROM orders ORDER BY id"),
		"the documents that come back have the same ids and times for Python's bson");
}

# Real exports -------------------------------------------------------------------------------------

SKIP:
{
	skip "no real exports in $real: name the folder in OBJECTID_DATA", 1
	  unless -e "$real/mongoexport_sample.json";

	for my $name (qw(sample sample_canonical sample_spaced))
	{
		my $file = "$real/mongoexport_$name.json";
		my $back = "$folder/$name.json";
		my $documents = () = slurp_file($file) =~ /^/mg;
		shop(load_lines($name, $file) . qq{
CREATE TABLE $name AS
	SELECT n, (doc->'_id')::objectid AS id, mongo_time(doc, 'ts') AS ts,
		mongo_text(doc->'millis')::numeric AS millis,
		mongo_text(doc->'student_id')::numeric AS student, doc - '_id' AS rest
	FROM staging WHERE collection = '$name';
ALTER TABLE $name ADD PRIMARY KEY (id);
COPY (SELECT jsonb_build_object('_id', objectid_to_jsonb(id)) || rest FROM $name ORDER BY n)
TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02') \\g $back});
		is(shop(load_lines("$name again", $back) . qq{
SELECT count(*), count(*) FILTER (WHERE id::text IS DISTINCT FROM doc->'_id'->>'\$oid'
	OR rest IS DISTINCT FROM doc - '_id')
FROM $name r FULL JOIN (SELECT * FROM staging WHERE collection = '$name') s USING (n);
SELECT count(*) FILTER (WHERE a.doc IS DISTINCT FROM s.doc)
FROM (SELECT doc, rank() OVER (ORDER BY n) FROM staging WHERE collection = '$name again') a
FULL JOIN (SELECT doc, rank() OVER (ORDER BY n) FROM staging WHERE collection = '$name') s
	USING (rank)}),
			"$documents|0\n0", "$name: each document has its row, and comes back as it was");

	  SKIP:
		{
			skip 'python3-pymongo (for its bson) is not installed', 2 unless $python;
			my $ids = shop("SELECT id, $seconds FROM $name ORDER BY n");
			is(read_by_python($_), $ids, "$_: ids and times as Python's bson has them")
			  for $file, $back;
		}
	}

	my ($header) = slurp_file("$real/mongoexport_sample.csv") =~ /^(.*)$/m;
	my %type = (_id => 'objectid PRIMARY KEY', ts => 'timestamptz');
	my $columns = join ', ', map { qq("$_" ) . ($type{$_} // 'text') } split /,/, $header;
	is(shop(qq{
CREATE TABLE sample_csv ($columns);
\\copy sample_csv FROM '$real/mongoexport_sample.csv' (FORMAT csv, HEADER)
SELECT count(*), count(*) FILTER (
	WHERE (c.ts, c.millis::numeric) IS DISTINCT FROM (j.ts, j.millis))
FROM sample_csv c FULL JOIN sample j ON _id = id}),
		'1000|0', 'mongoexport_sample.csv has the same documents as the JSON');

	# All the real ids, as each type that people keep them in, as primary key with references.
	shop(qq{
CREATE TABLE digits (n serial, id text);
\\copy digits (id) FROM '$real/real_oids.txt'
});
	my %made_of = (
		text => 'id', 'char(24)' => 'id', 'varchar(24)' => 'upper(id)', hex_id => 'id',
		bytea => q{decode(id, 'hex')}, uuid => q{('00000000' || id)::uuid});
	shop(q{CREATE DOMAIN hex_id AS text CHECK (VALUE ~ '^[0-9a-f]{24}$')});
	for my $type (sort keys %made_of)
	{
		is(shop(qq{
CREATE TABLE kept (n int, id $type PRIMARY KEY);
CREATE TABLE referring (n int, id $type REFERENCES kept);
CREATE VIEW both_of_them AS SELECT kept.id, referring.n FROM kept JOIN referring USING (id);
INSERT INTO kept SELECT n, $made_of{$type} FROM digits;
INSERT INTO referring SELECT * FROM kept;
BEGIN;
\\o /dev/null
SELECT objectid_conversion('referring', 'id') \\gexec
\\o
COMMIT;
SELECT count(*), count(*) FILTER (WHERE b.id::text IS DISTINCT FROM d.id),
	min(pg_typeof(b.id)::text)
FROM digits d FULL JOIN both_of_them b USING (n);
DROP TABLE kept, referring CASCADE;
}),
			'4605|0|objectid', "all real ids are converted in place from $type");
	}
}

$node->stop;
done_testing();

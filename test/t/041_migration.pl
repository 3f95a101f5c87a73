# The guide from MongoDB to PostgreSQL, and the same steps with exports of every shape, which other
# programs read back.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use npm_packages;
use test_server;

my $samples = "$top/test/data";
my $real = $ENV{OBJECTID_DATA} || "$top/../shared/data";
my $folder = PostgreSQL::Test::Utils::tempdir;

my $node = start_server('main', "timezone = 'UTC'");

my ($python) =
  grep { -x $_ and !system("$_ -c 'from bson import json_util' 2>/dev/null") } '/usr/bin/python3';
my ($npm, $no_npm) = install_npm('bson');
local $ENV{NODE_PATH} = "$npm/node_modules" if $npm;
my $node_js = $npm && !system("node -e \"require('bson')\"") && 'node';
$no_npm //= 'this node does not run that package';

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
\\copy staging (source) FROM '$file' (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')
};
}

# The guide's view on one collection, on another one.
my $guide = slurp_file("$top/doc/migrate-from-mongodb.md");

sub view_on
{
	my ($collection) = @_;
	my ($view) = $guide =~ /^(CREATE VIEW staged_orders AS.*?;)$/ms;
	shop($view =~ s/staged_orders/staged_$collection/r =~ s/'orders'/'$collection'/r);
	return;
}

view_on($_) for qw(exported back);
is(shop(load_lines('exported', "$folder/orders.json") . q{
SELECT count(*), count(*) FILTER (WHERE (c.customer, c.item_ids, c.placed, c.total, c.note)
	IS DISTINCT FROM (s.customer, s.items, s.placed, s.total, s.note))
FROM staged_exported s FULL JOIN csv_orders c USING (id)}),
	'200|0', 'CSV and JSON give the same rows');

# test/data/README.md says what changed in the meantime.
is(shop(q{
SELECT id, e.id IS NOT NULL AS was, o.total
FROM orders o FULL JOIN staged_exported e USING (id)
WHERE o.total IS DISTINCT FROM e.total ORDER BY 1;
SELECT count(*) FROM orders;
SELECT count(*) FROM staging WHERE collection IN ('orders', 'changes')}),
	join("\n",
		'50dc20fa54d4847195c5eeae|t|5.5', '50e8b983c27a6b93baeb2576|t|',
		'5d3a0474e756916b49b2e9b0|t|2.5', '5d5ae202e756916b49b2e9b1|t|',
		'6ae68100e756916b49b2ea50|f|3.5', '199', '199'),
	'the change stream is applied, the newest state of a document last');

# All of it once more, with the checks of the guide after it.
my ($apply) =
  $guide =~ /^(ALTER TABLE staging ALTER collection SET DEFAULT 'changes';\n.*?^COMMIT;\n)/ms;
my ($check) = $guide =~ /^(WITH raw AS \(.*?^WHERE in_document IS DISTINCT FROM [^;]*;)$/ms;
my ($check_lines) = $guide =~ /^(WITH in_documents AS \(.*?;)$/ms;
$apply =~ s/'changes\.json'/$replace{"'changes.json'"}/;
is(shop(qq{
CREATE TABLE before AS TABLE orders;
$apply
SELECT count(*) FROM (TABLE before EXCEPT TABLE orders) AS d;
SELECT count(*) FROM orders;
$check}),
	"0\n199", 'changes that are applied twice change nothing, and the check is content');

# The file of the way back, read as the guide reads any other, has the documents of staging.
is(shop(load_lines('back', "$folder/back.json") . q{
SELECT count(*), count(*) FILTER (WHERE (b.customer, b.placed, b.total, b.note)
	IS DISTINCT FROM (s.customer, s.placed, s.total, s.note)
	OR b.items IS DISTINCT FROM s.items)
FROM staged_back b FULL JOIN staged_orders s USING (id)}),
	'199|0', 'the file of the way back has the same documents');

SKIP:
{
	skip 'JSON_TABLE came with PostgreSQL 17', 1 if $node->pg_version < 17;
	is(shop(q{
SELECT count(customer), count(*)
FROM document, JSON_TABLE(doc, '$' COLUMNS (customer objectid PATH '$.customer'))
WHERE collection = 'exported'}),
		'192|200', 'JSON_TABLE reads plain JSON, too');
}

# The checks find what is wrong --------------------------------------------------------------------

# After each of these changes, which is taken back.
my $id = '5d3a0474e756916b49b2e9b0';
my $new_id = 'ffffffffffffffffffffffff';
my ($item, $other_item) = ('4f7d656d54d4847195c5ee97', '4f6455fe54d4847195c5ee96');
my $nullable = 'ALTER TABLE orders ALTER placed DROP NOT NULL';

sub document
{
	my ($field, $value) = @_;
	return qq{UPDATE staging SET source = jsonb_set(source, '{$field}', '$value')
WHERE collection = 'orders' AND source->'_id'->>'\$oid' = '$id'};
}

sub row { return "UPDATE orders SET $_[0] WHERE id = '$id'" }

# What the check says: id, field, value in the document, value in the row.
foreach my $case (
	[ 'no change', '', 'SELECT' ],
	[ 'an id in a string and in upper case', '', document(_id => '"' . uc($id) . '"') ],
	[ 'a time as text', '', document(placed => '"2019-07-25T21:35:16+02:00"') ],
	[ 'a time as milliseconds', '', document(placed => '{"$date": 1564083316000}') ],
	[ 'a number as text', '', document(total => '{"$numberDecimal": "2.50"}') ],
	[ 'null instead of a missing field', '', document(customer => 'null') ],
	[ 'null in an array', '',
		document(items => qq([null, {"\$oid": "\U$item\E"}])), row("items = '{NULL,$item}'") ],
	[ 'a missing row', "|_id|$id|\n|items|[]|\n|placed|1564083316000|\n|total|2.5|",
		"DELETE FROM orders WHERE id = '$id'" ],
	[ 'a surplus row', "$new_id|_id||$new_id\n$new_id|placed||0",
		"INSERT INTO orders (id, placed) VALUES ('$new_id', 'epoch')" ],
	[ 'another reference', "$id|customer||4f4ad93154d4847195c5eeab",
		row("customer = '4f4ad93154d4847195c5eeab'") ],
	[ 'a reference that became NULL', "$id|customer|4f4ad93154d4847195c5eeab|",
		document(customer => '{"$oid": "4f4ad93154d4847195c5eeab"}') ],
	[ 'another array', qq($id|items|[]|["$item"]), row("items = '{$item}'") ],
	[ 'another order in an array',
		qq($id|items|["$item", "$other_item"]|["$other_item", "$item"]),
		document(items => qq([{"\$oid": "$item"}, {"\$oid": "$other_item"}])),
		row("items = '{$other_item,$item}'") ],
	[ 'an array without its null', qq($id|items|[null, "$item"]|["$item"]),
		document(items => qq([null, {"\$oid": "$item"}])), row("items = '{$item}'") ],
	[ 'a millisecond', "$id|placed|1564083316000|1564083316001",
		row("placed = placed + interval '1 ms'") ],
	[ 'a microsecond', "$id|placed|1564083316000|1564083316000.001",
		row("placed = placed + interval '1 us'") ],
	[ 'another zone', "$id|placed|1564076116000|1564083316000",
		document(placed => '{"$date": "2019-07-25T19:35:16+02:00"}') ],
	[ 'a time in 9999 that was rounded', "$id|placed|253402300799999|253402300799999.008",
		document(placed => '{"$date": {"$numberLong": "253402300799999"}}'),
		row("placed = '9999-12-31 23:59:59.999008+00'") ],
	[ 'a time that became NULL', "$id|placed|1564083316000|", $nullable, row('placed = NULL') ],
	[ 'another number', "$id|total|2.5|2.51", row('total = total + 0.01') ],
	[ 'a long number that was rounded', "$id|total|9007199254740993|9007199254740992",
		document(total => '{"$numberLong": "9007199254740993"}'),
		row('total = 9007199254740992') ],
	[ 'a number that became NULL', "$id|total|2.5|", row('total = NULL') ],
	[ 'another text', "$id|note|text|", document(note => '"text"') ],
	[ 'a text that became NULL', "$id|note|text|", document(note => '{"$symbol": "text"}') ])
{
	my ($name, $expected, @changes) = @$case;
	my $found = shop(join('; ', 'BEGIN', @changes, "$check ROLLBACK"));
	my $result = $expected ? 'finds' : 'accepts';
	is($found =~ s/^\d*\|//gmr, $expected, "the check $result $name");
}

# Order, place, item, amount and price of a line.
my $line = "$id|1|4fb7650454d4847195c5ee9c";
my $other = '5d694c5de756916b49b2e9b2';
foreach my $case (
	[ 'no change', '', 'SELECT' ],
	[ 'a missing row', "document|$line|2|11.5", 'DELETE FROM delivery_lines WHERE amount = 2' ],
	[ 'a row more', "row|$id|3|$item|7|",
		"INSERT INTO delivery_lines SELECT delivery, 3, '$item', 7 FROM delivery_lines
			WHERE amount = 2" ],
	[ 'another amount', "document|$line|2|11.5\nrow|$line|4|11.5",
		'UPDATE delivery_lines SET amount = 4 WHERE amount = 2' ],
	[ 'a price that became NULL', "document|$line|2|11.5\nrow|$line|2|",
		'UPDATE delivery_lines SET price = NULL WHERE amount = 2' ],
	[ 'another item', "document|$line|2|11.5\nrow|$id|1|$other_item|2|11.5",
		"UPDATE delivery_lines SET item = '$other_item' WHERE amount = 2" ],
	[ 'another delivery', "document|$line|2|11.5\nrow|$other|9|4fb7650454d4847195c5ee9c|2|11.5",
		"UPDATE delivery_lines SET place = 9, delivery = 'c232ab00-9414-11ec-b3c8-9f6bdeced846'
			WHERE amount = 2" ],
	[ 'a fraction', "document|$line|2.5|11.5\nrow|$line|2|11.5",
		q(UPDATE staging SET source = jsonb_set(source, '{lines,0,amount}', '2.5')
			WHERE source #>> '{lines,0,amount,$numberDouble}' = '2.0') ])
{
	my ($name, $expected, @changes) = @$case;
	my $found = shop(join('; ', 'BEGIN', @changes, "$check_lines ROLLBACK"));
	my $result = $expected ? 'finds' : 'accepts';
	is(join("\n", sort split /\n/, $found), $expected, "the check of lines $result $name");
}

# Exports of every shape ---------------------------------------------------------------------------

# test/data/README.md says who wrote these files. All have the same documents.
my %file = map { m{/exports\.(.*)$} => $_ } glob "$samples/exports.*.json";
is(scalar keys %file, 7, 'exports in seven styles');
my $lines = slurp_file($file{'python-canonical.json'});
$file{'lines that end as on Windows'} =
  write_file('windows', $lines =~ s/\n/\r\n/gr);

# And what the libraries that are here write today.
my @writers = (
	[ 'pymongo', $python, 'python3-pymongo is not installed', 'exports.py' ],
	[ 'bson for Node', $node_js, $no_npm, 'exports.js', 'bson' ]);
for (@writers)
{
	my ($name, $program, $reason, $script, @arguments) = @$_;
  SKIP: for my $style ('legacy', 'relaxed', 'canonical')
	{
		skip $reason, 1 unless $program;
		my ($written) = run_command([ $program, "$samples/$script", @arguments, $style ]);
		is($written =~ tr/\n//, 7, "$name writes eight documents in style $style");
		$file{"$name-$style.json"} = write_file("$name-$style" =~ s/\W/_/gr, "$written\n");
	}
}

# What is expected of each document, and how the guide reads it: a view, and one for its lines.
shop(<<'SQL');
CREATE TABLE expected AS
SELECT
	('4f4ad93154d4847195c5ee0' || i)::objectid AS id, t AS at,
	to_timestamp(1412180887 + i) AS moment, t AS milliseconds,
	i AS small, 9223372036854775807 - i::numeric AS large,
	i + 0.25::float8 AS ratio, 12345678901234567 + i::numeric / 10 AS price,
	u AS uuid, uuid_send(u) AS python, u AS java, uuid_send(u) AS csharp,
	(ARRAY['507f1f77bcf86cd799439011', '507f1f77bcf86cd79943900' || i]::objectid[])[:i % 3]
		AS items,
	substring('\x0001020304050607'::bytea FOR i) AS label,
	i AS store, timestamptz '2019-07-25' AS day,
	(ARRAY['plain', E'two\nlines\tand "quotes" \\',
		E'}\n{ ObjectId("507f1f77bcf86cd799439011") it''s', 'Gdańsk ☕'])[i % 4 + 1] AS note,
	NULL AS none
FROM unnest('{2012-12-27 10:20:42.135, 2019-07-25 19:35:16, 2019-07-25 19:35:16.12,
		1970-01-01, 1969-12-31 23:59:59.999, 2100-01-01, 9999-12-31 23:59:59.999,
		1899-12-31 23:59:59.999}'::timestamptz[])
		WITH ORDINALITY AS a (t, n),
	CAST(n - 1 AS integer) AS i,
	CAST((ARRAY['c232ab00-9414-11ec-b3c8-9f6bdeced846',
		'00112233-4455-6677-8899-aabbccddeeff'])[i % 2 + 1] AS uuid) AS u;
CREATE TABLE expected_line AS
SELECT id, n AS place, ('507f1f77bcf86cd79943900' || n - 1)::objectid AS sku, n AS amount,
	small + (n - 1) / 10.0 AS price,
	timestamptz '2019-07-25' + (n - 1) * interval '1 ms' AS packed
FROM expected, generate_series(1, small % 3) AS n;

-- Subtype 3 of three drivers in one document, which happens to nobody but us
CREATE VIEW actual AS
SELECT collection, _id AS id, at, moment,
	(ejson_to_jsonb(jsonb_build_object('$date', doc->'milliseconds')) #>> '{}')::timestamptz
		AS milliseconds, small, large, ratio, price, uuid,
	(ejson_to_jsonb(source, 'python')->>'python')::uuid AS python, java,
	(ejson_to_jsonb(source, 'csharp')->>'csharp')::uuid AS csharp,
	items, label, (key->>'store')::integer AS store, (key->>'day')::timestamptz AS day,
	note, none
FROM document, jsonb_to_record(doc) AS r (_id objectid, at timestamptz, moment timestamptz,
	small integer, large numeric, ratio float8, price numeric, uuid uuid,
	java uuid, items objectid[], label bytea, key jsonb, note text, none text);
CREATE VIEW actual_line AS
SELECT collection, (doc->>'_id')::objectid AS id, place, sku, amount::integer AS amount, price,
	packed
FROM document, ROWS FROM (jsonb_to_recordset(doc->'lines') AS
	(sku objectid, amount numeric, price numeric, packed timestamptz))
	WITH ORDINALITY AS r (sku, amount, price, packed, place);
ALTER TABLE expected ALTER python TYPE uuid USING uuid, ALTER csharp TYPE uuid USING uuid;
CREATE FUNCTION differing(of text, OUT bigint, OUT bigint, OUT bigint, OUT bigint)
LANGUAGE sql AS $$
	SELECT * FROM
		(SELECT count(*), count(*) FILTER (WHERE e IS DISTINCT FROM a) FROM expected e FULL JOIN
			(SELECT (jsonb_populate_record(NULL::expected, to_jsonb(v))).*
			FROM actual v WHERE collection = $1) a USING (id)) AS d,
		(SELECT count(*), count(*) FILTER (WHERE e IS DISTINCT FROM a) FROM expected_line e
			FULL JOIN (SELECT id, place::integer, sku, amount, price, packed
			FROM actual_line WHERE collection = $1) a USING (id, place)) AS lines
$$;
SQL

foreach my $name (sort keys %file)
{
	my ($compare, $expected) = ("SELECT * FROM differing('$name')", '8|0|7|0');
	# JavaScript has no integers beyond 2^53 in these styles, as the guide says.
	($compare, $expected) = (qq{
SELECT DISTINCT large > 9223372036854775807 FROM actual WHERE collection = '$name';
UPDATE staging SET source = source #- '{large}';
UPDATE expected SET large = NULL;
$compare}, "t\n$expected") if $name =~ /^(bson|extjson).*-(legacy|relaxed)/;
	is(shop('BEGIN;' . load_lines($name, $file{$name}) . "$compare; ROLLBACK"), $expected, $name);
}

# An array, in one line, in many, and on Windows, as the guide reads one.
my $pretty = shop(load_lines('pretty', $file{'python-canonical.json'}) . q{
SELECT jsonb_pretty(source) FROM staging WHERE collection = 'pretty'});
my %array = (
	'an array on one line' => as_array($lines, ','),
	'an array with a line for each document' => as_array($lines, ",\n"),
	'a pretty array' => "[\n" . ($pretty =~ s/^\}$(?=\n)/},/gmr) . "\n]\n",
	'an array of lines that end as on Windows' => as_array($lines, ",\r\n"));
my ($whole) = $guide =~ /^(\\lo_import 'items\.json'\n.*?^\\lo_unlink :file\n)/ms;
foreach my $name (sort keys %array)
{
	my $file = write_file($name =~ s/\W/_/gr, $array{$name});
	my $read = $whole =~ s/items\.json/$file/r =~ s/'items'/'$name'/r;
	is(shop("BEGIN; $read SELECT * FROM differing('$name'); ROLLBACK"), '8|0|7|0', $name);
}

# What does not fit --------------------------------------------------------------------------------

# Each of these in the place of a good value is found by the guide's block, with its place where it
# is no Extended JSON.
my %bad = (
	_id => [ '{"$oid": "5d3a0474e756916b49b2e9"}', '{"$oid": "5d3a0474e756916b49b2e9zz"}',
		'{"$oid": "5d3a0474e756916b49b2e9b0", "a": 1}', '17', '""', '{}' ],
	at => [ '"soon"', '""', '"2012-13-45"', 'true', '{}', '{"$date": null}', '{"$date": {}}',
		'{"$date": "soon"}', '{"$date": "now"}', '{"$date": {"$numberLong": "soon"}}',
		'{"$date": {"$numberLong": "9223372036854775807"}}', '{"$timestamp": {}}',
		'{"$timestamp": {"t": "soon", "i": 1}}', '{"$oid": "5d3a0474e756916b49b2e9b0"}' ],
	small => [ '"many"', '""', 'true', '{}', '{"$numberInt": "many"}',
		'{"$numberInt": "99999999999"}', '{"$numberLong": "99999999999"}', '1.5',
		'{"$numberDouble": "NaN"}' ],
	uuid => [ '{"$binary": {"base64": "wjKrAJQUEeyzyJ9r3s7YRg==", "subType": "00"}}',
		'{"$binary": {"base64": "wjKrAJQUEeyzyJ9r", "subType": "04"}}',
		'{"$binary": {"base64": "!", "subType": "04"}}', '{"$uuid": "c232ab00"}', '"c232ab00"',
		'5' ],
	java => ['{"$binary": {"base64": "wjKrAJQUEeyzyJ9r", "subType": "03"}}'],
	items => [ '[{"$oid": "5d3a"}]', '"5d3a0474e756916b49b2e9b0"',
		'[{"$ref": "items", "$id": {"$oid": "5d3a0474e756916b49b2e9b0"}}]' ]);
my $values = join ",\n",
  map { my $field = $_; map { "('$field', '$_')" } @{ $bad{$field} } } sort keys %bad;
my ($misfits) = $guide =~ /^(DO \$\$\n.*?^END \$\$;\n)/ms;
$misfits =~ s/staged_orders/bad/;
$misfits =~ s/'orders'/'bad'/;
# The index would not let wrong keys in.
my $good = load_lines('bad', $file{'python-canonical.json'});
shop(qq{
TRUNCATE misfits;
DROP INDEX staging_key;
$good
INSERT INTO staging (collection, source)
SELECT 'bad', good.source || jsonb_build_object(field, value::jsonb, 'planted', field)
FROM (VALUES $values) AS bad (field, value),
	(SELECT source FROM staging WHERE collection = 'bad' LIMIT 1) AS good;
CREATE VIEW bad AS SELECT n, a.* FROM document, LATERAL (
	SELECT * FROM jsonb_to_record(doc) AS r (_id objectid, at timestamptz, small integer,
		uuid uuid, java uuid, items objectid[])) AS a WHERE collection = 'bad';
$misfits});
is(shop(q{
SELECT source->>'planted' COLLATE "C" AS planted, count(*)
FROM misfits JOIN staging USING (n) GROUP BY 1 ORDER BY 1}),
	join("\n", map { $_ . '|' . @{ $bad{$_} } } sort keys %bad),
	'every error that was planted is found, and no other');
is(shop(q{
SELECT count(*), count(*) FILTER (WHERE detail ~ format(E'^At %s(\\\\.0)?, ', source->>'planted'))
FROM misfits JOIN staging USING (n)
WHERE error ~ '^(invalid Extended JSON|timestamp out of range: "\{)'}),
	'17|17', 'those of Extended JSON with their places');

# A line that is no JSON, or that jsonb does not take, is named.
foreach my $line ('{"a": 1', '{"a": "\u0000"}', '{"a": NaN}')
{
	my $file = write_file('line', '{"a": 1}' . "\n$line\n");
	my ($status, $out, $error) = $node->psql('shop', load_lines('line', $file));
	like($error, qr/ERROR:.*COPY staging, line 2, column source/s, "the line of $line is named");
	unlink $file;
}

# The last of duplicate keys is kept, as the guide says.
my $duplicates = write_file('duplicates', '{"_id": {"$oid": "5d3a0474e756916b49b2e9b0", '
	  . '"$oid": "5d3a0474e756916b49b2e9b1"}, "a": 1, "a": {"$numberInt": "2"}}' . "\n");
is(shop(load_lines('duplicates', $duplicates) . q{
SELECT doc FROM document WHERE collection = 'duplicates'}),
	'{"a": 2, "_id": "5d3a0474e756916b49b2e9b1"}', 'the last of duplicate keys');

# What Debezium delivers: Extended JSON in strings.
is(shop(load_lines('events', $file{'bson-legacy.json'}) . q{
WITH event AS (
	SELECT source, jsonb_build_object('after', source::text) AS value
	FROM staging WHERE collection = 'events')
SELECT count(*), count(*) FILTER (WHERE (value->>'after')::jsonb = source) FROM event}),
	'8|8', 'documents in strings');

# Two keys that become one text are an error of the primary key.
is(shop(q{
CREATE TABLE mixed (id text COLLATE "C" PRIMARY KEY);
INSERT INTO mixed SELECT jsonb_array_elements_text(ejson_to_jsonb('[5, {"$numberInt": "6"},
	{"$numberLong": "7"}, {"$uuid": "c232ab00-9414-11ec-b3c8-9f6bdeced846"}, "eight"]'));
TABLE mixed ORDER BY id}),
	"5\n6\n7\nc232ab00-9414-11ec-b3c8-9f6bdeced846\neight", 'keys of several types as text');
like(error(q{INSERT INTO mixed VALUES ('5')}),
	qr/duplicate key value .* "mixed_pkey"/, '5 and "5" are two keys');

# The recorder of changes --------------------------------------------------------------------------

# The guide's script in a shell that is not MongoDB's: events have numbers, which are their tokens;
# it dies after so many calls of tryNext, of which each other one finds nothing.
SKIP:
{
	skip 'node is not installed', 2 unless !system('node --version >/dev/null 2>&1');
	my ($script) = $guide =~ /^```js\n(.*?)^```$/ms;
	my $shell = write_file('shell.js', <<'JAVASCRIPT' . $script);
const [lives, dies] = process.argv.slice(2).map(Number);
const EJSON = { stringify: (value) => JSON.stringify(value), parse: JSON.parse };
const db = { watch: (pipeline, { resumeAfter }) => {
    let next = resumeAfter ? resumeAfter.n : 10;
    let calls = 0;
    return {
        isClosed: () => next >= lives,
        tryNext: () => {
            if (++calls > dies) process.exit(1);
            return calls % 2 === 0 ? { _id: { n: ++next } } : null;
        },
        getResumeToken: () => ({ n: next }),
    };
} };
JAVASCRIPT
	# once before there is an event, then in the middle; between the two lives others are made
	my @runs = map { system("cd '$folder' && rm -f none && node '$shell' 40 $_ 2>/dev/null") >> 8 }
	  1, 6, 7, 1, 500;
	is("@runs", '1 1 1 1 0', 'it is stopped four times');
	is(join(' ', slurp_file("$folder/changes.json") =~ /"n":(\d+)/g), join(' ', 11 .. 40),
		'each event is recorded');
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
	SELECT n, _id AS id, ts, millis, student_id, source - '_id' AS rest
	FROM document, jsonb_to_record(doc)
		AS r (_id objectid, ts timestamptz, millis numeric, student_id numeric)
	WHERE collection = '$name';
ALTER TABLE $name ADD PRIMARY KEY (id);
COPY (SELECT jsonb_build_object('_id', objectid_to_ejson(id)) || rest FROM $name ORDER BY n)
TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02') \\g $back});
		is(shop(load_lines("$name again", $back) . qq{
SELECT count(*), count(*) FILTER (WHERE id::text IS DISTINCT FROM source->'_id'->>'\$oid'
	OR rest IS DISTINCT FROM source - '_id')
FROM $name r FULL JOIN (SELECT * FROM staging WHERE collection = '$name') s USING (n);
SELECT count(*) FILTER (WHERE a.source IS DISTINCT FROM s.source)
FROM (SELECT source, rank() OVER (ORDER BY n) FROM staging WHERE collection = '$name again') a
FULL JOIN (SELECT source, rank() OVER (ORDER BY n) FROM staging WHERE collection = '$name') s
	USING (rank);
SELECT count(*) FROM document
WHERE collection = '$name' AND doc::text ~ '"\\\$(oid|date|number|binary|uuid)'}),
			"$documents|0\n0\n0", "$name: each document has its row, and comes back as it was");

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
INSERT INTO kept SELECT n, $made_of{$type} FROM digits;
INSERT INTO referring SELECT * FROM kept;
BEGIN;
\\o /dev/null
SELECT objectid_convert('{referring.id}');
\\o
COMMIT;
SELECT count(*), count(*) FILTER (WHERE b.id::text IS DISTINCT FROM d.id),
	min(pg_typeof(b.id)::text)
FROM digits d FULL JOIN (SELECT kept.id, referring.n FROM kept JOIN referring USING (id)) b
	USING (n);
DROP TABLE kept, referring CASCADE;
}),
			'4605|0|objectid', "all real ids are converted in place from $type");
	}
}

$node->stop;
done_testing();

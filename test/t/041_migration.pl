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

# The planner cannot know how many parts a document has: without jit, each check takes milliseconds.
my $node = start_server('main', "timezone = 'UTC'\njit = off");

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

my $guide = slurp_file("$top/doc/migrate-from-mongodb.md");

# What the guide says from one text to another, for other files, collections and tables.
sub said
{
	my ($from, $to) = @_;
	my ($text) = $guide =~ /^(\Q$from\E.*?\Q$to\E)/ms or die "the guide does not say $from";
	return $text;
}

# The guide's view on one collection, on another one.
sub view_on
{
	my ($collection) = @_;
	my $view = said('CREATE VIEW staged_orders AS', ';');
	shop($view =~ s/staged_orders/staged_$collection/r =~ s/'orders'/'$collection'/r);
	return;
}

view_on($_) for qw(exported back);
is(shop(load_lines('exported', "$folder/orders.json") . q{
SELECT count(*), count(*) FILTER (WHERE (c.id, c.customer, c.items, c.placed, c.total, c.note)
	IS DISTINCT FROM (s.r))
FROM staged_exported s FULL JOIN csv_orders c ON id = (r).id}),
	'200|0', 'CSV and JSON give the same rows');

is(shop(q{
BEGIN;
INSERT INTO csv_orders (id, placed, item_list) VALUES
	('ffffffffffffffffffffff01', 'epoch', NULL), ('ffffffffffffffffffffff02', 'epoch', '[]');
} . said('UPDATE csv_orders', ';') . q{
SELECT items FROM csv_orders WHERE id > 'ffffffffffffffffffffff00' ORDER BY id;
ROLLBACK}) . "\n", "\n{}\n", 'an array that CSV does not have is NULL');

# What the guide says about a field of $doc, of documents.
sub read_as
{
	my ($pattern, @documents) = @_;
	my ($expression) = $guide =~ /`(?:'\w+', )?($pattern)`/
	  or die "the guide does not say $pattern";
	my $documents = join ', ', map { "('$_')" } @documents;
	return shop(qq{SELECT coalesce(($expression)::text, 'NULL')
		FROM (VALUES $documents) AS v (value), ejson_to_jsonb(value::jsonb) AS doc});
}
is(read_as(q{[^`]*doc->'amount'[^`]*::integer},
		'{"amount": 5.0}', '{"amount": null}', '{}', '{"amount": {"$numberDouble": "5.5"}}'),
	"5\nNULL\nNULL\n6", 'integers of doubles');
is(read_as(q{[^`]*doc->'ms'[^`]*},
		'{"ms": {"$numberLong": "1564083316120"}}', '{"ms": null}', '{}', '{"ms": -1}'),
	"2019-07-25 19:35:16.12+00\nNULL\nNULL\n1969-12-31 23:59:59.999+00",
	'times of milliseconds');

# Columns of a sub-document, and a DBRef, which come back as they were
my ($street, $address) = $guide =~ /`'street', (doc->.*?)`.*?`('address', .*?)`/s;
my ($reference) = $guide =~ /`(jsonb_set\('\{"\$ref": .*?)`/;
is(shop(qq{
SELECT jsonb_build_object($address), $reference
FROM (SELECT $street AS street, (doc->'customer'->>'\$id')::objectid AS customer
	FROM ejson_to_jsonb('{"address": {"street": "Main"},
		"customer": {"\$ref": "staff", "\$id": {"\$oid": "5d3a0474e756916b49b2e9b0"}}}') AS doc
	) AS d}),
	'{"address": {"street": "Main"}}|'
	  . '{"$id": {"$oid": "5d3a0474e756916b49b2e9b0"}, "$ref": "staff"}',
	'columns of a sub-document, and a DBRef');

# test/data/README.md says what changed in the meantime.
is(shop(q{
SELECT coalesce(o.id, (r).id), (r).id IS NOT NULL AS was, o.total
FROM orders o FULL JOIN staged_exported e ON o.id = (r).id
WHERE o.total IS DISTINCT FROM (r).total ORDER BY 1;
SELECT count(*) FROM orders;
SELECT count(*) FROM staging WHERE collection IN ('orders', '$changes');
SELECT d.id, sent, place, item, amount, price
FROM deliveries d JOIN delivery_lines l ON delivery = d.id ORDER BY 1, place}),
	join("\n",
		'50dc20fa54d4847195c5eeae|t|5.5', '50e8b983c27a6b93baeb2576|t|',
		'5d3a0474e756916b49b2e9b0|t|2.5', '5d5ae202e756916b49b2e9b1|t|',
		'5d694c5de756916b49b2e9b2|t|', '6ae68100e756916b49b2ea50|f|3.5', '198', '198',
		'00112233-4455-6677-8899-aabbccddeeff||1|4f7d656d54d4847195c5ee97|3|8.05',
		'c232ab00-9414-11ec-b3c8-9f6bdeced846|9999-12-31 23:59:59.999+00'
		  . '|1|4fb7650454d4847195c5ee9c|3|11.50'),
	'the change stream is applied, the newest state of a document last');

# References: deliveries are not deleted with their order, but lines with their delivery.
my $referring = q{INSERT INTO deliveries (id, "order") VALUES
	('99999999-9999-4999-8999-999999999999', 'ffffffffffffffffffffffff')};
like(error($referring), qr/violates foreign key constraint "deliveries_order_fkey"/,
	'a foreign key that is NOT VALID refuses new rows');
like(error(q{DELETE FROM orders WHERE id = '5d3a0474e756916b49b2e9b0'}),
	qr/violates foreign key constraint "deliveries_order_fkey"/,
	'an order that a delivery names is not deleted');
is(shop(q{
BEGIN;
DELETE FROM deliveries WHERE sent IS NULL;
SELECT string_agg(delivery::text, ',') FROM delivery_lines;
ROLLBACK}),
	'c232ab00-9414-11ec-b3c8-9f6bdeced846', 'the lines of a delivery are deleted with it');

# The file of the way back, read as the guide reads any other, has the documents of staging.
is(shop(load_lines('back', "$folder/back.json") . q{
SELECT count(*), count(*) FILTER (WHERE b.r IS DISTINCT FROM s.r)
FROM staged_back b FULL JOIN staged_orders s ON (b.r).id = (s.r).id}),
	'198|0', 'the file of the way back has the same documents');

my ($back) = $guide =~ /^COPY \((SELECT jsonb_strip_nulls.*?)\)$/m;
is(shop(qq{
BEGIN;
UPDATE orders SET items = '{NULL,4f7d656d54d4847195c5ee97}', note = '/x/'
WHERE id = '5d3a0474e756916b49b2e9b0';
WITH back AS ($back) SELECT jsonb_strip_nulls - '{_id,placed,total}'::text[] FROM back
WHERE jsonb_strip_nulls->'_id'->>'\$oid' = '5d3a0474e756916b49b2e9b0';
ROLLBACK}),
	'{"note": "/x/", "items": [null, {"$oid": "4f7d656d54d4847195c5ee97"}]}',
	'on the way back, NULL is a missing field, and null in arrays');

SKIP:
{
	skip 'JSON_TABLE came with PostgreSQL 17', 1 if $node->pg_version < 17;
	is(shop(q{
SELECT count(customer), count(*)
FROM document, JSON_TABLE(doc, '$' COLUMNS (customer objectid PATH '$.customer'))
WHERE collection = 'exported'}),
		'192|200', 'JSON_TABLE reads plain JSON, too');
}
shop(q{DELETE FROM staging WHERE collection IN ('exported', 'back')});

# The check finds what is wrong --------------------------------------------------------------------

# What it says: collection, id, path, value in the document, value in the row.
my $check = said('SET jit = off;', 'FROM rebuilt;') . q{
SELECT collection, key->>'_id', path, in_document, in_row FROM difference ORDER BY 1, 2, 3;};

# After each of these changes, which is taken back.
sub finds
{
	my ($name, $expected, @changes) = @_;
	my $found = shop(join('; ', 'BEGIN', @changes, "$check ROLLBACK"));
	my $result = $expected ? 'finds' : 'accepts';
	return is($found, $expected, "the check $result $name");
}

my $id = '5d3a0474e756916b49b2e9b0';
my $new_id = 'ffffffffffffffffffffffff';
my ($item, $other_item) = ('4f7d656d54d4847195c5ee97', '4f6455fe54d4847195c5ee96');
my $customer = '4f4ad93154d4847195c5eeab';
my $nullable = 'ALTER TABLE orders ALTER placed DROP NOT NULL';

sub document
{
	my ($path, $value) = @_;
	return qq{UPDATE staging SET source = jsonb_set(source, '{$path}', '$value')
WHERE source->'_id'->>'\$oid' = '$id'};
}

sub row { return "UPDATE orders SET $_[0] WHERE id = '$id'" }

finds('a field without a column',
	'deliveries|c232ab00-9414-11ec-b3c8-9f6bdeced846|via|"post"|', 'SELECT');
my ($rest) = $guide =~ /^`(doc - [^`]*)`/m;
my $with_rest = said('CREATE VIEW rebuilt AS', ';') =~ s/CREATE/CREATE OR REPLACE/r;
$with_rest =~ s/(?= FROM deliveries;)/ || rest/;
finds('nothing if there is a column for the rest', '',
	'ALTER TABLE deliveries ADD rest jsonb',
	"UPDATE deliveries SET rest = $rest FROM document WHERE id::text = doc->>'_id'", $with_rest);
shop(q{
UPDATE staging SET source = source - 'via' WHERE collection = 'deliveries';
ALTER TABLE deliveries DROP CONSTRAINT deliveries_order_fkey;
ALTER TABLE delivery_lines DROP CONSTRAINT delivery_lines_item_fkey,
	DROP CONSTRAINT delivery_lines_delivery_fkey});

# A case for a column of jsonb.
sub extra
{
	my ($name, $expected, $in_document, $in_row) = @_;
	return [ $name, $expected, 'ALTER TABLE orders ADD extra jsonb',
		document(extra => $in_document), row("extra = '$in_row'") ];
}

my @no_time = qw(soon 0000-01-01 2019-13-45 2019-02-30 2019-07-25Tsoon 2019-07-25T25:00:00
	2019-07-25T19:35:16+99:00 2019-07-25T19:35:16ZZ 19:35:16);
foreach my $case (
	[ 'no change', '', 'SELECT' ],
	[ 'an id in a string', '', document(_id => qq("$id")) ],
	[ 'an id in upper case', '', document(_id => qq({"\$oid": "\U$id\E"})) ],
	[ 'a time as text', '', document(placed => '"2019-07-25T21:35:16+02:00"') ],
	[ 'a time as milliseconds', '', document(placed => '{"$date": 1564083316000}') ],
	[ 'a number as text', '', document(total => '{"$numberDecimal": "2.50"}') ],
	[ 'null instead of a missing field', '', document(customer => 'null') ],
	[ 'undefined', '', document(customer => '{"$undefined": true}') ],
	[ 'a symbol', '', document(note => '{"$symbol": "text"}'), row("note = 'text'") ],
	[ 'null in an array', '',
		document(items => qq([null, {"\$oid": "\U$item\E"}])), row("items = '{NULL,$item}'") ],
	[ 'a missing row', qq(_id|"$id"|\nitems|[0]|\nplaced|"2019-07-25T19:35:16+00:00"|\ntotal|2.5|),
		"DELETE FROM orders WHERE id = '$id'" ],
	[ 'a missing document',
		qq(_id||"$id"\nitems||[0]\nplaced||"2019-07-25T19:35:16+00:00"\ntotal||2.5),
		"DELETE FROM staging WHERE source->'_id'->>'\$oid' = '$id'" ],
	[ 'another reference', 'customer||"4f4ad93154d4847195c5eeab"',
		row("customer = '4f4ad93154d4847195c5eeab'") ],
	[ 'a reference that became NULL', 'customer|"4f4ad93154d4847195c5eeab"|',
		document(customer => '{"$oid": "4f4ad93154d4847195c5eeab"}') ],
	[ 'another array', qq(items|[0]|[1]\nitems.0||"$item"), row("items = '{$item}'") ],
	[ 'an array that became NULL', 'items|[0]|', row('items = NULL') ],
	[ 'another order in an array',
		qq(items.0|"$item"|"$other_item"\nitems.1|"$other_item"|"$item"),
		document(items => qq([{"\$oid": "$item"}, {"\$oid": "$other_item"}])),
		row("items = '{$other_item,$item}'") ],
	[ 'an array without its null', qq(items|[2]|[1]),
		document(items => qq([{"\$oid": "$item"}, null])), row("items = '{$item}'") ],
	[ 'a millisecond', 'placed|"2019-07-25T19:35:16+00:00"|"2019-07-25T19:35:16.001+00:00"',
		row("placed = placed + interval '1 ms'") ],
	[ 'a microsecond', 'placed|"2019-07-25T19:35:16+00:00"|"2019-07-25T19:35:16.000001+00:00"',
		row("placed = placed + interval '1 us'") ],
	[ 'another zone', 'placed|"2019-07-25T17:35:16+00:00"|"2019-07-25T19:35:16+00:00"',
		document(placed => '{"$date": "2019-07-25T19:35:16+02:00"}') ],
	[ 'a time in 9999', '', document(placed => '{"$date": {"$numberLong": "253402300799999"}}'),
		row("placed = '9999-12-31 23:59:59.999+00'") ],
	[ 'a time in 9999 that was rounded',
		'placed|"9999-12-31T23:59:59.999+00:00"|"9999-12-31T23:59:59.999008+00:00"',
		document(placed => '{"$date": {"$numberLong": "253402300799999"}}'),
		row("placed = '9999-12-31 23:59:59.999008+00'") ],
	[ 'a time that became NULL', 'placed|"2019-07-25T19:35:16+00:00"|', $nullable,
		row('placed = NULL') ],
	[ 'another number', 'total|2.5|2.51', row('total = total + 0.01') ],
	[ 'a long number that was rounded', 'total|9007199254740993|9007199254740992',
		document(total => '{"$numberLong": "9007199254740993"}'),
		row('total = 9007199254740992') ],
	[ 'a number that became NULL', 'total|2.5|', row('total = NULL') ],
	[ 'NaN', '', document(total => '{"$numberDouble": "NaN"}'), row(q(total = 'NaN')) ],
	[ 'text in the place of a number', 'total|"2.5"|2.5', document(total => '"2.5"') ],
	[ 'a number that became text', 'note|5|"5"', document(note => '{"$numberInt": "5"}'),
		row(q(note = '5')) ],
	[ 'another text', 'note|"text"|"Text"', document(note => '"text"'), row(q(note = 'Text')) ],
	[ 'a text that became NULL', 'note|"text"|', document(note => '{"$symbol": "text"}') ],
	[ 'a boolean without a column', 'paid|true|', document(paid => 'true') ],
	[ 'a sub-document without a column', 'to.zip|"1011"|', document(to => '{"zip": "1011"}') ],
	[ 'an empty sub-document without a column', 'to|{}|', document(to => '{}') ],
	[ 'an array without a column', qq(tags|[1]|\ntags.0|"a"|), document(tags => '["a"]') ],
	[ 'a number where an array was expected', 'items|1|[0]', document(items => '1') ],
	[ 'what is not an ObjectId alone', 'note|{"$oid": "x", "other": 1}|',
		document(note => '{"$oid": "x", "other": 1}') ],
	# Text that is no time, or not quite
	[ 'a time that ends with Z', '', document(placed => '"2019-07-25T19:35:16.000Z"') ],
	[ 'a day as text', '', document(placed => '"2019-07-25"'), row("placed = '2019-07-25'") ],
	(map { [ "$_ in the place of a time", qq(placed|"$_"|"2019-07-25T19:35:16+00:00"),
		document(placed => qq("$_")) ] } @no_time),
	# Ids in strings
	[ 'a reference in a string', '', document(customer => qq("\U$customer\E")),
		row("customer = '$customer'") ],
	[ 'an id in a string in upper case', '', document(_id => qq("\U$id\E")) ],
	[ 'another id in a string', qq(customer|"$item"|"$customer"),
		document(customer => qq("\U$item\E")), row("customer = '$customer'") ],
	# Regular expressions
	(map { (
		[ "$_", '', document(note => $_), row("note = '/x/'") ],
		[ "$_ that changed", qq(note|"/x/"|"/y/"), document(note => $_), row("note = '/y/'") ])
	} '{"$regularExpression": {"pattern": "x", "options": ""}}', '{"$regex": "x", "$options": ""}'),
	# What the guide says is not compared
	[ 'another type of a number', '', document(total => '{"$numberDouble": "2.50"}') ],
	[ 'another i of a timestamp', '',
		document(placed => '{"$timestamp": {"t": 1564083316, "i": 7}}') ],
	[ 'an object of nulls', '', document(to => '{"zip": null, "at": {"x": null}}') ],
	[ 'capitals in an id in text', '', document(note => qq("\U$id\E")), row("note = '$id'") ],
	# Keys with dots or $, in the document and in its row
	[ 'a key with a dot', 'a\.b|1|', document('a.b' => '1') ],
	extra('keys with dots', '', '{"a.b": 1, "a": {"b": 2}}', '{"a.b": 1, "a": {"b": 2}}'),
	extra('a key with a dot that became two', qq(extra.a.b||1\nextra.a\\.b|1|),
		'{"a.b": 1}', '{"a": {"b": 1}}'),
	extra('a text below $numberOfItems', '', '{"$numberOfItems": "many"}',
		'{"$numberOfItems": "many"}'),
	extra('a number below $cost', '', '{"$cost": {"$numberInt": "5"}}', '{"$cost": 5}'),
	extra('a text below $cost', 'extra|{"$cost": "5"}|{"$cost": 5}',
		'{"$cost": "5"}', '{"$cost": 5}'),
	extra('a class of C#', '', '{"$type": "Zoo.Dog, Zoo", "weight": {"$numberInt": "5"}}',
		'{"$type": "Zoo.Dog, Zoo", "weight": 5}'),
	extra('another weight of a class of C#',
		'extra|{"$type": "Dog", "weight": 5}|{"$type": "Dog", "weight": 6}',
		'{"$type": "Dog", "weight": {"$numberInt": "5"}}', '{"$type": "Dog", "weight": 6}'),
	extra('code with a scope', '', '{"$code": "f", "$scope": {"b": {"$numberInt": "5"}}}',
		'{"$code": "f", "$scope": {"b": 5}}'))
{
	my ($name, $expected, @changes) = @$case;
	finds($name, $expected =~ s/^/orders|$id|/gmr x !!$expected, @changes);
}
finds('a surplus row',
	join("\n", map { "orders|$new_id|$_" }
		  qq(_id||"$new_id"), 'placed||"1970-01-01T00:00:00+00:00"'),
	"INSERT INTO orders (id, placed) VALUES ('$new_id', 'epoch')");

# Sub-documents and binary data, of the deliveries as they were
my $deliveries = said("INSERT INTO staging (collection, source) VALUES\n('deliveries'", ';');
my $load_deliveries = said('INSERT INTO deliveries', "FROM staged_delivery_lines;");
shop(qq{
DELETE FROM staging WHERE collection = 'deliveries';
$deliveries
UPDATE staging SET source = source - 'via';
TRUNCATE deliveries, delivery_lines;
$load_deliveries});
my $java = '00112233-4455-6677-8899-aabbccddeeff';

# The first delivery, and its rows
sub delivery
{
	my ($path, $value) = @_;
	return qq{UPDATE staging SET source = jsonb_set(source, '{$path}', '$value')
WHERE source->>'_id' ~ 'd2ZVRDMiEQD'};
}
my $of_first = "WHERE delivery = '$java'";
my ($no_lines) = $guide =~ /a missing `lines` is listed as\s+`(.*?)`/;
my $added = "INSERT INTO delivery_lines SELECT delivery, 3, '$item', 7 FROM delivery_lines
	$of_first AND place = 1";
foreach my $case (
	[ 'no change', '', 'SELECT' ],
	[ 'null in the place of a label', qq(label||"\\\\xdeadbeef"), delivery(label => 'null') ],
	[ 'an id in a string in upper case', '', delivery(_id => qq("\U$java\E")) ],
	[ 'another subtype', '',
		delivery(label => '{"$binary": {"base64": "3q2+7w==", "subType": "80"}}') ],
	[ 'null in the place of lines', "lines||$no_lines", delivery(lines => 'null'),
		"DELETE FROM delivery_lines $of_first" ],
	[ 'a document without lines', "lines||$no_lines", delivery(lines => 'null'),
		'UPDATE staging SET source = jsonb_strip_nulls(source)',
		"DELETE FROM delivery_lines $of_first" ],
	[ 'a label in the old form', '', delivery(label => '{"$binary": "3q2+7w==", "$type": "00"}') ],
	[ 'a changed byte', 'label|"\\\\xdeadbeef"|"\\\\xdeadbeee"',
		q(UPDATE deliveries SET label = '\xdeadbeee' WHERE label IS NOT NULL) ],
	[ 'binary data that became NULL', 'label|"\\\\xdeadbeef"|',
		'UPDATE deliveries SET label = NULL' ],
	[ 'a missing child row',
		qq(lines|[2]|[1]\nlines.1.amount|1|\nlines.1.item|"$item"|\nlines.1.price|8.05|),
		"DELETE FROM delivery_lines $of_first AND place = 2" ],
	[ 'a surplus child row', qq(lines|[2]|[3]\nlines.2.amount||7\nlines.2.item||"$item"), $added ],
	[ 'other numbers of the places', '', "UPDATE delivery_lines SET place = place + 5 $of_first" ],
	[ 'another order of the child rows', join("\n",
		'lines.0.amount|2.0|1', qq(lines.0.item|"4fb7650454d4847195c5ee9c"|"$item"),
		'lines.0.price|11.50|8.05', 'lines.1.amount|1|2',
		qq(lines.1.item|"$item"|"4fb7650454d4847195c5ee9c"), 'lines.1.price|8.05|11.50'),
		"UPDATE delivery_lines SET place = 9 - place $of_first" ],
	[ 'another amount', 'lines.0.amount|2.0|4',
		"UPDATE delivery_lines SET amount = 4 $of_first AND place = 1" ],
	[ 'a price that became NULL', 'lines.0.price|11.50|',
		"UPDATE delivery_lines SET price = NULL $of_first AND place = 1" ],
	[ 'another item', qq(lines.0.item|"4fb7650454d4847195c5ee9c"|"$other_item"),
		"UPDATE delivery_lines SET item = '$other_item' $of_first AND place = 1" ],
	[ 'a fraction', 'lines.0.amount|2.5|2', delivery('lines,0,amount' => '2.5') ],
	[ 'a field of a line without a column', 'lines.0.gift|true|',
		delivery('lines,0,gift' => 'true') ],
	[ 'a text in the place of a line', qq(lines.0|"none"|\nlines.0.amount||2\nlines.0.item||)
		. qq("4fb7650454d4847195c5ee9c"\nlines.0.price||11.50), delivery('lines,0' => '"none"') ],
	[ 'another value in a sub-document',
		'to.since|"1899-12-31T23:59:59.999+00:00"|"1900-12-31T23:59:59.999+00:00"',
		q(UPDATE deliveries SET recipient = '{"since": "1900-12-31T23:59:59.999+00:00"}'
			WHERE recipient IS NOT NULL) ],
	[ 'a surplus value in a sub-document', 'to.name||"x"',
		q(UPDATE deliveries SET recipient = recipient || '{"name": "x"}') ],
	[ 'a sub-document that became NULL', 'to.since|"1899-12-31T23:59:59.999+00:00"|',
		'UPDATE deliveries SET recipient = NULL' ])
{
	my ($name, $expected, @changes) = @$case;
	finds($name, $expected =~ s/^/deliveries|$java|/gmr x !!$expected, @changes);
}

# The newest state of documents with rows of sub-documents -----------------------------------------

my $apply = said(q(ALTER TABLE staging ALTER collection SET DEFAULT '$changes';), 'COMMIT;') . "\n";

# Changes of deliveries: operation, key, and what is in the document beside it.
sub apply_changes
{
	my @lines;
	foreach (@_)
	{
		my ($operation, $key, $fields) = @$_;
		my $event = qq({"operationType": "$operation", "ns": {"coll": "deliveries"}, )
		  . qq("documentKey": {"_id": $key});
		$event .= qq(, "fullDocument": {"_id": $key, "order": {"\$oid": "$id"}, $fields})
		  if $fields;
		push @lines, "$event}\n";
	}
	my $file = write_file('applied.json', join '', @lines);
	my $result = shop(($apply =~ s/changes\.json/$file/r) . q{
SELECT right(delivery::text, 1), string_agg(place || 'x' || amount, ' ' ORDER BY place)
FROM delivery_lines GROUP BY delivery ORDER BY 1;
SELECT string_agg(right(id::text, 1), '' ORDER BY id) FROM deliveries;} . $check);
	unlink $file;
	return $result;
}

sub key { return qq({"\$uuid": "00000000-0000-4000-8000-00000000000$_[0]"}) }

sub lines
{
	return '"lines": ['
	  . join(', ', map { qq({"item": {"\$oid": "$item"}, "amount": $_}) } @_) . ']';
}

shop(q{DELETE FROM staging WHERE collection = 'deliveries'; TRUNCATE deliveries, delivery_lines});
is(apply_changes(map { [ 'insert', key($_), lines($_, 8, 9) ] } 1 .. 6),
	join("\n", (map { "$_|1x$_ 2x8 3x9" } 1 .. 6), '123456'), 'deliveries are inserted');
is(apply_changes(
		[ 'delete', key(1) ],
		[ 'delete', key(2) ], [ 'insert', key(2), lines(7) ],
		[ 'update', key(3), lines(1, 2) ], [ 'replace', key(3), lines(4, 3, 2, 1) ],
		[ 'update', key(4), '"lines": []' ],
		[ 'update', key(5) ],
		[ 'insert', key(7), lines(1) ], [ 'delete', key(7) ],
		[ 'insert', key(8), '"sent": {"$date": 0}, ' . lines(1, 1) ]),
	"2|1x7\n3|1x4 2x3 3x2 4x1\n6|1x6 2x8 3x9\n8|1x1 2x1\n23468",
	'lines are those of the newest document, and others are as they were');
is(apply_changes([ 'update', key(6), lines(5) ]),
	"2|1x7\n3|1x4 2x3 3x2 4x1\n6|1x5\n8|1x1 2x1\n23468", 'one line instead of three');

# A changed document that does not fit: the guide says how to find it. A collection may be called
# changes.
sub unfit
{
	my ($n, $total) = @_;
	my $key = qq({"\$oid": "fffffffffffffffffffffff$n"});
	return qq({"operationType": "insert", "ns": {"coll": "orders"}, "documentKey": {"_id": $key}, )
	  . qq("fullDocument": {"_id": $key, "placed": {"\$date": 0}, "total": $total}}\n);
}
my $unfit = write_file('unfit.json', unfit(1, 1) . unfit(2, '"much"') . unfit(3, 3));
my $begin = said('BEGIN;', 'COMMIT;');
my ($until_staged) = $begin =~ /(.*?INSERT INTO staging .*?;)/s;
my ($of_orders) = $guide =~ /^(DO \$\$\n.*?^END \$\$;\n)/ms;
my ($clear, $list) =
  map { s/\s+/ /gr } $guide =~ /`(DELETE FROM misfits; BEGIN;)`.*?`(SELECT[^`]*misfits[^`]*)`/s;
my ($corrected) = $guide =~ /(source->'fullDocument')` where/;
shop(q{INSERT INTO staging (collection, source) VALUES ('changes', '{"_id": 1}')});
like(error($apply =~ s/changes\.json/$unfit/r),
	qr/invalid input syntax for type numeric: "much"/, 'a change that does not fit is an error');
is(shop($clear . ($until_staged =~ s/BEGIN;//r) . "$of_orders $list"),
	'{"$oid": "fffffffffffffffffffffff2"}|invalid input syntax for type numeric: "much"',
	'the document that does not fit is named');
is(shop(qq{
UPDATE staging SET source = jsonb_set(source, '{fullDocument,total}', '2')
WHERE collection = '\$changes' AND $corrected->>'total' = 'much';
$begin
SELECT id, total FROM orders WHERE id > 'fffffffffffffffffffffff0' ORDER BY id;
DELETE FROM orders WHERE id > 'fffffffffffffffffffffff0';
DELETE FROM staging WHERE source->'_id'->>'\$oid' LIKE 'fffffffffffffffffffffff_';
SELECT collection, source FROM staging WHERE collection LIKE '%changes';
DELETE FROM staging WHERE collection = 'changes'}),
	join("\n", (map { "fffffffffffffffffffffff$_|$_" } 1 .. 3), 'changes|{"_id": 1}'),
	'and is applied when it is corrected');

# The same block for the other collections, whose views are alike.
foreach (
	[ customers => since => '"soon"', 'timestamp with time zone: "soon"' ],
	[ items => price => '"much"', 'numeric: "much"' ])
{
	my ($collection, $field, $value, $error) = @$_;
	is(shop(qq{
$clear
INSERT INTO staging (collection, source)
VALUES ('$collection', '{"_id": {"\$oid": "$new_id"}, "$field": $value}');
} . ($of_orders =~ s/orders/$collection/gr) . $list),
		qq({"\$oid": "$new_id"}|invalid input syntax for type $error),
		"what does not fit of $collection");
}

# All changes once more: they change nothing.
is(shop(qq{
CREATE TABLE before AS TABLE orders;
} . ($apply =~ s/'changes\.json'/$replace{"'changes.json'"}/r) . q{
SELECT count(*) FROM (TABLE before EXCEPT TABLE orders) AS d;
SELECT count(*) FROM orders;} . $check),
	"0\n198", 'changes that are applied twice change nothing, and the check is content');

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
	(ejson_to_jsonb(jsonb_set('{}', '{$date}', doc->'milliseconds')) #>> '{}')::timestamptz
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

# The check on documents in every style, whose rows are what is expected: it accepts them, and finds
# a value of each type that differs.
shop(q{
CREATE VIEW as_document AS
SELECT to_jsonb(e) - '{id,uuid,python,java,csharp,store,day}'::text[] || jsonb_build_object(
	'_id', id, 'uuid', uuid, 'java', java, 'milliseconds', extract(epoch FROM milliseconds) * 1000,
	'key', jsonb_build_object('store', store, 'day', day),
	'lines', (SELECT coalesce(jsonb_agg(to_jsonb(l) - '{id,place}'::text[] ORDER BY place), '[]')
		FROM expected_line AS l WHERE l.id = e.id)) AS source
FROM expected AS e});
foreach my $name (sort keys %file)
{
	# JavaScript rounded the long ones in the file.
	my $rounds = $name =~ /^(bson|extjson).*-(legacy|relaxed)/;
	# An integer is a string in the file, which the check finds.
	my $integers = $name =~ /^extjson/ ? q{
UPDATE staging SET source = jsonb_set(source, '{small}', to_jsonb((source->>'small')::integer));
UPDATE staging SET source = jsonb_set(source, '{key,store}', source->'small');} : '';
	my $drop = $rounds ? '{python,csharp,large}' : '{python,csharp}';
	my $load = 'BEGIN; DELETE FROM staging;' . load_lines($name, $file{$name}) . qq{
UPDATE staging SET source = source - '$drop'::text[];
$integers
INSERT INTO staging (collection, source)
	SELECT 'rebuilt $name', source - '$drop'::text[] FROM as_document;};
	my $second = q{(source->'_id')::text ~ '4f4ad93154d4847195c5ee02'};
	my $plant = join '', map {
		my ($path, $value) = @$_;
		qq{UPDATE staging SET source = jsonb_set(source, '{$path}', $value)
			WHERE collection LIKE 'rebuilt %' AND $second;}
	  } [ at => q('"2019-07-25T19:35:16.121+00:00"') ],
	  [ moment => q('"2014-10-01T16:28:08+00:00"') ],
	  [ milliseconds => q('1564083316121') ],
	  [ small => q('3') ], [ ratio => q('2.5') ], [ price => q('12345678901234567.21') ],
	  [ uuid => q('"c232ab00-9414-11ec-b3c8-9f6bdeced847"') ],
	  [ java => q('"00112233-4455-6677-8899-aabbccddeefe"') ], [ label => q('"\\\\x0002"') ],
	  [ 'key,day' => q('"2019-07-26T00:00:00+00:00"') ], [ 'lines,1,packed' => q('null') ],
	  [ 'lines,0,price' => q('2.01') ], [ items => q('[]') ], [ note => q('"x"') ];
	is(shop("$load
SELECT * FROM difference;
$plant
SELECT string_agg(path, ' ' ORDER BY path COLLATE \"C\") FROM difference; ROLLBACK"),
		'at items items.0 items.1 java key.day label lines.0.price lines.1.packed milliseconds '
		  . 'moment note price ratio small uuid', "the check of $name");
}

# Each driver has its own order of the bytes of a UUID in subtype 3: the guide says what to change.
my ($java_digits) = $guide =~ /(\\8\\7\\6[\\\d]+)/;
my ($csharp_digits) = $guide =~ /`(\\4\\3[\\\d]+)`/;
my $leaf = said('CREATE VIEW leaf AS', ';') =~ s/CREATE/CREATE OR REPLACE/r;
foreach my $driver (qw(java csharp python))
{
	my $view = $leaf =~ s/'java'/'$driver'/gr;
	$view =~ s/'\(\.\.\)/'^(..)/ if $driver eq 'csharp';
	$view =~ s/\Q$java_digits\E/$csharp_digits/ if $driver eq 'csharp';
	$view =~ s/regexp_replace\(hex.*?'g'\)::uuid/hex::uuid/s if $driver eq 'python';
	is(shop("BEGIN; DELETE FROM staging; $view"
		  . load_lines('new', $file{'python-canonical.json'})
		  . load_lines('old', $file{'python-legacy.json'}) . qq{
UPDATE staging SET source = jsonb_build_object('_id', source->'$driver', 'a', source->'$driver',
	'n', n);
INSERT INTO staging (collection, source)
SELECT 'rebuilt ' || collection, jsonb_build_object('_id', uuid, 'a', uuid, 'n', source->'n')
FROM staging, LATERAL (SELECT (ejson_to_jsonb(source, '$driver')->>'a')::uuid AS uuid) AS u;
SELECT count(*), count(DISTINCT key) FROM leaf WHERE of_row;
SELECT count(*) FROM difference WHERE path <> 'n';
UPDATE staging SET source = source || '{"a": "00112233-4455-6677-8899-aabbccddeeff"}'
WHERE collection LIKE 'rebuilt %';
SELECT DISTINCT path, in_document FROM difference WHERE path <> 'n';
ROLLBACK}),
		"48|2\n0\na|\"c232ab00-9414-11ec-b3c8-9f6bdeced846\"", "the check of UUIDs of $driver");
}

# Types of fields, at every depth: null is one, and what is missing is not counted.
my $types = said('SELECT regexp_replace(path', ';') =~ s/'orders'/'typed'/r;
is(shop('BEGIN; DELETE FROM staging;'
		  . load_lines('typed', $file{'python-legacy.json'}) . q(
UPDATE staging SET source = source - 'java' WHERE n IN (SELECT max(n) FROM staging);
UPDATE staging SET source = source || '{"java": "text", "to": {"$ref": "c", "$id": 1}, "2024": []}'
WHERE n IN (SELECT min(n) FROM staging);
) . ($types =~ s/min\(n\)/min(n) - (SELECT min(n) FROM staging)/r) . 'ROLLBACK') . "\n", <<'TYPES',
2024|array|1|0
_id|$oid|8|0
at|$date|8|0
csharp|$binary|8|0
items|array|8|0
items.*|$oid|7|1
java|$binary|6|1
java|string|1|0
key|object|8|0
key.day|$date|8|0
key.store|number|8|0
label|$binary|8|0
large|number|8|0
lines|array|8|0
lines.*|object|7|1
lines.*.amount|number|7|1
lines.*.packed|$date|7|1
lines.*.price|$numberDecimal|7|1
lines.*.sku|$oid|7|1
milliseconds|number|8|0
moment|$timestamp|8|0
none|null|8|0
note|string|8|0
price|$numberDecimal|8|0
python|$binary|8|0
ratio|number|8|0
small|number|8|0
to|object|1|0
to.$id|number|1|0
to.$ref|string|1|0
uuid|$binary|8|0
TYPES
	'types of fields');

# Keys that are documents: the guide has two ways to keep them.
is(shop(q(
BEGIN;
DELETE FROM staging;
INSERT INTO staging (collection, source) VALUES
	('stock', '{"_id": {"store": 1, "day": {"$date": 0}}, "amount": 5}'),
	('stock', '{"_id": {"store": {"$numberInt": "1"}, "day": {"$date": 86400000}}, "amount": 6}'),
	('stock', '{"_id": {"day": {"$date": 0}, "store": {"$numberLong": "2"}}, "amount": 7}'),
	('mixed', '{"_id": 5}'), ('mixed', '{"_id": "5"}'), ('mixed', '{"_id": {"a": 5}}');
CREATE TABLE stock (store integer, day timestamptz, amount integer, PRIMARY KEY (store, day));
INSERT INTO stock SELECT r.*, (doc->>'amount')::integer
FROM document, jsonb_to_record(doc->'_id') AS r (store integer, day timestamptz)
WHERE collection = 'stock';
CREATE TABLE mixed (id jsonb PRIMARY KEY);
INSERT INTO mixed SELECT doc->'_id' FROM document WHERE collection = 'mixed';
CREATE OR REPLACE VIEW rebuilt AS
SELECT 'stock' AS collection, jsonb_build_object('amount', amount, '_id',
	jsonb_build_object('store', store, 'day', jsonb_set('{}', '{$date}', to_jsonb(day)))) AS source
FROM stock
UNION ALL SELECT 'mixed', jsonb_build_object('_id', id) FROM mixed;
) . $check . q{
SELECT * FROM stock ORDER BY 1, 2;
UPDATE stock SET amount = 8 WHERE store = 2;} . $check . 'ROLLBACK'),
	join("\n",
		'1|1970-01-01 00:00:00+00|5', '1|1970-01-02 00:00:00+00|6',
		'2|1970-01-01 00:00:00+00|7', 'stock||amount|7|8'),
	'keys that are documents');

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
# each other call of tryNext finds nothing. It dies before a call for files, of which it may have
# written a part, which ends within a line.
SKIP:
{
	skip 'node is not installed', 3 unless !system('node --version >/dev/null 2>&1');
	my ($script) = $guide =~ /^```js\n(.*?)^```$/ms;
	my $shell = write_file('shell.js', <<'JAVASCRIPT' . $script);
const [lives, dies] = process.argv.slice(2).map(Number);
const files = require('fs');
const { writeFileSync } = files;
const calls = [];
for (const name of ['writeFileSync', 'fsyncSync', 'renameSync', 'ftruncateSync']) {
    const real = files[name];
    files[name] = (...parameters) => {
        calls.push(name);
        if (calls.length === dies && name === 'writeFileSync') {
            real(parameters[0], parameters[1].slice(0, parameters[1].length * 0.7));
        }
        if (calls.length === dies) process.exit(1);
        return real(...parameters);
    };
}
process.on('exit', () => writeFileSync('calls', calls.join(' ')));
const EJSON = { stringify: (value) => JSON.stringify(value), parse: JSON.parse };
const db = { watch: (pipeline, { resumeAfter }) => {
    let next = resumeAfter ? resumeAfter.n : 10;
    let tried = 0;
    return {
        isClosed: () => next >= lives,
        tryNext: () => (++tried % 3 === 0 ? null : { _id: { n: ++next } }),
        getResumeToken: () => ({ n: next }),
    };
} };
JAVASCRIPT
	my $recorded = sub {
		my (@dies) = @_;
		my @status =
		  map { system("cd '$folder' && node '$shell' 18 $_ 2>>'$folder/shell.log'") >> 8 } @dies;
		return "@status";
	};
	$recorded->(0);
	my $calls = slurp_file("$folder/calls");
	my $save = 'writeFileSync fsyncSync writeFileSync fsyncSync renameSync';
	like($calls, qr/^ftruncateSync( $save)+$/,
		'events are on disk before their token, which replaces the last one when it is');

	# Ended before each of its calls, then started again
	my $count = () = $calls =~ /\w+/g;
	my @wrong;
	foreach my $dies (1 .. $count)
	{
		unlink glob "$folder/changes.*";
		my $status = $recorded->($dies, 3, 0);
		my $events = join ' ', slurp_file("$folder/changes.json") =~ /^\{"_id":\{"n":(\d+)\}\}$/mg;
		my $lines = slurp_file("$folder/changes.json") =~ tr/\n//;
		push @wrong, "$dies: $status, $lines lines: $events"
		  unless $status =~ /^1 [01] 0$/ && $lines == 8 && $events eq join ' ', 11 .. 18;
	}
	is_deeply(\@wrong, [], "each event is recorded once, whichever of $count calls it died before");

	# The recorder dies at its eighth call, and the file is moved away; after its next start it dies
	# again.
	@wrong = ();
	foreach my $dies (1 .. $count + 3)
	{
		unlink glob "$folder/changes.*";
		$recorded->(8);
		rename "$folder/changes.json", "$folder/moved.json" or die;
		my $status = $recorded->($dies, 0);
		my ($moved, $rest) = map { slurp_file("$folder/$_.json") } qw(moved changes);
		my %seen = map { $_ => 1 } "$moved$rest" =~ /^\{"_id":\{"n":(\d+)\}\}$/mg;
		my $events = join ' ', sort keys %seen;
		my @half = grep { !/^\{"_id":\{"n":\d+\}\}$/ } split /\n/, $rest;
		push @wrong, "$dies: $status, @half, $events"
		  unless $status =~ /^[01] 0$/ && !@half && $events eq join ' ', 11 .. 18;
	}
	is_deeply(\@wrong, [], 'no event is lost when the file is moved away');
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
	is(join("\n", sort split /\n/, read_by_python("$folder/back.json")),
		shop("SELECT id, $seconds FROM orders ORDER BY id::text"),
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

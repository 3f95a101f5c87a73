# The guide from MongoDB to PostgreSQL, on documents in three styles; its check, which finds each
# kind of difference; and what it says of other files, errors and changes.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;

my ($python) = grep { !system("$_ -c 'import json' 2>/dev/null") } 'python3';
plan skip_all => 'python3 is not installed' unless $python;

my $page = 'doc/migrate-from-mongodb.md';
my $guide = slurp_file("$top/$page");
my $folder = PostgreSQL::Test::Utils::tempdir;
my $node = start_server('main', "timezone = 'UTC'");

sub shop { return sql_in('shop', join("\n", @_)) }
sub error { return error_of($_[0], undef, 'shop') }

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

my $orders = made('orders', 1000);
my $changes = made('changes', 9);
my %replace = (
	"'orders.json'" => "'$orders'", "'changes.json'" => "'$changes'",
	'\g back.json' => "\\g $folder/back.json");
doc_examples::check($node, $page, database => 'shop', replace => \%replace);

# test/data/shop.py says what has changed.
is(shop(q{
SELECT right(id::text, 4), to_char(placed, 'HH24:MI:SS.MS'), (
	SELECT string_agg(line || 'x' || amount, ' ' ORDER BY line)
	FROM order_lines WHERE order_id = id)
FROM orders WHERE id IN (SELECT (_id #>> '{}')::objectid FROM changed) ORDER BY 1;
SELECT count(*) FROM orders}),
	join("\n", '0001|00:40:00.006|1x1 2x2', '0003|00:46:40.007|1x1 2x2 3x3',
		'1388|03:33:20.000|', '999'),
	'the changes are applied, the newest state of a document last');

# said(FROM, TO): what the guide says from one text to another.
sub said
{
	my ($from, $to) = @_;
	my ($text) = $guide =~ /^(\Q$from\E.*?\Q$to\E)/ms or die "the guide does not say $from";
	return "$text\n";
}

# load(COLLECTION, FILE): as the guide loads orders.
sub load
{
	my ($collection, $file) = @_;
	return said('ALTER TABLE staging', 'ANALYZE staging;')
	  =~ s/'orders'/'$collection'/r =~ s/'orders\.json'/'$file'/r;
}

# The next collection, as the guide makes it -------------------------------------------------------

my $insert = said('UPDATE staging SET source = jsonb_set(source, \'{placed}\'', 'ANALYZE;');
my $correct = said('UPDATE staging SET source = jsonb_set(source, \'{points}\'', ';');
my $rebuilt = said('CREATE VIEW rebuilt AS', ';') =~ s/CREATE/CREATE OR REPLACE/r;
my $next = said('UNION ALL', 'AS c');
shop('TRUNCATE staging RESTART IDENTITY; TRUNCATE orders CASCADE;',
	load('orders', $orders), $correct, $insert, load('customers', made('customers', 50)), q{
CREATE TABLE customers (id objectid PRIMARY KEY, name text NOT NULL, since timestamptz,
	friends objectid[], settings jsonb);
CREATE VIEW staged_customers AS
	SELECT n, doc || jsonb_build_object('id', _id) AS fields
	FROM document WHERE collection = 'customers';},
	said('INSERT INTO orders', ';') =~ s/orders/customers/gr,
	$rebuilt =~ s/;$/\n$next;/r);
shop(said('ALTER TABLE orders ADD FOREIGN KEY', ';'));
like(error("UPDATE orders SET customer = 'ffffffffffffffffffffffff'"),
	qr/violates foreign key constraint/, 'a foreign key that is NOT VALID checks new rows');
shop('ALTER TABLE orders DROP CONSTRAINT orders_customer_fkey');

# oid(KIND, N): as in test/data/shop.py
sub oid { return sprintf '%08x%010x%06x', 1325376000 + 400 * $_[1], @_ }

my $id = oid(3, 7);
is(shop("SELECT * FROM orders WHERE id = '$id';
	SELECT * FROM order_lines WHERE order_id = '$id';
	SELECT * FROM line_discounts WHERE order_id = '$id';
	SELECT * FROM customers WHERE name = 'Customer 0'"),
	join("\n",
		"$id|" . oid(2, 7) . '|2012-01-01 00:46:40.007+00|' . shop(q{
			SELECT ejson_to_jsonb(source, 'java')->>'session' FROM staging WHERE n = 8})
		  . '|0|t|\x0700ff||Main Street 7|Cádiz',
		(map { "$id|$_|" . oid(1, 6 + $_) . '|' . $_ . '|' . (10.63 + $_ / 100) } 1 .. 3),
		"$id|3|1|SPRING|10", "$id|3|2|STAFF|2", 
		oid(2, 0) . '|Customer 0|2012-01-01 00:00:00+00|{}'
		  . '|{"size": [0, {"seen": "2012-01-01T00:00:00+00:00"}]}'),
	'typed rows of a document');

# The same documents in three styles are the same from the view on.
my @styles = qw(canonical relaxed legacy);
is(shop('BEGIN; TRUNCATE staging;', (map { load($_, made('orders', 300, $_)) } @styles),
		'SELECT count(*), count(DISTINCT doc), count(DISTINCT _id) FROM document; ROLLBACK'),
	'900|300|300', 'three styles of Extended JSON');
made('orders', 1000);

# The check finds what is wrong --------------------------------------------------------------------

my $compare = said(q{SET timezone = 'UTC'}, '\gexec');
my $list = said('SELECT DISTINCT ON', '_id;');

# finds(NAME, EXPECTED, CHANGE...): what the guide's list has after these changes, which are taken
# back, in the order of its columns; without the values of arrays.
sub finds
{
	my ($name, $expected, @changes) = @_;
	my $found = shop(join('; ', 'BEGIN', @changes, $compare), $list, 'ROLLBACK');
	$found =~ s/^\w+\|\d+ of 10\|\d+\n?//gm;
	return is($found =~ s/\|\[.*//gr, $expected, "the check: $name");
}

is(shop("BEGIN; UPDATE customers SET name = 'x' WHERE id = '" . oid(2, 7) . "';",
		$compare, 'ROLLBACK') =~ s/\|1$/|0/mr,
	join("\n", map { my $name = $_; map { "$name|$_ of 10|0" } 1 .. 10 } qw(customers orders)),
	'the check says how far it is, and in one place how many documents differ');

sub document
{
	my ($path, $value) = @_;
	return qq{UPDATE staging SET source = jsonb_set(source, '{$path}', '$value') WHERE n = 8};
}
sub row { return "UPDATE orders SET $_[0] WHERE id = '$id'" }
sub of_lines { return "UPDATE order_lines SET $_[0] WHERE order_id = '$id' AND line < 3" }
sub of_discounts { return "UPDATE line_discounts SET $_[0] WHERE order_id = '$id'" }

my $new_id = 'ffffffffffffffffffffffff';
my $uuid = '00112233-4455-4677-8899-aabbccddeeff';
my $java = shop("SELECT session FROM orders WHERE id = '$id'");
my $lines = 'lines'; # whose values the test does not look at
foreach my $case (
	[ 'no change', '' ],
	[ 'a number', 'points|0|0.01', row('points = 0.01') ],
	[ 'a number that became NULL', 'points|0|', row('points = NULL') ],
	[ 'a long number that was rounded', 'points|9007199254740993|9007199254740992',
		document(points => '{"$numberLong": "9007199254740993"}'),
		row('points = 9007199254740992') ],
	[ 'text in the place of a number', 'points|"0"|0', document(points => '"0"') ],
	[ 'a text', 'note|"Text"|"text"', document(note => '"Text"'), row("note = 'text'") ],
	[ 'a text that became NULL', 'note|"text"|', document(note => '{"$symbol": "text"}') ],
	[ 'a millisecond', 'placed|"2012-01-01T00:46:40.007+00:00"|"2012-01-01T00:46:40.008+00:00"',
		row("placed = placed + interval '1 ms'") ],
	[ 'a microsecond',
		'placed|"2012-01-01T00:46:40.007+00:00"|"2012-01-01T00:46:40.007001+00:00"',
		row("placed = placed + interval '1 us'") ],
	[ 'an ObjectId', 'customer|"' . oid(2, 7) . qq("|"$new_id"), row("customer = '$new_id'") ],
	[ 'an ObjectId that became NULL', 'customer|"' . oid(2, 7) . '"|', row('customer = NULL') ],
	[ 'a UUID', qq(session|"$java"|"$uuid"), row("session = '$uuid'") ],
	[ 'binary data', 'label|"\\\\x0700ff"|"\\\\x0700fe"', row(q(label = '\x0700fe')) ],
	[ 'a boolean', 'paid|true|false', row('paid = false') ],
	[ 'a field of a sub-document',
		'address|{"town": "Cádiz", "street": "Main Street 7"}|{"town": "Cádiz", "street": "M"}',
		row("street = 'M'") ],
	[ 'a sub-document that became NULL',
		'address|{"town": "Cádiz", "street": "Main Street 7"}|',
		row('street = NULL, town = NULL') ],
	[ 'an element', $lines, of_lines('amount = amount + 1') ],
	[ 'an element without a field', $lines, document('lines,0' => '{"amount": 1}') ],
	[ 'a field of an element without a column', $lines, document('lines,0,gift' => 'true') ],
	[ 'a missing child row', $lines,
		"DELETE FROM order_lines WHERE order_id = '$id' AND line = 2" ],
	[ 'no child row', $lines, "DELETE FROM order_lines WHERE order_id = '$id'" ],
	[ 'a surplus child row', $lines,
		"INSERT INTO order_lines SELECT order_id, 4, item, amount, price FROM order_lines
		WHERE order_id = '$id' AND line = 1" ],
	[ 'another order of elements', $lines, of_lines('line = -line') ],
	[ 'an element of an array within an array', $lines, of_discounts('percent = percent + 1') ],
	[ 'a missing row of it', $lines, "DELETE FROM line_discounts WHERE code = 'STAFF'
		AND order_id = '$id'" ],
	[ 'a surplus row of it', $lines, "INSERT INTO line_discounts VALUES ('$id', 3, 3, 'X', 1)" ],
	[ 'another order in it', $lines, of_discounts('discount = -discount') ],
	[ 'a missing row', qq(_id|"$id"|), "DELETE FROM orders WHERE id = '$id'" ],
	[ 'a missing document', qq(_id||"$id"), 'DELETE FROM staging WHERE n = 8' ],
	[ 'a field without a column', 'gift|true|', document(gift => 'true') ],
	[ 'an empty sub-document without a column', 'gift|{}|', document(gift => '{}') ],
	[ 'an array without a column', 'gift', document(gift => '[1]') ],
	# What is the same
	[ 'null instead of a missing field', '', document(note => 'null') ],
	[ 'undefined', '', document(note => '{"$undefined": true}') ],
	[ 'another type of a number', '', document(points => '{"$numberDecimal": "0.00"}') ],
	[ 'a time in another zone', '',
		document(placed => '{"$date": "2012-01-01T02:46:40.007+02:00"}') ],
	[ 'a time in 9999', '', document(placed => '{"$date": {"$numberLong": "253402300799999"}}'),
		row("placed = '9999-12-31 23:59:59.999+00'") ],
	[ 'NaN', '', document(points => '{"$numberDouble": "NaN"}'), row(q(points = 'NaN')) ],
	[ 'other numbers of the places', '', of_lines('line = line - 5') ])
{
	my ($name, $expected, @changes) = @$case;
	$expected =~ s/^(\w+)/orders|$1|1|"$id"/ if $expected;
	finds($name, $expected, @changes);
}
finds('another key', qq(orders|_id|2|"$id"||"$id"),
	document(_id => qq({"\$oid": "$new_id"})));
finds('a surplus row', qq(orders|_id|1|"$new_id"||"$new_id"),
	"INSERT INTO orders (id, placed, paid) VALUES ('$new_id', 'epoch', true)");
finds('the other collection', 'customers|name|1|"' . oid(2, 7) . '"|"Customer 7"|"x"',
	"UPDATE customers SET name = 'x' WHERE id = '" . oid(2, 7) . q{'});
my ($one, $other) = map { oid(2, $_) } 8, 9;
foreach my $case (
	[ 'another order of an array', 'friends', "friends = '{$other, $one}'" ],
	[ 'a missing element of an array', 'friends', "friends = '{$one}'" ],
	[ 'NULL instead of an array', 'friends', 'friends = NULL' ],
	[ 'a number deep in jsonb', 'settings|{"size": [8, {"seen": "2012-01-01T00:00:00+00:00"}]}'
		. '|{"size": [9, {"seen": "2012-01-01T00:00:00+00:00"}]}',
		q(settings = jsonb_set(settings, '{size,0}', '9')) ],
	[ 'a number in jsonb that became text', 'settings'
		. '|{"size": [8, {"seen": "2012-01-01T00:00:00+00:00"}]}'
		. '|{"size": ["8", {"seen": "2012-01-01T00:00:00+00:00"}]}',
		q(settings = jsonb_set(settings, '{size,0}', '"8"')) ])
{
	my ($name, $expected, $change) = @$case;
	$expected =~ s/^(\w+)/customers|$1|1|"$one"/;
	finds($name, $expected, "UPDATE customers SET $change WHERE id = '$one'");
}
finds('an empty array instead of NULL', 'customers|friends|1|"' . $one . '"|',
	"UPDATE customers SET friends = '{}' WHERE id = '$one'",
	"UPDATE staging SET source = source - 'friends' WHERE source->>'name' = 'Customer 8'");
finds('a collection without documents', 'customers|_id|50|"' . oid(2, 0) . '"||"' . oid(2, 0) . '"',
	"DELETE FROM staging WHERE collection = 'customers'");
finds('every row of a column', 'orders|paid|1000|"' . oid(3, 0) . '"|false|true',
	"UPDATE staging SET source = source || '{\"paid\": false}' WHERE collection = 'orders'",
	'UPDATE orders SET paid = true');

# What does not fit --------------------------------------------------------------------------------

my $block = said('DO $$', 'END $$;');

# misfits(TABLE, PATH => VALUE...): the field and the error of each such document.
sub misfits
{
	my ($table, @bad) = @_;
	my $plant = '';
	while (my ($path, $value) = splice @bad, 0, 2)
	{
		$plant .= qq{INSERT INTO staging (collection, source)
			SELECT 'orders', jsonb_set(source, '{$path}', '$value') FROM staging WHERE n = 8;};
	}
	return shop('BEGIN; TRUNCATE misfits;', $plant,
		$block =~ s/staged_orders/staged_$table/r =~ s/NULL::orders/NULL::$table/r,
		q{SELECT field, error FROM misfits ORDER BY n; ROLLBACK});
}
is(misfits('orders',
		placed => '"soon"', points => '"many"', paid => '"maybe"', session => '"c232ab00"',
		customer => '"4fb7"', placed => 'true', 'lines,0,item' => '{"$oid": "4fb7"}'),
	join("\n",
		'placed|invalid input syntax for type timestamp with time zone: "soon"',
		'points|invalid input syntax for type numeric: "many"',
		'paid|invalid input syntax for type boolean: "maybe"',
		'session|invalid input syntax for type uuid: "c232ab00"',
		'customer|invalid input syntax for type objectid: "4fb7"',
		'placed|invalid input syntax for type timestamp with time zone: "true"',
		'At $.lines[0].item, "$oid" must be a string of 24 hexadecimal digits.'
		  . '|invalid Extended JSON: {"$oid": "4fb7"}'),
	'what does not fit, with its field');
is(misfits('order_lines', 'lines,0,item' => '"4fb7"', 'lines,1,amount' => '"much"', lines => '5'),
	join("\n",
		'item|invalid input syntax for type objectid: "4fb7"',
		'|invalid input syntax for type numeric: "much"',
		'|cannot extract elements from a scalar'),
	'what does not fit of lines');

my ($seek) = $guide =~ /^(SELECT n FROM staging WHERE source::text .*;)$/m;
is(shop(q{BEGIN; INSERT INTO staging (collection, source)
	SELECT 'orders', jsonb_set(source, '{lines,0,item}', '{"$oid": "4fb7"}')
	FROM staging WHERE n = 8;}, $seek =~ s/SELECT n/SELECT source->'paid'/r, 'ROLLBACK'),
	'true', 'the text in an error finds the document');

# Expressions of the table of types, of a field of $doc.
sub read_as
{
	my ($pattern, $document) = @_;
	my ($expression) = $guide =~ /`'\w+', ($pattern)`/ or die "the guide does not say $pattern";
	return shop("SELECT $expression FROM ejson_to_jsonb('$document') AS doc");
}
is(read_as(q{[^`]*\$date[^`]*}, '{"at": {"$numberLong": "253402300799999"}}'),
	'"9999-12-31T23:59:59.999+00:00"', 'a time of milliseconds');
is(read_as(q{[^`]*\$date[^`]*}, '{}'), '', 'a time that is missing');
my ($ms) = $guide =~ /`'at', (\(extract[^`]*)`/;
is(shop("SELECT $ms FROM (SELECT timestamptz '9999-12-31 23:59:59.999Z') AS t (at)"),
	'253402300799999', 'and is one again');
is(read_as(q{[^`]*\$id[^`]*}, qq({"customer": {"\$ref": "c", "\$id": {"\$oid": "$id"}}})),
	qq("$id"), 'the id of a DBRef');
my ($db_ref) = $guide =~ /`'customer', (CASE [^`]*)`/;
is(shop("SELECT $db_ref FROM unnest(ARRAY['$id'::objectid, NULL]) AS customer"),
	qq({"\$id": "$id", "\$ref": "customers"}\n), 'which is a DBRef again');
my ($named) = $guide =~ /`(jsonb_build_object\('item', element\))`/;
my ($gathered) = $guide =~ /`(jsonb_agg\(item[^`]*)`/;
is(shop(qq{SELECT $gathered
FROM jsonb_array_elements('["$id", "$new_id"]') WITH ORDINALITY AS e (element, place),
	jsonb_populate_record(NULL::order_lines, $named || jsonb_build_object('line', place))}),
	qq(["$id", "$new_id"]), 'rows of an array of ids, and back');
is(shop(q{
SELECT string_agg(coalesce((element->>'amount')::numeric::integer::text, 'NULL'), ' ')
FROM jsonb_array_elements('[{"amount": 4.0}, {"amount": "5"}, {"amount": null}, {}]') AS element}),
	'4 5 NULL NULL', 'integers of what is written in several ways');

# Other files --------------------------------------------------------------------------------------

# A line that is no JSON, or that jsonb does not take, is named.
foreach my $line ('{"a": 1', '{"a": "\u0000"}', '{"a": NaN}')
{
	my $file = write_file('line', '{"a": 1}' . "\n$line\n");
	my ($status, $out, $error) = $node->psql('shop', load('line', $file));
	like($error, qr/ERROR:.*COPY staging, line 2, column source/s, "the line of $line is named");
}

my ($mend_nan) = $guide =~ /^```sh\n(python3 -c .*?)^```/ms;
write_file('orders.json', qq({"_id": 1, "a": NaN, "b": [-Infinity, "x: NaN, y"]}\n));
system("cd '$folder' && $mend_nan") == 0 or die;
is(shop('BEGIN;', load('nan', "$folder/loadable.json"),
		q{SELECT doc FROM document WHERE collection = 'nan'; ROLLBACK}),
	'{"a": "NaN", "b": ["-Infinity", "x: NaN, y"], "_id": 1}',
	'NaN in the files of Python');

is(shop(q{
CREATE TABLE csv (id objectid, customer objectid, items jsonb, placed timestamptz, total numeric,
	note text);
} . "\\copy csv FROM '$top/test/data/orders.csv' (FORMAT csv, HEADER)" . q{
SELECT count(*), count(DISTINCT id), max(ejson_to_jsonb(items)->>0) FROM csv}),
	'200|200|7fffffff0000000000000007', 'CSV');

is(shop(load('back', "$folder/back.json"), q{
SELECT count(*), count(*) FILTER (WHERE doc->>'placed' = to_jsonb(placed)#>>'{}')
FROM document JOIN orders ON _id = to_jsonb(id) WHERE collection = 'back'}),
	'998|996', 'the file of the way back, but for what has changed');

# In plain SQL -------------------------------------------------------------------------------------

my ($survey, $surveyed) = $guide =~ /^(SELECT path, type.*?;\n)```\n```\n(.*?)^```/ms;
made('orders', 1000);
doc_examples::check($node, $page,
	database => 'managed', section => qr/^(Load|Survey|Tables|What does|Insert|Check|Cut-over)/,
	replace => {
		%replace, 'CREATE EXTENSION IF NOT EXISTS objectid' => "\\i $top/doc/managed/objectid.sql",
		$survey => said('SELECT key, coalesce', ';'), $surveyed => "...\n" });

# The recorder of changes --------------------------------------------------------------------------

# The script in a shell that is not MongoDB's: events have numbers, which are their tokens;
# each other call of tryNext finds nothing. It dies before a call for files, of which it may have
# written a part, which ends within a line.
SKIP:
{
	skip 'node is not installed', 3 if system('node --version >/dev/null 2>&1');
	my $script = slurp_file("$top/doc/migration/record_changes.js");
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

$node->stop;
done_testing();

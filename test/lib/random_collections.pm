# Random collections of MongoDB as exports in three styles of Extended JSON.
# SPDX-License-Identifier: PostgreSQL
#
#     use random_collections;
#     srand(5);
#     my @documents = random_collection(20);    # so many lines of JSON
#
# Documents of a collection are alike, as those of an application are: fields may be missing, null
# or empty, vary in type, and have keys that are hard to make names of.
package random_collections;

use strict;
use warnings;
use utf8;

use Exporter qw(import);
use MIME::Base64 qw(encode_base64);
use test_server;

our @EXPORT = qw(random_collection);

my @styles = qw(canonical relaxed legacy);

# JSON text ----------------------------------------------------------------------------------------

sub string_of
{
	my ($text) = @_;
	$text =~ s/(["\\])/\\$1/g;
	$text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
	return qq("$text");
}

# object_of(KEY => JSON, ...)
sub object_of
{
	my @members;
	while (my ($key, $value) = splice @_, 0, 2)
	{
		push @members, string_of($key) . ':' . $value;
	}
	return '{' . join(',', @members) . '}';
}

sub random_hex { return join '', map { sprintf '%x', rand 16 } 1 .. $_[0] }

# Scalars: a function of a style each --------------------------------------------------------------

sub number
{
	my ($wrapper, $number, $style) = @_;
	my $plain = $wrapper ne '$numberDecimal' && $style eq 'relaxed'
	  || $wrapper =~ /Int|Double/ && $style eq 'legacy';
	return $number if $plain && $number !~ /N|I/;
	return object_of($wrapper => string_of($number));
}

my @texts = (
	'', ' ', 'text', 'Text', "it's", '"quoted"', 'back\\slash', "two\nlines", "\x{feff}mark", 'é',
	'名前', '☕', 'null', 'true', '5', '5.0', '2012-12-24', '2012-12-24T12:15:30.501Z', '\\x00ff',
	'{}', '{"a": 1}', '[]', '{1,2}', 'NumberLong(5)', 'NULL', '$$', '%s', 'NaN', 'Infinity',
	'infinity', 'epoch',
	'c' x 3000);

sub date
{
	my ($ms, $style) = @_;
	return object_of('$date' => object_of('$numberLong' => qq("$ms"))) if $style eq 'canonical';
	return object_of('$date' => $ms) if $style eq 'legacy' || $ms < 0 || $ms >= 253402300800000;
	my ($s, $m, $h, $day, $month, $year) = gmtime int($ms / 1000);
	my $time = sprintf '%04d-%02d-%02dT%02d:%02d:%02d', $year + 1900, $month + 1, $day, $h, $m, $s;
	return object_of('$date' => sprintf '"%s.%03dZ"', $time, $ms % 1000);
}

sub binary
{
	my ($subtype, $bytes, $style) = @_;
	my $base64 = string_of(encode_base64($bytes, ''));
	return object_of('$binary' => $base64, '$type' => qq("$subtype")) if $style eq 'legacy';
	return object_of('$binary' => object_of(base64 => $base64, subType => qq("$subtype")));
}

sub random_bytes { return pack 'C*', map { int rand 256 } 1 .. $_[0] }

my %scalar = (
	objectId => sub { object_of('$oid' => string_of(random_hex(24))) },
	string => sub { string_of(pick(@texts)) },
	word => sub { string_of(pick(qw(open closed late))) },
	hex => sub { string_of(random_hex(32)) },
	int => sub { number('$numberInt', pick(0, -1, 7, 2147483647, -2147483648, int rand 1000), @_) },
	long => sub { number('$numberLong',
		pick(0, '9007199254740993', '-9223372036854775808', '9223372036854775807'), @_) },
	double => sub { number('$numberDouble',
		pick('1.5', '-0.1', '1e+20', '5e-324', '1.7976931348623157e+308', rand), @_) },
	whole => sub { number('$numberDouble', pick('0.0', '1.0', '-3.0', '70000.0'), @_) },
	float => sub { number('$numberDouble',
		pick('-0.0', 'NaN', 'Infinity', '-Infinity', '0.1', '3.0'), @_) },
	decimal => sub { number('$numberDecimal',
		pick('1.10', '0', '-0.00', '1E+3', '1E-40', 'NaN', '123456789012345678901234567.5'), @_) },
	bool => sub { pick('true', 'false') },
	date => sub { date(pick(0, 1325376000007, 1356351330501, -1, -62135596800000,
		253402300799999, 253402300800000, 8000000000000000), @_) },
	day => sub { date(86400000 * int rand 20000, @_) },
	timestamp => sub { object_of('$timestamp' => object_of(t => int rand 2**32, i => 1)) },
	bytes => sub { binary('00', random_bytes(int rand 20), @_) },
	uuid => sub { binary('04', random_bytes(16), @_) },
	old_uuid => sub { binary('03', random_bytes(16), @_) },
	regex => sub { $_[0] eq 'legacy' ? object_of('$regex' => '"^a/"', '$options' => '"i"')
		: object_of('$regularExpression' => object_of(pattern => '"^a/"', options => '"i"')) },
	code => sub { object_of('$code' => '"f()"', pick([], [ '$scope' => '{"x":1}' ])->@*) },
	shell_date => sub { string_of(sprintf 'ISODate("20%02d-02-03T04:05:06.789Z")', rand 99) },
	shell_id => sub { string_of("ObjectId('" . random_hex(24) . q{')}) },
	shell_long => sub { string_of('NumberLong(' . pick(5, '"-9223372036854775808"') . ')') },
	shell_number => sub { string_of(pick('NumberInt(5)', 'Long("6")', 'NumberDecimal("7.50")')) },
	shell_uuid => sub { string_of('UUID("' . random_hex(32) . '")') },
	json_text => sub { string_of(pick('{"a": 1}', '{ "b":[1.0,null] }', '[]')) },
	symbol => sub { object_of('$symbol' => string_of(pick(@texts))) },
	undefined => sub { object_of('$undefined' => 'true') },
	null => sub { 'null' },
	minKey => sub { object_of('$minKey' => 1) },
	maxKey => sub { object_of('$maxKey' => 1) },
	DBRef => sub {
		object_of('$ref' => '"c"', '$id' => object_of('$oid' => string_of(random_hex(24))))
	});

# Keys ---------------------------------------------------------------------------------------------

my @plain_keys = qw(name total placed street town firstName lastSeen item amount note URL a b c);
my @hostile_keys = (
	'', ' ', '.', 'a.b', 'a-b', 'a b', 'a_b', 'A.B', '*', '"', "'", '\\', '`', ',', ';', '{', '}',
	'[', ']', '[0]', '[*]', '(', '%', '%s', '%1$L', '?', '/', '--', '/*', '$', '$$', '$a', '$set',
	'$[*]', '$1', '@', ':x', ":'x'", "\t", "\n", "\x01", "\x7f", "\x{feff}ISO", "\x{200b}",
	"\x{a0}", 'é', 'É', 'ß', '名前', '☕', '1', '01', '-1', '_', '__', '_a', 'id', 'ID', 'Id',
	'_ID',
	'Name', 'NAME', 'first_name', 'select', 'limit', 'for', 'order', 'user', 'table', 'end',
	'ctid', 'xmin', 'tableoid', 'oid', 'true', 'null', 'last', 'rest', 'key', 'value', 'place',
	'parent', 'n', 'doc', 'document', 'source', 'collection', 'element', 'fields', 'row',
	'x' x 1000, 'y' x 63, 'y' x 64, 'y' x 62 . 'z', 'ä' x 40, 'ä' x 41, 'longKey' x 12);

sub random_keys
{
	my ($count) = @_;
	my @from = pick(\@plain_keys, \@plain_keys, \@hostile_keys, [ @plain_keys, @hostile_keys ])->@*;
	my %keys = map { pick(@from) => 1 } 1 .. $count;
	return sort keys %keys;
}

# Kinds of values: a function of a style each ------------------------------------------------------

sub scalar_kind
{
	return $scalar{ pick(sort keys %scalar) };
}

# Of a field that is there now and then, or null.
sub object_kind
{
	my ($depth, @keys) = @_;
	my @fields = map { [ $_, pick(1, 1, 0.6, 0.1), pick(0, 0, 0, 0.3), kind($depth - 1) ] } @keys;
	my $empty = pick(0, 0, 0.3, 1);
	$empty = 0 if $empty == 1 && rand() < 0.8;
	return sub {
		my ($style) = @_;
		return '{}' if rand() < $empty;
		return object_of(map {
			my ($key, $there, $null, $kind) = @$_;
			rand() >= $there ? () : ($key => rand() < $null ? 'null' : $kind->($style))
		} @fields);
	};
}

sub array_kind
{
	my ($depth) = @_;
	my $kind = kind($depth - 1);
	my ($most, $null, $empty) = (pick(1, 3, 6), pick(0, 0, 0, 0.2), pick(0, 0.3));
	return sub {
		my ($style) = @_;
		my $count = rand() < $empty ? 0 : 1 + int rand $most;
		return '[' . join(',', map { rand() < $null ? 'null' : $kind->($style) } 1 .. $count) . ']';
	};
}

# Its keys are data.
sub map_kind
{
	my ($depth) = @_;
	my $kind = kind($depth - 1);
	my $key = pick(
		sub { random_hex(24) }, sub { random_hex(32) }, sub { int rand 100000 },
		sub { 'user' . int(rand 100) . '@example.org' },
		sub { sprintf '2020-%02d-%02d', 1 + rand 12, 1 + rand 28 },
		sub { pick(@hostile_keys) . int rand 1000 });
	my ($most, $empty) = (pick(1, 4, 12), pick(0, 0.3));
	return sub {
		my ($style) = @_;
		my $count = rand() < $empty ? 0 : 1 + int rand $most;
		my %keys = map { $key->() => 1 } 1 .. $count;
		return object_of(map { $_ => $kind->($style) } sort keys %keys);
	};
}

sub varying_kind
{
	my ($depth) = @_;
	my @kinds = map { kind($depth - 1) } 1 .. 2;
	my $share = pick(0.5, 0.9, 0.02);
	return sub { return $kinds[ rand() < $share ]->(@_) };
}

sub kind
{
	my ($depth) = @_;
	my $chance = rand;
	return scalar_kind() if $depth <= 0 || $chance < 0.55;
	return object_kind($depth, random_keys(1 + rand 4)) if $chance < 0.70;
	return array_kind($depth) if $chance < 0.85;
	return map_kind($depth) if $chance < 0.92;
	return varying_kind($depth);
}

# Of the key of document n: no two are equal as plain JSON.
my %key_kind = (
	objectId => sub { object_of('$oid' => sprintf '"%024x"', $_[0]) },
	int => sub { number('$numberInt', @_) },
	long => sub { number('$numberLong', $_[0] + 2**40, $_[1]) },
	whole => sub { number('$numberDouble', "$_[0].0", $_[1]) },
	double => sub { number('$numberDouble', "$_[0].5", $_[1]) },
	string => sub { string_of(pick(@texts) . " $_[0]") },
	digits => sub { sprintf '"%024x"', $_[0] },
	uuid => sub { binary('04', pack('x12N', $_[0]), $_[1]) },
	date => sub { date(1000 * $_[0], $_[1]) },
	bytes => sub { binary('00', pack('N', $_[0]), $_[1]) },
	object => sub { object_of(a => $_[0], 'b.c' => '"text"') },
	deep => sub { object_of(a => object_of(b => $_[0], c => pick('{}', 'null', '"text"'))) },
	varying => sub { object_of(pick(qw(a b)) => $_[0]) },
	null => sub { $_[0] == 1 ? 'null' : $_[0] },
	minKey => sub { $_[0] == 1 ? '{"$minKey":1}' : $_[0] },
	empty => sub { $_[0] == 1 ? '{}' : object_of(a => $_[0]) });

# random_collection(COUNT): so many documents, in one style or in all
sub random_collection
{
	my ($count) = @_;
	my $one_style = rand() < 0.7 && pick(@styles);
	my @key_kinds = map { pick('objectId', sort keys %key_kind) } 1 .. pick(1, 1, 2);
	@key_kinds = ('objectId') if rand() < 0.4;
	my $fields = object_kind(pick(1, 2, 3, 5), random_keys(1 + rand 9));
	return map {
		my $style = $one_style || pick(@styles);
		my $key = $key_kind{ pick(@key_kinds) }->($_, $style);
		my $document = $fields->($style);
		'{"_id":' . $key . ($document eq '{}' ? '}' : ',' . substr $document, 1)
	} 1 .. $count;
}

1;

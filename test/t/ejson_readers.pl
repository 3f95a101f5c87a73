# Extended JSON beside MongoDB's own readers, of Python and of npm: what both read alike, we read
# so, and what only one of them reads, or they read differently, is an error, with few exceptions.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;
use utf8;

use File::Copy qw(copy);
use JSON::PP ();
use npm_packages;
use test_server;

my $json = JSON::PP->new->allow_nonref->ascii;

# Forms --------------------------------------------------------------------------------------------

my $uuid = '"ABEiM0RVZneImaq7zN3u/w=="';
my $id = '{"$oid": "56e1fc72e0c917e9c4714161"}';

my @wrappers = qw($numberInt $numberLong $numberDouble $numberDecimal);
sub strings { return map { "\"$_\"" } @_ }
sub of { my ($key, @values) = @_; return map { "{\"$key\": $_}" } @values }
sub wrapped { my $texts = \@_; return map { of($_, strings(@$texts)) } @wrappers }
sub binary
{
	my ($base64, $subtype) = @_;
	return ("{\"\$binary\": {\"base64\": $base64, \"subType\": $subtype}}",
		"{\"\$binary\": $base64, \"\$type\": $subtype}");
}

# A number, here 5, in every way that JSON has, wherever Extended JSON has one. A reader that does
# not read one of them has an error, but none reads another number.
my @places = (
	(map { of($_, '%s') } @wrappers), of('$timestamp', '{"t": %s, "i": 1}', '{"t": 1, "i": %s}'),
	binary('"MTIz"', '%s'));
sub in_places
{
	my @numbers = @_;
	return map { my $place = $_; map { $place =~ s/%s/$_/r } @numbers } @places;
}
my @fives = ('5', '5.0', '"5"',
	map { of($_, '"5"', '5', '5.0') } qw($numberInt $numberLong $numberDouble));

# Read by us whoever else does: numbers, times in ISO 8601, and what is read by one in one place and
# by the other in another.
my @named = (
	in_places(@fives, '{"$numberDouble": "5.0"}'),
	of('$date', (grep { !/^"/ } @fives), '{"$numberDouble": 1.5}'),
	wrapped('05'),
	of('$date', strings(qw(2012-12-24 2012-12-24T12:15Z 2012-12-24t12:15:30.501z
		2012-12-24T12:15:30+01 0000-01-01T00:00:00Z +002012-12-24T12:15:30Z
		-000001-12-24T12:15:30Z), '2012-12-24 12:15:30Z')),
	(binary('"MTIz"', '"ffffff80"'))[0],
	of('$regularExpression', '{"pattern": "p"}'), of('$undefined', 'false', 'null', '0', '""'));

# Read by both, and refused by us, as something would get lost: what is no Base64, a key, a type.
my @lossy = (
	(map { binary($_, '"00"') } strings('MT*Iz', 'MT\f\u00a0Iz', 'MTIz====', 'MTIz=', '=',
		'MTI=MTIz', 'MTJ=', 'MR==')),
	of('$timestamp', '{"t": 1, "i": 2, "x": 3}'), of('$oid', $id),
	of('$numberInt', strings(qw(2147483648))));

# Decided by the readers.
my $time = '2012-12-24T12:15:30';
my @others = (
	in_places('""', '"x"', '"5 5"', '"1_0"', '"٥"', 'true', '[]', '{}', '{"$numberInt": "x"}',
		'{"$numberLong": "5.5"}', '{"$numberDouble": "x"}', '{"$numberInt": {"$numberInt": "5"}}'),
	wrapped('-5', '+5', ' 5', '5\t\r\n', '0x15'),
	of('$numberInt', strings(qw(2147483647 -2147483648 0 -0))),
	of('$numberLong', strings(
		qw(9223372036854775807 -9223372036854775808 9223372036854775808 0 1e3))),
	wrapped(qw(NaN nan -NaN Infinity -Infinity +Infinity inf infinity 1.5 -1.5e10 1E+3 2.5e-05 .5
		5. 1e 1.2.3 sNaN)),
	of('$date', '0', '-1', '5.7', '-5.7', '1356351330501', '"1970"', '"1"', '"1356351330501"',
		'{"$numberLong": "-284643869501"}', '{"$numberLong": "5.5"}', '{"$numberInt": "5"}',
		'{"$numberDouble": "1356351330501.7"}', '{"$numberDouble": "NaN"}',
		'{"$numberDecimal": "5"}', 'true', '{}', '[]', '{"$date": 5}'),
	of('$date', strings(map { "$time$_" } '', 'Z', '.5Z', '.50Z', '.501Z', '.501', '.501999Z',
		'+01:00', '+0100', '-05:45', '.501+0100', '-00:00', '+23:59', '-23:59', '+24:00', '+01:60',
		'.Z', ',5Z', ' Z', 'UTC', ' +0000')),
	of('$date', strings('', 'now', '2012', '2012-12', '2012-12-24Z', '20121224T121530Z',
		'2012-12-24T24:00:00Z', '2012-12-24T12:60:00Z', '2012-12-24T12:15:60Z', '2012-1-2T3:4:5Z',
		'2012-02-30T00:00:00Z', '2012-02-29T00:00:00Z', '2013-02-29T00:00:00Z',
		'0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '10000-01-01T00:00:00Z',
		'Mon, 24 Dec 2012 12:15:30 GMT', ' 2012-12-24T12:15:30Z')),
	(map { binary($_, '"00"') } strings('', 'MTIz', 'MTI=', 'MQ==', '+/+/', 'MT Iz', 'MTIz\n',
		'M\r\nTI\tz', ' MTI = ', '\n', 'MTI', 'M', 'MQ=', '-_-_', 'é8==')),
	(map { binary('"MTIz"', $_) } '"0"', '"80"', '"FF"', '"ff"', '"100"', '"g"', '"ffffff7f"',
		'256', '{"$numberInt": "256"}'),
	'{"$binary": "MTIz", "$type": "ffffff80"}', binary($uuid, '"04"'), (binary($uuid, '4'))[1],
	binary($uuid, '"3"'), binary('"MTIz"', '"04"'), binary('5', '"00"'),
	of('$binary', '{"base64": "MTIz"}', '"MTIz"', '{"base64": "", "subType": "00", "x": 1}'),
	of('$uuid', '"00112233-4455-6677-8899-aabbccddeeff"', '"00112233445566778899AABBCCDDEEFF"',
		'"{00112233-4455-6677-8899-aabbccddeeff}"', '"0011-22334455-6677-8899-aabbccddeeff"',
		'""', '5'),
	of('$oid', '"56e1fc72e0c917e9c4714161"', '"56E1FC72E0C917E9C4714161"', '"abcdefghijkl"', '""',
		'5', '" 56e1fc72e0c917e9c4714161"', 'null'),
	of('$symbol', '"s"', '5', 'null'), of('$undefined', 'true', '1', '"x"', '{}'),
	of('$code', '"c"', '5', map { "\"c\", \"\$scope\": $_" } 'null', '{}', '{"x": 1}', '1', '[1]'),
	of('$regularExpression', '{"pattern": "p", "options": ""}', '{"pattern": "p", "options": "mi"}',
		'{"pattern": "p", "options": 5}', '{"options": "i"}', '"p"',
		'{"pattern": "p", "options": "i", "x": 1}'),
	of('$regex', map { "\"p\", \"\$options\": $_" } '""', '"xi"', '"!"'),
	of('$timestamp', '{"t": 4294967295, "i": 1}', '{"t": 4294967296, "i": 1}', '5', '{"t": 1}',
		'{"$numberLong": "5"}'),
	of('$minKey', '1'), of('$maxKey', '1'), '{"$ref": "c", "$id": 1}',
	of('$dbPointer', "{\"\$ref\": \"c\", \"\$id\": $id}", '"x"',
		'{"$ref": "c", "$id": "56e1fc72e0c917e9c4714161"}'));

my @forms = (@named, @lossy, @others);
cmp_ok(@forms, '>=', 200, @forms . ' forms');

# Readers ------------------------------------------------------------------------------------------

my $node = start_server('main', "timezone = 'UTC'", extra => [ '-E', 'UTF8', '--locale', 'C' ]);
my $dir = PostgreSQL::Test::Utils::tempdir();
utf8::encode(my $lines = join '', map { "$_\n" } @forms);
append_to_file("$dir/forms", $lines);

sub lines_of
{
	my (@command) = @_;
	my ($out, $error) = ('', '');
	local $ENV{TZ} = 'UTC';    # npm's reader takes a time without a zone for local
	my $done = eval {
		IPC::Run::run(\@command, '<', "$dir/forms", '>', \$out, '2>', \$error,
			IPC::Run::timeout(180));
	};
	note($error || $@) unless $done;
	return map { $json->decode($_) } split /\n/, $out;
}

# Ours, in the extension and in plain SQL.
sql($_) for 'CREATE DATABASE extended', 'CREATE DATABASE managed';
sql_in('extended', 'CREATE EXTENSION objectid');
$node->safe_psql('managed', slurp_file("$top/doc/managed/objectid.sql"));
my $outcome = q{
CREATE FUNCTION outcome(document jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	RETURN ejson_to_jsonb(document);
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(' ', SQLSTATE, substring(detail FROM '^At .*, "[$][A-Za-z]+" '));
END
$$;
CREATE TABLE form (n int GENERATED ALWAYS AS IDENTITY, document text);
\copy form (document) FROM '} . "$dir/forms" . q{' (FORMAT csv, DELIMITER E'\t', QUOTE E'\x01')
};
my %outcomes = map {
	$_ => [ split /\n/, sql_in($_, "$outcome
SELECT to_json(outcome(format('{\"a\": %s}', document)::jsonb)) FROM form ORDER BY n") ]
} qw(extended managed);
is_deeply($outcomes{managed}, $outcomes{extended}, 'the script in plain SQL reads the same');

# The kind and the text, as the oracles show them.
my @ours = map { $json->decode($_) } split /\n/, sql_in('extended', q{
CREATE FUNCTION shown(document jsonb) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
	field record;
BEGIN
	SELECT type, value, value #>> '{}' AS text INTO field FROM ejson_fields(document) LIMIT 1;
	RETURN CASE
		WHEN field.type IN ('int', 'long', 'double', 'decimal')
			THEN json_build_array('number', field.text)
		WHEN field.type = 'date'
			THEN json_build_array('date',
				floor(extract(epoch FROM field.text::timestamptz) * 1000)::text)
		WHEN field.type = 'timestamp'
			THEN json_build_array('timestamp',
				extract(epoch FROM field.text::timestamptz)::bigint::text)
		WHEN field.type LIKE 'binData %'
			THEN json_build_array(field.type, regexp_replace(field.text, '^\\\\x|-', '', 'g'))
		WHEN field.type = 'javascriptWithScope'
			THEN json_build_array(field.type, document #>> '{a,$code}')
		WHEN field.type IN ('symbol', 'string') THEN json_build_array('string', field.text)
		WHEN field.type IN ('undefined', 'null') THEN json_build_array('null', '')
		WHEN field.type = 'dbPointer' THEN json_build_array('DBRef', '')
		WHEN field.type IN ('DBRef', 'object', 'minKey', 'maxKey')
			THEN json_build_array(field.type, '')
		ELSE json_build_array(field.type, field.text)
	END;
EXCEPTION WHEN OTHERS THEN
	RETURN json_build_array('error', SQLSTATE);
END
$$;
SELECT shown(format('{"a": %s}', document)::jsonb) FROM form ORDER BY n});
is(scalar @ours, scalar @forms, 'we say something of each');
is(scalar(grep { $_->[0] eq 'error' && $_->[1] !~ /^22/ } @ours), 0, 'errors are of the data');

SKIP:
{
	my $python = (grep { -x } '/usr/bin/python3')[0] // 'python3';
	my @theirs = lines_of($python, "$top/test/oracles/ejson_readers.py");
	skip "Python's bson is not installed", 1 unless @theirs;
	my ($folder, $reason) = install_npm('bson');
	skip $reason, 1 unless $folder;
	copy("$top/test/oracles/ejson_readers.mjs", $folder) or die $!;
	my @modes = lines_of('node', "$folder/ejson_readers.mjs");

	# Numbers are compared as doubles.
	my $number_of = sub {
		my ($text) = @_;
		return lc($text) =~ s/^[+-]?nan$/nan/r =~ s/^\+?inf(inity)?$/inf/r
		  =~ s/^-inf(inity)?$/-inf/r =~ s/^([-+]?[.\d].*)/sprintf '%.17g', $1/er;
	};
	my $is_same = sub {
		my ($left, $right) = @_;
		return 0 if $left->[0] ne $right->[0];
		return $left->[1] eq $right->[1] if $left->[0] ne 'number';
		return $number_of->($left->[1]) eq $number_of->($right->[1]);
	};
	# An object without a meaning is not read.
	my $is_read = sub { return $_[0][0] !~ /^(?:error|object)$/ };

	my @wrong;
	for my $i (0 .. $#forms)
	{
		my ($own, $python_s) = ($ours[$i], $theirs[$i]);
		my @npm_s = grep { $is_read->($_) } @{ $modes[$i] };
		my $agree = $is_read->($python_s) && grep { $is_same->($python_s, $_) } @npm_s;
		my $expected;
		if ($i < @named)
		{
			# no reader reads something else
			my @all = grep { $is_read->($_) } $python_s;
			push @all, $npm_s[0] if @npm_s && !grep { $is_same->($own, $_) } @npm_s;
			$expected = $is_read->($own) && !grep { !$is_same->($own, $_) } @all;
		}
		elsif ($i < @named + @lossy)
		{
			$expected = $agree && !$is_read->($own);
		}
		else
		{
			$expected = $agree ? $is_same->($own, $python_s) : !$is_read->($own);
		}
		push @wrong, join ' | ', $forms[$i], map { "@$_" } $own, $python_s, @{ $modes[$i] }
		  unless $expected;
	}
	is(join("\n", @wrong), '', 'we read what both read, as they do, and nothing else');
}

$node->stop;
done_testing();

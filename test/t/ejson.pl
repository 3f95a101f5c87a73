# Random documents as Python's bson writes them become the same plain JSON from each of its styles.
# Documents with mistakes are refused at the place of the mistake, and hostile ones do no harm.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;
use utf8;

use JSON::PP ();
use test_server;

my $count = repeated(500, 3000);
my $seed = seeded();
my $json = JSON::PP->new->allow_nonref->canonical->ascii;
my $dir = PostgreSQL::Test::Utils::tempdir();

# Nothing of the settings may show in the results.
my $node = start_server(
	'main',
	"timezone = 'Asia/Kathmandu'\ndatestyle = 'SQL, DMY'\nextra_float_digits = 0\n"
	  . "log_statement = none\nlog_min_error_statement = panic",
	extra => [ '-E', 'UTF8', '--locale', 'C' ]);
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE document (n int GENERATED ALWAYS AS IDENTITY, driver text,
	canonical text, relaxed text, legacy text, plain text,
	fields_of_canonical text, fields text);
CREATE TABLE mutant (n int, document jsonb);

-- SQLSTATE and place of the error, or NULLs.
CREATE FUNCTION refusal(document jsonb, call text DEFAULT 'ejson_to_jsonb($1)',
	OUT state text, OUT place text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || call USING document;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, place = PG_EXCEPTION_DETAIL;
	place := (regexp_match(place, '^At (\$.*), "\$[a-zA-Z]+" (must be|is beyond) .*\.$'))[1];
END $$;
});

# A file as COPY's csv reads it, with quotes around what has a tab, a quote or a line end.
sub load
{
	my ($table, @rows) = @_;
	append_to_file("$dir/$table", join '', map { "$_\n" } @rows);
	sql("\\copy $table FROM '$dir/$table' (FORMAT csv, DELIMITER E'\\t', QUOTE E'\\x01')");
	return;
}

# Python's documents -------------------------------------------------------------------------------

my @made;
SKIP:
{
	my $python = (grep { -x } '/usr/bin/python3')[0] // 'python3';
	my ($out, $error) = ('', '');
	skip "Python's bson is not installed", 9
	  unless eval { IPC::Run::run([ $python, '-c', 'import bson' ], '2>', \$error) };
	ok(IPC::Run::run(
			[ $python, "$top/test/oracles/ejson_python.py", $seed, $count ],
			'>', \$out, '2>', \$error),
		'Python writes documents') or diag($error);
	@made = split /\n/, $out;
	load('document(driver, canonical, relaxed, legacy, plain, fields_of_canonical, fields)',
		@made);
	for my $style (qw(canonical relaxed legacy))
	{
		is(sql(qq{SELECT count(*) || E'\n' || coalesce(min(n || ': ' || $style), '')
			FROM document
			WHERE ejson_to_jsonb($style\::jsonb, driver)::text <> plain::jsonb::text}),
			"0\n", "$style documents become what they are to become");
		my $fields = $style eq 'canonical' ? 'fields_of_canonical' : 'fields';
		is(sql(qq{SELECT count(*) || E'\n' || coalesce(min(n || ': ' || $style), '')
			FROM document
			WHERE (SELECT jsonb_agg(field ORDER BY field)
				FROM jsonb_array_elements($fields\::jsonb) AS field) IS DISTINCT FROM
				(SELECT jsonb_agg(field ORDER BY field)
				FROM ejson_fields($style\::jsonb, driver) AS listed,
					jsonb_build_array(path, type, value) AS field)}),
			"0\n", "$style documents have the fields that they have in MongoDB");
	}
	is(sql(q{
SELECT min(path)
FROM document, ejson_fields(canonical::jsonb, driver)
WHERE NOT EXISTS (
	SELECT FROM jsonb_path_query(plain::jsonb,
		(CASE WHEN path LIKE '%[*]%' THEN 'lax ' ELSE 'strict ' END || path)::jsonpath) AS found
	WHERE value IN (found, CASE jsonb_typeof(found)
		WHEN 'array' THEN to_jsonb(jsonb_array_length(found))
		WHEN 'object' THEN (SELECT to_jsonb(count(*)) FROM jsonb_object_keys(found)) END))}),
		'', 'a path leads to its value in plain JSON');
	# subtype 3 stays bytes if nobody says who wrote it
	is(sql(q{SELECT count(*) FROM document
		WHERE ejson_to_jsonb(canonical::jsonb) <> ejson_to_jsonb(legacy::jsonb)
			OR (position('"03"' IN canonical) = 0
				AND ejson_to_jsonb(canonical::jsonb) <> plain::jsonb)
			OR ejson_to_jsonb(plain::jsonb) <> plain::jsonb}),
		0, 'styles agree without a driver too, and what is plain stays');
}

# Mistakes -----------------------------------------------------------------------------------------

# What stands for a value, each in a right and in a wrong way.
my @right = map { $json->decode($_) } (
	'{"$oid": "56e1fc72e0c917e9c4714161"}', '{"$numberInt": "5"}', '{"$numberLong": "-5"}',
	'{"$numberDouble": "1.5e10"}', '{"$numberDecimal": "1E-6176"}', '{"$date": 5}',
	'{"$numberLong": 5}', '{"$numberDecimal": {"$numberInt": "5"}}',
	'{"$date": {"$numberDouble": 5}}',
	'{"$date": {"$numberLong": "253402300799999"}}', '{"$date": "2012-12-24T12:15:30.501Z"}',
	'{"$timestamp": {"t": 1, "i": 2}}', '{"$uuid": "00112233-4455-6677-8899-aabbccddeeff"}',
	'{"$binary": {"base64": "MTIz", "subType": "00"}}', '{"$binary": "MTIz", "$type": "80"}',
	'{"$symbol": "s"}', '{"$code": "c"}', '{"$code": "c", "$scope": {}}', '{"$undefined": true}',
	'{"$regularExpression": {"pattern": "p", "options": "i"}}', '{"$regex": "p", "$options": ""}',
	'{"$dbPointer": {"$ref": "c", "$id": {"$oid": "56e1fc72e0c917e9c4714161"}}}');
my @wrong = map { $json->decode($_) } (
	'{"$oid": 5}', '{"$numberInt": "2147483648"}', '{"$numberLong": "5.0"}',
	'{"$numberDouble": "five"}', '{"$date": "now"}', '{"$timestamp": {"t": 1}}', '{"$uuid": ""}',
	'{"$binary": "MTI", "$type": "80"}', '{"$symbol": null}', '{"$code": "c", "$scope": 1}',
	'{"$numberInt": 0.5}', '{"$regex": "p", "$options": "1"}');
my @plain = ('text', '', 0, JSON::PP::true, JSON::PP::null, '$oid', [], {});
my @keys = (
	'a', 'b', 'a.b', '', '0', 'é', '"', '\\', ' ', "\n", '$set', '*', 'a[0]', 'type', 'null',
	"\x{feff}a", "\x{e0041}", 'long' x 20);

# A document with mistakes in it, which are counted.
my $mistakes;
sub random_value
{
	my ($depth) = @_;
	if ($depth == 0 || rand() < 0.3)
	{
		return pick(@plain) if rand() < 0.4;
		return pick(@right) if rand() < 0.9;
		++$mistakes;
		return pick(@wrong);
	}
	my $size = int rand 5;
	return [ map { random_value($depth - 1) } 1 .. $size ] if rand() < 0.5;
	my %object = map { pick(@keys) => 0 } 1 .. $size;
	$object{$_} = random_value($depth - 1) for sort keys %object;
	return \%object;
}

my (@mutants, @has_mistakes);
for my $n (1 .. $count)
{
	$mistakes = 0;
	push @mutants, "$n\t" . $json->encode(random_value(5));
	push @has_mistakes, $mistakes > 0;
}
load('mutant', @mutants);
utf8::decode(my $refusals = sql(q{
	SELECT jsonb_agg(jsonb_build_array(n, state, place) ORDER BY n)
	FROM mutant, refusal(document)}));
my $refused = $json->decode($refusals);
my @disagree = grep { defined $refused->[$_][1] xor $has_mistakes[$_] } 0 .. $#mutants;
is_deeply([ @mutants[@disagree] ], [], 'documents with a mistake are refused, no others');
my $bad = grep { $_ } @has_mistakes;
cmp_ok($bad, '>', $count / 20, "of $count documents $bad have one");
is_deeply([ grep { defined $_->[1] && ($_->[1] ne '22P02' || !defined $_->[2]) } @$refused ],
	[], 'each error says where');

is(sql(q{
SELECT min(n) FROM mutant
WHERE refusal(document) <> refusal(document, 'count(*) FROM ejson_fields($1)')}),
	'', 'ejson_fields has the same errors');

# What is at the place is refused by itself, at its top level.
is(sql(q{
	SELECT count(*) || ' ' || count(*) FILTER (WHERE (refusal(found)).place IS DISTINCT FROM '$')
	FROM (SELECT document, (refusal(document)).place FROM mutant OFFSET 0) AS refused,
		jsonb_path_query(document, ('strict ' || place)::jsonpath) AS found}),
	"$bad 0", 'the place leads to the mistake');

# Hostile documents --------------------------------------------------------------------------------

sql(q{CREATE TABLE deep AS SELECT (repeat('[', 1000) || repeat(']', 1000))::jsonb AS document});
like(error_of(q{SET max_stack_depth = '100kB'; SELECT ejson_to_jsonb(document) FROM deep}),
	qr/^54001: stack depth limit exceeded/, 'what was read with a larger stack may be too deep');

like(error_of(q{SET max_stack_depth = '100kB'; SELECT count(*) FROM deep, ejson_fields(document)}),
	qr/^54001: stack depth limit exceeded/, 'ejson_fields says so too');
is(sql(q{
SELECT length(ejson_to_jsonb(jsonb_build_object('$binary', jsonb_build_object(
	'base64', repeat('QUJD', 4000000), 'subType', '00'))) #>> '{}')}),
	24_000_002, 'megabytes of binary data');
like(error_of(q{
SELECT ejson_to_jsonb(jsonb_build_object('$binary', jsonb_build_object(
	'base64', repeat('QUJD', 48000000), 'subType', '00')))}),
	qr/^54000: string too long to represent as jsonb string/, 'more than a jsonb holds');
like(error_of(q{SELECT ejson_to_jsonb(jsonb_build_object('$date', ('1e100000')::numeric))}),
	qr/^22P02: invalid Extended JSON: /, 'a large number');
SKIP:
{
	skip 'needs /proc/PID/status', 1 unless -r "/proc/$$/status";
	# a zero of few bytes, whose text has 16,385 characters
	my (undef, $peak_kb) = split /\n/, sql(q{
SELECT ejson_to_jsonb(jsonb_agg(jsonb_build_object('$date', 0E-16383))) ->> 19999
FROM generate_series(1, 20000);
SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+) kB')});
	cmp_ok($peak_kb, '<', 200_000, "times with many digits take $peak_kb kB");
}
done_testing();

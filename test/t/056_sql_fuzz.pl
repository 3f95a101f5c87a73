# Mutated literals through SQL: the server stays up, and accepts exactly what it should.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use JSON::PP ();
use test_server;

# literals of objectid, and a quarter of that of each other kind
my $each = $ENV{OBJECTID_FUZZ_TEXTS} // ($ENV{OBJECTID_MATRIX} ? 2_500 : 10_000);

my $seed = $ENV{OBJECTID_FUZZ_SEED} // time;
srand $seed;
note("OBJECTID_FUZZ_SEED=$seed OBJECTID_FUZZ_TEXTS=$each repeats this run");

sub pick { return $_[ rand @_ ]; }
sub hex_digits { return join '', map { pick(split //, '0123456789abcdefABCDEF') } 1 .. $_[0]; }

my @alphabet = (
	(split //, "0123456789abcdefABCDEFgxGXoO \t\n\r\x0b\x0c\x01\x7f-+_.,:;(){}[]\"'\\/\$%\@#"),
	"\x{ff10}", "\x{0660}", "\x{a0}", "\x{430}", "\x{1f600}", "\x{feff}",
	'$oid', 'ObjectId', '\\x', '\\u0041', '0x', 'infinity');

sub mutate
{
	my ($text) = @_;
	# A third stay as they are, or in another case: most mutants are refused, and both sides count.
	my $times = pick(0, 0, 0, 1, 1, 1, 1, 2, 3, 8);
	for (1 .. $times)
	{
		my $at = int rand(1 + length $text);
		my $other = substr($text, int rand(1 + length $text), 1 + int rand 5) // '';
		my $how = int rand 7;
		if ($how == 0) { substr($text, $at, 0) = pick(@alphabet); }
		elsif ($how == 1) { substr($text, $at, 1) = pick(@alphabet) if $at < length $text; }
		elsif ($how == 2) { substr($text, $at, 1) = '' if $at < length $text; }
		elsif ($how == 3)
		{
			$text = pick(' ', "\t", "\n", '') . $text . pick(' ', "\n", '', "\x0b");
		}
		elsif ($how == 4) { $text = substr($text, 0, $at); }
		elsif ($how == 5) { substr($text, $at, 0) = $other; }
		else { $text = pick(uc $text, lc $text, scalar reverse $text); }
	}
	return $text;
}

# How the server reads each kind, and what it is made of.
my @times = (
	'2026-11-20 11:12:13.456+00', '1970-01-01', '1969-12-31 23:59:59.999999Z',
	'2106-02-07 06:28:15Z', '2106-02-07 06:28:16Z',
	'infinity', '-infinity', '4713-01-01 BC', '294276-12-31', '2000-02-29 24:00');
sub some_bytes { return '\\x' . hex_digits(2 * pick(@_)) }
my %kinds = (
	text => [ '$1::objectid', sub {
		my $id = hex_digits(24);
		my $blank = sub { join '', map { pick(' ', "\t", "\n", "\r") } 1 .. pick(0, 0, 1, 2) };
		my $object = join $blank->(), '{', '"$oid"', ':', "\"$id\"", '}';
		return pick($id, $id, "ObjectId($id)", "ObjectId(\"$id\")", "ObjectId('$id')",
			"new ObjectId('$id')", "{\"\$oid\":\"$id\"}", $object);
	} ],
	jsonb => [ '$1::jsonb::objectid', sub {
		my $id = hex_digits(24);
		return pick("\"$id\"", "{\"\$oid\": \"$id\"}", "[\"$id\"]", "{\"oid\": \"$id\"}",
			"{\"\$oid\": \"$id\", \"a\": 1}", "{\"\$oid\": {\"\$oid\": \"$id\"}}",
			"{\"\$oid\": 1}", "\"ObjectId('$id')\"", 'null', 'true', '12', '{}', '[]');
	} ],
	bytea => [ '$1::bytea::objectid', sub { some_bytes(12, 12, 12, 0, 1, 11, 13, 16, 24) } ],
	uuid => [ '$1::uuid::objectid', sub {
		my $start = pick('00000000', '00000000', hex_digits(8));
		return join '-', $start, map { hex_digits($_) } 4, 4, 4, 12;
	} ],
	uuid_v8 => [ 'uuid_v8($1::bytea)', sub { some_bytes(16, 16, 16, 0, 12, 15, 17) } ],
	time => [ 'objectid_min($1::timestamptz)', sub { pick(@times) } ],
	range => [ 'agrees($1::tstzrange)', sub {
		my ($from, $to) = map { pick(@times, '', '') } 1, 2;
		return pick('[', '(') . "$from,$to" . pick(']', ')');
	} ]);

my $node = start_server('main', "log_statement = none\nlog_min_messages = warning\nTimeZone = UTC",
	extra => [ '-E', 'UTF8', '--locale', 'C' ]);
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE literals (n serial, kind text, value text);
CREATE TABLE ids (id objectid PRIMARY KEY);
INSERT INTO ids SELECT gen_objectid(t) FROM unnest(
	'{1970-01-01,2000-02-29,2026-11-20 11:12:13,2106-02-07 06:28:15}'::timestamptz[]) t;
INSERT INTO ids VALUES ('000000000000000000000000'), ('ffffffffffffffffffffffff'),
	('7fffffffffffffffffffffff'), ('800000000000000000000000');
-- The predicate, through an index and not, against the comparison of times that it stands for.
CREATE FUNCTION agrees(r tstzrange) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	wanted objectid[] := array(SELECT id FROM ids WHERE r @> objectid_timestamp(id) ORDER BY id);
BEGIN
	RETURN array(SELECT id FROM ids WHERE id <@ r ORDER BY id) = wanted
		AND array(SELECT id FROM ids WHERE id BETWEEN objectid_lower(r) AND objectid_upper(r)
			ORDER BY id) = wanted;
END $$;
CREATE FUNCTION attempt(reading text, value text, OUT result text, OUT state text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT (%s)::text', reading) USING value INTO result;
EXCEPTION WHEN OTHERS THEN
	state := SQLSTATE;
END $$;
});
my $started = sql('SELECT pg_postmaster_start_time()');

my $folder = PostgreSQL::Test::Utils::tempdir();
my @literals;
for my $kind (sort keys %kinds)
{
	push @literals, [ $kind, mutate($kinds{$kind}[1]->()) ]
	  for 1 .. ($kind eq 'text' ? $each : $each / 4);
}
open my $file, '>:encoding(UTF-8)', "$folder/literals" or die $!;
for (@literals)
{
	my ($kind, $value) = @$_;
	$value =~ s/\\/\\\\/g;
	$value =~ s/\t/\\t/g;
	$value =~ s/\n/\\n/g;
	$value =~ s/\r/\\r/g;
	print $file "$kind\t$value\n";
}
close $file;
my $readings = join ', ', map { "('$_', '$kinds{$_}[0]')" } sort keys %kinds;
my $backend = sql(qq{
\\copy literals (kind, value) FROM '$folder/literals'
CREATE TABLE results AS
	SELECT n, kind, value, a.*, pg_backend_pid() AS pid
	FROM (VALUES $readings) r (kind, reading) JOIN literals l USING (kind),
		attempt(reading, value) a});

is(sql("SELECT count(*), count(DISTINCT pid),
		(SELECT pg_postmaster_start_time() = '$started') FROM results"),
	@literals . '|1|t', 'the session and the server live through ' . @literals . ' literals');
unlike(slurp_file($node->logfile), qr/PANIC|TRAP|terminated by signal/, 'and nothing crashed');

# What each kind should be, from the server's own reading of what is not ours.
sql('CREATE TABLE own AS
	SELECT n, kind, result, state, value, CASE kind
		WHEN $$jsonb$$ THEN (attempt($$$1::jsonb$$, value)).result
		WHEN $$bytea$$ THEN (attempt($$$1::bytea$$, value)).result
		WHEN $$uuid_v8$$ THEN (attempt($$$1::bytea$$, value)).result
		WHEN $$uuid$$ THEN (attempt($$$1::uuid$$, value)).result
		WHEN $$time$$ THEN (attempt($$extract(epoch FROM $1::timestamptz)$$, value)).result
		WHEN $$range$$ THEN (attempt($$$1::tstzrange$$, value)).result END AS read
	FROM results');
my $digits = '[0-9a-fA-F]{24}';
my $blanks = '[ \t\n\r]*';
my $call = qr/(?:new )?ObjectId/;
my $object = qr/\{$blanks"\$oid"$blanks:$blanks"$digits"$blanks\}/;
my $forms = qr/$digits|$call\($digits\)|$call\("$digits"\)|$call\('$digits'\)|$object/;

my $out = sql(q{
SELECT n, kind, coalesce(result, '-'), coalesce(state, '-'),
	coalesce(encode(convert_to(read, 'UTF8'), 'hex'), '-') FROM own ORDER BY n});
my (%accepted, %refused, %wrong, %states);
for my $line (split /\n/, $out)
{
	my ($n, $kind, $result, $state, $read) = split /\|/, $line;
	my $value = $literals[ $n - 1 ][1];
	my $known = $read ne '-';
	$read = $known ? pack 'H*', $read : '';

	# What should come of it, or nothing when it should be refused.
	my $expected;
	if ($kind eq 'text')
	{
		$expected = lc(($value =~ /($digits)/)[0]) if $value =~ /\A(?:$forms)\z/;
	}
	elsif ($kind eq 'jsonb' && $read =~ /\A"/)
	{
		# A string is read as text is.
		my $string = JSON::PP->new->utf8->allow_nonref->decode($read);
		$expected = lc(($string =~ /($digits)/)[0]) if $string =~ /\A(?:$forms)\z/;
	}
	elsif ($kind eq 'jsonb') { $expected = lc $1 if $read =~ /\A\{"\$oid": "($digits)"\}\z/; }
	elsif ($kind eq 'bytea') { $expected = $1 if $read =~ /\A\\x([0-9a-f]{24})\z/; }
	elsif ($kind eq 'uuid')
	{
		$expected = $1 =~ s/-//gr if $read =~ /\A00000000-([0-9a-f-]{27})\z/;
	}
	elsif ($kind eq 'uuid_v8')
	{
		$expected = "$1-$2-8$3-V$4-$5" if $read =~ /\A\\x(.{8})(.{4}).(.{3}).(.{3})(.{12})\z/;
	}
	elsif ($kind eq 'time')
	{
		$expected = sprintf '%08x%s', $read, '0' x 16 if $read =~ /\A(\d+)(\.\d+)?\z/ && $1 < 2**32;
	}
	else { $expected = 'true' if $known; }

	$result =~ s/\A(.{19})[89ab]/$1V/ if $kind eq 'uuid_v8';
	push @{ $wrong{$kind} }, "$n ($result, not " . ($expected // 'refused') . ')'
	  if $result ne ($expected // '-');
	$state eq '-' ? $accepted{$kind}++ : $refused{$kind}++;
	$states{$kind}{$state}++ if $state ne '-';
}
for my $kind (sort keys %kinds)
{
	my @wrong = @{ $wrong{$kind} // [] };
	my $counts = "$accepted{$kind} taken and $refused{$kind} refused";
	is("@wrong[0 .. ($#wrong < 9 ? $#wrong : 9)]", '', "$kind: $counts, as they should be");
	cmp_ok($accepted{$kind}, '>', $each / 400, "$kind: enough were taken");
}
is(join(' ', sort keys %{ $states{text} }), '22P02', 'text is refused with one SQLSTATE');
is(join(' ', grep { !/^22/ } map { sort keys %$_ } values %states),
	'', 'every refusal is a data exception');

SKIP:
{
	skip 'pg_input_is_valid came with PostgreSQL 16', 2 if $node->pg_version < 16;
	is(sql(q{SELECT count(*) FROM own
		WHERE kind = 'text' AND pg_input_is_valid(value, 'objectid') <> (state IS NULL)}),
		'0', 'pg_input_is_valid says the same of each literal');
	is(sql(q{SELECT count(*) FROM own, pg_input_error_info(value, 'objectid') i
		WHERE kind = 'text' AND i.sql_error_code IS DISTINCT FROM state}),
		'0', 'and pg_input_error_info gives the same SQLSTATE');
}

# Python's bson ------------------------------------------------------------------------------------

SKIP:
{
	my ($python) =
	  grep { system("$_ -c 'import bson' 2>/dev/null") == 0 } 'python3', '/usr/bin/python3';
	skip 'the Python module bson is not installed (Debian package python3-bson)', 3 unless $python;

	open my $hex, '>', "$folder/hex" or die $!;
	for my $n (0 .. $#literals)
	{
		my ($kind, $value) = @{ $literals[$n] };
		next unless $kind eq 'text';
		utf8::encode($value);
		printf $hex "%d %s\n", $n + 1, unpack 'H*', $value;
	}
	close $hex;
	append_to_file("$folder/ask.py", <<'PYTHON');
import sys
from bson import ObjectId
for line in open(sys.argv[1]):
    n, value = (line.rstrip("\n") + " ").split(" ")[:2]
    value = bytes.fromhex(value).decode()
    if ObjectId.is_valid(value):
        id = ObjectId(value)
        binary = id.binary.hex()
        seconds = int(id.generation_time.timestamp()) if len(binary) == 24 else "-"
        print(n, binary, seconds, sep="\t")
PYTHON
	my ($answers) = run_command([ $python, "$folder/ask.py", "$folder/hex" ]);
	append_to_file("$folder/answers", "$answers\n");
	sql(qq{
CREATE TABLE python (n int, id text, seconds text);
\\copy python FROM '$folder/answers'});
	my $count = sql('SELECT count(*) FROM python');
	cmp_ok($count, '>', $each / 20, "Python's bson takes $count of them");
	# Section 8 of the vectors, X-3: bytes.fromhex() skips blanks. The forms with more than digits
	# are no business of bson.ObjectId.
	is(sql(q{
SELECT count(*) FROM own LEFT JOIN python p USING (n)
WHERE kind = 'text' AND (p.n IS NOT NULL) <> (state IS NULL)
	AND NOT (p.n IS NULL AND value ~ '[(\x7b]')
	AND NOT (state IS NOT NULL AND value ~ '[ \t\n\r\v\f]' AND length(value) = 24)}),
		'0', "where Python's bson differs, it is over blanks within 24 characters (X-3)");
	is(sql(q{
SELECT count(*) FROM own JOIN python p USING (n)
WHERE state IS NULL AND (result <> p.id
	OR extract(epoch FROM objectid_timestamp(result::objectid))::bigint::text <> p.seconds)}),
		'0', "bytes and time of an id are those of Python's bson");
}

$node->stop;
done_testing();

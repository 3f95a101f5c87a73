# Mutated literals through SQL: the server stays up, and accepts exactly what it should.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use JSON::PP ();
use test_server;

# literals of objectid, and a quarter of that of each other kind
my $each = repeated(2_000, 10_000);

seeded();

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
		my $how = int rand 8;
		if ($how == 0) { substr($text, $at, 0) = pick(@alphabet) }
		elsif ($how == 1) { substr($text, $at, 1) = pick(@alphabet) if $at < length $text }
		elsif ($how == 2) { substr($text, $at, 1) = '' if $at < length $text }
		elsif ($how == 3) { $text = pick(' ', "\t", "\n", '') . $text }
		elsif ($how == 4) { $text .= pick(' ', "\n", '', "\x0b") }
		elsif ($how == 5) { $text = substr($text, 0, $at) }
		elsif ($how == 6) { substr($text, $at, 0) = $other }
		else { $text = pick(uc $text, lc $text, scalar reverse $text) }
	}
	return $text;
}

my $digits = '[0-9a-fA-F]{24}';
my $blanks = '[ \t\n\r]*';
my $call = qr/(?:new )?ObjectId/;
my $object = qr/\{$blanks"\$oid"$blanks:$blanks"$digits"$blanks\}/;
my $forms = qr/$digits|$call\($digits\)|$call\("$digits"\)|$call\('$digits'\)|$object/;

# The id that a text is, or nothing.
sub id_of
{
	my ($text) = @_;
	return $text =~ /\A(?:$forms)\z/ ? lc(($text =~ /($digits)/)[0]) : undef;
}

sub some_bytes { return '\\x' . hex_digits(2 * pick(@_)) }

# How the server reads each kind, how it reads what is not ours in it, what it is made of, and what
# comes of a text and that reading, or nothing when it should be refused.
my %kinds = (
	text => [ '$1::objectid', 'NULL', sub {
		my $id = hex_digits(24);
		my $blank = sub { join '', map { pick(' ', "\t", "\n", "\r") } 1 .. pick(0, 0, 1, 2) };
		my $object = join $blank->(), '{', '"$oid"', ':', "\"$id\"", '}';
		return pick($id, $id, "ObjectId($id)", "ObjectId(\"$id\")", "ObjectId('$id')",
			"new ObjectId('$id')", "{\"\$oid\":\"$id\"}", $object);
	}, sub { id_of($_[0]) } ],
	jsonb => [ '$1::jsonb::objectid', '$1::jsonb', sub {
		my $id = hex_digits(24);
		return pick("\"$id\"", "{\"\$oid\": \"$id\"}", "[\"$id\"]", "{\"oid\": \"$id\"}",
			"{\"\$oid\": \"$id\", \"a\": 1}", "{\"\$oid\": {\"\$oid\": \"$id\"}}",
			"{\"\$oid\": 1}", "\"ObjectId('$id')\"", 'null', 'true', '12', '{}', '[]');
	}, sub { # A string is read as text is.
		my ($value, $read) = @_;
		return id_of(JSON::PP->new->utf8->allow_nonref->decode($read)) if $read =~ /\A"/;
		return $read =~ /\A\{"\$oid": "($digits)"\}\z/ ? lc $1 : undef;
	} ],
	bytea => [ '$1::bytea::objectid', '$1::bytea',
		sub { some_bytes(12, 12, 12, 0, 1, 11, 13, 16, 24) },
		sub { $_[1] =~ /\A\\x([0-9a-f]{24})\z/ ? $1 : undef } ],
	uuid => [ '$1::uuid::objectid', '$1::uuid', sub {
		my $start = pick('00000000', '00000000', hex_digits(8));
		return join '-', $start, map { hex_digits($_) } 4, 4, 4, 12;
	}, sub { $_[1] =~ /\A00000000-([0-9a-f-]{27})\z/ ? $1 =~ s/-//gr : undef } ],
	# V: the digit with the bits of the variant
	uuid_v8 => [ q{regexp_replace(uuid_v8($1::bytea)::text, '^(.{19})[89ab]', '\1V')}, '$1::bytea',
		sub { some_bytes(16, 16, 16, 0, 12, 15, 17) },
		sub { $_[1] =~ /\A\\x(.{8})(.{4}).(.{3}).(.{3})(.{12})\z/ ? "$1-$2-8$3-V$4-$5" : undef } ]);

my $node = start_server('main', "log_statement = none\nlog_min_messages = warning\nTimeZone = UTC",
	extra => [ '-E', 'UTF8', '--locale', 'C' ]);
sql(q{
CREATE EXTENSION objectid;
CREATE FUNCTION attempt(reading text, value text, OUT result text, OUT state text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT (%s)::text', reading) USING value INTO result;
EXCEPTION WHEN OTHERS THEN
	state := SQLSTATE;
END $$;
CREATE TABLE literals (n int, kind text, hex text);
CREATE TABLE kinds (kind text, reading text, own_reading text);
});
my $started = sql('SELECT pg_postmaster_start_time()');
sql("INSERT INTO kinds VALUES ('$_', \$q\$$kinds{$_}[0]\$q\$, \$q\$$kinds{$_}[1]\$q\$)")
  for keys %kinds;

my $literals = $node->basedir . '/literals';
my (@values, @lines);
for my $kind (sort keys %kinds)
{
	for (1 .. ($kind eq 'text' ? $each : $each / 4))
	{
		push @values, mutate($kinds{$kind}[2]->());
		utf8::encode(my $bytes = $values[-1]);
		push @lines, join("\t", scalar @values, $kind, unpack 'H*', $bytes) . "\n";
	}
}
append_to_file($literals, join '', @lines);
sql(qq{
\\copy literals FROM '$literals'
CREATE TABLE results AS
	SELECT n, kind, value, a.*, o.result AS own, pg_backend_pid() AS pid
	FROM literals JOIN kinds USING (kind), convert_from(decode(hex, 'hex'), 'UTF8') value,
		attempt(reading, value) a, attempt(own_reading, value) o});
is(sql("SELECT count(*), count(DISTINCT pid),
		(SELECT pg_postmaster_start_time() = '$started') FROM results"),
	@values . '|1|t', 'the session and the server live through ' . @values . ' literals');
unlike(slurp_file($node->logfile), qr/PANIC|TRAP|terminated by signal/, 'and nothing crashed');

my (%accepted, %refused, %wrong, %states);
for (split /\n/, sql(q{
SELECT n, kind, coalesce(result, '-'), coalesce(state, '-'),
	encode(convert_to(coalesce(own, ''), 'UTF8'), 'hex') FROM results ORDER BY n}))
{
	my ($n, $kind, $result, $state, $own) = split /\|/, $_, 5;
	my $expected = $kinds{$kind}[3]->($values[ $n - 1 ], pack 'H*', $own);
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
	skip 'pg_input_is_valid came with PostgreSQL 16', 1 if $node->pg_version < 16;
	is(sql(q{
SELECT count(*) FROM results, pg_input_error_info(value, 'objectid') i
WHERE kind = 'text' AND (i.sql_error_code IS DISTINCT FROM state
	OR pg_input_is_valid(value, 'objectid') <> (state IS NULL))}),
		'0', 'pg_input_is_valid and pg_input_error_info say the same of each literal');
}

# Python's bson ------------------------------------------------------------------------------------

SKIP:
{
	my ($python) =
	  grep { system("$_ -c 'import bson' 2>/dev/null") == 0 } 'python3', '/usr/bin/python3';
	skip 'the Python module bson is not installed (Debian package python3-bson)', 3 unless $python;

	my $answers = $node->basedir . '/answers';
	my ($out) = run_command([ $python, '-c', <<'PYTHON', $literals ]);
import sys
from bson import ObjectId
for line in open(sys.argv[1]):
    n, kind, value = line.rstrip("\n").split("\t")
    value = bytes.fromhex(value).decode()
    if kind == "text" and ObjectId.is_valid(value):
        id = ObjectId(value)
        binary = id.binary.hex()
        seconds = int(id.generation_time.timestamp()) if len(binary) == 24 else "-"
        print(n, binary, seconds, sep="\t")
PYTHON
	append_to_file($answers, "$out\n");
	sql(qq{
CREATE TABLE python (n int, id text, seconds text);
\\copy python FROM '$answers'});
	my $count = sql('SELECT count(*) FROM python');
	cmp_ok($count, '>', $each / 20, "Python's bson takes $count of them");
	# Section 8 of the vectors, X-3: bytes.fromhex() skips blanks. The forms with more than digits
	# are no business of bson.ObjectId.
	is(sql(q{
SELECT count(*) FROM results LEFT JOIN python p USING (n)
WHERE kind = 'text' AND (p.n IS NOT NULL) <> (state IS NULL)
	AND NOT (p.n IS NULL AND value ~ '[(\x7b]')
	AND NOT (state IS NOT NULL AND value ~ '[ \t\n\r\v\f]' AND length(value) = 24)}),
		'0', "where Python's bson differs, it is over blanks within 24 characters (X-3)");
	is(sql(q{
SELECT count(*) FROM results JOIN python p USING (n)
WHERE state IS NULL AND (result <> p.id
	OR extract(epoch FROM objectid_timestamp(result::objectid))::bigint::text <> p.seconds)}),
		'0', "bytes and time of an id are those of Python's bson");
}

$node->stop;
done_testing();

# doc/managed/objectid.sql, the names of the extension in plain SQL: the same results and errors,
# unique ids that ascend, dumps, rights, hostile schemas, and the way to the extension and back.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use dumps;
use fake_clock_and_random;
use test_server;

my $script = "$top/doc/managed/objectid.sql";
my $has_clock = fake_clock_and_random::build();

my $node = start_server('main', shared_generators() . "timezone = 'Asia/Kathmandu'");
my $has_uuidv7 = $node->pg_version >= 18;
sql("CREATE ROLE $_ LOGIN") for qw(app guest application);

my $page = slurp_file("$top/doc/managed.md");
my ($command) = $page =~ /^```sh\n(psql .*?)^```/ms;

# What a command of psql's prints that the page shows, in the folder of the script, as this role.
sub printed_by
{
	my ($shown, $database, $role) = @_;
	local @ENV{qw(PGHOST PGPORT PGDATABASE PGUSER)} =
	  ($node->host, $node->port, $database, $role);
	my $output = '';
	IPC::Run::run([ 'sh', '-c', "cd '$top/doc/managed' && $shown" ],
		'<', '/dev/null', '>&', \$output);
	return $output;
}

# The same with the script in another schema.
sub install
{
	my ($database, $role, $schema, $before) = @_;
	my $create = $command =~ s/CREATE SCHEMA ids/CREATE SCHEMA IF NOT EXISTS $schema/r;
	$create =~ s/= ids/= $schema/;
	$create =~ s/(?= -c)/ -c '$before'/ if $before;
	return printed_by($create, $database, $role);
}

my $objects = q{
SELECT classid::regclass, objid, pg_describe_object(classid, objid, 0)
FROM pg_shdepend WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY 1, 2};

sql("CREATE DATABASE $_") for qw(managed extended);
sql('GRANT CREATE ON DATABASE managed TO app');
unlike(printed_by($command, 'managed', 'app'), qr/ERROR/,
	'a role with CREATE on the database installs it with the command of the page');
my $installed = sql_in('managed', $objects);
isnt($installed, '', 'objects are its');
like(install('managed', 'app', 'ids'), qr/ERROR:  function "\w+" already exists/,
	'a second time, the script fails');
is(sql_in('managed', $objects), $installed, 'and changes nothing');
sql_in('managed', 'ALTER DATABASE managed SET search_path = public, ids');
sql_in('extended', 'CREATE EXTENSION objectid');
is(sql_in('managed', q{
SELECT string_agg(pg_describe_object(classid, objid, objsubid), ', ')
FROM (SELECT 'pg_proc'::regclass AS classid, oid AS objid, 0 AS objsubid, pronamespace AS schema
	FROM pg_proc
	UNION SELECT 'pg_class'::regclass, oid, 0, relnamespace FROM pg_class
	UNION SELECT 'pg_type'::regclass, oid, 0, typnamespace FROM pg_type
		WHERE typtype = 'd') o
WHERE schema = 'ids'::regnamespace AND obj_description(objid, classid::regclass::name) IS NULL}),
	'', 'every object has a comment');

# The same results ---------------------------------------------------------------------------------

# Each of these expressions gives one text or error in both databases. The settings that could
# change a text of a time are the same. Of a detail, what the extension expects may differ.
my $outcomes = q{
CREATE TABLE expressions (n int GENERATED ALWAYS AS IDENTITY, expression text);
CREATE FUNCTION outcome(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
	detail text;
	hint text;
BEGIN
	EXECUTE format('SELECT (%s)::text', expression) INTO result;
	RETURN coalesce(result, 'NULL');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	IF SQLSTATE = '22P02' THEN
		detail := substring(detail FROM '^At .*, "[$][A-Za-z]+" ');
		hint := '';
	END IF;
	RETURN concat_ws(' ', SQLSTATE, nullif(detail, ''), nullif(hint, ''), SQLERRM);
END
$$};
sql_in($_, $outcomes) for qw(managed extended);

sub check_same
{
	my ($name, $least, @expressions) = @_;
	cmp_ok(scalar @expressions, '>=', $least, "$name: there are expressions");
	my $values = join ', ', map { '($e$' . $_ . '$e$)' } @expressions;
	my %outcome;
	for my $database (qw(managed extended))
	{
		$outcome{$database} = [ split /\n/, sql_in($database, qq{
TRUNCATE expressions RESTART IDENTITY;
INSERT INTO expressions (expression) VALUES $values;
SELECT to_json(concat(expression, ': ', outcome(expression))) FROM expressions ORDER BY n}) ];
	}
	is_deeply($outcome{managed}, $outcome{extended}, "$name: the same results");
	return @{ $outcome{managed} };
}

# The vectors of other tests
my ($of_ids, $of_uuids) = map {
	join '', map { slurp_file("$top/$_") } @$_
} [ 'sql/objectid_time.sql', 'sql/objectid_io.sql', 'sql/time_predicates.sql',
	'test/unit/objectid_test.cpp' ],
  [ 'sql/uuid_time.sql', 'sql/uuid_generate.sql', 'test/unit/uuid_test.cpp' ];
my $sixteen = qr/[[:xdigit:]]{8}(?:-[[:xdigit:]]{4}){3}-[[:xdigit:]]{12}/;
my $time = qr/-?infinity|\d{4,6}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?\+00(?: BC)?)?(?=')/;
sub found
{
	my ($pattern, $text) = @_;
	my %found = map { $_ => 1 } $text =~ /['"]($pattern)/g;
	return sort keys %found;
}
my @ids = found(qr/[\da-f]{24}\b/, $of_ids);
my @uuids = map { lc } found($sixteen, $of_uuids);
my @times = map { /:|inf/ ? $_ : "$_ 00:00:00+00" } found($time, $of_ids . $of_uuids);
# The ends of what ids hold
push @times, '1970-01-01 00:00:00+00', '2106-02-07 06:28:15.999999+00',
  '10889-08-02 05:31:50.655999+00';

check_same('ids', 10, map { ("'$_'::objectid", "objectid_timestamp('$_')") } @ids);
check_same('UUIDs', 10, map { "uuid_v7_timestamp('$_')" } @uuids);
my @of_time = (
	"objectid_min('%s')", "objectid_max('%s')", "uuid_v7_min('%s')", "uuid_v7_max('%s')",
	"objectid_timestamp(gen_objectid('%s'))", "uuid_v7_timestamp(uuid_v7('%s'))",
	"left(uuid_v7('%s')::text, 18)");
sub of_times { return map { my $t = $_; map { sprintf $_, $t } @of_time } @_ }
check_same('times', 200, of_times(@times));

# Microseconds of any time that timestamptz has, and of those that ids have
seeded();
my @random_times = map {
	my ($first, $last) = @{ pick([ -4713, 294275 ], [ 1965, 2110 ], [ 10880, 10895 ]) };
	my $year = $first + int rand($last - $first + 1);
	my $is_bc = $year <= 0;
	sprintf '%04d-%02d-%02d %02d:%02d:%02d.%06d+00%s', $is_bc ? 1 - $year : $year,
	  1 + int rand 12, 1 + int rand 28, int rand 24, int rand 60, int rand 60, int rand 1e6,
	  $is_bc ? ' BC' : ''
} 1 .. 300;
check_same('random times', 2000, of_times(@random_times));
check_same('random ids', 300, map {
	q{objectid_timestamp('} . join('', map { sprintf '%x', rand 16 } 1 .. 24) . q{')} } 1 .. 300);
check_same('random UUIDs', 300, map {
	my $digits = join '', map { sprintf '%x', rand 16 } 1 .. 32;
	substr($digits, 12, 1) = pick(7, 7, 7, 4, 'f');
	"uuid_v7_timestamp('$digits')"
} 1 .. 300);

check_same('what is no id', 10, map { "'$_'::objectid" } '', ' ', 'hello', '1' x 23, '1' x 25,
	'g' x 24, ' ' . '1' x 23, '1' x 24 . "\n", '1' x 23 . 'é', '0x' . '1' x 22,
	'2026-01-01 00:00:00+00');
check_same('NULL', 8, 'NULL::objectid', map { "$_(NULL)" }
	  qw(objectid_timestamp objectid_min objectid_max gen_objectid uuid_v7 uuid_v7_timestamp
	  uuid_v7_min uuid_v7_max));

# Ids sort and compare as they do in the extension, whatever the collation of the database
my $all_ids = "'{" . join(',', @ids) . "}'::objectid[]";
check_same('order', 1,
	"SELECT string_agg(id::text, ' ' ORDER BY id DESC) "
	  . "FROM (SELECT DISTINCT unnest($all_ids) AS id) ids");

# What Extended JSON gives, or the error
my $inserts = join "\n", slurp_file("$top/sql/ejson.sql") =~
  /^((?:CREATE TEMP TABLE|INSERT INTO) vector .*?;)$/gms;
my $results = "SELECT left(input, 100), left(outcome, 300), md5(outcome)
FROM vector, outcome(format('ejson_to_jsonb(%L, %L)', input, legacy_uuid)) ORDER BY line";
my $in_sql = sql_in('managed', "$inserts\n$results");
cmp_ok($in_sql =~ tr/\n//, '>', 370, 'Extended JSON: there are vectors');
is($in_sql, sql_in('extended', "$inserts\n$results"), 'Extended JSON: the same results');
my $old_strings = $pg_version < 19 ? 'SET standard_conforming_strings = off;' : '';
is(sql_in('managed', "$inserts\n$old_strings\n$results"),
	$in_sql, 'Extended JSON: with backslashes in strings of the session');
SKIP:
{
	skip 'needs /proc/PID/status', 1 unless -r "/proc/$$/status";
	my (undef, $peak_kb) = split /\n/, sql_in('managed', q{
SELECT count(ejson_to_jsonb((repeat(format('{"%s": ', repeat('k', 1500)), 600)
	|| '{"$numberInt": "1"}' || repeat('}', 600))::jsonb));
SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+) kB')});
	cmp_ok($peak_kb, '<', 150_000, "600 levels with long keys take $peak_kb kB");
}

# New ids ------------------------------------------------------------------------------------------

sql_in('managed', q{
CREATE TABLE made (
	n int GENERATED ALWAYS AS IDENTITY, pid int DEFAULT pg_backend_pid(),
	before timestamptz DEFAULT clock_timestamp(), id objectid DEFAULT gen_objectid(),
	after timestamptz DEFAULT clock_timestamp(),
	back_filled objectid DEFAULT gen_objectid('2020-01-01'),
	v7 uuid DEFAULT uuid_v7(), v7_at uuid DEFAULT uuid_v7('2020-01-01'));
GRANT ALL ON made TO PUBLIC;
GRANT USAGE ON SCHEMA ids TO guest});

# Ids that are made before others begin are smaller: at each beginning, the greatest id that was
# there is below.
my $falls = q{
SELECT count(*) FROM (
	SELECT id, is_end, max(id) FILTER (WHERE is_end) OVER (ORDER BY at, is_end) AS greatest
	FROM made, LATERAL (VALUES (before, false), (after, true)) event (at, is_end)) s
WHERE NOT is_end AND id <= greatest};
my $repeated = q{
SELECT count(*) - count(DISTINCT id), count(*) - count(DISTINCT back_filled),
	count(*) - count(DISTINCT v7), count(*) - count(DISTINCT v7_at)
FROM made};
sub insert_rows { return "INSERT INTO made SELECT FROM generate_series(1, $_[0])" }

$node->pgbench('-n -c 16 -j 2 -t 10', 0, [qr/processed/], [qr/^(?:pgbench: setting .*\n)?$/],
	'16 sessions make ids', { made => insert_rows(20) . ';' }, 'managed');
is(sql_in('managed', 'SELECT count(*), count(DISTINCT pid) FROM made'), '3200|16',
	'all of them did');
is(sql_in('managed', $repeated), '0|0|0|0', 'no two are alike');
is(sql_in('managed', $falls), '0', 'and they ascend, among sessions too');
my $earlier = $has_uuidv7 ? 'v7 <= earlier' : 'left(v7::text, 18) < left(earlier::text, 18)';
is(sql_in('managed', qq{
SELECT count(*) FROM (
	SELECT v7, lag(v7) OVER (PARTITION BY pid ORDER BY n) AS earlier FROM made) s
WHERE $earlier}), '0', 'UUIDs of version 7 ascend by the clock');
is(sql_in('managed', q{
SELECT count(*) FROM made
WHERE objectid_timestamp(id) NOT BETWEEN date_trunc('second', before) AND after
	OR uuid_v7_timestamp(v7) NOT BETWEEN date_trunc('milliseconds', before) AND clock_timestamp()
	OR objectid_timestamp(back_filled) <> '2020-01-01' OR uuid_v7_timestamp(v7_at) <> '2020-01-01'
	OR v7::text !~ '^.{14}7.{4}[89ab]' OR v7_at::text !~ '^.{14}7.{4}[89ab]'}),
	'0', 'they have the time of the clock, or the given one');
is(sql_in('managed', q{
SELECT pg_sleep_until(date_trunc('second', clock_timestamp()) + interval '1.6 s') \g /dev/null
SELECT objectid_timestamp(gen_objectid()) < clock_timestamp()}),
	't', 'that of the second that goes on, though it is nearly over');

# Each row takes two numbers: the third one has the last.
sql_in('managed', 'TRUNCATE made; SELECT setval($$ids.objectid_internal_counter$$, 16777210);'
	. insert_rows(20));
is(sql_in('managed', $repeated), '0|0|0|0', 'none repeats when the sequence goes round');
is(sql_in('managed', 'SELECT count(*) FROM made WHERE substr(id::text, 9, 6) BETWEEN '
		. q{'000000' AND '0000ff'}), '17', 'which it did');

SKIP:
{
	skip 'no C compiler, for clocks that are set', 5 unless $has_clock;

	# Of two copies with one clock, which stands, only the random bytes differ.
	sql_in('managed', 'TRUNCATE made');
	sql('CREATE DATABASE copied TEMPLATE managed');
	$node->set_clock(time . ' 0 0');
	sql_in($_, insert_rows(1000)) for qw(managed copied);
	my %made = map { $_ => [ split /\n/, sql_in($_, 'SELECT id FROM made ORDER BY n') ] }
	  qw(managed copied);
	my %differ = map { $_ => 1 } map { @$_ } values %made;
	is(scalar keys %differ, 2000, 'two copies of a database: no two ids are alike');
	is_deeply([ map { substr $_, 0, 14 } @{ $made{managed} } ],
		[ map { substr $_, 0, 14 } @{ $made{copied} } ], 'although they have the same sequence');
	is(sql_in('managed', $falls), '0', 'and ascend while the clock stands');

	# In one database, ids of a second that comes again have other numbers.
	my $second = time;
	foreach my $how (qw(fast immediate))
	{
		$node->stop($how);
		$node->start_at("$second 0 0");
		sql_in('managed', insert_rows(500));
	}
	$node->set_clock(-3600);
	sql_in('managed', insert_rows(500));
	$node->set_clock("$second 0 0");
	sql_in('managed', insert_rows(500));
	is(sql_in('managed', $repeated), '0|0|0|0', 'no id repeats after restarts and clock steps');
	is(sql_in('managed', 'SELECT count(*), count(DISTINCT substr(id, 9, 6)) FROM made'),
		'3000|3000', 'nor does a number of the sequence');
	$node->set_clock(0);
}

# Rights, paths, hostile schemas ------------------------------------------------------------------

is(sql_in('managed', q{
SELECT count(*) FROM pg_proc WHERE pronamespace = 'ids'::regnamespace AND prosecdef}),
	'0', 'functions have the rights of who calls them');
my $not_for_public = q{
SELECT string_agg(proname, ' ') FROM pg_proc
WHERE pronamespace = 'ids'::regnamespace AND NOT EXISTS (
	SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner)))
	WHERE grantee = 0 AND privilege_type = 'EXECUTE')};
my $all_calls = q{
ids.gen_objectid(), ids.gen_objectid(now()), ids.objectid_timestamp('507f1f77bcf86cd799439011'),
ids.objectid_min(now()), ids.objectid_max(now()), ids.uuid_v7(), ids.uuid_v7(now()),
ids.uuid_v7_timestamp(ids.uuid_v7()), ids.uuid_v7_min(now()), ids.uuid_v7_max(now()),
ids.ejson_to_jsonb('[{"$date": {"$numberLong": "1"}}, {"$date": "2020-01-01T00:00:00Z"},
	{"$binary": {"base64": "", "subType": "0"}}, {"$regex": "a", "$options": "xi"}]')};
is(error_of("SET search_path = ''; SELECT $all_calls", 'guest', 'managed'),
	'none', 'a role with USAGE of the schema calls them, whatever its search_path');
is(error_of(insert_rows(1), 'guest', 'managed'), 'none', 'and defaults work for it');
like(error_of(q{SELECT setval('ids.objectid_internal_counter', 1)}, 'guest', 'managed'),
	qr/^42501/, 'but it cannot set the sequence');

# The same objects, whatever the session of the installation has set; and the same rights, where
# default privileges give PUBLIC none.
my $definitions = q{
SET search_path = '';
SELECT string_agg(pg_get_functiondef(oid), '' ORDER BY oid::regprocedure::text COLLATE "C")
FROM pg_proc
WHERE pronamespace = 'ids'::regnamespace AND proowner = 'app'::regrole;
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'objectid_check'};
my $defined = sql_in('managed', $definitions);
sql('CREATE DATABASE hardened OWNER app');
sql_in('hardened', 'ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE USAGE ON TYPES FROM PUBLIC', 'app');
{
	my %setting = (
		datestyle => 'German', intervalstyle => 'sql_standard', timezone => 'Asia/Kathmandu',
		check_function_bodies => 'off', extra_float_digits => '-15', bytea_output => 'escape',
		quote_all_identifiers => 'on',
		$pg_version < 19 ? (standard_conforming_strings => 'off') : ());
	local $ENV{PGOPTIONS} = join ' ', map { "-c $_=$setting{$_}" } sort keys %setting;
	unlike(printed_by($command, 'hardened', 'app'), qr/ERROR|FATAL|error:/,
		'it is installed with odd settings');
}
ok(sql_in('hardened', $definitions) eq $defined, 'to the same');
is(sql_in('hardened', $not_for_public), '', 'with EXECUTE for PUBLIC');
sql_in('hardened', 'GRANT USAGE ON SCHEMA ids TO guest; GRANT CREATE ON SCHEMA public TO guest',
	'app');
is(error_of("SELECT $all_calls; CREATE TABLE public.made (
	id ids.objectid DEFAULT ids.gen_objectid(), v7 uuid DEFAULT ids.uuid_v7());
INSERT INTO public.made DEFAULT VALUES; TABLE public.made", 'guest', 'hardened'),
	'none', 'and the guest makes a table with defaults');

# A schema in which somebody else has planted functions and operators of the same names, for other
# types and for the same. None gets into the bodies, where each raises an error.
my @words = do { my %is; grep { !$is{$_}++ } slurp_file($script) =~ /\b([a-z]\w+)\b/g };
sql('CREATE ROLE planter LOGIN; CREATE DATABASE planted OWNER app');
sql_in('planted', 'CREATE SCHEMA ids; GRANT ALL ON SCHEMA ids TO PUBLIC', 'app');
sql_in('planted', q{
DO $do$
DECLARE
	types text[] := '{text,varchar,name,anyelement,int4,int8,numeric,float8,timestamp,timestamptz,
		interval,uuid,bit,jsonb}';
	body text := $$LANGUAGE plpgsql AS 'BEGIN RAISE ''planted''; END'$$;
	f record;
BEGIN
	FOR f IN
		SELECT DISTINCT proname, concat(a, ', ' || b, ', ' || c) AS arguments
		FROM pg_proc CROSS JOIN unnest(types) AS a LEFT JOIN unnest(types) AS b ON pronargs > 1
			LEFT JOIN unnest('{text,int4,varchar}'::text[]) AS c ON pronargs > 2
		WHERE pronamespace = 'pg_catalog'::regnamespace AND pronargs BETWEEN 1 AND 3
			AND prokind = 'f' AND proname = ANY (string_to_array('WORDS', ' '))
	LOOP
		EXECUTE format('CREATE FUNCTION ids.%I(%s) RETURNS text %s', f.proname, f.arguments, body);
	END LOOP;
	FOR f IN SELECT a, b FROM unnest(types) AS a, unnest(types) AS b LOOP
		EXECUTE format('CREATE FUNCTION ids.planted(%s, %s) RETURNS text %s', f.a, f.b, body);
		EXECUTE (SELECT string_agg(format(
				'CREATE OPERATOR ids.%s (FUNCTION = ids.planted, LEFTARG = %s, RIGHTARG = %s)',
				name, f.a, f.b), ';')
			FROM unnest('{||,-,+,*,/,%,=,<>,<,<=,>,>=,&,<<,>>,~,!~,->,->>}'::text[]) AS name);
	END LOOP;
END
$do$} =~ s/WORDS/@words/r, 'planter');
cmp_ok(sql_in('planted', 'SELECT count(*) FROM pg_proc WHERE proowner = $$planter$$::regrole'),
	'>', 2000, 'functions are planted');
unlike(install('planted', 'app', 'ids'), qr/ERROR|FATAL|error:/,
	'the script is installed among them');
is(sql_in('planted', $definitions), $defined, 'to the same');
is(error_of("SET search_path = ids, pg_temp; SELECT $all_calls", 'guest', 'planted'),
	'none', 'calls work, with them in the search_path');
is(error_of("SET search_path = pg_temp, ids, pg_catalog;
CREATE DOMAIN pg_temp.jsonb AS text; CREATE DOMAIN pg_temp.text AS int; CREATE TEMP TABLE member ();
SELECT ids.ejson_to_jsonb(d) FROM (VALUES
	(pg_catalog.jsonb '{\"a\": [{\"\$date\": \"2020-01-01\"}, {\"\$numberInt\": \"1\"}]}')) v (d);
SELECT ids.gen_objectid(), ids.uuid_v7(),
	ids.objectid_min(ids.objectid_timestamp(ids.gen_objectid())),
	ids.uuid_v7_max(ids.uuid_v7_timestamp(ids.uuid_v7()))", 'guest', 'planted'),
	'none', 'even before pg_catalog');
like(error_of("SET search_path = ids, pg_catalog; SELECT $_->[1]", 'guest', 'planted'),
	qr/^$_->[0]/, "so does an error: $_->[0]")
  for [ '22P02', q{'x'::objectid} ], [ '22008', q{objectid_min('infinity')} ];

# A collation of the argument that knows no case does not get into the function.
SKIP:
{
	skip 'the server was built without ICU', 2 unless sql_in('managed', q{
SELECT count(*) FROM pg_collation WHERE collname = 'und-x-icu'});
	sql_in('managed', q{
CREATE COLLATION public.any_case (
	provider = icu, locale = 'und-u-ks-level2', deterministic = false)});
	my $legacy = q{ejson_to_jsonb('{
	"a": {"$binary": "ABEiM0RVZneImaq7zN3u/w==", "$type": "03"}, "c": {"$date": "2020-01-01"},
	"b": {"$oid": "56E1FC72E0C917E9C4714161"}}', 'java' COLLATE any_case)};
	is(sql_in('managed', "SELECT $legacy"),
		sql_in('managed', 'SELECT ' . $legacy =~ s/ COLLATE any_case//r),
		'Extended JSON: with a collation without case');
	like(error_of('SELECT ' . $legacy =~ s/java/JAVA/r, undef, 'managed'),
		qr/^22023: invalid value for parameter "legacy_uuid": "JAVA"/, 'which does not match more');
}

# Dump and restore ---------------------------------------------------------------------------------

my $dump = dumps::dump_of($node, 'managed');
sql('CREATE DATABASE restored');
$node->command_ok(
	[ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('restored'),
		'-f', $node->basedir . '/managed.dump' ],
	'a dump is restored');
ok(dumps::dump_of($node, 'restored') eq $dump, 'to the same');
is(error_of("SELECT $all_calls", 'app', 'restored'), 'none', 'and the functions work there');

# The page -----------------------------------------------------------------------------------------

# Its functions, and those of the script
my ($listed) = $page =~ /^## What is there\n(.*?)^## /ms;
my @first_columns = $listed =~ /^\| (`.*?) \|/mg;
my %named = map { /^(\w+)/ ? ($1 => 1) : () } map { /`([^`]*)`/g } @first_columns;
is_deeply([ sort keys %named ], [ split /\n/, sql_in('managed', q{
SELECT DISTINCT name COLLATE "C" FROM (
	SELECT proname FROM pg_proc WHERE pronamespace = 'ids'::regnamespace
	UNION SELECT typname FROM pg_type WHERE typnamespace = 'ids'::regnamespace AND typtype = 'd'
) o (name) WHERE name !~ '^objectid_internal_' ORDER BY 1}) ], 'the page lists what there is');

my %replace = ('\i objectid.sql' => "\\i $script");

my @blocks = doc_examples::blocks('doc/managed.md');
sub sql_of_section
{
	my ($section) = @_;
	my @found = grep { ($_->{section} // '') =~ $section } @blocks;
	return map { $_->{sql} =~ s/\\i objectid.sql/\\i $script/r } @found;
}

# What holds before and after a move: rows, with a reference that is checked, and what the
# defaults make.
my $state = q{
SET search_path = public, ids;
INSERT INTO orders (customer) SELECT id FROM orders WHERE total = 5;
INSERT INTO items (in_order, tags) SELECT id, ARRAY[id] FROM orders WHERE total IS NULL;
SELECT string_agg(DISTINCT format_type(atttypid, NULL), ' '),
	(SELECT string_agg(concat(o.id, ' ', customer, ' ', total), ', ' ORDER BY o.id)
		FROM orders o WHERE total IS NOT NULL),
	(SELECT count(*) FROM items JOIN orders o ON in_order = o.id AND tags[1] = o.id),
	(SELECT bool_and(objectid_timestamp(o.id) > '2026-01-01' AND
			uuid_v7_timestamp(i.id) > '2026-01-01')
		FROM items i JOIN orders o ON in_order = o.id WHERE total IS NULL),
	(SELECT string_agg(pg_get_constraintdef(oid), ', ' ORDER BY oid) FROM pg_constraint
		WHERE contype = 'f' AND convalidated),
	(SELECT string_agg(made, ', ' ORDER BY made) FROM pg_attrdef, pg_get_expr(adbin, adrelid) made),
	(SELECT count(*) FROM pg_extension WHERE extname = 'objectid')
FROM pg_attribute
WHERE attrelid IN ('orders'::regclass, 'items'::regclass)
	AND attname IN ('id', 'in_order', 'tags')};
my $expected = 'objectid objectid[] uuid|'
  . '47cc67093475061e3d95369d  5, '
  . '507f1f77bcf86cd799439011 5e9e28a4f359185cc03b2651 9.90|%d|t|'
  . 'FOREIGN KEY (in_order) REFERENCES orders(id)|gen_objectid(), uuid_v7()|%d';

doc_examples::check($node, 'doc/managed.md', section => qr/^(?!And back)/,
	database => 'moved', replace => \%replace);

# A dump of these tables, restored by the command of the page where only the script is; and from
# there to the extension.
my ($restore) = $page =~ /^```sh\n(pg_dump .*?)^```/ms;
$restore =~ s/ old / moved / && $restore =~ s/ managed$/ fetched/m or die "no $restore";
sql('CREATE DATABASE fetched');
install('fetched', sql('SELECT current_user'), 'ids');
unlike(printed_by($restore, 'fetched', sql('SELECT current_user')), qr/ERROR|FATAL|error:/,
	'tables made with the extension are restored where only the script is');
is(sql_in('fetched', $state), sprintf($expected, 3, 0), 'with all that they have');
my $refusal = ($node->psql('fetched', 'CREATE EXTENSION objectid'))[2];
like($refusal, qr/^psql:.* ERROR:  extension "objectid" would hide objects of other schemas$/m,
	'beside the script the extension is refused');
my ($named) = $refusal =~ /^DETAIL:  (.*?)^HINT/ms;
is_deeply([ split /\n/, sql_in('fetched', q{
SELECT name COLLATE "C" FROM (
	SELECT 'function ids.' || proname FROM pg_proc WHERE pronamespace = 'ids'::regnamespace
	UNION ALL SELECT 'type ids.objectid') AS o (name)
WHERE name !~ 'objectid_internal_' ORDER BY 1}) ], [ $named =~ /^([^(\n]*)/mg ],
	'which names all of it');
sql_in('fetched', $_) for (sql_of_section(qr/^Move/))[1, 2];
is(sql_in('fetched', q{
SELECT min(pg_column_size(id)), max(pg_column_size(id)), to_regnamespace('ids') IS NULL
FROM orders}), '12|12|t', 'and takes its place');

is(sql_in('moved', $state), sprintf($expected, 3, 1),
	'moved to the extension, everything is there');
is(error_of((sql_of_section(qr/^And back/))[0], undef, 'moved'), 'none', 'the way back');
is(sql_in('moved', $state), sprintf($expected, 5, 0), 'has everything, too');
is(error_of("INSERT INTO orders VALUES ('x')", undef, 'moved'),
	'22P02: invalid input syntax for type objectid: "x"', 'to columns of the domain');

# pg_tle keeps the text in a function, whose result is the script of CREATE EXTENSION. Here a
# function stands in for its install_extension, with the same quotes.
my ($with_tle) = $page =~ /^## pg_tle\n.*?^```sql\n(.*?)^CREATE/ms;
sql('CREATE DATABASE tle OWNER app');
sql_in('tle', q{
CREATE SCHEMA pgtle;
CREATE FUNCTION pgtle.install_extension(name text, version text, description text, ext text)
RETURNS boolean LANGUAGE plpgsql AS $body$
BEGIN
	EXECUTE format('CREATE FUNCTION pgtle.%I() RETURNS text LANGUAGE sql AS ' ||
		'$_pgtle_o_$SELECT $_pgtle_i_$%s$_pgtle_i_$$_pgtle_o_$',
		name || '--' || version || '.sql', ext);
	RETURN true;
END
$body$}, 'app');
my $file = PostgreSQL::Test::Utils::tempdir() . '/install.sql';
append_to_file($file, $with_tle);
unlike(printed_by("psql -X -f $file", 'tle', 'app'), qr/ERROR|FATAL|error:/,
	'pg_tle takes the script');
is(sql_in('tle', 'SELECT pgtle."objectid--1.0.0.sql"()') . "\n", slurp_file($script), 'all of it');

# The condition of the page is one on the index.
my ($create, $query) = (sql_of_section(qr/^What is there$/))[0] =~ /^(.*;\n)\n(SELECT.*)/s;
my $plan = sql_in('managed', "SET timezone = 'UTC';
$create
INSERT INTO orders (id)
SELECT gen_objectid(timestamptz '2010-01-01' + n * interval '4 h') FROM generate_series(1, 10000) n;
ANALYZE orders;
EXPLAIN (COSTS OFF) $query");
like($plan, qr/using orders_pkey|on orders_pkey/, 'the query of the page uses the primary key');
like($plan, qr/Index Cond: \(\(\(id\).*>= '4effa2.*AND .*< '50e227/, 'for both conditions');
unlike($plan, qr/Filter/, 'and nothing else');
sql_in('managed', 'DROP TABLE orders');

# A superuser moves, and another role has set a trap: where its default is parsed again, a constant
# of a domain is checked.
sql('CREATE DATABASE trapped');
install('trapped', sql('SELECT current_user'), 'ids');
sql_in('trapped', $_) for 'CREATE SCHEMA traps AUTHORIZATION planter',
  'GRANT USAGE ON SCHEMA ids TO PUBLIC';
sql_in('trapped', q{
CREATE FUNCTION traps.check_role(text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'planter' THEN
		RAISE 'sprung';
	END IF;
	RETURN true;
END
$$;
CREATE DOMAIN traps.trap AS text CHECK (traps.check_role(VALUE));
CREATE TABLE traps.bait (
	a text DEFAULT ('{x}'::traps.trap[])[1] || ids.gen_objectid(),
	b text DEFAULT ids.gen_objectid())},
	'planter');
is(error_of((sql_of_section(qr/^Move/))[1], undef, 'trapped'),
	'none', 'a move parses no default of others');
is(sql_in('trapped', q{
SELECT string_agg(pg_get_expr(adbin, adrelid), ', ' ORDER BY adnum) FROM pg_attrdef}),
	"((('{x}'::traps.trap[])[1])::text || (ids.own_gen_objectid())::text), gen_objectid()",
	'and sets those that only call a function');

# Moving, as a hostile user would have it: the owner of the database is no superuser, names need
# quotes, search_path has only the schema of the functions, another session is in the middle of a
# transaction when it begins and goes on when it has ended, and something of the owner's is in the
# schema.
my %name = (
	ids => '"My ""Ids"', public => '"Strict"', orders => '"Strict"."Or.ders"',
	items => q{"Strict"."it'ems"}, items_in_order_fkey => q{"it'ems_in_order_fkey"});
sub renamed
{
	my $names = join '|', map { quotemeta } sort { length $b <=> length $a } keys %name;
	return map { s/(?<![\w.\/])($names)(?![\w\/])/$name{$1}/gr } @_;
}
sub run_as_app
{
	my $statements = join ";\n", 'SET client_min_messages = warning', @_;
	return ($node->psql('hostile', $statements, extra_params => [ '-U', 'app' ]))[2];
}

sql('CREATE DATABASE hostile OWNER app');
unlike(install('hostile', 'app', $name{ids}), qr/ERROR|FATAL|error:/,
	'the script is installed in a schema whose name needs quotes');
sql(renamed('ALTER DATABASE hostile SET search_path = ids'));
is(run_as_app(renamed('CREATE SCHEMA public;
CREATE TABLE mine (id objectid DEFAULT gen_objectid()); INSERT INTO mine DEFAULT VALUES;',
		$create, (sql_of_section(qr/^Move/))[0])),
	'', 'tables are made with its functions');
my $session = $node->background_psql('hostile', extra_params => [ '-U', 'app' ]);
$session->query_safe(renamed('BEGIN;
PREPARE insert AS INSERT INTO orders (total) VALUES ($1); EXECUTE insert (1)'));

my ($move, $drop) = renamed((sql_of_section(qr/^Move/))[1, 2]);
my $moving = PostgreSQL::Test::Utils::tempdir() . '/move.sql';
append_to_file($moving, "SET client_min_messages = warning;\n$move");
my $mover = start_psql($node, '-d', $node->connstr('hostile'), '-U', 'app', '-f', $moving);
ok($node->poll_query_until('hostile', q{
SELECT count(*) = 1 FROM pg_stat_activity
WHERE datname = 'hostile' AND wait_event_type = 'Lock'}), 'moving waits for a transaction');
$session->query_safe('COMMIT');
$mover->{run}->finish;
is($mover->{err}, '', 'and then succeeds');
$session->query_safe('EXECUTE insert (2)');
my ($rows) = renamed(q{
SELECT count(*), count(DISTINCT id), bool_and(objectid_timestamp(id) IS NOT NULL),
	max(pg_column_size(id)) FROM orders});
is(sql_in('hostile', $rows), '4|4|t|12', 'a session goes on with a statement that it prepared');
$session->quit;
like(run_as_app($drop), qr/ERROR:  cannot drop schema My "Ids because/,
	'what is not of the script is not dropped');
is(run_as_app(renamed('ALTER TABLE ids.mine SET SCHEMA public; DROP SCHEMA ids')),
	'', 'but stays');
is(sql_in('hostile', renamed('SELECT pg_column_size(id) FROM public.mine')), '12', 'as it was');
is(run_as_app(renamed('DROP TABLE public.mine', sql_of_section(qr/^And back/))),
	'', 'the way back succeeds');
is(sql_in('hostile', $rows), '4|4|t|25', 'with all rows');
is(run_as_app(renamed('INSERT INTO items (in_order) SELECT id FROM orders')), '',
	'and defaults and keys');

$node->stop;
done_testing();

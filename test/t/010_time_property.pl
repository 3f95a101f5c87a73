# Time predicates: whatever the plan, they give the same result as a comparison of the extracted time,
# for every id, time and NULL. 20,000 ids at known times and the corner ids, against every corner time.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('property');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\njit = off\nclient_min_messages = warning\n");
$node->start;

# One session, which each call finds as new.
my $session = $node->background_psql('postgres');
$session->set_query_timer_restart;
sub sql { return $session->query_safe(join "\n", 'DISCARD ALL;', @_) }

# -- What there is to compare ---------------------------------------------------------------------

sql(<<'SQL');
CREATE EXTENSION objectid;

-- Corner times; NULL is one of them. 2021-03-01 12:00:00 and 2022-08-15 lie inside the data.
CREATE TABLE times (no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, arg timestamptz);
INSERT INTO times (arg) VALUES
	('-infinity'), ('4714-11-24 00:00:00 BC'), ('0044-03-15 12:00:00 BC'),
	('1582-10-14 23:59:59.999999'), ('1582-10-15'), ('1582-10-15 00:00:00.000001'), ('1750-06-01'),
	('1969-12-31 23:59:58.9995'), ('1969-12-31 23:59:59'), ('1969-12-31 23:59:59.999999'),
	('1970-01-01'), ('1970-01-01 00:00:00.000001'), ('1970-01-01 00:00:00.0005'), ('1970-01-01 00:00:00.001'),
	('1970-01-01 00:00:00.999999'), ('1970-01-01 00:00:01'),
	('2021-03-01 11:59:59.999999'), ('2021-03-01 12:00:00'), ('2021-03-01 12:00:00.000001'),
	('2021-03-01 12:00:00.0005'), ('2021-03-01 12:00:00.000999'), ('2021-03-01 12:00:00.001'),
	('2021-03-01 12:00:00.5'), ('2021-03-01 12:00:00.999999'), ('2021-03-01 12:00:01'),
	('2022-08-15'), ('2038-01-19 03:14:07'), ('2038-01-19 03:14:08'),
	('2106-02-07 06:28:14.999999'), ('2106-02-07 06:28:15'), ('2106-02-07 06:28:15.000001'),
	('2106-02-07 06:28:15.5'), ('2106-02-07 06:28:15.999999'), ('2106-02-07 06:28:16'), ('2107-01-01'),
	('5236-03-31 21:21:00.684696'), ('5236-03-31 21:21:00.684697'), ('5236-03-31 21:21:00.684698'), ('5237-01-01'),
	('10889-08-02 05:31:50.654'), ('10889-08-02 05:31:50.654999'), ('10889-08-02 05:31:50.655'),
	('10889-08-02 05:31:50.655001'), ('10889-08-02 05:31:50.655999'), ('10889-08-02 05:31:50.656'), ('10890-01-01'),
	('294276-12-31 23:59:59.999999'), ('infinity'), (NULL);

-- Ranges between any two of them with each kind of bounds; a NULL bound makes an unbounded one.
CREATE TABLE ranges (no int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, arg tstzrange);
INSERT INTO ranges (arg)
	SELECT DISTINCT tstzrange(a.arg, b.arg, bounds)
	FROM times a JOIN times b ON coalesce(a.arg <= b.arg, true), unnest('{[],[),(],()}'::text[]) bounds
	UNION ALL SELECT NULL;
-- Those that are tried one by one: the odd ones, and some of each sort.
CREATE TABLE some_ranges AS
	SELECT no, arg FROM ranges WHERE arg IS NULL OR isempty(arg) OR lower_inf(arg) AND upper_inf(arg)
	UNION SELECT no, arg FROM (SELECT *, row_number() OVER (PARTITION BY lower_inc(arg), upper_inc(arg), lower_inf(arg),
								   upper_inf(arg), lower(arg) < '1970-01-01', upper(arg) < '1970-01-01',
								   lower(arg) > '2107-01-01', upper(arg) > '2107-01-01' ORDER BY md5(arg::text)) FROM ranges) s
		WHERE row_number = 1;

CREATE TABLE corner_objectids AS
	SELECT DISTINCT id FROM (
		SELECT unnest(ARRAY[objectid_min(arg), objectid_max(arg), gen_objectid(arg)]) AS id
		FROM times WHERE arg BETWEEN '1970-01-01' AND '2106-02-07 06:28:15.999999'
		UNION ALL SELECT (first || repeat(rest, 16))::objectid
			FROM unnest('{00000000,00000001,7fffffff,80000000,fffffffe,ffffffff}'::text[]) first, unnest('{0,8,f}'::text[]) rest
		UNION ALL SELECT NULL) s;

-- A column that holds whatever there is: v6 and v7, their corner values under other versions and variants.
CREATE TABLE corner_uuids AS
	WITH v6_and_v7 AS (
		SELECT unnest(ARRAY[uuid_v7_min(arg), uuid_v7_max(arg), uuid_v7(arg)]) AS id
		FROM times WHERE arg BETWEEN '1970-01-01' AND '10889-08-02 05:31:50.655999'
		UNION ALL
		SELECT unnest(ARRAY[uuid_v6_min(arg), uuid_v6_max(arg), uuid_v6(arg), uuid_v6_to_v1(uuid_v6(arg))])
		FROM times WHERE arg BETWEEN '1582-10-15' AND '5236-03-31 21:21:00.684697')
	SELECT DISTINCT id FROM (
		SELECT id FROM v6_and_v7
		UNION ALL SELECT overlay(overlay(id::text PLACING version FROM 15) PLACING variant FROM 20)::uuid
			FROM v6_and_v7, unnest('{0,4,6,7,8,f}'::text[]) version, unnest('{0,7,8,b,c,f}'::text[]) variant
			WHERE right(id::text, 1) IN ('0', 'f')
		UNION ALL SELECT repeat(digit, 32)::uuid FROM unnest('{0,7,8,f}'::text[]) digit
		UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 100)
		UNION ALL SELECT NULL) s;

-- 20,000 ids at 1,000 known times of two years, given to the microsecond.
CREATE TABLE known_times AS
	SELECT timestamptz '2021-01-01' + n * interval '17:30:38.271605' AS at FROM generate_series(1, 1000) n
	UNION ALL SELECT '2021-03-01 12:00:00' UNION ALL SELECT '2021-03-01 12:00:00.0006' UNION ALL SELECT '2022-08-15';
CREATE TABLE objectids AS
	SELECT gen_objectid(at) AS id FROM known_times, generate_series(1, 20) UNION ALL TABLE corner_objectids;
CREATE TABLE uuids AS
	SELECT CASE WHEN n % 2 = 0 THEN uuid_v6(at) ELSE uuid_v7(at) END AS id FROM known_times, generate_series(1, 20) n
	UNION ALL TABLE corner_uuids;
CREATE INDEX ON objectids (id);
CREATE INDEX ON uuids (id);

-- The corners and a few others, to be looked at row by row.
CREATE TABLE few_objectids AS
	TABLE corner_objectids UNION ALL SELECT unnest(ARRAY[gen_objectid(at)]) FROM (SELECT at FROM known_times ORDER BY md5(at::text) LIMIT 200) s;
CREATE TABLE few_uuids AS
	TABLE corner_uuids UNION ALL SELECT unnest(ARRAY[uuid_v6(at), uuid_v7(at)]) FROM (SELECT at FROM known_times ORDER BY md5(at::text) LIMIT 100) s;

-- Of each sort of corner some, to be looked at in every context.
CREATE TABLE some_objectids AS TABLE few_objectids;
CREATE TABLE some_uuids AS SELECT id FROM (SELECT *, row_number() OVER (PARTITION BY substr(id::text, 15, 1), substr(id::text, 20, 1) ORDER BY md5(id::text))
	FROM few_uuids) s WHERE row_number <= 10;

VACUUM ANALYZE;
SQL

cmp_ok(sql("SELECT count(*) FROM $_"), '>', 20_000, "$_: more than 20,000 rows") for qw(objectids uuids);
note sql("SELECT count(*) || ' $_' FROM $_") for qw(times ranges some_ranges corner_objectids corner_uuids few_objectids few_uuids some_uuids);

# -- How it is compared ---------------------------------------------------------------------------

# A predicate is written with ID and ARG. What it has to say is written with the extracted time. A uuid of
# another version has none, and is in no range.
my @predicates;
for my $op (qw(< <= >= >))
{
	push @predicates,
		{ on => 'objectids', says => "ID $op ARG", means => "objectid_timestamp(ID) $op ARG", arg => 'times' },
		{ on => 'objectids', says => "ARG $op ID", means => "ARG $op objectid_timestamp(ID)", arg => 'times', other_order => 1 },
		map { { on => 'uuids', says => $_->[0], arg => 'times', other_order => $_->[2],
			means => "CASE WHEN ID IS NOT NULL AND ARG IS NOT NULL THEN uuid_v7_timestamp(ID) IS NOT NULL AND $_->[1] END" } }
		[ "ID $op ARG", "uuid_v7_timestamp(ID) $op ARG" ], [ "ARG $op ID", "ARG $op uuid_v7_timestamp(ID)", 1 ];
}
# (The server itself says since 17 that an unbounded range contains NULL, when the range is a constant.)
push @predicates, map { { on => 'objectids', says => $_, means => 'CASE WHEN ID IS NOT NULL THEN ARG @> objectid_timestamp(ID) END', arg => 'some_ranges' } }
	'ID <@ ARG', 'ARG @> ID', 'objectid_within(ID, ARG)';
push @predicates, map { {
		on => 'uuids', says => "uuid_${_}_within(ID, ARG)",
		means => "CASE WHEN ID IS NOT NULL AND ARG IS NOT NULL THEN uuid_${_}_timestamp(ID) IS NOT NULL AND ARG @> uuid_${_}_timestamp(ID) END",
		arg => 'some_ranges' } } 'v6', 'v7';
push @predicates, map { {
		on => 'uuids', says => $_,
		means => "CASE WHEN ID IS NOT NULL AND ARG IS NOT NULL THEN uuid_v7_timestamp(ID) IS NOT NULL AND ARG @> uuid_v7_timestamp(ID) END",
		arg => 'some_ranges' } } 'ID <@ ARG', 'ARG @> ID';

my %type = (times => 'timestamptz', some_ranges => 'tstzrange', ranges => 'tstzrange');

sub with { my ($template, $id, $arg) = @_; return $template =~ s/\bID\b/$id/gr =~ s/\bARG\b/$arg/gr }

# Ways to give the argument: an expression in the text of the query, where %1$L is the value and %2$s its
# number, or a parameter. Plans of the last three are made before the value is known.
my %form = (
	'constant' => '%1$L::TYPE',
	'stable expression' => 'stable(%1$L::TYPE)',
	'costly stable expression' => 'costly(%1$L::TYPE)',
	'volatile expression' => 'volatile(%1$L::TYPE)',
	'parameter of a custom plan' => '$1',
	'sub-select' => '(SELECT arg FROM TABLE WHERE no = %2$s)',
	'parameter of a generic plan' => '$1',
);

sql(<<'SQL');
-- No functions of SQL, which would be inlined.
CREATE FUNCTION stable(x timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE COST 1 AS 'BEGIN RETURN x; END';
CREATE FUNCTION stable(x tstzrange) RETURNS tstzrange LANGUAGE plpgsql STABLE COST 1 AS 'BEGIN RETURN x; END';
CREATE FUNCTION costly(x timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE COST 100000 AS 'BEGIN RETURN x; END';
CREATE FUNCTION costly(x tstzrange) RETURNS tstzrange LANGUAGE plpgsql STABLE COST 100000 AS 'BEGIN RETURN x; END';
CREATE FUNCTION volatile(x timestamptz) RETURNS timestamptz LANGUAGE plpgsql VOLATILE COST 1 AS 'BEGIN RETURN x; END';
CREATE FUNCTION volatile(x tstzrange) RETURNS tstzrange LANGUAGE plpgsql VOLATILE COST 1 AS 'BEGIN RETURN x; END';

-- Runs a query, which yields one text, for each argument of a table, and one that says what it should have
-- yielded; returns how many were tried, and those that differ.
CREATE FUNCTION attack(arguments regclass, form text, query text, reference text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	arg record;
	got text;
	wanted text;
	tried int := 0;
BEGIN
	IF form ~ 'generic' THEN
		EXECUTE format('PREPARE q(%s) AS %s', CASE WHEN arguments = 'times'::regclass THEN 'timestamptz' ELSE 'tstzrange' END, query);
	END IF;
	FOR arg IN EXECUTE format('SELECT no, arg, arg::text AS shown FROM %s ORDER BY no', arguments) LOOP
		IF form ~ 'generic' THEN
			EXECUTE format('EXECUTE q(%L)', arg.arg) INTO got;
		ELSIF form ~ 'parameter' THEN
			EXECUTE query INTO got USING arg.arg;
		ELSE
			EXECUTE format(query, arg.arg, arg.no) INTO got;
		END IF;
		EXECUTE format(reference, arg.arg, arg.no) INTO wanted;
		tried := tried + 1;
		IF got IS DISTINCT FROM wanted THEN
			RETURN NEXT format('%s: %s instead of %s', arg.shown, got, wanted);
		END IF;
	END LOOP;
	IF form ~ 'generic' THEN
		DEALLOCATE q;
	END IF;
	RETURN NEXT 'tried ' || tried;
END
$$;
SQL

my $compared = 0;

sub attack
{
	my ($what, $settings, $p, $form, $query, $reference) = @_;
	my $argument = $form{$form} =~ s/TYPE/$type{$p->{arg}}/r =~ s/TABLE/$p->{arg}/r;
	my $constant = $form{constant} =~ s/TYPE/$type{$p->{arg}}/r;
	$query = with($query, 'id', $argument);
	$reference = with($reference, 'id', $constant);
	my $found = sql($settings, "SELECT attack('$p->{arg}', '$form', \$q\$$query\$q\$, \$q\$$reference\$q\$);");
	$found =~ s/tried (\d+)$// or die "no count in: $found";
	$compared += $1;
	is($found, '', "$p->{says}, $what, $form");
}

# -- Through the index, all rows ------------------------------------------------------------------

# What is right, for every argument: the extracted times as a sequential scan finds them, and their rows.
sql(<<'SQL');
SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;
CREATE TABLE objectids_times AS SELECT id IS NOT NULL AS has_id, objectid_timestamp(id) AS at, count(*) AS rows FROM objectids GROUP BY 1, 2;
CREATE TABLE uuids_v6_times AS SELECT id IS NOT NULL AS has_id, uuid_v6_timestamp(id) AS at, count(*) AS rows FROM uuids GROUP BY 1, 2;
CREATE TABLE uuids_v7_times AS SELECT id IS NOT NULL AS has_id, uuid_v7_timestamp(id) AS at, count(*) AS rows FROM uuids GROUP BY 1, 2;
SQL

my $index_only = 'SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;';
for my $p (@predicates)
{
	my ($version) = $p->{means} =~ /(_v\d)/;
	my $times = $p->{on} . ($version // '') . '_times';
	my $means = $p->{means} =~ s/\w+_timestamp\(ID\)/at/gr =~ s/ID IS NOT NULL/has_id/r;
	my $reference = "SELECT coalesce(sum(rows), 0) FROM $times WHERE $means";
	for my $form ($p->{other_order} ? 'constant' : sort grep { !/volatile/ && ($p->{on} eq 'objectids' || $p->{says} =~ /within/ || /generic|constant|stable/) } keys %form)
	{
		attack('through the index', $index_only, $p, $form, "SELECT count(*) FROM $p->{on} WHERE $p->{says}", $reference);
	}

	# A nested loop gives all arguments to one plan.
	my $lateral = with("SELECT count(*) FROM $p->{on} WHERE $p->{says}", 'id', 'a.arg');
	my $wanted = with($reference, 'id', 'a.arg');
	is(sql($index_only, <<"SQL"), '', "$p->{says}, through the index, LATERAL");
SELECT a.arg, got.count, wanted.coalesce FROM $p->{arg} a, LATERAL ($lateral) got, LATERAL ($wanted) wanted
WHERE got.count IS DISTINCT FROM wanted.coalesce;
SQL
}

# -- Row by row: true, false or NULL --------------------------------------------------------------

# Each row, for every range there is (a thirtieth of them for the many corner uuids).
for my $p (@predicates)
{
	my $arguments = $p->{arg} =~ s/some_//r;
	$arguments = '(SELECT * FROM ranges WHERE no % 30 = 0 UNION TABLE some_ranges) a' if $p->{on} eq 'uuids' && $p->{arg} ne 'times';
	my ($says, $means) = map { with($p->{$_}, 'id', 'arg') } 'says', 'means';
	is(sql("SELECT id, arg, $says, $means FROM few_$p->{on}, $arguments WHERE ($says) IS DISTINCT FROM ($means) LIMIT 10;"),
		'', "$p->{says}, row by row, column as argument");
	is(sql("SELECT * FROM (SELECT id, arg, $says AS said, $means AS meant FROM few_$p->{on}, $p->{arg} OFFSET 0) s WHERE said IS DISTINCT FROM meant LIMIT 10;"),
		'', "$p->{says}, in the select list, column as argument");
}

# Wherever an expression can stand.
my $contexts = join ' || \' \' || ', map { "coalesce(($_)::text, 'NULL')" }
	'SELECT count(*) FROM FEW WHERE PREDICATE',
	'SELECT count(*) FROM FEW WHERE NOT (PREDICATE)',
	'SELECT count(*) FROM FEW WHERE (PREDICATE) IS NULL',
	'SELECT count(*) FROM FEW WHERE (PREDICATE) IS NOT TRUE',
	'SELECT count(*) FROM FEW WHERE PREDICATE OR id IS NULL',
	'SELECT count(*) FROM FEW WHERE NOT (PREDICATE AND id IS NOT NULL)',
	'SELECT sum(CASE WHEN PREDICATE THEN 1 WHEN NOT (PREDICATE) THEN 1000 ELSE 1000000 END) FROM FEW',
	'SELECT md5(string_agg(coalesce((PREDICATE)::text, \'-\'), \'\' ORDER BY id)) FROM FEW',
	'SELECT count(*) FILTER (WHERE PREDICATE) FROM FEW';
for my $p (@predicates)
{
	my $few = $contexts =~ s/FEW/some_$p->{on}/gr;
	my ($query, $reference) = map { 'SELECT ' . $few =~ s/PREDICATE/$p->{$_}/gr } 'says', 'means';
	for my $form ('constant', $p->{other_order} ? () : ('parameter of a generic plan', 'stable expression', 'volatile expression'))
	{
		attack('in every context', 'SET plan_cache_mode = force_generic_plan;', $p, $form, $query, $reference);
	}
}

note "$compared queries, each against the comparison of the extracted time";

# -- Volatile arguments ---------------------------------------------------------------------------

sql(<<'SQL');
CREATE SEQUENCE calls;
-- Never the same twice: -infinity, infinity, -infinity ...
CREATE FUNCTION turning() RETURNS timestamptz LANGUAGE sql VOLATILE AS
	$$ SELECT CASE WHEN nextval('calls') % 2 = 0 THEN timestamptz 'infinity' ELSE '-infinity' END $$;
CREATE FUNCTION turning_range() RETURNS tstzrange LANGUAGE plpgsql VOLATILE COST 1 AS
	$$ BEGIN RETURN CASE WHEN nextval('calls') % 2 = 0 THEN tstzrange(NULL, NULL) ELSE 'empty' END; END $$;
CREATE FUNCTION turning_objectid() RETURNS objectid LANGUAGE plpgsql VOLATILE COST 1 AS
	$$ BEGIN RETURN CASE WHEN nextval('calls') % 2 = 0 THEN objectid_min('2021-01-01') ELSE objectid_min('2031-01-01') END; END $$;
CREATE FUNCTION turning_uuid() RETURNS uuid LANGUAGE plpgsql VOLATILE COST 1 AS
	$$ BEGIN RETURN CASE WHEN nextval('calls') % 2 = 0 THEN uuid_v7_min('2021-01-01') ELSE uuid_v7_min('2031-01-01') END; END $$;
CREATE TABLE thousand AS SELECT gen_objectid() AS id, uuid_v7() AS u, uuid_v6() AS u6 FROM generate_series(1, 1000);
CREATE INDEX ON thousand (id); CREATE INDEX ON thousand (u);
ANALYZE thousand;
SQL

for my $volatile (
	'id >= turning()', 'id > turning()', 'id < turning()', 'id <= turning()',
	'turning() >= id', 'turning() < id',
	'id <@ turning_range()', 'turning_range() @> id', 'objectid_within(id, turning_range())',
	'u >= turning()', 'u < turning()', 'turning() > u', 'u <@ turning_range()', 'turning_range() @> u', 'turning_uuid() < timestamptz \'2025-01-01\'',
	'turning_uuid() >= now() - interval \'1 year\'', 'uuid_v6_within(u6, turning_range())', 'uuid_v7_within(u, turning_range())',
	'turning_objectid() < timestamptz \'2025-01-01\'', 'turning_objectid() >= now()',
	'turning_objectid() <@ tstzrange(\'2020-01-01\', \'2025-01-01\')',
	'turning_objectid() <@ tstzrange(now() - interval \'2000 years\', now())',
	'uuid_v7_within(turning_uuid(), \'[2020-01-01,2025-01-01)\')',
	'uuid_v7_within(turning_uuid(), tstzrange(now() - interval \'500 years\', now()))')
{
	my $queries = join '', map { "SELECT setval('calls', 1); $_; SELECT last_value FROM calls;" }
		"SELECT count(*) FROM thousand WHERE $volatile",
		"SELECT 1000 - count(*) FROM thousand WHERE NOT ($volatile)",
		"SELECT count(*) FILTER (WHERE b) FROM (SELECT $volatile AS b FROM thousand OFFSET 0) s";
	is(sql($_, $queries), join("\n", (1, 500, 1001) x 3), "$volatile: called once for each row" . ($_ && ', with an index at hand'))
		for '', 'SET enable_seqscan = off;';
}

$session->quit;
$node->stop;
done_testing();

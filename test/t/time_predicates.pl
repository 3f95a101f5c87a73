# Random tables, of ids at random times and at the ends of what an id can hold, and random
# conditions on their time, some beside conditions on the ids: wherever a predicate stands and
# whatever the plan, it says what a comparison of the extracted time says, true, false and NULL
# apart (ternary logic partitioning). OBJECTID_FUZZ_QUERIES sets how many.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $queries = $ENV{OBJECTID_FUZZ_QUERIES} // repeated(500, 3000);
my $per_schema = repeated(50, 150);
my $seed = seeded();
note("OBJECTID_FUZZ_QUERIES=$queries");

my $node = start_server('fuzz', q{
timezone = 'UTC'
autovacuum = off
jit = off
fsync = off
max_parallel_workers_per_gather = 0
client_min_messages = warning
});
sql(<<'SQL');
CREATE EXTENSION objectid;
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
SELECT format('CREATE FUNCTION %s(x %s) RETURNS %2$s LANGUAGE plpgsql STABLE COST %s
	AS ''BEGIN RETURN x; END''', name, type, cost)
FROM (VALUES ('stable', 1), ('costly', 100000)) f(name, cost),
	unnest('{timestamptz,tstzrange}'::text[]) type \gexec

-- The first and the last ids of units at the ends of what an id can hold, and between them.
CREATE TABLE corners AS
SELECT objectid_min(t) AS objectid, uuid_v7_min(t) AS v7, uuid_v6_min(t) AS v6
FROM unnest('{1970-01-01,1970-01-01 00:00:01,2026-06-01,2026-06-01 12:30:00.5,2026-12-31 23:59:59,
	2038-01-19 03:14:08,2106-02-07 06:28:15}'::timestamptz[]) t
UNION ALL SELECT objectid_max(t), uuid_v7_max(t), uuid_v6_max(t)
FROM unnest('{1970-01-01,2026-06-01,2026-06-01 12:30:00.5,2106-02-07 06:28:15}'::timestamptz[]) t
UNION ALL SELECT '000000000000000000000000', '00000000-0000-7000-8000-000000000000',
	'00000000-0000-6000-8000-000000000000'
UNION ALL SELECT 'ffffffffffffffffffffffff', 'ffffffff-ffff-7fff-bfff-ffffffffffff',
	'ffffffff-ffff-6fff-bfff-ffffffffffff'
UNION ALL SELECT NULL, uuid_v7_max('5236-03-31 21:21:00.684697'),
	uuid_v6_max('5236-03-31 21:21:00.684697')
UNION ALL SELECT NULL, uuid_v7_min('10889-08-02 05:31:50.655'), uuid_v6_min('1582-10-15');
-- The same bits under several versions and variants.
CREATE TABLE versions AS
SELECT overlay(overlay(id::text PLACING version FROM 15) PLACING variant FROM 20)::uuid AS id
FROM (SELECT unnest(ARRAY[v6, v7]) AS id FROM corners) c,
	unnest('{0,4,6,7}'::text[]) version, unnest('{0,8,b,c}'::text[]) variant;

-- Counts the rows of a query for which a condition is true, false or NULL, in filters and in a
-- select list: as it says, by a custom plan and by a generic one without sequential scans and what
-- else is named, and as it means. settings: of the custom plan.
CREATE FUNCTION differs(source text, says text, means text, t timestamptz, r tstzrange,
	without text[], settings text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	counts text := 'SELECT ARRAY[count(*) FILTER (WHERE %1$s), count(*) FILTER (WHERE NOT (%1$s)),
		count(*) FILTER (WHERE (%1$s) IS NULL)] FROM %2$s';
	query text := format('SELECT ARRAY[(SELECT count(*) FROM %1$s WHERE %2$s),
		(SELECT count(*) FROM %1$s WHERE NOT (%2$s)),
		(SELECT count(*) FROM %1$s WHERE (%2$s) IS NULL)] || (%3$s)', source, says,
		format(counts, says, source));
	wanted text;
	custom text;
	generic text;
BEGIN
	PERFORM set_config('enable_seqscan', 'on', true),
		set_config('plan_cache_mode', 'force_custom_plan', true);
	EXECUTE format(counts, 'c', format('(SELECT %s AS c FROM %s OFFSET 0) s', means, source))
	INTO wanted USING t, r;
	wanted := wanted::bigint[] || wanted::bigint[];
	PERFORM set_config(split_part(s, '=', 1), split_part(s, '=', 2), true) FROM unnest(settings) s;
	EXECUTE query INTO custom USING t, r;
	PERFORM set_config('max_parallel_workers_per_gather', '0', true),
		set_config('jit', 'off', true);
	PERFORM set_config('enable_' || node, 'off', true) FROM unnest(without || '{seqscan}') node;
	PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
	EXECUTE 'PREPARE q(timestamptz, tstzrange) AS ' || query;
	EXECUTE format('EXECUTE q(%L, %L)', t, r) INTO generic;
	DEALLOCATE q;
	RETURN CASE WHEN custom <> wanted OR generic <> wanted THEN
		format('%s and %s instead of %s: SELECT FROM %s WHERE %s; $1 = %L, $2 = %L, without %s, %s',
			custom, generic, wanted, source, says, t, r, without, settings) END;
END
$$;
SQL

# Random times and tables --------------------------------------------------------------------------

sub random_hour
{
	return sprintf '2026-%02d-%02d %02d', 1 + int rand 12, 1 + int rand 28, int rand 24;
}

sub random_time
{
	my $rest = pick('', '', '', '.5', '.000001', '.999999', '.001');
	return pick('-infinity', 'infinity', '1969-12-31 23:59:59.999999', '1970-01-01',
		'2106-02-07 06:28:15', '2106-02-07 06:28:16', '1582-10-15', '10889-08-03') if rand() < 0.1;
	return sprintf '%s:%02d:%02d%s', random_hour(), int rand 60, int rand 60, $rest;
}

sub literal { return rand() < 0.05 ? 'NULL' : "'" . random_time() . "'" }

sub random_range
{
	return pick('NULL', "'empty'") if rand() < 0.1;
	my ($from, $to) = sort map { random_hour() . ':00' } 1, 2;
	return "'" . pick('[', '(') . pick($from, $from, $from, '') . ','
	  . pick($to, $to, $to, '') . pick(']', ')') . "'";
}

# How each kind of id is made of t, its type, and the functions of its name.
my %kinds = (
	objectid => [ 'gen_objectid(t)', 'objectid', 'objectid' ],
	v7 => [ 'uuid_v7(t)', 'v7_id', 'uuid_v7' ],
	v6 => [ 'CASE WHEN n % 7 = 0 THEN uuid_v7(t) ELSE uuid_v6(t) END', 'uuid', 'uuid_v6' ],
	uuid => [
		'CASE n % 10 WHEN 0 THEN gen_random_uuid() WHEN 1 THEN uuid_v6(t) ELSE uuid_v7(t) END',
		'uuid', 'uuid_v7' ]);

# A table t (id, ts, r, n) of one of many shapes; returns the kind of its id and its statements.
sub random_schema
{
	my $kind = pick('objectid', 'objectid', 'uuid', 'uuid', 'v7', 'v6');
	my ($make, $type, $of) = @{ $kinds{$kind} };
	my $rows = pick(0, 10, 300, 300, 800);
	my $null = pick(0, 0, 5);
	my $shape = pick(qw(plain plain plain range range deep hash inherits default));
	my $table = "CREATE TABLE t (id $type, ts timestamptz, r tstzrange, n int)";
	my @do = 'DROP TABLE IF EXISTS t, other CASCADE';
	if ($shape =~ /range|deep|default/)
	{
		push @do, "$table PARTITION BY RANGE (id)", 'CREATE TABLE t_d PARTITION OF t DEFAULT';
		my @bounds = map { "(${of}_min('$_-01'))" } qw(2026-01 2026-04 2026-07 2026-10 2027-01);
		push @do, map {
			my $sub = $shape eq 'deep' && $_ == 2 ? ' PARTITION BY RANGE (id)' : '';
			"CREATE TABLE t_$_ PARTITION OF t FOR VALUES FROM $bounds[$_ - 1] TO $bounds[$_]$sub"
		} 1 .. 4;
		push @do, "CREATE TABLE t_2a PARTITION OF t_2
			FOR VALUES FROM (MINVALUE) TO (${of}_min('2026-05-15'))",
		  'CREATE TABLE t_2b PARTITION OF t_2 DEFAULT' if $shape eq 'deep';
	}
	elsif ($shape eq 'hash')
	{
		push @do, "$table PARTITION BY HASH (id)", map {
			"CREATE TABLE t_$_ PARTITION OF t FOR VALUES WITH (MODULUS 2, REMAINDER $_)" } 0, 1;
	}
	else { push @do, $table }
	push @do, 'CREATE TABLE t_child (CHECK (n IS NOT NULL)) INHERITS (t)',
	  "INSERT INTO t_child SELECT $make, t, NULL, n FROM generate_series(1, 50) n,
			LATERAL (SELECT timestamptz '2026-02-01' + n * interval '13 hours') s(t)"
	  if $shape eq 'inherits';
	push @do, "INSERT INTO t SELECT CASE WHEN n % 11 >= $null THEN $make END,
			t + (random() - 0.5) * interval '2 seconds',
			tstzrange(t - interval '1 day', t + (random() * 4) * interval '12 hours'), n
		FROM generate_series(1, $rows) n, LATERAL (
			SELECT timestamptz '2026-01-01' + n * interval '365 days' / $rows.0) s(t)" if $rows > 0;
	my $corners = $kind =~ /objectid|v7/ ? "SELECT $kind FROM corners" : 'TABLE versions';
	push @do, "INSERT INTO t SELECT c.id, '2026-06-01', '(,)', 1000 + row_number() OVER ()
		FROM ($corners) c(id)" if rand() < 0.7;
	my $predicate = $kind eq 'v6' ? "uuid_v6_within(id, '[2026-03-01,2026-09-01)')"
	  : pick("id >= timestamptz '2026-06-01'", "${of}_within(id, '[2026-03-01,2026-09-01)')",
		'id >= ts', 'NOT id < ts', 'id > ts', "id < ${of}_min('2026-06-01')",
		"id > timestamptz '2026-03-01' AND id <= ${of}_max('2026-09-01')");
	my $gist = $kind eq 'objectid' ? 'CREATE INDEX ON t USING gist (id)' : 'SELECT';
	push @do, pick('SELECT', 'CREATE INDEX ON t (id)', 'CREATE INDEX ON t (id)',
		'CREATE INDEX ON t (id DESC)', 'CREATE INDEX ON t (id DESC NULLS LAST, n)',
		'CREATE INDEX ON t (n, id DESC)', 'CREATE INDEX ON t ((n % 3), id, n)',
		'CREATE INDEX ON t USING brin (id)', $gist),
	  pick('SELECT', 'SELECT', 'CREATE INDEX ON t (ts)', 'CREATE INDEX ON t USING gist (r)'),
	  pick('SELECT', 'SELECT', "CREATE INDEX ON t (n) WHERE $predicate",
		"CREATE INDEX ON t (($predicate))"),
	  "CREATE TABLE other AS SELECT t AS since,
			tstzrange(t, t + random() * interval '60 days') AS during
		FROM generate_series(1, 6) n, LATERAL (
			SELECT timestamptz '2026-01-01' + random() * interval '365 days') s(t)",
	  'INSERT INTO other VALUES (NULL, NULL)',
	  pick('SELECT', 'CREATE INDEX ON other USING gist (during)', 'CREATE INDEX ON other (since)'),
	  pick('SELECT', 'ANALYZE', 'ANALYZE', 'VACUUM ANALYZE t');
	return ($kind, @do);
}

# Random conditions --------------------------------------------------------------------------------

# What a condition says and what it means; $joined: whether the table other is at hand.
sub atom
{
	my ($kind, $joined) = @_;
	my $of = $kinds{$kind}[2];
	my $time = "${of}_timestamp(t.id)";
	return on_id($of) if rand() < 0.15;
	return on_several($joined) if $kind eq 'objectid' && rand() < 0.15;
	if ($kind ne 'v6' && rand() < 0.6)
	{
		my $given = pick(literal() . '::timestamptz', literal() . '::timestamptz', '$1', '$1',
			'stable(' . literal() . '::timestamptz)', 'costly($1)',
			"(SELECT timestamptz '" . random_time() . "')", '(SELECT $1)',
			'(SELECT max(since) FROM other)', 't.ts',
			$joined ? ('o.since', q{o.since + interval '1 day'}) : ('t.ts', '$1'));
		my ($op, $turned) = @{ pick([ '<', '>' ], [ '<=', '>=' ], [ '>=', '<=' ], [ '>', '<' ]) };
		return (rand() < 0.7 ? "t.id $op $given" : "$given $turned t.id", "$time $op ($given)");
	}
	my $given = pick(random_range() . '::tstzrange', '$2', '$2',
		'stable(' . random_range() . '::tstzrange)', 'costly($2)', '(SELECT $2)',
		'(SELECT tstzrange(min(since), max(since)) FROM other)', 'tstzrange($1, NULL)', 't.r',
		$joined ? ('o.during', 'o.during') : ('t.r', '$2'));

	# A constant range without ends contains even NULL, says the server since 17.
	return ("${of}_within(t.id, $given)",
		"CASE WHEN $time IS NOT NULL THEN ($given) \@> $time END");
}

# A condition on the id itself.
sub on_id
{
	my ($of) = @_;
	my @ids = map { sprintf "${of}_%s('%s')", pick('min', 'max'),
		pick('2026-06-01', random_hour() . ':00') } 1 .. 3;
	my $op = pick('<', '<=', '>=', '>', '=');
	my $condition = pick("t.id $op $ids[0]", "$ids[0] $op t.id", "t.id IN (@{[ join ', ', @ids ]})",
		"t.id $op ANY (ARRAY[@{[ join ', ', @ids ]}])",
		"t.id = (SELECT id FROM t ORDER BY n, id LIMIT 1)");
	return ($condition, $condition);
}

# A comparison of an objectid with the times of an array, or of a row with a time and a number.
sub on_several
{
	my ($joined) = @_;
	my $op = pick('<', '>=');
	if (rand() < 0.5)
	{
		my $times = pick("'{" . join(',', map { pick('NULL', random_time(), random_time()) }
				1 .. 1 + int rand 4) . "}'::timestamptz[]",
			'ARRAY[$1, ' . literal() . ']', $joined ? 'ARRAY[o.since, $1]' : 'ARRAY[t.ts]');
		my $form = pick('ANY', 'ANY', 'ANY', 'ALL');
		return ("t.id $op $form ($times)", "objectid_timestamp(t.id) $op $form ($times)");
	}
	my $given = pick(literal() . '::timestamptz', '$1', $joined ? 'o.since' : 't.ts');
	my $n = int rand 500;
	my $first = "objectid_internal_first_objectid($given)";
	return ("(t.id, t.n) $op ($given, $n)", "CASE
		WHEN $given IS NULL OR t.id IS NULL THEN NULL
		WHEN $given > '2106-02-07 06:28:15' THEN @{[ $op eq '<' ? 'true' : 'false' ]}
		WHEN t.id = $first THEN t.n $op $n
		ELSE t.id $op $first END");
}

sub condition
{
	my ($kind, $joined, $depth) = @_;
	if ($depth == 0 || rand() < 0.35)
	{
		return atom($kind, $joined) if rand() < 0.85;
		my $other = pick('t.n > 100', 't.id IS NULL', 't.n % 3 = 0', 't.id IS NOT NULL');

		# Some minor releases of 15 and 16 (15.18, not 15.20) leave out default partitions, whatever
		# the key's type, for k IS NOT NULL beside k < a OR k > b. This means the same and plays no
		# part in the choice of partitions.
		$other =~ s/^(t.id .*)/($1) IS TRUE/ if $node->pg_version < 17;
		return ($other, $other);
	}
	if (rand() < 0.1)
	{
		my $from = pick('t u CROSS JOIN other p', 'other p CROSS JOIN t u',
			'other p JOIN other q USING (since) CROSS JOIN t u');
		return map {
			my $inner = s/\bt\./u./gr =~ s/\bo\./p./gr;
			"(t.n < 20 AND EXISTS (SELECT FROM $from WHERE u.n = t.n AND ($inner)))"
		} condition($kind, 1, $depth - 1);
	}
	my ($ls, $lm) = condition($kind, $joined, $depth - 1);
	my ($rs, $rm) = condition($kind, $joined, $depth - 1);
	my $form = pick(
		(sub { "($_[0]) AND ($_[1])" }) x 4,
		(sub { "($_[0]) OR ($_[1])" }) x 2,
		(sub { "NOT ($_[0])" }) x 3,
		sub { "($_[0]) IS NOT TRUE" },
		sub { "coalesce($_[0], $_[1])" },
		sub { "CASE WHEN $_[0] THEN $_[1] ELSE NOT ($_[1]) END" });
	return ($form->($ls, $rs), $form->($lm, $rm));
}

# Statements that keep what a condition of constants and columns says in a generated column, whose
# expression no query surrounds, as that of a CHECK, and look for a row of which it is not true.
sub kept
{
	my ($kind) = @_;
	my ($says, $means);
	do { ($says, $means) = condition($kind, 0, 2) } while $says =~ /\$|SELECT|stable|costly/;
	my $expression = $says =~ s/\bt\.//gr;
	return "DROP TABLE IF EXISTS kept;
		CREATE TABLE kept AS TABLE t;
		ALTER TABLE kept ADD said boolean GENERATED ALWAYS AS ($expression) STORED;
		SELECT format('%s instead of %s: %s of %s', said, means, \$q\$$says\$q\$, id)
		FROM (SELECT id, said, $means AS means FROM kept t) s
		WHERE said IS DISTINCT FROM means LIMIT 1;\n";
}

# In some statements, several processes, compiled expressions or other ways to read partitions.
sub settings
{
	my $chance = rand();
	return 'max_parallel_workers_per_gather=2,min_parallel_table_scan_size=0,'
	  . 'min_parallel_index_scan_size=0,parallel_setup_cost=0,parallel_tuple_cost=0'
	  if $chance < 0.03;
	return 'jit=on,jit_above_cost=0,jit_inline_above_cost=0,jit_optimize_above_cost=0'
	  if $chance < 0.035;
	return 'enable_partition_pruning=off,constraint_exclusion=on' if $chance < 0.1;
	return 'enable_partitionwise_join=on,enable_partitionwise_aggregate=on' if $chance < 0.15;
	return '';
}

# The run ------------------------------------------------------------------------------------------

my @plain = ([ 't', 0 ]) x 3;
my @sources = (
	@plain, [ 't CROSS JOIN other o', 1 ], [ '(SELECT * FROM t OFFSET 0) t', 0 ],
	[ 't FULL JOIN other o ON t.ts = o.since', 1 ],
	[ '(SELECT * FROM t UNION ALL SELECT * FROM t) t', 0 ],
	[ 'other o JOIN t ON t.ts >= o.since', 1 ],
	[ '(SELECT t.* FROM t JOIN t s ON t.id = s.id) t', 0 ]);
my ($tried, @wrong) = (0);
while ($tried < $queries && @wrong <= 3)
{
	my ($kind, @do) = random_schema();
	my $set_up = join ";\n", @do, '';
	my $run = join '', map { kept($kind) } 1 .. 10;
	for (1 .. $per_schema)
	{
		my ($source, $joined) = @{ pick(@sources) };
		my ($says, $means) = condition($kind, $joined, 3);
		$run .= "SELECT differs(\$q\$$source\$q\$, \$q\$$says\$q\$, \$q\$$means\$q\$, "
		  . literal() . ', ' . random_range() . ", '{"
		  . join(',', grep { rand() < 0.3 } qw(hashjoin nestloop bitmapscan indexscan material))
		  . "}', '{" . settings() . "}');\n";
		last if ++$tried >= $queries;
	}
	my ($status, $out, $error) = $node->psql('postgres', $set_up . $run);
	push @wrong, map { "$_\nin\n$set_up" } $out =~ /^(.* instead .*)$/mg;
	push @wrong, "$error\nin\n$set_up" if $error =~ /ERROR|FATAL|server closed/;
}
is("@wrong", '', "$tried random queries, seed $seed: as the extracted times say");
is(sql('SELECT 1'), 1, 'the server is there');

$node->stop;
done_testing();

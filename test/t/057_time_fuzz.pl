# Random tables and random conditions on the time of their ids: what a query says through whatever plan is what the
# extracted times say, true, false and NULL apart (ternary logic partitioning), by index and by sequential scan.
# OBJECTID_FUZZ_QUERIES sets how many, OBJECTID_FUZZ_SEED repeats a run.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $queries = $ENV{OBJECTID_FUZZ_QUERIES} // ($ENV{OBJECTID_MATRIX} ? 1500 : 3000);
my $per_schema = 150;
my $seed = $ENV{OBJECTID_FUZZ_SEED} // time;
srand $seed;
note("OBJECTID_FUZZ_SEED=$seed OBJECTID_FUZZ_QUERIES=$queries repeats this run");

sub pick { return $_[ rand @_ ] }

my $node = PostgreSQL::Test::Cluster->new('fuzz');
$node->init;
$node->append_conf('postgresql.conf', "timezone = 'UTC'\nautovacuum = off\njit = off\nfsync = off\nmax_parallel_workers_per_gather = 0\nclient_min_messages = warning\n");
$node->start;

$node->safe_psql('postgres', <<'SQL');
CREATE EXTENSION objectid;
CREATE FUNCTION stable(x timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE COST 1 AS 'BEGIN RETURN x; END';
CREATE FUNCTION stable(x tstzrange) RETURNS tstzrange LANGUAGE plpgsql STABLE COST 1 AS 'BEGIN RETURN x; END';
CREATE FUNCTION costly(x timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE COST 100000 AS 'BEGIN RETURN x; END';
CREATE FUNCTION costly(x tstzrange) RETURNS tstzrange LANGUAGE plpgsql STABLE COST 100000 AS 'BEGIN RETURN x; END';

-- Counts the rows of a query for which a condition is true, false or NULL: as it says, by each kind of scan, and as it means.
CREATE FUNCTION differs(source text, says text, means text, t timestamptz, r tstzrange) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	wanted text;
	got text;
	shape text;
	way text;
	counts text := 'count(*) FILTER (WHERE c), count(*) FILTER (WHERE NOT c), count(*) FILTER (WHERE c IS NULL)';
BEGIN
	PERFORM set_config('enable_seqscan', 'on', true);
	PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
	EXECUTE format('SELECT ROW(%s) FROM (SELECT %s AS c FROM %s) s', counts, means, source) INTO wanted USING t, r;
	FOREACH way IN ARRAY '{on,off}'::text[] LOOP
		PERFORM set_config('enable_seqscan', way, true);
		PERFORM set_config('plan_cache_mode', CASE way WHEN 'off' THEN 'force_generic_plan' ELSE 'force_custom_plan' END, true);
		FOREACH shape IN ARRAY ARRAY[
			format('SELECT ROW((SELECT count(*) FROM %1$s WHERE %2$s), (SELECT count(*) FROM %1$s WHERE NOT (%2$s)), (SELECT count(*) FROM %1$s WHERE (%2$s) IS NULL))', source, says)]
		LOOP
			IF way = 'off' THEN
				EXECUTE format('PREPARE q(timestamptz, tstzrange) AS %s', shape);
				EXECUTE format('EXECUTE q(%L, %L)', t, r) INTO got;
				DEALLOCATE q;
			ELSE
				EXECUTE shape INTO got USING t, r;
			END IF;
			IF got IS DISTINCT FROM wanted THEN
				RETURN format('%s instead of %s, enable_seqscan = %s: SELECT FROM %s WHERE %s; $1 = %L, $2 = %L', got, wanted, way, source, says, t, r);
			END IF;
		END LOOP;
	END LOOP;
	RETURN NULL;
END
$$;
SQL

# -- Random times and tables ----------------------------------------------------------------------

sub random_time
{
	my $rest = pick('', '', '', '.5', '.000001', '.999999', '.001');
	return pick('-infinity', 'infinity', '1969-12-31 23:59:59.999999', '1970-01-01', '2106-02-07 06:28:15', '2106-02-07 06:28:16', '1582-10-15', '10889-08-03')
		if rand() < 0.1;
	return sprintf '2026-%02d-%02d %02d:%02d:%02d%s', 1 + int rand 12, 1 + int rand 28, int rand 24, int rand 60, int rand 60, $rest;
}
sub literal { return rand() < 0.05 ? "NULL" : "'" . random_time() . "'" }
sub random_range
{
	return 'NULL' if rand() < 0.05;
	return "'empty'" if rand() < 0.05;
	my ($from, $to) = sort map { sprintf '2026-%02d-%02d %02d:00:00', 1 + int rand 12, 1 + int rand 28, int rand 24 } 1, 2;
	return "'" . pick('[', '(') . pick($from, $from, $from, '') . ',' . pick($to, $to, $to, '') . pick(']', ')') . "'";
}

# A table t (id, ts, r, n) of one of many shapes; returns its statements and the kind of its id.
sub random_schema
{
	my $kind = pick('objectid', 'objectid', 'uuid', 'uuid', 'uuidv7', 'v6');
	my $type = $kind eq 'v6' ? 'uuid' : $kind;
	my $make = { objectid => 'gen_objectid(t)', uuidv7 => 'uuid_v7(t)', v6 => 'CASE WHEN n % 7 = 0 THEN uuid_v7(t) ELSE uuid_v6(t) END',
		uuid => 'CASE n % 10 WHEN 0 THEN gen_random_uuid() WHEN 1 THEN uuid_v6(t) ELSE uuid_v7(t) END' }->{$kind};
	my $bound = $kind eq 'objectid' ? 'objectid_min' : $kind eq 'v6' ? 'uuid_v6_min' : 'uuid_v7_min';
	my $rows = pick(0, 10, 300, 300, 800);
	my $null = pick(0, 0, 5);
	my $shape = pick('plain', 'plain', 'plain', 'range', 'range', 'deep', 'hash', 'inherits', 'default');
	my $columns = "id $type, ts timestamptz, r tstzrange, n int";
	my @do = ('DROP TABLE IF EXISTS t, other CASCADE');
	my $months = sub { map { my $m = $_; [ sprintf('2026-%02d-01', $m), $m + 3 > 12 ? '2027-01-01' : sprintf('2026-%02d-01', $m + 3) ] } 1, 4, 7, 10 };
	if ($shape =~ /range|deep|default/)
	{
		push @do, "CREATE TABLE t ($columns) PARTITION BY RANGE (id)";
		my $no = 0;
		for ($months->())
		{
			$no++;
			my $sub = $shape eq 'deep' && $no == 2;
			push @do, "CREATE TABLE t_$no PARTITION OF t FOR VALUES FROM ($bound('$_->[0]')) TO ($bound('$_->[1]'))" . ($sub ? ' PARTITION BY RANGE (id)' : '');
			push @do, "CREATE TABLE t_2a PARTITION OF t_2 FOR VALUES FROM (MINVALUE) TO ($bound('2026-05-15'))", "CREATE TABLE t_2b PARTITION OF t_2 DEFAULT" if $sub;
		}
		push @do, 'CREATE TABLE t_d PARTITION OF t DEFAULT';
	}
	elsif ($shape eq 'hash')
	{
		push @do, "CREATE TABLE t ($columns) PARTITION BY HASH (id)", map { "CREATE TABLE t_$_ PARTITION OF t FOR VALUES WITH (MODULUS 2, REMAINDER $_)" } 0, 1;
	}
	else { push @do, "CREATE TABLE t ($columns)"; }
	push @do, "CREATE TABLE t_child (CHECK (n IS NOT NULL)) INHERITS (t)", "INSERT INTO t_child SELECT $make, t, NULL, n FROM generate_series(1, 50) n, LATERAL (SELECT timestamptz '2026-02-01' + n * interval '13 hours') s(t)"
		if $shape eq 'inherits';
	push @do, "INSERT INTO t SELECT CASE WHEN $null > 0 AND n % 11 < $null THEN NULL ELSE $make END, t + (random() - 0.5) * interval '2 seconds', tstzrange(t - interval '1 day', t + (random() * 4) * interval '12 hours'), n"
		. " FROM generate_series(1, $rows) n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '365 days' / $rows.0) s(t)" if $rows > 0;
	push @do, pick('SELECT', 'CREATE INDEX ON t (id)', 'CREATE INDEX ON t (id)', 'CREATE INDEX ON t (n, id DESC)', 'CREATE INDEX ON t USING brin (id)');
	push @do, pick('SELECT', 'SELECT', 'CREATE INDEX ON t (ts)', 'CREATE INDEX ON t USING gist (r)');
	my $word = $kind eq 'v6' ? "uuid_v6_within(id, '[2026-03-01,2026-09-01)')" : pick("id >= timestamptz '2026-06-01'", "id <@ tstzrange('2026-03-01', '2026-09-01')", 'id >= ts', 'NOT id < ts');
	push @do, pick('SELECT', 'SELECT', "CREATE INDEX ON t (n) WHERE $word", "CREATE INDEX ON t (($word))") ;
	push @do, "CREATE TABLE other AS SELECT t AS since, tstzrange(t, t + random() * interval '60 days') AS during FROM generate_series(1, 6) n, LATERAL (SELECT timestamptz '2026-01-01' + random() * interval '365 days') s(t)";
	push @do, 'INSERT INTO other VALUES (NULL, NULL)', pick('SELECT', 'CREATE INDEX ON other USING gist (during)', 'CREATE INDEX ON other (since)');
	push @do, pick('SELECT', 'ANALYZE', 'ANALYZE', 'VACUUM ANALYZE t');
	return ($kind, @do);
}

# -- Random conditions ----------------------------------------------------------------------------

my %of = (objectid => 'objectid', uuid => 'uuid_v7', uuidv7 => 'uuid_v7', v6 => 'uuid_v6');

# What a condition says and what it means; $joined: whether the table other is at hand.
sub atom
{
	my ($kind, $joined) = @_;
	my $time = "$of{$kind}_timestamp(t.id)";
	my $real = $kind eq 'objectid' ? '' : "$time IS NOT NULL AND ";
	if ($kind ne 'v6' && rand() < 0.6)
	{
		my $arg = pick(literal() . '::timestamptz', literal() . '::timestamptz', '$1', '$1', 'stable(' . literal() . '::timestamptz)',
			'costly($1)', "(SELECT timestamptz '" . random_time() . "')", '(SELECT $1)', '(SELECT max(since) FROM other)', 't.ts', $joined ? 'o.since' : 't.ts', $joined ? 'o.since + interval \'1 day\'' : '$1');
		my $op = pick('<', '<=', '>=', '>');
		my $means = "CASE WHEN t.id IS NOT NULL AND ($arg) IS NOT NULL THEN ${real}$time $op ($arg) END";
		return ("t.id $op $arg", $means) if rand() < 0.7;
		my %turned = ('<' => '>', '<=' => '>=', '>=' => '<=', '>' => '<');
		return ("$arg $turned{$op} t.id", $means);
	}
	my $arg = pick(random_range() . '::tstzrange', '$2', '$2', 'stable(' . random_range() . '::tstzrange)', 'costly($2)', '(SELECT $2)',
		'(SELECT tstzrange(min(since), max(since)) FROM other)', "tstzrange(\$1, NULL)", 't.r', $joined ? 'o.during' : 't.r', $joined ? 'o.during' : '$2');
	my $means = "CASE WHEN t.id IS NOT NULL AND ($arg) IS NOT NULL THEN ${real}($arg) \@> $time END";
	my $within = $kind eq 'objectid' ? 'objectid_within' : "$of{$kind}_within";
	return ($kind eq 'v6' ? "$within(t.id, $arg)" : pick("$within(t.id, $arg)", "t.id <\@ $arg", "$arg \@> t.id"), $means);
}

sub condition
{
	my ($kind, $joined, $depth) = @_;
	if ($depth == 0 || rand() < 0.35)
	{
		return atom($kind, $joined) if rand() < 0.85;
		my $other = pick('t.n > 100', 't.id IS NULL', 't.n % 3 = 0', 't.id IS NOT NULL');

		# Some minor releases of 15 and 16 (15.18, not 15.20) leave out default partitions, whatever the key's type, for
		# k IS NOT NULL beside k < a OR k > b. This means the same and plays no part in the choice of partitions.
		$other =~ s/^(t.id .*)/($1) IS TRUE/ if $node->pg_version < 17;
		return ($other, $other);
	}
	if (rand() < 0.1)
	{
		my ($ss, $sm) = map { s/\bt\./u./gr =~ s/\bo\./p./gr } condition($kind, 1, $depth - 1);
		my $from = pick('t u CROSS JOIN other p', 'other p CROSS JOIN t u', 'other p JOIN other q USING (since) CROSS JOIN t u');
		return map { "(t.n < 20 AND EXISTS (SELECT FROM $from WHERE u.n = t.n AND ($_)))" } $ss, $sm;
	}
	my ($ls, $lm) = condition($kind, $joined, $depth - 1);
	my ($rs, $rm) = condition($kind, $joined, $depth - 1);
	my $word = pick('AND', 'AND', 'AND', 'OR', 'NOT');
	return ("NOT ($ls)", "NOT ($lm)") if $word eq 'NOT';
	return ("($ls) $word ($rs)", "($lm) $word ($rm)");
}

# -- The run --------------------------------------------------------------------------------------

my ($tried, @wrong) = (0);
while ($tried < $queries)
{
	my ($kind, @do) = random_schema();
	my $set_up = join ";\n", @do, '';
	my $run = '';
	for (1 .. $per_schema)
	{
		my ($source, $joined) = @{ pick([ 't', 0 ], [ 't', 0 ], [ 't', 0 ], [ 't CROSS JOIN other o', 1 ], [ '(SELECT * FROM t OFFSET 0) t', 0 ], [ 't FULL JOIN other o ON t.ts = o.since', 1 ],
			[ '(SELECT * FROM t UNION ALL SELECT * FROM t) t', 0 ], [ 'other o JOIN t ON t.ts >= o.since', 1 ]) };
		my ($says, $means) = condition($kind, $joined, 2);
		$run .= "SELECT differs(\$q\$$source\$q\$, \$q\$$says\$q\$, \$q\$$means\$q\$, " . literal() . ', ' . random_range() . ");\n";
		last if ++$tried >= $queries;
	}
	my ($status, $out, $error) = $node->psql('postgres', $set_up . $run);
	push @wrong, map { "$_\nin\n$set_up" } grep { length } split /\n/, $out =~ s/^\n+//r if $out =~ /instead/;
	if ($error =~ /ERROR|FATAL|server closed/)
	{
		push @wrong, "$error\nin\n$set_up";
	}
	last if @wrong > 3;
}
is("@wrong", '', "$tried random queries, seed $seed: as the extracted times say");
is($node->safe_psql('postgres', 'SELECT 1'), 1, 'the server is there');

$node->stop;
done_testing();

# Many tables, many locks: resolved_timestamp() finds the writers that pg_locks shows, whatever
# locks eight sessions take at random, on the fast path, in the lock table and prepared.
# OBJECTID_SEED sets the seed of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

seeded();
my $node = start_server('main', q{
shared_preload_libraries = 'objectid'
max_prepared_transactions = 20
autovacuum = off
});

# Each look beside pg_locks ------------------------------------------------------------------------

my $partitions = 40;
my $at = 'at timestamptz DEFAULT clock_timestamp()';
sql(qq{
CREATE EXTENSION objectid;
CREATE TABLE parts (id uuid PRIMARY KEY DEFAULT uuid_v7(), $at) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE part_%s PARTITION OF parts FOR VALUES FROM (%L) TO (%L)', i,
	uuid_v7_min(to_timestamp(i)), uuid_v7_min(to_timestamp(i + 1)))
FROM generate_series(1, $partitions) i \\gexec
CREATE TABLE single (id uuid PRIMARY KEY DEFAULT uuid_v7(), $at);
CREATE TABLE parent (id uuid PRIMARY KEY DEFAULT uuid_v7(), $at);
CREATE TABLE child (PRIMARY KEY (id)) INHERITS (parent);
CREATE TABLE grandchild (PRIMARY KEY (id)) INHERITS (child);
CREATE TABLE followed (name regclass PRIMARY KEY, tables oid[]);
INSERT INTO followed
SELECT c.oid, array_agg(t.oid)
FROM pg_class c JOIN pg_class t ON c.oid = t.oid
	OR t.oid IN (SELECT relid FROM pg_partition_tree(c.oid))
	OR t.oid IN (SELECT relid FROM pg_partition_ancestors(c.oid))
	OR (c.relname, t.relname) IN
		(('parent', 'child'), ('parent', 'grandchild'), ('child', 'grandchild'))
WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
	AND c.relname ~ '^(part|single|parent|child|grandchild)'
GROUP BY c.oid;

-- What cannot be had without waiting is left, and with it what a subtransaction had.
CREATE FUNCTION take(tables regclass[], mode text) RETURNS void LANGUAGE plpgsql AS \$\$
DECLARE
	name regclass;
BEGIN
	FOREACH name IN ARRAY tables LOOP
		BEGIN
			EXECUTE format('LOCK TABLE ONLY %s IN %s MODE NOWAIT', name, mode);
		EXCEPTION WHEN lock_not_available THEN
		END;
	END LOOP;
END
\$\$;
});

# Counts the tables whose bound is not what pg_locks says; how many writers there are in each place.
sql(q{
CREATE VIEW look AS
WITH writers AS MATERIALIZED (
	SELECT l.relation, l.fastpath, l.pid IS NULL AS is_prepared, a.xact_start AS start
	FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
	WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.granted
		AND l.relation IN (SELECT name FROM followed)),
found AS MATERIALIZED (
	SELECT name, tables, resolved_timestamp(name) AS bound FROM followed),
expected AS (
	SELECT name, bound, bool_or(w.is_prepared) AS is_prepared, min(w.start) AS start
	FROM found f LEFT JOIN writers w ON w.relation = ANY (f.tables)
	GROUP BY name, bound)
SELECT
	(SELECT count(*) FROM expected
		WHERE CASE
			WHEN is_prepared THEN bound <> '-infinity'
			WHEN start IS NOT NULL THEN bound <> start
			ELSE bound < statement_timestamp()
		END) AS wrong,
	count(*) FILTER (WHERE fastpath) AS on_fast_path,
	count(*) FILTER (WHERE NOT fastpath AND NOT is_prepared) AS in_lock_table,
	count(*) FILTER (WHERE is_prepared) AS prepared
FROM writers});

my @session = map { { psql => $node->background_psql('postgres') } } 1 .. 8;
my @names = split /\n/, sql('SELECT name FROM followed ORDER BY name::text');
my @modes = (('ROW EXCLUSIVE') x 6, 'ACCESS SHARE', 'ROW SHARE', 'SHARE UPDATE EXCLUSIVE', 'SHARE',
	'SHARE ROW EXCLUSIVE', 'EXCLUSIVE');
my $steps = repeated(150, 300);
my (@prepared, @wrong);
my @found = (0, 0, 0);
my $number = 0;
# So many steps, or more, until there were writers in each place.
my $enough = sub { return !grep { $_ <= $steps / 4 } @found };
for (my $step = 1; $step <= $steps || $step <= 10 * $steps && !$enough->(); $step++)
{
	my $session = $session[ rand @session ];
	my $psql = $session->{psql};
	my $what;
	if (@prepared && rand() < 0.2)
	{
		$what = (rand() < 0.5 ? 'COMMIT' : 'ROLLBACK') . ' PREPARED '
		  . splice(@prepared, rand @prepared, 1);
		$node->safe_psql('postgres', $what);
	}
	elsif (!$session->{is_open})
	{
		$what = 'BEGIN';
		$session->{is_open} = 1;
	}
	elsif (rand() < 0.75)
	{
		my $count = (1, 3, 25)[ rand 3 ];
		my $tables = join ',', map { $names[ rand @names ] } 1 .. $count;
		$what = "SELECT take('{$tables}', '$modes[ rand @modes ]')";
	}
	else
	{
		$what = ('COMMIT', 'ROLLBACK')[ rand 2 ];
		if (@prepared < 2 && rand() < 0.3)
		{
			push @prepared, "'" . ++$number . "'";
			$what = "PREPARE TRANSACTION $prepared[-1]";
		}
		$session->{is_open} = 0;
	}
	$psql->query_safe($what) if $what !~ / PREPARED /;
	# In a new session, as others know earlier bounds, too.
	my ($wrong, @places) = split /\|/, sql('SELECT * FROM look');
	push @wrong, "step $step, $what: $wrong" if $wrong;
	$found[$_] += $places[$_] for 0 .. 2;
}
is(join("\n", @wrong), '', 'every bound is that of the writers in pg_locks');
my @places = ('on the fast path', 'in the lock table', 'prepared');
cmp_ok($found[$_], '>', $steps / 4, "there were writers $places[$_]: $found[$_]") for 0 .. 2;
$_->{psql}->quit for @session;

$node->stop;
done_testing();

# Indexes of each operator class on random ids find what a sequential scan finds: for every
# condition, however they were filled, after inserts and deletes, on a standby, and after a crash.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $seed = seeded();

my $node = start_server('indexes', <<'CONF', allows_streaming => 1);
timezone = 'UTC'
jit = off
autovacuum = off
max_parallel_workers_per_gather = 0
CONF

# -- What there is ---------------------------------------------------------------------------------

# Ids of a year, a few in each hour, some of them twice, some NULL, some of the corners.
sql('CREATE EXTENSION objectid;', 'CREATE EXTENSION amcheck;',
	"SELECT setseed(" . ($seed % 1000) / 1000 . ");", <<'SQL');
CREATE TABLE source AS
	SELECT n, CASE WHEN random() < 0.01 THEN NULL
		WHEN random() < 0.01
		THEN repeat((ARRAY['0', '7', '8', 'f'])[1 + (random() * 3)::int], 24)::objectid
		ELSE gen_objectid(timestamptz '2026-01-01' + (random() * 8760)::int * interval '1 hour')
		END AS id
	FROM generate_series(1, 16000) n;
INSERT INTO source SELECT n + 16000, id FROM source WHERE n % 4 = 0;
SQL

# Each with one index, filled in its own way.
my %tables = (
	btree_random   => [ 'btree (id)',                   'random()' ],
	btree_built    => [ 'btree (id)' ],
	btree_skipped  => [ 'btree (id, n)',                'id' ],
	hash_random    => [ 'hash (id)',                    'random()' ],
	brin_minmax    => [ 'brin (id) WITH (pages_per_range = 4)', 'id' ],
	brin_multi     => [ 'brin (id objectid_minmax_multi_ops) WITH (pages_per_range = 4)', 'id' ],
	brin_bloom     => [ 'brin (id objectid_bloom_ops) WITH (pages_per_range = 4)', 'id' ],
	gist_random    => [ 'gist (id) INCLUDE (n, during)', 'random()' ],
	gist_ascending => [ 'gist (id)',                    'id' ],
	gist_built     => [ 'gist (id)' ],
	gist_period    => [ 'gist (id, during)',            'random()' ],
	gist_second    => [ 'gist (during, id)' ],
	gin_pending    => [ 'gin (id)',                     'random()' ],
	gin_direct     => [ 'gin (id) WITH (fastupdate = off)', 'id' ],
	gin_built      => [ 'gin (id)' ],
	gin_document   => [ 'gin (id, body)' ]);
my @tables = sort keys %tables;
for my $table (@tables)
{
	my ($index, $order) = @{ $tables{$table} };
	my $make = "CREATE INDEX ON $table USING $index;";
	my $fill = "INSERT INTO $table
		SELECT n, id, tstzrange(t, t + n % 50 * interval '1 hour'), jsonb_build_object('k', n % 10)
		FROM source,
			LATERAL (SELECT timestamptz '2026-01-01' + n % 1000 * interval '6 hours') s(t)";
	# An index that is built at once is built by several processes, where the server can (GIN: 18).
	sql("CREATE TABLE $table (n int, id objectid, during tstzrange, body jsonb)",
		'WITH (parallel_workers = 2);',
		$order ? ($make, "$fill ORDER BY $order;") : ("$fill;", $make));
}
sql('VACUUM ANALYZE');
# A page above the leaves has room for 185.
cmp_ok(sql(q{
SELECT pg_relation_size(indexrelid) / 8192 FROM pg_index
WHERE indrelid = 'gist_random'::regclass}),
	'>', 186, 'a GiST index has three levels');

# -- What is asked ---------------------------------------------------------------------------------

# The answers of a sequential scan and of the index, and whether the index was used. An error of
# either shows as a difference.
sql(<<'SQL');
CREATE FUNCTION differing(queries text[],
	OUT asked int, OUT by_index int, OUT rows bigint, OUT different text) LANGUAGE plpgsql AS $$
DECLARE
	query text;
	plan text;
	expected text;
	found text;
BEGIN
	asked := 0; by_index := 0; rows := 0;
	FOREACH query IN ARRAY queries LOOP
		SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off;
		SET LOCAL enable_bitmapscan = off; SET LOCAL enable_indexonlyscan = off;
		EXECUTE query INTO expected;
		SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on;
		PERFORM set_config('enable_indexscan', (asked % 2 = 0)::text, true),
			set_config('enable_indexonlyscan', (asked % 2 = 0)::text, true);
		EXECUTE query INTO found;
		EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
		asked := asked + 1;
		by_index := by_index + (plan LIKE '%"Index Name"%')::int;
		rows := rows + split_part(expected, ' ', 1)::bigint;
		IF found IS DISTINCT FROM expected THEN
			different := concat_ws(E'\n', different,
				format('%s: %s by index, %s by sequential scan', query, found, expected));
		END IF;
	END LOOP;
END $$;
SQL

my @known = split /\n/,
  sql("SELECT id FROM source WHERE id IS NOT NULL ORDER BY hashint4(n # $seed) LIMIT 2000");

sub some_id
{
	my $id = pick(@known);
	return $id if rand() < 0.6;
	return pick('0' x 24, 'f' x 24, '7' . 'f' x 23, '8' . '0' x 23) if rand() < 0.2;
	substr $id, int rand 24, 1, pick(0 .. 9, 'a' .. 'f');    # near a known one, or far from all
	return $id;
}

sub some_time
{
	return sprintf "timestamptz '2026-%02d-%02d %02d:00%s'",
	  1 + int rand 12, 1 + int rand 28, int rand 24, pick('', ':00.5', ':59.999999');
}

sub condition
{
	my ($table) = @_;
	my $kind = $table =~ /hash|bloom/ ? 1 : rand();
	return 'n = ' . int rand 16000 if $table eq 'btree_skipped' && $kind < 0.2;
	return sprintf "id %s '%s'", pick(qw(< <= = >= >)), some_id() if $kind < 0.4;
	return sprintf "id %s %s", pick(qw(< <= >= >)), some_time() if $kind < 0.55;
	if ($kind < 0.65)
	{
		my ($from, $hours) = (some_time(), int rand 500);
		my $bounds = pick('[)', '(]', '[]', '()');
		return "objectid_within(id, tstzrange($from, $from + interval '$hours hours', '$bounds'))";
	}
	return sprintf "id = ANY ('{%s}')", join ',', map { some_id() } 0 .. int rand 5 if $kind < 0.75;
	return sprintf "id > '%s' AND id <= '%s'", some_id(), some_id() if $kind < 0.9;
	my $id = some_id();
	return $table =~ /gist/ ? pick("id <> '$id'", 'id IS NULL', 'id IS NOT NULL') : "id = '$id'";
}

sub query
{
	my ($table) = @_;
	my $where = condition($table);
	$where .= sprintf " AND during && tstzrange(%s, NULL)", some_time()
	  if $table =~ /period|second/ && rand() < 0.5;
	$where .= sprintf q( AND body @> '{"k": %d}'), int rand 10
	  if $table =~ /document/ && rand() < 0.5;
	# the ids themselves too: from the index alone, where it has nothing else
	my $what = rand() < 0.5 ? q{md5(string_agg(id::text, ',' ORDER BY id)), ''} : 'sum(n), 0';
	return "SELECT count(*) || ' ' || coalesce($what) FROM $table WHERE $where";
}

sub indexes_agree
{
	my ($on, $when, $count) = @_;
	for my $table (@tables)
	{
		my $queries = join ', ', map { '$query$' . query($table) . '$query$' } 1 .. $count;
		my ($asked, $by_index, $rows, $different) = split /\|/,
		  $on->safe_psql('postgres', "SELECT * FROM differing(ARRAY[$queries])"), 4;
		is($different, '', "$when: $table answers as a sequential scan does");
		is($by_index, $asked, "$when: $table answered by its index, with $rows rows");
	}
	# Structure, where the server can check it.
	is($on->safe_psql('postgres', q{SELECT count(bt_index_check(c.oid, heapallindexed => true))
		FROM pg_class c JOIN pg_am a ON a.oid = relam
		WHERE amname = 'btree' AND relname LIKE 'btree%'}),
		'3', "$when: bt_index_check finds every row");
	return if $on->pg_version < 18;
	is($on->safe_psql('postgres', q{SELECT count(gin_index_check(c.oid))
		FROM pg_class c JOIN pg_am a ON a.oid = relam WHERE amname = 'gin'}),
		'4', "$when: gin_index_check finds nothing wrong");
	return;
}

indexes_agree($node, 'filled', repeated(6, 20));

# Pages of a GiST index hardly overlap, whichever way it was filled: a look-up of an id goes down
# once, not everywhere.
for my $table (grep { /gist/ && !/second/ } @tables)
{
	my $query = "SELECT n FROM $table WHERE id = '4d88e15b60f486e428412dc9'";
	my $read = sql('SET enable_seqscan = off; SET enable_bitmapscan = off;',
		"$query;",    # which reads the catalogs
		"EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off, SUMMARY off) $query");
	my ($hit, $missed) = $read =~ /^\s+Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/m;
	my $pages = ($hit // 0) + ($missed // 0);
	ok($pages > 0 && $pages <= 6, "$table: an id that is not there is looked for in a few pages")
	  or diag $read;
}

# -- Rows that come and go -------------------------------------------------------------------------

for my $table (@tables)
{
	sql("DELETE FROM $table WHERE n % 3 = ${\ int rand 3}",
		"OR id > '${\ some_id()}' AND n % 2 = 0;",
		"UPDATE $table SET id = gen_objectid(timestamptz '2026-06-01' + n * interval '1 minute')",
		"WHERE n % 10 = ${\ int rand 10};",
		"VACUUM $table;" x int rand 2,
		"INSERT INTO $table SELECT n, id, tstzrange('2026-01-01', '2026-02-01'), '{}'",
		"FROM source WHERE n % 5 = ${\ int rand 5};");
}
indexes_agree($node, 'changed', repeated(4, 10));

# -- A standby, and a crash ------------------------------------------------------------------------

my $standby = copy_of($node, 'standby', has_streaming => 1);
my $again = 'SELECT n, id, NULL, NULL FROM source WHERE n';
sql("INSERT INTO $_ $again % 7 = 0; DELETE FROM $_ WHERE n % 11 = 0; VACUUM $_;") for @tables;
$node->wait_for_catchup($standby);
indexes_agree($standby, 'on a standby', repeated(2, 5));
$standby->stop('immediate');

sql('CHECKPOINT');
sql("INSERT INTO $_ $again % 6 = 0 ORDER BY n DESC") for @tables;
$node->stop('immediate');
$node->start;
indexes_agree($node, 'after a crash', repeated(2, 5));

# -- The classes -----------------------------------------------------------------------------------

# What uuid has there, these have, too: sql/catalog.sql.
#
# pg_upgrade brings the families to 18 as they were before; the commands of the reference make them
# whole.
SKIP:
{
	skip 'WITHOUT OVERLAPS and skip support came with 18', 3 if $node->pg_version < 18;
	my $members = q{
SELECT amproc, amprocnum, amproclefttype, amprocrighttype
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily
WHERE opfname ~ '^objectid_' ORDER BY 1, 2, 3, 4};
	my $whole = sql($members);
	sql('ALTER OPERATOR FAMILY objectid_gist_ops USING gist DROP FUNCTION 12 ("any", "any");',
		'ALTER OPERATOR FAMILY objectid_ops USING btree DROP FUNCTION 6 (objectid, objectid);');
	my $temporal = 'CREATE TABLE temporal (
		id objectid, during tstzrange, PRIMARY KEY (id, during WITHOUT OVERLAPS))';
	isnt(error_of($temporal), 'none', 'a family without the function of 18 has no temporal keys');
	my @commands = slurp_file("$top/doc/operate.md")
	  =~ /^(ALTER OPERATOR FAMILY objectid_\w+ USING .*;)$/mg;
	is(@commands, 2, 'the page says how to add what is missing');
	sql(@commands, $temporal);
	is(sql($members), $whole, 'and nothing is missing then');
}

$node->stop;
done_testing();

# No function leaks, and a session's generators stay small.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use POSIX ();
use test_server;

plan skip_all => 'needs /proc/PID/smaps_rollup' unless -r "/proc/$$/smaps_rollup";

# Without huge pages, two megabytes each: prctl(PR_SET_THP_DISABLE), which the server inherits
syscall({ x86_64 => 157, aarch64 => 167 }->{ (POSIX::uname())[4] } // 0x7fffffff, 41, 1, 0, 0, 0);

my $node = start_server('main', "max_parallel_workers_per_gather = 0\nwork_mem = 4MB\njit = off");
sql('CREATE EXTENSION objectid');
create_calls('postgres');

# What every function is given: a new type of an argument is a pair below. All are columns, as what
# is constant might be computed once. The name of a counter comes once, to be made and dropped.
sql(q{
CREATE TABLE written (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011');
CREATE TABLE followed (id objectid PRIMARY KEY DEFAULT gen_objectid(),
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE followed_uuid (id uuid PRIMARY KEY DEFAULT uuid_v7());
CREATE TABLE followed_number (id bigserial PRIMARY KEY);
INSERT INTO followed SELECT FROM generate_series(1, 10);
CREATE TABLE parted (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE samples AS
	SELECT n, 'counter ' || n AS c, gen_objectid() AS o, now() AS t, uuid_v6() AS v6,
		uuid_v7() AS v7, uuid_v6_to_v1(uuid_v6()) AS v1, gen_random_uuid() AS v4,
		uuid_send(gen_random_uuid()) AS b,
		tstzrange(now() - interval '1 day', now()) AS r, objectid_to_ejson(gen_objectid()) AS j,
		6 AS six, 60 AS sixty, 1 AS one, 'ns'::text AS ns, 'java'::text AS java, 'id'::name AS id,
		'at'::name AS at,
		interval '1 month' AS i, date '2026-11-01' AS d, timestamp '2026-11-01' AS plain,
		regclass 'written' AS written, regclass 'followed' AS followed, regclass 'parted' AS parted,
		regclass 'followed_uuid' AS followed_uuid, regclass 'followed_number' AS followed_number,
		regclass 'counter' AS counter
	FROM generate_series(-99, 1000) n;
CREATE TABLE given AS SELECT jsonb_object('{
	objectid, o, objectid[], "ARRAY[o]", timestamp with time zone, t, tstzrange, r, date, d,
	timestamp without time zone, plain,
	uuid, v7, uuid_v6_timestamp uuid, v6, uuid_v6_to_v1 uuid, v6, uuid_v6_within uuid, v6,
	uuid_v1_timestamp uuid, v1, uuid_v1_to_v6 uuid, v1, uuid_is_v6 uuid, v6,
	unmask_uuid_v7 uuid, v4,
	uuid_objectid uuid, o::uuid, cast uuid, o::uuid, json, j::json, jsonb, j,
	bytea, b, bytea_objectid bytea, o::bytea, cast bytea, o::bytea,
	text, c, cast text, o::text, cast character, o::text::char(24), cast character varying,
	o::text::varchar, uuid_v7_draft01 text, ns, ejson_to_jsonb text, java, ejson_fields text, java,
	integer, six, uuid_v8_draft01 integer, sixty, uuid_v8_draft01_timestamp integer, sixty,
	bigint, one, regclass, followed,
	partition_statements regclass, parted, counter_create regclass, counter,
	counter_next regclass, counter, counter_take regclass, counter, counter_drop regclass, counter,
	name, id, name[], ARRAY[id],
	interval, i, resolved_timestamp name, at,
	resolved_number regclass, followed_number, resolved_uuid_v7 regclass, followed_uuid
	}') AS values});

# All but the parts of those functions that return statements, which call them, and what is an error
# for every argument.
my $calls = q{(
	SELECT * FROM calls_of((SELECT values FROM given)) LEFT JOIN pg_proc f ON f.oid = function
	WHERE (proname !~ '^objectid_internal_.*_statements$') IS NOT FALSE) AS calls};
is(sql(qq{SELECT string_agg(expression, E'\n') FROM $calls
	WHERE expression ~ 'NULL::'}),
	'', 'there is a value for each argument of each function');

# Eighty thousand calls of each, so that one that left as little as its smallest allocation behind
# would show; a thousand of what is slow or reads tables. A counter is created before it is dropped,
# as the alphabet has it.
my $many = repeated(80, 200);
my @calls = map { [ split /\|/, $_, 2 ] } split /\n/, sql(qq{
SELECT CASE WHEN procost >= 100 OR proparallel <> 's' THEN 1 ELSE $many END,
	CASE prokind WHEN 'a' THEN expression ELSE format('count(%s)', expression) END
FROM $calls WHERE expression !~ 'NULL::' ORDER BY function::text COLLATE "C"});
cmp_ok(@calls, '>', 130, @calls . ' expressions call them');
push @calls, [ $many, 'count(o::text)' ];

# What takes internal or cstring: indexes of each class, which are built, filled and asked by plans
# of time predicates, and input and output.
my $rounds = join '', sql(q{
SELECT format('CREATE INDEX many_index ON many USING %I (o %I);
	INSERT INTO many SELECT o FROM many LIMIT 100;
	SELECT count(*) FROM many WHERE o = (SELECT o FROM samples WHERE n = 1);
	SELECT count(*) FROM many WHERE o >= timestamptz ''2020-01-01'';
	DROP INDEX many_index;', amname, opcname)
FROM member JOIN pg_opclass c ON classid = 'pg_opclass'::regclass AND objid = c.oid
	JOIN pg_am a ON a.oid = opcmethod});
my $file = $node->basedir . '/many';
$rounds = "COPY (SELECT o FROM samples, generate_series(1, 10)) TO '$file' (FORMAT binary);
CREATE TEMP TABLE many (o objectid);
COPY many FROM '$file' (FORMAT binary); ANALYZE many; $rounds DROP TABLE many;\n";

# The bytes by which a session grows that has done something of the kind before.
my $session = $node->background_psql('postgres');
$session->query_safe('SET enable_seqscan = off');
sub grown
{
	my ($first, $then) = @_;
	$session->query_safe($first);
	my ($before, $after) = map {
		$session->query_safe($_) if $_;
		$session->query_safe(
			q{SELECT substring(pg_read_file('/proc/self/smaps_rollup') FROM 'Anonymous: +(\d+)')});
	} '', $then;
	return ($after - $before) * 1024;
}

my $limit = 1024 * 1024;

# What a session knows of a followed table and its partitions is forgotten when one changes. (This
# comes first, as later on the session has free memory in which a leak would not show.)
sql(q{
CREATE TABLE changed (id uuid PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE changed_%s PARTITION OF changed FOR VALUES FROM (%L) TO (%L)', i,
	uuid_v7_min(to_timestamp(i)), uuid_v7_min(to_timestamp(i + 1)))
FROM generate_series(1, 150) i \gexec
CREATE PROCEDURE change_and_follow(times int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. times LOOP
		EXECUTE format('ALTER TABLE changed_1 SET (fillfactor = %s)', 50 + i % 50);
		PERFORM resolved_uuid_v7('changed');
		COMMIT;
	END LOOP;
END
$$});
my $grown = grown('CALL change_and_follow(50)', 'CALL change_and_follow(3000)');
cmp_ok($grown, '<', $limit, "a table with partitions that changes leaves $grown bytes");

# What a place that calls a function keeps for its key goes with it, also after an error.
sql(q{
CREATE PROCEDURE mask_and_fail(times int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. times LOOP
		BEGIN
			EXECUTE 'SELECT mask_objectid(gen_objectid(), uuid_send(gen_random_uuid())),
				1 / ($1 % 2)' USING i;
		EXCEPTION WHEN division_by_zero THEN
		END;
	END LOOP;
END
$$});
$grown = grown('CALL mask_and_fail(50)', 'CALL mask_and_fail(10000)');
cmp_ok($grown, '<', $limit, "many places that call a function with a key leave $grown bytes");

for (@calls)
{
	my ($times, $call) = @$_;
	my $rows = "SELECT $call FROM generate_series(1, $times), samples WHERE n";
	my $grown = grown("$rows <= 0", "$rows > 0");
	# A leak comes again; what malloc keeps of memory that was freed does not.
	$grown = grown("$rows <= 0", "$rows > 0") if $grown >= $limit;
	cmp_ok($grown, '<', $limit, "$call: many calls leave $grown bytes");
}
$grown = grown($rounds x 10, $rounds x 10);
cmp_ok($grown, '<', $limit, "ten rounds of indexes, binary input and output leave $grown");

$session->quit;

# A call keeps nothing of each of its statements.
my $peak = q{SELECT substring(pg_read_file('/proc/self/status') FROM 'VmPeak:\s+(\d+)')};
my @peaks = split /\n+/, sql("$peak; SELECT counter_create('counter', 'shards', 100000, 1); $peak");
$grown = ($peaks[-1] - $peaks[0]) * 1024;
cmp_ok($grown, '<', 10 * $limit, "to create a counter of many shards takes $grown bytes");

# Of the plans for many tables, 8 MB are kept, and that of a statement which is running. Here its
# trigger needs all others.
sql(q{
CREATE TABLE counter_0 (LIKE counter INCLUDING ALL);
SELECT format('CREATE TABLE counter_%s (LIKE counter INCLUDING ALL)', n)
FROM generate_series(1, 300) n \gexec
CREATE FUNCTION take_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM counter_next(format('counter_%s', n)::regclass, 'one') FROM generate_series(1, 300) n;
	RETURN NEW;
END
$$;
CREATE TRIGGER take_others BEFORE UPDATE ON counter_0 FOR EACH ROW WHEN (NEW.next > 3)
	EXECUTE FUNCTION take_others();
});
my $plans_of_0 = q{SELECT count(*) FROM pg_backend_memory_contexts
	WHERE name = 'CachedPlanSource' AND ident LIKE '% public.counter_0 %'};
my @results = split /\n+/, sql(qq{
SELECT counter_next('counter_0', 'one');
SELECT counter_next('counter_0', 'one');
$plans_of_0;
SELECT counter_next('counter_0', 'one');
$plans_of_0 AND ident LIKE 'UPDATE %';
SELECT sum(total_bytes) FROM pg_backend_memory_contexts
WHERE name ~ '^(SPI Plan|CachedPlan.*|objectid kept plan)\$';
});
is("@results[0, 1, 3]", '1 2 3', 'numbers of a counter');
is($results[2], 4, 'each statement has one plan');
is($results[4], 1, 'the one that ran while others were planned is kept');
cmp_ok($results[5], '>', 4 * $limit, "so are others: $results[5] bytes");
cmp_ok($results[5], '<', 8.5 * $limit, 'up to a limit');

# Likewise what a session knows of followed tables, and their bounds: with none of before, the bound
# is unknown to a snapshot after which somebody has ended. What is forgotten is learned again.
sql(q{
CREATE TABLE parts (id uuid PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts DEFAULT;
CREATE TABLE other ();
});
$session = $node->background_psql('postgres', on_error_stop => 1);
my $known = q{SELECT resolved_uuid_v7('parts') <> '00000000-0000-0000-0000-000000000000'};
my $others = q{
	SELECT count(counter_next(format('counter_%s', n)::regclass, uuid_v7()::text))
	FROM generate_series(1, 300) n};
my @known;
for my $before ('SELECT', $others, 'SELECT')
{
	$session->query_safe("SELECT resolved_uuid_v7('parts')");
	$session->query_safe($before);
	$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT');
	sql('INSERT INTO other DEFAULT VALUES; ALTER TABLE parts_1 SET (fillfactor = 90)');
	push @known, $session->query_safe($known);
	$session->query_safe('COMMIT');
}
is("@known", 't f t', 'bounds are kept, but not while 300 other tables are used');
$session->quit;

$node->stop;
done_testing();

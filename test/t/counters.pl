# Counters: several sessions, crashes, isolation levels, dumps, rights.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', "restart_after_crash = on\ntrack_commit_timestamp = on");
sql(q{
CREATE EXTENSION objectid;
CREATE TABLE got (counter text, number bigint, PRIMARY KEY (counter, number));
});

# The statement that keeps the next number of a counter.
sub take { return "INSERT INTO got VALUES ('$_[0]', counter_next('$_[0]'))" }

# All committed numbers of a counter: how many, how many different, the smallest, the largest.
sub got
{
	my ($counter) = @_;
	return sql("SELECT count(*), count(DISTINCT number), min(number), max(number)
		FROM got WHERE counter = '$counter'");
}

# One shard --------------------------------------------------------------------------------------

writers('-c 8 -t 200', '8 writers take 200 numbers each', take('one'));
is(got('one'), '1600|1600|1|1600', 'they are continuous');

writers('-c 8 -t 200', '8 writers, of which one in three rolls back', rolled_back(take('back')));
is(sql(q{
SELECT count(*) BETWEEN 800 AND 1300, count(*) = max(number), min(number),
	max(number) = counter_next('back') - 1
FROM got WHERE counter = 'back'}),
	't|t|1|t', 'what was rolled back is given again, and no number is missing');
is(sql(q{
SELECT count(*) FROM (
	SELECT pg_xact_commit_timestamp(xmin) AS at,
		lag(pg_xact_commit_timestamp(xmin)) OVER (PARTITION BY counter ORDER BY number) AS before
	FROM got) c
WHERE at < before}),
	'0', 'the order of the numbers is the order of the commits');

writers('-c 8 -t 50', '8 writers take batches of random size', q{
\set count random(1, 30)
INSERT INTO got SELECT 'batches', n
FROM counter_take('batches', :count) b, generate_series(lower(b), upper(b) - 1) n;
});
is(sql(q{
SELECT count(*) = max(number), min(number), max(number) = counter_next('batches') - 1
FROM got WHERE counter = 'batches'}),
	't|1|t', 'batches are continuous too');

# Other isolation levels fail with 40001 where another has moved on, and can be repeated.
foreach my $level ('REPEATABLE READ', 'SERIALIZABLE')
{
	my $in_level = sub { "BEGIN ISOLATION LEVEL $level;\nINSERT INTO got SELECT $_[0];\nEND;\n" };
	my $repeating = '-c 8 -t 25 --max-tries=10000';
	writers($repeating, "8 writers repeat what fails under $level",
		$in_level->("'$level', counter_next('$level')"));
	is(got($level), '200|200|1|200', "they are continuous under $level");
	my $shards = "$level, shards";
	sql("SELECT counter_create('$shards', 50, 1000)");
	writers($repeating, "8 writers on 50 shards under $level",
		$in_level->("'$shards', counter_next('$shards') FROM (SELECT pg_sleep(0.001)) s"));
	like(got($shards), qr/^200\|200\|/, "numbers of shards differ under $level");
}

# Crashes ----------------------------------------------------------------------------------------

# Four writers say which numbers they were given, until the server goes away by what is done to it.
# None of those is lost or given again.
sub check_crash
{
	my ($counter, $how, $happens) = @_;
	my $file = $node->basedir . "/$counter.sql";
	my $take = take($counter) . " RETURNING number;\n";
	append_to_file($file, $take x 100_000);
	my @talkers = map { start_psql($node, '-v', 'ON_ERROR_STOP=1', '-f', $file) } 1 .. 4;
	$node->poll_query_until('postgres', "SELECT count(*) > 200 FROM got WHERE counter = '$counter'")
	  or die 'nobody writes';
	$happens->();
	$_->{run}->finish foreach @talkers;
	# the last line may be cut
	my @said = map { $_->{out} =~ /^(\d+)\n/mg } @talkers;

	cmp_ok(scalar(@said), '>', 100, "numbers were taken before $how: " . @said);
	my %said = map { $_ => 1 } @said;
	is(scalar(keys %said), scalar(@said), "none was given twice before $how");
	my %kept = map { $_ => 1 } split /\n/, sql("SELECT number FROM got WHERE counter = '$counter'");
	is(scalar(grep { !$kept{$_} } @said), 0, "$how loses none that was given");
	writers('-c 8 -t 10', "8 writers go on after $how", take($counter));
	my $last = scalar(keys %kept) + 80;
	is(got($counter), "$last|$last|1|$last", "$how repeats none and leaves no gap");
	return;
}

check_crash('stopped', 'an immediate shutdown', sub { $node->stop('immediate'); $node->start });

# The victim has the number 1 and waits, so that its end is in the middle of a transaction.
my $victim = $node->background_psql('postgres', on_error_stop => 0);
is($victim->query_safe('BEGIN; ' . take('victim') . ' RETURNING number'),
	'1', 'a transaction takes a number');
my $pid = $victim->query_safe('SELECT pg_backend_pid()');
check_crash('killed', 'kill -9 of a backend', sub { crash($node, $pid) });
eval { $victim->quit };
is(sql("SELECT counter_next('victim')"), '1', 'what the killed one had taken is given again');

# Several shards ---------------------------------------------------------------------------------

sql(q{SELECT counter_create('blog', 1000, 1000000000, 0)});
writers('-c 8 -t 500', '8 writers on 1,000 shards', take('blog'));
is(sql(q{
SELECT count(*), count(DISTINCT number) = count(*), max(length(number::text)) <= 12,
	count(DISTINCT number / 1000000000) > 500
FROM got WHERE counter = 'blog'}),
	'4000|t|t|t', 'the numbers are unique, of 12 digits at most, and of all shards');

# Exactly as many as there are.
sql(q{SELECT counter_create('six', 2, 3)});
my @takes = ('-v', 'VERBOSITY=sqlstate', '-c', take('six') . ' RETURNING number');
my @runs = map { start_psql($node, @takes) } 1 .. 8;
$_->{run}->finish foreach @runs;
is(join('', sort map { $_->{out} } @runs),
	"1\n2\n3\n4\n5\n6\n", '8 writers get exactly 6 numbers of 2 x 3');
is(join('', map { $_->{err} } @runs),
	"ERROR:  2200H\n" x 2, 'the other two are told that there are no more');
is(error_of(q{SELECT counter_next('six')}),
	'2200H: counter "six" is exhausted', 'so is everybody after them');

sql(q{SELECT counter_create('all', 100, 20)});
writers('-c 8 -t 250', '8 writers use up 100 shards', take('all'));
is(got('all'), '2000|2000|1|2000', 'they get every number');
is(error_of(q{SELECT counter_next('all')}), '2200H: counter "all" is exhausted', 'and no other');

# One of two shards is held: whoever comes takes the other one, wherever his search begins, and
# waits for nobody.
foreach my $held (0, 1)
{
	my $counter = "half $held";
	sql("SELECT counter_create('$counter', 2, 1000)");
	my $holder = $node->background_psql('postgres');
	$holder->query_safe("BEGIN;
		SELECT FROM objectid_counter WHERE name = '$counter' AND shard = $held FOR UPDATE");
	is(sql(q{SET lock_timeout = '60s';},
			(take($counter) . ';') x 30,
			'SELECT count(*), count(DISTINCT number / 1001), min(number / 1001)',
			"FROM got WHERE counter = '$counter'"),
		'30|1|' . (1 - $held),
		"30 transactions take numbers of the one that is free while shard $held is held");
	$holder->quit;
}

# Dump and restore -------------------------------------------------------------------------------

# As defaults of columns: test/t/tools.pl.
sql(q{
CREATE ROLE app LOGIN;
CREATE DATABASE origin;
CREATE DATABASE copy;
CREATE DATABASE moved;
});
sql_in('origin', q{
CREATE SCHEMA ids;
CREATE EXTENSION objectid SCHEMA ids;
SELECT ids.counter_take('orders', 42);
SELECT ids.counter_create('shards', 3, 100);
SELECT ids.counter_take('shards', 100);
SELECT ids.counter_create('end', start => 9223372036854775807);
SELECT ids.counter_next('end');
GRANT USAGE ON SCHEMA ids TO app;
GRANT SELECT, INSERT, UPDATE ON ids.objectid_counter TO app;
GRANT EXECUTE ON FUNCTION ids.counter_next(text), ids.counter_take(text, integer) TO app;
});
my $dump = $node->basedir . '/origin.dump';
$node->command_ok([ 'pg_dump', '-Fc', '-f', $dump, 'origin' ], 'pg_dump');
$node->command_ok([ 'pg_restore', '--exit-on-error', '-d', 'copy', $dump ], 'pg_restore');
my $counters = q{SELECT c FROM ids.objectid_counter c ORDER BY name, shard};
is(sql_in('copy', $counters), sql_in('origin', $counters), 'the counters are restored');
is(sql_in('copy', q{SELECT ids.counter_next('orders')}, 'app'),
	'43', 'and go on where they stopped, for those who had the right to');
is(sql_in('copy', q{SELECT count(ids.counter_next('shards')) FROM generate_series(1, 200)}),
	'200', 'shards as well');
is(error_of(q{SELECT ids.counter_next('shards')}, undef, 'copy'),
	'2200H: counter "shards" is exhausted', 'a shard that was used up still is');
is(error_of(q{SELECT ids.counter_next('end')}, undef, 'copy'),
	'2200H: counter "end" is exhausted', 'and one at the end of bigint');

# Counters alone, by the command of doc/counters.md
sql_in('moved', 'CREATE SCHEMA ids; CREATE EXTENSION objectid SCHEMA ids');
my ($move) = slurp_file("$top/doc/counters.md") =~ /^(pg_dump .* old \| psql .* new)$/m;
$move =~ s/ old / origin /;
$move =~ s/ new$/ -XAtq -v ON_ERROR_STOP=1 moved/;
{
	local @ENV{qw(PGHOST PGPORT)} = ($node->host, $node->port);
	command_ok([ 'sh', '-c', $move ], $move);
}
is(sql_in('moved', $counters), sql_in('origin', $counters), 'the counters are moved');
is(sql_in('moved', q{SELECT ids.counter_next('orders')}), '43', 'and go on');

# Rights -----------------------------------------------------------------------------------------

sql(q{
CREATE ROLE owner LOGIN;
CREATE DATABASE owned OWNER owner;
});
sql_in('owned', 'CREATE EXTENSION objectid', 'owner');
is(sql_in('owned', q{
SELECT string_agg(DISTINCT owner::regrole::text, ' ')
FROM pg_depend, LATERAL (
	SELECT relowner FROM pg_class WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT proowner FROM pg_proc WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT typowner FROM pg_type WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT oprowner FROM pg_operator WHERE classid = tableoid AND objid = oid) o (owner)
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid') AND deptype = 'e'}),
	sql('SELECT 10::regrole'), 'the owner of the database owns nothing of the extension');
foreach my $statement (
	'CREATE TRIGGER t BEFORE UPDATE ON objectid_counter FOR EACH ROW '
	  . 'EXECUTE FUNCTION suppress_redundant_updates_trigger()',
	'CREATE RULE r AS ON UPDATE TO objectid_counter DO NOTHING',
	'ALTER TABLE objectid_counter ADD CHECK (next > 0)',
	'CREATE INDEX ON objectid_counter ((next + 1))',
	'CREATE POLICY p ON objectid_counter',
	'ALTER FUNCTION counter_next(text) SECURITY DEFINER',
	'CREATE OR REPLACE FUNCTION counter_next(name text) RETURNS bigint RETURN 1')
{
	like(error_of($statement, 'owner', 'owned'),
		qr/^42501: (permission denied for|must be owner of) /, "he cannot $statement");
}
sql_in('owned', q{
GRANT USAGE ON SCHEMA public TO app;
GRANT SELECT, INSERT, UPDATE ON objectid_counter TO app;
GRANT EXECUTE ON FUNCTION counter_next(text), counter_take(text, integer) TO app;
}, 'owner');
is(sql_in('owned', q{SELECT counter_next('x'), counter_take('x', 5), counter_next('y')}, 'app'),
	'1|[2,7)|1', 'the owner of the database, no superuser, says who may: three grants are enough');

# Default privileges of the role that creates the extension do not open the table to everybody.
sql('CREATE DATABASE open');
is(sql_in('open', q{
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC;
CREATE EXTENSION objectid;
CREATE TABLE opened ();
SELECT relname, has_table_privilege('app', oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
FROM pg_class WHERE relname IN ('objectid_counter', 'opened') ORDER BY relname;
}),
	"objectid_counter|f\nopened|t", 'PUBLIC has no rights on the table');

my $drop = q{SELECT counter_drop('x')};
my $may_not = '42501: permission denied for function counter_drop';
is(error_of($drop, 'app', 'owned'), $may_not, 'not to drop');
is(sql_in('owned',
		qq{SELECT counter_create('z', 2, 5); $drop; SELECT counter_next('x')}, 'owner'),
	"\n\n1", 'the owner may do everything');
my $owned = $node->basedir . '/owned.dump';
$node->command_ok([ qw(pg_dump -Fc -U owner -f), $owned, 'owned' ], 'the owner dumps the counters');

is(sql_in('owned', q{
SELECT a.grantor::regrole FROM pg_class, aclexplode(relacl) a
WHERE relname = 'objectid_counter' AND a.privilege_type = 'UPDATE' AND a.grantee = 'app'::regrole}),
	'owner', 'grants are his own');

# Who restores the dump has the rights again, and those whom he gave them: the owner himself, or a
# superuser for him.
foreach my $role ('owner', undef)
{
	my @as = defined $role ? ('-U', $role) : ();
	sql('CREATE DATABASE again OWNER owner');
	$node->command_ok([ qw(pg_restore --exit-on-error), @as, '-d', 'again', $owned ],
		'restored by ' . ($role // 'a superuser'));
	is(sql_in('again', q{SELECT counter_next('x')}, 'app'),
		'2', 'who might take numbers still may');
	is(error_of($drop, 'app', 'again'), $may_not, 'but not drop a counter');
	sql_in('again', q{
GRANT EXECUTE ON FUNCTION counter_drop(text) TO app;
GRANT DELETE ON objectid_counter TO app}, 'owner');
	is(error_of($drop, 'app', 'again'), 'none', 'unless the owner lets him');
	sql('DROP DATABASE again WITH (FORCE)');
}

$node->stop;
done_testing();

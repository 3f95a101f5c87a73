# The recipes of doc/copies.md, while ten sessions insert, update the same rows, delete, truncate,
# merge, roll back and end, readers are killed and the server crashes: the copies equal their
# tables, each row is counted once, and a row that is updated without a pause is read all the time.
# Who copies without the bound misses rows. FOLLOW_SECONDS sets the duration (4), OBJECTID_SEED the
# seed of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use doc_examples;
use test_server;
use Time::HiRes qw(sleep time);

my $seconds = $ENV{FOLLOW_SECONDS} // repeated(4, 8);
seeded();

my $node =
  start_server('main', shared_generators() . "max_connections = 50\ndeadlock_timeout = 20ms");
my @blocks = map { $_->{sql} } doc_examples::blocks('doc/copies.md');

# The block of the page that begins or goes on so.
sub shown
{
	my ($pattern) = @_;
	my @found = grep { /$pattern/ } @blocks;
	is(@found, 1, "one block of the page has $pattern") or BAIL_OUT("@found");
	return $found[0];
}

my %made = map { $_ => shown(qr/^CREATE TABLE $_ /m) } qw(event sale);
my $product = shown(qr/^CREATE TABLE product /m);
my $product_copy = shown(qr/^CREATE TABLE product_copy /m);
my $column = shown(qr/^CREATE TABLE article /m) . shown(qr/^CREATE TABLE article_copy /m);
my %poll = (
	event => shown(qr/^INSERT INTO event_copy/m),
	sales => shown(qr/^INSERT INTO sales_per_hour/m),
	product => shown(qr/^    INSERT INTO product_copy/m),
	article => shown(qr/^    INSERT INTO article_copy/m));
($poll{naive} = $poll{event}) =~ s/event_copy/event_naive/g;
$poll{naive} =~ s/\s+AND id < resolved_\w+\('event'\)// or die 'no bound';

# In the schema parts, products are partitioned by their key, which then changes its partition.
(my $product_in_parts = $product) =~ s/^(CREATE TABLE product \(.*?\));/$1 PARTITION BY RANGE (id);
	CREATE TABLE product_1 PARTITION OF product FOR VALUES FROM (MINVALUE) TO (10);
	CREATE TABLE product_2 PARTITION OF product FOR VALUES FROM (10) TO (MAXVALUE);/ms
  or die $product;
$product_in_parts =~ s/\bpublic\./parts./g;

sql('CREATE EXTENSION objectid; CREATE SEQUENCE fresh START 1000; CREATE TABLE hot (reader text)');
for my $schema (qw(public parts))
{
	sql("CREATE SCHEMA IF NOT EXISTS $schema; SET search_path = $schema", ';',
		@made{qw(event sale)}, $schema eq 'parts' ? $product_in_parts : $product,
		$product_copy, $column, q{
CREATE TABLE event_naive (LIKE event INCLUDING ALL);
-- Cascades of a foreign key write to the log, too.
CREATE TABLE maker (name text PRIMARY KEY);
INSERT INTO maker VALUES ('a'), ('b'), ('c'), ('d');
ALTER TABLE product ADD FOREIGN KEY (name) REFERENCES maker ON UPDATE CASCADE ON DELETE CASCADE;
});
	for my $table (qw(product article))
	{
		sql("SET search_path = $schema", qq{;
CREATE FUNCTION ${table}_is_hot() RETURNS trigger LANGUAGE plpgsql AS
	'BEGIN INSERT INTO public.hot VALUES (''$schema.$table''); RETURN NULL; END';
CREATE TRIGGER hot AFTER INSERT OR UPDATE ON ${table}_copy FOR EACH ROW WHEN (NEW.id = 0)
	EXECUTE FUNCTION ${table}_is_hot()});
	}
}

# Who writes has a table of the name of the log.
sql(q{
CREATE TEMPORARY TABLE product_log (id uuid, product bigint);
INSERT INTO product VALUES (-2, 'a', 0)});
is(sql('SELECT product FROM product_log'),
	'-2', q(a change is in the log, not in the writer's own));

# A row for which two sessions always wait. Each makes its key when another one has begun to write,
# so the row is never below the bound, but always in the copy.
my %session = map { ($_->query_safe('SELECT pg_backend_pid()') => $_) }
  map { $node->background_psql('postgres') } 1 .. 3;
sql(q{INSERT INTO article VALUES (-1, 0)});
my $update = q{BEGIN; UPDATE article SET title = title::int + 1 WHERE id = -1;};
my ($holder, @next) = values %session;
$holder->query_safe($update);
for my $round (1 .. 4)
{
	$_->query_until(qr/begun/, "\\echo begun\n$update\n") for @next;
	$node->poll_query_until('postgres',
		q{SELECT count(*) = 2 FROM pg_stat_activity WHERE wait_event_type = 'Lock'})
	  or die 'nobody waits';
	$holder->query_safe('COMMIT');
	@next = $holder;
	my $has_the_row = q{FROM pg_stat_activity WHERE state = 'idle in transaction'};
	$node->poll_query_until('postgres', "SELECT count(*) = 1 $has_the_row")
	  or die 'nobody gets the row';
	$holder = $session{ sql("SELECT pid $has_the_row") };
	next if $round == 1; # this key was made before the others began
	is(sql(q{SELECT title FROM article
		WHERE id = -1 AND changed < resolved_uuid_v7('article', key => 'changed')}),
		'', "round $round: a row for which others wait is not below the bound");
	sql($poll{article});
	is(sql('SELECT title FROM article_copy WHERE id = -1'), $round, 'and it is in the copy');
}
sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid IN ('
	  . join(',', keys %session) . ')');
eval { $_->quit } for values %session;

# A poll that waits for another one, which then polls again at once: it must not write what it would
# have read before it waited.
sql(q{INSERT INTO article VALUES (100, 0)});
my ($one, $other) = map { $node->background_psql('postgres') } 1, 2;
(my $begun = $poll{article}) =~ s/COMMIT;\s*$// or die $poll{article};
(my $once_more = "COMMIT; $poll{article}") =~ s/;(?!\s*$)/\\;/g;
for (1 .. 5)
{
	$one->query_safe($begun);
	sql('UPDATE article SET title = title::int + 1 WHERE id = 100');
	let_wait($other, $poll{article});
	sql('UPDATE article SET title = title::int + 1 WHERE id = 100');
	$one->query_safe($once_more);
	answer_of($other);
	sql($poll{article});
	is(sql('SELECT title FROM article_copy WHERE id = 100'), 2 * $_, "two polls at once, $_");
}
$_->quit for $one, $other;

# What happens at random: how is 1 to 12.
sql(q{
CREATE FUNCTION write(how int, a int, b int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF how <= 3 THEN
		INSERT INTO product SELECT a, name, b FROM maker ORDER BY random() LIMIT 1
			ON CONFLICT (id) DO UPDATE SET cents = product.cents + 1;
		INSERT INTO article VALUES (a, b)
			ON CONFLICT (id) DO UPDATE SET title = excluded.title, deleted = false;
	ELSIF how <= 6 THEN
		UPDATE product SET cents = cents + 1 WHERE id BETWEEN a AND a + 3;
		UPDATE article SET title = b WHERE id BETWEEN a AND a + 3;
	ELSIF how = 7 THEN
		DELETE FROM product WHERE id BETWEEN a AND a + 1;
		UPDATE article SET deleted = true WHERE id BETWEEN a AND a + 1;
	ELSIF how = 8 THEN
		UPDATE product SET id = nextval('public.fresh') WHERE id = a;
		DELETE FROM product WHERE id = currval('public.fresh') - 20;
	ELSIF how = 9 THEN
		MERGE INTO product USING (SELECT i, name FROM maker, generate_series(a, a + 2) i
				ORDER BY random() LIMIT 1) n ON id = i
			WHEN MATCHED AND cents % 3 = 0 THEN DELETE
			WHEN MATCHED THEN UPDATE SET cents = cents + 1
			WHEN NOT MATCHED THEN INSERT VALUES (i, n.name, b);
		MERGE INTO article USING (SELECT) n ON id = a
			WHEN MATCHED THEN UPDATE SET title = b
			WHEN NOT MATCHED THEN INSERT (id, title) VALUES (a, b);
	ELSIF how = 10 THEN
		UPDATE maker SET name = name || '''' WHERE name = chr(97 + a % 4);
		UPDATE maker SET name = left(name, 1) WHERE name = chr(97 + a % 4) || '''';
	ELSIF how = 11 AND b = 1 THEN
		DELETE FROM maker WHERE name = chr(97 + a % 4);
		INSERT INTO maker VALUES (chr(97 + a % 4));
	ELSIF how = 12 AND b = 1 THEN
		TRUNCATE product;
		INSERT INTO product SELECT a, name, b FROM maker ORDER BY random() LIMIT 1;
	END IF;
	INSERT INTO event (payload) VALUES (b);
	INSERT INTO sale (sold_at, cents) VALUES (now() - b * interval '1 hour', a);
EXCEPTION WHEN integrity_constraint_violation OR object_not_in_prerequisite_state THEN
END
$$;
});

my $script = q{
\set how random(1, 12)
\set and_how random(1, 12)
\set a random(1, 20)
\set b random(1, 9)
\set between random(0, 10)
\set outcome random(1, 6)
BEGIN;
SELECT write(:how, :a, :b);
\sleep :between ms
SAVEPOINT s;
SELECT write(:and_how, :b, :a);
\if :outcome = 1
ROLLBACK TO s;
\endif
\if :outcome = 2
ROLLBACK;
\else
COMMIT;
\endif
};
my $without_pause = q{
INSERT INTO product SELECT 0, min(name), 0 FROM maker
	ON CONFLICT (id) DO UPDATE SET cents = product.cents + 1;
INSERT INTO article VALUES (0, 0) ON CONFLICT (id) DO UPDATE SET title = article.title::int + 1;
};

# In both schemas. Two clients poll at once, where the page says what becomes of the second one, and
# for products each has a connection for each poll.
my (%reader, @writers);
my @schemas = qw(public parts);

sub start
{
	my ($schema, $sql, @options) = @_;
	local $ENV{PGOPTIONS} = "-c search_path=$schema,public";
	return (start_pgbench($node, $sql, '-T', 600, '--max-tries=0',
			'--random-seed', int(rand(2**31)), @options))[0];
}

sub start_reader
{
	my ($schema, $name) = @_;
	my @options = $name =~ /^(event|naive)$/ ? () : ('-c', 2);
	push @options, '-C' if $name eq 'product';
	$reader{"$schema $name"} = start($schema, "$poll{$name}\n\\sleep 5 ms\n", @options);
	return;
}

my $rounds = 4;
for my $round (1 .. $rounds)
{
	for my $schema (@schemas)
	{
		start_reader($schema, $_) for sort grep { !$reader{"$schema $_"} } keys %poll;
		push @writers, start($schema, $script, '-c', 4), start($schema, $without_pause, '-c', 2);
	}
	sql('DELETE FROM hot');
	my $end = time + $seconds / $rounds;
	while (time < $end)
	{
		sleep(0.2);
		my $name = pick(keys %reader);
		(delete $reader{$name})->kill_kill(grace => 0);
		start_reader(split / /, $name);
	}
	ok($node->poll_query_until('postgres', q{
		SELECT count(*) = 4 FROM (SELECT FROM hot GROUP BY reader HAVING count(*) > 3) r}),
		"round $round: the rows that are updated without a pause are read all the time");
	# The server crashes, or the writers are ended.
	if ($round == 2)
	{
		$node->stop('immediate');
		eval { $_->finish } foreach @writers, values %reader;
		%reader = ();
		$node->start;
	}
	else
	{
		$_->signal('KILL') for @writers;
		eval { $_->finish } foreach @writers;
	}
	@writers = ();
}
eval { $_->kill_kill(grace => 0) } foreach values %reader;
$node->poll_query_until('postgres', q{
	SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'});

my %equal = (
	event => [ 'SELECT * FROM event', 'SELECT * FROM event_copy' ],
	product => [ 'SELECT * FROM product', 'SELECT * FROM product_copy' ],
	article => [ 'SELECT id, title FROM article WHERE NOT deleted', 'SELECT * FROM article_copy' ],
	sales => [
		q{SELECT date_trunc('hour', sold_at), count(*), sum(cents) FROM sale GROUP BY 1},
		'SELECT * FROM sales_per_hour' ]);
for my $schema (@schemas)
{
	my $set = "SET search_path = $schema, public; ";
	for my $name (sort keys %equal)
	{
		my ($table, $copy) = @{ $equal{$name} };
		my $difference = "SELECT * FROM (($table) EXCEPT ALL ($copy)) missed"
		  . " UNION ALL SELECT * FROM (($copy) EXCEPT ALL ($table)) wrong";
		# Until what is left is read, in batches.
		for (1 .. 100)
		{
			sleep(0.01);
			sql($set . $poll{$name});
			last if sql($set . $difference) eq '';
		}
		is(sql($set . $difference), '', "$schema, $name: the copy is equal");
		cmp_ok(sql("$set SELECT count(*) FROM ($copy) c"), '>', 0, 'and it has rows');
	}
	sql($set . $poll{naive});
	my $missed =
	  sql("$set SELECT count(*) FROM event WHERE id NOT IN (SELECT id FROM event_naive)");
	cmp_ok($missed, '>', 0, "$schema: who copies without the bound misses $missed events");
}

$node->stop;
done_testing();

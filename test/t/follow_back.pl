# Clocks and sequences that go back, between polls and during them, beside other transactions: in
# sessions that poll two thousand times each, of a role without rights, too, the server never
# crashes, a bound of numbers is never above the next number, and no row is lost by ids and numbers.
# OBJECTID_SEED sets the seed of the random numbers; OBJECTID_THOROUGH, if set, has sessions poll
# ten times as often.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use Time::HiRes qw(sleep);
use fake_clock_and_random;
use test_server;

my $times = 2000 * ($ENV{OBJECTID_THOROUGH} ? 10 : 1);
seeded();

fake_clock_and_random::build() or plan skip_all => 'no C compiler';
my $node = start_server('main', q{
shared_preload_libraries = 'objectid'
max_connections = 50
autovacuum = off
log_statement = none
});
sql(q{
CREATE EXTENSION objectid;
CREATE ROLE guest LOGIN;
CREATE TABLE other (n int);
CREATE TABLE by_number (id bigserial PRIMARY KEY, began timestamptz DEFAULT now());
CREATE TABLE by_uuid_v7 (id uuid PRIMARY KEY DEFAULT uuid_v7(), began timestamptz DEFAULT now());
CREATE TABLE by_objectid
	(id objectid PRIMARY KEY DEFAULT gen_objectid(), began timestamptz DEFAULT now());
});
my @kinds = qw(number uuid_v7 objectid);

# Step by step -------------------------------------------------------------------------------------

sql('CREATE TABLE numbers (id bigserial PRIMARY KEY)');
my $beside = $node->background_psql('postgres');
my $reader = $node->background_psql('postgres');
my @writer = map { $node->background_psql('postgres') } 0 .. 1;
sql('INSERT INTO numbers SELECT FROM generate_series(1, 10)');
$beside->query_safe('BEGIN; INSERT INTO other VALUES (1)');
my @bounds = $reader->query_safe(q{SELECT resolved_number('numbers')});
for my $to (5, 3, 1, 20, 2, 19, 4)
{
	sql("DELETE FROM numbers WHERE id > $to; SELECT setval('numbers_id_seq', $to)");
	push @bounds, $reader->query_safe(q{SELECT resolved_number('numbers')}) for 1 .. 2;
}
is("@bounds", '11 6 6 4 4 2 2 21 21 3 3 20 20 5 5', 'each bound is the next number');
# The bound of 19 numbers would let the second row through.
$writer[0]->query_safe('BEGIN; INSERT INTO numbers DEFAULT VALUES');
$writer[1]->query_safe('INSERT INTO numbers DEFAULT VALUES');
my $next = q{SELECT string_agg(id::text, ',' ORDER BY id) FROM numbers
	WHERE id > 4 AND id < resolved_number('numbers')};
is($reader->query_safe($next), '', 'a writer is waited for');
$_->query_safe('COMMIT') for $writer[0], $beside;
is($reader->query_safe($next), '5,6', 'it has ended');
$_->quit for $beside, $reader, @writer;

# At random ----------------------------------------------------------------------------------------

sql(q{
CREATE TABLE seen (place bigserial, kind text, id text);
-- Reads on in a table, maybe in several statements of a transaction.
CREATE PROCEDURE read_on(kind text, times int) LANGUAGE plpgsql AS $$
DECLARE
	type text := CASE kind WHEN 'number' THEN 'bigint' WHEN 'uuid_v7' THEN 'uuid' ELSE kind END;
	last text := coalesce(
		(SELECT s.id FROM seen s WHERE s.kind = read_on.kind ORDER BY place DESC LIMIT 1),
		CASE kind WHEN 'number' THEN '0' WHEN 'uuid_v7' THEN repeat('0', 32)
			ELSE repeat('0', 24) END);
	ids text[];
BEGIN
	FOR i IN 1 .. times LOOP
		EXECUTE format('SELECT array_agg(id::text ORDER BY id)
			FROM (SELECT id FROM by_%1$s WHERE id > $1::%2$s AND id < resolved_%1$s(''by_%1$s'')
				ORDER BY id LIMIT 100) s', kind, type) INTO ids USING last;
		IF ids IS NOT NULL THEN
			INSERT INTO seen (kind, id) SELECT kind, read FROM unnest(ids) read;
			last := ids[cardinality(ids)];
		END IF;
		IF random() < 0.7 THEN
			COMMIT;
		END IF;
	END LOOP;
END
$$;

-- Writes to a table, sets its sequence back, and follows it.
CREATE PROCEDURE set_back(name text, times int, seed float8) LANGUAGE plpgsql AS $$
DECLARE
	sequence text := pg_get_serial_sequence(name, 'id');
	top bigint;
	bound bigint;
	back bigint;
	last bigint := 0;
	number_seen bigint := 0;
	number_read bigint;
	number_there bigint;
	is_new boolean;
BEGIN
	PERFORM setseed(seed);
	FOR i IN 1 .. times LOOP
		IF random() < 0.5 THEN
			EXECUTE format('INSERT INTO %s SELECT FROM generate_series(1, %s)', name,
				1 + floor(random() * 4));
		END IF;
		IF random() < 0.1 THEN
			-- What is undone
			BEGIN
				EXECUTE format('TRUNCATE %s RESTART IDENTITY', name);
				EXECUTE format('INSERT INTO %s DEFAULT VALUES', name);
				bound := resolved_number(name::regclass);
				RAISE division_by_zero;
			EXCEPTION WHEN division_by_zero THEN
			END;
		END IF;
		IF random() < 0.3 THEN
			EXECUTE format('SELECT floor(random() * last_value)::bigint FROM %s', sequence)
				INTO back;
			CASE floor(random() * 4)
				WHEN 0 THEN
					back := greatest(back, 1);
					PERFORM setval(sequence, back);
				WHEN 1 THEN
					PERFORM setval(sequence, back + 1, false);
				WHEN 2 THEN
					EXECUTE format('ALTER SEQUENCE %s RESTART %s', sequence, back + 1);
				ELSE
					back := 0;
					EXECUTE format('TRUNCATE %s RESTART IDENTITY', name);
			END CASE;
			EXECUTE format('DELETE FROM %s WHERE id > %s', name, back);
			last := least(last, back);
			EXECUTE format('SELECT count(*) FROM %s WHERE id <= %s', name, last) INTO number_seen;
		END IF;
		is_new := random() < 0.6 OR i = times;
		IF is_new THEN
			COMMIT;
		END IF;
		EXECUTE format('SELECT last_value + is_called::int FROM %s', sequence) INTO top;
		EXECUTE format('SELECT count(*), coalesce(max(id), %2$s),
			resolved_number(%1$L), (SELECT count(*) FROM %1$s WHERE id <= %2$s)
			FROM %1$s WHERE id > %2$s AND id < resolved_number(%1$L)', name, last)
			INTO number_read, last, bound, number_there;
		-- A transaction may have agreed on one before.
		ASSERT bound <= top OR NOT is_new, format('bound %s above %s', bound, top);
		ASSERT number_seen = number_there, format('%s rows until %s, not %s', number_there, last,
			number_seen);
		number_seen := number_seen + number_read;
	END LOOP;
	-- What is left, when nobody ends meanwhile
	FOR i IN 1 .. 100 LOOP
		COMMIT;
		EXECUTE format('SELECT count(*), resolved_number(%1$L) FROM %1$s
			WHERE id > %2$s AND id < resolved_number(%1$L)', name, last) INTO number_read, bound;
		EXIT WHEN bound = top;
	END LOOP;
	EXECUTE format('SELECT count(*) FROM %s', name) INTO number_there;
	ASSERT number_seen + number_read = number_there,
		format('%s rows, not %s', number_there, number_seen + number_read);
END
$$;

-- Follows that table, too.
CREATE PROCEDURE follow_set_back(times int) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. times LOOP
		PERFORM FROM set_back WHERE id < resolved_number('set_back')
			AND id < resolved_number('set_back', key => 'id');
		IF random() < 0.7 THEN
			COMMIT;
		END IF;
	END LOOP;
END
$$;
CREATE TABLE set_back (id bigserial PRIMARY KEY);
});

# Other transactions, and those that write, of which one in five is rolled back
my $other = q{
\set pause random(0, 30)
\set begin random(1, 3)
BEGIN;
\if :begin > 1
INSERT INTO other VALUES (1);
\else
LOCK TABLE by_number, by_uuid_v7 IN ROW EXCLUSIVE MODE;
\endif
\sleep :pause ms
COMMIT;
};
my $write = q{
\set pause random(0, 30)
\set between random(0, 5)
\set outcome random(1, 5)
BEGIN;
INSERT INTO by_number DEFAULT VALUES;
INSERT INTO by_uuid_v7 DEFAULT VALUES;
\sleep :between ms
INSERT INTO by_objectid DEFAULT VALUES;
\sleep :pause ms
INSERT INTO by_uuid_v7 DEFAULT VALUES;
INSERT INTO by_number DEFAULT VALUES;
\if :outcome = 1
ROLLBACK;
\else
COMMIT;
\endif
};
my $started = sql('SELECT pg_postmaster_start_time()');
my @pgbench = map {
	(start_pgbench($node, $_, qw(-c 4 -T 600), '--random-seed', int(rand(2**31))))[0]
} $other, $write;

my %session = map { ("reads by $_" => [ '-c', "CALL read_on('$_', $times)" ]) } @kinds;
$session{'sets a sequence back and follows'} =
  [ '-c', "CALL set_back('set_back', $times, " . rand() . ')' ];
$session{'follows while a sequence is set back'} = [ '-c', "CALL follow_set_back($times)" ];
$session{'sets back a temporary sequence, without rights'} = [
	'-U', 'guest', '-c', 'CREATE TEMP TABLE mine (id bigserial PRIMARY KEY)',
	'-c', "CALL set_back('pg_temp.mine', $times, " . rand() . ')' ];
my %running = map { ($_ => start_psql($node, @{ $session{$_} })) } keys %session;

# The clock goes back and forth meanwhile, by milliseconds to seconds.
my ($ahead_ms, $back, $moves) = (0, 0, 0);
while (grep { $_->{run}->pumpable } values %running)
{
	$_->{run}->pump_nb for grep { $_->{run}->pumpable } values %running;
	my $step = pick(3, 30, 800, 8000);
	my $to = $ahead_ms + int(rand(2 * $step + 1)) - $step;
	$to = int(rand(8000)) if $to < 0 || $to > 8000;
	$back++ if $to < $ahead_ms;
	$moves++;
	$ahead_ms = $to;
	$node->set_clock($ahead_ms / 1000);
	sleep(rand(0.02));
}
for my $name (sort keys %running)
{
	$running{$name}{run}->finish;
	is($running{$name}{err}, '', "$times polls: $name");
}
cmp_ok($back, '>', 10, "the clock went back $back of $moves times");
for (@pgbench)
{
	ok($_->pumpable, 'other transactions have not ended before') or next;
	$_->kill_kill;
}
$node->poll_query_until('postgres',
	q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pgbench'});

# What is left is read when the clock has caught up. An id can be lost that precedes the start of
# its transaction, during which the clock was set back.
$node->set_clock(12);
is(sql('SELECT pg_postmaster_start_time()'), $started, 'the server is the same');
for my $kind (@kinds)
{
	sql("CALL read_on('$kind', 1000)");
	my $may_be_lost = {
		number => 'false',
		uuid_v7 => q{uuid_v7_timestamp(id) < date_trunc('milliseconds', began)},
		objectid => q{objectid_timestamp(id) < date_trunc('second', began)} }->{$kind};
	my ($written, $lost, $allowed, $repeated, $disordered) = split /\|/, sql(qq{
WITH s AS (SELECT place, s.id, t.id AS key FROM seen s LEFT JOIN by_$kind t ON t.id::text = s.id
	WHERE kind = '$kind')
SELECT (SELECT count(*) FROM by_$kind),
	(SELECT count(*) FROM by_$kind WHERE NOT $may_be_lost AND id::text NOT IN (SELECT id FROM s)),
	(SELECT count(*) FROM by_$kind WHERE $may_be_lost),
	(SELECT count(*) - count(DISTINCT key) FROM s),
	(SELECT count(*) FROM (SELECT key, lag(key) OVER (ORDER BY place) AS before FROM s) o
		WHERE key < before)});
	cmp_ok($written, '>', 100, "by $kind: rows were written");
	is("$lost|$repeated|$disordered", '0|0|0',
		"by $kind: of $written rows ($allowed precede their start) each once and in order");
}

$node->stop;
done_testing();

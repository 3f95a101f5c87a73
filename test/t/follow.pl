# Twelve sessions write to tables while readers follow them by ids and by numbers: below the bound,
# in one session, with a connection for each call, and with a bound of another statement,
# they get each row exactly once and in order, through rollbacks, terminated sessions and a crash.
# The naive reader misses some. Before that: which sessions hold the bound back, and what happens
# when a table changes under a reader. FOLLOW_SECONDS sets the duration (8), OBJECTID_SEED the seed
# of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use readers;
use test_server;
use Time::HiRes qw(sleep time);

my $seconds = $ENV{FOLLOW_SECONDS} // repeated(8, 20);
seeded();

my $node = start_server('main', q{
max_connections = 50
shared_preload_libraries = 'objectid'
max_prepared_transactions = 20
max_wal_size = 4GB
autovacuum_naptime = 1
}, allows_streaming => 1);

# Who holds the bound back -------------------------------------------------------------------------

sql(q{
CREATE EXTENSION objectid;
CREATE TABLE held (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int,
	at timestamptz DEFAULT clock_timestamp()) WITH (autovacuum_enabled = off);
INSERT INTO held (n) SELECT generate_series(1, 50000);
CREATE TABLE other (id uuid PRIMARY KEY DEFAULT uuid_v7(), held_id uuid REFERENCES held,
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE parts (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int,
	at timestamptz DEFAULT clock_timestamp()) PARTITION BY HASH (id);
CREATE TABLE part_0 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE part_1 PARTITION OF parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE child () INHERITS (held);
CREATE ROLE somebody LOGIN;
CREATE SCHEMA hidden;
CREATE TABLE hidden.held (id uuid PRIMARY KEY DEFAULT uuid_v7());
});

# now: nobody holds it back; start: the start of a writer does; -infinity
sub bound_is
{
	my ($table, $expected, $name) = @_;
	my $bound = '-infinity';
	# A new session knows no bound if some transaction, as of autovacuum, ends while it looks.
	for (1 .. 5)
	{
		$bound = sql(qq{
SELECT CASE
	WHEN t = '-infinity' THEN '-infinity'
	WHEN t >= statement_timestamp() THEN 'now'
	WHEN t IN (SELECT xact_start FROM pg_stat_activity WHERE pid <> pg_backend_pid()) THEN 'start'
	ELSE t::text
END
FROM resolved_timestamp('$table') t});
		last if $bound ne '-infinity';
	}
	is($bound, $expected, "$name: $table");
	return;
}

# ask(SESSION, SQL): has it wait for a lock. answer_of(SESSION): what it printed, when it goes on.
sub ask
{
	my ($session, $query) = @_;
	my $waiting = q{SELECT count(*) FROM pg_locks WHERE NOT granted};
	my $before = sql($waiting);
	$session->query_until(qr/asked/, "\\echo asked\n$query;\n");
	$node->poll_query_until('postgres', "SELECT ($waiting) > $before")
	  or die "it does not wait: $query";
	return;
}

sub answer_of
{
	my ($session) = @_;
	return $session->query('SELECT 1') =~ s/\n?1$//r;
}

my $session = $node->background_psql('postgres');
my $insert = 'INSERT INTO held (n) VALUES (1)';
my $into_part_0 = q{DO $$ BEGIN LOOP
	BEGIN INSERT INTO part_0 (n) VALUES (1); EXIT; EXCEPTION WHEN check_violation THEN END;
END LOOP; END $$};
bound_is('held', 'now', 'nobody there');
for (
	[ 'a writer', $insert, { held => 'start', other => 'now', child => 'now' } ],
	[ 'one of a child', 'INSERT INTO child (n) VALUES (1)', { held => 'start', child => 'start' } ],
	[ 'one of the root', 'INSERT INTO parts (n) VALUES (1)',
		{ parts => 'start', part_0 => 'start', part_1 => 'start' } ],
	[ 'one of a partition', "SAVEPOINT a; $into_part_0",
		{ parts => 'start', part_0 => 'start', part_1 => 'now' } ],
	[ 'one that locked the table before', "LOCK TABLE held IN EXCLUSIVE MODE; $insert",
		{ held => 'start' } ],
	[ 'one that went back to a savepoint', "$insert; SAVEPOINT a; $insert; ROLLBACK TO a",
		{ held => 'start' } ],
	[ 'a foreign key check', 'INSERT INTO other (held_id) SELECT id FROM held LIMIT 1',
		{ held => 'now', other => 'start' } ],
	[ 'a row lock', 'SELECT FROM held LIMIT 1 FOR UPDATE', { held => 'now' } ],
	[ 'a stronger lock alone', 'LOCK TABLE held IN SHARE ROW EXCLUSIVE MODE', { held => 'now' } ],
	[ 'a role without a right on it', 'SET LOCAL ROLE somebody; PREPARE p AS DELETE FROM held',
		{ held => 'start' } ],
	[ 'a writer without track_activities', $insert, { held => '-infinity' }, 'off' ],
	[ 'one with track_activities too late', "$insert; SET LOCAL track_activities = on",
		{ held => '-infinity' }, 'off' ],
	[ 'one with track_activities until halfway', "$insert; SET LOCAL track_activities = off",
		{ held => '-infinity' } ],
	[ 'a writer with track_activities again', $insert, { held => 'start' } ])
{
	my ($name, $statements, $expected, $tracked) = @$_;
	$tracked //= 'on';
	$session->query_safe("SET track_activities = $tracked; BEGIN; $statements");
	bound_is($_, $expected->{$_}, $name) for sort keys %$expected;
	$session->query_safe('ROLLBACK');
	bound_is($_, 'now', "$name, ended") for sort keys %$expected;
}

# Who waits for the lock has made no id yet.
my $waits = $node->background_psql('postgres');
$session->query_safe('BEGIN; LOCK TABLE held IN SHARE MODE');
ask($waits, $insert);
bound_is('held', 'now', 'a writer that waits for its lock');
$session->query_safe('COMMIT');
$waits->quit;

is(error_of('PREPARE p AS DELETE FROM hidden.held', 'somebody'),
	'42501: permission denied for schema hidden', 'without USAGE on the schema nobody locks it');
$session->query_safe("BEGIN; $insert; PREPARE TRANSACTION 'held'");
bound_is('held', '-infinity', 'a prepared transaction');
bound_is('other', 'now', 'a prepared transaction on another table');
is(sql(q{SELECT count(*) FROM held WHERE id < resolved_uuid_v7('held')}),
	'0', 'readers wait for it');
$session->quit;
$node->restart;
bound_is('held', '-infinity', 'a prepared transaction after a restart');
sql(q{COMMIT PREPARED 'held'});
bound_is('held', 'now', 'a prepared transaction, committed');

# Numbers: what readers find that have a connection for each call.
my $below = q{SELECT string_agg(n::text, ',' ORDER BY id) FROM %1$s
	WHERE id < resolved_number('%1$s')};
sub read_anew
{
	my ($table, $database) = @_;
	my $rows = '';
	# As above, a bound may be unknown to a new session.
	for (1 .. 5)
	{
		$rows = sql_in($database // 'postgres', sprintf $below, $table);
		last if $rows ne '';
	}
	return $rows;
}

sql(q{
CREATE TABLE numbers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
CREATE TABLE twin (id bigint PRIMARY KEY DEFAULT nextval('numbers_id_seq'), n int);
INSERT INTO numbers (n) VALUES (1)});
my @session = map { $node->background_psql('postgres') } 0 .. 2;
my $write = 'INSERT INTO numbers (n) VALUES';
for (
	[ 0, 'SELECT', '1', 'nobody there' ],
	[ 0, "BEGIN; $write (2)", '1', 'a writer' ],
	[ 1, "BEGIN; $write (3)", '1', 'two writers' ],
	[ 0, 'COMMIT', '1,2', 'a later writer, when the one that an earlier call saw has ended' ],
	[ 0, "BEGIN; $write (4); PREPARE TRANSACTION 'numbers'", '1,2', 'and one prepares to commit' ],
	[ 1, 'COMMIT', '1,2', 'a prepared transaction' ],
	[ 1, "SET track_activities = off; BEGIN; $write (5)", '1,2', 'and an unknown writer' ],
	[ 0, q{COMMIT PREPARED 'numbers'}, '1,2', 'a writer with track_activities = off' ],
	[ 1, 'ROLLBACK', '1,2,3,4', 'all ended' ],
	[ 1, "SET track_activities = on; BEGIN; $write (6)", '1,2,3,4', 'a writer again' ],
	[ 2, q{SELECT setval('numbers_id_seq', 2)}, '', 'a sequence set back makes marks void' ],
	[ 1, 'ROLLBACK', '1,2', 'and nobody reads above its last number' ])
{
	my ($number, $statements, $expected, $name) = @$_;
	$session[$number]->query_safe($statements);
	# The twin has the same sequence, and no writers: its marks say nothing of the other table.
	sql(q{SELECT resolved_number('twin')});
	is(read_anew('numbers'), $expected, "numbers: $name");
}
$_->quit for @session;

# What a session finds that goes on, by the marks and bounds that it keeps itself.
sql(q{
CREATE TABLE again (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
INSERT INTO again (n) VALUES (1)});
@session = map { $node->background_psql('postgres') } 0 .. 2;
$write = 'INSERT INTO again (n) VALUES';
for (
	[ 0, 'SELECT', '1', 'nobody there' ],
	[ 1, "BEGIN; $write (2)", '1', 'a writer' ],
	[ 2, "BEGIN; $write (3)", '1', 'two writers' ],
	[ 1, 'COMMIT', '1,2', 'the earlier one has ended' ],
	[ 1, "BEGIN; $write (4)", '1,2', 'and another one has come' ],
	[ 2, 'COMMIT', '1,2,3', 'the later one has ended' ],
	[ 1, 'COMMIT', '1,2,3,4', 'all have ended' ],
	[ 0, "BEGIN; TRUNCATE again RESTART IDENTITY; $write (5), (6)", '', 'the numbers begin anew' ],
	[ 0, 'ROLLBACK', '1,2,3,4', 'which is rolled back' ],
	[ 1, "BEGIN; $write (5)", '1,2,3,4', 'a writer then' ],
	[ 2, "$write (6)", '1,2,3,4', 'and one that has ended first' ],
	[ 1, 'COMMIT', '1,2,3,4,5,6', 'all have ended again' ])
{
	my ($number, $statements, $expected, $name) = @$_;
	$session[$number]->query_safe($statements);
	is($session[0]->query_safe(sprintf $below, 'again'), $expected, "in a session: $name");
}

# The sequence is read before the writers are looked for: who draws a number in between is found.
# Here, while the definition of the sequence is looked up.
my $new = $node->background_psql('postgres');
$session[0]->query_safe('BEGIN; LOCK TABLE pg_sequence IN ACCESS EXCLUSIVE MODE');
ask($new, sprintf $below, 'again');
$session[1]->query_safe("BEGIN; $write (7)");
$session[2]->query_safe("$write (8)");
$session[0]->query_safe('COMMIT');
like(answer_of($new), qr/^(?:1,2,3,4,5,6)?$/, 'who draws a number meanwhile is waited for');
$session[1]->query_safe('COMMIT');
is($new->query_safe(sprintf $below, 'again'), '1,2,3,4,5,6,7,8', 'until it has ended');
$_->quit for @session, $new;

# What keeps its marks: a writer ends that an earlier look saw, another goes on, and the next look
# finds the row of the first.
sql(q{
CREATE TABLE marked (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
CREATE SCHEMA many AUTHORIZATION somebody;
CREATE FUNCTION follow_many(kind text, schema text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 260 LOOP
		EXECUTE format('CREATE %s TABLE %s.t%s (id bigserial PRIMARY KEY)', kind, schema, i);
		PERFORM resolved_number(format('%s.t%s', schema, i)::regclass);
	END LOOP;
END
$$;
});
for (
	[ 'postgres', q{follow_many('TEMP', 'pg_temp')}, 'temporary tables of the same role' ],
	[ 'somebody', q{follow_many('', 'many')}, 'tables of another role' ])
{
	my ($role, $call, $name) = @$_;
	sql('TRUNCATE marked RESTART IDENTITY');
	my @writer = map { $node->background_psql('postgres') } 0 .. 1;
	$writer[0]->query_safe('BEGIN; INSERT INTO marked (n) VALUES (1)');
	is(read_anew('marked'), '', "a writer, before 260 $name are followed");
	is(error_of("SELECT $call", $role), 'none', "260 $name are followed");
	$writer[1]->query_safe('BEGIN; INSERT INTO marked (n) VALUES (2)');
	$writer[0]->query_safe('COMMIT');
	is(read_anew('marked'), '1', "the mark is still there after 260 $name");
	$_->quit for @writer;
}
sql('DROP FUNCTION follow_many');

# Roles that look take the place of no role that came before them. One that comes too late for a
# place gets on in a session.
sql(q{
TRUNCATE marked RESTART IDENTITY;
SELECT format('CREATE ROLE follower_%s; GRANT SELECT ON marked, marked_id_seq TO follower_%1$s', i)
FROM generate_series(0, 300) i \gexec
CREATE PROCEDURE let_300_look() LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 300 LOOP
		EXECUTE format('SET ROLE follower_%s', i);
		PERFORM resolved_number('marked');
		COMMIT;
	END LOOP;
END
$$;
});
my ($late, $earlier, $later) = map { $node->background_psql('postgres') } 0 .. 2;
my $look = sprintf $below, 'marked';
$earlier->query_safe('BEGIN; INSERT INTO marked (n) VALUES (1)');
is(read_anew('marked'), '', 'a writer, before 300 roles look');
sql('CALL let_300_look()');
is($late->query_safe("SET ROLE follower_0; $look"), '', 'a writer, for a session that comes later');
sql('CALL let_300_look()');
$later->query_safe('BEGIN; INSERT INTO marked (n) VALUES (2)');
$earlier->query_safe('COMMIT');
is(read_anew('marked'), '1', 'the mark is still there after 300 roles have looked');
is($late->query_safe($look), '1', 'and that of the session, too');
$_->quit for $late, $earlier, $later;
$node->restart; # the next ones to follow tables find places

# A procedure writes in a transaction for which the server shows the start of the one before. When
# it looks itself, it compares that one, too, and so does not resolve the mark that others left.
sql(q{
TRUNCATE marked RESTART IDENTITY;
CREATE PROCEDURE write_with_old_start() LANGUAGE plpgsql AS $$
BEGIN
	SET track_activities = off;
	COMMIT;
	INSERT INTO marked (n) VALUES (1);
	PERFORM pg_advisory_xact_lock(1);
	PERFORM resolved_number('marked');
	PERFORM pg_advisory_xact_lock(2);
END
$$;
});
my $holder = $node->background_psql('postgres');
$holder->query_safe('SELECT pg_advisory_lock(1), pg_advisory_lock(2)');
my $call = start_psql($node, '-c', 'CALL write_with_old_start()');
my $waits_for = sub {
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_locks
		WHERE locktype = 'advisory' AND objid = $_[0] AND NOT granted")
	  or die "the procedure does not wait: $call->{err}";
};
$waits_for->(1);
sql('INSERT INTO marked (n) VALUES (2)');
is(read_anew('marked'), '', 'a writer with an older start');
$holder->query_safe('SELECT pg_advisory_unlock(1)');
$waits_for->(2);
is(read_anew('marked'), '', 'it has looked itself');
$holder->quit;
$call->{run}->finish;
is(read_anew('marked'), '1,2', 'it has ended');

# A copy of the database has the same tables, with the same OIDs, and sequences with the same files.
# A look at one of them says nothing about the other.
sql(q{
TRUNCATE marked RESTART IDENTITY;
CREATE TABLE many (id uuid PRIMARY KEY DEFAULT uuid_v7(), at timestamptz DEFAULT clock_timestamp())
	PARTITION BY HASH (id);
SELECT format('CREATE TABLE many_%s PARTITION OF many FOR VALUES WITH (MODULUS 50, REMAINDER %1$s)',
	n) FROM generate_series(0, 49) n \gexec
CREATE DATABASE copy TEMPLATE postgres});
my $writer = $node->background_psql('postgres');
$writer->query_safe('BEGIN; INSERT INTO marked (n) VALUES (1)');
sql('INSERT INTO marked (n) VALUES (2)');
sql_in('copy', 'INSERT INTO marked (n) VALUES (3), (4)');
is(read_anew('marked', 'copy'), '3,4', 'numbers: the copy of a database, where nobody writes');
is(read_anew('marked'), '', 'numbers: a writer in the database itself');
$writer->query_safe('COMMIT');
$writer->quit;
is(read_anew('marked'), '1,2', 'numbers: it has ended');
my $elsewhere = $node->background_psql('copy');
$elsewhere->query_safe("BEGIN; $insert");
bound_is('held', 'now', 'a writer in another database');
# So many that all parts of the lock table are looked at.
$elsewhere->query_safe(
	q{LOCK TABLE many IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION 'elsewhere'});
bound_is('many', 'now', 'a prepared transaction in another database');
$elsewhere->query_safe(q{ROLLBACK PREPARED 'elsewhere'});
$elsewhere->quit;

# Tables that change under a reader, which waits for none of them ----------------------------------

sql(q{
CREATE TABLE parent (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int,
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE child_1 (PRIMARY KEY (id)) INHERITS (parent);
CREATE TABLE child_2 (PRIMARY KEY (id)) INHERITS (parent);
CREATE TABLE grandchild (PRIMARY KEY (id)) INHERITS (child_2);
CREATE TABLE mixed (id uuid PRIMARY KEY DEFAULT uuid_v7());
CREATE TABLE mixed_child (PRIMARY KEY (id)) INHERITS (mixed);
ALTER TABLE mixed_child ALTER id SET DEFAULT gen_random_uuid();
CREATE TABLE divided (id uuid PRIMARY KEY DEFAULT uuid_v7()) PARTITION BY RANGE (id);
CREATE TABLE divided_1 (id uuid NOT NULL);
ALTER TABLE divided ATTACH PARTITION divided_1 DEFAULT;
});
my ($looks, $changes, $changes_next) =
  map { $node->background_psql('postgres', on_error_stop => 0) } 1 .. 3;
$writer = $node->background_psql('postgres');
my $is_free = q{SELECT resolved_timestamp('parent') >= statement_timestamp()};

# A child that is created while the reader's transaction has locked its parent
$looks->query("BEGIN; $is_free");
sql('CREATE TABLE child_3 (PRIMARY KEY (id)) INHERITS (parent)');
$writer->query_safe('BEGIN; INSERT INTO child_3 (n) VALUES (1)');
is($looks->query($is_free), 'f', 'a writer of a child that was created meanwhile');
$writer->query_safe('COMMIT');
is($looks->query($is_free), 't', 'it has ended');
$looks->query('COMMIT');

# One that is created while the reader looks for children: it has those of the parent, and is
# stopped when it asks for those of the child.
my $catalog = 'BEGIN; LOCK TABLE pg_inherits IN ACCESS EXCLUSIVE MODE';
$changes->query('CREATE TABLE child_4 (PRIMARY KEY (id)) INHERITS (parent)');
$changes->query($catalog);
ask($looks, $is_free);
ask($changes_next, $catalog);
$changes->query('COMMIT');
answer_of($changes_next);
$changes_next->query('CREATE TABLE child_5 (PRIMARY KEY (id)) INHERITS (parent); COMMIT');
answer_of($looks);
$writer->query_safe('BEGIN; INSERT INTO child_5 (n) VALUES (1)');
is($looks->query($is_free), 'f', 'a writer of a child that was created during a look');
$writer->query_safe('COMMIT');
is($looks->query($is_free), 't', 'it has ended');

# One that somebody drops
$changes->query('BEGIN; DROP TABLE child_1');
is($looks->query($is_free), 't', 'a child that somebody drops');
$changes->query('COMMIT');
is($looks->query($is_free), 't', 'it is dropped');

# What cannot be looked at because somebody has locked it is looked at afterwards.
my $mixed = q{SELECT resolved_uuid_v7('mixed') > uuid_v7_min(now() - interval '1 hour')};
$changes->query('BEGIN; LOCK TABLE mixed_child');
is($looks->query($mixed), 't', 'a child that somebody has locked');
$changes->query('COMMIT');
$looks->query($mixed);
like($looks->{stderr}, qr/cannot follow table "mixed" by column "id"/, 'it has another default');
my $divided = q{SELECT resolved_uuid_v7('divided_1') > uuid_v7_min(now() - interval '1 hour')};
$changes->query('BEGIN; LOCK TABLE ONLY divided');
is($looks->query($divided), 'f', 'the parent, which has the default, is locked: it is unknown');
$changes->query('COMMIT');
is($looks->query($divided), 't', 'it is not locked any more');
$_->quit for $looks, $changes, $changes_next, $writer;

# What runs for long: each is caught in the middle.
sub not_held_by
{
	my ($name, $running, @commands) = @_;
	my $psql = start_psql($node, map { ('-c', $_) } @commands);
	$node->poll_query_until('postgres', "
		SELECT count(*) > 0 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE relation = 'held'::regclass AND mode = 'ShareUpdateExclusiveLock' AND granted
			AND $running") or die "$name did not run: $psql->{err}";
	bound_is('held', 'now', $name);
	sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity a WHERE $running");
	$psql->{run}->finish;
	return;
}

my @slow = ('SET vacuum_cost_delay = 100', 'SET vacuum_cost_limit = 1');
not_held_by($_, "query = '$_ held'", @slow, "$_ held") for qw(VACUUM ANALYZE);
$session = $node->background_psql('postgres');
$session->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM held');
not_held_by('CREATE INDEX CONCURRENTLY', q{query ~ '^CREATE INDEX'},
	'CREATE INDEX CONCURRENTLY held_n ON held (n)');
$session->query_safe('COMMIT');
sql(q{
ALTER TABLE held SET (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1,
	autovacuum_enabled = on);
UPDATE held SET n = 0});
not_held_by('autovacuum', q{query ~ '^autovacuum: .* public.held\M'}, 'SELECT');
sql('ALTER TABLE held SET (autovacuum_enabled = off)');

# Somebody else's temporary table, and a standby
$session->query_safe('CREATE TEMP TABLE passing (id uuid PRIMARY KEY)');
like(error_of(q{SELECT resolved_timestamp(oid) FROM pg_class WHERE relname = 'passing'}),
	qr/cannot access temporary tables of other sessions/, 'a temporary table of another session');
$session->quit;

my $standby = copy_of($node, 'standby', has_streaming => 1);
for my $call (q{resolved_timestamp('held')}, q{resolved_number('marked')})
{
	like(($standby->psql('postgres', "\\set VERBOSITY sqlstate\nSELECT $call"))[2],
		qr/ERROR:  55000/, "$call on a standby");
}
$standby->stop;

# Exactly once and in order ------------------------------------------------------------------------

# 1, 2: plain. 3, 4: partitioned, and a partition that is also written and followed by itself. 5:
# partitioned by time, so that the partition changes on the way. 6, 7: parent and child. 8:
# identity. 9: a serial beside a key that clients make, and 10, an id beside one. 11: partitioned by
# number. 12, 13: parent and child with one sequence.
sql(q{
CREATE TABLE t1 (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
CREATE TABLE t2 (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE TABLE t3 (id v7_id PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY RANGE (id);
CREATE TABLE t4 PARTITION OF t3
	FOR VALUES FROM (MINVALUE) TO ('f0000000-0000-7000-8000-000000000000');
CREATE TABLE t4_later PARTITION OF t3 DEFAULT;
CREATE TABLE t5 (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int) PARTITION BY RANGE (id);
CREATE TABLE t5_default PARTITION OF t5 DEFAULT;
SELECT format('CREATE TABLE t5_%s PARTITION OF t5 FOR VALUES FROM (%L) TO (%L)', i,
	objectid_min(now() + i * interval '2 s'), objectid_min(now() + (i + 1) * interval '2 s'))
FROM generate_series(1, 20) i \gexec
CREATE TABLE t6 (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
CREATE TABLE t7 (PRIMARY KEY (id)) INHERITS (t6);
CREATE TABLE t8 (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
CREATE TABLE t9 (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), number serial UNIQUE, n int);
CREATE TABLE t10
	(id uuid PRIMARY KEY DEFAULT gen_random_uuid(), arrived uuid UNIQUE DEFAULT uuid_v7(), n int);
CREATE TABLE t11 (id bigserial PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE t11_default PARTITION OF t11 DEFAULT;
SELECT format('CREATE TABLE t11_%s PARTITION OF t11 FOR VALUES FROM (%s) TO (%s)', i, i * 200,
	(i + 1) * 200)
FROM generate_series(0, 9) i \gexec
CREATE TABLE t12 (id bigserial PRIMARY KEY, n int);
CREATE TABLE t13 (PRIMARY KEY (id)) INHERITS (t12);
});
create_readers(q{
INSERT INTO place (reader, t, type, key, source, bound)
SELECT reader, t, type, key,
	format(source, key, t, function, nullif(key, 'id'), type),
	format(bound, t, function, nullif(key, 'id'))
FROM (SELECT t, type, key, CASE type WHEN 'objectid' THEN 'resolved_objectid'
			WHEN 'uuid' THEN 'resolved_uuid_v7' ELSE 'resolved_number' END AS function
		FROM (VALUES (1, 'objectid', 'id'), (2, 'uuid', 'id'), (3, 'uuid', 'id'),
			(4, 'uuid', 'id'), (5, 'objectid', 'id'), (6, 'uuid', 'id'), (8, 'bigint', 'id'),
			(9, 'bigint', 'number'), (10, 'uuid', 'arrived'), (11, 'bigint', 'id'),
			(12, 'bigint', 'id')) t (t, type, key)) t,
	(VALUES
	('one session', 'SELECT %1$I AS id FROM t%2$s WHERE %1$I > %%1$s
		AND %1$I < %3$s(''t%2$s'', %4$L) ORDER BY 1 LIMIT 500', NULL),
	('new sessions', 'SELECT %1$I AS id FROM t%2$s WHERE %1$I > %%1$s
		AND %1$I < %3$s(''t%2$s'', %4$L) ORDER BY 1 LIMIT 500', NULL),
	('two statements', 'SELECT %1$I AS id FROM t%2$s WHERE %1$I > %%1$s AND %1$I < $1::%5$s',
		'%2$s(''t%1$s'', %3$L)'),
	('naive', 'SELECT %1$I AS id FROM t%2$s WHERE %1$I > %%1$s', NULL)) s (reader, source, bound)
WHERE (reader, type) <> ('new sessions', 'objectid')});

my $script = q{
\set a random(1, 13)
\set b random(1, 13)
\set how random(1, 10)
\set before random(0, 5)
\set between random(0, 10)
\set after random(0, 5)
\set rows random(1, 5)
BEGIN;
SELECT 1;
\sleep :before ms
INSERT INTO t:a DEFAULT VALUES;
\sleep :between ms
\if :how > 6
SAVEPOINT s;
INSERT INTO t:b DEFAULT VALUES;
\if :how > 8
ROLLBACK TO s;
\endif
\endif
INSERT INTO t:b (n) SELECT generate_series(1, :rows);
INSERT INTO t:a DEFAULT VALUES;
\sleep :after ms
\if :how = 1
ROLLBACK;
\elif :how = 2
PREPARE TRANSACTION ':client_id';
COMMIT PREPARED ':client_id';
\else
COMMIT;
\endif
};

# Writers are terminated now and then, which ends their client, so new ones come in rounds. In the
# last but one, the server crashes with all of them and the readers; afterwards it does not preload
# the library, so that before 17 each session has marks of its own. A slow machine takes more rounds
# until there are enough rows, each twice as long as the one before.
start_readers($node);
my $rounds = 4;
my $round_seconds = int($seconds / $rounds + 0.5);
my $few = 'SELECT least(' . join(', ', map { "(SELECT count(*) FROM t$_)" } 1 .. 6, 8 .. 12)
  . ") <= 10 * $seconds";
for (my $round = 1; $round <= $rounds || sql($few) eq 't'; $round++)
{
	$round_seconds *= 2 if $round > $rounds;
	my $end = time + $round_seconds;
	my ($writers) = start_pgbench($node, $script, qw(-c 12 -j 2 -T), $round_seconds,
		'--random-seed', int(rand(2**31)));
	while (time < $end - 0.5)
	{
		sleep(0.3);
		sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name = 'pgbench' ORDER BY random() LIMIT 1})
		  if $round % 2 && $round < $rounds;
	}
	if ($round == $rounds - 1)
	{
		$node->stop('immediate');
		$writers->finish;
		end_of_readers();
		$node->append_conf('postgresql.conf', "shared_preload_libraries = ''");
		$node->start;
		start_readers($node);
	}
	else { $writers->finish }
	sql(q{SELECT format('COMMIT PREPARED %L', gid) FROM pg_prepared_xacts \gexec});
}

check_readers();
$node->stop;
done_testing();

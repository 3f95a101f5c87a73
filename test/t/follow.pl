# Twelve sessions write to tables while readers follow them by ids, numbers and times: with the
# condition "below the bound" in every kind of statement, in each isolation level, in one session,
# with a connection for each call, by cursors, functions, views and foreign tables, and with a bound
# of another statement, they get each row exactly once and in order, through rollbacks, terminated
# sessions and a crash. Naive readers miss some. Before that: which sessions hold the bound back,
# and what happens when a table changes under a reader. FOLLOW_SECONDS sets the duration (8),
# OBJECTID_SEED the seed of the random numbers.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use readers;
use test_server;
use Time::HiRes qw(sleep time);

my $seconds = $ENV{FOLLOW_SECONDS} // repeated(8, 20);
seeded();

my $node = start_server('main', q{
max_connections = 80
shared_preload_libraries = 'objectid'
max_prepared_transactions = 20
max_wal_size = 4GB
log_statement = none
autovacuum = off
autovacuum_naptime = 1
});
# Not yet: after a vacuum of its catalogs, who connects reads them all, and would wait for whoever
# has locked one.

# Who holds the bound back -------------------------------------------------------------------------

sql(q{
CREATE EXTENSION objectid;
CREATE TABLE held (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int,
	at timestamptz DEFAULT clock_timestamp());
CREATE TABLE other (LIKE held INCLUDING ALL);
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

my $session = $node->background_psql('postgres');
my $insert = 'INSERT INTO held (n) VALUES (1)';
bound_is('held', 'now', 'nobody there');
for (
	[ 'a writer', $insert, 'start' ],
	[ 'a role without a right on it', 'SET LOCAL ROLE somebody; PREPARE p AS DELETE FROM held',
		'start' ],
	[ 'a writer without track_activities', $insert, '-infinity', 'off' ],
	[ 'one with track_activities too late', "$insert; SET LOCAL track_activities = on",
		'-infinity', 'off' ],
	[ 'one with track_activities until halfway', "$insert; SET LOCAL track_activities = off",
		'-infinity' ],
	[ 'a writer with track_activities again', $insert, 'start' ])
{
	my ($name, $statements, $expected, $tracked) = @$_;
	$tracked //= 'on';
	$session->query_safe("SET track_activities = $tracked; BEGIN; $statements");
	bound_is('held', $expected, $name);
	bound_is('other', 'now', "$name of another table");
	$session->query_safe('ROLLBACK');
	bound_is('held', 'now', "$name, ended");
}

# Who waits for the lock has made no id yet.
my $waits = $node->background_psql('postgres');
$session->query_safe('BEGIN; LOCK TABLE held IN SHARE MODE');
let_wait($waits, $insert);
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

# Numbers: what readers find that have a connection for each call, and one that goes on.
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
my ($reader, @session) = map { $node->background_psql('postgres') } 0 .. 3;
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
	[ 2, q{SELECT setval('numbers_id_seq', 2)}, '', 'a sequence set back makes marks void', '1,2' ],
	[ 1, 'ROLLBACK', '1,2', 'and nobody reads above its last number' ])
{
	my ($number, $statements, $expected, $name, $in_session) = @$_;
	$session[$number]->query_safe($statements);
	# The twin has the same sequence, and no writers: its marks say nothing of the other table.
	sql(q{SELECT resolved_number('twin')});
	is(read_anew('numbers'), $expected, "numbers: $name");
	is($reader->query_safe(sprintf $below, 'numbers'),
		$in_session // $expected, "in a session: $name");
}

# What a session finds that goes on, by the marks that it leaves itself: nobody else follows this.
sql(q{
CREATE TABLE again (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
INSERT INTO again (n) VALUES (1)});
my $write_again = 'INSERT INTO again (n) VALUES';
for (
	[ 0, 'SELECT', '1', 'nobody there' ],
	[ 1, "BEGIN; $write_again (2)", '1', 'a writer' ],
	[ 2, "BEGIN; $write_again (3)", '1', 'two writers' ],
	[ 1, 'COMMIT', '1,2', 'the earlier one has ended' ],
	[ 1, "BEGIN; $write_again (4)", '1,2', 'and another one has come' ],
	[ 2, 'COMMIT', '1,2,3', 'the later one has ended' ],
	[ 1, 'COMMIT', '1,2,3,4', 'all have ended' ],
	[ 0, "BEGIN; TRUNCATE again RESTART IDENTITY; $write_again (5), (6)", '', 'begun anew' ],
	[ 0, 'ROLLBACK', '1,2,3,4', 'which is rolled back' ])
{
	my ($number, $statements, $expected, $name) = @$_;
	$session[$number]->query_safe($statements);
	is($session[0]->query_safe(sprintf $below, 'again'), $expected, "by its own marks: $name");
}

# The sequence is read before the writers are looked for: who draws a number in between is found.
# Here, while the definition of the sequence is looked up.
sql("TRUNCATE numbers RESTART IDENTITY; $write (1)");
$session[0]->query_safe('BEGIN; LOCK TABLE pg_sequence IN ACCESS EXCLUSIVE MODE');
my $new = $node->background_psql('postgres');
let_wait($new, sprintf $below, 'numbers');
$session[1]->query_safe("BEGIN; $write (2)");
$session[2]->query_safe("$write (3)");
$session[0]->query_safe('COMMIT');
like(answer_of($new), qr/^1?$/, 'who draws a number meanwhile is waited for');
$session[1]->query_safe('COMMIT');
is($new->query_safe(sprintf $below, 'numbers'), '1,2,3', 'until it has ended');
$_->quit for $reader, $new, @session;

# What keeps its marks: a writer ends that an earlier look saw, another goes on, and the next look
# finds the row of the first. A session of a role that comes too late for a place has its own marks.
sql(q{
CREATE TABLE marked (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int);
CREATE SCHEMA many AUTHORIZATION somebody;
CREATE PROCEDURE follow_260(kind text, schema text) LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. 260 LOOP
		EXECUTE format('CREATE %s TABLE %s.t%s (id bigserial PRIMARY KEY)', kind, schema, i);
		PERFORM resolved_number(format('%s.t%s', schema, i)::regclass);
	END LOOP;
END
$$;
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
my $look = sprintf $below, 'marked';
my ($earlier, $late, $later) = map { $node->background_psql('postgres') } 0 .. 2;
$earlier->query_safe('BEGIN; INSERT INTO marked (n) VALUES (1)');
is(read_anew('marked'), '', 'a writer, before many tables and roles');
sql('CALL let_300_look()');
is($late->query_safe("SET ROLE follower_0; $look"), '', 'a writer, for who comes later');
sql(q{CALL follow_260('TEMP', 'pg_temp')}); # of the same role
is(error_of(q{CALL follow_260('', 'many')}, 'somebody'), 'none', '260 tables of another role');
$later->query_safe('BEGIN; INSERT INTO marked (n) VALUES (2)');
$earlier->query_safe('COMMIT');
is(read_anew('marked'), '1', 'the mark is still there');
is($late->query_safe($look), '1', 'and that of who came later');
$_->quit for $earlier, $late, $later;
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
my ($holder, $caller) = map { $node->background_psql('postgres') } 0 .. 1;
$holder->query_safe('SELECT pg_advisory_lock(1), pg_advisory_lock(2)');
let_wait($caller, 'CALL write_with_old_start()');
sql('INSERT INTO marked (n) VALUES (2)');
is(read_anew('marked'), '', 'a writer with an older start');
$holder->query_safe('SELECT pg_advisory_unlock(1)');
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks
	WHERE locktype = 'advisory' AND objid = 2 AND NOT granted}) or die 'it does not look';
is(read_anew('marked'), '', 'it has looked itself');
$holder->quit;
is(answer_of($caller), '', 'it ends');
$caller->quit;
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

# One that is created while the reader looks for children, as a child has got one: it has those of
# the parent, and is stopped when it asks for those of the child.
my $catalog = 'BEGIN; LOCK TABLE pg_inherits IN ACCESS EXCLUSIVE MODE';
$changes->query('CREATE TABLE child_4 (PRIMARY KEY (id)) INHERITS (child_2)');
$changes->query($catalog);
let_wait($looks, $is_free);
let_wait($changes_next, $catalog);
$changes->query('COMMIT');
answer_of($changes_next);
$changes_next->query('CREATE TABLE child_5 (PRIMARY KEY (id)) INHERITS (parent); COMMIT');
answer_of($looks);
$writer->query_safe('BEGIN; INSERT INTO child_5 (n) VALUES (1)');
is($looks->query($is_free), 'f', 'a writer of a child that was created during a look');
$writer->query_safe('COMMIT');
is($looks->query($is_free), 't', 'it has ended');

# One that is a child no more
sql('ALTER TABLE child_3 NO INHERIT parent');
$writer->query_safe('BEGIN; INSERT INTO child_3 (n) VALUES (1)');
is($looks->query($is_free), 't', 'a writer of a table that was a child');
$writer->query_safe('COMMIT');

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

# Somebody else's temporary table
$session = $node->background_psql('postgres');
$session->query_safe('CREATE TEMP TABLE passing (id uuid PRIMARY KEY)');
like(error_of(q{SELECT resolved_timestamp(oid) FROM pg_class WHERE relname = 'passing'}),
	qr/cannot access temporary tables of other sessions/, 'a temporary table of another session');
$session->quit;

# Exactly once and in order ------------------------------------------------------------------------

$node->append_conf('postgresql.conf', 'autovacuum = on');
$node->reload;

# 1, 2: plain, and with times. 3, 4: partitioned, and a partition that is also written and followed
# by itself. 5: partitioned by time, so that the partition changes on the way. 6, 7: parent and
# child. 8: identity. 9: a serial beside a key that clients make, and 10, an id beside one. 11:
# partitioned by number. 12, 13: parent and child with one sequence. 2, 5 and 12 have all readers.
sql(q{
CREATE TABLE t1 (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
CREATE TABLE t2 (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int UNIQUE,
	changed timestamptz NOT NULL DEFAULT clock_timestamp(), began timestamptz DEFAULT now());
CREATE INDEX ON t2 (changed);
CREATE INDEX ON t2 (began);
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

CREATE VIEW t2_feed AS SELECT * FROM t2 WHERE id < resolved_uuid_v7('t2');
CREATE VIEW t5_feed AS SELECT * FROM t5 WHERE id < resolved_objectid('t5');
CREATE VIEW t12_feed AS SELECT * FROM t12 WHERE id < resolved_number('t12');
-- Not inlined
CREATE FUNCTION t2_bound() RETURNS uuid STABLE SET jit = off LANGUAGE sql
	AS $$SELECT resolved_uuid_v7('t2')$$;
CREATE FUNCTION t5_bound() RETURNS objectid STABLE LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_objectid('t5'); END$$;
CREATE FUNCTION t12_bound() RETURNS bigint STABLE LANGUAGE plpgsql
	AS $$BEGIN RETURN (SELECT resolved_number('t12') FROM generate_series(1, 1)); END$$;
SELECT format('CREATE FUNCTION naive_t%s() RETURNS %s LANGUAGE plpgsql
	AS $$BEGIN RETURN resolved_%s(%L); END$$', n, type, name, 't' || n)
FROM (VALUES (2, 'uuid', 'uuid_v7'), (5, 'objectid', 'objectid'), (12, 'bigint', 'number'))
	t (n, type, name) \gexec
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
WHERE (reader, type) <> ('new sessions', 'objectid');
INSERT INTO place (reader, t, type, key, source)
SELECT reader, t, type, 'id', replace(replace(source, 'BOUND', bound), 'TABLE', format('t%s', t))
FROM (VALUES
	(2, 'uuid', $$resolved_uuid_v7('t2')$$),
	(5, 'objectid', $$resolved_objectid('t5')$$),
	(12, 'bigint', $$resolved_number('t12')$$)) t (t, type, bound), (VALUES
	('view', 'SELECT id FROM TABLE_feed WHERE id > %1$s'),
	('foreign table', 'SELECT id FROM far.TABLE_feed WHERE id > %1$s'),
	('function', 'SELECT id FROM TABLE WHERE id > %1$s AND id < TABLE_bound()'),
	('each row', 'SELECT id FROM TABLE WHERE id > %1$s AND (id < BOUND) IS TRUE'),
	('late',
		'SELECT id FROM (SELECT pg_sleep(0.001) OFFSET 0) s, LATERAL (
			SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND OFFSET 0) r'),
	('naive bound',
		'SELECT id FROM (SELECT pg_sleep(0.005) OFFSET 0) s, LATERAL (SELECT naive_TABLE() AS b
			WHERE s IS NOT NULL OFFSET 0) b, LATERAL (
			SELECT id FROM TABLE WHERE id > %1$s AND id < b OFFSET 0) r')
	UNION ALL SELECT unnest('{repeatable read,serializable,one transaction,cursor}'::text[]),
		'SELECT id FROM TABLE WHERE id > %1$s AND id < BOUND') s (reader, source);
INSERT INTO place (reader, t, type, key, source) VALUES
	('time', 2, 'timestamptz', 'changed',
		$$SELECT changed AS id FROM t2
			WHERE changed > %1$s AND changed < resolved_timestamp('t2')$$),
	('naive time', 2, 'timestamptz', 'began',
		$$SELECT began AS id FROM t2 WHERE began > %1$s AND began < resolved_timestamp('t2')$$)});
if (available('postgres_fdw'))
{
	my ($host, $port) = ($node->host, $node->port);
	sql(qq{
CREATE EXTENSION postgres_fdw;
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
	OPTIONS (host '$host', port '$port', dbname 'postgres', fetch_size '10');
CREATE USER MAPPING FOR CURRENT_USER SERVER far;
CREATE SCHEMA far;
IMPORT FOREIGN SCHEMA public LIMIT TO (t2_feed, t5_feed, t12_feed) FROM SERVER far INTO far});
}
else
{
	sql(q{DELETE FROM place WHERE reader = 'foreign table'});
	note('skipped foreign tables: the server has no postgres_fdw');
}

# Often to the table with times, of which naive readers are to miss rows.
my $script = q{
\set a random(1, 13)
\set b case when random(1, 3) = 1 then 2 else random(1, 13) end
\set how random(1, 12)
\set before random(0, 5)
\set between random(0, 10)
\set after random(0, 5)
\set rows random(1, 5)
\if :how > 10
INSERT INTO t:a DEFAULT VALUES;
INSERT INTO t2 (n) VALUES (:rows) ON CONFLICT (n) DO UPDATE SET n = EXCLUDED.n;
\else
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
INSERT INTO t:b (n) SELECT NULL FROM generate_series(1, :rows);
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

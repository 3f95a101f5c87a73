# objectid_convert: all or nothing, as the owner of the tables, with nobody's code in between.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', "restart_after_crash = on\nfsync = off");

# What psql complains of, as the role that connects
sub complaint
{
	my ($role, $sql) = @_;
	return ($node->psql('postgres', "\\set VERBOSITY verbose\n$sql",
		extra_params => [ '-U', $role ]))[2];
}

sql(q{
CREATE SCHEMA ids;
CREATE EXTENSION objectid SCHEMA ids;
CREATE ROLE app LOGIN;
CREATE ROLE deployer LOGIN IN ROLE app;
CREATE ROLE visitor LOGIN NOINHERIT IN ROLE app;
CREATE ROLE stranger LOGIN;
CREATE ROLE attacker LOGIN;
GRANT USAGE ON SCHEMA ids TO PUBLIC;
});

# Makes tables of a role, who runs more.
sub make_tables
{
	my ($owner, $more) = @_;
	return sql(qq{
DROP SCHEMA IF EXISTS app, att, evil CASCADE;
CREATE SCHEMA app AUTHORIZATION $owner;
CREATE SCHEMA att AUTHORIZATION attacker;
GRANT USAGE ON SCHEMA app TO PUBLIC;
SET ROLE $owner;
CREATE TABLE app.users (id varchar(24) PRIMARY KEY, friend text REFERENCES app.users, n int);
CREATE TABLE app.posts (id char(24) PRIMARY KEY, author text REFERENCES app.users
	ON DELETE CASCADE);
INSERT INTO app.users VALUES ('5e9e28a4f359185cc03b2651');
INSERT INTO app.posts VALUES ('5e9e28a4f359185cc03b2652', '5e9e28a4f359185cc03b2651');},
		$more // '');
}
my $convert = q{SELECT count(*) FROM ids.objectid_convert('{app.users.id, app.posts.id}')};

# Every relation, column and constraint of the schema, and which versions of them
my $state = q{
SELECT string_agg(line, E'\n' ORDER BY line) FROM (
	SELECT format('%s %s %s', oid, relname, relfilenode) FROM pg_class
	WHERE relnamespace = 'app'::regnamespace
	UNION ALL
	SELECT format('%s %s %s', attrelid, attname, atttypid::regtype) FROM pg_attribute
	WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'app'::regnamespace)
	UNION ALL
	SELECT format('%s %s', oid, pg_get_constraintdef(oid)) FROM pg_constraint
	WHERE connamespace = 'app'::regnamespace) AS l (line)};
my $types = q{
SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype), ', '
	ORDER BY attrelid::regclass::text, attnum)
FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
WHERE relnamespace = 'app'::regnamespace AND relkind = 'r' AND attnum > 0};
my $converted = 'app.posts.id ids.objectid, app.posts.author ids.objectid, '
  . 'app.users.id ids.objectid, app.users.friend ids.objectid, app.users.n integer';

# What the role runs fails with this error, and changes nothing.
sub refused
{
	my ($role, $sql, $expected, $name) = @_;
	my $before = sql($state);
	like(complaint($role, $sql), $expected, $name);
	return is(sql($state), $before, "$name: nothing changes");
}

# All or nothing -----------------------------------------------------------------------------------

make_tables('app');
my $dry = q{ids.objectid_convert('{app.users.id, app.posts.id}', true)};
my $before = sql($state);
my $statements = sql("SELECT string_agg(s, E'\\n') FROM $dry AS s");
is(sql($state), $before, 'a dry run changes nothing');
is(sql("SELECT string_agg(s, E'\\n')
	FROM ids.objectid_convert('{app.users.id, app.posts.id}') AS s"),
	$statements, 'and returns what is executed');
is(sql($types), $converted, 'which converts');
make_tables('app');
sql(split /\n/, $statements);
is(sql($types), $converted, 'also by hand');

my %failing = (
	'a row that is no id' => [ q{INSERT INTO app.users VALUES ('none')},
		qr/invalid input syntax for type objectid: "none"/ ],
	'a unique index of two spellings' => [
		q{INSERT INTO app.users VALUES ('507f1f77bcf86cd79943901a'), ('507f1f77bcf86cd79943901A')},
		qr/could not create unique index "users_pkey"/ ],
	'a foreign key that is violated' => [
		q{SET ROLE postgres; SET session_replication_role = replica;
		INSERT INTO app.posts VALUES ('507f1f77bcf86cd799439098', '507f1f77bcf86cd799439099')},
		qr/violates foreign key constraint/ ],
	'a row that waits for its foreign key' => [ '', qr/because it has pending trigger events/ ]);
for my $name (sort keys %failing)
{
	my ($sql, $error) = @{ $failing{$name} };
	make_tables('app', $sql);
	my $first = $name =~ /waits/
	  ? 'BEGIN; ALTER TABLE app.posts ALTER CONSTRAINT posts_author_fkey DEFERRABLE INITIALLY
			DEFERRED; INSERT INTO app.posts SELECT ids.gen_objectid()::text, id FROM app.users;'
	  : '';
	refused('app', "$first $convert", $error, $name);
}

# In the middle, when an index is built again
my $waits = q{CREATE FUNCTION app.wait(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_catalog.pg_advisory_xact_lock(42); RETURN 1; END $$;
CREATE INDEX ON app.users (app.wait(1))};
make_tables('app', $waits);
my $holder = $node->background_psql('postgres');
$holder->query_safe('BEGIN; SELECT FROM app.users');
refused('app', "SET lock_timeout = '10ms';\n$convert",
	qr/canceling statement due to lock timeout/, 'a lock timeout');
$holder->query_safe('COMMIT; SELECT pg_advisory_lock(42)');
$before = sql($state);
my $waiting = q{FROM pg_stat_activity
	WHERE usename = 'app' AND (wait_event_type, wait_event) = ('Lock', 'advisory')};
for my $how ('pg_cancel_backend', 'pg_terminate_backend', 'kill')
{
	my $psql = start_psql($node, '-U', 'app', '-c', $convert);
	$node->poll_query_until('postgres', "SELECT count(*) > 0 $waiting") or die 'nobody waits';
	if ($how eq 'kill') { crash($node, sql("SELECT pid $waiting")) }
	else { sql("SELECT $how(pid) $waiting") }
	$psql->{run}->finish;
	like($psql->{err}, qr/canceling statement|terminating connection|server closed the connection/,
		"it ends by $how");
	is(sql($state), $before, "$how in the middle changes nothing");
}
eval { $holder->quit };    # it ended in the crash, with its lock
is(complaint('app', $convert), '', 'afterwards');
is(sql($types), $converted, 'it converts');

# Who may ------------------------------------------------------------------------------------------

for my $role ('app', 'deployer', 'postgres')
{
	make_tables('app');
	is(complaint($role, $convert), '', "$role may");
	is(sql($types), $converted, "$role converts");
	is(sql(q{SELECT string_agg(DISTINCT pg_get_userbyid(relowner), ',') FROM pg_class
		WHERE relnamespace = 'app'::regnamespace}), 'app', "all belongs to the owner then");
}
make_tables('app');
refused($_, $convert, qr/must be owner of table users/, "$_ may not") for 'stranger', 'visitor';
is(complaint('visitor', "SET ROLE app; $convert"), '', 'a member without INHERIT may as the owner');
make_tables('app');
sql('REVOKE USAGE ON SCHEMA ids FROM PUBLIC; GRANT USAGE ON SCHEMA ids TO postgres');
refused('postgres', $convert, qr/permission denied for schema ids/, 'an owner without the type');
sql('GRANT USAGE ON SCHEMA ids TO PUBLIC');

# What the caller had is there again, after an error as well.
my $context = q{SELECT current_user, session_user, current_setting('search_path'),
	current_setting('is_superuser'), current_setting('role')};
is(sql(qq{
SET search_path = att, app;
$convert;
$context;
SELECT count(*) FROM ids.objectid_convert('{users.id, posts.id}');
}), "6\npostgres|postgres|att, app|on|none\n0", 'role and search_path are as before');
make_tables('app', q{INSERT INTO app.users VALUES ('none')});
like(($node->psql('postgres', qq{
SET search_path = att, app;
BEGIN;
SAVEPOINT s;
$convert;
ROLLBACK TO s;
$context}, on_error_stop => 0))[1],
	qr/^postgres\|postgres\|att, app\|on\|none$/m, 'after an error, too');

# Nobody locks or converts the tables of others: neither by a reference to them nor from one.
make_tables('app', q{GRANT REFERENCES, SELECT ON app.users TO attacker; SET ROLE attacker;
	CREATE TABLE att.refers (id text REFERENCES app.users)});
my $theirs = q{SELECT ids.objectid_convert('{att.refers.id}')};
my $roles = qr/tables that belong to different roles.*Table app\.users belongs to role app\./s;
refused('attacker', $theirs, $roles, 'a reference to the tables of others');
refused($_, $convert, $roles, "a reference from those of others, by $_") for 'app', 'postgres';
my $reader = $node->background_psql('postgres');
$reader->query_safe('BEGIN; SELECT FROM app.users');
refused('attacker', $theirs, $roles, 'without waiting for a lock on them');
refused('stranger', $convert, qr/must be owner/, 'nor does a stranger wait');
$reader->quit;

# As the owner -------------------------------------------------------------------------------------
#
# Functions in indexes of the tables run when they are built again. Whoever calls, they have the
# rights of the owner and no way out.

sql('CREATE TABLE public.secret AS SELECT 42 AS number; REVOKE ALL ON public.secret FROM PUBLIC');
my %tries = (
	'superuser' => 'ALTER ROLE attacker SUPERUSER',
	'secret' => 'SELECT number FROM public.secret',
	'role' => 'SET ROLE postgres',
	'reset role' => 'RESET ROLE',
	'session' => 'SET SESSION AUTHORIZATION postgres',
	'reset session' => 'RESET SESSION AUTHORIZATION',
	'config' => q{SELECT set_config('role', 'postgres', false)},
	'temporary table' => 'CREATE TEMP TABLE pg_class (oid oid)',
	'program' => q{COPY public.secret TO PROGRAM 'true'},
	'constraints' => 'SET CONSTRAINTS ALL IMMEDIATE',
	'cursor' => 'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
	'prepared' => 'PREPARE p AS SELECT 1');
my $tries = join ', ', map { "('$_', \$q\$$tries{$_}\$q\$)" } sort keys %tries;
my $trap = qq{
CREATE TABLE att.seen (who text, error text);
CREATE FUNCTION att.tries() RETURNS int LANGUAGE plpgsql AS \$\$
DECLARE
	name text;
	try text;
BEGIN
	INSERT INTO att.seen VALUES (current_user, current_setting('search_path'));
	FOR name, try IN VALUES $tries LOOP
		BEGIN
			EXECUTE try;
			INSERT INTO att.seen VALUES (current_user, name);
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
	END LOOP;
	RETURN 1;
END \$\$;
CREATE FUNCTION att.trap(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS \$\$
BEGIN RETURN att.tries(); END \$\$;
CREATE INDEX ON app.users (att.trap(1));
CREATE DOMAIN att.checked AS int CHECK (att.trap(VALUE) = 1);
ALTER TABLE app.users ADD c att.checked, ADD g int GENERATED ALWAYS AS (att.trap(n)) STORED,
	ADD CHECK (att.trap(n) = 1), ALTER n SET DEFAULT att.trap(1)};
make_tables('attacker');
sql_in('postgres', $trap, 'attacker');    # connected, or RESET ROLE would be a way out
sql('TRUNCATE att.seen');
is(complaint('postgres', $convert), '', 'a superuser converts the tables of an attacker');
is(sql($types) =~ /users\.id ids\.objectid/, 1, 'they are converted');
is(sql(q{SELECT DISTINCT who, error FROM att.seen
	WHERE error NOT IN ('prepared', 'constraints', 'reset role') ORDER BY 1, 2}),
	'attacker|pg_catalog, pg_temp', 'their functions had the rights of the owner alone');
is(sql(q{SELECT rolsuper FROM pg_roles WHERE rolname = 'attacker'}), 'f', 'and took none');

# What is in the way is told in lines, and a superuser gets no statements: executing those of an
# attacker would run his functions.
my $in_the_way = q{
CREATE FUNCTION att.f(text) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT true';
ALTER TABLE app.users ADD CONSTRAINT planted CHECK (att.f(id));
CREATE MATERIALIZED VIEW app.kept AS SELECT id FROM app.users WHERE att.f(id);
CREATE POLICY "p
    first: ALTER ROLE attacker SUPERUSER;
x" ON app.users USING (id <> '');};
make_tables('attacker', $in_the_way);
my $told = complaint('postgres', $convert);
like($told, qr/^DETAIL:  Constraint planted on table app\.users$/m, 'a superuser is told objects');
unlike($told, qr/^ +(first|afterwards):/m, 'and no statements');
like($told, qr/^HINT:  Connect as role attacker,/m, 'but who is');
like(complaint('postgres', "SET ROLE attacker; $convert"), qr/^HINT:  Connect as role attacker,/m,
	'also if he has become the owner for now');
like(complaint('attacker', $convert), qr/^    afterwards: CREATE MATERIALIZED VIEW app\.kept AS$/m,
	'the owner himself is told how they were made');

# Nor does the owner get those of others.
make_tables('app', q{GRANT SELECT ON app.users TO attacker; SET ROLE attacker;
CREATE FUNCTION att.f() RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE MATERIALIZED VIEW att."v
    first: GRANT app TO attacker;" AS SELECT id FROM app.users WHERE att.f()});
$told = complaint('app', $convert);
like($told, qr/view att\."v +first: GRANT app TO attacker;"\n    It belongs to role attacker\.$/m,
	'an object of another role is told in a line, with whose it is');
unlike($told, qr/^ +(first|afterwards):/m, 'and without statements');

# The server notes no column for these, and they would fail at their next call.
make_tables('app', q{
CREATE FUNCTION app.merges() RETURNS void LANGUAGE sql BEGIN ATOMIC
	MERGE INTO app.posts p USING (VALUES (1)) v (n) ON false
	WHEN NOT MATCHED THEN INSERT (id) VALUES ('507f1f77bcf86cd799439011');
END;
CREATE FUNCTION app.inserts() RETURNS void LANGUAGE sql BEGIN ATOMIC
	INSERT INTO app.users (n) VALUES (1) ON CONFLICT ON CONSTRAINT users_pkey DO NOTHING;
END});
refused('app', $convert,
	qr/2BP01: .* Function app\.inserts\(\)\n.*^Function app\.merges\(\)\n/ms,
	'functions with MERGE, or with the name of a key');

# A default that calls a function is not evaluated, whatever its name.
make_tables('attacker', q{CREATE FUNCTION att.gen_objectid() RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE FUNCTION att.cast(text) RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE DOMAIN att.checked AS text CHECK (att.cast(VALUE) IS NOT NULL);
ALTER TABLE app.users ADD a text DEFAULT NULL, ADD b text DEFAULT NULL, ADD c text DEFAULT NULL;
ALTER TABLE app.users ALTER a SET DEFAULT att.gen_objectid(),
	ALTER b SET DEFAULT att.cast('507f1f77bcf86cd799439011'),
	ALTER c SET DEFAULT '507f1f77bcf86cd799439011'::att.checked});
refused('postgres', q{SELECT ids.objectid_convert('{app.users.a, app.users.b, app.users.c}')},
	qr/column a of .*column b of .*column c of /s, 'no default of a user is evaluated');

# Event triggers, which a superuser makes, run as the owner as well. What one of them puts in the
# way makes all of it fail.
make_tables('app');
sql(q{
CREATE TABLE public.events (who name, tag text);
GRANT INSERT ON public.events TO PUBLIC;
CREATE FUNCTION public.notice_event() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO public.events VALUES (current_user, tg_tag); END $$;
CREATE EVENT TRIGGER noticed ON ddl_command_start EXECUTE FUNCTION public.notice_event()});
is(complaint('postgres', $convert), '', 'with an event trigger');
is(sql(q{SELECT DISTINCT who, tag FROM public.events}), 'app|ALTER TABLE', 'which the owner fires');
sql(q{DROP EVENT TRIGGER noticed});
make_tables('app');
sql(q{CREATE FUNCTION public.interfere() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_tag = 'ALTER TABLE' AND to_regclass('app.between') IS NULL THEN
		EXECUTE 'CREATE VIEW app.between AS SELECT id FROM app.users';
	END IF;
END $$;
CREATE EVENT TRIGGER interfering ON ddl_command_start EXECUTE FUNCTION public.interfere()});
refused('app', $convert, qr/cannot alter type of a column used by a view or rule/,
	'a view that an event trigger makes meanwhile');
sql(q{DROP EVENT TRIGGER interfering});

# The owner's own policies, which FORCE ROW LEVEL SECURITY applies to him, hide no row from the
# check of a foreign key.
make_tables('app', q{ALTER TABLE app.users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY});
is(complaint($_, "BEGIN; $convert; ROLLBACK"), '', "a table with forced policies, by $_")
  for 'app', 'postgres';

# Planted names ------------------------------------------------------------------------------------
#
# By whoever owns the schema of the extension, or a schema in the caller's path

make_tables('app', 'ALTER TABLE app.users ALTER id SET DEFAULT ids.gen_objectid()::text;');
my $sprung = q{LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'sprung %', current_user; END $$};
sql(qq{
CREATE SCHEMA evil AUTHORIZATION attacker;
GRANT USAGE ON SCHEMA evil TO PUBLIC;
ALTER SCHEMA ids OWNER TO attacker;
SET ROLE attacker;
CREATE FUNCTION ids.gen_objectid(int DEFAULT 1) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.gen_objectid(VARIADIC text[]) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid(text) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid(varchar) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid_eq(anyelement, anyelement) RETURNS boolean $sprung;
CREATE DOMAIN ids.text AS int;
CREATE DOMAIN evil.objectid AS int;
CREATE DOMAIN evil.text AS int;
CREATE FUNCTION evil.eq(oid, oid) RETURNS boolean $sprung;
CREATE OPERATOR evil.= (FUNCTION = evil.eq, LEFTARG = oid, RIGHTARG = oid);
CREATE FUNCTION evil.quote_ident(text) RETURNS text $sprung;
CREATE FUNCTION evil.pg_describe_object(oid, oid, int) RETURNS text $sprung;
CREATE VIEW evil.pg_class AS SELECT 1/0 AS oid;
CREATE VIEW evil.pg_depend AS SELECT 1/0 AS oid;
CREATE VIEW evil.pg_constraint AS SELECT 1/0 AS oid;
});
refused('postgres', $convert, qr/function ids\.gen_objectid\(\) is not unique/,
	'a name that nobody can call any more');
sql('DROP FUNCTION ids.gen_objectid(int)');
is(complaint('postgres', "SET search_path = evil, pg_temp, ids, pg_catalog;
	CREATE TEMP TABLE pg_inherits (inhrelid int);
	SELECT count(*) FROM ids.objectid_convert(ARRAY['app.users.id', 'app.posts.id']);"),
	'', 'nothing that is planted runs');
is(sql($types), $converted, 'and nothing goes wrong');
is(sql(q{SELECT p.oid::regprocedure FROM pg_attrdef f
	JOIN pg_depend d ON (d.classid, d.objid) = (f.tableoid, f.oid)
		AND d.refclassid = 'pg_proc'::regclass JOIN pg_proc p ON p.oid = d.refobjid
	WHERE adrelid = 'app.users'::regclass}),
	'ids.gen_objectid()', 'the default calls the function of the extension');
is(sql(q{INSERT INTO app.users DEFAULT VALUES RETURNING id IS NOT NULL}), 't',
	'which makes ids');

# Nor can he put others there while columns are converted.
make_tables('app');
my $converting = $node->background_psql('postgres');
$converting->query_safe("BEGIN; $convert");
sql('GRANT CREATE ON DATABASE postgres TO attacker');
my $waited = qr/canceling statement due to lock timeout/;
like(complaint('attacker', "SET lock_timeout = '10ms'; ALTER SCHEMA ids RENAME TO taken"),
	$waited, 'the schema keeps its name');
like(complaint('postgres', "SET lock_timeout = '10ms'; ALTER EXTENSION objectid SET SCHEMA public"),
	$waited, 'and what is in it');
$converting->query_safe('ROLLBACK');
$converting->quit;
sql('REVOKE CREATE ON DATABASE postgres FROM attacker');
sql(q{DROP FUNCTION ids.gen_objectid(text[]), ids.objectid(text),
	ids.objectid(varchar), ids.objectid_eq(anyelement,
	anyelement); DROP DOMAIN ids.text; ALTER SCHEMA ids OWNER TO postgres});

# Between the check and the work -------------------------------------------------------------------
#
# Somebody changes something while the call waits for a lock. What is found before the locks does
# not count, also in a transaction whose snapshot is older than the change.

my %meanwhile = (
	'a view' => [ 'CREATE VIEW app.v AS SELECT id FROM app.users', qr/View app\.v/ ],
	'a policy with a whole row' => [
		q{CREATE POLICY p ON app.users USING (to_jsonb(users)->>'id' <> 'x')},
		qr/Policy p on table app\.users/ ],
	'a policy of another table' => [
		q{CREATE TABLE app.other (n int); CREATE POLICY p ON app.other
			USING (EXISTS (SELECT FROM app.users WHERE users IS NULL))},
		qr/Policy p on table app\.other/ ],
	'another owner' => [ 'RESET ROLE; ALTER TABLE app.posts OWNER TO stranger',
		qr/different roles|must be owner/ ],
	'another table of the name' => [
		'ALTER TABLE app.posts RENAME TO gone; CREATE TABLE app.posts (id int)',
		qr/cannot cast type integer to objectid/ ],
	'no table of the name' => [ 'ALTER TABLE app.posts RENAME TO gone', qr/"app\.posts" does not/ ],
	'no column of the name' => [ 'ALTER TABLE app.posts RENAME id TO gone', qr/column "id" of/ ],
	'a reference' => [ 'CREATE TABLE app.more (id text REFERENCES app.users, n int);
		CREATE VIEW app.v AS SELECT id FROM app.more', qr/View app\.v/ ],
	'a child' => [ 'CREATE TABLE app.more () INHERITS (app.users);
		CREATE INDEX more_index ON app.more (lower(id))', qr/Index app\.more_index/ ],
	'nothing in the way' => [ 'CREATE TABLE app.more (id text REFERENCES app.users)', undef ]);
for my $name (sort keys %meanwhile)
{
	my ($change, $error) = @{ $meanwhile{$name} };
	make_tables('app');
	my $changer = $node->background_psql('postgres');
	$changer->query_safe("BEGIN; SET LOCAL ROLE app; LOCK app.users; LOCK app.posts; $change");
	my $psql = start_psql($node, '-U', 'app', '-c', 'BEGIN', '-c', 'SELECT FROM pg_type LIMIT 1',
		'-c', $convert, '-c', 'COMMIT');
	$node->poll_query_until('postgres', q{SELECT count(*) > 0 FROM pg_locks
		WHERE NOT granted AND mode = 'AccessExclusiveLock'}) or die 'nobody waits';
	$changer->query_safe('COMMIT');
	$psql->{run}->finish;
	$changer->quit;
	if ($error) { like($psql->{err}, $error, "$name, while it waits") }
	else
	{
		is($psql->{err}, '', "$name, while it waits");
		is(sql($types), "app.more.id ids.objectid, $converted", 'comes along');
	}
}

# A table that is dropped after its reference was found, and before its owner is looked up, has no
# owner. Here the catalog has such a reference. OID 1 is that of no table, and comes first.
make_tables('app');
is(complaint('postgres', qq{BEGIN;
	UPDATE pg_constraint SET conrelid = 1 WHERE conrelid = 'app.posts'::regclass AND contype = 'f';
	SELECT count(*) FROM ids.objectid_convert('{app.users.id}', true);
	ROLLBACK;}), '', 'a table that is gone belongs to no other role');

refused('app', "BEGIN ISOLATION LEVEL $_; $convert; COMMIT", qr/with isolation level $_/,
	"an older snapshot, $_")
  for 'REPEATABLE READ', 'SERIALIZABLE';

# Two calls, from both ends, do not deadlock.
make_tables('app');
my $other = $node->background_psql('postgres');
$other->query_safe('BEGIN; SELECT FROM app.users; SELECT FROM app.posts');
my @both = map { start_psql($node, '-U', 'app', '-c',
	"SELECT count(*) FROM ids.objectid_convert('{$_}')") } 'app.users.id', 'app.posts.author';
$node->poll_query_until('postgres',
	q{SELECT count(DISTINCT pid) = 2 FROM pg_locks WHERE NOT granted}) or die 'nobody waits';
$other->quit;
$_->{run}->finish for @both;
is($both[0]{err} . $both[1]{err}, '', 'two calls do not deadlock');
is(join(',', sort map { $_->{out} =~ s/\n//r } @both), '0,6', 'and one of them converts');

# As the server names them -------------------------------------------------------------------------

# What disables the triggers of foreign keys needs a superuser, and is said.
make_tables('app');
sql('ALTER TABLE app.posts DISABLE TRIGGER ALL');
refused('app', $convert, qr/Triggers of foreign key posts_author_fkey of table app\.posts are not\N+
    first: ALTER TABLE app\.posts ENABLE TRIGGER "RI_ConstraintTrigger_c_\d+"/,
	'disabled triggers of a foreign key');

# A table of another session cannot be named; a temporary one of the own can.
is(complaint('app', q{CREATE TEMP TABLE t (id text PRIMARY KEY, o text REFERENCES t);
	CREATE VIEW v AS SELECT 1; SELECT ids.objectid_convert('{t.o}')}), '', 'a temporary table');

$node->stop;
done_testing();

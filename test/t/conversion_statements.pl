# The statements that convert columns: to whom they are printed, and that nobody who owns or plants
# something gains more by them than he had. What they do: sql/conversion_statements.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', 'fsync = off');

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
CREATE ROLE stranger LOGIN;
CREATE ROLE attacker LOGIN;
CREATE ROLE admin SUPERUSER;
CREATE ROLE deputy LOGIN IN ROLE app, admin;
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
my $print = q{SELECT ids.conversion_statements('app.users.id', 'app.posts.id')};
my $convert = "BEGIN;\n$print \\gexec\nCOMMIT;\n";

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
is(complaint('app', $convert), '', 'the owner converts, statement by statement');
is(sql($types), $converted, 'all columns');
make_tables('app');
my $file = $node->basedir . '/V2__ids.sql';
append_to_file($file, sql_in('postgres', $print, 'app'));
my @run = ('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-U', 'app', '-d', $node->connstr('postgres'));
is(IPC::Run::run([ @run, '--single-transaction', '-f', $file ]), 1, 'or runs a file');
is(sql($types), $converted, 'with the same result');
my $before = sql($types);
is(IPC::Run::run([ @run, '--single-transaction', '-f', $file ]), 1, 'twice');
is(sql("$types; TABLE app.posts"),
	"$before\n5e9e28a4f359185cc03b2652|5e9e28a4f359185cc03b2651", 'without harm');
make_tables('app');
refused('app', slurp_file($file), qr/25P01: LOCK TABLE can only be used in transaction blocks/,
	'without a transaction it ends at once');

my %failing = (
	'a row that is no id' => [ q{INSERT INTO app.users VALUES ('none')},
		qr/invalid input syntax for type objectid: "none"/ ],
	'a foreign key that is violated' => [
		q{SET ROLE postgres; SET session_replication_role = replica;
		INSERT INTO app.posts VALUES ('507f1f77bcf86cd799439098', '507f1f77bcf86cd799439099')},
		qr/violates foreign key constraint/ ]);
for my $name (sort keys %failing)
{
	my ($sql, $error) = @{ $failing{$name} };
	make_tables('app', $sql);
	refused('app', $convert, $error, $name);
}

# Who may ------------------------------------------------------------------------------------------

make_tables('app');
my $as_app = qr/42501: must be owner of table app\.users
HINT:  Connect as role app, or as a member of it that executes SET ROLE app\./;
refused($_, $print, $as_app, "not $_") for 'stranger', 'deployer', 'postgres';
is(complaint('deployer', "SET ROLE app; $convert"), '', 'a member may as the owner');
is(sql($types), $converted, 'and converts');
make_tables('app');
for my $role ('postgres', 'deputy')
{
	refused($role, "SET ROLE app; $convert",
		qr/42501: must not be .*owner of table app\.users, role app, is no superuser.*Connect as/s,
		"nor does $role, who can become a superuser");
}

# What others own comes along only if its owner does it.
make_tables('app', q{GRANT REFERENCES, SELECT ON app.users TO attacker; SET ROLE attacker;
	CREATE TABLE att.refers (id text REFERENCES app.users)});
refused('app', $print, qr/42501: must be owner of table att\.refers/, 'a reference of others');
my $reader = $node->background_psql('postgres');
$reader->query_safe('BEGIN; LOCK app.users');
refused('attacker', q{SELECT ids.conversion_statements('att.refers.id')},
	qr/42501: must be owner of table app\.users/, 'a reference to those of others, without a lock');
$reader->quit;

# Tables of a superuser, where another role could exchange what has a name.
my $in_att = q{CREATE TABLE att.t (id text); SELECT ids.conversion_statements('att.t.id')};
make_tables('postgres');
like(complaint('postgres', $in_att), qr/42501: must not be .*schema att, role attacker, is no/s,
	'a superuser is not told to run names in a schema of others');
is(complaint('postgres', $convert), '', 'but in his own');
is(sql($types), $converted, 'and he converts');
sql('ALTER SCHEMA ids OWNER TO attacker');
make_tables('postgres');
like(complaint('postgres', $print), qr/42501: must not be .*schema ids, role attacker, is no/s,
	'nor with a type in it');
sql('ALTER SCHEMA ids OWNER TO postgres');
sql(q{CREATE DATABASE of_app OWNER app});
sql_in('of_app', 'CREATE EXTENSION objectid; CREATE TABLE t (id text)');
my $in_public = q{SELECT conversion_statements('t.id')};
like(error_of($in_public, undef, 'of_app'), qr/^42501: must not be/,
	'public belongs to the owner of the database');
sql('ALTER DATABASE of_app OWNER TO postgres');
is(error_of($in_public, undef, 'of_app'), 'none', 'who may be a superuser');

# A function of a superuser that runs as he does is told the same.
make_tables('app');
sql(qq{CREATE FUNCTION public.tells() RETURNS SETOF text LANGUAGE sql SECURITY DEFINER AS
	\$\$ $print \$\$});
refused('app', 'SELECT public.tells()', qr/42501: must be owner/, 'nor a function of a superuser');

# What the owner of tables and schemas plants ------------------------------------------------------
#
# Functions in indexes of the tables run when these are built again: he may as well call them.

my $trap = q{
CREATE TABLE att.seen (who text);
GRANT ALL ON att.seen TO PUBLIC;
CREATE FUNCTION att.tries() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO att.seen VALUES (current_user);
	BEGIN ALTER ROLE attacker SUPERUSER; EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN RESET ROLE; EXCEPTION WHEN OTHERS THEN NULL; END;
	BEGIN ALTER ROLE attacker SUPERUSER; EXCEPTION WHEN OTHERS THEN NULL; END;
	RETURN true;
END $$;
CREATE FUNCTION att.trap(text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql
	AS $$ BEGIN RETURN att.tries(); END $$;};
my $gained = q{SELECT (SELECT string_agg(DISTINCT who, ',') FROM att.seen), rolsuper FROM pg_roles
	WHERE rolname = 'attacker'};
make_tables('attacker');
sql_in('postgres', "$trap CREATE INDEX ON app.users (att.trap('x')); TRUNCATE att.seen",
	'attacker');
refused('postgres', "SET ROLE attacker; $convert", qr/42501: must not be connected as a superuser/,
	'no superuser springs the trap of an owner');
is(sql($gained), '|f', 'it has not run');
is(complaint('attacker', $convert), '', 'the owner himself does');
is(sql($types), $converted, 'and converts');
is(sql($gained), 'attacker|f', 'with no other rights than he had');

# Who owns a schema with tables of others renames it between two statements, and puts tables of his
# own there. Their CHECK would run as whoever changes the type.
make_tables('app');
sql('ALTER SCHEMA app OWNER TO attacker; GRANT CREATE ON DATABASE postgres TO attacker;
	GRANT ALL ON SCHEMA att TO PUBLIC; GRANT USAGE ON SCHEMA app TO app');
sql_in('postgres', $trap, 'attacker');
my ($lock, @statements) = split /\n/, sql_in('postgres', $print, 'app');
my $session = $node->background_psql('postgres',
	on_error_stop => 0, extra_params => [ '-U', 'app' ]);
$session->query("BEGIN; $lock");
sql_in('postgres', q{
ALTER SCHEMA app RENAME TO hidden;
CREATE SCHEMA app;
CREATE TABLE app.users (id text PRIMARY KEY CHECK (att.trap(id)),
	friend text CONSTRAINT users_friend_fkey REFERENCES app.users);
CREATE TABLE app.posts (id text PRIMARY KEY CHECK (att.trap(id)),
	author text CONSTRAINT posts_author_fkey REFERENCES app.users);
GRANT ALL ON SCHEMA app, hidden TO PUBLIC;
GRANT ALL ON app.users, app.posts TO PUBLIC;
INSERT INTO app.users VALUES ('507f1f77bcf86cd799439011');
TRUNCATE att.seen}, 'attacker');
my @errors = map { $session->query("SAVEPOINT s; $_"); my $error = $session->{stderr};
	$session->{stderr} = ''; $session->query('ROLLBACK TO s'); $error } @statements;
$session->query('COMMIT');
$session->quit;
is(scalar(grep { /must be owner of table/ } @errors), scalar @statements,
	'exchanged tables are not those of the owner');
is(sql($gained), '|f', 'and no function of theirs has run');
sql('DROP SCHEMA hidden CASCADE; REVOKE CREATE ON DATABASE postgres FROM attacker');
make_tables('postgres', 'RESET ROLE; ALTER SCHEMA app OWNER TO attacker');
refused('postgres', $print, qr/42501: must not be .*schema app, role attacker, is no superuser/s,
	'a superuser is told nothing to run there');

# Defaults are not evaluated, whatever they call and whatever their text looks like.
make_tables('attacker', q{CREATE FUNCTION att.gen_objectid() RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE FUNCTION att.cast(text) RETURNS text IMMUTABLE
	LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'evaluated'; END $$;
CREATE DOMAIN att.checked AS text CHECK (att.cast(VALUE) IS NOT NULL);
CREATE DOMAIN att."text'; DROP TABLE app.users; --" AS text;
ALTER TABLE app.users ADD a text DEFAULT NULL, ADD b text DEFAULT NULL, ADD c text DEFAULT NULL,
	ADD d text DEFAULT '''507f1f77bcf86cd799439011''::text',
	ADD e text DEFAULT '507f1f77bcf86cd799439011'::att."text'; DROP TABLE app.users; --",
	ADD f text DEFAULT '507f1f77bcf86cd799439011
', ADD g text DEFAULT 'NULL::text';
ALTER TABLE app.users ALTER a SET DEFAULT att.gen_objectid(),
	ALTER b SET DEFAULT att.cast('507f1f77bcf86cd799439011'),
	ALTER c SET DEFAULT '507f1f77bcf86cd799439011'::att.checked});
my $defaults = join ', ', map { "'app.users.$_'" } 'a' .. 'g';
refused('attacker', "SELECT ids.conversion_statements($defaults)",
	qr/(?:default value for column [a-g] of table app\.users\n){7}HINT/,
	'no default of a user is evaluated, or taken for an id');

# Planted names ------------------------------------------------------------------------------------
#
# By whoever owns the schema of the extension, or a schema in the caller's path

sql(q{
CREATE SCHEMA z;
GRANT USAGE ON SCHEMA z TO PUBLIC;
CREATE FUNCTION z.gen_objectid() RETURNS ids.objectid LANGUAGE sql
	AS $$ SELECT '507f1f77bcf86cd799439011'::ids.objectid $$;
ALTER EXTENSION objectid ADD FUNCTION z.gen_objectid()});
make_tables('app', 'ALTER TABLE app.users ALTER id SET DEFAULT ids.gen_objectid()::text;
	ALTER TABLE app.posts ALTER id SET DEFAULT z.gen_objectid()::text;');
refused('app', $print, qr/^DETAIL:  default value for column id of table app\.posts$/m,
	'a member of the extension of the same name is not gen_objectid()');
sql('ALTER EXTENSION objectid DROP FUNCTION z.gen_objectid(); DROP SCHEMA z CASCADE');

my $sprung = q{LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'sprung %', current_user; END $$};
make_tables('app', 'ALTER TABLE app.users ALTER id SET DEFAULT ids.gen_objectid()::text;');
sql(qq{
CREATE SCHEMA evil AUTHORIZATION attacker;
GRANT USAGE ON SCHEMA evil TO PUBLIC;
ALTER SCHEMA ids OWNER TO attacker;
SET ROLE attacker;
CREATE FUNCTION ids.gen_objectid(VARIADIC text[]) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid(text) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid(varchar) RETURNS ids.objectid $sprung;
CREATE FUNCTION ids.objectid_eq(anyelement, anyelement) RETURNS boolean $sprung;
CREATE DOMAIN ids.text AS int;
CREATE DOMAIN evil.objectid AS int;
CREATE DOMAIN evil.text AS int;
CREATE FUNCTION evil.eq(oid, oid) RETURNS boolean $sprung;
CREATE OPERATOR evil.= (FUNCTION = evil.eq, LEFTARG = oid, RIGHTARG = oid);
CREATE FUNCTION evil.eq(text, text) RETURNS boolean $sprung;
CREATE OPERATOR evil.= (FUNCTION = evil.eq, LEFTARG = text, RIGHTARG = text);
CREATE OPERATOR evil.|| (FUNCTION = evil.eq, LEFTARG = text, RIGHTARG = text);
CREATE FUNCTION evil.quote_ident(text) RETURNS text $sprung;
CREATE FUNCTION evil.current_schemas(boolean) RETURNS name[] $sprung;
CREATE FUNCTION evil.format(text, VARIADIC text[]) RETURNS text $sprung;
CREATE FUNCTION evil.parse_ident(text) RETURNS text[] $sprung;
CREATE FUNCTION evil.pg_describe_object(oid, oid, int) RETURNS text $sprung;
CREATE VIEW evil.pg_class AS SELECT 1/0 AS oid;
CREATE VIEW evil.pg_depend AS SELECT 1/0 AS oid;
CREATE VIEW evil.pg_constraint AS SELECT 1/0 AS oid;
});
is(complaint('app', "SET search_path = evil, pg_temp, ids, pg_catalog;
	CREATE TEMP TABLE pg_inherits (inhrelid int); CREATE TEMP TABLE pg_attribute (attrelid int);
	CREATE DOMAIN pg_temp.text AS int; CREATE DOMAIN pg_temp.objectid AS int;
	BEGIN; SELECT ids.conversion_statements('app.users.id', 'app.posts.id') \\gexec
	COMMIT;"),
	'', 'nothing that is planted runs');
is(sql($types), $converted, 'and nothing goes wrong');
is(sql(q{SELECT p.oid::regprocedure FROM pg_attrdef f
	JOIN pg_depend d ON (d.classid, d.objid) = (f.tableoid, f.oid)
		AND d.refclassid = 'pg_proc'::regclass JOIN pg_proc p ON p.oid = d.refobjid
	WHERE adrelid = 'app.users'::regclass}),
	'ids.gen_objectid()', 'the default calls the function of the extension');
is(sql(q{INSERT INTO app.users DEFAULT VALUES RETURNING id IS NOT NULL}), 't',
	'which makes ids');
sql(q{DROP FUNCTION ids.gen_objectid(text[]), ids.objectid(text),
	ids.objectid(varchar), ids.objectid_eq(anyelement,
	anyelement); DROP DOMAIN ids.text; ALTER SCHEMA ids OWNER TO postgres});

# A name is looked up in the caller's path, where a temporary table comes first.
make_tables('app');
is(sql_in('postgres', q{SET search_path = att, app;
	SELECT count(*) FROM ids.conversion_statements('users.id')}, 'app'), '7', 'a name in the path');
refused('app', q{SET search_path = app; CREATE TEMP TABLE users (id text);
	SELECT ids.conversion_statements('users.id')}, qr/42809: "users" is a temporary table/,
	'a temporary table of the name');

# Beside others ------------------------------------------------------------------------------------

# A table that is dropped after its reference was found has no owner. Here the catalog has such a
# reference. OID 1 is that of no table.
make_tables('postgres');
is(complaint('postgres', qq{BEGIN;
	UPDATE pg_constraint SET conrelid = 1 WHERE conrelid = 'app.posts'::regclass AND contype = 'f';
	SELECT count(*) FROM ids.conversion_statements('app.users.id');
	ROLLBACK;}), '', 'a table that is gone belongs to no other role');
make_tables('app');

# Two files that meet from both ends of a reference lock the tables in one order.
is(sql_in('postgres', q{SELECT ids.conversion_statements('app.users.id') LIMIT 1}, 'app'),
	sql_in('postgres', q{SELECT ids.conversion_statements('app.posts.author') LIMIT 1}, 'app'),
	'the same locks from both ends');

# What is long -------------------------------------------------------------------------------------
#
# An argument of any length can be cancelled, and takes memory for its different names only.

my $long = $node->background_psql('postgres', on_error_stop => 0);
my $peak = q{SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\s+(\d+)')};
my $call = 'SELECT ids.conversion_statements(VARIADIC names) FROM long';
$long->query_safe(q{CREATE TEMP TABLE long AS
	SELECT array_fill('pg_class.oid'::text, ARRAY[3000000]) AS names});
$long->query_safe(q{SET statement_timeout = '100ms'});
$long->query($call);
like($long->{stderr}, qr/canceling statement due to statement timeout/, 'it can be cancelled');
$long->{stderr} = '';
SKIP:
{
	skip 'needs /proc/PID/status', 1 unless -r "/proc/$$/status";
	$long->query_safe('SET statement_timeout = 0');
	my $before_call = $long->query_safe($peak);
	$long->query($call);
	$long->{stderr} = '';
	my $grown = $long->query_safe($peak) - $before_call;
	cmp_ok($grown, '<', 300_000, "$grown kB for three million times one name");
}
$long->quit;

# A long chain of references, and a table with many partitions
make_tables('app', q{
CREATE TABLE app.chain_0 (id text PRIMARY KEY);
DO $$ BEGIN
	FOR n IN 1..300 LOOP
		EXECUTE format('CREATE TABLE app.chain_%s (id text PRIMARY KEY REFERENCES app.chain_%s)',
			n, n - 1);
	END LOOP;
END $$});
is(sql_in('postgres', q{SELECT count(*) FROM ids.conversion_statements('app.chain_7.id')}, 'app'),
	1 + 300 + 301 + 300, 'a chain of 300 references');

$node->stop;
done_testing();

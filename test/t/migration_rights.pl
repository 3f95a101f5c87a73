# Who works with objectid_migration: a superuser, or who can become one, is refused while there is a
# role that is none, since whoever had rights on a plan, its tables or their types could have chosen
# what is run. Nobody else has rights on what the extension makes. A table is read if statements
# made it. And no function of others that would fit a call better is called.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use moves;
use test_server;

my $node = start_server('main', 'fsync = off');

# Each function that is called by hand, with a call that makes no difference between collections
my %call = (
	propose => q{SELECT count(*) FROM migration.propose('c')},
	statements => q{SELECT migration.statements('c')},
	misfits => q{SELECT * FROM migration.misfits('c')},
	check => q{SELECT * FROM migration."check"('c')},
	undo => q{SELECT migration.undo('c')},
	export => q{SELECT migration.export('c')},
	references => q{SELECT migration.references()},
	undo_references => q{SELECT migration.undo_references()},
	refresh => q{SELECT migration.refresh('c')},
	stage_changes => q{SELECT * FROM migration.stage_changes()});
my $conversion = q{SELECT migration.conversion_statements('public.texts.id')};
my $event = q{{"operationType": "insert", "ns": {"coll": "d"}, "documentKey": {"_id": 1},
	"fullDocument": {"_id": 1}}};

# told(DATABASE, ROLE, BEFORE, CALL): the errors and warnings of a call after some statements. What
# these do is taken back.
sub told
{
	my ($database, $role, $before, $call) = @_;
	my ($status, $out, $errors) = $node->psql($database,
		"\\set VERBOSITY verbose\nBEGIN;\n$before\n$call;", extra_params => [ '-U', $role ]);
	return join ' | ', $errors =~ /(?:ERROR|WARNING|DETAIL):  (.*)/g;
}

# A database of a role, with tables of a collection
sub prepare
{
	my ($database, $role, $before) = @_;
	sql("CREATE DATABASE $database OWNER $role");
	sql_in($database, $before, $role) if $before;
	my ($status, $out, $errors) = $node->psql($database,
		'SET client_min_messages = warning; CREATE EXTENSION objectid_migration CASCADE',
		extra_params => [ '-U', $role ]);
	unlike($errors, qr/superuser/, "$role makes the extension without a warning");
	load_collections($database, c => [ '{"_id": 1, "a": [{"b": 2}], "t": "x"}', '{"_id": 2}' ]);
	($status, $out, $errors) = $node->psql($database, q{
CREATE TABLE texts (id text PRIMARY KEY);
SELECT count(*) FROM migration.propose('c');
\o /dev/null
SELECT migration.statements('c') \gexec
\o
SELECT * FROM migration.misfits('c');
SELECT * FROM migration.check('c');
SELECT count(*) FROM migration.refresh('c');
SELECT count(*) FROM migration.undo('c');
SELECT count(*) FROM migration.stage_changes();
SELECT count(*) FROM migration.conversion_statements('texts.id')},
		extra_params => [ '-U', $role ]);
	is("$out $errors", "6\n3\n5\n0\n2 ", "$role works in his own database without a word");
	return;
}

# The rule -----------------------------------------------------------------------------------------

# A laptop has one role.
prepare('laptop', 'postgres');
sql(q{CREATE ROLE admin LOGIN SUPERUSER});
is(told('laptop', 'admin', '', $call{statements}), '', 'other superusers are no reason');

sql(q{CREATE ROLE app LOGIN; CREATE ROLE attacker LOGIN;
CREATE ROLE deputy LOGIN IN ROLE app, admin; CREATE ROLE heir LOGIN NOINHERIT IN ROLE deputy});
sql_in('laptop', 'GRANT ALL ON SCHEMA migration TO app, deputy, heir');
prepare('of_app', 'app');
my $refused = '42501: must not be connected as a superuser | '
  . 'Role app is no superuser, and could choose what is run.';
is(told('laptop', 'postgres', '', $call{$_}), $refused, "a superuser is refused: $_")
  foreach sort keys %call;
foreach my $session (
	[ 'postgres', 'SET ROLE app;' ],
	[ 'postgres', 'SET SESSION AUTHORIZATION app;' ],
	[ 'deputy', '' ],
	[ 'deputy', 'SET ROLE app;' ],
	[ 'heir', '' ])
{
	is(told('laptop', @$session, $call{statements}), $refused,
		"who can become one is refused: @$session");
}
sql_in('laptop', 'REVOKE ALL ON SCHEMA migration FROM app, deputy, heir');
foreach (
	[ 'of a superuser', 'admin', 'app' ],
	[ 'of who can become one', 'deputy', 'app' ],
	[ 'that a superuser calls', 'app', 'postgres' ])
{
	my ($name, $owner, $caller) = @$_;
	sql_in('of_app', qq{CREATE FUNCTION of_$owner() RETURNS bigint LANGUAGE sql SECURITY DEFINER
		AS 'SELECT count(*) FROM migration.propose(''c'')';
		ALTER FUNCTION of_$owner() OWNER TO $owner});
	is(told('of_app', $caller, '', "SELECT of_$owner()"), $refused, "and a function $name");
	sql_in('of_app', "DROP FUNCTION of_$owner");
}
is(told('of_app', 'app', '', $call{$_}), '', "who is none works: $_") foreach sort keys %call;

my $all_out = 'ALTER ROLE app NOLOGIN; ALTER ROLE attacker NOLOGIN; ALTER ROLE deputy NOLOGIN;
	ALTER ROLE heir NOLOGIN;';
is(told('laptop', 'postgres', $all_out, $call{statements}), $refused,
	'so is a superuser where others cannot log in any more');

is(told('laptop', 'postgres', '', $conversion), '', 'tables of a superuser are converted by him');
like(told('of_app', 'admin', '', $conversion),
	qr/^42501: .* \| The owner of table public.texts, role app, is no superuser/,
	'but of nobody else');

# The hint says how to go on.
sql('CREATE DATABASE hinted');
my $hint = sub {
	my ($database, $statement) = @_;
	my ($status, $out, $errors) = $node->psql($database, $statement);
	my ($hint) = $errors =~ / superuser\n.*?^HINT: {2}(.*?)\n*(?:^CONTEXT|\z)/ms;
	return $hint // $errors;
};
my $how = $hint->('hinted', 'CREATE EXTENSION objectid_migration CASCADE');
is($hint->('hinted', $call{propose}), $how, 'CREATE EXTENSION warns, with the hint of the error');
my ($first, $steps) = $how =~ /^(Drop the extension), and create it .*?:\n(.*)/s;
my ($status, $out, $errors) = $node->psql('hinted', qq{DROP EXTENSION objectid_migration;
$steps
CREATE EXTENSION objectid_migration;
INSERT INTO migration.staging (collection, source) VALUES ('c', '{"_id": 1}');
SELECT count(*) FROM migration.propose('c');
SELECT migration.statements('c') \\gexec
SELECT current_user, count(*) FROM c});
is("$first: $out$errors", "Drop the extension: 2\nmover|1", 'who does as it says has tables');
# Where others own public, who does as the guide says has a schema that is found.
my ($schema) = slurp_file("$top/doc/migrate-from-mongodb.md") =~ /`(CREATE SCHEMA [^`]*mover)`/;
sql('CREATE DATABASE others');
sql_in('others', "GRANT CREATE ON DATABASE others TO mover; $schema");
is(sql_in('others', q{
SET client_min_messages = warning;
CREATE EXTENSION objectid_migration CASCADE;
INSERT INTO migration.staging (collection, source) VALUES ('c', '{"_id": 1}');
SELECT FROM migration.propose('c') \g /dev/null
SELECT migration.statements('c') \gexec
SELECT count(*) FROM mover.c}, 'mover'), '1', 'and has tables in a schema of his own');
is($hint->('of_app', $call{propose}), 'Connect as role app.', 'or whom to connect as');

# A dump in the middle of a move, which the owner makes and restores, and a superuser can restore
my $dump = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';
$node->run_log([ 'pg_dump', '-U', 'app', '-d', $node->connstr('of_app'), '-f', $dump ]) or die;
unlike(slurp_file($dump), qr/^(GRANT|REVOKE).*migration/m, 'a dump has no rights on it');
sql('CREATE DATABASE restored OWNER app; CREATE DATABASE of_superuser');
sql_in('restored', "SET client_min_messages = error;\n\\i $dump", 'app');
is(sql_in('restored', q{
SELECT count(*) FROM migration.plan;
SELECT * FROM migration."check"('c');
INSERT INTO migration.staging (collection, source) VALUES ('c', '{"_id": 3}') RETURNING n;
SELECT path, documents FROM migration."check"('c');
SELECT count(*) FROM migration.undo('c')}, 'app'), "6\n3\n\$|1\n5",
	'a dump has documents and plans');
sql_in('of_superuser', "SET client_min_messages = error;\n\\i $dump");
is(sql_in('of_superuser', 'SELECT count(*) FROM migration.plan'), 6, 'also with a superuser');

# Each way that led to a superuser's rights --------------------------------------------------------

sql_in('laptop', q{
CREATE SCHEMA attacker AUTHORIZATION attacker;
CREATE SCHEMA shop;
CREATE DOMAIN public.code AS text;
SET ROLE attacker;
CREATE FUNCTION attacker.sprung() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'attacker' THEN
		RAISE 'sprung as %', current_user;
	END IF;
	RETURN true;
END $$;
CREATE FUNCTION attacker.fires() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM attacker.sprung();
	RETURN NULL;
END $$;
CREATE DOMAIN attacker.code AS text});
my %way = (
	'a trigger on a target table' => [ 'refresh', q{GRANT ALL ON c TO attacker;
		SET ROLE attacker;
		CREATE TRIGGER t BEFORE DELETE ON c EXECUTE FUNCTION attacker.fires()} ],
	'a trigger by default privileges' => [ 'statements', q{
		ALTER DEFAULT PRIVILEGES IN SCHEMA shop GRANT ALL ON TABLES TO attacker;
		GRANT USAGE ON SCHEMA shop TO attacker; CREATE TABLE shop.c (id integer);
		SET ROLE attacker;
		CREATE TRIGGER t BEFORE INSERT ON shop.c EXECUTE FUNCTION attacker.fires()} ],
	"a domain below a superuser's" => [ 'misfits', q{
		CREATE DOMAIN shop.code AS attacker.code;
		UPDATE migration.plan SET type = 'shop.code' WHERE path = '$.t';
		SET ROLE attacker;
		ALTER DOMAIN attacker.code ADD CHECK (attacker.sprung()) NOT VALID} ],
	'a CHECK that a former owner left' => [ 'propose', q{
		ALTER TABLE migration.plan OWNER TO attacker; GRANT ALL ON SCHEMA migration TO attacker;
		SET ROLE attacker;
		ALTER TABLE migration.plan ADD CHECK (attacker.sprung());
		RESET ROLE; REVOKE ALL ON SCHEMA migration FROM attacker;
		ALTER TABLE migration.plan OWNER TO postgres} ]);
foreach my $name (sort keys %way)
{
	my ($function, $statements) = $way{$name}->@*;
	is(told('laptop', 'postgres', "$statements; RESET ROLE;", $call{$function}), $refused, $name);
}

# What an owner's functions read -------------------------------------------------------------------

# A view that another role has made in the place of a table, a table of his, or one that is not of
# the plan
sql_in('of_app', 'GRANT CREATE ON SCHEMA public TO attacker; CREATE SCHEMA own AUTHORIZATION app;
CREATE SCHEMA theirs AUTHORIZATION attacker; GRANT USAGE ON SCHEMA theirs TO app');
sql_in('of_app', q{
CREATE FUNCTION theirs.sprung() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
	RAISE 'sprung as %', current_user;
END $$;
CREATE TABLE theirs.c (id integer PRIMARY KEY, t text);
CREATE VIEW public.orders AS SELECT theirs.sprung() AS id, theirs.sprung() AS c;
GRANT ALL ON public.orders, theirs.c TO app}, 'attacker');
is(error_of('SELECT * FROM orders', 'app', 'of_app'), 'P0001: sprung as app', 'there is a trap');
my %place = (
	"another role's view" => [ 'public.orders', q{
		INSERT INTO migration.staging (collection, source) VALUES ('o', '{"_id": 1, "c": 1}');
		SELECT FROM migration.propose('o');
		UPDATE migration.plan SET "table" = 'orders' WHERE collection = 'o';
		UPDATE migration.plan SET refers_to = 'c' WHERE path = '$.c';}, 'o' ],
	"another role's table" =>
	  [ 'theirs.c', q{UPDATE migration.plan SET schema = 'theirs' WHERE path = '$';}, 'c' ],
	'a table that is not of the plan' => [ 'public.precious', q{
		CREATE TABLE precious (id integer PRIMARY KEY);
		UPDATE migration.plan SET "table" = 'precious' WHERE "table" = 'c';}, 'c' ]);
foreach my $name (sort keys %place)
{
	my ($table, $statements, $collection) = $place{$name}->@*;
	foreach my $function ($collection eq 'o' ? 'references' : (), 'check', 'refresh')
	{
		is(told('of_app', 'app', $statements, $call{$function} =~ s/'c'/'$collection'/r),
			qq{42P01: there are no rows of collection "$collection" | }
			  . "Role app has not made $table.", "$name: $function");
	}
}
sql_in('of_app', 'DROP VIEW orders; REVOKE CREATE ON SCHEMA public FROM attacker');

# A role with every right but ownership ------------------------------------------------------------

# It has each right on what is there, and by default privileges on what will be. Nothing of it holds
# in the schema migration; and no function writes the tables, on which it has triggers.
sql('CREATE ROLE guest LOGIN');
prepare('shared', 'app', join ';', map { "ALTER DEFAULT PRIVILEGES GRANT ALL ON $_ TO guest" }
	qw(TABLES SEQUENCES FUNCTIONS TYPES SCHEMAS));
sql_in('shared', q{GRANT ALL ON DATABASE shared TO guest; GRANT ALL ON SCHEMA public TO guest;
ALTER SCHEMA public OWNER TO app});
sql_in('shared', q{
INSERT INTO migration.staging (collection, source) VALUES ('d', '{"_id": 5, "c": 1}');
SELECT FROM migration.propose('d');
UPDATE migration.plan SET refers_to = 'c' WHERE collection = 'd' AND path = '$.c';
SELECT migration.statements('d') \gexec
CREATE TABLE secret (t text)}, 'app');
is(sql_in('shared', q{
SELECT pg_describe_object(classid, objid, 0), grantee::regrole, privilege_type
FROM (
	SELECT tableoid, oid, proacl, proowner FROM pg_proc
	UNION ALL SELECT tableoid, oid, typacl, typowner FROM pg_type
	UNION ALL SELECT tableoid, oid, nspacl, nspowner FROM pg_namespace
	UNION ALL SELECT tableoid, oid, relacl, relowner FROM pg_class
) AS o (classid, objid, acl, owner) JOIN pg_depend USING (classid, objid), aclexplode(acl)
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid_migration')
	AND deptype = 'e' AND grantee NOT IN (owner, 0)}), '', 'nobody has rights on its members');
sql_in('shared', q{
CREATE FUNCTION public.sprung() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE 'sprung as %', current_user;
END $$;
DO $$
DECLARE
	tab regclass;
BEGIN
	FOR tab IN SELECT oid FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
	LOOP
		EXECUTE format('CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON %s
			EXECUTE FUNCTION sprung()', tab);
	END LOOP;
END $$}, 'guest');
foreach ('SELECT FROM migration.plan', 'SELECT FROM migration.c_documents',
	'UPDATE migration.plan SET type = NULL',
	'CREATE TRIGGER trap BEFORE DELETE ON migration.plan EXECUTE FUNCTION sprung()',
	'CREATE FUNCTION migration.find_type(name, name) RETURNS jsonb RETURN NULL::jsonb',
	$call{propose})
{
	is(error_of($_, 'guest', 'shared'), '42501: permission denied for schema migration', $_);
}
is(error_of("INSERT INTO $_ DEFAULT VALUES", 'app', 'shared'), 'P0001: sprung as app',
	"it can choose what happens to $_")
  foreach qw(c c_a d secret);
sql_in('shared', 'INSERT INTO migration.staging (collection, source) '
	  . "VALUES ('\$changes', '$event')", 'app');
is(told('shared', 'app', $_ eq 'refresh' ? "$call{stage_changes};" : '', $call{$_}), '',
	"but not what a function does: $_")
  foreach sort keys %call;
is(told('shared', 'app', '', $conversion), '', 'nor conversion_statements');

# What would fit better ----------------------------------------------------------------------------

# Operators in a schema of the caller's search_path. In the schema migration, of each function, one
# for each argument and some types, which fits what is not exactly of the type that the function
# takes. (That none fits for fewer arguments: sql/migration.sql.)
sql_in('of_app', q{
CREATE FUNCTION sprung(anyelement) RETURNS boolean LANGUAGE plpgsql
	AS $$BEGIN RAISE 'sprung'; END$$;
CREATE FUNCTION sprung(bigint, integer) RETURNS bigint RETURN sprung(1)::integer;
CREATE OPERATOR % (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = sprung);
CREATE FUNCTION sprung(bigint[], bigint) RETURNS bigint[] RETURN ARRAY[sprung(1)::integer];
CREATE OPERATOR || (LEFTARG = bigint[], RIGHTARG = bigint, FUNCTION = sprung);
CREATE FUNCTION sprung(jsonb, jsonb) RETURNS jsonb RETURN to_jsonb(sprung(1));
CREATE OPERATOR -> (LEFTARG = jsonb, RIGHTARG = jsonb, FUNCTION = sprung);
CREATE OPERATOR ->> (LEFTARG = jsonb, RIGHTARG = jsonb, FUNCTION = sprung);
CREATE OPERATOR #>> (LEFTARG = jsonb, RIGHTARG = jsonb, FUNCTION = sprung);
CREATE DOMAIN short AS varchar(3);
GRANT CREATE, USAGE ON SCHEMA migration TO attacker;
SET ROLE attacker;
DO $do$
DECLARE
	f record;
BEGIN
	FOR f IN
		SELECT proname, concat_ws(', ', VARIADIC types[:i - 1] || instead || types[i + 1:]) AS types
		FROM pg_proc, LATERAL (SELECT ARRAY(
				SELECT t::regtype::text FROM unnest(proargtypes) AS t)) AS l (types),
			generate_series(1, pronargs) AS i, unnest('{text,name,varchar,bpchar,"\"char\"",integer,
				bigint,smallint,numeric,oid,regclass,regtype,boolean,jsonb,json,text[],name[],oid[],
				bigint[],anyelement,anyarray,record}'::text[]) AS instead
		WHERE pronamespace = 'migration'::regnamespace
	LOOP
		BEGIN
			EXECUTE format('CREATE FUNCTION migration.%I(%s) RETURNS boolean
				LANGUAGE plpgsql AS $$BEGIN RAISE ''sprung''; END$$', f.proname, f.types);
		EXCEPTION WHEN duplicate_function OR invalid_function_definition
			OR insufficient_privilege THEN
		END;
	END LOOP;
END $do$});
cmp_ok(sql_in('of_app', 'SELECT count(*) FROM pg_proc WHERE proowner = $$attacker$$::regrole'),
	'>', 1500, 'there are functions of another role');
is(error_of("SELECT $_", 'app', 'of_app'), 'P0001: sprung', "one fits better: $_")
  foreach q{migration.find_type('x'::name, 'y')}, q{'{}'::jsonb->'5'};
($status, $out, $errors) = $node->psql('of_app', q{
SET client_min_messages = warning;
INSERT INTO migration.staging (collection, source) VALUES
	('v', '{"_id": 1, "5": [{"6": 1}], "tags": ["a"], "a b": {"7": "x", "8": [1]}}'),
	('v', '{"_id": 2}'),
	('$changes', '{"operationType": "insert", "ns": {"coll": "v"}, "documentKey": {"_id": 1},
		"fullDocument": {"_id": 1}}');
SELECT count(*) FROM migration.propose('v'::text, NULL::text, 'public'::text, 1::bigint);
SELECT count(*) FROM migration.propose('v'::text, NULL::text, 'public'::text, NULL::bigint);
UPDATE migration.plan SET type = 'short' WHERE path = '$."a b"."7"';
UPDATE migration.plan SET type = NULL WHERE path = '$."a b"."8"';
\o /dev/null
SELECT migration.statements('v'::text, 'public'::text) \gexec
\o
SELECT FROM migration."check"('v'::text, 'public'::text);
INSERT INTO migration.staging (collection, source) VALUES
	('v', '{"_id": {"$oid": 1}, "$code": 1}'), ('v', '{"_id": 3, "a b": {"7": "long"}}');
SELECT path FROM migration.misfits('v'::text, 'public'::text);
DELETE FROM migration.staging WHERE source::text ~ 'oid|long';
UPDATE v SET a_b_field_7 = 'y' WHERE id = 1;
SELECT path, documents FROM migration."check"('v'::text, 'public'::text);
SELECT * FROM migration.stage_changes();
\o /dev/null
SELECT migration.refresh('v'::text, 'public'::text) \gexec
\o
SELECT FROM migration."check"('v'::text, 'public'::text) WHERE path <> '$';
SELECT count(*) FROM migration.export('v'::text, 'public'::text);
SELECT count(*) FROM migration.references('public'::text);
SELECT count(*) FROM migration.undo_references('public'::text);
\o /dev/null
SELECT migration.undo('v'::text) \gexec
\o
SELECT count(*) > 1 FROM migration.conversion_statements(VARIADIC '{texts.id}'::text[]);
}, extra_params => [ '-U', 'app' ]);
is($out, join("\n", 11, 11, '$."a b"."7"', '$._id', '$."a b"."7"|1', 'v|1|0', 1, 0, 0, 't'),
	'none is called');
is($errors =~ s/^(?:psql:<stdin>:\d+: WARNING|HINT).*\n?//mgr, '', 'nor is there an error');

$node->stop;
done_testing();

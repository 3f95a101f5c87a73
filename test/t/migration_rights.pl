# Who works with objectid_migration: whoever may write its tables, or has objects where names are
# looked up, could choose what is run. So a superuser is refused unless all of it is of superusers.
# And no function of others that would fit a call better is called.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use moves;
use test_server;

my $node = start_server('main', 'fsync = off');
sql(q{CREATE ROLE attacker LOGIN; CREATE ROLE other LOGIN; CREATE ROLE app LOGIN CREATEROLE;
CREATE ROLE admin LOGIN SUPERUSER; CREATE ROLE deputy LOGIN IN ROLE app, admin});

# Each function that is called by hand, with a call that makes no difference between collections
my %call = (
	propose => q{SELECT count(*) FROM migration.propose('c')},
	statements => q{SELECT migration.statements('c')},
	misfits => q{SELECT * FROM migration.misfits('c')},
	check => q{SELECT * FROM migration."check"('c')},
	undo => q{SELECT migration.undo('c')},
	export => q{SELECT migration.export('c')},
	references => q{SELECT migration.references()},
	refresh => q{SELECT migration.refresh('c')},
	stage_changes => q{SELECT * FROM migration.stage_changes()},
	conversion_statements => q{SELECT migration.conversion_statements('public.texts.id')});

# What a role is told of a call after some statements, which are taken back
sub told
{
	my ($database, $role, $before, $call) = @_;
	my ($status, $out, $errors) = $node->psql($database,
		"\\set VERBOSITY verbose\nBEGIN;\n$before\n$call;", extra_params => [ '-U', $role ]);
	return join ' | ', $errors =~ /(?:ERROR|WARNING|DETAIL):  (.*)/g;
}

# A superuser alone --------------------------------------------------------------------------------

sub prepare
{
	my ($database, $role) = @_;
	sql("CREATE DATABASE $database OWNER $role");
	$node->safe_psql($database, 'SET client_min_messages = error;'
		. 'CREATE EXTENSION objectid_migration CASCADE', extra_params => [ '-U', $role ]);
	load_collections($database, c => [ '{"_id": 1, "a": [{"b": 2}], "t": "x"}', '{"_id": 2}' ]);
	my ($status, $out, $errors) = $node->psql($database, q{
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
prepare('laptop', 'postgres');
prepare('of_app', 'app');
# A dump in the middle of a move, which the owner makes and restores
my $dump = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';
$node->run_log([ 'pg_dump', '-U', 'app', '-d', $node->connstr('of_app'), '-f', $dump ]) or die;
sql('CREATE DATABASE restored OWNER app');
sql_in('restored', "SET client_min_messages = error;\n\\i $dump", 'app');
is(sql_in('restored', q{
SELECT count(*) FROM migration.plan;
SELECT * FROM migration."check"('c');
INSERT INTO migration.staging (collection, source) VALUES ('c', '{"_id": 3}') RETURNING n;
SELECT path, documents FROM migration."check"('c');
SELECT count(*) FROM migration.undo('c')}, 'app'), "6\n3\n\$|1\n5",
	'a dump has documents and plans');

is(told('laptop', 'postgres', '', $call{$_}), '', "$_ asks nothing more") foreach sort keys %call;

# What others have ---------------------------------------------------------------------------------

my $tables = 'migration.staging, migration.plan';
my %danger = (
	(map {
		("$_ on staging" => [ "GRANT $_ ON migration.staging TO attacker;",
				"Role attacker has $_ on table migration.staging." ],
			"$_ on the plan" => [ "GRANT $_ ON migration.plan TO attacker;",
				"Role attacker has $_ on table migration.plan." ])
	} qw(INSERT UPDATE DELETE TRUNCATE TRIGGER REFERENCES)),
	'UPDATE of a column' => [ 'GRANT UPDATE (type) ON migration.plan TO attacker;',
		'Role attacker has UPDATE on column type of table migration.plan.' ],
	'INSERT for everybody' => [ 'GRANT INSERT ON migration.staging TO PUBLIC;',
		'Everybody has INSERT on table migration.staging.' ],
	'everything on the sequence' => [ 'GRANT ALL ON SEQUENCE migration.staging_n_seq TO attacker;',
		'Role attacker has UPDATE on sequence migration.staging_n_seq.' ],
	'pg_write_all_data' => [ 'GRANT pg_write_all_data TO attacker;',
		'Role attacker is a member of pg_write_all_data.' ],
	'CREATE on the schema' => [ 'GRANT CREATE ON SCHEMA migration TO attacker;',
		'Role attacker may create objects in schema migration.' ],
	'CREATE for everybody' => [ 'GRANT CREATE ON SCHEMA migration TO PUBLIC;',
		'Everybody may create objects in schema migration.' ],
	'CREATE for the owner of the database' => [ 'ALTER DATABASE laptop OWNER TO attacker;
		GRANT CREATE ON SCHEMA migration TO pg_database_owner;',
		'Role attacker may create objects in schema migration.' ],
	'the schema' => [ 'ALTER SCHEMA migration OWNER TO attacker;',
		'The owner of schema migration, role attacker, is no superuser.' ],
	'the plan' => [ 'ALTER TABLE migration.plan OWNER TO attacker;',
		'The owner of table migration.plan, role attacker, is no superuser.' ],
	'a view' => [ 'ALTER VIEW migration.c_documents OWNER TO attacker;',
		'The owner of view migration.c_documents, role attacker, is no superuser.' ],
	'a function, made when he might' => [ 'GRANT CREATE ON SCHEMA migration TO attacker;
		SET ROLE attacker;
		CREATE FUNCTION migration.find_type(name, name) RETURNS jsonb RETURN NULL::jsonb;
		RESET ROLE; REVOKE CREATE ON SCHEMA migration FROM attacker;',
		'The owner of function migration.find_type(name,name), role attacker, is no superuser.' ],
	'a trigger, made when he might' => [ 'GRANT TRIGGER ON migration.plan TO attacker;
		SET ROLE attacker;
		CREATE TRIGGER trap BEFORE DELETE ON migration.plan
			EXECUTE FUNCTION suppress_redundant_updates_trigger();
		RESET ROLE; REVOKE TRIGGER ON migration.plan FROM attacker;',
		'There is trigger trap on table migration.plan.' ]);
foreach my $name (sort keys %danger)
{
	my ($statements, $detail) = @{ $danger{$name} };
	$statements = "GRANT USAGE ON SCHEMA migration TO attacker; $statements";
	foreach my $function (sort keys %call)
	{
		is(told('laptop', 'postgres', $statements, $call{$function}),
			"42501: must not be connected as a superuser | $detail",
			"another role has $name: $function");
	}
}
is(told('laptop', 'admin', 'GRANT ALL ON SCHEMA migration TO admin; GRANT SELECT, UPDATE ON '
		. "$tables TO admin; GRANT SELECT ON $tables TO PUBLIC;", $call{statements}),
	'', 'what superusers have, and what others only read, is no danger');

# Of a plain role, who may work with it while others have rights, and who becomes a superuser
my $theirs = 'The owner of schema migration, role app, is no superuser.';
is(told('of_app', 'app', 'GRANT ALL ON ALL TABLES IN SCHEMA migration TO attacker;',
		$call{statements}), '', 'the owner works with it');
is(told('of_app', 'admin', '', $call{$_}),
	"42501: must not be connected as a superuser | $theirs", "a superuser does not: $_")
  foreach sort keys %call;
is($node->psql('of_app', "SET ROLE app; $call{statements}", extra_params => [ '-U', 'deputy' ]),
	3, 'nor who could become one by RESET ROLE');
sql_in('of_app', q{CREATE FUNCTION as_admin() RETURNS bigint LANGUAGE sql SECURITY DEFINER
	AS 'SELECT count(*) FROM migration.propose(''c'')'; ALTER FUNCTION as_admin() OWNER TO admin});
is(told('of_app', 'app', '', 'SELECT as_admin()'),
	"42501: must not be connected as a superuser | $theirs", 'nor a function of a superuser');

# What a plan names --------------------------------------------------------------------------------

# He who might write the plan once left this there; his session is open.
my $attacker = $node->background_psql('laptop', extra_params => [ '-U', 'attacker' ]);
my $temporary = $attacker->query_safe(q{
CREATE FUNCTION pg_temp.trap() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RAISE 'sprung as %', current_user;
END $$;
CREATE DOMAIN pg_temp.code AS text CHECK (pg_temp.trap());
CREATE TEMP VIEW pg_temp.c AS SELECT 1 AS id, pg_temp.trap()::text AS t;
SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()});
$temporary =~ s/\s+//g;
like($temporary, qr/^pg_temp_\d+$/, 'a temporary schema of another role');
sql_in('laptop', q{
CREATE SCHEMA shared;
GRANT ALL ON SCHEMA shared TO attacker;
SET ROLE attacker;
CREATE FUNCTION shared.trap(text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RAISE 'sprung as %', current_user;
END $$;
CREATE DOMAIN shared.code AS text CHECK (shared.trap(VALUE));
CREATE TABLE shared.c (id integer PRIMARY KEY, t text, rest jsonb);
CREATE SCHEMA theirs AUTHORIZATION attacker;
} =~ s/CREATE SCHEMA theirs.*//r . 'RESET ROLE; CREATE SCHEMA theirs AUTHORIZATION attacker;');
my $no_type = sub { qq{42704: type "$_[0]" for path \$.t of collection "c" does not exist} };
my $refused = '42501: must not be connected as a superuser | ';
my $take_back = 'REVOKE ALL ON SCHEMA shared FROM attacker;';
my %named = (
	'a temporary domain' =>
	  [ "UPDATE migration.plan SET type = '$temporary.code' WHERE path = '\$.t';",
		$no_type->("$temporary.code") ],
	'a temporary view' => [ "UPDATE migration.plan SET schema = '$temporary' WHERE path = '\$';",
		"${refused}Schema $temporary is temporary." ],
	'a domain where others may create' =>
	  [ q{UPDATE migration.plan SET type = 'shared.code' WHERE path = '$.t';},
		"${refused}Role attacker may create objects in schema shared." ],
	'a domain of another role' => [ $take_back
		  . q{UPDATE migration.plan SET type = 'shared.code' WHERE path = '$.t';},
		"${refused}The owner of type shared.code, role attacker, is no superuser." ],
	'a schema where others may create' =>
	  [ q{UPDATE migration.plan SET schema = 'shared' WHERE path = '$';},
		"${refused}Role attacker may create objects in schema shared." ],
	'a table of another role' =>
	  [ "$take_back UPDATE migration.plan SET schema = 'shared' WHERE path = '\$';",
		"${refused}The owner of table shared.c, role attacker, is no superuser." ],
	'a schema of another role' =>
	  [ q{UPDATE migration.plan SET schema = 'theirs' WHERE path = '$';},
		"${refused}The owner of schema theirs, role attacker, is no superuser." ],
	'no schema' => [ q{UPDATE migration.plan SET schema = 'pg_temp' WHERE path = '$';},
		'3F000: schema "pg_temp" does not exist' ]);
foreach my $name (sort keys %named)
{
	my ($statements, $error) = @{ $named{$name} };
	foreach my $function (qw(statements misfits check refresh))
	{
		is(told('laptop', 'postgres', $statements, $call{$function}), $error, "$name: $function");
	}
}
$attacker->quit;

# Another role's table in the place of one of the plan is none that statements made.
is(told('of_app', 'app', q{CREATE TABLE public.precious (id integer PRIMARY KEY);
	UPDATE migration.plan SET "table" = 'precious' WHERE "table" = 'c';}, $call{$_}),
	'42P01: there are no rows of collection "c" | public.precious has not been made.',
	"another table of the owner's: $_")
  foreach qw(check refresh);

# What would fit better ----------------------------------------------------------------------------

# Of each function, one for each argument and some types, which fits what is not exactly of the type
# that the function takes, and one for fewer arguments. Whoever calls a function by hand chooses.
sql_in('of_app', q{
GRANT CREATE, USAGE ON SCHEMA migration TO attacker;
CREATE TABLE planted (n int);
DO $do$
DECLARE
	f record;
	types text[];
	instead text;
	planted int := 0;
BEGIN
	SET LOCAL ROLE attacker;
	FOR f IN SELECT proname, ARRAY(SELECT t::regtype::text FROM unnest(proargtypes) AS t) AS types,
			proname = ANY ('{propose,statements,misfits,check,undo,refresh,stage_changes,export,
				references,conversion_statements}') AS is_called
		FROM pg_proc WHERE pronamespace = 'migration'::regnamespace
	LOOP
		FOR i IN 1 .. cardinality(f.types) LOOP
			FOREACH instead IN ARRAY '{text,name,varchar,bpchar,"\"char\"",integer,bigint,smallint,
				numeric,oid,regclass,regtype,boolean,jsonb,json,text[],name[],oid[],bigint[],
				anyelement,anyarray,record}'::text[]
			LOOP
				types := f.types;
				types[i] := instead;
				BEGIN
					EXECUTE format('CREATE FUNCTION migration.%I(%s) RETURNS boolean
						LANGUAGE plpgsql AS $$BEGIN RAISE ''sprung''; END$$', f.proname,
						array_to_string(types, ', '));
					planted := planted + 1;
				EXCEPTION WHEN duplicate_function OR invalid_function_definition
					OR insufficient_privilege THEN
				END;
			END LOOP;
			CONTINUE WHEN f.is_called;
			BEGIN
				EXECUTE format('CREATE FUNCTION migration.%I(%s) RETURNS boolean
					LANGUAGE plpgsql AS $$BEGIN RAISE ''sprung''; END$$', f.proname,
					array_to_string(f.types[:i - 1], ', '));
			EXCEPTION WHEN duplicate_function THEN
			END;
		END LOOP;
	END LOOP;
	RESET ROLE;
	INSERT INTO planted VALUES (planted);
END $do$});
cmp_ok(sql_in('of_app', 'SELECT n FROM planted'), '>', 1500, 'there are functions of another role');
is(error_of(q{SELECT migration.find_type('x'::name, 'y')}, 'app', 'of_app'),
	'P0001: sprung', 'one fits better');
my ($status, $out, $errors) = $node->psql('of_app', q{
SET client_min_messages = warning;
\o /dev/null
SELECT migration.undo('c'::text) \gexec
\o
SELECT count(*) FROM migration.propose('c'::text, NULL::text, 'public'::text, 1::bigint);
SELECT count(*) FROM migration.propose('c'::text, NULL::text, 'public'::text, NULL::bigint);
\o /dev/null
SELECT migration.statements('c'::text, 'public'::text) \gexec
\o
INSERT INTO migration.staging (collection, source) VALUES
	('c', '{"_id": 1, "a": 5, "t": 6}'), ('c', '{"_id": {"$oid": 1}}'), ('c', '{"_id": 4, "x": 1}'),
	('$changes', '{"ns": {"coll": "d"}, "documentKey": {"_id": 1}, "fullDocument": {"_id": 1}}');
SELECT count(*) > 3 FROM migration.misfits('c'::text, 'public'::text);
DELETE FROM migration.staging WHERE source->'_id' = '{"$oid": 1}' OR source ? 'x';
SELECT count(*) > 1 FROM migration."check"('c'::text, 'public'::text);
SELECT count(*) FROM migration.stage_changes();
SELECT count(*) FROM migration.export('c'::text, 'public'::text);
SELECT count(*) FROM migration.references('public'::text);
SELECT count(*) > 2 FROM migration.refresh('c'::text, 'public'::text);
SELECT count(*) FROM migration.undo('c'::text);
SELECT count(*) > 1 FROM migration.conversion_statements(VARIADIC '{texts.id}'::text[]);
}, extra_params => [ '-U', 'app' ]);
is($out, join("\n", 6, 6, 't', 't', 1, 1, 0, 't', 5, 't'), 'none is called');
is($errors =~ s/^(?:psql:<stdin>:\d+: WARNING|HINT).*\n?//mgr, '', 'nor is there an error');

$node->stop;
done_testing();

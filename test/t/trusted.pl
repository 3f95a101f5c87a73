# Who may install the extension, in which schema, and who may use it.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main', shared_generators());
sql(q{
CREATE ROLE owner LOGIN;
CREATE ROLE guest LOGIN;
CREATE DATABASE owned OWNER owner;
});

# The owner of the database is no superuser, and need not be.
is(error_of('CREATE EXTENSION objectid', 'guest', 'owned'),
	'42501: permission denied to create extension "objectid"', 'somebody else cannot install it');
sql_in('owned', 'CREATE EXTENSION objectid', 'owner');
is(sql_in('owned', q{SELECT extowner::regrole FROM pg_extension WHERE extname = 'objectid'}),
	'owner', 'the owner of the database installs it');
is(error_of('DROP EXTENSION objectid', 'guest', 'owned'),
	'42501: must be owner of extension objectid', 'somebody else cannot drop it');

sql_in('owned', 'DROP EXTENSION objectid', 'owner');
is(sql_in('owned', q{SELECT count(*) FROM pg_proc WHERE proname ~ 'objectid'}),
	'0', 'the owner drops it, and nothing is left');

# A user who has no rights but USAGE of the schema, which is not in search_path: he writes
# OPERATOR(ids.<). (The session may be a little slow to end and take its table along.)
sql_in('owned', q{
CREATE SCHEMA ids;
GRANT USAGE ON SCHEMA ids TO guest;
CREATE EXTENSION objectid SCHEMA ids;
}, 'owner');
is(sql_in('owned', q{
CREATE TEMP TABLE mine (id ids.objectid PRIMARY KEY DEFAULT ids.gen_objectid(), n int);
INSERT INTO mine (n) SELECT generate_series(1, 100);
SELECT count(DISTINCT id),
	ids.max(id) OPERATOR(ids.>=) (SELECT id FROM mine ORDER BY id DESC LIMIT 1),
	bool_and(ids.objectid_timestamp(id) > '2020-01-01' AND id::timestamptz > '2020-01-01'),
	count(*) FILTER (WHERE id::text::ids.objectid OPERATOR(ids.=) id)
FROM mine;
DROP TABLE mine}, 'guest'),
	'100|t|t|100', 'anybody uses it, from a schema outside of search_path');

# Only a superuser can move the extension (sql/catalog.sql), for PostgreSQL asks for the owner of
# each object in it, and those of a trusted extension belong to the bootstrap superuser.
sql_in('owned', 'GRANT CREATE ON SCHEMA public TO guest', 'owner');
is(error_of('ALTER EXTENSION objectid SET SCHEMA public', 'guest', 'owned'),
	'42501: must be owner of extension objectid', 'somebody else cannot move it');

# Roles whose names need quotes, or look like something else.
my @names = ("o'brien", 'a$b', '$$', '"quoted"', '@extowner@', 'back\\slash', 'Two Words', '%s');
foreach my $name (@names, 'public.role')
{
	my $identifier = '"' . ($name =~ s/"/""/gr) . '"';
	sql(qq{
CREATE ROLE $identifier LOGIN;
CREATE DATABASE named OWNER $identifier;
});
	my $as_named = "SET SESSION AUTHORIZATION $identifier;";
	is(sql_in('named', qq{$as_named
CREATE EXTENSION objectid;
GRANT SELECT, INSERT, UPDATE ON objectid_counter TO guest;
GRANT EXECUTE ON FUNCTION counter_next(text) TO guest;
SELECT counter_next('x');
SET SESSION AUTHORIZATION guest;
SELECT counter_next('x')}),
		"1\n2", "$name installs it, and says who may use counters");
	sql(qq{DROP DATABASE named WITH (FORCE); DROP ROLE $identifier});
}

# Installed by somebody who may create in the database, or by a superuser: its owner has the same
# rights, and so has who installed it, if it was he.
foreach my $installer ('guest', undef)
{
	sql('CREATE DATABASE lent OWNER owner; GRANT CREATE ON DATABASE lent TO guest');
	sql_in('lent', 'CREATE EXTENSION objectid', $installer);
	is(sql_in('lent', q{
GRANT EXECUTE ON FUNCTION counter_next(text) TO guest;
SELECT counter_next('x'),
	has_table_privilege('guest', 'objectid_counter', 'DELETE WITH GRANT OPTION')}, 'owner'),
		defined $installer ? '1|t' : '1|f', 'rights installed by ' . ($installer // 'a superuser'));
	sql('DROP DATABASE lent WITH (FORCE)');
}

# The owner of the database renames the schema, as he may, and puts another one in its place. What
# the extension makes is in its own schema all the same.

# Statements in a session of the owner
sub owner_session
{
	my $session =
	  $node->background_psql('exchanged', on_error_stop => 0, extra_params => [ '-U', 'owner' ]);
	$session->query_safe($_[0]);
	return $session;
}

# Starts CREATE EXTENSION as the owner, and returns when it waits for a lock.
sub waiting_installation
{
	my $install = owner_session('');
	my $pid = $install->query('SELECT pg_backend_pid()');
	$install->query_until(qr/begun/, "\\echo begun\nCREATE EXTENSION objectid;\n");
	$node->poll_query_until('postgres',
		"SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = $pid")
	  or die 'CREATE EXTENSION does not wait';
	return $install;
}

sub elsewhere
{
	return sql_in('exchanged', q{
SELECT extnamespace::regnamespace, pg_describe_object(classid, objid, 0)
FROM pg_extension e
	JOIN pg_depend d ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
		AND d.deptype = 'e',
	pg_identify_object(classid, objid, 0) AS object
WHERE extname = 'objectid' AND object.schema::regnamespace <> extnamespace});
}
my $exchange = q{ALTER SCHEMA public RENAME TO hidden; CREATE SCHEMA public};

# While the script waits
sql('CREATE DATABASE exchanged OWNER owner');
my $blocks = owner_session('BEGIN; CREATE DOMAIN public.objectid AS text');
my $installs = waiting_installation();
like(error_of("SET lock_timeout = '1s'; $exchange", 'owner', 'exchanged'),
	qr/^55P03/, 'the schema is not exchanged while the script runs');
$blocks->query_safe('ROLLBACK');
$installs->query_safe('');
is(elsewhere(), '', 'nothing of the extension is in another schema');
is(error_of($exchange, 'owner', 'exchanged'), 'none', 'but after it');
$_->quit for $blocks, $installs;
sql('DROP DATABASE exchanged WITH (FORCE)');

# Before it has begun
sql('CREATE DATABASE exchanged OWNER owner');
$blocks = owner_session("BEGIN; $exchange");
$installs = waiting_installation();
$blocks->query_safe('COMMIT');
$installs->query_safe('');
is(elsewhere(), '', 'nor if the schema was exchanged just before');
is(sql_in('exchanged', q{SELECT extnamespace::regnamespace FROM pg_extension
	WHERE extname = 'objectid'}), 'hidden', 'which then has another name');
$_->quit for $blocks, $installs;

# "$user" in search_path is not the schema of that name, which is the one that the script holds.
sql('CREATE DATABASE dollar');
sql_in('dollar', 'CREATE SCHEMA "$user"; CREATE SCHEMA postgres');
like(error_of('CREATE EXTENSION objectid SCHEMA "$user"', undef, 'dollar'),
	qr/^42\w+: unacceptable extension schema name "\$user"$/, 'it is not made in another schema');

# The script runs nothing of the extension.
sql('CREATE DATABASE counted');
is(sql_in('counted', q{
BEGIN;
SET LOCAL track_functions = 'all';
CREATE EXTENSION objectid;
SELECT funcid::regprocedure FROM pg_stat_xact_user_functions;
ROLLBACK}), '', 'no function of the extension is called');

# Nor does it use types of the session that have the names of the server's.
is(sql_in('counted', q{
BEGIN;
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY '{text,uuid,bytea,jsonb,timestamptz,tstzrange,name}'::text[] LOOP
		EXECUTE format('CREATE DOMAIN pg_temp.%I AS pg_catalog.int4', name);
	END LOOP;
END
$$;
CREATE EXTENSION objectid;
SELECT objid::regprocedure FROM pg_depend JOIN pg_type t ON refobjid = t.oid
WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_type'::regclass
	AND typnamespace = pg_my_temp_schema();
ROLLBACK}), '', 'no function has a temporary type');

$node->stop;
done_testing();

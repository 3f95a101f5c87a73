# Who may install the extension, and who may use it.
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
sql_in('owned', 'DROP EXTENSION objectid', 'owner');
is(sql_in('owned', q{SELECT count(*) FROM pg_proc WHERE proname ~ 'objectid'}),
	'0', 'the owner drops it, and nothing is left');

# A user who has no rights, with an empty search_path. (The session may be a little slow to end and
# take its table along.)
sql_in('owned', 'CREATE EXTENSION objectid', 'owner');
is(sql_in('owned', q{
SET search_path = '';
CREATE TEMP TABLE mine (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
INSERT INTO pg_temp.mine (n) SELECT generate_series(1, 100);
SELECT count(DISTINCT id),
	max(id) >= (SELECT id FROM pg_temp.mine ORDER BY id DESC LIMIT 1),
	bool_and(objectid_timestamp(id) > '2020-01-01' AND id > timestamptz '2020-01-01'),
	count(*) FILTER (WHERE id::text::objectid = id)
FROM pg_temp.mine;
DROP TABLE pg_temp.mine}, 'guest'),
	'100|t|t|100', 'anybody uses it, whatever search_path is');

# It has its place.
sql_in('owned', 'CREATE SCHEMA ids');
sql('CREATE SCHEMA ids');
is(error_of('CREATE EXTENSION objectid SCHEMA ids'),
	'0A000: extension "objectid" must be installed in schema "pg_catalog"', 'and not elsewhere');
is(error_of('ALTER EXTENSION objectid SET SCHEMA ids', undef, 'owned'),
	'0A000: extension "objectid" does not support SET SCHEMA', 'where it stays');
is(sql_in('owned', q{
SELECT count(*) FROM pg_depend,
	LATERAL (SELECT 10 AS owner) AS bootstrap, LATERAL (
	SELECT relowner FROM pg_class WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT proowner FROM pg_proc WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT typowner FROM pg_type WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT nspowner FROM pg_namespace WHERE classid = tableoid AND objid = oid
	UNION ALL SELECT oprowner FROM pg_operator WHERE classid = tableoid AND objid = oid) o (of)
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid') AND deptype = 'e'
	AND of <> owner}), '0', 'the owner of the database owns nothing of it');

# Roles whose names need quotes, or look like something else.
foreach my $name ("o'brien", 'a$b $$ %s', '"quoted"\\', '@extowner@', 'public.role')
{
	my $identifier = '"' . ($name =~ s/"/""/gr) . '"';
	sql(qq{
CREATE ROLE $identifier LOGIN;
CREATE DATABASE named OWNER $identifier;
});
	my $as_named = "SET SESSION AUTHORIZATION $identifier;";
	is(sql_in('named', qq{$as_named
CREATE EXTENSION objectid;
SET SESSION AUTHORIZATION guest;
SELECT gen_objectid() IS NOT NULL}),
		't', "$name installs it, and others use it");
	sql(qq{DROP DATABASE named WITH (FORCE); DROP ROLE $identifier});
}

# The script runs nothing of the extension.
sql('CREATE DATABASE counted');
is(sql_in('counted', q{
BEGIN;
SET LOCAL track_functions = 'all';
CREATE EXTENSION objectid;
SELECT funcid::regprocedure FROM pg_stat_xact_user_functions;
ROLLBACK}), '', 'no function of the extension is called');

# Rights on its members are the same, whatever the default privileges of the superuser are; and a
# dump has none, also when the roles are gone that would have had them.
sql('CREATE ROLE favored; CREATE DATABASE defaults OWNER owner');
sql_in('defaults', q{
ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM PUBLIC;
ALTER DEFAULT PRIVILEGES GRANT ALL ON SCHEMAS TO PUBLIC;
ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO PUBLIC});
sql_in('defaults', "ALTER DEFAULT PRIVILEGES GRANT ALL ON $_ TO favored WITH GRANT OPTION")
  for 'SCHEMAS', 'SEQUENCES', 'FUNCTIONS', 'TYPES';
sql_in('defaults', 'CREATE EXTENSION objectid', 'owner');
is(sql_in('defaults', q{
SELECT DISTINCT o.classid::regclass, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE 'favored' END,
	privilege_type, is_grantable
FROM (
	SELECT tableoid, oid, proacl, proowner FROM pg_proc
	UNION ALL SELECT tableoid, oid, typacl, typowner FROM pg_type
	UNION ALL SELECT tableoid, oid, nspacl, nspowner FROM pg_namespace
	UNION ALL SELECT tableoid, oid, relacl, relowner FROM pg_class
) AS o (classid, objid, acl, owner) JOIN pg_depend USING (classid, objid), aclexplode(acl)
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid') AND deptype = 'e'
	AND grantee <> owner ORDER BY 1}),
	"pg_type|PUBLIC|USAGE|f\npg_proc|PUBLIC|EXECUTE|f", 'who may use what');
is(sql_in('defaults', q{
SELECT count(*) FROM pg_proc JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid') AND deptype = 'e'
	AND NOT has_function_privilege('guest', pg_proc.oid, 'EXECUTE')}),
	'0', 'everybody may call its functions');
sql_in('defaults', 'DROP OWNED BY favored');
sql('DROP ROLE favored');
my ($dump) = run_command([ 'pg_dump', '-d', $node->connstr('defaults') ]);
unlike($dump, qr/^(?:GRANT|REVOKE)/m, 'a dump has no rights on it');

# The script uses no types of the session that have the names of the server's.
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

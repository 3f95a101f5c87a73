# The statement of objectid_conversion: all or nothing, for the owner alone, and nobody else's code.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use IPC::Run ();
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->append_conf('postgresql.conf', "restart_after_crash = on\nfsync = off");
$node->start;

# What psql complains of, as the role that connects
sub error_of
{
	my ($role, $sql) = @_;
	return ($node->psql('postgres', $sql, extra_params => [ '-U', $role ]))[2];
}

$node->safe_psql(
	'postgres', q{
CREATE EXTENSION objectid;
CREATE ROLE app LOGIN;
CREATE ROLE deployer LOGIN IN ROLE app;
CREATE ROLE root2 LOGIN SUPERUSER;
CREATE ROLE lurker LOGIN IN ROLE app, root2;
CREATE ROLE stranger LOGIN;
CREATE ROLE attacker LOGIN;
CREATE SCHEMA app AUTHORIZATION app;
CREATE SCHEMA att AUTHORIZATION attacker;
});

# Tables with all that is dropped and made again: keys, a check, a default, views, a materialized
# view with an index, rights
my $tables = q{
CREATE TABLE app.users (id varchar(24) PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011',
	friend text REFERENCES app.users, name text, CHECK (id IS NOT NULL));
CREATE TABLE app.posts (id char(24) PRIMARY KEY, author text REFERENCES app.users
	ON DELETE CASCADE);
CREATE VIEW app.seen WITH (security_barrier) AS SELECT id, name FROM app.users;
CREATE MATERIALIZED VIEW app.kept AS SELECT id FROM app.seen;
CREATE INDEX kept_id ON app.kept (id);
GRANT SELECT ON app.seen TO stranger;
INSERT INTO app.users VALUES ('5e9e28a4f359185cc03b2651');
INSERT INTO app.posts VALUES ('5e9e28a4f359185cc03b2652', '5e9e28a4f359185cc03b2651');
};
my $gexec = q{SELECT objectid_conversion('app.users', 'id') \gexec};

sub make_tables
{
	my ($more) = @_;
	$node->safe_psql('postgres', "DROP SCHEMA app CASCADE; CREATE SCHEMA app AUTHORIZATION app;
SET ROLE app; $tables " . ($more // ''));
}

# Every relation, column, constraint and row of the schema, and which versions of them
my $state = q{
SELECT string_agg(line, E'\n' ORDER BY line) FROM (
	SELECT format('%s %s %s %s', oid, relname, relfilenode, relacl) FROM pg_class
	WHERE relnamespace = 'app'::regnamespace
	UNION ALL
	SELECT format('%s %s %s', attrelid, attname, atttypid::regtype) FROM pg_attribute
	WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'app'::regnamespace)
	UNION ALL
	SELECT format('%s %s', oid, pg_get_constraintdef(oid)) FROM pg_constraint
	WHERE connamespace = 'app'::regnamespace
	UNION ALL
	SELECT format('%s %s', oid, ev_action) FROM pg_rewrite
	WHERE ev_class IN (SELECT oid FROM pg_class WHERE relnamespace = 'app'::regnamespace)
	UNION ALL SELECT u::text FROM app.users u
	UNION ALL SELECT p::text FROM app.posts p) AS l (line)};
my $types = q{
SELECT string_agg(format('%s.%s %s', attrelid::regclass, attname, atttypid::regtype), ', '
	ORDER BY attrelid::regclass::text, attnum)
FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
WHERE relnamespace = 'app'::regnamespace AND relkind IN ('r', 'v', 'm') AND attnum > 0};
my $converted = 'app.kept.id objectid, app.posts.id character, app.posts.author objectid, '
  . 'app.seen.id objectid, app.seen.name text, '
  . 'app.users.id objectid, app.users.friend objectid, app.users.name text';

# All or nothing -----------------------------------------------------------------------------------

make_tables();
is(error_of('app', $gexec), '', 'in autocommit');
is($node->safe_psql('postgres', $types), $converted, 'everything is converted');
is( $node->safe_psql('postgres', q{SELECT (SELECT count(*)
	FROM app.kept), pg_get_expr(adbin, adrelid),
	has_table_privilege('stranger', 'app.seen', 'SELECT'), pg_get_userbyid(relowner), reloptions
FROM pg_attrdef, pg_class c WHERE adrelid = 'app.users'::regclass
	AND c.oid = 'app.seen'::regclass}),
	q{1|('507f1f77bcf86cd799439011'::character varying)::objectid|t|app|{security_barrier=true}},
	'with rows, default, rights and options');
like(error_of('app', $gexec),
	qr/ERROR:  cannot convert.*\nDETAIL:  Column app.users.id is of type public.objectid already/,
	'and says so the second time');

my %failing = (
	'a row that is no id' => [ q{INSERT INTO app.posts VALUES ('x', NULL); INSERT INTO app.users
		VALUES ('none')},
		qr/invalid input syntax for type objectid: "none"/ ],
	'a view that cannot be parsed any more' => [ 'CREATE VIEW app.upper AS SELECT upper(friend)
		FROM app.users',
		qr/function upper\(objectid\) does not exist/ ],
	'a view whose types differ then' => [ q{CREATE VIEW app.either AS SELECT coalesce(friend, name)
		FROM app.users},
		qr/COALESCE types objectid and text cannot be matched/ ],
	'a unique index of two spellings' => [
		q{INSERT INTO app.users VALUES ('507f1f77bcf86cd79943901a'), ('507f1f77bcf86cd79943901A')},
		qr/could not create unique index "users_pkey"/ ],
	'a foreign key that is violated' => [ q{SET ROLE postgres; SET session_replication_role = replica;
INSERT INTO app.posts VALUES ('y', '507f1f77bcf86cd799439099')},
	qr/violates foreign key constraint/ ]);
for my $name (sort keys %failing)
{
	make_tables($failing{$name}[0]);
	my $before = $node->safe_psql('postgres', $state);
	like(error_of('app', $gexec), $failing{$name}[1], $name);
	is($node->safe_psql('postgres', $state), $before, "$name changes nothing");
}

# Waits until a session of the role waits for a lock, and returns its process.
sub waiting
{
	my ($type) = @_;
	my $query = "FROM pg_stat_activity WHERE usename = 'app' AND wait_event_type = 'Lock'
		AND wait_event = '$type'";
	$node->poll_query_until('postgres', "SELECT count(*) > 0 $query") or die "nobody waits for $type";
	return $node->safe_psql('postgres', "SELECT pid $query");
}

# In the middle, when tables are converted and views made again: a materialized view of the owner
# waits there.
my $waits = q{
CREATE FUNCTION app.wait() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock(42); RETURN 1; END $$;
CREATE MATERIALIZED VIEW app.waits AS SELECT id, app.wait() FROM app.seen;};
make_tables($waits);
my $holder = $node->background_psql('postgres');
$holder->query_safe('BEGIN; SELECT FROM app.users');
my $before = $node->safe_psql('postgres', $state);
like(error_of('app', "SET lock_timeout = '10ms';\n$gexec"),
	qr/canceling statement due to lock timeout/, 'a lock timeout');
is($node->safe_psql('postgres', $state), $before, 'a lock timeout changes nothing');
$holder->query_safe('COMMIT; SELECT pg_advisory_lock(42)');
like(error_of('app', "SET lock_timeout = '200ms';\n$gexec"),
	qr/canceling statement due to lock timeout.*REFRESH MATERIALIZED VIEW app\.waits/s,
		'a lock timeout in the middle');
is($node->safe_psql('postgres', $state), $before, 'a lock timeout in the middle changes nothing');

my $block = $node->safe_psql('postgres', q{SELECT objectid_conversion('app.users', 'id')});
for my $how ('SELECT pg_cancel_backend(%s)', 'SELECT pg_terminate_backend(%s)', 'kill')
{
	my ($out, $err) = ('', '');
	my $psql = IPC::Run::start(
		[ 'psql', '-XAt', '-U', 'app', '-d', $node->connstr('postgres'), '-c', $block ],
		'>', \$out, '2>', \$err);
	my $process = waiting('advisory');
	if ($how eq 'kill')
	{
		kill 'KILL', $process;
	}
	else
	{
		$node->safe_psql('postgres', sprintf $how, $process);
	}
	$psql->finish;
	like($err, qr/canceling statement|terminating connection|server closed the connection/,
		"it ends by $how");
	$node->poll_query_until('postgres', 'SELECT true')
		or die 'the server does not come back' if $how eq 'kill';
	is($node->safe_psql('postgres', $state), $before, "$how in the middle changes nothing");
}
eval { $holder->quit };    # it ended in the crash, with its lock
is(error_of('app', $gexec), '', 'afterwards');
unlike($node->safe_psql('postgres', $types), qr/users\.id character/, 'it converts');

# Who may run it -----------------------------------------------------------------------------------

my $denied = qr/permission denied to convert columns that belong to role "app"/;
make_tables();
$before = $node->safe_psql('postgres', $state);
$block = $node->safe_psql('postgres', q{SELECT objectid_conversion('app.users', 'id')});
like($block, qr/^-- Connect as app, or as a member of it that cannot become a superuser\.$/m,
	'it says who');
my %forbidden = (
	'a superuser' => [ 'postgres', '' ],
	'a superuser who sets the role' => [ 'postgres', 'SET ROLE app;' ],
	'a superuser who sets the session\'s role' => [ 'root2', 'SET SESSION AUTHORIZATION app;' ],
	'a superuser who sets both' => [ 'root2', 'SET SESSION AUTHORIZATION deployer; SET ROLE app;' ],
	'a member that can become a superuser' => [ 'lurker', '' ],
	'a member that can become a superuser and sets the role' => [ 'lurker', 'SET ROLE app;' ],
	'a stranger' => [ 'stranger', '' ]);
for my $who (sort keys %forbidden)
{
	my ($role, $set) = @{ $forbidden{$who} };
	my $error = error_of($role, "$set $block");
	like($error, $denied, "$who may not");
	like($error, qr/The session was started by role "$role"\.\nHINT:  Connect as "app" or as a /,
		"and is told how: $who");
}
like(error_of('app', "BEGIN ISOLATION LEVEL REPEATABLE READ; $block; COMMIT"),
	qr/must be converted in a READ COMMITTED transaction/, 'not with an old snapshot');

# Nothing that a path finds decides about it.
$node->safe_psql(
	'postgres', q{
CREATE SCHEMA evil;
DO $$
DECLARE
	one regtype;
	name text;
BEGIN
	FOREACH name IN ARRAY '{=,<>,<@}'::text[] LOOP
		FOREACH one IN ARRAY '{text,name,oid,boolean,text[]}'::regtype[] LOOP
			EXECUTE format('CREATE FUNCTION evil.%I(a %s, b %2$s) RETURNS boolean
				LANGUAGE sql AS ''SELECT false''', name || one, one);
			EXECUTE format('CREATE OPERATOR evil.%s (FUNCTION = evil.%I, LEFTARG = %s, RIGHTARG = %3$s)',
				name, name || one, one);
		END LOOP;
	END LOOP;
END $$;
CREATE FUNCTION evil.pg_has_role(oid, name, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE FUNCTION evil.pg_has_role(oid, oid, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE FUNCTION evil.current_setting(text) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql
	AS $$SELECT 'planted'$$;
CREATE FUNCTION evil.pg_backend_pid() RETURNS int LANGUAGE sql AS 'SELECT 0';
CREATE FUNCTION evil.pg_stat_get_activity(int) RETURNS TABLE (usesysid oid) LANGUAGE sql
	AS $$SELECT oid FROM pg_roles WHERE rolname = 'app'$$;
CREATE VIEW evil.pg_roles AS SELECT oid, rolname, false AS rolsuper FROM pg_roles;
CREATE DOMAIN evil.text AS pg_catalog.text CHECK (length(VALUE) < 2);
CREATE DOMAIN evil.name AS pg_catalog.name CHECK (length(VALUE::pg_catalog.text) < 2);
-- and where the extension is
CREATE FUNCTION public.objectid_internal_conversion_check_role(text) RETURNS void
	LANGUAGE sql AS '';
CREATE FUNCTION public.objectid_internal_conversion_check_role("any") RETURNS void
	LANGUAGE internal AS 'now';
});
my $path = 'SET search_path = evil, pg_catalog, public;';
like(error_of('postgres', "$path $block"), $denied, 'a superuser may not, whatever is planted');
$node->safe_psql('postgres', 'DROP FUNCTION public.objectid_internal_conversion_check_role("any")');
is($node->safe_psql('postgres', $state), $before, 'and nothing has changed');

# Those who may
for my $who ([ 'deployer', '' ], [ 'deployer', 'SET ROLE app;' ], [ 'app', $path ])
{
	my ($role, $set) = @$who;
	make_tables();
	is(error_of($role, "$set $block"), '', "$role may: $set");
	is($node->safe_psql('postgres', $types), $converted, "and converts: $set");
	is( $node->safe_psql('postgres', q{SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class
WHERE relnamespace = 'app'::regnamespace}), 'app', 'for the owner');
}
make_tables();
is( $node->safe_psql('postgres', qq{BEGIN; SET LOCAL search_path = app, public; SET LOCAL ROLE app;
SET LOCAL default_tablespace = pg_default; $block;
SELECT current_user, session_user, current_setting('search_path'),
	current_setting('default_tablespace');
COMMIT},
	extra_params => [ '-U', 'deployer' ]),
	'app|deployer|app, public|pg_default', 'what the session had set is as before');

# Tables of a superuser: by superusers and those who can become one
for my $role ('postgres', 'root2', 'lurker')
{
	$node->safe_psql('postgres', "DROP SCHEMA app CASCADE;
		CREATE SCHEMA app; $tables ALTER SCHEMA app OWNER TO root2;
DO \$\$ BEGIN EXECUTE (SELECT string_agg(format('ALTER TABLE %s OWNER TO root2', oid::regclass),
	';') FROM pg_class
	WHERE relnamespace = 'app'::regnamespace AND relkind IN ('r', 'v', 'm')); END \$\$");
	is(error_of($role, $gexec), '', "$role may, with tables of a superuser");
	is($node->safe_psql('postgres', $types), $converted, 'and converts');
}
make_tables();
$node->safe_psql('postgres', 'ALTER TABLE app.users OWNER TO postgres; ALTER TABLE app.posts
	OWNER TO postgres;
ALTER VIEW app.seen OWNER TO postgres; ALTER MATERIALIZED VIEW app.kept OWNER TO postgres');
like(error_of('postgres', $gexec), qr/Schema app belongs to "app": make "postgres" its owner/,
	'but not in a schema of others');
like(error_of('app', $gexec), qr/Schema app belongs to "app"/, 'whoever asks');

$node->safe_psql(
	'postgres', q{
CREATE DATABASE of_app OWNER app;
\c of_app
CREATE EXTENSION objectid;
CREATE TABLE public.of_superuser (id text);
});
like(($node->psql('of_app', q{SELECT objectid_conversion('of_superuser', 'id')}))[2],
	qr/Schema public belongs to "app"/, 'nor in one that belongs to the database\'s owner');

# Other owners work in schemas of others, and use what superusers made.
$node->safe_psql(
	'postgres', q{
CREATE SCHEMA lent AUTHORIZATION stranger;
GRANT USAGE, CREATE ON SCHEMA lent TO app;
CREATE FUNCTION public.of_root(int) RETURNS int LANGUAGE sql RETURN $1;
ALTER FUNCTION public.of_root OWNER TO root2;
SET ROLE app;
CREATE TABLE lent.t (id text, n int);
CREATE VIEW lent.v AS SELECT id, public.of_root(n) FROM lent.t;
});
is(error_of('app', q{SELECT objectid_conversion('lent.t', 'id') \gexec}), '',
	'in a schema of others, with a function of a superuser');
is( $node->safe_psql('postgres', q{SELECT count(*) FROM pg_attribute
WHERE attrelid IN ('lent.t'::regclass, 'lent.v'::regclass) AND atttypid = 'objectid'::regtype}),
	'2', 'it converts');

# What hangs on the tables -------------------------------------------------------------------------
#
# Others may refer to a table and read it in views. What they write must not run with rights that
# they do not have.

my $trap = q{
CREATE FUNCTION att.pwn(anyelement) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	IF current_user <> 'attacker' OR session_user <> 'attacker' THEN
		RAISE EXCEPTION 'pwned %', current_user;
	END IF;
	RETURN true;
END $$;
CREATE DOMAIN att.trap AS text CHECK (att.pwn(VALUE));
CREATE TYPE att.row AS (t att.trap);
CREATE TYPE att.range AS RANGE (subtype = att.trap);};
my %hung = (
	'a view with an array' => [ q{CREATE VIEW att.v AS SELECT id FROM app.users
		WHERE name = ANY ('{a}'::att.trap[])}, 'View att.v' ],
	'a view with a row' => [ q{CREATE VIEW att.v AS SELECT id, '(a)'::att.row AS r FROM app.users},
		'View att.v' ],
	'a view with a range' => [ q{CREATE VIEW att.v AS SELECT id, '[a,b]'::att.range AS r
		FROM app.users}, 'View att.v' ],
	'a default of a view' => [ q{CREATE VIEW att.v AS SELECT id, ARRAY[]::att.trap[] AS t
		FROM app.users;
ALTER VIEW att.v ALTER t SET DEFAULT '{a}'::att.trap[]}, 'View att.v' ],
	'a rule' => [ q{CREATE VIEW att.v AS SELECT id FROM app.users;
CREATE RULE r AS ON INSERT TO att.v DO INSTEAD SELECT '{a}'::att.trap[]}, 'View att.v' ],
	'a check' => [ q{CREATE TABLE att.t (u text REFERENCES app.users, n text,
	CHECK (u IS NOT NULL OR n = ANY ('{a}'::att.trap[])))}, 'Table att.t' ],
	'a default' => [ q{CREATE TABLE att.t (u text
		REFERENCES app.users DEFAULT ('{a}'::att.trap[])[1])}, 'Table att.t' ],
	'a partial index' => [ q{CREATE TABLE att.t (u text REFERENCES app.users, n text);
CREATE INDEX ON att.t (n) WHERE u IS NOT NULL OR n = ANY ('{a}'::att.trap[])}, 'Table att.t' ],
	'an index of a materialized view' => [ q{CREATE MATERIALIZED VIEW att.m AS SELECT id, name
		FROM app.users;
CREATE INDEX ON att.m (att.pwn(id))}, 'Materialized view att.m' ]);
my $clean = q{DROP SCHEMA IF EXISTS att CASCADE; CREATE SCHEMA att AUTHORIZATION attacker;
	SET ROLE app;
GRANT USAGE ON SCHEMA app TO attacker; GRANT SELECT, REFERENCES ON app.users TO attacker};
for my $name (sort keys %hung)
{
	my ($sql, $object) = @{ $hung{$name} };
	make_tables();
	$node->safe_psql('postgres', $clean);
	$node->safe_psql('postgres', "$trap $sql", extra_params => [ '-U', 'attacker' ]);
	$before = $node->safe_psql('postgres', $state);
	for my $role ('postgres', 'app')
	{
		my $error = error_of($role, $gexec);
		like($error, qr/ERROR:  cannot convert.*$object belongs to "attacker"/s,
			"$name is in the way of $role");
		unlike($error, qr/pwned/, "$name does not run for $role");

		# The statement of before, when it did not hang there yet
		$error = error_of($role, $block);
		like($error, qr/ERROR/, "$name stops an older statement of $role");
		unlike($error, qr/pwned/, "$name does not run then for $role");
	}
	is($node->safe_psql('postgres', $state), $before, "$name: nothing is lost");
}

# The same on tables of a superuser, whose statements superusers may run
for my $name (sort keys %hung)
{
	my ($sql, $object) = @{ $hung{$name} };
	$node->safe_psql('postgres', "DROP SCHEMA app, att CASCADE; CREATE SCHEMA app;
		CREATE SCHEMA att AUTHORIZATION attacker;
$tables GRANT USAGE ON SCHEMA app TO attacker; GRANT SELECT, REFERENCES ON app.users TO attacker");
	my $older = $node->safe_psql('postgres', q{SELECT objectid_conversion('app.users', 'id')});
	$node->safe_psql('postgres', "$trap $sql", extra_params => [ '-U', 'attacker' ]);
	$before = $node->safe_psql('postgres', $state);
	for my $statement ($gexec, $older)
	{
		my $error = error_of('postgres', $statement);
		like($error, qr/ERROR/, "a superuser's table: $name stops it");
		unlike($error, qr/pwned/, "a superuser's table: $name does not run");
	}
	is($node->safe_psql('postgres', $state), $before, "a superuser's table: nothing is lost by $name");
}

# What was given away since the statement was made
$node->safe_psql('postgres', "DROP SCHEMA app CASCADE; CREATE SCHEMA app; $tables");
my $older = $node->safe_psql('postgres', q{SELECT objectid_conversion('app.users', 'id')});
$node->safe_psql('postgres', 'ALTER VIEW app.seen OWNER TO attacker');
$before = $node->safe_psql('postgres', $state);
like(error_of('postgres', $older),
	qr/cannot convert what belongs to several roles\nDETAIL:  View app\.seen belongs to "attacker"/,
	'an owner who is another one meanwhile');
is($node->safe_psql('postgres', $state), $before, 'nothing is lost then');

# What is used through something else ---------------------------------------------------------------

my %through = (
	'a view below a view' => [ 'CREATE VIEW att.low AS SELECT 1 AS x',
		'CREATE VIEW app.mid AS SELECT * FROM att.low;
		CREATE MATERIALIZED VIEW app.top AS SELECT id, x FROM app.users, app.mid', 'View att.low' ],
	'the domain of an array' => [ 'CREATE DOMAIN att.dom AS int',
		q{CREATE VIEW app.top AS SELECT id, '{1}'::att.dom[] AS a FROM app.users}, 'Type att.dom' ],
	'a column of a row' => [ 'CREATE DOMAIN att.dom AS int; CREATE TYPE att.row AS (d att.dom)',
		q{CREATE VIEW app.top AS SELECT id, '(1)'::att.row AS r FROM app.users}, 'Type att."row"' ],
	'the function of an operator' => [
		'CREATE FUNCTION att.same(int, int) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN true',
		'CREATE OPERATOR app.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = att.same);
		ALTER TABLE app.users ADD CHECK (id IS NOT NULL AND 1 OPERATOR(app.===) 1)',
		'Function att.same\(integer,integer\)' ],
	'the policy of a table that is read' => [ 'CREATE TABLE att.read AS SELECT 1 AS x;
		ALTER TABLE att.read ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON att.read USING (true)',
		'CREATE MATERIALIZED VIEW app.top AS SELECT id, x FROM app.users, att.read',
		'Table att.read' ],
	'a function in a policy' => [
		'CREATE FUNCTION att.may() RETURNS boolean LANGUAGE sql RETURN true',
		'ALTER TABLE app.users FORCE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.users USING (att.may())', 'Function att.may\(\)' ]);
for my $owner ('postgres', 'app')
{
	for my $name (sort keys %through)
	{
		my ($theirs, $ours, $object) = @{ $through{$name} };
		$node->safe_psql('postgres', 'DROP SCHEMA app, att CASCADE;
			CREATE SCHEMA att AUTHORIZATION attacker');
		$node->safe_psql('postgres', "$theirs; GRANT USAGE ON SCHEMA att TO PUBLIC;
			GRANT SELECT ON ALL TABLES IN SCHEMA att TO PUBLIC",
			extra_params => [ '-U', 'attacker' ]);
		$node->safe_psql('postgres',
			"CREATE SCHEMA app AUTHORIZATION $owner; SET ROLE $owner; $tables $ours");
		like(error_of($owner, $gexec), qr/$object, which is used by .* belongs to "attacker"/,
			"$name is in the way of $owner");
	}
}

# The functions that are called with the extension's, by a better match in its schema
make_tables();
$node->safe_psql('postgres', q{
GRANT CREATE ON SCHEMA public TO attacker;
SET ROLE attacker;
CREATE FUNCTION public.objectid_internal_conversion_check_owners(name, regclass[], text, boolean)
	RETURNS text[] LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$;
CREATE FUNCTION public.objectid_internal_conversion_check_owners(name, regclass[], anyelement,
	boolean) RETURNS text[] LANGUAGE plpgsql
	AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$});
is(error_of('app', $gexec), '', 'planted functions of the same names are not called');
$node->safe_psql('postgres', q{
DROP FUNCTION objectid_internal_conversion_check_owners(name, regclass[], text, boolean);
DROP FUNCTION objectid_internal_conversion_check_owners(name, regclass[], anyelement, boolean);
REVOKE CREATE ON SCHEMA public FROM attacker});

# What would be lost or mean something else ---------------------------------------------------------

make_tables(q{
CREATE TABLE app.parts (id text, k int, n text, CONSTRAINT u FOREIGN KEY (id) REFERENCES app.users,
	PRIMARY KEY (k, id)) PARTITION BY RANGE (k);
CREATE TABLE app.p1 PARTITION OF app.parts FOR VALUES FROM (0) TO (100);
CREATE TABLE app.p2 (id text NOT NULL, k int NOT NULL, n text, CONSTRAINT named FOREIGN KEY (id)
	REFERENCES app.users, PRIMARY KEY (k, id));
ALTER TABLE app.parts ATTACH PARTITION app.p2 FOR VALUES FROM (100) TO (200);
CREATE INDEX n ON app.parts (n, id);
ALTER TABLE app.p1 REPLICA IDENTITY USING INDEX p1_pkey;
ALTER TABLE app.p1 CLUSTER ON p1_n_id_idx;
ALTER INDEX app.p2_n_id_idx SET (fillfactor = 50);
COMMENT ON INDEX app.p2_pkey IS 'of p2';
CREATE INDEX alone ON ONLY app.parts (id);
CREATE FUNCTION app.len(text) RETURNS int LANGUAGE sql RETURN length($1);
CREATE FUNCTION app.len(objectid) RETURNS int LANGUAGE sql RETURN -1;
CREATE VIEW app.lengths AS SELECT app.len(id), app.len(gen_objectid()) AS other FROM app.parts;
});
my $obstacles = error_of('app', $gexec);
like($obstacles, qr/\Q$_\E/, "in the way: $_") for (
	'Index app.p1_pkey of a partition is made again from that of the whole table, '
	  . 'and loses its use as replica identity',
	'Index app.p1_n_id_idx of a partition is made again from that of the whole table, '
	  . 'and loses its use by CLUSTER',
	'Index app.p2_n_id_idx of a partition is made again from that of the whole table, '
	  . 'and loses its options',
	'Index app.p2_pkey of a partition is made again from that of the whole table, '
	  . 'and loses its comment',
	'Index app.alone is not valid',
	'Constraint named of table app.p2 is inherited under another name',
	'app.lengths uses several functions or operators called "len"');

# What prints bytes or a uuid
make_tables(q{
CREATE TABLE app.bytes (b bytea, u uuid);
CREATE VIEW app.joined AS SELECT concat(u, 'x') AS x FROM app.bytes;
CREATE VIEW app.formatted AS SELECT format('%s', b) AS x FROM app.bytes;
CREATE VIEW app.listed AS SELECT array_to_string(ARRAY[u], ',') AS x FROM app.bytes;
CREATE VIEW app.gathered AS SELECT array_agg(b)::text AS x FROM app.bytes;
CREATE VIEW app.arrays AS SELECT ARRAY[b]::text AS x FROM app.bytes;
});
$obstacles = error_of('app', q{SELECT objectid_conversion('app.bytes', 'b', 'u')});
like($obstacles, qr/In view app\.$_, .* would use no index, or mean something else/,
	"in the way: view $_")
  for qw(joined formatted listed gathered arrays);

# Planted where the type is ------------------------------------------------------------------------
#
# The path must have that schema. The attacker's own view uses what is planted, which makes it
# known, and not more than that.

my $planted = q{
GRANT CREATE ON SCHEMA public TO attacker;
SET ROLE attacker;
CREATE FUNCTION public.upper(public.objectid) RETURNS text LANGUAGE plpgsql IMMUTABLE
	AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$;
CREATE FUNCTION public.concat(text, text) RETURNS text LANGUAGE plpgsql
	AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$;
CREATE FUNCTION public.differs(public.objectid, anyelement) RETURNS boolean LANGUAGE plpgsql
	AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$;
CREATE OPERATOR public.|| (FUNCTION = public.differs, LEFTARG = public.objectid,
	RIGHTARG = anyelement);
};
my %bound = (
	'a function in a view' => 'CREATE VIEW app.v AS SELECT upper(friend) FROM app.users',
	'a function in a materialized view' => 'CREATE MATERIALIZED VIEW app.v AS SELECT upper(friend)
		FROM app.users',
	'a variadic function in a view' => 'CREATE VIEW app.v AS SELECT friend, concat(name, name)
		FROM app.users',
	'an operator in a view' => q{CREATE VIEW app.v AS SELECT (friend || 1)::text FROM app.users},
	'a function in an index of a materialized view' =>
	  'CREATE MATERIALIZED VIEW app.v AS SELECT friend FROM app.users; CREATE INDEX
		ON app.v (upper(friend))',
	'a function in statistics of a materialized view' =>
	  'CREATE MATERIALIZED VIEW app.v AS SELECT friend, name FROM app.users; CREATE STATISTICS app.s
		ON upper(friend), name FROM app.v',
	'a function in a rule' => 'CREATE VIEW app.v AS SELECT friend FROM app.users;
CREATE RULE r AS ON UPDATE TO app.v DO INSTEAD SELECT upper(new.friend)',
	'a function in a default of a view' => q{CREATE VIEW app.v AS SELECT friend, name FROM app.users;
ALTER VIEW app.v ALTER name SET DEFAULT concat('a'::text, 'b'::text)},
	'a function in a check' => q{ALTER TABLE app.users ADD CHECK (friend IS NOT NULL OR concat(name,
		name) <> 'x')},
);
for my $owner ('attacker', 'postgres', 'app')
{
	for my $name (sort keys %bound)
	{
		my $error;
		$node->safe_psql('postgres', 'DROP FUNCTION IF EXISTS public.differs CASCADE;
DROP FUNCTION IF EXISTS public.upper(objectid), public.concat(text, text) CASCADE');
		make_tables($bound{$name});
		$node->safe_psql('postgres', "$clean; RESET ROLE; $planted
CREATE VIEW att.uses AS SELECT public.upper(public.gen_objectid()), public.concat('a'::text,
	'b'::text);
RESET ROLE;
ALTER FUNCTION public.upper(objectid) OWNER TO $owner; ALTER FUNCTION public.concat(text, text)
	OWNER TO $owner;
ALTER FUNCTION public.differs OWNER TO $owner;
	ALTER OPERATOR public.|| (public.objectid, anyelement) OWNER TO $owner");
		$before = $node->safe_psql('postgres', $state);
		$error = error_of('app', $gexec);
		like($error, qr/would change the meaning|belongs to several roles|cannot convert columns/,
			"$name is not bound to what $owner planted");
		unlike($error, qr/pwned/, "$name does not run what $owner planted");
		is($node->safe_psql('postgres', $state), $before, "$name of $owner: nothing is lost");
	}
}

# How long readers wait ----------------------------------------------------------------------------
#
# OBJECTID_CONVERSION_ROWS=320000 makes it the measurement that the guide names.

my $rows = $ENV{OBJECTID_CONVERSION_ROWS} || 2000;
$node->safe_psql(
	'postgres', qq{
CREATE SCHEMA large AUTHORIZATION app;
SET ROLE app;
CREATE TABLE large.event (n int, id varchar(24), parent text, PRIMARY KEY (n, id))
	PARTITION BY HASH (n);
SELECT format('CREATE TABLE large.event_%s PARTITION OF large.event FOR
	VALUES WITH (MODULUS 8, REMAINDER %1\$s)', r)
FROM generate_series(0, 7) AS r \\gexec
CREATE TABLE large.note (n int, event text, FOREIGN KEY (n, event) REFERENCES large.event);
CREATE VIEW large.parents AS SELECT id, parent FROM large.event WHERE parent IS NOT NULL;
CREATE MATERIALIZED VIEW large.counted AS SELECT parent, count(*)
	FROM large.parents GROUP BY parent;
INSERT INTO large.event SELECT n, objectid_min(timestamptz '2020-01-01' + n * interval '1 s')::text
FROM generate_series(1, $rows) AS n;
INSERT INTO large.note SELECT n, id FROM large.event WHERE n % 10 = 0;
});
my $start = time;
is(error_of('app', q{SELECT objectid_conversion('large.event', 'id') \gexec}), '',
	'a partitioned table with a foreign key and views');
note sprintf '%d rows, eight partitions, a foreign key and a view: locked for %.1f s',
	$rows, time - $start;
is($node->safe_psql('postgres', 'SELECT count(DISTINCT id), (SELECT count(*) FROM large.note
	JOIN large.event ON (event, event.n) = (id, note.n)) FROM large.event'),
	sprintf('%d|%d', $rows, $rows / 10), 'with all rows');

$node->stop;
done_testing();

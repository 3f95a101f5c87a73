# The statement of objectid_conversion: all or nothing, for the owner alone, and nobody else's code.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use Time::HiRes qw(time);
use test_server;

my $node = start_server('main', "restart_after_crash = on\nfsync = off");

# What psql complains of, as the role that connects
sub complaint
{
	my ($role, $sql, $database) = @_;
	return ($node->psql($database // 'postgres', $sql, extra_params => [ '-U', $role ]))[2];
}

sql(q{
CREATE EXTENSION objectid;
CREATE ROLE app LOGIN;
CREATE ROLE deployer LOGIN IN ROLE app;
CREATE ROLE root2 LOGIN SUPERUSER;
CREATE ROLE lurker LOGIN IN ROLE app, root2;
CREATE ROLE stranger LOGIN;
CREATE ROLE attacker LOGIN;
});

# Tables with all that is dropped and made again: keys, a check, a default, views, a materialized
# view with an index, rights. The attacker may refer to them.
my $tables = q{
CREATE TABLE app.users (id varchar(24) PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011',
	friend text REFERENCES app.users, name text, CHECK (id IS NOT NULL));
CREATE TABLE app.posts (id char(24) PRIMARY KEY, author text REFERENCES app.users
	ON DELETE CASCADE);
CREATE VIEW app.seen WITH (security_barrier) AS SELECT id, name FROM app.users;
CREATE MATERIALIZED VIEW app.kept AS SELECT id FROM app.seen;
CREATE INDEX kept_id ON app.kept (id);
GRANT SELECT ON app.seen TO stranger;
GRANT USAGE ON SCHEMA app TO attacker;
GRANT SELECT, REFERENCES ON app.users TO attacker;
INSERT INTO app.users VALUES ('5e9e28a4f359185cc03b2651');
INSERT INTO app.posts VALUES ('5e9e28a4f359185cc03b2652', '5e9e28a4f359185cc03b2651');
};
my $print = q{SELECT objectid_conversion('app.users', 'id')};
my $gexec = "$print \\gexec";

# The body of a function that must not run
my $pwns = q{LANGUAGE plpgsql IMMUTABLE
	AS $$ BEGIN RAISE EXCEPTION 'pwned %', current_user; END $$};

# Makes the tables anew, as their owner, who runs more, and an empty schema of the attacker.
sub make_tables
{
	my ($owner, $more) = @_;
	return sql("DROP SCHEMA IF EXISTS app, att CASCADE; CREATE SCHEMA att AUTHORIZATION attacker;
CREATE SCHEMA app AUTHORIZATION $owner; SET ROLE $owner; $tables", $more // '');
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

# What the role runs fails with this error, runs nothing that was planted, and changes nothing.
sub refused
{
	my ($role, $sql, $expected, $name) = @_;
	my $before = sql($state);
	my $error = complaint($role, $sql);
	like($error, $expected, $name);
	unlike($error, qr/pwned/, "$name: nothing planted runs");
	return is(sql($state), $before, "$name: nothing changes");
}

# All or nothing -----------------------------------------------------------------------------------

make_tables('app');
is(complaint('app', $gexec), '', 'in autocommit');
is(sql($types), $converted, 'everything is converted');
is( sql(q{SELECT (SELECT count(*) FROM app.kept), pg_get_expr(adbin, adrelid),
	has_table_privilege('stranger', 'app.seen', 'SELECT'), pg_get_userbyid(relowner), reloptions
FROM pg_attrdef, pg_class WHERE adrelid = 'app.users'::regclass AND relname = 'seen'}),
	q{1|('507f1f77bcf86cd799439011'::text)::objectid|t|app|{security_barrier=true}},
	'with rows, default, rights and options');
refused('app', $gexec, qr/DETAIL:  Column app.users.id is of type public.objectid already/,
	'the second time');

my %failing = (
	'a row that is no id' => [ q{INSERT INTO app.posts VALUES ('x', NULL);
		INSERT INTO app.users VALUES ('none')},
		qr/invalid input syntax for type objectid: "none"/ ],
	'a view that cannot be parsed any more' => [
		'CREATE VIEW app.upper AS SELECT upper(friend) FROM app.users',
		qr/function upper\(objectid\) does not exist/ ],
	'a view whose types differ then' => [
		'CREATE VIEW app.either AS SELECT coalesce(friend, name) FROM app.users',
		qr/COALESCE types objectid and text cannot be matched/ ],
	'a unique index of two spellings' => [
		q{INSERT INTO app.users VALUES ('507f1f77bcf86cd79943901a'), ('507f1f77bcf86cd79943901A')},
		qr/could not create unique index "users_pkey"/ ],
	'a foreign key that is violated' => [
		q{SET ROLE postgres; SET session_replication_role = replica;
		INSERT INTO app.posts VALUES ('y', '507f1f77bcf86cd799439099')},
		qr/violates foreign key constraint/ ]);
for my $name (sort keys %failing)
{
	my ($sql, $error) = @{ $failing{$name} };
	make_tables('app', $sql);
	refused('app', $gexec, $error, $name);
}

# In the middle, when tables are converted and views made again: a materialized view waits there.
make_tables('app', 'CREATE MATERIALIZED VIEW app.waits AS
	SELECT id, pg_advisory_xact_lock(42)::text FROM app.seen');
my $holder = $node->background_psql('postgres');
$holder->query_safe('BEGIN; SELECT FROM app.users');
refused('app', "SET lock_timeout = '10ms';\n$gexec",
	qr/canceling statement due to lock timeout/, 'a lock timeout');
$holder->query_safe('COMMIT; SELECT pg_advisory_lock(42)');
refused('app', "SET lock_timeout = '200ms';\n$gexec",
	qr/canceling statement due to lock timeout.*REFRESH MATERIALIZED VIEW app\.waits/s,
	'a lock timeout in the middle');

my $block = sql($print);
my $before = sql($state);
my $waits = q{FROM pg_stat_activity
	WHERE usename = 'app' AND (wait_event_type, wait_event) = ('Lock', 'advisory')};
for my $how ('pg_cancel_backend', 'pg_terminate_backend', 'kill')
{
	my $psql = start_psql($node, '-U', 'app', '-c', $block);
	$node->poll_query_until('postgres', "SELECT count(*) > 0 $waits") or die 'nobody waits';
	if ($how eq 'kill') { crash($node, sql("SELECT pid $waits")) }
	else { sql("SELECT $how(pid) $waits") }
	$psql->{run}->finish;
	like($psql->{err}, qr/canceling statement|terminating connection|server closed the connection/,
		"it ends by $how");
	is(sql($state), $before, "$how in the middle changes nothing");
}
eval { $holder->quit };    # it ended in the crash, with its lock
is(complaint('app', $gexec), '', 'afterwards');
unlike(sql($types), qr/users\.id character/, 'it converts');

# Who may run it -----------------------------------------------------------------------------------

my $denied = qr/permission denied to convert columns that belong to role "app"/;
make_tables('app');
$block = sql($print);
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
	my $how = qr/started by role "$role"\.\nHINT:  Connect as "app" or as a member of it that /;
	refused($role, "$set $block", qr/$denied.*$how/s, "$who may not, and is told how");
}
refused('app', "BEGIN ISOLATION LEVEL REPEATABLE READ; $block; COMMIT",
	qr/must be converted in a READ COMMITTED transaction/, 'not with an old snapshot');

# Nothing that a path finds decides about it.
sql(q{
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
			EXECUTE format('CREATE OPERATOR evil.%s (FUNCTION = evil.%I, LEFTARG = %s,
				RIGHTARG = %3$s)', name, name || one, one);
		END LOOP;
	END LOOP;
END $$;
CREATE FUNCTION evil.pg_has_role(oid, name, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE FUNCTION evil.pg_has_role(oid, oid, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE FUNCTION evil.current_setting(text) RETURNS text LANGUAGE sql AS $$SELECT 'planted'$$;
CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS $$SELECT ''$$;
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
refused('postgres', "$path $block", $denied, 'a superuser may not, whatever is planted');
sql('DROP FUNCTION public.objectid_internal_conversion_check_role("any")');

# Those who may
for my $who ([ 'deployer', '' ], [ 'deployer', 'SET ROLE app;' ], [ 'app', $path ])
{
	my ($role, $set) = @$who;
	make_tables('app');
	is(complaint($role, "$set $block"), '', "$role may: $set");
	is(sql($types), $converted, "and converts: $set");
	is( sql(q{SELECT DISTINCT relowner::regrole FROM pg_class
		WHERE relnamespace = 'app'::regnamespace}), 'app', 'for the owner');
}
make_tables('app');
is( sql_in('postgres', qq{BEGIN; SET LOCAL search_path = app, public; SET LOCAL ROLE app;
SET LOCAL default_tablespace = pg_default; $block;
SHOW role; SHOW search_path; SHOW default_tablespace; COMMIT}, 'deployer'),
	"app\napp, public\npg_default", 'what the session had set is as before');

# Tables of a superuser: by superusers and those who can become one
for my $role ('postgres', 'root2', 'lurker')
{
	make_tables('root2');
	is(complaint($role, $gexec), '', "$role may, with tables of a superuser");
	is(sql($types), $converted, 'and converts');
}
make_tables('app');
sql("ALTER TABLE app.$_ OWNER TO postgres") for qw(users posts seen kept);
refused('postgres', $gexec, qr/Schema app belongs to "app": make "postgres" its owner/,
	'but not in a schema of others');
refused('app', $gexec, qr/Schema app belongs to "app"/, 'whoever asks');

sql(q{
CREATE DATABASE of_app OWNER app;
\c of_app
SET ROLE root2;
CREATE EXTENSION objectid;
CREATE SCHEMA of_root CREATE TABLE of_superuser (id text);
SET ROLE app;
CREATE VIEW public.made AS SELECT gen_objectid() AS id;
CREATE TABLE public.of_app (id text);
CREATE VIEW public.of_both AS SELECT o.id, gen_objectid() < m.id FROM of_app o, made m;
});
like(
	complaint('postgres', q{SELECT objectid_conversion('of_root.of_superuser', 'id')}, 'of_app'),
	qr/Schema public belongs to "app"/, 'nor with the type in one of others');
like(sql_in('of_app', q{SELECT objectid_conversion('of_app', 'id')}), qr/^DO /m,
	'what another superuser\'s extension brought may be used');

# Other owners work in schemas of others. What superusers made may be theirs, but also an exchange.
sql(q{
CREATE SCHEMA lent AUTHORIZATION stranger;
GRANT USAGE, CREATE ON SCHEMA lent TO app;
CREATE FUNCTION public.of_root(int) RETURNS int LANGUAGE sql RETURN $1;
CREATE VIEW public.view_of_root AS SELECT 1 AS one;
GRANT SELECT ON public.view_of_root TO app;
SET ROLE app;
CREATE TABLE lent.t (id text, n int);
CREATE VIEW lent.v AS SELECT id, one FROM lent.t, public.view_of_root;
CREATE VIEW lent.w AS SELECT id, public.of_root(n) FROM lent.t;
});
my $lent = q{SELECT objectid_conversion('lent.t', 'id') \gexec};
like(complaint('app', $lent), qr/View lent\.w uses function public\.of_root\(integer\), which no/,
	'not with a function of a superuser');
sql('DROP VIEW lent.w');
is(complaint('app', $lent), '', 'in a schema of others, with a view of a superuser');
is( sql(q{SELECT count(*) FROM pg_attribute
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
my $select = 'SELECT id FROM app.users';
my %hung = (
	'a view with an array' => [ "CREATE VIEW att.v AS $select
		WHERE name = ANY ('{a}'::att.trap[])", 'View att.v' ],
	'a view with a row' =>
	  [ "CREATE VIEW att.v AS SELECT *, '(a)'::att.row AS r FROM ($select) s", 'View att.v' ],
	'a view with a range' =>
	  [ "CREATE VIEW att.v AS SELECT *, '[a,b]'::att.range AS r FROM ($select) s", 'View att.v' ],
	'a default of a view' => [ "CREATE VIEW att.v AS SELECT *, ARRAY[]::att.trap[] AS t
		FROM ($select) s; ALTER VIEW att.v ALTER t SET DEFAULT '{a}'::att.trap[]", 'View att.v' ],
	'a rule' => [ "CREATE VIEW att.v AS $select;
		CREATE RULE r AS ON INSERT TO att.v DO INSTEAD SELECT '{a}'::att.trap[]", 'View att.v' ],
	'a check' => [ q{CREATE TABLE att.t (u text REFERENCES app.users, n text,
		CHECK (u IS NOT NULL OR n = ANY ('{a}'::att.trap[])))}, 'Table att.t' ],
	'a default' => [ q{CREATE TABLE att.t (u text REFERENCES app.users
		DEFAULT ('{a}'::att.trap[])[1])}, 'Table att.t' ],
	'a partial index' => [ q{CREATE TABLE att.t (u text REFERENCES app.users, n text);
		CREATE INDEX ON att.t (n) WHERE u IS NOT NULL OR n = ANY ('{a}'::att.trap[])},
		'Table att.t' ],
	'an index of a materialized view' => [ "CREATE MATERIALIZED VIEW att.m AS $select;
		CREATE INDEX ON att.m (att.pwn(id))", 'Materialized view att.m' ]);
for my $owner ('app', 'postgres')
{
	for my $name (sort keys %hung)
	{
		my ($sql, $object) = @{ $hung{$name} };
		make_tables($owner);
		my $older = sql($print);    # when it did not hang there yet
		sql_in('postgres', "$trap $sql", 'attacker');
		for my $role ($owner eq 'app' ? ('postgres', 'app') : 'postgres')
		{
			my $what = "$name, tables of $owner, by $role";
			refused($role, $gexec, qr/cannot convert.*$object belongs to "attacker"/s, $what);
			refused($role, $older, qr/ERROR/, "$what, an older statement");
		}
	}
}

# What was given away since the statement was made
make_tables('postgres');
my $older = sql($print);
sql('ALTER VIEW app.seen OWNER TO attacker');
refused('postgres', $older,
	qr/columns that belong to role "postgres"\nDETAIL:  View app\.seen belongs to "attacker"/,
	'an owner who is another one meanwhile');

# The functions that are called with the extension's, by a better match in its schema
make_tables('app');
sql(q{
GRANT CREATE ON SCHEMA public TO attacker, app;
SET ROLE attacker;
CREATE FUNCTION public.objectid_internal_conversion_check_owners(name, regclass[], anyelement)
	RETURNS text[] } . $pwns . q{;
CREATE FUNCTION public.objectid_internal_conversion_check_owners(text, regclass[], boolean)
	RETURNS text[] } . $pwns);
is(complaint('app', $gexec), '', 'planted functions of the same names are not called');
sql(q{
DROP FUNCTION objectid_internal_conversion_check_owners(name, regclass[], anyelement);
DROP FUNCTION objectid_internal_conversion_check_owners(text, regclass[], boolean)});

# Planted where the type is ------------------------------------------------------------------------
#
# The path must have that schema.

my $planted = qq{
CREATE FUNCTION public.upper(public.objectid) RETURNS text $pwns;
CREATE FUNCTION public.concat(text, text) RETURNS text $pwns;
CREATE FUNCTION public.differs(public.objectid, anyelement) RETURNS boolean $pwns;
CREATE OPERATOR public.|| (FUNCTION = public.differs, LEFTARG = public.objectid,
	RIGHTARG = anyelement);
};
my $friends = 'AS SELECT friend, name FROM app.users';
my %bound = (
	'a function in a view' => 'CREATE VIEW app.v AS SELECT upper(friend) FROM app.users',
	'a function in a materialized view' =>
	  'CREATE MATERIALIZED VIEW app.v AS SELECT upper(friend) FROM app.users',
	'a variadic function in a view' =>
	  'CREATE VIEW app.v AS SELECT friend, concat(name, name) FROM app.users',
	'an operator in a view' => 'CREATE VIEW app.v AS SELECT (friend || 1)::text FROM app.users',
	'a function in an index of a materialized view' =>
	  "CREATE MATERIALIZED VIEW app.v $friends; CREATE INDEX ON app.v (upper(friend))",
	'a function in statistics of a materialized view' =>
	  "CREATE MATERIALIZED VIEW app.v $friends;
		CREATE STATISTICS app.s ON upper(friend), name FROM app.v",
	'a function in a rule' => "CREATE VIEW app.v $friends;
		CREATE RULE r AS ON UPDATE TO app.v DO INSTEAD SELECT upper(new.friend)",
	'a function in a default of a view' => "CREATE VIEW app.v $friends;
		ALTER VIEW app.v ALTER name SET DEFAULT concat('a'::text, 'b'::text)",
	'a function in a check' =>
	  q{ALTER TABLE app.users ADD CHECK (friend IS NOT NULL OR concat(name, name) <> 'x')});
for my $owner ('attacker', 'postgres', 'app')
{
	for my $name (sort keys %bound)
	{
		sql('DROP FUNCTION IF EXISTS differs, upper(objectid), concat(text, text) CASCADE');
		make_tables('app', $bound{$name});
		sql("SET ROLE $owner; $planted SET ROLE attacker;
			CREATE VIEW att.uses AS
				SELECT public.upper(gen_objectid()), public.concat('a'::text, 'b'::text)");
		refused('app', $gexec, qr/cannot convert columns/,
			"$name is not bound to what $owner planted");
	}
}

# Who installed the extension owns it, and can add to it.
sql(q{
CREATE DATABASE of_attacker;
\c of_attacker
GRANT CREATE ON DATABASE of_attacker TO attacker;
GRANT CREATE ON SCHEMA public TO attacker, app});
sql_in('of_attacker', "CREATE EXTENSION objectid;
CREATE FUNCTION public.upper(public.objectid) RETURNS text $pwns;
ALTER EXTENSION objectid ADD FUNCTION public.upper(public.objectid)", 'attacker');
sql_in('of_attacker', 'CREATE TABLE public.t (id text);
CREATE MATERIALIZED VIEW public.v AS SELECT upper(id) FROM public.t', 'app');
like(complaint('app', q{SELECT objectid_conversion('t', 'id') \gexec}, 'of_attacker'),
	qr/view public\.v uses function public\.upper\(public\.objectid\), which no extension/,
	'nor to what the owner of the extension added to it');

# How long readers wait ----------------------------------------------------------------------------
#
# OBJECTID_CONVERSION_ROWS=320000 makes it the measurement that the guide names.

my $rows = $ENV{OBJECTID_CONVERSION_ROWS} || 2000;
sql(qq{
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
is(complaint('app', q{SELECT objectid_conversion('large.event', 'id') \gexec}), '',
	'a partitioned table with a foreign key and views');
note sprintf '%d rows, eight partitions, a foreign key and a view: locked for %.1f s',
	$rows, time - $start;
is(sql('SELECT count(DISTINCT id), (SELECT count(*) FROM large.note
	JOIN large.event ON (event, event.n) = (id, note.n)) FROM large.event'),
	sprintf('%d|%d', $rows, $rows / 10), 'with all rows');

$node->stop;
done_testing();

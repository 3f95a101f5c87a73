# Nothing of ours runs what somebody else planted or shows secrets. Row security:
# sql/time_plans.sql. Rights: sql/counters.sql.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main');
sql("CREATE ROLE $_ LOGIN") for qw(owner attacker guest);

# The names of whatever our sources may call in pg_catalog.
my %called;
for my $file (glob "$top/src/{sql,pg}/* $top/doc/managed/*")
{
	$called{$_} = 1 for slurp_file($file) =~ /\b([a-z_\d]+)\(/g;
}
my $called = join ',', sort keys %called;

# A schema full of traps: for each name, functions and operators that fit the argument types in use
# better than those of pg_catalog, wherever pg_catalog has no exact match, and tables. Calling one
# is an error.
my $traps = q{
CREATE SCHEMA IF NOT EXISTS evil;
SET search_path = pg_catalog;
CREATE FUNCTION evil.sprung(what text) RETURNS void LANGUAGE plpgsql AS
	$$ BEGIN RAISE EXCEPTION 'trap % sprung by %', what, current_user; END $$;
CREATE FUNCTION evil.plant(name text, arguments text, result text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS %s IMMUTABLE LANGUAGE plpgsql AS %L',
		name, arguments, result, format('BEGIN PERFORM evil.sprung(%L); END', name));
EXCEPTION WHEN duplicate_function OR invalid_function_definition THEN NULL; -- the extension's own
END $$;
CREATE FUNCTION evil.plant_operator(sign text, one regtype, other regtype, result text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text := format('%s %s %s', one, sign, other);
BEGIN
	PERFORM evil.plant(name, format('%s, %s', one, other), result);
	EXECUTE format('CREATE OPERATOR evil.%s (FUNCTION = evil.%I, LEFTARG = %s, RIGHTARG = %s)',
		sign, name, one, other);
EXCEPTION WHEN duplicate_function THEN NULL; -- the extension's own
END $$;
-- Of each two of the types, and if there are some of which one must be among them, with those
CREATE FUNCTION evil.plant_operators(types regtype[], must regtype[]) RETURNS bigint
LANGUAGE sql AS $$
	SELECT count(evil.plant_operator(sign, one, other,
		CASE WHEN is_test THEN 'boolean' ELSE one::text END))
	FROM unnest('{=,<>,<,<=,>,>=,+,-,*,/,%,||,&,|,<<,>>,^,~,!~,~~,<@,@>,->,->>}'::text[]) sign,
		unnest(types) one, unnest(types) other,
		LATERAL (SELECT sign ~ '^([<>=]|<>|[<>]=|!?~|~~|<@|@>)$') s(is_test)
	WHERE coalesce(must && ARRAY[one, other], true)
		AND (is_test OR one = other OR sign IN ('||', '->', '->>')
			OR one IN ('smallint', 'integer', 'bigint', 'numeric'))
		-- Ours: the script would fail, as it should.
		AND NOT (one <> other AND sign ~ '[<>]'
			AND ARRAY[one, other] <@ '{uuid,timestamptz}'::regtype[])
$$;
SELECT evil.plant_operators('{smallint,integer,bigint,numeric,text,varchar,name,oid,regclass,
	regtype,regrole,regnamespace,boolean,uuid,timestamptz,jsonb,bytea,int8range,"\"char\"",
	double precision}', NULL);
-- Functions with up to five arguments, in all ways that a caller could mean them
WITH argument AS (
	SELECT unnest('{integer,bigint,numeric,text,name,oid,regclass,int8range}'::text[]) AS type)
SELECT count(evil.plant(proname, arguments, 'text'))
FROM (SELECT DISTINCT proname FROM pg_proc
	WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ('{CALLED}')) p, (
	SELECT '' UNION ALL SELECT type FROM argument
	UNION ALL SELECT concat_ws(', ', a.type, b.type) FROM argument a, argument b
	UNION ALL SELECT array_to_string(array_fill('text'::text, ARRAY[n]), ', ')
	FROM generate_series(3, 5) n) a(arguments);
SELECT format('CREATE TABLE evil.%I (trap int)', relname) FROM pg_class
WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v') \gexec
RESET search_path;
} =~ s/CALLED/$called/r;

# What can be planted only once the type is there: the same for objectid, and functions that take
# anything.
sub traps_of
{
	my ($type) = @_;
	return qq{
SET search_path = pg_catalog;
SELECT evil.plant_operators('{text,varchar,uuid,bytea,timestamptz,$type,$type\[]}',
	'{$type,$type\[]}');
SELECT count(evil.plant(name, type || more, 'text'))
FROM unnest('{lower,upper,length,substr,left,md5,encode,btrim,count,min,max,format,concat,text,
		bytea,hashtext}'::text[]) name,
	unnest('{$type,$type\[],anyelement,anyarray}'::text[]) type,
	unnest('{"",", text"}'::text[]) more;
RESET search_path;
};
}

# Installed into a schema where somebody else planted objects --------------------------------------
#
# The script runs as the bootstrap superuser, with that schema in its path: whatever it names
# without being exact could be the other's. A capture is an error of the script, or a dependency.

sql('CREATE DATABASE planted OWNER owner');
sql_in('planted', "$traps
ALTER SCHEMA evil OWNER TO attacker;
GRANT USAGE, CREATE ON SCHEMA evil TO owner");
cmp_ok(sql_in('planted', q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'evil'::regnamespace}),
	'>', 8000, 'there are traps');
is(error_of('CREATE EXTENSION objectid SCHEMA evil', 'owner', 'planted'),
	'none', 'the installation springs no trap in its schema');
is(error_of('CREATE EXTENSION objectid_migration', 'owner', 'planted'),
	'none', 'nor does that of objectid_migration');
create_calls('planted');
is(sql_in('planted', q{
SELECT name, pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid)
FROM pg_depend d JOIN member USING (classid, objid)
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
	AND (d.refclassid, d.refobjid) NOT IN (SELECT classid, objid FROM member)
	AND pg_describe_object(d.refclassid, d.refobjid, 0) ~ 'evil'}),
	'', 'nothing of ours was bound to what was planted there');

# The script for servers without the library, installed there and used with that schema first. Its
# owner made nothing else.
sql('CREATE DATABASE managed OWNER owner');
sql_in('managed', "$traps
GRANT USAGE, CREATE ON SCHEMA evil TO owner, guest");
is(error_of("SET search_path = evil;\n\\i $top/doc/managed/objectid.sql", 'owner', 'managed'),
	'none', 'the script in plain SQL springs no trap in its schema');
is(sql_in('managed', q{
SELECT pg_describe_object(classid, objid, objsubid),
	pg_describe_object(refclassid, refobjid, refobjsubid)
FROM pg_depend JOIN pg_proc p ON refclassid = 'pg_proc'::regclass AND refobjid = p.oid
WHERE proowner <> 'owner'::regrole AND pronamespace = 'evil'::regnamespace
	AND (classid, objid) IN (
		SELECT classid, objid FROM pg_shdepend
		WHERE refobjid = 'owner'::regrole AND deptype = 'o')}),
	'', 'and is bound to nothing that was planted');
is(error_of(q{
SET search_path = evil, pg_catalog;
CREATE TABLE evil.made (id objectid DEFAULT gen_objectid(), other uuid DEFAULT uuid_v7());
INSERT INTO evil.made DEFAULT VALUES;
SELECT gen_objectid(t), objectid_timestamp(id), objectid_min(t), objectid_max(t),
	uuid_v7(t), uuid_v7_timestamp(other), uuid_v7_min(t), uuid_v7_max(t),
	ejson_to_jsonb('[{"$date": {"$numberLong": "1"}}, {"$date": "2020-01-01T00:00:00Z"},
		{"$binary": {"base64": "", "subType": "0"}}, {"$regex": "a", "$options": "xi"}]')
FROM evil.made, pg_catalog.now() AS t},
		'guest', 'managed'), 'none', 'nor does a caller spring one');
like(error_of("SET search_path = evil, pg_catalog; SELECT 'x'::objectid", 'guest', 'managed'),
	qr/^22P02/, 'for an error, too');
like(error_of(q{SET search_path = evil, pg_catalog; SELECT objectid_min('infinity')},
		'guest', 'managed'), qr/^22008/, 'of a time, too');

# What turns a column into objectid ----------------------------------------------------------------
#
# The schema of the extension has what would fit better for ids than what is meant. None of it is
# called or bound, because nothing that holds an expression is converted.
# test/t/conversion_statements.pl has what others hang on the tables.

sql_in('planted', traps_of('evil.objectid'));
sql_in('planted', q{
SET ROLE owner;
SET search_path = pg_catalog;
CREATE TABLE public.before (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011',
	other text REFERENCES public.before, n int CHECK (n > 0));
CREATE INDEX ON public.before (other);
CREATE TABLE public.after (id text REFERENCES public.before, ids text[] DEFAULT '{}');
CREATE VIEW public.seen AS SELECT n FROM public.before;
INSERT INTO public.before VALUES ('5e9e28a4f359185cc03b2651', NULL, 1);
INSERT INTO public.after VALUES ('5e9e28a4f359185cc03b2651');
});
my $conversion = q{BEGIN;
SELECT migration.conversion_statements('public.before.id', 'public.after.ids') \gexec
COMMIT};
is(error_of($conversion, 'owner', 'planted'),
	'none', 'conversion_statements springs no trap in its schema, nor do the statements');
is(sql_in('planted', 'SELECT pg_typeof(id), pg_typeof(ids) FROM public.after'),
	'evil.objectid|evil.objectid[]', 'and converts');
is(sql_in('planted', q{
SELECT count(*) FROM pg_depend d
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
	AND pg_describe_object(d.refclassid, d.refobjid, 0) ~ 'evil.*(objectid|any)'
	AND d.classid IN ('pg_rewrite'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass,
		'pg_class'::regclass)
	AND (d.refclassid, d.refobjid) NOT IN (SELECT classid, objid FROM member)}),
	'0', 'with nothing bound to what is not of the extension');

# Used with a hostile search_path ------------------------------------------------------------------

sql('CREATE DATABASE used');
sql_in('used', q{
CREATE EXTENSION objectid_migration CASCADE;
CREATE TABLE public.made (
	id objectid PRIMARY KEY DEFAULT gen_objectid(), number bigint UNIQUE,
	v7 uuid CHECK (uuid_is_v7(v7)) DEFAULT uuid_v7());
INSERT INTO made SELECT FROM generate_series(1, 10000);
CREATE TABLE public.before (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011', n int);
CREATE TABLE public.parted (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE public.parted_2020 PARTITION OF public.parted
	FOR VALUES FROM (objectid_min('2020-01-01')) TO (objectid_min('2021-01-01'));
CREATE TABLE public.after (id text REFERENCES public.before);
CREATE VIEW public.seen AS SELECT n FROM public.before;
INSERT INTO before VALUES ('5e9e28a4f359185cc03b2651', 1);
INSERT INTO after VALUES ('5e9e28a4f359185cc03b2651');
SELECT counter_next('dropped');
ANALYZE made;
} . $traps . traps_of('public.objectid'));

# Every function that runs statements, and every path of the planner's support functions.
my $range = q{pg_catalog.tstzrange(timestamptz '2020-01-01', timestamptz '2021-01-01', text '[)')};
my %use = (
	counter_create => q{SELECT counter_create('one'); SELECT counter_create('many', 4, 2, 10)},
	counter_next =>
	  q{SELECT counter_next('one'); SELECT counter_next('many'); SELECT counter_next('new')},
	counter_take => q{SELECT counter_take('one', 5); SELECT counter_take('many', 2);
		SELECT counter_take('fresh', 3)},
	counter_drop => q{SELECT counter_drop('dropped')},
	digits => q{INSERT INTO public.made (number)
		VALUES (permute_digits(7, 6, 'key')), (gen_random_digits(6))},
	conversion_statements => q{BEGIN;
		SELECT migration.conversion_statements('public.before.id') \gexec
		COMMIT},
	partition_statements => q{
		SELECT public.partition_statements('public.parted', '1 month', 1, '0 days') \gexec
		SELECT public.partition_statements('public.parted', '1 month', 1, '0 days')},
	rows_after => q{SELECT FROM public.rows_after(NULL::public.made,
		'000000000000000000000000'::public.objectid, 10)},
	resolved_timestamp => q{SELECT public.resolved_timestamp('public.made')},
	domain => q{INSERT INTO public.made (v7) VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	uuid_is_v7 => q{SELECT uuid_is_v7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	operator => 'SELECT FROM public.made WHERE id OPERATOR(public.<) pg_catalog.now() LIMIT 1',
	stable => 'EXPLAIN SELECT FROM public.made WHERE id OPERATOR(public.>=) pg_catalog.now()',
	commuted => q{SELECT FROM public.made WHERE timestamptz '2020-01-01' OPERATOR(public.>) id},
	range => "SELECT FROM public.made WHERE objectid_within(id, $range)",
	within => "SELECT FROM public.made WHERE uuid_v7_within(v7, $range)",
	join => q{SELECT FROM public.made m JOIN (VALUES (timestamptz '2020-01-01')) t (t)
		ON m.id OPERATOR(public.<) t.t},
	max => 'SELECT public.max(id) FROM public.made',
	sort => 'SELECT id FROM public.made ORDER BY id LIMIT 1');
for my $name (sort keys %use)
{
	is(error_of("SET search_path = evil, pg_catalog, public;\n$use{$name}", undef, 'used'),
		'none', "with a hostile schema first in the path: $name");
}
is(sql_in('used', q{
SELECT (SELECT count(*) FROM made WHERE number IS NOT NULL), counter_next('one'),
	counter_next('fresh'), (SELECT string_agg(id::text || pg_typeof(id), ',') FROM after)}),
	'2|7|4|5e9e28a4f359185cc03b2651objectid', 'and they did what they are for');

# The lock of the reservation ----------------------------------------------------------------------

# CREATE RULE locks a relation before it checks rights, and keeps that lock while it waits for
# others. Where a role has no USAGE on the schema it does not get so far; ids of defaults do.
sql('CREATE ROLE stranger LOGIN; CREATE DATABASE apart');
sql_in('apart', q{
CREATE SCHEMA ids;
CREATE EXTENSION objectid SCHEMA ids;
CREATE TABLE public.made (id ids.objectid PRIMARY KEY DEFAULT ids.gen_objectid());
GRANT INSERT ON public.made TO stranger});
like(error_of(
		'CREATE RULE r AS ON INSERT TO ids.objectid_reservation DO ALSO NOTIFY n',
		'stranger', 'apart'),
	qr/^42501: permission denied for schema ids/, 'no lock without USAGE on the schema');
is(error_of('INSERT INTO public.made DEFAULT VALUES', 'stranger', 'apart'),
	'none', 'a default makes ids without it');

# An exchanged table ------------------------------------------------------------------------------

# A module for the next sessions that calls a function of it when something happens: its path;
# nothing without a compiler.
my $modules = PostgreSQL::Test::Utils::tempdir();
sub compiled
{
	my ($name, $source) = @_;
	append_to_file("$modules/$name.c", qq{#include "postgres.h"
#include "catalog/objectaccess.h"
#include "fmgr.h"
#include "parser/analyze.h"
#include "utils/fmgrprotos.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
PG_MODULE_MAGIC;
extern PGDLLEXPORT void _PG_init(void);
$source});
	my ($include) = run_command([ 'pg_config', '--includedir-server' ]);
	return eval { IPC::Run::run([ 'cc', '-shared', '-fPIC', "-I$include",
		'-o', "$modules/$name.so", "$modules/$name.c" ]) } ? "$modules/$name.so" : undef;
}

# Whoever owns the schema of a table can rename it while the table is followed, and put a view there
# under its name, whose functions would run with the rights of the reader. Here the reader waits
# when the query is looked up, until that has happened.
SKIP:
{
	my $module = compiled('lookup', <<'EOC') // skip 'no C compiler', 1;
static void
wait_in_lookup(ObjectAccessType access, Oid class_id, Oid object, int column, void *arg)
{
	const char *name = access == OAT_NAMESPACE_SEARCH ? get_namespace_name(object) : NULL;

	if (name == NULL || strcmp(name, "exchanged") != 0)
		return;
	DirectFunctionCall1(pg_advisory_xact_lock_int8, Int64GetDatum(1));
	AcceptInvalidationMessages();
}

void
_PG_init(void)
{
	object_access_hook = wait_in_lookup;
}
EOC
	sql(q{
CREATE EXTENSION objectid;
CREATE ROLE renames LOGIN;
GRANT CREATE ON DATABASE postgres TO renames;
CREATE SCHEMA exchanged;
CREATE TABLE exchanged.followed (id objectid PRIMARY KEY DEFAULT gen_objectid());
ALTER SCHEMA exchanged OWNER TO renames;
CREATE FUNCTION spring(objectid) RETURNS objectid LANGUAGE plpgsql IMMUTABLE
	AS $$ BEGIN RAISE EXCEPTION 'sprung as %', current_user; END $$});
	my $follows = $node->background_psql('postgres', on_error_stop => 0);
	$follows->query_safe(qq{
PREPARE follow AS SELECT count(*) FROM rows_after(NULL::exchanged.followed, NULL::objectid);
EXECUTE follow; LOAD '$module'});
	my $renames = $node->background_psql('postgres', extra_params => [ '-U', 'renames' ]);
	$renames->query_safe(q{SELECT pg_advisory_lock(1)});
	sql('ALTER TABLE exchanged.followed SET (fillfactor = 50)'); # the statement is planned again
	$follows->query_until(qr/asked/, "\\echo asked\nEXECUTE follow;\n");
	$node->poll_query_until('postgres',
		q{SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)});
	$renames->query_safe(q{BEGIN; ALTER SCHEMA exchanged RENAME TO hidden; CREATE SCHEMA exchanged;
CREATE VIEW exchanged.followed AS SELECT spring('507f1f77bcf86cd799439011') AS id;
GRANT ALL ON SCHEMA exchanged TO PUBLIC; GRANT ALL ON exchanged.followed TO PUBLIC; COMMIT;
SELECT pg_advisory_unlock(1)});
	$follows->query('');
	like($follows->{stderr}, qr/ERROR:  another relation has taken the name of table "followed"/,
		'no other relation is read, nor its functions called');
	$renames->quit;
	$follows->quit;
}

# An exchanged schema of the extension -------------------------------------------------------------

# The owner of the database, whose schema that of the extension is, exchanges it while a superuser's
# call waits for a lock. What he puts there under the extension's names is a trap.
sql('CREATE DATABASE taken OWNER owner');
sql_in('taken', 'CREATE EXTENSION objectid', 'owner');
sql_in('taken', q{
CREATE SCHEMA safe;
CREATE TABLE safe.ids (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int);
CREATE TABLE safe.uuids (id uuid PRIMARY KEY DEFAULT uuid_v7(), n int);
CREATE TABLE safe.numbers (id bigserial PRIMARY KEY, n int);
CREATE TABLE safe.ids_child () INHERITS (safe.ids);
CREATE TABLE safe.uuids_child () INHERITS (safe.uuids);
CREATE TABLE safe.numbers_child () INHERITS (safe.numbers);
INSERT INTO safe.ids VALUES (objectid_min('2020-01-01'), 1);
INSERT INTO safe.ids_child VALUES (objectid_min('2020-01-02'), 2);
INSERT INTO safe.uuids VALUES (uuid_v7_min('2020-01-01'), 1);
INSERT INTO safe.uuids_child VALUES (uuid_v7_min('2020-01-02'), 2);
INSERT INTO safe.numbers (n) VALUES (1);
INSERT INTO safe.numbers_child (n) VALUES (2);
CREATE TABLE safe.waits (call text PRIMARY KEY);
SELECT counter_create(name, 2, 100) FROM unnest('{next,take,drop}'::text[]) name;
GRANT USAGE ON SCHEMA safe TO owner});
my $exchange = q{
ALTER SCHEMA public RENAME TO was;
CREATE SCHEMA public;
GRANT ALL ON SCHEMA public TO PUBLIC;
CREATE FUNCTION public.spring() RETURNS boolean LANGUAGE plpgsql AS
	$$ BEGIN RAISE EXCEPTION 'sprung as %', current_user; END $$;
CREATE FUNCTION public.spring_trigger() RETURNS trigger LANGUAGE plpgsql AS
	$$ BEGIN RETURN public.spring(); END $$;
CREATE DOMAIN public.objectid AS was.objectid CHECK (public.spring());
CREATE FUNCTION public.uuid_v7_timestamp(uuid) RETURNS timestamptz LANGUAGE sql AS
	'SELECT CASE WHEN public.spring() THEN now() END';
CREATE TABLE public.objectid_counter (LIKE was.objectid_counter INCLUDING ALL);
INSERT INTO public.objectid_counter VALUES ('next', 0, 1, 1, 10), ('drop', 0, 1, 1, 10);
CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON public.objectid_counter
	FOR EACH ROW EXECUTE FUNCTION public.spring_trigger();
CREATE RULE trap AS ON INSERT TO public.objectid_counter DO ALSO SELECT public.spring();
GRANT ALL ON public.objectid_counter TO PUBLIC;
} . join '', map {
	my ($name, $type) = @$_;
	map { "CREATE FUNCTION public.${name}_$$_[0]($type, $type) RETURNS boolean LANGUAGE sql
		AS 'SELECT public.spring()';
	CREATE OPERATOR public.$$_[1] (FUNCTION = public.${name}_$$_[0],
		LEFTARG = $type, RIGHTARG = $type);\n" }
	  [ lt => '<' ], [ gt => '>' ], [ le => '<=' ], [ eq => '=' ] }
	[ id => 'was.objectid' ], [ uuid => 'uuid' ], [ number => 'bigint' ];
my $back = 'DROP SCHEMA public CASCADE; ALTER SCHEMA was RENAME TO public';
my $counter = 'LOCK TABLE public.objectid_counter IN ACCESS EXCLUSIVE MODE';
for (
	[ q{counter_next('next') IN (1, 101)}, $counter, 't' ],
	[ q{counter_next('kept')}, $counter, '2', 'a plan is kept' ],
	[ q{counter_take('take', 2) IN ('[1,3)', '[101,103)')}, $counter, 't' ],
	[ q{counter_create('create')}, $counter, '' ],
	[ q{counter_drop('drop')}, $counter, '' ],
	[ q{n FROM rows_after(NULL::safe.ids, '000000000000000000000000')}, 'ids', "1\n2" ],
	[ q{n FROM rows_after(NULL::safe.uuids, '00000000-0000-7000-8000-000000000000')}, 'uuids',
		"1\n2" ],
	[ 'n FROM rows_after(NULL::safe.numbers, 0::bigint)', 'numbers', "1\n2" ])
{
	my ($call, $held, $expected, $kept) = @$_;
	my $calls = $node->background_psql('taken', on_error_stop => 0);
	# Of a table that is followed, a child; the kept plan is made anew after the wait for it.
	my $follows = $held =~ /^\w+$/;
	$calls->query_safe("SELECT $call") if $follows || $kept;
	my $holds =
	  $node->background_psql('taken', extra_params => [ '-U', $follows ? 'postgres' : 'owner' ]);
	$holds->query_safe($follows
		? "BEGIN; ALTER TABLE safe.${held}_child SET (toast_tuple_target = 200),
			ALTER n SET DEFAULT 5" : "BEGIN; $held");
	$calls->query_until(qr/asked/, "\\echo asked\nSELECT $call;\n");
	$node->poll_query_until('taken', 'SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)');
	$follows ? sql_in('taken', "BEGIN; $exchange COMMIT", 'owner') : $holds->query_safe($exchange);
	$holds->query_safe('COMMIT');
	my $rows = $calls->query('');
	my $result = $calls->{stderr} =~ /ERROR:  (.*)/ ? $1 : $rows;
	is($result, $expected, "nothing of another schema is used: $call");
	sql_in('taken', $back, 'owner');
	$_->quit for $calls, $holds;
}

# A table of that name that belongs to the extension, but neither to the owner of its functions nor
# to a superuser: whoever owns the extension can add one.
sql_in('taken', q{
CREATE ROLE another SUPERUSER;
ALTER TABLE objectid_counter OWNER TO another});
is(sql_in('taken', q{SELECT counter_next('of another superuser')}),
	'1', 'the table can belong to another superuser than the functions');
sql_in('taken', q{
CREATE FUNCTION public.spring() RETURNS trigger LANGUAGE plpgsql AS
	$$ BEGIN RAISE EXCEPTION 'sprung as %', current_user; END $$;
ALTER TABLE public.objectid_counter OWNER TO owner});
sql_in('taken', q{
CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON objectid_counter
	FOR EACH ROW EXECUTE FUNCTION spring()}, 'owner');
like(error_of(q{SELECT counter_next('next')}, undef, 'taken'),
	qr/^42P01: relation "objectid_counter" does not exist$/,
	'not to one who is none');

# Triggers of the counters' table ------------------------------------------------------------------

# GRANT ALL on the table, as on all tables of a schema, lets others hang functions of theirs on it,
# also by a foreign key that cascades to a table of theirs.
sql('CREATE DATABASE fired');
sql_in('fired', q{
CREATE EXTENSION objectid;
GRANT CREATE ON SCHEMA public TO attacker;
GRANT ALL ON ALL TABLES IN SCHEMA public TO attacker;
GRANT EXECUTE ON FUNCTION counter_next(text) TO attacker;
SELECT counter_next('here');
CREATE FUNCTION harmless() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER of_superuser BEFORE UPDATE ON objectid_counter
	FOR EACH ROW EXECUTE FUNCTION harmless()});
sql_in('fired', q{
CREATE FUNCTION spring() RETURNS trigger LANGUAGE plpgsql AS
	$$ BEGIN RAISE 'sprung as %', current_user; END $$}, 'attacker');
for (
	[ 'CREATE TRIGGER trap BEFORE INSERT OR UPDATE OR DELETE ON objectid_counter
		FOR EACH ROW EXECUTE FUNCTION spring()', 'DROP TRIGGER trap ON objectid_counter',
		'spring' ],
	[ 'CREATE TABLE refers (name text, shard int,
		FOREIGN KEY (name, shard) REFERENCES objectid_counter ON DELETE CASCADE);
		INSERT INTO refers SELECT name, shard FROM objectid_counter;
		CREATE TRIGGER trap AFTER DELETE ON refers FOR EACH ROW EXECUTE FUNCTION spring()',
		'DROP TABLE refers', 'refers' ])
{
	my ($hang, $drop, $what) = @$_;
	sql_in('fired', $hang, 'attacker');
	like(error_of("SELECT $_", undef, 'fired'),
		qr/^42501: cannot use counters because of trigger "\w+" on table "objectid_counter"$/,
		"nothing of another role is fired by $_: $what")
	  for q{counter_next('here')}, q{counter_take('here', 2)}, q{counter_create('new')},
	  q{counter_drop('here')};
	unlike(error_of(q{SELECT counter_next('here')}, 'attacker', 'fired'), qr/cannot use/,
		"but its own is: $what");
	sql_in('fired', $drop);
}
is(error_of(q{SELECT counter_next('here')}, undef, 'fired'),
	'none', 'what a superuser has hung on it is fired');

# What is run -------------------------------------------------------------------------------------

# Each text that a function has analysed names, besides pg_catalog, the one table that it is about.
SKIP:
{
	my $module = compiled('texts', <<'EOC') // skip 'no C compiler', 6;
static void
show(ParseState *state)
{
	if (strstr(state->p_sourcetext, "/* ours */") == NULL)
		elog(NOTICE, "analysed {%s}", state->p_sourcetext);
}

void
_PG_init(void)
{
	post_parse_analyze_hook = (post_parse_analyze_hook_type) show;
}
EOC
	sql('CREATE DATABASE texts');
	sql_in('texts', q{
CREATE SCHEMA ext; CREATE EXTENSION objectid SCHEMA ext; CREATE SCHEMA app;
CREATE EXTENSION objectid_migration;
CREATE DOMAIN app.number AS bigint;
CREATE DOMAIN app.id AS ext.objectid;
CREATE TABLE app.t1 (id ext.objectid PRIMARY KEY DEFAULT ext.gen_objectid());
CREATE TABLE app.t2 (id uuid PRIMARY KEY DEFAULT ext.uuid_v7());
CREATE TABLE app.t3 (id bigserial PRIMARY KEY, gone int);
ALTER TABLE app.t3 DROP COLUMN gone;
CREATE TABLE app.t4 (id app.id PRIMARY KEY DEFAULT ext.gen_objectid());
CREATE TABLE app.t5 (id app.number PRIMARY KEY DEFAULT nextval('app.t3_id_seq'));
CREATE TABLE app.t6 (PRIMARY KEY (id)) INHERITS (app.t4);
CREATE TABLE app.t7 (id uuid PRIMARY KEY DEFAULT ext.uuid_v7()) PARTITION BY HASH (id);
CREATE TABLE app.text (id text PRIMARY KEY);
CREATE TABLE app.ids (id ext.objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE app.ids_default PARTITION OF app.ids DEFAULT;
CREATE TABLE app.uuids (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE app.uuids_old PARTITION OF app.uuids
	FOR VALUES FROM (MINVALUE) TO (ext.uuid_v7_min('2020-01-01'))});
	my @calls = (
		(map { ("FROM ext.rows_after(NULL::app.t$_, NULL)", "FROM ext.rows_after(NULL::app.t$_,
			(SELECT id::text FROM app.t1 UNION ALL SELECT NULL LIMIT 1))") } 1 .. 7),
		q{FROM ext.rows_after(NULL::app.t4, '507f1f77bcf86cd799439011')},
		q{FROM ext.rows_after(NULL::app.t5, 1)},
		q{FROM ext.rows_after(NULL::app.t7, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
		q{ext.resolved_timestamp('app.t1')},
		q{ext.counter_create('one')}, q{ext.counter_next('one')}, q{ext.counter_take('one', 3)},
		q{ext.counter_create('two', 2, 3)}, q{ext.counter_take('two', 1)},
		q{ext.counter_take('two', 3)}, q{ext.counter_take('two', 3)},
		q{ext.counter_next('three')}, q{ext.counter_drop('one')});
	my $texts_of = sub {
		my $errors;
		$node->psql('texts', join(";\n", "LOAD '$module'", map { "/* ours */ SELECT $_" } @_),
			stderr => \$errors, on_error_stop => 0);
		unlike($errors, qr/ERROR(?!:  counter "two" is exhausted)/, 'they run');
		my %texts = map { $_ => 1 } $errors =~ /analysed \{(.*?)\}$/msg;
		cmp_ok(scalar keys %texts, '>', 15, scalar(keys %texts) . ' texts are analysed');
		return sort keys %texts;
	};
	my @wrong;
	for ($texts_of->(@calls))
	{
		my %names = map { $_ => 1 } /\b(\w+\.\w+)/g;
		delete @names{ grep { /^(?:pg_catalog|excluded|[ct])\./ } keys %names };
		push @wrong, $_ if join(' ', keys %names) !~ /^(?:ext\.objectid_counter|app\.t\d)$/;
	}
	is("@wrong", '', 'and name nothing but pg_catalog and one table');
	# In PL/pgSQL, with pg_catalog alone in the path.
	@wrong = grep { /\bext\b/ } $texts_of->(
		q{migration.conversion_statements('app.text.id')},
		q{ext.partition_statements('app.ids', '1 month', 1, '1 year')},
		q{ext.partition_statements('app.uuids', '1 month', 1, '1 year')});
	is("@wrong", '', 'and no schema of ours');
}

$node->stop;
done_testing();

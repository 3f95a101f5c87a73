# Nothing of ours runs what somebody else planted or shows secrets. Row security:
# sql/time_support.sql. Rights: sql/counters.sql. The script in plain SQL: test/t/managed.pl.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use test_server;

my $node = start_server('main');
sql('CREATE ROLE guest LOGIN');

# The names of whatever our sources may call in pg_catalog.
my %called;
for my $file (glob "$top/src/{sql,pg}/*")
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

# Used with a hostile search_path ------------------------------------------------------------------

sql('CREATE DATABASE used');
sql_in('used', q{
CREATE EXTENSION objectid_migration CASCADE;
CREATE TABLE public.made (
	id objectid PRIMARY KEY DEFAULT gen_objectid(), number bigint UNIQUE, serial bigserial UNIQUE,
	v7 uuid UNIQUE CHECK (uuid_is_v7(v7)) DEFAULT uuid_v7(),
	changed timestamptz DEFAULT clock_timestamp());
INSERT INTO made SELECT FROM generate_series(1, 10000);
CREATE TABLE public.before (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011', n int,
	made text DEFAULT gen_objectid());
CREATE TABLE public.parted (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE public.parted_2020 PARTITION OF public.parted
	FOR VALUES FROM (objectid_min('2020-01-01')) TO (objectid_min('2021-01-01'));
CREATE TABLE public.after (id text REFERENCES public.before);
CREATE VIEW public.seen AS SELECT n FROM public.before;
INSERT INTO before VALUES ('5e9e28a4f359185cc03b2651', 1);
INSERT INTO after VALUES ('5e9e28a4f359185cc03b2651');
CREATE TABLE counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
SELECT counter_next('counter', 'dropped');
ANALYZE made;
} . $traps . traps_of('objectid') . q{
SELECT evil.plant('gen_objectid', '', 'objectid'), evil.plant('objectid', 'text', 'objectid'),
	evil.plant('objectid', 'varchar', 'objectid')});

# Every function that runs statements, and every path of the planner's support functions.
my $range = q{pg_catalog.tstzrange(timestamptz '2020-01-01', timestamptz '2021-01-01', text '[)')};
my %use = (
	counter_create => q{SELECT pg_catalog.counter_create('public.counter', 'one');
		SELECT pg_catalog.counter_create('public.counter', 'many', 4, 2, 10)},
	counter_next => q{SELECT pg_catalog.counter_next('public.counter', name)
		FROM unnest('{one,many,new}'::text[]) name},
	counter_take => q{SELECT pg_catalog.counter_take('public.counter', 'one', 5);
		SELECT pg_catalog.counter_take('public.counter', 'many', 2);
		SELECT pg_catalog.counter_take('public.counter', 'fresh', 3)},
	counter_drop => q{SELECT pg_catalog.counter_drop('public.counter', 'dropped')},
	digits => q{INSERT INTO public.made (number)
		VALUES (pg_catalog.permute_digits(7, 6, 'key')), (pg_catalog.gen_random_digits(6))},
	mask => q{SELECT pg_catalog.mask_uuid_v7(v7, 'sixteen byte key') FROM public.made LIMIT 10},
	conversion_statements => q{
		CREATE DOMAIN pg_temp.text AS int; CREATE DOMAIN pg_temp.objectid AS int;
		CREATE TEMP TABLE pg_inherits (inhrelid int);
		CREATE TEMP TABLE pg_attribute (attrelid int);
		SET search_path = evil, pg_temp, pg_catalog, public;
		BEGIN;
		SELECT migration.conversion_statements('public.before.id', 'public.before.made') \gexec
		COMMIT},
	partition_statements => q{
		SELECT pg_catalog.partition_statements('public.parted', '1 month', 1, '0 days') \gexec
		SELECT pg_catalog.partition_statements('public.parted', '1 month', 1, '0 days')},
	resolved => q{SELECT FROM public.made
		WHERE id OPERATOR(pg_catalog.<) pg_catalog.resolved_objectid('public.made')
			AND v7 OPERATOR(pg_catalog.<) pg_catalog.resolved_uuid_v7('public.made', 'v7')
			AND serial OPERATOR(pg_catalog.<) pg_catalog.resolved_number('public.made', 'serial')
			AND changed OPERATOR(pg_catalog.<) pg_catalog.resolved_timestamp('public.made')},
	domain => q{INSERT INTO public.made (v7) VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	uuid_is_v7 => q{SELECT pg_catalog.uuid_is_v7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	operator => 'SELECT FROM public.made WHERE id OPERATOR(pg_catalog.<) pg_catalog.now() LIMIT 1',
	stable => 'EXPLAIN SELECT FROM public.made WHERE id OPERATOR(pg_catalog.>=) pg_catalog.now()',
	commuted => q{SELECT FROM public.made WHERE timestamptz '2020-01-01' OPERATOR(pg_catalog.>) id},
	range => "SELECT FROM public.made WHERE pg_catalog.objectid_within(id, $range)",
	within => "SELECT FROM public.made WHERE pg_catalog.uuid_v7_within(v7, $range)",
	join => q{SELECT FROM public.made m JOIN (VALUES (timestamptz '2020-01-01')) t (t)
		ON m.id OPERATOR(pg_catalog.<) t.t},
	max => 'SELECT pg_catalog.max(id) FROM public.made',
	sort => 'SELECT id FROM public.made ORDER BY id LIMIT 1');
for my $name (sort keys %use)
{
	is(error_of("SET search_path = evil, pg_catalog, public;\n$use{$name}", undef, 'used'),
		'none', "with a hostile schema first in the path: $name");
}
is(sql_in('used', q{
SELECT (SELECT count(*) FROM made WHERE number IS NOT NULL), counter_next('counter', 'one'),
	counter_next('counter', 'fresh'),
	(SELECT string_agg(id::text || pg_typeof(id), ',') FROM after),
	(SELECT string_agg(pg_get_expr(adbin, adrelid), ' ') FROM pg_attrdef
		WHERE adrelid = 'before'::regclass)}),
	"2|7|4|5e9e28a4f359185cc03b2651objectid|'507f1f77bcf86cd799439011'::objectid gen_objectid()",
	'and they did what they are for');

# The lock of the reservation ----------------------------------------------------------------------

# CREATE RULE locks a relation before it checks rights, and keeps that lock while it waits for
# others. Without USAGE on the schema it does not get so far, and nobody has that.
like(error_of(
		'CREATE RULE r AS ON INSERT TO objectid_internal.reservation DO ALSO NOTIFY n',
		'guest', 'used'),
	qr/^42501: permission denied for schema objectid_internal/, 'nobody locks the reservation');

# The bound of a table -----------------------------------------------------------------------------

# It says when the oldest transaction of its writers began.
for my $call (
	q{resolved_objectid('made')}, q{resolved_uuid_v7('made', key => 'v7')},
	q{resolved_number('made', key => 'serial')}, q{resolved_timestamp('made')})
{
	is(error_of("SELECT $call", 'guest', 'used'),
		'42501: permission denied for table made', "$call: who may not read has no bound");
	is(error_of("BEGIN; SELECT $call; SET LOCAL ROLE guest; SELECT $call", undef, 'used'),
		'42501: permission denied for table made', "$call: nor that of somebody else");
	sql_in('used',
		'GRANT SELECT (number) ON made TO guest; GRANT USAGE ON made_serial_seq TO guest');
	is(error_of("SELECT $call", 'guest', 'used'), 'none', "$call: who may read a column has one");
	sql_in('used', 'REVOKE SELECT (number) ON made FROM guest');
}

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

# Whoever owns the schema of a table of counters can rename it while a number is taken, and put a
# view there under its name, whose functions would run with the rights of the caller. Here the
# caller waits when the query is looked up, until that has happened.
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
CREATE TABLE exchanged.counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
ALTER SCHEMA exchanged OWNER TO renames;
CREATE FUNCTION spring(text) RETURNS text LANGUAGE plpgsql IMMUTABLE
	AS $$ BEGIN RAISE EXCEPTION 'sprung as %', current_user; END $$});
	my $takes = $node->background_psql('postgres', on_error_stop => 0);
	my $take = q{SELECT counter_next(}
	  . sql(q{SELECT 'exchanged.counter'::regclass::oid}) . q{, 'one')};
	$takes->query_safe("$take; LOAD '$module'");
	my $renames = $node->background_psql('postgres', extra_params => [ '-U', 'renames' ]);
	$renames->query_safe(q{SELECT pg_advisory_lock(1)});
	sql('ALTER TABLE exchanged.counter SET (fillfactor = 50)'); # the statement is planned again
	$takes->query_until(qr/asked/, "\\echo asked\n$take;\n");
	$node->poll_query_until('postgres',
		q{SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)});
	$renames->query_safe(q{BEGIN; ALTER SCHEMA exchanged RENAME TO hidden; CREATE SCHEMA exchanged;
CREATE VIEW exchanged.counter AS
	SELECT spring('one') AS name, 0 AS shard, 1 AS shards, 1::bigint AS next, 9::bigint AS last;
GRANT ALL ON SCHEMA exchanged TO PUBLIC; GRANT ALL ON exchanged.counter TO PUBLIC; COMMIT;
SELECT pg_advisory_unlock(1)});
	$takes->query('');
	like($takes->{stderr}, qr/ERROR:  another relation has taken the name of table "counter"/,
		'no other relation is read, nor its functions called');
	$renames->quit;
	$takes->quit;
}

# What is run -------------------------------------------------------------------------------------

# Each text that a function has analysed names, besides pg_catalog, the one table that it is about.
SKIP:
{
	my $module = compiled('texts', <<'EOC') // skip 'no C compiler', 3;
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
CREATE EXTENSION objectid; CREATE SCHEMA app;
CREATE TABLE app.counter (
	name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
CREATE TABLE app.followed (id objectid PRIMARY KEY DEFAULT gen_objectid(),
	v7 uuid UNIQUE DEFAULT uuid_v7(), number bigserial UNIQUE,
	changed timestamptz DEFAULT clock_timestamp())});
	my @calls = (
		(map { "resolved_$_('app.followed')" } qw(objectid uuid_v7 number timestamp)),
		(map { "counter_$_" } q{create('app.counter', 'one')}, q{next('app.counter', 'one')},
			q{take('app.counter', 'one', 3)}, q{create('app.counter', 'two', 2, 3)},
			q{take('app.counter', 'two', 1)}, (q{take('app.counter', 'two', 3)}) x 2,
			q{next('app.counter', 'three')}, q{drop('app.counter', 'one')}));
	my $errors;
	$node->psql('texts', join(";\n", "LOAD '$module'", map { "/* ours */ SELECT $_" } @calls),
		stderr => \$errors, on_error_stop => 0);
	unlike($errors, qr/ERROR(?!:  counter "two" is exhausted)/, 'they run');
	my %texts = map { $_ => 1 } $errors =~ /analysed \{(.*?)\}$/msg;
	cmp_ok(scalar keys %texts, '>', 7, scalar(keys %texts) . ' texts are analysed');
	my @wrong;
	for (sort keys %texts)
	{
		my %names = map { $_ => 1 } /\b(\w+\.\w+)/g;
		delete @names{ grep { /^(?:pg_catalog|excluded|[ct])\./ } keys %names };
		push @wrong, $_ if join(' ', keys %names) !~ /^app\.(?:counter|followed)$/;
	}
	is("@wrong", '', 'and name nothing but pg_catalog and one table');
}

$node->stop;
done_testing();

# Nothing of ours runs what somebody else planted, leaks past row security, or shows secrets.
# SPDX-License-Identifier: PostgreSQL
use strict;
use warnings;

use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = PostgreSQL::Test::Cluster->new('main');
$node->init;
$node->start;
$node->safe_psql(
	'postgres', q{
CREATE ROLE owner LOGIN;
CREATE ROLE attacker LOGIN;
CREATE ROLE guest LOGIN;
});

# A schema full of traps: for each name, functions and operators that fit the argument types in use
# better than those of pg_catalog, wherever pg_catalog has no exact match. Calling one is an error.
my $traps = q{
CREATE SCHEMA IF NOT EXISTS evil;
SET search_path = pg_catalog;
CREATE FUNCTION evil.sprung(what text) RETURNS void LANGUAGE plpgsql AS
	$$ BEGIN RAISE EXCEPTION 'trap % sprung by %', what, current_user; END $$;
DO $$
DECLARE
	types regtype[] := '{smallint,integer,bigint,numeric,text,varchar,name,oid,regclass,boolean,
		uuid,timestamptz,jsonb,bytea,int8range,"\"char\"",double precision}';
	one regtype;
	other regtype;
	name text;
	result text;
	trap text;
BEGIN
	FOREACH name IN ARRAY '{=,<>,<,<=,>,>=,+,-,*,/,%,||,&,|,<<,>>,^,~,!~,~~,<@,@>,->,->>}'::text[] LOOP
		result := CASE WHEN name IN ('=', '<>', '<', '<=', '>', '>=', '~', '!~', '~~', '<@', '@>') THEN 'boolean' END;
		FOREACH one IN ARRAY types LOOP
			FOREACH other IN ARRAY types LOOP
				CONTINUE WHEN result IS NULL AND NOT (one IN ('smallint', 'integer', 'bigint', 'numeric')
					OR one = other OR name IN ('||', '->', '->>'));
				-- Ours: the script would fail, as it should.
				CONTINUE WHEN one IN ('uuid', 'timestamptz') AND other IN ('uuid', 'timestamptz') AND one <> other AND name ~ '[<>]';
				trap := format('%s %s %s', one, name, other);
				EXECUTE format('CREATE FUNCTION evil.%I(%s, %s) RETURNS %s LANGUAGE plpgsql AS %L', trap, one, other,
					coalesce(result, one::text), format('BEGIN PERFORM evil.sprung(%L); END', trap));
				EXECUTE format('CREATE OPERATOR evil.%s (FUNCTION = evil.%I, LEFTARG = %s, RIGHTARG = %s)',
					name, trap, one, other);
			END LOOP;
		END LOOP;
	END LOOP;
END $$;
-- Every function of pg_catalog with up to three arguments, in all ways that a caller could mean it.
DO $$
DECLARE
	item record;
	one regtype;
	other regtype;
	types regtype[] := '{integer,bigint,numeric,text,name,oid,regclass,int8range}';
BEGIN
	FOR item IN
		SELECT DISTINCT proname FROM pg_proc
		WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ('{abs,aclexplode,array_agg,array_to_string,btequalimage,
			cardinality,coalesce,concat_ws,count,current_setting,floor,format,format_type,generate_series,hashtext,
			int8range,jsonb_build_object,jsonb_populate_record,lower,upper,max,min,mod,nextval,now,nullif,obj_description,
			pg_advisory_xact_lock,pg_backend_pid,pg_current_xact_id,pg_extension_config_dump,pg_get_constraintdef,pg_get_expr,
			pg_get_indexdef,pg_get_userbyid,pg_get_viewdef,pg_has_role,pg_partition_root,pg_try_advisory_xact_lock,power,
			quote_ident,quote_literal,random,round,set_config,string_agg,substring,sum,timestamptz,to_char,tstzrange,unnest}')
	LOOP
		FOREACH one IN ARRAY types LOOP
			EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS text LANGUAGE plpgsql AS %L', item.proname, one,
				format('BEGIN PERFORM evil.sprung(%L); END', item.proname));
			FOREACH other IN ARRAY types LOOP
				EXECUTE format('CREATE FUNCTION evil.%I(%s, %s) RETURNS text LANGUAGE plpgsql AS %L', item.proname, one, other,
					format('BEGIN PERFORM evil.sprung(%L); END', item.proname));
			END LOOP;
		END LOOP;
		EXECUTE format('CREATE FUNCTION evil.%I() RETURNS text LANGUAGE plpgsql AS %L', item.proname,
			format('BEGIN PERFORM evil.sprung(%L); END', item.proname));
		FOR i IN 1 .. 3 LOOP
			EXECUTE format('CREATE FUNCTION evil.%I(text, %s) RETURNS text LANGUAGE plpgsql AS %L', item.proname,
				concat_ws(', ', VARIADIC array_fill('text'::text, ARRAY[i + 1])),
				format('BEGIN PERFORM evil.sprung(%L); END', item.proname));
		END LOOP;
	END LOOP;
END $$;
CREATE TABLE evil.pg_class (trap int);
CREATE TABLE evil.pg_proc (trap int);
CREATE TABLE evil.pg_trigger (trap int);
CREATE TABLE evil.pg_attribute (trap int);
CREATE TABLE evil.pg_locks (trap int);
RESET search_path;
};

# What can be planted only once the type is there: the same for objectid, and functions that take anything.
sub traps_of
{
	my ($type) = @_;
	return qq{
SET search_path = pg_catalog;
DO \$\$
DECLARE
	item record;
BEGIN
	FOR item IN
		SELECT name, one, other, format('%s %s %s', one, name, other) AS trap
		FROM unnest('{=,<>,<,<=,>,>=,||,~,!~,~~,<@,@>}'::text[]) name, unnest('{text,varchar,uuid,bytea,timestamptz,$type,$type\[]}'::regtype[]) one,
			unnest('{text,varchar,uuid,bytea,timestamptz,$type,$type\[]}'::regtype[]) other
		WHERE '$type'::regtype IN (one, other) OR '$type\[]'::regtype IN (one, other)
	LOOP
		BEGIN
			EXECUTE format('CREATE FUNCTION evil.%I(%s, %s) RETURNS boolean LANGUAGE plpgsql AS %L', item.trap, item.one, item.other,
				format('BEGIN PERFORM evil.sprung(%L); END', item.trap));
			EXECUTE format('CREATE OPERATOR evil.%s (FUNCTION = evil.%I, LEFTARG = %s, RIGHTARG = %s)', item.name, item.trap, item.one, item.other);
		EXCEPTION WHEN duplicate_function THEN NULL; -- the extension's own
		END;
	END LOOP;
	FOR item IN
		SELECT name, type FROM unnest('{lower,upper,length,substr,left,md5,encode,btrim,count,min,max,format,concat,text,bytea,hashtext}'::text[]) name,
			unnest('{$type,$type\[],anyelement,anyarray}'::regtype[]) type
	LOOP
		BEGIN
			EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS text LANGUAGE plpgsql IMMUTABLE AS %L', item.name, item.type,
				format('BEGIN PERFORM evil.sprung(%L); END', item.name));
			EXECUTE format('CREATE FUNCTION evil.%I(%s, text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS %L', item.name, item.type,
				format('BEGIN PERFORM evil.sprung(%L); END', item.name));
		EXCEPTION WHEN duplicate_function OR invalid_function_definition THEN NULL;
		END;
	END LOOP;
END \$\$;
RESET search_path;
};
}

# Installed into a schema where somebody else planted objects ----------------------------------------
#
# The script runs as the bootstrap superuser, with that schema in its path: whatever it names without
# being exact could be the other's. A capture is an error of the script, or a dependency.

$node->safe_psql(
	'postgres', qq{
CREATE DATABASE planted OWNER owner;
\\c planted
$traps
ALTER SCHEMA evil OWNER TO attacker;
GRANT USAGE, CREATE ON SCHEMA evil TO owner});
my ($ret, $out, $err) =
  $node->psql('planted', 'CREATE EXTENSION objectid SCHEMA evil', extra_params => [ '-U', 'owner' ]);
is($err, '', 'the installation springs no trap in its schema');
is( $node->safe_psql(
		'planted', q{
WITH member AS (
	SELECT classid, objid FROM pg_depend
	WHERE deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid'))
SELECT string_agg(DISTINCT format('%s uses %s', pg_describe_object(d.classid, d.objid, d.objsubid),
	pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid)), E'\n')
FROM pg_depend d JOIN member m USING (classid, objid)
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass)
	AND (d.refclassid, d.refobjid) NOT IN (SELECT classid, objid FROM member)
	AND pg_describe_object(d.refclassid, d.refobjid, 0) ~ 'evil'}),
	'',
	'nothing of ours was bound to what was planted there');

# What turns a column into objectid ---------------------------------------------------------------------
#
# Expressions are read again with that schema in the path. Here all belongs to the role that runs it; test/t/042_conversion.pl
# has what others hang on its tables.

$node->safe_psql('planted', traps_of('evil.objectid'));

# Runs what is returned for a column
sub convert
{
	my ($database, $schema, $table, $column) = @_;
	return ($node->psql($database, "SELECT $schema.objectid_conversion('$table', '$column') \\gexec", extra_params => [ '-U', 'owner' ]))[2];
}
my $bound = q{
SELECT count(*) FROM pg_depend d
WHERE d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass) AND pg_describe_object(d.refclassid, d.refobjid, 0) ~ 'evil.*(objectid|any)'
	AND d.classid IN ('pg_rewrite'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass)
	AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e' AND (e.classid, e.objid) = (d.refclassid, d.refobjid))};

$node->safe_psql(
	'planted', q{
SET ROLE owner;
SET search_path = pg_catalog;
CREATE TABLE public.before (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011', other text REFERENCES public.before, n int, CHECK (id <> other));
CREATE INDEX ON public.before (other) WHERE other IS NOT NULL;
CREATE TABLE public.after (id text REFERENCES public.before);
CREATE VIEW public.seen WITH (security_barrier) AS SELECT id, n FROM public.before WHERE other IS NULL OR other <> id;
CREATE MATERIALIZED VIEW public.kept AS SELECT max(n) FROM public.seen JOIN public.after USING (id);
CREATE VIEW public.seen_again AS SELECT id FROM public.seen;
GRANT SELECT ON public.seen TO guest;
COMMENT ON VIEW public.seen IS 'seen';
INSERT INTO public.before VALUES ('5e9e28a4f359185cc03b2651', NULL, 1);
INSERT INTO public.after VALUES ('5e9e28a4f359185cc03b2651');
});
is(convert('planted', 'evil', 'public.before', 'id'), '', 'objectid_conversion springs no trap in its schema');
is($node->safe_psql('planted', q{SELECT pg_typeof(a.id), pg_typeof(v.id) FROM public.after a, public.seen_again v}), 'evil.objectid|evil.objectid', 'and converts');
is($node->safe_psql('planted', $bound), '0', 'with nothing bound to what is not of the extension');

# Each of these is text today, and means what was planted once the column is an objectid.
my %hostile = (
	'a constraint with an operator' => q{ALTER TABLE public.hostile ADD CHECK (id ~ '^[0-9a-f]{24}$')},
	'a constraint with a comparison' => q{ALTER TABLE public.hostile ADD CHECK (id <> 'none')},
	'a constraint with a function' => q{ALTER TABLE public.hostile ADD CHECK (lower(id) = id)},
	'an index on an expression' => q{CREATE INDEX ON public.hostile (lower(id))},
	'an index with a predicate' => q{CREATE INDEX ON public.hostile (n) WHERE id > 'a'},
	'an index that names a function' => q{CREATE FUNCTION evil.named(text) RETURNS text IMMUTABLE LANGUAGE sql RETURN $1; CREATE INDEX ON public.hostile (evil.named(id));
CREATE FUNCTION evil.named(evil.objectid) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.sprung('named'); END $$},
	'a constraint that names a function' => q{CREATE FUNCTION evil.checked(text) RETURNS boolean IMMUTABLE LANGUAGE sql RETURN true;
CREATE FUNCTION evil.checked(evil.objectid) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM evil.sprung('checked'); END $$;
ALTER TABLE public.hostile ADD CHECK (evil.checked(id))},
	'a view with an operator' => q{CREATE VIEW public.hostile_view AS SELECT id || '/' AS path FROM public.hostile},
	'a view with a function' => q{CREATE VIEW public.hostile_view AS SELECT upper(id) FROM public.hostile},
	'a view that compares' => q{CREATE VIEW public.hostile_view AS SELECT n FROM public.hostile WHERE id = ANY ('{a,b}')},
	'a materialized view' => q{CREATE MATERIALIZED VIEW public.hostile_view AS SELECT length(id) FROM public.hostile},
	'an index of a materialized view' => q{CREATE MATERIALIZED VIEW public.hostile_view AS SELECT id FROM public.hostile; CREATE INDEX ON public.hostile_view (md5(id))},
	'a rule' => q{CREATE VIEW public.hostile_view AS SELECT id FROM public.hostile;
CREATE RULE r AS ON INSERT TO public.hostile_view WHERE new.id > 'a' DO INSTEAD INSERT INTO public.hostile VALUES (new.id)},
	'statistics' => q{CREATE STATISTICS public.hostile_statistics ON (lower(id)), (upper(id)) FROM public.hostile});
for my $name (sort keys %hostile)
{
	$node->safe_psql('planted', qq{
DROP TABLE IF EXISTS public.hostile CASCADE;
SET ROLE owner;
CREATE TABLE public.hostile (id text PRIMARY KEY, n int);
INSERT INTO public.hostile VALUES ('5e9e28a4f359185cc03b2651', 1);
$hostile{$name}});
	my $error = convert('planted', 'evil', 'public.hostile', 'id');
	unlike($error, qr/sprung/, "no trap springs: $name");
	like($error, qr/cannot convert columns|does not exist|would change the meaning/, "and the conversion stops: $name");
	is($node->safe_psql('planted', $bound), '0', "and nothing is bound to what was planted: $name");
}

# Used with a hostile search_path --------------------------------------------------------------------

$node->safe_psql(
	'postgres', qq{
CREATE DATABASE used;
\\c used
CREATE EXTENSION objectid;
CREATE TABLE public.made (
	id objectid PRIMARY KEY DEFAULT gen_objectid(), number bigint UNIQUE, v7 uuidv7 DEFAULT uuid_v7());
INSERT INTO made SELECT FROM generate_series(1, 10000);
CREATE TABLE public.before (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011', n int);
CREATE TABLE public.parted (id objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE public.parted_2020 PARTITION OF public.parted FOR VALUES FROM (objectid_min('2020-01-01')) TO (objectid_min('2021-01-01'));
CREATE TABLE public.after (id text REFERENCES public.before);
CREATE VIEW public.seen AS SELECT id FROM public.before;
INSERT INTO before VALUES ('5e9e28a4f359185cc03b2651', 1);
INSERT INTO after VALUES ('5e9e28a4f359185cc03b2651');
ANALYZE made;
$traps} . traps_of('public.objectid'));

# Every function of SQL and PL/pgSQL, and every path of the planner's support functions.
my %use = (
	'counter_create' => q{SELECT counter_create('one'); SELECT counter_create('many', 4, 2, 10)},
	'counter_next' => q{SELECT counter_next('one'); SELECT counter_next('many'); SELECT counter_next('new')},
	'counter_take' => q{SELECT counter_take('one', 5); SELECT counter_take('many', 2); SELECT counter_take('fresh', 3)},
	'counter_drop' => q{SELECT counter_drop('dropped')},
	'digits' => q{INSERT INTO public.made (number) VALUES (permute_digits(7, 6, 'key')), (gen_random_digits(6))},
	'objectid_conversion' => q{SELECT public.objectid_conversion('public.before', 'id') \gexec},
	'partition_statements' => q{SELECT public.partition_statements('public.parted', '1 month', 1, '0 days') \gexec
		SELECT public.partition_statements('public.parted', '1 month', 1, '0 days')},
	'domain' => q{INSERT INTO public.made (v7) VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	'uuid_is_v7' => q{SELECT uuid_is_v7('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')},
	'operator' => q{SELECT FROM public.made WHERE id OPERATOR(public.<) pg_catalog.now() LIMIT 1},
	'stable' => q{EXPLAIN SELECT FROM public.made WHERE id OPERATOR(public.>=) pg_catalog.now()},
	'commuted' => q{SELECT FROM public.made WHERE timestamptz '2020-01-01' OPERATOR(public.>) id},
	'range' => q{SELECT FROM public.made
		WHERE id OPERATOR(public.<@) pg_catalog.tstzrange(timestamptz '2020-01-01', timestamptz '2021-01-01', text '[)')},
	'within' => q{SELECT FROM public.made
		WHERE uuid_v7_within(v7, pg_catalog.tstzrange(timestamptz '2020-01-01', timestamptz '2021-01-01', text '[)'))},
	'join' => q{SELECT FROM public.made m JOIN (VALUES (timestamptz '2020-01-01')) t (t) ON m.id OPERATOR(public.<) t.t},
	'max' => q{SELECT public.max(id) FROM public.made},
	'sort' => q{SELECT id FROM public.made ORDER BY id LIMIT 1});
$node->safe_psql('used', q{SELECT counter_next('dropped')});
for my $name (sort keys %use)
{
	($ret, $out, $err) =
	  $node->psql('used', "SET search_path = evil, pg_catalog, public;\n$use{$name}");
	is($err, '', "with a hostile schema first in the path: $name");
}
is( $node->safe_psql(
		'used', q{
SELECT (SELECT count(*) FROM made WHERE number IS NOT NULL), counter_next('one'), counter_next('fresh'),
	(SELECT string_agg(id::text || pg_typeof(id), ',') FROM after)}),
	'2|7|4|5e9e28a4f359185cc03b2651objectid',
	'and they did what they are for');
is( $node->safe_psql(
		'used', q{
SELECT string_agg(p.oid::regprocedure::text, ', ') FROM pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
	AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'sql') AND prosqlbody IS NULL}),
	'',
	'no function of SQL is text that is read again at each call');

# Rights ----------------------------------------------------------------------------------------------

my $functions = q{pg_depend d JOIN pg_proc p ON p.oid = d.objid
WHERE d.classid = 'pg_proc'::regclass AND d.deptype = 'e' AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')};
is($node->safe_psql('used', "SELECT count(*) FROM $functions AND prosecdef"),
	'0', 'no function is SECURITY DEFINER');
# An immutable or stable function has no state to read. Those of C that are volatile make something
# new, or look who is writing; what they return is an id, a number, a time or rows, and never what is inside of the generator. Counters have a
# table, not a state.
is( $node->safe_psql(
		'used', qq{
SELECT string_agg(format('%s %s', proname, prorettype::regtype), ', ' ORDER BY proname, p.oid::regprocedure::text)
FROM $functions AND provolatile = 'v' AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'c') AND proname NOT LIKE 'counter\\_%'}),
	'gen_objectid objectid, gen_objectid objectid, gen_random_digits bigint, resolved_timestamp timestamp with time zone, '
	  . 'rows_after anyelement, rows_after anyelement, rows_after anyelement, rows_after anyelement, uuid_v6 uuid, uuid_v6 uuid, uuid_v7 uuid, uuid_v7 uuid, '
	  . 'uuid_v7_draft01 uuid, uuid_v8_draft01 uuid',
	'the functions with a state are the generators and those that follow a table, and none shows the random bytes or the counter');
is($node->safe_psql('used', q{SELECT gen_objectid() IS NOT NULL AND count(*) = 0 FROM pg_settings WHERE name ~ '^objectid'}),
	't', 'no parameter of the server is defined');
($ret, $out, $err) = $node->psql('used', 'SELECT counter_next(\'one\')', extra_params => [ '-U', 'guest' ]);
like($err, qr/permission denied for function counter_next/, 'counters are for whom their owner lets');
($ret, $out, $err) = $node->psql('used', 'TABLE objectid_counter', extra_params => [ '-U', 'guest' ]);
like($err, qr/permission denied for table objectid_counter/, 'and so is their table');

# Row security ----------------------------------------------------------------------------------------

$node->safe_psql(
	'used', q{
CREATE TABLE guarded (
	id objectid PRIMARY KEY DEFAULT gen_objectid(), v7 uuid UNIQUE DEFAULT uuid_v7(), who text NOT NULL);
INSERT INTO guarded (id, who) SELECT gen_objectid(timestamptz '2020-01-01' + n * interval '1 hour'), 'guest'
	FROM generate_series(1, 10000) n;
INSERT INTO guarded (id, who) VALUES ('ffffffffffffffffffffffff', 'owner');
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON guarded USING (who = current_user);
GRANT SELECT ON guarded TO guest;
CREATE FUNCTION peek(objectid) RETURNS boolean COST 0.0001 LANGUAGE plpgsql AS
	$$ BEGIN RAISE NOTICE 'peeked at %', $1; RETURN true; END $$;
ANALYZE guarded;
});
my %indexed = (
	q{id = '507f1f77bcf86cd799439011'} => 'guarded_pkey',
	q{id < '507f1f77bcf86cd799439011'} => 'guarded_pkey',
	q{id >= timestamptz '2021-02-01'} => 'guarded_pkey',
	q{id > now() - interval '1 day'} => 'guarded_pkey',
	q{timestamptz '2020-01-02' > id} => 'guarded_pkey',
	q{id <@ tstzrange('2020-02-01', '2020-02-02')} => 'guarded_pkey',
	q{objectid_within(id, tstzrange('2020-02-01', '2020-02-02'))} => 'guarded_pkey',
	q{uuid_v7_within(v7, tstzrange('2020-02-01', '2020-02-02'))} => 'guarded_v7_key');
for my $predicate (sort keys %indexed)
{
	my $plan = $node->safe_psql('used', "EXPLAIN (COSTS OFF) SELECT * FROM guarded WHERE $predicate",
		extra_params => [ '-U', 'guest' ]);
	like($plan, qr/Index (Only )?Scan (using|on) $indexed{$predicate}.*Index Cond/s,
		"under row security an index serves: $predicate");
}
($ret, $out, $err) = $node->psql('used',
	q{SELECT count(*) FROM guarded WHERE peek(id) AND id > timestamptz '2100-01-01'},
	extra_params => [ '-U', 'guest' ]);
is("$out $err", '0 ', 'a function that is not leakproof does not see rows of others');

# A leakproof function has no error that depends on its arguments.
is( $node->safe_psql(
		'used', q{
SELECT count(objectid_internal_before(t)) + count(objectid_internal_until(t)) + count(objectid_internal_since(t)) + count(objectid_internal_after(t))
FROM unnest('{-infinity,4713-01-01 BC,1969-12-31,2106-02-08,294276-12-31 23:59:59.999999,infinity}'::timestamptz[]) t}),
	'24',
	'the ranges of a comparison are without errors');
for my $zone ('UTC', 'Etc/GMT+12', 'Etc/GMT-14')
{
	is( $node->safe_psql(
			'used', qq{
SET timezone = '$zone';
SELECT count(objectid_internal_timestamptz(d)), count(objectid_internal_timestamptz(m))
FROM unnest('{-infinity,4714-11-24 BC,2000-01-01,294276-12-31,294277-01-01,5874897-12-31,infinity}'::date[],
	'{-infinity,4714-11-24 BC,2000-01-01,294276-12-31 23:59:59.999999,infinity}'::timestamp[]) s(d, m)}),
		'7|5',
		"so is a date or timestamp in $zone");
}
is( $node->safe_psql(
		'used', q{
SELECT count(objectid_lower(r)) + count(objectid_upper(r)) + 0 * count(objectid_lower_or_null(r)) + 0 * count(objectid_upper_or_null(r)) + count(uuid_v6_lower(r)) + count(uuid_v6_upper(r))
	+ count(uuid_v7_lower(r)) + count(uuid_v7_upper(r))
FROM (SELECT tstzrange(a, b, i) AS r
	FROM unnest('{NULL,-infinity,4713-01-01 BC,1582-10-14,1969-12-31,2000-01-01}'::timestamptz[]) a,
		unnest('{NULL,2000-01-01,2106-02-08,5236-04-01,10889-08-03,294276-12-31 23:59:59.999999,infinity}'::timestamptz[]) b,
		unnest('{[],[),(],()}'::text[]) i) s}),
	6 * 6 * 7 * 4,
	'nor have those of a range any');

$node->stop;
done_testing();

-- 31_time_predicates.sql, 12_objectid_ops.sql, 90_hidden_names.sql: CREATE EXTENSION changes the
-- meaning of no statement that works without it. An operator or a function beside those of the
-- server that have its name can make literals without a type, parameters and NULL ambiguous, or of
-- another type. Where a type has the name of a function, a call with one literal without a type
-- becomes a cast. What has the name of one of ours in another schema is hidden by it. Printed are
-- the headings, and what is found.
\set ECHO none
\pset format unaligned
\pset tuples_only on

-- In a database of its own, as the extension has to be away for half of the test. It says which
-- names there are to try.
SELECT current_database() AS home \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_objectid_hidden_names;
CREATE DATABASE regress_objectid_hidden_names TEMPLATE template0;
\c regress_objectid_hidden_names
SET client_min_messages = error;
CREATE EXTENSION objectid;
SELECT oid AS extension FROM pg_extension WHERE extname = 'objectid' \gset

CREATE TEMP VIEW member AS
SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND refobjid = :extension AND deptype = 'e';
CREATE TABLE name AS
SELECT DISTINCT 'operator' AS kind, o.oprname::text AS name
FROM member JOIN pg_operator o ON classid = 'pg_operator'::regclass AND objid = o.oid
WHERE EXISTS (SELECT FROM pg_operator s WHERE s.oprname = o.oprname AND s.oid < 16384)
UNION ALL
SELECT DISTINCT 'aggregate', p.proname::text
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
WHERE EXISTS (SELECT FROM pg_proc s WHERE s.proname = p.proname AND s.oid < 16384);
\echo Names that the server has, too
SELECT kind, string_agg(name, ' ' ORDER BY name COLLATE "C")
FROM name GROUP BY kind ORDER BY kind;

-- The functions that take one argument: those of this server, and of others from 15 to 19 and of
-- extensions. Those that this server has not are made here.
CREATE TABLE elsewhere AS
SELECT unnest('{
    any_value,array_reverse,array_shuffle,array_sort,casefold,crc32,crc32c,erf,erfc,error_on_null,
    gamma,json_agg_strict,jsonb_agg_strict,lgamma,pg_basetype,pg_column_toast_chunk_id,
    pg_get_sequence_data,pg_split_walfile_name,pg_stat_get_backend_io,tid_block,tid_offset,
    timestamptz_hash,timezone,to_bin,to_oct,to_regdatabase,to_regtypemod,unicode_assigned,
    uuid_extract_timestamp,uuid_extract_version,uuidv4,uuidv7,xmltext,
    armor,dearmor,gen_random_bytes,gen_salt,pgp_key_id,
    uuid_generate_v1,uuid_generate_v3,uuid_generate_v4,uuid_generate_v5,uuid_generate_v7,
    uuid_timestamptz_to_v7,uuid_v7_to_timestamptz,
    generate_uuidv7,to_uuidv7,to_uuidv7_boundary,uuid_timestamp,uuid_timestamp_micros,uuid_version,
    create_parent,create_reference_table,mongo_fdw_version,unaccent}'::text[]) AS name;
DO $$
DECLARE
    missing text;
BEGIN
    FOR missing IN SELECT name FROM elsewhere WHERE name NOT IN (SELECT proname FROM pg_proc) LOOP
        EXECUTE format('CREATE FUNCTION %I(interval) RETURNS interval RETURN $1', missing);
    END LOOP;
END
$$;
CREATE TABLE called AS
SELECT DISTINCT proname::text AS name
FROM pg_proc
WHERE pronargs > 0 AND pronargs - pronargdefaults <= 1
    AND (oid < 16384 OR proname IN (SELECT name FROM elsewhere));
\echo More than 1000 functions
SELECT count(*) > 1000 FROM called;

\echo Those whose name a type or a table of the extension has
SELECT name
FROM called
WHERE name IN (
    SELECT unnest(ARRAY[typname, relname])
    FROM member
    LEFT JOIN pg_type t ON classid = 'pg_type'::regclass AND t.oid = objid
    LEFT JOIN pg_class c ON classid = 'pg_class'::regclass AND c.oid = objid)
ORDER BY name COLLATE "C";

-- What each of them is tried with: values of a type, and those without one.
CREATE DOMAIN uuid_domain AS uuid;
CREATE TABLE typed AS
SELECT quote_ident('a ' || type) AS operand, type
FROM unnest('{uuid,timestamptz,tstzrange,tstzmultirange,timestamp,tsrange,date,daterange,time,
    timetz,interval,text,varchar,char,name,bytea,jsonb,int4,int8,int8range,numeric,float8,bool,oid,
    regclass,inet,cidr,macaddr,uuid[],timestamptz[],tstzrange[],uuid_domain}'::text[]) type;
SELECT format('CREATE TABLE of_each (%s)', string_agg(operand || ' ' || type, ', ')) FROM typed
\gexec
CREATE TABLE untyped AS
SELECT quote_nullable(literal) AS operand
FROM unnest(ARRAY['01a19467-e800-7000-8000-000000000000', '2026-01-01 05:00', 'infinity',
    '[2026-01-01 05:00,2026-01-01 06:00)', '{}', '4d88e15b60f486e428412dc9', '7', 'x',
    NULL]) literal
UNION ALL SELECT '$1';

CREATE TABLE expression AS
SELECT replace(form, 'OP', name) AS expression
FROM name, (
    SELECT format('%s OP %s', t.operand, u.operand) FROM typed t, untyped u
    UNION ALL SELECT format('%s OP %s', u.operand, t.operand) FROM typed t, untyped u
    UNION ALL SELECT format('%s OP %s', a.operand, b.operand) FROM typed a, typed b
    UNION ALL SELECT format('%s OP %s', a.operand, b.operand) FROM untyped a, untyped b
    UNION ALL SELECT format('%s OP ANY (ARRAY[%s])', t.operand, u.operand) FROM typed t, untyped u
    UNION ALL SELECT format('%s OP ANY (%s)', t.operand, u.operand) FROM typed t, untyped u
    UNION ALL SELECT format('(%s, 1) OP (%s, 2)', t.operand, u.operand) FROM typed t, untyped u
    UNION ALL SELECT format('%s OP (SELECT %s)', t.operand, u.operand) FROM typed t, untyped u
    ) s (form)
WHERE kind = 'operator'
UNION ALL
SELECT format(form, t.operand, u.operand)
FROM unnest('{%s BETWEEN %s AND NULL,%s IN (%s),%s IS DISTINCT FROM %s,"NULLIF(%s, %s)",
    "GREATEST(%s, %s)"}'::text[]) form, typed t, untyped u
UNION ALL
SELECT format('%s(%s) FILTER (WHERE "a int4" > 0)', name, operand)
FROM name, (SELECT operand FROM typed UNION ALL TABLE untyped) s
WHERE kind = 'aggregate'
UNION ALL
SELECT format('%I(%s)', name, operand)
FROM called, (VALUES ('NULL'), ('$1')) s (operand);
\echo More than 10000 expressions
SELECT count(*) > 10000 FROM expression;

-- What an expression means: as the server writes it, types included; for one with a parameter, its
-- type. Or the error.
CREATE FUNCTION meaning(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
    result text;
BEGIN
    IF position('$1' IN expression) > 0 THEN
        EXECUTE format('PREPARE tried AS SELECT %s FROM of_each', expression);
        SELECT parameter_types::text INTO result FROM pg_prepared_statements WHERE name = 'tried';
        DEALLOCATE tried;
        RETURN result;
    END IF;
    EXECUTE format('EXPLAIN (VERBOSE, FORMAT JSON) SELECT %s FROM of_each', expression) INTO plan;
    RETURN plan #>> '{0,Plan,Output}';
EXCEPTION WHEN others THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END
$$;

DROP EXTENSION objectid;
CREATE TABLE works AS
SELECT expression, meaning
FROM expression, meaning(expression)
WHERE meaning !~ '^[0-9A-Z]{5} ';
\echo More than 1000 of which work without the extension
SELECT count(*) > 1000 FROM works;
CREATE EXTENSION objectid;
\echo and become another one with it
SELECT expression, works.meaning, becomes
FROM works, meaning(expression) becomes
WHERE becomes <> works.meaning
ORDER BY expression COLLATE "C";

-- What would be hidden ----------------------------------------------------------------------------

DROP EXTENSION objectid;
-- What CREATE EXTENSION says beside something of another schema: the detail, or the error if that
-- is another one; 'none' if there is none.
CREATE FUNCTION hidden(statements text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE statements;
    CREATE EXTENSION objectid;
    RAISE SQLSTATE 'NONE0';
EXCEPTION WHEN others THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN CASE SQLSTATE WHEN 'NONE0' THEN 'none' WHEN '42710' THEN detail
        ELSE SQLSTATE || ' ' || SQLERRM END;
END
$$;
CREATE FUNCTION of_times(uuid, timestamptz) RETURNS boolean RETURN true;
CREATE SCHEMA app;

\echo Each of these is named, whatever its schema is, and whether search_path has it or not
SELECT split_part(statements, E'\n', 1), replace(hidden(statements), E'\n', ', ')
FROM unnest(ARRAY[
    'CREATE FUNCTION uuid_v7() RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION app.uuid_v7() RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION uuid_v7(bigint) RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION uuid_v7(int, int DEFAULT 1) RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION uuid_v7(VARIADIC text[]) RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION counter_create(regclass, text) RETURNS int RETURN 1',
    'CREATE AGGREGATE objectid_timestamp(bigint) (SFUNC = int8pl, STYPE = bigint)',
    $$CREATE PROCEDURE gen_objectid() LANGUAGE sql AS ''$$,
    'CREATE PROCEDURE gen_objectid(OUT int) BEGIN ATOMIC SELECT 1; END',
    'CREATE FUNCTION objectid(text, int DEFAULT 1) RETURNS text RETURN $1',
    'CREATE OPERATOR < (FUNCTION = of_times, LEFTARG = uuid, RIGHTARG = timestamptz)',
    'CREATE FUNCTION of_timestamps(uuid, timestamp) RETURNS boolean RETURN true;
        CREATE OPERATOR app.< (FUNCTION = of_timestamps, LEFTARG = uuid, RIGHTARG = timestamp)',
    'CREATE OPERATOR <# (FUNCTION = timestamp_lt, LEFTARG = timestamp, RIGHTARG = timestamp)',
    'CREATE OPERATOR <# (FUNCTION = time_lt, LEFTARG = time, RIGHTARG = time)',
    'CREATE FUNCTION of_all(anyelement, timestamptz) RETURNS boolean LANGUAGE sql
            AS ''SELECT true'';
        CREATE OPERATOR > (FUNCTION = of_all, LEFTARG = anyelement, RIGHTARG = timestamptz)',
    'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT;
        CREATE CAST (text AS timestamptz) WITH INOUT AS IMPLICIT',
    'CREATE TYPE ulid;
        CREATE FUNCTION ulid_in(cstring) RETURNS ulid LANGUAGE internal STRICT AS ''uuid_in'';
        CREATE FUNCTION ulid_out(ulid) RETURNS cstring LANGUAGE internal STRICT AS ''uuid_out'';
        CREATE TYPE ulid (INPUT = ulid_in, OUTPUT = ulid_out, INTERNALLENGTH = 16, LIKE = uuid);
        CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean LANGUAGE internal AS ''uuid_lt'';
        CREATE OPERATOR < (FUNCTION = ulid_lt, LEFTARG = ulid, RIGHTARG = ulid);
        CREATE CAST (uuid AS ulid) WITH INOUT AS IMPLICIT;
        CREATE CAST (date AS ulid) WITH INOUT AS IMPLICIT',
    'CREATE CAST (uuid AS text) WITH INOUT AS IMPLICIT;
        CREATE CAST (timestamp AS text) WITH INOUT AS IMPLICIT',
    'CREATE TYPE objectid', 'CREATE DOMAIN app.objectid AS text',
    'CREATE TYPE objectid AS (a int)', 'CREATE DOMAIN _objectid AS text',
    'CREATE TABLE objectid (a int)', 'CREATE TABLE app._objectid (a int)',
    'CREATE DOMAIN id AS uuid; CREATE DOMAIN app.uuid_is_v7 AS id',
    'CREATE DOMAIN objectid_min AS text', 'CREATE DOMAIN uuid_v7_draft01 AS int',
    'CREATE TYPE uuid_v7_timestamp AS ENUM (''a'');
        CREATE CAST (uuid AS uuid_v7_timestamp) WITH INOUT',
    'CREATE VIEW objectid AS SELECT 1 AS a',
    'CREATE SCHEMA "Ü.""x"; CREATE TABLE "Ü.""x".objectid (a int);
        CREATE FUNCTION "Ü.""x".uuid_v7() RETURNS int RETURN 1; CREATE DOMAIN objectid AS text',
    'CREATE SCHEMA objectid_internal']) AS statements;
\echo None of these is
SELECT statements, hidden
FROM unnest(ARRAY[
    'SELECT',
    'CREATE FUNCTION uuid_v7(int, int) RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION uuid_v7(int, int, int DEFAULT 1) RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION counter_create() RETURNS int RETURN 1',
    'CREATE FUNCTION "UUID_V7"() RETURNS uuid RETURN gen_random_uuid()',
    'CREATE FUNCTION pg_temp.uuid_v7() RETURNS uuid RETURN gen_random_uuid()',
    'CREATE OPERATOR pg_temp.< (FUNCTION = of_times, LEFTARG = uuid, RIGHTARG = timestamptz)',
    'CREATE PROCEDURE uuid_v7(int, int, OUT int) BEGIN ATOMIC SELECT 1; END',
    'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
    'CREATE FUNCTION of_all(anyelement, anyelement) RETURNS boolean LANGUAGE sql AS ''SELECT true'';
        CREATE OPERATOR > (FUNCTION = of_all, LEFTARG = anyelement, RIGHTARG = anyelement)',
    'CREATE CAST (uuid AS json) WITH INOUT AS IMPLICIT;
        CREATE CAST (date AS json) WITH INOUT AS IMPLICIT',
    'CREATE FUNCTION objectid(int, int) RETURNS int RETURN 1',
    -- functions that the server has, of a type of somebody's, as citext has them
    $$CREATE TYPE mine AS ENUM ('a'); CREATE FUNCTION first(mine, mine) RETURNS mine RETURN $1;
        CREATE AGGREGATE min(mine) (SFUNC = first, STYPE = mine);
        CREATE AGGREGATE max(mine) (SFUNC = first, STYPE = mine)$$,
    'CREATE OPERATOR <<< (FUNCTION = of_times, LEFTARG = uuid, RIGHTARG = timestamptz)',
    'CREATE FUNCTION of_dates(uuid, date) RETURNS boolean RETURN true;
        CREATE OPERATOR < (FUNCTION = of_dates, LEFTARG = uuid, RIGHTARG = date)',
    'CREATE TEMP TABLE objectid (a int)', 'CREATE DOMAIN pg_temp.objectid AS text',
    'CREATE TABLE t (objectid int); CREATE INDEX objectid ON t (objectid)',
    'CREATE DOMAIN uuid_v7 AS uuid',
    'CREATE TYPE uuid_v7_draft01 AS (a int)', 'CREATE TYPE uuid_v7_draft01',
    'CREATE OPERATOR <# (FUNCTION = numeric_uminus, RIGHTARG = numeric)']) AS statements,
    hidden(statements)
WHERE hidden <> 'none';

\echo With the statements of the hint it succeeds, and what uses a function or a type follows it
CREATE SCHEMA "it's";
CREATE DOMAIN objectid AS text;
CREATE TABLE "it's"."_objectid" (a int);
CREATE OPERATOR "it's".< (FUNCTION = of_times, LEFTARG = uuid, RIGHTARG = timestamptz);
CREATE FUNCTION "it's".uuid_v7() RETURNS uuid RETURN gen_random_uuid();
CREATE AGGREGATE uuid_v7(bigint) (SFUNC = int8pl, STYPE = bigint);
CREATE PROCEDURE gen_objectid() BEGIN ATOMIC END;
CREATE TABLE made (id uuid DEFAULT "it's".uuid_v7(), other objectid);
\set SHOW_CONTEXT never
CREATE EXTENSION objectid;
CREATE FUNCTION hint() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    CREATE EXTENSION objectid;
EXCEPTION WHEN duplicate_object THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN hint;
END
$$;
-- With names in quotes it finds the same.
SET quote_all_identifiers = on;
SELECT regexp_split_to_table(hint(), '\n') OFFSET 1 \gexec
CREATE EXTENSION objectid;
SHOW quote_all_identifiers;
RESET quote_all_identifiers;
INSERT INTO made DEFAULT VALUES;
SELECT id IS NOT NULL, pg_typeof(other) FROM made;

\c :home
DROP DATABASE regress_objectid_hidden_names;

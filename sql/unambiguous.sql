-- 31_time_predicates.sql, 12_objectid_ops.sql: CREATE EXTENSION changes the meaning of no statement
-- that works without it. An operator or a function beside those of the server that have its name
-- can make literals without a type, parameters and NULL ambiguous, or of another type. Where a type
-- has the name of a function, a call with one literal without a type becomes a cast.

-- In a database of its own, as the extension has to be away for half of the test. It says which
-- names there are to try.
SELECT current_database() AS home \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_objectid_unambiguous;
CREATE DATABASE regress_objectid_unambiguous TEMPLATE template0;
\c regress_objectid_unambiguous
SET client_min_messages = error;
CREATE EXTENSION objectid;
SELECT oid AS extension FROM pg_extension WHERE extname = 'objectid' \gset

CREATE TABLE name AS
SELECT DISTINCT 'operator' AS kind, o.oprname::text AS name
FROM pg_depend d
JOIN pg_operator o ON d.classid = 'pg_operator'::regclass AND d.objid = o.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = :extension AND d.deptype = 'e'
    AND EXISTS (SELECT FROM pg_operator s WHERE s.oprname = o.oprname AND s.oid < 16384)
UNION ALL
SELECT DISTINCT 'aggregate', p.proname::text
FROM pg_depend d
JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = :extension AND d.deptype = 'e'
    AND EXISTS (SELECT FROM pg_proc s WHERE s.proname = p.proname AND s.oid < 16384);
SELECT kind, string_agg(name, ' ' ORDER BY name COLLATE "C") AS names
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
SELECT count(*) > 1000 AS many FROM called;

-- Those whose name a type or a table of the extension has: none
SELECT name
FROM called
WHERE name IN (
    SELECT unnest(ARRAY[typname, relname])
    FROM pg_depend
    LEFT JOIN pg_type t ON classid = 'pg_type'::regclass AND t.oid = objid
    LEFT JOIN pg_class c ON classid = 'pg_class'::regclass AND c.oid = objid
    WHERE refclassid = 'pg_extension'::regclass AND refobjid = :extension)
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
SELECT count(*) > 10000 AS many FROM expression;

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

-- Without the extension and with it.
DROP EXTENSION objectid;
CREATE TABLE works AS
SELECT expression, meaning
FROM expression, meaning(expression)
WHERE meaning !~ '^[0-9A-Z]{5} ';
SELECT count(*) > 1000 AS many FROM works;
CREATE EXTENSION objectid;
SELECT expression, works.meaning AS was, becomes
FROM works, meaning(expression) becomes
WHERE becomes <> works.meaning
ORDER BY expression COLLATE "C";

\c :home
DROP DATABASE regress_objectid_unambiguous;

-- The expressions that make values of types from plain JSON.
-- SPDX-License-Identifier: PostgreSQL

-- Rows are compared in another time zone than they are made in. (To set a search_path, which is not
-- needed here, would cost half as much again.)
CREATE FUNCTION migration.time_in_utc(text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET "TimeZone" = 'UTC' AS $$
BEGIN
    RETURN $1::pg_catalog.timestamptz;
END
$$;
COMMENT ON FUNCTION migration.time_in_utc(text) IS 'a time, in UTC where the text names no zone';

CREATE FUNCTION migration.reading(type text, value text, text_value text DEFAULT NULL,
    types text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    is_array boolean := type LIKE '%[]';
    element text := regexp_replace(type, '\[\]$', '');
    plain text := CASE WHEN is_array THEN 'e.value'
        ELSE coalesce(text_value, format('(%s #>> ''{}''::text[])', value)) END;
BEGIN
    IF type = 'jsonb' THEN
        RETURN value;
    ELSIF element = 'objectid' THEN
        plain := plain || '::' || migration.extension() || '.objectid';
    ELSIF to_regtype(element) = 'timestamptz'::regtype THEN
        -- What was no text names its zone.
        plain := CASE WHEN types IN ('date', 'timestamp') THEN plain
            ELSE format('migration.time_in_utc(%s)', plain) END || '::' || element;
    ELSIF element IN ('boolean', 'uuid', 'bytea', 'timestamp', 'date', 'numeric',
            'double precision', 'float8', 'real') THEN
        plain := plain || '::' || element;
    ELSIF element IN ('integer', 'int', 'int4', 'bigint', 'int8', 'smallint', 'int2') THEN
        -- 4.0 is 4, and 4.5 an error.
        plain := format('pg_catalog.regexp_replace(%s, ''[.]0+$'', '''')::%s', plain, element);
    ELSIF element NOT IN ('text', 'jsonb') THEN
        -- As input, unlike a cast, which cuts off what is longer than varchar(3).
        RETURN format('(SELECT r.value FROM pg_catalog.jsonb_to_record('
            'pg_catalog.jsonb_build_object(''value'', %s)) AS r(value %s))', value, type);
    END IF;
    IF is_array THEN
        RETURN format('CASE WHEN %s IS NOT NULL THEN ARRAY('
            'SELECT %s FROM pg_catalog.jsonb_array_elements%s(%1$s) AS e(value)) END',
            value, plain, CASE WHEN element <> 'jsonb' THEN '_text' END);
    END IF;
    RETURN plain;
END
$$;
COMMENT ON FUNCTION migration.reading(text, text, text, text) IS
    'the expression that makes a value of a type from an expression of jsonb, or of its text, for '
    'values of MongoDB''s types';

CREATE FUNCTION migration.type_name(type text, types_from text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found regtype;
BEGIN
    -- What reads as a type is printed as it is, but not a comment, which would go on.
    IF type IS NULL OR type LIKE '%--%' THEN
        RETURN NULL;
    ELSIF type IN ('table', 'columns', 'objectid', 'objectid[]') THEN
        RETURN type;
    END IF;
    found := to_regtype(type);
    IF found IS NULL THEN
        -- Nothing is run in this search_path but the look-up.
        PERFORM pg_catalog.set_config('search_path', coalesce(types_from, ''), true);
        found := pg_catalog.to_regtype(type);
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        type := regexp_replace(found::text, '(\[\])?$',
            coalesce(substring(type FROM '\(.*\)'), '') || '\1');
    END IF;
    PERFORM migration.trusted(n.nspname)
    FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid = found;
    RETURN type;
EXCEPTION WHEN syntax_error THEN
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION migration.type_name(text, text) IS
    'a type, with its schema where it has to be found in a search_path; NULL if there is none';

CREATE FUNCTION migration.declared(type text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN type IN ('objectid', 'objectid[]')
        THEN migration.extension() || '.' || type ELSE type END
$$;
COMMENT ON FUNCTION migration.declared(text) IS 'a type as CREATE TABLE has it';

CREATE FUNCTION migration.equals(type text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN type = 'objectid'
        THEN format('OPERATOR(%s.=)', migration.extension()) ELSE 'OPERATOR(pg_catalog.=)' END
$$;
COMMENT ON FUNCTION migration.equals(text) IS 'the operator that compares two keys of a type';

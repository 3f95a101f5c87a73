-- The expressions that make values of types from plain JSON.
-- SPDX-License-Identifier: PostgreSQL

-- Tools with a window export text that has values as MongoDB's shells write them, old and new.
CREATE FUNCTION migration.shell_type(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN m[1] IN ('ISODate', 'Date')
            AND m[3] ~ '^\d{4}-[01]\d-[0-3]\d([T ][0-9:.]+(Z|[+-]\d\d:?\d\d)?)?$' THEN 'shell date'
        WHEN m[1] = 'ObjectId' AND m[3] ~ '^[0-9A-Fa-f]{24}$' THEN 'shell objectId'
        WHEN m[1] IN ('NumberInt', 'Int32') AND m[3] ~ '^-?\d{1,10}$' THEN 'shell int'
        WHEN m[1] IN ('NumberLong', 'Long') AND m[3] ~ '^-?\d{1,19}$' THEN 'shell long'
        WHEN m[1] IN ('NumberDecimal', 'Decimal128')
            AND m[3] ~ '^-?\d+([.]\d+)?([Ee][-+]?\d+)?$' THEN 'shell decimal'
        WHEN m[1] = 'UUID' AND replace(m[3], '-', '') ~ '^[0-9A-Fa-f]{32}$' THEN 'shell binData 4'
    END
    FROM regexp_match($1, '^(?:new )?([A-Z]\w+)\((["'']?)([^()]*)\2\)$') AS m;
END;
COMMENT ON FUNCTION migration.shell_type(text) IS
    'the type of a value that a text has as MongoDB''s shell writes it, such as ''shell date''';

CREATE FUNCTION migration.of_shell(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN right($1, 1) = ')' THEN regexp_replace($1,
        '^(?:new )?(?:ISODate|Date|ObjectId|NumberInt|Int32|NumberLong|Long|NumberDecimal'
        '|Decimal128|UUID)\((["'']?)([^()]*)\1\)$', '\2') ELSE $1 END;
END;
COMMENT ON FUNCTION migration.of_shell(text) IS
    'the text of a value that a text has as MongoDB''s shell writes it, or else the text';

CREATE FUNCTION migration.json_of_text(text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF $1 ~ '^\s*[[{]' THEN
        RETURN $1::jsonb;
    END IF;
    RETURN to_jsonb($1);
EXCEPTION WHEN data_exception THEN
    RETURN to_jsonb($1);
END
$$;
COMMENT ON FUNCTION migration.json_of_text(text) IS
    'the object or array that a text is, or else the text';

-- Of GMT+0200 or GMT+2, which JavaScript writes, PostgreSQL takes the sign as POSIX has it, which
-- is the opposite. What depends on the day on which it is read is no time, nor is what would be
-- rounded, up to the next day, nor what MongoDB has no date for.
CREATE FUNCTION migration.time_as_text(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN $1 ~* '\m(now|today|tomorrow|yesterday|infinity)\M' THEN $1 || ' (no fixed time)'
        WHEN $1 ~ '[.,]\d{6}\d*[1-9]' THEN $1 || ' (fractions of a microsecond)'
        ELSE regexp_replace(migration.of_shell($1),
            '(?<![\w/])(GMT|UTC)([+-]\d\d?(:?\d\d)?)( \([^()]*\))?$', '\2') END;
END;
COMMENT ON FUNCTION migration.time_as_text(text) IS 'a time as PostgreSQL reads it, or no time';

-- The same for everybody, whatever the settings are. (To set a search_path, which is not needed
-- here, would cost half as much again.)
CREATE FUNCTION migration.time_in_utc(text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO, MDY' AS $$
BEGIN
    RETURN migration.time_as_text($1)::pg_catalog.timestamptz;
END
$$;
COMMENT ON FUNCTION migration.time_in_utc(text) IS
    'a time, in UTC where the text names no zone, the month before the day in 02/03/2000';

CREATE FUNCTION migration.time_in_utc_day_first(text) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO, DMY' AS $$
BEGIN
    RETURN migration.time_as_text($1)::pg_catalog.timestamptz;
END
$$;
COMMENT ON FUNCTION migration.time_in_utc_day_first(text) IS
    'a time, in UTC where the text names no zone, the day before the month in 02/03/2000';

-- What a plan says of a type: its name, after which may stand in which order day and month are
-- read, or 'table' or 'columns'.
CREATE FUNCTION migration.find_type(type text, types_from text) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
DECLARE
    day_or_month text := substring(type FROM '\s(DMY|MDY)\s*$');
    name text := regexp_replace(type, '\s+(DMY|MDY)\s*$', '');
    modifier text := substring(name
        FROM '(\([\w .,+-]*\))(?: with(?:out)? time zone)?(?:\s*\[\d*\])*\s*$');
    found regtype;
    result jsonb;
BEGIN
    -- What reads as a type is printed as it is, but not a comment, which would go on.
    IF name IS NULL OR name LIKE '%--%' THEN
        RETURN NULL;
    ELSIF type IN ('table', 'columns') THEN
        RETURN jsonb_build_object('name', type);
    END IF;
    found := to_regtype(name);
    IF found IS NULL THEN
        -- Nothing is run in this search_path but the look-up.
        PERFORM pg_catalog.set_config('search_path', coalesce(types_from, ''), true);
        found := pg_catalog.to_regtype(name);
        PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
        name := regexp_replace(found::text, '(\[\])?$', coalesce(modifier, '') || '\1');
    END IF;
    WITH RECURSIVE layer AS (
        SELECT oid, typtype, typbasetype, typtype AS element_type, oid AS element, is_array
        FROM (
            SELECT typelem AS elem, typcategory = 'A' AND typelem <> 0 AS is_array
            FROM pg_type WHERE oid = found) AS t
            JOIN pg_type ON oid = CASE WHEN is_array THEN elem ELSE found END
        UNION ALL
        SELECT base.oid, base.typtype, base.typbasetype, element_type, element, is_array
        FROM layer JOIN pg_type AS base ON base.oid = layer.typbasetype
        WHERE layer.typtype = 'd')
    SELECT jsonb_build_object('name', name, 'is_array', is_array,
        'element_name', CASE
            WHEN name ~* '(\]|\sarray)\s*$'
                THEN regexp_replace(name, '(\s*\[\d*\]|\s+array)+\s*$', '', 'i')
            WHEN is_array THEN format_type(element, NULL)
            ELSE name END,
        -- Without a modifier, and no domain
        'element', CASE WHEN modifier IS NULL AND element_type <> 'd'
            THEN format_type(element, NULL) END,
        'base', format_type(layer.oid, NULL), 'day_first', day_or_month = 'DMY',
        'is_scalar', NOT is_array AND base.typtype IN ('b', 'e') AND base.typcategory <> 'A'
            AND base.typnamespace = 'pg_catalog'::regnamespace
            AND base.oid NOT IN ('jsonb'::regtype, 'json'::regtype)) INTO result
    FROM layer JOIN pg_type AS base ON base.oid = layer.oid
    WHERE layer.typtype <> 'd'
        -- Temporary ones end before a file of statements is run.
        AND NOT EXISTS (
            SELECT FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
            WHERE t.oid = found AND n.nspname ~ '^pg_temp_')
        AND (day_or_month IS NULL OR format_type(layer.oid, NULL) ~ '^date$|^timestamp with');
    RETURN result;
EXCEPTION WHEN syntax_error THEN
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION migration.find_type(text, text) IS
    'a type, with its schema where it has to be found in a search_path; NULL if there is none';

CREATE FUNCTION migration.reading(type jsonb, value text, text_value text, types text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    element text := type->>'element';
    is_array boolean := type->>'is_array';
    of_json boolean := element IS NULL OR element = 'jsonb';
    plain text := CASE WHEN is_array THEN 'e.value'
        ELSE coalesce(text_value, format('(%s #>> ''{}''::text[])', value)) END;
BEGIN
    IF element = 'jsonb' THEN
        plain := CASE WHEN is_array THEN 'e.value' ELSE value END;
        IF types = 'string' THEN
            plain := format('CASE WHEN pg_catalog.jsonb_typeof(%s) = ''string'' '
                'THEN migration.json_of_text(%1$s #>> ''{}''::text[]) ELSE %1$s END', plain);
        END IF;
    ELSIF type->>'base' ~ '^date$|^timestamp with' THEN
        IF types IN ('date', 'timestamp') THEN -- which is in UTC
            plain := plain || '::' || (type->>'element_name');
        ELSE
            plain := format(CASE type->>'base' WHEN 'timestamp with time zone' THEN '%s(%s)::%s'
                ELSE '(%s(%s) AT TIME ZONE ''UTC''::text)::%s' END,
                CASE WHEN (type->>'day_first')::boolean THEN 'migration.time_in_utc_day_first'
                    ELSE 'migration.time_in_utc' END, plain, type->>'element_name');
        END IF;
    ELSIF element IN ('objectid', 'boolean', 'uuid', 'bytea', 'numeric', 'double precision',
            'real', 'integer', 'bigint', 'smallint') THEN
        IF types ~ '\mshell ' THEN
            plain := format('migration.of_shell(%s)', plain);
        END IF;
        IF element IN ('integer', 'bigint', 'smallint') THEN
            -- 4.0 is 4, and 4.5 an error.
            plain := format('pg_catalog.regexp_replace(%s, ''[.]0+$'', '''')', plain);
        END IF;
        plain := plain || '::' || element;
    ELSIF element IS DISTINCT FROM 'text' THEN
        -- As input, unlike a cast, which cuts off what is longer than varchar(3). One by one, as an
        -- array of arrays would be read as one of two dimensions.
        of_json := true;
        plain := format('(SELECT r.value FROM pg_catalog.jsonb_to_record('
            'pg_catalog.jsonb_build_object(''value'', %s)) AS r(value %s))',
            CASE WHEN is_array THEN 'e.value' ELSE value END, type->>'element_name');
    END IF;
    IF is_array THEN
        RETURN format('CASE WHEN %s IS NOT NULL THEN ARRAY('
            'SELECT %s FROM pg_catalog.jsonb_array_elements%s(%1$s) AS e(value)) END',
            value, plain, CASE WHEN of_json THEN '' ELSE '_text' END);
    END IF;
    RETURN plain;
END
$$;
COMMENT ON FUNCTION migration.reading(jsonb, text, text, text) IS
    'the expression that makes a value of a type that find_type found from an expression of jsonb, '
    'or of its text, for values of MongoDB''s types';

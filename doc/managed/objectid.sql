-- The names of the extension objectid in plain SQL, for servers where no library can be installed.
-- SPDX-License-Identifier: PostgreSQL
--
--     psql -X -1 -v ON_ERROR_STOP=1 -f objectid.sql
--
-- puts everything into the first schema of the search_path, or nothing at all: where one of the
-- names exists already, it fails. PostgreSQL 15 or later; any role that may create objects in that
-- schema. What only the extension has: doc/managed.md.
--
-- Bodies of functions are bound here, once: what callers have in their search_path does not matter.
-- Each call in them fits a function of pg_catalog exactly, so that nothing in the schema is chosen
-- instead. Expressions are simple enough for the server to inline.

-- Type --------------------------------------------------------------------------------------------

CREATE FUNCTION objectid_internal_refuse(text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RAISE EXCEPTION 'invalid input syntax for type objectid: "%"', $1 USING
        ERRCODE = 'invalid_text_representation',
        DETAIL = 'Without the extension, an objectid is 24 hexadecimal digits in lower case.';
END
$$;
COMMENT ON FUNCTION objectid_internal_refuse(text) IS
    'raises the error for text that is no objectid';

-- A regular expression would take twice the time.
CREATE DOMAIN objectid AS text COLLATE "C" CONSTRAINT objectid_check CHECK (
    CASE
        WHEN octet_length(VALUE) = 24 AND ltrim(VALUE, text '0123456789abcdef') = text '' THEN true
        ELSE objectid_internal_refuse(VALUE)
    END
);
COMMENT ON DOMAIN objectid IS
    'MongoDB ObjectId: 24 hexadecimal digits that begin with their creation time in seconds';

-- Times and bounds --------------------------------------------------------------------------------

CREATE FUNCTION objectid_internal_out_of_range(timestamptz, text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RAISE EXCEPTION 'timestamp out of range' USING
        ERRCODE = 'datetime_field_overflow',
        DETAIL = $2;
END
$$;
COMMENT ON FUNCTION objectid_internal_out_of_range(timestamptz, text) IS
    'raises the error for a time that an id cannot hold';

CREATE FUNCTION objectid_internal_seconds(timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN $1 >= timestamptz '1970-01-01 00:00:00+00' AND $1 < timestamptz '2106-02-07 06:28:16+00'
    THEN lpad(
        to_hex(floor(extract(epoch FROM $1 - timestamptz '1970-01-01 00:00:00+00'))::bigint),
        8, text '0')
    ELSE objectid_internal_out_of_range($1,
        text 'An objectid holds times from 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.')
END;
COMMENT ON FUNCTION objectid_internal_seconds(timestamptz) IS
    'the eight hexadecimal digits with which the ids of a second begin';

CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_timestamp((text 'x' || left($1::text, 8))::bit(32)::bigint::double precision);
COMMENT ON FUNCTION objectid_timestamp(objectid) IS 'creation time of an id';

CREATE FUNCTION objectid_min(timestamptz) RETURNS objectid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (objectid_internal_seconds($1) || text '0000000000000000')::objectid;
COMMENT ON FUNCTION objectid_min(timestamptz) IS 'smallest id of the second';

CREATE FUNCTION objectid_max(timestamptz) RETURNS objectid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (objectid_internal_seconds($1) || text 'ffffffffffffffff')::objectid;
COMMENT ON FUNCTION objectid_max(timestamptz) IS 'largest id of the second';

-- New ids -----------------------------------------------------------------------------------------
--
-- Four bytes of seconds, three of a sequence that all sessions share, five random ones. The
-- sequence comes before the random bytes, unlike in MongoDB's specification, as it decides the
-- order within a second. Copies of a database have the same sequence, and only the random bytes
-- differ.

CREATE SEQUENCE objectid_internal_counter AS integer MINVALUE 0 MAXVALUE 16777215 CYCLE;
COMMENT ON SEQUENCE objectid_internal_counter IS 'order of the ids of a second';

-- Seconds have eight digits from 1978 to 2106. A clock that is outside would make an id of another
-- length, which the domain refuses.
CREATE FUNCTION gen_objectid() RETURNS objectid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN (to_hex(floor(date_part(text 'epoch', clock_timestamp()))::bigint)
    || lpad(to_hex(nextval(regclass 'objectid_internal_counter')), 6, text '0')
    || right(gen_random_uuid()::text, 10))::objectid;
COMMENT ON FUNCTION gen_objectid() IS 'new id for now';

CREATE FUNCTION gen_objectid(timestamptz) RETURNS objectid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN (objectid_internal_seconds($1)
    || lpad(to_hex(nextval(regclass 'objectid_internal_counter')), 6, text '0')
    || right(gen_random_uuid()::text, 10))::objectid;
COMMENT ON FUNCTION gen_objectid(timestamptz) IS 'new id for the given second';

-- UUIDs of version 7 ------------------------------------------------------------------------------
--
-- RFC 9562: 48 bits of milliseconds, the version, 12 bits of their fraction, the variant, 62 random
-- bits. Milliseconds and fraction together count 4096ths of a millisecond, in 15 digits.

CREATE FUNCTION objectid_internal_ticks(timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN $1 >= timestamptz '1970-01-01 00:00:00+00'
        AND $1 < timestamptz '10889-08-02 05:31:50.656+00'
    THEN lpad(
        to_hex(floor(extract(epoch FROM $1 - timestamptz '1970-01-01 00:00:00+00')
            * numeric '4096000')::bigint),
        15, text '0')
    ELSE objectid_internal_out_of_range($1, text 'A UUID of version 7 holds times '
        || text 'from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655 UTC.')
END;
COMMENT ON FUNCTION objectid_internal_ticks(timestamptz) IS
    'the 15 hexadecimal digits of time of a UUID of version 7';

-- The last 16 digits of a random UUID have the variant and 62 random bits.
CREATE FUNCTION uuid_v7(timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (overlay(objectid_internal_ticks($1) PLACING text '7' FROM 13 FOR 0)
    || right(gen_random_uuid()::text, 17))::uuid;
COMMENT ON FUNCTION uuid_v7(timestamptz) IS 'new UUID of version 7 for the given time';

CREATE FUNCTION uuid_v7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (overlay(
        lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * numeric '4096000')::bigint),
            15, text '0')
        PLACING text '7' FROM 13 FOR 0)
    || right(gen_random_uuid()::text, 17))::uuid;
COMMENT ON FUNCTION uuid_v7() IS 'new UUID of version 7 for now';

-- PostgreSQL 18 has a function of its own, with which those of a session ascend.
DO $do$
BEGIN
    IF pg_catalog.to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
        CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
        LANGUAGE sql VOLATILE PARALLEL SAFE
        RETURN pg_catalog.uuidv7();
    END IF;
END
$do$;

-- By days, as microseconds since 1970 can be too many for an interval.
CREATE FUNCTION objectid_internal_of_ms(bigint) RETURNS timestamp
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN timestamp '1970-01-01'
    + ($1 / 86400000::bigint)::double precision * interval '1 day'
    + ($1 % 86400000::bigint)::double precision * interval '1 millisecond';
COMMENT ON FUNCTION objectid_internal_of_ms(bigint) IS 'UTC of milliseconds since 1970';

CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN get_byte(uuid_send($1), 6) >> 4 = 7 AND get_byte(uuid_send($1), 8) >> 6 = 2
    THEN objectid_internal_of_ms(
        (text 'x' || left($1::text, 8) || substr($1::text, 10, 4))::bit(48)::bigint)
        AT TIME ZONE text 'UTC'
END;
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
    'creation time of a UUID of version 7, in milliseconds; NULL for any other';

CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (left(objectid_internal_ticks($1), 12) || text '7000-8000-000000000000')::uuid;
COMMENT ON FUNCTION uuid_v7_min(timestamptz) IS 'smallest UUID of version 7 of the millisecond';

CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (left(objectid_internal_ticks($1), 12) || text '7fff-bfff-ffffffffffff')::uuid;
COMMENT ON FUNCTION uuid_v7_max(timestamptz) IS 'largest UUID of version 7 of the millisecond';

-- Extended JSON -----------------------------------------------------------------------------------
--
-- One function that calls none of the others, so that it finds all that it names in pg_catalog. It
-- writes the document anew: what is still to be written lies on a stack, the next on top, with the
-- text before it. A value that is NULL there stands for a bracket that closes. An object that is
-- wrong is written in the same way, as far as the error shows it. Variables have a collation, as
-- otherwise they would have that of legacy_uuid, which may know no case.

CREATE FUNCTION ejson_to_jsonb(jsonb, legacy_uuid text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $$
DECLARE
    document ALIAS FOR $1;
    driver text COLLATE "C" := legacy_uuid;
    befores text[] COLLATE "C" := ARRAY[''];
    nodes jsonb[] := ARRAY[document];
    top integer := 1;
    written text[] COLLATE "C" := '{}';
    before text COLLATE "C";
    node jsonb;
    member record;
    -- Of the document, and of each container that is open, the value that is being written: the
    -- text before it, and its place, from 0
    depth integer := 1;
    steps text[] COLLATE "C" := '{}';
    places integer[] := ARRAY[-1];
    -- The keys of an object, the one that errors name, the value of the first one, and that value
    -- if it is text
    keys jsonb;
    named text COLLATE "C";
    inner_value jsonb;
    word text COLLATE "C";
    -- What may be its numbers, the wrapper whose text they may have, and that around one of them
    kind text COLLATE "C";
    given jsonb;
    inner_kind text COLLATE "C";
    digits text COLLATE "C";
    number numeric;
    numbers numeric[];
    -- What an object means; of a time first microseconds since 1970
    plain jsonb;
    us numeric;
    utc timestamp;
    base64 text COLLATE "C";
    subtype text COLLATE "C";
    hex text COLLATE "C";
    part text[] COLLATE "C";
    exponent numeric;
    day date;
    beyond text COLLATE "C";
    -- Where the object is that is wrong
    path text COLLATE "C";
    invisible text COLLATE "C";
    excerpt text COLLATE "C";
BEGIN
    IF document IS NULL THEN
        RETURN NULL;
    END IF;
    IF driver NOT IN ('java', 'csharp', 'python') THEN
        RAISE EXCEPTION 'invalid value for parameter "legacy_uuid": "%"', driver USING
            ERRCODE = 'invalid_parameter_value',
            HINT = 'Available values: java, csharp, python.';
    END IF;

    WHILE top > 0 LOOP
        before := befores[top];
        node := nodes[top];
        top := top - 1;
        IF node IS NULL THEN
            written := array_append(written, before);
            depth := depth - 1;
            CONTINUE;
        END IF;
        steps[depth] := before;
        places[depth] := places[depth] + 1;

        keys := NULL;
        IF jsonb_typeof(node) = 'object' AND path IS NULL THEN
            keys := jsonb_path_query_array(node, '$.keyvalue().key');
        END IF;
        IF starts_with(keys ->> 0, '$') THEN
            named := keys ->> 0;
            inner_value := node -> named;
            word := CASE WHEN jsonb_typeof(inner_value) = 'string' THEN inner_value #>> '{}' END;
            plain := NULL;
            us := NULL;
            base64 := NULL;
            beyond := NULL;

            -- A number may be one of JSON, its text, or a wrapper of either.
            kind := CASE
                WHEN named LIKE '$number%' THEN named
                WHEN named = '$date' THEN '$numberDouble'
                ELSE '$numberLong'
            END;
            numbers := '{}';
            FOREACH given IN ARRAY CASE keys::text
                    WHEN '["$numberInt"]' THEN ARRAY[inner_value]
                    WHEN '["$numberLong"]' THEN ARRAY[inner_value]
                    WHEN '["$numberDouble"]' THEN ARRAY[inner_value]
                    WHEN '["$numberDecimal"]' THEN ARRAY[inner_value]
                    WHEN '["$timestamp"]' THEN ARRAY[inner_value -> 't', inner_value -> 'i']
                    WHEN '["$binary"]' THEN ARRAY[inner_value -> 'subType']
                    WHEN '["$type", "$binary"]' THEN ARRAY[inner_value]
                    WHEN '["$date"]' THEN ARRAY[inner_value]
                    ELSE '{}'
                END
            LOOP
                inner_kind := kind;
                number := NULL;
                digits := NULL;
                IF jsonb_typeof(given) = 'object' THEN
                    inner_kind := CASE jsonb_path_query_array(given, '$.keyvalue().key')::text
                        WHEN '["$numberInt"]' THEN '$numberInt'
                        WHEN '["$numberLong"]' THEN '$numberLong'
                        WHEN '["$numberDouble"]' THEN '$numberDouble'
                    END;
                    given := given -> inner_kind;
                END IF;
                IF jsonb_typeof(given) = 'number' THEN
                    number := given::numeric;
                ELSIF jsonb_typeof(given) = 'string' THEN
                    digits := given #>> '{}';
                END IF;
                IF inner_kind IN ('$numberInt', '$numberDouble') THEN
                    digits := btrim(digits, E' \t\n\r');
                END IF;
                IF inner_kind IN ('$numberInt', '$numberLong') THEN
                    IF digits ~ '^[+-]?0*[0-9]{1,19}$' THEN
                        number := digits::numeric;
                    END IF;
                ELSIF digits ~* '^[+-]?nan$' THEN
                    number := 'NaN';
                ELSIF digits ~ '^[+-]?Infinity$'
                    OR inner_kind = '$numberDecimal' AND digits ~* '^[+-]?inf(inity)?$' THEN
                    number := digits::numeric;
                ELSIF digits ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([Ee][+-]?[0-9]+)?$' THEN
                    -- Digits before the point, zeros and other digits after it, the exponent; none
                    -- of them begins with zeros otherwise. numeric has 131072 digits before the
                    -- point and 16383 after it, and limits the exponent of zero too.
                    part := regexp_match(digits,
                        '^[+-]?0*([0-9]*)[.]?(0*)([0-9]*)(?:[Ee]([+-]?)0*([0-9]*))?$');
                    exponent := coalesce(part[4] || '0' || left(part[5], 12), '0')::numeric;
                    IF length(part[2] || part[3]) - exponent > 16383
                        OR length(part[1]) + exponent > 131072 AND part[1] <> ''
                        OR exponent - length(part[2]) > 131072 AND part[1] = '' AND part[3] <> ''
                        OR exponent >= 1073741823 THEN
                        beyond := 'numeric';
                    ELSE
                        number := digits::numeric;
                    END IF;
                END IF;
                IF '$numberLong' IN (kind, inner_kind) THEN
                    number := CASE WHEN number = trunc(number)
                        AND number BETWEEN -9223372036854775808 AND 9223372036854775807
                        THEN trunc(number) END;
                END IF;
                IF '$numberInt' IN (kind, inner_kind) THEN
                    number := CASE WHEN number = trunc(number)
                        AND number BETWEEN -2147483648 AND 2147483647
                        THEN trunc(number) END;
                END IF;
                numbers := array_append(numbers, number);
            END LOOP;

            -- The keys decide what it is, and only then its values have to be right.
            CASE keys::text
            WHEN '["$oid"]' THEN
                IF word ~ '^[0-9A-Fa-f]{24}$' THEN
                    plain := to_jsonb(lower(word));
                END IF;
            WHEN '["$numberInt"]', '["$numberLong"]', '["$numberDouble"]', '["$numberDecimal"]' THEN
                plain := to_jsonb(numbers[1]);
            WHEN '["$date"]' THEN
                us := CASE
                    WHEN word IS NULL AND trunc(numbers[1])
                        BETWEEN -9223372036854775808 AND 9223372036854775807
                    THEN trunc(numbers[1]) * 1000
                END;

                -- Years have four digits, or a sign and six. The other parts are month, day, hour,
                -- minute, second, its fraction, and of the zone sign, hours and minutes.
                part := regexp_match(word, '^([0-9]{4}|[+-][0-9]{6})'
                    || '-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
                    || '(?:[Tt ]([01][0-9]|2[0-3]):([0-5][0-9])'
                    || '(?::([0-5][0-9])(?:[.]([0-9]+))?)?'
                    || '(?:[Zz]|([+-])([01][0-9]|2[0-3])(?::?([0-5][0-9]))?)?)?$');
                -- The calendar of a million years later is the same, and has only years that
                -- make_date takes.
                day := make_date(1000000 + part[1]::integer, part[2]::integer, 1)
                    + part[3]::integer - 1;
                IF part[1] <> '-000000' AND extract(month FROM day) = part[2]::integer THEN
                    us := day - make_date(1001970, 1, 1);
                    us := us * 24 + coalesce(part[4], '0')::integer
                        - coalesce(part[8] || part[9], '0')::integer;
                    us := us * 60 + coalesce(part[5], '0')::integer
                        - coalesce(part[8] || part[10], '0')::integer;
                    us := us * 60 + coalesce(part[6], '0')::integer;
                    us := us * 1000000 + rpad(left(coalesce(part[7], ''), 6), 6, '0')::integer;
                END IF;
            WHEN '["$timestamp"]' THEN
                IF jsonb_typeof(inner_value) = 'object' THEN
                    IF inner_value - 't' - 'i' = '{}' AND numbers[1] BETWEEN 0 AND 4294967295
                        AND numbers[2] BETWEEN 0 AND 4294967295 THEN
                        us := numbers[1] * 1000000;
                    END IF;
                END IF;
            WHEN '["$uuid"]' THEN
                IF word ~ '^[0-9A-Fa-f]{32}$'
                    OR word ~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$' THEN
                    plain := to_jsonb(word::uuid);
                END IF;
            WHEN '["$binary"]' THEN
                IF jsonb_typeof(inner_value) = 'object' THEN
                    IF inner_value - 'base64' - 'subType' = '{}'
                        AND jsonb_typeof(inner_value -> 'base64') = 'string' THEN
                        base64 := inner_value ->> 'base64';
                        word := CASE jsonb_typeof(inner_value -> 'subType')
                            WHEN 'string' THEN inner_value ->> 'subType' END;
                    END IF;
                END IF;
            WHEN '["$type", "$binary"]' THEN
                named := '$binary';
                IF jsonb_typeof(node -> '$binary') = 'string' THEN
                    base64 := node ->> '$binary';
                END IF;
            WHEN '["$symbol"]', '["$code"]' THEN
                plain := to_jsonb(word);
            WHEN '["$code", "$scope"]' THEN
                IF jsonb_typeof(node -> '$scope') = 'null' THEN
                    plain := to_jsonb(word);
                ELSIF word IS NOT NULL AND jsonb_typeof(node -> '$scope') = 'object' THEN
                    plain := node;
                END IF;
            WHEN '["$regularExpression"]' THEN
                IF jsonb_typeof(inner_value) = 'object' THEN
                    IF inner_value - 'pattern' - 'options' = '{}'
                        AND jsonb_typeof(inner_value -> 'pattern') = 'string'
                        AND jsonb_typeof(coalesce(inner_value -> 'options', '""')) = 'string'
                        AND coalesce(inner_value ->> 'options', '') ~ '^[A-Za-z]*$' THEN
                        plain := to_jsonb('/' || (inner_value ->> 'pattern') || '/'
                            || array_to_string(ARRAY(
                                SELECT letter
                                FROM string_to_table(inner_value ->> 'options', NULL) AS letter
                                ORDER BY letter COLLATE "C"), ''));
                    END IF;
                END IF;
            WHEN '["$regex", "$options"]' THEN
                named := '$options';
                IF word IS NULL OR jsonb_typeof(node -> '$options') <> 'string' THEN
                    plain := node;
                ELSIF node ->> '$options' ~ '^[A-Za-z]*$' THEN
                    plain := to_jsonb('/' || word || '/' || array_to_string(ARRAY(
                        SELECT letter
                        FROM string_to_table(node ->> '$options', NULL) AS letter
                        ORDER BY letter COLLATE "C"), ''));
                END IF;
            WHEN '["$undefined"]' THEN
                plain := 'null';
            WHEN '["$dbPointer"]' THEN
                IF jsonb_typeof(inner_value) = 'object' THEN
                    IF inner_value - '$id' - '$ref' = '{}'
                        AND jsonb_typeof(inner_value -> '$ref') = 'string'
                        AND inner_value -> '$id'
                            = jsonb_build_object('$oid', inner_value #>> '{$id,$oid}')
                        AND inner_value #>> '{$id,$oid}' ~ '^[0-9A-Fa-f]{24}$' THEN
                        plain := inner_value;
                    END IF;
                END IF;
            ELSE
                plain := node;
            END CASE;

            IF us NOT BETWEEN -210866803200000000 AND 9224318015999999999 THEN
                beyond := 'timestamp with time zone';
            ELSIF us IS NOT NULL THEN
                -- By days, as they can be too many microseconds for an interval. The text is as
                -- to_jsonb writes a timestamptz in UTC.
                utc := timestamp '1970-01-01'
                    + div(us, 86400000000)::integer * interval '1 day'
                    + mod(us, 86400000000)::double precision * interval '1 microsecond';
                plain := to_jsonb(regexp_replace(
                    to_jsonb(utc) #>> '{}', '( BC)?$', '+00:00\1'));
            END IF;

            -- The subtype is text in hexadecimal, or a number. Base64 may have lines, has padding,
            -- and no bit that is left over.
            subtype := CASE
                WHEN word IS NOT NULL THEN word
                WHEN numbers[1] BETWEEN 0 AND 255 THEN to_hex(numbers[1]::integer)
            END;
            base64 := translate(base64, E' \t\n\r', '');
            IF base64 ~ ('^([A-Za-z0-9+/]{4})*'
                || '([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$') THEN
                hex := encode(decode(base64, 'base64'), 'hex');
                IF subtype ~ '^0?4$' OR subtype ~ '^0?3$' AND driver IS NOT NULL THEN
                    -- Old drivers for C# wrote one number of four and two of two bytes with the
                    -- last byte first, those for Java two numbers of eight bytes.
                    IF subtype ~ '3' AND driver = 'csharp' THEN
                        hex := regexp_replace(hex,
                            '^(..)(..)(..)(..)(..)(..)(..)(..)', '\4\3\2\1\6\5\8\7');
                    ELSIF subtype ~ '3' AND driver = 'java' THEN
                        hex := regexp_replace(hex,
                            '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1', 'g');
                    END IF;
                    IF length(hex) = 32 THEN
                        plain := to_jsonb(hex::uuid);
                    END IF;
                ELSIF subtype ~ '^([0-9A-Fa-f]{1,2}|ffffff[89A-Fa-f][0-9A-Fa-f])$' THEN
                    plain := to_jsonb('\x' || hex);
                END IF;
            END IF;

            IF plain IS NULL THEN
                -- A path of SQL/JSON. A key that is no identifier of ASCII is in quotes; there,
                -- what cannot be seen is escaped, in UTF-16.
                invisible := '[\u0001-\u001f\u007f]';
                IF getdatabaseencoding() = 'UTF8' THEN
                    invisible := '[\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160'
                        || '\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
                        || '\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
                        || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
                        || '\U000e0000-\U000e0fff]';
                END IF;
                SELECT string_agg(CASE
                        WHEN key IS NULL THEN format('[%s]', places[level])
                        WHEN key ~ '^[A-Za-z_][A-Za-z_0-9]*$' THEN '.' || key
                        ELSE format('."%s"', (
                            SELECT string_agg(CASE
                                    WHEN letter !~ invisible OR letter ~ '[\b\f\n\r\t]'
                                        THEN right(left(to_json(letter)::text, -1), -1)
                                    WHEN ascii(letter) < 65536
                                        THEN '\u' || lpad(to_hex(ascii(letter)), 4, '0')
                                    ELSE '\u' || to_hex(55232 + ascii(letter) / 1024)
                                        || '\u' || to_hex(56320 + ascii(letter) % 1024)
                                END, '' ORDER BY n)
                            FROM string_to_table(key, NULL) WITH ORDINALITY AS l (letter, n)))
                    END, '' ORDER BY level)
                INTO path
                FROM generate_series(2, depth) AS level,
                    left(nullif(left(ltrim(steps[level], ', '), -2), '')::jsonb #>> '{}', 1001)
                        AS key;
                path := concat('$', path);
                befores[1] := '';
                nodes[1] := node;
                top := 1;
                written := '{}';
                CONTINUE;
            END IF;
            node := plain;
        END IF;

        IF jsonb_typeof(node) = 'object' THEN
            written := array_append(written, before || '{');
            top := top + 1;
            befores[top] := '}';
            nodes[top] := NULL;
            depth := depth + 1;
            places[depth] := -1;
            FOR member IN
                SELECT key, value, n
                FROM jsonb_each(node) WITH ORDINALITY AS each (key, value, n)
                ORDER BY n DESC
            LOOP
                top := top + 1;
                befores[top] := CASE WHEN member.n > 1 THEN ', ' ELSE '' END
                    || to_json(member.key) || ': ';
                nodes[top] := member.value;
            END LOOP;
        ELSIF jsonb_typeof(node) = 'array' THEN
            written := array_append(written, before || '[');
            top := top + 1;
            befores[top] := ']';
            nodes[top] := NULL;
            depth := depth + 1;
            places[depth] := -1;
            FOR member IN
                SELECT value, n
                FROM jsonb_array_elements(node) WITH ORDINALITY AS element (value, n)
                ORDER BY n DESC
            LOOP
                top := top + 1;
                befores[top] := CASE WHEN member.n > 1 THEN ', ' ELSE '' END;
                nodes[top] := member.value;
            END LOOP;
        ELSE
            written := array_append(written, before || node);
        END IF;
        EXIT WHEN path IS NOT NULL AND octet_length(array_to_string(written, '')) > 200;
    END LOOP;

    IF path IS NOT NULL THEN
        -- At most 200 and 1000 bytes of them, in whole characters
        excerpt := left(array_to_string(written, ''), 201);
        IF octet_length(excerpt) > 200 THEN
            excerpt := left(excerpt, (
                SELECT max(length)
                FROM generate_series(1, 200) AS length
                WHERE octet_length(left(excerpt, length)) <= 200)) || '...';
        END IF;
        path := left(path, 1001);
        IF octet_length(path) > 1000 THEN
            path := left(path, (
                SELECT max(length)
                FROM generate_series(1, 1000) AS length
                WHERE octet_length(left(path, length)) <= 1000)) || '...';
        END IF;
        IF beyond IS NULL THEN
            RAISE EXCEPTION 'invalid Extended JSON: %', excerpt USING
                ERRCODE = 'invalid_text_representation',
                DETAIL = format('At %s, "%s" has a value of another kind.', path, named);
        ELSIF beyond = 'numeric' THEN
            RAISE EXCEPTION 'value overflows numeric format' USING
                ERRCODE = 'numeric_value_out_of_range',
                DETAIL = format('At %s, "%s" is beyond the range of %s.', path, named, beyond);
        ELSE
            RAISE EXCEPTION 'timestamp out of range: "%"', excerpt USING
                ERRCODE = 'datetime_field_overflow',
                DETAIL = format('At %s, "%s" is beyond the range of %s.', path, named, beyond);
        END IF;
    END IF;
    RETURN array_to_string(written, '')::jsonb;
END
$$;
COMMENT ON FUNCTION ejson_to_jsonb(jsonb, text) IS 'MongoDB''s Extended JSON as plain JSON';

-- Rights ------------------------------------------------------------------------------------------
--
-- PUBLIC has them unless default privileges took them away. Whoever calls a function needs those
-- that it calls, too.

GRANT USAGE ON TYPE objectid TO PUBLIC;
GRANT EXECUTE ON FUNCTION
    objectid_internal_refuse(text), objectid_internal_out_of_range(timestamptz, text),
    objectid_internal_seconds(timestamptz), objectid_timestamp(objectid),
    objectid_min(timestamptz), objectid_max(timestamptz), gen_objectid(), gen_objectid(timestamptz),
    objectid_internal_ticks(timestamptz), objectid_internal_of_ms(bigint), uuid_v7(),
    uuid_v7(timestamptz), uuid_v7_timestamp(uuid), uuid_v7_min(timestamptz),
    uuid_v7_max(timestamptz), ejson_to_jsonb(jsonb, text) TO PUBLIC;
-- nextval, not setval
GRANT USAGE ON SEQUENCE objectid_internal_counter TO PUBLIC;

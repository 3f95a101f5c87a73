-- The way back: documents of the rows, in canonical Extended JSON.
-- SPDX-License-Identifier: PostgreSQL

-- Of what type a value was, the plan knows by its path. Where it knows several, the value decides,
-- and changes_of_type() says which values that may change. The expressions are plain SQL, which
-- does not need this extension, and their operators fit those of pg_catalog exactly.

CREATE FUNCTION migration.type_in(storage text, of_type text) RETURNS text
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    SELECT CASE WHEN NOT starts_with(of_type, 'shell ') THEN of_type
        WHEN storage IN ('text', 'jsonb', 'cut') THEN 'string'
        ELSE substr(of_type, 7) END;
END;
COMMENT ON FUNCTION migration.type_in(text, text) IS
    'a type of values that are stored as storage() says: text of the shell is read, or stays text';

CREATE FUNCTION migration.types_of(line jsonb, storage text) RETURNS text[]
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    SELECT ARRAY(SELECT t
        FROM unnest(string_to_array(line->>'types', ', ')) WITH ORDINALITY AS u (of_type, i),
            migration.type_in(storage, of_type) AS t
        WHERE t NOT IN ('null', 'undefined') GROUP BY t ORDER BY min(i));
END;
COMMENT ON FUNCTION migration.types_of(jsonb, text) IS
    'MongoDB''s types of the values of a line of the plan, the commonest first';

CREATE FUNCTION migration.first_of(types text[], wanted text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    type text;
BEGIN
    FOREACH type IN ARRAY coalesce(types, '{}') LOOP
        IF type = ANY (wanted) THEN
            RETURN type;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION migration.first_of(text[], text[]) IS 'the first of types that is wanted';

CREATE FUNCTION migration.uuid_type(types text[]) RETURNS text
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    SELECT coalesce(migration.first_of(types, '{binData 3,binData 4}'::text[]), 'binData 4');
END;
COMMENT ON FUNCTION migration.uuid_type(text[]) IS 'the type of UUIDs among types';

CREATE FUNCTION migration.binary_type(types text[]) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce((SELECT t FROM unnest(types) WITH ORDINALITY AS u (t, i)
        WHERE t LIKE 'binData %' ORDER BY i LIMIT 1), 'binData 0')
$$;
COMMENT ON FUNCTION migration.binary_type(text[]) IS 'the type of binary data among types';

CREATE FUNCTION migration.storage(reads jsonb, types text) RETURNS text
LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
    SELECT CASE
        WHEN types = 'string' AND reads->>'element' = 'jsonb' THEN 'json text'
        WHEN reads->>'base' IN ('smallint', 'bigint') THEN 'integer'
        WHEN reads->>'base' = 'real' THEN 'double precision'
        WHEN reads->>'base' = 'json' THEN 'jsonb'
        WHEN reads->>'base' IN ('integer', 'double precision', 'numeric', 'boolean', 'date', 'uuid',
            'bytea', 'timestamp with time zone', 'timestamp without time zone', 'jsonb', 'objectid')
            THEN reads->>'base'
        ELSE 'text' END;
END;
COMMENT ON FUNCTION migration.storage(jsonb, text) IS
    'how values of a type that find_type found, or its elements, are stored: one of few types, or '
    '''json text'', of which jsonb has the objects and arrays';

CREATE FUNCTION migration.back_number(types text[], value text, storage text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    build text := 'pg_catalog.jsonb_build_object(%L, %s)';
    of_text text := CASE storage WHEN 'text' THEN value ELSE value || '::text' END;
    whole text := 'WHEN pg_catalog.scale((%s)::numeric) = 0 AND (%1$s)::numeric BETWEEN %L AND %L '
        'THEN ' || build;
    has_int boolean := types && '{int}';
    has_long boolean := types && '{long}';
    has_fraction boolean := types && '{double,decimal}';
    as_decimal text := format(build, '$numberDecimal', of_text);
    as_double text := format(build, '$numberDouble', format('pg_catalog.regexp_replace(%s, %L, %L)',
        CASE storage WHEN 'double precision' THEN of_text
            ELSE format('(%s)::double precision::text', value) END, '^-?[0-9]+$', '\&.0'));
    fraction text := CASE
        WHEN migration.first_of(types, '{double,decimal}'::text[]) = 'decimal' THEN as_decimal
        WHEN storage = 'double precision' THEN as_double
        -- What has been written since can be a number that no double is. Below 2^53, one with more
        -- digits can be a double that was written so, as can a whole one below 2^63.
        ELSE format('CASE WHEN pg_catalog.abs(%1$s) > 1.7976931348623157e308::numeric '
            'AND pg_catalog.abs(%1$s) < ''Infinity''::numeric THEN %4$s '
            'WHEN pg_catalog.abs(%1$s) <= 9007199254740992::numeric OR %1$s = %2$s::text::numeric '
            'OR %1$s = CASE WHEN pg_catalog.abs(%1$s) < 9.2e18::numeric '
            'THEN %2$s::bigint::numeric END THEN %3$s ELSE %4$s END',
            format('(%s)::numeric', value), format('(%s)::double precision', value),
            as_double, as_decimal)
        END;
BEGIN
    IF has_fraction AND NOT has_int AND NOT has_long THEN
        RETURN fraction;
    END IF;
    RETURN concat_ws(' ', 'CASE',
        CASE WHEN has_int OR NOT has_long THEN
            format(whole, value, -2147483648, 2147483647, '$numberInt', of_text) END,
        CASE WHEN has_long OR NOT has_fraction THEN
            format(whole, value, -9223372036854775808, 9223372036854775807, '$numberLong',
                of_text) END,
        'ELSE', fraction, 'END');
END
$$;
COMMENT ON FUNCTION migration.back_number(text[], text, text) IS
    'the expression that makes a number of one of MongoDB''s types again';

-- A timestamp has whole seconds, of 32 bits without a sign.
CREATE FUNCTION migration.back_time(types text[], value text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN migration.first_of(types, '{date,timestamp}'::text[]) = 'timestamp'
        THEN format('CASE WHEN EXTRACT(epoch FROM %s) BETWEEN 0.0 AND 4294967295.0 '
            'AND pg_catalog.scale(pg_catalog.trim_scale(EXTRACT(epoch FROM %1$s))) = 0 THEN '
            'pg_catalog.jsonb_build_object(''$timestamp'', pg_catalog.jsonb_build_object(''t'', '
            'EXTRACT(epoch FROM %1$s)::bigint, ''i'', 1)) ELSE %s END', value, date)
        ELSE date END
    FROM format('pg_catalog.jsonb_build_object(''$date'', pg_catalog.jsonb_build_object('
        '''$numberLong'', pg_catalog.floor(EXTRACT(epoch FROM %s) * 1000.0)::bigint::text))',
        value) AS date
$$;
COMMENT ON FUNCTION migration.back_time(text[], text) IS
    'the expression that makes a time again of a timestamptz';

CREATE FUNCTION migration.back_binary(type text, bytes text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT format('pg_catalog.jsonb_build_object(''$binary'', pg_catalog.jsonb_build_object('
        '''base64'', pg_catalog.translate(pg_catalog.encode(%s, ''base64''), E''\n'', ''''), '
        '''subType'', %L))', bytes, lpad(to_hex(substr(type, 9)::integer), 2, '0'))
$$;
COMMENT ON FUNCTION migration.back_binary(text, text) IS
    'the expression that makes binary data of a type again';

CREATE FUNCTION migration.back_uuid(type text, value text, legacy_uuid text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT migration.back_binary(type, CASE
        WHEN type <> 'binData 3' OR legacy_uuid IS NULL OR legacy_uuid = 'python'
            THEN format('pg_catalog.uuid_send((%s)::uuid)', value)
        ELSE format('pg_catalog.decode(pg_catalog.regexp_replace(pg_catalog.replace((%s)::text, '
            '''-'', ''''), %L, %L, %L), ''hex'')', value, '(..)(..)(..)(..)(..)(..)(..)(..)',
            CASE legacy_uuid WHEN 'java' THEN '\8\7\6\5\4\3\2\1' ELSE '\4\3\2\1\6\5\8\7' END,
            CASE legacy_uuid WHEN 'java' THEN 'g' ELSE '' END) END)
$$;
COMMENT ON FUNCTION migration.back_uuid(text, text, text) IS
    'the expression that makes binary data of a UUID again, in the order of a driver';

-- Text of jsonb, or of a column
CREATE FUNCTION migration.back_text(types text[], of_text text, legacy_uuid text,
    is_column boolean) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    looks text := 'WHEN pg_catalog.regexp_like(%s, %L) THEN %s';
    uuids text[] := CASE WHEN legacy_uuid IS NULL THEN '{binData 4}'
        ELSE '{binData 3,binData 4}' END;
    uuid text := migration.first_of(types, uuids);
    bytes text := (SELECT t FROM unnest(types) WITH ORDINALITY AS u (t, i)
        WHERE t LIKE 'binData %' AND t <> ALL (uuids) ORDER BY i LIMIT 1);
    number text := migration.first_of(types, '{double,decimal}'::text[]);
    cases text[] := ARRAY[
        CASE WHEN number IS NOT NULL THEN format(looks, of_text, '^(NaN|-?Infinity)$',
            format('pg_catalog.jsonb_build_object(%L, %s)',
                CASE number WHEN 'double' THEN '$numberDouble' ELSE '$numberDecimal' END,
                of_text)) END,
        CASE WHEN is_column AND types && '{int,long,double,decimal}' AND NOT types && '{string}'
            THEN format(looks, of_text, '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$',
                migration.back_number(types, of_text, 'text'::text)) END,
        CASE WHEN is_column AND types && '{bool}' AND NOT types && '{string}'
            THEN format(looks, of_text, '^(true|false)$', format('(%s)::jsonb', of_text)) END,
        CASE WHEN types && '{objectId}' THEN format(looks, of_text, '^[0-9a-f]{24}$',
            format('pg_catalog.jsonb_build_object(''$oid'', %s)', of_text)) END,
        CASE WHEN types && '{date,timestamp}' THEN format(looks, of_text,
            '^[0-9]{4,6}-[01][0-9]-[0-3][0-9]T[0-2][0-9](:[0-5][0-9]){2}([.][0-9]+)?[+]00:00'
                '( BC)?$',
            migration.back_time(types, format('(%s)::timestamptz', of_text))) END,
        CASE WHEN uuid IS NOT NULL THEN format(looks, of_text,
            '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
            migration.back_uuid(uuid, of_text, legacy_uuid)) END,
        CASE WHEN bytes IS NOT NULL THEN format(looks, of_text, '^\\x([0-9a-f]{2})*$',
            migration.back_binary(bytes, format('(%s)::bytea', of_text))) END,
        CASE WHEN types && '{regex}' THEN format(looks, of_text, '^/.*/[a-z]*$',
            format('pg_catalog.jsonb_build_object(''$regularExpression'', '
                'pg_catalog.jsonb_build_object('
                '''pattern'', pg_catalog.regexp_replace(%s, ''^/(.*)/[a-z]*$'', %L), '
                '''options'', pg_catalog.regexp_replace(%1$s, ''^/.*/'', '''')))', of_text, '\1'))
            END];
    other text := CASE
        WHEN types && '{string}' THEN 'pg_catalog.to_jsonb(%s)'
        WHEN types && '{symbol}' THEN 'pg_catalog.jsonb_build_object(''$symbol'', %s)'
        WHEN types && '{javascript}' THEN 'pg_catalog.jsonb_build_object(''$code'', %s)'
        ELSE 'pg_catalog.to_jsonb(%s)' END;
BEGIN
    cases := array_remove(cases, NULL);
    RETURN format(CASE WHEN cases = '{}' THEN other
        ELSE 'CASE ' || replace(array_to_string(cases, ' '), '%', '%%') || ' ELSE ' || other
            || ' END' END, of_text);
END
$$;
COMMENT ON FUNCTION migration.back_text(text[], text, text, boolean) IS
    'the expression that makes of text what it was of MongoDB''s types, by its look';

-- Plain JSON, by the lines for a path and what is in it, but for the fields that have columns
CREATE FUNCTION migration.back_jsonb(tree jsonb, of_path text, value text,
    stored text[], level integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    types text[] := migration.types_of(tree->of_path, 'jsonb'::text);
    legacy text := tree->'$'->>'legacy_uuid';
    item text := 'i' || level;
    of_item text;
    cases text := '';
    elements text := format('%s.value', item);
    of_all text := elements;
    branches text := '';
    child text;
BEGIN
    FOR child IN SELECT jsonb_array_elements_text(tree->of_path->'children') LOOP
        CONTINUE WHEN tree->child->>'field' = ANY (stored);
        of_item := migration.back_jsonb(tree, child, item || '.value', '{}'::text[],
            level + 1);
        CONTINUE WHEN of_item = item || '.value';
        IF tree->child->>'field' IS NOT NULL THEN
            cases := cases || format(' WHEN %L THEN %s', tree->child->>'field', of_item);
        ELSIF child = of_path || '[*]' THEN
            elements := of_item;
        ELSIF child = of_path || '.*' THEN
            of_all := of_item;
        END IF;
    END LOOP;
    IF cases <> '' THEN
        of_all := format('CASE %s.key%s ELSE %s END', item, cases, of_all);
    END IF;
    IF types && '{dbPointer}' THEN
        branches := format(' WHEN pg_catalog.jsonb_typeof(%s) = ''object'' '
            'AND pg_catalog.jsonb_exists_all(%1$s, ''{$ref,$id}'') '
            'AND NOT pg_catalog.jsonb_exists(%1$s, ''$db'') '
            'AND pg_catalog.regexp_like(%1$s->>''$id''::text, ''^[0-9a-f]{24}$'') THEN '
            'pg_catalog.jsonb_build_object(''$dbPointer'', pg_catalog.jsonb_build_object('
            '''$ref'', %1$s->''$ref''::text, ''$id'', '
            'pg_catalog.jsonb_build_object(''$oid'', %1$s->''$id''::text)))', value);
    END IF;
    IF of_all <> item || '.value' THEN
        branches := branches || format(' WHEN pg_catalog.jsonb_typeof(%s) = ''object'' THEN '
            'COALESCE((SELECT pg_catalog.jsonb_object_agg(%s.key, %s) '
            'FROM pg_catalog.jsonb_each(%1$s) AS %2$s(key, value)), ''{}'')', value, item, of_all);
    END IF;
    IF elements <> item || '.value' THEN
        branches := branches || format(' WHEN pg_catalog.jsonb_typeof(%s) = ''array'' THEN '
            'COALESCE((SELECT pg_catalog.jsonb_agg(%s ORDER BY %s.place) '
            'FROM pg_catalog.jsonb_array_elements(%1$s) WITH ORDINALITY AS %3$s(value, place)), '
            '''[]'')', value, elements, item);
    END IF;
    IF types && '{int,long,double,decimal}' THEN
        branches := branches || format(' WHEN pg_catalog.jsonb_typeof(%s) = ''number'' THEN %s',
            value, migration.back_number(types, format('(%s #>> ''{}''::text[])', value),
                'text'::text));
    END IF;
    IF EXISTS (SELECT FROM unnest(types) AS t WHERE t <> ALL
        ('{string,bool,int,long,object,array,DBRef,javascriptWithScope,dbPointer,minKey,maxKey}'))
    THEN
        branches := branches || format(' WHEN pg_catalog.jsonb_typeof(%s) = ''string'' THEN %s',
            value, migration.back_text(types, format('(%s #>> ''{}''::text[])', value), legacy,
                false));
    END IF;
    RETURN CASE WHEN branches = '' THEN value
        ELSE format('CASE%s ELSE %s END', branches, value) END;
END
$$;
COMMENT ON FUNCTION migration.back_jsonb(jsonb, text, text, text[], integer) IS
    'the expression that makes Extended JSON again of plain JSON, by the plan';

CREATE FUNCTION migration.back_scalar(types text[], reads jsonb, value text, legacy_uuid text)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    storage text := migration.storage(reads, NULL::text);
    of_text text := value || '::text';
BEGIN
    IF storage = 'boolean' AND types <> '{string}' OR storage = 'text' AND types <@ '{string}' THEN
        RETURN value;
    ELSIF types = '{string}'
        AND storage IN ('objectid', 'uuid', 'integer', 'numeric', 'boolean') THEN
        RETURN of_text;
    ELSIF storage = 'integer'
        AND (types = '{long}' OR types = '{int}' AND reads->>'base' <> 'bigint') THEN
        RETURN format('pg_catalog.jsonb_build_object(%L, %s)',
            CASE types[1] WHEN 'int' THEN '$numberInt' ELSE '$numberLong' END, of_text);
    END IF;
    RETURN CASE storage
        WHEN 'objectid' THEN format('pg_catalog.jsonb_build_object(''$oid'', %s)', of_text)
        WHEN 'timestamp with time zone' THEN migration.back_time(types, value)
        WHEN 'timestamp without time zone' THEN migration.back_time(types,
            format('pg_catalog.timezone(''UTC'', %s)', value))
        WHEN 'date' THEN migration.back_time(types,
            format('pg_catalog.timezone(''UTC'', %s::timestamp)', value))
        WHEN 'uuid' THEN migration.back_uuid(migration.uuid_type(types), value, legacy_uuid)
        WHEN 'bytea' THEN migration.back_binary(migration.binary_type(types), value)
        WHEN 'text' THEN migration.back_text(types, of_text, legacy_uuid, true)
        ELSE migration.back_number(types, value, storage) END;
END
$$;
COMMENT ON FUNCTION migration.back_scalar(text[], jsonb, text, text) IS
    'the expression that makes Extended JSON of a value of a type that find_type found';

CREATE FUNCTION migration.back_column(tree jsonb, of_path text, value text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    reads jsonb := tree->of_path->'reads';
    is_array boolean := reads->>'is_array';
    line text := of_path || CASE WHEN is_array THEN '[*]' ELSE '' END;
    plain text := CASE WHEN is_array THEN 'i.value' ELSE value END;
    storage text := migration.storage(reads, tree->line->>'types');
    back text := CASE storage
        WHEN 'json text' THEN format('CASE WHEN pg_catalog.jsonb_typeof(%s) IN (''object'', '
            '''array'') THEN pg_catalog.to_jsonb(%1$s::text) ELSE %1$s END', plain)
        WHEN 'jsonb' THEN migration.back_jsonb(tree, line,
            plain || CASE reads->>'base' WHEN 'json' THEN '::jsonb' ELSE '' END, '{}'::text[], 1)
        ELSE migration.back_scalar(migration.types_of(tree->line, storage), reads, plain,
            tree->'$'->>'legacy_uuid') END;
BEGIN
    IF back = plain THEN
        RETURN value;
    ELSIF is_array THEN
        back := format('COALESCE((SELECT pg_catalog.jsonb_agg('
            'CASE WHEN i.value IS NOT NULL THEN %s END ORDER BY i.place) '
            'FROM pg_catalog.unnest(%s) WITH ORDINALITY AS i(value, place)), ''[]'')', back, value);
    END IF;
    RETURN format('CASE WHEN %s IS NOT NULL THEN %s END', value, back);
END
$$;
COMMENT ON FUNCTION migration.back_column(jsonb, text, text) IS
    'the expression that makes Extended JSON of a column';

-- What may change ---------------------------------------------------------------------------------

CREATE FUNCTION migration.back_types(types text[], storage text, of_type text, legacy_uuid text)
RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    fraction text := coalesce(migration.first_of(types, '{double,decimal}'::text[]), 'double');
    has_int boolean := types && '{int}';
    has_long boolean := types && '{long}';
    numbers text[] := CASE of_type
        WHEN 'int' THEN '{int}'
        WHEN 'long' THEN ARRAY[CASE WHEN has_int THEN 'int' END, 'long']
        ELSE ARRAY[CASE WHEN has_int THEN 'int' END, CASE WHEN has_long THEN 'long' END, fraction]
        END;
    uuids text[] := CASE WHEN legacy_uuid IS NULL THEN '{binData 4}'
        ELSE '{binData 3,binData 4}' END;
    time text := coalesce(migration.first_of(types, '{date,timestamp}'::text[]), 'date');
    looks text[] := ARRAY[migration.first_of(types, '{double,decimal}'::text[]),
        migration.first_of(types, '{objectId}'::text[]),
        migration.first_of(types, '{date,timestamp}'::text[]), migration.first_of(types, uuids),
        (SELECT t FROM unnest(types) WITH ORDINALITY AS u (t, i)
            WHERE t LIKE 'binData %' AND t <> ALL (uuids) ORDER BY i LIMIT 1),
        migration.first_of(types, '{regex}'::text[]),
        coalesce(migration.first_of(types, '{string}'::text[]),
            migration.first_of(types, '{symbol}'::text[]),
            migration.first_of(types, '{javascript}'::text[]))];
BEGIN
    IF storage = 'cut' THEN -- plain JSON, in which NaN and infinity are text
        RETURN CASE WHEN of_type IN ('double', 'decimal') THEN '{int,long,double,string}'
            WHEN of_type = 'long' THEN '{int,long}'
            WHEN of_type = 'dbPointer' THEN '{DBRef}'
            WHEN of_type IN ('objectId', 'date', 'timestamp', 'symbol', 'javascript', 'regex')
                OR of_type LIKE 'binData %' THEN '{string}'
            ELSE ARRAY[of_type] END;
    ELSIF of_type IN ('object', 'array', 'DBRef', 'javascriptWithScope', 'dbPointer', 'minKey',
            'maxKey') THEN
        RETURN ARRAY[of_type, CASE WHEN of_type = 'DBRef' AND types && '{dbPointer}'
            THEN 'dbPointer' END];
    ELSIF storage NOT IN ('text', 'jsonb') THEN
        RETURN CASE
            WHEN storage = 'json text' THEN '{text of jsonb}'
            WHEN types = '{string}' AND storage IN ('objectid', 'uuid', 'integer', 'numeric',
                'boolean') THEN ARRAY['text of ' || storage]
            WHEN storage = 'objectid' THEN '{objectId}'
            WHEN storage = 'boolean' THEN '{bool}'
            WHEN storage ~ '^(time|date)' THEN ARRAY[time]
            WHEN storage = 'uuid' THEN ARRAY[migration.uuid_type(types)]
            WHEN storage = 'bytea' THEN ARRAY[migration.binary_type(types)]
            ELSE numbers END;
    ELSIF of_type IN ('int', 'long', 'double', 'decimal', 'bool') THEN
        RETURN CASE WHEN storage = 'text' AND types && '{string}' THEN '{string}'
            WHEN of_type = 'bool' THEN '{bool}' ELSE numbers END;
    ELSIF of_type IN ('string', 'symbol', 'javascript') THEN
        RETURN looks;
    ELSIF of_type IN ('date', 'timestamp') THEN
        RETURN ARRAY[time];
    ELSIF of_type LIKE 'binData %' THEN
        RETURN CASE WHEN of_type = ANY (uuids) THEN looks[4:4] ELSE looks[5:5] END;
    END IF;
    RETURN ARRAY[of_type];
END
$$;
COMMENT ON FUNCTION migration.back_types(text[], text, text, text) IS
    'the types that a value of one of a line''s types may have on the way back';

-- STORED_AS: what the column is that the line is in, if it is in one
CREATE FUNCTION migration.changes_of_type(tree jsonb, of_path text, stored_as text)
RETURNS TABLE (path text, change text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    line jsonb := tree->of_path;
    storage text := CASE
        WHEN of_path LIKE '%...' AND line->>'field' IS NULL THEN 'cut'
        WHEN stored_as IS NOT NULL THEN stored_as
        WHEN line->>'kind' = 'rest' THEN 'jsonb'
        WHEN line->>'kind' = 'column' THEN migration.storage(line->'reads',
            tree->CASE WHEN (line->'reads'->>'is_array')::boolean THEN of_path || '[*]'
                ELSE of_path END->>'types') END;
    types text[] := migration.types_of(line, storage);
    child text;
BEGIN
    path := of_path;
    SELECT string_agg(before || CASE after WHEN before THEN ' with i = 1' ELSE ' as ' || after END,
        ', ' ORDER BY i, j) INTO change
    FROM (
        SELECT migration.type_in('text'::text, u.of_type) AS before, back.of_type AS after,
            min(i) AS i, min(j) AS j
        FROM unnest(string_to_array(line->>'types', ', ')) WITH ORDINALITY AS u (of_type, i),
            unnest(migration.back_types(types, storage, migration.type_in(storage, u.of_type),
                tree->'$'->>'legacy_uuid')) WITH ORDINALITY AS back (of_type, j)
        WHERE storage IS NOT NULL AND u.of_type NOT IN ('null', 'undefined')
        GROUP BY 1, 2) AS b
    WHERE before <> after OR before = 'timestamp';
    IF change IS NOT NULL THEN
        RETURN NEXT;
    END IF;
    FOR child IN SELECT jsonb_array_elements_text(line->'children') LOOP
        RETURN QUERY SELECT * FROM migration.changes_of_type(tree, child, storage);
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.changes_of_type(jsonb, text, text) IS
    'which of MongoDB''s types values may change to on the way there and back, by path';

CREATE FUNCTION migration.note_changes(mapping jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE migration.plan AS p SET note = concat_ws('; ', p.note, 'way back: ' || c.change)
    FROM migration.changes_of_type(mapping->'tree', '$'::text, NULL::text) AS c
    WHERE p.collection = mapping->>'collection' AND p.path = c.path;
END
$$;
COMMENT ON FUNCTION migration.note_changes(jsonb) IS
    'notes which values may have another type on the way back';

CREATE FUNCTION migration.export(collection text,
    types_from text DEFAULT pg_catalog.current_setting('search_path')) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on AS $$
DECLARE
    mapping jsonb;
    root jsonb;
BEGIN
    PERFORM migration.check_caller();
    mapping := migration.map_collection(collection, types_from, true);
    root := mapping->'tables'->0;
    RETURN concat((
        -- A line break in an edited line of the plan would end the comment.
        SELECT string_agg(regexp_replace(format('-- %s, way back: %s', c.path, c.change),
            '[\n\r]', ' ', 'g') || E'\n', '' ORDER BY c.path COLLATE "C")
        FROM migration.changes_of_type(mapping->'tree', '$'::text, NULL::text) AS c),
        format(E'SELECT pg_catalog.jsonb_strip_nulls(%s) AS document\nFROM %I.%I AS t0',
            mapping->>'document', root->>'schema', root->>'table'),
        -- As for a dump, all digits
        CASE WHEN mapping->>'document' LIKE '%$numberDouble%' THEN E',\n    (SELECT '
            'pg_catalog.set_config(''extra_float_digits'', ''1'', true)) AS digits' END);
END
$$;
COMMENT ON FUNCTION migration.export(text, text) IS
    'prints the query that makes documents of the rows again, in canonical Extended JSON';

-- What the documents hold, by path.
-- SPDX-License-Identifier: PostgreSQL

-- Values are counted by path, type and form, which text and binary data have.
CREATE FUNCTION migration.survey_range(of_collection text, legacy_uuid text, after bigint,
    upto bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    message text;
    detail text;
BEGIN
    INSERT INTO pg_temp.migration_survey
    SELECT path, CASE WHEN path LIKE '%...' THEN '{...}' ELSE ARRAY(SELECT m[1]
            FROM regexp_matches(path, '\[\*\]|\.[^."\[]+|\."(?:[^"\\]|\\.)*"', 'g') AS m) END,
        type, CASE
            WHEN type IN ('int', 'long', 'double', 'decimal') THEN 'number'
            WHEN type IN ('date', 'timestamp') THEN 'time'
            WHEN type LIKE 'binData%' THEN 'binary'
            WHEN type IN ('object', 'DBRef', 'javascriptWithScope') THEN 'object'
            WHEN type IN ('null', 'undefined') THEN 'null'
            WHEN starts_with(type, 'shell') THEN 'string'
            ELSE type END, CASE
            WHEN string = '' THEN 'empty'
            WHEN octet_length(string) = 24 AND string ~ '^[0-9a-fA-F]+$' THEN 'oid'
            WHEN octet_length(string) = 32 AND string ~ '^[0-9a-fA-F]+$' THEN 'hex'
            WHEN octet_length(string) = 36 AND string
                ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' THEN 'uuid'
            WHEN octet_length(string) BETWEEN 10 AND 38 AND string LIKE '____-__-__%'
                AND string ~ '^\d{4}-[01]\d-[0-3]\d([T ][0-2]\d(:[0-5]\d){1,2}(\.\d{1,6}0*)?'
                    '(Z|[+-]\d\d:?\d\d)?)?$' THEN 'time'
            WHEN octet_length(string) BETWEEN 8 AND 22
                AND string ~ '^\d{1,2}([/.-])\d{1,2}\1\d{4}'
                    '( \d{1,2}:\d\d(:\d\d)?( ?[AaPp][Mm])?)?$'
                THEN CASE
                    WHEN string !~ '^(0?\d|1[0-2])\D' THEN 'day first'
                    WHEN string !~ '^\d+\D(0?\d|1[0-2])\D' THEN 'month first'
                    ELSE 'day or month' END
            -- As JavaScript and Twitter write it
            WHEN octet_length(string) BETWEEN 25 AND 100 AND string ~ '^[A-Z][a-z][a-z],? '
                AND string ~ '^[A-Z][a-z]{2}(, \d\d? [A-Z][a-z]{2} \d{4}| [A-Z][a-z]{2} \d\d \d{4}'
                    '| [A-Z][a-z]{2} \d\d?(?=.* \d{4}$)) \d\d:\d\d:\d\d '
                    '(GMT|UTC)?([+-]\d\d:?\d\d)?( \d{4})?( \([^()]*\))?$' THEN 'time'
            WHEN octet_length(string) < 19 AND ltrim(string, '-0123456789') = ''
                AND string ~ '^(0|-?[1-9]\d*)$' THEN 'digits'
            WHEN starts_with(string, '\x') THEN 'bytea'
            WHEN left(string, 1) IN ('{', '[', ' ') AND string ~ '^ *([{].*[}]|\[.*\])\s*$'
                THEN 'json'
            WHEN string IS NOT NULL THEN 'text' END,
        count(*), min(number), max(number), bool_and(coalesce(number = trunc(number), false)),
        bool_and(CASE
            WHEN type IN ('int', 'long') THEN abs(number) <= 9007199254740992
            WHEN type <> 'double' THEN false
            WHEN number IS NULL OR number = 0 THEN true
            WHEN abs(number) BETWEEN 5e-324 AND 1.7976931348623157e308
                THEN to_jsonb(number::float8) = value
            ELSE false END),
        count(*) FILTER (WHERE number = 0 AND type IN ('array', 'object') OR string = '')
    FROM (
        SELECT f.path, f.value,
            coalesce(CASE WHEN f.type = 'string' AND right(f.value #>> '{}', 1) = ')'
                THEN migration.shell_type(f.value #>> '{}') END, f.type) AS type,
            CASE WHEN jsonb_typeof(f.value) = 'number' THEN f.value::numeric END AS number,
            CASE WHEN f.type = 'string' OR starts_with(f.type, 'binData')
                THEN f.value #>> '{}' END AS string
        FROM migration.staging AS s,
            ejson_fields(jsonb_strip_nulls(s.source), legacy_uuid) AS f
        WHERE s.collection = of_collection AND s.n BETWEEN after + 1 AND upto
        OFFSET 0) AS fields -- computes them once
    GROUP BY path, type, 5;
EXCEPTION WHEN data_exception THEN
    IF upto - after > 1 THEN
        PERFORM migration.survey_range(of_collection, legacy_uuid, s.n - 1, s.n)
        FROM migration.staging AS s
        WHERE s.collection = of_collection AND s.n > after AND s.n <= upto ORDER BY s.n;
        RETURN;
    END IF;
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RAISE EXCEPTION 'document % of collection "%": %', upto, of_collection, message USING
        ERRCODE = 'data_exception', DETAIL = detail,
        HINT = format('SELECT * FROM migration.misfits(%L) lists all such documents.',
            of_collection);
END
$$;
COMMENT ON FUNCTION migration.survey_range(text, text, bigint, bigint) IS
    'counts values of documents in a temporary table; an error names the document';

-- Maps are objects of many keys, each in few of them, or of keys that look like data, whose values
-- are alike.
CREATE FUNCTION migration.survey_maps() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    FOR level IN 1 .. (
        SELECT coalesce(max(cardinality(steps)), 1) - 1 FROM pg_temp.migration_survey) LOOP
        UPDATE pg_temp.migration_survey AS t SET steps[level + 1] = '.*'
        FROM (
            SELECT steps[:level] AS steps, count(DISTINCT steps[level + 1]) AS keys,
                sum(times) AS times, bool_and(steps[level + 1] ~
                    '^\."?([0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})"?$')
                AS hex,
                bool_and(steps[level + 1] ~ '^\."(\d+|\d{4}-\d\d(-\d\d.{0,20})?)"$') AS number
            FROM pg_temp.migration_survey
            WHERE cardinality(steps) = level + 1 AND steps[1] <> '._id'
            GROUP BY 1
            HAVING count(DISTINCT class) = 1 AND min(class) NOT IN ('null', 'minKey', 'maxKey')
                AND bool_and(steps[level + 1] LIKE '.%' AND steps[level + 1] <> '...'
                    AND octet_length(steps[level + 1]) < 200)) AS map
            JOIN (
            SELECT steps, sum(times - empty) AS times
            FROM pg_temp.migration_survey WHERE cardinality(steps) = level
            GROUP BY 1 HAVING bool_and(class = 'object')) AS object USING (steps)
        WHERE (map.hex OR map.number AND map.keys > 2
                OR map.keys >= 10 AND map.times * 5 <= map.keys * object.times)
            AND t.steps[:level] = map.steps AND cardinality(t.steps) > level;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.survey_maps() IS 'makes one step of all keys of a map';

-- The type of a column for scalars of one class, NULL if there is none
CREATE FUNCTION migration.scalar_type(node jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE node->>'class'
        WHEN 'number' THEN CASE
            WHEN (node->>'whole')::boolean AND node->>'types' NOT LIKE '%long%'
                AND (node->>'least')::numeric >= -2147483648
                AND (node->>'greatest')::numeric <= 2147483647 THEN 'integer'
            WHEN (node->>'whole')::boolean AND (node->>'least')::numeric >= -9223372036854775808
                AND (node->>'greatest')::numeric <= 9223372036854775807 THEN 'bigint'
            WHEN (node->>'exact')::boolean AND node->>'types' LIKE '%double%'
                THEN 'double precision'
            ELSE 'numeric' END
        WHEN 'time' THEN 'timestamptz'
        WHEN 'bool' THEN 'boolean'
        WHEN 'objectId' THEN 'objectid'
        WHEN 'binary' THEN CASE WHEN node->>'form' IN ('uuid', 'bytea') THEN node->>'form' END
        WHEN 'string' THEN 'text'
        WHEN 'symbol' THEN 'text'
        WHEN 'javascript' THEN 'text'
        WHEN 'regex' THEN 'text'
    END
$$;
COMMENT ON FUNCTION migration.scalar_type(jsonb) IS
    'the type of a column for scalars that were surveyed, NULL if they vary';

CREATE FUNCTION migration.scalar_note(node jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN node->>'types' ~ '^shell [^,]*(, shell [^,]*)*$' THEN
            'text of MongoDB''s shell' || CASE
                WHEN node->>'types' = 'shell date' THEN ' that reads as timestamptz'
                WHEN node->>'types' = 'shell objectId' THEN ' that reads as objectid'
                WHEN node->>'types' = 'shell binData 4' THEN ' that reads as uuid'
                WHEN node->>'types' ~ 'date|objectId|binData' THEN ''
                WHEN node->>'types' LIKE '%decimal%' THEN ' that reads as numeric'
                WHEN node->>'types' LIKE '%long%' THEN ' that reads as bigint'
                ELSE ' that reads as integer' END
        WHEN node->>'types' ~ '\mshell ' THEN 'some of it text of MongoDB''s shell'
        WHEN node->>'class' = 'number' AND node->>'types' ~ 'double|decimal' THEN CASE
            WHEN (node->>'whole')::boolean THEN 'numbers that are all whole'
            WHEN node->>'types' !~ 'long|decimal' AND NOT (node->>'exact')::boolean
                THEN 'more digits than double precision keeps' END
        WHEN node->>'types' = 'string' THEN CASE node->>'form'
            WHEN 'time' THEN 'text that always reads as a time'
            WHEN 'month first' THEN 'text that always reads as a time, the month before the day'
            WHEN 'day first' THEN 'text that always reads as a time as timestamptz DMY'
            WHEN 'day or month' THEN 'text that always reads as a time, but day and month could '
                'be exchanged: timestamptz or timestamptz DMY'
            WHEN 'digits' THEN 'text that always reads as a whole number'
            WHEN 'oid' THEN '24 hexadecimal digits'
            WHEN 'hex' THEN '32 hexadecimal digits'
            WHEN 'uuid' THEN 'text that always reads as a UUID'
            WHEN 'json' THEN 'text that always reads as jsonb'
            WHEN 'empty' THEN 'always empty'
            ELSE CASE WHEN (node->>'empty')::bigint > 0 THEN 'sometimes empty' END END
        WHEN node->>'types' LIKE '%binData 3%' AND node->>'form' = 'bytea'
            THEN 'UUIDs of an old driver: propose again with its name' END
$$;
COMMENT ON FUNCTION migration.scalar_note(jsonb) IS
    'what is to be said of scalars that were surveyed';

-- A node is a path. What becomes of it is its KIND, if the tables have room for it.
CREATE FUNCTION migration.survey_nodes() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    CREATE TEMPORARY TABLE migration_nodes ON COMMIT DROP AS
    WITH typed AS (
        SELECT steps, string_agg(type, ', ' ORDER BY times DESC, type) AS types,
            string_agg(times || ' ' || type, ', ' ORDER BY times DESC, type) AS counts
        FROM (SELECT steps, type, sum(times) AS times FROM pg_temp.migration_survey
            GROUP BY 1, 2) AS t GROUP BY 1),
    surveyed AS (
        SELECT steps, steps[cardinality(steps)] AS step,
            CASE WHEN bool_or(path LIKE '%...') THEN min(path)
                ELSE '$' || array_to_string(steps, '') END AS path,
            '$' || array_to_string(steps[:cardinality(steps) - 1], '') AS parent,
            CASE WHEN count(DISTINCT class) FILTER (WHERE class <> 'null') = 1
                THEN min(class) FILTER (WHERE class <> 'null') END AS class,
            CASE WHEN count(DISTINCT form) = 1 THEN min(form)
                WHEN bool_and(form IN ('day or month', 'month first')) THEN 'month first'
                WHEN bool_and(form IN ('day or month', 'day first')) THEN 'day first' END AS form,
            bool_and(class IN ('string', 'objectId', 'time', 'symbol', 'javascript', 'regex'))
                AS is_text,
            coalesce(sum(times) FILTER (WHERE class <> 'null'), 0)::bigint AS times,
            sum(times) FILTER (WHERE class = 'null')::bigint AS nulls, min(least) AS least,
            max(greatest) AS greatest, bool_and(whole) AS whole, bool_and(exact) AS exact,
            sum(empty)::bigint AS empty, count(DISTINCT path) AS keys,
            max(octet_length(path)) AS longest
        FROM pg_temp.migration_survey GROUP BY 1),
    node AS (
        SELECT f.*, CASE WHEN step <> '...' THEN migration.key(step) END AS field,
            CASE WHEN step <> '...' THEN migration.scalar_type(f.facts) END AS scalar,
            migration.scalar_note(f.facts) AS scalar_note
        FROM (SELECT *, to_jsonb(surveyed) || to_jsonb(typed) AS facts
            FROM surveyed JOIN typed USING (steps)) AS f),
    members AS (
        SELECT parent AS path, count(*) AS children, max(keys) AS keys, max(longest) AS longest,
            bool_or(step = '.*') AS is_map, sum(nulls) IS NULL AS not_null,
            bool_and(scalar IS NOT NULL) AS are_scalars, min(times) AS least_times,
            max(times) AS most_times
        FROM node GROUP BY 1)
    SELECT n.path, n.steps, n.step, n.parent, n.field, n.class, n.types, n.times, n.nulls, n.empty,
        coalesce(m.is_map, false) AS is_map, coalesce(m.children, 0) AS children, m.not_null,
        m.least_times, m.longest AS longest_key, CASE
            WHEN n.step = '...' OR n.scalar IS NOT NULL THEN n.scalar
            WHEN n.nulls > 0 OR m.path IS NULL THEN 'jsonb'
            WHEN n.class = 'object' AND m.is_map THEN 'table'
            WHEN n.class = 'object' AND CASE WHEN n.path = '$._id'
                THEN m.children <= 8 AND m.are_scalars AND m.least_times = n.times
                    AND m.most_times = n.times
                ELSE m.children <= 250 END THEN 'columns'
            WHEN n.path = '$._id' THEN 'jsonb'
            WHEN element.scalar IS NOT NULL THEN element.scalar || '[]'
            WHEN element.class = 'object' AND element.nulls IS NULL AND i.path IS NOT NULL
                THEN 'table'
            ELSE 'jsonb' END AS kind, CASE
            WHEN n.step = '...' THEN 'the path is too long'
            WHEN n.scalar IS NOT NULL THEN n.scalar_note
            WHEN n.class IS NULL OR n.nulls > 0 THEN concat('varies: ', n.counts,
                CASE WHEN n.is_text THEN '; text would hold all' END)
            WHEN n.class IN ('array', 'object') AND m.path IS NULL THEN 'always empty'
            WHEN m.is_map THEN format('its keys are data: %s different ones', m.keys)
            WHEN n.path = '$._id' OR element.step = '...' THEN NULL
            WHEN m.children > 250 THEN format('it has %s different keys', m.children)
            WHEN element.scalar IS NOT NULL THEN element.scalar_note
            WHEN element.class = 'array' THEN 'arrays in an array'
            WHEN element.path IS NOT NULL AND (element.class IS NULL OR element.nulls > 0)
                THEN 'its elements vary'
            WHEN element.path IS NOT NULL AND i.path IS NULL
                THEN 'its elements have no column' END AS note
    FROM node AS n LEFT JOIN members AS m USING (path)
        LEFT JOIN node AS element ON n.class = 'array' AND m.children = 1
            AND element.parent = n.path
        LEFT JOIN members AS i ON i.path = element.path;
    CREATE INDEX ON pg_temp.migration_nodes (parent);
    ANALYZE pg_temp.migration_nodes;
END
$$;
COMMENT ON FUNCTION migration.survey_nodes() IS
    'makes a temporary table of the surveyed paths, with what may become of each';

CREATE FUNCTION migration.survey(of_collection text, legacy_uuid text, last_n bigint)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
    part record;
BEGIN
    DROP TABLE IF EXISTS pg_temp.migration_survey, pg_temp.migration_nodes;
    CREATE TEMPORARY TABLE migration_survey (path text, steps text[], type text, class text,
        form text, times bigint, least numeric, greatest numeric, whole boolean, exact boolean,
        empty bigint) ON COMMIT DROP;
    -- Parts are for the progress, which is told each few seconds.
    FOR part IN SELECT * FROM migration.ranges(of_collection, 50000::bigint) LOOP
        EXIT WHEN part.after >= last_n;
        PERFORM migration.survey_range(of_collection, legacy_uuid, part.after,
            least(part.upto, last_n));
        PERFORM migration.progress(of_collection, 'surveyed'::text, part.documents, part.total,
            50000::bigint);
    END LOOP;

    -- A path that was cut off has the steps of what it is in.
    UPDATE pg_temp.migration_survey AS cut SET steps = found.steps || '...'::text
    FROM (
        SELECT DISTINCT ON (c.path) c.path, p.steps
        FROM pg_temp.migration_survey AS c JOIN pg_temp.migration_survey AS p
            ON p.path NOT LIKE '%...' AND p.class IN ('object', 'array')
                AND starts_with(c.path, p.path)
                AND substr(c.path, length(p.path) + 1, 1) IN ('.', '[')
        WHERE c.path LIKE '%...' ORDER BY c.path, length(p.path) DESC) AS found
    WHERE cut.path = found.path;
    PERFORM migration.survey_maps();
    PERFORM migration.survey_nodes();
END
$$;
COMMENT ON FUNCTION migration.survey(text, text, bigint) IS
    'finds all paths of a collection, with what propose asks of them, in temporary tables';

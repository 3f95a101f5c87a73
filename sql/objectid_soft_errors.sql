-- Bad objectid text as a soft error: pg_input_is_valid, pg_input_error_info, and what else asks
-- softly. PostgreSQL 16 and later.
\set ECHO none
\pset format unaligned
\pset tuples_only on

\echo What is read or refused otherwise than by the hard error
-- Its hints: sql/objectid_io.sql.
SELECT input, info AS otherwise
FROM (VALUES
    ('4D88E15B60F486E428412DC9', true),
    (E'{\n "$oid" : "4d88e15b60f486e428412dc9" }', true),
    ('', false),
    ('4d88e15b60f486e428412dc9 ', false),
    ('ObjectId("4d88e15b60f486e428412dc9'')', false),
    ('{"$oid":"4d88e15b60f486e428412dc9","unrelated":true}', false), -- OF-7
    ('now', false),
    ('infinity', false),
    ('2026-11-01 12:30:00 Europe/Berlin', false),
    ('2026-11-01 12:30:00 Europe/Nowhere', false),
    (repeat('f', 100000), false)
) AS literal (input, is_valid), pg_input_error_info(input, 'objectid') AS info
WHERE pg_input_is_valid(input, 'objectid') <> is_valid
    OR (info IS NULL) <> is_valid
    OR NOT is_valid AND error_of(format('SELECT %L::objectid', input))
        <> concat_ws(' | ', sql_error_code, message, detail, hint);

-- COPY that leaves refused rows out, and SQL/JSON that puts a default in their place, came with 17:
-- there they must work, and when they do this says nothing
SELECT current_setting('server_version_num')::int >= 170000 AS is_17 \gset
CREATE TEMP TABLE imported (id objectid, name text);
\getenv abs_builddir PG_ABS_BUILDDIR
\cd :abs_builddir
COPY (VALUES
    ('ObjectId(4eecaffcbffa66588e000007)', 'first'),
    ('ObjectId(4eecaffcbffa66588e00000)', 'short'),
    ('', 'empty'),
    (NULL, 'missing'),
    ('2026-11-01', 'time'),
    ('{"$oid":"4eecaffcbffa66588e000008"}', 'last')
) TO STDOUT (FORMAT csv)
\g results/objectid_soft.csv
\if :is_17
SET client_min_messages = warning;
\copy imported FROM 'results/objectid_soft.csv' (FORMAT csv, ON_ERROR ignore)
RESET client_min_messages;
DO $$
BEGIN
    ASSERT (SELECT array_agg(id || ' ' || name ORDER BY id) FROM imported WHERE id IS NOT NULL)
        = '{4eecaffcbffa66588e000007 first,4eecaffcbffa66588e000008 last}',
        'COPY kept other rows';
    ASSERT (SELECT array_agg(name) FROM imported WHERE id IS NULL) = '{missing}',
        'COPY made a NULL of text';
    ASSERT JSON_VALUE('{"_id": "4eecaffcbffa66588e000007"}', '$._id' RETURNING objectid)
        = '4eecaffcbffa66588e000007',
        'JSON_VALUE, good';
    ASSERT JSON_VALUE(
        '{"_id": "4eecaffcbffa66588e00000"}', '$._id'
        RETURNING objectid DEFAULT '000000000000000000000000' ON ERROR
    ) = '000000000000000000000000',
        'JSON_VALUE, bad';
    ASSERT JSON_VALUE('{"_id": "2026-11-01"}', '$._id' RETURNING objectid NULL ON ERROR) IS NULL,
        'JSON_VALUE, a time';
    ASSERT (
        SELECT id
        FROM JSON_TABLE(
            '[{"_id": {"$oid": "4eecaffcbffa66588e000007"}}]', '$[*]'
            COLUMNS (id objectid PATH '$._id."$oid"')
        )
    ) = '4eecaffcbffa66588e000007',
        'JSON_TABLE';
END
$$;
\endif
\! rm -f results/objectid_soft.csv

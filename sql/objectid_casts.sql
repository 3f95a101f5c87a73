-- Conversions between objectid and text, bytea, uuid, jsonb and timestamptz: what they give, and
-- what they refuse. Which casts there are, and which are for assignment: surface. Columns that
-- change their type: conversion_statements.
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

\echo There and back: none fails
SELECT id AS failed
FROM unnest('{
    000000000000000000000000,ffffffffffffffffffffffff,7fffffff1111111111111111,
    000102030405060708090a0b,ff00000000000000000000ff
}'::objectid[]) AS id
WHERE (id::bytea = decode(id::text, 'hex')
    AND id::bytea::objectid = id
    AND CAST(id AS bytea) = objectid_send(id)
    AND id::uuid = ('00000000' || id::text)::uuid
    AND id::uuid::objectid = id
    AND id::text::objectid = id
    AND id::varchar(24)::objectid = id
    AND id::char(24)::objectid = id
    AND jsonb_build_object('$oid', id)::objectid = id
    AND to_jsonb(id)::objectid = id AND to_jsonb(upper(id::text))::objectid = id
    AND id::timestamptz = objectid_timestamp(id)
    AND id::timestamptz::objectid = objectid_min(objectid_timestamp(id))
) IS NOT TRUE;

\echo However bytes lie in a row: short or long header, compressed, out of line
CREATE TEMP TABLE stored (b bytea, u uuid, j jsonb);
ALTER TABLE stored ALTER b SET STORAGE external;
INSERT INTO stored
VALUES (
    '\x4d88e15b60f486e428412dc9',
    '00000000-4d88-e15b-60f4-86e428412dc9',
    '{"$oid":"4d88e15b60f486e428412dc9"}'
);
INSERT INTO stored (b, j)
SELECT decode(repeat('4d88e15b60f486e428412dc9', 1000), 'hex'),
    jsonb_build_object('$oid', repeat('4d88e15b60f486e428412dc9', 1000));
SELECT b::objectid, u::objectid, j::objectid FROM stored WHERE u IS NOT NULL;
SELECT substring(b FROM 13 FOR 12)::objectid FROM stored WHERE u IS NULL;
SELECT b::objectid FROM stored WHERE u IS NULL;
SELECT left(error_of('SELECT j::objectid FROM stored WHERE u IS NULL'), 5);

-- Text --------------------------------------------------------------------------------------------

\echo Texts that are no id, and are read
-- char(n) is padded with blanks: what is too short stays refused, and so does what is longer.
SELECT expression, error FROM unnest(ARRAY[
    '''4d88e15b60f486e428412dc''::char(24)::objectid',
    '''4d88e15b60f486e428412dc9''::char(25)::objectid',
    '''4d88e15b60f486e428412dc9''::char(23)::objectid',
    '''4d88e15b60f486e428412dc9 ''::varchar::objectid'
]) AS expression, error_of('SELECT ' || expression) AS error
WHERE error NOT LIKE '22P02 | invalid input syntax for type objectid: "%';

-- bytea -------------------------------------------------------------------------------------------

\echo No other length than 12, nothing is cut or padded
SELECT expression, error_of('SELECT ' || expression) FROM unnest(ARRAY[
    '''\x4d88e15b60f486e428412d''::bytea::objectid',
    '''\x4d88e15b60f486e428412dc900''::bytea::objectid',
    'repeat(''x'', 100000)::bytea::objectid'
]) AS expression;
\echo Twelve characters are twelve bytes (X-2), as text they are no id
SELECT 'foo-bar-quux'::bytea::objectid, left(error_of('SELECT ''foo-bar-quux''::objectid'), 5);

-- uuid --------------------------------------------------------------------------------------------

\echo The first four bytes are zero, or it is not ours
SELECT expression, error_of('SELECT ' || expression) FROM unnest(ARRAY[
    '''00000001-4d88-e15b-60f4-86e428412dc9''::uuid::objectid',
    '''01000000-4d88-e15b-60f4-86e428412dc9''::uuid::objectid'
]) AS expression;

-- jsonb: a string or {"$oid": "..."}, nothing else (OF-5, OF-7, OF-9) -----------------------------

\echo What is read, and is not; what is refused, and is not
SELECT form AS not_read
FROM (VALUES
    ('"4D88E15B60F486E428412DC9"'),
    (E'\n{ "$oid" : "4d88e15b60f486e428412dc9" }\n'),
    -- escapes are gone once it is jsonb
    ('{"\u0024oid":"\u0034d88e15b60f486e428412dc9"}'),
    -- and so are duplicate keys
    ('{"$oid":"ffffffffffffffffffffffff","$oid":"4d88e15b60f486e428412dc9"}'),
    -- a string is read as the input function reads it
    ('"ObjectId(\"4d88e15b60f486e428412dc9\")"')
) AS accepted (form)
WHERE (form::jsonb::objectid = '4d88e15b60f486e428412dc9') IS NOT TRUE;
-- A string is quoted once
SELECT form, type, error AS otherwise
FROM (VALUES
    ('true'), ('507'), ('""'), ('"4d88e15b60f486e428412dc90"'), ('["4d88e15b60f486e428412dc9"]'),
    ('["$oid", "4d88e15b60f486e428412dc9"]'), ('{}'), ('{"$oid":null}'),
    ('{"$oid":["4d88e15b60f486e428412dc9"]}'), ('{"$oid":{"$oid":"4d88e15b60f486e428412dc9"}}'),
    ('{"$oid":"4d88e15b60f486e428412dc"}'), ('{"$oid":"ObjectId(4d88e15b60f486e428412dc9)"}'),
    ('{"a":1,"$oid":"4d88e15b60f486e428412dc9"}'), -- OF-7
    ('{"$oi":"4d88e15b60f486e428412dc9"}'),
    ('{"$oidFunc":{"Id":"4d88e15b60f486e428412dc9"}}') -- OF-9
) AS refused (form),
unnest('{json,jsonb}'::text[]) AS type,
error_of(format('SELECT %L::%s::objectid', form, type)) AS error
WHERE error <> CASE jsonb_typeof(form::jsonb)
    WHEN 'string' THEN format('22P02 | invalid input syntax for type objectid: "%s" | '
        'An objectid is 24 hexadecimal digits, also written as ObjectId("...") or {"$oid":"..."}.',
        form::jsonb #>> '{}')
    ELSE format('22P02 | invalid input syntax for type objectid: "%s" | '
        'An objectid in JSON is a string or {"$oid": "..."}.', form::jsonb)
END;
\echo null is NULL: references that are null are everyday documents
SELECT ('{"a": null}'::jsonb->'a')::objectid IS NULL
    AND 'null'::jsonb::objectid IS NULL
    AND 'null'::json::objectid IS NULL
    AND ('{"a": null}'::json->'a')::objectid IS NULL
    AND jsonb_objectid('null') IS NULL AS all_null,
    ARRAY(
        SELECT item::objectid
        FROM jsonb_array_elements(
            '[null, "4d88e15b60f486e428412dc9", {"$oid": "4d88e15b60f486e428412dca"}]'
        ) AS item
    ) AS items;
SELECT '{"$ref": "users", "$id": {"$oid": "4d88e15b60f486e428412dc9"}}'::jsonb::objectid;
\echo Of what is long, the error shows the beginning
-- Written out, the first value has more than a gigabyte.
SELECT jsonb_agg('1e131071'::jsonb)::objectid FROM generate_series(1, 9000);
SELECT jsonb_build_object('$oid', repeat('é', 1000))::objectid;
SELECT to_jsonb(repeat('é', 1000))::objectid;
\echo json reads the same
SELECT json '{"$oid":"4d88e15b60f486e428412dc9"}'::objectid,
    (json '{"a": "ObjectId(4d88e15b60f486e428412dc9)"}'->'a')::objectid,
    json ' { "$oid" : "ffffffffffffffffffffffff",
        "\u0024oid" : "4d88e15b60f486e428412dc9" } '::objectid AS last,
    NULL::json::objectid IS NULL AS missing,
    left(error_of('SELECT json ''"\u0000"''::objectid'), 5);

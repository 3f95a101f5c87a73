-- Conversions between objectid and text, bytea, uuid, jsonb and timestamptz: what they give, what
-- they refuse, and columns that change their type. Which casts there are: catalog.
\pset format unaligned
\pset footer off

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- There and back ----------------------------------------------------------------------------------

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
    AND objectid_to_ejson(id) = jsonb_build_object('$oid', id::text)
    AND objectid_to_ejson(id)::objectid = id
    AND to_jsonb(id)::objectid = id AND to_jsonb(upper(id::text))::objectid = id
    AND id::timestamptz = objectid_timestamp(id)
    AND id::timestamptz::objectid = objectid_min(objectid_timestamp(id))
) IS NOT TRUE;
SELECT id::text, id::bytea, id::uuid, objectid_to_ejson(id), objectid_to_ejson(id)::text,
    id::timestamptz, id::timestamptz::objectid AS second
FROM (VALUES (objectid '4d88e15b60f486e428412dc9')) AS v (id);

-- An array, as to_jsonb nests it: dimensions, lower bounds and NULL; from a table, compressed or
-- out of line, and of a domain
SELECT input, objectid_to_ejson(input::objectid[]) FROM (VALUES
    ('{}'),
    ('{4d88e15b60f486e428412dc9}'),
    ('{4D88E15B60F486E428412DC9,NULL,000000000000000000000000}'),
    ('[5:6]={4d88e15b60f486e428412dc9,NULL}'),
    ('{{4d88e15b60f486e428412dc9,NULL},{NULL,4d88e15b60f486e428412dca}}'),
    ('{{{4d88e15b60f486e428412dc9}},{{NULL}},{{4d88e15b60f486e428412dca}}}')) AS v (input);
CREATE TEMP TABLE arrays AS
SELECT n,
    CASE WHEN n % 3 = 0
        THEN array_fill(gen_objectid(), ARRAY[n % 7 + 1, n % 5 + 1, n % 2 + 1])
        ELSE array_agg(CASE WHEN i % 10 > 0 THEN gen_objectid() END)
    END AS ids
FROM generate_series(1, 60) AS n, generate_series(1, n * n) AS i GROUP BY n;
SELECT ids AS failed
FROM arrays
WHERE objectid_to_ejson(ids)
    IS DISTINCT FROM
    regexp_replace(to_jsonb(ids)::text, '("[0-9a-f]{24}")', '{"$oid": \1}', 'g')::jsonb;
CREATE DOMAIN pg_temp.some_ids AS objectid[] CHECK (cardinality(VALUE) > 0);
SELECT objectid_to_ejson('{4d88e15b60f486e428412dc9}'::pg_temp.some_ids),
    objectid_to_ejson(ARRAY[objectid '4d88e15b60f486e428412dc9']);
DROP DOMAIN pg_temp.some_ids;
DROP TABLE arrays;

-- However bytes lie in a row: short or long header, compressed, out of line
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
DROP TABLE stored;

-- NULL gives NULL
SELECT NULL::text::objectid IS NULL
    AND NULL::varchar::objectid IS NULL
    AND NULL::char(24)::objectid IS NULL
    AND NULL::bytea::objectid IS NULL
    AND NULL::uuid::objectid IS NULL
    AND NULL::jsonb::objectid IS NULL
    AND NULL::timestamptz::objectid IS NULL
    AND NULL::objectid::text IS NULL
    AND NULL::objectid::bytea IS NULL
    AND NULL::objectid::uuid IS NULL
    AND NULL::objectid::timestamptz IS NULL
    AND objectid_to_ejson(NULL::objectid) IS NULL
    AND objectid_to_ejson(NULL::objectid[]) IS NULL
    AND NULL::objectid::char(24) IS NULL AS all_null;

-- Text --------------------------------------------------------------------------------------------

-- char(n) is padded with blanks: what is too short stays refused, and so does what is longer than
-- an id
SELECT expression, error_of('SELECT ' || expression) FROM unnest(ARRAY[
    '''4d88e15b60f486e428412dc''::char(24)::objectid',
    '''''::char(24)::objectid',
    '''4d88e15b60f486e428412dc9''::char(25)::objectid',
    '''4d88e15b60f486e428412dc9''::char(23)::objectid',
    '''4d88e15b60f486e428412dc9''::varchar(23)::objectid',
    '''4d88e15b60f486e428412dc9 ''::varchar::objectid',
    '''hello''::text::objectid'
]) AS expression;

-- bytea: no other length than 12, nothing is cut or padded ----------------------------------------

SELECT expression, error_of('SELECT ' || expression) FROM unnest(ARRAY[
    '''\x4d88e15b60f486e428412d''::bytea::objectid',
    '''\x4d88e15b60f486e428412dc900''::bytea::objectid',
    '''\x''::bytea::objectid',
    '''\x00000000''::bytea::objectid',
    '''4d88e15b60f486e428412dc9''::bytea::objectid',
    'repeat(''x'', 100000)::bytea::objectid'
]) AS expression;
-- Twelve characters are twelve bytes (X-2), as text they are no id
SELECT 'foo-bar-quux'::bytea::objectid, left(error_of('SELECT ''foo-bar-quux''::objectid'), 5);

-- uuid: the first four bytes are zero, or it is not ours ------------------------------------------

SELECT '00000000-4d88-e15b-60f4-86e428412dc9'::uuid::objectid,
    '00000000-0000-0000-0000-000000000000'::uuid::objectid AS lowest,
    '00000000-ffff-ffff-ffff-ffffffffffff'::uuid::objectid AS highest;
SELECT expression, error_of('SELECT ' || expression) FROM unnest(ARRAY[
    '''00000001-4d88-e15b-60f4-86e428412dc9''::uuid::objectid',
    '''01000000-4d88-e15b-60f4-86e428412dc9''::uuid::objectid',
    '''00800000-4d88-e15b-60f4-86e428412dc9''::uuid::objectid',
    '''4d88e15b-60f4-86e4-2841-2dc900000000''::uuid::objectid',
    '''017F22E2-79B0-7CC3-98C4-DC0C0C07398F''::uuid::objectid',
    '''ffffffff-ffff-ffff-ffff-ffffffffffff''::uuid::objectid'
]) AS expression;

-- jsonb: a string or {"$oid": "..."}, nothing else (OF-5, OF-7, OF-9) -----------------------------

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
SELECT '""'::jsonb::objectid;
-- null is NULL: references that are null are everyday documents
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
SELECT '{"$oid": "4d88e15b60f486e428412dc9", "type": "user"}'::jsonb::objectid;
SELECT '{"$ref": "users", "$id": {"$oid": "4d88e15b60f486e428412dc9"}}'::jsonb::objectid;
SELECT '2026'::jsonb::objectid;
-- Of what is long, the error shows the beginning. Written out, the first value has more than a
-- gigabyte.
SELECT jsonb_agg('1e131071'::jsonb)::objectid FROM generate_series(1, 9000);
SELECT jsonb_build_object('$oid', repeat('é', 1000))::objectid;
SELECT to_jsonb(repeat('é', 1000))::objectid;
SELECT to_json(repeat('x', 200))::objectid;
SELECT to_json(repeat('x', 201))::objectid;
-- The id of a document, however deep it sits
SELECT (document->'_id')::objectid, (document #> '{items,1,product}')::objectid,
    (document->'missing')::objectid IS NULL AS missing
FROM (VALUES (jsonb '{
    "_id": {"$oid": "5a17b9d9ab102555b9c38874"},
    "items": [{}, {"product": {"$oid": "507f1f77bcf86cd799439011"}}]
}')) AS orders (document);
-- json reads the same
SELECT json '{"$oid":"4d88e15b60f486e428412dc9"}'::objectid,
    (json '{"a": "ObjectId(4d88e15b60f486e428412dc9)"}'->'a')::objectid,
    json ' { "$oid" : "ffffffffffffffffffffffff",
        "\u0024oid" : "4d88e15b60f486e428412dc9" } '::objectid AS last,
    NULL::json::objectid IS NULL AS missing,
    left(error_of('SELECT json ''"\u0000"''::objectid'), 5);

-- timestamptz -------------------------------------------------------------------------------------

SELECT '4d88e15b60f486e428412dc9'::objectid::timestamptz,
    CAST(timestamptz '2011-03-22 17:50:19.999999+00' AS objectid),
    '800000000000000000000000'::objectid::timestamptz AS unsigned;

-- Assignment ------------------------------------------------------------------------------------

CREATE TEMP TABLE assigned (id objectid);
INSERT INTO assigned SELECT '4D88E15B60F486E428412DC9'::text;
INSERT INTO assigned SELECT 'ObjectId(4d88e15b60f486e428412dc9)'::varchar;
INSERT INTO assigned SELECT '4d88e15b60f486e428412dc9'::char(24);
UPDATE assigned SET id = lower('4D88E15B60F486E428412DCA') WHERE id = '4d88e15b60f486e428412dc9';
SELECT id, count(*) FROM assigned GROUP BY id;
INSERT INTO assigned SELECT '4d88e15b60f486e428412dc'::text;
DROP TABLE assigned;

-- Moving a column that holds ids already ----------------------------------------------------------

-- Columns of text become objectid without USING: char, varchar, text, and domains over them
CREATE DOMAIN pg_temp.hex_id AS text CHECK (VALUE ~ '^[0-9a-f]{24}$');
CREATE TEMP TABLE migrated (
    c char(24) PRIMARY KEY,
    v varchar(24),
    t text DEFAULT '000000000000000000000000',
    d pg_temp.hex_id,
    missing text
);
INSERT INTO migrated
SELECT id, upper(id), 'ObjectId("' || id || '")', id
FROM generate_series(1, 100) AS i, left(md5(i::text), 24) AS id;
CREATE TEMP TABLE original AS SELECT c::text AS id FROM migrated;
ALTER TABLE migrated
    ALTER c TYPE objectid,
    ALTER v TYPE objectid,
    ALTER t TYPE objectid,
    ALTER d TYPE objectid,
    ALTER missing TYPE objectid;
SELECT migrated
FROM original o LEFT JOIN migrated ON o.id = c::text
WHERE (v::text, t::text, d::text, missing IS NULL) IS DISTINCT FROM (o.id, o.id, o.id, true);
SELECT attname, atttypid::regtype, pg_get_expr(adbin, adrelid) AS "default"
FROM pg_attribute
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = 'migrated'::regclass AND attnum > 0
ORDER BY attnum;
INSERT INTO migrated (c, d) VALUES ('ffffffffffffffffffffffff', NULL) RETURNING t;
-- and back
ALTER TABLE migrated ALTER v TYPE text, ALTER d TYPE char(24), ALTER t DROP DEFAULT;
SELECT c, v, d FROM original o LEFT JOIN migrated ON o.id = c::text WHERE (v = d) IS NOT TRUE;
-- The primary key still works
INSERT INTO migrated (c) SELECT upper(id) FROM original LIMIT 1;
DROP TABLE migrated, original;
DROP DOMAIN pg_temp.hex_id;

-- bytea and uuid need a USING, which PostgreSQL proposes
CREATE TEMP TABLE migrated (b bytea, u uuid);
INSERT INTO migrated VALUES ('\x4d88e15b60f486e428412dc9', '00000000-4d88-e15b-60f4-86e428412dc9');
ALTER TABLE migrated ALTER b TYPE objectid;
ALTER TABLE migrated ALTER u TYPE objectid;
ALTER TABLE migrated
    ALTER b TYPE objectid USING b::objectid,
    ALTER u TYPE objectid USING u::objectid;
SELECT * FROM migrated;
ALTER TABLE migrated ALTER b TYPE bytea USING b::bytea, ALTER u TYPE uuid USING u::uuid;
SELECT * FROM migrated;
DROP TABLE migrated;

-- Arrays
CREATE TEMP TABLE migrated (t text[], v varchar(24)[], c char(24)[], b bytea[]);
INSERT INTO migrated
VALUES (
    '{4D88E15B60F486E428412DC9,NULL}',
    '{{4d88e15b60f486e428412dc9},{4d88e15b60f486e428412dca}}',
    '{}',
    '{"\\x4d88e15b60f486e428412dc9"}'
);
ALTER TABLE migrated ALTER t TYPE objectid[], ALTER v TYPE objectid[], ALTER c TYPE objectid[];
ALTER TABLE migrated ALTER b TYPE objectid[];
ALTER TABLE migrated ALTER b TYPE objectid[] USING b::objectid[];
SELECT *, pg_typeof(t) FROM migrated;
ALTER TABLE migrated ALTER t TYPE text[];
SELECT t, pg_typeof(t) FROM migrated;
DROP TABLE migrated;

-- One value that is no id, and the column stays as it was
CREATE TEMP TABLE migrated (id char(24));
INSERT INTO migrated VALUES ('4d88e15b60f486e428412dc9'), ('4d88e15b60f486e4');
ALTER TABLE migrated ALTER id TYPE objectid;
SELECT pg_typeof(id), count(*) FROM migrated GROUP BY 1;
DROP TABLE migrated;

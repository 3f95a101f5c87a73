-- Text, binary and JSON in and out through SQL: COPY, arrays, composite types and domains, and what
-- an error says. Which text is an id, is tested in test/unit/objectid_text_test.cpp and, with
-- mutations, in test/t/objectid_io.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Text --------------------------------------------------------------------------------------------

\echo Texts that are not refused with 22P02, the text in the message and this hint
CREATE FUNCTION pg_temp.is_refused(input text, hint text) RETURNS boolean
LANGUAGE sql AS $$
    SELECT error_of(format('SELECT %L::objectid', input)) = concat_ws(' | ',
        '22P02', format('invalid input syntax for type objectid: "%s"', input),
        'An objectid is 24 hexadecimal digits, '
            'also written as ObjectId("...") or {"$oid":"..."}.',
        hint)
$$;
SELECT input AS not_refused
FROM (VALUES
    ('', NULL),
    (repeat(' ', 24), NULL),
    (repeat('f', 100000), NULL),
    ('4d88e15b60f486e428412d' || chr(233), NULL),
    ('_id', 'To cast a field of a JSON value, write (doc->''_id'')::objectid.'),
    ('{"$ref": "users", "$id": {"$oid": "4d88e15b60f486e428412dc9"}}',
        'To convert a DBRef, cast its "$id".')
) AS literal (input, hint)
WHERE NOT pg_temp.is_refused(input, hint);

\echo Times that get no hint, and what is none and gets it
SELECT input AS failed
FROM (VALUES
    ('2026-11-01', true),
    ('2026-11-01 12:30:00.123456+00', true),
    ('2026-11-01T12:30:00Z', true),
    ('2026-11-01 12:30:00 Europe/Berlin', true),
    ('20261101', true),
    ('Nov 1 2026', true),
    ('0044-03-15 BC', true),
    ('now', true),
    ('epoch', true),
    ('infinity', true),
    ('2026-13-01', false),
    ('2026-11-01 25:00:00', false),
    ('2026-11-01 12:30:00 Europe/Nowhere', false),
    ('12:30', false),
    ('1 day', false),
    ('2026', false),
    ('4d88e15b60f486e428412dc', false),
    ('123456789012345678901234567890', false),
    ('{"$oid":"2026-11-01"}', false)
) AS literal (input, is_time)
WHERE NOT pg_temp.is_refused(input, CASE WHEN is_time THEN format(
    'To compare with a time, write timestamptz ''%1$s'', or $1::timestamptz for a parameter. '
    'For the bound of a partition, write objectid_min(''%1$s'').', input) END);

-- Binary ------------------------------------------------------------------------------------------

\getenv abs_builddir PG_ABS_BUILDDIR
\cd :abs_builddir
CREATE TEMP TABLE as_objectid (id objectid);

\echo Any other length is refused, and nothing of that COPY stays
COPY (
    SELECT '\x0102030405060708090a0b0c'::bytea
    UNION ALL SELECT '\x0102030405060708090a0b'::bytea
) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
COPY (SELECT '\x0102030405060708090a0b0c0d'::bytea) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
\echo Bounds of a range: flags, length, bytes
CREATE TYPE id_range AS RANGE (subtype = objectid);
CREATE TABLE as_range (r id_range);
COPY (SELECT '\x12 0000000c 0102030405060708090a0b0c'::bytea) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_range FROM 'results/objectid_copy.binary' (FORMAT binary)
COPY (SELECT '\x12 0000000d 0102030405060708090a0b0c0d'::bytea) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_range FROM 'results/objectid_copy.binary' (FORMAT binary)
TABLE as_range;
DROP TYPE id_range CASCADE;
DROP TABLE as_range;
SELECT count(*) AS rows_left FROM as_objectid;

-- COPY --------------------------------------------------------------------------------------------

CREATE TYPE pg_temp.line AS (id objectid, quantity int);
CREATE DOMAIN pg_temp.recent_id AS objectid CHECK (VALUE >= '40000000ffffffffffffffff');

\echo Text and binary give back what they were given; in binary an id is its twelve bytes
CREATE TEMP TABLE source (
    id objectid,
    bytes bytea,
    ids objectid[],
    line pg_temp.line,
    lines pg_temp.line[],
    recent pg_temp.recent_id
);
INSERT INTO source
SELECT id, id::bytea, ARRAY[id, NULL, id], (id::text, 1)::pg_temp.line,
    ARRAY[(id::text, 0)::pg_temp.line, NULL], id
FROM unnest('{
    4d88e15b60f486e428412dc9,800000000000000000000000,ffffffffffffffffffffffff
}'::objectid[]) AS id;
INSERT INTO source (id, bytes)
VALUES ('000000000000000000000000', decode(repeat('00', 12), 'hex')), (NULL, NULL);
CREATE TEMP TABLE target (LIKE source);
CREATE TEMP VIEW differing AS
(TABLE source EXCEPT ALL TABLE target) UNION ALL (TABLE target EXCEPT ALL TABLE source);
\copy source TO 'results/objectid_copy.text'
\copy target FROM 'results/objectid_copy.text'
TABLE differing;
TRUNCATE target;
\copy source TO 'results/objectid_copy.binary' (FORMAT binary)
\copy target FROM 'results/objectid_copy.binary' (FORMAT binary)
TABLE differing;
-- and are read from bytes
\copy (SELECT bytes, id::bytea FROM source) TO 'results/objectid_copy.binary' (FORMAT binary)
TRUNCATE target;
\copy target (id, bytes) FROM 'results/objectid_copy.binary' (FORMAT binary)
SELECT id, bytes FROM target WHERE id::bytea <> bytes OR (id IS NULL) <> (bytes IS NULL);
SELECT count(id) AS ids FROM target;
\! rm -f results/objectid_copy.text results/objectid_copy.binary

\echo CSV of mongoexport: an id, an id inside a document (OF-11), a missing one (OF-13)
CREATE TEMP TABLE imported (id objectid, parent objectid, name text);
COPY imported FROM stdin (FORMAT csv);
ObjectId(4eecaffcbffa66588e000007),,root
ObjectId(4EECAFFCBFFA66588E000008),ObjectId(4eecaffcbffa66588e000007),"child, first"
"ObjectId(""4eecaffcbffa66588e000009"")",ObjectId('4eecaffcbffa66588e000007'),second
"{""$oid"":""4eecaffcbffa66588e00000a""}","{ ""$oid"" : ""4eecaffcbffa66588e000007"" }",third
4eecaffcbffa66588e00000b,4EECAFFCBFFA66588E000007,fourth
\.
COPY imported FROM stdin;
{"$oid":"4eecaffcbffa66588e00000c"}	ObjectId("4eecaffcbffa66588e000007")	fifth
4eecaffcbffa66588e00000d	\N	sixth
\.
COPY imported TO stdout (FORMAT csv);

\echo JSON of mongoexport, through functions of the server; in JSON an id is a string
SELECT * FROM jsonb_populate_recordset(NULL::imported, '[
    {"id": {"$oid": "4eecaffcbffa66588e000007"}, "parent": null, "name": "object"},
    {"id": "4eecaffcbffa66588e000008", "parent": "ObjectId(\"4eecaffcbffa66588e000007\")",
        "name": "string"}
]');
SELECT to_jsonb(id), row_to_json(imported) FROM imported WHERE name = 'fifth';

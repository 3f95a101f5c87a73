-- Bad objectid text as a soft error: pg_input_is_valid, pg_input_error_info, and what else asks
-- softly. PostgreSQL 16 and later.

-- Valid text, in each of the forms
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE (
        pg_input_is_valid(input, 'objectid')
        AND message IS NULL
        AND detail IS NULL
        AND hint IS NULL
        AND sql_error_code IS NULL
    ) IS NOT TRUE) AS failed
FROM (VALUES
    ('OV-1', '000000000000000000000000'),
    ('OV-2', 'ffffffffffffffffffffffff'),
    ('OV-3', '56e1fc72e0c917e9c4714161'),
    ('OV-4', '000000001111111111111111'),
    ('OV-5', '7FFFFFFF1111111111111111'),
    ('OV-6', '800000001111111111111111'),
    ('OV-7', 'FFFFFFFF1111111111111111'),
    ('OV-8', '7FFFFFFF0000000000000000'),
    ('OV-9', '800000000000000000000000'),
    ('OV-10', 'FFFFFFFF0000000000000000'),
    ('OV-11', '123456789012123456789012'),
    ('OV-15', '000102030405060708090a0b'),
    ('OV-16', '1234567890abcdef12345678'),
    ('OV-17', '1234567890ABCDEF12345678'),
    ('OV-22', 'fcdeab182763817236817236'),
    ('OV-23', 'eeeeeeeeeeeeeeeeeeeeeeee'),
    ('OV-25', '111111111111111111111111'),
    ('OV-27', 'FCDEAB182763817236817236'),
    ('OV-33', '4e4d66343b39b68407000001'),
    ('OV-35', '4d88e15b60f486e428412dc9'),
    ('OV-36', '0102030405060708090a0b0c'),
    ('OV-37', '0102030405060708090A0B0C'),
    ('OV-38', '53e2a1c40640fd72175d4603'),
    ('OV-43', '00e2a1c40640fd72175d4603'),
    ('OV-44', '386e94ff1112131415212223'),
    ('OV-45', '507f1f77bcf86cd799439011'),
    ('OV-47', '5F07445CFBBBBBBBBBFAAAAA'),
    ('OV-51', '0011223344556677889900ff'),
    ('OV-53', '57fd71e96e32ab4225b723fb'),
    ('OV-57', '552ffe9f5739878e73d116a9'),
    ('OV-59', '507c7f79bcf86cd7994f6c0e'),
    ('OV-61', '00000020f51bb4362eee2a4d'),
    ('OV-63', '5a17b9d9ab102555b9c38874'),
    ('OV-64', '47cc67093475061e3d95369d'),
    ('OV-65', '4eecaffcbffa66588e000007'),
    ('OV-67', '666f6f2d6261722d71757578'),
    ('OV-69', 'deadbeef0000000000112233'),
    ('OI-55', 'ObjectId("4d88e15b60f486e428412dc9")'),
    ('OI-55, single quotes', 'ObjectId(''4d88e15b60f486e428412dc9'')'),
    ('OI-55, no quotes', 'ObjectId(4d88e15b60f486e428412dc9)'),
    ('OF-17, new', 'new ObjectId("4d88e15b60f486e428412dc9")'),
    ('OF-17, new, single quotes', 'new ObjectId(''4d88e15b60f486e428412dc9'')'),
    ('OF-17, new, no quotes', 'new ObjectId(4d88e15b60f486e428412dc9)'),
    ('OI-57', '{"$oid":"4d88e15b60f486e428412dc9"}'),
    ('OI-57, blanks', E'{\n "$oid" : "4d88e15b60f486e428412dc9" }')
) AS ov (vector, input), pg_input_error_info(input, 'objectid');

-- Text that must be refused: without an exception, in the words of the hard error
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE (
        NOT pg_input_is_valid(input, 'objectid') AND sql_error_code = '22P02'
        AND message = format('invalid input syntax for type objectid: "%s"', input)
        AND detail = 'An objectid is 24 hexadecimal digits, '
            'also written as ObjectId("...") or {"$oid":"..."}.'
    ) IS NOT TRUE) AS failed
FROM (VALUES
    ('OI-1', ''),
    ('OI-3', '1234567890123'),
    ('OI-5', 'hello'),
    ('OI-7', 'this is not a valid hex string!'),
    ('OI-9', '65b3f7edd9bfca00daa6e3b31'),
    ('OI-11', 'thisstringisdefinitelytoolong'),
    ('OI-13', '101010'),
    ('OI-15', 'ffffffffffff'),
    ('OI-17', repeat(' ', 24)),
    ('OI-19', 'asdfasdfasdfasdfasdf    '),
    ('OI-21', '00187263123ghh21382812a8'),
    ('OI-23', '41d91c58988b09375cc1fe9%'),
    ('OI-25', repeat('a', 23)),
    ('OI-27', E'\n\n' || repeat('a', 24) || E'\n\n'),
    ('OI-29', '4d88e15b60f486e428412dc9e'),
    ('OI-31', '4d88e15b60f486e428412dc9A'),
    ('OI-33', '102030405060708090a0b0c'),
    ('OI-35', '00102030405060708090a0b0c'),
    ('OI-37', '53e28b650640fd3162152dg1'),
    ('OI-39', ' 3e28b650640fd3162152da1'),
    ('OI-41', 'INVALID'),
    ('OI-43', '12345678901234567890123$'),
    ('OI-45', 'zzzzzzzzzzzzzzzzzzzzzzzz'),
    ('OI-47', '123'),
    ('OI-49', E'4d88e15b\t60f486e4\n28412d'),
    ('OI-51', '0x4d88e15b60f486e428412d'),
    ('OI-53', '4d88e15b-60f4-86e4-2841-2dc9'),
    ('blank before', ' 4d88e15b60f486e428412dc9'),
    ('blank after', '4d88e15b60f486e428412dc9 '),
    ('braces', '{4d88e15b60f486e428412dc9}'),
    ('hex format of bytea', '\x4d88e15b60f486e428412dc9'),
    ('wrong case', 'objectid("4d88e15b60f486e428412dc9")'),
    ('new without a blank', 'newObjectId("4d88e15b60f486e428412dc9")'),
    ('new before digits', 'new 4d88e15b60f486e428412dc9'),
    ('mixed quotes', 'ObjectId("4d88e15b60f486e428412dc9'')'),
    ('missing quote', 'ObjectId("4d88e15b60f486e428412dc9)'),
    ('trailing garbage', 'ObjectId("4d88e15b60f486e428412dc9");'),
    ('23 digits in ObjectId', 'ObjectId("4d88e15b60f486e428412dc")'),
    ('25 digits in ObjectId', 'ObjectId(4d88e15b60f486e428412dc90)'),
    ('OF-7', '{"$oid":"4d88e15b60f486e428412dc9","unrelated":true}'),
    ('duplicate key', '{"$oid":"4d88e15b60f486e428412dc9","$oid":"4d88e15b60f486e428412dc9"}'),
    ('escape', '{"$oid":"\u0034d88e15b60f486e428412dc9"}'),
    ('23 digits in JSON', '{"$oid":"4d88e15b60f486e428412dc"}'),
    ('25 digits in JSON', '{"$oid":"4d88e15b60f486e428412dc90"}'),
    ('number in JSON', '{"$oid":123456789012345678901234}'),
    ('null in JSON', '{"$oid":null}'),
    ('broken JSON', '{"$oid":'),
    ('100,000 digits', repeat('f', 100000))
) AS oi (vector, input), pg_input_error_info(input, 'objectid');

-- As the user sees it; a time gets its hint, also when part of it is no time zone
SELECT pg_input_is_valid('4d88e15b60f486e428412dc9', 'objectid') AS good,
    pg_input_is_valid('hello', 'objectid') AS bad;
SELECT * FROM pg_input_error_info('hello', 'objectid');
SELECT * FROM pg_input_error_info('2026-11-01 12:30:00+00', 'objectid');
SELECT input, sql_error_code, hint
FROM unnest(ARRAY[
        'now', '2026-11-01', '2026-11-01 12:30:00 Europe/Berlin',
        '2026-11-01 12:30:00 Europe/Nowhere', '4d88e15b60f486e428412dc', 'infinity'
    ]) AS input,
    pg_input_error_info(input, 'objectid');

-- Inside other types
CREATE TYPE pg_temp.line AS (id objectid, quantity int);
CREATE DOMAIN pg_temp.recent_id AS objectid CHECK (VALUE >= '40000000ffffffffffffffff');
SELECT input, type, pg_input_is_valid(input, type) AS is_valid, sql_error_code, message
FROM (VALUES
    ('{4d88e15b60f486e428412dc9,NULL}', 'objectid[]'),
    ('{4d88e15b60f486e428412dc9,hello}', 'objectid[]'),
    ('(4d88e15b60f486e428412dc9,3)', 'pg_temp.line'),
    ('(4d88e15b60f486e428412dc,3)', 'pg_temp.line'),
    ('4d88e15b60f486e428412dc9', 'pg_temp.recent_id'),
    ('00e2a1c40640fd72175d4603', 'pg_temp.recent_id'),
    ('4d88e15b60f486e428412dc', 'pg_temp.recent_id')
) AS v (input, type), pg_input_error_info(input, type);
DROP DOMAIN pg_temp.recent_id;
DROP TYPE pg_temp.line;

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
DROP TABLE imported;

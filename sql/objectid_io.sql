-- Text and binary input and output of objectid: what is read, what is refused and how, what is
-- written.

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Reads a literal; when it is refused, says how.
CREATE FUNCTION pg_temp.read(
    input text, OUT id objectid, OUT state text, OUT message text, OUT detail text, OUT hint text
)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SELECT %L::objectid', input) INTO id;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END
$$;

-- Valid text --------------------------------------------------------------------------------------

CREATE TEMP TABLE ov (vector text, input text, output text, middle text, counter int);
INSERT INTO ov VALUES
    ('OV-1', '000000000000000000000000', '000000000000000000000000', '0000000000', 0),
    ('OV-2', 'ffffffffffffffffffffffff', 'ffffffffffffffffffffffff', 'ffffffffff', 16777215),
    ('OV-3', '56e1fc72e0c917e9c4714161', '56e1fc72e0c917e9c4714161', 'e0c917e9c4', 7422305),
    ('OV-4', '000000001111111111111111', '000000001111111111111111', '1111111111', 1118481),
    ('OV-5', '7FFFFFFF1111111111111111', '7fffffff1111111111111111', '1111111111', 1118481),
    ('OV-6', '800000001111111111111111', '800000001111111111111111', '1111111111', 1118481),
    ('OV-7', 'FFFFFFFF1111111111111111', 'ffffffff1111111111111111', '1111111111', 1118481),
    ('OV-8', '7FFFFFFF0000000000000000', '7fffffff0000000000000000', '0000000000', 0),
    ('OV-9', '800000000000000000000000', '800000000000000000000000', '0000000000', 0),
    ('OV-10', 'FFFFFFFF0000000000000000', 'ffffffff0000000000000000', '0000000000', 0),
    ('OV-11', '123456789012123456789012', '123456789012123456789012', '9012123456', 7901202),
    ('OV-15', '000102030405060708090a0b', '000102030405060708090a0b', '0405060708', 592395),
    ('OV-16', '1234567890abcdef12345678', '1234567890abcdef12345678', '90abcdef12', 3430008),
    ('OV-17', '1234567890ABCDEF12345678', '1234567890abcdef12345678', '90abcdef12', 3430008),
    ('OV-22', 'fcdeab182763817236817236', 'fcdeab182763817236817236', '2763817236', 8483382),
    ('OV-23', 'eeeeeeeeeeeeeeeeeeeeeeee', 'eeeeeeeeeeeeeeeeeeeeeeee', 'eeeeeeeeee', 15658734),
    ('OV-25', '111111111111111111111111', '111111111111111111111111', '1111111111', 1118481),
    ('OV-27', 'FCDEAB182763817236817236', 'fcdeab182763817236817236', '2763817236', 8483382),
    ('OV-33', '4e4d66343b39b68407000001', '4e4d66343b39b68407000001', '3b39b68407', 1),
    ('OV-35', '4d88e15b60f486e428412dc9', '4d88e15b60f486e428412dc9', '60f486e428', 4271561),
    ('OV-36', '0102030405060708090a0b0c', '0102030405060708090a0b0c', '0506070809', 658188),
    ('OV-37', '0102030405060708090A0B0C', '0102030405060708090a0b0c', '0506070809', 658188),
    ('OV-38', '53e2a1c40640fd72175d4603', '53e2a1c40640fd72175d4603', '0640fd7217', 6112771),
    ('OV-43', '00e2a1c40640fd72175d4603', '00e2a1c40640fd72175d4603', '0640fd7217', 6112771),
    ('OV-44', '386e94ff1112131415212223', '386e94ff1112131415212223', '1112131415', 2171427),
    ('OV-45', '507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011', 'bcf86cd799', 4427793),
    ('OV-47', '5F07445CFBBBBBBBBBFAAAAA', '5f07445cfbbbbbbbbbfaaaaa', 'fbbbbbbbbb', 16427690),
    ('OV-51', '0011223344556677889900ff', '0011223344556677889900ff', '4455667788', 10027263),
    ('OV-53', '57fd71e96e32ab4225b723fb', '57fd71e96e32ab4225b723fb', '6e32ab4225', 12002299),
    ('OV-57', '552ffe9f5739878e73d116a9', '552ffe9f5739878e73d116a9', '5739878e73', 13702825),
    ('OV-59', '507c7f79bcf86cd7994f6c0e', '507c7f79bcf86cd7994f6c0e', 'bcf86cd799', 5205006),
    ('OV-61', '00000020f51bb4362eee2a4d', '00000020f51bb4362eee2a4d', 'f51bb4362e', 15608397),
    ('OV-63', '5a17b9d9ab102555b9c38874', '5a17b9d9ab102555b9c38874', 'ab102555b9', 12814452),
    ('OV-64', '47cc67093475061e3d95369d', '47cc67093475061e3d95369d', '3475061e3d', 9778845),
    ('OV-65', '4eecaffcbffa66588e000007', '4eecaffcbffa66588e000007', 'bffa66588e', 7),
    ('OV-67', '666f6f2d6261722d71757578', '666f6f2d6261722d71757578', '6261722d71', 7697784),
    ('OV-69', 'deadbeef0000000000112233', 'deadbeef0000000000112233', '0000000000', 1122867);

-- Text in, text out (24 lower-case digits), the twelve bytes behind them
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE (
        read.id::text = output
        AND octet_length(read.id::text) = 24
        AND objectid_send(read.id) = decode(output, 'hex')
        AND read.id::bytea = decode(output, 'hex')
        AND substring(read.id::bytea FROM 5 FOR 5) = decode(middle, 'hex')
        AND substring(read.id::bytea FROM 10 FOR 3) = decode(lpad(to_hex(counter), 6, '0'), 'hex')
        AND pg_column_size(read.id) = 12
    ) IS NOT TRUE) AS failed
FROM ov, pg_temp.read(input);

-- The forms, in either case, blanks between the tokens of JSON only (OI-55, OI-57, OF-5, OF-17)
SELECT count(*) AS vectors, string_agg(form, ' | ') FILTER (WHERE
        (read.id = '4d88e15b60f486e428412dc9') IS NOT TRUE) AS failed
FROM (VALUES
    ('4d88e15b60f486e428412dc9'),
    ('4D88E15B60F486E428412DC9'),
    ('4d88E15b60F486e428412Dc9'),
    ('ObjectId("4d88e15b60f486e428412dc9")'), -- OI-55
    ('ObjectId("4D88E15B60F486E428412DC9")'),
    ('ObjectId(''4d88e15b60f486e428412dc9'')'),
    ('ObjectId(''4D88e15b60f486e428412dC9'')'),
    ('ObjectId(4d88e15b60f486e428412dc9)'),
    ('ObjectId(4D88E15B60F486E428412DC9)'),
    ('new ObjectId("4d88e15b60f486e428412dc9")'), -- OF-17, Node's console
    ('new ObjectId(''4D88E15B60F486E428412DC9'')'),
    ('new ObjectId(4d88e15b60f486e428412dc9)'),
    ('{"$oid":"4d88e15b60f486e428412dc9"}'), -- OI-57
    ('{"$oid":"4D88E15B60F486E428412DC9"}'),
    ('{"$oid": "4d88e15b60f486e428412dc9"}'),
    ('{"$oid" :"4d88e15b60f486e428412dc9"}'),
    ('{ "$oid":"4d88e15b60f486e428412dc9" }'),
    ('{   "$oid"   :   "4d88e15b60f486e428412dc9"   }'),
    (E'{\t"$oid"\t:\t"4d88e15b60f486e428412dc9"\t}'),
    (E'{\n  "$oid": "4d88e15b60f486e428412dc9"\n}'),
    (E'{\r\n "$oid"\r\n :\r\n "4d88e15b60f486e428412dc9"\r\n}')
) AS accepted (form), pg_temp.read(form);

-- However the literal is written
SELECT objectid '4D88E15B60F486E428412DC9' AS a,
    CAST('ObjectId("4D88E15B60F486E428412DC9")' AS objectid) AS b,
    '{"$oid":"4D88E15B60F486E428412DC9"}'::objectid AS c, objectid('4D88E15B60F486E428412DC9') AS d;

-- Every value of every byte goes through text and bytes unchanged (O-18)
SELECT count(*) AS vectors, string_agg(hex, ' ') FILTER (WHERE (
        hex::objectid::text = hex AND upper(hex)::objectid::text = hex
        AND objectid_send(hex::objectid) = decode(hex, 'hex')) IS NOT TRUE) AS failed
FROM generate_series(0, 11) AS place, generate_series(0, 255) AS value,
    encode(set_byte('\x0123456789abcdef01234567', place, value), 'hex') AS hex;

-- Text that must be refused -----------------------------------------------------------------------

-- 22P02 with the text in the message, and nothing stored in its place
CREATE FUNCTION pg_temp.is_refused(input text) RETURNS boolean
LANGUAGE sql AS $$
    SELECT (id IS NULL
        AND state = '22P02'
        AND message = format('invalid input syntax for type objectid: "%s"', input)
        AND detail = 'An objectid is 24 hexadecimal digits, '
            'also written as ObjectId("...") or {"$oid":"..."}.'
    ) IS TRUE
    FROM pg_temp.read(input)
$$;

SELECT count(*) AS vectors,
    string_agg(vector, ' ') FILTER (WHERE NOT pg_temp.is_refused(input)) AS failed
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
    ('OI-53', '4d88e15b-60f4-86e4-2841-2dc9')
) AS oi (vector, input);

-- Near misses of 24 digits
SELECT count(*) AS vectors,
    string_agg(input, ' | ') FILTER (WHERE NOT pg_temp.is_refused(input)) AS failed
FROM (VALUES
    (' 4d88e15b60f486e428412dc9'),
    ('4d88e15b60f486e428412dc9 '),
    (' 4d88e15b60f486e428412dc9 '),
    (E'\t4d88e15b60f486e428412dc9'),
    (E'4d88e15b60f486e428412dc9\n'),
    (E'4d88e15b60f486e428412dc9\r\n'),
    (' 4d88e15b60f486e428412dc'),
    ('4d88e15b60f486e428412dc '),
    ('4d88e15b60f486e428412dc'),
    ('4d88e15b60f486e428412dc90'),
    ('4d88e15b60f486e428412dc94d88e15b60f486e428412dc9'),
    ('4d88e15b60f4 86e428412dc9'),
    ('0x4d88e15b60f486e428412dc9'),
    ('0X4d88e15b60f486e428412dc9'),
    ('\x4d88e15b60f486e428412dc9'),
    ('\x4d88e15b60f486e428412d'),
    ('x''4d88e15b60f486e428412dc9'''),
    ('4d88e15b60f486e428412dc9h'),
    ('+4d88e15b60f486e428412dc'),
    ('-4d88e15b60f486e428412dc'),
    ('4d88e15b60f486e428412dc.'),
    ('4d88e15b_60f486e4_28412d'),
    ('4d88e15b-60f486e4-28412dc9'),
    ('4d88-e15b-60f4-86e4-2841-2dc9'),
    ('{4d88e15b60f486e428412dc9}'),
    ('{4d88e15b60f486e428412d}'),
    ('(4d88e15b60f486e428412dc9)'),
    ('[4d88e15b60f486e428412dc9]'),
    ('"4d88e15b60f486e428412dc9"'),
    ('''4d88e15b60f486e428412dc9'''),
    ('00000000-4d88-e15b-60f4-86e428412dc9'),
    ('oid:4d88e15b60f486e428412dc9'),
    ('urn:objectid:4d88e15b60f486e428412dc9'),
    ('NULL'),
    ('nil'),
    ('0'),
    ('4d88e15b60f486e428412d' || chr(233)), -- 24 bytes in UTF-8
    (repeat('0', 23)),
    (repeat('0', 25)),
    (repeat('f', 100000))
) AS refused (input);

-- Near misses of the shell's form; case counts, and so does every character (OF-17)
SELECT count(*) AS vectors,
    string_agg(input, ' | ') FILTER (WHERE NOT pg_temp.is_refused(input)) AS failed
FROM (VALUES
    ('objectid("4d88e15b60f486e428412dc9")'),
    ('Objectid("4d88e15b60f486e428412dc9")'),
    ('ObjectID("4d88e15b60f486e428412dc9")'),
    ('OBJECTID("4d88e15b60f486e428412dc9")'),
    ('objectId("4d88e15b60f486e428412dc9")'),
    ('ObjectIdHex("4d88e15b60f486e428412dc9")'),
    ('new objectid("4d88e15b60f486e428412dc9")'),
    ('new ObjectID(''4d88e15b60f486e428412dc9'')'),
    ('newObjectId("4d88e15b60f486e428412dc9")'),
    ('new  ObjectId("4d88e15b60f486e428412dc9")'),
    (E'new\tObjectId("4d88e15b60f486e428412dc9")'),
    ('New ObjectId("4d88e15b60f486e428412dc9")'),
    (' new ObjectId("4d88e15b60f486e428412dc9")'),
    ('new new ObjectId("4d88e15b60f486e428412dc9")'),
    ('new 4d88e15b60f486e428412dc9'),
    ('new {"$oid":"4d88e15b60f486e428412dc9"}'),
    ('new ObjectId("4d88e15b60f486e428412dc9'')'),
    ('new ObjectId(4d88e15b60f486e428412dc)'),
    ('new ObjectId'),
    ('new '),
    ('BSON::ObjectId(''4d88e15b60f486e428412dc9'')'),
    ('bson.ObjectId("4d88e15b60f486e428412dc9")'),
    (' ObjectId("4d88e15b60f486e428412dc9")'),
    ('ObjectId("4d88e15b60f486e428412dc9") '),
    ('ObjectId ("4d88e15b60f486e428412dc9")'),
    ('ObjectId( "4d88e15b60f486e428412dc9")'),
    ('ObjectId("4d88e15b60f486e428412dc9" )'),
    ('ObjectId(" 4d88e15b60f486e428412dc9")'),
    ('ObjectId("4d88e15b60f486e428412dc9 ")'),
    ('ObjectId( 4d88e15b60f486e428412dc9)'),
    ('ObjectId(4d88e15b60f486e428412dc9 )'),
    ('ObjectId("4d88e15b60f486e428412dc9''))'),
    ('ObjectId("4d88e15b60f486e428412dc9'')'),
    ('ObjectId(''4d88e15b60f486e428412dc9")'),
    ('ObjectId("4d88e15b60f486e428412dc9)'),
    ('ObjectId(''4d88e15b60f486e428412dc9)'),
    ('ObjectId(4d88e15b60f486e428412dc9")'),
    ('ObjectId(4d88e15b60f486e428412dc9'')'),
    ('ObjectId(`4d88e15b60f486e428412dc9`)'),
    ('ObjectId(""4d88e15b60f486e428412dc9"")'),
    ('ObjectId(\"4d88e15b60f486e428412dc9\")'),
    ('ObjectId("4d88e15b60f486e428412dc9"'),
    ('ObjectId(4d88e15b60f486e428412dc9'),
    ('ObjectId"4d88e15b60f486e428412dc9"'),
    ('ObjectId 4d88e15b60f486e428412dc9'),
    ('ObjectId4d88e15b60f486e428412dc9'),
    ('("4d88e15b60f486e428412dc9")'),
    ('ObjectId["4d88e15b60f486e428412dc9"]'),
    ('ObjectId("4d88e15b60f486e428412dc9");'),
    ('ObjectId("4d88e15b60f486e428412dc9"),'),
    ('ObjectId("4d88e15b60f486e428412dc9"))'),
    ('ObjectId("4d88e15b60f486e428412dc9")x'),
    ('ObjectId("4d88e15b60f486e428412dc9", 0)'),
    ('ObjectId(ObjectId("4d88e15b60f486e428412dc9"))'),
    ('ObjectId({"$oid":"4d88e15b60f486e428412dc9"})'),
    ('ObjectId("4d88e15b60f486e428412dc")'),
    ('ObjectId("4d88e15b60f486e428412dc90")'),
    ('ObjectId(''4d88e15b60f486e428412dc'')'),
    ('ObjectId(''4d88e15b60f486e428412dc90'')'),
    ('ObjectId(4d88e15b60f486e428412dc)'),
    ('ObjectId(4d88e15b60f486e428412dc90)'),
    ('ObjectId("4d88e15b60f486e428412dcg")'),
    ('ObjectId(4d88e15b60f486e428412dcg)'),
    ('ObjectId("4d88e15b60f4")'), -- 24 characters in all
    ('ObjectId(4d88e15b60f486)'), -- 24 characters in all
    ('ObjectId("0x4d88e15b60f486e428412d")'),
    ('ObjectId("4d88e15b-60f486e4-28412d")'),
    ('ObjectId("")'),
    ('ObjectId('''')'),
    ('ObjectId()'),
    ('ObjectId("'),
    ('ObjectId('),
    ('ObjectId'),
    ('Object')
) AS refused (input);

-- Near misses of Extended JSON (OF-7, OF-9)
SELECT count(*) AS vectors,
    string_agg(input, ' | ') FILTER (WHERE NOT pg_temp.is_refused(input)) AS failed
FROM (VALUES
    (' {"$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9"} '),
    (E'{"$oid":"4d88e15b60f486e428412dc9"}\n'),
    ('{"$oid":" 4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9 "}'),
    ('{" $oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid ":"4d88e15b60f486e428412dc9"}'),
    (E'{\v"$oid":"4d88e15b60f486e428412dc9"}'),
    (E'{"$oid":\f"4d88e15b60f486e428412dc9"}'),
    ('{/**/"$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9","unrelated":true}'), -- OF-7
    ('{"unrelated":true,"$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9","$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9",}'),
    ('{,"$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$OID":"4d88e15b60f486e428412dc9"}'),
    ('{"$Oid":"4d88e15b60f486e428412dc9"}'),
    ('{"oid":"4d88e15b60f486e428412dc9"}'),
    ('{"_id":"4d88e15b60f486e428412dc9"}'),
    ('{"$id":"4d88e15b60f486e428412dc9"}'),
    ('{"":"4d88e15b60f486e428412dc9"}'),
    ('{"$oidFunc":{"Id":"4d88e15b60f486e428412dc9"}}'), -- OF-9
    ('{"_id":{"$oid":"4d88e15b60f486e428412dc9"}}'),
    ('{"$oid":{"$oid":"4d88e15b60f486e428412dc9"}}'),
    ('{"$oid":["4d88e15b60f486e428412dc9"]}'),
    ('[{"$oid":"4d88e15b60f486e428412dc9"}]'),
    ('["4d88e15b60f486e428412dc9"]'),
    ('{''$oid'':''4d88e15b60f486e428412dc9''}'),
    ('{''$oid'':"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":''4d88e15b60f486e428412dc9''}'),
    ('{$oid:"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":4d88e15b60f486e428412dc9}'),
    ('{"$oid":123456789012345678901234}'),
    ('{"$oid":"4d88e15b60f486e428412dc9}'),
    ('{"$oid":4d88e15b60f486e428412dc9"}'),
    ('{"$oid:"4d88e15b60f486e428412dc9"}'),
    ('{$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid":"4d88e15b60f486e428412dc9"'),
    ('"$oid":"4d88e15b60f486e428412dc9"}'),
    ('"$oid":"4d88e15b60f486e428412dc9"'),
    ('{"$oid":"4d88e15b60f486e428412dc9"}}'),
    ('{{"$oid":"4d88e15b60f486e428412dc9"}}'),
    ('{"$oid":"4d88e15b60f486e428412dc9"},'),
    ('{"$oid":"4d88e15b60f486e428412dc9"};'),
    ('{"$oid":"4d88e15b60f486e428412dc9"}x'),
    ('{"$oid":"4d88e15b60f486e428412dc9"}{"$oid":"4d88e15b60f486e428412dc9"}'),
    ('{"$oid""4d88e15b60f486e428412dc9"}'),
    ('{"$oid" "4d88e15b60f486e428412dc9"}'),
    ('{"$oid"::"4d88e15b60f486e428412dc9"}'),
    ('{"$oid","4d88e15b60f486e428412dc9"}'),
    ('{"$oid"="4d88e15b60f486e428412dc9"}'),
    ('{"\u0024oid":"4d88e15b60f486e428412dc9"}'), -- JSON for "$oid"
    ('{"$oid":"\u0034d88e15b60f486e428412dc9"}'), -- JSON for "4d88..."
    ('{"$oid":"\u0034d88e15b60f486e4284"}'), -- 24 characters in the string
    ('{\"$oid\":\"4d88e15b60f486e428412dc9\"}'),
    ('{"$oid":"4d88e15b60f486e428412dc"}'),
    ('{"$oid":"4d88e15b60f486e428412dc90"}'),
    ('{"$oid":"4d88e15b60f486e428412dcg"}'),
    ('{"$oid":"0x4d88e15b60f486e428412d"}'),
    ('{"$oid":"ObjectId(4d88e15b60f486e428412dc9)"}'),
    ('{"$oid":"1234567890123"}'), -- 24 characters in all
    ('{"$oid":""}'),
    ('{"$oid":null}'),
    ('{"$oid":true}'),
    ('{"$oid":}'),
    ('{"$oid":'),
    ('{"$oid"}'),
    ('{"$oid"'),
    ('{}'),
    ('{'),
    ('null')
) AS refused (input);

-- One wrong character anywhere: of 255 characters the 22 hexadecimal digits are read, in each of
-- the 24 places
SELECT count(*) AS vectors, count(*) FILTER (WHERE is_digit) AS digits,
    string_agg(format('%s at %s', code, place), ' ') FILTER (WHERE CASE WHEN is_digit
        THEN (read.id::text = lower(input)) IS NOT TRUE
        ELSE (read.id IS NULL AND state = '22P02') IS NOT TRUE END) AS failed
FROM generate_series(1, 255) AS code, generate_series(1, 24) AS place,
    overlay('4d88e15b60f486e428412dc9' PLACING chr(code) FROM place FOR 1) AS input,
    CAST(chr(code) ~ '[0-9a-fA-F]' AS boolean) AS is_digit,
    pg_temp.read(input);

-- As the user sees it
SELECT 'hello'::objectid;
SELECT objectid '4d88e15b60f486e428412dc';
SELECT ''::objectid;
SELECT '{"_id": "4d88e15b60f486e428412dc9"}'::jsonb->'_id'::objectid;
SELECT '{"$ref": "users", "$id": {"$oid": "4d88e15b60f486e428412dc9"}}'::objectid;
CREATE TEMP TABLE parted (id objectid) PARTITION BY RANGE (id);
CREATE TEMP TABLE parted_2026 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');

-- A time where an id is due gets a hint, but only what is one
SELECT id > '2026-11-01 12:30:00+00'
FROM (VALUES (objectid '4d88e15b60f486e428412dc9')) AS orders (id);
SELECT count(*) AS vectors,
    string_agg(input, ' | ') FILTER (WHERE
        NOT pg_temp.is_refused(input)
        OR hint IS DISTINCT FROM CASE WHEN is_time
            THEN format(
                'To compare with a time, write timestamptz ''%1$s'', '
                'or $1::timestamptz for a parameter. '
                'For the bound of a partition, write objectid_min(''%1$s'').',
                input
            )
            ELSE ''
        END
    ) AS failed
FROM (VALUES
    ('2026-11-01', true),
    ('2026-11-01 12:30:00', true),
    ('2026-11-01 12:30:00.123456+00', true),
    ('2026-11-01T12:30:00Z', true),
    ('2026-11-01 12:30:00 Europe/Berlin', true),
    ('20261101', true),
    ('Nov 1 2026', true),
    ('1 November 2026', true),
    ('0044-03-15 BC', true),
    ('now', true),
    ('today', true),
    ('yesterday', true),
    ('epoch', true),
    ('infinity', true),
    ('-infinity', true),
    ('2026-13-01', false),
    ('2026-02-30', false),
    ('2026-11-01 25:00:00', false),
    ('2026-11-01 12:30:00 Europe/Nowhere', false),
    ('12:30', false),
    ('1 day', false),
    ('2026', false),
    ('hello', false),
    ('', false),
    ('4d88e15b60f486e428412dc', false),
    ('4d88e15b60f486e428412dc90', false),
    ('123456789012345678901234567890', false),
    ('00000000-4d88-e15b-60f4-86e428412dc9', false),
    ('ObjectId("2026-11-01")', false),
    ('{"$oid":"2026-11-01"}', false)
) AS literal (input, is_time), pg_temp.read(input);

-- Binary ------------------------------------------------------------------------------------------

SELECT objectid_send('0102030405060708090A0b0c'), objectid_send('00e2a1c40640fd72175d4600');

-- What is sent is read back, and is nothing but the twelve bytes
\getenv abs_builddir PG_ABS_BUILDDIR
\cd :abs_builddir
CREATE TEMP TABLE sent AS SELECT vector, input::objectid AS id FROM ov;
INSERT INTO sent VALUES ('null', NULL);
CREATE TEMP TABLE as_bytea (vector text, id bytea);
CREATE TEMP TABLE as_objectid (vector text, id objectid);
\copy sent TO 'results/objectid_copy.binary' (FORMAT binary)
\copy as_bytea FROM 'results/objectid_copy.binary' (FORMAT binary)
\copy as_objectid FROM 'results/objectid_copy.binary' (FORMAT binary)
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE
        b.id IS DISTINCT FROM decode(s.id::text, 'hex') OR o.id IS DISTINCT FROM s.id) AS failed
FROM sent s LEFT JOIN as_bytea b USING (vector) LEFT JOIN as_objectid o USING (vector);

-- Any other length is refused, and nothing of that COPY stays
TRUNCATE as_objectid;
COPY (
    SELECT '\x0102030405060708090a0b0c'::bytea
    UNION ALL SELECT '\x0102030405060708090a0b'::bytea
) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
COPY (SELECT '\x0102030405060708090a0b0c0d'::bytea) TO STDOUT (FORMAT binary)
\g results/objectid_copy.binary
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
\copy (SELECT ''::bytea) TO 'results/objectid_copy.binary' (FORMAT binary)
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
-- Bounds of a range: flags, length, bytes.
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
\copy (SELECT '0102030405060708090a0b0c'::text) TO 'results/objectid_copy.binary' (FORMAT binary)
\copy as_objectid (id) FROM 'results/objectid_copy.binary' (FORMAT binary)
SELECT count(*) AS rows_left FROM as_objectid;

-- Arrays, composite types, domains ----------------------------------------------------------------

SELECT '{4D88E15B60F486E428412DC9,NULL,000000000000000000000000}'::objectid[];
SELECT '{
    "ObjectId(\"4d88e15b60f486e428412dc9\")",
    ObjectId(4d88e15b60f486e428412dc9),
    "{\"$oid\":\"4d88e15b60f486e428412dc9\"}"
}'::objectid[];
SELECT '{
    {4d88e15b60f486e428412dc9,4d88e15b60f486e428412dca},
    {4d88e15b60f486e428412dcb,4d88e15b60f486e428412dcc}
}'::objectid[];
SELECT '{4d88e15b60f486e428412dc9,4d88e15b60f486e428412dc}'::objectid[];

CREATE TYPE pg_temp.line AS (id objectid, quantity int);
SELECT '(4D88E15B60F486E428412DC9,3)'::pg_temp.line AS line,
    ('("ObjectId(""4d88e15b60f486e428412dc9"")",3)'::pg_temp.line).id,
    '(,3)'::pg_temp.line AS without, ROW('4d88e15b60f486e428412dc9'::objectid, 3) AS anonymous;
SELECT '(4d88e15b60f486e428412dc,3)'::pg_temp.line;

CREATE DOMAIN pg_temp.recent_id AS objectid CHECK (VALUE >= '40000000ffffffffffffffff');
SELECT '4D88E15B60F486E428412DC9'::pg_temp.recent_id AS id,
    '{4D88E15B60F486E428412DC9}'::pg_temp.recent_id[] AS ids, NULL::pg_temp.recent_id AS none;
SELECT '00e2a1c40640fd72175d4603'::pg_temp.recent_id;
SELECT '4d88e15b60f486e428412dc'::pg_temp.recent_id;

-- COPY --------------------------------------------------------------------------------------------

-- Text, CSV and binary give back what they were given
CREATE TEMP TABLE source (
    vector text,
    id objectid,
    ids objectid[],
    line pg_temp.line,
    lines pg_temp.line[],
    recent pg_temp.recent_id
);
INSERT INTO source
SELECT vector,
    input::objectid,
    ARRAY[input::objectid, NULL, output::objectid],
    ROW(input, counter)::pg_temp.line,
    ARRAY[ROW(output, 0), NULL]::pg_temp.line[],
    CASE WHEN input >= '5' THEN input::objectid END
FROM ov;
INSERT INTO source (vector) VALUES ('null');
CREATE TEMP TABLE target (LIKE source);
\copy source TO 'results/objectid_copy.text'
\copy target FROM 'results/objectid_copy.text'
SELECT count(*) AS vectors, string_agg(s.vector, ' ') FILTER (WHERE s IS DISTINCT FROM t) AS failed
FROM source s
FULL JOIN target t USING (vector);
TRUNCATE target;
\copy source TO 'results/objectid_copy.csv' (FORMAT csv, HEADER)
\copy target FROM 'results/objectid_copy.csv' (FORMAT csv, HEADER)
SELECT count(*) AS vectors, string_agg(s.vector, ' ') FILTER (WHERE s IS DISTINCT FROM t) AS failed
FROM source s
FULL JOIN target t USING (vector);
TRUNCATE target;
\copy source TO 'results/objectid_copy.binary' (FORMAT binary)
\copy target FROM 'results/objectid_copy.binary' (FORMAT binary)
SELECT count(*) AS vectors, string_agg(s.vector, ' ') FILTER (WHERE s IS DISTINCT FROM t) AS failed
FROM source s
FULL JOIN target t USING (vector);
\! rm -f results/objectid_copy.text results/objectid_copy.csv results/objectid_copy.binary

-- mongoexport's CSV: an id, an id inside a document (OF-11), a missing one (OF-13)
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

-- A refused row takes its whole COPY with it, wherever it stands
COPY imported FROM stdin (FORMAT csv);
4eecaffcbffa66588e00000e,,good
4eecaffcbffa66588e00000f,,good
ObjectId(4eecaffcbffa66588e00000),,one digit short
4eecaffcbffa66588e000010,,good
\.
COPY imported FROM stdin (FORMAT csv);
4eecaffcbffa66588e00000e,,good
"",,an empty string is no id
\.
COPY imported FROM stdin;
4eecaffcbffa66588e00000e	 4eecaffcbffa66588e000007	a blank
\.
SELECT count(*) AS rows_left FROM imported;

-- JSON of mongoexport, through the server's own functions; in JSON an id is a string
SELECT * FROM jsonb_populate_recordset(NULL::imported, '[
    {"id": {"$oid": "4eecaffcbffa66588e000007"}, "parent": null, "name": "object"},
    {"id": "4eecaffcbffa66588e000008", "parent": "ObjectId(\"4eecaffcbffa66588e000007\")",
        "name": "string"}
]');
SELECT *
FROM json_to_record(
    '{"id": {"$oid":"4eecaffcbffa66588e000007"}, "ids": ["4eecaffcbffa66588e000007"]}'
) AS document (id objectid, ids objectid[]);
SELECT to_jsonb(id), row_to_json(imported) FROM imported WHERE name = 'fifth';

-- Text from an id, without asking for it
SELECT format('%s', id), id || '!' AS appended, concat(id, name), quote_literal(id)
FROM imported
WHERE name = 'fifth';
CREATE TEMP TABLE plain (t text, v varchar(24), c char(24));
INSERT INTO plain SELECT id, id, id FROM imported WHERE name = 'fifth';
SELECT * FROM plain;

DROP TABLE plain, imported, target, source, as_objectid, as_bytea, sent, ov;
DROP DOMAIN pg_temp.recent_id;
DROP TYPE pg_temp.line;

-- What the catalogs say of objectid_migration, and what it refuses, notes and does with edits of a
-- plan, with text and with events. (Whole collections: test/t/migration.pl. Rights:
-- test/t/migration_rights.pl.)
\set ECHO none
\pset format unaligned
\pset tuples_only on
\set VERBOSITY terse
-- Where there are other roles, it is not for a superuser, who runs this.
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE NOT rolsuper AND oid >= 16384) AS alone \gset
\if :alone
\else
\quit
\endif
SET client_min_messages = warning;
CREATE EXTENSION objectid_migration;
-- Runs the statements that make tables of a collection.
CREATE PROCEDURE pg_temp.make_tables(collection text) LANGUAGE sql AS $$
    CALL public.run_printed(format('SELECT migration.statements(%L)', collection));
$$;
CREATE TEMP VIEW member AS
SELECT d.classid, d.objid, d.objsubid, pg_describe_object(d.classid, d.objid, 0) AS object
FROM pg_extension e JOIN pg_depend d
    ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
WHERE e.extname = 'objectid_migration';
CREATE TEMP VIEW function AS
SELECT p.*, l.lanname, p.oid::regprocedure AS signature,
    -- called by hand: what these call, they have asked for
    proname ~ '^(propose|statements|misfits|check|undo|refresh|stage_changes|export|references'
        '|undo_references|conversion_statements)$' AS is_called
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
    JOIN pg_language l ON l.oid = p.prolang;
\echo More than 50 functions, so many of which are called, and more than 2 relations
SELECT (SELECT count(*) FROM function) > 50 AS functions,
    (SELECT count(*) FROM function WHERE is_called) AS called,
    (SELECT count(*) FROM member WHERE classid = 'pg_class'::regclass) > 2 AS relations;
\echo Superuser, trusted, relocatable, requires
SELECT superuser, trusted, relocatable, requires
FROM pg_available_extension_versions WHERE name = 'objectid_migration' AND installed;

\echo What is in another schema, but the schema itself
SELECT object FROM member, pg_identify_object(classid, objid, 0) AS o
WHERE o.schema <> 'migration' OR o.schema IS NULL AND o.type <> 'schema'
ORDER BY 1;

\echo Objects and columns without a comment
SELECT object
FROM member LEFT JOIN pg_type t ON classid = 'pg_type'::regclass AND objid = t.oid
    LEFT JOIN pg_class c ON classid = 'pg_class'::regclass AND objid = c.oid
WHERE coalesce(obj_description(objid, (SELECT relname FROM pg_class WHERE oid = classid)), '') = ''
    AND t.oid IS NULL AND coalesce(relkind, 'r') <> 'S'
UNION ALL
SELECT format('column %s of %s', attname, attrelid::regclass)
FROM member JOIN pg_attribute ON classid = 'pg_class'::regclass AND objid = attrelid
    JOIN pg_class c ON c.oid = attrelid AND relkind = 'r'
WHERE attnum > 0 AND col_description(attrelid, attnum) IS NULL
ORDER BY 1;

\echo Functions of C, with other rights, or of another library
SELECT signature FROM function WHERE lanname NOT IN ('sql', 'plpgsql') OR prosecdef ORDER BY 1;

\echo Functions that find names in the search_path of the caller
-- A body that holds OIDs looks none up.
SELECT signature FROM function
WHERE 'search_path=pg_catalog, pg_temp' = ANY (proconfig) IS NOT TRUE AND prosqlbody IS NULL
    AND prosrc ~ '(?<![\w.])(?!migration\.|pg_catalog\.)[a-z_]+\(|::(?!pg_catalog\.)'
ORDER BY 1;

\echo Called by hand, without asking first whether the caller may
-- but for what reads catalogs alone
SELECT signature
FROM function
WHERE is_called AND proname <> 'conversion_statements'
    AND (split_part(prosrc, 'BEGIN', 1) ~ 'migration\.'
        OR substring(prosrc FROM '\mBEGIN\s+(.*)') !~ '^PERFORM migration\.check_caller\(\);')
ORDER BY 1;

\echo Other functions with arguments that can be left out: one with fewer would fit better
SELECT signature FROM function WHERE NOT is_called AND pronargdefaults > 0 ORDER BY 1;

\echo Rights of others
SELECT object, acl.*
FROM member JOIN pg_class c ON classid = 'pg_class'::regclass AND objid = c.oid,
    aclexplode(relacl) AS acl WHERE grantee <> relowner
UNION ALL
SELECT object, acl.* FROM member JOIN pg_namespace n
    ON classid = 'pg_namespace'::regclass AND objid = n.oid,
    aclexplode(nspacl) AS acl WHERE grantee <> nspowner;

-- What a move needs, in any of its steps ----------------------------------------------------------

\echo Functions
SELECT format('%s(%s)', proname, pg_get_function_arguments(oid)) COLLATE "C" AS function,
    pg_get_function_result(oid) AS result, lanname,
    CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END AS is,
    array_to_string(proconfig, ', ') AS settings, obj_description(oid, 'pg_proc')
FROM function WHERE is_called ORDER BY 1;
\echo What a dump has of it
SELECT c.relname, c.relkind, condition, obj_description(c.oid, 'pg_class')
FROM pg_extension, unnest(extconfig, extcondition) AS u (config, condition)
    JOIN pg_class c ON c.oid = config
WHERE extname = 'objectid_migration' ORDER BY 1;
\echo Columns and indexes
SELECT format('%I.%I', relname, attname) AS column, format_type(atttypid, atttypmod) AS type,
    CASE WHEN attnotnull THEN 'NOT NULL' END AS nullable, coalesce(pg_get_expr(adbin, adrelid),
        CASE attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY' END) AS default,
    col_description(attrelid, attnum)
FROM member JOIN pg_attribute ON classid = 'pg_class'::regclass AND objid = attrelid
    JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 ORDER BY relname, attnum;
SELECT indrelid::regclass, pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid IN (SELECT objid FROM member WHERE classid = 'pg_class'::regclass) ORDER BY 1, 2;

-- Edits without an effect -------------------------------------------------------------------------

CREATE TABLE edit (n int GENERATED ALWAYS AS IDENTITY, statement text);
INSERT INTO migration.staging (collection, source) VALUES
    ('c', '{"_id": 1, "a": {"b": 1, "c": "x"}, "l": [{"m": 1}], "s": ["x"], "v": [1, {"w": 2}],
        "user": 1, "order": 2}');
INSERT INTO migration.staging (collection, source) VALUES ('d', '{"_id": 1}');
\echo A plan
SELECT path, "table", "column", type, note FROM migration.propose('c');
SELECT FROM migration.propose('d') \g /dev/null
INSERT INTO edit (statement) VALUES
    ('type = ''integer'' WHERE path = ''$.a'''),
    ('type = ''integer'', "column" = ''a'' WHERE path = ''$.a'''),
    ('type = ''text'', "column" = ''l'' WHERE path = ''$.l'''),
    ('"table" = ''other'' WHERE path = ''$.a'''),
    ('"table" = ''other'' WHERE path = ''$.a.b'''),
    ('"column" = ''id'' WHERE path = ''$.a.b'''),
    ('"column" = ''xmin'' WHERE path = ''$.a.b'''),
    ('"column" = repeat(''x'', 64) WHERE path = ''$.a.b'''),
    ('"column" = NULL WHERE path = ''$.a.b'''),
    ('type = ''columns'' WHERE path = ''$.a.b'''),
    ('type = ''table'' WHERE path = ''$.a.b'''),
    ('type = ''columns'' WHERE path = ''$.l'''),
    ('type = ''table'' WHERE path = ''$.s'''),
    ('"table" = NULL WHERE path = ''$.l'''),
    ('"table" = ''d'' WHERE "table" = ''c'''),
    ('type = ''integer'', "column" = ''w'' WHERE path = ''$.v[*].w'''),
    ('type = ''integer DMY'' WHERE path = ''$.a.b'''),
    ('schema = ''nowhere'' WHERE path = ''$'''),
    ('type = NULL WHERE path = ''$.a''');
\echo What becomes of edits
SELECT n, statement, error_of(format('DO $$
BEGIN
    UPDATE migration.plan SET %s AND collection = ''c'';
    PERFORM migration.statements(''c'');
    RAISE ''it has an effect'';
END
$$', statement)) FROM edit ORDER BY n;
\echo Collections and tables that there are not
SELECT error_of(format('SELECT migration.%s', call))
FROM unnest('{statements(''typo''),misfits(''typo''),check(''typo''),undo(''typo''),
    refresh(''typo''),propose(''typo''),check(''c''),refresh(''c''),undo(''c'')}'::text[]) AS call;

-- Tables that an application can go on with -------------------------------------------------------

\echo New elements, in the documents, and where the check finds them
CALL pg_temp.make_tables('c');
INSERT INTO c_l (c_id, m) VALUES (1, 2), (1, 3);
SELECT place - 16777216 AS place, m FROM c_l WHERE place > 1 ORDER BY place;
SELECT document->'l' AS l FROM migration.c_documents;
SELECT path, in_document, in_rows FROM migration.check('c');

\echo Keys that would change what refresh does not insert again
CREATE TABLE refers (c integer REFERENCES c ON DELETE SET NULL, place bigint,
    FOREIGN KEY (c, place) REFERENCES c_l ON DELETE CASCADE,
    d integer CONSTRAINT harmless REFERENCES c);
SELECT error_of($$SELECT migration.refresh('c')$$);
DROP TABLE refers;
SELECT count(*) FROM migration.refresh('c');

\echo A document twice
INSERT INTO migration.staging (collection, source)
SELECT collection, source FROM migration.staging WHERE collection = 'c';
SELECT path, documents FROM migration.check('c') WHERE path <> '$.l';
SELECT path, documents FROM migration.misfits('c');
SELECT note, "column" FROM migration.propose('c') WHERE path = '$';
DELETE FROM migration.staging AS s USING migration.staging AS later WHERE s.collection = 'c'
    AND later.collection = s.collection AND later.source->'_id' = s.source->'_id' AND later.n > s.n;
SELECT note, "column" FROM migration.propose('c') WHERE path = '$';

\echo Rows without a key of their own, and values that are long
INSERT INTO migration.staging (collection, source)
SELECT 'keyless', jsonb_build_object('a', repeat('x', i * 150)) FROM generate_series(1, 2) AS i;
SELECT FROM migration.propose('keyless') \g /dev/null
CALL pg_temp.make_tables('keyless');
INSERT INTO keyless (a) VALUES ('new') RETURNING n > (SELECT max(n) FROM migration.staging) AS n;
UPDATE keyless SET a = a || 'y';
SELECT path, documents, length(in_document::text) AS of_document, length(in_rows::text) AS of_rows
FROM migration.check('keyless');

\echo A part of the documents
INSERT INTO migration.staging (collection, source)
SELECT 'many',
    jsonb_build_object('_id', i, 'n', i, CASE WHEN i > 50 THEN 'late' ELSE 'early' END, i)
FROM generate_series(1, 100) AS i;
SELECT path, documents, type, required, note
FROM migration.propose('many', first => 50) WHERE path <> '$._id';
SELECT path, value, error, documents FROM migration.misfits('many');
SELECT count(*), max(note) FROM migration.propose('many', first => 1000);

-- Times -------------------------------------------------------------------------------------------

INSERT INTO migration.staging (collection, source)
SELECT 'times', jsonb_build_object('_id', i, 'iso', iso, 'twitter', twitter, 'js', js, 'utc', utc,
    'zone', zone, 'either', either, 'day', day, 'month', month, 'none', none, 'relative', relative)
FROM (VALUES
    (1, '2015-04-25', 'Sat Apr 25 16:19:03 +0000 2015',
        'Sat Apr 25 2015 18:19:03 GMT+0200 (Central European Summer Time)',
        'Sat, 25 Apr 2015 16:19:03 GMT', '4/25/2015, 6:19:03 PM GMT+2', '02/04/2016', '2.4.2016',
        '4/2/2016 4:05 PM', '13/13/2016', 'today'),
    (2, '2015-04-26 10:00', 'Sun Apr 26 16:19:03 +0000 2015',
        'Sun Apr 26 2015 10:19:03 GMT-0600', 'Sun, 26 Apr 2015 16:19:03 GMT',
        '4/26/2015, 4:19:03 PM Etc/GMT+2', '03/04/2016', '26.4.2016', '4/26/2016', '13/13/2016',
        'today')
) AS v (i, iso, twitter, js, utc, zone, either, day, month, none, relative);
\echo What reads as a time, what does not, and what becomes of a document
SELECT path, note FROM migration.propose('times') WHERE path NOT IN ('$', '$._id');
UPDATE migration.plan
SET type = CASE WHEN path = '$.day' THEN 'timestamptz DMY' WHEN path = '$.either' THEN 'date DMY'
    WHEN path = '$.month' THEN 'timestamp' ELSE 'timestamptz' END
WHERE collection = 'times' AND type = 'text';
SELECT path, value, error, documents FROM migration.misfits('times');
UPDATE migration.plan SET type = 'text' WHERE path IN ('$.none', '$.relative');
SET DateStyle = 'ISO, YMD';
SET TimeZone = 'Asia/Kathmandu';
CALL pg_temp.make_tables('times');
SELECT * FROM migration.check('times');
SET TimeZone = 'UTC';
SELECT * FROM times WHERE id = 1;
RESET DateStyle;
RESET TimeZone;

\echo Text among times reads as text alone does
INSERT INTO migration.staging (collection, source) VALUES
    ('mixed', '{"_id": 1, "text": "2016-05-11 02:09:03", "mix": "2016-05-11 02:09:03"}'),
    ('mixed', '{"_id": 2, "text": "2016-05-12T02:09:03Z", "mix": {"$date": 0}}'),
    ('mixed', '{"_id": 3, "text": "soon", "mix": "soon"}');
SELECT path, types, type, note FROM migration.propose('mixed') WHERE path ~ 'text|mix';
UPDATE migration.plan SET type = 'timestamptz' WHERE collection = 'mixed' AND path ~ 'text|mix';
SELECT path, value, error FROM migration.misfits('mixed');
DELETE FROM migration.staging WHERE collection = 'mixed' AND source @> '{"_id": 3}';
CALL pg_temp.make_tables('mixed');
SELECT * FROM migration.check('mixed');

\echo What would be rounded, up to the next day, and what MongoDB has no date for, are no times
INSERT INTO migration.staging (collection, source)
SELECT 'exact', jsonb_build_object('_id', i, 'at', at, 'on', at)
FROM unnest('{2020-01-01T23:59:59.9999999Z,2020-01-01T23:59:59.9999990Z,infinity}'::text[])
    WITH ORDINALITY AS u (at, i);
SELECT FROM migration.propose('exact') \g /dev/null
UPDATE migration.plan SET type = CASE path WHEN '$.on' THEN 'date' ELSE 'timestamptz' END
WHERE collection = 'exact' AND path IN ('$.at', '$.on');
SELECT path, value, error, documents FROM migration.misfits('exact');

\echo What a timestamp has no place for comes back as a date
INSERT INTO migration.staging (collection, source)
SELECT 'stamps', jsonb_build_object('_id', i, 't', v)
FROM unnest(ARRAY['{"$timestamp": {"t": 1600000000, "i": 1}}', '{"$timestamp": {"t": 0, "i": 1}}',
    '{"$timestamp": {"t": 4294967295, "i": 1}}', '{"$date": {"$numberLong": "-86399877"}}',
    '{"$timestamp": {"t": 1, "i": 1}}', '{"$timestamp": {"t": 2, "i": 1}}',
    '{"$date": {"$numberLong": "4294967296000"}}', '{"$date": {"$numberLong": "1500"}}',
    '{"$date": {"$numberLong": "5000"}}']::jsonb[]) WITH ORDINALITY AS u (v, i);
SELECT path, types, note FROM migration.propose('stamps') WHERE path = '$.t';
CALL pg_temp.make_tables('stamps');
SELECT migration.export('stamps') AS query \gset
SELECT document->'t' AS t FROM (:query) AS back;

\echo Whatever misfits asks of text, it asks of each way to write the type
-- Of times, each that is rounded, or not written as that of a date, is another one.
INSERT INTO migration.staging (collection, source) VALUES
    ('asked', '{"_id": 1, "when": {"$date": {"$numberLong": "1500"}}, "text": "x", "staged_n": 1,
        "staged_n_2": 2}');
SELECT FROM migration.propose('asked') \g /dev/null
UPDATE migration.plan SET type = CASE path WHEN '$.text' THEN 'TEXT' ELSE 'TIMESTAMPTZ(0)' END
WHERE collection = 'asked' AND path IN ('$.text', '$.when');
INSERT INTO migration.staging (collection, source) VALUES
    ('asked', '{"_id": 2, "when": "2024-05-01 10:00", "text": 7, "staged_n": 1, "staged_n_2": 2}');
SELECT path, value, error FROM migration.misfits('asked');
UPDATE migration.plan SET type = 'timestamptz' WHERE collection = 'asked' AND path = '$.when';
SELECT path, value, error FROM migration.misfits('asked');
\echo The number of the document has a name that no field has
SELECT split_part(s, E'\n', 1) FROM migration.statements('asked') AS s WHERE s LIKE 'CREATE VIEW%';
\echo Rows have no nulls, and keys neither
INSERT INTO migration.staging (collection, source) VALUES
    ('asked', '{"_id": {"k": 3}}'), ('asked', '{"_id": {"k": 3, "l": null}}');
SELECT path, value, error, documents FROM migration.misfits('asked') WHERE path = '$._id';
SELECT note, "column" FROM migration.propose('asked') WHERE path = '$';

\echo Whoever edits what refers to another collection is not overruled by a plan of that one
INSERT INTO migration.staging (collection, source) VALUES
    ('customers', '{"_id": {"$oid": "507f1f77bcf86cd799439011"}}'),
    ('bills', '{"_id": 1, "customer": {"$oid": "507f1f77bcf86cd799439011"}}');
SELECT FROM migration.propose('bills') \g /dev/null
SELECT FROM migration.propose('customers') \g /dev/null
SELECT refers_to, note FROM migration.plan WHERE collection = 'bills' AND path = '$.customer';
UPDATE migration.plan SET refers_to = NULL WHERE collection = 'bills';
SELECT FROM migration.propose('customers') \g /dev/null
SELECT refers_to, note FROM migration.plan WHERE collection = 'bills' AND path = '$.customer';

-- Numbers -----------------------------------------------------------------------------------------

\echo Types of numbers
INSERT INTO migration.staging (collection, source) SELECT 'numbers', jsonb_object_agg(text,
    jsonb_build_object('$numberDouble', text)) || '{"_id": 1}'
FROM unnest('{5e-324,7e-324,4e-324,-2.5e-320,0.1,0.10000000000000001,1.7976931348623157e308,1e300,
    1.79769313486231575e308,2e308}'::text[]) AS text;
SELECT field, type, note FROM migration.propose('numbers') WHERE types = 'double' ORDER BY field;

\echo Numbers that no double is come back as decimals, whatever the session has set
INSERT INTO migration.staging (collection, source) VALUES
    ('points', '{"_id": 1, "n": {"$numberInt": "5"}, "j": [{"$numberDouble": "2.5"}]}'),
    ('points', '{"_id": 2, "n": {"$numberDouble": "2.5"}, "j": {"$numberDouble": "4.0"}}');
SELECT path, types FROM migration.propose('points') WHERE path IN ('$.n', '$.j');
UPDATE migration.plan SET type = 'numeric' WHERE collection = 'points' AND path = '$.n';
CALL pg_temp.make_tables('points');
INSERT INTO points (id, n, j) VALUES (3, 9007199254740993, '[9223372036854775808, 0.1, 3]'),
    (4, 1234567890123456789.01, '[]'), (5, 0.1, '[]'), (6, 4, '[]'),
    -- doubles in all their digits, and more than a double can be
    (7, 1152921504606846976, '[]'), (8, 1e22, '[]'), (9, '1e310', '[]');
SELECT migration.export('points') AS query \gset
DO $$
BEGIN
    SET standard_conforming_strings = off;
    SET escape_string_warning = off;
EXCEPTION WHEN others THEN -- from PostgreSQL 19 on
END
$$;
SELECT document FROM (:query) AS back ORDER BY document->'_id'->>'$numberInt';
RESET standard_conforming_strings;

\echo A DBRef beside pointers of the old kind stays one, if its $id is no ObjectId
INSERT INTO migration.staging (collection, source) VALUES
    ('pointers', '{"_id": 1, "p": {"$dbPointer":
        {"$ref": "c", "$id": {"$oid": "507f1f77bcf86cd799439011"}}}}'),
    ('pointers', '{"_id": 2, "p": {"$ref": "c", "$id": 64}}');
SELECT path, types FROM migration.propose('pointers') WHERE path = '$.p';
CALL pg_temp.make_tables('pointers');
SELECT migration.export('pointers') AS query \gset
SELECT document->'p' AS p FROM (:query) AS back ORDER BY document->>'_id';

-- Arrays and maps ---------------------------------------------------------------------------------

\echo Arrays of arrays are none of two dimensions, whose elements would come back as those of one
INSERT INTO migration.staging (collection, source) VALUES
    ('arrays', '{"_id": 1, "text": ["x", null], "number": [1, 2.5]}'),
    ('arrays', '{"_id": 2, "text": [["x"], ["z"]], "number": [[1, 2], [3, 4]]}');
SELECT FROM migration.propose('arrays') \g /dev/null
UPDATE migration.plan
SET type = CASE path WHEN '$.text' THEN 'varchar(9)[]' ELSE 'numeric(9,2)[]' END
WHERE collection = 'arrays' AND path IN ('$.text', '$.number');
SELECT path, value, error FROM migration.misfits('arrays');
DELETE FROM migration.staging WHERE collection = 'arrays' AND source @> '{"_id": 2}';
\echo However the type is written
UPDATE migration.plan SET type = CASE path WHEN '$.text' THEN '_bpchar' ELSE 'REAL array' END
WHERE collection = 'arrays' AND path IN ('$.text', '$.number');
SELECT path, value, error FROM migration.misfits('arrays');
CALL pg_temp.make_tables('arrays');
SELECT * FROM arrays;
\echo An array in a map has a flag, or it must not be empty
INSERT INTO migration.staging (collection, source) VALUES
    ('map', '{"_id": 1, "m": {"1": [{"x": 1}], "2": [{"x": 1}], "3": [{"x": 3}]}}'),
    ('map', '{"_id": 2, "m": {"1": [], "2": [{"x": 1}], "3": [{"x": 3}]}}');
SELECT path, type, required FROM migration.propose('map') WHERE path ~ 'm';
UPDATE migration.plan SET required = false WHERE collection = 'map' AND path = '$.m.*';
SELECT path, value, error FROM migration.misfits('map');

-- Text of MongoDB's shells ------------------------------------------------------------------------

INSERT INTO migration.staging (collection, source)
SELECT 'shell', jsonb_build_object('_id', i, 'date', d, 'id', o, 'long', l, 'int', n, 'decimal', m,
    'uuid', u, 'json', j, 'other', x, 'list', jsonb_build_array(o, o))
FROM (VALUES
    (1, 'ISODate("2026-09-08T07:11:25.458Z")', 'ObjectId("6a9fb51db2f0c46b94002f27")',
        'NumberLong(5)', 'NumberInt(5)', 'NumberDecimal("1.50")',
        'UUID("fe7e66b3-604c-42df-aa33-f5b55d54ec32")', '{"a": [1.0, null], "b": "x"}',
        'MinKey()'),
    (2, 'new Date("2026-09-08")', 'ObjectId(''6A9FB51DB2F0C46B94002F27'')',
        'NumberLong("-9007199254740993")', 'Int32(7)', 'Decimal128(''1E+3'')',
        'UUID(''FE7E66B3604C42DFAA33F5B55D54EC33'')', '[{}]', '{"a": 1} and more'),
    (3, 'ISODate(''2026-09-08T07:11Z'')', 'ObjectId("6a9fb51db2f0c46b94002f28")', 'Long(''6'')',
        'NumberInt("8")', 'NumberLong(2)', 'UUID("fe7e66b3-604c-42df-aa33-f5b55d54ec34")', ' {} ',
        'ISODate(now)')) AS v (i, d, o, l, n, m, u, j, x);
\echo What notes say of text, what does not fit, rows, and the way back
SELECT path, types, type, note FROM migration.propose('shell') WHERE place > 2;
UPDATE migration.plan SET type = substring(note FROM 'reads as (\w+)')
    || CASE WHEN type = 'text[]' THEN '[]' ELSE '' END
WHERE collection = 'shell' AND note ~ 'reads as' AND type LIKE 'text%';
INSERT INTO migration.staging (collection, source) VALUES ('shell', '{"_id": 4, "long": "Long(x)",
    "uuid": "UUID()", "date": "ISODate(\"2026-13-13\")", "id": "ObjectId(5)", "json": {"a": 1}}');
SELECT path, value, error FROM migration.misfits('shell') WHERE error !~ 'null value|is missing';
DELETE FROM migration.staging WHERE collection = 'shell' AND source @> '{"_id": 4}';
SELECT * FROM migration.misfits('shell');
CALL pg_temp.make_tables('shell');
SELECT * FROM migration.check('shell');
SELECT * FROM shell WHERE id < 3 ORDER BY id;
SELECT migration.export('shell') AS query \gset
SELECT string_agg(line, E'\n') FROM regexp_split_to_table(:'query', '\n') AS line
WHERE line LIKE '--%';
SELECT document FROM (:query) AS back WHERE document->'_id' = '{"$numberInt": "2"}';
SET quote_all_identifiers = on;
SELECT migration.export('shell') AS quoted \gset
RESET quote_all_identifiers;
SELECT document FROM (:quoted) AS back EXCEPT SELECT document FROM (:query) AS back;
\echo Other values
UPDATE shell SET json = '{}', date = 'epoch', long = 0 WHERE id = 1;
SELECT path, in_document, in_rows FROM migration.check('shell');

\echo A line break in a plan does not end the comment that has it
UPDATE migration.plan SET types = E'int\nDELETE FROM users; --, double'
WHERE collection = 'shell' AND path = '$.int';
SELECT regexp_count(migration.export('shell'), '^(?!--|SELECT|FROM|    \()', 1, 'n') AS lines;

-- Events of change streams ------------------------------------------------------------------------

-- Each kind of MongoDB's manual, as canonical and as relaxed Extended JSON
CREATE TEMP TABLE event (kind text, event jsonb);
INSERT INTO event
SELECT kind, jsonb_build_object('_id', jsonb_build_object('_data', '8266'), 'operationType', kind,
    'clusterTime', '{"$timestamp": {"t": 1700000000, "i": 1}}'::jsonb,
    'wallTime', CASE WHEN relaxed THEN '{"$date": "2023-11-14T22:13:20Z"}'
        ELSE '{"$date": {"$numberLong": "1700000000000"}}' END::jsonb) || rest
FROM unnest('{f,t}'::boolean[]) AS relaxed, LATERAL (
    SELECT '{"db": "shop", "coll": "c"}'::jsonb, CASE WHEN relaxed THEN '5'
        ELSE '{"$numberInt": "5"}' END::jsonb, CASE WHEN relaxed THEN '{"_id": 5, "t": "new"}'
        ELSE '{"_id": {"$numberInt": "5"}, "t": "new"}' END::jsonb) AS c (ns, id, document),
    LATERAL (VALUES
        ('insert', jsonb_build_object('ns', ns, 'documentKey', jsonb_build_object('_id', id),
            'fullDocument', document)),
        ('replace', jsonb_build_object('ns', ns, 'documentKey', jsonb_build_object('_id', id),
            'fullDocument', document)),
        ('update', jsonb_build_object('ns', ns, 'documentKey', jsonb_build_object('_id', id),
            'updateDescription', '{"updatedFields": {"t": "new"}, "removedFields": [],
                "truncatedArrays": []}'::jsonb, 'fullDocument', document)),
        ('delete', jsonb_build_object('ns', ns, 'documentKey', jsonb_build_object('_id', id))),
        ('drop', jsonb_build_object('ns', ns)),
        ('rename', jsonb_build_object('ns', ns, 'to', '{"db": "shop", "coll": "d"}'::jsonb)),
        ('dropDatabase', '{"ns": {"db": "shop"}}'), ('invalidate', '{}'),
        ('create', jsonb_build_object('ns', ns, 'operationDescription', '{}'::jsonb)),
        ('createIndexes', jsonb_build_object('ns', ns)),
        ('dropIndexes', jsonb_build_object('ns', ns)), ('modify', jsonb_build_object('ns', ns)),
        ('shardCollection', jsonb_build_object('ns', ns)),
        ('reshardCollection', jsonb_build_object('ns', ns)),
        ('refineCollectionShardKey', jsonb_build_object('ns', ns))) AS v (kind, rest);

-- What becomes of a stream: a row of a document that was in the table, or gone
CREATE FUNCTION applied(VARIADIC events jsonb[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    statement text;
    result text;
BEGIN
    DELETE FROM migration.staging;
    INSERT INTO migration.staging (collection, source) SELECT '$changes', e
    FROM unnest(events) AS e;
    SELECT string_agg(x::text, ' ') INTO result FROM migration.stage_changes() AS x;
    FOR statement IN SELECT migration.refresh('c') LOOP
        EXECUTE statement;
    END LOOP;
    result := concat_ws(': ', result, (SELECT t FROM c WHERE id = 5));
    RAISE EXCEPTION USING MESSAGE = coalesce(result, 'nothing'), ERRCODE = 'ZZ001';
EXCEPTION WHEN SQLSTATE 'ZZ001' THEN
    RETURN result;
END
$$;
\o /dev/null
SELECT migration.undo('c') \gexec
DELETE FROM migration.staging WHERE collection = 'c';
INSERT INTO migration.staging (collection, source) VALUES ('c', '{"_id": 5, "t": "old"}');
SELECT migration.propose('c');
SELECT migration.statements('c') \gexec
\o
\set VERBOSITY default
\set SHOW_CONTEXT never
\echo What each kind does to a row; the last ones are told
SELECT outcome, count(*), string_agg(DISTINCT kind, ' ' ORDER BY kind)
FROM event, applied(event) AS outcome
WHERE kind NOT IN ('drop', 'rename', 'dropDatabase', 'invalidate')
GROUP BY outcome ORDER BY outcome;
SELECT kind, applied(event) FROM event
WHERE kind IN ('drop', 'rename', 'dropDatabase', 'invalidate')
    AND event @> '{"wallTime": {"$date": {}}}';
\echo The newest state counts. That the stream did not find a document deletes no row
SELECT a.kind, b.kind, applied(a.event, b.event) FROM event AS a, event AS b
WHERE 'delete' IN (a.kind, b.kind) AND 'update' IN (a.kind, b.kind)
    AND a.event->'wallTime' <> b.event->'wallTime';
SELECT before, after, applied(VARIADIC events) FROM (
    SELECT before.kind AS before, after.kind AS after, array_remove(ARRAY[before.event,
        event.event || '{"fullDocument": null}', after.event], NULL) AS events
    FROM event, (VALUES (NULL, NULL), ('insert', NULL), (NULL, 'delete')) AS around (before, after)
        LEFT JOIN event AS before ON before.kind = around.before
            AND before.event->'documentKey' = '{"_id": 5}'
        LEFT JOIN event AS after ON after.kind = around.after
            AND after.event->'documentKey' = '{"_id": 5}'
    WHERE event.kind = 'update' AND event.event->'documentKey' = '{"_id": 5}'
    ORDER BY 1 NULLS FIRST, 2 NULLS FIRST OFFSET 0) AS e;
\echo stage_changes may be called again
BEGIN;
DELETE FROM migration.staging;
INSERT INTO migration.staging (collection, source)
SELECT '$changes', event FROM event WHERE kind IN ('insert', 'delete') ORDER BY kind DESC;
SELECT * FROM migration.stage_changes();
SELECT * FROM migration.stage_changes();
SELECT DISTINCT collection, source->>'operationType' AS kind FROM migration.staging ORDER BY 1;
ROLLBACK;
\echo With other changes: those of the first call stay, but for what is newer
BEGIN;
DELETE FROM migration.staging;
INSERT INTO migration.staging (collection, source) SELECT '$changes',
    jsonb_build_object('operationType', 'insert', 'ns', '{"coll": "c"}'::jsonb, 'documentKey', id,
        'fullDocument', id)
FROM unnest('{"{\"_id\": 6}", "{\"_id\": 7}"}'::jsonb[]) AS id;
SELECT * FROM migration.stage_changes();
INSERT INTO migration.staging (collection, source) VALUES ('$changes', '{"operationType": "delete",
    "ns": {"coll": "c"}, "documentKey": {"_id": {"$numberLong": "7"}}}');
SELECT * FROM migration.stage_changes();
SELECT collection, source->'_id' AS id, source->'documentKey' AS deleted FROM migration.staging;
ROLLBACK;
\echo An ObjectId is not the text of its digits
BEGIN;
DELETE FROM migration.staging;
INSERT INTO migration.staging (collection, source) VALUES
    ('ids', '{"_id": {"$oid": "507f1f77bcf86cd799439011"}, "n": 1}');
SELECT path, types FROM migration.propose('ids') WHERE path = '$._id';
CALL pg_temp.make_tables('ids');
UPDATE migration.staging SET source = source || '{"_id": "507f1f77bcf86cd799439011"}'
WHERE collection = 'ids';
INSERT INTO migration.staging (collection, source) VALUES
    ('$changes', '{"operationType": "insert", "ns": {"coll": "ids"},
        "documentKey": {"_id": {"$oid": "507f1f77bcf86cd799439011"}},
        "fullDocument": {"_id": {"$oid": "507f1f77bcf86cd799439011"}, "n": 2}}'),
    ('$changes', '{"operationType": "delete", "ns": {"coll": "ids"},
        "documentKey": {"_id": "507f1f77bcf86cd799439011"}}');
SELECT * FROM migration.stage_changes();
SELECT path, value, error, documents FROM migration.misfits('ids');
SELECT regexp_replace(error_of('SELECT migration.refresh(''ids'')'), 'row \d+', 'row ...');
DELETE FROM migration.staging WHERE collection = '$deleted';
SELECT migration.refresh('ids') \gexec
SELECT * FROM ids;
ROLLBACK;
\echo After an error of stage_changes, refresh is one, too
INSERT INTO migration.staging (collection, source)
SELECT '$changes', event - 'fullDocument' FROM event WHERE kind = 'update' LIMIT 1;
SELECT regexp_replace(error_of('SELECT migration.stage_changes()'), 'event \d+', 'event ...');
SELECT error_of('SELECT migration.refresh(''c'')');
DELETE FROM migration.staging WHERE collection = '$changes';
\echo Those that do not tell
SELECT missing, string_agg(DISTINCT kind, ' ') AS of, regexp_replace(
    error_of(format('SELECT applied(%L)', event - missing)), 'event \d+|is ' || kind, '...', 'g')
FROM event, unnest('{fullDocument,documentKey,ns,operationType}'::text[]) AS missing
WHERE event ? missing AND kind IN ('insert', 'update', 'replace', 'delete') GROUP BY 1, 3;
SELECT DISTINCT regexp_replace(error_of(format('SELECT applied(%L)', event)), 'event \d+', '...')
FROM (SELECT event || '{"fullDocument": null}' FROM event WHERE kind IN ('insert', 'replace')
    UNION ALL VALUES ('{"operationType": "split", "ns": {"coll": "c"}}'::jsonb)) AS u (event);

SELECT migration.undo(collection)
FROM unnest('{c,keyless,times,mixed,stamps,points,pointers,arrays,shell}'::text[]) AS u (collection)
\gexec
DROP FUNCTION applied;
DROP EXTENSION objectid_migration CASCADE;
DROP TABLE edit;

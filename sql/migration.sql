-- What the catalogs say of objectid_migration, and what it refuses, notes and does with edits of a
-- plan. (Whole collections: test/t/migration.pl. Rights: test/t/migration_rights.pl.)
\pset format unaligned
\pset footer off
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE EXTENSION objectid_migration;
CREATE TEMP VIEW member AS
SELECT d.classid, d.objid, d.objsubid, pg_describe_object(d.classid, d.objid, 0) AS object
FROM pg_extension e JOIN pg_depend d
    ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
WHERE e.extname = 'objectid_migration';
CREATE TEMP VIEW function AS
SELECT p.*, l.lanname, p.oid::regprocedure AS signature,
    -- called by hand: what these call, they have asked for
    proname ~ '^(propose|statements|misfits|check|undo|refresh|stage_changes|export|references'
        '|conversion_statements)$' AS is_called
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
    JOIN pg_language l ON l.oid = p.prolang;
SELECT (SELECT count(*) FROM function) > 50 AS functions,
    (SELECT count(*) FROM function WHERE is_called) AS called,
    (SELECT count(*) FROM member WHERE classid = 'pg_class'::regclass) > 2 AS relations;
SELECT superuser, trusted, relocatable, requires
FROM pg_available_extension_versions WHERE name = 'objectid_migration' AND installed;

-- Every query from here to the next heading must return no rows -----------------------------------

-- What is in another schema, but the schema itself
SELECT object FROM member, pg_identify_object(classid, objid, 0) AS o
WHERE o.schema <> 'migration' OR o.schema IS NULL AND o.type <> 'schema'
ORDER BY 1;

-- Without a comment
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

-- Functions of C, with other rights, or of another library
SELECT signature FROM function WHERE lanname NOT IN ('sql', 'plpgsql') OR prosecdef ORDER BY 1;

-- That find names in the caller's search_path: a body that holds OIDs looks none up
SELECT signature FROM function
WHERE 'search_path=pg_catalog, pg_temp' = ANY (proconfig) IS NOT TRUE AND prosqlbody IS NULL
    AND prosrc ~ '(?<![\w.])(?!migration\.|pg_catalog\.)[a-z_]+\(|::(?!pg_catalog\.)'
ORDER BY 1;

-- Called by hand, without asking first who could choose what is run
SELECT signature
FROM function, coalesce(pg_get_function_sqlbody(oid), prosrc) AS body
WHERE is_called AND (split_part(body, 'BEGIN', 1) ~ 'migration\.'
    OR substring(body FROM '\mBEGIN(?: ATOMIC)?\s+(.*)')
        !~ '^(PERFORM|SELECT) migration\.check_trust\(')
ORDER BY 1;

-- Other functions with arguments that can be left out: one with fewer arguments would fit better
SELECT signature FROM function WHERE NOT is_called AND pronargdefaults > 0 ORDER BY 1;

-- Rights of others
SELECT object, acl.*
FROM member JOIN pg_class c ON classid = 'pg_class'::regclass AND objid = c.oid,
    aclexplode(relacl) AS acl WHERE grantee <> relowner
UNION ALL
SELECT object, acl.* FROM member JOIN pg_namespace n
    ON classid = 'pg_namespace'::regclass AND objid = n.oid,
    aclexplode(nspacl) AS acl WHERE grantee <> nspowner;

-- Edits without an effect -------------------------------------------------------------------------

CREATE TABLE edit (n int GENERATED ALWAYS AS IDENTITY, statement text);
INSERT INTO migration.staging (collection, source) VALUES
    ('c', '{"_id": 1, "a": {"b": 1, "c": "x"}, "l": [{"m": 1}], "s": ["x"], "v": [1, {"w": 2}],
        "user": 1, "order": 2}');
INSERT INTO migration.staging (collection, source) VALUES ('d', '{"_id": 1}');
SELECT path, "table", "column", type, note FROM migration.propose('c');
SELECT count(*) FROM migration.propose('d');
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
SELECT n, statement, error_of(format('DO $$
BEGIN
    UPDATE migration.plan SET %s AND collection = ''c'';
    PERFORM migration.statements(''c'');
    RAISE ''it has an effect'';
END
$$', statement)) FROM edit ORDER BY n;
SELECT error_of(format('SELECT migration.%s', call))
FROM unnest('{statements(''typo''),misfits(''typo''),check(''typo''),undo(''typo''),
    refresh(''typo''),propose(''typo''),check(''c''),refresh(''c''),undo(''c'')}'::text[]) AS call;

-- Tables that an application can go on with -------------------------------------------------------

\set ECHO none
\o /dev/null
SELECT migration.statements('c') \gexec
\o
\set ECHO all
INSERT INTO c_l (c_id, m) VALUES (1, 2), (1, 3);
SELECT place - 16777216 AS place, m FROM c_l WHERE place > 1 ORDER BY place;
SELECT document->'l' AS l FROM migration.c_documents;
SELECT path, in_document, in_rows FROM migration.check('c');

-- Keys that would change what refresh does not insert again
CREATE TABLE refers (c integer REFERENCES c ON DELETE SET NULL, place bigint,
    FOREIGN KEY (c, place) REFERENCES c_l ON DELETE CASCADE,
    d integer CONSTRAINT harmless REFERENCES c);
SELECT error_of($$SELECT migration.refresh('c')$$);
DROP TABLE refers;
SELECT count(*) FROM migration.refresh('c');

-- A document twice
INSERT INTO migration.staging (collection, source)
SELECT collection, source FROM migration.staging WHERE collection = 'c';
SELECT path, documents FROM migration.check('c') WHERE path <> '$.l';
SELECT path, documents FROM migration.misfits('c');
SELECT note, "column" FROM migration.propose('c') WHERE path = '$';
DELETE FROM migration.staging AS s USING migration.staging AS later WHERE s.collection = 'c'
    AND later.collection = s.collection AND later.source->'_id' = s.source->'_id' AND later.n > s.n;
SELECT note, "column" FROM migration.propose('c') WHERE path = '$';

-- Rows without a key of their own, and values that are long
INSERT INTO migration.staging (collection, source)
SELECT 'keyless', jsonb_build_object('a', repeat('x', i * 150)) FROM generate_series(1, 2) AS i;
SELECT count(*) FROM migration.propose('keyless');
\set ECHO none
\o /dev/null
SELECT migration.statements('keyless') \gexec
\o
\set ECHO all
INSERT INTO keyless (a) VALUES ('new') RETURNING n > (SELECT max(n) FROM migration.staging) AS n;
UPDATE keyless SET a = a || 'y';
SELECT path, documents, length(in_document::text) AS of_document, length(in_rows::text) AS of_rows
FROM migration.check('keyless');

-- A part of the documents
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
    'either', either, 'day', day, 'month', month, 'none', none, 'relative', relative)
FROM (VALUES
    (1, '2015-04-25', 'Sat Apr 25 16:19:03 +0000 2015',
        'Sat Apr 25 2015 18:19:03 GMT+0200 (Central European Summer Time)',
        'Sat, 25 Apr 2015 16:19:03 GMT', '02/04/2016', '2.4.2016', '4/2/2016 4:05 PM',
        '13/13/2016', 'today'),
    (2, '2015-04-26 10:00', 'Sun Apr 26 16:19:03 +0000 2015',
        'Sun Apr 26 2015 10:19:03 GMT-0600', 'Sun, 26 Apr 2015 16:19:03 GMT', '03/04/2016',
        '26.4.2016', '4/26/2016', '13/13/2016', 'today')
) AS v (i, iso, twitter, js, utc, either, day, month, none, relative);
SELECT path, note FROM migration.propose('times') WHERE path NOT IN ('$', '$._id');
UPDATE migration.plan
SET type = CASE WHEN path = '$.day' THEN 'timestamptz DMY' WHEN path = '$.either' THEN 'date DMY'
    WHEN path = '$.month' THEN 'timestamp' ELSE 'timestamptz' END
WHERE collection = 'times' AND type = 'text';
SELECT path, value, error, documents FROM migration.misfits('times');
UPDATE migration.plan SET type = 'text' WHERE path IN ('$.none', '$.relative');
SET DateStyle = 'ISO, YMD';
SET TimeZone = 'Asia/Kathmandu';
\set ECHO none
\o /dev/null
SELECT migration.statements('times') \gexec
\o
\set ECHO all
SELECT * FROM migration.check('times');
SET TimeZone = 'UTC';
\x
SELECT * FROM times WHERE id = 1;
\x
RESET DateStyle;
RESET TimeZone;

\set ECHO none
SELECT migration.undo(collection) FROM unnest('{c,keyless,times}'::text[]) AS collection \gexec
\set ECHO all
DROP EXTENSION objectid_migration CASCADE;
DROP TABLE edit;
DROP VIEW function, member;

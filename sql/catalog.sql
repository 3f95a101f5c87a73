-- What the catalogs must say about every object of the extension, whatever is added to it. All that
-- they say: surface. Printed are the headings, and what is wrong.
\set ECHO none
\pset format unaligned
\pset tuples_only on

\echo Operator classes that fail amvalidate
-- The btree family of objectid does: of the
-- comparisons with a time it has those that agree with its order and what the server requires
-- beside them. PostgreSQL does without the others.
SELECT amname, opcname
FROM pg_opclass opc LEFT JOIN pg_am am ON am.oid = opcmethod
WHERE opc.oid >= 16384 AND NOT amvalidate(opc.oid);

CREATE TEMP VIEW member AS
SELECT d.classid, d.objid, pg_describe_object(d.classid, d.objid, 0) AS object
FROM pg_extension e
JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass
    AND d.refobjid = e.oid
    AND d.deptype = 'e'
WHERE e.extname = 'objectid'
    -- what comes with a type by itself
    AND (classid, objid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'i');

CREATE TEMP VIEW function AS
SELECT p.*, l.lanname, p.oid::regprocedure AS signature
FROM member
JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid
JOIN pg_language l ON l.oid = p.prolang;

CREATE TEMP VIEW operator AS
SELECT o.*, o.oid::regoperator AS signature
FROM member
JOIN pg_operator o ON classid = 'pg_operator'::regclass AND objid = o.oid;

\echo The views see something: of each kind at least the objects that the type alone needs
SELECT (SELECT count(*) FROM function) >= 30 AS functions,
    (SELECT count(*) FROM operator) >= 6 AS operators,
    (SELECT count(*) FROM member WHERE classid = 'pg_opclass'::regclass) >= 5 AS operator_classes,
    (SELECT count(*) FROM member WHERE classid = 'pg_opfamily'::regclass) >= 5 AS operator_families,
    (SELECT count(*) FROM member WHERE classid = 'pg_cast'::regclass) >= 10 AS casts;

\echo Superuser, trusted, relocatable, schema
SELECT superuser, trusted, relocatable, schema
FROM pg_available_extension_versions
WHERE name = 'objectid' AND installed;

\echo Objects of any kind without a comment
SELECT object
FROM member
WHERE coalesce(
        obj_description(objid, (SELECT relname FROM pg_catalog.pg_class WHERE oid = classid)), ''
    ) = ''
ORDER BY 1;

\echo C functions of another library than the own one of the extension, or of a fixed path
SELECT signature, probin
FROM function
WHERE lanname = 'c' AND probin IS DISTINCT FROM '$libdir/objectid'
ORDER BY 1;

\echo SECURITY DEFINER
SELECT signature
FROM function
WHERE prosecdef
ORDER BY 1;

\echo Functions of SQL that are text
-- That is read again at each call, with the names that its caller finds.
SELECT signature
FROM function
WHERE lanname = 'sql' AND prosqlbody IS NULL
ORDER BY 1;

\echo Functions in PL/pgSQL that could find another object than that of pg_catalog
-- They look names up while they run: by their search_path, or in a text that they execute.
SELECT signature
FROM function
WHERE lanname NOT IN ('c', 'sql', 'internal')
    AND ('search_path=pg_catalog, pg_temp' = ANY (proconfig) IS NOT TRUE
        OR prosrc ~ '\mEXECUTE\M|public\.|@extschema@')
ORDER BY 1;

\echo Comparisons of ids that row security cannot push down
SELECT signature
FROM operator o JOIN pg_proc p ON p.oid = oprcode
WHERE oprleft = oprright AND oprname IN ('=', '<>', '<', '<=', '>', '>=') AND NOT proleakproof
ORDER BY 1;

\echo An equality between an id and a time
SELECT signature
FROM operator
WHERE oprname IN ('=', '<>') AND oprleft <> oprright
ORDER BY 1;

\echo Implicit casts
SELECT object
FROM member JOIN pg_cast c ON classid = 'pg_cast'::regclass AND objid = c.oid
WHERE castcontext = 'i'
ORDER BY 1;

\echo Types but objectid that are found by their names
-- Those of functions that are called with a literal are taken by them.
SELECT object
FROM member JOIN pg_type t ON classid = 'pg_type'::regclass AND objid = t.oid
WHERE pg_type_is_visible(t.oid) AND t.oid <> 'objectid'::regtype
ORDER BY 1;

\echo Functions that show the random bytes or the counter
-- MongoDB's specification forbids them (O-6, O-11): by name, and by a result that could hold them.
SELECT signature, prorettype::regtype
FROM function
WHERE 'objectid'::regtype = ANY (proargtypes)
    AND (proname ~ 'random|counter|machine|process|pid|increment'
        OR prorettype IN (
            'bytea'::regtype, 'bit'::regtype, 'varbit'::regtype, 'text'::regtype,
            'smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype,
            'record'::regtype
        )
        AND oid NOT IN (
            SELECT amproc FROM pg_amproc
            UNION SELECT castfunc FROM pg_cast
            UNION SELECT typsend FROM pg_type
        )
    )
ORDER BY 1;

\echo Operator classes: what those of uuid have and ours have not, or the other way round
-- With GiST and GIN, those of btree_gist and btree_gin, where the server has them. There more is no
-- fault, as a sorted build before 18.
SELECT count(*) = 2 AS others
FROM pg_available_extensions WHERE name IN ('btree_gist', 'btree_gin') \gset
\if :others
CREATE EXTENSION btree_gist;
CREATE EXTENSION btree_gin;
\endif
CREATE TEMP VIEW class_content AS
SELECT t.typname, am.amname, opc.opcdefault AS is_default, content,
    CASE WHEN am.amname NOT IN ('gist', 'gin') THEN replace(opc.opcname, typname, 'id') END AS class
FROM pg_opclass opc
JOIN pg_type t ON t.oid = opc.opcintype AND t.typname IN ('uuid', 'objectid')
JOIN pg_am am ON am.oid = opc.opcmethod
CROSS JOIN LATERAL (
    SELECT format('function %s (%s, %s)', amprocnum,
        replace(amproclefttype::regtype::text, typname, 'id'),
        replace(amprocrighttype::regtype::text, typname, 'id'))
    FROM pg_amproc WHERE amprocfamily = opc.opcfamily AND amprocrighttype <> 'timestamptz'::regtype
    UNION ALL
    SELECT format('operator %s %s', amopstrategy, oprname)
    FROM pg_amop
    JOIN pg_operator o ON o.oid = amopopr
    WHERE amopfamily = opc.opcfamily AND amoplefttype = t.oid AND amoprighttype = t.oid
) AS of_family (content)
-- but decompress, which does nothing for uuid
WHERE pg_opclass_is_visible(opc.oid) AND (am.amname <> 'gist' OR content <> 'function 4 (id, id)');
SELECT min(typname) AS alone, amname, class, is_default, content
FROM class_content
GROUP BY amname, class, is_default, content
HAVING count(DISTINCT typname) = 1 AND (class IS NOT NULL OR min(typname) = 'uuid')
ORDER BY 1, 2, 3, 4, 5;
\if :others
DROP EXTENSION btree_gist, btree_gin;
\endif

\echo Parameters of the server that the library defines
SELECT name FROM pg_settings WHERE name ~ '^objectid';

-- Everything that CREATE EXTENSION makes. A change here is a change of the interface: it needs a
-- new version, an upgrade script and a line in CHANGELOG.md. (Array and row types come by
-- themselves.)
\pset footer off
SELECT pg_describe_object(classid, objid, objsubid) COLLATE "C" AS object
FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
    AND NOT (classid = 'pg_type'::regclass
        AND (SELECT typcategory IN ('A', 'C') FROM pg_type t WHERE t.oid = objid))
ORDER BY object;

-- Arguments that may be left out
SELECT proname COLLATE "C" AS function,
    pg_get_function_arguments(p.oid) COLLATE "C" AS arguments
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND pronargdefaults > 0
    AND d.refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
ORDER BY function, arguments;

-- The contract: all that CREATE EXTENSION makes. What this prints changes only with a new version,
-- an update script and a line in CHANGELOG.md. (What a later server has besides is in the tests
-- that only it runs.)
--
-- Any release may add objects, and may change comments, costs, numbers of rows, support functions,
-- the language of a function, what has "internal" in its name, and the wording of printed
-- statements. Never, from 1.0.0 on, change: the name of an object, but of one that a later server
-- has; the types, names, order and defaults of arguments; the type of a result; whether a function
-- is immutable, stable, strict, parallel safe or an aggregate; privileges; operators with their
-- commutators and negators; casts; the members of operator classes that are there; how a value of a
-- type is stored.
\pset format unaligned
\pset tuples_only on
\set ECHO none

CREATE TEMP VIEW member AS
SELECT d.classid, d.objid
FROM pg_depend d JOIN pg_extension e ON d.refobjid = e.oid AND e.extname = 'objectid'
WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
    -- what comes with a type by itself
    AND (d.classid, d.objid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'i');

\echo Functions
-- Arguments with their defaults, and the result; what the planner may do with them, and what they
-- cost it; who may call them, if not everybody.
SELECT format('%s(%s) %s', p.proname, pg_get_function_arguments(p.oid),
        'RETURNS ' || pg_get_function_result(p.oid)) COLLATE "C" AS function,
    concat_ws(' ', l.lanname, CASE p.prokind WHEN 'a' THEN 'aggregate' END,
        CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
        CASE WHEN p.proisstrict THEN 'strict' END,
        'parallel ' || CASE p.proparallel
            WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' ELSE 'unsafe' END,
        'cost ' || p.procost, 'rows ' || nullif(p.prorows, 0),
        CASE WHEN p.proleakproof THEN 'leakproof' END,
        CASE WHEN p.prosecdef THEN 'security definer' END,
        'support ' || nullif(p.prosupport, 0)::regproc, array_to_string(p.proconfig, ', '),
        CASE WHEN NOT r.rolsuper THEN 'owner ' || r.rolname END, 'privileges ' || p.proacl::text),
    obj_description(p.oid, 'pg_proc')
FROM member m JOIN pg_proc p ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid
    JOIN pg_language l ON l.oid = p.prolang JOIN pg_roles r ON r.oid = p.proowner
ORDER BY function;

\echo Aggregates
SELECT a.aggfnoid::regprocedure, a.aggtransfn, a.aggcombinefn, a.aggsortop::regoperator
FROM member m JOIN pg_aggregate a ON m.classid = 'pg_proc'::regclass AND m.objid = a.aggfnoid
ORDER BY a.aggfnoid::regprocedure::text COLLATE "C";

\echo Operators
SELECT o.oid::regoperator::text COLLATE "C" AS operator, o.oprresult::regtype, o.oprcode,
    concat_ws(' ', 'commutator ' || nullif(o.oprcom, 0)::regoperator,
        'negator ' || nullif(o.oprnegate, 0)::regoperator,
        'restrict ' || nullif(o.oprrest, 0)::regproc, 'join ' || nullif(o.oprjoin, 0)::regproc,
        CASE WHEN o.oprcanhash THEN 'hashes' END, CASE WHEN o.oprcanmerge THEN 'merges' END),
    obj_description(o.oid, 'pg_operator')
FROM member m JOIN pg_operator o ON m.classid = 'pg_operator'::regclass AND m.objid = o.oid
ORDER BY operator;

\echo Operator classes and families, and what is in them
SELECT format('%s using %s', c.opcname, a.amname) COLLATE "C" AS class, c.opcintype::regtype,
    concat_ws(' ', 'family ' || f.opfname, CASE WHEN c.opcdefault THEN 'default' END,
        'stores ' || nullif(c.opckeytype, 0)::regtype),
    obj_description(c.oid, 'pg_opclass'), obj_description(f.oid, 'pg_opfamily')
FROM member m JOIN pg_opclass c ON m.classid = 'pg_opclass'::regclass AND m.objid = c.oid
    JOIN pg_am a ON a.oid = c.opcmethod JOIN pg_opfamily f ON f.oid = c.opcfamily
ORDER BY class;

SELECT format('%s using %s', f.opfname, a.amname) COLLATE "C" AS family, kind,
    string_agg(concat_ws(' ', number, member), ', ' ORDER BY number, member COLLATE "C")
FROM member m JOIN pg_opfamily f ON m.classid = 'pg_opfamily'::regclass AND m.objid = f.oid
    JOIN pg_am a ON a.oid = f.opfmethod
    CROSS JOIN LATERAL (
        SELECT 'operators' AS kind, amopstrategy AS number, amopopr::regoperator::text AS member
        FROM pg_amop WHERE amopfamily = f.oid
        UNION ALL
        SELECT 'functions', amprocnum, amproc::regprocedure::text
        FROM pg_amproc WHERE amprocfamily = f.oid
    ) AS entry
-- 18 has two kinds more.
WHERE member !~ 'skipsupport|translate_cmptype'
GROUP BY family, kind
ORDER BY family, kind;

\echo Casts
SELECT format('%s -> %s', castsource::regtype, casttarget::regtype) COLLATE "C" AS name,
    CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' ELSE 'implicit' END,
    CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text ELSE castmethod::text END,
    obj_description(c.oid, 'pg_cast')
FROM member m JOIN pg_cast c ON m.classid = 'pg_cast'::regclass AND m.objid = c.oid
ORDER BY name;

\echo Types, the schema and the sequence
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory, typispreferred, typcollation,
    typdelim, typinput, typoutput, typreceive, typsend, typarray::regtype, typacl,
    obj_description(t.oid, 'pg_type')
FROM member m JOIN pg_type t ON m.classid = 'pg_type'::regclass AND m.objid = t.oid
ORDER BY typname;

SELECT nspname, obj_description(n.oid, 'pg_namespace')
FROM member m JOIN pg_namespace n ON m.classid = 'pg_namespace'::regclass AND m.objid = n.oid;

SELECT c.oid::regclass, relkind, obj_description(c.oid, 'pg_class')
FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND m.objid = c.oid
WHERE relkind <> 'c';

\echo All else
SELECT pg_describe_object(classid, objid, 0) COLLATE "C" AS object
FROM member
WHERE classid NOT IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass,
    'pg_opfamily'::regclass, 'pg_cast'::regclass, 'pg_type'::regclass, 'pg_namespace'::regclass,
    'pg_class'::regclass)
ORDER BY object;

-- What the extension would hide.
-- SPDX-License-Identifier: PostgreSQL

-- So that pg_identify_object() gives pg_catalog without quotes. The end of the script undoes it.
SET LOCAL quote_all_identifiers = off;

-- Where implicit casts of somebody's make a value both an id and a time, comparisons with it would
-- have an operator of ours to choose from, too.
DO $$
DECLARE
    casts text;
    statements text;
BEGIN
    WITH implicit AS (
        SELECT oid, castsource AS source, casttarget AS target
        FROM pg_cast WHERE castcontext = 'i'
    ), kind (type, is_id) AS (
        SELECT t, t IN ('uuid', 'objectid')
        FROM unnest('{uuid,objectid,timestamptz,timestamp,date}'::regtype[]) AS t
    ), connected AS (
        SELECT is_id, type, is_source, 0 AS cast FROM kind, unnest('{f,t}'::boolean[]) AS is_source
        UNION ALL
        SELECT is_id, source, true, oid FROM implicit JOIN kind ON type = target
        UNION ALL
        SELECT is_id, target, false, oid FROM implicit JOIN kind ON type = source
        -- that can be compared
        WHERE EXISTS (SELECT FROM pg_operator WHERE oprname ~ '^[<>]=?$' AND target = oprleft)
    ), crossing AS (
        SELECT DISTINCT one.cast
        FROM connected AS one JOIN connected AS other USING (type, is_source)
        WHERE one.is_id <> other.is_id AND one.cast >= 16384
    )
    SELECT string_agg('cast ' || identity, E'\n' ORDER BY identity COLLATE "C"),
        string_agg(format(E'%sDROP CAST %s;', 'ALTER EXTENSION ' || quote_ident(extname)
            || ' DROP CAST ' || identity || '; ', identity), E'\n' ORDER BY identity COLLATE "C")
    INTO casts, statements
    FROM crossing
        CROSS JOIN LATERAL pg_identify_object('pg_cast'::regclass, crossing.cast, 0)
        LEFT JOIN pg_depend ON classid = 'pg_cast'::regclass AND objid = crossing.cast
            AND deptype = 'e'
        LEFT JOIN pg_extension ON pg_extension.oid = refobjid;
    IF casts IS NOT NULL THEN
        RAISE duplicate_object USING
            MESSAGE = 'extension "objectid" would change what comparisons with implicit casts mean',
            DETAIL = casts,
            HINT = E'By these casts, a value is both an id and a time. Do without them, or make '
                'them anew AS ASSIGNMENT.\n' || statements;
    END IF;
END
$$;

-- Who names no schema gets what is in pg_catalog; or, where the type of an argument is unknown, the
-- error that he could have meant another schema's. So nobody else may have, by the name of one of
-- ours, a function that takes as many arguments, an operator that takes operands which one of ours
-- takes (or, where the server has no operator of that name, any), or a type; nor a function
-- objectid of one argument, which would give way to a cast; nor a type with the name of a function
-- of ours where a cast to it would give way to a call. Types in temporary schemas come before those
-- of pg_catalog, and functions and operators there are not found without it.
DO $$
DECLARE
    hidden text;
    statements text;
BEGIN
    WITH RECURSIVE member AS (
        SELECT classid, objid
        FROM pg_depend
        WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
            AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
    ), callable AS ( -- with how many arguments, at least and at most
        SELECT oid, proname AS name, pronamespace = 'pg_catalog'::regnamespace AS is_in_pg_catalog,
            pronargs - pronargdefaults AS least,
            CASE WHEN provariadic <> 0 THEN 100
                WHEN prokind = 'p' THEN coalesce(cardinality(proallargtypes), pronargs)
                ELSE pronargs END AS most
        FROM pg_proc
    ), ours AS (
        SELECT name, least, most
        FROM callable JOIN member ON classid = 'pg_proc'::regclass AND objid = oid
        UNION ALL
        SELECT 'objectid', 1, 1
    ), operator AS (
        SELECT oprname, oprleft, oprright
        FROM pg_operator JOIN member ON classid = 'pg_operator'::regclass AND objid = oid
    ), given (type, operand) AS ( -- what ours take
        SELECT type, type FROM (SELECT oprleft FROM operator UNION SELECT oprright FROM operator)
            AS o (type)
        UNION
        SELECT casttarget, castsource FROM pg_cast WHERE castcontext = 'i'
    ), shared (type, operand, other_type, is_polymorphic) AS ( -- and others, too
        SELECT type, operand, operand, false FROM given
        UNION
        SELECT type, operand, casttarget, false
        FROM given JOIN pg_cast ON castsource = operand AND castcontext = 'i'
        UNION
        SELECT type, operand, polymorphic, true
        FROM given, unnest('{anyelement,anynonarray,anycompatible,anycompatiblenonarray}'
            ::regtype[]) AS polymorphic
    ), base (oid, type) AS ( -- of domains, and each type itself
        SELECT oid, oid FROM pg_type
        UNION ALL
        SELECT base.oid, typbasetype FROM base JOIN pg_type t ON t.oid = type AND typtype = 'd'
    ), giving_way (type) AS ( -- types to which a value is cast as text, or as it is
        SELECT t.oid
        FROM member
            JOIN pg_proc f ON classid = 'pg_proc'::regclass AND f.oid = objid
            JOIN pg_type t ON t.typname = proname AND typrelid = 0 AND typisdefined
            JOIN pg_type argument ON argument.oid = proargtypes[0]
            JOIN base ON base.oid = t.oid
            JOIN pg_type b ON b.oid = base.type
        WHERE pronargs - pronargdefaults <= 1
            AND (argument.typcategory = 'S' OR b.typcategory = 'S' OR argument.oid = b.oid
                OR EXISTS (
                    SELECT FROM pg_cast
                    WHERE castsource = argument.oid AND casttarget = b.oid AND castmethod <> 'f'))
    ), other (classid, objid, name) AS (
        SELECT 'pg_proc'::regclass, f.oid, f.name
        FROM callable f
        WHERE EXISTS (
                SELECT FROM ours o
                WHERE o.name = f.name AND o.least <= f.most AND f.least <= o.most)
            -- Where the server has such a function itself, as min and max, it makes no difference.
            AND NOT EXISTS (
                SELECT FROM callable s
                WHERE s.name = f.name AND s.is_in_pg_catalog
                    AND s.least <= f.most AND f.least <= s.most
                    AND s.oid NOT IN (SELECT objid FROM member))
        UNION
        SELECT 'pg_operator'::regclass, f.oid, f.oprname
        FROM operator o
            JOIN pg_operator f USING (oprname)
            JOIN shared l ON l.type = o.oprleft AND l.other_type = f.oprleft
            JOIN shared r ON r.type = o.oprright AND r.other_type = f.oprright
        -- Where operands have the very types of an operator, it is taken. One whose types are both
        -- polymorphic takes two of the same.
        WHERE ((l.operand, r.operand) <> (f.oprleft, f.oprright)
                OR (o.oprleft, o.oprright) = (f.oprleft, f.oprright))
            AND NOT (l.is_polymorphic AND r.is_polymorphic)
        UNION
        SELECT 'pg_operator'::regclass, oid, oprname
        FROM pg_operator f
        WHERE oprleft <> 0 AND oprname IN (SELECT oprname FROM operator)
            AND NOT EXISTS (
                SELECT FROM pg_operator s
                WHERE s.oprname = f.oprname AND s.oprnamespace = 'pg_catalog'::regnamespace
                    AND s.oid NOT IN (SELECT objid FROM member))
        UNION
        SELECT CASE typrelid WHEN 0 THEN 'pg_type' ELSE 'pg_class' END::regclass,
            CASE typrelid WHEN 0 THEN oid ELSE typrelid END, typname
        FROM pg_type t
        WHERE (typname IN ('objectid', '_objectid') OR oid IN (TABLE giving_way))
            -- The type of an array is renamed with that of its elements.
            AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid)
    )
    SELECT string_agg(kind || ' ' || identity, E'\n' ORDER BY kind, identity COLLATE "C"),
        string_agg(
            CASE kind WHEN 'operator' THEN format('DROP OPERATOR %s;', identity)
                ELSE format('ALTER %s %s RENAME TO %I;',
                    replace(upper(kind), 'COMPOSITE ', ''), identity, 'own_' || other.name) END,
            E'\n' ORDER BY kind, identity COLLATE "C")
    INTO hidden, statements
    FROM other, pg_identify_object(classid, objid, 0) AS o (kind, schema, name, identity)
    WHERE schema <> 'pg_catalog' AND schema !~ '^pg_temp_';
    IF hidden IS NOT NULL THEN
        RAISE duplicate_object USING
            MESSAGE = 'extension "objectid" would hide objects of other schemas',
            DETAIL = hidden,
            HINT = E'Defaults, views and whatever else depends on them follow them to other names, '
                'but texts do not, as those of functions in PL/pgSQL. Operators have to be '
                'dropped.\n' || statements;
    END IF;
END
$$;

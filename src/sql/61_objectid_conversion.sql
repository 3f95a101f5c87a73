-- The statements that turn columns into objectid.
-- SPDX-License-Identifier: PostgreSQL

-- A superuser may run the statements on tables, functions and operators that belong to anybody. So nothing is evaluated here, and
-- the statements first create objects without evaluating them: materialized views stay empty and CHECK constraints NOT VALID until
-- a check has shown that they use only the functions and operators that they used before, and those of the extension.
-- The settings are those under which names and constants are printed so that every session reads them alike, as pg_dump has them.
CREATE FUNCTION objectid_internal_conversion("table" regclass, columns name[], path name[]) RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off
    SET quote_all_identifiers = off SET standard_conforming_strings = on SET bytea_output = hex SET DateStyle = ISO SET IntervalStyle = postgres
    SET extra_float_digits = 1 AS $$
#variable_conflict use_column
DECLARE
    extension CONSTANT oid := (SELECT oid FROM pg_extension WHERE extname = 'objectid');
    id_type CONSTANT regtype := (
        SELECT t.oid FROM pg_depend d JOIN pg_type t ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        WHERE d.refclassid = 'pg_extension'::regclass AND d.refobjid = extension AND d.deptype = 'e' AND typname = 'objectid');
    bare_path CONSTANT text := 'SET LOCAL search_path = pg_catalog, pg_temp';
    owner oid;
    relation_kind "char";
    is_partition boolean;
    unknown name;
    -- parallel arrays: the columns to convert, the type to cast them to first, the type to convert them to, whether a domain is NOT NULL
    rels oid[];
    attributes smallint[];
    vias text[];
    targets text[];
    not_nulls boolean[];
    refusal text[];
    -- the functions and operators that rules, constraints, defaults and indexes of relations use, except those of this extension
    uses CONSTANT text := $uses$
    WITH object (classid, objid, rel) AS (
        SELECT 'pg_rewrite'::regclass, oid, ev_class FROM pg_rewrite UNION ALL SELECT 'pg_constraint'::regclass, oid, conrelid FROM pg_constraint
        UNION ALL SELECT 'pg_attrdef'::regclass, oid, adrelid FROM pg_attrdef UNION ALL SELECT 'pg_class'::regclass, indexrelid, indrelid FROM pg_index)
    SELECT pg_describe_object(classid, objid, 0) AS user,
        CASE refclassid WHEN 'pg_proc'::regclass THEN refobjid::regprocedure::text ELSE refobjid::regoperator::text END AS used
    FROM object JOIN pg_depend USING (classid, objid)
    WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass) AND rel = ANY (%rels) AND (refclassid, refobjid) NOT IN (
        SELECT d.classid, d.objid FROM pg_depend d JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
        WHERE extname = 'objectid')$uses$;
    view_rels regclass[];
    view_levels int[];
    allowed text[];
BEGIN
    -- Check the arguments.
    SELECT relowner, relkind, relispartition INTO owner, relation_kind, is_partition FROM pg_class WHERE oid = "table";
    SELECT c INTO unknown FROM unnest(columns) AS c
    WHERE c NOT IN (SELECT attname FROM pg_attribute WHERE attrelid = "table" AND attnum > 0 AND NOT attisdropped);
    IF "table" IS NULL OR columns IS NULL OR array_position(columns, NULL) IS NOT NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table and column must not be null';
    ELSIF "table"::oid < 16384 THEN
        RAISE insufficient_privilege USING MESSAGE = format('permission denied: "%s" is a system catalog', "table"),
            HINT = 'Copy the rows into a table of your own.';
    ELSIF relation_kind NOT IN ('r', 'p') THEN
        RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', "table"),
            HINT = 'Specify a table. Views that use the column are converted with it.';
    ELSIF is_partition THEN
        RAISE wrong_object_type USING MESSAGE = format('"%s" is a partition', "table"),
            HINT = format('Specify the partitioned table "%s". All its partitions are converted together.', pg_partition_root("table"));
    ELSIF unknown IS NOT NULL THEN
        RAISE undefined_column USING MESSAGE = format('column "%s" of relation "%s" does not exist', unknown, "table");
    END IF;

    -- All columns that must have the same type as these because foreign keys, partitions or inheritance connect them, except
    -- those that have it already.
    WITH RECURSIVE pair (rel, attribute, other_rel, other_attribute) AS (
        SELECT conrelid, k.a, confrelid, k.b
        FROM pg_constraint, unnest(conkey, confkey) AS k (a, b) WHERE contype = 'f'
        UNION ALL
        SELECT inhrelid, c.attnum, inhparent, p.attnum
        FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid JOIN pg_attribute p ON p.attrelid = inhparent
        WHERE c.attname = p.attname AND c.attinhcount > 0 AND p.attnum > 0 AND NOT p.attisdropped
    ), link AS MATERIALIZED (
        SELECT * FROM pair UNION ALL SELECT other_rel, other_attribute, rel, attribute FROM pair
    ), connected (rel, attribute) AS (
        SELECT attrelid, attnum FROM pg_attribute WHERE attrelid = "table" AND attname = ANY (columns)
        UNION
        SELECT other_rel, other_attribute FROM connected JOIN link USING (rel, attribute)
    ), base (rel, attribute, type, arrays, filled) AS ( -- without domains and arrays
        SELECT rel, attribute, atttypid, 0, false
        FROM connected JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        UNION ALL
        SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END, arrays + (typtype <> 'd')::int,
            filled OR typnotnull AND arrays = 0
        FROM base JOIN pg_type t ON t.oid = type
        WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
    ), plain AS (
        SELECT b.*, CASE
            WHEN arrays > 1 THEN NULL
            WHEN type = ANY ('{text,varchar,bpchar,name}'::regtype[]) THEN 'text'
            WHEN type = ANY ('{bytea,uuid}'::regtype[]) THEN type::regtype::text
        END AS via, CASE arrays WHEN 1 THEN '[]' ELSE '' END AS brackets
        FROM base b JOIN pg_type t ON t.oid = type
        WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type
    )
    SELECT array_agg(rel ORDER BY rel, attribute), array_agg(attribute ORDER BY rel, attribute),
        array_agg('pg_catalog.' || via || brackets ORDER BY rel, attribute), array_agg(id_type || brackets ORDER BY rel, attribute),
        array_agg(p.filled ORDER BY rel, attribute)
    INTO rels, attributes, vias, targets, not_nulls FROM plain p;
    IF rels IS NULL THEN
        RETURN;
    END IF;

    -- Refuse columns that cannot become objectid.
    FOR refusal IN
        SELECT CASE
            WHEN relkind NOT IN ('r', 'p') THEN ARRAY['42809', format('"%s" is not a table', rel),
                'Detach the foreign table first, and convert the column on its own server.']
            WHEN reloftype <> 0 THEN ARRAY['42809', format('"%s" is a typed table', rel),
                format('Make it a table without a type first: ALTER TABLE %s NOT OF;', rel)]
            WHEN via IS NULL THEN ARRAY['42804', format('column "%s" of table "%s" with type %s cannot be converted to objectid',
                attname, rel, format_type(atttypid, atttypmod)), 'Columns of type text, varchar, char, bytea and uuid can be converted, and arrays of these and domains over them.']
            WHEN attgenerated <> '' THEN ARRAY['0A000', format('column "%s" of table "%s" is a generated column', attname, rel),
                'Drop it, convert the columns it is generated from, and add it again.']
            WHEN EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = rel AND attnum = ANY (partattrs)) OR EXISTS (
                SELECT FROM pg_depend WHERE (classid, objid, objsubid, refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, rel, 0, 'pg_class'::regclass, rel, attnum))
            THEN ARRAY['42P16', format('cannot alter column "%s" because it is part of the partition key of relation "%s"', attname, rel),
                'Create a partitioned table with a key of type objectid, and copy the rows.']
            WHEN EXISTS (SELECT FROM pg_depend JOIN pg_attrdef f ON classid = 'pg_attrdef'::regclass AND objid = f.oid
                WHERE (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, rel, a.attnum) AND adnum <> a.attnum)
            THEN ARRAY['0A000', format('column "%s" of table "%s" is used by a generated column', attname, rel),
                'Drop the generated column first, and add it again afterwards.']
        END
        FROM unnest(rels::regclass[], attributes, vias) AS m (rel, attribute, via)
        JOIN pg_class c ON c.oid = rel JOIN pg_attribute a ON attrelid = rel AND attnum = attribute
        ORDER BY rel <> "table", rel, attnum
    LOOP
        IF refusal[1] IS NOT NULL THEN
            RAISE EXCEPTION USING ERRCODE = refusal[1], MESSAGE = refusal[2], HINT = refusal[3];
        END IF;
    END LOOP;

    -- Views that read the columns, directly or through other views, each on a higher level than all that it reads.
    WITH RECURSIVE edge AS MATERIALIZED (
        SELECT DISTINCT d.refobjid AS below, d.refobjsubid AS attribute, ev_class AS rel, rulename = '_RETURN' AS defines
        FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid JOIN pg_class c ON c.oid = ev_class
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> ev_class AND relkind IN ('v', 'm')
    ), above (rel) AS (
        SELECT e.rel FROM unnest(rels, attributes) AS m (rel, attribute) JOIN edge e ON e.below = m.rel AND e.attribute = m.attribute
        UNION
        SELECT e.rel FROM above JOIN edge e ON e.below = above.rel
    ), step AS MATERIALIZED (
        SELECT DISTINCT below, rel FROM edge WHERE defines
    ), levelled (rel, level) AS (
        SELECT rel, 1 FROM above
        UNION
        SELECT e.rel, level + 1 FROM levelled l JOIN step e ON e.below = l.rel
    )
    SELECT array_agg(rel ORDER BY level, rel), array_agg(level ORDER BY level, rel) INTO view_rels, view_levels
    FROM (SELECT rel, max(level) AS level FROM levelled GROUP BY rel) AS v;
    EXECUTE format('SELECT coalesce(array_agg(DISTINCT used), ''{}'') FROM (%s) AS u', replace(uses, '%rels', '$1')) INTO allowed USING rels || view_rels::oid[];

    RETURN QUERY
    WITH RECURSIVE converted AS MATERIALIZED (
        SELECT rel, attribute, via, target, filled, attname, attinhcount, relowner, relowner <> owner AS of_another, atthasdef,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS preset, concat_ws(' and ',
                CASE typtype WHEN 'd' THEN 'the checks of its domain ' || atttypid::regtype END,
                CASE WHEN attcollation <> typcollation THEN 'its collation' END) AS lost,
            -- the column in an expression
            '(?<![\w"])' || regexp_replace(quote_ident(attname), '(\W)', '\\\1', 'g') || '(?![\w"])' AS pattern
        FROM unnest(rels::regclass[], attributes, vias, targets, not_nulls) AS m (rel, attribute, via, target, filled)
        JOIN pg_class c ON c.oid = rel JOIN pg_attribute ON attrelid = rel AND attnum = attribute JOIN pg_type t ON t.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = rel AND adnum = attribute
    ), view AS MATERIALIZED (
        SELECT rel, level, CASE relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS kind, reltype, relowner, relacl, relispopulated,
            relpersistence, relnamespace, rtrim(pg_get_viewdef(rel), ';') AS definition, concat(' USING ' || amname, ' WITH (' || (
                SELECT string_agg(format('%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', ') FROM unnest(reloptions) AS o)
                || ')', ' TABLESPACE ' || quote_ident(spcname)) AS properties
        FROM unnest(view_rels, view_levels) AS v (rel, level) JOIN pg_class c ON c.oid = rel
        LEFT JOIN pg_am a ON a.oid = relam LEFT JOIN pg_tablespace s ON s.oid = reltablespace
    ), view_rule AS MATERIALIZED (
        SELECT w.oid, rulename, rel FROM view JOIN pg_rewrite w ON ev_class = rel
    ), key AS MATERIALIZED ( -- constraints to drop and add again
        SELECT o.oid, contype, conname, conrelid::regclass AS rel, pg_get_constraintdef(o.oid) AS definition, coninhcount, relowner,
            relowner <> owner AS of_another, contype = 'c' AND convalidated AS validated
        FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid
        WHERE (contype = 'f' AND conparentid = 0 OR contype = 'c' AND conislocal) AND o.oid IN (
            SELECT k.oid FROM (SELECT oid, conrelid::regclass, unnest(conkey) FROM pg_constraint
                UNION ALL SELECT oid, confrelid::regclass, unnest(confkey) FROM pg_constraint) AS k (oid, rel, attribute)
            JOIN converted USING (rel, attribute))
    ), expression AS MATERIALIZED ( -- expressions whose meaning may change
        SELECT format('%s %s', lower(kind), rel) AS object, definition AS words FROM view
        UNION ALL SELECT format('constraint %I of table %s', conname, rel), definition FROM key WHERE contype = 'c'
        UNION ALL SELECT format('rule %I of view %s', rulename, rel), pg_get_ruledef(oid) FROM view_rule WHERE rulename <> '_RETURN'
    ), shown AS MATERIALIZED ( -- the columns in them, including columns under other names whose type shows it
        SELECT string_agg(DISTINCT pattern, '|') AS pattern, CASE WHEN bool_or(via ~ 'uuid|bytea') THEN '' ELSE '(?:bytea|uuid)' END AS changed FROM (
            SELECT pattern, via FROM converted
            UNION
            SELECT '(?<![\w"])' || regexp_replace(quote_ident(a.attname), '(\W)', '\\\1', 'g'), c.via
            FROM view v JOIN pg_attribute a ON a.attrelid = v.rel JOIN converted c ON c.via = 'pg_catalog.' || a.atttypid::regtype
            WHERE c.via ~ 'uuid|bytea') AS n
    ), obstacle (object, before, afterwards) AS ( -- objects that cannot be converted, or might change their meaning
        SELECT format('index %s', indexrelid::regclass), 'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
        FROM converted c JOIN pg_index i ON indrelid = rel JOIN pg_class x ON x.oid = indexrelid JOIN pg_attribute a ON attrelid = rel AND attnum = attribute
        WHERE NOT relispartition AND EXISTS (
                SELECT FROM generate_series(0, indnkeyatts - 1) AS k JOIN pg_opclass o ON o.oid = indclass[k]
                WHERE indkey[k] = attribute AND (NOT opcdefault OR indcollation[k] NOT IN (0, attcollation)
                    OR target !~ '\[' AND NOT EXISTS (SELECT FROM pg_opclass d WHERE d.opcmethod = relam AND d.opcintype = id_type AND d.opcdefault)))
            OR regexp_replace(concat_ws(' ', pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)), pattern || ' IS (NOT )?NULL', '', 'g') ~ pattern
        UNION
        SELECT format('statistics object %I', stxname), format('DROP STATISTICS %I.%I', stxnamespace::regnamespace, stxname), pg_get_statisticsobjdef(s.oid)
        FROM converted JOIN pg_statistic_ext s ON stxrelid = rel WHERE array_to_string(pg_get_statisticsobjdef_expressions(s.oid), ' ') ~ pattern
        UNION
        SELECT format('constraint %I of table %s', conname, rel), format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname),
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname, pg_get_constraintdef(o.oid))
        FROM pg_constraint o JOIN (SELECT rel, array_agg(attribute) AS attributes, string_agg(pattern, '|') AS pattern FROM converted GROUP BY rel) AS c ON rel = conrelid
        WHERE conkey && attributes AND (contype = 'x' OR contype = 'c' AND conislocal AND regexp_replace(pg_get_constraintdef(o.oid),
            format('(%1$s) (=|<>|<|<=|>|>=) (%1$s)|(%1$s) IS (NOT )?NULL|\((%1$s)\)::', pattern), '', 'g') ~ pattern)
        UNION
        SELECT format('default %s of column %I of table %s', preset, attname, rel), format('ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT', rel, attname), NULL
        FROM converted
        WHERE preset ~ '^''([^'']|'''')*''::[a-z ]+(\(\d+\))?$' AND preset !~* CASE via WHEN 'pg_catalog.uuid' THEN '^''00000000-' ELSE '[0-9a-f]{24}' END
        UNION
        SELECT pg_describe_object(d.classid, d.objid, d.objsubid), 'drop it', 'create it again'
        FROM (SELECT 'pg_class'::regclass, rel::oid, attribute FROM converted
            UNION SELECT 'pg_type'::regclass, unnest(ARRAY[reltype, typarray]), 0 FROM converted JOIN pg_class c ON c.oid = rel JOIN pg_type t ON t.oid = reltype
            UNION SELECT 'pg_class'::regclass, rel, 0 FROM view
            UNION SELECT 'pg_type'::regclass, unnest(ARRAY[reltype, typarray]), 1 FROM view JOIN pg_type t ON t.oid = reltype) AS r (classid, objid, attribute)
        JOIN pg_depend d ON refclassid = r.classid AND refobjid = r.objid AND (refobjsubid = attribute OR refclassid = 'pg_type'::regclass OR attribute = 0)
        WHERE deptype IN ('n', 'a') AND (refclassid = 'pg_class'::regclass AND attribute > 0
                AND d.classid NOT IN ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_statistic_ext'::regclass)
                OR deptype = 'n' AND (refclassid = 'pg_class'::regclass AND attribute = 0 OR refclassid = 'pg_type'::regclass AND (attribute = 1 OR d.classid = 'pg_class'::regclass)))
            AND NOT (d.classid = 'pg_rewrite'::regclass AND d.objid IN (SELECT oid FROM view_rule))
    ), privilege AS MATERIALIZED (
        SELECT rel, relowner, '' AS attname, g.* FROM view, aclexplode(coalesce(relacl, acldefault('r', relowner))) AS g
        WHERE relacl IS NOT NULL OR EXISTS (SELECT FROM pg_default_acl WHERE defaclobjtype = 'r' AND defaclnamespace IN (0, relnamespace))
        UNION ALL
        SELECT rel, relowner, format(' (%I)', a.attname), g.* FROM view JOIN pg_attribute a ON attrelid = rel, aclexplode(attacl) AS g
    ), grantor (rel, grantor, distance) AS ( -- roles that have a right from the owner, roles that have it from these, and so on
        SELECT rel, relowner, 0 FROM view
        UNION
        SELECT rel, grantee, distance + 1 FROM grantor JOIN privilege USING (rel, grantor) WHERE is_grantable AND grantee NOT IN (grantor, relowner) AND distance < 10
    ), granted AS (
        SELECT max(distance) AS distance, pg_get_userbyid(grantor) AS grantor, format('GRANT %s ON %s TO %s%s', string_agg(DISTINCT privilege_type || attname, ', '), rel,
            CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END, CASE WHEN is_grantable AND grantee <> relowner THEN ' WITH GRANT OPTION' END) AS statement
        FROM privilege JOIN grantor USING (rel, grantor) GROUP BY rel, grantor, relowner, grantee, is_grantable
    ), remark (step, classoid, objoid, objsubid, object) AS (
        SELECT 13, 'pg_constraint'::regclass, oid, 0, format('CONSTRAINT %I ON %s', conname, rel) FROM key
        UNION ALL SELECT 15, 'pg_class'::regclass, rel, 0, format('%s %s', kind, rel) FROM view
        UNION ALL SELECT 15, 'pg_class'::regclass, rel, attnum, format('COLUMN %s.%I', rel, attname) FROM view JOIN pg_attribute ON attrelid = rel AND attnum > 0
        UNION ALL SELECT 15, 'pg_rewrite'::regclass, oid, 0, format('RULE %I ON %s', rulename, rel) FROM view_rule
        UNION ALL SELECT 15, 'pg_trigger'::regclass, t.oid, 0, format('TRIGGER %I ON %s', tgname, rel) FROM view JOIN pg_trigger t ON tgrelid = rel
        UNION ALL SELECT 15, 'pg_class'::regclass, indexrelid, 0, format('INDEX %s', indexrelid::regclass) FROM view JOIN pg_index ON indrelid = rel
    ), note (place, words) AS (
        SELECT 0, format('Converts %s to %s. Run these statements in one transaction, as %I.', string_agg(format('%s.%I', rel, attname), ', ' ORDER BY rel::text, attribute),
            id_type, pg_get_userbyid(owner)) FROM converted
        UNION ALL
        SELECT DISTINCT 1, format('Table %s belongs to %I, not to %I, and is converted as well%s.', rel, pg_get_userbyid(relowner), pg_get_userbyid(owner),
            '. To leave it out, drop its foreign keys first: ' || (SELECT string_agg(quote_ident(conname), ', ' ORDER BY conname) FROM key k WHERE contype = 'f' AND k.rel = c.rel))
        FROM converted c WHERE of_another
        UNION ALL
        SELECT 2, format('Constraint %1$I of table %2$s would run with your rights and stays NOT VALID. Afterwards, as %3$I: ALTER TABLE %2$s VALIDATE CONSTRAINT %1$I;',
            conname, rel, pg_get_userbyid(relowner)) FROM key WHERE validated AND of_another
        UNION ALL
        SELECT 3, format('Column %I of table %s loses %s: type objectid rejects values that are not ids and sorts byte by byte.', attname, rel, lost) FROM converted WHERE lost <> ''
        UNION ALL
        SELECT DISTINCT 4, format('In %s, %s means something different afterwards: ids have 24 digits as text and 12 bytes as bytea.', object, replace(found[1], ')', ''))
        FROM expression, shown, regexp_matches(words, '((?:' || pattern || ')\)::' || changed || '[a-z]*)', 'g') AS m (found)
        UNION ALL
        SELECT DISTINCT 5, format('In %s, %s compares with text: drop it first, and create it again for objectid afterwards.', object, found[1])
        FROM expression, shown, regexp_matches(words, '((?:' || pattern || ')\)? [-+*/<>=~!@#%^&|`?]+ (?:ANY \()?\(*(?:ARRAY\[)?''[^'']*'')', 'g') AS m (found)
        WHERE object !~ '^constraint'
        UNION ALL
        SELECT 6, format('In the way: %s. First: %s;%s', object, before, ' Afterwards, for objectid: ' || afterwards || ';') FROM obstacle
    ), script (step, place, statement) AS (
        SELECT 0, place, '-- ' || regexp_replace(words, '\s+', ' ', 'g') FROM note
        UNION ALL SELECT 1, 0, format('DO %L', $guard$ BEGIN RAISE dependent_objects_still_exist USING MESSAGE = 'cannot convert columns because other objects depend on them',
    HINT = 'Follow the comments at the top of these statements, then print the statements again.'; END $guard$) WHERE EXISTS (SELECT FROM obstacle)
        UNION ALL SELECT 1, 1, bare_path
        UNION ALL SELECT 1, 2, format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', string_agg(DISTINCT 'ONLY ' || rel, ', ')) FROM converted
        -- Drop what depends on the columns.
        UNION ALL SELECT 2, 0, format('DROP RULE %I ON %s', rulename, rel) FROM view_rule WHERE rulename <> '_RETURN'
        UNION ALL SELECT 3, -level, format('DROP %s %s', kind, rel) FROM view
        UNION ALL SELECT 4, coninhcount, format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname) FROM key
        UNION ALL SELECT 5, 0, format('ALTER TABLE ONLY %s %s', rel, string_agg(format('ALTER COLUMN %I DROP DEFAULT', attname), ', '))
            FROM converted WHERE atthasdef GROUP BY rel
        -- Convert each table at once, together with its partitions and children.
        UNION ALL SELECT 6, 0, format('ALTER TABLE %s %s', rel, string_agg(format('ALTER COLUMN %1$I TYPE %2$s USING %1$I::%3$s::%2$s%4$s',
            attname, target, via, CASE WHEN filled THEN format(', ALTER COLUMN %I SET NOT NULL', attname) END), E',\n    ' ORDER BY attribute))
            FROM converted WHERE attinhcount = 0 GROUP BY rel
        UNION ALL SELECT 7, 0, format('ALTER TABLE ONLY %s %s', rel, string_agg(format('ALTER COLUMN %I SET DEFAULT (%s)::%s', attname, preset, target), ', '))
            FROM converted WHERE preset IS NOT NULL GROUP BY rel
        UNION ALL SELECT 7, 1, format('ALTER STATISTICS %I.%I %s', stxnamespace::regnamespace, stxname, a)
            FROM pg_statistic_ext, unnest(ARRAY['OWNER TO ' || quote_ident(pg_get_userbyid(stxowner)), 'SET STATISTICS ' || nullif(stxstattarget, -1)]) AS a
            WHERE a IS NOT NULL AND EXISTS (SELECT FROM converted WHERE rel = stxrelid AND attribute = ANY (stxkeys))
        -- Create again what was dropped, with the operators of the type in search_path, without evaluating anything.
        UNION ALL SELECT 8, 0, format('%s, %I', bare_path, nspname) FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = id_type
        UNION ALL SELECT 9, -coninhcount, format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', rel, conname, definition, CASE WHEN validated THEN ' NOT VALID' END)
            FROM key WHERE contype = 'c'
        UNION ALL SELECT 10, level, format(E'CREATE %s%s %s%s AS\n%s%s', CASE relpersistence WHEN 't' THEN 'TEMP ' END, kind, rel, properties, definition,
            CASE kind WHEN 'VIEW' THEN '' ELSE E'\n WITH NO DATA' END) FROM view
        UNION ALL SELECT 11, 0, pg_get_indexdef(indexrelid) FROM view JOIN pg_index ON indrelid = rel
        UNION ALL SELECT 11, 1, format('ALTER INDEX %s SET TABLESPACE %I', indexrelid::regclass, spcname)
            FROM view JOIN pg_index ON indrelid = rel JOIN pg_class c ON c.oid = indexrelid JOIN pg_tablespace s ON s.oid = c.reltablespace
        UNION ALL SELECT 11, 1, pg_get_statisticsobjdef(s.oid) FROM view JOIN pg_statistic_ext s ON stxrelid = rel
        UNION ALL SELECT 11, 2, format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', rel, attname, pg_get_expr(adbin, adrelid))
            FROM view JOIN pg_attrdef ON adrelid = rel JOIN pg_attribute ON attrelid = rel AND attnum = adnum
        UNION ALL SELECT 11, 3, pg_get_ruledef(oid) FROM view_rule WHERE rulename <> '_RETURN'
        UNION ALL SELECT 11, 4, pg_get_triggerdef(t.oid) FROM view JOIN pg_trigger t ON tgrelid = rel WHERE NOT tgisinternal
        UNION ALL SELECT 11, 5, bare_path
        UNION ALL SELECT 12, 0, format('DO %L', format($check$
DECLARE
    stranger text;
BEGIN
    SET LOCAL quote_all_identifiers = off;
    SELECT format('%%s uses %%s', u.user, used) INTO stranger FROM (%s) AS u WHERE used <> ALL (%L) LIMIT 1;
    IF FOUND THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'conversion would change the meaning of other objects',
            DETAIL = stranger || ', which it did not use before the conversion.';
    END IF;
END $check$, replace(uses, '%rels', format('%L::regclass[]', ARRAY(SELECT rel FROM converted UNION SELECT rel FROM view ORDER BY 1))), allowed))
            WHERE EXISTS (SELECT FROM view) OR EXISTS (SELECT FROM key WHERE contype = 'c')
        -- From here on, expressions may be evaluated.
        UNION ALL SELECT 12, 1, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', rel, conname) FROM key WHERE validated AND NOT of_another
        UNION ALL SELECT 12, 2, format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname, definition) FROM key WHERE contype = 'f'
        UNION ALL SELECT 14, 0, format('ALTER %s %s OWNER TO %I', kind, rel, pg_get_userbyid(relowner)) FROM view
        UNION ALL SELECT DISTINCT 14, 1, format('REVOKE ALL ON %s FROM %s', rel, (SELECT string_agg(DISTINCT r, ', ') FROM (
            SELECT quote_ident(pg_get_userbyid(p.relowner))
            UNION ALL SELECT CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END
            FROM pg_default_acl, aclexplode(defaclacl) AS g WHERE defaclobjtype = 'r') AS b (r))) FROM privilege p
        UNION ALL SELECT 14, 2, statement FROM granted WHERE distance = 0
        UNION ALL SELECT step, 0, format('COMMENT ON %s IS %L', object, description) FROM remark JOIN pg_description USING (classoid, objoid, objsubid)
        UNION ALL SELECT step, 1, format('SECURITY LABEL FOR %I ON %s IS %L', provider, object, label) FROM remark JOIN pg_seclabel USING (classoid, objoid, objsubid)
        UNION ALL SELECT 15, 2, format('ALTER %s %s ALTER COLUMN %I SET STATISTICS %s', kind, rel, attname, attstattarget)
            FROM view JOIN pg_attribute ON attrelid = rel AND attnum > 0 WHERE kind <> 'VIEW' AND attstattarget >= 0
        UNION ALL SELECT 15, 3, format('ALTER %s %s CLUSTER ON %I', kind, rel, relname)
            FROM view JOIN pg_index ON indrelid = rel JOIN pg_class c ON c.oid = indexrelid WHERE indisclustered
        UNION ALL SELECT 15, 4, format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
            FROM pg_index JOIN pg_attribute ON attrelid = indexrelid
            WHERE attstattarget >= 0 AND (indrelid IN (SELECT rel FROM view) OR EXISTS (SELECT FROM converted WHERE rel = indrelid AND attribute = ANY (indkey)))
        UNION ALL SELECT 16, level, format('REFRESH MATERIALIZED VIEW %s', rel) FROM view WHERE kind <> 'VIEW' AND relispopulated
        -- Grants by roles other than the owner, made by these roles.
        UNION ALL SELECT 17, 2 * n + o, s FROM (SELECT *, row_number() OVER (ORDER BY distance, grantor, statement) AS n FROM granted WHERE distance > 0) AS g,
            unnest(ARRAY[format('SET LOCAL ROLE %I', grantor), statement]) WITH ORDINALITY AS u (s, o)
        UNION ALL SELECT 18, 0, 'SET LOCAL ROLE NONE' WHERE EXISTS (SELECT FROM granted WHERE distance > 0)
        UNION ALL SELECT 18, 1, 'SET LOCAL search_path = ' || coalesce((SELECT string_agg(quote_ident(p), ', ' ORDER BY n) FROM unnest(path) WITH ORDINALITY AS p (p, n)), '''''')
    )
    SELECT CASE step WHEN 0 THEN statement ELSE rtrim(statement, ';') || ';' END
    FROM (TABLE script
        UNION ALL
        SELECT 1, 1, format('SET LOCAL %s = %s', name, value) -- in case the session that runs the statements has another value
        FROM (VALUES ('standard_conforming_strings', 'on', '\\'), ('array_nulls', 'on', '[{,]NULL[,}]'),
            ('default_tablespace', '''''', '^CREATE MATERIALIZED')) AS setting (name, value, pattern)
        WHERE EXISTS (SELECT FROM script WHERE step > 0 AND statement ~ pattern)) AS s
    ORDER BY step, place, statement COLLATE "C";
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion(regclass, name[], name[]) IS 'prints the statements of objectid_conversion, which restore the given search_path at the end';

CREATE FUNCTION objectid_conversion("table" regclass, "column" name) RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
        SELECT objectid_internal_conversion("table", ARRAY["column"], pg_catalog.current_schemas(false));
    END;
COMMENT ON FUNCTION objectid_conversion(regclass, name) IS
    'the statements that turn a column of text, bytea or uuid into objectid, with all columns that foreign keys connect with it and the views over them';

CREATE FUNCTION objectid_conversion("table" regclass, "column" name, VARIADIC more name[]) RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
        SELECT objectid_internal_conversion("table", pg_catalog.array_prepend("column", more), pg_catalog.current_schemas(false));
    END;
COMMENT ON FUNCTION objectid_conversion(regclass, name, name[]) IS 'the same for several columns, so that no table is rewritten twice';

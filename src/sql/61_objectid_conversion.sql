-- The statements that turn columns into objectid.
-- SPDX-License-Identifier: PostgreSQL

-- A superuser may run the statements on tables, functions and operators that belong to anybody. So nothing is evaluated
-- here, and the statements first create objects without evaluating them: materialized views stay empty and CHECK
-- constraints NOT VALID until a check has shown that they use only the functions and operators that they used before,
-- and those of the extension.
--
-- The functions return the statements with the step they belong to. Within a step, statements are sorted by a second
-- number, the place, and by their text.
--
--   step  statements                                               places
--      0  comments: what changes, and what is in the way           see objectid_internal_conversion_notes
--      1  settings and locks                                       0: an error if something is in the way
--      2  drop rules of views
--      3  drop views                                               those that read others first
--      4  drop constraints                                         those of parents first
--      5  drop defaults
--      6  convert the columns
--      7  defaults, owners and targets of statistics objects
--      8  a search_path with the operators of the type
--      9  add CHECK constraints, NOT VALID                         those of children first
--     10  create views, materialized ones without rows             those that others read first
--     11  indexes, statistics, defaults, rules and triggers        5: the search_path without the type
--         of views
--     12  the check of what is used                                1: validate CHECK, 2: add FOREIGN KEY constraints
--     13  comments of constraints
--     14  owners and rights of views                               0: owners, 1: revoke, 2: grant
--     15  comments and other properties of views, statistics
--         targets of indexes
--     16  rows of materialized views                               those that others read first
--     17  grants by roles other than the owner                     those first that let others grant
--     18  the role and search_path of before

-- Checks the arguments, and finds the columns that must have the same type as these because foreign keys, partitions or
-- inheritance connect them, but for those that have it already: tables, attribute numbers, the types to cast them to
-- first, and whether a domain makes them NOT NULL. There is no row if there is no such column. The owner is that of the
-- table.
CREATE FUNCTION objectid_internal_conversion_columns("table" regclass, columns name[], id_type regtype)
    RETURNS TABLE (owner oid, rels regclass[], attributes smallint[], vias text[], not_nulls boolean[])
    LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    relation_kind "char";
    is_partition boolean;
    unknown_column name;
    refusal text[]; -- SQLSTATE, message, hint
BEGIN
    SELECT relowner, relkind, relispartition INTO owner, relation_kind, is_partition FROM pg_class WHERE oid = "table";
    SELECT c INTO unknown_column FROM unnest(columns) AS c
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
            HINT = format('Specify the partitioned table "%s". All its partitions are converted together.',
                pg_partition_root("table"));
    ELSIF unknown_column IS NOT NULL THEN
        RAISE undefined_column
            USING MESSAGE = format('column "%s" of relation "%s" does not exist', unknown_column, "table");
    END IF;

    WITH RECURSIVE connection (rel, attribute, other_rel, other_attribute) AS (
        SELECT conrelid, k.a, confrelid, k.b
        FROM pg_constraint, unnest(conkey, confkey) AS k (a, b)
        WHERE contype = 'f'
        UNION ALL
        SELECT inhrelid, c.attnum, inhparent, p.attnum
        FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid JOIN pg_attribute p ON p.attrelid = inhparent
        WHERE c.attname = p.attname AND c.attinhcount > 0 AND p.attnum > 0 AND NOT p.attisdropped
    ), connection_both_ways AS MATERIALIZED (
        SELECT * FROM connection
        UNION ALL
        SELECT other_rel, other_attribute, rel, attribute FROM connection
    ), connected_column (rel, attribute) AS (
        SELECT attrelid, attnum FROM pg_attribute WHERE attrelid = "table" AND attname = ANY (columns)
        UNION
        SELECT other_rel, other_attribute FROM connected_column JOIN connection_both_ways USING (rel, attribute)
    ), unwrapped (rel, attribute, type, arrays, not_null) AS ( -- from domains and arrays, one after the other
        SELECT rel, attribute, atttypid, 0, false
        FROM connected_column JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        UNION ALL
        SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END, arrays + (typtype <> 'd')::int,
            not_null OR typnotnull AND arrays = 0
        FROM unwrapped JOIN pg_type t ON t.oid = type
        WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
    ), converted_column AS (
        SELECT rel, attribute, not_null, 'pg_catalog.' || CASE
                WHEN arrays > 1 THEN NULL
                WHEN type = ANY ('{text,varchar,bpchar,name}'::regtype[]) THEN 'text'
                WHEN type = ANY ('{bytea,uuid}'::regtype[]) THEN type::regtype::text
            END || CASE arrays WHEN 1 THEN '[]' ELSE '' END AS via
        FROM unwrapped JOIN pg_type t ON t.oid = type
        WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type
    )
    SELECT array_agg(rel), array_agg(attribute), array_agg(via), array_agg(not_null)
    INTO rels, attributes, vias, not_nulls FROM converted_column;

    -- Refuse columns that cannot become objectid.
    FOR refusal IN
        SELECT CASE
            WHEN relkind NOT IN ('r', 'p') THEN ARRAY['42809', format('"%s" is not a table', rel),
                'Detach the foreign table first, and convert the column on its own server.']
            WHEN reloftype <> 0 THEN ARRAY['42809', format('"%s" is a typed table', rel),
                format('Make it a table without a type first: ALTER TABLE %s NOT OF;', rel)]
            WHEN via IS NULL THEN ARRAY['42804',
                format('column "%s" of table "%s" with type %s cannot be converted to objectid',
                    attname, rel, format_type(atttypid, atttypmod)),
                'Columns of type text, varchar, char, bytea and uuid can be converted, '
                'and arrays of these and domains over them.']
            WHEN attgenerated <> '' THEN ARRAY['0A000',
                format('column "%s" of table "%s" is a generated column', attname, rel),
                'Drop it, convert the columns it is generated from, and add it again.']
            WHEN attinhcount > 1 AND ( -- from tables that the server cannot convert at once
                WITH RECURSIVE ancestor (rel) AS (
                    SELECT inhparent FROM pg_inherits WHERE inhrelid = c.oid
                    UNION
                    SELECT inhparent FROM ancestor JOIN pg_inherits ON inhrelid = rel)
                SELECT count(*) > 1 FROM ancestor JOIN pg_attribute p ON p.attrelid = rel
                WHERE p.attname = a.attname AND p.attinhcount = 0)
            THEN ARRAY['42P16', format('cannot alter inherited column "%s" of relation "%s"', attname, rel),
                'It comes from several tables. Detach the table from all but one of them first, with NO INHERIT.']
            WHEN EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = rel AND attnum = ANY (partattrs))
                OR EXISTS (
                    SELECT FROM pg_depend
                    WHERE (classid, objid, objsubid) = ('pg_class'::regclass, rel, 0)
                        AND (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, rel, attnum))
            THEN ARRAY['42P16',
                format('cannot alter column "%s" because it is part of the partition key of relation "%s"',
                    attname, rel),
                'Create a partitioned table with a key of type objectid, and copy the rows.']
            WHEN EXISTS (
                SELECT FROM pg_depend JOIN pg_attrdef d ON classid = 'pg_attrdef'::regclass AND objid = d.oid
                WHERE (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, rel, attnum) AND adnum <> attnum)
            THEN ARRAY['0A000', format('column "%s" of table "%s" is used by a generated column', attname, rel),
                'Drop the generated column first, and add it again afterwards.']
        END
        FROM unnest(rels, attributes, vias) AS m (rel, attribute, via)
            JOIN pg_class c ON c.oid = rel
            JOIN pg_attribute a ON attrelid = rel AND attnum = attribute
        ORDER BY rel <> "table", rel, attnum
    LOOP
        IF refusal[1] IS NOT NULL THEN
            RAISE EXCEPTION USING ERRCODE = refusal[1], MESSAGE = refusal[2], HINT = refusal[3];
        END IF;
    END LOOP;

    IF rels IS NOT NULL THEN
        RETURN NEXT;
    END IF;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_columns(regclass, name[], regtype) IS
    'the columns that objectid_conversion converts together with some columns of a table';

-- Finds what is dropped and created again: the views that read the columns, directly or through other views, each on a
-- higher level than all that it reads; and the foreign keys and checks of the columns.
CREATE FUNCTION objectid_internal_conversion_dependents(rels regclass[], attributes smallint[])
    RETURNS TABLE (views regclass[], levels int[], constraints oid[])
    LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE converted_column AS MATERIALIZED (
        SELECT * FROM unnest(rels, attributes) AS c (rel, attribute)
    ), reading AS MATERIALIZED (
        SELECT DISTINCT d.refobjid AS read_rel, d.refobjsubid AS attribute, ev_class AS reader,
            rulename = '_RETURN' AS defines
        FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid JOIN pg_class c ON c.oid = ev_class
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> ev_class
            AND relkind IN ('v', 'm')
    ), definition AS MATERIALIZED (
        SELECT DISTINCT read_rel, reader FROM reading WHERE defines
    ), dependent_view (rel) AS (
        SELECT reader FROM converted_column c JOIN reading r ON r.read_rel = c.rel AND r.attribute = c.attribute
        UNION
        SELECT reader FROM dependent_view JOIN reading ON read_rel = rel
    ), reached (rel, level) AS ( -- the server lets views read each other in a circle, which is of no use, but has no end
        SELECT rel, 1 FROM dependent_view
        UNION
        SELECT reader, level + 1 FROM reached JOIN definition ON read_rel = rel
        WHERE level < (SELECT count(*) FROM dependent_view)
    ), levelled_view AS (
        SELECT rel, max(level) AS level FROM reached GROUP BY rel
    ), constrained_column (oid, rel, attribute) AS (
        SELECT oid, conrelid, unnest(conkey) FROM pg_constraint
        WHERE contype = 'f' AND conparentid = 0 OR contype = 'c' AND conislocal
        UNION ALL
        SELECT oid, confrelid, unnest(confkey) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
    )
    SELECT array_agg(rel::regclass), array_agg(level),
        ARRAY(SELECT DISTINCT oid FROM constrained_column JOIN converted_column USING (rel, attribute))
    FROM levelled_view;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_dependents(regclass[], smallint[]) IS
    'the views and constraints that objectid_conversion drops and creates again';

-- What the user has to know, and an error if something is in the way.
CREATE FUNCTION objectid_internal_conversion_notes(
        id_type regtype, owner oid, rels regclass[], attributes smallint[], vias text[],
        views regclass[], constraints oid[])
    RETURNS TABLE (step int, place int, statement text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH converted_column AS MATERIALIZED (
        SELECT rel, attribute, via, attname, attcollation, relowner,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS column_default,
            concat_ws(' and ',
                CASE typtype WHEN 'd' THEN 'the checks of its domain ' || atttypid::regtype END,
                CASE WHEN attcollation <> typcollation THEN 'its collation' END) AS lost,
            -- the column in an expression
            '(?<![\w"])' || regexp_replace(quote_ident(attname), '(\W)', '\\\1', 'g') || '(?![\w"])' AS pattern
        FROM unnest(rels, attributes, vias) AS c (rel, attribute, via)
            JOIN pg_class r ON r.oid = rel
            JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            JOIN pg_type t ON t.oid = atttypid
            LEFT JOIN pg_attrdef ON adrelid = rel AND adnum = attribute
    ), view_rule AS MATERIALIZED (
        SELECT oid, rulename, ev_class::regclass AS rel FROM pg_rewrite WHERE ev_class = ANY (views)
    ), dropped_constraint AS MATERIALIZED (
        SELECT contype, conname, conrelid::regclass AS rel, relowner, convalidated,
            pg_get_constraintdef(o.oid) AS definition
        FROM pg_constraint o JOIN pg_class r ON r.oid = conrelid
        WHERE o.oid = ANY (constraints)
    ), expression (object, definition) AS MATERIALIZED ( -- that are parsed again, with another type
        SELECT format('%s %s', CASE relkind WHEN 'm' THEN 'materialized view' ELSE 'view' END, oid::regclass),
            pg_get_viewdef(oid)
        FROM pg_class WHERE oid = ANY (views)
        UNION ALL
        SELECT format('constraint %I of table %s', conname, rel), definition FROM dropped_constraint WHERE contype = 'c'
        UNION ALL
        SELECT format('rule %I of view %s', rulename, rel), pg_get_ruledef(oid)
        FROM view_rule WHERE rulename <> '_RETURN'
    ), any_column AS MATERIALIZED ( -- in them, also under other names whose type shows it, and the casts that change
        SELECT string_agg(DISTINCT pattern, '|') AS pattern,
            CASE WHEN bool_or(via ~ 'uuid|bytea') THEN '' ELSE '(?:bytea|uuid)' END AS changed_cast
        FROM (
            SELECT pattern, via FROM converted_column
            UNION
            SELECT '(?<![\w"])' || regexp_replace(quote_ident(a.attname), '(\W)', '\\\1', 'g'), c.via
            FROM pg_attribute a JOIN converted_column c ON c.via = 'pg_catalog.' || a.atttypid::regtype
            WHERE a.attrelid = ANY (views) AND c.via ~ 'uuid|bytea') AS p
    ), obstacle (object, before, afterwards) AS ( -- what cannot be converted, or might change its meaning
        SELECT format('index %s', indexrelid::regclass),
            'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
        FROM converted_column JOIN pg_index ON indrelid = rel JOIN pg_class i ON i.oid = indexrelid
        WHERE NOT relispartition AND EXISTS (
                SELECT FROM generate_series(0, indnkeyatts - 1) AS k JOIN pg_opclass o ON o.oid = indclass[k]
                WHERE indkey[k] = attribute AND (NOT opcdefault OR indcollation[k] NOT IN (0, attcollation)
                    OR via !~ '\[' AND NOT EXISTS (
                        SELECT FROM pg_opclass d WHERE d.opcmethod = relam AND d.opcintype = id_type AND d.opcdefault)))
            OR regexp_replace(concat_ws(' ', pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)),
                pattern || ' IS (NOT )?NULL', '', 'g') ~ pattern
        UNION
        SELECT format('statistics object %I', stxname),
            format('DROP STATISTICS %I.%I', stxnamespace::regnamespace, stxname), pg_get_statisticsobjdef(s.oid)
        FROM converted_column JOIN pg_statistic_ext s ON stxrelid = rel
        WHERE array_to_string(pg_get_statisticsobjdef_expressions(s.oid), ' ') ~ pattern
        UNION
        SELECT format('constraint %I of table %s', conname, rel),
            format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname),
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname, pg_get_constraintdef(o.oid))
        FROM pg_constraint o JOIN (
                SELECT rel, array_agg(attribute) AS attributes, string_agg(pattern, '|') AS pattern
                FROM converted_column GROUP BY rel) AS c ON rel = conrelid
        WHERE conkey && c.attributes AND (contype = 'x' OR contype = 'c' AND conislocal AND regexp_replace(
            pg_get_constraintdef(o.oid),
            format('(%1$s) (=|<>|<|<=|>|>=) (%1$s)|(%1$s) IS (NOT )?NULL|\((%1$s)\)::', pattern), '', 'g') ~ pattern)
        UNION
        SELECT format('default %s of column %I of table %s', column_default, attname, rel),
            format('ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT', rel, attname), NULL
        FROM converted_column, format(CASE WHEN via LIKE '%[]' THEN '^''\{((%s|NULL),?)*\}''::' ELSE '^''%s''::' END,
            CASE WHEN via LIKE '%uuid%' THEN '00000000-[-0-9a-f]+'
                ELSE '"?(\\+x|\W*(ObjectId|oid)\W*)?[0-9a-f]{24}\W*' END) AS ids
        WHERE column_default ~ '^''([^'']|'''')*''::[\w ."]+(\(\d+\))?(\[\])?$' AND column_default !~* ids
        UNION -- other objects that depend on the columns, on the views, or on the row types of both
        SELECT pg_describe_object(d.classid, d.objid, d.objsubid), 'drop it', 'create it again'
        FROM (
                SELECT 'pg_class'::regclass, rel::oid, attribute, false FROM converted_column
                UNION
                SELECT 'pg_type'::regclass, unnest(ARRAY[t.oid, typarray]), NULL, false
                FROM converted_column JOIN pg_type t ON typrelid = rel
                UNION
                SELECT 'pg_class'::regclass, unnest(views)::oid, NULL, true
                UNION
                SELECT 'pg_type'::regclass, unnest(ARRAY[t.oid, typarray]), NULL, true
                FROM pg_type t WHERE typrelid = ANY (views)) AS changed (classid, objid, attribute, is_view)
            JOIN pg_depend d ON refclassid = changed.classid AND refobjid = changed.objid
                AND (attribute IS NULL OR refobjsubid = attribute)
        WHERE CASE
                WHEN attribute IS NOT NULL THEN deptype IN ('n', 'a') AND d.classid NOT IN ('pg_class'::regclass,
                    'pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_statistic_ext'::regclass)
                ELSE deptype = 'n' AND (is_view OR d.classid IN ('pg_class'::regclass, 'pg_type'::regclass))
            END
            AND NOT (d.classid = 'pg_rewrite'::regclass AND d.objid IN (SELECT oid FROM view_rule))
    ), note (place, words) AS (
        SELECT 0, format('Converts %s to %s. Run these statements in one transaction, as %I.',
            string_agg(format('%s.%I', rel, attname), ', ' ORDER BY rel::text, attribute),
            id_type, pg_get_userbyid(owner))
        FROM converted_column
        UNION ALL
        SELECT DISTINCT 1, format('Table %s belongs to %I, not to %I, and is converted as well%s.',
            rel, pg_get_userbyid(relowner), pg_get_userbyid(owner),
            '. To leave it out, drop its foreign keys first: ' || (
                SELECT string_agg(quote_ident(conname), ', ' ORDER BY conname)
                FROM dropped_constraint d WHERE contype = 'f' AND d.rel = c.rel))
        FROM converted_column c WHERE relowner <> owner
        UNION ALL
        SELECT 2, format('Constraint %1$I of table %2$s would run with your rights and stays NOT VALID. '
            'Afterwards, as %3$I: ALTER TABLE %2$s VALIDATE CONSTRAINT %1$I;', conname, rel, pg_get_userbyid(relowner))
        FROM dropped_constraint WHERE contype = 'c' AND convalidated AND relowner <> owner
        UNION ALL
        SELECT 3, format('Column %I of table %s loses %s: '
            'type objectid rejects values that are not ids and sorts byte by byte.', attname, rel, lost)
        FROM converted_column WHERE lost <> ''
        UNION ALL
        SELECT DISTINCT 4, format('In %s, %s means something different afterwards: '
            'ids have 24 digits as text and 12 bytes as bytea.', object, replace(found[1], ')', ''))
        FROM expression, any_column,
            regexp_matches(definition, '((?:' || pattern || ')\)::' || changed_cast || '[a-z]*)', 'g') AS m (found)
        UNION ALL
        SELECT DISTINCT 5, format('In %s, %s compares with text: '
            'drop it first, and create it again for objectid afterwards.', object, found[1])
        FROM expression, any_column, regexp_matches(definition,
            '((?:' || pattern || ')\)? [-+*/<>=~!@#%^&|`?]+ (?:ANY \()?\(*(?:ARRAY\[)?''[^'']*'')', 'g') AS m (found)
        WHERE object !~ '^constraint'
        UNION ALL
        SELECT 6, format('In the way: %s. First: %s;%s',
            object, before, ' Afterwards, for objectid: ' || afterwards || ';')
        FROM obstacle
    )
    SELECT 0, place, '-- ' || regexp_replace(words, '\s+', ' ', 'g') FROM note
    UNION ALL
    SELECT 1, 0, format('DO %L', $guard$
BEGIN
    RAISE dependent_objects_still_exist
        USING MESSAGE = 'cannot convert columns because other objects depend on them',
            HINT = 'Follow the comments at the top of these statements, then print the statements again.';
END $guard$)
    WHERE EXISTS (SELECT FROM obstacle);
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_notes(
        regtype, oid, regclass[], smallint[], text[], regclass[], oid[]) IS
    'the comments that objectid_conversion prints first, and the statement that stops a conversion';

-- Converts the columns, with their defaults and constraints.
CREATE FUNCTION objectid_internal_conversion_table_steps(
        id_type regtype, owner oid, rels regclass[], attributes smallint[], vias text[], not_nulls boolean[],
        views regclass[], constraints oid[], path name[])
    RETURNS TABLE (step int, place int, statement text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    bare_path CONSTANT text := 'SET LOCAL search_path = pg_catalog, pg_temp';
    -- the functions and operators that rules, constraints, defaults and indexes use, but for those of this extension
    uses CONSTANT text := $uses$
    WITH object (classid, objid, rel) AS (
        SELECT 'pg_rewrite'::regclass, oid, ev_class FROM pg_rewrite
        UNION ALL SELECT 'pg_constraint'::regclass, oid, conrelid FROM pg_constraint
        UNION ALL SELECT 'pg_attrdef'::regclass, oid, adrelid FROM pg_attrdef
        UNION ALL SELECT 'pg_class'::regclass, indexrelid, indrelid FROM pg_index)
    SELECT pg_describe_object(classid, objid, 0) AS user,
        CASE refclassid
            WHEN 'pg_proc'::regclass THEN refobjid::regprocedure::text
            ELSE refobjid::regoperator::text
        END AS used
    FROM object JOIN pg_depend USING (classid, objid)
    WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass) AND rel = ANY (%rels)
        AND (refclassid, refobjid) NOT IN (
            SELECT d.classid, d.objid
            FROM pg_depend d JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
            WHERE extname = 'objectid')$uses$;
    used_before text[];
BEGIN
    EXECUTE format('SELECT coalesce(array_agg(DISTINCT used), ''{}'') FROM (%s) AS u', replace(uses, '%rels', '$1'))
    INTO used_before USING rels || views;

    RETURN QUERY
    WITH converted_column AS MATERIALIZED (
        SELECT rel, attribute, via, not_null, attname, attinhcount, atthasdef,
            id_type || CASE WHEN via LIKE '%[]' THEN '[]' ELSE '' END AS target,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS column_default
        FROM unnest(rels, attributes, vias, not_nulls) AS c (rel, attribute, via, not_null)
            JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            JOIN pg_type t ON t.oid = atttypid
            LEFT JOIN pg_attrdef ON adrelid = rel AND adnum = attribute
    ), dropped_constraint AS MATERIALIZED (
        SELECT o.oid, contype, conname, conrelid::regclass AS rel, coninhcount, relowner,
            contype = 'c' AND convalidated AS is_valid_check, pg_get_constraintdef(o.oid) AS definition
        FROM pg_constraint o JOIN pg_class r ON r.oid = conrelid
        WHERE o.oid = ANY (constraints)
    )
    SELECT 1, 1, bare_path
    UNION ALL
    SELECT 1, 2, format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', string_agg(DISTINCT 'ONLY ' || rel, ', '))
    FROM converted_column
    UNION ALL
    SELECT 4, coninhcount, format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname) FROM dropped_constraint
    UNION ALL
    SELECT 5, 0, format('ALTER TABLE ONLY %s %s', rel,
        string_agg(format('ALTER COLUMN %I DROP DEFAULT', attname), ', ' ORDER BY attribute))
    FROM converted_column WHERE atthasdef GROUP BY rel
    UNION ALL -- each table at once, together with its partitions and children
    SELECT 6, 0, format('ALTER TABLE %s %s', rel,
        string_agg(format('ALTER COLUMN %1$I TYPE %2$s USING %1$I::%3$s::%2$s%4$s', attname, target, via,
                CASE WHEN not_null THEN format(', ALTER COLUMN %I SET NOT NULL', attname) END),
            E',\n    ' ORDER BY attribute))
    FROM converted_column WHERE attinhcount = 0 GROUP BY rel
    UNION ALL
    SELECT 7, 0, format('ALTER TABLE ONLY %s %s', rel,
        string_agg(format('ALTER COLUMN %I SET DEFAULT (%s)::%s', attname, column_default, target), ', '
            ORDER BY attribute))
    FROM converted_column WHERE column_default IS NOT NULL GROUP BY rel
    UNION ALL
    SELECT 7, 1, format('ALTER STATISTICS %I.%I %s', stxnamespace::regnamespace, stxname, property)
    FROM pg_statistic_ext, unnest(ARRAY['OWNER TO ' || quote_ident(pg_get_userbyid(stxowner)),
        'SET STATISTICS ' || nullif(stxstattarget, -1)]) AS property
    WHERE property IS NOT NULL
        AND EXISTS (SELECT FROM converted_column WHERE rel = stxrelid AND attribute = ANY (stxkeys))
    UNION ALL
    SELECT 8, 0, format('%s, %I', bare_path, nspname)
    FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = id_type
    UNION ALL
    SELECT 9, -coninhcount, format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', rel, conname, definition,
        CASE WHEN is_valid_check THEN ' NOT VALID' END)
    FROM dropped_constraint WHERE contype = 'c'
    UNION ALL
    SELECT 11, 5, bare_path
    UNION ALL
    SELECT 12, 0, format('DO %L', format($check$
DECLARE
    stranger text;
BEGIN
    SET LOCAL quote_all_identifiers = off;
    SELECT format('%%s uses %%s', u.user, used) INTO stranger FROM (%s) AS u WHERE used <> ALL (%L) LIMIT 1;
    IF FOUND THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'conversion would change the meaning of other objects',
            DETAIL = stranger || ', which it did not use before the conversion.';
    END IF;
END $check$,
        replace(uses, '%rels', format('%L::regclass[]',
            ARRAY(SELECT DISTINCT r FROM unnest(rels || views) AS r ORDER BY r))),
        used_before))
    WHERE views IS NOT NULL OR EXISTS (SELECT FROM dropped_constraint WHERE contype = 'c')
    UNION ALL -- from here on, expressions may be evaluated
    SELECT 12, 1, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', rel, conname)
    FROM dropped_constraint WHERE is_valid_check AND relowner = owner
    UNION ALL
    SELECT 12, 2, format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname, definition)
    FROM dropped_constraint WHERE contype = 'f'
    UNION ALL
    SELECT 13, 0, format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, rel, obj_description(oid, 'pg_constraint'))
    FROM dropped_constraint WHERE obj_description(oid, 'pg_constraint') IS NOT NULL
    UNION ALL
    SELECT 15, 4,
        format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
    FROM pg_index JOIN pg_attribute ON attrelid = indexrelid
    WHERE attstattarget >= 0
        AND EXISTS (SELECT FROM converted_column WHERE rel = indrelid AND attribute = ANY (indkey))
    UNION ALL
    SELECT 18, 1, 'SET LOCAL search_path = ' || coalesce(
        (SELECT string_agg(quote_ident(p), ', ' ORDER BY n) FROM unnest(path) WITH ORDINALITY AS p (p, n)), '''''');
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_table_steps(
        regtype, oid, regclass[], smallint[], text[], boolean[], regclass[], oid[], name[]) IS
    'the statements of objectid_conversion that convert the columns, and restore the given search_path at the end';

-- Drops views, and creates them again with all that belongs to them.
CREATE FUNCTION objectid_internal_conversion_view_steps(views regclass[], levels int[])
    RETURNS TABLE (step int, place int, statement text)
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE dropped_view AS MATERIALIZED (
        SELECT rel, level, CASE relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS kind,
            relowner, relacl, relispopulated, relpersistence, relnamespace,
            rtrim(pg_get_viewdef(rel), ';') AS definition,
            concat(' USING ' || amname, ' WITH (' || (
                    SELECT string_agg(format('%s=%L', split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', ')
                    FROM unnest(reloptions) AS o) || ')', ' TABLESPACE ' || quote_ident(spcname)) AS properties
        FROM unnest(views, levels) AS v (rel, level)
            JOIN pg_class c ON c.oid = rel
            LEFT JOIN pg_am a ON a.oid = relam
            LEFT JOIN pg_tablespace s ON s.oid = reltablespace
    ), view_column AS MATERIALIZED (
        SELECT rel, kind, attnum, attname, attstattarget
        FROM dropped_view JOIN pg_attribute ON attrelid = rel AND attnum > 0
    ), view_rule AS MATERIALIZED (
        SELECT w.oid, rulename, rel FROM dropped_view JOIN pg_rewrite w ON ev_class = rel
    ), view_index AS MATERIALIZED (
        SELECT rel, kind, indexrelid, indisclustered, relname, spcname
        FROM dropped_view
            JOIN pg_index ON indrelid = rel
            JOIN pg_class i ON i.oid = indexrelid
            LEFT JOIN pg_tablespace s ON s.oid = reltablespace
    ), view_trigger AS MATERIALIZED (
        SELECT t.oid, tgname, tgisinternal, rel FROM dropped_view JOIN pg_trigger t ON tgrelid = rel
    ), described_object (classoid, objoid, objsubid, object) AS ( -- that may have comments and security labels
        SELECT 'pg_class'::regclass, rel, 0, format('%s %s', kind, rel) FROM dropped_view
        UNION ALL SELECT 'pg_class'::regclass, rel, attnum, format('COLUMN %s.%I', rel, attname) FROM view_column
        UNION ALL SELECT 'pg_rewrite'::regclass, oid, 0, format('RULE %I ON %s', rulename, rel) FROM view_rule
        UNION ALL SELECT 'pg_trigger'::regclass, oid, 0, format('TRIGGER %I ON %s', tgname, rel) FROM view_trigger
        UNION ALL SELECT 'pg_class'::regclass, indexrelid, 0, format('INDEX %s', indexrelid::regclass) FROM view_index
    ), privilege AS MATERIALIZED (
        SELECT rel, relowner, '' AS attname, g.*
        FROM dropped_view, aclexplode(coalesce(relacl, acldefault('r', relowner))) AS g
        WHERE relacl IS NOT NULL
            OR EXISTS (SELECT FROM pg_default_acl WHERE defaclobjtype = 'r' AND defaclnamespace IN (0, relnamespace))
        UNION ALL
        SELECT rel, relowner, format(' (%I)', a.attname), g.*
        FROM dropped_view JOIN pg_attribute a ON attrelid = rel, aclexplode(attacl) AS g -- system columns, too
    ), grantor (rel, grantor, distance) AS ( -- who has a right from the owner, who has it from these, and so on
        SELECT rel, relowner, 0 FROM dropped_view
        UNION
        SELECT rel, grantee, distance + 1
        FROM grantor JOIN privilege USING (rel, grantor)
        WHERE is_grantable AND grantee NOT IN (grantor, relowner) AND distance < 10
    ), view_grant AS (
        SELECT max(distance) AS distance, pg_get_userbyid(grantor) AS grantor, format('GRANT %s ON %s TO %s%s',
                string_agg(DISTINCT privilege_type || attname, ', '), rel,
                CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                CASE WHEN is_grantable AND grantee <> relowner THEN ' WITH GRANT OPTION' END) AS statement
        FROM privilege JOIN grantor USING (rel, grantor)
        GROUP BY rel, grantor, relowner, grantee, is_grantable
    ), default_grantee (name) AS ( -- who has rights of new tables and views
        SELECT CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END
        FROM pg_default_acl, aclexplode(defaclacl) AS g WHERE defaclobjtype = 'r'
    )
    SELECT 2, 0, format('DROP RULE %I ON %s', rulename, rel) FROM view_rule WHERE rulename <> '_RETURN'
    UNION ALL SELECT 3, -level, format('DROP %s %s', kind, rel) FROM dropped_view
    UNION ALL
    SELECT 10, level, format(E'CREATE %s%s %s%s AS\n%s%s', CASE relpersistence WHEN 't' THEN 'TEMP ' END,
        kind, rel, properties, definition, CASE kind WHEN 'VIEW' THEN '' ELSE E'\n WITH NO DATA' END)
    FROM dropped_view
    UNION ALL SELECT 11, 0, pg_get_indexdef(indexrelid) FROM view_index
    UNION ALL
    SELECT 11, 1, format('ALTER INDEX %s SET TABLESPACE %I', indexrelid::regclass, spcname)
    FROM view_index WHERE spcname IS NOT NULL
    UNION ALL SELECT 11, 1, pg_get_statisticsobjdef(s.oid) FROM dropped_view JOIN pg_statistic_ext s ON stxrelid = rel
    UNION ALL
    SELECT 11, 2, format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', rel, attname, pg_get_expr(adbin, adrelid))
    FROM view_column JOIN pg_attrdef ON adrelid = rel AND adnum = attnum
    UNION ALL SELECT 11, 3, rtrim(pg_get_ruledef(oid), ';') FROM view_rule WHERE rulename <> '_RETURN'
    UNION ALL SELECT 11, 4, pg_get_triggerdef(oid) FROM view_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 14, 0, format('ALTER %s %s OWNER TO %I', kind, rel, pg_get_userbyid(relowner)) FROM dropped_view
    UNION ALL
    SELECT DISTINCT 14, 1, format('REVOKE ALL ON %s FROM %s', rel, (
        SELECT string_agg(DISTINCT r, ', ')
        FROM (SELECT quote_ident(pg_get_userbyid(p.relowner)) UNION ALL SELECT name FROM default_grantee) AS b (r)))
    FROM privilege p
    UNION ALL SELECT 14, 2, statement FROM view_grant WHERE distance = 0
    UNION ALL
    SELECT 15, 0, format('COMMENT ON %s IS %L', object, description)
    FROM described_object JOIN pg_description USING (classoid, objoid, objsubid)
    UNION ALL
    SELECT 15, 1, format('SECURITY LABEL FOR %I ON %s IS %L', provider, object, label)
    FROM described_object JOIN pg_seclabel USING (classoid, objoid, objsubid)
    UNION ALL
    SELECT 15, 2, format('ALTER %s %s ALTER COLUMN %I SET STATISTICS %s', kind, rel, attname, attstattarget)
    FROM view_column WHERE kind <> 'VIEW' AND attstattarget >= 0
    UNION ALL SELECT 15, 3, format('ALTER %s %s CLUSTER ON %I', kind, rel, relname) FROM view_index WHERE indisclustered
    UNION ALL
    SELECT 15, 4,
        format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
    FROM view_index JOIN pg_attribute ON attrelid = indexrelid WHERE attstattarget >= 0
    UNION ALL
    SELECT 16, level, format('REFRESH MATERIALIZED VIEW %s', rel)
    FROM dropped_view WHERE kind <> 'VIEW' AND relispopulated
    UNION ALL
    SELECT 17, 2 * n + part, s
    FROM (SELECT *, row_number() OVER (ORDER BY distance, grantor, statement)::int AS n
            FROM view_grant WHERE distance > 0) AS g,
        unnest(ARRAY[format('SET LOCAL ROLE %I', grantor), statement], '{0,1}'::int[]) AS u (s, part)
    UNION ALL SELECT 18, 0, 'SET LOCAL ROLE NONE' WHERE EXISTS (SELECT FROM view_grant WHERE distance > 0);
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_view_steps(regclass[], int[]) IS
    'the statements of objectid_conversion that drop views and create them again';

-- Under these settings, every session prints names and constants alike. Where it depends on other settings how they are
-- read, the statements begin by setting these.
CREATE FUNCTION objectid_internal_conversion("table" regclass, columns name[], path name[]) RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL SAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off
    SET quote_all_identifiers = off SET standard_conforming_strings = on SET bytea_output = hex
    SET DateStyle = ISO SET IntervalStyle = postgres SET extra_float_digits = 1
    BEGIN ATOMIC
        WITH steps AS MATERIALIZED (
            SELECT s.step, s.place, s.statement
            FROM objectid_internal_conversion_columns("table", columns, 'objectid'::pg_catalog.regtype) AS c,
                objectid_internal_conversion_dependents(c.rels, c.attributes) AS d,
                LATERAL (
                    SELECT *
                    FROM objectid_internal_conversion_notes(
                        'objectid'::pg_catalog.regtype, c.owner, c.rels, c.attributes, c.vias, d.views, d.constraints)
                    UNION ALL
                    SELECT *
                    FROM objectid_internal_conversion_table_steps('objectid'::pg_catalog.regtype, c.owner,
                        c.rels, c.attributes, c.vias, c.not_nulls, d.views, d.constraints, path)
                    UNION ALL
                    SELECT *
                    FROM objectid_internal_conversion_view_steps(d.views, d.levels)
                    WHERE d.views IS NOT NULL) AS s
        )
        SELECT CASE s.step WHEN 0 THEN s.statement ELSE pg_catalog.concat(s.statement, ';') END
        FROM (
                SELECT * FROM steps
                UNION ALL
                SELECT 1, 1, pg_catalog.format('SET LOCAL %s = %s', name, value)
                FROM (VALUES
                        ('standard_conforming_strings', 'on', E'\\\\'),
                        ('array_nulls', 'on', '[{,]NULL[,}]'),
                        ('default_tablespace', '''''', '^CREATE MATERIALIZED')) AS setting (name, value, pattern)
                WHERE EXISTS (
                    SELECT FROM steps
                    WHERE step OPERATOR(pg_catalog.>) 0 AND statement OPERATOR(pg_catalog.~) pattern)) AS s
        ORDER BY s.step, s.place, s.statement COLLATE pg_catalog."C";
    END;
COMMENT ON FUNCTION objectid_internal_conversion(regclass, name[], name[]) IS
    'prints the statements of objectid_conversion, which restore the given search_path at the end';

CREATE FUNCTION objectid_conversion("table" regclass, "column" name) RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
        SELECT objectid_internal_conversion("table", ARRAY["column"], pg_catalog.current_schemas(false));
    END;
COMMENT ON FUNCTION objectid_conversion(regclass, name) IS
    'the statements that turn a column of text, bytea or uuid into objectid, with all columns that foreign keys '
    'connect with it and the views over them';

CREATE FUNCTION objectid_conversion("table" regclass, "column" name, VARIADIC more name[]) RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL SAFE
    BEGIN ATOMIC
        SELECT objectid_internal_conversion(
            "table", pg_catalog.array_prepend("column", more), pg_catalog.current_schemas(false));
    END;
COMMENT ON FUNCTION objectid_conversion(regclass, name, name[]) IS
    'the same for several columns, so that no table is rewritten twice';

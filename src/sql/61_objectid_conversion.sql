-- The statement that turns columns into objectid.
-- SPDX-License-Identifier: PostgreSQL

-- objectid_conversion reads the catalogs and returns one DO block. It evaluates no expression. All that the block
-- changes, drops and makes again belongs to one role, and only that role may run it.
--
-- Views, rules and constraints are parsed again while the search_path has the schema of the type, where others may have
-- created functions and operators that fit better than those meant. So the block evaluates no expression either, until
-- objectid_internal_conversion_check_owners has looked at what they use.

-- Fails unless the role that connected is the owner or a member of it, without a superuser's rights if the owner has
-- none. The current and the session's role do not count, as code in the block could reset them. In READ COMMITTED, the
-- checks of the owners see what others have committed meanwhile.
CREATE FUNCTION objectid_internal_conversion_check_role(owner name) RETURNS void
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    connected CONSTANT oid := (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid()));
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = owner);
BEGIN
    IF connected IS NULL OR NOT pg_has_role(connected, owner, 'MEMBER') OR NOT is_super
        AND EXISTS (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(connected, oid, 'MEMBER')) THEN
        RAISE insufficient_privilege USING MESSAGE = format('permission denied to convert columns that belong to role "%s"', owner),
            DETAIL = format('The session was started by role "%s".', pg_get_userbyid(connected)),
            HINT = format('Connect as "%s" or as a member of it%s. SET ROLE is not enough.', owner,
                CASE WHEN NOT is_super THEN ' that cannot become a superuser' END);
    ELSIF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE active_sql_transaction USING MESSAGE = 'columns must be converted in a READ COMMITTED transaction';
    END IF;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_check_role(name) IS 'an error unless this session may convert for the owner';

-- Returns what belongs to others: tables, views and statistics objects; the schemas of the type and of a superuser's tables
-- and views, whose owners could exchange them; and all that the expressions of these use, but for the rows of tables
-- without row security, and what that uses in turn. Or fails if there is any, or if they use functions and operators that
-- they did not use before, but for ours, and returns what they use.
CREATE FUNCTION objectid_internal_conversion_check_owners(owner name, rels regclass[], used_before text[], fails boolean)
    RETURNS text[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    others text[]; uses text[];
BEGIN
    WITH RECURSIVE relation AS MATERIALIZED (SELECT oid, relowner, relnamespace FROM pg_class WHERE oid = ANY (rels)
    ), expression (classid, objid, rel) AS (
        SELECT 'pg_rewrite'::regclass, w.oid, ev_class::regclass FROM pg_rewrite w WHERE ev_class = ANY (rels)
        UNION ALL SELECT 'pg_constraint'::regclass, oid, conrelid FROM pg_constraint WHERE conrelid = ANY (rels) AND contype = 'c'
        UNION ALL SELECT 'pg_attrdef'::regclass, oid, adrelid FROM pg_attrdef WHERE adrelid = ANY (rels)
        UNION ALL SELECT 'pg_type'::regclass, t.oid, attrelid FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
        WHERE attrelid = ANY (rels) AND typdefaultbin IS NOT NULL -- becomes the default of the column
        UNION ALL SELECT 'pg_class'::regclass, indexrelid, indrelid FROM pg_index WHERE indrelid = ANY (rels)
        UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxrelid FROM pg_statistic_ext WHERE stxrelid = ANY (rels)
        UNION ALL SELECT 'pg_policy'::regclass, oid, polrelid FROM pg_policy WHERE polrelid = ANY (rels)
    ), used AS MATERIALIZED (
        SELECT e.*, refclassid, refobjid, pg_describe_object(refclassid, refobjid, 0) AS description, NOT EXISTS (
                SELECT FROM pg_depend m JOIN pg_extension x ON m.refclassid = 'pg_extension'::regclass AND m.refobjid = x.oid
                WHERE extname = 'objectid' AND m.classid = d.refclassid AND m.objid = d.refobjid) AS is_foreign
        FROM expression e JOIN pg_depend d USING (classid, objid)
            LEFT JOIN pg_class c ON refclassid = 'pg_class'::regclass AND c.oid = refobjid
        WHERE c.oid IS NULL OR (c.relkind = 'v' OR c.relrowsecurity) AND c.oid <> ALL (rels)
    ), reached (by_class, by, classid, objid) AS (
        SELECT classid, objid, refclassid, refobjid FROM used
        UNION SELECT by_class, by, n.classid, n.objid FROM reached r, LATERAL (
            SELECT refclassid, refobjid FROM pg_depend d WHERE d.classid = r.classid AND d.objid = r.objid AND deptype <> 'e'
            UNION ALL SELECT 'pg_rewrite'::regclass, oid FROM pg_rewrite WHERE r.classid = 'pg_class'::regclass AND ev_class = r.objid
            UNION ALL SELECT 'pg_policy'::regclass, oid FROM pg_policy WHERE r.classid = 'pg_class'::regclass AND polrelid = r.objid
            UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE r.classid = 'pg_type'::regclass AND contypid = r.objid
        ) AS n (classid, objid)
        WHERE n.classid <> 'pg_namespace'::regclass AND NOT EXISTS (
            SELECT FROM pg_class c WHERE n.classid = 'pg_class'::regclass AND c.oid = n.objid
                AND relkind <> 'v' AND NOT relrowsecurity AND r.classid <> 'pg_type'::regclass)
    ), owned (is_used, description, owner_oid) AS (
        SELECT false, pg_describe_object('pg_class'::regclass, oid, 0), relowner FROM relation
        UNION ALL SELECT false, pg_describe_object('pg_statistic_ext'::regclass, oid, 0), stxowner FROM pg_statistic_ext WHERE stxrelid = ANY (rels)
        UNION ALL SELECT true, pg_describe_object('pg_namespace'::regclass, n.oid, 0),
            CASE nspowner WHEN 'pg_database_owner'::regrole THEN datdba ELSE nspowner END
        FROM (SELECT relnamespace FROM relation UNION SELECT extnamespace FROM pg_extension WHERE extname = 'objectid') AS r
            JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_roles o ON rolname = owner AND rolsuper
            JOIN pg_database ON datname = current_database()
        UNION ALL SELECT true, format('%s, which is used by %s,', pg_describe_object(r.classid, r.objid, 0),
            pg_describe_object(by_class, by, 0)), s.refobjid
        FROM reached r JOIN pg_shdepend s ON s.classid = r.classid AND s.objid = r.objid AND deptype = 'o'
            JOIN pg_database b ON b.oid = dbid AND datname = current_database()
    )
    SELECT ARRAY(SELECT DISTINCT format('%s belongs to "%s": make "%s" its owner, or convert without it.',
            upper(left(description, 1)) || substr(description, 2), rolname, owner)
            FROM owned JOIN pg_roles r ON r.oid = owner_oid WHERE rolname <> owner AND NOT (is_used AND rolsuper)
            UNION SELECT format('%s uses several functions or operators called "%s", and could use another of them afterwards: '
                'convert without it.', rel, coalesce(proname, oprname))
            FROM used LEFT JOIN pg_proc p ON refclassid = 'pg_proc'::regclass AND p.oid = refobjid
                LEFT JOIN pg_operator o ON refclassid = 'pg_operator'::regclass AND o.oid = refobjid
            WHERE NOT fails AND is_foreign GROUP BY rel, coalesce(proname, oprname)
            HAVING coalesce(proname, oprname) IS NOT NULL AND count(DISTINCT refobjid) > 1),
        ARRAY(SELECT DISTINCT format('%s uses %s.', rel, description) FROM used
            WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass) AND is_foreign)
    INTO others, uses;
    IF fails AND others <> '{}' THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'cannot convert what belongs to several roles', DETAIL = others[1];
    ELSIF NOT uses <@ used_before THEN
        RAISE dependent_objects_still_exist USING MESSAGE = 'conversion would change the meaning of other objects',
            DETAIL = (SELECT u || ' It did not before.' FROM unnest(uses) AS u WHERE u <> ALL (used_before) LIMIT 1);
    END IF;
    RETURN CASE WHEN fails THEN uses ELSE others END;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_check_owners(name, regclass[], text[], boolean) IS 'what belongs to others, or is used';

-- Returns the block for columns of a table, the same in every session, or fails and lists the obstacles.
CREATE FUNCTION objectid_internal_conversion("table" regclass, columns name[], id_type regtype,
        check_role regproc, check_owners regproc) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp SET jit = off
    SET quote_all_identifiers = off SET standard_conforming_strings = on SET bytea_output = hex
    SET DateStyle = ISO SET IntervalStyle = postgres SET extra_float_digits = 1 AS $$
#variable_conflict use_column
DECLARE
    owner oid; kind "char"; unknown_column name;
    rels regclass[]; attributes smallint[]; -- the tables and numbers of the columns,
    vias text[]; -- what to cast them to first, NULL if they cannot be converted,
    not_nulls boolean[]; -- whether a domain makes them NOT NULL,
    views regclass[]; -- the views that read them, directly or through other views,
    levels int[]; -- which are higher than those of all that they read
    check_call text; -- of the owners
    of_others text[]; obstacles text; notes text; body text;
    tag text := 'objectid'; -- of the dollar quotes
BEGIN
    SELECT relowner, relkind INTO owner, kind FROM pg_class WHERE oid = "table";
    SELECT c INTO unknown_column FROM unnest(columns) AS c
    WHERE c NOT IN (SELECT attname FROM pg_attribute WHERE attrelid = "table" AND attnum > 0 AND NOT attisdropped);
    IF "table" IS NULL OR columns IS NULL OR array_position(columns, NULL) IS NOT NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table and column must not be null';
    ELSIF "table"::oid < 16384 THEN
        RAISE insufficient_privilege USING MESSAGE = format('permission denied: "%s" is a system catalog', "table");
    ELSIF kind IS NULL OR kind NOT IN ('r', 'p') THEN
        RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', "table");
    ELSIF unknown_column IS NOT NULL THEN
        RAISE undefined_column USING MESSAGE = format('column "%s" of relation "%s" does not exist', unknown_column, "table");
    END IF;

    -- The columns that must have the same type because foreign keys, partitions or inheritance connect them
    WITH RECURSIVE connection (rel, attribute, other_rel, other_attribute) AS (
        SELECT conrelid, k.a, confrelid, k.b FROM pg_constraint, unnest(conkey, confkey) AS k (a, b) WHERE contype = 'f'
        UNION ALL SELECT inhrelid, c.attnum, inhparent, p.attnum
        FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid JOIN pg_attribute p ON p.attrelid = inhparent
        WHERE c.attname = p.attname AND c.attinhcount > 0 AND p.attnum > 0 AND NOT p.attisdropped
    ), connection_both_ways AS MATERIALIZED (
        TABLE connection UNION ALL SELECT other_rel, other_attribute, rel, attribute FROM connection
    ), connected_column (rel, attribute) AS (
        SELECT attrelid, attnum FROM pg_attribute WHERE attrelid = "table" AND attname = ANY (columns)
        UNION SELECT other_rel, other_attribute FROM connected_column JOIN connection_both_ways USING (rel, attribute)
    ), unwrapped (rel, attribute, type, arrays, not_null) AS ( -- from domains and arrays, one after the other
        SELECT rel, attribute, atttypid, 0, false FROM connected_column JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        UNION ALL SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END, arrays + (typtype <> 'd')::int,
            not_null OR typnotnull AND arrays = 0
        FROM unwrapped JOIN pg_type t ON t.oid = type WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
    )
    SELECT coalesce(array_agg(rel::regclass), '{}'), array_agg(attribute), array_agg('pg_catalog.' || CASE
            WHEN arrays > 1 THEN NULL
            WHEN type = ANY ('{text,varchar,bpchar,name}'::regtype[]) THEN 'text'
            WHEN type = ANY ('{bytea,uuid}'::regtype[]) THEN type::regtype::text
        END || CASE arrays WHEN 1 THEN '[]' ELSE '' END), array_agg(not_null)
    INTO rels, attributes, vias, not_nulls FROM unwrapped JOIN pg_type t ON t.oid = type
    WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type;

    WITH RECURSIVE reading AS MATERIALIZED (
        SELECT DISTINCT refobjid AS rel, refobjsubid AS attribute, ev_class AS reader, rulename = '_RETURN' AS defines
        FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid JOIN pg_class c ON c.oid = ev_class
        WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> ev_class
            AND relkind IN ('v', 'm')
    ), dependent_view (rel) AS (
        SELECT reader FROM unnest(rels, attributes) AS c (rel, attribute) JOIN reading USING (rel, attribute)
        UNION SELECT reader FROM dependent_view JOIN reading USING (rel)
    ), reached (rel, level) AS ( -- the server lets views read each other in a circle, which is of no use, but has no end
        SELECT rel, 1 FROM dependent_view
        UNION SELECT reader, level + 1 FROM reached JOIN reading USING (rel) WHERE defines AND level < (SELECT count(*) FROM dependent_view)
    )
    SELECT coalesce(array_agg(rel::regclass), '{}'), array_agg(level) INTO views, levels
    FROM (SELECT rel, max(level) AS level FROM reached GROUP BY rel) AS v;

    check_call := format('%s(%L::pg_catalog.name, %L::pg_catalog.regclass[], ', check_owners, pg_get_userbyid(owner),
        ARRAY(SELECT DISTINCT r FROM unnest(rels || views) AS r ORDER BY r));
    EXECUTE format('SELECT %s($1, $2, NULL::text[], false)', check_owners) INTO of_others USING pg_get_userbyid(owner), rels || views;

    -- What is in the way (step -2), the comments (step -1), and the statements. Within a step, they are sorted by the
    -- place, and by their text: parents before children, views before or after those that read them.
    WITH converted_column AS MATERIALIZED (
        SELECT c.*, a.*, relkind, reloftype, format('%s.%I', rel, attname) AS name,
            id_type || CASE WHEN via LIKE '%[]' THEN '[]' ELSE '' END AS target,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS column_default,
            EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND (classid, objid) IN
                (('pg_attrdef'::regclass, d.oid), ('pg_type'::regclass, t.oid))) AS default_calls,
            concat_ws(' and ', CASE typtype WHEN 'd' THEN 'the checks of its domain ' || atttypid::regtype END,
                CASE WHEN attcollation <> typcollation THEN 'its collation' END) AS lost,
            -- the column in an expression
            '(?<![\w"])' || regexp_replace(quote_ident(attname), '(\W)', '\\\1', 'g') || '(?![\w"])' AS pattern
        FROM unnest(rels, attributes, vias, not_nulls) AS c (rel, attribute, via, not_null) JOIN pg_class r ON r.oid = rel
            JOIN pg_attribute a ON attrelid = rel AND attnum = attribute JOIN pg_type t ON t.oid = atttypid
            LEFT JOIN pg_attrdef d ON adrelid = rel AND adnum = attribute
    ), converted_table AS MATERIALIZED (
        SELECT rel, array_agg(attribute) AS attributes, string_agg(pattern, '|') AS pattern FROM converted_column GROUP BY rel
    ), dropped_constraint AS MATERIALIZED (
        SELECT o.oid, contype, conname, conrelid::regclass AS rel, coninhcount,
            contype = 'c' AND convalidated AS is_valid_check, pg_get_constraintdef(o.oid) AS definition
        FROM pg_constraint o WHERE (contype = 'f' AND conparentid = 0 OR contype = 'c' AND conislocal) AND EXISTS (
            SELECT FROM converted_table WHERE rel = conrelid AND conkey && attributes OR rel = confrelid AND confkey && attributes)
    ), view_rule AS MATERIALIZED (
        SELECT oid, rulename, ev_class::regclass AS rel FROM pg_rewrite WHERE ev_class = ANY (views)
    ), view_expression (object, definition) AS MATERIALIZED ( -- parsed again, with another type
        SELECT pg_describe_object('pg_class'::regclass, v, 0), pg_get_viewdef(v) FROM unnest(views) AS v
        UNION ALL SELECT pg_describe_object('pg_rewrite'::regclass, oid, 0), pg_get_ruledef(oid) FROM view_rule WHERE rulename <> '_RETURN'
    ), any_column AS MATERIALIZED ( -- in them, also under other names whose type shows it, and the casts that change
        SELECT format('(?:%s)\)*', string_agg(DISTINCT pattern, '|')) AS pattern,
            CASE WHEN bool_or(via ~ 'uuid|bytea') THEN '[a-z]+' ELSE '(?:bytea|uuid)' END AS changed_cast,
            '(?!\|\|)(?:[-+*/<>=~!@#%^&|`?]+|(?:NOT )?IN|IS (?:NOT )?DISTINCT FROM)' AS operator,
            '\(*(?:[\w"]+\.)?' AS alias
        FROM (SELECT pattern, via FROM converted_column
            UNION SELECT '(?<![\w"])' || regexp_replace(quote_ident(a.attname), '(\W)', '\\\1', 'g'), c.via
            FROM pg_attribute a JOIN converted_column c ON c.via = 'pg_catalog.' || a.atttypid::regtype
            WHERE a.attrelid = ANY (views) AND c.via ~ 'uuid|bytea') AS p
    ), obstacle (words) AS (
        SELECT unnest(of_others)
        UNION ALL SELECT format('Column %s.%I is of type %s already: leave it out.', "table", c, id_type)
        FROM unnest(columns) AS c WHERE NOT EXISTS (SELECT FROM converted_column WHERE rel = "table" AND attname = c)
        UNION ALL SELECT format(CASE
            WHEN relkind NOT IN ('r', 'p') THEN '%1$s is not a table: detach it first.'
            WHEN reloftype <> 0 THEN '%1$s is a typed table: ALTER TABLE %1$s NOT OF; first.'
            WHEN via IS NULL THEN 'Column %2$s has type %3$s: only text, varchar, char, bytea and uuid, '
                'arrays of these and domains over them can be converted.'
            WHEN attgenerated <> '' THEN 'Column %2$s is generated: drop it, and add it again afterwards.'
            WHEN attinhcount > 1 AND (SELECT count(*) FROM converted_column r WHERE r.attinhcount = 0 AND r.attname = c.attname) > 1
            THEN 'Column %2$s is inherited from several tables: NO INHERIT all but one of them.'
            WHEN EXISTS (SELECT FROM pg_depend WHERE (classid, objid, objsubid) = ('pg_class'::regclass, rel, attnum)
                AND (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, rel, 0) AND deptype = 'i')
            THEN 'Column %2$s is part of a partition key: create another table with a key of ids, and copy the rows.'
            END, rel, name, format_type(atttypid, atttypmod)) FROM converted_column c
        UNION ALL SELECT format('Index %s is one of text: DROP INDEX %1$s; first, and afterwards, for ids: %s;',
            indexrelid::regclass, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '))
        FROM converted_column JOIN pg_index ON indrelid = rel JOIN pg_class i ON i.oid = indexrelid
        WHERE NOT relispartition AND EXISTS (
                SELECT FROM generate_series(0, indnkeyatts - 1) AS k JOIN pg_opclass o ON o.oid = indclass[k]
                WHERE indkey[k] = attribute AND (NOT opcdefault OR indcollation[k] NOT IN (0, attcollation)
                    OR via !~ '\[' AND NOT EXISTS (
                        SELECT FROM pg_opclass d WHERE d.opcmethod = relam AND d.opcintype = id_type AND d.opcdefault)))
            OR regexp_replace(concat_ws(' ', pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)),
                pattern || ' IS (NOT )?NULL', '', 'g') ~ pattern
        UNION ALL SELECT format('Statistics object %s.%I has expressions of text: DROP STATISTICS %1$s.%2$I; first, '
            'and afterwards, for ids: %3$s;', stxnamespace::regnamespace, stxname, pg_get_statisticsobjdef(s.oid))
        FROM converted_table JOIN pg_statistic_ext s ON stxrelid = rel
        WHERE array_to_string(pg_get_statisticsobjdef_expressions(s.oid), ' ') ~ pattern
        UNION ALL SELECT format('Constraint %I of table %s is one of text: ALTER TABLE %2$s DROP CONSTRAINT %1$I; first, '
            'and afterwards, for ids: ALTER TABLE %2$s ADD CONSTRAINT %1$I %3$s;', conname, rel, definition)
        FROM converted_table JOIN pg_constraint o ON rel = conrelid, pg_get_constraintdef(o.oid) AS definition
        WHERE conkey && attributes AND (contype = 'x' OR contype = 'c' AND conislocal AND regexp_replace(definition,
            format('(%1$s) (=|<>|<|<=|>|>=) (%1$s)|(%1$s) IS (NOT )?NULL|\((%1$s)\)::', pattern), '', 'g') ~ pattern)
        UNION ALL SELECT format('Default %s of column %s is not known to make ids: ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT; '
            'first, and SET DEFAULT gen_objectid(); afterwards.', column_default, name, rel, attname)
        FROM converted_column, format(CASE WHEN via LIKE '%[]' THEN '^''\{((%s|NULL),?)*\}''::' ELSE '^''%s''::' END,
            CASE WHEN via LIKE '%uuid%' THEN '00000000-[-0-9a-f]+'
                ELSE '"?(\\+x|\W*(ObjectId|oid)\W*)?[0-9a-f]{24}\W*' END) AS ids
        WHERE via IS NOT NULL AND column_default !~* ids AND column_default !~ '^NULL::' AND NOT default_calls
        UNION ALL SELECT format('Index %s of a partition is made again from that of the whole table, and loses its %s: remove that first.',
            i.oid::regclass, property)
        FROM converted_column JOIN pg_index x ON indrelid = rel AND attribute = ANY (indkey) JOIN pg_class i ON i.oid = indexrelid
            JOIN pg_inherits ON inhrelid = i.oid JOIN pg_class p ON p.oid = inhparent, unnest(ARRAY[
                CASE WHEN indisreplident THEN 'use as replica identity' WHEN indisclustered THEN 'use by CLUSTER' END,
                CASE WHEN i.reloptions IS DISTINCT FROM p.reloptions THEN 'options' END,
                CASE WHEN i.reltablespace <> p.reltablespace THEN 'tablespace' END, 'comment' || left(obj_description(i.oid, 'pg_class'), 0),
                (SELECT max('statistics target') FROM pg_attribute WHERE attrelid = i.oid AND attstattarget >= 0)]) AS property
        WHERE property IS NOT NULL
        UNION ALL SELECT format('Index %s is not valid: drop it, or make it valid first.', indexrelid::regclass)
        FROM converted_column JOIN pg_index ON indrelid = rel AND attribute = ANY (indkey) WHERE NOT indisvalid
        UNION ALL SELECT format('Constraint %I of table %s is inherited under another name, which it loses: rename it to %I first.',
            c.conname, c.conrelid::regclass, p.conname)
        FROM pg_constraint c JOIN pg_constraint p ON p.oid = c.conparentid
        WHERE c.contype = 'f' AND c.conrelid = ANY (rels) AND c.conname <> p.conname AND c.conrelid <> p.conrelid
        UNION ALL SELECT format('"%s" granted rights on %s: revoke them first.', pg_get_userbyid(grantor), c.oid::regclass)
        FROM pg_class c JOIN pg_attribute ON attrelid = c.oid, aclexplode(relacl || attacl)
        WHERE c.oid = ANY (views) AND grantor <> relowner
        UNION ALL SELECT format('In %s, %s would use no index, or mean something else, as ids have 24 digits as text and 12 bytes '
            'as bytea: drop it first, and create it from its source afterwards.', object, translate(found[1], '()', ''))
        FROM view_expression, any_column, unnest(ARRAY[
                format('(%s::%s)', pattern, changed_cast),
                format('(%s %s (?:ANY \()?\(*(?:ARRAY\[)?''[^'']*'')', pattern, operator),
                format('(''::[a-z ]+\)* %2$s %3$s%1$s)', pattern, operator, alias),
                format('(%s::text\)* %s)', pattern, operator),
                format('(%2$s %3$s%1$s::text)', pattern, operator, alias),
                CASE changed_cast WHEN '[a-z]+' THEN format('((?:concat(?:_ws)?|format|array_to_string)\(.*%s)', pattern) END,
                CASE changed_cast WHEN '[a-z]+' THEN '([])*]\)::text)' END]) AS p,
            regexp_matches(definition, p, 'g') AS m (found)
        UNION ALL -- other objects that depend on the columns, on the views, or on the row types of both
        SELECT format('What is converted is used by %s: drop it first, and create it again afterwards.',
            pg_describe_object(d.classid, d.objid, d.objsubid))
        FROM (SELECT 'pg_class'::regclass, rel::oid, attribute, false FROM converted_column
                UNION ALL SELECT 'pg_class'::regclass, unnest(views)::oid, NULL, true
                UNION ALL SELECT 'pg_type'::regclass, unnest(ARRAY[oid, typarray]), NULL, typrelid = ANY (views)
                FROM pg_type WHERE typrelid = ANY (rels || views)) AS changed (classid, objid, attribute, is_view)
            JOIN pg_depend d ON refclassid = changed.classid AND refobjid = changed.objid
                AND (attribute IS NULL OR refobjsubid = attribute)
        WHERE (d.classid, d.objid) NOT IN (SELECT 'pg_rewrite'::regclass, oid FROM view_rule) AND CASE
            WHEN attribute IS NULL THEN deptype = 'n' AND (is_view OR d.classid IN ('pg_class'::regclass, 'pg_type'::regclass))
            WHEN d.classid = 'pg_attrdef'::regclass -- of a generated column
            THEN NOT EXISTS (SELECT FROM pg_attrdef WHERE oid = d.objid AND adnum = attribute)
            ELSE deptype IN ('n', 'a')
                AND d.classid NOT IN ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_statistic_ext'::regclass) END
    ), dropped_view AS MATERIALIZED (
        SELECT rel, level, CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS kind, c.relispopulated, c.relpersistence,
            coalesce(c.relacl, acldefault('r', owner)) AS acl, c.relacl IS NOT NULL
                OR EXISTS (SELECT FROM pg_default_acl WHERE defaclobjtype = 'r' AND defaclrole = owner) AS has_acl,
            concat(' USING ' || amname, ' WITH (' || (
                    SELECT string_agg(format('%s%s=%L', prefix, split_part(o, '=', 1), substr(o, strpos(o, '=') + 1)), ', ')
                    FROM (VALUES ('', c.reloptions), ('toast.', toast.reloptions)) AS u (prefix, l), unnest(l) AS o) || ')',
                ' TABLESPACE ' || quote_ident(spcname)) AS properties
        FROM unnest(views, levels) AS v (rel, level) JOIN pg_class c ON c.oid = rel LEFT JOIN pg_class toast ON toast.oid = c.reltoastrelid
            LEFT JOIN pg_am a ON a.oid = c.relam LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace
    ), view_column AS MATERIALIZED (SELECT rel, kind, a.* FROM dropped_view JOIN pg_attribute a ON attrelid = rel
    ), view_index AS MATERIALIZED (
        SELECT indexrelid::regclass AS index, indrelid::regclass AS rel, indisclustered, relname, reltablespace
        FROM pg_index JOIN pg_class i ON i.oid = indexrelid WHERE indrelid = ANY (views)
    ), made_statistics AS MATERIALIZED ( -- by the server, if they are of a table
        SELECT oid, format('%s.%I', stxnamespace::regnamespace, stxname) AS name, stxrelid, stxstattarget
        FROM pg_statistic_ext WHERE stxrelid = ANY (rels || views)
    ), described_object (classoid, objoid, objsubid, object) AS ( -- that may have comments and security labels
        SELECT 'pg_class'::regclass, rel, 0, format('%s %s', kind, rel) FROM dropped_view
        UNION ALL SELECT 'pg_class'::regclass, rel, attnum, format('COLUMN %s.%I', rel, attname) FROM view_column
        UNION ALL SELECT 'pg_rewrite'::regclass, oid, 0, format('RULE %I ON %s', rulename, rel) FROM view_rule
        UNION ALL SELECT 'pg_trigger'::regclass, oid, 0, format('TRIGGER %I ON %s', tgname, tgrelid::regclass)
        FROM pg_trigger WHERE tgrelid = ANY (views)
        UNION ALL SELECT 'pg_class'::regclass, index, 0, format('INDEX %s', index) FROM view_index
        UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, 0, format('STATISTICS %s', name) FROM made_statistics
        UNION ALL SELECT 'pg_constraint'::regclass, oid, 0, format('CONSTRAINT %I ON %s', conname, conrelid::regclass)
        FROM pg_constraint WHERE conrelid = ANY (rels) AND contype IN ('c', 'f') OR oid IN (SELECT oid FROM dropped_constraint)
    ), message (step, place, words) AS (
        SELECT DISTINCT -2, 0, words FROM obstacle
        UNION ALL SELECT -1, 0, format('Converts %s to %s.', string_agg(name, ', ' ORDER BY name), id_type) FROM converted_column
        UNION ALL SELECT -1, 1, format('Connect as %I, or as a member of it%s.', rolname,
            CASE WHEN NOT rolsuper THEN ' that cannot become a superuser' END) FROM pg_roles WHERE oid = owner
        UNION ALL SELECT -1, 2, format('Column %s loses %s: %s rejects what is no id and sorts byte by byte.', name, lost, id_type)
        FROM converted_column WHERE lost <> ''
        UNION ALL SELECT -1, 3, format('Column %s keeps its default %s, which must make ids.', name, column_default)
        FROM converted_column WHERE default_calls AND column_default !~ 'gen_objectid\(\)'
        UNION ALL SELECT 0, 0, format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', string_agg('ONLY ' || rel, ', ' ORDER BY rel::text))
        FROM converted_table
        UNION ALL SELECT 0, 1, format('uses := %sNULL::pg_catalog.text[], true)', check_call)
        UNION ALL SELECT 1, 0, format('DROP RULE %I ON %s', rulename, rel) FROM view_rule WHERE rulename <> '_RETURN'
        UNION ALL SELECT 2, -level, format('DROP %s %s', kind, rel) FROM dropped_view
        UNION ALL SELECT 3, coninhcount, format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname) FROM dropped_constraint
        UNION ALL SELECT 4, 0, format('ALTER TABLE ONLY %s ALTER COLUMN %I DROP DEFAULT', rel, attname)
        FROM converted_column WHERE atthasdef
        UNION ALL -- convert each table at once, together with its partitions and children
        SELECT 5, 0, format('ALTER TABLE %s%s', rel, string_agg(
            format(E'\n        ALTER COLUMN %1$I TYPE %2$s USING %1$I::%3$s::%2$s%4$s', attname, target, via,
                CASE WHEN not_null THEN format(', ALTER COLUMN %I SET NOT NULL', attname) END), ',' ORDER BY attribute))
        FROM converted_column WHERE attinhcount = 0 GROUP BY rel
        UNION ALL SELECT 6, 0, format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT (%s)::%s', rel, attname, column_default, target)
        FROM converted_column WHERE column_default IS NOT NULL
        UNION ALL -- make again, without evaluating anything
        SELECT 7, 0, format('SET LOCAL search_path = pg_catalog, pg_temp, %I', nspname)
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = id_type
        UNION ALL SELECT 8, 0, format('ALTER TABLE %s ADD CONSTRAINT %I %s%s', rel, conname, definition,
            CASE WHEN is_valid_check THEN ' NOT VALID' END) FROM dropped_constraint WHERE contype = 'c'
        UNION ALL SELECT 9, level, format(E'CREATE %s%s %s%s AS\n%s%s',
            CASE relpersistence WHEN 't' THEN 'TEMP ' END, kind, rel, properties, rtrim(pg_get_viewdef(rel), ';'),
            CASE WHEN kind <> 'VIEW' THEN E'\n WITH NO DATA' END) FROM dropped_view
        UNION ALL SELECT 10, 0, pg_get_indexdef(index) FROM view_index
        UNION ALL SELECT 10, 1, format('ALTER INDEX %s SET TABLESPACE %I', index, spcname)
        FROM view_index JOIN pg_tablespace s ON s.oid = reltablespace
        UNION ALL SELECT 10, 1, pg_get_statisticsobjdef(oid) FROM made_statistics WHERE stxrelid = ANY (views)
        UNION ALL SELECT 10, 2, format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', rel, attname, pg_get_expr(adbin, adrelid))
        FROM view_column JOIN pg_attrdef ON adrelid = rel AND adnum = attnum
        UNION ALL SELECT 10, 3, rtrim(pg_get_ruledef(oid), ';') FROM view_rule WHERE rulename <> '_RETURN'
        UNION ALL SELECT 10, 4, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = ANY (views)
        UNION ALL SELECT 11, 0, 'SET LOCAL search_path = pg_catalog, pg_temp'
        UNION ALL SELECT 11, 1, format('PERFORM %suses, true)', check_call)
        UNION ALL -- from here on, expressions may be evaluated
        SELECT 12, 0, format('ALTER TABLE %s VALIDATE CONSTRAINT %I', rel, conname) FROM dropped_constraint WHERE is_valid_check
        UNION ALL SELECT 12, 1, format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname, definition)
        FROM dropped_constraint WHERE contype = 'f'
        UNION ALL SELECT 13, level, format('REFRESH MATERIALIZED VIEW %s', rel) FROM dropped_view WHERE kind <> 'VIEW' AND relispopulated
        UNION ALL -- rights, instead of those by default, and other properties
        SELECT 14, 0, format('REVOKE ALL ON %s FROM %s', rel,
            string_agg(CASE g WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g)) END, ', ' ORDER BY g))
        FROM dropped_view, (SELECT owner UNION SELECT grantee FROM pg_default_acl, aclexplode(defaclacl)
            WHERE defaclobjtype = 'r' AND defaclrole = owner) AS r (g) WHERE has_acl GROUP BY rel
        UNION ALL SELECT 14, 1, format('GRANT %s ON %s TO %s%s',
            string_agg(privilege_type || attname, ', ' ORDER BY privilege_type, attname), rel,
            CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
            CASE WHEN is_grantable AND grantee <> owner THEN ' WITH GRANT OPTION' END)
        FROM (SELECT rel, '' AS attname, a.* FROM dropped_view, aclexplode(acl) AS a WHERE has_acl
            UNION ALL SELECT rel, format(' (%I)', attname), a.* FROM view_column, aclexplode(attacl) AS a) AS r
        GROUP BY rel, grantee, is_grantable
        UNION ALL SELECT 15, 0, format('COMMENT ON %s IS %L', object, description)
        FROM described_object JOIN pg_description USING (classoid, objoid, objsubid)
        UNION ALL SELECT 15, 1, format('SECURITY LABEL FOR %I ON %s IS %L', provider, object, label)
        FROM described_object JOIN pg_seclabel USING (classoid, objoid, objsubid)
        UNION ALL SELECT 15, 2, format('ALTER MATERIALIZED VIEW %s ALTER COLUMN %I SET %s', rel, attname, property)
        FROM view_column JOIN pg_type t ON t.oid = atttypid, unnest(ARRAY['STATISTICS ' || nullif(attstattarget, -1),
            'STORAGE ' || CASE WHEN attstorage <> typstorage
                THEN split_part('PLAIN,EXTERNAL,MAIN,EXTENDED', ',', strpos('pemx', attstorage::text)) END,
            'COMPRESSION ' || CASE attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END,
            '(' || (SELECT string_agg(o, ', ') FROM unnest(attoptions) AS o WHERE o ~ '^n_distinct') || ')']) AS property
        WHERE kind <> 'VIEW' AND attnum > 0 AND property IS NOT NULL
        UNION ALL SELECT 15, 3, format('ALTER MATERIALIZED VIEW %s CLUSTER ON %I', rel, relname) FROM view_index WHERE indisclustered
        UNION ALL SELECT 15, 4, format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
        FROM pg_index JOIN pg_attribute ON attrelid = indexrelid WHERE indrelid = ANY (rels || views) AND attstattarget >= 0
        UNION ALL SELECT 15, 5, format('ALTER STATISTICS %s SET STATISTICS %s', name, stxstattarget)
        FROM made_statistics WHERE stxstattarget >= 0
    ), step AS ( -- PL/pgSQL reads a block before the block can set how, hence EXECUTE
        SELECT step, string_agg(CASE
                WHEN step < 0 THEN regexp_replace(words, '\s+', ' ', 'g')
                WHEN words ~ '\\' AND words !~ '^(uses|PERFORM)' THEN format('    EXECUTE %L;', words)
                ELSE format('    %s;', words) END, E'\n' ORDER BY place, words COLLATE "C") AS words
        FROM message WHERE words IS NOT NULL GROUP BY step
    )
    SELECT max(words) FILTER (WHERE step = -2), max(words) FILTER (WHERE step = -1),
        string_agg(words, E'\n\n' ORDER BY step) FILTER (WHERE step >= 0) INTO obstacles, notes, body FROM step;

    IF obstacles IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING MESSAGE = format('cannot convert columns of table "%s" to objectid', "table"),
            DETAIL = obstacles, HINT = 'Do what the detail says, then call objectid_conversion again.';
    END IF;

    -- What decides how the statements are read
    SELECT format(E'DECLARE\n%s\n    uses pg_catalog.text[];\nBEGIN\n    PERFORM %s(%L::pg_catalog.name);\n%s\n\n%s\n\n%s\nEND\n',
        string_agg(format('    old_%s CONSTANT pg_catalog.text := pg_catalog.current_setting(%1$L);', name), E'\n'),
        check_role, pg_get_userbyid(owner), string_agg(format('    SET LOCAL %s = %s;', name, value), E'\n'), body,
        string_agg(format('    PERFORM pg_catalog.set_config(%L, old_%1$s, true);', name), E'\n'))
    INTO body FROM (VALUES ('search_path', 'pg_catalog, pg_temp', ''), ('role', quote_ident(pg_get_userbyid(owner)), ''),
        ('standard_conforming_strings', 'on', '\\'), ('array_nulls', 'on', '[{,]NULL[,}]'),
        ('default_tablespace', quote_literal(''), 'CREATE MATERIALIZED')) AS setting (name, value, pattern) WHERE body ~ pattern;
    WHILE strpos(body, format('$%s$', tag)) > 0 LOOP tag := tag || '_'; END LOOP;
    RETURN format(E'%s\nDO $%s$\n#variable_conflict use_column\n%s$%2$s$', regexp_replace(notes, '^', '-- ', 'gn'), tag, body);
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion(regclass, name[], regtype, regproc, regproc) IS 'objectid_conversion';

CREATE FUNCTION objectid_conversion("table" regclass, "column" name, VARIADIC further name[] DEFAULT '{}') RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE BEGIN ATOMIC
        SELECT objectid_internal_conversion("table", pg_catalog.array_prepend("column", further),
            'objectid'::pg_catalog.regtype, 'objectid_internal_conversion_check_role'::pg_catalog.regproc,
            'objectid_internal_conversion_check_owners'::pg_catalog.regproc);
    END;
COMMENT ON FUNCTION objectid_conversion(regclass, name, name[]) IS 'the statement that turns columns of text, bytea or uuid into objectid';

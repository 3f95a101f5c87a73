-- The statement that turns columns into objectid.
-- SPDX-License-Identifier: PostgreSQL

-- objectid_conversion reads the catalogs and returns one DO block. It evaluates no expression. All
-- that the block changes, drops and makes again belongs to one role, and only that role may run it.
--
-- Views are parsed again while the search_path has the schema of the type, where others may have
-- created functions and operators that fit better than those meant. So before anything is evaluated,
-- the block checks that views and indexes use only what the server or an extension brought. CHECK
-- constraints and defaults are made again only if every part of them is known.

-- Fails unless the role that connected is the owner or a member of it, without a superuser's rights
-- if the owner has none. The current and the session's role do not count, as code in the block could
-- reset them. In READ COMMITTED, the other check sees what others have committed meanwhile.
CREATE FUNCTION objectid_internal_conversion_check_role(owner name) RETURNS void
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    connected CONSTANT oid := (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid()));
    is_super CONSTANT boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = owner);
BEGIN
    IF connected IS NULL OR NOT pg_has_role(connected, owner, 'MEMBER') OR NOT is_super
        AND EXISTS (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(connected, oid, 'MEMBER')) THEN
        RAISE insufficient_privilege USING
            MESSAGE = format('permission denied to convert columns that belong to role "%s"', owner),
            DETAIL = format('The session was started by role "%s".', pg_get_userbyid(connected)),
            HINT = format('Connect as "%s" or as a member of it%s. SET ROLE is not enough.', owner,
                CASE WHEN NOT is_super THEN ' that cannot become a superuser' END);
    ELSIF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE active_sql_transaction USING
            MESSAGE = 'columns must be converted in a READ COMMITTED transaction';
    END IF;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_check_role(name) IS 'an error unless the session may convert';

-- Returns what is in the way of an owner who converts tables and views, or fails if there is any: those
-- of others, and their statistics objects; for a superuser, also schemas of others, who could exchange
-- what is in them; policies for the owner; and whatever the views, those that they read and the
-- indexes use, but for that of the server and its extensions, enums, and rows of tables.
CREATE FUNCTION objectid_internal_conversion_check_owners(owner name, rels regclass[], fails boolean)
    RETURNS text[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    owner_oid CONSTANT oid := (SELECT oid FROM pg_roles WHERE rolname = owner); obstacles text[];
BEGIN
    WITH RECURSIVE relation (oid) AS (
        SELECT unnest(rels)::oid
        UNION SELECT refobjid FROM relation JOIN pg_rewrite w ON ev_class = relation.oid
            JOIN pg_depend d ON (d.classid, d.objid) = (w.tableoid, w.oid)
        WHERE rulename = '_RETURN' AND refclassid = 'pg_class'::regclass
    ), belonging (classid, objid, role, or_superuser) AS (
        SELECT c.tableoid, oid, relowner, oid <> ALL (rels)
        FROM relation JOIN pg_class c USING (oid) WHERE oid = ANY (rels) OR relkind = 'v'
        UNION ALL SELECT tableoid, oid, stxowner, false FROM pg_statistic_ext WHERE stxrelid = ANY (rels)
        UNION ALL SELECT n.tableoid, n.oid,
            CASE nspowner WHEN 'pg_database_owner'::regrole THEN datdba ELSE nspowner END, true
        FROM pg_namespace n JOIN pg_database ON datname = current_database()
            JOIN pg_roles o ON o.oid = owner_oid AND rolsuper
        WHERE n.oid IN (SELECT relnamespace FROM pg_class WHERE oid = ANY (rels)
            UNION SELECT extnamespace FROM pg_extension WHERE extname = 'objectid')
    ), expression (rel, classid, objid) AS (
        SELECT ev_class, w.tableoid, w.oid
        FROM relation JOIN pg_rewrite w ON ev_class = relation.oid AND rulename = '_RETURN'
        UNION ALL SELECT i.oid, i.tableoid, i.oid
        FROM pg_index JOIN pg_class i ON i.oid = indexrelid WHERE indrelid = ANY (rels)
    ), used AS ( -- and is no superuser's member of an extension: others could have added theirs
        SELECT rel, refclassid, refobjid FROM expression JOIN pg_depend d USING (classid, objid)
            LEFT JOIN pg_type t ON refclassid = 'pg_type'::regclass AND t.oid = refobjid
            LEFT JOIN pg_type element ON element.typarray = t.oid
        WHERE refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)
            AND refobjid >= 16384 AND coalesce(element.typtype, t.typtype, '') <> 'e' AND NOT EXISTS (
                SELECT FROM pg_depend m WHERE m.classid = d.refclassid AND m.deptype = 'e'
                    AND m.objid = coalesce(element.oid, d.refobjid) AND NOT EXISTS (
                        SELECT FROM pg_shdepend s JOIN pg_roles o ON o.oid = s.refobjid AND NOT rolsuper
                            JOIN pg_database b ON b.oid = s.dbid AND datname = current_database()
                        WHERE (s.classid, s.objid, s.deptype) = (m.classid, m.objid, 'o')))
    ), obstacle (classid, objid, words) AS (
        SELECT classid, objid,
            format('belongs to "%s": make "%s" its owner, or convert without it.', rolname, owner)
        FROM belonging JOIN pg_roles r ON r.oid = role
        WHERE role <> owner_oid AND NOT (or_superuser AND rolsuper)
        UNION ALL SELECT c.tableoid, oid, format('has policies for "%s": NO FORCE ROW LEVEL SECURITY '
            'first, or drop what reads it, and create it again afterwards.', owner)
        FROM relation JOIN pg_class c USING (oid)
        WHERE relforcerowsecurity OR relrowsecurity AND relowner <> owner_oid
        UNION ALL SELECT 'pg_class'::regclass, rel, format('uses %s, which no extension brought: drop '
            'it first, and create it again afterwards.', pg_describe_object(refclassid, refobjid, 0))
        FROM used
    )
    SELECT array_agg(DISTINCT upper(left(object, 1)) || substr(object, 2) || ' ' || words)
    INTO obstacles FROM obstacle, pg_describe_object(classid, objid, 0) AS object;
    IF fails AND obstacles <> '{}' THEN
        RAISE dependent_objects_still_exist USING DETAIL = array_to_string(obstacles, E'\n'),
            MESSAGE = format('cannot convert columns that belong to role "%s"', owner);
    END IF;
    RETURN obstacles;
END
$$;
COMMENT ON FUNCTION objectid_internal_conversion_check_owners(name, regclass[], boolean) IS 'what is in the way';

-- Returns the block for columns of a table, the same in every session, or fails with all obstacles.
CREATE FUNCTION objectid_conversion("table" regclass, "column" name, VARIADIC further name[] DEFAULT '{}')
    RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp SET jit = off
    SET quote_all_identifiers = off SET standard_conforming_strings = on SET bytea_output = hex
    SET DateStyle = ISO SET IntervalStyle = postgres SET extra_float_digits = 1 AS $$
#variable_conflict use_column
DECLARE
    columns CONSTANT name[] := "column" || further;
    ids_schema CONSTANT regnamespace := (SELECT extnamespace FROM pg_extension WHERE extname = 'objectid');
    id_type CONSTANT regtype := ids_schema || '.objectid';
    owner oid; kind "char"; unknown_column name;
    rels regclass[]; attributes smallint[]; -- the tables and numbers of the columns,
    vias text[]; -- what to cast them to first, NULL if they cannot be converted,
    not_nulls boolean[]; -- whether a domain makes them NOT NULL,
    views regclass[]; -- the views that read them, directly or through other views,
    levels int[]; -- which are higher than those of all that they read
    check_call text; of_others text[]; obstacles text; notes text; body text;
    tag text := 'objectid'; -- of the dollar quotes
BEGIN
    SELECT relowner, relkind INTO owner, kind FROM pg_class WHERE oid = "table";
    SELECT c INTO unknown_column FROM unnest(columns) AS c WHERE c NOT IN (
        SELECT attname FROM pg_attribute WHERE attrelid = "table" AND attnum > 0 AND NOT attisdropped);
    IF "table" IS NULL OR array_position(columns, NULL) IS NOT NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table and column must not be null';
    ELSIF "table"::oid < 16384 THEN
        RAISE insufficient_privilege USING
            MESSAGE = format('permission denied: "%s" is a system catalog', "table");
    ELSIF kind IS NULL OR kind NOT IN ('r', 'p') THEN
        RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', "table");
    ELSIF unknown_column IS NOT NULL THEN
        RAISE undefined_column USING
            MESSAGE = format('column "%s" of relation "%s" does not exist', unknown_column, "table");
    END IF;

    -- Columns must have the same type if foreign keys, partitions or inheritance connect them.
    WITH RECURSIVE connection (rel, attribute, other_rel, other_attribute) AS (
        SELECT conrelid, a, confrelid, b
        FROM pg_constraint, unnest(conkey, confkey) AS k (a, b) WHERE contype = 'f'
        UNION ALL SELECT inhrelid, c.attnum, inhparent, p.attnum
        FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid
            JOIN pg_attribute p ON p.attrelid = inhparent AND p.attname = c.attname
    ), connection_both_ways AS MATERIALIZED (
        TABLE connection UNION ALL SELECT other_rel, other_attribute, rel, attribute FROM connection
    ), connected_column (rel, attribute) AS (
        SELECT attrelid, attnum FROM pg_attribute WHERE attrelid = "table" AND attname = ANY (columns)
        UNION SELECT other_rel, other_attribute
        FROM connected_column JOIN connection_both_ways USING (rel, attribute)
    ), unwrapped (rel, attribute, type, arrays, not_null) AS ( -- from domains and arrays, one by one
        SELECT rel, attribute, atttypid, 0, false
        FROM connected_column JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        UNION ALL SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END,
            arrays + (typtype <> 'd')::int, not_null OR typnotnull AND arrays = 0
        FROM unwrapped JOIN pg_type t ON t.oid = type
        WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
    )
    SELECT coalesce(array_agg(rel::regclass), '{}'), array_agg(attribute),
        array_agg('pg_catalog.' || CASE WHEN arrays > 1 THEN NULL
            WHEN type = ANY ('{text,varchar,bpchar,name}'::regtype[]) THEN 'text'
            WHEN type = ANY ('{bytea,uuid}'::regtype[]) THEN type::regtype::text
        END || CASE arrays WHEN 1 THEN '[]' ELSE '' END), array_agg(not_null)
    INTO rels, attributes, vias, not_nulls FROM unwrapped JOIN pg_type t ON t.oid = type
    WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type;

    WITH RECURSIVE reading AS MATERIALIZED (
        SELECT DISTINCT refobjid AS rel, refobjsubid AS attribute, ev_class AS reader
        FROM pg_depend JOIN pg_rewrite w ON classid = 'pg_rewrite'::regclass AND w.oid = objid
        WHERE refclassid = 'pg_class'::regclass AND rulename = '_RETURN' AND refobjid <> ev_class
    ), reached (rel, level) AS ( -- not more levels than views, as views can read in a circle
        SELECT reader, 1
        FROM unnest(rels, attributes) AS c (rel, attribute) JOIN reading USING (rel, attribute)
        UNION SELECT reader, level + 1 FROM reached JOIN reading USING (rel)
        WHERE level < (SELECT count(DISTINCT reader) FROM reading)
    )
    SELECT coalesce(array_agg(rel::regclass), '{}'), array_agg(level) INTO views, levels
    FROM (SELECT rel, max(level) AS level FROM reached GROUP BY rel) AS v;
    EXECUTE format('SELECT %s.objectid_internal_conversion_check_owners($1, $2, false)', ids_schema)
    INTO of_others USING pg_get_userbyid(owner), rels || views;
    check_call := format('PERFORM %s.objectid_internal_conversion_check_owners(%L::pg_catalog.name, '
        '%L::pg_catalog.regclass[], true)', ids_schema, pg_get_userbyid(owner),
        ARRAY(SELECT DISTINCT r FROM unnest(rels || views) AS r ORDER BY r));

    -- What is in the way (step -2), the comments (step -1), and the statements. Within a step, they
    -- are sorted by the place, and by their text: parents before children, views by what they read.
    WITH converted_column AS MATERIALIZED (
        SELECT c.*, a.*, relkind, reloftype, format('%s.%I', rel, attname) AS name,
            id_type || CASE WHEN via LIKE '%[]' THEN '[]' ELSE '' END AS target,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS column_default,
            CASE typtype WHEN 'd' THEN atttypid::regtype END AS domain, d.oid AS default_oid,
            format('(?<![\w"])%s(?![\w"])', regexp_replace(quote_ident(attname), '(\W)', '\\\1', 'g')) AS pattern
        FROM unnest(rels, attributes, vias, not_nulls) AS c (rel, attribute, via, not_null)
            JOIN pg_class r ON r.oid = rel JOIN pg_attribute a ON attrelid = rel AND attnum = attribute
            JOIN pg_type t ON t.oid = atttypid LEFT JOIN pg_attrdef d ON adrelid = rel AND adnum = attribute
    ), kept_default (rel, attribute, expression) AS ( -- an id, no ids, or a function of the user's
        SELECT rel, attribute, CASE
            WHEN column_default ~* format('^''%s''::', CASE
                WHEN via LIKE '%[]' THEN '\{\}' WHEN via ~ 'uuid' THEN '00000000-[-0-9a-f]{27}'
                WHEN via ~ 'bytea' THEN '\\x[0-9a-f]{24}' ELSE '[0-9a-f]{24} *' END)
            THEN substring(column_default FROM '^''[^'']*''') || '::' || via
            WHEN column_default ~ '^\(?[\w"]+\.[\w"]+\(\)\)?(::[a-z ]+(\(\d+\))?)?$' AND NOT EXISTS (
                SELECT FROM pg_depend d JOIN pg_proc p ON (refclassid, refobjid) = (p.tableoid, p.oid)
                WHERE objid IN (default_oid, atttypid) AND pronargs > 0) -- another could fit better
            THEN column_default END
        FROM converted_column WHERE column_default !~ '^NULL::' AND via IS NOT NULL
    ), converted_table AS MATERIALIZED ( -- with a pattern of all its columns that can be compared
        SELECT rel, array_agg(attribute) AS attributes,
            format('(?:\((%1$s)\)::(?:text|bpchar)|(%1$s))',
                string_agg(CASE WHEN via LIKE '%[]' THEN '$.' ELSE pattern END, '|')) AS pattern
        FROM converted_column GROUP BY rel
    ), dropped_constraint AS MATERIALIZED (
        SELECT o.oid, contype, conname, rel, coninhcount, pg_get_constraintdef(o.oid) AS definition,
            pattern, format('%s (=|<>|<|<=|>|>=) %1$s', pattern) AS comparison
        FROM pg_constraint o JOIN converted_table ON rel = conrelid AND conkey && attributes
        WHERE contype = 'f' AND conparentid = 0 OR contype IN ('c', 'x') AND conislocal
    ), made_again (oid, parent, of_view, alone) AS MATERIALIZED ( -- views, and indexes
        SELECT unnest(views)::oid, 0::oid, true, true
        UNION ALL SELECT indexrelid, 0, true, true FROM pg_index WHERE indrelid = ANY (views)
        UNION ALL SELECT indexrelid, coalesce(inhparent, 0), false, inhparent <> 0
        FROM converted_column JOIN pg_index ON indrelid = rel AND attribute = ANY (indkey)
            LEFT JOIN pg_inherits ON inhrelid = indexrelid
    ), unfit (words) AS (
        SELECT format('Index %s is one of text', i.oid::regclass)
        FROM converted_column JOIN pg_index ON indrelid = rel JOIN pg_class i ON i.oid = indexrelid
        WHERE NOT relispartition AND EXISTS (
                SELECT FROM generate_series(0, indnkeyatts - 1) AS k
                    JOIN pg_opclass o ON o.oid = indclass[k] AND indkey[k] = attribute
                WHERE NOT opcdefault OR indcollation[k] NOT IN (0, attcollation)
                    OR via !~ '\[' AND NOT EXISTS (SELECT FROM pg_opclass d
                        WHERE d.opcmethod = relam AND d.opcintype = id_type))
            OR regexp_replace(concat(pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)),
                pattern || ' IS (NOT )?NULL', '', 'g') ~ pattern
        UNION ALL SELECT format('Constraint %I of table %s is one of text', conname, rel)
        FROM dropped_constraint WHERE contype = 'x' OR contype = 'c' AND regexp_replace(definition,
            format('%s|%s IS (NOT )?NULL|\m(CHECK|AND|OR|NOT|VALID|NO|INHERIT)\M|[() ]',
                comparison, pattern), '', 'g') <> ''
        UNION ALL SELECT format('Default %s of column %s is not known to make ids', column_default, name)
        FROM converted_column JOIN kept_default USING (rel, attribute) WHERE expression IS NULL
        UNION ALL SELECT format('View %s casts ids, or compares them with a constant', view)
        FROM unnest(views) AS view, (SELECT string_agg(pattern, '|') FROM converted_column) AS c (ids)
        WHERE pg_get_viewdef(view) ~ format('(%1$s)\)*(::| %2$s [(A-Z\[ ]*'')|''::[a-z ]+\)* %2$s '
            '[(A-Z ]*([\w"]+\.)?(%1$s)', ids, '([-+*/<>=~!@#%^&|`?]+|IS (NOT )?DISTINCT FROM)')
        UNION ALL SELECT format('View %s does more with column %s than return and compare it', view, name)
        FROM unnest(views) AS view, converted_column -- functions print bytes and uuids otherwise than ids
        WHERE via !~ 'text' AND regexp_replace(pg_get_viewdef(view), format('^( SELECT|   ) ([\w"]+\.)?%1$s,?$'
            '|([\w"]+\.)?%1$s (=|<>|<|<=|>|>=) ([\w"]+\.)?%1$s|(USING \(|(GROUP|ORDER) BY )[\w", .]+',
            pattern), '', 'gn') ~ (pattern || '|[\w"] [\w"]+\([\w", ]+\)') -- or names columns otherwise
        UNION ALL SELECT 'What is converted is used by ' || pg_describe_object(classid, objid, objsubid)
        FROM (SELECT rel::oid, attribute FROM converted_column UNION ALL SELECT unnest(views), NULL)
            AS c (refobjid, attribute) JOIN pg_depend USING (refobjid)
        WHERE refclassid = 'pg_class'::regclass AND refobjsubid = coalesce(attribute, refobjsubid)
            AND (deptype = 'n' OR deptype = 'a' AND classid <> 'pg_class'::regclass)
            AND classid <> 'pg_constraint'::regclass AND (classid, objid) NOT IN (
                SELECT tableoid, oid FROM pg_rewrite WHERE ev_class = ANY (views) AND rulename = '_RETURN'
                UNION ALL SELECT a.tableoid, a.oid FROM pg_attrdef a JOIN converted_column ON a.oid = default_oid
                UNION ALL SELECT tableoid, oid FROM pg_statistic_ext
                WHERE stxrelid = ANY (rels) AND stxexprs IS NULL)
    ), obstacle (words) AS (
        SELECT unnest(of_others)
        UNION ALL SELECT words || ': drop it first, and create it again for ids afterwards.' FROM unfit
        UNION ALL SELECT format('Column %s.%I is of type %s already: leave it out.', "table", c, id_type)
        FROM unnest(columns) AS c
        WHERE NOT EXISTS (SELECT FROM converted_column WHERE rel = "table" AND attname = c)
        UNION ALL SELECT format(CASE
            WHEN relkind NOT IN ('r', 'p') THEN '%1$s is not a table: detach it first.'
            WHEN reloftype <> 0 THEN '%1$s is a typed table: ALTER TABLE %1$s NOT OF; first.'
            WHEN via IS NULL THEN 'Column %2$s has type %3$s: only text, varchar, char, bytea and '
                'uuid, arrays of these and domains over them can be converted.'
            WHEN attinhcount > 1 THEN 'Column %2$s is inherited from several tables: NO INHERIT all but one.'
            WHEN EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = rel
                AND (attribute = ANY (partattrs) OR pg_get_expr(partexprs, partrelid) ~ pattern))
            THEN 'Column %2$s is part of a partition key: copy the rows to a table with a key of ids.'
            END, rel, name, format_type(atttypid, atttypmod)) FROM converted_column
        UNION ALL SELECT format('Constraint %I of table %s loses its name: rename it to %I first.',
            c.conname, c.conrelid::regclass, p.conname)
        FROM pg_constraint c JOIN pg_constraint p ON p.oid = c.conparentid WHERE c.contype = 'f'
            AND c.conrelid = ANY (rels) AND c.conname <> p.conname AND c.conrelid <> p.conrelid
        UNION ALL SELECT format('The %s of %s would be lost: remove it first.', property,
            pg_describe_object('pg_class'::regclass, c.oid, 0))
        FROM made_again JOIN pg_class c USING (oid) LEFT JOIN pg_index ON indexrelid = c.oid
            LEFT JOIN pg_class p ON p.oid = parent, unnest(ARRAY[
                CASE WHEN NOT indisvalid THEN 'invalid state' END,
                CASE WHEN of_view AND num_nonnulls(indexprs, indpred) > 0 THEN 'expression' END,
                CASE WHEN alone AND c.reltablespace <> coalesce(p.reltablespace, 0) THEN 'tablespace' END,
                CASE WHEN c.reloptions IS DISTINCT FROM p.reloptions AND parent <> 0 THEN 'options' END,
                CASE WHEN alone AND indisclustered THEN 'use by CLUSTER' END,
                CASE WHEN alone AND indisreplident THEN 'use as replica identity' END,
                CASE WHEN parent <> 0 THEN 'comment' || left(obj_description(c.oid, 'pg_class'), 0) END,
                (SELECT max('grant by ' || grantor::regrole) FROM pg_attribute, aclexplode(c.relacl || attacl)
                    WHERE of_view AND attrelid = c.oid AND grantor <> c.relowner),
                (SELECT 'TOAST options' FROM pg_class t
                    WHERE t.oid = c.reltoastrelid AND t.reloptions IS NOT NULL),
                (SELECT max('column options') FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
                    WHERE alone AND attrelid = c.oid AND (attnum > 0 AND attstattarget >= 0 OR attcompression <> ''
                        OR attoptions::text ~ 'n_distinct' OR c.relkind = 'm' AND attstorage <> typstorage)),
                (SELECT max('security label') FROM pg_seclabel
                    WHERE (classoid, objoid) = (c.tableoid, c.oid)),
                (SELECT max('dependence on an extension') FROM pg_depend
                    WHERE (classid, objid, deptype) = (c.tableoid, c.oid, 'x'))
            ]) AS property
        WHERE property IS NOT NULL
    ), dropped_view AS MATERIALIZED (
        SELECT rel, level, CASE relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS kind,
            CASE relpersistence WHEN 't' THEN 'TEMP ' END AS temp, relispopulated,
            coalesce(relacl, acldefault('r', owner)) AS acl, relacl IS NOT NULL OR EXISTS (
                SELECT FROM pg_default_acl WHERE defaclobjtype = 'r' AND defaclrole = owner) AS has_acl,
            concat(' USING ' || amname, ' WITH (' || array_to_string(reloptions, ', ') || ')') AS options
        FROM unnest(views, levels) AS v (rel, level) JOIN pg_class c ON c.oid = rel
            LEFT JOIN pg_am a ON a.oid = relam
    ), message (step, place, words) AS (
        SELECT DISTINCT -2, 0, words FROM obstacle
        UNION ALL SELECT -1, 0, format('Converts %s to %s.', string_agg(name, ', ' ORDER BY name), id_type)
        FROM converted_column
        UNION ALL SELECT -1, 1, format('Connect as %I, or as a member of it%s.', rolname,
            CASE WHEN NOT rolsuper THEN ' that cannot become a superuser' END)
        FROM pg_roles WHERE oid = owner
        UNION ALL SELECT -1, 2, format('Column %s loses the checks of its domain %s.', name, domain)
        FROM converted_column WHERE domain IS NOT NULL
        UNION ALL SELECT -1, 3, format('Column %s keeps its default %s, which must make ids.', name, expression)
        FROM converted_column JOIN kept_default USING (rel, attribute) WHERE expression !~ '^''|gen_objectid\('
        UNION ALL SELECT 0, 0, format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE',
            string_agg('ONLY ' || rel, ', ' ORDER BY rel::text)) FROM converted_table
        UNION ALL SELECT 0, 1, check_call
        UNION ALL SELECT 1, -level, format('DROP %s %s', kind, rel) FROM dropped_view
        UNION ALL SELECT 2, coninhcount, format('ALTER TABLE %s DROP CONSTRAINT %I', rel, conname)
        FROM dropped_constraint
        UNION ALL SELECT 3, 0, format('ALTER TABLE ONLY %s ALTER COLUMN %I DROP DEFAULT', rel, attname)
        FROM converted_column WHERE atthasdef
        UNION ALL SELECT 4, 0, format('ALTER TABLE %s%s', rel, string_agg(format(
            E'\n        ALTER COLUMN %1$I TYPE %2$s USING %1$I::%3$s::%2$s%4$s', attname, target, via,
            CASE WHEN not_null THEN format(', ALTER COLUMN %I SET NOT NULL', attname) END),
            ',' ORDER BY attribute))
        FROM converted_column WHERE attinhcount = 0 GROUP BY rel -- with its partitions and children
        UNION ALL SELECT 5, 0, format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT (%s)::%s',
            rel, attname, expression, target) FROM converted_column JOIN kept_default USING (rel, attribute)
        UNION ALL SELECT 6, 0, format('ALTER TABLE %s ADD CONSTRAINT %I %s', rel, conname,
            regexp_replace(definition, comparison, format('\1\2 OPERATOR(%s.\3) \4\5', ids_schema), 'g'))
        FROM dropped_constraint
        UNION ALL SELECT 7, 0, format('SET LOCAL search_path = pg_catalog, pg_temp, %s', ids_schema)
        UNION ALL SELECT 8, level, format(E'CREATE %s%s %s%s AS\n%s%s', temp, kind, rel, options,
            rtrim(pg_get_viewdef(rel), ';'), CASE WHEN kind <> 'VIEW' THEN E'\n WITH NO DATA' END)
        FROM dropped_view
        UNION ALL SELECT 9, 0, 'SET LOCAL search_path = pg_catalog, pg_temp'
        UNION ALL SELECT 9, 1, check_call -- before anything that the views use is evaluated
        UNION ALL SELECT 10, level, format('REFRESH MATERIALIZED VIEW %s', rel)
        FROM dropped_view WHERE kind <> 'VIEW' AND relispopulated
        UNION ALL SELECT 11, 0, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = ANY (views)
        UNION ALL SELECT 12, 0, format('REVOKE ALL ON %s FROM %s', rel, -- what is given by default
            CASE g WHEN 0 THEN 'PUBLIC' ELSE g::regrole::text END)
        FROM dropped_view, (SELECT owner UNION SELECT grantee FROM pg_default_acl, aclexplode(defaclacl)
            WHERE defaclobjtype = 'r' AND defaclrole = owner) AS r (g) WHERE has_acl
        UNION ALL SELECT 12, 1, format('GRANT %s ON %s TO %s%s',
            string_agg(privilege_type || attname, ', ' ORDER BY privilege_type, attname), rel,
            CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
            CASE WHEN is_grantable THEN ' WITH GRANT OPTION' END)
        FROM (SELECT rel, '' AS attname, a.* FROM dropped_view, aclexplode(acl) AS a WHERE has_acl
            UNION ALL SELECT attrelid, format(' (%I)', attname), a.*
            FROM pg_attribute, aclexplode(attacl) AS a WHERE attrelid = ANY (views)) AS r
        GROUP BY rel, grantee, is_grantable
        UNION ALL SELECT 13, 0, format('COMMENT ON %s %s IS %L',
            regexp_replace(upper(o.type), '.* (?=COLUMN|CONSTRAINT)', ''), o.identity, description)
        FROM pg_description, pg_identify_object(classoid, objoid, objsubid) AS o
        WHERE (classoid, objoid) IN (SELECT 'pg_class'::regclass, oid FROM made_again WHERE of_view
            UNION ALL SELECT 'pg_constraint'::regclass, oid FROM dropped_constraint)
        UNION ALL SELECT 13, 1, format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s',
            indexrelid::regclass, attnum, attstattarget)
        FROM pg_index JOIN pg_attribute ON attrelid = indexrelid AND attstattarget >= 0 WHERE indrelid = ANY (rels)
        UNION ALL SELECT 13, 2, format('ALTER STATISTICS %s.%I SET STATISTICS %s',
            stxnamespace::regnamespace, stxname, stxstattarget)
        FROM pg_statistic_ext WHERE stxrelid = ANY (rels) AND stxstattarget >= 0
    ), step AS ( -- PL/pgSQL reads a block before the block can set how, hence EXECUTE
        SELECT step, string_agg(CASE
                WHEN step < 0 THEN regexp_replace(words, '\s+', ' ', 'g')
                WHEN words ~ '\\' AND words !~ '^PERFORM' THEN format('    EXECUTE %L;', words)
                ELSE format('    %s;', words) END, E'\n' ORDER BY place, words COLLATE "C") AS words
        FROM message WHERE words IS NOT NULL GROUP BY step
    )
    SELECT max(words) FILTER (WHERE step = -2), max(words) FILTER (WHERE step = -1),
        string_agg(words, E'\n\n' ORDER BY step) FILTER (WHERE step >= 0) INTO obstacles, notes, body FROM step;
    IF obstacles IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING DETAIL = obstacles,
            HINT = 'Do what the detail says, then call objectid_conversion again.',
            MESSAGE = format('cannot convert columns of table "%s" to objectid', "table");
    END IF;

    -- What decides how the statements are read
    SELECT format(E'DECLARE\n%s\nBEGIN\n    PERFORM %s.objectid_internal_conversion_check_role(%L'
            '::pg_catalog.name);\n%s\n\n%s\n\n%s\nEND\n',
        string_agg(format('    old_%s CONSTANT pg_catalog.text := pg_catalog.current_setting(%1$L);',
            name), E'\n'), ids_schema, pg_get_userbyid(owner),
        string_agg(format('    SET LOCAL %s = %s;', name, value), E'\n'), body,
        string_agg(format('    PERFORM pg_catalog.set_config(%L, old_%1$s, true);', name), E'\n'))
    INTO body FROM (VALUES ('search_path', 'pg_catalog, pg_temp', ''), ('role', owner::regrole::text, ''),
        ('standard_conforming_strings', 'on', '\\'), ('array_nulls', 'on', '[{,]NULL[,}]'),
        ('default_tablespace', quote_literal(''), 'CREATE MATERIALIZED')) AS setting (name, value, pattern)
    WHERE body ~ pattern;
    WHILE strpos(body, format('$%s$', tag)) > 0 LOOP tag := tag || '_'; END LOOP;
    RETURN format(E'%s\nDO $%s$\n#variable_conflict use_column\n%s$%2$s$',
        regexp_replace(notes, '^', '-- ', 'gn'), tag, body);
END
$$;
COMMENT ON FUNCTION objectid_conversion(regclass, name, name[]) IS
    'the statement that turns columns of text, bytea or uuid into objectid';

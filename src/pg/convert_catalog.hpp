// What objectid_convert() asks the catalogs, step by step.
// SPDX-License-Identifier: PostgreSQL
#pragma once

namespace objectid::convert_catalog {

// All of them run with search_path = pg_catalog, pg_temp and a new snapshot, and return names that
// are quoted and qualified as far as SQL needs it. They look at catalogs only, and evaluate no
// expression of a user. Unless they say otherwise, they take
//
// $1 oid[], $2 smallint[]: the tables and numbers of the columns, pair by pair
// $3 oid: the type objectid

// Which columns must keep one type? Those at both ends of a foreign key, in a table and its
// partitions or children. So whoever names one of them means all.
// Gives: table, number.
constexpr const char *connected_columns = R"(
WITH RECURSIVE link (rel, col, other_rel, other_col) AS (
    SELECT o.conrelid, k.col, o.confrelid, k.other_col
    FROM pg_constraint o, unnest(o.conkey, o.confkey) AS k (col, other_col)
    WHERE o.contype = 'f'
    UNION ALL
    SELECT i.inhrelid, child.attnum, i.inhparent, parent.attnum
    FROM pg_inherits i
        JOIN pg_attribute parent ON parent.attrelid = i.inhparent
        JOIN pg_attribute child ON child.attrelid = i.inhrelid AND child.attname = parent.attname
    WHERE parent.attnum > 0 AND NOT parent.attisdropped
), link_both_ways AS MATERIALIZED (
    SELECT rel, col, other_rel, other_col FROM link
    UNION ALL
    SELECT other_rel, other_col, rel, col FROM link
), connected (rel, col) AS (
    SELECT rel, col FROM unnest($1, $2) AS given (rel, col)
    UNION
    SELECT other_rel, other_col FROM connected JOIN link_both_ways USING (rel, col)
)
SELECT rel, col FROM connected ORDER BY rel, col)";

// What is each column now? Its type without domains and arrays says how its values are converted.
// Columns that are ids already are left out. A domain's NOT NULL goes over to the column.
// Gives: table, number, name of the table, name of the column, name of the type,
// type to cast to first (null if there is none), whether it is an array, whether it becomes NOT
// NULL, whether it is inherited, the name of a domain whose checks are lost.
constexpr const char *column_types = R"(
WITH RECURSIVE unwrapped (rel, col, type, arrays, is_not_null, checked) AS (
    SELECT given.rel, given.col, a.atttypid, 0, false, NULL::oid
    FROM unnest($1, $2) AS given (rel, col)
        JOIN pg_attribute a ON a.attrelid = given.rel AND a.attnum = given.col
    UNION ALL
    SELECT u.rel, u.col, CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.typelem END,
        u.arrays + CASE t.typtype WHEN 'd' THEN 0 ELSE 1 END,
        u.is_not_null OR (t.typtype = 'd' AND t.typnotnull AND u.arrays = 0),
        CASE WHEN EXISTS (SELECT FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c')
            THEN t.oid ELSE u.checked END
    FROM unwrapped u JOIN pg_type t ON t.oid = u.type
    WHERE t.typtype = 'd' OR t.typsubscript = 'array_subscript_handler'::regproc
)
SELECT u.rel, u.col, format('%I.%I', n.nspname, r.relname), quote_ident(a.attname),
    format_type(a.atttypid, a.atttypmod),
    CASE
        WHEN u.arrays > 1 THEN NULL
        WHEN u.type IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype) THEN 'text'
        WHEN u.type IN ('bytea'::regtype, 'uuid'::regtype) THEN u.type::regtype::text
    END,
    u.arrays > 0, u.is_not_null AND NOT a.attnotnull, a.attinhcount > 0, u.checked::regtype::text
FROM unwrapped u
    JOIN pg_type t ON t.oid = u.type
    JOIN pg_attribute a ON a.attrelid = u.rel AND a.attnum = u.col
    JOIN pg_class r ON r.oid = u.rel
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE t.typtype <> 'd' AND t.typsubscript <> 'array_subscript_handler'::regproc AND u.type <> $3
ORDER BY u.rel, u.col)";

// A to D find objects that are in the way: A to C those that hold an expression, which would mean
// something else or nothing afterwards. They give: class, object.

// A. What mentions a column? The server has noted that. Keys, NOT NULL and plain indexes,
// statistics objects without expressions, the default of the column and a sequence that it owns may
// stay. Everything else may not, also what a later version of the server may have.
constexpr const char *mentioning_column = R"(
SELECT DISTINCT d.classid, d.objid
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass
        AND d.refobjid = given.rel AND d.refobjsubid = given.col
    LEFT JOIN pg_constraint o ON d.classid = 'pg_constraint'::regclass AND o.oid = d.objid
    LEFT JOIN pg_class r ON d.classid = 'pg_class'::regclass AND r.oid = d.objid
    LEFT JOIN pg_index i ON i.indexrelid = r.oid
    LEFT JOIN pg_statistic_ext s ON d.classid = 'pg_statistic_ext'::regclass AND s.oid = d.objid
    LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
WHERE CASE
    WHEN o.oid IS NOT NULL THEN o.contype NOT IN ('p', 'u', 'f', 'n')
    WHEN i.indexrelid IS NOT NULL THEN i.indexprs IS NOT NULL OR i.indpred IS NOT NULL
    WHEN r.oid IS NOT NULL THEN r.relkind <> 'S'
    WHEN s.oid IS NOT NULL THEN s.stxexprs IS NOT NULL
    WHEN f.oid IS NOT NULL THEN f.adrelid <> given.rel OR f.adnum <> given.col
    ELSE true
END
UNION
-- by the name of a key, as in ON CONFLICT ON CONSTRAINT
SELECT d.classid, d.objid
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.conrelid = given.rel AND given.col = ANY (o.conkey)
    JOIN pg_depend d ON d.refclassid = 'pg_constraint'::regclass AND d.refobjid = o.oid
WHERE d.classid IN ('pg_rewrite'::regclass, 'pg_proc'::regclass))";

// B. What mentions a whole row, or is a MERGE? That is noted as a dependency on the table at most,
// so the expression itself has to be looked at: a variable of column number 0 has the type of the
// table's rows, or is a record if it stands for a row of a join or a subquery. Which columns the
// actions of MERGE assign to is not noted at all, so that each is in the way. (All servers from 15
// on write it so. If one writes it otherwise, such expressions are no longer found, and the part on
// whole rows of sql/objectid_convert.sql, which has every kind of them, and 042_convert.pl fail.)
constexpr const char *mentioning_row = R"(
WITH expression (classid, objid, tree) AS (
    SELECT tableoid, oid, concat(ev_qual, ev_action) FROM pg_rewrite
    UNION ALL SELECT tableoid, oid, concat(polqual, polwithcheck) FROM pg_policy
    UNION ALL SELECT tableoid, oid, conbin::text FROM pg_constraint
    UNION ALL SELECT tableoid, oid, tgqual::text FROM pg_trigger
    UNION ALL SELECT tableoid, oid, adbin::text FROM pg_attrdef
    UNION ALL SELECT coalesce(o.tableoid, r.tableoid), coalesce(o.oid, r.oid),
            concat(i.indexprs, i.indpred)
        FROM pg_index i JOIN pg_class r ON r.oid = i.indexrelid
            LEFT JOIN pg_constraint o ON o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x')
    UNION ALL SELECT 'pg_class'::regclass, partrelid, partexprs::text FROM pg_partitioned_table
    UNION ALL SELECT tableoid, oid, stxexprs::text FROM pg_statistic_ext
    UNION ALL SELECT tableoid, oid, prqual::text FROM pg_publication_rel
    UNION ALL SELECT tableoid, oid, prosqlbody::text FROM pg_proc
)
SELECT DISTINCT e.classid, e.objid
FROM pg_class r
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = r.oid
    JOIN expression e ON e.classid = d.classid AND e.objid = d.objid
WHERE r.oid = ANY ($1)
    AND (strpos(e.tree, format(':varattno 0 :vartype %s ', r.reltype)) > 0
        OR strpos(e.tree, format(':varattno 0 :vartype %s ', 'record'::regtype::oid)) > 0
        OR strpos(e.tree, ':mergeActionList (') > 0))";

// C. What has a row that it does not read from the table: a constant or a cast of the row type, or
// what a function returns? A *carrier* is what such a row comes with: the row type, and whatever is
// made of a carrier, as an array of it, a domain over it, a composite type with such a column, a
// function or an operator that takes or returns it.
//
// Of what depends on a carrier, rules, indexes and the like, and functions with an SQL-standard
// body, are in the way. Other functions and domains may stay, unless a default uses the carrier; so
// may tables, unless a partition key does. The server records only that the whole object depends on
// the carrier, so the carrier's OID is looked for in these expressions. (The test that is named at
// B notices if a server writes OIDs otherwise.)
constexpr const char *mentioning_row_type = R"(
WITH RECURSIVE is_expression (classid) AS ( -- classes of objects that are in the way as a whole
    SELECT unnest('{pg_rewrite,pg_policy,pg_trigger,pg_attrdef,pg_constraint,pg_statistic_ext,'
        'pg_publication_rel}'::regclass[])::oid
), carrier (classid, objid) AS (
    SELECT 'pg_type'::regclass::oid, reltype FROM pg_class WHERE oid = ANY ($1)
    UNION
    SELECT made.classid, made.objid
    FROM carrier c
        JOIN pg_depend d ON d.refclassid = c.classid AND d.refobjid = c.objid
        LEFT JOIN pg_class r ON d.classid = 'pg_class'::regclass AND r.oid = d.objid,
        LATERAL (
            SELECT d.classid, d.objid
            UNION ALL -- of a composite type, whose relation depends on it and not the reverse
            SELECT 'pg_type'::regclass, r.reltype WHERE r.oid IS NOT NULL
        ) AS made (classid, objid)
    WHERE d.classid NOT IN (TABLE is_expression) AND (r.oid IS NULL OR r.relkind = 'c')
)
SELECT DISTINCT d.classid, d.objid
FROM carrier c
    JOIN pg_depend d ON d.refclassid = c.classid AND d.refobjid = c.objid
    LEFT JOIN pg_class r ON d.classid = 'pg_class'::regclass AND r.oid = d.objid
    LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
    LEFT JOIN pg_type t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid
    LEFT JOIN pg_partitioned_table k ON k.partrelid = r.oid
WHERE d.classid IN (TABLE is_expression)
    OR r.relkind IN ('i', 'I')
    OR p.prosqlbody IS NOT NULL
    OR strpos(concat(p.proargdefaults, t.typdefaultbin, k.partexprs),
        format(' %s ', c.objid)) > 0)";

// D. Which indexes cannot have the new type? Those whose operator class, collation or options were
// chosen for the old one, and those of an access method that has no default for ids.
constexpr const char *indexes_of_old_type = R"(
SELECT DISTINCT 'pg_class'::regclass::oid, i.indexrelid
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_attribute a ON a.attrelid = given.rel AND a.attnum = given.col
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_index i ON i.indrelid = given.rel
    JOIN pg_class r ON r.oid = i.indexrelid,
    unnest(i.indkey::smallint[], i.indclass::oid[], i.indcollation::oid[])
        WITH ORDINALITY AS key (col, opclass, collation_oid, position)
    JOIN pg_opclass o ON o.oid = key.opclass
WHERE key.col = given.col
    AND (NOT o.opcdefault
        OR key.collation_oid <> a.attcollation
        OR EXISTS (
            SELECT FROM pg_attribute k WHERE k.attrelid = i.indexrelid
                AND k.attnum = key.position AND k.attoptions IS NOT NULL)
        OR NOT EXISTS (
            SELECT FROM pg_opclass fit
            WHERE fit.opcmethod = r.relam AND fit.opcdefault AND fit.opcintype
                = CASE t.typcategory WHEN 'A' THEN 'anyarray'::regtype::oid ELSE $3 END)))";

// E to G find what ALTER TABLE would refuse or lose. They give a line for each, and the statements
// that belong below it (null if there are none).

// E. Tables whose columns cannot change, and columns elsewhere that hold whole rows.
constexpr const char *unalterable_tables = R"(
WITH RECURSIVE descent (root, rel, name) AS (
    SELECT given.rel, given.rel, a.attname
    FROM unnest($1, $2) AS given (rel, col)
        JOIN pg_attribute a ON a.attrelid = given.rel AND a.attnum = given.col
    WHERE a.attinhcount = 0
    UNION
    SELECT d.root, i.inhrelid, d.name FROM descent d JOIN pg_inherits i ON i.inhparent = d.rel
), holder (type) AS ( -- the row types, arrays of them, domains over them
    SELECT reltype FROM pg_class WHERE oid = ANY ($1)
    UNION
    SELECT t.oid FROM holder h JOIN pg_type t ON h.type IN (t.typelem, t.typbasetype)
)
SELECT format('Column %I of table %I.%I is inherited from several tables that have no common '
        'parent: ALTER TABLE ... NO INHERIT for all but one of them first.',
    d.name, n.nspname, r.relname), NULL
FROM descent d JOIN pg_class r ON r.oid = d.rel JOIN pg_namespace n ON n.oid = r.relnamespace
GROUP BY d.name, n.nspname, r.relname, d.rel
HAVING count(*) > 1
UNION
SELECT format('Table %I.%I is partitioned by column %I: create another table, and move the rows.',
    n.nspname, r.relname, a.attname), NULL
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_class r ON r.oid = given.rel
    JOIN pg_namespace n ON n.oid = r.relnamespace
    JOIN pg_attribute a ON a.attrelid = given.rel AND a.attnum = given.col
WHERE EXISTS ( -- Each column of the key, also in an expression, depends on its table internally.
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = given.rel AND d.objsubid = given.col
            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = given.rel
            AND d.deptype = 'i')
UNION
SELECT format('Table %I.%I is of a composite type', n.nspname, r.relname),
    format(E'\n    first: ALTER TABLE %I.%I NOT OF;', n.nspname, r.relname)
FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE r.oid = ANY ($1) AND r.reloftype <> 0
UNION
SELECT format('Foreign table %s is a part of table %s', foreign_table, rel),
    format(E'\n    first: ALTER %s;', CASE
        WHEN r.relispartition THEN format('TABLE %s DETACH PARTITION %s', rel, foreign_table)
        ELSE format('FOREIGN TABLE %s NO INHERIT %s', foreign_table, rel) END)
FROM pg_class r
    JOIN pg_namespace n ON n.oid = r.relnamespace
    JOIN pg_inherits i ON i.inhrelid = r.oid
    JOIN pg_class parent ON parent.oid = i.inhparent
    JOIN pg_namespace np ON np.oid = parent.relnamespace,
    LATERAL (
        SELECT format('%I.%I', n.nspname, r.relname), format('%I.%I', np.nspname, parent.relname)
    ) AS q (foreign_table, rel)
WHERE r.oid = ANY ($1) AND r.relkind = 'f'
UNION
SELECT format('Column %I of table %I.%I holds rows of the table: give it another type first.',
    a.attname, n.nspname, r.relname), NULL
FROM holder h
    JOIN pg_attribute a ON a.atttypid = h.type AND NOT a.attisdropped
    JOIN pg_class r ON r.oid = a.attrelid AND r.relkind IN ('r', 'p', 'f', 'm', 'c')
    JOIN pg_namespace n ON n.oid = r.relnamespace
ORDER BY 1)";

// F. Foreign keys that would come back otherwise than they were: ALTER TABLE names those of
// partitions as that of their parent, and enables all of their triggers.
constexpr const char *unusual_foreign_keys = R"(
SELECT format('Foreign key %I of partition %I.%I has a name of its own',
        o.conname, n.nspname, r.relname),
    format(E'\n    first: ALTER TABLE %I.%I RENAME CONSTRAINT %I TO %I;',
        n.nspname, r.relname, o.conname, parent.conname)
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.contype = 'f' AND o.conrelid = given.rel
        AND given.col = ANY (o.conkey)
    JOIN pg_constraint parent ON parent.oid = o.conparentid AND parent.conrelid <> o.conrelid
    JOIN pg_class r ON r.oid = o.conrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE o.conname <> parent.conname
UNION
SELECT format('Triggers of foreign key %I of table %I.%I are not enabled as usual',
        o.conname, n.nspname, r.relname),
    format(E'\n    first: ALTER TABLE %I.%I ENABLE TRIGGER %I;',
        nt.nspname, t.relname, g.tgname)
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.contype = 'f'
        AND (o.conrelid = given.rel AND given.col = ANY (o.conkey)
            OR o.confrelid = given.rel AND given.col = ANY (o.confkey))
    JOIN pg_trigger g ON g.tgconstraint = o.oid AND g.tgenabled <> 'O'
    JOIN pg_class r ON r.oid = o.conrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
    JOIN pg_class t ON t.oid = g.tgrelid
    JOIN pg_namespace nt ON nt.oid = t.relnamespace
ORDER BY 1)";

// G. Indexes and statistics objects that would lose something. The server rebuilds the index of a
// partition from that of its parent, and a statistics object as one of the table's owner.
constexpr const char *unusual_indexes = R"(
WITH rebuilt (oid, rel) AS (
    SELECT DISTINCT i.indexrelid, i.indrelid
    FROM unnest($1, $2) AS given (rel, col)
        JOIN pg_index i ON i.indrelid = given.rel AND given.col = ANY (i.indkey::smallint[])
), part AS (
    SELECT format('%I.%I', ni.nspname, i.relname) AS index, i.oid, quote_ident(i.relname) AS name,
        format('%I.%I', nt.nspname, t.relname) AS rel, i.reloptions, i.reltablespace,
        parent.oid AS parent, parent.reloptions AS parent_options,
        parent.reltablespace AS parent_tablespace, x.indisclustered, x.indisreplident
    FROM rebuilt
        JOIN pg_class i ON i.oid = rebuilt.oid AND i.relispartition
        JOIN pg_namespace ni ON ni.oid = i.relnamespace
        JOIN pg_index x ON x.indexrelid = i.oid
        JOIN pg_class t ON t.oid = rebuilt.rel
        JOIN pg_namespace nt ON nt.oid = t.relnamespace
        JOIN pg_inherits h ON h.inhrelid = i.oid
        JOIN pg_class parent ON parent.oid = h.inhparent
)
SELECT format('Index %s is the replica identity of partition %s', index, rel),
    format(E'\n    first: ALTER TABLE %1$s REPLICA IDENTITY DEFAULT;\n'
        '    afterwards: ALTER TABLE %1$s REPLICA IDENTITY USING INDEX %2$s;', rel, name)
FROM part WHERE indisreplident
UNION
SELECT format('Index %s is the one by which partition %s is clustered', index, rel),
    format(E'\n    first: ALTER TABLE %1$s SET WITHOUT CLUSTER;\n'
        '    afterwards: ALTER TABLE %1$s CLUSTER ON %2$s;', rel, name)
FROM part WHERE indisclustered
UNION
SELECT format('Index %s of partition %s has a comment of its own', index, rel),
    format(E'\n    first: COMMENT ON INDEX %1$s IS NULL;\n'
        '    afterwards: COMMENT ON INDEX %1$s IS %2$L;', index, obj_description(oid, 'pg_class'))
FROM part
WHERE obj_description(oid, 'pg_class') <> coalesce(obj_description(parent, 'pg_class'), '')
UNION
SELECT format('Constraint %I of partition %s has a comment of its own', o.conname, rel),
    format(E'\n    first: COMMENT ON CONSTRAINT %1$I ON %2$s IS NULL;\n'
        '    afterwards: COMMENT ON CONSTRAINT %1$I ON %2$s IS %3$L;', o.conname, rel, comment)
FROM part
    JOIN pg_constraint o ON o.conindid = part.oid AND o.contype IN ('p', 'u'),
    LATERAL obj_description(o.oid, 'pg_constraint') AS comment
WHERE comment IS NOT NULL
UNION
SELECT format('Index %s of partition %s has storage parameters of its own: give it those of the '
    'index of its parent first.', index, rel), NULL
FROM part WHERE reloptions IS DISTINCT FROM parent_options
UNION
SELECT format('Index %s of partition %s has a tablespace of its own: give it that of the index of '
    'its parent first.', index, rel), NULL
FROM part WHERE reltablespace <> parent_tablespace
UNION
SELECT format('Index %I.%I depends on extension %I', n.nspname, i.relname, e.extname),
    format(E'\n    first: ALTER INDEX %1$I.%2$I NO DEPENDS ON EXTENSION %3$I;\n'
        '    afterwards: ALTER INDEX %1$I.%2$I DEPENDS ON EXTENSION %3$I;',
        n.nspname, i.relname, e.extname)
FROM rebuilt
    JOIN pg_class i ON i.oid = rebuilt.oid
    JOIN pg_namespace n ON n.oid = i.relnamespace
    JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.oid AND d.deptype = 'x'
    JOIN pg_extension e ON e.oid = d.refobjid
UNION
SELECT format('Statistics object %I.%I belongs to role %I: make %I its owner first.',
    n.nspname, s.stxname, pg_get_userbyid(s.stxowner), pg_get_userbyid(r.relowner)), NULL
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_statistic_ext s ON s.stxrelid = given.rel AND given.col = ANY (s.stxkeys::smallint[])
    JOIN pg_namespace n ON n.oid = s.stxnamespace
    JOIN pg_class r ON r.oid = given.rel
WHERE s.stxowner <> r.relowner
ORDER BY 1)";

// In which order can the objects that were found be dropped, with those that depend on them, such
// as a view that reads a view? What goes and comes with its parent is left out. A CHECK constraint
// that a table inherits and also has of its own does not go with that of its parent, and can only
// be dropped after it.
// $1 oid[], $2 oid[]: class and object, pair by pair
// Gives: class, object, what the server calls it.
constexpr const char *order_of_dropping = R"(
WITH RECURSIVE dependent (classid, objid, on_classid, on_objid) AS (
    -- what was found; the index of a constraint goes with the constraint
    SELECT coalesce(c.tableoid, found.classid), coalesce(c.oid, found.objid), NULL::oid, NULL::oid
    FROM unnest($1, $2) AS found (classid, objid)
        LEFT JOIN pg_constraint c ON found.classid = 'pg_class'::regclass
            AND c.conindid = found.objid AND c.contype IN ('p', 'u', 'x')
    UNION
    -- what depends on it, and on that
    SELECT d.classid, d.objid, o.classid, o.objid
    FROM dependent o
        LEFT JOIN pg_rewrite w ON o.classid = 'pg_rewrite'::regclass AND w.oid = o.objid
            AND w.rulename = '_RETURN'
        LEFT JOIN pg_class v ON v.oid = w.ev_class
        LEFT JOIN pg_attrdef f ON o.classid = 'pg_attrdef'::regclass AND f.oid = o.objid
        LEFT JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
            AND a.attgenerated <> ''
        CROSS JOIN LATERAL (VALUES -- what is dropped:
            (o.classid, o.objid, 0), -- the object
            ('pg_class'::regclass, v.oid, 0), -- the view, if the object is its rule _RETURN,
            ('pg_type'::regclass, v.reltype, 0), -- and the row type of this view
            ('pg_class'::regclass, a.attrelid, a.attnum) -- the column, if it is generated by it
        ) AS dropped (classid, objid, number)
        JOIN pg_depend d ON d.refclassid = dropped.classid AND d.refobjid = dropped.objid
            AND (dropped.number = 0 OR d.refobjsubid = dropped.number)
            AND d.deptype IN ('n', 'a')
            AND (d.classid <> o.classid OR d.objid <> o.objid)
    -- A domain that was found stays, and only its default is dropped.
    WHERE o.on_objid IS NOT NULL OR o.classid <> 'pg_type'::regclass
), obstacle (classid, objid, level) AS (
    SELECT classid, objid, 1 FROM dependent WHERE on_objid IS NULL
    UNION
    SELECT d.classid, d.objid, o.level + 1
    FROM obstacle o JOIN dependent d ON d.on_classid = o.classid AND d.on_objid = o.objid
    -- A chain has no more levels than there are objects, unless they depend on each other.
    WHERE o.level < (SELECT count(DISTINCT (classid, objid)) FROM dependent)
)
SELECT o.classid, o.objid, name
FROM obstacle o
    LEFT JOIN pg_constraint c ON o.classid = 'pg_constraint'::regclass AND c.oid = o.objid,
    LATERAL regexp_replace(
        pg_describe_object(o.classid, o.objid, 0), '^rule _RETURN on ', '') AS name,
    LATERAL (
        WITH RECURSIVE inheriting (rel) AS (
            SELECT c.conrelid WHERE c.coninhcount > 0
            UNION
            SELECT i.inhparent FROM inheriting h JOIN pg_inherits i ON i.inhrelid = h.rel
        )
        SELECT count(*) FROM inheriting
    ) AS inherited (depth)
WHERE (c.coninhcount > 0 AND NOT c.conislocal) IS NOT TRUE
    AND NOT EXISTS (
        SELECT FROM pg_class r
        WHERE o.classid = 'pg_class'::regclass AND r.oid = o.objid AND r.relispartition
            AND r.relkind IN ('i', 'I'))
    AND NOT EXISTS (
        SELECT FROM pg_trigger g
        WHERE o.classid = 'pg_trigger'::regclass AND g.oid = o.objid AND g.tgparentid <> 0)
GROUP BY o.classid, o.objid, name, depth
ORDER BY max(o.level) DESC, depth, name COLLATE "C")";

// Whose is an object? A part of a table is the table's owner's. Nothing for other classes.
// $1 oid, $2 oid: class and object
// Gives: the role, and its name.
constexpr const char *owner_of_object = R"(
WITH part (rel) AS (
    SELECT ev_class FROM pg_rewrite WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT polrelid FROM pg_policy WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT conrelid FROM pg_constraint WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT tgrelid FROM pg_trigger WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT adrelid FROM pg_attrdef WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT oid FROM pg_class WHERE tableoid = $1 AND oid = $2
), whole (type) AS (
    SELECT contypid FROM pg_constraint WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT oid FROM pg_type WHERE tableoid = $1 AND oid = $2
), owner (role) AS (
    SELECT relowner FROM pg_class JOIN part ON oid = rel
    UNION ALL SELECT typowner FROM pg_type JOIN whole ON oid = type
    UNION ALL SELECT stxowner FROM pg_statistic_ext WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT proowner FROM pg_proc WHERE tableoid = $1 AND oid = $2
    UNION ALL SELECT pubowner FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid
        WHERE r.tableoid = $1 AND r.oid = $2
)
SELECT role, quote_ident(pg_get_userbyid(role)) FROM owner)";

// Could this session become a superuser, where the owner could not?
// $1 oid: the owner; $2 oid: the role that has connected, whoever it is now
// Gives: a row if so.
constexpr const char *superuser_above_owner = R"(
SELECT r.oid
FROM pg_roles r
WHERE r.rolsuper AND pg_has_role($2, r.oid, 'MEMBER')
    AND NOT EXISTS (SELECT FROM pg_roles o WHERE o.oid = $1 AND o.rolsuper)
LIMIT 1)";

// How is an object of each class dropped, and made again? The server has functions for most of it.
// $1 oid: the object
// Gives: the two statements, the second one as text that somebody reads before he runs it.

constexpr const char *view_or_rule = R"(
SELECT CASE w.rulename WHEN '_RETURN'
        THEN format('DROP %s %I.%I', kind, n.nspname, r.relname)
        ELSE format('DROP RULE %I ON %I.%I', w.rulename, n.nspname, r.relname) END,
    CASE w.rulename WHEN '_RETURN'
        THEN concat(format('CREATE %s %I.%I', kind, n.nspname, r.relname),
            ' WITH (' || array_to_string(r.reloptions, ', ') || ')',
            E' AS\n', rtrim(pg_get_viewdef(r.oid), ';'))
        ELSE rtrim(pg_get_ruledef(w.oid), ';') END
FROM pg_rewrite w
    JOIN pg_class r ON r.oid = w.ev_class
    JOIN pg_namespace n ON n.oid = r.relnamespace,
    LATERAL (SELECT CASE r.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END) AS k (kind)
WHERE w.oid = $1)";

constexpr const char *policy = R"(
SELECT format('DROP POLICY %I ON %I.%I', p.polname, n.nspname, r.relname),
    concat(format('CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s', p.polname, n.nspname, r.relname,
            CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
            CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE'
                WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
            (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC'
                ELSE quote_ident(pg_get_userbyid(role)) END, ', ')
                FROM unnest(p.polroles) AS role)),
        ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
        ' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
FROM pg_policy p
    JOIN pg_class r ON r.oid = p.polrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE p.oid = $1)";

constexpr const char *constraint = R"(
SELECT format('ALTER %s DROP CONSTRAINT %I', holder, o.conname),
    format('ALTER %s ADD CONSTRAINT %I %s', holder, o.conname, pg_get_constraintdef(o.oid))
FROM pg_constraint o
    LEFT JOIN pg_class r ON r.oid = o.conrelid
    LEFT JOIN pg_namespace n ON n.oid = r.relnamespace,
    LATERAL (SELECT CASE o.conrelid WHEN 0 THEN format('DOMAIN %s', o.contypid::regtype)
        ELSE format('TABLE %I.%I', n.nspname, r.relname) END) AS h (holder)
WHERE o.oid = $1)";

constexpr const char *trigger = R"(
SELECT format('DROP TRIGGER %I ON %I.%I', g.tgname, n.nspname, r.relname),
    concat(pg_get_triggerdef(g.oid), CASE WHEN g.tgenabled <> 'O' THEN
        format(E';\n    ALTER TABLE %I.%I %s TRIGGER %I', n.nspname, r.relname,
            CASE g.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS'
                ELSE 'ENABLE REPLICA' END, g.tgname) END)
FROM pg_trigger g
    JOIN pg_class r ON r.oid = g.tgrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE g.oid = $1)";

constexpr const char *default_or_generated_column = R"(
SELECT CASE a.attgenerated
        WHEN '' THEN format('ALTER TABLE %s ALTER COLUMN %I DROP DEFAULT', rel, a.attname)
        ELSE format('ALTER TABLE %s DROP COLUMN %I', rel, a.attname) END,
    CASE a.attgenerated
        WHEN '' THEN format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', rel, a.attname,
            pg_get_expr(f.adbin, f.adrelid))
        ELSE format('ALTER TABLE %s ADD COLUMN %I %s GENERATED ALWAYS AS (%s) %s', rel, a.attname,
            format_type(a.atttypid, a.atttypmod), pg_get_expr(f.adbin, f.adrelid),
            CASE a.attgenerated WHEN 's' THEN 'STORED' ELSE 'VIRTUAL' END) END
FROM pg_attrdef f
    JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
    JOIN pg_class r ON r.oid = f.adrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace,
    LATERAL (SELECT format('%I.%I', n.nspname, r.relname)) AS q (rel)
WHERE f.oid = $1)";

constexpr const char *default_of_domain = R"(
SELECT format('ALTER DOMAIN %s DROP DEFAULT', t.oid::regtype),
    format('ALTER DOMAIN %s SET DEFAULT %s', t.oid::regtype, pg_get_expr(t.typdefaultbin, 0))
FROM pg_type t
WHERE t.oid = $1 AND t.typdefaultbin IS NOT NULL)";

constexpr const char *index = R"(
SELECT format('DROP INDEX %I.%I', n.nspname, r.relname), pg_get_indexdef(r.oid)
FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE r.oid = $1 AND r.relkind IN ('i', 'I'))";

constexpr const char *statistics_object = R"(
SELECT format('DROP STATISTICS %I.%I', n.nspname, s.stxname), pg_get_statisticsobjdef(s.oid)
FROM pg_statistic_ext s JOIN pg_namespace n ON n.oid = s.stxnamespace
WHERE s.oid = $1)";

constexpr const char *table_of_publication = R"(
SELECT format('ALTER PUBLICATION %I DROP TABLE %I.%I', p.pubname, n.nspname, r.relname),
    concat(format('ALTER PUBLICATION %I ADD TABLE %I.%I', p.pubname, n.nspname, r.relname),
        ' (' || (SELECT string_agg(quote_ident(a.attname), ', ')
            FROM unnest(m.prattrs::smallint[]) AS listed (col)
                JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = listed.col) || ')',
        ' WHERE (' || pg_get_expr(m.prqual, m.prrelid) || ')')
FROM pg_publication_rel m
    JOIN pg_publication p ON p.oid = m.prpubid
    JOIN pg_class r ON r.oid = m.prrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE m.oid = $1)";

constexpr const char *routine = R"(
SELECT format('DROP ROUTINE %s', p.oid::regprocedure),
    CASE WHEN p.prokind <> 'a' THEN rtrim(pg_get_functiondef(p.oid), E'\n') END
FROM pg_proc p
WHERE p.oid = $1)";

// The statements around those that convert the tables.

// Foreign keys are dropped first, because none can connect an id with a text, and added again at
// the end. Those of partitions go and come with the one of their parent. A definition has names and
// no expression.
// Gives: the statements that drop and add each.
constexpr const char *foreign_keys = R"(
SELECT DISTINCT format('ALTER TABLE %I.%I DROP CONSTRAINT %I;', n.nspname, r.relname, o.conname),
    format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s;', n.nspname, r.relname, o.conname,
        pg_get_constraintdef(o.oid))
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.contype = 'f' AND o.conparentid = 0
        AND (o.conrelid = given.rel AND given.col = ANY (o.conkey)
            OR o.confrelid = given.rel AND given.col = ANY (o.confkey))
    JOIN pg_class r ON r.oid = o.conrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
ORDER BY 1)";

// What would be lost: the comment of a foreign key; that the one of a partition is valid although
// its parent's is not (since 18); the target of a statistics object, which the server makes again
// with its comment.
constexpr const char *what_is_lost = R"(
SELECT DISTINCT format('COMMENT ON CONSTRAINT %I ON %I.%I IS %L;', o.conname, n.nspname, r.relname,
    obj_description(o.oid, 'pg_constraint'))
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.contype = 'f'
        AND (o.conrelid = given.rel AND given.col = ANY (o.conkey)
            OR o.confrelid = given.rel AND given.col = ANY (o.confkey))
    LEFT JOIN pg_constraint parent ON parent.oid = o.conparentid
    JOIN pg_class r ON r.oid = o.conrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE obj_description(o.oid, 'pg_constraint') IS NOT NULL
    AND parent.conrelid IS DISTINCT FROM o.conrelid
UNION
SELECT format('ALTER TABLE %I.%I VALIDATE CONSTRAINT %I;', n.nspname, r.relname, o.conname)
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_constraint o ON o.contype = 'f' AND o.conrelid = given.rel
        AND given.col = ANY (o.conkey)
    JOIN pg_constraint parent ON parent.oid = o.conparentid AND parent.conrelid <> o.conrelid
    JOIN pg_class r ON r.oid = o.conrelid
    JOIN pg_namespace n ON n.oid = r.relnamespace
WHERE o.convalidated AND NOT parent.convalidated
UNION
SELECT format('ALTER STATISTICS %I.%I SET STATISTICS %s;', n.nspname, s.stxname, s.stxstattarget)
FROM unnest($1, $2) AS given (rel, col)
    JOIN pg_statistic_ext s ON s.stxrelid = given.rel AND given.col = ANY (s.stxkeys::smallint[])
    JOIN pg_namespace n ON n.oid = s.stxnamespace
WHERE s.stxstattarget >= 0
ORDER BY 1)";

} // namespace objectid::convert_catalog

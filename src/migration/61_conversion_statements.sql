-- The DDL by which columns of text, bytea and uuid become ids.
-- SPDX-License-Identifier: PostgreSQL

-- As the caller wrote it, in these schemas if it names none
CREATE FUNCTION migration.named_column(
        written text, path name[], OUT rel regclass, OUT col smallint)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
#variable_conflict use_column
DECLARE
    names text[];
    table_name text;
BEGIN
    IF octet_length(written) > 1000 THEN -- parse_ident() cannot be cancelled
        RAISE invalid_name USING MESSAGE = 'column name is longer than 1000 bytes';
    END IF;
    names := parse_ident(written);
    IF cardinality(names) < 2 THEN
        RAISE invalid_name USING MESSAGE = 'column name must be qualified: ' || written,
            HINT = 'Write it as table.column or schema.table.column.';
    END IF;
    SELECT string_agg(quote_ident(name::name), '.' ORDER BY n) INTO table_name
    FROM unnest(names[:cardinality(names) - 1]) WITH ORDINALITY AS part (name, n);
    IF cardinality(names) > 2 THEN
        rel := to_regclass(table_name);
    ELSE
        SELECT found INTO rel
        FROM unnest(path) WITH ORDINALITY AS place (schema, n),
            to_regclass(format('%I.%s', schema, table_name)) AS found
        WHERE found IS NOT NULL
        ORDER BY n LIMIT 1;
    END IF;
    IF rel IS NULL THEN
        RAISE undefined_table
            USING MESSAGE = format('relation "%s" does not exist', table_name);
    END IF;
    SELECT attnum INTO col FROM pg_attribute
    WHERE attrelid = rel AND attname = names[cardinality(names)]::name AND NOT attisdropped;
    IF NOT FOUND THEN
        RAISE undefined_column USING MESSAGE = format(
            'column "%s" of relation "%s" does not exist', names[cardinality(names)], rel);
    END IF;
END
$$;
COMMENT ON FUNCTION migration.named_column(text, name[]) IS
    'the column of a name, found in given schemas';

-- The columns that are converted: those that the caller names, and what goes with them
CREATE FUNCTION migration.columns_to_convert(
        columns text[], path name[], OUT all_rels oid[], OUT all_cols smallint[])
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000
    SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
#variable_conflict use_column
DECLARE
    relation record;
BEGIN
    IF columns IS NULL OR EXISTS (SELECT FROM unnest(columns) AS c WHERE c IS NULL) THEN
        RAISE null_value_not_allowed USING MESSAGE = 'columns must not be null';
    END IF;
    SELECT array_agg(n.rel::oid), array_agg(n.col) INTO all_rels, all_cols
    FROM (SELECT DISTINCT c COLLATE "C" FROM unnest(columns) AS c ORDER BY 1) AS w (written),
        migration.named_column(w.written, path) AS n;

    -- A foreign key, a partition or a child needs one type on both sides. So the columns are
    -- followed from link to link until there are no others.
    WITH RECURSIVE link (rel, col, other_rel, other_col) AS (
        SELECT conrelid, k.col, confrelid, k.other_col
        FROM pg_constraint, unnest(conkey, confkey) AS k (col, other_col)
        WHERE contype = 'f'
        UNION ALL
        SELECT inhrelid, child.attnum, inhparent, parent.attnum
        FROM pg_inherits
            JOIN pg_attribute parent ON parent.attrelid = inhparent
            JOIN pg_attribute child ON child.attrelid = inhrelid AND child.attname = parent.attname
        WHERE parent.attnum > 0 AND NOT parent.attisdropped
    ), link_both_ways AS MATERIALIZED (
        SELECT rel, col, other_rel, other_col FROM link
        UNION ALL
        SELECT other_rel, other_col, rel, col FROM link
    ), connected (rel, col) AS (
        SELECT c.rel, c.col FROM unnest(all_rels, all_cols) AS c (rel, col)
        UNION
        SELECT other_rel, other_col FROM connected JOIN link_both_ways USING (rel, col)
    )
    SELECT array_agg(rel ORDER BY rel, col), array_agg(col ORDER BY rel, col)
    INTO all_rels, all_cols
    FROM connected;

    -- Temporary tables end before a file of statements is run.
    FOR relation IN
        SELECT oid::regclass AS rel, relkind, relpersistence
        FROM pg_class WHERE oid = ANY (all_rels)
        ORDER BY oid
    LOOP
        IF relation.relkind NOT IN ('r', 'p') THEN
            RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', relation.rel);
        ELSIF relation.relpersistence = 't' THEN
            RAISE wrong_object_type
                USING MESSAGE = format('"%s" is a temporary table', relation.rel);
        END IF;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.columns_to_convert(text[], name[]) IS
    'the columns of these names, found in given schemas, and those that foreign keys, partitions '
    'or inheritance connect with them';

-- A default goes along if it is NULL, constant ids, or gen_objectid() in a cast that keeps all
-- digits. The text of any other expression has an operator, parentheses, or another name.
CREATE FUNCTION migration.new_default(type regtype, array_of text, expression text,
        calls_new_id boolean, OUT new_default text, OUT is_in_the_way boolean)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    new_id CONSTANT regprocedure := 'gen_objectid()';
    same_type text; -- a regular expression: casts to it keep an id
    constant text; -- the default, with ids as digits
BEGIN
    same_type := CASE type
        WHEN 'bytea'::regtype THEN 'bytea'
        WHEN 'uuid'::regtype THEN 'uuid'
        ELSE 'text|bpchar|character varying|character( varying)?\((2[4-9]|[3-9]\d|\d{3,})\)'
    END;
    constant := (regexp_match(expression,
        format('^''([^'']*)''::(?:%s)%s$', same_type,
            replace(array_of, '[]', '\[\]'))))[1];
    IF type = 'bytea'::regtype THEN
        constant := regexp_replace(constant, '"?\\+x([0-9a-f]{24})"?', '\1', 'g');
    ELSIF type = 'uuid'::regtype THEN
        constant := regexp_replace(constant,
            '00000000-(.{4})-(.{4})-(.{4})-(.{12})', '\1\2\3\4', 'g');
    END IF;
    is_in_the_way := false;
    IF constant ~ (CASE array_of
        WHEN '' THEN '^[0-9A-Fa-f]{24}$' ELSE '^(\{|\}|,|NULL|[0-9A-Fa-f]{24})*$' END)
    THEN
        new_default := format('%L::pg_catalog.objectid%s', constant, array_of);
    ELSIF calls_new_id AND array_of = '' AND replace(expression, new_id::text, '()')
        ~ format('^(\(\)|\(\(\)\)::(%s))$', same_type)
    THEN
        new_default := 'pg_catalog.gen_objectid()';
    ELSE
        is_in_the_way := expression NOT LIKE 'NULL::%';
    END IF;
END
$$;
COMMENT ON FUNCTION migration.new_default(regtype, text, text, boolean) IS
    'the default of a column when its type is objectid, or that there cannot be one';

-- Below domains and arrays, layer by layer, is the type of the values. What domains forbid is lost,
-- but for NOT NULL, which goes over to the column if it is not about the elements of an array. A
-- column without a default has that of its domain. The result has those columns that are no ids
-- yet: PADDED with blanks, as char is; ARRAY_OF is '[]' for arrays, otherwise ''.
CREATE FUNCTION migration.convertible_columns(all_rels oid[], all_cols smallint[])
    RETURNS TABLE (rel oid, col smallint, padded boolean, array_of text, not_null boolean,
        new_default text, obstacle text)
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    attribute record;
BEGIN
    FOR attribute IN
        WITH RECURSIVE layer (rel, col, type, array_of, depth) AS (
            SELECT attrelid, attnum, atttypid, '', 0
            FROM unnest(all_rels, all_cols) AS c (rel, col)
                JOIN pg_attribute ON attrelid = c.rel AND attnum = c.col
            UNION ALL
            SELECT rel, col, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END,
                array_of || CASE typtype WHEN 'd' THEN '' ELSE '[]' END, depth + 1
            FROM layer JOIN pg_type ON oid = type
            WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
        ), layers (rel, col, type, array_of, not_null, constrained) AS (
            SELECT rel, col, (array_agg(type ORDER BY depth DESC))[1], max(array_of),
                bool_or(typnotnull AND array_of = ''),
                min(type::regtype::text) FILTER (WHERE typnotnull AND array_of <> ''
                    OR EXISTS (SELECT FROM pg_constraint WHERE contypid = type AND contype = 'c'))
            FROM layer JOIN pg_type ON oid = type
            GROUP BY rel, col
        )
        SELECT l.*, attname, attinhcount, attgenerated,
            format_type(atttypid, atttypmod) AS column_type,
            format('%s.%I', relnamespace::regnamespace, relname) AS table_name,
            coalesce(pg_get_expr(adbin, adrelid), pg_get_expr(typdefaultbin, 0)) AS expression,
            CASE WHEN f.oid IS NOT NULL THEN pg_describe_object(f.tableoid, f.oid, 0)
                ELSE 'default value of ' || pg_describe_object(t.tableoid, t.oid, 0) END AS object,
            EXISTS (SELECT FROM pg_depend
                WHERE classid = coalesce(f.tableoid, t.tableoid) AND objid = coalesce(f.oid, t.oid)
                    AND refclassid = 'pg_proc'::regclass
                    AND refobjid = 'gen_objectid()'::regprocedure) AS calls_new_id
        FROM layers l
            JOIN pg_class c ON c.oid = l.rel
            JOIN pg_attribute ON attrelid = l.rel AND attnum = l.col
            JOIN pg_type t ON t.oid = atttypid
            LEFT JOIN pg_attrdef f ON adrelid = l.rel AND adnum = l.col
        WHERE l.type <> 'objectid'::regtype
        ORDER BY l.rel, l.col
    LOOP
        IF attribute.type NOT IN (
                'text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'bytea'::regtype,
                'uuid'::regtype)
            OR attribute.array_of NOT IN ('', '[]')
        THEN
            RAISE datatype_mismatch USING
                MESSAGE = format('column "%s" of table %s cannot become of type objectid',
                    attribute.attname, attribute.table_name),
                DETAIL = format('It is of type %s.', attribute.column_type),
                HINT = 'Columns of text, varchar, char, bytea or uuid can, arrays of these, and '
                    'domains over these.';
        END IF;
        IF attribute.constrained IS NOT NULL AND attribute.attinhcount = 0 THEN
            RAISE NOTICE 'column "%" of table % loses the constraints of domain %',
                attribute.attname, attribute.table_name, attribute.constrained;
        END IF;

        SELECT d.new_default, CASE WHEN attribute.attgenerated <> '' OR d.is_in_the_way
            THEN attribute.object END INTO new_default, obstacle
        FROM migration.new_default(attribute.type::regtype, attribute.array_of,
            attribute.expression, attribute.calls_new_id) AS d;
        rel := attribute.rel;
        col := attribute.col;
        padded := attribute.type = 'bpchar'::regtype;
        array_of := attribute.array_of;
        not_null := attribute.not_null;
        RETURN NEXT;
    END LOOP;
END
$$;
COMMENT ON FUNCTION migration.convertible_columns(oid[], smallint[]) IS
    'what becomes of columns that are no ids yet, and of their defaults; an error names one that '
    'cannot become an id';

CREATE FUNCTION migration.dependent_objects(rels oid[], cols smallint[]) RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    -- Whatever depends on a column has an expression over it that may mean something else then, but
    -- for keys, NOT NULL, sequences, and the column's own default. An index depends on its key
    -- column once, and once more if an expression or a condition of it has that column; so do
    -- statistics objects.
    SELECT pg_describe_object(classid, objid, 0)
    FROM (
        SELECT classid, objid, c.rel, c.col, count(*) AS times
        FROM unnest(rels, cols) AS c (rel, col)
            JOIN pg_depend ON refclassid = 'pg_class'::regclass
                AND refobjid = c.rel AND refobjsubid = c.col
        GROUP BY classid, objid, c.rel, c.col) AS d
        LEFT JOIN pg_constraint o ON classid = o.tableoid AND objid = o.oid
        LEFT JOIN pg_class r ON classid = r.tableoid AND objid = r.oid
        LEFT JOIN pg_index ON indexrelid = r.oid
        LEFT JOIN pg_statistic_ext s ON classid = s.tableoid AND objid = s.oid
        LEFT JOIN pg_attrdef f ON classid = f.tableoid AND objid = f.oid
    WHERE CASE
            WHEN o.oid IS NOT NULL THEN contype NOT IN ('p', 'u', 'f', 'n')
            WHEN indexrelid IS NOT NULL THEN times > (col = ANY (indkey))::int
            WHEN r.oid IS NOT NULL THEN relkind <> 'S'
            WHEN s.oid IS NOT NULL THEN times > (col = ANY (stxkeys))::int
            WHEN f.oid IS NOT NULL THEN adrelid <> rel OR adnum <> col
            ELSE true
        END
        -- What partitions and children have comes and goes with that of their parent.
        AND (coninhcount > 0 AND NOT conislocal) IS NOT TRUE
        AND NOT EXISTS (SELECT FROM pg_depend p
            WHERE p.classid = d.classid AND p.objid = d.objid AND p.deptype IN ('P', 'S'))
    UNION ALL
    -- Operator classes that are not the default, and collations, are for the old type.
    SELECT pg_describe_object('pg_class'::regclass, indexrelid, 0)
    FROM unnest(rels, cols) AS c (rel, col)
        JOIN pg_index ON indrelid = c.rel
        JOIN pg_class r ON r.oid = indexrelid
        JOIN pg_attribute ON attrelid = c.rel AND attnum = c.col,
        unnest(indkey::smallint[], indclass::oid[], indcollation::oid[])
            AS key (key_col, opclass, collation_id)
        JOIN pg_opclass o ON o.oid = opclass
    WHERE key_col = c.col AND NOT relispartition
        AND (NOT opcdefault OR collation_id <> attcollation)
    UNION ALL
    -- Columns of a partition key, also in expressions, depend on their table.
    SELECT 'partition key of ' || pg_describe_object(classid, objid, 0)
    FROM unnest(rels, cols) AS c (rel, col)
        JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = c.rel AND objsubid = c.col
            AND refclassid = 'pg_class'::regclass AND refobjid = c.rel AND deptype = 'i'
    UNION ALL
    -- A constant of the table's row type, of arrays of it or of domains over it keeps the old
    -- columns. So what depends on such a type is in the way if it has an expression at all.
    SELECT pg_describe_object(classid, objid, 0)
    FROM pg_depend
        LEFT JOIN pg_class r ON classid = r.tableoid AND objid = r.oid
        LEFT JOIN pg_proc p ON classid = p.tableoid AND objid = p.oid
        LEFT JOIN pg_type t ON classid = t.tableoid AND objid = t.oid
    WHERE refclassid = 'pg_type'::regclass
        AND refobjid IN (
            WITH RECURSIVE row_type (type) AS (
                SELECT reltype FROM pg_class WHERE oid = ANY (rels)
                UNION
                SELECT oid FROM row_type JOIN pg_type
                    ON type = CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END)
            TABLE row_type)
        AND (relkind IN ('i', 'I', 'p') OR prosqlbody IS NOT NULL OR proargdefaults IS NOT NULL
            OR typdefaultbin IS NOT NULL
            OR classid = ANY ('{pg_rewrite,pg_policy,pg_constraint,pg_trigger,pg_attrdef,'
                'pg_statistic_ext}'::regclass[]));
END
$$;
COMMENT ON FUNCTION migration.dependent_objects(oid[], smallint[]) IS
    'what holds an expression over columns, or is for their old type';

CREATE FUNCTION migration.not_kept(rels oid[], cols smallint[], foreign_keys oid[])
    RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    -- ALTER TABLE makes the indexes of partitions, with the constraints on them, again as those of
    -- their parents are, and names them anew: a constraint by its table, its columns and its kind,
    -- with a number if another relation has that name. No index has statistics targets or depends
    -- on an extension then.
    SELECT format('%s (%s)', pg_describe_object(i.tableoid, i.oid, 0), property)
    FROM unnest(rels, cols) AS c (rel, col)
        JOIN pg_index x ON x.indrelid = c.rel AND c.col = ANY (x.indkey)
        JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_class r ON r.oid = x.indrelid
        LEFT JOIN pg_inherits ON inhrelid = i.oid
        LEFT JOIN pg_class parent ON parent.oid = inhparent
        LEFT JOIN pg_index parent_x ON parent_x.indexrelid = inhparent
        LEFT JOIN pg_constraint o ON conindid = i.oid AND contype IN ('p', 'u'),
        concat_ws('_', r.relname, CASE contype
            WHEN 'p' THEN 'pkey'
            ELSE (SELECT string_agg(attname, '_' ORDER BY attnum) FROM pg_attribute
                WHERE attrelid = i.oid) || '_key' END) AS label,
        concat_ws(', ',
            CASE WHEN i.relkind = 'I' AND NOT x.indisvalid THEN 'invalid' END,
            CASE WHEN i.relispartition AND octet_length(label) < 63 AND conname <> (
                    SELECT name
                    FROM generate_series(0, 9) AS n, concat(label, nullif(n, 0)) AS name
                    WHERE NOT EXISTS (
                        SELECT FROM pg_class other WHERE other.relname = name
                            AND other.relnamespace = i.relnamespace AND other.oid <> i.oid)
                    ORDER BY n LIMIT 1)
                THEN 'name' END,
            CASE WHEN i.relispartition AND x.indoption::text <> parent_x.indoption::text
                THEN 'order' END,
            CASE WHEN i.relispartition AND x.indisreplident THEN 'replica identity' END,
            CASE WHEN i.relispartition AND x.indisclustered THEN 'clustered' END,
            CASE WHEN i.relispartition AND i.reloptions IS DISTINCT FROM parent.reloptions
                THEN 'storage parameters' END,
            CASE WHEN i.reltablespace <> parent.reltablespace THEN 'tablespace' END,
            CASE WHEN i.relispartition AND (obj_description(o.oid, 'pg_constraint') <> ''
                    OR obj_description(i.oid, 'pg_class')
                        IS DISTINCT FROM obj_description(parent.oid, 'pg_class'))
                THEN 'comment' END,
            CASE WHEN EXISTS (SELECT FROM pg_attribute
                    WHERE attrelid = i.oid AND attstattarget >= 0)
                THEN 'statistics target' END,
            CASE WHEN EXISTS (SELECT FROM pg_depend
                    WHERE classid = i.tableoid AND objid = i.oid AND deptype = 'x')
                THEN 'depends on an extension' END) AS property
    WHERE property <> ''
    UNION ALL
    -- A foreign key does not come back with what only a partition has, nor with triggers that
    -- are disabled, or fire on replicas.
    SELECT format('%s (%s)', pg_describe_object(o.tableoid, o.oid, 0), property)
    FROM pg_constraint o
        LEFT JOIN pg_constraint parent
            ON parent.oid = o.conparentid AND parent.conrelid <> o.conrelid,
        concat_ws(', ',
            CASE WHEN o.conname <> parent.conname THEN 'name' END,
            CASE WHEN o.convalidated AND NOT parent.convalidated THEN 'validated' END,
            CASE WHEN EXISTS (SELECT FROM pg_trigger
                    WHERE tgconstraint = o.oid AND tgenabled <> 'O')
                THEN 'triggers' END) AS property
    WHERE o.oid = ANY (foreign_keys) AND property <> ''
    UNION ALL
    -- ALTER TABLE leaves out a partition that is being detached.
    SELECT format('%s (being detached)', pg_describe_object('pg_class'::regclass, inhrelid, 0))
    FROM pg_inherits
    WHERE inhrelid = ANY (rels) AND inhdetachpending;
END
$$;
COMMENT ON FUNCTION migration.not_kept(oid[], smallint[], oid[]) IS
    'what of partitions and foreign keys would come back otherwise than it was';

-- ALTER TABLE changes the type in partitions and children, too. It would also keep each default
-- there, in a cast from the old type, hence DROP DEFAULT. What each table has of its own comes back
-- by a statement of its own (ONLY): the default, and the storage of arrays, which ALTER TABLE
-- resets. The cast to text removes the blanks that char adds.
CREATE FUNCTION migration.type_changes(columns jsonb) RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT format('ALTER TABLE %s%s.%I %s;', CASE WHEN alone THEN 'ONLY ' END,
        relnamespace::regnamespace, relname,
        string_agg(format('ALTER COLUMN %I %s', attname, action), ', ' ORDER BY attnum, n))
    FROM jsonb_to_recordset(columns) AS c (rel oid, col smallint, padded boolean, array_of text,
            not_null boolean, new_default text)
        JOIN pg_class r ON r.oid = c.rel
        JOIN pg_attribute ON attrelid = c.rel AND attnum = c.col,
        LATERAL (VALUES
            (1, false, CASE WHEN relhassubclass OR atthasdef THEN 'DROP DEFAULT' END),
            (2, false, format(
                'TYPE pg_catalog.objectid%2$s USING %1$I%3$s::pg_catalog.objectid%2$s',
                attname, array_of, CASE WHEN c.padded THEN '::pg_catalog.text' || array_of END)),
            (3, false, CASE WHEN c.not_null AND NOT attnotnull THEN 'SET NOT NULL' END),
            (4, true, 'SET DEFAULT ' || new_default),
            (5, true, CASE WHEN array_of <> '' THEN 'SET STORAGE ' ||
                CASE attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN'
                END END),
            (6, true, CASE WHEN array_of <> '' THEN 'SET COMPRESSION ' ||
                CASE attcompression WHEN 'p' THEN 'pglz' WHEN 'l' THEN 'lz4' END END)
        ) AS change (n, own, action),
        LATERAL (SELECT own AND (relhassubclass OR attinhcount > 0)) AS only_this (alone)
    WHERE action IS NOT NULL AND (own OR attinhcount = 0)
    GROUP BY r.oid, relnamespace, relname, alone
    ORDER BY alone, r.oid;
END
$$;
COMMENT ON FUNCTION migration.type_changes(jsonb) IS
    'the statements that change the types of what convertible_columns has';

-- The comments of foreign keys are lost with them, and ALTER TABLE loses the targets of statistics
-- objects.
CREATE FUNCTION migration.lost_properties(rels oid[], cols smallint[], foreign_keys oid[])
    RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT format('COMMENT ON CONSTRAINT %I ON %s.%I IS %L;',
        o.conname, relnamespace::regnamespace, relname, description)
    FROM pg_constraint o
        LEFT JOIN pg_constraint parent ON parent.oid = o.conparentid
        JOIN pg_class r ON r.oid = o.conrelid,
        obj_description(o.oid, 'pg_constraint') AS description
    WHERE o.oid = ANY (foreign_keys) AND description IS NOT NULL
        AND parent.conrelid IS DISTINCT FROM o.conrelid
    UNION
    SELECT format('ALTER STATISTICS %s.%I SET STATISTICS %s;',
        stxnamespace::regnamespace, stxname, stxstattarget)
    FROM unnest(rels, cols) AS c (rel, col)
        JOIN pg_statistic_ext ON stxrelid = c.rel AND c.col = ANY (stxkeys)
    WHERE stxstattarget >= 0
    ORDER BY 1;
END
$$;
COMMENT ON FUNCTION migration.lost_properties(oid[], smallint[], oid[]) IS
    'the statements that give foreign keys and statistics objects what they have lost';

-- Each position of all_rels and all_cols is a column. It is long, as it prints each kind of
-- statement, in the order in which they have to run.
CREATE FUNCTION migration.conversion_of(all_rels oid[], all_cols smallint[])
    RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 100000 ROWS 10
    SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off
    SET standard_conforming_strings = on SET bytea_output = hex AS $$
#variable_conflict use_column
DECLARE
    columns jsonb; -- those that are no ids yet
    rels oid[];
    cols smallint[];
    foreign_keys oid[];
    forced oid[]; -- the tables of these with FORCE ROW LEVEL SECURITY
    obstacles text[];
BEGIN
    SELECT jsonb_agg(to_jsonb(c)), array_agg(c.rel), array_agg(c.col) INTO columns, rels, cols
    FROM migration.convertible_columns(all_rels, all_cols) AS c;

    -- No foreign key can connect an id with a text, so those of the columns, which are converted on
    -- both sides, are dropped and made again.
    SELECT array_agg(DISTINCT o.oid) INTO foreign_keys
    FROM unnest(rels, cols) AS c (rel, col)
        JOIN pg_constraint o ON contype = 'f' AND conrelid = c.rel AND c.col = ANY (conkey);

    SELECT array_agg(o.object) INTO obstacles
    FROM (
        SELECT c->>'obstacle' FROM jsonb_array_elements(columns) AS c
        UNION ALL SELECT migration.dependent_objects(rels, cols)
        UNION ALL SELECT migration.not_kept(rels, cols, foreign_keys)) AS o (object)
    WHERE o.object IS NOT NULL;
    IF obstacles IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING
            MESSAGE = 'cannot convert columns because other objects depend on them',
            DETAIL = (SELECT string_agg(DISTINCT o COLLATE "C", E'\n') FROM unnest(obstacles) AS o),
            HINT = 'Drop or change these first, and make them again for ids after the conversion, '
                'in the same transaction.';
    END IF;

    -- All tables are locked at once, in one order, with their partitions and children. So two such
    -- files do not deadlock with each other.
    RETURN QUERY
    SELECT format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE;', string_agg(
        format('%s.%I', relnamespace::regnamespace, relname), ', ' ORDER BY oid))
    FROM pg_class
    WHERE oid = ANY (rels)
        AND oid NOT IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ANY (rels))
    HAVING count(*) > 0;

    -- The foreign key of a partition goes, and comes back, with that of its parent.
    RETURN QUERY
    SELECT format('ALTER TABLE %s.%I DROP CONSTRAINT %I;',
        relnamespace::regnamespace, relname, conname)
    FROM pg_constraint o JOIN pg_class r ON r.oid = conrelid
    WHERE o.oid = ANY (foreign_keys) AND conparentid = 0
    ORDER BY o.oid;

    -- The owner checks foreign keys, and no policy that is forced on him may hide rows then.
    SELECT array_agg(oid) INTO forced
    FROM pg_class
    WHERE relforcerowsecurity AND oid IN (SELECT unnest(ARRAY[conrelid, confrelid])
        FROM pg_constraint WHERE oid = ANY (foreign_keys));
    RETURN QUERY
    SELECT format('ALTER TABLE %s.%I NO FORCE ROW LEVEL SECURITY;',
        relnamespace::regnamespace, relname)
    FROM pg_class WHERE oid = ANY (forced)
    ORDER BY oid;

    RETURN QUERY SELECT migration.type_changes(columns);

    -- Foreign keys act in the order of the names of their triggers, which end with OIDs, as text.
    -- They are created in this order.
    RETURN QUERY
    SELECT format('ALTER TABLE %s.%I ADD CONSTRAINT %I %s;',
        relnamespace::regnamespace, relname, conname, pg_get_constraintdef(o.oid))
    FROM pg_constraint o JOIN pg_class r ON r.oid = conrelid
    WHERE o.oid = ANY (foreign_keys) AND conparentid = 0
    ORDER BY (SELECT min(tgname::text COLLATE "C") FROM pg_trigger WHERE tgconstraint = o.oid),
        o.oid;

    -- If the OIDs have got another digit meanwhile, that order is another. It matters where one
    -- changes rows before another acts. (Only what this transaction has made has no age.)
    RETURN QUERY
    SELECT 'DO $order$ BEGIN IF (SELECT pg_catalog.count(DISTINCT pg_catalog.length(tgname)) '
        'OPERATOR(pg_catalog.>) 1 FROM pg_catalog.pg_trigger '
        'WHERE pg_catalog.starts_with(tgname, ''RI_'') '
        'AND pg_catalog.age(xmin) OPERATOR(pg_catalog.<=) 0) '
        'THEN RAISE ''foreign keys would fire in another order'' '
        'USING HINT = ''Run the statements again.''; END IF; END $order$;'
    WHERE EXISTS (
        SELECT FROM pg_constraint
        WHERE oid = ANY (foreign_keys) AND conparentid = 0
        GROUP BY confrelid
        HAVING count(*) > 1
            AND bool_or(confdeltype IN ('c', 'n', 'd') OR confupdtype IN ('c', 'n', 'd')));

    -- The policies that were forced are so again.
    RETURN QUERY
    SELECT format('ALTER TABLE %s.%I FORCE ROW LEVEL SECURITY;',
        relnamespace::regnamespace, relname)
    FROM pg_class WHERE oid = ANY (forced)
    ORDER BY oid;

    RETURN QUERY SELECT migration.lost_properties(rels, cols, foreign_keys);
END
$$;
COMMENT ON FUNCTION migration.conversion_of(oid[], smallint[]) IS
    'the statements of conversion_statements for given columns';

CREATE FUNCTION migration.conversion_statements(VARIADIC columns text[])
    RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL RESTRICTED COST 100000 ROWS 10
    BEGIN ATOMIC
        SELECT migration.conversion_of(
            objectid_internal_tables_for_statements(c.all_rels), c.all_cols)
        FROM migration.columns_to_convert(columns, current_schemas(true)) AS c;
    END;
COMMENT ON FUNCTION migration.conversion_statements(text[]) IS
    'the statements that convert columns of text, varchar, char, bytea or uuid, and those that '
    'foreign keys, partitions or inheritance connect with them, into objectid; an error lists what '
    'is in the way';

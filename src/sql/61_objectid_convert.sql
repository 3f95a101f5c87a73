-- Conversion of columns into objectid.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_convert("table" regclass, "column" name) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- the type of this extension, in whatever schema it lives
    id_type CONSTANT regtype := (
        SELECT t.oid FROM pg_extension e
        JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
        JOIN pg_type t ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        WHERE e.extname = 'objectid' AND t.typname = 'objectid');
    -- Names are written under this path, which is that of the function, so that they say the schema of whatever the
    -- server does not own. What they are written for is read again under id_path, where the type's operators are
    -- found as well; nothing of ours is evaluated there.
    own_path CONSTANT text := 'pg_catalog, pg_temp';
    id_path CONSTANT text := format('pg_catalog, pg_temp, %I', (
        SELECT nspname FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = id_type));
    attribute_number smallint;
    -- the columns to convert, the type to go through and that to end with: these belong together
    rels oid[];
    attributes smallint[];
    vias text[];
    targets text[];
    -- what makes again what has to go meanwhile
    constraints text[] := '{}';
    defaults text[] := '{}';
    view_rels oid[];
    view_names text[] := '{}';
    views text[] := '{}';
    view_extras text[] := '{}';
    locked oid[];
    item record;
    statement text;
    failure text;
    value text;
BEGIN
    IF "table" IS NULL OR "column" IS NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table and column must not be null';
    END IF;
    IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        RAISE invalid_transaction_state USING
            MESSAGE = format('objectid_convert cannot run at isolation level %s', upper(current_setting('transaction_isolation'))),
            HINT = 'It has to see what others commit before it has its locks: use READ COMMITTED.';
    END IF;

    -- Find what is concerned and lock it, until nothing else turns up: it may have changed before the lock was there.
    LOOP
        SELECT attnum INTO attribute_number FROM pg_attribute
        WHERE attrelid = "table" AND attname = "column" AND attnum > 0 AND NOT attisdropped;
        IF attribute_number IS NULL THEN
            RAISE undefined_column USING MESSAGE = format('column "%s" of relation "%s" does not exist', "column", "table");
        END IF;

        -- All columns that must have one type, as foreign keys, partitions and inheritance connect them, but for those
        -- that have it.
        WITH RECURSIVE pair (rel, attribute, other_rel, other_attribute) AS (
            SELECT conrelid, k.a, confrelid, k.b
            FROM pg_constraint, unnest(conkey, confkey) AS k (a, b) WHERE contype = 'f'
            UNION ALL
            SELECT inhrelid, c.attnum, inhparent, p.attnum
            FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid JOIN pg_attribute p ON p.attrelid = inhparent
            WHERE c.attname = p.attname AND p.attnum > 0 AND NOT p.attisdropped
        ), link AS (
            SELECT * FROM pair UNION ALL SELECT other_rel, other_attribute, rel, attribute FROM pair
        ), connected (rel, attribute) AS (
            SELECT "table"::oid, attribute_number
            UNION
            SELECT other_rel, other_attribute FROM connected JOIN link USING (rel, attribute)
        ), base (rel, attribute, type, arrays) AS ( -- without domains and arrays
            SELECT rel, attribute, atttypid, 0
            FROM connected JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            UNION ALL
            SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END, arrays + (typtype <> 'd')::int
            FROM base JOIN pg_type t ON t.oid = type
            WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
        )
        SELECT array_agg(rel ORDER BY rel, attribute), array_agg(attribute ORDER BY rel, attribute),
            array_agg(CASE
                WHEN arrays > 1 THEN NULL
                WHEN type IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'name'::regtype) THEN 'text'
                WHEN type IN ('bytea'::regtype, 'uuid'::regtype) THEN type::regtype::text
            END || CASE arrays WHEN 1 THEN '[]' ELSE '' END ORDER BY rel, attribute)
        INTO rels, attributes, vias
        FROM base JOIN pg_type t ON t.oid = type
        WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type;
        IF rels IS NULL THEN
            RETURN;
        END IF;

        -- First refuse what cannot work, by name.
        FOR item IN
            SELECT rel::regclass, attname, via, relkind, relowner, format_type(atttypid, atttypmod) AS type
            FROM unnest(rels, attributes, vias) AS m (rel, attribute, via)
            JOIN pg_class c ON c.oid = rel JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        LOOP
            IF item.relkind NOT IN ('r', 'p') THEN
                RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', item.rel);
            ELSIF NOT pg_has_role(item.relowner, 'USAGE') THEN
                RAISE insufficient_privilege USING MESSAGE = format('must be owner of table %s', item.rel);
            ELSIF item.via IS NULL THEN
                RAISE datatype_mismatch USING MESSAGE = format('column "%s" of table %s of type %s cannot become objectid',
                    item.attname, item.rel, item.type);
            END IF;
        END LOOP;

        -- Views that show the columns, and views of these, those that others need first.
        WITH RECURSIVE above (rel, level) AS (
            SELECT ev_class, 1
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_depend d ON refclassid = 'pg_class'::regclass AND refobjid = m.rel AND refobjsubid IN (attribute, 0)
                AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite w ON w.oid = d.objid
            WHERE ev_class <> m.rel
            UNION
            SELECT ev_class, level + 1
            FROM above
            JOIN pg_depend d ON refclassid = 'pg_class'::regclass AND refobjid = above.rel AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite w ON w.oid = d.objid
            WHERE ev_class <> above.rel
        ) CYCLE rel SET again USING path
        SELECT array_agg(rel ORDER BY level, rel) INTO view_rels
        FROM (SELECT rel, max(level) AS level FROM above GROUP BY rel) AS v JOIN pg_class c ON c.oid = rel
        WHERE relkind IN ('v', 'm');
        FOR item IN
            SELECT relkind, relowner, rel::regclass AS name
            FROM unnest(view_rels) WITH ORDINALITY AS v (rel, place) JOIN pg_class c ON c.oid = rel
            ORDER BY place
        LOOP
            IF item.relkind = 'm' THEN
                RAISE dependent_objects_still_exist USING
                    MESSAGE = format('materialized view %s depends on the column', item.name),
                    HINT = 'Drop it first, and create it again afterwards.';
            ELSIF NOT pg_has_role(item.relowner, 'USAGE') THEN
                RAISE insufficient_privilege USING MESSAGE = format('must be owner of view %s', item.name);
            END IF;
        END LOOP;

        EXIT WHEN locked = rels || view_rels;
        locked := rels || view_rels;
        FOR item IN
            SELECT relkind, relowner, rel::regclass AS name
            FROM (SELECT DISTINCT rel FROM unnest(locked) AS l (rel)) AS l JOIN pg_class c ON c.oid = rel
            ORDER BY rel
        LOOP
            -- LOCK TABLE would lock all that a view reads; to give it to its owner locks it alone.
            EXECUTE CASE item.relkind
                WHEN 'v' THEN format('ALTER VIEW %s OWNER TO %I', item.name, pg_get_userbyid(item.relowner))
                ELSE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', item.name) END;
        END LOOP;
    END LOOP;

    targets := ARRAY(
        SELECT id_type || CASE WHEN via ~ '\[' THEN '[]' ELSE '' END FROM unnest(vias) WITH ORDINALITY AS v (via, place)
        ORDER BY place);

    FOR item IN
        SELECT i.indexrelid::regclass::text AS index, pg_get_indexdef(i.indexrelid) AS definition
        FROM unnest(rels, attributes, vias) AS m (rel, attribute, via)
        JOIN pg_index i ON i.indrelid = rel
        JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_attribute a ON a.attrelid = rel AND a.attnum = attribute
        CROSS JOIN generate_series(0, i.indnkeyatts - 1) AS k
        JOIN pg_opclass o ON o.oid = i.indclass[k]
        WHERE i.indkey[k] = attribute
            AND (NOT o.opcdefault OR i.indcollation[k] NOT IN (0, a.attcollation)
                OR via !~ '\[' AND NOT EXISTS (
                    SELECT FROM pg_opclass d WHERE d.opcmethod = c.relam AND d.opcintype = id_type AND d.opcdefault))
        ORDER BY 1 LIMIT 1
    LOOP
        RAISE dependent_objects_still_exist USING
            MESSAGE = format('index %s cannot hold objectid', item.index),
            DETAIL = item.definition,
            HINT = 'Drop it first. An index of objectid needs no collation and no other than the default operator class.';
    END LOOP;

    -- CHECK constraints and expressions of indexes: is there still a meaning?
    FOR item IN
        SELECT object, expression, c.relname, definition, (
            SELECT string_agg(format('NULL::%s AS %I',
                coalesce(target, format_type(a.atttypid, a.atttypmod)), a.attname), ', ')
            FROM pg_attribute a LEFT JOIN unnest(rels, attributes, targets) AS m (rel, attribute, target)
                ON m.rel = a.attrelid AND m.attribute = a.attnum
            WHERE a.attrelid = e.rel AND a.attnum > 0 AND NOT a.attisdropped) AS columns
        FROM (
            SELECT DISTINCT conrelid AS rel, format('constraint "%s" of table %s', conname, conrelid::regclass) AS object,
                pg_get_expr(conbin, conrelid) AS expression, pg_get_constraintdef(o.oid) AS definition
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_constraint o ON conrelid = m.rel AND attribute = ANY (conkey)
            WHERE contype = 'c'
            UNION ALL
            SELECT DISTINCT indrelid, format('index %s', indexrelid::regclass),
                concat_ws(', ', pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)), pg_get_indexdef(indexrelid)
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_depend d ON d.classid = 'pg_class'::regclass
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = m.rel AND d.refobjsubid = attribute
            JOIN pg_index i ON indexrelid = d.objid
            WHERE indexprs IS NOT NULL OR indpred IS NOT NULL
        ) AS e (rel, object, expression, definition)
        JOIN pg_class c ON c.oid = e.rel
        ORDER BY object
    LOOP
        statement := format('SELECT %s FROM (SELECT %s OFFSET 0) AS %I LIMIT 0', item.expression, item.columns, item.relname);
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE statement;
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN syntax_error_or_access_rule_violation OR data_exception THEN
            RAISE dependent_objects_still_exist USING
                MESSAGE = format('%s does not apply to objectid: %s', item.object, SQLERRM),
                DETAIL = item.definition,
                HINT = 'Drop it first. To check the digits is not needed any more: the type refuses what is not an id.';
        END;
    END LOOP;

    FOR item IN
        SELECT rel::regclass, attname, pg_get_expr(adbin, adrelid) AS expression, via, target
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        JOIN pg_attrdef ON adrelid = rel AND adnum = attribute
        WHERE attgenerated = ''
        UNION ALL -- of a domain
        SELECT rel::regclass, attname, pg_get_expr(typdefaultbin, 0), via, target
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        JOIN pg_type t ON t.oid = atttypid
        WHERE typdefaultbin IS NOT NULL AND NOT atthasdef
    LOOP
        -- a constant can be tried, anything else may have effects
        IF item.expression ~ '^(E?''([^'']|'''')*''|ARRAY\[[^()]*\])(::[a-z ]+(\(\d+\))?(\[\])?)?$' THEN
            BEGIN
                EXECUTE format('SELECT (%s)::%s::%s', item.expression, item.via, item.target) INTO value;
            EXCEPTION WHEN data_exception THEN
                RAISE invalid_text_representation USING
                    MESSAGE = format('default of column "%s" of table %s is not an id: %s',
                        item.attname, item.rel, item.expression),
                    HINT = 'Drop the default first.';
            END;
            item.expression := quote_nullable(value);
        ELSE
            item.expression := format('(%s)::%s', item.expression, item.via);
        END IF;
        defaults := defaults || format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s::%s', item.rel,
            item.attname, item.expression, item.target);
    END LOOP;

    FOR item IN
        SELECT c.*, rel::regclass AS name
        FROM unnest(view_rels) WITH ORDINALITY AS v (rel, place) JOIN pg_class c ON c.oid = rel
        ORDER BY place
    LOOP
        view_names := view_names || item.name::text;
        views := views || format('CREATE VIEW %s%s AS %s', item.name,
            ' WITH (' || array_to_string(item.reloptions, ', ') || ')', pg_get_viewdef(item.oid));
        view_extras := view_extras || format('ALTER VIEW %s OWNER TO %I', item.name, pg_get_userbyid(item.relowner))
            || ARRAY( -- the rights
                SELECT format('GRANT %s ON %s TO %s%s', privilege_type, item.name,
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                    CASE WHEN is_grantable AND grantee <> item.relowner THEN ' WITH GRANT OPTION' END)
                FROM aclexplode(coalesce(item.relacl, acldefault('r', item.relowner)))
                UNION ALL
                SELECT format('GRANT %s (%I) ON %s TO %s%s', privilege_type, attname, item.name,
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                    CASE WHEN is_grantable AND grantee <> item.relowner THEN ' WITH GRANT OPTION' END)
                FROM pg_attribute, aclexplode(attacl) WHERE attrelid = item.oid)
            || ARRAY( -- rules, triggers, defaults
                SELECT pg_get_ruledef(oid) FROM pg_rewrite WHERE ev_class = item.oid AND rulename <> '_RETURN'
                UNION ALL
                SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = item.oid AND NOT tgisinternal
                UNION ALL
                SELECT format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', item.name, attname, pg_get_expr(adbin, adrelid))
                FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE adrelid = item.oid)
            || ARRAY( -- and what is said about all that
                SELECT format('COMMENT ON %s IS %L', object, description) FROM (
                    SELECT CASE objsubid WHEN 0 THEN 'VIEW ' || item.name
                        ELSE format('COLUMN %s.%I', item.name, (
                            SELECT attname FROM pg_attribute WHERE attrelid = item.oid AND attnum = objsubid)) END, description
                    FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = item.oid
                    UNION ALL
                    SELECT format('TRIGGER %I ON %s', tgname, item.name), description
                    FROM pg_description JOIN pg_trigger t ON classoid = 'pg_trigger'::regclass AND objoid = t.oid
                    WHERE tgrelid = item.oid
                    UNION ALL
                    SELECT format('RULE %I ON %s', rulename, item.name), description
                    FROM pg_description JOIN pg_rewrite w ON classoid = 'pg_rewrite'::regclass AND objoid = w.oid
                    WHERE ev_class = item.oid AND rulename <> '_RETURN'
                ) AS remark (object, description));
    END LOOP;

    -- Take down.
    IF view_names <> '{}' THEN
        EXECUTE 'DROP VIEW ' || array_to_string(view_names, ', ');
    END IF;
    FOR item IN
        SELECT DISTINCT o.oid, conname, conrelid::regclass AS rel, pg_get_constraintdef(o.oid) AS definition,
            obj_description(o.oid, 'pg_constraint') AS description
        FROM unnest(rels, attributes) AS m (rel, attribute)
        JOIN pg_constraint o ON conrelid = rel AND attribute = ANY (conkey) OR confrelid = rel AND attribute = ANY (confkey)
        WHERE contype = 'f' AND conparentid = 0
        ORDER BY o.oid
    LOOP
        constraints := constraints || format('ALTER TABLE %s ADD CONSTRAINT %I %s', item.rel, item.conname, item.definition);
        IF item.description IS NOT NULL THEN
            constraints := constraints
                || format('COMMENT ON CONSTRAINT %I ON %s IS %L', item.conname, item.rel, item.description);
        END IF;
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.rel, item.conname);
    END LOOP;
    FOR item IN
        SELECT rel::regclass, attname
        FROM unnest(rels, attributes) AS m (rel, attribute)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        WHERE atthasdef AND attgenerated = ''
    LOOP
        EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I DROP DEFAULT', item.rel, item.attname);
    END LOOP;

    -- Convert each table in one go, its partitions and children with it.
    FOR item IN
        WITH RECURSIVE base (rel, attribute, type, filled) AS (
            SELECT rel, attribute, atttypid, false
            FROM unnest(rels, attributes) AS m (rel, attribute) JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            UNION ALL
            SELECT rel, attribute, typbasetype, typnotnull FROM base JOIN pg_type t ON t.oid = type WHERE typtype = 'd')
        SELECT rel::regclass, array_agg(attname) AS names, array_agg(via) AS vias, array_agg(target) AS targets, string_agg(format(
            'ALTER COLUMN %I TYPE %s USING %I::%s::%s%s', attname, target, attname, via, target,
            (SELECT format(', ALTER COLUMN %I SET NOT NULL', attname) FROM base b
                WHERE (b.rel, b.attribute) = (m.rel, m.attribute) AND filled LIMIT 1)), ', ') AS actions
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        WHERE attinhcount = 0
        GROUP BY rel
    LOOP
        statement := format('ALTER TABLE %s %s', item.rel, item.actions);
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE statement;
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN data_exception THEN
            failure := SQLERRM;
            -- which column, and which value?
            PERFORM set_config('max_parallel_workers_per_gather', '0', true);
            PERFORM set_config('synchronize_seqscans', 'off', true);
            PERFORM set_config('bytea_output', 'hex', true);
            FOR i IN 1 .. cardinality(item.names) LOOP
                BEGIN
                    EXECUTE format('SELECT count(%I::%s::%s) FROM %s', item.names[i], item.vias[i], item.targets[i], item.rel);
                EXCEPTION WHEN data_exception THEN
                    failure := SQLERRM;
                    value := NULL;
                    IF item.vias[i] !~ 'text' THEN -- the message does not show it
                        EXECUTE format('SELECT v FROM (SELECT unnest(%s)::text FROM %s) AS t (v) WHERE v !~ %L LIMIT 1',
                            CASE WHEN item.vias[i] ~ '\[' THEN format('%I::%s', item.names[i], item.vias[i])
                                ELSE format('ARRAY[%I::%s]', item.names[i], item.vias[i]) END, item.rel,
                            CASE WHEN item.vias[i] ~ 'uuid' THEN '^00000000-' ELSE '^\\x[0-9a-f]{24}$' END) INTO value;
                    END IF;
                    RAISE invalid_text_representation USING
                        MESSAGE = format('column "%s" of table %s holds a value that is not an id: %s',
                            item.names[i], item.rel, coalesce('"' || value || '"', failure)),
                        COLUMN = item.names[i],
                        TABLE = (SELECT relname FROM pg_class WHERE oid = item.rel),
                        SCHEMA = (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = item.rel),
                        DETAIL = 'Nothing has been changed.';
                END;
            END LOOP;
            RAISE;
        END;
    END LOOP;

    -- Put everything back.
    FOREACH value IN ARRAY defaults || constraints LOOP
        EXECUTE value;
    END LOOP;
    FOR i IN 1 .. cardinality(views) LOOP
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE views[i];
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
            RAISE dependent_objects_still_exist USING
                MESSAGE = format('view %s does not apply to objectid: %s', view_names[i], SQLERRM),
                HINT = 'Drop it first, and create it again afterwards in a form for objectid.';
        END;
        FOR item IN -- what a new view comes with
            SELECT DISTINCT grantee FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
            WHERE oid = view_names[i]::regclass
        LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %s', view_names[i],
                CASE item.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(item.grantee)) END);
        END LOOP;
    END LOOP;
    PERFORM set_config('search_path', id_path, true); -- rules and triggers hold expressions
    FOREACH value IN ARRAY view_extras LOOP
        EXECUTE value;
    END LOOP;
END
$$;
COMMENT ON FUNCTION objectid_convert(regclass, name) IS
    'turns a column of text, bytea or uuid into objectid, with all columns that foreign keys connect with it; 22P02 names the first value that is not an id';

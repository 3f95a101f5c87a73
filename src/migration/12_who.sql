-- Who may work with it.
-- SPDX-License-Identifier: PostgreSQL

-- Documents and plans become statements, which look names up when they run. So whoever may write
-- the tables of this schema, or has objects where names are looked up, could choose what a
-- superuser runs.
CREATE FUNCTION migration.dangerous_schemas(schemas oid[]) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    WITH in_question AS (
        SELECT nspname, nspacl, CASE pg_get_userbyid(nspowner) WHEN 'pg_database_owner'
            THEN (SELECT datdba FROM pg_database WHERE datname = current_database())
            ELSE nspowner END AS owner
        FROM pg_namespace WHERE oid = ANY (schemas))
    SELECT format('The owner of schema %I, role %I, is no superuser.', nspname, rolname)
    FROM in_question JOIN pg_roles ON oid = owner WHERE NOT rolsuper
    UNION ALL
    SELECT format('Schema %I is temporary.', nspname)
    FROM in_question WHERE nspname ~ '^pg_(toast_)?temp_'
    UNION ALL
    SELECT format('%s may create objects in schema %I.',
        coalesce('Role ' || quote_ident(rolname), 'Everybody'), nspname)
    FROM in_question, aclexplode(nspacl) AS acl LEFT JOIN pg_roles
        ON oid = CASE pg_get_userbyid(grantee) WHEN 'pg_database_owner'
            THEN (SELECT datdba FROM pg_database WHERE datname = current_database())
            ELSE grantee END
    WHERE privilege_type = 'CREATE' AND rolsuper IS NOT TRUE;
END;
COMMENT ON FUNCTION migration.dangerous_schemas(oid[]) IS
    'why these schemas are not those of superusers alone, in sentences';

-- Catalogs alone, since what has the name of a table could be a view.
CREATE FUNCTION migration.dangers() RETURNS SETOF text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    WITH own AS (
        SELECT oid, relacl FROM pg_class WHERE relnamespace = 'migration'::regnamespace),
    granted AS (
        SELECT oid, 0 AS col, relacl AS acl FROM own
        UNION ALL
        SELECT attrelid, attnum, attacl FROM own JOIN pg_attribute ON attrelid = own.oid)
    SELECT migration.dangerous_schemas(ARRAY['migration'::regnamespace])
    UNION ALL
    SELECT format('The owner of %s, role %I, is no superuser.',
        pg_describe_object(classid, objid, 0), rolname)
    FROM (
        SELECT tableoid, oid, relowner FROM pg_class
        WHERE relnamespace = 'migration'::regnamespace AND relkind NOT IN ('i', 'I')
        UNION ALL
        SELECT tableoid, oid, proowner FROM pg_proc WHERE pronamespace = 'migration'::regnamespace
        UNION ALL
        SELECT tableoid, oid, typowner FROM pg_type
        WHERE typnamespace = 'migration'::regnamespace
        UNION ALL
        SELECT tableoid, oid, oprowner FROM pg_operator
        WHERE oprnamespace = 'migration'::regnamespace) AS object (classid, objid, owner)
        JOIN pg_roles ON oid = owner
    WHERE NOT rolsuper
    UNION ALL
    SELECT format('%s has %s on %s.', coalesce('Role ' || quote_ident(rolname), 'Everybody'),
        privilege_type, pg_describe_object('pg_class'::regclass, granted.oid, col))
    FROM granted, aclexplode(acl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
    WHERE privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES')
        AND rolsuper IS NOT TRUE
    UNION ALL
    SELECT format('Role %I is a member of pg_write_all_data.', rolname)
    FROM pg_roles
    WHERE NOT rolsuper AND rolname <> 'pg_write_all_data'
        AND pg_has_role(oid, 'pg_write_all_data', 'MEMBER')
    UNION ALL
    SELECT format('There is %s.', pg_describe_object(pg_trigger.tableoid, pg_trigger.oid, 0))
    FROM own JOIN pg_trigger ON tgrelid = own.oid;
END;
COMMENT ON FUNCTION migration.dangers() IS
    'why the schema migration and what is in it is not of superusers alone, in sentences';

-- Each function that is called by hand asks this first.
CREATE FUNCTION migration.check_trust(of_collection text, types oid[]) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    danger text;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles
        WHERE rolsuper AND (rolname = current_user OR pg_has_role(
            (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER'))) THEN
        RETURN;
    END IF;
    SELECT d INTO danger FROM migration.dangers() AS d LIMIT 1;
    IF danger IS NULL AND of_collection IS NOT NULL THEN
        WITH relation AS (
            SELECT c.oid, c.relowner, c.relnamespace
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                JOIN migration.plan AS root ON root.schema = n.nspname AND root.path = '$'
                JOIN migration.plan AS p
                    ON p.collection = root.collection AND p."table" = c.relname
            WHERE root.collection = of_collection),
        object AS (
            SELECT 'pg_class'::regclass AS classid, oid, relowner AS owner FROM relation
            UNION
            SELECT 'pg_type'::regclass, oid, typowner FROM pg_type WHERE oid = ANY (types))
        SELECT d INTO danger FROM (
            SELECT migration.dangerous_schemas(ARRAY(
                SELECT oid FROM pg_namespace WHERE nspname IN (
                    SELECT p.schema FROM migration.plan AS p WHERE p.collection = of_collection)
                UNION
                SELECT r.relnamespace FROM migration.relations_of(of_collection) AS r
                UNION
                SELECT typnamespace FROM pg_type WHERE oid = ANY (types)))
            UNION ALL
            SELECT format('The owner of %s, role %I, is no superuser.',
                pg_describe_object(o.classid, o.oid, 0), r.rolname)
            FROM object AS o JOIN pg_roles AS r ON r.oid = o.owner
            WHERE NOT r.rolsuper) AS dangers (d) LIMIT 1;
    END IF;
    IF danger IS NOT NULL THEN
        RAISE insufficient_privilege USING
            MESSAGE = 'must not be connected as a superuser',
            DETAIL = danger,
            HINT = 'Connect as the role that shall own the tables, and has created the extension; '
                'or take from others what they could make a superuser run something with.';
    END IF;
END
$$;
COMMENT ON FUNCTION migration.check_trust(text, oid[]) IS
    'an error for a superuser if others could choose what the functions here run, or the '
    'statements that they print for a collection, with columns of these types';

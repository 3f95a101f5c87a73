-- To whom DDL is printed, by conversion_statements and partition_statements.
-- SPDX-License-Identifier: PostgreSQL

-- By SET ROLE, RESET ROLE or RESET SESSION AUTHORIZATION: usesysid is the role that has connected.
CREATE FUNCTION objectid_internal_can_be_superuser()
    RETURNS boolean
    LANGUAGE sql STABLE PARALLEL RESTRICTED COST 1000
    BEGIN ATOMIC
        SELECT EXISTS (
            SELECT FROM pg_roles
            WHERE rolsuper AND (pg_has_role(oid, 'MEMBER') OR pg_has_role(
                (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER')));
    END;
COMMENT ON FUNCTION objectid_internal_can_be_superuser() IS
    'whether the caller is a superuser, or can become one';

-- Nothing is executed here: the statements are printed to the owner of the tables, who reads and
-- runs them. They call functions that he chose, such as those in indexes and in the CHECKs of
-- domains, and these can execute RESET ROLE. The owner of a schema could exchange what has a name
-- in it. So who can be a superuser gets statements only about what belongs to superusers.
--
-- Functions in PL/pgSQL look names up while they run. So these name what is in pg_catalog and
-- nothing else, and execute no text.
CREATE FUNCTION objectid_internal_tables_for_statements(tables oid[])
    RETURNS oid[]
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 1000
    SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
#variable_conflict use_column
DECLARE
    other record;
BEGIN
    IF objectid_internal_can_be_superuser() THEN
        SELECT pg_describe_object(classid, objid, 0) AS object, rolname AS owner INTO other
        FROM (
            SELECT tableoid, oid, relowner FROM pg_class WHERE oid = ANY (tables)
            UNION
            SELECT tableoid, oid, CASE nspowner WHEN 'pg_database_owner'::regrole
                THEN (SELECT datdba FROM pg_database WHERE datname = current_database())
                ELSE nspowner END
            FROM pg_namespace
            WHERE oid IN (SELECT relnamespace FROM pg_class WHERE oid = ANY (tables))
        ) AS named (classid, objid, owner) JOIN pg_roles ON pg_roles.oid = owner
        WHERE NOT rolsuper
        ORDER BY classid, objid LIMIT 1;
        IF FOUND THEN
            RAISE insufficient_privilege USING
                MESSAGE = 'must not be connected as a superuser to get these statements',
                DETAIL = format('The owner of %s, role %I, is no superuser, and could choose what '
                    'the statements run.', other.object, other.owner),
                HINT = 'Connect as the owner of the tables, or as a member of it that cannot '
                    'become a superuser. Tables of a superuser belong in a schema of a superuser.';
        END IF;
    END IF;

    SELECT oid::regclass AS object, pg_get_userbyid(relowner) AS owner INTO other
    FROM pg_class
    WHERE oid = ANY (tables) AND pg_get_userbyid(relowner) <> current_user
    ORDER BY oid LIMIT 1;
    IF FOUND THEN
        RAISE insufficient_privilege USING
            MESSAGE = format('must be owner of table %s', other.object),
            HINT = format('Connect as role %1$I, or as a member of it that executes '
                'SET ROLE %1$I.', other.owner);
    END IF;
    RETURN tables;
END
$$;
COMMENT ON FUNCTION objectid_internal_tables_for_statements(oid[]) IS
    'the same tables, if statements about them may be printed to the caller';

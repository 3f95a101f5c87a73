-- Who may work with it.
-- SPDX-License-Identifier: PostgreSQL

-- Names are looked up when statements run: the owner of a schema could put others in their place by
-- then, with functions of his members.
CREATE FUNCTION migration.trusted(schema text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    owner record;
BEGIN
    SELECT r.rolname, r.rolsuper INTO owner
    FROM pg_namespace AS n JOIN pg_roles AS r ON r.oid = CASE n.nspowner
        WHEN 'pg_database_owner'::regrole
        THEN (SELECT datdba FROM pg_database WHERE datname = current_database())
        ELSE n.nspowner END
    WHERE n.nspname = schema;
    IF NOT owner.rolsuper AND EXISTS (SELECT FROM pg_roles
        WHERE rolsuper AND (rolname = current_user OR pg_has_role(
            (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid())), oid, 'MEMBER'))) THEN
        RAISE EXCEPTION 'must not be connected as a superuser' USING
            ERRCODE = 'insufficient_privilege',
            DETAIL = format('The owner of schema %I, role %I, is no superuser, and could choose '
                'what is run.', schema, owner.rolname),
            HINT = 'Connect as another role, or use schemas of a superuser for the extension and '
                'for the tables.';
    END IF;
    RETURN quote_ident(schema);
END
$$;
COMMENT ON FUNCTION migration.trusted(text) IS
    'a schema, quoted; an error for a superuser whom its owner could make run something';

CREATE FUNCTION migration.extension() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    schema text := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n
        ON n.oid = e.extnamespace WHERE e.extname = 'objectid');
BEGIN
    IF schema IS NULL THEN
        RAISE EXCEPTION 'extension "objectid" is not installed in this database' USING
            ERRCODE = 'undefined_object', HINT = 'Use CREATE EXTENSION objectid.';
    END IF;
    RETURN migration.trusted(schema);
END
$$;
COMMENT ON FUNCTION migration.extension() IS 'the schema of the extension objectid, quoted';

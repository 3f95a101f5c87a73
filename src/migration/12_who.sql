-- Who may work with it.
-- SPDX-License-Identifier: PostgreSQL

-- What documents and plans say runs with the caller's rights, as what is in a dump does with
-- pg_restore. No list is complete of what can run code there: triggers, defaults, CHECKs of domains
-- that others are based on. So no object is looked at, but whether there is anybody who could have
-- put one where a superuser finds it: also before he was forbidden to log in, or in a session that
-- goes on. Each function that is called by hand asks this first.
CREATE FUNCTION migration.check_caller() RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    other text := (SELECT min(rolname::text COLLATE "C") FROM pg_roles
        WHERE NOT rolsuper AND oid >= 16384); -- without those of initdb
    owner text := (SELECT rolname FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner
        WHERE nspname = 'migration' AND NOT rolsuper);
BEGIN
    IF other IS NOT NULL AND objectid_internal_can_be_superuser() THEN
        RAISE insufficient_privilege USING
            MESSAGE = 'must not be connected as a superuser',
            DETAIL = format('Role %I is no superuser, and could choose what is run.', other),
            HINT = coalesce('Connect as role ' || quote_ident(owner) || '.',
                format(E'Drop the extension, and create it as the role that shall own the tables:\n'
                    'CREATE ROLE mover LOGIN;\n'
                    'GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO mover;\n'
                    'ALTER SCHEMA public OWNER TO mover;\n'
                    '\\c - mover', current_database()));
    END IF;
END
$$;
COMMENT ON FUNCTION migration.check_caller() IS
    'an error for a superuser, and who can become one, while there are roles that are none';

-- Not an error here: a superuser may restore a dump, or have columns of his converted.
DO $$
DECLARE
    detail text;
    hint text;
BEGIN
    PERFORM migration.check_caller();
EXCEPTION WHEN insufficient_privilege THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RAISE WARNING 'functions that move documents refuse a superuser'
        USING DETAIL = detail, HINT = hint;
END
$$;

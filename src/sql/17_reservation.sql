-- The reservation that keeps the order of ids over the end of the server.
-- SPDX-License-Identifier: PostgreSQL

CREATE SCHEMA objectid_internal;
COMMENT ON SCHEMA objectid_internal IS 'what the extension objectid keeps for itself';

-- The library writes a Unix second to its page. A member of pg_write_all_data may call nextval().
-- From such a number that fails, as one increment is beyond bigint. Before the first id was made it
-- returns 1, a second of 1970, which does no harm.
CREATE SEQUENCE objectid_internal.reservation INCREMENT 9223372036854775807;
COMMENT ON SEQUENCE objectid_internal.reservation IS
    'last_value: the Unix second that new ids and bounds have not reached yet; after a restart or '
    'a failover they begin there';

-- Nobody has rights on them, whatever ALTER DEFAULT PRIVILEGES says.
DO $$
DECLARE
    grantee regrole;
BEGIN
    FOR grantee IN
        SELECT granted.grantee
        FROM (
            SELECT nspacl FROM pg_namespace WHERE nspname = 'objectid_internal'
            UNION ALL
            SELECT relacl FROM pg_class WHERE oid = 'objectid_internal.reservation'::regclass
        ) AS made (acl), aclexplode(acl) AS granted
        WHERE granted.grantee NOT IN (0, current_user::regrole)
    LOOP
        EXECUTE format('
            REVOKE ALL ON SCHEMA objectid_internal FROM %1$s;
            REVOKE ALL ON SEQUENCE objectid_internal.reservation FROM %1$s;', grantee);
    END LOOP;
END
$$;
REVOKE ALL ON SCHEMA objectid_internal FROM PUBLIC;
REVOKE ALL ON SEQUENCE objectid_internal.reservation FROM PUBLIC;

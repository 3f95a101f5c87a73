-- Rights on what the extension has, whatever ALTER DEFAULT PRIVILEGES says.
-- SPDX-License-Identifier: PostgreSQL

-- PUBLIC may use functions and types; nobody has rights on what the extension keeps for itself. No
-- role is named: rights of one stay in pg_init_privs when it is dropped, from where servers before
-- 17 dump them. (Both extensions end with this part, with their names for @extension@.)
DO $$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT kind || ' ' || identity AS object, kind IN ('ROUTINE', 'TYPE') AS is_for_public, (
                SELECT string_agg(DISTINCT
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, ', ')
                FROM aclexplode(acl) WHERE grantee <> owner) AS grantees
        FROM (
            SELECT 'ROUTINE', oid::regprocedure::text, tableoid, oid, proacl, proowner FROM pg_proc
            UNION ALL
            SELECT 'TYPE', oid::regtype::text, tableoid, oid, typacl, typowner FROM pg_type
            UNION ALL
            SELECT 'SCHEMA', quote_ident(nspname), tableoid, oid, nspacl, nspowner
            FROM pg_namespace
            UNION ALL
            SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass::text,
                tableoid, oid, relacl, relowner
            FROM pg_class
        ) AS o (kind, identity, classid, objid, acl, owner) JOIN pg_depend USING (classid, objid)
        WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND acl IS NOT NULL
            AND refobjid = (SELECT oid FROM pg_extension WHERE extname = '@extension@')
    LOOP
        IF member.grantees IS NOT NULL THEN
            EXECUTE format('REVOKE ALL ON %s FROM %s', member.object, member.grantees);
        END IF;
        IF member.is_for_public THEN
            EXECUTE format('GRANT ALL ON %s TO PUBLIC', member.object);
        END IF;
    END LOOP;
END
$$;

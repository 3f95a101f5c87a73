-- What depends on the version of the server.
-- SPDX-License-Identifier: PostgreSQL

DO $$
DECLARE
    version constant integer := pg_catalog.current_setting('server_version_num');
BEGIN
    IF version OPERATOR(pg_catalog.>=) 180000 THEN
        -- Kinds of support functions that older servers do not have: for skip scans, and for
        -- WITHOUT OVERLAPS.
        ALTER OPERATOR FAMILY objectid_ops USING btree
            ADD FUNCTION 6 (objectid, objectid) objectid_skipsupport(internal);
        ALTER OPERATOR FAMILY objectid_gist_ops USING gist
            ADD FUNCTION 12 ("any", "any") objectid_gist_translate_cmptype(integer);
    ELSIF version OPERATOR(pg_catalog.<) 170000
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_shmem_allocations
            WHERE pg_catalog.starts_with(name, 'objectid '))
    THEN
        RAISE WARNING 'ids ascend within each session only'
            USING HINT = 'To have them ascend across sessions, add objectid to '
                '"shared_preload_libraries" and restart the server.';
    END IF;
END
$$;

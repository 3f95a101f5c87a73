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
        AND objectid_generator() OPERATOR(pg_catalog.=) text 'process'
        AND pg_catalog.current_setting('client_min_messages') OPERATOR(pg_catalog.=) text 'warning'
    THEN
        -- CREATE EXTENSION has set it so, to hide notices until it ends.
        SET LOCAL client_min_messages = notice;
        RAISE NOTICE 'ids ascend within each session only'
            USING HINT = 'To have them ascend across sessions, add objectid to '
                '"shared_preload_libraries" and restart the server.';
        SET LOCAL client_min_messages = warning;
    END IF;
END
$$;

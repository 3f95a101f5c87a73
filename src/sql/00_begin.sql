-- The installation script of objectid: the parts in src/sql, one after the other.
-- SPDX-License-Identifier: PostgreSQL

-- complain if the script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION objectid" to load this file. \quit

-- Whoever owns the schema could rename it while a statement below waits for a lock, and put another
-- one in its place, with objects of his own under the names of ours. So its row is locked until the
-- transaction ends, and search_path is set to the name that it then has. Another lock of the table
-- makes the server forget what it knew of names before. Update scripts begin with this statement,
-- and like this one they call no function of the extension.
DO $$
DECLARE
    schema pg_catalog.name;
BEGIN
    SELECT n.nspname INTO STRICT schema
    FROM pg_catalog.pg_namespace n
        JOIN pg_catalog.pg_extension e ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
    WHERE e.extname OPERATOR(pg_catalog.=) name 'objectid'
    FOR UPDATE OF n;
    LOCK TABLE pg_catalog.pg_namespace IN ROW EXCLUSIVE MODE;
    PERFORM pg_catalog.set_config(
        'search_path', pg_catalog.format('%I, pg_temp', schema), true);
    -- "$user" in search_path is another schema, whose row is not locked. Newer servers refuse it.
    IF (pg_catalog.current_schema() OPERATOR(pg_catalog.=) schema) IS NOT TRUE THEN
        RAISE invalid_name
            USING MESSAGE = pg_catalog.format('unacceptable extension schema name "%s"', schema);
    END IF;
END
$$;

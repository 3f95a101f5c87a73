-- Columns of text, bytea and uuid become ids.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_convert(columns text[], dry_run boolean DEFAULT false)
    RETURNS SETOF text
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_convert(text[], boolean) IS
    'converts columns of text, varchar, char, bytea or uuid, and those that foreign keys, '
    'partitions or inheritance connect with them, into objectid; returns the statements that it '
    'executed, or that it would execute; 2BP01 lists what is in the way';

-- Following a table by its key.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION resolved_timestamp(regclass) RETURNS timestamptz
    LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_timestamp(regclass) IS
    'rows of the table that become visible later have ids of this time or later, if the column''s '
    'default made them; -infinity if that time is unknown';

-- The settings make the planner use the key, even if it knows little about the table.
CREATE FUNCTION rows_after(
        "table" anyelement, after objectid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, objectid, integer, name) IS
    'next rows of the table in key order, up to where slower transactions may still add rows: '
    'rows_after(NULL::events, $1)';

CREATE FUNCTION rows_after(
        "table" anyelement, after uuid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, uuid, integer, name) IS
    'the same for a table with a key of UUIDs of version 7';

CREATE FUNCTION rows_after(
        "table" anyelement, after bigint, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, bigint, integer, name) IS
    'the same for a table with a key of numbers from a sequence';

-- A literal, NULL or a parameter without a type is taken for text, so it gets here.
CREATE FUNCTION rows_after(
        "table" anyelement, after text, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, text, integer, name) IS
    'the same for a key of any of these types, which is read from the text';

CREATE FUNCTION rows_after(
        "table" text, after text, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS void LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME', 'rows_after_name';
COMMENT ON FUNCTION rows_after(text, text, integer, name) IS
    'raises an error that says how to name the table: NULL::events instead of ''events''';

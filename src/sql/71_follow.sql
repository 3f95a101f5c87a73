-- Following a table by its key.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION resolved_timestamp(regclass) RETURNS timestamptz
    LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_timestamp(regclass) IS
    'rows of the table that become visible later have ids of this time or later, if the column''s '
    'default made them; -infinity if that time is unknown';

CREATE FUNCTION objectid_internal_rows_after(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_rows_after(internal) IS
    'planner support: how many rows rows_after returns';

CREATE FUNCTION rows_after(
        "table" anyelement, after objectid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, objectid, integer, name) IS
    'next rows of the table in key order, up to where slower transactions may still add rows: '
    'rows_after(NULL::events, $1)';

CREATE FUNCTION rows_after(
        "table" anyelement, after uuid, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, uuid, integer, name) IS
    'the same for a table with a key of UUIDs of version 7';

CREATE FUNCTION rows_after(
        "table" anyelement, after bigint, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, bigint, integer, name) IS
    'the same for a table with a key of numbers from a sequence';

-- A literal, NULL or a parameter without a type is taken for text, so it gets here.
CREATE FUNCTION rows_after(
        "table" anyelement, after text, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, text, integer, name) IS
    'the same for a key of any of these types, which is read from the text';

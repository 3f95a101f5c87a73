-- Following a table by its key.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION resolved_timestamp(regclass) RETURNS timestamptz
    LANGUAGE c STABLE STRICT PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_timestamp(regclass) IS
    'rows of the table that this statement does not see and that become visible later have this '
    'time of clock_timestamp() or a later one; -infinity if it is unknown';

CREATE FUNCTION resolved_objectid(regclass, key name DEFAULT NULL) RETURNS objectid
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_objectid(regclass, name) IS
    'rows of the table that this statement does not see and that become visible later have this id '
    'or a greater one, if the column''s default made it; the smallest id if it is unknown';

CREATE FUNCTION resolved_uuid_v7(regclass, key name DEFAULT NULL) RETURNS uuid
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_uuid_v7(regclass, name) IS
    'rows of the table that this statement does not see and that become visible later have this id '
    'or a greater one, if the column''s default made it; the smallest uuid if it is unknown';

CREATE FUNCTION resolved_number(regclass, key name DEFAULT NULL) RETURNS bigint
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_number(regclass, name) IS
    'rows of the table that this statement does not see and that become visible later have this '
    'number or a greater one of the column''s sequence; the smallest bigint if it is unknown';

CREATE FUNCTION objectid_internal_rows_after(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_rows_after(internal) IS
    'planner support: how many rows rows_after returns';

CREATE FUNCTION rows_after(
        anyelement, anycompatible, max_rows integer DEFAULT 1000, key name DEFAULT NULL)
    RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 SUPPORT objectid_internal_rows_after
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, anycompatible, integer, name) IS
    'next rows of the table after a key, in key order, up to where slower transactions may still '
    'add rows: rows_after(NULL::events, $1). Text is read as the type of the key';

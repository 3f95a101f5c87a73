-- Following a table by its key.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION resolved_timestamp(regclass, key name DEFAULT NULL) RETURNS timestamptz
    LANGUAGE c STABLE PARALLEL RESTRICTED COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_timestamp(regclass, name) IS
    'rows of the table that this statement does not see and that become visible later have this '
    'time or a later one, if clock_timestamp() made it as they were written; -infinity if it is '
    'unknown. For the times of ids: resolved_objectid, resolved_uuid_v7';

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

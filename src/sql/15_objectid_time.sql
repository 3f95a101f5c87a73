-- The time of an id, and the ids of a time and of a range of times.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_timestamp(objectid) IS
    'creation time: the first four bytes as unsigned Unix seconds (MongoDB ObjectID '
    'specification, Timestamp Field)';

CREATE FUNCTION objectid_min(timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_min(timestamptz) IS
    'smallest id of the second that the argument falls in; for times from '
    '1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

CREATE FUNCTION objectid_max(timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_max(timestamptz) IS
    'largest id of the second that the argument falls in; for times from '
    '1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

-- The time of a UUID, and the UUIDs of a time.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION uuid_v1_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v1_timestamp(uuid) IS
    'time of a UUID of version 1, in whole microseconds; NULL for any other value';

CREATE FUNCTION uuid_v6_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_timestamp(uuid) IS
    'time of a UUID of version 6, in whole microseconds; NULL for any other value';

CREATE FUNCTION uuid_v6_min(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_min(timestamptz) IS
    'smallest UUID of version 6 of the microsecond that the argument falls in; for times from '
    '1582-10-15 to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v6_max(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_max(timestamptz) IS
    'largest UUID of version 6 of the microsecond that the argument falls in; for times from '
    '1582-10-15 to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
    'time of a UUID of version 7, in whole milliseconds; NULL for any other value';

CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_min(timestamptz) IS
    'smallest UUID of version 7 of the millisecond that the argument falls in; for times from '
    '1970-01-01 to 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_max(timestamptz) IS
    'largest UUID of version 7 of the millisecond that the argument falls in; for times from '
    '1970-01-01 to 10889-08-02 05:31:50.655 UTC';

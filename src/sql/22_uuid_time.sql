-- The time of a UUID, conversions between versions, and a domain for each version.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION uuid_v1_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v1_timestamp(uuid) IS
    'time of a UUID of version 1, in whole microseconds; NULL for any other value';

CREATE FUNCTION uuid_v6_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_timestamp(uuid) IS
    'time of a UUID of version 6, in whole microseconds; NULL for any other value';

CREATE FUNCTION uuid_v7_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_timestamp(uuid) IS
    'time of a UUID of version 7, in whole milliseconds; NULL for any other value';

CREATE FUNCTION uuid_v1_to_v6(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS
    'the same time, clock sequence and node as version 6; 22023 unless the argument is of version 1';

CREATE FUNCTION uuid_v6_to_v1(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS
    'the same time, clock sequence and node as version 1; 22023 unless the argument is of version 6';

CREATE FUNCTION uuid_is_v6(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'does the UUID have the RFC 9562 variant and version 6?';

CREATE DOMAIN uuidv6 AS uuid CHECK (uuid_is_v6(VALUE));
COMMENT ON DOMAIN uuidv6 IS 'UUID of version 6 and no other';

CREATE FUNCTION uuid_is_v7(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'does the UUID have the RFC 9562 variant and version 7?';

CREATE DOMAIN uuidv7 AS uuid CHECK (uuid_is_v7(VALUE));
COMMENT ON DOMAIN uuidv7 IS 'UUID of version 7 and no other';

CREATE FUNCTION uuid_is_v8(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v8(uuid) IS 'does the UUID have the RFC 9562 variant and version 8?';

CREATE DOMAIN uuidv8 AS uuid CHECK (uuid_is_v8(VALUE));
COMMENT ON DOMAIN uuidv8 IS 'UUID of version 8 and no other';

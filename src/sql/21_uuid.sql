-- New UUIDs of versions 6, 7 and 8, conversions, and tests of the version.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION uuid_v6() RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6() IS
    'a new UUID of version 6: 100-nanosecond time, random clock sequence and node; greater than '
    'all that the generator made before (RFC 9562, 5.6 and 6.10)';

CREATE FUNCTION uuid_v6(timestamptz) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v6_at';
COMMENT ON FUNCTION uuid_v6(timestamptz) IS
    'a new UUID of version 6 of the given time, for back-filling; for times from 1582-10-15 '
    'to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v7() RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7() IS
    'a new UUID of version 7: Unix milliseconds, 12 bits of their fraction, random bits; greater '
    'than all that the generator made before (RFC 9562, 5.7 and 6.2 methods 3 and 2)';

CREATE FUNCTION uuid_v7(timestamptz) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v7_at';
COMMENT ON FUNCTION uuid_v7(timestamptz) IS
    'a new UUID of version 7 of the given time, for back-filling; for times from 1970-01-01 '
    'to 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuid_v8(bytea) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8(bytea) IS
    'the 16 given bytes with version 8 and the RFC variant stamped over (RFC 9562, 5.8)';

CREATE FUNCTION uuid_v1_to_v6(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS
    'the same time, clock sequence and node as version 6, of a UUID of version 1';

CREATE FUNCTION uuid_v6_to_v1(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS
    'the same time, clock sequence and node as version 1, of a UUID of version 6';

CREATE FUNCTION uuid_is_v6(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'does the UUID have the RFC 9562 variant and version 6?';

CREATE FUNCTION uuid_is_v7(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'does the UUID have the RFC 9562 variant and version 7?';

CREATE FUNCTION uuid_is_v8(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v8(uuid) IS 'does the UUID have the RFC 9562 variant and version 8?';

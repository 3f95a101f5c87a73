-- Ids that hide their time: a permutation of their bits that a key decides.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION mask_uuid_v7(uuid, bytea) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION mask_uuid_v7(uuid, bytea) IS
    'UUID of version 4 that stands for the one of version 7 and tells nothing about it without the '
    'key, of at least 16 bytes';

CREATE FUNCTION unmask_uuid_v7(uuid, bytea) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION unmask_uuid_v7(uuid, bytea) IS
    'UUID of version 7 whose mask_uuid_v7 with the same key is the argument; null if the argument '
    'is not of version 4';

CREATE FUNCTION mask_objectid(objectid, bytea) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION mask_objectid(objectid, bytea) IS
    'id that stands for this one and tells nothing about it without the key, of at least 16 bytes';

CREATE FUNCTION unmask_objectid(objectid, bytea) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 50 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION unmask_objectid(objectid, bytea) IS
    'id whose mask_objectid with the same key is the argument';

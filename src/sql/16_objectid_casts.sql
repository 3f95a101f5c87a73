-- Casts between objectid and text, bytea, uuid, jsonb, json and timestamptz.
-- SPDX-License-Identifier: PostgreSQL

-- None of them is implicit: that would make operators of other types ambiguous.

CREATE CAST (text AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS objectid) IS 'as the input function reads it';

CREATE CAST (varchar AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS objectid) IS 'as the input function reads it';

CREATE CAST (bpchar AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (bpchar AS objectid) IS 'as the input function reads it';

CREATE FUNCTION bytea_objectid(bytea) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION bytea_objectid(bytea) IS 'the 12 raw bytes as an id';

CREATE CAST (bytea AS objectid) WITH FUNCTION bytea_objectid(bytea);
COMMENT ON CAST (bytea AS objectid) IS 'by bytea_objectid';

CREATE FUNCTION objectid_bytea(objectid) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_bytea(objectid) IS 'the 12 raw bytes';

CREATE CAST (objectid AS bytea) WITH FUNCTION objectid_bytea(objectid);
COMMENT ON CAST (objectid AS bytea) IS 'by objectid_bytea';

CREATE FUNCTION uuid_objectid(uuid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_objectid(uuid) IS
    'the last 12 bytes of a UUID whose first four are zero';

CREATE CAST (uuid AS objectid) WITH FUNCTION uuid_objectid(uuid);
COMMENT ON CAST (uuid AS objectid) IS 'by uuid_objectid';

CREATE FUNCTION objectid_uuid(objectid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_uuid(objectid) IS 'four zero bytes, then the id';

CREATE CAST (objectid AS uuid) WITH FUNCTION objectid_uuid(objectid);
COMMENT ON CAST (objectid AS uuid) IS 'by objectid_uuid';

CREATE FUNCTION jsonb_objectid(jsonb) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION jsonb_objectid(jsonb) IS
    'a JSON string or {"$oid": "..."}; NULL for null';

CREATE CAST (jsonb AS objectid) WITH FUNCTION jsonb_objectid(jsonb);
COMMENT ON CAST (jsonb AS objectid) IS 'by jsonb_objectid';

CREATE FUNCTION json_objectid(json) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION json_objectid(json) IS
    'a JSON string or {"$oid": "..."}; NULL for null';

CREATE CAST (json AS objectid) WITH FUNCTION json_objectid(json);
COMMENT ON CAST (json AS objectid) IS 'by json_objectid';

CREATE CAST (objectid AS timestamptz) WITH FUNCTION objectid_timestamp(objectid);
COMMENT ON CAST (objectid AS timestamptz) IS 'by objectid_timestamp';

CREATE CAST (timestamptz AS objectid) WITH FUNCTION objectid_min(timestamptz);
COMMENT ON CAST (timestamptz AS objectid) IS
    'by objectid_min: all times of a second give the same id, so it makes no keys';

-- MongoDB's documents as plain JSON, and ids for its documents.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION ejson_to_jsonb(jsonb, legacy_uuid text DEFAULT NULL) RETURNS jsonb
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION ejson_to_jsonb(jsonb, text) IS
    'plain JSON of MongoDB Extended JSON of version 1 or 2, at every depth; legacy_uuid is the '
    'driver that wrote UUIDs as binary data of subtype 3: java, csharp or python';

CREATE FUNCTION ejson_fields(jsonb, legacy_uuid text DEFAULT NULL)
    RETURNS TABLE (path text, type text, value jsonb)
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 20 ROWS 50 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION ejson_fields(jsonb, text) IS
    'path of SQL/JSON, type of MongoDB''s and plain value of each value in Extended JSON, at every '
    'depth; of an array the number of its elements, of an object that of its keys';

-- The way back to MongoDB

CREATE FUNCTION objectid_to_ejson(objectid) RETURNS jsonb
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_to_ejson(objectid) IS '{"$oid": "..."} of MongoDB Extended JSON';

CREATE FUNCTION objectid_to_ejson(objectid[]) RETURNS jsonb
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'objectid_array_to_ejson';
COMMENT ON FUNCTION objectid_to_ejson(objectid[]) IS
    'an array of {"$oid": "..."} of MongoDB Extended JSON, null for NULL';

-- MongoDB's documents as plain JSON.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION ejson_to_jsonb(document jsonb, legacy_uuid text DEFAULT NULL) RETURNS jsonb
    LANGUAGE c IMMUTABLE PARALLEL SAFE COST 10 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION ejson_to_jsonb(jsonb, text) IS
    'plain JSON of MongoDB Extended JSON of version 1 or 2, at every depth; legacy_uuid is the '
    'driver that wrote UUIDs as binary data of subtype 3: java, csharp or python; 22P02 for a '
    'value of the wrong kind, 22008 for a date beyond timestamptz, 22003 for a number beyond '
    'numeric, all with its path; 22023 for another driver';

-- GIN: for ids beside jsonb, arrays or text search in one index.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_gin_extract_value(objectid, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gin_extract_value(objectid, internal) IS 'GIN support';

CREATE FUNCTION objectid_gin_extract_query(objectid, internal, smallint, internal, internal)
    RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gin_extract_query(objectid, internal, smallint, internal, internal) IS
    'GIN support';

CREATE FUNCTION objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal)
    RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gin_consistent(
        internal, smallint, objectid, integer, internal, internal) IS
    'GIN support';

CREATE FUNCTION objectid_gin_compare_partial(objectid, objectid, smallint, internal) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gin_compare_partial(objectid, objectid, smallint, internal) IS
    'GIN support';

CREATE OPERATOR CLASS objectid_gin_ops DEFAULT FOR TYPE objectid USING gin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_gin_extract_value(objectid, internal),
    FUNCTION 3 objectid_gin_extract_query(objectid, internal, smallint, internal, internal),
    FUNCTION 4 objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal),
    FUNCTION 5 objectid_gin_compare_partial(objectid, objectid, smallint, internal);
COMMENT ON OPERATOR CLASS objectid_gin_ops USING gin IS
    'each id as one key';
COMMENT ON OPERATOR FAMILY objectid_gin_ops USING gin IS
    'each id as one key';

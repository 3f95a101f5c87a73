-- GiST: for exclusion constraints and temporal keys, and for ids beside ranges and geometries in
-- one index.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_gist_consistent(internal, objectid, smallint, oid, internal)
    RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_consistent(internal, objectid, smallint, oid, internal) IS
    'GiST support';

CREATE FUNCTION objectid_gist_union(internal, internal) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_compress(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_penalty(internal, internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_picksplit(internal, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_same(bytea, bytea, internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_same(bytea, bytea, internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_fetch(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION objectid_gist_sortsupport(internal) RETURNS void
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_sortsupport(internal) IS 'GiST support';

-- 91_server_version.sql adds it to the operator family.
CREATE FUNCTION objectid_gist_translate_cmptype(integer) RETURNS smallint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gist_translate_cmptype(integer) IS 'GiST support';

CREATE OPERATOR CLASS objectid_gist_ops DEFAULT FOR TYPE objectid USING gist AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, OPERATOR 6 <>,
    FUNCTION 1 objectid_gist_consistent(internal, objectid, smallint, oid, internal),
    FUNCTION 2 objectid_gist_union(internal, internal),
    FUNCTION 3 objectid_gist_compress(internal),
    FUNCTION 5 objectid_gist_penalty(internal, internal, internal),
    FUNCTION 6 objectid_gist_picksplit(internal, internal),
    FUNCTION 7 objectid_gist_same(bytea, bytea, internal),
    FUNCTION 9 objectid_gist_fetch(internal),
    FUNCTION 11 objectid_gist_sortsupport(internal),
    STORAGE bytea;
COMMENT ON OPERATOR CLASS objectid_gist_ops USING gist IS
    'order of the bytes, which is the order of creation times';
COMMENT ON OPERATOR FAMILY objectid_gist_ops USING gist IS
    'order of the bytes, which is the order of creation times';

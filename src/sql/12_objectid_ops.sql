-- Comparison of ids: operators, operator classes of btree, hash and BRIN, min and max.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_lt(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt(objectid, objectid) IS 'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = objectid_lt,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (objectid, objectid) IS 'less than';

CREATE FUNCTION objectid_le(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le(objectid, objectid) IS 'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = objectid_le,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (objectid, objectid) IS 'less than or equal';

CREATE FUNCTION objectid_eq(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_eq(objectid, objectid) IS 'implementation of = operator';
CREATE OPERATOR = (
    FUNCTION = objectid_eq,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = =,
    NEGATOR = <>,
    RESTRICT = eqsel,
    JOIN = eqjoinsel,
    HASHES,
    MERGES
);
COMMENT ON OPERATOR = (objectid, objectid) IS 'equal';

CREATE FUNCTION objectid_ge(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge(objectid, objectid) IS 'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = objectid_ge,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (objectid, objectid) IS 'greater than or equal';

CREATE FUNCTION objectid_gt(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt(objectid, objectid) IS 'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = objectid_gt,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (objectid, objectid) IS 'greater than';

CREATE FUNCTION objectid_ne(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ne(objectid, objectid) IS 'implementation of <> operator';
CREATE OPERATOR <> (
    FUNCTION = objectid_ne,
    LEFTARG = objectid,
    RIGHTARG = objectid,
    COMMUTATOR = <>,
    NEGATOR = =,
    RESTRICT = neqsel,
    JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (objectid, objectid) IS 'not equal';

-- btree

CREATE FUNCTION objectid_cmp(objectid, objectid) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_cmp(objectid, objectid) IS
    'less-equal-greater, in the order of the bytes';

CREATE FUNCTION objectid_sortsupport(internal) RETURNS void
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_sortsupport(internal) IS 'sort support, with abbreviated keys';

-- 91_server_version.sql adds it to the operator family.
CREATE FUNCTION objectid_skipsupport(internal) RETURNS void
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_skipsupport(internal) IS
    'skip support, used by PostgreSQL 18 and later';

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS objectid_ops USING btree IS
    'order of the bytes, which is the order of creation times';
COMMENT ON OPERATOR FAMILY objectid_ops USING btree IS
    'order of the bytes, in which a time stands before the first id that is not earlier; of the '
    'comparisons with a time, < and >= agree with that order, but > and <= do not and are left '
    'out, hence amvalidate calls the family incomplete';

-- Hash

CREATE FUNCTION objectid_hash(objectid) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_hash(objectid) IS
    'hash; never changes, since partitions and shards are placed by it';

CREATE FUNCTION objectid_hash_extended(objectid, bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_hash_extended(objectid, bigint) IS
    'hash with a seed; never changes, since partitions and shards are placed by it';

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 objectid_hash(objectid),
    FUNCTION 2 objectid_hash_extended(objectid, bigint);
COMMENT ON OPERATOR CLASS objectid_ops USING hash IS
    'equality of the bytes';
COMMENT ON OPERATOR FAMILY objectid_ops USING hash IS
    'equality of the bytes';

-- BRIN

CREATE FUNCTION objectid_distance(internal, internal) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_distance(internal, internal) IS 'BRIN multi minmax support';

CREATE OPERATOR CLASS objectid_minmax_ops DEFAULT FOR TYPE objectid USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR CLASS objectid_minmax_ops USING brin IS
    'one range of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_ops USING brin IS
    'one range of ids for a range of pages';

CREATE OPERATOR CLASS objectid_minmax_multi_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 objectid_distance(internal, internal);
COMMENT ON OPERATOR CLASS objectid_minmax_multi_ops USING brin IS
    'several ranges of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_multi_ops USING brin IS
    'several ranges of ids for a range of pages';

CREATE OPERATOR CLASS objectid_bloom_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 objectid_hash(objectid);
COMMENT ON OPERATOR CLASS objectid_bloom_ops USING brin IS
    'a Bloom filter of the ids of a range of pages';
COMMENT ON OPERATOR FAMILY objectid_bloom_ops USING brin IS
    'a Bloom filter of the ids of a range of pages';

-- Aggregates

CREATE FUNCTION objectid_larger(objectid, objectid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_larger(objectid, objectid) IS 'larger of two';

CREATE AGGREGATE max(objectid) (
    SFUNC = objectid_larger, STYPE = objectid, COMBINEFUNC = objectid_larger,
    SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(objectid) IS 'maximum value of all objectid input values';

CREATE FUNCTION objectid_smaller(objectid, objectid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_smaller(objectid, objectid) IS 'smaller of two';

CREATE AGGREGATE min(objectid) (
    SFUNC = objectid_smaller, STYPE = objectid, COMBINEFUNC = objectid_smaller,
    SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(objectid) IS 'minimum value of all objectid input values';

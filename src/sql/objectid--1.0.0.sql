-- What CREATE EXTENSION objectid gives, in sections: type, operators, classes, aggregates, time, casts,
-- generators, time-ordered UUIDs, time predicates, UUIDs of the 2021 draft, counters.
-- SPDX-License-Identifier: PostgreSQL

\echo Use "CREATE EXTENSION objectid" to load this file. \quit

-- Type ------------------------------------------------------------------------------------------

CREATE TYPE objectid;

CREATE FUNCTION objectid_in(cstring) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_in(cstring) IS
    'I/O: 24 hexadecimal digits, ObjectId("..."), ObjectId(''...''), ObjectId(...) or {"$oid":"..."}; 22P02 for anything else';

CREATE FUNCTION objectid_out(objectid) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_out(objectid) IS 'I/O: 24 lower-case hexadecimal digits';

CREATE FUNCTION objectid_recv(internal) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_recv(internal) IS 'I/O: the 12 raw bytes; 22P03 for any other length';

CREATE FUNCTION objectid_send(objectid) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_send(objectid) IS 'I/O: the 12 raw bytes';

CREATE TYPE objectid (
    INPUT = objectid_in,
    OUTPUT = objectid_out,
    RECEIVE = objectid_recv,
    SEND = objectid_send,
    INTERNALLENGTH = 12,
    ALIGNMENT = char,
    STORAGE = plain,
    CATEGORY = 'U'
);
COMMENT ON TYPE objectid IS 'MongoDB ObjectId: 12 bytes that begin with their creation time in seconds';

-- Operators -------------------------------------------------------------------------------------

CREATE FUNCTION objectid_lt(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt(objectid, objectid) IS 'implementation of < operator';

CREATE FUNCTION objectid_le(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le(objectid, objectid) IS 'implementation of <= operator';

CREATE FUNCTION objectid_eq(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_eq(objectid, objectid) IS 'implementation of = operator';

CREATE FUNCTION objectid_ge(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge(objectid, objectid) IS 'implementation of >= operator';

CREATE FUNCTION objectid_gt(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt(objectid, objectid) IS 'implementation of > operator';

CREATE FUNCTION objectid_ne(objectid, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ne(objectid, objectid) IS 'implementation of <> operator';

CREATE OPERATOR < (
    FUNCTION = objectid_lt, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (objectid, objectid) IS 'less than';

CREATE OPERATOR <= (
    FUNCTION = objectid_le, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (objectid, objectid) IS 'less than or equal';

CREATE OPERATOR = (
    FUNCTION = objectid_eq, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (objectid, objectid) IS 'equal';

CREATE OPERATOR >= (
    FUNCTION = objectid_ge, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (objectid, objectid) IS 'greater than or equal';

CREATE OPERATOR > (
    FUNCTION = objectid_gt, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (objectid, objectid) IS 'greater than';

CREATE OPERATOR <> (
    FUNCTION = objectid_ne, LEFTARG = objectid, RIGHTARG = objectid,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (objectid, objectid) IS 'not equal';

-- Operator classes ------------------------------------------------------------------------------

CREATE FUNCTION objectid_cmp(objectid, objectid) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_cmp(objectid, objectid) IS 'less-equal-greater, in the order of the bytes';

CREATE FUNCTION objectid_sortsupport(internal) RETURNS void
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_sortsupport(internal) IS 'sort support, with abbreviated keys';

CREATE FUNCTION objectid_skipsupport(internal) RETURNS void
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_skipsupport(internal) IS 'skip support, used by PostgreSQL 18 and later';

CREATE FUNCTION objectid_hash(objectid) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_hash(objectid) IS 'hash';

CREATE FUNCTION objectid_hash_extended(objectid, bigint) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_hash_extended(objectid, bigint) IS 'hash, with a seed';

CREATE FUNCTION objectid_distance(internal, internal) RETURNS double precision
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_distance(internal, internal) IS 'BRIN multi minmax support';

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS objectid_ops USING btree IS 'order of the bytes, which is the order of creation times';
COMMENT ON OPERATOR FAMILY objectid_ops USING btree IS 'order of the bytes, which is the order of creation times';

DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 180000 THEN
        ALTER OPERATOR FAMILY objectid_ops USING btree
            ADD FUNCTION 6 (objectid, objectid) objectid_skipsupport(internal);
    END IF;
END
$$;

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 objectid_hash(objectid),
    FUNCTION 2 objectid_hash_extended(objectid, bigint);
COMMENT ON OPERATOR CLASS objectid_ops USING hash IS 'equality of the bytes';
COMMENT ON OPERATOR FAMILY objectid_ops USING hash IS 'equality of the bytes';

CREATE OPERATOR CLASS objectid_minmax_ops DEFAULT FOR TYPE objectid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal),
    STORAGE objectid;
COMMENT ON OPERATOR CLASS objectid_minmax_ops USING brin IS 'one range of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_ops USING brin IS 'one range of ids for a range of pages';

CREATE OPERATOR CLASS objectid_minmax_multi_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 objectid_distance(internal, internal),
    STORAGE objectid;
COMMENT ON OPERATOR CLASS objectid_minmax_multi_ops USING brin IS 'several ranges of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_multi_ops USING brin IS 'several ranges of ids for a range of pages';

CREATE OPERATOR CLASS objectid_bloom_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 objectid_hash(objectid),
    STORAGE objectid;
COMMENT ON OPERATOR CLASS objectid_bloom_ops USING brin IS 'a Bloom filter of the ids of a range of pages';
COMMENT ON OPERATOR FAMILY objectid_bloom_ops USING brin IS 'a Bloom filter of the ids of a range of pages';

-- Aggregates ------------------------------------------------------------------------------------

CREATE FUNCTION objectid_larger(objectid, objectid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_larger(objectid, objectid) IS 'larger of two';

CREATE FUNCTION objectid_smaller(objectid, objectid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_smaller(objectid, objectid) IS 'smaller of two';

CREATE AGGREGATE max(objectid) (
    SFUNC = objectid_larger, STYPE = objectid, COMBINEFUNC = objectid_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(objectid) IS 'maximum value of all objectid input values';

CREATE AGGREGATE min(objectid) (
    SFUNC = objectid_smaller, STYPE = objectid, COMBINEFUNC = objectid_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(objectid) IS 'minimum value of all objectid input values';

-- Time ------------------------------------------------------------------------------------------

CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_timestamp(objectid) IS
    'creation time: the first four bytes as unsigned Unix seconds (MongoDB ObjectID specification, Timestamp Field)';

CREATE FUNCTION objectid_min(timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_min(timestamptz) IS
    'smallest id of the second that the argument falls in; 22008 outside 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

CREATE FUNCTION objectid_max(timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_max(timestamptz) IS
    'largest id of the second that the argument falls in; 22008 outside 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

-- Casts -----------------------------------------------------------------------------------------
-- None is implicit: an implicit cast would make operators ambiguous for every other type.

CREATE FUNCTION bytea_objectid(bytea) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION bytea_objectid(bytea) IS 'the 12 raw bytes; 22P03 for any other length';

CREATE FUNCTION objectid_bytea(objectid) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_bytea(objectid) IS 'the 12 raw bytes';

CREATE FUNCTION uuid_objectid(uuid) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_objectid(uuid) IS 'the last 12 bytes; 22023 unless the first four are zero';

CREATE FUNCTION objectid_uuid(objectid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_uuid(objectid) IS 'four zero bytes, then the id';

CREATE FUNCTION jsonb_objectid(jsonb) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION jsonb_objectid(jsonb) IS 'a JSON string or {"$oid": "..."}; 22P02 for anything else';

CREATE FUNCTION objectid_to_jsonb(objectid) RETURNS jsonb
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_to_jsonb(objectid) IS '{"$oid": "..."} of MongoDB Extended JSON';

CREATE CAST (text AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (text AS objectid) IS 'as the input function reads it';
CREATE CAST (varchar AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (varchar AS objectid) IS 'as the input function reads it';
CREATE CAST (bpchar AS objectid) WITH INOUT AS ASSIGNMENT;
COMMENT ON CAST (bpchar AS objectid) IS 'as the input function reads it';
CREATE CAST (bytea AS objectid) WITH FUNCTION bytea_objectid(bytea);
COMMENT ON CAST (bytea AS objectid) IS 'the 12 raw bytes';
CREATE CAST (objectid AS bytea) WITH FUNCTION objectid_bytea(objectid);
COMMENT ON CAST (objectid AS bytea) IS 'the 12 raw bytes';
CREATE CAST (uuid AS objectid) WITH FUNCTION uuid_objectid(uuid);
COMMENT ON CAST (uuid AS objectid) IS 'the last 12 bytes of a uuid that begins with four zero bytes';
CREATE CAST (objectid AS uuid) WITH FUNCTION objectid_uuid(objectid);
COMMENT ON CAST (objectid AS uuid) IS 'four zero bytes, then the id';
CREATE CAST (jsonb AS objectid) WITH FUNCTION jsonb_objectid(jsonb);
COMMENT ON CAST (jsonb AS objectid) IS 'a JSON string or {"$oid": "..."}';
CREATE CAST (objectid AS timestamptz) WITH FUNCTION objectid_timestamp(objectid);
COMMENT ON CAST (objectid AS timestamptz) IS 'creation time';
CREATE CAST (timestamptz AS objectid) WITH FUNCTION objectid_min(timestamptz);
COMMENT ON CAST (timestamptz AS objectid) IS 'smallest id of that second';

-- Generators ------------------------------------------------------------------------------------

CREATE FUNCTION gen_objectid() RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_objectid() IS
    'a new id for now: Unix seconds, five random bytes of this server process, a counter (MongoDB ObjectID specification)';

CREATE FUNCTION gen_objectid(timestamptz) RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'gen_objectid_at';
COMMENT ON FUNCTION gen_objectid(timestamptz) IS
    'a new id of the second that the argument falls in, for back-filling; 22008 outside 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

-- Time-ordered UUIDs ----------------------------------------------------------------------------
-- RFC 9562, on the uuid type of the server.

CREATE FUNCTION uuid_v7() RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7() IS
    'a new UUID of version 7: Unix milliseconds, 12 bits of their fraction, random bits; greater than the one before in this session (RFC 9562, 5.7 and 6.2 methods 3 and 2)';

CREATE FUNCTION uuid_v7(timestamptz) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v7_at';
COMMENT ON FUNCTION uuid_v7(timestamptz) IS
    'a UUID of version 7 for the given time, with random bits, for back-filling; 22008 outside 1970-01-01 to 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuid_v6() RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6() IS
    'a new UUID of version 6: 100-nanosecond time, random clock sequence and node; greater than the one before in this session (RFC 9562, 5.6 and 6.10)';

CREATE FUNCTION uuid_v6(timestamptz) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'uuid_v6_at';
COMMENT ON FUNCTION uuid_v6(timestamptz) IS
    'a UUID of version 6 for the given time, with random clock sequence and node, for back-filling; 22008 outside 1582-10-15 to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v8(bytea) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8(bytea) IS
    'the 16 given bytes with version 8 and the RFC variant stamped over (RFC 9562, 5.8); 22P03 for any other length';

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

CREATE FUNCTION uuid_v6_min(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_min(timestamptz) IS
    'smallest UUID of version 6 of the microsecond that the argument falls in; 22008 outside 1582-10-15 to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v6_max(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_max(timestamptz) IS
    'largest UUID of version 6 of the microsecond that the argument falls in; 22008 outside 1582-10-15 to 5236-03-31 21:21:00.684697 UTC';

CREATE FUNCTION uuid_v7_min(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_min(timestamptz) IS
    'smallest UUID of version 7 of the millisecond that the argument falls in; 22008 outside 1970-01-01 to 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuid_v7_max(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_max(timestamptz) IS
    'largest UUID of version 7 of the millisecond that the argument falls in; 22008 outside 1970-01-01 to 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuid_v1_to_v6(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v1_to_v6(uuid) IS
    'the same time, clock sequence and node as version 6; 22023 unless the argument is of version 1';

CREATE FUNCTION uuid_v6_to_v1(uuid) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_to_v1(uuid) IS
    'the same time, clock sequence and node as version 1; 22023 unless the argument is of version 6';

CREATE FUNCTION uuid_version_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_version_support(internal) IS 'planner support for uuid_is_v6, uuid_is_v7 and uuid_is_v8';

CREATE FUNCTION uuid_is_v6(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT uuid_version_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v6(uuid) IS 'is it of the RFC variant and version 6?';

CREATE DOMAIN uuidv6 AS uuid CHECK (uuid_is_v6(VALUE));
COMMENT ON DOMAIN uuidv6 IS 'UUID of version 6 and no other';

CREATE FUNCTION uuid_is_v7(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT uuid_version_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v7(uuid) IS 'is it of the RFC variant and version 7?';

CREATE DOMAIN uuidv7 AS uuid CHECK (uuid_is_v7(VALUE));
COMMENT ON DOMAIN uuidv7 IS 'UUID of version 7 and no other';

CREATE FUNCTION uuid_is_v8(uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT uuid_version_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_is_v8(uuid) IS 'is it of the RFC variant and version 8?';

CREATE DOMAIN uuidv8 AS uuid CHECK (uuid_is_v8(VALUE));
COMMENT ON DOMAIN uuidv8 IS 'UUID of version 8 and no other';

CREATE FUNCTION uuid_v6_lower(tstzrange) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_lower(tstzrange) IS
    'smallest UUID of version 6 whose time is in the range; the largest uuid of all when there is none';

CREATE FUNCTION uuid_v6_upper(tstzrange) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_upper(tstzrange) IS
    'largest UUID of version 6 whose time is in the range; the smallest uuid of all when there is none';

CREATE FUNCTION uuid_v6_within_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_within_support(internal) IS 'planner support for uuid_v6_within';

CREATE FUNCTION uuid_v6_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT uuid_v6_within_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_within(uuid, tstzrange) IS 'is it of version 6 and its time in the range?';

CREATE FUNCTION uuid_v7_lower(tstzrange) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_lower(tstzrange) IS
    'smallest UUID of version 7 whose time is in the range; the largest uuid of all when there is none';

CREATE FUNCTION uuid_v7_upper(tstzrange) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_upper(tstzrange) IS
    'largest UUID of version 7 whose time is in the range; the smallest uuid of all when there is none';

CREATE FUNCTION uuid_v7_within_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_within_support(internal) IS 'planner support for uuid_v7_within';

CREATE FUNCTION uuid_v7_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT uuid_v7_within_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS 'is it of version 7 and its time in the range?';

-- Time predicates -------------------------------------------------------------------------------
-- They compare the time of an id with a timestamptz or a tstzrange. Their support functions turn
-- them into ranges of ids, so that a plain index, a partition key and the statistics of the id
-- column serve them. There is no = between an id and a time: an id equals no time.

CREATE FUNCTION objectid_lower(text, timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'objectid_lower_of_comparison';
COMMENT ON FUNCTION objectid_lower(text, timestamptz) IS
    'smallest id whose time compares like that (<, <=, >= or >) with the argument; the largest id of all when there is none, NULL for another operator';

CREATE FUNCTION objectid_upper(text, timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'objectid_upper_of_comparison';
COMMENT ON FUNCTION objectid_upper(text, timestamptz) IS
    'largest id whose time compares like that (<, <=, >= or >) with the argument; the smallest id of all when there is none, NULL for another operator';

CREATE FUNCTION objectid_lower(tstzrange) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lower(tstzrange) IS
    'smallest id whose time is in the range; the largest id of all when there is none';

CREATE FUNCTION objectid_upper(tstzrange) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_upper(tstzrange) IS
    'largest id whose time is in the range; the smallest id of all when there is none';

CREATE FUNCTION objectid_lt_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt_support(internal) IS 'planner support for objectid < timestamptz';

CREATE FUNCTION objectid_le_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le_support(internal) IS 'planner support for objectid <= timestamptz';

CREATE FUNCTION objectid_ge_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge_support(internal) IS 'planner support for objectid >= timestamptz';

CREATE FUNCTION objectid_gt_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt_support(internal) IS 'planner support for objectid > timestamptz';

CREATE FUNCTION objectid_within_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within_support(internal) IS 'planner support for objectid_within, <@ and @>';

CREATE FUNCTION objectid_lt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_lt_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt_timestamptz(objectid, timestamptz) IS 'implementation of < operator';

CREATE FUNCTION objectid_le_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_le_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le_timestamptz(objectid, timestamptz) IS 'implementation of <= operator';

CREATE FUNCTION objectid_ge_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_ge_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge_timestamptz(objectid, timestamptz) IS 'implementation of >= operator';

CREATE FUNCTION objectid_gt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_gt_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt_timestamptz(objectid, timestamptz) IS 'implementation of > operator';

CREATE FUNCTION timestamptz_lt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_gt_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_lt_objectid(timestamptz, objectid) IS 'implementation of < operator';

CREATE FUNCTION timestamptz_le_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_ge_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_le_objectid(timestamptz, objectid) IS 'implementation of <= operator';

CREATE FUNCTION timestamptz_ge_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_le_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_ge_objectid(timestamptz, objectid) IS 'implementation of >= operator';

CREATE FUNCTION timestamptz_gt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_lt_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_gt_objectid(timestamptz, objectid) IS 'implementation of > operator';

CREATE OPERATOR < (
    FUNCTION = objectid_lt_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (objectid, timestamptz) IS 'less than, by the time of the id';

CREATE OPERATOR <= (
    FUNCTION = objectid_le_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (objectid, timestamptz) IS 'less than or equal, by the time of the id';

CREATE OPERATOR >= (
    FUNCTION = objectid_ge_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (objectid, timestamptz) IS 'greater than or equal, by the time of the id';

CREATE OPERATOR > (
    FUNCTION = objectid_gt_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (objectid, timestamptz) IS 'greater than, by the time of the id';

CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, objectid) IS 'less than, by the time of the id';

CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, objectid) IS 'less than or equal, by the time of the id';

CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, objectid) IS 'greater than or equal, by the time of the id';

CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, objectid) IS 'greater than, by the time of the id';

CREATE FUNCTION objectid_within(objectid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_within_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within(objectid, tstzrange) IS 'is the time of the id in the range?';

CREATE FUNCTION tstzrange_contains_objectid(tstzrange, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_within_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION tstzrange_contains_objectid(tstzrange, objectid) IS 'implementation of @> operator';

CREATE FUNCTION objectid_within_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within_sel(internal, oid, internal, integer) IS
    'restriction selectivity for containment of the time of an id';

CREATE OPERATOR <@ (
    FUNCTION = objectid_within, LEFTARG = objectid, RIGHTARG = tstzrange,
    COMMUTATOR = @>,
    RESTRICT = objectid_within_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (objectid, tstzrange) IS 'the time of the id is in the range';

CREATE OPERATOR @> (
    FUNCTION = tstzrange_contains_objectid, LEFTARG = tstzrange, RIGHTARG = objectid,
    COMMUTATOR = <@,
    RESTRICT = objectid_within_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (tstzrange, objectid) IS 'the range contains the time of the id';

-- UUIDs of the 2021 draft -----------------------------------------------------------------------
-- draft-peabody-dispatch-new-uuid-format-01. Its version 7 cannot be told from that of the RFC.

CREATE FUNCTION uuid_v7_draft01("precision" text DEFAULT 'ms') RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_draft01(text) IS
    'a new UUID of version 7 in the layout of the 2021 draft (Figures 3, 4, 5), precision ms, us or ns; 22023 for any other';

CREATE FUNCTION uuid_v7_draft01_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_draft01_timestamp(uuid) IS
    'time of a version 7 UUID read in the layout of the 2021 draft; NULL for any other version';

CREATE FUNCTION uuid_v8_draft01(timestamp_bits integer DEFAULT 48) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8_draft01(integer) IS
    'a new UUID of version 8 in the layout of the 2021 draft (Figure 6), from a time of 32, 48, 60 or 64 bits; 22023 for any other';

CREATE FUNCTION uuid_v8_draft01_timestamp(uuid, timestamp_bits integer) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8_draft01_timestamp(uuid, integer) IS
    'time of a version 8 UUID read in the layout of the 2021 draft, from 32, 48, 60 or 64 bits; NULL for any other version, 22023 for any other width';

-- Counters --------------------------------------------------------------------------------------
-- Whoever takes numbers of a shard keeps its row locked to the end of the transaction. The bodies
-- are BEGIN ATOMIC: bound to what they name when they are made, whatever the search_path later. What
-- the schema holds at that time must not be a better match either, so types are exact or names full.

CREATE TABLE objectid_counter (
    name text COLLATE "C" NOT NULL,
    shard integer NOT NULL CHECK (shard >= 0),
    shards integer NOT NULL CHECK (shards > shard),
    next bigint CHECK (next <= last),
    last bigint NOT NULL,
    PRIMARY KEY (name, shard)
) WITH (fillfactor = 25);
COMMENT ON TABLE objectid_counter IS 'counters, with one row for each shard';
COMMENT ON COLUMN objectid_counter.name IS 'name of the counter';
COMMENT ON COLUMN objectid_counter.shard IS 'number of the shard, from 0';
COMMENT ON COLUMN objectid_counter.shards IS 'how many shards the counter has';
COMMENT ON COLUMN objectid_counter.next IS 'number that the shard gives next; null when it is used up';
COMMENT ON COLUMN objectid_counter.last IS 'last number of the shard';
ALTER TABLE objectid_counter OWNER TO @extowner@;
SELECT pg_catalog.pg_extension_config_dump('objectid_counter'::regclass, ''::text);

CREATE FUNCTION counter_error(code text, message text, detail text) RETURNS bigint
    LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
BEGIN
    IF detail IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message;
    END IF;
    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, DETAIL = detail;
END
$$;
COMMENT ON FUNCTION counter_error(text, text, text) IS 'raises the error; the other functions of counters use it';

CREATE FUNCTION counter_create(name text, shards integer DEFAULT 1, shard_size bigint DEFAULT NULL, start bigint DEFAULT 1)
    RETURNS void
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN name IS NULL OR shards IS NULL OR start IS NULL THEN
            counter_error(text '22004', text 'null value not allowed',
                text 'Of the arguments of counter_create only shard_size can be null.')
        WHEN shards < 1 THEN
            counter_error(text '22023', pg_catalog.format('invalid number of shards: %s', shards),
                text 'A counter has at least one shard.')
        WHEN shard_size < 1 THEN
            counter_error(text '22023', pg_catalog.format('invalid shard size: %s', shard_size),
                text 'A shard has at least one number.')
        WHEN shards > 1 AND shard_size IS NULL THEN
            counter_error(text '22023', pg_catalog.format('missing shard size for %s shards', shards),
                text 'Only a counter of one shard can run to the end of bigint.')
        WHEN start::numeric + shards::numeric * shard_size::numeric > numeric '9223372036854775808' THEN
            counter_error(text '22003', text 'bigint out of range',
                pg_catalog.format('Shards: %s. Numbers in each: %s. From %s they would run to %s.',
                    shards, shard_size, start, start::numeric + shards::numeric * shard_size::numeric - numeric '1'))
    END;
    WITH made AS (
        INSERT INTO objectid_counter (name, shard, shards, next, last)
        SELECT counter_create.name, s.shard, counter_create.shards, s.next,
            coalesce(s.next + (shard_size - 1), 9223372036854775807)
        FROM (
            SELECT i.shard, (start::numeric + i.shard::numeric * coalesce(shard_size::numeric, numeric '0'))::bigint AS next
            FROM pg_catalog.generate_series(0, shards - 1) i (shard)
        ) s
        ON CONFLICT DO NOTHING
        RETURNING shard
    )
    SELECT counter_error(text '42710', pg_catalog.format('counter "%s" already exists', name), NULL::text)
    WHERE (SELECT pg_catalog.count(*) FROM made) < shards;
END;
COMMENT ON FUNCTION counter_create(text, integer, bigint, bigint) IS
    'makes a counter; 22023 or 22003 for shards that cannot be, 42710 when it exists';

CREATE FUNCTION counter_take_shard(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    UPDATE objectid_counter c
    SET next = CASE WHEN c.next + (count - 1) < c.last THEN c.next + count END
    WHERE c.name = counter_take_shard.name AND c.shard = counter_take_shard.shard
        AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
    RETURNING pg_catalog.int8range(
        coalesce(c.next - count, c.last - (count - 1)),
        coalesce(c.next, nullif(c.last, 9223372036854775807) + 1));
END;
COMMENT ON FUNCTION counter_take_shard(text, integer, integer) IS
    'batch of this shard, waiting for its row; null when too little is left';

CREATE FUNCTION counter_take_free(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT counter_take_shard(name, count, (
        SELECT c.shard FROM objectid_counter c
        WHERE c.name = counter_take_free.name AND c.shard >= counter_take_free.shard
            AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
        ORDER BY c.shard
        LIMIT 1
        FOR UPDATE SKIP LOCKED));
END;
COMMENT ON FUNCTION counter_take_free(text, integer, integer) IS
    'batch of the first shard from this one on that nobody holds; null when there is none';

CREATE FUNCTION counter_take_held(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT t.batch FROM (
        SELECT counter_take_shard(name, count, s.shard) AS batch FROM (
            SELECT c.shard FROM objectid_counter c
            WHERE c.name = counter_take_held.name AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
            ORDER BY c.shard < counter_take_held.shard, c.shard
        ) s
    ) t
    WHERE t.batch IS NOT NULL
    LIMIT 1;
END;
COMMENT ON FUNCTION counter_take_held(text, integer, integer) IS
    'batch of the first shard from this one on, and around, waiting for it; null when none has enough left';

CREATE FUNCTION counter_take_new(name text, count integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    INSERT INTO objectid_counter (name, shard, shards, next, last)
    VALUES (counter_take_new.name, 0, 1, 1, 9223372036854775807)
    ON CONFLICT DO NOTHING;
    SELECT counter_take_held(name, count, 0);
END;
COMMENT ON FUNCTION counter_take_new(text, integer) IS 'batch of a counter that is made unless it exists';

-- Where a transaction begins to look for a free shard is random, but the same each time: it goes on
-- in the shard that it holds and leaves the others to others.
CREATE FUNCTION counter_take(name text, count integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN count < 1 THEN
            pg_catalog.int8range(counter_error(text '22023', pg_catalog.format('invalid count: %s', count),
                text 'A batch has at least one number.'), NULL::bigint)
        ELSE coalesce(
            (
                SELECT CASE
                    WHEN c.shards = 1 THEN counter_take_shard(c.name, count, 0)
                    ELSE coalesce(
                        counter_take_free(c.name, count, f.shard),
                        counter_take_free(c.name, count, 0),
                        counter_take_held(c.name, count, f.shard))
                END
                FROM objectid_counter c, LATERAL (
                    SELECT (pg_catalog.abs(pg_catalog.hashtext(pg_catalog.pg_current_xact_id()::text)::bigint)
                        % c.shards::bigint)::integer
                ) f (shard)
                WHERE c.name = counter_take.name AND c.shard = 0
            ),
            counter_take_new(name, count),
            pg_catalog.int8range(counter_error(text '2200H', pg_catalog.format('counter "%s" is exhausted', name),
                pg_catalog.format('No shard has as many left as asked for: %s.', count)), NULL::bigint))
    END;
END;
COMMENT ON FUNCTION counter_take(text, integer) IS
    'batch of count numbers of the counter, which is made on first use; 2200H when it is exhausted';

CREATE FUNCTION counter_next(name text) RETURNS bigint
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT pg_catalog.lower(counter_take(name, 1));
END;
COMMENT ON FUNCTION counter_next(text) IS
    'next number of the counter, which is made on first use; 2200H when it is exhausted';

CREATE FUNCTION counter_drop(name text) RETURNS void
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    WITH dropped AS (
        DELETE FROM objectid_counter c WHERE c.name = counter_drop.name RETURNING c.shard
    )
    SELECT counter_error(text '42704', pg_catalog.format('counter "%s" does not exist', name), NULL::text)
    WHERE NOT EXISTS (SELECT FROM dropped);
END;
COMMENT ON FUNCTION counter_drop(text) IS 'removes the counter; 42704 when it does not exist';

-- Random digits ---------------------------------------------------------------------------------

CREATE FUNCTION gen_random_digits(digits integer) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_random_digits(integer) IS
    'each number of so many decimal digits, 1 to 18, with the same chance, from the strong random source';

-- Two transactions never pick the same number: the numbers fall into buckets, by their remainder, and
-- whoever picks one holds its bucket to the end of the transaction, by an advisory lock on table and
-- bucket. (A lock for each number would fill the lock table.) A transaction goes on in its bucket. It
-- finds it again in a setting, which ends with the transaction or savepoint just as the lock does;
-- anybody can write the setting, so it says no more than where to look first. A transaction waits for
-- a bucket only while it holds none, hence no two wait for one another.
CREATE FUNCTION assign_random_digits() RETURNS trigger
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    buckets CONSTANT integer := 251; -- a prime: with an even one all numbers of a bucket could be odd
    draws CONSTANT integer := 8; -- before a bucket is searched number by number
    id_column text := TG_ARGV[0];
    digits integer := CASE WHEN TG_ARGV[1] ~ '^[0-9]{1,2}$' THEN TG_ARGV[1]::integer END;
    numbers bigint; -- that have so many digits, with leading zeros
    unique_in oid;
    lock_table integer;
    lock_column integer;
    setting text;
    own_bucket integer;
    first_bucket integer;
    stride integer;
    busy_bucket integer;
    bucket integer;
    number bigint;
    is_given boolean;
    column_type oid;
    column_modifier integer;
    column_digits integer;
    draw text;
    probe text;
    search text;
BEGIN
    IF TG_WHEN <> 'BEFORE' OR TG_LEVEL <> 'ROW' THEN
        RAISE EXCEPTION 'function "assign_random_digits" must be fired BEFORE ROW' USING ERRCODE = '39P01';
    ELSIF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'function "assign_random_digits" must be fired for INSERT' USING ERRCODE = '39P01';
    ELSIF TG_NARGS <> 2 THEN
        RAISE EXCEPTION 'invalid number of arguments for function "assign_random_digits": %', TG_NARGS
            USING ERRCODE = '22023', DETAIL = 'The arguments are a column and a number of digits.';
    ELSIF (digits BETWEEN 1 AND 18) IS NOT TRUE THEN
        RAISE EXCEPTION 'invalid number of digits: "%"', TG_ARGV[1]
            USING ERRCODE = '22023', DETAIL = 'Valid numbers are 1 to 18.';
    END IF;

    EXECUTE format('SELECT ($1).%I IS NOT NULL', id_column) INTO is_given USING NEW;
    IF is_given THEN
        RETURN NEW;
    END IF;

    numbers := 10::numeric ^ digits;
    unique_in := coalesce(pg_partition_root(TG_RELID), TG_RELID);
    lock_table := unique_in::bigint::bit(32)::integer;
    lock_column := hashtext(id_column) & -256; -- leaves the low bits to the bucket
    setting := format('objectid.bucket_%s_%s', unique_in, lock_column::bigint & 4294967295);
    own_bucket := abs(nullif(current_setting(setting, true), '')::integer % buckets);

    IF pg_try_advisory_xact_lock(lock_table, lock_column | own_bucket) IS NOT TRUE THEN
        own_bucket := NULL;
        SELECT a.atttypid, a.atttypmod INTO column_type, column_modifier
        FROM pg_attribute a
        WHERE a.attrelid = TG_RELID AND a.attname = id_column;
        WHILE EXISTS (SELECT FROM pg_type t WHERE t.oid = column_type AND t.typtype = 'd') LOOP
            SELECT t.typbasetype, t.typtypmod INTO column_type, column_modifier
            FROM pg_type t
            WHERE t.oid = column_type;
        END LOOP;
        column_digits := CASE
            WHEN column_type = 'integer'::regtype THEN 9
            WHEN column_type = 'bigint'::regtype THEN 18
            WHEN column_type <> 'numeric'::regtype THEN 0
            WHEN column_modifier = -1 THEN 18
            -- precision - scale, packed as numeric.c does; a negative scale would round
            WHEN (column_modifier - 4) & 1024 = 0 THEN
                ((column_modifier - 4) >> 16) - ((column_modifier - 4) & 1023)
            ELSE 0
        END;
        IF digits > column_digits THEN
            RAISE EXCEPTION 'column "%" of type % cannot hold % random digits',
                id_column, format_type(column_type, column_modifier), digits
                USING ERRCODE = '42804',
                    DETAIL = 'It has to be integer (up to 9 digits), bigint, or numeric with as many digits before the point.';
        END IF;
        IF NOT EXISTS (
            SELECT
            FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid IN (TG_RELID, unique_in) AND a.attname = id_column
                AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
                AND (i.indnkeyatts = 1 OR i.indrelid <> TG_RELID)
        ) THEN
            RAISE EXCEPTION 'there is no unique index on column "%" of relation "%"', id_column, TG_TABLE_NAME
                USING ERRCODE = '42P10', HINT = CASE
                    WHEN unique_in = TG_RELID THEN
                        format('Create one with CREATE UNIQUE INDEX ON %s (%I).', unique_in::regclass, id_column)
                    ELSE
                        format('Create one on %s whose columns are %I and those of the partition key.',
                            unique_in::regclass, id_column)
                END;
        END IF;
    END IF;

    draw := format('SELECT %s.gen_random_digits(%s)', (
        SELECT p.pronamespace::regnamespace
        FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = TG_RELID AND t.tgname = TG_NAME), digits);
    -- The number if it is free, else none.
    probe := format('SELECT $1 WHERE $1 < %s AND NOT EXISTS (SELECT FROM %s WHERE %I = $1)',
        numbers, unique_in::regclass, id_column);
    -- The first free number of its bucket from this one on and around.
    search := format(
        'SELECT n.number FROM ('
            'SELECT generate_series($1, %1$s, %2$s) AS number '
            'UNION ALL '
            'SELECT generate_series($1 %% %2$s, least($1, %1$s + 1) - 1, %2$s)'
        ') n WHERE (SELECT true FROM %3$s WHERE %4$I = n.number LIMIT 1) IS NULL LIMIT 1',
        numbers - 1, buckets, unique_in::regclass, id_column);

    LOOP
        busy_bucket := NULL;
        first_bucket := floor(random() * buckets);
        stride := 1 + floor(random() * (buckets - 1));
        FOR i IN 1 .. draws + 1 + buckets LOOP
            EXECUTE draw INTO number;
            bucket := CASE
                WHEN i <= draws + 1 THEN coalesce(own_bucket, number % buckets)
                ELSE (first_bucket + i * stride) % buckets
            END;
            number := number - number % buckets + bucket;
            EXECUTE CASE WHEN i <= draws THEN probe ELSE search END INTO number USING number;
            CONTINUE WHEN number IS NULL;
            IF bucket = own_bucket THEN
                RETURN jsonb_populate_record(NEW, jsonb_build_object(id_column, number));
            END IF;
            BEGIN
                IF pg_try_advisory_xact_lock(lock_table, lock_column | bucket) THEN
                    -- Somebody may have taken it and gone: only what is seen under the lock counts.
                    EXECUTE search INTO number USING number;
                    IF number IS NOT NULL THEN
                        PERFORM set_config(setting, bucket::text, true);
                        RETURN jsonb_populate_record(NEW, jsonb_build_object(id_column, number));
                    END IF;
                    RAISE SQLSTATE 'OD001'; -- gives the bucket back
                END IF;
                busy_bucket := bucket;
            EXCEPTION WHEN SQLSTATE 'OD001' THEN
                NULL;
            END;
        END LOOP;

        IF busy_bucket IS NULL THEN
            RAISE EXCEPTION 'column "%" of relation "%" is out of numbers of % digits',
                id_column, TG_TABLE_NAME, digits
                USING ERRCODE = '2200H';
        ELSIF EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'advisory') THEN
            RAISE EXCEPTION 'could not obtain a number of % digits for column "%" of relation "%"',
                digits, id_column, TG_TABLE_NAME
                USING ERRCODE = '55P03',
                    DETAIL = 'Other transactions hold all buckets in which numbers are left.',
                    HINT = 'Repeat the transaction.';
        END IF;
        BEGIN
            PERFORM pg_advisory_xact_lock(lock_table, lock_column | busy_bucket);
            RAISE SQLSTATE 'OD001';
        EXCEPTION WHEN SQLSTATE 'OD001' THEN
            NULL;
        END;
    END LOOP;
END
$$;
COMMENT ON FUNCTION assign_random_digits() IS
    'BEFORE INSERT trigger (column, digits): fills a null column with a random number that is not taken; 2200H when all are';

-- The counters belong to whoever installs the extension, who says who may use them.
ALTER FUNCTION counter_create(text, integer, bigint, bigint) OWNER TO @extowner@;
ALTER FUNCTION counter_take(text, integer) OWNER TO @extowner@;
ALTER FUNCTION counter_next(text) OWNER TO @extowner@;
ALTER FUNCTION counter_drop(text) OWNER TO @extowner@;
REVOKE ALL ON objectid_counter FROM PUBLIC;
REVOKE ALL ON FUNCTION
    counter_create(text, integer, bigint, bigint), counter_take(text, integer), counter_next(text), counter_drop(text)
    FROM PUBLIC;

-- Conversion ------------------------------------------------------------------------------------

CREATE FUNCTION objectid_convert("table" regclass, "column" name) RETURNS void
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- the type of this extension, in whatever schema it lives
    id_type CONSTANT regtype := (
        SELECT t.oid FROM pg_extension e
        JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
        JOIN pg_type t ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        WHERE e.extname = 'objectid' AND t.typname = 'objectid');
    -- Names are written under this path, which is that of the function, so that they say the schema of whatever the
    -- server does not own. What they are written for is read again under id_path, where the type's operators are
    -- found as well; nothing of ours is evaluated there.
    own_path CONSTANT text := 'pg_catalog, pg_temp';
    id_path CONSTANT text := format('pg_catalog, pg_temp, %I', (
        SELECT nspname FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = id_type));
    attribute_number smallint;
    -- the columns to convert, the type to go through and that to end with: these belong together
    rels oid[];
    attributes smallint[];
    vias text[];
    targets text[];
    -- what makes again what has to go meanwhile
    constraints text[] := '{}';
    defaults text[] := '{}';
    view_rels oid[];
    view_names text[] := '{}';
    views text[] := '{}';
    view_extras text[] := '{}';
    locked oid[];
    item record;
    statement text;
    failure text;
    value text;
BEGIN
    IF "table" IS NULL OR "column" IS NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table and column must not be null';
    END IF;
    IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
        RAISE invalid_transaction_state USING
            MESSAGE = format('objectid_convert cannot run at isolation level %s', upper(current_setting('transaction_isolation'))),
            HINT = 'It has to see what others commit before it has its locks: use READ COMMITTED.';
    END IF;

    -- Find what is concerned and lock it, until nothing else turns up: it may have changed before the lock was there.
    LOOP
        SELECT attnum INTO attribute_number FROM pg_attribute
        WHERE attrelid = "table" AND attname = "column" AND attnum > 0 AND NOT attisdropped;
        IF attribute_number IS NULL THEN
            RAISE undefined_column USING MESSAGE = format('column "%s" of relation "%s" does not exist', "column", "table");
        END IF;

        -- All columns that must have one type, as foreign keys, partitions and inheritance connect them, but for those
        -- that have it.
        WITH RECURSIVE pair (rel, attribute, other_rel, other_attribute) AS (
            SELECT conrelid, k.a, confrelid, k.b
            FROM pg_constraint, unnest(conkey, confkey) AS k (a, b) WHERE contype = 'f'
            UNION ALL
            SELECT inhrelid, c.attnum, inhparent, p.attnum
            FROM pg_inherits JOIN pg_attribute c ON c.attrelid = inhrelid JOIN pg_attribute p ON p.attrelid = inhparent
            WHERE c.attname = p.attname AND p.attnum > 0 AND NOT p.attisdropped
        ), link AS (
            SELECT * FROM pair UNION ALL SELECT other_rel, other_attribute, rel, attribute FROM pair
        ), connected (rel, attribute) AS (
            SELECT "table"::oid, attribute_number
            UNION
            SELECT other_rel, other_attribute FROM connected JOIN link USING (rel, attribute)
        ), base (rel, attribute, type, arrays) AS ( -- without domains and arrays
            SELECT rel, attribute, atttypid, 0
            FROM connected JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            UNION ALL
            SELECT rel, attribute, CASE typtype WHEN 'd' THEN typbasetype ELSE typelem END, arrays + (typtype <> 'd')::int
            FROM base JOIN pg_type t ON t.oid = type
            WHERE typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc
        )
        SELECT array_agg(rel ORDER BY rel, attribute), array_agg(attribute ORDER BY rel, attribute),
            array_agg(CASE
                WHEN arrays > 1 THEN NULL
                WHEN type IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'name'::regtype) THEN 'text'
                WHEN type IN ('bytea'::regtype, 'uuid'::regtype) THEN type::regtype::text
            END || CASE arrays WHEN 1 THEN '[]' ELSE '' END ORDER BY rel, attribute)
        INTO rels, attributes, vias
        FROM base JOIN pg_type t ON t.oid = type
        WHERE NOT (typtype = 'd' OR typsubscript = 'array_subscript_handler'::regproc) AND type <> id_type;
        IF rels IS NULL THEN
            RETURN;
        END IF;

        -- First refuse what cannot work, by name.
        FOR item IN
            SELECT rel::regclass, attname, via, relkind, relowner, format_type(atttypid, atttypmod) AS type
            FROM unnest(rels, attributes, vias) AS m (rel, attribute, via)
            JOIN pg_class c ON c.oid = rel JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        LOOP
            IF item.relkind NOT IN ('r', 'p') THEN
                RAISE wrong_object_type USING MESSAGE = format('"%s" is not a table', item.rel);
            ELSIF NOT pg_has_role(item.relowner, 'USAGE') THEN
                RAISE insufficient_privilege USING MESSAGE = format('must be owner of table %s', item.rel);
            ELSIF item.via IS NULL THEN
                RAISE datatype_mismatch USING MESSAGE = format('column "%s" of table %s of type %s cannot become objectid',
                    item.attname, item.rel, item.type);
            END IF;
        END LOOP;

        -- Views that show the columns, and views of these, those that others need first.
        WITH RECURSIVE above (rel, level) AS (
            SELECT ev_class, 1
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_depend d ON refclassid = 'pg_class'::regclass AND refobjid = m.rel AND refobjsubid IN (attribute, 0)
                AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite w ON w.oid = d.objid
            WHERE ev_class <> m.rel
            UNION
            SELECT ev_class, level + 1
            FROM above
            JOIN pg_depend d ON refclassid = 'pg_class'::regclass AND refobjid = above.rel AND d.classid = 'pg_rewrite'::regclass
            JOIN pg_rewrite w ON w.oid = d.objid
            WHERE ev_class <> above.rel
        ) CYCLE rel SET again USING path
        SELECT array_agg(rel ORDER BY level, rel) INTO view_rels
        FROM (SELECT rel, max(level) AS level FROM above GROUP BY rel) AS v JOIN pg_class c ON c.oid = rel
        WHERE relkind IN ('v', 'm');
        FOR item IN
            SELECT relkind, relowner, rel::regclass AS name
            FROM unnest(view_rels) WITH ORDINALITY AS v (rel, place) JOIN pg_class c ON c.oid = rel
            ORDER BY place
        LOOP
            IF item.relkind = 'm' THEN
                RAISE dependent_objects_still_exist USING
                    MESSAGE = format('materialized view %s depends on the column', item.name),
                    HINT = 'Drop it first, and create it again afterwards.';
            ELSIF NOT pg_has_role(item.relowner, 'USAGE') THEN
                RAISE insufficient_privilege USING MESSAGE = format('must be owner of view %s', item.name);
            END IF;
        END LOOP;

        EXIT WHEN locked = rels || view_rels;
        locked := rels || view_rels;
        FOR item IN
            SELECT relkind, relowner, rel::regclass AS name
            FROM (SELECT DISTINCT rel FROM unnest(locked) AS l (rel)) AS l JOIN pg_class c ON c.oid = rel
            ORDER BY rel
        LOOP
            -- LOCK TABLE would lock all that a view reads; to give it to its owner locks it alone.
            EXECUTE CASE item.relkind
                WHEN 'v' THEN format('ALTER VIEW %s OWNER TO %I', item.name, pg_get_userbyid(item.relowner))
                ELSE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', item.name) END;
        END LOOP;
    END LOOP;

    targets := ARRAY(
        SELECT id_type || CASE WHEN via ~ '\[' THEN '[]' ELSE '' END FROM unnest(vias) WITH ORDINALITY AS v (via, place)
        ORDER BY place);

    FOR item IN
        SELECT i.indexrelid::regclass::text AS index, pg_get_indexdef(i.indexrelid) AS definition
        FROM unnest(rels, attributes, vias) AS m (rel, attribute, via)
        JOIN pg_index i ON i.indrelid = rel
        JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_attribute a ON a.attrelid = rel AND a.attnum = attribute
        CROSS JOIN generate_series(0, i.indnkeyatts - 1) AS k
        JOIN pg_opclass o ON o.oid = i.indclass[k]
        WHERE i.indkey[k] = attribute
            AND (NOT o.opcdefault OR i.indcollation[k] NOT IN (0, a.attcollation)
                OR via !~ '\[' AND NOT EXISTS (
                    SELECT FROM pg_opclass d WHERE d.opcmethod = c.relam AND d.opcintype = id_type AND d.opcdefault))
        ORDER BY 1 LIMIT 1
    LOOP
        RAISE dependent_objects_still_exist USING
            MESSAGE = format('index %s cannot hold objectid', item.index),
            DETAIL = item.definition,
            HINT = 'Drop it first. An index of objectid needs no collation and no other than the default operator class.';
    END LOOP;

    -- CHECK constraints and expressions of indexes: is there still a meaning?
    FOR item IN
        SELECT object, expression, c.relname, definition, (
            SELECT string_agg(format('NULL::%s AS %I',
                coalesce(target, format_type(a.atttypid, a.atttypmod)), a.attname), ', ')
            FROM pg_attribute a LEFT JOIN unnest(rels, attributes, targets) AS m (rel, attribute, target)
                ON m.rel = a.attrelid AND m.attribute = a.attnum
            WHERE a.attrelid = e.rel AND a.attnum > 0 AND NOT a.attisdropped) AS columns
        FROM (
            SELECT DISTINCT conrelid AS rel, format('constraint "%s" of table %s', conname, conrelid::regclass) AS object,
                pg_get_expr(conbin, conrelid) AS expression, pg_get_constraintdef(o.oid) AS definition
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_constraint o ON conrelid = m.rel AND attribute = ANY (conkey)
            WHERE contype = 'c'
            UNION ALL
            SELECT DISTINCT indrelid, format('index %s', indexrelid::regclass),
                concat_ws(', ', pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)), pg_get_indexdef(indexrelid)
            FROM unnest(rels, attributes) AS m (rel, attribute)
            JOIN pg_depend d ON d.classid = 'pg_class'::regclass
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = m.rel AND d.refobjsubid = attribute
            JOIN pg_index i ON indexrelid = d.objid
            WHERE indexprs IS NOT NULL OR indpred IS NOT NULL
        ) AS e (rel, object, expression, definition)
        JOIN pg_class c ON c.oid = e.rel
        ORDER BY object
    LOOP
        statement := format('SELECT %s FROM (SELECT %s OFFSET 0) AS %I LIMIT 0', item.expression, item.columns, item.relname);
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE statement;
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN syntax_error_or_access_rule_violation OR data_exception THEN
            RAISE dependent_objects_still_exist USING
                MESSAGE = format('%s does not apply to objectid: %s', item.object, SQLERRM),
                DETAIL = item.definition,
                HINT = 'Drop it first. To check the digits is not needed any more: the type refuses what is not an id.';
        END;
    END LOOP;

    FOR item IN
        SELECT rel::regclass, attname, pg_get_expr(adbin, adrelid) AS expression, via, target
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        JOIN pg_attrdef ON adrelid = rel AND adnum = attribute
        WHERE attgenerated = ''
        UNION ALL -- of a domain
        SELECT rel::regclass, attname, pg_get_expr(typdefaultbin, 0), via, target
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        JOIN pg_type t ON t.oid = atttypid
        WHERE typdefaultbin IS NOT NULL AND NOT atthasdef
    LOOP
        -- a constant can be tried, anything else may have effects
        IF item.expression ~ '^(E?''([^'']|'''')*''|ARRAY\[[^()]*\])(::[a-z ]+(\(\d+\))?(\[\])?)?$' THEN
            BEGIN
                EXECUTE format('SELECT (%s)::%s::%s', item.expression, item.via, item.target) INTO value;
            EXCEPTION WHEN data_exception THEN
                RAISE invalid_text_representation USING
                    MESSAGE = format('default of column "%s" of table %s is not an id: %s',
                        item.attname, item.rel, item.expression),
                    HINT = 'Drop the default first.';
            END;
            item.expression := quote_nullable(value);
        ELSE
            item.expression := format('(%s)::%s', item.expression, item.via);
        END IF;
        defaults := defaults || format('ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s::%s', item.rel,
            item.attname, item.expression, item.target);
    END LOOP;

    FOR item IN
        SELECT c.*, rel::regclass AS name
        FROM unnest(view_rels) WITH ORDINALITY AS v (rel, place) JOIN pg_class c ON c.oid = rel
        ORDER BY place
    LOOP
        view_names := view_names || item.name::text;
        views := views || format('CREATE VIEW %s%s AS %s', item.name,
            ' WITH (' || array_to_string(item.reloptions, ', ') || ')', pg_get_viewdef(item.oid));
        view_extras := view_extras || format('ALTER VIEW %s OWNER TO %I', item.name, pg_get_userbyid(item.relowner))
            || ARRAY( -- the rights
                SELECT format('GRANT %s ON %s TO %s%s', privilege_type, item.name,
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                    CASE WHEN is_grantable AND grantee <> item.relowner THEN ' WITH GRANT OPTION' END)
                FROM aclexplode(coalesce(item.relacl, acldefault('r', item.relowner)))
                UNION ALL
                SELECT format('GRANT %s (%I) ON %s TO %s%s', privilege_type, attname, item.name,
                    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
                    CASE WHEN is_grantable AND grantee <> item.relowner THEN ' WITH GRANT OPTION' END)
                FROM pg_attribute, aclexplode(attacl) WHERE attrelid = item.oid)
            || ARRAY( -- rules, triggers, defaults
                SELECT pg_get_ruledef(oid) FROM pg_rewrite WHERE ev_class = item.oid AND rulename <> '_RETURN'
                UNION ALL
                SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = item.oid AND NOT tgisinternal
                UNION ALL
                SELECT format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', item.name, attname, pg_get_expr(adbin, adrelid))
                FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE adrelid = item.oid)
            || ARRAY( -- and what is said about all that
                SELECT format('COMMENT ON %s IS %L', object, description) FROM (
                    SELECT CASE objsubid WHEN 0 THEN 'VIEW ' || item.name
                        ELSE format('COLUMN %s.%I', item.name, (
                            SELECT attname FROM pg_attribute WHERE attrelid = item.oid AND attnum = objsubid)) END, description
                    FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = item.oid
                    UNION ALL
                    SELECT format('TRIGGER %I ON %s', tgname, item.name), description
                    FROM pg_description JOIN pg_trigger t ON classoid = 'pg_trigger'::regclass AND objoid = t.oid
                    WHERE tgrelid = item.oid
                    UNION ALL
                    SELECT format('RULE %I ON %s', rulename, item.name), description
                    FROM pg_description JOIN pg_rewrite w ON classoid = 'pg_rewrite'::regclass AND objoid = w.oid
                    WHERE ev_class = item.oid AND rulename <> '_RETURN'
                ) AS remark (object, description));
    END LOOP;

    -- Take down.
    IF view_names <> '{}' THEN
        EXECUTE 'DROP VIEW ' || array_to_string(view_names, ', ');
    END IF;
    FOR item IN
        SELECT DISTINCT o.oid, conname, conrelid::regclass AS rel, pg_get_constraintdef(o.oid) AS definition,
            obj_description(o.oid, 'pg_constraint') AS description
        FROM unnest(rels, attributes) AS m (rel, attribute)
        JOIN pg_constraint o ON conrelid = rel AND attribute = ANY (conkey) OR confrelid = rel AND attribute = ANY (confkey)
        WHERE contype = 'f' AND conparentid = 0
        ORDER BY o.oid
    LOOP
        constraints := constraints || format('ALTER TABLE %s ADD CONSTRAINT %I %s', item.rel, item.conname, item.definition);
        IF item.description IS NOT NULL THEN
            constraints := constraints
                || format('COMMENT ON CONSTRAINT %I ON %s IS %L', item.conname, item.rel, item.description);
        END IF;
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.rel, item.conname);
    END LOOP;
    FOR item IN
        SELECT rel::regclass, attname
        FROM unnest(rels, attributes) AS m (rel, attribute)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        WHERE atthasdef AND attgenerated = ''
    LOOP
        EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I DROP DEFAULT', item.rel, item.attname);
    END LOOP;

    -- Convert each table in one go, its partitions and children with it.
    FOR item IN
        WITH RECURSIVE base (rel, attribute, type, filled) AS (
            SELECT rel, attribute, atttypid, false
            FROM unnest(rels, attributes) AS m (rel, attribute) JOIN pg_attribute ON attrelid = rel AND attnum = attribute
            UNION ALL
            SELECT rel, attribute, typbasetype, typnotnull FROM base JOIN pg_type t ON t.oid = type WHERE typtype = 'd')
        SELECT rel::regclass, array_agg(attname) AS names, array_agg(via) AS vias, array_agg(target) AS targets, string_agg(format(
            'ALTER COLUMN %I TYPE %s USING %I::%s::%s%s', attname, target, attname, via, target,
            (SELECT format(', ALTER COLUMN %I SET NOT NULL', attname) FROM base b
                WHERE (b.rel, b.attribute) = (m.rel, m.attribute) AND filled LIMIT 1)), ', ') AS actions
        FROM unnest(rels, attributes, vias, targets) AS m (rel, attribute, via, target)
        JOIN pg_attribute ON attrelid = rel AND attnum = attribute
        WHERE attinhcount = 0
        GROUP BY rel
    LOOP
        statement := format('ALTER TABLE %s %s', item.rel, item.actions);
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE statement;
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN data_exception THEN
            failure := SQLERRM;
            -- which column, and which value?
            PERFORM set_config('max_parallel_workers_per_gather', '0', true);
            PERFORM set_config('synchronize_seqscans', 'off', true);
            PERFORM set_config('bytea_output', 'hex', true);
            FOR i IN 1 .. cardinality(item.names) LOOP
                BEGIN
                    EXECUTE format('SELECT count(%I::%s::%s) FROM %s', item.names[i], item.vias[i], item.targets[i], item.rel);
                EXCEPTION WHEN data_exception THEN
                    failure := SQLERRM;
                    value := NULL;
                    IF item.vias[i] !~ 'text' THEN -- the message does not show it
                        EXECUTE format('SELECT v FROM (SELECT unnest(%s)::text FROM %s) AS t (v) WHERE v !~ %L LIMIT 1',
                            CASE WHEN item.vias[i] ~ '\[' THEN format('%I::%s', item.names[i], item.vias[i])
                                ELSE format('ARRAY[%I::%s]', item.names[i], item.vias[i]) END, item.rel,
                            CASE WHEN item.vias[i] ~ 'uuid' THEN '^00000000-' ELSE '^\\x[0-9a-f]{24}$' END) INTO value;
                    END IF;
                    RAISE invalid_text_representation USING
                        MESSAGE = format('column "%s" of table %s holds a value that is not an id: %s',
                            item.names[i], item.rel, coalesce('"' || value || '"', failure)),
                        COLUMN = item.names[i],
                        TABLE = (SELECT relname FROM pg_class WHERE oid = item.rel),
                        SCHEMA = (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = item.rel),
                        DETAIL = 'Nothing has been changed.';
                END;
            END LOOP;
            RAISE;
        END;
    END LOOP;

    -- Put everything back.
    FOREACH value IN ARRAY defaults || constraints LOOP
        EXECUTE value;
    END LOOP;
    FOR i IN 1 .. cardinality(views) LOOP
        BEGIN
            PERFORM set_config('search_path', id_path, true);
            EXECUTE views[i];
            PERFORM pg_catalog.set_config('search_path', own_path, true);
        EXCEPTION WHEN syntax_error_or_access_rule_violation THEN
            RAISE dependent_objects_still_exist USING
                MESSAGE = format('view %s does not apply to objectid: %s', view_names[i], SQLERRM),
                HINT = 'Drop it first, and create it again afterwards in a form for objectid.';
        END;
        FOR item IN -- what a new view comes with
            SELECT DISTINCT grantee FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
            WHERE oid = view_names[i]::regclass
        LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %s', view_names[i],
                CASE item.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(item.grantee)) END);
        END LOOP;
    END LOOP;
    PERFORM set_config('search_path', id_path, true); -- rules and triggers hold expressions
    FOREACH value IN ARRAY view_extras LOOP
        EXECUTE value;
    END LOOP;
END
$$;
COMMENT ON FUNCTION objectid_convert(regclass, name) IS
    'turns a column of text, bytea or uuid into objectid, with all columns that foreign keys connect with it; 22P02 names the first value that is not an id';

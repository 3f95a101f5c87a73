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

-- Comparison of the time of an id with a timestamptz or a tstzrange.
-- SPDX-License-Identifier: PostgreSQL

-- The support functions turn these predicates into ranges of ids, so that a plain index, a partition key and the
-- statistics of the id column serve them. There is no = between an id and a time: an id equals no time.

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

-- Comparison of the time of an id with a timestamptz or a tstzrange.
-- SPDX-License-Identifier: PostgreSQL

-- The support function turns these predicates into ranges of ids, so that a plain index and a
-- partition key serve them. There is no = between an id and a time: an id equals no time.

CREATE FUNCTION objectid_lt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt_timestamptz(objectid, timestamptz) IS
    'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = objectid_lt_timestamptz,
    LEFTARG = objectid,
    RIGHTARG = timestamptz,
    COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (objectid, timestamptz) IS 'less than, by the time of the id';

CREATE FUNCTION objectid_le_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le_timestamptz(objectid, timestamptz) IS
    'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = objectid_le_timestamptz,
    LEFTARG = objectid,
    RIGHTARG = timestamptz,
    COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (objectid, timestamptz) IS 'less than or equal, by the time of the id';

CREATE FUNCTION objectid_ge_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge_timestamptz(objectid, timestamptz) IS
    'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = objectid_ge_timestamptz,
    LEFTARG = objectid,
    RIGHTARG = timestamptz,
    COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (objectid, timestamptz) IS 'greater than or equal, by the time of the id';

CREATE FUNCTION objectid_gt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt_timestamptz(objectid, timestamptz) IS
    'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = objectid_gt_timestamptz,
    LEFTARG = objectid,
    RIGHTARG = timestamptz,
    COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (objectid, timestamptz) IS 'greater than, by the time of the id';

CREATE FUNCTION timestamptz_lt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_lt_objectid(timestamptz, objectid) IS
    'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_objectid,
    LEFTARG = timestamptz,
    RIGHTARG = objectid,
    COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, objectid) IS 'less than, by the time of the id';

CREATE FUNCTION timestamptz_le_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_le_objectid(timestamptz, objectid) IS
    'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_objectid,
    LEFTARG = timestamptz,
    RIGHTARG = objectid,
    COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, objectid) IS 'less than or equal, by the time of the id';

CREATE FUNCTION timestamptz_ge_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_ge_objectid(timestamptz, objectid) IS
    'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_objectid,
    LEFTARG = timestamptz,
    RIGHTARG = objectid,
    COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, objectid) IS 'greater than or equal, by the time of the id';

CREATE FUNCTION timestamptz_gt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_gt_objectid(timestamptz, objectid) IS
    'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_objectid,
    LEFTARG = timestamptz,
    RIGHTARG = objectid,
    COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, objectid) IS 'greater than, by the time of the id';

-- NULL for a value of another version, which has no such time.

CREATE FUNCTION uuid_lt_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_lt_timestamptz(uuid, timestamptz) IS 'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = uuid_lt_timestamptz,
    LEFTARG = uuid,
    RIGHTARG = timestamptz,
    COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, timestamptz) IS 'less than, by the time of a UUID of version 7';

CREATE FUNCTION uuid_le_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_le_timestamptz(uuid, timestamptz) IS 'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = uuid_le_timestamptz,
    LEFTARG = uuid,
    RIGHTARG = timestamptz,
    COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, timestamptz) IS
    'less than or equal, by the time of a UUID of version 7';

CREATE FUNCTION uuid_ge_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_ge_timestamptz(uuid, timestamptz) IS 'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = uuid_ge_timestamptz,
    LEFTARG = uuid,
    RIGHTARG = timestamptz,
    COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, timestamptz) IS
    'greater than or equal, by the time of a UUID of version 7';

CREATE FUNCTION uuid_gt_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_gt_timestamptz(uuid, timestamptz) IS 'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = uuid_gt_timestamptz,
    LEFTARG = uuid,
    RIGHTARG = timestamptz,
    COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, timestamptz) IS 'greater than, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_lt_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_lt_uuid(timestamptz, uuid) IS 'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_uuid,
    LEFTARG = timestamptz,
    RIGHTARG = uuid,
    COMMUTATOR = >,
    NEGATOR = >=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, uuid) IS 'less than, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_le_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_le_uuid(timestamptz, uuid) IS 'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_uuid,
    LEFTARG = timestamptz,
    RIGHTARG = uuid,
    COMMUTATOR = >=,
    NEGATOR = >,
    RESTRICT = objectid_internal_sel,
    JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, uuid) IS
    'less than or equal, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_ge_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_ge_uuid(timestamptz, uuid) IS 'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_uuid,
    LEFTARG = timestamptz,
    RIGHTARG = uuid,
    COMMUTATOR = <=,
    NEGATOR = <,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, uuid) IS
    'greater than or equal, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_gt_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_gt_uuid(timestamptz, uuid) IS 'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_uuid,
    LEFTARG = timestamptz,
    RIGHTARG = uuid,
    COMMUTATOR = <,
    NEGATOR = <=,
    RESTRICT = objectid_internal_sel,
    JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, uuid) IS 'greater than, by the time of a UUID of version 7';

-- Ranges of times

CREATE FUNCTION objectid_within(objectid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within(objectid, tstzrange) IS 'is the time of the id in the range?';

CREATE FUNCTION uuid_v6_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_within(uuid, tstzrange) IS
    'is the time of the UUID of version 6 in the range? NULL for another version';

CREATE FUNCTION uuid_v7_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS
    'is the time of the UUID of version 7 in the range? NULL for another version';

-- What the support function puts in place of a time that is not known yet

CREATE FUNCTION objectid_internal_before(timestamptz) RETURNS tstzrange
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_before(timestamptz) IS 'the times < the argument';

CREATE FUNCTION objectid_internal_until(timestamptz) RETURNS tstzrange
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_until(timestamptz) IS 'the times <= the argument';

CREATE FUNCTION objectid_internal_since(timestamptz) RETURNS tstzrange
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_since(timestamptz) IS 'the times >= the argument';

CREATE FUNCTION objectid_internal_after(timestamptz) RETURNS tstzrange
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_after(timestamptz) IS 'the times > the argument';

CREATE FUNCTION objectid_internal_timestamptz(date) RETURNS timestamptz
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_date';
COMMENT ON FUNCTION objectid_internal_timestamptz(date) IS
    'convert date to timestamptz; infinite beyond its range';

CREATE FUNCTION objectid_internal_timestamptz(timestamp) RETURNS timestamptz
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_timestamp';
COMMENT ON FUNCTION objectid_internal_timestamptz(timestamp) IS
    'convert timestamp to timestamptz; infinite beyond its range';

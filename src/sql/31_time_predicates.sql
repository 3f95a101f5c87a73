-- Comparison of the time of an id with a timestamptz or a tstzrange.
-- SPDX-License-Identifier: PostgreSQL

-- There is no = between an id and a time: an id equals no time.

CREATE FUNCTION objectid_lt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lt_timestamptz(objectid, timestamptz) IS
    'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = objectid_lt_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = objectid_internal_joinsel
);
COMMENT ON OPERATOR < (objectid, timestamptz) IS 'less than, by the time of the id';

CREATE FUNCTION objectid_le_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_le_timestamptz(objectid, timestamptz) IS
    'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = objectid_le_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = objectid_internal_sel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (objectid, timestamptz) IS 'less than or equal, by the time of the id';

CREATE FUNCTION objectid_ge_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_ge_timestamptz(objectid, timestamptz) IS
    'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = objectid_ge_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = objectid_internal_sel, JOIN = objectid_internal_joinsel
);
COMMENT ON OPERATOR >= (objectid, timestamptz) IS 'greater than or equal, by the time of the id';

CREATE FUNCTION objectid_gt_timestamptz(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_gt_timestamptz(objectid, timestamptz) IS
    'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = objectid_gt_timestamptz, LEFTARG = objectid, RIGHTARG = timestamptz,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = objectid_internal_sel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (objectid, timestamptz) IS 'greater than, by the time of the id';

CREATE FUNCTION timestamptz_lt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_lt_objectid(timestamptz, objectid) IS
    'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, objectid) IS 'less than, by the time of the id';

CREATE FUNCTION timestamptz_le_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_le_objectid(timestamptz, objectid) IS
    'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = objectid_internal_sel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, objectid) IS 'less than or equal, by the time of the id';

CREATE FUNCTION timestamptz_ge_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_ge_objectid(timestamptz, objectid) IS
    'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = objectid_internal_sel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, objectid) IS 'greater than or equal, by the time of the id';

CREATE FUNCTION timestamptz_gt_objectid(timestamptz, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_gt_objectid(timestamptz, objectid) IS
    'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_objectid, LEFTARG = timestamptz, RIGHTARG = objectid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = objectid_internal_sel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, objectid) IS 'greater than, by the time of the id';

-- NULL for a value of another version, which has no such time.

CREATE FUNCTION uuid_lt_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_lt_timestamptz(uuid, timestamptz) IS 'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = uuid_lt_timestamptz, LEFTARG = uuid, RIGHTARG = timestamptz,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, timestamptz) IS 'less than, by the time of a UUID of version 7';

CREATE FUNCTION uuid_le_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_le_timestamptz(uuid, timestamptz) IS 'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = uuid_le_timestamptz, LEFTARG = uuid, RIGHTARG = timestamptz,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = objectid_internal_sel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, timestamptz) IS
    'less than or equal, by the time of a UUID of version 7';

CREATE FUNCTION uuid_ge_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_ge_timestamptz(uuid, timestamptz) IS 'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = uuid_ge_timestamptz, LEFTARG = uuid, RIGHTARG = timestamptz,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = objectid_internal_sel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, timestamptz) IS
    'greater than or equal, by the time of a UUID of version 7';

CREATE FUNCTION uuid_gt_timestamptz(uuid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_gt_timestamptz(uuid, timestamptz) IS 'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = uuid_gt_timestamptz, LEFTARG = uuid, RIGHTARG = timestamptz,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = objectid_internal_sel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, timestamptz) IS 'greater than, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_lt_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_lt_uuid(timestamptz, uuid) IS 'implementation of < operator';
CREATE OPERATOR < (
    FUNCTION = timestamptz_lt_uuid, LEFTARG = timestamptz, RIGHTARG = uuid,
    COMMUTATOR = >, NEGATOR = >=, RESTRICT = objectid_internal_sel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, uuid) IS 'less than, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_le_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_le_uuid(timestamptz, uuid) IS 'implementation of <= operator';
CREATE OPERATOR <= (
    FUNCTION = timestamptz_le_uuid, LEFTARG = timestamptz, RIGHTARG = uuid,
    COMMUTATOR = >=, NEGATOR = >, RESTRICT = objectid_internal_sel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, uuid) IS
    'less than or equal, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_ge_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_ge_uuid(timestamptz, uuid) IS 'implementation of >= operator';
CREATE OPERATOR >= (
    FUNCTION = timestamptz_ge_uuid, LEFTARG = timestamptz, RIGHTARG = uuid,
    COMMUTATOR = <=, NEGATOR = <, RESTRICT = objectid_internal_sel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, uuid) IS
    'greater than or equal, by the time of a UUID of version 7';

CREATE FUNCTION timestamptz_gt_uuid(timestamptz, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION timestamptz_gt_uuid(timestamptz, uuid) IS 'implementation of > operator';
CREATE OPERATOR > (
    FUNCTION = timestamptz_gt_uuid, LEFTARG = timestamptz, RIGHTARG = uuid,
    COMMUTATOR = <, NEGATOR = <=, RESTRICT = objectid_internal_sel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, uuid) IS 'greater than, by the time of a UUID of version 7';

-- Ranges of times

CREATE FUNCTION objectid_within(objectid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within(objectid, tstzrange) IS 'is the time of the id in the range?';

CREATE FUNCTION uuid_v6_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_within(uuid, tstzrange) IS
    'is the time of the UUID of version 6 in the range? NULL for another version';

CREATE FUNCTION uuid_v7_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS
    'is the time of the UUID of version 7 in the range? NULL for another version';

-- What the support function puts in place of a time

CREATE FUNCTION objectid_internal_next(timestamptz) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_next(timestamptz) IS
    'the microsecond after the argument; infinity after the last one';

CREATE FUNCTION objectid_internal_lower(tstzrange) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_lower(tstzrange) IS
    'the first time in the range; infinity if it is empty';

CREATE FUNCTION objectid_internal_upper(tstzrange) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_upper(tstzrange) IS
    'the first time after the range; -infinity if it is empty';

CREATE FUNCTION objectid_internal_first_objectid(timestamptz) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_first_objectid(timestamptz) IS
    'smallest id whose time is not before the argument, or else the largest objectid';

CREATE FUNCTION objectid_internal_first_uuid_v6(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_first_uuid_v6(timestamptz) IS
    'smallest UUID of version 6 whose time is not before the argument, or else the largest uuid';

CREATE FUNCTION objectid_internal_first_uuid_v7(timestamptz) RETURNS uuid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_first_uuid_v7(timestamptz) IS
    'smallest UUID of version 7 whose time is not before the argument, or else the largest uuid';

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

-- The order of ids and times

-- The place of a time is that of the first id that is not before it. < and >= agree with this
-- order, so that they can be members of the operator family: index conditions and partition keys
-- take them as they are. For > and <=, which do not agree with it, the support function writes >=
-- and < of the next microsecond.

CREATE FUNCTION objectid_cmp_timestamptz(objectid, timestamptz) RETURNS integer
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_cmp_timestamptz(objectid, timestamptz) IS
    'less-equal-greater, in the order of ids and times';

-- The server requires three more members, and raises an error where they are missing: for
-- (id, n) < (t, 1) with an index on id alone, and for the largest and the smallest time of an
-- array.

CREATE FUNCTION objectid_internal_le_place(objectid, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_le_place(objectid, timestamptz) IS
    'implementation of <=# operator';
CREATE OPERATOR <=# (
    FUNCTION = objectid_internal_le_place, LEFTARG = objectid, RIGHTARG = timestamptz,
    RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <=# (objectid, timestamptz) IS
    'less than or equal, in the order of ids and times';

CREATE FUNCTION objectid_internal_lt_places(timestamptz, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_lt_places(timestamptz, timestamptz) IS
    'implementation of <# operator';
CREATE OPERATOR <# (
    FUNCTION = objectid_internal_lt_places, LEFTARG = timestamptz, RIGHTARG = timestamptz,
    COMMUTATOR = >#, RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR <# (timestamptz, timestamptz) IS
    'less than, in the order of ids and times';

CREATE FUNCTION objectid_internal_gt_places(timestamptz, timestamptz) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_gt_places(timestamptz, timestamptz) IS
    'implementation of ># operator';
CREATE OPERATOR ># (
    FUNCTION = objectid_internal_gt_places, LEFTARG = timestamptz, RIGHTARG = timestamptz,
    COMMUTATOR = <#, RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR ># (timestamptz, timestamptz) IS
    'greater than, in the order of ids and times';

ALTER OPERATOR FAMILY objectid_ops USING btree ADD
    OPERATOR 1 < (objectid, timestamptz),
    OPERATOR 2 <=# (objectid, timestamptz),
    OPERATOR 4 >= (objectid, timestamptz),
    FUNCTION 1 (objectid, timestamptz) objectid_cmp_timestamptz(objectid, timestamptz),
    OPERATOR 1 <# (timestamptz, timestamptz),
    OPERATOR 5 ># (timestamptz, timestamptz);

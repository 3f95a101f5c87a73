-- Comparison of the time of an id with a timestamptz or a tstzrange.
-- SPDX-License-Identifier: PostgreSQL

-- The support function turns these predicates into ranges of ids, so that a plain index and a partition key
-- serve them. There is no = between an id and a time: an id equals no time.

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
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_date';
COMMENT ON FUNCTION objectid_internal_timestamptz(date) IS 'convert date to timestamptz; infinite beyond its range';

CREATE FUNCTION objectid_internal_timestamptz(timestamp) RETURNS timestamptz
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_timestamp';
COMMENT ON FUNCTION objectid_internal_timestamptz(timestamp) IS 'convert timestamp to timestamptz; infinite beyond its range';

CREATE FUNCTION objectid_lower_or_null(tstzrange) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_lower_or_null(tstzrange) IS 'smallest id whose time is in the range; NULL when there is none';

CREATE FUNCTION objectid_upper_or_null(tstzrange) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_upper_or_null(tstzrange) IS 'largest id whose time is in the range; NULL when there is none';

-- The comparisons with a timestamptz, objectid_lt_timestamptz and so on. Those of a uuid have no negator: a value of
-- another version is neither before nor after a time.
DO $do$
DECLARE
    c record;
BEGIN
    FOR c IN
        SELECT *
        FROM (VALUES
            ('objectid', 'timestamptz', 'the id', true),
            ('timestamptz', 'objectid', 'the id', true),
            ('uuid', 'timestamptz', 'a UUID of version 7', false),
            ('timestamptz', 'uuid', 'a UUID of version 7', false)
        ) operands (lefttype, righttype, whose, has_negator), (VALUES
            ('lt', '<', '>', '>=', 'less than'),
            ('le', '<=', '>=', '>', 'less than or equal'),
            ('ge', '>=', '<=', '<', 'greater than or equal'),
            ('gt', '>', '<', '<=', 'greater than')
        ) operators (word, name, commutator, negator, meaning)
    LOOP
        EXECUTE pg_catalog.format($sql$
            CREATE FUNCTION %1$s_%2$s_%3$s(%1$s, %3$s) RETURNS boolean
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_%2$s_%3$s(%1$s, %3$s) IS 'implementation of %4$s operator';
            CREATE OPERATOR %4$s (
                FUNCTION = %1$s_%2$s_%3$s, LEFTARG = %1$s, RIGHTARG = %3$s,
                COMMUTATOR = %5$s, %6$s
                RESTRICT = objectid_internal_sel, JOIN = scalar%2$sjoinsel
            );
            COMMENT ON OPERATOR %4$s (%1$s, %3$s) IS '%7$s, by the time of %8$s';$sql$,
            c.lefttype, c.word, c.righttype, c.name, c.commutator,
            CASE WHEN c.has_negator THEN pg_catalog.format('NEGATOR = %s,', c.negator) END, c.meaning, c.whose);
    END LOOP;
END
$do$;

CREATE FUNCTION objectid_within(objectid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_within(objectid, tstzrange) IS 'is the time of the id in the range?';

CREATE FUNCTION tstzrange_contains_objectid(tstzrange, objectid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION tstzrange_contains_objectid(tstzrange, objectid) IS 'implementation of @> operator';

CREATE OPERATOR <@ (
    FUNCTION = objectid_within, LEFTARG = objectid, RIGHTARG = tstzrange,
    COMMUTATOR = @>,
    RESTRICT = objectid_internal_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (objectid, tstzrange) IS 'the time of the id is in the range';

CREATE OPERATOR @> (
    FUNCTION = tstzrange_contains_objectid, LEFTARG = tstzrange, RIGHTARG = objectid,
    COMMUTATOR = <@,
    RESTRICT = objectid_internal_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (tstzrange, objectid) IS 'the range contains the time of the id';

CREATE FUNCTION uuid_v6_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v6_within(uuid, tstzrange) IS 'is the UUID of version 6, and is its time in the range?';

CREATE FUNCTION uuid_v7_within(uuid, tstzrange) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_within(uuid, tstzrange) IS 'is the UUID of version 7, and is its time in the range?';

CREATE FUNCTION tstzrange_contains_uuid(tstzrange, uuid) RETURNS boolean
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION tstzrange_contains_uuid(tstzrange, uuid) IS 'implementation of @> operator';

CREATE OPERATOR <@ (
    FUNCTION = uuid_v7_within, LEFTARG = uuid, RIGHTARG = tstzrange,
    COMMUTATOR = @>,
    RESTRICT = objectid_internal_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (uuid, tstzrange) IS 'the UUID is of version 7 and its time is in the range';

CREATE OPERATOR @> (
    FUNCTION = tstzrange_contains_uuid, LEFTARG = tstzrange, RIGHTARG = uuid,
    COMMUTATOR = <@,
    RESTRICT = objectid_internal_sel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (tstzrange, uuid) IS 'the range contains the time of a UUID of version 7';

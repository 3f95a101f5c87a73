-- Comparison of the time of an id with a timestamptz or a tstzrange.
-- SPDX-License-Identifier: PostgreSQL

-- The support function turns these predicates into ranges of ids, so that a plain index and a
-- partition key serve them. There is no = between an id and a time: an id equals no time.

-- The comparisons with a timestamptz, objectid_lt_timestamptz and so on. Those of a uuid have no
-- negator: a value of another version is neither before nor after a time.
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
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
                SUPPORT objectid_internal_time_support AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_%2$s_%3$s(%1$s, %3$s) IS 'implementation of %4$s operator';
            CREATE OPERATOR %4$s (
                FUNCTION = %1$s_%2$s_%3$s, LEFTARG = %1$s, RIGHTARG = %3$s,
                COMMUTATOR = %5$s, %6$s
                RESTRICT = objectid_internal_sel, JOIN = scalar%2$sjoinsel
            );
            COMMENT ON OPERATOR %4$s (%1$s, %3$s) IS '%7$s, by the time of %8$s';$sql$,
            c.lefttype, c.word, c.righttype, c.name, c.commutator,
            CASE WHEN c.has_negator THEN pg_catalog.format('NEGATOR = %s,', c.negator) END,
            c.meaning, c.whose);
    END LOOP;
END
$do$;

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

-- The time of an objectid, and for every kind of id the bounds of a time and of a range of times.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_timestamp(objectid) IS
    'creation time: the first four bytes as unsigned Unix seconds (MongoDB ObjectID specification, Timestamp Field)';

DO $do$
DECLARE
    kind record;
BEGIN
    FOR kind IN
        SELECT *
        FROM (VALUES
            ('objectid', 'objectid', 'id', 'second', '1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC'),
            ('uuid_v6', 'uuid', 'UUID of version 6', 'microsecond', '1582-10-15 to 5236-03-31 21:21:00.684697 UTC'),
            ('uuid_v7', 'uuid', 'UUID of version 7', 'millisecond', '1970-01-01 to 10889-08-02 05:31:50.655 UTC')
        ) kinds (prefix, type, name, unit, times)
    LOOP
        EXECUTE pg_catalog.format($sql$
            CREATE FUNCTION %1$s_min(timestamptz) RETURNS %2$s
                LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_min(timestamptz) IS
                'smallest %3$s of the %4$s that the argument falls in; 22008 outside %5$s';
            CREATE FUNCTION %1$s_max(timestamptz) RETURNS %2$s
                LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_max(timestamptz) IS
                'largest %3$s of the %4$s that the argument falls in; 22008 outside %5$s';
            CREATE FUNCTION %1$s_lower(tstzrange) RETURNS %2$s
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_lower(tstzrange) IS
                'smallest %3$s whose time is in the range; the largest %2$s of all when there is none';
            CREATE FUNCTION %1$s_upper(tstzrange) RETURNS %2$s
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %1$s_upper(tstzrange) IS
                'largest %3$s whose time is in the range; the smallest %2$s of all when there is none';$sql$,
            kind.prefix, kind.type, kind.name, kind.unit, kind.times);
    END LOOP;
END
$do$;

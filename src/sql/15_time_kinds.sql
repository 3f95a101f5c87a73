-- What every kind of id has: ids of a given time, the bounds of a time and of a range of times.
-- SPDX-License-Identifier: PostgreSQL

DO $do$
DECLARE
    kind record;
BEGIN
    FOR kind IN
        SELECT *
        FROM (VALUES
            ('gen_objectid', 'objectid', 'objectid', 'id', 'second',
                '1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC'),
            ('uuid_v6', 'uuid_v6', 'uuid', 'UUID of version 6', 'microsecond',
                '1582-10-15 to 5236-03-31 21:21:00.684697 UTC'),
            ('uuid_v7', 'uuid_v7', 'uuid', 'UUID of version 7', 'millisecond',
                '1970-01-01 to 10889-08-02 05:31:50.655 UTC')
        ) kinds (generator, prefix, type, name, unit, times)
    LOOP
        EXECUTE pg_catalog.format($sql$
            CREATE FUNCTION %1$s(timestamptz) RETURNS %3$s
                LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', '%1$s_at';
            COMMENT ON FUNCTION %1$s(timestamptz) IS
                'a new %4$s of the given time, for back-filling; 22008 outside %6$s';
            CREATE FUNCTION %2$s_min(timestamptz) RETURNS %3$s
                LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %2$s_min(timestamptz) IS
                'smallest %4$s of the %5$s that the argument falls in; 22008 outside %6$s';
            CREATE FUNCTION %2$s_max(timestamptz) RETURNS %3$s
                LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %2$s_max(timestamptz) IS
                'largest %4$s of the %5$s that the argument falls in; 22008 outside %6$s';
            CREATE FUNCTION %2$s_lower(tstzrange) RETURNS %3$s
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %2$s_lower(tstzrange) IS
                'smallest %4$s whose time is in the range; if there is none, the largest %3$s';
            CREATE FUNCTION %2$s_upper(tstzrange) RETURNS %3$s
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %2$s_upper(tstzrange) IS
                'largest %4$s whose time is in the range; if there is none, the smallest %3$s';
            $sql$,
            kind.generator, kind.prefix, kind.type, kind.name, kind.unit, kind.times);
    END LOOP;
END
$do$;

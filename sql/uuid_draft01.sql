-- Versions 7 and 8 of the draft of 2021 through SQL: that the clock and the arguments reach the
-- generators, and what there is not. The layouts, counters and random bits are tested in
-- test/unit/draft01_test.cpp, and against Python in test/t/uuid_oracles.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- What the argument selects, and the unit of its time as far as a timestamptz shows it.
CREATE TEMP TABLE layouts (version int, argument text, unit text);
INSERT INTO layouts VALUES
    (7, 'ms', 'milliseconds'),
    (7, 'us', 'microseconds'),
    (7, 'ns', 'microseconds'),
    (8, '32', 'seconds'),
    (8, '48', 'milliseconds'),
    (8, '60', 'microseconds'),
    (8, '64', 'microseconds');

-- The time of a value, by the function that takes the argument of its layout.
CREATE FUNCTION pg_temp.time_of(version int, argument text, id uuid) RETURNS timestamptz
LANGUAGE sql AS $$
    SELECT CASE version
        WHEN 7 THEN uuid_v7_draft01_timestamp(id)
        ELSE uuid_v8_draft01_timestamp(id, argument::int)
    END
$$;

-- Generators --------------------------------------------------------------------------------------

\echo Times of values that do not lie between readings of the clock before and after the call
-- They are read to their own unit, and no more values are made than a tick has. The ticks of 16 ns
-- may begin in the microsecond before.
CREATE FUNCTION pg_temp.bracketed(version int, argument text, count int,
    OUT id uuid, OUT before timestamptz, OUT after timestamptz)
RETURNS SETOF record LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. count LOOP
        before := clock_timestamp();
        id := CASE version
            WHEN 7 THEN uuid_v7_draft01(argument)
            ELSE uuid_v8_draft01(argument::int)
        END;
        after := clock_timestamp();
        RETURN NEXT;
    END LOOP;
END
$$;
DO $$
BEGIN
    -- the sequence of seconds may still be ahead, as other sessions use it as well
    WHILE uuid_v8_draft01_timestamp(uuid_v8_draft01(32), 32) > clock_timestamp() LOOP
        PERFORM pg_sleep(0.1);
    END LOOP;
END
$$;
SELECT version, argument, id, before, after
FROM layouts, pg_temp.bracketed(version, argument, 200),
    LATERAL (SELECT date_trunc(unit, pg_temp.time_of(version, argument, id))) AS _ (shown)
WHERE shown > after
    OR shown < date_trunc(unit, before - CASE argument
        WHEN '64' THEN interval '1 microsecond'
        ELSE '0'
    END);

\echo Without an argument it is the millisecond
SELECT abs(extract(epoch FROM uuid_v7_draft01_timestamp(uuid_v7_draft01())
           - clock_timestamp())) < 60 AS v7,
       abs(extract(epoch FROM uuid_v8_draft01_timestamp(uuid_v8_draft01(), 48)
           - clock_timestamp())) < 60 AS v8;
\echo What there is not
SELECT error_of(format('SELECT uuid_v7_draft01(%L)', argument)) AS error
FROM (VALUES (''), ('MS')) AS _ (argument);
SELECT error_of(format('SELECT uuid_v8_draft01(%s)', bits)) AS error,
       error_of(format('SELECT uuid_v8_draft01_timestamp(%L, %s)', value, bits))
           = error_of(format('SELECT uuid_v8_draft01(%s)', bits)) AS same
FROM unnest(ARRAY[0, 49]) AS bits,
     (VALUES ('1645f70f-066f-8a82-8413-f05792814889')) AS _ (value);

\echo The time in a value: the argument says which one version 8 has (D8-3)
SELECT uuid_v7_draft01_timestamp('060a859e-e10d-7d37-8720-52c692c8990f') AS "D7-1",
       uuid_v8_draft01_timestamp(id, 32) AS "32", uuid_v8_draft01_timestamp(id, 48) AS "48",
       uuid_v8_draft01_timestamp(id, 60) AS "60", uuid_v8_draft01_timestamp(id, 64) AS "64"
FROM (VALUES (uuid '017f22e2-79b0-8cc3-98c4-dc0c0c07398f')) AS _ (id)
\gx

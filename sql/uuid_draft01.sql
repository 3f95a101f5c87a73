-- uuid_draft01.cpp: versions 7 and 8 as the draft of 2021 laid them out. Every ms, us and ns of the
-- encoders is in the unit tests; here is what a session sees.
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- So many bits of a value from this one on, counted as in the draft: bit 0 is the first of byte 0.
CREATE FUNCTION pg_temp.bits(id uuid, first int, count int) RETURNS bit varying LANGUAGE sql AS $$
    SELECT substring(('x' || replace(id::text, '-', ''))::bit(128), first + 1, count)
$$;

-- The layouts: what the argument selects, the unit of its time as far as a timestamptz shows it,
-- the first bit of the counter and its bits, the first one of the random bits.
CREATE TEMP TABLE layouts (
    version int, argument text, unit text, counter_at int, counter_bits int, random_at int);
INSERT INTO layouts VALUES
    (7, 'ms', 'milliseconds', 52, 12, 66),
    (7, 'us', 'microseconds', 66, 14, 80),
    (7, 'ns', 'microseconds', 80, 8, 88),
    (8, '32', 'seconds', 52, 12, 66),
    (8, '48', 'milliseconds', 52, 12, 66),
    (8, '60', 'microseconds', 66, 8, 74),
    (8, '64', 'microseconds', 66, 8, 74);

-- The time of a value, by the function that takes the argument of its layout.
CREATE FUNCTION pg_temp.time_of(version int, argument text, id uuid) RETURNS timestamptz
LANGUAGE sql AS $$
    SELECT CASE version
        WHEN 7 THEN uuid_v7_draft01_timestamp(id)
        ELSE uuid_v8_draft01_timestamp(id, argument::int)
    END
$$;

-- Generators --------------------------------------------------------------------------------------

-- Read to its own unit, the time of a value lies between a reading of the clock before and one
-- after the call, where no more values are made than a tick has. The ticks of 16 ns may begin in
-- the microsecond before.
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
SELECT version, argument, count(*) AS checked,
       count(*) FILTER (
           WHERE date_trunc(unit, pg_temp.time_of(version, argument, id))
               < date_trunc(unit, before - CASE argument
                   WHEN '64' THEN interval '1 microsecond'
                   ELSE '0'
               END)) AS behind,
       count(*) FILTER (
           WHERE date_trunc(unit, pg_temp.time_of(version, argument, id)) > after) AS ahead
FROM layouts, pg_temp.bracketed(version, argument, 200)
GROUP BY version, argument ORDER BY version, argument;

-- 10,000 of each in one statement.
CREATE TEMP TABLE made (n int GENERATED ALWAYS AS IDENTITY, version int, argument text, id uuid);
INSERT INTO made (version, argument, id)
    SELECT 7, 'ms', uuid_v7_draft01('ms') FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 7, 'us', uuid_v7_draft01('us') FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 7, 'ns', uuid_v7_draft01('ns') FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 8, '32', uuid_v8_draft01(32) FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 8, '48', uuid_v8_draft01(48) FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 8, '60', uuid_v8_draft01(60) FROM generate_series(1, 10000);
INSERT INTO made (version, argument, id)
    SELECT 8, '64', uuid_v8_draft01(64) FROM generate_series(1, 10000);

-- Version and variant, with all four digits where random bits follow the variant; zeros after a
-- time of 32 bits; order; times close together.
SELECT version, argument, count(*) AS checked,
       string_agg(DISTINCT substr(id::text, 15, 1), ' ') AS versions,
       count(*) FILTER (
           WHERE substr(id::text, 20, 1) NOT IN ('8', '9', 'a', 'b')) AS other_variant,
       nullif(count(DISTINCT substr(id::text, 20, 1)) FILTER (WHERE random_at = 66),
           0) AS variant_digits,
       count(*) FILTER (
           WHERE argument = '32' AND pg_temp.bits(id, 32, 16) <> x'0000') AS not_padded,
       count(*) FILTER (WHERE id <= before) AS out_of_order,
       array_agg(id ORDER BY id) = array_agg(id ORDER BY id::text COLLATE "C") AS as_text,
       max(pg_temp.time_of(version, argument, id)) - min(pg_temp.time_of(version, argument, id))
           < '1 minute' AS close
FROM (SELECT *, lag(id) OVER (PARTITION BY version, argument ORDER BY n) AS before
      FROM made) AS _
    JOIN layouts USING (version, argument)
GROUP BY version, argument ORDER BY version, argument;

-- The counter is 0 in the first value of a tick and goes up by one in the others. A tick that is
-- full makes room for the next one: a second has 4096 values here, so that 10,000 of them reach up
-- to three seconds into the future.
SELECT version, argument, count(*) AS checked,
       count(*) FILTER (WHERE counter <> CASE
           WHEN tick = tick_before THEN counter_before + 1
           ELSE 0
       END) AS deviating
FROM (SELECT *, lag(tick) OVER w AS tick_before, lag(counter) OVER w AS counter_before
      FROM (SELECT n, version, argument,
                   pg_temp.bits(id, 0, 48) || pg_temp.bits(id, 52, least(counter_at, 64) - 52)
                   || pg_temp.bits(id, 66, greatest(counter_at, 66) - 66) AS tick,
                   lpad(pg_temp.bits(id, counter_at, counter_bits)::text, 32, '0')::bit(32)::int
                       AS counter
            FROM made JOIN layouts USING (version, argument)) AS _
      WINDOW w AS (PARTITION BY version, argument ORDER BY n)) AS _
WHERE tick_before IS NOT NULL
GROUP BY version, argument ORDER BY version, argument;
SELECT max(uuid_v8_draft01_timestamp(id, 32)) - clock_timestamp() <= '3 seconds' AS at_most_ahead,
       count(DISTINCT uuid_v8_draft01_timestamp(id, 32)) >= 3 AS ticks
FROM made WHERE argument = '32';

-- Every random bit takes both values: in 37 to 63 % of 1,000 values, where 13 % is eight standard
-- deviations of a fair coin.
SELECT version, argument, count(*) AS bits,
       string_agg(bit::text, ' ' ORDER BY bit)
           FILTER (WHERE share NOT BETWEEN 0.37 AND 0.63) AS unbalanced
FROM (SELECT version, argument, bit,
             avg(get_bit(('x' || replace(id::text, '-', ''))::bit(128), bit)) AS share
      FROM (SELECT * FROM made WHERE n % 10 = 0) AS tenth
          JOIN layouts USING (version, argument),
          generate_series(random_at, 127) AS bit
      GROUP BY version, argument, bit) AS _
GROUP BY version, argument ORDER BY version, argument;

-- A sequence for each layout: those of the others do not disturb it.
WITH taken AS (
    SELECT n, version, argument,
        CASE version
            WHEN 7 THEN uuid_v7_draft01(argument)
            ELSE uuid_v8_draft01(argument::int)
        END AS id
    FROM generate_series(1, 1000) AS n, layouts
)
SELECT count(*) AS checked, count(*) FILTER (WHERE id <= before) AS out_of_order
FROM (SELECT id, lag(id) OVER (PARTITION BY version, argument ORDER BY n) AS before
      FROM taken) AS _;

-- Without an argument it is the millisecond; by name ("precision" is a word of SQL and wants
-- quotes).
SELECT abs(extract(epoch FROM uuid_v7_draft01_timestamp(uuid_v7_draft01())
           - clock_timestamp())) < 60 AS v7,
       abs(extract(epoch FROM uuid_v8_draft01_timestamp(uuid_v8_draft01(), 48)
           - clock_timestamp())) < 60 AS v8,
       abs(extract(epoch FROM uuid_v7_draft01_timestamp(uuid_v7_draft01("precision" => 'ns'))
           - clock_timestamp())) < 60 AS v7_by_name,
       abs(extract(epoch FROM uuid_v8_draft01_timestamp(
               uuid_v8_draft01(timestamp_bits => 60), timestamp_bits => 60)
           - clock_timestamp())) < 60 AS v8_by_name;
SELECT count(*) AS checked,
       count(*) FILTER (WHERE id <= before) AS out_of_order,
       count(*) FILTER (
           WHERE pg_temp.bits(id, 0, 48) <> pg_temp.bits(before, 0, 48)
               AND pg_temp.bits(id, 52, 12) <> x'000') AS not_from_zero
FROM (SELECT id, lag(id) OVER () AS before
      FROM (SELECT uuid_v7_draft01() AS id FROM generate_series(1, 10000)) AS _) AS _;

-- In a table: DEFAULT, the domains (a version is all they look at), rows that lie as they sort.
CREATE TABLE uuid_draft01_order (
    v7 v7_id DEFAULT uuid_v7_draft01('us') PRIMARY KEY,
    v8 v8_id DEFAULT uuid_v8_draft01(60) UNIQUE,
    n int);
INSERT INTO uuid_draft01_order (n) SELECT generate_series(1, 10000);
ANALYZE uuid_draft01_order;
SELECT attname, correlation > 0.99 AS correlated FROM pg_stats
WHERE tablename = 'uuid_draft01_order' AND attname LIKE 'v%' ORDER BY attname;
DROP TABLE uuid_draft01_order;

-- What there is not.
SELECT error_of(format('SELECT uuid_v7_draft01(%L)', argument)) AS error
FROM (VALUES (''), ('s'), ('MS'), ('ms '), (' us'), ('msus'), ('n'), ('milliseconds'))
    AS _ (argument);
SELECT error_of(format('SELECT uuid_v8_draft01(%s)', bits)) AS error,
       error_of(format('SELECT uuid_v8_draft01_timestamp(%L, %s)', value, bits))
           = error_of(format('SELECT uuid_v8_draft01(%s)', bits)) AS same
FROM unnest(ARRAY[-2147483648, -48, 0, 1, 31, 33, 36, 47, 49, 59, 61, 63, 65, 128, 2147483647])
         AS bits,
     (VALUES ('1645f70f-066f-8a82-8413-f05792814889')) AS _ (value);
SELECT uuid_v7_draft01(NULL), uuid_v8_draft01(NULL), uuid_v7_draft01_timestamp(NULL),
       uuid_v8_draft01_timestamp(NULL, 48),
       uuid_v8_draft01_timestamp('1645f70f-066f-8a82-8413-f05792814889', NULL);

-- The time in a value -----------------------------------------------------------------------------

-- Version 7 (D7, DN, and 2.2 for what was worked out by hand from the draft): to the microsecond
-- by the draft, and what the same value says by the RFC.
WITH vectors (id, value, draft, rfc) AS (VALUES
    ('D7-1', '060a859e-e10d-7d37-8720-52c692c8990f',
        '2021-05-22 01:10:06.065875', '2180-06-26 00:33:41'),
    ('D7-3', '060c4735-8bcb-7726-a200-1fd41eaa8a29',
        '2021-06-12 08:42:00.737169', '2180-09-21 07:47:45'),
    ('D7-5', '061a3d43-61d0-7cf4-bfce-753dadab55e1',
        '2021-11-28 19:10:46.113478', '2182-08-16 08:05:42'),
    ('D7-7', '061cb8fe-0f0b-7c39-8000-096a7485b3bb',
        '2021-12-28 22:29:52.940372', '2182-12-17 18:48:28'),
    ('D7-9', '061cb8fe-0f0b-7c39-8002-35d2ead3f212',
        '2021-12-28 22:29:52.940372', '2182-12-17 18:48:28'),
    ('D7-11', '061cb8fe-0f0b-7c39-8004-0489578299f6',
        '2021-12-28 22:29:52.940372', '2182-12-17 18:48:28'),
    ('D7-13', '0616290c-a744-7000-b1e8-e6c8b27b6d33',
        '2021-10-10 07:05:46.454101', '2182-01-25 13:42:22'),
    ('D7-15', '060f1cb1-ce8c-70e7-b9f7-e44b50e3353e',
        '2021-07-16 18:08:28.909193', '2181-02-09 04:48:10'),
    ('D7-17', '00000000-0000-7000-8000-000000000000',
        '1970-01-01 00:00:00', '1970-01-01 00:00:00'),
    -- 32 bits of seconds padded on the wrong side; a value of the RFC
    ('DN-1', '60c26bbe-0728-7f46-9602-bcf7423f3cb7',
        '2793-01-27 04:00:32.447498', NULL),
    ('DN-3', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
        '1982-09-24 20:31:35.605663', '2022-02-22 19:22:22'),
    -- .005 s is 21/4096, where a decimal encoder had .5
    ('DN-5', '0621537e-e015-7000-8000-000000000001',
        '2022-02-22 19:22:22.005126', NULL),
    ('2.2-1', '0621537e-ec9f-7005-98c4-dc0c0c07398f',
        '2022-02-22 19:22:22.788818', NULL),
    ('2.2-2', '0621537e-ec9f-7cb0-8005-9f6bdeced846',
        '2022-02-22 19:22:22.789011', NULL),
    ('2.2-3', '0621537e-ec9f-7cb6-a27a-05deced84612',
        '2022-02-22 19:22:22.789012', NULL),
    ('2.2-4', '0621537e-eca0-7005-98c4-dc0c0c07398f',
        '2022-02-22 19:22:22.789062', NULL),
    ('2.2-5', '0621537e-ec9f-7cb1-8005-9f6bdeced846',
        '2022-02-22 19:22:22.789012', NULL),
    ('2.2-6', '0621537e-ec9f-7cb6-a27b-05deced84612',
        '2022-02-22 19:22:22.789012', NULL),
    ('2.2-7', '0621537e-ec9f-7000-8000-000000000000',
        '2022-02-22 19:22:22.788818', NULL),
    ('2.2-8', '0621537e-eca0-7fff-bfff-ffffffffffff',
        '2022-02-22 19:22:22.789306', NULL),
    ('2.2-9', '0621537e-e555-7500-8000-000000000000',
        '2022-02-22 19:22:22.333328', NULL),
    -- 16 / 2^24 s is less than a microsecond, but not with all the bits that follow
    ('tail', '0621537e-e000-7010-bfff-ffffffffffff',
        '2022-02-22 19:22:22.000001', NULL),
    -- the fields of uuid6go-proto's test: the last of 36 bits of seconds, a zero second, a
    -- fraction of ones
    ('last', 'ffffffff-ffff-7fff-bfff-ffffffffffff',
        '4147-08-20 07:32:15.999999', '10889-08-02 05:31:50'),
    ('zero', '00000000-0000-7000-80ff-ffffffffffff',
        '1970-01-01 00:00:00', '1970-01-01 00:00:00'),
    ('508759567', '01e530e0-f0ff-7fff-bfff-ffffffffffff', '1986-02-14 10:06:07.062499', NULL)
)
SELECT count(*) AS checked,
       string_agg(format('%s: %s %s', id,
               uuid_v7_draft01_timestamp(value::uuid), uuid_v7_timestamp(value::uuid)), E'\n')
           FILTER (
               WHERE uuid_v7_draft01_timestamp(value::uuid) IS DISTINCT FROM draft::timestamptz
               OR date_trunc('second', uuid_v7_timestamp(value::uuid)) <> rfc::timestamptz)
           AS deviating
FROM vectors;

-- Version 8 (D8, section 2.3): the argument says which time it is.
WITH vectors (id, value, bits, expected) AS (VALUES
    ('D8-1', '1645f70f-066f-8a82-8413-f05792814889', 64, '2020-11-09 22:21:26.132'),
    ('D8-3', '017F22E2-79B0-8CC3-98C4-DC0C0C07398F', 48, '2022-02-22 19:22:22'),
    ('2.3-1', '621537ee-0000-8005-a95f-6bdeced846a1', 32, '2022-02-22 19:22:22'),
    ('2.3-3', '017f22e2-7cc5-8005-a95f-6bdeced846a1', 48, '2022-02-22 19:22:22.789'),
    ('2.3-4', '1ec9414c-2ab0-8fcb-815f-6bdeced846a1', 60, '2022-02-22 19:22:22.789012'),
    ('2.3-5', '16d6320c-6c55-82b7-815f-6bdeced846a1', 64, '2022-02-22 19:22:22.789012'),
    ('first', '00000000-0000-8000-8000-000000000000', 32, '1970-01-01'),
    ('first', '00000000-0000-8000-8000-000000000000', 48, '1970-01-01'),
    ('first', '00000000-0000-8000-8000-000000000000', 60, '1582-10-15'),
    ('first', '00000000-0000-8000-8000-000000000000', 64, '1970-01-01'),
    ('last', 'ffffffff-ffff-8fff-bfff-ffffffffffff', 32, '2106-02-07 06:28:15'),
    ('last', 'ffffffff-ffff-8fff-bfff-ffffffffffff', 48, '10889-08-02 05:31:50.655'),
    ('last', 'ffffffff-ffff-8fff-bfff-ffffffffffff', 60, '5236-03-31 21:21:00.684697'),
    ('last', 'ffffffff-ffff-8fff-bfff-ffffffffffff', 64, '2554-07-21 23:34:33.709551'),
    ('below 1970', '1b21dd21-3813-8fff-8000-000000000000', 60, '1969-12-31 23:59:59.999999')
)
SELECT count(*) AS checked,
       string_agg(format('%s: %s', id, uuid_v8_draft01_timestamp(value::uuid, bits)), E'\n')
           FILTER (
               WHERE uuid_v8_draft01_timestamp(value::uuid, bits)
                   IS DISTINCT FROM expected::timestamptz)
           AS deviating
FROM vectors;

-- NULL for any other version or variant: of 256 pairs of digits 4 have a time.
SELECT count(*) AS checked, count(uuid_v7_draft01_timestamp(value)) AS v7,
       count(uuid_v8_draft01_timestamp(value, 32)) AS v8_32,
       count(uuid_v8_draft01_timestamp(value, 48)) AS v8_48,
       count(uuid_v8_draft01_timestamp(value, 60)) AS v8_60,
       count(uuid_v8_draft01_timestamp(value, 64)) AS v8_64
FROM (SELECT format('0621537e-eca0-%s005-%s8c4-dc0c0c07398f', to_hex(v), to_hex(w))::uuid
      FROM generate_series(0, 15) v, generate_series(0, 15) w) AS _ (value);

-- Which version 7 is it? Both pass the domain, and each reads as a far-off year by the rule of the
-- other.
SELECT uuid_v7_draft01()::v7_id IS NOT NULL AS draft, uuid_v7()::v7_id IS NOT NULL AS rfc;
SELECT uuid_v7_draft01_timestamp(draft) AS draft, uuid_v7_timestamp(rfc) AS rfc,
       uuid_v7_timestamp(draft) AS draft_by_rfc, uuid_v7_draft01_timestamp(rfc) AS rfc_by_draft
FROM (VALUES (
    uuid '0621537e-eca0-7005-98c4-dc0c0c07398f',
    uuid '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) AS _ (draft, rfc);

-- uuid.cpp: the time in a uuid, the bounds of a time, conversions, the domains of one version.
-- Vectors carry the labels of test/data/vectors.md. A query over them tells how many it
-- checked, and those that deviate with what came out.
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

-- Random instants to the microsecond. Days and microseconds of a day are exact in an interval.
CREATE FUNCTION pg_temp.instants(first date, days int, count int) RETURNS SETOF timestamptz
LANGUAGE sql AS $$
    SELECT first::timestamptz + make_interval(days => floor(random() * days)::int)
           + floor(random() * 86400e6) * interval '1 microsecond'
    FROM generate_series(1, count)
$$;

-- The value with this version, these 60 bits around it, and these 16 hex digits of variant and
-- tail.
CREATE FUNCTION pg_temp.uuid_of(version int, head bigint, tail text) RETURNS uuid LANGUAGE sql AS $$
    SELECT (overlay(lpad(to_hex(head), 15, '0') PLACING version::text FROM 13 FOR 0) || tail)::uuid
$$;

-- A random value with this version and the RFC's variant.
CREATE FUNCTION pg_temp.random_uuid(version int) RETURNS uuid LANGUAGE sql AS $$
    SELECT overlay(gen_random_uuid()::text PLACING version::text FROM 15 FOR 1)::uuid
$$;

-- The time of a value -----------------------------------------------------------------------------

-- RFC 9562 appendices (UR), embedded times (UT, U7). A seventh digit of the second is dropped,
-- which is the floor. Only the function of the value's own version gives a time.
WITH vectors (id, value, version, ticks, utc) AS (VALUES
    ('UR-1', 'C232AB00-9414-11EC-B3C8-9F6BDECED846', 1, 138648505420000000,
        '2022-02-22 19:22:22.0000000'),
    ('UR-3', '919108f7-52d1-4320-9bac-f847db4148a8', 4, NULL, NULL),
    ('UR-5', '1EC9414C-232A-6B00-B3C8-9F6BDECED846', 6, 138648505420000000,
        '2022-02-22 19:22:22.0000000'),
    ('UR-6', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F', 7, 138648505420000000,
        '2022-02-22 19:22:22.0000000'),
    ('UR-7', '2489E9AD-2EE2-8E00-8EC9-32D5F69181C0', 8, NULL, NULL),
    ('UR-9', '00000000-0000-0000-0000-000000000000', 0, NULL, NULL),
    ('R9-1', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 15, NULL, NULL),
    ('UT-1', '424f137e-a2aa-11e8-98d0-529269fb1459', 1, 137538640775418750,
        '2018-08-18 05:47:57.5418750'),
    ('UT-3', 'ffffffff-ffff-1fff-bfff-ffffffffffff', 1, 1152921504606846975,
        '5236-03-31 21:21:00.6846975'),
    ('UT-5', 'f1207660-21d2-11ef-8c4f-419efbd44d48', 1, 139367303344060000,
        '2024-06-03 17:58:54.4060000'),
    ('UT-6', 'd9428888-122b-11e1-b85c-61cd3cbb3210', 1, 135409443335735432,
        '2011-11-18 21:25:33.5735432'),
    ('UT-9', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 1, 131059232331511824,
        '1998-02-04 22:13:53.1511824'),
    ('UT-11', '00000000-0000-6000-8000-000000000000', 6, 0, '1582-10-15 00:00:00.0000000'),
    ('UT-13', '1ef21d2f-1207-6660-8c4f-419efbd44d48', 6, 139367303344060000,
        '2024-06-03 17:58:54.4060000'),
    ('UT-14', '1e1122bd-9428-6888-b85c-61cd3cbb3210', 6, 135409443335735432,
        '2011-11-18 21:25:33.5735432'),
    ('UT-17', '1ebacf4f-a4a8-68ee-b4ec-618c14d005d5', 6, 138394381736118510,
        '2021-05-04 16:22:53.6118510'),
    ('UT-21', '01ee836c-e7c9-619d-929a-525400475911', 6, 8699571391467933,
        '1610-05-09 22:45:39.1467933'),
    ('U7-1', '018a8fec-3ced-7164-995f-93c80cbdc575', 7, 139139245386050000,
        '2023-09-13 19:02:18.605'),
    ('U7-3', 'ffffffff-ffff-7fff-bfff-ffffffffffff', 7, 2936942695106550000,
        '10889-08-02 05:31:50.655'),
    ('U7-5', '01858a9e-0e5c-73ed-bde1-94f017ebdb3b', 7, NULL, '2023-01-07 05:04:52.316'),
    ('U7-7', '019a2f85-9ced-7225-b99d-9c55044a2563', 7, NULL, '2025-10-29 10:31:16.973'),
    -- below 1970 it is the floor too: one tick before, and one before the microsecond before
    ('floor-1', '1b21dd21-3813-6fff-8000-000000000000', 6, 122192927999999999,
        '1969-12-31 23:59:59.9999999'),
    ('floor-2', '1b21dd21-3813-6ff5-8000-000000000000', 6, 122192927999999989,
        '1969-12-31 23:59:59.9999989'),
    ('floor-3', '13813fff-1dd2-11b2-8000-000000000000', 1, 122192927999999999,
        '1969-12-31 23:59:59.9999999'),
    ('epoch-1', '1b21dd21-3814-6000-8000-000000000000', 6, 122192928000000000,
        '1970-01-01 00:00:00.0000000'),
    ('epoch-2', '00000000-0000-7000-8000-000000000000', 7, 122192928000000000,
        '1970-01-01 00:00:00.000')
), expectations AS (
    SELECT id, value::uuid, version, ticks,
           (regexp_replace(utc, '(\.\d{6})\d$', '\1') || '+00')::timestamptz AS instant
    FROM vectors
), answers AS (
    SELECT id, ticks,
           ARRAY[uuid_v1_timestamp(value),
                 uuid_v6_timestamp(value),
                 uuid_v7_timestamp(value)] AS actual,
           ARRAY[CASE version WHEN 1 THEN instant END,
                 CASE version WHEN 6 THEN instant END,
                 CASE version WHEN 7 THEN instant END] AS expected
    FROM expectations
)
SELECT count(*) AS checked,
       string_agg(format('%s: %s', id, actual), E'\n') FILTER
           (WHERE actual <> expected
               OR extract(epoch FROM coalesce(actual[1], actual[2], actual[3])) * 1000000
                  <> ticks / 10 - 12219292800000000) AS deviating
FROM answers;

-- Version and variant (UV): a version counts only under the RFC's variant. UV-37 has version 9.
WITH vectors (id, value, version) AS (VALUES
    ('UV-1', 'f47ac10b-58cc-0372-8567-0e02b2c3d479', 0),
    ('UV-3', 'f47ac10b-58cc-2372-8567-0e02b2c3d479', 2),
    ('UV-5', 'f47ac10b-58cc-4372-8567-0e02b2c3d479', 4),
    ('UV-7', 'f47ac10b-58cc-6372-8567-0e02b2c3d479', 6),
    ('UV-9', 'f47ac10b-58cc-8372-8567-0e02b2c3d479', 8),
    ('UV-11', 'f47ac10b-58cc-a372-8567-0e02b2c3d479', 10),
    ('UV-13', 'f47ac10b-58cc-c372-8567-0e02b2c3d479', 12),
    ('UV-15', 'f47ac10b-58cc-e372-8567-0e02b2c3d479', 14),
    ('UV-17', 'f47ac10b-58cc-4372-0567-0e02b2c3d479', NULL),
    ('UV-19', 'f47ac10b-58cc-4372-7567-0e02b2c3d479', NULL),
    ('UV-21', 'f47ac10b-58cc-4372-9567-0e02b2c3d479', 4),
    ('UV-23', 'f47ac10b-58cc-4372-b567-0e02b2c3d479', 4),
    ('UV-25', 'f47ac10b-58cc-4372-d567-0e02b2c3d479', NULL),
    ('UV-27', 'f47ac10b-58cc-4372-f567-0e02b2c3d479', NULL),
    ('UV-29', '00000000-0000-1000-9000-000000000000', 1),
    ('UV-31', '00000000-0000-1000-b000-000000000000', 1),
    ('UV-33', '11111111-1111-1111-1111-111111111111', NULL),
    ('UV-35', '0d8f23a0-697f-83ae-802e-48f3756dd581', 8),
    ('UV-37', 'ffffffff-ffff-9fff-bfff-ffffffffffff', 9),
    -- the versions with a time under each of the other variants
    ('NCS-1', '424f137e-a2aa-11e8-08d0-529269fb1459', NULL),
    ('NCS-6', '1ec9414c-232a-6b00-73c8-9f6bdeced846', NULL),
    ('NCS-7', '017f22e2-79b0-7cc3-08c4-dc0c0c07398f', NULL),
    ('NCS-8', '0d8f23a0-697f-83ae-702e-48f3756dd581', NULL),
    ('Microsoft-1', '424f137e-a2aa-11e8-c8d0-529269fb1459', NULL),
    ('Microsoft-6', '1ec9414c-232a-6b00-d3c8-9f6bdeced846', NULL),
    ('Microsoft-7', '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f', NULL),
    ('Microsoft-8', '0d8f23a0-697f-83ae-d02e-48f3756dd581', NULL),
    ('future-1', '424f137e-a2aa-11e8-e8d0-529269fb1459', NULL),
    ('future-6', '1ec9414c-232a-6b00-f3c8-9f6bdeced846', NULL),
    ('future-7', '017f22e2-79b0-7cc3-e8c4-dc0c0c07398f', NULL),
    ('future-8', '0d8f23a0-697f-83ae-f02e-48f3756dd581', NULL)
), answers AS (
    SELECT id,
           array_remove(ARRAY[CASE WHEN uuid_v1_timestamp(value::uuid) IS NOT NULL THEN 1 END,
                              CASE WHEN uuid_v6_timestamp(value::uuid) IS NOT NULL THEN 6 END,
                              CASE WHEN uuid_v7_timestamp(value::uuid) IS NOT NULL THEN 7 END],
                        NULL) AS timed,
           array_remove(ARRAY[CASE WHEN uuid_is_v6(value::uuid) THEN 6 END,
                              CASE WHEN uuid_is_v7(value::uuid) THEN 7 END,
                              CASE WHEN uuid_is_v8(value::uuid) THEN 8 END], NULL) AS is_version,
           CASE WHEN version IN (1, 6, 7) THEN ARRAY[version] ELSE '{}' END AS expected_timed,
           CASE WHEN version IN (6, 7, 8) THEN ARRAY[version] ELSE '{}' END AS expected_version
    FROM vectors
)
SELECT count(*) AS checked,
       string_agg(format('%s: %s %s', id, timed, is_version), E'\n') FILTER
           (WHERE timed <> expected_timed OR is_version <> expected_version) AS deviating
FROM answers;

-- Every version digit under every variant digit: 16 x 16 values, 4 of them for each version.
SELECT count(*) AS checked,
       count(uuid_v1_timestamp(value)) AS v1, count(uuid_v6_timestamp(value)) AS v6,
       count(uuid_v7_timestamp(value)) AS v7,
       count(*) FILTER (WHERE uuid_is_v6(value)) AS is_v6,
       count(*) FILTER (WHERE uuid_is_v7(value)) AS is_v7,
       count(*) FILTER (WHERE uuid_is_v8(value)) AS is_v8
FROM (SELECT format('017f22e2-79b0-%scc3-%s8c4-dc0c0c07398f', to_hex(v), to_hex(w))::uuid
      FROM generate_series(0, 15) v, generate_series(0, 15) w) AS _ (value);

-- What is not of the version has no time; NULL in, NULL out.
SELECT uuid_v1_timestamp(NULL), uuid_v6_timestamp(NULL), uuid_v7_timestamp(NULL), uuid_is_v7(NULL),
       uuid_v6_min(NULL), uuid_v6_max(NULL), uuid_v7_min(NULL), uuid_v7_max(NULL),
       uuid_v1_to_v6(NULL), uuid_v6_to_v1(NULL);
SELECT count(*) AS checked,
       count(uuid_v1_timestamp(value))
           + count(uuid_v6_timestamp(value))
           + count(uuid_v7_timestamp(value)) AS times
FROM (SELECT gen_random_uuid() FROM generate_series(1, 10000)) AS _ (value);

-- The time follows the display settings of the session, as every timestamptz.
SET timezone = 'Asia/Kathmandu';
SELECT uuid_v7_timestamp('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
SET timezone = 'UTC';

-- rand_a is no time for a reader: all 4096 values of it give the same millisecond.
SELECT count(*) AS checked, array_agg(DISTINCT uuid_v7_timestamp(value)) AS times
FROM (SELECT format('017f22e2-79b0-7%s-98c4-dc0c0c07398f', lpad(to_hex(rand_a), 3, '0'))::uuid
      FROM generate_series(0, 4095) rand_a) AS _ (value);

-- Immutable: good for generated columns and expression indexes.
CREATE TABLE uuid_time_event
(
    id uuid PRIMARY KEY,
    made timestamptz GENERATED ALWAYS AS (uuid_v7_timestamp(id)) STORED
);
CREATE INDEX ON uuid_time_event (uuid_v7_timestamp(id));
INSERT INTO uuid_time_event VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') RETURNING made;
DROP TABLE uuid_time_event;

-- The bounds of a time ----------------------------------------------------------------------------

SELECT uuid_v6_min(t), uuid_v6_max(t), uuid_v7_min(t), uuid_v7_max(t)
FROM (VALUES (timestamptz '2022-02-22 19:22:22.789012')) AS _ (t)
\gx

-- Both ends of what the versions hold. The last microsecond of version 6 has six ticks only.
SELECT uuid_v6_min('1582-10-15 00:00:00+00'), uuid_v6_max('1582-10-15 00:00:00+00'),
       uuid_v6_min('5236-03-31 21:21:00.684697+00'), uuid_v6_max('5236-03-31 21:21:00.684697+00'),
       uuid_v7_min('1970-01-01 00:00:00+00'), uuid_v7_max('1970-01-01 00:00:00.000999+00'),
       uuid_v7_min('10889-08-02 05:31:50.655+00'), uuid_v7_max('10889-08-02 05:31:50.655999+00')
\gx

-- One microsecond beyond is out of range, and so are infinities and years BC.
SELECT version, t AS "time", error_of(format('SELECT uuid_v%s_%s(%L)', version, bound, t)) AS error
FROM (VALUES (6, 'min', '1582-10-14 23:59:59.999999+00'),
             (6, 'max', '5236-03-31 21:21:00.684698+00'),
             (7, 'max', '1969-12-31 23:59:59.999999+00'),
             (7, 'min', '10889-08-02 05:31:50.656+00')) AS _ (version, bound, t);
SELECT error_of(format('SELECT uuid_v%s_%s(%L)', version, bound, t)) AS error, count(*)
FROM (VALUES ('min'), ('max')) AS bounds (bound),
     (VALUES (6, '1582-10-14 23:59:59.999999+00'), (6, '1582-10-14 00:00:00+00'),
             (6, '5236-03-31 21:21:00.684698+00'), (6, '5236-04-01 00:00:00+00'),
             (7, '1969-12-31 23:59:59.999999+00'), (7, '1582-10-15 00:00:00+00'),
             (7, '10889-08-02 05:31:50.656+00'), (7, '10889-08-03 00:00:00+00')) AS own (version, t)
GROUP BY 1 ORDER BY 1;
SELECT error_of(format('SELECT uuid_v%s_%s(%L)', version, bound, t)) AS error, count(*)
FROM (VALUES (6), (7)) AS versions (version), (VALUES ('min'), ('max')) AS bounds (bound),
     (VALUES ('-infinity'), ('infinity'),
             ('4713-11-24 00:00:00+00 BC'), ('0044-03-15 12:00:00+00 BC'),
             ('0001-01-01 00:00:00+00'), ('294276-12-31 23:59:59.999999+00')) AS times (t)
GROUP BY 1 ORDER BY 1;

-- The bits of the bounds, made up here: 60 bits of ticks for version 6, 48 of milliseconds for 7.
SELECT count(*) AS checked,
       string_agg(t::text, E'\n') FILTER
           (WHERE uuid_v6_min(t) <> pg_temp.uuid_of(6, ticks, '8000000000000000')
               OR uuid_v6_max(t) <> pg_temp.uuid_of(6, ticks + 9, 'bfffffffffffffff')) AS deviating
FROM (SELECT t, (extract(epoch FROM t) * 10000000)::bigint + 122192928000000000
      FROM pg_temp.instants('1582-10-15', 1334399, 10000) AS t) AS _ (t, ticks);
SELECT count(*) AS checked,
       string_agg(t::text, E'\n') FILTER (WHERE
           uuid_v7_min(t) <> pg_temp.uuid_of(7, ms << 12, '8000000000000000')
           OR uuid_v7_max(t) <> pg_temp.uuid_of(7, (ms << 12) + 4095, 'bfffffffffffffff')
       ) AS deviating
FROM (SELECT t, floor(extract(epoch FROM t) * 1000)::bigint
      FROM pg_temp.instants('1970-01-01', 3257812, 10000) AS t) AS _ (t, ms);

-- Between the bounds of an instant lie the ids of its microsecond or millisecond, and no other: the
-- bounds read as that time, and the bounds of the next one follow at once.
SELECT count(*) AS checked,
       count(*) FILTER (WHERE
           uuid_v6_timestamp(uuid_v6_min(t)) <> t
           OR uuid_v6_timestamp(uuid_v6_max(t)) <> t
           OR uuid_v6_max(t) >= uuid_v6_min(t + interval '1 microsecond')
       ) AS v6_deviating,
       count(*) FILTER (WHERE
           uuid_v7_timestamp(uuid_v7_min(t)) <> date_trunc('milliseconds', t)
           OR uuid_v7_timestamp(uuid_v7_max(t)) <> date_trunc('milliseconds', t)
           OR uuid_v7_max(t) >= uuid_v7_min(t + interval '1 millisecond')
       ) AS v7_deviating
FROM pg_temp.instants('1970-01-01', 1192972, 10000) AS t;

-- Version 1 and version 6 -------------------------------------------------------------------------

WITH vectors (id, v1, v6) AS (VALUES
    ('UC-1', 'f1207660-21d2-11ef-8c4f-419efbd44d48'::uuid,
        '1ef21d2f-1207-6660-8c4f-419efbd44d48'::uuid),
    ('UC-2', 'c232ab00-9414-11ec-b3c8-9f6bdeced846', '1ec9414c-232a-6b00-b3c8-9f6bdeced846'),
    ('UC-5', 'ffffffff-ffff-1fff-bfff-ffffffffffff', 'ffffffff-ffff-6fff-bfff-ffffffffffff')
)
SELECT count(*) AS checked,
       string_agg(format('%s: %s %s', id, uuid_v1_to_v6(v1), uuid_v6_to_v1(v6)), E'\n') FILTER
           (WHERE uuid_v1_to_v6(v1) <> v6 OR uuid_v6_to_v1(v6) <> v1) AS deviating
FROM vectors;

-- Lossless for every value: time, clock sequence and node stay, and there and back is the identity.
-- As version 6 they sort by time (D6-8).
WITH originals AS (
    SELECT pg_temp.random_uuid(1) AS v1, pg_temp.random_uuid(6) AS v6
    FROM generate_series(1, 100000)
), converted AS (
    SELECT v1, v6, uuid_v1_to_v6(v1) AS v1_as_v6, uuid_v6_to_v1(v6) AS v6_as_v1 FROM originals
)
SELECT count(*) AS checked,
       count(*) FILTER (WHERE
           uuid_v6_to_v1(v1_as_v6) <> v1
           OR uuid_v1_to_v6(v6_as_v1) <> v6
       ) AS not_back,
       count(*) FILTER (WHERE
           uuid_v6_timestamp(v1_as_v6) IS DISTINCT FROM uuid_v1_timestamp(v1)
           OR uuid_v1_timestamp(v6_as_v1) IS DISTINCT FROM uuid_v6_timestamp(v6)
       ) AS other_time,
       count(*) FILTER (WHERE
           right(v1_as_v6::text, 17) <> right(v1::text, 17)
           OR right(v6_as_v1::text, 17) <> right(v6::text, 17)
       ) AS other_clock_seq_or_node
FROM converted;
SELECT count(*) AS checked, count(*) FILTER (WHERE "time" < "time before") AS out_of_order
FROM (SELECT uuid_v1_timestamp(v1), lag(uuid_v1_timestamp(v1)) OVER (ORDER BY uuid_v1_to_v6(v1))
      FROM (SELECT pg_temp.random_uuid(1) FROM generate_series(1, 10000)) AS _ (v1)
     ) AS _ ("time", "time before");

-- Anything else is refused, and named.
SELECT f || '(' || value || ')' AS call, error_of(format('SELECT uuid_%s(%L)', f, value)) AS error
FROM (VALUES ('v1_to_v6'), ('v6_to_v1')) AS functions (f),
     (VALUES ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff'),
             ('C232AB00-9414-11EC-B3C8-9F6BDECED846'), ('1EC9414C-232A-6B00-B3C8-9F6BDECED846'),
             ('017F22E2-79B0-7CC3-98C4-DC0C0C07398F'), ('424f137e-a2aa-11e8-d8d0-529269fb1459'),
             ('1ec9414c-232a-6b00-73c8-9f6bdeced846')) AS vectors (value);

-- The domains -------------------------------------------------------------------------------------

CREATE TABLE uuid_time_domains (six v6_id, seven v7_id, eight v8_id);
INSERT INTO uuid_time_domains VALUES
    ('1ec9414c-232a-6b00-b3c8-9f6bdeced846', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
        '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'),
    (NULL, NULL, NULL);

-- What is not of the version is refused by name of the domain; the vector of each other version,
-- nil, max, and the same version under another variant.
SELECT column_name, refused, count(*)
FROM (SELECT column_name,
             error_of(format(
                 'INSERT INTO uuid_time_domains (%I) VALUES (%L)', column_name, value
             )) AS refused
      FROM (VALUES ('six', 6), ('seven', 7), ('eight', 8)) AS columns (column_name, version),
           (VALUES ('00000000-0000-0000-0000-000000000000', 0),
                   ('ffffffff-ffff-ffff-ffff-ffffffffffff', 15),
                   ('c232ab00-9414-11ec-b3c8-9f6bdeced846', 1),
                   ('919108f7-52d1-4320-9bac-f847db4148a8', 4),
                   ('1ec9414c-232a-6b00-b3c8-9f6bdeced846', 6),
                   ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 7),
                   ('2489e9ad-2ee2-8e00-8ec9-32d5f69181c0', 8),
                   ('1ec9414c-232a-6b00-73c8-9f6bdeced846', -6),
                   ('017f22e2-79b0-7cc3-d8c4-dc0c0c07398f', -7),
                   ('2489e9ad-2ee2-8e00-eec9-32d5f69181c0', -8)) AS vectors (value, of_version)
      WHERE version <> of_version) AS _
GROUP BY 1, 2 ORDER BY 2;
UPDATE uuid_time_domains SET seven = gen_random_uuid();
SELECT '1ec9414c-232a-6b00-b3c8-9f6bdeced846'::v7_id;
SELECT CAST(gen_random_uuid() AS v8_id);
SELECT '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f,1ec9414c-232a-6b00-b3c8-9f6bdeced846}'::v7_id[];

-- The values are uuids for everything else: casts, comparison, functions, arrays, foreign keys.
SELECT six::uuid, seven < eight AS less, uuid_v6_timestamp(six), uuid_v7_timestamp(seven),
       pg_typeof(seven), ARRAY[seven, NULL] AS array, pg_typeof(ARRAY[seven]) AS array_type
FROM uuid_time_domains WHERE seven = uuid '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
\gx
CREATE TABLE uuid_time_array (ids v7_id[]);
INSERT INTO uuid_time_array VALUES
    ('{017f22e2-79b0-7cc3-98c4-dc0c0c07398f,NULL}'),
    (ARRAY[uuid_v7(timestamptz 'epoch'), uuid_v7()]),
    ('{}'),
    (NULL);
INSERT INTO uuid_time_array VALUES (ARRAY[uuid_v7(), uuid_v6()]);
SELECT count(*) FROM uuid_time_array WHERE uuid '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' = ANY (ids);
CREATE TABLE uuid_time_parent (id uuid PRIMARY KEY DEFAULT uuid_v7());
CREATE TABLE uuid_time_child (parent v7_id REFERENCES uuid_time_parent);
INSERT INTO uuid_time_parent VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
INSERT INTO uuid_time_child VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f') RETURNING parent;

-- What a driver is told (here: psql): plain uuid. An array of a domain stays one on the wire.
SELECT six, seven, eight, uuid_v7() AS made FROM uuid_time_domains \gdesc
SELECT ids, ids::uuid[] FROM uuid_time_array \gdesc

-- A column moves from uuid to a domain and back.
ALTER TABLE uuid_time_parent ALTER COLUMN id TYPE v7_id;
INSERT INTO uuid_time_parent VALUES ('919108f7-52d1-4320-9bac-f847db4148a8');
ALTER TABLE uuid_time_parent ALTER COLUMN id TYPE uuid;

DROP TABLE uuid_time_domains, uuid_time_array, uuid_time_child, uuid_time_parent;

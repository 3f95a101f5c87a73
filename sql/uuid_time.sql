-- The time in a uuid, the bounds of a time and conversions through SQL: what is out of range, what
-- is refused. The bits are tested in test/unit/uuid_test.cpp, and against other programs in
-- test/t/uuid_oracles.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';

\echo The function of the version gives the time of a value
-- Examples of the RFC (UR), one with a seventh digit, which is dropped, and the last. (Each version
-- under each variant: test/unit/uuid_test.cpp.)
SELECT id, uuid_v1_timestamp(id) AS v1, uuid_v6_timestamp(id) AS v6, uuid_v7_timestamp(id) AS v7,
    uuid_is_v6(id), uuid_is_v7(id), uuid_is_v8(id)
FROM unnest('{
    c232ab00-9414-11ec-b3c8-9f6bdeced846,919108f7-52d1-4320-9bac-f847db4148a8,
    1ec9414c-232a-6b00-b3c8-9f6bdeced846,017f22e2-79b0-7cc3-98c4-dc0c0c07398f,
    2489e9ad-2ee2-8e00-8ec9-32d5f69181c0,01ee836c-e7c9-619d-929a-525400475911,
    ffffffff-ffff-1fff-bfff-ffffffffffff,ffffffff-ffff-7fff-bfff-ffffffffffff
}'::uuid[]) AS id;

\echo The bounds of a time
SELECT uuid_v6_min(t), uuid_v6_max(t), uuid_v7_min(t), uuid_v7_max(t)
FROM (VALUES (timestamptz '2022-02-22 19:22:22.789012')) AS _ (t)
\gx

\echo One microsecond beyond its ends (test/unit/uuid_test.cpp) a version has no time
SELECT version, t AS "time", error_of(format('SELECT uuid_v%s_%s(%L)', version, bound, t)) AS error
FROM (VALUES (6, 'min', '1582-10-14 23:59:59.999999+00'),
             (6, 'max', '5236-03-31 21:21:00.684698+00'),
             (7, 'max', '1969-12-31 23:59:59.999999+00'),
             (7, 'min', '10889-08-02 05:31:50.656+00')) AS _ (version, bound, t);

\echo Version 1 and version 6: there and back; anything else is refused, and named
SELECT uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846'),
       uuid_v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846');

SELECT f || '(' || value || ')' AS call, error_of(format('SELECT uuid_%s(%L)', f, value)) AS error
FROM (VALUES ('v1_to_v6'), ('v6_to_v1')) AS functions (f),
     (VALUES ('017F22E2-79B0-7CC3-98C4-DC0C0C07398F'), ('424f137e-a2aa-11e8-d8d0-529269fb1459'),
             ('1ec9414c-232a-6b00-73c8-9f6bdeced846')) AS vectors (value);

-- The time of an objectid and the bounds of a time through SQL: time zones, what is out of range.
-- The seconds are tested in test/unit/time_range_test.cpp, other times in test/t/managed.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

\echo From id to time: the test plan of MongoDB (O-13), in whatever time zone
SELECT id, objectid_timestamp(id), id::timestamptz = objectid_timestamp(id) AS by_cast
FROM unnest('{
    000000000000000000000000,7fffffffffffffffffffffff,
    800000000000000000000000,ffffffffffffffffffffffff
}'::objectid[]) AS id;
SET timezone = 'America/St_Johns';
SELECT objectid_timestamp('386e94ff1112131415212223'), objectid_min('2000-01-01 20:29:59-03:30');
SET timezone = 'UTC';

\echo From time to id
-- A fraction of a second belongs to the second that it is in, before and after PostgreSQL's own
-- epoch
SELECT instant, objectid_min(instant), objectid_max(instant),
    left(gen_objectid(instant)::text, 8) AS made
FROM unnest('{
    1970-01-01 00:00:00+00,1999-12-31 23:59:59.000001+00,2000-01-01 00:00:00.999999+00,
    2038-01-19 03:14:07.999999+00,2106-02-07 06:28:15.999999+00
}'::timestamptz[]) AS instant;

\echo Outside: not refused by each function in the same words, or wrapped (OT-17, OT-19, X-5)
SELECT expression, error_of('SELECT ' || expression) AS error
FROM unnest(ARRAY[
        '1969-12-31 23:59:59.999999+00', '4713-11-24 00:00:00+00 BC', '2106-02-07 06:28:16+00',
        '294276-12-31 23:59:59.999999+00', 'infinity', '-infinity'
    ]) AS instant,
    unnest(ARRAY[
        'objectid_min(%L)', 'objectid_max(%L)', '%L::timestamptz::objectid', 'gen_objectid(%L)'
    ]) AS form,
    format(form, instant) AS expression
WHERE error_of('SELECT ' || expression) <> '22008 | timestamp out of range | '
    'An objectid holds times from 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.';

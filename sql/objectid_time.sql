-- The time of an objectid and the bounds of a time through SQL: time zones, what is out of range,
-- columns. The seconds are tested in test/unit/objectid_test.cpp, other times in
-- test/t/objectid_io.pl.
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- From id to time ---------------------------------------------------------------------------------

-- MongoDB's test plan (O-13), in whatever time zone
SELECT id, objectid_timestamp(id), id::timestamptz = objectid_timestamp(id) AS by_cast
FROM unnest('{
    000000000000000000000000,7fffffffffffffffffffffff,
    800000000000000000000000,ffffffffffffffffffffffff
}'::objectid[]) AS id;
SET timezone = 'America/St_Johns';
SELECT objectid_timestamp('386e94ff1112131415212223'), objectid_min('2000-01-01 20:29:59-03:30');
SET timezone = 'UTC';

-- From time to id ---------------------------------------------------------------------------------

-- A fraction of a second belongs to the second that it is in, before and after PostgreSQL's own
-- epoch
SELECT instant, objectid_min(instant), objectid_max(instant),
    left(gen_objectid(instant)::text, 8) AS made
FROM unnest('{
    1970-01-01 00:00:00+00,1999-12-31 23:59:59.000001+00,2000-01-01 00:00:00.999999+00,
    2038-01-19 03:14:07.999999+00,2106-02-07 06:28:15.999999+00
}'::timestamptz[]) AS instant;

-- Outside: refused and never wrapped (OT-17, OT-19, X-5), by each function in the same words
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
SELECT objectid_min('1969-12-31 23:59:59.999999+00');

-- In indexes and columns --------------------------------------------------------------------------

CREATE TABLE orders (
    id objectid PRIMARY KEY CHECK (id >= objectid_min('2000-01-01 00:00:00+00')),
    created timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED,
    day date GENERATED ALWAYS AS ((id::timestamptz AT TIME ZONE 'UTC')::date) STORED
);
INSERT INTO orders
SELECT (to_hex(1262304000 + 3600 * i) || left(md5(i::text), 16))::objectid
FROM generate_series(0, 19999) AS i;
CREATE INDEX orders_expression ON orders (objectid_timestamp(id));
CREATE INDEX orders_partial ON orders (day) WHERE id >= objectid_min('2012-01-01 00:00:00+00');
VACUUM ANALYZE orders;
SELECT count(*), min(created), max(created), count(DISTINCT day) FROM orders;
SELECT id, created
FROM orders
WHERE created <> objectid_timestamp(id)
    OR extract(epoch FROM created) <> ('x' || left(id::text, 8))::bit(32)::bigint;
INSERT INTO orders VALUES ('000000000000000000000000');

DROP TABLE orders;

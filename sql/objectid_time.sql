-- The time of an objectid and the bounds of a time: unsigned seconds, floored, range-checked,
-- usable in indexes.

SET timezone = 'UTC';
SET datestyle = 'ISO';

-- How an expression is refused.
CREATE FUNCTION pg_temp.refusal(
    expression text, OUT state text, OUT message text, OUT detail text, OUT hint text
)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'SELECT ' || expression;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END
$$;

-- The nodes of a plan that look at an index or filter rows.
CREATE FUNCTION pg_temp.plan(statement text)
RETURNS TABLE (node text, index_name text, index_cond text, filter text)
LANGUAGE plpgsql AS $$
DECLARE
    plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || statement INTO plan;
    RETURN QUERY
        SELECT n->>'Node Type', n->>'Index Name', n->>'Index Cond', n->>'Filter'
        FROM jsonb_path_query(plan, 'strict $.**') AS n
        WHERE jsonb_typeof(n) = 'object' AND n ? 'Node Type';
END
$$;

-- From id to time ---------------------------------------------------------------------------------

-- The first four bytes as big-endian unsigned seconds (O-2, O-3, X-1), in whatever time zone (O-13)
CREATE TEMP TABLE ov (vector text, id objectid, seconds bigint, utc timestamptz);
INSERT INTO ov VALUES
    ('OV-1', '000000000000000000000000', 0, '1970-01-01 00:00:00+00'),
    ('OV-2', 'ffffffffffffffffffffffff', 4294967295, '2106-02-07 06:28:15+00'),
    ('OV-3', '56e1fc72e0c917e9c4714161', 1457650802, '2016-03-10 23:00:02+00'),
    ('OV-4', '000000001111111111111111', 0, '1970-01-01 00:00:00+00'),
    ('OV-5', '7FFFFFFF1111111111111111', 2147483647, '2038-01-19 03:14:07+00'),
    ('OV-6', '800000001111111111111111', 2147483648, '2038-01-19 03:14:08+00'),
    ('OV-7', 'FFFFFFFF1111111111111111', 4294967295, '2106-02-07 06:28:15+00'),
    ('OV-8', '7FFFFFFF0000000000000000', 2147483647, '2038-01-19 03:14:07+00'),
    ('OV-9', '800000000000000000000000', 2147483648, '2038-01-19 03:14:08+00'),
    ('OV-10', 'FFFFFFFF0000000000000000', 4294967295, '2106-02-07 06:28:15+00'),
    ('OV-11', '123456789012123456789012', 305419896, '1979-09-05 22:51:36+00'),
    ('OV-15', '000102030405060708090a0b', 66051, '1970-01-01 18:20:51+00'),
    ('OV-16', '1234567890abcdef12345678', 305419896, '1979-09-05 22:51:36+00'),
    ('OV-17', '1234567890ABCDEF12345678', 305419896, '1979-09-05 22:51:36+00'),
    ('OV-22', 'fcdeab182763817236817236', 4242451224, '2104-06-09 10:40:24+00'),
    ('OV-23', 'eeeeeeeeeeeeeeeeeeeeeeee', 4008636142, '2097-01-10 06:02:22+00'),
    ('OV-25', '111111111111111111111111', 286331153, '1979-01-28 00:25:53+00'),
    ('OV-27', 'FCDEAB182763817236817236', 4242451224, '2104-06-09 10:40:24+00'),
    ('OV-33', '4e4d66343b39b68407000001', 1313695284, '2011-08-18 19:21:24+00'),
    ('OV-35', '4d88e15b60f486e428412dc9', 1300816219, '2011-03-22 17:50:19+00'),
    ('OV-36', '0102030405060708090a0b0c', 16909060, '1970-07-15 16:57:40+00'),
    ('OV-37', '0102030405060708090A0B0C', 16909060, '1970-07-15 16:57:40+00'),
    ('OV-38', '53e2a1c40640fd72175d4603', 1407361476, '2014-08-06 21:44:36+00'),
    ('OV-43', '00e2a1c40640fd72175d4603', 14852548, '1970-06-21 21:42:28+00'),
    ('OV-44', '386e94ff1112131415212223', 946771199, '2000-01-01 23:59:59+00'),
    ('OV-45', '507f1f77bcf86cd799439011', 1350508407, '2012-10-17 21:13:27+00'),
    ('OV-47', '5F07445CFBBBBBBBBBFAAAAA', 1594311772, '2020-07-09 16:22:52+00'),
    ('OV-51', '0011223344556677889900ff', 1122867, '1970-01-13 23:54:27+00'),
    ('OV-53', '57fd71e96e32ab4225b723fb', 1476227561, '2016-10-11 23:12:41+00'),
    ('OV-57', '552ffe9f5739878e73d116a9', 1429208735, '2015-04-16 18:25:35+00'),
    ('OV-59', '507c7f79bcf86cd7994f6c0e', 1350336377, '2012-10-15 21:26:17+00'),
    ('OV-61', '00000020f51bb4362eee2a4d', 32, '1970-01-01 00:00:32+00'),
    ('OV-63', '5a17b9d9ab102555b9c38874', 1511504345, '2017-11-24 06:19:05+00'),
    ('OV-64', '47cc67093475061e3d95369d', 1204578057, '2008-03-03 21:00:57+00'),
    ('OV-65', '4eecaffcbffa66588e000007', 1324134396, '2011-12-17 15:06:36+00'),
    ('OV-67', '666f6f2d6261722d71757578', 1718578989, '2024-06-16 23:03:09+00'),
    ('OV-69', 'deadbeef0000000000112233', 3735928559, '2088-05-20 21:55:59+00');
CREATE FUNCTION pg_temp.times(OUT vectors bigint, OUT failed text)
LANGUAGE sql AS $$
    SELECT count(*), string_agg(vector, ' ') FILTER (WHERE (
            objectid_timestamp(id) = to_timestamp(seconds)
            AND objectid_timestamp(id) = utc
            AND extract(epoch FROM objectid_timestamp(id)) = seconds
            AND id::timestamptz = utc
            AND objectid_timestamp(id) AT TIME ZONE 'UTC' = utc AT TIME ZONE 'UTC'
            AND objectid_min(utc)::bytea = substring(id::bytea FOR 4) || '\x0000000000000000'
            AND objectid_max(utc)::bytea = substring(id::bytea FOR 4) || '\xffffffffffffffff'
            AND id BETWEEN objectid_min(utc) AND objectid_max(utc)
        ) IS NOT TRUE)
    FROM ov
$$;
SELECT * FROM pg_temp.times();
SET timezone = 'Asia/Shanghai';
SELECT * FROM pg_temp.times();
SET timezone = 'America/St_Johns';
SELECT * FROM pg_temp.times();
SET timezone = 'UTC';
-- MongoDB's test plan (O-13)
SELECT id, objectid_timestamp(id)
FROM unnest('{
    000000000000000000000000,7fffffffffffffffffffffff,
    800000000000000000000000,ffffffffffffffffffffffff
}'::objectid[]) AS id;
-- An id that MongoDB's server makes for an election shows a time that is none (OF-19)
SELECT objectid_timestamp('7fffffff0000000000000007');
SELECT objectid_timestamp(NULL) IS NULL AS of_null, objectid_min(NULL) IS NULL AS min_of_null,
    objectid_max(NULL) IS NULL AS max_of_null;

-- The layout before 2018 (machine, process, counter) has no accessor; the bytes tell
WITH ol (vector, id, seconds, machine, process, counter) AS (VALUES
    ('OL-1', objectid '4d88e15b60f486e428412dc9', 1300816219, '60f486', 'e428', 4271561),
    ('OL-3', '00000000aabbccddee000001', 0, 'aabbcc', 'ddee', 1),
    ('OL-5', '47cc67093475061e3d95369d', 1204578057, '347506', '1e3d', 9778845),
    ('OL-7', '5e9e28a4f359185cc03b2651', 1587423396, 'f35918', '5cc0', 3876433)
)
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE (
        extract(epoch FROM objectid_timestamp(id)) = seconds
        AND encode(substring(id::bytea FROM 5 FOR 3), 'hex') = machine
        AND encode(substring(id::bytea FROM 8 FOR 2), 'hex') = process
        AND (get_byte(id::bytea, 9) << 16)
            + (get_byte(id::bytea, 10) << 8)
            + get_byte(id::bytea, 11) = counter
    ) IS NOT TRUE) AS failed
FROM ol;

-- From time to id ---------------------------------------------------------------------------------

-- The smallest and the largest id of a second; gen_objectid takes the same second
WITH ot (vector, instant, expected, kind) AS (VALUES
    ('OT-1', timestamptz '1970-01-01 00:00:00+00', '00000000', 'gen'),
    ('OT-2', '2038-01-19 03:14:07+00', '7fffffff', 'gen'),
    ('OT-3', '2038-01-19 03:14:08+00', '80000000', 'gen'),
    ('OT-4', '2106-02-07 06:28:15+00', 'ffffffff', 'gen'),
    ('OT-5', '2020-05-03 01:02:17.760+00', '5eae18190000000000000000', 'min'),
    ('OT-7', to_timestamp(1414093117), '5449593d0000000000000000', 'min'),
    ('OT-9', to_timestamp(12345678), '00bc614e0000000000000000', 'min'),
    ('OT-11', to_timestamp(1467545180), '5778f65cffffffffffffffff', 'max'),
    ('OT-13', '2011-01-02 03:04:05+00', '4d1feb25', 'gen')
)
SELECT count(*) AS vectors, string_agg(vector, ' ') FILTER (WHERE (
        left(objectid_min(instant)::text, 8) = left(expected, 8)
        AND left(objectid_max(instant)::text, 8) = left(expected, 8)
        AND left(gen_objectid(instant)::text, 8) = left(expected, 8)
        AND gen_objectid(instant) BETWEEN objectid_min(instant) AND objectid_max(instant)
        AND CASE kind
            WHEN 'min' THEN objectid_min(instant)::text = expected
            WHEN 'max' THEN objectid_max(instant)::text = expected
            ELSE true
        END
    ) IS NOT TRUE) AS failed
FROM ot;
SELECT (
    substring(objectid_min(to_timestamp(123))::bytea FOR 4) || '\x0405060708090a0b'::bytea
)::objectid AS "OT-15";

-- A fraction of a second belongs to the second that it is in, before and after PostgreSQL's own
-- epoch
SELECT instant, objectid_min(instant), objectid_max(instant)
FROM unnest('{
    1970-01-01 00:00:00+00,1970-01-01 00:00:00.000001+00,1970-01-01 00:00:00.999999+00,
    1999-12-31 23:59:59+00,1999-12-31 23:59:59.000001+00,1999-12-31 23:59:59.999999+00,
    2000-01-01 00:00:00+00,2000-01-01 00:00:00.999999+00,2020-05-03 01:02:17.999999+00,
    2038-01-19 03:14:07.999999+00,2106-02-07 06:28:15+00,2106-02-07 06:28:15.000001+00,
    2106-02-07 06:28:15.999999+00
}'::timestamptz[]) AS instant;
SELECT count(*) AS vectors, string_agg(instant::text, ', ') FILTER (WHERE (
        objectid_timestamp(objectid_min(instant)) = date_trunc('second', instant)
        AND objectid_timestamp(objectid_max(instant)) = date_trunc('second', instant)
        AND objectid_timestamp(gen_objectid(instant)) = date_trunc('second', instant)
        AND objectid_min(instant) < objectid_max(instant)
        AND objectid_max(instant - interval '1 second') < objectid_min(instant)
    ) IS NOT TRUE) AS failed
FROM generate_series(
    timestamptz '1970-01-01 00:00:01.5+00', '2106-02-07 06:28:15.999999+00',
    '37 days 01:02:03.456789'
) AS instant;

-- Outside: refused and never wrapped (OT-17, OT-19, X-5), by each function in the same words
SELECT instant, count(*) AS vectors, string_agg(expression, ', ') FILTER (WHERE (
        state = '22008' AND message = 'timestamp out of range' AND hint = ''
        AND detail = 'An objectid holds times from 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.'
    ) IS NOT TRUE) AS failed
FROM unnest(ARRAY[
        '1969-12-31 23:59:59.999+00', '1969-12-31 23:59:59.999999+00', '1969-12-31 23:59:59+00',
        '1901-12-13 20:45:52+00', '0001-01-01 00:00:00+00', '0044-03-15 12:00:00+00 BC',
        '4713-11-24 00:00:00+00 BC', '2106-02-07 06:28:16+00', '2106-02-07 06:28:16.000001+00',
        '2242-03-16 12:56:31+00', '9999-12-31 23:59:59+00', '294276-12-31 23:59:59.999999+00',
        'infinity', '-infinity'
    ]) WITH ORDINALITY AS i (instant, place),
    unnest(ARRAY[
        'objectid_min(%L)', 'objectid_max(%L)', '%L::timestamptz::objectid', 'gen_objectid(%L)'
    ]) AS form,
    format(form, instant) AS expression, pg_temp.refusal(expression)
GROUP BY instant, place ORDER BY place;
SELECT objectid_min('1969-12-31 23:59:59.999999+00');
SELECT objectid_max('2106-02-07 06:28:16+00');
SELECT objectid_min('-infinity');
SELECT objectid_max('0044-03-15 12:00:00+00 BC');

-- In indexes and columns --------------------------------------------------------------------------

-- All of it is immutable
SELECT proname, provolatile
FROM pg_proc
WHERE proname IN ('objectid_timestamp', 'objectid_min', 'objectid_max')
ORDER BY 1;
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
SELECT count(*) AS vectors,
    count(*) FILTER (WHERE (
        created = objectid_timestamp(id)
        AND extract(epoch FROM created) = ('x' || left(id::text, 8))::bit(32)::bigint
    ) IS NOT TRUE) AS failed
FROM orders;
INSERT INTO orders VALUES ('000000000000000000000000');

-- The bounds of a time are constants of the plan, the condition is one of the primary key, and the
-- rows are those of that time
SELECT index_name, index_cond
FROM pg_temp.plan($$
    SELECT *
    FROM orders
    WHERE id BETWEEN objectid_min('2011-03-01 00:00:00+00')
        AND objectid_max('2011-03-01 23:59:59+00')
$$)
WHERE index_cond IS NOT NULL;
SELECT count(*), min(created), max(created)
FROM orders
WHERE id BETWEEN objectid_min('2011-03-01 00:00:00+00') AND objectid_max('2011-03-01 23:59:59+00');
SELECT count(*), min(created), max(created)
FROM orders
WHERE created BETWEEN '2011-03-01 00:00:00+00' AND '2011-03-01 23:59:59+00';
SELECT index_cond
FROM pg_temp.plan($$SELECT * FROM orders WHERE objectid_timestamp(id) < '2010-01-02 00:00:00+00'$$)
WHERE index_name = 'orders_expression';
SELECT count(*) FROM orders WHERE objectid_timestamp(id) < '2010-01-02 00:00:00+00';
SELECT index_name
FROM pg_temp.plan($$
    SELECT * FROM orders WHERE day = '2012-03-01' AND id > objectid_max('2012-02-01 00:00:00+00')
$$)
WHERE index_name = 'orders_partial';

-- A time that is known when the plan is run
PREPARE between_times (timestamptz, timestamptz) AS
SELECT count(*), min(created), max(created)
FROM orders
WHERE id >= objectid_min($1) AND id < objectid_min($2);
SET plan_cache_mode = force_generic_plan;
SELECT index_name, index_cond
FROM pg_temp.plan($$EXECUTE between_times('2011-03-01 00:00:00+00', '2011-03-02 00:00:00+00')$$)
WHERE index_cond IS NOT NULL;
EXECUTE between_times('2011-03-01 00:00:00+00', '2011-03-02 00:00:00+00');
EXECUTE between_times('2011-03-01 00:00:00+00', '2011-03-01 00:00:00+00');
EXECUTE between_times('2011-03-01 00:00:00+00', 'infinity');
RESET plan_cache_mode;
DEALLOCATE between_times;

-- Times of another table
SELECT days.day, count(orders.id), min(created), max(created)
FROM generate_series(
    timestamptz '2012-02-28 00:00:00+00', '2012-03-01 00:00:00+00', '1 day'
) AS days (day)
LEFT JOIN orders ON id BETWEEN objectid_min(days.day)
    AND objectid_max(days.day + interval '1 day' - interval '1 microsecond')
GROUP BY 1
ORDER BY 1;

DROP TABLE orders, ov;

-- Random digits, and the permutation; several sessions and another program are in
-- test/t/digits.pl.
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA digits;
SELECT current_schema() AS home \gset
SET search_path = digits, :home;

-- No length is out of bounds, leaves the first digit unused or, from 16 digits on, repeats a value.
-- (The chances: test/unit/digits_test.cpp.)
SELECT digits, min(n), max(n), count(DISTINCT n)
FROM generate_series(1, 18) digits,
    LATERAL (SELECT gen_random_digits(digits) AS n FROM generate_series(1, 1000)) d
GROUP BY digits
HAVING (min(n) >= 0 AND min(n) < 10::numeric ^ (digits - 1)
    AND max(n) >= 9 * 10::numeric ^ (digits - 1) AND max(n) < 10::numeric ^ digits
    AND (digits < 16 OR count(DISTINCT n) = 1000)) IS NOT TRUE;
SELECT error_of(format('SELECT gen_random_digits(%s)', digits))
FROM (VALUES ('0'), ('19'), ('-1')) v (digits);

-- The permutation. Its results never change: none differs from that of
-- test/oracles/permute_digits.py, with a key of each length that HMAC treats differently. (Of each
-- number of digits: test/unit/digits_permutation_test.cpp, test/t/digits.pl.)
CREATE TABLE frozen_key (name text PRIMARY KEY, key bytea);
INSERT INTO frozen_key VALUES ('1 byte', '\x01'), ('3 bytes', 'key'),
    ('32 bytes', decode(repeat('ff', 32), 'hex'));
INSERT INTO frozen_key
SELECT last + 1 || ' bytes',
    (SELECT string_agg(set_byte('\x00', 0, n), '' ORDER BY n) FROM generate_series(0, last) n)
FROM generate_series(63, 64) last;
SELECT name, length(key), left(key::text, 10) AS first, right(key::text, 8) AS last
FROM frozen_key ORDER BY length(key);
CREATE TABLE frozen_answer (digits int, number bigint, key_name text, place bigint);
COPY frozen_answer FROM STDIN (FORMAT csv);
1,0,3 bytes,9
3,93,64 bytes,706
11,28372314158,3 bytes,62056999001
18,999999999999999999,1 byte,267010269970411564
12,802163749305,1 byte,868324876067
12,802163749305,3 bytes,169964842071
12,802163749305,32 bytes,702666842348
12,802163749305,64 bytes,374965231673
12,802163749305,65 bytes,58966087624
\.
CREATE TABLE frozen AS
SELECT digits, number, key, place FROM frozen_answer JOIN frozen_key ON name = key_name;
SELECT count(*) FROM frozen;
SELECT * FROM frozen
WHERE (permute_digits(number, digits, key) = place
    AND unpermute_digits(place, digits, key) = number) IS NOT TRUE;

-- HMAC fills a key with zeros up to 64 bytes, and takes the SHA-256 of a longer one.
SELECT permute_digits(n, 6, '\x01') = permute_digits(n, 6, '\x010000') AS filled,
    permute_digits(n, 6, key) = permute_digits(n, 6, sha256(key)) AS hashed
FROM generate_series(1, 2) n, frozen_key
WHERE name = '65 bytes';
-- One call for rows with several keys and lengths gives what single calls give.
SELECT bool_and(permute_digits(number, digits, key) = place)
FROM (SELECT * FROM frozen, generate_series(1, 3) ORDER BY random()) s;
-- Constants are computed once, when a query is planned.
EXPLAIN (COSTS off, VERBOSE) SELECT permute_digits(0, 1, 'key') = 7;
-- What it is for: a column that is made from another.
CREATE TABLE vouchers (n bigint GENERATED ALWAYS AS IDENTITY, code text UNIQUE
    GENERATED ALWAYS AS (lpad(permute_digits(n, 6, 'secret')::text, 6, '0')) STORED);
INSERT INTO vouchers SELECT FROM generate_series(1, 1000);
SELECT count(*), min(length(code)), max(length(code)) FROM vouchers;

SELECT error_of(format('SELECT %s(%s)', function, arguments)) AS error, function, arguments
FROM unnest('{permute_digits,unpermute_digits}'::text[]) function, (VALUES
    ($$0, 0, 'key'$$), ($$0, 19, 'key'$$), ($$-1, 1, 'key'$$), ($$10, 1, 'key'$$),
    ($$1000000000000000000, 18, 'key'$$), ($$0, 1, ''$$)) v (arguments)
ORDER BY function, arguments COLLATE "C";

SET client_min_messages = warning;
DROP SCHEMA digits CASCADE;

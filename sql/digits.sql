-- Random digits, and the permutation; several sessions and another program are in
-- test/t/digits.pl.
\pset format unaligned
\pset footer off

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
-- All values of few digits come, bounds included.
SELECT count(DISTINCT n), min(n), max(n)
FROM (SELECT gen_random_digits(1) AS n FROM generate_series(1, 1000)) d;
SELECT count(DISTINCT n), min(n), max(n)
FROM (SELECT gen_random_digits(2) AS n FROM generate_series(1, 5000)) d;

SELECT error_of(format('SELECT gen_random_digits(%s)', digits))
FROM (VALUES ('0'), ('19'), ('-1')) v (digits);

-- The permutation. Its results never change: none differs from that of
-- test/oracles/permute_digits.py.
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
1,1,3 bytes,3
1,2,3 bytes,1
1,3,3 bytes,2
1,4,3 bytes,7
1,5,3 bytes,6
1,6,3 bytes,0
1,7,3 bytes,8
1,8,3 bytes,5
1,9,3 bytes,4
2,99,1 byte,41
2,7,32 bytes,60
3,0,1 byte,448
3,93,64 bytes,706
4,9999,1 byte,6133
4,1390,65 bytes,6650
5,0,1 byte,83872
5,47324,1 byte,72735
6,999999,1 byte,4950
6,876084,3 bytes,760821
7,0,1 byte,9534831
7,2836752,32 bytes,6434195
8,99999999,1 byte,43975245
8,98780219,64 bytes,82098339
9,0,1 byte,495412274
9,868616383,65 bytes,302799356
10,9999999999,1 byte,6673493597
10,5618403320,1 byte,8422562995
11,0,1 byte,87240153349
11,28372314158,3 bytes,62056999001
12,999999999999,1 byte,859832586289
12,41260899281,32 bytes,981706911590
13,0,1 byte,727306481752
13,8959279529655,64 bytes,3416378585013
14,99999999999999,1 byte,15355408222375
14,52364023928058,65 bytes,11606027038992
15,0,1 byte,221325409894871
15,565275441362642,1 byte,333807136683757
16,9999999999999999,1 byte,7624698678951336
16,6557500350832709,3 bytes,1419134959466934
17,0,1 byte,70696103706250727
17,61048774151678063,32 bytes,41284163625356580
18,999999999999999999,1 byte,267010269970411564
18,189642238808538064,64 bytes,726388482931429950
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
SELECT permute_digits(7, 3, 'a') AS three, permute_digits(7, 4, 'a') AS four,
    permute_digits(7, 3, 'b') AS other;
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

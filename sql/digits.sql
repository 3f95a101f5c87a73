-- Random digits, and the permutation. What another program computes is in test/t/digits.pl.
\set ECHO none
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA digits;
SELECT current_schema() AS home \gset
SET search_path = digits, :home;

\echo Lengths out of bounds, that leave the first digit unused or, from 16 digits on, repeat a value
-- (The chances: test/unit/digits_test.cpp.)
SELECT digits, min(n), max(n), count(DISTINCT n)
FROM generate_series(1, 18) digits,
    LATERAL (SELECT gen_random_digits(digits) AS n FROM generate_series(1, 1000)) d
GROUP BY digits
HAVING (min(n) >= 0 AND min(n) < 10::numeric ^ (digits - 1)
    AND max(n) >= 9 * 10::numeric ^ (digits - 1) AND max(n) < 10::numeric ^ digits
    AND (digits < 16 OR count(DISTINCT n) = 1000)) IS NOT TRUE;
\echo Lengths that there are not
SELECT error_of(format('SELECT gen_random_digits(%s)', digits))
FROM (VALUES ('0'), ('19'), ('-1')) v (digits);

\echo Results of the permutation that have changed
-- None differs from that of test/oracles/permute_digits.py, with a key of each length that HMAC
-- treats differently. (Of each number of digits: test/unit/digits_permutation_test.cpp,
-- test/t/digits.pl.)
CREATE TABLE frozen_key (name text PRIMARY KEY, key bytea);
INSERT INTO frozen_key VALUES ('1 byte', '\x01'), ('3 bytes', 'key'),
    ('32 bytes', decode(repeat('ff', 32), 'hex'));
INSERT INTO frozen_key
SELECT last + 1 || ' bytes',
    (SELECT string_agg(set_byte('\x00', 0, n), '' ORDER BY n) FROM generate_series(0, last) n)
FROM generate_series(63, 64) last;
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
SELECT digits, number, key, place FROM frozen_answer LEFT JOIN frozen_key ON name = key_name;
SELECT * FROM frozen
WHERE (permute_digits(number, digits, key) = place
    AND unpermute_digits(place, digits, key) = number) IS NOT TRUE;

\echo One call for rows with several keys and lengths gives what single calls give
SELECT bool_and(permute_digits(number, digits, key) = place)
FROM (SELECT * FROM frozen, generate_series(1, 3) ORDER BY random()) s;

\echo Numbers and keys that are refused
SELECT error_of(format('SELECT %s(%s)', function, arguments)) AS error, function, arguments
FROM unnest('{permute_digits,unpermute_digits}'::text[]) function, (VALUES
    ($$0, 0, 'key'$$), ($$0, 19, 'key'$$), ($$-1, 1, 'key'$$), ($$10, 1, 'key'$$),
    ($$1000000000000000000, 18, 'key'$$), ($$0, 1, ''$$)) v (arguments)
ORDER BY function, arguments COLLATE "C";

SET client_min_messages = warning;
DROP SCHEMA digits CASCADE;

-- Numbers of random decimal digits, and a trigger that assigns free ones.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION gen_random_digits(digits integer) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_random_digits(integer) IS
    'random number of at most the given number of decimal digits (1 to 18), all equally likely, from the strong random source';

CREATE FUNCTION assign_random_digits() RETURNS trigger
    LANGUAGE c VOLATILE PARALLEL UNSAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION assign_random_digits() IS
    'BEFORE INSERT trigger (column, digits): fills a null column with an unused random number; 2200H if none is left';

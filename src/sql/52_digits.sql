-- Numbers of a given count of decimal digits: random ones, and a permutation of all of them.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION gen_random_digits(integer) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_random_digits(integer) IS
    'random number of at most the given number of decimal digits (1 to 18), all equally likely, '
    'from the strong random source';

CREATE FUNCTION permute_digits(bigint, integer, bytea) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION permute_digits(bigint, integer, bytea) IS
    'place of the number in a permutation of 0 to 10^digits - 1 (1 to 18 digits) that only the key '
    'decides; keys that HMAC-SHA-256 does not tell apart, such as those that differ in trailing '
    'zero bytes, give the same one';

CREATE FUNCTION unpermute_digits(bigint, integer, bytea) RETURNS bigint
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION unpermute_digits(bigint, integer, bytea) IS
    'number whose permute_digits with the same digits and key is the argument';

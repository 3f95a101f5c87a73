-- Counters: numbers in sequence, given inside transactions. They are rows of a table of the user's.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION counter_create(
        regclass, text, shards integer DEFAULT 1, shard_size bigint DEFAULT NULL,
        start_value bigint DEFAULT 1)
    RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_create(regclass, text, integer, bigint, bigint) IS
    'creates a counter in the table';

CREATE FUNCTION counter_next(regclass, text) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_next(regclass, text) IS
    'next number of a counter in the table, which is created on first use';

CREATE FUNCTION counter_take(regclass, text, integer) RETURNS int8range
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_take(regclass, text, integer) IS
    'batch of so many numbers of a counter in the table, which is created on first use';

CREATE FUNCTION counter_drop(regclass, text) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_drop(regclass, text) IS 'removes a counter from the table';

-- Counters: numbers in sequence, given inside transactions.
-- SPDX-License-Identifier: PostgreSQL

CREATE TABLE public.objectid_counter (
    name text COLLATE "C" NOT NULL,
    shard integer NOT NULL CHECK (shard >= 0),
    shards integer NOT NULL CHECK (shards > shard),
    next bigint CHECK (next <= last),
    last bigint NOT NULL,
    PRIMARY KEY (name, shard)
) WITH (fillfactor = 25);
COMMENT ON TABLE public.objectid_counter IS 'counters, with one row for each shard';
COMMENT ON COLUMN public.objectid_counter.name IS 'name of the counter';
COMMENT ON COLUMN public.objectid_counter.shard IS 'number of the shard, from 0';
COMMENT ON COLUMN public.objectid_counter.shards IS 'how many shards the counter has';
COMMENT ON COLUMN public.objectid_counter.next IS
    'next number of the shard; null when the shard is exhausted';
COMMENT ON COLUMN public.objectid_counter.last IS 'last number of the shard';
SELECT pg_catalog.pg_extension_config_dump('public.objectid_counter'::regclass, ''::text);

CREATE FUNCTION counter_create(
        name text, shards integer DEFAULT 1, shard_size bigint DEFAULT NULL,
        start bigint DEFAULT 1)
    RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_create(text, integer, bigint, bigint) IS 'creates a counter';

CREATE FUNCTION counter_next(name text) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_next(text) IS
    'next number of the counter, which is created on first use';

CREATE FUNCTION counter_take(name text, count integer) RETURNS int8range
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_take(text, integer) IS
    'batch of count numbers of the counter, which is created on first use';

CREATE FUNCTION counter_drop(name text) RETURNS void
    LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100 AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION counter_drop(text) IS 'removes the counter';

-- The owner of the database and whoever installs the extension say who may use counters. They do
-- not own the table: a trigger or a default that its owner added would run as superuser when an
-- update script changes the table.
REVOKE ALL ON public.objectid_counter FROM PUBLIC;
REVOKE ALL ON FUNCTION counter_create(text, integer, bigint, bigint), counter_take(text, integer),
    counter_next(text), counter_drop(text) FROM PUBLIC;
DO $$
DECLARE
    grantee regrole;
BEGIN
    FOR grantee IN
        SELECT r.oid
        FROM pg_catalog.pg_roles r
        WHERE NOT r.rolsuper AND (
            r.oid OPERATOR(pg_catalog.=) (
                SELECT d.datdba FROM pg_catalog.pg_database d
                WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())
            OR r.oid OPERATOR(pg_catalog.=) (
                SELECT e.extowner FROM pg_catalog.pg_extension e
                WHERE e.extname OPERATOR(pg_catalog.=) name 'objectid'))
    LOOP
        EXECUTE pg_catalog.format('
            GRANT SELECT, INSERT, UPDATE, DELETE ON public.objectid_counter
                TO %1$s WITH GRANT OPTION;
            GRANT EXECUTE ON FUNCTION counter_create(text, integer, bigint, bigint),
                counter_take(text, integer), counter_next(text), counter_drop(text)
                TO %1$s WITH GRANT OPTION;', grantee);
    END LOOP;
END
$$;

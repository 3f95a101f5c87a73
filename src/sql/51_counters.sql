-- Counters: numbers in sequence, given inside transactions.
-- SPDX-License-Identifier: PostgreSQL

-- Whoever takes numbers of a shard keeps its row locked to the end of the transaction. The bodies
-- are BEGIN ATOMIC: bound to what they name when they are made, whatever the search_path later. What
-- the schema holds at that time must not be a better match either, so types are exact or names full.

CREATE TABLE objectid_counter (
    name text COLLATE "C" NOT NULL,
    shard integer NOT NULL CHECK (shard >= 0),
    shards integer NOT NULL CHECK (shards > shard),
    next bigint CHECK (next <= last),
    last bigint NOT NULL,
    PRIMARY KEY (name, shard)
) WITH (fillfactor = 25);
COMMENT ON TABLE objectid_counter IS 'counters, with one row for each shard';
COMMENT ON COLUMN objectid_counter.name IS 'name of the counter';
COMMENT ON COLUMN objectid_counter.shard IS 'number of the shard, from 0';
COMMENT ON COLUMN objectid_counter.shards IS 'how many shards the counter has';
COMMENT ON COLUMN objectid_counter.next IS 'number that the shard gives next; null when it is used up';
COMMENT ON COLUMN objectid_counter.last IS 'last number of the shard';
ALTER TABLE objectid_counter OWNER TO @extowner@;
SELECT pg_catalog.pg_extension_config_dump('objectid_counter'::regclass, ''::text);

CREATE FUNCTION counter_error(code text, message text, detail text) RETURNS bigint
    LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
BEGIN
    IF detail IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message;
    END IF;
    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, DETAIL = detail;
END
$$;
COMMENT ON FUNCTION counter_error(text, text, text) IS 'raises the error; the other functions of counters use it';

CREATE FUNCTION counter_create(name text, shards integer DEFAULT 1, shard_size bigint DEFAULT NULL, start bigint DEFAULT 1)
    RETURNS void
    LANGUAGE sql VOLATILE PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN name IS NULL OR shards IS NULL OR start IS NULL THEN
            counter_error(text '22004', text 'null value not allowed',
                text 'Of the arguments of counter_create only shard_size can be null.')
        WHEN shards < 1 THEN
            counter_error(text '22023', pg_catalog.format('invalid number of shards: %s', shards),
                text 'A counter has at least one shard.')
        WHEN shard_size < 1 THEN
            counter_error(text '22023', pg_catalog.format('invalid shard size: %s', shard_size),
                text 'A shard has at least one number.')
        WHEN shards > 1 AND shard_size IS NULL THEN
            counter_error(text '22023', pg_catalog.format('missing shard size for %s shards', shards),
                text 'Only a counter of one shard can run to the end of bigint.')
        WHEN start::numeric + shards::numeric * shard_size::numeric > numeric '9223372036854775808' THEN
            counter_error(text '22003', text 'bigint out of range',
                pg_catalog.format('Shards: %s. Numbers in each: %s. From %s they would run to %s.',
                    shards, shard_size, start, start::numeric + shards::numeric * shard_size::numeric - numeric '1'))
    END;
    WITH made AS (
        INSERT INTO objectid_counter (name, shard, shards, next, last)
        SELECT counter_create.name, s.shard, counter_create.shards, s.next,
            coalesce(s.next + (shard_size - 1), 9223372036854775807)
        FROM (
            SELECT i.shard, (start::numeric + i.shard::numeric * coalesce(shard_size::numeric, numeric '0'))::bigint AS next
            FROM pg_catalog.generate_series(0, shards - 1) i (shard)
        ) s
        ON CONFLICT DO NOTHING
        RETURNING shard
    )
    SELECT counter_error(text '42710', pg_catalog.format('counter "%s" already exists', name), NULL::text)
    WHERE (SELECT pg_catalog.count(*) FROM made) < shards;
END;
COMMENT ON FUNCTION counter_create(text, integer, bigint, bigint) IS
    'makes a counter; 22023 or 22003 for shards that cannot be, 42710 when it exists';

CREATE FUNCTION counter_take_shard(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    UPDATE objectid_counter c
    SET next = CASE WHEN c.next + (count - 1) < c.last THEN c.next + count END
    WHERE c.name = counter_take_shard.name AND c.shard = counter_take_shard.shard
        AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
    RETURNING pg_catalog.int8range(
        coalesce(c.next - count, c.last - (count - 1)),
        coalesce(c.next, nullif(c.last, 9223372036854775807) + 1));
END;
COMMENT ON FUNCTION counter_take_shard(text, integer, integer) IS
    'batch of this shard, waiting for its row; null when too little is left';

CREATE FUNCTION counter_take_free(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT counter_take_shard(name, count, (
        SELECT c.shard FROM objectid_counter c
        WHERE c.name = counter_take_free.name AND c.shard >= counter_take_free.shard
            AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
        ORDER BY c.shard
        LIMIT 1
        FOR UPDATE SKIP LOCKED));
END;
COMMENT ON FUNCTION counter_take_free(text, integer, integer) IS
    'batch of the first shard from this one on that nobody holds; null when there is none';

CREATE FUNCTION counter_take_held(name text, count integer, shard integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT t.batch FROM (
        SELECT counter_take_shard(name, count, s.shard) AS batch FROM (
            SELECT c.shard FROM objectid_counter c
            WHERE c.name = counter_take_held.name AND c.last::numeric - c.next::numeric >= (count - 1)::numeric
            ORDER BY c.shard < counter_take_held.shard, c.shard
        ) s
    ) t
    WHERE t.batch IS NOT NULL
    LIMIT 1;
END;
COMMENT ON FUNCTION counter_take_held(text, integer, integer) IS
    'batch of the first shard from this one on, and around, waiting for it; null when none has enough left';

CREATE FUNCTION counter_take_new(name text, count integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    INSERT INTO objectid_counter (name, shard, shards, next, last)
    VALUES (counter_take_new.name, 0, 1, 1, 9223372036854775807)
    ON CONFLICT DO NOTHING;
    SELECT counter_take_held(name, count, 0);
END;
COMMENT ON FUNCTION counter_take_new(text, integer) IS 'batch of a counter that is made unless it exists';

-- Where a transaction begins to look for a free shard is random, but the same each time: it goes on
-- in the shard that it holds and leaves the others to others.
CREATE FUNCTION counter_take(name text, count integer) RETURNS int8range
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT CASE
        WHEN count < 1 THEN
            pg_catalog.int8range(counter_error(text '22023', pg_catalog.format('invalid count: %s', count),
                text 'A batch has at least one number.'), NULL::bigint)
        ELSE coalesce(
            (
                SELECT CASE
                    WHEN c.shards = 1 THEN counter_take_shard(c.name, count, 0)
                    ELSE coalesce(
                        counter_take_free(c.name, count, f.shard),
                        counter_take_free(c.name, count, 0),
                        counter_take_held(c.name, count, f.shard))
                END
                FROM objectid_counter c, LATERAL (
                    SELECT (pg_catalog.abs(pg_catalog.hashtext(pg_catalog.pg_current_xact_id()::text)::bigint)
                        % c.shards::bigint)::integer
                ) f (shard)
                WHERE c.name = counter_take.name AND c.shard = 0
            ),
            counter_take_new(name, count),
            pg_catalog.int8range(counter_error(text '2200H', pg_catalog.format('counter "%s" is exhausted', name),
                pg_catalog.format('No shard has as many left as asked for: %s.', count)), NULL::bigint))
    END;
END;
COMMENT ON FUNCTION counter_take(text, integer) IS
    'batch of count numbers of the counter, which is made on first use; 2200H when it is exhausted';

CREATE FUNCTION counter_next(name text) RETURNS bigint
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    SELECT pg_catalog.lower(counter_take(name, 1));
END;
COMMENT ON FUNCTION counter_next(text) IS
    'next number of the counter, which is made on first use; 2200H when it is exhausted';

CREATE FUNCTION counter_drop(name text) RETURNS void
    LANGUAGE sql VOLATILE STRICT PARALLEL UNSAFE
BEGIN ATOMIC
    WITH dropped AS (
        DELETE FROM objectid_counter c WHERE c.name = counter_drop.name RETURNING c.shard
    )
    SELECT counter_error(text '42704', pg_catalog.format('counter "%s" does not exist', name), NULL::text)
    WHERE NOT EXISTS (SELECT FROM dropped);
END;
COMMENT ON FUNCTION counter_drop(text) IS 'removes the counter; 42704 when it does not exist';

-- The counters belong to whoever installs the extension, who says who may use them.
ALTER FUNCTION counter_create(text, integer, bigint, bigint) OWNER TO @extowner@;
ALTER FUNCTION counter_take(text, integer) OWNER TO @extowner@;
ALTER FUNCTION counter_next(text) OWNER TO @extowner@;
ALTER FUNCTION counter_drop(text) OWNER TO @extowner@;
REVOKE ALL ON objectid_counter FROM PUBLIC;
REVOKE ALL ON FUNCTION
    counter_create(text, integer, bigint, bigint), counter_take(text, integer), counter_next(text), counter_drop(text)
    FROM PUBLIC;

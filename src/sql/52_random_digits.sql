-- Numbers of random decimal digits, and a trigger that assigns free ones.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION gen_random_digits(digits integer) RETURNS bigint
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_random_digits(integer) IS
    'each number of so many decimal digits, 1 to 18, with the same chance, from the strong random source';

-- Two transactions never pick the same number: the numbers fall into buckets, by their remainder, and
-- whoever picks one holds its bucket to the end of the transaction, by an advisory lock on table and
-- bucket. (A lock for each number would fill the lock table.) A transaction goes on in its bucket. It
-- finds it again in a setting, which ends with the transaction or savepoint just as the lock does;
-- anybody can write the setting, so it says no more than where to look first. A transaction waits for
-- a bucket only while it holds none, hence no two wait for one another.
CREATE FUNCTION assign_random_digits() RETURNS trigger
    LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
    SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    buckets CONSTANT integer := 251; -- a prime: with an even one all numbers of a bucket could be odd
    draws CONSTANT integer := 8; -- before a bucket is searched number by number
    id_column text := TG_ARGV[0];
    digits integer := CASE WHEN TG_ARGV[1] ~ '^[0-9]{1,2}$' THEN TG_ARGV[1]::integer END;
    numbers bigint; -- that have so many digits, with leading zeros
    unique_in oid;
    lock_table integer;
    lock_column integer;
    setting text;
    own_bucket integer;
    first_bucket integer;
    stride integer;
    busy_bucket integer;
    bucket integer;
    number bigint;
    is_given boolean;
    column_type oid;
    column_modifier integer;
    column_digits integer;
    draw text;
    probe text;
    search text;
BEGIN
    IF TG_WHEN <> 'BEFORE' OR TG_LEVEL <> 'ROW' THEN
        RAISE EXCEPTION 'function "assign_random_digits" must be fired BEFORE ROW' USING ERRCODE = '39P01';
    ELSIF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'function "assign_random_digits" must be fired for INSERT' USING ERRCODE = '39P01';
    ELSIF TG_NARGS <> 2 THEN
        RAISE EXCEPTION 'invalid number of arguments for function "assign_random_digits": %', TG_NARGS
            USING ERRCODE = '22023', DETAIL = 'The arguments are a column and a number of digits.';
    ELSIF (digits BETWEEN 1 AND 18) IS NOT TRUE THEN
        RAISE EXCEPTION 'invalid number of digits: "%"', TG_ARGV[1]
            USING ERRCODE = '22023', DETAIL = 'Valid numbers are 1 to 18.';
    END IF;

    EXECUTE format('SELECT ($1).%I IS NOT NULL', id_column) INTO is_given USING NEW;
    IF is_given THEN
        RETURN NEW;
    END IF;

    numbers := 10::numeric ^ digits;
    unique_in := coalesce(pg_partition_root(TG_RELID), TG_RELID);
    lock_table := unique_in::bigint::bit(32)::integer;
    lock_column := hashtext(id_column) & -256; -- leaves the low bits to the bucket
    setting := format('objectid.bucket_%s_%s', unique_in, lock_column::bigint & 4294967295);
    own_bucket := abs(nullif(current_setting(setting, true), '')::integer % buckets);

    IF pg_try_advisory_xact_lock(lock_table, lock_column | own_bucket) IS NOT TRUE THEN
        own_bucket := NULL;
        SELECT a.atttypid, a.atttypmod INTO column_type, column_modifier
        FROM pg_attribute a
        WHERE a.attrelid = TG_RELID AND a.attname = id_column;
        WHILE EXISTS (SELECT FROM pg_type t WHERE t.oid = column_type AND t.typtype = 'd') LOOP
            SELECT t.typbasetype, t.typtypmod INTO column_type, column_modifier
            FROM pg_type t
            WHERE t.oid = column_type;
        END LOOP;
        column_digits := CASE
            WHEN column_type = 'integer'::regtype THEN 9
            WHEN column_type = 'bigint'::regtype THEN 18
            WHEN column_type <> 'numeric'::regtype THEN 0
            WHEN column_modifier = -1 THEN 18
            -- precision - scale, packed as numeric.c does; a negative scale would round
            WHEN (column_modifier - 4) & 1024 = 0 THEN
                ((column_modifier - 4) >> 16) - ((column_modifier - 4) & 1023)
            ELSE 0
        END;
        IF digits > column_digits THEN
            RAISE EXCEPTION 'column "%" of type % cannot hold % random digits',
                id_column, format_type(column_type, column_modifier), digits
                USING ERRCODE = '42804',
                    DETAIL = 'It has to be integer (up to 9 digits), bigint, or numeric with as many digits before the point.';
        END IF;
        IF NOT EXISTS (
            SELECT
            FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid IN (TG_RELID, unique_in) AND a.attname = id_column
                AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
                AND (i.indnkeyatts = 1 OR i.indrelid <> TG_RELID)
        ) THEN
            RAISE EXCEPTION 'there is no unique index on column "%" of relation "%"', id_column, TG_TABLE_NAME
                USING ERRCODE = '42P10', HINT = CASE
                    WHEN unique_in = TG_RELID THEN
                        format('Create one with CREATE UNIQUE INDEX ON %s (%I).', unique_in::regclass, id_column)
                    ELSE
                        format('Create one on %s whose columns are %I and those of the partition key.',
                            unique_in::regclass, id_column)
                END;
        END IF;
    END IF;

    draw := format('SELECT %s.gen_random_digits(%s)', (
        SELECT p.pronamespace::regnamespace
        FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = TG_RELID AND t.tgname = TG_NAME), digits);
    -- The number if it is free, else none.
    probe := format('SELECT $1 WHERE $1 < %s AND NOT EXISTS (SELECT FROM %s WHERE %I = $1)',
        numbers, unique_in::regclass, id_column);
    -- The first free number of its bucket from this one on and around.
    search := format(
        'SELECT n.number FROM ('
            'SELECT generate_series($1, %1$s, %2$s) AS number '
            'UNION ALL '
            'SELECT generate_series($1 %% %2$s, least($1, %1$s + 1) - 1, %2$s)'
        ') n WHERE (SELECT true FROM %3$s WHERE %4$I = n.number LIMIT 1) IS NULL LIMIT 1',
        numbers - 1, buckets, unique_in::regclass, id_column);

    LOOP
        busy_bucket := NULL;
        first_bucket := floor(random() * buckets);
        stride := 1 + floor(random() * (buckets - 1));
        FOR i IN 1 .. draws + 1 + buckets LOOP
            EXECUTE draw INTO number;
            bucket := CASE
                WHEN i <= draws + 1 THEN coalesce(own_bucket, number % buckets)
                ELSE (first_bucket + i * stride) % buckets
            END;
            number := number - number % buckets + bucket;
            EXECUTE CASE WHEN i <= draws THEN probe ELSE search END INTO number USING number;
            CONTINUE WHEN number IS NULL;
            IF bucket = own_bucket THEN
                RETURN jsonb_populate_record(NEW, jsonb_build_object(id_column, number));
            END IF;
            BEGIN
                IF pg_try_advisory_xact_lock(lock_table, lock_column | bucket) THEN
                    -- Somebody may have taken it and gone: only what is seen under the lock counts.
                    EXECUTE search INTO number USING number;
                    IF number IS NOT NULL THEN
                        PERFORM set_config(setting, bucket::text, true);
                        RETURN jsonb_populate_record(NEW, jsonb_build_object(id_column, number));
                    END IF;
                    RAISE SQLSTATE 'OD001'; -- gives the bucket back
                END IF;
                busy_bucket := bucket;
            EXCEPTION WHEN SQLSTATE 'OD001' THEN
                NULL;
            END;
        END LOOP;

        IF busy_bucket IS NULL THEN
            RAISE EXCEPTION 'column "%" of relation "%" is out of numbers of % digits',
                id_column, TG_TABLE_NAME, digits
                USING ERRCODE = '2200H';
        ELSIF EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'advisory') THEN
            RAISE EXCEPTION 'could not obtain a number of % digits for column "%" of relation "%"',
                digits, id_column, TG_TABLE_NAME
                USING ERRCODE = '55P03',
                    DETAIL = 'Other transactions hold all buckets in which numbers are left.',
                    HINT = 'Repeat the transaction.';
        END IF;
        BEGIN
            PERFORM pg_advisory_xact_lock(lock_table, lock_column | busy_bucket);
            RAISE SQLSTATE 'OD001';
        EXCEPTION WHEN SQLSTATE 'OD001' THEN
            NULL;
        END;
    END LOOP;
END
$$;
COMMENT ON FUNCTION assign_random_digits() IS
    'BEFORE INSERT trigger (column, digits): fills a null column with a random number that is not taken; 2200H when all are';

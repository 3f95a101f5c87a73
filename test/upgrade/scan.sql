-- Each kind of index finds what a sequential scan finds, and is used
CREATE TEMP TABLE expected (index text, condition text);
INSERT INTO expected VALUES
    ('made_pkey', $$id >= timestamptz '2025-01-10' AND id < timestamptz '2025-01-11'$$),
    ('made_pkey', $$objectid_within(id, tstzrange('2025-01-10', '2025-01-10 01:00'))$$),
    ('made_hash', $$id = (SELECT id FROM made WHERE n = 3 ORDER BY v7 LIMIT 1)$$),
    ('made_minmax', $$id >= timestamptz '2025-01-10' AND id < timestamptz '2025-01-20'$$),
    ('made_multi', $$id >= timestamptz '2025-01-10' AND id < timestamptz '2025-01-20'$$),
    ('made_bloom', $$id = (SELECT id FROM made WHERE n = 4 ORDER BY v7 LIMIT 1)$$),
    ('made_gin', $$ids @> ARRAY[(SELECT ids[1] FROM made WHERE n = 5 ORDER BY v7 LIMIT 1)]$$),
    ('made_composite', $$n = 6 AND id > timestamptz '2025-02-01'$$),
    ('made_expression', $$objectid_timestamp(id) BETWEEN '2025-01-10' AND '2025-01-11'$$),
    ('made_partial', $$n = 7 AND id < timestamptz '2025-01-15'$$),
    ('made_v6_key', $$v6 = (SELECT v6 FROM made WHERE n = 8 ORDER BY v7 LIMIT 1)$$),
    ('made_v7_key', $$uuid_v7_within(v7, tstzrange(
        (SELECT uuid_v7_timestamp(v7) FROM made ORDER BY v7 OFFSET 100 LIMIT 1), NULL))$$),
    ('made_v8_key', $$v8 = 'aaaaaaaa-aaaa-8aaa-aaaa-aaaa00001234'::uuid$$),
    ('made_number_key', $$number < 500000000$$);
DO $$
DECLARE
    item record;
    other name;
    line text;
    plan text;
    counts bigint[];
    wanted bigint;
BEGIN
    FOR item IN SELECT * FROM expected LOOP
        SET LOCAL enable_seqscan = on;
        SET LOCAL enable_indexscan = off;
        SET LOCAL enable_bitmapscan = off;
        SET LOCAL enable_indexonlyscan = off;
        EXECUTE format('SELECT count(*) FROM made WHERE %s', item.condition) INTO wanted;
        SET LOCAL enable_seqscan = off;
        SET LOCAL enable_indexscan = on;
        SET LOCAL enable_bitmapscan = on;
        SET LOCAL enable_indexonlyscan = on;
        -- only this index, until the end of the subtransaction
        BEGIN
            FOR other IN
                SELECT indexname
                FROM pg_indexes
                WHERE tablename = 'made' AND indexname <> item.index
            LOOP
                EXECUTE format('ALTER TABLE made DROP CONSTRAINT IF EXISTS %I CASCADE', other);
                EXECUTE format('DROP INDEX IF EXISTS %I', other);
            END LOOP;
            plan := '';
            FOR line IN EXECUTE format(
                'EXPLAIN (COSTS OFF) SELECT count(*) FROM made WHERE %s', item.condition
            ) LOOP
                plan := plan || line || E'\n';
            END LOOP;
            EXECUTE format('SELECT ARRAY[count(*)] FROM made WHERE %s', item.condition) INTO counts;
            RAISE SQLSTATE 'OD002';
        EXCEPTION WHEN SQLSTATE 'OD002' THEN
        END;
        IF counts[1] <> wanted OR wanted = 0 THEN
            RAISE EXCEPTION '%: % rows by index, % by sequential scan',
                item.condition, counts[1], wanted;
        ELSIF position(item.index in plan) = 0 THEN
            RAISE EXCEPTION '% does not serve %: %', item.index, item.condition, plan;
        END IF;
    END LOOP;
END $$;

-- Whatever generates goes on where it was
DO $$
BEGIN
    ASSERT counter_next('counter', 'one') = 42;
    ASSERT upper(counter_take('counter', 'many', 3)) - 5000 >= 3;
    INSERT INTO invoice DEFAULT VALUES;
    ASSERT (SELECT max(number) FROM invoice) = 2;
    INSERT INTO made (n) SELECT -1 FROM generate_series(1, 1000);
    ASSERT (SELECT count(DISTINCT number) FROM made WHERE n = -1 AND number BETWEEN 0 AND 999999999)
        = 1000;
    ASSERT (SELECT max(unpermute_digits(number, 9, 'key')) FROM made) = 2000;
    ASSERT (SELECT min(id) FROM made WHERE n = -1) > timestamptz '2025-06-01';
    INSERT INTO by_range SELECT id, id FROM made WHERE n = -1;
    INSERT INTO by_hash SELECT id FROM made WHERE n = -1;
    INSERT INTO by_v7 SELECT v7 FROM made WHERE n = -1;
    BEGIN
        INSERT INTO made (v7) VALUES ('c232ab00-9414-11ec-b3c8-9f6bdeced846');
        ASSERT false, 'the domain takes another version';
    EXCEPTION WHEN check_violation THEN
    END;
END $$;
REFRESH MATERIALIZED VIEW newest;

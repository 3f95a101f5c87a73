-- Keys and foreign keys over periods of time, which came with PostgreSQL 18, with nothing but this
-- extension's GiST class.
\set ECHO none
\pset format unaligned
\pset tuples_only on

SET timezone = 'UTC';
SET datestyle = 'ISO';

\echo Whether there is btree_gist, and the classes of a primary key
SELECT count(*) AS btree_gist FROM pg_extension WHERE extname = 'btree_gist';
CREATE TABLE prices (
    product objectid,
    valid_at tstzrange,
    price numeric NOT NULL,
    PRIMARY KEY (product, valid_at WITHOUT OVERLAPS)
);
SELECT amname, opcname
FROM pg_index
JOIN pg_opclass o ON o.oid = ANY (indclass)
JOIN pg_am am ON am.oid = opcmethod
WHERE indexrelid = 'prices_pkey'::regclass
ORDER BY opcname;

INSERT INTO prices VALUES
    ('4d88e15b60f486e428412dc9', '[2026-01-01,2026-02-01)', 10),
    ('4d88e15b60f486e428412dc9', '[2026-02-01,2026-05-01)', 12),
    ('4d88e15b60f486e428412dca', '[2026-01-15,)', 7);
\echo Rows that conflict
INSERT INTO prices VALUES ('4d88e15b60f486e428412dc9', '[2026-01-31,2026-02-02)', 11);
INSERT INTO prices
VALUES ('4d88e15b60f486e428412dc9', '[2026-01-31,2026-02-02)', 11)
ON CONFLICT DO NOTHING;
UPDATE prices SET valid_at = '[2026-01-01,2026-03-01)' WHERE price = 10;
UPDATE prices SET product = '4d88e15b60f486e428412dca' WHERE price = 12;

\echo Foreign keys
CREATE TABLE orders (
    id int PRIMARY KEY,
    product objectid,
    during tstzrange,
    FOREIGN KEY (product, PERIOD during) REFERENCES prices (product, PERIOD valid_at)
);
INSERT INTO orders VALUES
    (1, '4d88e15b60f486e428412dc9', '[2026-01-20,2026-03-01)'), -- covered by two rows
    (2, '4d88e15b60f486e428412dca', '[2026-03-01,)'), (3, NULL, '[1999-01-01,)');
INSERT INTO orders VALUES (4, '4d88e15b60f486e428412dc9', '[2026-01-20,2026-05-02)');
INSERT INTO orders VALUES (4, '4d88e15b60f486e428412dcb', '[2026-01-20,2026-01-21)');
DELETE FROM prices WHERE price = 12;
UPDATE prices SET valid_at = '[2026-01-20,2026-02-01)' WHERE price = 10;
UPDATE prices SET product = '4d88e15b60f486e428412dcb' WHERE price = 10;
DELETE FROM orders WHERE id = 1;
DELETE FROM prices WHERE price = 12;
\echo The rows that are left
SELECT * FROM prices ORDER BY product, valid_at;
SELECT * FROM orders ORDER BY id;

DROP TABLE orders, prices;

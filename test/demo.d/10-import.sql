-- Collections of MongoDB become tables, and the proof that nothing was lost
-- SPDX-License-Identifier: PostgreSQL

\echo A shop leaves MongoDB. Its orders were exported three times over the years, so mongoexport
\echo wrote three styles of JSON:
\echo
\! head -qn 1 test/data/orders.spaced.json test/data/orders.canonical.json | cut -c -128
\! head -n 1 test/data/orders.relaxed.json | cut -c -128
\echo
\echo Who moves is no superuser, but the role that shall own the tables:
\echo
\set ECHO queries
CREATE ROLE mover LOGIN;
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE demo TO mover;
ALTER SCHEMA public OWNER TO mover;
\set ECHO none
\echo '\\c - mover'
\c - mover
SET client_min_messages = warning;
\set ECHO queries
CREATE EXTENSION objectid_migration;
\set ECHO none
\echo
\echo One document is one line: COPY takes it whole when quote and delimiter are characters that
\echo JSON never holds.
\echo
\cd test/data
ALTER TABLE migration.staging ALTER collection SET DEFAULT 'orders';
\echo '\\copy migration.staging (source) FROM orders.json CSV QUOTE e\'\\1\' DELIMITER e\'\\2\''
\copy migration.staging (source) FROM 'orders.spaced.json' CSV QUOTE e'\1' DELIMITER e'\2'
\copy migration.staging (source) FROM 'orders.canonical.json' CSV QUOTE e'\1' DELIMITER e'\2'
\copy migration.staging (source) FROM 'orders.relaxed.json' CSV QUOTE e'\1' DELIMITER e'\2'
ALTER TABLE migration.staging ALTER collection SET DEFAULT 'customers';
\copy migration.staging (source) FROM 'customers.relaxed.json' CSV QUOTE e'\1' DELIMITER e'\2'
ALTER TABLE migration.staging ALTER collection SET DEFAULT 'items';
\copy migration.staging (source) FROM 'items.canonical.json' CSV QUOTE e'\1' DELIMITER e'\2'

\echo
\echo A plan says what becomes of each field. It is edited by UPDATE: here, amounts of money become
\echo numeric, and each item of an order gets a row of its own, which can have a foreign key.
\echo
\set ECHO queries
SELECT path, types, documents, "column", type, note FROM migration.propose('orders');
UPDATE migration.plan SET type = 'numeric' WHERE collection = 'orders' AND path = '$.total';
UPDATE migration.plan SET type = 'table', "table" = 'order_items', "column" = NULL
    WHERE collection = 'orders' AND path = '$.items';
\set ECHO none
\echo 'SELECT migration.statements(\'orders\') \\gexec'
SELECT migration.statements('orders') \gexec
\d order_items
SELECT migration.propose(collection) FROM unnest('{customers,items}'::text[]) AS collection
    \g /dev/null
SELECT migration.statements(collection) FROM unnest('{customers,items}'::text[]) AS collection
    \gexec

\echo
\echo The check makes documents of the rows again and compares them with those of the files. Nothing
\echo differs:
\echo
\set ECHO queries
SELECT * FROM migration.check('orders');
\set ECHO none
\echo
\echo And if a cent is lost?
\echo
\set ECHO queries
BEGIN;
UPDATE orders SET total = total - 0.01 WHERE id = (SELECT max(id) FROM orders);
SELECT * FROM migration.check('orders');
ROLLBACK;
\set ECHO none
DO $$
BEGIN
    ASSERT (SELECT count(*) FROM orders) = 200 AND NOT EXISTS (
        SELECT FROM unnest('{orders,customers,items}'::text[]) AS c, migration.check(c)),
        'the import lost something';
END
$$;

\echo
\echo The ids stay what they were, and references are foreign keys and joins:
\echo
\set ECHO queries
ALTER TABLE order_items ADD FOREIGN KEY (value) REFERENCES items;
ALTER TABLE orders ADD FOREIGN KEY (customer) REFERENCES customers;
SELECT items.name, count(*) AS orders, count(DISTINCT customer) AS customers,
    max(orders.id) AS last_order
FROM orders JOIN order_items ON order_id = orders.id JOIN items ON items.id = value
GROUP BY items.id ORDER BY orders DESC, items.id LIMIT 3;
\set ECHO none

\echo
\echo The same orders as mongoexport writes CSV. ObjectId(...) is what the type reads, so COPY goes
\echo straight to the columns:
\echo
\! head -n 3 orders.csv | cut -c -150
\echo
\set ECHO queries
CREATE TABLE orders_from_csv (id objectid PRIMARY KEY, customer objectid, items jsonb,
                              placed timestamptz, total numeric, note text);
\set ECHO none
\echo '\\copy orders_from_csv FROM orders.csv (FORMAT csv, HEADER)'
\copy orders_from_csv FROM 'orders.csv' (FORMAT csv, HEADER)
DO $$
BEGIN
    ASSERT NOT EXISTS (
        SELECT id, customer, placed, total, note FROM orders
        EXCEPT SELECT id, customer, placed, total, note FROM orders_from_csv),
        'orders differ between JSON and CSV';
END
$$;

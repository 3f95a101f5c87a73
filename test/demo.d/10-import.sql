-- From mongoexport files into relational tables, and the proof that nothing was lost
-- SPDX-License-Identifier: PostgreSQL

\echo A shop leaves MongoDB. Its orders were exported three times over the years, so mongoexport wrote three styles of JSON:
\echo
\! for style in spaced canonical relaxed; do head -n 1 test/data/orders.$style.json | cut -c -128; done
\echo
\echo They become three tables that refer to each other, and the ids stay what they were:
\echo
\set ECHO queries
CREATE TABLE items (id objectid PRIMARY KEY, name text, price numeric);
CREATE TABLE customers (id objectid PRIMARY KEY, name text, town text, since timestamptz);
CREATE TABLE orders (id objectid PRIMARY KEY, customer_id objectid REFERENCES customers,
                     item_ids objectid[] NOT NULL, placed timestamptz, total numeric, note text);
\set ECHO none

-- What the styles write in different ways, apart from ids, the guide's functions read: mongo_time and mongo_text.
\set functions `sed -n '/^CREATE FUNCTION mongo_uuid/,/^END [$][$];/p' doc/migrate-from-mongodb.md`
:functions

CREATE TABLE item_documents (doc jsonb);
CREATE TABLE customer_documents (doc jsonb);
CREATE TABLE order_documents (doc jsonb);
\echo
\echo One document is one line: COPY takes it whole when quote and delimiter are characters that JSON never holds.
\echo Three files of orders, one command each; then a cast from jsonb makes the ids, whatever the style:
\echo
\copy item_documents FROM 'test/data/items.canonical.json' (FORMAT csv, QUOTE e'\x01', DELIMITER e'\x02')
\copy customer_documents FROM 'test/data/customers.relaxed.json' (FORMAT csv, QUOTE e'\x01', DELIMITER e'\x02')
\echo '\\copy order_documents FROM orders.spaced.json (FORMAT csv, QUOTE e\'\\x01\', DELIMITER e\'\\x02\')'
\copy order_documents FROM 'test/data/orders.spaced.json' (FORMAT csv, QUOTE e'\x01', DELIMITER e'\x02')
\copy order_documents FROM 'test/data/orders.canonical.json' (FORMAT csv, QUOTE e'\x01', DELIMITER e'\x02')
\copy order_documents FROM 'test/data/orders.relaxed.json' (FORMAT csv, QUOTE e'\x01', DELIMITER e'\x02')
INSERT INTO items SELECT (doc -> '_id')::objectid, doc ->> 'name', mongo_text(doc -> 'price')::numeric FROM item_documents;
INSERT INTO customers
    SELECT (doc -> '_id')::objectid, doc ->> 'name', doc ->> 'town', mongo_time(doc, 'since') FROM customer_documents;
\set ECHO queries
INSERT INTO orders
    SELECT (doc -> '_id')::objectid, (doc -> 'customer')::objectid,
           ARRAY(SELECT item::objectid FROM jsonb_array_elements(nullif(doc -> 'items', 'null')) AS item),
           mongo_time(doc, 'placed'), mongo_text(doc -> 'total')::numeric, doc ->> 'note'
    FROM order_documents;
\set ECHO none

\echo
\echo The same orders as mongoexport writes CSV. ObjectId(...) is what the type reads, so COPY goes straight to the columns:
\echo
\! head -n 3 test/data/orders.csv | cut -c -150
\echo
\set ECHO queries
CREATE TABLE orders_from_csv (id objectid PRIMARY KEY, customer_id objectid, items jsonb, placed timestamptz, total numeric, note text);
\set ECHO none
\echo '\\copy orders_from_csv FROM orders.csv (FORMAT csv, HEADER)'
\copy orders_from_csv FROM 'test/data/orders.csv' (FORMAT csv, HEADER)

-- Every {"$oid": ...} of the files, wherever in its document, against every id of the tables.
CREATE TEMP VIEW exported_id AS
    SELECT (oid #>> '{}')::objectid AS id
    FROM (TABLE item_documents UNION ALL TABLE customer_documents UNION ALL TABLE order_documents) AS documents,
         jsonb_path_query(doc, 'strict $.**."$oid"', silent => true) AS oid;
CREATE TEMP VIEW stored_id AS
    SELECT id FROM items
    UNION ALL SELECT id FROM customers
    UNION ALL SELECT id FROM orders
    UNION ALL SELECT customer_id FROM orders WHERE customer_id IS NOT NULL
    UNION ALL SELECT unnest(item_ids) FROM orders;
CREATE TEMP VIEW csv_order AS
    SELECT id, customer_id, ARRAY(SELECT item::objectid FROM jsonb_array_elements(items) AS item), placed, total, note FROM orders_from_csv;

\set lines `cat test/data/items.*.json test/data/customers.*.json test/data/orders.*.json | wc -l`
CREATE TEMP TABLE tally AS
    SELECT 'documents in the files, rows in the tables' AS "is anything lost?", :lines AS expected,
           (SELECT count(*) FROM items) + (SELECT count(*) FROM customers) + (SELECT count(*) FROM orders) AS got
    UNION ALL
    SELECT 'ids in the files, ids in the tables', (SELECT count(*) FROM exported_id), (SELECT count(*) FROM stored_id)
    UNION ALL
    SELECT 'ids of the files that no table has', 0, (SELECT count(*) FROM (TABLE exported_id EXCEPT ALL TABLE stored_id) AS lost)
    UNION ALL
    SELECT 'orders for an item that does not exist', 0, (SELECT count(*) FROM orders, unnest(item_ids) AS item LEFT JOIN items ON items.id = item WHERE items.id IS NULL)
    UNION ALL
    SELECT 'orders that differ between JSON and CSV', 0, (SELECT count(*) FROM (TABLE orders EXCEPT ALL TABLE csv_order) AS differ)
    UNION ALL
    SELECT 'orders whose id has the second of their date', (SELECT count(*) FROM orders),
           (SELECT count(*) FROM orders WHERE objectid_timestamp(id) = date_trunc('second', placed));
\echo
TABLE tally;
DO $$ BEGIN ASSERT (SELECT bool_and(expected = got) AND count(*) = 6 FROM tally), 'the import lost something'; END $$;

\echo 'And now it is SQL: references are foreign keys and joins, an array of references is searched with ANY.'
\echo
\set ECHO queries
SELECT items.name, count(*) AS orders, count(DISTINCT customer_id) AS customers, max(orders.id) AS last_order
FROM orders JOIN items ON items.id = ANY (item_ids)
GROUP BY items.id ORDER BY orders DESC, items.id LIMIT 3;

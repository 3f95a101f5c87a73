-- From mongoexport files into relational tables, and the proof that nothing was lost
-- SPDX-License-Identifier: PostgreSQL

\echo A shop leaves MongoDB. Its orders were exported three times over the years, so mongoexport
\echo wrote three styles of JSON:
\echo
\! head -qn 1 test/data/orders.spaced.json test/data/orders.canonical.json | cut -c -128
\! head -n 1 test/data/orders.relaxed.json | cut -c -128
\echo
\echo They become three tables that refer to each other, and the ids stay what they were:
\echo
\set ECHO queries
CREATE TABLE items (id objectid PRIMARY KEY, name text, price numeric);
CREATE TABLE customers (id objectid PRIMARY KEY, name text, town text, since timestamptz);
CREATE TABLE orders (id objectid PRIMARY KEY, customer_id objectid REFERENCES customers,
                     item_ids objectid[] NOT NULL, placed timestamptz, total numeric, note text);
\set ECHO none

CREATE TABLE item_docs (doc jsonb);
CREATE TABLE buyer_docs (doc jsonb);
CREATE TABLE order_docs (doc jsonb);
\echo
\echo One document is one line: COPY takes it whole when quote and delimiter are characters that
\echo JSON never holds.
\echo Three files of orders, one command each. ejson_to_jsonb makes plain JSON of each style,
\echo and the server makes rows of that:
\echo
\copy item_docs FROM 'test/data/items.canonical.json' (FORMAT csv, QUOTE e'\1', DELIMITER e'\2')
\copy buyer_docs FROM 'test/data/customers.relaxed.json' (FORMAT csv, QUOTE e'\1', DELIMITER e'\2')
\echo '\\copy order_docs FROM orders.spaced.json (FORMAT csv, QUOTE e\'\\1\', DELIMITER e\'\\2\')'
\copy order_docs FROM 'test/data/orders.spaced.json' (FORMAT csv, QUOTE e'\1', DELIMITER e'\2')
\copy order_docs FROM 'test/data/orders.canonical.json' (FORMAT csv, QUOTE e'\1', DELIMITER e'\2')
\copy order_docs FROM 'test/data/orders.relaxed.json' (FORMAT csv, QUOTE e'\1', DELIMITER e'\2')
INSERT INTO items
    SELECT _id, name, price
    FROM item_docs, jsonb_to_record(ejson_to_jsonb(doc))
        AS r (_id objectid, name text, price numeric);
INSERT INTO customers
    SELECT _id, name, town, since
    FROM buyer_docs, jsonb_to_record(ejson_to_jsonb(doc))
        AS r (_id objectid, name text, town text, since timestamptz);
\set ECHO queries
INSERT INTO orders
    SELECT _id, customer, items, placed, total, note
    FROM order_docs, jsonb_to_record(ejson_to_jsonb(doc))
        AS r (_id objectid, customer objectid, items objectid[], placed timestamptz,
              total numeric, note text);
\set ECHO none

\echo
\echo The same orders as mongoexport writes CSV. ObjectId(...) is what the type reads, so COPY goes
\echo straight to the columns:
\echo
\! head -n 3 test/data/orders.csv | cut -c -150
\echo
\set ECHO queries
CREATE TABLE orders_from_csv (id objectid PRIMARY KEY, customer_id objectid, items jsonb,
                              placed timestamptz, total numeric, note text);
\set ECHO none
\echo '\\copy orders_from_csv FROM orders.csv (FORMAT csv, HEADER)'
\copy orders_from_csv FROM 'test/data/orders.csv' (FORMAT csv, HEADER)

-- Every {"$oid": ...} of the files, wherever in its document, against every id of the tables.
CREATE TEMP VIEW exported_id AS
    SELECT (oid #>> '{}')::objectid AS id
    FROM (
        TABLE item_docs UNION ALL TABLE buyer_docs UNION ALL TABLE order_docs
    ) AS documents, jsonb_path_query(doc, 'strict $.**."$oid"', silent => true) AS oid;
CREATE TEMP VIEW stored_id AS
    SELECT id FROM items
    UNION ALL SELECT id FROM customers
    UNION ALL SELECT id FROM orders
    UNION ALL SELECT customer_id FROM orders WHERE customer_id IS NOT NULL
    UNION ALL SELECT unnest(item_ids) FROM orders;
CREATE TEMP VIEW csv_order AS
    SELECT id, customer_id, ARRAY(SELECT item::objectid FROM jsonb_array_elements(items) AS item),
        placed, total, note
    FROM orders_from_csv;

\set lines `cat test/data/items.*.json test/data/customers.*.json test/data/orders.*.json | wc -l`
CREATE TEMP TABLE tally ("is anything lost?" text, expected bigint, got bigint);
INSERT INTO tally
    SELECT 'documents in the files, rows in the tables', :lines,
        (SELECT count(*) FROM items) + (SELECT count(*) FROM customers)
            + (SELECT count(*) FROM orders);
INSERT INTO tally
    SELECT 'ids in the files, ids in the tables',
        (SELECT count(*) FROM exported_id), (SELECT count(*) FROM stored_id);
INSERT INTO tally
    SELECT 'ids of the files that no table has', 0, count(*)
    FROM (TABLE exported_id EXCEPT ALL TABLE stored_id) AS lost;
INSERT INTO tally
    SELECT 'orders for an item that does not exist', 0, count(*)
    FROM orders, unnest(item_ids) AS item LEFT JOIN items ON items.id = item
    WHERE items.id IS NULL;
INSERT INTO tally
    SELECT 'orders that differ between JSON and CSV', 0, count(*)
    FROM (TABLE orders EXCEPT ALL TABLE csv_order) AS differ;
INSERT INTO tally
    SELECT 'orders whose id has the second of their date', count(*),
        count(*) FILTER (WHERE objectid_timestamp(id) = date_trunc('second', placed))
    FROM orders;
\echo
TABLE tally;
DO $$
BEGIN
    ASSERT (SELECT bool_and(expected = got) AND count(*) = 6 FROM tally),
        'the import lost something';
END
$$;

\echo And now it is SQL: references are foreign keys and joins, an array of references is searched
\echo with ANY.
\echo
\set ECHO queries
SELECT items.name, count(*) AS orders, count(DISTINCT customer_id) AS customers,
    max(orders.id) AS last_order
FROM orders JOIN items ON items.id = ANY (item_ids)
GROUP BY items.id ORDER BY orders DESC, items.id LIMIT 3;

-- What test/bench/migration compares the plan with: orders become tables by SQL written for them.
-- SPDX-License-Identifier: PostgreSQL

\echo ## load
CREATE EXTENSION objectid;
CREATE TABLE staging (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection text NOT NULL DEFAULT 'orders',
    source jsonb NOT NULL
);
\copy staging (source) FROM 'orders.json' (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')
ANALYZE staging;

\echo ## survey
SELECT path, type, count(*), min(n) AS example
FROM staging, ejson_fields(source) WHERE collection = 'orders'
GROUP BY 1, 2 ORDER BY path COLLATE "C", type;

\echo ## insert
CREATE VIEW document AS
SELECT n, collection, source, ejson_to_jsonb(source->'_id', 'java') AS _id,
    jsonb_strip_nulls(ejson_to_jsonb(source, 'java')) AS doc
FROM staging;
CREATE TABLE orders (
    id objectid PRIMARY KEY DEFAULT gen_objectid(),
    customer objectid,
    placed timestamptz NOT NULL,
    session uuid,
    points numeric,
    paid boolean NOT NULL,
    label bytea,
    note text,
    street text,
    town text
);
CREATE TABLE order_lines (
    order_id objectid REFERENCES orders ON DELETE CASCADE,
    line integer,
    item objectid NOT NULL,
    amount integer NOT NULL,
    price numeric NOT NULL,
    PRIMARY KEY (order_id, line)
);
CREATE TABLE line_discounts (
    order_id objectid,
    line integer,
    discount integer,
    code text NOT NULL,
    percent numeric NOT NULL,
    PRIMARY KEY (order_id, line, discount),
    FOREIGN KEY (order_id, line) REFERENCES order_lines ON DELETE CASCADE
);
CREATE VIEW staged_orders AS
SELECT n, doc || jsonb_build_object('id', _id,
    'street', doc->'address'->'street', 'town', doc->'address'->'town') AS fields
FROM document WHERE collection = 'orders';
CREATE VIEW staged_order_lines AS
SELECT n, element || jsonb_build_object('order_id', _id, 'line', place,
    'amount', (element->>'amount')::numeric::integer) AS fields
FROM document, jsonb_array_elements(doc->'lines') WITH ORDINALITY AS e (element, place)
WHERE collection = 'orders';
CREATE VIEW staged_line_discounts AS
SELECT n, element || jsonb_build_object('order_id', fields->'order_id', 'line', fields->'line',
    'discount', place) AS fields
FROM staged_order_lines,
    jsonb_array_elements(fields->'discounts') WITH ORDINALITY AS e (element, place);

INSERT INTO orders
SELECT r.* FROM staged_orders, jsonb_populate_record(NULL::orders, fields) AS r;
INSERT INTO order_lines
SELECT r.* FROM staged_order_lines, jsonb_populate_record(NULL::order_lines, fields) AS r;
INSERT INTO line_discounts
SELECT r.* FROM staged_line_discounts, jsonb_populate_record(NULL::line_discounts, fields) AS r;
ANALYZE orders, order_lines, line_discounts;

\echo ## check
CREATE VIEW rebuilt AS
SELECT 'orders' AS collection, to_jsonb(id) AS _id, jsonb_strip_nulls(
    to_jsonb(o) - '{id,street,town}'::text[] || jsonb_build_object(
        '_id', id,
        'address', nullif(jsonb_strip_nulls(
            jsonb_build_object('street', street, 'town', town)), '{}'),
        'lines', (
            SELECT coalesce(jsonb_agg(
                to_jsonb(l) - '{order_id,line}'::text[] || jsonb_build_object('discounts', (
                    SELECT jsonb_agg(
                        to_jsonb(d) - '{order_id,line,discount}'::text[] ORDER BY discount)
                    FROM line_discounts AS d WHERE d.order_id = id AND d.line = l.line))
                ORDER BY line), '[]')
            FROM order_lines AS l WHERE order_id = id))) AS doc
FROM orders AS o;
SET timezone = 'UTC';
CREATE TABLE difference (collection text, _id jsonb, in_document jsonb, in_row jsonb);
SELECT format('WITH
    d AS (
        SELECT * FROM document
        WHERE collection = %1$L AND abs(jsonb_hash(_id) %% 10) + 1 = %2$s),
    r AS (
        SELECT * FROM rebuilt
        WHERE collection = %1$L AND abs(jsonb_hash(_id) %% 10) + 1 = %2$s),
    found AS (
        INSERT INTO difference
        SELECT %1$L, _id, d.doc, r.doc FROM d FULL JOIN r USING (_id)
        WHERE d.doc IS DISTINCT FROM r.doc
        RETURNING _id)
    SELECT %1$L, ''%2$s of 10'', count(*) FROM found', 'orders', tenth)
FROM generate_series(1, 10) AS tenth \gexec
SELECT 1 / (NOT EXISTS (SELECT FROM difference))::integer AS nothing_differs;

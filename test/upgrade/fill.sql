-- What is there before: every kind of column, index, partition and object, after test/lib/calls.sql
-- An index for each operator class
CREATE TABLE indexed (id objectid);
SELECT format('CREATE INDEX ON indexed USING %s (id %I%s)', amname, opcname,
    CASE WHEN opcname ~ 'bloom' THEN ' (n_distinct_per_range = 50)' END)
FROM member
    JOIN pg_opclass c ON classid = 'pg_opclass'::regclass AND objid = c.oid
    JOIN pg_am a ON a.oid = opcmethod \gexec
-- Each function, operator and cast that takes values of SQL
SELECT format('CREATE FUNCTION everything() RETURNS SETOF record BEGIN ATOMIC SELECT %s; END',
    string_agg(format('(%s) IS NULL', expression), ', ' ORDER BY expression COLLATE "C"))
FROM calls_of('{"anyelement": "NULL::indexed"}') \gexec
DROP FUNCTION calls_of, value_of;
DROP VIEW member;

CREATE TYPE id_range AS RANGE (subtype = objectid);
CREATE TYPE order_line AS (item objectid, amount integer);
CREATE DOMAIN v6_id AS uuid CHECK (uuid_is_v6(VALUE));
CREATE DOMAIN v7_id AS uuid CHECK (uuid_is_v7(VALUE));
CREATE DOMAIN v8_id AS uuid CHECK (uuid_is_v8(VALUE));
CREATE SEQUENCE made_number;
CREATE TABLE made (
    id objectid PRIMARY KEY DEFAULT gen_objectid(),
    v6 v6_id NOT NULL UNIQUE DEFAULT uuid_v6(),
    v7 v7_id NOT NULL UNIQUE DEFAULT uuid_v7(),
    v8 v8_id UNIQUE,
    made_at timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED,
    ids objectid[],
    number bigint UNIQUE DEFAULT permute_digits(nextval('made_number'), 9, 'key'),
    n integer,
    CHECK (id <> 'ffffffffffffffffffffffff'));
CREATE INDEX made_hash ON made USING hash (id);
CREATE INDEX made_minmax ON made USING brin (id) WITH (pages_per_range = 4);
CREATE INDEX made_multi ON made USING brin (id objectid_minmax_multi_ops)
    WITH (pages_per_range = 4);
CREATE INDEX made_bloom ON made USING brin (id objectid_bloom_ops) WITH (pages_per_range = 4);
CREATE INDEX made_gin ON made USING gin (ids);
CREATE INDEX made_composite ON made (n, id DESC);
CREATE INDEX made_expression ON made (objectid_timestamp(id));
CREATE INDEX made_partial ON made (n) WHERE id < timestamptz '2025-01-15';
INSERT INTO made (id, v8, ids, n, number)
    SELECT gen_objectid(t), uuid_v8(decode(repeat('a', 24) || lpad(to_hex(i), 8, '0'), 'hex')),
        ARRAY[gen_objectid(t), objectid_min(t)], i % 10,
        CASE WHEN i % 20 = 0 THEN permute_digits(nextval('made_number'), 9, 'key') END
    FROM (
        SELECT i, timestamptz '2025-01-01' + i * interval '5 minutes' AS t
        FROM generate_series(1, 20000) i
    ) s;

CREATE TABLE by_range (
    id objectid PRIMARY KEY, made objectid REFERENCES made, lines order_line[], during id_range)
    PARTITION BY RANGE (id);
CREATE TABLE by_range_1 PARTITION OF by_range
    FOR VALUES FROM (MINVALUE) TO ('677c9f800000000000000000');
CREATE TABLE by_range_2 PARTITION OF by_range
    FOR VALUES FROM ('677c9f800000000000000000') TO (MAXVALUE);
INSERT INTO by_range SELECT id, id, ARRAY[ROW(id, n)::order_line], id_range(id, NULL) FROM made;
CREATE TABLE by_hash (id objectid PRIMARY KEY) PARTITION BY HASH (id);
SELECT format(
    'CREATE TABLE by_hash_%s PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER %1$s)', r
)
FROM generate_series(0, 3) r \gexec
INSERT INTO by_hash SELECT id FROM made;
-- Each byte value at each place
INSERT INTO by_hash
    SELECT DISTINCT set_byte('\x000000000000000000000000', place, value)::objectid
    FROM generate_series(0, 11) place, generate_series(0, 255) value;
CREATE TABLE lonely (id objectid, EXCLUDE USING hash (id WITH =));
CREATE TABLE by_v7 (id v7_id PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE by_v7_1 PARTITION OF by_v7
    FOR VALUES FROM ('00000000-0000-7000-8000-000000000000')
    TO ('01950000-0000-7000-8000-000000000000');
CREATE TABLE by_v7_2 PARTITION OF by_v7
    FOR VALUES FROM ('01950000-0000-7000-8000-000000000000') TO (MAXVALUE);
INSERT INTO by_v7 SELECT uuid_v7(made_at) FROM made;
CREATE VIEW recent AS
SELECT id FROM made
WHERE id >= timestamptz '2025-02-01' AND objectid_within(id, tstzrange('2025-01-01', '2025-03-01'));
CREATE MATERIALIZED VIEW newest AS SELECT n, max(id) AS id FROM made GROUP BY n;
CREATE TABLE counter (
    name text, shard integer, shards integer, next bigint, last bigint, PRIMARY KEY (name, shard));
SELECT counter_create('counter', 'one'), counter_create('counter', 'many', 4, 1000, 5000);
SELECT counter_take('counter', 'one', 41), counter_take('counter', 'many', 7);
CREATE TABLE invoice (number bigint PRIMARY KEY DEFAULT counter_next('counter', 'invoice'));
INSERT INTO invoice DEFAULT VALUES;
SET client_min_messages = error; -- wal_level is not for publications
CREATE PUBLICATION published FOR TABLE made (id, v7, n) WITH (publish = 'insert');

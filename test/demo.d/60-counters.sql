-- Numbers without gaps, in batches, and ones of a given length in no visible order
-- SPDX-License-Identifier: PostgreSQL

\echo 'Counters are rows of a table of yours. A number is given again when the transaction'
\echo 'that took it is rolled back, so that there are no gaps:'
\echo
\set ECHO queries
CREATE TABLE counter (
    name text, shard integer, shards integer, next bigint, last bigint,
    PRIMARY KEY (name, shard)
);
CREATE TABLE invoice (
    number bigint PRIMARY KEY DEFAULT counter_next('counter', 'invoice'),
    customer text
);
INSERT INTO invoice (customer) VALUES ('Ada') RETURNING *;
BEGIN;
INSERT INTO invoice (customer) VALUES ('changed his mind') RETURNING *;
ROLLBACK;
INSERT INTO invoice (customer) VALUES ('Grace') RETURNING *;
\set ECHO none

\echo 'A thousand at once, from one of 1,000 shards of a thousand million numbers each:'
\echo
\set ECHO queries
SELECT counter_create('counter', 'account', shards => 1000, shard_size => 1000000000);
SELECT upper(batch) - lower(batch) AS numbers
FROM counter_take('counter', 'account', 1000) AS batch;
\set ECHO none

\echo 'Customers get numbers of six digits, each once,'
\echo 'that do not tell how many customers there are:'
\echo
\set ECHO queries
CREATE SEQUENCE client;
CREATE TABLE clients (
    number bigint PRIMARY KEY DEFAULT permute_digits(nextval('client'), 6, 'a secret of ours'),
    name text
);
INSERT INTO clients (name) VALUES ('Ada'), ('Grace') RETURNING *;
\set ECHO none

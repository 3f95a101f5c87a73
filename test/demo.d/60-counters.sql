-- Numbers without gaps, in batches, and ones of a given length in no visible order
-- SPDX-License-Identifier: PostgreSQL

\echo 'A counter gives a number again when the transaction that took it is rolled back,'
\echo 'so that there are no gaps:'
\echo
\set ECHO queries
SELECT counter_next('invoice');
BEGIN;
SELECT counter_next('invoice');
ROLLBACK;
SELECT counter_next('invoice');
\set ECHO none

\echo 'A thousand at once, from one of 1,000 shards of a thousand million numbers each:'
\echo
\set ECHO queries
SELECT counter_create('account', shards => 1000, shard_size => 1000000000, start => 0);
SELECT upper(batch) - lower(batch) AS numbers FROM counter_take('account', 1000) AS batch;
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

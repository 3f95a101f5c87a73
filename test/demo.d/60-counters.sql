-- Numbers without gaps, in batches, and random ones of a given length
-- SPDX-License-Identifier: PostgreSQL

\echo 'A counter gives a number again when the transaction that took it is rolled back, so that there are no gaps:'
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

\echo 'Customers get random numbers of six digits that nobody else has:'
\echo
\set ECHO queries
CREATE TABLE clients (number bigint UNIQUE, name text);
CREATE TRIGGER number BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION assign_random_digits('number', '6');
INSERT INTO clients (name) VALUES ('Ada'), ('Grace') RETURNING *;
\set ECHO none

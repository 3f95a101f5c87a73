-- pgbench with -M extended or -M prepared: an id is a parameter like any other.
-- SPDX-License-Identifier: PostgreSQL
-- recipe: script
INSERT INTO orders (total) VALUES (1) RETURNING id \gset
SELECT total FROM orders WHERE id = :id;
SELECT count(*) FROM orders WHERE id >= now() - interval '1 minute';
-- recipe: end
-- A row that is not found divides by zero, and ends pgbench with an error.
SELECT 1 / count(*) FROM orders WHERE id = :id AND id > clock_timestamp() - interval '1 hour';

-- objectid as the primary key of a new table: ids made by the server, and the time that is in them
-- SPDX-License-Identifier: PostgreSQL

\echo A new table makes its own ids, and needs no column for the creation time:
\echo
\set ECHO queries
CREATE TABLE events (id objectid PRIMARY KEY DEFAULT gen_objectid(), body text);
INSERT INTO events (body)
VALUES ('first'), ('second'), ('third')
RETURNING id, objectid_timestamp(id) AS created, body;
\set ECHO none

\echo 'Old events get ids of their own time,'
\echo 'here one every five minutes of the first ten months of 2026:'
\echo
\set ECHO queries
INSERT INTO events
    SELECT gen_objectid(t), 'old'
    FROM generate_series(timestamptz '2026-01-01 00:00', '2026-10-31 23:55', '5 minutes') AS t;
\set ECHO none
VACUUM ANALYZE events;

\echo
\echo 'Comparing the id with a time finds a day of events by the primary key.'
\echo 'There is no other index.'
\echo
\set ECHO queries
EXPLAIN (COSTS OFF)
SELECT count(*) FROM events WHERE id >= timestamptz '2026-03-01' AND id < timestamptz '2026-03-02';
SELECT count(*), min(id::timestamptz), max(id::timestamptz)
FROM events WHERE id >= timestamptz '2026-03-01' AND id < timestamptz '2026-03-02';
\set ECHO none

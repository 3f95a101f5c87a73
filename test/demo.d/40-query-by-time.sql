-- Time predicates: a WHERE clause on the time that uses the primary key, and prunes partitions
-- SPDX-License-Identifier: PostgreSQL

\echo 'A range of time may end now, or be a range type:'
\echo
\set ECHO queries
EXPLAIN (COSTS OFF) SELECT count(*) FROM events WHERE id > now() - interval '1 hour';
EXPLAIN (COSTS OFF)
SELECT count(*) FROM events WHERE objectid_within(id, tstzrange('2026-03-01', '2026-03-02'));
\set ECHO none

\echo 'Partitions by month are ranges of ids too,'
\echo 'and those that a query cannot need are never opened:'
\echo
CREATE TABLE log (id objectid PRIMARY KEY DEFAULT gen_objectid(), line text)
    PARTITION BY RANGE (id);
SELECT format('CREATE TABLE log_%s PARTITION OF log FOR VALUES FROM (%L) TO (%L)',
              to_char(month, 'YYYY_MM'),
              objectid_min(month), objectid_min(month + interval '1 month'))
FROM generate_series(timestamptz '2026-01-01', '2026-12-01', '1 month') AS month \gexec
INSERT INTO log
SELECT gen_objectid(t), 'line'
FROM generate_series(timestamptz '2026-01-01', '2026-12-31', '1 hour') AS t;
ANALYZE log;
\set ECHO queries
EXPLAIN (COSTS OFF)
SELECT * FROM log WHERE objectid_within(id, tstzrange('2026-05-20', '2026-06-10'));
\set ECHO none

-- What an id costs on disk, against what people store ObjectIds in, and against uuid
-- SPDX-License-Identifier: PostgreSQL

\echo 'The same 200,000 ids (for uuid: random ones) in a table (id, shop integer),'
\echo 'with a primary key on (id) and an index on (shop, id):'
\echo
CREATE TABLE ids AS
    SELECT gen_objectid() AS id, gen_random_uuid() AS uuid, n % 100 AS shop
    FROM generate_series(1, 200000) AS n;

CREATE TABLE as_objectid AS SELECT id, shop FROM ids;
CREATE TABLE as_uuid AS SELECT uuid AS id, shop FROM ids;
CREATE TABLE as_char24 AS SELECT id::char(24) AS id, shop FROM ids;
CREATE TABLE as_text AS SELECT id::text AS id, shop FROM ids;

SELECT format('ALTER TABLE %1$I ADD PRIMARY KEY (id)', name),
    format('CREATE INDEX %2$I ON %1$I (shop, id)', name, name || '_shop_idx')
FROM unnest('{as_objectid,as_uuid,as_char24,as_text}'::text[]) AS name \gexec

WITH size AS (
    SELECT type, ordinality,
           pg_relation_size('as_' || name) / 1024 AS heap,
           pg_relation_size('as_' || name || '_pkey') / 1024 AS pkey,
           pg_relation_size('as_' || name || '_shop_idx') / 1024 AS pair
    FROM unnest(
        '{objectid,uuid,char24,text}'::text[], '{objectid,uuid,char(24),text}'::text[]
    ) WITH ORDINALITY AS t (name, type)
)
SELECT type, heap AS "table, kB", pkey AS "primary key", pair AS "index (shop, id)",
       heap + pkey + pair AS "together",
       round(100.0 * (heap + pkey + pair)
             / first_value(heap + pkey + pair) OVER (ORDER BY ordinality)) AS "% of objectid"
FROM size
ORDER BY ordinality;

\echo 'Text in either form is far larger, everywhere. Against uuid, the primary key is no smaller:'
\echo 'an index entry of 12 or of 16 bytes is padded to 24 alike. Where an id has neighbors,'
\echo 'in the row or in the index entry, the four bytes less show.'

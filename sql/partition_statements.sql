-- The DDL for partitions by the time of ids, and what it does. Printed are the headings, and what
-- the statements below them find.
\set ECHO none
\pset format unaligned
\pset tuples_only on
\set SHOW_CONTEXT never
SET TimeZone = 'UTC';
SET DateStyle = ISO;
CREATE SCHEMA part;
SET search_path = part, public;

-- The same at a given time
CREATE FUNCTION statements("table" regclass, every interval, ahead int, keep interval,
    at timestamptz) RETURNS SETOF text
    LANGUAGE sql
    RETURN objectid_internal_partition_statements("table", every, ahead, keep, NULL, at);
CREATE FUNCTION statements("table" regclass, every interval, ahead int, at timestamptz)
    RETURNS SETOF text
    LANGUAGE sql RETURN statements("table", every, ahead, NULL, at);

-- The partitions, and the times of their bounds in the time zone of the session
CREATE VIEW partitions AS
SELECT inhparent::regclass AS parent, relname AS partition, lower, upper
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
    regexp_matches(pg_get_expr(relpartbound, c.oid), '\(''(.*)''\) TO \(''(.*)''\)') AS m,
    LATERAL (SELECT
        CASE length(m[1])
            WHEN 24 THEN m[1]::objectid::timestamptz
            ELSE uuid_v7_timestamp(m[1]::uuid)
        END AS lower,
        CASE length(m[2])
            WHEN 24 THEN m[2]::objectid::timestamptz
            ELSE uuid_v7_timestamp(m[2]::uuid)
        END AS upper) AS times
WHERE relnamespace = 'part'::regnamespace AND relkind = 'r' OR relkind = 'f';

-- Create ------------------------------------------------------------------------------------------

CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), n int) PARTITION BY RANGE (id);
CREATE TABLE events (id v7_id PRIMARY KEY DEFAULT uuid_v7(), n int) PARTITION BY RANGE (id);
\echo By UUIDs
SELECT statements('events', '1 month', 0, '2026-11-22');

\echo By objectids: the current period and those after it, once
SELECT statements('orders', '1 month', 2, '2026-11-22');
\gexec
SELECT statements('orders', '1 month', 2, '2026-11-30 23:59:59.999999');
SELECT count(*) FROM statements('orders', '1 month', 2, '2026-12-01');
INSERT INTO orders VALUES
    (objectid_min('2026-11-01')),
    (objectid_max('2026-11-30 23:59:59')),
    (objectid_min('2027-01-31'));
SELECT tableoid::regclass, id::timestamptz FROM orders ORDER BY id;

\echo Now, which is one time for the whole transaction
BEGIN;
CREATE TABLE current (id objectid DEFAULT gen_objectid()) PARTITION BY RANGE (id);
SELECT string_agg(s, ' ') AS printed FROM partition_statements('current', '1 day', 1) AS s \gset
:printed
INSERT INTO current DEFAULT VALUES;
SELECT partition = to_char(lower, '"current_"YYYYMMDD') AS named, lower - 'today' AS since,
    upper - lower AS long
FROM partitions WHERE parent = 'current'::regclass ORDER BY lower;
ROLLBACK;

\echo Each unit, counted from Monday 1900-01-01
CREATE PROCEDURE run("table" regclass, every interval, ahead int, at timestamptz)
    LANGUAGE plpgsql AS $$
DECLARE
    statement text;
BEGIN
    FOR statement IN SELECT part.statements("table", every, ahead, at) LOOP
        EXECUTE statement;
    END LOOP;
END
$$;
CREATE FUNCTION made(type text, every interval, ahead int, at timestamptz)
    RETURNS TABLE (partition name, lower timestamptz, upper timestamptz) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE part.t (id %s) PARTITION BY RANGE (id)', type);
    CALL part.run('part.t', every, ahead, at);
    RETURN QUERY
        SELECT p.partition, p.lower, p.upper FROM part.partitions p
        WHERE parent = 'part.t'::regclass ORDER BY lower;
    IF EXISTS (SELECT part.statements('part.t', every, ahead, at)) THEN
        RAISE 'printed twice';
    END IF;
    DROP TABLE part.t;
END
$$;
SELECT every, m.*
FROM unnest('{1 hour,6 hours,1 day,24 hours,3 days,2 weeks,1 month,3 months,1 year,
        18 months}'::interval[]) AS every,
    made('objectid', every, 0, '2026-11-22 13:30') AS m;
SELECT m.* FROM made('uuid', '100 years', 0, '10500-11-22') AS m;
SELECT m.* FROM made('uuid', '2000 years', 0, '2026-11-22') AS m;
SELECT m.* FROM made('objectid', '1 year', 80, '2026-11-22') AS m;

\echo Since another time: what is missing from its period to that of now, and after
CREATE FUNCTION statements_since("table" regclass, every interval, ahead int, keep interval,
    since timestamptz, at timestamptz) RETURNS SETOF text
    LANGUAGE sql
    RETURN objectid_internal_partition_statements("table", every, ahead, keep, since, at);
CREATE TABLE past (id objectid) PARTITION BY RANGE (id);
CALL run('past', '1 month', 0, '2026-08-15');
SELECT statements_since('past', '1 month', 1, NULL, '2026-06-30 23:59', '2026-11-22') \gexec
SELECT partition, lower FROM partitions WHERE parent = 'past'::regclass ORDER BY lower;
SELECT statements_since('past', '1 month', 1, NULL, '2026-06-30 23:59', '2026-11-22');
CREATE TABLE past_hours (id uuid) PARTITION BY RANGE (id);
SELECT count(*)
FROM statements_since('past_hours', '1 hour', 0, '8760 hours', '2025-11-22', '2026-11-22');
SELECT statements_since('past', '1 month', 0, '3 months', '2026-08-22', '2026-11-22');
SELECT statements_since('past', '1 month', 0, '3 months', '2026-08-21', '2026-11-22');
SELECT statements_since('past', '1 month', 0, NULL, '2026-11-23', '2026-11-22');
SELECT count(*)
FROM statements_since('past_hours', '1 year', 0, NULL, '1970-01-01', '2026-11-22');
SET TimeZone = 'Asia/Tokyo';
SELECT statements_since('past', '1 month', 0, NULL, '1970-01-01 00:00+00', '2026-11-22');
SET TimeZone = 'UTC';

\echo Time zones: local periods
-- Also where a clock change makes one longer, shorter or begin later, or leaves it out
CREATE FUNCTION made_in(zone text, type text, every interval, ahead int, at timestamptz)
    RETURNS TABLE (partition name, lower text, upper text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('TimeZone', zone, true);
    RETURN QUERY SELECT m.partition, m.lower::text, m.upper::text
        FROM part.made(type, every, ahead, at) AS m;
END
$$;
SELECT zone, m.* FROM (VALUES
    ('Europe/Paris', 'objectid', interval '1 month', 1, timestamptz '2026-10-31 23:30+00'),
    ('Europe/Paris', 'objectid', '1 hour', 2, '2026-10-25 02:30+02'),
    ('Europe/Paris', 'objectid', '1 hour', 1, '2026-10-25 02:30+01'),
    ('Europe/Paris', 'objectid', '1 hour', 2, '2026-03-29 00:30+01'),
    ('Europe/Paris', 'objectid', '6 hours', 1, '2026-03-29 00:30+01'),
    ('America/Sao_Paulo', 'objectid', '1 day', 1, '2017-10-15 10:00-02'),
    ('America/Sao_Paulo', 'objectid', '1 day', 1, '2018-02-17 23:30-03'),
    ('Pacific/Apia', 'objectid', '1 day', 2, '2011-12-29 12:00-10'),
    ('Australia/Lord_Howe', 'uuid', '1 hour', 2, '2026-10-04 01:30+10:30'))
    AS v (zone, type, every, ahead, at), made_in(zone, type, every, ahead, at) AS m;
SELECT count(*), bool_and(lower::timestamptz < upper::timestamptz),
    max(upper::timestamptz) - min(lower::timestamptz)
FROM made_in('Pacific/Apia', 'objectid', '1 hour', 30, '2011-12-29 20:00-10');

\echo The statements mean the same under every setting
CREATE TABLE setting (id objectid) PARTITION BY RANGE (id);
SET DateStyle = 'SQL, DMY';
SET quote_all_identifiers = on;
SET TimeZone = 'America/New_York';
SELECT string_agg(s, ' ') AS printed FROM statements('setting', '1 day', 0, '2026-02-01') AS s \gset
SELECT :'printed' WHERE :'printed' NOT LIKE 'ALTER TABLE part.setting RESET %'
    '/* 2026-02-01 00:00:00-05 */) TO %/* 2026-02-02 00:00:00-05 */);';
SET TimeZone = 'Asia/Tokyo';
SET search_path = pg_catalog;
:printed
RESET search_path;
SET search_path = part, public;
RESET quote_all_identifiers;
SET DateStyle = ISO;
SET TimeZone = 'America/New_York';
SELECT partition, lower, upper FROM partitions WHERE parent = 'setting'::regclass;
SELECT statements('setting', '1 day', 0, '2026-02-01');
SET TimeZone = 'UTC';

\echo Names: quoted, clipped between characters, and different for different tables
-- With a default partition, DETACH PARTITION allows no CONCURRENTLY.
CREATE SCHEMA "It's ""here""";
CREATE TABLE "It's ""here"""."a ""b"" 'c' \d %s" ("the ""id""" objectid)
    PARTITION BY RANGE ("the ""id""");
CREATE TABLE "It's ""here"""."default %I" PARTITION OF "It's ""here"""."a ""b"" 'c' \d %s" DEFAULT;
SELECT statements($$"It's ""here"""."a ""b"" 'c' \d %s"$$, '1 year', 0, '2026-11-22');
\gexec
SELECT statements($$"It's ""here"""."a ""b"" 'c' \d %s"$$, '1 year', 0, '2026-11-22');
SELECT statements($$"It's ""here"""."a ""b"" 'c' \d %s"$$, '1 year', 0, '0 days', '2027-11-22');
\gexec
DO $$
DECLARE
    long text := repeat(chr(228), 30);
BEGIN
    FOR i IN 1 .. 2 LOOP
        EXECUTE format('CREATE TABLE %I (id objectid) PARTITION BY RANGE (id)', long || i);
        CALL run(format('%I', long || i), '1 hour', 0, '2026-11-22 13:30');
    END LOOP;
    FOR i IN 49 .. 51 LOOP
        EXECUTE format('CREATE TABLE %I (id objectid) PARTITION BY RANGE (id)', repeat('x', i));
        CALL run(repeat('x', i), '1 hour', 0, '2026-11-22 13:30');
    END LOOP;
END
$$;
SELECT length(p.relname), count(DISTINCT partition),
    min(octet_length(partition)) AS shortest, max(octet_length(partition)) AS longest,
    bool_and(starts_with(p.relname,
        substring(partition FROM '^(.*?)(_[0-9a-f]{1,8})?_20261122_13$'))) AS named,
    count(*) FILTER (WHERE partition = p.relname || '_20261122_13') AS in_full
FROM partitions JOIN pg_class p ON p.oid = parent
WHERE lower = '2026-11-22 13:00' AND length(p.relname) > 30 GROUP BY 1 ORDER BY 1;
-- They stay the same, or partitions that exist would not be dropped.
SELECT partition FROM partitions WHERE partition ~ '^x+_[0-9a-f]{1,8}_20261122_13$';

\echo Created otherwise than by CREATE TABLE ... PARTITION OF, but for the names of indexes
CREATE TABLE other (id objectid PRIMARY KEY);
CREATE DOMAIN mongo_id AS objectid CHECK (VALUE > '000000000000000000000000');
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TABLE rich (
    dropped int,
    id mongo_id,
    number bigint GENERATED BY DEFAULT AS IDENTITY,
    other objectid REFERENCES other,
    created timestamptz GENERATED ALWAYS AS (objectid_timestamp(id)) STORED,
    t text COLLATE "C" DEFAULT 'x' CHECK (t <> '') NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (id, t) DEFERRABLE
) PARTITION BY RANGE (id);
ALTER TABLE rich DROP COLUMN dropped;
ALTER TABLE rich ALTER COLUMN t SET STORAGE EXTERNAL;
CREATE INDEX ON rich (lower(t)) WHERE t > 'a';
CREATE STATISTICS rich_statistics ON id, t FROM rich;
CREATE TRIGGER nothing BEFORE INSERT ON rich FOR EACH ROW EXECUTE FUNCTION nothing();
COMMENT ON COLUMN rich.t IS 'text';
CREATE TABLE by_hand PARTITION OF rich
    FOR VALUES FROM (objectid_min('2026-10-01')) TO (objectid_min('2026-11-01'));
CALL run('rich', '1 month', 0, '2026-11-22');
CREATE FUNCTION properties(rel regclass) RETURNS SETOF text LANGUAGE sql BEGIN ATOMIC
    SELECT format('%s %s %s %s %s %s %s %s %s', attname, atttypid::regtype, attnotnull, attstorage,
        attgenerated, attcollation, attislocal, attinhcount, pg_get_expr(adbin, rel))
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = rel AND adnum = attnum
    WHERE attrelid = rel AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT format('%s %s %s %s %s', contype, convalidated, conislocal, coninhcount,
        pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid = rel
    UNION ALL
    SELECT replace(regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \S+', ''), rel::text, '')
    FROM pg_index WHERE indrelid = rel
    UNION ALL
    SELECT replace(pg_get_triggerdef(oid), rel::text, '')
    FROM pg_trigger WHERE tgrelid = rel AND NOT tgisinternal
    UNION ALL
    SELECT format('statistics %s', count(*)) FROM pg_statistic_ext WHERE stxrelid = rel
    UNION ALL
    SELECT format('%s %s %s', relpersistence, relreplident, reloptions)
    FROM pg_class WHERE oid = rel;
END;
SELECT count(*) > 10 AS compared FROM properties('by_hand');
(SELECT properties('by_hand') EXCEPT ALL SELECT properties('rich_202611'))
UNION ALL
(SELECT properties('rich_202611') EXCEPT ALL SELECT properties('by_hand'));
INSERT INTO other VALUES (objectid_min('2026-11-02'));
INSERT INTO rich (id, other) VALUES (objectid_min('2026-11-02'), objectid_min('2026-11-02'));

\echo In the tablespace of the table
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE "regress partition" LOCATION '';
CREATE TABLE spaced (id objectid) PARTITION BY RANGE (id) TABLESPACE "regress partition";
CALL run('spaced', '1 day', 0, '2026-11-22');
SELECT spcname FROM pg_class c JOIN pg_tablespace s ON s.oid = reltablespace
WHERE c.oid = 'spaced_20261122'::regclass;
DROP TABLE spaced;
DROP TABLESPACE "regress partition";

\echo A temporary table
CREATE TEMP TABLE passing (id objectid) PARTITION BY RANGE (id);
SELECT statements('passing', '1 day', 0, '2026-11-22')
    ~ '^ALTER TABLE pg_temp_\d+\.passing.* CREATE TABLE pg_temp_\d+\.passing_20261122 '
        '\(LIKE pg_temp_\d+\.passing ' AS qualified;
CALL run('passing', '1 day', 0, '2026-11-22');
SELECT relpersistence, relname FROM pg_class
WHERE oid = (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'passing'::regclass);
SELECT regexp_replace(statements('passing', '1 day', 0, '0 days', '2026-11-24'),
    'pg_temp_\d+', 'pg_temp', 'g') OFFSET 1;

-- What is in the way ------------------------------------------------------------------------------

\echo Other bounds, MINVALUE and MAXVALUE
CREATE TABLE way (id objectid) PARTITION BY RANGE (id);
CREATE TABLE way_old PARTITION OF way FOR VALUES FROM (MINVALUE) TO (objectid_min('2026-02-01'));
CREATE TABLE way_weeks PARTITION OF way
    FOR VALUES FROM (objectid_min('2026-02-01')) TO (objectid_min('2026-02-15'));
CREATE TABLE way_rest PARTITION OF way FOR VALUES FROM (objectid_min('2026-05-01')) TO (MAXVALUE);
SELECT statements('way', '1 month', 4, '2026-01-15');
\echo The same period under another name is none
CREATE TABLE way_april PARTITION OF way
    FOR VALUES FROM (objectid_min('2026-04-01')) TO (objectid_min('2026-05-01'));
CALL run('way', '1 month', 1, '2026-03-15');
SELECT statements('way', '1 month', 1, '2026-03-15');
\echo Bounds in another time zone
SET TimeZone = 'Europe/Paris';
SELECT statements('way', '1 month', 0, '2026-03-15');
SET TimeZone = 'UTC';

\echo A name that is taken
ALTER TABLE way DETACH PARTITION way_rest;
CREATE VIEW way_202605 AS SELECT 1;
SELECT statements('way', '1 month', 0, '2026-05-15');

\echo Gaps, not those that are older than keep
ALTER TABLE way DETACH PARTITION way_202603;
SELECT count(*) FROM statements('way', '1 month', 0, '2026-08-15');
SELECT count(*) FROM statements('way', '1 month', 0, '3 months', '2026-08-15');

\echo Without keep, no partition is too old, not even one of uuids that have no time
CREATE TABLE legacy (id uuid) PARTITION BY RANGE (id);
CREATE TABLE legacy_first PARTITION OF legacy
    FOR VALUES FROM (MINVALUE) TO (uuid_v7_min('1970-01-01'));
SELECT count(*) FROM statements('legacy', '1 month', 0, '2026-08-15');

-- Detach and drop ---------------------------------------------------------------------------------

CREATE TABLE old (id objectid PRIMARY KEY, n int) PARTITION BY RANGE (id);
CALL run('old', '1 month', 12, '2026-01-15');
\echo Whole periods
SELECT statements('old', '1 month', 0, '10 months', '2026-12-31 23:59:59');
SELECT statements('old', '1 month', 0, '10 months', '2027-01-01');
SELECT statements('old', '1 month', 0, '200 years', '2027-01-01');
\echo Of every length that this function makes
CALL run('old', '1 day', 0, '2025-12-31');
CALL run('old', '1 year', 0, '2024-12-31');
CALL run('old', '1 hour', 0, '2025-12-30 23:30');
SELECT statements('old', '1 month', 0, '10 months', '2026-12-15');
\gexec
SELECT count(*) FROM statements('old', '1 month', 0, '10 months', '2026-12-15');

\echo Left alone: foreign tables, partitioned ones, those of others, of other schemas or names
CREATE ROLE regress_partition_other;
GRANT ALL ON SCHEMA part TO regress_partition_other;
ALTER TABLE old RENAME TO keep;
ALTER TABLE old_202602 RENAME TO keep_202602;
ALTER TABLE old_202603 RENAME TO keep_202602x;
ALTER TABLE old_202604 RENAME TO keep_202604;
ALTER TABLE keep_202604 OWNER TO regress_partition_other;
ALTER TABLE old_202605 RENAME TO keep_202605;
ALTER TABLE keep_202605 SET SCHEMA public;
DROP TABLE old_202606, old_202607;
CREATE TABLE keep_202606 PARTITION OF keep
    FOR VALUES FROM (objectid_min('2026-06-01')) TO (objectid_min('2026-07-01'))
    PARTITION BY HASH (id);
CREATE FOREIGN DATA WRAPPER regress_partition;
CREATE SERVER regress_partition FOREIGN DATA WRAPPER regress_partition;
ALTER TABLE keep DROP CONSTRAINT old_pkey;
CREATE FOREIGN TABLE keep_202607 PARTITION OF keep
    FOR VALUES FROM (objectid_min('2026-07-01')) TO (objectid_min('2026-08-01'))
    SERVER regress_partition;
CREATE TABLE keep_1900 PARTITION OF keep FOR VALUES FROM (MINVALUE) TO (objectid_min('2026-01-01'));
SELECT statements('keep', '1 month', 0, '4 months', '2026-12-15');
DROP TABLE keep, public.keep_202605;
DROP SERVER regress_partition;
DROP FOREIGN DATA WRAPPER regress_partition;

\echo Detached and not dropped: named again
-- If it is a table of the owner with the key and an older period
CREATE TABLE stay (id objectid, n int) PARTITION BY RANGE (id);
CALL run('stay', '1 month', 3, '2025-12-15');
CREATE VIEW staying AS SELECT * FROM stay_202512;
SELECT statements('stay', '1 month', 0, '1 month', '2026-02-15') \gexec
SELECT statements('stay', '1 month', 0, '1 month', '2026-02-15');
CREATE TABLE stay_2025 (id objectid);
CREATE TABLE stay_20251231_23 (n int, id objectid);
CREATE TABLE stay_2026 (id objectid);
CREATE TABLE stay_20260115_12 (id objectid);
CREATE TABLE stay_20260114 (id uuid);
CREATE TABLE stay_20260113 (ids objectid);
CREATE TABLE stay_20260112_ (id objectid);
CREATE TABLE stay_20260111 (id objectid);
ALTER TABLE stay_20260111 OWNER TO regress_partition_other;
CREATE VIEW stay_20260110 AS TABLE stay;
CREATE TABLE public.stay_20260109 (id objectid);
SELECT statements('stay', '1 month', 0, '1 month', '2026-02-15 12:30');
SELECT statements('stay', '1 month', 0, '2026-02-15 12:30');
DROP TABLE public.stay_20260109;

\echo A detachment that was interrupted is finished first
CALL run('events', '1 day', 2, '2026-01-01');
UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 'events_20260102'::regclass;
SELECT statements('events', '1 day', 0, '0 days', '2026-01-03');

\echo A uuid that is not of version 7, in the variant of the RFC, has no time
CREATE TABLE random (id uuid) PARTITION BY RANGE (id);
CREATE TABLE random_1 PARTITION OF random
    FOR VALUES FROM ('00000000-0000-4000-8000-000000000000')
    TO ('00000001-0000-4000-8000-000000000000');
CREATE TABLE random_2 PARTITION OF random
    FOR VALUES FROM ('00000001-0000-7000-7fff-000000000000')
    TO ('00000001-0000-7000-c000-000000000000');
SELECT count(*) FROM statements('random', '1 day', 0, '0 days', '2026-01-03');

-- Errors ------------------------------------------------------------------------------------------

\echo Arguments that are refused
SELECT arguments, error_of(format('SELECT partition_statements(%s)', arguments)) AS error
FROM unnest(ARRAY[
    $$NULL, '1 day', 1$$,
    $$'orders', NULL, 1$$,
    $$'orders', '1 day', NULL$$,
    $$'orders', '0 days', 1$$,
    $$'orders', '1 day', -1$$,
    $$'orders', '1 day', 10001$$,
    $$'orders', '1 day', 1, '-1 days'$$,
    $$'other', '1 day', 1$$,
    $$0::regclass, '1 day', 1$$]) AS arguments;
SELECT statements('orders', '1 day', 1, '1 month -29 days', '2026-03-01');
\echo and lengths that are not
SELECT every, error
FROM unnest('{1 month 1 day,1 day 1 hour,-1 days,90 minutes,1 hour 1 second}'::text[]) AS every,
    error_of(format($$SELECT partition_statements('orders', %L, 1)$$, every)) AS error
WHERE error NOT LIKE '22023 | invalid length of a period: %';
\echo With another key, which is refused otherwise
CREATE OPERATOR CLASS backward_ops FOR TYPE uuid USING btree AS
    OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <,
    FUNCTION 1 uuid_cmp(uuid, uuid);
SELECT key, error AS otherwise
FROM unnest('{HASH (id),LIST (id),"RANGE (id, n)",RANGE (n),"RANGE ((coalesce(id, id)))",
        RANGE (u backward_ops)}'::text[]) AS key,
    error_of(format($$
        CREATE TABLE refused (id objectid, n int, u uuid) PARTITION BY %s;
        SELECT partition_statements('refused', '1 day', 1)$$, key)) AS error
WHERE error <> '42809 | "part.refused" is not a table partitioned by range of an objectid or uuid '
    'column';

-- What came with 17: an access method of a partitioned table, and infinite intervals
DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        CREATE ACCESS METHOD "regress heap" TYPE TABLE HANDLER heap_tableam_handler;
        CREATE TABLE stored (id objectid) PARTITION BY RANGE (id) USING "regress heap";
        CALL run('stored', '1 month', 0, '2026-11-22');
        ASSERT 'regress heap' = (
            SELECT amname FROM pg_class c JOIN pg_am a ON a.oid = relam
            WHERE c.oid = 'stored_202611'::regclass);
        ASSERT error_of($q$SELECT partition_statements('stored', 'infinity', 0)$q$)
            ~ 'invalid length of a period: infinity';
        DROP TABLE stored;
        DROP ACCESS METHOD "regress heap";
    END IF;
END
$$;

\echo The owner alone, and no superuser in his place
-- Roles that connect: test/t/partition_statements.pl
SET ROLE regress_partition_other;
SELECT error_of($$SELECT partition_statements('part.orders', '1 day', 1)$$);
CREATE TABLE part.hers (id objectid) PARTITION BY RANGE (id);
SELECT error_of($$SELECT partition_statements('part.hers', '1 day', 1)$$);
SET SESSION AUTHORIZATION regress_partition_other;
SELECT error_of($$SELECT partition_statements('part.hers', '1 day', 1)$$);
RESET SESSION AUTHORIZATION;
SELECT error_of($$SELECT partition_statements('part.hers', '1 day', 1)$$);

SET client_min_messages = warning;
DROP SCHEMA part, "It's ""here""" CASCADE;
DROP ROLE regress_partition_other;

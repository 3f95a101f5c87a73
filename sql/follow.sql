-- What resolved_timestamp and rows_after return and refuse. What other sessions do: test/isolation, test/t/060_follow.pl.

-- The text of an error, with its code
CREATE FUNCTION error_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text; detail text; hint text;
BEGIN
    EXECUTE query;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', SQLSTATE || ': ' || message, nullif(detail, ''), nullif(hint, ''));
END
$$;

-- resolved_timestamp ---------------------------------------------------------------------------------

CREATE TABLE event (
    id objectid PRIMARY KEY DEFAULT gen_objectid(),
    gone int,
    n int,
    doubled int GENERATED ALWAYS AS (n * 2) STORED);
ALTER TABLE event DROP COLUMN gone;

SELECT resolved_timestamp('event') BETWEEN statement_timestamp() AND clock_timestamp();
SELECT resolved_timestamp(NULL) IS NULL;

-- The caller's own rows are visible to himself
BEGIN;
INSERT INTO event (n) VALUES (0);
SELECT pg_sleep(0.001);
SELECT resolved_timestamp('event') > now();
-- Not in a worker, to which the transaction of its leader is another one
SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0; SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL parallel_leader_participation = off;
SELECT count(*) > 10 AND bool_and(resolved_timestamp('event') > now()) FROM pg_type;
ROLLBACK;

-- Tables only
CREATE VIEW event_view AS SELECT * FROM event;
CREATE MATERIALIZED VIEW event_matview AS SELECT * FROM event;
CREATE SEQUENCE event_sequence;
CREATE TYPE event_type AS (id objectid);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE event_foreign (id objectid) SERVER nowhere;
CREATE TABLE event_parts (id objectid) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE event_part PARTITION OF event_parts DEFAULT SERVER nowhere;
SELECT relation, error_of(format('SELECT resolved_timestamp(%L::regclass)', relation))
FROM unnest('{event_view,event_matview,event_sequence,event_pkey,event_type,event_foreign,event_parts,1}'::text[]) relation;
SELECT error_of('SELECT * FROM rows_after(NULL::event_view, NULL::objectid)');
SELECT error_of('SELECT * FROM rows_after(NULL::event_type, NULL::objectid)');
SELECT error_of('SELECT * FROM rows_after(NULL::event_parts, NULL::objectid)');
SELECT error_of('SELECT * FROM rows_after(1, NULL::objectid)');
SELECT error_of('SELECT * FROM rows_after(NULL::record, NULL::objectid)');

-- rows_after -----------------------------------------------------------------------------------------

INSERT INTO event
SELECT (objectid_min('2020-01-01 00:00 UTC'::timestamptz + n * interval '1 s')), n FROM generate_series(1, 9) n;
-- Not over yet
INSERT INTO event VALUES (objectid_min(now() + interval '1 day'), 10);

SELECT * FROM rows_after(NULL::event, NULL::objectid, 3);
SELECT n, doubled FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:03 UTC'), 3);
SELECT n FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:07 UTC'));
SELECT count(*) FROM rows_after(NULL::event, objectid_min('2020-01-01 00:00:09 UTC'));
SELECT count(*) FROM rows_after(NULL::event, objectid_max('2106-01-01'));
SELECT rows_after(NULL::event, NULL::objectid, max_rows => 2);
SELECT t.n FROM event e, rows_after(e, e.id, 2) t WHERE e.n IN (2, 5);

-- A row of the table stands for it as well as NULL does
SELECT n FROM rows_after(ROW(NULL, 1, 2)::event, NULL::objectid, 1);
CREATE DOMAIN event_domain AS event;
SELECT error_of('SELECT * FROM rows_after(NULL::event_domain, NULL::objectid, 1)');

SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid, 0)');
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid, -1)');
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid, NULL)');
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::uuid)');

-- Rows would be missed that others commit while the snapshot is kept
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid)');
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT * FROM rows_after(NULL::event, NULL::objectid);
ROLLBACK;

-- Changes of the table between two calls of a session
ALTER TABLE event ADD COLUMN note text DEFAULT 'new';
SELECT * FROM rows_after(NULL::event, NULL::objectid, 1);
ALTER TABLE event RENAME TO events;
ALTER TABLE events RENAME COLUMN id TO "the ""Key""";
SELECT * FROM rows_after(NULL::events, NULL::objectid, 1);
CREATE TABLE event (id objectid PRIMARY KEY, n int);
SELECT count(*) FROM rows_after(NULL::event, NULL::objectid);
ALTER TABLE event DROP CONSTRAINT event_pkey1;
SELECT error_of('SELECT * FROM rows_after(NULL::event, NULL::objectid)');

-- The key
CREATE TABLE keyed (n int PRIMARY KEY, a objectid, b objectid, u uuid);
INSERT INTO keyed SELECT n, objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s'), objectid_min('2020-01-01 UTC'::timestamptz - n * interval '1 s')
FROM generate_series(1, 3) n;
INSERT INTO keyed VALUES (4, NULL, NULL);
CREATE INDEX ON keyed (a);
CREATE UNIQUE INDEX ON keyed (a, n);
CREATE UNIQUE INDEX ON keyed (a) WHERE n > 1;
CREATE UNIQUE INDEX ON keyed ((a::text));
SELECT error_of('SELECT * FROM rows_after(NULL::keyed, NULL::objectid)');
CREATE UNIQUE INDEX keyed_a ON keyed (a) INCLUDE (n);
CREATE UNIQUE INDEX keyed_a_down ON keyed (a DESC);
SELECT n FROM rows_after(NULL::keyed, NULL::objectid);
CREATE UNIQUE INDEX keyed_b ON keyed (b);
SELECT error_of('SELECT * FROM rows_after(NULL::keyed, NULL::objectid)');
DROP INDEX keyed_a, keyed_a_down;
SELECT n FROM rows_after(NULL::keyed, NULL::objectid);
CREATE UNIQUE INDEX ON keyed (u);
SELECT n FROM rows_after(NULL::keyed, NULL::objectid);
DELETE FROM keyed WHERE n = 4;
ALTER TABLE keyed DROP CONSTRAINT keyed_pkey, ADD PRIMARY KEY (a) DEFERRABLE;
SELECT n FROM rows_after(NULL::keyed, NULL::objectid);

-- Version 7 of uuid, here in a domain; what is of another version is in no order of time
CREATE TABLE versions (id uuid PRIMARY KEY, n int);
INSERT INTO versions SELECT uuid_v7_min('2020-01-01 UTC'::timestamptz + n * interval '1 ms'), n FROM generate_series(1, 3) n;
INSERT INTO versions VALUES
    ('00000000-0000-0000-0000-000000000000', 10), ('00112233-4455-4677-8899-aabbccddeeff', 14),
    (uuid_v6('2020-01-01 UTC'), 16), (uuid_v7_min(now() + interval '1 day'), 17), ('00112233-4455-7677-c899-aabbccddeeff', 18);
SELECT n FROM rows_after(NULL::versions, NULL::uuid);
SELECT n FROM rows_after(NULL::versions, uuid_v7_min('2020-01-01 UTC'::timestamptz + interval '1 ms'));
CREATE TABLE version7 (id uuidv7 PRIMARY KEY, n int);
INSERT INTO version7 SELECT id, n FROM versions WHERE n < 4;
SELECT n FROM rows_after(NULL::version7, NULL::uuid);

-- Partitions and children, whose columns are in another order
CREATE TABLE parted (n int, id objectid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE parted_1 (id objectid NOT NULL, gone int, n int);
ALTER TABLE parted_1 DROP COLUMN gone;
ALTER TABLE parted ATTACH PARTITION parted_1 FOR VALUES FROM (MINVALUE) TO (objectid_min('2020-01-01 00:00:03 UTC'));
CREATE TABLE parted_2 PARTITION OF parted DEFAULT;
INSERT INTO parted SELECT n, objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s') FROM generate_series(1, 5) n;
SELECT * FROM rows_after(NULL::parted, NULL::objectid, 4);
SELECT * FROM rows_after(NULL::parted_1, NULL::objectid);
CREATE TABLE parent (n int, id objectid PRIMARY KEY);
CREATE TABLE child (more text, PRIMARY KEY (id)) INHERITS (parent);
INSERT INTO parent VALUES (1, objectid_min('2020-01-01 UTC')), (3, objectid_min('2020-01-03 UTC'));
INSERT INTO child VALUES (2, objectid_min('2020-01-02 UTC'), 'x');
SELECT * FROM rows_after(NULL::parent, NULL::objectid);
SELECT * FROM rows_after(NULL::child, NULL::objectid);
-- The same key in both: the end of a batch does not come between them
INSERT INTO child SELECT 20 + n, id FROM ONLY parent;
SELECT array_agg(n ORDER BY n) FROM rows_after(NULL::parent, NULL::objectid, 1);
SELECT array_agg(n ORDER BY n) FROM rows_after(NULL::parent, (SELECT id FROM child WHERE n = 2), 1);

-- Temporary tables
CREATE TEMP TABLE passing (id objectid PRIMARY KEY);
INSERT INTO passing VALUES (objectid_min('2020-01-01 UTC'));
SELECT * FROM rows_after(NULL::passing, NULL::objectid);

-- Rights and row security are the caller's ---------------------------------------------------------------

CREATE ROLE regress_follower;
CREATE TABLE secret (id objectid PRIMARY KEY, n int);
INSERT INTO secret SELECT objectid_min('2020-01-01 UTC'::timestamptz + n * interval '1 s'), n FROM generate_series(1, 4) n;
SELECT n FROM rows_after(NULL::secret, NULL::objectid, 1);
SET ROLE regress_follower;
SELECT error_of('SELECT resolved_timestamp(''secret'')');
SELECT error_of('SELECT * FROM rows_after(NULL::secret, NULL::objectid)');
RESET ROLE;
GRANT SELECT (id) ON secret TO regress_follower;
SET ROLE regress_follower;
SELECT error_of('SELECT resolved_timestamp(''secret'')');
SELECT error_of('SELECT * FROM rows_after(NULL::secret, NULL::objectid)');
RESET ROLE;
GRANT SELECT ON secret TO regress_follower;
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY even ON secret USING (n % 2 = 0);
SET ROLE regress_follower;
SELECT n FROM rows_after(NULL::secret, NULL::objectid);
RESET ROLE;
SELECT n FROM rows_after(NULL::secret, NULL::objectid);

-- Whatever stands in the search_path
CREATE SCHEMA trap;
SET search_path = trap, public;
CREATE FUNCTION trap.no(objectid, objectid) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 0';
CREATE OPERATOR trap.< (LEFTARG = objectid, RIGHTARG = objectid, FUNCTION = trap.no);
CREATE OPERATOR trap.> (LEFTARG = objectid, RIGHTARG = objectid, FUNCTION = trap.no);
CREATE FUNCTION trap.uuid_v7_timestamp(uuid) RETURNS timestamptz LANGUAGE sql AS 'SELECT now() WHERE 1 / 0 = 0';
CREATE TABLE trap.secret (id objectid PRIMARY KEY, n int);
CREATE DOMAIN trap.objectid AS text;
SELECT n FROM public.rows_after(NULL::public.secret, objectid_min('2020-01-01 00:00:02 UTC'));
SELECT n FROM public.rows_after(NULL::public.versions, NULL::uuid, 1);
RESET search_path;

-- The extension in another schema, which is not in the search_path
BEGIN;
CREATE SCHEMA "Else where";
ALTER EXTENSION objectid SET SCHEMA "Else where";
SELECT n FROM "Else where".rows_after(NULL::secret, "Else where".objectid_min('2020-01-01 00:00:02 UTC'));
SELECT n FROM "Else where".rows_after(NULL::versions, NULL::uuid, 1);
ROLLBACK;

-- The plan is a scan of the key, without a sort, also where nothing is known of the table ---------------------

CREATE TABLE scanned (id objectid PRIMARY KEY, n int) WITH (autovacuum_enabled = off);
INSERT INTO scanned SELECT gen_objectid('2020-01-01 UTC'::timestamptz + n * interval '1 s'), n FROM generate_series(1, 2000) n;
BEGIN;
SELECT count(*), min(n), max(n) FROM rows_after(NULL::scanned, objectid_min('2020-01-01 00:10 UTC'), 10);
SELECT count(*), min(n), max(n) FROM rows_after(NULL::scanned, NULL::objectid, 10);
SELECT seq_tup_read, idx_scan, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relid = 'scanned'::regclass;
ROLLBACK;
SELECT count(*) FROM rows_after(NULL::scanned, NULL::objectid, 2147483647);

-- The settings of the caller are what they were
SELECT current_setting('enable_seqscan'), current_setting('enable_bitmapscan'), current_setting('enable_sort');

-- More tables than plans are kept
CREATE SCHEMA many;
DO $$
DECLARE
    found bigint;
BEGIN
    FOR i IN 1 .. 70 LOOP
        EXECUTE format('CREATE TABLE many.t%s (id objectid PRIMARY KEY, n int)', i);
        EXECUTE format('INSERT INTO many.t%s VALUES (objectid_min(''2020-01-01''), %s)', i, i);
        EXECUTE format('SELECT n FROM rows_after(NULL::many.t%s, NULL::objectid)', i) INTO found;
        ASSERT found = i;
    END LOOP;
END
$$;

SET client_min_messages = warning;
DROP SCHEMA trap, many CASCADE;
DROP TABLE event, events, keyed, versions, version7, parted, parent, secret, scanned CASCADE;
DROP FOREIGN DATA WRAPPER nowhere CASCADE;
DROP TABLE event_parts;
DROP TYPE event_type;
DROP SEQUENCE event_sequence;
DROP ROLE regress_follower;
DROP FUNCTION error_of(text);

-- A type of the same name that is another one
CREATE TABLE again (n int);
CREATE FUNCTION follow_again() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
    found int;
BEGIN
    DELETE FROM again;
    ALTER TABLE again ADD COLUMN id objectid PRIMARY KEY;
    INSERT INTO again VALUES (1, objectid_min('2020-01-01 UTC'));
    EXECUTE 'SELECT n FROM rows_after(NULL::again, NULL::objectid)' INTO found;
    DROP EXTENSION objectid CASCADE;
    CREATE EXTENSION objectid;
    RETURN found;
END
$$;
BEGIN;
SELECT follow_again();
SELECT follow_again();
ROLLBACK;
DROP TABLE again;
DROP FUNCTION follow_again;

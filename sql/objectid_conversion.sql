-- The statements that turn columns of text, bytea and uuid into objectid, and what they do.

\set VERBOSITY default
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE SCHEMA convert;
SET search_path = convert, public;

CREATE PROCEDURE public.move_columns("table" regclass, VARIADIC columns name[]) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE public.objectid_conversion("table", columns[1], VARIADIC columns[2:]);
END
$$;

-- The obstacles, or the comments but for those that name the columns and the owner
CREATE FUNCTION public.notes("table" regclass, "column" name) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    statement text;
    detail text;
BEGIN
    statement := public.objectid_conversion("table", "column");
    RETURN QUERY SELECT substr(s, 4) FROM regexp_split_to_table(statement, '\n') AS s WHERE s LIKE '--%' OFFSET 2;
EXCEPTION WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN QUERY SELECT regexp_split_to_table(detail, '\n');
END
$$;

-- Every column of the schema that is not an integer, and every foreign key
CREATE VIEW public.convert_columns AS
SELECT attrelid::regclass AS relation, attname AS column, format_type(atttypid, atttypmod) AS type, attnotnull AS filled,
    pg_get_expr(adbin, adrelid) AS "default"
FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relnamespace = 'convert'::regnamespace AND relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped
    AND atttypid <> 'integer'::regtype;
CREATE VIEW public.convert_keys AS
SELECT conrelid::regclass AS relation, conname AS constraint, pg_get_constraintdef(oid) AS definition, convalidated AS valid,
    obj_description(oid, 'pg_constraint') AS comment
FROM pg_constraint
WHERE connamespace = 'convert'::regnamespace AND contype = 'f' AND conparentid = 0;

-- Whatever the session shows, and however it reads -------------------------------------------------

CREATE FUNCTION public.set_otherwise() RETURNS bigint LANGUAGE sql AS $$
    SELECT count(pg_catalog.set_config(name, value, true))
    FROM pg_catalog.pg_settings JOIN (VALUES ('quote_all_identifiers', 'on'), ('standard_conforming_strings', 'off'),
        ('bytea_output', 'escape'), ('array_nulls', 'off'), ('DateStyle', 'SQL, DMY'), ('IntervalStyle', 'sql_standard'),
        ('TimeZone', 'Asia/Kolkata'), ('extra_float_digits', '0'), ('xmloption', 'document'), ('transform_null_equals', 'on'),
        ('row_security', 'off'), ('check_function_bodies', 'off'), ('plpgsql.variable_conflict', 'use_variable'),
        ('plpgsql.extra_errors', 'all')) AS v (name, value) USING (name)
    WHERE name <> 'standard_conforming_strings' OR current_setting('server_version_num')::int < 190000
$$;
CREATE TABLE setting (id text PRIMARY KEY DEFAULT 'none' CHECK (id ~ '^\w{24}$'),
    raw text DEFAULT '507f1f77bcf86cd799439011', n int);
CREATE VIEW setting_view AS
SELECT raw, '\d'::text AS pattern, n = ANY ('{1,NULL}') AS any, n = NULL AS never, lower('A') AS lower, float8 '0.30000000000000004' AS digits,
    '\x00ff'::bytea AS bytes, timestamptz '2026-02-01 00:00+00' AS time, interval '-1 day 2:03' AS span, date '2026-02-01' AS date
FROM setting;
CREATE TEMP TABLE setting_view_before AS SELECT pg_get_viewdef('setting_view');
CREATE TEMP VIEW setting_printed AS
SELECT objectid_conversion('setting', 'raw') AS statement;
-- Before any other call of this session: what a function has parsed, it keeps.
BEGIN;
SELECT set_otherwise() > 12 AS otherwise;
CREATE TEMP TABLE setting_printed_otherwise AS TABLE setting_printed;
COMMIT;
SET TimeZone = 'Asia/Kolkata'; -- times are printed in that of the session
(TABLE setting_printed EXCEPT TABLE setting_printed_otherwise) UNION ALL (TABLE setting_printed_otherwise EXCEPT TABLE setting_printed);
RESET TimeZone;
SELECT notes('setting', 'id');
BEGIN;
SELECT set_otherwise() > 12 AS otherwise;
CALL move_columns('setting', 'raw');
COMMIT;
TABLE setting_view_before EXCEPT SELECT pg_get_viewdef('setting_view');
INSERT INTO setting VALUES ('507f1f77bcf86cd799439012', DEFAULT, 2);
SELECT raw, pattern, "any", pg_typeof(raw) FROM setting_view;

-- One table ---------------------------------------------------------------------------------------

CREATE DOMAIN mongo_id AS char(24) NOT NULL CHECK (VALUE ~ '^[0-9a-f]{24}$');
CREATE TABLE one (
    a text PRIMARY KEY, b varchar(40), c char(24) UNIQUE, d char(30), e mongo_id, f bytea, g uuid, h name,
    i text[], j bytea[], k uuid[], l mongo_id[]
);
INSERT INTO one VALUES ('507f1f77bcf86cd799439011', 'ObjectId("507f1f77bcf86cd799439012")', '507F1F77BCF86CD799439013',
    '507f1f77bcf86cd799439014', '507f1f77bcf86cd799439015', '\x507f1f77bcf86cd799439016',
    '00000000-507f-1f77-bcf8-6cd799439017', '{"$oid": "507f1f77bcf86cd799439018"}',
    '{507f1f77bcf86cd799439019,NULL}', '{"\\x507f1f77bcf86cd79943901a"}', '{00000000-507f-1f77-bcf8-6cd79943901b}',
    '{507f1f77bcf86cd79943901c}');
INSERT INTO one (a, e, i) VALUES ('507f1f77bcf86cd799439021', '507f1f77bcf86cd799439022', '{}');
CALL move_columns('one', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
SELECT * FROM convert_columns WHERE relation = 'one'::regclass ORDER BY 2;
\x on
SELECT * FROM one ORDER BY a;
\x off

-- Again
CALL move_columns('one', 'a', 'i');

-- What is printed, in order; psql runs it
CREATE ROLE regress_objectid_owner;
CREATE ROLE regress_objectid_reader;
GRANT ALL ON SCHEMA convert TO regress_objectid_owner;
CREATE TABLE author (id text PRIMARY KEY DEFAULT gen_objectid(), mentor varchar(24) REFERENCES author DEFERRABLE);
CREATE TABLE book (id text, author char(24) NOT NULL REFERENCES author, n bigint UNIQUE);
\pset format unaligned
SELECT replace(replace(objectid_conversion('book', 'author', 'id'), CURRENT_USER, 'owner'), '_owner_', '_') AS statement;
\pset format aligned
CALL move_columns('book', 'author', 'id');
SELECT * FROM convert_columns WHERE relation IN ('author'::regclass, 'book') ORDER BY relation, 2;
DROP TABLE author, book;

-- With foreign keys -------------------------------------------------------------------------------

CREATE TABLE shop (id mongo_id PRIMARY KEY DEFAULT '507f1f77bcf86cd799439001', parent varchar REFERENCES shop ON DELETE SET NULL);
CREATE TABLE customer (shop text REFERENCES shop, id text NOT NULL, n int, friend text, PRIMARY KEY (shop, n), UNIQUE (id, shop));
ALTER TABLE customer ADD CONSTRAINT friendship FOREIGN KEY (friend, shop) REFERENCES customer (id, shop)
    MATCH SIMPLE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED NOT VALID;
COMMENT ON CONSTRAINT friendship ON customer IS 'a friend of one''s own shop';
CREATE TABLE visit (n int, who text, shop char(24) REFERENCES shop, FOREIGN KEY (who, shop) REFERENCES customer (id, shop),
    FOREIGN KEY (shop, n) REFERENCES customer (shop, n));
CREATE TABLE apart (id text PRIMARY KEY);
INSERT INTO shop VALUES (DEFAULT, NULL), ('507f1f77bcf86cd799439002', '507f1f77bcf86cd799439001');
INSERT INTO customer VALUES ('507f1f77bcf86cd799439002', '507f1f77bcf86cd799439003', 1, NULL),
    ('507f1f77bcf86cd799439002', '507f1f77bcf86cd799439004', 2, '507f1f77bcf86cd799439003');
INSERT INTO visit VALUES (1, '507f1f77bcf86cd799439003', '507f1f77bcf86cd799439002'), (NULL, NULL, NULL);
CREATE TEMP TABLE keys_before AS SELECT * FROM convert_keys;
CREATE TEMP TABLE rows_before AS SELECT shop.*, customer.id AS customer, n, friend FROM shop LEFT JOIN customer ON shop.id = shop;

-- From any of them to all of them, whatever the side
SELECT notes('shop', 'parent');
CALL move_columns('visit', 'who');
SELECT * FROM convert_columns WHERE relation IN ('shop'::regclass, 'customer', 'visit', 'apart') ORDER BY relation::text COLLATE "C", 2;
SELECT * FROM keys_before EXCEPT SELECT * FROM convert_keys;
SELECT * FROM convert_keys EXCEPT SELECT * FROM keys_before;
SELECT relation, "constraint", valid, comment FROM convert_keys ORDER BY relation::text COLLATE "C", 2;
SELECT count(*) FROM rows_before
JOIN (SELECT shop.*, customer.id AS customer, n, friend FROM shop LEFT JOIN customer ON shop.id = shop) AS r
    ON (r.id::text, r.customer::text, r.n, r.friend::text) IS NOT DISTINCT FROM
        (rows_before.id, rows_before.customer, rows_before.n, rows_before.friend);
INSERT INTO visit VALUES (1, '507f1f77bcf86cd799439009', '507f1f77bcf86cd799439002');
DELETE FROM shop WHERE id = '507f1f77bcf86cd799439002';

-- A row that is no id ------------------------------------------------------------------------------

CREATE TABLE author (id text PRIMARY KEY, unsure text[], code bytea, other uuid);
CREATE TABLE book (id text PRIMARY KEY, author text REFERENCES author, CONSTRAINT self FOREIGN KEY (author) REFERENCES author);
CREATE VIEW writer AS SELECT id FROM author;
INSERT INTO author VALUES ('507f1f77bcf86cd799439011', '{507f1f77bcf86cd799439011,"2026-11-20"}', '\x507f', gen_random_uuid()),
    ('anonymous', '{}', NULL, NULL), ('', NULL, '\x507f1f77bcf86cd799439011', NULL);
UPDATE author SET other = 'a0000000-507f-1f77-bcf8-6cd799439017' WHERE other IS NOT NULL;
SELECT xmin AS before FROM pg_class WHERE oid = 'author'::regclass \gset
CALL move_columns('book', 'author');
\echo :LAST_ERROR_SQLSTATE
CALL move_columns('author', 'unsure');
\echo :LAST_ERROR_SQLSTATE
CALL move_columns('author', 'code');
\echo :LAST_ERROR_SQLSTATE
CALL move_columns('author', 'other');
\echo :LAST_ERROR_SQLSTATE
SELECT xmin = :'before' AS untouched, (SELECT count(*) FROM writer) FROM pg_class WHERE oid = 'author'::regclass;
SELECT * FROM convert_columns WHERE relation IN ('author'::regclass, 'book') ORDER BY relation::text COLLATE "C", 2;

-- Which bytes, whatever the session shows of them and whatever else the table is called
CREATE TABLE v (v bytea, t bytea[]);
INSERT INTO v VALUES ('\x507f1f77bcf86cd799439011', ARRAY['\x507f1f77bcf86cd799439011'::bytea]), ('\x507f', ARRAY['\x507f1f77bcf86cd799439011'::bytea, '\x50']);
SET bytea_output = escape;
CALL move_columns('v', 'v');
CALL move_columns('v', 't');
RESET bytea_output;

-- The same id in two spellings
CREATE TABLE twice (id text PRIMARY KEY);
INSERT INTO twice VALUES ('507f1f77bcf86cd79943901a'), ('507f1f77bcf86cd79943901A');
CALL move_columns('twice', 'id');

-- Views --------------------------------------------------------------------------------------------

ALTER DEFAULT PRIVILEGES IN SCHEMA convert GRANT SELECT ON TABLES TO regress_objectid_reader;
CREATE TABLE item (id text PRIMARY KEY, name text, parent text REFERENCES item);
INSERT INTO item VALUES ('507f1f77bcf86cd799439011', 'root', NULL),
    ('507f1f77bcf86cd799439012', 'leaf', '507f1f77bcf86cd799439011');
CREATE VIEW top WITH (security_barrier = true, security_invoker = true) AS SELECT id AS "Id", name FROM item WHERE parent IS NULL;
CREATE VIEW tree AS
    WITH RECURSIVE t AS (
        SELECT id, name FROM item WHERE parent IS NULL
        UNION ALL SELECT item.id, t.name || '/' || item.name FROM item JOIN t ON parent = t.id)
    SELECT t.*, top.name AS top FROM t LEFT JOIN top ON "Id" = t.id;
CREATE VIEW names AS SELECT name FROM item WITH LOCAL CHECK OPTION;
CREATE VIEW above AS SELECT count(*) FROM tree;
CREATE FUNCTION add_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO convert.item VALUES (NEW."Id", NEW.name);
    RETURN NEW;
END $$;
CREATE TRIGGER add INSTEAD OF INSERT ON top FOR EACH ROW EXECUTE FUNCTION add_item();
CREATE RULE keep AS ON DELETE TO tree DO INSTEAD NOTHING;
CREATE RULE look_above AS ON UPDATE TO top DO INSTEAD SELECT count FROM above;
ALTER VIEW top ALTER COLUMN name SET DEFAULT 'nameless';
SELECT notes('item', 'id');
DROP TRIGGER add ON top;
DROP RULE keep ON tree;
DROP RULE look_above ON top;
ALTER VIEW top ALTER COLUMN name DROP DEFAULT;
COMMENT ON VIEW top IS 'roots';
COMMENT ON COLUMN top."Id" IS 'of a root';
REVOKE ALL ON tree, above, top FROM regress_objectid_reader;
GRANT SELECT ON tree TO PUBLIC;
GRANT INSERT ON tree TO regress_objectid_reader WITH GRANT OPTION;
GRANT UPDATE (name) ON tree TO regress_objectid_reader;
REVOKE DELETE ON above FROM CURRENT_USER;
CREATE VIEW public.convert_views AS
SELECT c.oid::regclass::text AS view, reloptions,
    ARRAY(SELECT (grantee::regrole, privilege_type, is_grantable)::text FROM aclexplode(coalesce(relacl, acldefault('r', relowner)))
        ORDER BY 1) AS rights,
    ARRAY(SELECT (attname, grantee::regrole, privilege_type, is_grantable)::text FROM pg_attribute, aclexplode(attacl)
        WHERE attrelid = c.oid ORDER BY 1) AS column_rights,
    ARRAY(SELECT description FROM pg_description WHERE objoid = c.oid ORDER BY 1) AS comments
FROM pg_class c WHERE relnamespace = 'convert'::regnamespace AND relkind = 'v';
CREATE TEMP TABLE views_before AS SELECT *, view::regclass::oid AS oid FROM convert_views;
SELECT view, reloptions, column_rights, comments FROM views_before
WHERE view IN ('top', 'tree', 'above', 'names') ORDER BY view COLLATE "C";
CALL move_columns('item', 'id');
SELECT * FROM convert_columns WHERE relation IN ('item'::regclass, 'top', 'tree', 'above', 'names') ORDER BY relation::text COLLATE "C", 2;
SELECT * FROM convert_views EXCEPT SELECT view, reloptions, rights, column_rights, comments FROM views_before;
-- the one that does not show the column has stayed
SELECT view, view::regclass::oid = oid AS untouched FROM views_before
WHERE view IN ('top', 'tree', 'above', 'names') ORDER BY view COLLATE "C";
SELECT * FROM tree ORDER BY id;
INSERT INTO top VALUES ('507f1f77bcf86cd799439013');
SELECT * FROM top ORDER BY 1;

-- Views that compare ids with text
CREATE TABLE refused (id text PRIMARY KEY, "Ref" text);
CREATE VIEW first AS SELECT * FROM refused WHERE id = '507f1f77bcf86cd799439011' AND "Ref" ~ '^a' OR "Ref" = ANY ('{a,b}');
SELECT notes('refused', 'id');
SELECT notes('refused', 'Ref');
\set VERBOSITY sqlstate
CALL move_columns('refused', 'id');
\set VERBOSITY default
DROP VIEW first;
CREATE VIEW literal_left AS SELECT FROM refused WHERE 'a' < "Ref";
CREATE VIEW literal_any AS SELECT FROM refused WHERE "Ref" IN ('a', 'b');
CREATE VIEW literal_distinct AS SELECT FROM refused WHERE "Ref" IS DISTINCT FROM 'a';
CREATE VIEW literal_none AS SELECT id = "Ref" AS same, "Ref" IS NULL AS empty, count(*), 'a' AS constant FROM refused GROUP BY 1, 2;
SELECT notes('refused', 'Ref');
DROP VIEW literal_left, literal_any, literal_distinct, literal_none;

CREATE TABLE compared (id varchar(24) PRIMARY KEY, other varchar(24) REFERENCES compared, name varchar);
CREATE VIEW compared_equal AS SELECT name FROM compared WHERE id = '507f1f77bcf86cd799439011';
CREATE VIEW compared_any AS SELECT name FROM compared WHERE other IN ('507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012');
CREATE VIEW compared_joined AS SELECT a.name FROM compared a JOIN compared b ON a.id = b.other;
CREATE VIEW compared_reversed AS SELECT name FROM compared WHERE 'a' < id;
CREATE VIEW compared_rule AS SELECT id, name FROM compared;
CREATE RULE compared_rule AS ON UPDATE TO compared_rule WHERE new.id = 'a' DO INSTEAD NOTHING;
CREATE VIEW compared_not AS SELECT name, id::text AS shown FROM compared WHERE name = 'x' AND id IS NOT NULL;
SELECT split_part(notes, ', ', 1) COLLATE "C" AS object, count(*) FROM notes('compared', 'id') GROUP BY 1 ORDER BY 1;
DROP TABLE compared CASCADE;

-- Materialized views between others, with and without contents
CREATE TABLE measured (id text PRIMARY KEY, n int, old_role int); -- also the name of a variable in the block
INSERT INTO measured SELECT '507f1f77bcf86cd79943' || lpad(n::text, 4, '0'), n FROM generate_series(1, 5) n;
CREATE VIEW odd AS SELECT id AS "Id", n FROM measured WHERE n % 2 = 1;
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE regress_objectid_space LOCATION '';
CREATE ACCESS METHOD regress_objectid_heap TYPE TABLE HANDLER heap_tableam_handler;
-- what would be lost
CREATE MATERIALIZED VIEW kept WITH (toast.autovacuum_enabled = false) TABLESPACE regress_objectid_space AS
SELECT "Id", n, repeat('x', n) AS t FROM odd;
CREATE MATERIALIZED VIEW targeted AS TABLE odd;
ALTER MATERIALIZED VIEW targeted ALTER n SET STATISTICS 17;
CREATE MATERIALIZED VIEW compressed AS TABLE kept;
ALTER MATERIALIZED VIEW compressed ALTER t SET COMPRESSION pglz;
CREATE MATERIALIZED VIEW external AS TABLE kept;
ALTER MATERIALIZED VIEW external ALTER t SET STORAGE EXTERNAL;
CREATE MATERIALIZED VIEW distinct_n AS TABLE odd;
ALTER MATERIALIZED VIEW distinct_n ALTER n SET (n_distinct = 7);
CREATE UNIQUE INDEX kept_id ON kept ("Id") TABLESPACE regress_objectid_space;
CREATE INDEX kept_half ON kept ((n / 2));
ALTER INDEX kept_half ALTER COLUMN 1 SET STATISTICS 7;
CREATE INDEX kept_part ON kept (n) WHERE n > 0;
ALTER INDEX kept_part DEPENDS ON EXTENSION plpgsql;
ALTER MATERIALIZED VIEW kept CLUSTER ON kept_id;
CREATE STATISTICS kept_statistics (dependencies) ON "Id", n FROM kept;
ALTER INDEX measured_pkey DEPENDS ON EXTENSION plpgsql;
SELECT notes('measured', 'id');
ALTER INDEX measured_pkey NO DEPENDS ON EXTENSION plpgsql;
DROP MATERIALIZED VIEW kept CASCADE;
DROP MATERIALIZED VIEW targeted, distinct_n;
-- what is kept
CREATE MATERIALIZED VIEW kept USING regress_objectid_heap WITH (fillfactor = 70, autovacuum_enabled = false) AS
SELECT "Id", n, repeat('x', n) AS t FROM odd;
CREATE UNIQUE INDEX kept_id ON kept ("Id") INCLUDE (n) WITH (fillfactor = 80);
COMMENT ON MATERIALIZED VIEW kept IS 'with contents';
COMMENT ON INDEX kept_id IS 'index of a materialized view';
CREATE VIEW over AS SELECT k."Id" FROM kept k JOIN odd USING ("Id");
CREATE MATERIALIZED VIEW empty AS SELECT max(n), max(old_role) AS old_role FROM over, measured WITH NO DATA;
CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM kept; -- to be filled after the other
CREATE TEMP VIEW kept_properties AS
SELECT relname, relkind, relam, reloptions, relispopulated, reltablespace, obj_description(c.oid, 'pg_class') AS comment,
    pg_get_indexdef(indexrelid) AS index
FROM pg_class c LEFT JOIN pg_index ON indexrelid = c.oid WHERE relnamespace = 'convert'::regnamespace AND relname ~ '^(kept|empty|over)';
CREATE TEMP TABLE kept_before AS SELECT * FROM kept_properties;
SET default_tablespace = regress_objectid_space;
CALL move_columns('measured', 'id');
RESET default_tablespace;
SELECT count(*) FROM kept_before;
(TABLE kept_before EXCEPT TABLE kept_properties) UNION ALL (TABLE kept_properties EXCEPT TABLE kept_before);
SELECT * FROM kept ORDER BY 1;
TABLE counted;

-- A security label, whose provider is not here
CREATE TABLE labelled (id text);
CREATE VIEW labelled_view AS SELECT id FROM labelled;
INSERT INTO pg_seclabel VALUES ('labelled_view'::regclass, 'pg_class'::regclass, 1, 'some', 'a''b');
SELECT notes('labelled', 'id');
DELETE FROM pg_seclabel;
DROP TABLE labelled CASCADE;

-- Layers of views: 2^33 paths, and each view once, after all that it reads
CREATE TABLE layer (id text);
CREATE VIEW layer_0 AS SELECT id FROM layer;
CREATE VIEW layer_0b AS SELECT id FROM layer;
DO $$ BEGIN
    FOR n IN 1 .. 33 LOOP
        EXECUTE format('CREATE VIEW layer_%s AS SELECT a.id FROM layer_%s a, layer_%2$sb b', n, n - 1);
        EXECUTE format('CREATE VIEW layer_%sb AS SELECT b.id FROM layer_%s a, layer_%2$sb b', n, n - 1);
    END LOOP;
END $$;
CREATE OR REPLACE VIEW layer_0 AS SELECT id FROM layer_0b; -- read by one of its own level, and made before it
SELECT count(*) FROM regexp_matches(objectid_conversion('layer', 'id'), '^    CREATE VIEW', 'gn');
CALL move_columns('layer', 'id');
SELECT atttypid::regtype, count(*) FROM pg_attribute WHERE attrelid::regclass::text ~ '^layer' AND attnum > 0 GROUP BY 1;
DROP TABLE layer CASCADE;

-- Rights as they were given, by those who gave them
CREATE ROLE regress_objectid_other;
CREATE TABLE granted (id text);
CREATE VIEW granted_view AS SELECT id, 1 AS one FROM granted;
GRANT USAGE ON SCHEMA convert TO regress_objectid_reader, regress_objectid_other;
GRANT SELECT, UPDATE ON granted_view TO regress_objectid_reader WITH GRANT OPTION;
SET ROLE regress_objectid_reader;
GRANT SELECT ON granted_view TO regress_objectid_other WITH GRANT OPTION;
RESET ROLE;
SELECT notes('granted', 'id');
REVOKE ALL ON granted_view FROM regress_objectid_reader CASCADE;
GRANT SELECT (one) ON granted_view TO regress_objectid_reader WITH GRANT OPTION;
SET ROLE regress_objectid_reader;
GRANT SELECT (one) ON granted_view TO regress_objectid_other;
RESET ROLE;
SELECT notes('granted', 'id');

-- A right that the owner of a view gave up stays given up.
CREATE TABLE modest (id text);
CREATE VIEW modest_view AS SELECT id FROM modest;
REVOKE DELETE ON modest_view FROM CURRENT_USER;
CREATE VIEW nothing_view AS SELECT id FROM modest;
REVOKE ALL ON nothing_view FROM CURRENT_USER, regress_objectid_reader;
CREATE VIEW column_view AS SELECT id FROM modest;
ALTER DEFAULT PRIVILEGES IN SCHEMA convert REVOKE SELECT ON TABLES FROM regress_objectid_reader;
CREATE VIEW only_column_view AS SELECT id FROM modest;
GRANT SELECT (id) ON column_view, only_column_view TO regress_objectid_reader;
CREATE TEMP VIEW modest_rights AS
SELECT oid::regclass::text AS view, relacl IS NULL AS usual, replace(relacl::text, CURRENT_USER, 'owner') AS relacl,
    (SELECT replace(attacl::text, CURRENT_USER, 'owner') FROM pg_attribute WHERE attrelid = c.oid AND attname = 'id') AS attacl
FROM pg_class c WHERE relname ~ '^(modest|nothing|column|only_column)_view$';
CREATE TEMP TABLE modest_before AS TABLE modest_rights;
SELECT view, usual, replace(relacl, 'm/', '/') AS relacl, attacl FROM modest_before ORDER BY view COLLATE "C"; -- 17 added MAINTAIN
ALTER DEFAULT PRIVILEGES FOR ROLE regress_objectid_owner GRANT SELECT ON TABLES TO regress_objectid_reader; -- of another owner
SELECT replace(found[1], CURRENT_USER, 'owner') FROM regexp_matches(objectid_conversion('modest', 'id'), 'REVOKE[^;]*', 'g') AS m (found);
CALL move_columns('modest', 'id');
ALTER DEFAULT PRIVILEGES FOR ROLE regress_objectid_owner REVOKE SELECT ON TABLES FROM regress_objectid_reader;
(TABLE modest_before EXCEPT TABLE modest_rights) UNION ALL (TABLE modest_rights EXCEPT TABLE modest_before);
-- Rights by default are not given to a view that was made before them.
CREATE TABLE usual (id text);
CREATE VIEW usual_view AS SELECT id FROM usual;
ALTER DEFAULT PRIVILEGES IN SCHEMA convert GRANT SELECT ON TABLES TO regress_objectid_reader, PUBLIC;
CALL move_columns('usual', 'id');
ALTER DEFAULT PRIVILEGES IN SCHEMA convert REVOKE SELECT ON TABLES FROM PUBLIC;
SELECT has_table_privilege('regress_objectid_reader', 'usual_view', 'SELECT') AS reader,
    (SELECT count(*) > 6 FROM pg_class, aclexplode(relacl) WHERE oid = 'usual_view'::regclass AND grantee = relowner) AS owner;

-- A temporary table is meant when it is named, and what it hides is left alone.
CREATE TABLE seen_by_session (id text);
CREATE TABLE hidden (id text DEFAULT 'none');
CREATE VIEW hidden_view AS SELECT id FROM hidden;
CREATE TEMP TABLE hidden (id text PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011', other text REFERENCES pg_temp.hidden);
CREATE TEMP VIEW hidden_view AS SELECT id AS temporary FROM hidden;
SET search_path = pg_temp, public, convert;
CALL move_columns('hidden', 'id');
INSERT INTO hidden VALUES (DEFAULT, '507f1f77bcf86cd799439011');
SELECT id, pg_typeof(id), pg_typeof(temporary) FROM hidden, hidden_view;
DROP TABLE hidden CASCADE;
CREATE TEMP VIEW usual_shown AS SELECT id FROM convert.seen_by_session;
CALL move_columns('convert.seen_by_session', 'id');
SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'pg_temp.usual_shown'::regclass;
SET search_path = convert, public;
INSERT INTO hidden VALUES (DEFAULT);
SELECT id, pg_typeof(id) FROM hidden_view;

-- What no longer applies ---------------------------------------------------------------------------

ALTER TABLE refused ADD CONSTRAINT hex CHECK (id ~ '^[0-9a-f]{24}$'), ADD CHECK (id <> "Ref");
SELECT notes('refused', 'id');
CALL move_columns('refused', 'id');
ALTER TABLE refused DROP CONSTRAINT hex;
SELECT notes('refused', 'id');
ALTER TABLE refused DROP CONSTRAINT refused_check, ADD CHECK (id <> '' OR "Ref" > '');
SELECT notes('refused', 'Ref');
ALTER TABLE refused DROP CONSTRAINT refused_check;
CREATE TABLE digits (a mongo_id, b mongo_id, CHECK (a <> b), c varchar(24) DEFAULT '507F1F77BCF86CD799439011', d varchar(24), CHECK (c < d));
CALL move_columns('digits', 'a', 'b', 'c', 'd');
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'digits'::regclass AND contype = 'c' ORDER BY conname;
CREATE DOMAIN digits_domain AS text;
CREATE TABLE digits_list (a digits_domain[] DEFAULT '{}');
SELECT substring(objectid_conversion('digits_list', 'a') FROM 'SET DEFAULT[^;]*');
CREATE TABLE refused_arrays (a text[], b text[], CHECK (a <> b));
CALL move_columns('refused_arrays', 'a', 'b');
CREATE INDEX refused_like ON refused ("Ref", id text_pattern_ops);
SELECT notes('refused', 'id');
DROP INDEX refused_like;
CREATE INDEX refused_collated ON refused (id COLLATE "C");
SELECT notes('refused', 'id');
DROP INDEX refused_collated;
CREATE INDEX refused_upper ON refused (upper(id)) WHERE "Ref" IS NULL;
SELECT notes('refused', 'id');
DROP INDEX refused_upper;
CREATE INDEX refused_part ON refused ("Ref") WHERE id > 'a';
SELECT notes('refused', 'id');
DROP INDEX refused_part;
CREATE INDEX refused_spgist ON refused USING spgist (id);
SELECT notes('refused', 'id');
DROP INDEX refused_spgist;
ALTER TABLE refused ALTER id SET DEFAULT '';
SELECT notes('refused', 'id');

-- What keeps its meaning
ALTER TABLE refused ALTER id SET DEFAULT gen_objectid()::text, ADD CHECK (id IS NOT NULL);
ALTER TABLE refused ADD more text, ADD CHECK (id <> more), ADD FOREIGN KEY (more) REFERENCES refused;
CREATE INDEX ON refused USING hash (id);
CREATE INDEX ON refused (id) WHERE id IS NOT NULL;
CALL move_columns('refused', 'id');
INSERT INTO refused DEFAULT VALUES;
SELECT * FROM convert_columns WHERE relation = 'refused'::regclass;
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'refused'::regclass AND contype = 'c' ORDER BY pg_get_constraintdef(oid) COLLATE "C";
SELECT count(*) FROM pg_index WHERE indrelid = 'refused'::regclass AND indisvalid;

-- Properties of the table and of its constraints, also those that a parent and its child have in common
CREATE TABLE proper (id text CONSTRAINT proper_id PRIMARY KEY DEFERRABLE, other text CONSTRAINT differs CHECK (other <> id), CONSTRAINT later CHECK (other <> id) NO INHERIT NOT VALID,
    again text UNIQUE NULLS NOT DISTINCT, n int GENERATED ALWAYS AS IDENTITY, twice int GENERATED ALWAYS AS (2 * 3) STORED);
CREATE TABLE proper_child (CONSTRAINT differs CHECK (other <> id)) INHERITS (proper);
CREATE TABLE proper_heir () INHERITS (proper);
CREATE INDEX proper_other ON proper (other) INCLUDE (again) WITH (fillfactor = 77);
CREATE INDEX proper_half ON proper ((n / 2), other);
ALTER INDEX proper_half ALTER COLUMN 1 SET STATISTICS 9;
ALTER TABLE proper ALTER id SET STATISTICS 11, ALTER id SET (n_distinct = -1), CLUSTER ON proper_other, ALTER again SET NOT NULL, REPLICA IDENTITY USING INDEX proper_again_key;
CREATE STATISTICS proper_statistics ON id, n FROM proper;
ALTER STATISTICS proper_statistics SET STATISTICS 13;
COMMENT ON CONSTRAINT differs ON proper IS 'a check'; COMMENT ON CONSTRAINT proper_id ON proper IS 'a key'; COMMENT ON INDEX proper_other IS 'an index'; COMMENT ON STATISTICS proper_statistics IS 'statistics';
COMMENT ON COLUMN proper.id IS 'a column';
GRANT SELECT (id) ON proper TO regress_objectid_reader;
INSERT INTO proper (id, other, again) VALUES ('507f1f77bcf86cd799439011', NULL, '507f1f77bcf86cd799439011');
CREATE TEMP VIEW proper_properties AS
SELECT 'constraint' AS kind, conrelid::regclass::text, conname::text, replace(pg_get_constraintdef(oid), '::text', ''), concat_ws(' ', convalidated, condeferrable, conislocal, coninhcount, connoinherit, obj_description(oid, 'pg_constraint')) AS rest
FROM pg_constraint WHERE conrelid::regclass::text ~ '^proper' AND contype <> 'n'
UNION ALL SELECT 'index', indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), concat_ws(' ', indisclustered, indisreplident, indisprimary, obj_description(indexrelid, 'pg_class'),
    (SELECT string_agg(attstattarget::text, ' ') FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget >= 0))
FROM pg_index WHERE indrelid::regclass::text ~ '^proper'
UNION ALL SELECT 'column', attrelid::regclass::text, attname, attacl::text, concat_ws(' ', attnotnull, attidentity, attgenerated, attstattarget,
    -- pg_attver is a stamp that some servers give the columns of each relation
    ARRAY(SELECT o FROM unnest(attoptions) AS o WHERE o !~ '^pg_attver=' ORDER BY o), col_description(attrelid, attnum))
FROM pg_attribute WHERE attrelid::regclass::text ~ '^proper(_child|_heir)?$' AND attnum > 0
UNION ALL SELECT 'statistics', stxrelid::regclass::text, stxname, stxowner::regrole::text, concat_ws(' ', stxstattarget, stxkind, obj_description(oid, 'pg_statistic_ext'))
FROM pg_statistic_ext WHERE stxname = 'proper_statistics';
CREATE TEMP TABLE proper_before AS TABLE proper_properties;
CALL move_columns('proper', 'id', 'other', 'again');
SELECT kind, count(*) FROM proper_before GROUP BY kind ORDER BY kind;
(TABLE proper_before EXCEPT TABLE proper_properties) UNION ALL (TABLE proper_properties EXCEPT TABLE proper_before);
INSERT INTO proper_child (id, n, other, again) VALUES ('507f1f77bcf86cd799439011', 1, '507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011');

-- a child whose name comes first
CREATE TABLE zoo (id text, other text, CONSTRAINT differs CHECK (other <> id));
CREATE TABLE aviary (CONSTRAINT differs CHECK (other <> id)) INHERITS (zoo);
CALL move_columns('zoo', 'id', 'other');
SELECT conrelid::regclass, pg_get_constraintdef(oid), conislocal, coninhcount, convalidated FROM pg_constraint WHERE conrelid IN ('zoo'::regclass, 'aviary'::regclass) AND contype = 'c' ORDER BY 1;
-- Defaults of each kind
CREATE DOMAIN with_default AS text DEFAULT '507f1f77bcf86cd799439011';
CREATE FUNCTION own_id(int DEFAULT 99439015) RETURNS text LANGUAGE sql RETURN concat('507f1f77bcf86cd7', $1);
CREATE FUNCTION own_id_15() RETURNS text LANGUAGE sql RETURN '507f1f77bcf86cd799439015';
CREATE TABLE preset (n serial PRIMARY KEY, a with_default, b bytea DEFAULT '\x507f1f77bcf86cd799439012', c uuid DEFAULT '00000000-507f-1f77-bcf8-6cd799439013',
    d bytea[] DEFAULT '{}', e varchar(24) DEFAULT own_id_15(), f text DEFAULT NULL, g bytea DEFAULT '\x00', h with_default DEFAULT NULL);
SELECT notes('preset', 'e');
CALL move_columns('preset', 'a', 'b', 'c', 'd', 'e', 'f', 'h');
CALL move_columns('preset', 'g', 'a');
INSERT INTO preset DEFAULT VALUES;
SELECT * FROM preset;
CREATE TABLE no_id (a text DEFAULT 'id-507f1f77bcf86cd799439011', b varchar(40) DEFAULT '507f1f77bcf86cd7994390112',
    c text[] DEFAULT '{none,NULL}', d uuid[] DEFAULT '{a0000000-507f-1f77-bcf8-6cd799439017}',
    e with_default[] DEFAULT '{507f1f77bcf86cd799439011,507f}', f bytea[] DEFAULT '{"\\x507f"}',
    g text DEFAULT md5(random()::text), h uuid DEFAULT gen_random_uuid(), i text DEFAULT own_id(), j uuid DEFAULT 'a0000000-507f-1f77-bcf8-6cd799439017',
    k text[] DEFAULT '{507f1f77bcf86cd799439014}', l text DEFAULT 'ObjectId("507f1f77bcf86cd799439011")', m text DEFAULT '507f1f77bcf86cd799439014'::with_default,
    n text DEFAULT '\x507f1f77bcf86cd799439014', o text DEFAULT '{}');
SELECT notes('no_id', attname) FROM pg_attribute WHERE attrelid = 'no_id'::regclass AND attnum > 0 ORDER BY attnum;

-- What the server itself refuses
CREATE TABLE derived (id text PRIMARY KEY, short text GENERATED ALWAYS AS (left(id, 8)) STORED);
CALL move_columns('derived', 'id');
CREATE TABLE guarded (id text PRIMARY KEY);
CREATE POLICY only_mine ON guarded USING (id = 'a');
CREATE TABLE noted (n int);
CREATE RULE note AS ON INSERT TO noted DO ALSO SELECT count(id) FROM guarded;
SELECT notes('guarded', 'id');

-- What changes its meaning silently, or cannot be seen through
CREATE TABLE cast_uuid (id uuid CHECK (id::text <> ''), raw bytea, t text CHECK (t::bytea <> ''));
CREATE VIEW cast_view AS SELECT id::text AS shown, encode(raw, 'hex') AS hex, id AS other FROM cast_uuid;
CREATE VIEW cast_view_again AS SELECT (other::text) || 'x' AS shown FROM cast_view;
CREATE INDEX cast_index ON cast_uuid (raw) WHERE (id::text) > 'a';
CREATE TABLE excluded (id text COLLATE "C", EXCLUDE (id WITH =));
CREATE FUNCTION cast_reader() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(id) FROM excluded; END;
CREATE VIEW excluded_view AS SELECT id FROM excluded;
CREATE FUNCTION view_body_reader() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM excluded_view; END;
CREATE FUNCTION view_reader() RETURNS SETOF excluded_view LANGUAGE sql AS 'SELECT id FROM convert.excluded';
CREATE DOMAIN list AS text[];
CREATE TABLE nested (id list[]);
CREATE STATISTICS excluded_statistics ON (lower(id)), (upper(id)) FROM excluded;
SELECT notes('cast_uuid', 'id');
SELECT notes('cast_uuid', 't');
SELECT notes('excluded', 'id');
SELECT notes('nested', 'id');
CREATE TABLE bytes (b bytea, u uuid, n int);
CREATE VIEW bytes_joined AS SELECT concat(u, 'x') AS x FROM bytes;
CREATE VIEW bytes_formatted AS SELECT format('%s', b) AS x FROM bytes;
CREATE VIEW bytes_listed AS SELECT array_to_string(ARRAY[u], ',') AS x FROM bytes;
CREATE VIEW bytes_gathered AS SELECT array_agg(b)::text AS x FROM bytes;
CREATE VIEW bytes_arrays AS SELECT ARRAY[b]::text AS x FROM bytes;
CREATE VIEW bytes_json AS SELECT to_jsonb(u) AS x FROM bytes;
CREATE VIEW bytes_number AS SELECT n FROM bytes;
CREATE VIEW bytes_renamed AS SELECT to_jsonb(other) AS x FROM bytes AS r (b, other);
CREATE VIEW bytes_below AS SELECT to_jsonb(other) AS x FROM (SELECT u FROM bytes) AS r (other);
SELECT notes('bytes', 'b');
SELECT notes('bytes', 'u');
-- Views that return and compare bytes and uuids are made again.
CREATE TABLE plain (u uuid, b bytea, n int);
INSERT INTO plain VALUES ('00000000-507f-1f77-bcf8-6cd799439011', '\x507f1f77bcf86cd799439011', 1);
CREATE VIEW plain_pairs AS SELECT p.u, n, b, q.n AS other FROM plain p JOIN plain q USING (u, b, n) WHERE p.u = q.u;
CREATE MATERIALIZED VIEW plain_counts AS SELECT u, count(n) AS count FROM plain_pairs GROUP BY u;
CALL move_columns('plain', 'u', 'b');
SELECT * FROM plain_pairs, plain_counts;
CREATE TABLE held (id text);
CREATE TABLE holds_row (r held);
CALL move_columns('held', 'id');

-- Types that belong to something else
CREATE TYPE row_type AS (id text, n int);
CREATE TABLE typed OF row_type (PRIMARY KEY (id));
CREATE TABLE refers (typed text REFERENCES typed);
CALL move_columns('typed', 'id');
CALL move_columns('refers', 'typed');
ALTER TABLE typed NOT OF;
CALL move_columns('refers', 'typed');

-- Names of every kind, and notes that stay notes
CREATE SCHEMA "o'Neil \$$";
CREATE TABLE "o'Neil \$$"."The ""Table""
SELECT 1/0;" ("Id
; SELECT 1/0; --" text PRIMARY KEY, "$objectid$" text REFERENCES "o'Neil \$$"."The ""Table""
SELECT 1/0;" CONSTRAINT "a'b" CHECK ("$objectid$" IS NOT NULL), "user" text COLLATE "C");
CREATE VIEW "o'Neil \$$"."View'
SELECT 1/0;" AS SELECT * FROM "o'Neil \$$"."The ""Table""
SELECT 1/0;";
CREATE STATISTICS "o'Neil \$$"."S'" ON "$objectid$", "user" FROM "o'Neil \$$"."The ""Table""
SELECT 1/0;";
ALTER STATISTICS "o'Neil \$$"."S'" SET STATISTICS 5;
COMMENT ON VIEW "o'Neil \$$"."View'
SELECT 1/0;" IS E'a \\ ''comment''
SELECT 1/0;';
SELECT attrelid::regclass AS name FROM pg_attribute WHERE attname = '$objectid$' LIMIT 1 \gset
SELECT notes(:'name', 'user');
SELECT substring(s FROM '\n(DO [^\n]*)\n') AS "do", (SELECT bool_and(l LIKE '-- %') FROM regexp_split_to_table(split_part(s, E'\nDO ', 1), '\n') AS l) AS comments
FROM objectid_conversion(:'name', '$objectid$', 'user') AS s;
CALL move_columns(:'name', '$objectid$', 'user');
SELECT attname, atttypid::regtype FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = '"o''Neil \$$"'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 ORDER BY relkind, attnum;
SELECT stxname, stxstattarget FROM pg_statistic_ext WHERE stxnamespace = '"o''Neil \$$"'::regnamespace;
DROP SCHEMA "o'Neil \$$" CASCADE;
CREATE ROLE "regress_objectid o'Neil";
CREATE TABLE owned (id text);
ALTER TABLE owned OWNER TO "regress_objectid o'Neil";
SELECT substring(objectid_conversion('owned', 'id') FROM 'role = [^;]*'), substring(objectid_conversion('owned', 'id') FROM 'check_role[^;]*');
DROP TABLE owned;
DROP ROLE "regress_objectid o'Neil";

-- Not at all
CALL move_columns('preset', 'n');
CALL move_columns('preset', 'nowhere');
CALL move_columns('preset', 'ctid');
CALL move_columns('top', 'name');
CALL move_columns('pg_class', 'relname');
CALL move_columns('derived', 'short');
CALL move_columns(NULL, 'name');
CALL move_columns('preset', NULL);
CREATE TABLE without (gone text, id text);
ALTER TABLE without DROP gone;
CALL move_columns('without', '........pg.dropped.1........');

-- Partitions and children --------------------------------------------------------------------------

CREATE TABLE log (n int, id text DEFAULT '507f1f77bcf86cd799439001', item uuid, PRIMARY KEY (n, id)) PARTITION BY RANGE (n);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (1) TO (2) PARTITION BY LIST (n);
CREATE TABLE log_1_1 (item uuid, n int NOT NULL, gone int, id text NOT NULL DEFAULT '507f1f77bcf86cd799439002');
ALTER TABLE log_1_1 DROP gone;
ALTER TABLE log_1 ATTACH PARTITION log_1_1 FOR VALUES IN (1);
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (2) TO (3);
CREATE TABLE thing_0 (id uuid PRIMARY KEY);
ALTER TABLE log ADD FOREIGN KEY (item) REFERENCES thing_0;
CREATE TABLE remark (log int, id text, FOREIGN KEY (log, id) REFERENCES log, FOREIGN KEY (log, id) REFERENCES log_2) PARTITION BY LIST (log);
CREATE TABLE remark_2 PARTITION OF remark FOR VALUES IN (2);
INSERT INTO thing_0 VALUES ('00000000-507f-1f77-bcf8-6cd799439003');
INSERT INTO log (n) VALUES (1), (2);
INSERT INTO log_1_1 (n, item) VALUES (1, '00000000-507f-1f77-bcf8-6cd799439003');
INSERT INTO remark VALUES (2, '507f1f77bcf86cd799439001');
CALL move_columns('remark_2', 'id');
CALL move_columns('remark', 'id');
CALL move_columns('thing_0', 'id');
INSERT INTO log_1_1 (n, item) VALUES (1, NULL) ON CONFLICT DO NOTHING;
SELECT tableoid::regclass, * FROM log ORDER BY n, id;
SELECT * FROM convert_columns WHERE relation::text ~ '^(log|remark|thing)' ORDER BY relation::text COLLATE "C", 2;
SELECT relation, definition FROM convert_keys WHERE relation::text ~ '^(log|remark|thing)' ORDER BY relation::text COLLATE "C", definition COLLATE "C";
INSERT INTO remark VALUES (2, '507f1f77bcf86cd799439009');
-- the key of the partitions themselves cannot change
CREATE TABLE hashed (id text PRIMARY KEY) PARTITION BY HASH (id);
CALL move_columns('hashed', 'id');
CREATE TABLE listed (id text) PARTITION BY LIST (lower(id));
CALL move_columns('listed', 'id');
-- what is in the way in a parent, but not once more in its children
CREATE TABLE tree_root (n int, id text CONSTRAINT hex CHECK (id ~ '^[0-9a-f]{24}$')) PARTITION BY RANGE (n);
CREATE TABLE tree_leaf PARTITION OF tree_root DEFAULT;
CREATE INDEX tree_index ON tree_root (id text_pattern_ops);
SELECT notes('tree_root', 'id');
-- what partitions have of their own
CREATE TABLE users (id text PRIMARY KEY);
CREATE TABLE parts (id text, k int, n text, CONSTRAINT u FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k, id)) PARTITION BY RANGE (k);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
CREATE TABLE parts_2 (id text NOT NULL, k int NOT NULL, n text, CONSTRAINT named FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k, id));
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (100) TO (200);
CREATE INDEX parts_n ON parts (n, id);
CREATE INDEX parts_half ON parts (id, (k / 2));
CREATE INDEX parts_other ON parts (n);
SELECT notes('parts', 'id');
SELECT notes('apart', 'id');
ALTER TABLE parts_2 RENAME CONSTRAINT named TO u;
SELECT notes('parts', 'id');
ALTER TABLE parts_1 REPLICA IDENTITY USING INDEX parts_1_pkey;
ALTER TABLE parts_1 CLUSTER ON parts_1_n_id_idx;
ALTER INDEX parts_2_n_id_idx SET (fillfactor = 50);
ALTER INDEX parts_2_n_id_idx SET TABLESPACE regress_objectid_space;
ALTER INDEX parts_2_id_expr_idx ALTER COLUMN 2 SET STATISTICS 0;
ALTER INDEX parts_1_n_idx SET (fillfactor = 50); -- which stays
COMMENT ON INDEX parts_2_pkey IS 'of its own';
CREATE INDEX parts_alone ON ONLY parts (id);
SELECT notes('parts', 'id');
DROP TABLE parts, users;
-- inheritance
CREATE TABLE parent (id text DEFAULT '507f1f77bcf86cd799439001');
CREATE TABLE child (id text DEFAULT '507f1f77bcf86cd799439002', own text) INHERITS (parent);
INSERT INTO child VALUES (DEFAULT, 'bad');
CALL move_columns('child', 'id');
CALL move_columns('child', 'own');
SELECT * FROM convert_columns WHERE relation IN ('parent'::regclass, 'child') ORDER BY relation::text COLLATE "C" DESC, 2;
CREATE FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE SERVER regress_objectid_server FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE TABLE near (id text);
CREATE FOREIGN TABLE far () INHERITS (near) SERVER regress_objectid_server;
CALL move_columns('near', 'id');
DROP FOREIGN DATA WRAPPER regress_objectid_wrapper CASCADE;
-- from several tables, which have one ancestor or not
CREATE TABLE ancestor (id text);
CREATE TABLE father () INHERITS (ancestor);
CREATE TABLE mother () INHERITS (ancestor);
CREATE TABLE stranger (id text);
CREATE TABLE heir () INHERITS (father, mother, stranger);
CALL move_columns('stranger', 'id');
ALTER TABLE heir NO INHERIT stranger;
CALL move_columns('father', 'id');
ALTER TABLE heir NO INHERIT mother;
CALL move_columns('father', 'id');
SELECT relation, type FROM convert_columns
WHERE relation IN ('ancestor'::regclass, 'mother', 'stranger', 'heir') ORDER BY relation::text COLLATE "C";

-- What belongs to others, or uses what did not come with the server or an extension ---------------

CREATE TABLE ours (id text PRIMARY KEY, n int);
CREATE TABLE theirs (id text REFERENCES ours);
CREATE VIEW ours_seen AS SELECT * FROM ours;
CREATE VIEW theirs_seen AS SELECT * FROM ours_seen;
CREATE STATISTICS ours_statistics ON id, n FROM ours;
CREATE TYPE our_mood AS ENUM ('a', 'b');
CREATE TABLE their_rows (id int);
CREATE VIEW their_view AS SELECT id FROM their_rows;
-- what may be used
CREATE VIEW ours_using AS
SELECT ours.id, gen_objectid() AS made, ARRAY[gen_objectid()]::objectid[] AS several, '{}'::objectid[] AS none, 'a'::our_mood AS mood, '{a}'::our_mood[] AS moods,
    r.id AS row, v.id AS view, 'x'::information_schema.sql_identifier AS name, (SELECT count(*) FROM pg_stat_activity) AS sessions
FROM ours, their_rows r, their_view v WHERE ours.id IS NOT NULL;
CREATE FUNCTION our_function(int) RETURNS int IMMUTABLE LANGUAGE sql RETURN $1;
-- also by tables, if it is not evaluated
ALTER TABLE ours ADD CONSTRAINT ours_check CHECK (our_function(n) > 0), ALTER n SET DEFAULT our_function(1);
ALTER TABLE their_rows OWNER TO regress_objectid_owner;
SELECT notes('ours', 'id');
SELECT objectid_conversion('ours', 'id') ~ 'SET STATISTICS' AS targets;
ALTER TABLE theirs OWNER TO regress_objectid_owner;
ALTER VIEW theirs_seen OWNER TO regress_objectid_owner;
ALTER STATISTICS ours_statistics OWNER TO regress_objectid_owner;
ALTER VIEW their_view OWNER TO regress_objectid_owner;
SELECT replace(notes, format('"%s"', CURRENT_USER), 'the owner') AS notes FROM notes('ours', 'id');
DROP TABLE theirs;
DROP VIEW theirs_seen;
DROP STATISTICS ours_statistics;
ALTER VIEW their_view OWNER TO CURRENT_USER;
BEGIN;
CALL move_columns('ours', 'id');
SELECT pg_typeof(id), several = ARRAY[made] AS same, mood, moods FROM ours_using;
SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'ours_using'::regclass AND attname = 'id';
ROLLBACK;
CREATE OPERATOR <<< (FUNCTION = our_function, RIGHTARG = int);
CREATE DOMAIN our_number AS int;
CREATE TYPE our_row AS (d our_number);
CREATE VIEW their_below AS SELECT 1 AS x;
ALTER VIEW their_below OWNER TO regress_objectid_owner;
CREATE VIEW our_below AS SELECT our_function(x) AS x FROM their_below;
ALTER TABLE ours ADD CONSTRAINT ours_operator CHECK (id IS NOT NULL AND <<< n > 0);
CREATE VIEW ours_foreign AS SELECT id, our_function(n), <<< n AS operator, '{1}'::our_number[] AS array, '(1)'::our_row AS row, x FROM ours, our_below;
CREATE INDEX ours_index ON ours (our_function(n));
CREATE MATERIALIZED VIEW ours_kept AS SELECT id, n FROM ours;
CREATE INDEX ours_kept_index ON ours_kept (our_function(n));
CREATE STATISTICS ours_kept_statistics ON id, our_function(n) FROM ours_kept;
CREATE RULE ours_rule AS ON INSERT TO ours_seen DO INSTEAD SELECT our_function(1);
ALTER VIEW ours_seen ALTER n SET DEFAULT our_function(1);
CREATE TABLE their_secrets (id int);
ALTER TABLE their_secrets ENABLE ROW LEVEL SECURITY;
CREATE TABLE our_secrets (id int);
ALTER TABLE our_secrets ENABLE ROW LEVEL SECURITY;
CREATE TABLE our_forced (id int);
ALTER TABLE our_forced ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ours FORCE ROW LEVEL SECURITY;
CREATE VIEW ours_secret AS SELECT ours.id FROM ours, their_secrets, our_secrets, our_forced;
ALTER TABLE their_secrets OWNER TO regress_objectid_owner;
SELECT replace(notes, format('"%s"', CURRENT_USER), 'the owner') AS notes FROM notes('ours', 'id');
DROP TABLE ours, their_rows CASCADE;

-- In another schema, called without a path to it
CREATE SCHEMA elsewhere;
CREATE TABLE same (id text PRIMARY KEY, other text REFERENCES same CHECK (other <> id));
CREATE VIEW both_same AS SELECT FROM same a JOIN same b ON a.id = b.other AND a.id <> b.id;
BEGIN;
ALTER EXTENSION objectid SET SCHEMA elsewhere;
SET LOCAL search_path = convert;
DO $$ BEGIN EXECUTE elsewhere.objectid_conversion('same', 'id'); END $$;
SHOW search_path;
SELECT DISTINCT type FROM public.convert_columns WHERE relation = 'same'::regclass;
ROLLBACK;

-- Views that read each other in a circle, which cannot be used, and rights on system columns.
BEGIN;
CREATE TABLE source (id text PRIMARY KEY);
CREATE VIEW first AS SELECT id FROM source;
CREATE VIEW second AS SELECT id FROM first;
CREATE OR REPLACE VIEW first AS SELECT id FROM source WHERE EXISTS (SELECT FROM second);
CREATE MATERIALIZED VIEW rowid AS SELECT id FROM source WITH NO DATA;
GRANT SELECT (ctid) ON rowid TO regress_objectid_other;
SELECT found[1] FROM regexp_matches(objectid_conversion('source', 'id'), '^    (DROP.*?|GRANT SELECT \(ctid.*?)$', 'gn') AS m (found) ORDER BY 1;
ROLLBACK;

DROP PROCEDURE public.move_columns;
DROP FUNCTION public.notes, public.set_otherwise;
DROP VIEW public.convert_columns, public.convert_keys, public.convert_views;
ALTER DEFAULT PRIVILEGES IN SCHEMA convert REVOKE SELECT ON TABLES FROM regress_objectid_reader;
DROP SCHEMA convert, elsewhere CASCADE;
DROP ACCESS METHOD regress_objectid_heap;
DROP TABLESPACE regress_objectid_space;
DROP ROLE regress_objectid_owner, regress_objectid_reader, regress_objectid_other;

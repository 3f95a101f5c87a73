-- The statements that turn columns and their keys into ids, and what they do. What is refused is as
-- important: a meaning that changes silently is worse than any error. (Roles, and that a dump shows
-- indexes, comments and all else as before: test/t/conversion_statements.pl.) Printed are the
-- headings, and what the statements below them find.
\set ECHO none
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error; -- of other roles, of publications and of DROP ... CASCADE
CREATE EXTENSION objectid_migration;
CREATE SCHEMA convert;
SET search_path = convert, public, migration;
-- Runs the statements that convert columns.
CREATE PROCEDURE convert.run(VARIADIC columns text[]) LANGUAGE sql AS $$
    CALL public.run_printed(
        format('SELECT migration.conversion_statements(VARIADIC %L::text[])', columns));
$$;
-- What is in the way of a conversion: the detail of the error, or NULL.
CREATE FUNCTION convert.in_the_way(VARIADIC columns text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    PERFORM migration.conversion_statements(VARIADIC columns);
    RETURN NULL;
EXCEPTION WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN detail;
END
$$;

-- What goes along -------------------------------------------------------------------------------

CREATE DOMAIN mongo_id AS char(24) NOT NULL CHECK (VALUE ~ '^[0-9a-f]{24}$');
CREATE DOMAIN defaulting AS text DEFAULT '507f1f77bcf86cd799439013';
CREATE TABLE users (
    id mongo_id PRIMARY KEY, name text,
    friend varchar(24) CONSTRAINT friendship REFERENCES users MATCH FULL ON UPDATE CASCADE
        ON DELETE SET NULL (friend) DEFERRABLE INITIALLY DEFERRED,
    short char(30) UNIQUE DEFAULT gen_objectid(), made text DEFAULT gen_objectid()::text,
    absent text DEFAULT NULL, constant varchar(24) DEFAULT '507f1f77bcf86cd799439011',
    friends text[] DEFAULT '{}', hex bytea DEFAULT '\x507f1f77bcf86cd799439012',
    padded uuid DEFAULT '00000000-507f-1f77-bcf8-6cd799439014', dom defaulting, doms defaulting[]);
CREATE TABLE posts (n int, id text COLLATE "C", author varchar(24), other mongo_id,
    PRIMARY KEY (n, id) INCLUDE (author));
INSERT INTO users (id, name, friend, short, friends, doms) VALUES
    ('507f1f77bcf86cd799439011', 'Ada', NULL, '507F1F77BCF86CD799439011', '{}', NULL),
    ('507f1f77bcf86cd799439012', 'Grace', '507f1f77bcf86cd799439011', NULL,
        '{507f1f77bcf86cd799439011,NULL}',
        '{{507f1f77bcf86cd799439011},{507f1f77bcf86cd799439012}}');
INSERT INTO posts VALUES (1, '507f191e810c19729de860ea', '507f1f77bcf86cd799439099',
    '507f1f77bcf86cd799439011');
ALTER TABLE posts ADD CONSTRAINT unchecked FOREIGN KEY (author) REFERENCES users NOT VALID,
    ADD FOREIGN KEY (other) REFERENCES users;
-- beside the columns
CREATE VIEW names AS SELECT name FROM users;
ALTER TABLE users ADD CHECK (name <> '');
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE FUNCTION named(users) RETURNS text LANGUAGE sql STABLE AS 'SELECT $1.name';
CREATE FUNCTION everybody() RETURNS SETOF users LANGUAGE sql STABLE AS 'TABLE convert.users';
\echo Converted with an empty search_path
SET client_min_messages = notice;
SET search_path = '';
CALL convert.run('convert.users.id', 'convert.users.short', 'convert.users.made',
    'convert.users.absent', 'convert.users.constant', 'convert.users.friends', 'convert.users.hex',
    'convert.users.padded', 'convert.users.dom', 'convert.users.doms', 'convert.posts.id');
SET search_path = convert, public, migration;
SET client_min_messages = error;
SELECT id, friend, short, friends, doms, made IS NOT NULL AS made FROM users ORDER BY id;
TABLE posts;
INSERT INTO users (id) VALUES ('507f1f77bcf86cd799439015')
RETURNING objectid_timestamp(short) > '2020-01-01' AS short, objectid_timestamp(made) >
    '2020-01-01' AS made, absent,
    constant, friends, hex, padded, dom, doms;
SELECT id, named(e) FROM everybody() e ORDER BY id;
\echo again: nothing to do
SELECT conversion_statements('users.id', 'posts.author');
SELECT conversion_statements(VARIADIC '{}');
DROP TABLE users, posts CASCADE;
DROP DOMAIN defaulting;

-- What is in the way ----------------------------------------------------------------------------

\echo Policies on tenants, triggers, publications, views: listed, and nothing else
CREATE TABLE tenants (id text PRIMARY KEY, owner_id text NOT NULL);
CREATE TABLE notes (id text PRIMARY KEY, tenant_id text NOT NULL REFERENCES tenants, body text);
CREATE TABLE tags (name text PRIMARY KEY);
CREATE POLICY tenancy ON notes AS RESTRICTIVE FOR UPDATE
    USING (tenant_id = current_setting('app.tenant'))
    WITH CHECK (tenant_id = current_setting('app.tenant'));
CREATE POLICY seen ON tags FOR SELECT USING (EXISTS (SELECT FROM notes WHERE notes.id = tags.name));
CREATE TRIGGER notify_hasura_notes_update AFTER UPDATE OF tenant_id ON notes
    FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE TRIGGER changed BEFORE UPDATE ON notes FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION nothing();
CREATE RULE kept AS ON DELETE TO notes WHERE OLD.id > 'a' DO INSTEAD NOTHING;
CREATE VIEW joined AS SELECT notes.body FROM notes JOIN tenants ON tenants.id = notes.tenant_id;
CREATE MATERIALIZED VIEW counted AS SELECT tenant_id, count(*) FROM notes GROUP BY tenant_id;
CREATE FUNCTION text_of_note(text) RETURNS text LANGUAGE sql STABLE BEGIN ATOMIC
    SELECT body FROM notes WHERE id = $1; END;
CREATE PUBLICATION regress_objectid_publication FOR TABLE notes (id, tenant_id, body) WHERE
    (tenant_id <> 'x'), tags;
SELECT conversion_statements('notes.id', 'tenants.id');
DROP PUBLICATION regress_objectid_publication;
DROP TABLE tenants, notes, tags CASCADE;

-- Whatever mentions a column or a row ------------------------------------------------------------

\echo Each kind by itself that has another fate than wanted
-- It is listed, or ALTER TABLE refuses it, or it shows the same afterwards. What pg_depend does not
-- know, such as some whole rows, fails at its next use at worst. An invalid index becomes valid.
CREATE TABLE doc (id text PRIMARY KEY, n int);
CREATE TABLE other (n int, m int);
INSERT INTO doc VALUES ('507f1f77bcf86cd799439011', 1);
INSERT INTO other VALUES (1, 1);
CREATE FUNCTION has_row(doc) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1.n = 1';
CREATE FUNCTION makes_row(int) RETURNS doc LANGUAGE sql IMMUTABLE
    AS 'SELECT ROW(''507f1f77bcf86cd799439011'', $1)::convert.doc';
CREATE DOMAIN doc_domain AS doc;
CREATE TABLE case_of (name text, makes text, shows text, undoes text, wanted text);
INSERT INTO case_of VALUES
('nothing', '', 'SELECT doc::text FROM doc', '', 'the same'),
('view', 'CREATE VIEW v AS SELECT id FROM doc', 'TABLE v', 'DROP VIEW v', 'listed'),
('view of rows', 'CREATE VIEW v AS SELECT to_jsonb(doc) FROM doc', 'TABLE v', 'DROP VIEW v',
    'the same'),
('view of a join', 'CREATE VIEW v AS SELECT to_jsonb(j) FROM (doc JOIN other USING (n)) AS j',
    'TABLE v', 'DROP VIEW v', 'an error at its next use: 42804'),
('view of a field', 'CREATE VIEW v AS SELECT (makes_row(n)).id FROM other', 'TABLE v',
    'DROP VIEW v', 'listed'),
('view of a constant', 'CREATE VIEW v AS SELECT ''(507f1f77bcf86cd799439012,1)''::doc AS r',
    'TABLE v', 'DROP VIEW v', 'listed'),
('view of an array', 'CREATE VIEW v AS SELECT ''{"(507f1f77bcf86cd799439012,1)"}''::doc[] AS r',
    'TABLE v', 'DROP VIEW v', 'listed'),
('view of a domain', 'CREATE VIEW v AS SELECT ''(507f1f77bcf86cd799439012,1)''::doc_domain AS r',
    'TABLE v', 'DROP VIEW v', 'listed'),
('policy with a row', 'CREATE POLICY p ON doc USING (to_jsonb(doc)->>''id'' <> ''x'')',
    'SELECT to_jsonb(doc)->>''id'' <> ''x'' FROM doc', 'DROP POLICY p ON doc', 'the same'),
('check', 'ALTER TABLE doc ADD CONSTRAINT c CHECK (id <> ''x'')', NULL,
    'ALTER TABLE doc DROP CONSTRAINT c', 'listed'),
('check of a row', 'ALTER TABLE doc ADD CONSTRAINT c CHECK (to_json(doc)->>''id'' <> ''x'')',
    'UPDATE doc SET n = n RETURNING id',
    'ALTER TABLE doc DROP CONSTRAINT c', 'the same'),
('trigger with a condition', 'CREATE TRIGGER t BEFORE UPDATE ON doc FOR EACH ROW
    WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION nothing()', NULL, 'DROP TRIGGER t ON doc', 'listed'),
('constraint trigger', 'CREATE CONSTRAINT TRIGGER t AFTER UPDATE ON doc FROM other DEFERRABLE
    FOR EACH ROW EXECUTE FUNCTION nothing()',
    'SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = ''t''', 'DROP TRIGGER t ON doc',
    'the same'),
('constraint trigger of the column', 'CREATE CONSTRAINT TRIGGER t AFTER UPDATE OF id ON doc
    FOR EACH ROW EXECUTE FUNCTION nothing()', NULL, 'DROP TRIGGER t ON doc', 'listed'),
('rule with rows', 'CREATE RULE r AS ON DELETE TO doc WHERE OLD IS NULL DO INSTEAD NOTHING',
    'SELECT pg_get_ruledef(oid) FROM pg_rewrite WHERE rulename = ''r''', 'DROP RULE r ON doc',
    'the same'),
('rule of another table', 'CREATE RULE r AS ON INSERT TO other DO ALSO INSERT INTO doc
    VALUES (''507f1f77bcf86cd799439012'')', NULL, 'DROP RULE r ON other', 'listed'),
('index of it twice', 'CREATE INDEX i ON doc (id, n, id)',
    'SELECT pg_get_indexdef(''i''::regclass)', 'DROP INDEX i', 'the same'),
('index that includes it', 'CREATE INDEX i ON doc (n) INCLUDE (id)',
    'SELECT pg_get_indexdef(''i''::regclass)', 'DROP INDEX i', 'the same'),
('reference to a key that includes it', 'ALTER TABLE doc ADD CONSTRAINT c UNIQUE (n) INCLUDE (id);
    CREATE TABLE refers (n int REFERENCES doc (n))', NULL,
    'DROP TABLE refers; ALTER TABLE doc DROP CONSTRAINT c', 'refused: 2BP01'),
('invalid index', 'CREATE INDEX i ON doc (id);
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = ''i''::regclass',
    'SELECT indisvalid FROM pg_index WHERE indexrelid = ''i''::regclass', 'DROP INDEX i',
    'not the same: false, then true'),
('index of an expression', 'CREATE INDEX i ON doc (lower(id))', NULL, 'DROP INDEX i', 'listed'),
('index of another expression', 'CREATE INDEX i ON doc (id, (n + 1))',
    'SELECT pg_get_indexdef(''i''::regclass)', 'DROP INDEX i', 'the same'),
('partial index', 'CREATE INDEX i ON doc (n) WHERE id > ''a''', NULL, 'DROP INDEX i', 'listed'),
('partial index of it', 'CREATE INDEX i ON doc (id) WHERE id > ''a''', NULL, 'DROP INDEX i',
    'listed'),
('index of rows', 'CREATE INDEX i ON doc (has_row(doc))', 'SELECT has_row(doc) FROM doc',
    'DROP INDEX i', 'the same'),
('operator class', 'CREATE INDEX i ON doc (id text_pattern_ops)', NULL, 'DROP INDEX i', 'listed'),
('collation', 'CREATE INDEX i ON doc (n, id COLLATE "POSIX")', NULL, 'DROP INDEX i', 'listed'),
('access method', 'CREATE INDEX i ON doc USING spgist (id)', NULL, 'DROP INDEX i',
    'refused: 42704'),
('index of an extension', 'CREATE INDEX i ON doc (id); ALTER INDEX i DEPENDS ON EXTENSION plpgsql',
    NULL, 'DROP INDEX i', 'listed: index convert.i (depends on an extension)'),
('statistics target of an index',
    'CREATE INDEX i ON doc (id, (n + 1)); ALTER INDEX i ALTER 2 SET STATISTICS 9',
    'SELECT attstattarget FROM pg_attribute WHERE attrelid = ''i''::regclass AND attnum = 2',
    'DROP INDEX i', 'listed: index convert.i (statistics target)'),
('statistics', 'CREATE STATISTICS s ON n, lower(id) FROM doc', NULL, 'DROP STATISTICS s', 'listed'),
('statistics of another expression', 'CREATE STATISTICS s ON id, (n + 1) FROM doc',
    'SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext WHERE stxname = ''s''',
    'DROP STATISTICS s', 'the same'),
('default of another column', 'ALTER TABLE other ALTER m SET DEFAULT
    has_row(''(507f1f77bcf86cd799439012,1)'')::int', 'INSERT INTO other DEFAULT VALUES RETURNING m',
    'ALTER TABLE other ALTER m DROP DEFAULT', 'listed'),
('generated column', 'ALTER TABLE doc ADD g text GENERATED ALWAYS AS (lower(id)) STORED', NULL,
    'ALTER TABLE doc DROP g', 'listed'),
('sequence', 'CREATE SEQUENCE s OWNED BY doc.id',
    'SELECT pg_get_serial_sequence(''doc'', ''id'')', 'DROP SEQUENCE s', 'the same'),
('function with text', 'CREATE FUNCTION f(text) RETURNS int LANGUAGE sql
    AS ''SELECT n FROM convert.doc WHERE id = $1''', 'SELECT f(''507f1f77bcf86cd799439011'')',
    'DROP FUNCTION f', 'an error at its next use: 42883'),
('function of rows', 'CREATE FUNCTION f() RETURNS text BEGIN ATOMIC SELECT doc::text FROM doc; END',
    'SELECT f()', 'DROP FUNCTION f', 'the same'),
('function that takes it', 'CREATE FUNCTION f(doc) RETURNS text BEGIN ATOMIC SELECT $1::text; END',
    'SELECT f(doc) FROM doc', 'DROP FUNCTION f', 'listed'),
('function that merges', 'CREATE FUNCTION f() RETURNS void BEGIN ATOMIC
    MERGE INTO doc USING (VALUES (1)) v (m) ON false
    WHEN NOT MATCHED THEN INSERT (id) VALUES (''507f1f77bcf86cd799439012''); END', 'SELECT f()',
    'DROP FUNCTION f', 'an error at its next use: 42804'),
('function with a key', 'CREATE FUNCTION f() RETURNS void BEGIN ATOMIC
    INSERT INTO doc (n) VALUES (1) ON CONFLICT ON CONSTRAINT doc_pkey DO NOTHING; END', NULL,
    'DROP FUNCTION f', 'refused: 2BP01'),
('default of an argument', 'CREATE FUNCTION f(d doc DEFAULT ''(507f1f77bcf86cd799439012,1)'')
    RETURNS text LANGUAGE sql AS ''SELECT $1::text''', 'SELECT f()', 'DROP FUNCTION f', 'listed'),
('default of a domain', 'CREATE DOMAIN d AS doc DEFAULT ''(507f1f77bcf86cd799439012,1)'';
    CREATE TABLE holds (r d)', NULL, 'DROP TABLE holds; DROP DOMAIN d', 'listed'),
('exclusion', 'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE (id WITH =)', NULL,
    'ALTER TABLE doc DROP CONSTRAINT c', 'listed'),
('exclusion with a condition',
    'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE (n WITH =) WHERE (id > ''a'')', NULL,
    'ALTER TABLE doc DROP CONSTRAINT c', 'listed'),
('publication', 'CREATE PUBLICATION regress_objectid_p FOR TABLE doc',
    'SELECT attnames FROM pg_publication_tables', 'DROP PUBLICATION regress_objectid_p',
    'the same'),
('column', 'CREATE TABLE holds (r doc)', NULL, 'DROP TABLE holds', 'refused: 0A000'),
('triggers of a foreign key that fire on replicas', 'CREATE TABLE refers (id text REFERENCES doc);
    DO $d$ BEGIN EXECUTE (SELECT format(''ALTER TABLE doc ENABLE REPLICA TRIGGER %I'', min(tgname))
        FROM pg_trigger WHERE tgrelid = ''doc''::regclass); END $d$', NULL, 'DROP TABLE refers',
    'listed: constraint refers_id_fkey on table convert.refers (triggers)'),
('pending triggers', 'CREATE TABLE refers (id text REFERENCES doc DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO refers VALUES (''507f1f77bcf86cd799439011'')', NULL,
    'SET CONSTRAINTS ALL IMMEDIATE; DROP TABLE refers', 'refused: 55006');
CREATE TABLE fate_of (name text, fate text, wanted text);
DO $$
DECLARE
    name text;
    makes text;
    shows text;
    undoes text;
    wanted text;
    before text;
    after text;
    statements text[];
    statement text;
    fate text;
BEGIN
    FOR name, makes, shows, undoes, wanted IN TABLE case_of LOOP
        EXECUTE makes;
        fate := 'listed: ' || in_the_way('doc.id');
        BEGIN
            IF fate IS NULL THEN
                statements := ARRAY(SELECT conversion_statements('doc.id'));
                EXECUTE coalesce(shows, 'SELECT') INTO before;
                FOREACH statement IN ARRAY statements LOOP
                    EXECUTE statement;
                END LOOP;
                BEGIN
                    EXECUTE shows INTO after;
                    fate := CASE WHEN after = before THEN 'the same'
                        ELSE concat('not the same: ', before, ', then ', after) END;
                EXCEPTION WHEN OTHERS THEN
                    fate := 'an error at its next use: ' || SQLSTATE;
                END;
                RAISE query_canceled;
            END IF;
        EXCEPTION
            WHEN query_canceled THEN NULL;
            WHEN OTHERS THEN fate := 'refused: ' || SQLSTATE;
        END;
        -- What is listed has a name of one letter, or is a view's rule.
        IF (fate = wanted OR wanted = 'listed'
                AND fate ~ '^listed: [^\n]*\m(_RETURN|[a-z])\M[^\n]*$') IS NOT TRUE
        THEN
            INSERT INTO fate_of VALUES (name, fate, wanted);
        END IF;
        EXECUTE undoes;
    END LOOP;
END $$;
TABLE fate_of;
DROP TABLE doc, other, case_of, fate_of CASCADE;

-- Partitions and children ------------------------------------------------------------------------

\echo A partition and a reference to one: all of their parents go along
CREATE TABLE log (n int, id text DEFAULT '507f1f77bcf86cd799439001', item uuid, PRIMARY KEY (n, id))
    PARTITION BY RANGE (n);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (1) TO (2) PARTITION BY LIST (n);
CREATE TABLE log_1_1 (item uuid, n int NOT NULL, gone int,
    id text NOT NULL DEFAULT '507f1f77bcf86cd799439002');
ALTER TABLE log_1_1 DROP gone;
ALTER TABLE log_1 ATTACH PARTITION log_1_1 FOR VALUES IN (1);
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (2) TO (3);
CREATE INDEX log_item ON log (item) WITH (fillfactor = 50);
CREATE TABLE thing (id uuid PRIMARY KEY);
ALTER TABLE log ADD CONSTRAINT of_thing FOREIGN KEY (item) REFERENCES thing;
COMMENT ON CONSTRAINT of_thing ON log_2 IS 'of the partition';
CREATE TABLE remark (log int, id text, FOREIGN KEY (log, id) REFERENCES log,
    CONSTRAINT of_2 FOREIGN KEY (log, id) REFERENCES log_2) PARTITION BY LIST (log);
CREATE TABLE remark_2 PARTITION OF remark FOR VALUES IN (2);
INSERT INTO thing VALUES ('00000000-507f-1f77-bcf8-6cd799439003');
INSERT INTO log (n) VALUES (1), (2);
INSERT INTO log_1_1 (n, item) VALUES (1, '00000000-507f-1f77-bcf8-6cd799439003');
INSERT INTO remark VALUES (2, '507f1f77bcf86cd799439001');
CALL run('remark_2.id', 'log_1_1.item');
SELECT tableoid::regclass, * FROM log ORDER BY n, id;
INSERT INTO log_1_1 (n, item) VALUES (1, NULL) RETURNING id;
\set VERBOSITY sqlstate
DELETE FROM log WHERE n = 2;
\set VERBOSITY default
DELETE FROM thing;
DROP TABLE log, thing, remark;

\echo What a partition has of its own is in the way
CREATE TABLE users (id text PRIMARY KEY);
CREATE TABLE parts (id text, k int, CONSTRAINT u FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k,
    id))
    PARTITION BY RANGE (k);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
CREATE TABLE parts_2 (id text NOT NULL, k int NOT NULL,
    CONSTRAINT u FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k, id));
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (100) TO (200);
CREATE INDEX parts_id ON parts (id);
ALTER TABLE parts ADD CONSTRAINT parts_unique UNIQUE (id, k);
ALTER INDEX parts_1_id_k_key RENAME TO parts_1_id_k_key1;
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE regress_objectid_space LOCATION '';
BEGIN;
ALTER TABLE parts_1 REPLICA IDENTITY USING INDEX parts_1_pkey;
ALTER TABLE parts_1 CLUSTER ON parts_1_id_idx;
ALTER INDEX parts_2_id_idx SET (fillfactor = 50);
CREATE INDEX parts_alone ON ONLY parts (k, id);
CREATE INDEX parts_1_k_id_idx ON parts_1 (k, id DESC);
CREATE INDEX parts_2_k_id_idx ON parts_2 (k NULLS FIRST, id);
CREATE INDEX parts_k_id ON parts (k, id);
ALTER TABLE parts_1 RENAME CONSTRAINT parts_1_pkey TO parts_1_pkey_of_its_own;
ALTER TABLE parts_2 RENAME CONSTRAINT u TO named;
ALTER INDEX parts_2_id_k_key RENAME TO parts_2_id_key;
COMMENT ON INDEX parts_2_pkey IS 'of its own';
COMMENT ON CONSTRAINT parts_2_pkey ON parts_2 IS 'of the key itself';
ALTER INDEX parts_1_id_idx SET TABLESPACE regress_objectid_space;
UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 'parts_2'::regclass;
SELECT in_the_way('users.id');
ROLLBACK;
DROP TABLESPACE regress_objectid_space;
\echo A name that another relation took is given again
CREATE SEQUENCE parts_1_id_k_key;
CALL run('users.id');
SELECT relname FROM pg_class WHERE relname ~ '^parts_[12]_' ORDER BY relname COLLATE "C";
DROP TABLE parts, users;
DROP SEQUENCE parts_1_id_k_key;

\echo A foreign key of a partition that is checked
-- It would not be so any more if that of its parent is not, as 18 allows.
CREATE TABLE users (id text PRIMARY KEY);
CREATE TABLE parts (id text, k int) PARTITION BY RANGE (k);
CREATE TABLE parts_1 (id text CONSTRAINT u REFERENCES users, k int);
SELECT format('ALTER TABLE parts ADD CONSTRAINT u FOREIGN KEY (id) REFERENCES users %s', CASE
    WHEN current_setting('server_version_num')::int >= 180000 THEN 'NOT VALID' END) AS add \gset
:add;
ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES FROM (0) TO (100);
SELECT (current_setting('server_version_num')::int >= 180000)
    = (in_the_way('users.id') IS NOT NULL) AS is_listed_if_it_can_be;
DROP TABLE parts, users;

\echo The partition key cannot change
CREATE TABLE hashed (id text PRIMARY KEY) PARTITION BY HASH (id);
CREATE TABLE listed (id text) PARTITION BY LIST (lower(id));
SELECT in_the_way('hashed.id', 'listed.id');
DROP TABLE hashed, listed;

\echo Inheritance
CREATE TABLE parent (id text DEFAULT '507f1f77bcf86cd799439001', CHECK (id <> 'x'));
CREATE TABLE child (id text DEFAULT '507f1f77bcf86cd799439002', own text) INHERITS (parent);
CREATE TABLE heir () INHERITS (parent);
INSERT INTO child VALUES (DEFAULT, '507f1f77bcf86cd799439003');
SELECT in_the_way('child.id');
ALTER TABLE parent DROP CONSTRAINT parent_id_check;
CALL run('child.id', 'child.own');
TABLE child;
\echo A constraint that a child has of its own, too, is dropped after that of its parent
CREATE TABLE root (id text CONSTRAINT own CHECK (id IS NOT NULL));
CREATE TABLE middle (CONSTRAINT own CHECK (id IS NOT NULL)) INHERITS (root);
CREATE TABLE leaf (CONSTRAINT own CHECK (id IS NOT NULL)) INHERITS (middle);
CREATE TABLE all_inherited () INHERITS (root);
SELECT in_the_way('leaf.id');
DROP TABLE root, middle, leaf, all_inherited;
\echo A foreign table below one
CREATE FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE SERVER regress_objectid_server FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE TABLE near (id text);
CREATE FOREIGN TABLE far () INHERITS (near) SERVER regress_objectid_server;
SELECT conversion_statements('near.id');
DROP FOREIGN DATA WRAPPER regress_objectid_wrapper CASCADE;
DROP TABLE parent, child, heir, near;
\echo A child is locked by itself if its parents have no such column
CREATE TABLE parent (n int);
CREATE TABLE child (id text) INHERITS (parent);
CREATE TABLE grandchild () INHERITS (child);
SELECT conversion_statements('grandchild.id') LIMIT 1;
DROP TABLE parent, child, grandchild;

-- The order of foreign keys ----------------------------------------------------------------------

\echo Of two foreign keys the one that refuses stays the first, before and after
-- Their triggers fire in the order of names such as RI_ConstraintTrigger_a_99999. If the one that
-- cascades came first, the other one would refuse no more.
CREATE TABLE referred (id text PRIMARY KEY);
CREATE TABLE referring (id text CONSTRAINT z REFERENCES referred);
ALTER TABLE referring ADD CONSTRAINT a FOREIGN KEY (id) REFERENCES referred ON DELETE CASCADE;
INSERT INTO referred VALUES ('507f1f77bcf86cd799439011');
INSERT INTO referring TABLE referred;
\set VERBOSITY sqlstate
DELETE FROM referred;
CALL run('referred.id');
DELETE FROM referred;
\set VERBOSITY default
DROP TABLE referred, referring;
\echo and the one that cascades stays the first
-- A later one fires first if its OID, as text, sorts first: 100000 before
-- 99999, here by names.
CREATE TABLE referred (id text PRIMARY KEY);
CREATE TABLE referring (id text CONSTRAINT a REFERENCES referred);
ALTER TABLE referring ADD CONSTRAINT z FOREIGN KEY (id) REFERENCES referred ON DELETE CASCADE;
DO $$
DECLARE
    fired_last name;
BEGIN
    FOR fired_last IN SELECT tgname FROM pg_trigger JOIN pg_constraint o ON o.oid = tgconstraint
        WHERE tgrelid = 'referred'::regclass AND conname = 'a'
    LOOP
        EXECUTE format('ALTER TRIGGER %I ON referred RENAME TO %I', fired_last, 'S' || fired_last);
    END LOOP;
END $$;
INSERT INTO referred VALUES ('507f1f77bcf86cd799439011'), ('507f1f77bcf86cd799439012');
INSERT INTO referring TABLE referred;
DELETE FROM referred WHERE id = '507f1f77bcf86cd799439011';
CALL run('referred.id');
DELETE FROM referred;
TABLE referring;
DROP TABLE referred, referring;

-- Defaults --------------------------------------------------------------------------------------

CREATE TABLE preset (a text DEFAULT 'none', b text DEFAULT md5('x'),
    c varchar(24) DEFAULT gen_objectid(), d text DEFAULT nullif('a', 'a'),
    e text DEFAULT '507f1f77bcf86cd799439011' || '', g char(40) DEFAULT '507F1F77BCF86CD799439012',
    h text[] DEFAULT ARRAY[gen_objectid()], i bytea DEFAULT gen_objectid()::bytea,
    j uuid DEFAULT gen_objectid()::uuid, k text DEFAULT upper(gen_objectid()::text),
    l text DEFAULT current_user, m varchar(10) DEFAULT '507f1f77bcf86cd799439011');
CREATE DOMAIN preset_domain AS text DEFAULT now()::text;
CREATE TABLE preset_by_domain (a preset_domain);
-- Constants of each type that are no ids are in the way, before a cast could refuse them.
CREATE TABLE preset_others (a bytea DEFAULT '\x50', b uuid DEFAULT
    '507f1f77-bcf8-6cd7-9943-901100000000', c text[] DEFAULT '{507f1f77bcf86cd799439011, none}',
    d bytea[] DEFAULT '{"\\x50"}', e uuid[] DEFAULT '{507f1f77-bcf8-6cd7-9943-901100000000}',
    f char(30)[] DEFAULT '{507f1f77bcf86cd799439011}',
    g text[] DEFAULT '{507f1f77bcf86cd799439011, NULL}',
    h bytea[] DEFAULT '{"\\x507f1f77bcf86cd799439011"}',
    i uuid[] DEFAULT '{00000000-507f-1f77-bcf8-6cd799439014}', j varchar(24)[] DEFAULT '{}');
-- gen_objectid() that is cast: what keeps the digits goes along, what cuts them or makes something
-- else of them is in the way.
CREATE TABLE preset_casts (a text DEFAULT gen_objectid()::varchar(24),
    b uuid DEFAULT gen_objectid()::char(30)::text::objectid::uuid,
    c varchar(24) DEFAULT gen_objectid()::char(24), d text DEFAULT gen_objectid()::bytea::objectid,
    e varchar(20) DEFAULT gen_objectid()::varchar(10), f varchar(23) DEFAULT gen_objectid(),
    g text DEFAULT gen_objectid()::char(23), h text DEFAULT gen_objectid()::text::"char"::text,
    i text DEFAULT gen_objectid()::uuid::text, j text DEFAULT gen_objectid()::timestamptz::text);
-- What is generated is no default.
CREATE TABLE preset_generated (id text GENERATED ALWAYS AS ('507f1f77bcf86cd799439001') STORED,
    none text GENERATED ALWAYS AS (NULL) STORED);
\echo Defaults that are in the way
SELECT in_the_way(VARIADIC array_agg(format('%s.%s', attrelid::regclass, attname)))
FROM pg_attribute WHERE attrelid::regclass::text ~ '^preset' AND attnum > 0;
\echo and that go along
CALL run('preset_others.f', 'preset_others.g', 'preset_others.h',
    'preset_others.i', 'preset_others.j');
SELECT attname, pg_get_expr(adbin, adrelid) FROM pg_attribute JOIN pg_attrdef
    ON adrelid = attrelid AND adnum = attnum
WHERE attrelid = 'preset_others'::regclass AND attname IN ('f', 'g', 'h', 'i', 'j')
ORDER BY attname;
DROP TABLE preset, preset_by_domain, preset_others, preset_casts, preset_generated;

-- Names -----------------------------------------------------------------------------------------

\echo Names that need quotes
CREATE SCHEMA "o'Neil \$$.%s ""q"" $1";
CREATE TABLE "o'Neil \$$.%s ""q"" $1"."The.""Table"" SELECT 1/0; %I" ("Id
; SELECT 1/0; --" text CONSTRAINT "%s'" PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011',
    "ünïcödé 🎉 ''\" text CONSTRAINT "c
%" REFERENCES "o'Neil \$$.%s ""q"" $1"."The.""Table"" SELECT 1/0; %I", "user" text[],
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk" text);
COMMENT ON CONSTRAINT "c
%" ON "o'Neil \$$.%s ""q"" $1"."The.""Table"" SELECT 1/0; %I" IS E'it''s \\ $$ %s';
CREATE STATISTICS "o'Neil \$$.%s ""q"" $1"."S'%" ON "user",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
    FROM "o'Neil \$$.%s ""q"" $1"."The.""Table"" SELECT 1/0; %I";
ALTER STATISTICS "o'Neil \$$.%s ""q"" $1"."S'%" SET STATISTICS 5;
\set table '"o\'Neil \\$$.%s ""q"" $1"."The.""Table"" SELECT 1/0; %I"'
-- 19 has no other strings.
SELECT set_config('standard_conforming_strings', CASE
    WHEN current_setting('server_version_num')::int < 190000 THEN 'off' ELSE 'on' END, false) AS is
\gset
SET quote_all_identifiers = on;
BEGIN;
SELECT conversion_statements(:'table' || E'."ünïcödé 🎉 \'\'\\"', :'table' || '."user"',
    :'table' || '."abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"');
\gexec
COMMIT;
RESET standard_conforming_strings;
RESET quote_all_identifiers;
DROP SCHEMA "o'Neil \$$.%s ""q"" $1" CASCADE;

-- Not at all ------------------------------------------------------------------------------------

\echo What is no column that can become one of ids
CREATE TABLE t (id text, n int, nested mongo_id[], gone text);
ALTER TABLE t DROP gone;
CREATE VIEW v AS SELECT n FROM t;
CREATE DOMAIN list AS text[];
CREATE TABLE lists (l list[], m list);
SELECT arguments, error_of(format('SELECT conversion_statements(%s)', arguments))
FROM unnest(ARRAY['VARIADIC NULL', '''t.id'', NULL', '''nowhere.id''', '''nowhere.t.id''',
    '''t.nowhere''', '''id''', '''a.b.c.d.e''', '''""''', '''a.'' || repeat(''b'', 1000)',
    '''t."........pg.dropped.4........"''', '''t.n''', '''lists.l''', '''v.n''']) AS arguments;
\echo One column by several names, and arrays of domains
INSERT INTO t (id, nested) VALUES ('507f1f77bcf86cd79943901A', '{507f1f77bcf86cd799439011}');
BEGIN;
SELECT conversion_statements(VARIADIC ARRAY[['t.id', 'convert.T.ID'], ['"t"."id"', ' t . id ']]);
\gexec
SET LOCAL client_min_messages = notice;
SELECT conversion_statements('t.nested', 'lists.m');
\gexec
COMMIT;
SELECT id, nested FROM t;
\echo A temporary table, which comes first in the path
CREATE TEMP TABLE t (id text PRIMARY KEY);
SELECT conversion_statements('t.id');
\echo Without a write or a lock
CREATE TABLE kept (id text);
BEGIN TRANSACTION READ ONLY;
SELECT count(*) FROM conversion_statements('kept.id');
SELECT mode FROM pg_locks WHERE relation = 'kept'::regclass;
ROLLBACK;

DROP SCHEMA convert CASCADE;
DROP EXTENSION objectid_migration;

-- objectid_convert: columns and their keys become ids. What it refuses is as important: a meaning
-- that changes silently is worse than any error. (Roles, attacks, locks: test/t/042_convert.pl.)
\set VERBOSITY default
CREATE SCHEMA convert;
SET search_path = convert, public;

-- What is there: columns, keys, indexes. (18 numbers the foreign keys of partitions with _1, older
-- versions with 1.)
CREATE VIEW public.shown AS
SELECT c.relname AS rel, 1 AS n, a.attname AS object, concat_ws(' ',
    format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END,
    'default ' || pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum)) AS definition
FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'convert'::regnamespace AND c.relkind IN ('r', 'p')
UNION ALL
SELECT c.relname, 2, replace(o.conname, '_fkey_', '_fkey'),
    concat_ws(' ', pg_get_constraintdef(o.oid), obj_description(o.oid, 'pg_constraint'))
FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
WHERE o.connamespace = 'convert'::regnamespace AND o.contype <> 'n'
UNION ALL
SELECT c.relname, 3, i.relname, concat_ws(' ', pg_get_indexdef(i.oid),
    CASE WHEN x.indisclustered THEN 'clustered' END,
    CASE WHEN x.indisreplident THEN 'replica identity' END, obj_description(i.oid, 'pg_class'))
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
WHERE c.relnamespace = 'convert'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.oid AND o.contype IN ('p',
    'u'))
UNION ALL
SELECT c.relname, 4, s.stxname, concat_ws(' ', pg_get_statisticsobjdef(s.oid),
    'target ' || nullif(s.stxstattarget, -1), obj_description(s.oid, 'pg_statistic_ext'))
FROM pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid
WHERE s.stxnamespace = 'convert'::regnamespace;

-- What is in the way, as on 16, which qualifies columns only where there is need.
CREATE FUNCTION public.in_the_way(columns text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    told text;
BEGIN
    PERFORM objectid_convert(columns, true);
    RETURN NULL;
EXCEPTION WHEN dependent_objects_still_exist THEN
    GET STACKED DIAGNOSTICS told = PG_EXCEPTION_DETAIL;
    RETURN regexp_replace(told, '^(( SELECT|   |  GROUP BY) *)(notes|counted)\.', '\1', 'gn');
END $$;

-- Does what the error says: drops, converts, and makes again what can be made for ids as it was.
CREATE PROCEDURE public.convert_as_told(VARIADIC columns text[]) LANGUAGE plpgsql AS $$
DECLARE
    told CONSTANT text := in_the_way(columns);
    statement text;
BEGIN
    RAISE NOTICE E'in the way:\n%', told;
    FOR statement IN SELECT s[1] FROM regexp_matches(told, '^    first: (.*?;)$', 'gn') AS s LOOP
        EXECUTE statement;
    END LOOP;
    PERFORM objectid_convert(columns);
    FOR statement IN
        SELECT s[1]
        FROM regexp_matches(told, '^    afterwards: ((?:.|\n)*?;)$', 'gw')
            WITH ORDINALITY AS m (s, position)
        ORDER BY position DESC
    LOOP
        BEGIN
            EXECUTE statement;
        EXCEPTION WHEN undefined_function OR datatype_mismatch OR syntax_error THEN
            RAISE NOTICE 'not for ids: %', SQLERRM;
        END;
    END LOOP;
END $$;

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
COMMENT ON CONSTRAINT unchecked ON posts IS 'not yet';
COMMENT ON COLUMN posts.id IS 'of MongoDB';
CREATE INDEX posts_author ON posts (author DESC NULLS LAST, n) WITH (fillfactor = 50);
COMMENT ON INDEX posts_author IS 'by author';
CREATE INDEX posts_hash ON posts USING hash (author);
CREATE INDEX posts_brin ON posts USING brin (id);
CREATE INDEX users_friends ON users USING gin (friends);
CREATE UNIQUE INDEX posts_unique ON posts (id) NULLS NOT DISTINCT;
ALTER TABLE posts CLUSTER ON posts_author;
ALTER TABLE posts ALTER n SET NOT NULL, ALTER id SET STATISTICS 77;
ALTER TABLE users REPLICA IDENTITY USING INDEX users_pkey;
CREATE STATISTICS posts_together ON id, author, n FROM posts;
ALTER STATISTICS posts_together SET STATISTICS 55;
COMMENT ON STATISTICS posts_together IS 'together';
-- beside the columns
CREATE VIEW names AS SELECT name FROM users;
ALTER TABLE users ADD CHECK (name <> ''), ENABLE ROW LEVEL SECURITY;
CREATE POLICY named ON users USING (name <> 'hidden');
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE FUNCTION named(users) RETURNS text LANGUAGE sql STABLE AS 'SELECT $1.name';
CREATE FUNCTION everybody() RETURNS SETOF users LANGUAGE sql STABLE AS 'TABLE convert.users';
\pset format unaligned
SELECT objectid_convert('{users.id, users.short, users.made, users.absent, users.constant,
    users.friends, users.hex, users.padded, users.dom, users.doms, posts.id}', dry_run => true);
\pset format aligned
SELECT count(*) FROM shown WHERE definition ~ 'objectid$';
SELECT count(*) FROM objectid_convert('{users.id, users.short, users.made, users.absent,
    users.constant, users.friends, users.hex, users.padded, users.dom, users.doms, posts.id}');
SELECT * FROM shown ORDER BY rel, n, object COLLATE "C";
SELECT id, friend, short, friends, doms, made IS NOT NULL AS made FROM users ORDER BY id;
TABLE posts;
INSERT INTO users (id) VALUES ('507f1f77bcf86cd799439015')
RETURNING objectid_timestamp(short) > '2020-01-01' AS short, objectid_timestamp(made) >
    '2020-01-01' AS made, absent,
    constant, friends, hex, padded, dom, doms;
SELECT id, named(e) FROM everybody() e ORDER BY id;
-- again: nothing to do
SELECT objectid_convert('{users.id, posts.author}');
SELECT objectid_convert('{}');
DROP TABLE users, posts CASCADE;
DROP DOMAIN defaulting;

-- What depends on what is in the way -------------------------------------------------------------

-- Through any number of objects
CREATE TABLE base (id text);
CREATE VIEW view_0 AS SELECT id FROM base;
DO $$ BEGIN
    FOR n IN 1..120 LOOP
        EXECUTE format('CREATE VIEW view_%s AS SELECT id FROM view_%s', n, n - 1);
    END LOOP;
END $$;
SELECT count(*), (array_agg(line[1]))[1] AS first, (array_agg(line[1]))[121] AS last
FROM regexp_matches(in_the_way('{base.id}'), '^(View \S+)$', 'gn') AS line;
SET client_min_messages = warning;
DROP VIEW view_1 CASCADE;
-- Two that depend on each other
CREATE FUNCTION circular() RETURNS bigint STABLE LANGUAGE sql
    BEGIN ATOMIC SELECT count(*) FROM view_0; END;
CREATE OR REPLACE VIEW view_0 AS SELECT id FROM base WHERE circular() > 0;
SELECT line[1] FROM regexp_matches(in_the_way('{base.id}'), '^(View .+|Function .+)$', 'gn')
    AS line ORDER BY line;
DROP TABLE base CASCADE;
RESET client_min_messages;

-- What tools make -------------------------------------------------------------------------------

-- Prisma
CREATE TABLE "User" (id TEXT NOT NULL, "email" TEXT NOT NULL, CONSTRAINT "User_pkey" PRIMARY KEY
    (id));
CREATE TABLE "Post" ("id" TEXT NOT NULL, "authorId" TEXT NOT NULL, "reviewerIds" TEXT[],
    CONSTRAINT "Post_pkey" PRIMARY KEY ("id"));
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
CREATE INDEX "Post_authorId_idx" ON "Post"("authorId");
ALTER TABLE "Post" ADD CONSTRAINT "Post_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES
    "User"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE;
-- TypeORM
CREATE TABLE "order" ("id" character varying(24) NOT NULL, "userId" character varying(24),
    CONSTRAINT "PK_1031171c13130102495201e3e20" PRIMARY KEY ("id"),
    CONSTRAINT "FK_caabe91507b3379c7ba73637b84" FOREIGN KEY ("userId") REFERENCES "User"("id"));
CREATE UNIQUE INDEX "IDX_once" ON "order" ("userId") WHERE "userId" IS NOT NULL;
CALL convert_as_told('"User".id', 'convert."Post"."id"', '"Post"."reviewerIds"', '"order"."id"');
SELECT * FROM shown ORDER BY rel COLLATE "C", n, object COLLATE "C";
DROP TABLE "User", "Post", "order";

-- Django
CREATE TABLE shop_customer (id varchar(24) NOT NULL PRIMARY KEY, name varchar(50) NOT NULL);
CREATE TABLE shop_order (id varchar(24) NOT NULL PRIMARY KEY, customer_id varchar(24) NOT NULL,
    code varchar(9) NOT NULL CONSTRAINT shop_order_code_check CHECK (code <> ''));
ALTER TABLE shop_order ADD CONSTRAINT shop_order_customer_id_4a_fk_shop_customer_id FOREIGN KEY
    (customer_id)
    REFERENCES shop_customer (id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX shop_customer_id_7b_like ON shop_customer (id varchar_pattern_ops);
CREATE INDEX shop_order_customer_id_4a ON shop_order (customer_id);
CREATE INDEX shop_order_customer_id_4a_like ON shop_order (customer_id varchar_pattern_ops);
CREATE INDEX shop_order_code_like ON shop_order (code varchar_pattern_ops);
CALL convert_as_told('shop_order.id', 'shop_order.customer_id');
SELECT * FROM shown ORDER BY rel COLLATE "C", n, object COLLATE "C";
DROP TABLE shop_customer, shop_order;

-- Rails, with char(24) and PostgreSQL's defaults for it
CREATE TABLE accounts (id char(24) PRIMARY KEY, slug varchar GENERATED ALWAYS AS (left(id, 8))
    STORED);
CREATE TABLE invoices (id char(24) DEFAULT '' NOT NULL PRIMARY KEY, account_id char(24) NOT NULL);
CREATE INDEX index_accounts_on_slug ON accounts (slug);
CREATE INDEX index_invoices_on_lower ON invoices (lower(account_id));
ALTER TABLE invoices ADD CONSTRAINT fk_rails_1 FOREIGN KEY (account_id) REFERENCES accounts (id);
INSERT INTO accounts VALUES ('507f1f77bcf86cd799439011');
CALL convert_as_told('accounts.id', 'invoices.id');
SELECT * FROM shown ORDER BY rel COLLATE "C", n, object COLLATE "C";
TABLE accounts;
DROP TABLE accounts, invoices;

-- Hasura and Supabase: policies on tenants, triggers, publications
CREATE TABLE tenants (id text PRIMARY KEY, owner_id text NOT NULL);
CREATE TABLE notes (id text PRIMARY KEY, tenant_id text NOT NULL REFERENCES tenants, body text);
CREATE TABLE tags (name text PRIMARY KEY);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON notes AS RESTRICTIVE FOR UPDATE USING (tenant_id =
    current_setting('app.tenant'))
    WITH CHECK (tenant_id = current_setting('app.tenant'));
CREATE POLICY seen ON tags FOR SELECT USING (EXISTS (SELECT FROM notes WHERE notes.id = tags.name));
CREATE TRIGGER notify_hasura_notes_update AFTER UPDATE OF tenant_id ON notes
    FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE TRIGGER changed BEFORE UPDATE ON notes FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION nothing();
ALTER TABLE notes DISABLE TRIGGER changed;
CREATE RULE kept AS ON DELETE TO notes WHERE OLD.id > 'a' DO INSTEAD NOTHING;
CREATE VIEW joined AS SELECT notes.body FROM notes JOIN tenants ON tenants.id = notes.tenant_id;
CREATE MATERIALIZED VIEW counted WITH (fillfactor = 50) AS SELECT tenant_id, count(*) FROM notes
    GROUP BY tenant_id;
CREATE UNIQUE INDEX counted_once ON counted (tenant_id);
CREATE VIEW above WITH (security_barrier) AS SELECT count FROM counted;
CREATE FUNCTION text_of_note(text) RETURNS text LANGUAGE sql STABLE BEGIN ATOMIC
    SELECT body FROM notes WHERE id = $1; END;
SET client_min_messages = error;
CREATE PUBLICATION regress_objectid_publication FOR TABLE notes (id, tenant_id, body) WHERE
    (tenant_id <> 'x'), tags;
RESET client_min_messages;
INSERT INTO tenants VALUES ('507f1f77bcf86cd799439011', 'me');
INSERT INTO notes VALUES ('507f1f77bcf86cd799439012', '507f1f77bcf86cd799439011', 'hello');
\pset format unaligned
SELECT in_the_way('{notes.id, tenants.id}');
\pset format aligned
-- In one transaction, each as the owner has thought about it
BEGIN;
ALTER PUBLICATION regress_objectid_publication DROP TABLE notes;
DROP FUNCTION text_of_note;
DROP VIEW above, joined;
DROP MATERIALIZED VIEW counted;
DROP RULE kept ON notes;
DROP TRIGGER changed ON notes;
DROP TRIGGER notify_hasura_notes_update ON notes;
DROP POLICY tenancy ON notes;
DROP POLICY seen ON tags;
SELECT count(*) FROM objectid_convert('{notes.id, tenants.id}');
CREATE POLICY tenancy ON notes AS RESTRICTIVE FOR UPDATE USING (tenant_id =
    current_setting('app.tenant')::objectid);
CREATE POLICY seen ON tags FOR SELECT USING (EXISTS (SELECT FROM notes WHERE notes.id::text =
    tags.name));
CREATE VIEW joined AS SELECT notes.body FROM notes JOIN tenants ON tenants.id = notes.tenant_id;
COMMIT;
SELECT * FROM shown ORDER BY rel COLLATE "C", n, object COLLATE "C";
SELECT * FROM joined;
DROP PUBLICATION regress_objectid_publication;
DROP TABLE tenants, notes, tags CASCADE;

-- AWS DMS and Airbyte: no keys; a view that joins two tables is in the way of each order of single
-- conversions.
CREATE TABLE dms_users ("_id" varchar(24), name varchar(100));
CREATE TABLE dms_orders ("_id" varchar(24), customer varchar(24));
CREATE VIEW dms_joined AS SELECT o."_id" FROM dms_users u JOIN dms_orders o ON o.customer = u."_id";
CALL convert_as_told('dms_users._id', 'dms_orders._id', 'dms_orders.customer',
    'dms_orders.customer');
SELECT definition FROM shown WHERE rel ~ 'dms' AND n = 1 ORDER BY rel, object;
SELECT pg_get_viewdef('dms_joined');
DROP TABLE dms_users, dms_orders CASCADE;

-- A whole row leaves no dependency on the column -------------------------------------------------

CREATE TABLE doc (id text PRIMARY KEY, n int);
CREATE TABLE other (n int, m int);
CREATE FUNCTION has_row(doc) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
CREATE FUNCTION makes_row(int) RETURNS doc LANGUAGE sql IMMUTABLE AS 'SELECT NULL::convert.doc';
CREATE FUNCTION computes_row(int) RETURNS doc LANGUAGE plpgsql IMMUTABLE
    AS 'BEGIN RETURN NULL::convert.doc; END';
CREATE FUNCTION is_row(anyelement) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
CREATE DOMAIN doc_domain AS doc;
-- not in the way: other columns, and rows of other tables
CREATE VIEW of_n AS SELECT n FROM doc;
CREATE VIEW of_other AS SELECT doc.n, to_jsonb(other) FROM doc JOIN other USING (n);
CREATE FUNCTION of_row(doc, n int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT 1';
-- in the way, by themselves each
CREATE TABLE case_of (name text, makes text, undoes text);
INSERT INTO case_of VALUES
('view', 'CREATE VIEW v AS SELECT to_jsonb(doc) FROM doc', 'DROP VIEW v'),
('view of an alias', 'CREATE VIEW v AS SELECT d::text FROM doc AS d (a, b)', 'DROP VIEW v'),
('view of a join', 'CREATE VIEW v AS SELECT to_jsonb(j) FROM (doc JOIN other USING (n)) AS j',
    'DROP VIEW v'),
('view of a subquery', 'CREATE VIEW v AS SELECT to_jsonb(s) FROM (SELECT d FROM doc d) AS s',
    'DROP VIEW v'),
('view with a sub-select', 'CREATE VIEW v AS SELECT (SELECT doc FROM doc LIMIT 1) FROM other',
    'DROP VIEW v'),
('view of a function', 'CREATE VIEW v AS SELECT to_jsonb(f) FROM makes_row(1) AS f', 'DROP VIEW v'),
('view of a column of a function', 'CREATE VIEW v AS SELECT f.id FROM makes_row(1) AS f',
    'DROP VIEW v'),
('view of a field', 'CREATE VIEW v AS SELECT (makes_row(n)).id FROM other', 'DROP VIEW v'),
('view of a cast', 'CREATE VIEW v AS SELECT ROW(''x'', n)::doc::text FROM other', 'DROP VIEW v'),
('view of a constant', 'CREATE VIEW v AS SELECT ''(x,1)''::doc AS r', 'DROP VIEW v'),
('view of an array', 'CREATE VIEW v AS SELECT ''{"(x,1)"}''::doc[] AS r', 'DROP VIEW v'),
('view of a domain', 'CREATE VIEW v AS SELECT ''(x,1)''::doc_domain AS r', 'DROP VIEW v'),
('view that counts', 'CREATE VIEW v AS SELECT count(doc) FROM doc', 'DROP VIEW v'),
('materialized view', 'CREATE MATERIALIZED VIEW v AS SELECT row_to_json(doc) FROM doc',
    'DROP MATERIALIZED VIEW v'),
('policy', 'CREATE POLICY p ON doc USING (to_jsonb(doc)->>''id'' <> ''x'')',
    'DROP POLICY p ON doc'),
('policy for new rows', 'CREATE POLICY p ON doc FOR INSERT WITH CHECK (doc IS NOT NULL)',
    'DROP POLICY p ON doc'),
('policy of another table',
    'CREATE POLICY p ON other USING (EXISTS (SELECT FROM doc WHERE doc::text = ''''))',
    'DROP POLICY p ON other'),
('check', 'ALTER TABLE doc ADD CONSTRAINT c CHECK (to_json(doc)->>''id'' <> ''x'')',
    'ALTER TABLE doc DROP CONSTRAINT c'),
('check of another table', 'ALTER TABLE other ADD CONSTRAINT c CHECK (has_row(makes_row(n)))',
    'ALTER TABLE other DROP CONSTRAINT c'),
('check of a domain', 'CREATE DOMAIN d AS int CHECK (has_row(makes_row(VALUE)))', 'DROP DOMAIN d'),
('trigger', 'CREATE TRIGGER t BEFORE UPDATE ON doc FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION nothing()', 'DROP TRIGGER t ON doc'),
('rule', 'CREATE RULE r AS ON UPDATE TO doc DO ALSO SELECT NEW', 'DROP RULE r ON doc'),
('rule of another table',
    'CREATE RULE r AS ON INSERT TO other DO ALSO INSERT INTO doc VALUES (''x'')',
    'DROP RULE r ON other'),
('rule with a condition', 'CREATE RULE r AS ON DELETE TO doc WHERE OLD IS NULL DO INSTEAD NOTHING',
    'DROP RULE r ON doc'),
('index', 'CREATE INDEX i ON doc (has_row(doc))', 'DROP INDEX i'),
('partial index', 'CREATE INDEX i ON doc (n) WHERE is_row(doc)', 'DROP INDEX i'),
('statistics', 'CREATE STATISTICS s ON (has_row(makes_row(n))) FROM doc', 'DROP STATISTICS s'),
('default', 'ALTER TABLE other ALTER m SET DEFAULT has_row(''(x,1)'')::int',
    'ALTER TABLE other ALTER m DROP DEFAULT'),
('generated column',
    'ALTER TABLE other ADD g boolean GENERATED ALWAYS AS (has_row(makes_row(n))) STORED',
    'ALTER TABLE other DROP g'),
('function', 'CREATE FUNCTION f() RETURNS text BEGIN ATOMIC SELECT doc::text FROM doc; END',
    'DROP FUNCTION f'),
('function that inserts',
    'CREATE FUNCTION f() RETURNS void BEGIN ATOMIC INSERT INTO doc VALUES (''x''); END',
    'DROP FUNCTION f'),
('default of an argument', 'CREATE FUNCTION f(d doc DEFAULT ''(x,1)'') RETURNS text LANGUAGE sql
    AS ''SELECT $1::text''', 'DROP FUNCTION f'),
('default of an argument that calls',
    'CREATE FUNCTION f(d boolean DEFAULT has_row(makes_row(1))) RETURNS text LANGUAGE sql
    AS ''SELECT $1::text''', 'DROP FUNCTION f'),
('default of a domain', 'CREATE DOMAIN d AS doc DEFAULT ''(x,1)''', 'DROP DOMAIN d'),
('default of a domain that calls', 'CREATE DOMAIN d AS boolean DEFAULT has_row(makes_row(1))',
    'DROP DOMAIN d'),
('partition key', 'CREATE TABLE p (n int) PARTITION BY LIST ((computes_row(n) IS NULL))',
    'DROP TABLE p'),
('partition key of a partition', 'CREATE TABLE p (n int) PARTITION BY LIST (n);
    CREATE TABLE p_1 PARTITION OF p FOR VALUES IN (1)
        PARTITION BY LIST ((computes_row(n) IS NULL))', 'DROP TABLE p'),
('function that takes it', 'CREATE FUNCTION f(doc) RETURNS text BEGIN ATOMIC SELECT $1::text; END',
    'DROP FUNCTION f'),
('exclusion', 'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE (n WITH =) WHERE (is_row(doc))',
    'ALTER TABLE doc DROP CONSTRAINT c'),
('exclusion of rows', 'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE USING gist (int4range(n, n) WITH &&)
    WHERE (has_row(doc))', 'ALTER TABLE doc DROP CONSTRAINT c'),
('exclusion of ids', 'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE (n WITH =) WHERE (id > ''a'')',
    'ALTER TABLE doc DROP CONSTRAINT c'),
('exclusion by ids', 'ALTER TABLE doc ADD CONSTRAINT c EXCLUDE (id WITH =)',
    'ALTER TABLE doc DROP CONSTRAINT c'),
('column', 'CREATE TABLE holds (r doc)', 'DROP TABLE holds'),
('column of a domain', 'CREATE TABLE holds (r doc_domain)', 'DROP TABLE holds'),
('column of arrays of a domain', 'CREATE TABLE holds (r doc_domain[])', 'DROP TABLE holds'),
('column of arrays', 'CREATE TABLE holds (r doc[])', 'DROP TABLE holds');
DO $$
DECLARE
    name text;
    makes text;
    undoes text;
    told text;
BEGIN
    FOR name, makes, undoes IN TABLE case_of LOOP
        EXECUTE makes;
        BEGIN
            PERFORM objectid_convert('{doc.id}', true);
            RAISE WARNING '%: nothing in the way', name;
        EXCEPTION WHEN dependent_objects_still_exist THEN
            GET STACKED DIAGNOSTICS told = PG_EXCEPTION_DETAIL;
            RAISE NOTICE '%: %', name, substring(told FROM '^[^\n]*(?:\n    first:[^\n]*)?');
        END;
        EXECUTE undoes;
    END LOOP;
END $$;
SELECT objectid_convert('{doc.id}');
DROP TABLE doc, other, case_of CASCADE;

-- Partitions and children -----------------------------------------------------------------------

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
\pset format unaligned
SELECT objectid_convert('{remark_2.id, log_1_1.item}', true);
\pset format aligned
SELECT count(*) FROM objectid_convert('{remark_2.id, log_1_1.item}');
SELECT * FROM shown ORDER BY rel COLLATE "C", n, object COLLATE "C";
SELECT tableoid::regclass, * FROM log ORDER BY n, id;
INSERT INTO log_1_1 (n, item) VALUES (1, NULL) RETURNING id;
DELETE FROM log WHERE n = 2;
DELETE FROM thing;
DROP TABLE log, thing, remark;

-- What a partition has of its own
CREATE TABLE users (id text PRIMARY KEY);
CREATE TABLE parts (id text, k int, CONSTRAINT u FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k,
    id))
    PARTITION BY RANGE (k);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
CREATE TABLE parts_2 (id text NOT NULL, k int NOT NULL,
    CONSTRAINT named FOREIGN KEY (id) REFERENCES users, PRIMARY KEY (k, id));
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (100) TO (200);
CREATE INDEX parts_id ON parts (id);
ALTER TABLE parts_1 REPLICA IDENTITY USING INDEX parts_1_pkey;
ALTER TABLE parts_1 CLUSTER ON parts_1_id_idx;
ALTER INDEX parts_2_id_idx SET (fillfactor = 50);
COMMENT ON INDEX parts_2_pkey IS 'of its own';
COMMENT ON CONSTRAINT parts_2_pkey ON parts_2 IS 'of the key itself';
SELECT objectid_convert('{users.id}');
ALTER INDEX parts_2_id_idx RESET (fillfactor);
CALL convert_as_told('users.id');
SELECT * FROM shown WHERE rel ~ 'parts_' AND n > 1 ORDER BY rel COLLATE "C", n, object COLLATE "C";
DROP TABLE parts, users;

-- A foreign key of a partition that is checked stays so, although that of its parent is not, as 18
-- allows.
CREATE TABLE users (id text PRIMARY KEY);
CREATE TABLE parts (id text, k int) PARTITION BY RANGE (k);
CREATE TABLE parts_1 (id text CONSTRAINT u REFERENCES users, k int);
SELECT format('ALTER TABLE parts ADD CONSTRAINT u FOREIGN KEY (id) REFERENCES users %s', CASE
    WHEN current_setting('server_version_num')::int >= 180000 THEN 'NOT VALID' END) AS add \gset
:add;
ALTER TABLE parts ATTACH PARTITION parts_1 FOR VALUES FROM (0) TO (100);
SELECT count(*) FROM objectid_convert('{users.id}') AS s WHERE s !~ 'VALIDATE CONSTRAINT';
SELECT conrelid::regclass, convalidated FROM pg_constraint
WHERE conname = 'u' AND conrelid = 'parts_1'::regclass AND conparentid <> 0;
DROP TABLE parts, users;

-- The partition key cannot change
CREATE TABLE hashed (id text PRIMARY KEY) PARTITION BY HASH (id);
SELECT objectid_convert('{hashed.id}');
CREATE TABLE listed (id text) PARTITION BY LIST (lower(id));
SELECT objectid_convert('{listed.id}');
DROP TABLE hashed, listed;

-- Inheritance
CREATE TABLE parent (id text DEFAULT '507f1f77bcf86cd799439001', CHECK (id <> 'x'));
CREATE TABLE child (id text DEFAULT '507f1f77bcf86cd799439002', own text) INHERITS (parent);
CREATE TABLE stranger (id text);
CREATE TABLE heir () INHERITS (parent, stranger);
INSERT INTO child VALUES (DEFAULT, '507f1f77bcf86cd799439003');
SELECT objectid_convert('{child.id}');
ALTER TABLE parent DROP CONSTRAINT parent_id_check;
SELECT objectid_convert('{child.id}');
ALTER TABLE heir NO INHERIT stranger;
SELECT count(*) FROM objectid_convert('{child.id, child.own}');
SELECT * FROM shown WHERE n = 1 ORDER BY rel COLLATE "C", object;
TABLE child;
-- A constraint that a child has of its own, too, is dropped after that of its parent.
CREATE TABLE root (id text CONSTRAINT own CHECK (id IS NOT NULL));
CREATE TABLE middle (CONSTRAINT own CHECK (id IS NOT NULL)) INHERITS (root);
CREATE TABLE leaf (CONSTRAINT own CHECK (id IS NOT NULL)) INHERITS (middle);
CREATE TABLE all_inherited () INHERITS (root);
CALL convert_as_told('leaf.id');
SELECT conrelid::regclass, conislocal, coninhcount, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conname = 'own' ORDER BY conrelid::regclass::text;
DROP TABLE root, middle, leaf, all_inherited;
CREATE FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE SERVER regress_objectid_server FOREIGN DATA WRAPPER regress_objectid_wrapper;
CREATE TABLE near (id text);
CREATE FOREIGN TABLE far () INHERITS (near) SERVER regress_objectid_server;
SELECT objectid_convert('{near.id}');
SELECT objectid_convert('{far.id}');
DROP FOREIGN DATA WRAPPER regress_objectid_wrapper CASCADE;
DROP TABLE parent, child, stranger, heir, near;

-- Defaults --------------------------------------------------------------------------------------

CREATE TABLE preset (a text DEFAULT 'none', b text DEFAULT md5('x'), c varchar(24) DEFAULT
    gen_objectid(),
    d text DEFAULT nullif('a', 'a'), e text DEFAULT '507f1f77bcf86cd799439011' || '', f text
    DEFAULT is_row(1),
    g char(40) DEFAULT '507F1F77BCF86CD799439012', h text[] DEFAULT ARRAY[gen_objectid()],
    i bytea DEFAULT gen_objectid()::bytea, j uuid DEFAULT gen_objectid()::uuid, k text DEFAULT
    upper(gen_objectid()::text),
    l text DEFAULT current_user, m varchar(10) DEFAULT '507f1f77bcf86cd799439011');
SELECT objectid_convert('{preset.a, preset.b, preset.c, preset.d, preset.e, preset.f, preset.g,
    preset.h, preset.i,
    preset.j, preset.k, preset.l}');
SELECT objectid_convert('{preset.c, preset.d, preset.e, preset.g, preset.i, preset.j}');
CREATE DOMAIN preset_domain AS text DEFAULT now()::text;
CREATE TABLE preset_by_domain (a preset_domain);
SELECT objectid_convert('{preset_by_domain.a}');
-- Constants of each type that are no ids are in the way, before a cast could refuse them.
CREATE TABLE preset_others (a bytea DEFAULT '\x50', b uuid DEFAULT
    '507f1f77-bcf8-6cd7-9943-901100000000', c text[] DEFAULT '{507f1f77bcf86cd799439011, none}',
    d bytea[] DEFAULT '{"\\x50"}', e uuid[] DEFAULT '{507f1f77-bcf8-6cd7-9943-901100000000}',
    f char(30)[] DEFAULT '{507f1f77bcf86cd799439011}',
    g text[] DEFAULT '{507f1f77bcf86cd799439011, NULL}',
    h bytea[] DEFAULT '{"\\x507f1f77bcf86cd799439011"}',
    i uuid[] DEFAULT '{00000000-507f-1f77-bcf8-6cd799439014}', j varchar(24)[] DEFAULT '{}');
SELECT objectid_convert('{preset_others.a, preset_others.b, preset_others.c, preset_others.d,
    preset_others.e}');
SELECT objectid_convert('{preset_others.f, preset_others.g, preset_others.h, preset_others.i,
    preset_others.j}');
-- gen_objectid() that is cast: what keeps the digits goes along, what cuts them or makes something
-- else of them is in the way.
CREATE TABLE preset_casts (a text DEFAULT gen_objectid()::varchar(24),
    b uuid DEFAULT gen_objectid()::char(30)::text::objectid::uuid,
    c varchar(24) DEFAULT gen_objectid()::char(24), d text DEFAULT gen_objectid()::bytea::objectid);
SELECT objectid_convert('{preset_casts.a, preset_casts.b, preset_casts.c, preset_casts.d}');
CREATE TABLE preset_cuts (a varchar(20) DEFAULT gen_objectid()::varchar(10),
    b text DEFAULT gen_objectid()::char(23), c varchar(23) DEFAULT gen_objectid(),
    d text DEFAULT gen_objectid()::text::"char"::text, e text DEFAULT gen_objectid()::uuid::text,
    f text DEFAULT gen_objectid()::bytea::text, g text DEFAULT gen_objectid()::timestamptz::text);
SELECT objectid_convert('{preset_cuts.a, preset_cuts.b, preset_cuts.c, preset_cuts.d,
    preset_cuts.e, preset_cuts.f, preset_cuts.g}');
DROP TABLE preset, preset_by_domain, preset_others, preset_casts, preset_cuts;
-- What is generated is no default.
CREATE TABLE generated (id text GENERATED ALWAYS AS ('507f1f77bcf86cd799439001') STORED,
    none text GENERATED ALWAYS AS (NULL) STORED);
SELECT objectid_convert('{generated.id, generated.none}');
DROP TABLE generated;

-- Names -----------------------------------------------------------------------------------------

CREATE SCHEMA "o'Neil \$$.%s ""q"" $1";
CREATE TABLE "o'Neil \$$.%s ""q"" $1"."The.""Table""
SELECT 1/0; %I" ("Id
; SELECT 1/0; --" text CONSTRAINT "%s'" PRIMARY KEY DEFAULT '507f1f77bcf86cd799439011',
    "ünïcödé 🎉 ''\" text CONSTRAINT "c
%" REFERENCES "o'Neil \$$.%s ""q"" $1"."The.""Table""
SELECT 1/0; %I", "user" text[],
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk" text);
COMMENT ON CONSTRAINT "c
%" ON "o'Neil \$$.%s ""q"" $1"."The.""Table""
SELECT 1/0; %I" IS E'it''s \\ $$ %s';
CREATE STATISTICS "o'Neil \$$.%s ""q"" $1"."S'%" ON "user",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"
    FROM "o'Neil \$$.%s ""q"" $1"."The.""Table""
SELECT 1/0; %I";
ALTER STATISTICS "o'Neil \$$.%s ""q"" $1"."S'%" SET STATISTICS 5;
\set table '"o\'Neil \\$$.%s ""q"" $1"."The.""Table""\nSELECT 1/0; %I"'
\pset format unaligned
SELECT objectid_convert(ARRAY[:'table' || E'."ünïcödé 🎉 \'\'\\"', :'table' || '."user"',
    :'table' || '."abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"'], true);
-- 19 has no other strings.
SELECT set_config('standard_conforming_strings', CASE
    WHEN current_setting('server_version_num')::int < 190000 THEN 'off' ELSE 'on' END, false) <> ''
    AS is_set;
SET quote_all_identifiers = on;
SELECT count(*) FROM objectid_convert(ARRAY[
    :'table' || E'."ünïcödé 🎉 \'\'\\"',
    :'table' || '."user"',
    :'table' || '."abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"']);
RESET standard_conforming_strings;
RESET quote_all_identifiers;
\pset format aligned
SELECT attname, atttypid::regtype, nullif(attstattarget, -1) AS target FROM pg_attribute
WHERE attrelid = :'table'::regclass AND attnum > 0 ORDER BY attnum;
DROP SCHEMA "o'Neil \$$.%s ""q"" $1" CASCADE;

-- Not at all ------------------------------------------------------------------------------------

CREATE TABLE t (id text, n int, "Name" name, nested mongo_id[], gone text);
ALTER TABLE t DROP gone;
CREATE VIEW v AS SELECT n FROM t;
CREATE TYPE row_type AS (id text);
CREATE TABLE typed OF row_type;
CREATE DOMAIN list AS text[];
CREATE TABLE lists (l list[], m list);
\set VERBOSITY sqlstate
SELECT objectid_convert(NULL);
SELECT objectid_convert('{t.id}', NULL);
SELECT objectid_convert('{t.id, NULL}');
SELECT objectid_convert('{nowhere.id}');
SELECT objectid_convert('{nowhere.t.id}');
SELECT objectid_convert('{t.nowhere}');
\set VERBOSITY default
SELECT objectid_convert('{id}');
SELECT objectid_convert('{a.b.c.d.e}');
SELECT objectid_convert('{""}');
SELECT objectid_convert('{t.id.}');
SELECT objectid_convert('{t.ctid}');
SELECT objectid_convert(ARRAY['t."........pg.dropped.5........"']);
SELECT objectid_convert('{t.n}');
SELECT objectid_convert(ARRAY['t."Name"']);
SELECT objectid_convert('{lists.l}');
SELECT objectid_convert('{v.n}');
SELECT objectid_convert('{pg_class.relname}');
SELECT objectid_convert('{typed.id}');
SELECT objectid_convert('{elsewhere.convert.t.id}');
-- what no id can be made of
INSERT INTO t (id) VALUES ('507f1f77bcf86cd79943901');
SELECT objectid_convert('{t.id}');
-- two spellings of one id
TRUNCATE t;
INSERT INTO t (id) VALUES ('507f1f77bcf86cd79943901a'), ('507f1f77bcf86cd79943901A');
CREATE UNIQUE INDEX t_id ON t (id);
SELECT objectid_convert('{t.id}');
DROP INDEX t_id;
SELECT objectid_convert(ARRAY[['t.id', 'convert.T.ID'], ['"t"."id"', ' t . id ']]);
SELECT objectid_convert('{t.nested, lists.m}');
INSERT INTO t (nested) VALUES ('{507f1f77bcf86cd799439011}');
SELECT id, nested FROM t ORDER BY id;
-- what was there before, in the same transaction
BEGIN;
CREATE TABLE fresh (id text);
CREATE VIEW of_fresh AS SELECT id FROM fresh;
DROP VIEW of_fresh;
SELECT objectid_convert('{fresh.id}');
ALTER TABLE fresh ALTER id TYPE text;
CREATE TEMP TABLE fleeting (id text PRIMARY KEY) ON COMMIT DROP;
SELECT replace(objectid_convert('{fleeting.id, fresh.id}'),
    pg_my_temp_schema()::regnamespace::text, 'pg_temp');
ROLLBACK;
CREATE TABLE kept (id text);
BEGIN TRANSACTION READ ONLY;
SELECT objectid_convert('{kept.id}');
ROLLBACK;

SET client_min_messages = warning;
DROP SCHEMA convert CASCADE;
DROP PROCEDURE public.convert_as_told;
DROP FUNCTION public.in_the_way;

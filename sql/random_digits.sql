-- random_digits.cpp: gen_random_digits, and the trigger that assigns random digits, in one session; several sessions
-- are in test/t/021_digits.pl.

CREATE SCHEMA digits;
SELECT current_schema() AS home \gset
SET search_path = digits, :home;

-- How a statement fails: SQLSTATE | message | detail | hint.
CREATE FUNCTION pg_temp.error_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    state text;
    message text;
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'none';
EXCEPTION WHEN others THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' | ', state, message, nullif(detail, ''), nullif(hint, ''));
END
$$;

-- Every length: in bounds, the first digit used, and no value twice where that could hardly be.
SELECT digits, min(n) >= 0 AND max(n) < 10::numeric ^ digits AS bounds,
    max(n) >= 9 * 10::numeric ^ (digits - 1) AS high, min(n) < 10::numeric ^ (digits - 1) AS low,
    count(DISTINCT n) = 1000 OR digits < 16 AS no_repeat
FROM generate_series(1, 18) digits, LATERAL (SELECT gen_random_digits(digits) AS n FROM generate_series(1, 1000)) d
GROUP BY digits ORDER BY digits;
-- All values of few digits come, bounds included.
SELECT count(DISTINCT n), min(n), max(n) FROM (SELECT gen_random_digits(1) AS n FROM generate_series(1, 1000)) d;
SELECT count(DISTINCT n), min(n), max(n) FROM (SELECT gen_random_digits(2) AS n FROM generate_series(1, 5000)) d;

-- Uniform: chi-square of 200,000 draws over k classes, by Wilson and Hilferty's approximation as
-- standard deviations from the mean. Beyond 7.5 of them one of the eight comes by chance once in 10^12 runs.
CREATE FUNCTION pg_temp.is_uniform(classes bigint[], k int) RETURNS boolean LANGUAGE sql AS $$
    SELECT abs((sum((coalesce(o.n, 0) - e.n) ^ 2 / e.n) / (k - 1)) ^ (1 / 3.0) - (1 - 2 / (9.0 * (k - 1)))) / sqrt(2 / (9.0 * (k - 1))) < 7.5
    FROM (SELECT cardinality(classes) / k::float8 AS n) e,
        generate_series(0, k - 1) class
        LEFT JOIN (SELECT c, count(*) AS n FROM unnest(classes) c GROUP BY c) o ON o.c = class
$$;
SELECT c.what, cardinality(c.classes) AS draws, pg_temp.is_uniform(c.classes, c.k)
FROM (
    SELECT array_agg(gen_random_digits(1)) AS d1, array_agg(gen_random_digits(3)) AS d3,
        array_agg(gen_random_digits(12)) AS d12, array_agg(gen_random_digits(18)) AS d18
    FROM generate_series(1, 200000)
) d, LATERAL (VALUES
    (1, '1 digit', d1, 10),
    (2, '3 digits', d3, 1000),
    (3, 'first 3 of 12', (SELECT array_agg(n / 1000000000) FROM unnest(d12) n), 1000),
    (4, 'last 3 of 12', (SELECT array_agg(n % 1000) FROM unnest(d12) n), 1000),
    (5, '12 digits by 997', (SELECT array_agg(n % 997) FROM unnest(d12) n), 997),
    (6, 'first 3 of 18', (SELECT array_agg(n / 1000000000000000) FROM unnest(d18) n), 1000),
    (7, 'last 3 of 18', (SELECT array_agg(n % 1000) FROM unnest(d18) n), 1000),
    (8, '18 digits by 1024', (SELECT array_agg(n % 1024) FROM unnest(d18) n), 1024)
) c (i, what, classes, k)
ORDER BY i;

SELECT pg_temp.error_of(format('SELECT gen_random_digits(%s)', digits))
FROM (VALUES ('0'), ('19'), ('-1'), ('2147483647'), ('NULL')) v (digits);
SELECT gen_random_digits(NULL);

-- The trigger fills what is null and leaves alone what is given.
CREATE TABLE accounts (id bigint PRIMARY KEY, owner text);
CREATE TRIGGER digits BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '12');
INSERT INTO accounts (owner) VALUES ('Sarah C.') RETURNING id BETWEEN 0 AND 999999999999 AS filled, owner;
INSERT INTO accounts VALUES (7, 'Bob D.'), (-1, 'beyond the digits'), (1000000000000, 'too') RETURNING *;
INSERT INTO accounts (owner) SELECT 'bulk' FROM generate_series(1, 1000);
SELECT count(*), min(id) < 100000000000, max(id) BETWEEN 900000000000 AND 1000000000000 FROM accounts WHERE owner = 'bulk';
INSERT INTO accounts VALUES (NULL, 'conflict') ON CONFLICT DO NOTHING RETURNING owner;
COPY accounts FROM STDIN (FORMAT csv);
,copied
,copied
8,copied
\.
SELECT count(*), count(*) FILTER (WHERE id = 8) FROM accounts WHERE owner = 'copied';
-- A statement holds one lock for each column that it fills, and none once it has ended; nothing else takes
-- locks of that class.
CREATE FUNCTION pg_temp.locks() RETURNS text[] LANGUAGE sql VOLATILE AS $$
    SELECT array_agg(concat_ws(' ', classid::regclass, objid, mode) ORDER BY objid)
    FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'object' AND classid >= 16384
$$;
CREATE TABLE two (a bigint UNIQUE, n int, b bigint UNIQUE);
CREATE TRIGGER digits_a BEFORE INSERT ON two FOR EACH ROW EXECUTE FUNCTION assign_random_digits('a', '12');
CREATE TRIGGER digits_b BEFORE INSERT ON two FOR EACH ROW EXECUTE FUNCTION assign_random_digits('b', '12');
BEGIN;
INSERT INTO two (n) SELECT generate_series(1, 3) RETURNING n, pg_temp.locks();
SELECT pg_temp.locks();
INSERT INTO two VALUES (1, 4, NULL) RETURNING n, pg_temp.locks();
SAVEPOINT before;
SELECT pg_temp.error_of('INSERT INTO two (n) SELECT 5 / (3 - n) FROM generate_series(1, 3) n');
INSERT INTO two (n) SELECT 5 RETURNING 1 / (n - 5);
ROLLBACK TO before;
SELECT pg_temp.locks();
INSERT INTO two (n) VALUES (6) RETURNING n, pg_temp.locks();
COMMIT;
SELECT pg_temp.locks();
SELECT n, a < 0 OR b < 0 AS negative FROM two ORDER BY n;

-- A row whose own trigger writes others into the same table: its number is not in the index yet, and
-- none of them gets it, but each gets another, as long as there are any.
CREATE TABLE nested (id int PRIMARY KEY, depth int);
CREATE FUNCTION pg_temp.deeper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO nested (depth) VALUES (NEW.depth + 1);
    RETURN NEW;
END
$$;
CREATE TRIGGER a_digits BEFORE INSERT ON nested FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '2');
CREATE TRIGGER b_deeper BEFORE INSERT ON nested FOR EACH ROW WHEN (NEW.depth < 100) EXECUTE FUNCTION pg_temp.deeper();
INSERT INTO nested VALUES (NULL, 1);
SELECT count(*), count(DISTINCT id), min(id), max(id) FROM nested;

-- Down to the last number, then the end, in one transaction or in many.
CREATE TABLE tickets (id int PRIMARY KEY);
CREATE TRIGGER digits BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '3');
-- Locks on numbers that turn out to be taken are given up at once.
BEGIN;
INSERT INTO tickets SELECT FROM generate_series(1, 990);
SELECT pg_temp.locks();
COMMIT;
DO $$
BEGIN
    FOR i IN 1 .. 10 LOOP
        INSERT INTO tickets DEFAULT VALUES;
        COMMIT;
    END LOOP;
END
$$;
SELECT count(*), min(id), max(id) FROM tickets;
SELECT pg_temp.error_of('INSERT INTO tickets DEFAULT VALUES');
DELETE FROM tickets WHERE id = 499;
INSERT INTO tickets DEFAULT VALUES RETURNING id;
CREATE TABLE one_digit (id numeric(1) UNIQUE);
CREATE TRIGGER digits BEFORE INSERT ON one_digit FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '1');
INSERT INTO one_digit SELECT FROM generate_series(1, 10);
SELECT pg_temp.error_of('INSERT INTO one_digit DEFAULT VALUES');

-- Column types, and rows that are not plain.
CREATE DOMAIN account AS bigint CHECK (VALUE >= 0);
CREATE TABLE rows (
    gone int, "Weird ""id" account UNIQUE, n numeric UNIQUE, n18 numeric(20, 2) UNIQUE, i int UNIQUE,
    made timestamptz DEFAULT now(), twice numeric GENERATED ALWAYS AS (n * 2) STORED, b bytea, a text[], c tickets
);
ALTER TABLE rows DROP COLUMN gone;
CREATE TRIGGER a BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION assign_random_digits('Weird "id', '18');
CREATE TRIGGER b BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION assign_random_digits('n', '18');
CREATE TRIGGER c BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION assign_random_digits('n18', '18');
CREATE TRIGGER d BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION assign_random_digits('i', '9');
INSERT INTO rows (b, a, c) VALUES ('\x00ff', '{"a b",NULL}', '(5)'), ('', '{}', NULL);
SELECT count("Weird ""id"), count(n), count(n18), count(i), count(made), bool_and(twice = 2 * n) FROM rows;
SELECT b, a, c FROM rows ORDER BY b;

-- What it cannot fill.
CREATE TABLE misfits (
    t text UNIQUE, i int UNIQUE, s smallint UNIQUE, n numeric(5, 2) UNIQUE, r numeric(9, -2) UNIQUE, f float8 UNIQUE,
    plain bigint, partial bigint, pair bigint, expression bigint, good bigint UNIQUE, twice bigint
);
CREATE UNIQUE INDEX ON misfits (partial) WHERE partial > 5;
CREATE UNIQUE INDEX ON misfits (pair, plain);
CREATE UNIQUE INDEX ON misfits ((expression + 0));
CREATE INDEX ON misfits (plain);
INSERT INTO misfits (twice) VALUES (1), (1);
\set VERBOSITY sqlstate
CREATE UNIQUE INDEX CONCURRENTLY ON misfits (twice);
\set VERBOSITY default
SELECT indisvalid FROM pg_index WHERE indexrelid = 'misfits_twice_idx'::regclass;
DELETE FROM misfits;
CREATE FUNCTION pg_temp.error_of_trigger(fired text, arguments text[], statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    error text;
BEGIN
    EXECUTE format('CREATE TRIGGER misfit %s EXECUTE FUNCTION assign_random_digits(%s)', fired,
        (SELECT string_agg(quote_literal(a), ', ') FROM unnest(arguments) a));
    error := pg_temp.error_of(statement);
    DROP TRIGGER misfit ON misfits;
    RETURN error;
END
$$;
INSERT INTO misfits (good) VALUES (1);
SELECT v.arguments, pg_temp.error_of_trigger('BEFORE INSERT ON misfits FOR EACH ROW', v.arguments, 'INSERT INTO misfits DEFAULT VALUES')
FROM (VALUES
    ('{t,5}'::text[]), ('{i,10}'), ('{s,4}'), ('{n,4}'), ('{r,7}'), ('{f,9}'),
    ('{plain,5}'), ('{partial,5}'), ('{pair,5}'), ('{expression,5}'), ('{twice,5}'), ('{nothing,5}'), ('{ctid,5}'),
    ('{good,0}'), ('{good,19}'), ('{good,-1}'), ('{good," 5"}'), ('{good,5.0}'), ('{good,""}'), ('{good,99999999999}'),
    ('{good}'), ('{good,5,6}'), ('{}')
) v (arguments);
SELECT v.fired, pg_temp.error_of_trigger(v.fired, '{good,5}', v.statement)
FROM (VALUES
    ('AFTER INSERT ON misfits FOR EACH ROW', 'INSERT INTO misfits DEFAULT VALUES'),
    ('BEFORE INSERT ON misfits', 'INSERT INTO misfits DEFAULT VALUES'),
    ('BEFORE UPDATE ON misfits FOR EACH ROW', 'UPDATE misfits SET good = 2'),
    ('BEFORE INSERT OR DELETE ON misfits FOR EACH ROW', 'DELETE FROM misfits')
) v (fired, statement);
SELECT pg_temp.error_of('SELECT assign_random_digits()');

-- Partitions: numbers differ in the whole table. A unique index there begins with the column, or each
-- partition has one of its own.
CREATE TABLE orders (id bigint, day date NOT NULL, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE orders_1 PARTITION OF orders FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE orders_2 (day date NOT NULL, gone int, id bigint NOT NULL);
ALTER TABLE orders_2 DROP COLUMN gone;
ALTER TABLE orders ATTACH PARTITION orders_2 FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
CREATE TRIGGER digits BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '2');
INSERT INTO orders (day) SELECT date '2026-01-01' + i % 50 FROM generate_series(0, 89) i;
INSERT INTO orders_1 (day) VALUES ('2026-01-01'), ('2026-01-02');
INSERT INTO orders_2 (day) SELECT date '2026-02-01' + i FROM generate_series(0, 7) i;
SELECT count(*), count(DISTINCT id), min(id), max(id) FROM orders;
SELECT pg_temp.error_of($$INSERT INTO orders (day) VALUES ('2026-02-01')$$);
SELECT pg_temp.error_of($$INSERT INTO orders_1 (day) VALUES ('2026-01-01')$$);

-- A partition that comes while a statement runs counts as well: here it leaves one number for the second row.
DELETE FROM orders;
CREATE FUNCTION attach() RETURNS date LANGUAGE plpgsql AS $$
BEGIN
    IF to_regclass('orders_3') IS NULL AND EXISTS (SELECT FROM orders) THEN
        CREATE TABLE orders_3 PARTITION OF orders FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
        INSERT INTO orders_3 SELECT n, '2026-03-01' FROM generate_series(0, 99) n WHERE n NOT IN (SELECT id FROM orders) LIMIT 98;
    END IF;
    RETURN '2026-01-01';
END
$$;
INSERT INTO orders_1 (day) SELECT attach() FROM generate_series(1, 2);
SELECT count(*), count(DISTINCT id) FROM orders;
-- The same for what the partition belongs to: after the first row this is another table, where one number is left.
CREATE TABLE shops (id int, day date NOT NULL, UNIQUE (id, day)) PARTITION BY RANGE (day);
CREATE TABLE shops_1 PARTITION OF shops FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
INSERT INTO shops_1 SELECT n, '2025-01-01' FROM generate_series(0, 99) n;
CREATE FUNCTION move() RETURNS date LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM sales) THEN
        DELETE FROM shops WHERE id = (SELECT id FROM sales);
        DELETE FROM shops WHERE id = (SELECT min(id) FROM shops);
        ALTER TABLE everything DETACH PARTITION sales;
        DROP TABLE everything;
        ALTER TABLE shops ATTACH PARTITION sales FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
    END IF;
    RETURN '2026-01-01';
END
$$;
CREATE TABLE everything (id int, day date NOT NULL, UNIQUE (id, day)) PARTITION BY RANGE (day);
CREATE TABLE sales PARTITION OF everything FOR VALUES FROM ('2026-01-01') TO ('2027-01-01') PARTITION BY RANGE (day);
CREATE TABLE sales_1 PARTITION OF sales FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TRIGGER digits BEFORE INSERT ON sales FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '2');
INSERT INTO sales_1 (day) SELECT move() FROM generate_series(1, 2);
SELECT count(*), count(DISTINCT id) FROM shops;

CREATE TABLE events (id bigint, day date NOT NULL) PARTITION BY RANGE (day);
CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
CREATE TRIGGER digits BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '1');
CREATE UNIQUE INDEX ON events (day, id);
SELECT pg_temp.error_of($$INSERT INTO events (day) VALUES ('2026-01-01')$$);
CREATE UNIQUE INDEX ON events_1 (id);
CREATE UNIQUE INDEX ON events_2 (id) INCLUDE (day);
INSERT INTO events (day) SELECT date '2026-01-25' + i FROM generate_series(0, 9) i;
SELECT count(*), count(DISTINCT id) FROM events;
SELECT pg_temp.error_of($$INSERT INTO events (day) VALUES ('2026-02-01')$$);

-- Every partition needs its index, for a number may be in any of them.
DROP INDEX events_2_id_day_idx;
DELETE FROM events;
SELECT pg_temp.error_of($$INSERT INTO events (day) VALUES ('2026-01-01')$$);
-- A part of an index of the root counts only when that index is valid.
CREATE UNIQUE INDEX whole ON ONLY events (id, day);
CREATE UNIQUE INDEX part_1 ON events_1 (id, day);
CREATE UNIQUE INDEX part_2 ON events_2 (id, day);
ALTER INDEX whole ATTACH PARTITION part_2;
SELECT pg_temp.error_of($$INSERT INTO events (day) VALUES ('2026-02-01')$$);
ALTER INDEX whole ATTACH PARTITION part_1;
INSERT INTO events (day) SELECT date '2026-01-25' + i FROM generate_series(0, 9) i;
SELECT count(DISTINCT id) FROM events;

-- What a domain or another constraint does not allow is an error, as it is for a number that is given.
CREATE DOMAIN negative AS bigint CHECK (VALUE < 0);
CREATE TABLE refusing (id negative UNIQUE, checked bigint UNIQUE CHECK (checked < 0));
CREATE TRIGGER digits BEFORE INSERT ON refusing FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '5');
SELECT pg_temp.error_of('INSERT INTO refusing DEFAULT VALUES');
SELECT pg_temp.error_of('INSERT INTO refusing (id) VALUES (1)');
DROP TRIGGER digits ON refusing;
CREATE TRIGGER digits BEFORE INSERT ON refusing FOR EACH ROW EXECUTE FUNCTION assign_random_digits('checked', '5');
SELECT regexp_replace(pg_temp.error_of('INSERT INTO refusing DEFAULT VALUES'), '\d+\)', 'n)');

-- A constraint that is checked at the end, and one that takes nulls for equal.
CREATE TABLE late (id int UNIQUE NULLS NOT DISTINCT DEFERRABLE INITIALLY DEFERRED);
CREATE TRIGGER digits BEFORE INSERT ON late FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '2');
INSERT INTO late SELECT FROM generate_series(1, 100);
SELECT count(DISTINCT id) FROM late;
SELECT pg_temp.error_of('INSERT INTO late DEFAULT VALUES');

-- The column cannot be the partition key: the row has found its partition before the trigger runs.
CREATE TABLE keyed (id bigint PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE keyed_0 PARTITION OF keyed FOR VALUES FROM (0) TO (1000);
CREATE TABLE keyed_default PARTITION OF keyed DEFAULT;
CREATE TRIGGER digits BEFORE INSERT ON keyed FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '3');
SELECT pg_temp.error_of($$INSERT INTO keyed DEFAULT VALUES$$);

-- Whatever is first in search_path, here operators and functions that raise an error.
CREATE SCHEMA hostile;
DO $$
DECLARE
    type text;
    name text;
BEGIN
    FOREACH type IN ARRAY '{bigint,integer,text,numeric,name,oid,boolean,int8range}'::text[] LOOP
        FOREACH name IN ARRAY '{trap,mod,int8range}'::text[] LOOP
            EXECUTE format('CREATE FUNCTION hostile.%I(%s, %2$s) RETURNS boolean LANGUAGE plpgsql AS %L', name, type, 'BEGIN RAISE ''trapped''; END');
        END LOOP;
        FOREACH name IN ARRAY '{=,<,<=,>,>=,<>,+,-,*,/,%,&,|,~,!~,^}'::text[] LOOP
            EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = %s, RIGHTARG = %2$s, FUNCTION = hostile.trap)', name, type);
        END LOOP;
        FOREACH name IN ARRAY '{format,lower,upper,abs,hashtext,count,floor,counter_take,counter_next,gen_random_digits}'::text[] LOOP
            EXECUTE format('CREATE FUNCTION hostile.%I(%s) RETURNS boolean LANGUAGE plpgsql AS %L', name, type, 'BEGIN RAISE ''trapped''; END');
        END LOOP;
    END LOOP;
END
$$;
CREATE TABLE plain (id int PRIMARY KEY);
CREATE TRIGGER digits BEFORE INSERT ON plain FOR EACH ROW EXECUTE FUNCTION assign_random_digits('id', '3');
SET search_path = hostile, pg_catalog;
\set VERBOSITY terse
SELECT 1 = 2;
INSERT INTO digits.plain SELECT FROM generate_series(1, 1000);
INSERT INTO digits.plain DEFAULT VALUES;
SELECT :home.counter_create('hostile', 2, 3);
SELECT :home.counter_take('hostile', 3) IS NULL, :home.counter_take('hostile', 2) IS NULL, :home.counter_next('hostile') IS NULL;
SELECT :home.counter_next('hostile');
SELECT :home.counter_take('hostile', 0);
SELECT :home.counter_create('hostile');
SELECT :home.counter_create('x', 2);
SELECT :home.counter_drop('nobody');
SELECT :home.counter_drop('hostile');
SELECT :home.counter_next('hostile');
\set VERBOSITY default
SELECT :home.counter_drop('hostile');
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA hostile, digits CASCADE;

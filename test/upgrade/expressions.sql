-- Whatever the server stores with an expression or a query in it, for every form of comparison of
-- ids and times: a table for each form, and what belongs to it
SET client_min_messages = error; -- wal_level is not for publications
CREATE SCHEMA stored;
SET search_path = stored;
CREATE TEMP TABLE operand (type text, low text, high text, other text, within text, moment text);
INSERT INTO operand VALUES
    ('objectid', $$'5e0be1000000000000000000'::objectid$$,
        $$'6955b9000000000000000000'::objectid$$, $$'ffffffffffffffffffffffff'::objectid$$,
        'objectid_within', 'objectid_timestamp'),
    ('uuid', $$'016f5e66-e800-7000-8000-000000000000'::uuid$$,
        $$'019b76da-a800-7000-8000-000000000000'::uuid$$,
        $$'c232ab00-9414-41ec-b3c8-9f6bdeced846'::uuid$$, 'uuid_v7_within', 'uuid_v7_timestamp');

-- Forms of a condition. {x} and {y} are ids, {n} is a number.
CREATE TEMP TABLE written (name text, condition text, only_for text);
INSERT INTO written
    SELECT concat_ws('_', way, word), format(template, sign), NULL
    FROM (
        VALUES ('equal', '=', false), ('unequal', '<>', false), ('less', '<', true),
            ('less_or_equal', '<=', true), ('greater', '>', true), ('greater_or_equal', '>=', true)
    ) operator (word, sign, with_time) JOIN (
        VALUES ('plain', '{x} %s {y}', false),
            ('row', '({x}, {n}) %s ({y}, 5)', false),
            ('any', '{x} %s ANY (ARRAY[{y}, {low}])', false),
            ('all', '{x} %s ALL (ARRAY[{y}, {low}])', false),
            ('array', 'ARRAY[{x}, {y}] %s ARRAY[{y}, {high}]', false),
            ('time', '{x} %s {time}', true),
            ('of_time', '{time} %s {x}', true),
            ('time_of_other', '{x} %s {moment}({y})', true),
            ('time_any', '{x} %s ANY (ARRAY[{time}, {later}])', true),
            ('time_all', '{x} %s ALL (ARRAY[{time}, {later}])', true)
    ) form (way, template, of_time) ON with_time >= of_time
    UNION ALL
    VALUES ('distinct', '{x} IS DISTINCT FROM {y}', NULL),
        ('not_distinct', '{x} IS NOT DISTINCT FROM {y}', NULL),
        ('row_distinct', '({x}, {n}) IS DISTINCT FROM ({y}, 5)', NULL),
        ('row_not_distinct', '({x}, {n}) IS NOT DISTINCT FROM ({y}, 5)', NULL),
        ('nullif', 'NULLIF({x}, {y}) IS NULL', NULL),
        ('case', 'CASE {x} WHEN {y} THEN true WHEN {low} THEN false END', NULL),
        ('case_nullif', 'CASE NULLIF({x}, {y}) WHEN {low} THEN false ELSE {n} < 5 END', NULL),
        ('in', '{x} IN ({y}, {low}, {high})', NULL),
        ('not_in', '{x} NOT IN ({y}, {low})', NULL),
        ('row_in', '({x}, {n}) IN (({y}, 5), ({low}, 6))', NULL),
        ('between', '{x} BETWEEN {low} AND {y}', NULL),
        ('not_between', '{x} NOT BETWEEN {low} AND {y}', NULL),
        ('symmetric', '{x} BETWEEN SYMMETRIC {high} AND {y}', NULL),
        ('greatest', 'GREATEST({x}, {y}) = LEAST({x}, {high})', NULL),
        ('coalesce', 'COALESCE({x}, {y}) > {low}', NULL),
        ('contained', 'ARRAY[{x}] <@ ARRAY[{y}, {low}]', NULL),
        ('position', 'array_position(ARRAY[{y}, {low}], {x}) IS DISTINCT FROM 1', NULL),
        ('text', '{x}::text IS DISTINCT FROM {y}::text', NULL),
        ('within', '{within}({x}, tstzrange({time}, {later}))', NULL),
        ('time_between', '{x} BETWEEN {time} AND {later}', NULL),
        ('time_not_between', '{x} NOT BETWEEN {time} AND {later}', NULL),
        ('time_symmetric', '{x} BETWEEN SYMMETRIC {later} AND {time}', NULL),
        -- The others of objectid and time, and those of uuid and time, are in no operator family.
        ('time_row_less', '({x}, {n}) < ({time}, 5)', 'objectid'),
        ('time_row_greater_or_equal', '({x}, {n}) >= ({time}, 5)', 'objectid'),
        ('time_case', 'CASE WHEN {x} < {time} THEN {y} ELSE {x} END IS NOT DISTINCT FROM {x}',
            NULL),
        ('moment_distinct', '{moment}({x}) IS DISTINCT FROM {moment}({y})', NULL);

-- Forms of a query. {t} is a table with the columns x, y and n.
CREATE TEMP TABLE queried (name text, query text, only_for text);
INSERT INTO queried (name, query) VALUES
    ('using', 'SELECT x, a.y FROM {t} a JOIN {t} b USING (x)'),
    ('using_as', 'SELECT j.x, a.y FROM {t} a JOIN {t} b USING (x, n) AS j'),
    ('full_using', 'SELECT x, y, a.n FROM {t} a FULL JOIN {t} b USING (x, y)'),
    ('left_right_using',
        'SELECT x FROM {t} a LEFT JOIN {t} b USING (x) RIGHT JOIN {t} c USING (x)'),
    ('natural', 'SELECT x, y FROM {t} NATURAL JOIN (SELECT x, y FROM {t}) b'),
    ('natural_full', 'SELECT x, y FROM {t} NATURAL FULL JOIN (SELECT x, y FROM {t}) b'),
    ('values_using', 'SELECT x FROM {t} JOIN (VALUES ({low}), ({high})) v (x) USING (x)'),
    ('rows_distinct', 'SELECT a.x FROM {t} a, {t} b WHERE (a.x, a.n) IS DISTINCT FROM (b.x, b.n)'),
    ('whole_rows', 'SELECT a.x FROM {t} a, {t} b WHERE a IS DISTINCT FROM b'),
    ('in_select', 'SELECT x FROM {t} WHERE x IN (SELECT y FROM {t})'),
    ('not_in_select', 'SELECT x FROM {t} WHERE x NOT IN (SELECT y FROM {t})'),
    ('row_in_select', 'SELECT x FROM {t} WHERE (x, n) IN (SELECT y, n FROM {t})'),
    ('any_select', 'SELECT x FROM {t} WHERE x >= ANY (SELECT y FROM {t})'),
    ('all_select', 'SELECT x FROM {t} WHERE x <> ALL (SELECT y FROM {t} WHERE n > 3)'),
    ('time_any_select', 'SELECT x FROM {t} WHERE x < ANY (SELECT {moment}(y) FROM {t})'),
    ('row_of_select', 'SELECT x FROM {t} WHERE (x, y) <= (SELECT y, x FROM {t} WHERE n = 2)'),
    ('case_select', 'SELECT CASE (SELECT b.x FROM {t} b WHERE b.n = a.n) WHEN {low} THEN x END AS x
        FROM {t} a'),
    ('correlated', 'SELECT x FROM {t} a WHERE EXISTS (
        SELECT FROM {t} b WHERE b.x IS NOT DISTINCT FROM a.y AND b.x > {time})'),
    ('union', 'SELECT x FROM {t} UNION SELECT y FROM {t}'),
    ('intersect', 'SELECT x FROM {t} INTERSECT ALL SELECT y FROM {t}'),
    ('except', 'SELECT x, n FROM {t} EXCEPT SELECT y, 5 FROM {t}'),
    ('distinct_on', 'SELECT DISTINCT ON (x) x, y FROM {t} ORDER BY x USING >, y USING <'),
    ('grouped', 'SELECT x, y, count(DISTINCT y), array_agg(DISTINCT y ORDER BY y DESC)
        FROM {t} GROUP BY GROUPING SETS ((x), (x, y), ()) HAVING x IS DISTINCT FROM y'),
    ('ordered_sets', 'SELECT rank({low}) WITHIN GROUP (ORDER BY x),
            percentile_disc(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY y DESC)
        FROM {t}'),
    ('window', 'SELECT lag(x) OVER (PARTITION BY y ORDER BY x DESC, n),
            count(*) FILTER (WHERE NULLIF(x, y) = {low}) OVER (ORDER BY x, y)
        FROM {t}'),
    ('recursive', 'WITH RECURSIVE r AS (
            SELECT x, y FROM {t} WHERE n < 4
            UNION ALL
            SELECT r.x, t.y FROM r JOIN {t} t ON t.x = r.y AND t.n < 4
        ) SEARCH DEPTH FIRST BY x, y SET place CYCLE x, y SET again USING path
        SELECT x, y, again FROM r ORDER BY place');
-- Those of uuid came with PostgreSQL 18.
INSERT INTO queried VALUES
    ('extremes', 'SELECT y, min(x), max(x) FILTER (WHERE x <> y) FROM {t} GROUP BY y
        HAVING max(x) IS DISTINCT FROM min(x)', 'objectid');

CREATE FUNCTION pg_temp.of(form text, operand operand, x text, y text, n text) RETURNS text
    RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(form,
        '{x}', x), '{y}', y), '{n}', n), '{low}', operand.low), '{high}', operand.high),
        '{within}', operand.within), '{moment}', operand.moment),
        '{time}', $$'2021-01-01 00:00:00+00'::timestamptz$$),
        '{later}', $$'2022-01-01 00:00:00.5+00'::timestamptz$$);
CREATE TEMP TABLE form AS
    SELECT concat_ws('_', type, name) AS name, type, low, high, other,
        -- of a row, of one that changes, of a domain, and of nothing
        pg_temp.of(condition, o, 'x', 'y', 'n') AS condition,
        pg_temp.of(condition, o, 'NEW.x', 'OLD.x', 'OLD.n') AS change,
        pg_temp.of(condition, o, 'VALUE', high, '5') AS of_value,
        pg_temp.of(condition, o, low, high, '5') AS constant,
        type = 'uuid' AND condition !~ 'time|later|moment|within|::' AS can_be_published
    FROM operand o JOIN written ON type = coalesce(only_for, type);
CREATE TABLE noted (number bigint);
SELECT
    format('
        CREATE DOMAIN %I AS %s DEFAULT %s CHECK ((%s) IS NULL OR VALUE IS NOT NULL)',
        name || '_domain', type, low, of_value),
    format('
        CREATE TABLE %I (
            x %s, y %2$s, n integer, z %I, of_nothing boolean DEFAULT (%s),
            generated boolean GENERATED ALWAYS AS (%s) STORED,
            CHECK ((%5$s) IS NULL OR n > 0), EXCLUDE (n WITH =) WHERE (%5$s))',
        name, type, name || '_domain', constant, condition),
    format('
        INSERT INTO %I
        SELECT x, y, row_number() OVER (ORDER BY x, y)
        FROM unnest(ARRAY[%s, %s, %s, NULL]) x, unnest(ARRAY[%2$s, %3$s, NULL]) y',
        name, low, high, other),
    format('CREATE INDEX ON %I ((%s), (NOT %2$s))', name, condition),
    format('CREATE UNIQUE INDEX ON %I (n) WHERE %s', name, condition),
    format('CREATE STATISTICS %I ON (%s), n FROM %I', name || '_statistics', condition, name),
    format('
        CREATE TRIGGER change BEFORE UPDATE ON %I FOR EACH ROW WHEN (%s)
        EXECUTE FUNCTION suppress_redundant_updates_trigger()', name, change),
    format('CREATE POLICY visible ON %I USING (%s) WITH CHECK (NOT %2$s)', name, condition),
    format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name),
    format('
        CREATE VIEW %I AS SELECT *, (%s) IS NULL AS unknown FROM %I WHERE %2$s',
        name || '_view', condition, name),
    format('
        CREATE RULE change AS ON UPDATE TO %I WHERE %s
        DO ALSO INSERT INTO noted SELECT n FROM %I WHERE %s',
        name || '_view', change, name, condition),
    format('
        CREATE MATERIALIZED VIEW %I AS SELECT *, %s AS shown FROM %I',
        name || '_materialized', condition, name),
    format('
        CREATE FUNCTION %I(x %s, y %2$s, n integer, z boolean DEFAULT %s) RETURNS boolean
        RETURN %s', name, type, constant, condition),
    format('
        CREATE FUNCTION %I() RETURNS bigint
        BEGIN ATOMIC SELECT count(*) FROM %I WHERE %s; END', name || '_body', name, condition),
    format('
        CREATE PROCEDURE %I(given %s)
        BEGIN ATOMIC
            UPDATE %I SET n = CASE WHEN %s THEN n ELSE 0 END WHERE %4$s;
            DELETE FROM %3$I WHERE %4$s;
            INSERT INTO %3$I (x, n) VALUES (given, 7)
                ON CONFLICT (n) WHERE %4$s DO UPDATE SET y = excluded.x WHERE %5$s;
            MERGE INTO noted USING %3$I t ON number = n AND %4$s
                WHEN MATCHED AND %4$s THEN UPDATE SET number = 0;
        END', name || '_procedure', type, name, condition,
        replace(replace(change, 'NEW.', 'excluded.'), 'OLD.', name || '.')),
    format('
        CREATE TABLE %I (x %s, y %2$s, n integer) PARTITION BY LIST ((%s))',
        name || '_parts', type, condition),
    format('
        CREATE TABLE %I PARTITION OF %I FOR VALUES IN (true)', name || '_true', name || '_parts'),
    format('
        CREATE TABLE %I PARTITION OF %I DEFAULT', name || '_other', name || '_parts'),
    format('INSERT INTO %I SELECT x, y, n FROM %I', name || '_parts', name)
FROM form
ORDER BY name \gexec

-- The server takes nothing of an extension in the condition of a publication.
SELECT format('CREATE PUBLICATION conditions FOR TABLE %s',
    string_agg(format('%I WHERE (%s)', name, condition), ', '))
FROM form
WHERE can_be_published \gexec

SELECT
    format('CREATE VIEW %I AS %s', name || '_view', query),
    format('CREATE MATERIALIZED VIEW %I AS %s', name || '_materialized', query),
    format('
        CREATE FUNCTION %I() RETURNS bigint
        BEGIN ATOMIC SELECT count(*) FROM (%s) q; END', name || '_body', query),
    format('
        CREATE RULE %I AS ON INSERT TO noted
        DO ALSO UPDATE noted SET number = 0 WHERE EXISTS (%s)', name, query),
    format('CREATE POLICY %I ON noted USING (EXISTS (%s))', name, query)
FROM (
    SELECT concat_ws('_', type, name) AS name,
        replace(pg_temp.of(query, o, 'x', 'y', 'n'), '{t}', type || '_plain_equal') AS query
    FROM operand o JOIN queried ON type = coalesce(only_for, type)
) s
ORDER BY name \gexec

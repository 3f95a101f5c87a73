# Collections that become tables in a database of the test's server, by its owner.
# SPDX-License-Identifier: PostgreSQL
#
#     create_moves('shop');      # the database, of the role mover
#     load_collections('shop', orders => [ $document, ... ], ...);
#     is(moved('shop', ['orders'], 'java', 'other names'), '');
package moves;

use strict;
use warnings;

use Exporter qw(import);
use PostgreSQL::Test::Utils;
use test_server;

our @EXPORT = qw(create_moves load_collections moved %edits);

# What may be changed in a plan without a loss. ($1 is the collection.)
our %edits = (
	'other names' => q{
		UPDATE migration.plan
		SET "column" = 'It''s "' || place || '"',
			"table" = left(md5(collection || "table"), 9) || ' "%s"'
		WHERE collection = $1},
	'jsonb instead of tables and columns' => q{
		UPDATE migration.plan
		SET type = 'jsonb', "column" = coalesce("column", 'json ' || place)
		WHERE collection = $1 AND type IN ('table', 'columns') AND path <> '$' AND random() < 0.5},
	'other types' => q{
		UPDATE migration.plan SET type = CASE
			WHEN type IN ('integer', 'bigint') AND random() < 0.7 THEN 'numeric'
			WHEN type IN ('timestamptz', 'uuid', 'objectid') AND random() < 0.7 THEN 'text'
			ELSE 'jsonb' END
		WHERE collection = $1 AND type NOT IN ('table', 'columns') AND random() < 0.5},
	'what notes say of text' => q{
		UPDATE migration.plan SET type = CASE
			WHEN note ~ 'as timestamptz DMY' THEN 'timestamptz DMY'
			WHEN note ~ 'reads as a time' THEN 'timestamptz'
			WHEN note ~ '32 hexadecimal digits|reads as a UUID' THEN 'uuid'
			WHEN note ~ '24 hexadecimal digits' THEN 'objectid'
			WHEN note ~ 'shell that|as jsonb' THEN substring(note FROM 'reads as (\w+)')
			ELSE type END
		WHERE collection = $1 AND type = 'text'},
	'rows of arrays of scalars' => q{
		UPDATE migration.plan
		SET type = 'table', "table" = left(md5(collection || path), 9) || ' rows',
			"column" = CASE WHEN NOT required THEN "column" END
		WHERE collection = $1 AND type LIKE '%[]'},
	'nothing of its own' => q{
		UPDATE migration.plan SET type = NULL
		WHERE collection = $1 AND path <> '$' AND random() < 0.4},
	'nothing required' => q{
		UPDATE migration.plan SET required = false
		WHERE collection = $1 AND type NOT IN ('table', 'columns')},
	'a number as the key' => q{
		UPDATE migration.plan SET "column" = 'number' WHERE collection = $1 AND path = '$'});

# Functions of the database, which has the extension:
#
# run(STATEMENTS) runs what a query gives.
#
# moved(COLLECTIONS, DRIVER, EDIT) makes tables of these collections, all before the first one is
# checked, and returns what goes wrong, of each collection: an error, a misfit, a difference,
# another one after documents have been changed and refreshed, and what is left when all has been
# undone; and what export gives otherwise than it was, and does not say. Nothing of it stays.
#
# found(COLLECTION, COUNT, KINDS), of a collection whose tables are there, plants differences in
# rows and documents, so many, one at a time, rather of other kinds than these, and returns what
# check finds. Nothing of it stays.
sub create_moves
{
	my ($database) = @_;
	sql(q{SELECT 'CREATE ROLE mover LOGIN' WHERE to_regrole('mover') IS NULL \gexec},
		"CREATE DATABASE $database OWNER mover;",
		"ALTER DATABASE $database SET jit = off"); # compiling queries of all types takes 15 seconds
	sql_in($database, 'CREATE EXTENSION objectid_migration CASCADE;' . <<'SQL', 'mover');
CREATE FUNCTION run(query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	statement text;
BEGIN
	FOR statement IN EXECUTE query LOOP
		EXECUTE statement;
	END LOOP;
END $$;

CREATE FUNCTION objects() RETURNS bigint STABLE
	RETURN (
		SELECT count(*)
		FROM pg_namespace AS n, LATERAL (
			SELECT FROM pg_class WHERE relnamespace = n.oid
			UNION ALL SELECT FROM pg_type WHERE typnamespace = n.oid
			UNION ALL SELECT FROM pg_proc WHERE pronamespace = n.oid) AS o
		WHERE nspname !~ '^pg_');

CREATE FUNCTION moved(collections text[], driver text DEFAULT NULL, edit text DEFAULT NULL)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	step text;
	moving text;
	before bigint := objects();
	said text[] := '{}';
	context text;
BEGIN
	FOREACH moving IN ARRAY collections LOOP
		step := 'propose';
		PERFORM migration.propose(moving, driver);
		step := 'edit';
		IF edit IS NOT NULL THEN
			EXECUTE edit USING moving;
		END IF;
		step := 'misfits';
		said := said || ARRAY(SELECT concat_ws(': ', moving, step, left(m::text, 300))
			FROM migration.misfits(moving) AS m);
		step := 'statements';
		PERFORM run(format('SELECT migration.statements(%L)', moving));
	END LOOP;
	FOREACH moving IN ARRAY collections LOOP
		step := 'check';
		said := said || ARRAY(SELECT concat_ws(': ', moving, step, left(c::text, 300))
			FROM migration.check(moving) AS c);
		step := 'export';
		said := said || ARRAY(SELECT concat_ws(': ', moving, step, u) FROM unlike(moving) AS u);
		-- Each document becomes as another one, but for its key.
		step := 'refresh';
		UPDATE migration.staging AS s
		SET source = o.source || jsonb_build_object('_id', s.source->'_id')
		FROM migration.staging AS o
		WHERE s.collection = moving AND o.collection = moving
			AND o.n = (SELECT min(n) FROM migration.staging WHERE collection = moving AND n > s.n);
		BEGIN
			PERFORM run(format('SELECT migration.refresh(%L)', moving));
		EXCEPTION WHEN object_not_in_prerequisite_state THEN -- rows have numbers as keys
			CONTINUE;
		END;
		said := said || ARRAY(SELECT concat_ws(': ', moving, step, left(c::text, 300))
			FROM migration.check(moving) AS c);
	END LOOP;
	step := 'undo';
	FOREACH moving IN ARRAY collections LOOP
		PERFORM run(format('SELECT migration.undo(%L)', moving));
	END LOOP;
	IF objects() <> before THEN
		said := said || format('%s: %s objects are left', moving, objects() - before);
	END IF;
	RAISE EXCEPTION 'taken back';
EXCEPTION WHEN OTHERS THEN
	IF SQLERRM <> 'taken back' THEN
		GET STACKED DIAGNOSTICS context = PG_EXCEPTION_CONTEXT;
		said := said || concat_ws(': ', moving, step, SQLSTATE, SQLERRM, left(context, 600));
	END IF;
	RETURN QUERY SELECT unnest(said);
END $$;

-- The line of the plan that is for a path, of which .* may stand for a key
CREATE FUNCTION line_for(of_collection text, of_path text) RETURNS text STABLE
	RETURN (
		SELECT p.path FROM migration.plan AS p
		WHERE p.collection = of_collection AND (p.path = of_path
			OR p.path LIKE '%...' AND of_path LIKE '%...' OR p.path LIKE '%.*%'
			AND of_path ~ ('^' || replace(regexp_replace(replace(p.path, '.*', '.~'),
				'([][$.*"\\?+(){}|^])', '\\\1', 'g'),
				'\.~', '\.([^."\[]+|"([^"\\]|\\.)*")') || '$'))
		ORDER BY p.path <> of_path LIMIT 1);

-- What export makes otherwise than it was, and does not say
CREATE FUNCTION unlike(of_collection text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	query text := migration.export(of_collection);
	driver text := (SELECT legacy_uuid FROM migration.plan
		WHERE collection = of_collection AND path = '$');
BEGIN
	CREATE TEMP TABLE said ON COMMIT DROP AS
		SELECT m[1] AS path, m[2] AS change
		FROM regexp_matches(query, '^-- (.*), way back: (.*)$', 'gn') AS m;
	EXECUTE 'CREATE TEMP TABLE back ON COMMIT DROP AS ' || query;
	RETURN QUERY
	WITH document AS (
		SELECT 1 AS side, source FROM migration.staging WHERE collection = of_collection
		UNION ALL SELECT -1, document FROM back),
	field AS (
		SELECT side, CASE WHEN NOT EXISTS (SELECT FROM said WHERE starts_with(path, '$._id'))
			THEN nullif(jsonb_strip_nulls(ejson_to_jsonb(source->'_id', driver)), 'null') END AS id,
			f.path, f.type, CASE type WHEN 'object' THEN NULL
				WHEN 'double' THEN to_jsonb((f.value #>> '{}')::float8)
				ELSE f.value END AS value
		FROM document, ejson_fields(jsonb_strip_nulls(source), driver) AS f
		WHERE type NOT IN ('null', 'undefined')),
	-- more often in documents than on the way back, or less often
	unequal AS (
		SELECT f.id, f.path, f.type, f.value, sum(side) AS times,
			line_for(of_collection, f.path) AS line
		FROM field AS f GROUP BY 1, 2, 3, 4 HAVING sum(side) <> 0)
	SELECT format('%s %s %s %s: %s', u.id, u.path, u.type, left(u.value::text, 100), u.times)
	FROM unequal AS u
	WHERE NOT EXISTS (SELECT FROM said AS s WHERE s.path = u.line AND CASE
		WHEN times > 0 THEN s.change ~ ('(^|, )' || u.type || ' (as|with)')
		ELSE s.change ~ (' as ' || u.type || '(,|$)')
			OR u.type = 'string' AND s.change ~ ' as text of'
			OR u.type = 'timestamp' AND s.change ~ 'timestamp with' END)
	UNION ALL
	SELECT format('%s: %s values less', u.path, sum(times)) FROM unequal AS u
	GROUP BY u.path HAVING sum(times) <> 0
	LIMIT 10;
	DROP TABLE back, said;
END $$;

-- Places of values in a document of Extended JSON, with the value: not within what stands for one.
CREATE FUNCTION places(document jsonb) RETURNS TABLE (place text[], value jsonb)
BEGIN ATOMIC
	WITH RECURSIVE found AS (
		SELECT '{}'::text[] AS place, document AS value
		UNION ALL
		SELECT place || member.key, member.value
		FROM found, LATERAL (
			SELECT key, e.value
			FROM jsonb_each(CASE jsonb_typeof(found.value) WHEN 'object' THEN found.value END) AS e
			WHERE NOT jsonb_path_exists(found.value, '$.keyvalue() ? (@.key starts with "$")',
				silent => true)
			UNION ALL
			SELECT (n - 1)::text, e.value FROM jsonb_array_elements(
				CASE jsonb_typeof(found.value) WHEN 'array' THEN found.value END)
				WITH ORDINALITY AS e (value, n)) AS member)
	SELECT found.place, found.value FROM found WHERE found.place[1] <> '_id';
END;

-- The statements that each plant one difference, with its kind
CREATE FUNCTION faults(of_collection text) RETURNS TABLE (kind text, statement text)
BEGIN ATOMIC
	WITH field AS (
		SELECT attrelid::regclass AS tab, attname, whole.type, attnotnull,
			array_position(conkey, attnum) IS NOT NULL AS is_key,
			attnum = conkey[cardinality(conkey)] AS ends_key,
			CASE WHEN is_array THEN ARRAY[a]::text ELSE a END AS one,
			CASE WHEN is_array THEN '{}' ELSE b END AS other
		FROM pg_class AS c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0
			JOIN pg_constraint ON conrelid = c.oid AND contype = 'p',
			LATERAL (SELECT format_type(atttypid, NULL) AS type) AS whole,
			LATERAL (SELECT whole.type LIKE '%[]' AS is_array, rtrim(whole.type, '[]') AS type)
				AS part LEFT JOIN (VALUES
				('boolean', 'true', 'false'), ('integer', '1', '2'), ('bigint', '1', '2'),
				('numeric', '1', '2'), ('double precision', '1', '2'), ('text', 'a', 'b'),
				('timestamp with time zone', 'epoch', '2000-01-01 UTC'),
				('uuid', repeat('0', 32), repeat('1', 32)), ('bytea', '\x', '\x00'),
				('objectid', repeat('0', 24), repeat('1', 24)), ('jsonb', '{"a": 1}', '{"a": 2}'))
				AS e (element, a, b) ON element = part.type
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname IN (
			SELECT "table" FROM migration.plan WHERE collection = of_collection)),
	changed AS (
		SELECT n, source, place, p.value, place[:cardinality(place) - 1] AS outside
		FROM (SELECT * FROM migration.staging WHERE collection = of_collection
				ORDER BY random() LIMIT 2) AS document, LATERAL (
			SELECT * FROM places(source) WHERE value NOT IN ('null', '{"$undefined": true}')
			ORDER BY random() LIMIT 3) AS p)
	SELECT v.kind, format(v.statement, tab, attname, type, one, other)
	FROM field, LATERAL (VALUES
		('a missing row', ends_key, 'DELETE FROM %1$s WHERE ctid = (
			SELECT ctid FROM %1$s ORDER BY random() LIMIT 1)'),
		('a surplus row', ends_key, 'INSERT INTO %1$s
			SELECT (jsonb_populate_record("a row", jsonb_build_object(%2$L,
				CASE WHEN %2$I = %4$L THEN %5$L ELSE %4$L END))).* FROM %1$s AS "a row"
			ORDER BY random() LIMIT 1 ON CONFLICT DO NOTHING'),
		('no values of type ' || type, coalesce(one, '{NULL}') = '{NULL}', 'SELECT 1 / 0'),
		('another ' || type, NOT is_key, 'UPDATE %1$s SET %2$I =
				CASE WHEN %2$I::text = %4$L::%3$s::text THEN %5$L ELSE %4$L END::%3$s
			WHERE ctid = (SELECT ctid FROM %1$s ORDER BY random() LIMIT 1)'),
		('NULL instead of ' || type, NOT is_key AND NOT attnotnull, 'UPDATE %1$s SET %2$I = NULL
			WHERE ctid = (
				SELECT ctid FROM %1$s WHERE %2$I IS NOT NULL ORDER BY random() LIMIT 1)'))
		AS v (kind, applies, statement)
	WHERE applies
	UNION ALL
	SELECT DISTINCT 'a missing document', format('DELETE FROM migration.staging WHERE n = %s', n)
	FROM changed
	UNION ALL
	SELECT v.kind, format('UPDATE migration.staging SET source = %s WHERE n = %s', v.becomes, n)
	FROM changed, LATERAL (VALUES
		('a surplus field', 'source || ''{"planted": []}'''),
		('another value in a document', format('jsonb_set(source, %L, ''"planted"'')', place)),
		('a value less in a document', format('source #- %L', place)),
		('a value more in a document', format('jsonb_insert(source, %L, ''"planted"'')',
			outside || CASE jsonb_typeof(source #> outside) WHEN 'array'
				THEN place[cardinality(place)] ELSE 'planted' END)),
		('text instead of a number', CASE jsonb_typeof(value) WHEN 'number'
			THEN format('jsonb_set(source, %L, to_jsonb(%L::text))', place, value) END))
		AS v (kind, becomes)
	WHERE becomes IS NOT NULL;
END;

-- What check finds of so many faults: 'found: KIND', or all about it
CREATE FUNCTION found(of_collection text, most bigint, kinds text[]) RETURNS SETOF text
LANGUAGE plpgsql AS $$
DECLARE
	fault record;
	said text;
	planted bigint;
BEGIN
	FOR fault IN SELECT * FROM faults(of_collection)
		ORDER BY row_number() OVER (PARTITION BY kind ORDER BY random()), kind = ANY (kinds),
			random()
		LIMIT most
	LOOP
		planted := NULL;
		BEGIN
			EXECUTE fault.statement;
			GET DIAGNOSTICS planted = ROW_COUNT;
			SELECT format('found in %s documents: %s', max(documents), string_agg(path, ' '))
				INTO said FROM migration."check"(of_collection);
			RAISE EXCEPTION '%', said; -- and all is as before
		EXCEPTION WHEN OTHERS THEN
			said := SQLERRM;
		END;
		IF said LIKE 'found in 1 %' THEN
			RETURN NEXT 'found: ' || fault.kind;
		ELSIF planted IS DISTINCT FROM 0 THEN
			RETURN NEXT concat_ws(': ', of_collection, fault.kind, said, fault.statement);
		END IF;
	END LOOP;
END $$;
SQL
	return;
}

# load_collections(DATABASE, NAME => DOCUMENTS, ...)
my $files = 0;
sub load_collections
{
	my ($database, @collections) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir . '/collections_' . ++$files;
	open my $out, '>:utf8', $file or die;
	while (my ($name, $documents) = splice @collections, 0, 2)
	{
		print $out map { "$name\t$_\n" } @$documents;
	}
	close $out or die;
	sql_in($database, "\\encoding UTF8\n\\copy migration.staging (collection, source) FROM '$file'"
		. q{ (FORMAT csv, QUOTE E'\x01', DELIMITER E'\t')}); # as a superuser may
	return;
}

# moved(DATABASE, NAMES, DRIVER, EDIT): what goes wrong when these collections become tables, after
# an edit if %edits has this one.
sub moved
{
	my ($database, $names, $driver, $edit) = @_;
	my $change = $edits{$edit};
	my @values = map { defined $_ ? q(') . s/'/''/gr . q(') : 'NULL' } @$names, $driver, $change;
	my $script = sprintf "SET client_min_messages = warning; DO 'BEGIN PERFORM setseed(%s); END';"
	  . 'SELECT * FROM moved(ARRAY[%s], %s, %s)', rand, join(', ', splice @values, 0, -2), @values;
	return sql_in($database, $script, 'mover');
}

1;

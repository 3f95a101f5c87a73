-- Names of tables and columns, and paths.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION migration.snake(key text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text := left(key, 200);
BEGIN
    -- What cannot be seen
    IF getdatabaseencoding() = 'UTF8' THEN
        name := regexp_replace(name,
            '[\u0080-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f'
            '\ufeff]+', ' ', 'g');
    END IF;
    name := regexp_replace(name, '([a-z0-9])([A-Z])', '\1_\2', 'g');
    name := regexp_replace(name, '([A-Z])([A-Z][a-z])', '\1_\2', 'g');
    name := regexp_replace(name, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '_', 'g');
    name := lower(btrim(name, '_'));
    RETURN CASE WHEN name = '' THEN 'field'
        WHEN name ~ '^[0-9]' THEN 'field_' || name ELSE name END;
END
$$;
COMMENT ON FUNCTION migration.snake(text) IS 'a name in snake_case for a key of a document';

CREATE FUNCTION migration.singular(name text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN name ~ '(series|species|news)$' THEN name
        WHEN name ~ '(movies|cookies)$' THEN left(name, -1)
        WHEN name ~ '[a-z]{2}ies$' THEN left(name, -3) || 'y'
        WHEN name ~ '(ss|x|ch|sh|[^oa]us)es$' THEN left(name, -2)
        WHEN name ~ '[a-z]{2}[^sui]s$|[a-z]{2}es$' THEN left(name, -1)
        ELSE name
    END
$$;
COMMENT ON FUNCTION migration.singular(text) IS 'the singular of an English name';

CREATE FUNCTION migration.unique_name(base text, taken text[], longest integer)
RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name text;
    suffix text := '';
    number integer := 1;
BEGIN
    LOOP
        name := left(base, 63);
        WHILE octet_length(name) + octet_length(suffix) > longest LOOP
            name := left(name, -1);
        END LOOP;
        name := name || suffix;
        -- Of columns, those that each table has already
        EXIT WHEN name <> ALL (coalesce(taken, '{}')) AND name NOT IN
            ('tableoid', 'xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'oid');
        number := number + 1;
        suffix := '_' || number;
    END LOOP;
    RETURN name;
END
$$;
COMMENT ON FUNCTION migration.unique_name(text, text[], integer) IS
    'a name that is not taken and not longer than so many bytes';

CREATE FUNCTION migration.view_name("table" text, suffix text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE
        WHEN octet_length("table" || suffix) <= 63 THEN "table" || suffix
        ELSE left("table", 5) || '_' || md5("table") || suffix -- 63 bytes at most
    END
$$;
COMMENT ON FUNCTION migration.view_name(text, text) IS 'the name of a view beside a table';

CREATE FUNCTION migration.step(key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    path text;
BEGIN
    IF key COLLATE "C" ~ '^[A-Za-z_][A-Za-z0-9_]*$' THEN
        RETURN '.' || key;
    END IF;
    -- An object with one key may be Extended JSON.
    path := (SELECT f.path FROM ejson_fields(jsonb_build_object(key, NULL, key || '_', NULL)) AS f
        LIMIT 1);
    RETURN substr(path, 2);
END
$$;
COMMENT ON FUNCTION migration.step(text) IS 'the step of a path of SQL/JSON to a key';

CREATE FUNCTION migration.key(step text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN step LIKE '."%' THEN substr(step, 2)::jsonb #>> '{}'
        WHEN step NOT IN ('[*]', '.*') THEN substr(step, 2) END
$$;
COMMENT ON FUNCTION migration.key(text) IS
    'the key that a step of a path leads to, NULL if it leads to all';

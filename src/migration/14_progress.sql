-- Many documents, a part at a time, and what is said of them.
-- SPDX-License-Identifier: PostgreSQL

-- A part takes some seconds: long enough for a plan to pay, and soon enough to say how far it is.
CREATE FUNCTION migration.ranges(of_collection text, size bigint)
RETURNS TABLE (after bigint, upto bigint, documents bigint, total bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    WITH numbered AS (
        SELECT n, (row_number() OVER (ORDER BY n) - 1) / size AS part
        FROM migration.staging WHERE collection = of_collection),
    parts AS (SELECT part, max(n) AS upto, count(*) AS documents FROM numbered GROUP BY part)
    SELECT lag(upto, 1, 0::bigint) OVER w, upto, (sum(documents) OVER w)::bigint,
        (sum(documents) OVER ())::bigint
    FROM parts WINDOW w AS (ORDER BY part)
$$;
COMMENT ON FUNCTION migration.ranges(text, bigint) IS
    'ranges of numbers that hold so many documents of a collection each, and how many till there';

CREATE FUNCTION migration.progress(of_collection text, done text, documents bigint, total bigint,
    size bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF total > size THEN
        RAISE INFO '%: % of % documents %', of_collection, documents, total, done;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.progress(text, text, bigint, bigint, bigint) IS
    'says how far a step is that has several parts';

CREATE FUNCTION migration.cut(value jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
    SELECT CASE WHEN length(value::text) > 200 THEN to_jsonb(left(value::text, 200) || '...')
        ELSE value END;
END;
COMMENT ON FUNCTION migration.cut(jsonb) IS 'a value, or the beginning of its text';

CREATE FUNCTION migration.warn_of_repeated(of_collection text, documents bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF documents > 0 THEN
        RAISE WARNING '% documents of collection "%" share their _id with others', documents,
            of_collection USING HINT = format('If an export was loaded twice, this keeps those '
                'that were loaded last: DELETE FROM migration.staging AS s USING migration.staging '
                'AS later WHERE s.collection = %L AND later.collection = s.collection AND '
                'later.source->''_id'' = s.source->''_id'' AND later.n > s.n', of_collection);
    END IF;
END
$$;
COMMENT ON FUNCTION migration.warn_of_repeated(text, bigint) IS
    'says that so many documents share their _id with others, and how to remove those';

CREATE FUNCTION migration.analyze_staging() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT c.reltuples NOT BETWEEN 0.8 * s.documents AND 1.2 * s.documents
        FROM pg_class AS c, (SELECT count(*) AS documents FROM migration.staging) AS s
        WHERE c.oid = 'migration.staging'::regclass) THEN
        ANALYZE migration.staging;
    END IF;
END
$$;
COMMENT ON FUNCTION migration.analyze_staging() IS
    'collects statistics of the staged documents if their number has changed';

-- The DDL for partitions by the time of ids. One long function, since the steps under its headings
-- share the table, its periods and its partitions, and functions of their own would be members.
-- SPDX-License-Identifier: PostgreSQL

-- Bounds are compared as text: the digits of ids sort as the ids do. MINVALUE is '', MAXVALUE is
-- 'g'.
CREATE FUNCTION objectid_internal_partition_statements(
        parent regclass, every interval, ahead integer, keep interval, since timestamptz,
        present timestamptz)
    RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 1000 ROWS 10
    SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off
    SET standard_conforming_strings = on SET DateStyle = ISO AS $$
#variable_conflict use_column
DECLARE
    relation pg_class;
    qualified_name text; -- regclass omits the schema of a temporary table
    storage text;
    id_column name;
    id_type regtype;
    default_partition regclass;
    -- Periods are counted from here: a Monday, the first of a month, of a year, and of a decade.
    origin constant timestamp := '1900-01-01';
    months bigint;
    days bigint;
    hours bigint;
    starts timestamptz[]; -- of the periods, and the end of the last one
    bounds text[]; -- their smallest ids
    keep_bound text; -- partitions up to it are older than keep; NULL if keep is
    time_formats constant text[] := '{YYYY,YYYYMM,YYYYMMDD,YYYYMMDD_HH24}';
    time_format text;
    prefix text; -- of the names of partitions
    rels regclass[]; -- the partitions in order, but for the default partition
    lowers text[] COLLATE "C";
    uppers text[] COLLATE "C";
    lower_times timestamptz[]; -- NULL for MINVALUE and uuids that are not of version 7
    upper_times timestamptz[]; -- NULL for MAXVALUE and such uuids
    period record;
    partition record;
    gap record;
    detached regclass;
    obstacle text;
BEGIN
    -- Arguments -----------------------------------------------------------------------------------

    IF parent IS NULL OR every IS NULL OR ahead IS NULL THEN
        RAISE null_value_not_allowed USING MESSAGE = 'table, every and ahead must not be null';
    END IF;
    IF isfinite(every) THEN
        months := extract(year FROM every) * 12 + extract(month FROM every);
        days := extract(day FROM every);
        hours := extract(hour FROM every);
    END IF;
    IF NOT (num_nonnulls(nullif(months, 0), nullif(days, 0), nullif(hours, 0)) = 1
        AND greatest(months, days, hours) > 0
        AND extract(minute FROM every) = 0 AND extract(second FROM every) = 0)
    THEN
        RAISE invalid_parameter_value
            USING MESSAGE = format('invalid length of a period: %s', every),
            HINT = 'Specify a whole number of hours, days, weeks, months or years.';
    ELSIF ahead NOT BETWEEN 0 AND 10000 THEN
        RAISE invalid_parameter_value USING MESSAGE = format(
            'number of periods ahead must be between 0 and 10000: %s', ahead);
    ELSIF (isfinite(keep) AND keep >= interval '0' AND present - keep <= present) IS FALSE THEN
        RAISE invalid_parameter_value USING MESSAGE = format(
            'time to keep partitions must be finite and not negative: %s', keep);
    ELSIF since NOT BETWEEN greatest('epoch', present - keep) AND present THEN
        RAISE invalid_parameter_value USING MESSAGE = format('since must be between %s and %s: %s',
            greatest('epoch', present - keep), present, since);
    END IF;

    -- The table -----------------------------------------------------------------------------------

    SELECT * INTO relation FROM pg_class WHERE oid = parent;
    SELECT attname, opcintype, nullif(partdefid, 0)
    INTO id_column, id_type, default_partition
    FROM pg_partitioned_table
        JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
        JOIN pg_opclass o ON o.oid = partclass[0]
    WHERE partrelid = parent AND partstrat = 'r' AND partnatts = 1
        AND opcintype IN ('objectid'::regtype, 'uuid'::regtype) AND opcdefault;
    IF NOT FOUND THEN
        RAISE wrong_object_type USING MESSAGE = format(
            '"%s" is not a table partitioned by range of an objectid or uuid column', parent);
    END IF;
    storage := concat(
        ' USING ' || (SELECT quote_ident(amname) FROM pg_am a WHERE a.oid = relation.relam),
        ' TABLESPACE ' || (
            SELECT quote_ident(spcname) FROM pg_tablespace s WHERE s.oid = relation.reltablespace));
    qualified_name := format('%s.%I', relation.relnamespace::regnamespace, relation.relname);

    -- Periods -------------------------------------------------------------------------------------

    -- From that of since, or of now, to as many as are wanted after that of now. Around a change of
    -- daylight saving time two starts can coincide, or the current period's start lie in the
    -- future. So more of them are made than are needed.
    WITH number (n) AS (
        SELECT CASE WHEN months > 0
            THEN div((extract(year FROM t) - 1900) * 12 + extract(month FROM t) - 1, months)
            ELSE floor(extract(epoch FROM t::timestamp - origin) / extract(epoch FROM every)) END
        FROM unnest(ARRAY[present, coalesce(since, present)]) AS t
    ), start (t) AS MATERIALIZED (
        SELECT DISTINCT (origin + n * every)::timestamptz
        FROM (SELECT min(n), max(n) FROM number) AS numbers (first, last),
            generate_series(first - 1, last + ahead + 4) AS n
    )
    SELECT array_agg(t ORDER BY t) INTO starts
    FROM (
        SELECT t FROM start
        WHERE t <= present
            AND t >= (SELECT max(t) FROM start WHERE t <= coalesce(since, present))
        UNION ALL
        (SELECT t FROM start WHERE t > present ORDER BY t LIMIT ahead + 1)
    ) AS wanted;

    -- The smallest ids of these times, and of the one that was longer ago than keep
    SELECT array_agg(CASE id_type WHEN 'objectid'::regtype THEN objectid_min(t)::text
            ELSE uuid_v7_min(t)::text END ORDER BY n)
    INTO bounds
    FROM unnest(starts || greatest('epoch', present - keep)) WITH ORDINALITY AS start (t, n);
    keep_bound := CASE WHEN keep IS NOT NULL THEN bounds[cardinality(bounds)] END;
    bounds := trim_array(bounds, 1);

    -- Names ---------------------------------------------------------------------------------------

    -- Of the 63 bytes of a name, a time takes at most 12, as 108890802_05 in the year 10889. A
    -- prefix of more than 51 is cut to 41, '_', 8 digits of a hash by which different tables keep
    -- different names, and '_'.
    time_format := time_formats[
        CASE WHEN hours > 0 THEN 4 WHEN days > 0 THEN 3 WHEN mod(months, 12) > 0 THEN 2 ELSE 1 END];
    prefix := relation.relname || '_';
    IF octet_length(prefix) > 51 THEN
        SELECT concat(
            left(prefix, max(n)), '_', right(to_hex(hashtextextended(relation.relname, 0)), 8), '_')
        INTO prefix
        FROM generate_series(1, 41) AS n WHERE octet_length(left(prefix, n)) <= 41;
    END IF;

    -- The partitions that exist -------------------------------------------------------------------

    SELECT array_agg(rel ORDER BY lower), array_agg(lower ORDER BY lower),
        array_agg(upper ORDER BY lower), array_agg(bound_time[1] ORDER BY lower),
        array_agg(bound_time[2] ORDER BY lower)
    INTO rels, lowers, uppers, lower_times, upper_times
    FROM pg_inherits
        JOIN pg_class c ON c.oid = inhrelid,
        regexp_match(pg_get_expr(relpartbound, c.oid), '^FOR VALUES '
            'FROM \((?:''([0-9a-f-]+)''|MINVALUE)\) TO \((?:''([0-9a-f-]+)''|MAXVALUE)\)$'
        ) AS bound,
        LATERAL (
            SELECT c.oid::regclass,
                coalesce(bound[1], '') COLLATE "C", coalesce(bound[2], 'g') COLLATE "C"
        ) AS p (rel, lower, upper),
        LATERAL (
            SELECT array_agg(CASE id_type WHEN 'objectid'::regtype
                THEN objectid_timestamp(id::objectid) ELSE uuid_v7_timestamp(id::uuid) END
                ORDER BY n)
            FROM unnest(bound) WITH ORDINALITY AS b (id, n)
        ) AS times (bound_time)
    WHERE inhparent = parent AND bound IS NOT NULL;

    -- Partitions to create ------------------------------------------------------------------------

    -- ATTACH PARTITION lets others read and write the table, which CREATE TABLE ... PARTITION OF
    -- does not. In one string, the commands are one transaction. The first one resets what no
    -- partitioned table can have, and fails unless the owner executes it. So nothing is copied from
    -- a table of another role that the owner of the schema has put in its place.
    FOR period IN
        SELECT prefix || to_char(lower_time, time_format) AS name,
            lower_time, upper_time, lower, upper
        FROM (
            SELECT t AS lower_time, lead(t) OVER in_order AS upper_time,
                bound AS lower, lead(bound) OVER in_order AS upper
            FROM unnest(starts, bounds) AS start (t, bound)
            WINDOW in_order AS (ORDER BY t)) AS p
        WHERE upper IS NOT NULL AND NOT EXISTS (
            SELECT FROM unnest(lowers, uppers) AS existing (l, u) WHERE (l, u) = (lower, upper))
        ORDER BY lower_time
    LOOP
        SELECT format('Partition %s overlaps it.', rel) INTO obstacle
        FROM unnest(rels, lowers, uppers) AS p (rel, lower, upper)
        WHERE p.lower < period.upper AND period.lower < p.upper
        ORDER BY p.lower LIMIT 1;
        IF NOT FOUND THEN
            SELECT format('There is another relation %s.', oid::regclass) INTO obstacle
            FROM pg_class WHERE relname = period.name AND relnamespace = relation.relnamespace;
        END IF;
        IF obstacle IS NULL THEN
            RETURN NEXT format(
                'ALTER TABLE %3$s RESET (fillfactor); CREATE TABLE %1$s.%2$I '
                '(LIKE %3$s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING STATISTICS)%4$s; '
                'ALTER TABLE %3$s ATTACH PARTITION %1$s.%2$I FOR VALUES '
                'FROM (%5$L /* %6$s */) TO (%7$L /* %8$s */);',
                relation.relnamespace::regnamespace, period.name, qualified_name, storage,
                period.lower, period.lower_time, period.upper, period.upper_time);
        ELSE
            RAISE WARNING 'cannot create partition % from % to %',
                quote_ident(period.name), period.lower_time, period.upper_time
                USING DETAIL = obstacle;
        END IF;
    END LOOP;

    -- Gaps before the current period --------------------------------------------------------------

    -- From the end of a partition to the beginning of the next one. The beginning of the current
    -- period counts as a partition, so that a gap before it is found, too. Gaps that are older than
    -- keep are where partitions were dropped.
    FOR gap IN
        SELECT coalesce(upper_time::text, upper) AS lower, coalesce(next_time::text, next) AS upper
        FROM (
            SELECT upper, upper_time, lead(lower) OVER in_order AS next,
                lead(lower_time) OVER in_order AS next_time
            FROM unnest(lowers || bounds[1], uppers || bounds[1],
                lower_times || starts[1], upper_times || starts[1])
                AS p (lower, upper, lower_time, upper_time)
            WINDOW in_order AS (ORDER BY lower, upper)) AS p
        WHERE p.upper < next AND p.upper < bounds[1] AND (next <= keep_bound) IS NOT TRUE
        ORDER BY p.upper
    LOOP
        RAISE WARNING 'table % has no partition from % to %', parent, gap.lower, gap.upper;
    END LOOP;

    -- Partitions to drop --------------------------------------------------------------------------

    FOR partition IN
        SELECT rel, format('%s.%I', relnamespace::regnamespace, relname) AS qualified_name,
            inhdetachpending, CASE
                WHEN relkind = 'f' THEN 'It is a foreign table.'
                WHEN relkind = 'p' THEN 'It is partitioned itself.'
                WHEN relowner <> relation.relowner
                THEN format('It belongs to role %I.', pg_get_userbyid(relowner))
                WHEN relnamespace <> relation.relnamespace
                THEN format('It is not in schema %s.', relation.relnamespace::regnamespace)
                WHEN (relname IN (
                    SELECT prefix || to_char(lower_time, f) FROM unnest(time_formats) AS f)
                ) IS NOT TRUE
                THEN coalesce(
                    'Its name is not '
                        || quote_ident(prefix || to_char(lower_time, time_format)) || '.',
                    'It begins at no time.')
            END AS obstacle
        FROM unnest(rels, lowers, uppers, lower_times) AS p (rel, lower, upper, lower_time)
            JOIN pg_class c ON c.oid = rel
            JOIN pg_inherits ON inhrelid = rel
        WHERE upper <= keep_bound
        ORDER BY NOT inhdetachpending, lower
    LOOP
        IF partition.obstacle IS NULL THEN
            RETURN NEXT format(
                'ALTER TABLE %s DETACH PARTITION %s%s;', qualified_name, partition.qualified_name,
                CASE WHEN partition.inhdetachpending THEN ' FINALIZE'
                    WHEN default_partition IS NULL THEN ' CONCURRENTLY' END);
            RETURN NEXT format('DROP TABLE %s;', partition.qualified_name);
        ELSE
            RAISE NOTICE 'partition % is older than % and is left alone', partition.rel, keep
                USING DETAIL = partition.obstacle;
        END IF;
    END LOOP;

    -- Tables that were detached and not dropped ---------------------------------------------------

    -- A DROP failed, or the statements ended before it. Or somebody keeps what he detached, so none
    -- of these is dropped.
    FOR detached IN
        SELECT c.oid
        FROM pg_class c, substr(relname, length(prefix) + 1) AS start
        WHERE relnamespace = relation.relnamespace AND relowner = relation.relowner
            AND relkind = 'r' AND NOT relispartition AND starts_with(relname, prefix)
            AND start ~ '^\d{4}(\d\d(\d\d(_\d\d)?)?)?$'
            AND start COLLATE "C" < left(to_char(present - keep, 'YYYYMMDD_HH24'), length(start))
            AND EXISTS (
                SELECT FROM pg_attribute a JOIN pg_attribute key USING (attname, atttypid)
                WHERE a.attrelid = c.oid AND key.attrelid = parent AND attname = id_column)
        ORDER BY start COLLATE "C"
    LOOP
        RAISE WARNING 'table % seems to have been detached from table % and not dropped',
            detached, parent
            USING HINT = 'Drop it, or rename it to keep it.';
    END LOOP;
END
$$;
COMMENT ON FUNCTION objectid_internal_partition_statements(
        regclass, interval, integer, interval, timestamptz, timestamptz) IS
    'the statements of partition_statements at a given time';

-- In BEGIN ATOMIC the server prints a parameter without a name as "" if others have names, which
-- pg_upgrade cannot restore.
CREATE FUNCTION partition_statements(
        regclass, every interval, ahead integer, keep interval DEFAULT NULL,
        since timestamptz DEFAULT NULL)
    RETURNS SETOF text
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED COST 1000 ROWS 10
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT objectid_internal_partition_statements(
        (objectid_internal_tables_for_statements(ARRAY[$1]::oid[]))[1],
        every, ahead, keep, since, now());
END
$$;
COMMENT ON FUNCTION partition_statements(regclass, interval, integer, interval, timestamptz) IS
    'the statements that create the partitions from the current period, or that of since, to the '
    'given number of following ones, by the time of an objectid or a uuid of version 7, and that '
    'drop those older than keep';

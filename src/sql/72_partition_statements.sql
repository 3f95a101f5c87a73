-- The DDL for partitions by the time of ids.
-- SPDX-License-Identifier: PostgreSQL

-- Creating a partition can run functions that the owner of the table chose, such as those in the
-- CHECK of a domain. So the statements are printed to the owner alone, and not to a superuser who
-- became the owner by SET ROLE, which such a function could undo.
--
-- Bounds are compared as text, because the digits of ids sort as the ids do. MINVALUE is '',
-- MAXVALUE is 'g'.
CREATE FUNCTION objectid_internal_partition_statements(
        "table" regclass, every interval, ahead integer, keep interval, "now" timestamptz,
        objectid_type regtype)
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
    id_schema regnamespace;
    operators regnamespace; -- where those of the type are
    kind text;
    min_id text; -- the function that makes the bound of a time
    id_time text; -- the function that reads the time of a bound
    -- Periods are counted from here: a Monday, the first of a month, of a year, and of a decade.
    origin constant timestamp := '1900-01-01';
    months bigint;
    days bigint;
    hours bigint;
    period_number bigint;
    starts timestamptz[]; -- of the current period and the following ones
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
    leaf regclass;
    obstacle text;
BEGIN
    -- Arguments -----------------------------------------------------------------------------------

    IF "table" IS NULL OR every IS NULL OR ahead IS NULL THEN
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
    ELSIF (isfinite(keep) AND keep >= interval '0' AND "now" - keep <= "now") IS FALSE THEN
        RAISE invalid_parameter_value USING MESSAGE = format(
            'time to keep partitions must be finite and not negative: %s', keep);
    END IF;

    -- The table -----------------------------------------------------------------------------------

    SELECT * INTO relation FROM pg_class WHERE oid = "table";
    SELECT attname, opcintype, nullif(partdefid, 0), typnamespace
    INTO id_column, id_type, default_partition, id_schema
    FROM pg_partitioned_table
        JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
        JOIN pg_opclass o ON o.oid = partclass[0]
        JOIN pg_type t ON t.oid = objectid_type
    WHERE partrelid = "table" AND partstrat = 'r' AND partnatts = 1
        AND opcintype IN (objectid_type, 'uuid'::regtype) AND opcdefault;
    IF NOT FOUND THEN
        RAISE wrong_object_type USING MESSAGE = format(
            '"%s" is not a table partitioned by range of an objectid or uuid column', "table");
    ELSIF pg_get_userbyid(relation.relowner) <> current_user THEN
        RAISE insufficient_privilege USING MESSAGE = format('must be owner of table %s', "table"),
            HINT = format('Execute SET ROLE %I first.', pg_get_userbyid(relation.relowner));
    ELSIF NOT (SELECT rolsuper FROM pg_roles r WHERE r.oid = relation.relowner)
        AND EXISTS (SELECT FROM pg_stat_get_activity(pg_backend_pid()), pg_roles r
            WHERE rolsuper AND pg_has_role(usesysid, r.oid, 'MEMBER'))
    THEN
        RAISE insufficient_privilege USING MESSAGE = format(
                'must not be connected as a superuser to manage partitions of table %s', "table"),
            DETAIL = 'Creating a partition can run functions that the owner of the table chose.',
            HINT = format(
                'Connect as role %I, or as a member of it that cannot become a superuser.',
                pg_get_userbyid(relation.relowner));
    END IF;
    storage := concat(
        ' USING ' || (SELECT quote_ident(amname) FROM pg_am a WHERE a.oid = relation.relam),
        ' TABLESPACE ' || (
            SELECT quote_ident(spcname) FROM pg_tablespace s WHERE s.oid = relation.reltablespace));
    qualified_name := format('%s.%I', relation.relnamespace::regnamespace, relation.relname);
    kind := CASE id_type WHEN objectid_type THEN 'objectid' ELSE 'uuid_v7' END;
    min_id := format('%s.%s_min', id_schema, kind);
    id_time := format('%s.%s_timestamp', id_schema, kind);
    operators := CASE id_type WHEN objectid_type THEN id_schema ELSE 'pg_catalog' END;

    -- Periods: now and ahead ----------------------------------------------------------------------

    -- Around a change of daylight saving time two starts can coincide, or the current period's
    -- start lie in the future. So more of them are made than are needed.
    period_number := CASE WHEN months > 0
        THEN div((extract(year FROM "now") - 1900) * 12 + extract(month FROM "now") - 1, months)
        ELSE floor(extract(epoch FROM "now"::timestamp - origin) / extract(epoch FROM every)) END;
    EXECUTE format('
        SELECT array_agg(t ORDER BY t), array_agg(%1$s(t)::text ORDER BY t),
            %1$s(CASE WHEN $3 < ''epoch'' THEN ''epoch'' ELSE $3 END)::text
        FROM (
            SELECT DISTINCT t FROM unnest($1) AS t
            WHERE t >= (SELECT max(s) FROM unnest($1) AS s WHERE s <= $4)
            ORDER BY t LIMIT $2) AS start', min_id)
    USING ARRAY(
            SELECT (origin + n * every)::timestamptz
            FROM generate_series(period_number - 1, period_number + ahead + 4) AS n),
        ahead + 2, "now" - keep, "now"
    INTO starts, bounds, keep_bound;

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
        array_agg(upper ORDER BY lower)
    INTO rels, lowers, uppers
    FROM pg_inherits
        JOIN pg_class c ON c.oid = inhrelid,
        regexp_match(pg_get_expr(relpartbound, c.oid), '^FOR VALUES '
            'FROM \((?:''([0-9a-f-]+)''|MINVALUE)\) TO \((?:''([0-9a-f-]+)''|MAXVALUE)\)$'
        ) AS bound,
        LATERAL (
            SELECT c.oid::regclass,
                coalesce(bound[1], '') COLLATE "C", coalesce(bound[2], 'g') COLLATE "C"
        ) AS p (rel, lower, upper)
    WHERE inhparent = "table" AND bound IS NOT NULL;
    EXECUTE format('
        SELECT array_agg(%1$s(nullif(lower, '''')::%2$s) ORDER BY n),
            array_agg(%1$s(nullif(upper, ''g'')::%2$s) ORDER BY n)
        FROM unnest($1, $2) WITH ORDINALITY AS p (lower, upper, n)',
        id_time, id_type)
    USING lowers, uppers INTO lower_times, upper_times;

    -- Partitions to create ------------------------------------------------------------------------

    -- ATTACH PARTITION lets others read and write the table, which CREATE TABLE ... PARTITION OF
    -- does not. In one string, both commands are one transaction.
    FOR period IN
        SELECT prefix || to_char(starts[n], time_format) AS name,
            starts[n] AS lower_time, starts[n + 1] AS upper_time,
            bounds[n] AS lower, bounds[n + 1] AS upper
        FROM generate_series(1, cardinality(starts) - 1) AS n
        WHERE NOT EXISTS (
            SELECT FROM unnest(lowers, uppers) AS p (lower, upper)
            WHERE (lower, upper) = (bounds[n], bounds[n + 1]))
        ORDER BY n
    LOOP
        SELECT format('Partition %s overlaps it.', rel) INTO obstacle
        FROM unnest(rels, lowers, uppers) AS p (rel, lower, upper)
        WHERE p.lower < period.upper AND period.lower < p.upper
        ORDER BY p.lower LIMIT 1;
        IF NOT FOUND THEN
            SELECT format('There is another relation %s.', oid::regclass) INTO obstacle
            FROM pg_class WHERE relname = period.name AND relnamespace = relation.relnamespace;
        END IF;
        FOR leaf IN -- of the owner, and without policies
            SELECT relid
            FROM pg_partition_tree(default_partition) JOIN pg_class c ON c.oid = relid
            WHERE obstacle IS NULL AND relkind = 'r' AND relowner = relation.relowner
                AND NOT row_security_active(c.oid)
        LOOP
            EXECUTE format('
                SELECT %1$L FROM ONLY %2$s
                WHERE %3$I::%4$s OPERATOR(%5$s.>=) $1::%4$s
                    AND %3$I::%4$s OPERATOR(%5$s.<) $2::%4$s
                LIMIT 1',
                format('The default partition has rows of its time in %s.', leaf),
                leaf, id_column, id_type, operators)
            USING period.lower, period.upper INTO obstacle;
            EXIT WHEN obstacle IS NOT NULL;
        END LOOP;
        IF obstacle IS NULL THEN
            RETURN NEXT format(
                'CREATE TABLE %1$s.%2$I '
                '(LIKE %3$s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING STATISTICS)%4$s; '
                'ALTER TABLE %3$s ATTACH PARTITION %1$s.%2$I FOR VALUES '
                'FROM (%5$s(pg_catalog.timestamptz %6$L)) TO (%5$s(pg_catalog.timestamptz %7$L));',
                relation.relnamespace::regnamespace, period.name, qualified_name, storage, min_id,
                period.lower_time, period.upper_time);
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
        RAISE WARNING 'table % has no partition from % to %', "table", gap.lower, gap.upper;
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
            AND start COLLATE "C" < left(to_char("now" - keep, 'YYYYMMDD_HH24'), length(start))
            AND EXISTS (
                SELECT FROM pg_attribute a JOIN pg_attribute key USING (attname, atttypid)
                WHERE a.attrelid = c.oid AND key.attrelid = "table" AND attname = id_column)
        ORDER BY start COLLATE "C"
    LOOP
        RAISE WARNING 'table % seems to have been detached from table % and not dropped',
            detached, "table"
            USING HINT = 'Drop it, or rename it to keep it.';
    END LOOP;
END
$$;
COMMENT ON FUNCTION objectid_internal_partition_statements(
        regclass, interval, integer, interval, timestamptz, regtype) IS
    'the statements of partition_statements at a given time';

CREATE FUNCTION partition_statements(
        "table" regclass, every interval, ahead integer, keep interval DEFAULT NULL)
    RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL RESTRICTED COST 1000 ROWS 10
    BEGIN ATOMIC
        SELECT objectid_internal_partition_statements(
            "table", every, ahead, keep, pg_catalog.now(), 'objectid'::pg_catalog.regtype);
    END;
COMMENT ON FUNCTION partition_statements(regclass, interval, integer, interval) IS
    'the statements that create the partitions of the current period and of the given number of '
    'following ones, by the time of an objectid or a uuid of version 7, and that drop those older '
    'than keep';

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
    LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
    SET search_path = pg_catalog, pg_temp SET TimeZone = UTC SET DateStyle = ISO
    SET quote_all_identifiers = off SET standard_conforming_strings = on AS $$
#variable_conflict use_column
DECLARE
    relation pg_class;
    qualified_name text; -- regclass omits the schema of a temporary table
    has_default boolean;
    min_id text; -- the function that makes the bound of a time
    storage text;
    -- Periods are counted from here: a Monday, the first of a month, of a year, and of a decade.
    origin constant timestamptz := '1900-01-01';
    months numeric := extract(year FROM every) * 12 + extract(month FROM every);
    seconds numeric; -- of a period that is no months
    number float8; -- of the current period
    keep_bound text; -- partitions up to it are older than keep
    time_format text;
    prefix text; -- of the names of partitions
    rels regclass[]; -- the partitions, but for the default partition
    lowers text[] COLLATE "C";
    uppers text[] COLLATE "C";
    period record;
    partition record;
BEGIN
    IF isfinite(every) THEN
        seconds := extract(epoch FROM every - make_interval(months => months::integer));
    END IF;
    IF (months > 0 AND seconds = 0 OR months = 0 AND seconds > 0 AND mod(seconds, 3600) = 0)
        IS NOT TRUE
    THEN
        RAISE invalid_parameter_value
            USING MESSAGE = format('invalid length of a period: %s', every),
            HINT = 'Specify a whole number of hours, days, weeks, months or years.';
    ELSIF (ahead BETWEEN 0 AND 10000) IS NOT TRUE THEN
        RAISE invalid_parameter_value USING MESSAGE = format(
            'number of periods ahead must be between 0 and 10000: %s', ahead);
    ELSIF "now" - keep > "now" THEN
        RAISE invalid_parameter_value USING MESSAGE = format(
            'time to keep partitions must not be negative: %s', keep);
    END IF;

    SELECT * INTO relation FROM pg_class WHERE oid = "table";
    SELECT partdefid <> 0, typnamespace::regnamespace || CASE opcintype
        WHEN objectid_type THEN '.objectid_min' ELSE '.uuid_v7_min' END
    INTO has_default, min_id
    FROM pg_partitioned_table
        JOIN pg_opclass o ON o.oid = partclass[0]
        JOIN pg_type t ON t.oid = objectid_type
    WHERE partrelid = "table" AND partstrat = 'r' AND partnatts = 1 AND partattrs[0] <> 0
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
    ELSIF octet_length(relation.relname) > 50 THEN
        RAISE name_too_long USING MESSAGE = format(
            'name of table %s is too long for the names of its partitions', "table");
    END IF;
    qualified_name := format('%s.%I', relation.relnamespace::regnamespace, relation.relname);
    storage := concat(
        ' USING ' || (SELECT quote_ident(amname) FROM pg_am a WHERE a.oid = relation.relam),
        ' TABLESPACE ' || (
            SELECT quote_ident(spcname) FROM pg_tablespace s WHERE s.oid = relation.reltablespace));
    prefix := relation.relname || '_';
    time_format := CASE
        WHEN mod(seconds, 86400) > 0 THEN 'YYYYMMDD_HH24'
        WHEN months = 0 THEN 'YYYYMMDD'
        WHEN mod(months, 12) > 0 THEN 'YYYYMM'
        ELSE 'YYYY' END;
    number := div(CASE WHEN months > 0
        THEN (extract(year FROM "now") - 1900) * 12 + extract(month FROM "now") - 1
        ELSE extract(epoch FROM "now" - origin) END, greatest(months, seconds));

    SELECT array_agg(c.oid), array_agg(coalesce(bound[1], '')), array_agg(coalesce(bound[2], 'g'))
    INTO rels, lowers, uppers
    FROM pg_inherits
        JOIN pg_class c ON c.oid = inhrelid,
        regexp_match(pg_get_expr(relpartbound, c.oid), '^FOR VALUES '
            'FROM \((?:''([0-9a-f-]+)''|MINVALUE)\) TO \((?:''([0-9a-f-]+)''|MAXVALUE)\)$') AS bound
    WHERE inhparent = "table" AND bound IS NOT NULL;

    FOR period IN EXECUTE format('
        SELECT t AS lower_time, t + $2 AS upper_time,
            %1$s(t)::text AS lower, %1$s(t + $2)::text AS upper
        FROM generate_series($1, $1 + $2 * $3, $2) AS t ORDER BY t', min_id)
        USING origin + every * number, every, ahead
    LOOP
        SELECT rel, (lower, upper) = (period.lower, period.upper) AS is_same INTO partition
        FROM unnest(rels, lowers, uppers) AS p (rel, lower, upper)
        WHERE p.lower < period.upper AND period.lower < p.upper
        ORDER BY p.lower LIMIT 1;
        IF NOT FOUND THEN
            -- ATTACH PARTITION lets others read and write the table, which CREATE TABLE ...
            -- PARTITION OF does not. In one string, both commands are one transaction.
            RETURN NEXT format(
                'CREATE TABLE %1$s.%2$I '
                '(LIKE %3$s INCLUDING ALL EXCLUDING IDENTITY EXCLUDING STATISTICS)%4$s; '
                'ALTER TABLE %3$s ATTACH PARTITION %1$s.%2$I FOR VALUES '
                'FROM (%5$s(pg_catalog.timestamptz %6$L)) TO (%5$s(pg_catalog.timestamptz %7$L));',
                relation.relnamespace::regnamespace,
                prefix || to_char(period.lower_time, time_format),
                qualified_name, storage, min_id, period.lower_time, period.upper_time);
        ELSIF NOT partition.is_same THEN
            RAISE WARNING 'cannot create partition from % to %',
                period.lower_time, period.upper_time
                USING DETAIL = format('Partition %s overlaps it.', partition.rel);
        END IF;
    END LOOP;

    EXECUTE format('SELECT %s(greatest($1, timestamptz ''epoch''))::text', min_id)
    INTO keep_bound USING "now" - keep;
    FOR partition IN -- with names as above
        SELECT format('%s.%I', relnamespace::regnamespace, relname) AS name, inhdetachpending
        FROM unnest(rels, lowers, uppers) AS p (rel, lower, upper)
            JOIN pg_class c ON c.oid = rel
            JOIN pg_inherits ON inhrelid = rel
        WHERE upper <= keep_bound AND lower <> '' AND relkind = 'r'
            AND relowner = relation.relowner AND relnamespace = relation.relnamespace
            AND starts_with(relname, prefix)
            AND right(relname, -length(prefix)) ~ '^\d{4}(\d\d(\d\d(_\d\d)?)?)?$'
        ORDER BY NOT inhdetachpending, lower
    LOOP
        RETURN NEXT format('ALTER TABLE %s DETACH PARTITION %s%s;', qualified_name, partition.name,
            CASE WHEN partition.inhdetachpending THEN ' FINALIZE'
                WHEN NOT has_default THEN ' CONCURRENTLY' END);
        RETURN NEXT format('DROP TABLE %s;', partition.name);
    END LOOP;
END
$$;
COMMENT ON FUNCTION objectid_internal_partition_statements(
        regclass, interval, integer, interval, timestamptz, regtype) IS
    'the statements of partition_statements at a given time';

CREATE FUNCTION partition_statements(
        "table" regclass, every interval, ahead integer, keep interval DEFAULT NULL)
    RETURNS SETOF text
    LANGUAGE sql STABLE PARALLEL RESTRICTED
    BEGIN ATOMIC
        SELECT objectid_internal_partition_statements(
            "table", every, ahead, keep, pg_catalog.now(), 'objectid'::pg_catalog.regtype);
    END;
COMMENT ON FUNCTION partition_statements(regclass, interval, integer, interval) IS
    'the statements that create the partitions of the current period and of the given number of '
    'following ones, by the time of an objectid or a uuid of version 7, and that drop those older '
    'than keep';

-- What is there, in one line each: it has to stay the same
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SET enable_indexonlyscan = off;
SELECT format(
    'SELECT %L, count(*), md5(string_agg(row::text, '''' ORDER BY row::text)) FROM %1$s row', name)
FROM (
    SELECT oid::regclass::text COLLATE "C" AS name
    FROM pg_class
    WHERE relkind IN ('r', 'v', 'm')
        AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        AND relnamespace::regnamespace::text NOT LIKE 'pg\_%'
        AND NOT EXISTS (
            SELECT FROM pg_depend
            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
) relation
ORDER BY name \gexec
SELECT 'index', indexdef FROM pg_indexes WHERE schemaname <> 'pg_catalog' ORDER BY indexdef;
SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 2;
SELECT 'member', pg_describe_object(classid, objid, 0) FROM pg_depend
WHERE deptype = 'e'
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
    AND (classid, objid) NOT IN (SELECT classid, objid FROM pg_depend WHERE deptype = 'i')
ORDER BY 2;

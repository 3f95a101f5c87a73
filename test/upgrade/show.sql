-- What is there, in one line each: it has to stay the same
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SET enable_indexonlyscan = off;
SELECT 'made', count(*), md5(string_agg(made::text, '' ORDER BY id)) FROM made;
SELECT 'by_range', tableoid::regclass, count(*), md5(string_agg(id::text || made, '' ORDER BY id))
FROM by_range
GROUP BY 2
ORDER BY 2::text;
SELECT 'by_hash', tableoid::regclass, count(*), md5(string_agg(id::text, '' ORDER BY id))
FROM by_hash
GROUP BY 2
ORDER BY 2::text;
SELECT 'by_v7', tableoid::regclass, count(*), md5(string_agg(id::text, '' ORDER BY id))
FROM by_v7
GROUP BY 2
ORDER BY 2::text;
SELECT 'recent', count(*), md5(string_agg(id::text, '' ORDER BY id)) FROM recent;
SELECT 'newest', count(*), md5(string_agg(newest::text, '' ORDER BY n)) FROM newest;
SELECT 'counter', * FROM counter ORDER BY name, shard;
SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname;
SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 2;
SELECT 'member', pg_describe_object(classid, objid, 0) FROM pg_depend
WHERE deptype = 'e'
    AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'objectid')
    AND classid <> 'pg_type'::regclass
ORDER BY 2;

-- The paths and types of what MongoDB's Extended JSON holds: ejson_fields
\set ECHO none
\pset format unaligned
\pset tuples_only on

\echo Of each type that MongoDB has, in every style
SELECT fields.*
FROM (VALUES
    ('{"_id": {"$oid": "56e1fc72e0c917e9c4714161"}}'::jsonb),
    ('{"v1": 2147483647, "v2": -2147483648, "v3": {"$numberInt": "5"}}'),
    ('{"v1": 2147483648, "v2": -2147483649, "v3": {"$numberLong": "5"}}'),
    ('{"v1": 9223372036854775807, "v2": -9223372036854775808}'),
    ('{"v1": 9223372036854775808, "v2": -9223372036854775809, "v3": 5.0, "v4": 1e20,
        "v5": {"$numberDouble": "5"}, "v6": {"$numberDouble": "NaN"}}'),
    ('{"v1": {"$numberDecimal": "5"}, "v2": {"$numberDecimal": "Infinity"}}'),
    ('{"v1": "", "v2": "$oid", "v3": true, "v4": null, "v5": {"$undefined": true}}'),
    ('{"v1": {"$date": 0}, "v2": {"$date": "1970-01-01T00:00:00Z"},
        "v3": {"$date": {"$numberLong": "0"}}, "v4": {"$timestamp": {"t": 1, "i": 2}}}'),
    ('{"v1": {"$binary": {"base64": "ABEiM0RVZneImaq7zN3u/w==", "subType": "03"}},
        "v2": {"$binary": "ABEiM0RVZneImaq7zN3u/w==", "$type": "04"},
        "v3": {"$uuid": "00112233-4455-6677-8899-aabbccddeeff"},
        "v4": {"$binary": "", "$type": "ffffff80"}, "v5": {"$binary": "", "$type": "0"}}'),
    ('{"v1": {"$regularExpression": {"pattern": "p", "options": ""}},
        "v2": {"$regex": "p", "$options": "i"}, "v3": {"$symbol": "s"}, "v4": {"$code": "c"},
        "v5": {"$code": "c", "$scope": {"x": {"$numberLong": "1"}}}}'),
    ('{"v1": {"$minKey": 1}, "v2": {"$maxKey": 1.0}, "v3": {"$minKey": 2},
        "v4": {"$maxKey": {"$numberInt": "1"}}}'),
    ('{"v1": {"$dbPointer": {"$ref": "c", "$id": {"$oid": "56e1fc72e0c917e9c4714161"}}},
        "v2": {"$ref": "c", "$id": {"$oid": "56e1fc72e0c917e9c4714161"}, "$db": "d"},
        "v3": {"$ref": 1, "$id": 1}, "v4": {"$ref": "c"}}'))
    AS v (document), ejson_fields(document) AS fields;

\echo Arrays, objects, and keys that are quoted; the type of a value comes before what is in it
SELECT fields.*
FROM (VALUES
    ('{"items": [{"sku": "x"}, {"sku": 1}, [[], [{}]]], "o": {}}'::jsonb),
    ('[1, {"a": null}]'),
    ('{"a.b": {"*": [0], "**": 0}, "": 0, "5": 0, "a5": 0, "a b": 0, "\"": 0, "\\": 0, "é": 0}'),
    ('{"\ufeffISO": 0, "a\u00a0b": {"\t": 0}}'),
    ('{"$set": {"$oid": 1, "x": {"$oid": 1, "$date": 2}}, "$regex": {"$regex": "p"}}'))
    AS v (document), ejson_fields(document) AS fields;

\echo Of UUIDs in binary data of subtype 3, if somebody says who wrote them
SELECT driver, fields.*
FROM unnest('{java,csharp,python,NULL}'::text[]) AS driver,
    ejson_fields('{"x": {"$binary": "ABEiM0RVZneImaq7zN3u/w==", "$type": "3"}}', driver) AS fields;

\echo A path is cut off after 1000 bytes, between characters; the next one is whole again
SELECT octet_length(path), left(path, 3) AS first, right(path, 8) AS last, type, value
FROM repeat('a', 995) AS key, ejson_fields(jsonb_build_object(
    key || 'bcd', '{"x": [true]}'::jsonb, key, '{"éé": {"x": 1}, "y": "", "z": [1]}'::jsonb))
    WITH ORDINALITY AS fields (path, type, value, n)
ORDER BY n;

\echo Scalars that are stored otherwise than by the server
SELECT path, left(value::text, 40) AS value, left(expected::text, 40) AS expected
FROM (VALUES ('null'::jsonb), ('true'), ('false'), ('0'), ('-0.50'), ('1e130000'), ('""'), ('"é"'),
        (to_jsonb(repeat('é', 5000))), ('{"$date": 0}')) AS v (input),
    jsonb_build_object('a', input) AS document,
    ejson_fields(document) AS fields,
    jsonb_extract_path(ejson_to_jsonb(document), 'a') AS expected
WHERE value <> expected OR pg_column_size(ROW(value)) <> pg_column_size(ROW(expected))
    OR jsonb_hash(value) <> jsonb_hash(expected);

\echo Paths that do not lead to their values, with keys of every kind and keywords of jsonpath
SELECT path, value, strictly, laxly
FROM (SELECT jsonb_object_agg(key, jsonb_build_object(key, n)) AS document
    FROM unnest('{a,_,A9,"",5,5a,1e5,-,*,**,$,$a,@,?,"a b",a.b,"\"","\\","\\u0041",/*,*/,"''",é,
        is,to,abs,lax,flag,last,"null","NULL",size,true,time,type,date,with,false,floor,lower,upper,
        ltrim,rtrim,btrim,bigint,double,exists,number,starts,strict,string,decimal,integer,boolean,
        ceiling,replace,unknown,datetime,initcap,keyvalue,timestamp,time_tz,like_regex,split_part,
        timestamp_tz}'::text[]
        || ARRAY[U&'\FEFFISO', U&'\00A0', U&'\0001', U&'\007F', E'\n\t', U&'\+0E0041',
            U&'\+01F600']) WITH ORDINALITY AS k (key, n)) AS d,
    ejson_fields(document) AS fields,
    jsonb_path_query_array(document, ('strict ' || path)::jsonpath) AS strictly,
    jsonb_path_query_array(document, path::jsonpath) AS laxly
WHERE type = 'int' AND ROW(strictly, laxly) IS DISTINCT FROM
    ROW(jsonb_build_array(value), jsonb_build_array(value));

\echo The document itself is not listed
SELECT fields.*
FROM (VALUES ('{}'::jsonb), ('[]'), ('null'), ('5'), ('{"$numberInt": "5"}'), (NULL))
    AS v (document), ejson_fields(document) AS fields;

\echo In a select list too
SELECT ejson_fields(document)
FROM (VALUES ('{"a": 1}'::jsonb), (NULL), ('{"a": [""]}')) AS v (document);

\echo Errors are those of ejson_to_jsonb
-- All kinds: test/t/ejson.pl.
SELECT ejson_fields('{"items": [0, {"sku": {"$oid": "xyz"}}]}');
SELECT ejson_fields('{}', 'Java');

\echo It can be canceled: the cancel comes before the value that is wrong
SELECT ejson_fields(CASE WHEN pg_cancel_backend(pg_backend_pid()) THEN document END)
FROM (VALUES ('{"a": [{"$oid": "xyz"}]}'::jsonb)) AS v (document);

-- The functions in C of objectid, uuid and the time predicates: result, properties, comment.
-- SPDX-License-Identifier: PostgreSQL

CREATE TYPE objectid;

DO $do$
DECLARE
    predicate constant text := 'IMMUTABLE LEAKPROOF SUPPORT objectid_internal_time_support';
    f record;
BEGIN
    FOR f IN VALUES
        -- What the planner may put in place of a time predicate, and how many rows it selects
        ('objectid_internal_time_support(internal) RETURNS internal', 'IMMUTABLE',
            'planner support for predicates on the time of an id'),
        ('objectid_internal_sel(internal, oid, internal, integer) RETURNS double precision',
            'STABLE', 'restriction selectivity of comparisons of ids, and of ids with times'),

        -- Input and output
        ('objectid_in(cstring) RETURNS objectid', 'IMMUTABLE',
            'I/O: 24 hexadecimal digits, ObjectId("..."), ObjectId(''...''), ObjectId(...), '
            'these with "new " before them, or {"$oid":"..."}; 22P02 for anything else'),
        ('objectid_out(objectid) RETURNS cstring', 'IMMUTABLE',
            'I/O: 24 lower-case hexadecimal digits'),
        ('objectid_recv(internal) RETURNS objectid', 'IMMUTABLE',
            'I/O: the 12 raw bytes; 22P03 for any other length'),
        ('objectid_send(objectid) RETURNS bytea', 'IMMUTABLE', 'I/O: the 12 raw bytes'),

        -- Operator classes and aggregates
        ('objectid_cmp(objectid, objectid) RETURNS integer', 'IMMUTABLE LEAKPROOF',
            'less-equal-greater, in the order of the bytes'),
        ('objectid_sortsupport(internal) RETURNS void', 'IMMUTABLE',
            'sort support, with abbreviated keys'),
        ('objectid_skipsupport(internal) RETURNS void', 'IMMUTABLE',
            'skip support, used by PostgreSQL 18 and later'),
        ('objectid_hash(objectid) RETURNS integer', 'IMMUTABLE LEAKPROOF', 'hash'),
        ('objectid_hash_extended(objectid, bigint) RETURNS bigint', 'IMMUTABLE LEAKPROOF',
            'hash, with a seed'),
        ('objectid_distance(internal, internal) RETURNS double precision', 'IMMUTABLE',
            'BRIN multi minmax support'),
        ('objectid_larger(objectid, objectid) RETURNS objectid', 'IMMUTABLE', 'larger of two'),
        ('objectid_smaller(objectid, objectid) RETURNS objectid', 'IMMUTABLE', 'smaller of two'),
        ('objectid_gist_consistent(internal, objectid, smallint, oid, internal) RETURNS boolean',
            'IMMUTABLE', 'GiST support'),
        ('objectid_gist_union(internal, internal) RETURNS bytea', 'IMMUTABLE', 'GiST support'),
        ('objectid_gist_compress(internal) RETURNS internal', 'IMMUTABLE', 'GiST support'),
        ('objectid_gist_penalty(internal, internal, internal) RETURNS internal',
            'IMMUTABLE', 'GiST support'),
        ('objectid_gist_picksplit(internal, internal) RETURNS internal',
            'IMMUTABLE', 'GiST support'),
        ('objectid_gist_same(bytea, bytea, internal) RETURNS internal',
            'IMMUTABLE', 'GiST support'),
        ('objectid_gist_fetch(internal) RETURNS internal', 'IMMUTABLE', 'GiST support'),
        ('objectid_gist_sortsupport(internal) RETURNS void', 'IMMUTABLE', 'GiST support'),
        ('objectid_gist_translate_cmptype(integer) RETURNS smallint', -- used by 18 and later
            'IMMUTABLE', 'GiST support'),
        ('objectid_gin_extract_value(objectid, internal) RETURNS internal',
            'IMMUTABLE', 'GIN support'),
        ('objectid_gin_extract_query(objectid, internal, smallint, internal, internal) '
            'RETURNS internal', 'IMMUTABLE', 'GIN support'),
        ('objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal) '
            'RETURNS boolean', 'IMMUTABLE', 'GIN support'),
        ('objectid_gin_compare_partial(objectid, objectid, smallint, internal) RETURNS integer',
            'IMMUTABLE', 'GIN support'),

        -- Casts
        ('bytea_objectid(bytea) RETURNS objectid', 'IMMUTABLE',
            'the 12 raw bytes; 22P03 for any other length'),
        ('objectid_bytea(objectid) RETURNS bytea', 'IMMUTABLE LEAKPROOF', 'the 12 raw bytes'),
        ('uuid_objectid(uuid) RETURNS objectid', 'IMMUTABLE',
            'the last 12 bytes; 22023 unless the first four are zero'),
        ('objectid_uuid(objectid) RETURNS uuid', 'IMMUTABLE LEAKPROOF',
            'four zero bytes, then the id'),
        ('jsonb_objectid(jsonb) RETURNS objectid', 'IMMUTABLE',
            'a JSON string or {"$oid": "..."}; NULL for null; 22P02 for anything else'),
        ('json_objectid(json) RETURNS objectid', 'IMMUTABLE',
            'a JSON string or {"$oid": "..."}; NULL for null; 22P02 for anything else'),
        ('objectid_to_jsonb(objectid) RETURNS jsonb', 'IMMUTABLE',
            '{"$oid": "..."} of MongoDB Extended JSON'),

        -- New ids
        ('gen_objectid() RETURNS objectid', 'VOLATILE',
            'a new id for now: Unix seconds, five random bytes, a counter (MongoDB ObjectID '
            'specification); greater than all that the generator made before'),
        ('objectid_generator() RETURNS text', 'STABLE',
            'generators of this session: ''server'' if all sessions share them, ''process'' if it '
            'has its own'),
        ('uuid_v7() RETURNS uuid', 'VOLATILE',
            'a new UUID of version 7: Unix milliseconds, 12 bits of their fraction, random bits; '
            'greater than all that the generator made before (RFC 9562, 5.7 and 6.2 methods 3 '
            'and 2)'),
        ('uuid_v6() RETURNS uuid', 'VOLATILE',
            'a new UUID of version 6: 100-nanosecond time, random clock sequence and node; greater '
            'than all that the generator made before (RFC 9562, 5.6 and 6.10)'),
        ('uuid_v8(bytea) RETURNS uuid', 'IMMUTABLE',
            'the 16 given bytes with version 8 and the RFC variant stamped over (RFC 9562, 5.8); '
            '22P03 for any other length'),

        -- The version of a UUID
        ('uuid_v1_to_v6(uuid) RETURNS uuid', 'IMMUTABLE',
            'the same time, clock sequence and node as version 6; 22023 unless the argument is of '
            'version 1'),
        ('uuid_v6_to_v1(uuid) RETURNS uuid', 'IMMUTABLE',
            'the same time, clock sequence and node as version 1; 22023 unless the argument is of '
            'version 6'),
        ('uuid_is_v6(uuid) RETURNS boolean', predicate,
            'does the UUID have the RFC 9562 variant and version 6?'),
        ('uuid_is_v7(uuid) RETURNS boolean', predicate,
            'does the UUID have the RFC 9562 variant and version 7?'),
        ('uuid_is_v8(uuid) RETURNS boolean', predicate,
            'does the UUID have the RFC 9562 variant and version 8?'),

        -- The time of an id
        ('objectid_timestamp(objectid) RETURNS timestamptz', 'IMMUTABLE LEAKPROOF',
            'creation time: the first four bytes as unsigned Unix seconds (MongoDB ObjectID '
            'specification, Timestamp Field)'),
        ('uuid_v1_timestamp(uuid) RETURNS timestamptz', 'IMMUTABLE LEAKPROOF',
            'time of a UUID of version 1, in whole microseconds; NULL for any other value'),
        ('uuid_v6_timestamp(uuid) RETURNS timestamptz', 'IMMUTABLE LEAKPROOF',
            'time of a UUID of version 6, in whole microseconds; NULL for any other value'),
        ('uuid_v7_timestamp(uuid) RETURNS timestamptz', 'IMMUTABLE LEAKPROOF',
            'time of a UUID of version 7, in whole milliseconds; NULL for any other value'),
        ('objectid_within(objectid, tstzrange) RETURNS boolean', predicate,
            'is the time of the id in the range?'),
        ('uuid_v6_within(uuid, tstzrange) RETURNS boolean', predicate,
            'is the UUID of version 6, and is its time in the range?'),
        ('uuid_v7_within(uuid, tstzrange) RETURNS boolean', predicate,
            'is the UUID of version 7, and is its time in the range?'),
        ('tstzrange_contains_objectid(tstzrange, objectid) RETURNS boolean', predicate,
            'implementation of @> operator'),
        ('tstzrange_contains_uuid(tstzrange, uuid) RETURNS boolean', predicate,
            'implementation of @> operator'),

        -- Ranges of times
        ('objectid_internal_before(timestamptz) RETURNS tstzrange', 'IMMUTABLE LEAKPROOF',
            'the times < the argument'),
        ('objectid_internal_until(timestamptz) RETURNS tstzrange', 'IMMUTABLE LEAKPROOF',
            'the times <= the argument'),
        ('objectid_internal_since(timestamptz) RETURNS tstzrange', 'IMMUTABLE LEAKPROOF',
            'the times >= the argument'),
        ('objectid_internal_after(timestamptz) RETURNS tstzrange', 'IMMUTABLE LEAKPROOF',
            'the times > the argument'),
        ('objectid_lower_or_null(tstzrange) RETURNS objectid', 'IMMUTABLE LEAKPROOF',
            'smallest id whose time is in the range; NULL when there is none'),
        ('objectid_upper_or_null(tstzrange) RETURNS objectid', 'IMMUTABLE LEAKPROOF',
            'largest id whose time is in the range; NULL when there is none')
    LOOP
        EXECUTE pg_catalog.format($sql$
            CREATE FUNCTION %s LANGUAGE c %s STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION %s IS %L;$sql$,
            f.column1, f.column2, pg_catalog.split_part(f.column1, ' RETURNS ', 1), f.column3);
    END LOOP;
END
$do$;

CREATE FUNCTION objectid_internal_timestamptz(date) RETURNS timestamptz
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_date';
COMMENT ON FUNCTION objectid_internal_timestamptz(date) IS
    'convert date to timestamptz; infinite beyond its range';

CREATE FUNCTION objectid_internal_timestamptz(timestamp) RETURNS timestamptz
    LANGUAGE c STABLE STRICT LEAKPROOF PARALLEL SAFE
    AS 'MODULE_PATHNAME', 'objectid_internal_timestamptz_timestamp';
COMMENT ON FUNCTION objectid_internal_timestamptz(timestamp) IS
    'convert timestamp to timestamptz; infinite beyond its range';

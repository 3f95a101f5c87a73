-- Comparison of ids: operators, operator classes, min and max.
-- SPDX-License-Identifier: PostgreSQL

DO $do$
DECLARE
    c record;
BEGIN
    FOR c IN
        SELECT *
        FROM (VALUES
            ('lt', '<', '>', '>=', 'objectid_internal_sel', 'scalarltjoinsel', 'less than'),
            ('le', '<=', '>=', '>', 'objectid_internal_sel', 'scalarlejoinsel',
                'less than or equal'),
            ('eq', '=', '=', '<>', 'eqsel', 'eqjoinsel, HASHES, MERGES', 'equal'),
            ('ge', '>=', '<=', '<', 'objectid_internal_sel', 'scalargejoinsel',
                'greater than or equal'),
            ('gt', '>', '<', '<=', 'objectid_internal_sel', 'scalargtjoinsel', 'greater than'),
            ('ne', '<>', '<>', '=', 'neqsel', 'neqjoinsel', 'not equal')
        ) operators (word, name, commutator, negator, restrict, "join", meaning)
    LOOP
        EXECUTE pg_catalog.format($sql$
            CREATE FUNCTION objectid_%1$s(objectid, objectid) RETURNS boolean
                LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
            COMMENT ON FUNCTION objectid_%1$s(objectid, objectid) IS
                'implementation of %2$s operator';
            CREATE OPERATOR %2$s (
                FUNCTION = objectid_%1$s, LEFTARG = objectid, RIGHTARG = objectid,
                COMMUTATOR = %3$s, NEGATOR = %4$s,
                RESTRICT = %5$s, JOIN = %6$s
            );
            COMMENT ON OPERATOR %2$s (objectid, objectid) IS '%7$s';$sql$,
            c.word, c.name, c.commutator, c.negator, c.restrict, c."join", c.meaning);
    END LOOP;
END
$do$;

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 objectid_hash(objectid),
    FUNCTION 2 objectid_hash_extended(objectid, bigint);

CREATE OPERATOR CLASS objectid_minmax_ops DEFAULT FOR TYPE objectid USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE OPERATOR CLASS objectid_minmax_multi_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 objectid_distance(internal, internal);

CREATE OPERATOR CLASS objectid_bloom_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 objectid_hash(objectid);

-- As the operator classes of the server have it, so that an index on a domain stores the type of
-- the operators. CREATE OPERATOR CLASS drops STORAGE with the type that the class is for.
UPDATE pg_catalog.pg_opclass SET opckeytype = opcintype
    WHERE opcintype OPERATOR(pg_catalog.=) 'objectid'::pg_catalog.regtype
        AND opcmethod OPERATOR(pg_catalog.=) (
            SELECT oid FROM pg_catalog.pg_am WHERE amname OPERATOR(pg_catalog.=) name 'brin');

-- For exclusion constraints, temporal keys, columns beside ranges and geometries
CREATE OPERATOR CLASS objectid_gist_ops DEFAULT FOR TYPE objectid USING gist AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, OPERATOR 6 <>,
    FUNCTION 1 objectid_gist_consistent(internal, objectid, smallint, oid, internal),
    FUNCTION 2 objectid_gist_union(internal, internal),
    FUNCTION 3 objectid_gist_compress(internal),
    FUNCTION 5 objectid_gist_penalty(internal, internal, internal),
    FUNCTION 6 objectid_gist_picksplit(internal, internal),
    FUNCTION 7 objectid_gist_same(bytea, bytea, internal),
    FUNCTION 9 objectid_gist_fetch(internal),
    FUNCTION 11 objectid_gist_sortsupport(internal),
    STORAGE bytea;

-- For columns beside jsonb, arrays or text search in one index
CREATE OPERATOR CLASS objectid_gin_ops DEFAULT FOR TYPE objectid USING gin AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_gin_extract_value(objectid, internal),
    FUNCTION 3 objectid_gin_extract_query(objectid, internal, smallint, internal, internal),
    FUNCTION 4 objectid_gin_consistent(internal, smallint, objectid, integer, internal, internal),
    FUNCTION 5 objectid_gin_compare_partial(objectid, objectid, smallint, internal);

DO $do$
DECLARE
    c record;
BEGIN
    IF pg_catalog.current_setting('server_version_num')::integer OPERATOR(pg_catalog.>=) 180000 THEN
        ALTER OPERATOR FAMILY objectid_ops USING btree
            ADD FUNCTION 6 (objectid, objectid) objectid_skipsupport(internal);
        ALTER OPERATOR FAMILY objectid_gist_ops USING gist
            ADD FUNCTION 12 ("any", "any") objectid_gist_translate_cmptype(integer);
    END IF;
    FOR c IN VALUES
        ('objectid_ops', 'btree', 'order of the bytes, which is the order of creation times'),
        ('objectid_ops', 'hash', 'equality of the bytes'),
        ('objectid_minmax_ops', 'brin', 'one range of ids for a range of pages'),
        ('objectid_minmax_multi_ops', 'brin', 'several ranges of ids for a range of pages'),
        ('objectid_bloom_ops', 'brin', 'a Bloom filter of the ids of a range of pages'),
        ('objectid_gist_ops', 'gist', 'order of the bytes, which is the order of creation times'),
        ('objectid_gin_ops', 'gin', 'each id as one key')
    LOOP
        EXECUTE pg_catalog.format($sql$
            COMMENT ON OPERATOR CLASS %1$s USING %2$s IS %3$L;
            COMMENT ON OPERATOR FAMILY %1$s USING %2$s IS %3$L;$sql$,
            c.column1, c.column2, c.column3);
    END LOOP;
END
$do$;

CREATE AGGREGATE max(objectid) (
    SFUNC = objectid_larger, STYPE = objectid, COMBINEFUNC = objectid_larger,
    SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(objectid) IS 'maximum value of all objectid input values';

CREATE AGGREGATE min(objectid) (
    SFUNC = objectid_smaller, STYPE = objectid, COMBINEFUNC = objectid_smaller,
    SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(objectid) IS 'minimum value of all objectid input values';

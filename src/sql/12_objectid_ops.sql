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
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 objectid_cmp(objectid, objectid),
    FUNCTION 2 objectid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR CLASS objectid_ops USING btree IS
    'order of the bytes, which is the order of creation times';
COMMENT ON OPERATOR FAMILY objectid_ops USING btree IS
    'order of the bytes, which is the order of creation times';

DO $$
BEGIN
    IF pg_catalog.current_setting('server_version_num')::integer OPERATOR(pg_catalog.>=) 180000 THEN
        ALTER OPERATOR FAMILY objectid_ops USING btree
            ADD FUNCTION 6 (objectid, objectid) objectid_skipsupport(internal);
    END IF;
END
$$;

CREATE OPERATOR CLASS objectid_ops DEFAULT FOR TYPE objectid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 objectid_hash(objectid),
    FUNCTION 2 objectid_hash_extended(objectid, bigint);
COMMENT ON OPERATOR CLASS objectid_ops USING hash IS 'equality of the bytes';
COMMENT ON OPERATOR FAMILY objectid_ops USING hash IS 'equality of the bytes';

CREATE OPERATOR CLASS objectid_minmax_ops DEFAULT FOR TYPE objectid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR CLASS objectid_minmax_ops USING brin IS
    'one range of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_ops USING brin IS
    'one range of ids for a range of pages';

CREATE OPERATOR CLASS objectid_minmax_multi_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 objectid_distance(internal, internal);
COMMENT ON OPERATOR CLASS objectid_minmax_multi_ops USING brin IS
    'several ranges of ids for a range of pages';
COMMENT ON OPERATOR FAMILY objectid_minmax_multi_ops USING brin IS
    'several ranges of ids for a range of pages';

CREATE OPERATOR CLASS objectid_bloom_ops FOR TYPE objectid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 objectid_hash(objectid);
COMMENT ON OPERATOR CLASS objectid_bloom_ops USING brin IS
    'a Bloom filter of the ids of a range of pages';
COMMENT ON OPERATOR FAMILY objectid_bloom_ops USING brin IS
    'a Bloom filter of the ids of a range of pages';

-- As the operator classes of the server have it, so that an index on a domain stores the type of
-- the operators. CREATE OPERATOR CLASS drops STORAGE with the type that the class is for.
UPDATE pg_catalog.pg_opclass SET opckeytype = opcintype
    WHERE opcintype OPERATOR(pg_catalog.=) 'objectid'::pg_catalog.regtype
        AND opcmethod OPERATOR(pg_catalog.=) (
            SELECT oid FROM pg_catalog.pg_am WHERE amname OPERATOR(pg_catalog.=) name 'brin');

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

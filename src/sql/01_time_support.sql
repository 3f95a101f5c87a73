-- Planner support, which functions and operators of the other parts name.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_internal_time_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_time_support(internal) IS
    'planner support for predicates on the time of an id';

CREATE FUNCTION objectid_internal_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_sel(internal, oid, internal, integer) IS
    'restriction selectivity of comparisons of ids, and of ids with times';

CREATE FUNCTION objectid_internal_joinsel(internal, oid, internal, smallint, internal)
    RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_joinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of comparisons of ids with times';

-- Estimator: how many rows a comparison of ids, or of ids with times, selects.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_internal_sel(internal, oid, internal, integer) RETURNS double precision
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_sel(internal, oid, internal, integer) IS
    'restriction selectivity of comparisons of ids, and of ids with times';

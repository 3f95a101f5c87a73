-- Planner support of the predicates on the time of an id, and of the version tests.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION objectid_internal_time_support(internal) RETURNS internal
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_internal_time_support(internal) IS 'planner support for predicates on the time of an id';

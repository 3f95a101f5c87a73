-- What an update script may do, for test/t/upgrade.pl: it changes a function and the estimator of
-- an operator, and adds a function. It calls nothing of the extension, and makes what is new
-- without OR REPLACE and IF NOT EXISTS.
-- SPDX-License-Identifier: PostgreSQL

-- complain if the script is sourced in psql, rather than via ALTER EXTENSION
\echo Use "ALTER EXTENSION objectid UPDATE" to load this file. \quit

CREATE OR REPLACE FUNCTION objectid_timestamp(objectid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE COST 2 AS 'MODULE_PATHNAME';

ALTER OPERATOR < (objectid, objectid) SET (RESTRICT = scalarltsel);

CREATE FUNCTION objectid_epoch(objectid) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN extract(epoch FROM objectid_timestamp($1));
COMMENT ON FUNCTION objectid_epoch(objectid) IS 'creation time in Unix seconds';

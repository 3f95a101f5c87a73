-- New ids.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION gen_objectid() RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_objectid() IS
    'a new id for now: Unix seconds, five random bytes, a counter (MongoDB ObjectID '
    'specification); greater than all that the generator made before';

CREATE FUNCTION gen_objectid(timestamptz) RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'gen_objectid_at';
COMMENT ON FUNCTION gen_objectid(timestamptz) IS
    'a new id of the given time, for back-filling; for times from 1970-01-01 00:00:00 '
    'to 2106-02-07 06:28:15 UTC';

CREATE FUNCTION objectid_generator() RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_generator() IS
    'where generators are: ''server'' if all sessions share them, ''process'' if each process has '
    'its own';

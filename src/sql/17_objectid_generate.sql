-- New ids.
-- SPDX-License-Identifier: PostgreSQL

-- The library writes its page. The increment makes nextval() fail for those who were granted USAGE on all sequences.
CREATE SEQUENCE objectid_ceiling INCREMENT 9223372036854775807;
COMMENT ON SEQUENCE objectid_ceiling IS
    'last_value: the Unix second that new ids and bounds have not reached yet; after a restart or a failover they begin there';

CREATE FUNCTION gen_objectid() RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION gen_objectid() IS
    'a new id for now: Unix seconds, five random bytes, a counter (MongoDB ObjectID specification); greater than all that the generator made before';

CREATE FUNCTION gen_objectid(timestamptz) RETURNS objectid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'gen_objectid_at';
COMMENT ON FUNCTION gen_objectid(timestamptz) IS
    'a new id of the second that the argument falls in, for back-filling; 22008 outside 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC';

CREATE FUNCTION objectid_generator() RETURNS text
    LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_generator() IS
    'generators of this session: ''server'' if all sessions share them, ''process'' if it has its own';

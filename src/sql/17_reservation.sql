-- The reservation that keeps the order of ids over the end of the server.
-- SPDX-License-Identifier: PostgreSQL

-- The library writes a Unix second to its page. A role that was granted USAGE on all sequences may
-- call nextval(). From such a number that fails, as one increment is beyond bigint. Before the
-- first id was made it returns 1, a second of 1970, which does no harm.
CREATE SEQUENCE objectid_reservation INCREMENT 9223372036854775807;
COMMENT ON SEQUENCE objectid_reservation IS
    'last_value: the Unix second that new ids and bounds have not reached yet; after a restart or '
    'a failover they begin there';

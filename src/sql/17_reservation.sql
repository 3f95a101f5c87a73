-- The reservation that keeps the order of ids over the end of the server.
-- SPDX-License-Identifier: PostgreSQL

CREATE SCHEMA objectid_internal;
COMMENT ON SCHEMA objectid_internal IS 'what the extension objectid keeps for itself';

-- The library writes a Unix second to its page. A member of pg_write_all_data may call nextval().
-- From such a number that fails, as one increment is beyond bigint. Before the first id was made it
-- returns 1, a second of 1970, which does no harm.
CREATE SEQUENCE objectid_internal.reservation INCREMENT 9223372036854775807;
COMMENT ON SEQUENCE objectid_internal.reservation IS
    'last_value: the Unix second that new ids and bounds have not reached yet; after a restart or '
    'a failover they begin there';

-- The reservation that keeps the order of ids over the end of the server.
-- SPDX-License-Identifier: PostgreSQL

-- The library writes its page. Once it has, the increment makes nextval() fail for those who were
-- granted USAGE on all sequences.
CREATE SEQUENCE objectid_reservation INCREMENT 9223372036854775807;
COMMENT ON SEQUENCE objectid_reservation IS
    'last_value: the Unix second that new ids and bounds have not reached yet; after a restart or '
    'a failover they begin there';

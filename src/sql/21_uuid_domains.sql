-- A domain for each version of UUID.
-- SPDX-License-Identifier: PostgreSQL

CREATE DOMAIN uuidv6 AS uuid CHECK (uuid_is_v6(VALUE));
COMMENT ON DOMAIN uuidv6 IS 'UUID of version 6 and no other';
CREATE DOMAIN uuidv7 AS uuid CHECK (uuid_is_v7(VALUE));
COMMENT ON DOMAIN uuidv7 IS 'UUID of version 7 and no other';
CREATE DOMAIN uuidv8 AS uuid CHECK (uuid_is_v8(VALUE));
COMMENT ON DOMAIN uuidv8 IS 'UUID of version 8 and no other';

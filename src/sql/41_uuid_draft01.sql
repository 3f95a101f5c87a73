-- UUIDs of draft-peabody-dispatch-new-uuid-format-01 of 2021, whose version 7 cannot be told from
-- that of RFC 9562.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION uuid_v7_draft01(text DEFAULT 'ms') RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_draft01(text) IS
    'a new UUID of version 7 in the layout of the 2021 draft (Figures 3, 4, 5), precision ms, us '
    'or ns';

CREATE FUNCTION uuid_v7_draft01_timestamp(uuid) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v7_draft01_timestamp(uuid) IS
    'time of a version 7 UUID read in the layout of the 2021 draft; NULL for any other version';

CREATE FUNCTION uuid_v8_draft01(integer DEFAULT 48) RETURNS uuid
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8_draft01(integer) IS
    'a new UUID of version 8 in the layout of the 2021 draft (Figure 6), from a time of 32, 48, 60 '
    'or 64 bits';

CREATE FUNCTION uuid_v8_draft01_timestamp(uuid, integer) RETURNS timestamptz
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION uuid_v8_draft01_timestamp(uuid, integer) IS
    'time of a version 8 UUID read in the layout of the 2021 draft, from 32, 48, 60 or 64 bits; '
    'NULL for any other version';

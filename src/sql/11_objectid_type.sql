-- The type objectid.
-- SPDX-License-Identifier: PostgreSQL

CREATE TYPE objectid (
    INPUT = objectid_in,
    OUTPUT = objectid_out,
    RECEIVE = objectid_recv,
    SEND = objectid_send,
    INTERNALLENGTH = 12,
    ALIGNMENT = char,
    STORAGE = plain,
    CATEGORY = 'U'
);
COMMENT ON TYPE objectid IS
    'MongoDB ObjectId: 12 bytes that begin with their creation time in seconds';

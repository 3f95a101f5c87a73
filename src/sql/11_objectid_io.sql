-- The type objectid.
-- SPDX-License-Identifier: PostgreSQL

CREATE TYPE objectid;

CREATE FUNCTION objectid_in(cstring) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_in(cstring) IS
    'I/O: 24 hexadecimal digits, ObjectId("..."), ObjectId(''...''), ObjectId(...), these with '
    '"new " before them, or {"$oid":"..."}';

CREATE FUNCTION objectid_out(objectid) RETURNS cstring
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_out(objectid) IS 'I/O: 24 lower-case hexadecimal digits';

CREATE FUNCTION objectid_recv(internal) RETURNS objectid
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_recv(internal) IS 'I/O: the 12 raw bytes';

CREATE FUNCTION objectid_send(objectid) RETURNS bytea
    LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION objectid_send(objectid) IS 'I/O: the 12 raw bytes';

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
    'MongoDB ObjectId: 12 bytes that begin with their creation time in seconds; if postgres_fdw is '
    'to send conditions on ids, both servers need the same release of the extension';

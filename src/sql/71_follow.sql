-- Following a table by its key.
-- SPDX-License-Identifier: PostgreSQL

CREATE FUNCTION resolved_timestamp(regclass) RETURNS timestamptz
    LANGUAGE c VOLATILE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION resolved_timestamp(regclass) IS
    'rows that later snapshots show for the first time have ids of this time or later; -infinity when that cannot be known';

-- The settings leave the planner nothing but the key, also where it knows little about the table.
CREATE FUNCTION rows_after("table" anyelement, after objectid, max_rows integer DEFAULT 1000) RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, objectid, integer) IS
    'next rows of the table in order of their key, which no slower transaction can overtake: rows_after(NULL::events, $1)';

CREATE FUNCTION rows_after("table" anyelement, after uuid, max_rows integer DEFAULT 1000) RETURNS SETOF anyelement
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
    AS 'MODULE_PATHNAME';
COMMENT ON FUNCTION rows_after(anyelement, uuid, integer) IS
    'next rows of the table in order of their key, of version 7, which no slower transaction can overtake';

-- Time-ordered UUIDs of RFC 9562 on the server's own uuid type
-- SPDX-License-Identifier: PostgreSQL

\echo 'A uuid column needs nothing but another default'
\echo 'to keep its values in the order of their creation:'
\echo
\set ECHO queries
CREATE TABLE visits (id uuid PRIMARY KEY DEFAULT uuid_v7(), page text);
INSERT INTO visits (page)
VALUES ('/'), ('/about'), ('/contact')
RETURNING id, uuid_v7_timestamp(id), page;
SELECT page FROM visits WHERE id >= now() - interval '1 minute' ORDER BY id;
\set ECHO none

\echo 'Version 1 becomes version 6 and back without loss, and a domain keeps other versions out:'
\echo
\set ECHO queries
SELECT uuid_v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846'),
    uuid_v6_timestamp('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
CREATE DOMAIN visit_id AS uuid CHECK (uuid_is_v7(VALUE));
\set ECHO none
DO $$
DECLARE
    message text;
BEGIN
    PERFORM gen_random_uuid()::visit_id;
    ASSERT false, 'a random uuid passed for one of version 7';
EXCEPTION WHEN check_violation THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    RAISE INFO 'SELECT gen_random_uuid()::visit_id is refused: %', message;
END $$;

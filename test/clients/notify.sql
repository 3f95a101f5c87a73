-- What wakes the consumers of doc/follow.md; typeorm_consumer.js and django_consumer.py run it
-- SPDX-License-Identifier: PostgreSQL
-- recipe: trigger
CREATE FUNCTION notify_upload() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NOTIFY upload; RETURN NULL; END';
CREATE TRIGGER notify_upload AFTER INSERT ON upload
    FOR EACH STATEMENT EXECUTE FUNCTION notify_upload();
-- recipe: end

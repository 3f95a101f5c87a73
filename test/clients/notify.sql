-- What wakes the consumers of typeorm_consumer.js and django_consumer.py
-- SPDX-License-Identifier: PostgreSQL
CREATE FUNCTION notify_upload() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NOTIFY upload; RETURN NULL; END';
CREATE TRIGGER notify_upload AFTER INSERT ON upload
    FOR EACH STATEMENT EXECUTE FUNCTION notify_upload();

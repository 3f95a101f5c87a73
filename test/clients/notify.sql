-- What wakes the consumer of typeorm_consumer.js
-- SPDX-License-Identifier: PostgreSQL
CREATE FUNCTION notify_upload() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NOTIFY upload; RETURN NULL; END';
CREATE TRIGGER notify_upload AFTER INSERT ON upload
    FOR EACH STATEMENT EXECUTE FUNCTION notify_upload();

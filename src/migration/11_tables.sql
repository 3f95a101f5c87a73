-- The documents, and what becomes of them.
-- SPDX-License-Identifier: PostgreSQL

CREATE TABLE migration.staging (
    n bigint GENERATED ALWAYS AS IDENTITY,
    collection text NOT NULL,
    source jsonb NOT NULL,
    PRIMARY KEY (collection, n)
);
COMMENT ON TABLE migration.staging IS 'documents in Extended JSON, as they were exported';
COMMENT ON COLUMN migration.staging.n IS 'number of the document';
COMMENT ON COLUMN migration.staging.collection IS 'the collection that it is of';
COMMENT ON COLUMN migration.staging.source IS 'the document';

CREATE TABLE migration.plan (
    collection text,
    path text,
    types text NOT NULL,
    documents bigint NOT NULL,
    "table" text,
    "column" text,
    type text,
    required boolean NOT NULL DEFAULT false,
    refers_to text,
    note text,
    place integer NOT NULL,
    parent text,
    field text,
    schema text,
    legacy_uuid text,
    PRIMARY KEY (collection, path)
);
CREATE INDEX ON migration.plan (collection, parent);
CREATE INDEX ON migration.plan (collection, "table");
CREATE INDEX ON migration.plan (collection) WHERE type = 'table' AND "column" IS NOT NULL;
COMMENT ON TABLE migration.plan IS 'what becomes of each path of a collection; UPDATE it';
COMMENT ON COLUMN migration.plan.collection IS 'the collection';
COMMENT ON COLUMN migration.plan.path IS
    'path of SQL/JSON; [*] stands for all elements of an array, .* for all keys of a map';
COMMENT ON COLUMN migration.plan.types IS
    'MongoDB''s types of its values, the commonest first; ''shell date'' is text that has a date '
    'as MongoDB''s shell writes it';
COMMENT ON COLUMN migration.plan.documents IS 'how many documents have a value there';
COMMENT ON COLUMN migration.plan."table" IS 'the table';
COMMENT ON COLUMN migration.plan."column" IS
    'the column; beside the type ''table'' or ''columns'', if it is there, a column that is true '
    'where the array or object is there and empty; of the path $, a key that numbers the rows';
COMMENT ON COLUMN migration.plan.type IS
    'the type of the column, after which DMY says that in text of times the day is before the '
    'month; ''table'': elements or keys become rows; ''columns'': what is in the '
    'object has columns; NULL: it has nothing of its own, and stays in the column "rest"';
COMMENT ON COLUMN migration.plan.required IS
    'the column is NOT NULL; an array or object whose type is ''table'' or ''columns'' is never '
    'missing: where nothing is in it, it is empty';
COMMENT ON COLUMN migration.plan.refers_to IS
    'the collection whose _ids its values are, for a foreign key';
COMMENT ON COLUMN migration.plan.note IS 'why, and what else could be chosen';
COMMENT ON COLUMN migration.plan.place IS 'the order of lines';
COMMENT ON COLUMN migration.plan.parent IS 'the path that this one is in';
COMMENT ON COLUMN migration.plan.field IS 'the key in the object of the parent';
COMMENT ON COLUMN migration.plan.schema IS 'of the path $: the schema of the tables';
COMMENT ON COLUMN migration.plan.legacy_uuid IS
    'of the path $: the driver that wrote UUIDs as binary data of subtype 3';

-- A dump in the middle of a move has what was loaded and edited.
SELECT pg_extension_config_dump('migration.staging', '');
SELECT pg_extension_config_dump('migration.staging_n_seq', '');
SELECT pg_extension_config_dump('migration.plan', '');

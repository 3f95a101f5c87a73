-- The installation script of objectid_migration: the parts in src/migration, one after the other.
-- SPDX-License-Identifier: PostgreSQL

-- complain if the script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION objectid_migration" to load this file. \quit

-- How documents become statements, for who reads what follows. Collection "people" has these three:
--
--     {"_id": 1, "home": {"city": "Rome"}, "pets": [{"name": "Rex", "age": 3.0}]}
--     {"_id": 2, "home": {"city": "Oslo"}, "pets": [], "code": "7"}
--     {"_id": 3, "home": {"city": "Kyiv"}, "code": 7}
--
-- 1. survey() has the extension's ejson_fields() list all values, and keeps what is known of each
--    path in temporary tables: $.code has an int and a string, $.pets is empty once, the doubles
--    of $.pets[*].age are whole. If the keys of an object are data, as in {"2020-01-01": 5, ...},
--    it is a map, and .* stands for all of them. survey_nodes() chooses what becomes of each path.
--
-- 2. propose_fields() goes down from $, and finds names for the lines of the plan:
--
--     path            table        column      type     note
--     $               people                   table
--     $._id           people       id          integer
--     $.code          people       code        jsonb    varies: 1 int, 1 string
--     $.home          people                   columns
--     $.home.city     people       home_city   text     unique
--     $.pets          people_pets  pets_empty  table    [] and a missing field differ
--     $.pets[*]       people_pets              columns
--     $.pets[*].age   people_pets  age         integer  numbers that are all whole
--     $.pets[*].name  people_pets  name        text
--
-- 3. map_collection() makes of the plan, with its edits, what all statements are made of.
--    map_path() has for a path its columns, each with an expression that reads it from the
--    document, and an expression that makes the value again from the row. For $.home these are
--
--     d.value->'home'->>'city'
--     jsonb_build_object('city', t0.home_city)
--
--    map_table() has for an array or a map the FROM that gives its elements, the keys of the
--    tables around it, and (SELECT jsonb_agg(...) FROM people_pets ...) to make it again. What has
--    no column is read into the column "rest".
--
-- 4. statements() prints CREATE TABLE, views of what is read from the documents (people_rows and
--    people_pets_rows), INSERTs from these, and a view of the documents that are made again from
--    the rows (people_documents).
--
-- 5. check() compares people_documents with ejson_to_jsonb() of the sources, both without nulls,
--    and goes down the paths of what is unequal. misfits() finds the values for which the
--    expressions that read them raise an error, and what has no place in the plan.
--
-- 6. export() prints a query as that of people_documents, but with the types of MongoDB: for $.home
--    the same, and for $.pets[*].age jsonb_build_object('$numberDouble', ...). references() prints
--    foreign keys where the plan says that a column refers to another collection.

-- A schema that is there already could hold what others have put into it.
CREATE SCHEMA migration;
COMMENT ON SCHEMA migration IS
    'typed tables of MongoDB''s collections: staging, propose, plan, statements, check, export';


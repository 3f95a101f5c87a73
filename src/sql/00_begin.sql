-- The installation script of objectid: the parts in src/sql, one after the other.
-- SPDX-License-Identifier: PostgreSQL

-- complain if the script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION objectid" to load this file. \quit

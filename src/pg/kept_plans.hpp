// Plans that a process keeps.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// The plan of a query with parameters of these types, which is prepared the first time. Requires a
// connection to SPI.
//
// Plans of the same query differ in the options, and in the first type: objectid gets another OID
// when the extension is dropped and created again.
//
// With a table, which the caller keeps open, it is an error if its name in FROM has become that of
// another relation, as when somebody renames its schema meanwhile. Such a query names one table,
// and has one to three parameters.
SPIPlanPtr kept_plan(const char *query, std::span<Oid> types, int cursor_options,
					 Oid table = InvalidOid);

} // namespace objectid

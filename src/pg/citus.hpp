// What Citus knows about a table, for functions that would silently give wrong results there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Whether Citus is here and a query of its catalogs finds a row for the table $1. It is asked again
// when something has changed. query: a constant, which is told apart by its address.
bool citus_finds(const char *query, Oid table);

} // namespace objectid

// What Citus knows about a table, for functions that would silently give wrong results there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Whether Citus is here and a query of its catalogs finds a row for the table $1. The answer is
// kept until something changes. query: a constant, as its address stands for it, that names nothing
// but what is in pg_catalog.
bool citus_finds(const char *query, Oid table);

} // namespace objectid

// What Citus knows about a table, for functions that would silently give wrong results there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid
{

// Whether this is a node other than the coordinator, and the table a local one of that node.
bool is_local_to_citus_worker(Oid table);

} // namespace objectid

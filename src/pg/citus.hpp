// What Citus knows about a table, for functions that would silently give wrong results there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid
{

// Whether the table is a distributed one, a partition of one or a shard of one, a reference table,
// or a local table that Citus knows.
bool is_managed_by_citus(Oid table);

// Whether this is a node other than the coordinator, and the table a local one of that node.
bool is_local_to_citus_worker(Oid table);

} // namespace objectid

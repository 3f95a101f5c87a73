// What Citus knows about a table, for functions that would silently give wrong results there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid
{

// Whether Citus manages the table: a distributed table or partition, a reference table, a local one
// that it knows.
bool is_citus_table(Oid table);

// Whether the table is a shard of a distributed table.
bool is_citus_shard(Oid table);

// Whether this is a node other than the coordinator, and the table a local one of that node.
bool is_local_to_citus_worker(Oid table);

} // namespace objectid

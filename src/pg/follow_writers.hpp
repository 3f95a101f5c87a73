// Who may still add rows to a table.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_writers.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// 42809. kind: a relkind.
[[noreturn]] void raise_not_a_table(const char *name, char kind);

// The tables that a statement may name to add rows to this one, by ascending OID: itself, its
// partitions and children, and the partitioned tables that it is a partition of. 42809 if one is a
// foreign table.
//
// They are not locked: the rows of a table that is dropped are gone, and nobody has written to a
// table that is added later. (Rows that a transaction writes to a partition that it created itself
// are not covered by the promise.)
List *tables_written(Oid table);

// Who writes to one of the tables. followed: the one that the caller has open; that reference does
// not count as a running statement of this session.
FoundWriters find_writers(const List *tables, Oid followed);

} // namespace objectid

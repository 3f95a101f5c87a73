// What a session knows of the tables that it follows.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/kept.hpp"

namespace objectid {

// 42809. kind: a relkind.
[[noreturn]] void raise_not_a_table(const char *name, char kind);

// The tables that a statement may name to add rows to one that is followed: itself, its partitions
// and children, and the partitioned tables that it is a partition of. They are kept until one of
// them changes, or others take their place.
//
// They are not locked: the rows of a table that is dropped are gone, and nobody has written to a
// table that is added later. (Rows that a transaction writes to a partition that it created itself
// are not covered by the promise.)
struct WrittenTables
{
	Oid table; // the followed one
	bool is_valid;
	std::uint32_t lock_partitions; // of the lock table, those of the tables' locks: a bit for each
	std::span<const Oid> oids;     // ascending
	bool has_domain;               // the type of a checked column is one, whose default may change
	NameData checked[2];           // columns that check_defaults() has passed last; empty if none
	Kept kept;
};

// 42809 if one is a foreign table. The result is there until something else is kept: see
// pg/kept.hpp.
WrittenTables &tables_written(Oid table);

// How often something has changed that is known of any table.
std::uint64_t changes_of_tables();

// The lock on a table of this database.
LOCKTAG lock_of(Oid table);

} // namespace objectid

// What a process keeps of tables, up to a limit.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Part of an entry of a hash table that is kept. Of all such entries together, at most 8 MB are:
// those go that were not asked for the longest.
struct Kept
{
	dlist_node place; // in the order in which they were asked for
	Size size;
	int users; // calls that need it until they end
	void *entry;
	Size (*measure)(const void *entry);
	void (*drop)(void *entry); // it can, if nobody uses it
};

// Says that the entry is asked for. Entries that nobody uses may be dropped, but not this one. For
// a new entry, place, size and users must be zero.
void keep(Kept &kept);

// Keeps the entry until the current memory context is deleted, as at the end of the call or with an
// error.
void hold(Kept &kept);

} // namespace objectid

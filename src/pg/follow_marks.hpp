// How far a table can be read by the numbers of its sequence.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_marks.hpp"
#include "pg/follow_key.hpp"
#include "pg/follow_writers.hpp"

namespace objectid {

// The marks of the followed tables of all databases.
struct LockedMarks
{
	pg_atomic_flag lock;
	MarksOfTables<256> marks;
};

// A number such that the next snapshot has all rows up to it that will ever be there; nothing if no
// such number is known yet. Leaves a mark for later calls.
//
// last: read before the writers were looked for.
std::optional<int64> resolved_number(Oid table, Oid sequence, const LastNumber &last,
									 const FoundWriters &writers);

} // namespace objectid

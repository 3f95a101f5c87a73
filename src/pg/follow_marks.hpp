// How far a table can be read by the numbers of its sequence.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_marks.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// What this session may read of these numbers: the function of that name in the core, with the
// marks that all sessions share. is_temporary: with marks of this session, as no other one can
// follow a temporary table.
std::optional<int64> resolved_number(const FollowedNumbers &numbers, bool is_temporary, int64 last,
									 const FoundWriters &writers);

} // namespace objectid

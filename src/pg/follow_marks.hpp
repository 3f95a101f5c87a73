// How far a table can be read by the numbers of its sequence.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_marks.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// What this session may read of these numbers: see the function of that name in the core.
//
// is_temporary: whether the table is, so that no other session follows it. Its marks are then kept
// in the session.
std::optional<int64> resolved_number(const FollowedNumbers &numbers, bool is_temporary, int64 last,
									 const FoundWriters &writers);

} // namespace objectid

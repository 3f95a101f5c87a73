// Up to which number of its sequence a table can be read.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_marks.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// Up to which of these numbers this session may read: resolve() with its own marks and
// those that all sessions share. is_temporary: with its own alone, as no other session can follow a
// temporary table.
std::optional<std::int64_t> readable_number(const FollowedNumbers &numbers, bool is_temporary,
											std::int64_t last, const WriterStarts &writers);

} // namespace objectid

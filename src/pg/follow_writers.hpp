// Who may still add rows to a table.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_starts.hpp"
#include "pg/follow_tables.hpp"

namespace objectid {

// Who writes to one of the tables. That the caller has the followed one open does not count as a
// running statement of this session.
FoundWriters find_writers(const WrittenTables &tables);

} // namespace objectid

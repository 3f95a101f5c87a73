// Who may still add rows to a table.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_starts.hpp"
#include "pg/follow_tables.hpp"

namespace objectid {

// The transactions that hold the lock of a writer on one of the tables, this session's own among
// them.
WriterStarts find_writers(const WrittenTables &tables);

} // namespace objectid

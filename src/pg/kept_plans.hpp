// Plans that a process keeps.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// A statement, which runs with its caller's rights. Its text names one relation, first in FROM or
// as the target, and otherwise nothing but what is in pg_catalog.
struct Statement
{
	const char *text;
	// The relation. Each time that the text is analysed, it is an error if the name has become that
	// of another one, as when somebody renames its schema while a lock is waited for.
	Oid table;
	// Of the parameters, from one to five. One of type xid has no value: it stands for the xmin of
	// the row, which as a column would need more than a right on the other columns.
	std::span<const Oid> types;
	int cursor_options = 0;
};

// The plan of a statement, which is prepared the first time, and stays until SPI_finish(). Requires
// a connection to SPI.
//
// Plans of the same text differ in the table, the options, and in the first type: objectid gets
// another OID when the extension is dropped and created again.
SPIPlanPtr kept_plan(const Statement &statement);

// Runs the plan of a statement with these values, as SPI_execute_plan() does, for at most so many
// rows if limit is not 0. Returns the number of rows.
std::uint64_t run_kept_plan(const Statement &statement, std::span<const NullableDatum> values,
							bool read_only, long limit);

} // namespace objectid

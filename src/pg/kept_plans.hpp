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
	std::span<const Oid> types; // of the parameters, from one to five
};

// Runs the plan of a statement with these values, which is prepared the first time. Requires a
// connection to SPI. Returns the number of rows.
std::uint64_t run_kept_plan(const Statement &statement, std::span<const NullableDatum> values);

} // namespace objectid

// Plans that a process keeps.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

#include <algorithm>

namespace objectid {

// The type of the first argument is noted because its OID changes when the extension is dropped and
// created again.
struct KeptPlan
{
	const char *query;
	Oid type;
	int cursor_options;
	SPIPlanPtr plan;
};

// The plan of a query, from the array or else put there. None is freed, because it might be
// running: what a statement fires can call the function that runs the statement. So once the array
// is full, no more are kept. Requires a connection to SPI.
inline SPIPlanPtr
kept_plan(std::span<KeptPlan> kept, const char *query, std::span<Oid> types, int cursor_options)
{
	const auto slot = std::find_if(kept.begin(), kept.end(), [&](const KeptPlan &each) {
		return each.plan == nullptr ||
			   (each.type == types.front() && each.cursor_options == cursor_options &&
				strcmp(each.query, query) == 0);
	});
	if (slot != kept.end() && slot->plan != nullptr)
		return slot->plan;

	const SPIPlanPtr plan =
		SPI_prepare_cursor(query, static_cast<int>(types.size()), types.data(), cursor_options);
	if (plan == nullptr)
		elog(ERROR, "SPI_prepare_cursor failed: %s", SPI_result_code_string(SPI_result));
	if (slot == kept.end())
		return plan;
	if (SPI_keepplan(plan) != 0)
		elog(ERROR, "SPI_keepplan failed");
	*slot = {MemoryContextStrdup(TopMemoryContext, query), types.front(), cursor_options, plan};
	return plan;
}

} // namespace objectid

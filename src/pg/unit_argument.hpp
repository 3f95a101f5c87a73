// A timestamptz argument as the unit of time of an id.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_kinds.hpp"
#include "pg/errors.hpp"
#include "pg/postgres.hpp"

namespace objectid
{

// 22008 when no id of the kind can hold it.
template <TimedId Kind>
inline std::int64_t
unit_argument(FunctionCallInfo fcinfo, int position)
{
	const auto unit = unit_of<Kind>(PG_GETARG_TIMESTAMPTZ(position));
	if (!unit)
		raise_timestamp_out_of_range(Kind::range);
	return *unit;
}

} // namespace objectid

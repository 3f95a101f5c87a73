// The time of an id as an argument and as a result.
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

// The time of a value, or NULL when it has none.
inline Datum
timestamp_or_null(FunctionCallInfo fcinfo, std::optional<std::int64_t> pg_us)
{
	if (!pg_us)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(*pg_us);
}

} // namespace objectid

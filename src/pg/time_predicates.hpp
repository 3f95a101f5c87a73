// What the time predicates and their planner support share: instants and ranges as SQL hands them
// in.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/postgres.hpp"

#include <optional>

namespace objectid
{

// The instants of a tstzrange; nothing when it is empty. typcache: that of tstzrange.
inline std::optional<TimeRange>
time_range_from_sql(TypeCacheEntry *typcache, const RangeType *range)
{
	RangeBound lower;
	RangeBound upper;
	bool empty;
	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
		return std::nullopt;
	TimeRange result;
	if (!lower.infinite)
	{
		result.lower_pg_us = DatumGetTimestampTz(lower.val);
		result.lower_inclusive = lower.inclusive;
	}
	if (!upper.infinite)
	{
		result.upper_pg_us = DatumGetTimestampTz(upper.val);
		result.upper_inclusive = upper.inclusive;
	}
	return result;
}

template <TimedId Kind>
inline IdRange<Kind>
ids_within(const std::optional<TimeRange> &range)
{
	return range ? ids_within<Kind>(*range) : IdRange<Kind>::none();
}

} // namespace objectid

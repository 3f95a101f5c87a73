// The predicates on the time of an id, and ranges of times as SQL has them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/postgres.hpp"

#include <optional>

// compared(function, kind, position of the id, comparison of the id with the time) and
// within(function, kind, position of the id). A line makes the C function in time_predicates.cpp
// and the row of the planner's table in time_call.cpp.
// clang-format off
#define OBJECTID_TIME_PREDICATES(compared, within)               \
	compared(objectid_lt_timestamptz, ObjectIdTime, 0, less)          \
	compared(objectid_le_timestamptz, ObjectIdTime, 0, less_equal)    \
	compared(objectid_ge_timestamptz, ObjectIdTime, 0, greater_equal) \
	compared(objectid_gt_timestamptz, ObjectIdTime, 0, greater)       \
	compared(timestamptz_lt_objectid, ObjectIdTime, 1, greater)       \
	compared(timestamptz_le_objectid, ObjectIdTime, 1, greater_equal) \
	compared(timestamptz_ge_objectid, ObjectIdTime, 1, less_equal)    \
	compared(timestamptz_gt_objectid, ObjectIdTime, 1, less)          \
	within(objectid_within, ObjectIdTime, 0)                          \
	within(tstzrange_contains_objectid, ObjectIdTime, 1)              \
	compared(uuid_lt_timestamptz, UuidV7Time, 0, less)                \
	compared(uuid_le_timestamptz, UuidV7Time, 0, less_equal)          \
	compared(uuid_ge_timestamptz, UuidV7Time, 0, greater_equal)       \
	compared(uuid_gt_timestamptz, UuidV7Time, 0, greater)             \
	compared(timestamptz_lt_uuid, UuidV7Time, 1, greater)             \
	compared(timestamptz_le_uuid, UuidV7Time, 1, greater_equal)       \
	compared(timestamptz_ge_uuid, UuidV7Time, 1, less_equal)          \
	compared(timestamptz_gt_uuid, UuidV7Time, 1, less)                \
	within(uuid_v7_within, UuidV7Time, 0)                             \
	within(tstzrange_contains_uuid, UuidV7Time, 1)                    \
	within(uuid_v6_within, UuidV6Time, 0)
// clang-format on

namespace objectid {

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

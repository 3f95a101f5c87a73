// Times of ids as Datums, and ranges of times.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/errors.hpp"
#include "pg/postgres.hpp"

#include <optional>

namespace objectid {

// The unit of the kind that a timestamptz falls in; 22008 when no id of the kind can hold it.
template <IdKind Kind>
inline std::int64_t
unit_argument(FunctionCallInfo fcinfo, int position)
{
	const auto unit = unit_of<Kind>(PG_GETARG_TIMESTAMPTZ(position));
	if (!unit)
		raise_timestamp_out_of_range(Kind::held_times);
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

// The instants of a tstzrange. typcache: that of tstzrange.
inline TimeRange
time_range_from_sql(TypeCacheEntry *typcache, const RangeType *range)
{
	RangeBound lower;
	RangeBound upper;
	bool empty;
	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
		return TimeRange::none();
	TimeRange result;
	if (!lower.infinite)
	{
		const std::int64_t pg_us = DatumGetTimestampTz(lower.val);
		result.from_pg_us = lower.inclusive ? pg_us : next_pg_us(pg_us);
	}
	if (!upper.infinite)
	{
		const std::int64_t pg_us = DatumGetTimestampTz(upper.val);
		result.to_pg_us = upper.inclusive ? next_pg_us(pg_us) : pg_us;
	}
	return result;
}

} // namespace objectid

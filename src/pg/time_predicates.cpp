// The SQL functions of each kind of id: its time, the ids at the ends of a time or of a range, and
// the predicates on its time.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_predicate_call.hpp"

using namespace objectid;

namespace {

// What the server knows of a type of ranges. It is kept for the next call, unless C code calls
// without a FmgrInfo, as DirectFunctionCall does.
TypeCacheEntry *
range_type(FunctionCallInfo fcinfo, Oid type)
{
	return fcinfo->flinfo == nullptr ? lookup_type_cache(type, TYPECACHE_RANGE_INFO)
									 : range_get_typcache(fcinfo, type);
}

std::optional<TimeRange>
time_range_argument(FunctionCallInfo fcinfo, int position)
{
	RangeType *range = PG_GETARG_RANGE_P(position);
	return time_range_from_sql(range_type(fcinfo, RangeTypeGetOid(range)), range);
}

// Whether a time is in a range, where nothing stands for the empty one; NULL for no time.
Datum
contains_or_null(FunctionCallInfo fcinfo, const std::optional<TimeRange> &range,
				 std::optional<std::int64_t> pg_us)
{
	if (!pg_us)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(range && contains(*range, *pg_us));
}

// The ids whose time lies in the first argument.
template <IdKind Kind>
IdRange<Kind>
ids_within_argument(FunctionCallInfo fcinfo)
{
	return ids_within_or_none<Kind>(time_range_argument(fcinfo, 0));
}

// The range of the times for which the comparison with the argument holds.
Datum
range_of_comparison(FunctionCallInfo fcinfo, Comparison comparison)
{
	const bool is_lower = !is_below(comparison);
	RangeBound time{PG_GETARG_DATUM(0), false, is_inclusive(comparison), is_lower};
	RangeBound infinite{Datum{0}, true, false, !is_lower};
	PG_RETURN_RANGE_P(make_range(range_type(fcinfo, TSTZRANGEOID), is_lower ? &time : &infinite,
								 is_lower ? &infinite : &time, false, nullptr));
}

// The cast of a value, or infinite where that raises an error because no timestamptz is so far.
Datum
timestamptz_or_infinity(PGFunction cast, PGFunction compare, Datum value)
{
	const auto compare_with = [&](TimestampTz time) {
		return DatumGetInt32(DirectFunctionCall2(compare, value, TimestampTzGetDatum(time)));
	};
	if (compare_with(END_TIMESTAMP - 1) > 0)
		PG_RETURN_TIMESTAMPTZ(DT_NOEND);
	if (compare_with(MIN_TIMESTAMP) < 0)
		PG_RETURN_TIMESTAMPTZ(DT_NOBEGIN);
	return DirectFunctionCall1(cast, value);
}

} // namespace

// The time, or NULL; the smallest and the largest id of the unit that a time falls in, 22008 when
// there is none; the ends of the range of ids that a range of times stands for. Where no id is in
// it, lower is the largest id of all and upper the smallest.
#define ID_KIND(kind, timestamp, min_of, max_of, lower_of, upper_of)                               \
	SQL_FUNCTION(timestamp)                                                                        \
	{                                                                                              \
		return timestamp_or_null(fcinfo, kind::pg_us(id_argument<kind::Id>(fcinfo, 0)));           \
	}                                                                                              \
	SQL_FUNCTION(min_of)                                                                           \
	{                                                                                              \
		return id_to_datum(kind::min(unit_argument<kind>(fcinfo, 0)));                             \
	}                                                                                              \
	SQL_FUNCTION(max_of)                                                                           \
	{                                                                                              \
		return id_to_datum(kind::max(unit_argument<kind>(fcinfo, 0)));                             \
	}                                                                                              \
	SQL_FUNCTION(lower_of)                                                                         \
	{                                                                                              \
		return id_to_datum(ids_within_argument<kind>(fcinfo).lower);                               \
	}                                                                                              \
	SQL_FUNCTION(upper_of)                                                                         \
	{                                                                                              \
		return id_to_datum(ids_within_argument<kind>(fcinfo).upper);                               \
	}
ID_KIND(ObjectIdTime, objectid_timestamp, objectid_min, objectid_max, objectid_lower,
		objectid_upper)
ID_KIND(UuidV6Time, uuid_v6_timestamp, uuid_v6_min, uuid_v6_max, uuid_v6_lower, uuid_v6_upper)
ID_KIND(UuidV7Time, uuid_v7_timestamp, uuid_v7_min, uuid_v7_max, uuid_v7_lower, uuid_v7_upper)
#undef ID_KIND

// The same, but NULL where no id is in the range, so that one comparison suffices as an index
// condition.
#define END_OR_NULL(function, end)                                                                 \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		const auto ids = ids_within_argument<ObjectIdTime>(fcinfo);                                \
		if (ids.empty())                                                                           \
			PG_RETURN_NULL();                                                                      \
		return id_to_datum(ids.end);                                                               \
	}
END_OR_NULL(objectid_lower_or_null, lower)
END_OR_NULL(objectid_upper_or_null, upper)
#undef END_OR_NULL

// Whether the comparison of the id's time with a timestamptz holds, infinities as the server orders
// them; or whether its time is in a tstzrange.
#define COMPARED_FUNCTION(function, kind, id_position, comparison)                                 \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		const TimestampTz time = PG_GETARG_TIMESTAMPTZ(1 - (id_position));                         \
		return contains_or_null(fcinfo, time_range_of(Comparison::comparison, time),               \
								kind::pg_us(id_argument<kind::Id>(fcinfo, id_position)));          \
	}
#define WITHIN_FUNCTION(function, kind, id_position)                                               \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		return contains_or_null(fcinfo, time_range_argument(fcinfo, 1 - (id_position)),            \
								kind::pg_us(id_argument<kind::Id>(fcinfo, id_position)));          \
	}
OBJECTID_TIME_PREDICATES(COMPARED_FUNCTION, WITHIN_FUNCTION)
#undef COMPARED_FUNCTION
#undef WITHIN_FUNCTION

#define RANGE_OF(function, comparison)                                                             \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		return range_of_comparison(fcinfo, Comparison::comparison);                                \
	}
RANGE_OF(objectid_internal_before, less)
RANGE_OF(objectid_internal_until, less_equal)
RANGE_OF(objectid_internal_since, greater_equal)
RANGE_OF(objectid_internal_after, greater)
#undef RANGE_OF

SQL_FUNCTION(objectid_internal_timestamptz_date)
{
	return timestamptz_or_infinity(date_timestamptz, date_cmp_timestamptz, PG_GETARG_DATUM(0));
}

SQL_FUNCTION(objectid_internal_timestamptz_timestamp)
{
	return timestamptz_or_infinity(timestamp_timestamptz, timestamp_cmp_timestamptz,
								   PG_GETARG_DATUM(0));
}

// Predicates on the time of an id, and the range of ids that each of them stands for.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicates.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

namespace
{

// Whether the id is of the kind and its time compares so with a timestamptz; infinities compare as
// the server orders them.
template <TimedId Kind>
bool
time_compares(FunctionCallInfo fcinfo, int id_position, Comparison comparison)
{
	const auto pg_us = Kind::pg_us(id_argument<typename Kind::Id>(fcinfo, id_position));
	return pg_us &&
		   contains(time_range_of(comparison, PG_GETARG_TIMESTAMPTZ(1 - id_position)), *pg_us);
}

std::optional<TimeRange>
time_range_argument(FunctionCallInfo fcinfo, int position)
{
	RangeType *range = PG_GETARG_RANGE_P(position);
	return time_range_from_sql(range_get_typcache(fcinfo, RangeTypeGetOid(range)), range);
}

// True when the id is of the kind and its time is in the range.
template <TimedId Kind>
bool
time_within(FunctionCallInfo fcinfo, int id_position)
{
	const auto pg_us = Kind::pg_us(id_argument<typename Kind::Id>(fcinfo, id_position));
	const auto range = time_range_argument(fcinfo, 1 - id_position);
	return pg_us && range && contains(*range, *pg_us);
}

template <TimedId Kind>
IdRange<Kind>
ids_of_range_argument(FunctionCallInfo fcinfo)
{
	return ids_within<Kind>(time_range_argument(fcinfo, 0));
}

// The range of the times that compare so with the argument.
Datum
range_of_comparison(FunctionCallInfo fcinfo, Comparison comparison)
{
	const bool is_lower = !is_below(comparison);
	const bool is_inclusive =
		comparison == Comparison::less_equal || comparison == Comparison::greater_equal;
	RangeBound time{PG_GETARG_DATUM(0), false, is_inclusive, is_lower};
	RangeBound infinite{Datum{0}, true, false, !is_lower};
	PG_RETURN_RANGE_P(make_full_range(range_get_typcache(fcinfo, TSTZRANGEOID),
									  is_lower ? &time : &infinite, is_lower ? &infinite : &time));
}

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

#define COMPARED(function, kind, id_position, comparison)                                          \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		PG_RETURN_BOOL(time_compares<kind>(fcinfo, id_position, Comparison::comparison));          \
	}
#define WITHIN(function, kind, id_position)                                                        \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		PG_RETURN_BOOL(time_within<kind>(fcinfo, id_position));                                    \
	}
OBJECTID_TIME_PREDICATES(COMPARED, WITHIN)
#undef COMPARED
#undef WITHIN

// The ends of the range of ids that a range of times stands for. Where no id is in it, lower is the
// largest id of all and upper the smallest.
SQL_FUNCTION(objectid_lower)
{
	return id_to_datum(ids_of_range_argument<ObjectIdTime>(fcinfo).lower);
}

SQL_FUNCTION(objectid_upper)
{
	return id_to_datum(ids_of_range_argument<ObjectIdTime>(fcinfo).upper);
}

SQL_FUNCTION(uuid_v6_lower)
{
	return id_to_datum(ids_of_range_argument<UuidV6Time>(fcinfo).lower);
}

SQL_FUNCTION(uuid_v6_upper)
{
	return id_to_datum(ids_of_range_argument<UuidV6Time>(fcinfo).upper);
}

SQL_FUNCTION(uuid_v7_lower)
{
	return id_to_datum(ids_of_range_argument<UuidV7Time>(fcinfo).lower);
}

SQL_FUNCTION(uuid_v7_upper)
{
	return id_to_datum(ids_of_range_argument<UuidV7Time>(fcinfo).upper);
}

// The same ends, or NULL where no id is in the range, so that one of them makes a condition of a
// comparison.
SQL_FUNCTION(objectid_lower_or_null)
{
	const auto ids = ids_of_range_argument<ObjectIdTime>(fcinfo);
	if (ids.empty())
		PG_RETURN_NULL();
	return id_to_datum(ids.lower);
}

SQL_FUNCTION(objectid_upper_or_null)
{
	const auto ids = ids_of_range_argument<ObjectIdTime>(fcinfo);
	if (ids.empty())
		PG_RETURN_NULL();
	return id_to_datum(ids.upper);
}

// The times that compare so with a time.
SQL_FUNCTION(objectid_internal_before)
{
	return range_of_comparison(fcinfo, Comparison::less);
}

SQL_FUNCTION(objectid_internal_until)
{
	return range_of_comparison(fcinfo, Comparison::less_equal);
}

SQL_FUNCTION(objectid_internal_since)
{
	return range_of_comparison(fcinfo, Comparison::greater_equal);
}

SQL_FUNCTION(objectid_internal_after)
{
	return range_of_comparison(fcinfo, Comparison::greater);
}

// A date or timestamp as a timestamptz, where its cast raises an error beyond the range: infinite.
SQL_FUNCTION(objectid_internal_timestamptz_date)
{
	return timestamptz_or_infinity(date_timestamptz, date_cmp_timestamptz, PG_GETARG_DATUM(0));
}

SQL_FUNCTION(objectid_internal_timestamptz_timestamp)
{
	return timestamptz_or_infinity(timestamp_timestamptz, timestamp_cmp_timestamptz,
								   PG_GETARG_DATUM(0));
}

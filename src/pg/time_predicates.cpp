// Predicates on the time of an id, and the range of ids that each of them stands for.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicates.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

namespace
{

// The time of an objectid against a timestamptz; infinities compare as the server orders them.
std::strong_ordering
compare_with_time(FunctionCallInfo fcinfo)
{
	return objectid_pg_us(id_argument<ObjectId>(fcinfo, 0)) <=> PG_GETARG_TIMESTAMPTZ(1);
}

std::strong_ordering
compare_time_with(FunctionCallInfo fcinfo)
{
	return PG_GETARG_TIMESTAMPTZ(0) <=> objectid_pg_us(id_argument<ObjectId>(fcinfo, 1));
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
time_within(FunctionCallInfo fcinfo, int id_position, int range_position)
{
	const auto pg_us = Kind::pg_us(id_argument<typename Kind::Id>(fcinfo, id_position));
	const auto range = time_range_argument(fcinfo, range_position);
	return pg_us && range && contains(*range, *pg_us);
}

template <TimedId Kind>
IdRange<Kind>
ids_of_range_argument(FunctionCallInfo fcinfo)
{
	return ids_within<Kind>(time_range_argument(fcinfo, 0));
}

// The ids of a comparison by name; nothing when there is no such comparison. That is no error,
// because the functions are leakproof: an error would show the argument.
std::optional<IdRange<ObjectIdKind>>
ids_of_comparison(FunctionCallInfo fcinfo)
{
	const text *name = PG_GETARG_TEXT_PP(0);
	const auto comparison =
		parse_comparison({VARDATA_ANY(name), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(name))});
	if (!comparison)
		return std::nullopt;
	return ids_within<ObjectIdKind>(time_range_of(*comparison, PG_GETARG_TIMESTAMPTZ(1)));
}

} // namespace

SQL_FUNCTION(objectid_lt_timestamptz)
{
	PG_RETURN_BOOL(compare_with_time(fcinfo) < 0);
}

SQL_FUNCTION(objectid_le_timestamptz)
{
	PG_RETURN_BOOL(compare_with_time(fcinfo) <= 0);
}

SQL_FUNCTION(objectid_ge_timestamptz)
{
	PG_RETURN_BOOL(compare_with_time(fcinfo) >= 0);
}

SQL_FUNCTION(objectid_gt_timestamptz)
{
	PG_RETURN_BOOL(compare_with_time(fcinfo) > 0);
}

SQL_FUNCTION(timestamptz_lt_objectid)
{
	PG_RETURN_BOOL(compare_time_with(fcinfo) < 0);
}

SQL_FUNCTION(timestamptz_le_objectid)
{
	PG_RETURN_BOOL(compare_time_with(fcinfo) <= 0);
}

SQL_FUNCTION(timestamptz_ge_objectid)
{
	PG_RETURN_BOOL(compare_time_with(fcinfo) >= 0);
}

SQL_FUNCTION(timestamptz_gt_objectid)
{
	PG_RETURN_BOOL(compare_time_with(fcinfo) > 0);
}

SQL_FUNCTION(objectid_within)
{
	PG_RETURN_BOOL(time_within<ObjectIdKind>(fcinfo, 0, 1));
}

SQL_FUNCTION(tstzrange_contains_objectid)
{
	PG_RETURN_BOOL(time_within<ObjectIdKind>(fcinfo, 1, 0));
}

// The ends of the range of ids that a predicate stands for. Where no id satisfies it, lower is the
// largest id of all and upper the smallest.
SQL_FUNCTION(objectid_lower_of_comparison)
{
	const auto ids = ids_of_comparison(fcinfo);
	if (!ids)
		PG_RETURN_NULL();
	return id_to_datum(ids->lower);
}

SQL_FUNCTION(objectid_upper_of_comparison)
{
	const auto ids = ids_of_comparison(fcinfo);
	if (!ids)
		PG_RETURN_NULL();
	return id_to_datum(ids->upper);
}

SQL_FUNCTION(objectid_lower)
{
	return id_to_datum(ids_of_range_argument<ObjectIdKind>(fcinfo).lower);
}

SQL_FUNCTION(objectid_upper)
{
	return id_to_datum(ids_of_range_argument<ObjectIdKind>(fcinfo).upper);
}

SQL_FUNCTION(uuid_v6_within)
{
	PG_RETURN_BOOL(time_within<UuidV6Kind>(fcinfo, 0, 1));
}

SQL_FUNCTION(uuid_v6_lower)
{
	return id_to_datum(ids_of_range_argument<UuidV6Kind>(fcinfo).lower);
}

SQL_FUNCTION(uuid_v6_upper)
{
	return id_to_datum(ids_of_range_argument<UuidV6Kind>(fcinfo).upper);
}

SQL_FUNCTION(uuid_v7_within)
{
	PG_RETURN_BOOL(time_within<UuidV7Kind>(fcinfo, 0, 1));
}

SQL_FUNCTION(uuid_v7_lower)
{
	return id_to_datum(ids_of_range_argument<UuidV7Kind>(fcinfo).lower);
}

SQL_FUNCTION(uuid_v7_upper)
{
	return id_to_datum(ids_of_range_argument<UuidV7Kind>(fcinfo).upper);
}

// What SQL has of each kind of id: the time of an id, and the bounds of a time and of a range.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_predicates.hpp"

using namespace objectid;

namespace
{

template <TimedId Kind>
IdRange<Kind>
ids_within_argument(FunctionCallInfo fcinfo)
{
	return ids_within<Kind>(time_range_argument(fcinfo, 0));
}

} // namespace

// The time, or NULL; the smallest and the largest id of the unit that a time falls in, 22008 when
// there is none; the ends of the range of ids that a range of times stands for. Where no id is in
// it, lower is the largest id of all and upper the smallest.
#define TIMED_ID(kind, timestamp, min_of, max_of, lower_of, upper_of)                              \
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
TIMED_ID(ObjectIdTime, objectid_timestamp, objectid_min, objectid_max, objectid_lower,
		 objectid_upper)
TIMED_ID(UuidV6Time, uuid_v6_timestamp, uuid_v6_min, uuid_v6_max, uuid_v6_lower, uuid_v6_upper)
TIMED_ID(UuidV7Time, uuid_v7_timestamp, uuid_v7_min, uuid_v7_max, uuid_v7_lower, uuid_v7_upper)
#undef TIMED_ID

// The same ends, or NULL where no id is in the range, so that one of them makes a condition of a
// comparison.
SQL_FUNCTION(objectid_lower_or_null)
{
	const auto ids = ids_within_argument<ObjectIdTime>(fcinfo);
	if (ids.empty())
		PG_RETURN_NULL();
	return id_to_datum(ids.lower);
}

SQL_FUNCTION(objectid_upper_or_null)
{
	const auto ids = ids_within_argument<ObjectIdTime>(fcinfo);
	if (ids.empty())
		PG_RETURN_NULL();
	return id_to_datum(ids.upper);
}

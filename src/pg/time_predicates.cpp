// The SQL functions of each kind of id: its time, the ids at the ends of a time, and the predicates
// on its time; the order of ids and times.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_datum.hpp"
#include "pg/time_predicate_list.hpp"

static_assert(objectid::pg_us_last == END_TIMESTAMP - 1);

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

TimeRange
time_range_argument(FunctionCallInfo fcinfo, int position)
{
	RangeType *range = PG_GETARG_RANGE_P(position);
	return time_range_from_sql(range_type(fcinfo, RangeTypeGetOid(range)), range);
}

// Whether a time is in a range; NULL for no time.
Datum
contains_or_null(FunctionCallInfo fcinfo, const TimeRange &range, std::optional<std::int64_t> pg_us)
{
	if (!pg_us)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(contains(range, *pg_us));
}

// The first id that is not before a time, or else the largest value of the type: where every value
// has a time, the comparison with that is not exact.
template <IdKind Kind>
Datum
first_id_or_largest(std::int64_t pg_us)
{
	typename Kind::Id largest{};
	largest.bytes.fill(0xff);
	return id_to_datum(first_id<Kind>(pg_us).value_or(largest));
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
// there is none; the id that stands for a time in a comparison.
#define ID_KIND(kind, timestamp, min_of, max_of, first)                                            \
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
	SQL_FUNCTION(first)                                                                            \
	{                                                                                              \
		return first_id_or_largest<kind>(PG_GETARG_TIMESTAMPTZ(0));                                \
	}
ID_KIND(ObjectIdTime, objectid_timestamp, objectid_min, objectid_max,
		objectid_internal_first_objectid)
ID_KIND(UuidV6Time, uuid_v6_timestamp, uuid_v6_min, uuid_v6_max, objectid_internal_first_uuid_v6)
ID_KIND(UuidV7Time, uuid_v7_timestamp, uuid_v7_min, uuid_v7_max, objectid_internal_first_uuid_v7)
#undef ID_KIND

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

SQL_FUNCTION(objectid_cmp_timestamptz)
{
	PG_RETURN_INT32(sign_of(
		compare_place<ObjectIdTime>(id_argument<ObjectId>(fcinfo, 0), PG_GETARG_TIMESTAMPTZ(1))));
}

SQL_FUNCTION(objectid_internal_le_place)
{
	PG_RETURN_BOOL(compare_place<ObjectIdTime>(id_argument<ObjectId>(fcinfo, 0),
											   PG_GETARG_TIMESTAMPTZ(1)) <= 0);
}

SQL_FUNCTION(objectid_internal_lt_places)
{
	PG_RETURN_BOOL(
		compare_places<ObjectIdTime>(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_TIMESTAMPTZ(1)) < 0);
}

SQL_FUNCTION(objectid_internal_gt_places)
{
	PG_RETURN_BOOL(
		compare_places<ObjectIdTime>(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_TIMESTAMPTZ(1)) > 0);
}

SQL_FUNCTION(objectid_internal_next)
{
	PG_RETURN_TIMESTAMPTZ(next_pg_us(PG_GETARG_TIMESTAMPTZ(0)));
}

SQL_FUNCTION(objectid_internal_lower)
{
	PG_RETURN_TIMESTAMPTZ(time_range_argument(fcinfo, 0).from_pg_us);
}

SQL_FUNCTION(objectid_internal_upper)
{
	PG_RETURN_TIMESTAMPTZ(time_range_argument(fcinfo, 0).to_pg_us);
}

SQL_FUNCTION(objectid_internal_timestamptz_date)
{
	return timestamptz_or_infinity(date_timestamptz, date_cmp_timestamptz, PG_GETARG_DATUM(0));
}

SQL_FUNCTION(objectid_internal_timestamptz_timestamp)
{
	return timestamptz_or_infinity(timestamp_timestamptz, timestamp_cmp_timestamptz,
								   PG_GETARG_DATUM(0));
}

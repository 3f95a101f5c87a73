// The GIN operator class of objectid: one key for each row, in the order of the ids.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

SQL_FUNCTION(objectid_gin_extract_value)
{
	auto *keys = static_cast<Datum *>(palloc(sizeof(Datum)));
	keys[0] = PG_GETARG_DATUM(0);
	*reinterpret_cast<int32 *>(PG_GETARG_POINTER(1)) = 1;
	PG_RETURN_POINTER(keys);
}

// A range is a partial match: the index is read from the key that is returned here, until
// objectid_gin_compare_partial says to stop. The end of the range is passed to it as extra data.
SQL_FUNCTION(objectid_gin_extract_query)
{
	const auto strategy = static_cast<StrategyNumber>(PG_GETARG_UINT16(2));
	const bool from_start =
		strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber;
	auto *keys = static_cast<Datum *>(palloc(sizeof(Datum)));
	auto *partial = static_cast<bool *>(palloc(sizeof(bool)));
	auto *extra = static_cast<void **>(palloc(sizeof(void *)));

	keys[0] = from_start ? id_to_datum(objectid_lowest) : PG_GETARG_DATUM(0);
	*partial = strategy != BTEqualStrategyNumber;
	*extra = PG_GETARG_POINTER(0);
	*reinterpret_cast<int32 *>(PG_GETARG_POINTER(1)) = 1;
	*reinterpret_cast<bool **>(PG_GETARG_POINTER(3)) = partial;
	*reinterpret_cast<void ***>(PG_GETARG_POINTER(4)) = extra;
	PG_RETURN_POINTER(keys);
}

// The keys of the index in ascending order, beginning with the one that objectid_gin_extract_query
// named: 0 for one that is in the range, 1 for the first beyond its end, -1 for one before it.
SQL_FUNCTION(objectid_gin_compare_partial)
{
	const auto order = id_argument<ObjectId>(fcinfo, 1) <=> id_argument<ObjectId>(fcinfo, 3);
	switch (PG_GETARG_UINT16(2))
	{
	case BTLessStrategyNumber:
		PG_RETURN_INT32(order < 0 ? 0 : 1);
	case BTLessEqualStrategyNumber:
		PG_RETURN_INT32(order <= 0 ? 0 : 1);
	case BTGreaterStrategyNumber:
		PG_RETURN_INT32(order > 0 ? 0 : -1);
	default: // >=
		PG_RETURN_INT32(0);
	}
}

// A row matches if its only key does.
SQL_FUNCTION(objectid_gin_consistent)
{
	*reinterpret_cast<bool *>(PG_GETARG_POINTER(5)) = false; // nothing to recheck
	PG_RETURN_BOOL(*reinterpret_cast<const bool *>(PG_GETARG_POINTER(0)));
}

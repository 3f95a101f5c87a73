// The times that a time-ordered uuid can hold, as the SQL functions check and return them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/unit_argument.hpp"

namespace objectid
{

inline constexpr const char *uuid_v6_range = UuidV6Time::range;
inline constexpr const char *uuid_v7_range = UuidV7Time::range;

// The time of a value, or NULL when it has none.
inline Datum
timestamp_or_null(FunctionCallInfo fcinfo, std::optional<std::int64_t> pg_us)
{
	if (!pg_us)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(*pg_us);
}

} // namespace objectid

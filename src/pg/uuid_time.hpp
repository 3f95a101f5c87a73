// The times that a time-ordered uuid can hold, as the SQL functions check them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/uuid.hpp"
#include "pg/errors.hpp"
#include "pg/postgres.hpp"

namespace objectid
{

inline constexpr const char *uuid_v6_range =
	"A UUID of version 6 holds times from 1582-10-15 00:00:00 to 5236-03-31 21:21:00.684697 UTC.";
inline constexpr const char *uuid_v7_range =
	"A UUID of version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655 UTC.";

// The first tick of the microsecond of a timestamptz argument; 22008 outside of the range.
inline std::uint64_t
uuid_v6_ticks_argument(FunctionCallInfo fcinfo, int position)
{
	const auto ticks = uuid_v6_ticks(PG_GETARG_TIMESTAMPTZ(position));
	if (!ticks)
		raise_timestamp_out_of_range(uuid_v6_range);
	return *ticks;
}

// The millisecond of a timestamptz argument; 22008 outside of the range.
inline std::uint64_t
uuid_v7_unix_ms_argument(FunctionCallInfo fcinfo, int position)
{
	const auto unix_ms = uuid_v7_unix_ms(PG_GETARG_TIMESTAMPTZ(position));
	if (!unix_ms)
		raise_timestamp_out_of_range(uuid_v7_range);
	return *unix_ms;
}

// The time of a value, or NULL when it has none.
inline Datum
timestamp_or_null(FunctionCallInfo fcinfo, std::optional<std::int64_t> pg_us)
{
	if (!pg_us)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(*pg_us);
}

} // namespace objectid

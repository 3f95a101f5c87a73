// The times that an objectid can hold, as the SQL functions check them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/objectid.hpp"
#include "pg/errors.hpp"
#include "pg/postgres.hpp"

namespace objectid
{

inline constexpr const char *objectid_range =
	"An objectid holds times from 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.";

// The second of a timestamptz argument; 22008 when no objectid can hold it.
inline std::uint32_t
objectid_second_argument(FunctionCallInfo fcinfo, int position)
{
	const auto second = objectid_unix_s(PG_GETARG_TIMESTAMPTZ(position));
	if (!second)
		raise_timestamp_out_of_range(objectid_range);
	return *second;
}

} // namespace objectid

// The times that an objectid can hold, as the SQL functions check them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/unit_argument.hpp"

namespace objectid
{

inline constexpr const char *objectid_range = ObjectIdTime::range;

// The second of a timestamptz argument; 22008 when no objectid can hold it.
inline std::uint32_t
objectid_second_argument(FunctionCallInfo fcinfo, int position)
{
	return static_cast<std::uint32_t>(unit_argument<ObjectIdTime>(fcinfo, position));
}

} // namespace objectid

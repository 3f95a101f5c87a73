// How often tests do again what takes long: test/all says when it is many times.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdlib>

namespace objectid::testing {

template <typename Number>
Number
repeated(Number few, Number many)
{
	return std::getenv("OBJECTID_THOROUGH") == nullptr ? few : many;
}

} // namespace objectid::testing

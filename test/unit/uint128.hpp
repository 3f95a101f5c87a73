// Numbers of 128 bits for plain arithmetic to compare with: the compiler's, or Boost's where it has
// none (32-bit machines).
// SPDX-License-Identifier: PostgreSQL
#pragma once

#ifdef __SIZEOF_INT128__

namespace objectid::testing {
using int128 = __int128;
using uint128 = unsigned __int128;
} // namespace objectid::testing

#else

#include <boost/multiprecision/cpp_int.hpp>

namespace objectid::testing {
using int128 = boost::multiprecision::int128_t;
using uint128 = boost::multiprecision::uint128_t;
} // namespace objectid::testing

#endif

// Numbers of 128 bits for plain arithmetic to compare with: the compiler's, or Boost's where it has
// none (32-bit machines). Ids as such numbers.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstddef>
#include <cstdint>

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

namespace objectid::testing {

template <typename Id>
uint128
number_of(const Id &id)
{
	uint128 number = 0;
	for (const std::uint8_t byte : id.bytes)
		number = number << 8 | byte;
	return number;
}

template <typename Id>
Id
id_of(uint128 number)
{
	Id id{};
	for (std::size_t i = id.bytes.size(); i-- > 0; number >>= 8)
		id.bytes[i] = static_cast<std::uint8_t>(number & 0xff);
	return id;
}

} // namespace objectid::testing

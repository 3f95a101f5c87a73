// Big-endian loads and stores: the byte order of every id in this library.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace objectid
{

// Written as shifts so that they are constexpr; gcc and clang turn each into one load or store.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T
load_big_endian(const std::uint8_t *from)
{
	T value = 0;
	for (std::size_t i = 0; i < sizeof(T); ++i)
		value = static_cast<T>((value << 8) | from[i]);
	return value;
}

template <std::unsigned_integral T>
constexpr void
store_big_endian(T value, std::uint8_t *to)
{
	for (std::size_t i = 0; i < sizeof(T); ++i)
		to[i] = static_cast<std::uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
}

} // namespace objectid

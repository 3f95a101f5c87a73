// Big-endian numbers, and ids made of them: the byte order of every id in this library.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace objectid {

// Converts between a number in the byte order of the machine and a big-endian one.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T
big_endian(T value)
{
	if constexpr (std::endian::native == std::endian::big || sizeof(T) == 1)
		return value;
	else if constexpr (sizeof(T) == 2)
		return __builtin_bswap16(value);
	else if constexpr (sizeof(T) == 4)
		return __builtin_bswap32(value);
	else
		return __builtin_bswap64(value);
}

// Written as copies so that they are constexpr and compile to one load or store. From a loop of
// shifts, gcc -O2 makes byte-wise accesses.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T
load_big_endian(const std::uint8_t *from)
{
	std::array<std::uint8_t, sizeof(T)> bytes{};
	std::copy_n(from, sizeof(T), bytes.data());
	return big_endian(std::bit_cast<T>(bytes));
}

template <std::unsigned_integral T>
constexpr void
store_big_endian(T value, std::uint8_t *to)
{
	const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(T)>>(big_endian(value));
	std::copy_n(bytes.data(), sizeof(T), to);
}

// Adds 1 to a big-endian number of any length: false where that goes round.
[[nodiscard]] constexpr bool
increment(std::span<std::uint8_t> number)
{
	for (std::size_t i = number.size(); i-- > 0;)
		if (++number[i] != 0)
			return true;
	return false;
}

// Subtracts 1 likewise.
[[nodiscard]] constexpr bool
decrement(std::span<std::uint8_t> number)
{
	for (std::size_t i = number.size(); i-- > 0;)
		if (number[i]-- != 0)
			return true;
	return false;
}

// The bytes of an id: eight, and as many as Low has.
template <typename Id, std::unsigned_integral Low>
struct IdBytes
{
	std::array<std::uint8_t, sizeof(std::uint64_t) + sizeof(Low)> bytes;

	// The first eight bytes and the others as numbers that sort as they do.
	[[nodiscard]] constexpr std::uint64_t high() const
	{
		return load_big_endian<std::uint64_t>(bytes.data());
	}

	[[nodiscard]] constexpr Low low() const
	{
		return load_big_endian<Low>(bytes.data() + sizeof(std::uint64_t));
	}

	[[nodiscard]] static constexpr Id from_parts(std::uint64_t high, Low low)
	{
		Id id{};
		store_big_endian(high, id.bytes.data());
		store_big_endian(low, id.bytes.data() + sizeof(std::uint64_t));
		return id;
	}

	// Same result as memcmp of the bytes, with two loads for each side.
	friend constexpr std::strong_ordering operator<=>(const Id &left, const Id &right)
	{
		if (const auto order = left.high() <=> right.high(); order != 0)
			return order;
		return left.low() <=> right.low();
	}

	friend constexpr bool operator==(const Id &left, const Id &right)
	{
		return left.high() == right.high() && left.low() == right.low();
	}
};

} // namespace objectid

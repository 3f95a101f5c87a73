// Numbers of a given count of decimal digits, and random ones among them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "random_source.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace objectid
{

inline constexpr int digits_min = 1;
inline constexpr int digits_max = 18; // the last power of ten below 2^63

// 10^digits, digits <= 18.
[[nodiscard]] constexpr std::uint64_t
power_of_ten(int digits)
{
	std::uint64_t power = 1;
	for (int i = 0; i < digits; ++i)
		power *= 10;
	return power;
}

// A random number of this many digits, digits_min <= digits <= digits_max, each with the same
// probability; nothing if the source has no random bytes.
//
// Draws as many bits as the largest number has, and draws again if the result is too large. More
// than half of the draws fit, and unlike with a remainder, no number is more likely than others.
template <RandomSource Random>
[[nodiscard]] constexpr std::optional<std::uint64_t>
random_digits(int digits, Random &random)
{
	// By chance this happens once in 10^38 calls, so the source is broken.
	constexpr int patience_draws = 128;

	const std::uint64_t numbers = power_of_ten(digits);
	const auto bits = static_cast<std::size_t>(std::bit_width(numbers - 1));
	const std::size_t bytes = (bits + 7) / 8;
	for (int i = 0; i < patience_draws; ++i)
	{
		std::array<std::uint8_t, sizeof(std::uint64_t)> drawn{};
		if (!random(std::span<std::uint8_t>{drawn}.last(bytes)))
			return std::nullopt;
		const std::uint64_t number =
			load_big_endian<std::uint64_t>(drawn.data()) & ((std::uint64_t{1} << bits) - 1);
		if (number < numbers)
			return number;
	}
	return std::nullopt;
}

} // namespace objectid

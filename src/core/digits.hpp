// Random numbers of a given count of decimal digits.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "random.hpp"

#include <bit>
#include <cstdint>
#include <optional>

namespace objectid {

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
// Takes as many bits as the largest number has, and draws again if the result is too large. More
// than half of the draws fit, and unlike with a remainder, no number is more likely than others.
template <RandomSource Random>
[[nodiscard]] constexpr std::optional<std::uint64_t>
random_digits(int digits, Random &random)
{
	// By chance, all of so many draws are too large once in 10^38 calls: the source is broken.
	constexpr int most_draws = 128;

	const std::uint64_t numbers = power_of_ten(digits);
	for (int i = 0; i < most_draws; ++i)
	{
		std::uint64_t drawn = 0;
		if (!draw(random, drawn))
			return std::nullopt;
		drawn &= std::bit_ceil(numbers) - 1;
		if (drawn < numbers)
			return drawn;
	}
	return std::nullopt;
}

} // namespace objectid

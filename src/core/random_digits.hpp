// Random numbers of a given count of decimal digits.
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

inline constexpr int random_digits_min = 1;
inline constexpr int random_digits_max = 18; // the last power of ten below 2^63

// 10^digits, digits <= 18.
[[nodiscard]] constexpr std::uint64_t
power_of_ten(int digits)
{
	std::uint64_t power = 1;
	for (int i = 0; i < digits; ++i)
		power *= 10;
	return power;
}

// A random number below `numbers`, which is 1 or more, each with the same probability; nothing if
// the source has no random bytes.
//
// Draws as many bits as the largest number has, and draws again if the result is too large. More
// than half of the draws fit, and unlike with a remainder, no number is more likely than others.
template <RandomSource Random>
[[nodiscard]] constexpr std::optional<std::uint64_t>
random_below(std::uint64_t numbers, Random &random)
{
	// By chance this happens once in 10^38 calls, so the source is broken.
	constexpr int patience_draws = 128;

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

// The same for numbers of this many digits: random_digits_min <= digits <= random_digits_max.
template <RandomSource Random>
[[nodiscard]] constexpr std::optional<std::uint64_t>
random_digits(int digits, Random &random)
{
	return random_below(power_of_ten(digits), random);
}

// The answer to a request for a number: the caller has it now, a row has it, or another transaction
// may be about to use it.
enum class Asked : std::uint8_t
{
	granted,
	taken,
	busy
};

enum class Picked : std::uint8_t
{
	number,
	nothing, // that is free and not busy
	random_failed
};

// Asks for numbers below `numbers` until one is granted. All that are free and not busy have the
// same probability. `ask(n)` asks for n; `give_back()` undoes the last grant.
//
// It draws until so many draws have failed that few numbers can be left. Then it tries every
// number. It does not do so if nearly all are busy, because there may be 10^18 of them.
template <RandomSource Random, typename Ask, typename GiveBack>
[[nodiscard]] constexpr Picked
pick_number(std::uint64_t numbers, Random &random, Ask &&ask, GiveBack &&give_back,
			std::uint64_t &number)
{
	constexpr std::uint64_t patience = 1000;
	for (std::uint64_t taken = 0, busy = 0; taken < patience + numbers / 16;)
	{
		const auto drawn = random_below(numbers, random);
		if (!drawn)
			return Picked::random_failed;
		number = *drawn;
		const Asked asked = ask(number);
		if (asked == Asked::granted)
			return Picked::number;
		if (asked == Asked::taken)
			++taken;
		else if (++busy == patience)
			return Picked::nothing;
	}
	for (;;)
	{
		std::uint64_t found = 0;
		for (std::uint64_t n = 0; n < numbers; ++n)
		{
			if (ask(n) != Asked::granted)
				continue;
			give_back();
			// The k-th number found replaces the one before with a probability of 1/k, so that all
			// are equally likely.
			const auto drawn = random_below(++found, random);
			if (!drawn)
				return Picked::random_failed;
			if (*drawn == 0)
				number = n;
		}
		if (found == 0)
			return Picked::nothing;
		if (ask(number) == Asked::granted)
			return Picked::number;
	}
}

} // namespace objectid

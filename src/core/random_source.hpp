// What a source of random bytes is, and how a number is drawn from one.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

namespace objectid
{

// A source of random bytes: fills the span, or returns false.
template <typename Source>
concept RandomSource = requires(Source &random, std::span<std::uint8_t> bytes)
{
	{
		random(bytes)
		} -> std::same_as<bool>;
};

// Fills all bits of a number with random bits; false if the source fails.
template <std::unsigned_integral T, RandomSource Random>
[[nodiscard]] constexpr bool
draw(Random &random, T &number)
{
	std::array<std::uint8_t, sizeof(T)> drawn{};
	if (!random(std::span<std::uint8_t>{drawn}))
		return false;
	number = load_big_endian<T>(drawn.data());
	return true;
}

} // namespace objectid

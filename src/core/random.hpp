// Random bytes: what a source of them is, how a number is drawn from one, and a block of them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace objectid {

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

// A block of random bytes, drawn at once because each draw costs a system call. It hands out each
// byte once and keeps none that it has handed out: whoever reads this memory later learns nothing
// of the ids already made. A source that fails leaves it empty, so that no byte is ever given twice
// or made up.
template <RandomSource Source, std::size_t Size>
class RandomPool
{
  public:
	constexpr RandomPool() = default;
	constexpr explicit RandomPool(const Source &source) : source_(source)
	{}

	// Makes sure that the next requests get so many bytes without a call of the source, or gives
	// false.
	[[nodiscard]] constexpr bool provide(std::size_t bytes)
	{
		return bytes <= left_ || (bytes <= Size && refill());
	}

	// Fills the span, or gives false.
	[[nodiscard]] constexpr bool operator()(std::span<std::uint8_t> bytes)
	{
		if (bytes.size() > Size)
			return source_(bytes);
		if (bytes.size() > left_ && !refill()) [[unlikely]]
			return false;
		std::uint8_t *const next = block_.data() + (Size - left_);
		std::copy_n(next, bytes.size(), bytes.data());
		std::fill_n(next, bytes.size(), std::uint8_t{0});
		left_ -= bytes.size();
		return true;
	}

  private:
	// What is left of the old block is too little, and dropped.
	[[nodiscard]] constexpr bool refill()
	{
		left_ = source_(std::span<std::uint8_t>{block_}) ? Size : 0;
		if (left_ == 0)
			block_.fill(0);
		return left_ > 0;
	}

	std::array<std::uint8_t, Size> block_{};
	std::size_t left_ = 0; // bytes at the end of the block that are still to be handed out
	[[no_unique_address]] Source source_{};
};

} // namespace objectid

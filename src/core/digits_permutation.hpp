// A permutation of the numbers of a given count of decimal digits, which a key decides.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "digits.hpp"
#include "prf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace objectid {

// The swap-or-not shuffle (Hoang, Morris, Rogaway, "An Enciphering Scheme Based on
// a Card Shuffle", CRYPTO 2012) with the sometimes-recurse transformation (Morris, Rogaway,
// "Sometimes-Recurse Shuffle", EUROCRYPT 2014) shuffles the numbers of n bits, the fewest that hold
// all numbers. Results that have more digits are shuffled again until one fits (cycle walking;
// Black, Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002), which leaves a
// permutation.
//
// A round of swap-or-not has a key k and swaps each pair {x, x xor k} or does not, as a random bit
// for the pair says. Sometimes-recurse shuffles all numbers of n bits, then those that came below
// 2^(n-1) again, and so on.
//
// Why the rounds suffice: with N = 2^n numbers, r rounds and random bits, any q results differ from
// q results of a random permutation by a statistical distance of at most
//     2 N^(3/2) / (r + 2) * ((q + N) / 2N)^(r/2 + 1)           (CRYPTO 2012, theorem 2).
// Sometimes-recurse needs q = N/2 at each level. The sum over its levels is then the distance for
// all results together, so it also holds for somebody who knows most of them. With the rounds
// below, a level adds less than 2^-46, and all levels of 18 digits less than 2^-40. The bound holds
// even if the round keys are known, so the levels can share them.
//
// What is computed here must never change: codes that were given out depend on it.

// What the pseudorandom function is called with.
using PrfMessage = std::array<std::uint8_t, 12>;

// A block is so many rounds, which take their bits from one call of the function. In a block, round
// i can only change a number x to x xor k_i. So the block's rounds can take x to no more than 2^6
// numbers: x xor any of the keys' sums (by xor). These numbers are the class of x. All of them get
// the same result, because the message names the class by its smallest number. A round pairs the
// numbers of a class, into at most 32 pairs, and word i of the result has a bit for each pair of
// round i.
inline constexpr int rounds_per_block = 6;

// How many blocks of rounds shuffle the numbers of so many bits.
[[nodiscard]] constexpr int
blocks_for(int bits)
{
	return 32 + (6 * bits + 4) / 5;
}

inline constexpr std::size_t rounds_max =
	std::size_t{rounds_per_block} *
	blocks_for(static_cast<int>(std::bit_width(power_of_ten(digits_max) - 1)));

class DigitsPermutation
{
  public:
	// The permutation of the numbers of this many digits, digits_min <= digits <= digits_max, that
	// the pseudorandom function decides; false if that fails.
	template <typename Prf>
	[[nodiscard]] constexpr bool prepare(int digits, Prf &prf)
	{
		digits_ = digits;
		numbers_ = power_of_ten(digits);
		bits_ = static_cast<int>(std::bit_width(numbers_ - 1));
		PrfResult result{};
		constexpr int keys_per_result = sizeof(PrfResult) / sizeof(std::uint64_t);
		for (int i = 0; i < blocks_for(bits_) * rounds_per_block; ++i)
		{
			const int part = i % keys_per_result;
			if (part == 0 && !prf(message(0, i / keys_per_result, 0), result))
				return false;
			round_keys_[static_cast<std::size_t>(i)] =
				load_big_endian<std::uint64_t>(&result[static_cast<std::size_t>(part) * 8]);
		}
		return true;
	}

	[[nodiscard]] constexpr int digits() const
	{
		return digits_;
	}

	// The image of a number below 10^digits, with the function that the permutation was prepared
	// with; nothing if that fails.
	template <typename Prf>
	[[nodiscard]] constexpr std::optional<std::uint64_t> permute(std::uint64_t number,
																 Prf &prf) const
	{
		do
		{
			// Down to the level whose highest bit the number has, or to the last one.
			for (int level = bits_; level > 0; --level)
			{
				if (!shuffle(level, Direction::forward, number, prf))
					return std::nullopt;
				if (number >> (level - 1) != 0)
					break;
			}
		} while (number >= numbers_);
		return number;
	}

	// The number whose image this is.
	template <typename Prf>
	[[nodiscard]] constexpr std::optional<std::uint64_t> unpermute(std::uint64_t number,
																   Prf &prf) const
	{
		do
		{
			// permute() stopped at the level of the number's highest bit; go up from there.
			for (int level = std::max(1, static_cast<int>(std::bit_width(number))); level <= bits_;
				 ++level)
				if (!shuffle(level, Direction::backward, number, prf))
					return std::nullopt;
		} while (number >= numbers_);
		return number;
	}

  private:
	enum class Direction : bool
	{
		forward,
		backward
	};

	// The classes into which the keys of a block divide the numbers, by Gaussian elimination: a
	// basis of vectors that have the same sums as the keys. The highest bit of each vector is its
	// leading bit, and no later vector has it. So no two numbers of a class have the same of these
	// bits, and the smallest number has none of them.
	class Classes
	{
	  public:
		constexpr void add_key(std::uint64_t key)
		{
			const std::uint64_t vector = smallest(key);
			if (vector == 0)
				return; // The key is a sum of those before it.
			basis_[rank_] = vector;
			leading_[rank_] = static_cast<int>(std::bit_width(vector)) - 1;
			++rank_;
		}

		// The smallest number of x's class.
		[[nodiscard]] constexpr std::uint64_t smallest(std::uint64_t x) const
		{
			for (std::size_t i = 0; i < rank_; ++i)
				x = std::min(x, x ^ basis_[i]);
			return x;
		}

		// The place of x in its class, below 64: which leading bits it has. That of x xor y is
		// place_of(x) xor place_of(y).
		[[nodiscard]] constexpr std::uint32_t place_of(std::uint64_t x) const
		{
			std::uint32_t place = 0;
			for (std::size_t i = 0; i < rank_; ++i)
				place |= static_cast<std::uint32_t>(x >> leading_[i] & 1) << i;
			return place;
		}

	  private:
		std::array<std::uint64_t, rounds_per_block> basis_{};
		std::array<int, rounds_per_block> leading_{}; // bit of each vector; 0 is the lowest
		std::size_t rank_ = 0;
	};

	// What the function is called with for the class that has this smallest number, in a block of
	// rounds of a level. Level 0 is for the round keys.
	[[nodiscard]] constexpr PrfMessage message(int level, int block, std::uint64_t smallest) const
	{
		PrfMessage bytes{static_cast<std::uint8_t>(digits_), static_cast<std::uint8_t>(level)};
		store_big_endian(static_cast<std::uint16_t>(block), &bytes[2]);
		store_big_endian(smallest, &bytes[4]);
		return bytes;
	}

	template <typename Prf>
	[[nodiscard]] constexpr bool shuffle(int level, Direction direction, std::uint64_t &number,
										 Prf &prf) const
	{
		const int blocks = blocks_for(level);
		for (int i = 0; i < blocks; ++i)
			if (!run_block(level, direction == Direction::forward ? i : blocks - 1 - i, direction,
						   number, prf))
				return false;
		return true;
	}

	template <typename Prf>
	[[nodiscard]] constexpr bool run_block(int level, int block, Direction direction,
										   std::uint64_t &number, Prf &prf) const
	{
		std::array<std::uint64_t, rounds_per_block> keys{};
		Classes classes;
		for (std::size_t i = 0; i < keys.size(); ++i)
		{
			keys[i] = round_keys_[static_cast<std::size_t>(block) * keys.size() + i] &
					  ((std::uint64_t{1} << level) - 1);
			classes.add_key(keys[i]);
		}
		PrfResult bits{};
		if (!prf(message(level, block, classes.smallest(number)), bits))
			return false;
		std::uint32_t place = classes.place_of(number);
		for (std::size_t i = 0; i < keys.size(); ++i)
		{
			const std::size_t round = direction == Direction::forward ? i : keys.size() - 1 - i;
			const std::uint32_t step = classes.place_of(keys[round]);
			const auto word = load_big_endian<std::uint32_t>(&bits[4 * round]);
			if ((word >> number_of_pair(place, step) & 1) != 0)
			{
				number ^= keys[round];
				place ^= step;
			}
		}
		return true;
	}

	// The number, below 32, of the pair of places {place, place xor step}. One of the two does not
	// have the lowest bit of the step: its bits without this one are the number. A step of 0, which
	// swaps nothing, has no pairs, and 0 will do.
	[[nodiscard]] static constexpr std::uint32_t number_of_pair(std::uint32_t place,
																std::uint32_t step)
	{
		if (step == 0)
			return 0;
		const std::uint32_t bit = step & -step;
		if ((place & bit) != 0)
			place ^= step;
		const std::uint32_t below = bit - 1;
		return (place & below) | (place >> 1 & ~below);
	}

	int digits_;
	int bits_;
	std::uint64_t numbers_;
	std::array<std::uint64_t, rounds_max> round_keys_;
};
static_assert(std::is_trivially_destructible_v<DigitsPermutation>);

} // namespace objectid

// Random numbers of decimal digits: each with the same chance.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace objectid::digits_test {
namespace {

using testing::ScriptedRandom;

static_assert(power_of_ten(0) == 1 && power_of_ten(1) == 10 && power_of_ten(9) == 1'000'000'000);
// All numbers fit into the bigint that SQL shows, and one digit more would not.
static_assert(power_of_ten(digits_max) == 1'000'000'000'000'000'000);
static_assert(power_of_ten(digits_max) > std::numeric_limits<std::int64_t>::max() / 10);

// Hands out one number, big-endian.
struct OneNumber
{
	std::uint64_t number;
	int calls = 0;

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (++calls > 1)
			return false;
		const std::size_t bytes = wanted.size();
		for (std::size_t i = 0; i < bytes; ++i)
			wanted[i] = static_cast<std::uint8_t>(number >> (8 * (bytes - 1 - i)));
		return true;
	}
};

// No bias at all: of all that the source may give, each number takes the same share, and what would
// favour some is refused.
TEST(RandomDigits, EveryDrawOfOneToFourDigits)
{
	struct Case
	{
		int digits;
		std::size_t bytes;
		int times; // that each number comes in all draws of so many bytes
	};
	constexpr Case cases[] = {{1, 1, 16}, {2, 1, 2}, {3, 2, 64}, {4, 2, 4}};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.digits);
		std::vector<int> times(power_of_ten(c.digits));
		for (std::uint64_t drawn = 0; drawn < std::uint64_t{1} << (8 * c.bytes); ++drawn)
		{
			OneNumber random{drawn};
			const auto number = random_digits(c.digits, random);
			ASSERT_EQ(number.has_value(), random.calls == 1);
			if (number)
			{
				ASSERT_LT(*number, times.size());
				++times[*number];
			}
		}
		EXPECT_EQ(times, std::vector<int>(times.size(), c.times));
	}
}

// The ends of the range for each count of digits, and that each bit of a number is drawn.
TEST(RandomDigits, SmallestAndLargest)
{
	for (int digits = digits_min; digits <= digits_max; ++digits)
	{
		SCOPED_TRACE(digits);
		const std::uint64_t numbers = power_of_ten(digits);
		OneNumber smallest{0}, largest{numbers - 1}, too_large{numbers};
		EXPECT_EQ(random_digits(digits, smallest), 0u);
		EXPECT_EQ(random_digits(digits, largest), numbers - 1);
		EXPECT_EQ(random_digits(digits, too_large), std::nullopt);
		EXPECT_EQ(too_large.calls, 2);
		for (std::uint64_t bit = 1; bit < numbers; bit *= 2)
		{
			OneNumber drawn{bit};
			EXPECT_EQ(random_digits(digits, drawn), bit);
		}
		// More than half of the draws fit.
		OneNumber above{std::bit_ceil(numbers)};
		EXPECT_EQ(random_digits(digits, above), 0u);
	}
}

TEST(RandomDigits, DrawsAgainWhileTooLarge)
{
	std::vector<std::uint8_t> bytes;
	for (const std::uint16_t word : {0x0a, 0xff, 0x1f, 0xf9, 0x03, 0xffff, 0x03e8, 0xffe7})
		bytes.insert(bytes.end(), {1, 2, 3, 4, 5, 6, static_cast<std::uint8_t>(word >> 8),
								   static_cast<std::uint8_t>(word)});
	ScriptedRandom random{bytes};
	EXPECT_EQ(random_digits(1, random), 9u);
	EXPECT_EQ(random_digits(1, random), 3u);
	EXPECT_EQ(random.calls(), 5u);
	EXPECT_EQ(random_digits(3, random), 999u);
	EXPECT_EQ(random.bytes_left(), 0u);
}

// A broken source that gives the same bytes for ever ends the search.
TEST(RandomDigits, ConstantSource)
{
	int calls = 0;
	auto random = [&calls](std::span<std::uint8_t> bytes) {
		++calls;
		std::ranges::fill(bytes, std::uint8_t{0xff});
		return true;
	};
	EXPECT_EQ(random_digits(1, random), std::nullopt);
	EXPECT_EQ(calls, 128);
}

} // namespace
} // namespace objectid::digits_test

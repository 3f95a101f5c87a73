// Random numbers of decimal digits: each with the same chance.
// SPDX-License-Identifier: PostgreSQL
#include "core/random_digits.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace objectid
{
namespace
{

using testing::EndlessRandom;
using testing::ScriptedRandom;

static_assert(power_of_ten(0) == 1 && power_of_ten(1) == 10 && power_of_ten(9) == 1'000'000'000);
// All numbers fit into the bigint that SQL shows, and one digit more would not.
static_assert(power_of_ten(random_digits_max) == 1'000'000'000'000'000'000);
static_assert(power_of_ten(random_digits_max) > std::numeric_limits<std::int64_t>::max() / 10);

// In the compiler too.
static_assert([] {
	auto random = [next = std::uint8_t{0xff}](std::span<std::uint8_t> bytes) mutable {
		for (std::uint8_t &byte : bytes)
			byte = next++;
		return true;
	};
	return random_digits(1, random) == 0; // ff does not fit, 00 does
}());

constexpr int all_digits[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};

// Hands out one number, big-endian in as many bytes as are wanted.
struct OneNumber
{
	std::uint64_t number;
	std::size_t bytes = 0;
	int calls = 0;

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (++calls > 1)
			return false;
		bytes = wanted.size();
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
			ASSERT_EQ(random.bytes, c.bytes);
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

// The ends of the range for each count of digits, in as few bytes as hold them.
TEST(RandomDigits, SmallestAndLargest)
{
	for (const int digits : all_digits)
	{
		SCOPED_TRACE(digits);
		const std::uint64_t numbers = power_of_ten(digits);
		OneNumber smallest{0}, largest{numbers - 1}, too_large{numbers};
		EXPECT_EQ(random_digits(digits, smallest), 0u);
		EXPECT_EQ(random_digits(digits, largest), numbers - 1);
		EXPECT_EQ(random_digits(digits, too_large), std::nullopt);
		EXPECT_EQ(too_large.calls, 2);
		EXPECT_GE((numbers - 1) >> (8 * (largest.bytes - 1)), 1u);
		EXPECT_TRUE(largest.bytes == 8 || (numbers - 1) >> (8 * largest.bytes) == 0);
	}
}

TEST(RandomDigits, DrawsAgainWhileTooLarge)
{
	ScriptedRandom random{0x0a, 0xff, 0x1f, 0xf9, 0x03};
	EXPECT_EQ(random_digits(1, random), 9u);
	EXPECT_EQ(random_digits(1, random), 3u);
	EXPECT_EQ(random.calls(), 5u);
	random.append({0xff, 0xff, 0x03, 0xe8, 0xff, 0xe7});
	EXPECT_EQ(random_digits(3, random), 999u);
	EXPECT_EQ(random.bytes_left(), 0u);
}

TEST(RandomDigits, RandomFails)
{
	for (const int digits : all_digits)
	{
		SCOPED_TRACE(digits);
		EndlessRandom random;
		random.fail_next(1);
		EXPECT_EQ(random_digits(digits, random), std::nullopt);
		EXPECT_EQ(random.calls(), 0u);
		EXPECT_NE(random_digits(digits, random), std::nullopt);
	}
	// After a number that is too large.
	ScriptedRandom random{0xff};
	EXPECT_EQ(random_digits(1, random), std::nullopt);
	EXPECT_EQ(random.calls(), 1u);
}

// A broken source that gives the same bytes for ever ends the search.
TEST(RandomDigits, ConstantSource)
{
	for (const int digits : all_digits)
	{
		SCOPED_TRACE(digits);
		int calls = 0;
		auto random = [&calls](std::span<std::uint8_t> bytes) {
			++calls;
			for (std::uint8_t &byte : bytes)
				byte = 0xff;
			return true;
		};
		EXPECT_EQ(random_digits(digits, random), std::nullopt);
		EXPECT_EQ(calls, 128);
	}
}

// sum of (found - expected)^2 / expected.
double
chi_square(const std::vector<int> &found)
{
	double total = 0;
	for (const int count : found)
		total += count;
	const double expected = total / static_cast<double>(found.size());
	double sum = 0;
	for (const int count : found)
		sum += (count - expected) * (count - expected) / expected;
	return sum;
}

// For each count of digits: below the end, the leading and the last two digits evenly spread, and
// below two draws for a number on average.
TEST(RandomDigits, EvenlySpread)
{
	// Of 99 degrees of freedom, passed by chance once in 10,000 times; the seed is fixed.
	constexpr double limit = 161.3;
	constexpr int numbers_drawn = 20'000;
	for (const int digits : all_digits)
	{
		SCOPED_TRACE(digits);
		EndlessRandom random(static_cast<std::uint64_t>(digits));
		const std::uint64_t numbers = power_of_ten(digits);
		const std::size_t buckets = digits == 1 ? 10 : 100;
		std::vector<int> leading(buckets), last(buckets);
		for (int i = 0; i < numbers_drawn; ++i)
		{
			const auto number = random_digits(digits, random);
			ASSERT_TRUE(number);
			ASSERT_LT(*number, numbers);
			++leading[*number / (numbers / buckets)];
			++last[*number % buckets];
		}
		EXPECT_LT(chi_square(leading), limit);
		EXPECT_LT(chi_square(last), limit);
		EXPECT_LT(random.calls(), 2u * numbers_drawn);
	}
}

// Below any number: all of them, none beyond, and each as often as the others.
TEST(RandomBelow, EveryDrawOfSmallNumbers)
{
	for (std::uint64_t numbers = 1; numbers <= 256; ++numbers)
	{
		SCOPED_TRACE(numbers);
		std::vector<int> times(numbers);
		for (std::uint64_t drawn = 0; drawn < 256; ++drawn)
		{
			OneNumber random{drawn};
			if (const auto number = random_below(numbers, random))
			{
				ASSERT_LT(*number, numbers);
				++times[*number];
			}
		}
		EXPECT_GT(times[0], 0);
		EXPECT_EQ(times, std::vector<int>(numbers, times[0]));
	}
}

// A table of numbers: what asking for each comes to, how often it was asked for, and what is
// granted.
struct Board
{
	std::vector<Asked> state;
	std::vector<int> asked = std::vector<int>(state.size());
	int grants = 0;

	Picked pick(EndlessRandom &random, std::uint64_t &number)
	{
		return pick_number(
			state.size(), random,
			[this](std::uint64_t n) {
				++asked[n];
				grants += state[n] == Asked::granted;
				return state[n];
			},
			[this] { --grants; }, number);
	}
};

Board
board(std::size_t numbers, Asked all)
{
	return {std::vector<Asked>(numbers, all)};
}

TEST(PickNumber, EachFreeOneAlike)
{
	// Of 5 of 10 numbers, next to one another or not, and of 4 of 1,000.
	struct Case
	{
		std::size_t numbers;
		std::vector<std::uint64_t> free;
		double limit; // of chi-square, passed by chance once in 10^6 times; the seed is fixed
	};
	const Case cases[] = {{10, {0, 1, 2, 6, 9}, 33.4}, {1000, {0, 1, 500, 999}, 30.7}};
	for (const Case &c : cases)
	{
		EndlessRandom random(c.numbers);
		Board numbers = board(c.numbers, Asked::taken);
		for (const std::uint64_t n : c.free)
			numbers.state[n] = Asked::granted;
		std::map<std::uint64_t, int> times;
		for (int i = 0; i < 4000; ++i)
		{
			std::uint64_t number = 0;
			ASSERT_EQ(numbers.pick(random, number), Picked::number);
			++times[number];
		}
		ASSERT_EQ(times.size(), c.free.size());
		std::vector<int> found;
		for (const auto &[number, count] : times)
			found.push_back(count);
		EXPECT_LT(chi_square(found), c.limit);
		EXPECT_EQ(numbers.grants, 4000);
	}
}

// Too rare for draws, so that each number is looked at: 1 to 3 of 30,000, those at the ends
// included.
TEST(PickNumber, LooksAtEachWhenDrawsFail)
{
	const std::vector<std::vector<std::uint64_t>> cases = {{0}, {29'999}, {0, 15'000, 29'999}};
	for (const auto &free : cases)
	{
		std::map<std::uint64_t, int> times;
		EndlessRandom random(free.size());
		for (int i = 0; i < 60; ++i)
		{
			Board numbers = board(30'000, Asked::taken);
			for (const std::uint64_t n : free)
				numbers.state[n] = Asked::granted;
			std::uint64_t number = 0;
			ASSERT_EQ(numbers.pick(random, number), Picked::number);
			++times[number];
			EXPECT_EQ(numbers.grants, 1) << "only the number that is picked stays granted";
		}
		EXPECT_EQ(times.size(), free.size());
		for (const auto &[number, count] : times)
			EXPECT_GE(count, 60 / static_cast<int>(free.size()) / 3) << number;
	}
}

TEST(PickNumber, NothingLeft)
{
	EndlessRandom random;
	std::uint64_t number = 0;
	Board full = board(100, Asked::taken);
	EXPECT_EQ(full.pick(random, number), Picked::nothing);
	for (const int asked : full.asked)
		EXPECT_GT(asked, 0);
	EXPECT_EQ(full.grants, 0);

	// What others are about to use is not waited for here, nor are 10^18 numbers looked at for it.
	Board busy = board(100'000, Asked::busy);
	EXPECT_EQ(busy.pick(random, number), Picked::nothing);
	int total = 0;
	for (const int asked : busy.asked)
		total += asked;
	EXPECT_EQ(total, 1000);

	// Some taken and the rest busy: looked at to the last.
	Board mixed = board(100, Asked::taken);
	mixed.state[99] = Asked::busy;
	EXPECT_EQ(mixed.pick(random, number), Picked::nothing);
}

// A number that is found and then taken by another: the search begins again.
TEST(PickNumber, TakenMeanwhile)
{
	EndlessRandom random;
	std::uint64_t number = 0;
	int asked = 0, given_back = 0;
	// Only 7 is free, and only from the search on.
	const auto picked = pick_number(
		10, random,
		[&](std::uint64_t n) {
			++asked;
			const bool search = asked > 1000;
			const bool lost = given_back == 1 && asked == 1011;
			return n == 7 && search && !lost ? Asked::granted : Asked::taken;
		},
		[&] { ++given_back; }, number);
	EXPECT_EQ(picked, Picked::number);
	EXPECT_EQ(number, 7u);
	EXPECT_EQ(given_back, 2);
}

TEST(PickNumber, RandomFails)
{
	std::uint64_t number = 0;
	EndlessRandom random;
	random.fail_next(1);
	Board free = board(10, Asked::granted);
	EXPECT_EQ(free.pick(random, number), Picked::random_failed);
	EXPECT_EQ(free.grants, 0);
}

} // namespace
} // namespace objectid

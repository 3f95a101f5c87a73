// The permutation of numbers of decimal digits: one to one, back again, and like a random one: each
// pair is swapped by a bit of its own, and so often that the bound of the papers holds.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits_permutation.hpp"
#include "fake_random.hpp"
#include "repeated.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace objectid::digits_permutation_test {
namespace {

// A fast stand-in for HMAC-SHA-256, which digits.pl compares with another program: SplitMix64
// over the words of the message.
struct FakePrf
{
	std::uint64_t key;
	int calls_left = -1; // before it fails; < 0 for never

	bool operator()(const PrfMessage &message, PrfResult &result)
	{
		if (calls_left >= 0 && calls_left-- == 0)
			return false;
		std::uint64_t state = key;
		const auto mix = [&state](std::uint64_t word) {
			return state = testing::split_mix(state + word);
		};
		mix(load_big_endian<std::uint32_t>(&message[0]));
		mix(load_big_endian<std::uint64_t>(&message[4]));
		for (std::size_t i = 0; i < result.size(); i += 8)
			store_big_endian(mix(i), &result[i]);
		return true;
	}
};

DigitsPermutation
permutation(int digits, FakePrf &prf)
{
	DigitsPermutation made;
	EXPECT_TRUE(made.prepare(digits, prf));
	EXPECT_EQ(made.digits(), digits);
	return made;
}

// Results never change: these are those of test/oracles/permute_digits.py with the stand-in.
TEST(DigitsPermutation, KnownAnswers)
{
	struct Case
	{
		int digits;
		std::uint64_t key;
		std::uint64_t number;
		std::uint64_t permuted;
	};
	constexpr Case cases[] = {
		{1, 87, 0u, 1u},
		{2, 53, 73u, 63u},
		{3, 75, 105u, 74u},
		{4, 81, 6749u, 424u},
		{5, 81, 43983u, 89128u},
		{6, 11, 844717u, 362776u},
		{7, 13, 9616867u, 5900838u},
		{8, 37, 25546672u, 33385227u},
		{9, 16, 741150091u, 611008566u},
		{10, 8, 9739067462u, 3512547167u},
		{11, 89, 89331320102u, 50871690702u},
		{12, 36, 658572494723u, 896964324086u},
		{13, 16, 7618553886623u, 6374993569735u},
		{14, 78, 81680742163950u, 73394568929243u},
		{15, 15, 217744188190405u, 764399286230724u},
		{16, 98, 7243512723746752u, 7714748120190347u},
		{17, 10, 23648638258846871u, 28227574432644662u},
		{18, 11, 125208766723066268u, 407057584361760297u},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.number);
		FakePrf prf{c.key};
		const DigitsPermutation p = permutation(c.digits, prf);
		EXPECT_EQ(p.permute(c.number, prf), c.permuted);
		EXPECT_EQ(p.unpermute(c.permuted, prf), c.number);
	}
}

// Every number goes to a number of as many digits, and back: so no two go to the same one.
TEST(DigitsPermutation, OneToOne)
{
	for (int digits = 1; digits <= 4; ++digits)
		for (std::uint64_t key = 1; key <= testing::repeated(1u, 3u); ++key)
		{
			SCOPED_TRACE(digits);
			FakePrf prf{key};
			const DigitsPermutation p = permutation(digits, prf);
			std::vector<bool> met(power_of_ten(digits));
			for (std::uint64_t n = 0; n < met.size(); ++n)
			{
				const std::uint64_t place = p.permute(n, prf).value();
				ASSERT_LT(place, met.size());
				ASSERT_FALSE(met[place]);
				met[place] = true;
				ASSERT_EQ(p.unpermute(place, prf), n);
			}
		}
}

// The same at the ends and at random points of what is too large to try all.
TEST(DigitsPermutation, ThereAndBack)
{
	std::mt19937_64 random(7);
	for (int digits = 5; digits <= digits_max; ++digits)
	{
		SCOPED_TRACE(digits);
		FakePrf prf{random()};
		const DigitsPermutation p = permutation(digits, prf);
		const std::uint64_t numbers = power_of_ten(digits);
		std::vector<std::uint64_t> tried{0, 1, 2, numbers / 2, numbers - 2, numbers - 1};
		for (int i = 0; i < testing::repeated(40, 200); ++i)
			tried.push_back(random() % numbers);
		for (const std::uint64_t n : tried)
		{
			const std::uint64_t place = p.permute(n, prf).value();
			ASSERT_LT(place, numbers);
			ASSERT_EQ(p.unpermute(place, prf), n);
			ASSERT_EQ(p.permute(p.unpermute(n, prf).value(), prf), n);
		}
	}
}

// Results of zeros swap nothing. Here the round keys are those of FakePrf, and one bit is set in
// the result for one class of numbers in one block of one level.
struct OneBit
{
	std::uint64_t key;
	int level;
	int block;
	std::uint64_t rest = 0;
	std::size_t bit = 256;
	std::set<std::uint64_t> *rests = nullptr; // all that were asked for

	bool operator()(const PrfMessage &message, PrfResult &result) const
	{
		if (message[1] == 0)
			return FakePrf{key}(message, result);
		result.fill(0);
		if (message[1] != level || load_big_endian<std::uint16_t>(&message[2]) != block)
			return true;
		const auto asked = load_big_endian<std::uint64_t>(&message[4]);
		if (rests)
			rests->insert(asked);
		if (asked == rest && bit < 256)
			result[bit / 8] = static_cast<std::uint8_t>(0x80 >> bit % 8);
		return true;
	}
};

// Whatever the keys of a block are, each of its rounds is a swap-or-not: all pairs {x, x xor k} of
// a round have bits of their own.
TEST(DigitsPermutation, EachPairHasItsBit)
{
	struct Case
	{
		int digits;
		int level;
		int block;
	};
	constexpr Case cases[] = {{1, 4, 0}, {1, 4, 1}, {1, 4, 5}, {1, 4, 36}, {2, 7, 0}, {2, 7, 40}};
	for (const auto &[digits, level, block] : cases)
	{
		SCOPED_TRACE(block);
		const std::uint64_t numbers = power_of_ten(digits);
		std::set<std::uint64_t> rests;
		OneBit prf{1, level, block, 0, 256, &rests};
		DigitsPermutation p;
		ASSERT_TRUE(p.prepare(digits, prf));
		for (std::uint64_t n = 0; n < numbers; ++n)
			ASSERT_EQ(p.permute(n, prf), n);
		prf.rests = nullptr;
		std::array<std::uint64_t, 8> steps{};
		std::array<std::array<int, 100>, 8> moves{};
		for (const std::uint64_t rest : rests)
			for (std::size_t bit = 0; bit < 256; ++bit)
			{
				prf.rest = rest;
				prf.bit = bit;
				int moved = 0;
				for (std::uint64_t n = 0; n < numbers; ++n)
				{
					const std::uint64_t place = p.permute(n, prf).value();
					if (place == n)
						continue;
					++moved;
					++moves[bit / 32][n];
					std::uint64_t &step = steps[bit / 32];
					ASSERT_TRUE(step == 0 || step == (n ^ place));
					step = n ^ place;
				}
				ASSERT_LE(moved, 2);
			}
		for (std::size_t round = 0; round < 8; ++round)
			for (std::uint64_t n = 0; n < numbers; ++n)
				ASSERT_EQ(moves[round][n], steps[round] != 0 && (n ^ steps[round]) < numbers);
		EXPECT_GE(std::count_if(steps.begin(), steps.end(), [](auto step) { return step != 0; }),
				  5);
	}
}

// A failure of the function, at whatever call, is reported, and nothing else is.
TEST(DigitsPermutation, FunctionFails)
{
	DigitsPermutation p;
	FakePrf counting{1, 1'000'000};
	ASSERT_TRUE(p.prepare(3, counting));
	const int to_prepare = 1'000'000 - counting.calls_left;
	EXPECT_EQ(to_prepare, (6 * blocks_for(10) + 3) / 4);
	const std::uint64_t place = p.permute(123, counting).value();
	const int to_permute = 1'000'000 - to_prepare - counting.calls_left;
	for (int calls = 0; calls < to_prepare; ++calls)
	{
		FakePrf failing{1, calls};
		DigitsPermutation unused;
		ASSERT_FALSE(unused.prepare(3, failing));
	}
	for (int calls = 0; calls < to_permute; ++calls)
	{
		FakePrf failing{1, calls};
		ASSERT_EQ(p.permute(123, failing), std::nullopt);
		failing.calls_left = calls;
		ASSERT_EQ(p.unpermute(place, failing), std::nullopt);
	}
	FakePrf enough{1, to_permute};
	EXPECT_EQ(p.permute(123, enough), place);
	enough.calls_left = to_permute;
	EXPECT_EQ(p.unpermute(place, enough), 123u);
}

// The distance from a random permutation, by the formula of the papers: see the header.
TEST(DigitsPermutation, EnoughRounds)
{
	for (int digits = digits_min; digits <= digits_max; ++digits)
	{
		double distance = 0;
		for (int bits = static_cast<int>(std::bit_width(power_of_ten(digits) - 1)); bits > 0;
			 --bits)
		{
			const double n = std::exp2(bits);
			const double rounds = rounds_per_block * blocks_for(bits);
			const double of_level =
				2 * std::pow(n, 1.5) / (rounds + 2) * std::pow(0.75, rounds / 2 + 1);
			EXPECT_LT(of_level, std::exp2(-46)) << bits;
			distance += of_level;
		}
		EXPECT_LT(distance, std::exp2(-40)) << digits;
	}
}

} // namespace
} // namespace objectid::digits_permutation_test

// The permutation of numbers of decimal digits: what it always was, one to one, back again, and
// with so many rounds that the bound of the papers holds. HMAC-SHA-256 itself: test/t/digits.pl.
// SPDX-License-Identifier: PostgreSQL
#include "core/digits_permutation.hpp"
#include "fake_random.hpp"
#include "repeated.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace objectid::digits_permutation_test {
namespace {

using testing::FakePrf;

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

// A failure of the function, at whatever call, is reported, and nothing else is.
TEST(DigitsPermutation, FunctionFails)
{
	FakePrf prf{1};
	DigitsPermutation p = permutation(3, prf);
	const std::function<bool()> functions[] = {
		[&] { return p.prepare(3, prf); },
		[&] { return p.permute(123, prf).has_value(); },
		[&] { return p.unpermute(123, prf).has_value(); },
	};
	for (const auto &function : functions)
	{
		constexpr int enough = 1'000'000;
		prf.calls_left = enough;
		ASSERT_TRUE(function());
		const int needed = enough - prf.calls_left;
		for (int calls = 0; calls <= needed; ++calls)
		{
			prf.calls_left = calls;
			ASSERT_EQ(function(), calls == needed);
		}
	}
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

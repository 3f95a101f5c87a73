// Sources of random bytes, and those that the tests of generators use.
// SPDX-License-Identifier: PostgreSQL
#include "core/random.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace objectid {
namespace {

using testing::EndlessRandom;
using testing::ScriptedRandom;

// A source answers whether it could; others are none.
static_assert(RandomSource<bool (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<void (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<int (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<bool (*)()>);

// The sources that all generator tests lean on.
TEST(FakeRandom, HandsOutTheScriptAndThenFails)
{
	ScriptedRandom random{1, 2, 3, 4};
	std::array<std::uint8_t, 3> three{};
	EXPECT_TRUE(random(three));
	EXPECT_EQ(three, (std::array<std::uint8_t, 3>{1, 2, 3}));
	EXPECT_EQ(random.bytes_left(), 1u);

	EXPECT_FALSE(random(three));
	EXPECT_EQ(three, (std::array<std::uint8_t, 3>{1, 2, 3}));
	random.append({5, 6});
	EXPECT_TRUE(random(three));
	EXPECT_EQ(three, (std::array<std::uint8_t, 3>{4, 5, 6}));
	EXPECT_EQ(random.calls(), 2u);
	EXPECT_EQ(random.bytes_handed_out(), 6u);
}

TEST(FakeRandom, FailsOnDemand)
{
	EndlessRandom random;
	std::array<std::uint8_t, 8> bytes{};
	random.fail_next(2);
	EXPECT_FALSE(random(bytes));
	EXPECT_FALSE(random(bytes));
	EXPECT_EQ(bytes, (std::array<std::uint8_t, 8>{}));
	EXPECT_EQ(random.failures(), 2u);
	EXPECT_EQ(random.bytes_handed_out(), 0u);
	EXPECT_TRUE(random(bytes));
	EXPECT_NE(bytes, (std::array<std::uint8_t, 8>{}));
	EXPECT_EQ(random.bytes_handed_out(), 8u);
}

// The bytes do not depend on the pieces they are asked for in.
TEST(FakeRandom, EndlessIsTheSameForASeed)
{
	EndlessRandom whole(7), pieces(7), other(8);
	std::array<std::uint8_t, 64> expected{}, different{};
	EXPECT_TRUE(whole(expected));
	EXPECT_TRUE(other(different));
	EXPECT_NE(different, expected);

	std::vector<std::uint8_t> got;
	while (got.size() < expected.size())
	{
		std::array<std::uint8_t, 16> piece{};
		const std::size_t length = std::min<std::size_t>(1 + got.size() % 9, 64 - got.size());
		EXPECT_TRUE(pieces(std::span{piece}.first(length)));
		got.insert(got.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(length));
	}
	EXPECT_EQ(got, std::vector<std::uint8_t>(expected.begin(), expected.end()));
}

} // namespace
} // namespace objectid

// What every generator shares: its view of the clock, forks, and sources of random bytes.
// SPDX-License-Identifier: PostgreSQL
#include "core/generator.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace objectid
{
namespace
{

using testing::EndlessRandom;
using testing::ScriptedRandom;

// A source answers whether it could; others are none.
static_assert(RandomSource<bool (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<void (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<int (*)(std::span<std::uint8_t>)>);
static_assert(!RandomSource<bool (*)()>);

// Api.md, section 2: up to 60 s is waited out.
static_assert(clock_patience_s == 60);

TEST(ClockMove, Table)
{
	struct Case
	{
		const char *what;
		std::int64_t latest, now, patience;
		ClockMove expected;
	};
	constexpr std::int64_t t = 1'763'600'000, year = 31'536'000;
	constexpr Case cases[] = {
		{"first reading", -1, t, 60, ClockMove::forward},
		{"first reading at the epoch", -1, 0, 60, ClockMove::forward},
		{"runs", t, t + 1, 60, ClockMove::forward},
		{"leaps", t, t + year, 60, ClockMove::forward},
		{"stands", t, t, 60, ClockMove::held},
		{"steps back 1 s", t, t - 1, 60, ClockMove::held},
		{"steps back 59 s", t, t - 59, 60, ClockMove::held},
		{"steps back 60 s", t, t - 60, 60, ClockMove::held},
		{"steps back 61 s", t, t - 61, 60, ClockMove::back},
		{"steps back a year", t, t - year, 60, ClockMove::back},
		{"to the epoch, near it", 60, 0, 60, ClockMove::held},
		{"to the epoch, from farther", 61, 0, 60, ClockMove::back},
		{"60 s in milliseconds", t * 1000, t * 1000 - 60'000, 60'000, ClockMove::held},
		{"and one more", t * 1000, t * 1000 - 60'001, 60'000, ClockMove::back},
		{"no patience", t, t - 1, 0, ClockMove::back},
		{"no patience needed", t, t, 0, ClockMove::held},
		{"last reading of all", std::numeric_limits<std::int64_t>::max() - 1,
		 std::numeric_limits<std::int64_t>::max(), 60, ClockMove::forward},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(clock_move(c.latest, c.now, c.patience), c.expected);
	}
}

struct Tally
{
	int count = 40;
};
using Tallies = PerProcess<Tally>;
static_assert(std::is_trivially_destructible_v<Tallies>);

TEST(PerProcess, StaysWithinAProcess)
{
	Tallies tallies;
	EXPECT_EQ(tallies.of(100).count, 40);
	++tallies.of(100).count;
	EXPECT_EQ(tallies.of(100).count, 41);
	EXPECT_EQ(&tallies.of(100), &tallies.of(100));
}

// fork() copies the memory: the child has a copy of the object and a process id of its own.
TEST(PerProcess, ChildStartsAnewAndParentGoesOn)
{
	Tallies parent;
	parent.of(100).count = 1;
	Tallies child = parent;
	EXPECT_EQ(child.of(101).count, 40);
	child.of(101).count = 2;
	EXPECT_EQ(child.of(101).count, 2);
	EXPECT_EQ(parent.of(100).count, 1);

	Tallies grandchild = child;
	EXPECT_EQ(grandchild.of(102).count, 40);
	EXPECT_EQ(child.of(101).count, 2);
}

TEST(PerProcess, FirstUseInAChildOfAProcessThatNeverUsedIt)
{
	const Tallies postmaster;
	Tallies first = postmaster, second = postmaster;
	first.of(101).count = 1;
	EXPECT_EQ(second.of(102).count, 40);
}

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

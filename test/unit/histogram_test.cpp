// How many buckets of a histogram lie below an end.
// SPDX-License-Identifier: PostgreSQL
#include "core/histogram.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace objectid
{
namespace
{

using Bounds = std::vector<std::optional<std::uint64_t>>;

constexpr std::uint64_t above_all = std::numeric_limits<std::uint64_t>::max();
constexpr std::nullopt_t other = std::nullopt;

double
below(const Bounds &bounds, std::uint64_t end)
{
	const auto bound = [&](int i) { return bounds[static_cast<std::size_t>(i)]; };
	return buckets_below(static_cast<int>(bounds.size()), bound, end);
}

TEST(Histogram, NothingToCount)
{
	EXPECT_EQ(below({}, above_all), 0.0);
	EXPECT_EQ(below({5}, above_all), 0.0);
	EXPECT_EQ(below({other, other, other}, above_all), 0.0);
}

TEST(Histogram, InterpolatesBetweenBounds)
{
	const Bounds bounds = {100, 200, 400};
	EXPECT_EQ(below(bounds, 0), 0.0);
	EXPECT_EQ(below(bounds, 100), 0.0);
	EXPECT_EQ(below(bounds, 125), 0.25);
	EXPECT_EQ(below(bounds, 200), 1.0);
	EXPECT_EQ(below(bounds, 250), 1.25);
	EXPECT_EQ(below(bounds, 400), 2.0);
	EXPECT_EQ(below(bounds, above_all), 2.0);
}

TEST(Histogram, BoundsThatAreEqual)
{
	const Bounds bounds = {7, 7, 7};
	EXPECT_EQ(below(bounds, 7), 0.0);
	EXPECT_EQ(below(bounds, 8), 2.0);
}

// As dense as the next bucket, from the bound that counts.
TEST(Histogram, BucketsWithOneBoundThatCounts)
{
	const Bounds after = {100, 200, other, other};
	EXPECT_EQ(below(after, 150), 0.5);
	EXPECT_EQ(below(after, 250), 1.5);
	EXPECT_EQ(below(after, above_all), 2.0);

	const Bounds before = {other, other, 100, 200};
	EXPECT_EQ(below(before, 0), 0.0);
	EXPECT_EQ(below(before, 50), 0.5);
	EXPECT_EQ(below(before, 100), 1.0);
	EXPECT_EQ(below(before, 150), 1.5);
}

TEST(Histogram, OneBoundAmongOthers)
{
	const Bounds bounds = {other, 100, other};
	EXPECT_EQ(below(bounds, 99), 0.0);
	EXPECT_EQ(below(bounds, 100), 1.0);
	EXPECT_EQ(below(bounds, 101), 2.0);
}

// Bounds out of order are nobody's histogram, but what is there is a number of buckets all the
// same.
TEST(Histogram, NeverBeyondItsBuckets)
{
	const std::vector<Bounds> histograms = {{9, 1, 5}, {above_all, 0, above_all}, {0, other, 3, 2}};
	for (const Bounds &bounds : histograms)
		for (const std::uint64_t end :
			 {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4}, above_all})
		{
			EXPECT_GE(below(bounds, end), 0.0);
			EXPECT_LE(below(bounds, end), static_cast<double>(bounds.size() - 1));
		}
}

} // namespace
} // namespace objectid

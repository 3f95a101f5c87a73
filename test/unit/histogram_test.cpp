// Fractions of a histogram in which only some values are of the kind.
// SPDX-License-Identifier: PostgreSQL
#include "core/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

namespace objectid {
namespace {

using Bounds = std::vector<HistogramBound>;

constexpr std::uint64_t above_all = std::numeric_limits<std::uint64_t>::max();

constexpr HistogramBound
other(std::uint64_t number)
{
	return {number, false};
}

Bounds
of_kind(std::initializer_list<std::uint64_t> numbers)
{
	Bounds bounds;
	for (const std::uint64_t number : numbers)
		bounds.push_back({number, true});
	return bounds;
}

double
below(const Bounds &bounds, std::uint64_t end, std::uint64_t newest = 0)
{
	const auto is_of_kind = [](const HistogramBound &each) { return each.is_of_kind; };
	const auto count = std::count_if(bounds.begin(), bounds.end(), is_of_kind);
	return buckets_below({bounds, static_cast<int>(count)}, end, newest);
}

std::optional<double>
selectivity(const Bounds &bounds, std::uint64_t lower, std::uint64_t upper)
{
	return selectivity_among_others(bounds, lower, upper, 0);
}

TEST(Histogram, NothingOfTheKind)
{
	EXPECT_EQ(below({}, above_all), 0.0);
	EXPECT_EQ(below(of_kind({5}), above_all), 0.0);
	EXPECT_EQ(below({other(1), other(2), other(3)}, above_all), 0.0);
}

TEST(Histogram, FractionWhereverTheyLie)
{
	EXPECT_DOUBLE_EQ(fraction_of_kind(Bounds{{1, true}, {2, false}, {9, true}, {12, false}}), 0.5);
	EXPECT_DOUBLE_EQ(fraction_of_kind(of_kind({1, 2, 3})), 1.0);
	EXPECT_DOUBLE_EQ(fraction_of_kind(Bounds{other(1), other(2), other(3), other(4)}), 0.025);
}

TEST(Histogram, InterpolatesBetweenBounds)
{
	const Bounds bounds = of_kind({100, 200, 400});
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
	const Bounds bounds = of_kind({7, 7, 7});
	EXPECT_EQ(below(bounds, 7), 0.0);
	EXPECT_EQ(below(bounds, 8), 2.0);
}

// As far as in the next bucket, from the bound of the kind.
TEST(Histogram, BucketsWithOneBoundOfTheKind)
{
	const Bounds after = {{100, true}, {200, true}, other(300), other(400)};
	EXPECT_EQ(below(after, 150), 0.5);
	EXPECT_EQ(below(after, 250), 1.5);
	EXPECT_EQ(below(after, above_all), 2.0);

	const Bounds before = {other(10), other(20), {100, true}, {200, true}};
	EXPECT_EQ(below(before, 0), 0.0);
	EXPECT_EQ(below(before, 50), 0.5);
	EXPECT_EQ(below(before, 100), 1.0);
	EXPECT_EQ(below(before, 150), 1.5);
}

TEST(Histogram, OneBoundAmongOthers)
{
	const Bounds bounds = {other(50), {100, true}, other(300)};
	EXPECT_EQ(below(bounds, 80, 140), 0.5);
	EXPECT_EQ(below(bounds, 100, 140), 1.0);
	EXPECT_EQ(below(bounds, 110, 140), 1.25);
	EXPECT_EQ(below(bounds, 140, 140), 2.0);
	EXPECT_EQ(below(bounds, 60, 140), 0.0);

	// At the bound, where it is the newest.
	EXPECT_EQ(below(bounds, 99), 0.0);
	EXPECT_EQ(below(bounds, 101), 2.0);

	const Bounds first = {{100, true}, other(300)};
	EXPECT_EQ(below(first, 110, 140), 0.25);
	const Bounds last = {other(50), {100, true}};
	EXPECT_EQ(below(last, 90, 140), 0.75);
}

// Others fill a bucket the more the wider it is: here all but a quarter of the first one.
TEST(Histogram, OthersAreSpreadEvenly)
{
	const std::uint64_t quarter = std::uint64_t{1} << 62;
	const Bounds bounds = {other(0), {3 * quarter / 2, true}, other(3 * quarter)};
	EXPECT_DOUBLE_EQ(below(bounds, 3 * quarter / 2, 0), 1.0 - 2.0 / 3 * 2 * 3 / 8);
	EXPECT_DOUBLE_EQ(below(bounds, above_all, 0), 2 - 4.0 / 3 * 3 / 4);

	// As dense on both sides of a single bound.
	const Bounds uneven = {other(0), {quarter, true}, other(quarter + 1000)};
	const double left = 1.0 - 2.0 / 3 * 2 / 4;
	EXPECT_DOUBLE_EQ(below(uneven, quarter + 50, quarter + 100), left + 0.5);
	EXPECT_NEAR(below(uneven, quarter - 30, quarter + 100), left - 0.3, 1e-9);
}

TEST(Histogram, FractionAmongOthers)
{
	EXPECT_EQ(selectivity(of_kind({1, 2, 3}), 1, 2), std::nullopt);
	EXPECT_EQ(selectivity({other(1), other(2)}, 1, 2), 0.05);
	EXPECT_EQ(selectivity({{100, true}, {200, true}, other(300)}, 150, 200), 0.25);
	EXPECT_EQ(selectivity({{100, true}, {200, true}, other(300)}, 200, 150), 0.0);
}

// Bounds out of order are nobody's histogram, but what is there is a number of buckets all the
// same.
TEST(Histogram, NeverBeyondItsBuckets)
{
	const std::vector<Bounds> histograms = {of_kind({9, 1, 5}),
											of_kind({above_all, 0, above_all}),
											{{0, true}, other(9), {3, true}, {2, true}}};
	for (const Bounds &bounds : histograms)
		for (const std::uint64_t end :
			 {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4}, above_all})
			for (const std::uint64_t newest : {std::uint64_t{0}, std::uint64_t{2}, above_all})
			{
				EXPECT_GE(below(bounds, end, newest), 0.0);
				EXPECT_LE(below(bounds, end, newest), static_cast<double>(bounds.size() - 1));
			}
}

} // namespace
} // namespace objectid

// Fractions of a histogram in which only some values are of the kind.
// SPDX-License-Identifier: PostgreSQL
#include "core/histogram.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace objectid::histogram_test {
namespace {

using Bounds = std::vector<HistogramBound>;

constexpr std::uint64_t above_all = std::numeric_limits<std::uint64_t>::max();

constexpr HistogramBound
ours(std::uint64_t number)
{
	return {number, true};
}

constexpr HistogramBound
other(std::uint64_t number)
{
	return {number, false};
}

double
below(const Bounds &bounds, std::uint64_t end, std::uint64_t newest = 0)
{
	return HistogramOfKind{bounds, newest}.below(end);
}

TEST(Histogram, FractionWhereverTheyLie)
{
	EXPECT_DOUBLE_EQ(fraction_of_kind(Bounds{ours(1), other(2), ours(9), other(12)}), 0.5);
	EXPECT_DOUBLE_EQ(fraction_of_kind(Bounds{ours(1), ours(2), ours(3)}), 1.0);
	EXPECT_DOUBLE_EQ(fraction_of_kind(Bounds{other(1), other(2), other(3), other(4)}), 0.025);
	EXPECT_DOUBLE_EQ(selectivity_among_others(Bounds{other(1), other(2)}, 1, 2, 0), 0.05);
	EXPECT_DOUBLE_EQ(selectivity_among_others(Bounds{ours(1)}, 1, 2, 0), 1.0);
}

TEST(Histogram, InterpolatesBetweenBounds)
{
	const Bounds bounds = {ours(100), ours(200), ours(400)};
	EXPECT_EQ(below(bounds, 0), 0.0);
	EXPECT_EQ(below(bounds, 100), 0.0);
	EXPECT_EQ(below(bounds, 125), 0.25);
	EXPECT_EQ(below(bounds, 200), 1.0);
	EXPECT_EQ(below(bounds, 250), 1.25);
	EXPECT_EQ(below(bounds, 400), 2.0);
	EXPECT_EQ(below(bounds, above_all), 2.0);
	EXPECT_EQ(selectivity_among_others(bounds, 125, 250, 0), 0.5);
	EXPECT_EQ(selectivity_among_others(bounds, 250, 125, 0), 0.0);
}

TEST(Histogram, BoundsThatAreEqual)
{
	const Bounds bounds = {ours(7), ours(7), ours(7)};
	EXPECT_EQ(below(bounds, 7), 0.0);
	EXPECT_EQ(below(bounds, 8), 2.0);
}

// Between two bounds of the kind are as many values as in all buckets there.
TEST(Histogram, OtherBoundsBetween)
{
	EXPECT_EQ(below({ours(100), other(110), ours(200), ours(300)}, 150), 1.0);
	EXPECT_EQ(below({ours(100), other(110), ours(200), ours(300)}, 250), 2.5);
}

// Values of a kind from a number on, evenly, among others spread over all numbers: in a hundred
// buckets, nowhere off by a seventh of one.
TEST(Histogram, AsManyAsThereAre)
{
	constexpr int count = 20000;
	constexpr int buckets = 100;
	for (const int share : {3, 10, 50, 90}) // in a hundred
		for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{1} << 57, above_all / 2})
			for (const std::uint64_t length : {std::uint64_t{1} << 40, std::uint64_t{1} << 50})
			{
				Bounds values;
				const int of_kind = count * share / 100;
				for (int i = 0; i < of_kind; i++)
					values.push_back(ours(from + length / static_cast<unsigned>(of_kind) *
													 static_cast<unsigned>(i)));
				for (int i = 0; i < count - of_kind; i++)
					values.push_back(other(above_all / static_cast<unsigned>(count - of_kind) *
										   static_cast<unsigned>(i)));
				std::sort(values.begin(), values.end(),
						  [](const auto &a, const auto &b) { return a.number < b.number; });
				Bounds bounds;
				for (int i = 0; i <= buckets; i++)
					bounds.push_back(values[static_cast<std::size_t>(i * (count - 1) / buckets)]);
				for (int i = 0; i <= 50; i++)
				{
					const std::uint64_t end = from + length / 50 * static_cast<unsigned>(i);
					EXPECT_NEAR(below(bounds, end, from + length), i / 50.0 * share, 0.15)
						<< share << " % from " << from << ", " << length << " long, below " << i
						<< " fiftieths";
				}
			}
}

// Beyond the bounds some are expected even where all of them would end if they lay evenly, but none
// after the newest.
TEST(Histogram, ThinnerBeyondTheBounds)
{
	const Bounds bounds = {other(0), ours(1000), ours(2000), other(3000)};
	EXPECT_DOUBLE_EQ(below(bounds, above_all), 3.0);
	EXPECT_NEAR(below(bounds, 0), 0.14, 0.01);
	EXPECT_NEAR(below(bounds, 500), 1 - 0.35 - 0.108, 0.001);
	EXPECT_NEAR(below(bounds, 2500), 2 + 0.35 + 0.108, 0.001);
	EXPECT_NEAR(below(bounds, 3000), 3 - 0.3 / 2.25, 0.001);
	EXPECT_NEAR(below(bounds, 2500, 3000), 2 + 0.458 / (1 - 0.3 / 2.25), 0.001);
	EXPECT_DOUBLE_EQ(below(bounds, 3000, 3000), 3.0);
}

// A single bound does not say how dense they lie: after it, up to the newest.
TEST(Histogram, OneBoundAmongOthers)
{
	const Bounds bounds = {other(50), ours(100), other(300)};
	EXPECT_EQ(below(bounds, 100, 140), 1.0);
	EXPECT_NEAR(below(bounds, 120, 140), 1.5, 0.05);
	EXPECT_EQ(below(bounds, 140, 140), 2.0);
	EXPECT_NEAR(below(bounds, 80, 140), 0.5, 0.05);
	EXPECT_EQ(below(bounds, 99), 0.0); // at the bound, where it is the newest
	EXPECT_EQ(below(bounds, 101), 2.0);
	EXPECT_NEAR(below({ours(100), other(300)}, 120, 140), 0.5, 0.05);
	EXPECT_NEAR(below({other(50), ours(100)}, 80, 140), 0.5, 0.05);
}

// Bounds out of order are nobody's histogram, but what is there is a number of buckets all the
// same.
TEST(Histogram, NeverBeyondItsBuckets)
{
	testing::EndlessRandom random;
	const auto number = [&random] { return random.number() >> random.number() % 64; };
	for (int i = 0; i < 2000; i++)
	{
		Bounds bounds = {ours(number())};
		for (std::uint64_t more = 1 + random.number() % 7; more > 0; more--)
			bounds.push_back({number(), random.number() % 2 == 0});
		const double buckets = below(bounds, number(), number());
		EXPECT_GE(buckets, 0.0);
		EXPECT_LE(buckets, static_cast<double>(bounds.size() - 1));
	}
}

} // namespace
} // namespace objectid::histogram_test

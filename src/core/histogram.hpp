// The share of values in a range, by a histogram in which some values do not count.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace objectid
{

// A bound of a histogram. Only some values count, and they lie close together; the others are
// spread evenly over all numbers.
struct HistogramBound
{
	std::uint64_t number;
	bool counts;
};

// The number of buckets, possibly fractional, that the counting values below end fill. bound(i)
// gives the bounds in ascending order. Where only one bound of a bucket counts, the values that
// count are as dense as in the next bucket. Where none of those counts either, they are as dense on
// both sides of the bound, and reach up to newest, the largest number to be expected.
template <typename Bound>
[[nodiscard]] constexpr double
buckets_below(int bounds, const Bound &bound, std::uint64_t end, std::uint64_t newest)
{
	const auto counts = [&](int i) { return i >= 0 && i < bounds && bound(i).counts; };
	const auto distance = [](std::uint64_t from, std::uint64_t to) {
		return to > from ? static_cast<double>(to - from) : 0.0;
	};
	const auto width = [&](int i) { return distance(bound(i).number, bound(i + 1).number); };
	int others = 0;
	for (int i = 0; i < bounds; i++)
		others += counts(i) ? 0 : 1;
	// The part of a bucket that counts.
	const auto counting_part = [&](int i) {
		const double others_per_number = 1.0 * others / bounds * (bounds - 1) / 0x1p64;
		return i + 1 < bounds ? std::clamp(1.0 - others_per_number * width(i), 0.0, 1.0) : 0.0;
	};

	double buckets = 0;
	for (int i = 0; i + 1 < bounds; i++)
	{
		if (!counts(i) && !counts(i + 1))
			continue;
		const std::uint64_t first = bound(counts(i) ? i : i + 1).number;
		const int next = counts(i) ? i - 1 : i + 1;
		// How far the values that count reach from the first bound that does.
		double reach = distance(first, newest);
		if (counts(i) && counts(i + 1))
			reach = width(i);
		else if (counts(next) && counts(next + 1))
			reach = width(next);
		else if (!counts(i) && counting_part(i + 1) > 0)
			reach *= counting_part(i) / counting_part(i + 1);
		const auto part_of_reach = [reach](double part) {
			return part >= reach ? 1.0 : part / reach;
		};
		double below = 0;
		if (counts(i))
			below = end > first ? part_of_reach(distance(first, end)) : 0.0;
		else
			below = end < first ? 1.0 - part_of_reach(distance(end, first)) : 1.0;
		buckets += below * counting_part(i);
	}
	return buckets;
}

// The share of the values that count and lie from lower to upper; nothing when all values count.
template <typename Bound>
[[nodiscard]] constexpr std::optional<double>
share_among_others(int bounds, const Bound &bound, std::uint64_t lower, std::uint64_t upper,
				   std::uint64_t newest)
{
	int counting = 0;
	for (int i = 0; i < bounds; i++)
		counting += bound(i).counts ? 1 : 0;
	if (counting == bounds)
		return std::nullopt;
	// Those that count are rarer than one in so many values; how much so, nobody knows.
	if (counting == 0)
		return 0.1 / bounds;
	return std::max(buckets_below(bounds, bound, upper, newest) -
						buckets_below(bounds, bound, lower, newest),
					0.0) /
		   (bounds - 1);
}

} // namespace objectid

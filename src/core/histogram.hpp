// The selectivity of a range, by a histogram in which some values do not count.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace objectid {

// A bound of a histogram. Only some values count, and they lie close together; the others are
// spread evenly over all numbers.
struct HistogramBound
{
	std::uint64_t number;
	bool counts;
};

// A histogram by its bounds in ascending order.
struct Histogram
{
	std::span<const HistogramBound> bounds;
	int counting; // number of the bounds that count

	[[nodiscard]] constexpr int buckets() const
	{
		return static_cast<int>(bounds.size()) - 1;
	}

	[[nodiscard]] constexpr const HistogramBound &bound(int i) const
	{
		return bounds[static_cast<std::size_t>(i)];
	}

	[[nodiscard]] constexpr bool counts(int i) const
	{
		return i >= 0 && i <= buckets() && bound(i).counts;
	}

	[[nodiscard]] static constexpr double distance(std::uint64_t from, std::uint64_t to)
	{
		return to > from ? static_cast<double>(to - from) : 0.0;
	}

	[[nodiscard]] constexpr double width(int i) const
	{
		return distance(bound(i).number, bound(i + 1).number);
	}

	// The part of a bucket's values that count. Every bucket has as many values. Of all values, the
	// part that does not count is as large as it is among the bounds; as these values are spread
	// evenly over 2^64 numbers, a bucket of some width has width / 2^64 of them. By the number of
	// values in a bucket, that is
	//
	//     others * buckets * width / 2^64
	//
	// and the rest of the bucket counts.
	[[nodiscard]] constexpr double counting_part(int i) const
	{
		if (i >= buckets())
			return 0;
		const double others = 1.0 - static_cast<double>(counting) / (buckets() + 1);
		const double others_in_bucket = others * buckets() * (width(i) / 0x1p64);
		return std::clamp(1.0 - others_in_bucket, 0.0, 1.0);
	}

	// How far the values that count reach in a bucket, from its first bound that counts. Where both
	// do, they fill it. Where only one does, they are as dense as in the bucket on its other side.
	// Where that one has no other bound that counts either, they reach up to newest, the largest
	// number to be expected, on the upper side, and are as dense on the lower side:
	//
	//     reach below / reach above = counting part below / counting part above
	[[nodiscard]] constexpr double reach(int i, std::uint64_t newest) const
	{
		if (counts(i) && counts(i + 1))
			return width(i);
		const bool is_above = counts(i);
		const int neighbor = is_above ? i - 1 : i + 1;
		if (counts(neighbor) && counts(neighbor + 1))
			return width(neighbor);
		const double above = distance(bound(is_above ? i : i + 1).number, newest);
		if (is_above || counting_part(neighbor) <= 0)
			return above;
		return above * counting_part(i) / counting_part(neighbor);
	}

	// The part of the bucket's values that count and lie below end: from its lower bound upwards
	// if that one counts, else from its upper bound downwards.
	[[nodiscard]] constexpr double below(int i, std::uint64_t end, std::uint64_t newest) const
	{
		const double whole = reach(i, newest);
		const auto part_of_reach = [whole](double part) {
			return part >= whole ? 1.0 : part / whole;
		};
		if (counts(i))
		{
			const std::uint64_t first = bound(i).number;
			return end > first ? part_of_reach(distance(first, end)) * counting_part(i) : 0.0;
		}
		const std::uint64_t last = bound(i + 1).number;
		const double not_below = end < last ? part_of_reach(distance(end, last)) : 0.0;
		return (1.0 - not_below) * counting_part(i);
	}
};

// The number of buckets, possibly fractional, that the counting values below end fill.
[[nodiscard]] constexpr double
buckets_below(const Histogram &histogram, std::uint64_t end, std::uint64_t newest)
{
	double buckets = 0;
	for (int i = 0; i < histogram.buckets(); i++)
		if (histogram.counts(i) || histogram.counts(i + 1))
			buckets += histogram.below(i, end, newest);
	return buckets;
}

[[nodiscard]] constexpr int
number_that_count(std::span<const HistogramBound> bounds)
{
	int counting = 0;
	for (const HistogramBound &bound : bounds)
		counting += bound.counts ? 1 : 0;
	return counting;
}

// The part of the values that count, wherever they lie. Where no bound does, they are rarer than
// one in so many values; how much so, nobody knows.
[[nodiscard]] constexpr double
fraction_that_counts(std::span<const HistogramBound> bounds)
{
	const int counting = number_that_count(bounds);
	return (counting == 0 ? 0.1 : counting) / static_cast<double>(bounds.size());
}

// The part of the values that count and lie from lower to upper; nothing when all values count.
[[nodiscard]] constexpr std::optional<double>
selectivity_among_others(std::span<const HistogramBound> bounds, std::uint64_t lower,
						 std::uint64_t upper, std::uint64_t newest)
{
	const Histogram histogram{bounds, number_that_count(bounds)};
	if (histogram.counting > histogram.buckets())
		return std::nullopt;
	if (histogram.counting == 0)
		return fraction_that_counts(bounds);
	const double buckets =
		buckets_below(histogram, upper, newest) - buckets_below(histogram, lower, newest);
	return std::max(buckets, 0.0) / histogram.buckets();
}

} // namespace objectid

// The share of values in a range, by a histogram in which some values do not count.
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

	// The part of a bucket that counts: what the others leave.
	[[nodiscard]] constexpr double counting_part(int i) const
	{
		if (i >= buckets())
			return 0;
		const double others = 1.0 - static_cast<double>(counting) / (buckets() + 1);
		return std::clamp(1.0 - others * buckets() * (width(i) / 0x1p64), 0.0, 1.0);
	}

	// How far the values that count reach in a bucket, from its first bound that counts. Where only
	// one does, they are as dense as in the next bucket. Where none of those counts either, they
	// are as dense on both sides of the bound, and reach up to newest, the largest number to be
	// expected.
	[[nodiscard]] constexpr double reach(int i, std::uint64_t newest) const
	{
		if (counts(i) && counts(i + 1))
			return width(i);
		const int next = counts(i) ? i - 1 : i + 1;
		if (counts(next) && counts(next + 1))
			return width(next);
		const double above = distance(bound(counts(i) ? i : i + 1).number, newest);
		return counts(i) || counting_part(next) <= 0
				   ? above
				   : above * counting_part(i) / counting_part(next);
	}

	// The share of the bucket's values that count and lie below end.
	[[nodiscard]] constexpr double below(int i, std::uint64_t end, std::uint64_t newest) const
	{
		const auto part_of_reach = [&](double part) {
			const double whole = reach(i, newest);
			return part >= whole ? 1.0 : part / whole;
		};
		const std::uint64_t first = bound(counts(i) ? i : i + 1).number;
		const double part = counts(i) ? (end > first ? part_of_reach(distance(first, end)) : 0.0)
							: end < first ? 1.0 - part_of_reach(distance(end, first))
										  : 1.0;
		return part * counting_part(i);
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

// The share of the values that count and lie from lower to upper; nothing when all values count.
[[nodiscard]] constexpr std::optional<double>
share_among_others(std::span<const HistogramBound> bounds, std::uint64_t lower, std::uint64_t upper,
				   std::uint64_t newest)
{
	Histogram histogram{bounds, 0};
	for (const HistogramBound &bound : bounds)
		histogram.counting += bound.counts ? 1 : 0;
	if (histogram.counting > histogram.buckets())
		return std::nullopt;
	// Those that count are rarer than one in so many values; how much so, nobody knows.
	if (histogram.counting == 0)
		return 0.1 / (histogram.buckets() + 1);
	const double buckets =
		buckets_below(histogram, upper, newest) - buckets_below(histogram, lower, newest);
	return std::max(buckets, 0.0) / histogram.buckets();
}

} // namespace objectid

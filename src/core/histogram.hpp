// The selectivity of a range of values of one kind, by a histogram of values of several kinds.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace objectid {

// A bound of a histogram. The values of the kind lie close together; others, such as UUIDs of
// another version, are spread evenly over all numbers.
struct HistogramBound
{
	std::uint64_t number;
	bool is_of_kind;
};

// A histogram by its bounds in ascending order.
struct Histogram
{
	std::span<const HistogramBound> bounds;
	int bounds_of_kind; // how many there are

	[[nodiscard]] constexpr int buckets() const
	{
		return static_cast<int>(bounds.size()) - 1;
	}

	[[nodiscard]] constexpr const HistogramBound &bound(int i) const
	{
		return bounds[static_cast<std::size_t>(i)];
	}

	[[nodiscard]] constexpr bool is_of_kind(int i) const
	{
		return i >= 0 && i <= buckets() && bound(i).is_of_kind;
	}

	[[nodiscard]] static constexpr double distance(std::uint64_t from, std::uint64_t to)
	{
		return to > from ? static_cast<double>(to - from) : 0.0;
	}

	[[nodiscard]] constexpr double width(int i) const
	{
		return distance(bound(i).number, bound(i + 1).number);
	}

	// The fraction of a bucket's values that are of the kind: all but the others.
	//
	//     others, of all values          `others`, their fraction among the bounds
	//     of these, in the bucket        width / 2^64, as they are spread evenly over 2^64 numbers
	//     all values, in the bucket      1 / buckets, as every bucket has the same number of values
	//
	// Hence of the bucket's values, others * (width / 2^64) / (1 / buckets) are others.
	[[nodiscard]] constexpr double fraction_in_bucket(int i) const
	{
		if (i >= buckets())
			return 0;
		const double others = 1.0 - static_cast<double>(bounds_of_kind) / (buckets() + 1);
		const double others_in_bucket = others * buckets() * (width(i) / 0x1p64);
		return std::clamp(1.0 - others_in_bucket, 0.0, 1.0);
	}

	// How far the values of the kind reach into a bucket, from its bound that is of the kind. (One
	// of its bounds is.) newest: the largest number of the kind that is to be expected.
	[[nodiscard]] constexpr double reach(int i, std::uint64_t newest) const
	{
		if (is_of_kind(i) && is_of_kind(i + 1))
			return width(i); // through the bucket

		// The bucket lies above or below its bound that is of the kind, and the bucket beyond lies
		// on the other side of it.
		const bool is_above = is_of_kind(i);
		const int beyond = is_above ? i - 1 : i + 1;
		if (is_of_kind(beyond) && is_of_kind(beyond + 1))
			return width(beyond); // as far as on the other side

		// This bound is the only one of the kind. Above it, the values of the kind reach up to
		// newest. Below it they are assumed to lie as densely. Each bucket has the same number of
		// values, so the two reaches are to each other as the fractions of values that are of the
		// kind.
		const double reach_above = distance(bound(is_above ? i : i + 1).number, newest);
		if (is_above || fraction_in_bucket(beyond) <= 0)
			return reach_above;
		return reach_above * fraction_in_bucket(i) / fraction_in_bucket(beyond);
	}

	// The fraction of the bucket's values that are of the kind and lie below end. Those of the kind
	// lie next to the bound that is of the kind: above the lower one, or else below the upper one.
	[[nodiscard]] constexpr double below(int i, std::uint64_t end, std::uint64_t newest) const
	{
		const double whole = reach(i, newest);
		const auto fraction_of_reach = [whole](double part) {
			return part >= whole ? 1.0 : part / whole;
		};
		if (is_of_kind(i))
		{
			const std::uint64_t first = bound(i).number;
			return end > first ? fraction_of_reach(distance(first, end)) * fraction_in_bucket(i)
							   : 0.0;
		}
		const std::uint64_t last = bound(i + 1).number;
		const double not_below = end < last ? fraction_of_reach(distance(end, last)) : 0.0;
		return (1.0 - not_below) * fraction_in_bucket(i);
	}
};
static_assert(std::is_trivially_destructible_v<Histogram>);

// How many buckets, possibly fractional, the values of the kind below end fill.
[[nodiscard]] constexpr double
buckets_below(const Histogram &histogram, std::uint64_t end, std::uint64_t newest)
{
	double buckets = 0;
	for (int i = 0; i < histogram.buckets(); i++)
		if (histogram.is_of_kind(i) || histogram.is_of_kind(i + 1))
			buckets += histogram.below(i, end, newest);
	return buckets;
}

[[nodiscard]] constexpr int
count_of_kind(std::span<const HistogramBound> bounds)
{
	int count = 0;
	for (const HistogramBound &bound : bounds)
		count += bound.is_of_kind ? 1 : 0;
	return count;
}

// The fraction of the values that are of the kind, wherever they lie. Where no bound is, they are
// rarer than one in so many values; how much so, nobody knows.
[[nodiscard]] constexpr double
fraction_of_kind(std::span<const HistogramBound> bounds)
{
	const int count = count_of_kind(bounds);
	return (count == 0 ? 0.1 : count) / static_cast<double>(bounds.size());
}

// The fraction of the values that are of the kind and lie from lower to upper; nothing when all
// bounds are of the kind.
[[nodiscard]] constexpr std::optional<double>
selectivity_among_others(std::span<const HistogramBound> bounds, std::uint64_t lower,
						 std::uint64_t upper, std::uint64_t newest)
{
	const Histogram histogram{bounds, count_of_kind(bounds)};
	if (histogram.bounds_of_kind > histogram.buckets())
		return std::nullopt;
	if (histogram.bounds_of_kind == 0)
		return fraction_of_kind(bounds);
	const double buckets =
		buckets_below(histogram, upper, newest) - buckets_below(histogram, lower, newest);
	return std::max(buckets, 0.0) / histogram.buckets();
}

} // namespace objectid

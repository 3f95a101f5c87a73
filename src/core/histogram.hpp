// The selectivity of a range of values of one kind, by a histogram of values of several kinds.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

[[nodiscard]] constexpr double
distance(std::uint64_t from, std::uint64_t to)
{
	return to > from ? static_cast<double>(to - from) : 0.0;
}

// Values of the kind between two of its bounds, as many as fill some buckets.
struct Between
{
	double buckets;
	double width;

	// How many of them lie within a distance from the lower bound: they lie evenly.
	[[nodiscard]] constexpr double within(double reach) const
	{
		if (reach <= 0)
			return 0;
		return reach < width ? buckets * (reach / width) : buckets;
	}
};

// Values of the kind beyond its first or last bound.
struct Beyond
{
	double buckets = 0;
	double width = 0;         // that they take if they lie as densely as on the other side
	double farthest = 0x1p64; // from the bound

	// How many of them lie within a distance from the bound. Where they end, no bound says, so they
	// are taken to lie evenly for the most part, and to become ever sparser for the rest: who asks
	// for the last ones is told neither that there are none nor that there are many.
	[[nodiscard]] constexpr double within(double reach) const
	{
		if (width <= 0 || reach >= farthest)
			return reach > 0 ? buckets : 0;
		return buckets * part_within(reach / width) / part_within(farthest / width);
	}

  private:
	[[nodiscard]] static constexpr double part_within(double widths)
	{
		const double sparser = 1 + widths / 2;
		return 0.7 * std::min(widths, 1.0) + 0.3 * (1 - 1 / (sparser * sparser));
	}
};

// The width beyond the outermost bounds where values lie as densely as in another part.
template <typename Part>
[[nodiscard]] constexpr double
as_dense(const Beyond &beyond, const Part &other)
{
	return other.width * (beyond.buckets / other.buckets);
}

// The histogram of the values of the kind, by the bounds of the kind, at least one, among all.
class HistogramOfKind
{
  public:
	// newest: the largest number of the kind that is to be expected.
	constexpr HistogramOfKind(std::span<const HistogramBound> bounds, std::uint64_t newest)
		: bounds_{bounds}, others_{(1.0 - fraction_of_kind(bounds)) *
								   static_cast<double>(bounds.size() - 1) / 0x1p64}
	{
		while (!bounds_[first_].is_of_kind)
			first_++;
		last_ = bounds_.size() - 1;
		while (!bounds_[last_].is_of_kind)
			last_--;
		const double to_newest = distance(bounds_[last_].number, newest);
		if (first_ > 0)
			before_.buckets = of_kind_in(first_ - 1);
		if (last_ + 1 < bounds_.size())
			after_.buckets = of_kind_in(last_);
		if (first_ < last_)
		{
			std::size_t next_to_last = first_;
			while (next_of_kind(next_to_last) < last_)
				next_to_last = next_of_kind(next_to_last);
			before_.width = as_dense(before_, between(first_, next_of_kind(first_)));
			after_.width = as_dense(after_, between(next_to_last, last_));
		}
		else // This bound alone does not say how dense they lie. Those after it reach up to newest.
		{
			after_.width = to_newest;
			before_.width = after_.buckets > 0 ? as_dense(before_, after_) : to_newest;
		}
		if (to_newest > 0)
			after_.farthest = to_newest;
	}

	// How many buckets, possibly fractional, the values of the kind below end fill.
	[[nodiscard]] constexpr double below(std::uint64_t end) const
	{
		double buckets = before_.buckets - before_.within(distance(end, bounds_[first_].number)) +
						 after_.within(distance(bounds_[last_].number, end));
		for (std::size_t i = first_; i < last_; i = next_of_kind(i))
			buckets += between(i, next_of_kind(i)).within(distance(bounds_[i].number, end));
		return buckets;
	}

  private:
	std::span<const HistogramBound> bounds_;
	double others_; // how many buckets the other values fill for each number
	std::size_t first_ = 0;
	std::size_t last_ = 0;
	Beyond before_;
	Beyond after_;

	// The next bound of the kind. There is one.
	[[nodiscard]] constexpr std::size_t next_of_kind(std::size_t i) const
	{
		do
			i++;
		while (!bounds_[i].is_of_kind);
		return i;
	}

	// The fraction of a bucket's values that are of the kind: all but the others.
	//
	//     others, of all values          their fraction among the bounds
	//     of these, in the bucket        width / 2^64, as they are spread evenly over 2^64 numbers
	//     all values, in the bucket      1 / buckets, as every bucket has the same number of values
	//
	// Hence of the bucket's values, others * (width / 2^64) / (1 / buckets) are others. ANALYZE
	// reads a sample, so that this is off by some hundredths; next to a bound of the kind, some are
	// of the kind.
	[[nodiscard]] constexpr double of_kind_in(std::size_t bucket) const
	{
		const double width = distance(bounds_[bucket].number, bounds_[bucket + 1].number);
		return std::clamp(1.0 - others_ * width, 0.1, 1.0);
	}

	[[nodiscard]] constexpr Between between(std::size_t from, std::size_t to) const
	{
		double buckets = 0;
		for (std::size_t i = from; i < to; i++)
			buckets += of_kind_in(i);
		return {buckets, distance(bounds_[from].number, bounds_[to].number)};
	}
};
static_assert(std::is_trivially_destructible_v<HistogramOfKind>);

// The fraction of the values that are of the kind and lie from lower to upper.
[[nodiscard]] constexpr double
selectivity_among_others(std::span<const HistogramBound> bounds, std::uint64_t lower,
						 std::uint64_t upper, std::uint64_t newest)
{
	if (bounds.size() < 2 || count_of_kind(bounds) == 0)
		return fraction_of_kind(bounds);
	const HistogramOfKind histogram{bounds, newest};
	return std::max(histogram.below(upper) - histogram.below(lower), 0.0) /
		   static_cast<double>(bounds.size() - 1);
}

} // namespace objectid

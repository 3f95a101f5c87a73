// How many values lie below an end, by a histogram in which some values do not count.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdint>

namespace objectid
{

// The buckets between the bounds whose values that count lie below the end; of one that the end
// cuts, its share. bound(i) is a std::optional<std::uint64_t>: nothing for a bound that does not
// count. Where only one bound of a bucket counts, values are as dense there as in the next bucket;
// where none of those counts either, all of them lie at the bound.
template <typename Bound>
[[nodiscard]] constexpr double
buckets_below(int bounds, const Bound &bound, std::uint64_t end)
{
	const auto counts = [&](int i) { return i >= 0 && i < bounds && bound(i).has_value(); };
	const auto share = [](std::uint64_t width, std::uint64_t part) {
		return part >= width ? 1.0 : static_cast<double>(part) / static_cast<double>(width);
	};
	const auto width = [&](int i) {
		return counts(i) && counts(i + 1) ? *bound(i + 1) - *bound(i) : 0;
	};
	double buckets = 0;
	for (int i = 0; i + 1 < bounds; i++)
	{
		if (counts(i))
		{
			if (end > *bound(i))
				buckets += share(counts(i + 1) ? width(i) : width(i - 1), end - *bound(i));
		}
		else if (counts(i + 1))
			buckets += end >= *bound(i + 1) ? 1.0 : 1.0 - share(width(i + 1), *bound(i + 1) - end);
	}
	return buckets;
}

} // namespace objectid

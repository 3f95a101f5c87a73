// Arithmetic of counters: which numbers a shard owns, and which of them are left.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace objectid {

inline constexpr std::int64_t counter_max = std::numeric_limits<std::int64_t>::max();

// Numbers from first to last, both included.
struct Numbers
{
	std::int64_t first;
	std::int64_t last;

	friend bool operator==(const Numbers &, const Numbers &) = default;
};

// How many numbers come after first, up to last. Unsigned, because after the first bigint there are
// 2^64 - 1.
[[nodiscard]] constexpr std::uint64_t
count_after(std::int64_t first, std::int64_t last)
{
	return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
}

// Whether `shards` shards of `size` numbers each, starting at start, fit into bigint. Both are 1
// or more.
[[nodiscard]] constexpr bool
shards_fit(std::int64_t start, std::int32_t shards, std::int64_t size)
{
	const auto count = static_cast<std::uint64_t>(shards);
	const std::uint64_t after_start = count_after(start, counter_max);
	// count * size - 1 <= after_start, without overflow
	return after_start >= count - 1 &&
		   static_cast<std::uint64_t>(size) - 1 <= (after_start - (count - 1)) / count;
}

// The numbers of a shard, counted from 0, of a counter whose shards fit.
[[nodiscard]] constexpr Numbers
numbers_of_shard(std::int64_t start, std::int32_t shard, std::int64_t size)
{
	const auto first = static_cast<std::int64_t>(static_cast<std::uint64_t>(start) +
												 static_cast<std::uint64_t>(shard) *
													 static_cast<std::uint64_t>(size));
	return {first, first + (size - 1)};
}

// Takes the next `count` numbers, 1 or more, from `left`, which becomes nullopt when the shard is
// used up. Returns nullopt and leaves `left` unchanged if too few numbers are left, as where the
// first is beyond the last.
[[nodiscard]] constexpr std::optional<Numbers>
take_numbers(std::optional<Numbers> &left, std::int32_t count)
{
	if (!left || left->first > left->last ||
		count_after(left->first, left->last) < static_cast<std::uint64_t>(count) - 1)
		return std::nullopt;
	const Numbers batch{left->first, left->first + (count - 1)};
	if (batch.last == left->last)
		left.reset();
	else
		left->first = batch.last + 1;
	return batch;
}

} // namespace objectid

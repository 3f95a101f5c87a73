// For which snapshots a bound is right that was found with another one.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace objectid {

// What a snapshot shows: the rows of all transactions with a number below xmax, which no wraparound
// gives again, but of those that were running. Of these a hash is remembered, which is the same for
// the same list. (The transaction for which it was taken is in neither: it has not ended.)
struct Shown
{
	std::uint64_t xmax;
	std::uint64_t running;

	bool operator==(const Shown &) const = default;
};

// Whether a snapshot is known to show all that another one does. xmax only ascends, so the one with
// the greater xmax was taken later, and what has ended stays so.
[[nodiscard]] constexpr bool
includes(const Shown &one, const Shown &other)
{
	return one.xmax > other.xmax || one == other;
}

// A bound: whatever becomes visible that a snapshot lacks has this value or a greater one. It is
// right for each snapshot that includes the one with which it was found.
struct KeptBound
{
	std::int64_t value;
	Shown shown;
};

// The bounds of one table that a session keeps. It may need several: the last one for its next
// statement, and earlier ones for snapshots that are older.
template <std::size_t Count>
class KeptBounds
{
  public:
	[[nodiscard]] constexpr std::span<const KeptBound> all() const
	{
		return {bounds_.data(), count_};
	}

	// The greatest one that is right for a snapshot.
	[[nodiscard]] constexpr std::optional<std::int64_t> best_for(const Shown &snapshot) const
	{
		std::optional<std::int64_t> best;
		for (const KeptBound &bound : all())
			if (includes(snapshot, bound.shown))
				best = std::max(best, std::optional(bound.value));
		return best;
	}

	// Adds a bound, unless one that is kept says as much. It takes the place of one that says no
	// more than it does, or, when there are too many, of the smallest one.
	constexpr void add(const KeptBound &bound)
	{
		if (std::ranges::any_of(all(), [&](const KeptBound &kept) { return says(kept, bound); }))
			return;
		place_for(bound) = bound;
	}

	// Removes the bounds above this value. A clock or a sequence that shows less than it once did
	// has been set back.
	constexpr void remove_above(std::int64_t most)
	{
		const auto begin = bounds_.begin();
		const auto end = begin + static_cast<std::ptrdiff_t>(count_);
		const auto left = std::remove_if(
			begin, end, [most](const KeptBound &bound) { return bound.value > most; });
		count_ = static_cast<std::size_t>(left - begin);
	}

  private:
	std::array<KeptBound, Count> bounds_{};
	std::size_t count_ = 0;

	// Whether one bound is as great as another one wherever that is right.
	[[nodiscard]] static constexpr bool says(const KeptBound &one, const KeptBound &other)
	{
		return one.value >= other.value && includes(other.shown, one.shown);
	}

	constexpr KeptBound &place_for(const KeptBound &bound)
	{
		const std::span taken{bounds_.data(), count_};
		const auto place =
			std::ranges::find_if(taken, [&](const KeptBound &kept) { return says(bound, kept); });
		if (place != taken.end())
			return *place;
		if (count_ < Count)
			return bounds_[count_++];
		return *std::ranges::min_element(taken, {}, &KeptBound::value);
	}
};
static_assert(std::is_trivially_destructible_v<KeptBounds<1>>);

} // namespace objectid

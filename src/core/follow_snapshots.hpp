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

// Which transactions a snapshot takes for ended, by their numbers. Those of the transaction for
// which it was taken are in neither: they have not ended.
struct EndedTransactions
{
	std::uint64_t before;                   // this number, which no wraparound gives again,
	std::span<const std::uint32_t> but_for; // these, in any order, some of them perhaps twice
};

// Whether one snapshot takes all transactions for ended that the other one does.
//
// The number before which transactions have ended only ascends, so the one of the greater number
// was taken later, and what has ended stays so. If it is the same, nobody with a greater number has
// ended, and each of the smaller ones that the first still takes for running must be running for
// the other, too. (Their count does not tell it: one that is just being prepared is there twice.)
[[nodiscard]] constexpr bool
includes(const EndedTransactions &one, const EndedTransactions &other)
{
	if (one.before != other.before)
		return one.before > other.before;
	return one.but_for.size() <= other.but_for.size() &&
		   (std::ranges::equal(one.but_for, other.but_for) ||
			std::ranges::all_of(one.but_for, [&](std::uint32_t number) {
				return std::ranges::find(other.but_for, number) != other.but_for.end();
			}));
}

// A bound: whatever becomes visible that a snapshot lacks has this value or a greater one. It holds
// for each snapshot that takes all transactions for ended that had when it was found.
struct KnownBound
{
	std::int64_t value;
	EndedTransactions ended;
	std::uint64_t used; // the greater, the later
};

// The bounds of one table that a session has found, of which it may need several: the last one for
// its next statement, and earlier ones for cursors and transactions whose snapshots are older.
template <std::size_t Count>
class KnownBounds
{
  public:
	[[nodiscard]] constexpr std::span<const KnownBound> all() const
	{
		return {bounds_.data(), count_};
	}

	// The greatest one that is right for a snapshot.
	[[nodiscard]] constexpr std::optional<std::int64_t> best_for(const EndedTransactions &snapshot)
	{
		KnownBound *best = nullptr;
		for (KnownBound &bound : taken())
			if (includes(snapshot, bound.ended) && (best == nullptr || bound.value > best->value))
				best = &bound;
		if (best == nullptr)
			return std::nullopt;
		best->used = ++uses_;
		return best->value;
	}

	// Whether a bound says more than the known ones, of any snapshot.
	[[nodiscard]] constexpr bool is_news(const KnownBound &bound) const
	{
		return std::ranges::none_of(all(), [&](const KnownBound &known) {
			return known.value >= bound.value && includes(bound.ended, known.ended);
		});
	}

	// Adds a bound, in the place of one that says no more, or else of the one that was not asked
	// for the longest. Returns what was there: an empty list, if nothing.
	constexpr std::span<const std::uint32_t> add(const KnownBound &bound)
	{
		KnownBound &place = place_for(bound);
		const auto before = place.ended.but_for;
		place = bound;
		place.used = ++uses_;
		return before;
	}

	// Removes a bound above this value, and returns its list; nothing if there is none. A clock or
	// a sequence that shows less than it once did has been set back.
	constexpr std::optional<std::span<const std::uint32_t>> remove_above(std::int64_t most)
	{
		const auto taken_bounds = taken();
		const auto found = std::ranges::find_if(
			taken_bounds, [most](const KnownBound &bound) { return bound.value > most; });
		if (found == taken_bounds.end())
			return std::nullopt;
		const auto list = found->ended.but_for;
		*found = bounds_[--count_];
		return list;
	}

  private:
	std::array<KnownBound, Count> bounds_{};
	std::size_t count_ = 0;
	std::uint64_t uses_ = 0;

	constexpr std::span<KnownBound> taken()
	{
		return {bounds_.data(), count_};
	}

	constexpr KnownBound &place_for(const KnownBound &bound)
	{
		for (KnownBound &known : taken())
			if (known.value <= bound.value && includes(known.ended, bound.ended))
				return known;
		if (count_ < Count)
			return bounds_[count_++];
		return *std::ranges::min_element(bounds_, {}, &KnownBound::used);
	}
};
static_assert(std::is_trivially_destructible_v<KnownBounds<1>>);

} // namespace objectid

// Marks: what earlier calls tell about how far a table can be read by the numbers of its sequence.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "follow_starts.hpp"
#include "timestamp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace objectid {

// Every transaction that drew a number up to `value` either started at `latest_start` or before, or
// has ended; all of them have ended if there is no latest start, which compares as earlier than
// any. So once every writer started later, the next snapshot shows all rows up to `value`. Times
// are any numbers that ascend with time.
struct Mark
{
	std::int64_t value;
	std::optional<std::int64_t> latest_start;
};

// The marks of one table: value and time ascend.
class Marks
{
  public:
	static constexpr std::size_t capacity = 16;

	// For tests.
	[[nodiscard]] constexpr std::span<const Mark> all() const
	{
		return {marks_.data(), count_};
	}

	// Forgets marks above the last number that the sequence has given out: it was set back by
	// setval(), or a call that read it after this one has left its mark already
	// (pg/follow_numbers.cpp). last: that number.
	constexpr void forget_above(std::int64_t last)
	{
		while (count_ > 0 && marks_[count_ - 1].value > last)
			--count_;
	}

	// Adds a mark, unless it says no more than a known one: no greater number, no earlier time.
	// Forgets those that say no more than it does. If there are too many, one between two close
	// neighbors goes (thin). So the marks of a long wait lie evenly, and the oldest one stays until
	// its transactions have ended.
	constexpr void add(Mark mark)
	{
		const auto known = std::find_if(marks_.begin(), end(), [&](const Mark &each) {
			return each.value >= mark.value && each.latest_start <= mark.latest_start;
		});
		if (known != end())
			return;
		const auto kept = std::remove_if(marks_.begin(), end(), [&](const Mark &each) {
			return each.value <= mark.value && each.latest_start >= mark.latest_start;
		});
		const auto position =
			std::ranges::upper_bound(marks_.begin(), kept, mark.value, {}, &Mark::value);
		std::move_backward(position, kept, kept + 1);
		*position = mark;
		count_ = static_cast<std::size_t>(kept + 1 - marks_.begin());
		if (count_ > capacity)
			thin();
	}

	// The greatest number that can be read while the earliest writer has this start. If that start
	// is unknown (begin_of_time), only a mark whose transactions have all ended counts.
	[[nodiscard]] constexpr std::optional<std::int64_t> resolved(std::int64_t earliest) const
	{
		const std::size_t count = count_ended(earliest);
		return count == 0 ? std::nullopt : std::optional(marks_[count - 1].value);
	}

	// Makes what is resolved at this start permanent, even if a later writer shows an earlier start
	// because the clock was set back.
	constexpr void keep_resolved(std::int64_t earliest)
	{
		const std::size_t count = count_ended(earliest);
		if (count == 0)
			return;
		std::move(marks_.begin() + static_cast<std::ptrdiff_t>(count - 1), end(), marks_.begin());
		count_ -= count - 1;
		marks_[0].latest_start = std::nullopt;
	}

  private:
	std::array<Mark, capacity + 1> marks_{};
	std::size_t count_ = 0;

	constexpr std::array<Mark, capacity + 1>::iterator end()
	{
		return marks_.begin() + static_cast<std::ptrdiff_t>(count_);
	}

	// Of how many marks all transactions have ended when this is the earliest start.
	[[nodiscard]] constexpr std::size_t count_ended(std::int64_t earliest) const
	{
		std::size_t count = count_;
		while (count > 0 && marks_[count - 1].latest_start >= earliest)
			--count;
		return count;
	}

	[[nodiscard]] constexpr std::uint64_t time_of(std::size_t index) const
	{
		return static_cast<std::uint64_t>(
			marks_[index].latest_start.value_or(WriterStarts::begin_of_time));
	}

	// The time between the neighbors of a mark.
	[[nodiscard]] constexpr std::uint64_t gap(std::size_t index) const
	{
		return time_of(index + 1) - time_of(index - 1);
	}

	constexpr void thin()
	{
		std::size_t closest = 1;
		for (std::size_t index = 2; index + 1 < count_; ++index)
			if (gap(index) < gap(closest))
				closest = index;
		std::move(marks_.begin() + static_cast<std::ptrdiff_t>(closest + 1), end(),
				  marks_.begin() + static_cast<std::ptrdiff_t>(closest));
		--count_;
	}
};
static_assert(std::is_trivially_destructible_v<Marks>);

// What a call may read: the greatest number such that the next snapshot has all rows up to it that
// will ever be there; nothing if no such number is known yet. Leaves a mark.
// pg/follow_numbers.cpp tells why that is right. Four calls, for example:
//
//     last  writers started at  may be read  marks afterwards: value, latest start
//      10   -                   10           (10, -)
//      25   7                   10           (10, -) (25, 7)
//      40   9                   25           (25, -) (40, 9)
//      40   -                   40           (40, -)
//
// last: the last number that the sequence has given out, read before the writers were looked for.
[[nodiscard]] constexpr std::optional<std::int64_t>
resolve(Marks &marks, std::int64_t last, const WriterStarts &writers)
{
	marks.forget_above(last);
	if (!writers.has_unknown_start()) // such a mark would never be resolved
		marks.add({last, writers.latest_start});
	marks.keep_resolved(writers.earliest_start);
	return marks.resolved(writers.earliest_start);
}

// Who follows which numbers: those that a sequence makes for a table and its children.
struct FollowedNumbers
{
	std::uint32_t role;
	std::uint32_t database;
	std::uint32_t table;
	std::uint32_t sequence;
	std::uint32_t sequence_file; // another one when it begins anew, even if that is rolled back

	constexpr bool operator==(const FollowedNumbers &) const = default;
};

// The marks of many tables, in places that roles share equally: when all are taken, the role that
// has the most gives up the one that it has not asked for the longest. A role with a single place
// gives it to no other role, however many there are. Nobody keeps a place for which nobody has
// asked for an hour.
template <std::size_t Count>
class MarksOfTables
{
  public:
	static constexpr std::int64_t idle_us = 3600 * us_per_s;

	// Empty if this is the first call, if the marks have been given up since the last one, or if
	// there is no place for them: then they last until the next call. now_us: the time by any
	// clock, which may go back.
	constexpr Marks &of(const FollowedNumbers &numbers, std::int64_t now_us)
	{
		now_us_ = std::max(now_us_ + 1, now_us);
		const auto end = numbers_.begin() + static_cast<std::ptrdiff_t>(count_);
		const auto found = std::find(numbers_.begin(), end, numbers);
		auto place = static_cast<std::size_t>(found - numbers_.begin());
		if (found == end)
		{
			place = place_for(numbers.role);
			marks_[place] = Marks{};
			if (place == no_place)
				return marks_[place];
			numbers_[place] = numbers;
			count_ = std::max(count_, place + 1);
		}
		asked_us_[place] = now_us_;
		return marks_[place];
	}

  private:
	static constexpr std::size_t no_place = Count;

	std::array<FollowedNumbers, Count> numbers_{};
	std::array<std::int64_t, Count> asked_us_{}; // each at another time
	std::array<Marks, Count + 1> marks_{};
	std::size_t count_ = 0; // of the places that are taken
	std::int64_t now_us_ = 0;

	// The place for another table of a role.
	[[nodiscard]] constexpr std::size_t place_for(std::uint32_t role) const
	{
		if (count_ < Count)
			return count_;
		const auto oldest = std::ranges::min_element(asked_us_);
		if (*oldest < now_us_ - idle_us)
			return static_cast<std::size_t>(oldest - asked_us_.begin());
		return least_recently_asked(role_that_gives(role));
	}

	// The role that would have the most places if this one had one more; this one itself, if no
	// other would have more.
	[[nodiscard]] constexpr std::uint32_t role_that_gives(std::uint32_t role) const
	{
		std::array<std::uint32_t, Count> roles{};
		std::ranges::transform(numbers_, roles.begin(), &FollowedNumbers::role);
		std::ranges::sort(roles);
		std::uint32_t giving = role;
		std::ptrdiff_t most = 1;
		for (auto begin = roles.begin(); begin != roles.end();)
		{
			const auto end = std::upper_bound(begin, roles.end(), *begin);
			const bool is_own = *begin == role;
			const std::ptrdiff_t would_have = end - begin + (is_own ? 1 : 0);
			if (would_have > most || (would_have == most && is_own))
			{
				giving = *begin;
				most = would_have;
			}
			begin = end;
		}
		return giving;
	}

	// no_place if the role has none.
	[[nodiscard]] constexpr std::size_t least_recently_asked(std::uint32_t role) const
	{
		std::size_t oldest = no_place;
		for (std::size_t place = 0; place < Count; ++place)
		{
			if (numbers_[place].role != role)
				continue;
			if (oldest == no_place || asked_us_[place] < asked_us_[oldest])
				oldest = place;
		}
		return oldest;
	}
};
static_assert(std::is_trivially_destructible_v<MarksOfTables<1>>);

} // namespace objectid

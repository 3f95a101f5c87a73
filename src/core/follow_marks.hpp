// How far a table can be read by the numbers of its sequence.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace objectid {

// Each number up to `value` was drawn by a transaction that started at `latest` or before, or that
// has ended. Hence once all writers of the table have started later, every such row that will ever
// be there is visible to the next snapshot. Times are any numbers that ascend with time.
struct Mark
{
	std::int64_t value;
	std::int64_t latest;
};

// All transactions of a mark with this time have ended.
inline constexpr std::int64_t all_ended = std::numeric_limits<std::int64_t>::min();

// The marks of one table: value and time ascend.
class Marks
{
  public:
	static constexpr std::size_t capacity = 16;

	[[nodiscard]] constexpr std::span<const Mark> all() const
	{
		return {marks_.data(), count_};
	}

	// Forgets marks that are void because the sequence has not given out their number: it was set
	// back by setval(), restored or lost in a crash.
	constexpr void forget_above(std::int64_t present)
	{
		while (count_ > 0 && marks_[count_ - 1].value > present)
			--count_;
	}

	// Adds a mark, and forgets those that say no more than it does: no greater number, no earlier
	// time. If there are too many, one between two close neighbours goes. So the marks of a long
	// wait lie evenly, and the oldest one stays until its transactions have ended.
	constexpr void add(Mark mark)
	{
		const auto known = std::find_if(marks_.begin(), end(), [&](const Mark &each) {
			return each.value >= mark.value && each.latest <= mark.latest;
		});
		if (known != end())
			return;
		const auto kept = std::remove_if(marks_.begin(), end(), [&](const Mark &each) {
			return each.value <= mark.value && each.latest >= mark.latest;
		});
		const auto place =
			std::ranges::upper_bound(marks_.begin(), kept, mark.value, {}, &Mark::value);
		std::move_backward(place, kept, kept + 1);
		*place = mark;
		count_ = static_cast<std::size_t>(kept + 1 - marks_.begin());
		if (count_ > capacity)
			thin();
	}

	// The greatest number that can be read while the earliest writer has this start.
	[[nodiscard]] constexpr std::optional<std::int64_t> resolved(std::int64_t earliest) const
	{
		const std::size_t count = count_before(earliest);
		return count == 0 ? std::nullopt : std::optional(marks_[count - 1].value);
	}

	// Notes what is resolved by then, so that a writer of a later call cannot unsettle it, not even
	// one whose clock was set back.
	constexpr void settle(std::int64_t earliest)
	{
		const std::size_t count = count_before(earliest);
		if (count == 0)
			return;
		std::move(marks_.begin() + static_cast<std::ptrdiff_t>(count - 1), end(), marks_.begin());
		count_ -= count - 1;
		marks_[0].latest = all_ended;
	}

  private:
	std::array<Mark, capacity + 1> marks_{};
	std::size_t count_ = 0;

	constexpr std::array<Mark, capacity + 1>::iterator end()
	{
		return marks_.begin() + static_cast<std::ptrdiff_t>(count_);
	}

	[[nodiscard]] constexpr std::size_t count_before(std::int64_t earliest) const
	{
		std::size_t count = count_;
		while (count > 0 && marks_[count - 1].latest != all_ended &&
			   marks_[count - 1].latest >= earliest)
			--count;
		return count;
	}

	// The distance of the neighbours of a mark.
	[[nodiscard]] constexpr std::uint64_t gap(std::size_t place) const
	{
		return static_cast<std::uint64_t>(marks_[place + 1].latest) -
			   static_cast<std::uint64_t>(marks_[place - 1].latest);
	}

	constexpr void thin()
	{
		std::size_t closest = 1;
		for (std::size_t place = 2; place + 1 < count_; ++place)
			if (gap(place) < gap(closest))
				closest = place;
		std::move(marks_.begin() + static_cast<std::ptrdiff_t>(closest + 1), end(),
				  marks_.begin() + static_cast<std::ptrdiff_t>(closest));
		--count_;
	}
};

// What numbers are followed: those that a sequence makes for a table and its children.
struct FollowedNumbers
{
	std::uint32_t database;
	std::uint32_t table;
	std::uint32_t sequence;
	std::uint32_t sequence_file; // another one when it begins anew, even if that is rolled back

	constexpr bool operator==(const FollowedNumbers &) const = default;
};

// The marks of many tables. If there are too many, the one that was not asked for the longest goes.
template <std::size_t Count>
class MarksOfTables
{
  public:
	constexpr Marks &of(const FollowedNumbers &numbers)
	{
		const auto found = std::find(numbers_.begin(), numbers_.end(), numbers);
		const auto place = static_cast<std::size_t>(
			found != numbers_.end()
				? found - numbers_.begin()
				: std::min_element(asked_.begin(), asked_.end()) - asked_.begin());
		if (found == numbers_.end())
		{
			numbers_[place] = numbers;
			marks_[place] = Marks{};
		}
		asked_[place] = ++now_;
		return marks_[place];
	}

  private:
	std::array<FollowedNumbers, Count> numbers_{};
	std::array<std::uint64_t, Count> asked_{}; // 0: free
	std::array<Marks, Count> marks_{};
	std::uint64_t now_ = 0;
};

} // namespace objectid

// The starts of the transactions that may still add rows to a table.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace objectid {

// What was read of a session that held the lock of a writer, in this order. Its transaction can end
// in between, and another session can take its slot.
struct WritersLock
{
	// Together with the lock: the process, and its local transaction number (lxid).
	int pid;
	std::uint32_t transaction;
	// From the slot's entry: the process, which is another one if the slot was taken, and the start
	// of its transaction, or 0.
	int start_pid = 0;
	std::int64_t start = 0;
	// The local transaction number again. If it is still the same, that transaction had not ended
	// when its start was read.
	std::uint32_t current = 0;
};

// The starts of the transactions that hold the lock of a writer on one of some tables, this
// session's own among them.
struct WriterStarts
{
	// Before and after all starts.
	static constexpr std::int64_t begin_of_time = std::numeric_limits<std::int64_t>::min();
	static constexpr std::int64_t end_of_time = std::numeric_limits<std::int64_t>::max();

	// If the start of one is unknown, it could be any: begin_of_time is the earliest, end_of_time
	// the latest.
	std::int64_t earliest_start = end_of_time;
	std::optional<std::int64_t> latest_start; // none as long as there are no writers

	[[nodiscard]] constexpr bool has_unknown_start() const
	{
		return latest_start == end_of_time;
	}

	// start: st_xact_start_timestamp, 0 if none. It is that of an earlier transaction of the
	// session if track_activities was off when that one ended and this one began. That does no
	// harm: all processes see the same value, and at worst it is too early.
	constexpr void add(std::int64_t start)
	{
		if (start == 0)
		{
			add_unknown();
			return;
		}
		earliest_start = std::min(earliest_start, start);
		latest_start = std::max(latest_start.value_or(start), start);
	}

	// A prepared transaction, or another one whose start is not known.
	constexpr void add_unknown()
	{
		earliest_start = begin_of_time;
		latest_start = end_of_time;
	}

	// Nothing if the transaction has ended meanwhile, perhaps by being prepared.
	constexpr void add(const WritersLock &lock)
	{
		if (lock.current != lock.transaction)
			return;
		if (lock.start_pid == lock.pid)
			add(lock.start);
		else
			add_unknown();
	}
};
static_assert(std::is_trivially_destructible_v<WriterStarts>);

} // namespace objectid

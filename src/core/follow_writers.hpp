// Who may still add rows to a table: what follows from what was read of the locks of writers.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// What was read of the lock of a writer, in this order. Its transaction can end in between, and
// another session can take its slot.
struct WritersLock
{
	// As the lock showed it: the process, and its local transaction number (lxid). A prepared
	// transaction has no process (0), and one that has just ended no number (0).
	int pid;
	std::uint32_t transaction;
	// As the entry of the slot's session showed it then: the process, which is another one if the
	// slot was taken, and the start of its transaction, or 0.
	int start_pid = 0;
	std::int64_t start = 0;
	// The local transaction number of the process, read after start. If it still equals
	// `transaction`, that one had not ended when start was read, so start is its own.
	std::uint32_t current = 0;
};

// The starts of the transactions that hold the lock of a writer on one of some tables.
struct Writers
{
	// Before and after all starts.
	static constexpr std::int64_t begin_of_time = std::numeric_limits<std::int64_t>::min();
	static constexpr std::int64_t end_of_time = std::numeric_limits<std::int64_t>::max();

	// As long as there are no writers. If a start is unknown, it could be any, so these are the
	// other way round.
	std::int64_t earliest_start = end_of_time;
	std::int64_t latest_start = begin_of_time;
	bool some_ended = false; // perhaps by being prepared

	[[nodiscard]] constexpr bool are_none() const
	{
		return earliest_start == end_of_time;
	}

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
		latest_start = std::max(latest_start, start);
	}

	constexpr void add(const WritersLock &lock)
	{
		const bool is_prepared = lock.pid == 0;
		// The start is that of this transaction only if it was still running afterwards.
		if (!is_prepared && (lock.transaction == 0 || lock.current != lock.transaction))
			some_ended = true;
		else if (is_prepared || lock.start_pid != lock.pid)
			add_unknown();
		else
			add(lock.start);
	}

	// A lock that a second search found, as some writers ended during the first one. If they ended
	// by being prepared, they still hold their locks, and their starts are unknown. pid: 0 if it is
	// the lock of a prepared transaction.
	constexpr void add_if_prepared(int pid)
	{
		if (pid == 0)
			add_unknown();
	}

  private:
	constexpr void add_unknown()
	{
		earliest_start = begin_of_time;
		latest_start = end_of_time;
	}
};
static_assert(std::is_trivially_destructible_v<Writers>);

// The writers of the followed table.
struct FoundWriters
{
	Writers all;
	// Those whose rows the next snapshot may lack: all but this session, unless one of its own
	// statements is just writing.
	Writers blocking;
};

} // namespace objectid

// Who may still add rows to a table: what follows from what was read of the locks of writers.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// What was read of the lock of a writer, in this order. Its transaction can end in between.
struct WritersLock
{
	int pid;                   // of its session; 0 if it is that of a prepared transaction
	std::uint32_t transaction; // which one of the session; 0 if it had just ended
	int start_pid = 0;         // the session whose start was read; differs if the slot was reused
	std::int64_t start = 0;    // of the session's current transaction; 0 if it is not known
	std::uint32_t current = 0; // the session's current transaction
};

// The starts of the transactions that hold the lock of a writer on one of some tables. If one start
// is unknown, they are the widest possible.
struct Writers
{
	static constexpr std::int64_t begin_of_time = std::numeric_limits<std::int64_t>::min();
	static constexpr std::int64_t end_of_time = std::numeric_limits<std::int64_t>::max();

	std::int64_t earliest_start = end_of_time;
	std::int64_t latest_start = begin_of_time;
	bool some_ended = false; // perhaps by being prepared

	// start: st_xact_start_timestamp, 0 if none. It may still be that of the session's previous
	// transaction. That is fine, as all backends see the same value.
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
		// The start belongs to this transaction only if it is still running afterwards.
		if (!is_prepared && (lock.transaction == 0 || lock.current != lock.transaction))
			some_ended = true;
		else if (is_prepared || lock.start_pid != lock.pid)
			add_unknown();
		else
			add(lock.start);
	}

	// One of the locks that are found by a second look, for those that have ended meanwhile by
	// being prepared. pid: of its session; 0 if it is that of a prepared transaction.
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

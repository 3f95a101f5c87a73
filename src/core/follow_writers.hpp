// Who may still add rows to a table: what follows from what was read of the locks of writers.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace objectid {

// What was read of the lock of a writer, in this order. Its transaction can end in between.
struct WritersLock
{
	int pid;                   // of its session; 0 if it is that of a prepared transaction
	std::uint32_t transaction; // which one of the session; 0 if it had just ended
	int start_pid = 0;         // whose start was read: another session can have come in its place
	std::int64_t start = 0;    // of the session's current transaction; 0 if it is not known
	std::uint32_t current = 0; // the session's current transaction
};

// The starts of the transactions that hold the lock of a writer on one of some tables. If one of
// them is not known, they are anything.
struct Writers
{
	using Times = std::numeric_limits<std::int64_t>;
	std::int64_t earliest = Times::max();
	std::int64_t latest = Times::min();
	bool some_ended = false; // perhaps by being prepared

	constexpr void add(std::int64_t start)
	{
		earliest = std::min(earliest, start);
		latest = std::max(latest, start);
	}

	constexpr void add_unknown()
	{
		earliest = Times::min();
		latest = Times::max();
	}

	constexpr void add(const WritersLock &lock)
	{
		const bool is_prepared = lock.pid == 0;
		// The start belongs to this transaction only if it is still running afterwards.
		if (!is_prepared && (lock.transaction == 0 || lock.current != lock.transaction))
			some_ended = true;
		else if (is_prepared || lock.start == 0 || lock.start_pid != lock.pid)
			add_unknown();
		else
			add(lock.start);
	}
};

} // namespace objectid

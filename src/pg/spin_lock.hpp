// A lock that is held for nanoseconds or some microseconds, and that many processes want at once.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/lock_flag.hpp"

namespace objectid {

// Takes a lock that another process had a moment ago.
void spin(LockFlag &lock);

// Unlike with the server's own spinlocks, there is no PANIC when the owner is stopped for minutes:
// a backend that waits for it sleeps, and can be cancelled. So an error can come from here. While
// the lock is held, nothing raises an error or allocates.
inline void
acquire(LockFlag &lock)
{
	if (!lock.try_to_take()) [[unlikely]]
		spin(lock);
}

inline void
release(LockFlag &lock)
{
	lock.release();
}

} // namespace objectid

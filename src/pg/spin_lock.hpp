// A lock that is held for nanoseconds or some microseconds, and that many processes want at once.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// Takes a lock that another process had a moment ago.
void spin(pg_atomic_flag &lock);

// Unlike with the server's own spinlocks, there is no PANIC when the owner is stopped for minutes:
// a backend that waits for it sleeps, and can be cancelled. So an error can come from here. While
// the lock is held, nothing raises an error or allocates.
inline void
acquire(pg_atomic_flag &lock)
{
	if (!pg_atomic_test_set_flag(&lock)) [[unlikely]]
		spin(lock);
}

inline void
release(pg_atomic_flag &lock)
{
	pg_atomic_clear_flag(&lock);
}

} // namespace objectid

// A lock of a place in memory that processes share, held for nanoseconds or some microseconds.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <atomic>
#include <type_traits>

namespace objectid {

// Free at first. Who takes it sees all that was written by those who had it before.
//
// Unlike with the server's own spinlocks, there is no PANIC when the owner is stopped for minutes:
// a backend that waits for it sleeps, and can be cancelled. So an error can come from acquire().
// While the lock is held, nothing raises an error or allocates.
class SpinLock
{
  public:
	void acquire()
	{
		if (!try_to_take()) [[unlikely]]
			wait();
	}

	void release()
	{
		is_taken_.clear(std::memory_order_release);
	}

  private:
	[[nodiscard]] bool try_to_take()
	{
		return !is_taken_.test_and_set(std::memory_order_acquire);
	}

	// Returns when it has taken the lock, which another process had a moment ago. In
	// pg/spin_lock.cpp for backends.
	void wait();

	std::atomic_flag is_taken_;
};
static_assert(std::is_trivially_destructible_v<SpinLock>);

} // namespace objectid

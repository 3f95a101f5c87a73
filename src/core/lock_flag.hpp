// The lock of a place in memory that processes share.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <atomic>
#include <type_traits>

namespace objectid {

// Free at first. Who takes it sees all that was written by those who had it before.
// pg/spin_lock.hpp tells how to wait for it.
class LockFlag
{
  public:
	[[nodiscard]] bool try_to_take()
	{
		return !is_taken_.test_and_set(std::memory_order_acquire);
	}

	void release()
	{
		is_taken_.clear(std::memory_order_release);
	}

  private:
	std::atomic_flag is_taken_;
};
static_assert(std::is_trivially_destructible_v<LockFlag>);

} // namespace objectid

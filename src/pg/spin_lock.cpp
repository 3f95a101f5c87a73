// How to wait for a lock that is held for nanoseconds or some microseconds.
// SPDX-License-Identifier: PostgreSQL
#include "pg/spin_lock.hpp"

#include <algorithm>

namespace objectid {

// The other process is left alone for some microseconds, in which it can make a hundred ids. If
// they took turns at each id, the state would move between their cores each time, which takes
// longer than to make the id. After that it has probably lost its core, or is stopped: this process
// sleeps, and can be cancelled or terminated, unless it holds an LWLock.
void
spin(pg_atomic_flag &lock)
{
	constexpr int respite = 200;
	constexpr int rounds_awake = 10;
	constexpr long sleep_us_max = 10'000;
	long sleep_us = 500;
	for (int round = 0;; ++round)
	{
		for (int i = 0; i < respite; ++i)
			SPIN_DELAY();
		if (pg_atomic_test_set_flag(&lock))
			return;
		if (round < rounds_awake)
			continue;
		CHECK_FOR_INTERRUPTS();
		pg_usleep(sleep_us);
		sleep_us = std::min(2 * sleep_us, sleep_us_max);
	}
}

} // namespace objectid

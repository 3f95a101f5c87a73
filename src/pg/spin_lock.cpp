// How a backend waits for a SpinLock.
// SPDX-License-Identifier: PostgreSQL
#include "core/spin_lock.hpp"

#include "pg/postgres.hpp"

#include <algorithm>

namespace objectid {

// The other process is left alone for some microseconds, in which it can make a hundred ids. If the
// two took turns at each id, the state would move between their cores each time, which takes longer
// than to make the id.
//
// Who has not got the lock after ten such times waits for a process that lost its core, or is
// stopped. From then on it sleeps, and can be cancelled or terminated. (Not while it holds an
// LWLock: then the server lets nothing interrupt it.)
void
SpinLock::wait()
{
	constexpr int respite = 200;
	constexpr int rounds_awake = 10;
	constexpr long sleep_us_max = 10'000;
	long sleep_us = 500;
	for (int round = 0;; ++round)
	{
		for (int i = 0; i < respite; ++i)
			SPIN_DELAY();
		if (try_to_take())
			return;
		if (round < rounds_awake)
			continue;
		CHECK_FOR_INTERRUPTS();
		pg_usleep(sleep_us);
		sleep_us = std::min(2 * sleep_us, sleep_us_max);
	}
}

} // namespace objectid

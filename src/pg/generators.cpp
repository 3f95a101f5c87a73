// Where the generators of new ids lie: in shared memory, or in that of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/generators.hpp"
#include "pg/shared_memory.hpp"

#include <algorithm>

namespace objectid {

namespace {

constinit Generators of_process{};

} // namespace

constinit GeneratorsInUse generators_in_use;

// The other process is left alone for some microseconds, in which it can make a hundred ids. If
// they took turns at each id, the state would move between their cores each time, which takes
// longer than the step. After that it has probably lost its core, or is stopped: this process
// sleeps, and answers to those who want to cancel or terminate it, unless it holds other locks.
void
take_contended(pg_atomic_flag &lock)
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

void
connect_generators()
{
	if (generators_in_use.all)
		return;
	SharedMemory *shared = shared_memory();
	generators_in_use.all = shared ? &shared->generators : &of_process;
	generators_in_use.shared = shared != nullptr;
	generators_in_use.have_ceiling = shared != nullptr || !IsUnderPostmaster;
	covered_seconds = generators_in_use.have_ceiling ? CoveredSeconds{} : all_seconds;
}

std::uint32_t
life_of_generators()
{
	pg_atomic_uint32 *life = &generators_in_use.all->life;
	std::uint32_t expected = pg_atomic_read_u32(life);
	std::uint32_t drawn = 0;
	while (expected == 0)
	{
		if (!draw(pooled_random, drawn))
			raise_random_failed();
		if (drawn != 0 && pg_atomic_compare_exchange_u32(life, &expected, drawn))
			return drawn;
	}
	return expected;
}

void
raise_generators(UnixTime reading, UnixTime time)
{
	generators_in_use.all->for_each([=](auto &locked) {
		if (generators_in_use.shared && !pg_atomic_test_set_flag(&locked.lock))
			take_contended(locked.lock);
		locked.generator.raise(reading, time);
		if (generators_in_use.shared)
			pg_atomic_clear_flag(&locked.lock);
	});
}

} // namespace objectid

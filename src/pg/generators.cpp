// Where the generators of new ids lie: in shared memory, or in that of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/generators.hpp"

#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"

namespace objectid {

namespace {

constinit Generators of_process{};

constexpr auto take_turn = [](auto &locked, auto &&function) { in_turn(locked, function); };

} // namespace

constinit GeneratorsInUse generators_in_use;

void
wait_for_next_second(UnixTime now)
{
	const long rest_ms = static_cast<long>(ns_per_s - now.ns) / ns_per_ms + 1;
	WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, rest_ms, PG_WAIT_EXTENSION);
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
}

void
connect_generators()
{
	if (generators_in_use.all)
		return;
	SharedMemory *shared = shared_memory();
	generators_in_use.all = shared ? &shared->generators : &of_process;
	generators_in_use.are_shared = shared != nullptr;
	generators_in_use.have_reservation = shared != nullptr || !IsUnderPostmaster;
}

std::uint32_t
incarnation_of_generators()
{
	const std::uint32_t known = generators_in_use.all->incarnation();
	if (known != 0)
		return known;
	std::uint32_t drawn = 0;
	while (drawn == 0)
		if (!draw(pooled_random, drawn))
			raise_random_failed();
	return generators_in_use.all->incarnation_or(drawn);
}

void
advance_generators(UnixTime reading, UnixTime time)
{
	generators_in_use.all->advance(take_turn, clock_now, reading, time);
}

UnixTime
advance_generators_to_clock()
{
	return generators_in_use.all->advance_to_clock(take_turn, clock_now);
}

} // namespace objectid

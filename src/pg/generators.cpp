// Where the generators of new ids lie: in shared memory, or in that of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/generators.hpp"

#include <new>

namespace objectid
{

namespace
{

constinit Generators of_process{};

// Draws no random bytes, as this may be the postmaster: the first session to make an id does.
void
initialize(void *memory)
{
	auto *all = new (memory) Generators{};
	for (pg_atomic_flag *lock : {&all->objectid.lock, &all->uuid_v6.lock, &all->uuid_v7.lock,
								 &all->uuid_v7_draft01.lock, &all->uuid_v8_draft01.lock})
		pg_atomic_init_flag(lock);
}

} // namespace

constinit GeneratorsInUse generators_in_use;
constinit SharedPiece shared_generators{"generators 1", sizeof(Generators), initialize};

// The other process is left alone for some microseconds, in which it can make a hundred ids. If
// they took turns at each id, the state would move between their cores each time, which takes
// longer than the step. After that it waits as for the server's own spinlocks, sleeping at last.
void
take_contended(pg_atomic_flag &lock)
{
	constexpr int respite = 200;
	for (int i = 0; i < respite; ++i)
		SPIN_DELAY();
	SpinDelayStatus delay;
	init_local_spin_delay(&delay);
	while (!pg_atomic_test_set_flag(&lock))
		perform_spin_delay(&delay);
	finish_spin_delay(&delay);
}

void
connect_generators()
{
	void *memory = find_shared(shared_generators);
	if (memory != nullptr)
		generators_in_use = {static_cast<Generators *>(memory), true};
	else
		generators_in_use = {&of_process, false};
}

} // namespace objectid

// Where the generators of new ids lie: in shared memory, or in that of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/generators.hpp"

#include <new>

namespace objectid
{

namespace
{

// The number belongs to the layout of Generators: change both together, so that a new library never
// meets the memory of an old one that sessions still use.
constexpr const char *shared_name = "objectid generators 1";

constinit Generators of_process{};
constinit shmem_request_hook_type next_request_hook = nullptr;
constinit shmem_startup_hook_type next_startup_hook = nullptr;

// Draws no random bytes, as this may be the postmaster: the first session to make an id does.
void
initialize(void *memory)
{
	auto *all = new (memory) Generators{};
	for (pg_atomic_flag *lock : {&all->objectid.lock, &all->uuid_v6.lock, &all->uuid_v7.lock,
								 &all->uuid_v7_draft01.lock, &all->uuid_v8_draft01.lock})
		pg_atomic_init_flag(lock);
}

void
request_memory()
{
	if (next_request_hook)
		next_request_hook();
	RequestAddinShmemSpace(sizeof(Generators));
}

// Once more after a crash, for all memory is new then.
void
find_memory()
{
	if (next_startup_hook)
		next_startup_hook();
	bool found;
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	void *memory = ShmemInitStruct(shared_name, sizeof(Generators), &found);
	if (!found)
		initialize(memory);
	LWLockRelease(AddinShmemInitLock);
	generators_in_use = {static_cast<Generators *>(memory), true};
}

} // namespace

constinit GeneratorsInUse generators_in_use;

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
	// A process without a postmaster is alone.
	if (IsUnderPostmaster && has_named_segments)
		generators_in_use = {
			static_cast<Generators *>(named_segment<initialize>(shared_name, sizeof(Generators))),
			true};
	else
		generators_in_use = {&of_process, false};
}

void
request_generators_at_server_start()
{
	if (has_named_segments || !IsPostmasterEnvironment)
		return;
	next_request_hook = shmem_request_hook;
	shmem_request_hook = request_memory;
	next_startup_hook = shmem_startup_hook;
	shmem_startup_hook = find_memory;
}

} // namespace objectid

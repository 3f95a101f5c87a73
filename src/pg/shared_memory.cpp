// The memory that all sessions of the server share.
// SPDX-License-Identifier: PostgreSQL
#include "pg/shared_memory.hpp"

#include <new>

namespace objectid {

namespace {

constinit SharedMemory *found_memory = nullptr; // by this process
constinit shmem_request_hook_type next_request_hook = nullptr;
constinit shmem_startup_hook_type next_startup_hook = nullptr;

// A new library must not find the memory that processes with an old one still use. A layout of
// another size has another name by itself; when a change keeps the size, raise the number here.
const char *
name_of_segment()
{
	return psprintf("objectid 1 %zu", sizeof(SharedMemory));
}

// Draws no random bytes, as this may be the postmaster: the first session to make an id does.
void
initialize(void *memory)
{
	new (memory) SharedMemory{};
}

void
request_memory()
{
	if (next_request_hook)
		next_request_hook();
	RequestAddinShmemSpace(sizeof(SharedMemory));
}

// Called when the server starts, and again after a crash, when all shared memory is new.
void
find_memory()
{
	if (next_startup_hook)
		next_startup_hook();
	bool found;
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	found_memory = static_cast<SharedMemory *>(
		ShmemInitStruct(name_of_segment(), sizeof(SharedMemory), &found));
	if (!found)
		initialize(found_memory);
	LWLockRelease(AddinShmemInitLock);
}

} // namespace

SharedMemory *
shared_memory()
{
	// A process without a postmaster is alone.
	if (found_memory == nullptr && has_named_segments && IsUnderPostmaster)
		found_memory = static_cast<SharedMemory *>(
			named_segment(name_of_segment(), sizeof(SharedMemory), initialize));
	return found_memory;
}

} // namespace objectid

// Asks the postmaster for the memory while it preloads the library.
extern "C" PGDLLEXPORT void
_PG_init() // NOLINT(bugprone-reserved-identifier): the server's name for it
{
	using namespace objectid;
	if (!process_shared_preload_libraries_in_progress || !IsPostmasterEnvironment)
		return;
	next_request_hook = shmem_request_hook;
	shmem_request_hook = request_memory;
	next_startup_hook = shmem_startup_hook;
	shmem_startup_hook = find_memory;
}

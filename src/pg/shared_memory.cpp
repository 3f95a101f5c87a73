// Pieces of memory that all sessions of the server share.
// SPDX-License-Identifier: PostgreSQL
#include "pg/shared_memory.hpp"

namespace objectid
{

namespace
{

constinit std::span<SharedPiece *const> requested;
constinit shmem_request_hook_type next_request_hook = nullptr;
constinit shmem_startup_hook_type next_startup_hook = nullptr;

// "objectid", the name of the piece and its size, which no two layouts are likely to share.
struct SegmentName
{
	char text[64]; // the longest that the registry takes

	explicit SegmentName(const SharedPiece &piece)
	{
		snprintf(text, sizeof(text), "objectid %s %zu", piece.name, piece.size);
	}
};

void
request_memory()
{
	if (next_request_hook)
		next_request_hook();
	for (const SharedPiece *piece : requested)
		RequestAddinShmemSpace(piece->size);
}

// Once more after a crash, for all memory is new then.
void
find_memory()
{
	if (next_startup_hook)
		next_startup_hook();
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	for (SharedPiece *piece : requested)
	{
		bool found;
		piece->memory = ShmemInitStruct(SegmentName(*piece).text, piece->size, &found);
		if (!found)
			piece->initialize(piece->memory);
	}
	LWLockRelease(AddinShmemInitLock);
}

} // namespace

void *
find_shared(SharedPiece &piece)
{
	// A process without a postmaster is alone.
	if (piece.memory == nullptr && has_named_segments && IsUnderPostmaster)
		piece.memory = named_segment(SegmentName(piece).text, piece.size, piece.initialize);
	return piece.memory;
}

void
request_shared_at_server_start(std::span<SharedPiece *const> pieces)
{
	if (!IsPostmasterEnvironment)
		return;
	requested = pieces;
	next_request_hook = shmem_request_hook;
	shmem_request_hook = request_memory;
	next_startup_hook = shmem_startup_hook;
	shmem_startup_hook = find_memory;
}

} // namespace objectid

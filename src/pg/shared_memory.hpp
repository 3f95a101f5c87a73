// Pieces of memory that all sessions of the server share.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

#include <span>

namespace objectid
{

// A piece lies in the server's main shared memory where the library is preloaded, else, on servers
// that have a registry of named segments, in a segment of its own.
struct SharedPiece
{
	// With the size it names the segment. A layout that changes at the same size needs another
	// name, so that a new library never meets the memory of an old one that sessions still use.
	const char *name;
	Size size;
	// Fills the new memory, perhaps in the postmaster: raises no error, draws no random bytes.
	void (*initialize)(void *memory);
	void *memory = nullptr; // of this process' view; find_shared() sets it
};

// The memory of the piece, or nullptr where this process shares none: without a postmaster, and
// before 17 unless the library is preloaded. An error if there is no memory left.
void *find_shared(SharedPiece &piece);

// In the postmaster, while it loads the library: asks for the main shared memory of these pieces,
// all at once.
void request_shared_at_server_start(std::span<SharedPiece *const> pieces);

} // namespace objectid

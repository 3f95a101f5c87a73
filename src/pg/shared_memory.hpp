// The memory that all sessions of the server share.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/follow_marks.hpp"
#include "pg/generators.hpp"

namespace objectid {

struct SharedMemory
{
	Generators generators;
	LockedMarks marks;
};

// It lies in the server's main shared memory where the library is preloaded, else, on servers that
// have a registry of named segments, in a segment of its own. nullptr where this process shares
// none: without a postmaster, and before 17 unless the library is preloaded. An error if there is
// no memory left.
SharedMemory *shared_memory();

} // namespace objectid

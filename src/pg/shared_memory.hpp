// The memory that all sessions of the server share: what lies in it, and where it is.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/follow_marks.hpp"
#include "core/shared_generators.hpp"
#include "core/spin_lock.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// What makes it right that processes share this memory
// ----------------------------------------------------
//
// With a lock: what is written under a SpinLock is seen by whoever has it next, because
// release() and acquire() are a release and an acquire (core/spin_lock.hpp).
//
//  * A generator, its counter included: in_turn() in pg/generators.hpp.
//  * The marks: readable_number() in pg/follow_numbers.cpp.
//
// (The reservation lies on a page, which has a lock of the server's: pg/reservation_page.cpp.)
//
// Without a lock:
//
//  * Generators::announced(). Who announces a change reads the clock afterwards; who asks read the
//    clock before. The first needs a full barrier between write and read, the second one that keeps
//    two reads in their order (core/shared_generators.hpp). core/new_id_steps.hpp says why.
//  * Generators::incarnation(). A compare-and-exchange decides who has drawn it. Nothing else is
//    read because of it, so it needs no barrier.
//  * Whether the memory is there. A process gets it under a lock of the server's, which the process
//    that initializes it holds meanwhile (find_memory(), named_segment()), or inherits it from the
//    postmaster.
//  * The entries of other sessions, which belong to the server: pg/follow_writers.cpp.
//
// What a process knows of the reservation (known_reservation) and of where this memory is, is its
// own. test/unit/threads_test.cpp runs all but the server's parts under ThreadSanitizer.

// The marks of the followed tables of all databases, and their lock. pg/follow_numbers.cpp tells
// what they are for.
struct LockedMarks
{
	SpinLock lock;
	MarksOfTables<256> marks;
};

struct SharedMemory
{
	Generators generators;
	LockedMarks marks;
};

// Calls a function that neither raises an error nor allocates, as while a lock of this memory is
// held. A server with assertions checks it.
template <typename Function>
inline void
call_without_errors(Function &&function)
{
#ifdef USE_ASSERT_CHECKING
	START_CRIT_SECTION();
	function();
	END_CRIT_SECTION();
#else
	function();
#endif
}

// It lies in the server's main shared memory where the library is preloaded, else, on servers that
// have a registry of named segments, in a segment of its own. nullptr where this process shares
// none: without a postmaster, and before 17 unless the library is preloaded. An error if there is
// no memory left.
SharedMemory *shared_memory();

} // namespace objectid

// The memory that all sessions of the server share: what lies in it, and where it is.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/draft01_generator.hpp"
#include "core/follow_marks.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"
#include "pg/postgres.hpp"

#include <type_traits>

namespace objectid {

// A generator of new ids and its lock, apart from those of other kinds. To make an id takes some
// twenty nanoseconds: a lock with a queue would cost more. src/pg/new_id.hpp tells how generators
// are used, and in_turn() is the way to one.
template <typename Generator>
struct alignas(PG_CACHE_LINE_SIZE) LockedGenerator
{
	pg_atomic_flag lock; // see src/pg/spin_lock.hpp
	Generator generator;
};

// One of each kind.
struct Generators
{
	LockedGenerator<ObjectIdGenerator> objectid;
	LockedGenerator<UuidV6Generator> uuid_v6;
	LockedGenerator<UuidV7Generator> uuid_v7;
	LockedGenerator<Draft01Generator> uuid_draft01;
	pg_atomic_uint32 incarnation; // a random number; 0 until the first session draws it
	pg_atomic_uint32 announced;   // changes of reservations in all databases, with overflow

	// Calls a function with each generator and its lock.
	template <typename Function>
	void for_each(Function &&function)
	{
		function(objectid);
		function(uuid_v6);
		function(uuid_v7);
		function(uuid_draft01);
	}
};
static_assert(std::is_trivially_destructible_v<Generators> && sizeof(Generators) < 4096);

// The marks of the followed tables of all databases, and their lock. src/pg/follow_marks.cpp tells
// what they are for.
struct LockedMarks
{
	pg_atomic_flag lock;
	MarksOfTables<256> marks;
};

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

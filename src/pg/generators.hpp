// The generators of new ids: one of each kind for the whole server, or else for this process.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"
#include "pg/ceiling.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/id_datum.hpp"
#include "pg/postgres.hpp"

#include <type_traits>

namespace objectid {

// A generator in shared memory and the lock of its steps, apart from those of other kinds. A step
// takes some twenty nanoseconds: a lock with a queue would cost more than the step.
template <typename Generator>
struct alignas(PG_CACHE_LINE_SIZE) LockedGenerator
{
	pg_atomic_flag lock;
	Generator generator;
};

struct Generators
{
	LockedGenerator<ObjectIdGenerator> objectid;
	LockedGenerator<UuidV6Generator> uuid_v6;
	LockedGenerator<UuidV7Generator> uuid_v7;
	LockedGenerator<Draft01Generator> uuid_draft01;
	pg_atomic_uint32 life;             // a random number; 0 until the first session draws it
	pg_atomic_uint32 ceilings_written; // in all databases, with overflow

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

// Those that this process uses, once it has made an id.
struct GeneratorsInUse
{
	Generators *all = nullptr;
	bool shared = false;
	bool have_ceiling = false; // they make all ids of the server
};
extern GeneratorsInUse generators_in_use;

// Takes a lock that another process had a moment ago.
void take_contended(pg_atomic_flag &lock);

// Connects this process with the server's, or raises an error.
void connect_generators();

// The number of the generators' life, never 0.
std::uint32_t life_of_generators();

// Whether ids and bounds of this second may be given out without a look at the ceiling.
inline bool
is_covered(std::int64_t unix_s)
{
	pg_read_barrier(); // the clock was read before
	return covered_seconds.contain(unix_s) &&
		   pg_atomic_read_u32(&generators_in_use.all->ceilings_written) == covered_as_of;
}

// See ObjectIdGenerator::raise.
void raise_generators(UnixTime reading, UnixTime time);

// A new id for now of one of the generators, as a Datum; range: as in raise_timestamp_out_of_range,
// kind: what the generator's step wants to know besides.
//
// Nothing under the lock raises an error or allocates. The clock is read before it is taken, and
// read again only if the reading is far off: the step goes on from the newest tick in any case.
template <typename Id, typename Generator, typename... Kind>
inline Datum
new_id(FunctionCallInfo fcinfo, LockedGenerator<Generator> Generators::*which, const char *range,
	   Kind... kind)
{
	if (covered_seconds.count == 0) [[unlikely]]
		cover_second(fcinfo->flinfo->fn_oid, clock_now().s);
	auto &[lock, generator] = generators_in_use.all->*which;
	for (;;)
	{
		if (!pooled_random.reserve(Generator::random_bytes_max))
			raise_random_failed();
		Id id{};
		const UnixTime now = clock_now();
		if (generators_in_use.shared && !pg_atomic_test_set_flag(&lock)) [[unlikely]]
			take_contended(lock);
		const GeneratorStatus status =
			next_after_waiting(generator, now, clock_now, pooled_random, id, kind...);
		const std::int64_t unix_s = generator.newest_unix_s(kind...);
		if (generators_in_use.shared)
			pg_atomic_clear_flag(&lock);

		if (is_covered(unix_s)) [[likely]]
			return made_id(status, id, range);
		if (status != GeneratorStatus::ok || cover_second(fcinfo->flinfo->fn_oid, unix_s))
			return made_id(status, id, range);
	}
}

} // namespace objectid

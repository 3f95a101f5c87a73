// The generators that this process uses: one of each kind for the whole server, or for itself.
// core/new_id_steps.hpp tells how they are used.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/shared_memory.hpp"

namespace objectid {

// Those that this process uses, once it has called connect_generators().
struct GeneratorsInUse
{
	Generators *all = nullptr;
	bool are_shared = false; // with all processes of the server
	// Their ids are reserved on disk. Not so where other processes have generators of their own:
	// nobody could keep the order.
	bool have_reservation = false;
};
extern GeneratorsInUse generators_in_use;

// The only way to a generator: calls the function with it when its turn has come.
template <typename Generator, typename Function>
inline void
in_turn(LockedGenerator<Generator> &locked, Function &&function)
{
	const bool is_shared = generators_in_use.are_shared;
	if (is_shared)
		locked.lock.acquire();
	call_without_errors([&] { function(locked.generator); });
	if (is_shared)
		locked.lock.release();
}

// Sleeps until the clock shows the next second, or this process is interrupted. now: a reading of
// the clock.
void wait_for_next_second(UnixTime now);

// Connects this process with the server's, or raises an error.
void connect_generators();

// The number of the generators' incarnation, never 0.
std::uint32_t incarnation_of_generators();

// Advances all generators: see ObjectIdGenerator::advance.
void advance_generators(UnixTime reading, UnixTime time);

// Advances each generator to the clock: see Generators::advance_to_clock.
UnixTime advance_generators_to_clock();

} // namespace objectid

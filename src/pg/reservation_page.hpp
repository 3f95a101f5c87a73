// The reservation that keeps the order of ids and bounds over the end of the server, a crash or the
// promotion of a standby: the page that has it. core/new_id_steps.hpp tells the whole protocol.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/new_id_steps.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/generators.hpp"

namespace objectid {

extern KnownReservation known_reservation; // by this process

// This process, in the steps of core/new_id_steps.hpp.
struct Backend
{
	static const KnownReservation &known()
	{
		return known_reservation;
	}

	static UnixTime clock()
	{
		return clock_now();
	}

	static std::uint32_t announced()
	{
		return generators_in_use.all->announced();
	}

	// Step 5: reserve_seconds() on the page. True, too, where nothing is reserved: on a standby,
	// or without GeneratorsInUse::have_reservation.
	[[nodiscard]] bool reserve(const IdSeconds &id) const;

	static UnixTime advance_generators_to_clock()
	{
		return objectid::advance_generators_to_clock();
	}

	static void begin_anew()
	{
		CHECK_FOR_INTERRUPTS();
	}
};

// A reading of the clock: from now on ids are of this time or later, in this incarnation and in all
// to come. For functions that return bounds.
TimestampTz reserve_bound();

} // namespace objectid

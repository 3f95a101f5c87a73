// The reservation that keeps the order of ids and bounds over the end of the server, a crash or the
// promotion of a standby. src/pg/new_id.hpp tells the whole protocol.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/reservation.hpp"
#include "pg/generators.hpp"

namespace objectid {

// What this process knows to be reserved on disk: nothing until it has seen the page in this
// incarnation, and everything if the generators need no reservation.
struct KnownReservation
{
	ReservedSeconds seconds;
	std::uint32_t announced = 0; // it holds while Generators::announced is this
	bool is_known = false;
};
extern KnownReservation known_reservation;

// Whether an id may be given out without a look at the reservation.
inline bool
is_reserved(const IdSeconds &id)
{
	// The clock is read before `announced` here, and after it is raised in reserve(): new_id.hpp
	// says why.
	pg_read_barrier();
	return known_reservation.seconds.contain(id) &&
		   pg_atomic_read_u32(&generators_in_use.all->announced) == known_reservation.announced;
}

// Has the seconds of an id reserved on disk when it returns, so that the id may be given out. False
// if the id has to be made anew: since it was made, the generators may have been advanced, or the
// clock set back. function: the one that was called, whose extension has the reservation.
bool reserve_seconds(Oid function, const IdSeconds &id);

// A reading of the clock: from now on ids are of this time or later, in this incarnation of the
// server and in all to come. For functions that return bounds.
TimestampTz reserve_bound(FunctionCallInfo fcinfo);

} // namespace objectid

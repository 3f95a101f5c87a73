// The ceiling that keeps the order of ids and bounds over the end of the server, a crash or the
// promotion of a standby.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/ceiling.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// What this process knows to be on disk. It is none until the generators are above the ceiling of
// the life before.
extern CoveredSeconds covered_seconds;
// It holds while this is the number of Generators::ceilings_written: the clock may have been set
// back since, and the ceiling with it.
extern std::uint32_t covered_as_of;

// Has the ceiling above this second on disk when it returns: what is of this second may be given
// out. False if an id has to be made anew, as the generators may have begun a new life meanwhile.
// Before the first id of a process, it raises them above the ceiling of the life before. function:
// the one that was called, whose extension has the ceiling.
bool cover_second(Oid function, std::int64_t unix_s);

// From now on ids are of this time or later, in this life of the server and in all to come. For
// functions that return bounds, right after they read the clock. now: a reading of it.
void cover_time(FunctionCallInfo fcinfo, TimestampTz now);

} // namespace objectid

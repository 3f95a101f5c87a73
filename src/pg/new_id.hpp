// Makes a new id, or a bound of ids, or raises the error if there is none.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/timestamp.hpp"
#include "pg/backend.hpp"
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"

namespace objectid {

// The error for an id that a generator did not make. status: time_out_of_range or random_failed.
// (new_id() waits while it is ahead_of_clock, and back-filling never is.) held_times: as in
// raise_timestamp_out_of_range.
[[noreturn]] inline void
raise_not_made(GeneratorStatus status, const char *held_times)
{
	if (status == GeneratorStatus::time_out_of_range)
		raise_timestamp_out_of_range(held_times);
	Assert(status == GeneratorStatus::random_failed);
	raise_random_failed();
}

// The Datum of an id that a generator was asked for, or the error if it was not made.
template <typename Id>
inline Datum
made_id(GeneratorStatus status, const Id &id, const char *held_times)
{
	if (status != GeneratorStatus::ok)
		raise_not_made(status, held_times);
	return id_to_datum(id);
}

// A new id for now of one of the generators, as a Datum, in the steps that core/new_id_steps.hpp
// tells.
//
// held_times: as in raise_timestamp_out_of_range. layout: the first argument of Draft01Generator's
// functions; the other generators have none.
template <typename Id, typename Generator, typename... Layout>
inline Datum
new_id(LockedGenerator<Generator> Generators::*which, const char *held_times, Layout... layout)
{
	BackendWithGenerator<Id, Generator> backend{{}, which};
	Id id{};
	const GeneratorStatus status = make_id(backend, id, layout...);
	return made_id(status, id, held_times);
}

// A reading of the clock: from now on ids are of this time or later, in this incarnation and in all
// to come. For functions that return bounds.
inline TimestampTz
reserve_bound()
{
	connect_generators();
	if (!generators_in_use.have_reservation)
		return pg_us_from_unix_time(clock_now());
	Backend backend;
	return pg_us_from_unix_time(make_bound(backend));
}

} // namespace objectid

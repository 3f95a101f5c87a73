// Makes a new id, or raises the error if there is none.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/new_id_steps.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"
#include "pg/reservation_page.hpp"

namespace objectid {

// A backend that makes an id with one of the generators.
template <typename Id, typename Generator>
struct BackendWithGenerator : Backend
{
	LockedGenerator<Generator> Generators::*which;

	static bool provide_random()
	{
		return pooled_random.provide(Generator::random_bytes_max);
	}

	template <typename Make>
	MadeId<Id> in_turn(Make &&make) const
	{
		MadeId<Id> made;
		objectid::in_turn(generators_in_use.all->*which, [&](Generator &generator) {
			made = make(generator, clock_now, pooled_random);
		});
		return made;
	}

	static void wait_for_next_second(UnixTime now)
	{
		objectid::wait_for_next_second(now);
	}
};

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

} // namespace objectid

// Makes a new id.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/clock_and_random.hpp"
#include "pg/id_datum.hpp"
#include "pg/reservation.hpp"

namespace objectid {

// How ids are made, and keep their order while the server runs and beyond
// -----------------------------------------------------------------------
//
// Three places hold what has to be known.
//
//  * Shared memory: a generator of each kind (core/objectid_generator.hpp, uuid_generator.hpp,
//    draft01_generator.hpp). It has the newest tick, and the greatest reading of the clock since it
//    last went back with a clock that was set back (core/clock_move.hpp). It is lost when the
//    server ends: an incarnation of the server is the time that it lasts, and has a random number.
//  * Disk: in each database a reservation (core/reservation.hpp), which is the page of a sequence
//    (reservation.cpp). It says: every id that was given out in this database, since the page last
//    went back with the clock, is of a second before end_s, and was made at a greatest reading of
//    at most greatest_s. The incarnation is the one that wrote the page.
//  * The process: the reservation as it last saw it.
//
// An id is made in these steps. No step waits for the clock or for WAL while it holds a lock that
// others need:
//
//  1. A process that knows no reservation first does step 5 for the second that the clock shows.
//  2. It reads the clock, and then waits for its turn. If the reading is far from the readings
//     before, which may be because it slept meanwhile, it reads again (next_after_waiting).
//  3. The generator makes the id: of the reading, or above the newest tick where the clock has not
//     passed it. If that would be later than the second after the greatest reading, it makes none:
//     the process waits for the clock, and can be cancelled. So a time is less than two seconds
//     ahead of the greatest reading, however many ids are asked for.
//  4. What was made may be given out if it is within the reservation that the process knows, and
//     no change of one has been announced since.
//  5. Otherwise it locks the page and looks. If the page reserves the seconds of the id, that is
//     all. If not, it announces that a change may come, reads the clock again, and (reserve):
//      a. the clock is now more than a minute behind the greatest reading of the id's generator:
//         it has been set back since. Nothing is written, since that would reserve seconds that
//         the clock may not reach for years, and the id is made anew.
//      b. the clock is more than a minute behind the page's greatest_s, or behind it at all where
//         setval() wrote the page: the page goes back with it, and covers this id, and none from
//         before the clock was set back.
//      c. the page is of an earlier incarnation: all generators are advanced to its end_s with
//         its greatest reading, the page is taken over, and the id is made anew.
//      d. otherwise the reservation grows, where it does not yet reach the id's second and
//         greatest reading.
//     What the page says is flushed before the id is given out.
//
// Why that keeps the order. Ids of one incarnation are in the generator's order. The first id of
// the next one is in the second end_s or later: above all ids that were given out. Only where the
// clock is more than a minute behind, generators and page go back with it, and the order is broken
// once.
//
// Why restarts do not take times ever further ahead. The first id after a restart is of end_s, if
// the clock has not come so far. That is at most two seconds after greatest_s. If it is one second
// after it, the id is made at once and reserves its second, so that end_s is then two seconds after
// greatest_s. If it is two, the process waits in step 3 until the clock shows the second between
// them. So at the latest the second restart within a second waits for the clock.
//
// Why step 5 announces a change before it reads the clock. Suppose that the clock was an hour ahead
// for a moment. W's id is from that moment. The clock is set back. P makes an id, and gives it out
// in step 4, not having seen W's announcement. So P read the clock before W announced. As W reads
// the clock after it announced, W's reading is later than P's, hence also from after the clock was
// set back: W writes nothing (a). Had W read the clock before it announced, its reading could be
// from the hour ahead: W would write the second of its id (d), and P could still give out its own.
// After a restart, the page would be more than a minute ahead of the clock, so it would not count
// (b), and new ids could be below P's.
//
// A bound (reserve_bound) is a reading of the clock that all generators are advanced to, and that
// is reserved like an id of its second.
//
// On a standby, and in a process that shares no generators, nothing is reserved. (Single-user mode
// shares none either, but reserves, as no other process makes ids.)

// A new id for now of one of the generators, as a Datum, in the steps that are told above.
//
// held_times: as in raise_timestamp_out_of_range. layout: the first argument of Draft01Generator's
// functions; the other generators have none.
template <typename Id, typename Generator, typename... Layout>
inline Datum
new_id(FunctionCallInfo fcinfo, LockedGenerator<Generator> Generators::*which,
	   const char *held_times, Layout... layout)
{
	const Oid function = fcinfo->flinfo->fn_oid;
	for (;;)
	{
		if (!known_reservation.is_known) [[unlikely]]
			reserve_seconds(function, seconds_of_reading(clock_now().s));
		if (!pooled_random.provide(Generator::random_bytes_max))
			raise_random_failed();
		Id id{};
		IdSeconds seconds{};
		GeneratorStatus status{};
		UnixTime now = clock_now();
		in_turn(generators_in_use.all->*which, [&](Generator &generator) {
			status = next_after_waiting(generator, now, clock_now, pooled_random, id, layout...);
			seconds = {generator.newest_unix_s(layout...), generator.greatest_reading_s(layout...),
					   now.s};
		});
		if (status == GeneratorStatus::ahead_of_clock) [[unlikely]]
		{
			wait_for_next_second(now);
			continue;
		}
		if (status != GeneratorStatus::ok) [[unlikely]]
			raise_not_made(status, held_times);
		if (is_reserved(seconds) || reserve_seconds(function, seconds)) [[likely]]
			return id_to_datum(id);
		// The id must not be given out, since the clock has been set back or the generators may
		// have been advanced after it was made: make another.
		CHECK_FOR_INTERRUPTS();
	}
}

} // namespace objectid

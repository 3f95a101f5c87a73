// How a new id is made: its steps, in their order.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "generator_status.hpp"
#include "reservation.hpp"
#include "timestamp.hpp"

#include <cstdint>
#include <type_traits>

namespace objectid {

// How ids are made, and keep their order while the server runs and beyond
// -----------------------------------------------------------------------
//
// Three places hold what has to be known.
//
//  * Shared memory: a generator of each kind (core/objectid_generator.hpp, core/uuid_generator.hpp,
//    core/draft01_generator.hpp). It has the newest tick, and the greatest reading of the clock
//    since it last went back with a clock that was set back (core/newest_tick.hpp). All this is
//    lost when the server ends or crashes. Its life until then is an incarnation, which has a
//    random number.
//  * Disk: in each database a reservation (core/reservation.hpp), which is the page of a sequence
//    (pg/reservation_page.cpp). It says: every id that was given out in this database, since the
//    page last went back with the clock, is of a second before end_s, and was made at a greatest
//    reading of at most greatest_s; and which incarnation wrote it.
//  * The process: the reservation as it last saw it.
//
// An id is made in these steps. No step waits for the clock or for a flush of WAL while it holds a
// lock that others need:
//
//  1. A process that knows no reservation first does step 5 for the second that the clock shows.
//  2. It reads the clock, and then waits for its turn. If the reading is far from the readings
//     before, which may be because it slept meanwhile, it reads again.
//  3. The generator makes the id: of the reading, or above the newest tick where the clock has not
//     passed it. If that would be later than the second after the greatest reading, it makes none:
//     the process waits for the clock, and can be cancelled. So a time is less than two seconds
//     ahead of the greatest reading, however many ids are asked for.
//  4. What was made may be given out if it is within the reservation that the process knows, and
//     no change of one has been announced since.
//  5. Otherwise it locks the page. If the page reserves what the id needs, that is all. If not, the
//     process announces that a change may come, then reads the clock again, and does the first of
//     these that applies:
//      a. This reading is more than a minute behind the greatest reading of the id's generator. So
//         the clock was set back after the id was made, and may not reach the id's second for
//         years. That second is not reserved, and the id is made anew.
//      b. This reading is more than a minute behind greatest_s of the page, or behind it at all if
//         setval() wrote the page. So the clock was set back, and the id is from after that. The
//         page goes back with the clock: from now on it covers this id.
//      c. Another incarnation wrote the page, or none did. All generators are advanced to end_s,
//         the page is taken over, and the id is made anew.
//      d. The reservation grows to the id's second and greatest reading.
//     What the page says is flushed before the id is given out.
//
// Why that keeps the order. Ids of one incarnation are in the generator's order. The first id of
// the next one is in the second end_s or later: above all ids that were given out. Only where the
// clock is more than a minute behind, generators and page go back with it, and the order is broken
// once.
//
// Why restarts do not take times ever further ahead. The first id after a restart is of end_s, if
// the clock has not come so far, and reserves its own second. While the clock stands at 100:
//
//     greatest_s  end_s
//        100       101   after an id of second 100
//        100       102   after a restart and an id of 101, one second after the greatest reading
//                        after another restart, 102 would be two: step 3 waits for the clock
//
// So one of two restarts within a second waits, and end_s is at most two seconds after greatest_s.
//
// Why step 5 announces a change before it reads the clock. Suppose that the clock was an hour ahead
// for a moment, and the id of process W is from that moment. Then the clock is set back. Process P
// makes an id, and gives it out in step 4. No id of the next incarnation may be below that one, so
// W must not reserve seconds that are an hour ahead: that page would not count after a restart (b).
//
//   * P did not see W's announcement. So P read the clock before W announced.
//   * W reads the clock after it announced. So it reads it after P did, when it was set back.
//   * Hence W reserves nothing (a).
//
// If W read the clock first and announced then, it could read it before it is set back, and
// announce after P was done.
//
// A bound is a reading of the clock that all generators are advanced to, and that is reserved like
// an id of its second.
//
// On a standby, and in a process that shares no generators, nothing is reserved. (Single-user mode
// shares none either, but reserves, as no other process makes ids.)
//
// test/unit/new_id_steps_test.cpp walks through all orders of these steps in two processes.

// What a process knows to be reserved on disk: nothing until it has seen the page in this
// incarnation, and everything if the generators need no reservation.
struct KnownReservation
{
	ReservedSeconds seconds;
	std::uint32_t announced = 0; // it holds while Generators::announced() is this
	bool is_known = false;
};
static_assert(std::is_trivially_destructible_v<KnownReservation>);

// What a generator gave to a process in its turn.
template <typename Id>
struct MadeId
{
	Id id;
	UnixTime reading;  // of the clock
	IdSeconds seconds; // of the id
	GeneratorStatus status;
};

// The next id of a generator, made in a process's turn: the clock was read before. A reading that
// is far off is not believed but taken again, as the process may have slept in between. layout: the
// first argument of Draft01Generator's functions; the other generators have none.
template <typename Id, typename Generator, typename Clock, typename Random, typename... Layout>
[[nodiscard]] constexpr MadeId<Id>
make_in_turn(Generator &generator, UnixTime reading, Clock &&clock, Random &random,
			 Layout... layout)
{
	if (generator.is_far_from(layout..., reading)) [[unlikely]]
		reading = clock();
	MadeId<Id> made{};
	made.status = generator.next(layout..., reading, random, made.id);
	made.reading = reading;
	made.seconds = {generator.newest_unix_s(layout...), generator.greatest_reading_s(layout...),
					reading.s};
	return made;
}

// Step 4.
template <typename Process>
[[nodiscard]] constexpr bool
is_reserved(Process &process, const IdSeconds &id)
{
	return process.known().seconds.contain(id) && process.announced() == process.known().announced;
}

// Step 5, but for the flush: looks at the page, which is locked, and changes it as the id needs it.
template <typename Page>
[[nodiscard]] constexpr ReservationChange
reserve_on_page(Page &page, const IdSeconds &id)
{
	const Reservation old = page.read();
	const std::uint32_t incarnation = page.incarnation();
	if (old.incarnation == incarnation && reserved_by(old).contain(id))
		return {ReservationMove::kept, old};
	page.announce();
	const ReservationChange change = change_of_reservation(old, incarnation, id, page.clock().s);
	if (change.move == ReservationMove::taken)
		page.advance_generators({old.greatest_s, 0}, {old.end_s, 0});
	if (change.move != ReservationMove::kept && change.move != ReservationMove::refused)
		page.write(change.reservation);
	return change;
}

// Step 5: has the seconds of an id reserved on disk when it returns, so that the id may be given
// out. False if the id has to be made anew: since it was made, the generators may have been
// advanced, or the clock set back.
template <typename Page>
[[nodiscard]] constexpr bool
reserve_seconds(Page &page, KnownReservation &known, const IdSeconds &id)
{
	page.lock();
	const ReservationChange change = reserve_on_page(page, id);
	const std::uint32_t announced = page.announced();
	page.unlock();
	page.flush(); // also what another process has written, and not flushed yet
	if (change.move == ReservationMove::refused)
		return false;
	const bool knew_page = known.is_known;
	known = {reserved_by(change.reservation), announced, true};
	// At a process's first look, its id may be older than the page: P makes one of second 100. Q
	// takes the page over, advances the generators to its end_s, 101, and gives out an id. P finds
	// a page that contains its own id, which is below Q's.
	return knew_page && change.move != ReservationMove::taken;
}

// All steps: a new id, if the status is ok. Process: such as BackendWithGenerator of
// pg/backend.hpp.
template <typename Id, typename Process, typename... Layout>
[[nodiscard]] constexpr GeneratorStatus
make_id(Process &process, Id &id, Layout... layout)
{
	for (;;)
	{
		if (!process.known().is_known) [[unlikely]]
			static_cast<void>(process.reserve(seconds_of_reading(process.clock().s)));
		if (!process.provide_random())
			return GeneratorStatus::random_failed;
		const UnixTime reading = process.clock();
		const MadeId<Id> made = process.in_turn([&](auto &generator, auto &&clock, auto &random) {
			return make_in_turn<Id>(generator, reading, clock, random, layout...);
		});
		if (made.status == GeneratorStatus::ahead_of_clock) [[unlikely]]
		{
			process.wait_for_next_second(made.reading);
			continue;
		}
		id = made.id;
		if (made.status != GeneratorStatus::ok || is_reserved(process, made.seconds) ||
			process.reserve(made.seconds)) [[likely]]
			return made.status;
		process.begin_anew();
	}
}

// A bound: from now on ids are of this time or later, in this incarnation and in all to come.
template <typename Process>
[[nodiscard]] constexpr UnixTime
make_bound(Process &process)
{
	for (;;)
	{
		const UnixTime bound = process.advance_generators_to_clock();
		const IdSeconds seconds = seconds_of_reading(bound.s);
		if (is_reserved(process, seconds) || process.reserve(seconds))
			return bound;
		process.begin_anew();
	}
}

} // namespace objectid

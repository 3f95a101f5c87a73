// The reservation of seconds for ids, kept where it outlives the server, so that its next
// incarnation begins above them: what is reserved, and what becomes of it. src/pg/new_id.hpp tells
// the whole protocol.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "clock_move.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// Since the clock was last followed back, all ids and bounds that were given out are of seconds
// before end_s, and were made at a greatest reading of at most greatest_s. An incarnation of the
// server is the time that one state of the generators lasts.
struct Reservation
{
	std::int64_t end_s; // the first second that is not reserved
	std::int64_t greatest_s;
	std::uint32_t incarnation; // the one that wrote it; 0 is none

	friend constexpr bool operator==(const Reservation &, const Reservation &) = default;
};
static_assert(std::is_trivially_destructible_v<Reservation>);

// By how much end_s can exceed greatest_s: it is the second after that of an id.
inline constexpr std::int64_t largest_reserved_ahead_s = largest_lead_s + 1;

// The seconds that a process knows to be reserved: as long as no change of a reservation is
// announced, ids that they contain may be given out. None at first.
struct ReservedSeconds
{
	std::int64_t first_reading_s = std::numeric_limits<std::int64_t>::max();
	std::int64_t greatest_s = std::numeric_limits<std::int64_t>::min();
	std::int64_t end_s = std::numeric_limits<std::int64_t>::min();

	// An id whose reading is before the first one follows a clock that has stepped back: the
	// reservation has to follow, too.
	[[nodiscard]] constexpr bool contain(const IdSeconds &id) const
	{
		return id.reading_s >= first_reading_s && id.greatest_s <= greatest_s && id.unix_s < end_s;
	}
};

inline constexpr ReservedSeconds all_seconds{std::numeric_limits<std::int64_t>::min(),
											 std::numeric_limits<std::int64_t>::max(),
											 std::numeric_limits<std::int64_t>::max()};

[[nodiscard]] constexpr ReservedSeconds
reserved_by(const Reservation &reservation)
{
	return {reservation.greatest_s - largest_step_waited_out_s, reservation.greatest_s,
			reservation.end_s};
}

enum class ReservationMove : std::uint8_t
{
	kept,     // the id may be given out
	extended, // it may be given out once the new reservation has been written
	taken,    // over from another incarnation: the generators are to be advanced to the old one,
		   // this one is to be written, and the id to be made anew
	refused, // the clock has been put back since the id was made: it is to be made anew
};

struct ReservationStep
{
	ReservationMove move;
	Reservation reservation;
};

// What becomes of a reservation when an incarnation wants to give out an id that it does not
// contain. now_s: a reading of the clock that was taken after all others were told that the
// reservation may change.
[[nodiscard]] constexpr ReservationStep
step_of_reservation(const Reservation &old, std::uint32_t incarnation, const IdSeconds &id,
					std::int64_t now_s)
{
	// The clock was put back after the id was made. The generator's next step follows it, and the
	// seconds ahead must not be reserved.
	if (now_s < id.greatest_s - largest_step_waited_out_s)
		return {ReservationMove::refused, old};
	// The clock is followed, as by the generators, instead of waiting for it to catch up. What was
	// not written by an incarnation, but by setval(), says nothing of the clock: it must not be
	// ahead of it.
	const std::int64_t step_back_s = old.incarnation == 0 ? 0 : largest_step_waited_out_s;
	if (now_s < old.greatest_s - step_back_s)
		return {ReservationMove::extended, {id.unix_s + 1, id.greatest_s, incarnation}};
	if (old.incarnation != incarnation)
		return {ReservationMove::taken, {old.end_s, old.greatest_s, incarnation}};
	if (id.unix_s < old.end_s && id.greatest_s <= old.greatest_s)
		return {ReservationMove::kept, old};
	return {
		ReservationMove::extended,
		{std::max(old.end_s, id.unix_s + 1), std::max(old.greatest_s, id.greatest_s), incarnation}};
}

// The same, of a reservation that no other backend changes meanwhile. announce() tells all backends
// not to trust what they know of reservations. A backend that gives out an id without having seen
// the announcement read its clock before this one does. If it had followed a step back, this
// reading shows the step too.
template <typename Announce, typename Clock>
[[nodiscard]] constexpr ReservationStep
reserve(const Reservation &old, std::uint32_t incarnation, const IdSeconds &id, Announce &&announce,
		Clock &&clock)
{
	if (old.incarnation == incarnation && reserved_by(old).contain(id))
		return {ReservationMove::kept, old};
	announce();
	return step_of_reservation(old, incarnation, id, clock().s);
}

} // namespace objectid

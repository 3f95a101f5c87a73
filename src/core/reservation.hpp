// The reservation of seconds for ids, kept on a page that outlives the server, so that its next
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

// All ids and bounds that were given out since the reservation last went back with the clock are of
// seconds before end_s, and were made at a greatest reading of at most greatest_s. An incarnation
// of the server is the time that one state of the generators lasts.
struct Reservation
{
	std::int64_t end_s; // the first second that is not reserved
	std::int64_t greatest_s;
	std::uint32_t incarnation; // the one that wrote it; 0 is none
};
static_assert(std::is_trivially_destructible_v<Reservation>);

// By how much end_s can exceed greatest_s: it is the second after that of an id.
inline constexpr std::int64_t largest_reserved_ahead_s = largest_lead_s + 1;

// The seconds that a process knows to be reserved: as long as no change of a reservation is
// announced, ids that they contain may be given out. None at first.
struct ReservedSeconds
{
	std::int64_t earliest_reading_s = std::numeric_limits<std::int64_t>::max();
	std::int64_t greatest_s = std::numeric_limits<std::int64_t>::min();
	std::int64_t end_s = std::numeric_limits<std::int64_t>::min();

	// An id of a reading before earliest_reading_s may have been made after the clock was set back
	// far. Then the page has to go back first, so it is not contained.
	[[nodiscard]] constexpr bool contain(const IdSeconds &id) const
	{
		return id.reading_s >= earliest_reading_s && id.greatest_s <= greatest_s &&
			   id.unix_s < end_s;
	}
};

inline constexpr ReservedSeconds all_seconds{std::numeric_limits<std::int64_t>::min(),
											 std::numeric_limits<std::int64_t>::max(),
											 std::numeric_limits<std::int64_t>::max()};

[[nodiscard]] constexpr ReservedSeconds
reserved_by(const Reservation &reservation)
{
	return {reservation.greatest_s - largest_lag_s, reservation.greatest_s, reservation.end_s};
}

// What is to be done with the page before an id may be given out.
enum class ReservationMove : std::uint8_t
{
	// Nothing: the page covers the id.
	kept,
	// Write the new reservation, which covers the id, too.
	extended,
	// Write the new reservation, which covers the id, but none from before the clock was set back
	// far.
	set_back,
	// Another incarnation has written the page: advance all generators to its end_s, write the new
	// reservation, and make the id anew.
	taken,
	// Write nothing, and make the id anew: it is from before the clock was set back far.
	refused,
};

struct ReservationChange
{
	ReservationMove move;
	Reservation reservation; // what the page says afterwards
};

// What becomes of a reservation when an incarnation wants to give out an id. Not asked while the
// reservation is its own and contains the id. now_s: a reading of the clock that was taken after
// all others were told that the page may change.
[[nodiscard]] constexpr ReservationChange
change_of_reservation(const Reservation &old, std::uint32_t incarnation, const IdSeconds &id,
					  std::int64_t now_s)
{
	// The seconds up to that of the id must not be reserved: the clock may not reach them for
	// years. The generator goes back with the clock when it makes the next id.
	if (now_s < id.greatest_s - largest_lag_s)
		return {ReservationMove::refused, old};
	// The page goes back as the generators do. What was not written by an incarnation, but by
	// setval(), says nothing of the clock: it must not be ahead of it at all.
	const std::int64_t lag_waited_out_s = old.incarnation == 0 ? 0 : largest_lag_s;
	if (now_s < old.greatest_s - lag_waited_out_s)
		return {ReservationMove::set_back, {id.unix_s + 1, id.greatest_s, incarnation}};
	if (old.incarnation != incarnation)
		return {ReservationMove::taken, {old.end_s, old.greatest_s, incarnation}};
	if (id.unix_s < old.end_s && id.greatest_s <= old.greatest_s)
		return {ReservationMove::kept, old};
	return {
		ReservationMove::extended,
		{std::max(old.end_s, id.unix_s + 1), std::max(old.greatest_s, id.greatest_s), incarnation}};
}

// The same, for a page that no other process changes meanwhile. announce() tells all processes not
// to trust what they know of reservations. It comes before clock(): src/pg/new_id.hpp says why.
template <typename Announce, typename Clock>
[[nodiscard]] constexpr ReservationChange
reserve(const Reservation &old, std::uint32_t incarnation, const IdSeconds &id, Announce &&announce,
		Clock &&clock)
{
	if (old.incarnation == incarnation && reserved_by(old).contain(id))
		return {ReservationMove::kept, old};
	announce();
	return change_of_reservation(old, incarnation, id, clock().s);
}

} // namespace objectid

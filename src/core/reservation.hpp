// The reservation of seconds for ids, on a page that outlives an incarnation, so that the next one
// begins above them: what is reserved, and what becomes of it. core/new_id_steps.hpp tells the
// whole protocol.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "newest_tick.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// What an id was made of, in Unix seconds: reading_s <= greatest_s <= unix_s.
struct IdSeconds
{
	std::int64_t unix_s;     // of the id; at most largest_lead_s above greatest_s
	std::int64_t greatest_s; // its generator's greatest reading of the clock
	std::int64_t reading_s;  // of the clock for this id; at most largest_lag_s below greatest_s
};

// Those of something that is made of a reading and of nothing else.
[[nodiscard]] constexpr IdSeconds
seconds_of_reading(std::int64_t reading_s)
{
	return {reading_s, reading_s, reading_s};
}

// All ids and bounds that were given out since the reservation last went back with the clock are of
// seconds before end_s, and were made at a greatest reading of at most greatest_s.
struct Reservation
{
	std::int64_t end_s; // the first second that is not reserved
	std::int64_t greatest_s;
	std::uint32_t incarnation; // the number of the one that wrote it; 0 if none did
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
	// Another incarnation has written the page, or none has: advance all generators to its end_s,
	// write the new reservation, and make the id anew.
	taken,
	// Write nothing, and make the id anew: it is from before the clock was set back far.
	refused,
};

struct ReservationChange
{
	ReservationMove move;
	Reservation reservation; // what the page says afterwards
};

// What becomes of a reservation when this incarnation wants to give out an id, and either another
// one wrote the reservation or it does not contain the id. now_s: a reading of the clock that was
// taken after all others were told that the page may change.
[[nodiscard]] constexpr ReservationChange
change_of_reservation(const Reservation &old, std::uint32_t incarnation, const IdSeconds &id,
					  std::int64_t now_s)
{
	// The seconds up to that of the id must not be reserved: the clock may not reach them for
	// years. The generator goes back with the clock when it makes the next id.
	if (now_s < id.greatest_s - largest_lag_s)
		return {ReservationMove::refused, old};
	// The page goes back as the generators do, which wait a minute for a clock that was set back:
	// ids of that minute may have been given out. Where setval() wrote the page (incarnation 0),
	// none were, and it goes back if it is ahead of the clock at all.
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

// The reservation as the page of a sequence has it. What the server itself writes to log_cnt, as in
// nextval() and setval(), is 0 or a small number: incarnation 0, which is none. If that changed, a
// last_value that was set would be taken for a reservation. test/t/reservation.pl would notice, as
// it sets one far ahead of the clock.
struct ReservationOnPage
{
	std::int64_t last_value; // end_s
	std::int64_t log_cnt;    // the incarnation, and by how much end_s is ahead of greatest_s
};

[[nodiscard]] constexpr Reservation
reservation_from_page(const ReservationOnPage &page)
{
	const auto incarnation = static_cast<std::uint32_t>(page.log_cnt >> 32);
	const std::int64_t lead_s = std::clamp<std::int64_t>(static_cast<std::int32_t>(page.log_cnt), 1,
														 largest_reserved_ahead_s);
	// ALTER SEQUENCE and setval() can bring any number.
	const std::int64_t end_s = std::max(page.last_value, no_reading_s);
	return {end_s, end_s - lead_s, incarnation};
}

[[nodiscard]] constexpr ReservationOnPage
reservation_to_page(const Reservation &reservation)
{
	const auto lead_s = static_cast<std::uint32_t>(reservation.end_s - reservation.greatest_s);
	return {reservation.end_s,
			static_cast<std::int64_t>(std::uint64_t{reservation.incarnation} << 32 | lead_s)};
}

} // namespace objectid

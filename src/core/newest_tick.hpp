// Which tick it is now, given the clock and the newest tick: the same for all generators.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace objectid {

// A clock can be set back. While it is behind its greatest reading by at most this, that is waited
// out: ids keep the newest tick or go on from it. Where it is further behind, it was set back far,
// and the generator goes back with it: the next id is of the reading, and below earlier ones. In
// whole seconds, as those of the reservation.
inline constexpr std::int64_t largest_lag_s = 60;

// An id is at most of the second after the greatest reading, hence less than two seconds ahead of
// it, however many ids are asked for.
inline constexpr std::int64_t largest_lead_s = 1;

enum class ClockMove : std::uint8_t
{
	forward, // to a tick later than any before
	held,    // the clock has not passed the newest tick
	back,    // the clock was set back far
};

// Before the first reading and the first tick. Halved, so that largest_lag_s can be subtracted.
inline constexpr std::int64_t no_reading_s = std::numeric_limits<std::int64_t>::min() / 2;
template <typename Tick>
inline constexpr Tick no_tick = std::numeric_limits<Tick>::min();
template <>
inline constexpr UnixTime no_tick<UnixTime>{no_reading_s, 0};

// The tick of the newest id, in whatever unit the ids of the generator count, and the greatest
// reading of the clock since the generator last went back with it. How far the clock was set back
// is measured from this reading, as the tick may be ahead of it.
template <typename Tick>
class NewestTick
{
  public:
	[[nodiscard]] constexpr bool is_set_back(UnixTime now) const
	{
		return now.s < greatest_s_ - largest_lag_s;
	}

	// Whether this reading is further than largest_lag_s from the greatest one, behind or ahead.
	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return is_set_back(now) || now.s > greatest_s_ + largest_lag_s;
	}

	// now_tick: the tick of the reading.
	[[nodiscard]] constexpr ClockMove move(UnixTime now, Tick now_tick) const
	{
		if (is_set_back(now))
			return ClockMove::back;
		return now_tick > tick_ ? ClockMove::forward : ClockMove::held;
	}

	// Whether an id of this second would be too far ahead of the greatest reading, be it this one
	// or an earlier one. Where the clock was set back far, take() must have gone back with it
	// before.
	[[nodiscard]] constexpr bool is_too_far_ahead(UnixTime now, std::int64_t unix_s) const
	{
		return unix_s > std::max(greatest_s_, now.s) + largest_lead_s;
	}

	// An id was made of this tick.
	constexpr void take(UnixTime now, Tick tick)
	{
		if (now.s > greatest_s_ || is_set_back(now))
			greatest_s_ = now.s;
		tick_ = tick;
	}

	// Raises the greatest reading and the tick to these, each if it is smaller. Returns whether it
	// raised the tick.
	constexpr bool advance(std::int64_t reading_s, Tick tick)
	{
		greatest_s_ = std::max(greatest_s_, reading_s);
		if (tick <= tick_)
			return false;
		tick_ = tick;
		return true;
	}

	[[nodiscard]] constexpr Tick tick() const
	{
		return tick_;
	}

	[[nodiscard]] constexpr std::int64_t greatest_s() const
	{
		return greatest_s_;
	}

  private:
	std::int64_t greatest_s_ = no_reading_s;
	Tick tick_ = no_tick<Tick>;
};

} // namespace objectid

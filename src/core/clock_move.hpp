// What all generators share: the outcome of a step, and which tick it is now, given the clock, the
// newest tick and the patience.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace objectid {

// A generator is a pure step (state, now, random) -> (state, id). On anything but ok no id was
// made, and the state is as before. The state holds no addresses, since processes share it. A step
// draws at most random_bytes_max bytes, which the caller has ready before it takes a lock.
enum class GeneratorStatus : std::uint8_t
{
	ok,
	random_failed,     // the source of random bytes has none
	time_out_of_range, // the time does not fit into the id
};

// While the clock is this far behind its greatest reading, ids keep the newest tick or go on from
// it. A larger step back is followed.
inline constexpr std::int64_t clock_patience_s = 60;

enum class ClockMove : std::uint8_t
{
	forward, // to a tick later than any before
	held,    // the clock has not passed the newest tick
	back,    // by more than the patience
};

// Before the first reading and the first tick.
template <typename Tick>
inline constexpr Tick no_tick = std::numeric_limits<Tick>::min();
template <>
inline constexpr UnixTime no_tick<UnixTime>{std::numeric_limits<std::int64_t>::min() / 2, 0};

// The tick of the newest id, in whatever unit the ids of the generator count, and the greatest
// reading of the clock. The tick may be ahead of it, hence a step back is measured from the
// reading.
template <typename Tick>
class NewestTick
{
  public:
	// Farther than the patience from the readings before.
	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return is_step_back(now) || now.s > latest_.s + clock_patience_s;
	}

	// now_tick: the tick of the reading.
	[[nodiscard]] constexpr ClockMove move(UnixTime now, Tick now_tick) const
	{
		if (is_step_back(now))
			return ClockMove::back;
		return now_tick > tick_ ? ClockMove::forward : ClockMove::held;
	}

	// An id was made of this tick.
	constexpr void take(UnixTime now, Tick tick)
	{
		if (now > latest_ || is_step_back(now))
			latest_ = now;
		tick_ = tick;
	}

	// Goes on as if an id had been made of this tick at this reading, unless a later one was made:
	// whether it does.
	constexpr bool raise(UnixTime reading, Tick tick)
	{
		latest_ = std::max(latest_, reading);
		if (tick <= tick_)
			return false;
		tick_ = tick;
		return true;
	}

	[[nodiscard]] constexpr Tick tick() const
	{
		return tick_;
	}

  private:
	[[nodiscard]] constexpr bool is_step_back(UnixTime now) const
	{
		return now < UnixTime{latest_.s - clock_patience_s, latest_.ns};
	}

	UnixTime latest_ = no_tick<UnixTime>;
	Tick tick_ = no_tick<Tick>;
};

// A step of a generator that others use as well: the clock was read before the turn came. A reading
// that is far off is not believed but taken again, for this process may have slept in between.
template <typename Generator, typename Clock, typename Random, typename Id, typename... Kind>
[[nodiscard]] constexpr auto
next_after_waiting(Generator &generator, UnixTime reading, Clock &&clock, Random &random, Id &id,
				   Kind... kind)
{
	if (generator.is_far_from(kind..., reading)) [[unlikely]]
		reading = clock();
	return generator.next(kind..., reading, random, id);
}

} // namespace objectid

// How a reading of the clock stands to the readings before it.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdint>

namespace objectid
{

// How far a clock may step back and be waited out; beyond that the generator follows it.
inline constexpr std::int64_t clock_patience_s = 60;

enum class ClockMove : std::uint8_t
{
	forward, // later than any reading before
	held,    // the same, or back by no more than the patience
	back,    // back by more
};

// All three in the same unit, whichever it is; latest is the greatest reading seen so far.
[[nodiscard]] constexpr ClockMove
clock_move(std::int64_t latest, std::int64_t now, std::int64_t patience)
{
	if (now > latest)
		return ClockMove::forward;
	return now >= latest - patience ? ClockMove::held : ClockMove::back;
}

} // namespace objectid

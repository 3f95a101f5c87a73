// The ceiling of ids: a second that they have not reached yet, kept where it outlives the server,
// so that its next life begins there.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "clock_move.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace objectid {

// A life of the server is the time that one state of the generators lasts.
struct Ceiling
{
	std::int64_t unix_s;  // all ids and bounds that were given out are of earlier seconds
	std::int64_t clock_s; // the greatest reading of the clock
	std::uint32_t life;   // the one that wrote it; 0 is none
};

// How far ahead of the second of an id it is put.
inline constexpr std::int64_t ceiling_window_s = 2;

// The seconds whose ids need not look at a ceiling.
struct CoveredSeconds
{
	std::int64_t first = 0;
	std::uint64_t count = 0;

	[[nodiscard]] constexpr bool contain(std::int64_t unix_s) const
	{
		return static_cast<std::uint64_t>(unix_s) - static_cast<std::uint64_t>(first) < count;
	}
};

inline constexpr CoveredSeconds all_seconds{std::numeric_limits<std::int64_t>::min(),
											std::numeric_limits<std::uint64_t>::max()};

// Those of a ceiling, but for the last one, so that it is renewed in time. Ids of a second before
// the first follow a clock that has stepped back: the ceiling has to follow, too.
[[nodiscard]] constexpr CoveredSeconds
covered_by(const Ceiling &ceiling)
{
	const std::int64_t first = ceiling.clock_s - clock_patience_s;
	const std::int64_t end = ceiling.unix_s - 1;
	return {first, end > first ? static_cast<std::uint64_t>(end - first) : 0};
}

// What becomes of a ceiling when a life of the server gives out something of a second.
struct CeilingStep
{
	Ceiling ceiling;
	bool is_new;         // it is to be written before
	bool raises = false; // and the generators first have to be raised to the old one
};

[[nodiscard]] constexpr CeilingStep
step_below(const Ceiling &old, std::uint32_t life, std::int64_t unix_s, std::int64_t now_s)
{
	// The clock is followed, as by the generators, instead of waiting for it to catch up.
	if (now_s < old.clock_s - clock_patience_s)
		return {{unix_s + ceiling_window_s, now_s, life}, true};
	const bool begins = old.life != life;
	if (!begins && unix_s < old.unix_s - 1)
		return {old, false};
	const std::int64_t newest_s = begins ? std::max(unix_s, old.unix_s) : unix_s;
	return {{newest_s + ceiling_window_s, std::max(old.clock_s, now_s), life}, true, begins};
}

} // namespace objectid

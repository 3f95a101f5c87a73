// A reading of the clock against the readings before it.
// SPDX-License-Identifier: PostgreSQL
#include "core/clock_move.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace objectid
{
namespace
{

// Up to 60 s is waited out (doc/objectid.md, "The clock").
static_assert(clock_patience_s == 60);

TEST(ClockMove, Table)
{
	struct Case
	{
		const char *what;
		std::int64_t latest, now, patience;
		ClockMove expected;
	};
	constexpr std::int64_t t = 1'763'600'000, year = 31'536'000;
	constexpr Case cases[] = {
		{"first reading", -1, t, 60, ClockMove::forward},
		{"first reading at the epoch", -1, 0, 60, ClockMove::forward},
		{"runs", t, t + 1, 60, ClockMove::forward},
		{"leaps", t, t + year, 60, ClockMove::forward},
		{"stands", t, t, 60, ClockMove::held},
		{"steps back 1 s", t, t - 1, 60, ClockMove::held},
		{"steps back 59 s", t, t - 59, 60, ClockMove::held},
		{"steps back 60 s", t, t - 60, 60, ClockMove::held},
		{"steps back 61 s", t, t - 61, 60, ClockMove::back},
		{"steps back a year", t, t - year, 60, ClockMove::back},
		{"to the epoch, near it", 60, 0, 60, ClockMove::held},
		{"to the epoch, from farther", 61, 0, 60, ClockMove::back},
		{"60 s in milliseconds", t * 1000, t * 1000 - 60'000, 60'000, ClockMove::held},
		{"and one more", t * 1000, t * 1000 - 60'001, 60'000, ClockMove::back},
		{"no patience", t, t - 1, 0, ClockMove::back},
		{"no patience needed", t, t, 0, ClockMove::held},
		{"last reading of all", std::numeric_limits<std::int64_t>::max() - 1,
		 std::numeric_limits<std::int64_t>::max(), 60, ClockMove::forward},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(clock_move(c.latest, c.now, c.patience), c.expected);
	}
}

} // namespace
} // namespace objectid

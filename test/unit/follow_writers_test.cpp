// Who may still add rows: what follows from what was read of a lock, of which the transaction may
// have ended, or been prepared, in the middle.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_writers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace objectid {
namespace {

constexpr std::int64_t always = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

TEST(Writers, Lock)
{
	struct Case
	{
		const char *what;
		WritersLock lock;
		std::int64_t earliest;
		std::int64_t latest;
		bool some_ended;
	};
	constexpr Case cases[] = {
		{"still running", {7, 3, 7, 50, 3}, 50, 50, false},
		{"prepared", {0, 3}, never, always, false},
		{"prepared, all of it the same", {0, 3, 0, 50, 3}, never, always, false},
		{"ended before it was listed", {7, 0, 7, 0, 0}, always, never, true},
		{"ended before, another one began", {7, 0, 7, 50, 4}, always, never, true},
		{"ended before the start was read", {7, 3, 7, 0, 0}, always, never, true},
		{"another one began before the start was read", {7, 3, 7, 60, 4}, always, never, true},
		{"ended after the start was read", {7, 3, 7, 50, 0}, always, never, true},
		{"another one began after the start was read", {7, 3, 7, 50, 4}, always, never, true},
		{"ended with its session", {7, 3, 0, 0, 0}, always, never, true},
		{"ended, another session came", {7, 3, 8, 60, 4}, always, never, true},
		{"without track_activities", {7, 3, 7, 0, 3}, never, always, false},
		{"the start of another session", {7, 3, 8, 60, 3}, never, always, false},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.what);
		Writers writers;
		writers.add(c.lock);
		EXPECT_EQ(writers.earliest, c.earliest);
		EXPECT_EQ(writers.latest, c.latest);
		EXPECT_EQ(writers.some_ended, c.some_ended);
	}
}

TEST(Writers, Several)
{
	Writers writers;
	for (const std::int64_t start : {50, 40, 60})
		writers.add({7, 3, 7, start, 3});
	EXPECT_EQ(writers.earliest, 40);
	EXPECT_EQ(writers.latest, 60);
	EXPECT_FALSE(writers.some_ended);

	// Those that have ended change nothing but that some have, which no later one takes back.
	writers.add({7, 3, 7, 10, 4});
	writers.add({7, 3, 7, 70, 4});
	writers.add({7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest, 40);
	EXPECT_EQ(writers.latest, 60);
	EXPECT_TRUE(writers.some_ended);

	// After one that is not known, they are anything for good.
	writers.add({7, 3, 7, 0, 3});
	writers.add({7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest, never);
	EXPECT_EQ(writers.latest, always);
	EXPECT_TRUE(writers.some_ended);
}

} // namespace
} // namespace objectid

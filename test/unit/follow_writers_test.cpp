// Who may still add rows: what follows from what was read of a lock, of which the transaction may
// have ended, or been prepared, in the middle.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_writers.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace objectid {
namespace {

constexpr std::int64_t end = Writers::end_of_time;
constexpr std::int64_t begin = Writers::begin_of_time;

TEST(Writers, Lock)
{
	struct Case
	{
		const char *what;
		WritersLock lock;
		std::int64_t earliest_start;
		std::int64_t latest_start;
		bool some_ended;
	};
	constexpr Case cases[] = {
		{"still running", {7, 3, 7, 50, 3}, 50, 50, false},
		{"prepared", {0, 3}, begin, end, false},
		{"prepared, all of it the same", {0, 3, 0, 50, 3}, begin, end, false},
		{"ended before it was listed", {7, 0, 7, 0, 0}, end, begin, true},
		{"ended before, another one began", {7, 0, 7, 50, 4}, end, begin, true},
		{"ended before the start was read", {7, 3, 7, 0, 0}, end, begin, true},
		{"another one began before the start was read", {7, 3, 7, 60, 4}, end, begin, true},
		{"ended after the start was read", {7, 3, 7, 50, 0}, end, begin, true},
		{"another one began after the start was read", {7, 3, 7, 50, 4}, end, begin, true},
		{"ended with its session", {7, 3, 0, 0, 0}, end, begin, true},
		{"ended, another session came", {7, 3, 8, 60, 4}, end, begin, true},
		{"without track_activities", {7, 3, 7, 0, 3}, begin, end, false},
		{"the start of another session", {7, 3, 8, 60, 3}, begin, end, false},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.what);
		Writers writers;
		writers.add(c.lock);
		EXPECT_EQ(writers.earliest_start, c.earliest_start);
		EXPECT_EQ(writers.latest_start, c.latest_start);
		EXPECT_EQ(writers.some_ended, c.some_ended);
	}
}

// This session's own start, for which there is one rule with those of others.
TEST(Writers, OwnStart)
{
	Writers writers;
	writers.add(50);
	EXPECT_EQ(writers.earliest_start, 50);
	EXPECT_EQ(writers.latest_start, 50);
	writers.add(0);
	EXPECT_EQ(writers.earliest_start, begin);
	EXPECT_EQ(writers.latest_start, end);
}

TEST(Writers, SecondLook)
{
	Writers writers;
	writers.add_if_prepared(7);
	EXPECT_EQ(writers.earliest_start, end);
	EXPECT_EQ(writers.latest_start, begin);
	writers.add_if_prepared(0);
	EXPECT_EQ(writers.earliest_start, begin);
	EXPECT_EQ(writers.latest_start, end);
}

TEST(Writers, Several)
{
	Writers writers;
	for (const std::int64_t start : {50, 40, 60})
		writers.add(WritersLock{7, 3, 7, start, 3});
	EXPECT_EQ(writers.earliest_start, 40);
	EXPECT_EQ(writers.latest_start, 60);
	EXPECT_FALSE(writers.some_ended);

	// Those that have ended change nothing but that some have, which no later one takes back.
	writers.add(WritersLock{7, 3, 7, 10, 4});
	writers.add(WritersLock{7, 3, 7, 70, 4});
	writers.add(WritersLock{7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest_start, 40);
	EXPECT_EQ(writers.latest_start, 60);
	EXPECT_TRUE(writers.some_ended);

	// After one that is not known, they are anything for good.
	writers.add(WritersLock{7, 3, 7, 0, 3});
	writers.add(WritersLock{7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest_start, begin);
	EXPECT_EQ(writers.latest_start, end);
	EXPECT_TRUE(writers.some_ended);
}

} // namespace
} // namespace objectid

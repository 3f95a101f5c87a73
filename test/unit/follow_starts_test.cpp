// Since when transactions may add rows: what follows from what was read of a session, whose
// transaction may have ended, or been prepared, in the middle.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_starts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace objectid::follow_starts_test {
namespace {

constexpr std::int64_t end = WriterStarts::end_of_time;
constexpr std::int64_t begin = WriterStarts::begin_of_time;

TEST(WriterStarts, Lock)
{
	struct Case
	{
		const char *what;
		WritersLock lock;
		std::int64_t earliest_start;
		std::optional<std::int64_t> latest_start;
	};
	constexpr Case cases[] = {
		{"still running", {7, 3, 7, 50, 3}, 50, 50},
		{"ended before the start was read", {7, 3, 7, 0, 0}, end, std::nullopt},
		{"another one began after the start was read", {7, 3, 7, 50, 4}, end, std::nullopt},
		{"ended, another session came", {7, 3, 8, 60, 4}, end, std::nullopt},
		{"without track_activities", {7, 3, 7, 0, 3}, begin, end},
		{"the start of another session", {7, 3, 8, 60, 3}, begin, end},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.what);
		WriterStarts writers;
		writers.add(c.lock);
		EXPECT_EQ(writers.earliest_start, c.earliest_start);
		EXPECT_EQ(writers.latest_start, c.latest_start);
		EXPECT_EQ(writers.has_unknown_start(), c.earliest_start == begin);
	}
}

TEST(WriterStarts, Several)
{
	WriterStarts writers;
	for (const std::int64_t start : {50, 40})
		writers.add(WritersLock{7, 3, 7, start, 3});
	writers.add(60); // this session's own
	EXPECT_EQ(writers.earliest_start, 40);
	EXPECT_EQ(writers.latest_start, 60);

	// Those that have ended change nothing.
	writers.add(WritersLock{7, 3, 7, 10, 4});
	writers.add(WritersLock{7, 3, 7, 70, 4});
	writers.add(WritersLock{7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest_start, 40);
	EXPECT_EQ(writers.latest_start, 60);

	// After one that is not known, such as a prepared one, they are anything for good.
	writers.add_unknown();
	writers.add(WritersLock{7, 3, 7, 45, 3});
	EXPECT_EQ(writers.earliest_start, begin);
	EXPECT_EQ(writers.latest_start, end);
}

} // namespace
} // namespace objectid::follow_starts_test

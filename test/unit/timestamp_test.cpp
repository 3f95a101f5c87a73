// Instants as PostgreSQL and Unix count them.
// SPDX-License-Identifier: PostgreSQL
#include "core/timestamp.hpp"

#include "fake_random.hpp"
#include "uint128.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace objectid::timestamp_test {
namespace {

using testing::EndlessRandom;

// The two epochs, by the calendar.
static_assert(std::chrono::sys_seconds{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}}
				  .time_since_epoch()
				  .count() == pg_epoch_unix_s);

// dividend = quotient * divisor + remainder, and 0 <= remainder < divisor: nothing else fits.
TEST(Timestamp, FloorDivisionLaw)
{
	EndlessRandom random;
	for (int i = 0; i < 20'000; ++i)
	{
		// Of every magnitude, not only large.
		const auto dividend = static_cast<std::int64_t>(random.number()) >> random.number() % 63;
		const auto divisor =
			static_cast<std::int64_t>(random.number() >> 1 >> random.number() % 62) + 1;
		SCOPED_TRACE(::testing::Message() << dividend << " / " << divisor);
		const std::int64_t remainder = floor_mod(dividend, divisor);
		EXPECT_TRUE(remainder >= 0 && remainder < divisor);
		EXPECT_TRUE(static_cast<testing::int128>(floor_div(dividend, divisor)) * divisor +
						remainder ==
					dividend);
	}
}

TEST(Timestamp, UnixSecondTable)
{
	struct Case
	{
		const char *what;
		std::int64_t pg_us, unix_s;
	};
	constexpr Case cases[] = {
		{"PostgreSQL's epoch", 0, 946'684'800},
		{"a microsecond before it", -1, 946'684'799},
		{"Unix epoch", -946'684'800'000'000, 0},
		{"a microsecond before it", -946'684'800'000'001, -1},
		// The server's own limits: MIN_TIMESTAMP and END_TIMESTAMP of datatype/timestamp.h.
		{"4714-11-24 BC", -211'813'488'000'000'000, -210'866'803'200},
		{"last of 294276", 9'223'371'331'199'999'999, 9'224'318'015'999},
		{"infinity", pg_us_infinity, 9'224'318'721'654},
		{"-infinity", pg_us_minus_infinity, -9'222'425'352'055},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(unix_s_from_pg_us(c.pg_us), c.unix_s);
	}
}

} // namespace
} // namespace objectid::timestamp_test

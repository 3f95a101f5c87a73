// The dates of MongoDB's Extended JSON.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson_date.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace objectid::ejson_date_test {
namespace {

constexpr std::int64_t
pg_us_of(std::int64_t unix_ms)
{
	return pg_us_from_unix_ms(unix_ms);
}

static_assert(ejson_date_from_unix_ms(-1).pg_us == pg_us_of(-1));

// Every day of every year that has a text, and of those that timestamptz begins and ends with.
TEST(EjsonDate, DaysAreThoseOfChrono)
{
	using namespace std::chrono;
	const auto check = [](int from, int to) {
		const sys_days begin = year{from} / January / 1;
		const sys_days end = year{to} / December / 31;
		for (sys_days day = begin; day <= end; day += days{1})
		{
			const year_month_day date = day;
			const ejson_date::Date own = {int{date.year()},
										  static_cast<int>(unsigned{date.month()}),
										  static_cast<int>(unsigned{date.day()})};
			ASSERT_EQ(ejson_date::days_since_1970(own), day.time_since_epoch().count());
			ASSERT_LE(own.day, ejson_date::days_of_month(own));
			const year_month_day_last last = date.year() / date.month() / std::chrono::last;
			ASSERT_EQ(ejson_date::days_of_month(own), static_cast<int>(unsigned{last.day()}));
		}
	};
	check(-410, 410);
	check(1580, 2410);
	check(-4720, -4700);
	check(9990, 10010);
}

TEST(EjsonDate, Forms)
{
	constexpr std::int64_t day = pg_us_of(1356307200000), minute = pg_us_of(1356351300000),
						   second = pg_us_of(1356351330000), ms = pg_us_of(1356351330501);
	const std::pair<std::string, std::int64_t> cases[] = {
		{"2012-12-24T12:15:30.501Z", ms},
		{"2012-12-24t12:15:30.501z", ms},
		{"2012-12-24 12:15:30.501", ms},
		{"2012-12-24T12:15:30.501-0000", ms},
		{"2012-12-24T12:15:30.501+00", ms},
		{"2012-12-24T13:15:30.501+01:00", ms},
		{"2012-12-24T17:45:30.501+0530", ms},
		{"2012-12-24T02:15:30.501-10", ms},
		{"2012-12-25T12:14:30.501+23:59", ms},
		{"2012-12-23T12:16:30.501-23:59", ms},
		{"+002012-12-24T12:15:30.501Z", ms},
		{"2012-12-24", day},
		{"2012-12-24T12:15Z", minute},
		{"2012-12-24T13:15+01", minute},
		{"2012-12-24T12:15:30.5Z", second + 500000},
		{"2012-12-24T12:15:30.000001Z", second + 1},
		// Six digits of a second are kept, more are left out, before the epoch, too.
		{"2012-12-24T12:15:30.123456Z", second + 123456},
		{"2012-12-24T12:15:30.1234569Z", second + 123456},
		{"2012-12-24T12:15:30." + std::string(1000, '9'), second + 999999},
		{"1969-12-31T23:59:59.9999999Z", pg_us_of(0) - 1},
	};
	for (const auto &[text, pg_us] : cases)
	{
		const auto date = parse_ejson_date(text);
		EXPECT_EQ(date.status, EjsonDateStatus::ok) << text;
		EXPECT_EQ(date.pg_us, pg_us) << text;
	}
}

TEST(EjsonDate, CutOff)
{
	const std::string whole = "2012-12-24T12:15:30.501+01:30";
	const std::set<std::size_t> valid = {10, 16, 19, 21, 22, 23, 26, 29};
	for (std::size_t length = 0; length <= whole.size(); ++length)
		EXPECT_EQ(parse_ejson_date(whole.substr(0, length)).status == EjsonDateStatus::ok,
				  valid.contains(length))
			<< whole.substr(0, length);
}

TEST(EjsonDate, Refused)
{
	for (const char *text :
		 {"now", "2012-1-24", "12-12-24", "2012-13-01", "2012-00-01", "2012-01-00", "2012-01-32",
		  "1900-02-29", "2012/12/24", " 2012-12-24", "-2012-12-24", "-000000-01-01", "12012-12-24",
		  "+12012-12-24", "+0012012-12-24"})
		EXPECT_EQ(parse_ejson_date(text).status, EjsonDateStatus::invalid) << text;
	for (const char *rest :
		 {"Z", "T12Z", "T1:15:30", "T24:00:00", "T12:60:00", "T12:15:60", "T12:15:30.Z",
		  "T12:15:30,5Z", "T12:15.5Z", "T12:15:30 Z", "T12:15:30ZZ", "T12:15:30+24",
		  "T12:15:30+01:60", "T12:15:30+010", " "})
		EXPECT_EQ(parse_ejson_date(std::string("2012-12-24") + rest).status,
				  EjsonDateStatus::invalid)
			<< rest;
	EXPECT_EQ(parse_ejson_date(std::string("2012-12-24\0", 11)).status, EjsonDateStatus::invalid);
}

TEST(EjsonDate, EndsOfTimestamptz)
{
	const auto ok = [](const EjsonDate &date, std::int64_t pg_us) {
		return date.status == EjsonDateStatus::ok && date.pg_us == pg_us;
	};
	const auto is_out_of_range = [](const EjsonDate &date) {
		return date.status == EjsonDateStatus::out_of_range;
	};
	EXPECT_TRUE(ok(ejson_date_from_unix_ms(-210'866'803'200'000), pg_us_first));
	EXPECT_TRUE(is_out_of_range(ejson_date_from_unix_ms(-210'866'803'200'001)));
	EXPECT_TRUE(ok(ejson_date_from_unix_ms(9'224'318'015'999'999), pg_us_end - 1000));
	EXPECT_TRUE(is_out_of_range(ejson_date_from_unix_ms(9'224'318'016'000'000)));
	EXPECT_TRUE(is_out_of_range(ejson_date_from_unix_ms(std::numeric_limits<std::int64_t>::min())));
	EXPECT_TRUE(is_out_of_range(ejson_date_from_unix_ms(std::numeric_limits<std::int64_t>::max())));

	EXPECT_TRUE(ok(parse_ejson_date("-004713-11-24T00:00:00Z"), pg_us_first));
	EXPECT_TRUE(is_out_of_range(parse_ejson_date("-004713-11-24T00:00:00+00:01")));
	EXPECT_TRUE(is_out_of_range(parse_ejson_date("-004713-11-23T23:59:59.999999Z")));
	EXPECT_TRUE(ok(parse_ejson_date("+294276-12-31T23:59:59.999999Z"), pg_us_end - 1));
	EXPECT_TRUE(is_out_of_range(parse_ejson_date("+294276-12-31T23:59:59-00:01")));
	EXPECT_TRUE(is_out_of_range(parse_ejson_date("+999999-12-31T23:59:59.999999-15:59")));
	EXPECT_TRUE(is_out_of_range(parse_ejson_date("-999999-01-01T00:00:00+15:59")));
	EXPECT_TRUE(ok(parse_ejson_date("9999-12-31T23:59:59.999Z"), pg_us_of(253402300799999)));
	EXPECT_TRUE(ok(parse_ejson_date("0000-01-01"), pg_us_of(-62167219200000)));
	EXPECT_TRUE(ok(parse_ejson_date("-000001-12-31"), pg_us_of(-62167305600000)));
}

} // namespace
} // namespace objectid::ejson_date_test

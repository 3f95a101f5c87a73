// The dates of MongoDB's Extended JSON: milliseconds since 1970, or a time in ISO 8601.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

// What timestamptz holds: 4714-11-24 00:00:00 BC to before 294277-01-01 00:00:00 UTC.
inline constexpr std::int64_t pg_us_first = -211'813'488'000'000'000;
inline constexpr std::int64_t pg_us_end = 9'223'371'331'200'000'000;

namespace ejson_date {

inline constexpr std::int64_t s_per_minute = 60;
inline constexpr std::int64_t s_per_hour = 3600;
inline constexpr std::int64_t s_per_day = 86400;

// A date of the Gregorian calendar, before its introduction too. The year before 1 is 0.
struct Date
{
	std::int64_t year;
	int month;
	int day;
};

constexpr bool
is_leap_year(std::int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

constexpr int
days_of_month(const Date &date)
{
	if (date.month == 2)
		return is_leap_year(date.year) ? 29 : 28;
	const bool is_short = date.month == 4 || date.month == 6 || date.month == 9 || date.month == 11;
	return is_short ? 30 : 31;
}

// Days since 1970-01-01, without the server's date2j(), as the core compiles without it. Years are
// counted from March, so that the day that a leap year has more is the last of its year.
constexpr std::int64_t
days_since_1970(const Date &date)
{
	const bool is_of_year_before = date.month <= 2;
	const std::int64_t year = is_of_year_before ? date.year - 1 : date.year;
	const std::int64_t leap_days = floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400);
	// From March: 31, 30, 31, 30, 31 days, and again.
	const int months_since_march = (date.month + 9) % 12;
	const int day_of_year = (153 * months_since_march + 2) / 5 + date.day - 1;
	constexpr std::int64_t day_0_to_1970 = 719468; // from March 1 of the year 0
	return year * 365 + leap_days + day_of_year - day_0_to_1970;
}

constexpr bool
take(std::string_view &rest, char character)
{
	if (rest.empty() || rest[0] != character)
		return false;
	rest.remove_prefix(1);
	return true;
}

constexpr bool
is_next_digit(std::string_view rest)
{
	return !rest.empty() && rest[0] >= '0' && rest[0] <= '9';
}

// Exactly so many digits, as a number of at most limit.
constexpr std::optional<int>
take_number(std::string_view &rest, int digits, int limit)
{
	int number = 0;
	for (int i = 0; i < digits; ++i)
	{
		if (!is_next_digit(rest))
			return std::nullopt;
		number = number * 10 + (rest[0] - '0');
		rest.remove_prefix(1);
	}
	if (number > limit)
		return std::nullopt;
	return number;
}

// Four digits; or a sign and six, as ECMAScript writes other years. -000000 is none.
constexpr std::optional<int>
take_year(std::string_view &rest)
{
	if (take(rest, '+'))
		return take_number(rest, 6, 999'999);
	if (!take(rest, '-'))
		return take_number(rest, 4, 9999);
	const auto year = take_number(rest, 6, 999'999);
	if (!year || *year == 0)
		return std::nullopt;
	return -*year;
}

// YYYY-MM-DD, if there is such a day.
constexpr std::optional<Date>
take_date(std::string_view &rest)
{
	const auto year = take_year(rest);
	if (!year || !take(rest, '-'))
		return std::nullopt;
	const auto month = take_number(rest, 2, 12);
	if (!month || *month == 0 || !take(rest, '-'))
		return std::nullopt;
	const auto day = take_number(rest, 2, 31);
	if (!day)
		return std::nullopt;
	const Date date = {*year, *month, *day};
	if (date.day == 0 || date.day > days_of_month(date))
		return std::nullopt;
	return date;
}

// What may follow the seconds: a point and digits. Those after the sixth are read and left out.
constexpr std::optional<int>
take_fraction_us(std::string_view &rest)
{
	if (!take(rest, '.'))
		return 0;
	if (!is_next_digit(rest))
		return std::nullopt;
	int us = 0;
	for (int unit = 100'000; is_next_digit(rest); unit /= 10)
	{
		us += (rest[0] - '0') * unit;
		rest.remove_prefix(1);
	}
	return us;
}

// hh:mm, hh:mm:ss or hh:mm:ss.ffffff, in microseconds.
constexpr std::optional<std::int64_t>
take_time_us(std::string_view &rest)
{
	const auto hours = take_number(rest, 2, 23);
	if (!hours || !take(rest, ':'))
		return std::nullopt;
	const auto minutes = take_number(rest, 2, 59);
	if (!minutes)
		return std::nullopt;
	const std::int64_t whole_minutes_s = *hours * s_per_hour + *minutes * s_per_minute;
	if (!take(rest, ':'))
		return whole_minutes_s * us_per_s;
	const auto seconds = take_number(rest, 2, 59);
	if (!seconds)
		return std::nullopt;
	const auto fraction_us = take_fraction_us(rest);
	if (!fraction_us)
		return std::nullopt;
	return (whole_minutes_s + *seconds) * us_per_s + *fraction_us;
}

// Nothing or Z for UTC; or a sign and hh, hhmm or hh:mm.
constexpr std::optional<std::int64_t>
take_zone_s(std::string_view &rest)
{
	if (rest.empty() || take(rest, 'Z') || take(rest, 'z'))
		return 0;
	const bool is_west = take(rest, '-');
	if (!is_west && !take(rest, '+'))
		return std::nullopt;
	const auto hours = take_number(rest, 2, 23);
	if (!hours)
		return std::nullopt;
	const bool has_colon = take(rest, ':');
	std::optional<int> minutes = 0;
	if (has_colon || !rest.empty())
		minutes = take_number(rest, 2, 59);
	if (!minutes)
		return std::nullopt;
	const std::int64_t east_s = *hours * s_per_hour + *minutes * s_per_minute;
	return is_west ? -east_s : east_s;
}

} // namespace ejson_date

enum class EjsonDateStatus : std::uint8_t
{
	ok,
	out_of_range, // beyond timestamptz
	invalid,
};

struct EjsonDate
{
	EjsonDateStatus status;
	std::int64_t pg_us; // if it is ok
};

// A time by its Unix second and the microseconds in it, 0 to 999,999.
[[nodiscard]] constexpr EjsonDate
ejson_date_from_unix_s(std::int64_t unix_s, std::int64_t us)
{
	constexpr std::int64_t first_unix_s = pg_us_first / us_per_s + pg_epoch_unix_s;
	constexpr std::int64_t end_unix_s = pg_us_end / us_per_s + pg_epoch_unix_s;
	if (unix_s < first_unix_s || unix_s >= end_unix_s)
		return {EjsonDateStatus::out_of_range, 0};
	return {EjsonDateStatus::ok, pg_us_from_unix_s(unix_s) + us};
}

[[nodiscard]] constexpr EjsonDate
ejson_date_from_unix_ms(std::int64_t unix_ms)
{
	return ejson_date_from_unix_s(floor_div(unix_ms, ms_per_s),
								  floor_mod(unix_ms, ms_per_s) * us_per_ms);
}

// A date, or a date and a time of day with T, t or a blank between them, in UTC if it names no
// zone.
[[nodiscard]] constexpr EjsonDate
parse_ejson_date(std::string_view text)
{
	using namespace ejson_date;
	constexpr EjsonDate invalid = {EjsonDateStatus::invalid, 0};
	const auto date = take_date(text);
	if (!date)
		return invalid;
	std::int64_t time_us = 0;
	std::int64_t east_s = 0;
	if (!text.empty())
	{
		if (!take(text, 'T') && !take(text, 't') && !take(text, ' '))
			return invalid;
		const auto time = take_time_us(text);
		if (!time)
			return invalid;
		const auto zone = take_zone_s(text);
		if (!zone || !text.empty())
			return invalid;
		time_us = *time;
		east_s = *zone;
	}
	return ejson_date_from_unix_s(days_since_1970(*date) * s_per_day + time_us / us_per_s - east_s,
								  time_us % us_per_s);
}

} // namespace objectid

// The dates of MongoDB's Extended JSON, milliseconds since 1970 or a time in ISO 8601, and the text
// that jsonb has for them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
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

// Years are counted from March, so that the day that a leap year has more is the last of its year,
// and days from the first one of the year 0.
inline constexpr std::int64_t day_0_to_1970 = 719468;

// From March: 31, 30, 31, 30, 31 days, and again.
constexpr int
days_before_month(int months_since_march)
{
	return (153 * months_since_march + 2) / 5;
}

// Days since 1970-01-01.
constexpr std::int64_t
days_since_1970(const Date &date)
{
	const bool is_of_year_before = date.month <= 2;
	const std::int64_t year = is_of_year_before ? date.year - 1 : date.year;
	const std::int64_t leap_days = floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400);
	const int day_of_year = days_before_month((date.month + 9) % 12) + date.day - 1;
	return year * 365 + leap_days + day_of_year - day_0_to_1970;
}

constexpr Date
date_of_days_since_1970(std::int64_t days)
{
	constexpr std::int64_t days_per_400_years = 146097;
	const std::int64_t day = days + day_0_to_1970;
	const std::int64_t centuries_4 = floor_div(day, days_per_400_years);
	const auto day_of_400 = static_cast<int>(floor_mod(day, days_per_400_years));
	// A year for every 365 days, but for the days that leap years have more.
	const int leap_days = day_of_400 / 1460 - day_of_400 / 36524 + day_of_400 / 146096;
	const int year_of_400 = (day_of_400 - leap_days) / 365;
	const int day_of_year = day_of_400 - (year_of_400 * 365 + year_of_400 / 4 - year_of_400 / 100);
	const int months_since_march = (5 * day_of_year + 2) / 153;
	const bool is_of_year_after = months_since_march >= 10;
	return {centuries_4 * 400 + year_of_400 + (is_of_year_after ? 1 : 0),
			is_of_year_after ? months_since_march - 9 : months_since_march + 3,
			day_of_year - days_before_month(months_since_march) + 1};
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

// The number that so many characters are, an even number of them; nothing below 10^digits if they
// are not all digits.
template <std::size_t digits>
constexpr unsigned
number_of(const char *text)
{
	static_assert(digits % 2 == 0 && digits <= 6);
	constexpr unsigned none = 10'000'000;
	const unsigned ten = static_cast<unsigned char>(text[digits - 2]) - unsigned{'0'};
	const unsigned one = static_cast<unsigned char>(text[digits - 1]) - unsigned{'0'};
	if (ten > 9 || one > 9)
		return none;
	unsigned hundreds = 0;
	if constexpr (digits > 2)
		hundreds = number_of<digits - 2>(text);
	return hundreds * 100 + ten * 10 + one;
}

// Exactly so many digits, as a number of at most limit.
template <std::size_t digits>
constexpr std::optional<int>
take_number(std::string_view &rest, unsigned limit)
{
	if (rest.size() < digits)
		return std::nullopt;
	const unsigned number = number_of<digits>(rest.data());
	if (number > limit)
		return std::nullopt;
	rest.remove_prefix(digits);
	return static_cast<int>(number);
}

// Four digits; or a sign and six, as ECMAScript writes other years. -000000 is none.
constexpr std::optional<int>
take_year(std::string_view &rest)
{
	if (take(rest, '+'))
		return take_number<6>(rest, 999'999);
	if (!take(rest, '-'))
		return take_number<4>(rest, 9999);
	const auto year = take_number<6>(rest, 999'999);
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
	const auto month = take_number<2>(rest, 12);
	if (!month || *month == 0 || !take(rest, '-'))
		return std::nullopt;
	const auto day = take_number<2>(rest, 31);
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
	const auto hours = take_number<2>(rest, 23);
	if (!hours || !take(rest, ':'))
		return std::nullopt;
	const auto minutes = take_number<2>(rest, 59);
	if (!minutes)
		return std::nullopt;
	const std::int64_t whole_minutes_s = *hours * s_per_hour + *minutes * s_per_minute;
	if (!take(rest, ':'))
		return whole_minutes_s * us_per_s;
	const auto seconds = take_number<2>(rest, 59);
	if (!seconds)
		return std::nullopt;
	const auto fraction_us = take_fraction_us(rest);
	if (!fraction_us)
		return std::nullopt;
	return (whole_minutes_s + *seconds) * us_per_s + *fraction_us;
}

// Nothing or Z for UTC; or a sign and hh, hhmm or hh:mm, less than 16 hours, as for the server.
constexpr std::optional<std::int64_t>
take_zone_s(std::string_view &rest)
{
	if (rest.empty() || take(rest, 'Z') || take(rest, 'z'))
		return 0;
	const bool is_west = take(rest, '-');
	if (!is_west && !take(rest, '+'))
		return std::nullopt;
	const auto hours = take_number<2>(rest, 15);
	if (!hours)
		return std::nullopt;
	const bool has_colon = take(rest, ':');
	std::optional<int> minutes = 0;
	if (has_colon || !rest.empty())
		minutes = take_number<2>(rest, 59);
	if (!minutes)
		return std::nullopt;
	const std::int64_t east_s = *hours * s_per_hour + *minutes * s_per_minute;
	return is_west ? -east_s : east_s;
}

// The two digits of each number below 100, one after the other.
inline constexpr auto two_digits = [] {
	std::array<char, 200> pairs{};
	for (std::size_t number = 0; number < 100; ++number)
	{
		pairs[2 * number] = static_cast<char>('0' + number / 10);
		pairs[2 * number + 1] = static_cast<char>('0' + number % 10);
	}
	return pairs;
}();

// So many digits, an even number of them, with leading zeros. Returns where they end.
template <std::size_t digits>
constexpr char *
write_number(char *text, unsigned number)
{
	static_assert(digits % 2 == 0);
	if constexpr (digits > 2)
		write_number<digits - 2>(text, number / 100);
	const std::size_t last_two = number % 100;
	text[digits - 2] = two_digits[2 * last_two];
	text[digits - 1] = two_digits[2 * last_two + 1];
	return text + digits;
}

// At least four digits, and at most six.
constexpr char *
write_year(char *text, unsigned year)
{
	if (year >= 100'000)
		return write_number<6>(text, year);
	if (year >= 10'000)
		*text++ = static_cast<char>('0' + year / 10'000);
	return write_number<4>(text, year % 10'000);
}

// A point and six digits, but for zeros at the end.
constexpr char *
write_fraction(char *text, unsigned us)
{
	if (us == 0)
		return text;
	*text++ = '.';
	char *end = write_number<6>(text, us);
	while (end[-1] == '0')
		--end;
	return end;
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

// The most characters that write_ejson_date() writes: six digits of the year, but before 1 only
// four, and then " BC".
inline constexpr std::size_t ejson_date_text_size =
	std::string_view{"4714-11-24T00:00:00.000001+00:00 BC"}.size();

// Writes a finite timestamptz as to_jsonb(timestamptz) does in UTC; no terminating zero. Returns
// how many characters.
[[nodiscard]] constexpr std::size_t
write_ejson_date(std::int64_t pg_us, char *text)
{
	using namespace ejson_date;
	const std::int64_t unix_s = unix_s_from_pg_us(pg_us);
	const Date date = date_of_days_since_1970(floor_div(unix_s, s_per_day));
	const auto s_of_day = static_cast<unsigned>(floor_mod(unix_s, s_per_day));
	const bool is_before_1 = date.year <= 0;
	char *end = write_year(text, static_cast<unsigned>(is_before_1 ? 1 - date.year : date.year));
	*end++ = '-';
	end = write_number<2>(end, static_cast<unsigned>(date.month));
	*end++ = '-';
	end = write_number<2>(end, static_cast<unsigned>(date.day));
	*end++ = 'T';
	end = write_number<2>(end, s_of_day / 3600);
	*end++ = ':';
	end = write_number<2>(end, s_of_day / 60 % 60);
	*end++ = ':';
	end = write_number<2>(end, s_of_day % 60);
	end = write_fraction(end, static_cast<unsigned>(floor_mod(pg_us, us_per_s)));
	constexpr std::string_view zone = "+00:00";
	constexpr std::string_view before_1 = " BC";
	end = std::copy(zone.begin(), zone.end(), end);
	if (is_before_1)
		end = std::copy(before_1.begin(), before_1.end(), end);
	return static_cast<std::size_t>(end - text);
}

} // namespace objectid

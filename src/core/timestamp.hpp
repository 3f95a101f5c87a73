// Instants as PostgreSQL, Unix and the clock count them, and the arithmetic between their epochs.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// PostgreSQL's timestamptz: microseconds since 2000-01-01 00:00:00 UTC (named pg_us throughout),
// with the two ends of int64 as -infinity and infinity. Some finite values do not fit into int64
// microseconds since 1970, so conversions to a coarser unit divide before they change the epoch.
inline constexpr std::int64_t pg_us_minus_infinity = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t pg_us_infinity = std::numeric_limits<std::int64_t>::max();

// The last finite one: 294276-12-31 23:59:59.999999.
inline constexpr std::int64_t pg_us_last = 9'223'371'331'199'999'999;

// 1970-01-01 to 2000-01-01.
inline constexpr std::int64_t pg_epoch_unix_s = 946684800;

inline constexpr std::int64_t us_per_s = 1'000'000;
inline constexpr std::int64_t us_per_ms = 1'000;
inline constexpr std::int64_t ms_per_s = 1'000;
inline constexpr std::uint32_t ns_per_s = 1'000'000'000;
inline constexpr std::uint32_t ns_per_ms = 1'000'000;
inline constexpr std::uint32_t ns_per_us = 1'000;

// The clock of UUID versions 1 and 6: ticks of 100 ns since the Gregorian calendar began,
// 1582-10-15 00:00:00 UTC (RFC 9562, section 5.1).
inline constexpr std::int64_t gregorian_ticks_per_s = 10'000'000;
inline constexpr std::int64_t gregorian_ticks_per_us = 10;
inline constexpr std::uint32_t ns_per_gregorian_tick = 100;

// 1582-10-15 to 1970-01-01, and to 2000-01-01.
inline constexpr std::int64_t unix_epoch_gregorian_ticks = 122'192'928'000'000'000;
inline constexpr std::int64_t pg_epoch_gregorian_ticks =
	unix_epoch_gregorian_ticks + pg_epoch_unix_s * gregorian_ticks_per_s;

// Division that rounds toward minus infinity: an instant before an epoch belongs to the unit
// that began before it.
[[nodiscard]] constexpr std::int64_t
floor_div(std::int64_t dividend, std::int64_t divisor)
{
	const std::int64_t quotient = dividend / divisor;
	return dividend % divisor < 0 ? quotient - 1 : quotient;
}

[[nodiscard]] constexpr std::int64_t
floor_mod(std::int64_t dividend, std::int64_t divisor)
{
	const std::int64_t remainder = dividend % divisor;
	return remainder < 0 ? remainder + divisor : remainder;
}

// The Unix second that a timestamptz falls in. Infinities give seconds that no id can hold.
[[nodiscard]] constexpr std::int64_t
unix_s_from_pg_us(std::int64_t pg_us)
{
	return floor_div(pg_us, us_per_s) + pg_epoch_unix_s;
}

[[nodiscard]] constexpr std::int64_t
pg_us_from_unix_s(std::int64_t unix_s)
{
	return (unix_s - pg_epoch_unix_s) * us_per_s;
}

[[nodiscard]] constexpr std::int64_t
pg_us_from_unix_ms(std::int64_t unix_ms)
{
	return (unix_ms - pg_epoch_unix_s * ms_per_s) * us_per_ms;
}

// The microsecond that a Gregorian tick falls in. Ticks are divided before the epoch
// changes: they are positive, so this rounds down on both sides of 1970.
[[nodiscard]] constexpr std::int64_t
pg_us_from_gregorian_ticks(std::uint64_t ticks)
{
	return static_cast<std::int64_t>(ticks / gregorian_ticks_per_us) -
		   pg_epoch_gregorian_ticks / gregorian_ticks_per_us;
}

// A reading of the real-time clock.
struct UnixTime
{
	std::int64_t s;
	std::uint32_t ns; // 0 .. 999,999,999

	friend constexpr std::strong_ordering operator<=>(const UnixTime &, const UnixTime &) = default;
};
static_assert(std::is_trivially_destructible_v<UnixTime>);

// What the clock showed at a timestamptz.
[[nodiscard]] constexpr UnixTime
unix_time_from_pg_us(std::int64_t pg_us)
{
	return {unix_s_from_pg_us(pg_us),
			static_cast<std::uint32_t>(floor_mod(pg_us, us_per_s)) * ns_per_us};
}

[[nodiscard]] constexpr std::int64_t
pg_us_from_unix_time(UnixTime time)
{
	return pg_us_from_unix_s(time.s) + time.ns / ns_per_us;
}

} // namespace objectid

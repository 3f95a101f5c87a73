// Which ids satisfy a predicate on their time: always one range, so that an index can answer.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "time_kinds.hpp"
#include "timestamp.hpp"

#include <algorithm>
#include <cstdint>

namespace objectid {

// lower .. upper, both included; empty when lower > upper.
template <IdKind Kind>
struct IdRange
{
	typename Kind::Id lower;
	typename Kind::Id upper;

	[[nodiscard]] constexpr bool empty() const
	{
		return lower > upper;
	}

	// From the largest value of all down to the smallest, so that each end alone already excludes
	// every id but one.
	[[nodiscard]] static constexpr IdRange none()
	{
		IdRange range{};
		range.lower.bytes.fill(0xff);
		return range;
	}
};

// A set of instants without gaps: every instant from lower to upper, each end included or not.
// Infinite ends are the infinities of timestamptz.
struct TimeRange
{
	std::int64_t lower_pg_us = pg_us_minus_infinity;
	std::int64_t upper_pg_us = pg_us_infinity;
	bool lower_inclusive = true;
	bool upper_inclusive = true;
};

enum class Comparison : std::uint8_t
{
	less,
	less_equal,
	greater_equal,
	greater,
};

[[nodiscard]] constexpr bool
is_below(Comparison comparison)
{
	return comparison == Comparison::less || comparison == Comparison::less_equal;
}

[[nodiscard]] constexpr bool
is_inclusive(Comparison comparison)
{
	return comparison == Comparison::less_equal || comparison == Comparison::greater_equal;
}

// "b commuted(comparison) a" says the same as "a comparison b".
[[nodiscard]] constexpr Comparison
commuted(Comparison comparison)
{
	// The values are in such an order that those of a comparison and its mirror add up to 3.
	return static_cast<Comparison>(3 - static_cast<int>(comparison));
}

[[nodiscard]] constexpr bool
contains(const TimeRange &range, std::int64_t pg_us)
{
	return (range.lower_inclusive ? range.lower_pg_us <= pg_us : range.lower_pg_us < pg_us) &&
		   (range.upper_inclusive ? pg_us <= range.upper_pg_us : pg_us < range.upper_pg_us);
}

// The instants t with "t comparison pg_us".
[[nodiscard]] constexpr TimeRange
time_range_of(Comparison comparison, std::int64_t pg_us)
{
	if (is_below(comparison))
		return {.upper_pg_us = pg_us, .upper_inclusive = is_inclusive(comparison)};
	return {.lower_pg_us = pg_us, .lower_inclusive = is_inclusive(comparison)};
}

// The ids whose time lies in a range: exact when every id between two with a time has one too.
template <IdKind Kind>
[[nodiscard]] constexpr IdRange<Kind>
ids_within(const TimeRange &range)
{
	// Instants beyond the ends are as good as the first one beyond, and do not overflow below.
	const auto microseconds = [](std::int64_t pg_us) {
		return std::clamp(pg_us, Kind::first_pg_us - 1, Kind::last_pg_us + 1) - Kind::first_pg_us;
	};
	const auto units_before = [](std::int64_t us) { return floor_div(us, Kind::unit_us); };
	constexpr std::int64_t last_unit = units_before(Kind::last_pg_us - Kind::first_pg_us);

	// An id's time is the start of its unit, so a bound inside a unit excludes that unit below
	// and includes it above: round the lower bound up and the upper one down.
	const std::int64_t lower_us = microseconds(range.lower_pg_us);
	const std::int64_t upper_us = microseconds(range.upper_pg_us);
	const std::int64_t first = range.lower_inclusive ? units_before(lower_us + Kind::unit_us - 1)
													 : units_before(lower_us) + 1;
	const std::int64_t last = range.upper_inclusive
								  ? units_before(upper_us)
								  : units_before(upper_us + Kind::unit_us - 1) - 1;

	const std::int64_t first_held = std::max<std::int64_t>(first, 0);
	const std::int64_t last_held = std::min(last, last_unit);
	if (first_held > last_held)
		return IdRange<Kind>::none();
	return {Kind::min(first_held), Kind::max(last_held)};
}

} // namespace objectid

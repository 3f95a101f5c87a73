// Which ids satisfy a predicate on their time: always those of one range, so that an index can
// answer.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "time_kinds.hpp"
#include "timestamp.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>

namespace objectid {

// The instants from one to another, which is excluded. No id has an infinite time, so that both
// infinities as the ends mean all times, and each other's place means none.
struct TimeRange
{
	std::int64_t from_pg_us = pg_us_minus_infinity;
	std::int64_t to_pg_us = pg_us_infinity;

	[[nodiscard]] static constexpr TimeRange none()
	{
		return {pg_us_infinity, pg_us_minus_infinity};
	}
};

// With the numbers of btree's strategies.
enum class Comparison : std::uint8_t
{
	less = 1,
	less_equal = 2,
	greater_equal = 4,
	greater = 5,
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
	return static_cast<Comparison>(6 - static_cast<int>(comparison));
}

// The first instant after another: for the time of an id, "> t" is ">= next(t)", and "<= t" is
// "< next(t)". The last timestamptz is followed by infinity, and infinities stay what they are.
[[nodiscard]] constexpr std::int64_t
next_pg_us(std::int64_t pg_us)
{
	if (pg_us == pg_us_minus_infinity)
		return pg_us;
	return pg_us >= pg_us_last ? pg_us_infinity : pg_us + 1;
}

[[nodiscard]] constexpr bool
contains(const TimeRange &range, std::int64_t pg_us)
{
	return range.from_pg_us <= pg_us && pg_us < range.to_pg_us;
}

// The times of ids with "time comparison pg_us".
[[nodiscard]] constexpr TimeRange
time_range_of(Comparison comparison, std::int64_t pg_us)
{
	switch (comparison)
	{
	case Comparison::less:
		return {.to_pg_us = pg_us};
	case Comparison::less_equal:
		return {.to_pg_us = next_pg_us(pg_us)};
	case Comparison::greater_equal:
		return {.from_pg_us = pg_us};
	default:
		return {.from_pg_us = next_pg_us(pg_us)};
	}
}

// The first unit that does not begin before an instant; the one after the last if there is none.
template <IdKind Kind>
[[nodiscard]] constexpr std::int64_t
first_unit(std::int64_t pg_us)
{
	const std::int64_t first_beyond = Kind::last_pg_us + Kind::unit_us;
	return (std::clamp(pg_us, Kind::first_pg_us, first_beyond) - Kind::first_pg_us +
			(Kind::unit_us - 1)) /
		   Kind::unit_us;
}

// The smallest id whose time is not before an instant; nothing if there is none.
template <IdKind Kind>
[[nodiscard]] constexpr std::optional<typename Kind::Id>
first_id(std::int64_t pg_us)
{
	if (pg_us > Kind::last_pg_us)
		return std::nullopt;
	return Kind::min(first_unit<Kind>(pg_us));
}

// The order of ids and times. The place of a time is that of the first id that is not before it, or
// else after all ids. So "id < time" is true of the ids before that place, and "id >= time" of the
// others.
template <IdKind Kind>
[[nodiscard]] constexpr std::strong_ordering
compare_place(const typename Kind::Id &id, std::int64_t pg_us)
{
	const auto first = first_id<Kind>(pg_us);
	return first ? id <=> *first : std::strong_ordering::less;
}

template <IdKind Kind>
[[nodiscard]] constexpr std::strong_ordering
compare_places(std::int64_t pg_us, std::int64_t other_pg_us)
{
	return first_unit<Kind>(pg_us) <=> first_unit<Kind>(other_pg_us);
}

// The ids whose time is in a range, and such ones between them as have no time: from the first to
// the second, which is excluded, or from the first on.
template <IdKind Kind>
struct IdRange
{
	std::optional<typename Kind::Id> from; // nothing: no ids
	std::optional<typename Kind::Id> to;

	[[nodiscard]] constexpr bool empty() const
	{
		return !from || (to && *from >= *to);
	}
};

template <IdKind Kind>
[[nodiscard]] constexpr IdRange<Kind>
ids_within(const TimeRange &range)
{
	return {first_id<Kind>(range.from_pg_us), first_id<Kind>(range.to_pg_us)};
}

} // namespace objectid

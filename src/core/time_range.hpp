// Which ids satisfy a predicate on their time: always one range, so that an index can answer.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "objectid.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>

namespace objectid
{

// A kind of id, as far as its time goes. The time advances in units (a second, a millisecond, a
// microsecond); unit 0 begins at first_pg_us, the last one at last_pg_us, and every unit has a
// smallest and a largest id. pg_us is the time of an id, which is the start of its unit, or nothing
// for a value that has none.
template <typename Kind>
concept TimedId = requires(std::int64_t unit, const typename Kind::Id &id)
{
	{
		Kind::unit_us
		} -> std::convertible_to<std::int64_t>;
	{
		Kind::first_pg_us
		} -> std::convertible_to<std::int64_t>;
	{
		Kind::last_pg_us
		} -> std::convertible_to<std::int64_t>;
	{
		Kind::lowest
		} -> std::convertible_to<typename Kind::Id>;
	{
		Kind::highest
		} -> std::convertible_to<typename Kind::Id>;
	{
		Kind::min(unit)
		} -> std::same_as<typename Kind::Id>;
	{
		Kind::max(unit)
		} -> std::same_as<typename Kind::Id>;
	{
		Kind::pg_us(id)
		} -> std::same_as<std::optional<std::int64_t>>;
};

struct ObjectIdTime
{
	using Id = ObjectId;
	static constexpr std::int64_t unit_us = us_per_s;
	static constexpr std::int64_t first_pg_us = pg_us_from_unix_s(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_unix_s(objectid_max_unix_s);
	static constexpr Id lowest = objectid_lowest;
	static constexpr Id highest = objectid_highest;

	static constexpr Id min(std::int64_t unix_s)
	{
		return ObjectId::min(static_cast<std::uint32_t>(unix_s));
	}

	static constexpr Id max(std::int64_t unix_s)
	{
		return ObjectId::max(static_cast<std::uint32_t>(unix_s));
	}

	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		return objectid_pg_us(id);
	}
};
static_assert(TimedId<ObjectIdTime>);

struct UuidV6Time
{
	using Id = Uuid;
	static constexpr std::int64_t unit_us = 1;
	static constexpr std::int64_t first_pg_us = pg_us_from_gregorian_ticks(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_gregorian_ticks(Uuid::head_max);
	static constexpr Id lowest = uuid_lowest;
	static constexpr Id highest = uuid_highest;

	static constexpr Id min(std::int64_t gregorian_us)
	{
		return uuid_v6_min(static_cast<std::uint64_t>(gregorian_us * ticks_per_us));
	}

	static constexpr Id max(std::int64_t gregorian_us)
	{
		return uuid_v6_max(static_cast<std::uint64_t>(gregorian_us * ticks_per_us));
	}

	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		return uuid_v6_pg_us(id);
	}
};
static_assert(TimedId<UuidV6Time>);

struct UuidV7Time
{
	using Id = Uuid;
	static constexpr std::int64_t unit_us = us_per_ms;
	static constexpr std::int64_t first_pg_us = pg_us_from_unix_ms(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_unix_ms(uuid_v7_max_unix_ms);
	static constexpr Id lowest = uuid_lowest;
	static constexpr Id highest = uuid_highest;

	static constexpr Id min(std::int64_t unix_ms)
	{
		return uuid_v7_min(static_cast<std::uint64_t>(unix_ms));
	}

	static constexpr Id max(std::int64_t unix_ms)
	{
		return uuid_v7_max(static_cast<std::uint64_t>(unix_ms));
	}

	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		return uuid_v7_pg_us(id);
	}
};
static_assert(TimedId<UuidV7Time>);

// lower .. upper, both included; empty when lower > upper.
template <TimedId Kind>
struct IdRange
{
	typename Kind::Id lower;
	typename Kind::Id upper;

	[[nodiscard]] constexpr bool empty() const
	{
		return lower > upper;
	}

	// In a form whose each end alone already excludes every id but one.
	[[nodiscard]] static constexpr IdRange none()
	{
		return {Kind::highest, Kind::lowest};
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
contains(const TimeRange &range, std::int64_t pg_us)
{
	return (range.lower_inclusive ? range.lower_pg_us <= pg_us : range.lower_pg_us < pg_us) &&
		   (range.upper_inclusive ? pg_us <= range.upper_pg_us : pg_us < range.upper_pg_us);
}

// The instants t with "t comparison pg_us".
[[nodiscard]] constexpr TimeRange
time_range_of(Comparison comparison, std::int64_t pg_us)
{
	switch (comparison)
	{
	case Comparison::less:
		return {.upper_pg_us = pg_us, .upper_inclusive = false};
	case Comparison::less_equal:
		return {.upper_pg_us = pg_us};
	case Comparison::greater_equal:
		return {.lower_pg_us = pg_us};
	case Comparison::greater:
		return {.lower_pg_us = pg_us, .lower_inclusive = false};
	}
	return {};
}

// The ids whose time lies in a range: exact when every id between two with a time has one too.
template <TimedId Kind>
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

// What conditions say of an id: the range of ids that satisfy them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "time_range.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace objectid {

// An id of either type, an objectid with four bytes of 0 behind it.
struct AnyId : IdBytes<AnyId, std::uint64_t>
{
};

// The next id of a type of so many bytes; nothing after the last one.
[[nodiscard]] constexpr std::optional<AnyId>
next_id(AnyId id, std::size_t size)
{
	if (!increment(std::span{id.bytes}.first(size)))
		return std::nullopt;
	return id;
}

// The ids that satisfy a condition, or several together.
struct IdCondition
{
	std::optional<AnyId> lower = {}; // included; nothing: open on this side
	std::optional<AnyId> upper = {}; // excluded
	bool unknown_lower = false;      // there is an end that is not known yet
	bool unknown_upper = false;
	bool none = false;
	int ends = 0; // how many ends the conditions have: a range two, a comparison one

	// As far as its ends are known.
	[[nodiscard]] constexpr bool contains(const AnyId &id) const
	{
		return !none && (!lower || *lower <= id) && (!upper || id < *upper);
	}
};
static_assert(std::is_trivially_destructible_v<IdCondition>);

// The ids of a type of so many bytes with "id comparison end": "<= end" is "< next", and "> end" is
// ">= next". (Many rows may have the end itself.)
[[nodiscard]] constexpr IdCondition
ids_compared(Comparison comparison, const AnyId &end, std::size_t size)
{
	const bool is_upper = is_below(comparison);
	IdCondition condition{.ends = 1};
	std::optional<AnyId> &place = is_upper ? condition.upper : condition.lower;
	place = is_upper == is_inclusive(comparison) ? next_id(end, size) : end;
	condition.none = !place && !is_upper;
	return condition;
}

// The ids that satisfy both.
[[nodiscard]] constexpr IdCondition
intersection(const IdCondition &a, const IdCondition &b)
{
	const bool is_lower_of_b = !a.lower || (b.lower && *a.lower < *b.lower);
	const bool is_upper_of_b = !a.upper || (b.upper && *b.upper < *a.upper);
	return {.lower = is_lower_of_b ? b.lower : a.lower,
			.upper = is_upper_of_b ? b.upper : a.upper,
			.unknown_lower = a.unknown_lower || b.unknown_lower,
			.unknown_upper = a.unknown_upper || b.unknown_upper,
			.none = a.none || b.none,
			.ends = a.ends + b.ends};
}

} // namespace objectid

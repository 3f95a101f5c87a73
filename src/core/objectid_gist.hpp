// What a GiST index knows of the ids below an entry, and where it puts new ones.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "objectid.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace objectid {

// The smallest and the largest id below an entry. For the entry of a row, both are its own id.
struct ObjectIdBounds
{
	ObjectId lower;
	ObjectId upper;

	friend constexpr auto operator<=>(const ObjectIdBounds &, const ObjectIdBounds &) = default;
};
static_assert(sizeof(ObjectIdBounds) == 24 && alignof(ObjectIdBounds) == 1);
static_assert(std::is_trivially_copyable_v<ObjectIdBounds> &&
			  std::is_trivially_destructible_v<ObjectIdBounds>);

[[nodiscard]] constexpr ObjectIdBounds
union_of(const ObjectIdBounds &one, const ObjectIdBounds &other)
{
	return {std::min(one.lower, other.lower), std::max(one.upper, other.upper)};
}

// How much bounds grow when others are added. This does not depend on their width, as it does for
// rectangles: an id above all others belongs on the last page, which is the narrowest one while it
// is being filled.
[[nodiscard]] constexpr double
enlargement(const ObjectIdBounds &bounds, const ObjectIdBounds &added)
{
	double result = 0;
	if (added.lower < bounds.lower)
		result += ObjectId::distance(added.lower, bounds.lower);
	if (bounds.upper < added.upper)
		result += ObjectId::distance(bounds.upper, added.upper);
	return result;
}

// The operators of the class: those of a btree class with the same numbers, and <>.
enum class GistOperator : std::uint16_t
{
	less = 1,
	less_equal,
	equal,
	greater_equal,
	greater,
	not_equal
};

// Whether an id within the bounds can satisfy "id op query". Exact for the entry of a row.
[[nodiscard]] constexpr bool
can_hold(const ObjectIdBounds &bounds, GistOperator op, const ObjectId &query)
{
	switch (op)
	{
	case GistOperator::less:
		return bounds.lower < query;
	case GistOperator::less_equal:
		return bounds.lower <= query;
	case GistOperator::equal:
		return bounds.lower <= query && query <= bounds.upper;
	case GistOperator::greater_equal:
		return query <= bounds.upper;
	case GistOperator::greater:
		return query < bounds.upper;
	case GistOperator::not_equal:
		return bounds.lower != query || bounds.upper != query;
	}
	return false;
}

// An entry of a page that is split, with its offset number on the page.
struct GistSplitEntry
{
	ObjectIdBounds bounds;
	std::uint16_t offset;

	friend constexpr auto operator<=>(const GistSplitEntry &, const GistSplitEntry &) = default;
};

// Sorts the entries of a page that is too full and returns how many of them stay on the left one of
// two pages: half of them. But if the last entry is the new one, and is among the greatest
// sixteenth, ids probably come in ascending order. Then the left page keeps all others, as nothing
// more will be added to it.
[[nodiscard]] constexpr std::size_t
split(std::span<GistSplitEntry> entries, bool last_is_new)
{
	GistSplitEntry *const first = entries.data();
	const std::size_t count = entries.size();
	const GistSplitEntry last = first[count - 1];
	std::sort(first, first + count);
	const std::size_t tail = count / 16;
	const bool ascending = last_is_new && tail > 0 && first[count - tail] <= last;
	return ascending ? count - tail : count / 2;
}

} // namespace objectid

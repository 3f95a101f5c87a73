// What conditions say of ids, against each of them tried.
// SPDX-License-Identifier: PostgreSQL
#include "core/id_condition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace objectid::id_condition_test {
namespace {

constexpr std::size_t objectid_size = 12;
constexpr Comparison comparisons[] = {Comparison::less, Comparison::less_equal,
									  Comparison::greater_equal, Comparison::greater};

// The first and the last ids, and some around a carry.
std::vector<AnyId>
ids(std::size_t size)
{
	std::vector<AnyId> result;
	for (const std::uint8_t first : {0x00, 0x69, 0xff})
		for (const std::uint8_t middle : {0x00, 0xff})
			for (const std::uint8_t last : {0x00, 0x01, 0xfe, 0xff})
			{
				AnyId id{};
				std::fill_n(id.bytes.begin(), size, middle);
				id.bytes[0] = first;
				id.bytes[size - 1] = last;
				result.push_back(id);
			}
	return result;
}

bool
compares(const AnyId &id, Comparison comparison, const AnyId &end)
{
	switch (comparison)
	{
	case Comparison::less:
		return id < end;
	case Comparison::less_equal:
		return id <= end;
	case Comparison::greater_equal:
		return id >= end;
	default:
		return id > end;
	}
}

TEST(IdCondition, IsWhatTheComparisonSays)
{
	for (const std::size_t size : {objectid_size, sizeof(AnyId)})
		for (const AnyId &end : ids(size))
			for (const Comparison comparison : comparisons)
			{
				const IdCondition condition = ids_compared(comparison, end, size);
				EXPECT_EQ(condition.ends, 1);
				for (const AnyId &id : ids(size))
					EXPECT_EQ(condition.contains(id), compares(id, comparison, end));
			}
}

TEST(IdCondition, IntersectionIsBoth)
{
	for (const AnyId &end : ids(objectid_size))
		for (const AnyId &other_end : ids(objectid_size))
			for (const Comparison comparison : comparisons)
				for (const Comparison other : comparisons)
				{
					const IdCondition a = ids_compared(comparison, end, objectid_size);
					const IdCondition b = ids_compared(other, other_end, objectid_size);
					const IdCondition both = intersection(a, b);
					EXPECT_EQ(both.ends, 2);
					for (const AnyId &id : ids(objectid_size))
						EXPECT_EQ(both.contains(id), a.contains(id) && b.contains(id));
				}
}

TEST(IdCondition, WhatIsNotKnownStaysUnknown)
{
	const IdCondition lower{.unknown_lower = true};
	const IdCondition upper{.unknown_upper = true};
	EXPECT_TRUE(intersection(lower, upper).unknown_lower);
	EXPECT_TRUE(intersection(lower, upper).unknown_upper);
	EXPECT_FALSE(intersection(lower, lower).unknown_upper);
	EXPECT_TRUE(IdCondition{}.contains(AnyId{}));
	EXPECT_FALSE(intersection(IdCondition{.none = true}, lower).contains(AnyId{}));
}

} // namespace
} // namespace objectid::id_condition_test

// Sort keys of ObjectIds: their layout, and that they never contradict the order of the ids,
// whichever they met first.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_abbreviation.hpp"

#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace objectid::objectid_abbreviation_test {
namespace {

using testing::operator""_id;

constexpr ObjectId
made(std::uint32_t unix_s, std::uint64_t random, std::uint32_t counter)
{
	return ObjectId::from_parts(std::uint64_t{unix_s} << 32 | random >> 8,
								static_cast<std::uint32_t>(random << 24) | counter);
}

// Abbreviates the ids in the order given, sorts by key and id, and expects the order of the ids.
void
expect_order_is_kept(const std::vector<ObjectId> &ids)
{
	ObjectIdAbbreviation abbreviation;
	std::vector<std::pair<ObjectId, std::uint64_t>> keyed;
	for (const ObjectId &id : ids)
		keyed.emplace_back(id, abbreviation.key(id));
	std::sort(keyed.begin(), keyed.end());
	for (std::size_t i = 1; i < keyed.size(); ++i)
		ASSERT_LE(keyed[i - 1].second, keyed[i].second)
			<< ::testing::PrintToString(keyed[i - 1].first) << " < "
			<< ::testing::PrintToString(keyed[i].first);
}

TEST(ObjectIdAbbreviation, KeysHaveTheLayoutOfTheirDiagram)
{
	ObjectIdAbbreviation abbreviation;
	// Slot 1010101 of the process that owns it, and its neighbors before and after.
	EXPECT_EQ(abbreviation.key("56e1fc72ab00000000714161"_id),
			  0x56e1fc72'00000000 | 0x55U << 25 | (0x800000 + 0x714161));
	EXPECT_EQ(abbreviation.key("56e1fc72aaffffffffffffff"_id),
			  0x56e1fc72'00000000 | 0x55U << 25 | 0x3fffff);
	EXPECT_EQ(abbreviation.key("56e1fc72ab00000001000000"_id),
			  0x56e1fc72'00000000 | 0x55U << 25 | (0x1800000 + 0x400000));
	EXPECT_EQ(abbreviation.key("56e1fc72abffffffff000000"_id),
			  0x56e1fc72'00000000 | 0x55U << 25 | 0x1ffffff);
	// Another slot has another owner.
	EXPECT_EQ(abbreviation.key("56e1fc722a00000000714161"_id),
			  0x56e1fc72'00000000 | 0x15U << 25 | (0x800000 + 0x714161));
}

TEST(ObjectIdAbbreviation, KeepsTheOrderWhicheverIdComesFirst)
{
	// Few values of each part, so that every one meets every other within one second and slot.
	std::vector<ObjectId> ids = {objectid_lowest, objectid_highest};
	for (const std::uint32_t second : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU})
		for (const std::uint64_t slot : {0U, 1U, 0x7eU, 0x7fU})
			for (const std::uint64_t rest :
				 {0ULL, 1ULL, 0x3ffULL, 0x400ULL, 0x1'ffff'fbffULL, 0x1'ffff'ffffULL})
				for (const std::uint32_t counter : {0U, 1U, 0x7fffffU, 0x800000U, 0xffffffU})
					ids.push_back(made(second, slot << 33 | rest, counter));
	std::mt19937_64 random;
	for (int round = 0; round < 500; ++round)
	{
		std::ranges::shuffle(ids, random);
		expect_order_is_kept(ids);
	}
}

// One distinct key in 2,000 is too few, until there are more than 100,000 of them.
TEST(ObjectIdAbbreviation, IsGivenUpWhereMostKeysAreTheSame)
{
	EXPECT_EQ(use_of_abbreviation(10000, 5.4), AbbreviationUse::worthless);
	EXPECT_EQ(use_of_abbreviation(10000, 5.5), AbbreviationUse::unknown);
	EXPECT_EQ(use_of_abbreviation(1000000000, 100000.0), AbbreviationUse::worthless);
	EXPECT_EQ(use_of_abbreviation(1000000000, 100001.0), AbbreviationUse::worth_it);
}

} // namespace
} // namespace objectid::objectid_abbreviation_test

// Sort keys of ObjectIds: they never contradict the order of the ids, whichever they met first, and
// they tell apart what they are made to tell apart.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_abbreviation.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace objectid::objectid_abbreviation_test {
namespace {

using testing::EndlessRandom;
using testing::operator""_id;

constexpr ObjectId
made(std::uint32_t unix_s, std::uint64_t random, std::uint32_t counter)
{
	return ObjectId::from_parts(std::uint64_t{unix_s} << 32 | random >> 8,
								static_cast<std::uint32_t>(random << 24) | counter);
}

void
shuffle(std::vector<ObjectId> &ids, EndlessRandom &random)
{
	for (std::size_t left = ids.size(); left > 1; --left)
		std::swap(ids[left - 1], ids[random.number() % left]);
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

std::size_t
distinct_keys(const std::vector<ObjectId> &ids)
{
	ObjectIdAbbreviation abbreviation;
	std::set<std::uint64_t> keys;
	for (const ObjectId &id : ids)
		keys.insert(abbreviation.key(id));
	return keys.size();
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
}

TEST(ObjectIdAbbreviation, KeepsTheOrderWhicheverIdComesFirst)
{
	// Few values of each part, so that every one meets every other within one second and slot.
	const std::vector<std::uint64_t> randoms = {0,
												1,
												0x3ff,
												0x400,
												0x1'ffff'ffff,
												0x2'0000'0000,
												0x2'0000'0001,
												0x2'0000'0400,
												0x3'ffff'ffff,
												0xfd'ffff'ffff,
												0xfe'0000'0000,
												0xff'ffff'fbff,
												0xff'ffff'ffff};
	std::vector<ObjectId> ids = {objectid_lowest, objectid_highest};
	for (const std::uint32_t second : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU})
		for (const std::uint64_t random : randoms)
			for (const std::uint32_t counter : {0U, 1U, 0x7fffffU, 0x800000U, 0xffffffU})
				ids.push_back(made(second, random, counter));
	EndlessRandom random;
	for (int round = 0; round < 500; ++round)
	{
		shuffle(ids, random);
		expect_order_is_kept(ids);
	}
}

TEST(ObjectIdAbbreviation, OneProcessHasAKeyForEveryId)
{
	std::vector<ObjectId> ids;
	for (std::uint32_t counter = 0; counter < 100000; ++counter)
		ids.push_back(
			made(1767225600 + counter / 50000, 0xe0c917e9c4, (0xffff00 + counter) & 0xffffff));
	EXPECT_EQ(distinct_keys(ids), ids.size());
}

TEST(ObjectIdAbbreviation, ProcessesInSlotsOfTheirOwnHaveAKeyForEveryId)
{
	std::vector<ObjectId> ids;
	for (std::uint32_t i = 0; i < 128 * 100; ++i)
		ids.push_back(made(1767225600, std::uint64_t{i % 128} << 33 | i % 128, i / 128));
	EXPECT_EQ(distinct_keys(ids), ids.size());
}

// A thousand ids of one second, each of a process of its own: 30 bits tell them apart.
TEST(ObjectIdAbbreviation, RandomIdsOfOneSecondHaveDifferentKeys)
{
	EndlessRandom random;
	std::vector<ObjectId> ids;
	for (int i = 0; i < 1000; ++i)
		ids.push_back(made(1767225600, random.number() >> 24, 0));
	EXPECT_GE(distinct_keys(ids), ids.size() - 2);
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

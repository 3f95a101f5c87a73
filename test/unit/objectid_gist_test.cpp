// The logic of a GiST index: what bounds say of the ids within them, and how a page is split.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_gist.hpp"

#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace objectid::objectid_gist_test {
namespace {

using testing::operator""_id;

constexpr std::array all_operators{GistOperator::less,    GistOperator::less_equal,
								   GistOperator::equal,   GistOperator::greater_equal,
								   GistOperator::greater, GistOperator::not_equal};

constexpr bool
satisfies(const ObjectId &id, GistOperator op, const ObjectId &query)
{
	switch (op)
	{
	case GistOperator::less:
		return id < query;
	case GistOperator::less_equal:
		return id <= query;
	case GistOperator::equal:
		return id == query;
	case GistOperator::greater_equal:
		return id >= query;
	case GistOperator::greater:
		return id > query;
	case GistOperator::not_equal:
		return id != query;
	}
	return false;
}

// Neighbors on either side of where a byte, the prefix or everything carries.
const std::vector<ObjectId> ids{
	objectid_lowest,
	"000000000000000000000001"_id,
	"0000000000000000ffffffff"_id,
	"000000000000000100000000"_id,
	"000000000000000100000001"_id,
	"7fffffffffffffffffffffff"_id,
	"800000000000000000000000"_id,
	"800000000000000000000001"_id,
	"fffffffffffffffffffffffe"_id,
	objectid_highest,
};

std::vector<GistSplitEntry>
page(const std::vector<ObjectId> &of)
{
	std::vector<GistSplitEntry> entries;
	for (std::size_t i = 0; i < of.size(); ++i)
		entries.push_back({{of[i], of[i]}, static_cast<std::uint16_t>(i + 1)});
	return entries;
}

ObjectId
numbered(std::uint32_t number)
{
	return ObjectId::from_parts(number, 0);
}

TEST(ObjectIdGist, UnionHoldsBoth)
{
	for (const ObjectId &a : ids)
		for (const ObjectId &b : ids)
		{
			const ObjectIdBounds both = union_of({a, a}, {b, b});
			EXPECT_EQ(both.lower, std::min(a, b));
			EXPECT_EQ(both.upper, std::max(a, b));
		}
}

TEST(ObjectIdGist, NothingGrowsByWhatItHoldsAndEverythingByWhatItDoesNot)
{
	for (const ObjectId &a : ids)
		for (const ObjectId &b : ids)
			for (const ObjectId &added : ids)
			{
				if (b < a)
					continue;
				const bool held = a <= added && added <= b;
				EXPECT_EQ(static_cast<float>(enlargement({a, b}, {added, added})) == 0, held);
			}
}

TEST(ObjectIdGist, GrowthIsHowFarTheBoundsMove)
{
	const ObjectIdBounds bounds{numbered(100), numbered(200)};
	const double unit = 4294967296.0;
	EXPECT_EQ(enlargement(bounds, {numbered(90), numbered(150)}), 10 * unit);
	EXPECT_EQ(enlargement(bounds, {numbered(150), numbered(230)}), 30 * unit);
	EXPECT_EQ(enlargement(bounds, {numbered(90), numbered(230)}), 40 * unit);
	// Of two pages the nearer one grows less, however narrow it is.
	const ObjectId above = numbered(203);
	EXPECT_LT(enlargement({numbered(201), numbered(201)}, {above, above}),
			  enlargement(bounds, {above, above}));
}

TEST(ObjectIdGist, BoundsCanHoldWhateverAnIdBetweenThemSatisfies)
{
	for (const GistOperator op : all_operators)
		for (const ObjectId &query : ids)
			for (const ObjectId &a : ids)
				for (const ObjectId &b : ids)
				{
					if (b < a)
						continue;
					bool any = false;
					for (const ObjectId &id : ids)
						any |= a <= id && id <= b && satisfies(id, op, query);
					EXPECT_EQ(can_hold({a, b}, op, query), any) << static_cast<int>(op);
				}
}

TEST(ObjectIdGist, SplitsInHalvesThatFollowEachOther)
{
	std::mt19937_64 random;
	for (const std::size_t size : {2U, 3U, 15U, 16U, 17U, 100U, 289U})
	{
		std::vector<ObjectId> shuffled;
		for (std::uint32_t i = 0; i < size; ++i)
			shuffled.push_back(numbered(i));
		std::ranges::shuffle(shuffled, random);
		// The last one to come is in the middle.
		std::iter_swap(std::find(shuffled.begin(), shuffled.end(),
								 numbered(static_cast<std::uint32_t>(size / 2))),
					   shuffled.end() - 1);

		std::vector<GistSplitEntry> entries = page(shuffled);
		EXPECT_EQ(split(entries, true), size / 2);
		ASSERT_EQ(entries.size(), size);
		for (std::uint32_t i = 0; i < size; ++i)
		{
			EXPECT_EQ(entries[i].bounds.lower, numbered(i));
			EXPECT_EQ(shuffled[entries[i].offset - 1U], numbered(i)) << "an entry keeps its offset";
		}
	}
}

TEST(ObjectIdGist, AscendingIdsLeaveAFullPageBehind)
{
	std::vector<ObjectId> ascending;
	for (std::uint32_t i = 0; i < 288; ++i)
		ascending.push_back(numbered(i));
	std::vector<GistSplitEntry> entries = page(ascending);
	EXPECT_EQ(split(entries, true), 270U);

	// But several pages that were full before are halved, down to full ones.
	entries = page(ascending);
	EXPECT_EQ(split(entries, false), 144U);

	// Also when a few of another session came before.
	std::rotate(ascending.end() - 18, ascending.end() - 17, ascending.end());
	entries = page(ascending);
	EXPECT_EQ(split(entries, true), 270U);
	std::swap(ascending[269], ascending[287]);
	entries = page(ascending);
	EXPECT_EQ(split(entries, true), 144U);

	// A page too small for a sixteenth is halved.
	entries = page({ascending.begin(), ascending.begin() + 15});
	EXPECT_EQ(split(entries, true), 7U);
}

} // namespace
} // namespace objectid::objectid_gist_test

// ObjectIds as values: their parts, their order and their neighbors.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"

#include "objectid_literal.hpp"
#include "uint128.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace objectid::objectid_test {
namespace {

using testing::digits_of;
using testing::operator""_id;
using testing::number_of;
using number96 = testing::uint128;

// 0, the highest, and each power of two with its neighbors: every carry between bytes and words.
std::vector<ObjectId>
boundary_ids()
{
	std::vector<ObjectId> ids = {objectid_lowest, objectid_highest};
	for (int bit = 1; bit < 96; ++bit)
	{
		const number96 power = number96{1} << bit;
		for (const number96 &number : {power - 1, power, power + 1})
			ids.push_back(testing::id_of<ObjectId>(number));
	}
	std::sort(ids.begin(), ids.end(), [](const auto &left, const auto &right) {
		return number_of(left) < number_of(right);
	});
	ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
	return ids;
}

// Laws that hold at compile time.
static_assert(ObjectId::from_parts(0x0102030405060708, 0x090a0b0c) ==
			  "0102030405060708090a0b0c"_id);
static_assert("0102030405060708090a0b0c"_id.high() == 0x0102030405060708);
static_assert("0102030405060708090a0b0c"_id.low() == 0x090a0b0c);
static_assert("80000000ffffffffffffffff"_id.unix_s() == 0x80000000);

// So is that of the text.
TEST(ObjectId, OrderOfBoundariesIsThatOfNumbers)
{
	const auto ids = boundary_ids();
	for (std::size_t i = 0; i < ids.size(); ++i)
		for (std::size_t j = 0; j < ids.size(); ++j)
		{
			SCOPED_TRACE(digits_of(ids[i]) + " and " + digits_of(ids[j]));
			EXPECT_EQ(ids[i] <=> ids[j], i <=> j);
			EXPECT_EQ(ids[i] == ids[j], i == j);
			EXPECT_EQ(digits_of(ids[i]) <=> digits_of(ids[j]), i <=> j);
		}
}

TEST(ObjectId, NeighborsOfBoundariesAreThoseOfNumbers)
{
	for (const ObjectId &id : boundary_ids())
	{
		SCOPED_TRACE(digits_of(id));
		EXPECT_EQ(objectid_next(id),
				  id == objectid_highest
					  ? std::nullopt
					  : std::optional{testing::id_of<ObjectId>(number_of(id) + 1)});
		EXPECT_EQ(objectid_previous(id),
				  id == objectid_lowest
					  ? std::nullopt
					  : std::optional{testing::id_of<ObjectId>(number_of(id) - 1)});
	}
}

// BRIN needs distances that are never negative and grow with the gap.
TEST(ObjectId, DistanceOfBoundaries)
{
	const auto ids = boundary_ids();
	for (std::size_t i = 0; i < ids.size(); ++i)
		for (std::size_t j = i; j < ids.size(); ++j)
		{
			SCOPED_TRACE(digits_of(ids[i]) + " to " + digits_of(ids[j]));
			const auto exact = static_cast<double>(number_of(ids[j]) - number_of(ids[i]));
			const double distance = ObjectId::distance(ids[i], ids[j]);
			EXPECT_GE(distance, 0.0);
			// Each of the two roundings is off by half a unit in the last place at most.
			EXPECT_LE(std::abs(distance - exact), exact * 0x1p-52);
			// Below 2^53 a double is exact.
			EXPECT_TRUE(distance == exact || exact >= 0x1p53);
		}
	EXPECT_EQ(ObjectId::distance(objectid_lowest, objectid_highest), 0x1p96);
}

} // namespace
} // namespace objectid::objectid_test

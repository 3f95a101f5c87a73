// ObjectIds as values: their parts, their order, their time and their neighbors.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"
#include "core/time_kinds.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"
#include "uint128.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace objectid::objectid_test {
namespace {

using testing::digits_of;
using testing::EndlessRandom;
using testing::operator""_id;
using number96 = testing::uint128;

// An id as the number that its bytes write, and back: the plain arithmetic to compare with.
constexpr number96
number_of(const ObjectId &id)
{
	number96 number = 0;
	for (const std::uint8_t byte : id.bytes)
		number = number << 8 | byte;
	return number;
}

constexpr ObjectId
id_of(number96 number)
{
	ObjectId id{};
	for (std::size_t i = id.bytes.size(); i-- > 0; number >>= 8)
		id.bytes[i] = static_cast<std::uint8_t>(number & 0xff);
	return id;
}

ObjectId
random_id(EndlessRandom &random)
{
	ObjectId id{};
	random(id.bytes);
	return id;
}

// 0, the highest, and each power of two with its neighbors: every carry between bytes and words.
std::vector<ObjectId>
boundary_ids()
{
	std::vector<ObjectId> ids = {objectid_lowest, objectid_highest};
	for (int bit = 1; bit < 96; ++bit)
	{
		const number96 power = number96{1} << bit;
		for (const number96 &number : {power - 1, power, power + 1})
			ids.push_back(id_of(number));
	}
	std::sort(ids.begin(), ids.end(), [](const auto &left, const auto &right) {
		return number_of(left) < number_of(right);
	});
	ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
	return ids;
}

// Laws that hold at compile time.
static_assert(sizeof(ObjectId) == 12);
static_assert(ObjectId::from_parts(0x0102030405060708, 0x090a0b0c) ==
			  "0102030405060708090a0b0c"_id);
static_assert("0102030405060708090a0b0c"_id.high() == 0x0102030405060708);
static_assert("0102030405060708090a0b0c"_id.low() == 0x090a0b0c);
static_assert("80000000ffffffffffffffff"_id.unix_s() == 0x80000000);
static_assert("7fffffffffffffffffffffff"_id < "800000000000000000000000"_id);
static_assert(!objectid_previous(objectid_lowest) && !objectid_next(objectid_highest));
static_assert(objectid_next(objectid_lowest) == "000000000000000000000001"_id);
static_assert(ObjectIdTime::max(5) < ObjectIdTime::min(6) &&
			  objectid_next(ObjectIdTime::max(5)) == ObjectIdTime::min(6));

// All six operators and the text agree on the order of two ids.
void
expect_order(const ObjectId &left, const ObjectId &right, std::strong_ordering order)
{
	EXPECT_EQ(left <=> right, order);
	EXPECT_EQ(right <=> left, 0 <=> order);
	EXPECT_EQ(left == right, order == 0);
	EXPECT_EQ(left != right, order != 0);
	EXPECT_EQ(left < right, order < 0);
	EXPECT_EQ(left <= right, order <= 0);
	EXPECT_EQ(left > right, order > 0);
	EXPECT_EQ(left >= right, order >= 0);
	EXPECT_EQ(digits_of(left) <=> digits_of(right), order);
	EXPECT_EQ(std::memcmp(left.bytes.data(), right.bytes.data(), 12) <=> 0, order);
	EXPECT_EQ(number_of(left) < number_of(right), order < 0);
}

TEST(ObjectId, OrderOfBoundariesIsThatOfNumbers)
{
	const auto ids = boundary_ids();
	for (std::size_t i = 0; i < ids.size(); ++i)
		for (std::size_t j = 0; j < ids.size(); ++j)
		{
			SCOPED_TRACE(digits_of(ids[i]) + " and " + digits_of(ids[j]));
			expect_order(ids[i], ids[j], i <=> j);
		}
}

// Every second from its first microsecond to its last, at each power of two and by chance.
TEST(ObjectId, SecondsAndTimesRoundTrip)
{
	std::vector<std::uint32_t> seconds = {0, 0xffffffff};
	for (int bit = 0; bit < 32; ++bit)
		for (const std::uint32_t step : {0xffffffffu, 0u, 1u})
			seconds.push_back((1u << bit) + step);
	EndlessRandom random;
	for (int i = 0; i < 10'000; ++i)
		seconds.push_back(static_cast<std::uint32_t>(random.number()));

	for (const std::uint32_t second : seconds)
	{
		SCOPED_TRACE(second);
		const ObjectId first = ObjectIdTime::min(second), last = ObjectIdTime::max(second);
		EXPECT_EQ(first.unix_s(), second);
		EXPECT_EQ(last.unix_s(), second);
		const std::int64_t pg_us = *ObjectIdTime::pg_us(first);
		EXPECT_EQ(ObjectIdTime::pg_us(last), pg_us);
		EXPECT_EQ(unit_of<ObjectIdTime>(pg_us), second);
		EXPECT_EQ(unit_of<ObjectIdTime>(pg_us + 999'999), second);

		const ObjectId some =
			ObjectId::from_parts(std::uint64_t{second} << 32 | (random.number() >> 32),
								 static_cast<std::uint32_t>(random.number()));
		EXPECT_LE(first, some);
		EXPECT_GE(last, some);
		// Nothing lies between one second's ids and the next one's.
		if (second != 0xffffffff)
		{
			EXPECT_EQ(objectid_next(last), ObjectIdTime::min(second + 1));
			EXPECT_EQ(objectid_previous(ObjectIdTime::min(second + 1)), last);
		}
	}
}

TEST(ObjectId, NeighborsOfBoundariesAreThoseOfNumbers)
{
	for (const ObjectId &id : boundary_ids())
	{
		SCOPED_TRACE(digits_of(id));
		EXPECT_EQ(objectid_next(id),
				  id == objectid_highest ? std::nullopt : std::optional{id_of(number_of(id) + 1)});
		EXPECT_EQ(objectid_previous(id),
				  id == objectid_lowest ? std::nullopt : std::optional{id_of(number_of(id) - 1)});
	}
}

// BRIN needs distances that are never negative and grow with the gap.
void
expect_distance(const ObjectId &left, const ObjectId &right)
{
	SCOPED_TRACE(digits_of(left) + " to " + digits_of(right));
	const auto exact = static_cast<double>(number_of(right) - number_of(left));
	const double distance = ObjectId::distance(left, right);
	EXPECT_GE(distance, 0.0);
	// Each of the two roundings is off by half a unit in the last place at most.
	EXPECT_LE(std::abs(distance - exact), exact * 0x1p-52);
	// Below 2^53 a double is exact.
	EXPECT_TRUE(distance == exact || exact >= 0x1p53);
}

TEST(ObjectId, DistanceOfBoundaries)
{
	const auto ids = boundary_ids();
	for (std::size_t i = 0; i < ids.size(); ++i)
		for (std::size_t j = i; j < ids.size(); ++j)
			expect_distance(ids[i], ids[j]);
	EXPECT_EQ(ObjectId::distance(objectid_lowest, objectid_highest), 0x1p96);
}

TEST(ObjectId, DistanceOfRandomIds)
{
	EndlessRandom random;
	for (int i = 0; i < 10'000; ++i)
	{
		// Also near ones: with 0 to 11 bytes in common.
		ObjectId left = random_id(random), right = left;
		const auto same = static_cast<std::ptrdiff_t>(random.number() % 12);
		random(std::span{right.bytes}.subspan(static_cast<std::size_t>(same)));
		expect_distance(std::min(left, right), std::max(left, right));
	}
}

} // namespace
} // namespace objectid::objectid_test

// ObjectIds as values: their parts, their order, their time and their neighbors. The tables are
// those of test/data/vectors.md.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"
#include "core/time_kinds.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"
#include "uint128.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace objectid {
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

struct ValidText
{
	const char *id;
	const char *input;
	const char *output;
	std::uint32_t unix_s;
	const char *utc;
	const char *middle; // bytes 4 to 8
	std::uint32_t counter;
};
constexpr ValidText valid_texts[] = {
	{"OV-1", "000000000000000000000000", "000000000000000000000000", 0, "1970-01-01 00:00:00",
	 "0000000000", 0},
	{"OV-2", "ffffffffffffffffffffffff", "ffffffffffffffffffffffff", 4294967295,
	 "2106-02-07 06:28:15", "ffffffffff", 16777215},
	{"OV-3", "56e1fc72e0c917e9c4714161", "56e1fc72e0c917e9c4714161", 1457650802,
	 "2016-03-10 23:00:02", "e0c917e9c4", 7422305},
	{"OV-4", "000000001111111111111111", "000000001111111111111111", 0, "1970-01-01 00:00:00",
	 "1111111111", 1118481},
	{"OV-5", "7FFFFFFF1111111111111111", "7fffffff1111111111111111", 2147483647,
	 "2038-01-19 03:14:07", "1111111111", 1118481},
	{"OV-6", "800000001111111111111111", "800000001111111111111111", 2147483648,
	 "2038-01-19 03:14:08", "1111111111", 1118481},
	{"OV-7", "FFFFFFFF1111111111111111", "ffffffff1111111111111111", 4294967295,
	 "2106-02-07 06:28:15", "1111111111", 1118481},
	{"OV-8", "7FFFFFFF0000000000000000", "7fffffff0000000000000000", 2147483647,
	 "2038-01-19 03:14:07", "0000000000", 0},
	{"OV-9", "800000000000000000000000", "800000000000000000000000", 2147483648,
	 "2038-01-19 03:14:08", "0000000000", 0},
	{"OV-10", "FFFFFFFF0000000000000000", "ffffffff0000000000000000", 4294967295,
	 "2106-02-07 06:28:15", "0000000000", 0},
	{"OV-11", "123456789012123456789012", "123456789012123456789012", 305419896,
	 "1979-09-05 22:51:36", "9012123456", 7901202},
	{"OV-15", "000102030405060708090a0b", "000102030405060708090a0b", 66051, "1970-01-01 18:20:51",
	 "0405060708", 592395},
	{"OV-16", "1234567890abcdef12345678", "1234567890abcdef12345678", 305419896,
	 "1979-09-05 22:51:36", "90abcdef12", 3430008},
	{"OV-17", "1234567890ABCDEF12345678", "1234567890abcdef12345678", 305419896,
	 "1979-09-05 22:51:36", "90abcdef12", 3430008},
	{"OV-22", "fcdeab182763817236817236", "fcdeab182763817236817236", 4242451224,
	 "2104-06-09 10:40:24", "2763817236", 8483382},
	{"OV-23", "eeeeeeeeeeeeeeeeeeeeeeee", "eeeeeeeeeeeeeeeeeeeeeeee", 4008636142,
	 "2097-01-10 06:02:22", "eeeeeeeeee", 15658734},
	{"OV-25", "111111111111111111111111", "111111111111111111111111", 286331153,
	 "1979-01-28 00:25:53", "1111111111", 1118481},
	{"OV-27", "FCDEAB182763817236817236", "fcdeab182763817236817236", 4242451224,
	 "2104-06-09 10:40:24", "2763817236", 8483382},
	{"OV-33", "4e4d66343b39b68407000001", "4e4d66343b39b68407000001", 1313695284,
	 "2011-08-18 19:21:24", "3b39b68407", 1},
	{"OV-35", "4d88e15b60f486e428412dc9", "4d88e15b60f486e428412dc9", 1300816219,
	 "2011-03-22 17:50:19", "60f486e428", 4271561},
	{"OV-36", "0102030405060708090a0b0c", "0102030405060708090a0b0c", 16909060,
	 "1970-07-15 16:57:40", "0506070809", 658188},
	{"OV-37", "0102030405060708090A0B0C", "0102030405060708090a0b0c", 16909060,
	 "1970-07-15 16:57:40", "0506070809", 658188},
	{"OV-38", "53e2a1c40640fd72175d4603", "53e2a1c40640fd72175d4603", 1407361476,
	 "2014-08-06 21:44:36", "0640fd7217", 6112771},
	{"OV-43", "00e2a1c40640fd72175d4603", "00e2a1c40640fd72175d4603", 14852548,
	 "1970-06-21 21:42:28", "0640fd7217", 6112771},
	{"OV-44", "386e94ff1112131415212223", "386e94ff1112131415212223", 946771199,
	 "2000-01-01 23:59:59", "1112131415", 2171427},
	{"OV-45", "507f1f77bcf86cd799439011", "507f1f77bcf86cd799439011", 1350508407,
	 "2012-10-17 21:13:27", "bcf86cd799", 4427793},
	{"OV-47", "5F07445CFBBBBBBBBBFAAAAA", "5f07445cfbbbbbbbbbfaaaaa", 1594311772,
	 "2020-07-09 16:22:52", "fbbbbbbbbb", 16427690},
	{"OV-51", "0011223344556677889900ff", "0011223344556677889900ff", 1122867,
	 "1970-01-13 23:54:27", "4455667788", 10027263},
	{"OV-53", "57fd71e96e32ab4225b723fb", "57fd71e96e32ab4225b723fb", 1476227561,
	 "2016-10-11 23:12:41", "6e32ab4225", 12002299},
	{"OV-57", "552ffe9f5739878e73d116a9", "552ffe9f5739878e73d116a9", 1429208735,
	 "2015-04-16 18:25:35", "5739878e73", 13702825},
	{"OV-59", "507c7f79bcf86cd7994f6c0e", "507c7f79bcf86cd7994f6c0e", 1350336377,
	 "2012-10-15 21:26:17", "bcf86cd799", 5205006},
	{"OV-61", "00000020f51bb4362eee2a4d", "00000020f51bb4362eee2a4d", 32, "1970-01-01 00:00:32",
	 "f51bb4362e", 15608397},
	{"OV-63", "5a17b9d9ab102555b9c38874", "5a17b9d9ab102555b9c38874", 1511504345,
	 "2017-11-24 06:19:05", "ab102555b9", 12814452},
	{"OV-64", "47cc67093475061e3d95369d", "47cc67093475061e3d95369d", 1204578057,
	 "2008-03-03 21:00:57", "3475061e3d", 9778845},
	{"OV-65", "4eecaffcbffa66588e000007", "4eecaffcbffa66588e000007", 1324134396,
	 "2011-12-17 15:06:36", "bffa66588e", 7},
	{"OV-67", "666f6f2d6261722d71757578", "666f6f2d6261722d71757578", 1718578989,
	 "2024-06-16 23:03:09", "6261722d71", 7697784},
	{"OV-69", "deadbeef0000000000112233", "deadbeef0000000000112233", 3735928559,
	 "2088-05-20 21:55:59", "0000000000", 1122867},
};

std::string
utc_of(std::int64_t pg_us)
{
	using namespace std::chrono;
	const sys_time<microseconds> instant = sys_days{year{2000} / 1 / 1} + microseconds{pg_us};
	const auto day = floor<days>(instant);
	const year_month_day date{day};
	const hh_mm_ss time{floor<seconds>(instant - day)};
	char text[40];
	std::snprintf(text, sizeof(text), "%04d-%02u-%02u %02d:%02d:%02d",
				  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
				  static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
				  static_cast<int>(time.minutes().count()),
				  static_cast<int>(time.seconds().count()));
	return text;
}

TEST(ObjectId, OV)
{
	for (const auto &c : valid_texts)
	{
		SCOPED_TRACE(c.id);
		const auto id = parse_objectid(c.input);
		ASSERT_TRUE(id);
		EXPECT_EQ(digits_of(*id), c.output);
		EXPECT_EQ(id->unix_s(), c.unix_s);
		EXPECT_EQ(utc_of(*ObjectIdTime::pg_us(*id)), c.utc);
		EXPECT_EQ(ObjectIdTime::pg_us(*id), (c.unix_s - 946'684'800LL) * 1'000'000);
		// No accessor shows the parts that the specification hides; the digits do.
		EXPECT_EQ(digits_of(*id).substr(8, 10), c.middle);
		EXPECT_EQ(id->low() & 0xffffff, c.counter);
	}
}

// Layout before 2018, which is read with substring() of the bytes.
TEST(ObjectId, OL)
{
	struct Case
	{
		const char *id;
		const char *text;
		std::uint32_t unix_s;
		const char *machine;
		const char *process;
		std::uint32_t counter;
	};
	constexpr Case cases[] = {
		{"OL-1", "4d88e15b60f486e428412dc9", 1300816219, "60f486", "e428", 4271561},
		{"OL-3", "00000000aabbccddee000001", 0, "aabbcc", "ddee", 1},
		{"OL-5", "47cc67093475061e3d95369d", 1204578057, "347506", "1e3d", 9778845},
		{"OL-7", "5e9e28a4f359185cc03b2651", 1587423396, "f35918", "5cc0", 3876433},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id);
		const auto id = parse_objectid(c.text);
		ASSERT_TRUE(id);
		EXPECT_EQ(id->unix_s(), c.unix_s);
		EXPECT_EQ(digits_of(*id).substr(8, 6), c.machine);
		EXPECT_EQ(digits_of(*id).substr(14, 4), c.process);
		EXPECT_EQ(id->low() & 0xffffff, c.counter);
	}
}

// The twelve bytes stand in a BSON document as they are, after type 07 and the name.
TEST(ObjectId, BsonBytesOfOF1AndOF3)
{
	struct Case
	{
		const char *id;
		const char *text;
		const char *document;
	};
	constexpr Case cases[] = {
		{"OF-1", "000000000000000000000000", "1400000007610000000000000000000000000000"},
		{"OF-3", "56e1fc72e0c917e9c4714161", "1400000007610056E1FC72E0C917E9C471416100"},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id);
		std::array<std::uint8_t, 20> document{};
		ASSERT_TRUE(decode_hex(c.document, document));
		const auto id = parse_objectid(c.text);
		ASSERT_TRUE(id);
		EXPECT_EQ(std::memcmp(document.data() + 7, id->bytes.data(), id->bytes.size()), 0);
	}
}

// Real ids with a time of 2038: the server's election ids, 7fffffff and a 64-bit term.
TEST(ObjectId, OF19)
{
	const ObjectId seventh = ObjectId::from_parts(0x7fffffffull << 32, 7);
	EXPECT_EQ(seventh, "7fffffff0000000000000007"_id);
	EXPECT_EQ(utc_of(*ObjectIdTime::pg_us(seventh)), "2038-01-19 03:14:07");
}

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

TEST(ObjectId, OC)
{
	using order = std::strong_ordering;
	struct Case
	{
		const char *id;
		const char *left;
		const char *right;
		order expected;
	};
	constexpr Case cases[] = {
		{"OC-1", "000000000000000000001234", "000000000000000000001234", order::equal},
		{"OC-3", "0102030405060708090a0b0c", "0102030505060708090a0b0c", order::less},
		{"OC-5", "0102030405060708090a0b0c", "01020304050607080a0a0b0c", order::less},
		{"OC-7", "0102030405060708090a0b0c", "0102030305060708090a0b0c", order::greater},
		{"OC-9", "53e2a1c40640fd72175d4603", "53e2a1c40640fd72175d4602", order::greater},
		{"OC-11", "00e2a1c40640fd72175d4603", "00e2a1c40640fd72175d4602", order::greater},
		{"OC-13", "386e94ff1112131415212223", "386d43801112131415212223", order::greater},
		{"OC-15", "386e94ff1112131415212223", "386e94ff0000000000212223", order::greater},
		{"OC-17", "386e94ff1112131415212223", "386e94ff1112131415000000", order::greater},
		{"OC-19", "ffffffffffffffffffffffff", "000000000000000000000000", order::greater},
		{"OC-21", "4d88e15b60f486e428412dc9", "4D88E15B60F486E428412DC9", order::equal},
		{"OC-23", "4d88e15b60f486e4ffffffff", "4d88e15b60f486e500000000", order::less},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id);
		const auto left = parse_objectid(c.left);
		const auto right = parse_objectid(c.right);
		ASSERT_TRUE(left && right);
		expect_order(*left, *right, c.expected);
	}
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

// Ids that differ in one byte: that byte decides, unsigned, at each of the twelve places.
TEST(ObjectId, OrderByEachByte)
{
	EndlessRandom random;
	for (std::size_t place = 0; place < 12; ++place)
		for (unsigned value = 0; value < 256; ++value)
		{
			SCOPED_TRACE(::testing::Message() << "byte " << place << " = " << value);
			const ObjectId left = random_id(random);
			ObjectId right = left;
			right.bytes[place] = static_cast<std::uint8_t>(value);
			expect_order(left, right, left.bytes[place] <=> right.bytes[place]);
		}
}

TEST(ObjectId, OT)
{
	struct Case
	{
		const char *id;
		std::int64_t unix_us;
		const char *lowest;
		const char *highest;
	};
	constexpr Case cases[] = {
		{"OT-1", 0, "000000000000000000000000", "00000000ffffffffffffffff"},
		{"OT-2", 2'147'483'647'000'000, "7fffffff0000000000000000", "7fffffffffffffffffffffff"},
		{"OT-3", 2'147'483'648'000'000, "800000000000000000000000", "80000000ffffffffffffffff"},
		{"OT-4", 4'294'967'295'000'000, "ffffffff0000000000000000", "ffffffffffffffffffffffff"},
		{"OT-5", 1'588'467'737'760'000, "5eae18190000000000000000", "5eae1819ffffffffffffffff"},
		{"OT-7", 1'414'093'117'000'000, "5449593d0000000000000000", "5449593dffffffffffffffff"},
		{"OT-9", 12'345'678'000'000, "00bc614e0000000000000000", "00bc614effffffffffffffff"},
		{"OT-11", 1'467'545'180'000'000, "5778f65c0000000000000000", "5778f65cffffffffffffffff"},
		{"OT-13", 1'293'937'445'000'000, "4d1feb250000000000000000", "4d1feb25ffffffffffffffff"},
		{"OT-17", -1'000, nullptr, nullptr},
		{"OT-19", 4'294'967'296'000'000, nullptr, nullptr},
		{"last microsecond", 4'294'967'295'999'999, "ffffffff0000000000000000",
		 "ffffffffffffffffffffffff"},
		{"a microsecond before the first", -1, nullptr, nullptr},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id);
		const auto second = unit_of<ObjectIdTime>(c.unix_us - 946'684'800'000'000);
		ASSERT_EQ(second.has_value(), c.lowest != nullptr);
		if (!second)
			continue;
		EXPECT_EQ(digits_of(ObjectIdTime::min(*second)), c.lowest);
		EXPECT_EQ(digits_of(ObjectIdTime::max(*second)), c.highest);
	}
}

TEST(ObjectId, NoSecondForInfinityAndTheServersOtherTimes)
{
	for (const std::int64_t pg_us :
		 {pg_us_infinity, pg_us_minus_infinity, pg_us_infinity - 1, pg_us_minus_infinity + 1,
		  std::int64_t{-211'813'488'000'000'000}, std::int64_t{9'223'371'331'199'999'999}})
	{
		SCOPED_TRACE(pg_us);
		EXPECT_EQ(unit_of<ObjectIdTime>(pg_us), std::nullopt);
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

TEST(ObjectId, Neighbors)
{
	struct Case
	{
		ObjectId id;
		ObjectId next;
	};
	constexpr Case cases[] = {
		{"000000000000000000000000"_id, "000000000000000000000001"_id},
		{"0000000000000000000000ff"_id, "000000000000000000000100"_id},
		{"0000000000000000ffffffff"_id, "000000000000000100000000"_id},
		{"00000000ffffffffffffffff"_id, "000000010000000000000000"_id},
		{"7fffffffffffffffffffffff"_id, "800000000000000000000000"_id},
		{"56e1fc72e0c917e9c4714161"_id, "56e1fc72e0c917e9c4714162"_id},
		{"fffffffffffffffffffffffe"_id, "ffffffffffffffffffffffff"_id},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(digits_of(c.id));
		EXPECT_EQ(objectid_next(c.id), c.next);
		EXPECT_EQ(objectid_previous(c.next), c.id);
		EXPECT_EQ(ObjectId::distance(c.id, c.next), 1.0);
	}
	EXPECT_EQ(objectid_next(objectid_highest), std::nullopt);
	EXPECT_EQ(objectid_previous(objectid_lowest), std::nullopt);
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
} // namespace objectid

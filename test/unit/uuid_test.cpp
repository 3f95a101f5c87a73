// The bits of UUIDs of versions 1, 6, 7 and 8, their times, bounds and conversions.
// SPDX-License-Identifier: PostgreSQL
#include "core/uuid.hpp"

#include "core/time_kinds.hpp"
#include "fake_random.hpp"
#include "uuid_literal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace objectid {
namespace {

using testing::EndlessRandom;
using testing::pg_us;
using testing::operator""_uuid;

static_assert(pg_us(2000, 1, 1, 0, 0, 1, 5) == 1'000'005 && pg_us(1999, 12, 31) == -86'400'000'000);

constexpr std::int64_t unix_epoch_us = pg_us(1970, 1, 1);
constexpr std::int64_t first_v6_us = pg_us(1582, 10, 15);
constexpr std::int64_t last_v6_us = pg_us(5236, 3, 31, 21, 21, 0, 684'697);
constexpr std::int64_t last_v7_us = pg_us(10889, 8, 2, 5, 31, 50, 655'999);

// The two epochs, by the calendar.
static_assert(-first_v6_us * gregorian_ticks_per_us == pg_epoch_gregorian_ticks);
static_assert((unix_epoch_us - first_v6_us) * gregorian_ticks_per_us == unix_epoch_gregorian_ticks);
static_assert(unix_epoch_gregorian_ticks == 0x01b21dd213814000);

std::optional<int>
version_of(const Uuid &id)
{
	std::optional<int> found;
	for (int version = 0; version < 16; ++version)
		if (id.has_version(version))
		{
			EXPECT_FALSE(found) << "more than one version";
			found = version;
		}
	return found;
}

// RS-1: as memcmp of the bytes.
TEST(Uuid, OrderIsThatOfTheBytes)
{
	EndlessRandom random;
	std::vector<Uuid> ids(200);
	for (Uuid &id : ids)
	{
		ASSERT_TRUE(random(id.bytes));
		// Differences in any place, not only in the first bytes.
		const std::uint64_t same = random.number() % 17;
		for (std::size_t i = 0; i < same; ++i)
			id.bytes[i] = 0x80;
	}
	for (const Uuid &left : ids)
		for (const Uuid &right : ids)
		{
			const int order = std::memcmp(left.bytes.data(), right.bytes.data(), 16);
			EXPECT_EQ(left < right, order < 0);
			EXPECT_EQ(left <= right, order <= 0);
			EXPECT_EQ(left > right, order > 0);
			EXPECT_EQ(left >= right, order >= 0);
			EXPECT_EQ(left == right, order == 0);
			EXPECT_EQ(left != right, order != 0);
		}
}

TEST(Uuid, PartsAndFieldsRoundTrip)
{
	EndlessRandom random;
	for (int i = 0; i < 10'000; ++i)
	{
		const std::uint64_t high = random.number();
		const std::uint64_t low = random.number();
		const Uuid id = Uuid::from_parts(high, low);
		EXPECT_EQ(id.high(), high);
		EXPECT_EQ(id.low(), low);

		const int version = static_cast<int>(random.number() % 16);
		const std::uint64_t head = high & Uuid::head_max;
		const std::uint64_t tail = low & Uuid::tail_max;
		const Uuid built = Uuid::from_fields(version, head, tail);
		EXPECT_EQ(version_of(built), version);
		EXPECT_EQ(built.head(), head);
		EXPECT_EQ(built.tail(), tail);
	}
}

// UV: the version counts under the RFC's variant only (R0-1, R0-2, R9-1).
TEST(Uuid, VersionTable)
{
	struct Case
	{
		const char *row;
		Uuid id;
		std::optional<int> version;
	};
	constexpr Case cases[] = {
		{"UV-1", "f47ac10b-58cc-0372-8567-0e02b2c3d479"_uuid, 0},
		{"UV-3", "f47ac10b-58cc-2372-8567-0e02b2c3d479"_uuid, 2},
		{"UV-5", "f47ac10b-58cc-4372-8567-0e02b2c3d479"_uuid, 4},
		{"UV-7", "f47ac10b-58cc-6372-8567-0e02b2c3d479"_uuid, 6},
		{"UV-9", "f47ac10b-58cc-8372-8567-0e02b2c3d479"_uuid, 8},
		{"UV-11", "f47ac10b-58cc-a372-8567-0e02b2c3d479"_uuid, 10},
		{"UV-13", "f47ac10b-58cc-c372-8567-0e02b2c3d479"_uuid, 12},
		{"UV-15", "f47ac10b-58cc-e372-8567-0e02b2c3d479"_uuid, 14},
		{"UV-17", "f47ac10b-58cc-4372-0567-0e02b2c3d479"_uuid, std::nullopt},
		{"UV-19", "f47ac10b-58cc-4372-7567-0e02b2c3d479"_uuid, std::nullopt},
		{"UV-21", "f47ac10b-58cc-4372-9567-0e02b2c3d479"_uuid, 4},
		{"UV-23", "f47ac10b-58cc-4372-b567-0e02b2c3d479"_uuid, 4},
		{"UV-25", "f47ac10b-58cc-4372-d567-0e02b2c3d479"_uuid, std::nullopt},
		{"UV-27", "f47ac10b-58cc-4372-f567-0e02b2c3d479"_uuid, std::nullopt},
		{"UV-29", "00000000-0000-1000-9000-000000000000"_uuid, 1},
		{"UV-31", "00000000-0000-1000-b000-000000000000"_uuid, 1},
		{"UV-33", "11111111-1111-1111-1111-111111111111"_uuid, std::nullopt},
		{"UV-35", "0d8f23a0-697f-83ae-802e-48f3756dd581"_uuid, 8},
		{"UV-37", "ffffffff-ffff-9fff-bfff-ffffffffffff"_uuid, 9},
		{"UR-1", "C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid, 1},
		{"UR-3", "919108f7-52d1-4320-9bac-f847db4148a8"_uuid, 4},
		{"UR-5", "1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid, 6},
		{"UR-6", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuid, 7},
		{"UR-7", "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0"_uuid, 8},
		{"UR-9, nil", "00000000-0000-0000-0000-000000000000"_uuid, std::nullopt},
		{"max", "ffffffff-ffff-ffff-ffff-ffffffffffff"_uuid, std::nullopt},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.row);
		EXPECT_EQ(version_of(c.id), c.version);
		// Never a made-up time.
		EXPECT_EQ(uuid_v1_pg_us(c.id).has_value(), c.version == 1);
		EXPECT_EQ(UuidV6Time::pg_us(c.id).has_value(), c.version == 6);
		EXPECT_EQ(UuidV7Time::pg_us(c.id).has_value(), c.version == 7);
		EXPECT_EQ(uuid_v1_to_v6(c.id).has_value(), c.version == 1);
		EXPECT_EQ(uuid_v6_to_v1(c.id).has_value(), c.version == 6);
	}
}

// UR: the fields of RFC 9562's own examples, appendices A and B (R0-3).
TEST(Uuid, FieldsOfTheRfcExamples)
{
	constexpr std::int64_t instant = pg_us(2022, 2, 22, 19, 22, 22);
	constexpr std::uint64_t ticks = 0x1ec9414c232ab00;
	constexpr std::uint64_t clock_seq_and_node = std::uint64_t{0x33c8} << 48 | 0x9f6bdeced846;

	constexpr Uuid ur_1 = "C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid;
	EXPECT_EQ(uuid_v1_ticks(ur_1), ticks);
	EXPECT_EQ(ur_1.tail(), clock_seq_and_node);
	EXPECT_EQ(uuid_v1_from_fields(ticks, clock_seq_and_node), ur_1);
	EXPECT_EQ(uuid_v1_pg_us(ur_1), instant);

	constexpr Uuid ur_5 = "1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid;
	EXPECT_EQ(ur_5.head(), ticks);
	EXPECT_EQ(ur_5.tail(), clock_seq_and_node);
	EXPECT_EQ(Uuid::from_fields(6, ticks, clock_seq_and_node), ur_5);
	EXPECT_EQ(UuidV6Time::pg_us(ur_5), instant);
	EXPECT_EQ(uuid_v6_ticks(unix_time_from_pg_us(instant)), ticks);
	// the RFC's node has the multicast bit, the earlier drafts' had not.
	EXPECT_NE(ur_5.tail() & uuid_node_multicast, 0u);
	EXPECT_EQ("1EC9414C-232A-6B00-B3C8-9E6BDECED846"_uuid.tail() & uuid_node_multicast, 0u);

	// R7-1.
	constexpr Uuid ur_6 = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuid;
	EXPECT_EQ(Uuid::from_fields(7, std::uint64_t{0x017f22e279b0} << 12 | 0xcc3, 0x18c4dc0c0c07398f),
			  ur_6);
	EXPECT_EQ(UuidV7Time::pg_us(ur_6), instant);
	EXPECT_EQ(unit_of<UuidV7Time>(instant), 0x017f22e279b0u);
	EXPECT_EQ(UuidV7Time::min(0x017f22e279b0), "017f22e2-79b0-7000-8000-000000000000"_uuid);

	constexpr Uuid ur_7 = "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0"_uuid;
	EXPECT_EQ(ur_7.head(), 0x2489e9ad2ee2e00u);
	EXPECT_EQ(ur_7.tail(), 0xec932d5f69181c0u);
	EXPECT_EQ(uuid_v8_stamp(ur_7), ur_7);
}

// UT: Gregorian ticks in versions 1 and 6, floored to microseconds (R1-2).
TEST(Uuid, GregorianTimeTable)
{
	struct Case
	{
		const char *row;
		Uuid id;
		int version;
		std::uint64_t ticks;
		std::int64_t pg_us;
	};
	constexpr Case cases[] = {
		{"UT-1", "424f137e-a2aa-11e8-98d0-529269fb1459"_uuid, 1, 137538640775418750,
		 pg_us(2018, 8, 18, 5, 47, 57, 541'875)},
		{"UT-3", "ffffffff-ffff-1fff-bfff-ffffffffffff"_uuid, 1, 1152921504606846975, last_v6_us},
		{"UT-5", "f1207660-21d2-11ef-8c4f-419efbd44d48"_uuid, 1, 139367303344060000,
		 pg_us(2024, 6, 3, 17, 58, 54, 406'000)},
		{"UT-6", "d9428888-122b-11e1-b85c-61cd3cbb3210"_uuid, 1, 135409443335735432,
		 pg_us(2011, 11, 18, 21, 25, 33, 573'543)},
		{"UT-9", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"_uuid, 1, 131059232331511824,
		 pg_us(1998, 2, 4, 22, 13, 53, 151'182)},
		{"UT-11", "00000000-0000-6000-8000-000000000000"_uuid, 6, 0, first_v6_us},
		{"UT-13", "1ef21d2f-1207-6660-8c4f-419efbd44d48"_uuid, 6, 139367303344060000,
		 pg_us(2024, 6, 3, 17, 58, 54, 406'000)},
		{"UT-14", "1e1122bd-9428-6888-b85c-61cd3cbb3210"_uuid, 6, 135409443335735432,
		 pg_us(2011, 11, 18, 21, 25, 33, 573'543)},
		{"UT-17", "1ebacf4f-a4a8-68ee-b4ec-618c14d005d5"_uuid, 6, 138394381736118510,
		 pg_us(2021, 5, 4, 16, 22, 53, 611'851)},
		{"UT-21", "01ee836c-e7c9-619d-929a-525400475911"_uuid, 6, 8699571391467933,
		 pg_us(1610, 5, 9, 22, 45, 39, 146'793)},
		{"UC-5", "ffffffff-ffff-6fff-bfff-ffffffffffff"_uuid, 6, 1152921504606846975, last_v6_us},
		{"one tick before 1970", "1b21dd21-3813-6fff-8000-000000000000"_uuid, 6, 122192927999999999,
		 pg_us(1969, 12, 31, 23, 59, 59, 999'999)},
		{"1970", "1b21dd21-3814-6000-8000-000000000000"_uuid, 6, 122192928000000000, unix_epoch_us},
		{"one tick before 1970, v1", "13813fff-1dd2-11b2-8000-000000000000"_uuid, 1,
		 122192927999999999, pg_us(1969, 12, 31, 23, 59, 59, 999'999)},
		{"tick 9", "00000000-0000-6009-8000-000000000000"_uuid, 6, 9, first_v6_us},
		{"tick 10", "00000000-0000-600a-8000-000000000000"_uuid, 6, 10, first_v6_us + 1},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.row);
		ASSERT_EQ(version_of(c.id), c.version);
		if (c.version == 1)
		{
			EXPECT_EQ(uuid_v1_ticks(c.id), c.ticks);
			EXPECT_EQ(uuid_v1_pg_us(c.id), c.pg_us);
			EXPECT_EQ(uuid_v1_from_fields(c.ticks, c.id.tail()), c.id);
		}
		else
		{
			EXPECT_EQ(c.id.head(), c.ticks);
			EXPECT_EQ(UuidV6Time::pg_us(c.id), c.pg_us);
			EXPECT_EQ(Uuid::from_fields(6, c.ticks, c.id.tail()), c.id);
		}
		// D6-6: back to the first tick of the microsecond.
		EXPECT_EQ(uuid_v6_ticks(unix_time_from_pg_us(c.pg_us)), c.ticks / 10 * 10);
	}
}

// U7: Unix milliseconds in version 7.
TEST(Uuid, UnixTimeTable)
{
	struct Case
	{
		const char *row;
		Uuid id;
		std::int64_t unix_ms;
		std::int64_t pg_us;
	};
	constexpr Case cases[] = {
		{"U7-1", "018a8fec-3ced-7164-995f-93c80cbdc575"_uuid, 1694631738605,
		 pg_us(2023, 9, 13, 19, 2, 18, 605'000)},
		{"U7-3", "ffffffff-ffff-7fff-bfff-ffffffffffff"_uuid, 281474976710655,
		 pg_us(10889, 8, 2, 5, 31, 50, 655'000)},
		{"U7-5", "01858a9e-0e5c-73ed-bde1-94f017ebdb3b"_uuid, 1673067892316,
		 pg_us(2023, 1, 7, 5, 4, 52, 316'000)},
		{"U7-7", "019a2f85-9ced-7225-b99d-9c55044a2563"_uuid, 1761733876973,
		 pg_us(2025, 10, 29, 10, 31, 16, 973'000)},
		{"gofrs", "017f22e2-79b0-7000-8000-000000000000"_uuid, 1645557742000,
		 pg_us(2022, 2, 22, 19, 22, 22)},
		// R1-5: padded on the most significant side.
		{"0 ms", "00000000-0000-7000-8000-000000000000"_uuid, 0, unix_epoch_us},
		{"1 ms", "00000000-0001-7000-8000-000000000000"_uuid, 1, unix_epoch_us + 1'000},
		{"DN-3", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid, 1645557742000,
		 pg_us(2022, 2, 22, 19, 22, 22)},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.row);
		EXPECT_EQ(UuidV7Time::pg_us(c.id), c.pg_us);
		EXPECT_EQ(unit_of<UuidV7Time>(c.pg_us), c.unix_ms);
		EXPECT_EQ(unit_of<UuidV7Time>(c.pg_us + 999), c.unix_ms);
		EXPECT_LE(UuidV7Time::min(c.unix_ms), c.id);
		EXPECT_GE(UuidV7Time::max(c.unix_ms), c.id);
	}
}

// UC: version 1 to 6 and back (D6-8).
TEST(Uuid, ConversionTable)
{
	struct Case
	{
		const char *row;
		Uuid v1, v6;
	};
	constexpr Case cases[] = {
		{"UC-1", "f1207660-21d2-11ef-8c4f-419efbd44d48"_uuid,
		 "1ef21d2f-1207-6660-8c4f-419efbd44d48"_uuid},
		{"UC-2", "c232ab00-9414-11ec-b3c8-9f6bdeced846"_uuid,
		 "1ec9414c-232a-6b00-b3c8-9f6bdeced846"_uuid},
		{"UC-5", "ffffffff-ffff-1fff-bfff-ffffffffffff"_uuid,
		 "ffffffff-ffff-6fff-bfff-ffffffffffff"_uuid},
		{"each nibble its own", "9abcdef0-5678-1234-8123-456789abcdef"_uuid,
		 "23456789-abcd-6ef0-8123-456789abcdef"_uuid},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.row);
		EXPECT_EQ(uuid_v1_to_v6(c.v1), c.v6);
		EXPECT_EQ(uuid_v6_to_v1(c.v6), c.v1);
		EXPECT_EQ(uuid_v1_pg_us(c.v1), UuidV6Time::pg_us(c.v6));
		EXPECT_EQ(uuid_v1_to_v6(c.v6), std::nullopt);
		EXPECT_EQ(uuid_v6_to_v1(c.v1), std::nullopt);
	}
	// A version 7 is refused.
	EXPECT_EQ(uuid_v1_to_v6("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid), std::nullopt);
	EXPECT_EQ(uuid_v6_to_v1("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid), std::nullopt);
}

TEST(Uuid, ConversionLosesNothing)
{
	EndlessRandom random;
	for (int i = 0; i < 20'000; ++i)
	{
		const std::uint64_t ticks = random.number() & Uuid::head_max;
		const std::uint64_t clock_seq_and_node = random.number() & Uuid::tail_max;
		const Uuid v1 = uuid_v1_from_fields(ticks, clock_seq_and_node);
		const auto v6 = uuid_v1_to_v6(v1);
		ASSERT_TRUE(v6);
		EXPECT_EQ(v6->head(), ticks);
		EXPECT_EQ(v6->tail(), clock_seq_and_node);
		EXPECT_EQ(uuid_v6_to_v1(*v6), v1);
	}
}

// oittaa/uuid6-python: values of version 1 made in a row sort in that order once converted.
TEST(Uuid, ConversionRestoresTheOrderOfTime)
{
	EndlessRandom random;
	// Over the ends of time_low, so that version 1 itself does not sort.
	std::uint64_t ticks = 0x1ec9414ffffff00;
	std::optional<Uuid> previous;
	for (int i = 0; i < 1'000; ++i)
	{
		const auto v6 = uuid_v1_to_v6(uuid_v1_from_fields(ticks, random.number() & Uuid::tail_max));
		ASSERT_TRUE(v6);
		if (previous)
		{
			EXPECT_LT(*previous, *v6);
		}
		previous = v6;
		ticks += 1 + random.number() % 10'000'000;
	}
}

// R1-4, US-17: one step beyond the range is refused, not wrapped.
TEST(Uuid, GregorianTimeRange)
{
	struct Case
	{
		const char *what;
		std::int64_t pg_us;
		std::optional<std::uint64_t> ticks;
	};
	constexpr Case cases[] = {
		{"first microsecond", first_v6_us, 0},
		{"one before", first_v6_us - 1, std::nullopt},
		{"second microsecond", first_v6_us + 1, 10},
		{"last before 1970", unix_epoch_us - 1, 122192927999999990},
		{"1970", unix_epoch_us, 122192928000000000},
		{"2000", 0, 131659776000000000},
		{"last before 2000", -1, 131659775999999990},
		{"last microsecond", last_v6_us, 1152921504606846970},
		{"one after", last_v6_us + 1, std::nullopt},
		{"US-17: 3270 Julian years after 1970", unix_epoch_us + 3270 * 31'557'600'000'000,
		 std::nullopt},
		{"4714-11-24 BC", -211'813'488'000'000'000, std::nullopt},
		{"last of 294276", 9'223'371'331'199'999'999, std::nullopt},
		{"infinity", pg_us_infinity, std::nullopt},
		{"-infinity", pg_us_minus_infinity, std::nullopt},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(uuid_v6_ticks(unix_time_from_pg_us(c.pg_us)), c.ticks);
	}
}

// R1-4, R7-4.
TEST(Uuid, UnixTimeRange)
{
	struct Case
	{
		const char *what;
		std::int64_t pg_us;
		std::optional<std::int64_t> unix_ms;
	};
	constexpr Case cases[] = {
		{"1970", unix_epoch_us, 0},
		{"one before", unix_epoch_us - 1, std::nullopt},
		{"end of the first millisecond", unix_epoch_us + 999, 0},
		{"second millisecond", unix_epoch_us + 1'000, 1},
		{"2000", 0, 946'684'800'000},
		{"last before 2000", -1, 946'684'799'999},
		{"last microsecond", last_v7_us, uuid_v7_max_unix_ms},
		{"its millisecond's first", last_v7_us - 999, uuid_v7_max_unix_ms},
		{"one after", last_v7_us + 1, std::nullopt},
		{"1582", first_v6_us, std::nullopt},
		{"4714-11-24 BC", -211'813'488'000'000'000, std::nullopt},
		{"last of 294276", 9'223'371'331'199'999'999, std::nullopt},
		{"infinity", pg_us_infinity, std::nullopt},
		{"-infinity", pg_us_minus_infinity, std::nullopt},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(unit_of<UuidV7Time>(c.pg_us), c.unix_ms);
		EXPECT_EQ(uuid_v7_tick(unix_time_from_pg_us(c.pg_us)).has_value(), c.unix_ms.has_value());
	}
}

// What the clock shows, in ticks of both kinds, at the ends of either range.
TEST(Uuid, ClockRange)
{
	constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
	constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
	struct Case
	{
		const char *what;
		UnixTime now;
		std::optional<std::uint64_t> v6_ticks, v7_tick;
	};
	constexpr Case cases[] = {
		{"1970", {0, 0}, 122192928000000000, 0},
		{"before 1970", {-1, 999'999'999}, 122192927999999999, std::nullopt},
		{"the last ns of a v6 tick", {0, 199}, 122192928000000001, 0},
		{"the next v6 tick", {0, 200}, 122192928000000002, 0},
		{"the last ns of a v7 tick", {0, 244}, 122192928000000002, 0},
		{"the next v7 tick", {0, 245}, 122192928000000002, 1},
		{"the last ns of a millisecond", {0, 999'999}, 122192928000009999, 0xfff},
		{"the next millisecond", {0, 1'000'000}, 122192928000010000, 0x1000},
		{"first of v6", {-12'219'292'800, 0}, 0, std::nullopt},
		{"before it", {-12'219'292'801, 999'999'999}, std::nullopt, std::nullopt},
		{"last of v6",
		 {103'072'857'660, 684'697'599},
		 Uuid::head_max,
		 103'072'857'660'684 << 12 | 2857},
		{"after it",
		 {103'072'857'660, 684'697'600},
		 std::nullopt,
		 103'072'857'660'684 << 12 | 2857},
		{"last of v7", {281'474'976'710, 655'999'999}, std::nullopt, Uuid::head_max},
		{"after it", {281'474'976'710, 656'000'000}, std::nullopt, std::nullopt},
		{"a second after it", {281'474'976'711, 0}, std::nullopt, std::nullopt},
		{"the end of int64", {highest, 999'999'999}, std::nullopt, std::nullopt},
		{"the beginning of int64", {lowest, 0}, std::nullopt, std::nullopt},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		EXPECT_EQ(uuid_v6_ticks(c.now), c.v6_ticks);
		EXPECT_EQ(uuid_v7_tick(c.now), c.v7_tick);
	}
}

// RM-7: RFC 9562, section 6.2, method 3, with its own example.
TEST(Uuid, FractionOfTheMillisecond)
{
	constexpr UnixTime example{unix_s_from_pg_us(pg_us(2023, 1, 1, 12, 34, 56)), 123'456'700};
	EXPECT_EQ(*uuid_v7_tick(example) & 0xfff, 0x74eu);
	EXPECT_EQ(*uuid_v7_tick(example) >> 12, static_cast<std::uint64_t>(example.s) * 1'000 + 123);

	// Every nanosecond of a millisecond.
	for (std::uint32_t ns = 0; ns < 1'000'000; ++ns)
		ASSERT_EQ(*uuid_v7_tick(UnixTime{5, 7'000'000 + ns}),
				  std::uint64_t{5'007} << 12 | std::uint64_t{ns} * 4'096 / 1'000'000);

	// Every microsecond of one, as the clock and as a timestamptz, on both sides of 2000.
	for (const std::int64_t start : {unix_epoch_us + 77'000, std::int64_t{-3'000}, std::int64_t{0}})
		for (std::int64_t us = 0; us < 1'000; ++us)
		{
			const std::int64_t unix_us = start - unix_epoch_us + us;
			const UnixTime now{unix_us / 1'000'000,
							   static_cast<std::uint32_t>(unix_us % 1'000'000 * 1'000)};
			ASSERT_EQ(*uuid_v7_tick(unix_time_from_pg_us(start + us)) & 0xfff,
					  static_cast<std::uint64_t>(us) * 4'096 / 1'000);
			ASSERT_EQ(uuid_v7_tick(unix_time_from_pg_us(start + us)), uuid_v7_tick(now));
		}
}

TEST(Uuid, BoundsOfAMillisecondTable)
{
	struct Case
	{
		const char *what;
		std::int64_t pg_us;
		Uuid min, max;
	};
	constexpr Case cases[] = {
		{"1970", unix_epoch_us, "00000000-0000-7000-8000-000000000000"_uuid,
		 "00000000-0000-7fff-bfff-ffffffffffff"_uuid},
		{"UR-6", pg_us(2022, 2, 22, 19, 22, 22, 999), "017f22e2-79b0-7000-8000-000000000000"_uuid,
		 "017f22e2-79b0-7fff-bfff-ffffffffffff"_uuid},
		{"the last", last_v7_us, "ffffffff-ffff-7000-8000-000000000000"_uuid,
		 "ffffffff-ffff-7fff-bfff-ffffffffffff"_uuid},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		const auto unix_ms = unit_of<UuidV7Time>(c.pg_us);
		ASSERT_TRUE(unix_ms);
		EXPECT_EQ(UuidV7Time::min(*unix_ms), c.min);
		EXPECT_EQ(UuidV7Time::max(*unix_ms), c.max);
	}
}

TEST(Uuid, BoundsOfAMicrosecondTable)
{
	struct Case
	{
		const char *what;
		std::int64_t pg_us;
		Uuid min, max;
	};
	constexpr Case cases[] = {
		{"the first", first_v6_us, "00000000-0000-6000-8000-000000000000"_uuid,
		 "00000000-0000-6009-bfff-ffffffffffff"_uuid},
		{"the second", first_v6_us + 1, "00000000-0000-600a-8000-000000000000"_uuid,
		 "00000000-0000-6013-bfff-ffffffffffff"_uuid},
		{"the last before 1970", unix_epoch_us - 1, "1b21dd21-3813-6ff6-8000-000000000000"_uuid,
		 "1b21dd21-3813-6fff-bfff-ffffffffffff"_uuid},
		{"UR-5", pg_us(2022, 2, 22, 19, 22, 22), "1ec9414c-232a-6b00-8000-000000000000"_uuid,
		 "1ec9414c-232a-6b09-bfff-ffffffffffff"_uuid},
		{"over the end of time_low", pg_us(2022, 2, 22, 19, 22, 22, 537),
		 "1ec9414c-232b-6ffa-8000-000000000000"_uuid, "1ec9414c-232c-6003-bfff-ffffffffffff"_uuid},
		// Six ticks only, down from ...684697.0 to ...684697.5.
		{"the last", last_v6_us, "ffffffff-ffff-6ffa-8000-000000000000"_uuid,
		 "ffffffff-ffff-6fff-bfff-ffffffffffff"_uuid},
		{"the last but one", last_v6_us - 1, "ffffffff-ffff-6ff0-8000-000000000000"_uuid,
		 "ffffffff-ffff-6ff9-bfff-ffffffffffff"_uuid},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		const auto ticks = uuid_v6_ticks(unix_time_from_pg_us(c.pg_us));
		ASSERT_TRUE(ticks);
		EXPECT_EQ(UuidV6Time::min(*ticks / 10), c.min);
		EXPECT_EQ(UuidV6Time::max(*ticks / 10), c.max);
	}
}

// Every id of an instant lies between the bounds of it, and no id of its neighbors does.
TEST(Uuid, BoundsLaw)
{
	EndlessRandom random;
	for (int i = 0; i < 10'000; ++i)
	{
		const std::uint64_t tail = random.number() & Uuid::tail_max;
		const Uuid v7 = Uuid::from_fields(7, random.number() & Uuid::head_max, tail);
		const auto unix_ms = unit_of<UuidV7Time>(*UuidV7Time::pg_us(v7));
		ASSERT_TRUE(unix_ms);
		EXPECT_TRUE(UuidV7Time::min(*unix_ms) <= v7 && v7 <= UuidV7Time::max(*unix_ms));
		EXPECT_EQ(UuidV7Time::pg_us(UuidV7Time::min(*unix_ms)), UuidV7Time::pg_us(v7));
		EXPECT_EQ(UuidV7Time::pg_us(UuidV7Time::max(*unix_ms)), UuidV7Time::pg_us(v7));
		if (static_cast<std::uint64_t>(*unix_ms) < uuid_v7_max_unix_ms)
		{
			EXPECT_LT(UuidV7Time::max(*unix_ms), UuidV7Time::min(*unix_ms + 1));
		}

		const Uuid v6 = Uuid::from_fields(6, random.number() & Uuid::head_max, tail);
		const auto ticks = uuid_v6_ticks(unix_time_from_pg_us(*UuidV6Time::pg_us(v6)));
		ASSERT_TRUE(ticks);
		EXPECT_TRUE(UuidV6Time::min(*ticks / 10) <= v6 && v6 <= UuidV6Time::max(*ticks / 10));
		EXPECT_EQ(UuidV6Time::pg_us(UuidV6Time::min(*ticks / 10)), UuidV6Time::pg_us(v6));
		EXPECT_EQ(UuidV6Time::pg_us(UuidV6Time::max(*ticks / 10)), UuidV6Time::pg_us(v6));
		if (*ticks + 10 <= Uuid::head_max)
		{
			EXPECT_LT(UuidV6Time::max(*ticks / 10), UuidV6Time::min(*ticks / 10 + 1));
		}
	}
}

// R8-1, US-13: nothing but the version and the variant is prescribed, and each of the 122 other
// bits is kept.
TEST(Uuid, StampOfVersion8)
{
	EXPECT_EQ(uuid_v8_stamp("00000000-0000-0000-0000-000000000000"_uuid),
			  "00000000-0000-8000-8000-000000000000"_uuid);
	EXPECT_EQ(uuid_v8_stamp("ffffffff-ffff-ffff-ffff-ffffffffffff"_uuid),
			  "ffffffff-ffff-8fff-bfff-ffffffffffff"_uuid);
	// R8-3: the SHA-256 example of RFC 9562, B.2.
	EXPECT_EQ(uuid_v8_stamp("5c146b14-3c52-4afd-938a-375d0df1fbf6"_uuid),
			  "5c146b14-3c52-8afd-938a-375d0df1fbf6"_uuid);

	const Uuid base = uuid_v8_stamp({});
	for (std::size_t bit = 0; bit < 128; ++bit)
	{
		SCOPED_TRACE(bit);
		std::array<std::uint8_t, 16> bytes{};
		bytes[bit / 8] = static_cast<std::uint8_t>(0x80 >> bit % 8);
		const Uuid stamped = uuid_v8_stamp(Uuid{bytes});
		const bool prescribed = (bit >= 48 && bit < 52) || bit == 64 || bit == 65;
		const Uuid flipped =
			Uuid::from_parts(base.high() ^ Uuid{bytes}.high(), base.low() ^ Uuid{bytes}.low());
		EXPECT_EQ(stamped, prescribed ? base : flipped);
	}
}

} // namespace
} // namespace objectid

// The bits of UUIDs of versions 1, 6, 7 and 8, their times, bounds and conversions.
// SPDX-License-Identifier: PostgreSQL
#include "core/uuid.hpp"

#include "core/time_kinds.hpp"
#include "fake_random.hpp"
#include "uuid_literal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <optional>

namespace objectid::uuid_test {
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

// The version counts under the RFC's variant only (R0-1, R0-2, R9-1).
TEST(Uuid, VersionUnderTheVariant)
{
	EndlessRandom random;
	for (int version = 0; version < 16; ++version)
		for (std::uint64_t variant = 0; variant < 4; ++variant)
		{
			const Uuid of_rfc = Uuid::from_fields(version, random.number() & Uuid::head_max, 0);
			const Uuid id = Uuid::from_parts(of_rfc.high(), variant << 62 | random.number() >> 2);
			SCOPED_TRACE(::testing::Message() << version << ", variant " << variant);
			const auto expected = variant == 0b10 ? std::optional{version} : std::nullopt;
			EXPECT_EQ(version_of(id), expected);
			// Never a made-up time.
			EXPECT_EQ(uuid_v1_pg_us(id).has_value(), expected == 1);
			EXPECT_EQ(UuidV6Time::pg_us(id).has_value(), expected == 6);
			EXPECT_EQ(UuidV7Time::pg_us(id).has_value(), expected == 7);
			EXPECT_EQ(uuid_v1_to_v6(id).has_value(), expected == 1);
			EXPECT_EQ(uuid_v6_to_v1(id).has_value(), expected == 6);
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
		{"UT-11", "00000000-0000-6000-8000-000000000000"_uuid, 6, 0, first_v6_us},
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
	// UC-1 (D6-8), and each nibble its own.
	EXPECT_EQ(uuid_v1_to_v6("f1207660-21d2-11ef-8c4f-419efbd44d48"_uuid),
			  "1ef21d2f-1207-6660-8c4f-419efbd44d48"_uuid);
	EXPECT_EQ(uuid_v6_to_v1("23456789-abcd-6ef0-8123-456789abcdef"_uuid),
			  "9abcdef0-5678-1234-8123-456789abcdef"_uuid);
}

// What the clock shows, in ticks of both kinds, at the ends of either range.
TEST(Uuid, ClockRange)
{
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
} // namespace objectid::uuid_test

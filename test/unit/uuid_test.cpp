// The bits of UUIDs of versions 1, 6, 7 and 8, their times, bounds and conversions.
// SPDX-License-Identifier: PostgreSQL
#include "core/uuid.hpp"

#include "core/time_kinds.hpp"
#include "fake_random.hpp"
#include "uuid_literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace objectid::uuid_test {
namespace {

using testing::EndlessRandom;
using testing::pg_us;
using testing::operator""_uuid;

static_assert(pg_us(2000, 1, 1, 0, 0, 1, 5) == 1'000'005 && pg_us(1999, 12, 31) == -86'400'000'000);

constexpr std::int64_t unix_epoch_us = pg_us(1970, 1, 1);
constexpr std::int64_t first_v6_us = pg_us(1582, 10, 15);

// The two epochs, by the calendar.
static_assert(-first_v6_us * gregorian_ticks_per_us == pg_epoch_gregorian_ticks);
static_assert((unix_epoch_us - first_v6_us) * gregorian_ticks_per_us == unix_epoch_gregorian_ticks);
static_assert(unix_epoch_gregorian_ticks == 0x01b21dd213814000);

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
			for (int other = 0; other < 16; ++other)
				EXPECT_EQ(id.has_version(other), expected == other);
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
		EXPECT_EQ(uuid_v1_pg_us(v1), UuidV6Time::pg_us(*v6));
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

// RM-7: RFC 9562, section 6.2, method 3. (With its own example: uuid_generator_test.cpp.)
TEST(Uuid, FractionOfTheMillisecond)
{
	// Every nanosecond of a millisecond.
	for (std::uint32_t ns = 0; ns < 1'000'000; ++ns)
		ASSERT_EQ(*uuid_v7_tick(UnixTime{5, 7'000'000 + ns}),
				  std::uint64_t{5'007} << 12 | std::uint64_t{ns} * 4'096 / 1'000'000);
}

// R8-1: nothing but the version and the variant is prescribed, and all other bits are kept.
TEST(Uuid, StampOfVersion8)
{
	EXPECT_EQ(uuid_v8_stamp("00000000-0000-0000-0000-000000000000"_uuid),
			  "00000000-0000-8000-8000-000000000000"_uuid);
	EXPECT_EQ(uuid_v8_stamp("ffffffff-ffff-ffff-ffff-ffffffffffff"_uuid),
			  "ffffffff-ffff-8fff-bfff-ffffffffffff"_uuid);
	// R8-3: the SHA-256 example of RFC 9562, B.2.
	EXPECT_EQ(uuid_v8_stamp("5c146b14-3c52-4afd-938a-375d0df1fbf6"_uuid),
			  "5c146b14-3c52-8afd-938a-375d0df1fbf6"_uuid);
}

} // namespace
} // namespace objectid::uuid_test

// The generators of versions 6 and 7, reading by reading: RFC 9562, section 6.2, and the order
// that doc/guarantees.md promises. Clock and random bytes are the test's own. The rules that hold
// for all generators: newest_tick_test.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "core/uuid_generator.hpp"
#include "core/time_kinds.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace objectid::uuid_generator_test {
namespace {

using testing::EndlessRandom;
using testing::ScriptedRandom;
using Status = GeneratorStatus;

constexpr std::int64_t us = 1'000; // in ns, as all times of this file
constexpr std::int64_t ms = 1'000 * us;
constexpr std::int64_t s = 1'000 * ms;
constexpr std::int64_t year = 31'536'000 * s;

constexpr std::int64_t t = 1'763'600'000 * s; // some time in 2025, on a tick of either version

constexpr UnixTime
at(std::int64_t unix_ns)
{
	return {floor_div(unix_ns, s), static_cast<std::uint32_t>(floor_mod(unix_ns, s))};
}

// The last instant that an id of either version holds.
constexpr UnixTime v6_end{103'072'857'660, 684'697'500};
constexpr UnixTime v7_end{281'474'976'710, 655'999'999};

// What a call that makes no id must leave as it is.
constexpr Uuid untouched = Uuid::from_parts(0x0123456789abcdef, 0xfedcba9876543210);

// A generator and its random bytes.
template <typename Generator, typename Random = EndlessRandom>
struct Source
{
	Generator generator{};
	Random random{};

	Uuid next(UnixTime now)
	{
		Uuid id{};
		if (generator.next(now, random, id) != Status::ok)
			ADD_FAILURE() << "no id at " << now.s << " s, " << now.ns << " ns";
		return id;
	}

	Uuid next(std::int64_t now_ns)
	{
		return next(at(now_ns));
	}
};
using V7 = Source<UuidV7Generator>;
using V6 = Source<UuidV6Generator>;
using ScriptedV7 = Source<UuidV7Generator, ScriptedRandom>;
using ScriptedV6 = Source<UuidV6Generator, ScriptedRandom>;

constexpr std::uint64_t
v7_tick(std::int64_t unix_ns)
{
	return *uuid_v7_tick(at(unix_ns));
}

constexpr std::uint64_t
v6_ticks(std::int64_t unix_ns)
{
	return *uuid_v6_ticks(at(unix_ns));
}

// Time, fraction, then random bits; the step goes to the lowest end.
TEST(UuidV7Generator, DrawnBytesLandInTheirPlaces)
{
	ScriptedV7 source{{}, {0xff, 2, 3, 4, 5, 6, 7, 8}};
	// RFC 9562, section 6.2: .4567 of a millisecond is 74e.
	const UnixTime example{1'672'576'496, 123'456'700};
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x0185'6d53'f1fb'774e, 0xbf02'0304'0506'0708));
	source.random.append({0, 0, 0, 0});
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x0185'6d53'f1fb'774e, 0xbf02'0304'0506'0709));
	source.random.append({0, 0, 1, 2});
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x0185'6d53'f1fb'774e, 0xbf02'0304'0506'080c));
	source.random.append({0xff, 0xff, 0xff, 0xff});
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x0185'6d53'f1fb'774e, 0xbf02'0305'0506'080c));
	// A later tick of the same millisecond.
	source.random.append({0x3f, 0, 0, 0, 0, 0, 0, 1});
	EXPECT_EQ(source.next(UnixTime{example.s, example.ns + 245}),
			  Uuid::from_parts(0x0185'6d53'f1fb'774f, 0xbf00'0000'0000'0001));
	EXPECT_EQ(source.random.bytes_left(), 0u);
}

// When the 62 bits are used up, the tick moves on by one with new
// random bits, and the clock catches up with it.
TEST(UuidV7Generator, TailOverflows)
{
	const std::uint64_t tick = v7_tick(t);
	ScriptedV7 source{{}, {0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd}};
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, tick, Uuid::tail_max - 2));
	source.random.append({0, 0, 0, 1}); // adds two
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, tick, Uuid::tail_max));
	source.random.append({0, 0, 0, 0, /* and anew */ 0, 0, 0, 0, 0, 0, 0, 7});
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, tick + 1, 7));
	source.random.append({0, 0, 0, 0});
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, tick + 1, 8));
	// The clock reaches the tick that was taken in advance: no new tail, which might be smaller.
	source.random.append({0, 0, 0, 0});
	EXPECT_EQ(source.next(t + 245), Uuid::from_fields(7, tick + 1, 9));
	source.random.append({0, 0, 0, 0, 0, 0, 0, 5});
	EXPECT_EQ(source.next(t + 489), Uuid::from_fields(7, tick + 2, 5));
	EXPECT_EQ(source.random.bytes_left(), 0u);
}

// The last tick of all has no next one.
TEST(UuidV7Generator, LastTickOverflows)
{
	ScriptedV7 source{{}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe}};
	EXPECT_EQ(source.next(v7_end), Uuid::from_fields(7, Uuid::head_max, Uuid::tail_max - 1));
	Uuid id = untouched;
	source.random.append({0, 0, 0, 1});
	EXPECT_EQ(source.generator.next(v7_end, source.random, id), Status::time_out_of_range);
	EXPECT_EQ(id, untouched);
	// There is room for one yet.
	source.random.append({0, 0, 0, 0});
	EXPECT_EQ(source.next(v7_end), Uuid::from_fields(7, Uuid::head_max, Uuid::tail_max));
}

// The two draws of an overflow.
TEST(UuidV7Generator, RandomFailsInAnOverflow)
{
	ScriptedV7 source{{}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
	source.next(t);
	Uuid id = untouched;
	source.random.append({0, 0, 0, 1}); // the second draw finds nothing
	EXPECT_EQ(source.generator.next(at(t), source.random, id), Status::random_failed);
	EXPECT_EQ(id, untouched);
	source.random.append({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6});
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, v7_tick(t) + 1, 6));
}

// Clock sequence and node from the source, the multicast bit always, one tick for each id.
TEST(UuidV6Generator, DrawnBytesLandInTheirPlaces)
{
	ScriptedV6 source{{}, {0xf3, 0xc8, 0x9e, 0x6b, 0xde, 0xce, 0xd8, 0x46}};
	// 2022-02-22 19:22:22 UTC.
	const UnixTime example{1'645'557'742, 0};
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x1ec9'414c'232a'6b00, 0xb3c8'9f6b'dece'd846));
	source.random.append({0, 0, 0, 0, 0, 0, 0, 0});
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x1ec9'414c'232a'6b01, 0x8000'0100'0000'0000));
	source.random.append({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
	EXPECT_EQ(source.next(example), Uuid::from_parts(0x1ec9'414c'232a'6b02, 0xbfff'ffff'ffff'ffff));
	// .789012 and a little more.
	source.random.append({0x33, 0xc8, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46});
	EXPECT_EQ(source.next(UnixTime{example.s, 789'012'399}),
			  Uuid::from_parts(0x1ec9'414c'2ab0'6fcb, 0xb3c8'9f6b'dece'd846));
	EXPECT_EQ(source.random.bytes_left(), 0u);
}

// By its own speed, from the last tick of a second to the first one that is too late.
TEST(UuidV7Generator, RunsTooFarAhead)
{
	ScriptedV7 source{{}, {0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
	source.generator.advance(at(t), at(t), at(t + 2 * s - 1));
	EXPECT_EQ(source.next(t), Uuid::from_fields(7, v7_tick(t + 2 * s) - 1, Uuid::tail_max));
	Uuid id = untouched;
	source.random.append({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
	EXPECT_EQ(source.generator.next(at(t), source.random, id), Status::ahead_of_clock);
	EXPECT_EQ(id, untouched);
}

// Twenty million in a second are ten million too many.
TEST(UuidV6Generator, RunsTooFarAhead)
{
	V6 source;
	source.generator.advance(at(t), at(t), at(t + 2 * s - 200));
	EXPECT_EQ(source.next(t).head(), v6_ticks(t + 2 * s) - 2);
	EXPECT_EQ(source.next(t).head(), v6_ticks(t + 2 * s) - 1);
	Uuid id = untouched;
	EXPECT_EQ(source.generator.next(at(t), source.random, id), Status::ahead_of_clock);
	EXPECT_EQ(source.generator.next(at(t + s - 1), source.random, id), Status::ahead_of_clock);
	EXPECT_EQ(id, untouched);
	EXPECT_EQ(source.next(t + s).head(), v6_ticks(t + 2 * s));
}

TEST(UuidV6Generator, LastTicks)
{
	V6 source;
	EXPECT_EQ(source.next(UnixTime{v6_end.s, v6_end.ns - 100}).head(), Uuid::head_max - 1);
	EXPECT_EQ(source.next(UnixTime{v6_end.s, v6_end.ns - 100}).head(), Uuid::head_max);
	Uuid id = untouched;
	for (const UnixTime now : {v6_end, UnixTime{v6_end.s, v6_end.ns - 100}, UnixTime{v6_end.s, 0}})
		EXPECT_EQ(source.generator.next(now, source.random, id), Status::time_out_of_range);
	EXPECT_EQ(id, untouched);
	EXPECT_EQ(source.random.calls(), 2u);
	// A clock that was wrong, and is set right.
	EXPECT_EQ(source.next(t).head(), v6_ticks(t));
}

constexpr std::int64_t
pg_us_of(std::int64_t unix_ns)
{
	return unix_ns / us - pg_epoch_unix_s * us_per_s;
}

TEST(UuidAt, Version7)
{
	ScriptedRandom random{0xff, 2, 3, 4, 5, 6, 7, 8};
	Uuid id{};
	// .456 of a millisecond is 1867/4096 of it, rounded down.
	EXPECT_EQ(uuid_at<UuidV7Generator>(pg_us_of(1'672'576'496 * s + 123'456 * us), random, id),
			  Status::ok);
	EXPECT_EQ(id, Uuid::from_parts(0x0185'6d53'f1fb'774b, 0xbf02'0304'0506'0708));
	random.append({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
	EXPECT_EQ(uuid_at<UuidV7Generator>(pg_us_of(0), random, id), Status::ok);
	EXPECT_EQ(id, Uuid::from_parts(0x0000'0000'0000'7000, 0x8000'0000'0000'0000));
	EXPECT_EQ(uuid_at<UuidV7Generator>(pg_us_of(999 * us), random, id), Status::ok);
	EXPECT_EQ(id, Uuid::from_parts(0x0000'0000'0000'7ffb, 0x8000'0000'0000'0001));
	EXPECT_EQ(random.bytes_left(), 0u);
}

TEST(UuidAt, Version6)
{
	ScriptedRandom random{0xf3, 0xc8, 0x9e, 0x6b, 0xde, 0xce, 0xd8, 0x46};
	Uuid id{};
	EXPECT_EQ(uuid_at<UuidV6Generator>(pg_us_of(1'645'557'742 * s), random, id), Status::ok);
	EXPECT_EQ(id, Uuid::from_parts(0x1ec9'414c'232a'6b00, 0xb3c8'9f6b'dece'd846));
	random.append({0, 0, 0, 0, 0, 0, 0, 0});
	EXPECT_EQ(uuid_at<UuidV6Generator>(pg_us_of(-1 * us), random, id), Status::ok);
	EXPECT_EQ(id, Uuid::from_parts(0x1b21'dd21'3813'6ff6, 0x8000'0100'0000'0000));
	EXPECT_EQ(random.bytes_left(), 0u);
}

// Back-filled ids of a time lie within the bounds of that time, and many of one time differ.
TEST(UuidAt, LiesWithinTheBounds)
{
	EndlessRandom random;
	std::set<Uuid> ids;
	for (int i = 0; i < 20'000; ++i)
	{
		const std::int64_t pg_us =
			i % 2 == 0 ? 5 : static_cast<std::int64_t>(random.number() % 1'000'000'000'000'000);
		Uuid v7{}, v6{};
		ASSERT_EQ(uuid_at<UuidV7Generator>(pg_us, random, v7), Status::ok);
		ASSERT_EQ(uuid_at<UuidV6Generator>(pg_us, random, v6), Status::ok);
		EXPECT_TRUE(UuidV7Time::min(*unit_of<UuidV7Time>(pg_us)) <= v7 &&
					v7 <= UuidV7Time::max(*unit_of<UuidV7Time>(pg_us)));
		EXPECT_EQ(UuidV6Time::pg_us(v6), pg_us);
		EXPECT_NE(v6.tail() & uuid_node_multicast, 0u);
		EXPECT_TRUE(ids.insert(v7).second && ids.insert(v6).second);
	}
}

TEST(UuidAt, NoIdOfInfinity)
{
	EndlessRandom random;
	Uuid id = untouched;
	for (const std::int64_t pg_us : {pg_us_infinity, pg_us_minus_infinity})
	{
		EXPECT_EQ(uuid_at<UuidV7Generator>(pg_us, random, id), Status::time_out_of_range);
		EXPECT_EQ(uuid_at<UuidV6Generator>(pg_us, random, id), Status::time_out_of_range);
	}
	EXPECT_EQ(id, untouched);
}

} // namespace
} // namespace objectid::uuid_generator_test

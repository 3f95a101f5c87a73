// Which tick it is now: a reading of the clock against the newest tick and the readings before it.
// SPDX-License-Identifier: PostgreSQL
#include "core/newest_tick.hpp"

#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"
#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace objectid::newest_tick_test {
namespace {

using testing::EndlessRandom;

// doc/guarantees.md, "New ids", says so.
static_assert(largest_lag_s == 60);
static_assert(largest_lead_s == 1);

constexpr std::int64_t t = 1'763'600'000, year = 31'536'000;

// As a generator does it that takes no tick in advance.
ClockMove
move_to(NewestTick<std::int64_t> &newest, UnixTime now)
{
	const ClockMove move = newest.move(now, now.s);
	newest.take(now, move == ClockMove::held ? newest.tick() : now.s);
	return move;
}

struct Reading
{
	UnixTime now;
	ClockMove move;
	std::int64_t tick;
};
struct ClockScript
{
	const char *what;
	std::vector<Reading> readings;
};

// With ticks of a second.
TEST(NewestTick, Clocks)
{
	constexpr auto forward = ClockMove::forward, held = ClockMove::held, back = ClockMove::back;
	const ClockScript scripts[] = {
		{"first reading at the epoch", {{{0, 0}, forward, 0}}},
		{"first reading before it", {{{-t, 0}, forward, -t}}},
		{"runs", {{{t, 0}, forward, t}, {{t + 1, 0}, forward, t + 1}}},
		{"leaps", {{{t, 0}, forward, t}, {{t + year, 0}, forward, t + year}}},
		{"stands", {{{t, 0}, forward, t}, {{t, 0}, held, t}}},
		{"within a tick", {{{t, 0}, forward, t}, {{t, 999'999'999}, held, t}}},
		{"back 1 s", {{{t, 0}, forward, t}, {{t - 1, 0}, held, t}}},
		{"back 60 s", {{{t, 5}, forward, t}, {{t - 60, 5}, held, t}, {{t, 4}, held, t}}},
		{"and a little, which does not count", {{{t, 5}, forward, t}, {{t - 60, 0}, held, t}}},
		{"and a nanosecond of the second before",
		 {{{t, 0}, forward, t}, {{t - 61, 999'999'999}, back, t - 61}}},
		{"back a year",
		 {{{t, 0}, forward, t}, {{t - year, 0}, back, t - year}, {{t - year, 1}, held, t - year}}},
		{"steps back add up",
		 {{{t, 0}, forward, t}, {{t - 40, 0}, held, t}, {{t - 61, 0}, back, t - 61}}},
		{"and forward again",
		 {{{t, 0}, forward, t}, {{t - 61, 0}, back, t - 61}, {{t, 0}, forward, t}}},
	};
	for (const auto &script : scripts)
	{
		SCOPED_TRACE(script.what);
		NewestTick<std::int64_t> newest;
		for (const auto &reading : script.readings)
		{
			EXPECT_EQ(move_to(newest, reading.now), reading.move);
			EXPECT_EQ(newest.tick(), reading.tick);
		}
	}
}

TEST(NewestTick, TakenInAdvance)
{
	NewestTick<std::int64_t> newest;
	newest.take({t, 0}, t + 100);
	EXPECT_EQ(move_to(newest, {t + 1, 0}), ClockMove::held);
	EXPECT_EQ(newest.tick(), t + 100);
	EXPECT_EQ(move_to(newest, {t - 59, 0}), ClockMove::held);
	EXPECT_EQ(move_to(newest, {t + 101, 0}), ClockMove::forward);
	newest.take({t + 101, 0}, t + 200);
	EXPECT_EQ(move_to(newest, {t + 40, 0}), ClockMove::back);
	EXPECT_EQ(newest.tick(), t + 40);
}

// A step back counts from the greatest reading, also of a tick that stays.
TEST(NewestTick, GreatestReading)
{
	NewestTick<std::int64_t> newest;
	newest.take({t, 0}, t + 100);
	newest.take({t + 9, 0}, t + 100);
	EXPECT_EQ(newest.greatest_s(), t + 9);
	newest.take({t - 51, 0}, t + 100);
	EXPECT_EQ(newest.greatest_s(), t + 9);
	EXPECT_EQ(newest.move({t - 51, 0}, t - 51), ClockMove::held);
	EXPECT_EQ(newest.move({t - 52, 0}, t - 52), ClockMove::back);
	newest.take({t - 52, 0}, t - 52);
	EXPECT_EQ(newest.greatest_s(), t - 52);
}

TEST(NewestTick, Advance)
{
	NewestTick<std::int64_t> newest;
	EXPECT_TRUE(newest.advance(t, t + 2));
	EXPECT_EQ(newest.tick(), t + 2);
	EXPECT_EQ(newest.greatest_s(), t);
	EXPECT_EQ(newest.move({t - 60, 0}, t - 60), ClockMove::held);
	EXPECT_EQ(newest.move({t - 61, 0}, t - 61), ClockMove::back);

	// Neither the tick nor the reading is ever set back.
	EXPECT_FALSE(newest.advance(t - 9, t + 2));
	EXPECT_FALSE(newest.advance(t - 9, t + 1));
	EXPECT_EQ(newest.tick(), t + 2);
	EXPECT_EQ(newest.greatest_s(), t);
	EXPECT_FALSE(newest.advance(t + 7, t + 1));
	EXPECT_EQ(newest.tick(), t + 2);
	EXPECT_EQ(newest.greatest_s(), t + 7);
}

// An id is of the second after the greatest reading at most.
TEST(NewestTick, TooFarAhead)
{
	NewestTick<std::int64_t> newest;
	newest.take({t, 999'999'999}, t);
	EXPECT_FALSE(newest.is_too_far_ahead({t, 0}, t + 1));
	EXPECT_TRUE(newest.is_too_far_ahead({t, 999'999'999}, t + 2));
	EXPECT_FALSE(newest.is_too_far_ahead({t - 60, 0}, t + 1));
	EXPECT_TRUE(newest.is_too_far_ahead({t - 60, 0}, t + 2));
	EXPECT_FALSE(newest.is_too_far_ahead({t + 1, 0}, t + 2));
	EXPECT_TRUE(newest.is_too_far_ahead({t + 1, 0}, t + 3));
}

TEST(NewestTick, FarReadings)
{
	NewestTick<UnixTime> newest;
	newest.take({t, 5}, {t, 0});
	EXPECT_FALSE(newest.is_far_from({t, 0}));
	EXPECT_FALSE(newest.is_far_from({t - 60, 0}));
	EXPECT_TRUE(newest.is_far_from({t - 61, 999'999'999}));
	EXPECT_FALSE(newest.is_far_from({t + 60, 0}));
	EXPECT_TRUE(newest.is_far_from({t + 61, 0}));
}

// Whatever the clock does, a generator makes the id of the reading's tick where that is later than
// any before, or where the clock was set back far; else one of the newest tick or the next, above
// the one before.
template <typename Id, typename Generator>
void
follows_the_clock(std::int64_t (*tick_of)(const Id &), std::int64_t (*tick_at)(UnixTime))
{
	EndlessRandom random;
	for (int round = 0; round < 500; ++round)
	{
		Generator generator;
		UnixTime now{1'763'600'000, 0};
		std::int64_t greatest_s = no_reading_s;
		Id previous{};
		for (int step = 0; step < 60; ++step)
		{
			constexpr std::int64_t year_s = 31'536'000;
			const auto up_to = [&random](std::int64_t end) {
				return static_cast<std::int64_t>(random.number() %
												 (static_cast<std::uint64_t>(end) + 1));
			};
			const std::int64_t steps_s[] = {
				0, 0, 0, up_to(2), up_to(100), -up_to(60), -61, -60 - up_to(100), year_s, -year_s};
			now.s += steps_s[random.number() % std::size(steps_s)];
			if (random.number() % 2 == 0)
				now.ns = static_cast<std::uint32_t>(
					std::min<std::int64_t>(now.ns + up_to(600), 999'999'999));
			SCOPED_TRACE(::testing::Message() << "round " << round << ", step " << step << " at "
											  << now.s << " s " << now.ns << " ns");
			Id id{};
			ASSERT_EQ(generator.next(now, random, id), GeneratorStatus::ok);
			const bool is_back = now.s < greatest_s - 60;
			if (step == 0 || is_back || tick_at(now) > tick_of(previous))
				ASSERT_EQ(tick_of(id), tick_at(now));
			else
			{
				ASSERT_GT(id, previous);
				ASSERT_LE(tick_of(id), tick_of(previous) + 1);
			}
			greatest_s = is_back ? now.s : std::max(greatest_s, now.s);
			previous = id;
		}
	}
}

TEST(NewestTick, GeneratorsFollowTheClock)
{
	follows_the_clock<ObjectId, ObjectIdGenerator>(
		[](const ObjectId &id) { return std::int64_t{id.unix_s()}; },
		[](UnixTime now) { return now.s; });
	follows_the_clock<Uuid, UuidV7Generator>(
		[](const Uuid &id) { return static_cast<std::int64_t>(id.head()); },
		[](UnixTime now) { return static_cast<std::int64_t>(*uuid_v7_tick(now)); });
	follows_the_clock<Uuid, UuidV6Generator>(
		[](const Uuid &id) { return static_cast<std::int64_t>(id.head()); },
		[](UnixTime now) { return static_cast<std::int64_t>(*uuid_v6_ticks(now)); });
}

} // namespace
} // namespace objectid::newest_tick_test

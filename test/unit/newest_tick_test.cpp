// Which tick it is now: a reading of the clock against the newest tick and the readings before it.
// And what follows for the generators, which all have the same rules.
// SPDX-License-Identifier: PostgreSQL
#include "core/newest_tick.hpp"

#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/time_kinds.hpp"
#include "core/uuid_generator.hpp"
#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace objectid::newest_tick_test {
namespace {

using testing::EndlessRandom;
using Status = GeneratorStatus;

// doc/guarantees.md, "New ids", says so.
static_assert(largest_lag_s == 60);
static_assert(largest_lead_s == 1);

constexpr std::int64_t t = 1'763'600'000, year = 31'536'000;

// Neither the tick nor the reading is ever set back.
TEST(NewestTick, Advance)
{
	NewestTick<std::int64_t> newest;
	EXPECT_TRUE(newest.advance(t, t + 2));
	EXPECT_FALSE(newest.advance(t - 9, t + 2));
	EXPECT_FALSE(newest.advance(t + 7, t + 1));
	EXPECT_EQ(newest.tick(), t + 2);
	EXPECT_EQ(newest.greatest_s(), t + 7);
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

constexpr UnixTime
at(std::int64_t unix_s)
{
	return {unix_s, 0};
}

std::int64_t
unix_s_of(const ObjectId &id)
{
	return id.unix_s();
}

std::int64_t
unix_s_of(const Uuid &id)
{
	return unix_s_from_pg_us(
		(id.has_version(6) ? UuidV6Time::pg_us(id) : UuidV7Time::pg_us(id)).value());
}

std::int64_t
unix_s_of(const Uuid &id, const Draft01Layout *layout)
{
	return unix_s_from_pg_us(
		(layout->version == 7 ? draft01_v7_pg_us(id) : draft01_v8_pg_us(id, *layout)).value());
}

// A generator of ids of one kind, its random bytes, and the times that an id can have.
template <typename IdOfKind, typename Generator, typename... Layout>
struct Source
{
	using Id = IdOfKind;
	static constexpr bool draws_for_each_id = !std::is_same_v<Generator, ObjectIdGenerator>;

	const char *kind;
	UnixTime first, last;
	std::tuple<Layout...> layout{};
	Generator generator{};
	EndlessRandom random{};

	Status next(UnixTime now, Id &id)
	{
		return std::apply([&](auto... of) { return generator.next(of..., now, random, id); },
						  layout);
	}

	Id make(UnixTime now)
	{
		Id id{};
		EXPECT_EQ(next(now, id), Status::ok);
		EXPECT_EQ(std::apply([&](auto... of) { return unix_s_of(id, of...); }, layout),
				  newest_unix_s());
		return id;
	}

	// No id is made, and another one is made then as if this one had not been asked for.
	void expect_refused(UnixTime now, Status status, UnixTime then)
	{
		Source undisturbed = *this;
		Id id{};
		id.bytes.fill(0x5a);
		const Id untouched = id;
		EXPECT_EQ(next(now, id), status);
		EXPECT_EQ(id, untouched);
		undisturbed.random = random;
		Source disturbed = *this;
		EXPECT_EQ(disturbed.make(then), undisturbed.make(then));
	}

	[[nodiscard]] std::int64_t newest_unix_s() const
	{
		return std::apply([&](auto... of) { return generator.newest_unix_s(of...); }, layout);
	}

	[[nodiscard]] std::int64_t greatest_reading_s() const
	{
		return std::apply([&](auto... of) { return generator.greatest_reading_s(of...); }, layout);
	}
};

// Calls a function with a new source of each kind.
template <typename Function>
void
for_each_kind(Function function)
{
	const auto call = [&](const auto &fresh) {
		SCOPED_TRACE(fresh.kind);
		function(fresh);
	};
	call(Source<ObjectId, ObjectIdGenerator>{"objectid", {0, 0}, {4'294'967'295, 999'999'999}});
	call(Source<Uuid, UuidV7Generator>{"v7", {0, 0}, {281'474'976'710, 655'999'999}});
	constexpr UnixTime v6_first{-12'219'292'800, 0}, v6_last{103'072'857'660, 684'697'599};
	call(Source<Uuid, UuidV6Generator>{"v6", v6_first, v6_last});
	using Draft01 = Source<Uuid, Draft01Generator, const Draft01Layout *>;
	constexpr UnixTime v7_last{68'719'476'735, 999'999'999};
	call(Draft01{"draft, ms", {0, 0}, v7_last, draft01_layout(7, "ms", 0)});
	call(Draft01{"draft, us", {0, 0}, v7_last, draft01_layout(7, "us", 0)});
	call(Draft01{"draft, ns", {0, 0}, v7_last, draft01_layout(7, "ns", 0)});
	const auto call_v8 = [&](const char *kind, UnixTime first, UnixTime last, int bits) {
		call(Draft01{kind, first, last, draft01_layout(8, "", bits)});
	};
	call_v8("draft, 32 bits", {0, 0}, {4'294'967'295, 999'999'999}, 32);
	call_v8("draft, 48 bits", {0, 0}, {281'474'976'710, 655'999'999}, 48);
	call_v8("draft, 60 bits", v6_first, v6_last, 60);
	call_v8("draft, 64 bits", {0, 0}, {18'446'744'073, 709'551'615}, 64);
}

// Nothing is drawn for a time that no id holds.
TEST(Generators, ClockOutOfRange)
{
	for_each_kind([](const auto &fresh) {
		auto first = fresh, last = fresh;
		first.make(fresh.first);
		last.make(fresh.last);
		const std::uint32_t ns = fresh.last.ns + 1;
		constexpr std::int64_t lowest_s = std::numeric_limits<std::int64_t>::min();
		constexpr std::int64_t highest_s = std::numeric_limits<std::int64_t>::max();
		for (const UnixTime now :
			 {UnixTime{fresh.first.s - 1, 999'999'999},
			  UnixTime{fresh.last.s + ns / ns_per_s, ns % ns_per_s}, at(fresh.last.s + 1),
			  at(lowest_s), UnixTime{highest_s, 999'999'999}})
		{
			SCOPED_TRACE(now.s);
			auto source = fresh;
			source.expect_refused(now, Status::time_out_of_range, at(t));
			EXPECT_EQ(source.random.calls(), 0u);
			source.make(at(t));
			source.expect_refused(now, Status::time_out_of_range, at(t));
			EXPECT_EQ(source.random.calls(), 1u);
		}
	});
}

// No id is of a later second than the one after the greatest reading. Requests in between change
// nothing, and a step back of up to a minute is no reason to wait any less.
TEST(Generators, TooFarAhead)
{
	for_each_kind([](auto source) {
		source.generator.advance(at(t), at(t), at(t + 2));
		for (const UnixTime now : {at(t), at(t - 60), UnixTime{t, 999'999'999}})
			source.expect_refused(now, Status::ahead_of_clock, at(t + 1));
		for (const auto &[now_s, id_s] :
			 {std::pair{t + 1, t + 2}, {t - 59, t + 2}, {t - 60, t - 60}})
		{
			source.make(at(now_s));
			EXPECT_EQ(source.newest_unix_s(), id_s);
		}
	});
}

// At first use, on a clock that stands or is set back a little, in a new tick, and far back.
TEST(Generators, RandomFails)
{
	for_each_kind([](const auto &fresh) {
		for (const std::int64_t now_s : {t, t - 60, t + 1, t - year})
		{
			SCOPED_TRACE(now_s - t);
			auto source = fresh;
			source.random.fail_next(1);
			source.expect_refused(at(t + 30), Status::random_failed, at(t));
			source.make(at(t));
			if (!source.draws_for_each_id && now_s != t - year)
				continue;
			source.random.fail_next(1);
			source.expect_refused(at(now_s), Status::random_failed, at(now_s));
			source.make(at(now_s));
		}
	});
}

// The first id after a restart is as the first one of the second that was not reserved.
TEST(Generators, Advance)
{
	for_each_kind([](const auto &fresh) {
		auto restarted = fresh, other = fresh;
		restarted.generator.advance(at(t - 60), at(t), at(t + 1));
		EXPECT_EQ(restarted.make(at(t - 60)).high(), other.make(at(t + 1)).high());
	});
}

// A generator that is ahead already stays there while the clock is up to a minute behind. One that
// has yet to go back with the clock does so, whatever the clock does then.
TEST(Generators, AdvanceNeverSetsBack)
{
	for_each_kind([](auto source) {
		const auto before = source.make(at(t + 9));
		source.generator.advance(at(t - 40), at(t), at(t + 2));
		EXPECT_GT(source.make(at(t - 40)), before);
		EXPECT_EQ(source.newest_unix_s(), t + 9);
		EXPECT_EQ(source.greatest_reading_s(), t + 9);

		source.generator.advance(at(t - 100), at(t - 100), at(t - 100));
		source.make(at(t - 110));
		EXPECT_EQ(source.newest_unix_s(), t - 100);
		EXPECT_EQ(source.greatest_reading_s(), t - 100);
		source.generator.advance(at(t - 100), at(t - 90), at(t - 89));
		EXPECT_EQ(source.greatest_reading_s(), t - 90);
		source.make(at(t - 110));
		EXPECT_EQ(source.newest_unix_s(), t - 89);
	});
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

TEST(Generators, FollowTheClock)
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

// The ceiling of ids: when it is written, and that the ids of one life of a server are above those
// of the lives before.
// SPDX-License-Identifier: PostgreSQL
#include "core/ceiling.hpp"
#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>

namespace objectid {
namespace {

using testing::EndlessRandom;

constexpr std::int64_t t = 1'763'600'000;

struct StepCase
{
	const char *what;
	Ceiling old;
	std::uint32_t life;
	std::int64_t unix_s, now_s;
	CeilingStep expected;
};

// doc/guarantees.md, "Restarts and failovers", says how far it is ahead.
static_assert(ceiling_window_s == 2);

TEST(Ceiling, Steps)
{
	const StepCase cases[] = {
		{"none yet", {1, 1, 0}, 7, t, t, {{t + 2, t, 7}, true, true}},
		{"first half", {t + 2, t, 7}, 7, t, t, {{t + 2, t, 7}, false}},
		{"second half", {t + 2, t, 7}, 7, t + 1, t + 1, {{t + 3, t + 1, 7}, true}},
		{"past it", {t + 2, t, 7}, 7, t + 9, t + 9, {{t + 11, t + 9, 7}, true}},
		{"an old bound", {t + 2, t, 7}, 7, t - 999, t, {{t + 2, t, 7}, false}},
		{"ids ahead of the clock", {t + 2, t, 7}, 7, t + 5, t, {{t + 7, t, 7}, true}},
		{"clock back 60 s", {t + 2, t, 7}, 7, t, t - 60, {{t + 2, t, 7}, false}},
		{"clock back 61 s", {t + 2, t, 7}, 7, t - 61, t - 61, {{t - 59, t - 61, 7}, true}},
		{"new life, at once", {t + 2, t, 7}, 8, t, t, {{t + 4, t, 8}, true, true}},
		{"new life, later", {t + 2, t, 7}, 8, t + 9, t + 9, {{t + 11, t + 9, 8}, true, true}},
		{"new life, 60 s behind", {t + 2, t, 7}, 8, t - 60, t - 60, {{t + 4, t, 8}, true, true}},
		{"new life, 61 s behind", {t + 2, t, 7}, 8, t - 61, t - 61, {{t - 59, t - 61, 8}, true}},
		// The patience counts from the clock of the life before, not from its ceiling.
		{"many lives at once", {t + 99, t, 7}, 8, t - 60, t - 60, {{t + 101, t, 8}, true, true}},
		{"new life, an old bound", {t + 2, t, 7}, 8, t - 999, t, {{t + 4, t, 8}, true, true}},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		const CeilingStep step = step_below(c.old, c.life, c.unix_s, c.now_s);
		EXPECT_EQ(step.ceiling.unix_s, c.expected.ceiling.unix_s);
		EXPECT_EQ(step.ceiling.clock_s, c.expected.ceiling.clock_s);
		EXPECT_EQ(step.ceiling.life, c.expected.ceiling.life);
		EXPECT_EQ(step.is_new, c.expected.is_new);
		EXPECT_EQ(step.raises, c.expected.raises);
	}
}

TEST(Ceiling, CoveredSeconds)
{
	const CoveredSeconds covered = covered_by({t + 2, t, 7});
	EXPECT_FALSE(covered.contain(t - 61));
	EXPECT_TRUE(covered.contain(t - 60));
	EXPECT_TRUE(covered.contain(t));
	EXPECT_FALSE(covered.contain(t + 1));
	EXPECT_FALSE(covered_by({t - 99, t, 7}).contain(t - 99)); // a bound that was old
	EXPECT_FALSE(CoveredSeconds{}.contain(0));
	EXPECT_TRUE(all_seconds.contain(-t));
}

std::uint64_t
seed()
{
	const char *given = std::getenv("OBJECTID_TEST_SEED");
	return given ? std::stoull(given) : std::random_device{}();
}

std::int64_t
v6_s(const Uuid &id)
{
	return unix_s_from_pg_us(pg_us_from_gregorian_ticks(id.head()));
}

std::int64_t
v7_s(const Uuid &id)
{
	return static_cast<std::int64_t>(id.head() >> 12) / ms_per_s;
}

// As src/pg/generators.hpp and ceiling.cpp do it, for one generator and one session.
template <typename Id, typename Generator>
struct Server
{
	Ceiling on_disk{1, 1, 0};
	Generator generator;
	CoveredSeconds covered;
	std::uint32_t life = 1;
	EndlessRandom random;

	void restart()
	{
		generator = {};
		covered = {};
		++life;
	}

	bool cover(std::int64_t unix_s, std::int64_t now_s)
	{
		const CeilingStep step = step_below(on_disk, life, unix_s, now_s);
		if (step.raises)
			generator.raise({on_disk.clock_s, 0}, {on_disk.unix_s, 0});
		on_disk = step.ceiling;
		covered = covered_by(on_disk);
		return !step.raises;
	}

	template <typename... Kind>
	Id make(UnixTime now, Kind... kind)
	{
		for (;;)
		{
			Id id{};
			EXPECT_EQ(generator.next(kind..., now, random, id), GeneratorStatus::ok);
			const std::int64_t unix_s = generator.newest_unix_s(kind...);
			if (covered.contain(unix_s) || cover(unix_s, now.s))
				return id;
		}
	}
};

// Lives of random length with clocks that step back by up to 60 s from the greatest reading, or by
// much more, after which the order begins anew. (In between it depends on what was written last.)
template <typename Id, typename Generator, typename... Kind>
void
check_lives(const char *what, std::int64_t (*second_of)(const Id &), Kind... kind)
{
	const std::uint64_t seed_of_run = seed();
	SCOPED_TRACE(::testing::Message() << what << ", OBJECTID_TEST_SEED=" << seed_of_run);
	EndlessRandom choice(seed_of_run);
	Server<Id, Generator> server;
	server.random = EndlessRandom(seed_of_run + 1);
	std::int64_t now = t, greatest = t;
	Id newest{};
	for (int life = 0; life < 3'000; ++life)
	{
		const bool is_followed = life % 50 == 49;
		server.restart();
		now = greatest - static_cast<std::int64_t>(is_followed ? 200 + choice.number() % 9'999
															   : choice.number() % 61);
		if (is_followed)
		{
			greatest = now;
			newest = {};
		}
		for (std::uint64_t ids = choice.number() % 9; ids > 0; --ids)
		{
			const auto ns = static_cast<std::uint32_t>(choice.number() % ns_per_s);
			const Id id = server.make({now, ns}, kind...);
			ASSERT_GT(id, newest) << "life " << life;
			ASSERT_LT(second_of(id), server.on_disk.unix_s) << "life " << life;
			newest = id;
			greatest = std::max(greatest, now);
			now += static_cast<std::int64_t>(choice.number() % 4);
		}
	}
}

TEST(Ceiling, Lives)
{
	constexpr auto objectid_s = [](const ObjectId &id) { return std::int64_t{id.unix_s()}; };
	check_lives<ObjectId, ObjectIdGenerator>("gen_objectid()", objectid_s);
	check_lives<Uuid, UuidV6Generator>("uuid_v6()", v6_s);
	check_lives<Uuid, UuidV7Generator>("uuid_v7()", v7_s);
	constexpr auto draft_s = [](const Uuid &id) {
		return unix_s_from_pg_us(*draft01_v7_pg_us(id));
	};
	constexpr auto any = [](const Uuid &) { return std::int64_t{0}; };
	for (const Draft01Layout &layout : draft01_layouts)
		if (layout.version == 7)
			check_lives<Uuid, Draft01Generator>("uuid_v7_draft01()", draft_s, &layout);
		else
			check_lives<Uuid, Draft01Generator>("uuid_v8_draft01()", any, &layout);
}

// The first id of a generator that was raised is of the ceiling's second, with all of its random
// bits and a counter that begins as in any tick.
TEST(Ceiling, FirstIdOfALife)
{
	EndlessRandom random;
	Uuid id{};
	ObjectId objectid{};

	ObjectIdGenerator generator;
	generator.raise({t, 0}, {t + 2, 0});
	ASSERT_EQ(generator.next({t - 60, 0}, random, objectid), GeneratorStatus::ok);
	EXPECT_EQ(objectid.unix_s(), t + 2);

	UuidV7Generator v7;
	v7.raise({t, 0}, {t + 2, 0});
	ASSERT_EQ(v7.next({t - 60, 0}, random, id), GeneratorStatus::ok);
	EXPECT_EQ(id.head(), std::uint64_t{t + 2} * ms_per_s << 12);
	EXPECT_GT(id.tail(), std::uint64_t{1} << 40);

	UuidV6Generator v6;
	v6.raise({t, 0}, {t + 2, 0});
	ASSERT_EQ(v6.next({t - 60, 0}, random, id), GeneratorStatus::ok);
	EXPECT_EQ(pg_us_from_gregorian_ticks(id.head()), pg_us_from_unix_s(t + 2));

	for (const char *precision : {"ms", "us", "ns"})
	{
		const Draft01Layout *layout = draft01_layout(7, precision, 0);
		Draft01Generator draft;
		draft.raise({t, 0}, {t + 2, 0});
		ASSERT_EQ(draft.next(layout, {t - 60, 0}, random, id), GeneratorStatus::ok);
		Draft01Generator fresh;
		Uuid expected{};
		ASSERT_EQ(fresh.next(layout, {t + 2, 0}, random, expected), GeneratorStatus::ok);
		EXPECT_EQ(id.high(), expected.high()); // time and counter
	}

	// One that is ahead already stays there.
	ObjectId before = objectid;
	ASSERT_EQ(generator.next({t + 9, 0}, random, before), GeneratorStatus::ok);
	generator.raise({t, 0}, {t + 3, 0});
	ASSERT_EQ(generator.next({t + 9, 0}, random, objectid), GeneratorStatus::ok);
	EXPECT_GT(objectid, before);
	EXPECT_EQ(objectid.unix_s(), t + 9);
}

} // namespace
} // namespace objectid

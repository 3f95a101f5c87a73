// Many processes that use one generator: random interleavings of their readings of a clock that
// steps and of their turns, against the promise of doc/guarantees.md.
// SPDX-License-Identifier: PostgreSQL
#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <set>
#include <string>

namespace objectid {
namespace {

using testing::EndlessRandom;
using Status = GeneratorStatus;

constexpr std::int64_t us = 1'000; // in ns, as all times of this file
constexpr std::int64_t s = 1'000'000'000;
constexpr std::int64_t t = 1'763'600'000 * s; // some time in 2025

constexpr UnixTime
at(std::int64_t unix_ns)
{
	return {floor_div(unix_ns, s), static_cast<std::uint32_t>(floor_mod(unix_ns, s))};
}

// Another one in each run; OBJECTID_SEED takes up an old one.
std::uint64_t
seed()
{
	const char *given = std::getenv("OBJECTID_SEED");
	return given ? std::stoull(given) : std::random_device{}();
}

// No step draws more than it announced, or a lock would be held while the kernel is asked for more.
class BoundedRandom
{
  public:
	BoundedRandom(EndlessRandom &source, std::size_t most) : source_(source), left_(most)
	{}

	bool operator()(std::span<std::uint8_t> bytes)
	{
		EXPECT_LE(bytes.size(), left_);
		left_ -= bytes.size();
		return source_(bytes);
	}

  private:
	EndlessRandom &source_;
	std::size_t left_;
};

template <typename Id, typename Generator, typename... Kind>
void
check(const char *what, Kind... kind)
{
	const std::uint64_t seed_of_run = seed();
	SCOPED_TRACE(::testing::Message() << what << ", OBJECTID_SEED=" << seed_of_run);
	EndlessRandom random(seed_of_run), choice(seed_of_run + 1);
	int steps_back = 0;
	for (int round = 0; round < 40; ++round)
	{
		Generator generator;
		std::array<std::optional<UnixTime>, 8>
			readings; // of the processes that wait for their turn
		std::set<Id> seen;
		std::optional<Id> newest;
		std::int64_t now = t;
		UnixTime latest = at(0); // the greatest reading that a step believed
		for (int event = 0; event < 1'000; ++event)
		{
			now += static_cast<std::int64_t>(choice.number() % 2) * us;
			switch (choice.number() % 200)
			{
			case 0: // back by up to 59 s,
				now -= static_cast<std::int64_t>(choice.number() % 60) * s;
				break;
			case 1: // by 61 s to two hours,
				now -= static_cast<std::int64_t>(61 + choice.number() % 7'200) * s;
				break;
			case 2: // forward by up to two minutes
				now += static_cast<std::int64_t>(choice.number() % 120) * s;
				break;
			default:;
			}
			auto &reading = readings[choice.number() % readings.size()];
			if (!reading)
			{
				reading = at(now);
				continue;
			}
			Id id{};
			BoundedRandom bounded(random, Generator::random_bytes_max);
			const auto clock = [now] { return at(now); };
			const UnixTime read = *reading;
			const Status status =
				next_after_waiting(generator, *reading, clock, bounded, id, kind...);
			if (status == Status::ahead_of_clock)
				continue; // it waits, and tries again with this reading
			ASSERT_EQ(status, Status::ok);
			ASSERT_TRUE(seen.insert(id).second) << "round " << round << ", event " << event;

			// Whatever was read before, only the clock of this very moment takes it back.
			const std::int64_t earliest_s = latest.s - largest_lag_s;
			const bool far = read.s < earliest_s || read.s > latest.s + largest_lag_s;
			const UnixTime believed = far ? at(now) : read;
			ASSERT_EQ(*reading, believed);
			const bool stepped_back = far && now / s < earliest_s;
			ASSERT_TRUE(!newest || stepped_back || id > *newest)
				<< "round " << round << ", event " << event;
			steps_back += stepped_back;
			latest = stepped_back ? believed : std::max(latest, believed);
			ASSERT_EQ(generator.greatest_reading_s(kind...), latest.s);
			ASSERT_LE(generator.newest_unix_s(kind...), latest.s + largest_lead_s);
			newest = id;
			reading.reset();
		}
	}
	EXPECT_GT(steps_back, 0);
}

TEST(SharedGenerator, ObjectId)
{
	check<ObjectId, ObjectIdGenerator>("gen_objectid()");
}

TEST(SharedGenerator, Uuid)
{
	check<Uuid, UuidV6Generator>("uuid_v6()");
	check<Uuid, UuidV7Generator>("uuid_v7()");
}

TEST(SharedGenerator, Draft01)
{
	for (const Draft01Layout &layout : draft01_layouts)
		check<Uuid, Draft01Generator>("the draft", &layout);
}

// A process that slept between its reading of the clock and its turn is no step back of the clock.
TEST(SharedGenerator, OldReading)
{
	ObjectIdGenerator generator;
	EndlessRandom random;
	ObjectId before{}, after{};
	ASSERT_EQ(generator.next(at(t), random, before), Status::ok);
	const auto clock = [] { return at(t); };
	UnixTime reading = at(t - 3'600 * s);
	ASSERT_EQ(next_after_waiting(generator, reading, clock, random, after), Status::ok);
	EXPECT_EQ(reading, at(t));
	EXPECT_GT(after, before);
	EXPECT_EQ(after.unix_s(), before.unix_s());
	EXPECT_EQ(random.calls(), 1u);

	// Nor is a reading of a clock that was an hour ahead and has been set right.
	reading = at(t + 3'600 * s);
	ASSERT_EQ(next_after_waiting(generator, reading, clock, random, after), Status::ok);
	EXPECT_EQ(reading, at(t));
	EXPECT_EQ(after.unix_s(), before.unix_s());
}

} // namespace
} // namespace objectid

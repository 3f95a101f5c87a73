// All generators at once: each is advanced, and the time from which on ids are is the earliest.
// SPDX-License-Identifier: PostgreSQL
#include "core/shared_generators.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace objectid::shared_generators_test {
namespace {

constexpr std::int64_t t = 1'763'600'000;

constexpr auto in_turn = [](auto &locked, auto &&function) { function(locked.generator); };

// A clock that shows these seconds, one after the other.
auto
clock_of(const std::vector<std::int64_t> &seconds)
{
	return [seconds, next = std::size_t{0}]() mutable { return UnixTime{seconds.at(next++), 0}; };
}

// The time of the next id of each generator, when the clock shows a second.
std::array<std::int64_t, 4>
times_of_ids(Generators &generators, std::int64_t second)
{
	testing::EndlessRandom random(1);
	const auto time_of = [&](auto &generator, auto id, auto... layout) {
		EXPECT_EQ(generator.next(layout..., UnixTime{second, 0}, random, id), GeneratorStatus::ok);
		return generator.newest_unix_s(layout...);
	};
	return {time_of(generators.objectid.generator, ObjectId{}),
			time_of(generators.uuid_v6.generator, Uuid{}),
			time_of(generators.uuid_v7.generator, Uuid{}),
			time_of(generators.uuid_draft01.generator, Uuid{}, &draft01_layouts[0])};
}

TEST(SharedGenerators, BoundOfAClockThatGoesOn)
{
	Generators generators;
	EXPECT_EQ(generators.advance_to_clock(in_turn, clock_of({t, t + 1, t + 2, t + 3, t + 4})),
			  (UnixTime{t, 0}));
	EXPECT_EQ(times_of_ids(generators, t), (std::array{t + 1, t + 2, t + 3, t + 4}));
}

TEST(SharedGenerators, BoundOfAClockThatIsSetBackMeanwhile)
{
	Generators generators;
	EXPECT_EQ(generators.advance_to_clock(in_turn, clock_of({t, t + 1, t - 7, t, t + 1})),
			  (UnixTime{t - 7, 0}));
	EXPECT_EQ(times_of_ids(generators, t - 7), (std::array{t + 1, t - 7, t, t + 1}));
}

TEST(SharedGenerators, AllAreAdvanced)
{
	Generators generators;
	generators.advance(in_turn, clock_of({t, t, t, t}), {t, 0}, {t + 9, 0});
	EXPECT_EQ(times_of_ids(generators, t + 8), (std::array{t + 9, t + 9, t + 9, t + 9}));
}

} // namespace
} // namespace objectid::shared_generators_test

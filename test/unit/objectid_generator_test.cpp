// The generator of ObjectIds, second by second: MongoDB's specification, and what api.md, section
// 2, promises beyond it. Clock and random bytes are the test's own.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_generator.hpp"

#include "core/per_process.hpp"
#include "fake_random.hpp"
#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace objectid
{
namespace
{

using testing::digits_of;
using testing::EndlessRandom;
using testing::ScriptedRandom;
using testing::operator""_id;
using Status = GeneratorStatus;

constexpr std::uint32_t counter_values = 1u << 24;
constexpr std::uint32_t t = 1'763'600'000; // some time in 2025
constexpr std::int64_t year = 31'536'000;
constexpr std::int64_t last_second = 4'294'967'295;

// What a call that makes no id must leave as it is.
constexpr ObjectId untouched = "0123456789abcdef01234567"_id;

// The parts of an id that no accessor of the type shows.
constexpr std::uint64_t
middle(const ObjectId &id)
{
	return (id.prefix() & 0xffffffff) << 8 | id.suffix() >> 24;
}

constexpr std::uint32_t
counter(const ObjectId &id)
{
	return id.suffix() & (counter_values - 1);
}

constexpr std::uint32_t
successor(std::uint32_t counter)
{
	return (counter + 1) % counter_values;
}

// Laws: a plain value that a fork or a test may copy, and small (issue 2: under 256 bytes).
static_assert(std::is_trivially_copyable_v<ObjectIdGenerator>);
static_assert(sizeof(PerProcess<ObjectIdGenerator>) < 256);

// A pure function of state, clock and random bytes, so it runs in the compiler too.
static_assert([] {
	auto random = [next = std::uint8_t{1}](std::span<std::uint8_t> bytes) mutable {
		for (std::uint8_t &byte : bytes)
			byte = next++;
		return true;
	};
	ObjectIdGenerator generator;
	ObjectId first{}, second{};
	return generator.next(0x5f000000, random, first) == Status::ok &&
		   generator.next(0x5f000001, random, second) == Status::ok &&
		   first == "5f0000000102030405060708"_id && second == "5f0000010102030405060709"_id;
}());

// A generator and its random bytes. Without EXPECT_EQ, which is too slow for 2^24 ids.
template <typename Random = EndlessRandom>
struct Source
{
	ObjectIdGenerator generator{};
	Random random{};

	ObjectId next(std::int64_t now)
	{
		ObjectId id{};
		if (generator.next(now, random, id) != Status::ok)
			ADD_FAILURE() << "no id at " << now;
		return id;
	}

	ObjectId next_of_second(std::uint32_t second)
	{
		ObjectId id{};
		if (generator.next_of_second(second, random, id) != Status::ok)
			ADD_FAILURE() << "no id of " << second;
		return id;
	}
};
using Scripted = Source<ScriptedRandom>;

// The ids that came before: one bitmap of counters for each second and middle.
class SeenIds
{
  public:
	// False if it came before.
	bool insert(const ObjectId &id)
	{
		const Key key{id.prefix(), id.suffix() >> 24};
		if (newest_ == none || seen_[newest_].key != key)
			newest_ = find(key);
		std::uint64_t &word = seen_[newest_].counters[counter(id) / 64];
		const std::uint64_t bit = std::uint64_t{1} << counter(id) % 64;
		const bool before = (word & bit) != 0;
		word |= bit;
		return !before;
	}

  private:
	using Key = std::pair<std::uint64_t, std::uint32_t>; // all but the counter
	struct Seen
	{
		Key key;
		std::vector<std::uint64_t> counters;
	};
	static constexpr std::size_t none = SIZE_MAX;

	std::size_t find(const Key &key)
	{
		std::size_t place = 0;
		while (place < seen_.size() && seen_[place].key != key)
			++place;
		if (place == seen_.size())
			seen_.push_back({key, std::vector<std::uint64_t>(counter_values / 64)});
		return place;
	}

	std::vector<Seen> seen_;
	std::size_t newest_ = none; // most ids are of the same second and middle as the one before
};

TEST(ObjectIdGenerator, DrawnBytesLandInTheirPlaces)
{
	Scripted source{{}, {0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0x00, 0x01, 0xff}};
	EXPECT_EQ(source.next(0x01020304), "01020304a1b2c3d4e50001ff"_id);
	EXPECT_EQ(source.next(0x01020304), "01020304a1b2c3d4e5000200"_id);
	EXPECT_EQ(source.next(0x01020305), "01020305a1b2c3d4e5000201"_id);
	EXPECT_EQ(source.random.calls(), 1u);

	// A large step back draws five bytes anew; the counter goes on.
	source.random.append({0x11, 0x12, 0x13, 0x14, 0x15, 0x77, 0x77, 0x77});
	EXPECT_EQ(source.next(0x01010101), "010101011112131415000202"_id);
}

TEST(ObjectIdGenerator, OT15AsBackFilledId)
{
	Scripted source{{}, {0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b}};
	EXPECT_EQ(source.next_of_second(123), "0000007b0405060708090a0b"_id);
	EXPECT_EQ(source.next_of_second(123), "0000007b0405060708090a0c"_id);
}

// Times of the rows of kind "gen"; the other bytes are the generator's own.
TEST(ObjectIdGenerator, OT)
{
	struct Case
	{
		const char *id;
		std::uint32_t second;
		const char *digits;
	};
	constexpr Case cases[] = {
		{"OT-1", 0, "00000000"},
		{"OT-2", 2'147'483'647, "7fffffff"},
		{"OT-3", 2'147'483'648, "80000000"},
		{"OT-4", 4'294'967'295, "ffffffff"},
		{"OT-13", 1'293'937'445, "4d1feb25"},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id);
		Source<> clock, back_fill;
		EXPECT_EQ(digits_of(clock.next(c.second)).substr(0, 8), c.digits);
		EXPECT_EQ(digits_of(back_fill.next_of_second(c.second)).substr(0, 8), c.digits);
	}
}

// Specification, "Counter": it starts at random, so all 24 bits of the start come from the source,
// and so do all 40 bits of the middle.
TEST(ObjectIdGenerator, OG11EveryDrawnBitCounts)
{
	for (unsigned bit = 0; bit < 64; ++bit)
	{
		SCOPED_TRACE(bit);
		std::vector<std::uint8_t> bytes(8);
		bytes[bit / 8] = static_cast<std::uint8_t>(0x80 >> bit % 8);
		Scripted source{{}, ScriptedRandom(bytes)};
		const ObjectId id = source.next(0);
		EXPECT_EQ(id.prefix() << 32 | id.suffix(), std::uint64_t{1} << (63 - bit));
	}
}

// OG-1: after ffffff comes 000000, and nothing else changes.
TEST(ObjectIdGenerator, OG1CounterWraps)
{
	Scripted clock{{}, {1, 2, 3, 4, 5, 0xff, 0xff, 0xfe}};
	EXPECT_EQ(clock.next(t), "691e66800102030405fffffe"_id);
	EXPECT_EQ(clock.next(t), "691e66800102030405ffffff"_id);
	EXPECT_EQ(clock.next(t), "691e66800102030405000000"_id);
	EXPECT_EQ(clock.next(t), "691e66800102030405000001"_id);

	Scripted back_fill{{}, {1, 2, 3, 4, 0xff, 0xff, 0xff, 0xff}};
	EXPECT_EQ(back_fill.next_of_second(t), "691e668001020304ffffffff"_id);
	EXPECT_EQ(back_fill.next_of_second(t), "691e668001020304ff000000"_id);
}

// What clocks do. Each reading gives one id: of which second, and with new random bytes or not. The
// counter counts on through it all.
struct Reading
{
	std::int64_t now;
	std::int64_t second;
	bool drawn = false;
};
struct ClockScript
{
	const char *what;
	std::vector<Reading> readings;
};

TEST(ObjectIdGenerator, Clocks)
{
	const ClockScript scripts[] = {
		{"stands", {{t, t}, {t, t}, {t, t}}},
		{"runs", {{t, t}, {t + 1, t + 1}, {t + 2, t + 2}, {t + 100, t + 100}}},
		{"leaps", {{t, t}, {t + year, t + year}, {t + 2 * year, t + 2 * year}}},
		{"steps back 1 s", {{t, t}, {t - 1, t}, {t, t}, {t + 1, t + 1}}},
		{"steps back 59 s", {{t, t}, {t - 59, t}, {t - 58, t}, {t - 1, t}, {t, t}, {t + 1, t + 1}}},
		{"steps back 60 s", {{t, t}, {t - 60, t}, {t - 59, t}, {t, t}, {t + 1, t + 1}}},
		{"steps back 61 s", {{t, t}, {t - 61, t - 61, true}, {t - 60, t - 60}, {t, t}}},
		{"steps back a year", {{t, t}, {t - year, t - year, true}, {t - year + 1, t - year + 1}}},
		{"many small steps back", {{t, t}, {t - 20, t}, {t - 40, t}, {t - 60, t}, {t - 50, t}}},
		// Steps add up: they count from the latest second ever seen.
		{"small steps back past the patience",
		 {{t, t}, {t - 20, t}, {t - 40, t}, {t - 60, t}, {t - 61, t - 61, true}, {t - 60, t - 60}}},
		{"large and then small",
		 {{t, t}, {t - 100, t - 100, true}, {t - 160, t - 100}, {t - 161, t - 161, true}}},
		{"to and fro by little", {{t, t}, {t - 30, t}, {t, t}, {t - 30, t}, {t + 1, t + 1}}},
		// Every return draws anew, so that the second t may come twice.
		{"to and fro by much",
		 {{t, t}, {t - 61, t - 61, true}, {t, t}, {t - 61, t - 61, true}, {t, t}}},
		{"wrong for a while, then corrected",
		 {{t, t},
		  {t + 3600, t + 3600},
		  {t + 3601, t + 3601},
		  {t + 2, t + 2, true},
		  {t + 3, t + 3}}},
		{"begins at the epoch", {{0, 0}, {0, 0}, {1, 1}}},
		{"back to the epoch", {{61, 61}, {1, 61}, {0, 0, true}, {1, 1}}},
		{"passes 2^31", {{0x7fffffff, 0x7fffffff}, {0x80000000, 0x80000000}}},
		{"ends", {{last_second, last_second}, {last_second, last_second}}},
		{"ends and steps back",
		 {{last_second, last_second},
		  {last_second - 60, last_second},
		  {last_second - 61, last_second - 61, true}}},
	};
	for (const auto &script : scripts)
	{
		SCOPED_TRACE(script.what);
		Source<> source;
		std::optional<ObjectId> previous;
		for (const auto &reading : script.readings)
		{
			SCOPED_TRACE(reading.now);
			const auto calls = source.random.calls();
			const ObjectId id = source.next(reading.now);
			EXPECT_EQ(id.unix_s(), reading.second);
			if (previous)
			{
				EXPECT_EQ(counter(id), successor(counter(*previous)));
				EXPECT_EQ(middle(id) != middle(*previous), reading.drawn);
				EXPECT_EQ(source.random.calls() - calls, reading.drawn ? 1u : 0u);
			}
			previous = id;
		}
	}
}

// Whatever a clock does, ids never repeat; and while it does not step back far, they rise.
TEST(ObjectIdGenerator, RandomClocks)
{
	EndlessRandom choice(1);
	for (int round = 0; round < 200; ++round)
	{
		SCOPED_TRACE(round);
		// The counter stays clear of its wrap.
		Scripted source{{}, {9, 9, 9, 9, 9, 0, 0, 0}};
		for (std::uint8_t byte = 0; byte < 200; ++byte)
			source.random.append({byte, 0, 0, 0, byte, 0, 0, 0});
		std::map<ObjectId, int> seen;
		std::int64_t now = t, latest = -1;
		std::optional<ObjectId> previous;
		for (int step = 0; step < 200; ++step)
		{
			const bool far = choice.number() % 8 == 0;
			now += static_cast<std::int64_t>(choice.number() % 81) - 40;
			now += far ? static_cast<std::int64_t>(choice.number() % 801) - 400 : 0;
			const ObjectId id = source.next(now);
			SCOPED_TRACE(::testing::Message()
						 << "step " << step << " at " << now << ": " << digits_of(id));
			EXPECT_EQ(++seen[id], 1);
			const bool stepped_back_far = now < latest - 60;
			EXPECT_TRUE(!previous || stepped_back_far || id > *previous);
			EXPECT_EQ(id.unix_s(), stepped_back_far ? now : std::max(now, latest));
			latest = id.unix_s();
			previous = id;
		}
	}
}

// OG-15 and OT-17, OT-19: times that no id holds. Nothing is drawn or changed, and the next call
// works.
TEST(ObjectIdGenerator, ClockOutOfRange)
{
	for (const std::int64_t now :
		 {std::int64_t{-1}, std::int64_t{-year}, last_second + 1, std::int64_t{1} << 33,
		  std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
	{
		SCOPED_TRACE(now);
		Source<> source;
		ObjectId id = untouched;
		EXPECT_EQ(source.generator.next(now, source.random, id), Status::time_out_of_range);
		EXPECT_EQ(id, untouched);
		EXPECT_EQ(source.random.calls(), 0u);

		const ObjectId first = source.next(t);
		EXPECT_EQ(source.generator.next(now, source.random, id), Status::time_out_of_range);
		EXPECT_EQ(id, untouched);
		const ObjectId second = source.next(t);
		EXPECT_EQ(second, objectid_next(first));
		EXPECT_EQ(source.random.calls(), 1u);
	}
}

TEST(ObjectIdGenerator, RandomFailsAtFirstUse)
{
	Scripted source{{}, {1, 2, 3, 4, 5, 6, 7, 8}};
	source.random.fail_next(3);
	ObjectId id = untouched;
	EXPECT_EQ(source.generator.next(t, source.random, id), Status::random_failed);
	EXPECT_EQ(source.generator.next(t + 1000, source.random, id), Status::random_failed);
	EXPECT_EQ(source.generator.next_of_second(t, source.random, id), Status::random_failed);
	EXPECT_EQ(id, untouched);
	// The failed call a thousand seconds later left no trace either.
	EXPECT_EQ(source.next(t), "691e66800102030405060708"_id);
}

TEST(ObjectIdGenerator, RandomFailsAtAStepBack)
{
	const Scripted before = [] {
		Scripted source{{}, {1, 2, 3, 4, 5, 6, 7, 8}};
		source.next(t);
		source.random.fail_next(1);
		ObjectId id = untouched;
		EXPECT_EQ(source.generator.next(t - year, source.random, id), Status::random_failed);
		EXPECT_EQ(id, untouched);
		source.random.append({0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18});
		return source;
	}();
	// The step back is still to be answered with new bytes,
	Scripted still_back = before;
	EXPECT_EQ(digits_of(still_back.next(t - year)).substr(8), "1112131415060709");
	// unless the clock comes back before.
	Scripted came_back = before;
	EXPECT_EQ(came_back.next(t), "691e66800102030405060709"_id);
	EXPECT_EQ(came_back.random.calls(), 1u);
}

// OG-3, OG-5: the child has bytes and a counter of its own, the parent keeps its own.
TEST(ObjectIdGenerator, Fork)
{
	EndlessRandom random;
	const auto next = [&random](PerProcess<ObjectIdGenerator> &process, int process_id) {
		ObjectId id{};
		EXPECT_EQ(process.of(process_id).next(t, random, id), Status::ok);
		return id;
	};
	PerProcess<ObjectIdGenerator> parent;
	const ObjectId first = next(parent, 100);

	PerProcess<ObjectIdGenerator> child = parent;
	const ObjectId child_first = next(child, 101);
	EXPECT_NE(middle(child_first), middle(first));
	EXPECT_NE(counter(child_first), successor(counter(first)));
	EXPECT_EQ(next(child, 101), objectid_next(child_first));

	PerProcess<ObjectIdGenerator> sibling = parent;
	const ObjectId sibling_first = next(sibling, 102);
	EXPECT_NE(middle(sibling_first), middle(first));
	EXPECT_NE(middle(sibling_first), middle(child_first));

	EXPECT_EQ(next(parent, 100), objectid_next(first));
	EXPECT_EQ(random.calls(), 3u);
}

// Seconds in any order, as often as one likes: one draw, and the counter tells the ids apart.
TEST(ObjectIdGenerator, BackFillTakesSecondsInAnyOrder)
{
	Source<> source;
	EndlessRandom choice(1);
	std::optional<ObjectId> previous;
	for (int i = 0; i < 1000; ++i)
	{
		const auto second = static_cast<std::uint32_t>(choice.number());
		SCOPED_TRACE(second);
		const ObjectId id = source.next_of_second(second);
		EXPECT_EQ(id.unix_s(), second);
		EXPECT_TRUE(!previous || (middle(id) == middle(*previous) &&
								  counter(id) == successor(counter(*previous))));
		previous = id;
	}
	EXPECT_EQ(source.random.calls(), 1u);
}

// A back-filled second is no reading of the clock.
TEST(ObjectIdGenerator, BackFillDoesNotMoveTheClock)
{
	Source<> source;
	EXPECT_EQ(source.next_of_second(0xffffffff).unix_s(), 0xffffffff);
	const ObjectId first = source.next(t);
	EXPECT_EQ(first.unix_s(), t);
	source.next_of_second(t + 1000);
	source.next_of_second(0);
	const ObjectId second = source.next(t);
	EXPECT_EQ(second.unix_s(), t);
	EXPECT_EQ(middle(second), middle(first));
	EXPECT_GT(second, first);
	EXPECT_EQ(source.next(t + 1).unix_s(), t + 1);
}

// Long runs. 2^24 steps take a while, so the states a little before the end of a round of the
// counter are made once, and copied.
constexpr std::uint32_t spare = 100;

struct LongRun
{
	Source<> source{};
	SeenIds seen{};
	std::size_t calls_before = 0;
	ObjectId first{};
	ObjectId newest{};

	// How often random bytes were drawn after those of the first id.
	[[nodiscard]] std::size_t redraws() const
	{
		return source.random.calls() - calls_before;
	}

	// Makes so many ids; false, at once, when one is not of the second, not new, or does not follow
	// the one before.
	template <typename Make>
	[[nodiscard]] bool make(std::uint32_t count, std::uint32_t second, const Make &one)
	{
		for (std::uint32_t i = 0; i < count; ++i)
		{
			const ObjectId id = one(source);
			const ObjectId expected =
				ObjectId::from_parts(std::uint64_t{second} << 32 | (newest.prefix() & 0xffffffff),
									 (newest.suffix() & 0xff000000) | successor(counter(newest)));
			newest = id;
			if (id != expected || !seen.insert(id))
				return false;
		}
		return true;
	}

	[[nodiscard]] bool clock(std::uint32_t count, std::int64_t now, std::int64_t second)
	{
		return make(count, static_cast<std::uint32_t>(second),
					[now](Source<> &s) { return s.next(now); });
	}

	[[nodiscard]] bool back_fill(std::uint32_t count, std::uint32_t second)
	{
		return make(count, second, [second](Source<> &s) { return s.next_of_second(second); });
	}

	// One id that must be new, whatever else it is.
	ObjectId fresh(const ObjectId &id)
	{
		EXPECT_TRUE(seen.insert(id)) << digits_of(id);
		newest = id;
		return id;
	}
};

// All ids of the last second but two, save the spare ones.
constexpr std::uint32_t late = last_second - 2;

const LongRun &
nearly_full_second()
{
	static const LongRun run = [] {
		LongRun made;
		// What came before the random bytes of these ids must not matter: back-filled ids, and a
		// step back.
		made.fresh(made.source.next_of_second(late + 1));
		made.fresh(made.source.next(late + 2));
		made.fresh(made.source.next(late - year));
		made.first = made.fresh(made.source.next(late));
		made.calls_before = made.source.random.calls();
		EXPECT_TRUE(made.clock(counter_values - spare - 1, late, late));
		return made;
	}();
	return run;
}

// As many back-filled ids of the second t.
const LongRun &
nearly_full_back_fill()
{
	static const LongRun run = [] {
		LongRun made;
		made.first = made.fresh(made.source.next_of_second(t));
		made.calls_before = made.source.random.calls();
		EXPECT_TRUE(made.back_fill(counter_values - spare - 1, t));
		return made;
	}();
	return run;
}

// Specification, "Counter", and api.md: after 16,777,216 ids of one second the next second begins.
TEST(ObjectIdGenerator, SecondHoldsAllValuesOfTheCounter)
{
	LongRun run = nearly_full_second();
	EXPECT_TRUE(run.clock(spare, late, late));
	EXPECT_EQ(run.redraws(), 0u);

	// One more, while the clock stands: the counter has come round, so the time moves on.
	const ObjectId one_more = run.fresh(run.source.next(late));
	EXPECT_EQ(one_more.unix_s(), late + 1);
	EXPECT_EQ(counter(one_more), counter(run.first));
	EXPECT_EQ(middle(one_more), middle(run.first));

	// The clock catches up, and then overtakes.
	EXPECT_TRUE(run.clock(spare, late, late + 1));
	EXPECT_TRUE(run.clock(spare, late + 1, late + 1));
	EXPECT_TRUE(run.clock(spare, late + 2, late + 2));
	EXPECT_EQ(run.redraws(), 0u);
}

// With the clock's next second a new round may begin at any value.
TEST(ObjectIdGenerator, NextSecondBeginsANewRound)
{
	LongRun run = nearly_full_second();
	EXPECT_TRUE(run.clock(spare, late + 1, late + 1));
	EXPECT_TRUE(run.clock(spare, late + 1, late + 1));
	EXPECT_EQ(run.newest.unix_s(), late + 1);
	EXPECT_EQ(run.redraws(), 0u);
}

// Ids ahead of the clock, by more than one second: not a step back of the clock, however far; the
// seconds borrowed count as used when the clock gets there; and the last second has an end.
TEST(ObjectIdGenerator, TimeRunsAheadOfTheClock)
{
	LongRun run = nearly_full_second();
	EXPECT_TRUE(run.clock(spare, late, late));
	EXPECT_TRUE(run.clock(counter_values - spare, late, late + 1));
	// A step back of 60 s is measured from the clock's second, not from the one it lent.
	EXPECT_TRUE(run.clock(spare / 2, late - 60, late + 1));
	// The clock reaches the second that ids were taken from ahead.
	EXPECT_TRUE(run.clock(spare / 2, late + 1, late + 1));
	EXPECT_TRUE(run.clock(1, late + 1, late + 2));
	EXPECT_TRUE(run.clock(1, late + 1 - 60, late + 2));
	EXPECT_TRUE(run.clock(1, late + 2, late + 2));
	EXPECT_TRUE(run.clock(1, late + 2 - 60, late + 2));
	EXPECT_EQ(run.redraws(), 0u);

	LongRun stepped_back = run;
	const ObjectId followed = stepped_back.fresh(stepped_back.source.next(late + 2 - 61));
	EXPECT_EQ(followed.unix_s(), late + 2 - 61);
	EXPECT_NE(middle(followed), middle(run.newest));
	EXPECT_EQ(stepped_back.redraws(), 1u);

	// A step back beyond the patience, from a time that is ahead.
	LongRun ahead = nearly_full_second();
	EXPECT_TRUE(ahead.clock(spare, late, late));
	EXPECT_TRUE(ahead.clock(spare, late, late + 1));
	EXPECT_TRUE(ahead.clock(spare, late - 60, late + 1));
	EXPECT_EQ(ahead.fresh(ahead.source.next(late - 61)).unix_s(), late - 61);

	// The end of all seconds.
	EXPECT_TRUE(run.clock(counter_values - 4, late + 2, last_second));
	for (const std::int64_t now : {last_second, last_second - 60, last_second})
	{
		SCOPED_TRACE(now);
		ObjectId id = untouched;
		EXPECT_EQ(run.source.generator.next(now, run.source.random, id), Status::time_out_of_range);
		EXPECT_EQ(id, untouched);
	}
	// Back-filling and a clock set right still work.
	EXPECT_EQ(run.fresh(run.source.next_of_second(t)).unix_s(), t);
	EXPECT_EQ(run.fresh(run.source.next(t)).unix_s(), t);
}

// When the counter has come round, nothing but new random bytes keeps back-filled ids apart.
TEST(ObjectIdGenerator, BackFillDrawsAgainAfterARound)
{
	LongRun run = nearly_full_back_fill();
	EXPECT_TRUE(run.back_fill(spare, t));
	EXPECT_EQ(run.redraws(), 0u);

	// Without random bytes there is no id, nothing changes, and the call after it works.
	run.source.random.fail_next(2);
	for (int i = 0; i < 2; ++i)
	{
		ObjectId id = untouched;
		EXPECT_EQ(run.source.generator.next_of_second(t, run.source.random, id),
				  Status::random_failed);
		EXPECT_EQ(id, untouched);
	}

	const ObjectId one_more = run.fresh(run.source.next_of_second(t));
	EXPECT_NE(middle(one_more), middle(run.first));
	EXPECT_EQ(counter(one_more), counter(run.first));
	EXPECT_EQ(run.redraws(), 1u);
	EXPECT_TRUE(run.back_fill(spare, t));
	EXPECT_EQ(run.redraws(), 1u);
}

// Back-filled ids and those of the clock share seconds; whichever of the two comes to the end of a
// round, in whichever order, no id comes twice.
TEST(ObjectIdGenerator, BackFillAndClockNeverMeet)
{
	struct Part
	{
		std::optional<std::int64_t> clock; // else back-filled,
		std::uint32_t second;              // of this one
		std::uint32_t count;
	};
	struct Case
	{
		const char *what;
		const LongRun &(*begin)();
		std::vector<Part> parts;
	};
	const Case cases[] = {
		{"second full, then back-fill of it",
		 nearly_full_second,
		 {{late, 0, spare - 10}, {{}, late, 20}, {late, 0, 20}, {{}, late, 20}}},
		{"back-fill into a full second",
		 nearly_full_second,
		 {{late, 0, spare}, {{}, late, 20}, {{}, late + 1, 20}, {late, 0, 20}, {{}, late, 20}}},
		{"back-fill of a second before",
		 nearly_full_second,
		 {{late + 1, 0, spare + 1}, {{}, late, spare + 1}, {late + 1, 0, spare}}},
		{"the clock reaches a back-filled second",
		 nearly_full_back_fill,
		 {{t - 1, 0, 10}, {t, 0, 2 * spare}, {{}, t, 2 * spare}, {t, 0, 2 * spare}}},
		{"the clock runs ahead into a back-filled second",
		 nearly_full_second,
		 {{{}, late + 1, 10}, {late, 0, 2 * spare}, {late + 1, 0, 2 * spare}}},
		{"back-fill full, then the clock",
		 nearly_full_back_fill,
		 {{{}, t, spare}, {t, 0, 10}, {{}, t, spare}, {t, 0, 10}}},
		{"a step back into back-filled seconds",
		 nearly_full_back_fill,
		 {{t + 1000, 0, 10}, {t, 0, 2 * spare}, {{}, t, 2 * spare}}},
		{"in turn",
		 nearly_full_back_fill,
		 {{t, 0, 1}, {{}, t, 1}, {t, 0, 1}, {{}, t, spare}, {t, 0, 1}, {{}, t, 1}, {t, 0, spare}}},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		LongRun run = c.begin();
		for (const auto &part : c.parts)
			for (std::uint32_t i = 0; i < part.count; ++i)
				run.fresh(part.clock ? run.source.next(*part.clock)
									 : run.source.next_of_second(part.second));
		// Drawing is rare: about once a round or step back.
		EXPECT_LE(run.redraws(), 3u);
	}
}

// However long the session is, back-filling the past neither changes the process's random bytes nor
// the order of the ids for the clock.
TEST(ObjectIdGenerator, BackFillOfThePastLeavesTheClocksIdsInOrder)
{
	Source<> source;
	ObjectId last{};
	std::int64_t now = t;
	for (std::uint32_t i = 0; i < counter_values; ++i)
		last = source.next(now = t + i / 1000);
	const ObjectId back_filled = source.next_of_second(5);
	const ObjectId next = source.next(now);
	EXPECT_EQ(middle(next), middle(last));
	EXPECT_EQ(counter(next), successor(counter(last)));
	EXPECT_NE(middle(back_filled), middle(last));
}

// An id back-filled for a second that the clock reaches a round of the counter later does not come
// again, and the order holds: new bytes, and another second if this one has begun.
TEST(ObjectIdGenerator, BackFillOfTheFutureIsMetWithNewBytes)
{
	for (const std::uint32_t ids_of_that_second : {0u, 1u})
	{
		SCOPED_TRACE(ids_of_that_second);
		Source<> source;
		const std::uint32_t future = t + 100'000;
		const ObjectId first = source.next(t);
		const ObjectId back_filled = source.next_of_second(future);
		ObjectId last{};
		for (std::uint32_t i = 2; i < counter_values - ids_of_that_second; ++i)
			last = source.next(t + i / 1000);
		for (std::uint32_t i = 0; i < ids_of_that_second; ++i)
			last = source.next(future);
		const ObjectId next = source.next(future);
		EXPECT_GT(next, last);
		EXPECT_NE(middle(next), middle(first));
		EXPECT_EQ(middle(back_filled), middle(first));
		EXPECT_EQ(next.unix_s(), future + ids_of_that_second);
	}
}

// The same failure at the other door: the clock's ids need new bytes when back-filled ids have used
// up a round.
TEST(ObjectIdGenerator, RandomFailsAfterAFullBackFill)
{
	LongRun run = nearly_full_back_fill();
	EXPECT_TRUE(run.back_fill(spare, t));
	run.source.random.fail_next(1);
	ObjectId id = untouched;
	const Status status = run.source.generator.next(t, run.source.random, id);
	// A generator that keeps the two apart need not draw here; one that draws must say so.
	EXPECT_EQ(status == Status::ok, id != untouched);
	EXPECT_TRUE(status == Status::ok || status == Status::random_failed);
	EXPECT_TRUE(status != Status::ok || run.seen.insert(id));
	run.fresh(run.source.next(t));
}

} // namespace
} // namespace objectid

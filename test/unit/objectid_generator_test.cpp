// The generator of ObjectIds, second by second: MongoDB's specification, and the order that
// doc/guarantees.md promises beyond it. Clock and random bytes are the test's own. The rules that
// hold for all generators: newest_tick_test.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_generator.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace objectid::objectid_generator_test {
namespace {

using testing::EndlessRandom;
using testing::ScriptedRandom;
using testing::operator""_id;
using Status = GeneratorStatus;

constexpr std::uint32_t counter_values = 1u << 24;
constexpr std::uint32_t t = 1'763'600'000; // some time in 2025
constexpr std::int64_t last_second = 4'294'967'295;

// What a call that makes no id must leave as it is.
constexpr ObjectId untouched = "0123456789abcdef01234567"_id;

// The parts of an id that no accessor of the type shows.
constexpr std::uint64_t
middle(const ObjectId &id)
{
	return (id.high() & 0xffffffff) << 8 | id.low() >> 24;
}

constexpr std::uint32_t
counter(const ObjectId &id)
{
	return id.low() & (counter_values - 1);
}

constexpr UnixTime
at(std::int64_t unix_s)
{
	return {unix_s, 0};
}

// A generator and its random bytes. Without EXPECT_EQ, which is too slow for 2^24 ids.
template <typename Random = EndlessRandom>
struct Source
{
	ObjectIdGenerator generator{};
	ObjectIdBackFill back_fill{};
	Random random{};

	ObjectId next(std::int64_t now)
	{
		ObjectId id{};
		if (generator.next(at(now), random, id) != Status::ok)
			ADD_FAILURE() << "no id at " << now;
		return id;
	}

	ObjectId next_of_second(std::uint32_t second)
	{
		ObjectId id{};
		if (back_fill.next(second, random, id) != Status::ok)
			ADD_FAILURE() << "no id of " << second;
		return id;
	}
};
using Scripted = Source<ScriptedRandom>;

TEST(ObjectIdGenerator, DrawnBytesLandInTheirPlaces)
{
	Scripted source{{}, {}, {0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0x00, 0x01, 0xff}};
	EXPECT_EQ(source.next(0x01020304), "01020304a1b2c3d4e50001ff"_id);
	EXPECT_EQ(source.next(0x01020304), "01020304a1b2c3d4e5000200"_id);
	EXPECT_EQ(source.next(0x01020305), "01020305a1b2c3d4e5000201"_id);
	EXPECT_EQ(source.random.calls(), 1u);

	// A large step back draws five bytes anew; the counter goes on.
	source.random.append({0x11, 0x12, 0x13, 0x14, 0x15, 0x77, 0x77, 0x77});
	EXPECT_EQ(source.next(0x01010101), "010101011112131415000202"_id);
	// So does one that another process has seen first.
	source.random.append({0x21, 0x22, 0x23, 0x24, 0x25, 0x77, 0x77, 0x03});
	source.generator.advance(at(0x01000000), at(0x01000000), at(0x01000000));
	EXPECT_EQ(source.next(0x01000000), "010000002122232425777703"_id);
}

// And seconds in any order.
TEST(ObjectIdGenerator, OT15AsBackFilledId)
{
	Scripted source{{}, {}, {0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b}};
	EXPECT_EQ(source.next_of_second(123), "0000007b0405060708090a0b"_id);
	EXPECT_EQ(source.next_of_second(0xffffffff), "ffffffff0405060708090a0c"_id);
	EXPECT_EQ(source.next_of_second(0), "000000000405060708090a0d"_id);
	EXPECT_EQ(source.next_of_second(0), "000000000405060708090a0e"_id);
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
		Scripted source{{}, {}, ScriptedRandom(bytes)};
		const ObjectId id = source.next(0);
		EXPECT_EQ(id.high() << 32 | id.low(), std::uint64_t{1} << (63 - bit));
	}
}

// Specification, "Counter": after ffffff comes 000000. The second moves on with it, and the clock
// catches up.
TEST(ObjectIdGenerator, CounterWraps)
{
	Scripted clock{{}, {}, {1, 2, 3, 4, 5, 0xff, 0xff, 0xfe}};
	EXPECT_EQ(clock.next(t), "691e66800102030405fffffe"_id);
	EXPECT_EQ(clock.next(t), "691e66800102030405ffffff"_id);
	EXPECT_EQ(clock.next(t), "691e66810102030405000000"_id);
	EXPECT_EQ(clock.next(t), "691e66810102030405000001"_id);
	EXPECT_EQ(clock.next(t + 1), "691e66810102030405000002"_id);
	EXPECT_EQ(clock.next(t + 2), "691e66820102030405000003"_id);

	// A second that has begun anyway needs no other.
	Scripted at_the_turn{{}, {}, {1, 2, 3, 4, 5, 0xff, 0xff, 0xff}};
	EXPECT_EQ(at_the_turn.next(t), "691e66800102030405ffffff"_id);
	EXPECT_EQ(at_the_turn.next(t + 1), "691e66810102030405000000"_id);

	// Nor does a start at zero.
	Scripted from_zero{{}, {}, {1, 2, 3, 4, 5, 0, 0, 0}};
	EXPECT_EQ(from_zero.next(t), "691e66800102030405000000"_id);

	Scripted back_fill{{}, {}, {1, 2, 3, 4, 0xff, 0xff, 0xff, 0xff}};
	EXPECT_EQ(back_fill.next_of_second(t), "691e668001020304ffffffff"_id);
	EXPECT_EQ(back_fill.next_of_second(t), "691e668001020304ff000000"_id);
}

// An id with a full counter would be of the second after the next one.
TEST(ObjectIdGenerator, RunsTooFarAhead)
{
	Scripted source{{}, {}, {1, 2, 3, 4, 5, 0xff, 0xff, 0xff}};
	source.next(t);
	source.generator.advance(at(t), at(t), at(t + 1));
	ObjectId id = untouched;
	EXPECT_EQ(source.generator.next(at(t), source.random, id), Status::ahead_of_clock);
	EXPECT_EQ(id, untouched);
	EXPECT_EQ(source.next(t + 1), "691e66820102030405000000"_id);
}

// The last second of all has no next one.
TEST(ObjectIdGenerator, LastSecondIsFull)
{
	Scripted source{{}, {}, {1, 2, 3, 4, 5, 0xff, 0xff, 0xff}};
	EXPECT_EQ(source.next(last_second), "ffffffff0102030405ffffff"_id);
	for (const std::int64_t now : {last_second, last_second - 60, last_second})
	{
		SCOPED_TRACE(now);
		ObjectId id = untouched;
		EXPECT_EQ(source.generator.next(at(now), source.random, id), Status::time_out_of_range);
		EXPECT_EQ(id, untouched);
	}
	source.random.append({9, 9, 9, 9, 9, 9, 9, 9});
	EXPECT_EQ(source.next(t), "691e66800909090909000000"_id);
}

// When the counter has come round, nothing but new random bytes keeps back-filled ids apart.
TEST(ObjectIdGenerator, BackFillDrawsAgainAfterARound)
{
	Source<> source;
	const ObjectId first = source.next_of_second(t);
	ObjectId newest = first;
	for (std::uint32_t i = 1; i < counter_values; ++i)
		newest = source.next_of_second(t);
	EXPECT_EQ(middle(newest), middle(first));
	EXPECT_EQ((counter(newest) + 1) % counter_values, counter(first));
	EXPECT_EQ(source.random.calls(), 1u);

	// Without random bytes there is no id, nothing changes, and the call after it works.
	source.random.fail_next(2);
	for (int i = 0; i < 2; ++i)
	{
		ObjectId id = untouched;
		EXPECT_EQ(source.back_fill.next(t, source.random, id), Status::random_failed);
		EXPECT_EQ(id, untouched);
	}

	const ObjectId one_more = source.next_of_second(t);
	EXPECT_NE(middle(one_more), middle(first));
	EXPECT_EQ(counter(one_more), counter(first));
	EXPECT_EQ(middle(source.next_of_second(t)), middle(one_more));
	EXPECT_EQ(source.random.calls(), 2u);
}

} // namespace
} // namespace objectid::objectid_generator_test

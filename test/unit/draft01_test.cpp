// The layouts and generators of draft-peabody-dispatch-new-uuid-format-01. Rows D…, DN… and DG… are
// those of test/data/vectors.md; a section or figure is one of the draft.
// SPDX-License-Identifier: PostgreSQL
#include "core/draft01.hpp"
#include "core/draft01_generator.hpp"

#include "core/time_kinds.hpp"
#include "fake_random.hpp"
#include "uint128.hpp"
#include "uuid_literal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace objectid::draft01_test {
namespace {

using testing::EndlessRandom;
using testing::pg_us;
using testing::ScriptedRandom;
using testing::operator""_uuid;
using Layout = const Draft01Layout *;
using Status = GeneratorStatus;

constexpr std::int64_t
pg_us(std::int64_t unix_s, std::int64_t us)
{
	return pg_us_from_unix_s(unix_s) + us;
}

constexpr std::uint64_t
ones(int bits)
{
	return (std::uint64_t{1} << bits) - 1;
}

constexpr Layout v7_ms = draft01_layout(7, "ms", 0), v7_us = draft01_layout(7, "us", 0),
				 v7_ns = draft01_layout(7, "ns", 0), v8_32 = draft01_layout(8, "", 32),
				 v8_48 = draft01_layout(8, "", 48), v8_60 = draft01_layout(8, "", 60),
				 v8_64 = draft01_layout(8, "", 64);

constexpr std::int64_t a = 1'645'557'742; // 2022-02-22 19:22:22 UTC

// All bits but the version and the variant, and no more.
static_assert(std::all_of(draft01_layouts.begin(), draft01_layouts.end(), [](const auto &layout) {
	const int time_bits = layout.version == 7         ? 36 + layout.fraction_bits
						  : layout.counter_bits == 12 ? 48
													  : 60;
	return time_bits + layout.counter_bits + layout.random_bits == 122;
}));

// The time of an id as a reader of this layout sees it.
constexpr std::optional<std::int64_t>
time_of(const Uuid &id, Layout layout)
{
	return layout->version == 7 ? draft01_v7_pg_us(id) : draft01_v8_pg_us(id, *layout);
}

// Nor is there any but those.
TEST(Draft01, NoOtherLayouts)
{
	for (const char *precision : {"", "s", "MS", " ms", "ms ", "msec", "µs"})
		EXPECT_EQ(draft01_layout(7, precision, 0), nullptr) << precision;
	for (int bits = -130; bits <= 130; ++bits)
		EXPECT_EQ(draft01_layout(8, "", bits) != nullptr,
				  bits == 32 || bits == 48 || bits == 60 || bits == 64)
			<< bits;
}

// The fraction is that of the tick, rounded up to the binary places.
TEST(Draft01V7, FractionAgainstWideArithmetic)
{
	using testing::uint128;
	EndlessRandom random;
	for (const Layout layout : {v7_ms, v7_us, v7_ns})
		for (int i = 0; i < 100'000; ++i)
		{
			const std::uint32_t ns =
				i == 0 ? 999'999'999 : static_cast<std::uint32_t>(random.number() % 1'000'000'000);
			const uint128 product = uint128{ns - ns % layout->tick_ns} << layout->fraction_bits;
			ASSERT_EQ(draft01_fraction(*layout, ns),
					  static_cast<std::uint64_t>((product + 999'999'999) / 1'000'000'000))
				<< layout->precision << ", " << ns;
		}
}

// What is written, and the time read back: with unixts in bits 0 to 35 (D7-1), and rounded up.
TEST(Draft01, Written)
{
	struct Row
	{
		const char *what;
		Layout layout;
		std::int64_t unix_s;
		std::uint32_t ns;
		std::uint32_t counter;
		std::uint64_t random;
		Uuid id;
		std::int64_t pg_us;
	};
	constexpr std::uint64_t node = 0x1f6bdeced846a1;
	constexpr std::uint64_t seq_and_node = std::uint64_t{0xa5} << 54 | node;
	constexpr std::int64_t read_to_us = pg_us(2022, 2, 22, 19, 22, 22, 789'012);
	constexpr Row rows[] = {
		{"Fig 3, counter 5", v7_ms, a, 789'000'000, 5, 0x18c4dc0c0c07398f,
		 "0621537e-eca0-7005-98c4-dc0c0c07398f"_uuid, pg_us(a, 789'062)},
		{"Fig 4, counter 5", v7_us, a, 789'012'000, 5, 0x9f6bdeced846,
		 "0621537e-ec9f-7cb1-8005-9f6bdeced846"_uuid, pg_us(a, 789'012)},
		{"Fig 5, counter 5", v7_ns, a, 789'012'345, 5, 0xdeced84612,
		 "0621537e-ec9f-7cb6-a27b-05deced84612"_uuid, pg_us(a, 789'012)},
		{"Fig 3, counter fff, random all ones", v7_ms, a, 789'000'000, 0xfff, ones(62),
		 "0621537e-eca0-7fff-bfff-ffffffffffff"_uuid, pg_us(a, 789'306)},
		{"Fig 4, all ones", v7_us, a, 789'012'000, 0x3fff, ones(48),
		 "0621537e-ec9f-7cb1-bfff-ffffffffffff"_uuid, pg_us(a, 789'012)},
		{"Fig 5, all ones", v7_ns, a, 789'012'345, 0xff, ones(40),
		 "0621537e-ec9f-7cb6-a27b-ffffffffffff"_uuid, pg_us(a, 789'012)},
		{"32 bits", v8_32, a, 789'012'345, 5, seq_and_node,
		 "621537ee-0000-8005-a95f-6bdeced846a1"_uuid, pg_us(2022, 2, 22, 19, 22, 22)},
		{"48 bits", v8_48, a, 789'012'345, 5, seq_and_node,
		 "017f22e2-7cc5-8005-a95f-6bdeced846a1"_uuid, pg_us(2022, 2, 22, 19, 22, 22, 789'000)},
		{"60 bits", v8_60, a, 789'012'345, 5, node, "1ec9414c-2ab0-8fcb-815f-6bdeced846a1"_uuid,
		 read_to_us},
		{"64 bits", v8_64, a, 789'012'345, 5, node, "16d6320c-6c55-82b7-815f-6bdeced846a1"_uuid,
		 read_to_us},
		{"D8-1", v8_64, 1'604'960'486, 132'000'800, 0x10, 0x13f05792814889,
		 "1645f70f-066f-8a82-8413-f05792814889"_uuid, pg_us(2020, 11, 9, 22, 21, 26, 132'000)},
		// seq_or_node straddles two bytes.
		{"60 bits, counter ff", v8_60, -12'219'292'800, 0, 0xff, 0,
		 "00000000-0000-8000-bfc0-000000000000"_uuid, pg_us(1582, 10, 15, 0, 0, 0)},
		{"48 bits, counter fff", v8_48, 0, 0, 0xfff, 0, "00000000-0000-8fff-8000-000000000000"_uuid,
		 pg_us(1970, 1, 1, 0, 0, 0)},
	};
	for (const auto &row : rows)
	{
		SCOPED_TRACE(row.what);
		const UnixTime time{row.unix_s, row.ns};
		ASSERT_TRUE(draft01_head(*row.layout, time));
		EXPECT_EQ(draft01_from_fields(*row.layout, time, row.counter, row.random), row.id);
		EXPECT_EQ(time_of(row.id, row.layout), row.pg_us);
	}
}

// D8-3, and the last ones. (Of version 7: MicrosecondsBeginWhereTheyShould, test/t/vectors.pl.)
TEST(Draft01, Read)
{
	struct Row
	{
		const char *what;
		Layout layout;
		Uuid id;
		std::int64_t pg_us;
	};
	constexpr Uuid oittaa = "017F22E2-79B0-8CC3-98C4-DC0C0C07398F"_uuid;
	constexpr Uuid last = "ffffffff-ffff-8fff-bfff-ffffffffffff"_uuid;
	constexpr Row rows[] = {
		// The same id read as another source is another time, so the width must be told. D8-3 is
		// a value of oittaa's with milliseconds in front.
		{"D8-3", v8_48, oittaa, pg_us(2022, 2, 22, 19, 22, 22)},
		{"D8-3 as 32 bits", v8_32, oittaa, pg_us(0x017f22e2, 0)},
		{"last of 32 bits", v8_32, last, pg_us(2106, 2, 7, 6, 28, 15)},
		{"last of 48", v8_48, last, pg_us(10889, 8, 2, 5, 31, 50, 655'000)},
		{"last of 60", v8_60, last, pg_us(5236, 3, 31, 21, 21, 0, 684'697)},
		{"last of 64", v8_64, last, pg_us(2554, 7, 21, 23, 34, 33, 709'551)},
	};
	for (const auto &row : rows)
	{
		SCOPED_TRACE(row.what);
		EXPECT_EQ(time_of(row.id, row.layout), row.pg_us);
	}
}

TEST(Draft01, OtherVersionsHaveNoTime)
{
	for (int version = 0; version < 16; ++version)
		for (const Draft01Layout &layout : draft01_layouts)
		{
			SCOPED_TRACE(::testing::Message() << version << " as " << layout.version << ", "
											  << layout.timestamp_bits << " bits");
			const Uuid id = Uuid::from_fields(version, 12'345, 67'890);
			EXPECT_EQ(time_of(id, &layout).has_value(), version == layout.version);
			// Of another variant.
			for (const std::uint64_t variant : {0u, 1u, 3u})
				EXPECT_EQ(time_of(Uuid::from_parts(id.high(), variant << 62 | 67'890), &layout),
						  std::nullopt);
		}
}

// Each microsecond begins with the very place that it should: the last of the 86 decides.
TEST(Draft01V7, MicrosecondsBeginWhereTheyShould)
{
	using testing::uint128;
	const auto of_places = [](uint128 places) {
		return Uuid::from_fields(7, static_cast<std::uint64_t>(places >> 62),
								 static_cast<std::uint64_t>(places) & Uuid::tail_max);
	};
	for (std::int64_t us = 1; us < 1'000'000; us += 13)
	{
		constexpr std::int64_t last_s = 0xfffffffff;
		const uint128 first = (static_cast<uint128>(last_s) << 86) +
							  ((static_cast<uint128>(us) << 86) + 999'999) / 1'000'000;
		ASSERT_EQ(draft01_v7_pg_us(of_places(first)), pg_us(last_s, us));
		ASSERT_EQ(draft01_v7_pg_us(of_places(first - 1)), pg_us(last_s, us - 1));
	}
}

// Generators; the rules that hold for all: newest_tick_test.cpp -----------------------------------

constexpr std::int64_t s = 1'000'000'000; // in ns, as all times from here on
constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t t = 1'763'600'000 * s; // some time in 2025, on a tick of every layout

constexpr UnixTime
at(std::int64_t unix_ns)
{
	return {floor_div(unix_ns, s), static_cast<std::uint32_t>(floor_mod(unix_ns, s))};
}

constexpr Uuid untouched = "01234567-89ab-cdef-0123-456789abcdef"_uuid;

// What the draft says of each layout that is written here, and its last tick.
struct Kind
{
	const char *what;
	Layout layout;
	std::int64_t tick_ns;
	std::uint32_t counter_values;
	int random_bits;
	int node_bits; // of these
	UnixTime last;

	[[nodiscard]] Uuid make(UnixTime tick, std::uint32_t counter, std::uint64_t random) const
	{
		return draft01_from_fields(*layout, tick, counter, random);
	}

	[[nodiscard]] std::uint64_t random_of(const Uuid &id) const
	{
		return id.tail() & ones(random_bits);
	}
};

// A node of 54 bits at least, or with Figures 4 and 5 of the draft's own 48 and 40.
const Kind kinds[] = {
	{"v7 ms", v7_ms, ms, 1 << 12, 62, 62, {68'719'476'735, 999'000'000}},
	{"v7 us", v7_us, 1'000, 1 << 14, 48, 48, {68'719'476'735, 999'999'000}},
	{"v7 ns", v7_ns, 1, 1 << 8, 40, 40, {68'719'476'735, 999'999'999}},
	{"v8 32", v8_32, s, 1 << 12, 62, 54, {4'294'967'295, 0}},
	{"v8 48", v8_48, ms, 1 << 12, 62, 54, {281'474'976'710, 655'000'000}},
	{"v8 60", v8_60, 100, 1 << 8, 54, 54, {103'072'857'660, 684'697'500}},
	{"v8 64", v8_64, 16, 1 << 8, 54, 54, {18'446'744'073, 709'551'600}},
};

// A generator and its random bytes, asked for ids of one kind.
struct Source
{
	const Kind &kind;
	Draft01Generator generator{};
	EndlessRandom random{};

	Status try_next(UnixTime now, Uuid &id)
	{
		return generator.next(kind.layout, now, random, id);
	}

	// The id must be that of this tick and counter; gives it.
	Uuid expect(UnixTime now, UnixTime tick, std::uint32_t counter)
	{
		Uuid id{};
		EXPECT_EQ(try_next(now, id), Status::ok);
		const std::uint64_t drawn = kind.random_of(id);
		EXPECT_EQ(id, kind.make(tick, counter, drawn));
		EXPECT_NE(drawn & ones(kind.node_bits), 0u);
		return id;
	}
};

// The clock, not more than a second behind so many ticks.
UnixTime
up_to_a_second_behind(const Kind &kind, std::int64_t ticks)
{
	return at(t + std::max(std::int64_t{0}, ticks * kind.tick_ns - s));
}

// One id more than a counter has values takes the next tick, and again; then the clock
// reaches that tick, and passes it. The next kind begins at t: each counts for itself.
TEST(Draft01Generator, CounterNeverRollsOver)
{
	Draft01Generator generator;
	for (const Kind &kind : kinds)
	{
		SCOPED_TRACE(kind.what);
		Source source{kind, generator};
		Uuid previous{};
		for (std::int64_t round = 0; round < 3; ++round)
			for (std::uint32_t counter = 0; counter < kind.counter_values; ++counter)
			{
				const UnixTime now = up_to_a_second_behind(kind, round);
				const Uuid id = source.expect(now, at(t + round * kind.tick_ns), counter);
				ASSERT_GT(id, previous);
				previous = id;
			}
		const UnixTime ahead = at(t + 3 * kind.tick_ns);
		source.expect(up_to_a_second_behind(kind, 3), ahead, 0);
		source.expect(at(t + 2 * kind.tick_ns), ahead, 1);
		source.expect(ahead, ahead, 2);
		source.expect(at(t + 4 * kind.tick_ns), at(t + 4 * kind.tick_ns), 0);
		generator = source.generator;
	}
}

// The 36 bits of seconds and the sources of version 8, to their last tick; beyond it nothing.
TEST(Draft01Generator, LastTick)
{
	for (const Kind &kind : kinds)
	{
		SCOPED_TRACE(kind.what);
		Source source{kind};
		const UnixTime last_ns{kind.last.s,
							   kind.last.ns + static_cast<std::uint32_t>(kind.tick_ns - 1)};
		for (std::uint32_t counter = 0; counter < kind.counter_values; ++counter)
			source.expect(last_ns, kind.last, counter);
		Uuid id = untouched;
		for (const UnixTime now : {last_ns, kind.last, UnixTime{kind.last.s - 59, 0}})
			EXPECT_EQ(source.try_next(now, id), Status::time_out_of_range);
		EXPECT_EQ(id, untouched);
		// A clock that was wrong, and is set right.
		source.expect(at(t), at(t), 0);
	}
}

// Eight bytes in which one bit is set, counted from the last one; none if it is beyond them.
std::vector<std::uint8_t>
one_bit(int bit)
{
	std::vector<std::uint8_t> bytes(8);
	if (bit < 64)
		bytes[static_cast<std::size_t>(7 - bit / 8)] = static_cast<std::uint8_t>(1 << bit % 8);
	return bytes;
}

// A node that is all zero is drawn again, whatever the bits around it are; D7-10: and
// each of its bits comes from the source.
TEST(Draft01Generator, NodeIsNeverAllZero)
{
	for (const Kind &kind : kinds)
	{
		SCOPED_TRACE(kind.what);
		for (int bit = 0; bit <= 64; ++bit)
		{
			SCOPED_TRACE(bit);
			std::vector<std::uint8_t> bytes = one_bit(bit);
			bytes.insert(bytes.end(), {0, 0, 0, 0, 0, 0, 0, 0});
			bytes.insert(bytes.end(), {0, 0, 0, 0, 0, 0, 0, 7});
			ScriptedRandom random(bytes);
			Draft01Generator generator;
			Uuid id{};
			EXPECT_EQ(generator.next(kind.layout, at(t), random, id), Status::ok);
			const bool redrawn = bit >= kind.node_bits;
			EXPECT_EQ(random.calls(), redrawn ? 3u : 1u);
			EXPECT_EQ(kind.random_of(id), redrawn ? 7u : std::uint64_t{1} << bit);
			EXPECT_EQ(id, kind.make(at(t), 0, kind.random_of(id)));
		}
	}
}

// A source that gives zeros for ever is broken, and says so in the end.
TEST(Draft01Generator, SourceOfZeros)
{
	Source source{kinds[0]};
	source.expect(at(t), at(t), 0);
	int calls = 0;
	auto zeros = [&calls](std::span<std::uint8_t> bytes) {
		++calls;
		std::ranges::fill(bytes, std::uint8_t{0});
		return true;
	};
	Uuid id = untouched;
	EXPECT_EQ(source.generator.next(kinds[0].layout, at(t + s), zeros, id), Status::random_failed);
	EXPECT_EQ(id, untouched);
	EXPECT_EQ(calls, 8);
	source.expect(at(t), at(t), 1);
}

} // namespace
} // namespace objectid::draft01_test

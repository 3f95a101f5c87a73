// Marks: what a reader by number may read, for scripts of writers and for random ones.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace objectid {

// Of EXPECT_EQ
constexpr bool
operator==(const Mark &a, const Mark &b)
{
	return a.value == b.value && a.latest == b.latest;
}

namespace {

constexpr std::int64_t nobody = std::numeric_limits<std::int64_t>::max();

std::vector<Mark>
list(const Marks &marks)
{
	return {marks.all().begin(), marks.all().end()};
}

Marks
with(const std::vector<Mark> &each)
{
	Marks marks;
	for (const Mark &mark : each)
		marks.add(mark);
	return marks;
}

TEST(Marks, Empty)
{
	Marks marks;
	EXPECT_EQ(marks.resolved(nobody), std::nullopt);
	marks.settle(nobody);
	marks.forget_above(0);
	EXPECT_TRUE(marks.all().empty());
}

TEST(Marks, AddForgetsWhatSaysNoMore)
{
	struct Case
	{
		std::vector<Mark> added;
		std::vector<Mark> kept;
	};
	const Case cases[] = {
		{{{1, 10}, {2, 20}}, {{1, 10}, {2, 20}}},
		{{{2, 20}, {1, 10}}, {{1, 10}, {2, 20}}},
		{{{1, 10}, {1, 10}}, {{1, 10}}},
		{{{1, 10}, {2, 10}}, {{2, 10}}},
		{{{2, 10}, {1, 10}}, {{2, 10}}},
		{{{1, 10}, {1, 20}}, {{1, 10}}},
		{{{1, 20}, {1, 10}}, {{1, 10}}},
		{{{1, 20}, {2, 10}}, {{2, 10}}},
		{{{2, 10}, {1, 20}}, {{2, 10}}},
		{{{1, 10}, {3, 30}, {5, 50}, {4, 10}}, {{4, 10}, {5, 50}}},
		{{{1, 10}, {5, 50}, {3, 30}}, {{1, 10}, {3, 30}, {5, 50}}},
		{{{1, 10}, {2, all_ended}}, {{2, all_ended}}},
		{{{2, all_ended}, {1, 10}}, {{2, all_ended}}},
		{{{2, all_ended}, {3, 10}}, {{2, all_ended}, {3, 10}}},
	};
	for (const Case &c : cases)
		EXPECT_EQ(list(with(c.added)), c.kept);
}

TEST(Marks, Resolved)
{
	const Marks marks = with({{1, all_ended}, {2, 20}, {3, 30}});
	// Who started at the time of a mark may be one of its transactions.
	EXPECT_EQ(marks.resolved(all_ended), 1);
	EXPECT_EQ(marks.resolved(20), 1);
	EXPECT_EQ(marks.resolved(21), 2);
	EXPECT_EQ(marks.resolved(30), 2);
	EXPECT_EQ(marks.resolved(31), 3);
	EXPECT_EQ(marks.resolved(nobody), 3);
	EXPECT_EQ(with({{2, 20}}).resolved(20), std::nullopt);
	EXPECT_EQ(with({{2, 20}}).resolved(all_ended), std::nullopt);
}

TEST(Marks, SettledForGood)
{
	Marks marks = with({{1, 10}, {2, 20}, {3, 30}});
	marks.settle(10);
	EXPECT_EQ(list(marks), (std::vector<Mark>{{1, 10}, {2, 20}, {3, 30}}));
	marks.settle(25);
	EXPECT_EQ(list(marks), (std::vector<Mark>{{2, all_ended}, {3, 30}}));
	// A writer with a clock that was set back, one whose start is not known
	EXPECT_EQ(marks.resolved(5), 2);
	EXPECT_EQ(marks.resolved(all_ended), 2);
}

TEST(Marks, VoidAbovePresent)
{
	Marks marks = with({{1, 10}, {2, 20}, {3, 30}});
	marks.forget_above(3);
	EXPECT_EQ(marks.all().size(), 3U);
	marks.forget_above(2);
	EXPECT_EQ(list(marks), (std::vector<Mark>{{1, 10}, {2, 20}}));
	marks.forget_above(0);
	EXPECT_TRUE(marks.all().empty());
}

// A transaction stays open for long while another follows each time. What lies between the first
// and the last mark is spread evenly, so that the reader gets on in steps when it ends.
TEST(Marks, ThinnedEvenly)
{
	constexpr std::int64_t polls = 100'000;
	Marks marks = with({{0, all_ended}});
	for (std::int64_t poll = 1; poll <= polls; ++poll)
		marks.add({poll, poll});
	EXPECT_EQ(marks.all().size(), Marks::capacity);
	EXPECT_EQ(marks.all().front().value, 0);
	EXPECT_EQ(marks.all()[1].value, 1);
	EXPECT_EQ(marks.all().back().value, polls);
	for (std::size_t i = 2; i < marks.all().size(); ++i)
		EXPECT_LT(marks.all()[i].value - marks.all()[i - 1].value, polls / 4);
	EXPECT_GT(*marks.resolved(polls / 2), polls / 4);
}

// The oldest mark is not thinned out, so that a reader gets on however seldom writers pause.
TEST(Marks, OldestStaysUntilResolved)
{
	Marks marks;
	std::int64_t read = 0;
	constexpr std::int64_t lasting = 1000; // of each transaction, with always one at each time
	for (std::int64_t now = lasting; now < 100 * lasting; ++now)
	{
		marks.add({now, now});
		const auto number = marks.resolved(now - lasting);
		marks.settle(now - lasting);
		if (!number)
			continue;
		ASSERT_GE(*number, read);
		read = *number;
		if (now > 3 * lasting)
		{
			ASSERT_GT(read, now - 3 * lasting);
		}
	}
}

// Writers begin, draw numbers and end at random, with a clock that is set back at random; readers
// do what rows_after() does, but each step at any time. No reader may pass a number whose
// transaction is open when it looks for writers.
TEST(Marks, NoNumberIsPassed)
{
	const auto seed = std::random_device{}();
	SCOPED_TRACE(seed);
	std::mt19937 random(seed);
	const auto chance = [&](int in) {
		return std::uniform_int_distribution<int>(1, in)(random) == 1;
	};
	struct Writer
	{
		std::int64_t start = 0; // 0: none
		std::vector<std::int64_t> numbers;
	};
	std::vector<Writer> writers(5);
	struct Reader
	{
		int step = 0;
		std::int64_t present = 0;
		std::int64_t earliest = nobody;
		std::int64_t latest = all_ended;
	};
	std::vector<Reader> readers(3);
	Marks marks;
	std::int64_t clock = 1'000'000;
	std::int64_t last = 0;
	std::int64_t passed = 0;
	for (int i = 0; i < 300'000; ++i)
	{
		clock += chance(2000) ? -500 : 1;
		Writer &writer = writers[random() % writers.size()];
		if (writer.start == 0)
			writer.start = clock;
		else if (chance(3))
			writer = {};
		else
			writer.numbers.push_back(++last);

		Reader &reader = readers[random() % readers.size()];
		switch (reader.step++)
		{
		case 0:
			reader.present = last;
			break;
		case 1:
			reader.earliest = nobody;
			reader.latest = all_ended;
			for (const Writer &each : writers)
			{
				if (each.start == 0)
					continue;
				reader.earliest = std::min(reader.earliest, each.start);
				reader.latest = std::max(reader.latest, each.start);
			}
			break;
		default:
			reader.step = 0;
			marks.forget_above(reader.present);
			marks.add({reader.present, reader.latest});
			const auto number = marks.resolved(reader.earliest);
			marks.settle(reader.earliest);
			if (!number)
				break;
			for (const Writer &each : writers)
			{
				ASSERT_LT(*number, each.numbers.empty() ? nobody : each.numbers.front()) << i;
			}
			passed = std::max(passed, *number);
		}
	}
	EXPECT_GT(passed, last / 2);
}

TEST(MarksOfTables, LeastRecentlyAskedLeaves)
{
	MarksOfTables<3> all;
	const auto of = [&](std::uint32_t database, std::uint32_t table,
						std::uint32_t sequence) -> Marks & {
		return all.of({database, table, sequence, 1});
	};
	of(1, 1, 1).add({1, 1});
	of(1, 1, 2).add({2, 2});
	of(1, 2, 1).add({3, 3});
	EXPECT_EQ(list(of(1, 1, 1)), (std::vector<Mark>{{1, 1}}));
	EXPECT_EQ(list(of(1, 2, 1)), (std::vector<Mark>{{3, 3}}));
	EXPECT_TRUE(of(2, 1, 1).all().empty()); // in the place of 1, 1, 2
	EXPECT_EQ(list(of(1, 1, 1)), (std::vector<Mark>{{1, 1}}));
	EXPECT_EQ(list(of(1, 2, 1)), (std::vector<Mark>{{3, 3}}));
	EXPECT_TRUE(of(1, 1, 2).all().empty());
}

TEST(MarksOfTables, SequenceThatBeginsAnewHasNone)
{
	MarksOfTables<2> all;
	all.of({1, 1, 1, 1}).add({1, 1});
	EXPECT_TRUE(all.of({1, 1, 1, 2}).all().empty());
	EXPECT_EQ(list(all.of({1, 1, 1, 1})), (std::vector<Mark>{{1, 1}})); // that was rolled back
}

} // namespace
} // namespace objectid

// Marks: what a reader by number may read, for scripts of writers.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_marks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace objectid {

// Of EXPECT_EQ
constexpr bool
operator==(const Mark &a, const Mark &b)
{
	return a.value == b.value && a.latest_start == b.latest_start;
}

namespace follow_marks_test {
namespace {

constexpr std::nullopt_t all_ended = std::nullopt;

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

TEST(Marks, AddForgetsWhatSaysNoMore)
{
	struct Case
	{
		std::vector<Mark> added;
		std::vector<Mark> kept;
	};
	const Case cases[] = {
		{{{1, 10}, {2, 20}}, {{1, 10}, {2, 20}}},
		{{{1, 10}, {1, 10}}, {{1, 10}}},
		{{{1, 10}, {2, 10}}, {{2, 10}}},
		{{{2, 10}, {1, 10}}, {{2, 10}}},
		{{{1, 10}, {1, 20}}, {{1, 10}}},
		{{{1, 20}, {1, 10}}, {{1, 10}}},
		{{{1, 10}, {3, 30}, {5, 50}, {4, 10}}, {{4, 10}, {5, 50}}},
		{{{1, 10}, {5, 50}, {3, 30}}, {{1, 10}, {3, 30}, {5, 50}}},
		{{{1, 10}, {2, all_ended}}, {{2, all_ended}}},
		{{{2, all_ended}, {1, 10}}, {{2, all_ended}}},
		{{{2, all_ended}, {3, 10}}, {{2, all_ended}, {3, 10}}},
	};
	for (const Case &c : cases)
		EXPECT_EQ(list(with(c.added)), c.kept);
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

// Of two marks with equally close neighbors the older one goes; of others that with the closest.
TEST(Marks, WhichIsThinned)
{
	struct Case
	{
		const char *what;
		std::int64_t wide; // the mark, by number, that comes late
		std::int64_t thinned;
	};
	constexpr Case cases[] = {
		{"all at equal distances", 0, 2},
		{"a pause before the third", 3, 4},
		{"a pause before the fourth", 4, 2},
		{"a pause before the last but one", 16, 2},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.what);
		std::vector<Mark> added;
		std::int64_t start = 0;
		for (std::int64_t value = 1; value <= 17; ++value)
		{
			start += value == c.wide ? 100 : 10;
			added.push_back({value, start});
		}
		std::vector<Mark> kept = added;
		kept.erase(kept.begin() + c.thinned - 1);
		EXPECT_EQ(list(with(added)), kept);
	}
	for (const std::int64_t closest : {2, 3, 9, 16})
	{
		std::vector<Mark> added;
		for (std::int64_t value = 1; value <= 17; ++value)
			added.push_back({value, 10 * value + (value == closest ? -9 : 0) +
										(value == closest + 1 ? -18 : 0)});
		std::vector<Mark> kept = added;
		kept.erase(kept.begin() + closest - 1);
		EXPECT_EQ(list(with(added)), kept);
	}
}

// What a call may read, and which marks it leaves.
TEST(Marks, ResolvedNumber)
{
	constexpr std::int64_t begin = WriterStarts::begin_of_time;
	constexpr std::int64_t end = WriterStarts::end_of_time;
	constexpr WriterStarts none{};
	constexpr WriterStarts of_30{30, 30};
	constexpr WriterStarts of_10_and_30{10, 30};
	constexpr WriterStarts unknown{begin, end};
	struct Case
	{
		const char *what;
		std::vector<Mark> marks;
		WriterStarts writers;
		std::optional<std::int64_t> number;
		std::vector<Mark> left;
	};
	const Case cases[] = {
		{"nobody writes", {}, none, 9, {{9, all_ended}}},
		{"somebody writes", {}, of_30, std::nullopt, {{9, 30}}},
		{"since the mark", {{5, 20}}, of_30, 5, {{5, all_ended}, {9, 30}}},
		{"since two marks", {{3, 10}, {5, 20}}, of_30, 5, {{5, all_ended}, {9, 30}}},
		{"since before it", {{5, 30}}, of_30, std::nullopt, {{9, 30}}},
		{"one of two since before it", {{5, 20}}, of_10_and_30, std::nullopt, {{5, 20}, {9, 30}}},
		{"somebody unknown, without a mark", {}, unknown, std::nullopt, {}},
		{"somebody unknown", {{5, 20}}, unknown, std::nullopt, {{5, 20}}},
		{"somebody unknown, a mark resolved before",
		 {{5, all_ended}},
		 unknown,
		 5,
		 {{5, all_ended}}},
		{"a mark of the last number", {{9, 20}}, of_30, 9, {{9, all_ended}}},
		{"marks above the last number", {{10, all_ended}, {11, 20}}, of_30, {}, {{9, 30}}},
		{"and one below it", {{5, 20}, {10, 25}}, of_30, 5, {{5, all_ended}, {9, 30}}},
	};
	for (const Case &c : cases)
	{
		SCOPED_TRACE(c.what);
		Marks marks = with(c.marks);
		EXPECT_EQ(resolve(marks, 9, c.writers), c.number);
		EXPECT_EQ(list(marks), c.left);
	}
}

// Leaves a mark for a table of a role in each call.
template <std::size_t Count>
class Followed
{
  public:
	void ask(std::uint32_t role, std::uint32_t table)
	{
		all_.of({role, 1, table, 1, 1}, now_us_).add({table, all_ended});
	}

	void wait(std::int64_t us)
	{
		now_us_ += us;
	}

	void ask(std::uint32_t role, std::uint32_t first, std::uint32_t last)
	{
		for (std::uint32_t table = first; table <= last; ++table)
			ask(role, table);
	}

	// Which of these tables the role has marks of, in a copy, as a look makes marks.
	[[nodiscard]] std::vector<std::uint32_t> kept(std::uint32_t role, std::uint32_t first,
												  std::uint32_t last) const
	{
		std::vector<std::uint32_t> tables;
		for (std::uint32_t table = first; table <= last; ++table)
		{
			auto copy = all_;
			if (!copy.of({role, 1, table, 1, 1}, now_us_).all().empty())
				tables.push_back(table);
		}
		return tables;
	}

  private:
	MarksOfTables<Count> all_;
	std::int64_t now_us_ = 1000;
};

using Tables = std::vector<std::uint32_t>;

TEST(MarksOfTables, EachPartOfTheKeyMatters)
{
	constexpr FollowedNumbers one{1, 1, 1, 1, 1};
	constexpr FollowedNumbers others[] = {
		{2, 1, 1, 1, 1}, {1, 2, 1, 1, 1}, {1, 1, 2, 1, 1}, {1, 1, 1, 2, 1}, {1, 1, 1, 1, 2},
	};
	MarksOfTables<8> all;
	all.of(one, 1).add({1, 1});
	for (const FollowedNumbers &other : others)
		EXPECT_TRUE(all.of(other, 1).all().empty());
	EXPECT_EQ(list(all.of(one, 1)), (std::vector<Mark>{{1, 1}}));
}

// With a clock that is set back, too.
TEST(MarksOfTables, LeastRecentlyAskedGoes)
{
	Followed<4> followed;
	followed.ask(1, 1, 4);
	followed.wait(-500);
	followed.ask(1, 1);
	followed.ask(1, 5);
	EXPECT_EQ(followed.kept(1, 1, 5), (Tables{1, 3, 4, 5}));
	followed.ask(1, 6, 7);
	EXPECT_EQ(followed.kept(1, 1, 7), (Tables{1, 5, 6, 7}));
}

// Who had all of them because nobody else asked gives up what is more than a share.
TEST(MarksOfTables, MoreThanAShareIsGivenUp)
{
	Followed<8> followed;
	followed.ask(1, 1, 8);
	followed.ask(2, 11);
	EXPECT_EQ(followed.kept(1, 1, 8), (Tables{2, 3, 4, 5, 6, 7, 8}));
	followed.ask(2, 12, 20);
	EXPECT_EQ(followed.kept(1, 1, 8), (Tables{5, 6, 7, 8}));
	EXPECT_EQ(followed.kept(2, 11, 20), (Tables{17, 18, 19, 20}));
	// One more role takes from those that have the most.
	followed.ask(3, 31, 33);
	EXPECT_EQ(followed.kept(3, 31, 33).size(), 2U);
	EXPECT_EQ(followed.kept(1, 1, 8).size() + followed.kept(2, 11, 20).size(), 6U);
}

// A role that comes when each place is that of another one has none, and takes none.
TEST(MarksOfTables, MoreRolesThanPlaces)
{
	Followed<4> followed;
	for (std::uint32_t role = 1; role <= 4; ++role)
		followed.ask(role, 1);
	for (std::uint32_t role = 5; role <= 300; ++role)
	{
		followed.ask(role, 1);
		EXPECT_EQ(followed.kept(role, 1, 1), Tables{});
	}
	for (std::uint32_t role = 1; role <= 4; ++role)
		EXPECT_EQ(followed.kept(role, 1, 1), Tables{1});
	// Another table of a role with one place takes this place.
	followed.ask(2, 2);
	EXPECT_EQ(followed.kept(1, 1, 2), Tables{1});
	EXPECT_EQ(followed.kept(2, 1, 2), Tables{2});
}

// What nobody has asked for is given to whoever comes, and what has been asked for is not.
TEST(MarksOfTables, IdlePlacesAreGiven)
{
	constexpr std::int64_t idle_us = MarksOfTables<2>::idle_us;
	Followed<2> followed;
	followed.ask(1, 1);
	followed.wait(idle_us / 2);
	followed.ask(2, 1);
	followed.wait(idle_us / 2);
	followed.ask(3, 1);
	EXPECT_EQ(followed.kept(1, 1, 1), Tables{1});
	EXPECT_EQ(followed.kept(3, 1, 1), Tables{});
	followed.wait(2);
	followed.ask(3, 1);
	EXPECT_EQ(followed.kept(1, 1, 1), Tables{});
	EXPECT_EQ(followed.kept(2, 1, 1), Tables{1});
	EXPECT_EQ(followed.kept(3, 1, 1), Tables{1});
}

// Roles follow tables at random. One that never follows more than an equal share keeps its marks.
TEST(MarksOfTables, AnEqualShareIsKept)
{
	const auto seed = std::random_device{}();
	SCOPED_TRACE(seed);
	std::mt19937 random(seed);
	constexpr std::uint32_t roles = 5;
	constexpr std::uint32_t share = 3;
	MarksOfTables<roles * share> all;
	std::int64_t now_us = 0;
	for (std::uint32_t table = 1; table <= share; ++table)
		all.of({1, 1, table, 1, 1}, now_us).add({table, all_ended});
	for (int i = 0; i < 20'000; ++i)
	{
		const std::uint32_t role = 2 + random() % (roles - 1);
		now_us += random() % 1'000'000;
		all.of({role, 1, 1 + static_cast<std::uint32_t>(random() % 20), 1, 1}, now_us).add({1, 1});
		const std::uint32_t table = 1 + random() % share;
		if (random() % 100 == 0)
		{
			ASSERT_EQ(all.of({1, 1, table, 1, 1}, now_us).all().size(), 1U) << i;
		}
	}
}

} // namespace
} // namespace follow_marks_test
} // namespace objectid

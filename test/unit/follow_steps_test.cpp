// The steps in which writers fill a table and readers follow it by number, in all orders: no reader
// passes a number whose row its snapshot lacks.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_marks.hpp"

#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace objectid::follow_steps_test {
namespace {

using testing::Key;
using testing::Paused;
using testing::Told;

// What can be wrong with the steps that src/pg/follow_numbers.cpp tells. The walk has to find each.
enum class Fault : std::uint8_t
{
	none,
	writers_before_the_sequence, // are looked for
	snapshot_first,
	snapshot_before_the_mark,
	no_wait, // for writers
};

// What happens meanwhile, each at any time, or never.
struct Scenario
{
	const char *what;
	std::array<int, 3> numbers; // that each writer draws in a transaction
	int transactions;           // of each writer
	std::array<int, 2> calls;   // of each reader
	std::array<int, 3> clock{}; // by how much it is set each time
};

class Database
{
  public:
	Database(const Scenario &scenario, Fault fault) : scenario_(&scenario), fault_(fault)
	{
		for (std::size_t i = 0; i < writers_.size(); ++i)
			writers_[i].left = scenario.numbers[i] > 0 ? scenario.transactions : 0;
		for (std::size_t i = 0; i < readers_.size(); ++i)
			readers_[i].left = scenario.calls[i];
	}

	[[nodiscard]] std::string_view violation() const
	{
		return violation_;
	}

	[[nodiscard]] Key key() const
	{
		Key key;
		const auto add_marks = [&key](const Marks &marks) {
			key.add(marks.all().size());
			for (const Mark &mark : marks.all())
				key.add(mark.value, mark.latest_start);
		};
		key.add(last_, clock_, now_);
		add_marks(marks_);
		for (const Writer &writer : writers_)
			key.add(writer.step, writer.left, writer.start, writer.first, writer.is_found);
		for (const Reader &reader : readers_)
		{
			key.add(reader.left, reader.is_missing, reader.told.bytes());
			add_marks(reader.own_marks);
		}
		return key;
	}

	void for_each_next(const std::function<void(const Database &)> &function) const
	{
		for (std::size_t i = 0; i < writers_.size(); ++i)
		{
			Database next = *this;
			if (next.write(i))
				function(next);
		}
		for (std::size_t i = 0; i < readers_.size(); ++i)
		{
			Database next = *this;
			if (next.read(next.readers_[i]))
				function(next);
		}
		if (clock_ < scenario_->clock.size() && scenario_->clock[clock_] != 0)
		{
			Database next = *this;
			next.now_ += scenario_->clock[next.clock_++];
			function(next);
		}
	}

  private:
	static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

	struct Writer
	{
		int step = 0;
		int left = 0;              // transactions
		std::int64_t start = 0;    // of its transaction; 0: none
		std::int64_t first = none; // number of a row that is not visible
		bool is_found = false;     // as it holds its lock
	};

	struct Reader
	{
		Told told;
		Marks own_marks;
		int left = 0;                   // calls
		std::int64_t is_missing = none; // the first number that its snapshot lacks
	};

	// A transaction begins, locks the table, draws numbers, becomes visible and releases its lock.
	bool write(std::size_t number)
	{
		Writer &writer = writers_[number];
		if (writer.left == 0)
			return false;
		const int numbers = scenario_->numbers[number];
		switch (writer.step++)
		{
		case 0:
			writer.start = now_;
			break;
		case 1:
			writer.is_found = true;
			break;
		case 2:
			writer.first = ++last_;
			break;
		case 3:
			if (numbers > 1)
			{
				++last_;
				break;
			}
			++writer.step;
			[[fallthrough]];
		case 4:
			writer.first = none;
			break;
		default:
			const int left = writer.left - 1;
			writer = {};
			writer.left = left;
		}
		return true;
	}

	// A call and the statement that asked. For each writer the search is a step of its own.
	bool read(Reader &reader)
	{
		if (reader.left == 0)
			return false;
		reader.told.begin_run();
		try
		{
			std::int64_t last = 0;
			if (fault_ != Fault::writers_before_the_sequence)
				last = read_sequence(reader);
			if (fault_ == Fault::snapshot_first)
				take_snapshot(reader);
			WriterStarts found;
			for (const Writer &writer : writers_)
			{
				const std::int64_t start =
					reader.told.step([&] { return writer.is_found ? writer.start : 0; });
				if (start != 0)
					found.add(start);
			}
			if (fault_ == Fault::no_wait)
				found = {};
			if (fault_ == Fault::writers_before_the_sequence)
				last = read_sequence(reader);
			if (fault_ == Fault::snapshot_before_the_mark)
				take_snapshot(reader);
			const std::int64_t number = reader.told.step([&] {
				return std::max(resolve(reader.own_marks, last, found),
								resolve(marks_, last, found))
					.value_or(0);
			});
			if (fault_ != Fault::snapshot_first && fault_ != Fault::snapshot_before_the_mark)
				take_snapshot(reader);
			if (reader.is_missing <= number)
				violation_ = "a row was passed";
		} catch (const Paused &)
		{
			return true;
		}
		reader.told.forget();
		reader.is_missing = none;
		--reader.left;
		return true;
	}

	std::int64_t read_sequence(Reader &reader)
	{
		return reader.told.step([&] { return last_; });
	}

	void take_snapshot(Reader &reader)
	{
		reader.is_missing = reader.told.step(
			[&] { return std::ranges::min_element(writers_, {}, &Writer::first)->first; });
	}

	const Scenario *scenario_;
	Fault fault_;
	std::int64_t last_ = 0;
	std::size_t clock_ = 0;
	std::int64_t now_ = 100;
	Marks marks_;
	std::array<Writer, 3> writers_;
	std::array<Reader, 2> readers_;
	std::string_view violation_;
};

const Scenario scenarios[] = {
	{"two writers, two calls", {1, 1, 0}, 1, {2, 0}, {1, 1, 1}},
	{"two writers, two calls, clock set back", {1, 1, 0}, 1, {2, 0}, {1, -5, 1}},
	{"two writers, two readers", {1, 1, 0}, 1, {1, 1}, {1}},
	{"a writer again and again", {2, 0, 0}, 3, {3, 0}, {1, -2, 1}},
	{"three writers", {1, 1, 1}, 1, {1, 0}, {1}},
};

TEST(FollowSteps, AllOrders)
{
	for (const Scenario &scenario : scenarios)
		EXPECT_EQ(testing::walk(Database(scenario, Fault::none)), "") << scenario.what;
}

TEST(FollowSteps, FaultsAreFound)
{
	for (const auto &[fault, scenario] : {std::pair{Fault::writers_before_the_sequence, 0},
										  {Fault::snapshot_first, 0},
										  {Fault::snapshot_before_the_mark, 2},
										  {Fault::no_wait, 0}})
		EXPECT_EQ(testing::walk(Database(scenarios[scenario], fault)), "a row was passed")
			<< static_cast<int>(fault);
}

} // namespace
} // namespace objectid::follow_steps_test

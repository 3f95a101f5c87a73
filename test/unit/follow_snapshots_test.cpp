// Bounds and snapshots: which bound is right for which snapshot, in all orders of the steps in
// which writers end and readers take snapshots and look for writers.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_snapshots.hpp"
#include "core/follow_starts.hpp"

#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace objectid::follow_snapshots_test {
namespace {

using testing::Key;
using testing::Paused;
using testing::Told;

TEST(KeptBounds, BestForEachSnapshot)
{
	KeptBounds<3> kept;
	EXPECT_EQ(kept.best_for({9, 0}), std::nullopt);
	kept.add({100, {10, 5}});
	EXPECT_EQ(kept.best_for({9, 0}), std::nullopt);
	EXPECT_EQ(kept.best_for({10, 5}), 100);
	EXPECT_EQ(kept.best_for({10, 0}), std::nullopt);
	EXPECT_EQ(kept.best_for({11, 0}), 100);

	// A lower one that is found later, because an old transaction has come, says nothing new.
	kept.add({90, {11, 0}});
	kept.add({100, {10, 5}});
	EXPECT_EQ(kept.all().size(), 1U);

	// A greater one is not right for older snapshots.
	kept.add({110, {12, 0}});
	EXPECT_EQ(kept.best_for({10, 5}), 100);
	EXPECT_EQ(kept.best_for({12, 5}), 100);
	EXPECT_EQ(kept.best_for({12, 0}), 110);

	// With the same transactions it takes the place of the last one.
	kept.add({120, {12, 0}});
	EXPECT_EQ(kept.all().size(), 2U);

	// The smallest one goes.
	kept.add({130, {13, 0}});
	EXPECT_EQ(kept.best_for({10, 5}), 100);
	kept.add({140, {14, 0}});
	EXPECT_EQ(kept.all().size(), 3U);
	EXPECT_EQ(kept.best_for({10, 5}), std::nullopt);
	EXPECT_EQ(kept.best_for({12, 0}), 120);
	EXPECT_EQ(kept.best_for({15, 0}), 140);
}

// A clock or a sequence that goes back and on again.
TEST(KeptBounds, SetBack)
{
	KeptBounds<4> kept;
	std::uint64_t xmax = 10;
	for (std::int64_t value = 100; value < 150; value += 10)
		kept.add({value, {++xmax, 5}});
	EXPECT_EQ(kept.all().size(), 4U);
	kept.remove_above(140);
	EXPECT_EQ(kept.best_for({xmax, 5}), 140);
	kept.remove_above(125);
	EXPECT_EQ(kept.all().size(), 2U);
	EXPECT_EQ(kept.best_for({xmax, 5}), 120);
	kept.add({105, {++xmax, 5}});
	EXPECT_EQ(kept.best_for({xmax, 5}), 120);
	kept.remove_above(0);
	EXPECT_EQ(kept.best_for({xmax, 5}), std::nullopt);
}

// What can be wrong with the steps that src/pg/follow_bounds.cpp tells. The walk has to find each.
enum class Fault : std::uint8_t
{
	none,
	any_snapshot,           // a bound is taken for right that was just found
	any_known_bound,        // and one that was found earlier
	snapshot_before_search, // that stands for the search
	two_in_a_statement,     // each part of a statement looks by itself
};

struct Scenario
{
	const char *what;
	std::array<int, 3> transactions; // of each writer
	int polls;                       // of the reader, each a statement of two parts
	bool keeps_snapshot = false;     // one for all, as in REPEATABLE READ
	bool prepares = false;           // the first writer, which is there twice for a moment
	int clock_steps = 0;             // back and forth, each at any time
};

struct Snapshot
{
	std::uint32_t before = 0;
	std::uint32_t count = 0;
	std::array<std::uint32_t, 4> running{};

	[[nodiscard]] std::span<const std::uint32_t> list() const
	{
		return {running.data(), count};
	}

	[[nodiscard]] Shown shown() const
	{
		Key key;
		for (const std::uint32_t number : list())
			key.add(number);
		return {before, key.hash()};
	}

	[[nodiscard]] bool shows(std::uint32_t number) const
	{
		return number < before && std::ranges::find(list(), number) == list().end();
	}
};

struct Found
{
	std::int64_t bound;
	std::int64_t most; // the time of the search
	Snapshot snapshot;
};

// Keys are times, of which each event has another one. They ascend also while the clock, by which
// transactions start and searches are made, shows less.
class Database
{
  public:
	Database(const Scenario &scenario, Fault fault)
		: scenario_(&scenario), fault_(fault), polls_(scenario.polls),
		  clock_steps_(scenario.clock_steps)
	{
		for (std::size_t i = 0; i < writers_.size(); ++i)
			writers_[i].left = scenario.transactions[i];
	}

	[[nodiscard]] std::string_view violation() const
	{
		return violation_;
	}

	[[nodiscard]] Key key() const
	{
		Key key;
		key.add(next_number_, last_ended_, now_, clock_steps_, behind_, polls_, position_,
				rows_.size(), known_.size());
		for (const Writer &writer : writers_)
			key.add(writer.step, writer.left, writer.number, writer.start, writer.key,
					writer.is_locked, writer.is_twice);
		for (const Row &row : rows_)
			key.add(row.number, row.key, row.is_read);
		for (const Found &found : known_)
			key.add(found.bound, found.most, found.snapshot);
		key.add(kept_, told_.bytes());
		return key;
	}

	void for_each_next(const std::function<void(const Database &)> &function) const
	{
		for (std::size_t i = 0; i < writers_.size(); ++i)
		{
			Database next = *this;
			if (next.write(next.writers_[i], i == 0 && scenario_->prepares))
				function(next);
		}
		Database next = *this;
		if (next.poll())
			function(next);
		Database stepped = *this;
		if (stepped.step_clock())
			function(stepped);
	}

  private:
	struct Writer
	{
		int step = 0;
		int left = 0; // transactions
		std::uint32_t number = 0;
		std::int64_t start = 0;
		std::int64_t key = 0;
		bool is_locked = false;
		bool is_twice = false;

		[[nodiscard]] std::int64_t shown_start() const
		{
			return is_locked ? start : std::numeric_limits<std::int64_t>::max();
		}
	};

	struct Row
	{
		std::uint32_t number; // of its transaction
		std::int64_t key;
		bool is_read = false;
	};

	// A transaction begins, takes its lock, makes a key, gets a number, ends, and releases its
	// lock. Where it prepares, some of these are one step.
	bool write(Writer &writer, bool prepares)
	{
		if (writer.left == 0)
			return false;
		const bool has_fewer_steps = scenario_->prepares;
		switch (writer.step++)
		{
		case 0:
			writer.start = ++now_ - behind_;
			if (!has_fewer_steps)
				break;
			++writer.step;
			[[fallthrough]];
		case 1:
			writer.is_locked = true;
			break;
		case 2:
			writer.key = ++now_;
			if (has_fewer_steps)
				break;
			++writer.step;
			[[fallthrough]];
		case 3:
			writer.number = next_number_++;
			rows_.push_back({writer.number, writer.key});
			writer.step += prepares ? 0 : 2;
			break;
		case 4:
			writer.is_twice = true;
			break;
		case 5:
			writer.is_twice = false;
			break;
		case 6:
			last_ended_ = std::max(last_ended_, writer.number);
			writer.number = 0;
			if (!has_fewer_steps)
				break;
			[[fallthrough]];
		default:
			const int left = writer.left - 1;
			writer = {};
			writer.left = left;
		}
		return true;
	}

	bool step_clock()
	{
		if (clock_steps_ == 0)
			return false;
		--clock_steps_;
		behind_ = behind_ == 0 ? 4 : 0;
		return true;
	}

	[[nodiscard]] Snapshot take_snapshot() const
	{
		Snapshot snapshot{last_ended_ + 1};
		for (const Writer &writer : writers_)
			for (int i = 0; i < (writer.is_twice ? 2 : 1); ++i)
				if (writer.number != 0 && writer.number < snapshot.before)
					snapshot.running[snapshot.count++] = writer.number;
		return snapshot;
	}

	// The clock, then each writer, or all at once where the first one prepares, then a snapshot.
	Found search()
	{
		Found found{};
		if (fault_ == Fault::snapshot_before_search)
			found.snapshot = told_.step([&] { return take_snapshot(); });
		found.most = told_.step([&] { return ++now_ - behind_; });
		found.bound = found.most;
		if (scenario_->prepares)
			found.bound = std::min(found.bound, told_.step([&] {
				return std::ranges::min(writers_, {}, &Writer::shown_start).shown_start();
			}));
		else
			for (const Writer &writer : writers_)
				found.bound =
					std::min(found.bound, told_.step([&] { return writer.shown_start(); }));
		if (fault_ != Fault::snapshot_before_search)
			found.snapshot = told_.step([&] { return take_snapshot(); });
		return found;
	}

	[[nodiscard]] bool is_right(const Snapshot &snapshot, const Found &found) const
	{
		return fault_ == Fault::any_snapshot || includes(snapshot.shown(), found.snapshot.shown());
	}

	// What a call gets, with the bounds that are known.
	[[nodiscard]] std::int64_t bound_for(const Snapshot &snapshot, const Found &found) const
	{
		KeptBounds<2> kept;
		std::int64_t greatest = 0;
		for (const Found &each : known_)
		{
			greatest = std::max(greatest, each.bound);
			kept.remove_above(each.most);
			kept.add({each.bound, each.snapshot.shown()});
		}
		kept.remove_above(found.most);
		const std::int64_t earlier = fault_ == Fault::any_known_bound
										 ? greatest
										 : kept.best_for(snapshot.shown()).value_or(0);
		return is_right(snapshot, found) ? std::max(earlier, found.bound) : earlier;
	}

	// A statement of two parts, of which each reads every other row below its bound.
	bool poll()
	{
		if (polls_ == 0)
			return false;
		told_.begin_run();
		try
		{
			const Snapshot snapshot =
				kept_.before > 0 ? kept_ : told_.step([&] { return take_snapshot(); });
			const Found first = search();
			const Found second = fault_ == Fault::two_in_a_statement ? search() : first;
			read(snapshot, {bound_for(snapshot, first), bound_for(snapshot, second)});
			known_.push_back(first);
			if (scenario_->keeps_snapshot)
				kept_ = snapshot;
		} catch (const Paused &)
		{
			return true;
		}
		told_.forget();
		--polls_;
		return true;
	}

	void read(const Snapshot &snapshot, const std::array<std::int64_t, 2> &bounds)
	{
		std::int64_t last = position_;
		for (std::size_t i = 0; i < rows_.size(); ++i)
		{
			Row &row = rows_[i];
			if (row.key <= position_ || row.key >= bounds[i % 2] || !snapshot.shows(row.number))
				continue;
			row.is_read = true;
			last = std::max(last, row.key);
		}
		position_ = last;
		if (std::ranges::any_of(
				rows_, [&](const Row &row) { return row.key <= position_ && !row.is_read; }))
			violation_ = "a row was passed";
	}

	const Scenario *scenario_;
	Fault fault_;
	int polls_;
	int clock_steps_;
	std::int64_t behind_ = 0; // of the clock
	std::uint32_t next_number_ = 1;
	std::uint32_t last_ended_ = 0;
	std::int64_t now_ = 0;
	std::int64_t position_ = 0; // of the reader
	std::array<Writer, 3> writers_;
	std::vector<Row> rows_;
	std::vector<Found> known_;
	Snapshot kept_;
	Told told_;
	std::string_view violation_;
};

const Scenario scenarios[] = {
	{"two writers, two polls", {1, 1, 0}, 2},
	{"two writers, one again, one poll", {1, 2, 0}, 1},
	{"two writers, a snapshot for two polls", {1, 1, 0}, 2, true},
	{"three writers, one of which prepares", {1, 1, 1}, 1, false, true},
	{"two writers, two polls, a clock that goes back and forth", {1, 1, 0}, 2, false, false, 2},
};

TEST(FollowSnapshots, AllOrders)
{
	for (const Scenario &scenario : scenarios)
		EXPECT_EQ(testing::walk(Database(scenario, Fault::none)), "") << scenario.what;
}

TEST(FollowSnapshots, FaultsAreFound)
{
	for (const auto &[fault, scenario] : {std::pair{Fault::any_snapshot, 0},
										  {Fault::any_known_bound, 2},
										  {Fault::snapshot_before_search, 0},
										  {Fault::two_in_a_statement, 0}})
		EXPECT_EQ(testing::walk(Database(scenarios[scenario], fault)), "a row was passed")
			<< static_cast<int>(fault);
}

} // namespace
} // namespace objectid::follow_snapshots_test

// Bounds and snapshots: which bound is right for which snapshot, in all orders of the steps in
// which writers end and readers take snapshots and look for writers.
// SPDX-License-Identifier: PostgreSQL
#include "core/follow_snapshots.hpp"
#include "core/follow_starts.hpp"

#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <vector>

namespace objectid {
namespace {

using testing::Key;
using testing::Paused;
using testing::Told;
using testing::Walked;

using Numbers = std::vector<std::uint32_t>;

TEST(EndedTransactions, Includes)
{
	struct Case
	{
		const char *what;
		std::uint64_t before;
		Numbers but_for;
		std::uint64_t other_before;
		Numbers other_but_for;
		bool includes;
	};
	const Case cases[] = {
		{"the same, none running", 9, {}, 9, {}, true},
		{"the same", 9, {5, 7}, 9, {5, 7}, true},
		{"in another order", 9, {7, 5}, 9, {5, 7}, true},
		{"one has ended since the other", 9, {7}, 9, {5, 7}, true},
		{"one has ended before the other", 9, {5, 7}, 9, {7}, false},
		{"one has ended, another is there twice", 9, {5, 7}, 9, {7, 7}, false},
		{"the other way around", 9, {7, 7}, 9, {5, 7}, true},
		{"later", 10, {5, 7}, 9, {5}, true},
		{"earlier", 9, {}, 10, {5}, false},
		{"later by a wraparound", (1ULL << 32) + 9, {5}, 9, {}, true},
	};
	for (const Case &c : cases)
		EXPECT_EQ(includes({c.before, c.but_for}, {c.other_before, c.other_but_for}), c.includes)
			<< c.what;
}

TEST(KnownBounds, BestForEachSnapshot)
{
	const Numbers five{5};
	KnownBounds<3> known;
	const auto add = [&](std::int64_t value, std::uint64_t before,
						 std::span<const std::uint32_t> but_for) {
		const KnownBound bound{value, {before, but_for}, 0};
		const bool is_news = known.is_news(bound);
		if (is_news)
			known.add(bound);
		return is_news;
	};
	EXPECT_EQ(known.best_for({9, {}}), std::nullopt);
	EXPECT_TRUE(add(100, 10, five));
	EXPECT_EQ(known.best_for({9, {}}), std::nullopt);
	EXPECT_EQ(known.best_for({10, five}), 100);
	EXPECT_EQ(known.best_for({10, {}}), 100);
	EXPECT_EQ(known.best_for({11, five}), 100);

	// A lower one that is found later, because an old transaction has come, says nothing new.
	EXPECT_FALSE(add(90, 11, {}));
	EXPECT_FALSE(add(100, 10, five));
	EXPECT_EQ(known.all().size(), 1U);

	// A greater one is not right for older snapshots.
	EXPECT_TRUE(add(110, 12, {}));
	EXPECT_EQ(known.best_for({10, five}), 100);
	EXPECT_EQ(known.best_for({12, five}), 100);
	EXPECT_EQ(known.best_for({12, {}}), 110);

	// With the same transactions it takes the place of the last one.
	EXPECT_TRUE(add(120, 12, {}));
	EXPECT_EQ(known.all().size(), 2U);

	// That which was not asked for the longest goes: not the one of the old snapshot.
	EXPECT_TRUE(add(130, 13, {}));
	EXPECT_EQ(known.best_for({10, five}), 100);
	EXPECT_TRUE(add(140, 14, {}));
	EXPECT_EQ(known.best_for({10, five}), 100);
	EXPECT_TRUE(add(150, 15, {}));
	EXPECT_EQ(known.best_for({10, five}), 100);
	EXPECT_EQ(known.best_for({13, {}}), 100);
	EXPECT_EQ(known.best_for({14, {}}), 140);
	EXPECT_EQ(known.best_for({15, {}}), 150);
}

TEST(KnownBounds, ClockSetBack)
{
	const Numbers five{5};
	KnownBounds<4> known;
	known.add({100, {10, five}, 0});
	known.add({110, {11, {}}, 0});
	EXPECT_EQ(known.remove_above(110), std::nullopt);
	const auto removed = known.remove_above(105);
	ASSERT_TRUE(removed.has_value());
	EXPECT_TRUE(removed->empty());
	EXPECT_EQ(known.remove_above(105), std::nullopt);
	EXPECT_EQ(known.best_for({11, {}}), 100);
	EXPECT_EQ(known.remove_above(0)->size(), 1U);
	EXPECT_EQ(known.best_for({11, {}}), std::nullopt);
}

// What can be wrong with the steps that src/pg/follow_bounds.cpp tells. The walk has to find each.
enum class Fault : std::uint8_t
{
	none,
	any_snapshot,           // a bound is taken for right that was just found
	any_known_bound,        // and one that was found earlier
	running_ignored,        // only the greatest number that has ended is compared
	running_counted,        // the running transactions are not compared, but their count
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
};

struct Snapshot
{
	std::uint32_t before = 0;
	std::uint32_t count = 0;
	std::array<std::uint32_t, 4> running{};

	[[nodiscard]] EndedTransactions ended() const
	{
		return {before, {running.data(), count}};
	}

	[[nodiscard]] bool shows(std::uint32_t number) const
	{
		return number < before &&
			   std::ranges::find(ended().but_for, number) == ended().but_for.end();
	}
};

struct Found
{
	std::int64_t bound;
	Snapshot snapshot;
};

// Keys are times, of which each event has another one.
class Database
{
  public:
	Database(const Scenario &scenario, Fault fault)
		: scenario_(&scenario), fault_(fault), polls_(scenario.polls)
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
		key.add(next_number_, last_ended_, now_, polls_, position_, rows_.size(), known_.size());
		for (const Writer &writer : writers_)
			key.add(writer.step, writer.left, writer.number, writer.start, writer.key,
					writer.is_locked, writer.is_twice);
		for (const Row &row : rows_)
			key.add(row.number, row.key, row.is_read);
		for (const Found &found : known_)
			key.add(found.bound, found.snapshot);
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
			writer.start = ++now_;
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
		found.bound = told_.step([&] { return ++now_; });
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
		switch (fault_)
		{
		case Fault::any_snapshot:
			return true;
		case Fault::running_ignored:
			return snapshot.before >= found.snapshot.before;
		case Fault::running_counted:
			return snapshot.before != found.snapshot.before
					   ? snapshot.before > found.snapshot.before
					   : snapshot.count <= found.snapshot.count;
		default:
			return includes(snapshot.ended(), found.snapshot.ended());
		}
	}

	// What a call gets, with the bounds that are known.
	[[nodiscard]] std::int64_t bound_for(const Snapshot &snapshot, const Found &found) const
	{
		KnownBounds<2> known;
		std::int64_t greatest = 0;
		for (const Found &each : known_)
		{
			greatest = std::max(greatest, each.bound);
			const KnownBound bound{each.bound, each.snapshot.ended(), 0};
			if (known.is_news(bound))
				known.add(bound);
		}
		const std::int64_t earlier = fault_ == Fault::any_known_bound
										 ? greatest
										 : known.best_for(snapshot.ended()).value_or(0);
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
};

TEST(FollowSnapshots, AllOrders)
{
	for (const Scenario &scenario : scenarios)
	{
		const Walked walked = testing::walk(Database(scenario, Fault::none));
		EXPECT_EQ(walked.violation, "") << scenario.what;
		std::printf("%s: %zu states\n", scenario.what, walked.states);
	}
}

struct FaultCase
{
	Fault fault;
	const char *what;
	std::size_t scenario = 0;
};

TEST(FollowSnapshots, FaultsAreFound)
{
	const FaultCase cases[] = {
		{Fault::any_snapshot, "a bound for any snapshot"},
		{Fault::any_known_bound, "a known bound for any snapshot", 2},
		{Fault::running_ignored, "running transactions ignored", 1},
		{Fault::running_counted, "running transactions counted", 3},
		{Fault::snapshot_before_search, "the snapshot before the search"},
		{Fault::two_in_a_statement, "two bounds in a statement"},
	};
	for (const FaultCase &c : cases)
	{
		const Walked walked = testing::walk(Database(scenarios[c.scenario], c.fault));
		EXPECT_EQ(walked.violation, "a row was passed") << c.what;
		std::printf("%s: found after %zu states\n", c.what, walked.states);
	}
}

} // namespace
} // namespace objectid

// The steps in which ids and bounds are made, in all orders that processes, a clock that is set and
// crashes can bring about: each id is above those that were given out before it was begun.
// SPDX-License-Identifier: PostgreSQL
#include "core/new_id_steps.hpp"
#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"

#include "fake_random.hpp"
#include "repeated.hpp"
#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <tuple>
#include <vector>

namespace objectid::new_id_steps_test {
namespace {

using testing::Key;
using testing::Paused;
using testing::Told;

constexpr std::int64_t t = 1'763'600'000, hour = 3'600;

// A process makes ids in a database, and after a crash again.
struct Maker
{
	std::size_t database;
	int ids, ids_after_crash;
};

const std::vector<Maker> two_twice = {{0, 2, 1}, {0, 2, 0}}, two_databases = {{0, 1, 1}, {1, 1, 0}};

// What happens while ids are made. Each event comes at any time, or never.
struct Scenario
{
	const char *what;
	std::vector<std::int64_t> clock; // what it shows, one after the other
	int crashes = 1;
	std::vector<Maker> processes = {{0, 1, 1}, {0, 1, 0}};
	bool makes_bounds = false;                      // the last process makes them instead of ids
	bool is_full = false;                           // the counter, so that ids run ahead
	Reservation page = {t - hour, t - hour - 1, 7}; // before the first id
	bool is_long = false;                           // so that one kind of id has to do
};

// As bad as chance can be: each draw is below those before.
class DescendingRandom
{
  public:
	DescendingRandom(std::uint8_t &draws, bool is_full, std::size_t most)
		: draws_(draws), is_full_(is_full), left_(most)
	{}

	// Fails if more is drawn than a process has ready: it would ask the kernel with a lock held.
	bool operator()(std::span<std::uint8_t> bytes)
	{
		if (bytes.size() > left_)
			return false;
		left_ -= bytes.size();
		std::ranges::fill(bytes, is_full_ ? std::uint8_t{0xff} : std::uint8_t{0});
		bytes[0] = static_cast<std::uint8_t>(0xff - draws_++);
		bytes[4 % bytes.size()] |= 1; // a node is not zero
		return true;
	}

  private:
	std::uint8_t &draws_;
	bool is_full_;
	std::size_t left_;
};

// A server, its processes, its disk and its clock.
template <typename Id, typename Generator, typename... Layout>
class Server
{
  public:
	explicit Server(const Scenario &scenario, Layout... layout)
		: scenario_(&scenario), layout_(layout...), greatest_clock_s_(scenario.clock[0]),
		  crashes_left_(scenario.crashes), processes_(scenario.processes.size())
	{
		pages_.fill({{reservation_to_page(scenario.page)}, false});
		for (std::size_t i = 0; i < processes_.size(); ++i)
		{
			processes_[i].left = scenario.processes[i].ids;
			if (scenario.page.incarnation == incarnation_)
				processes_[i].known = {reserved_by(scenario.page), 0, true};
		}
	}

	[[nodiscard]] std::string_view violation() const
	{
		return violation_;
	}

	[[nodiscard]] Key key() const
	{
		Key key;
		key.add(clock_, crashes_left_, era_, newest_of_run_, newest_bound_s_, generator_, draws_,
				announced_, incarnation_, greatest_clock_s_);
		for (const Page &page : pages_)
		{
			key.add(page.is_locked, page.newest_given);
			for (const ReservationOnPage &written : page.written)
				key.add(written);
		}
		for (const Process &process : processes_)
		{
			key.add(process.left, process.above, process.above_bound_s, process.era_begun,
					process.era_read, process.known.seconds, process.known.announced,
					process.known.is_known);
			key.add(process.told.bytes());
		}
		return key;
	}

	void for_each_next(const std::function<void(const Server &)> &function) const
	{
		for (std::size_t i = 0; i < processes_.size(); ++i)
		{
			Server next = *this;
			if (next.go_on(i))
				function(next);
		}
		if (clock_ + 1 < scenario_->clock.size())
		{
			Server next = *this;
			next.set_clock();
			function(next);
		}
		// What was not flushed may be lost, but not what was written before something that is not.
		if (crashes_left_ > 0)
			for (std::size_t first = 0; first < pages_[0].written.size(); ++first)
				for (std::size_t second = 0; second < pages_[1].written.size(); ++second)
				{
					Server next = *this;
					next.crash(first, second);
					function(next);
				}
	}

  private:
	struct Page
	{
		std::vector<ReservationOnPage> written; // first what was flushed last
		bool is_locked = false;
		Id newest_given{}; // the greatest id of this era that was given out in its database
	};

	struct Process
	{
		Told told;
		KnownReservation known;
		int left = 0; // ids that it still makes
		Id above{};   // the greatest id of this era that was given out before this one was begun
		std::int64_t above_bound_s = 0;
		int era_begun = 0, era_read = 0;
	};

	// What core/new_id_steps.hpp calls a process and a page.
	class Steps
	{
	  public:
		Steps(Server &server, std::size_t number)
			: server_(server), me_(server.processes_[number]),
			  page_(server.pages_[server.scenario_->processes[number].database])
		{}

		[[nodiscard]] const KnownReservation &known() const
		{
			return known_;
		}

		// The second of the id that was made last.
		[[nodiscard]] std::int64_t unix_s() const
		{
			return unix_s_;
		}

		UnixTime clock()
		{
			return me_.told.step([&] {
				if (!is_looking_)
					me_.era_read = server_.era_;
				return server_.now();
			});
		}

		static bool provide_random()
		{
			return true;
		}

		template <typename Make>
		MadeId<Id> in_turn(Make &&make)
		{
			const MadeId<Id> made = me_.told.step([&] {
				DescendingRandom random(server_.draws_, server_.scenario_->is_full,
										Generator::random_bytes_max);
				return make(
					server_.generator_,
					[&] {
						me_.era_read = server_.era_;
						return server_.now();
					},
					random);
			});
			unix_s_ = made.seconds.unix_s;
			return made;
		}

		std::uint32_t announced()
		{
			return me_.told.step([&] { return server_.announced_; });
		}

		void wait_for_next_second(UnixTime now)
		{
			me_.told.step([&] {
				if (server_.now().s <= now.s)
					throw Paused{};
				return true;
			});
		}

		UnixTime advance_generators_to_clock()
		{
			return me_.told.step([&] {
				const UnixTime now = server_.now();
				me_.era_read = server_.era_;
				server_.generator_.advance(now, now, now);
				return now;
			});
		}

		bool reserve(const IdSeconds &id)
		{
			is_looking_ = true;
			const bool may_be_given_out = reserve_seconds(*this, known_, id);
			is_looking_ = false;
			return may_be_given_out;
		}

		void begin_anew()
		{}

		// The page

		// What others cannot see, because the page is locked, is no step of its own.
		void lock()
		{}

		Reservation read()
		{
			const Reservation read = me_.told.step([&] {
				if (page_.is_locked)
					throw Paused{};
				page_.is_locked = true;
				return reservation_from_page(page_.written.back());
			});
			to_write_ = reservation_to_page(read);
			return read;
		}

		[[nodiscard]] std::uint32_t incarnation() const
		{
			return server_.incarnation_;
		}

		void announce()
		{
			me_.told.step([&] { return ++server_.announced_; });
		}

		void advance_generators(UnixTime reading, UnixTime time)
		{
			me_.told.step([&] {
				server_.generator_.advance(server_.now(), reading, time);
				return true;
			});
		}

		void write(const Reservation &reservation)
		{
			to_write_ = reservation_to_page(reservation);
			has_written_ = true;
		}

		void unlock()
		{
			me_.told.step([&] {
				if (has_written_)
					page_.written.push_back(to_write_);
				return page_.is_locked = false;
			});
		}

		void flush()
		{
			me_.told.step([&] {
				const auto is_same = [&](const ReservationOnPage &each) {
					return each.last_value == to_write_.last_value &&
						   each.log_cnt == to_write_.log_cnt;
				};
				const auto last =
					std::find_if(page_.written.rbegin(), page_.written.rend(), is_same);
				if (last != page_.written.rend())
					page_.written.erase(page_.written.begin(), last.base() - 1);
				return true;
			});
		}

	  private:
		Server &server_;
		Process &me_;
		Page &page_;
		KnownReservation known_ = me_.known;
		ReservationOnPage to_write_{};
		std::int64_t unix_s_ = 0;
		bool is_looking_ = false, has_written_ = false;
	};

	[[nodiscard]] UnixTime now() const
	{
		return {scenario_->clock[clock_], 0};
	}

	void set_clock()
	{
		++clock_;
		if (now().s < greatest_clock_s_ - largest_lag_s)
		{
			++era_;
			for (Page &page : pages_)
				page.newest_given = {};
			newest_of_run_ = {};
			newest_bound_s_ = 0;
			greatest_clock_s_ = now().s;
		}
		greatest_clock_s_ = std::max(greatest_clock_s_, now().s);
	}

	// Nothing is left of the shared memory and the processes; of the pages, what was written then.
	void crash(std::size_t first, std::size_t second)
	{
		--crashes_left_;
		generator_ = {};
		announced_ = 0;
		++incarnation_;
		newest_of_run_ = {};
		pages_[0].written = {pages_[0].written[first]};
		pages_[1].written = {pages_[1].written[second]};
		for (Page &page : pages_)
			page.is_locked = false;
		for (std::size_t i = 0; i < processes_.size(); ++i)
		{
			processes_[i] = {};
			processes_[i].left = scenario_->processes[i].ids_after_crash;
		}
	}

	// One step of a process; false if it has to wait, or has made all of its ids.
	bool go_on(std::size_t number)
	{
		Process &process = processes_[number];
		Page &page = pages_[scenario_->processes[number].database];
		if (process.left == 0)
			return false;
		if (process.told.bytes().empty())
		{
			process.above = std::max(page.newest_given, newest_of_run_);
			process.above_bound_s = newest_bound_s_;
			process.era_begun = era_;
		}
		const std::size_t told = process.told.bytes().size();
		process.told.begin_run();
		Steps steps(*this, number);
		try
		{
			if (scenario_->makes_bounds && number + 1 == processes_.size())
				give_out_bound(process, make_bound(steps));
			else
				give_out(process, page, make(steps));
		} catch (const Paused &)
		{
			return process.told.bytes().size() > told;
		}
		process.known = steps.known();
		process.told.forget();
		--process.left;
		return true;
	}

	// The id, and its second.
	std::pair<Id, std::int64_t> make(Steps &steps)
	{
		return std::apply(
			[&](auto... layout) {
				Id id{};
				if (make_id(steps, id, layout...) != GeneratorStatus::ok)
					violation_ = "an id was not made";
				return std::pair(id, steps.unix_s());
			},
			layout_);
	}

	void give_out(const Process &process, Page &page, std::pair<Id, std::int64_t> made)
	{
		const auto [id, unix_s] = made;
		if (process.era_read != era_)
			return; // its reading was before the clock was last set back by more than a minute
		if (unix_s > greatest_clock_s_ + largest_lead_s)
			violation_ = "the time of an id is too far ahead";
		if (process.era_begun == era_ && id <= process.above)
			violation_ = "an id is not above those before";
		if (process.era_begun == era_ && unix_s < process.above_bound_s)
			violation_ = "an id is below a bound";
		page.newest_given = std::max(page.newest_given, id);
		newest_of_run_ = std::max(newest_of_run_, id);
	}

	void give_out_bound(const Process &process, UnixTime bound)
	{
		if (process.era_read == era_)
			newest_bound_s_ = std::max(newest_bound_s_, bound.s);
	}

	const Scenario *scenario_;
	std::tuple<Layout...> layout_;
	std::size_t clock_ = 0;
	std::int64_t greatest_clock_s_; // of this era
	int era_ = 1;                   // begins when the clock is set back by more than a minute
	int crashes_left_;
	std::array<Page, 2> pages_; // of two databases
	std::vector<Process> processes_;
	Generator generator_{};
	std::uint8_t draws_ = 0;
	std::uint32_t announced_ = 0, incarnation_ = 8;
	Id newest_of_run_{}; // that was given out in this era and incarnation
	std::int64_t newest_bound_s_ = 0;
	std::string_view violation_;
};

// A page of this incarnation, which all processes have seen.
constexpr Reservation seen{t + 1, t, 8};

const Scenario scenarios[] = {
	{.what = "the clock stands", .clock = {t}, .crashes = 0, .processes = two_twice},
	{.what = "three processes",
	 .clock = {t, t + 1},
	 .crashes = 0,
	 .processes = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}},
	 .page = seen},
	{.what = "back by a minute", .clock = {t, t - 60}, .processes = two_twice},
	{.what = "in two databases", .clock = {t, t - 60}, .processes = two_databases, .is_long = true},
	{.what = "two begin anew",
	 .clock = {t, t - 60},
	 .processes = {{0, 1, 1}, {0, 0, 1}},
	 .is_long = true},
	{.what = "ids run ahead", .clock = {t, t + 1}, .processes = two_twice, .is_full = true},
	{.what = "two crashes in a second",
	 .clock = {t, t + 1},
	 .crashes = 2,
	 .processes = {{0, 2, 2}},
	 .is_full = true},
	{.what = "an hour ahead, at first", .clock = {t + hour, t}},
	{.what = "an hour ahead, for a moment", .clock = {t + hour, t}, .page = seen},
	{.what = "a process that sleeps meanwhile",
	 .clock = {t + hour, t},
	 .crashes = 0,
	 .processes = {{0, 2, 0}, {0, 1, 0}},
	 .page = seen},
	{.what = "and then a minute behind", .clock = {t + hour, t, t - 60}, .page = seen},
	{.what = "an hour ahead, after a look",
	 .clock = {t, t + hour, t, t - 60},
	 .processes = {{0, 2, 1}, {0, 1, 0}},
	 .page = {t, t - 1, 8},
	 .is_long = true},
	{.what = "an hour ahead, in two databases",
	 .clock = {t + hour, t},
	 .processes = two_databases,
	 .page = seen},
	{.what = "forward by an hour", .clock = {t, t + hour, t + hour - 60}, .page = seen},
	{.what = "bounds", .clock = {t, t + 1, t - 30}, .makes_bounds = true, .is_long = true},
	{.what = "set by setval()", .clock = {t, t - 60}, .page = {t + 1, t, 0}},
	{.what = "set far ahead", .clock = {t, t - 60}, .page = {9 * t, 9 * t - 1, 0}},
};

// One kind of id walks through all scenarios, the others through every third one, each through
// another.
template <typename Id, typename Generator, typename... Layout>
void
walk_all(const char *function, std::size_t turn, Layout... layout)
{
	const bool is_first = std::is_same_v<Generator, ObjectIdGenerator>;
	const std::size_t turns = is_first ? 1 : testing::repeated<std::size_t>(3, 1);
	for (std::size_t i = turn % turns; i < std::size(scenarios); i += turns)
	{
		const Scenario &scenario = scenarios[i];
		if (scenario.is_long && !is_first)
			continue;
		EXPECT_EQ(testing::walk(Server<Id, Generator, Layout...>(scenario, layout...)), "")
			<< function << ", " << scenario.what;
	}
}

TEST(NewIdSteps, AllOrders)
{
	walk_all<ObjectId, ObjectIdGenerator>("gen_objectid()", 0);
	walk_all<Uuid, UuidV6Generator>("uuid_v6()", 0);
	walk_all<Uuid, UuidV7Generator>("uuid_v7()", 1);
	walk_all<Uuid, Draft01Generator>("uuid_v7_draft01()", 2, draft01_layout(7, "ms", 0));
}

// A process that slept between its reading of the clock and its turn is no step back of the clock.
// Nor is a reading of a clock that was an hour ahead and has been set right.
TEST(NewIdSteps, OldReading)
{
	ObjectIdGenerator generator;
	testing::EndlessRandom random;
	const auto clock = [] { return UnixTime{t, 0}; };
	for (const std::int64_t reading_s : {t, t - hour, t + hour})
	{
		const auto made = make_in_turn<ObjectId>(generator, UnixTime{reading_s, 0}, clock, random);
		EXPECT_EQ(made.reading, clock());
		EXPECT_EQ(made.seconds.unix_s, t);
	}
}

} // namespace
} // namespace objectid::new_id_steps_test

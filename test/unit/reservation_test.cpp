// The reservation of seconds for ids: what becomes of it, and that the ids of one incarnation of
// the server are above those of the incarnations before, whatever processes and clock do.
// SPDX-License-Identifier: PostgreSQL
#include "core/reservation.hpp"
#include "core/draft01_generator.hpp"
#include "core/objectid_generator.hpp"
#include "core/uuid_generator.hpp"

#include "fake_random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <tuple>

namespace objectid {
namespace {

using testing::EndlessRandom;
using Status = GeneratorStatus;
using Move = ReservationMove;

constexpr std::int64_t t = 1'763'600'000;

struct ChangeCase
{
	const char *what;
	Reservation old;
	std::uint32_t incarnation;
	IdSeconds id;
	std::int64_t now_s;
	Move move;
	Reservation expected;
};

// doc/guarantees.md, "Restarts and failovers", says how far it is ahead.
static_assert(largest_reserved_ahead_s == 2);

// The second of an id, the greatest reading of its generator, the reading that it was made of.
TEST(Reservation, Changes)
{
	constexpr IdSeconds now = seconds_of_reading(t);
	constexpr IdSeconds next = seconds_of_reading(t + 1);
	constexpr IdSeconds years_ahead = seconds_of_reading(t + 315'360'000);
	const ChangeCase cases[] = {
		{"the same second", {t + 1, t, 7}, 7, now, t, Move::kept, {t + 1, t, 7}},
		{"the next second", {t + 1, t, 7}, 7, next, t + 1, Move::extended, {t + 2, t + 1, 7}},
		{"much later",
		 {t + 1, t, 7},
		 7,
		 seconds_of_reading(t + 99),
		 t + 99,
		 Move::extended,
		 {t + 100, t + 99, 7}},
		{"an earlier second",
		 {t + 2, t, 7},
		 7,
		 seconds_of_reading(t - 5),
		 t - 5,
		 Move::kept,
		 {t + 2, t, 7}},
		{"an id ahead of the clock",
		 {t + 1, t, 7},
		 7,
		 {t + 1, t, t},
		 t,
		 Move::extended,
		 {t + 2, t, 7}},
		// The clock has come to where ids were ahead of it: now it is the greatest reading.
		{"a reading in the last second",
		 {t + 2, t, 7},
		 7,
		 next,
		 t + 1,
		 Move::extended,
		 {t + 2, t + 1, 7}},

		{"clock back by 60 s", {t + 1, t, 7}, 7, {t, t, t - 60}, t - 60, Move::kept, {t + 1, t, 7}},
		{"by 61 s",
		 {t + 1, t, 7},
		 7,
		 seconds_of_reading(t - 61),
		 t - 61,
		 Move::set_back,
		 {t - 60, t - 61, 7}},
		// Another generator is still at a reading that is not so far away.
		{"by 61 s, for a generator that waits it out",
		 {t + 1, t, 7},
		 7,
		 {t - 30, t - 30, t - 61},
		 t - 61,
		 Move::set_back,
		 {t - 29, t - 30, 7}},
		{"by 61 s when the reading was old",
		 {t + 1, t, 7},
		 7,
		 seconds_of_reading(t - 61),
		 t,
		 Move::kept,
		 {t + 1, t, 7}},

		// The clock was put right after the id was made.
		{"years ahead", {t + 1, t, 7}, 7, years_ahead, t, Move::refused, {t + 1, t, 7}},
		{"years ahead, first look", {t + 1, t, 7}, 8, years_ahead, t, Move::refused, {t + 1, t, 7}},
		{"years ahead, as was the page",
		 {t + 315'360'001, t + 315'360'000, 7},
		 7,
		 years_ahead,
		 t,
		 Move::refused,
		 {t + 315'360'001, t + 315'360'000, 7}},
		{"61 s ahead",
		 {t + 1, t, 7},
		 7,
		 seconds_of_reading(t + 61),
		 t,
		 Move::refused,
		 {t + 1, t, 7}},
		{"60 s ahead",
		 {t + 1, t, 7},
		 7,
		 seconds_of_reading(t + 60),
		 t,
		 Move::extended,
		 {t + 61, t + 60, 7}},

		{"no reservation yet", {1, 0, 0}, 7, now, t, Move::taken, {1, 0, 7}},
		{"new incarnation", {t + 1, t, 7}, 8, now, t, Move::taken, {t + 1, t, 8}},
		{"later", {t + 1, t, 7}, 8, seconds_of_reading(t + 99), t + 99, Move::taken, {t + 1, t, 8}},
		{"60 s behind",
		 {t + 2, t, 7},
		 8,
		 seconds_of_reading(t - 60),
		 t - 60,
		 Move::taken,
		 {t + 2, t, 8}},
		{"61 s behind",
		 {t + 2, t, 7},
		 8,
		 seconds_of_reading(t - 61),
		 t - 61,
		 Move::set_back,
		 {t - 60, t - 61, 8}},

		// By setval() or pg_upgrade: no reading of the clock came with it.
		{"set, one second ahead", {t + 1, t, 0}, 7, now, t, Move::taken, {t + 1, t, 7}},
		{"set, two seconds ahead", {t + 2, t + 1, 0}, 7, now, t, Move::set_back, {t + 1, t, 7}},
		{"set, years ahead", {t * 9, t * 9 - 1, 0}, 7, now, t, Move::set_back, {t + 1, t, 7}},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		const ReservationChange change = change_of_reservation(c.old, c.incarnation, c.id, c.now_s);
		EXPECT_EQ(change.move, c.move);
		EXPECT_EQ(change.reservation.end_s, c.expected.end_s);
		EXPECT_EQ(change.reservation.greatest_s, c.expected.greatest_s);
		EXPECT_EQ(change.reservation.incarnation, c.expected.incarnation);
	}
}

TEST(Reservation, ReservedSeconds)
{
	const ReservedSeconds reserved = reserved_by({t + 2, t, 7});
	EXPECT_TRUE(reserved.contain({t, t, t}));
	EXPECT_TRUE(reserved.contain({t + 1, t, t - 60}));
	EXPECT_FALSE(reserved.contain({t + 2, t, t}));
	EXPECT_FALSE(reserved.contain({t + 1, t + 1, t}));
	EXPECT_FALSE(reserved.contain({t, t, t - 61}));
	EXPECT_FALSE(ReservedSeconds{}.contain({0, 0, 0}));
	EXPECT_FALSE(ReservedSeconds{}.contain({-t, -t, -t}));
	EXPECT_TRUE(all_seconds.contain({-t, -t, -t}));
	EXPECT_TRUE(all_seconds.contain({t, t, t}));
}

// A process that finds too little reserved announces a change before it reads the clock. Otherwise
// what the page says is enough.
TEST(Reservation, AnnouncedBeforeTheReading)
{
	std::string events;
	const auto announce = [&events] { events += 'a'; };
	std::int64_t now_s = t;
	const auto clock = [&events, &now_s] {
		events += 'c';
		return UnixTime{now_s, 0};
	};
	const Reservation old{t + 1, t, 7};
	EXPECT_EQ(reserve(old, 7, seconds_of_reading(t), announce, clock).move, Move::kept);
	EXPECT_EQ(reserve(old, 7, {t, t, t - 60}, announce, clock).move, Move::kept);
	EXPECT_EQ(events, "");

	now_s = t + 1;
	EXPECT_EQ(reserve(old, 7, seconds_of_reading(t + 1), announce, clock).move, Move::extended);
	EXPECT_EQ(events, "ac");
	EXPECT_EQ(reserve(old, 8, seconds_of_reading(t), announce, clock).move, Move::taken);
	EXPECT_EQ(events, "acac");
	now_s = t - 61;
	EXPECT_EQ(reserve(old, 7, seconds_of_reading(t - 61), announce, clock).move, Move::set_back);
	EXPECT_EQ(events, "acacac");
	// The second reading counts, not that of the id.
	now_s = t - 100;
	EXPECT_EQ(reserve(old, 7, seconds_of_reading(t + 1), announce, clock).move, Move::refused);
	EXPECT_EQ(events, "acacacac");
}

std::uint64_t
seed()
{
	const char *given = std::getenv("OBJECTID_SEED");
	return given ? std::stoull(given) : std::random_device{}();
}

// A server with one database and some processes, one event of one process at a time, as
// src/pg/new_id.hpp tells it. Within an hour or so the clock leaps, and is set back, but never to
// more than a minute before its greatest reading; then it is set back by ten hours, which begins
// another era of the clock.
template <typename Id, typename Generator, typename... Kind>
class Server
{
  public:
	explicit Server(std::uint64_t seed_of_run, Kind... kind)
		: random_(seed_of_run), choice_(seed_of_run + 1), kind_(kind...)
	{}

	void run()
	{
		for (event_ = 0; event_ < 100'000 && !::testing::Test::HasFatalFailure(); ++event_)
		{
			move_clock();
			if (choose(300) == 0)
				restart();
			go_on(processes_[choose(processes_.size())]);
		}
		EXPECT_GT(given_, 10'000);
		EXPECT_GT(refused_, 0);
		EXPECT_GT(waited_, 0);
	}

  private:
	enum class At : std::uint8_t
	{
		beginning,
		reading,
		turn,
		giving,
		looking,
	};

	struct Process
	{
		At at = At::beginning;
		Id above{}; // the greatest one of this era that was given out before this one was begun
		int era_begun = 0, era_read = 0;
		UnixTime reading{};
		Id id{};
		IdSeconds seconds{};
		ReservedSeconds known{};
		std::uint32_t announced = 0;
		bool is_known = false;
	};

	std::uint64_t choose(std::uint64_t of)
	{
		return choice_.number() % of;
	}

	void move_clock()
	{
		now_ms_ += static_cast<std::int64_t>(choose(200));
		if (choose(50) == 0)
			now_ms_ += static_cast<std::int64_t>(choose(100'000));
		else if (choose(50) == 0)
			now_ms_ = greatest_ms_ - static_cast<std::int64_t>(choose(60'000));
		greatest_ms_ = std::max(greatest_ms_, now_ms_);
		if (choose(1'000) != 0)
			return;
		now_ms_ -= 36'000'000;
		greatest_ms_ = now_ms_;
		newest_ = {};
		++era_;
	}

	[[nodiscard]] UnixTime clock() const
	{
		return {now_ms_ / ms_per_s, static_cast<std::uint32_t>(now_ms_ % ms_per_s) * ns_per_ms};
	}

	// Nothing is left of the shared memory and the processes.
	void restart()
	{
		generator_ = {};
		processes_ = {};
		announced_ = 0;
		++incarnation_;
	}

	void go_on(Process &process)
	{
		switch (process.at)
		{
		case At::beginning:
			process.above = newest_;
			process.era_begun = era_;
			if (!process.is_known)
				look(process, seconds_of_reading(clock().s));
			process.at = At::reading;
			break;
		case At::reading:
			process.reading = clock();
			process.era_read = era_;
			process.at = At::turn;
			break;
		case At::turn:
			take_turn(process);
			break;
		case At::giving:
			process.at = At::looking;
			if (process.known.contain(process.seconds) && process.announced == announced_)
				give_out(process);
			break;
		case At::looking:
			process.at = At::reading;
			if (look(process, process.seconds))
				give_out(process);
			break;
		}
	}

	void take_turn(Process &process)
	{
		const auto clock_in_turn = [this, &process] {
			process.era_read = era_;
			return clock();
		};
		Status status{};
		std::apply(
			[&](auto... kind) {
				status = next_after_waiting(generator_, process.reading, clock_in_turn, random_,
											process.id, kind...);
				process.seconds = {generator_.newest_unix_s(kind...),
								   generator_.greatest_reading_s(kind...), process.reading.s};
			},
			kind_);
		process.at = status == Status::ok ? At::giving : At::reading;
		waited_ += status == Status::ahead_of_clock;
		ASSERT_TRUE(status == Status::ok || status == Status::ahead_of_clock);
	}

	bool look(Process &process, const IdSeconds &seconds)
	{
		const bool knew = process.is_known;
		const Reservation old = page_;
		const ReservationChange change = reserve(
			old, incarnation_, seconds, [this] { ++announced_; }, [this] { return clock(); });
		if (change.move == Move::taken)
			generator_.advance(clock(), {old.greatest_s, 0}, {old.end_s, 0});
		refused_ += change.move == Move::refused;
		if (change.move == Move::refused)
			return false;
		page_ = change.reservation;
		EXPECT_GT(page_.end_s, page_.greatest_s);
		EXPECT_LE(page_.end_s, page_.greatest_s + largest_reserved_ahead_s);
		process.known = reserved_by(page_);
		process.announced = announced_;
		process.is_known = true;
		return knew && change.move != Move::taken;
	}

	void give_out(Process &process)
	{
		process.at = At::beginning;
		++given_;
		if (process.era_read != era_)
			return; // its reading was before the clock was last set back by hours
		if (process.era_begun == era_)
		{
			ASSERT_GT(process.id, process.above) << "event " << event_;
		}
		ASSERT_LE(process.seconds.unix_s, greatest_ms_ / ms_per_s + largest_lead_s)
			<< "event " << event_;
		ASSERT_LT(process.seconds.unix_s, page_.end_s) << "event " << event_;
		newest_ = std::max(newest_, process.id);
	}

	EndlessRandom random_, choice_;
	std::tuple<Kind...> kind_;
	std::int64_t now_ms_ = t * ms_per_s, greatest_ms_ = now_ms_;
	int era_ = 1, event_ = 0;
	Id newest_{}; // of those that were read and given out in this era
	Reservation page_{1, 0, 0};
	Generator generator_{};
	std::uint32_t announced_ = 0, incarnation_ = 1;
	std::array<Process, 4> processes_{};
	int given_ = 0, refused_ = 0, waited_ = 0;
};

template <typename Id, typename Generator, typename... Kind>
void
check_incarnations(const char *what, Kind... kind)
{
	const std::uint64_t seed_of_run = seed();
	SCOPED_TRACE(::testing::Message() << what << ", OBJECTID_SEED=" << seed_of_run);
	Server<Id, Generator, Kind...>(seed_of_run, kind...).run();
}

TEST(Reservation, Incarnations)
{
	check_incarnations<ObjectId, ObjectIdGenerator>("gen_objectid()");
	check_incarnations<Uuid, UuidV6Generator>("uuid_v6()");
	check_incarnations<Uuid, UuidV7Generator>("uuid_v7()");
	for (const Draft01Layout &layout : draft01_layouts)
		check_incarnations<Uuid, Draft01Generator>("the draft", &layout);
}

constexpr UnixTime
at(std::int64_t unix_s)
{
	return {unix_s, 0};
}

// The first id after a restart is of the first second that was not reserved, with all of its random
// bits and a counter that begins as in any tick.
TEST(Reservation, FirstIdOfAnIncarnation)
{
	EndlessRandom random;
	Uuid id{};
	ObjectId objectid{};

	ObjectIdGenerator generator;
	generator.advance(at(t - 60), at(t), at(t + 1));
	ASSERT_EQ(generator.next(at(t - 60), random, objectid), Status::ok);
	EXPECT_EQ(objectid.unix_s(), t + 1);

	UuidV7Generator v7;
	v7.advance(at(t - 60), at(t), at(t + 1));
	ASSERT_EQ(v7.next(at(t - 60), random, id), Status::ok);
	EXPECT_EQ(id.head(), std::uint64_t{t + 1} * ms_per_s << 12);
	EXPECT_GT(id.tail(), std::uint64_t{1} << 40);

	UuidV6Generator v6;
	v6.advance(at(t - 60), at(t), at(t + 1));
	ASSERT_EQ(v6.next(at(t - 60), random, id), Status::ok);
	EXPECT_EQ(pg_us_from_gregorian_ticks(id.head()), pg_us_from_unix_s(t + 1));

	for (const char *precision : {"ms", "us", "ns"})
	{
		const Draft01Layout *layout = draft01_layout(7, precision, 0);
		Draft01Generator draft;
		draft.advance(at(t - 60), at(t), at(t + 1));
		ASSERT_EQ(draft.next(layout, at(t - 60), random, id), Status::ok);
		Draft01Generator fresh;
		Uuid expected{};
		ASSERT_EQ(fresh.next(layout, at(t + 1), random, expected), Status::ok);
		EXPECT_EQ(id.high(), expected.high()); // time and counter
	}
}

// A generator that is ahead already stays there while the clock is up to a minute behind. One that
// has yet to go back with the clock does so, whatever the clock does then.
template <typename Id, typename Generator, typename... Kind>
void
check_advance(Kind... kind)
{
	EndlessRandom random;
	Generator generator;
	Id before{}, after{};
	ASSERT_EQ(generator.next(kind..., at(t + 9), random, before), Status::ok);
	generator.advance(at(t - 40), at(t), at(t + 2));
	ASSERT_EQ(generator.next(kind..., at(t - 40), random, after), Status::ok);
	EXPECT_GT(after, before);
	EXPECT_EQ(generator.newest_unix_s(kind...), t + 9);
	EXPECT_EQ(generator.greatest_reading_s(kind...), t + 9);

	generator.advance(at(t - 100), at(t - 100), at(t - 100));
	ASSERT_EQ(generator.next(kind..., at(t - 110), random, after), Status::ok);
	EXPECT_EQ(generator.newest_unix_s(kind...), t - 100);
	EXPECT_EQ(generator.greatest_reading_s(kind...), t - 100);
	generator.advance(at(t - 100), at(t - 90), at(t - 89));
	EXPECT_EQ(generator.greatest_reading_s(kind...), t - 90);
	ASSERT_EQ(generator.next(kind..., at(t - 110), random, after), Status::ok);
	EXPECT_EQ(generator.newest_unix_s(kind...), t - 89);
}

TEST(Reservation, AdvanceNeverSetsBack)
{
	check_advance<ObjectId, ObjectIdGenerator>();
	check_advance<Uuid, UuidV6Generator>();
	check_advance<Uuid, UuidV7Generator>();
	for (const Draft01Layout &layout : draft01_layouts)
		check_advance<Uuid, Draft01Generator>(&layout);
}

// When the clock was set back far, the random bytes of ids are drawn anew.
TEST(Reservation, AdvanceWhenSetBack)
{
	EndlessRandom random;
	ObjectIdGenerator generator;
	ObjectId before{}, after{};
	ASSERT_EQ(generator.next(at(t), random, before), Status::ok);
	generator.advance(at(t - 61), at(t - 61), at(t - 61));
	ASSERT_EQ(generator.next(at(t - 61), random, after), Status::ok);
	EXPECT_EQ(random.calls(), 2u);
}

} // namespace
} // namespace objectid

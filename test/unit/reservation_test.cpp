// The reservation of seconds for ids: what becomes of it. The first ids after a restart:
// newest_tick_test.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "core/reservation.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace objectid::reservation_test {
namespace {

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

// As the server writes the page of a sequence, and as it comes back from ours.
TEST(Reservation, OnPage)
{
	for (const Reservation &reservation : {Reservation{t + 1, t, 7}, Reservation{t + 2, t, ~0U}})
	{
		const Reservation read = reservation_from_page(reservation_to_page(reservation));
		EXPECT_EQ(read.end_s, reservation.end_s);
		EXPECT_EQ(read.greatest_s, reservation.greatest_s);
		EXPECT_EQ(read.incarnation, reservation.incarnation);
	}
	for (const std::int64_t log_cnt : {0, 1, 32})
	{
		const Reservation read = reservation_from_page({t, log_cnt});
		EXPECT_EQ(read.end_s, t);
		EXPECT_EQ(read.greatest_s, log_cnt < 2 ? t - 1 : t - 2);
		EXPECT_EQ(read.incarnation, 0U);
	}
	// Whatever a sequence can be set to.
	for (const std::int64_t last_value :
		 {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
	{
		const Reservation read = reservation_from_page({last_value, 0});
		EXPECT_LT(read.greatest_s, read.end_s);
		const ReservationChange change = change_of_reservation(read, 7, seconds_of_reading(t), t);
		EXPECT_EQ(change.move, last_value < 0 ? Move::taken : Move::set_back);
		EXPECT_FALSE(reserved_by(change.reservation).contain(seconds_of_reading(t + 1)));
	}
}

} // namespace
} // namespace objectid::reservation_test

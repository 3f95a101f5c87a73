// The reservation of seconds for ids: what becomes of it. The first ids after a restart:
// newest_tick_test.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "core/reservation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace objectid {

// Of EXPECT_EQ
static bool
operator==(const Reservation &a, const Reservation &b)
{
	return a.end_s == b.end_s && a.greatest_s == b.greatest_s && a.incarnation == b.incarnation;
}

namespace reservation_test {
namespace {

using Move = ReservationMove;

constexpr std::int64_t t = 1'763'600'000;

struct ChangeCase
{
	const char *what;
	Reservation old;
	std::uint32_t incarnation;
	IdSeconds id;
	Move move;
	Reservation expected;
	std::optional<std::int64_t> now_s{}; // unless the clock shows what the id was made of
};

// doc/guarantees.md, "Restarts and failovers", says how far it is ahead.
static_assert(largest_reserved_ahead_s == 2);

TEST(Reservation, Changes)
{
	constexpr Reservation one{t + 1, t, 7}, two{t + 2, t, 7};
	constexpr std::int64_t year_10 = t + 315'360'000;
	constexpr auto of = seconds_of_reading;
	const ChangeCase cases[] = {
		{"the same second", one, 7, of(t), Move::kept, one},
		{"the next second", one, 7, of(t + 1), Move::extended, {t + 2, t + 1, 7}},
		{"an earlier second", two, 7, of(t - 5), Move::kept, two},
		{"an id ahead of the clock", one, 7, {t + 1, t, t}, Move::extended, two},
		// The clock has come to where ids were ahead of it: now it is the greatest reading.
		{"a reading in the last second", two, 7, of(t + 1), Move::extended, {t + 2, t + 1, 7}},

		{"clock back by 60 s", one, 7, {t, t, t - 60}, Move::kept, one},
		{"by 61 s", one, 7, of(t - 61), Move::set_back, {t - 60, t - 61, 7}},
		// Another generator is still at a reading that is not so far away.
		{"which a generator waits out",
		 one,
		 7,
		 {t - 30, t - 30, t - 61},
		 Move::set_back,
		 {t - 29, t - 30, 7}},
		{"by 61 s when the reading was old", one, 7, of(t - 61), Move::kept, one, t},

		// The clock was put right after the id was made.
		{"years ahead", one, 7, of(year_10), Move::refused, one, t},
		{"years ahead, first look", one, 8, of(year_10), Move::refused, one, t},
		{"years ahead, as was the page",
		 {year_10 + 1, year_10, 7},
		 7,
		 of(year_10),
		 Move::refused,
		 {year_10 + 1, year_10, 7},
		 t},
		{"61 s ahead", one, 7, of(t + 61), Move::refused, one, t},
		{"60 s ahead", one, 7, of(t + 60), Move::extended, {t + 61, t + 60, 7}, t},

		{"no reservation yet", {1, 0, 0}, 7, of(t), Move::taken, {1, 0, 7}},
		{"new incarnation", one, 8, of(t), Move::taken, {t + 1, t, 8}},
		{"60 s behind", two, 8, of(t - 60), Move::taken, {t + 2, t, 8}},
		{"61 s behind", two, 8, of(t - 61), Move::set_back, {t - 60, t - 61, 8}},

		// By setval() or pg_upgrade: no reading of the clock came with it.
		{"set, one second ahead", {t + 1, t, 0}, 7, of(t), Move::taken, one},
		{"set, two seconds ahead", {t + 2, t + 1, 0}, 7, of(t), Move::set_back, one},
		{"set, years ahead", {t * 9, t * 9 - 1, 0}, 7, of(t), Move::set_back, one},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.what);
		const ReservationChange change =
			change_of_reservation(c.old, c.incarnation, c.id, c.now_s.value_or(c.id.reading_s));
		EXPECT_EQ(change.move, c.move);
		EXPECT_EQ(change.reservation, c.expected);
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
		EXPECT_EQ(reservation_from_page(reservation_to_page(reservation)), reservation);
	for (const std::int64_t log_cnt : {0, 1, 32})
		EXPECT_EQ(reservation_from_page({t, log_cnt}),
				  (Reservation{t, log_cnt < 2 ? t - 1 : t - 2, 0}));
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
} // namespace reservation_test
} // namespace objectid

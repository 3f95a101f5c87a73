// Time predicates as ranges of ids, against the predicate on the time of each id.
// SPDX-License-Identifier: PostgreSQL
#include "core/time_range.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"
#include "uint128.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace objectid {

// As GoogleTest shows them.
static void
PrintTo(const TimeRange &range, std::ostream *out)
{
	*out << '[' << range.from_pg_us << ", " << range.to_pg_us << ')';
}

namespace time_range_test {
namespace {

using testing::digits_of;
using testing::EndlessRandom;
using testing::id_of;
using testing::number_of;
using number128 = testing::uint128;

constexpr std::int64_t unix_epoch_pg_us = -946'684'800'000'000;
constexpr std::int64_t gregorian_epoch_pg_us = -13'165'977'600'000'000; // 1582-10-15

// What the tests know of a kind, in plain arithmetic on its bytes: a second opinion on the layout
// (R1-2).
template <IdKind Kind>
struct Naive;

template <>
struct Naive<ObjectIdTime>
{
	static constexpr std::int64_t last_pg_us = 3'348'282'495'000'000; // 2106-02-07 06:28:15

	static std::optional<std::int64_t> pg_us(const ObjectId &id)
	{
		const auto unix_s = static_cast<std::int64_t>(number_of(id) >> 64);
		return unix_s * 1'000'000 + unix_epoch_pg_us;
	}

	static std::vector<ObjectId> ids_at(std::int64_t pg_us)
	{
		const auto unix_s = (pg_us - unix_epoch_pg_us) / 1'000'000;
		const auto first = static_cast<number128>(unix_s) << 64;
		const auto last = first | std::numeric_limits<std::uint64_t>::max();
		return {id_of<ObjectId>(first), id_of<ObjectId>(first + 1), id_of<ObjectId>(last - 1),
				id_of<ObjectId>(last)};
	}
};

// A uuid from the 60 bits around the version and the 62 behind the variant.
Uuid
uuid_of(unsigned version, number128 head, number128 tail)
{
	return id_of<Uuid>(head >> 12 << 80 | number128{version} << 76 | (head & 0xfff) << 64 |
					   number128{2} << 62 | tail);
}

constexpr number128 uuid_tail_max = (number128{1} << 62) - 1;

bool
is_of_version(const Uuid &id, unsigned version)
{
	return id.bytes[6] >> 4 == version && (id.bytes[8] & 0xc0) == 0x80;
}

number128
uuid_head(const Uuid &id)
{
	return number_of(id) >> 80 << 12 | (number_of(id) >> 64 & 0xfff);
}

template <>
struct Naive<UuidV6Time>
{
	static constexpr std::int64_t last_pg_us =
		102'126'172'860'684'697; // 5236-03-31 21:21:00.684697

	static std::optional<std::int64_t> pg_us(const Uuid &id)
	{
		if (!is_of_version(id, 6))
			return std::nullopt;
		return static_cast<std::int64_t>(uuid_head(id) / 10) + gregorian_epoch_pg_us;
	}

	static std::vector<Uuid> ids_at(std::int64_t pg_us)
	{
		const auto ticks = static_cast<number128>(pg_us - gregorian_epoch_pg_us) * 10;
		const auto last_tick = std::min(ticks + 9, (number128{1} << 60) - 1);
		return {uuid_of(6, ticks, 0), uuid_of(6, ticks, uuid_tail_max), uuid_of(6, ticks + 3, 5),
				uuid_of(6, last_tick, 0), uuid_of(6, last_tick, uuid_tail_max)};
	}
};

template <>
struct Naive<UuidV7Time>
{
	static constexpr std::int64_t last_pg_us = 280'528'291'910'655'000; // 10889-08-02 05:31:50.655

	static std::optional<std::int64_t> pg_us(const Uuid &id)
	{
		if (!is_of_version(id, 7))
			return std::nullopt;
		return static_cast<std::int64_t>(number_of(id) >> 80) * 1'000 + unix_epoch_pg_us;
	}

	static std::vector<Uuid> ids_at(std::int64_t pg_us)
	{
		const auto unix_ms = static_cast<number128>((pg_us - unix_epoch_pg_us) / 1'000);
		return {uuid_of(7, unix_ms << 12, 0), uuid_of(7, unix_ms << 12, uuid_tail_max),
				uuid_of(7, unix_ms << 12 | 0x800, 9), uuid_of(7, unix_ms << 12 | 0xfff, 0),
				uuid_of(7, unix_ms << 12 | 0xfff, uuid_tail_max)};
	}
};

template <typename Kind>
class TimeRangeOf : public ::testing::Test
{
  protected:
	using Id = typename Kind::Id;
	// Instants that an id can have, at the ends and inside.
	static std::vector<std::int64_t> unit_starts()
	{
		const auto unit = Kind::unit_us;
		const auto first = Kind::first_pg_us;
		const auto last = Naive<Kind>::last_pg_us;
		const auto middle = first + (last - first) / unit / 2 * unit;
		std::vector<std::int64_t> starts = {first,         first + unit, middle,
											middle + unit, last - unit,  last};
		if (unix_epoch_pg_us > first) // v6 reaches back to 1582
			starts.insert(starts.end(), {unix_epoch_pg_us - unit, unix_epoch_pg_us});
		starts.insert(starts.end(), {0, unit});
		return starts;
	}

	// Bounds in the middle of, at and around all of them, around the neighboring kinds' ends, and
	// at the ends of what timestamptz can hold.
	static std::vector<std::int64_t> instants()
	{
		std::set<std::int64_t> instants = {pg_us_minus_infinity,
										   pg_us_minus_infinity + 1, // no timestamptz, but a bound
										   -211'813'488'000'000'000, // 4714-11-24 BC, the first one
										   gregorian_epoch_pg_us,
										   unix_epoch_pg_us,
										   Naive<ObjectIdTime>::last_pg_us,
										   Naive<UuidV6Time>::last_pg_us,
										   Naive<UuidV7Time>::last_pg_us,
										   9'223'371'331'199'999'999, // last of 294276
										   pg_us_infinity - 1,
										   pg_us_infinity};
		for (const auto start : unit_starts())
			for (const auto us : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
								  Kind::unit_us / 2, Kind::unit_us - 1, Kind::unit_us})
				instants.insert(start + us);
		return {instants.begin(), instants.end()};
	}

	// The ends of each of those units, what lies beside them, and values of no kind in particular.
	static std::vector<Id> ids()
	{
		std::vector<Id> ids(2);
		ids[1].bytes.fill(0xff);
		for (const auto start : unit_starts())
			for (const auto &id : Naive<Kind>::ids_at(start))
			{
				ids.push_back(id);
				ids.push_back(id_of<Id>(number_of(id) + 1));
				ids.push_back(id_of<Id>(number_of(id) - 1));
			}
		EndlessRandom random;
		for (int i = 0; i < 50; ++i)
			random(ids.emplace_back().bytes);
		return ids;
	}

	static void expect_exact(const TimeRange &range, std::span<const Id> ids)
	{
		const auto shown = ::testing::PrintToString(range);
		const auto found = ids_within<Kind>(range);
		for (const auto &id : ids)
		{
			const auto pg_us = Naive<Kind>::pg_us(id);
			if (!pg_us)
				continue;
			const bool expected = range.from_pg_us <= *pg_us && *pg_us < range.to_pg_us;
			ASSERT_EQ(contains(range, *pg_us), expected) << *pg_us << " in " << shown;
			ASSERT_EQ(found.from && *found.from <= id && (!found.to || id < *found.to), expected)
				<< digits_of(id) << " of " << *pg_us << " in " << shown;
		}
		// As narrow as can be: the first one is in the range itself, the second one is not.
		if (!found.empty())
		{
			const auto pg_us = Naive<Kind>::pg_us(*found.from);
			ASSERT_TRUE(pg_us && contains(range, *pg_us)) << digits_of(*found.from) << shown;
		}
		if (found.to)
		{
			const auto pg_us = Naive<Kind>::pg_us(*found.to);
			ASSERT_TRUE(pg_us && *pg_us >= range.to_pg_us) << digits_of(*found.to) << shown;
		}
	}
};

using Kinds = ::testing::Types<ObjectIdTime, UuidV6Time, UuidV7Time>;
TYPED_TEST_SUITE(TimeRangeOf, Kinds);

TYPED_TEST(TimeRangeOf, KindAgreesWithItsBytes)
{
	using Kind = TypeParam;
	EXPECT_EQ(Kind::last_pg_us, Naive<Kind>::last_pg_us);
	for (const auto &id : TestFixture::ids())
		EXPECT_EQ(Kind::pg_us(id), Naive<Kind>::pg_us(id)) << digits_of(id);
	for (const auto start : TestFixture::unit_starts())
	{
		const auto unit = (start - Kind::first_pg_us) / Kind::unit_us;
		EXPECT_EQ(unit_of<Kind>(start), unit);
		EXPECT_EQ(unit_of<Kind>(start + Kind::unit_us - 1), unit);
		EXPECT_EQ(Kind::min(unit), Naive<Kind>::ids_at(start).front()) << start;
		EXPECT_EQ(Kind::max(unit), Naive<Kind>::ids_at(start).back()) << start;
	}
	for (const std::int64_t outside : {Kind::first_pg_us - 1, Kind::last_pg_us + Kind::unit_us,
									   pg_us_minus_infinity, pg_us_infinity})
		EXPECT_EQ(unit_of<Kind>(outside), std::nullopt) << outside;
}

TYPED_TEST(TimeRangeOf, EveryPairOfInstants)
{
	const auto ids = TestFixture::ids();
	const auto instants = TestFixture::instants();
	for (const auto lower : instants)
		for (const auto upper : instants)
		{
			TestFixture::expect_exact({.from_pg_us = lower, .to_pg_us = upper}, ids);
			ASSERT_FALSE(this->HasFatalFailure());
		}
}

TYPED_TEST(TimeRangeOf, Comparisons)
{
	using Kind = TypeParam;
	const auto ids = TestFixture::ids();
	for (const auto pg_us : TestFixture::instants())
		for (const auto &id : ids)
		{
			const auto time = Naive<Kind>::pg_us(id);
			if (!time)
				continue;
			const auto holds = [&](Comparison comparison) {
				const auto range = ids_within<Kind>(time_range_of(comparison, pg_us));
				return range.from && *range.from <= id && (!range.to || id < *range.to);
			};
			SCOPED_TRACE(digits_of(id) + " against " + std::to_string(pg_us));
			ASSERT_EQ(holds(Comparison::less), *time < pg_us);
			ASSERT_EQ(holds(Comparison::less_equal), *time <= pg_us);
			ASSERT_EQ(holds(Comparison::greater_equal), *time >= pg_us);
			ASSERT_EQ(holds(Comparison::greater), *time > pg_us);
		}
}

// "<= t" is "< next(t)", of every instant that timestamptz has.
TEST(TimeRange, NextInstant)
{
	EXPECT_EQ(next_pg_us(0), 1);
	EXPECT_EQ(next_pg_us(-1), 0);
	EXPECT_EQ(next_pg_us(pg_us_last - 1), pg_us_last);
	EXPECT_EQ(next_pg_us(pg_us_last), pg_us_infinity);
	EXPECT_EQ(next_pg_us(pg_us_infinity), pg_us_infinity);
	EXPECT_EQ(next_pg_us(pg_us_minus_infinity), pg_us_minus_infinity);
}

// The order of ids and times agrees with "<" and ">=", and is one of the times among themselves.
TYPED_TEST(TimeRangeOf, Places)
{
	using Kind = TypeParam;
	const auto ids = TestFixture::ids();
	const auto instants = TestFixture::instants();
	for (const auto pg_us : instants)
	{
		for (const auto &id : ids)
		{
			const auto time = Naive<Kind>::pg_us(id);
			ASSERT_TRUE(!time || (compare_place<Kind>(id, pg_us) < 0) == (*time < pg_us))
				<< digits_of(id) << " and " << pg_us;
		}
		const auto first = first_id<Kind>(pg_us);
		ASSERT_TRUE(!first || compare_place<Kind>(*first, pg_us) == 0) << pg_us;
		for (const auto other : instants)
		{
			const auto order = compare_places<Kind>(pg_us, other);
			const bool agrees = first ? order == compare_place<Kind>(*first, other)
									  : (order > 0) == first_id<Kind>(other).has_value();
			ASSERT_TRUE(agrees) << pg_us << " and " << other;
		}
	}
}

static_assert(commuted(Comparison::less) == Comparison::greater &&
			  commuted(Comparison::less_equal) == Comparison::greater_equal &&
			  commuted(Comparison::greater_equal) == Comparison::less_equal &&
			  commuted(Comparison::greater) == Comparison::less);

} // namespace
} // namespace time_range_test
} // namespace objectid

// The kinds of id that have a time: one struct says all that the rest needs to know of one.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "objectid.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>

namespace objectid {

// A kind of id, as far as its time goes. The time advances in units (a second, a millisecond, a
// microsecond); unit 0 begins at first_pg_us, the last one at last_pg_us, and every unit has a
// smallest and a largest id, min and max. pg_us is the time of an id, which is the start of its
// unit, or nothing for a value that has none. held_times says to a user, in a sentence, which
// times there are. The SQL functions of the kind begin with sql_prefix; version_test names the one
// that tells its values from others of the type, and is null where every value has a time.
template <typename Kind>
concept IdKind = std::same_as<decltype(Kind::unit_us), const std::int64_t> &&
	std::same_as<decltype(Kind::first_pg_us), const std::int64_t> &&
	std::same_as<decltype(Kind::last_pg_us), const std::int64_t> &&
	std::same_as<decltype(Kind::min(0)), typename Kind::Id> &&
	std::same_as<decltype(Kind::max(0)), typename Kind::Id> &&
	std::same_as<decltype(Kind::pg_us(typename Kind::Id{})), std::optional<std::int64_t>> &&
	std::same_as<decltype(Kind::held_times), const char *const> &&
	std::same_as<decltype(Kind::sql_prefix), const char *const> &&
	std::same_as<decltype(Kind::version_test), const char *const>;

struct ObjectIdTime
{
	using Id = ObjectId;
	static constexpr std::int64_t unit_us = us_per_s;
	static constexpr std::int64_t first_pg_us = pg_us_from_unix_s(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_unix_s(objectid_max_unix_s);
	static constexpr const char *held_times =
		"An objectid holds times from 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.";
	static constexpr const char *sql_prefix = "objectid";
	static constexpr const char *version_test = nullptr;

	static constexpr Id min(std::int64_t unix_s)
	{
		return ObjectId::from_parts(static_cast<std::uint64_t>(unix_s) << 32, 0);
	}

	static constexpr Id max(std::int64_t unix_s)
	{
		return ObjectId::from_parts(static_cast<std::uint64_t>(unix_s) << 32 | 0xffffffff,
									0xffffffff);
	}

	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		return pg_us_from_unix_s(id.unix_s());
	}
};

struct UuidV6Time
{
	using Id = Uuid;
	static constexpr std::int64_t unit_us = 1;
	static constexpr std::int64_t first_pg_us = pg_us_from_gregorian_ticks(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_gregorian_ticks(Uuid::head_max);
	static constexpr const char *held_times =
		"A UUID of version 6 holds times from 1582-10-15 00:00:00 "
		"to 5236-03-31 21:21:00.684697 UTC.";
	static constexpr const char *sql_prefix = "uuid_v6";
	static constexpr const char *version_test = "uuid_is_v6";

	static constexpr Id min(std::int64_t gregorian_us)
	{
		return Uuid::from_fields(6, first_tick(gregorian_us), 0);
	}

	// The last microsecond of all has only six ticks.
	static constexpr Id max(std::int64_t gregorian_us)
	{
		return Uuid::from_fields(
			6, std::min(first_tick(gregorian_us) + (gregorian_ticks_per_us - 1), Uuid::head_max),
			Uuid::tail_max);
	}

	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		if (!id.has_version(6))
			return std::nullopt;
		return pg_us_from_gregorian_ticks(id.head());
	}

  private:
	static constexpr std::uint64_t first_tick(std::int64_t gregorian_us)
	{
		return static_cast<std::uint64_t>(gregorian_us * gregorian_ticks_per_us);
	}
};

struct UuidV7Time
{
	using Id = Uuid;
	static constexpr std::int64_t unit_us = us_per_ms;
	static constexpr std::int64_t first_pg_us = pg_us_from_unix_ms(0);
	static constexpr std::int64_t last_pg_us = pg_us_from_unix_ms(uuid_v7_max_unix_ms);
	static constexpr const char *held_times =
		"A UUID of version 7 holds times from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655 UTC.";
	static constexpr const char *sql_prefix = "uuid_v7";
	static constexpr const char *version_test = "uuid_is_v7";

	static constexpr Id min(std::int64_t unix_ms)
	{
		return Uuid::from_fields(7, static_cast<std::uint64_t>(unix_ms) << 12, 0);
	}

	static constexpr Id max(std::int64_t unix_ms)
	{
		return Uuid::from_fields(7, static_cast<std::uint64_t>(unix_ms) << 12 | 0xfff,
								 Uuid::tail_max);
	}

	// To the millisecond: rand_a is no time that a reader may rely on (RFC 9562, section 6.2,
	// method 3).
	static constexpr std::optional<std::int64_t> pg_us(const Id &id)
	{
		if (!id.has_version(7))
			return std::nullopt;
		return pg_us_from_unix_ms(static_cast<std::int64_t>(id.head() >> 12));
	}
};

// The unit that an instant falls in; nothing when no id can hold it or it is infinite.
template <IdKind Kind>
[[nodiscard]] constexpr std::optional<std::int64_t>
unit_of(std::int64_t pg_us)
{
	if (pg_us < Kind::first_pg_us || pg_us > Kind::last_pg_us + (Kind::unit_us - 1))
		return std::nullopt;
	return (pg_us - Kind::first_pg_us) / Kind::unit_us;
}

} // namespace objectid

// Makes time-ordered UUIDs of versions 6 and 7, each greater than the one before.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "generator_status.hpp"
#include "newest_tick.hpp"
#include "random.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace objectid {

// A negative number for no tick, which compilers keep in a register, unlike an optional.
[[nodiscard]] constexpr std::int64_t
tick_or_negative(std::optional<std::uint64_t> tick)
{
	return tick ? static_cast<std::int64_t>(*tick) : -1;
}

class UuidV7Generator
{
  public:
	static constexpr std::size_t random_bytes_max = sizeof(std::uint32_t) + sizeof(std::uint64_t);

	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return newest_.is_far_from(now);
	}

	// A new id for what the clock shows (RFC 9562, section 6.2): ticks of 1/4096 ms (method 3), and
	// within one of them random bits that grow by a random increment (method 2), so that the time
	// need not run ahead of the clock and nobody can guess the neighbor of an id.
	//
	// When the random bits have no room left, the tick moves on by one. When the clock was set back
	// far, the generator goes back with it, with new random bits.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(UnixTime now, Random &random, Uuid &id)
	{
		std::int64_t tick = tick_or_negative(uuid_v7_tick(now));
		if (tick < 0)
			return GeneratorStatus::time_out_of_range;
		std::uint64_t rand_b = rand_b_;
		bool begins_tick = newest_.move(now, tick) != ClockMove::held;
		if (!begins_tick)
		{
			tick = newest_.tick();
			std::uint32_t drawn = 0;
			if (!draw(random, drawn))
				return GeneratorStatus::random_failed;
			const std::uint64_t increment = std::uint64_t{drawn} + 1;
			rand_b += increment;
			begins_tick = rand_b > Uuid::tail_max;
			if (begins_tick && ++tick > last_tick)
				return GeneratorStatus::time_out_of_range;
			if (newest_.is_too_far_ahead(now, tick / v7_ticks_per_s))
				return GeneratorStatus::ahead_of_clock;
		}
		if (begins_tick && !draw(random, rand_b))
			return GeneratorStatus::random_failed;
		newest_.take(now, tick);
		rand_b_ = rand_b & Uuid::tail_max;
		id = Uuid::from_fields(7, static_cast<std::uint64_t>(tick), rand_b_);
		return GeneratorStatus::ok;
	}

	[[nodiscard]] constexpr std::int64_t newest_unix_s() const
	{
		return newest_.tick() / v7_ticks_per_s;
	}

	[[nodiscard]] constexpr std::int64_t greatest_reading_s() const
	{
		return newest_.greatest_s();
	}

	// As ObjectIdGenerator::advance: as if the newest id were the last one of the tick before the
	// time's, in which the random bits have no room left.
	constexpr void advance(UnixTime now, UnixTime reading, UnixTime time)
	{
		if (newest_.is_set_back(now))
			*this = {};
		if (newest_.advance(reading.s, tick_or_negative(uuid_v7_tick(time)) - 1))
			rand_b_ = Uuid::tail_max;
	}

  private:
	static constexpr std::int64_t v7_ticks_per_s = ms_per_s << 12;
	static constexpr std::int64_t last_tick = Uuid::head_max;

	NewestTick<std::int64_t> newest_;
	std::uint64_t rand_b_ = 0; // of the newest id
};
static_assert(std::is_trivially_copyable_v<UuidV7Generator>);

class UuidV6Generator
{
  public:
	static constexpr std::size_t random_bytes_max = sizeof(std::uint64_t);

	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return newest_.is_far_from(now);
	}

	// A new id for what the clock shows, of a tick of its own: as clock sequence and node are drawn
	// anew for each id (RFC 9562, section 5.6), nothing but the tick keeps the order. It runs ahead
	// of the clock when ids are made faster than 10 in a microsecond. When the clock was set back
	// far, the generator goes back with it.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(UnixTime now, Random &random, Uuid &id)
	{
		std::int64_t ticks = tick_or_negative(uuid_v6_ticks(now));
		if (ticks < 0)
			return GeneratorStatus::time_out_of_range;
		const bool is_held = newest_.move(now, ticks) == ClockMove::held;
		if (is_held)
			ticks = newest_.tick() + 1;
		if (ticks > last_ticks)
			return GeneratorStatus::time_out_of_range;
		if (is_held && newest_.is_too_far_ahead(now, unix_s_of(ticks)))
			return GeneratorStatus::ahead_of_clock;
		std::uint64_t clock_seq_and_node = 0;
		if (!draw(random, clock_seq_and_node))
			return GeneratorStatus::random_failed;
		newest_.take(now, ticks);
		id = Uuid::from_fields(6, static_cast<std::uint64_t>(ticks),
							   (clock_seq_and_node & Uuid::tail_max) | uuid_node_multicast);
		return GeneratorStatus::ok;
	}

	[[nodiscard]] constexpr std::int64_t newest_unix_s() const
	{
		return unix_s_of(newest_.tick());
	}

	[[nodiscard]] constexpr std::int64_t greatest_reading_s() const
	{
		return newest_.greatest_s();
	}

	// As ObjectIdGenerator::advance.
	constexpr void advance(UnixTime now, UnixTime reading, UnixTime time)
	{
		if (newest_.is_set_back(now))
			*this = {};
		newest_.advance(reading.s, tick_or_negative(uuid_v6_ticks(time)) - 1);
	}

  private:
	[[nodiscard]] static constexpr std::int64_t unix_s_of(std::int64_t ticks)
	{
		return ticks / gregorian_ticks_per_s - unix_epoch_gregorian_ticks / gregorian_ticks_per_s;
	}

	static constexpr std::int64_t last_ticks = Uuid::head_max;

	NewestTick<std::int64_t> newest_;
};
static_assert(std::is_trivially_copyable_v<UuidV6Generator>);

// A new id of a given timestamptz, for back-filling: the first one of a generator, since the times
// come in any order and may be used often. So only random bits tell the ids of a tick apart.
template <typename Generator, RandomSource Random>
[[nodiscard]] constexpr GeneratorStatus
uuid_at(std::int64_t pg_us, Random &random, Uuid &id)
{
	return Generator{}.next(unix_time_from_pg_us(pg_us), random, id);
}

} // namespace objectid

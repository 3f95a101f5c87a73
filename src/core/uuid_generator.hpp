// Makes time-ordered UUIDs of versions 6 and 7, each greater than the one before in a process.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "clock_move.hpp"
#include "generator_status.hpp"
#include "random_source.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <cstdint>
#include <type_traits>

namespace objectid
{

// The random tail of a new tick: rand_b of version 7.
template <RandomSource Random>
[[nodiscard]] constexpr bool
draw_uuid_tail(Random &random, std::uint64_t &tail)
{
	if (!draw(random, tail))
		return false;
	tail &= Uuid::tail_max;
	return true;
}

// Clock sequence and node of version 6, drawn anew for each value (RFC 9562, section 5.6).
template <RandomSource Random>
[[nodiscard]] constexpr bool
draw_uuid_node(Random &random, std::uint64_t &clock_seq_and_node)
{
	if (!draw_uuid_tail(random, clock_seq_and_node))
		return false;
	clock_seq_and_node |= uuid_node_multicast;
	return true;
}

class UuidV7Generator
{
  public:
	// A new id for what the clock shows (RFC 9562, section 6.2): ticks of 1/4096 ms (method 3), and
	// within one of them a random step up in the random bits (method 2), so that the time need not
	// run ahead of the clock and nobody can guess the neighbour of an id.
	//
	// When the random bits have no room left, the tick moves on by one. A clock that steps back a
	// little is waited out at the last tick; a large step is followed with new random bits.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(UnixTime now, Random &random, Uuid &id)
	{
		const auto now_tick = uuid_v7_tick(now);
		if (!now_tick)
			return GeneratorStatus::time_out_of_range;
		const auto reading = static_cast<std::int64_t>(*now_tick);
		const ClockMove move = clock_move(latest_, reading, patience_ticks);
		std::int64_t tick = tick_;
		std::uint64_t rand_b = rand_b_;
		// The tick may be ahead of the clock already, see below.
		if (move == ClockMove::back || reading > tick)
		{
			tick = reading;
			if (!draw_uuid_tail(random, rand_b))
				return GeneratorStatus::random_failed;
		}
		else
		{
			std::uint32_t step = 0;
			if (!draw(random, step))
				return GeneratorStatus::random_failed;
			rand_b += std::uint64_t{step} + 1;
			if (rand_b > Uuid::tail_max)
			{
				if (tick == last_tick)
					return GeneratorStatus::time_out_of_range;
				++tick;
				if (!draw_uuid_tail(random, rand_b))
					return GeneratorStatus::random_failed;
			}
		}
		if (move != ClockMove::held)
			latest_ = reading;
		tick_ = tick;
		rand_b_ = rand_b;
		id = uuid_v7_from_fields(static_cast<std::uint64_t>(tick), rand_b);
		return GeneratorStatus::ok;
	}

  private:
	static constexpr std::int64_t patience_ticks = clock_patience_s * ms_per_s << 12;
	static constexpr std::int64_t last_tick = Uuid::head_max;

	std::int64_t latest_ = -1; // greatest reading of the clock
	std::int64_t tick_ = -1;   // of the newest id
	std::uint64_t rand_b_ = 0; // of the newest id
};
static_assert(std::is_trivially_destructible_v<UuidV7Generator>);

class UuidV6Generator
{
  public:
	// A new id for what the clock shows, of a tick of its own: as clock sequence and node are drawn
	// anew for each id, nothing but the tick keeps the order. It runs ahead of the clock when ids
	// are made faster than 10 in a microsecond.
	//
	// A clock that steps back a little is waited out behind the last tick; a large step is
	// followed.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(UnixTime now, Random &random, Uuid &id)
	{
		const auto now_ticks = uuid_v6_ticks(now);
		if (!now_ticks)
			return GeneratorStatus::time_out_of_range;
		const auto reading = static_cast<std::int64_t>(*now_ticks);
		const ClockMove move = clock_move(latest_, reading, patience_ticks);
		std::int64_t ticks = reading;
		if (move != ClockMove::back && reading <= ticks_)
		{
			if (ticks_ == last_ticks)
				return GeneratorStatus::time_out_of_range;
			ticks = ticks_ + 1;
		}
		std::uint64_t clock_seq_and_node = 0;
		if (!draw_uuid_node(random, clock_seq_and_node))
			return GeneratorStatus::random_failed;
		if (move != ClockMove::held)
			latest_ = reading;
		ticks_ = ticks;
		id = uuid_v6_from_fields(static_cast<std::uint64_t>(ticks), clock_seq_and_node);
		return GeneratorStatus::ok;
	}

  private:
	static constexpr std::int64_t patience_ticks = clock_patience_s * ticks_per_s;
	static constexpr std::int64_t last_ticks = Uuid::head_max;

	std::int64_t latest_ = -1; // greatest reading of the clock
	std::int64_t ticks_ = -1;  // of the newest id
};
static_assert(std::is_trivially_destructible_v<UuidV6Generator>);

// A new id of a given timestamptz, for back-filling. The times come in any order and may be used
// often, so nothing but the random bits tells the ids of a tick apart.
template <RandomSource Random>
[[nodiscard]] constexpr GeneratorStatus
uuid_v7_at(std::int64_t pg_us, Random &random, Uuid &id)
{
	const auto tick = uuid_v7_tick(pg_us);
	if (!tick)
		return GeneratorStatus::time_out_of_range;
	std::uint64_t rand_b = 0;
	if (!draw_uuid_tail(random, rand_b))
		return GeneratorStatus::random_failed;
	id = uuid_v7_from_fields(*tick, rand_b);
	return GeneratorStatus::ok;
}

template <RandomSource Random>
[[nodiscard]] constexpr GeneratorStatus
uuid_v6_at(std::int64_t pg_us, Random &random, Uuid &id)
{
	const auto ticks = uuid_v6_ticks(pg_us);
	if (!ticks)
		return GeneratorStatus::time_out_of_range;
	std::uint64_t clock_seq_and_node = 0;
	if (!draw_uuid_node(random, clock_seq_and_node))
		return GeneratorStatus::random_failed;
	id = uuid_v6_from_fields(*ticks, clock_seq_and_node);
	return GeneratorStatus::ok;
}

} // namespace objectid

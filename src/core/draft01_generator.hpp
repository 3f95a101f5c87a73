// Makes ids of the 2021 draft's layouts, each greater than the one before of its kind.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "clock_move.hpp"
#include "draft01.hpp"
#include "generator_status.hpp"
#include "random_source.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid
{

// The tick and the counter of the newest id. The counter starts at zero in each tick, goes up by
// one and never rolls over (sections 4.4.2 and 4.5.2): when it is used up, the next tick is taken.
class Draft01Sequence
{
  public:
	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return newest_.is_far_from(now);
	}

	// What the next id has, for what the clock shows. A large step back of the clock is followed.
	[[nodiscard]] constexpr Draft01Sequence next(UnixTime now, std::uint32_t tick_ns,
												 int counter_bits) const
	{
		Draft01Sequence next = *this;
		UnixTime tick{now.s, now.ns - now.ns % tick_ns};
		next.counter_ = 0;
		if (newest_.move(now, tick) == ClockMove::held)
		{
			tick = newest_.tick();
			if (counter_ + 1 < std::uint32_t{1} << counter_bits)
				next.counter_ = counter_ + 1;
			else if (ns_per_s - tick.ns > tick_ns)
				tick.ns += tick_ns;
			else
				tick = {tick.s + 1, 0};
		}
		next.newest_.take(now, tick);
		return next;
	}

	// See ObjectIdGenerator, for whole seconds. Leaves no room in the tick before.
	constexpr void raise(UnixTime reading, UnixTime time)
	{
		if (newest_.raise(reading, {time.s - 1, ns_per_s - 1}))
			counter_ = std::numeric_limits<std::uint32_t>::max() - 1;
	}

	// Its beginning.
	[[nodiscard]] constexpr UnixTime tick() const
	{
		return newest_.tick();
	}

	[[nodiscard]] constexpr std::uint32_t counter() const
	{
		return counter_;
	}

  private:
	NewestTick<UnixTime> newest_;
	std::uint32_t counter_ = 0;
};

// By chance alone 40 bits come to this once in 10^96 ids: a source that does it is broken.
inline constexpr int draft01_patience_draws = 8;
inline constexpr std::size_t draft01_random_bytes_max =
	draft01_patience_draws * sizeof(std::uint64_t);

// Random bits for an id, whose node, the last ones of them, is never all zero (sections 4.4.3 and
// 4.5.3); false when the source has none.
template <RandomSource Random>
[[nodiscard]] constexpr bool
draw_draft01_random(Random &random, int random_bits, int node_bits, std::uint64_t &drawn)
{
	const std::uint64_t node_mask = (std::uint64_t{1} << node_bits) - 1;
	for (int i = 0; i < draft01_patience_draws; ++i)
	{
		if (!draw(random, drawn))
			return false;
		drawn &= (std::uint64_t{1} << random_bits) - 1;
		if ((drawn & node_mask) != 0)
			return true;
	}
	return false;
}

class Draft01V7Generator
{
  public:
	static constexpr std::size_t random_bytes_max = draft01_random_bytes_max;

	[[nodiscard]] constexpr bool is_far_from(Draft01Precision precision, UnixTime now) const
	{
		return sequences_[static_cast<std::size_t>(precision)].is_far_from(now);
	}

	// A new id for what the clock shows. Each precision has a sequence of its own: ids of two of
	// them have no common order within a millisecond.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(Draft01Precision precision, UnixTime now,
												 Random &random, Uuid &id)
	{
		if (now.s < 0 || now.s > draft01_v7_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		const Draft01V7Layout layout = draft01_v7_layout(precision);
		Draft01Sequence &sequence = sequences_[static_cast<std::size_t>(precision)];
		const Draft01Sequence next = sequence.next(now, layout.tick_ns, layout.counter_bits);
		if (next.tick().s > draft01_v7_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		std::uint64_t drawn = 0;
		if (!draw_draft01_random(random, layout.random_bits, layout.random_bits, drawn))
			return GeneratorStatus::random_failed;
		sequence = next;
		id = draft01_v7_from_fields(precision, next.tick(), next.counter(), drawn);
		return GeneratorStatus::ok;
	}

	[[nodiscard]] constexpr std::int64_t newest_unix_s(Draft01Precision precision) const
	{
		return sequences_[static_cast<std::size_t>(precision)].tick().s;
	}

	constexpr void raise(UnixTime reading, UnixTime time)
	{
		for (Draft01Sequence &sequence : sequences_)
			sequence.raise(reading, time);
	}

  private:
	std::array<Draft01Sequence, draft01_precisions> sequences_{};
};
static_assert(std::is_trivially_copyable_v<Draft01V7Generator>);

class Draft01V8Generator
{
  public:
	static constexpr std::size_t random_bytes_max = draft01_random_bytes_max;

	[[nodiscard]] constexpr bool is_far_from(Draft01TimestampBits bits, UnixTime now) const
	{
		return sequences_[static_cast<std::size_t>(bits)].is_far_from(now);
	}

	// A new id for what the clock shows, likewise with a sequence for each source.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(Draft01TimestampBits bits, UnixTime now,
												 Random &random, Uuid &id)
	{
		if (!draft01_v8_time(bits, now))
			return GeneratorStatus::time_out_of_range;
		const Draft01V8Layout layout = draft01_v8_layout(bits);
		Draft01Sequence &sequence = sequences_[static_cast<std::size_t>(bits)];
		const Draft01Sequence next = sequence.next(now, layout.tick_ns, layout.counter_bits);
		const auto time = draft01_v8_time(bits, next.tick());
		if (!time)
			return GeneratorStatus::time_out_of_range;
		std::uint64_t drawn = 0;
		if (!draw_draft01_random(random, layout.random_bits, draft01_v8_node_bits, drawn))
			return GeneratorStatus::random_failed;
		sequence = next;
		id = draft01_v8_from_fields(bits, *time, next.counter(), drawn);
		return GeneratorStatus::ok;
	}

	[[nodiscard]] constexpr std::int64_t newest_unix_s(Draft01TimestampBits bits) const
	{
		return sequences_[static_cast<std::size_t>(bits)].tick().s;
	}

	constexpr void raise(UnixTime reading, UnixTime time)
	{
		for (Draft01Sequence &sequence : sequences_)
			sequence.raise(reading, time);
	}

  private:
	std::array<Draft01Sequence, draft01_timestamp_widths> sequences_{};
};
static_assert(std::is_trivially_copyable_v<Draft01V8Generator>);

} // namespace objectid

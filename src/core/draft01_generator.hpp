// Makes ids of the 2021 draft's layouts, each greater than the one before of its layout.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "draft01.hpp"
#include "generator_status.hpp"
#include "newest_tick.hpp"
#include "random.hpp"
#include "timestamp.hpp"
#include "uuid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace objectid {

// The tick and the counter of the newest id of a layout. The counter starts at zero in each tick,
// goes up by one and never rolls over (sections 4.4.2 and 4.5.2): when it is used up, the next tick
// is taken.
struct Draft01Sequence
{
	NewestTick<UnixTime> newest;
	std::uint32_t counter = 0;

	// That of the next id, for what the clock shows. When the clock was set back far, it goes back,
	// too.
	[[nodiscard]] constexpr Draft01Sequence next(const Draft01Layout &layout, UnixTime now) const
	{
		Draft01Sequence next{newest};
		UnixTime tick{now.s, now.ns - now.ns % layout.tick_ns};
		if (newest.move(now, tick) == ClockMove::held)
		{
			tick = newest.tick();
			if (counter + 1 < std::uint32_t{1} << layout.counter_bits)
				next.counter = counter + 1;
			else if (ns_per_s - tick.ns > layout.tick_ns)
				tick.ns += layout.tick_ns;
			else
				tick = {tick.s + 1, 0};
		}
		next.newest.take(now, tick);
		return next;
	}
};

class Draft01Generator
{
	// By chance alone 40 bits come to zero this often once in 10^96 ids: such a source is broken.
	static constexpr int most_draws = 8;

  public:
	static constexpr std::size_t random_bytes_max = most_draws * sizeof(std::uint64_t);

	[[nodiscard]] constexpr bool is_far_from(const Draft01Layout *layout, UnixTime now) const
	{
		return sequences_[index_of(layout)].newest.is_far_from(now);
	}

	// A new id for what the clock shows. Each layout has a sequence of its own: ids of two of them
	// have no common order within a millisecond.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(const Draft01Layout *layout, UnixTime now,
												 Random &random, Uuid &id)
	{
		Draft01Sequence &sequence = sequences_[index_of(layout)];
		const Draft01Sequence next = sequence.next(*layout, now);
		const UnixTime tick = next.newest.tick();
		if (!draft01_head(*layout, tick))
			return GeneratorStatus::time_out_of_range;
		if (next.newest.is_too_far_ahead(now, tick.s))
			return GeneratorStatus::ahead_of_clock;
		std::uint64_t drawn = 0;
		if (!draw_random(random, *layout, drawn))
			return GeneratorStatus::random_failed;
		sequence = next;
		id = draft01_from_fields(*layout, tick, next.counter, drawn);
		return GeneratorStatus::ok;
	}

	[[nodiscard]] constexpr std::int64_t newest_unix_s(const Draft01Layout *layout) const
	{
		return sequences_[index_of(layout)].newest.tick().s;
	}

	[[nodiscard]] constexpr std::int64_t greatest_reading_s(const Draft01Layout *layout) const
	{
		return sequences_[index_of(layout)].newest.greatest_s();
	}

	// As ObjectIdGenerator::advance, to the beginning of the time's second: as if the newest id
	// were the last one of the nanosecond before it, in which the counter has no room left.
	constexpr void advance(UnixTime now, UnixTime reading, UnixTime time)
	{
		for (Draft01Sequence &sequence : sequences_)
		{
			if (sequence.newest.is_set_back(now))
				sequence = {};
			if (sequence.newest.advance(reading.s, {time.s - 1, ns_per_s - 1}))
				// full, and counter + 1 does not overflow
				sequence.counter = std::numeric_limits<std::uint32_t>::max() - 1;
		}
	}

  private:
	[[nodiscard]] static constexpr std::size_t index_of(const Draft01Layout *layout)
	{
		return static_cast<std::size_t>(layout - draft01_layouts.data());
	}

	// Random bits whose node is not all zero (sections 4.4.3 and 4.5.3).
	template <RandomSource Random>
	[[nodiscard]] static constexpr bool draw_random(Random &random, const Draft01Layout &layout,
													std::uint64_t &drawn)
	{
		for (int i = 0; i < most_draws; ++i)
		{
			if (!draw(random, drawn))
				return false;
			drawn &= (std::uint64_t{1} << layout.random_bits) - 1;
			if ((drawn & ((std::uint64_t{1} << layout.node_bits) - 1)) != 0)
				return true;
		}
		return false;
	}

	std::array<Draft01Sequence, draft01_layouts.size()> sequences_{};
};
static_assert(std::is_trivially_copyable_v<Draft01Generator>);

} // namespace objectid

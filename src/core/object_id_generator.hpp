// Makes ObjectIds as MongoDB's specification says, and never one twice in a process.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "generator.hpp"
#include "object_id.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

namespace objectid
{

class ObjectIdGenerator
{
  public:
	// A new id for the Unix second that the clock shows.
	//
	// After 2^24 ids of one second the time moves on by one, so that the counter, which goes round
	// by then (specification, "Counter"), repeats none. A clock that steps back a little is waited
	// out at the last second; a large step is followed with new random bytes.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(std::int64_t now_unix_s, Random &random,
												 ObjectId &id)
	{
		if (now_unix_s < 0 || now_unix_s > object_id_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		const ClockMove move = clock_move(latest_, now_unix_s, clock_patience_s);
		const bool fresh = move == ClockMove::back || must_draw_for_new_second();
		if (fresh && !draw(random))
			return GeneratorStatus::random_failed;
		if (move == ClockMove::back)
			second_ = latest_ = now_unix_s;
		else if (move == ClockMove::forward)
		{
			latest_ = now_unix_s;
			// The time may be ahead of the clock already, see below.
			if (now_unix_s > second_)
			{
				second_ = now_unix_s;
				used_in_second_ = 0;
			}
		}
		if (used_in_second_ == counter_values)
		{
			if (second_ == object_id_max_unix_s)
				return GeneratorStatus::time_out_of_range;
			++second_;
			used_in_second_ = 0;
		}
		id = make(static_cast<std::uint32_t>(second_));
		return GeneratorStatus::ok;
	}

	// A new id of a given second, for back-filling. The seconds come in any order and may be used
	// often, so nothing but the counter and the random bytes tells the ids apart: when the counter
	// has gone round, the random bytes are drawn again.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next_of_second(std::uint32_t unix_s, Random &random,
														   ObjectId &id)
	{
		if ((!drawn_ || used_since_draw_ == counter_values) && !draw(random))
			return GeneratorStatus::random_failed;
		back_filled_ = true;
		id = make(unix_s);
		return GeneratorStatus::ok;
	}

  private:
	static constexpr std::uint32_t counter_values = 1u << 24;

	// Back-filled ids may hold a second that the clock reaches later, so they bind the random bytes
	// to one round of the counter.
	[[nodiscard]] constexpr bool must_draw_for_new_second() const
	{
		return !drawn_ || (back_filled_ && used_since_draw_ == counter_values);
	}

	// Draws the five bytes, and on first use the start of the counter ("Counter": MUST start at
	// random).
	template <RandomSource Random>
	[[nodiscard]] constexpr bool draw(Random &random)
	{
		std::array<std::uint8_t, 8> drawn{};
		if (!random(std::span<std::uint8_t>{drawn}))
			return false;
		const auto bits = load_big_endian<std::uint64_t>(drawn.data());
		process_random_ = bits >> 24;
		if (!drawn_)
			counter_ = static_cast<std::uint32_t>(bits) & (counter_values - 1);
		drawn_ = true;
		back_filled_ = false;
		used_in_second_ = 0;
		used_since_draw_ = 0;
		return true;
	}

	[[nodiscard]] constexpr ObjectId make(std::uint32_t unix_s)
	{
		const auto random_low = static_cast<std::uint32_t>(process_random_ & 0xff);
		const ObjectId id = ObjectId::from_parts(std::uint64_t{unix_s} << 32 | process_random_ >> 8,
												 random_low << 24 | counter_);
		counter_ = (counter_ + 1) & (counter_values - 1);
		if (used_in_second_ < counter_values)
			++used_in_second_;
		if (used_since_draw_ < counter_values)
			++used_since_draw_;
		return id;
	}

	std::int64_t latest_ = -1;          // greatest reading of the clock
	std::int64_t second_ = -1;          // second of the newest id made for the clock
	std::uint64_t process_random_ = 0;  // 40 bits
	std::uint32_t counter_ = 0;         // of the next id
	std::uint32_t used_in_second_ = 0;  // counter values handed out since second_ began
	std::uint32_t used_since_draw_ = 0; // and since the random bytes were drawn; both stop at 2^24
	bool drawn_ = false;
	bool back_filled_ = false;
};
static_assert(std::is_trivially_destructible_v<ObjectIdGenerator>);

} // namespace objectid

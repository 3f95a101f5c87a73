// Makes ObjectIds as MongoDB's specification says, and never one twice in a process.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "clock_move.hpp"
#include "generator_status.hpp"
#include "objectid.hpp"
#include "random_source.hpp"

#include <algorithm>
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
		if (now_unix_s < 0 || now_unix_s > objectid_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		const ClockMove move = clock_move(latest_, now_unix_s, clock_patience_s);
		if ((move == ClockMove::back || !clock_.drawn) && !draw_for_clock(random))
			return GeneratorStatus::random_failed;
		if (move != ClockMove::held)
			latest_ = now_unix_s;
		// The time may be ahead of the clock already, see below.
		if (move == ClockMove::back || now_unix_s > second_)
			begin_second(now_unix_s);

		const bool meets_back_fill = clock_.used == counter_values && second_ <= future_;
		if (meets_back_fill && !draw_for_clock(random))
			return GeneratorStatus::random_failed;
		if (used_in_second_ == counter_values || (meets_back_fill && used_in_second_ > 0))
		{
			if (second_ == objectid_max_unix_s)
				return GeneratorStatus::time_out_of_range;
			begin_second(second_ + 1);
		}
		++used_in_second_;
		id = clock_.make(static_cast<std::uint32_t>(second_));
		return GeneratorStatus::ok;
	}

	// A new id of a given second, for back-filling. The seconds come in any order and may be used
	// often, so nothing but the counter and the random bytes tells the ids apart. They are those of
	// the process until the counter has gone round; then back-filling goes on with bytes of its
	// own, drawn again at each round.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next_of_second(std::uint32_t unix_s, Random &random,
														   ObjectId &id)
	{
		if (!clock_.drawn && !draw_for_clock(random))
			return GeneratorStatus::random_failed;
		if (clock_.used < counter_values)
		{
			if (unix_s > second_)
				future_ = std::max<std::int64_t>(future_, unix_s);
			++used_in_second_;
			id = clock_.make(unix_s);
			return GeneratorStatus::ok;
		}
		if (!back_fill_.drawn)
			back_fill_ = clock_; // used up, hence drawn again right now
		if (back_fill_.used == counter_values && !back_fill_.draw(random))
			return GeneratorStatus::random_failed;
		id = back_fill_.make(unix_s);
		return GeneratorStatus::ok;
	}

  private:
	static constexpr std::uint32_t counter_values = 1U << 24;

	// Random bytes and a counter: what tells the ids of one second apart.
	struct Run
	{
		std::uint64_t process_random = 0; // 40 bits
		std::uint32_t counter = 0;        // of the next id
		std::uint32_t used = 0;           // values of the counter since the draw, at most 2^24
		bool drawn = false;

		// Draws the five bytes, and on first use the start of the counter ("Counter": MUST start
		// at random).
		template <RandomSource Random>
		[[nodiscard]] constexpr bool draw(Random &random)
		{
			std::array<std::uint8_t, 8> bytes{};
			if (!random(std::span<std::uint8_t>{bytes}))
				return false;
			const auto bits = load_big_endian<std::uint64_t>(bytes.data());
			process_random = bits >> 24;
			if (!drawn)
				counter = static_cast<std::uint32_t>(bits) & (counter_values - 1);
			drawn = true;
			used = 0;
			return true;
		}

		[[nodiscard]] constexpr ObjectId make(std::uint32_t unix_s)
		{
			const auto random_low = static_cast<std::uint32_t>(process_random & 0xff);
			const ObjectId id = ObjectId::from_parts(
				std::uint64_t{unix_s} << 32 | process_random >> 8, random_low << 24 | counter);
			counter = (counter + 1) & (counter_values - 1);
			if (used < counter_values)
				++used;
			return id;
		}
	};

	// With new bytes no id made so far can come again.
	template <RandomSource Random>
	[[nodiscard]] constexpr bool draw_for_clock(Random &random)
	{
		if (!clock_.draw(random))
			return false;
		future_ = -1;
		return true;
	}

	constexpr void begin_second(std::int64_t unix_s)
	{
		second_ = unix_s;
		used_in_second_ = 0;
	}

	Run clock_;
	Run back_fill_;
	std::int64_t latest_ = -1; // greatest reading of the clock
	std::int64_t second_ = -1; // second of the newest id made for the clock
	// Latest second that back-filling has used with the clock's bytes before the clock got there.
	std::int64_t future_ = -1;
	std::uint32_t used_in_second_ = 0; // values of the clock's counter since second_ began
};
static_assert(std::is_trivially_destructible_v<ObjectIdGenerator>);

} // namespace objectid

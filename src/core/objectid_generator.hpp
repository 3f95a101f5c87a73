// Makes ObjectIds as MongoDB's specification says, each greater than the one before.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "generator_status.hpp"
#include "newest_tick.hpp"
#include "objectid.hpp"
#include "random.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace objectid {

// What follows the second in an id: random bytes and a counter.
struct ObjectIdTail
{
	static constexpr std::uint32_t counter_values = 1U << 24;

	// Draws the five bytes, and on first use the start of the counter (specification, "Counter":
	// MUST start at random).
	template <RandomSource Random>
	[[nodiscard]] constexpr bool draw(Random &random)
	{
		std::uint64_t bits = 0;
		if (!objectid::draw(random, bits))
			return false;
		random_value = bits >> 24;
		if (!drawn)
			counter = static_cast<std::uint32_t>(bits) & (counter_values - 1);
		drawn = true;
		return true;
	}

	[[nodiscard]] constexpr ObjectId make(std::uint32_t unix_s)
	{
		const auto random_low = static_cast<std::uint32_t>(random_value & 0xff);
		const ObjectId id = ObjectId::from_parts(std::uint64_t{unix_s} << 32 | random_value >> 8,
												 random_low << 24 | counter);
		counter = (counter + 1) & (counter_values - 1);
		return id;
	}

	std::uint64_t random_value = 0; // 40 bits
	std::uint32_t counter = 0;      // of the next id
	bool drawn = false;
};

class ObjectIdGenerator
{
  public:
	static constexpr std::size_t random_bytes_max = sizeof(std::uint64_t);

	[[nodiscard]] constexpr bool is_far_from(UnixTime now) const
	{
		return newest_.is_far_from(now);
	}

	// A new id for the second that the clock shows. When the counter goes round, the second moves
	// on by one: second and counter strictly ascend, so that no id comes twice. When the clock was
	// set back far, the generator goes back with it, with new random bytes.
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(UnixTime now, Random &random, ObjectId &id)
	{
		if (now.s < 0 || now.s > objectid_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		const ClockMove move = newest_.move(now, now.s);
		std::int64_t second = now.s;
		if (move == ClockMove::held)
			second = newest_.tick() + (tail_.drawn && tail_.counter == 0 ? 1 : 0);
		if (second > objectid_max_unix_s)
			return GeneratorStatus::time_out_of_range;
		if (move == ClockMove::held && newest_.is_too_far_ahead(now, second))
			return GeneratorStatus::ahead_of_clock;
		if ((move == ClockMove::back || !tail_.drawn) && !tail_.draw(random))
			return GeneratorStatus::random_failed;
		newest_.take(now, second);
		id = tail_.make(static_cast<std::uint32_t>(second));
		return GeneratorStatus::ok;
	}

	// Of the newest id.
	[[nodiscard]] constexpr std::int64_t newest_unix_s() const
	{
		return newest_.tick();
	}

	[[nodiscard]] constexpr std::int64_t greatest_reading_s() const
	{
		return newest_.greatest_s();
	}

	// From now on ids are of this time or later, and the greatest reading is at least this one. If
	// the clock was set back far since the newest id, the generator first becomes as new. now: what
	// the clock shows, at most largest_lag_s behind the reading.
	constexpr void advance(UnixTime now, UnixTime reading, UnixTime time)
	{
		if (newest_.is_set_back(now))
			*this = {};
		newest_.advance(reading.s, time.s);
	}

  private:
	NewestTick<std::int64_t> newest_;
	ObjectIdTail tail_;
};
static_assert(std::is_trivially_copyable_v<ObjectIdGenerator>);

// New ids of given seconds, for back-filling. The seconds come in any order and may be used often,
// so nothing but the counter and the random bytes tells the ids apart: when the counter has gone
// round, the bytes are drawn again.
class ObjectIdBackFill
{
  public:
	template <RandomSource Random>
	[[nodiscard]] constexpr GeneratorStatus next(std::uint32_t unix_s, Random &random, ObjectId &id)
	{
		if (left_ == 0)
		{
			if (!tail_.draw(random))
				return GeneratorStatus::random_failed;
			left_ = ObjectIdTail::counter_values;
		}
		--left_;
		id = tail_.make(unix_s);
		return GeneratorStatus::ok;
	}

  private:
	ObjectIdTail tail_;
	std::uint32_t left_ = 0; // values of the counter before it has gone round
};
static_assert(std::is_trivially_destructible_v<ObjectIdBackFill>);

} // namespace objectid

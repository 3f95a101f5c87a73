// What every id generator shares: its outcome, its view of the clock, and the fork of processes.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

namespace objectid
{

// A generator is a pure step (state, now, random) -> (state, id). On anything but ok no id was
// made, and the state is good for the next step.
enum class GeneratorStatus : std::uint8_t
{
	ok,
	random_failed,     // the source of random bytes has none
	time_out_of_range, // the time does not fit into the id
};

// A source of random bytes: fills the span, or gives false.
template <typename Source>
concept RandomSource = requires(Source &random, std::span<std::uint8_t> bytes)
{
	{
		random(bytes)
		} -> std::same_as<bool>;
};

// A number of as many random bits as its type has; false when the source has none.
template <std::unsigned_integral T, RandomSource Random>
[[nodiscard]] constexpr bool
draw(Random &random, T &number)
{
	std::array<std::uint8_t, sizeof(T)> drawn{};
	if (!random(std::span<std::uint8_t>{drawn}))
		return false;
	number = load_big_endian<T>(drawn.data());
	return true;
}

// How far a clock may step back and be waited out; beyond that the generator follows it.
inline constexpr std::int64_t clock_patience_s = 60;

enum class ClockMove : std::uint8_t
{
	forward, // later than any reading before
	held,    // the same, or back by no more than the patience
	back,    // back by more
};

// All three in the same unit, whichever it is; latest is the greatest reading seen so far.
[[nodiscard]] constexpr ClockMove
clock_move(std::int64_t latest, std::int64_t now, std::int64_t patience)
{
	if (now > latest)
		return ClockMove::forward;
	return now >= latest - patience ? ClockMove::held : ClockMove::back;
}

// State that belongs to one process: a forked child finds it as new.
template <typename State>
class PerProcess
{
  public:
	[[nodiscard]] constexpr State &of(int process_id)
	{
		if (process_id != owner_)
		{
			state_ = State{};
			owner_ = process_id;
		}
		return state_;
	}

  private:
	static_assert(std::is_trivially_destructible_v<State>);
	State state_{};
	int owner_ = 0; // no process has it: a process id is positive
};

} // namespace objectid

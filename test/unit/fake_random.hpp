// Sources of random bytes whose every byte a test knows.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace objectid::testing {

// SplitMix64: numbers that look random, of those from one on in steps of this.
constexpr std::uint64_t split_mix_step = 0x9e3779b97f4a7c15;

constexpr std::uint64_t
split_mix(std::uint64_t number)
{
	number += split_mix_step;
	number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
	number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
	return number ^ (number >> 31);
}

// What both sources below share: they count calls, and fail on demand. A call that fails hands out
// nothing, and leaves the bytes of the caller as they were.
class FakeRandom
{
  public:
	// Calls that succeeded: tells whether a generator drew.
	[[nodiscard]] std::size_t calls() const
	{
		return calls_;
	}

	// The next so many calls fail; those after them work again.
	void fail_next(std::size_t calls)
	{
		failures_due_ = calls;
	}

  protected:
	[[nodiscard]] bool fails_now()
	{
		if (failures_due_ == 0)
			return false;
		--failures_due_;
		return true;
	}

	void count_call()
	{
		++calls_;
	}

  private:
	std::size_t calls_ = 0;
	std::size_t failures_due_ = 0;
};

// Hands out the bytes it was given, in order. A call for more than are left fails, so that a test
// states exactly what the code under test may draw.
class ScriptedRandom : public FakeRandom
{
  public:
	ScriptedRandom(std::initializer_list<std::uint8_t> bytes) : bytes_(bytes)
	{}

	explicit ScriptedRandom(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes))
	{}

	void append(std::initializer_list<std::uint8_t> bytes)
	{
		bytes_.insert(bytes_.end(), bytes);
	}

	[[nodiscard]] std::size_t bytes_left() const
	{
		return bytes_.size();
	}

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (fails_now() || wanted.size() > bytes_left())
			return false;
		const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(wanted.size());
		std::copy(bytes_.begin(), end, wanted.begin());
		bytes_.erase(bytes_.begin(), end);
		count_call();
		return true;
	}

  private:
	std::vector<std::uint8_t> bytes_; // that are left
};
static_assert(RandomSource<ScriptedRandom>);

// Hands out bytes without end, the same ones for the same seed on every machine. Long runs look
// random: no 5 or 8 bytes of it come twice in a test.
class EndlessRandom : public FakeRandom
{
  public:
	explicit EndlessRandom(std::uint64_t seed = 0) : state_(seed)
	{}

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (fails_now())
			return false;
		for (std::uint8_t &byte : wanted)
			byte = next_byte();
		count_call();
		return true;
	}

	// For a test's own choices; not counted as handed out.
	std::uint64_t number()
	{
		const std::uint64_t number = split_mix(state_);
		state_ += split_mix_step;
		return number;
	}

  private:
	std::uint8_t next_byte()
	{
		if (bytes_in_word_ == 0)
		{
			word_ = number();
			bytes_in_word_ = 8;
		}
		--bytes_in_word_;
		const auto byte = static_cast<std::uint8_t>(word_);
		word_ >>= 8;
		return byte;
	}

	std::uint64_t state_;
	std::uint64_t word_ = 0;
	unsigned bytes_in_word_ = 0;
};
static_assert(RandomSource<EndlessRandom>);

} // namespace objectid::testing

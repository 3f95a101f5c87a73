// Sources of random bytes, and a pseudorandom function, whose every byte a test knows.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/prf.hpp"
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

// Hands out the bytes it was given, in order. A call for more than are left fails, so that a test
// states exactly what the code under test may draw.
class ScriptedRandom
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

	// Calls that succeeded: tells whether a generator drew.
	[[nodiscard]] std::size_t calls() const
	{
		return calls_;
	}

	[[nodiscard]] std::size_t bytes_left() const
	{
		return bytes_.size();
	}

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (wanted.size() > bytes_left())
			return false;
		const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(wanted.size());
		std::copy(bytes_.begin(), end, wanted.begin());
		bytes_.erase(bytes_.begin(), end);
		++calls_;
		return true;
	}

  private:
	std::vector<std::uint8_t> bytes_; // that are left
	std::size_t calls_ = 0;
};
static_assert(RandomSource<ScriptedRandom>);

// Hands out bytes without end, the same ones for the same seed on every machine. Long runs look
// random: no 5 or 8 bytes of it come twice in a test.
class EndlessRandom
{
  public:
	explicit EndlessRandom(std::uint64_t seed = 0) : state_(seed)
	{}

	[[nodiscard]] std::size_t calls() const
	{
		return calls_;
	}

	// The next so many calls fail, and leave the bytes of the caller as they are.
	void fail_next(std::size_t calls)
	{
		failures_due_ = calls;
	}

	bool operator()(std::span<std::uint8_t> wanted)
	{
		if (failures_due_ > 0)
		{
			--failures_due_;
			return false;
		}
		for (std::uint8_t &byte : wanted)
			byte = static_cast<std::uint8_t>(number());
		++calls_;
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
	std::uint64_t state_;
	std::size_t calls_ = 0;
	std::size_t failures_due_ = 0;
};
static_assert(RandomSource<EndlessRandom>);

// A fast stand-in for HMAC-SHA-256: SplitMix64 over the words of the message, the first of which
// may be shorter.
struct FakePrf
{
	std::uint64_t key;
	int calls_left = -1; // before it fails; < 0 for never

	bool operator()(std::span<const std::uint8_t> message, PrfResult &result)
	{
		if (calls_left >= 0 && calls_left-- == 0)
			return false;
		std::uint64_t state = key;
		std::uint64_t word = 0;
		for (std::size_t i = 1; i <= message.size(); ++i)
		{
			word = word << 8 | message[i - 1];
			if ((message.size() - i) % 8 == 0)
				state = split_mix(state + std::exchange(word, 0));
		}
		for (std::size_t i = 0; i < result.size(); i += 8)
		{
			state = split_mix(state + i);
			store_big_endian(state, &result[i]);
		}
		return true;
	}
};

} // namespace objectid::testing

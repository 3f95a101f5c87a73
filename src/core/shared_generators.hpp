// The generators that the processes of a server share.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "draft01_generator.hpp"
#include "objectid_generator.hpp"
#include "spin_lock.hpp"
#include "uuid_generator.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace objectid {

// At least the size of a cache line, so that locks of two generators are in two of them.
inline constexpr std::size_t lock_alignment = 128;

// A generator of new ids and its lock. To make an id takes some twenty nanoseconds: a lock with a
// queue would cost more.
template <typename Generator>
struct alignas(lock_alignment) LockedGenerator
{
	SpinLock lock;
	Generator generator;
};

// One of each kind. core/new_id_steps.hpp tells how they are used.
struct Generators
{
	LockedGenerator<ObjectIdGenerator> objectid;
	LockedGenerator<UuidV6Generator> uuid_v6;
	LockedGenerator<UuidV7Generator> uuid_v7;
	LockedGenerator<Draft01Generator> uuid_draft01;

	// Calls a function with each generator and its lock.
	template <typename Function>
	void for_each(Function &&function)
	{
		function(objectid);
		function(uuid_v6);
		function(uuid_v7);
		function(uuid_draft01);
	}

	// Advances all generators: see ObjectIdGenerator::advance. in_turn: calls a function with a
	// generator when its turn has come. The clock is read then.
	template <typename InTurn, typename Clock>
	void advance(InTurn in_turn, Clock clock, UnixTime reading, UnixTime time)
	{
		for_each([&](auto &locked) {
			in_turn(locked, [&](auto &generator) { generator.advance(clock(), reading, time); });
		});
	}

	// Advances each generator to the clock. Returns the earliest reading: from now on ids are of
	// that time or later.
	template <typename InTurn, typename Clock>
	[[nodiscard]] UnixTime advance_to_clock(InTurn in_turn, Clock clock)
	{
		UnixTime earliest = clock();
		for_each([&](auto &locked) {
			in_turn(locked, [&](auto &generator) {
				const UnixTime now = clock();
				generator.advance(now, now, now);
				earliest = std::min(earliest, now);
			});
		});
		return earliest;
	}

	// How many changes of reservations were announced, in all databases; the number overflows.
	// Whatever a process has read before it calls this, such as the clock, it has read before any
	// announcement was made that the result does not count.
	[[nodiscard]] std::uint32_t announced() const
	{
		std::atomic_thread_fence(std::memory_order_acquire);
		return announced_.load(std::memory_order_relaxed);
	}

	// What a process reads after it has announced a change, such as the clock, it reads when all
	// others can see the announcement.
	void announce()
	{
		announced_.fetch_add(1, std::memory_order_seq_cst);
		std::atomic_thread_fence(std::memory_order_seq_cst);
	}

	// The number of their incarnation, or 0 if there is none yet.
	[[nodiscard]] std::uint32_t incarnation() const
	{
		return incarnation_.load(std::memory_order_relaxed);
	}

	// The same. If there is none yet, it becomes `drawn`, which is random and not 0.
	std::uint32_t incarnation_or(std::uint32_t drawn)
	{
		std::uint32_t known = 0;
		return incarnation_.compare_exchange_strong(known, drawn) ? drawn : known;
	}

  private:
	std::atomic<std::uint32_t> incarnation_ = 0;
	std::atomic<std::uint32_t> announced_ = 0;
};
static_assert(std::is_trivially_destructible_v<Generators> && sizeof(Generators) < 4096);
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

} // namespace objectid

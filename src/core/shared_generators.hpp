// The generators that the processes of a server share.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "draft01_generator.hpp"
#include "lock_flag.hpp"
#include "objectid_generator.hpp"
#include "uuid_generator.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace objectid {

// At least the size of a cache line, so that locks of two generators are in two of them.
inline constexpr std::size_t apart = 128;

// A generator of new ids and its lock. To make an id takes some twenty nanoseconds: a lock with a
// queue would cost more.
template <typename Generator>
struct alignas(apart) LockedGenerator
{
	LockFlag lock;
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

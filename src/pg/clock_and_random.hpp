// The only sources of time and randomness.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/random.hpp"
#include "core/timestamp.hpp"
#include "pg/postgres.hpp"

#include <type_traits>

namespace objectid {

// The real-time clock now: not the time of the transaction, and not the coarse clock, which lags.
inline UnixTime
clock_now()
{
	timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return {now.tv_sec, static_cast<std::uint32_t>(now.tv_nsec)};
}

// The server's strong random source.
struct StrongRandom
{
	bool operator()(std::span<std::uint8_t> bytes) const
	{
		return pg_strong_random(bytes.data(), bytes.size());
	}
};
static_assert(RandomSource<StrongRandom>);

// The same in blocks, for generators that need some for each id. Empty in the postmaster, which
// makes no ids, so that each process draws blocks of its own (RFC 9562, section 6.9).
using PooledRandom = RandomPool<StrongRandom, 4096>;
static_assert(std::is_trivially_destructible_v<PooledRandom>);
inline constinit PooledRandom pooled_random;

} // namespace objectid

// The pool of random bytes of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/clock_and_random.hpp"
#include "core/per_process.hpp"

namespace objectid
{

namespace
{

constinit PerProcess<PooledRandom> pools;

} // namespace

PooledRandom &
pooled_random()
{
	return pools.of(MyProcPid);
}

} // namespace objectid

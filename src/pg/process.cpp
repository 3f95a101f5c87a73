// State that one server process has for itself.
// SPDX-License-Identifier: PostgreSQL
#include "pg/process.hpp"

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

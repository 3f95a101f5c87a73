// The pool of random bytes of this process.
// SPDX-License-Identifier: PostgreSQL
#include "pg/clock_and_random.hpp"

namespace objectid
{

constinit PerProcess<PooledRandom> pools;

} // namespace objectid

// The outcome of a generator.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdint>

namespace objectid
{

// A generator is a pure step (state, now, random) -> (state, id). On anything but ok no id was
// made, and the state is as before. The state holds no addresses, since processes share it. A step
// draws at most random_bytes_max bytes, which the caller has ready before it takes a lock.
enum class GeneratorStatus : std::uint8_t
{
	ok,
	random_failed,     // the source of random bytes has none
	time_out_of_range, // the time does not fit into the id
};

} // namespace objectid

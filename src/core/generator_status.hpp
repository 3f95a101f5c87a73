// What becomes of a request for an id.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <cstdint>

namespace objectid {

// What a generator answers. Unless that is ok, it has made no id and is as before.
//
// A generator makes an id from its state, from what the clock shows and from at most
// random_bytes_max random bytes. The caller has these bytes ready before it takes the generator's
// lock. Processes share generators, so none holds an address.
enum class GeneratorStatus : std::uint8_t
{
	ok,
	ahead_of_clock,    // the id would be too far ahead: wait for the clock, and try again
	random_failed,     // the source of random bytes has none
	time_out_of_range, // the time does not fit into the id
};

} // namespace objectid

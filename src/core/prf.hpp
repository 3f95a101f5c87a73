// The pseudorandom function of the permutations that a key decides.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <array>
#include <cstdint>

namespace objectid {

// What a function of messages gives that only somebody with the key can tell from random bits. It
// is HMAC-SHA-256: a call computes the result for a message, or returns false.
using PrfResult = std::array<std::uint8_t, 32>;

} // namespace objectid

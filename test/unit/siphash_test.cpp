// SipHash-2-4 against the vectors that its authors publish.
// SPDX-License-Identifier: PostgreSQL
#include "core/siphash.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>

namespace objectid
{
namespace
{

// vectors.h of the reference implementation: key 00 01 … 0f, messages 00 01 … of so many bytes.
constexpr SipHashKey key = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
constexpr std::uint64_t message[] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};

static_assert(siphash(key, std::span(message).first(0)) == 0x726fdb47dd0e0e31);
static_assert(siphash(key, std::span(message).first(1)) == 0x93f5f5799a932462);
static_assert(siphash(key, std::span(message).first(2)) == 0x3f2acc7f57c29bdb);

// The same at run time, and each half of the key counts.
TEST(SipHash, Vectors)
{
	EXPECT_EQ(siphash(key, message), 0x3f2acc7f57c29bdb);
	EXPECT_NE(siphash({key[0] ^ 1, key[1]}, message), 0x3f2acc7f57c29bdb);
	EXPECT_NE(siphash({key[0], key[1] ^ 1}, message), 0x3f2acc7f57c29bdb);
}

} // namespace
} // namespace objectid

// SipHash-2-4 (Aumasson and Bernstein, 2012): a hash that says nothing of what was hashed to
// whoever does not have the key.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace objectid
{

using SipHashKey = std::array<std::uint64_t, 2>;

// Of a message of whole words: as that of their bytes, least significant first.
[[nodiscard]] constexpr std::uint64_t
siphash(const SipHashKey &key, std::span<const std::uint64_t> words)
{
	std::uint64_t a = key[0] ^ 0x736f6d6570736575;
	std::uint64_t b = key[1] ^ 0x646f72616e646f6d;
	std::uint64_t c = key[0] ^ 0x6c7967656e657261;
	std::uint64_t d = key[1] ^ 0x7465646279746573;
	const auto rounds = [&](int count) {
		for (int i = 0; i < count; ++i)
		{
			a += b, b = std::rotl(b, 13) ^ a, a = std::rotl(a, 32);
			c += d, d = std::rotl(d, 16) ^ c;
			a += d, d = std::rotl(d, 21) ^ a;
			c += b, b = std::rotl(b, 17) ^ c, c = std::rotl(c, 32);
		}
	};
	const auto absorb = [&](std::uint64_t word) {
		d ^= word;
		rounds(2);
		a ^= word;
	};
	for (const std::uint64_t word : words)
		absorb(word);
	absorb(static_cast<std::uint64_t>(words.size() * sizeof(std::uint64_t)) << 56);
	c ^= 0xff;
	rounds(4);
	return a ^ b ^ c ^ d;
}

} // namespace objectid

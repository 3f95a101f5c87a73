// Ids that hide what is in them: a permutation of their bits, which a key decides.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "objectid.hpp"
#include "prf.hpp"
#include "uuid.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

// A balanced Feistel network over n bits. L and R are their first and their last half. Each of ten
// rounds i makes (R, L xor F(i, R)) of (L, R), where F(i, R) is the first n/2 bits of HMAC-SHA-256
// of the 13 bytes "objectid mask", a byte n, a byte i, and R as a big-endian number of eight bytes.
//
// A round can be undone, whatever F is, so this is a permutation. With random functions as F, four
// rounds cannot be told from a random permutation by far fewer than 2^(n/4) ids and masks, whoever
// chooses these (Luby, Rackoff, "How to Construct Pseudorandom Permutations from Pseudorandom
// Functions", SIAM Journal on Computing 17, 1988). Six rounds cannot by far fewer than 2^(n/2)
// (Patarin, "Security of Random Feistel Schemes with 5 or More Rounds", CRYPTO 2004), which are
// 2^61 UUIDs or 2^48 objectids. Ten are those of FF1 in NIST SP 800-38G.
//
// What is computed here must never change: ids that were given out depend on it.
inline constexpr int mask_rounds = 10;

inline constexpr std::string_view mask_purpose = "objectid mask";

struct MaskHalves
{
	std::uint64_t left;
	std::uint64_t right;
};

// The function F of ids with so many bits.
template <int bits, typename Prf>
class MaskFunction
{
  public:
	explicit constexpr MaskFunction(Prf &prf) : prf_(prf)
	{
		*std::copy(mask_purpose.begin(), mask_purpose.end(), message_.begin()) = bits;
	}

	// Nothing if the pseudorandom function fails.
	[[nodiscard]] constexpr std::optional<std::uint64_t> operator()(int round, std::uint64_t half)
	{
		message_[mask_purpose.size() + 1] = static_cast<std::uint8_t>(round);
		store_big_endian(half, &message_[mask_purpose.size() + 2]);
		if (!prf_(message_, result_))
			return std::nullopt;
		return load_big_endian<std::uint64_t>(result_.data()) >> (64 - bits / 2);
	}

  private:
	Prf &prf_;
	std::array<std::uint8_t, mask_purpose.size() + 2 + sizeof(std::uint64_t)> message_{};
	PrfResult result_{};
};

template <int bits, typename Prf>
[[nodiscard]] constexpr std::optional<MaskHalves>
mask_halves(MaskHalves halves, Prf &prf)
{
	MaskFunction<bits, Prf> function(prf);
	for (int round = 0; round < mask_rounds; ++round)
	{
		const auto bits_of_right = function(round, halves.right);
		if (!bits_of_right)
			return std::nullopt;
		halves = {halves.right, halves.left ^ *bits_of_right};
	}
	return halves;
}

template <int bits, typename Prf>
[[nodiscard]] constexpr std::optional<MaskHalves>
unmask_halves(MaskHalves halves, Prf &prf)
{
	MaskFunction<bits, Prf> function(prf);
	for (int round = mask_rounds; round-- > 0;)
	{
		const auto bits_of_left = function(round, halves.left);
		if (!bits_of_left)
			return std::nullopt;
		halves = {halves.right ^ *bits_of_left, halves.left};
	}
	return halves;
}

// The bits of a UUID are those of its head and its tail: all but the version and the variant.
inline constexpr int uuid_mask_bits = 122;

[[nodiscard]] constexpr MaskHalves
mask_halves_of(const Uuid &id)
{
	return {id.head() << 1 | id.tail() >> 61, id.tail() & Uuid::tail_max >> 1};
}

[[nodiscard]] constexpr Uuid
uuid_of_mask_halves(int version, MaskHalves halves)
{
	return Uuid::from_fields(version, halves.left >> 1, (halves.left & 1) << 61 | halves.right);
}

inline constexpr int objectid_mask_bits = 96;

[[nodiscard]] constexpr MaskHalves
mask_halves_of(const ObjectId &id)
{
	return {id.high() >> 16, (id.high() & 0xffff) << 32 | id.low()};
}

[[nodiscard]] constexpr ObjectId
objectid_of_mask_halves(MaskHalves halves)
{
	return ObjectId::from_parts(halves.left << 16 | halves.right >> 32,
								static_cast<std::uint32_t>(halves.right));
}

// The UUID of version 4 that stands for one of version 7, and the way back, and the same for
// objectids; nothing if the function fails.
template <typename Prf>
[[nodiscard]] constexpr std::optional<Uuid>
mask_uuid_v7(const Uuid &id, Prf &prf)
{
	const auto halves = mask_halves<uuid_mask_bits>(mask_halves_of(id), prf);
	return halves ? std::optional(uuid_of_mask_halves(4, *halves)) : std::nullopt;
}

template <typename Prf>
[[nodiscard]] constexpr std::optional<Uuid>
unmask_uuid_v7(const Uuid &id, Prf &prf)
{
	const auto halves = unmask_halves<uuid_mask_bits>(mask_halves_of(id), prf);
	return halves ? std::optional(uuid_of_mask_halves(7, *halves)) : std::nullopt;
}

template <typename Prf>
[[nodiscard]] constexpr std::optional<ObjectId>
mask_objectid(const ObjectId &id, Prf &prf)
{
	const auto halves = mask_halves<objectid_mask_bits>(mask_halves_of(id), prf);
	return halves ? std::optional(objectid_of_mask_halves(*halves)) : std::nullopt;
}

template <typename Prf>
[[nodiscard]] constexpr std::optional<ObjectId>
unmask_objectid(const ObjectId &id, Prf &prf)
{
	const auto halves = unmask_halves<objectid_mask_bits>(mask_halves_of(id), prf);
	return halves ? std::optional(objectid_of_mask_halves(*halves)) : std::nullopt;
}

} // namespace objectid

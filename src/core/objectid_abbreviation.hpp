// Sort keys of eight bytes that keep the order of ObjectIds.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "objectid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace objectid {

// The first eight bytes of an id are its second and most of the random value of its generator. They
// are the same for all ids that one generator made within a second, so as keys they would not tell
// these apart. The key therefore holds the counter, and only a part of the random value:
//
//  63                              31     24                        0
// +-------------------------------+------+-------------------------+
// |         Unix seconds          | slot |         offset          |
// +-------------------------------+------+-------------------------+
//
// The slot is the first 7 bits of the random value. It belongs to the first generator that is seen
// in it, whose ids are placed by their counter, so that each of them has a key of its own. Ids of
// other generators with the same slot are placed before or after all of these, by the next 23 bits
// of their random value. Of a dozen generators, most have a slot of their own.
class ObjectIdAbbreviation
{
  public:
	// Among the keys of one object, left < right makes key(left) <= key(right).
	[[nodiscard]] constexpr std::uint64_t key(const ObjectId &id)
	{
		const std::uint64_t random = random_value(id);
		const std::uint64_t slot = random >> slot_shift;
		std::optional<std::uint64_t> &owner = owners_[static_cast<std::size_t>(slot)];
		if (!owner)
			owner = random;
		const std::uint64_t second = std::uint64_t{id.unix_s()} << 32;
		const std::uint64_t second_and_slot = second | slot << offset_bits;
		if (random == owner)
			return second_and_slot | (others + counter(id));
		const std::uint64_t next_bits = random % (std::uint64_t{1} << slot_shift);
		const std::uint64_t offset = next_bits >> (slot_shift - 23);
		return second_and_slot | (random < owner ? offset : others + counters + offset);
	}

  private:
	static constexpr int slot_shift = 40 - 7;
	static constexpr int offset_bits = 25;
	// An offset is one of those before the owner, of the owner, or after it.
	static constexpr std::uint64_t others = 1 << 23;
	static constexpr std::uint64_t counters = 1 << 24;
	static_assert(others + counters + others == 1 << offset_bits);

	static constexpr std::uint64_t random_value(const ObjectId &id)
	{
		return (id.high() & 0xffffffff) << 8 | id.low() >> 24;
	}

	static constexpr std::uint64_t counter(const ObjectId &id)
	{
		return id.low() & 0xffffff;
	}

	std::array<std::optional<std::uint64_t>, 1 << 7> owners_{}; // their random values
};
static_assert(std::is_trivially_destructible_v<ObjectIdAbbreviation>);

enum class AbbreviationUse : std::uint8_t
{
	unknown,   // look again later
	worth_it,  // keys differ often enough, whatever comes
	worthless, // most keys are the same
};

// What abbreviation is worth after so many keys, of which about so many are distinct. The limits
// are those of the server's uuid.c, which explains them.
[[nodiscard]] constexpr AbbreviationUse
use_of_abbreviation(std::int64_t keys, double distinct)
{
	if (distinct > 100000.0)
		return AbbreviationUse::worth_it;
	return distinct < static_cast<double>(keys) / 2000.0 + 0.5 ? AbbreviationUse::worthless
															   : AbbreviationUse::unknown;
}

} // namespace objectid

// Masks of ids: as the definition says, one to one, and back again. HMAC-SHA-256 itself:
// sql/mask.sql, test/t/mask.pl.
// SPDX-License-Identifier: PostgreSQL
#include "core/mask.hpp"
#include "fake_random.hpp"
#include "objectid_literal.hpp"
#include "uuid_literal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace objectid {
namespace {

using testing::FakePrf;
using testing::operator""_id;
using testing::operator""_uuid;

// The bits of some bytes as text, the most significant first, and the other way round.
std::string
bits_of(std::span<const std::uint8_t> bytes)
{
	std::string bits;
	for (const std::uint8_t byte : bytes)
		for (int i = 7; i >= 0; --i)
			bits += (byte >> i & 1) != 0 ? '1' : '0';
	return bits;
}

template <typename Id>
Id
id_of(const std::string &bits)
{
	Id id{};
	EXPECT_EQ(bits.size(), 8 * id.bytes.size());
	for (std::size_t i = 0; i < bits.size(); ++i)
		if (bits[i] == '1')
			id.bytes[i / 8] = static_cast<std::uint8_t>(id.bytes[i / 8] | 0x80 >> i % 8);
	return id;
}

// The definition, word by word, with bits as text.
std::string
masked_bits(std::string bits, FakePrf prf)
{
	const std::size_t n = bits.size();
	for (int i = 0; i < 10; ++i)
	{
		const std::string left = bits.substr(0, n / 2);
		const std::string right = bits.substr(n / 2);
		std::string message = "objectid mask";
		message += static_cast<char>(n);
		message += static_cast<char>(i);
		const std::string of_eight_bytes = std::string(64 - n / 2, '0') + right;
		for (std::size_t byte = 0; byte < 8; ++byte)
			message += static_cast<char>(std::stoi(of_eight_bytes.substr(8 * byte, 8), nullptr, 2));
		PrfResult result{};
		EXPECT_TRUE(
			prf({reinterpret_cast<const std::uint8_t *>(message.data()), message.size()}, result));
		const std::string function = bits_of(result).substr(0, n / 2);
		bits = right;
		for (std::size_t bit = 0; bit < n / 2; ++bit)
			bits += left[bit] == function[bit] ? '0' : '1';
	}
	return bits;
}

Uuid
masked_by_definition(const Uuid &id, FakePrf prf)
{
	const std::string bits = bits_of(id.bytes);
	const std::string masked =
		masked_bits(bits.substr(0, 48) + bits.substr(52, 12) + bits.substr(66), prf);
	return id_of<Uuid>(masked.substr(0, 48) + "0100" + masked.substr(48, 12) + "10" +
					   masked.substr(60));
}

ObjectId
masked_by_definition(const ObjectId &id, FakePrf prf)
{
	return id_of<ObjectId>(masked_bits(bits_of(id.bytes), prf));
}

// Ends, single bits and random ids.
template <typename Id>
std::vector<Id>
ids(std::mt19937_64 &random)
{
	std::vector<Id> ids(2);
	ids[1].bytes.fill(0xff);
	for (std::size_t bit = 0; bit < 8 * sizeof(Id); ++bit)
		ids.emplace_back().bytes[bit / 8] = static_cast<std::uint8_t>(0x80 >> bit % 8);
	for (int i = 0; i < 200; ++i)
		for (std::uint8_t &byte : ids.emplace_back().bytes)
			byte = static_cast<std::uint8_t>(random());
	return ids;
}

constexpr std::uint64_t seed = 67;

TEST(Mask, AsTheDefinitionSays)
{
	std::mt19937_64 random(seed);
	for (const Uuid &bits : ids<Uuid>(random))
	{
		FakePrf prf{random()};
		const Uuid id = Uuid::from_fields(7, bits.head(), bits.tail());
		const Uuid masked = mask_uuid_v7(id, prf).value();
		ASSERT_EQ(masked, masked_by_definition(id, prf));
		ASSERT_EQ(unmask_uuid_v7(masked, prf), id);
		const Uuid other = Uuid::from_fields(4, bits.head(), bits.tail());
		const Uuid unmasked = unmask_uuid_v7(other, prf).value();
		ASSERT_TRUE(unmasked.has_version(7));
		ASSERT_EQ(mask_uuid_v7(unmasked, prf), other);
	}
	for (const ObjectId &id : ids<ObjectId>(random))
	{
		FakePrf prf{random()};
		const ObjectId masked = mask_objectid(id, prf).value();
		ASSERT_EQ(masked, masked_by_definition(id, prf));
		ASSERT_EQ(unmask_objectid(masked, prf), id);
		ASSERT_EQ(mask_objectid(unmask_objectid(id, prf).value(), prf), id);
	}
}

// A failure of the function, at whatever call, is reported.
TEST(Mask, FunctionFails)
{
	constexpr Uuid uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"_uuid;
	constexpr ObjectId oid = "507f1f77bcf86cd799439011"_id;
	for (int calls = 0; calls <= 10; ++calls)
	{
		FakePrf prf{1};
		const auto fails = [&](auto permute, const auto &id) {
			prf.calls_left = calls;
			return permute(id, prf) == std::nullopt;
		};
		const bool expected = calls < 10;
		EXPECT_EQ(fails(mask_uuid_v7<FakePrf>, uuid), expected);
		EXPECT_EQ(fails(unmask_uuid_v7<FakePrf>, uuid), expected);
		EXPECT_EQ(fails(mask_objectid<FakePrf>, oid), expected);
		EXPECT_EQ(fails(unmask_objectid<FakePrf>, oid), expected);
	}
}

} // namespace
} // namespace objectid

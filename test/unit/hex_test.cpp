// Hexadecimal digits to bytes and back.
// SPDX-License-Identifier: PostgreSQL
#include "core/hex.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdio>
#include <string>

namespace objectid::hex_test {
namespace {

TEST(Hex, EveryByteInEitherCase)
{
	for (unsigned value = 0; value < 256; ++value)
	{
		SCOPED_TRACE(value);
		char lower[3], upper[3], mixed[3];
		std::snprintf(lower, sizeof(lower), "%02x", value);
		std::snprintf(upper, sizeof(upper), "%02X", value);
		mixed[0] = lower[0];
		mixed[1] = upper[1];

		const std::array<std::uint8_t, 1> expected = {static_cast<std::uint8_t>(value)};
		for (const char *digits : {lower, upper, mixed})
		{
			std::array<std::uint8_t, 1> bytes{};
			EXPECT_TRUE(decode_hex({digits, 2}, bytes));
			EXPECT_EQ(bytes, expected);
		}

		// Exactly two characters, without a zero behind them.
		char encoded[] = "__!";
		encode_hex(expected, encoded);
		EXPECT_EQ(std::string(encoded, 3), std::string(lower) + "!");
	}
}

// Every character code at every position: the digits 0-9, a-f, A-F and no other.
TEST(Hex, NoOtherCharacterIsADigit)
{
	const std::string good = "00112233445566778899aabb";
	for (std::size_t position = 0; position < good.size(); ++position)
		for (int code = 0; code < 256; ++code)
		{
			SCOPED_TRACE(::testing::Message() << "code " << code << " at " << position);
			std::string digits = good;
			digits[position] = static_cast<char>(code);
			std::array<std::uint8_t, 12> bytes{};
			EXPECT_EQ(decode_hex(digits, bytes), std::isxdigit(code) != 0);
		}
}

TEST(Hex, NoOtherLength)
{
	for (std::size_t length = 0; length < 64; ++length)
	{
		SCOPED_TRACE(length);
		const std::string digits(length, 'a');
		std::array<std::uint8_t, 12> id{};
		EXPECT_EQ(decode_hex(digits, id), length == 24);
		std::array<std::uint8_t, 16> uuid{};
		EXPECT_EQ(decode_hex(digits, uuid), length == 32);
	}
}

} // namespace
} // namespace objectid::hex_test

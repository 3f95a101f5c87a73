// Base64 to bytes and to hexadecimal digits.
// SPDX-License-Identifier: PostgreSQL
#include "core/base64.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace objectid::base64_test {
namespace {

// Both say the same of every text.
std::optional<std::string>
decoded(std::string_view text)
{
	const auto size = base64_decoded_size(text);
	if (!size)
		return std::nullopt;
	std::vector<std::uint8_t> bytes(*size);
	std::vector<char> digits(2 * *size);
	const bool is_base64 = decode_base64(text, bytes.data());
	EXPECT_EQ(base64_to_hex(text, digits.data()), is_base64) << text;
	if (!is_base64)
		return std::nullopt;
	std::string expected;
	for (const std::uint8_t byte : bytes)
	{
		expected += "0123456789abcdef"[byte >> 4];
		expected += "0123456789abcdef"[byte & 0xf];
	}
	EXPECT_EQ(std::string(digits.begin(), digits.end()), expected) << text;
	return std::string(bytes.begin(), bytes.end());
}

// An encoder that need not be fast.
std::string
encoded(std::string_view bytes)
{
	constexpr std::string_view alphabet =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string text;
	for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 6)
	{
		unsigned six = 0;
		for (std::size_t i = bit; i < bit + 6; ++i)
		{
			const unsigned byte =
				i / 8 < bytes.size() ? static_cast<unsigned char>(bytes[i / 8]) : 0;
			six = six << 1 | (byte >> (7 - i % 8) & 1);
		}
		text += alphabet[six];
	}
	while (text.size() % 4 != 0)
		text += '=';
	return text;
}

// RFC 4648, section 10.
TEST(Base64, VectorsOfTheRfc)
{
	EXPECT_EQ(decoded(""), "");
	EXPECT_EQ(decoded("Zg=="), "f");
	EXPECT_EQ(decoded("Zm8="), "fo");
	EXPECT_EQ(decoded("Zm9v"), "foo");
	EXPECT_EQ(decoded("Zm9vYg=="), "foob");
	EXPECT_EQ(decoded("Zm9vYmE="), "fooba");
	EXPECT_EQ(decoded("Zm9vYmFy"), "foobar");
}

TEST(Base64, EveryPairOfBytesAtEveryPlace)
{
	for (unsigned pair = 0; pair < 65536; ++pair)
	{
		const std::string two = {static_cast<char>(pair >> 8), static_cast<char>(pair)};
		for (const std::string &bytes : {two, "x" + two, two + "yz", two + two})
			ASSERT_EQ(decoded(encoded(bytes)), bytes) << encoded(bytes);
	}
}

TEST(Base64, NoOtherCharacter)
{
	constexpr std::string_view others_of_the_alphabet =
		"BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/A";
	for (int code = 0; code < 256; ++code)
	{
		const auto character = static_cast<char>(code);
		const bool is_known = others_of_the_alphabet.find(character) != std::string_view::npos;
		for (std::size_t position = 0; position < 6; ++position)
		{
			std::string text = "Zm9vYmFy";
			text[position] = character;
			EXPECT_EQ(decoded(text).has_value(), is_known) << code << " at " << position;
		}
	}
}

TEST(Base64, PaddingOnlyWhereItBelongs)
{
	for (const char *text : {"Z",          "Zg",       "Zg=",      "Zm8",   "Zm9vY", "Zg===",
							 "Zm8==",      "Zm9v=",    "====",     "Z===",  "=m9v",  "Z=9v",
							 "Zm=v",       "Zg==Zg==", "Zm8=Zm8=", "Zg= =", " Zg==", "Zg==\n",
							 "Zm9v\nYmFy", "Zm9-",     "Zm9_"})
		EXPECT_FALSE(decoded(text).has_value()) << text;
}

// What the last character has in excess must be zero: otherwise several texts had the same bytes.
TEST(Base64, BitsLeftOverAreZero)
{
	EXPECT_TRUE(decoded("Zg==").has_value());
	for (const char *text : {"Zh==", "Zi==", "Zo==", "Zv==", "Zm9=", "Zm+=", "Zm/="})
		EXPECT_FALSE(decoded(text).has_value()) << text;
}

TEST(Base64, Lines)
{
	const auto joined = [](std::string_view text) {
		std::string copy(text.size(), ' ');
		copy.resize(
			static_cast<std::size_t>(copy_base64_of_lines(text, copy.data()) - copy.data()));
		return copy;
	};
	EXPECT_EQ(joined(""), "");
	EXPECT_EQ(joined("Zm9v"), "Zm9v");
	EXPECT_EQ(joined(" Zm9v\r\nYm Fy\t\n"), "Zm9vYmFy");
	EXPECT_EQ(joined("\n"), "");
	EXPECT_EQ(joined("Zm9v\fYmFy\v\xc2\xa0"), "Zm9v\fYmFy\v\xc2\xa0");
}

} // namespace
} // namespace objectid::base64_test

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

// Every code at every place but the last one, where padding is right.
TEST(Base64, EveryCharacterAtEveryPlace)
{
	constexpr std::string_view alphabet =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (int code = 0; code < 256; ++code)
		for (std::size_t place = 0; place < 7; ++place)
		{
			std::string text = "AAAAAAAA";
			text[place] = static_cast<char>(code);
			const std::size_t six_bits = alphabet.find(text[place]);
			std::string bytes;
			for (int shift = 40; shift >= 0; shift -= 8)
				bytes += static_cast<char>(std::uint64_t{six_bits} << (42 - 6 * place) >> shift);
			EXPECT_EQ(decoded(text), six_bits < 64 ? std::optional(bytes) : std::nullopt)
				<< code << " at " << place;
		}
}

// Nor bits in excess in the last character: otherwise several texts had the same bytes.
TEST(Base64, PaddingOnlyWhereItBelongs)
{
	for (const char *text :
		 {"Z",          "Zg",   "Zg=",  "Zm8",  "Zm9vY",    "Zg===",    "Zm8==", "Zm9v=", "====",
		  "Z===",       "=m9v", "Z=9v", "Zm=v", "Zg==Zg==", "Zm8=Zm8=", "Zg= =", " Zg==", "Zg==\n",
		  "Zm9v\nYmFy", "Zh==", "Zi==", "Zo==", "Zv==",     "Zm9=",     "Zm+=",  "Zm/="})
		EXPECT_EQ(decoded(text), std::nullopt) << text;
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

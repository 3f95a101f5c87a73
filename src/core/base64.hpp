// Base64 (RFC 4648, section 4) to bytes or hexadecimal digits: with padding, and without anything
// else in it. (The server's encode.c, which the core cannot call, accepts left-over bits.)
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "hex.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

namespace base64_text {

// In the 32 bits of four characters, of which 24 are theirs, this one says that a character is not
// of the alphabet.
inline constexpr std::uint32_t not_in_alphabet = 0x80000000;

// The bits of each character, by its place among four and its code.
inline constexpr auto bits_of_character = [] {
	constexpr std::string_view alphabet =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::array<std::array<std::uint32_t, 256>, 4> bits{};
	for (std::size_t place = 0; place < 4; ++place)
	{
		bits[place].fill(not_in_alphabet);
		for (std::uint32_t i = 0; i < alphabet.size(); ++i)
			bits[place][static_cast<std::uint8_t>(alphabet[i])] = i << (18 - 6 * place);
	}
	return bits;
}();

constexpr std::uint32_t
bits_of_four(char first, char second, char third, char fourth)
{
	return bits_of_character[0][static_cast<std::uint8_t>(first)] |
		   bits_of_character[1][static_cast<std::uint8_t>(second)] |
		   bits_of_character[2][static_cast<std::uint8_t>(third)] |
		   bits_of_character[3][static_cast<std::uint8_t>(fourth)];
}

constexpr std::size_t
padding_of(std::string_view text)
{
	if (text.empty() || text[text.size() - 1] != '=')
		return 0;
	return text[text.size() - 2] == '=' ? 2 : 1;
}

// Calls write(output, byte) with each byte, which returns the output for the next one. What
// decode_base64 says of the text holds here.
template <typename Output, typename Write>
constexpr bool
read(std::string_view text, Output *output, Write write)
{
	if (text.empty())
		return true;
	std::uint32_t seen = 0;
	for (; text.size() > 4; text.remove_prefix(4))
	{
		const std::uint32_t bits = bits_of_four(text[0], text[1], text[2], text[3]);
		seen |= bits;
		output = write(output, static_cast<std::uint8_t>(bits >> 16));
		output = write(output, static_cast<std::uint8_t>(bits >> 8));
		output = write(output, static_cast<std::uint8_t>(bits));
	}
	const std::size_t padding = padding_of(text);
	constexpr char zero = 'A';
	const std::uint32_t bits =
		bits_of_four(text[0], text[1], padding < 2 ? text[2] : zero, padding < 1 ? text[3] : zero);
	seen |= bits;
	output = write(output, static_cast<std::uint8_t>(bits >> 16));
	if (padding < 2)
		output = write(output, static_cast<std::uint8_t>(bits >> 8));
	if (padding < 1)
		write(output, static_cast<std::uint8_t>(bits));
	const std::uint32_t left_over = bits & ((std::uint32_t{1} << (8 * padding)) - 1);
	return (seen & not_in_alphabet) == 0 && left_over == 0;
}

} // namespace base64_text

// How many bytes a text stands for, by its length and its padding; nothing if its length is none
// that an encoder writes. decode_base64 reads the text itself.
[[nodiscard]] constexpr std::optional<std::size_t>
base64_decoded_size(std::string_view text)
{
	if (text.size() % 4 != 0)
		return std::nullopt;
	return text.size() / 4 * 3 - base64_text::padding_of(text);
}

// Writes base64_decoded_size(text) bytes; the text must be one that has such a size. False when a
// character is not of the alphabet, or when the bits that the padding leaves over are not zero; the
// bytes are then unspecified.
[[nodiscard]] constexpr bool
decode_base64(std::string_view text, std::uint8_t *bytes)
{
	return base64_text::read(text, bytes, [](std::uint8_t *output, std::uint8_t byte) {
		*output = byte;
		return output + 1;
	});
}

// The same, with two lower-case hexadecimal digits for each byte; no terminating zero.
[[nodiscard]] constexpr bool
base64_to_hex(std::string_view text, char *digits)
{
	return base64_text::read(text, digits, [](char *output, std::uint8_t byte) {
		encode_hex(std::array{byte}, output);
		return output + 2;
	});
}

// Copies the text without the white space of JSON, which may break it into lines. Returns the end
// of the copy, which takes at most as many characters.
constexpr char *
copy_base64_of_lines(std::string_view text, char *copy)
{
	return std::copy_if(text.begin(), text.end(), copy, [](char character) {
		return character != ' ' && character != '\t' && character != '\n' && character != '\r';
	});
}

} // namespace objectid

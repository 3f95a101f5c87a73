// Base64 (RFC 4648, section 4) to bytes: with padding, and without anything else in it.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

namespace base64_tables {

// The six bits of each character, by character code; 0xff for those that stand for none.
inline constexpr auto character_values = [] {
	constexpr std::string_view alphabet =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::array<std::uint8_t, 256> values{};
	values.fill(0xff);
	for (std::size_t i = 0; i < alphabet.size(); ++i)
		values[static_cast<std::uint8_t>(alphabet[i])] = static_cast<std::uint8_t>(i);
	return values;
}();

} // namespace base64_tables

// How many bytes a text stands for, by its length and its padding; nothing if its length is none
// that an encoder writes. decode_base64 reads the text itself.
[[nodiscard]] constexpr std::optional<std::size_t>
base64_decoded_size(std::string_view text)
{
	if (text.size() % 4 != 0)
		return std::nullopt;
	if (text.empty())
		return 0;
	std::size_t padding = 0;
	if (text[text.size() - 1] == '=')
		padding = text[text.size() - 2] == '=' ? 2 : 1;
	return text.size() / 4 * 3 - padding;
}

// Writes base64_decoded_size(text) bytes; the text must be one that has such a size. False when a
// character is not of the alphabet, or when the bits that the padding leaves over are not zero; the
// bytes are then unspecified.
[[nodiscard]] constexpr bool
decode_base64(std::string_view text, std::uint8_t *bytes)
{
	const std::size_t size = *base64_decoded_size(text);
	const std::size_t characters = (size * 8 + 5) / 6;
	std::uint32_t bits = 0;
	unsigned held = 0;
	std::size_t written = 0;
	for (std::size_t i = 0; i < characters; ++i)
	{
		const std::uint8_t value =
			base64_tables::character_values[static_cast<std::uint8_t>(text[i])];
		if (value == 0xff)
			return false;
		bits = bits << 6 | value;
		held += 6;
		if (held >= 8)
		{
			held -= 8;
			bytes[written++] = static_cast<std::uint8_t>(bits >> held);
			bits &= (std::uint32_t{1} << held) - 1;
		}
	}
	return bits == 0;
}

} // namespace objectid

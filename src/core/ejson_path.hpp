// Keys in a path of SQL/JSON, as PostgreSQL's type jsonpath reads them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace objectid {

namespace ejson_path {

struct CharacterRange
{
	char32_t first;
	char32_t last;
};

// Control characters, white space other than the blank, interlinear annotation (U+FFF9 to U+FFFB),
// and what Unicode lets programs not show (its property Default_Ignorable_Code_Point).
inline constexpr std::array invisible_characters = {
	CharacterRange{0x1, 0x1f},        CharacterRange{0x7f, 0xa0},
	CharacterRange{0xad, 0xad},       CharacterRange{0x34f, 0x34f},
	CharacterRange{0x61c, 0x61c},     CharacterRange{0x115f, 0x1160},
	CharacterRange{0x1680, 0x1680},   CharacterRange{0x17b4, 0x17b5},
	CharacterRange{0x180b, 0x180f},   CharacterRange{0x2000, 0x200f},
	CharacterRange{0x2028, 0x202f},   CharacterRange{0x205f, 0x206f},
	CharacterRange{0x3000, 0x3000},   CharacterRange{0x3164, 0x3164},
	CharacterRange{0xfe00, 0xfe0f},   CharacterRange{0xfeff, 0xfeff},
	CharacterRange{0xffa0, 0xffa0},   CharacterRange{0xfff0, 0xfffb},
	CharacterRange{0x1bca0, 0x1bca3}, CharacterRange{0x1d173, 0x1d17a},
	CharacterRange{0xe0000, 0xe0fff},
};

constexpr bool
is_letter(char character)
{
	return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
		   character == '_';
}

constexpr bool
is_letter_or_digit(char character)
{
	return is_letter(character) || (character >= '0' && character <= '9');
}

struct Character
{
	char32_t code;
	std::size_t length; // in bytes
};

// The first character of a text in valid UTF-8; if its end is missing, one without a code.
constexpr Character
first_character(std::string_view text)
{
	const auto lead = static_cast<std::uint8_t>(text[0]);
	if (lead < 0x80)
		return {lead, 1};
	const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	if (text.size() < length)
		return {0, text.size()};
	char32_t code = lead & (0x7fU >> length);
	for (std::size_t i = 1; i < length; ++i)
		code = code << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3fU);
	return {code, length};
}

// What follows the backslash if JSON has a letter for the character, or itself; 0 if not.
constexpr char
short_escape(char32_t code)
{
	switch (code)
	{
	case '"':
	case '\\':
		return static_cast<char>(code);
	case '\b':
		return 'b';
	case '\f':
		return 'f';
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	case '\t':
		return 't';
	default:
		return 0;
	}
}

// Appends \u and four hexadecimal digits.
template <typename Append>
constexpr void
append_code(std::uint32_t code, Append append)
{
	std::array<char, 6> escape = {'\\', 'u'};
	for (std::size_t i = 2; i < escape.size(); ++i, code <<= 4)
		escape[i] = "0123456789abcdef"[code >> 12 & 0xf];
	append(std::string_view{escape.data(), escape.size()});
}

} // namespace ejson_path

[[nodiscard]] constexpr bool
is_invisible(char32_t character)
{
	return std::any_of(ejson_path::invisible_characters.begin(),
					   ejson_path::invisible_characters.end(), [character](const auto &range) {
						   return character >= range.first && character <= range.last;
					   });
}

// Whether a path may have the key without quotes: letters and digits of ASCII and underscores, no
// digit first. Keywords of jsonpath are keys after a point.
[[nodiscard]] constexpr bool
is_plain_key(std::string_view key)
{
	return !key.empty() && ejson_path::is_letter(key[0]) &&
		   std::all_of(key.begin(), key.end(), ejson_path::is_letter_or_digit);
}

// Calls append with one part of the quoted key after the other. It is a JSON string, in which
// characters that cannot be seen are escaped. Of a text that is not in UTF-8, those are the control
// characters of ASCII.
template <typename Append>
constexpr void
append_quoted_key(std::string_view key, bool is_utf8, Append append)
{
	append(std::string_view{"\""});
	std::size_t seen = 0; // of the characters at the front, which need no escape
	const auto append_seen = [&](std::size_t escaped) {
		append(std::string_view{key.data(), seen});
		key.remove_prefix(seen + escaped);
		seen = 0;
	};
	while (seen < key.size())
	{
		const std::string_view rest{key.data() + seen, key.size() - seen};
		const bool is_ascii = static_cast<std::uint8_t>(rest[0]) < 0x80;
		const auto [code, length] =
			is_ascii || is_utf8 ? ejson_path::first_character(rest) : ejson_path::Character{0, 1};
		if (const char letter = ejson_path::short_escape(code); letter != 0)
		{
			append_seen(length);
			const std::array escape = {'\\', letter};
			append(std::string_view{escape.data(), escape.size()});
		}
		else if (is_invisible(code))
		{
			append_seen(length);
			// as a pair of surrogates if four digits are not enough
			const bool is_long = code >= 0x10000;
			if (is_long)
				ejson_path::append_code(0xd800 + ((code - 0x10000) >> 10), append);
			ejson_path::append_code(is_long ? 0xdc00 + (code & 0x3ff) : code, append);
		}
		else
			seen += length;
	}
	append_seen(0);
	append(std::string_view{"\""});
}

} // namespace objectid

// Hexadecimal digits to bytes and back. (The server's encode.c, which the core cannot call,
// accepts white space.)
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace objectid {

namespace hex_tables {

// Value of each hexadecimal digit, of either case, by character code; 0xff for other characters.
inline constexpr auto digit_values = [] {
	std::array<std::uint8_t, 256> values{};
	values.fill(0xff);
	for (std::uint8_t i = 0; i < 10; ++i)
		values[static_cast<std::size_t>('0' + i)] = i;
	for (std::uint8_t i = 0; i < 6; ++i)
	{
		const auto value = static_cast<std::uint8_t>(10 + i);
		values[static_cast<std::size_t>('a' + i)] = value;
		values[static_cast<std::size_t>('A' + i)] = value;
	}
	return values;
}();

// The two lower-case digits of each byte, one after the other.
inline constexpr auto byte_digits = [] {
	constexpr std::string_view digits = "0123456789abcdef";
	std::array<char, 512> pairs{};
	for (std::size_t byte = 0; byte < 256; ++byte)
	{
		pairs[2 * byte] = digits[byte >> 4];
		pairs[2 * byte + 1] = digits[byte & 0xf];
	}
	return pairs;
}();

} // namespace hex_tables

// Reads exactly 2 * N digits, of either case, into bytes; false when there are more or fewer
// characters or one is not a hexadecimal digit; bytes are then unspecified.
template <std::size_t N>
[[nodiscard]] constexpr bool
decode_hex(std::string_view digits, std::array<std::uint8_t, N> &bytes)
{
	if (digits.size() != 2 * N)
		return false;
	std::uint8_t seen = 0;
	for (std::size_t i = 0; i < N; ++i)
	{
		const std::uint8_t high =
			hex_tables::digit_values[static_cast<std::uint8_t>(digits[2 * i])];
		const std::uint8_t low =
			hex_tables::digit_values[static_cast<std::uint8_t>(digits[2 * i + 1])];
		seen = static_cast<std::uint8_t>(seen | high | low);
		bytes[i] = static_cast<std::uint8_t>((high << 4) | low);
	}
	return (seen & 0xf0) == 0;
}

// Writes 2 * N lower-case digits; no terminating zero.
template <std::size_t N>
constexpr void
encode_hex(const std::array<std::uint8_t, N> &bytes, char *digits)
{
	for (std::size_t i = 0; i < N; ++i)
	{
		digits[2 * i] = hex_tables::byte_digits[2 * std::size_t{bytes[i]}];
		digits[2 * i + 1] = hex_tables::byte_digits[2 * std::size_t{bytes[i]} + 1];
	}
}

} // namespace objectid

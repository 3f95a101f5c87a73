// The numbers of MongoDB's Extended JSON, as strings and as numbers of JSON.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

// What PostgreSQL's numeric holds: so many decimal digits before and after the point.
inline constexpr std::int64_t numeric_digits_before_point = 131072;
inline constexpr std::int64_t numeric_digits_after_point = 16383;
// An exponent that its input refuses, even of a zero, as it does larger ones. (Those after 15 take
// this one.)
inline constexpr std::int64_t numeric_exponent_end = 1'073'741'823;

namespace ejson_number {

constexpr bool
is_digit(char character)
{
	return character >= '0' && character <= '9';
}

constexpr char
lower(char character)
{
	return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
												: character;
}

constexpr bool
equals_in_either_case(std::string_view text, std::string_view lower_case)
{
	return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
					  [](char left, char right) { return lower(left) == right; });
}

// Without the white space of JSON at both ends.
constexpr std::string_view
without_blanks(std::string_view text)
{
	constexpr std::string_view blanks = " \t\n\r";
	text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
	text.remove_suffix(text.size() - (text.find_last_not_of(blanks) + 1));
	return text;
}

// Removes the digits at the front of rest, and calls seen with each of them. Returns their number.
template <typename Seen>
constexpr std::int64_t
take_digits(std::string_view &rest, Seen seen)
{
	std::int64_t count = 0;
	while (!rest.empty() && is_digit(rest[0]))
	{
		seen(rest[0] - '0');
		rest.remove_prefix(1);
		++count;
	}
	return count;
}

// Removes a sign at the front of rest. Returns whether it was a minus.
constexpr bool
take_sign(std::string_view &rest)
{
	if (rest.empty() || (rest[0] != '-' && rest[0] != '+'))
		return false;
	const bool is_minus = rest[0] == '-';
	rest.remove_prefix(1);
	return is_minus;
}

// Reads what may follow the digits: e or E and an integer. Nothing if that is something else.
constexpr std::optional<std::int64_t>
take_exponent(std::string_view &rest)
{
	if (rest.empty())
		return 0;
	if (lower(rest[0]) != 'e')
		return std::nullopt;
	rest.remove_prefix(1);
	const bool is_negative = take_sign(rest);
	// Larger exponents are cut to this, which is out of range anyway.
	constexpr std::int64_t enough = 1'000'000'000'000;
	std::int64_t exponent = 0;
	if (take_digits(rest, [&](int digit) { exponent = std::min(exponent * 10 + digit, enough); }) ==
		0)
		return std::nullopt;
	return is_negative ? -exponent : exponent;
}

} // namespace ejson_number

// The value of "$numberLong" as a string: a sign or none, and digits. Nothing if the text is
// something else or the number takes more than 64 bits.
[[nodiscard]] constexpr std::optional<std::int64_t>
parse_ejson_integer(std::string_view text)
{
	const bool is_negative = ejson_number::take_sign(text);
	// Counted downwards, as there is one more number below zero than above.
	std::int64_t value = 0;
	bool overflows = false;
	const std::int64_t digits = ejson_number::take_digits(text, [&](int digit) {
		overflows = overflows || __builtin_mul_overflow(value, std::int64_t{10}, &value) ||
					__builtin_sub_overflow(value, std::int64_t{digit}, &value);
	});
	if (digits == 0 || !text.empty() || overflows)
		return std::nullopt;
	if (!is_negative && __builtin_sub_overflow(std::int64_t{0}, value, &value))
		return std::nullopt;
	return value;
}

// The value of "$numberInt" as a string, whose range the caller checks. MongoDB's readers allow
// blanks around it, and around that of "$numberDouble", but not around others.
[[nodiscard]] constexpr std::optional<std::int64_t>
parse_ejson_int(std::string_view text)
{
	return parse_ejson_integer(ejson_number::without_blanks(text));
}

// The text of a JSON number, without its fraction, as an integer.
[[nodiscard]] constexpr std::optional<std::int64_t>
truncated_integer_of_number(std::string_view text)
{
	return parse_ejson_integer({text.data(), std::min(text.find('.'), text.size())});
}

// The same; nothing if it has a fraction that is not zero.
[[nodiscard]] constexpr std::optional<std::int64_t>
integer_of_number(std::string_view text)
{
	std::string_view fraction = text;
	fraction.remove_prefix(std::min(text.find('.'), text.size()));
	if (!std::all_of(fraction.begin(), fraction.end(), [](char c) { return c == '.' || c == '0'; }))
		return std::nullopt;
	return truncated_integer_of_number(text);
}

enum class EjsonDecimal : std::uint8_t
{
	finite, // a number that numeric holds, in the syntax that numeric's input reads
	out_of_range,
	nan,
	infinity,
	minus_infinity,
	invalid,
};

// What the value of "$numberDecimal" as a string is (for its syntax: "From String Representation"
// of MongoDB's BSON Decimal128 specification).
[[nodiscard]] constexpr EjsonDecimal
classify_ejson_decimal(std::string_view text)
{
	using namespace ejson_number;
	const bool is_negative = take_sign(text);
	if (equals_in_either_case(text, "nan"))
		return EjsonDecimal::nan;
	if (equals_in_either_case(text, "inf") || equals_in_either_case(text, "infinity"))
		return is_negative ? EjsonDecimal::minus_infinity : EjsonDecimal::infinity;

	// The exponent of the first significant digit, plus one; <= 0 for 0.00x.
	std::int64_t before_point = 0;
	bool is_zero = true;
	std::int64_t digits = take_digits(text, [&](int digit) {
		is_zero = is_zero && digit == 0;
		before_point += is_zero ? 0 : 1;
	});
	std::int64_t after_point = 0;
	if (!text.empty() && text[0] == '.')
	{
		text.remove_prefix(1);
		after_point = take_digits(text, [&](int digit) {
			is_zero = is_zero && digit == 0;
			before_point -= is_zero ? 1 : 0;
		});
	}
	digits += after_point;
	const auto exponent = take_exponent(text);
	if (digits == 0 || !exponent || !text.empty())
		return EjsonDecimal::invalid;
	const bool is_too_large = is_zero ? *exponent >= numeric_exponent_end
									  : before_point + *exponent > numeric_digits_before_point;
	if (is_too_large || after_point - *exponent > numeric_digits_after_point)
		return EjsonDecimal::out_of_range;
	return EjsonDecimal::finite;
}

// What the value of "$numberDouble" as a string is: the same, with blanks around it or none, but
// only "Infinity" is infinite. MongoDB's readers take "inf" for different numbers.
[[nodiscard]] constexpr EjsonDecimal
classify_ejson_double(std::string_view text)
{
	text = ejson_number::without_blanks(text);
	const EjsonDecimal kind = classify_ejson_decimal(text);
	const bool is_infinite = kind == EjsonDecimal::infinity || kind == EjsonDecimal::minus_infinity;
	ejson_number::take_sign(text);
	return is_infinite && text != "Infinity" ? EjsonDecimal::invalid : kind;
}

} // namespace objectid

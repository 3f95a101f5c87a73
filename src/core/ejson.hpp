// MongoDB's Extended JSON: the keys of the objects that stand for a value, and how the value of
// each is read. Numbers and dates have files of their own.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "base64.hpp"
#include "hex.hpp"
#include "uuid.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace objectid {

// The types of values. BSON has a UUID as binary data.
enum class EjsonType : std::uint8_t
{
	object,
	array,
	string,
	boolean,
	null,
	oid,
	symbol,
	code,
	code_with_scope,
	number_int,
	number_long,
	number_double,
	number_decimal,
	date,
	timestamp,
	uuid,
	binary,
	regular_expression,
	undefined,
	db_pointer,
	db_ref,
	min_key,
	max_key,
};

// As the operator $type calls it; a DBRef, which is an object there, as the drivers do.
[[nodiscard]] constexpr std::string_view
name_of(EjsonType type)
{
	switch (type)
	{
	case EjsonType::object:
		return "object";
	case EjsonType::array:
		return "array";
	case EjsonType::string:
		return "string";
	case EjsonType::boolean:
		return "bool";
	case EjsonType::null:
		return "null";
	case EjsonType::oid:
		return "objectId";
	case EjsonType::symbol:
		return "symbol";
	case EjsonType::code:
		return "javascript";
	case EjsonType::code_with_scope:
		return "javascriptWithScope";
	case EjsonType::number_int:
		return "int";
	case EjsonType::number_long:
		return "long";
	case EjsonType::number_double:
		return "double";
	case EjsonType::number_decimal:
		return "decimal";
	case EjsonType::date:
		return "date";
	case EjsonType::timestamp:
		return "timestamp";
	case EjsonType::uuid:
	case EjsonType::binary:
		return "binData";
	case EjsonType::regular_expression:
		return "regex";
	case EjsonType::undefined:
		return "undefined";
	case EjsonType::db_pointer:
		return "dbPointer";
	case EjsonType::db_ref:
		return "DBRef";
	case EjsonType::min_key:
		return "minKey";
	case EjsonType::max_key:
		return "maxKey";
	}
	return {};
}

// Type wrapper objects, in the specification's words.
struct EjsonWrapper
{
	std::string_view key; // a literal, which ends with a zero
	EjsonType type;
	const char *must_be; // what its value must be, for an error
};

// Those with one key. "$minKey" and "$maxKey" stand for nothing that JSON has.
inline constexpr std::array ejson_wrappers = {
	EjsonWrapper{"$oid", EjsonType::oid, "a string of 24 hexadecimal digits"},
	EjsonWrapper{"$numberInt", EjsonType::number_int, "a 32-bit integer"},
	EjsonWrapper{"$numberLong", EjsonType::number_long, "a 64-bit integer"},
	EjsonWrapper{"$numberDouble", EjsonType::number_double, "a number"},
	EjsonWrapper{"$numberDecimal", EjsonType::number_decimal, "a number"},
	EjsonWrapper{"$date", EjsonType::date, "a time in ISO 8601, or milliseconds as a number"},
	EjsonWrapper{"$timestamp", EjsonType::timestamp,
				 R"(an object of "t" and "i", 32-bit numbers that are not negative)"},
	EjsonWrapper{"$uuid", EjsonType::uuid, "a UUID as a string"},
	EjsonWrapper{"$binary", EjsonType::binary,
				 "Base64 with a subtype of one byte, and of 16 bytes if it is a UUID"},
	EjsonWrapper{"$symbol", EjsonType::symbol, "a string"},
	EjsonWrapper{"$code", EjsonType::code, "a string, and its \"$scope\" an object or null"},
	EjsonWrapper{"$regularExpression", EjsonType::regular_expression,
				 R"(an object of "pattern" and perhaps "options", strings, the options letters)"},
	EjsonWrapper{"$undefined", EjsonType::undefined, "any value"},
	EjsonWrapper{"$dbPointer", EjsonType::db_pointer,
				 R"(an object of "$ref", a string, and "$id", an "$oid")"},
};

// The regular expressions of version 1, whose keys are those of a query operator too.
inline constexpr EjsonWrapper ejson_v1_regex = {"$options", EjsonType::regular_expression,
												"a string of letters"};

// The wrapper that this key makes alone in its object, or nullptr.
[[nodiscard]] constexpr const EjsonWrapper *
find_ejson_wrapper(std::string_view key)
{
	if (key.empty() || key[0] != '$')
		return nullptr;
	for (const EjsonWrapper &wrapper : ejson_wrappers)
		if (key == wrapper.key)
			return &wrapper;
	return nullptr;
}

// Binary data -----------------------------------------------------------------------------------

// BSON's subtypes of binary data that are UUIDs. In the older one, each driver had its own order of
// the bytes (MongoDB's specification of BSON Binary UUID).
inline constexpr std::uint8_t ejson_subtype_legacy_uuid = 3;
inline constexpr std::uint8_t ejson_subtype_uuid = 4;

enum class LegacyUuid : std::uint8_t
{
	none, // bytes like others
	python,
	java,
	csharp,
};

[[nodiscard]] constexpr std::optional<LegacyUuid>
parse_legacy_uuid(std::string_view name)
{
	constexpr std::array names = {
		std::pair{std::string_view{"python"}, LegacyUuid::python},
		std::pair{std::string_view{"java"}, LegacyUuid::java},
		std::pair{std::string_view{"csharp"}, LegacyUuid::csharp},
	};
	for (const auto &[known, legacy] : names)
		if (name == known)
			return legacy;
	return std::nullopt;
}

// One or two hexadecimal digits. Some old exports wrote those from 80 on as negative numbers of 32
// bits, from ffffff80 to ffffffff.
[[nodiscard]] constexpr std::optional<std::uint8_t>
parse_ejson_subtype(std::string_view digits)
{
	constexpr std::string_view negative = "ffffff";
	const bool is_negative = digits.size() == negative.size() + 2 &&
							 std::string_view{digits.data(), negative.size()} == negative;
	if (is_negative)
		digits.remove_prefix(negative.size());
	if (digits.empty() || digits.size() > 2)
		return std::nullopt;
	const std::array<char, 2> two = {digits.size() == 1 ? '0' : digits[0],
									 digits[digits.size() - 1]};
	std::array<std::uint8_t, 1> subtype{};
	if (!decode_hex({two.data(), two.size()}, subtype) || (is_negative && subtype[0] < 0x80))
		return std::nullopt;
	return subtype[0];
}

// The bytes of a UUID, given in the order in which a driver stored it. Java's stored two 64-bit
// numbers with their lowest byte first; C#'s a GUID, whose first three fields have it first.
[[nodiscard]] constexpr Uuid
uuid_from_legacy(Uuid id, LegacyUuid legacy)
{
	const auto reverse = [&](int begin, int end) {
		std::reverse(id.bytes.begin() + begin, id.bytes.begin() + end);
	};
	if (legacy == LegacyUuid::java)
	{
		reverse(0, 8);
		reverse(8, 16);
	}
	if (legacy == LegacyUuid::csharp)
	{
		reverse(0, 4);
		reverse(4, 6);
		reverse(6, 8);
	}
	return id;
}

// UUIDs as text ---------------------------------------------------------------------------------

inline constexpr std::size_t uuid_text_length = 36;

// Whether a hyphen stands before the digits of this byte (RFC 9562, section 4).
[[nodiscard]] constexpr bool
has_hyphen_before(std::size_t byte)
{
	return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

// 32 hexadecimal digits of either case, with all four hyphens or with none.
[[nodiscard]] constexpr std::optional<Uuid>
parse_ejson_uuid(std::string_view text)
{
	std::array<char, 2 * sizeof(Uuid)> digits{};
	const bool has_hyphens = text.size() == uuid_text_length;
	if (!has_hyphens && text.size() != digits.size())
		return std::nullopt;
	for (std::size_t byte = 0; byte < sizeof(Uuid); ++byte)
	{
		if (has_hyphens && has_hyphen_before(byte))
		{
			if (text[0] != '-')
				return std::nullopt;
			text.remove_prefix(1);
		}
		digits[2 * byte] = text[0];
		digits[2 * byte + 1] = text[1];
		text.remove_prefix(2);
	}
	Uuid id{};
	if (!decode_hex({digits.data(), digits.size()}, id.bytes))
		return std::nullopt;
	return id;
}

// Writes uuid_text_length characters; no terminating zero.
constexpr void
write_uuid(const Uuid &id, char *text)
{
	for (std::size_t byte = 0; byte < sizeof(Uuid); ++byte)
	{
		if (has_hyphen_before(byte))
			*text++ = '-';
		encode_hex(std::array{id.bytes[byte]}, text);
		text += 2;
	}
}

// Regular expressions ---------------------------------------------------------------------------

// Letters, each of which is one option.
[[nodiscard]] constexpr bool
are_regex_options(std::string_view options)
{
	return std::all_of(options.begin(), options.end(), [](char option) {
		return (option >= 'a' && option <= 'z') || (option >= 'A' && option <= 'Z');
	});
}

// Writes the letters in their order, in linear time; no terminating zero.
constexpr void
write_sorted(std::string_view letters, char *text)
{
	std::array<std::size_t, 256> counts{};
	for (const char letter : letters)
		++counts[static_cast<std::uint8_t>(letter)];
	for (char letter = 'A'; letter <= 'z'; ++letter)
		text = std::fill_n(text, counts[static_cast<std::uint8_t>(letter)], letter);
}

} // namespace objectid

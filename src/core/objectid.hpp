// MongoDB's ObjectId: twelve bytes, their text forms, their order and their time.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "hex.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace objectid {

//  0                   4                        9              12
// +----+----+----+----+----+----+----+----+----+----+----+----+
// |   Unix seconds    |  random per generator  |   counter    |
// |  unsigned 32 bit  |        40 bit          |    24 bit    |
// +----+----+----+----+----+----+----+----+----+----+----+----+
//
// All fields are big-endian, so that byte order is time order (MongoDB's ObjectID specification,
// "Specification" and "Endianness"). Other generators may put anything into the last eight bytes.
struct ObjectId : IdBytes<ObjectId, std::uint32_t>
{
	// Unsigned, as the specification requires ("Timestamp Field").
	[[nodiscard]] constexpr std::uint32_t unix_s() const
	{
		return load_big_endian<std::uint32_t>(bytes.data());
	}

	// right - left as a number, for left <= right; exact to the precision of a double.
	[[nodiscard]] static constexpr double distance(const ObjectId &left, const ObjectId &right)
	{
		return static_cast<double>(right.high() - left.high()) * 4294967296.0 +
			   (static_cast<double>(right.low()) - static_cast<double>(left.low()));
	}
};
// The server hands out pointers to stored ids at any address.
static_assert(sizeof(ObjectId) == 12 && alignof(ObjectId) == 1);
static_assert(std::is_trivially_copyable_v<ObjectId> && std::is_trivially_destructible_v<ObjectId>);

inline constexpr std::size_t objectid_text_length = 24;

inline constexpr ObjectId objectid_lowest = ObjectId::from_parts(0, 0);
inline constexpr ObjectId objectid_highest = ObjectId::from_parts(
	std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint32_t>::max());

// 24 hexadecimal digits of either case and nothing else.
[[nodiscard]] constexpr std::optional<ObjectId>
parse_objectid_hex(std::string_view digits)
{
	ObjectId id{};
	if (!decode_hex(digits, id.bytes))
		return std::nullopt;
	return id;
}

namespace objectid_text {

constexpr bool
skip(std::string_view &rest, std::string_view token)
{
	// Not starts_with: unoptimized, libstdc++'s calls a function of its run-time library.
	if (rest.size() < token.size() || std::string_view{rest.data(), token.size()} != token)
		return false;
	rest.remove_prefix(token.size());
	return true;
}

// White space of RFC 8259, section 2.
constexpr void
skip_json_blanks(std::string_view &rest)
{
	while (!rest.empty() &&
		   (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r'))
		rest.remove_prefix(1);
}

// Reads the 24 digits at the front of rest and removes them from it.
constexpr std::optional<ObjectId>
take_hex(std::string_view &rest)
{
	if (rest.size() < objectid_text_length)
		return std::nullopt;
	const auto id = parse_objectid_hex({rest.data(), objectid_text_length});
	rest.remove_prefix(objectid_text_length);
	return id;
}

// What follows "ObjectId" as MongoDB's shells, Node's console and mongoexport's CSV write it:
// ("…"), ('…') or (…).
constexpr std::optional<ObjectId>
parse_shell_argument(std::string_view rest)
{
	if (!skip(rest, "("))
		return std::nullopt;
	const bool quoted = !rest.empty() && (rest[0] == '"' || rest[0] == '\'');
	const std::string_view quote = quoted ? std::string_view{rest.data(), 1} : std::string_view{};
	if (!skip(rest, quote))
		return std::nullopt;
	const auto id = take_hex(rest);
	if (!skip(rest, quote) || rest != ")")
		return std::nullopt;
	return id;
}

// {"$oid":"…"} of MongoDB Extended JSON 2.0, blanks allowed between the tokens.
constexpr std::optional<ObjectId>
parse_extended_json(std::string_view rest)
{
	for (const std::string_view token : {"{", "\"$oid\"", ":"})
	{
		if (!skip(rest, token))
			return std::nullopt;
		skip_json_blanks(rest);
	}
	if (!skip(rest, "\""))
		return std::nullopt;
	const auto id = take_hex(rest);
	if (!skip(rest, "\""))
		return std::nullopt;
	skip_json_blanks(rest);
	if (rest != "}")
		return std::nullopt;
	return id;
}

} // namespace objectid_text

// 24 digits, ObjectId(...) with or without "new " before it, or Extended JSON, and nothing else.
[[nodiscard]] constexpr std::optional<ObjectId>
parse_objectid(std::string_view input)
{
	if (input.size() == objectid_text_length)
		return parse_objectid_hex(input);
	if (objectid_text::skip(input, "ObjectId") || objectid_text::skip(input, "new ObjectId"))
		return objectid_text::parse_shell_argument(input);
	return objectid_text::parse_extended_json(input);
}

// Every second that an id can hold: 1970-01-01 00:00:00 to 2106-02-07 06:28:15 UTC.
inline constexpr std::int64_t objectid_max_unix_s = std::numeric_limits<std::uint32_t>::max();

// The next and the previous id in byte order; nothing beyond the ends.
[[nodiscard]] constexpr std::optional<ObjectId>
objectid_next(ObjectId id)
{
	return increment(id.bytes) ? std::optional(id) : std::nullopt;
}

[[nodiscard]] constexpr std::optional<ObjectId>
objectid_previous(ObjectId id)
{
	return decrement(id.bytes) ? std::optional(id) : std::nullopt;
}

} // namespace objectid

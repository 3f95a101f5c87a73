// Writes ObjectIds in tests as their digits, and shows them so in messages.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/objectid.hpp"

#include <cstddef>
#include <ostream>
#include <string>

namespace objectid {

namespace testing {

// "56e1fc72e0c917e9c4714161"_id; a mistake in it does not compile.
consteval ObjectId operator""_id(const char *digits, std::size_t length)
{
	return *parse_objectid_hex({digits, length});
}

template <typename Id>
std::string
digits_of(const Id &id)
{
	std::string digits(2 * sizeof(Id), '?');
	encode_hex(id.bytes, digits.data());
	return digits;
}

} // namespace testing

// GoogleTest finds this one by its name.
inline void
PrintTo(const ObjectId &id, std::ostream *out)
{
	*out << testing::digits_of(id);
}

} // namespace objectid

// Reads the objects of MongoDB's Extended JSON that stand for a value.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/ejson.hpp"
#include "pg/ejson_text.hpp"
#include "pg/postgres.hpp"

namespace objectid {

// What an object is: one that stands for a value, or one that stays an object.
struct EjsonObject
{
	EjsonType type;
	std::uint8_t subtype;            // of binary data
	std::optional<JsonbValue> plain; // nothing if it stays an object
	std::span<JsonbPair> pairs;      // as they are stored, if it does
};

// Raises an error if the object has the keys of one that stands for a value, and another value.
EjsonObject read_ejson_object(LegacyUuid legacy, JsonbContainer *container, const EjsonPath *path);

JsonbValue object_value(std::span<JsonbPair> pairs);

} // namespace objectid

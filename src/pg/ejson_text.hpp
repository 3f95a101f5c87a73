// What is shown of JSON: the beginning of a value, and paths in a document.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/ejson_path.hpp"
#include "pg/json_string.hpp"

namespace objectid {

// The path of a value in the document, from its end: the key or index of the value, and the path of
// what it is in. That of the document itself is nullptr.
struct EjsonPath
{
	const EjsonPath *parent;
	const JsonbValue *key; // nullptr in an array
	int index;
};

// What is shown of a path, in bytes.
inline constexpr int longest_path = 1000;

// Cuts the text off if what comes after its first bytes is longer than the limit. Whole characters
// stay. Returns whether it did.
bool cut_off(StringInfo text, int limit, int first = 0);

// Appends the key to a path.
void append_key(StringInfo path, std::string_view key);

// As SQL/JSON has it: $.items[3].sku.
const char *text_of_path(const EjsonPath *path);

// The beginning of the text of a value. It is not made from all of the text, which could be a
// thousand times as long as what is stored: 1e100000 is stored in a few bytes.
const char *excerpt_of(JsonbContainer *container);

// The beginning of a string, without quotes.
const char *excerpt_of(std::string_view string);

} // namespace objectid

// Strings of a jsonb.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/id_datum.hpp"

namespace objectid {

inline std::string_view
string_of(const JsonbValue &value)
{
	return {value.val.string.val, static_cast<std::size_t>(value.val.string.len)};
}

// The string is not copied. 54000 if it is longer than a jsonb can hold.
inline JsonbValue
string_value(std::string_view string)
{
	if (string.size() > JENTRY_OFFLENMASK)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("string too long to represent as jsonb string"),
						errdetail("Due to an implementation restriction, jsonb strings cannot "
								  "exceed %d bytes.",
								  JENTRY_OFFLENMASK)));
	JsonbValue value{};
	value.type = jbvString;
	value.val.string.val = const_cast<char *>(string.data()); // the server only reads it
	value.val.string.len = static_cast<int>(string.size());
	return value;
}

// The digits of an id.
inline JsonbValue
string_value(const ObjectId &id)
{
	return string_value(std::string_view{digits_of(id), objectid_text_length});
}

} // namespace objectid

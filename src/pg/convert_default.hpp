// What the default of a column becomes when the column becomes an objectid.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// The type and where it lives.
struct IdType
{
	Oid type;
	Oid array_type;
	Oid extension;
	const char *schema; // quoted
};

enum class DefaultKind
{
	none,    // no default, or NULL
	known,   // an id, or a call of gen_objectid()
	unknown, // anything else, and the expression of a generated column
};

struct ConvertedDefault
{
	DefaultKind kind;
	const char *expression; // of a known one, qualified
};

// Evaluates what consists of constants and functions of the server, and nothing else.
ConvertedDefault converted_default(Oid table, AttrNumber column, bool is_array, const IdType &ids);

} // namespace objectid

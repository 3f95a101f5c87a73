// By which column a table is followed.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/follow_tables.hpp"

namespace objectid {

// What makes the values of a column.
struct Source
{
	enum Kind : std::uint8_t
	{
		unchecked, // it does not matter, as for ids in a column that the caller names
		locked,    // somebody changes the table, or it is gone
		no_default,
		unordered,
		ids,
		numbers,
		clock, // clock_timestamp()
	};
	Kind kind = unchecked;
	Oid relation = InvalidOid; // the sequence of numbers, or what is locked

	bool operator==(const Source &) const = default;
};

// A table and the column by which it is followed. The table is open, which keeps its entry in the
// relation cache and its name there. What else that entry points to is replaced whenever another
// session's ALTER TABLE becomes known, as while something is looked up: hence the copies.
struct FollowedKey
{
	Relation table;
	TupleDesc columns; // a copy
	AttrNumber column; // the key's number in it
	const char *name;  // and its name
	Oid type;          // of a domain, the base type
	Source source;
};

// Whether a type is one of integers.
bool is_number(Oid type);

// The key of a table; 42P10 if there is none that can be followed. Its source is locked if that is
// so of a table whose default it could be.
//
// key_type: objectid, UUIDOID, TIMESTAMPTZOID, or INT8OID, which stands for numbers of each size.
// name: of the column, or nullptr for the only one that fits.
FollowedKey find_key(Relation table, Oid key_type, const char *name);

// 42P10 if one of the tables through which rows are added has another default.
void check_defaults(const FollowedKey &key, WrittenTables &tables);

// A sequence has given out no greater number since it began with this file.
struct LastNumber
{
	std::int64_t value;
	Oid file;
};

// 42501 unless this user may read the sequence, 42P10 if its numbers do not ascend in the order of
// calls. Nothing if somebody changes the sequence, or if its next number is the least bigint.
std::optional<LastNumber> last_number(Oid sequence);

} // namespace objectid

// By which column a table is followed.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid
{

struct FollowedKey
{
	const char *name;
	Oid type;     // what a domain is over
	Oid sequence; // of numbers, else InvalidOid
	bool is_named;
};

// The key for ids of this type, INT8OID for numbers of each size, or InvalidOid for either; the one
// of that name, unless it is nullptr. 42P10 if there is none that can be followed. schema: the one
// of the extension.
FollowedKey find_key(Relation table, Oid after_type, const char *name, Oid schema);

// 42P10 if one of the tables that statements name to write to this one has another default.
void check_defaults(Relation table, const FollowedKey &key, const List *tables, Oid schema);

// A sequence has given out no greater number since it began with this file.
struct LastNumber
{
	int64 value;
	Oid file;
};

// 42501 unless this user may read the sequence, 42P10 if its numbers do not ascend in the order of
// calls.
LastNumber last_number(Oid sequence);

} // namespace objectid

// The list of all predicates on ids and their times, and the kinds of id that they are about.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/postgres.hpp"

// compared(function, kind, position of the id, comparison of the id with the time), and
// within(function, kind, position of the id). A line makes the function in time_predicates.cpp and
// the row of the planner's table in time_predicate_list.cpp.
// clang-format off
#define OBJECTID_TIME_PREDICATES(compared, within)                    \
	compared(objectid_lt_timestamptz, ObjectIdTime, 0, less)          \
	compared(objectid_le_timestamptz, ObjectIdTime, 0, less_equal)    \
	compared(objectid_ge_timestamptz, ObjectIdTime, 0, greater_equal) \
	compared(objectid_gt_timestamptz, ObjectIdTime, 0, greater)       \
	compared(timestamptz_lt_objectid, ObjectIdTime, 1, greater)       \
	compared(timestamptz_le_objectid, ObjectIdTime, 1, greater_equal) \
	compared(timestamptz_ge_objectid, ObjectIdTime, 1, less_equal)    \
	compared(timestamptz_gt_objectid, ObjectIdTime, 1, less)          \
	within(objectid_within, ObjectIdTime, 0)                          \
	compared(uuid_lt_timestamptz, UuidV7Time, 0, less)                \
	compared(uuid_le_timestamptz, UuidV7Time, 0, less_equal)          \
	compared(uuid_ge_timestamptz, UuidV7Time, 0, greater_equal)       \
	compared(uuid_gt_timestamptz, UuidV7Time, 0, greater)             \
	compared(timestamptz_lt_uuid, UuidV7Time, 1, greater)             \
	compared(timestamptz_le_uuid, UuidV7Time, 1, greater_equal)       \
	compared(timestamptz_ge_uuid, UuidV7Time, 1, less_equal)          \
	compared(timestamptz_gt_uuid, UuidV7Time, 1, less)                \
	within(uuid_v7_within, UuidV7Time, 0)                             \
	within(uuid_v6_within, UuidV6Time, 0)
// clang-format on

namespace objectid {

// A range of ids: from the first to the second, which is excluded, or to the end if that is 0. Only
// ids of the kind are meant.
struct AnyIdRange
{
	Datum from;
	Datum to;
	bool from_open; // from is the smallest id of the kind
	bool empty;     // so it is here
};

// A kind of id as the planner's side sees it. It may also be a version of UUIDs without times, for
// which ids_within is null and version_test is not.
struct AnyIdKind
{
	const char *sql_prefix;
	const char *version_test;
	int size;
	AnyIdRange (*ids_within)(const TimeRange &range);
	bool (*is_of_kind)(Datum id); // a value of the type
};

// A boolean function of ours on an id.
struct Predicate
{
	enum class Form : std::uint8_t
	{
		compared, // its time with a timestamptz
		within,   // its time with a tstzrange
		with_id,  // the id with another id
		version,  // the id alone
	};

	const char *name; // of the function, in SQL and in C
	const AnyIdKind *kind;
	int id_position;
	Form form;
	Comparison comparison = {}; // of the id with the other operand, where there is one
};

// The predicate of this name; null if it is none.
const Predicate *predicate_named(std::string_view name);

} // namespace objectid

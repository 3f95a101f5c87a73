// The predicates on the time of an id.
// SPDX-License-Identifier: PostgreSQL
#pragma once

// compared(function, kind, position of the id, comparison of the id with the time) and
// within(function, kind, position of the id). A line makes the C function in time_predicates.cpp
// and the row of the planner's table in time_predicate_call.cpp.
// clang-format off
#define OBJECTID_TIME_PREDICATES(compared, within)               \
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

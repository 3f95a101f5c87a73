// Errors that more than one SQL function raises.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// 22008. held_times: which times the id can hold, as a sentence.
[[noreturn]] inline void
raise_timestamp_out_of_range(const char *held_times)
{
	ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("timestamp out of range"),
					errdetail_internal("%s", held_times)));
	pg_unreachable();
}

// XX000: there is no fallback to a weaker random source.
[[noreturn]] inline void
raise_random_failed()
{
	ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values")));
	pg_unreachable();
}

// For 22P02: what a text should have been.
inline int
detail_of_objectid_syntax()
{
	return errdetail("An objectid is 24 hexadecimal digits, also written as ObjectId(\"...\") or "
					 "{\"$oid\":\"...\"}.");
}

// For 22P02: a reference to a document of MongoDB, {"$ref": ..., "$id": ...}.
inline int
hint_of_dbref()
{
	return errhint("To convert a DBRef, cast its \"$id\".");
}

} // namespace objectid

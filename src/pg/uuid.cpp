// RFC 9562's UUIDs: new ones of versions 6 to 8, version 1, and tests of the version.
// SPDX-License-Identifier: PostgreSQL
#include "pg/new_id.hpp"
#include "pg/time_datum.hpp"

using namespace objectid;

namespace {

// The result of a conversion; 22023 when the argument was of another version.
Datum
converted(FunctionCallInfo fcinfo, const std::optional<Uuid> &result, int version)
{
	if (!result)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("uuid \"%s\" is not version %d",
							   DatumGetCString(DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(0))),
							   version)));
	return id_to_datum(*result);
}

} // namespace

SQL_FUNCTION(uuid_v6)
{
	return new_id<Uuid>(&Generators::uuid_v6, UuidV6Time::held_times);
}

SQL_FUNCTION(uuid_v7)
{
	return new_id<Uuid>(&Generators::uuid_v7, UuidV7Time::held_times);
}

SQL_FUNCTION(uuid_v6_at)
{
	Uuid id{};
	return made_id(uuid_at<UuidV6Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
				   UuidV6Time::held_times);
}

SQL_FUNCTION(uuid_v7_at)
{
	Uuid id{};
	return made_id(uuid_at<UuidV7Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
				   UuidV7Time::held_times);
}

SQL_FUNCTION(uuid_v8)
{
	return id_to_datum(uuid_v8_stamp(id_of_bytea_argument<Uuid>(fcinfo, 0, "uuid")));
}

SQL_FUNCTION(uuid_v1_timestamp)
{
	return timestamp_or_null(fcinfo, uuid_v1_pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v1_to_v6)
{
	return converted(fcinfo, uuid_v1_to_v6(id_argument<Uuid>(fcinfo, 0)), 1);
}

SQL_FUNCTION(uuid_v6_to_v1)
{
	return converted(fcinfo, uuid_v6_to_v1(id_argument<Uuid>(fcinfo, 0)), 6);
}

#define VERSION_TEST(function, version)                                                            \
	SQL_FUNCTION(function)                                                                         \
	{                                                                                              \
		PG_RETURN_BOOL(id_argument<Uuid>(fcinfo, 0).has_version(version));                         \
	}
VERSION_TEST(uuid_is_v6, 6)
VERSION_TEST(uuid_is_v7, 7)
VERSION_TEST(uuid_is_v8, 8)
#undef VERSION_TEST

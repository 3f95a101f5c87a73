// The time of a uuid, the bounds of a time, and versions: RFC 9562.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_time.hpp"
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

namespace
{

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

SQL_FUNCTION(uuid_v1_timestamp)
{
	return timestamp_or_null(fcinfo, uuid_v1_pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v6_timestamp)
{
	return timestamp_or_null(fcinfo, UuidV6Time::pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v7_timestamp)
{
	return timestamp_or_null(fcinfo, UuidV7Time::pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v6_min)
{
	return id_to_datum(UuidV6Time::min(unit_argument<UuidV6Time>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v6_max)
{
	return id_to_datum(UuidV6Time::max(unit_argument<UuidV6Time>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v7_min)
{
	return id_to_datum(UuidV7Time::min(unit_argument<UuidV7Time>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v7_max)
{
	return id_to_datum(UuidV7Time::max(unit_argument<UuidV7Time>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v1_to_v6)
{
	return converted(fcinfo, uuid_v1_to_v6(id_argument<Uuid>(fcinfo, 0)), 1);
}

SQL_FUNCTION(uuid_v6_to_v1)
{
	return converted(fcinfo, uuid_v6_to_v1(id_argument<Uuid>(fcinfo, 0)), 6);
}

SQL_FUNCTION(uuid_is_v6)
{
	PG_RETURN_BOOL(id_argument<Uuid>(fcinfo, 0).has_version(6));
}

SQL_FUNCTION(uuid_is_v7)
{
	PG_RETURN_BOOL(id_argument<Uuid>(fcinfo, 0).has_version(7));
}

SQL_FUNCTION(uuid_is_v8)
{
	PG_RETURN_BOOL(id_argument<Uuid>(fcinfo, 0).has_version(8));
}

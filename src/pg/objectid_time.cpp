// The time of an objectid, and the bounds of a time.
// SPDX-License-Identifier: PostgreSQL
#include "pg/objectid_time.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

SQL_FUNCTION(objectid_timestamp)
{
	PG_RETURN_TIMESTAMPTZ(objectid_pg_us(id_argument<ObjectId>(fcinfo, 0)));
}

SQL_FUNCTION(objectid_min)
{
	return id_to_datum(ObjectId::min(objectid_second_argument(fcinfo, 0)));
}

SQL_FUNCTION(objectid_max)
{
	return id_to_datum(ObjectId::max(objectid_second_argument(fcinfo, 0)));
}

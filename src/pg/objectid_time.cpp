// The time of an objectid, and the bounds of a time.
// SPDX-License-Identifier: PostgreSQL
#include "pg/objectid_time.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

SQL_FUNCTION(objectid_timestamp)
{
	PG_RETURN_TIMESTAMPTZ(object_id_pg_us(id_argument<ObjectId>(fcinfo, 0)));
}

SQL_FUNCTION(objectid_min)
{
	return id_to_datum(object_id_min(object_id_second_argument(fcinfo, 0)));
}

SQL_FUNCTION(objectid_max)
{
	return id_to_datum(object_id_max(object_id_second_argument(fcinfo, 0)));
}

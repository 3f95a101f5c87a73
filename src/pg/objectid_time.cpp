// The time of an objectid, and the bounds of a time.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/id_time.hpp"

using namespace objectid;

SQL_FUNCTION(objectid_timestamp)
{
	PG_RETURN_TIMESTAMPTZ(objectid_pg_us(id_argument<ObjectId>(fcinfo, 0)));
}

SQL_FUNCTION(objectid_min)
{
	return id_to_datum(ObjectIdTime::min(unit_argument<ObjectIdTime>(fcinfo, 0)));
}

SQL_FUNCTION(objectid_max)
{
	return id_to_datum(ObjectIdTime::max(unit_argument<ObjectIdTime>(fcinfo, 0)));
}

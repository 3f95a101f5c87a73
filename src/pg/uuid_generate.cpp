// uuid_v6(), uuid_v7(), uuid_v8(): new UUIDs as RFC 9562 lays them out.
// SPDX-License-Identifier: PostgreSQL
#include "pg/generators.hpp"

using namespace objectid;

SQL_FUNCTION(uuid_v6)
{
	return new_id<Uuid>(fcinfo, &Generators::uuid_v6, UuidV6Time::range);
}

SQL_FUNCTION(uuid_v7)
{
	return new_id<Uuid>(fcinfo, &Generators::uuid_v7, UuidV7Time::range);
}

SQL_FUNCTION(uuid_v6_at)
{
	Uuid id{};
	return made_id(uuid_at<UuidV6Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
				   UuidV6Time::range);
}

SQL_FUNCTION(uuid_v7_at)
{
	Uuid id{};
	return made_id(uuid_at<UuidV7Generator>(PG_GETARG_TIMESTAMPTZ(0), pooled_random, id), id,
				   UuidV7Time::range);
}

SQL_FUNCTION(uuid_v8)
{
	return id_to_datum(uuid_v8_stamp(id_of_bytea_argument<Uuid>(fcinfo, 0, "uuid").bytes));
}

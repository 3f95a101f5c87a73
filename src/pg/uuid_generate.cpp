// uuid_v6(), uuid_v7(), uuid_v8(): new UUIDs as RFC 9562 lays them out.
// SPDX-License-Identifier: PostgreSQL
#include "core/per_process.hpp"
#include "core/uuid_generator.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"
#include "pg/uuid_time.hpp"

using namespace objectid;

namespace
{

constinit PerProcess<UuidV6Generator> v6_generators;
constinit PerProcess<UuidV7Generator> v7_generators;

} // namespace

// A new id for now, greater than the one before in this process.
SQL_FUNCTION(uuid_v6)
{
	auto *id = palloc_id<Uuid>();
	return made_id(v6_generators.of(MyProcPid).next(clock_now(), pooled_random(), *id), id,
				   uuid_v6_range);
}

SQL_FUNCTION(uuid_v7)
{
	auto *id = palloc_id<Uuid>();
	return made_id(v7_generators.of(MyProcPid).next(clock_now(), pooled_random(), *id), id,
				   uuid_v7_range);
}

// A new id for the given time, for back-filling; 22008 outside of the range.
SQL_FUNCTION(uuid_v6_at)
{
	auto *id = palloc_id<Uuid>();
	return made_id(uuid_v6_at(PG_GETARG_TIMESTAMPTZ(0), pooled_random(), *id), id, uuid_v6_range);
}

SQL_FUNCTION(uuid_v7_at)
{
	auto *id = palloc_id<Uuid>();
	return made_id(uuid_v7_at(PG_GETARG_TIMESTAMPTZ(0), pooled_random(), *id), id, uuid_v7_range);
}

// Sixteen bytes of the caller's own; 22P03 for any other length.
SQL_FUNCTION(uuid_v8)
{
	const bytea *bytes = PG_GETARG_BYTEA_PP(0);
	const std::size_t length = VARSIZE_ANY_EXHDR(bytes);
	if (length != sizeof(Uuid))
		raise_invalid_length("uuid", sizeof(Uuid), length);
	Uuid given;
	memcpy(&given, VARDATA_ANY(bytes), sizeof(Uuid));
	return id_to_datum(uuid_v8_stamp(given.bytes));
}

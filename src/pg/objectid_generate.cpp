// gen_objectid(): new ids for now and for a given time.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid_generator.hpp"
#include "core/per_process.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/id_datum.hpp"
#include "pg/objectid_time.hpp"

using namespace objectid;

namespace
{

constinit PerProcess<ObjectIdGenerator> generators;

// This process's generator. Drawn on first use in this process: what the postmaster might hold is
// not inherited.
ObjectIdGenerator &
generator()
{
	return generators.of(MyProcPid);
}

} // namespace

// A new id of the clock's second; the promises are in doc/objectid.md.
SQL_FUNCTION(gen_objectid)
{
	auto *id = palloc_id<ObjectId>();
	StrongRandom random;
	const auto status = generator().next(clock_now().s, random, *id);
	return made_id(status, id, objectid_range);
}

// A new id of the second that the argument falls in; 22008 when no id can hold it.
SQL_FUNCTION(gen_objectid_at)
{
	auto *id = palloc_id<ObjectId>();
	StrongRandom random;
	const auto status =
		generator().next_of_second(objectid_second_argument(fcinfo, 0), random, *id);
	return made_id(status, id, objectid_range);
}

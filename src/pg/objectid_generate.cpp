// gen_objectid(): new ids for now and for a given time.
// SPDX-License-Identifier: PostgreSQL
#include "pg/new_id.hpp"
#include "pg/time_datum.hpp"

using namespace objectid;

namespace {

constinit ObjectIdBackFill back_fill;

} // namespace

SQL_FUNCTION(gen_objectid)
{
	return new_id<ObjectId>(&Generators::objectid, ObjectIdTime::held_times);
}

SQL_FUNCTION(gen_objectid_at)
{
	ObjectId id{};
	const auto unix_s = static_cast<std::uint32_t>(unit_argument<ObjectIdTime>(fcinfo, 0));
	return made_id(back_fill.next(unix_s, pooled_random, id), id, ObjectIdTime::held_times);
}

SQL_FUNCTION(objectid_generator)
{
	connect_generators();
	PG_RETURN_TEXT_P(cstring_to_text(generators_in_use.are_shared ? "server" : "process"));
}

// UUIDs in the layouts of draft-peabody-dispatch-new-uuid-format-01 (2021).
// SPDX-License-Identifier: PostgreSQL
#include "pg/errors.hpp"
#include "pg/generators.hpp"

using namespace objectid;

namespace
{

// 22023 when there is no such precision.
Draft01Precision
precision_argument(FunctionCallInfo fcinfo, int position)
{
	const text *name = PG_GETARG_TEXT_PP(position);
	const auto precision = parse_draft01_precision(
		{VARDATA_ANY(name), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(name))});
	if (!precision)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid precision: \"%s\"", text_to_cstring(name)),
						errdetail("Valid precisions are \"ms\", \"us\" and \"ns\".")));
	return *precision;
}

// 22023 when there is no such width.
Draft01TimestampBits
timestamp_bits_argument(FunctionCallInfo fcinfo, int position)
{
	const int32 given = PG_GETARG_INT32(position);
	const auto bits = draft01_timestamp_bits(given);
	if (!bits)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of timestamp bits: %d", given),
						errdetail("Valid numbers are 32, 48, 60 and 64.")));
	return *bits;
}

} // namespace

SQL_FUNCTION(uuid_v7_draft01)
{
	const auto precision = precision_argument(fcinfo, 0);
	return new_id<Uuid>(fcinfo, &Generators::uuid_v7_draft01,
						"Version 7 of the draft holds times from 1970 to 4147.", precision);
}

SQL_FUNCTION(uuid_v7_draft01_timestamp)
{
	return timestamp_or_null(fcinfo, draft01_v7_pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v8_draft01)
{
	const auto bits = timestamp_bits_argument(fcinfo, 0);
	return new_id<Uuid>(fcinfo, &Generators::uuid_v8_draft01,
						"The current time does not fit into that number of bits.", bits);
}

SQL_FUNCTION(uuid_v8_draft01_timestamp)
{
	const auto bits = timestamp_bits_argument(fcinfo, 1);
	return timestamp_or_null(fcinfo, draft01_v8_pg_us(id_argument<Uuid>(fcinfo, 0), bits));
}

// UUIDs in the layouts of draft-peabody-dispatch-new-uuid-format-01 (2021).
// SPDX-License-Identifier: PostgreSQL
#include "pg/new_id.hpp"
#include "pg/time_datum.hpp"

using namespace objectid;

namespace {

// 22023 when there is no such width.
const Draft01Layout *
timestamp_bits_argument(FunctionCallInfo fcinfo, int position)
{
	const int32 bits = PG_GETARG_INT32(position);
	const Draft01Layout *layout = draft01_layout(8, "", bits);
	if (layout == nullptr)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of timestamp bits: %d", bits),
						errdetail("Valid numbers are 32, 48, 60 and 64.")));
	return layout;
}

} // namespace

SQL_FUNCTION(uuid_v7_draft01)
{
	const text *precision = PG_GETARG_TEXT_PP(0);
	const Draft01Layout *layout = draft01_layout(
		7, {VARDATA_ANY(precision), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(precision))}, 0);
	if (layout == nullptr)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid precision: \"%s\"", text_to_cstring(precision)),
						errdetail("Valid precisions are \"ms\", \"us\" and \"ns\".")));
	return new_id<Uuid>(&Generators::uuid_draft01,
						"Version 7 of the draft holds times from 1970 to 4147.", layout);
}

SQL_FUNCTION(uuid_v7_draft01_timestamp)
{
	return timestamp_or_null(fcinfo, draft01_v7_pg_us(id_argument<Uuid>(fcinfo, 0)));
}

SQL_FUNCTION(uuid_v8_draft01)
{
	return new_id<Uuid>(&Generators::uuid_draft01,
						"The current time does not fit into that number of bits.",
						timestamp_bits_argument(fcinfo, 0));
}

SQL_FUNCTION(uuid_v8_draft01_timestamp)
{
	const Draft01Layout *layout = timestamp_bits_argument(fcinfo, 1);
	return timestamp_or_null(fcinfo, draft01_v8_pg_us(id_argument<Uuid>(fcinfo, 0), *layout));
}

// Text and binary input and output of objectid.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

namespace {

// Whether the server would read the text as a date or time.
bool
reads_as_timestamp(const char *input)
{
	char workbuf[MAXDATELEN + MAXDATEFIELDS];
	char *field[MAXDATEFIELDS];
	int ftype[MAXDATEFIELDS];
	int nf;
	int dtype;
	int tz;
	struct pg_tm tm;
	fsec_t fsec;

	if (ParseDateTime(input, workbuf, sizeof(workbuf), field, ftype, MAXDATEFIELDS, &nf) != 0)
		return false;
	return decode_date_time(field, ftype, nf, &dtype, &tm, &fsec, &tz) == 0;
}

// A hint for a text that is no id, where it can be told what was meant; 0 otherwise.
int
hint_of_meaning(const char *input)
{
	if (reads_as_timestamp(input))
	{
		const char *literal = quote_literal_cstr(input);
		return errhint("To compare with a time, write timestamptz %s, or $1::timestamptz for a "
					   "parameter. For the bound of a partition, write objectid_min(%s).",
					   literal, literal);
	}
	if (strcmp(input, "_id") == 0)
		return errhint("To cast a field of a JSON value, write (doc->'_id')::objectid.");
	if (input[0] == '{' && strstr(input, R"("$id")") != nullptr)
		return hint_of_dbref();
	return 0;
}

} // namespace

// Any of the text forms; 22P02 otherwise, softly where the server can.
SQL_FUNCTION(objectid_in)
{
	const char *input = PG_GETARG_CSTRING(0);
	const auto id = parse_objectid(input);
	if (!id)
		ereturn(fcinfo->context, Datum{0},
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s: \"%s\"", "objectid", input),
				 detail_of_objectid_syntax(), hint_of_meaning(input)));
	return id_to_datum(*id);
}

SQL_FUNCTION(objectid_out)
{
	PG_RETURN_CSTRING(digits_of(id_argument<ObjectId>(fcinfo, 0)));
}

// The twelve raw bytes: 08P01 if there are fewer, 22P03 if there are more, as for uuid. The server
// checks that nothing is left, but not in the bounds of a range.
SQL_FUNCTION(objectid_recv)
{
	const auto message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
	const char *bytes = pq_getmsgbytes(message, sizeof(ObjectId));
	if (message->cursor != message->len)
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("incorrect binary data format")));
	return id_to_datum(id_at<ObjectId>(bytes));
}

SQL_FUNCTION(objectid_send)
{
	PG_RETURN_DATUM(bytes_to_datum(PG_GETARG_POINTER(0), sizeof(ObjectId)));
}

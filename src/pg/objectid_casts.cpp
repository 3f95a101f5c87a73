// Conversions between objectid and bytea, uuid, jsonb and json.
// SPDX-License-Identifier: PostgreSQL
#include "pg/ejson_text.hpp"
#include "pg/errors.hpp"
#include "pg/json_string.hpp"

using namespace objectid;

namespace {

// The number of zero bytes before an objectid in a uuid.
constexpr std::size_t uuid_padding = UUID_LEN - sizeof(ObjectId);

int
hint_of_jsonb(Jsonb *json)
{
	JsonbValue value;
	const bool is_dbref = JB_ROOT_IS_OBJECT(json) &&
						  getKeyJsonValueFromContainer(&json->root, "$id", 3, &value) != nullptr;
	return is_dbref ? hint_of_dbref() : 0;
}

// A string is read as by the input function. The value of "$oid" must be 24 digits. null becomes
// NULL, as in the server's own casts from jsonb since 18. Anything else is 22P02.
Datum
objectid_from_jsonb(FunctionCallInfo fcinfo, Jsonb *json)
{
	JsonbValue value;
	const bool is_scalar = JB_ROOT_IS_SCALAR(json) && JsonbExtractScalar(&json->root, &value);
	const bool is_string = is_scalar && value.type == jbvString;
	std::optional<ObjectId> id;
	if (is_scalar && value.type == jbvNull)
		PG_RETURN_NULL();
	if (is_string)
		id = parse_objectid(string_of(value));
	else if (JB_ROOT_IS_OBJECT(json) && JB_ROOT_COUNT(json) == 1 &&
			 getKeyJsonValueFromContainer(&json->root, "$oid", 4, &value) &&
			 value.type == jbvString)
		id = parse_objectid_hex(string_of(value));
	if (!id)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s: \"%s\"", "objectid",
						is_string ? excerpt_of(string_of(value)) : excerpt_of(&json->root)),
				 is_string ? detail_of_objectid_syntax()
						   : errdetail("An objectid in JSON is a string or {\"$oid\": \"...\"}."),
				 hint_of_jsonb(json)));
	return id_to_datum(*id);
}

} // namespace

// The twelve raw bytes; any other length is 22P03.
SQL_FUNCTION(bytea_objectid)
{
	return id_to_datum(id_of_bytea_argument<ObjectId>(fcinfo, 0, "objectid"));
}

SQL_FUNCTION(objectid_bytea)
{
	PG_RETURN_DATUM(bytes_to_datum(PG_GETARG_POINTER(0), sizeof(ObjectId)));
}

// 00000000-xxxx-xxxx-xxxx-xxxxxxxxxxxx to its last twelve bytes; 22023 for any other uuid.
SQL_FUNCTION(uuid_objectid)
{
	const pg_uuid_t *uuid = PG_GETARG_UUID_P(0);
	if (load_big_endian<std::uint32_t>(uuid->data) != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("uuid \"%s\" does not hold an objectid",
							   DatumGetCString(DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(0)))),
						errdetail("Its first four bytes must be zero.")));
	return id_to_datum(id_at<ObjectId>(uuid->data + uuid_padding));
}

SQL_FUNCTION(objectid_uuid)
{
	auto *uuid = static_cast<pg_uuid_t *>(palloc0(sizeof(pg_uuid_t)));
	memcpy(uuid->data + uuid_padding, PG_GETARG_POINTER(0), sizeof(ObjectId));
	PG_RETURN_UUID_P(uuid);
}

SQL_FUNCTION(jsonb_objectid)
{
	return objectid_from_jsonb(fcinfo, PG_GETARG_JSONB_P(0));
}

// Converts to jsonb, so that both types are read the same way.
SQL_FUNCTION(json_objectid)
{
	const char *string = TextDatumGetCString(PG_GETARG_DATUM(0));
	const Datum json = DirectFunctionCall1(jsonb_in, CStringGetDatum(string));
	return objectid_from_jsonb(fcinfo, DatumGetJsonbP(json));
}

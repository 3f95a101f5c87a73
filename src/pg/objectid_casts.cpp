// Conversions between objectid and bytea, uuid, jsonb and json.
// SPDX-License-Identifier: PostgreSQL
#include "pg/errors.hpp"
#include "pg/id_datum.hpp"

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
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%s\"", "objectid",
					is_string
						? pnstrdup(value.val.string.val, static_cast<Size>(value.val.string.len))
						: JsonbToCString(nullptr, &json->root, static_cast<int>(VARSIZE(json)))),
			 is_string ? detail_of_objectid_syntax()
					   : errdetail("An objectid in JSON is a string or {\"$oid\": \"...\"}."),
			 hint_of_jsonb(json)));
	return id_to_datum(*id);
}

// The text as jsonb. The interface of the jsonb builder differs between server versions, that of
// the parser does not.
Datum
parsed_jsonb(const char *json)
{
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(json));
}

// {"$oid": "..."} of MongoDB Extended JSON.
void
append_ejson(StringInfoData &json, const ObjectId &id)
{
	char digits[objectid_text_length + 1] = {};
	encode_hex(id.bytes, digits);
	appendStringInfo(&json, R"({"$oid": "%s"})", digits);
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
	const Datum json = parsed_jsonb(TextDatumGetCString(PG_GETARG_DATUM(0)));
	return objectid_from_jsonb(fcinfo, DatumGetJsonbP(json));
}

SQL_FUNCTION(objectid_to_ejson)
{
	StringInfoData json;
	initStringInfo(&json);
	append_ejson(json, id_argument<ObjectId>(fcinfo, 0));
	PG_RETURN_DATUM(parsed_jsonb(json.data));
}

// Nested as its dimensions are, like to_jsonb's; null for NULL.
SQL_FUNCTION(objectid_array_to_ejson)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	Datum *ids = nullptr;
	bool *nulls = nullptr;
	int count = 0;
	deconstruct_array(array, ARR_ELEMTYPE(array), sizeof(ObjectId), false, TYPALIGN_CHAR, &ids,
					  &nulls, &count);
	StringInfoData json;
	initStringInfo(&json);
	// One bracket for each dimension of which a part begins or ends at this place.
	const auto append_brackets = [&json, array](int place, char bracket) {
		int part = 1;
		for (int i = ARR_NDIM(array) - 1; i >= 0; --i)
		{
			part *= ARR_DIMS(array)[i];
			if (place % part == 0)
				appendStringInfoChar(&json, bracket);
		}
	};
	for (int i = 0; i < count; ++i)
	{
		if (i > 0)
			appendStringInfoChar(&json, ',');
		append_brackets(i, '[');
		if (nulls[i])
			appendStringInfoString(&json, "null");
		else
			append_ejson(json, id_from_datum<ObjectId>(ids[i]));
		append_brackets(i + 1, ']');
	}
	if (count == 0)
		appendStringInfoString(&json, "[]");
	PG_RETURN_DATUM(parsed_jsonb(json.data));
}

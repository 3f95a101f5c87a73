// MongoDB's Extended JSON: ejson_to_jsonb() makes plain JSON of it, ejson_fields() lists its
// values, objectid_to_ejson() writes ids in it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/ejson_reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

using namespace objectid;

// A document is read container by container, from its stored form. ejson_to_jsonb() makes a tree of
// JsonbValues, of which the server makes the result. (Its pushJsonbValue() differs between
// versions.) Keys stay as they are, so that the pairs of an object are sorted and unique in the
// tree, as the server wants them, because they were so when stored.

namespace {

// Plain JSON ------------------------------------------------------------------------------------

struct Conversion
{
	LegacyUuid legacy_uuid;
	bool has_changes; // has anything been found that stands for a value?
};

// As deep as the document, which the server's check of the stack limits.
// NOLINTBEGIN(misc-no-recursion)
JsonbValue converted(Conversion *conversion, const JsonbValue &value, const EjsonPath *path);

JsonbValue
converted_object(Conversion *conversion, JsonbContainer *container, const EjsonPath *path)
{
	const EjsonObject object = read_ejson_object(conversion->legacy_uuid, container, path);
	if (object.plain)
	{
		conversion->has_changes = true;
		return *object.plain;
	}
	for (JsonbPair &pair : object.pairs)
	{
		const EjsonPath below = {path, &pair.key, 0};
		pair.value = converted(conversion, pair.value, &below);
	}
	return object_value(object.pairs);
}

JsonbValue
converted_array(Conversion *conversion, JsonbContainer *container, const EjsonPath *path)
{
	JsonbIterator *iterator = JsonbIteratorInit(container);
	JsonbValue array{};
	JsonbIteratorNext(&iterator, &array, true);
	const auto count = static_cast<std::size_t>(array.val.array.nElems);
	array.val.array.elems = static_cast<JsonbValue *>(palloc(count * sizeof(JsonbValue)));
	for (int i = 0; i < array.val.array.nElems; ++i)
	{
		const EjsonPath below = {path, nullptr, i};
		JsonbValue element;
		JsonbIteratorNext(&iterator, &element, true);
		array.val.array.elems[i] = converted(conversion, element, &below);
	}
	JsonbValue end;
	JsonbIteratorNext(&iterator, &end, true); // frees the iterator
	return array;
}

// A value with plain ones in place of all objects in it that stand for them.
JsonbValue
converted(Conversion *conversion, const JsonbValue &value, const EjsonPath *path)
{
	CHECK_FOR_INTERRUPTS();
	if (value.type != jbvBinary)
		return value;
	check_stack_depth();
	JsonbContainer *container = value.val.binary.data;
	return JsonContainerIsObject(container) ? converted_object(conversion, container, path)
											: converted_array(conversion, container, path);
}
// NOLINTEND(misc-no-recursion)

// Fields ----------------------------------------------------------------------------------------

struct Listing
{
	LegacyUuid legacy_uuid;
	ReturnSetInfo *result;
	// The path of the value that is being listed, without indexes, and its value, both as the
	// server stores them. The path is cut off because all paths of a deep document could take a
	// thousand times as much as the document.
	StringInfoData path;
	bool is_path_cut_off;
	StringInfoData value;
	// The first and last integers of 32 and of 64 bits
	std::array<std::pair<Numeric, Numeric>, 2> integers;
};

// A row of the result; none for the document itself.
void
add_row(Listing *listing, EjsonType type, std::uint8_t subtype, Jsonb *value)
{
	CHECK_FOR_INTERRUPTS();
	StringInfo path = &listing->path;
	if (path->len == VARHDRSZ + 1)
		return;
	constexpr std::size_t longest = 32;
	alignas(std::int32_t) std::array<char, VARHDRSZ + longest> name_text;
	const std::string_view name = name_of(type);
	char *end = std::copy(name.begin(), name.end(), name_text.data() + VARHDRSZ);
	if (type == EjsonType::binary)
		end += snprintf(end, longest - name.size(), " %d", subtype);
	SET_VARSIZE(name_text.data(), static_cast<Size>(end - name_text.data()));
	SET_VARSIZE(path->data, static_cast<Size>(path->len));
	Datum values[] = {PointerGetDatum(path->data), PointerGetDatum(name_text.data()),
					  JsonbPGetDatum(value)};
	bool nulls[] = {false, false, false};
	tuplestore_putvalues(listing->result->setResult, listing->result->setDesc, values, nulls);
}

// The jsonb of a scalar, in the memory of the one before, as jsonb.h describes what is stored:
// an array of one element. (The server's JsonbValueToJsonb() takes several times as long.)
Jsonb *
stored_scalar(StringInfo stored, const JsonbValue &value)
{
	std::string_view data;
	JEntry type = JENTRY_ISNULL;
	char time[MAXDATELEN + 1];
	switch (value.type)
	{
	case jbvBool:
		type = value.val.boolean ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
		break;
	case jbvNumeric:
		type = JENTRY_ISNUMERIC;
		data = {reinterpret_cast<const char *>(value.val.numeric), VARSIZE_ANY(value.val.numeric)};
		break;
	case jbvString:
		type = JENTRY_ISSTRING;
		data = string_of(value);
		break;
	case jbvDatetime: {
		int zone = value.val.datetime.tz;
		type = JENTRY_ISSTRING;
		data = JsonEncodeDateTime(time, value.val.datetime.value, value.val.datetime.typid, &zone);
		break;
	}
	default:
		break;
	}
	const std::array<std::uint32_t, 2> header = {JB_FARRAY | JB_FSCALAR | 1,
												 type | JENTRY_HAS_OFF |
													 static_cast<std::uint32_t>(data.size())};
	stored->len = VARHDRSZ;
	appendBinaryStringInfo(stored, reinterpret_cast<const char *>(header.data()), sizeof(header));
	appendBinaryStringInfo(stored, data.data(), static_cast<int>(data.size()));
	SET_VARSIZE(stored->data, static_cast<Size>(stored->len));
	return reinterpret_cast<Jsonb *>(stored->data);
}

void
list_scalar(Listing *listing, EjsonType type, const JsonbValue &value, std::uint8_t subtype = 0)
{
	add_row(listing, type, subtype, stored_scalar(&listing->value, value));
}

// An object or array with the number of its keys or elements
void
list_count(Listing *listing, EjsonType type, JsonbContainer *container)
{
	JsonbValue count{};
	count.type = jbvNumeric;
	count.val.numeric = int64_to_numeric(static_cast<std::int64_t>(JsonContainerSize(container)));
	list_scalar(listing, type, count);
	pfree(count.val.numeric);
}

// A number of plain JSON, as the relaxed format writes them: a double has a point.
EjsonType
type_of_number(const Listing &listing, Numeric number)
{
	const auto compare = [](Numeric left, Numeric right) {
		return DatumGetInt32(
			DirectFunctionCall2(numeric_cmp, NumericGetDatum(left), NumericGetDatum(right)));
	};
	const auto fits = [&](const std::pair<Numeric, Numeric> &integers) {
		return compare(number, integers.first) >= 0 && compare(number, integers.second) <= 0;
	};
	if (DatumGetInt32(DirectFunctionCall1(numeric_scale, NumericGetDatum(number))) > 0)
		return EjsonType::number_double;
	if (fits(listing.integers[0]))
		return EjsonType::number_int;
	return fits(listing.integers[1]) ? EjsonType::number_long : EjsonType::number_double;
}

EjsonType
type_of_scalar(const Listing &listing, const JsonbValue &value)
{
	switch (value.type)
	{
	case jbvNull:
		return EjsonType::null;
	case jbvBool:
		return EjsonType::boolean;
	case jbvNumeric:
		return type_of_number(listing, value.val.numeric);
	default:
		return EjsonType::string;
	}
}

// NOLINTBEGIN(misc-no-recursion)
void list_container(Listing *listing, JsonbContainer *container, const EjsonPath *path);

// The value at the path, of which the text has all but the last step.
void
list_value(Listing *listing, const JsonbValue &value, const EjsonPath &path)
{
	StringInfo text = &listing->path;
	const int length = text->len;
	const bool was_cut_off = listing->is_path_cut_off;
	if (!was_cut_off)
	{
		if (path.key == nullptr)
			appendStringInfoString(text, "[*]");
		else
			append_key(text, string_of(*path.key));
		listing->is_path_cut_off = cut_off(text, longest_path, VARHDRSZ);
	}
	if (value.type == jbvBinary)
		list_container(listing, value.val.binary.data, &path);
	else
		list_scalar(listing, type_of_scalar(*listing, value), value);
	text->len = length;
	listing->is_path_cut_off = was_cut_off;
}

void
list_object(Listing *listing, JsonbContainer *container, const EjsonPath *path)
{
	const EjsonObject object = read_ejson_object(listing->legacy_uuid, container, path);
	switch (object.type)
	{
	case EjsonType::object:
	case EjsonType::db_ref:
	case EjsonType::code_with_scope:
		list_count(listing, object.type, container);
		for (const JsonbPair &pair : object.pairs)
			list_value(listing, pair.value, {path, &pair.key, 0});
		break;
	case EjsonType::min_key:
	case EjsonType::max_key:
	case EjsonType::db_pointer: {
		JsonbValue value = object.plain.value_or(object_value(object.pairs));
		Jsonb *stored = JsonbValueToJsonb(&value);
		add_row(listing, object.type, 0, stored);
		pfree(stored);
		break;
	}
	default:
		list_scalar(listing, object.type, *object.plain, object.subtype);
	}
	if (!object.plain)
		pfree(object.pairs.data());
}

void
list_array(Listing *listing, JsonbContainer *container, const EjsonPath *path)
{
	list_count(listing, EjsonType::array, container);
	JsonbIterator *iterator = JsonbIteratorInit(container);
	JsonbValue value;
	JsonbIteratorNext(&iterator, &value, true);
	const int count = value.val.array.nElems;
	for (int i = 0; i < count; ++i)
	{
		JsonbIteratorNext(&iterator, &value, true);
		list_value(listing, value, {path, nullptr, i});
	}
	JsonbIteratorNext(&iterator, &value, true); // frees the iterator
}

void
list_container(Listing *listing, JsonbContainer *container, const EjsonPath *path)
{
	check_stack_depth();
	if (JsonContainerIsObject(container))
		list_object(listing, container, path);
	else
		list_array(listing, container, path);
}
// NOLINTEND(misc-no-recursion)

// Ids -------------------------------------------------------------------------------------------

JsonbValue *
new_values(int count)
{
	return static_cast<JsonbValue *>(palloc0(static_cast<Size>(count) * sizeof(JsonbValue)));
}

JsonbValue
array_value(JsonbValue *elements, int count)
{
	JsonbValue value{};
	value.type = jbvArray;
	value.val.array.elems = elements;
	value.val.array.nElems = count;
	return value;
}

// {"$oid": "..."}
JsonbValue
ejson_value(const ObjectId &id)
{
	auto *pair = static_cast<JsonbPair *>(palloc0(sizeof(JsonbPair)));
	pair->key = string_value("$oid");
	pair->value = string_value(id);
	return object_value({pair, 1});
}

// Arguments and results -------------------------------------------------------------------------

// 22023 if there is no such driver.
LegacyUuid
legacy_uuid_argument(FunctionCallInfo fcinfo, int position)
{
	if (PG_ARGISNULL(position))
		return LegacyUuid::none;
	const text *name = PG_GETARG_TEXT_PP(position);
	const auto legacy =
		parse_legacy_uuid({VARDATA_ANY(name), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(name))});
	if (!legacy)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid value for parameter \"%s\": \"%s\"", "legacy_uuid",
							   text_to_cstring(name)),
						errhint("Available values: java, csharp, python.")));
	return *legacy;
}

} // namespace

// NULL for a NULL document.
SQL_FUNCTION(ejson_to_jsonb)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	Conversion conversion = {legacy_uuid_argument(fcinfo, 1), false};
	Jsonb *document = PG_GETARG_JSONB_P(0);
	if (JB_ROOT_IS_SCALAR(document))
		PG_RETURN_JSONB_P(document);
	JsonbValue root;
	JsonbToJsonbValue(document, &root);
	JsonbValue result = converted(&conversion, root, nullptr);
	if (!conversion.has_changes)
		PG_RETURN_JSONB_P(document);
	PG_RETURN_JSONB_P(JsonbValueToJsonb(&result));
}

// Nothing for a NULL document.
SQL_FUNCTION(ejson_fields)
{
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (PG_ARGISNULL(0))
		return Datum{0};
	const LegacyUuid legacy_uuid = legacy_uuid_argument(fcinfo, 1);
	Jsonb *document = PG_GETARG_JSONB_P(0);
	if (JB_ROOT_IS_SCALAR(document))
		return Datum{0};
	const auto integers_of = [](std::int64_t first, std::int64_t last) {
		return std::pair{int64_to_numeric(first), int64_to_numeric(last)};
	};
	Listing listing = {
		legacy_uuid,
		reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo),
		{},
		false,
		{},
		{integers_of(PG_INT32_MIN, PG_INT32_MAX), integers_of(PG_INT64_MIN, PG_INT64_MAX)}};
	initStringInfo(&listing.path);
	appendStringInfoSpaces(&listing.path, VARHDRSZ);
	appendStringInfoChar(&listing.path, '$');
	initStringInfo(&listing.value);
	list_container(&listing, &document->root, nullptr);
	return Datum{0};
}

SQL_FUNCTION(objectid_to_ejson)
{
	JsonbValue value = ejson_value(id_argument<ObjectId>(fcinfo, 0));
	PG_RETURN_JSONB_P(JsonbValueToJsonb(&value));
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
	JsonbValue *values = new_values(count); // null at first
	for (int i = 0; i < count; ++i)
		if (!nulls[i])
			values[i] = ejson_value(id_from_datum<ObjectId>(ids[i]));
	// The values of the innermost dimension become arrays, then these become arrays, and so on.
	for (int dimension = ARR_NDIM(array) - 1; dimension > 0; --dimension)
	{
		const int length = ARR_DIMS(array)[dimension];
		count /= length;
		JsonbValue *arrays = new_values(count);
		for (int i = 0; i < count; ++i, values += length)
			arrays[i] = array_value(values, length);
		values = arrays;
	}
	JsonbValue result = array_value(values, count);
	PG_RETURN_JSONB_P(JsonbValueToJsonb(&result));
}

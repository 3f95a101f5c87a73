// ejson_to_jsonb(): plain JSON of MongoDB's Extended JSON.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson.hpp"
#include "core/ejson_date.hpp"
#include "core/ejson_number.hpp"
#include "core/objectid.hpp"
#include "pg/postgres.hpp"

#include <algorithm>

using namespace objectid;

// A document is read container by container, from its stored form, into a tree of JsonbValues of
// which the server makes the result. Keys stay as they are, so that the pairs of an object are
// sorted and unique in the tree, as the server wants them, because they were so when stored.

namespace {

static_assert(pg_us_first == MIN_TIMESTAMP && pg_us_end == END_TIMESTAMP);

struct Conversion
{
	LegacyUuid legacy_uuid;
	bool has_changes; // has anything been found that stands for a value?
};

// The path of a value in the document, from its end: the key or index of the value, and the path of
// what it is in. That of the document itself is nullptr.
struct Path
{
	const Path *parent;
	const JsonbValue *key; // nullptr in an array
	int index;
};

// An object that stands for a value, and what is needed for an error about it.
struct WrapperObject
{
	const EjsonWrapper *wrapper;
	const JsonbContainer *container;
	const Path *path;
};

// Errors ----------------------------------------------------------------------------------------

// What an error shows of an object, in bytes.
constexpr int longest_excerpt = 200;

// As much of a string as is shown of it, and a character more.
char *
beginning_of(std::string_view string)
{
	const int length = pg_mbcliplen(string.data(), static_cast<int>(string.size()),
									longest_excerpt + MAX_MULTIBYTE_CHAR_LEN);
	return pnstrdup(string.data(), static_cast<Size>(length));
}

// A key that could be read otherwise in a path is quoted as in JSON.
bool
needs_quotes(std::string_view key)
{
	const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
	const auto is_special = [](char c) {
		return (c >= '\0' && c <= ' ') || c == '.' || c == '"' || c == '\\';
	};
	return std::all_of(key.begin(), key.end(), is_digit) ||
		   std::any_of(key.begin(), key.end(), is_special);
}

void
append_last_step(StringInfo text, const Path &path)
{
	if (path.key == nullptr)
	{
		appendStringInfo(text, "%d", path.index);
		return;
	}
	const std::string_view name = string_of(*path.key);
	const char *key = pnstrdup(name.data(), name.size());
	if (needs_quotes(name))
		escape_json(text, key);
	else
		appendStringInfoString(text, key);
}

// Keys and indexes, from 0, with points between them: items.3.sku.
const char *
text_of_path(const Path *path)
{
	if (path == nullptr)
		return "the top level";
	List *paths = NIL; // from the document inwards
	for (; path != nullptr; path = path->parent)
		paths = lcons(const_cast<Path *>(path), paths);
	StringInfoData text;
	initStringInfo(&text);
	for (const ListCell &cell : cells(paths))
	{
		if (text.len > 0)
			appendStringInfoChar(&text, '.');
		append_last_step(&text, *static_cast<const Path *>(lfirst(&cell)));
	}
	return text.data;
}

// Of a long string only the beginning. A number is appended whole, as it has 150,000 digits at
// most.
void
append_scalar(StringInfo text, const JsonbValue &value)
{
	switch (value.type)
	{
	case jbvNull:
		appendStringInfoString(text, "null");
		break;
	case jbvBool:
		appendStringInfoString(text, value.val.boolean ? "true" : "false");
		break;
	case jbvNumeric:
		appendStringInfoString(text, DatumGetCString(DirectFunctionCall1(
										 numeric_out, NumericGetDatum(value.val.numeric))));
		break;
	default:
		escape_json(text, beginning_of(string_of(value)));
	}
}

void
append_token(StringInfo text, JsonbIteratorToken token, const JsonbValue &value)
{
	switch (token)
	{
	case WJB_BEGIN_ARRAY:
		appendStringInfoChar(text, '[');
		break;
	case WJB_END_ARRAY:
		appendStringInfoChar(text, ']');
		break;
	case WJB_BEGIN_OBJECT:
		appendStringInfoChar(text, '{');
		break;
	case WJB_END_OBJECT:
		appendStringInfoChar(text, '}');
		break;
	case WJB_KEY:
		append_scalar(text, value);
		appendStringInfoString(text, ": ");
		break;
	default:
		append_scalar(text, value);
	}
}

// The beginning of the text of the object. It is not made from all of the text, which could be a
// thousand times as long as what is stored: 1e100000 is stored in a few bytes.
const char *
excerpt_of(const WrapperObject &object)
{
	// the server's function does not change it
	JsonbIterator *iterator = JsonbIteratorInit(const_cast<JsonbContainer *>(object.container));
	StringInfoData text;
	initStringInfo(&text);
	bool is_first = true;
	while (text.len <= longest_excerpt)
	{
		JsonbValue value;
		const JsonbIteratorToken token = JsonbIteratorNext(&iterator, &value, false);
		if (token == WJB_DONE)
			return text.data;
		const bool is_end = token == WJB_END_ARRAY || token == WJB_END_OBJECT;
		if (!is_first && !is_end)
			appendStringInfoString(&text, ", ");
		append_token(&text, token, value);
		is_first = token == WJB_BEGIN_ARRAY || token == WJB_BEGIN_OBJECT || token == WJB_KEY;
	}
	text.data[pg_mbcliplen(text.data, text.len, longest_excerpt)] = '\0';
	return psprintf("%s...", text.data);
}

// 22P02: the value is not of the right kind.
[[noreturn]] void
raise_invalid(const WrapperObject &object)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("invalid Extended JSON: %s", excerpt_of(object)),
					errdetail("At %s, \"%s\" must be %s.", text_of_path(object.path),
							  object.wrapper->key.data(), object.wrapper->must_be)));
	pg_unreachable();
}

// 22008, as for a timestamptz.
[[noreturn]] void
raise_date_out_of_range(const WrapperObject &object)
{
	ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					errmsg("timestamp out of range: \"%s\"", excerpt_of(object)),
					errdetail("At %s, \"%s\" is beyond the range of timestamp with time zone.",
							  text_of_path(object.path), object.wrapper->key.data())));
	pg_unreachable();
}

// 22003, as for a numeric.
[[noreturn]] void
raise_number_out_of_range(const WrapperObject &object)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("value overflows numeric format"),
			 errdetail("At %s, \"%s\" is beyond the range of numeric.", text_of_path(object.path),
					   object.wrapper->key.data())));
	pg_unreachable();
}

// Values ----------------------------------------------------------------------------------------

JsonbValue
null_value()
{
	JsonbValue value{};
	value.type = jbvNull;
	return value;
}

// The string is not copied. A jsonb cannot hold a longer one.
JsonbValue
string_value(const char *string, std::size_t length)
{
	if (length > JENTRY_OFFLENMASK)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("string too long to represent as jsonb string"),
						errdetail("Due to an implementation restriction, jsonb strings cannot "
								  "exceed %d bytes.",
								  JENTRY_OFFLENMASK)));
	JsonbValue value{};
	value.type = jbvString;
	value.val.string.val = const_cast<char *>(string); // the server only reads it
	value.val.string.len = static_cast<int>(length);
	return value;
}

JsonbValue
number_value(Numeric number)
{
	JsonbValue value{};
	value.type = jbvNumeric;
	value.val.numeric = number;
	return value;
}

// The server writes it into the result as to_jsonb writes a timestamptz, here in UTC.
JsonbValue
time_value(const WrapperObject &object, const EjsonDate &date)
{
	if (date.status == EjsonDateStatus::invalid)
		raise_invalid(object);
	if (date.status == EjsonDateStatus::out_of_range)
		raise_date_out_of_range(object);
	JsonbValue value{};
	value.type = jbvDatetime;
	value.val.datetime.value = TimestampTzGetDatum(date.pg_us);
	value.val.datetime.typid = TIMESTAMPTZOID;
	value.val.datetime.typmod = -1;
	value.val.datetime.tz = 0;
	return value;
}

// The pairs of an object, as they are stored.
std::span<JsonbPair>
pairs_of(JsonbContainer *container)
{
	JsonbIterator *iterator = JsonbIteratorInit(container);
	JsonbValue value;
	JsonbIteratorNext(&iterator, &value, true);
	const auto count = static_cast<std::size_t>(value.val.object.nPairs);
	auto *pairs = static_cast<JsonbPair *>(palloc(count * sizeof(JsonbPair)));
	for (std::size_t i = 0; i < count; ++i)
	{
		JsonbIteratorNext(&iterator, &pairs[i].key, true);
		JsonbIteratorNext(&iterator, &pairs[i].value, true);
		pairs[i].order = static_cast<uint32>(i);
	}
	JsonbIteratorNext(&iterator, &value, true); // the end, which frees the iterator
	return {pairs, count};
}

bool
is_object(const JsonbValue &value)
{
	return value.type == jbvBinary && JsonContainerIsObject(value.val.binary.data);
}

// The value of a key, or nullptr.
JsonbValue *
member(std::span<JsonbPair> pairs, std::string_view key)
{
	for (JsonbPair &pair : pairs)
		if (string_of(pair.key) == key)
			return &pair.value;
	return nullptr;
}

// The values of an object that has exactly these two keys; both nullptr for anything else.
struct TwoMembers
{
	JsonbValue *first;
	JsonbValue *second;
};

TwoMembers
two_members(std::span<JsonbPair> pairs, std::string_view first, std::string_view second)
{
	const TwoMembers members = {member(pairs, first), member(pairs, second)};
	if (pairs.size() != 2 || members.first == nullptr || members.second == nullptr)
		return {nullptr, nullptr};
	return members;
}

TwoMembers
two_members(const JsonbValue &object, std::string_view first, std::string_view second)
{
	if (!is_object(object) || JsonContainerSize(object.val.binary.data) != 2)
		return {nullptr, nullptr};
	return two_members(pairs_of(object.val.binary.data), first, second);
}

// The string that the value must be.
std::string_view
required_string(const WrapperObject &object, const JsonbValue *value)
{
	if (value == nullptr || value->type != jbvString)
		raise_invalid(object);
	return string_of(*value);
}

// The integer that the value must be, a JSON number.
std::int64_t
required_integer(const WrapperObject &object, const JsonbValue *value)
{
	if (value == nullptr || value->type != jbvNumeric)
		raise_invalid(object);
	char *text =
		DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));
	const auto integer = integer_of_number(text);
	if (!integer)
		raise_invalid(object);
	pfree(text); // of a number of few bytes, it may have thousands
	return *integer;
}

// Types -----------------------------------------------------------------------------------------

JsonbValue
oid_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto id = parse_objectid_hex(required_string(object, &value));
	if (!id)
		raise_invalid(object);
	auto *digits = static_cast<char *>(palloc(objectid_text_length));
	encode_hex(id->bytes, digits);
	return string_value(digits, objectid_text_length);
}

template <typename Integer>
JsonbValue
integer_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto integer = parse_ejson_integer(required_string(object, &value));
	if (!integer || static_cast<Integer>(*integer) != *integer)
		raise_invalid(object);
	return number_value(int64_to_numeric(*integer));
}

JsonbValue
decimal_value(const WrapperObject &object, const JsonbValue &value)
{
	const std::string_view decimal = required_string(object, &value);
	switch (classify_ejson_decimal(decimal))
	{
	case EjsonDecimal::finite:
		return number_value(DatumGetNumeric(DirectFunctionCall3(
			numeric_in, CStringGetDatum(pnstrdup(decimal.data(), decimal.size())),
			ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1))));
	case EjsonDecimal::nan:
		return string_value("NaN", strlen("NaN"));
	case EjsonDecimal::infinity:
		return string_value("Infinity", strlen("Infinity"));
	case EjsonDecimal::minus_infinity:
		return string_value("-Infinity", strlen("-Infinity"));
	case EjsonDecimal::out_of_range:
		raise_number_out_of_range(object);
	case EjsonDecimal::invalid:
		break;
	}
	raise_invalid(object);
}

// Text; milliseconds as a number; or as {"$numberLong": "..."}.
JsonbValue
date_value(const WrapperObject &object, const JsonbValue &value)
{
	if (value.type == jbvString)
		return time_value(object, parse_ejson_date(string_of(value)));
	if (value.type == jbvNumeric)
		return time_value(object, ejson_date_from_unix_ms(required_integer(object, &value)));
	if (!is_object(value))
		raise_invalid(object);
	const auto pairs = pairs_of(value.val.binary.data);
	if (pairs.size() != 1)
		raise_invalid(object);
	const auto unix_ms = parse_ejson_integer(required_string(object, member(pairs, "$numberLong")));
	if (!unix_ms)
		raise_invalid(object);
	return time_value(object, ejson_date_from_unix_ms(*unix_ms));
}

// {"t": seconds, "i": ordinal within the second}, both unsigned numbers of 32 bits.
JsonbValue
timestamp_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto [t, i] = two_members(value, "t", "i");
	const std::int64_t seconds = required_integer(object, t);
	const std::int64_t ordinal = required_integer(object, i);
	if (seconds != static_cast<std::uint32_t>(seconds) ||
		ordinal != static_cast<std::uint32_t>(ordinal))
		raise_invalid(object);
	return time_value(object, ejson_date_from_unix_s(seconds, 0));
}

JsonbValue
uuid_text_value(const Uuid &id)
{
	auto *text = static_cast<char *>(palloc(uuid_text_length));
	write_uuid(id, text);
	return string_value(text, uuid_text_length);
}

JsonbValue
uuid_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto id = parse_ejson_uuid(required_string(object, &value));
	if (!id)
		raise_invalid(object);
	return uuid_text_value(*id);
}

// The text of a UUID, or of a bytea.
JsonbValue
binary_value(const WrapperObject &object, LegacyUuid legacy, std::string_view base64,
			 std::string_view subtype_digits)
{
	const auto subtype = parse_ejson_subtype(subtype_digits);
	const auto size = base64_decoded_size(base64);
	if (!subtype || !size)
		raise_invalid(object);
	const bool is_legacy_uuid = *subtype == ejson_subtype_legacy_uuid && legacy != LegacyUuid::none;
	if (*subtype == ejson_subtype_uuid || is_legacy_uuid)
	{
		Uuid id{};
		if (*size != sizeof(Uuid) || !decode_base64(base64, id.bytes.data()))
			raise_invalid(object);
		return uuid_text_value(is_legacy_uuid ? uuid_from_legacy(id, legacy) : id);
	}
	const std::size_t length = 2 + 2 * *size;
	auto *text = static_cast<char *>(palloc(length));
	text[0] = '\\';
	text[1] = 'x';
	if (!base64_to_hex(base64, text + 2))
		raise_invalid(object);
	return string_value(text, length);
}

// /pattern/options, the options sorted.
JsonbValue
regular_expression_value(const WrapperObject &object, std::string_view pattern,
						 std::string_view options)
{
	if (!are_regex_options(options))
		raise_invalid(object);
	const std::size_t length = pattern.size() + options.size() + 2;
	auto *text = static_cast<char *>(palloc(length));
	char *end = text;
	*end++ = '/';
	end = std::copy(pattern.begin(), pattern.end(), end);
	*end++ = '/';
	for (char letter = 'A'; letter <= 'z'; ++letter)
	{
		CHECK_FOR_INTERRUPTS(); // there may be megabytes of letters
		end = std::fill_n(end, std::count(options.begin(), options.end(), letter), letter);
	}
	return string_value(text, length);
}

JsonbValue
object_value(std::span<JsonbPair> pairs)
{
	JsonbValue value{};
	value.type = jbvObject;
	value.val.object.nPairs = static_cast<int>(pairs.size());
	value.val.object.pairs = pairs.data();
	return value;
}

// The object inside, whose "$id" becomes plain.
JsonbValue
db_pointer_value(const WrapperObject &object, const JsonbValue &value)
{
	if (!is_object(value))
		raise_invalid(object);
	const auto pairs = pairs_of(value.val.binary.data);
	const auto [ref, id] = two_members(pairs, "$ref", "$id");
	required_string(object, ref);
	if (!is_object(*id))
		raise_invalid(object);
	const auto id_pairs = pairs_of(id->val.binary.data);
	const JsonbValue *oid = id_pairs.size() == 1 ? member(id_pairs, "$oid") : nullptr;
	if (oid == nullptr)
		raise_invalid(object);
	*id = oid_value(object, *oid);
	return object_value(pairs);
}

// Objects ---------------------------------------------------------------------------------------

// What an object with one of the wrappers' keys, and no other, stands for.
JsonbValue
unwrapped(const Conversion *conversion, const WrapperObject &object, const JsonbValue &value)
{
	switch (object.wrapper->type)
	{
	case EjsonType::oid:
		return oid_value(object, value);
	case EjsonType::symbol:
	case EjsonType::code:
		required_string(object, &value);
		return value;
	case EjsonType::number_int:
		return integer_value<std::int32_t>(object, value);
	case EjsonType::number_long:
		return integer_value<std::int64_t>(object, value);
	case EjsonType::number_double:
	case EjsonType::number_decimal:
		return decimal_value(object, value);
	case EjsonType::date:
		return date_value(object, value);
	case EjsonType::timestamp:
		return timestamp_value(object, value);
	case EjsonType::uuid:
		return uuid_value(object, value);
	case EjsonType::binary: {
		const auto [base64, subtype] = two_members(value, "base64", "subType");
		const std::string_view text = required_string(object, base64);
		return binary_value(object, conversion->legacy_uuid, text,
							required_string(object, subtype));
	}
	case EjsonType::regular_expression: {
		const auto [pattern, options] = two_members(value, "pattern", "options");
		const std::string_view text = required_string(object, pattern);
		return regular_expression_value(object, text, required_string(object, options));
	}
	case EjsonType::undefined:
		if (value.type != jbvBool || !value.val.boolean)
			raise_invalid(object);
		return null_value();
	case EjsonType::db_pointer:
		return db_pointer_value(object, value);
	}
	pg_unreachable();
}

// The same for the wrappers with two keys; nothing if the object is none of them.
std::optional<JsonbValue>
unwrapped_pair(const Conversion *conversion, std::span<JsonbPair> pairs,
			   const JsonbContainer *container, const Path *path)
{
	if (const auto [base64, subtype] = two_members(pairs, "$binary", "$type"); base64 != nullptr)
	{
		const WrapperObject object = {find_ejson_wrapper("$binary"), container, path};
		const std::string_view text = required_string(object, base64);
		return binary_value(object, conversion->legacy_uuid, text,
							required_string(object, subtype));
	}
	// A query operator has the same keys, and may have other values.
	if (const auto [pattern, options] = two_members(pairs, "$regex", "$options");
		pattern != nullptr && pattern->type == jbvString && options->type == jbvString)
		return regular_expression_value({&ejson_v1_regex, container, path}, string_of(*pattern),
										string_of(*options));
	// Stays an object, but must be well-formed.
	if (const auto [code, scope] = two_members(pairs, "$code", "$scope");
		code != nullptr && (code->type != jbvString || !is_object(*scope)))
		raise_invalid({find_ejson_wrapper("$code"), container, path});
	return std::nullopt;
}

// What an object stands for; nothing if it is an ordinary one.
std::optional<JsonbValue>
value_of_wrapper(const Conversion *conversion, std::span<JsonbPair> pairs,
				 const JsonbContainer *container, const Path *path)
{
	if (pairs.size() == 2 && pairs[0].key.val.string.len > 0 &&
		pairs[0].key.val.string.val[0] == '$')
		return unwrapped_pair(conversion, pairs, container, path);
	if (pairs.size() != 1)
		return std::nullopt;
	const EjsonWrapper *wrapper = find_ejson_wrapper(string_of(pairs[0].key));
	if (wrapper == nullptr)
		return std::nullopt;
	return unwrapped(conversion, {wrapper, container, path}, pairs[0].value);
}

// The same, for an object whose one value is a string, as that of most wrappers is. It is read as
// jsonb.h describes what is stored, which takes a fraction of the time of an iterator.
std::optional<JsonbValue>
value_of_string_wrapper(const Conversion *conversion, const JsonbContainer *container,
						const Path *path)
{
	if (JsonContainerSize(container) != 1 || !JBE_ISSTRING(container->children[1]))
		return std::nullopt;
	const char *key = reinterpret_cast<const char *>(&container->children[2]);
	const std::size_t key_length = getJsonbLength(container, 0);
	const EjsonWrapper *wrapper = find_ejson_wrapper({key, key_length});
	if (wrapper == nullptr)
		return std::nullopt;
	return unwrapped(conversion, {wrapper, container, path},
					 string_value(key + key_length, getJsonbLength(container, 1)));
}

// As deep as the document, which the server's check of the stack limits.
// NOLINTBEGIN(misc-no-recursion)
JsonbValue converted(Conversion *conversion, const JsonbValue &value, const Path *path);

JsonbValue
converted_object(Conversion *conversion, JsonbContainer *container, const Path *path)
{
	if (const auto value = value_of_string_wrapper(conversion, container, path))
	{
		conversion->has_changes = true;
		return *value;
	}
	const auto pairs = pairs_of(container);
	if (const auto value = value_of_wrapper(conversion, pairs, container, path))
	{
		conversion->has_changes = true;
		pfree(pairs.data()); // a document may have millions of them
		return *value;
	}
	for (JsonbPair &pair : pairs)
	{
		const Path below = {path, &pair.key, 0};
		pair.value = converted(conversion, pair.value, &below);
	}
	return object_value(pairs);
}

JsonbValue
converted_array(Conversion *conversion, JsonbContainer *container, const Path *path)
{
	JsonbIterator *iterator = JsonbIteratorInit(container);
	JsonbValue array{};
	JsonbIteratorNext(&iterator, &array, true);
	const auto count = static_cast<std::size_t>(array.val.array.nElems);
	array.val.array.elems = static_cast<JsonbValue *>(palloc(count * sizeof(JsonbValue)));
	for (int i = 0; i < array.val.array.nElems; ++i)
	{
		const Path below = {path, nullptr, i};
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
converted(Conversion *conversion, const JsonbValue &value, const Path *path)
{
	if (value.type != jbvBinary)
		return value;
	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	JsonbContainer *container = value.val.binary.data;
	return JsonContainerIsObject(container) ? converted_object(conversion, container, path)
											: converted_array(conversion, container, path);
}
// NOLINTEND(misc-no-recursion)

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

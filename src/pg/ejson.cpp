// MongoDB's Extended JSON: ejson_to_jsonb() makes plain JSON of it, ejson_fields() lists its types.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson.hpp"
#include "core/ejson_date.hpp"
#include "core/ejson_number.hpp"
#include "core/objectid.hpp"
#include "pg/postgres.hpp"

#include <algorithm>
#include <array>
#include <utility>

using namespace objectid;

// A document is read container by container, from its stored form. ejson_to_jsonb() makes a tree of
// JsonbValues, of which the server makes the result. Keys stay as they are, so that the pairs of an
// object are sorted and unique in the tree, as the server wants them, because they were so when
// stored.

namespace {

static_assert(pg_us_first == MIN_TIMESTAMP && pg_us_end == END_TIMESTAMP);

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

// What an object is.
struct Reading
{
	EjsonType type;
	std::uint8_t subtype;            // of binary data
	std::optional<JsonbValue> plain; // nothing if it stays an object
};

// Errors ----------------------------------------------------------------------------------------

// What is shown of an object and of a path, in bytes.
constexpr int longest_excerpt = 200;
constexpr int longest_path = 1000;

// The beginning of a string: whole characters that fill more than so many bytes, if it has them.
std::string_view
beginning_of(std::string_view string, int bytes)
{
	const int length = pg_mbcliplen(string.data(), static_cast<int>(string.size()),
									bytes + MAX_MULTIBYTE_CHAR_LEN);
	return {string.data(), static_cast<std::size_t>(length)};
}

// Cuts the text off if what comes after its first bytes is longer than the limit. Whole characters
// stay. Returns whether it did.
bool
cut_off(StringInfo text, int limit, int first = 0)
{
	const int length = text->len - first;
	if (length <= limit)
		return false;
	text->len = first + pg_mbcliplen(text->data + first, length, limit);
	appendStringInfoString(text, "...");
	return true;
}

void
append_quoted(StringInfo text, std::string_view string)
{
	char *copy = pnstrdup(string.data(), string.size());
	escape_json(text, copy);
	pfree(copy);
}

// A key that could be read otherwise in a path is quoted as in JSON.
bool
needs_quotes(std::string_view key)
{
	const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
	const auto is_special = [](unsigned char c) {
		return c <= ' ' || c == '.' || c == '"' || c == '\\';
	};
	return key == "*" || std::all_of(key.begin(), key.end(), is_digit) ||
		   std::any_of(key.begin(), key.end(), is_special);
}

void
append_key(StringInfo text, std::string_view key)
{
	if (needs_quotes(key))
		append_quoted(text, key);
	else
		appendBinaryStringInfo(text, key.data(), static_cast<int>(key.size()));
}

// Keys and indexes, from 0, with points between them: items.3.sku.
const char *
text_of_path(const Path *path)
{
	if (path == nullptr)
		return "the top level";
	List *steps = NIL; // from the value outwards
	for (; path != nullptr; path = path->parent)
		steps = lappend(steps, const_cast<Path *>(path));
	StringInfoData text;
	initStringInfo(&text);
	for (int i = list_length(steps) - 1; i >= 0 && text.len <= longest_path; --i)
	{
		const auto *step = static_cast<const Path *>(list_nth(steps, i));
		if (text.len > 0)
			appendStringInfoChar(&text, '.');
		if (step->key == nullptr)
			appendStringInfo(&text, "%d", step->index);
		else
			append_key(&text, beginning_of(string_of(*step->key), longest_path));
	}
	cut_off(&text, longest_path);
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
		append_quoted(text, beginning_of(string_of(value), longest_excerpt));
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
			break;
		const bool is_end = token == WJB_END_ARRAY || token == WJB_END_OBJECT;
		if (!is_first && !is_end)
			appendStringInfoString(&text, ", ");
		append_token(&text, token, value);
		is_first = token == WJB_BEGIN_ARRAY || token == WJB_BEGIN_OBJECT || token == WJB_KEY;
	}
	cut_off(&text, longest_excerpt);
	return text.data;
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
Reading
read_binary(const WrapperObject &object, LegacyUuid legacy, std::string_view base64,
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
		if (is_legacy_uuid)
			id = uuid_from_legacy(id, legacy);
		return {EjsonType::binary, *subtype, uuid_text_value(id)};
	}
	const std::size_t length = 2 + 2 * *size;
	auto *text = static_cast<char *>(palloc(length));
	text[0] = '\\';
	text[1] = 'x';
	if (!base64_to_hex(base64, text + 2))
		raise_invalid(object);
	return {EjsonType::binary, *subtype, string_value(text, length)};
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
	text[0] = '/';
	char *end = std::copy(pattern.begin(), pattern.end(), text + 1);
	*end = '/';
	write_sorted(options, end + 1);
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
Reading
read_wrapper(LegacyUuid legacy, const WrapperObject &object, const JsonbValue &value)
{
	const auto plain = [&](const JsonbValue &result) {
		return Reading{object.wrapper->type, 0, result};
	};
	switch (object.wrapper->type)
	{
	case EjsonType::oid:
		return plain(oid_value(object, value));
	case EjsonType::symbol:
	case EjsonType::code:
		required_string(object, &value);
		return plain(value);
	case EjsonType::number_int:
		return plain(integer_value<std::int32_t>(object, value));
	case EjsonType::number_long:
		return plain(integer_value<std::int64_t>(object, value));
	case EjsonType::number_double:
	case EjsonType::number_decimal:
		return plain(decimal_value(object, value));
	case EjsonType::date:
		return plain(date_value(object, value));
	case EjsonType::timestamp:
		return plain(timestamp_value(object, value));
	case EjsonType::uuid:
		return {EjsonType::binary, ejson_subtype_uuid, uuid_value(object, value)};
	case EjsonType::binary: {
		const auto [base64, subtype] = two_members(value, "base64", "subType");
		const std::string_view text = required_string(object, base64);
		return read_binary(object, legacy, text, required_string(object, subtype));
	}
	case EjsonType::regular_expression: {
		const auto [pattern, options] = two_members(value, "pattern", "options");
		const std::string_view text = required_string(object, pattern);
		return plain(regular_expression_value(object, text, required_string(object, options)));
	}
	case EjsonType::undefined:
		if (value.type != jbvBool || !value.val.boolean)
			raise_invalid(object);
		return plain(null_value());
	case EjsonType::db_pointer:
		return plain(db_pointer_value(object, value));
	default:
		pg_unreachable();
	}
}

// What an object with the two keys of a wrapper stands for.
Reading
read_pair(LegacyUuid legacy, std::span<JsonbPair> pairs, const JsonbContainer *container,
		  const Path *path)
{
	if (const auto [base64, subtype] = two_members(pairs, "$binary", "$type"); base64 != nullptr)
	{
		const WrapperObject object = {find_ejson_wrapper("$binary"), container, path};
		const std::string_view text = required_string(object, base64);
		return read_binary(object, legacy, text, required_string(object, subtype));
	}
	// A query operator has the same keys, and may have other values.
	if (const auto [pattern, options] = two_members(pairs, "$regex", "$options");
		pattern != nullptr && pattern->type == jbvString && options->type == jbvString)
		return {EjsonType::regular_expression, 0,
				regular_expression_value({&ejson_v1_regex, container, path}, string_of(*pattern),
										 string_of(*options))};
	// Stays an object, but must be well-formed.
	if (const auto [code, scope] = two_members(pairs, "$code", "$scope"); code != nullptr)
	{
		if (code->type != jbvString || !is_object(*scope))
			raise_invalid({find_ejson_wrapper("$code"), container, path});
		return {EjsonType::code_with_scope, 0, std::nullopt};
	}
	return {EjsonType::object, 0, std::nullopt};
}

bool
is_one(const JsonbValue &value)
{
	return value.type == jbvNumeric &&
		   DatumGetBool(DirectFunctionCall2(numeric_eq, NumericGetDatum(value.val.numeric),
											NumericGetDatum(int64_to_numeric(1))));
}

// What an object is. One that has other keys too may be a DBRef.
Reading
read_object(LegacyUuid legacy, std::span<JsonbPair> pairs, const JsonbContainer *container,
			const Path *path)
{
	constexpr Reading ordinary = {EjsonType::object, 0, std::nullopt};
	if (pairs.size() == 2 && pairs[0].key.val.string.len > 0 &&
		pairs[0].key.val.string.val[0] == '$')
		return read_pair(legacy, pairs, container, path);
	if (pairs.size() != 1)
		return ordinary;
	const std::string_view key = string_of(pairs[0].key);
	const EjsonWrapper *wrapper = find_ejson_wrapper(key);
	if (wrapper != nullptr)
		return read_wrapper(legacy, {wrapper, container, path}, pairs[0].value);
	if (key == "$minKey" && is_one(pairs[0].value))
		return {EjsonType::min_key, 0, std::nullopt};
	if (key == "$maxKey" && is_one(pairs[0].value))
		return {EjsonType::max_key, 0, std::nullopt};
	return ordinary;
}

// What an object is whose only value is a string, as that of most wrappers is; nothing for any
// other object. It is read as jsonb.h describes what is stored, which takes a fraction of the time
// of an iterator.
std::optional<Reading>
read_string_wrapper(LegacyUuid legacy, const JsonbContainer *container, const Path *path)
{
	if (JsonContainerSize(container) != 1 || !JBE_ISSTRING(container->children[1]))
		return std::nullopt;
	const char *key = reinterpret_cast<const char *>(&container->children[2]);
	const std::size_t key_length = getJsonbLength(container, 0);
	const EjsonWrapper *wrapper = find_ejson_wrapper({key, key_length});
	if (wrapper == nullptr)
		return std::nullopt;
	return read_wrapper(legacy, {wrapper, container, path},
						string_value(key + key_length, getJsonbLength(container, 1)));
}

// Plain JSON ------------------------------------------------------------------------------------

struct Conversion
{
	LegacyUuid legacy_uuid;
	bool has_changes; // has anything been found that stands for a value?
};

// As deep as the document, which the server's check of the stack limits.
// NOLINTBEGIN(misc-no-recursion)
JsonbValue converted(Conversion *conversion, const JsonbValue &value, const Path *path);

JsonbValue
converted_object(Conversion *conversion, JsonbContainer *container, const Path *path)
{
	if (const auto reading = read_string_wrapper(conversion->legacy_uuid, container, path))
	{
		conversion->has_changes = true;
		return *reading->plain;
	}
	const auto pairs = pairs_of(container);
	const Reading reading = read_object(conversion->legacy_uuid, pairs, container, path);
	if (reading.plain)
	{
		conversion->has_changes = true;
		pfree(pairs.data()); // a document may have millions of them
		return *reading.plain;
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

// Fields ----------------------------------------------------------------------------------------

struct Listing
{
	ReturnSetInfo *result;
	// A text as the server stores it: its length, and the path of the value that is being listed,
	// without indexes. It is cut off because all paths of a deep document could take a thousand
	// times as much as the document.
	StringInfoData path;
	bool is_path_cut_off;
	// The first and last integers of 32 and of 64 bits
	std::array<std::pair<Numeric, Numeric>, 2> integers;
};

// A row of the result; none for the document itself.
void
list_type(Listing *listing, EjsonType type, std::uint8_t subtype = 0)
{
	CHECK_FOR_INTERRUPTS();
	StringInfo path = &listing->path;
	if (path->len == VARHDRSZ)
		return;
	constexpr std::size_t longest = 32;
	alignas(std::int32_t) std::array<char, VARHDRSZ + longest> name_text;
	const std::string_view name = name_of(type);
	char *end = std::copy(name.begin(), name.end(), name_text.data() + VARHDRSZ);
	if (type == EjsonType::binary)
		end += snprintf(end, longest - name.size(), " %d", subtype);
	SET_VARSIZE(name_text.data(), end - name_text.data());
	SET_VARSIZE(path->data, path->len);
	Datum values[] = {PointerGetDatum(path->data), PointerGetDatum(name_text.data())};
	bool nulls[] = {false, false};
	tuplestore_putvalues(listing->result->setResult, listing->result->setDesc, values, nulls);
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

void
list_scalar(Listing *listing, const JsonbValue &value)
{
	switch (value.type)
	{
	case jbvNull:
		list_type(listing, EjsonType::null);
		break;
	case jbvBool:
		list_type(listing, EjsonType::boolean);
		break;
	case jbvNumeric:
		list_type(listing, type_of_number(*listing, value.val.numeric));
		break;
	default:
		list_type(listing, EjsonType::string);
	}
}

// A reference to a document of another collection, which is an ordinary object in MongoDB.
bool
is_db_ref(std::span<JsonbPair> pairs)
{
	const JsonbValue *ref = member(pairs, "$ref");
	return ref != nullptr && ref->type == jbvString && member(pairs, "$id") != nullptr;
}

// The last step, after those to what the value is in.
void
append_step(StringInfo text, const Path &path)
{
	if (text->len > VARHDRSZ)
		appendStringInfoChar(text, '.');
	if (path.key == nullptr)
		appendStringInfoChar(text, '*');
	else
		append_key(text, string_of(*path.key));
}

// NOLINTBEGIN(misc-no-recursion)
void list_container(Listing *listing, JsonbContainer *container, const Path *path);

// The value at the path, of which the text has all but the last step.
void
list_value(Listing *listing, const JsonbValue &value, const Path &path)
{
	StringInfo text = &listing->path;
	const int length = text->len;
	const bool was_cut_off = listing->is_path_cut_off;
	if (!was_cut_off)
	{
		append_step(text, path);
		listing->is_path_cut_off = cut_off(text, longest_path, VARHDRSZ);
	}
	if (value.type == jbvBinary)
		list_container(listing, value.val.binary.data, &path);
	else
		list_scalar(listing, value);
	text->len = length;
	listing->is_path_cut_off = was_cut_off;
}

void
list_object(Listing *listing, JsonbContainer *container, const Path *path)
{
	if (const auto reading = read_string_wrapper(LegacyUuid::none, container, path))
	{
		list_type(listing, reading->type, reading->subtype);
		return;
	}
	const auto pairs = pairs_of(container);
	const Reading reading = read_object(LegacyUuid::none, pairs, container, path);
	const bool is_plain = reading.type == EjsonType::object;
	list_type(listing, is_plain && is_db_ref(pairs) ? EjsonType::db_ref : reading.type,
			  reading.subtype);
	if (is_plain || reading.type == EjsonType::code_with_scope)
		for (const JsonbPair &pair : pairs)
			list_value(listing, pair.value, {path, &pair.key, 0});
	pfree(pairs.data());
}

void
list_array(Listing *listing, JsonbContainer *container, const Path *path)
{
	list_type(listing, EjsonType::array);
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
list_container(Listing *listing, JsonbContainer *container, const Path *path)
{
	check_stack_depth();
	if (JsonContainerIsObject(container))
		list_object(listing, container, path);
	else
		list_array(listing, container, path);
}
// NOLINTEND(misc-no-recursion)

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

SQL_FUNCTION(ejson_fields)
{
	Jsonb *document = PG_GETARG_JSONB_P(0);
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (JB_ROOT_IS_SCALAR(document))
		return Datum{0};
	const auto integers_of = [](std::int64_t first, std::int64_t last) {
		return std::pair{int64_to_numeric(first), int64_to_numeric(last)};
	};
	Listing listing = {
		reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo),
		{},
		false,
		{integers_of(PG_INT32_MIN, PG_INT32_MAX), integers_of(PG_INT64_MIN, PG_INT64_MAX)}};
	initStringInfo(&listing.path);
	appendStringInfoSpaces(&listing.path, VARHDRSZ);
	list_container(&listing, &document->root, nullptr);
	return Datum{0};
}

// Reads the objects of MongoDB's Extended JSON that stand for a value.
// SPDX-License-Identifier: PostgreSQL
#include "pg/ejson_reading.hpp"
#include "core/ejson_date.hpp"
#include "core/ejson_number.hpp"
#include "core/objectid.hpp"

#include <algorithm>

namespace objectid {

namespace {

static_assert(pg_us_first == MIN_TIMESTAMP && pg_us_end == END_TIMESTAMP);

// An object that stands for a value, and what is needed for an error about it.
struct WrapperObject
{
	const EjsonWrapper *wrapper;
	JsonbContainer *container;
	const EjsonPath *path;
};

// Errors ----------------------------------------------------------------------------------------

// 22P02: the value is not of the right kind.
[[noreturn]] void
raise_invalid(const WrapperObject &object)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("invalid Extended JSON: %s", excerpt_of(object.container)),
					errdetail("At %s, \"%s\" must be %s.", text_of_path(object.path),
							  object.wrapper->key.data(), object.wrapper->must_be)));
	pg_unreachable();
}

// 22008, as for a timestamptz.
[[noreturn]] void
raise_date_out_of_range(const WrapperObject &object)
{
	ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
					errmsg("timestamp out of range: \"%s\"", excerpt_of(object.container)),
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

// Numbers ---------------------------------------------------------------------------------------
//
// Wherever there is one, it may be a number of JSON, its text, or "$numberInt", "$numberLong" or
// "$numberDouble" of either.

struct Number
{
	std::optional<std::int64_t> integer; // of the wrappers for integers
	JsonbValue plain;                    // of the others: a number, or the name of what is none
};

// The integer that a number is. A fraction is cut off, or there is none.
std::optional<std::int64_t>
integer_of(const JsonbValue &value, bool truncates)
{
	if (value.type != jbvNumeric)
		return std::nullopt;
	char *text =
		DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value.val.numeric)));
	const auto integer = truncates ? truncated_integer_of_number(text) : integer_of_number(text);
	pfree(text); // of a number of few bytes, it may have thousands
	return integer;
}

// The number as one of this type, if that is for integers.
Number
number_in_type(const WrapperObject &object, EjsonType type, const Number &number)
{
	if (type != EjsonType::number_int && type != EjsonType::number_long)
		return number;
	const auto integer = number.integer ? number.integer : integer_of(number.plain, false);
	const bool is_int = integer && *integer == static_cast<std::int32_t>(*integer);
	if (!integer || (type == EjsonType::number_int && !is_int))
		raise_invalid(object);
	return {integer, {}};
}

JsonbValue
decimal_value(const WrapperObject &object, EjsonType type, std::string_view decimal)
{
	switch (type == EjsonType::number_double ? classify_ejson_double(decimal)
											 : classify_ejson_decimal(decimal))
	{
	case EjsonDecimal::finite:
		return number_value(DatumGetNumeric(DirectFunctionCall3(
			numeric_in, CStringGetDatum(pnstrdup(decimal.data(), decimal.size())),
			ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1))));
	case EjsonDecimal::nan:
		return string_value("NaN");
	case EjsonDecimal::infinity:
		return string_value("Infinity");
	case EjsonDecimal::minus_infinity:
		return string_value("-Infinity");
	case EjsonDecimal::out_of_range:
		raise_number_out_of_range(object);
	case EjsonDecimal::invalid:
		break;
	}
	raise_invalid(object);
}

// A number of JSON, or text as the wrapper of this type has it.
Number
read_scalar_number(const WrapperObject &object, EjsonType type, const JsonbValue &value)
{
	if (value.type == jbvNumeric)
		return number_in_type(object, type, {std::nullopt, value});
	const std::string_view text = required_string(object, &value);
	if (type != EjsonType::number_int && type != EjsonType::number_long)
		return {std::nullopt, decimal_value(object, type, text)};
	const auto integer =
		type == EjsonType::number_int ? parse_ejson_int(text) : parse_ejson_integer(text);
	if (!integer)
		raise_invalid(object);
	return number_in_type(object, type, {integer, {}});
}

Number
read_number(const WrapperObject &object, EjsonType type, const JsonbValue &value)
{
	if (!is_object(value))
		return read_scalar_number(object, type, value);
	const auto pairs = pairs_of(value.val.binary.data);
	const EjsonWrapper *inner =
		pairs.size() == 1 ? find_ejson_wrapper(string_of(pairs[0].key)) : nullptr;
	if (inner == nullptr ||
		(inner->type != EjsonType::number_int && inner->type != EjsonType::number_long &&
		 inner->type != EjsonType::number_double))
		raise_invalid(object);
	const Number number = read_scalar_number(object, inner->type, pairs[0].value);
	pfree(pairs.data());
	return number_in_type(object, type, number);
}

JsonbValue
plain_number(const WrapperObject &object, const JsonbValue &value)
{
	const Number number = read_number(object, object.wrapper->type, value);
	return number.integer ? number_value(int64_to_numeric(*number.integer)) : number.plain;
}

// The integer that the value must be.
std::int64_t
required_integer(const WrapperObject &object, const JsonbValue *value)
{
	if (value == nullptr)
		raise_invalid(object);
	return *read_number(object, EjsonType::number_long, *value).integer;
}

// Types -----------------------------------------------------------------------------------------

JsonbValue
oid_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto id = parse_objectid_hex(required_string(object, &value));
	if (!id)
		raise_invalid(object);
	return string_value(*id);
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

// Text in ISO 8601, or milliseconds.
JsonbValue
date_value(const WrapperObject &object, const JsonbValue &value)
{
	if (value.type == jbvString)
		return time_value(object, parse_ejson_date(string_of(value)));
	const Number number = read_number(object, EjsonType::number_double, value);
	const auto unix_ms = number.integer ? number.integer : integer_of(number.plain, true);
	if (!unix_ms)
		raise_invalid(object);
	return time_value(object, ejson_date_from_unix_ms(*unix_ms));
}

JsonbValue
uuid_text_value(const Uuid &id)
{
	auto *text = static_cast<char *>(palloc(uuid_text_length));
	write_uuid(id, text);
	return string_value({text, uuid_text_length});
}

JsonbValue
uuid_value(const WrapperObject &object, const JsonbValue &value)
{
	const auto id = parse_ejson_uuid(required_string(object, &value));
	if (!id)
		raise_invalid(object);
	return uuid_text_value(*id);
}

// The text of a UUID, or of a bytea; nothing if the text is no Base64, or no UUID where it must be.
std::optional<JsonbValue>
binary_value(LegacyUuid legacy, std::string_view base64, std::uint8_t subtype)
{
	const auto size = base64_decoded_size(base64);
	if (!size)
		return std::nullopt;
	const bool is_legacy_uuid = subtype == ejson_subtype_legacy_uuid && legacy != LegacyUuid::none;
	if (subtype == ejson_subtype_uuid || is_legacy_uuid)
	{
		Uuid id{};
		if (*size != sizeof(Uuid) || !decode_base64(base64, id.bytes.data()))
			return std::nullopt;
		return uuid_text_value(is_legacy_uuid ? uuid_from_legacy(id, legacy) : id);
	}
	const std::size_t length = 2 + 2 * *size;
	auto *text = static_cast<char *>(palloc(length));
	text[0] = '\\';
	text[1] = 'x';
	if (base64_to_hex(base64, text + 2))
		return string_value({text, length});
	pfree(text);
	return std::nullopt;
}

// Digits in hexadecimal as text, or the number itself.
std::uint8_t
required_subtype(const WrapperObject &object, const JsonbValue *value)
{
	if (value != nullptr && value->type == jbvString)
	{
		const auto subtype = parse_ejson_subtype(string_of(*value));
		if (!subtype)
			raise_invalid(object);
		return *subtype;
	}
	const std::int64_t subtype = required_integer(object, value);
	if (subtype != static_cast<std::uint8_t>(subtype))
		raise_invalid(object);
	return static_cast<std::uint8_t>(subtype);
}

// Base64 seldom has line ends and blanks. They are looked for only if it cannot be read without.
EjsonObject
read_binary(const WrapperObject &object, LegacyUuid legacy, std::string_view base64,
			const JsonbValue *subtype_value)
{
	const std::uint8_t subtype = required_subtype(object, subtype_value);
	auto value = binary_value(legacy, base64, subtype);
	if (!value)
	{
		auto *copy = static_cast<char *>(palloc(base64.size()));
		const char *end = copy_base64_of_lines(base64, copy);
		value = binary_value(legacy, {copy, static_cast<std::size_t>(end - copy)}, subtype);
		pfree(copy);
	}
	if (!value)
		raise_invalid(object);
	return {EjsonType::binary, subtype, value, {}};
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
	return string_value({text, length});
}

// Of an object of "pattern" and perhaps "options".
JsonbValue
regular_expression_value(const WrapperObject &object, const JsonbValue &value)
{
	if (!is_object(value))
		raise_invalid(object);
	const auto pairs = pairs_of(value.val.binary.data);
	const JsonbValue *options = member(pairs, "options");
	if (pairs.size() != (options == nullptr ? 1 : 2))
		raise_invalid(object);
	return regular_expression_value(object, required_string(object, member(pairs, "pattern")),
									options == nullptr ? "" : required_string(object, options));
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
EjsonObject
read_wrapper(LegacyUuid legacy, const WrapperObject &object, const JsonbValue &value)
{
	const auto plain = [&](const JsonbValue &result) {
		return EjsonObject{object.wrapper->type, 0, result, {}};
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
	case EjsonType::number_long:
	case EjsonType::number_double:
	case EjsonType::number_decimal:
		return plain(plain_number(object, value));
	case EjsonType::date:
		return plain(date_value(object, value));
	case EjsonType::timestamp:
		return plain(timestamp_value(object, value));
	case EjsonType::uuid:
		return {EjsonType::binary, ejson_subtype_uuid, uuid_value(object, value), {}};
	case EjsonType::binary: {
		const auto [base64, subtype] = two_members(value, "base64", "subType");
		return read_binary(object, legacy, required_string(object, base64), subtype);
	}
	case EjsonType::regular_expression:
		return plain(regular_expression_value(object, value));
	case EjsonType::undefined:
		return plain(null_value());
	case EjsonType::db_pointer:
		return plain(db_pointer_value(object, value));
	default:
		pg_unreachable();
	}
}

// Those with which an object may have two keys
constexpr const EjsonWrapper &binary_wrapper = *find_ejson_wrapper("$binary");
constexpr const EjsonWrapper &code_wrapper = *find_ejson_wrapper("$code");

// What an object with two keys is.
EjsonObject
read_pair(LegacyUuid legacy, std::span<JsonbPair> pairs, JsonbContainer *container,
		  const EjsonPath *path)
{
	if (const auto [base64, subtype] = two_members(pairs, "$binary", "$type"); base64 != nullptr)
	{
		const WrapperObject object = {&binary_wrapper, container, path};
		return read_binary(object, legacy, required_string(object, base64), subtype);
	}
	// A query operator has the same keys, and may have other values.
	if (const auto [pattern, options] = two_members(pairs, "$regex", "$options");
		pattern != nullptr && pattern->type == jbvString && options->type == jbvString)
		return {EjsonType::regular_expression,
				0,
				regular_expression_value({&ejson_v1_regex, container, path}, string_of(*pattern),
										 string_of(*options)),
				{}};
	// Stays an object if there is a scope, but must be well-formed.
	if (const auto [code, scope] = two_members(pairs, "$code", "$scope"); code != nullptr)
	{
		if (code->type != jbvString || (scope->type != jbvNull && !is_object(*scope)))
			raise_invalid({&code_wrapper, container, path});
		if (scope->type == jbvNull)
			return {EjsonType::code, 0, *code, {}};
		return {EjsonType::code_with_scope, 0, std::nullopt, pairs};
	}
	return {EjsonType::object, 0, std::nullopt, pairs};
}

bool
is_one(const JsonbValue &value)
{
	return value.type == jbvNumeric &&
		   DatumGetBool(DirectFunctionCall2(numeric_eq, NumericGetDatum(value.val.numeric),
											NumericGetDatum(int64_to_numeric(1))));
}

// What an object with one key is.
EjsonObject
read_single(LegacyUuid legacy, std::span<JsonbPair> pairs, JsonbContainer *container,
			const EjsonPath *path)
{
	const std::string_view key = string_of(pairs[0].key);
	const EjsonWrapper *wrapper = find_ejson_wrapper(key);
	if (wrapper != nullptr)
		return read_wrapper(legacy, {wrapper, container, path}, pairs[0].value);
	if (key == "$minKey" && is_one(pairs[0].value))
		return {EjsonType::min_key, 0, std::nullopt, pairs};
	if (key == "$maxKey" && is_one(pairs[0].value))
		return {EjsonType::max_key, 0, std::nullopt, pairs};
	return {EjsonType::object, 0, std::nullopt, pairs};
}

// A reference to a document of another collection, which is an ordinary object in MongoDB.
bool
is_db_ref(std::span<JsonbPair> pairs)
{
	const JsonbValue *ref = member(pairs, "$ref");
	return ref != nullptr && ref->type == jbvString && member(pairs, "$id") != nullptr;
}

// What an object is whose only value is a string, as that of most wrappers is; nothing for any
// other object. It is read as jsonb.h describes what is stored, which takes a fraction of the time
// of an iterator.
std::optional<EjsonObject>
read_string_wrapper(LegacyUuid legacy, JsonbContainer *container, const EjsonPath *path)
{
	if (JsonContainerSize(container) != 1 || !JBE_ISSTRING(container->children[1]))
		return std::nullopt;
	const char *key = reinterpret_cast<const char *>(&container->children[2]);
	const std::size_t key_length = getJsonbLength(container, 0);
	const EjsonWrapper *wrapper = find_ejson_wrapper({key, key_length});
	if (wrapper == nullptr)
		return std::nullopt;
	return read_wrapper(legacy, {wrapper, container, path},
						string_value({key + key_length, getJsonbLength(container, 1)}));
}

} // namespace

JsonbValue
object_value(std::span<JsonbPair> pairs)
{
	JsonbValue value{};
	value.type = jbvObject;
	value.val.object.nPairs = static_cast<int>(pairs.size());
	value.val.object.pairs = pairs.data();
	return value;
}

EjsonObject
read_ejson_object(LegacyUuid legacy, JsonbContainer *container, const EjsonPath *path)
{
	if (const auto object = read_string_wrapper(legacy, container, path))
		return *object;
	const auto pairs = pairs_of(container);
	EjsonObject object = {EjsonType::object, 0, std::nullopt, pairs};
	if (pairs.size() == 1)
		object = read_single(legacy, pairs, container, path);
	else if (pairs.size() == 2 && string_of(pairs[0].key).starts_with('$'))
		object = read_pair(legacy, pairs, container, path);
	if (object.type == EjsonType::object && is_db_ref(pairs))
		object.type = EjsonType::db_ref;
	if (object.plain)
		pfree(pairs.data()); // a document may have millions of them
	return object;
}

} // namespace objectid

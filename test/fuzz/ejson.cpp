// Fuzzes the readers of Extended JSON: what is accepted, what it is, what libbson says of it.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson.hpp"
#include "core/ejson_date.hpp"
#include "core/ejson_number.hpp"
#include "core/ejson_path.hpp"
#include "require.hpp"

#include <bson/bson.h>

#include <string>
#include <vector>

using namespace objectid;

namespace {

// The document of one key, a, that libbson makes of this Extended JSON; iterator is at its value.
class Opinion
{
  public:
	explicit Opinion(const std::string &value)
	{
		const std::string json = "{\"a\": " + value + "}";
		bson_error_t error;
		is_document_ =
			bson_init_from_json(&document_, json.data(), static_cast<ssize_t>(json.size()), &error);
		is_read = is_document_ && bson_iter_init_find(&iterator, &document_, "a");
	}
	Opinion(const Opinion &) = delete;
	Opinion &operator=(const Opinion &) = delete;
	~Opinion()
	{
		if (is_document_)
			bson_destroy(&document_);
	}

	bool is_read;
	bson_iter_t iterator;

  private:
	bool is_document_;
	bson_t document_;
};

// A text that JSON needs no escapes for.
bool
is_plain(const std::string &text)
{
	return std::all_of(text.begin(), text.end(), [](char character) {
		return character >= ' ' && character <= '~' && character != '"' && character != '\\';
	});
}

std::string
wrapper(const char *key, const std::string &text)
{
	return std::string("{\"") + key + "\": \"" + text + "\"}";
}

void
integer(const std::string &text)
{
	const auto value = parse_ejson_integer(text);
	if (!value)
		return;
	const Opinion theirs(wrapper("$numberLong", text));
	require(theirs.is_read && bson_iter_as_int64(&theirs.iterator) == *value);
	require(integer_of_number(text) == value && integer_of_number(text + ".00") == value);
	require(parse_ejson_integer(std::to_string(*value)) == value);
	require(parse_ejson_int(" " + text + "\n") == value);
	require(truncated_integer_of_number(text + ".9") == value);
}

void
decimal(const std::string &text)
{
	const auto kind = classify_ejson_decimal(text);
	bson_decimal128_t number;
	const bool is_decimal128 = bson_decimal128_from_string(text.c_str(), &number);
	// theirs holds less, refuses what it would have to round, and allows blanks before the exponent
	if (is_decimal128 && text.find_first_of(" \t\n\v\f\r") == std::string::npos)
		require(kind != EjsonDecimal::invalid);
	if (kind == EjsonDecimal::invalid || !is_decimal128)
		return;
	char shown[BSON_DECIMAL128_STRING];
	bson_decimal128_to_string(&number, shown);
	const std::string name = shown;
	require((kind == EjsonDecimal::nan) == (name == "NaN"));
	require((kind == EjsonDecimal::infinity) == (name == "Infinity"));
	require((kind == EjsonDecimal::minus_infinity) == (name == "-Infinity"));
}

// libbson wants seconds and a zone with four digits or Z, has four digits of the year, and no more
// than three of a fraction.
void
date(const std::string &text)
{
	const auto ours = parse_ejson_date(text);
	const Opinion theirs(wrapper("$date", text));
	if (ours.status != EjsonDateStatus::ok || !theirs.is_read)
		return;
	require(BSON_ITER_HOLDS_DATE_TIME(&theirs.iterator));
	const std::int64_t unix_ms = bson_iter_date_time(&theirs.iterator);
	const auto same = ejson_date_from_unix_ms(unix_ms);
	require(same.status == EjsonDateStatus::ok && floor_div(ours.pg_us - same.pg_us, 1000) == 0);
}

// A quoted key is a JSON string, which libbson reads as the key.
void
key(const std::string &text)
{
	std::string quoted;
	append_quoted_key(text, true, [&](std::string_view part) { quoted += part; });
	require(!is_plain_key(text) || quoted == '"' + text + '"');
	const Opinion theirs(quoted);
	require(theirs.is_read && BSON_ITER_HOLDS_UTF8(&theirs.iterator));
	std::uint32_t length = 0;
	const char *read = bson_iter_utf8(&theirs.iterator, &length);
	require(std::string(read, length) == text);
}

void
base64(const std::string &text)
{
	const auto size = base64_decoded_size(text);
	if (!size)
		return;
	std::vector<std::uint8_t> bytes(*size);
	std::vector<char> digits(2 * *size);
	const bool is_base64 = decode_base64(text, bytes.data());
	require(base64_to_hex(text, digits.data()) == is_base64);
	if (!is_base64)
		return;
	for (std::size_t i = 0; i < bytes.size(); ++i)
	{
		std::array<std::uint8_t, 1> byte{};
		require(decode_hex({&digits[2 * i], 2}, byte) && byte[0] == bytes[i]);
	}
	const Opinion theirs("{\"$binary\": {\"base64\": \"" + text + "\", \"subType\": \"00\"}}");
	require(theirs.is_read && BSON_ITER_HOLDS_BINARY(&theirs.iterator));
	std::uint32_t their_size = 0;
	const std::uint8_t *their_bytes = nullptr;
	bson_iter_binary(&theirs.iterator, nullptr, &their_size, &their_bytes);
	require(std::equal(bytes.begin(), bytes.end(), their_bytes, their_bytes + their_size));
}

void
uuid(const std::string &text)
{
	const auto id = parse_ejson_uuid(text);
	if (!id)
		return;
	std::string shown(uuid_text_length, ' ');
	write_uuid(*id, shown.data());
	require(parse_ejson_uuid(shown) == id);
	for (const auto legacy : {LegacyUuid::java, LegacyUuid::csharp, LegacyUuid::python})
		require(uuid_from_legacy(uuid_from_legacy(*id, legacy), legacy) == *id);
	const Opinion theirs(wrapper("$uuid", shown));
	require(theirs.is_read && BSON_ITER_HOLDS_BINARY(&theirs.iterator));
	std::uint32_t size = 0;
	bson_subtype_t subtype{};
	const std::uint8_t *bytes = nullptr;
	bson_iter_binary(&theirs.iterator, &subtype, &size, &bytes);
	require(subtype == BSON_SUBTYPE_UUID);
	require(std::equal(id->bytes.begin(), id->bytes.end(), bytes, bytes + size));
}

} // namespace

// The first byte chooses the reader.
extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
	if (size == 0)
		return 0;
	const std::string text(reinterpret_cast<const char *>(data) + 1, size - 1);
	static_cast<void>(find_ejson_wrapper(text));
	static_cast<void>(parse_ejson_subtype(text));
	static_cast<void>(parse_legacy_uuid(text));
	if (are_regex_options(text))
	{
		std::string sorted(text.size(), ' ');
		write_sorted(text, sorted.data());
		require(std::is_sorted(sorted.begin(), sorted.end()) &&
				std::is_permutation(sorted.begin(), sorted.end(), text.begin(), text.end()));
	}
	if (data[0] == 'k' && bson_utf8_validate(text.data(), text.size(), false))
		key(text);
	if (!is_plain(text))
	{
		static_cast<void>(parse_ejson_date(text));
		static_cast<void>(classify_ejson_double(text));
		return 0;
	}
	switch (data[0])
	{
	case 'i':
		integer(text);
		break;
	case 'n':
		decimal(text);
		break;
	case 'd':
		date(text);
		break;
	case 'b':
		base64(text);
		break;
	case 'u':
		uuid(text);
		break;
	default:
		break;
	}
	return 0;
}

// MongoDB's Extended JSON: its keys, subtypes, orders of bytes in UUIDs, and options.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace objectid::ejson_test {
namespace {

std::string
text_of(const Uuid &id)
{
	std::string text(uuid_text_length, ' ');
	write_uuid(id, text.data());
	return text;
}

Uuid
uuid_of(std::string_view text)
{
	return parse_ejson_uuid(text).value();
}

static_assert(parse_ejson_subtype("4") == ejson_subtype_uuid);

TEST(Ejson, Keys)
{
	for (const EjsonWrapper &wrapper : ejson_wrappers)
	{
		const std::string key{wrapper.key};
		ASSERT_NE(find_ejson_wrapper(key), nullptr) << key;
		EXPECT_EQ(find_ejson_wrapper(key)->type, wrapper.type) << key;
		EXPECT_EQ(find_ejson_wrapper(key + "x"), nullptr) << key;
		EXPECT_EQ(find_ejson_wrapper(key + std::string(1, '\0')), nullptr) << key;
		EXPECT_EQ(find_ejson_wrapper(key.substr(0, key.size() - 1)), nullptr) << key;
		EXPECT_EQ(find_ejson_wrapper(key.substr(1)), nullptr) << key;
	}
	for (const char *key : {"", "$", "oid", "$OID", "$regex", "$options", "$type", "$scope", "$ref",
							"$id", "$db", "$minKey", "$maxKey", "$set", "$in"})
		EXPECT_EQ(find_ejson_wrapper(key), nullptr) << key;
}

TEST(Ejson, Subtypes)
{
	const std::pair<const char *, std::uint8_t> cases[] = {
		{"0", 0},     {"00", 0},    {"3", 3},           {"04", 4},
		{"80", 0x80}, {"fF", 0xff}, {"ffffff80", 0x80}, {"ffffffff", 0xff},
	};
	for (const auto &[digits, subtype] : cases)
		EXPECT_EQ(parse_ejson_subtype(digits), subtype) << digits;
	// From ffffff80 on such a number is negative.
	for (const char *digits :
		 {"", "000", "g", "0g", " 4", "-1", "0x", "ffffff00", "ffffff04", "ffffff7f", "fffffe80",
		  "ffffff8g", "ffffff8", "ffffff800", "ffffff"})
		EXPECT_EQ(parse_ejson_subtype(digits), std::nullopt) << digits;
}

// The specification's example: one UUID in the order of each driver.
TEST(Ejson, LegacyUuids)
{
	const std::string standard = "00112233-4455-6677-8899-aabbccddeeff";
	const std::pair<LegacyUuid, const char *> cases[] = {
		{LegacyUuid::python, "00112233445566778899aabbccddeeff"},
		{LegacyUuid::java, "7766554433221100ffeeddccbbaa9988"},
		{LegacyUuid::csharp, "33221100554477668899aabbccddeeff"},
	};
	for (const auto &[legacy, stored] : cases)
		EXPECT_EQ(text_of(uuid_from_legacy(uuid_of(stored), legacy)), standard) << stored;

	EXPECT_EQ(parse_legacy_uuid("python"), LegacyUuid::python);
	EXPECT_EQ(parse_legacy_uuid("java"), LegacyUuid::java);
	EXPECT_EQ(parse_legacy_uuid("csharp"), LegacyUuid::csharp);
	for (const char *name : {"", "Java", "none", "c#", "pythonx", "jav", "java "})
		EXPECT_EQ(parse_legacy_uuid(name), std::nullopt) << name;
}

TEST(Ejson, UuidTexts)
{
	const std::string text = "00112233-4455-6677-8899-aabbccddeeff";
	EXPECT_EQ(text_of(uuid_of(text)), text);
	EXPECT_EQ(text_of(uuid_of("00112233445566778899AABBCCDDEEFF")), text);
	EXPECT_EQ(text_of(uuid_of("00112233-4455-6677-8899-AABBCCDDEEFF")), text);
	for (const char *wrong :
		 {"", "0011", "00112233-4455-6677-8899-aabbccddeef",
		  "00112233-4455-6677-8899-aabbccddeefff", "00112233445566778899aabbccddeef",
		  "00112233445566778899aabbccddeefff", "00112233445566778899aabbccddeefg",
		  "00112233-445566778899aabbccddeeff", "0011-22334455-6677-8899-aabbccddeeff",
		  "00112233-4455-6677-8899aabb-ccddeeff", "{00112233445566778899aabbccddeeff}",
		  "{00112233-4455-6677-8899-aabbccddee}", "----2233-4455-6677-8899-aabbccddeeff",
		  "00112233x4455-6677-8899-aabbccddeeff"})
		EXPECT_EQ(parse_ejson_uuid(wrong), std::nullopt) << wrong;
}

// Each type has a name, and only UUIDs share that of other binary data.
TEST(Ejson, TypeNames)
{
	std::set<std::string_view> names;
	for (int type = 0; type <= static_cast<int>(EjsonType::max_key); ++type)
	{
		const std::string_view name = name_of(static_cast<EjsonType>(type));
		EXPECT_FALSE(name.empty()) << type;
		names.insert(name);
	}
	EXPECT_EQ(names.size(), static_cast<std::size_t>(EjsonType::max_key));
	EXPECT_EQ(name_of(EjsonType::uuid), name_of(EjsonType::binary));
}

TEST(Ejson, SortedOptions)
{
	for (std::string options : {"", "i", "xmi", "zAaZ", "isis", "ZZZaaaZZZ"})
	{
		std::string sorted(options.size(), ' ');
		write_sorted(options, sorted.data());
		std::sort(options.begin(), options.end());
		EXPECT_EQ(sorted, options);
	}
}

TEST(Ejson, OptionsAreLetters)
{
	EXPECT_TRUE(are_regex_options(""));
	EXPECT_TRUE(are_regex_options("imxlsuAZaz"));
	for (const char *options : {" ", "/", "i/", "1", "\xc3\xa9", "@", "[", "`", "{", "i\n"})
		EXPECT_FALSE(are_regex_options(options)) << options;
}

} // namespace
} // namespace objectid::ejson_test

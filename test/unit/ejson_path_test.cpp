// Keys in paths of SQL/JSON: which are quoted, and how.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson_path.hpp"

#include <gtest/gtest.h>

#include <string>

namespace objectid::ejson_path_test {
namespace {

std::string
quoted(std::string_view key, bool is_utf8 = true)
{
	std::string text;
	append_quoted_key(key, is_utf8, [&](std::string_view part) { text += part; });
	return text;
}

TEST(EjsonPath, PlainKeysAreIdentifiersOfAscii)
{
	for (const char *key : {"a", "_id", "Z9", "snake_case", "type", "null", "_", "__v"})
		EXPECT_TRUE(is_plain_key(key)) << key;
	for (const char *key :
		 {"",   "5",  "5a", "a b", "a.b", "$oid", "a$", "*",     "a*", "a-b", "a[0]",
		  "\"", "\\", "'",  "é",   "a\n", " a",   "a ", "a\x7f", "@",  "a?",  "/"})
		EXPECT_FALSE(is_plain_key(key)) << key;
}

TEST(EjsonPath, InvisibleCharacters)
{
	// a control character, no-break space, soft hyphen, grapheme joiner, Hangul filler, line
	// separator, zero width joiner, ideographic space, variation selector, byte order mark, tag
	for (const char32_t code : {0x1,    0x9,    0x1f,   0x7f,    0x85,    0xa0,   0xad,   0x34f,
								0x1160, 0x2003, 0x2028, 0x200b,  0x200d,  0x202e, 0x2060, 0x3000,
								0xfe0f, 0xfeff, 0xfffb, 0x1d173, 0xe0001, 0xe0fff})
		EXPECT_TRUE(is_invisible(code)) << static_cast<unsigned>(code);
	for (const char32_t code : {0x0, 0x20, 0x21, 0x7e, 0xa1, 0xe9, 0x300, 0x600, 0x2010, 0x20ac,
								0x4e00, 0xfdff, 0xfffc, 0xfffd, 0x1f600, 0xe1000, 0x10ffff})
		EXPECT_FALSE(is_invisible(code)) << static_cast<unsigned>(code);
	// in order, so that a row that is missing or twice is seen
	for (std::size_t i = 1; i < ejson_path::invisible_characters.size(); ++i)
		EXPECT_LT(ejson_path::invisible_characters[i - 1].last + 1,
				  ejson_path::invisible_characters[i].first);
}

TEST(EjsonPath, QuotedAsInJson)
{
	EXPECT_EQ(quoted(""), R"("")");
	EXPECT_EQ(quoted("address line 2"), R"("address line 2")");
	EXPECT_EQ(quoted("\"\\/'"), R"("\"\\/'")");
	EXPECT_EQ(quoted("\b\f\n\r\tx\v\x01\x7f"), R"("\b\f\n\r\tx\u000b\u0001\u007f")");
	EXPECT_EQ(quoted("\xef\xbb\xbfISO"), R"("\ufeffISO")");
	EXPECT_EQ(quoted("é☕😀"), "\"é☕😀\"");
	EXPECT_EQ(quoted("❤\xef\xb8\x8f"), R"("❤\ufe0f")");
	EXPECT_EQ(quoted("\xf3\xa0\x80\x81 \xf3\xa0\xbf\xbf"), R"("\udb40\udc01 \udb43\udfff")");
}

TEST(EjsonPath, OtherEncodings)
{
	EXPECT_EQ(quoted("\xef\xbb\xbf\x85\xa0\x01\"", false), "\"\xef\xbb\xbf\x85\xa0\\u0001\\\"\"");
}

// Not read beyond its end
TEST(EjsonPath, CharacterThatIsCutOff)
{
	for (const char *text : {"\xef\xbb", "\xef", "\xf3\xa0\x80"})
		EXPECT_EQ(quoted(text), '"' + std::string(text) + '"');
}

} // namespace
} // namespace objectid::ejson_path_test

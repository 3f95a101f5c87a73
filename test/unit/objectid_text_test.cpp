// The text forms of ObjectIds: what is read and what is refused.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"

#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace objectid::objectid_text_test {
namespace {

using namespace std::string_literals;

// What others write or take, but is no id: X-2, X-3, X-4, X-6, OF-7, OF-9, OF-11 and OF-17.
TEST(ObjectIdText, Refused)
{
	const std::string inputs[] = {
		"abcdefghijkl",
		"aa bb cc dd ee ff 00 11 ",
		"4d88e15b60f486e428412dc9\0"s,
		"4d88e15b60f486e428412dc\0"s,
		"",
		" ",
		R"({"$oid":"56e1fc72e0c917e9c4714161","unrelated":true})",
		R"("4d88e15b60f486e428412dc9")",
		R"({"$oidFunc":{"Id":"4d88e15b60f486e428412dc9"}})",
		"null",
		R"({""$oid"":""4d88e15b60f486e428412dc9""})",
		R"(ObjectIdHex("4d88e15b60f486e428412dc9"))",
		R"(ObjectID("4d88e15b60f486e428412dc9"))",
		"BSON::ObjectId('4d88e15b60f486e428412dc9')",
	};
	for (const std::string &input : inputs)
		EXPECT_EQ(parse_objectid(input), std::nullopt) << input;
}

// The grammar a second time, slow and written in another way, to compare with: 24 digits anywhere,
// and what stands before and behind them.
std::optional<ObjectId>
parse_slowly(const std::string &input)
{
	const auto without_blanks = [](std::string text) {
		std::erase_if(text, [](char c) { return " \t\n\r"s.find(c) != std::string::npos; });
		return text;
	};
	for (std::size_t place = 0; place + 24 <= input.size(); ++place)
	{
		const std::string before = input.substr(0, place);
		const std::string digits = input.substr(place, 24);
		const std::string behind = input.substr(place + 24);
		if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
			continue;
		const bool bare = before.empty() && behind.empty();
		const std::string call = before.starts_with("new ") ? before.substr(4) : before;
		const bool shell = (call == "ObjectId(" && behind == ")") ||
						   (call == "ObjectId('" && behind == "')") ||
						   (call == "ObjectId(\"" && behind == "\")");
		const bool json = without_blanks(before) == "{\"$oid\":\"" && before.starts_with("{") &&
						  before.find("\"$oid\"") != std::string::npos && before.ends_with("\"") &&
						  without_blanks(behind) == "\"}" && behind.starts_with("\"") &&
						  behind.ends_with("}");
		if (!bare && !shell && !json)
			continue;
		ObjectId id{};
		for (std::size_t i = 0; i < id.bytes.size(); ++i)
			id.bytes[i] =
				static_cast<std::uint8_t>(std::stoul(digits.substr(2 * i, 2), nullptr, 16));
		return id;
	}
	return std::nullopt;
}

// OF-5, OF-15, OF-17, and what the shells of today write.
const std::string valid_forms[] = {
	"4d88e15b60f486e428412dc9",
	"ObjectId(\"4d88e15b60f486e428412dc9\")",
	"ObjectId('4D88E15B60F486E428412DC9')",
	"ObjectId(4d88e15b60f486e428412dc9)",
	"new ObjectId(\"4d88e15b60f486e428412dc9\")",
	"new ObjectId('4d88e15b60f486e428412dc9')",
	"new ObjectId(4d88e15b60f486e428412dc9)",
	"{\"$oid\":\"4d88e15b60f486e428412dc9\"}",
	"{ \"$oid\" : \"4d88e15b60f486e428412dc9\" }",
};

void
expect_as_slowly(const std::string &input)
{
	EXPECT_EQ(parse_objectid(input), parse_slowly(input)) << input;
}

// Every text that is one edit away from a valid one: a character left out, put in, or changed.
// (Texts that are several edits away: fuzz/text.cpp and t/objectid_io.pl.)
TEST(ObjectIdText, SingleEditsAreReadAsTheGrammarSays)
{
	for (const std::string &form : valid_forms)
	{
		EXPECT_NE(parse_slowly(form), std::nullopt);
		expect_as_slowly(form);
		for (std::size_t place = 0; place <= form.size(); ++place)
		{
			if (place < form.size())
				expect_as_slowly(std::string(form).erase(place, 1));
			for (const char character :
				 "09afgAFG \t\n\r\v\"'\\(){}[]:,$oidObjectId-x\x80\xff"s + '\0')
			{
				expect_as_slowly(std::string(form).insert(place, 1, character));
				if (place < form.size())
					expect_as_slowly(std::string(form).replace(place, 1, 1, character));
			}
		}
	}
}

} // namespace
} // namespace objectid::objectid_text_test

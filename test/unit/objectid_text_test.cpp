// The text forms of ObjectIds: what is read and what is refused. The tables are those of
// test/data/vectors.md.
// SPDX-License-Identifier: PostgreSQL
#include "core/objectid.hpp"

#include "fake_random.hpp"
#include "objectid_literal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace objectid::objectid_text_test {
namespace {

using testing::digits_of;
using testing::EndlessRandom;
using testing::operator""_id;
using namespace std::string_literals;

constexpr ObjectId sample = "4d88e15b60f486e428412dc9"_id;

// At compile time, too.
static_assert(parse_objectid("new ObjectId('4d88e15b60f486e428412dc9')") == sample);
static_assert(!parse_objectid(""));

struct Refused
{
	const char *id;
	std::string input;
};

void
expect_refused(const std::vector<Refused> &cases)
{
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id + ": "s + c.input);
		EXPECT_EQ(parse_objectid(c.input), std::nullopt);
	}
}

// Rows of the conflict table that are text: 12 characters as bytes, blanks inside, a zero behind.
TEST(ObjectIdText, X2X3X4X6)
{
	expect_refused({
		{"X-2", "abcdefghijkl"},
		{"X-3", "aa bb cc dd ee ff 00 11 "},
		{"X-4", "4d88e15b60f486e428412dc9\0"s},
		{"X-4, inside", "4d88e15b60f486e428412dc\0"s},
		{"X-6", ""},
		{"X-6, one space", " "},
	});
}

TEST(ObjectIdText, OF)
{
	struct Case
	{
		const char *id;
		std::string input;
		std::optional<ObjectId> expected;
	};
	const Case cases[] = {
		{"OF-5", R"({"$oid":"56e1fc72e0c917e9c4714161"})", "56e1fc72e0c917e9c4714161"_id},
		{"OF-5, older tools", R"({ "$oid" : "56e1fc72e0c917e9c4714161" })",
		 "56e1fc72e0c917e9c4714161"_id},
		{"OF-7", R"({"$oid":"56e1fc72e0c917e9c4714161","unrelated":true})", {}},
		{"OF-9, quoted", R"("4d88e15b60f486e428412dc9")", {}},
		{"OF-9, function", R"({"$oidFunc":{"Id":"4d88e15b60f486e428412dc9"}})", {}},
		{"OF-9, null", "null", {}},
		{"OF-11, as CSV reads it", R"({"$oid":"4d88e15b60f486e428412dc9"})", sample},
		{"OF-11, quotes still doubled", R"({""$oid"":""4d88e15b60f486e428412dc9""})", {}},
		{"OF-13", "", {}},
		{"OF-15", "ObjectId(4d88e15b60f486e428412dc9)", sample},
		{"OF-17, shell", R"(ObjectId("4d88e15b60f486e428412dc9"))", sample},
		{"OF-17, python", "ObjectId('4d88e15b60f486e428412dc9')", sample},
		{"OF-17, mgo", R"(ObjectIdHex("4d88e15b60f486e428412dc9"))", {}},
		{"OF-17, Go", R"(ObjectID("4d88e15b60f486e428412dc9"))", {}},
		{"OF-17, node", "new ObjectId('4d88e15b60f486e428412dc9')", sample},
		{"OF-17, ruby", "BSON::ObjectId('4d88e15b60f486e428412dc9')", {}},
		{"OF-19", "7fffffff0000000000000007", "7fffffff0000000000000007"_id},
	};
	for (const auto &c : cases)
	{
		SCOPED_TRACE(c.id + ": "s + c.input);
		EXPECT_EQ(parse_objectid(c.input), c.expected);
	}
}

// Each byte value at each of the twelve places, through text and back (checklist O-18).
TEST(ObjectIdText, EveryByteAtEveryPlaceRoundTrips)
{
	for (std::size_t place = 0; place < 12; ++place)
		for (unsigned value = 0; value < 256; ++value)
		{
			ObjectId id{};
			id.bytes[place] = static_cast<std::uint8_t>(value);
			const std::string digits = digits_of(id);
			SCOPED_TRACE(digits);
			EXPECT_EQ(parse_objectid(digits), id);
			EXPECT_EQ(parse_objectid("ObjectId(" + digits + ")"), id);
			EXPECT_EQ(parse_objectid("ObjectId('" + digits + "')"), id);
			EXPECT_EQ(parse_objectid("ObjectId(\"" + digits + "\")"), id);
			EXPECT_EQ(parse_objectid("new ObjectId(" + digits + ")"), id);
			EXPECT_EQ(parse_objectid("new ObjectId('" + digits + "')"), id);
			EXPECT_EQ(parse_objectid("new ObjectId(\"" + digits + "\")"), id);
			EXPECT_EQ(parse_objectid("{\"$oid\":\"" + digits + "\"}"), id);
			std::string upper = digits;
			for (char &digit : upper)
				digit = static_cast<char>(std::toupper(digit));
			EXPECT_EQ(parse_objectid(upper), id);
		}
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

const std::string valid_forms[] = {
	"4d88e15b60f486e428412dc9",
	"ObjectId(\"4d88e15b60f486e428412dc9\")",
	"ObjectId('4D88E15B60F486E428412DC9')",
	"ObjectId(4d88e15b60f486e428412dc9)",
	"new ObjectId('4d88e15b60f486e428412dc9')",
	"{\"$oid\":\"4d88e15b60f486e428412dc9\"}",
	"{ \"$oid\" : \"4d88e15b60f486e428412dc9\" }",
};

// Returns whether the input is an id.
bool
expect_as_slowly(const std::string &input)
{
	SCOPED_TRACE(input);
	const auto expected = parse_slowly(input);
	EXPECT_EQ(parse_objectid(input), expected);
	return expected.has_value();
}

// Every text that is one edit away from a valid one: a character left out, put in, or changed.
TEST(ObjectIdText, SingleEditsAreReadAsTheGrammarSays)
{
	for (const std::string &form : valid_forms)
	{
		EXPECT_TRUE(expect_as_slowly(form));
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

// Several edits at random places: characters, pieces moved, repeated or swapped between forms.
TEST(ObjectIdText, RandomEditsAreReadAsTheGrammarSays)
{
	const std::string alphabet = "0123456789abcdefABCDEFgG \t\n\r\"'(){}:$oidObjectId,\\"s + '\0';
	EndlessRandom random;
	const auto below = [&random](std::size_t limit) { return random.number() % limit; };
	int valid = 0;
	for (int round = 0; round < 20'000; ++round)
	{
		std::string input = valid_forms[below(std::size(valid_forms))];
		for (auto edits = below(4); edits-- > 0;)
		{
			const std::size_t place = below(input.size() + 1);
			const std::size_t length = below(4);
			const std::string &other = valid_forms[below(std::size(valid_forms))];
			switch (below(5))
			{
			case 0:
				input.insert(place, 1, alphabet[below(alphabet.size())]);
				break;
			case 1:
				input.replace(place, std::min<std::size_t>(1, input.size() - place), 1,
							  alphabet[below(alphabet.size())]);
				break;
			case 2:
				input.erase(place, length);
				break;
			case 3:
				input.insert(place, input.substr(place, length));
				break;
			default:
				input.replace(place, std::string::npos, other, std::min(place, other.size()));
			}
		}
		valid += expect_as_slowly(input);
	}
	// Both answers came often, or the test says little.
	EXPECT_GT(valid, 4'000);
	EXPECT_LT(valid, 16'000);
}

} // namespace
} // namespace objectid::objectid_text_test

// The numbers of MongoDB's Extended JSON.
// SPDX-License-Identifier: PostgreSQL
#include "core/ejson_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace objectid::ejson_number_test {
namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

static_assert(parse_ejson_integer("-9223372036854775808") == int64_min);
static_assert(parse_ejson_integer("9223372036854775807") == int64_max);

TEST(EjsonInteger, Accepted)
{
	const std::pair<const char *, std::int64_t> cases[] = {
		{"0", 0}, {"-0", 0}, {"007", 7}, {"-1234", -1234}, {"+5", 5},
	};
	for (const auto &[text, value] : cases)
		EXPECT_EQ(parse_ejson_integer(text), value) << text;
}

TEST(EjsonInteger, Refused)
{
	for (const char *text : {"", "-", "+", "++1", "--1", "+-1", " 1", "1 ", "1.0", "1e3", "0x1",
							 "1_0", "a", "1a", "-a", "9223372036854775808", "-9223372036854775809",
							 "18446744073709551616", "99999999999999999999999999999999999999999"})
		EXPECT_EQ(parse_ejson_integer(text), std::nullopt) << text;
	EXPECT_EQ(parse_ejson_integer(std::string("1\0", 2)), std::nullopt);
}

TEST(EjsonInteger, BlanksAroundAnInt)
{
	for (const char *text : {"5", " 5", "5 ", "\t\n\r 5 \r\n\t", "+5"})
		EXPECT_EQ(parse_ejson_int(text), 5) << text;
	for (const char *text : {"", " ", "\n\n", "5 5", "+ 5", "5\f", "\v5", "5\xc2\xa0"})
		EXPECT_EQ(parse_ejson_int(text), std::nullopt) << text;
}

// As numeric's output writes them.
TEST(EjsonInteger, OfJsonNumbers)
{
	EXPECT_EQ(integer_of_number("0"), 0);
	EXPECT_EQ(integer_of_number("-100.0"), -100);
	EXPECT_EQ(integer_of_number("7.000"), 7);
	EXPECT_EQ(integer_of_number("9223372036854775807"), int64_max);
	for (const char *text : {"0.5", "7.001", "7.100", "9223372036854775808", "-1.50", ".", ".0"})
		EXPECT_EQ(integer_of_number(text), std::nullopt) << text;

	EXPECT_EQ(truncated_integer_of_number("1.999"), 1);
	EXPECT_EQ(truncated_integer_of_number("-1.999"), -1);
	EXPECT_EQ(truncated_integer_of_number("-0.5"), 0);
	EXPECT_EQ(truncated_integer_of_number("9223372036854775807.9"), int64_max);
	for (const char *text : {"9223372036854775808", "", ".5", "-.5"})
		EXPECT_EQ(truncated_integer_of_number(text), std::nullopt) << text;
}

TEST(EjsonDecimal, Syntax)
{
	for (const char *text : {"0", "-0", "+1", "1.", ".1", "1.5", "00.100", "1e5", "1E5", "1e+05",
							 "1.e-5", ".5E0", "-1.25E-30", "1234567890123456789012345678901234"})
		EXPECT_EQ(classify_ejson_decimal(text), EjsonDecimal::finite) << text;
	for (const char *text :
		 {"",     "+",         "-",    ".",     "-.",         "e5",  ".e5",  "1e",
		  "1e+",  "1e-",       "1ee5", "1e5.",  "1.2.3",      "--1", "+-1",  "1 ",
		  " 1",   "1,5",       "0x1",  "1_0",   "1e 5",       "na",  "nanx", "in",
		  "infi", "infinityx", "inf1", "--inf", "N\xc3\xa4N", "sNaN"})
		EXPECT_EQ(classify_ejson_decimal(text), EjsonDecimal::invalid) << text;
	EXPECT_EQ(classify_ejson_decimal(std::string("1\0", 2)), EjsonDecimal::invalid);
}

TEST(EjsonDecimal, WithoutAValue)
{
	for (const char *text : {"NaN", "nan", "NAN", "-NaN", "+nan"})
		EXPECT_EQ(classify_ejson_decimal(text), EjsonDecimal::nan) << text;
	for (const char *text : {"Infinity", "inf", "INF", "+infinity", "+Inf", "iNfInItY"})
		EXPECT_EQ(classify_ejson_decimal(text), EjsonDecimal::infinity) << text;
	for (const char *text : {"-Infinity", "-inf", "-INFINITY"})
		EXPECT_EQ(classify_ejson_decimal(text), EjsonDecimal::minus_infinity) << text;
}

TEST(EjsonDouble, BlanksAndNames)
{
	for (const char *text : {"1.5", " 1.5", "1.5\n", "\t-1e5\r "})
		EXPECT_EQ(classify_ejson_double(text), EjsonDecimal::finite) << text;
	for (const char *text : {"NaN", "nan", " NAN", "-NaN "})
		EXPECT_EQ(classify_ejson_double(text), EjsonDecimal::nan) << text;
	for (const char *text : {"Infinity", "+Infinity", " Infinity\n"})
		EXPECT_EQ(classify_ejson_double(text), EjsonDecimal::infinity) << text;
	EXPECT_EQ(classify_ejson_double("-Infinity"), EjsonDecimal::minus_infinity);
	for (const char *text : {"", " ", "1 5", "inf", "-inf", "infinity", "INFINITY", "xInfinity"})
		EXPECT_EQ(classify_ejson_double(text), EjsonDecimal::invalid) << text;
	EXPECT_EQ(classify_ejson_double(" 1E+131072"), EjsonDecimal::out_of_range);
}

// The last numbers that numeric holds, and those behind them.
TEST(EjsonDecimal, RangeOfNumeric)
{
	const std::pair<std::string, std::string> cases[] = {
		{"1E+131071", "1E+131072"},
		{"12E+131070", "12E+131071"},
		{"0.001E+131074", "0.001E+131075"},
		{"0000001E+131071", "1E+999999999999999999999999"},
		{std::string(131072, '9'), std::string(131073, '9')},
		{"1E-16383", "1E-16384"},
		{"0.1E-16382", "0.1E-16383"},
		{"-0.00E-16381", "10E-16384"}, // a digit behind the last one, even if it is zero
		{"0.0E-16382", "0.0E-16383"},
		{"." + std::string(16383, '1'), "." + std::string(16384, '1')},
		{"0E-16383", "1E-999999999999999999999999"},
		// a zero has no digits before the point, but the exponent has a limit too
		{"00.000E+1073741822", "0E+1073741823"},
		{"-0.00E+131090", "0E+999999999999999999999999"},
	};
	for (const auto &[last, beyond] : cases)
	{
		SCOPED_TRACE(last.substr(0, 30) + ", " + beyond.substr(0, 30));
		EXPECT_EQ(classify_ejson_decimal(last), EjsonDecimal::finite);
		EXPECT_EQ(classify_ejson_decimal(beyond), EjsonDecimal::out_of_range);
	}
}

} // namespace
} // namespace objectid::ejson_number_test

// UUIDs and instants as one writes them.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/hex.hpp"
#include "core/uuid.hpp"

#include <array>
#include <chrono>
#include <cstdint>

namespace objectid::testing {

// "1ec9414c-232a-6b00-b3c8-9f6bdeced846"_uuid; a mistake in it does not compile.
consteval Uuid operator""_uuid(const char *text, std::size_t length)
{
	std::array<char, 32> digits{};
	std::size_t count = 0;
	for (std::size_t i = 0; i < length; ++i)
		if (text[i] != '-')
			digits.at(count++) = text[i];
	Uuid id{};
	if (count != digits.size() || !decode_hex({digits.data(), count}, id.bytes))
		throw "no uuid";
	return id;
}

// An instant of the calendar as a timestamptz, in UTC.
constexpr std::int64_t
pg_us(int year, unsigned month, unsigned day, int hour = 0, int minute = 0, int second = 0,
	  int us = 0)
{
	using namespace std::chrono;
	const sys_days date =
		std::chrono::year{year} / std::chrono::month{month} / std::chrono::day{day};
	const auto since_2000 = date - sys_days{std::chrono::year{2000} / 1 / 1};
	return (since_2000 + hours{hour} + minutes{minute} + seconds{second}) / microseconds{1} + us;
}

} // namespace objectid::testing

// The layouts of draft-peabody-dispatch-new-uuid-format-01 (April 2021) for versions 7 and 8, to
// which the RFC gave other meanings. A section or figure named here is one of that draft.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"
#include "uuid.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace objectid
{

// Version 7 as its readers see it (Figure 2): Unix seconds, then 86 binary places of a second. Only
// the writer knows which of them are really a counter and random bits (section 4.4.4.1).
//
//  0               36         48  52         64   66                                         128
// +---------------+----------+---+----------+----+-------------------------------------------+
// |    unixts     | subsec_a | 7 | subsec_b | 10 |              subsec_seq_node              |
// |    36 bit     |  12 bit  |   |  12 bit  |    |                  62 bit                   |
// +---------------+----------+---+----------+----+-------------------------------------------+
//
// The three that are written here (Figures 3 to 5):
//
//                 36         48  52         64   66            80        88                  128
// +---------------+----------+---+----------+----+-------------------------------------------+
// | ms            | fraction | 7 | counter  | 10 |                  random                   |
// +---------------+----------+---+----------+----+-------------+-----------------------------+
// | us            | fraction | 7 | fraction | 10 |   counter   |           random            |
// +---------------+----------+---+----------+----+-------------+---------+-------------------+
// | ns            | fraction | 7 | fraction | 10 |  fraction   | counter |      random       |
// +---------------+----------+---+----------+----+-------------+---------+-------------------+
enum class Draft01Precision : std::uint8_t
{
	ms,
	us,
	ns,
};
inline constexpr std::size_t draft01_precisions = 3;

[[nodiscard]] constexpr std::optional<Draft01Precision>
parse_draft01_precision(std::string_view input)
{
	if (input == "ms")
		return Draft01Precision::ms;
	if (input == "us")
		return Draft01Precision::us;
	if (input == "ns")
		return Draft01Precision::ns;
	return std::nullopt;
}

struct Draft01V7Layout
{
	std::uint32_t tick_ns;
	int fraction_bits;
	int counter_bits;
	int random_bits;
};

[[nodiscard]] constexpr Draft01V7Layout
draft01_v7_layout(Draft01Precision precision)
{
	switch (precision)
	{
	case Draft01Precision::us:
		return {ns_per_us, 24, 14, 48};
	case Draft01Precision::ns:
		return {1, 38, 8, 40};
	case Draft01Precision::ms:
		break;
	}
	return {ns_per_ms, 12, 12, 62};
}

// 4147-08-20 07:32:15 UTC.
inline constexpr std::int64_t draft01_v7_max_unix_s = (std::int64_t{1} << 36) - 1;

// The tick that an instant falls in, as a part of its second, rounded up to the binary places of
// the layout: read with the floor it gives the same tick again, whatever bits follow (section
// 4.4.4.2).
[[nodiscard]] constexpr std::uint64_t
draft01_v7_fraction(const Draft01V7Layout &layout, std::uint32_t ns)
{
	// ns * 2^bits / 10^9 with 2^9 cancelled, so that it fits into 64 bits.
	constexpr std::uint64_t five_to_9 = 1'953'125;
	const std::uint64_t tick_starts_ns = ns - ns % layout.tick_ns;
	return ((tick_starts_ns << (layout.fraction_bits - 9)) + (five_to_9 - 1)) / five_to_9;
}

// For 0 <= time.s <= draft01_v7_max_unix_s and a counter and random bits of the layout's widths.
[[nodiscard]] constexpr Uuid
draft01_v7_from_fields(Draft01Precision precision, UnixTime time, std::uint32_t counter,
					   std::uint64_t random)
{
	const Draft01V7Layout layout = draft01_v7_layout(precision);
	const std::uint64_t fraction_and_counter =
		draft01_v7_fraction(layout, time.ns) << layout.counter_bits | counter;
	// The part of it that comes after the variant.
	const int bits_in_tail = 62 - layout.random_bits;
	const std::uint64_t in_tail = fraction_and_counter & ((std::uint64_t{1} << bits_in_tail) - 1);
	return Uuid::from_fields(
		7, static_cast<std::uint64_t>(time.s) << 24 | fraction_and_counter >> bits_in_tail,
		in_tail << layout.random_bits | random);
}

// The time of an id as a timestamptz, or nothing if it has another version or variant. All 86
// places count, because a reader cannot know where the fraction ends.
[[nodiscard]] constexpr std::optional<std::int64_t>
draft01_v7_pg_us(const Uuid &id)
{
	if (!id.has_version(7))
		return std::nullopt;
	// floor(places * 10^6 / 2^86), from the last places to the first, so that every step fits into
	// 64 bits. Rounding down twice gives the same result as rounding down once.
	constexpr std::uint64_t us = us_per_s;
	const std::uint64_t last_31 = id.tail() & 0x7fffffff;
	const std::uint64_t next_31 = id.tail() >> 31;
	const std::uint64_t first_24 = id.head() & 0xffffff;
	std::uint64_t fraction_us = last_31 * us >> 31;
	fraction_us = (next_31 * us + fraction_us) >> 31;
	fraction_us = (first_24 * us + fraction_us) >> 24;
	const auto unix_s = static_cast<std::int64_t>(id.head() >> 24);
	return pg_us_from_unix_s(unix_s) + static_cast<std::int64_t>(fraction_us);
}

// Version 8, the sample layout of section 4.5 (Figure 6).
//
//  0               32         48  52             64   66            74                       128
// +---------------+----------+---+--------------+----+-------------+-------------------------+
// | timestamp_32  |    _48   | 8 | time_or_seq  | 10 | seq_or_node |          node           |
// |    32 bit     |  16 bit  |   |    12 bit    |    |    8 bit    |         54 bit          |
// +---------------+----------+---+--------------+----+-------------+-------------------------+
// | 32: Unix s    |    0     | 8 |   counter    | 10 |                random                 |
// +---------------+----------+---+--------------+----+-------------+-------------------------+
// | 48: Unix ms              | 8 |   counter    | 10 |                random                 |
// +---------------+----------+---+--------------+----+-------------+-------------------------+
// | 60: Gregorian ticks, all three fields       | 10 |   counter   |         random          |
// | 64: Unix ns, their first 60 bits, likewise  |    |             |                         |
// +---------------+----------+---+--------------+----+-------------+-------------------------+
//
// Nothing in an id says which of them it is (section 4.5.1).
enum class Draft01TimestampBits : std::uint8_t
{
	unix_s_32,
	unix_ms_48,
	gregorian_60,
	unix_ns_64,
};
inline constexpr std::size_t draft01_timestamp_widths = 4;

[[nodiscard]] constexpr std::optional<Draft01TimestampBits>
draft01_timestamp_bits(int bits)
{
	switch (bits)
	{
	case 32:
		return Draft01TimestampBits::unix_s_32;
	case 48:
		return Draft01TimestampBits::unix_ms_48;
	case 60:
		return Draft01TimestampBits::gregorian_60;
	case 64:
		return Draft01TimestampBits::unix_ns_64;
	default:
		return std::nullopt;
	}
}

struct Draft01V8Layout
{
	std::uint32_t tick_ns;
	int counter_bits;
	int random_bits;
};

[[nodiscard]] constexpr Draft01V8Layout
draft01_v8_layout(Draft01TimestampBits bits)
{
	switch (bits)
	{
	case Draft01TimestampBits::unix_s_32:
		return {ns_per_s, 12, 62};
	case Draft01TimestampBits::gregorian_60:
		return {ns_per_tick, 8, 54};
	case Draft01TimestampBits::unix_ns_64:
		return {16, 8, 54}; // the top 60 bits count units of 16 ns
	case Draft01TimestampBits::unix_ms_48:
		break;
	}
	return {ns_per_ms, 12, 62};
}

inline constexpr int draft01_v8_node_bits = 54;

// The three time fields of an instant, with 0 where a counter goes; nothing if the instant is out
// of the range of the source.
[[nodiscard]] constexpr std::optional<std::uint64_t>
draft01_v8_time(Draft01TimestampBits bits, UnixTime time)
{
	constexpr std::uint64_t max_ns = std::numeric_limits<std::uint64_t>::max();
	const auto unix_s = static_cast<std::uint64_t>(time.s); // < 0: huge
	switch (bits)
	{
	case Draft01TimestampBits::unix_s_32:
		if (unix_s > std::numeric_limits<std::uint32_t>::max())
			return std::nullopt;
		return unix_s << 28;
	case Draft01TimestampBits::gregorian_60:
		return uuid_v6_ticks(time);
	case Draft01TimestampBits::unix_ns_64:
		if (unix_s > max_ns / ns_per_s ||
			(unix_s == max_ns / ns_per_s && time.ns > max_ns % ns_per_s))
			return std::nullopt;
		return (unix_s * ns_per_s + time.ns) >> 4; // section 4.5.4: the most significant 60
	case Draft01TimestampBits::unix_ms_48:
		break;
	}
	const auto tick = uuid_v7_tick(time);
	if (!tick)
		return std::nullopt;
	return *tick & ~std::uint64_t{0xfff};
}

// For a time of the function above and a counter and random bits of the layout's widths.
[[nodiscard]] constexpr Uuid
draft01_v8_from_fields(Draft01TimestampBits bits, std::uint64_t time, std::uint32_t counter,
					   std::uint64_t random)
{
	const bool counter_in_head = draft01_v8_layout(bits).random_bits == 62;
	if (counter_in_head)
		return Uuid::from_fields(8, time | counter, random);
	return Uuid::from_fields(8, time, std::uint64_t{counter} << draft01_v8_node_bits | random);
}

// The time of an id of this source, to the microsecond, as a timestamptz; nothing if the id has
// another version or variant.
[[nodiscard]] constexpr std::optional<std::int64_t>
draft01_v8_pg_us(const Uuid &id, Draft01TimestampBits bits)
{
	if (!id.has_version(8))
		return std::nullopt;
	switch (bits)
	{
	case Draft01TimestampBits::unix_s_32:
		return pg_us_from_unix_s(static_cast<std::int64_t>(id.head() >> 28));
	case Draft01TimestampBits::gregorian_60:
		return pg_us_from_gregorian_ticks(id.head());
	case Draft01TimestampBits::unix_ns_64:
		return pg_us_from_unix_s(0) + static_cast<std::int64_t>((id.head() << 4) / ns_per_us);
	case Draft01TimestampBits::unix_ms_48:
		break;
	}
	return pg_us_from_unix_ms(static_cast<std::int64_t>(id.head() >> 12));
}

} // namespace objectid

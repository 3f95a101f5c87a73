// The layouts of draft-peabody-dispatch-new-uuid-format-01 (April 2021) for versions 7 and 8, to
// which the RFC gave other meanings. A section or figure named here is one of that draft.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "timestamp.hpp"
#include "uuid.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace objectid {

// Version 7 as its readers see it (Figure 2): Unix seconds, then 86 binary places of a second.
// Those that are written here (Figures 3 to 5) are a fraction down to the tick, a counter and
// random bits, one after the other. Only the writer knows where each of them begins
// (section 4.4.4.1).
//
//  0               36         48  52         64   66                                         128
// +---------------+----------+---+----------+----+-------------------------------------------+
// |    unixts     | subsec_a | 7 | subsec_b | 10 |              subsec_seq_node              |
// |    36 bit     |  12 bit  |   |  12 bit  |    |                  62 bit                   |
// +---------------+----------+---+----------+----+-------------------------------------------+
//
// Version 8, the sample layout of section 4.5 (Figure 6): a timestamp of 32 bits (Unix seconds,
// then zeros in _48), 48 (Unix milliseconds), 60 (Gregorian ticks) or 64 (Unix nanoseconds, their
// first 60 bits), then a counter and random bits. Nothing in an id says which of them it is
// (section 4.5.1).
//
//  0               32         48  52             64   66            74                       128
// +---------------+----------+---+--------------+----+-------------+-------------------------+
// | timestamp_32  |    _48   | 8 | time_or_seq  | 10 | seq_or_node |          node           |
// |    32 bit     |  16 bit  |   |    12 bit    |    |    8 bit    |         54 bit          |
// +---------------+----------+---+--------------+----+-------------+-------------------------+
struct Draft01Layout
{
	int version;
	std::string_view precision; // of version 7
	int timestamp_bits;         // of version 8
	std::uint32_t tick_ns;
	int fraction_bits; // of version 7
	int counter_bits;
	int random_bits;
	int node_bits; // the last ones of the random bits
};

inline constexpr std::array<Draft01Layout, 7> draft01_layouts{{
	{7, "ms", 0, ns_per_ms, 12, 12, 62, 62},
	{7, "us", 0, ns_per_us, 24, 14, 48, 48},
	{7, "ns", 0, 1, 38, 8, 40, 40},
	{8, "", 32, ns_per_s, 0, 12, 62, 54},
	{8, "", 48, ns_per_ms, 0, 12, 62, 54},
	{8, "", 60, ns_per_gregorian_tick, 0, 8, 54, 54},
	{8, "", 64, 16, 0, 8, 54, 54}, // 60 bits count units of 16 ns
}};

// The layout of version 7 with this precision, or of version 8 with a time of this width; nullptr
// if there is none.
[[nodiscard]] constexpr const Draft01Layout *
draft01_layout(int version, std::string_view precision, int timestamp_bits)
{
	for (const Draft01Layout &layout : draft01_layouts)
		if (layout.version == version && layout.precision == precision &&
			layout.timestamp_bits == timestamp_bits)
			return &layout;
	return nullptr;
}

// The head of an id of this time, with 0 where a fraction or a counter goes; nothing if the layout
// cannot hold the time. Version 7 ends at 4147-08-20 07:32:15 UTC.
[[nodiscard]] constexpr std::optional<std::uint64_t>
draft01_head(const Draft01Layout &layout, UnixTime time)
{
	const auto unix_s = static_cast<std::uint64_t>(time.s); // < 0: huge
	std::uint64_t unix_ns = 0;
	switch (layout.timestamp_bits)
	{
	case 0: // version 7
		return unix_s >> 36 == 0 ? std::optional(unix_s << 24) : std::nullopt;
	case 32:
		return unix_s >> 32 == 0 ? std::optional(unix_s << 28) : std::nullopt;
	case 48:
		if (const auto tick = uuid_v7_tick(time))
			return *tick & ~std::uint64_t{0xfff};
		return std::nullopt;
	case 60:
		return uuid_v6_ticks(time);
	case 64:
		if (__builtin_mul_overflow(unix_s, ns_per_s, &unix_ns) ||
			__builtin_add_overflow(unix_ns, time.ns, &unix_ns))
			return std::nullopt;
		return unix_ns >> 4; // section 4.5.4: the most significant 60
	default:
		return std::nullopt; // no layout has so many
	}
}

// The tick that an instant falls in, as a part of its second, rounded up to the binary places of
// the layout: read with the floor it gives the same tick again, whatever bits follow (section
// 4.4.4.2).
[[nodiscard]] constexpr std::uint64_t
draft01_fraction(const Draft01Layout &layout, std::uint32_t ns)
{
	if (layout.fraction_bits == 0)
		return 0;
	// ns * 2^bits / 10^9 with 2^9 cancelled, so that it fits into 64 bits.
	constexpr std::uint64_t five_to_9 = 1'953'125;
	const std::uint64_t tick_starts_ns = ns - ns % layout.tick_ns;
	return ((tick_starts_ns << (layout.fraction_bits - 9)) + (five_to_9 - 1)) / five_to_9;
}

// For a time that the layout holds, and a counter and random bits of its widths.
[[nodiscard]] constexpr Uuid
draft01_from_fields(const Draft01Layout &layout, UnixTime time, std::uint32_t counter,
					std::uint64_t random)
{
	const std::uint64_t fraction_and_counter =
		draft01_fraction(layout, time.ns) << layout.counter_bits | counter;
	// Its last bits come after the variant, the others before it.
	const int bits_in_tail = 62 - layout.random_bits;
	const std::uint64_t in_head = fraction_and_counter >> bits_in_tail;
	const std::uint64_t in_tail = fraction_and_counter & ((std::uint64_t{1} << bits_in_tail) - 1);
	return Uuid::from_fields(layout.version, *draft01_head(layout, time) | in_head,
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

// The same for version 8, of this layout, to the microsecond.
[[nodiscard]] constexpr std::optional<std::int64_t>
draft01_v8_pg_us(const Uuid &id, const Draft01Layout &layout)
{
	if (!id.has_version(8))
		return std::nullopt;
	switch (layout.timestamp_bits)
	{
	case 32:
		return pg_us_from_unix_s(static_cast<std::int64_t>(id.head() >> 28));
	case 48:
		return pg_us_from_unix_ms(static_cast<std::int64_t>(id.head() >> 12));
	case 60:
		return pg_us_from_gregorian_ticks(id.head());
	case 64:
		return pg_us_from_unix_s(0) + static_cast<std::int64_t>((id.head() << 4) / ns_per_us);
	default:
		return std::nullopt; // no layout of version 8 has so many
	}
}

} // namespace objectid

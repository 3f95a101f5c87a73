// RFC 9562's UUIDs: sixteen bytes, their order, the layouts with a time in them, and that time.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "bytes.hpp"
#include "timestamp.hpp"

#include <cstdint>
#include <optional>
#include <type_traits>

namespace objectid {

//  0                               48          52     64          66                         128
// +-------------------------------+-----------+------+-----------+----------------------------+
// |             head              |  version  | head | variant   |            tail            |
// |      the first 48 of 60       |   4 bit   |  12  | 2 bit, 10 |           62 bit           |
// +-------------------------------+-----------+------+-----------+----------------------------+
//
// The version (section 4.2) and the variant (4.1) are always in the same place. A layout says what
// the head and the tail hold. All fields are big-endian, so that byte order is the order of the
// numbers (section 6.11).
struct Uuid : IdBytes<Uuid, std::uint64_t>
{
	static constexpr std::uint64_t head_max = (std::uint64_t{1} << 60) - 1;
	static constexpr std::uint64_t tail_max = (std::uint64_t{1} << 62) - 1;

	// Has the RFC's variant and this version. With another variant, the version means nothing.
	[[nodiscard]] constexpr bool has_version(int version) const
	{
		return bytes[8] >> 6 == variant && bytes[6] >> 4 == version;
	}

	[[nodiscard]] constexpr std::uint64_t head() const
	{
		return high() >> 16 << 12 | (high() & 0xfff);
	}

	[[nodiscard]] constexpr std::uint64_t tail() const
	{
		return low() & tail_max;
	}

	// head <= head_max and tail <= tail_max.
	[[nodiscard]] static constexpr Uuid from_fields(int version, std::uint64_t head,
													std::uint64_t tail)
	{
		return from_parts(head >> 12 << 16 | static_cast<std::uint64_t>(version) << 12 |
							  (head & 0xfff),
						  std::uint64_t{variant} << 62 | tail);
	}

  private:
	static constexpr unsigned variant = 0b10;
};
// The server hands out pointers to stored ids at any address.
static_assert(sizeof(Uuid) == 16 && alignof(Uuid) == 1);
static_assert(std::is_trivially_copyable_v<Uuid> && std::is_trivially_destructible_v<Uuid>);

// Versions 1 and 6, sections 5.1 and 5.6: the 60 bits of a count of Gregorian ticks, numbered here
// from the first one, in three pieces. Version 6 has them in order, so that byte order is time
// order and the head is the count of ticks.
//
//  0                  32         48  52           64   66           80                       128
// +------------------+----------+---+------------+----+------------+-------------------------+
// |     time_low     | time_mid | 1 | time_high  | 10 | clock_seq  |          node           |
// |    bits 28..59   |  12..27  |   |   0..11    |    |   14 bit   |         48 bit          |
// +------------------+----------+---+------------+----+------------+-------------------------+
// |    time_high     | time_mid | 6 |  time_low  | 10 | clock_seq  |          node           |
// |    bits 0..31    |  32..47  |   |   48..59   |    |   14 bit   |         48 bit          |
// +------------------+----------+---+------------+----+------------+-------------------------+
[[nodiscard]] constexpr Uuid
uuid_v1_from_fields(std::uint64_t ticks, std::uint64_t clock_seq_and_node)
{
	const std::uint64_t time_low = ticks & 0xffffffff;
	const std::uint64_t time_mid = ticks >> 32 & 0xffff;
	const std::uint64_t time_high = ticks >> 48;
	return Uuid::from_fields(1, time_low << 28 | time_mid << 12 | time_high, clock_seq_and_node);
}

[[nodiscard]] constexpr std::uint64_t
uuid_v1_ticks(const Uuid &id)
{
	const std::uint64_t time_low = id.head() >> 28;
	const std::uint64_t time_mid = id.head() >> 12 & 0xffff;
	const std::uint64_t time_high = id.head() & 0xfff;
	return time_high << 48 | time_mid << 32 | time_low;
}

// A node that is not a network address has the multicast bit set, the last bit of its first byte
// (section 6.10).
inline constexpr std::uint64_t uuid_node_multicast = std::uint64_t{1} << 40;

// Version 7, section 5.7.
//
//  0                             48  52           64   66                                    128
// +-----------------------------+---+------------+----+--------------------------------------+
// |         unix_ts_ms          | 7 |   rand_a   | 10 |                rand_b                |
// |           48 bit            |   |   12 bit   |    |                62 bit                |
// +-----------------------------+---+------------+----+--------------------------------------+
//
// Values made here have the fraction of the millisecond in rand_a (section 6.2, method 3), so that
// their head counts ticks of 1/4096 ms. Values of other generators may have anything there.
inline constexpr std::uint64_t uuid_v7_max_unix_ms = Uuid::head_max >> 12;

// Version 8, section 5.8: free except for the version and the variant.
[[nodiscard]] constexpr Uuid
uuid_v8_stamp(const Uuid &unstamped)
{
	return Uuid::from_fields(8, unstamped.head(), unstamped.tail());
}

// The time of an id as a timestamptz, or nothing if it has another version or variant. (The times
// of versions 6 and 7, which sort by time, are in core/time_kinds.hpp.)
[[nodiscard]] constexpr std::optional<std::int64_t>
uuid_v1_pg_us(const Uuid &id)
{
	if (!id.has_version(1))
		return std::nullopt;
	return pg_us_from_gregorian_ticks(uuid_v1_ticks(id));
}

// The tick that the clock shows; nothing before 1582-10-15 or after 5236-03-31
// 21:21:00.6846975 UTC.
[[nodiscard]] constexpr std::optional<std::uint64_t>
uuid_v6_ticks(UnixTime now)
{
	constexpr std::int64_t first_s = -unix_epoch_gregorian_ticks / gregorian_ticks_per_s;
	constexpr std::int64_t last_s =
		(static_cast<std::int64_t>(Uuid::head_max) - unix_epoch_gregorian_ticks) /
		gregorian_ticks_per_s;
	if (now.s < first_s || now.s > last_s)
		return std::nullopt;
	const auto ticks =
		static_cast<std::uint64_t>(now.s * gregorian_ticks_per_s + now.ns / ns_per_gregorian_tick +
								   unix_epoch_gregorian_ticks);
	if (ticks > Uuid::head_max)
		return std::nullopt;
	return ticks;
}

// The tick of 1/4096 ms that the clock shows; nothing before 1970 or after 10889-08-02
// 05:31:50.655 UTC.
[[nodiscard]] constexpr std::optional<std::uint64_t>
uuid_v7_tick(UnixTime now)
{
	constexpr std::uint64_t last_s = uuid_v7_max_unix_ms / ms_per_s;
	const auto unix_s = static_cast<std::uint64_t>(now.s); // < 0: huge
	if (unix_s > last_s)
		return std::nullopt;
	const std::uint32_t ms = now.ns / ns_per_ms;
	const std::uint64_t unix_ms = unix_s * ms_per_s + ms;
	if (unix_ms > uuid_v7_max_unix_ms)
		return std::nullopt;
	const std::uint32_t fraction_ns = now.ns - ms * ns_per_ms;
	return unix_ms << 12 | (fraction_ns << 12) / ns_per_ms;
}

// The same ticks, clock sequence and node in the other order of ticks; nothing for an id of another
// version or variant.
[[nodiscard]] constexpr std::optional<Uuid>
uuid_v1_to_v6(const Uuid &id)
{
	if (!id.has_version(1))
		return std::nullopt;
	return Uuid::from_fields(6, uuid_v1_ticks(id), id.tail());
}

[[nodiscard]] constexpr std::optional<Uuid>
uuid_v6_to_v1(const Uuid &id)
{
	if (!id.has_version(6))
		return std::nullopt;
	return uuid_v1_from_fields(id.head(), id.tail());
}

} // namespace objectid

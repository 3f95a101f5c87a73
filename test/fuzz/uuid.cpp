// Fuzzes the readers of uuids: any sixteen bytes have a sensible time or none, and convert back.
// SPDX-License-Identifier: PostgreSQL
#include "core/draft01.hpp"
#include "core/time_kinds.hpp"
#include "core/uuid.hpp"
#include "require.hpp"

#include <algorithm>

using namespace objectid;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
	Uuid id{};
	if (size != id.bytes.size())
		return 0;
	std::copy_n(data, size, id.bytes.begin());

	const bool rfc_variant = (id.bytes[8] & 0xc0) == 0x80;
	const int version = id.bytes[6] >> 4;
	require(uuid_v1_pg_us(id).has_value() == (rfc_variant && version == 1));
	require(UuidV6Time::pg_us(id).has_value() == (rfc_variant && version == 6));
	require(UuidV7Time::pg_us(id).has_value() == (rfc_variant && version == 7));

	if (const auto v6 = uuid_v1_to_v6(id))
	{
		require(UuidV6Time::pg_us(*v6) == uuid_v1_pg_us(id));
		require(uuid_v6_to_v1(*v6) == id);
	}
	if (const auto pg_us = UuidV6Time::pg_us(id))
	{
		const auto ticks = uuid_v6_ticks(unix_time_from_pg_us(*pg_us));
		require(ticks && UuidV6Time::min(*ticks / 10) <= id && id <= UuidV6Time::max(*ticks / 10));
	}
	if (const auto pg_us = UuidV7Time::pg_us(id))
	{
		const auto unix_ms = unit_of<UuidV7Time>(*pg_us);
		require(unix_ms && UuidV7Time::min(*unix_ms) <= id && id <= UuidV7Time::max(*unix_ms));
	}
	// 36 bits of seconds, and never the next one.
	if (const auto pg_us = draft01_v7_pg_us(id))
		require(unix_s_from_pg_us(*pg_us) == static_cast<std::int64_t>(id.high() >> 28));
	for (const int bits : {32, 48, 60, 64})
		require(draft01_v8_pg_us(id, *draft01_layout(8, "", bits)).has_value() ==
				(rfc_variant && version == 8));

	const Uuid stamped = uuid_v8_stamp(id);
	require(stamped.has_version(8) && uuid_v8_stamp(stamped) == stamped);
	return 0;
}

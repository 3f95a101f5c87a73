// Fuzzes the time predicates: an id is in the range of ids just when its time is in that of times.
// SPDX-License-Identifier: PostgreSQL
#include "core/time_range.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstring>

using namespace objectid;

namespace {

struct Input
{
	std::int64_t lower;
	std::int64_t upper;
	std::uint8_t flags;
	std::array<std::uint8_t, 16> id;
};

template <IdKind Kind>
void
check(const TimeRange &range, const typename Kind::Id &id)
{
	const auto pg_us = Kind::pg_us(id);
	if (!pg_us)
		return;
	const auto ids = ids_within<Kind>(range);
	require((ids.from && *ids.from <= id && (!ids.to || id < *ids.to)) == contains(range, *pg_us));
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
	Input input{};
	std::memcpy(&input, data, std::min(size, sizeof(input)));
	Uuid uuid{input.id};
	ObjectId objectid{};
	std::copy_n(input.id.begin(), objectid.bytes.size(), objectid.bytes.begin());

	// Half of the bounds near the id: random ones are hardly ever.
	const auto near_id = [&](std::int64_t bound, std::optional<std::int64_t> pg_us) {
		return pg_us ? *pg_us + bound % 2'000'000 : bound;
	};
	const auto range_for = [&](std::optional<std::int64_t> pg_us) {
		return TimeRange{.from_pg_us = input.flags & 4 ? near_id(input.lower, pg_us) : input.lower,
						 .to_pg_us = input.flags & 8 ? near_id(input.upper, pg_us) : input.upper};
	};
	check<ObjectIdTime>(range_for(ObjectIdTime::pg_us(objectid)), objectid);
	uuid.bytes[8] = static_cast<std::uint8_t>(0x80 | (uuid.bytes[8] & 0x3f));
	for (const int version : {6, 7})
	{
		uuid.bytes[6] = static_cast<std::uint8_t>(version << 4 | (uuid.bytes[6] & 0xf));
		check<UuidV6Time>(range_for(UuidV6Time::pg_us(uuid)), uuid);
		check<UuidV7Time>(range_for(UuidV7Time::pg_us(uuid)), uuid);
	}
	return 0;
}

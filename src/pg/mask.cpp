// mask_uuid_v7(), mask_objectid() and their way back: ids that hide their time, by a key.
// SPDX-License-Identifier: PostgreSQL
#include "core/mask.hpp"
#include "pg/hmac.hpp"
#include "pg/id_datum.hpp"

using namespace objectid;

namespace {

// 22023 if it is too short.
std::span<const std::uint8_t>
key_argument(FunctionCallInfo fcinfo, int position)
{
	constexpr std::size_t least_size = 16;
	const auto key = bytes_argument(fcinfo, position);
	if (key.size() < least_size)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("key must have at least %zu bytes", least_size)));
	return key;
}

template <typename Id>
using Permutation = std::optional<Id> (*)(const Id &, Hmac &);

template <typename Id>
Datum
permuted(FunctionCallInfo fcinfo, Permutation<Id> permutation)
{
	auto &kept = kept_for_key<KeptKey>(fcinfo, key_argument(fcinfo, 1));
	if (!kept.is_prepared && !kept.hmac.set_key(kept.key))
		kept.raise_failed();
	kept.is_prepared = true;
	const std::optional<Id> result = permutation(id_argument<Id>(fcinfo, 0), kept.hmac);
	if (!result)
		kept.raise_failed();
	return id_to_datum(*result);
}

} // namespace

SQL_FUNCTION(mask_uuid_v7)
{
	// Without the value, which is to be hidden, as messages can reach a client.
	if (!id_argument<Uuid>(fcinfo, 0).has_version(7))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("uuid is not version 7")));
	return permuted<Uuid>(fcinfo, objectid::mask_uuid_v7);
}

SQL_FUNCTION(unmask_uuid_v7)
{
	if (!id_argument<Uuid>(fcinfo, 0).has_version(4))
	{
		static_cast<void>(key_argument(fcinfo, 1)); // a wrong key shows in any case
		PG_RETURN_NULL();
	}
	return permuted<Uuid>(fcinfo, objectid::unmask_uuid_v7);
}

SQL_FUNCTION(mask_objectid)
{
	return permuted<ObjectId>(fcinfo, objectid::mask_objectid);
}

SQL_FUNCTION(unmask_objectid)
{
	return permuted<ObjectId>(fcinfo, objectid::unmask_objectid);
}

// Ids as Datums: plain bytes at any address.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/objectid.hpp"
#include "pg/postgres.hpp"

#include <type_traits>

namespace objectid {

template <typename Id>
inline const Id &
id_at(const void *bytes)
{
	static_assert(alignof(Id) == 1 && std::is_trivially_copyable_v<Id>);
	return *static_cast<const Id *>(bytes);
}

template <typename Id>
inline const Id &
id_from_datum(Datum datum)
{
	return id_at<Id>(DatumGetPointer(datum));
}

template <typename Id>
inline const Id &
id_argument(FunctionCallInfo fcinfo, int position)
{
	return id_from_datum<Id>(PG_GETARG_DATUM(position));
}

// An order as the server's functions return it: -1, 0 or 1.
inline int
sign_of(std::strong_ordering order)
{
	return order < 0 ? -1 : order > 0;
}

// A copy in the caller's context.
template <typename Id>
inline Datum
id_to_datum(const Id &id)
{
	auto *result = static_cast<Id *>(palloc(sizeof(Id)));
	*result = id;
	return PointerGetDatum(result);
}

// The digits of an objectid, which a zero ends, in the caller's context.
inline char *
digits_of(const ObjectId &id)
{
	auto *digits = static_cast<char *>(palloc(objectid_text_length + 1));
	encode_hex(id.bytes, digits);
	digits[objectid_text_length] = '\0';
	return digits;
}

inline Datum
bytes_to_datum(const void *bytes, std::size_t size)
{
	auto *result = static_cast<bytea *>(palloc(VARHDRSZ + size));
	SET_VARSIZE(result, VARHDRSZ + size);
	memcpy(VARDATA(result), bytes, size);
	return PointerGetDatum(result);
}

inline std::span<const std::uint8_t>
bytes_argument(FunctionCallInfo fcinfo, int position)
{
	const bytea *const bytes = PG_GETARG_BYTEA_PP(position);
	return {reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(bytes)), VARSIZE_ANY_EXHDR(bytes)};
}

// The id of the bytes of a bytea; 22P03 when there are more or fewer.
template <typename Id>
inline Id
id_of_bytea_argument(FunctionCallInfo fcinfo, int position, const char *type_name)
{
	const auto bytes = bytes_argument(fcinfo, position);
	if (bytes.size() != sizeof(Id))
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("invalid length for type %s", type_name),
						errdetail("Expected %zu bytes, got %zu.", sizeof(Id), bytes.size())));
	return id_at<Id>(bytes.data());
}

} // namespace objectid

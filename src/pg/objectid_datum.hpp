// How an ObjectId travels in a Datum: by reference, twelve bytes, any alignment.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/object_id.hpp"
#include "pg/postgres.hpp"

namespace objectid
{

inline const ObjectId &
object_id_from_datum(Datum datum)
{
	return *reinterpret_cast<const ObjectId *>(DatumGetPointer(datum));
}

inline const ObjectId &
object_id_argument(FunctionCallInfo fcinfo, int position)
{
	return object_id_from_datum(PG_GETARG_DATUM(position));
}

// Memory of the caller's context for one id.
inline ObjectId *
palloc_object_id()
{
	return static_cast<ObjectId *>(palloc(sizeof(ObjectId)));
}

inline Datum
object_id_to_datum(const ObjectId &id)
{
	ObjectId *result = palloc_object_id();
	*result = id;
	return PointerGetDatum(result);
}

} // namespace objectid

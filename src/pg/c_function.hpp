// What tells a function of this library from others of its name.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// The C function that an SQL function calls; nullptr if it is in another language. Only superusers
// can make one that calls a function of this library, so it tells, as no name can, that the SQL
// function is the extension's.
inline PGFunction
c_function(Oid function)
{
	const HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return nullptr;
	const bool is_in_c = reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId;
	ReleaseSysCache(tuple);
	if (!is_in_c)
		return nullptr;
	FmgrInfo info;
	fmgr_info(function, &info);
	return info.fn_addr;
}

} // namespace objectid

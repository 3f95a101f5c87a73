// The extension's own type and functions, by their names in pg_catalog, where nobody but a
// superuser could put others.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// InvalidOid while the extension is not there.
inline Oid
objectid_type()
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("objectid"),
						   ObjectIdGetDatum(PG_CATALOG_NAMESPACE));
}

// The function of these types; InvalidOid while it is not there. Rights on it do not matter, which
// the user of a view need not have.
template <typename... Types>
Oid
own_function(const char *name, Types... types)
{
	const Oid arguments[] = {static_cast<Oid>(types)...};
	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
						   PointerGetDatum(buildoidvector(arguments, lengthof(arguments))),
						   ObjectIdGetDatum(PG_CATALOG_NAMESPACE));
}

} // namespace objectid

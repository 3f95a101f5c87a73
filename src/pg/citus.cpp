// What Citus knows about a table. Uses only objects in pg_catalog that belong to extension citus.
// SPDX-License-Identifier: PostgreSQL
#include "pg/citus.hpp"

namespace objectid
{

namespace
{

bool
is_of_citus(Oid catalog, Oid object)
{
	const Oid citus = get_extension_oid("citus", true);
	return OidIsValid(citus) && getExtensionOfObject(catalog, object) == citus;
}

Oid
table_of_citus(const char *name)
{
	const Oid table = get_relname_relid(name, PG_CATALOG_NAMESPACE);
	return OidIsValid(table) && is_of_citus(RelationRelationId, table) ? table : InvalidOid;
}

// Column `wanted`, an oid or a number of 32 bits, of the first row of a table of Citus whose column
// `key_name` is `key`, or of any row. Without an index, as these tables are small: one has a row
// for the node, the other one for each table that is distributed.
std::optional<Datum>
first_row(Oid catalog, const char *wanted, const char *key_name = nullptr, Oid key = InvalidOid)
{
	std::optional<Datum> found;
	ScanKeyData scan_key;
	if (key_name != nullptr)
		ScanKeyInit(&scan_key, get_attnum(catalog, key_name), BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(key));
	const Relation relation = table_open(catalog, AccessShareLock);
	const SysScanDesc scan =
		systable_beginscan(relation, InvalidOid, false, nullptr, key_name != nullptr, &scan_key);
	if (const HeapTuple row = systable_getnext(scan); HeapTupleIsValid(row))
	{
		bool is_null;
		const Datum value =
			heap_getattr(row, get_attnum(catalog, wanted), RelationGetDescr(relation), &is_null);
		if (!is_null)
			found = value;
	}
	systable_endscan(scan);
	table_close(relation, AccessShareLock);
	return found;
}

} // namespace

bool
is_citus_table(Oid table)
{
	const Oid managed = table_of_citus("pg_dist_partition");
	return OidIsValid(managed) && first_row(managed, "logicalrelid", "logicalrelid", table);
}

bool
is_citus_shard(Oid table)
{
	static constexpr char name[] = "relation_is_a_known_shard";
	const Oid argument = REGCLASSOID;
	oidvector *const arguments = buildoidvector(&argument, 1);
	const Oid function =
		GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
						PointerGetDatum(arguments), ObjectIdGetDatum(PG_CATALOG_NAMESPACE));
	return OidIsValid(function) && is_of_citus(ProcedureRelationId, function) &&
		   DatumGetBool(OidFunctionCall1(function, ObjectIdGetDatum(table)));
}

bool
is_local_to_citus_worker(Oid table)
{
	const Oid local_group = table_of_citus("pg_dist_local_group");
	if (!OidIsValid(local_group))
		return false;
	const auto group = first_row(local_group, "groupid");
	if (!group || DatumGetInt32(*group) == 0) // the coordinator's
		return false;
	return !is_citus_table(table);
}

} // namespace objectid

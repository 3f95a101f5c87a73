// What Citus knows about a table.
// SPDX-License-Identifier: PostgreSQL
#include "pg/citus.hpp"

#include "pg/kept_plans.hpp"

namespace objectid
{

namespace
{

constinit KeptPlan citus_plans[2] = {};

// Whether Citus is here and a query of its catalogs finds a row for the table $1.
bool
citus_finds(const char *query, Oid table)
{
	// Looked up first, as it costs less where there is no Citus.
	if (!OidIsValid(get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE)) ||
		!OidIsValid(get_extension_oid("citus", true)))
		return false;
	Oid type = OIDOID;
	Datum value = ObjectIdGetDatum(table);
	SPI_connect();
	const SPIPlanPtr plan = kept_plan(citus_plans, query, {&type, 1}, 0);
	const int status = SPI_execute_plan(plan, &value, nullptr, true, 1);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan failed: %s", SPI_result_code_string(status));
	const bool found = SPI_processed > 0;
	SPI_finish();
	return found;
}

} // namespace

bool
is_managed_by_citus(Oid table)
{
	return citus_finds("SELECT WHERE EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					   " WHERE logicalrelid OPERATOR(pg_catalog.=) $1)"
					   " OR pg_catalog.relation_is_a_known_shard($1)",
					   table);
}

bool
is_local_to_citus_worker(Oid table)
{
	// The coordinator's group is 0.
	return citus_finds("SELECT FROM pg_catalog.pg_dist_local_group"
					   " WHERE groupid OPERATOR(pg_catalog.<>) 0"
					   " AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition"
					   " WHERE logicalrelid OPERATOR(pg_catalog.=) $1)",
					   table);
}

} // namespace objectid

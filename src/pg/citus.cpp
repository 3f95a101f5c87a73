// What Citus knows about a table.
// SPDX-License-Identifier: PostgreSQL
#include "pg/citus.hpp"

#include "pg/kept_plans.hpp"

namespace objectid {

bool
citus_finds(const char *query, Oid table)
{
	static constinit KeptPlan plans[2] = {};
	// Looked up first, as it costs less where there is no Citus.
	if (!OidIsValid(get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE)) ||
		!OidIsValid(get_extension_oid("citus", true)))
		return false;
	Oid type = OIDOID;
	Datum value = ObjectIdGetDatum(table);
	SPI_connect();
	const SPIPlanPtr plan = kept_plan(plans, query, {&type, 1}, 0);
	const int status = SPI_execute_plan(plan, &value, nullptr, true, 1);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_plan failed: %s", SPI_result_code_string(status));
	const bool found = SPI_processed > 0;
	SPI_finish();
	return found;
}

} // namespace objectid

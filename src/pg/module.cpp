// Marks the library as one of PostgreSQL's, and what a server that preloads it does.
// SPDX-License-Identifier: PostgreSQL
#include "pg/shared_memory.hpp"

extern "C"
{
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "objectid", .version = OBJECTID_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void
_PG_init() // NOLINT(bugprone-reserved-identifier): the server's name for it
{
	if (process_shared_preload_libraries_in_progress)
		objectid::request_shared_memory();
}
}

// Marks the library as one of PostgreSQL's.
// SPDX-License-Identifier: PostgreSQL
#include "pg/postgres.hpp"

extern "C"
{
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "objectid", .version = OBJECTID_VERSION);
#else
PG_MODULE_MAGIC;
#endif
}

// The magic block, by which the server checks that the library was built for it.
// SPDX-License-Identifier: PostgreSQL
#include "pg/postgres.hpp"

extern "C"
{
PG_MODULE_MAGIC_EXT(.name = "objectid", .version = OBJECTID_VERSION);
}

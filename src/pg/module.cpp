// Marks the library as one of PostgreSQL's, and what a server that preloads it does.
// SPDX-License-Identifier: PostgreSQL
#include "pg/follow_marks.hpp"
#include "pg/generators.hpp"
#include "pg/postgres.hpp"
#include "pg/shared_memory.hpp"

namespace
{

// All pieces of memory that sessions share.
constinit objectid::SharedPiece *const shared_pieces[] = {&objectid::shared_generators,
														  &objectid::shared_marks};

} // namespace

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
		objectid::request_shared_at_server_start(shared_pieces);
}
}

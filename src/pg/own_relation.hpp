// Relations that the extension's functions use: its own, and others without waiting.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// A relation of the extension. One is enough, as a database has the extension once. It is kept
// until it changes, so that it can be found while another session locks the catalogs.
struct OwnRelation
{
	const char *name;
	char kind;               // a relkind
	Oid schema = InvalidOid; // of the functions for which it was found
	Oid relation = InvalidOid;

	// The one of the function's extension; InvalidOid if the function is of none, or the relation
	// belongs neither to the owner of the function nor to a superuser. (Whoever owns the extension,
	// but not its functions, can add a relation of his own to it. Once the relation is known, only
	// the schema is compared.)
	Oid of_extension_of(Oid function);

	// For a relation that changed. Whether it was this one.
	bool forget(Oid changed);
};

// The owner of a function or of a relation; InvalidOid if it is gone.
Oid owner_of_function(Oid function);
Oid owner_of_relation(Oid relation);

// A relation, locked as by a reader, so that it stays as it is; nullptr if it is gone, or if
// somebody changes it or waits for that.
Relation open_unless_changed(Oid relation);

} // namespace objectid

// Relations that the extension's functions use: its own, and others without waiting.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/postgres.hpp"

namespace objectid {

// A relation of the extension, and its schema, which is that of the functions. One is enough, as a
// database has the extension once. It is kept until it changes, so that it can be found while
// another session locks the catalogs.
struct OwnRelation
{
	const char *name;
	char kind; // a relkind
	Oid schema = InvalidOid;
	Oid relation = InvalidOid;

	// The one beside the function; InvalidOid unless the two belong to the same extension, and the
	// relation to the owner of the function or a superuser. (Whoever owns the extension, but not
	// its functions, can add a relation of his own to it. Once the relation is known, only the
	// schema is compared.)
	Oid beside(Oid function);

	// For a relation that changed. Whether it was this one.
	bool forget(Oid changed);
};

// A relation, locked as by a reader, so that it stays as it is; nullptr if it is gone, or if
// somebody changes it or waits for that.
Relation open_unless_changed(Oid relation);

} // namespace objectid

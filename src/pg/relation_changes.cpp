// What to forget when a relation changes, and opening one that nobody changes.
// SPDX-License-Identifier: PostgreSQL
#include "pg/relation_changes.hpp"

namespace objectid {

namespace {

constinit ForgetRelation functions[4] = {};

void
relation_changed(Datum, Oid relation)
{
	for (const ForgetRelation function : functions)
		if (function != nullptr)
			function(relation);
}

} // namespace

void
call_when_relations_change(ForgetRelation function)
{
	if (functions[0] == nullptr)
		CacheRegisterRelcacheCallback(relation_changed, Datum{0});
	for (ForgetRelation &place : functions)
	{
		if (place == function)
			return;
		if (place == nullptr)
		{
			place = function;
			return;
		}
	}
	elog(ERROR, "too many functions to call when relations change");
}

Relation
open_unless_changed(Oid relation)
{
	if (!ConditionalLockRelationOid(relation, AccessShareLock))
		return nullptr;
	const Relation opened = try_relation_open(relation, NoLock);
	if (opened == nullptr)
		UnlockRelationOid(relation, AccessShareLock);
	return opened;
}

} // namespace objectid

// Relations that the extension's functions use: its own, and others without waiting.
// SPDX-License-Identifier: PostgreSQL
#include "pg/own_relation.hpp"

namespace objectid {

namespace {

Oid
owner_of_function(Oid function)
{
	const HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	const Oid owner = reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->proowner;
	ReleaseSysCache(tuple);
	return owner;
}

// Whether it is a relation of this kind, and of this owner or a superuser. (An update script that
// another superuser runs makes functions that are his.)
bool
is_such_relation(Oid relation, char kind, Oid owner)
{
	const HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	if (!HeapTupleIsValid(tuple))
		return false;
	const FormData_pg_class &form = *reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
	const bool result =
		form.relkind == kind && (form.relowner == owner || superuser_arg(form.relowner));
	ReleaseSysCache(tuple);
	return result;
}

} // namespace

Oid
OwnRelation::beside(Oid function)
{
	const Oid schema_now = get_func_namespace(function);
	if (OidIsValid(relation) && schema == schema_now)
		return relation;
	const Oid extension = getExtensionOfObject(ProcedureRelationId, function);
	const Oid found = OidIsValid(extension) ? get_relname_relid(name, schema_now) : InvalidOid;
	if (!OidIsValid(found) || !is_such_relation(found, kind, owner_of_function(function)) ||
		getExtensionOfObject(RelationRelationId, found) != extension)
		return InvalidOid;
	schema = schema_now;
	relation = found;
	return found;
}

bool
OwnRelation::forget(Oid changed)
{
	if (OidIsValid(changed) && changed != relation)
		return false;
	schema = InvalidOid;
	relation = InvalidOid;
	return true;
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

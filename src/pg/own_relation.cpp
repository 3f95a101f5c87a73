// Relations that the extension's functions use: its own, and others without waiting.
// SPDX-License-Identifier: PostgreSQL
#include "pg/own_relation.hpp"

namespace objectid {

namespace {

Oid
owner_in(CacheId cache, Oid object, AttrNumber column)
{
	const HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(object));
	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	bool is_null;
	const Oid owner = DatumGetObjectId(SysCacheGetAttr(cache, tuple, column, &is_null));
	ReleaseSysCache(tuple);
	return owner;
}

// The relation of this name and kind that belongs to an extension, and to this owner or a
// superuser. (An update script that another superuser runs makes functions that are his.) Its
// schema does not matter: the extension can move between two look-ups.
Oid
relation_of_extension(const char *name, char kind, Oid extension, Oid owner)
{
	Oid found = InvalidOid;
	CatCList *list = SearchSysCacheList1(RELNAMENSP, CStringGetDatum(name));
	for (int i = 0; i < list->n_members && !OidIsValid(found); ++i)
	{
		const auto &form =
			*reinterpret_cast<const FormData_pg_class *>(GETSTRUCT(&list->members[i]->tuple));
		if (form.relkind == kind && (form.relowner == owner || superuser_arg(form.relowner)) &&
			getExtensionOfObject(RelationRelationId, form.oid) == extension)
			found = form.oid;
	}
	ReleaseSysCacheList(list);
	return found;
}

} // namespace

Oid
OwnRelation::of_extension_of(Oid function)
{
	const Oid schema_now = get_func_namespace(function);
	if (OidIsValid(relation) && schema == schema_now)
		return relation;
	const Oid extension = getExtensionOfObject(ProcedureRelationId, function);
	if (!OidIsValid(extension))
		return InvalidOid;
	const Oid found = relation_of_extension(name, kind, extension, owner_of_function(function));
	if (!OidIsValid(found))
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

Oid
owner_of_function(Oid function)
{
	return owner_in(PROCOID, function, Anum_pg_proc_proowner);
}

Oid
owner_of_relation(Oid relation)
{
	return owner_in(RELOID, relation, Anum_pg_class_relowner);
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

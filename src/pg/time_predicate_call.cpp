// Calls of the predicates taken apart.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicate_call.hpp"

#include "pg/time_datum.hpp"

namespace objectid {

namespace {

// The predicate that this function is; null if it is none.
const Predicate *
find_predicate(Oid function)
{
	// Those of the server, which most conditions are, need no look-up.
	if (function < FirstUnpinnedObjectId)
		return nullptr;
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return nullptr;
	const auto *form = reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(tuple));
	const Predicate *found = form->pronamespace == PG_CATALOG_NAMESPACE
								 ? predicate_named(NameStr(form->proname))
								 : nullptr;
	ReleaseSysCache(tuple);
	return found;
}

} // namespace

List *
arguments_of(Node *node)
{
	if (IsA(node, FuncExpr))
		return castNode(FuncExpr, node)->args;
	if (IsA(node, OpExpr))
		return castNode(OpExpr, node)->args;
	return NIL;
}

Oid
function_of(Node *node)
{
	if (IsA(node, FuncExpr))
		return castNode(FuncExpr, node)->funcid;
	if (IsA(node, OpExpr))
		return get_opcode(castNode(OpExpr, node)->opno);
	return InvalidOid;
}

bool
match_predicate(Oid function, List *arguments, PredicateCall &call)
{
	const Predicate *predicate = find_predicate(function);
	if (predicate == nullptr)
		return false;
	auto *id = static_cast<Node *>(list_nth(arguments, predicate->id_position));
	call = {predicate, exprType(id), predicate->comparison, id, nullptr};
	if (predicate->form != Predicate::Form::version)
		call.other = static_cast<Node *>(list_nth(arguments, 1 - predicate->id_position));
	return true;
}

AnyIdRange
id_range_of(const PredicateCall &call, const Const *time)
{
	if (time->consttype == TIMESTAMPTZOID)
		return call.predicate->kind->ids_within(
			time_range_of(call.comparison, DatumGetTimestampTz(time->constvalue)));
	return call.predicate->kind->ids_within(
		time_range_from_sql(lookup_type_cache(time->consttype, TYPECACHE_RANGE_INFO),
							DatumGetRangeTypeP(time->constvalue)));
}

Oid
btree_operator(Oid type, StrategyNumber strategy, Oid right_type)
{
	return get_opfamily_member(lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf, type,
							   OidIsValid(right_type) ? right_type : type,
							   static_cast<int16>(strategy));
}

} // namespace objectid

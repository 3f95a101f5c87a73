// Calls of the predicates taken apart.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicate_call.hpp"

#include "pg/time_datum.hpp"

namespace objectid {

namespace {

// The predicate that this function is; null if it is none. Only a superuser can make a function in
// C, so that a function in C of such a name is ours, or one of a superuser.
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
	const Predicate *found =
		form->prolang == ClanguageId ? predicate_named(NameStr(form->proname)) : nullptr;
	ReleaseSysCache(tuple);
	return found;
}

// Whether a type has values of a kind of id. objectid has no fixed OID, but of the types of its
// size it is the one with an order of ids and times.
bool
has_values_of_kind(Oid type, const AnyIdKind &kind)
{
	if (kind.size == sizeof(Uuid)) // of the kinds, only those of uuid have it
		return type == UUIDOID;
	return get_typlen(type) == kind.size &&
		   OidIsValid(btree_operator(type, BTLessStrategyNumber, TIMESTAMPTZOID));
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
	if (predicate == nullptr ||
		list_length(arguments) != (predicate->form == Predicate::Form::version ? 1 : 2))
		return false;
	auto *id = static_cast<Node *>(list_nth(arguments, predicate->id_position));
	call = {predicate, function, exprType(id), predicate->comparison, id, nullptr};
	if (!has_values_of_kind(call.id_type, *predicate->kind))
		return false;
	if (predicate->form == Predicate::Form::version)
		return true;
	call.other = static_cast<Node *>(list_nth(arguments, 1 - predicate->id_position));
	const Oid other_type = exprType(call.other);
	using Form = Predicate::Form;
	switch (predicate->form)
	{
	case Form::compared:
		return other_type == TIMESTAMPTZOID;
	case Form::within:
		return other_type == TSTZRANGEOID;
	default:
		return other_type == call.id_type;
	}
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

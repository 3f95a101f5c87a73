// The kinds of id and the predicates on them by their names, and calls of those taken apart.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicate_call.hpp"

#include "pg/id_datum.hpp"
#include "pg/time_datum.hpp"

#include <algorithm>
#include <iterator>

namespace objectid {

namespace {

template <IdKind Kind>
AnyIdRange
any_ids_within(const TimeRange &range)
{
	const IdRange<Kind> ids = ids_within<Kind>(range);
	const auto smallest = Kind::min(0);
	if (ids.empty())
		return {.from = id_to_datum(smallest), .to = 0, .from_open = false, .empty = true};
	return {.from = id_to_datum(*ids.from),
			.to = ids.to ? id_to_datum(*ids.to) : 0,
			.from_open = *ids.from == smallest,
			.empty = false};
}

template <IdKind Kind>
bool
is_of_kind(Datum id)
{
	return Kind::pg_us(id_from_datum<typename Kind::Id>(id)).has_value();
}

template <IdKind Kind>
constexpr AnyIdKind kind{Kind::sql_prefix, Kind::version_test, sizeof(typename Kind::Id),
						 &any_ids_within<Kind>, &is_of_kind<Kind>};

// Only its version can be tested: RFC 9562 leaves the rest of a version 8 to the implementation.
constexpr AnyIdKind kind_v8{"uuid_v8", "uuid_is_v8", sizeof(Uuid), nullptr,
							[](Datum id) { return id_from_datum<Uuid>(id).has_version(8); }};

#define COMPARED_ROW(function, kind_name, id_position, comparison)                                 \
	{#function, &kind<kind_name>, id_position, Form::compared, Comparison::comparison},
#define WITHIN_ROW(function, kind_name, id_position)                                               \
	{#function, &kind<kind_name>, id_position, Form::within},

using Form = Predicate::Form;
constexpr Predicate predicates[] = {
	OBJECTID_TIME_PREDICATES(COMPARED_ROW, WITHIN_ROW)
	// Those of other files:
	{"objectid_lt", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::less},
	{"objectid_le", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::less_equal},
	{"objectid_ge", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::greater_equal},
	{"objectid_gt", &kind<ObjectIdTime>, 0, Form::with_id, Comparison::greater},
	{"uuid_is_v6", &kind<UuidV6Time>, 0, Form::version},
	{"uuid_is_v7", &kind<UuidV7Time>, 0, Form::version},
	{"uuid_is_v8", &kind_v8, 0, Form::version},
};
#undef COMPARED_ROW
#undef WITHIN_ROW

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
	const Predicate *found = nullptr;
	const auto *form = reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(tuple));
	if (form->prolang == ClanguageId)
	{
		const auto *end = std::end(predicates);
		const auto *predicate =
			std::find_if(std::begin(predicates), end, [form](const Predicate &candidate) {
				return strcmp(NameStr(form->proname), candidate.name) == 0;
			});
		found = predicate == end ? nullptr : predicate;
	}
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
		list_length(arguments) != (predicate->form == Form::version ? 1 : 2))
		return false;
	auto *id = static_cast<Node *>(list_nth(arguments, predicate->id_position));
	call = {predicate, function, exprType(id), predicate->comparison, id, nullptr};
	if (!has_values_of_kind(call.id_type, *predicate->kind))
		return false;
	if (predicate->form == Form::version)
		return true;
	call.other = static_cast<Node *>(list_nth(arguments, 1 - predicate->id_position));
	const Oid other_type = exprType(call.other);
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

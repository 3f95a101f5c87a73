// The kinds of id and the predicates on them by their names, and calls of those taken apart.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_predicate_call.hpp"

#include "pg/id_datum.hpp"

namespace objectid {

namespace {

template <IdKind Kind>
AnyIdRange
any_ids_within(const std::optional<TimeRange> &range)
{
	const IdRange<Kind> ids = ids_within_or_none<Kind>(range);
	return {id_to_datum(ids.lower), id_to_datum(ids.upper), ids.lower <= Kind::min(0),
			ids.upper >= Kind::max((Kind::last_pg_us - Kind::first_pg_us) / Kind::unit_us),
			ids.empty()};
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

// The predicate that this function is, by its name; null if it is none.
const Predicate *
find_predicate(Oid function)
{
	// Those of the server, which most conditions are, need no look-up.
	if (function < FirstNormalObjectId)
		return nullptr;
	const char *name = get_func_name(function);
	if (name == nullptr)
		return nullptr;
	for (const Predicate &predicate : predicates)
		if (strcmp(name, predicate.name) == 0)
			return &predicate;
	return nullptr;
}

// Whether values of a type have the bytes of a kind of id, and an order. objectid has no fixed OID,
// so any type of its size will do: only its bytes and its order are used.
bool
has_values_of_kind(Oid type, const AnyIdKind &kind)
{
	if (kind.size == sizeof(Uuid)) // of the kinds, only those of uuid have it
		return type == UUIDOID;
	return get_typlen(type) == kind.size && OidIsValid(btree_operator(type, BTLessStrategyNumber));
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
btree_operator(Oid type, StrategyNumber strategy)
{
	return get_opfamily_member(lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf, type,
							   type, static_cast<int16>(strategy));
}

} // namespace objectid

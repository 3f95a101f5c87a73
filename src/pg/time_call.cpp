// The kinds of id and the predicates on them by their names, and calls of those taken apart.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_call.hpp"
#include "pg/id_datum.hpp"
#include "pg/time_predicates.hpp"

namespace objectid
{

namespace
{

template <TimedId Kind>
IdEnds
ends(const std::optional<TimeRange> &range)
{
	const IdRange<Kind> ids = ids_within<Kind>(range);
	return {id_to_datum(ids.lower), id_to_datum(ids.upper), ids.lower <= Kind::min(0),
			ids.upper >= Kind::max((Kind::last_pg_us - Kind::first_pg_us) / Kind::unit_us),
			ids.empty()};
}

template <TimedId Kind>
bool
has_time(Datum id)
{
	return Kind::pg_us(id_from_datum<typename Kind::Id>(id)).has_value();
}

template <TimedId Kind>
constexpr IdKind
kind(IdKind names)
{
	names.size = sizeof(typename Kind::Id);
	names.ends = &ends<Kind>;
	names.has_time = &has_time<Kind>;
	return names;
}

constexpr IdKind objectids = kind<ObjectIdTime>({.type = "objectid",
												 .timestamp = "objectid_timestamp",
												 .lower = "objectid_lower",
												 .upper = "objectid_upper",
												 .first = "objectid_first",
												 .last = "objectid_last"});
constexpr IdKind uuids_v6 = kind<UuidV6Time>({.timestamp = "uuid_v6_timestamp",
											  .lower = "uuid_v6_lower",
											  .upper = "uuid_v6_upper",
											  .first = "uuid_v6_lower",
											  .last = "uuid_v6_upper",
											  .version_test = "uuid_is_v6"});
constexpr IdKind uuids_v7 = kind<UuidV7Time>({.timestamp = "uuid_v7_timestamp",
											  .lower = "uuid_v7_lower",
											  .upper = "uuid_v7_upper",
											  .first = "uuid_v7_lower",
											  .last = "uuid_v7_upper",
											  .version_test = "uuid_is_v7"});
// No more than a version: what its values hold is their makers' business.
constexpr IdKind uuids_v8 = {
	.size = sizeof(Uuid), .version_test = "uuid_is_v8", .has_time = [](Datum id) {
		return id_from_datum<Uuid>(id).has_version(8);
	}};

using Form = Predicate::Form;
constexpr auto less = Comparison::less;
constexpr auto less_equal = Comparison::less_equal;
constexpr auto greater_equal = Comparison::greater_equal;
constexpr auto greater = Comparison::greater;

constexpr Predicate predicates[] = {
	{"objectid_lt_timestamptz", &objectids, Form::compared, less, true},
	{"objectid_le_timestamptz", &objectids, Form::compared, less_equal, true},
	{"objectid_ge_timestamptz", &objectids, Form::compared, greater_equal, true},
	{"objectid_gt_timestamptz", &objectids, Form::compared, greater, true},
	{"timestamptz_lt_objectid", &objectids, Form::compared, greater, false},
	{"timestamptz_le_objectid", &objectids, Form::compared, greater_equal, false},
	{"timestamptz_ge_objectid", &objectids, Form::compared, less_equal, false},
	{"timestamptz_gt_objectid", &objectids, Form::compared, less, false},
	{"objectid_within", &objectids, Form::within, less, true},
	{"tstzrange_contains_objectid", &objectids, Form::within, less, false},
	{"objectid_lt", &objectids, Form::ordered, less, true},
	{"objectid_le", &objectids, Form::ordered, less_equal, true},
	{"objectid_ge", &objectids, Form::ordered, greater_equal, true},
	{"objectid_gt", &objectids, Form::ordered, greater, true},
	{"uuid_lt_timestamptz", &uuids_v7, Form::compared, less, true},
	{"uuid_le_timestamptz", &uuids_v7, Form::compared, less_equal, true},
	{"uuid_ge_timestamptz", &uuids_v7, Form::compared, greater_equal, true},
	{"uuid_gt_timestamptz", &uuids_v7, Form::compared, greater, true},
	{"timestamptz_lt_uuid", &uuids_v7, Form::compared, greater, false},
	{"timestamptz_le_uuid", &uuids_v7, Form::compared, greater_equal, false},
	{"timestamptz_ge_uuid", &uuids_v7, Form::compared, less_equal, false},
	{"timestamptz_gt_uuid", &uuids_v7, Form::compared, less, false},
	{"uuid_v7_within", &uuids_v7, Form::within, less, true},
	{"tstzrange_contains_uuid", &uuids_v7, Form::within, less, false},
	{"uuid_v6_within", &uuids_v6, Form::within, less, true},
	{"uuid_is_v6", &uuids_v6, Form::version, less, true},
	{"uuid_is_v7", &uuids_v7, Form::version, less, true},
	{"uuid_is_v8", &uuids_v8, Form::version, less, true},
};

} // namespace

char *
c_symbol(Oid function)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return nullptr;
	char *symbol = nullptr;
	if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId)
	{
		bool is_null;
		const Datum source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);
		if (!is_null)
			symbol = TextDatumGetCString(source);
	}
	ReleaseSysCache(tuple);
	return symbol;
}

const Predicate *
find_predicate(Oid function)
{
	// Those of the server, which most conditions are, spare the look-up.
	if (function < FirstNormalObjectId)
		return nullptr;
	const char *symbol = c_symbol(function);
	if (symbol == nullptr)
		return nullptr;
	for (const Predicate &predicate : predicates)
		if (std::string_view{predicate.symbol} == symbol)
			return &predicate;
	return nullptr;
}

bool
take_apart(Oid function, List *arguments, Call &call)
{
	const Predicate *predicate = find_predicate(function);
	if (predicate == nullptr ||
		list_length(arguments) != (predicate->form == Form::version ? 1 : 2))
		return false;

	auto *left = static_cast<Node *>(linitial(arguments));
	auto *right =
		predicate->form == Form::version ? nullptr : static_cast<Node *>(lsecond(arguments));
	const char *type = predicate->kind->type;
	call.predicate = predicate;
	call.function = function;
	call.id_type = type == nullptr
					   ? UUIDOID
					   : GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(type),
										 ObjectIdGetDatum(get_func_namespace(function)));
	call.id = predicate->id_first ? left : right;
	call.other = predicate->id_first ? right : left;
	if (!OidIsValid(call.id_type) || exprType(call.id) != call.id_type ||
		get_typlen(call.id_type) != predicate->kind->size)
		return false;
	switch (predicate->form)
	{
	case Form::compared:
		return exprType(call.other) == TIMESTAMPTZOID;
	case Form::within:
		return exprType(call.other) == TSTZRANGEOID;
	case Form::ordered:
		return exprType(call.other) == call.id_type;
	case Form::version:
		return true;
	}
	return false;
}

IdEnds
ends_of(const Call &call, const Const *time)
{
	if (call.predicate->form == Form::compared)
		return call.predicate->kind->ends(
			time_range_of(call.predicate->comparison, DatumGetTimestampTz(time->constvalue)));
	return call.predicate->kind->ends(
		time_range_from_sql(lookup_type_cache(time->consttype, TYPECACHE_RANGE_INFO),
							DatumGetRangeTypeP(time->constvalue)));
}

Oid
btree_operator(Oid type, StrategyNumber strategy)
{
	return get_opfamily_member(lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf, type,
							   type, static_cast<int16>(strategy));
}

Oid
time_operator(const Predicate &predicate)
{
	if (predicate.form == Form::within)
		return OID_RANGE_CONTAINS_ELEM_OP;
	const StrategyNumber strategy =
		predicate.comparison == less            ? BTGreaterStrategyNumber
		: predicate.comparison == less_equal    ? BTGreaterEqualStrategyNumber
		: predicate.comparison == greater_equal ? BTLessEqualStrategyNumber
												: BTLessStrategyNumber;
	return btree_operator(TIMESTAMPTZOID, strategy);
}

Expr *
call_sibling(const Call &call, const char *name, Oid result_type, Node *argument)
{
	const Oid argument_type = exprType(argument);
	const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
										 PointerGetDatum(buildoidvector(&argument_type, 1)),
										 ObjectIdGetDatum(get_func_namespace(call.function)));
	if (!OidIsValid(function) || get_func_rettype(function) != result_type)
		return nullptr;
	// Without an input collation, which postgres_fdw would not ship: none of them looks at it.
	return reinterpret_cast<Expr *>(makeFuncExpr(function, result_type, list_make1(argument),
												 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

const char *
range_function(Comparison comparison)
{
	switch (comparison)
	{
	case Comparison::less:
		return "objectid_internal_before";
	case Comparison::less_equal:
		return "objectid_internal_until";
	case Comparison::greater_equal:
		return "objectid_internal_since";
	case Comparison::greater:
		return "objectid_internal_after";
	}
	return nullptr;
}

} // namespace objectid

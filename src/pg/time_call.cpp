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
// Only its version can be tested: RFC 9562 leaves the rest of a version 8 to the implementation.
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
	{"objectid_lt_timestamptz", &objectids, Form::compared, true, less},
	{"objectid_le_timestamptz", &objectids, Form::compared, true, less_equal},
	{"objectid_ge_timestamptz", &objectids, Form::compared, true, greater_equal},
	{"objectid_gt_timestamptz", &objectids, Form::compared, true, greater},
	{"timestamptz_lt_objectid", &objectids, Form::compared, false, greater},
	{"timestamptz_le_objectid", &objectids, Form::compared, false, greater_equal},
	{"timestamptz_ge_objectid", &objectids, Form::compared, false, less_equal},
	{"timestamptz_gt_objectid", &objectids, Form::compared, false, less},
	{"objectid_within", &objectids, Form::within, true},
	{"tstzrange_contains_objectid", &objectids, Form::within, false},
	{"objectid_lt", &objectids, Form::ordered, true, less},
	{"objectid_le", &objectids, Form::ordered, true, less_equal},
	{"objectid_ge", &objectids, Form::ordered, true, greater_equal},
	{"objectid_gt", &objectids, Form::ordered, true, greater},
	{"uuid_lt_timestamptz", &uuids_v7, Form::compared, true, less},
	{"uuid_le_timestamptz", &uuids_v7, Form::compared, true, less_equal},
	{"uuid_ge_timestamptz", &uuids_v7, Form::compared, true, greater_equal},
	{"uuid_gt_timestamptz", &uuids_v7, Form::compared, true, greater},
	{"timestamptz_lt_uuid", &uuids_v7, Form::compared, false, greater},
	{"timestamptz_le_uuid", &uuids_v7, Form::compared, false, greater_equal},
	{"timestamptz_ge_uuid", &uuids_v7, Form::compared, false, less_equal},
	{"timestamptz_gt_uuid", &uuids_v7, Form::compared, false, less},
	{"uuid_v7_within", &uuids_v7, Form::within, true},
	{"tstzrange_contains_uuid", &uuids_v7, Form::within, false},
	{"uuid_v6_within", &uuids_v6, Form::within, true},
	{"uuid_is_v6", &uuids_v6, Form::version, true},
	{"uuid_is_v7", &uuids_v7, Form::version, true},
	{"uuid_is_v8", &uuids_v8, Form::version, true},
};

// The name of the C function behind a function, cut off where it is longer than any of ours; empty
// when it is not written in C.
struct CSymbol
{
	char name[NAMEDATALEN] = {};
};

CSymbol
c_symbol(Oid function)
{
	CSymbol symbol;
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		return symbol;
	if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId)
	{
		bool is_null;
		const Datum source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);
		if (!is_null)
			text_to_cstring_buffer(reinterpret_cast<const text *>(DatumGetPointer(source)),
								   symbol.name, sizeof symbol.name);
	}
	ReleaseSysCache(tuple);
	return symbol;
}

// The predicate that a function is; null when it is none.
const Predicate *
find_predicate(Oid function)
{
	// Those of the server, which most conditions are, spare the look-up.
	if (function < FirstNormalObjectId)
		return nullptr;
	const CSymbol symbol = c_symbol(function);
	for (const Predicate &predicate : predicates)
		if (std::string_view{predicate.symbol} == symbol.name)
			return &predicate;
	return nullptr;
}

} // namespace

bool
has_c_symbol(Oid function, std::string_view symbol)
{
	return symbol == c_symbol(function).name;
}

bool
take_apart(Oid function, List *arguments, Call &call)
{
	Call found{};
	found.predicate = find_predicate(function);
	if (found.predicate == nullptr)
		return false;
	const char *type = found.predicate->kind->type;
	found.function = function;
	found.id_type = type == nullptr
						? UUIDOID
						: GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(type),
										  ObjectIdGetDatum(get_func_namespace(function)));
	return OidIsValid(found.id_type) && get_typlen(found.id_type) == found.predicate->kind->size &&
		   take_apart_like(found, arguments, call);
}

bool
take_apart_like(const Call &known, List *arguments, Call &call)
{
	const Predicate &predicate = *known.predicate;
	if (list_length(arguments) != (predicate.form == Form::version ? 1 : 2))
		return false;
	auto *left = static_cast<Node *>(linitial(arguments));
	auto *right =
		predicate.form == Form::version ? nullptr : static_cast<Node *>(lsecond(arguments));
	call = known;
	call.comparison = predicate.comparison;
	call.id = predicate.id_first ? left : right;
	call.other = predicate.id_first ? right : left;
	if (exprType(call.id) != call.id_type)
		return false;
	switch (predicate.form)
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

// Planner support of the time predicates: they become ranges of ids.
//
// A predicate on the time of an id is a range of ids. Wherever the planner meets one, it is
// rewritten into comparisons of the id type itself, which every index, partition key, statistics
// object and foreign server of that type understands:
//
//     id >= '2026-11-01'::timestamptz      id >= '6ae681000000000000000000'
//     id > now() - '1 day'                 id >= objectid_lower('>', now() - '1 day')
//                                          AND id <= objectid_upper('>', now() - '1 day')
//
// A time that is not known yet needs both ends, because it may turn out to be one that no id
// reaches: that has no single bound. The rewritten form is equal to the predicate for every id and
// every time, NULL included. It repeats the operands, so that volatile or costly ones (sub-selects
// above all) are left alone here; an index gets its condition later, unless they are volatile.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_predicates.hpp"

using namespace objectid;

namespace
{

// An operand of the predicate for one place of the result. The planner changes expressions where
// they are, when it pulls up a sub-select for example, and would do so twice to one that stands in
// two.
Node *
copy(const Node *operand)
{
	return static_cast<Node *>(copyObjectImpl(operand));
}

// A call of a time predicate, taken apart.
struct Call
{
	PlannerInfo *root;
	Oid function;
	Oid collation;
	Node *id;
	Node *time; // a timestamptz or a tstzrange
};

// The predicates of a kind: which ids they stand for when the time is a constant, and the arguments
// of the kind's lower and upper functions when it is not.
template <Comparison comparison>
struct Compared
{
	template <TimedId Kind>
	static IdRange<Kind> ids(const Const *time)
	{
		return ids_within<Kind>(time_range_of(comparison, DatumGetTimestampTz(time->constvalue)));
	}

	// Of "time operator time of the id".
	static Oid time_operator()
	{
		constexpr StrategyNumber strategy =
			comparison == Comparison::less            ? BTGreaterStrategyNumber
			: comparison == Comparison::less_equal    ? BTGreaterEqualStrategyNumber
			: comparison == Comparison::greater_equal ? BTLessEqualStrategyNumber
													  : BTLessStrategyNumber;
		return get_opfamily_member(
			lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf, TIMESTAMPTZOID,
			TIMESTAMPTZOID, strategy);
	}

	static List *bound_arguments(Node *time)
	{
		constexpr std::string_view name = comparison_name(comparison);
		Const *name_constant = makeConst(
			TEXTOID, -1, DEFAULT_COLLATION_OID, -1,
			PointerGetDatum(cstring_to_text_with_len(name.data(), int{name.size()})), false, false);
		return list_make2(name_constant, copy(time));
	}
};

struct Within
{
	template <TimedId Kind>
	static IdRange<Kind> ids(const Const *time)
	{
		return ids_within<Kind>(
			time_range_from_sql(lookup_type_cache(time->consttype, TYPECACHE_RANGE_INFO),
								DatumGetRangeTypeP(time->constvalue)));
	}

	static Oid time_operator()
	{
		return OID_RANGE_CONTAINS_ELEM_OP;
	}

	static List *bound_arguments(Node *time)
	{
		return list_make1(copy(time));
	}
};

// The operands of "id op time" or "time op id".
bool
take_apart(Call &call, List *arguments)
{
	if (list_length(arguments) != 2)
		return false;
	auto *left = static_cast<Node *>(linitial(arguments));
	auto *right = static_cast<Node *>(lsecond(arguments));
	const Oid left_type = exprType(left);
	const bool id_is_left = left_type != TIMESTAMPTZOID && left_type != TSTZRANGEOID;
	call.id = id_is_left ? left : right;
	call.time = id_is_left ? right : left;
	return true;
}

// Whether an operand may stand twice in the result. The limit of the cost is that of the server's
// own rewriting of "element <@ range".
bool
may_repeat(PlannerInfo *root, Node *operand)
{
	if (contain_volatile_functions(operand) || contain_subplans(operand))
		return false;
	QualCost cost;
	cost_qual_eval_node(&cost, operand, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

// A function of ours, from the schema of the predicate; found without asking for rights on the
// schema, which the user of a view need not have. Invalid when somebody has dropped it.
Oid
sibling_function(Oid predicate, const char *name, List *arguments)
{
	Oid types[2];
	int count = 0;
	ListCell *cell;
	foreach (cell, arguments)
		types[count++] = exprType(static_cast<Node *>(lfirst(cell)));
	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
						   PointerGetDatum(buildoidvector(types, count)),
						   ObjectIdGetDatum(get_func_namespace(predicate)));
}

Expr *
call_sibling(const Call &call, const char *name, Oid result_type, List *arguments)
{
	const Oid function = sibling_function(call.function, name, arguments);
	if (!OidIsValid(function))
		return nullptr;
	// Without an input collation, which postgres_fdw would not ship: none of them looks at it.
	return reinterpret_cast<Expr *>(makeFuncExpr(function, result_type, arguments, InvalidOid,
												 InvalidOid, COERCE_EXPLICIT_CALL));
}

// "id strategy bound", with the operator of the type's default btree class.
Expr *
compare_id(const Call &call, StrategyNumber strategy, Expr *bound)
{
	const Oid type = exprType(call.id);
	const TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
	const Oid op = get_opfamily_member(entry->btree_opf, type, type, static_cast<int16>(strategy));
	if (!OidIsValid(op))
		return nullptr;
	Expr *comparison = make_opclause(op, BOOLOID, false, reinterpret_cast<Expr *>(copy(call.id)),
									 bound, InvalidOid, call.collation);
	// Not everybody who simplifies an expression looks up its functions afterwards: COPY ... WHERE.
	set_opfuncid(castNode(OpExpr, comparison));
	return comparison;
}

Node *
is_null(Node *operand)
{
	NullTest *test = makeNode(NullTest);
	test->arg = reinterpret_cast<Expr *>(copy(operand));
	test->nulltesttype = IS_NULL;
	test->argisrow = false;
	test->location = -1;
	return reinterpret_cast<Node *>(test);
}

template <typename Id>
Expr *
id_constant(const Call &call, const Id &id)
{
	return reinterpret_cast<Expr *>(
		makeConst(exprType(call.id), -1, InvalidOid, sizeof(Id), id_to_datum(id), false, false));
}

// Conditions that hold together exactly when the id is in the range.
template <TimedId Kind>
List *
constant_conditions(const Call &call, const IdRange<Kind> &ids)
{
	// Never true, but still NULL for a NULL id.
	if (ids.empty())
		return list_make1(compare_id(call, BTLessStrategyNumber, id_constant(call, Kind::lowest)));

	List *conditions = NIL;
	if (ids.lower != Kind::lowest)
		conditions = lappend(conditions, compare_id(call, BTGreaterEqualStrategyNumber,
													id_constant(call, ids.lower)));
	// Always true, but NULL for a NULL id, needs a condition too.
	if (ids.upper != Kind::highest || conditions == NIL)
		conditions = lappend(
			conditions, compare_id(call, BTLessEqualStrategyNumber, id_constant(call, ids.upper)));
	return conditions;
}

template <TimedId Kind, typename Predicate>
List *
unknown_time_conditions(const Call &call)
{
	const Oid type = exprType(call.id);
	Expr *lower =
		call_sibling(call, SqlNames<Kind>::lower, type, Predicate::bound_arguments(call.time));
	Expr *upper =
		call_sibling(call, SqlNames<Kind>::upper, type, Predicate::bound_arguments(call.time));
	if (lower == nullptr || upper == nullptr)
		return NIL;
	return list_make2(compare_id(call, BTGreaterEqualStrategyNumber, lower),
					  compare_id(call, BTLessEqualStrategyNumber, upper));
}

// The range of ids as conditions on the id alone; NIL when there is nothing to gain. They say all
// for a kind without versions; for a uuid, values of another version remain to be excluded.
template <TimedId Kind, typename Predicate>
List *
range_conditions(const Call &call)
{
	List *conditions;
	if (IsA(call.time, Const))
	{
		const auto *time = castNode(Const, call.time);
		if (time->constisnull)
			return NIL;
		conditions = constant_conditions<Kind>(call, Predicate::template ids<Kind>(time));
	}
	else
		conditions = unknown_time_conditions<Kind, Predicate>(call);
	return list_member_ptr(conditions, nullptr) ? NIL : conditions;
}

// "time operator objectid_timestamp(id)": for an id that is known where the time is a column, whose
// own index and statistics can serve it.
template <typename Predicate>
Node *
time_condition(const Call &call)
{
	Expr *time_of_id =
		call_sibling(call, "objectid_timestamp", TIMESTAMPTZOID, list_make1(call.id));
	if (time_of_id == nullptr)
		return nullptr;
	Node *known = eval_const_expressions(call.root, reinterpret_cast<Node *>(time_of_id));
	Expr *condition = make_opclause(Predicate::time_operator(), BOOLOID, false,
									reinterpret_cast<Expr *>(call.time),
									reinterpret_cast<Expr *>(known), InvalidOid, InvalidOid);
	set_opfuncid(castNode(OpExpr, condition));
	return reinterpret_cast<Node *>(condition);
}

template <TimedId Kind, typename Predicate>
Node *
simplify(const SupportRequestSimplify *request)
{
	Call call{request->root, request->fcall->funcid, request->fcall->inputcollid, nullptr, nullptr};
	if (!take_apart(call, request->fcall->args))
		return nullptr;
	if constexpr (SqlNames<Kind>::has_version == nullptr)
		if (contain_var_clause(call.time) && !contain_var_clause(call.id))
			return time_condition<Predicate>(call);

	// A time in the same row is no bound for an index, and cheaper compared as it is. Outside of
	// the planner, in a trigger's WHEN, Vars have numbers that are no members of a set.
	if (call.root != nullptr &&
		bms_overlap(pull_varnos(call.root, call.id), pull_varnos(call.root, call.time)))
		return nullptr;

	List *conditions = range_conditions<Kind, Predicate>(call);
	if (conditions == NIL)
		return nullptr;

	if constexpr (SqlNames<Kind>::has_version != nullptr)
	{
		Expr *has_version =
			call_sibling(call, SqlNames<Kind>::has_version, BOOLOID, list_make1(copy(call.id)));
		if (has_version == nullptr)
			return nullptr;
		// A value of another version is in no range; of an unknown range even that is unknown.
		if (!IsA(call.time, Const))
			has_version = make_orclause(list_make2(has_version, is_null(call.time)));
		conditions = lappend(conditions, has_version);
	}
	if (list_length(conditions) > 1 && !may_repeat(call.root, call.id))
		return nullptr;
	if (!IsA(call.time, Const) && !may_repeat(call.root, call.time))
		return nullptr;
	return reinterpret_cast<Node *>(make_ands_explicit(conditions));
}

template <TimedId Kind, typename Predicate>
List *
index_conditions(SupportRequestIndexCondition *request)
{
	Call call{request->root, request->funcid, InvalidOid, nullptr, nullptr};
	List *arguments = IsA(request->node, OpExpr) ? castNode(OpExpr, request->node)->args
												 : castNode(FuncExpr, request->node)->args;
	if (!take_apart(call, arguments) || list_nth(arguments, request->indexarg) != call.id ||
		!is_pseudo_constant_for_index(request->root, call.time, request->index))
		return NIL;

	List *conditions = range_conditions<Kind, Predicate>(call);
	ListCell *cell;
	foreach (cell, conditions)
	{
		const auto *condition = static_cast<OpExpr *>(lfirst(cell));
		if (!op_in_opfamily(condition->opno, request->opfamily))
			return NIL;
	}
	request->lossy = SqlNames<Kind>::has_version != nullptr;
	return conditions;
}

// The fraction of rows in the range of ids, with the time as far as it can be known now.
template <TimedId Kind, typename Predicate>
Selectivity
selectivity(Call &call, List *arguments, int var_relid, JoinType join_type, SpecialJoinInfo *sjinfo)
{
	if (!take_apart(call, arguments))
		return DEFAULT_RANGE_INEQ_SEL;
	call.time = estimate_expression_value(call.root, call.time);
	if (!IsA(call.time, Const))
		return DEFAULT_RANGE_INEQ_SEL;
	if (castNode(Const, call.time)->constisnull)
		return 0.0;
	List *conditions = range_conditions<Kind, Predicate>(call);
	if (conditions == NIL)
		return DEFAULT_RANGE_INEQ_SEL;
	return clauselist_selectivity(call.root, conditions, var_relid, join_type, sjinfo);
}

template <TimedId Kind, typename Predicate>
Datum
time_support(FunctionCallInfo fcinfo)
{
	auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
	if (IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(
			(simplify<Kind, Predicate>(reinterpret_cast<SupportRequestSimplify *>(request))));
	if (IsA(request, SupportRequestIndexCondition))
		PG_RETURN_POINTER((index_conditions<Kind, Predicate>(
			reinterpret_cast<SupportRequestIndexCondition *>(request))));
	if (IsA(request, SupportRequestSelectivity))
	{
		auto *asked = reinterpret_cast<SupportRequestSelectivity *>(request);
		Call call{asked->root, asked->funcid, InvalidOid, nullptr, nullptr};
		asked->selectivity = selectivity<Kind, Predicate>(call, asked->args, asked->varRelid,
														  asked->jointype, asked->sjinfo);
		PG_RETURN_POINTER(asked);
	}
	return Datum{0};
}

} // namespace

SQL_FUNCTION(objectid_lt_support)
{
	return time_support<ObjectIdKind, Compared<Comparison::less>>(fcinfo);
}

SQL_FUNCTION(objectid_le_support)
{
	return time_support<ObjectIdKind, Compared<Comparison::less_equal>>(fcinfo);
}

SQL_FUNCTION(objectid_ge_support)
{
	return time_support<ObjectIdKind, Compared<Comparison::greater_equal>>(fcinfo);
}

SQL_FUNCTION(objectid_gt_support)
{
	return time_support<ObjectIdKind, Compared<Comparison::greater>>(fcinfo);
}

SQL_FUNCTION(objectid_within_support)
{
	return time_support<ObjectIdKind, Within>(fcinfo);
}

SQL_FUNCTION(uuid_v6_within_support)
{
	return time_support<UuidV6Kind, Within>(fcinfo);
}

SQL_FUNCTION(uuid_v7_within_support)
{
	return time_support<UuidV7Kind, Within>(fcinfo);
}

// A column holds one version as a rule, so that the test for it excludes no rows: the estimate of a
// time predicate is that of its range.
SQL_FUNCTION(uuid_version_support)
{
	auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
	if (!IsA(request, SupportRequestSelectivity))
		return Datum{0};
	reinterpret_cast<SupportRequestSelectivity *>(request)->selectivity = 1.0;
	PG_RETURN_POINTER(request);
}

// Restriction estimator of objectid <@ tstzrange and its commutator.
SQL_FUNCTION(objectid_within_sel)
{
	Call call{reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)), get_opcode(PG_GETARG_OID(1)),
			  InvalidOid, nullptr, nullptr};
	auto *arguments = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
	PG_RETURN_FLOAT8((selectivity<ObjectIdKind, Within>(call, arguments, PG_GETARG_INT32(3),
														JOIN_INNER, nullptr)));
}

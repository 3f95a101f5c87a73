// Planner support of the time predicates: they become ranges of ids.
//
// A range of ids, written as comparisons of the id type itself, is understood by every index,
// partition key, CHECK, partial index and foreign server. The planner asks for it twice.
//
// SupportRequestSimplify comes first, for each predicate of a query, wherever it stands. Where the
// time is a constant, the predicate becomes a comparison with a constant, or two:
//
//     id >= '2026-11-01'::timestamptz
//     id >= '6ae681000000000000000000'
//
// A time that is not known yet, such as now() or a parameter, becomes functions of it. That is done
// only where it prunes partitions or is sent to another server, as a whole predicate is planned
// faster:
//
//     id >= now()
//     id >= objectid_lower(objectid_internal_since(now())) AND
//     id <= objectid_upper(objectid_internal_since(now()))
//
// There are two bounds because the time may be one that no id reaches. Then the lower bound is the
// largest id of all and the upper bound the smallest, and no id is between them, while the largest
// id is >= the lower bound.
//
// SupportRequestIndexCondition comes for a predicate that has stayed whole, when the planner looks
// at an index on the id. The executor computes the bound once, when the scan starts. In an index
// condition NULL is as good as false, so one comparison is enough, whose bound is NULL when no id
// qualifies:
//
//     id >= now()
//     id >= objectid_lower_or_null(objectid_internal_since(now()))
//
// A predicate on a uuid becomes comparisons and a test of the version, but only where something
// must match the comparisons (has_use_for_comparisons). Elsewhere it stays whole, because the
// server estimates comparisons of uuids without interpolation. Either form is NULL for a value of
// another version (null_for_other_versions).
//
// SupportRequestSelectivity is answered by pg/time_estimates.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_estimates.hpp"
#include "pg/time_predicate_call.hpp"

using namespace objectid;

namespace {

// A copy of an operand, for each time that it stands in the result: the planner changes expressions
// in place, and would change a node that stands there twice a second time.
Node *
copy(const Node *operand)
{
	return static_cast<Node *>(copyObjectImpl(operand));
}

// Whether an operand may stand twice in the result. The limit of the cost is that of the server's
// own rewriting of "element <@ range".
bool
may_repeat(PlannerInfo *root, Node *operand)
{
	if (contain_volatile_functions(operand))
		return false;
	// A sub-select without FROM, such as (SELECT now() - interval '1 hour'), is evaluated once for
	// a query.
	if (IsA(operand, SubLink) && castNode(SubLink, operand)->subLinkType == EXPR_SUBLINK &&
		castNode(Query, castNode(SubLink, operand)->subselect)->rtable == NIL)
		return true;
	if (contain_subplans(operand))
		return false;
	QualCost cost;
	cost_qual_eval_node(&cost, operand, root);
	return cost.startup + cost.per_tuple <= 10 * cpu_operator_cost;
}

// "id strategy bound", with the operator of the type's default btree class.
Expr *
compare_id(const PredicateCall &call, StrategyNumber strategy, Expr *bound)
{
	return make_opclause(btree_operator(call.id_type, strategy), BOOLOID, false,
						 reinterpret_cast<Expr *>(copy(call.id)), bound, InvalidOid, InvalidOid);
}

// A call of one of our functions, found in the schema of the predicate without asking for rights
// on it, which the user of a view need not have.
Expr *
call_sibling(const PredicateCall &call, const char *name, Oid result_type, Node *argument)
{
	const Oid argument_type = exprType(argument);
	const Oid function = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
										 PointerGetDatum(buildoidvector(&argument_type, 1)),
										 ObjectIdGetDatum(get_func_namespace(call.function)));
	if (!OidIsValid(function) || get_func_rettype(function) != result_type)
		elog(ERROR, "could not find function %s(%s)", name, format_type_be(argument_type));
	// Without an input collation, which postgres_fdw would not ship: none of them looks at it.
	return reinterpret_cast<Expr *>(makeFuncExpr(function, result_type, list_make1(argument),
												 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

Expr *
id_constant(const PredicateCall &call, Datum id)
{
	return reinterpret_cast<Expr *>(
		makeConst(call.id_type, -1, InvalidOid, call.predicate->kind->size, id, false, false));
}

// Conditions that hold together exactly when the id is in the range, as far as it has a time.
List *
constant_conditions(const PredicateCall &call, const AnyIdRange &ids)
{
	// "id < the smallest value", which an empty range has for its upper end: never true, but still
	// NULL for a NULL id.
	if (ids.empty)
		return list_make1(compare_id(call, BTLessStrategyNumber, id_constant(call, ids.upper)));

	List *conditions = NIL;
	if (!ids.lower_open)
		conditions = lappend(conditions, compare_id(call, BTGreaterEqualStrategyNumber,
													id_constant(call, ids.lower)));
	// A range open on both sides still needs a condition that is NULL for a NULL id. The version
	// test is one.
	if (!ids.upper_open || (conditions == NIL && call.predicate->kind->version_test == nullptr))
		conditions = lappend(
			conditions, compare_id(call, BTLessEqualStrategyNumber, id_constant(call, ids.upper)));
	return conditions;
}

// "id >= objectid_lower(range)" or, with is_upper, "id <= objectid_upper(range)". For a predicate
// that compares with a time, the range is objectid_internal_after(time) and so on. suffix: "", or
// "_or_null" for the functions that return NULL where there is no such id.
Expr *
compare_with_end(const PredicateCall &call, bool is_upper, const char *suffix)
{
	Node *range = copy(call.other);
	if (call.predicate->form == Predicate::Form::compared)
		range = reinterpret_cast<Node *>(
			call_sibling(call, range_function(call.comparison), TSTZRANGEOID, range));
	const char *name =
		psprintf("%s_%s%s", call.predicate->kind->sql_prefix, is_upper ? "upper" : "lower", suffix);
	return compare_id(call, is_upper ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber,
					  call_sibling(call, name, call.id_type, range));
}

// The range of ids as conditions, for a time that is not known yet: two, as on top of this file. A
// comparison with a uuid needs only one of them, as the largest and the smallest uuid of all, which
// alone would pass it, are of no version.
List *
unknown_time_conditions(const PredicateCall &call)
{
	if (call.predicate->form == Predicate::Form::compared &&
		call.predicate->kind->version_test != nullptr)
		return list_make1(compare_with_end(call, is_below(call.comparison), ""));
	return list_make2(compare_with_end(call, false, ""), compare_with_end(call, true, ""));
}

// The range of ids as conditions on the id alone, of which there may be none.
List *
range_conditions(const PredicateCall &call)
{
	if (!IsA(call.other, Const))
		return unknown_time_conditions(call);
	return constant_conditions(call, id_range_of(call, castNode(Const, call.other)));
}

// The conditions for an id of the version, and NULL for any other, which has no time to compare:
//
//     (test OR NULL) AND (conditions OR (NOT test AND NULL))
//
// Of a filter the planner leaves out what cannot be true (canonicalize_qual). What is left is
// "test AND conditions", and of its negation "test AND NOT conditions".
List *
null_for_other_versions(const PredicateCall &call, List *conditions)
{
	const auto test = [&] {
		return call_sibling(call, call.predicate->kind->version_test, BOOLOID, copy(call.id));
	};
	const auto null = [] { return makeBoolConst(false, true); };
	Expr *true_or_null = make_orclause(list_make2(test(), null()));
	if (conditions == NIL)
		return list_make1(true_or_null);
	Expr *false_or_null = make_andclause(list_make2(make_notclause(test()), null()));
	return list_make2(true_or_null,
					  make_orclause(list_make2(make_ands_explicit(conditions), false_or_null)));
}

StrategyNumber
btree_strategy(Comparison comparison)
{
	if (is_below(comparison))
		return is_inclusive(comparison) ? BTLessEqualStrategyNumber : BTLessStrategyNumber;
	return is_inclusive(comparison) ? BTGreaterEqualStrategyNumber : BTGreaterStrategyNumber;
}

// The operator between the other operand and the time of the id.
Oid
time_operator(const PredicateCall &call)
{
	if (call.predicate->form == Predicate::Form::within)
		return OID_RANGE_CONTAINS_ELEM_OP;
	return btree_operator(TIMESTAMPTZOID, btree_strategy(commuted(call.comparison)));
}

// "time operator time of the id", for an index on the time.
Expr *
time_condition(const PredicateCall &call, PlannerInfo *root)
{
	Expr *time_of_id =
		call_sibling(call, psprintf("%s_timestamp", call.predicate->kind->sql_prefix),
					 TIMESTAMPTZOID, copy(call.id));
	Node *known = eval_const_expressions(root, reinterpret_cast<Node *>(time_of_id));
	return make_opclause(time_operator(call), BOOLOID, false,
						 reinterpret_cast<Expr *>(copy(call.other)),
						 reinterpret_cast<Expr *>(known), InvalidOid, InvalidOid);
}

// For a known id: the time may be a column with statistics and partitions of its own.
Expr *
with_known_id(PlannerInfo *root, const PredicateCall &call)
{
	const auto *id = castNode(Const, call.id);
	if (id->constisnull || !call.predicate->kind->is_of_kind(id->constvalue) ||
		!contain_var_clause(call.other))
		return nullptr;
	return time_condition(call, root);
}

// Whether a table has an index with a condition or an expression.
bool
has_index_with_expression(Oid table_oid)
{
	Relation table = table_open(table_oid, NoLock);
	List *indexes = RelationGetIndexList(table);
	table_close(table, NoLock);
	for (const ListCell &cell : cells(indexes))
	{
		HeapTuple index = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(&cell)));
		if (!HeapTupleIsValid(index))
			continue;
		const bool found = !heap_attisnull(index, Anum_pg_index_indpred, nullptr) ||
						   !heap_attisnull(index, Anum_pg_index_indexprs, nullptr);
		ReleaseSysCache(index);
		if (found)
			return true;
	}
	return false;
}

// Whether the table of the id has something that only comparisons of ids match:
//
//  - children, even where the query's entry says ONLY: TimescaleDB sets that, and adds its chunks
//    itself;
//  - another server, unless the time is a sub-select, whose value is sent;
//  - if the time is a constant, an index with a condition or an expression.
//
// A view or sub-select passes the predicate on to its own tables.
bool
has_use_for_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	const bool is_known = IsA(call.other, Const);
	const Relids relids = pull_varnos(root, call.id);
	for (int relid = -1; (relid = bms_next_member(relids, relid)) >= 0;)
	{
		// The list may be that of another query: below OR, the planner simplifies the sub-select of
		// an EXISTS with the root of the query around it (convert_EXISTS_to_ANY). Then relid means
		// a wrong table or none. Both forms of the predicate are right, so that at worst a plan is
		// slower. If it means none, a constant becomes comparisons, and another time stays whole.
		if (relid < 1 || relid > list_length(root->parse->rtable))
			return is_known;
		const RangeTblEntry *entry = rt_fetch(relid, root->parse->rtable);
		if (entry->rtekind == RTE_RELATION &&
			(has_subclass(entry->relid) ||
			 (entry->relkind == RELKIND_FOREIGN_TABLE && !IsA(call.other, SubLink)) ||
			 (is_known && has_index_with_expression(entry->relid))))
			return true;
	}
	return false;
}

// Whether a predicate with a constant time becomes comparisons.
bool
constant_is_compared(PlannerInfo *root, const PredicateCall &call)
{
	if (castNode(Const, call.other)->constisnull)
		return false;
	if (call.predicate->kind->version_test == nullptr)
		return true;
	// Expressions of the catalogs (CHECKs, partition bounds, predicates of indexes) always become
	// comparisons. They come without a root, or after the planner has filled simple_rel_array. A
	// query comes with a root and before that, and becomes comparisons where one could match.
	const bool is_of_query = root != nullptr && root->simple_rel_array == nullptr;
	if (!is_of_query || constraint_exclusion == CONSTRAINT_EXCLUSION_ON)
		return true;
	return has_use_for_comparisons(root, call);
}

// Whether a predicate with a time that is not known yet becomes comparisons, in which the time
// stands more than once.
bool
unknown_time_is_compared(PlannerInfo *root, const PredicateCall &call)
{
	if (root == nullptr || !has_use_for_comparisons(root, call))
		return false;
	// A time that comes from the row of the id itself bounds no ids.
	if (bms_overlap(pull_varnos(root, call.id), pull_varnos(root, call.other)))
		return false;
	return may_repeat(root, call.other);
}

// The predicate as comparisons; null where it is better left whole.
Expr *
as_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	const bool is_known = IsA(call.other, Const);
	const bool is_compared =
		is_known ? constant_is_compared(root, call) : unknown_time_is_compared(root, call);
	if (!is_compared)
		return nullptr;
	List *conditions = range_conditions(call);
	if (call.predicate->kind->version_test != nullptr)
		conditions = null_for_other_versions(call, conditions);
	if (list_length(conditions) > 1 && !may_repeat(root, call.id))
		return nullptr;
	return make_ands_explicit(conditions);
}

// Whether a function is a predicate on the time of an id.
bool
match_time_predicate(Oid function, List *arguments, PredicateCall &call)
{
	return match_predicate(function, arguments, call) &&
		   (call.predicate->form == Predicate::Form::compared ||
			call.predicate->form == Predicate::Form::within);
}

// Instead of a cast of a date or timestamp, ours, which raises no error beyond the range of
// timestamptz, as the server's comparisons do not. Null for other times.
Expr *
cast_without_error(const PredicateCall &call)
{
	const Oid cast = function_of(call.other);
	if (cast != F_TIMESTAMPTZ_DATE && cast != F_TIMESTAMPTZ_TIMESTAMP)
		return nullptr;
	return call_sibling(call, "objectid_internal_timestamptz", TIMESTAMPTZOID,
						static_cast<Node *>(linitial(arguments_of(call.other))));
}

// Whether the call is in the condition of COPY ... WHERE, which is simplified without a planner,
// but has a location in the statement.
bool
is_copy_where(const SupportRequestSimplify *request)
{
	return request->root == nullptr &&
		   exprLocation(reinterpret_cast<Node *>(request->fcall->args)) >= 0;
}

Node *
simplify(const SupportRequestSimplify *request)
{
	PredicateCall call;
	if (!match_time_predicate(request->fcall->funcid, request->fcall->args, call))
		return nullptr;
	// In COPY ... WHERE, older minor versions do not prepare an operator below NOT for execution,
	// but do prepare a call of a function: the predicate stays one.
	const bool is_copy = is_copy_where(request);
	Expr *time = cast_without_error(call);
	FuncExpr *whole = nullptr; // the call, where it has changed
	if (is_copy || time != nullptr)
		whole = castNode(FuncExpr, copy(reinterpret_cast<const Node *>(request->fcall)));
	if (time != nullptr)
	{
		lfirst(list_nth_cell(whole->args, 1 - call.predicate->id_position)) = time;
		call.other = reinterpret_cast<Node *>(time);
	}
	if (is_copy)
		return reinterpret_cast<Node *>(whole);
	Expr *simplified = IsA(call.id, Const) ? with_known_id(request->root, call)
										   : as_comparisons(request->root, call);
	if (simplified != nullptr)
		return reinterpret_cast<Node *>(simplified);
	return reinterpret_cast<Node *>(whole);
}

// The range of ids of a predicate that has stayed whole, for an index on the id.
List *
id_index_conditions(const PredicateCall &call)
{
	if (call.predicate->kind->version_test != nullptr)
		return range_conditions(call);
	if (call.predicate->form == Predicate::Form::compared)
		return list_make1(compare_with_end(call, is_below(call.comparison), "_or_null"));
	// A tstzrange has two bounds. (A constant can come here if the id may not stand twice. Its
	// bounds are calls all the same, which the estimator evaluates.)
	return unknown_time_conditions(call);
}

// The conditions for an index on the id, or else on the other operand; NIL if there are none.
List *
index_conditions(SupportRequestIndexCondition *request)
{
	List *arguments = arguments_of(request->node);
	PredicateCall call;
	if (!match_time_predicate(request->funcid, arguments, call))
		return NIL;

	const bool is_on_id = list_nth(arguments, request->indexarg) == call.id;
	Node *known = is_on_id ? call.other : call.id;
	if (!is_pseudo_constant_for_index(request->root, known, request->index))
		return NIL;
	if (IsA(known, Const) && castNode(Const, known)->constisnull)
		return NIL;
	List *conditions =
		is_on_id ? id_index_conditions(call) : list_make1(time_condition(call, request->root));
	// The index may be of a class that lacks the operators, such as that of hash.
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<OpExpr *>(lfirst(&cell));
		if (!op_in_opfamily(condition->opno, request->opfamily))
			return NIL;
	}
	// The range has uuids of other versions, too: the predicate itself is tested afterwards.
	request->lossy = is_on_id && call.predicate->kind->version_test != nullptr;
	return conditions;
}

} // namespace

// Planner support of every time predicate and version test.
SQL_FUNCTION(objectid_internal_time_support)
{
	auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
	if (IsA(request, SupportRequestSimplify))
		PG_RETURN_POINTER(simplify(reinterpret_cast<SupportRequestSimplify *>(request)));
	if (IsA(request, SupportRequestIndexCondition))
		PG_RETURN_POINTER(
			index_conditions(reinterpret_cast<SupportRequestIndexCondition *>(request)));
	if (IsA(request, SupportRequestSelectivity) &&
		estimate_function(reinterpret_cast<SupportRequestSelectivity *>(request)))
		PG_RETURN_POINTER(request);
	return Datum{0};
}

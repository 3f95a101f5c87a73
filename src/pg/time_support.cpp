// Planner support of the time predicates: they become ranges of ids.
//
// A predicate on the time of an id is a range of ids. Written as comparisons of the id type itself,
// it is understood by every index, partition key, CHECK, partial index and foreign server:
//
//     id >= '2026-11-01'::timestamptz
//     id >= '6ae681000000000000000000'
//
//     id > now()
//     id >= objectid_lower_or_null(objectid_internal_after(now()))
//
// A time that is not known yet is written so only where it prunes partitions or is sent to another
// server, as the whole predicate is planned faster. Its one-sided bound is NULL where no id
// qualifies, which suffices in WHERE and in index conditions; elsewhere both bounds are emitted.
//
// A predicate on a uuid becomes comparisons and a test of the version. It stays whole where nothing
// has to match its comparisons, because the server does not interpolate when it estimates these.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_call.hpp"

using namespace objectid;

namespace {

// An operand of the predicate for one place of the result. The planner changes expressions in place
// and would do so twice to one that stands in two.
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
	// (SELECT now() - interval '1 hour') is no more work twice than without the SELECT.
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
constant_conditions(const PredicateCall &call, const IdEnds &ids)
{
	// Never true, but still NULL for a NULL id: below what an empty range has for its upper end.
	if (ids.empty)
		return list_make1(compare_id(call, BTLessStrategyNumber, id_constant(call, ids.upper)));

	List *conditions = NIL;
	if (!ids.lower_open)
		conditions = lappend(conditions, compare_id(call, BTGreaterEqualStrategyNumber,
													id_constant(call, ids.lower)));
	// Always true, but NULL for a NULL id, needs a condition too. A test of the version is one.
	if (!ids.upper_open || (conditions == NIL && call.predicate->kind->version_test == nullptr))
		conditions = lappend(
			conditions, compare_id(call, BTLessEqualStrategyNumber, id_constant(call, ids.upper)));
	return conditions;
}

// "id >= objectid_lower(range)" or "id <= objectid_upper(range)", where the range of a comparison
// is objectid_internal_after(time) and so on.
Expr *
compare_with_end(const PredicateCall &call, bool is_upper, const char *suffix)
{
	Node *range = copy(call.other);
	if (call.predicate->form == Predicate::Form::compared)
		range = reinterpret_cast<Node *>(call_sibling(
			call, range_functions[static_cast<int>(call.comparison)], TSTZRANGEOID, range));
	const char *name =
		psprintf("%s_%s%s", call.predicate->kind->sql_prefix, is_upper ? "upper" : "lower", suffix);
	return compare_id(call, is_upper ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber,
					  call_sibling(call, name, call.id_type, range));
}

// The same with a time that is not known. A comparison has one end where NULL is as good as false
// or a test of the version stands beside it.
List *
unknown_time_conditions(const PredicateCall &call, bool null_is_false)
{
	const bool has_versions = call.predicate->kind->version_test != nullptr;
	if (call.predicate->form == Predicate::Form::compared && (null_is_false || has_versions))
		return list_make1(
			compare_with_end(call, is_below(call.comparison), has_versions ? "" : "_or_null"));
	return list_make2(compare_with_end(call, false, ""), compare_with_end(call, true, ""));
}

bool
contains_exists(Node *node, void * /* context */)
{
	if (node == nullptr)
		return false;
	if (IsA(node, SubLink) && castNode(SubLink, node)->subLinkType == EXISTS_SUBLINK)
		return true;
	return expression_tree_walker(node, tree_walker(contains_exists), nullptr);
}

// Whether the expression may come from the sub-select of an EXISTS below OR, which the planner
// simplifies on behalf of the query around it (convert_EXISTS_to_ANY): its columns then seem to be
// those of other tables, or of none.
bool
may_be_of_another_query(PlannerInfo *root)
{
	return root->parse->hasSubLinks &&
		   (query_tree_walker(root->parse, tree_walker(contains_exists), nullptr,
							  QTW_IGNORE_RT_SUBQUERIES | QTW_IGNORE_CTE_SUBQUERIES) ||
			contains_exists(reinterpret_cast<Node *>(root->append_rel_list), nullptr));
}

// True for a top-level WHERE condition: every result row satisfies it, so NULL may stand for false.
// The same call elsewhere in the query sees only such rows, or its result does not matter.
bool
is_required(PlannerInfo *root, const FuncExpr *call)
{
	Node *quals = root->parse->jointree == nullptr ? nullptr : root->parse->jointree->quals;
	List *conditions = quals != nullptr && IsA(quals, List)
						   ? castNode(List, quals)
						   : make_ands_implicit(reinterpret_cast<Expr *>(quals));
	for (const ListCell &cell : cells(conditions))
	{
		CHECK_FOR_INTERRUPTS();
		auto *condition = static_cast<Node *>(lfirst(&cell));
		if (function_of(condition) == call->funcid && equal(arguments_of(condition), call->args))
			return !may_be_of_another_query(root);
	}
	return false;
}

// The range of ids as conditions on the id alone, of which there may be none.
List *
range_conditions(const PredicateCall &call, bool null_is_false)
{
	return IsA(call.other, Const)
			   ? constant_conditions(call, id_range_of(call, castNode(Const, call.other)))
			   : unknown_time_conditions(call, null_is_false);
}

// A value of another version is in no range; whether it is in an unknown range is unknown.
Expr *
version_condition(const PredicateCall &call, bool null_is_false)
{
	Expr *test = call_sibling(call, call.predicate->kind->version_test, BOOLOID, copy(call.id));
	if (null_is_false || IsA(call.other, Const))
		return test;
	NullTest *is_null = makeNode(NullTest);
	is_null->arg = reinterpret_cast<Expr *>(copy(call.other));
	is_null->nulltesttype = IS_NULL;
	is_null->argisrow = false;
	is_null->location = -1;
	return make_orclause(list_make2(test, is_null));
}

// "time operator time of the id", for an index on the time.
Expr *
time_condition(const PredicateCall &call, PlannerInfo *root)
{
	static constexpr StrategyNumber strategies[] = {BTLessStrategyNumber, BTLessEqualStrategyNumber,
													BTGreaterEqualStrategyNumber,
													BTGreaterStrategyNumber};
	const Oid op = call.predicate->form == Predicate::Form::within
					   ? Oid{OID_RANGE_CONTAINS_ELEM_OP}
					   : btree_operator(TIMESTAMPTZOID,
										strategies[static_cast<int>(commuted(call.comparison))]);
	Expr *time_of_id =
		call_sibling(call, psprintf("%s_timestamp", call.predicate->kind->sql_prefix),
					 TIMESTAMPTZOID, copy(call.id));
	Node *known = eval_const_expressions(root, reinterpret_cast<Node *>(time_of_id));
	return make_opclause(op, BOOLOID, false, reinterpret_cast<Expr *>(copy(call.other)),
						 reinterpret_cast<Expr *>(known), InvalidOid, InvalidOid);
}

// For a known id: the time may be a column with statistics and partitions of its own.
Expr *
with_known_id(PlannerInfo *root, const PredicateCall &call)
{
	const auto *id = castNode(Const, call.id);
	if (id->constisnull || !call.predicate->kind->has_time(id->constvalue) ||
		!contain_var_clause(call.other))
		return nullptr;
	return time_condition(call, root);
}

bool
has_partial_index(Oid table_oid)
{
	Relation table = table_open(table_oid, NoLock);
	List *indexes = RelationGetIndexList(table);
	table_close(table, NoLock);
	for (const ListCell &cell : cells(indexes))
	{
		HeapTuple index = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(&cell)));
		if (!HeapTupleIsValid(index))
			continue;
		const bool is_partial = !heap_attisnull(index, Anum_pg_index_indpred, nullptr);
		ReleaseSysCache(index);
		if (is_partial)
			return true;
	}
	return false;
}

// Whether the table of the id has something that only comparisons of ids match: children, even if
// the query leaves them out, as TimescaleDB adds them itself; another server, which is sent the
// value of a sub-select; or, with a constant, a partial index. What is no table passes the
// predicate on to its own tables.
bool
has_use_for_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	const bool is_known = IsA(call.other, Const);
	const Relids relids = pull_varnos(root, call.id);
	for (int relid = -1; (relid = bms_next_member(relids, relid)) >= 0;)
	{
		if (relid < 1 || relid > list_length(root->parse->rtable))
			return is_known; // see may_be_of_another_query
		const RangeTblEntry *entry = rt_fetch(relid, root->parse->rtable);
		if (entry->rtekind == RTE_RELATION &&
			(has_subclass(entry->relid) ||
			 (entry->relkind == RELKIND_FOREIGN_TABLE && !IsA(call.other, SubLink)) ||
			 (is_known && has_partial_index(entry->relid))))
			return true;
	}
	return false;
}

// The predicate as comparisons; null where it is better left whole. Expressions of the catalogs,
// which come without a planner or when it has set up its array of relations, must have the same
// form as those in queries.
Expr *
as_comparisons(PlannerInfo *root, const PredicateCall &call, const FuncExpr *function)
{
	const bool is_known = IsA(call.other, Const);
	const bool has_versions = call.predicate->kind->version_test != nullptr;
	bool null_is_false = false;
	bool is_never = false;
	if (is_known)
	{
		const auto *time = castNode(Const, call.other);
		if (time->constisnull ||
			(has_versions && root != nullptr && root->simple_rel_array == nullptr &&
			 constraint_exclusion != CONSTRAINT_EXCLUSION_ON &&
			 !has_use_for_comparisons(root, call)))
			return nullptr;
		is_never = id_range_of(call, time).empty;
	}
	else
	{
		if (root == nullptr || !has_use_for_comparisons(root, call) ||
			bms_overlap(pull_varnos(root, call.id), pull_varnos(root, call.other)))
			return nullptr;
		null_is_false = is_required(root, function);
		const bool is_once = null_is_false && call.predicate->form == Predicate::Form::compared;
		if (is_once ? contain_volatile_functions(call.other) : !may_repeat(root, call.other))
			return nullptr;
	}
	List *conditions = range_conditions(call, null_is_false);
	if (has_versions && !is_never)
		conditions = lcons(version_condition(call, null_is_false), conditions);
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

Node *
simplify(const SupportRequestSimplify *request)
{
	PredicateCall call;
	if (!match_time_predicate(request->fcall->funcid, request->fcall->args, call))
		return nullptr;
	// Without a planner, but with a place in the statement: the condition of COPY ... WHERE, where
	// older minor versions fail for NOT and an operator, but not for NOT and a function.
	const bool is_copy = request->root == nullptr &&
						 exprLocation(reinterpret_cast<Node *>(request->fcall->args)) >= 0;
	Expr *time = cast_without_error(call);
	FuncExpr *whole = nullptr;
	if (is_copy || time != nullptr)
		whole = castNode(FuncExpr, copy(reinterpret_cast<const Node *>(request->fcall)));
	if (time != nullptr)
	{
		lfirst(list_nth_cell(whole->args, 1 - call.predicate->id_position)) = time;
		call.other = reinterpret_cast<Node *>(time);
	}
	Expr *simplified = is_copy               ? nullptr
					   : IsA(call.id, Const) ? with_known_id(request->root, call)
											 : as_comparisons(request->root, call, request->fcall);
	return simplified == nullptr ? reinterpret_cast<Node *>(whole)
								 : reinterpret_cast<Node *>(simplified);
}

List *
index_conditions(SupportRequestIndexCondition *request)
{
	List *arguments = arguments_of(request->node);
	PredicateCall call;
	if (!match_time_predicate(request->funcid, arguments, call))
		return NIL;

	const bool is_of_ids = list_nth(arguments, request->indexarg) == call.id;
	Node *known = is_of_ids ? call.other : call.id;
	if (!is_pseudo_constant_for_index(request->root, known, request->index) ||
		(IsA(known, Const) && castNode(Const, known)->constisnull))
		return NIL;
	// A constant one that has stayed whole keeps its range, by which the estimates know both ends.
	const bool has_versions = call.predicate->kind->version_test != nullptr;
	List *conditions = !is_of_ids     ? list_make1(time_condition(call, request->root))
					   : has_versions ? range_conditions(call, true)
									  : unknown_time_conditions(call, true);
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<OpExpr *>(lfirst(&cell));
		if (!op_in_opfamily(condition->opno, request->opfamily))
			return NIL;
	}
	request->lossy = is_of_ids && has_versions;
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

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
// A time that is a constant is always written so. One that is not known yet only where it prunes
// partitions or is sent to another server: a plain table has its index conditions from the whole
// predicate, which is planned faster.
//
// What is written is equal to the predicate for every id and every time. If the time is unknown, a
// one-sided bound is NULL where no id qualifies, which suffices in WHERE and in index conditions;
// elsewhere both bounds are emitted. They repeat the operands, so that volatile or costly ones are
// left alone.
//
// A predicate on a uuid becomes comparisons and a test of the version. The server's estimator of
// uuid comparisons does not interpolate within a histogram bucket, ours of the predicate does, so
// that it stays whole where nothing has to match its comparisons.
// SPDX-License-Identifier: PostgreSQL
#include "pg/id_datum.hpp"
#include "pg/time_call.hpp"
#include "pg/time_estimates.hpp"

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

// Whether comparisons of ids are of more use than the predicate while the time is not known: for a
// table with children, whose conditions prune, and for a foreign one, whose server may know nothing
// of ours (and which is sent the value of a sub-select). What is no table passes the predicate on
// to its own tables.
bool
is_better_as_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	const Relids relids = pull_varnos(root, call.id);
	for (int relid = -1; (relid = bms_next_member(relids, relid)) >= 0;)
	{
		if (relid < 1 || relid > list_length(root->parse->rtable))
			return false; // see may_be_of_another_query
		const RangeTblEntry *entry = rt_fetch(relid, root->parse->rtable);
		if (entry->rtekind == RTE_RELATION &&
			(entry->inh || (entry->relkind == RELKIND_FOREIGN_TABLE && !IsA(call.other, SubLink))))
			return true;
	}
	return false;
}

// "id strategy bound", with the operator of the type's default btree class.
Expr *
compare_id(const PredicateCall &call, StrategyNumber strategy, Expr *bound)
{
	if (bound == nullptr)
		return nullptr;
	const Oid op = btree_operator(call.id_type, strategy);
	if (!OidIsValid(op))
		return nullptr;
	return make_opclause(op, BOOLOID, false, reinterpret_cast<Expr *>(copy(call.id)), bound,
						 InvalidOid, InvalidOid);
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
	const bool versions = call.predicate->kind->sql.version_test != nullptr;
	// Never true, but still NULL for a NULL id: below what an empty range has for its upper end.
	if (ids.empty)
		return list_make1(compare_id(call, BTLessStrategyNumber, id_constant(call, ids.upper)));

	List *conditions = NIL;
	if (!ids.lower_open)
		conditions = lappend(conditions, compare_id(call, BTGreaterEqualStrategyNumber,
													id_constant(call, ids.lower)));
	// Always true, but NULL for a NULL id, needs a condition too. A test of the version is one.
	if (!ids.upper_open || (conditions == NIL && !versions))
		conditions = lappend(
			conditions, compare_id(call, BTLessEqualStrategyNumber, id_constant(call, ids.upper)));
	return conditions;
}

// "name(range)", or "name(after(time))" and so on for a comparison.
Expr *
bound(const PredicateCall &call, const char *name)
{
	Node *range = copy(call.other);
	if (call.predicate->form == Predicate::Form::compared)
		range = reinterpret_cast<Node *>(
			call_sibling(call, range_function(call.comparison), TSTZRANGEOID, range));
	return range == nullptr ? nullptr : call_sibling(call, name, call.id_type, range);
}

// The same with a time that is not known. one_end: a comparison, where NULL is as good as false or
// a test of the version stands beside it.
List *
unknown_time_conditions(const PredicateCall &call, bool one_end)
{
	const SqlNames &sql = call.predicate->kind->sql;
	if (one_end && is_below(call.comparison))
		return list_make1(
			compare_id(call, BTLessEqualStrategyNumber, bound(call, sql.upper_or_null)));
	if (one_end)
		return list_make1(
			compare_id(call, BTGreaterEqualStrategyNumber, bound(call, sql.lower_or_null)));
	return list_make2(compare_id(call, BTGreaterEqualStrategyNumber, bound(call, sql.lower)),
					  compare_id(call, BTLessEqualStrategyNumber, bound(call, sql.upper)));
}

bool
contains_exists(Node *node, void * /* context */)
{
	if (node == nullptr)
		return false;
	if (IsA(node, SubLink) && castNode(SubLink, node)->subLinkType == EXISTS_SUBLINK)
		return true;
	return walk_expression(node, contains_exists);
}

// Whether the expression may come from the sub-select of an EXISTS, which the planner simplifies on
// behalf of the query around it (convert_EXISTS_to_ANY): its columns then seem to be those of other
// tables, or of none. Below AND an EXISTS has become a join before.
bool
may_be_of_another_query(PlannerInfo *root)
{
	return root->parse->hasSubLinks &&
		   (walk_query(root->parse, contains_exists,
					   QTW_IGNORE_RT_SUBQUERIES | QTW_IGNORE_CTE_SUBQUERIES) ||
			contains_exists(reinterpret_cast<Node *>(root->append_rel_list), nullptr));
}

// True for a top-level WHERE condition: every result row satisfies it, so NULL may stand for false.
// The same call elsewhere in the query sees only such rows, or its result does not matter.
bool
is_required(PlannerInfo *root, const FuncExpr *call)
{
	Node *quals = root->parse->jointree == nullptr ? nullptr : root->parse->jointree->quals;
	if (quals == nullptr)
		return false;
	List *conditions = is_andclause(quals) ? castNode(BoolExpr, quals)->args
					   : IsA(quals, List)  ? castNode(List, quals)
										   : list_make1(quals);
	for (const ListCell &cell : cells(conditions))
	{
		CHECK_FOR_INTERRUPTS();
		auto *condition = static_cast<Node *>(lfirst(&cell));
		if (function_of(condition) == call->funcid && equal(arguments_of(condition), call->args))
			return !may_be_of_another_query(root);
	}
	return false;
}

// The range of ids as conditions on the id alone, of which there may be none; nothing when a
// function or operator of ours is gone.
std::optional<List *>
range_conditions(const PredicateCall &call, bool null_is_false)
{
	List *conditions =
		IsA(call.other, Const)
			? constant_conditions(call, id_range_of(call, castNode(Const, call.other)))
			: unknown_time_conditions(
				  call, call.predicate->form == Predicate::Form::compared &&
							(null_is_false || call.predicate->kind->sql.version_test != nullptr));
	if (list_member_ptr(conditions, nullptr))
		return std::nullopt;
	return conditions;
}

// A value of another version is in no range; whether it is in an unknown range is unknown.
Expr *
version_condition(const PredicateCall &call, bool null_is_false)
{
	Expr *test = call_sibling(call, call.predicate->kind->sql.version_test, BOOLOID, copy(call.id));
	if (test == nullptr || null_is_false || IsA(call.other, Const))
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
	Expr *time_of_id =
		call_sibling(call, call.predicate->kind->sql.timestamp, TIMESTAMPTZOID, copy(call.id));
	if (time_of_id == nullptr)
		return nullptr;
	Node *known = eval_const_expressions(root, reinterpret_cast<Node *>(time_of_id));
	return make_opclause(time_operator(*call.predicate), BOOLOID, false,
						 reinterpret_cast<Expr *>(copy(call.other)),
						 reinterpret_cast<Expr *>(known), InvalidOid, InvalidOid);
}

// For a known id: the time may be a column with statistics and partitions of its own.
Expr *
with_known_id(PlannerInfo *root, const PredicateCall &call)
{
	const auto *id = castNode(Const, call.id);
	if (root == nullptr || id->constisnull || !call.predicate->kind->has_time(id->constvalue) ||
		!contain_var_clause(call.other))
		return nullptr;
	return time_condition(call, root);
}

// Whether a table has a partial index, whose predicate conditions have to match.
bool
has_partial_index(const RangeTblEntry *entry)
{
	Relation table = table_open(entry->relid, NoLock);
	List *indexes = RelationGetIndexList(table);
	table_close(table, NoLock);
	for (const ListCell &cell : cells(indexes))
	{
		HeapTuple index = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(&cell)));
		const bool is_partial =
			HeapTupleIsValid(index) && !heap_attisnull(index, Anum_pg_index_indpred, nullptr);
		if (HeapTupleIsValid(index))
			ReleaseSysCache(index);
		if (is_partial)
			return true;
	}
	return false;
}

// Whether a predicate with a constant is better left whole: one on a uuid in a query, of which
// nothing in the catalogs has to match the comparisons. (A table can have children although the
// query says that they are left out: TimescaleDB adds them itself.) The planner simplifies the
// constraints of tables and the conditions of children when it has set up its array of relations.
bool
is_better_whole(PlannerInfo *root, const PredicateCall &call)
{
	if (call.predicate->kind->sql.version_test == nullptr || root == nullptr ||
		root->simple_rel_array != nullptr || constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
		is_better_as_comparisons(root, call))
		return false;
	const Relids relids = pull_varnos(root, call.id);
	for (int relid = -1; (relid = bms_next_member(relids, relid)) >= 0;)
	{
		if (relid < 1 || relid > list_length(root->parse->rtable))
			return false; // see may_be_of_another_query
		const RangeTblEntry *entry = rt_fetch(relid, root->parse->rtable);
		if (entry->rtekind == RTE_RELATION &&
			(has_subclass(entry->relid) || has_partial_index(entry)))
			return false;
	}
	return true;
}

// Whether the predicate is to be written as comparisons. With a constant, and with a time in the
// same row, expressions of the catalogs, which come without a planner, have the form of those in
// the queries that they have to match.
bool
is_worth_comparing(PlannerInfo *root, const PredicateCall &call, bool null_is_false)
{
	if (IsA(call.other, Const))
		return !castNode(Const, call.other)->constisnull && !is_better_whole(root, call);
	if (root == nullptr || !is_better_as_comparisons(root, call) ||
		bms_overlap(pull_varnos(root, call.id), pull_varnos(root, call.other)))
		return false;
	const bool is_once = null_is_false && call.predicate->form == Predicate::Form::compared;
	return is_once ? !contain_volatile_functions(call.other) : may_repeat(root, call.other);
}

Expr *
as_comparisons(PlannerInfo *root, const PredicateCall &call, bool null_is_false)
{
	if (!is_worth_comparing(root, call, null_is_false))
		return nullptr;
	const auto range = range_conditions(call, null_is_false);
	if (!range)
		return nullptr;
	List *conditions = *range;
	const bool is_never =
		IsA(call.other, Const) && id_range_of(call, castNode(Const, call.other)).empty;
	if (call.predicate->kind->sql.version_test != nullptr && !is_never)
		conditions = lcons(version_condition(call, null_is_false), conditions);
	if (conditions == NIL || linitial(conditions) == nullptr ||
		(list_length(conditions) > 1 && !may_repeat(root, call.id)))
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

// The cast of a date or timestamp raises an error beyond the range of timestamptz, where the
// server's comparisons of a timestamptz with a date or timestamp know an answer. Gives a cast of
// ours that makes it infinite, as a constant if it is one; null where nothing is to be replaced.
Node *
without_overflow(const PredicateCall &call)
{
	if (!IsA(call.other, FuncExpr))
		return nullptr;
	const auto *cast = castNode(FuncExpr, call.other);
	if (cast->funcid != F_TIMESTAMPTZ_DATE && cast->funcid != F_TIMESTAMPTZ_TIMESTAMP)
		return nullptr;
	auto *value = static_cast<Node *>(linitial(cast->args));
	Expr *infinite = call_sibling(call, "objectid_internal_timestamptz", TIMESTAMPTZOID, value);
	if (infinite == nullptr || !IsA(value, Const) || castNode(Const, value)->constisnull)
		return reinterpret_cast<Node *>(infinite);
	const TimestampTz time = DatumGetTimestampTz(
		OidFunctionCall1(castNode(FuncExpr, infinite)->funcid, castNode(Const, value)->constvalue));
	if (!TIMESTAMP_NOT_FINITE(time))
		return nullptr;
	return reinterpret_cast<Node *>(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
											  TimestampTzGetDatum(time), false, FLOAT8PASSBYVAL));
}

Node *
simplify_call(PlannerInfo *root, const PredicateCall &call, const FuncExpr *function)
{
	if (IsA(call.id, Const))
		return reinterpret_cast<Node *>(with_known_id(root, call));
	const bool null_is_false = root != nullptr && !IsA(call.other, Const) &&
							   is_better_as_comparisons(root, call) && is_required(root, function);
	return reinterpret_cast<Node *>(as_comparisons(root, call, null_is_false));
}

Node *
simplify(const SupportRequestSimplify *request)
{
	const FuncExpr *function = request->fcall;
	PredicateCall call;
	if (!match_time_predicate(function->funcid, function->args, call))
		return nullptr;

	// Without a planner, but with a place in the statement: the condition of COPY ... WHERE. There
	// negate_clause() turns NOT and an operator into another operator without its function, which
	// COPY does not look up. It leaves a function as it is.
	const bool is_copy =
		request->root == nullptr && exprLocation(reinterpret_cast<Node *>(function->args)) >= 0;

	FuncExpr *replaced = nullptr;
	if (Node *time = without_overflow(call))
	{
		replaced = castNode(FuncExpr, copy(reinterpret_cast<const Node *>(function)));
		lfirst(list_nth_cell(replaced->args, 1 - call.predicate->id_position)) = time;
		call.other = time;
	}
	Node *simplified = is_copy ? nullptr : simplify_call(request->root, call, function);
	if (simplified == nullptr && replaced != nullptr)
		return reinterpret_cast<Node *>(replaced);
	return is_copy ? copy(reinterpret_cast<const Node *>(function)) : simplified;
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
	List *conditions =
		!is_of_ids ? list_make1(time_condition(call, request->root))
		: call.predicate->kind->sql.version_test == nullptr
			? unknown_time_conditions(call, call.predicate->form == Predicate::Form::compared)
			: range_conditions(call, true).value_or(NIL);
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<OpExpr *>(lfirst(&cell));
		if (condition == nullptr || !op_in_opfamily(condition->opno, request->opfamily))
			return NIL;
	}
	request->lossy = is_of_ids && call.predicate->kind->sql.version_test != nullptr;
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

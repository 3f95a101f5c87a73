// Planner support of the time predicates: they become comparisons that indexes, partition keys,
// CHECKs, partial indexes and foreign servers understand.
//
// A time has a place in the order of ids, that of the first id that is not before it. < and >= of
// an objectid and a timestamptz agree with this order and are members of the btree family, so that
// the server knows what to do with them. The others become these two, when the planner simplifies
// an expression (SupportRequestSimplify):
//
//     id > now()                       id >= objectid_internal_next(now())
//     objectid_within(id, range)       id >= objectid_internal_lower(range) AND
//                                      id < objectid_internal_upper(range)
//     id < timestamptz '2026-11-01'    id < '6ae681000000000000000000'
//
// A predicate that stays whole, and an index of another kind than btree, get their index conditions
// from SupportRequestIndexCondition.
//
// For uuid there is no such order, as values of other versions have no time. There a time becomes
// the first UUID that is not before it. A predicate becomes comparisons with that and a test of the
// version, but only where something must match the comparisons (has_use_for_comparisons).
// Elsewhere it stays whole, which is faster to plan, and better to estimate below IS TRUE. Either
// form is NULL for a value of another version (null_for_other_versions), and looks at the version
// of a value once: BETWEEN, which is two predicates, twice.
//
// SupportRequestSelectivity is answered by pg/time_estimates.cpp.
// SPDX-License-Identifier: PostgreSQL
#include "pg/own_objects.hpp"
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

// Whether an operand may stand twice in the result. A sub-select without FROM, such as
// (SELECT now() - interval '1 hour'), is evaluated once for a query.
bool
may_repeat(Node *operand)
{
	if (IsA(operand, SubLink) && castNode(SubLink, operand)->subLinkType == EXPR_SUBLINK &&
		castNode(Query, castNode(SubLink, operand)->subselect)->rtable == NIL)
		return !contain_volatile_functions(operand);
	return !contain_volatile_functions(operand) && !contain_subplans(operand);
}

// "id strategy bound", with the operator of the default btree class of the id's type, or of its
// family; with none if there is no such operator.
Expr *
compare_id(const PredicateCall &call, StrategyNumber strategy, Expr *bound)
{
	const Oid op =
		btree_operator(call.id_type, strategy, exprType(reinterpret_cast<Node *>(bound)));
	return make_opclause(op, BOOLOID, false, reinterpret_cast<Expr *>(copy(call.id)), bound,
						 InvalidOid, InvalidOid);
}

// A call of a function of ours.
Expr *
call_own(const char *name, Expr *argument)
{
	const Oid argument_type = exprType(reinterpret_cast<Node *>(argument));
	const Oid function = own_function(name, argument_type);
	if (!OidIsValid(function))
		elog(ERROR, "could not find function %s(%s)", name, format_type_be(argument_type));
	// Without an input collation, which postgres_fdw would not ship: none of them looks at it.
	return reinterpret_cast<Expr *>(makeFuncExpr(function, get_func_rettype(function),
												 list_make1(argument), InvalidOid, InvalidOid,
												 COERCE_EXPLICIT_CALL));
}

// The first id of the kind that is not before a time.
Expr *
first_id_of(const PredicateCall &call, Expr *time)
{
	return call_own(psprintf("objectid_internal_first_%s", call.predicate->kind->sql_prefix), time);
}

// Conditions that hold together exactly when the id is in the range, as far as it has a time. The
// opposite of one is a condition of the opposite predicate.
List *
constant_conditions(const PredicateCall &call, const AnyIdRange &ids)
{
	const auto constant = [&call](Datum id) {
		return reinterpret_cast<Expr *>(
			makeConst(call.id_type, -1, InvalidOid, call.predicate->kind->size, id, false, false));
	};
	// "id < the smallest" is never true, but NULL for a NULL id.
	if (ids.empty)
		return list_make1(compare_id(call, BTLessStrategyNumber, constant(ids.from)));
	List *conditions = NIL;
	// A range open on both sides still needs a condition that is NULL for a NULL id. The version
	// test is one.
	if (!ids.from_open || (ids.to == 0 && call.predicate->kind->version_test == nullptr))
		conditions =
			lappend(conditions, compare_id(call, BTGreaterEqualStrategyNumber, constant(ids.from)));
	if (ids.to != 0)
		conditions = lappend(conditions, compare_id(call, BTLessStrategyNumber, constant(ids.to)));
	return conditions;
}

// Calls add(strategy, time) for each end of the range of times that a predicate stands for: >= the
// first time in it, < the first one after it. The operand of the predicate is not copied.
template <typename Add>
void
for_each_end(const PredicateCall &call, const Add &add)
{
	auto *other = reinterpret_cast<Expr *>(call.other);
	const auto with_function = [&](const char *name) { return call_own(name, other); };
	if (call.predicate->form == Predicate::Form::within)
	{
		add(BTGreaterEqualStrategyNumber, with_function("objectid_internal_lower"));
		add(BTLessStrategyNumber, with_function("objectid_internal_upper"));
		return;
	}
	const bool is_upper = is_below(call.comparison);
	add(is_upper ? BTLessStrategyNumber : BTGreaterEqualStrategyNumber,
		is_upper == is_inclusive(call.comparison) ? with_function("objectid_internal_next")
												  : other);
}

// The range of ids as conditions on the id alone.
List *
range_conditions(const PredicateCall &call)
{
	if (IsA(call.other, Const))
		return constant_conditions(call, id_range_of(call, castNode(Const, call.other)));
	List *conditions = NIL;
	for_each_end(call, [&](StrategyNumber strategy, Expr *end) {
		auto *time = reinterpret_cast<Expr *>(copy(reinterpret_cast<Node *>(end)));
		if (call.predicate->kind->version_test != nullptr)
			time = first_id_of(call, time);
		conditions = lappend(conditions, compare_id(call, strategy, time));
	});
	return conditions;
}

// The conditions for an id of the version, and NULL for any other, which has no time to compare:
//
//     (test OR NULL) AND ((NOT test AND NULL) OR conditions)
//
// Of a filter the planner leaves out what cannot be true (canonicalize_qual). What is left is
// "test AND conditions", and of its negation "test AND NOT conditions". The server estimates the
// test first, which tells it about the conditions.
List *
null_for_other_versions(const PredicateCall &call, List *conditions)
{
	const auto test = [&] {
		return call_own(call.predicate->kind->version_test,
						reinterpret_cast<Expr *>(copy(call.id)));
	};
	const auto null = [] { return makeBoolConst(false, true); };
	Expr *true_or_null = make_orclause(list_make2(test(), null()));
	if (conditions == NIL)
		return list_make1(true_or_null);
	Expr *false_or_null = make_andclause(list_make2(make_notclause(test()), null()));
	return list_make2(true_or_null,
					  make_orclause(list_make2(false_or_null, make_ands_explicit(conditions))));
}

// The operator between the other operand and the time of the id.
Oid
time_operator(const PredicateCall &call)
{
	if (call.predicate->form == Predicate::Form::within)
		return OID_RANGE_CONTAINS_ELEM_OP;
	return btree_operator(TIMESTAMPTZOID, static_cast<StrategyNumber>(commuted(call.comparison)));
}

// "time operator time of the id", for an index on the time.
Expr *
time_condition(const PredicateCall &call, PlannerInfo *root)
{
	Expr *time_of_id = call_own(psprintf("%s_timestamp", call.predicate->kind->sql_prefix),
								reinterpret_cast<Expr *>(copy(call.id)));
	Node *known = eval_const_expressions(root, reinterpret_cast<Node *>(time_of_id));
	return make_opclause(time_operator(call), BOOLOID, false,
						 reinterpret_cast<Expr *>(copy(call.other)),
						 reinterpret_cast<Expr *>(known), InvalidOid, InvalidOid);
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

// Whether a table of the id passes a test. A view or sub-select passes the predicate on to its own
// tables. otherwise: the answer where the tables are not known, in which case a plan is at worst
// slower, as both forms of a predicate are right.
template <typename Test>
bool
has_table(PlannerInfo *root, const PredicateCall &call, bool otherwise, const Test &test)
{
	const Relids relids = pull_varnos(root, call.id);
	for (int relid = -1; (relid = bms_next_member(relids, relid)) >= 0;)
	{
		// The list may be that of another query: below OR, the planner simplifies the sub-select of
		// an EXISTS with the root of the query around it (convert_EXISTS_to_ANY). Then relid means
		// a wrong table or none.
		if (relid < 1 || relid > list_length(root->parse->rtable))
			return otherwise;
		const RangeTblEntry *entry = rt_fetch(relid, root->parse->rtable);
		if (entry->rtekind == RTE_RELATION && test(entry))
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
bool
has_use_for_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	const bool is_known = IsA(call.other, Const);
	return has_table(root, call, is_known, [&](const RangeTblEntry *entry) {
		return has_subclass(entry->relid) ||
			   (entry->relkind == RELKIND_FOREIGN_TABLE && !IsA(call.other, SubLink)) ||
			   (is_known && has_index_with_expression(entry->relid));
	});
}

// Whether a predicate on a uuid becomes comparisons.
bool
uuid_is_compared(PlannerInfo *root, const PredicateCall &call)
{
	if (!IsA(call.other, Const))
		return root != nullptr && has_use_for_comparisons(root, call) &&
			   // A time that comes from the row of the id itself bounds no ids.
			   !bms_overlap(pull_varnos(root, call.id), pull_varnos(root, call.other));
	// Expressions of the catalogs (CHECKs, partition bounds, predicates of indexes) always become
	// comparisons. They come without a root, or after the planner has filled simple_rel_array. A
	// query comes with a root and before that, and becomes comparisons where one could match.
	const bool is_of_query = root != nullptr && root->simple_rel_array == nullptr;
	return !is_of_query || constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
		   has_use_for_comparisons(root, call);
}

// Whether a predicate on an objectid becomes other comparisons. A column of times may have an index
// of its own, so that the predicate stays whole, but where the ids are in partitions, of another
// table than the times.
bool
objectid_is_compared(PlannerInfo *root, const PredicateCall &call)
{
	if (call.predicate->form == Predicate::Form::compared && !IsA(call.other, Const) &&
		is_below(call.comparison) != is_inclusive(call.comparison))
		return false; // it is < or >= already, or means that with the sides exchanged
	if (!contain_var_clause(call.other))
		return true;
	return root != nullptr &&
		   !bms_overlap(pull_varnos(root, call.id), pull_varnos(root, call.other)) &&
		   has_table(root, call, false,
					 [](const RangeTblEntry *entry) { return has_subclass(entry->relid); });
}

// The predicate as comparisons; null where it is better left whole.
Expr *
as_comparisons(PlannerInfo *root, const PredicateCall &call)
{
	// A call with NULL is NULL before this, as all predicates are strict.
	Assert(!IsA(call.other, Const) || !castNode(Const, call.other)->constisnull);
	const bool is_versioned = call.predicate->kind->version_test != nullptr;
	if (!(is_versioned ? uuid_is_compared(root, call) : objectid_is_compared(root, call)))
		return nullptr;
	const bool is_range = call.predicate->form == Predicate::Form::within;
	if ((is_range || is_versioned) && !may_repeat(call.id))
		return nullptr;
	if (is_range && !may_repeat(call.other))
		return nullptr;
	List *conditions = range_conditions(call);
	if (is_versioned)
		conditions = null_for_other_versions(call, conditions);
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
	return call_own("objectid_internal_timestamptz",
					static_cast<Expr *>(linitial(arguments_of(call.other))));
}

// Whether the call is in the condition of COPY ... WHERE, which is simplified without a planner,
// but has a location in the statement.
bool
is_copy_where(const SupportRequestSimplify *request)
{
	return request->root == nullptr &&
		   exprLocation(reinterpret_cast<Node *>(request->fcall->args)) >= 0;
}

bool
contains_bound_of_times(Node *expression, void *context)
{
	if (expression == nullptr)
		return false;
	if (IsA(expression, FuncExpr) && castNode(FuncExpr, expression)->funcid ==
										 own_function("resolved_timestamp", REGCLASSOID, NAMEOID))
		return true;
	return is_true_of_part(expression, contains_bound_of_times, context);
}

// 42883 for a bound of times beside an id. It lies within a second or millisecond of ids, and more
// ids of that are to come.
void
refuse_bound_of_times(const PredicateCall &call)
{
	if (!contains_bound_of_times(call.other, nullptr))
		return;
	const char *kind = call.predicate->kind->sql_prefix;
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("ids cannot be compared with the result of function resolved_timestamp"),
			 errdetail("It can lie within the second or millisecond of an id, and rows with such "
					   "ids would be missed."),
			 strcmp(kind, "uuid_v6") == 0 ? 0 : errhint("Use function resolved_%s.", kind)));
}

Node *
simplify(const SupportRequestSimplify *request)
{
	PredicateCall call;
	if (!match_time_predicate(request->fcall->funcid, request->fcall->args, call))
		return nullptr;
	refuse_bound_of_times(call);
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
	if (is_copy || IsA(call.id, Const))
		return reinterpret_cast<Node *>(whole);
	// No index is on the cast.
	Expr *simplified = time != nullptr && call.predicate->kind->version_test == nullptr
						   ? make_ands_explicit(range_conditions(call))
						   : as_comparisons(request->root, call);
	return simplified != nullptr ? reinterpret_cast<Node *>(simplified)
								 : reinterpret_cast<Node *>(whole);
}

// The range of ids of a predicate, for an index on the id. Where the index does not know the order
// of ids and times, it is a range from one id to another, which is included, so that the predicate
// must be tested afterwards: there may be no id to stand for a time.
List *
id_index_conditions(const PredicateCall &call, SupportRequestIndexCondition *request)
{
	request->lossy = call.predicate->kind->version_test != nullptr;
	if (IsA(call.other, Const))
		return range_conditions(call);
	List *conditions = NIL;
	for_each_end(call, [&](StrategyNumber strategy, Expr *time) {
		Expr *condition = compare_id(call, strategy, time);
		if (!op_in_opfamily(castNode(OpExpr, condition)->opno, request->opfamily))
		{
			request->lossy = true;
			strategy = strategy == BTLessStrategyNumber ? BTLessEqualStrategyNumber : strategy;
			condition = compare_id(call, strategy, first_id_of(call, time));
		}
		conditions = lappend(conditions, condition);
	});
	return conditions;
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
	request->lossy = false;
	List *conditions = is_on_id ? id_index_conditions(call, request)
								: list_make1(time_condition(call, request->root));
	// The index may be of a class that lacks the operators, such as that of hash.
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<OpExpr *>(lfirst(&cell));
		if (!op_in_opfamily(condition->opno, request->opfamily))
			return NIL;
	}
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

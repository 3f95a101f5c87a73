// How many rows a condition on ids or their times selects.
//
// The server interpolates within the buckets of a histogram, and estimates the two ends of a range
// together, but for its own types and estimators only, so this estimator does both:
//
//     1,000 rows; the histogram has three bounds, the ids of 0:00, 2:00 and 4:00
//     id >= 1:00    half of the first bucket, and the second one    0.75
//     id < 2:00     the first bucket                                0.5
//     both          0.75 + 0.5 - 1                                  0.25, which are 250 rows
//
// Of conditions joined by AND the server multiplies the estimates. So each of the two is estimated
// as 0.5, the square root of 0.25; in general, each of n ends as the n-th root, and a range, which
// has two ends, as its square. When the server asks about one condition on a column, all of the
// table's conditions on this column are estimated, list by list, and written where the server looks
// before it asks.
//
// A predicate on a uuid becomes comparisons of the server beside a version test. Those the server
// estimates together, but without interpolation, so it is told the selectivity of each
// (version_selectivity).
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_estimates.hpp"

#include "core/histogram.hpp"
#include "core/id_condition.hpp"
#include "pg/own_objects.hpp"
#include "pg/time_predicate_call.hpp"

#include <algorithm>
#include <utility>

using namespace objectid;

static_assert(server_was_read,
			  "clausesel.c: clauselist_selectivity() multiplies, but for pairs of ends, and uses a "
			  "norm_selec that is there; selfuncs.c: ineq_histogram_selectivity(), and macaddr in "
			  "convert_to_scalar()");

namespace {

// Of one end of a range, so that both have 0.001, as contjoinsel() guesses for "time <@ range".
constexpr double range_end_join_selectivity = 0.031622776601683795;

// The column of ids that conditions are about.
struct IdColumn
{
	PlannerInfo *root;
	const AnyIdKind *kind;
	Oid type;
	VariableStatData *vardata;
	std::span<const HistogramBound> mixed; // the histogram, if it has values of other kinds
};

AnyId
any_id(const AnyIdKind &kind, Datum id)
{
	AnyId any{};
	std::memcpy(any.bytes.data(), DatumGetPointer(id), static_cast<std::size_t>(kind.size));
	return any;
}

// -- The selectivity of a range -------------------------------------------------------------------

// The fraction of the histogram's values within an end; -1 without a histogram. The server's own
// estimator, which also looks at the present ends of an index, interpolates for types that
// convert_to_scalar() in selfuncs.c knows. So an id is passed off as a macaddr, which is compared
// by six unsigned bytes, the first of the id. (A server that does otherwise would estimate half of
// a bucket, which sql/time_estimates.sql notices.)
double
selectivity_within_end(const IdColumn &column, const AnyId &end, bool is_lower)
{
	const Oid op =
		btree_operator(column.type, is_lower ? BTGreaterEqualStrategyNumber : BTLessStrategyNumber);
	FmgrInfo compare;
	fmgr_info(get_opcode(op), &compare);
	VariableStatData vardata = *column.vardata;
	vardata.vartype = MACADDROID;
	return ineq_histogram_selectivity(column.root, &vardata, op, &compare, is_lower, is_lower,
									  InvalidOid, PointerGetDatum(end.bytes.data()), MACADDROID);
}

// The fraction of the histogram's values in a range, whatever their version; nothing without a
// histogram.
std::optional<double>
selectivity_of_all_versions(const IdColumn &column, const IdCondition &range)
{
	const double above = range.lower ? selectivity_within_end(column, *range.lower, true) : 1;
	const double below = range.upper ? selectivity_within_end(column, *range.upper, false) : 1;
	if (above < 0 || below < 0)
		return std::nullopt;
	return Max(above + below - 1, 0.0);
}

// The bounds of the histogram, unless all of them are of the kind and it has times: then the others
// need not be told apart.
std::span<HistogramBound>
mixed_bounds(const AnyIdKind &kind, const VariableStatData &vardata)
{
	AttStatsSlot histogram;
	if (kind.version_test == nullptr || !HeapTupleIsValid(vardata.statsTuple) ||
		!get_attstatsslot(&histogram, vardata.statsTuple, STATISTIC_KIND_HISTOGRAM, InvalidOid,
						  ATTSTATSSLOT_VALUES))
		return {};
	const auto count = static_cast<std::size_t>(histogram.nvalues);
	auto *bounds = static_cast<HistogramBound *>(palloc(count * sizeof(HistogramBound)));
	for (std::size_t i = 0; i < count; i++)
		bounds[i] = {any_id(kind, histogram.values[i]).high(),
					 kind.is_of_kind(histogram.values[i])};
	free_attstatsslot(&histogram);
	const std::span<HistogramBound> all{bounds, count};
	if (kind.ids_within == nullptr || count_of_kind(all) < static_cast<int>(count))
		return all;
	pfree(bounds);
	return {};
}

// The largest number of a kind that is to be expected: that of the ids of now, or the largest of
// all if no id of the kind holds this time.
std::uint64_t
newest_number(const AnyIdKind &kind)
{
	const AnyIdRange until_now =
		kind.ids_within(time_range_of(Comparison::less, GetCurrentTransactionStartTimestamp()));
	return until_now.to != 0 ? any_id(kind, until_now.to).high() : PG_UINT64_MAX;
}

// The fraction of the histogram's values that are of the kind and in a range; nothing without a
// histogram.
std::optional<double>
histogram_selectivity(const IdColumn &column, const IdCondition &range)
{
	const AnyIdKind &kind = *column.kind;
	if (!column.mixed.empty() && kind.ids_within != nullptr)
		return selectivity_among_others(column.mixed, range.lower ? range.lower->high() : 0,
										range.upper ? range.upper->high() : PG_UINT64_MAX,
										newest_number(kind));
	std::optional<double> selectivity = selectivity_of_all_versions(column, range);
	// Without times, the values lie among all others.
	if (selectivity && !column.mixed.empty())
		*selectivity *= fraction_of_kind(column.mixed);
	return selectivity;
}

double
null_fraction(HeapTuple statistics)
{
	return reinterpret_cast<const FormData_pg_statistic *>(GETSTRUCT(statistics))->stanullfrac;
}

// The fraction of the rows in a range; nothing without statistics that the user may see.
std::optional<double>
range_selectivity(const IdColumn &column, const IdCondition &range)
{
	if (range.none)
		return 0;
	HeapTuple statistics = column.vardata->statsTuple;
	const Oid compare = get_opcode(btree_operator(column.type, BTLessStrategyNumber));
	if (!HeapTupleIsValid(statistics) || !statistic_proc_security_check(column.vardata, compare))
		return std::nullopt;

	double common = 0;
	double common_in_range = 0;
	AttStatsSlot slot;
	if (get_attstatsslot(&slot, statistics, STATISTIC_KIND_MCV, InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		for (int i = 0; i < Min(slot.nvalues, slot.nnumbers); i++)
		{
			common += slot.numbers[i];
			common_in_range += column.kind->is_of_kind(slot.values[i]) &&
									   range.contains(any_id(*column.kind, slot.values[i]))
								   ? slot.numbers[i]
								   : 0;
		}
		free_attstatsslot(&slot);
	}
	const double rest = Max(1.0 - null_fraction(statistics) - common, 0.0);
	const std::optional<double> of_histogram = histogram_selectivity(column, range);
	if (!of_histogram && common == 0)
		return std::nullopt;
	// Without a histogram, of the values that are not common as many may be in the range as not.
	return common_in_range + rest * of_histogram.value_or(0.5);
}

// As the server guesses where it knows nothing.
double
default_selectivity(bool lower, bool upper)
{
	if (lower && upper)
		return DEFAULT_RANGE_INEQ_SEL;
	return lower || upper ? DEFAULT_INEQ_SEL : 1.0;
}

// The fraction of the rows that satisfy a condition.
double
condition_selectivity(const IdColumn &column, const IdCondition &condition)
{
	const double unknown = default_selectivity(condition.unknown_lower || condition.lower,
											   condition.unknown_upper || condition.upper);
	const auto in_range = range_selectivity(column, condition);
	if (!in_range)
		return unknown;
	double selectivity = *in_range;
	// Statistics that were written by hand add up to anything.
	CLAMP_PROBABILITY(selectivity);
	return condition.unknown_lower || condition.unknown_upper ? Min(selectivity, unknown)
															  : selectivity;
}

// -- What a condition says ------------------------------------------------------------------------

// What a call says. value: of its other operand, as far as it is known.
IdCondition
condition_of(const IdColumn &column, const PredicateCall &call, Node *value)
{
	if (call.predicate->form == Predicate::Form::version)
		return {};
	const bool is_range = call.predicate->form == Predicate::Form::within;
	IdCondition condition{.ends = is_range ? 2 : 1};
	const auto *constant = IsA(value, Const) ? castNode(Const, value) : nullptr;
	if (constant == nullptr)
	{
		condition.unknown_lower = is_range || !is_below(call.comparison);
		condition.unknown_upper = is_range || is_below(call.comparison);
	}
	else if (constant->constisnull)
		condition.none = true;
	else if (call.predicate->form == Predicate::Form::with_id)
		condition = ids_compared(call.comparison, any_id(*column.kind, constant->constvalue),
								 static_cast<std::size_t>(column.kind->size));
	else
	{
		const AnyIdRange ids = id_range_of(call, constant);
		if (!ids.from_open)
			condition.lower = any_id(*column.kind, ids.from);
		if (ids.to != 0)
			condition.upper = any_id(*column.kind, ids.to);
		condition.none = ids.empty;
	}
	return condition;
}

bool
is_of_column(const IdColumn &column, Node *operand)
{
	const auto without_relabel = [](Node *node) {
		while (node != nullptr && IsA(node, RelabelType))
			node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
		return node;
	};
	return equal(without_relabel(operand), without_relabel(column.vardata->var));
}

// Turns a comparison of two ids so that id is the column ("a < b" is "b > a"): whether the call is
// one on the column.
bool
turn_to_column(const IdColumn &column, PredicateCall &call)
{
	if (call.predicate->form == Predicate::Form::with_id && !is_of_column(column, call.id))
	{
		call.comparison = commuted(call.comparison);
		std::swap(call.id, call.other);
	}
	return is_of_column(column, call.id);
}

// What a clause says of the column; nothing when it is no predicate of the same kind on it.
std::optional<IdCondition>
condition_of_clause(const IdColumn &column, Node *clause)
{
	PredicateCall call;
	if (!match_predicate(function_of(clause), arguments_of(clause), call) ||
		call.predicate->kind != column.kind || !turn_to_column(column, call))
		return std::nullopt;
	return condition_of(column, call, estimate_expression_value(column.root, call.other));
}

// What a comparison of the column with an id, by an operator of the server, says of it.
std::optional<IdCondition>
condition_of_comparison(const IdColumn &column, Node *clause)
{
	List *arguments = arguments_of(clause);
	if (!IsA(clause, OpExpr) || list_length(arguments) != 2 ||
		!is_of_column(column, static_cast<Node *>(linitial(arguments))))
		return std::nullopt;
	const Oid family = lookup_type_cache(column.type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	const int strategy = get_op_opfamily_strategy(castNode(OpExpr, clause)->opno, family);
	if (strategy == InvalidStrategy || strategy == BTEqualStrategyNumber)
		return std::nullopt;
	Node *value = estimate_expression_value(column.root, static_cast<Node *>(lsecond(arguments)));
	if (!IsA(value, Const) || castNode(Const, value)->constisnull)
		return std::nullopt;
	return ids_compared(static_cast<Comparison>(strategy),
						any_id(*column.kind, castNode(Const, value)->constvalue),
						static_cast<std::size_t>(column.kind->size));
}

// -- Lists of conditions --------------------------------------------------------------------------

// A condition without its RestrictInfo. Those joined by OR have RestrictInfos of their own within.
Node *
clause_of(Node *condition)
{
	if (!IsA(condition, RestrictInfo))
		return condition;
	const auto *info = castNode(RestrictInfo, condition);
	return reinterpret_cast<Node *>(info->orclause != nullptr ? info->orclause : info->clause);
}

// The list that a condition is made of; nullptr if it is no such condition.
BoolExpr *
conditions_in(Node *condition)
{
	Node *clause = clause_of(condition);
	if (IsA(clause, BooleanTest))
		clause = reinterpret_cast<Node *>(castNode(BooleanTest, clause)->arg);
	return IsA(clause, BoolExpr) ? castNode(BoolExpr, clause) : nullptr;
}

// Where the server keeps the selectivity of a condition once it is known; null for a condition that
// it asks for each time, such as one on two tables.
Selectivity *
kept_selectivity(const IdColumn &column, Node *condition)
{
	int relid;
	if (!IsA(condition, RestrictInfo))
		return nullptr;
	auto *info = castNode(RestrictInfo, condition);
	const bool is_kept = bms_get_singleton_member(info->clause_relids, &relid) &&
						 static_cast<Index>(relid) == column.vardata->rel->relid;
	return is_kept ? &info->norm_selec : nullptr;
}

// -- Ends of ranges in joins ----------------------------------------------------------------------

// The selectivity of a comparison of ids with a time in a join, if that is an end of a range: the
// two that a range becomes have the selectivity together that it has alone, and so have those of
// its negation.
std::optional<double>
range_end_selectivity(Node *time, bool is_below)
{
	const Oid end = function_of(time);
	if (!OidIsValid(end))
		return std::nullopt;
	const bool is_upper = end == own_function("objectid_internal_upper", TSTZRANGEOID);
	if (!is_upper && end != own_function("objectid_internal_lower", TSTZRANGEOID))
		return std::nullopt;
	return is_upper == is_below ? range_end_join_selectivity : 1 - range_end_join_selectivity;
}

// The same of "uuid comparison first uuid of the time", an operator of the server.
std::optional<double>
uuid_range_end_selectivity(Node *clause)
{
	List *arguments = arguments_of(clause);
	if (!IsA(clause, OpExpr) || list_length(arguments) != 2)
		return std::nullopt;
	auto *bound = static_cast<Node *>(lsecond(arguments));
	if (!IsA(bound, FuncExpr))
		return std::nullopt;
	const Oid first = function_of(bound);
	if (first != own_function("objectid_internal_first_uuid_v6", TIMESTAMPTZOID) &&
		first != own_function("objectid_internal_first_uuid_v7", TIMESTAMPTZOID))
		return std::nullopt;
	return range_end_selectivity(static_cast<Node *>(linitial(arguments_of(bound))),
								 function_of(clause) == F_UUID_LT);
}

// Tells the server the selectivity of such comparisons in joins, before it asks.
void
// NOLINTNEXTLINE(misc-no-recursion): AND and OR lie within each other, as deep as in the query
tell_joins(List *conditions)
{
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<Node *>(lfirst(&cell));
		if (const BoolExpr *within = conditions_in(condition))
			tell_joins(within->args);
		else if (IsA(condition, RestrictInfo) && castNode(RestrictInfo, condition)->norm_selec < 0)
		{
			auto *info = castNode(RestrictInfo, condition);
			if (const auto selectivity = uuid_range_end_selectivity(clause_of(condition)))
				info->norm_selec = info->outer_selec = *selectivity;
		}
	}
}

// The same for the joins of a table and of those that it is a partition of.
void
tell_joins_of(const PlannerInfo *root, const RelOptInfo *rel)
{
	tell_joins(rel->joininfo);
	while (root->append_rel_array != nullptr && root->append_rel_array[rel->relid] != nullptr)
	{
		rel = root->simple_rel_array[root->append_rel_array[rel->relid]->parent_relid];
		tell_joins(rel->joininfo);
	}
}

// What a version test tells the server of the comparisons beside it.
struct Telling
{
	const IdColumn &column;
	double part;    // of the values, those that are of the kind
	double version; // the selectivity of the test itself
	bool any = false;
};

// Tells it the selectivity of each comparison among the values of the kind. What it has estimated
// already, it has multiplied by, so that the version test has to make up for it.
void
// NOLINTNEXTLINE(misc-no-recursion): AND and OR lie within each other, as deep as in the query
tell_comparisons(Telling &telling, List *conditions)
{
	const IdColumn &column = telling.column;
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<Node *>(lfirst(&cell));
		if (const BoolExpr *within = conditions_in(condition))
		{
			tell_comparisons(telling, within->args);
			continue;
		}
		const auto comparison = condition_of_comparison(column, clause_of(condition));
		Selectivity *kept = kept_selectivity(column, condition);
		if (!comparison || kept == nullptr)
			continue;
		double selectivity = condition_selectivity(column, *comparison) / telling.part;
		CLAMP_PROBABILITY(selectivity);
		if (*kept > 0)
			telling.version *= selectivity / *kept;
		*kept = selectivity;
		telling.any = true;
	}
}

// The selectivity of a version test. The server multiplies it by that of the comparisons beside the
// test, which it takes together: with a fraction f of NULLs, those with two ends have s + t - 1 +
// f. So it is told, for each, the part of the values of the kind, times 1 - f, and the test has the
// part of the values that are of the kind:
//
//     90 of 100 rows are of version 7, 9 of those in the range; 4 are NULL, 6 of other versions.
//     id >= from   0.96 * 60 / 90    = 0.64
//     id < to      0.96 * 39 / 90    = 0.416       0.64 + 0.416 - 1 + 0.04 = 0.096
//     version      0.90 / 0.96       = 0.9375      0.9375 * 0.096 = 0.09, which are 9 rows
double
version_selectivity(const IdColumn &column, List *conditions)
{
	tell_joins_of(column.root, column.vardata->rel);
	const double of_kind = condition_selectivity(column, {});
	HeapTuple statistics = column.vardata->statsTuple;
	const double values = HeapTupleIsValid(statistics) ? 1 - null_fraction(statistics) : 1;
	if (of_kind <= 0 || values <= 0)
		return of_kind;
	Telling telling{column, of_kind / values, of_kind / values};
	tell_comparisons(telling, conditions);
	CLAMP_PROBABILITY(telling.version);
	return telling.any ? telling.version : of_kind;
}

// What the server asks.
struct Question
{
	const IdColumn &column;
	const List *arguments; // of the call that it asks about
	Node *operand;         // what the other operand is made of; null for a version test
	IdCondition call;      // what the call says
	std::optional<double> answer;
};

// What an operand is made of: t of f(t). An index condition that is made of a predicate, as the
// server does by exchanging the sides and our planner support by calls, has the same node there,
// which the server hands on and does not copy.
Node *
innermost(Node *operand)
{
	while (operand != nullptr && IsA(operand, FuncExpr) &&
		   list_length(castNode(FuncExpr, operand)->args) == 1)
		operand = static_cast<Node *>(linitial(castNode(FuncExpr, operand)->args));
	return operand;
}

// Whether the server asks about a clause, or about an index condition that is made of it.
bool
is_asked(const Question &question, Node *clause)
{
	const List *arguments = arguments_of(clause);
	if (arguments == question.arguments)
		return true;
	for (const ListCell &cell : cells(arguments))
		if (question.operand != nullptr &&
			innermost(static_cast<Node *>(lfirst(&cell))) == question.operand)
			return true;
	return false;
}

// Whether the server asks about a condition, or will.
bool
is_open(const Question &question, Node *condition)
{
	const Selectivity *kept = kept_selectivity(question.column, condition);
	return (kept != nullptr && *kept < 0) || is_asked(question, clause_of(condition));
}

// What one of several conditions contributes to the selectivity of all, by its number of ends.
double
share_of(double selectivity, int ends, int ends_of_all)
{
	const double exponent = static_cast<double>(ends) / ends_of_all;
	return DatumGetFloat8(
		DirectFunctionCall2(dpow, Float8GetDatum(selectivity), Float8GetDatum(exponent)));
}

// Estimates the conditions on the column in a list joined by AND, unless the server knows them all
// and asks about none. A version test, which has no ends, is 1 beside a predicate of the kind or
// another test.
void
estimate_list(Question &question, List *conditions)
{
	const IdColumn &column = question.column;
	const auto all = cells(conditions);
	if (std::none_of(all.begin(), all.end(), [&](const ListCell &cell) {
			return is_open(question, static_cast<Node *>(lfirst(&cell)));
		}))
		return;

	IdCondition together;
	struct OnColumn
	{
		Node *condition;
		int ends;
	};
	auto *on_column = static_cast<OnColumn *>(palloc(all.size() * sizeof(OnColumn)));
	std::size_t count = 0;
	for (const ListCell &cell : all)
	{
		CHECK_FOR_INTERRUPTS();
		auto *condition = static_cast<Node *>(lfirst(&cell));
		Node *clause = clause_of(condition);
		const auto says = arguments_of(clause) == question.arguments
							  ? question.call
							  : condition_of_clause(column, clause);
		if (!says)
			continue;
		together = intersection(together, *says);
		on_column[count++] = {condition, says->ends};
	}

	const bool only_version_tests = together.ends == 0 && count > 0;
	const double selectivity = only_version_tests ? version_selectivity(column, conditions)
												  : condition_selectivity(column, together);
	for (std::size_t i = 0; i < count; i++)
	{
		Node *condition = on_column[i].condition;
		const bool asked = is_asked(question, clause_of(condition));
		const int ends = asked ? question.call.ends : on_column[i].ends;
		const double of_version_test = i == 0 ? selectivity : 1;
		const double share =
			only_version_tests ? of_version_test : share_of(selectivity, ends, together.ends);
		Selectivity *kept = kept_selectivity(column, condition);
		if (asked)
			question.answer = share;
		else if (kept != nullptr && *kept < 0)
			*kept = share;
	}
	pfree(on_column);
}

// The same for a list and all lists within it. Of a list joined by OR, each condition is one alone.
void
// NOLINTNEXTLINE(misc-no-recursion): AND and OR lie within each other, as deep as in the query
estimate_lists(Question &question, List *conditions, bool is_and)
{
	if (is_and)
		estimate_list(question, conditions);
	for (const ListCell &cell : cells(conditions))
	{
		auto *condition = static_cast<Node *>(lfirst(&cell));
		if (const BoolExpr *within = conditions_in(condition))
			estimate_lists(question, within->args, within->boolop == AND_EXPR);
		else if (!is_and)
		{
			List *alone = list_make1(condition);
			estimate_list(question, alone);
			list_free(alone);
		}
	}
}

// The selectivity of a call, by the conditions of the table, of its joins and of its partial
// indexes.
double
call_selectivity(Question question)
{
	const RelOptInfo *rel = question.column.vardata->rel;
	estimate_lists(question, rel->baserestrictinfo, true);
	// The server does not keep what it asks about a join. Of so many together none selects
	// anything.
	if (!question.answer && list_length(rel->joininfo) <= 100)
		estimate_lists(question, rel->joininfo, true);
	for (const ListCell &cell : cells(rel->indexlist))
		if (!question.answer)
			estimate_lists(question, static_cast<const IndexOptInfo *>(lfirst(&cell))->indpred,
						   true);
	return question.answer ? *question.answer
						   : condition_selectivity(question.column, question.call);
}

// As the server, which looks at one variable of a table: a join has the default.
double
estimate(PlannerInfo *root, PredicateCall &call, List *arguments, int var_relid)
{
	const bool is_version = call.predicate->form == Predicate::Form::version;
	double selectivity =
		default_selectivity(!is_version, call.predicate->form == Predicate::Form::within);
	VariableStatData vardata;
	Node *other = nullptr;
	bool is_left = true;
	if (is_version)
		examine_variable(root, call.id, var_relid, &vardata);
	else if (!get_restriction_variable(root, arguments, var_relid, &vardata, &other, &is_left))
		return selectivity;

	IdColumn column{root, call.predicate->kind, call.id_type, &vardata, {}};
	// Statistics of another type, as those of times or behind a cast, say nothing.
	if (turn_to_column(column, call) && vardata.rel != nullptr &&
		getBaseType(vardata.atttype) == call.id_type)
	{
		const std::span<HistogramBound> bounds = mixed_bounds(*column.kind, vardata);
		column.mixed = bounds;
		selectivity = call_selectivity(
			{column, arguments, innermost(call.other), condition_of(column, call, other), {}});
		if (!bounds.empty())
			pfree(bounds.data());
	}
	ReleaseVariableStats(vardata);
	return selectivity;
}

} // namespace

bool
objectid::estimate_function(SupportRequestSelectivity *request)
{
	PredicateCall call;
	if (!match_predicate(request->funcid, request->args, call))
		return false;
	request->selectivity = request->is_join && call.predicate->form == Predicate::Form::within
							   ? range_end_join_selectivity * range_end_join_selectivity
							   : estimate(request->root, call, request->args, request->varRelid);
	return true;
}

// Restriction estimator of the comparisons of ids, and of ids with times.
SQL_FUNCTION(objectid_internal_sel)
{
	auto *arguments = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
	PredicateCall call;
	if (!match_predicate(get_opcode(PG_GETARG_OID(1)), arguments, call))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	PG_RETURN_FLOAT8(estimate(reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)), call,
							  arguments, PG_GETARG_INT32(3)));
}

// Join estimator of < and >= of an objectid and a time.
SQL_FUNCTION(objectid_internal_joinsel)
{
	PredicateCall call;
	if (!match_predicate(get_opcode(PG_GETARG_OID(1)),
						 reinterpret_cast<List *>(PG_GETARG_POINTER(2)), call))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	PG_RETURN_FLOAT8(
		range_end_selectivity(call.other, is_below(call.comparison)).value_or(DEFAULT_INEQ_SEL));
}

// How many rows a condition on ids or their times selects.
//
// The server estimates a range from the histogram of the column, and interpolates between two
// bounds of a bucket for types that it knows as numbers, which objectid and uuid are not. Here they
// are: the first bytes count, and say the time.
//
// Two ends of a range must not be estimated as if they had nothing to do with each other. The
// server pairs them itself, but only for its own estimators. Here each condition on a column is
// estimated under the condition of those that come before it among the relation's: the product of
// all of them is the share of the rows that satisfy them all, whichever they are and however often
// one is repeated.
//
// An estimate of ours changes those of the server, and depends on the order in which the planner
// asks. A predicate on a uuid with a known time has become a version test and comparisons, and the
// server's estimator of the comparisons does not interpolate: of a range within one bucket it
// expects a single row. In "u JOIN o USING (k) WHERE u.id >= '2026-01-20 07:00+00'::timestamptz AND
// u.id < '2026-01-20 10:00+00'::timestamptz", where 360 of 100000 rows match, it would choose a
// nested loop instead of a hash join. Hence correct_norm_selec: with the version test, the
// comparisons beside it are estimated, too, and the results are written into their RestrictInfos,
// where the server looks first. The version test is estimated before them, because
// version_condition in time_support.cpp puts it in front.
// SPDX-License-Identifier: PostgreSQL
#include "pg/time_estimates.hpp"
#include "core/histogram.hpp"
#include "pg/id_datum.hpp"
#include "pg/time_call.hpp"

using namespace objectid;

namespace
{

// Where a column is compared with another one, its histogram stands for the values: so many of
// them, taken evenly, which are both ends and the tenths between.
constexpr int max_samples = 11;

// How far from a condition others are looked for that hold together with it, so that the work for a
// long list grows with its length and not with the square of it. Those further away are estimated
// as if they had nothing to do with it.
constexpr int max_distance = 32;

// One range of ids. An end that is null is open.
struct Range
{
	Datum lower;
	Datum upper;
	bool none;
};

// The values that satisfy a condition, or several together: one range of ids for each sample, where
// one is enough for a known value.
struct Selection
{
	Range ranges[max_samples];
	int samples;
	bool unknown_lower; // there is an end that nobody knows yet
	bool unknown_upper;
	bool without_time; // values without a time are selected too
	bool null_ids;     // and so are NULLs
};

constexpr Selection every_value{{{}}, 1, false, false, true, true};
constexpr Selection every_time{{{}}, 1, false, false, false, false};

// The column of ids that conditions are about, and memory that is freed with the estimate.
struct IdColumn
{
	PlannerInfo *root;
	const IdKind *kind;
	Oid type;
	VariableStatData vardata;
	MemoryContext scratch;
};

// Does work that leaves copies behind.
template <typename Work>
auto
in_scratch(const IdColumn &column, Work work)
{
	const MemoryContext before = MemoryContextSwitchTo(column.scratch);
	const auto result = work();
	MemoryContextSwitchTo(before);
	return result;
}

// Makes an estimate for the column.
template <typename Estimate>
double
with_id_column(PlannerInfo *root, const Call &call, const VariableStatData &vardata,
			   Estimate estimate)
{
	const IdColumn column{
		root, call.predicate->kind, call.id_type, vardata,
		AllocSetContextCreate(CurrentMemoryContext, "objectid estimate", ALLOCSET_SMALL_SIZES)};
	const double share = estimate(column);
	MemoryContextDelete(column.scratch);
	return share;
}

Datum
larger(const IdKind &kind, Datum a, Datum b)
{
	return std::memcmp(DatumGetPointer(a), DatumGetPointer(b),
					   static_cast<std::size_t>(kind.size)) < 0
			   ? b
			   : a;
}

// The index of the i-th of n samples that are taken evenly from "count" values, of which the first
// and the last are samples.
int
sample_index(int i, int n, int count)
{
	return n == 1 ? 0 : i * (count - 1) / (n - 1);
}

Range
range_intersection(const IdKind &kind, const Range &a, const Range &b)
{
	Range result = a;
	result.none = a.none || b.none;
	if (b.lower != 0)
		result.lower = a.lower == 0 ? b.lower : larger(kind, a.lower, b.lower);
	if (b.upper != 0)
		result.upper = a.upper == 0                                ? b.upper
					   : larger(kind, a.upper, b.upper) == a.upper ? b.upper
																   : a.upper;
	return result;
}

// Both have their samples in ascending order, and those at the same place in it go together.
Selection
selection_intersection(const IdKind &kind, const Selection &a, const Selection &b)
{
	Selection result{};
	result.samples = a.samples == 1   ? b.samples
					 : b.samples == 1 ? a.samples
									  : Min(a.samples, b.samples);
	for (int i = 0; i < result.samples; i++)
		result.ranges[i] =
			range_intersection(kind, a.ranges[sample_index(i, result.samples, a.samples)],
							   b.ranges[sample_index(i, result.samples, b.samples)]);
	result.unknown_lower = a.unknown_lower || b.unknown_lower;
	result.unknown_upper = a.unknown_upper || b.unknown_upper;
	result.without_time = a.without_time && b.without_time;
	result.null_ids = a.null_ids && b.null_ids;
	return result;
}

// -- What a condition selects ---------------------------------------------------------------------

Range
range_of_time(const Call &call, Datum time)
{
	Const constant{};
	constant.consttype = exprType(call.other);
	constant.constvalue = time;
	const IdEnds ends = ends_of(call, &constant);
	return {ends.lower_open ? Datum{0} : ends.lower, ends.upper_open ? Datum{0} : ends.upper,
			ends.empty};
}

// Ids next to an id are as good as the id itself.
Range
range_of_id(bool below, Datum id)
{
	return below ? Range{0, id, false} : Range{id, 0, false};
}

Range
range_of(const Call &call, Datum value)
{
	return call.predicate->form == Predicate::Form::ordered
			   ? range_of_id(is_below(call.comparison), value)
			   : range_of_time(call, value);
}

// The result of a comparison that has the same one for every id: "id <= objectid_upper(
// objectid_internal_since(t))" is true, because the range has no upper end, and NOT makes of it
// "id > ...", which is false. Nothing for all other comparisons.
std::optional<bool>
result_for_every_id(const Call &call)
{
	if (call.predicate->form != Predicate::Form::ordered || !IsA(call.other, FuncExpr))
		return std::nullopt;
	const auto *end = castNode(FuncExpr, call.other);
	if (list_length(end->args) != 1 || !IsA(linitial(end->args), FuncExpr))
		return std::nullopt;
	const Oid range = castNode(FuncExpr, linitial(end->args))->funcid;
	const auto is_range = [range](Comparison comparison) {
		return has_c_symbol(range, range_function(comparison));
	};
	if (has_c_symbol(end->funcid, call.predicate->kind->upper) &&
		(is_range(Comparison::greater_equal) || is_range(Comparison::greater)))
		return is_below(call.comparison);
	if (has_c_symbol(end->funcid, call.predicate->kind->lower) &&
		(is_range(Comparison::less_equal) || is_range(Comparison::less)))
		return !is_below(call.comparison);
	return std::nullopt;
}

// With another column as the other operand: one range for each of some of its values, as its
// statistics show them.
std::optional<Selection>
selection_of_samples(const IdColumn &column, const Call &call, Node *value)
{
	VariableStatData vardata;
	examine_variable(column.root, value, 0, &vardata);
	AttStatsSlot slot;
	const int statistics = call.predicate->form == Predicate::Form::within
							   ? STATISTIC_KIND_BOUNDS_HISTOGRAM
							   : STATISTIC_KIND_HISTOGRAM;
	const Oid type = exprType(call.other);
	std::optional<Selection> result;
	if (HeapTupleIsValid(vardata.statsTuple) && vardata.vartype == type &&
		getBaseType(vardata.atttype) == type &&
		statistic_proc_security_check(&vardata, call.function) &&
		get_attstatsslot(&slot, vardata.statsTuple, statistics, InvalidOid, ATTSTATSSLOT_VALUES))
	{
		if (slot.nvalues > 0 && getBaseType(slot.valuetype) == type)
		{
			result = every_time;
			result->samples = Min(slot.nvalues, max_samples);
			for (int i = 0; i < result->samples; i++)
			{
				const Datum sample = slot.values[sample_index(i, result->samples, slot.nvalues)];
				result->ranges[i] = in_scratch(column, [&] {
					return range_of(call, datumCopy(sample, get_typbyval(type), get_typlen(type)));
				});
			}
		}
		free_attstatsslot(&slot);
	}
	ReleaseVariableStats(vardata);
	return result;
}

Selection
selection_of_constant(const IdColumn &column, const Call &call, const Const *constant)
{
	Selection result = every_time;
	if (constant->constisnull)
		result.ranges[0].none = true;
	else
		result.ranges[0] = in_scratch(column, [&] { return range_of(call, constant->constvalue); });
	return result;
}

// value: the other operand, as far as it can be known now.
Selection
selection_of(const IdColumn &column, const Call &call, Node *value)
{
	if (call.predicate->form == Predicate::Form::version)
		return every_time;
	Selection result = every_time;
	if (const auto is_selected = result_for_every_id(call))
	{
		result.ranges[0].none = !*is_selected;
		return result;
	}
	if (IsA(value, Const))
		return selection_of_constant(column, call, castNode(Const, value));
	if (const auto samples = selection_of_samples(column, call, value))
		return *samples;
	const bool is_within = call.predicate->form == Predicate::Form::within;
	result.unknown_lower = is_within || !is_below(call.comparison);
	result.unknown_upper = is_within || is_below(call.comparison);
	return result;
}

// -- The share of a column's values ---------------------------------------------------------------

bool
in_range(const IdColumn &column, const Range &range, Datum id)
{
	const auto not_above = [&](Datum a, Datum b) {
		return std::memcmp(DatumGetPointer(a), DatumGetPointer(b),
						   static_cast<std::size_t>(column.kind->size)) <= 0;
	};
	return !range.none && (range.lower == 0 || not_above(range.lower, id)) &&
		   (range.upper == 0 || not_above(id, range.upper)) && column.kind->has_time(id);
}

// What the server's own estimator of comparisons, which also looks at the present ends of an index,
// finds in the histogram; negative when there is none. Within a bucket it interpolates for the
// types that convert_to_scalar() in selfuncs.c knows, and takes half of the bucket for others. So
// an id is passed off as a macaddr: six bytes, compared as unsigned ones and read without
// alignment, which are the first of the id. (A macaddr8 has eight, but each half of it is read as a
// signed number.)
double
interpolated_histogram_share(const IdColumn &column, Oid op, bool is_lower, Datum end)
{
	FmgrInfo compare;
	fmgr_info(get_opcode(op), &compare);
	VariableStatData vardata = column.vardata;
	vardata.vartype = MACADDROID;
	return ineq_histogram_selectivity(column.root, &vardata, op, &compare, is_lower, true,
									  InvalidOid, end, MACADDROID);
}

// The share of the histogram's values beyond an end; negative when there is no histogram.
double
share_of_end(const IdColumn &column, Datum end, bool is_lower)
{
	const Oid op = btree_operator(column.type, is_lower ? BTGreaterEqualStrategyNumber
														: BTLessEqualStrategyNumber);
	return OidIsValid(op) ? interpolated_histogram_share(column, op, is_lower, end) : -1;
}

// The share of a range in a column that has values of other versions, which lie among those with a
// time. Nothing when its histogram shows none of them.
std::optional<double>
share_among_others(const IdColumn &column, const AttStatsSlot &slot, const Range &range)
{
	const auto number_of = [](Datum id) {
		return load_big_endian<std::uint64_t>(
			reinterpret_cast<const std::uint8_t *>(DatumGetPointer(id)));
	};
	const auto bound = [&](int i) -> std::optional<std::uint64_t> {
		if (!column.kind->has_time(slot.values[i]))
			return std::nullopt;
		return number_of(slot.values[i]);
	};
	int others = 0;
	for (int i = 0; i < slot.nvalues; i++)
		others += bound(i) ? 0 : 1;
	if (others == 0)
		return std::nullopt;
	// Times are rarer than one in so many values; how much so, nobody knows.
	if (others == slot.nvalues)
		return 0.1 / slot.nvalues;
	const double below_lower =
		range.lower == 0 ? 0.0 : buckets_below(slot.nvalues, bound, number_of(range.lower));
	const double below_upper = buckets_below(
		slot.nvalues, bound, range.upper == 0 ? PG_UINT64_MAX : number_of(range.upper));
	return Max(below_upper - below_lower, 0.0) / (slot.nvalues - 1);
}

// The share of the histogram's values in a range; negative when there is no histogram.
double
share_of_histogram(const IdColumn &column, const Range &range)
{
	if (column.kind->version_test != nullptr)
	{
		AttStatsSlot slot;
		if (!get_attstatsslot(&slot, column.vardata.statsTuple, STATISTIC_KIND_HISTOGRAM,
							  InvalidOid, ATTSTATSSLOT_VALUES))
			return -1;
		const auto share = share_among_others(column, slot, range);
		free_attstatsslot(&slot);
		if (share)
			return *share;
	}
	const double above = range.lower == 0 ? 1.0 : share_of_end(column, range.lower, true);
	const double below = range.upper == 0 ? 1.0 : share_of_end(column, range.upper, false);
	return above < 0 || below < 0 ? -1 : Max(above + below - 1, 0.0);
}

double
null_share(const IdColumn &column)
{
	if (!HeapTupleIsValid(column.vardata.statsTuple))
		return 0;
	return reinterpret_cast<const FormData_pg_statistic *>(GETSTRUCT(column.vardata.statsTuple))
		->stanullfrac;
}

// The share of the rows; nothing without statistics that the user may see.
std::optional<double>
share_of_range(const IdColumn &column, const Range &range)
{
	const VariableStatData &vardata = column.vardata;
	if (range.none)
		return 0;
	if (!HeapTupleIsValid(vardata.statsTuple))
		return std::nullopt;
	const Oid compare = get_opcode(btree_operator(column.type, BTLessStrategyNumber));
	if (!statistic_proc_security_check(const_cast<VariableStatData *>(&vardata), compare))
		return std::nullopt;

	double common = 0;
	double common_in_range = 0;
	AttStatsSlot slot;
	if (get_attstatsslot(&slot, vardata.statsTuple, STATISTIC_KIND_MCV, InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		for (int i = 0; i < Min(slot.nvalues, slot.nnumbers); i++)
		{
			common += slot.numbers[i];
			common_in_range += in_range(column, range, slot.values[i]) ? slot.numbers[i] : 0;
		}
		free_attstatsslot(&slot);
	}
	const double rest = Max(1.0 - null_share(column) - common, 0.0);
	const double of_histogram = share_of_histogram(column, range);
	if (of_histogram < 0 && common == 0)
		return std::nullopt;
	// Without a histogram, of the values that are not common as many may be in the range as not.
	return common_in_range + rest * (of_histogram < 0 ? 0.5 : of_histogram);
}

// As the server guesses where it knows nothing.
double
default_share(bool lower, bool upper)
{
	return lower && upper ? DEFAULT_RANGE_INEQ_SEL : lower || upper ? DEFAULT_INEQ_SEL : 1.0;
}

// The share of the rows that are selected.
double
share_of_selection(const IdColumn &column, const Selection &selection)
{
	bool some_lower = selection.unknown_lower;
	bool some_upper = selection.unknown_upper;
	bool is_known = true;
	double sum = 0;
	for (int i = 0; i < selection.samples; i++)
	{
		const Range &range = selection.ranges[i];
		some_lower = some_lower || range.lower != 0;
		some_upper = some_upper || range.upper != 0;
		const auto share = share_of_range(column, range);
		is_known = is_known && share.has_value();
		sum += share.value_or(0);
	}
	if (!is_known)
		return default_share(some_lower, some_upper);
	double known = sum / selection.samples;
	if (selection.null_ids)
		known += null_share(column);
	if (selection.without_time)
		known += 1.0 - null_share(column) - share_of_range(column, Range{}).value_or(1.0);
	// Statistics that were written by hand add up to anything, and a norm_selec above 1 means more
	// than a share.
	known = Min(Max(known, 0.0), 1.0);
	if (!selection.unknown_lower && !selection.unknown_upper)
		return known;
	return Min(known, default_share(some_lower, some_upper));
}

// -- Conditions that go together ------------------------------------------------------------------

List *
arguments_of(Node *clause)
{
	return IsA(clause, OpExpr)     ? castNode(OpExpr, clause)->args
		   : IsA(clause, FuncExpr) ? castNode(FuncExpr, clause)->args
								   : NIL;
}

Oid
function_of(Node *clause)
{
	return IsA(clause, FuncExpr) ? castNode(FuncExpr, clause)->funcid
								 : get_opcode(castNode(OpExpr, clause)->opno);
}

Node *
clause_of(Node *node)
{
	if (!IsA(node, RestrictInfo))
		return node;
	const auto *info = castNode(RestrictInfo, node);
	return reinterpret_cast<Node *>(info->orclause != nullptr ? info->orclause : info->clause);
}

// Whether it is the condition that is estimated, or the predicate that an index condition has been
// made of: see Call::id.
bool
is_estimated_clause(Node *clause, const Node *id)
{
	return list_member_ptr(arguments_of(clause), id);
}

// A condition in a list of conditions that are joined by AND: the one that is estimated, or an OR
// with it. The list is NIL when there is none.
struct ClausePosition
{
	List *conditions = NIL;
	int index = 0;
};

// Where the last condition was found, at each depth of AND and OR. The planner estimates one after
// the other, so that a long list need not be searched from its beginning for each of them. An index
// that is wrong only costs time.
constinit int last_indexes[8] = {};

int &
last_index(int depth)
{
	return last_indexes[Min(depth, static_cast<int>(std::size(last_indexes)) - 1)];
}

ClausePosition
// NOLINTNEXTLINE(misc-no-recursion): AND and OR lie within each other, as deep as in the query
find_clause(List *conditions, const Node *id, int depth = 0)
{
	const int first = last_index(depth);
	const int first_alternative = last_index(depth + 1);
	for (int i = 0; i < list_length(conditions); i++)
	{
		const int index = (first + i) % list_length(conditions);
		Node *clause = clause_of(static_cast<Node *>(list_nth(conditions, index)));
		if (is_estimated_clause(clause, id))
		{
			last_index(depth) = index;
			return {conditions, index};
		}
		List *alternatives = is_orclause(clause) ? castNode(BoolExpr, clause)->args : NIL;
		for (int j = 0; j < list_length(alternatives); j++)
		{
			const int index_in_or = (first_alternative + j) % list_length(alternatives);
			Node *alternative = clause_of(static_cast<Node *>(list_nth(alternatives, index_in_or)));
			const ClausePosition found =
				is_estimated_clause(alternative, id) ? ClausePosition{conditions, index}
				: is_andclause(alternative)
					? find_clause(castNode(BoolExpr, alternative)->args, id, depth + 2)
					: ClausePosition{};
			if (found.conditions != NIL)
			{
				last_index(depth) = index;
				last_index(depth + 1) = index_in_or;
				return found;
			}
		}
	}
	return {};
}

// The conditions at most max_distance from a position.
std::span<const ListCell>
neighbors(const ClausePosition &position)
{
	const int first = Max(position.index - max_distance, 0);
	const int end = Min(position.index + max_distance + 1, list_length(position.conditions));
	const int count = end - first;
	return cells(position.conditions)
		.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

// An outer join may come before or after another one, and the planner has a variant of its
// conditions for each order. Whether a variant of this one needs more relations than it does, and
// no more than "join".
bool
has_later_variant(std::span<const ListCell> conditions, const RestrictInfo *info,
				  const RestrictInfo *join)
{
	for (const ListCell &cell : conditions)
	{
		const auto *other = static_cast<const RestrictInfo *>(lfirst(&cell));
		if (are_variants(info, other) &&
			bms_subset_compare(info->clause_relids, other->clause_relids) == BMS_SUBSET1 &&
			bms_is_subset(other->clause_relids, join->clause_relids))
			return true;
	}
	return false;
}

// The conditions of the relation itself, and of its joins those that need no more relations than
// the one at the position.
std::span<const ListCell>
conditions_of_join(const IdColumn &column, const ClausePosition &position)
{
	const auto *join = list_nth_node(RestrictInfo, position.conditions, position.index);
	const auto joins = neighbors(position);
	return in_scratch(column, [&] {
		List *together = NIL;
		for (const ListCell &cell : neighbors({column.vardata.rel->baserestrictinfo, 0}))
			together = lappend(together, lfirst(&cell));
		for (const ListCell &cell : joins)
		{
			auto *info = static_cast<RestrictInfo *>(lfirst(&cell));
			if (bms_is_subset(info->clause_relids, join->clause_relids) &&
				!has_later_variant(joins, info, join))
				together = lappend(together, info);
		}
		return cells(together);
	});
}

// The conditions that hold together with the one of this id, including itself: of the relation, of
// its joins, or of one of its partial indexes, of which the server estimates how much of the table
// they cover. None when it is none of those.
std::span<const ListCell>
conditions_with(const IdColumn &column, const Node *id)
{
	const RelOptInfo *rel = column.vardata.rel;
	if (rel == nullptr)
		return {};
	CHECK_FOR_INTERRUPTS();
	ClausePosition position = find_clause(rel->baserestrictinfo, id);
	if (position.conditions != NIL)
		return neighbors(position);

	position = find_clause(rel->joininfo, id);
	if (position.conditions != NIL && position.conditions != rel->joininfo)
		return neighbors(position);
	if (position.conditions != NIL)
	{
		const auto *join = list_nth_node(RestrictInfo, rel->joininfo, position.index);
		if (is_estimated_clause(reinterpret_cast<Node *>(join->clause), id))
			return conditions_of_join(column, position);
	}

	for (const ListCell &cell : cells(rel->indexlist))
	{
		position = find_clause(static_cast<const IndexOptInfo *>(lfirst(&cell))->indpred, id);
		if (position.conditions != NIL)
			return neighbors(position);
	}
	return {};
}

// -- Conditions on the column ---------------------------------------------------------------------

Node *
strip_relabel(Node *node)
{
	while (node != nullptr && IsA(node, RelabelType))
		node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
	return node;
}

bool
is_of_column(const IdColumn &column, Node *operand)
{
	return equal(strip_relabel(operand), strip_relabel(column.vardata.var));
}

// "a < b" as "b > a".
void
commute(Call &call)
{
	static constexpr Comparison commuted[] = {Comparison::greater, Comparison::greater_equal,
											  Comparison::less_equal, Comparison::less};
	call.comparison = commuted[static_cast<int>(call.comparison)];
	std::swap(call.id, call.other);
}

// Whether a condition is a predicate on the column, and its call taken apart. known: the call that
// is estimated, which most often is of the same function.
bool
take_apart_of_column(const IdColumn &column, const Call &known, Node *clause, Call &call)
{
	List *arguments = arguments_of(clause);
	if (arguments == NIL || !(is_of_column(column, static_cast<Node *>(linitial(arguments))) ||
							  is_of_column(column, static_cast<Node *>(llast(arguments)))))
		return false;
	const Oid function = function_of(clause);
	if (!(function == known.function ? take_apart_like(known, arguments, call)
									 : take_apart(function, arguments, call)))
		return false;
	if (call.predicate->form == Predicate::Form::ordered && !is_of_column(column, call.id))
		commute(call);
	return is_of_column(column, call.id);
}

Selection
selection_of_clause(const IdColumn &column, const Call &call)
{
	Node *value = call.other;
	if (value != nullptr && !IsA(value, Const))
		value = in_scratch(column, [&] { return estimate_expression_value(column.root, value); });
	return selection_of(column, call, value);
}

// What a comparison of a uuid with a constant selects, if values of other versions count as ids
// before all times: they satisfy an upper end alone, but no range that has a lower one. (The
// version test leaves them out of an upper end.) Nothing for all other conditions.
std::optional<Selection>
selection_of_server_comparison(const IdColumn &column, Node *clause)
{
	List *arguments = arguments_of(clause);
	if (column.type != UUIDOID || !IsA(clause, OpExpr) || list_length(arguments) != 2 ||
		!is_of_column(column, static_cast<Node *>(linitial(arguments))))
		return std::nullopt;
	const int strategy =
		get_op_opfamily_strategy(castNode(OpExpr, clause)->opno,
								 lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
	if (strategy == 0 || strategy == BTEqualStrategyNumber)
		return std::nullopt;
	auto *value = static_cast<Node *>(lsecond(arguments));
	if (!IsA(value, Const))
		value = in_scratch(column, [&] { return estimate_expression_value(column.root, value); });
	if (!IsA(value, Const) || castNode(Const, value)->constisnull ||
		castNode(Const, value)->consttype != UUIDOID)
		return std::nullopt;

	const bool is_upper = strategy < BTEqualStrategyNumber;
	Selection result = every_time;
	result.ranges[0] = range_of_id(is_upper, castNode(Const, value)->constvalue);
	result.without_time = is_upper;
	return result;
}

// Makes the server use our estimate of such a comparison instead of its own, and pair that with
// others. (The server itself writes a norm_selec in consider_new_or_clause.)
void
correct_norm_selec(const IdColumn &column, Node *node, const Selection &selection)
{
	if (IsA(node, RestrictInfo) && share_of_range(column, Range{}).has_value())
		castNode(RestrictInfo, node)->norm_selec = share_of_selection(column, selection);
}

// The predicate that an index scan has made the condition of that is estimated.
std::optional<Call>
predicate_behind(const IdColumn &column, const Call &call, const List *arguments,
				 std::span<const ListCell> conditions)
{
	for (const ListCell &cell : conditions)
	{
		Node *clause = clause_of(static_cast<Node *>(lfirst(&cell)));
		Call predicate;
		if (is_estimated_clause(clause, call.id) && arguments_of(clause) != arguments &&
			take_apart_of_column(column, call, clause, predicate))
			return predicate;
	}
	return std::nullopt;
}

// What the conditions select that come before the one that is estimated, and the server's own,
// which are corrected: each with the condition of ours that it follows, which may be of another
// version, or with each of ours where it follows none.
Selection
selection_before(const IdColumn &column, const Call &call, std::span<const ListCell> conditions)
{
	const bool has_server_comparisons = column.type == UUIDOID;
	bool is_correcting = has_server_comparisons;
	bool is_before = true;
	Selection result = every_value;
	for (const ListCell &cell : conditions)
	{
		auto *node = static_cast<Node *>(lfirst(&cell));
		Node *clause = clause_of(node);
		Call found;
		if (is_estimated_clause(clause, call.id))
		{
			is_before = false;
			is_correcting = has_server_comparisons;
		}
		else if (const auto other = selection_of_server_comparison(column, clause))
		{
			if (is_correcting)
				correct_norm_selec(column, node, *other);
			result = selection_intersection(*column.kind, result, *other);
		}
		else if ((is_before || is_correcting) && take_apart_of_column(column, call, clause, found))
		{
			is_correcting = false;
			if (is_before && found.predicate->kind == column.kind)
				result = selection_intersection(*column.kind, result,
												selection_of_clause(column, found));
		}
	}
	return result;
}

// The share of the rows that satisfy a condition, among those that satisfy what comes before it.
// What an index scan makes of a predicate counts as the predicate itself, of which the second end
// of a range leaves what the first one does.
double
conditional_share(const IdColumn &column, const Call &call, const List *arguments,
				  Selection selection)
{
	const auto conditions = conditions_with(column, call.id);
	if (const auto predicate = predicate_behind(column, call, arguments, conditions))
	{
		if (predicate->predicate->form == Predicate::Form::within &&
			call.predicate->form == Predicate::Form::ordered && is_below(call.comparison))
			return 1;
		selection = selection_of_clause(column, *predicate);
	}
	const Selection before = selection_before(column, call, conditions);
	const double share =
		share_of_selection(column, selection_intersection(*column.kind, before, selection));
	const double share_before = share_of_selection(column, before);
	// Where nothing is to be expected a little is, as the server has it.
	return share_before <= 0 ? 1 : Min(Max(share / share_before, 1.0e-10), 1.0);
}

// -- Estimators -----------------------------------------------------------------------------------

double
default_share_of(const Predicate &predicate)
{
	return predicate.form == Predicate::Form::version
			   ? default_share(false, false)
			   : default_share(true, predicate.form == Predicate::Form::within);
}

// Statistics of another type, as those behind a cast, say nothing.
bool
is_of_type(const VariableStatData &vardata, Oid type)
{
	return vardata.rel != nullptr && getBaseType(vardata.atttype) == type;
}

// For a column of ids. value: the other operand, as far as it can be known now.
double
estimate_ids(PlannerInfo *root, const Call &call, const VariableStatData &vardata,
			 const List *arguments, Node *value)
{
	if (!is_of_type(vardata, call.id_type))
		return default_share_of(*call.predicate);
	return with_id_column(root, call, vardata, [&](const IdColumn &column) {
		return conditional_share(column, call, arguments, selection_of(column, call, value));
	});
}

// For a known id and a column of times: as the server estimates it, by the time of the id.
double
estimate_times(PlannerInfo *root, const Call &call, Node *id, int var_relid)
{
	Expr *time = IsA(id, Const)
					 ? call_sibling(call, call.predicate->kind->timestamp, TIMESTAMPTZOID, id)
					 : nullptr;
	if (time == nullptr)
		return default_share_of(*call.predicate);
	return restriction_selectivity(
		root, time_operator(*call.predicate),
		list_make2(call.other, eval_const_expressions(root, reinterpret_cast<Node *>(time))),
		InvalidOid, var_relid);
}

double
estimate(PlannerInfo *root, Call &call, List *arguments, int var_relid)
{
	VariableStatData vardata;
	double share = 0;
	if (call.predicate->form == Predicate::Form::version)
	{
		examine_variable(root, call.id, var_relid, &vardata);
		share = estimate_ids(root, call, vardata, arguments, nullptr);
		ReleaseVariableStats(vardata);
		return share;
	}

	Node *value = nullptr;
	bool is_left = true;
	if (!get_restriction_variable(root, arguments, var_relid, &vardata, &value, &is_left))
		return default_share_of(*call.predicate);
	const bool is_of_ids = (call.id == linitial(arguments)) == is_left;
	if (!is_of_ids && call.predicate->form != Predicate::Form::ordered)
		share = estimate_times(root, call, value, var_relid);
	else
	{
		if (!is_of_ids)
			commute(call);
		share = estimate_ids(root, call, vardata, arguments, value);
	}
	ReleaseVariableStats(vardata);
	return share;
}

// The share of one side's rows with a partner: a row has as many chances as the other side has
// rows.
double
estimate_semi_join(const Call &call, const VariableStatData &vardata, const SpecialJoinInfo *join,
				   PlannerInfo *root)
{
	const double share = with_id_column(root, call, vardata, [&](const IdColumn &column) {
		return share_of_selection(column, selection_of(column, call, call.other));
	});
	const RelOptInfo *inner = vardata.rel;
	if (!bms_is_member(static_cast<int>(inner->relid), join->syn_righthand))
	{
		VariableStatData other;
		examine_variable(root, call.other, 0, &other);
		inner = other.rel;
		ReleaseVariableStats(other);
	}
	return Min(share * (inner == nullptr ? 1.0 : inner->rows), 1.0);
}

double
estimate_join(PlannerInfo *root, const Call &call, const List *arguments, JoinType join_type,
			  const SpecialJoinInfo *join)
{
	if (call.other == nullptr)
		return default_share_of(*call.predicate);
	VariableStatData vardata;
	examine_variable(root, call.id, 0, &vardata);
	const bool is_semi = join_type == JOIN_SEMI || join_type == JOIN_ANTI;
	const double share = is_semi && is_of_type(vardata, call.id_type)
							 ? estimate_semi_join(call, vardata, join, root)
							 : estimate_ids(root, call, vardata, arguments, call.other);
	ReleaseVariableStats(vardata);
	return share;
}

} // namespace

namespace objectid
{

bool
estimate_function(SupportRequestSelectivity *request)
{
	Call call;
	if (!take_apart(request->funcid, request->args, call))
		return false;
	request->selectivity =
		request->is_join
			? estimate_join(request->root, call, request->args, request->jointype, request->sjinfo)
			: estimate(request->root, call, request->args, request->varRelid);
	return true;
}

} // namespace objectid

// Restriction estimator of the comparisons of ids, and of ids with times.
SQL_FUNCTION(objectid_internal_sel)
{
	auto *arguments = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
	Call call;
	if (!take_apart(get_opcode(PG_GETARG_OID(1)), arguments, call))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	PG_RETURN_FLOAT8(estimate(reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)), call,
							  arguments, PG_GETARG_INT32(3)));
}

// Join estimator of the same.
SQL_FUNCTION(objectid_internal_joinsel)
{
	auto *arguments = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
	Call call;
	if (!take_apart(get_opcode(PG_GETARG_OID(1)), arguments, call))
		PG_RETURN_FLOAT8(DEFAULT_INEQ_SEL);
	PG_RETURN_FLOAT8(estimate_join(reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0)), call,
								   arguments, static_cast<JoinType>(PG_GETARG_INT16(3)),
								   reinterpret_cast<SpecialJoinInfo *>(PG_GETARG_POINTER(4))));
}

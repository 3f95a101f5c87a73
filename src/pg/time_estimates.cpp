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

// What a condition, or several together, ask of an id: one range for each sample, whether there are
// ends that nobody knows yet, and whether values without a time and NULL satisfy it too.
struct Wanted
{
	Range ranges[max_samples];
	int samples;
	bool unknown_lower;
	bool unknown_upper;
	bool others;
	bool nulls;
};

constexpr Wanted everything{{{}}, 1, false, false, true, true};
constexpr Wanted every_time{{{}}, 1, false, false, false, false};

// The column that conditions are about.
struct Column
{
	PlannerInfo *root;
	const IdKind *kind;
	Oid type;
	VariableStatData vardata;
	MemoryContext scratch; // freed with the estimate
};

// What the work returns, which may leave copies behind.
template <typename Work>
auto
in_scratch(const Column &column, Work work)
{
	const MemoryContext before = MemoryContextSwitchTo(column.scratch);
	const auto result = work();
	MemoryContextSwitchTo(before);
	return result;
}

// What the estimate returns for the column.
template <typename Estimate>
double
with_column(PlannerInfo *root, const Call &call, const VariableStatData &vardata, Estimate estimate)
{
	const Column column{
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

// Of "of" values in their order the one at the place of i among n, which have the same ends.
int
place(int i, int n, int of)
{
	return n == 1 ? 0 : i * (of - 1) / (n - 1);
}

Range
intersection(const IdKind &kind, const Range &a, const Range &b)
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

// Samples go together by their places in the order of their values.
Wanted
intersection(const IdKind &kind, const Wanted &a, const Wanted &b)
{
	Wanted result{};
	result.samples = a.samples == 1   ? b.samples
					 : b.samples == 1 ? a.samples
									  : Min(a.samples, b.samples);
	for (int i = 0; i < result.samples; i++)
		result.ranges[i] = intersection(kind, a.ranges[place(i, result.samples, a.samples)],
										b.ranges[place(i, result.samples, b.samples)]);
	result.unknown_lower = a.unknown_lower || b.unknown_lower;
	result.unknown_upper = a.unknown_upper || b.unknown_upper;
	result.others = a.others && b.others;
	result.nulls = a.nulls && b.nulls;
	return result;
}

// -- What a condition asks ------------------------------------------------------------------------

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

bool
is_below(const Call &call)
{
	return is_below(call.comparison);
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
	return call.predicate->form == Predicate::Form::ordered ? range_of_id(is_below(call), value)
															: range_of_time(call, value);
}

// For the end of the range of a comparison that is open, as in "id <= objectid_upper(since(t))":
// whether every id is within it, or, turned round by NOT, none.
std::optional<bool>
is_open_end(const Call &call)
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
		return is_below(call);
	if (has_c_symbol(end->funcid, call.predicate->kind->lower) &&
		(is_range(Comparison::less_equal) || is_range(Comparison::less)))
		return !is_below(call);
	return std::nullopt;
}

// The values of a column that an id is compared with, as its statistics show them.
bool
samples_of(const Column &column, const Call &call, Node *value, Wanted &wanted)
{
	VariableStatData vardata;
	examine_variable(column.root, value, 0, &vardata);
	AttStatsSlot slot;
	const int statistics = call.predicate->form == Predicate::Form::within
							   ? STATISTIC_KIND_BOUNDS_HISTOGRAM
							   : STATISTIC_KIND_HISTOGRAM;
	const Oid type = exprType(call.other);
	bool found = false;
	if (HeapTupleIsValid(vardata.statsTuple) && vardata.vartype == type &&
		getBaseType(vardata.atttype) == type &&
		statistic_proc_security_check(&vardata, call.function) &&
		get_attstatsslot(&slot, vardata.statsTuple, statistics, InvalidOid, ATTSTATSSLOT_VALUES))
	{
		found = slot.nvalues > 0 && getBaseType(slot.valuetype) == type;
		wanted.samples = Min(slot.nvalues, max_samples);
		for (int i = 0; found && i < wanted.samples; i++)
		{
			const Datum sample = slot.values[place(i, wanted.samples, slot.nvalues)];
			wanted.ranges[i] = in_scratch(column, [&] {
				return range_of(call, datumCopy(sample, get_typbyval(type), get_typlen(type)));
			});
		}
		free_attstatsslot(&slot);
	}
	ReleaseVariableStats(vardata);
	return found;
}

// value: the other operand, as far as it can be known now.
Wanted
wanted_by(const Column &column, const Call &call, Node *value)
{
	Wanted wanted = every_time;
	if (call.predicate->form == Predicate::Form::version)
		return wanted;
	if (const auto is_open = is_open_end(call))
	{
		wanted.ranges[0].none = !*is_open;
		return wanted;
	}
	if (IsA(value, Const))
	{
		const auto *known = castNode(Const, value);
		if (known->constisnull)
			wanted.ranges[0].none = true;
		else
			wanted.ranges[0] =
				in_scratch(column, [&] { return range_of(call, known->constvalue); });
		return wanted;
	}
	if (samples_of(column, call, value, wanted))
		return wanted;
	wanted = every_time;
	const bool is_within = call.predicate->form == Predicate::Form::within;
	wanted.unknown_lower = is_within || !is_below(call);
	wanted.unknown_upper = is_within || is_below(call);
	return wanted;
}

// -- The share of a column's values ---------------------------------------------------------------

bool
in_range(const Column &column, const Range &range, Datum id)
{
	const auto not_above = [&](Datum a, Datum b) {
		return std::memcmp(DatumGetPointer(a), DatumGetPointer(b),
						   static_cast<std::size_t>(column.kind->size)) <= 0;
	};
	return !range.none && (range.lower == 0 || not_above(range.lower, id)) &&
		   (range.upper == 0 || not_above(id, range.upper)) && column.kind->has_time(id);
}

// The share of the histogram's values beyond an end, by the server's own estimator, which also
// looks at the present ends of an index; negative when there is no histogram.
double
share_of_end(const Column &column, Datum end, bool is_lower)
{
	const Oid op = btree_operator(column.type, is_lower ? BTGreaterEqualStrategyNumber
														: BTLessEqualStrategyNumber);
	if (!OidIsValid(op))
		return -1;
	FmgrInfo compare;
	fmgr_info(get_opcode(op), &compare);
	// To interpolate it wants a type that it knows as a number. That of MAC addresses is one, of
	// six bytes in their order, at any address. (That of EUI-64 addresses has eight, but is none:
	// it takes each half of them as signed.)
	VariableStatData vardata = column.vardata;
	vardata.vartype = MACADDROID;
	return ineq_histogram_selectivity(column.root, &vardata, op, &compare, is_lower, true,
									  InvalidOid, end, MACADDROID);
}

// For a column with values of other versions, which lie among those with a time: nothing where its
// histogram shows none of them.
std::optional<double>
share_among_others(const Column &column, const AttStatsSlot &slot, const Range &range)
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
share_of_histogram(const Column &column, const Range &range)
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
null_share(const Column &column)
{
	if (!HeapTupleIsValid(column.vardata.statsTuple))
		return 0;
	return reinterpret_cast<const FormData_pg_statistic *>(GETSTRUCT(column.vardata.statsTuple))
		->stanullfrac;
}

// The share of the rows; nothing without statistics that the user may see.
std::optional<double>
share_of_range(const Column &column, const Range &range)
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

// The share of the rows that satisfy all that is wanted.
double
share_of_wanted(const Column &column, const Wanted &wanted)
{
	bool some_lower = wanted.unknown_lower;
	bool some_upper = wanted.unknown_upper;
	bool is_known = true;
	double sum = 0;
	for (int i = 0; i < wanted.samples; i++)
	{
		const Range &range = wanted.ranges[i];
		some_lower = some_lower || range.lower != 0;
		some_upper = some_upper || range.upper != 0;
		const auto share = share_of_range(column, range);
		is_known = is_known && share.has_value();
		sum += share.value_or(0);
	}
	if (!is_known)
		return default_share(some_lower, some_upper);
	double known = sum / wanted.samples;
	if (wanted.nulls)
		known += null_share(column);
	if (wanted.others)
		known += 1.0 - null_share(column) - share_of_range(column, Range{}).value_or(1.0);
	// Statistics that were written by hand add up to anything, and a norm_selec above 1 means more
	// than a share.
	known = Min(Max(known, 0.0), 1.0);
	if (!wanted.unknown_lower && !wanted.unknown_upper)
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

// Whether it is the condition that is estimated, known by the place of its id; or, where that is an
// end of a range that index_conditions has made of a predicate and is in no list, the predicate.
bool
is_sought(Node *clause, const Node *id)
{
	return list_member_ptr(arguments_of(clause), id);
}

// A condition in a list of them that are joined by AND: the one that is sought, or an OR of it.
struct Place
{
	List *conditions = NIL;
	int position = 0;
};

// Where the last condition was found, at each depth of AND and OR. The planner asks for one after
// the other, so that a long list need not be searched from its beginning for each of them; a
// position that is wrong costs time only.
int last_positions[8];

// The position in the list for which "found" is true; -1 when there is none.
template <typename Found>
int
position_in(const List *list, int depth, Found found)
{
	int &last = last_positions[Min(depth, static_cast<int>(std::size(last_positions)) - 1)];
	const int length = list_length(list);
	const int first = last < length ? last : 0;
	for (int i = 0; i < length; i++)
	{
		CHECK_FOR_INTERRUPTS();
		const int position = (first + i) % length;
		if (found(clause_of(static_cast<Node *>(list_nth(list, position)))))
		{
			last = position;
			return position;
		}
	}
	return -1;
}

Place
// NOLINTNEXTLINE(misc-no-recursion): AND and OR lie within each other, as deep as in the query
place_in(List *conditions, const Node *id, int depth = 0)
{
	Place inner;
	const auto is_arm = [&](Node *alternative) {
		if (is_andclause(alternative))
			inner = place_in(castNode(BoolExpr, alternative)->args, id, depth + 2);
		return inner.conditions != NIL || is_sought(alternative, id);
	};
	const int position = position_in(conditions, depth, [&](Node *clause) {
		return is_sought(clause, id) ||
			   (is_orclause(clause) &&
				position_in(castNode(BoolExpr, clause)->args, depth + 1, is_arm) >= 0);
	});
	if (inner.conditions != NIL)
		return inner;
	return position < 0 ? Place{} : Place{conditions, position};
}

// The conditions not too far from a place.
std::span<const ListCell>
around(const Place &place)
{
	const int first = Max(place.position - max_distance, 0);
	const int last = Min(place.position + max_distance, list_length(place.conditions) - 1);
	return cells(place.conditions)
		.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first + 1));
}

// Of a condition at an outer join that may come before or after another one the planner has a
// variant for each order. Whether a variant of this one needs more relations than it does, and no
// more than "join".
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

// The conditions that hold together with one of a join: those beside it below OR; or those of the
// relation itself, and of its joins those that need no more relations than it does. None when the
// relation has no such join.
std::span<const ListCell>
join_conditions_with(const Column &column, const Node *id)
{
	const RelOptInfo *rel = column.vardata.rel;
	const Place place = place_in(rel->joininfo, id);
	if (place.conditions != rel->joininfo || place.conditions == NIL)
		return around(place);
	const auto *join = list_nth_node(RestrictInfo, rel->joininfo, place.position);
	if (!is_sought(reinterpret_cast<Node *>(join->clause), id))
		return {};
	const auto near = around(place);
	return in_scratch(column, [&] {
		List *together = NIL;
		for (const ListCell &cell : around({rel->baserestrictinfo, 0}))
			together = lappend(together, lfirst(&cell));
		for (const ListCell &cell : near)
		{
			auto *info = static_cast<RestrictInfo *>(lfirst(&cell));
			if (bms_is_subset(info->clause_relids, join->clause_relids) &&
				!has_later_variant(near, info, join))
				together = lappend(together, info);
		}
		return cells(together);
	});
}

// The conditions of the relation, or of one of its partial indexes: the server estimates how much
// of the table such an index covers, too.
std::span<const ListCell>
conditions_with(const Column &column, const Node *id)
{
	const RelOptInfo *rel = column.vardata.rel;
	if (rel == nullptr)
		return {};
	const Place place = place_in(rel->baserestrictinfo, id);
	auto conditions = place.conditions == NIL ? join_conditions_with(column, id) : around(place);
	for (int i = 0; conditions.empty() && i < list_length(rel->indexlist); i++)
		conditions = around(place_in(list_nth_node(IndexOptInfo, rel->indexlist, i)->indpred, id));
	return conditions;
}

bool
is_of_column(const Column &column, Node *operand)
{
	return equal(strip_relabel(operand), strip_relabel(column.vardata.var));
}

// The comparison as one of the operand that was on the right.
void
turn(Call &call)
{
	static constexpr Comparison turned[] = {Comparison::greater, Comparison::greater_equal,
											Comparison::less_equal, Comparison::less};
	call.comparison = turned[static_cast<int>(call.comparison)];
	std::swap(call.id, call.other);
}

// Whether a condition is about the column, and its call taken apart. known: of the condition that
// is estimated, which most often is of the same function.
bool
take_apart_of_column(const Column &column, const Call &known, Node *clause, Call &call)
{
	List *arguments = arguments_of(clause);
	if (arguments == NIL || !(is_of_column(column, static_cast<Node *>(linitial(arguments))) ||
							  is_of_column(column, static_cast<Node *>(llast(arguments)))))
		return false;
	const Oid function = function_of(clause);
	if (!(function == known.function ? take_apart_like(known, arguments, call)
									 : take_apart(function, arguments, call)) ||
		call.predicate->kind != column.kind)
		return false;
	if (call.predicate->form == Predicate::Form::ordered && !is_of_column(column, call.id))
		turn(call);
	return is_of_column(column, call.id);
}

Wanted
wanted_of_column(const Column &column, const Call &call)
{
	Node *value =
		call.other == nullptr || IsA(call.other, Const) ? call.other : in_scratch(column, [&] {
			return estimate_expression_value(column.root, call.other);
		});
	return wanted_by(column, call, value);
}

// Comparisons of a uuid with a constant are what simplifying a predicate leaves beside the version
// test. They are the server's, which estimates and pairs them itself, as if values of other
// versions came before all times; the version test gives the rest.
bool
wanted_by_server(const Column &column, Node *clause, Wanted &wanted)
{
	List *arguments = arguments_of(clause);
	if (column.type != UUIDOID || !IsA(clause, OpExpr) || list_length(arguments) != 2 ||
		!is_of_column(column, static_cast<Node *>(linitial(arguments))))
		return false;
	const int strategy =
		get_op_opfamily_strategy(castNode(OpExpr, clause)->opno,
								 lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
	if (strategy == 0 || strategy == BTEqualStrategyNumber)
		return false;
	auto *value = static_cast<Node *>(lsecond(arguments));
	if (!IsA(value, Const))
		value = in_scratch(column, [&] { return estimate_expression_value(column.root, value); });
	if (!IsA(value, Const) || castNode(Const, value)->constisnull ||
		castNode(Const, value)->consttype != UUIDOID)
		return false;

	const bool is_upper = strategy < BTEqualStrategyNumber;
	const Datum id = castNode(Const, value)->constvalue;
	wanted = every_time;
	wanted.ranges[0] = range_of_id(is_upper, id);
	wanted.others = is_upper;
	return true;
}

// What the server remembers of such a comparison is put right before it looks: the version test
// comes first. (The server does so for an OR that it has made of a join's: see
// consider_new_or_clause.)
void
put_right(const Column &column, Node *node, const Wanted &wanted)
{
	if (IsA(node, RestrictInfo) && share_of_range(column, Range{}).has_value())
		castNode(RestrictInfo, node)->norm_selec = share_of_wanted(column, wanted);
}

// The share of the rows that satisfy a condition, among those that satisfy what comes before it.
// What an index scan makes of a predicate counts as the predicate itself, of which the second end
// of a range leaves what the first one does.
double
conditional_share(const Column &column, const Call &call, const List *arguments, Wanted wanted)
{
	const bool has_server_comparisons = column.type == UUIDOID;
	Wanted before = everything;
	bool is_before = true;
	// The server's comparisons up to the next condition of ours are put right by this one; those
	// that come before all of ours, by each.
	bool is_to_put_right = has_server_comparisons;
	for (const ListCell &cell : conditions_with(column, call.id))
	{
		if (!is_before && !has_server_comparisons)
			break;
		auto *node = static_cast<Node *>(lfirst(&cell));
		Node *clause = clause_of(node);
		Wanted other;
		Call found;
		if (is_sought(clause, call.id))
		{
			is_before = false;
			is_to_put_right = has_server_comparisons;
			if (arguments_of(clause) == arguments ||
				!take_apart_of_column(column, call, clause, found))
				continue;
			if (found.predicate->form == Predicate::Form::within &&
				call.predicate->form == Predicate::Form::ordered && is_below(call))
				return 1;
			wanted = wanted_of_column(column, found);
		}
		else if (wanted_by_server(column, clause, other))
		{
			if (is_to_put_right)
				put_right(column, node, other);
			before = intersection(*column.kind, before, other);
		}
		else if ((is_before || is_to_put_right) &&
				 take_apart_of_column(column, call, clause, found))
		{
			is_to_put_right = false;
			if (is_before)
				before = intersection(*column.kind, before, wanted_of_column(column, found));
		}
	}
	const double share = share_of_wanted(column, intersection(*column.kind, before, wanted));
	const double share_before = share_of_wanted(column, before);
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
	return with_column(root, call, vardata, [&](const Column &column) {
		return conditional_share(column, call, arguments, wanted_by(column, call, value));
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
			turn(call);
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
	const double share = with_column(root, call, vardata, [&](const Column &column) {
		return share_of_wanted(column, wanted_by(column, call, call.other));
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

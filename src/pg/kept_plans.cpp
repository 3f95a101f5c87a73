// Plans that a process keeps.
// SPDX-License-Identifier: PostgreSQL
#include "pg/kept_plans.hpp"

#include "pg/kept.hpp"

#include <algorithm>

namespace objectid {

namespace {

struct Key
{
	const char *text;
	Oid table;
};

// What the parser needs to know of a statement.
struct KnownToParser
{
	Oid table;
	Oid types[5];
	bool has_compared; // the table with the one that was found
};

struct KeptPlan
{
	Key key; // must be first
	SPIPlanPtr plan;
	MemoryContext memory; // of what the plan and the key point to
	Kept kept;
};

constinit HTAB *kept_plans = nullptr;

uint32
hash_of(const void *key, Size)
{
	const char *text = static_cast<const Key *>(key)->text;
	return hash_bytes(reinterpret_cast<const unsigned char *>(text),
					  static_cast<int>(strlen(text)));
}

int
compare(const void *left, const void *right, Size)
{
	const auto &a = *static_cast<const Key *>(left);
	const auto &b = *static_cast<const Key *>(right);
	return a.table == b.table ? strcmp(a.text, b.text) : 1;
}

void
start_to_keep_plans()
{
	HASHCTL options = {};
	options.keysize = sizeof(Key);
	options.entrysize = sizeof(KeptPlan);
	options.hash = hash_of;
	options.match = compare;
	kept_plans =
		hash_create("objectid kept plans", 16, &options, HASH_ELEM | HASH_FUNCTION | HASH_COMPARE);
}

void
drop_plan(void *entry)
{
	auto *const kept = static_cast<KeptPlan *>(entry);
	const MemoryContext memory = kept->memory;
	SPI_freeplan(kept->plan);
	hash_search(kept_plans, &kept->key, HASH_REMOVE, nullptr);
	MemoryContextDelete(memory);
}

// What a plan takes, which is more when it has been planned.
Size
size_of_plan(const void *entry)
{
	const auto &kept = *static_cast<const KeptPlan *>(entry);
	Size size = sizeof(KeptPlan) + MemoryContextMemAllocated(kept.memory, true) +
				MemoryContextMemAllocated(GetMemoryChunkContext(kept.plan), true);
	for (const ListCell &cell : cells(SPI_plan_get_plan_sources(kept.plan)))
	{
		const auto *source = static_cast<const CachedPlanSource *>(lfirst(&cell));
		size += MemoryContextMemAllocated(source->context, true);
		if (source->gplan != nullptr)
			size += MemoryContextMemAllocated(source->gplan->context, true);
	}
	return size;
}

// Makes a parameter of a statement, when FROM has been read: before rules of a view or anything
// that it calls could matter. Each time the statement is planned again, its names are looked up
// again.
Node *
make_parameter(ParseState *state, ParamRef *reference)
{
	auto &known = *static_cast<KnownToParser *>(state->p_ref_hook_state);
	const ParseState *outermost = state;
	while (outermost->parentParseState != nullptr)
		outermost = outermost->parentParseState;
	const auto *found = static_cast<const RangeTblEntry *>(linitial(outermost->p_rtable));
	if (found->relid != known.table)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("another relation has taken the name of table \"%s\"",
							   get_rel_name(found->relid))));
	known.has_compared = true;
	auto *const parameter = makeNode(Param);
	parameter->paramkind = PARAM_EXTERN;
	parameter->paramid = reference->number;
	parameter->paramtype = known.types[reference->number - 1];
	parameter->paramtypmod = -1;
	parameter->paramcollid = get_typcollation(parameter->paramtype);
	parameter->location = reference->location;
	return reinterpret_cast<Node *>(parameter);
}

void
set_up_parser(ParseState *state, void *known)
{
	state->p_ref_hook_state = known;
	state->p_paramref_hook = make_parameter;
}

SPIPlanPtr
prepare(const Statement &statement, MemoryContext memory)
{
	auto *const known =
		static_cast<KnownToParser *>(MemoryContextAllocZero(memory, sizeof(KnownToParser)));
	known->table = statement.table;
	std::ranges::copy(statement.types, known->types);
	const SPIPlanPtr plan = SPI_prepare_params(statement.text, set_up_parser, known, 0);
	if (plan == nullptr)
		elog(ERROR, "SPI_prepare_params failed: %s", SPI_result_code_string(SPI_result));
	if (!known->has_compared)
		elog(ERROR, "statement without a parameter: %s", statement.text);
	return plan;
}

KeptPlan *
keep_plan(Key key, const Statement &statement)
{
	const MemoryContext own =
		AllocSetContextCreate(CurrentMemoryContext, "objectid kept plan", ALLOCSET_SMALL_SIZES);
	const SPIPlanPtr plan = prepare(statement, own);
	if (SPI_keepplan(plan) != 0)
		elog(ERROR, "SPI_keepplan failed");
	key.text = MemoryContextStrdup(own, key.text);
	auto *const kept = static_cast<KeptPlan *>(hash_search(kept_plans, &key, HASH_ENTER, nullptr));
	kept->plan = plan;
	kept->memory = own;
	kept->kept = {{}, 0, 0, kept, size_of_plan, drop_plan};
	// NOLINTNEXTLINE(readability-suspicious-call-argument): not swapped
	MemoryContextSetParent(own, TopMemoryContext);
	return kept;
}

// The plan of a statement, which stays until SPI_finish().
SPIPlanPtr
kept_plan(const Statement &statement)
{
	if (kept_plans == nullptr)
		start_to_keep_plans();
	const Key key{statement.text, statement.table};
	auto *kept = static_cast<KeptPlan *>(hash_search(kept_plans, &key, HASH_FIND, nullptr));
	if (kept == nullptr)
		kept = keep_plan(key, statement);
	keep(kept->kept);
	// What a statement fires can call the function that runs the statement.
	hold(kept->kept);
	// Where a rule has left nothing of it, the server does not see that the rule is gone.
	for (const ListCell &cell : cells(SPI_plan_get_plan_sources(kept->plan)))
		if (auto *source = static_cast<CachedPlanSource *>(lfirst(&cell));
			source->query_list == NIL)
			source->is_valid = false;
	return kept->plan;
}

} // namespace

std::uint64_t
run_kept_plan(const Statement &statement, std::span<const NullableDatum> values)
{
	const ParamListInfo parameters = makeParamList(static_cast<int>(values.size()));
	for (std::size_t i = 0; i < values.size(); ++i)
		parameters->params[i] = {values[i].value, values[i].isnull, PARAM_FLAG_CONST,
								 statement.types[i]};
	const int status = SPI_execute_plan_with_paramlist(kept_plan(statement), parameters, false, 0);
	if (status < 0)
		elog(ERROR, "SPI_execute_plan_with_paramlist failed: %s", SPI_result_code_string(status));
	return SPI_processed;
}

} // namespace objectid

// Plans that a process keeps. Those of tables that have changed are freed when another is added.
// SPDX-License-Identifier: PostgreSQL
#include "pg/kept_plans.hpp"

#include <algorithm>

namespace objectid {

namespace {

struct Key
{
	const char *query;
	Oid type; // of the first parameter
	Oid table;
	int cursor_options;
};

// What the parser needs to know.
struct Statement
{
	Oid table;
	Oid types[3];
};

struct KeptPlan
{
	Key key; // must be first
	SPIPlanPtr plan;
	MemoryContext memory;    // of what the plan and the key point to
	LocalTransactionId used; // the last transaction that asked for it
};

constinit HTAB *kept_plans = nullptr;

uint32
hash_of(const void *key, Size)
{
	const char *query = static_cast<const Key *>(key)->query;
	return hash_bytes(reinterpret_cast<const unsigned char *>(query),
					  static_cast<int>(strlen(query)));
}

int
compare(const void *left, const void *right, Size)
{
	const auto &a = *static_cast<const Key *>(left);
	const auto &b = *static_cast<const Key *>(right);
	const bool may_equal =
		a.type == b.type && a.table == b.table && a.cursor_options == b.cursor_options;
	return may_equal ? strcmp(a.query, b.query) : 1;
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

// Frees the plans that have become invalid, as when a table was changed or dropped, and that were
// not asked for since. Those that this transaction has used may be running: what a statement fires
// can call the function that runs the statement.
void
free_invalid_plans()
{
	HASH_SEQ_STATUS each;
	hash_seq_init(&each, kept_plans);
	while (auto *const kept = static_cast<KeptPlan *>(hash_seq_search(&each)))
	{
		if (kept->used == local_transaction(*MyProc) || SPI_plan_is_valid(kept->plan))
			continue;
		SPI_freeplan(kept->plan);
		const MemoryContext memory = kept->memory;
		hash_search(kept_plans, &kept->key, HASH_REMOVE, nullptr);
		MemoryContextDelete(memory);
	}
}

// Makes a parameter of a statement, when FROM has been read: before rules of a view or anything
// that it calls could matter. Each time the statement is planned again, its names are looked up
// again.
Node *
make_parameter(ParseState *state, ParamRef *reference)
{
	const auto &statement = *static_cast<const Statement *>(state->p_ref_hook_state);
	const auto *found = static_cast<const RangeTblEntry *>(linitial(state->p_rtable));
	if (found->relid != statement.table)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("another relation has taken the name of table \"%s\"",
							   found->eref->aliasname)));
	auto *const parameter = makeNode(Param);
	parameter->paramkind = PARAM_EXTERN;
	parameter->paramid = reference->number;
	parameter->paramtype = statement.types[reference->number - 1];
	parameter->paramtypmod = -1;
	parameter->paramcollid = get_typcollation(parameter->paramtype);
	parameter->location = reference->location;
	return reinterpret_cast<Node *>(parameter);
}

void
set_up_parser(ParseState *state, void *statement)
{
	state->p_ref_hook_state = statement;
	state->p_paramref_hook = make_parameter;
}

SPIPlanPtr
prepare(const char *query, std::span<Oid> types, int cursor_options, Oid table,
		MemoryContext memory)
{
	if (!OidIsValid(table))
		return SPI_prepare_cursor(query, static_cast<int>(types.size()), types.data(),
								  cursor_options);
	auto *const statement =
		static_cast<Statement *>(MemoryContextAllocZero(memory, sizeof(Statement)));
	statement->table = table;
	std::ranges::copy(types, statement->types);
	return SPI_prepare_params(query, set_up_parser, statement, cursor_options);
}

// Prepares a plan, and keeps it until it has become invalid.
KeptPlan *
keep_plan(Key key, std::span<Oid> types)
{
	const MemoryContext own =
		AllocSetContextCreate(CurrentMemoryContext, "objectid kept plan", ALLOCSET_SMALL_SIZES);
	const SPIPlanPtr plan = prepare(key.query, types, key.cursor_options, key.table, own);
	if (plan == nullptr)
		elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
	free_invalid_plans();
	if (SPI_keepplan(plan) != 0)
		elog(ERROR, "SPI_keepplan failed");
	key.query = MemoryContextStrdup(own, key.query);
	auto *const kept = static_cast<KeptPlan *>(hash_search(kept_plans, &key, HASH_ENTER, nullptr));
	kept->plan = plan;
	kept->memory = own;
	// NOLINTNEXTLINE(readability-suspicious-call-argument): not swapped
	MemoryContextSetParent(own, TopMemoryContext);
	return kept;
}

} // namespace

SPIPlanPtr
kept_plan(const char *query, std::span<Oid> types, int cursor_options, Oid table)
{
	if (kept_plans == nullptr)
		start_to_keep_plans();
	const Key key{query, types.front(), table, cursor_options};
	auto *kept = static_cast<KeptPlan *>(hash_search(kept_plans, &key, HASH_FIND, nullptr));
	if (kept == nullptr)
		kept = keep_plan(key, types);
	kept->used = local_transaction(*MyProc);
	return kept->plan;
}

} // namespace objectid
